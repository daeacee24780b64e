//! Checking a list of moves cell by cell. Shares no code with the search.
//!
//! Cells are convex. What a cell sweeps in a move is the hull of where it begins and ends, and the
//! insides of two hulls have no common point just if a plane separates them: all of one lies at or
//! beyond it, all of the other at or before it, and not both in it (Rockafellar, *Convex Analysis*,
//! 1970, theorem 11.3). Its normal is that of a face of their difference.

use super::{Move, Part, Separation};
use crate::encode::Placed;
use crate::lattice::{Lattice, Point, SiteForm};
use crate::puzzle::JunctionRule;

/// The reason why a list of moves does not take a solution apart. Separations are counted from 1 in the
/// order of [`Part::separations`], moves from 1 in each.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// Pieces that are lost, doubled or left together.
    #[error("separation {separation} does not part the pieces into two")]
    WrongParts {
        /// The separation.
        separation: usize,
    },
    /// A move that is none: no pieces or all of them, no translation, or an end where there is none.
    #[error("move {at} of separation {separation} is no move of some of the pieces")]
    NoMove {
        /// The separation.
        separation: usize,
        /// The move.
        at: usize,
    },
    /// A piece in the way of another.
    #[error("piece {moving} meets piece {standing} in move {at} of separation {separation}")]
    Collision {
        /// The separation.
        separation: usize,
        /// The move.
        at: usize,
        /// The piece that moves, by its place in the solution from 1.
        moving: usize,
        /// The piece that stands.
        standing: usize,
    },
}

/// A cell or edge, or a corner that a stick runs straight through.
struct Cell {
    corners: Vec<[i64; 3]>,
    bounds: Bounds,
}

/// The least and the most of each coordinate.
type Bounds = [[i64; 2]; 3];

impl Cell {
    fn new(corners: impl IntoIterator<Item = Point>) -> Cell {
        let place = |corner: Point| corner.coordinates().map(i64::from);
        let corners: Vec<[i64; 3]> = corners.into_iter().map(place).collect();
        let along = |k: usize| range(&corners, [0, 1, 2].map(|axis| i64::from(axis == k)));
        let bounds = [0, 1, 2].map(along);
        Cell { corners, bounds }
    }

    fn shift(&mut self, by: [i64; 3]) {
        self.corners.iter_mut().for_each(|corner| *corner = [0, 1, 2].map(|k| corner[k] + by[k]));
        self.bounds = [0, 1, 2].map(|k| self.bounds[k].map(|n| n + by[k]));
    }
}

/// Checks that moves take a solution apart, of which some pieces may stay together.
///
/// # Errors
/// The first thing that is wrong.
pub fn replay(
    (lattice, junctions): (&'static Lattice, JunctionRule),
    placed: &Placed,
    whole: &Part,
    may_stay: &dyn Fn(&[usize]) -> bool,
) -> Result<(), ReplayError> {
    let cells = |sites: &[Point]| -> Vec<Cell> {
        let mut cells: Vec<Cell> =
            sites.iter().map(|&site| Cell::new(lattice.corners(site))).collect();
        if junctions == JunctionRule::NoCrossing {
            cells.extend(lattice.straight_corners(sites).into_iter().map(|c| Cell::new([c])));
        }
        cells
    };
    let mut stage = Stage {
        lattice,
        pieces: placed.iter().map(|(_, sites)| cells(sites)).collect(),
        separation: 0,
        at: 0,
    };
    if whole.pieces != (0..placed.len()).collect::<Vec<_>>() {
        return Err(ReplayError::WrongParts { separation: 0 });
    }
    let mut open = vec![whole];
    while let Some(part) = open.pop() {
        if let Some(own) = &part.then {
            stage.separate(&part.pieces, own)?;
            open.extend([&own.away, &own.rest]);
        } else if part.pieces.len() > 1 && !may_stay(&part.pieces) {
            return Err(ReplayError::WrongParts { separation: stage.separation });
        }
    }
    Ok(())
}

/// The pieces where they are now.
struct Stage {
    lattice: &'static Lattice,
    pieces: Vec<Vec<Cell>>,
    separation: usize,
    at: usize,
}

impl Stage {
    fn separate(&mut self, pieces: &[usize], own: &Separation) -> Result<(), ReplayError> {
        self.separation += 1;
        let mut both = [&own.rest.pieces[..], &own.away.pieces[..]].concat();
        both.sort_unstable();
        if both != pieces || own.rest.pieces.is_empty() || own.away.pieces.is_empty() {
            return Err(ReplayError::WrongParts { separation: self.separation });
        }
        for (n, part) in own.moves.iter().enumerate() {
            self.at = n + 1;
            let is_last = n + 1 == own.moves.len();
            let goes = part.pieces == own.away.pieces;
            if part.steps.is_none() != is_last || is_last && !goes {
                return Err(self.no_move());
            }
            self.carry_out(pieces, part)?;
        }
        if own.moves.is_empty() { Err(self.no_move()) } else { Ok(()) }
    }

    fn no_move(&self) -> ReplayError {
        ReplayError::NoMove { separation: self.separation, at: self.at }
    }

    fn carry_out(&mut self, pieces: &[usize], own: &Move) -> Result<(), ReplayError> {
        let standing: Vec<usize> =
            pieces.iter().copied().filter(|piece| !own.pieces.contains(piece)).collect();
        let is_whole = own.step.coordinates().iter().all(|n| n % self.lattice.period == 0);
        let are_some = !standing.is_empty() && own.pieces.len() + standing.len() == pieces.len();
        if own.step == Point::ORIGIN || !is_whole || !are_some || own.pieces.is_empty() {
            return Err(self.no_move());
        }
        let steps = own.steps.map_or_else(|| self.far(pieces), i64::from);
        let by = own.step.coordinates().map(|n| i64::from(n) * steps);
        // The end of a whole cell lies in what it sweeps; that of an edge may lie at the rim.
        let is_whole = self.lattice.form == SiteForm::Cell;
        let ways: &[[[i64; 3]; 2]] =
            if is_whole { &[[[0; 3], by]] } else { &[[[0; 3], by], [by, by]] };
        let hulls = |piece: usize, ways: &[[[i64; 3]; 2]]| -> Hulls<'_> {
            let cells = self.pieces[piece].iter();
            Hulls::new(cells.flat_map(|cell| ways.iter().map(|&at| Hull::new(cell, at))).collect())
        };
        let there = standing.iter().map(|&other| (other, hulls(other, &[[[0; 3]; 2]])));
        let there: Vec<(usize, Hulls<'_>)> = there.collect();
        for &moving in &own.pieces {
            let swept = hulls(moving, ways);
            if let Some((other, _)) = there.iter().find(|(_, other)| swept.meet(other)) {
                return Err(ReplayError::Collision {
                    separation: self.separation,
                    at: self.at,
                    moving: moving + 1,
                    standing: other + 1,
                });
            }
        }
        if own.steps.is_some() {
            for &piece in &own.pieces {
                self.pieces[piece].iter_mut().for_each(|cell| cell.shift(by));
            }
        }
        Ok(())
    }

    /// Steps after which a piece is beyond all others.
    fn far(&self, pieces: &[usize]) -> i64 {
        let bounds =
            pieces.iter().flat_map(|&piece| &self.pieces[piece]).flat_map(|cell| cell.bounds);
        let all =
            bounds.fold((0, 0), |(l, m): (i64, i64), [least, most]| (l.min(least), m.max(most)));
        let (least, most) = all;
        most - least + 1
    }
}

/// The hull of a cell at two places, and the box around it.
struct Hull<'a> {
    cell: &'a Cell,
    at: [[i64; 3]; 2],
    bounds: Bounds,
}

impl<'a> Hull<'a> {
    fn new(cell: &'a Cell, at: [[i64; 3]; 2]) -> Hull<'a> {
        let bounds = [0, 1, 2].map(|k| {
            let [least, most] = cell.bounds[k];
            [least + at[0][k].min(at[1][k]), most + at[0][k].max(at[1][k])]
        });
        Hull { cell, at, bounds }
    }

    fn corners(&self) -> Vec<[i64; 3]> {
        let [begin, end] = self.at;
        let ways = if begin == end { &[begin][..] } else { &[begin, end] };
        let mut corners = Vec::with_capacity(ways.len() * self.cell.corners.len());
        for by in ways {
            corners.extend(self.cell.corners.iter().map(|c| [0, 1, 2].map(|k| c[k] + by[k])));
        }
        corners
    }
}

/// The hulls of all cells of a piece, and the box around them.
struct Hulls<'a> {
    list: Vec<Hull<'a>>,
    bounds: Bounds,
}

impl<'a> Hulls<'a> {
    fn new(list: Vec<Hull<'a>>) -> Hulls<'a> {
        let nothing = [[i64::MAX, i64::MIN]; 3];
        let bounds = list.iter().fold(nothing, |all, hull| {
            [0, 1, 2].map(|k| [all[k][0].min(hull.bounds[k][0]), all[k][1].max(hull.bounds[k][1])])
        });
        Hulls { list, bounds }
    }

    /// Returns whether the insides of two hulls have a common point.
    fn meet(&self, other: &Hulls<'_>) -> bool {
        // What lies outside the box of the other piece meets none of its cells.
        let is_near = |hull: &Hull<'_>, around: &Bounds| {
            (0..3).all(|k| hull.bounds[k][0] <= around[k][1] && around[k][0] <= hull.bounds[k][1])
        };
        let own: Vec<_> = self.list.iter().filter(|hull| is_near(hull, &other.bounds)).collect();
        let mut theirs = other.list.iter().filter(|hull| is_near(hull, &self.bounds));
        theirs.any(|hull| own.iter().any(|own| meet(own, hull)))
    }
}

/// Returns whether a plane parts what lies in two ranges across it: only points of the plane are in both,
/// and not all of both lie in it.
fn are_parted(a: [i64; 2], b: [i64; 2]) -> bool {
    (a[1] <= b[0] || b[1] <= a[0]) && !(a[0] == b[1] && a[1] == b[0])
}

/// The least and the most that a direction measures of some points.
fn range(points: &[[i64; 3]], normal: [i64; 3]) -> [i64; 2] {
    let values = points.iter().map(|p| (0..3).map(|k| p[k] * normal[k]).sum::<i64>());
    values.fold([i64::MAX, i64::MIN], |[least, most], v| [least.min(v), most.max(v)])
}

/// Returns whether the insides of two hulls have a common point.
fn meet(a: &Hull<'_>, b: &Hull<'_>) -> bool {
    if (0..3).any(|k| are_parted(a.bounds[k], b.bounds[k])) {
        return false;
    }
    let (a, b) = (&a.corners()[..], &b.corners()[..]);
    let separates = |normal: [i64; 3]| are_parted(range(a, normal), range(b, normal));
    let sides: Vec<[i64; 3]> = [a, b]
        .into_iter()
        .flat_map(|own| {
            own.iter().enumerate().flat_map(move |(n, p)| {
                own[n + 1..].iter().map(move |q| [0, 1, 2].map(|k| q[k] - p[k]))
            })
        })
        .collect();
    let is_flat = a.iter().chain(b).all(|corner| corner[2] == a[0][2]);
    let across = |p: [i64; 3], q: [i64; 3]| {
        [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]]
    };
    if is_flat {
        return !sides.iter().any(|&side| separates(side) || separates(across(side, [0, 0, 1])));
    }
    let mut pairs = sides.iter().flat_map(|p| sides.iter().map(move |q| across(*p, *q)));
    !pairs.any(|normal| normal != [0; 3] && separates(normal))
}
