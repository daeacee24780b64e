//! The directions in which pieces slide on a lattice, and where its cells stop each other.
//!
//! A translation of the lattice is counted in periods. Cells are convex and open: two meet if their
//! insides have a point in common, so that faces slide along each other. The same holds for edges,
//! which are segments without their ends, and for the corners that a stick runs straight through.
//!
//! A moving cell A meets a standing cell B after t steps of v if t·v lies inside B − A, the set of
//! all differences. That is convex, bounded by planes whose normals follow from the sides of A and B,
//! and all is worked out in integers.

use crate::lattice::{Lattice, Point, SiteForm};
use crate::puzzle::JunctionRule;

/// The largest translation that is tried as a direction, in periods along an axis.
const MAX_STEP: i32 = 2;
/// The largest distance, in periods along an axis, from a line along which a cell moves to a cell that
/// it meets there: cells are smaller than two periods, and steps than three.
const MAX_REACH: i32 = 6;

/// A translation, in periods along the axes.
pub(super) type Shift = [i32; 3];

/// The directions of a lattice, and all that stops a cell on its way.
#[derive(Clone, Debug)]
pub(super) struct Directions {
    pub(super) lattice: &'static Lattice,
    /// Half of all directions; the others are their opposites, in the same order.
    pub(super) steps: Vec<Step>,
    parts: Vec<Part>,
    /// By direction and moving class.
    obstacles: Vec<Vec<Obstacle>>,
}

/// A direction, by its shortest translation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) shift: Shift,
    /// An axis along which it goes one period, forwards or back.
    axis: usize,
}

/// A class of sites, or of corners that sticks run straight through.
#[derive(Clone, Debug)]
struct Part {
    residue: [i32; 3],
    /// Its corners when it lies in the first period.
    corners: Vec<[i32; 3]>,
}

/// A standing cell on the way of a moving one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Obstacle {
    /// The class of the standing cell.
    pub(super) class: usize,
    /// The difference between its line and that of the moving cell.
    pub(super) line: Shift,
    /// If it stands `k` steps ahead on its line, the moving cell can go `ahead + k` steps; if that is
    /// negative it has been passed, and the moving cell can go `behind - k` steps back.
    pub(super) ahead: i32,
    pub(super) behind: i32,
}

impl Step {
    /// Divides a translation into a line along this direction and a position on it.
    pub(super) fn divide(&self, shift: Shift) -> (Shift, i32) {
        let position = shift[self.axis] * self.shift[self.axis];
        (std::array::from_fn(|k| shift[k] - position * self.shift[k]), position)
    }
}

impl Directions {
    /// Of a lattice, whose sticks may cross at corners or not.
    pub(super) fn new(lattice: &'static Lattice, junctions: JunctionRule) -> Directions {
        let place =
            |residue: [i32; 3], corner: &[i32; 3]| [0, 1, 2].map(|k| residue[k] + corner[k]);
        let mut parts: Vec<Part> = lattice
            .classes
            .iter()
            .map(|class| {
                let corners = class.corners.iter().map(|c| place(class.residue, c)).collect();
                Part { residue: class.residue, corners }
            })
            .collect();
        if lattice.form == SiteForm::Edge && junctions == JunctionRule::NoCrossing {
            let corners = parts.iter().flat_map(|part| &part.corners);
            let mut residues: Vec<_> =
                corners.map(|corner| corner.map(|n| n.rem_euclid(lattice.period))).collect();
            residues.sort_unstable();
            residues.dedup();
            parts.extend(residues.into_iter().map(|r| Part { residue: r, corners: vec![r] }));
        }
        let steps = steps(lattice);
        let mut own = Directions { lattice, steps, parts, obstacles: Vec::new() };
        own.obstacles = own.find_obstacles();
        own
    }

    /// All directions, as translations: first those of [`Directions::steps`], then their opposites.
    pub(super) fn translation(&self, direction: usize) -> Point {
        let half = self.steps.len();
        let shift = self.steps[direction % half].shift.map(|n| n * self.lattice.period);
        if direction < half { Point::from(shift) } else { -Point::from(shift) }
    }

    /// The classes and translations of the sites of a piece and of the corners that it runs through.
    pub(super) fn parts_of(&self, sites: &[Point]) -> Vec<(usize, Shift)> {
        let through = self.lattice.straight_corners(sites);
        let (period, classes) = (self.lattice.period, self.lattice.classes.len());
        let part = |point: Point, range: std::ops::Range<usize>| {
            let at = point.coordinates();
            let mut fitting = range.filter(|&class| {
                (0..3).all(|k| (at[k] - self.parts[class].residue[k]) % period == 0)
            });
            let class = fitting.next()?;
            Some((class, [0, 1, 2].map(|k| (at[k] - self.parts[class].residue[k]) / period)))
        };
        let sites = sites.iter().filter_map(|&site| part(site, 0..classes));
        let through = through.iter().filter_map(|&corner| part(corner, classes..self.parts.len()));
        sites.chain(through).collect()
    }

    /// The obstacles that may stop a cell of a class in a direction of [`Directions::steps`].
    pub(super) fn obstacles(&self, direction: usize, moving: usize) -> &[Obstacle] {
        &self.obstacles[direction * self.parts.len() + moving]
    }

    fn find_obstacles(&self) -> Vec<Vec<Obstacle>> {
        let mut all = Vec::new();
        let spans_of = |a: &Part| {
            let others = self.parts.iter();
            let spans = |b: &Part| spans(&a.corners, &b.corners, self.lattice.dimension);
            others.map(spans).collect::<Vec<Vec<Span>>>()
        };
        let spans: Vec<Vec<Vec<Span>>> = self.parts.iter().map(spans_of).collect();
        for step in &self.steps {
            let reach = |axis: usize| {
                let is_free = axis != step.axis && axis < self.lattice.dimension;
                if is_free { -MAX_REACH..=MAX_REACH } else { 0..=0 }
            };
            let velocity = step.shift.map(|n| n * self.lattice.period);
            for spans in &spans {
                let mut found = Vec::new();
                for (class, spans) in spans.iter().enumerate() {
                    for z in reach(2) {
                        for (y, x) in reach(1).flat_map(|y| reach(0).map(move |x| (y, x))) {
                            let line = [x, y, z];
                            let away = line.map(|n| n * self.lattice.period);
                            if let Some((ahead, behind)) = meeting(spans, away, velocity) {
                                found.push(Obstacle { class, line, ahead, behind });
                            }
                        }
                    }
                }
                all.push(found);
            }
        }
        all
    }
}

/// The directions of a lattice, one of each two opposite ones: its shortest translations, and unless
/// its cells are balls the shortest ones along their sides, shorter ones first.
fn steps(lattice: &Lattice) -> Vec<Step> {
    // Squared and in millionths, so that lengths that rounding alone makes differ are equal.
    let length = |shift: Shift| {
        let way = lattice.axes.place(shift.map(f64::from));
        (way.iter().map(|n| n * n).sum::<f64>() * 1e6).round() as i64
    };
    let depth = if lattice.is_solid() { MAX_STEP } else { 0 };
    let all = (-depth..=depth)
        .flat_map(|z| (-MAX_STEP..=MAX_STEP).map(move |y| (y, z)))
        .flat_map(|(y, z)| (-MAX_STEP..=MAX_STEP).map(move |x| [x, y, z]));
    // Of two opposite ones the one whose first coordinate that is not 0 is positive; no multiples.
    let is_kept = |own: &Shift| {
        own.iter().find(|n| **n != 0).is_some_and(|n| *n > 0) && own.iter().any(|n| n.abs() == 1)
    };
    let all: Vec<Shift> = all.filter(is_kept).collect();
    let shortest = all.iter().map(|own| length(*own)).min().unwrap_or(0);
    let is_along_side = |own: Shift| {
        let of_site = |site: Point| match lattice.is_solid() {
            true => lattice.faces(site),
            false => vec![lattice.corners(site)],
        };
        let residues = lattice.classes.iter().map(|class| Point::from(class.residue));
        let mut sides = residues.flat_map(of_site).flat_map(|around| {
            let next = around.iter().copied().cycle().skip(1);
            let side = |(a, b): (&Point, Point)| (b - *a).coordinates();
            around.iter().zip(next).map(side).collect::<Vec<Shift>>()
        });
        !lattice.balls && sides.any(|side| cross(side, own) == [0; 3])
    };
    let mut kept: Vec<Shift> =
        all.into_iter().filter(|&own| length(own) == shortest || is_along_side(own)).collect();
    kept.sort_by_key(|&own| (length(own), std::cmp::Reverse(own)));
    let axis = |own: &Shift| own.iter().position(|n| n.abs() == 1).unwrap_or(0);
    kept.into_iter().map(|own| Step { axis: axis(&own), shift: own }).collect()
}

fn dot(a: [i32; 3], b: [i32; 3]) -> i64 {
    (0..3).map(|k| i64::from(a[k]) * i64::from(b[k])).sum()
}

fn cross(a: [i32; 3], b: [i32; 3]) -> [i32; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// Directions among which are the normals of all faces of the differences of two cells; in a plane
/// those along their sides too, since the differences of two segments may be a segment.
fn normals(cells: &[&[[i32; 3]]], dimension: usize) -> Vec<[i32; 3]> {
    let mut sides = Vec::new();
    for corners in cells {
        for (n, a) in corners.iter().enumerate() {
            sides.extend(corners[n + 1..].iter().map(|b| [0, 1, 2].map(|k| b[k] - a[k])));
        }
    }
    let mut normals = vec![[1, 0, 0], [0, 1, 0], [0, 0, 1]];
    if dimension == 2 {
        normals.extend(sides.iter().flat_map(|&side| [side, cross(side, [0, 0, 1])]));
    } else {
        for (n, a) in sides.iter().enumerate() {
            normals.extend(sides[n + 1..].iter().map(|b| cross(*a, *b)));
        }
    }
    normals.retain(|normal| *normal != [0; 3]);
    normals.sort_unstable();
    normals.dedup();
    normals
}

/// The range of the differences between the corners of a standing cell and those of a moving one
/// along a direction.
struct Span {
    normal: [i32; 3],
    low: i64,
    high: i64,
}

/// Those along all directions that tell where two cells meet.
fn spans(a: &[[i32; 3]], b: &[[i32; 3]], dimension: usize) -> Vec<Span> {
    let span = |normal: [i32; 3]| {
        let ends = [a, b].map(|corners| {
            let values = corners.iter().map(|&corner| dot(normal, corner));
            values.fold((i64::MAX, i64::MIN), |(l, h), v| (l.min(v), h.max(v)))
        });
        let [(low_a, high_a), (low_b, high_b)] = ends;
        Span { normal, low: low_b - high_a, high: high_b - low_a }
    };
    normals(&[a, b], dimension).into_iter().map(span).collect()
}

/// A fraction with a positive denominator.
type Fraction = (i64, i64);

fn is_less(a: Fraction, b: Fraction) -> bool {
    a.0 * b.1 < b.0 * a.1
}

/// The number of steps that can be gone ahead and back before `t * velocity` lies among the differences
/// of two cells, of which the standing one is moved away; `None` if it never does.
fn meeting(spans: &[Span], away: [i32; 3], velocity: [i32; 3]) -> Option<(i32, i32)> {
    let (mut least, mut most, mut only) = ((i64::MIN >> 32, 1), (i64::MAX >> 32, 1), None);
    for &Span { normal, low, high } in spans {
        let by = dot(normal, away);
        let (low, high) = (low + by, high + by);
        let speed = dot(normal, velocity);
        if speed == 0 {
            if !(low < 0 && 0 < high || low == 0 && high == 0) {
                return None;
            }
            continue;
        }
        let (low, high) = if speed > 0 { (low, high) } else { (-high, -low) };
        let [from, to] = [low, high].map(|value| (value, speed.abs()));
        if low == high {
            if only.is_some_and(|other: Fraction| is_less(other, from) || is_less(from, other)) {
                return None;
            }
            only = Some(from);
            continue;
        }
        least = if is_less(least, from) { from } else { least };
        most = if is_less(to, most) { to } else { most };
        if is_less(most, least) {
            return None;
        }
    }
    let floor = |(n, d): Fraction| n.div_euclid(d) as i32;
    let ceiling = |(n, d): Fraction| -((-n).div_euclid(d)) as i32;
    match only {
        None => is_less(least, most).then(|| (floor(least), floor((-most.0, most.1)))),
        Some(time) if is_less(least, time) && is_less(time, most) => {
            Some((ceiling(time) - 1, ceiling((-time.0, time.1)) - 1))
        }
        Some(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::ALL;

    #[test]
    fn every_lattice_has_directions_along_which_its_faces_slide() {
        for lattice in ALL {
            let own = Directions::new(lattice, JunctionRule::NoCrossing);
            assert!(own.steps.iter().all(|step| step.shift[step.axis].abs() == 1), "{lattice:?}");
            assert!(2 * own.steps.len() <= u64::BITS as usize, "sets of directions are bits");
            // Nothing is met at the far end of the lines that are tried.
            assert!(
                own.obstacles.iter().flatten().all(|o| o.line.iter().all(|n| n.abs() < MAX_REACH))
            );
        }
        let count = |key| {
            let lattice = Lattice::by_key(key).unwrap();
            2 * Directions::new(lattice, JunctionRule::NoCrossing).steps.len()
        };
        let keys = ["Square", "Triangle", "Hexagon", "Tetrakis", "Cube", "Sphere"];
        assert_eq!(keys.map(count), [4, 6, 12, 8, 6, 12]);
    }
}
