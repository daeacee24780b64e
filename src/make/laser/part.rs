//! Parts to be cut: their paths as they lie before they are laid on a sheet.

use super::letters::Lettering;
use super::operation::Operation;
use super::path::{self, Motion, area, clear_distance, distance, flat};
use crate::picture::drawing::Contour;
use crate::picture::{Bounds, Xy};
use crate::puzzle::PieceId;

/// The share of the room around its place that a text takes.
const TEXT_SHARE: f64 = 0.92;

/// The kind of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PartKind {
    /// A copy of a piece.
    Piece(PieceId),
    /// The frame of the tray.
    Frame,
    /// A part in a hole of the board.
    Island,
    /// The base of the tray.
    Base,
    /// The lid of the tray.
    Lid,
    /// The comb for the clearance.
    Comb,
    /// The gauge that is tried in the slots of the comb.
    Gauge,
}

impl PartKind {
    /// The name by which parts of this kind are assigned to a material; pieces have their own.
    pub fn tray_name(self) -> Option<&'static str> {
        match self {
            PartKind::Piece(_) => None,
            PartKind::Frame => Some("/frame"),
            PartKind::Island => Some("/islands"),
            PartKind::Base => Some("/base"),
            PartKind::Lid => Some("/lid"),
            PartKind::Comb | PartKind::Gauge => Some("/comb"),
        }
    }
}

/// A line on a part.
#[derive(Clone, Debug, PartialEq)]
pub struct PartLine {
    /// Where it is cut or engraved.
    pub contour: Contour,
    /// The kind of cut or engraving.
    pub operation: Operation,
    /// The stretches of it that are cut between its holding tabs; empty where it has none and all
    /// of it is cut.
    pub(super) opened: Vec<Contour>,
}

impl PartLine {
    /// A line all of which is cut or engraved.
    pub(super) fn new(contour: Contour, operation: Operation) -> PartLine {
        PartLine { contour, operation, opened: Vec::new() }
    }

    /// The contours of it that are cut or engraved: all, or what is between its holding tabs.
    pub fn cuts(&self) -> &[Contour] {
        match self.opened.is_empty() {
            true => std::slice::from_ref(&self.contour),
            false => &self.opened,
        }
    }
}

/// Lines of a text on a part.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PartText {
    /// Its middle.
    pub(super) at: Xy,
    /// Its lines about its middle.
    pub(super) lines: Vec<Contour>,
    /// The operation that engraves them.
    pub(super) operation: Operation,
    /// True if it stays level when the part is turned.
    pub(super) level: bool,
}

/// A part to be cut. Lengths are in millimetres, from an origin of its own.
#[derive(Clone, Debug, PartialEq)]
pub struct CutPart {
    /// The name under which its place is kept, unlike that of any other.
    pub key: String,
    /// Its name for people.
    pub name: String,
    /// Its kind.
    pub kind: PartKind,
    /// The number of the material that it is cut from.
    pub material: usize,
    /// The number that equal parts share.
    pub(super) sort: usize,
    /// Its closed paths: outer ones clockwise, holes the other way.
    pub(super) paths: Vec<PartLine>,
    pub(super) texts: Vec<PartText>,
    /// The least angle by which it may be turned, in degrees; a part of 360.
    pub turn_step: u16,
    /// True if it may be turned over.
    pub may_flip: bool,
}

/// A part as it lies on a sheet.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Laid {
    pub(super) paths: Vec<PartLine>,
    pub(super) texts: Vec<PartLine>,
}

impl CutPart {
    /// The area of its material, by its paths, in square millimetres.
    pub fn area(&self) -> f64 {
        self.paths.iter().map(|line| area(&line.contour)).sum()
    }

    /// Its width and height, in millimetres.
    pub fn size(&self) -> Option<Xy> {
        path::bounds(self.paths.iter().map(|line| &line.contour)).map(|bounds| bounds.size())
    }

    /// Its closed paths.
    pub fn paths(&self) -> &[PartLine] {
        &self.paths
    }

    /// Turns and flips that make it lie differently, the one without any first.
    pub(super) fn motions(&self) -> Vec<Motion> {
        let mut seen: Vec<Vec<Xy>> = Vec::new();
        let mut motions = Vec::new();
        for flip in [false, true] {
            if flip && !self.may_flip {
                break;
            }
            for turn in (0..360).step_by(usize::from(self.turn_step.max(1))) {
                let motion = Motion { turn: turn as u16, flip, ..Motion::NONE };
                let corners = self.corners(motion);
                let is_new = seen.iter().all(|other| !same(other, &corners));
                if is_new {
                    seen.push(corners);
                    motions.push(motion);
                }
            }
        }
        motions
    }

    /// The corners of its paths after a motion, from the upper left of their bounds, in order.
    fn corners(&self, motion: Motion) -> Vec<Xy> {
        let moved: Vec<Contour> =
            self.paths.iter().map(|line| motion.contour(&line.contour)).collect();
        let min = path::bounds(&moved).map_or([0.0; 2], |b| b.min);
        let mut corners: Vec<Xy> = moved
            .iter()
            .flat_map(|c| path::segments(c).map(|(from, _)| from).collect::<Vec<_>>())
            .map(|[x, y]| [((x - min[0]) * 100.0).round(), ((y - min[1]) * 100.0).round()])
            .collect();
        corners.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
        corners
    }

    /// Its outline after a motion, with arcs as straight lines.
    pub(super) fn region(&self, motion: Motion) -> Region {
        let moved: Vec<Contour> =
            self.paths.iter().map(|line| motion.contour(&line.contour)).collect();
        let none = Bounds { min: motion.shift, max: motion.shift };
        Region {
            polygons: moved.iter().map(flat).collect(),
            bounds: path::bounds(&moved).unwrap_or(none),
        }
    }

    /// Its lines where a motion takes them.
    pub(super) fn laid(&self, motion: Motion) -> Laid {
        let path = |line: &PartLine| {
            let mut opened: Vec<Contour> =
                line.opened.iter().map(|cut| motion.contour(cut)).collect();
            // Contours go the same way around when they are flipped, and so do their cuts.
            if motion.flip {
                opened.reverse();
            }
            PartLine { contour: motion.contour(&line.contour), operation: line.operation, opened }
        };
        let text = |text: &PartText| {
            let at = motion.apply(text.at);
            let turn = if text.level { 0 } else { motion.turn };
            let place = Motion { turn, flip: false, shift: at };
            let operation = text.operation;
            let line = move |line| PartLine::new(place.contour(line), operation);
            text.lines.iter().map(line).collect::<Vec<_>>()
        };
        Laid {
            paths: self.paths.iter().map(path).collect(),
            texts: self.texts.iter().flat_map(text).collect(),
        }
    }

    /// Puts a text on the part, its middle at a place, made so small that it lies on the part however
    /// that is turned, and no wider or higher than a room, if there is one; the factor that it was made
    /// smaller by.
    pub(super) fn put_text(
        &mut self,
        lettering: Option<Lettering>,
        at: Xy,
        room: Option<Xy>,
        level: bool,
    ) -> f64 {
        let Some(lettering) = lettering else { return 1.0 };
        let room = room.unwrap_or_else(|| self.room_when_turned(at, lettering.bounds.size()));
        let scale = scale_to_fit(&lettering, room);
        self.add_text(&lettering, at, scale, level);
        scale
    }

    /// Puts texts that belong together on the part, each with its middle at a place: of one height
    /// and on one baseline, and so small that each has room.
    pub(super) fn put_series(&mut self, series: &[(Lettering, Xy)], room: Xy) {
        let heights = |k: fn(&Bounds) -> f64| series.iter().map(move |(l, _)| k(&l.bounds));
        let top = heights(|b| b.min[1]).fold(f64::INFINITY, f64::min);
        let bottom = heights(|b| b.max[1]).fold(f64::NEG_INFINITY, f64::max);
        let alike = |lettering: &Lettering| {
            let Bounds { min: [left, _], max: [right, _] } = lettering.bounds;
            let bounds = Bounds { min: [left, top], max: [right, bottom] };
            Lettering { bounds, ..lettering.clone() }
        };
        let series: Vec<(Lettering, Xy)> = series.iter().map(|(l, at)| (alike(l), *at)).collect();
        let scales = series.iter().map(|(lettering, _)| scale_to_fit(lettering, room));
        let scale = scales.fold(1.0, f64::min);
        series.iter().for_each(|(lettering, at)| self.add_text(lettering, *at, scale, false));
    }

    fn add_text(&mut self, lettering: &Lettering, at: Xy, scale: f64, level: bool) {
        let Bounds { min, max } = lettering.bounds;
        let middle = [0, 1].map(|k| (min[k] + max[k]) / 2.0);
        let centred = |line: &Contour| line.map(|p| [0, 1].map(|k| (p[k] - middle[k]) * scale));
        let lines = lettering.lines.iter().map(centred).collect();
        let operation = lettering.operation;
        self.texts.push(PartText { at, lines, operation, level });
    }

    /// The room for a text of some proportions at a place, however the part is turned.
    fn room_when_turned(&self, at: Xy, size: Xy) -> Xy {
        let scale = 2.0 * self.clear_radius(at) / size[0].hypot(size[1]).max(1e-9);
        size.map(|length| length * scale)
    }

    /// Engraves lines, or areas within them, on the part where they are.
    pub(super) fn engrave(&mut self, lines: Vec<Contour>, operation: Operation) {
        self.texts.push(PartText { at: [0.0; 2], lines, operation, level: false });
    }

    /// Puts the name on a part at the first of some places where it has room however the part is
    /// turned, or else at the one with most room.
    pub(super) fn put_name(&mut self, lettering: Option<Lettering>, places: &[Xy]) {
        let Some(size) = lettering.as_ref().map(|lettering| lettering.bounds.size()) else {
            return;
        };
        let needed = size[0].hypot(size[1]) / (2.0 * TEXT_SHARE);
        let room = |at: &&Xy| self.clear_radius(**at);
        let fitting = places.iter().find(|at| room(at) >= needed);
        // Rounded, so that among equals the first is taken.
        let widest = || places.iter().rev().max_by_key(|at| (room(at) * 1e3).round() as i64);
        if let Some(&at) = fitting.or_else(widest) {
            self.put_text(lettering, at, None, true);
        }
    }

    /// The distance of a place from the paths.
    fn clear_radius(&self, at: Xy) -> f64 {
        let distances = self.paths.iter().map(|line| clear_distance(at, &flat(&line.contour)));
        distances.fold(f64::INFINITY, f64::min)
    }
}

/// The factor, 1 at most, by which a text fits into a room.
fn scale_to_fit(lettering: &Lettering, room: Xy) -> f64 {
    let size = lettering.bounds.size();
    // An I has no width.
    let shares = (0..2).filter(|&k| size[k] > 1e-9).map(|k| TEXT_SHARE * room[k] / size[k]);
    shares.fold(1.0, f64::min)
}

fn same(one: &[Xy], other: &[Xy]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(a, b)| distance(*a, *b) < 3.0)
}

/// The material of a part as polygons: what is inside by the even-odd rule.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Region {
    pub(super) polygons: Vec<Vec<Xy>>,
    pub(super) bounds: Bounds,
}

impl Region {
    /// The same region elsewhere.
    pub(super) fn shifted(&self, by: Xy) -> Region {
        let at = |p: &Xy| [p[0] + by[0], p[1] + by[1]];
        Region {
            polygons: self.polygons.iter().map(|p| p.iter().map(at).collect()).collect(),
            bounds: Bounds { min: at(&self.bounds.min), max: at(&self.bounds.max) },
        }
    }

    /// Returns whether another region is nearer than a distance.
    pub(super) fn is_nearer(&self, other: &Region, than: f64) -> bool {
        path::nearer((&self.polygons, self.bounds), (&other.polygons, other.bounds), than)
    }
}
