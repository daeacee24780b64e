//! The table of how far one piece can slide before it meets another.
//!
//! That depends on the two oriented shapes and on their offset alone, so the table is filled as it is
//! asked for and serves all solutions of a puzzle.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::directions::{Directions, Shift};
use crate::lattice::{Lattice, Point};
use crate::puzzle::JunctionRule;

/// The distance of a piece that never meets the other.
pub(super) const FOR_EVER: u16 = u16::MAX;
/// The number of entries at which the table is begun anew, so that its memory stays small.
const MAX_ENTRIES: usize = 1 << 20;

/// An oriented shape, by its index in the table.
type ShapeIndex = u32;

/// A piece: its oriented shape, and where it is, in periods.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Body {
    pub(super) shape: ShapeIndex,
    pub(super) at: Shift,
}

/// The distances that pieces can slide, for all solutions of one puzzle.
///
/// ```
/// use polywright::disassembly::Slides;
/// use polywright::lattice::Lattice;
/// use polywright::puzzle::JunctionRule;
///
/// let slides = Slides::new(Lattice::by_key("Hexagon").unwrap(), JunctionRule::NoCrossing);
/// // To the six neighbours, and along the six ways of its sides.
/// assert_eq!(slides.directions().count(), 12);
/// ```
#[derive(Clone, Debug)]
pub struct Slides {
    directions: Directions,
    known: FxHashMap<Vec<(usize, Shift)>, ShapeIndex>,
    shapes: Vec<Shape>,
    /// The same sites in the same order, moved near the origin: their shape, and where it is then.
    placed: FxHashMap<Vec<Point>, Body>,
    /// By two shapes and the offset between them.
    entries: FxHashMap<(ShapeIndex, ShapeIndex, i64), u32>,
    /// For each entry the distances in all directions.
    distances: Vec<u16>,
    /// For each entry the directions in which the pieces touch, and those in which they meet at all.
    directions_of: Vec<[u64; 2]>,
}

/// The distances that a piece can slide before it meets another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Between<'a> {
    /// In each direction.
    pub(super) distances: &'a [u16],
    /// The directions in which it touches the other: bits.
    pub(super) touching: u64,
    /// The directions in which it meets the other sooner or later.
    pub(super) meeting: u64,
}

/// The cells of a shape, on lines along each direction.
#[derive(Clone, Debug)]
struct Shape(Vec<Lines>);

/// The cells of a shape on lines in one direction.
#[derive(Clone, Debug, Default)]
struct Lines {
    list: Vec<(LineKey, Range<usize>)>,
    index: FxHashMap<LineKey, usize>,
    /// Positions on the lines, ascending on each.
    positions: Vec<i32>,
}

/// The class of some cells, and their line.
type LineKey = (usize, Shift);

impl Slides {
    /// An empty table for a lattice, on which sticks may cross at corners or not.
    pub fn new(lattice: &'static Lattice, junctions: JunctionRule) -> Slides {
        Slides {
            directions: Directions::new(lattice, junctions),
            known: FxHashMap::default(),
            shapes: Vec::new(),
            placed: FxHashMap::default(),
            entries: FxHashMap::default(),
            distances: Vec::new(),
            directions_of: Vec::new(),
        }
    }

    /// The directions in which pieces slide, as translations, in the order in which they are tried.
    pub fn directions(&self) -> impl Iterator<Item = Point> + '_ {
        (0..2 * self.half()).map(|direction| self.directions.translation(direction))
    }

    /// Half the number of directions: the others are the opposites of these.
    pub(super) fn half(&self) -> usize {
        self.directions.steps.len()
    }

    /// One step in a direction.
    pub(super) fn step(&self, direction: usize) -> Shift {
        let half = self.half();
        let shift = self.directions.steps[direction % half].shift;
        if direction < half { shift } else { shift.map(|n| -n) }
    }

    /// The direction and the number of steps of a translation that goes along one.
    pub(super) fn heading(&self, shift: Shift) -> Option<(usize, u32)> {
        let directions = 0..2 * self.half();
        directions.into_iter().find_map(|direction| {
            let step = self.step(direction);
            let axis = (0..3).find(|&axis| step[axis].abs() == 1)?;
            let count = u32::try_from(shift[axis] * step[axis]).ok().filter(|&count| count > 0)?;
            (step.map(|n| n * count as i32) == shift).then_some((direction, count))
        })
    }

    /// The number of coordinates that translations have.
    pub(super) fn dimension(&self) -> usize {
        self.directions.lattice.dimension
    }

    /// A piece that covers some sites.
    pub(super) fn body(&mut self, sites: &[Point]) -> Body {
        let period = self.directions.lattice.period;
        let first = sites.first().map_or([0; 3], |site| site.coordinates());
        let shift = first.map(|n| n.div_euclid(period));
        let home = Point::from(shift.map(|n| n * period));
        let near: Vec<Point> = sites.iter().map(|&site| site - home).collect();
        let own = match self.placed.get(&near) {
            Some(&own) => own,
            None => {
                if self.placed.len() >= MAX_ENTRIES / 64 {
                    self.placed.clear();
                }
                let own = self.body_of(&near);
                self.placed.insert(near, own);
                own
            }
        };
        Body { at: [0, 1, 2].map(|k| own.at[k] + shift[k]), ..own }
    }

    fn body_of(&mut self, sites: &[Point]) -> Body {
        let mut parts = self.directions.parts_of(sites);
        parts.sort_unstable();
        let at = parts.first().map_or([0; 3], |part| part.1);
        for part in &mut parts {
            part.1 = [0, 1, 2].map(|k| part.1[k] - at[k]);
        }
        let shape = match self.known.get(&parts) {
            Some(&shape) => shape,
            None => {
                self.shapes.push(Shape::new(&self.directions, &parts));
                let shape = self.shapes.len() as ShapeIndex - 1;
                self.known.insert(parts, shape);
                shape
            }
        };
        Body { shape, at }
    }

    /// Returns how far a piece can slide before it meets another, in all directions. Constant once it
    /// is known; else linear in the cells of the two, times the directions.
    pub(super) fn between(&mut self, a: Body, b: Body) -> Between<'_> {
        let count = 2 * self.half();
        let key = (a.shape, b.shape, packed(b.at) - packed(a.at));
        let entry = match self.entries.get(&key) {
            Some(&entry) => entry as usize,
            None => self.enter(key, a, b),
        };
        let [touching, meeting] = self.directions_of[entry];
        let distances = &self.distances[entry * count..(entry + 1) * count];
        Between { distances, touching, meeting }
    }

    #[cold]
    fn enter(&mut self, key: (ShapeIndex, ShapeIndex, i64), a: Body, b: Body) -> usize {
        if self.entries.len() >= MAX_ENTRIES {
            self.entries.clear();
            self.distances.clear();
            self.directions_of.clear();
        }
        let half = self.half();
        let offset = [0, 1, 2].map(|k| b.at[k] - a.at[k]);
        let entry = self.entries.len();
        self.entries.insert(key, entry as u32);
        let measured: Vec<[u16; 2]> =
            (0..half).map(|direction| self.measure(direction, a, b, offset)).collect();
        self.distances.extend((0..2 * half).map(|n| measured[n % half][n / half]));
        let own = &self.distances[2 * half * entry..];
        let bits = |is_in: fn(u16) -> bool| {
            own.iter().rev().fold(0, |bits, &distance| bits << 1 | u64::from(is_in(distance)))
        };
        self.directions_of.push([bits(|n| n == 0), bits(|n| n != FOR_EVER)]);
        entry
    }

    /// The distances that `a` can go in a direction and in its opposite before it meets `b`.
    fn measure(&self, direction: usize, a: Body, b: Body, offset: Shift) -> [u16; 2] {
        let [a, b] = [a, b].map(|body| &self.shapes[body.shape as usize].0[direction]);
        let (line_offset, offset) = self.directions.steps[direction].divide(offset);
        let (mut ahead, mut back) = (i32::MAX, i32::MAX);
        for ((class, line), range) in &a.list {
            for obstacle in self.directions.obstacles(direction, *class) {
                let other = [0, 1, 2].map(|k| line[k] + obstacle.line[k] - line_offset[k]);
                let Some(&found) = b.index.get(&(obstacle.class, other)) else { continue };
                let there = &b.positions[b.list[found].1.clone()];
                for position in &a.positions[range.clone()] {
                    let from = position - offset;
                    let next = there.partition_point(|p| obstacle.ahead + p - from < 0);
                    if let Some(p) = there.get(next) {
                        ahead = ahead.min(obstacle.ahead + p - from);
                    }
                    if let Some(p) = next.checked_sub(1).map(|last| there[last]) {
                        back = back.min((obstacle.behind - (p - from)).max(0));
                    }
                }
            }
        }
        // What is further away than numbers go is said to be as far as they go.
        let distance = |n: i32| match n {
            i32::MAX => FOR_EVER,
            _ => n.min(i32::from(FOR_EVER) - 1) as u16,
        };
        [distance(ahead), distance(back)]
    }
}

/// A translation as one number: sums and differences of those of less than 2²⁰ periods are theirs too.
pub(super) fn packed(shift: Shift) -> i64 {
    i64::from(shift[0]) + (i64::from(shift[1]) << 21) + (i64::from(shift[2]) << 42)
}

impl Shape {
    fn new(directions: &Directions, parts: &[(usize, Shift)]) -> Shape {
        let along = |direction: usize| {
            let mut cells: Vec<(LineKey, i32)> = parts
                .iter()
                .map(|&(class, shift)| {
                    let (line, position) = directions.steps[direction].divide(shift);
                    ((class, line), position)
                })
                .collect();
            cells.sort_unstable();
            let mut lines = Lines::default();
            for (key, position) in cells {
                let at = lines.positions.len();
                match lines.list.last_mut() {
                    Some((last, range)) if *last == key => range.end = at + 1,
                    _ => {
                        lines.index.insert(key, lines.list.len());
                        lines.list.push((key, at..at + 1));
                    }
                }
                lines.positions.push(position);
            }
            lines
        };
        Shape((0..directions.steps.len()).map(along).collect())
    }
}
