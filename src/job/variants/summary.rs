//! The results of all variants in a few numbers.

use super::{Proof, ResultState, VariantResult};
use crate::puzzle::variants::ExpectVariants;

/// The results of all variants in a few numbers. Solutions are distinct ones, under the symmetries of
/// each variant; unsolvable variants count as those with none.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Summary {
    /// The variants.
    pub variants: usize,
    /// Those that are solved.
    pub solved: usize,
    /// Those with a solution.
    pub solvable: usize,
    /// Those that are solved and have none.
    pub unsolvable: usize,
    /// Those of them that are ruled out without a search, for each of [`Proof::ALL`].
    pub proved: [usize; 3],
    /// Those with exactly one.
    pub unique: usize,
    /// Every solution of all of them.
    pub total: u64,
    /// The distinct solutions of all of them.
    pub distinct: u64,
    /// The fewest of a variant, and its index; the first of several.
    pub fewest: Option<(u64, usize)>,
    /// The most of a variant, and its index; the first of several.
    pub most: Option<(u64, usize)>,
    /// The median; of an even number of variants the mean of the middle two.
    pub median: f64,
    /// The mean.
    pub mean: f64,
}

/// A known number that differs from the one that was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SummaryDifference {
    /// The quantity that is counted.
    pub kind: &'static str,
    /// The number in the file.
    pub expected: u64,
    /// The number found.
    pub found: u64,
}

impl Summary {
    /// Of the variants that are solved. Cost: that of sorting them.
    pub fn new(results: &[VariantResult]) -> Summary {
        let done = || results.iter().enumerate().filter(|(_, r)| r.state == ResultState::Done);
        let mut numbers: Vec<u64> = done().map(|(_, result)| result.counts.distinct).collect();
        let fewest = done().map(|(n, r)| (r.counts.distinct, n)).min();
        let most = done().map(|(n, r)| (r.counts.distinct, std::cmp::Reverse(n))).max();
        numbers.sort_unstable();
        let middle = |n: usize| numbers.get(n).copied().unwrap_or(0) as f64;
        let half = numbers.len() / 2;
        let distinct = numbers.iter().sum();
        Summary {
            variants: results.len(),
            solved: numbers.len(),
            solvable: results.iter().filter(|r| r.is_solvable() == Some(true)).count(),
            unsolvable: results.iter().filter(|r| r.is_solvable() == Some(false)).count(),
            proved: Proof::ALL
                .map(|proof| results.iter().filter(|r| r.proof == Some(proof)).count()),
            unique: numbers.iter().filter(|&&number| number == 1).count(),
            total: done().map(|(_, result)| result.counts.total).sum(),
            distinct,
            fewest,
            most: most.map(|(number, index)| (number, index.0)),
            median: match numbers.len() % 2 {
                0 => (middle(half.saturating_sub(1)) + middle(half)) / 2.0,
                _ => middle(half),
            },
            mean: distinct as f64 / numbers.len().max(1) as f64,
        }
    }

    /// The numbers that differ from those that a file expects of all variants.
    pub fn differences(&self, expect: &ExpectVariants) -> Vec<SummaryDifference> {
        let number = |of: Option<(u64, usize)>| of.map_or(0, |(number, _)| number);
        let kinds = [
            ("variants", expect.variants, self.variants as u64),
            ("solvable variants", expect.solvable, self.solvable as u64),
            ("variants with one solution", expect.unique, self.unique as u64),
            ("distinct solutions", expect.distinct, self.distinct),
            ("solutions at least", expect.fewest, number(self.fewest)),
            ("solutions at most", expect.most, number(self.most)),
        ];
        let differing = kinds.into_iter().filter_map(|(kind, expected, found)| {
            let expected = expected.filter(|&expected| expected != found)?;
            Some(SummaryDifference { kind, expected, found })
        });
        differing.collect()
    }
}
