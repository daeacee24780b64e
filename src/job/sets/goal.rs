//! The goal for a set of pieces, and the result of testing a set.

use std::cmp::{Ordering, Reverse};

use serde::{Deserialize, Serialize};

use crate::disassembly::Level;
use crate::job::variants::each::VariantAssemblies;

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
    /// Of every variant exactly one distinct solution comes apart, at this level or a higher one.
    Apart(Level),
}

impl Goal {
    /// Returns whether solutions must be counted to decide which sets meet it.
    pub fn needs_counts(self) -> bool {
        matches!(self, Goal::Unique | Goal::Few(_) | Goal::Apart(_))
    }

    /// Returns whether solutions must be taken apart to decide which sets meet it.
    pub fn needs_moves(self) -> bool {
        matches!(self, Goal::Apart(_))
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
            Goal::Apart(least) => result
                .assemblies
                .is_some_and(|own| own.unique == result.variants && own.level >= least),
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
            Goal::Apart(least) if least == Level::default() => {
                "of every variant exactly one solution comes apart".to_owned()
            }
            Goal::Apart(least) => {
                format!(
                    "of every variant exactly one solution comes apart, at level {least} or more"
                )
            }
        }
    }
}

/// The results for the solutions of a set, where they were taken apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SetAssemblies {
    /// The variants of which exactly one distinct solution comes apart, and no other may.
    pub unique: u32,
    /// The least level of these.
    pub level: Level,
    /// The variants of which several come apart.
    pub several: u32,
    /// The variants of which that is not known.
    pub unknown: u32,
}

impl SetAssemblies {
    /// Takes in a variant.
    pub(super) fn add(&mut self, found: VariantAssemblies) {
        match found {
            VariantAssemblies { several: true, .. } => self.several += 1,
            VariantAssemblies { unknown: true, .. } => self.unknown += 1,
            VariantAssemblies { level: Some(level), .. } => {
                self.level = if self.unique == 0 { level } else { self.level.min(level) };
                self.unique += 1;
            }
            VariantAssemblies { level: None, .. } => {}
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
    /// The results for its solutions, where they were taken apart.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assemblies: Option<SetAssemblies>,
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

    /// Compares two sets; the better one comes first: fewer variants without a solution, then more of
    /// which exactly one solution comes apart, then a higher level of these, then more solutions of the
    /// hardest variant, then more solutions, then the order of the sets. Sets whose test gave up come
    /// last.
    pub fn better(&self, other: &SetResult) -> Ordering {
        let key = |result: &SetResult| {
            let fewest = result.fewest.map_or(0, |(number, _)| number);
            let missing = result.variants - result.solvable;
            let SetAssemblies { unique, level, .. } = result.assemblies.unwrap_or_default();
            let apart = Reverse((unique, level));
            (result.gave_up, missing, apart, Reverse(fewest), Reverse(result.distinct), result.set)
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
