//! Planning a recount: a puzzle that was solved before is solved again by another engine and in
//! another order, so that an error of either of them shows.
//!
//! An engine that walks another kind of tree, or none, has another order. One that walks the same
//! kind gets items and options in reverse order: it then branches on other items, and in each on
//! the options from the last to the first. Where the search for all solutions is short, nothing is
//! held to representatives, so that what was concluded from symmetry is found by search.

use super::case::{Case, Selection, few_kinds, is_narrow};
use super::plan::{Plan, PlanError, PlanOptions, check_size};
use super::strategy::{SAMPLE_NODES, Strategy};
use crate::encode::{Encoded, SymmetryGroup};
use crate::exact_cover::{ENGINES, Engine, Tree, Unsupported};

/// A search for all solutions that is estimated to take no longer than this, in nanoseconds, holds
/// nothing to representatives.
const OPEN_NS: f64 = 2e10;
/// By what factor a search of the same kind of tree must be faster to be chosen.
const SAME_TREE_FACTOR: f64 = 10.0;
/// A search that is estimated to take longer than this, in nanoseconds, is replaced by a sweep along
/// a narrow frontier.
const LONG_NS: f64 = 6e10;

/// Why a recount cannot be planned.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecountError {
    /// The engine that was asked for has found the result.
    #[error("the result was found by this engine, {id} ({name}); a recount needs another one")]
    SameEngine {
        /// The id of the engine.
        id: &'static str,
        /// Its name for people.
        name: &'static str,
    },
    /// All engines that could solve the puzzle have worked on the result.
    #[error("no other engine can solve this{}", reasons(.0))]
    NoOther(Vec<(&'static str, Unsupported)>),
    /// As for any plan.
    #[error(transparent)]
    Plan(#[from] PlanError),
}

/// Why some engines cannot solve a puzzle.
fn reasons(refused: &[(&'static str, Unsupported)]) -> String {
    refused.iter().map(|(name, why)| format!("; {name}: {why}")).collect()
}

/// The puzzle that is solved again.
struct Recount<'a> {
    encoded: &'a Encoded,
    /// The engines that have found the result.
    before: Vec<&'static Engine>,
}

/// A way to solve it again.
struct Candidate {
    plan: Plan,
    /// The estimated time, in nanoseconds; infinite where it cannot be estimated.
    cost: f64,
}

impl Plan {
    /// Plans to solve a puzzle again, by an engine that is none of those named, as
    /// [`Plan::engine_names`] names them: by one of one's own choice, or else by the one that is
    /// estimated to be fastest, preferably with another kind of tree. The puzzle is searched also
    /// where it is known without a search that there is no solution.
    ///
    /// Cost: some tenths of a second where the search is long.
    ///
    /// # Errors
    /// When there is no such engine, or the one that was asked for cannot work on the puzzle or is
    /// among those named.
    pub fn recounting(
        encoded: &Encoded,
        before: &str,
        asked: Option<&'static Engine>,
    ) -> Result<Plan, RecountError> {
        check_size(&encoded.encoding.problem)?;
        let before = named(before);
        let recount = Recount { encoded, before };
        let Some(engine) = asked else { return recount.best() };
        if recount.before.contains(&engine) {
            return Err(RecountError::SameEngine { id: engine.id, name: engine.name });
        }
        let candidate = recount.candidate(engine);
        Ok(candidate.map_err(|why| PlanError::engine(engine, why))?.plan)
    }
}

/// The engines of a list of names, as [`Plan::engine_names`] writes it.
fn named(names: &str) -> Vec<&'static Engine> {
    let is_named = |engine: &&Engine| names.split(", ").any(|name| name == engine.name);
    ENGINES.iter().copied().filter(is_named).collect()
}

impl Recount<'_> {
    /// The best of the engines that have not worked on the result.
    fn best(&self) -> Result<Plan, RecountError> {
        let mut refused = Vec::new();
        let mut search: Option<Candidate> = None;
        let mut sweep: Option<Candidate> = None;
        for tree in [Tree::FewestOptions, Tree::FixedOrder, Tree::States] {
            let Some(engine) = self.cheapest(tree, &mut refused) else { continue };
            let found = match self.candidate(engine) {
                Ok(found) => found,
                Err(why) => {
                    refused.push((engine.name, why));
                    continue;
                }
            };
            if tree == Tree::States {
                sweep = Some(found);
            } else if search.as_ref().is_none_or(|other| found.cost < other.cost) {
                search = Some(found);
            }
        }
        match (search, sweep) {
            (Some(search), Some(sweep)) if search.cost > LONG_NS && sweep.cost < search.cost => {
                Ok(sweep.plan)
            }
            (Some(search), _) => Ok(search.plan),
            (None, Some(sweep)) => Ok(sweep.plan),
            (None, None) => Err(RecountError::NoOther(refused)),
        }
    }

    /// The engine with the cheapest nodes of those with a kind of tree; the others are refused or
    /// have worked on the result.
    fn cheapest(
        &self,
        tree: Tree,
        refused: &mut Vec<(&'static str, Unsupported)>,
    ) -> Option<&'static Engine> {
        let problem = &self.encoded.encoding.problem;
        let others = ENGINES.iter().copied();
        let others = others.filter(|engine| engine.tree == tree && !self.before.contains(engine));
        let fits = |engine: &&Engine| match (engine.supports)(problem) {
            Ok(()) => true,
            Err(why) => {
                refused.push((engine.name, why));
                false
            }
        };
        let cost = |engine: &&Engine| (engine.node_cost)(problem);
        others.filter(fits).min_by(|a, b| cost(a).total_cmp(&cost(b)))
    }

    /// Returns the candidate by which an engine would solve the puzzle again. The cost of one that
    /// walks the same kind of tree as before is overstated.
    fn candidate(&self, engine: &'static Engine) -> Result<Candidate, Unsupported> {
        (engine.supports)(&self.encoded.encoding.problem)?;
        if engine.whole().is_some() {
            return self.sweep(engine);
        }
        let whole = self.open_search(engine)?;
        let mut found = match whole.cost > OPEN_NS {
            true => self.divided_search(engine).filter(|other| other.cost < whole.cost),
            false => None,
        }
        .unwrap_or(whole);
        if engine.tree == Tree::FewestOptions {
            found.plan.cases = found.plan.cases.into_iter().map(Case::reversed).collect();
        }
        if self.before.iter().any(|before| before.tree == engine.tree) {
            found.cost *= SAME_TREE_FACTOR;
        }
        Ok(found)
    }

    /// The search for all solutions, with nothing held to representatives.
    fn open_search(&self, engine: &'static Engine) -> Result<Candidate, Unsupported> {
        let Encoded { puzzle, encoding, .. } = self.encoded;
        let free = SymmetryGroup::trivial(self.encoded.encoding.problem.option_count());
        let strategy = Strategy::choose(puzzle, encoding, &free, Some(engine))?;
        let cost = strategy.cost(encoding, SAMPLE_NODES).unwrap_or(f64::INFINITY);
        Ok(Candidate { plan: self.plan(strategy), cost })
    }

    /// The search as it is for a first result, by this engine; `None` where none is needed for a
    /// first result.
    fn divided_search(&self, engine: &'static Engine) -> Option<Candidate> {
        let plan = Plan::new(self.encoded.clone(), PlanOptions::by(engine)).ok()?;
        if plan.impossible.is_some() {
            return None;
        }
        let costs: Option<f64> = plan.cases.iter().map(Case::cost).sum();
        Some(Candidate { plan, cost: costs.unwrap_or(f64::MAX) })
    }

    /// A sweep, which is taken to be fast along a narrow frontier.
    fn sweep(&self, engine: &'static Engine) -> Result<Candidate, Unsupported> {
        let whole = Selection::whole(self.encoded);
        let (window, strategy) = whole.at_once(engine, 0)?;
        let cost = if is_narrow(few_kinds(&self.encoded.puzzle), window) {
            LONG_NS
        } else {
            f64::INFINITY
        };
        Ok(Candidate { plan: self.plan(strategy), cost })
    }

    /// The plan to search all of the puzzle in one way.
    fn plan(&self, strategy: Strategy) -> Plan {
        Plan { engine: Some(strategy.engine), ..Plan::of_whole(self.encoded, strategy) }
    }
}
