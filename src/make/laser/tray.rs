//! The parts of the tray: frame, islands, base and lid; and the comb for the clearance.

use super::LaserError;
use super::bars::{self, Pen};
use super::grips::{self, BESIDE_HOLE, BESIDE_NOTCH, Side};
use super::operation::Operation;
use super::outline::{self, Corners};
use super::part::{CutPart, PartKind, PartLine};
use super::parts::{Maker, PartList, round};
use super::path::{
    CornerForm, Motion, area, clear_distance, flat, offset, rectangle, reversed, with_corners,
};
use super::sides::lines_along;
use crate::lattice::{Point, SiteForm};
use crate::picture::drawing::Contour;
use crate::picture::{self, Badge, BadgeForm, Bounds, SiteLabel, Xy, sides};
use crate::puzzle::Label;
use crate::puzzle::making::{self, Length};
use crate::text;

/// The radius of the outer corners of the tray, in widths of the wall.
const TRAY_CORNER: f64 = 1.0 / 3.0;
/// The shares of the wall's width that its letters may be high, and that its texts may take with what
/// hangs below the line.
pub(super) const WALL_LETTERS: f64 = 0.5;
pub(super) const WALL_TEXT: f64 = 0.75;
/// The notice where what belongs on the base is not made.
const NO_BASE: &str = "The texts and colour labels of the board are engraved on the base. Choose Tray \
                       base to have them.";
/// The notice where there is no base for the grid.
const NO_BASE_FOR_GRID: &str =
    "The grid of the board is engraved on the base. Choose Tray base to have it.";
/// The clearances that the comb has slots for, in micrometres.
const COMB_CLEARANCES: [u32; 7] = [0, 50, 100, 150, 200, 300, 400];
/// The width of a tooth and of the gauge, the depth of a slot and the whole height of the comb, in mm.
const TOOTH: f64 = 6.0;
const GAUGE: f64 = 10.0;
const SLOT_DEPTH: f64 = 10.0;
const COMB_HEIGHT: f64 = 18.0;

impl Maker<'_> {
    /// The window of the tray: the region that the pieces lie in, as a beam of some width goes round
    /// it.
    fn window(&self, kerf: f64) -> Result<Vec<Contour>, LaserError> {
        let sites: Vec<Point> = self.puzzle.board.sites().iter().map(|s| s.site).collect();
        if sites.is_empty() {
            return Err(LaserError::NoBoard);
        }
        // The beam runs inside the window; the pieces have half a gap around them.
        let outward = (self.clearance - kerf) / 2.0;
        if self.puzzle.lattice.form == SiteForm::Edge {
            let pen = Pen {
                half: (self.bar + self.clearance) / 2.0 + outward,
                unit: self.unit,
                joints: self.joints,
                channel: true,
                corner_radius: 0.0,
            };
            return Ok(bars::contours(&self.page, &sites, pen));
        }
        let relief = self.settings.relief.in_mm() - kerf / 2.0;
        let convex = if relief > 0.0 { CornerForm::Relief(relief) } else { CornerForm::Sharp };
        // Where the frame sticks out, pieces are round too.
        let radius = self.settings.corner_radius.in_mm();
        let corners = Corners { convex, concave: round(radius, radius + kerf / 2.0) };
        outline::contours(&self.page, &sites, self.unit, outward, corners).ok_or_else(|| {
            LaserError::Narrow { clearance: self.settings.clearance, part: "the board".to_owned() }
        })
    }

    pub(super) fn tray(&self, list: &mut PartList) -> Result<(), LaserError> {
        let kerf = self.kerf("/frame");
        let window = self.window(kerf)?;
        let parts = &self.settings.parts;
        let (mut outer, islands): (Vec<Contour>, Vec<Contour>) =
            window.into_iter().partition(|contour| area(contour) > 0.0);
        let bounds = super::path::bounds(&outer).ok_or(LaserError::NoBoard)?;
        list.board = Some(bounds);
        let wall = parts.wall.in_mm();
        // The border of each part as it is cut; all of them are of one size.
        let rim = |part: &str| {
            let own = self.kerf(part);
            let edge = wall + (kerf + own) / 2.0;
            let min = bounds.min.map(|n| n - edge);
            let max = bounds.max.map(|n| n + edge);
            rectangle(min, max, wall * TRAY_CORNER + own / 2.0)
        };
        if parts.frame {
            let notches = self.cut_notches(&mut outer, bounds)?;
            let rim = std::iter::once(rim("/frame"));
            let paths = rim.chain(outer.iter().map(reversed)).collect();
            let mut frame = self.part(PartKind::Frame, "Frame".to_owned(), paths, list);
            self.frame_texts(&mut frame, bounds, &notches, list);
            self.put_artwork(&mut frame, "/frame", list)?;
            list.parts.push(frame);
        }
        if parts.base {
            let mut base = self.part(PartKind::Base, "Base".to_owned(), vec![rim("/base")], list);
            self.engrave_base(&mut base, islands.is_empty())?;
            self.put_artwork(&mut base, "/base", list)?;
            self.cut_holes(&mut base)?;
            self.engrave_grid(&mut base);
            list.parts.push(base);
        } else {
            list.notices.extend(self.missing_on_base().map(str::to_owned));
        }
        if parts.lid {
            let mut lid = self.part(PartKind::Lid, "Lid".to_owned(), vec![rim("/lid")], list);
            if !self.put_artwork(&mut lid, "/lid", list)? && parts.texts {
                let middle = [0, 1].map(|k| (bounds.min[k] + bounds.max[k]) / 2.0);
                let lettering = self.letters.text(&self.puzzle.title, parts.letters.in_mm());
                lid.put_text(lettering, middle, Some(bounds.size()), false);
            }
            list.parts.push(lid);
        }
        if parts.frame && !islands.is_empty() {
            self.add_islands(islands.len(), list)?;
        }
        Ok(())
    }

    /// The parts in the opening of the frame, of which there are some, and the notice about them.
    fn add_islands(&self, count: usize, list: &mut PartList) -> Result<(), LaserError> {
        list.notices.push(format!(
            "{} {} in the opening of the frame. Glue {} onto the base{}.",
            text::count(count as u64, "island"),
            if count == 1 { "stands" } else { "stand" },
            if count == 1 { "it" } else { "them" },
            if self.settings.parts.base { ", where it is marked" } else { "" }
        ));
        let islands = self.window(self.kerf("/islands"))?;
        let islands = islands.iter().filter(|contour| area(contour) < 0.0);
        for (n, island) in islands.enumerate() {
            let name = format!("Island {}", n + 1);
            let part = self.part(PartKind::Island, name, vec![reversed(island)], list);
            list.parts.push(part);
        }
        Ok(())
    }

    /// The sites of the board, and their colour labels.
    fn labelled_sites(&self) -> (Vec<Point>, Vec<Option<Label>>) {
        let board = &self.puzzle.board;
        let sites = board.sites().iter().map(|s| s.site);
        (sites.collect(), (0..board.sites().len()).map(|i| board.label(i)).collect())
    }

    /// The notices about what is wanted and only the base has room for, where there is no base.
    fn missing_on_base(&self) -> impl Iterator<Item = &'static str> {
        let parts = &self.settings.parts;
        let (sites, labels) = self.labelled_sites();
        let has_texts = parts.texts && !self.puzzle.site_texts.is_empty()
            || !self.badges(&sites, &labels).is_empty();
        let missing = [has_texts.then_some(NO_BASE), parts.grid.then_some(NO_BASE_FOR_GRID)];
        missing.into_iter().flatten()
    }

    /// Engraves the texts and colour labels of the board on the base, and where islands belong.
    fn engrave_base(&self, base: &mut CutPart, is_whole: bool) -> Result<(), LaserError> {
        let parts = &self.settings.parts;
        let mut texts = match parts.texts {
            true => SiteLabel::of_board(self.puzzle, &self.page),
            false => Vec::new(),
        };
        let (sites, labels) = self.labelled_sites();
        // A site with both has its label beside its text, as in pictures.
        let has_text = |site: Point| texts.iter().any(|text| text.site == site);
        let at = |badge: &Badge| match has_text(badge.site) {
            true => badge.at,
            false => picture::middle(&self.page, badge.site),
        };
        let marks: Vec<(BadgeForm, Xy)> =
            self.badges(&sites, &labels).iter().map(|badge| (badge.form, at(badge))).collect();
        // The texts of a group are a series, as those of no group are.
        for group in &self.puzzle.site_groups {
            let (own, rest): (Vec<_>, _) =
                texts.into_iter().partition(|t| group.sites.contains(&t.site));
            self.put_site_labels(base, &own);
            texts = rest;
        }
        self.put_site_labels(base, &texts);
        for (form, at) in marks {
            self.put_mark(base, form, at, false);
        }
        if parts.frame && !is_whole {
            let edges = self.window(0.0)?;
            let islands = edges.into_iter().filter(|edge| area(edge) < 0.0).collect();
            base.engrave(islands, Operation::Engrave);
        }
        Ok(())
    }

    /// Engraves the grid of the board on the base, if it is wanted: the sides between two of its sites, or
    /// the edges that its sticks lie on, each once. A line along a side takes nothing from a finger hole,
    /// which lies inside a site.
    fn engrave_grid(&self, base: &mut CutPart) {
        if !self.settings.parts.grid {
            return;
        }
        let sites = self.puzzle.board.sites().iter();
        let sides = sides(sites.map(|site| self.puzzle.lattice.outline(site.site)));
        // A side of two sites is there both ways, as an edge is.
        let runs = sides.chunk_by(|one, other| (one.0, one.1) == (other.0, other.1));
        let inner = runs.filter(|ways| ways.len() > 1).map(|ways| (ways[0].0, ways[0].1)).collect();
        let lines = lines_along(&self.page, inner, self.unit);
        if !lines.is_empty() {
            base.engrave(lines, Operation::Engrave);
        }
    }

    /// Cuts the finger holes into the base, if they are wanted, where they take no text away.
    fn cut_holes(&self, base: &mut CutPart) -> Result<(), LaserError> {
        let making::Parts { holes, hole_diameter: diameter, .. } = self.settings.parts;
        let count = u8::from(holes);
        if count == 0 {
            return Ok(());
        }
        if diameter.in_um() <= 2 * self.settings.kerf_of("/base").in_um() {
            return Err(LaserError::ThinGrip { what: "Finger holes", size: diameter });
        }
        let radius = diameter.in_mm() / 2.0;
        let edges = self.window(0.0)?;
        let bounds = super::path::bounds(&edges).ok_or(LaserError::NoBoard)?;
        let texts = base.laid(Motion::NONE).texts;
        let texts = texts.iter().map(|line| &line.contour);
        let obstacles: Vec<Vec<Xy>> = edges.iter().chain(texts).map(flat).collect();
        let has_room = |at: &Xy, outline: &[Xy]| {
            let room = radius + BESIDE_HOLE.in_mm() - 1e-9;
            clear_distance(*at, outline) >= radius
                && obstacles.iter().all(|line| clear_distance(*at, line) >= room)
        };
        let mut places: Vec<Xy> = Vec::new();
        for site in self.puzzle.board.sites() {
            let in_mm = |at: Xy| at.map(|n| n * self.unit);
            let outline: Vec<Xy> = self.page.outline(site.site).into_iter().map(in_mm).collect();
            let at = in_mm(picture::middle(&self.page, site.site));
            if has_room(&at, &outline) {
                places.push(at);
            }
        }
        let apart = diameter.in_mm() + BESIDE_HOLE.in_mm();
        let found = grips::spread(usize::from(count), bounds, &places, apart);
        let middles = found.ok_or(LaserError::Holes { count, diameter })?;
        // The beam runs inside the hole.
        let hole = |at| reversed(&Contour::circle(at, radius - self.kerf("/base") / 2.0));
        let line = |contour| PartLine::new(contour, Operation::CutInner);
        base.paths.extend(middles.into_iter().map(hole).map(line));
        Ok(())
    }

    /// Cuts the thumb notches into the contours of the window, if they are wanted; their middles.
    fn cut_notches(&self, window: &mut [Contour], bounds: Bounds) -> Result<Vec<Xy>, LaserError> {
        let making::Parts { notch: radius, wall, .. } = self.settings.parts;
        if radius == Length::ZERO {
            return Ok(Vec::new());
        }
        if radius.in_um() <= self.settings.kerf_of("/frame").in_um() {
            return Err(LaserError::ThinGrip { what: "Thumb notches", size: radius });
        }
        if radius.in_um() + BESIDE_NOTCH.in_um() > wall.in_um() {
            return Err(LaserError::NotchWall { radius, wall });
        }
        let mut middles = Vec::new();
        for side in Side::long_sides(bounds) {
            let middle = grips::cut_notch(window, side, radius.in_mm(), self.kerf("/frame"));
            middles.push(middle.ok_or(LaserError::NotchEdge { radius })?);
        }
        Ok(middles)
    }

    /// Title and number of solutions, on the lower and the upper wall, beside the notches there.
    fn frame_texts(
        &self,
        frame: &mut CutPart,
        window: Bounds,
        notches: &[Xy],
        list: &mut PartList,
    ) {
        let parts = &self.settings.parts;
        if !parts.texts {
            return;
        }
        let wall = parts.wall.in_mm();
        let height = parts.letters.in_mm().min(wall * WALL_LETTERS);
        let mut least = height;
        let radius = parts.notch.in_mm();
        let mut put = |words: &str, y: f64| {
            let [mut from, mut to] = [window.min[0], window.max[0]];
            for notch in notches.iter().filter(|at| (at[1] - y).abs() < wall + radius) {
                let [left, right] = [-1.0, 1.0].map(|way| notch[0] + way * radius);
                if left - from >= to - right - 1e-6 {
                    to = to.min(left)
                } else {
                    from = from.max(right)
                }
            }
            let room = Some([to - from, wall * WALL_TEXT]);
            let at = [(from + to) / 2.0, y];
            let scale = frame.put_text(self.letters.text(words, height), at, room, false);
            least = least.min(height * scale);
        };
        put(&self.puzzle.title, window.max[1] + wall / 2.0);
        // Of a puzzle that is there for its variants none of the whole board is expected.
        if let Some(count) = self.puzzle.expect.distinct.filter(|&count| count > 0) {
            put(&text::count(count, "solution"), window.min[1] - wall / 2.0);
        }
        if least < parts.letters.in_mm() - 0.05 {
            list.notices.push(format!(
                "Letters on the frame are {least:.1} mm high instead of {} mm, since its walls have \
                 no more room.",
                parts.letters
            ));
        }
    }

    /// A comb with a slot for each of some clearances, and the gauge that is tried in them.
    pub(super) fn comb(&self, list: &mut PartList) {
        let mut top: Vec<Xy> = vec![[0.0, 0.0]];
        let mut middles = Vec::new();
        let mut x = TOOTH;
        for clearance in COMB_CLEARANCES {
            let width = GAUGE + Length::um(clearance).in_mm();
            top.extend([[x, 0.0], [x, SLOT_DEPTH], [x + width, SLOT_DEPTH], [x + width, 0.0]]);
            middles.push(x + width / 2.0);
            x += width + TOOTH;
        }
        top.extend([[x, 0.0], [x, COMB_HEIGHT], [0.0, COMB_HEIGHT]]);
        let cut = |polygon: &[Xy]| {
            let moved =
                offset(polygon, self.kerf("/comb") / 2.0).unwrap_or_else(|| polygon.to_vec());
            vec![with_corners(&moved, |_| CornerForm::Sharp)]
        };
        let mut comb = self.part(PartKind::Comb, "Comb".to_owned(), cut(&top), list);
        let low = COMB_HEIGHT - SLOT_DEPTH;
        for (clearance, x) in COMB_CLEARANCES.into_iter().zip(middles) {
            let words = format!("{:.2}", Length::um(clearance).in_mm());
            let at = [x, SLOT_DEPTH + low / 2.0];
            comb.put_text(self.letters.text(&words, low / 2.0), at, Some([GAUGE, low]), false);
        }
        list.parts.push(comb);
        let gauge = [[0.0, 0.0], [GAUGE, 0.0], [GAUGE, 2.0 * GAUGE], [0.0, 2.0 * GAUGE]];
        let gauge = self.part(PartKind::Gauge, "Gauge".to_owned(), cut(&gauge), list);
        list.parts.push(gauge);
    }
}
