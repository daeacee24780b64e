//! The paint of the pieces in a drawing, so that every printer and every reader can tell them
//! apart.

use std::collections::{BTreeMap, BTreeSet};

use super::Canvas;
use crate::lattice::{Lattice, Point};
use crate::picture::copy_colours;
use crate::picture::drawing::{Contour, Group, Ink, Path, Stroke};
use crate::picture::space::mixed;
use crate::picture::{Bounds, Figure, Xy};
use crate::puzzle::making::Look;
use crate::puzzle::{Colour, PieceId};
use crate::solution::verify::Placed;

/// The greys of pieces, those first that differ most.
const GREYS: [u8; 5] = [0xC4, 0x8C, 0xE6, 0x62, 0xA8];
/// The grey of a piece by itself.
const PLAIN_GREY: u8 = 0xC8;
/// The greatest grey on which letters are white.
const DARK_GREY: u8 = 0x80;
/// The share of the ground in the paint of pieces that others are told apart from.
const PALENESS: f64 = 0.65;
/// The colour of letters on light ground, and of lines.
const DARK: [u8; 3] = [0x11, 0x13, 0x17];
/// The distance between the lines of a pattern, in units.
const SPACING: f64 = 0.2;

/// The paint of a piece.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Paint {
    /// Its inside.
    pub(super) fill: [u8; 3],
    /// The line around a stick.
    pub(super) outline: [u8; 3],
    /// Its name and its grid.
    pub(super) label: [u8; 3],
    /// Its pattern of lines, by number.
    pub(super) pattern: Option<usize>,
}

impl Paint {
    fn grey(grey: u8) -> Paint {
        let label = if grey <= DARK_GREY { [0xFF; 3] } else { DARK };
        Paint { fill: [grey; 3], outline: DARK, label, pattern: None }
    }

    fn white(pattern: Option<usize>) -> Paint {
        Paint { fill: [0xFF; 3], outline: DARK, label: DARK, pattern }
    }
}

impl Canvas<'_> {
    /// The paint of each piece that lies on the board.
    pub(super) fn paints(&self, placed: &Placed) -> Vec<Paint> {
        let sites: Vec<Vec<Point>> = placed.iter().map(|(_, sites)| sites.clone()).collect();
        match self.style.look {
            Look::Colour => {
                let copies = copy_colours(self.puzzle, &sites);
                let own = |(n, (id, _)): (usize, &(PieceId, Vec<Point>))| {
                    let colour = self.puzzle.piece(*id).colour;
                    self.coloured(copies.as_ref().map_or(colour, |colours| colours[n]))
                };
                placed.iter().enumerate().map(own).collect()
            }
            Look::Greyscale => {
                let classes = map_colouring(self.puzzle.lattice, &sites);
                classes.into_iter().map(|class| Paint::grey(GREYS[class % GREYS.len()])).collect()
            }
            Look::Outlines => vec![Paint::white(None); placed.len()],
            Look::Patterns => placed.iter().map(|(id, _)| Paint::white(Some(id.index()))).collect(),
        }
    }

    /// The paint of a piece by itself.
    pub(super) fn paint_alone(&self, piece: PieceId) -> Paint {
        match self.style.look {
            Look::Colour => self.coloured(self.puzzle.piece(piece).colour),
            Look::Greyscale => Paint::grey(PLAIN_GREY),
            Look::Outlines => Paint::white(None),
            Look::Patterns => Paint::white(Some(piece.index())),
        }
    }

    /// A paint where some pieces are told apart from others: those keep it, or are grey where pieces are
    /// white, and the others are pale.
    pub(super) fn told_apart(&self, paint: Paint, is_meant: bool) -> Paint {
        match (is_meant, self.style.look) {
            (true, Look::Colour | Look::Greyscale) => paint,
            (true, Look::Outlines | Look::Patterns) => Paint { fill: [PLAIN_GREY; 3], ..paint },
            (false, _) => Paint {
                fill: mixed(paint.fill, self.ground().rgb, PALENESS),
                label: self.text().rgb,
                ..paint
            },
        }
    }

    fn coloured(&self, colour: Colour) -> Paint {
        let shade = colour.shade(self.style.dark);
        Paint { fill: shade.fill, outline: shade.outline, label: shade.label, pattern: None }
    }

    /// The pattern of a piece of cells, seen within its outline.
    pub(super) fn pattern(&self, figure: &Figure, number: usize) -> Group {
        let clip = self.contours(&figure.outline, true);
        let corners = figure.outline.iter().flatten().map(|p| p.map(|n| n * self.scale));
        let Some(bounds) = Bounds::of_points(corners) else { return Group::new() };
        let (directions, density) = PATTERNS[number % PATTERNS.len()];
        let stroke = Stroke::new(Ink { rgb: DARK, opacity: 0.55 }, 0.6 * self.pen);
        let spacing = SPACING * self.scale / density;
        let lines = directions.iter().flat_map(|&direction| hatch(&bounds, direction, spacing));
        let lines = Path::lines(lines.collect(), stroke);
        Group { clip, ..Group::new() }.with(lines)
    }

    /// The pattern of a piece of sticks: dashes along its middle.
    pub(super) fn dashes(&self, lines: Vec<Contour>, width: f64, number: usize) -> Path {
        let unit = self.scale;
        let dashes: &[f64] = match number % 6 {
            0 => &[],
            1 => &[0.12, 0.12],
            2 => &[0.001, 0.14],
            3 => &[0.3, 0.15],
            4 => &[0.3, 0.12, 0.001, 0.12],
            _ => &[0.15, 0.3],
        };
        let dashes: Vec<f64> = dashes.iter().map(|n| n * unit).collect();
        let share = if number % 12 < 6 { 0.2 } else { 0.5 };
        Path::lines(lines, Stroke::new(DARK.into(), width * share).dashed(&dashes))
    }
}

/// The patterns: directions of lines in eighths of a turn, and how dense they are. Those of pieces
/// that follow one another differ in both.
const PATTERNS: [(&[u8], f64); 12] = [
    (&[1], 1.0),
    (&[0], 1.6),
    (&[3], 1.0),
    (&[2], 1.6),
    (&[], 1.0),
    (&[1, 3], 1.0),
    (&[0, 2], 0.8),
    (&[1], 2.0),
    (&[0], 0.8),
    (&[3], 2.0),
    (&[2], 0.8),
    (&[0, 2], 1.8),
];

/// Parallel lines across a rectangle, in multiples of a distance from the origin, so that those of
/// neighbouring parts meet.
fn hatch(bounds: &Bounds, direction: u8, spacing: f64) -> Vec<Contour> {
    let angle = f64::from(direction) * std::f64::consts::FRAC_PI_4;
    let (along, across) = ([angle.cos(), angle.sin()], [-angle.sin(), angle.cos()]);
    let corners =
        [bounds.min, bounds.max, [bounds.min[0], bounds.max[1]], [bounds.max[0], bounds.min[1]]];
    let range = |axis: Xy| {
        let all = corners.map(|p| p[0] * axis[0] + p[1] * axis[1]);
        let least = all.iter().copied().fold(f64::INFINITY, f64::min);
        (least, all.iter().copied().fold(f64::NEG_INFINITY, f64::max))
    };
    let ((from, to), (least, most)) = (range(along), range(across));
    let (first, last) = ((least / spacing).ceil() as i64, (most / spacing).floor() as i64);
    let line = |k: i64| {
        let off = k as f64 * spacing;
        let at = |t: f64| [0, 1].map(|i| along[i] * t + across[i] * off);
        Contour::polyline([at(from), at(to)], false)
    };
    (first..=last).map(line).collect()
}

/// A class for each set of sites, so that sets that adjoin have different ones: few of them, four
/// or five on a plane. Those with the most different neighbours first (Brélaz, 1979).
///
/// Cost: the square of the number of sets, and linear in the sites.
fn map_colouring(lattice: &Lattice, sets: &[Vec<Point>]) -> Vec<usize> {
    let owner: BTreeMap<Point, usize> = sets
        .iter()
        .enumerate()
        .flat_map(|(n, sites)| sites.iter().map(move |&site| (site, n)))
        .collect();
    let around: Vec<BTreeSet<usize>> = sets
        .iter()
        .enumerate()
        .map(|(n, sites)| {
            let beside = sites.iter().flat_map(|&site| lattice.neighbours(site));
            beside.filter_map(|site| owner.get(&site).copied()).filter(|&m| m != n).collect()
        })
        .collect();
    let mut classes: Vec<Option<usize>> = vec![None; sets.len()];
    let taken = |n: usize, classes: &[Option<usize>]| -> BTreeSet<usize> {
        around[n].iter().filter_map(|&m| classes[m]).collect()
    };
    for _ in 0..sets.len() {
        let open = (0..sets.len()).filter(|&n| classes[n].is_none());
        let rank = |&n: &usize| (taken(n, &classes).len(), around[n].len(), std::cmp::Reverse(n));
        let Some(next) = open.max_by_key(rank) else { break };
        let taken = taken(next, &classes);
        classes[next] = (0..).find(|class| !taken.contains(class));
    }
    classes.into_iter().map(Option::unwrap_or_default).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::square;

    #[test]
    fn sets_that_adjoin_are_in_different_classes_and_few_are_needed() {
        // A board of 9 × 9 in sets of three in a row, each row shifted by one.
        let site = |x: i32, y: i32| Point::new(2 * x + 1, 2 * y + 1, 0);
        let mut sets: BTreeMap<(i32, i32), Vec<Point>> = BTreeMap::new();
        for y in 0..9 {
            for x in 0..9 {
                sets.entry((y, (x + y) / 3)).or_default().push(site(x, y));
            }
        }
        let sets: Vec<Vec<Point>> = sets.into_values().collect();
        let classes = map_colouring(&square::LATTICE, &sets);
        let of = |p: Point| sets.iter().position(|s| s.contains(&p)).map(|n| (n, classes[n]));
        for (n, set) in sets.iter().enumerate() {
            for beside in set.iter().flat_map(|&s| square::LATTICE.neighbours(s)) {
                if let Some((m, class)) = of(beside) {
                    assert!(m == n || class != classes[n]);
                }
            }
        }
        assert!(classes.iter().all(|&class| class < GREYS.len()), "{classes:?}");
    }

    #[test]
    fn the_lines_of_a_pattern_cross_the_whole_rectangle() {
        let bounds = Bounds { min: [3.0, 4.0], max: [13.0, 9.0] };
        let count = |direction| hatch(&bounds, direction, 1.0).len();
        assert_eq!((count(0), count(2)), (6, 11));
        // The rectangle is 15/√2 = 10.6 wide across the lines.
        assert_eq!(count(1), 11);
    }
}
