//! Variants solved together: a run like that of a puzzle, whose solutions are divided by the markers
//! in them.

use std::sync::Mutex;

use super::each::encoded;
use super::plan::Search;
use super::{
    Question, ResultState, SavedVariants, VariantPlan, VariantResult, VariantSettings,
    VariantSnapshot,
};
use crate::encode::symmetry::is_board_symmetric;
use crate::encode::{Encoded, Encoding};
use crate::exact_cover::OptionId;
use crate::job::{Phase, Settings, TreeRun};
use crate::puzzle::Puzzle;
use crate::solution::{Counts, Orbits, Store, Verdict};
use crate::threads::lock;

/// A run over variants that are solved together.
pub(super) struct TogetherRun {
    pub(super) run: TreeRun,
    tally: Mutex<Tally>,
}

/// The solutions told apart so far.
struct Tally {
    results: Vec<VariantResult>,
    /// The solutions in the store that are counted, while the run lasts.
    counted: usize,
    /// True if this is the result of the whole run.
    is_final: bool,
}

impl TogetherRun {
    pub(super) fn begin(
        plan: &VariantPlan,
        search: &Search,
        settings: VariantSettings,
    ) -> TogetherRun {
        let VariantSettings { threads, resume, last_checkpoint, background, wake } = settings;
        let resume = match resume {
            Some(SavedVariants::Together(checkpoint)) => Some(checkpoint),
            _ => None,
        };
        let settings =
            Settings { threads, resume, last_checkpoint, background, wake, ..Settings::default() };
        let run = TreeRun::new(std::sync::Arc::clone(&search.plan), settings);
        let tally = Tally { results: plan.results(), counted: 0, is_final: false };
        TogetherRun { run, tally: Mutex::new(tally) }
    }

    pub(super) fn snapshot(&self, plan: &VariantPlan) -> VariantSnapshot {
        let run = self.run.snapshot();
        let phase = match run.phase {
            Phase::Complete if run.truncated => Phase::Failed(
                "the solutions of all variants together do not fit in memory; solve the variants one \
                 by one"
                    .to_owned(),
            ),
            phase => phase,
        };
        let variants = plan.list().len();
        let known = || plan.results().iter().filter(|r| r.state == ResultState::Done).count();
        let solved = if phase == Phase::Complete { variants } else { known() };
        VariantSnapshot {
            elapsed: run.elapsed,
            position: run.position,
            forecast: run.forecast,
            solved,
            variants,
            nodes: run.effort.nodes,
            phase,
        }
    }

    pub(super) fn with_results<R>(
        &self,
        plan: &VariantPlan,
        look: impl FnOnce(&[VariantResult]) -> R,
    ) -> R {
        let mut tally = lock(&self.tally);
        // Looked at before the solutions, since those are sorted when the run ends.
        let snapshot = self.run.snapshot();
        let (is_over, is_complete) =
            (snapshot.phase.is_over(), snapshot.phase == Phase::Complete && !snapshot.truncated);
        let Some(search) = plan.search() else { return look(&tally.results) };
        if !tally.is_final {
            let store = self.run.store();
            if is_over {
                tally.results = all_counted(plan, search, &store, is_complete);
                tally.is_final = true;
            } else {
                let from = tally.counted.min(store.len());
                count(search, &store, from, &mut tally.results);
                tally.counted = store.len();
            }
        }
        look(&tally.results)
    }
}

/// Counts the solutions of a store from one on, each for its variant.
fn count(search: &Search, store: &Store, from: usize, results: &mut [VariantResult]) {
    let mut solution = Vec::new();
    for index in from..store.len() {
        store.read(index, &mut solution);
        if let Some((variant, _)) = search.cover.variant(&solution) {
            let result = &mut results[variant];
            result.state = ResultState::SoFar;
            result.counts.total += 1;
        }
    }
}

/// The results that the solutions of a whole search amount to; `None` where variants are solved one
/// by one.
pub(in crate::job) fn results_of(plan: &VariantPlan, store: &Store) -> Option<Vec<VariantResult>> {
    Some(all_counted(plan, plan.search()?, store, true))
}

/// The results of a run that is over, each under the symmetries of its variant.
fn all_counted(
    plan: &VariantPlan,
    search: &Search,
    store: &Store,
    is_complete: bool,
) -> Vec<VariantResult> {
    let mut results = plan.results();
    count(search, store, 0, &mut results);
    if !is_complete {
        return results;
    }
    for result in &mut results {
        result.state = ResultState::Done;
        let total = result.counts.total;
        result.counts = Counts { total, turned: total, distinct: total, symmetric: 0 };
    }
    judge_symmetric(plan, search, store, &mut results);
    results
}

/// Counts the solutions of variants with symmetries of their own by orbits.
fn judge_symmetric(
    plan: &VariantPlan,
    search: &Search,
    store: &Store,
    results: &mut [VariantResult],
) {
    let list = plan.list();
    let symmetric = |index: usize| {
        let has_solutions = results[index].counts.total > 0;
        has_solutions.then(|| list.puzzle(index)).flatten().filter(is_board_symmetric)
    };
    let puzzles: Vec<Option<Puzzle>> = (0..list.len()).map(symmetric).collect();
    let mut solutions: Vec<Vec<usize>> = vec![Vec::new(); list.len()];
    let mut solution = Vec::new();
    for index in 0..store.len() {
        store.read(index, &mut solution);
        if let Some((variant, _)) = search.cover.variant(&solution)
            && puzzles[variant].is_some()
        {
            solutions[variant].push(index);
        }
    }
    for (variant, puzzle) in puzzles.into_iter().enumerate() {
        let Some(puzzle) = puzzle else { continue };
        let Ok(own) = encoded(puzzle, Question::Count) else { continue };
        let Encoded { puzzle, encoding, group } = own;
        let mut orbits = Orbits::of_list(&group);
        let mut counts = Counts::default();
        for &index in &solutions[variant] {
            store.read(index, &mut solution);
            let placements = search.cover.variant(&solution).map_or(&[][..], |(_, own)| own);
            let own = translated(plan.encoding(), placements, &puzzle, &encoding);
            if let Verdict::Kept(_, orbit) = orbits.judge(&own) {
                counts.add(orbit, group.proper());
            }
        }
        results[variant].counts = counts;
    }
}

/// The placements of a solution as options of its variant, ascending.
fn translated(
    whole: &Encoding,
    placements: &[OptionId],
    puzzle: &Puzzle,
    encoding: &Encoding,
) -> Vec<OptionId> {
    let option = |&option: &OptionId| {
        let sites: Vec<_> = whole.sites(option).collect();
        let found = encoding.find(puzzle, whole.placement(option).piece, &sites);
        found.expect("a variant has every placement that leaves its open sites free")
    };
    let mut own: Vec<OptionId> = placements.iter().map(option).collect();
    own.sort_unstable();
    own
}
