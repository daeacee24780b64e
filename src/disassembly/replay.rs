//! Checking a list of moves cell by cell. Shares no code with the search.
//!
//! Cells are convex. What a cell sweeps in a move is the hull of where it begins and ends, and the
//! insides of two hulls have no common point just if a plane separates them: all of one lies at or
//! beyond it, all of the other at or before it, and not both in it (Rockafellar, *Convex Analysis*,
//! 1970, theorem 11.3). Its normal is that of a face of their difference.

use super::{Move, Part, Separation};
use crate::encode::Placed;
use crate::lattice::{Lattice, Point};
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

/// The corners of a cell or edge, or one corner that a stick runs straight through.
type Cell = Vec<[i64; 3]>;

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
        let place = |corner: Point| corner.coordinates().map(i64::from);
        let mut cells: Vec<Cell> =
            sites.iter().map(|&s| lattice.corners(s).into_iter().map(place).collect()).collect();
        if junctions == JunctionRule::NoCrossing {
            cells.extend(lattice.straight_corners(sites).into_iter().map(|c| vec![place(c)]));
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
        for &moving in &own.pieces {
            for &other in &standing {
                if sweep_meets(&self.pieces[moving], by, &self.pieces[other]) {
                    return Err(ReplayError::Collision {
                        separation: self.separation,
                        at: self.at,
                        moving: moving + 1,
                        standing: other + 1,
                    });
                }
            }
        }
        if own.steps.is_some() {
            for &piece in &own.pieces {
                self.pieces[piece] =
                    self.pieces[piece].iter().map(|cell| moved(cell, by)).collect();
            }
        }
        Ok(())
    }

    /// Steps after which a piece is beyond all others.
    fn far(&self, pieces: &[usize]) -> i64 {
        let corners = pieces.iter().flat_map(|&piece| self.pieces[piece].iter().flatten());
        let numbers = corners.flatten().copied();
        let (least, most) = numbers.fold((0, 0), |(l, m): (i64, i64), n| (l.min(n), m.max(n)));
        most - least + 1
    }
}

fn moved(cell: &[[i64; 3]], by: [i64; 3]) -> Cell {
    cell.iter().map(|corner| [0, 1, 2].map(|k| corner[k] + by[k])).collect()
}

/// The hull of some points, and the box around it.
struct Hull {
    corners: Cell,
    least: [i64; 3],
    most: [i64; 3],
}

impl Hull {
    fn new(corners: Cell) -> Hull {
        let [x, y, z] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]].map(|normal| range(&corners, normal));
        Hull { corners, least: [x[0], y[0], z[0]], most: [x[1], y[1], z[1]] }
    }
}

/// Returns whether the cells of a piece meet those of another on their way or at its end.
fn sweep_meets(moving: &[Cell], by: [i64; 3], standing: &[Cell]) -> bool {
    let swept: Vec<[Hull; 2]> = moving
        .iter()
        .map(|cell| {
            let end = moved(cell, by);
            [Hull::new([&cell[..], &end[..]].concat()), Hull::new(end)]
        })
        .collect();
    let all = Hull::new(swept.iter().flat_map(|[way, _]| &way.corners).copied().collect());
    let is_near =
        |cell: &Hull| (0..3).all(|k| all.least[k] <= cell.most[k] && cell.least[k] <= all.most[k]);
    let cells = standing.iter().map(|cell| Hull::new(cell.clone()));
    let mut near = cells.filter(is_near);
    near.any(|cell| swept.iter().flatten().any(|own| meet(own, &cell)))
}

/// The least and the most that a direction measures of some points.
fn range(points: &[[i64; 3]], normal: [i64; 3]) -> [i64; 2] {
    let values = points.iter().map(|p| (0..3).map(|k| p[k] * normal[k]).sum::<i64>());
    values.fold([i64::MAX, i64::MIN], |[least, most], v| [least.min(v), most.max(v)])
}

/// Returns whether the insides of two hulls have a common point.
fn meet(a: &Hull, b: &Hull) -> bool {
    let parts = |a: [i64; 2], b: [i64; 2]| {
        (a[1] <= b[0] || b[1] <= a[0]) && !(a[0] == b[1] && a[1] == b[0])
    };
    if (0..3).any(|k| parts([a.least[k], a.most[k]], [b.least[k], b.most[k]])) {
        return false;
    }
    let (a, b) = (&a.corners[..], &b.corners[..]);
    let separates = |normal: [i64; 3]| parts(range(a, normal), range(b, normal));
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
