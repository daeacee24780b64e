//! The smallest sets of placements of a solution that no other solution contains.

use rustc_hash::FxHashSet;

use super::ChallengeSource;
use crate::exact_cover::OptionId;

/// The placements that a solution may have.
pub const MAX_PLACEMENTS: usize = 128;
/// More sets of placements in common than this are not searched for those within others.
const MAX_COMPARED: usize = 4096;

/// Why no placements can be given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GivensError {
    /// A solution has too many placements.
    #[error("solutions of {0} placements are too large for challenges; at most 128 are possible")]
    TooMany(usize),
}

/// Finds sets of placements that tell a solution from all others.
#[derive(Debug)]
pub struct GivensFinder<'a> {
    source: ChallengeSource<'a>,
}

impl<'a> GivensFinder<'a> {
    /// For all solutions of a puzzle.
    pub fn new(source: ChallengeSource<'a>) -> GivensFinder<'a> {
        GivensFinder { source }
    }

    /// The smallest sets of placements of a solution that no other solution contains: all of one size, in
    /// lexicographic order, `limit` at most; none where more than `most` placements must be
    /// given. Where there is no other solution, the empty set.
    ///
    /// Cost: linear in all solutions, turned and flipped copies counted; then for each set of up to
    /// `most` placements, in the number of different sets that other solutions have in common with this one.
    ///
    /// # Errors
    /// When the solution has too many placements.
    pub fn smallest(
        &self,
        solution: &[OptionId],
        most: usize,
        limit: usize,
    ) -> Result<Vec<Vec<OptionId>>, GivensError> {
        if solution.len() > MAX_PLACEMENTS {
            return Err(GivensError::TooMany(solution.len()));
        }
        let common = greatest(self.common(solution));
        let mut search = Search { size: solution.len() as u32, limit, found: Vec::new() };
        for count in 0..=most.min(solution.len()) as u32 {
            search.extend(0, 0, count, &common);
            if !search.found.is_empty() {
                break;
            }
        }
        let options = |mask: &u128| {
            let bits = (0..solution.len()).filter(|n| mask >> n & 1 == 1);
            bits.map(|n| solution[n]).collect::<Vec<OptionId>>()
        };
        Ok(search.found.iter().map(options).collect())
    }

    /// Returns the placements that each other solution has in common with this one, a bit for each
    /// placement; each once.
    fn common(&self, solution: &[OptionId]) -> Vec<u128> {
        let ChallengeSource { group, store, .. } = self.source;
        let mut bits = vec![0u128; group.option_count()];
        solution.iter().enumerate().for_each(|(n, option)| bits[option.index()] = 1 << n);
        let mut common: FxHashSet<u128> = FxHashSet::default();
        let (mut other, mut image) = (Vec::new(), Vec::new());
        for index in 0..store.len() {
            store.read(index, &mut other);
            for element in &group.elements {
                image.clear();
                element.append_images(&other, &mut image);
                let mask = image.iter().fold(0, |mask, option| mask | bits[option.index()]);
                let is_itself =
                    image.len() == solution.len() && mask.count_ones() as usize == image.len();
                if !is_itself {
                    common.insert(mask);
                }
            }
        }
        let mut common: Vec<u128> = common.into_iter().collect();
        common.sort_unstable_by_key(|mask| (std::cmp::Reverse(mask.count_ones()), *mask));
        common
    }
}

/// Those that are not within another, of sets that are sorted by their sizes, the largest first.
fn greatest(sets: Vec<u128>) -> Vec<u128> {
    if sets.len() > MAX_COMPARED {
        return sets;
    }
    let mut kept: Vec<u128> = Vec::new();
    for set in sets {
        if !kept.iter().any(|other| set & other == set) {
            kept.push(set);
        }
    }
    kept
}

/// Finds the sets of a size that are within none of the sets in common.
struct Search {
    size: u32,
    limit: usize,
    found: Vec<u128>,
}

impl Search {
    /// Adds `count` placements from `from` on to a set; `common` has the sets that it is within.
    fn extend(&mut self, set: u128, from: u32, count: u32, common: &[u128]) {
        if self.found.len() == self.limit {
            return;
        }
        if count == 0 {
            if common.is_empty() {
                self.found.push(set);
            }
            return;
        }
        for n in from..self.size {
            let left: Vec<u128> =
                common.iter().copied().filter(|mask| mask >> n & 1 == 1).collect();
            self.extend(set | 1 << n, n + 1, count - 1, &left);
        }
    }
}
