//! The plan of a run: the puzzle, encoded, with its symmetries and the restricted search.

use std::convert::Infallible;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::case::{Case, NARROW_STATES, Selection, Split, few_kinds, is_narrow};
use super::cost_model::COSTS;
use super::count::{counter, frontier_order, matrix_order};
use super::plan_progress::{PlanProgress, PlanStep};
use super::share::Share;
use super::strategy::{Choice, SAMPLE_NODES, Strategy};
use super::subject::Subject;
use crate::encode::reasons::{self, obstruction};
use crate::encode::selection::Selections;
use crate::encode::{EncodeError, Encoded, Obstruction, SymmetryGroup, shortage};
use crate::exact_cover::relaxation::Budget;
use crate::exact_cover::{Engine, ItemId, LinearOrder, OptionId, Problem, Unsupported};

/// The time of a search, in nanoseconds, that is worth a thorough look for a reason against it: ten
/// times as long as that takes.
const WORTH_REASONS_NS: f64 = 5e9;
/// The same for a brief look.
const WORTH_BRIEF_REASONS_NS: f64 = 3e7;
/// The forecast of a search, in nanoseconds, up to which it is chosen how to search before a reason is
/// looked for.
const CHOSEN_FIRST_NS: f64 = 1e9;

/// A problem ready to be searched, with or without a puzzle behind it.
#[derive(Debug)]
pub struct Plan {
    /// The puzzle or problem.
    pub subject: Subject,
    /// The cases to search, usually one. Together they have a member of every orbit of solutions.
    /// Empty when it is known without a search that there is no solution.
    pub cases: Vec<Case>,
    /// Why there is nothing to search, if so.
    pub impossible: Option<Obstruction>,
    /// The engine that was asked for.
    pub(super) engine: Option<&'static Engine>,
    /// The basis of the division into cases.
    pub(super) split_by: SplitBy,
    /// The share of the search trees that is searched; `None` for all.
    pub(super) share: Option<Share>,
}

/// The basis of a plan's division into cases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum SplitBy {
    /// The puzzle as it is.
    AsIs,
    /// The puzzle with its pieces narrowed to the copies that are possible.
    Narrowed,
    /// One puzzle for each choice of pieces.
    ByPieces,
}

impl SplitBy {
    /// The choices of pieces that are searched.
    pub(super) fn selections(self, encoded: &Encoded, selections: &Selections) -> Vec<Selection> {
        let whole = Selection::whole(encoded);
        match self {
            SplitBy::AsIs => vec![whole],
            SplitBy::Narrowed => vec![Selection::narrowed(whole, selections)],
            SplitBy::ByPieces => Selection::each(&whole, selections),
        }
    }
}

/// The options of a plan; by default everything is chosen by samples of the search.
#[derive(Clone, Debug, Default)]
pub struct PlanOptions {
    /// The engine to use; `None` for the one that suits best.
    pub engine: Option<&'static Engine>,
    /// The extent of the division into cases.
    pub split: Split,
    /// True to take the engine that suits most puzzles, without a sample of the search: it takes next to
    /// no time, where to choose well may take seconds. For a search for a few solutions.
    pub is_quick: bool,
    /// The effort to find weights by which there is no solution, before any search.
    pub reasons: Budget,
    /// True to look for these only if the search takes longer than a moment, in which no solution is met:
    /// it is over sooner, and they can be found afterwards. For a plan that is followed at once.
    pub skips_reasons: bool,
    /// A way of one's own choice to search the whole puzzle, whatever is known of it.
    pub strategy: Option<Strategy>,
    /// Told what the plan in the making is at.
    pub progress: PlanProgress,
}

impl PlanOptions {
    /// The options to solve by an engine of one's own choice, if there is one.
    pub fn by(engine: impl Into<Option<&'static Engine>>) -> PlanOptions {
        PlanOptions { engine: engine.into(), ..PlanOptions::default() }
    }

    /// The same for a plan that is followed at once, see [`PlanOptions::skips_reasons`].
    pub fn at_once(engine: impl Into<Option<&'static Engine>>) -> PlanOptions {
        PlanOptions { skips_reasons: true, ..PlanOptions::by(engine) }
    }

    /// The options for a plan without a sample, see [`PlanOptions::is_quick`].
    pub fn quick() -> PlanOptions {
        PlanOptions { is_quick: true, reasons: Budget::NONE, ..PlanOptions::default() }
    }

    /// The options for a plan by a strategy of one's own choice.
    pub fn strategy(strategy: Strategy) -> PlanOptions {
        PlanOptions { strategy: Some(strategy), ..PlanOptions::default() }
    }
}

/// Why no plan could be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// The puzzle cannot be encoded.
    #[error(transparent)]
    Encode(#[from] EncodeError),
    /// A search would take too much memory.
    #[error(
        "a search would take about {} GB of memory ({options} placements), and at most {} GB are \
         used; use a smaller board or fewer pieces",
        gigabytes(*entries), gigabytes(COSTS.most_entries)
    )]
    TooLarge {
        /// The number of placements.
        options: usize,
        /// The sites and pieces of all placements together.
        entries: usize,
    },
    /// The engine that was asked for cannot work on the puzzle.
    #[error("the engine {id} ({name}) cannot solve this: {why}; choose another engine, or none")]
    Engine {
        /// The id of the engine.
        id: &'static str,
        /// Its name for people.
        name: &'static str,
        /// The reason.
        why: Unsupported,
    },
}

/// The memory for a search, in gigabytes with one decimal.
fn gigabytes(entries: usize) -> f64 {
    ((entries * COSTS.bytes_per_entry) as f64 / 1e8).round() / 10.0
}

/// Refuses what would take too much memory to search.
pub(super) fn check_size(problem: &Problem) -> Result<(), PlanError> {
    let (options, entries) = (problem.option_count(), problem.cell_count());
    if entries > COSTS.most_entries {
        return Err(PlanError::TooLarge { options, entries });
    }
    Ok(())
}

/// The order in which an engine for whole problems works on one without geometry.
fn sweep_order(engine: &Engine, problem: &Problem) -> Result<Vec<ItemId>, Unsupported> {
    (engine.supports)(problem)?;
    if engine.whole().is_none() {
        return Err(Unsupported::OneSolution);
    }
    let order = matrix_order(engine, problem).ok_or(Unsupported::Order)?;
    Ok(order.items)
}

impl From<Infallible> for PlanError {
    fn from(never: Infallible) -> PlanError {
        match never {}
    }
}

impl PlanError {
    pub(super) fn engine(engine: &Engine, why: Unsupported) -> PlanError {
        PlanError::Engine { id: engine.id, name: engine.name, why }
    }
}

/// The greatest cost of a frontier sweep, which mostly costs far less.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SweepBound {
    /// The most items that tell its states of one level apart.
    pub width: u32,
    /// The states that it meets.
    pub states: f64,
    /// The cost of all of these on one thread, in nanoseconds.
    pub cost: f64,
    /// True if hardly anything but a short frontier tells states apart.
    is_of_few_kinds: bool,
    /// True if it is tried before a search.
    pub is_first: bool,
}

/// The number of states that a frontier sweep may meet before it gives up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SweepLimit {
    /// It may meet so many in any case.
    pub(super) sure: u64,
    /// It may meet so many if it is expected to end within them.
    pub(super) most: u64,
}

impl SweepLimit {
    /// No sweep.
    pub(super) const NONE: SweepLimit = SweepLimit::of(0);
    /// A sweep that does not give up.
    pub(super) const ENDLESS: SweepLimit = SweepLimit::of(u64::MAX);

    /// A number of states.
    pub(super) const fn of(states: u64) -> SweepLimit {
        SweepLimit { sure: states, most: states }
    }
}

impl Plan {
    /// The one way to a plan: to solve a puzzle or problem, the search restricted as far as its
    /// symmetries allow, by the engine that suits it unless the options say otherwise.
    ///
    /// # Errors
    /// When the puzzle is too large to encode or to search, or the engine that was asked for cannot
    /// work on it.
    pub fn new<T: TryInto<Subject>>(subject: T, options: PlanOptions) -> Result<Plan, PlanError>
    where
        PlanError: From<T::Error>,
    {
        let subject = subject.try_into()?;
        let progress = &options.progress;
        progress.enter(PlanStep::Reasons);
        let Subject::Puzzle(encoded) = &subject else {
            let problem = subject.problem();
            let found = shortage::of_problem(problem)
                .or_else(|| reasons::of_problem(problem, options.reasons));
            return match found {
                Some(_) => Ok(Plan { impossible: found, ..Plan::of_cases(subject, Vec::new()) }),
                None => Plan::of_bare(subject, &options),
            };
        };
        match options.strategy {
            Some(strategy) => {
                Ok(Plan { engine: options.engine, ..Plan::of_whole(encoded, strategy) })
            }
            None => Plan::of_puzzle(encoded, &options),
        }
    }

    /// The plan to solve a puzzle.
    fn of_puzzle(encoded: &Encoded, options: &PlanOptions) -> Result<Plan, PlanError> {
        let progress = &options.progress;
        let of_cases = |cases| Plan::of_cases(encoded.clone().into(), cases);
        let without = |reason| Plan { impossible: Some(reason), ..of_cases(Vec::new()) };
        let selections = Selections::new(&encoded.puzzle, &encoded.encoding);
        let skips = options.skips_reasons && options.engine.is_none();
        let budget = (!skips).then_some(options.reasons);
        if let Some(reason) = impossible(encoded, &selections, budget) {
            return Ok(without(reason));
        }
        check_size(&encoded.encoding.problem)?;
        let refuted = |budget: Option<Budget>| {
            let budget = budget?;
            progress.enter(PlanStep::Reasons);
            obstruction(&encoded.puzzle, &encoded.encoding, budget)
        };
        let narrowed = SplitBy::Narrowed.selections(encoded, &selections);
        let of_narrowed = |cases| Plan { split_by: SplitBy::Narrowed, ..of_cases(cases) };
        if options.is_quick {
            let cases = narrowed.iter().enumerate().map(|(i, own)| own.simple_case(i));
            return Ok(of_narrowed(cases.collect()));
        }
        let mut begun = skips.then(|| narrowed[0].choice());
        let chosen = begun.as_mut().and_then(Choice::momentary);
        // What has a solution has no weights against it.
        let is_open = skips && !begun.as_ref().is_some_and(|begun| begun.has_solution);
        let is_short = begun.as_ref().is_some_and(|begun| begun.least() < CHOSEN_FIRST_NS);
        let mut found = refuted(is_open.then_some(Budget::NONE));
        if let Some(chosen) = chosen.filter(|_| found.is_none()) {
            return Ok(of_narrowed(vec![narrowed[0].chosen_case(0, chosen)]));
        }
        found = found.or_else(|| refuted((is_open && !is_short).then_some(options.reasons)));
        if let Some(reason) = found {
            return Ok(without(reason));
        }
        let (split_by, cases) = match choices(encoded, &selections, &narrowed[0], options) {
            Some(choices) => (SplitBy::ByPieces, cases_of(&choices, None, options)?),
            None => (SplitBy::Narrowed, cases_of(&narrowed, begun, options)?),
        };
        let known: Option<f64> = cases.iter().map(|case| case.known_cost).sum();
        let budget = match known {
            Some(cost) if cost > WORTH_REASONS_NS => Some(Budget::THOROUGH),
            Some(cost) if cost < WORTH_BRIEF_REASONS_NS => None,
            _ => (is_open && is_short).then_some(options.reasons),
        };
        if let Some(reason) = refuted(budget.filter(|_| options.reasons != Budget::NONE)) {
            return Ok(without(reason));
        }
        Ok(Plan { split_by, engine: options.engine, ..of_cases(cases) })
    }

    /// The plan to search all of a puzzle in one way, whatever is known of it.
    pub(super) fn of_whole(encoded: &Encoded, strategy: Strategy) -> Plan {
        let cases = vec![Selection::whole(encoded).case(0, strategy)];
        Plan::of_cases(encoded.clone().into(), cases)
    }

    /// The plan to solve a bare problem.
    fn of_bare(subject: Subject, options: &PlanOptions) -> Result<Plan, PlanError> {
        let held = subject.group().item_restrictions(subject.problem());
        let mut strategy = Strategy::simple(held.into_iter().next(), subject.problem());
        if let Some(engine) = options.engine {
            strategy.engine = engine;
            let order = match engine.loader.is_tree() {
                true => engine.load(subject.problem(), &[]).map(|_| Vec::new()),
                false => sweep_order(engine, subject.problem()),
            };
            strategy.order = order.map_err(|why| PlanError::engine(engine, why))?;
        }
        Ok(Plan { engine: options.engine, ..Plan::of_bare_strategy(subject, strategy) })
    }

    /// The plan to search a bare problem by a strategy.
    pub(super) fn of_bare_strategy(subject: Subject, strategy: Strategy) -> Plan {
        let cases = match &subject {
            Subject::Problem { problem, .. } => {
                let (problem, options) = match &strategy.restriction {
                    Some(held) => {
                        let (problem, options) = problem.restricted(|option| !held.drops(option));
                        (Arc::new(problem), options)
                    }
                    None => {
                        let all = 0..problem.option_count() as u32;
                        (Arc::clone(problem), all.map(OptionId).collect())
                    }
                };
                vec![Case {
                    strategy,
                    options,
                    problem,
                    within: subject.group().all(),
                    selection: 0,
                    name: None,
                    fallback: None,
                    known_cost: None,
                    outcome: None,
                }]
            }
            Subject::Puzzle(_) => Vec::new(),
        };
        Plan::of_cases(subject, cases)
    }

    /// The plan to search some cases.
    pub(super) fn of_cases(subject: Subject, cases: Vec<Case>) -> Plan {
        let (impossible, engine, share) = (None, None, None);
        Plan { subject, cases, impossible, engine, split_by: SplitBy::AsIs, share }
    }

    /// Why there is no solution, as far as it is known or found within a budget.
    pub fn reason(&self, budget: Budget) -> Option<Obstruction> {
        let found = || match self.encoded() {
            Some(Encoded { puzzle, encoding, .. }) => obstruction(puzzle, encoding, budget),
            None => reasons::of_problem(self.whole(), budget),
        };
        self.impossible.clone().or_else(found)
    }

    /// The title of the puzzle or problem.
    pub fn title(&self) -> &str {
        self.subject.title()
    }

    /// The symmetries that map solutions to equivalent ones.
    pub fn group(&self) -> &Arc<SymmetryGroup> {
        self.subject.group()
    }

    /// The puzzle with its encoding; `None` for a bare problem.
    pub fn encoded(&self) -> Option<&Encoded> {
        self.subject.encoded()
    }

    /// The plan without sweeps that may give up: with the searches that would follow them.
    pub(super) fn searched(self) -> Plan {
        let searched = |case: Case| match case.fallback {
            Some(fallback) => fallback.cases,
            None => vec![case],
        };
        let cases = self.cases.into_iter().flat_map(searched).collect();
        Plan { cases, ..self }
    }

    /// Returns whether [`Plan::counting`] wants to know what the search of a bare problem costs.
    pub(super) fn weighs_sweep(&self) -> bool {
        let is_bare = self.encoded().is_none() && self.engine.is_none();
        is_bare && counter().is_some_and(|(engine, _)| (engine.supports)(self.whole()).is_ok())
    }

    /// Returns the number of states that a frontier sweep that only counts the solutions may meet,
    /// before they are searched for instead; none where it is not to be tried. `cost` is the time of the
    /// search in nanoseconds, where it is known; else a sample tells.
    pub(super) fn counting(&self, cost: Option<f64>) -> SweepLimit {
        match self.engine {
            Some(engine) if engine.whole().is_some() => SweepLimit::ENDLESS,
            Some(_) => SweepLimit::NONE,
            None => {
                let Some((engine, _)) = counter() else { return SweepLimit::NONE };
                let Some(Encoded { puzzle, encoding, .. }) =
                    self.encoded().filter(|encoded| encoded.puzzle.cover.is_none())
                else {
                    return self.counting_matrix(engine, cost);
                };
                let start = encoding.problem.cell_count() as f64 * COSTS.sweep_start_ns_per_entry;
                // A sweep in vain must not be felt in a short count. In a long one it may take as
                // long as the search, which mostly takes longer than is known beforehand; so it may
                // where pieces are of few kinds, since there it is hardly ever in vain.
                let share = |cost: f64| match cost < COSTS.long_count_ns && !few_kinds(puzzle) {
                    true => COSTS.sweep_share,
                    false => 1.0,
                };
                let is_worth = |cost: f64| cost * share(cost) >= start;
                let searched = || self.cases.iter().flat_map(Case::searched);
                let known: Option<f64> = searched().map(|case| case.known_cost).sum();
                if known.is_some_and(|cost| !is_worth(cost)) {
                    return SweepLimit::NONE;
                }
                let order = frontier_order(engine, puzzle, encoding, &encoding.problem);
                let Some((window, _)) = order else { return SweepLimit::NONE };
                // Where it is likely in vain it is not tried.
                if !is_narrow(few_kinds(puzzle), window) {
                    return SweepLimit::NONE;
                }
                let cost = searched().map(|case| case.cost().unwrap_or(f64::INFINITY)).sum();
                if !is_worth(cost) {
                    return SweepLimit::NONE;
                }
                let most = cost / (engine.node_cost)(&encoding.problem);
                SweepLimit { sure: (most * share(cost)) as u64, most: most as u64 }
            }
        }
    }

    /// As [`Plan::counting`], of a problem without geometry: as many states as the order of its items
    /// allows at most, if that is faster than the search is estimated to be; or else some, along a
    /// narrow frontier, where the bound mostly is far too large.
    fn counting_matrix(&self, engine: &Engine, cost: Option<f64>) -> SweepLimit {
        let problem = self.whole();
        let pairs: usize = problem.options().map(|(_, cells)| cells.len() * cells.len()).sum();
        let start = pairs as f64 * COSTS.order_ns_per_pair;
        let costs = self.cases.iter().flat_map(Case::searched);
        let sampled = || costs.map(|case| case.cost().unwrap_or(f64::INFINITY)).sum();
        let cost: f64 = cost.unwrap_or_else(sampled);
        if cost < start {
            return SweepLimit::NONE;
        }
        let Some(bound) = self.sweep_bound(engine) else { return SweepLimit::NONE };
        let state = bound.cost / bound.states.max(1.0);
        let (share, more) = if cost < COSTS.long_count_ns {
            (COSTS.sweep_share, 0)
        } else if bound.is_of_few_kinds {
            // Such a search is hard, and its cost underrated: few options die, and a node takes longer.
            (COSTS.hard_share, NARROW_STATES)
        } else {
            (1.0, 0)
        };
        match bound.cost < cost {
            true => SweepLimit::ENDLESS,
            // Along such an order the states met tell too little of those to come.
            false if is_narrow(bound.is_of_few_kinds, bound.width) => {
                SweepLimit::of(((cost * share / state) as u64).saturating_add(more))
            }
            false => SweepLimit::NONE,
        }
    }

    fn sweep_bound(&self, engine: &Engine) -> Option<SweepBound> {
        let problem = self.whole();
        let order = matrix_order(engine, problem)?;
        let is_of_few_kinds = order.is_of_few_kinds();
        let LinearOrder { items, width, states, .. } = order;
        // A state is entered by each option of an item that fits.
        let options = problem.option_count() as f64 / items.len().max(1) as f64;
        let state = (engine.node_cost)(problem) * (options / COSTS.sweep_options).max(1.0);
        Some(SweepBound { width, states, cost: states * state, is_of_few_kinds, is_first: true })
    }

    /// The greatest cost of a frontier sweep that counts the solutions of a bare problem; `None` if
    /// it cannot be swept, and for puzzles, whose states nothing bounds well.
    pub fn count_bound(&self) -> Option<SweepBound> {
        let (engine, _) = counter()?;
        let is_bare = self.encoded().is_none_or(|encoded| encoded.puzzle.cover.is_some());
        let bound = self.sweep_bound(engine).filter(|_| is_bare)?;
        Some(SweepBound { is_first: self.counting(None) != SweepLimit::NONE, ..bound })
    }

    /// Returns whether a search of everything would take more than a day, by a sample, or is so
    /// large that not even a sample is worth it.
    pub fn is_endless(&self) -> bool {
        let cost = |case: &Case| case.cost().unwrap_or(f64::INFINITY);
        let searched = self.cases.iter().flat_map(Case::searched);
        self.whole().option_count() >= COSTS.endless_options
            && searched.map(cost).sum::<f64>() > COSTS.endless_ns
    }

    /// The whole problem, unrestricted.
    pub fn whole(&self) -> &Problem {
        self.subject.problem()
    }

    /// The names of the engines, for people; "none" where nothing is searched.
    pub fn engine_names(&self) -> String {
        engine_names(self.cases.iter())
    }

    /// The names of the engines that search node by node, should frontier sweeps give up.
    pub fn searching_names(&self) -> String {
        engine_names(self.cases.iter().flat_map(Case::searched))
    }

    /// Returns the number of states that frontier sweeps may meet before they give up; 0 where none
    /// is tried.
    pub fn sweep_states(&self) -> u64 {
        let fallbacks = self.cases.iter().filter_map(|case| case.fallback.as_ref());
        fallbacks.fold(0, |sum, fallback| sum.saturating_add(fallback.states))
    }

    /// Returns whether an engine for whole problems was requested.
    pub(super) fn asks_for_sweeps(&self) -> bool {
        self.engine.is_some_and(|engine| engine.whole().is_some())
    }

    /// Returns whether an engine is to work on any of its cases.
    pub fn uses(&self, engine: &Engine) -> bool {
        self.cases.iter().any(|case| case.strategy.engine == engine)
    }

    /// Random walks that the choice of strategies rests on.
    pub fn probes(&self) -> u64 {
        self.cases.iter().map(|case| case.strategy.probes).sum()
    }

    /// The name of the part that is fixed to break symmetry: "piece X", "site 8, 8".
    pub fn held(&self) -> Option<String> {
        let puzzle = self.encoded().map(|encoded| &*encoded.puzzle);
        let mut held: Vec<String> = Vec::new();
        for words in self.cases.iter().filter_map(|case| case.held(puzzle)) {
            if !held.contains(&words) {
                held.push(words);
            }
        }
        match held.len() {
            0 => None,
            1..=3 => Some(held.join(", ")),
            _ => Some("differs by case".to_owned()),
        }
    }

    /// The names of the cases when there are several: "without H · without J".
    pub fn case_names(&self) -> Option<String> {
        const SHOWN: usize = 12;
        if self.cases.len() < 2 {
            return None;
        }
        if self.split_by != SplitBy::ByPieces {
            return Some("by classes of placements".to_owned());
        }
        let mut names: Vec<&str> = self.cases.iter().filter_map(|c| c.name.as_deref()).collect();
        names.dedup();
        let more = if names.len() > SHOWN { " · …" } else { "" };
        names.truncate(SHOWN);
        Some(names.join(" · ") + more)
    }
}

/// Why a puzzle has no solution, where that is known without a search.
fn impossible(
    encoded: &Encoded,
    selections: &Selections,
    budget: Option<Budget>,
) -> Option<Obstruction> {
    let Encoded { puzzle, encoding, .. } = encoded;
    let pockets = || encoding.pockets().and_then(|p| p.obstruction(puzzle, encoding));
    let area = puzzle.area_conflict().map(|reason| Obstruction::of_area(puzzle, reason));
    area.or_else(|| shortage::obstruction(puzzle, encoding)).or_else(pockets).or_else(|| {
        match (budget, selections.obstruction()) {
            (None, None) => None,
            (budget, last) => {
                obstruction(puzzle, encoding, budget.unwrap_or(Budget::NONE)).or(last)
            }
        }
    })
}

/// The choices of pieces to be searched each by itself, where that is asked for, or pays; `narrowed` is
/// the whole puzzle.
fn choices(
    encoded: &Encoded,
    selections: &Selections,
    narrowed: &Selection,
    options: &PlanOptions,
) -> Option<Vec<Selection>> {
    let (split, progress) = (options.split, &options.progress);
    if split == Split::Whole {
        return None;
    }
    let choices = SplitBy::ByPieces.selections(encoded, selections);
    let pays = || {
        progress.enter(PlanStep::Pieces);
        let most = narrowed.cost(SAMPLE_NODES);
        let most = most.filter(|cost| *cost > COSTS.short_search_ns)?;
        let problem = &encoded.encoding.problem;
        let nodes = Strategy::simple(None, problem).sample_nodes(problem, most, choices.len())?;
        let cost = |(n, choice): (usize, &Selection)| {
            progress.enter_part(PlanStep::Pieces, n + 1, choices.len());
            choice.cost(nodes)
        };
        let costs: Option<Vec<f64>> = choices.iter().enumerate().map(cost).collect();
        Some(costs?.into_iter().sum::<f64>() < most)
    };
    let is_divided = !choices.is_empty() && (split == Split::Full || pays() == Some(true));
    is_divided.then_some(choices)
}

/// The cases of some choices of pieces. `begun` is the choice of a strategy for the first.
fn cases_of(
    chosen: &[Selection],
    mut begun: Option<Choice<'_>>,
    options: &PlanOptions,
) -> Result<Vec<Case>, PlanError> {
    let mut next = options.engine;
    let mut cases: Vec<Case> = Vec::new();
    let progress = &options.progress;
    for (i, own) in chosen.iter().enumerate() {
        progress.enter_part(PlanStep::Engine, i + 1, chosen.len());
        let more = match (own.cases(i, next, options.split, begun.take(), progress), options.engine)
        {
            (Ok(more), _) => more,
            (Err(why), Some(engine)) => return Err(PlanError::engine(engine, why)),
            // What suited the first does not support this one.
            (Err(_), None) => own
                .cases(i, None, options.split, None, progress)
                .expect("only an engine that was asked for is refused"),
        };
        cases.extend(more);
        // The choices are much alike: what suits the first is not looked for again.
        let first = cases.iter().flat_map(Case::searched).next();
        next = options.engine.or(first.map(|case| case.strategy.engine));
    }
    Ok(cases)
}

/// The names of the engines of some cases, each once; "none" where there are no cases.
pub(super) fn engine_names<'a>(cases: impl Iterator<Item = &'a Case>) -> String {
    let mut names: Vec<&str> = Vec::new();
    for name in cases.map(|case| case.strategy.engine.name) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}
