//! Challenges made of solutions: some placements are given, and what is left has exactly one solution.
//!
//! For a solution, [`GivensFinder`] finds the smallest sets of its placements that no other solution
//! contains, turned and flipped copies counted as others. A [`Grade`] measures how hard what is left
//! is, in raw numbers. [`find`] makes a number of challenges of chosen grades, each of another
//! distinct solution, so that no two are alike.
//!
//! All of it needs every solution of the puzzle: a complete run, or a complete file of solutions.
//!
//! ```
//! use std::sync::Arc;
//!
//! use polywright::format::puzzle_file;
//! use polywright::job::challenges::{ChallengeSource, ChallengeWish, find};
//! use polywright::encode::Encoded;
//! use polywright::job::{Plan, PlanOptions, Run, Settings};
//!
//! let text = r#"(format: 1, title: "Twelve pentominoes in a 3×20 rectangle", lattice: Square,
//!     pieces: [Family(free: 5)], board: Rectangle(20, 3))"#;
//! let puzzle = puzzle_file::read(text.into()).unwrap().puzzle;
//! let plan = Arc::new(Plan::new(puzzle, PlanOptions::default()).unwrap());
//! let mut run = Run::start(Arc::clone(&plan), Settings::default());
//! run.wait();
//! let store = run.into_store();
//! let Encoded { encoding, .. } = plan.encoded().unwrap();
//! let source = ChallengeSource { encoding, group: plan.group(), store: &store };
//! let challenges = find(source, &ChallengeWish::default(), &|| true).unwrap();
//! // Both solutions of the four copies each are told from all others by one placement.
//! assert_eq!(challenges.len(), 2);
//! assert!(challenges.iter().all(|challenge| challenge.givens.len() == 1));
//! ```

mod givens;
mod grade;

use std::ops::RangeInclusive;

use crate::encode::{Encoding, SymmetryGroup};
use crate::exact_cover::OptionId;
use crate::random::Random;
use crate::solution::Store;

pub use givens::{GivensError, GivensFinder, MAX_PLACEMENTS};
pub use grade::{Grade, Grader};

/// Smallest sets of one solution that are graded, at most.
const MAX_SETS: usize = 24;

/// The source of challenges: all distinct solutions of a puzzle.
#[derive(Clone, Copy, Debug)]
pub struct ChallengeSource<'a> {
    /// The encoding of the puzzle.
    pub encoding: &'a Encoding,
    /// Its symmetries.
    pub group: &'a SymmetryGroup,
    /// Its distinct solutions, all of them.
    pub store: &'a Store,
}

/// A challenge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge {
    /// The distinct solution that it has, by its index in the store.
    pub solution: usize,
    /// The placements that are given, ascending; none where the puzzle has one solution.
    pub givens: Vec<OptionId>,
    /// The difficulty of what is left.
    pub grade: Grade,
}

/// The properties of the challenges wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChallengeWish {
    /// Their number, at most.
    pub number: usize,
    /// The placements given.
    pub given: RangeInclusive<u32>,
    /// The placements that follow one after the other because a site or a piece has but one left.
    pub forced: RangeInclusive<u32>,
    /// The nodes of the search.
    pub nodes: RangeInclusive<u64>,
    /// The first placements that fit and lead to no solution.
    pub wrong: RangeInclusive<u32>,
    /// The seed that selects the solutions, and one of several sets: another seed makes other
    /// challenges.
    pub seed: u64,
}

impl Default for ChallengeWish {
    fn default() -> ChallengeWish {
        ChallengeWish {
            number: 12,
            given: 0..=8,
            forced: 0..=u32::MAX,
            nodes: 0..=u64::MAX,
            wrong: 0..=u32::MAX,
            seed: 1,
        }
    }
}

impl ChallengeWish {
    fn is_met(&self, grade: &Grade) -> bool {
        self.given.contains(&grade.given)
            && self.forced.contains(&grade.forced)
            && self.nodes.contains(&grade.nodes)
            && self.wrong.contains(&grade.wrong)
    }
}

/// Makes challenges, those whose search has the fewest nodes first; fewer than are wanted where there
/// are no others, or where they are no longer `wanted`. The same wish always makes the same challenges.
///
/// Cost: for each solution that is tried, linear in all solutions, turned and flipped copies counted.
///
/// # Errors
/// When a solution has too many placements.
pub fn find(
    source: ChallengeSource<'_>,
    wish: &ChallengeWish,
    wanted: &dyn Fn() -> bool,
) -> Result<Vec<Challenge>, GivensError> {
    let finder = GivensFinder::new(source);
    let grader = Grader::new(source.encoding);
    let mut random = Random::with_state(wish.seed.wrapping_mul(2).wrapping_add(1));
    let mut below = |limit: usize| (random.bits() >> 8) as usize % limit;
    let mut solutions: Vec<usize> = (0..source.store.len()).collect();
    for n in (1..solutions.len()).rev() {
        solutions.swap(n, below(n + 1));
    }
    let mut found: Vec<Challenge> = Vec::new();
    for solution in solutions {
        if found.len() == wish.number || !wanted() {
            break;
        }
        let options = source.store.get(solution);
        let sets = finder.smallest(&options, *wish.given.end() as usize, MAX_SETS)?;
        let graded = sets.into_iter().map(|givens| {
            let grade = grader.grade(&options, &givens);
            Challenge { solution, givens, grade }
        });
        let mut suitable: Vec<Challenge> =
            graded.filter(|challenge| wish.is_met(&challenge.grade)).collect();
        if !suitable.is_empty() {
            found.push(suitable.swap_remove(below(suitable.len())));
        }
    }
    found.sort_by_key(|challenge| (challenge.grade.nodes, challenge.solution));
    Ok(found)
}
