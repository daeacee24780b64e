//! The difficulty of variants: those with many solutions are easy, those with few are hard.

use crate::job::variants::{ResultState, VariantResult};
use crate::random::mixed;

/// A third of the variants that have solutions, by the number of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grade {
    /// Those with the most solutions.
    Easy,
    /// Those between.
    Medium,
    /// Those with the fewest.
    Hard,
}

impl Grade {
    /// All of them, the easiest first.
    pub const ALL: [Grade; 3] = [Grade::Easy, Grade::Medium, Grade::Hard];

    /// The name in lists.
    pub fn name(self) -> &'static str {
        match self {
            Grade::Easy => "Easy",
            Grade::Medium => "Medium",
            Grade::Hard => "Hard",
        }
    }

    /// One of the variants of this grade, by its index, which a random number chooses; `None` where
    /// none has a solution. Cost: that of sorting them.
    pub fn choose(self, results: &[VariantResult], seed: u64) -> Option<usize> {
        let of_grade = self.of(results);
        let n = mixed(seed) % (of_grade.len() as u64).max(1);
        of_grade.get(n as usize).copied()
    }

    /// The variants of this grade, the easiest first. Fewer than three are of all grades.
    fn of(self, results: &[VariantResult]) -> Vec<usize> {
        let is_solvable = |result: &VariantResult| {
            result.state == ResultState::Done && result.counts.distinct > 0
        };
        let mut all: Vec<usize> =
            (0..results.len()).filter(|&n| is_solvable(&results[n])).collect();
        all.sort_by_key(|&n| std::cmp::Reverse(results[n].counts.distinct));
        let third = match self {
            _ if all.len() < Grade::ALL.len() => return all,
            Grade::Easy => 0,
            Grade::Medium => 1,
            Grade::Hard => 2,
        };
        let bound = |third: usize| all.len() * third / Grade::ALL.len();
        all[bound(third)..bound(third + 1)].to_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solution::Counts;

    fn solved(distinct: u64) -> VariantResult {
        let counts = Counts { total: distinct, distinct, ..Counts::default() };
        VariantResult { state: ResultState::Done, counts, ..VariantResult::default() }
    }

    #[test]
    fn the_fewer_solutions_the_harder() {
        let results: Vec<VariantResult> = [7, 0, 90, 40, 12, 216, 3].map(solved).to_vec();
        assert_eq!(Grade::Easy.of(&results), [5, 2]);
        assert_eq!(Grade::Medium.of(&results), [3, 4]);
        assert_eq!(Grade::Hard.of(&results), [0, 6]);
        for seed in 0..20 {
            let chosen = Grade::Hard.choose(&results, seed).expect("two of them");
            assert!([0, 6].contains(&chosen));
        }
        assert_eq!(Grade::Easy.choose(&[solved(0)], 1), None);
        assert_eq!(Grade::Hard.of(&[solved(5)]), [0], "of one there is no third");
    }
}
