//! The results of all variants as the screen shows them: in numbers, filtered and sorted. Made on a
//! thread, since there may be a million of them.

use crate::job::variants::{EqualVariants, ResultState, Summary, VariantList, VariantResult};

/// Bars of a histogram, at most.
const MAX_BARS: u64 = 24;

/// An order of variants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum VariantSort {
    /// That of the list.
    #[default]
    Name,
    /// By the number of distinct solutions; those not solved come last.
    Solutions,
    /// By the nodes of the search.
    Nodes,
    /// By the time of the search.
    Time,
}

/// The variants that are listed, and their order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VariantView {
    /// The order.
    pub sort: VariantSort,
    /// True if the order is reversed.
    pub descending: bool,
    /// True if variants without a solution pass. Where neither this nor `unique` is asked for, all
    /// do.
    pub unsolvable: bool,
    /// True if variants with exactly one distinct solution pass.
    pub unique: bool,
    /// The least and the greatest number of distinct solutions of those that pass.
    pub range: Option<(u64, u64)>,
    /// Words that the name must have.
    pub words: String,
}

impl VariantView {
    /// Returns whether it leaves any variant out.
    pub fn filters(&self) -> bool {
        self.unsolvable || self.unique || self.range.is_some() || !self.words.trim().is_empty()
    }

    fn passes(
        &self,
        list: &VariantList,
        equal: &EqualVariants,
        index: usize,
        result: &VariantResult,
    ) -> bool {
        let done = result.state == ResultState::Done;
        let number = result.counts.distinct;
        let kind = !self.unsolvable && !self.unique
            || self.unsolvable && result.is_solvable() == Some(false)
            || self.unique && done && number == 1;
        let is_within = |(least, most): (u64, u64)| done && least <= number && number <= most;
        kind && self.range.is_none_or(is_within)
            && (self.words.trim().is_empty() || self.is_named(list, equal, index))
    }

    /// Returns whether the name of a variant, or of one equal to it by symmetry, has the words.
    fn is_named(&self, list: &VariantList, equal: &EqualVariants, index: usize) -> bool {
        has_words(&list.name(index), &self.words)
            || equal.names(list, index).any(|name| has_words(&name, &self.words))
    }
}

/// Returns whether each word of a text begins a word of a name, ignoring letter case.
fn has_words(name: &str, words: &str) -> bool {
    let name = name.to_lowercase();
    let begins = |word: &str| {
        let is_number = word.chars().all(|c| c.is_ascii_digit());
        name.split_whitespace()
            .any(|own| if is_number { own == word } else { own.starts_with(word) })
    };
    words.to_lowercase().split_whitespace().all(begins)
}

/// The numbers of variants by number of solutions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Histogram {
    /// The numbers of solutions that share a bar.
    pub width: u64,
    /// The variants of each bar.
    pub bars: Vec<u32>,
}

impl Histogram {
    fn new(results: &[VariantResult], most: u64) -> Histogram {
        let width = round_width(most / MAX_BARS + 1);
        let mut bars = vec![0; (most / width) as usize + 1];
        for result in results.iter().filter(|result| result.state == ResultState::Done) {
            bars[(result.counts.distinct / width) as usize] += 1;
        }
        Histogram { width, bars }
    }
}

/// The least of 1, 2, 5, 10, 20, 50 and so on that is not below `least`.
fn round_width(least: u64) -> u64 {
    let mut unit = 1;
    loop {
        if let Some(width) = [1, 2, 5].into_iter().map(|n| n * unit).find(|&w| w >= least) {
            return width;
        }
        unit *= 10;
    }
}

/// The results of all variants at one moment.
#[derive(Clone, Debug, Default)]
pub struct VariantTable {
    /// The result of each variant, in the order of the list.
    pub results: Vec<VariantResult>,
    /// All of them in a few numbers, whatever the filter.
    pub summary: Summary,
    /// The numbers of variants by number of solutions.
    pub histogram: Histogram,
    /// The variants that pass the filter, in their order.
    pub order: Vec<u32>,
    /// For each variant its place in the order; `u32::MAX` where it does not pass.
    places: Vec<u32>,
}

impl VariantTable {
    /// Makes the table. Cost: that of sorting, and of the names where words are looked for.
    pub fn new(
        list: &VariantList,
        equal: &EqualVariants,
        results: Vec<VariantResult>,
        view: &VariantView,
    ) -> VariantTable {
        let summary = Summary::new(&results);
        let histogram = Histogram::new(&results, summary.most.map_or(0, |(most, _)| most));
        let passing = (0..results.len()).filter(|&n| view.passes(list, equal, n, &results[n]));
        let mut order: Vec<u32> = passing.map(|n| n as u32).collect();
        let key = |&n: &u32| {
            let result = &results[n as usize];
            let value = match view.sort {
                VariantSort::Name => 0,
                VariantSort::Solutions => u128::from(result.counts.distinct),
                VariantSort::Nodes => u128::from(result.nodes),
                VariantSort::Time => result.time.as_nanos(),
            };
            (
                result.state != ResultState::Done,
                if view.descending { u128::MAX - value } else { value },
            )
        };
        match (view.sort, view.descending) {
            (VariantSort::Name, false) => {}
            (VariantSort::Name, true) => order.reverse(),
            // Stable: those with the same key keep the order of the list.
            _ => order.sort_by_cached_key(key),
        }
        let mut places = vec![u32::MAX; results.len()];
        for (place, &n) in (0..).zip(&order) {
            places[n as usize] = place;
        }
        VariantTable { results, summary, histogram, order, places }
    }

    /// The place of a variant in the order, if it passes the filter.
    pub fn place(&self, index: u32) -> Option<usize> {
        let place = self.places.get(index as usize).copied()?;
        (place != u32::MAX).then_some(place as usize)
    }

    /// The step of the heat colours, from 0 for the fewest to 6, of a number of which `most` is the
    /// greatest.
    pub fn heat(number: u64, most: u64) -> usize {
        let share = number as f64 / most.max(1) as f64;
        ((share.powf(0.6) * 7.0) as usize).min(6)
    }
}
