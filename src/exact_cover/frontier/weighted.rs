//! The problem of a frontier sweep: an exact cover problem in which an option may count for several
//! copies of an item.

use super::super::{Cell, ItemKind, Problem};

/// An exact cover problem of plain numbers. More general than [`Problem`] in one respect: an
/// option can cover an item several times. The solutions that a symmetry maps to themselves are
/// those of such a problem, in which one option stands for all its images.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WeightedProblem {
    /// The number of times that each item must be covered.
    pub kinds: Vec<ItemKind>,
    /// The items that each option covers, each item once.
    pub options: Vec<Vec<Covered>>,
    /// The weight of each option: a solution counts as often as the product of the weights of its
    /// options. Empty when all are 1.
    pub weights: Vec<u32>,
}

/// An item as an option covers it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Covered {
    /// The item.
    pub item: u32,
    /// The number of times, at least 1.
    pub times: u32,
    /// In which colour, from 1; 0 for none.
    pub colour: u32,
}

impl WeightedProblem {
    /// The same as a problem.
    pub fn from_problem(problem: &Problem) -> WeightedProblem {
        let covered = |cell: Cell| Covered { item: cell.item.0, times: 1, colour: cell.colour };
        WeightedProblem {
            kinds: problem.items().iter().map(|item| item.kind).collect(),
            options: problem.options().map(|(_, cs)| cs.iter().map(covered).collect()).collect(),
            weights: Vec::new(),
        }
    }
}
