//! The plan of a run: the puzzle, encoded, with its symmetries and the restricted search.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::case::{Case, Selection, Split, few_kinds, is_narrow};
use super::checkpoint::Checkpoint;
use super::cost_model::COSTS;
use super::count::{counter, frontier_order};
use super::parts::Share;
use super::strategy::{SAMPLE_NODES, Strategy};
use crate::encode::selection::Selections;
use crate::encode::symmetry::Restriction;
use crate::encode::{EncodeError, Encoding, SymmetryGroup, parity};
use crate::exact_cover::{Engine, OptionId, Problem, Unsupported};
use crate::puzzle::Puzzle;

/// A problem ready to be searched, with or without a puzzle behind it.
#[derive(Debug)]
pub struct Plan {
    /// The title of the puzzle.
    pub title: String,
    /// The puzzle and its encoding; `None` for a bare exact cover problem.
    pub geometry: Option<(Arc<Puzzle>, Arc<Encoding>)>,
    /// The symmetries that map solutions to equivalent ones.
    pub group: Arc<SymmetryGroup>,
    /// The cases to search, usually one. Together they have a member of every orbit of solutions.
    /// Empty when it is known without a search that there is no solution.
    pub cases: Vec<Case>,
    /// Why there is nothing to search, if so.
    pub impossible: Option<String>,
    /// The engine that was asked for.
    pub(super) wish: Option<&'static Engine>,
    /// The basis of the division into cases.
    pub(super) basis: SplitBy,
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
    pub(super) fn grounds(
        self,
        puzzle: &Puzzle,
        encoding: &Arc<Encoding>,
        group: &Arc<SymmetryGroup>,
        selections: &Selections,
    ) -> Vec<Selection> {
        let whole = Selection::whole(puzzle, encoding, group);
        match self {
            SplitBy::AsIs => vec![whole],
            SplitBy::Narrowed => vec![Selection::narrowed(whole, selections)],
            SplitBy::ByPieces => Selection::each(&whole, selections),
        }
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

impl PlanError {
    pub(super) fn engine(engine: &Engine, why: Unsupported) -> PlanError {
        PlanError::Engine { id: engine.id, name: engine.name, why }
    }
}

impl Plan {
    /// Plans to solve a puzzle, the search restricted as far as its symmetries allow, by the
    /// engine that suits it.
    ///
    /// # Errors
    /// When the puzzle is too large to encode.
    pub fn new(puzzle: Arc<Puzzle>) -> Result<Plan, PlanError> {
        Plan::by_engine(puzzle, None)
    }

    /// As [`Plan::new`], by an engine of one's own choice.
    ///
    /// # Errors
    /// When the puzzle is too large to encode, or the engine cannot work on it.
    pub fn by_engine(
        puzzle: Arc<Puzzle>,
        wish: Option<&'static Engine>,
    ) -> Result<Plan, PlanError> {
        let encoding = Arc::new(Encoding::new(&puzzle)?);
        let group = Arc::new(SymmetryGroup::new(&puzzle, &encoding));
        Plan::of_encoded(puzzle, encoding, group, wish)
    }

    /// As [`Plan::by_engine`], for a puzzle that has been encoded already.
    ///
    /// # Errors
    /// When the engine cannot work on the puzzle.
    pub fn of_encoded(
        puzzle: Arc<Puzzle>,
        encoding: Arc<Encoding>,
        group: Arc<SymmetryGroup>,
        wish: Option<&'static Engine>,
    ) -> Result<Plan, PlanError> {
        Plan::divided(puzzle, encoding, group, wish, Split::Paying)
    }

    /// Plans to search for a few solutions by the engine that suits most puzzles, without a sample of
    /// the search: takes next to no time, where to choose well may take seconds.
    ///
    /// # Errors
    /// When a search would take too much memory.
    pub fn without_samples(
        puzzle: Arc<Puzzle>,
        encoding: Arc<Encoding>,
        group: Arc<SymmetryGroup>,
    ) -> Result<Plan, PlanError> {
        let selections = Selections::new(&puzzle, &encoding);
        if let Some(reason) = impossible(&puzzle, &encoding, &selections) {
            return Ok(Plan::of_impossible(puzzle, encoding, group, reason));
        }
        check_size(&encoding.problem)?;
        let basis = SplitBy::Narrowed;
        let grounds = basis.grounds(&puzzle, &encoding, &group, &selections);
        let cases = grounds.iter().enumerate().map(|(i, ground)| ground.simple_case(i)).collect();
        Ok(Plan { basis, ..Plan::of_cases(puzzle, encoding, group, cases) })
    }

    fn of_impossible(
        puzzle: Arc<Puzzle>,
        encoding: Arc<Encoding>,
        group: Arc<SymmetryGroup>,
        reason: String,
    ) -> Plan {
        let plan = Plan::of_cases(puzzle, encoding, group, Vec::new());
        Plan { impossible: Some(reason), ..plan }
    }

    /// As [`Plan::of_encoded`], divided into cases so far.
    ///
    /// # Errors
    /// When the engine cannot work on the puzzle.
    pub fn divided(
        puzzle: Arc<Puzzle>,
        encoding: Arc<Encoding>,
        group: Arc<SymmetryGroup>,
        wish: Option<&'static Engine>,
        division: Split,
    ) -> Result<Plan, PlanError> {
        let selections = Selections::new(&puzzle, &encoding);
        if let Some(reason) = impossible(&puzzle, &encoding, &selections) {
            return Ok(Plan::of_impossible(puzzle, encoding, group, reason));
        }
        check_size(&encoding.problem)?;
        let grounds = |basis: SplitBy| basis.grounds(&puzzle, &encoding, &group, &selections);
        let mut basis = SplitBy::Narrowed;
        let mut chosen = grounds(basis);
        if division != Split::Whole {
            let choices = grounds(SplitBy::ByPieces);
            let pays = || {
                let most = chosen[0].cost(SAMPLE_NODES);
                let most = most.filter(|cost| *cost > COSTS.short_search_ns)?;
                let problem = &encoding.problem;
                let simple = Strategy::simple(None, problem);
                let nodes = simple.sample_nodes(problem, most, choices.len())?;
                let costs: Option<Vec<f64>> = choices.iter().map(|c| c.cost(nodes)).collect();
                Some(costs?.into_iter().sum::<f64>() < most)
            };
            if !choices.is_empty() && (division == Split::Full || pays() == Some(true)) {
                (basis, chosen) = (SplitBy::ByPieces, choices);
            }
        }
        let mut next = wish;
        let mut cases: Vec<Case> = Vec::new();
        for (i, ground) in chosen.iter().enumerate() {
            let more = match (ground.cases(i, next, division), wish) {
                (Ok(more), _) => more,
                (Err(why), Some(engine)) => return Err(PlanError::engine(engine, why)),
                // What suited the first does not support this one.
                (Err(_), None) => ground
                    .cases(i, None, division)
                    .expect("only an engine that was asked for is refused"),
            };
            cases.extend(more);
            // The choices are much alike: what suits the first is not looked for again.
            let first = cases.iter().flat_map(Case::searched).next();
            next = wish.or(first.map(|case| case.strategy.engine));
        }
        Ok(Plan { basis, wish, ..Plan::of_cases(puzzle, encoding, group, cases) })
    }

    fn of_cases(
        puzzle: Arc<Puzzle>,
        encoding: Arc<Encoding>,
        group: Arc<SymmetryGroup>,
        cases: Vec<Case>,
    ) -> Plan {
        let title = puzzle.title.clone();
        let geometry = Some((puzzle, encoding));
        let (impossible, wish, share) = (None, None, None);
        Plan { title, geometry, group, cases, impossible, wish, basis: SplitBy::AsIs, share }
    }

    /// As [`Plan::of_encoded`], with a restriction of one's own choice, or none.
    pub fn with_restriction(
        puzzle: Arc<Puzzle>,
        encoding: Arc<Encoding>,
        group: Arc<SymmetryGroup>,
        restriction: Option<Restriction>,
    ) -> Plan {
        let strategy = Strategy::simple(restriction, &encoding.problem);
        Plan::by_strategy(puzzle, encoding, group, strategy)
    }

    /// Plans to search the whole puzzle in a way of one's own choice, whatever is known of it.
    pub fn by_strategy(
        puzzle: Arc<Puzzle>,
        encoding: Arc<Encoding>,
        group: Arc<SymmetryGroup>,
        strategy: Strategy,
    ) -> Plan {
        let case = Selection::whole(&puzzle, &encoding, &group).case(0, strategy);
        Plan::of_cases(puzzle, encoding, group, vec![case])
    }

    /// The plan to search one case that is all of a puzzle by an engine of one's own choice, whatever
    /// is known of the puzzle.
    pub(super) fn of_whole(
        puzzle: Arc<Puzzle>,
        encoding: Arc<Encoding>,
        group: Arc<SymmetryGroup>,
        case: Case,
    ) -> Plan {
        let wish = Some(case.strategy.engine);
        Plan { wish, ..Plan::of_cases(puzzle, encoding, group, vec![case]) }
    }

    /// Plans to solve a bare exact cover problem, in which every solution is distinct, perhaps by an
    /// engine of one's own choice.
    ///
    /// # Errors
    /// When that engine cannot work on the problem.
    pub fn of_problem(
        title: String,
        problem: Problem,
        wish: Option<&'static Engine>,
    ) -> Result<Plan, PlanError> {
        let group = Arc::new(SymmetryGroup::trivial(problem.option_count()));
        let options = (0..problem.option_count() as u32).map(OptionId).collect();
        let mut strategy = Strategy::simple(None, &problem);
        if let Some(engine) = wish {
            engine.load(&problem, &[]).map_err(|why| PlanError::engine(engine, why))?;
            strategy.engine = engine;
        }
        let within = group.all();
        let (ground, name, fallback) = (0, None, None);
        let case =
            Case { strategy, problem, options, within, ground, name, fallback, known_cost: None };
        Ok(Plan {
            title,
            geometry: None,
            group,
            cases: vec![case],
            impossible: None,
            wish: None,
            basis: SplitBy::AsIs,
            share: None,
        })
    }

    /// The plan that resumes a checkpoint: cases and strategies are those of the checkpoint.
    ///
    /// # Errors
    /// When the checkpoint belongs to something else.
    pub fn resumed(self, checkpoint: &Checkpoint) -> Result<Plan, String> {
        if let Some((puzzle, encoding)) = self.geometry {
            return Plan::resuming(puzzle, encoding, self.group, checkpoint);
        }
        checkpoint.check(self.whole(), &self.group)?;
        let strategies = checkpoint.strategies(None, self.whole(), 0)?;
        let cases = self.cases.into_iter().zip(strategies);
        let cases = cases.map(|(case, (strategy, _))| Case { strategy, ..case }).collect();
        Plan { cases, ..self }.checked_against(checkpoint)
    }

    /// The plan that resumes a checkpoint of a puzzle; as [`Plan::resumed`], but without a plan to
    /// start from.
    ///
    /// # Errors
    /// When the checkpoint belongs to something else.
    pub fn resuming(
        puzzle: Arc<Puzzle>,
        encoding: Arc<Encoding>,
        group: Arc<SymmetryGroup>,
        checkpoint: &Checkpoint,
    ) -> Result<Plan, String> {
        checkpoint.check(&encoding.problem, &group)?;
        let basis = checkpoint.basis();
        let selections = Selections::new(&puzzle, &encoding);
        let grounds = basis.grounds(&puzzle, &encoding, &group, &selections);
        let mut cases = Vec::new();
        for (i, ground) in grounds.iter().enumerate() {
            cases.extend(checkpoint.cases_of(ground, i)?);
        }
        Plan { basis, ..Plan::of_cases(puzzle, encoding, group, cases) }.checked_against(checkpoint)
    }

    /// The plan, if a checkpoint is one of it.
    fn checked_against(self, checkpoint: &Checkpoint) -> Result<Plan, String> {
        let plan = Plan { wish: checkpoint.wish(), ..self };
        let sound =
            plan.cases.len() == checkpoint.case_count() && checkpoint.sweeps(&plan).is_some();
        if sound { Ok(plan) } else { Err(Checkpoint::damaged()) }
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

    /// Returns the number of states that a frontier sweep that only counts the solutions may meet,
    /// before they are searched for instead; 0 where it is not to be tried.
    pub(super) fn counting(&self) -> u64 {
        match self.wish {
            Some(engine) if engine.whole().is_some() => u64::MAX,
            Some(_) => 0,
            None => {
                let Some((puzzle, encoding)) = &self.geometry else { return 0 };
                let Some((engine, _)) = counter() else { return 0 };
                let start = encoding.problem.cell_count() as f64 * COSTS.sweep_start_ns_per_entry;
                // A sweep in vain must not be felt in a short count. In a long one it may take as
                // long as the search, which mostly takes longer than is known beforehand; so it may
                // where pieces are of few kinds, since there it is hardly ever in vain.
                let worth = |cost: f64| {
                    let is_short = cost < COSTS.long_count_ns && !few_kinds(puzzle);
                    let worth = if is_short { cost * COSTS.sweep_share } else { cost };
                    if worth < start { 0.0 } else { worth }
                };
                let searched = || self.cases.iter().flat_map(Case::searched);
                let known: Option<f64> = searched().map(|case| case.known_cost).sum();
                if known.is_some_and(|cost| worth(cost) == 0.0) {
                    return 0;
                }
                let order = frontier_order(engine, puzzle, encoding, &encoding.problem);
                let Some((window, _)) = order else { return 0 };
                // Where it is likely in vain it is not tried.
                if !is_narrow(puzzle, window) {
                    return 0;
                }
                let cost = searched().map(|case| case.cost().unwrap_or(f64::INFINITY)).sum();
                (worth(cost) / (engine.node_cost)(&encoding.problem)) as u64
            }
        }
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
        match &self.geometry {
            Some((_, encoding)) => &encoding.problem,
            None => &self.cases[0].problem,
        }
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
    pub(super) fn wishes_sweeps(&self) -> bool {
        self.wish.is_some_and(|engine| engine.whole().is_some())
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
        let (puzzle, _) = self.geometry.as_ref()?;
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
        if self.basis != SplitBy::ByPieces {
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
fn impossible(puzzle: &Puzzle, encoding: &Encoding, selections: &Selections) -> Option<String> {
    let pockets = || encoding.pockets().and_then(|p| p.obstruction(puzzle, encoding));
    let obstruction =
        || pockets().or_else(|| parity::obstruction(puzzle, encoding)).or(selections.obstruction());
    puzzle.area_conflict().or_else(|| obstruction().map(|o| o.reason))
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
