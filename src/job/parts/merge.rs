//! The results of parts put together.

use std::collections::BTreeSet;

use super::{Ledger, Parts};
use crate::exact_cover::Effort;
use crate::job::Checkpoint;
use crate::job::checkpoint::Met;
use crate::solution::{Counts, Store};

/// The results of parts, put together.
#[derive(Clone, Debug, Default)]
pub struct Merged {
    /// The numbers of solutions.
    pub counts: Counts,
    /// What the search cost.
    pub effort: Effort,
    /// The distinct solutions, ascending once all parts are in.
    pub store: Store,
    /// Whether some were counted that could not be kept.
    pub truncated: bool,
    /// The work done and left.
    pub ledger: Ledger,
    met: Met,
}

/// Why results cannot be put together.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MergeError {
    /// It is no result of a part.
    #[error("is the checkpoint of a whole run, not the result of a part")]
    Whole,
    /// It belongs to another run.
    #[error("is part {number} of another run, {run}, not of {wanted}; leave it out")]
    Run {
        /// The part.
        number: u64,
        /// The digest of its run.
        run: String,
        /// That of the run that is merged.
        wanted: String,
    },
    /// It holds no progress.
    #[error("is damaged; delete it and run part {0} again")]
    Damaged(u64),
    /// Parts are missing.
    #[error("{} still to be run: {}", parts_are(.0.len()), listed(.0))]
    Missing(BTreeSet<u64>),
    /// Some work was done twice.
    #[error(
        "part {part} did work that another part has done too; if it was divided again, name the \
         file of that division as well, else delete the result of part {part} and leave it out"
    )]
    Overlap {
        /// The part that did it again.
        part: u64,
    },
    /// The orbits do not add up.
    #[error(
        "the parts met {met} solutions, but the orbits of the {distinct} distinct ones account for \
         {predicted}; internal error, please report it: the counts cannot be trusted"
    )]
    Met {
        /// Solutions met.
        met: u64,
        /// Solutions that should have been.
        predicted: u64,
        /// Distinct solutions.
        distinct: u64,
    },
    /// Two parts have the same solution.
    #[error("two parts found the same solution; internal error, please report it")]
    Twice,
}

fn parts_are(count: usize) -> String {
    if count == 1 { "1 part is".to_owned() } else { format!("{count} parts are") }
}

/// Numbers, neighbours as ranges: "1, 4-7, 12"; the first few of them.
fn listed(numbers: &BTreeSet<u64>) -> String {
    const MOST: usize = 10;
    let ranges = ranges(numbers);
    let word = |(from, to): &(u64, u64)| match from == to {
        true => from.to_string(),
        false => format!("{from}-{to}"),
    };
    let mut words: Vec<String> = ranges.iter().take(MOST).map(word).collect();
    if ranges.len() > MOST {
        words.push("…".to_owned());
    }
    words.join(", ")
}

/// Numbers as ranges from the first to the last.
fn ranges(numbers: &BTreeSet<u64>) -> Vec<(u64, u64)> {
    let mut ranges: Vec<(u64, u64)> = Vec::new();
    for &number in numbers {
        match ranges.last_mut() {
            Some((_, to)) if *to + 1 == number => *to = number,
            _ => ranges.push((number, number)),
        }
    }
    ranges
}

impl Merged {
    /// Nothing so far of a division.
    pub fn new(parts: &Parts) -> Merged {
        let mut merged = Merged::default();
        merged.ledger.add_parts(parts);
        merged
    }

    /// Adds the result of a part.
    ///
    /// # Errors
    /// When it is none of this run.
    pub fn add(&mut self, parts: &Parts, result: &Checkpoint) -> Result<(), MergeError> {
        let (share, left) = result.share().ok_or(MergeError::Whole)?;
        if share.run != parts.run() {
            let (run, wanted) = (share.run.clone(), parts.run().to_owned());
            return Err(MergeError::Run { number: share.number, run, wanted });
        }
        let progress = result.progress().ok_or(MergeError::Damaged(share.number))?;
        self.ledger.add_result(share, left);
        self.counts.merge(&progress.counts);
        self.effort.add(&progress.effort);
        self.met.add(progress.met);
        self.truncated |= progress.truncated;
        let mut store = progress.store;
        if self.store.is_empty() {
            self.store = store;
        } else {
            self.store.append(&mut store);
        }
        Ok(())
    }

    /// The whole result, once all parts are in.
    ///
    /// # Errors
    /// When parts are missing, or some work was done twice.
    pub fn finish(mut self) -> Result<Merged, MergeError> {
        if let Some(overlap) = self.ledger.overlap() {
            return Err(MergeError::Overlap { part: overlap.part });
        }
        let missing = self.ledger.missing();
        if !missing.is_empty() {
            return Err(MergeError::Missing(missing));
        }
        let Met { count: met, predicted } = self.met;
        if met != predicted {
            return Err(MergeError::Met { met, predicted, distinct: self.counts.distinct });
        }
        self.store.sort();
        let (mut before, mut now) = (Vec::new(), Vec::new());
        for index in 0..self.store.len() {
            self.store.read(index, &mut now);
            if index > 0 && before == now {
                return Err(MergeError::Twice);
            }
            std::mem::swap(&mut before, &mut now);
        }
        Ok(self)
    }
}
