//! The exhaustive engine beside the finder: it decides small and unsolvable puzzles.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use super::FinderRun;
use crate::exact_cover::relaxation::Budget;
use crate::exact_cover::{Choice, Effort, Observer, OptionId, PULSE, Part};
use crate::job::cost_model::COSTS;
use crate::job::gate::Phase;
use crate::job::{Case, Plan, PlanOptions};
use crate::solution::{Orbits, Verdict};
use crate::threads::lock;

/// The most work that the finder may do, relative to the exhaustive engine, where they share a
/// thread.
const FINDER_SHARE: f64 = 4.0;
/// The nodes of the first turn; each further turn takes twice as many.
const FIRST_TURN: u64 = 50_000;
/// The items that a node looks at within the cost of its engine, and the cost of each beyond, in
/// nanoseconds.
const FEW_ITEMS: usize = 500;
const ITEM_NS: f64 = 4.0;
/// The number of placements in distinct solutions beyond which the engine gives up, for want of
/// memory: about a hundred megabytes.
const MAX_GATHERED: usize = 10_000_000;

/// The search of everything.
pub(super) struct Exhaustive {
    plan: Plan,
    turn: u64,
    /// The estimated cost of the turns so far, in nanoseconds.
    cost_ns: f64,
    has_given_up: bool,
}

/// Gathers the distinct solutions of a search.
struct Gatherer<'a> {
    shared: &'a FinderRun,
    case: &'a Case,
    orbits: Orbits<'a>,
    /// The distinct solutions so far.
    distinct: BTreeSet<Vec<OptionId>>,
    /// The placements in them.
    gathered: usize,
    counted: u64,
}

impl Observer for Gatherer<'_> {
    fn solution(&mut self, options: &[OptionId]) -> ControlFlow<()> {
        let own = |option: &OptionId| self.case.options[option.index()];
        let mut solution: Vec<OptionId> = options.iter().map(own).collect();
        solution.sort_unstable();
        let Verdict::Kept(least, _) = self.orbits.judge(&solution) else {
            return ControlFlow::Continue(());
        };
        let least = least.to_vec();
        // The first is as good as the finder's; what follows is mostly much like it.
        if lock(&self.shared.found).counts.distinct == 0 {
            self.shared.offer(&least, false)?;
        }
        let placements = least.len();
        self.gathered += if self.distinct.insert(least) { placements } else { 0 };
        match self.gathered > MAX_GATHERED {
            true => ControlFlow::Break(()),
            false => self.shared.check(),
        }
    }

    fn pulse(&mut self, effort: &Effort, _: &[Choice]) -> ControlFlow<()> {
        let new = effort.nodes - self.counted;
        self.counted = effort.nodes;
        self.shared.nodes.fetch_add(new, Ordering::Relaxed);
        self.shared.check()
    }
}

impl Exhaustive {
    /// Plans the search; `None` where it takes too much memory, or the puzzle turned out to have no
    /// solution, which ends the search.
    pub(super) fn new(shared: &FinderRun, reasons: Budget) -> Option<Exhaustive> {
        let options = PlanOptions { reasons, ..PlanOptions::quick() };
        let plan = Plan::new(shared.subject.clone(), options).ok()?;
        if let Some(reason) = &plan.impossible {
            let _ = shared.impossible.set(reason.reason.clone());
            shared.end(Phase::Complete);
            return None;
        }
        Some(Exhaustive { plan, turn: FIRST_TURN, cost_ns: 0.0, has_given_up: false })
    }

    /// Returns whether another turn is due at this cost of the finder, in nanoseconds.
    pub(super) fn is_due(&self, finder_ns: u64) -> bool {
        !self.has_given_up && finder_ns as f64 > FINDER_SHARE * self.cost_ns
    }

    /// Searches from the beginning, within a number of nodes that doubles from turn to turn; whether
    /// the whole search goes on.
    pub(super) fn turn(&mut self, shared: &FinderRun) -> ControlFlow<()> {
        let most = self.turn;
        self.turn = self.turn.saturating_mul(2);
        self.search(shared, Some(most))
    }

    fn search(&mut self, shared: &FinderRun, most: Option<u64>) -> ControlFlow<()> {
        let plan = &self.plan;
        // What is planned without a sample is one case.
        let Some(case) = plan.cases.first() else {
            // No choice of pieces is left.
            shared.end(Phase::Complete);
            return ControlFlow::Break(());
        };
        let restriction = case.strategy.restriction.as_ref();
        let mut gatherer = Gatherer {
            shared,
            case,
            orbits: Orbits::of_search(plan.group(), case.within, restriction),
            distinct: BTreeSet::new(),
            gathered: 0,
            counted: 0,
        };
        let part = Part { most_nodes: most, ..Part::default() };
        let (effort, flow) = case.search().search(part, &mut gatherer);
        let (engine, problem) = (case.strategy.engine, &case.problem);
        let beyond = problem.primary_count().saturating_sub(FEW_ITEMS) as f64;
        let node_ns = (engine.node_cost)(problem).max(ITEM_NS * beyond);
        self.cost_ns += effort.nodes.max(PULSE) as f64 * node_ns;
        self.cost_ns += problem.cell_count() as f64 * COSTS.load_ns_per_entry;
        self.has_given_up = gatherer.gathered > MAX_GATHERED;
        if flow.is_continue() {
            for solution in &gatherer.distinct {
                if shared.offer(solution, true).is_break() {
                    return ControlFlow::Break(());
                }
            }
            shared.end(Phase::Complete);
            return ControlFlow::Break(());
        }
        shared.check()
    }
}

/// Searches everything on a thread of its own.
pub(super) fn search(shared: &FinderRun) {
    if let Some(mut exhaustive) = Exhaustive::new(shared, Budget::THOROUGH)
        && shared.check().is_continue()
    {
        let _ = exhaustive.search(shared, None);
    }
}
