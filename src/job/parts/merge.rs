//! The results of parts put together.

use std::collections::{BTreeMap, BTreeSet};

use super::{Ledger, PartPlan, PartResult, Parts};
use crate::exact_cover::Effort;
use crate::job::checkpoint::Met;
use crate::job::count::merged_counts;
use crate::job::sets::SetResult;
use crate::job::variants::{ResultState, VariantPlan, VariantResult, together};
use crate::job::{Checkpoint, Share, Work};
use crate::natural::Natural;
use crate::solution::{Counts, Store};

/// The results of parts, put together.
#[derive(Clone, Debug, Default)]
pub struct Merged {
    /// The numbers of solutions; where sweeps are divided, only their total before the end.
    pub counts: Counts<Natural>,
    /// The cost of the search.
    pub effort: Effort,
    /// The distinct solutions, ascending once all parts are in.
    pub store: Store,
    /// True if some were counted that could not be kept.
    pub truncated: bool,
    /// The work done and left.
    pub ledger: Ledger,
    /// The states that sweeps met.
    pub states: u64,
    /// The variants that are solved, by their indices, where they are solved one by one.
    pub variants: BTreeMap<usize, VariantResult>,
    /// The sets of pieces that are tested, by their indices.
    pub sets: BTreeMap<usize, SetResult>,
    met: Met,
    /// True if sweeps are divided.
    is_sweep: bool,
    /// The solutions of the representatives, where sweeps are divided.
    sum: Natural,
    /// The solutions that sets of symmetries leave as they are, once they are known.
    fixed: Vec<Natural>,
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
    #[error("{} not finished: {}", parts_are(.0.len()), listed(.0))]
    Missing(BTreeSet<u64>),
    /// Some work was done twice.
    #[error(
        "part {part} did work that another part has done too; if it was divided again, also give \
         the file of that division, otherwise delete the result of part {part}"
    )]
    Overlap {
        /// The part that did it again.
        part: u64,
    },
    /// The orbits do not add up.
    #[error(
        "the parts found {met} solutions, but the orbits of the {distinct} distinct ones account \
         for {predicted}; internal error, please report it: the counts cannot be trusted"
    )]
    Met {
        /// Solutions met.
        met: u64,
        /// Solutions that should have been.
        predicted: u64,
        /// Distinct solutions.
        distinct: u64,
    },
    /// The numbers of a divided count do not belong together.
    #[error("the numbers of the parts contradict each other; internal error, please report it")]
    Numbers,
    /// Solutions of variants were not kept.
    #[error(
        "some parts found more solutions than fit in memory, so they cannot be counted by variant; \
         divide the run again with --one-by-one"
    )]
    Truncated,
    /// Two parts have the same solution.
    #[error("two parts found the same solution; internal error, please report it")]
    Twice,
}

fn parts_are(count: usize) -> String {
    if count == 1 { "1 part is".to_owned() } else { format!("{count} parts are") }
}

/// Numbers, neighbours as ranges: "1, 4-7, 12"; the first few of them.
fn listed(numbers: &BTreeSet<u64>) -> String {
    const MAX_LISTED: usize = 10;
    let mut words = ranges(numbers.iter().copied());
    if words.len() > MAX_LISTED {
        words.truncate(MAX_LISTED);
        words.push("…".to_owned());
    }
    words.join(", ")
}

/// Ascending numbers, neighbours as ranges: "1", "4-7", "12".
pub fn ranges(numbers: impl IntoIterator<Item = u64>) -> Vec<String> {
    let mut ranges: Vec<(u64, u64)> = Vec::new();
    for number in numbers {
        match ranges.last_mut() {
            Some((_, to)) if *to + 1 == number => *to = number,
            _ => ranges.push((number, number)),
        }
    }
    let word = |(from, to): &(u64, u64)| match from == to {
        true => from.to_string(),
        false => format!("{from}-{to}"),
    };
    ranges.iter().map(word).collect()
}

impl Merged {
    /// Nothing so far of a division.
    pub fn new(parts: &Parts) -> Merged {
        let mut merged = Merged { is_sweep: parts.is_sweep(), ..Merged::default() };
        merged.ledger.add_parts(parts);
        merged
    }

    /// Adds the result of a part.
    ///
    /// # Errors
    /// When it is none of this run.
    pub fn add(&mut self, parts: &Parts, result: &PartResult) -> Result<(), MergeError> {
        let (share, left) = result.share().ok_or(MergeError::Whole)?;
        if share.run != parts.run() {
            let (run, wanted) = (share.run.clone(), parts.run().to_owned());
            return Err(MergeError::Run { number: share.number, run, wanted });
        }
        let damaged = MergeError::Damaged(share.number);
        match result {
            PartResult::Run(checkpoint) => self.add_run(share, checkpoint)?,
            PartResult::Variants(results) => {
                let cases = results.by_index().map(|(index, _)| index);
                are_those(share, left, cases).ok_or(damaged)?;
                self.variants.extend(results.by_index());
                self.add_cases(result);
            }
            PartResult::Sets(results) => {
                let cases = results.done.iter().map(|result| result.set as usize);
                are_those(share, left, cases.clone()).ok_or(damaged)?;
                self.sets.extend(cases.zip(results.done.iter().cloned()));
                self.add_cases(result);
            }
        }
        self.ledger.add_result(share, left);
        Ok(())
    }

    /// Adds what a part of variants or sets has found.
    fn add_cases(&mut self, result: &PartResult) {
        self.counts.merge(&result.counts());
        self.effort.add(&Effort { nodes: result.nodes(), ..Effort::default() });
    }

    /// Adds the result of a part of a search or a sweep.
    fn add_run(&mut self, share: &Share, result: &Checkpoint) -> Result<(), MergeError> {
        let progress = result.progress().ok_or(MergeError::Damaged(share.number))?;
        self.counts.merge(&progress.counts);
        self.effort.add(&progress.effort);
        self.met.add(progress.met);
        self.truncated |= progress.truncated;
        self.states += progress.states;
        if let Some(count) = result.count() {
            self.sum += count.sum();
            if count.knows_fixed() {
                self.fixed = count.answered().collect();
            }
        }
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
    pub fn finish(mut self, plan: &PartPlan) -> Result<Merged, MergeError> {
        if let Some(overlap) = self.ledger.overlap() {
            return Err(MergeError::Overlap { part: overlap.part });
        }
        let missing = self.ledger.missing();
        if !missing.is_empty() {
            return Err(MergeError::Missing(missing));
        }
        let Some(plan) = plan.search() else { return Ok(self) };
        if self.is_sweep {
            let counts = merged_counts(plan.group(), self.sum, &self.fixed);
            self.counts = counts.ok_or(MergeError::Numbers)?;
            return Ok(self);
        }
        let Met { count: met, predicted } = self.met;
        if met != predicted {
            return Err(MergeError::Met {
                met,
                predicted,
                distinct: self.counts.distinct.capped(),
            });
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

    /// The results of all variants, once all parts are in, in the order of the list.
    ///
    /// # Errors
    /// When solutions are missing that did not fit in memory.
    pub fn variant_results(&self, plan: &VariantPlan) -> Result<Vec<VariantResult>, MergeError> {
        if self.truncated {
            return Err(MergeError::Truncated);
        }
        if let Some(results) = together::results_of(plan, &self.store) {
            return Ok(results);
        }
        let result = |index| self.variants.get(&index).copied().unwrap_or_default();
        let results: Vec<VariantResult> = (0..plan.list().len()).map(result).collect();
        debug_assert!(results.iter().all(|result| result.state == ResultState::Done));
        Ok(results)
    }
}

/// Checks whether some cases, ascending, are those that a part was given, less those that it left.
fn are_those(share: &Share, left: &[Work], cases: impl Iterator<Item = usize>) -> Option<()> {
    let done = share.given.iter().filter(|work| left.binary_search(work).is_err());
    let mut done: Vec<usize> = done.map(|work| work.case).collect();
    done.sort_unstable();
    cases.eq(done).then_some(())
}
