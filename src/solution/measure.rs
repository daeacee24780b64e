//! Measures of one solution: numbers that tell solutions apart.

use std::collections::{BTreeMap, BTreeSet};

use crate::lattice::Point;
use crate::puzzle::Puzzle;

use super::verify::Placed;

/// What can be said of one solution of any lattice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measures {
    /// Copies placed.
    pub pieces: usize,
    /// How many of them reach the border: they have a site with a neighbour off the board.
    pub at_border: usize,
    /// Corners inside the board where four or more pieces meet.
    pub crossroads: usize,
    /// Sites left uncovered (optional ones).
    pub uncovered: usize,
}

impl Measures {
    /// Measures a solution. Cost: linear in the sites covered.
    pub fn new(puzzle: &Puzzle, placed: &Placed) -> Measures {
        let lattice = puzzle.lattice;
        let mut at_border = 0;
        let mut around: BTreeMap<Point, BTreeSet<usize>> = BTreeMap::new();
        let mut covered = 0;
        for (n, (_, sites)) in placed.iter().enumerate() {
            covered += sites.len();
            let edge = |&site: &Point| {
                lattice.neighbours(site).any(|p| puzzle.board.position(p).is_none())
            };
            at_border += usize::from(sites.iter().any(edge));
            for &site in sites {
                for corner in lattice.corners(site) {
                    around.entry(corner).or_default().insert(n);
                }
            }
        }
        let crossroads = around.values().filter(|pieces| pieces.len() >= 4).count();
        let uncovered = puzzle.board.sites().len() - covered.min(puzzle.board.sites().len());
        Measures { pieces: placed.len(), at_border, crossroads, uncovered }
    }
}
