//! Challenges: a board to fill, with some placements given so that one solution is left.

use std::ops::ControlFlow;
use std::sync::Arc;

use crate::disassembly::{Disassembler, DisassemblyOptions, Part, ReplayError, Separability};
use crate::encode::Encoded;
use crate::exact_cover::OptionId;
use crate::format::solutions_file::Source;
use crate::job::challenges::{ChallengeSource, GivensFinder};
use crate::job::variants::VariantList;
use crate::job::{Phase, Plan, PlanOptions, Run, Settings};
use crate::natural::Natural;
use crate::puzzle::Puzzle;
use crate::puzzle::making::{BookletSettings, Choice, Given};
use crate::solution::orbit::image_of;
use crate::solution::verify::Placed;
use crate::solution::{Counts, Excerpt, Store};
use crate::text;

/// The most options of all solutions, turned and flipped ones counted, that are compared.
const MAX_OPTIONS: usize = 40_000_000;
/// The most distinct solutions that a variant may have.
const MAX_PER_VARIANT: u64 = 100_000;

/// A board to fill.
#[derive(Clone, Debug)]
pub struct Challenge {
    /// The puzzle: that of the variant, if it is one.
    pub puzzle: Arc<Puzzle>,
    /// Its name, if it is a variant.
    pub name: String,
    /// The number of its solution, unless it is a variant.
    pub number: Option<u64>,
    /// A solution.
    pub solution: Placed,
    /// The indices of its given placements, ascending.
    pub given: Vec<usize>,
    /// The number of solutions with what is given, each turned and flipped copy counted.
    pub left: u64,
    /// The number of distinct solutions where nothing is given.
    pub distinct: u64,
    /// The way to take the solution apart, if the settings ask for that and it comes apart.
    pub apart: Option<Part>,
}

impl Challenge {
    /// Returns the given placements.
    pub fn laid(&self) -> Placed {
        self.given.iter().map(|&n| self.solution[n].clone()).collect()
    }

    /// Returns the number of solutions, in words.
    pub fn count_text(&self) -> String {
        match (self.left, self.distinct) {
            (1, _) => "1 solution".to_owned(),
            (_, distinct) if self.given.is_empty() => text::count(distinct, "solution"),
            (left, _) => text::count(left, "solution"),
        }
    }
}

/// Why there are no challenges.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ChallengeError {
    /// Not all solutions are known, so which placements leave one alone is not either.
    #[error(
        "challenges need all solutions of the puzzle, and these are not all; solve it completely \
         first"
    )]
    Incomplete,
    /// Part of the solutions, in a file that has not the others.
    #[error(
        "challenges need all solutions of the puzzle, and the file has {0}; export the file that \
         was filtered"
    )]
    Part(String),
    /// More solutions than are compared.
    #[error("{0} solutions are too many to make challenges from")]
    TooMany(u64),
    /// Solutions that are too large.
    #[error("{0}")]
    Givens(String),
    /// There are no solutions.
    #[error("there are no solutions to make challenges from")]
    NoSolutions,
    /// No variant has the number of solutions that was asked for.
    #[error("none of {0} variants has the number of solutions that was chosen")]
    NoneChosen(usize),
    /// A variant that cannot be solved.
    #[error("{name}: {why}")]
    Variant {
        /// The name of the variant.
        name: String,
        /// Why it cannot.
        why: String,
    },
    /// Moves that are none.
    #[error("internal error; please report it: {0}")]
    Moves(#[from] ReplayError),
    /// It was cancelled.
    #[error("cancelled")]
    Cancelled,
}

/// The challenges of a booklet.
#[derive(Clone, Debug, Default)]
pub struct Challenges {
    /// In the order of the booklet.
    pub list: Vec<Challenge>,
    /// A sentence about what they are made of.
    pub account: String,
}

impl Challenges {
    /// Challenges of solutions, which are all that the puzzle has, or of the chosen ones among them:
    /// evenly spread over the list, with the placements given that the settings ask for.
    ///
    /// Cost: linear in all solutions, turned and flipped copies counted, for each challenge.
    ///
    /// # Errors
    /// When not all solutions are known, or there are too many of them.
    pub fn of_solutions(
        source: Source<'_>,
        chosen: Option<&Store>,
        puzzle: &Arc<Puzzle>,
        settings: &BookletSettings,
        progress: &mut dyn FnMut(u64, u64) -> ControlFlow<()>,
    ) -> Result<Challenges, ChallengeError> {
        let Source { encoding, group, store, counts, complete, .. } = source;
        let chosen = chosen.unwrap_or(store);
        if chosen.is_empty() {
            return Err(ChallengeError::NoSolutions);
        }
        let caption = chosen.excerpt().map(Excerpt::caption).filter(|words| !words.is_empty());
        if !complete || store.len() as u64 != counts.distinct {
            return Err(match caption {
                Some(caption) => ChallengeError::Part(text::uncapitalised(&caption)),
                None => ChallengeError::Incomplete,
            });
        }
        let known = Known { source: ChallengeSource { encoding, group, store }, settings };
        let wanted = match settings.challenges {
            0 => chosen.len(),
            n => chosen.len().min(n as usize),
        };
        let mut list = Vec::with_capacity(wanted);
        for k in 0..wanted {
            if progress(k as u64, wanted as u64).is_break() {
                return Err(ChallengeError::Cancelled);
            }
            let index = k * chosen.len() / wanted;
            let challenge = known.challenge(puzzle, &chosen.get(index))?;
            let number = Some(chosen.number(index));
            list.push(Challenge { distinct: counts.distinct.capped(), number, ..challenge });
        }
        let account = match caption {
            Some(caption) => format!("From {}.", text::uncapitalised(&caption)),
            None => {
                let all = text::count(counts.distinct, "distinct solution");
                format!("{} of {all}.", text::grouped(wanted as u64))
            }
        };
        Ok(Challenges { list, account }.ordered(settings))
    }

    /// Challenges of variants: each that has the number of solutions that is chosen, with one of its
    /// solutions.
    ///
    /// Cost: that of solving every variant.
    ///
    /// # Errors
    /// When a variant cannot be solved, or none is chosen.
    pub fn of_variants(
        variants: &VariantList,
        settings: &BookletSettings,
        progress: &mut dyn FnMut(u64, u64) -> ControlFlow<()>,
    ) -> Result<Challenges, ChallengeError> {
        let mut list = Vec::new();
        let (mut solvable, mut chosen) = (0, 0);
        for index in 0..variants.len() {
            if progress(index as u64, variants.len() as u64).is_break() {
                return Err(ChallengeError::Cancelled);
            }
            let Some(puzzle) = variants.puzzle(index).map(Arc::new) else { continue };
            let name = variants.name(index);
            let refuse = |why: String| ChallengeError::Variant { name: name.clone(), why };
            let limit = match settings.choice {
                Choice::All => MAX_PER_VARIANT,
                Choice::One => 2,
                Choice::Between(_, most) => most.saturating_add(1).min(MAX_PER_VARIANT),
            };
            let solved = solve(&puzzle, limit).map_err(refuse)?;
            solvable += usize::from(solved.counts.distinct > 0);
            if !settings.choice.takes(solved.counts.distinct.capped()) {
                continue;
            }
            chosen += 1;
            if settings.challenges > 0 && list.len() == settings.challenges as usize {
                continue;
            }
            let Some(Encoded { encoding, group, .. }) = solved.plan.encoded() else { continue };
            let store = &solved.store;
            let known = Known { source: ChallengeSource { encoding, group, store }, settings };
            let challenge = known.challenge(&puzzle, &store.get(0))?;
            list.push(Challenge { name, distinct: solved.counts.distinct.capped(), ..challenge });
        }
        if list.is_empty() {
            return Err(ChallengeError::NoneChosen(variants.len()));
        }
        let account = format!(
            "{solvable} of {} {} a solution; {chosen} of them {} the number of solutions chosen.",
            text::count(variants.len() as u64, "variant"),
            if solvable == 1 { "has" } else { "have" },
            if chosen == 1 { "has" } else { "have" },
        );
        Ok(Challenges { list, account }.ordered(settings))
    }

    fn ordered(mut self, settings: &BookletSettings) -> Challenges {
        if settings.easy_first {
            let open = |c: &Challenge| c.solution.len() - c.given.len();
            self.list.sort_by_key(|challenge| (open(challenge), challenge.left));
        }
        self
    }
}

/// The solutions of a puzzle, as far as they were wanted.
struct Solved {
    plan: Arc<Plan>,
    counts: Counts<Natural>,
    store: Store,
}

fn solve(puzzle: &Arc<Puzzle>, limit: u64) -> Result<Solved, String> {
    let plan =
        Arc::new(Plan::new(Arc::clone(puzzle), PlanOptions::default()).map_err(|e| e.to_string())?);
    let settings = Settings { limit: Some(limit), ..Settings::default() };
    let mut run = Run::start(Arc::clone(&plan), settings);
    run.wait();
    let last = run.snapshot();
    if let Phase::Failed(message) = last.phase {
        return Err(message);
    }
    Ok(Solved { plan, counts: last.counts, store: run.into_store() })
}

/// All solutions of a puzzle, and what is asked of challenges.
struct Known<'a> {
    source: ChallengeSource<'a>,
    settings: &'a BookletSettings,
}

impl Known<'_> {
    /// The challenge to find a solution.
    fn challenge(
        &self,
        puzzle: &Arc<Puzzle>,
        target: &[OptionId],
    ) -> Result<Challenge, ChallengeError> {
        let most = match self.settings.given {
            Given::Fewest => target.len(),
            Given::AtMost(n) => usize::from(n),
        };
        let finder = GivensFinder::new(self.source);
        let sets = finder.smallest(target, most, 1);
        let sets = sets.map_err(|error| ChallengeError::Givens(error.to_string()))?;
        let place = |option: &OptionId| target.binary_search(option).ok();
        let (given, left) = match sets.first() {
            Some(set) => (set.iter().filter_map(place).collect::<Vec<usize>>(), 1),
            // Too few may be given for the rest to have one solution.
            None => given_placements(&all_solutions(self.source)?, target, most),
        };
        // A decoded solution has the pieces in the order of their first sites, not of their options.
        let mut order: Vec<usize> = (0..target.len()).collect();
        order.sort_by_key(|&n| self.source.encoding.sites(target[n]).next());
        let decoded = |n: &usize| order.iter().position(|other| other == n);
        let mut given: Vec<usize> = given.iter().filter_map(decoded).collect();
        given.sort_unstable();
        let solution = self.source.encoding.decode(target);
        let apart = match self.settings.moves {
            true => taken_apart(puzzle, &solution)?,
            false => None,
        };
        Ok(Challenge {
            puzzle: Arc::clone(puzzle),
            name: String::new(),
            number: None,
            solution,
            given,
            left: left as u64,
            distinct: 0,
            apart,
        })
    }
}

/// The way to take a solution apart; `None` if it does not come apart, or that is not known.
fn taken_apart(puzzle: &Puzzle, solution: &Placed) -> Result<Option<Part>, ReplayError> {
    let disassembler = Disassembler::new(puzzle, DisassemblyOptions::default());
    let found = disassembler.take_apart(solution, &|| ControlFlow::Continue(()));
    Ok(match found.transpose()?.map(|found| found.result) {
        Some(Separability::Apart(whole)) => Some(whole),
        _ => None,
    })
}

/// All solutions with their turned and flipped copies, each ascending.
fn all_solutions(source: ChallengeSource<'_>) -> Result<Vec<Vec<OptionId>>, ChallengeError> {
    let ChallengeSource { group, store, .. } = source;
    let each = if store.is_empty() { 0 } else { store.get(0).len() };
    let count = store.len() * group.elements.len();
    if count.saturating_mul(each) > MAX_OPTIONS {
        return Err(ChallengeError::TooMany(count as u64));
    }
    let mut all = Vec::with_capacity(count);
    for i in 0..store.len() {
        let solution = store.get(i);
        let mut images: Vec<Vec<OptionId>> = Vec::with_capacity(group.elements.len());
        for element in &group.elements {
            let mut image = Vec::new();
            image_of(element, &solution, &mut image);
            images.push(image);
        }
        images.sort_unstable();
        images.dedup();
        all.append(&mut images);
    }
    Ok(all)
}

/// Returns the options of a solution that are given, by their places in it, and the number of
/// solutions that have all of them. At most `most` are chosen, one after the other, each that
/// leaves fewest; among equals the first.
fn given_placements(
    all: &[Vec<OptionId>],
    target: &[OptionId],
    most: usize,
) -> (Vec<usize>, usize) {
    let mut left: Vec<&Vec<OptionId>> = all.iter().collect();
    let mut chosen = Vec::new();
    while left.len() > 1 && chosen.len() < most {
        let mut shared = vec![0usize; target.len()];
        for solution in &left {
            for (place, option) in target.iter().enumerate() {
                shared[place] += usize::from(solution.binary_search(option).is_ok());
            }
        }
        let open = (0..target.len()).filter(|place| !chosen.contains(place));
        let Some(best) = open.min_by_key(|&place| shared[place]) else { break };
        left.retain(|solution| solution.binary_search(&target[best]).is_ok());
        chosen.push(best);
    }
    chosen.sort_unstable();
    (chosen, left.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(numbers: &[u32]) -> Vec<OptionId> {
        numbers.iter().map(|&n| OptionId(n)).collect()
    }

    #[test]
    fn the_placements_are_given_that_leave_fewest_solutions() {
        let all: Vec<Vec<OptionId>> =
            [[1, 4, 7], [1, 5, 7], [2, 4, 7], [3, 4, 8]].iter().map(|s| options(s)).collect();
        // 2 is in one solution alone.
        assert_eq!(given_placements(&all, &all[2], 1), (vec![0], 1));
        // 1, 4 and 7 are in two or three others each.
        assert_eq!(given_placements(&all, &all[0], 1), (vec![0], 2));
        assert_eq!(given_placements(&all, &all[0], 2), (vec![0, 1], 1));
        assert_eq!(given_placements(&all, &all[0], 3), (vec![0, 1], 1));
        assert_eq!(given_placements(&all, &all[0], 0), (vec![], 4));
        assert_eq!(given_placements(&all[..1], &all[0], 3), (vec![], 1));
    }
}
