//! A saved run: the jobs done and the solutions found, from which it can be resumed later, on
//! another machine, with any number of threads.
//!
//! The tree is cut into the same jobs in the same order every time, so a checkpoint names the
//! jobs that are done and holds their solutions. Of a job that is under way it holds what was found
//! before the last report, and the subtrees that were left then; what was found since is left out,
//! since it will be found again. So nothing is lost and nothing comes twice. Of frontier
//! sweeps it holds what they cannot find again in a moment: the states of one that counts, and the
//! living states of each that lists and is complete.

pub(in crate::job) mod file;
#[cfg(test)]
mod tests;

use std::ops::RangeInclusive;
use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Serialize};

use crate::encode::SymmetryGroup;
use crate::encode::selection::Selections;
use crate::encode::symmetry::{FixedPart, Restriction};
use crate::exact_cover::frontier::SavedSweep;
use crate::exact_cover::{Effort, Engine, ItemId, ItemKind, Problem, SolutionSet};
use crate::job::case::{Case, Fallback, Selection};
use crate::job::count::CountProgress;
use crate::job::plan::{Plan, SplitBy};
use crate::job::share::{Share, StoredPart, Work};
use crate::job::strategy::Strategy;
use crate::job::subject::Subject;
use crate::natural::Natural;
use crate::solution::{Counts, Store};

/// The most bytes of the living states of a sweep that are saved; those of a larger one are swept
/// again.
const MAX_GRAPH: usize = 64 << 20;

/// The least number of jobs that the search trees of all cases are cut into: one for
/// each millisecond that they take, between these bounds, and the most where that is not known.
/// In a short search each job is felt, as it begins at the root.
pub(in crate::job) const JOBS: RangeInclusive<usize> = 32..=500;

/// No tree is cut into more jobs.
pub(in crate::job) const MAX_JOBS: usize = 1 << 24;

/// A saved run.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Checkpoint {
    format: u32,
    /// The version of the program, whose next one may cut the tree otherwise.
    program: String,
    title: String,
    /// Of the problem and its symmetries; see [`digest`].
    digest: String,
    #[serde(rename = "basis")]
    split_by: SplitBy,
    /// The id of the engine that was asked for.
    #[serde(rename = "wish")]
    engine: Option<String>,
    stage: StoredStage,
    cases: Vec<StoredCase>,
    pub(in crate::job) jobs: usize,
    /// The number of jobs that the trees were to be cut into.
    #[serde(default = "most_jobs")]
    pub(in crate::job) cut_into: usize,
    /// The jobs that are done or begun, as ranges from..to of their numbers.
    done: Vec<(usize, usize)>,
    /// The subtrees that are left of those that were begun: the case, and the branches that lead there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    subtrees: Vec<(usize, Vec<u32>)>,
    pub(in crate::job) seconds: f64,
    nodes: u64,
    updates: u64,
    by_level: Vec<u64>,
    /// States that sweeps have met.
    states: u64,
    total: Natural,
    turned: Natural,
    distinct: Natural,
    symmetric: Natural,
    /// Solutions that the search must meet for these orbits, and those that it has met. Images of
    /// one solution may lie in several jobs, so that these agree at the end only.
    predicted: u64,
    met: u64,
    /// True if solutions were kept, not only counted.
    kept: bool,
    /// True if some were counted that could not be kept.
    pub(in crate::job) truncated: bool,
    /// The part of a divided run that this is, and what is left of it.
    part: Option<StoredPart>,
    /// The kept solutions.
    #[serde(with = "file::solution_list")]
    solutions: Store,
    /// The lengths of the packed states, which follow the text: of the sweep that counts, or of the
    /// cases whose sweep is complete.
    packed_lengths: Vec<u64>,
    #[serde(skip)]
    packed: Vec<Arc<Vec<u8>>>,
}

/// Into how many jobs trees were cut before that was recorded.
fn most_jobs() -> usize {
    *JOBS.end()
}

/// The stage of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
enum StoredStage {
    /// Counting by a sweep, which gives up after so many states.
    Counting { limit: u64, progress: CountProgress },
    /// Sweeping the cases.
    Sweeping { share: f64 },
    /// Searching, or listing what sweeps have found.
    Searching,
}

/// The way a case is searched.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredCase {
    /// The choice of pieces that it belongs to.
    #[serde(rename = "ground")]
    selection: usize,
    strategy: StoredStrategy,
    /// The search that replaces a sweep that gives up, and the states after which it does.
    fallback: Option<(u64, Vec<StoredStrategy>)>,
    sweep: StoredSweep,
}

/// A strategy by the numbers of what it names.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredStrategy {
    /// The id of its engine.
    engine: String,
    order: Vec<u32>,
    /// The item of the piece or site held for symmetry.
    held: Option<u32>,
    /// The class of placements, where the search is divided into classes.
    class: Option<u32>,
    probes: u64,
}

/// The progress of the sweep of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum StoredSweep {
    /// There is none, or it is to be done.
    Open,
    /// It gave up.
    GaveUp,
    /// Its living states follow.
    Done,
}

/// The result of the sweep of a case.
#[derive(Clone)]
pub(in crate::job) enum SweepOutcome {
    /// It gave up.
    GaveUp,
    /// The solutions that it found.
    Done(Arc<SweptCase>),
}

/// The solutions that a sweep has found.
pub(in crate::job) struct SweptCase {
    pub(in crate::job) solutions: Arc<dyn SolutionSet>,
    /// Their packed form, once a checkpoint has asked for it; empty where it takes too much room, so
    /// that they are swept again.
    packed: OnceLock<Arc<Vec<u8>>>,
}

impl SweptCase {
    pub(in crate::job) fn new(solutions: Arc<dyn SolutionSet>) -> SweptCase {
        SweptCase { solutions, packed: OnceLock::new() }
    }

    /// The packed form, made when it is asked for the first time.
    pub(in crate::job) fn packed(&self) -> &Arc<Vec<u8>> {
        self.packed.get_or_init(|| {
            let packed = self.solutions.packed();
            if packed.len() <= MAX_GRAPH { Arc::new(packed) } else { Arc::default() }
        })
    }
}

/// The progress of the sweeps of a run that is resumed.
#[derive(Default)]
pub(in crate::job) struct SweepProgress {
    /// The progress of a count, and the states after which it gives up.
    pub(in crate::job) count: Option<(u64, CountProgress)>,
    /// For each case, what came of its sweep.
    pub(in crate::job) outcomes: Vec<Option<SweepOutcome>>,
    /// True if cases that may give up are still to be swept.
    pub(in crate::job) is_sweeping: bool,
    pub(in crate::job) share: f64,
    pub(in crate::job) states: u64,
}

/// The progress of a run, for a checkpoint and from one.
#[derive(Clone, Debug, Default)]
pub(in crate::job) struct Progress {
    pub(in crate::job) done: Vec<bool>,
    /// The subtrees that are left of jobs that were begun, which count as done.
    pub(in crate::job) subtrees: Vec<(usize, Vec<u32>)>,
    /// The number of jobs that the trees were to be cut into.
    pub(in crate::job) cut_into: usize,
    pub(in crate::job) elapsed: std::time::Duration,
    pub(in crate::job) effort: Effort,
    pub(in crate::job) counts: Counts<Natural>,
    pub(in crate::job) met: Met,
    pub(in crate::job) kept: bool,
    pub(in crate::job) truncated: bool,
    pub(in crate::job) store: Store,
    /// States that sweeps have met.
    pub(in crate::job) states: u64,
}

/// The solutions that a search met, and those that it must meet for the orbits that it found.
/// They agree at the end, or the counts are wrong.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::job) struct Met {
    pub(in crate::job) count: u64,
    pub(in crate::job) predicted: u64,
}

impl Met {
    pub(in crate::job) fn add(&mut self, other: Met) {
        self.count += other.count;
        self.predicted += other.predicted;
    }

    pub(in crate::job) fn subtract(&mut self, other: Met) {
        self.count -= other.count;
        self.predicted -= other.predicted;
    }
}

/// The stage that a checkpoint saves besides its progress.
pub(in crate::job) enum Stage<'a> {
    /// Counting by a sweep that gives up after so many states.
    Counting(u64, CountProgress),
    /// Sweeping the cases, of which some are done. The others begin anew.
    Sweeping(&'a [Option<SweepOutcome>]),
    /// Searching these cases, of which some list what a sweep has found.
    Searching(Vec<(&'a Case, Option<&'a SweptCase>)>),
}

/// The choice of pieces or the problem for which a strategy is resumed.
#[derive(Clone, Copy)]
enum Resumed<'a> {
    /// A choice of pieces.
    Selection(&'a Selection),
    /// A bare problem, and its symmetries.
    Problem(&'a Problem, &'a SymmetryGroup),
}

impl Resumed<'_> {
    fn problem(&self) -> &Problem {
        match self {
            Resumed::Selection(own) => &own.encoding.problem,
            Resumed::Problem(problem, _) => problem,
        }
    }
}

impl StoredStrategy {
    fn new(strategy: &Strategy) -> StoredStrategy {
        let Strategy { engine, order, restriction, probes } = strategy;
        let class = restriction.as_ref().and_then(|restriction| match restriction.held {
            FixedPart::Class(_, class) => Some(class),
            FixedPart::Piece(_) | FixedPart::Site(_) | FixedPart::Item(_) => None,
        });
        StoredStrategy {
            engine: engine.id.to_owned(),
            order: order.iter().map(|item| item.0).collect(),
            held: restriction.as_ref().map(|r| r.item.0),
            class,
            probes: *probes,
        }
    }

    /// The strategy for a problem, if it fits.
    fn strategy(&self, of: Resumed<'_>) -> Option<Strategy> {
        let problem = of.problem();
        let restriction = match (self.held, of) {
            (None, _) => None,
            (Some(item), Resumed::Selection(own)) => Some(restriction_of(own, item, self.class)?),
            (Some(item), Resumed::Problem(problem, group)) => {
                let restrictions = group.item_restrictions(problem);
                Some(restrictions.into_iter().find(|r| r.item.0 == item)?)
            }
        };
        let items = problem.items().len();
        let item = |&item: &u32| ((item as usize) < items).then_some(ItemId(item));
        Some(Strategy {
            engine: Engine::by_id(&self.engine)?,
            order: self.order.iter().map(item).collect::<Option<Vec<ItemId>>>()?,
            restriction,
            probes: self.probes,
        })
    }
}

impl StoredCase {
    fn new(case: &Case, sweep: StoredSweep) -> StoredCase {
        StoredCase {
            selection: case.selection,
            strategy: StoredStrategy::new(&case.strategy),
            fallback: None,
            sweep,
        }
    }

    /// A case that may still fall back on others.
    fn open(case: &Case, sweep: StoredSweep) -> StoredCase {
        let stored = |case: &Case| StoredStrategy::new(&case.strategy);
        let fallback = case.fallback.as_ref();
        let fallback = fallback.map(|f| (f.states, f.cases.iter().map(stored).collect()));
        StoredCase { fallback, ..StoredCase::new(case, sweep) }
    }
}

impl Checkpoint {
    /// Saves a run.
    pub(in crate::job) fn new(plan: &Plan, stage: Stage<'_>, progress: Progress) -> Checkpoint {
        let mut packed: Vec<Arc<Vec<u8>>> = Vec::new();
        let mut sweep = |swept: Option<&SweptCase>| match swept.map(SweptCase::packed) {
            Some(bytes) if !bytes.is_empty() => {
                packed.push(Arc::clone(bytes));
                StoredSweep::Done
            }
            _ => StoredSweep::Open,
        };
        let (stage, cases) = match stage {
            Stage::Searching(cases) => {
                let stored = |(case, swept): (&Case, Option<&SweptCase>)| {
                    StoredCase::new(case, sweep(swept))
                };
                (StoredStage::Searching, cases.into_iter().map(stored).collect())
            }
            Stage::Sweeping(outcomes) => {
                let stored = |(n, case): (usize, &Case)| {
                    let sweep = match outcomes.get(n).and_then(Option::as_ref) {
                        Some(SweepOutcome::GaveUp) => StoredSweep::GaveUp,
                        Some(SweepOutcome::Done(swept)) => sweep(Some(swept)),
                        None => StoredSweep::Open,
                    };
                    StoredCase::open(case, sweep)
                };
                let cases = plan.cases.iter().enumerate().map(stored).collect();
                let swept = |o: &&Option<SweepOutcome>| matches!(o, Some(SweepOutcome::Done(_)));
                let swept = outcomes.iter().filter(swept).count();
                let share = swept as f64 / plan.cases.len().max(1) as f64;
                (StoredStage::Sweeping { share }, cases)
            }
            Stage::Counting(limit, mut progress) => {
                packed.extend(progress.sweep.take().map(SavedSweep::into_bytes));
                let open = |case: &Case| StoredCase::open(case, StoredSweep::Open);
                let cases = plan.cases.iter().map(open).collect();
                (StoredStage::Counting { limit, progress }, cases)
            }
        };
        Checkpoint { packed, stage, cases, ..Checkpoint::of_progress(plan, progress) }
    }

    /// A checkpoint without cases.
    fn of_progress(plan: &Plan, progress: Progress) -> Checkpoint {
        let Progress {
            done,
            subtrees,
            cut_into,
            elapsed,
            effort,
            counts,
            met,
            kept,
            truncated,
            store,
            states,
        } = progress;
        let mut ranges: Vec<(usize, usize)> = Vec::new();
        for (n, _) in done.iter().enumerate().filter(|(_, done)| **done) {
            match ranges.last_mut() {
                Some((_, to)) if *to == n => *to = n + 1,
                _ => ranges.push((n, n + 1)),
            }
        }
        Checkpoint {
            format: file::FORMAT,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            title: plan.title().to_owned(),
            digest: digest(plan.whole(), plan.group()),
            split_by: plan.split_by,
            engine: plan.engine.map(|engine| engine.id.to_owned()),
            stage: StoredStage::Searching,
            cases: Vec::new(),
            jobs: done.len(),
            cut_into,
            done: ranges,
            subtrees,
            seconds: elapsed.as_secs_f64(),
            nodes: effort.nodes,
            updates: effort.updates,
            by_level: effort.by_level,
            states,
            total: counts.total,
            turned: counts.turned,
            distinct: counts.distinct,
            symmetric: counts.symmetric,
            predicted: met.predicted,
            met: met.count,
            kept,
            truncated,
            part: None,
            solutions: store,
            packed_lengths: Vec::new(),
            packed: Vec::new(),
        }
    }

    /// Returns whether its numbers are those of a run, before anything is made of them.
    fn has_sound_numbers(&self) -> bool {
        self.jobs <= MAX_JOBS
            && self.cut_into <= MAX_JOBS
            && self.done.iter().all(|&(from, to)| from <= to && to <= self.jobs)
            && std::time::Duration::try_from_secs_f64(self.seconds).is_ok()
    }

    /// The progress, if the file holds together.
    pub(in crate::job) fn progress(&self) -> Option<Progress> {
        if !self.has_sound_numbers() {
            return None;
        }
        let mut done = vec![false; self.jobs];
        for &(from, to) in &self.done {
            done.get_mut(from..to)?.fill(true);
        }
        let Checkpoint { predicted, met, .. } = *self;
        Some(Progress {
            done,
            subtrees: Vec::new(),
            cut_into: self.cut_into,
            elapsed: std::time::Duration::try_from_secs_f64(self.seconds).ok()?,
            effort: Effort {
                nodes: self.nodes,
                updates: self.updates,
                by_level: self.by_level.clone(),
            },
            counts: self.counts(),
            met: Met { count: met, predicted },
            kept: self.kept,
            truncated: self.truncated,
            store: self.solutions.clone(),
            states: self.states,
        })
    }

    /// Returns the progress of the sweeps, for the plan that resumes the run; `None` if the file is
    /// inconsistent.
    pub(in crate::job) fn sweeps(&self, plan: &Plan) -> Option<SweepProgress> {
        let mut packed = self.packed.iter();
        let mut sweeps = SweepProgress { states: self.states, ..SweepProgress::default() };
        match &self.stage {
            StoredStage::Counting { limit, progress } => {
                let sweep = packed.next().map(|bytes| SavedSweep::from_bytes(Arc::clone(bytes)));
                sweeps.share = progress.share;
                sweeps.count = Some((*limit, progress.with_sweep(sweep)));
            }
            StoredStage::Sweeping { share } => {
                (sweeps.share, sweeps.is_sweeping) = (*share, true);
            }
            StoredStage::Searching => {}
        }
        for (stored, case) in self.cases.iter().zip(&plan.cases) {
            sweeps.outcomes.push(match stored.sweep {
                StoredSweep::Open => None,
                StoredSweep::GaveUp => Some(SweepOutcome::GaveUp),
                StoredSweep::Done => {
                    let bytes = packed.next()?;
                    let whole = case.strategy.engine.whole()?;
                    let solutions = whole.restored(&case.problem, bytes)?;
                    let packed = OnceLock::from(Arc::clone(bytes));
                    Some(SweepOutcome::Done(Arc::new(SweptCase { solutions, packed })))
                }
            });
        }
        packed.next().is_none().then_some(sweeps)
    }

    /// The same of a part of a divided run, of which this is left.
    pub(in crate::job) fn of_part(self, share: Share, left: Vec<Work>) -> Checkpoint {
        Checkpoint { part: Some(StoredPart { share, left }), ..self }
    }

    /// The part of a divided run whose result this is, and what is left of it.
    pub fn share(&self) -> Option<(&Share, &[Work])> {
        self.part.as_ref().map(StoredPart::of)
    }

    /// Returns the progress of a count by sweeps; `None` where there is none.
    pub(in crate::job) fn count(&self) -> Option<&CountProgress> {
        match &self.stage {
            StoredStage::Counting { progress, .. } => Some(progress),
            StoredStage::Sweeping { .. } | StoredStage::Searching => None,
        }
    }

    /// The share of the run that is done.
    pub fn position(&self) -> f64 {
        match &self.stage {
            StoredStage::Counting { progress, .. } => progress.share,
            StoredStage::Sweeping { share } => *share,
            StoredStage::Searching => {
                let (done, all) = self.jobs();
                done as f64 / all.max(1) as f64
            }
        }
    }

    /// Returns whether the run was still sweeping, so that no job is done.
    pub fn is_sweep(&self) -> bool {
        self.stage != StoredStage::Searching
    }

    /// The subtrees that are left of jobs that were begun, by the case that they belong to.
    pub(in crate::job) fn subtrees(&self) -> impl Iterator<Item = (usize, Vec<u32>)> + '_ {
        self.subtrees.iter().cloned()
    }

    /// The checkpoint without solutions and states, which a run has taken over.
    pub(in crate::job) fn emptied(self) -> Checkpoint {
        Checkpoint { solutions: Store::default(), packed: Vec::new(), ..self }
    }

    /// Returns whether the run kept its solutions.
    pub fn keeps_solutions(&self) -> bool {
        self.kept
    }

    /// The numbers of solutions so far.
    pub fn counts(&self) -> Counts<Natural> {
        let Checkpoint { total, turned, distinct, symmetric, .. } = *self;
        Counts { total, turned, distinct, symmetric }
    }

    /// The nodes of the searches so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The states that sweeps have met so far.
    pub fn states(&self) -> u64 {
        self.states
    }

    /// The time spent so far, of all runs that were resumed; none in the complete result of a part,
    /// which must not depend on it.
    pub fn elapsed(&self) -> std::time::Duration {
        std::time::Duration::try_from_secs_f64(self.seconds).unwrap_or_default()
    }

    /// Returns the number of jobs that are done or begun, and of all jobs.
    pub fn jobs(&self) -> (usize, usize) {
        (self.done.iter().map(|(from, to)| to.saturating_sub(*from)).sum(), self.jobs)
    }

    /// The message for an inconsistent checkpoint.
    pub(in crate::job) fn damaged() -> String {
        "the file is damaged; start the run again".to_owned()
    }

    /// The plan that resumes the run: cases and strategies are those of the checkpoint.
    ///
    /// # Errors
    /// When the checkpoint belongs to something else.
    pub fn plan(&self, subject: Subject) -> Result<Plan, String> {
        // A bare problem may have been begun without its symmetries.
        let subject = match &subject {
            Subject::Problem { title, problem, group } if self.digest != digest(problem, group) => {
                Subject::of_problem(title.clone(), Arc::clone(problem))
            }
            _ => subject,
        };
        self.check(subject.problem(), subject.group())?;
        let plan = match subject.encoded() {
            None => {
                let of = Resumed::Problem(subject.problem(), subject.group());
                let mut strategies = self.strategies(of, 0)?.into_iter();
                let (strategy, _) = strategies.next().ok_or_else(Checkpoint::damaged)?;
                Plan::of_bare_strategy(subject, strategy)
            }
            Some(encoded) => {
                let split_by = self.split_by;
                let selections = Selections::new(&encoded.puzzle, &encoded.encoding);
                let mut cases = Vec::new();
                for (i, own) in split_by.selections(encoded, &selections).iter().enumerate() {
                    cases.extend(self.cases_of(own, i)?);
                }
                Plan { split_by, ..Plan::of_cases(subject, cases) }
            }
        };
        let engine = self.engine.as_ref().and_then(|id| Engine::by_id(id));
        let plan = Plan { engine, ..plan };
        let sound = plan.cases.len() == self.cases.len()
            && self.sweeps(&plan).is_some()
            && self.has_sound_numbers();
        if sound { Ok(plan) } else { Err(Checkpoint::damaged()) }
    }

    /// Checks whether the checkpoint belongs to this problem.
    ///
    /// # Errors
    /// What it belongs to instead.
    fn check(&self, problem: &Problem, group: &SymmetryGroup) -> Result<(), String> {
        if self.digest != digest(problem, group) {
            return Err(format!(
                "it belongs to another puzzle, \"{}\", or to an earlier version of this one; \
                 start the run again",
                self.title
            ));
        }
        let mut solution = Vec::new();
        let sound = self.progress().is_some_and(|progress| {
            (0..progress.store.len()).all(|i| {
                progress.store.read(i, &mut solution);
                solution.iter().all(|o| o.index() < problem.option_count())
            })
        });
        if sound { Ok(()) } else { Err(Checkpoint::damaged()) }
    }

    /// The strategies to resume with for the cases of a choice of pieces, of which this is the
    /// problem, each with the states after which it gives way to other strategies.
    ///
    /// # Errors
    /// When the file is damaged.
    #[expect(clippy::type_complexity, reason = "taken apart at once")]
    fn strategies(
        &self,
        of: Resumed<'_>,
        index: usize,
    ) -> Result<Vec<(Strategy, Option<(u64, Vec<Strategy>)>)>, String> {
        let cases = self.cases.iter().filter(|case| case.selection == index);
        let found = |case: &StoredCase| {
            let strategy = |stored: &StoredStrategy| stored.strategy(of);
            let fallback = match &case.fallback {
                Some((states, instead)) => {
                    Some((*states, instead.iter().map(strategy).collect::<Option<Vec<_>>>()?))
                }
                None => None,
            };
            Some((strategy(&case.strategy)?, fallback))
        };
        cases.map(found).collect::<Option<Vec<_>>>().ok_or_else(Checkpoint::damaged)
    }

    /// The cases to resume with for a choice of pieces.
    ///
    /// # Errors
    /// When the file is damaged.
    fn cases_of(&self, own: &Selection, index: usize) -> Result<Vec<Case>, String> {
        let strategies = self.strategies(Resumed::Selection(own), index)?;
        let case = |(strategy, fallback): (Strategy, Option<(u64, Vec<Strategy>)>)| {
            let instead = |(states, strategies): (u64, Vec<Strategy>)| {
                let cases = strategies.into_iter().map(|s| own.case(index, s)).collect();
                Fallback { states, cases }
            };
            Case { fallback: fallback.map(instead), ..own.case(index, strategy) }
        };
        Ok(strategies.into_iter().map(case).collect())
    }
}

/// The restriction that holds an item, or holds it in some class.
fn restriction_of(own: &Selection, item: u32, class: Option<u32>) -> Option<Restriction> {
    let Selection { puzzle, encoding, group, .. } = own;
    let Some(class) = class else {
        let restrictions = group.restrictions(puzzle, encoding);
        return restrictions.into_iter().find(|r| r.item.0 == item);
    };
    let mut orbits = group.class_restrictions(puzzle, encoding);
    let cases = orbits.find(|cases| cases.iter().all(|r| r.item.0 == item))?;
    cases.into_iter().nth(class as usize)
}

/// A digest of a problem and its symmetries: two puzzles with the same digest have the same
/// options in the same order. FNV-1a, 64 bits, which is the same on every machine.
pub fn digest(problem: &Problem, group: &SymmetryGroup) -> String {
    let mut state = 0xCBF2_9CE4_8422_2325_u64;
    let mut add = |bytes: &[u8]| {
        for &byte in bytes {
            state = (state ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3);
        }
    };
    for item in problem.items() {
        add(item.name.as_bytes());
        let (min, max) = match item.kind {
            ItemKind::Primary { min, max } => (min, max),
            ItemKind::Secondary => (0, 0),
        };
        add(&[0xFF]);
        add(&min.to_le_bytes());
        add(&max.to_le_bytes());
    }
    for (_, option) in problem.options() {
        add(&(option.len() as u32).to_le_bytes());
        for cell in option {
            add(&cell.item.0.to_le_bytes());
            add(&cell.colour.to_le_bytes());
        }
    }
    for element in &group.elements {
        add(&[u8::from(element.keeps_orientation)]);
        for images in element.images() {
            images.iter().for_each(|o| add(&o.to_le_bytes()));
        }
    }
    format!("{state:016x}")
}
