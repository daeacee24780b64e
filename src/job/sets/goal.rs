//! The goal for a set of pieces, and the result of testing a set.

use std::cmp::{Ordering, Reverse};

use serde::{Deserialize, Serialize};

/// Unsolvable variants of a set that are named, at most.
pub const MAX_NAMED: usize = 8;

/// The goal that a set of pieces must meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Goal {
    /// Every variant has a solution.
    #[default]
    Solvable,
    /// Every variant has exactly one distinct solution.
    Unique,
    /// Every variant has a solution, and none more than so many distinct ones.
    Few(u64),
    /// At least so many variants have a solution.
    AtLeast(u32),
    /// No variant has a solution, and of each a colouring or the sizes of the pieces show it.
    Parity,
}

impl Goal {
    /// Returns whether solutions must be counted to decide which sets meet it.
    pub fn needs_counts(self) -> bool {
        matches!(self, Goal::Unique | Goal::Few(_))
    }

    /// Returns whether a set meets it.
    pub fn is_met(self, result: &SetResult) -> bool {
        if result.gave_up {
            return false;
        }
        let all = result.missing() == 0;
        match self {
            Goal::Solvable => all,
            Goal::Unique => all && result.unique == result.variants,
            Goal::Few(number) => all && result.most.is_some_and(|(most, _)| most <= number),
            Goal::AtLeast(number) => result.solvable >= number,
            Goal::Parity => result.by_parity == result.variants,
        }
    }

    /// In words, as a part of a sentence.
    pub fn words(self) -> String {
        match self {
            Goal::Solvable => "every variant has a solution".to_owned(),
            Goal::Unique => "every variant has exactly one solution".to_owned(),
            Goal::Few(most) => format!("every variant has 1 to {most} solutions"),
            Goal::AtLeast(least) => format!("at least {least} variants have a solution"),
            Goal::Parity => "parity rules out every variant".to_owned(),
        }
    }
}

/// The test result of a set of pieces.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SetResult {
    /// The index of the set.
    pub set: u32,
    /// The variants.
    pub variants: u32,
    /// Those that were tested; fewer only where the test gave up.
    pub tested: u32,
    /// Those with a solution.
    pub solvable: u32,
    /// Those with exactly one distinct solution, where these are counted.
    pub unique: u32,
    /// Those that parity rules out; 0 where all were solved together and some has a solution.
    pub by_parity: u32,
    /// Every solution of all variants.
    pub total: u64,
    /// The distinct solutions of all variants.
    pub distinct: u64,
    /// The fewest distinct solutions of a variant, and its index; the first of several.
    pub fewest: Option<(u64, u32)>,
    /// Twice the median of the numbers of distinct solutions.
    pub twice_median: u64,
    /// The most, and its index; the first of several.
    pub most: Option<(u64, u32)>,
    /// Variants without a solution, by their indices; at most [`MAX_NAMED`].
    pub without: Vec<u32>,
    /// True if the test ended before all variants were tested, because too many have no solution.
    pub gave_up: bool,
    /// The nodes of all searches.
    pub nodes: u64,
    /// The time of the test, in microseconds.
    pub micros: u64,
}

impl SetResult {
    /// The variants that are known to have no solution.
    pub fn missing(&self) -> u32 {
        self.tested - self.solvable
    }

    /// The median of the numbers of distinct solutions; of an even number of variants the mean of the
    /// middle two.
    pub fn median(&self) -> f64 {
        self.twice_median as f64 / 2.0
    }

    /// Compares two sets; the better one comes first: fewer variants without a solution, then more
    /// solutions of the hardest variant, then more solutions, then the order of the sets. Sets
    /// whose test gave up come last.
    pub fn better(&self, other: &SetResult) -> Ordering {
        let key = |result: &SetResult| {
            let fewest = result.fewest.map_or(0, |(number, _)| number);
            let missing = result.variants - result.solvable;
            (result.gave_up, missing, Reverse(fewest), Reverse(result.distinct), result.set)
        };
        key(self).cmp(&key(other))
    }

    /// Sums up what is known of each variant: the numbers of total and distinct solutions.
    pub(super) fn sum_up(&mut self, variants: impl Iterator<Item = (u32, u64, u64)>) {
        let mut numbers: Vec<u64> = Vec::new();
        for (index, total, distinct) in variants {
            numbers.push(distinct);
            self.total += total;
            self.distinct += distinct;
            self.unique += u32::from(distinct == 1);
            if self.fewest.is_none_or(|(fewest, _)| distinct < fewest) {
                self.fewest = Some((distinct, index));
            }
            if self.most.is_none_or(|(most, _)| distinct > most) {
                self.most = Some((distinct, index));
            }
        }
        numbers.sort_unstable();
        let at = |n: usize| numbers.get(n).copied().unwrap_or(0);
        let half = numbers.len() / 2;
        self.twice_median = match numbers.len() % 2 {
            0 => at(half.saturating_sub(1)) + at(half),
            _ => 2 * at(half),
        };
    }
}
