//! A proof that a puzzle or problem has no solution, with the colours in which it is drawn.

use std::collections::BTreeSet;

use crate::exact_cover::Refutation;
use crate::text;

/// A proof that a puzzle or problem has no solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obstruction {
    /// The basis of the argument, in a word or two: "colouring".
    pub by: &'static str,
    /// The proof in a few sentences.
    pub reason: String,
    /// The sites as they are coloured for it.
    pub colouring: Option<Colouring>,
    /// The weights of the items that prove it, checked.
    pub refutation: Option<Refutation>,
}

impl Obstruction {
    /// A proof in words alone.
    pub fn new(by: &'static str, reason: String) -> Obstruction {
        Obstruction { by, reason, colouring: None, refutation: None }
    }
}

/// The sites of a board in colours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Colouring {
    /// The colour of each site, as in [`crate::puzzle::Board::sites`].
    pub of_site: Vec<u32>,
    /// What each colour is called.
    pub names: Vec<String>,
}

impl Colouring {
    /// Sites that weigh the same in one colour.
    pub(super) fn by_weight(weights: &[i64]) -> Colouring {
        let distinct: BTreeSet<i64> = weights.iter().copied().collect();
        let distinct: Vec<i64> = distinct.into_iter().collect();
        let colour = |weight| distinct.partition_point(|other| other < weight) as u32;
        Colouring {
            of_site: weights.iter().map(colour).collect(),
            names: distinct.iter().map(|weight| text::signed(*weight)).collect(),
        }
    }

    /// The number of sites of each colour.
    pub fn counts(&self) -> Vec<u64> {
        let mut counts = vec![0; self.names.len()];
        self.of_site.iter().for_each(|&colour| counts[colour as usize] += 1);
        counts
    }
}
