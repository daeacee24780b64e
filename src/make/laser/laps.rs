//! Sticks as strips that stand on edge, with half-lap joints where they cross or meet.
//!
//! Every straight run of a piece is one strip, whose height is the width of the strip and whose
//! thickness is that of the material. At a vertex where several strips meet they share the height:
//! of two each keeps one half, of three a third, and has a slot where another has its share. The
//! shares go upwards by piece, then by direction. So a piece is put together from below, direction by
//! direction, and a solution piece by piece: nothing ever has to pass through what is there already.
//!
//! A run that ends at a bend or on another run of its piece reaches so far that its corner lies on
//! the far side of the other. A free end stops so far before its vertex that strips which pass there have
//! the clearance beside them.

use std::collections::BTreeMap;
use std::f64::consts::PI;

use super::path::{CornerForm, distance, offset, with_corners};
use crate::lattice::{Lattice, Point};
use crate::picture::drawing::Contour;
use crate::picture::{Page, Xy};

/// The least that is left of a strip beside or between slots, in millimetres.
const MIN_LEFT: f64 = 0.5;
/// Angles nearer to each other than this, in radians, are the same.
const SAME_ANGLE: f64 = 1e-6;
/// Areas and lengths below this are none.
const TINY: f64 = 1e-7;

/// The sizes of strips, in millimetres.
#[derive(Clone, Copy, Debug)]
pub(super) struct StripSizes {
    /// The side of a unit.
    pub(super) unit: f64,
    /// The thickness of the material.
    pub(super) thickness: f64,
    /// The height of the strips as they stand.
    pub(super) height: f64,
    /// By how much slots are wider and deeper than what goes into them.
    pub(super) clearance: f64,
    /// The width of what the beam removes.
    pub(super) kerf: f64,
}

/// A slot: from one place along the strip to another, and the height that is left there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Slot {
    pub(super) from: f64,
    pub(super) to: f64,
    /// The height above the table at which the slot ends.
    pub(super) at: f64,
}

/// A strip as it stands.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Strip {
    /// The piece that it belongs to, by its place in the list.
    pub(super) owner: usize,
    /// A vertex on its middle line, in millimetres, and its direction.
    pub(super) origin: Xy,
    pub(super) along: Xy,
    /// Where it begins and ends, from the origin.
    pub(super) from: f64,
    pub(super) to: f64,
    /// Slots from above and from below, ascending, apart from each other.
    pub(super) above: Vec<Slot>,
    pub(super) below: Vec<Slot>,
}

/// The strips of pieces as they lie, those of the first piece first; `None` where too little would be
/// left between slots.
pub(super) fn strips(page: &Page, pieces: &[&[Point]], sizes: StripSizes) -> Option<Vec<Strip>> {
    let runs = runs(page.lattice(), pieces);
    let reach = free_reach(page, sizes);
    let mut at: BTreeMap<Point, Vec<usize>> = BTreeMap::new();
    for (n, run) in runs.iter().enumerate() {
        for &vertex in &run.vertices {
            at.entry(vertex).or_default().push(n);
        }
    }
    let place = |p: Point| page.at(p).map(|n| n * sizes.unit);
    let mut strips: Vec<Strip> = Vec::with_capacity(runs.len());
    for (n, run) in runs.iter().enumerate() {
        let (first, last) = (run.vertices[0], run.vertices[run.vertices.len() - 1]);
        let (origin, end) = (place(first), place(last));
        let length = distance(origin, end);
        let along = [0, 1].map(|k| (end[k] - origin[k]) / length);
        let beyond = |vertex: Point, arm: Xy| {
            let own = at[&vertex].iter().filter(|&&m| m != n && runs[m].owner == run.owner);
            let arms = own.flat_map(|&m| runs[m].arms(vertex)).map(|to| {
                let ([ax, ay], [bx, by]) = (place(vertex), place(to));
                let [dx, dy] = [bx - ax, by - ay];
                (arm[0] * dy - arm[1] * dx).abs().atan2(arm[0] * dx + arm[1] * dy)
            });
            let reaches = arms.map(|gap| sizes.thickness / 2.0 / (gap / 2.0).tan());
            let least = reaches.fold(f64::INFINITY, f64::min);
            if least.is_finite() { least } else { -reach }
        };
        let from = -beyond(first, along);
        let to = length + beyond(last, along.map(|n| -n));
        strips.push(Strip {
            owner: run.owner,
            origin,
            along,
            from,
            to,
            above: Vec::new(),
            below: Vec::new(),
        });
    }
    for around in at.values() {
        join(&mut strips, around, sizes)?;
    }
    for strip in &mut strips {
        for slots in [&mut strip.above, &mut strip.below] {
            slots.sort_by(|a, b| a.from.total_cmp(&b.from));
        }
    }
    let rests = |strip: &Strip| {
        let apart = |slots: &[Slot]| slots.windows(2).all(|w| w[1].from - w[0].to >= MIN_LEFT);
        let is_long = strip.to - strip.from >= 2.0 * MIN_LEFT;
        // A slot from above and one from below may face each other at one vertex alone.
        let facing = strip.above.iter().all(|a| {
            strip.below.iter().all(|b| {
                let is_clear = a.from - b.to >= MIN_LEFT || b.from - a.to >= MIN_LEFT;
                is_clear || a.at - b.at >= MIN_LEFT
            })
        });
        is_long && apart(&strip.above) && apart(&strip.below) && facing
    };
    strips.iter().all(rests).then_some(strips)
}

/// Gives the strips around a vertex their shares of the height; `None` where these are too thin.
fn join(strips: &mut [Strip], around: &[usize], sizes: StripSizes) -> Option<()> {
    let corners: Vec<[Xy; 4]> = around.iter().map(|&n| strips[n].plan(sizes.thickness)).collect();
    // Where each meets each other, along itself.
    let mut meets: BTreeMap<(usize, usize), (f64, f64)> = BTreeMap::new();
    for (i, &n) in around.iter().enumerate() {
        for j in (0..around.len()).filter(|&j| j != i) {
            let common = common(&corners[i], &corners[j]);
            if area_of(&common).abs() > TINY {
                let along = common.iter().map(|&p| strips[n].position(p));
                let (low, high) =
                    along.fold((f64::INFINITY, -f64::INFINITY), |(l, h), x| (l.min(x), h.max(x)));
                meets.insert((i, j), (low, high));
            }
        }
    }
    let mut sharing: Vec<usize> = meets.keys().map(|&(i, _)| i).collect();
    sharing.dedup();
    let rank = |i: &usize| {
        let strip = &strips[around[*i]];
        let [x, y] = strip.along;
        let angle = y.atan2(x).rem_euclid(PI);
        let angle = if PI - angle < SAME_ANGLE { 0.0 } else { angle };
        // Angles that differ by rounding alone are the same; then it is the order of the list.
        (strip.owner, (angle * 1e6).round() as i64, *i)
    };
    sharing.sort_by_key(rank);
    let share = sizes.height / sharing.len().max(1) as f64;
    if share - sizes.clearance < MIN_LEFT && !sharing.is_empty() {
        return None;
    }
    for (level, &i) in sharing.iter().enumerate() {
        let reach = |others: &[usize]| {
            let met = others.iter().filter_map(|&j| meets.get(&(i, j)));
            met.fold(None, |sum: Option<(f64, f64)>, &(low, high)| {
                Some(sum.map_or((low, high), |(l, h)| (l.min(low), h.max(high))))
            })
        };
        let play = sizes.clearance / 2.0;
        let strip = &mut strips[around[i]];
        let slot = |(low, high): (f64, f64), at: f64| Slot {
            from: if low - play <= strip.from + TINY { strip.from } else { low - play },
            to: if high + play >= strip.to - TINY { strip.to } else { high + play },
            at,
        };
        let above =
            reach(&sharing[level + 1..]).map(|met| slot(met, share * (level + 1) as f64 - play));
        let below = reach(&sharing[..level]).map(|met| slot(met, share * level as f64 + play));
        strip.above.extend(above);
        strip.below.extend(below);
    }
    Some(())
}

impl Strip {
    /// The rectangle that it stands on, clockwise.
    pub(super) fn plan(&self, thickness: f64) -> [Xy; 4] {
        let ([ox, oy], [dx, dy]) = (self.origin, self.along);
        let half = thickness / 2.0;
        [(self.from, -half), (self.to, -half), (self.to, half), (self.from, half)]
            .map(|(x, y)| [ox + x * dx - y * dy, oy + x * dy + y * dx])
    }

    /// Returns the position of a point along the strip.
    pub(super) fn position(&self, [x, y]: Xy) -> f64 {
        (x - self.origin[0]) * self.along[0] + (y - self.origin[1]) * self.along[1]
    }

    /// Its outline as it is cut, from the origin to the right, its upper edge at 0; `None` where the kerf
    /// leaves nothing of a slot.
    pub(super) fn contour(&self, sizes: StripSizes) -> Option<Contour> {
        let line = |slots: &[Slot], level: f64| {
            let mut points: Vec<Xy> = Vec::new();
            let is_cut = |x: f64, at: fn(&Slot) -> f64| slots.iter().any(|s| at(s) == x);
            if !is_cut(self.from, |s| s.from) {
                points.push([self.from, level]);
            }
            for slot in slots {
                let low = sizes.height - slot.at;
                if slot.from > self.from {
                    points.push([slot.from, level]);
                }
                points.extend([[slot.from, low], [slot.to, low]]);
                if slot.to < self.to {
                    points.push([slot.to, level]);
                }
            }
            if !is_cut(self.to, |s| s.to) {
                points.push([self.to, level]);
            }
            points
        };
        let mut points = line(&self.above, 0.0);
        points.extend(line(&self.below, sizes.height).into_iter().rev());
        let moved = offset(&points, sizes.kerf / 2.0)?;
        Some(with_corners(&moved, |_| CornerForm::Sharp))
    }

    /// The longest stretch without a slot.
    pub(super) fn clear_stretch(&self) -> (f64, f64) {
        let mut slots: Vec<(f64, f64)> =
            self.above.iter().chain(&self.below).map(|slot| (slot.from, slot.to)).collect();
        slots.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut best = (self.from, self.from);
        let mut start = self.from;
        for (from, to) in slots.into_iter().chain([(self.to, self.to)]) {
            if from - start > best.1 - best.0 + TINY {
                best = (start, from);
            }
            start = start.max(to);
        }
        best
    }
}

/// Edges of one piece in a straight line.
struct Run {
    owner: usize,
    vertices: Vec<Point>,
}

impl Run {
    /// The vertices next to one of its own.
    fn arms(&self, vertex: Point) -> Vec<Point> {
        let Some(i) = self.vertices.iter().position(|&v| v == vertex) else { return Vec::new() };
        let before = i.checked_sub(1).map(|i| self.vertices[i]);
        before.into_iter().chain(self.vertices.get(i + 1).copied()).collect()
    }
}

/// The straight runs of pieces, by piece, then from vertex to vertex.
fn runs(lattice: &Lattice, pieces: &[&[Point]]) -> Vec<Run> {
    let mut runs = Vec::new();
    for (owner, sites) in pieces.iter().enumerate() {
        // Where an edge leads from a vertex in its direction.
        let mut onward: BTreeMap<(Point, Point), Point> = BTreeMap::new();
        for &site in *sites {
            let ends = lattice.corners(site);
            let (a, b) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
            onward.insert((b - a, a), b);
        }
        let begins = |&&(way, from): &&(Point, Point)| !onward.contains_key(&(way, from - way));
        for &(way, from) in onward.keys().filter(begins) {
            let mut vertices = vec![from];
            let mut at = from;
            while let Some(&to) = onward.get(&(way, at)) {
                vertices.push(to);
                at = to;
            }
            runs.push(Run { owner, vertices });
        }
    }
    runs
}

/// Returns the distance before its vertex at which a free end stops, in millimetres.
fn free_reach(page: &Page, sizes: StripSizes) -> f64 {
    let angles = super::bars::directions(page);
    let step = angles.windows(2).map(|w| w[1] - w[0]).fold(PI, f64::min);
    let is_opposite = angles.iter().any(|a| (a - angles[0] - PI).abs() < SAME_ANGLE);
    let (half, clearance) = (sizes.thickness / 2.0, sizes.clearance);
    if is_opposite {
        // Beside a strip that passes at the least angle.
        half / (step / 2.0).tan() + clearance / step.sin()
    } else {
        // Outside of a bend.
        half / (step / 2.0).sin() + clearance
    }
}

/// Computes the intersection of two convex polygons; both run clockwise.
pub(super) fn common(one: &[Xy], other: &[Xy]) -> Vec<Xy> {
    let mut left: Vec<Xy> = one.to_vec();
    for (i, &a) in other.iter().enumerate() {
        let b = other[(i + 1) % other.len()];
        let inside = |p: Xy| (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
        let mut cut = Vec::new();
        for (j, &p) in left.iter().enumerate() {
            let q = left[(j + 1) % left.len()];
            let (s, t) = (inside(p), inside(q));
            if s >= 0.0 {
                cut.push(p);
            }
            if (s > 0.0 && t < 0.0) || (s < 0.0 && t > 0.0) {
                cut.push([0, 1].map(|k| p[k] + s / (s - t) * (q[k] - p[k])));
            }
        }
        left = cut;
    }
    left
}

/// The area of a polygon, positive where it runs clockwise.
pub(super) fn area_of(polygon: &[Xy]) -> f64 {
    let sides = polygon.iter().zip(polygon.iter().cycle().skip(1));
    sides.map(|(a, b)| a[0] * b[1] - a[1] * b[0]).sum::<f64>() / 2.0
}
