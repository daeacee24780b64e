//! How a problem is searched: which engine, in which order, holding which piece or site.
//!
//! Engines differ by factors of twenty either way, and so do the orders and held pieces of one
//! engine. The choice rests on forecasts of the nodes of each candidate, times what a node costs:
//! of sweeps by random walks (Knuth 1975, Chen 1992), of compact tiers by searching some of their
//! subtrees. Nothing of it depends on the clock, so the same puzzle is always searched in the
//! same way.

use std::ops::ControlFlow;

use crate::encode::symmetry::Restriction;
use crate::encode::{Encoding, SymmetryGroup};
use crate::exact_cover::{
    Choice, CompactTiers, Effort, Engine, EngineKind, ItemId, Observer, OptionId, Part, Problem,
    TableSweep,
};
use crate::puzzle::Puzzle;

/// A way to search a problem.
#[derive(Clone, Debug, PartialEq)]
pub struct Strategy {
    /// The engine.
    pub engine: EngineKind,
    /// The order of the items for an engine that follows one.
    pub order: Vec<ItemId>,
    /// The piece or site held to representatives, if any.
    pub restriction: Option<Restriction>,
    /// Random walks that the choice rests on; 0 when there was nothing to choose.
    pub probes: u64,
}

/// Walks of every sweep; then how many sweeps are in each further round, which has four times as
/// many walks as the one before.
const FIRST: u64 = 16;
const ROUNDS: [usize; 5] = [16, 6, 3, 3, 2];
const MORE: u64 = 4;
/// What loading a sweep costs for each cell of the problem, and what a walk costs, in
/// nanoseconds. They are counted, not measured, so that the choice is the same every time.
const LOADING: f64 = 15.0;
const WALK: f64 = 5e3;
/// Walks take no longer than searching is expected to, within these bounds, in nanoseconds.
const PATIENCE: (f64, f64) = (3e7, 3e8);
/// Nodes searched to tell whether a search is to be divided into cases.
const GLANCE: u64 = 20_000;
/// Of so many subtrees at the least some are searched for a forecast.
const SUBTREES: usize = 256;
/// The deepest level at which subtrees are cut off for that.
const DEEPEST: usize = 12;

/// A sweep that may be chosen.
struct Candidate {
    strategy: Strategy,
    engine: Engine,
    walks: u64,
    /// The mean of the walks so far, in nanoseconds.
    cost: f64,
}

impl Candidate {
    fn new(strategy: Strategy, problem: &Problem) -> Option<Candidate> {
        let engine = Engine::new(strategy.engine, problem, &strategy.order)?;
        Some(Candidate { strategy, engine, walks: 0, cost: 0.0 })
    }

    /// Goes on to so many walks.
    fn measure(&mut self, walks: u64) {
        let nodes = self.engine.probe(self.walks..walks).unwrap_or(f64::INFINITY);
        let new = nodes * self.strategy.engine.node_cost() * (walks - self.walks) as f64;
        self.cost = (self.cost * self.walks as f64 + new) / walks as f64;
        self.walks = walks;
    }
}

/// Searches for so many nodes at the most, and gathers the subtrees that are cut off.
struct Trial {
    most: u64,
    subtrees: Vec<Vec<u32>>,
}

impl Trial {
    /// Searches a part of a tree; returns the nodes, and whether that was all.
    fn of(engine: &mut Engine, part: Part<'_>, most: u64) -> (u64, bool, Vec<Vec<u32>>) {
        let mut trial = Trial { most, subtrees: Vec::new() };
        let (effort, flow) = engine.search(part, &mut trial);
        (effort.nodes, flow.is_continue(), trial.subtrees)
    }
}

impl Observer for Trial {
    fn solution(&mut self, _options: &[OptionId]) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn pulse(&mut self, effort: &Effort, _path: &[Choice]) -> ControlFlow<()> {
        if effort.nodes < self.most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    fn cut(&mut self, path: &[Choice]) {
        self.subtrees.push(path.iter().map(|choice| choice.rank).collect());
    }
}

/// Forecasts the nodes of a tree by searching some of its subtrees, for about so many nodes in
/// all; exact when that is enough for all of them. Where the most constrained item is chosen,
/// walks tell far less: nearly all end early, and the few that do not make up the tree.
fn forecast(engine: &mut Engine, most: u64) -> f64 {
    let mut level = 1;
    let (above, subtrees) = loop {
        let part = Part { prefix: &[], cut_off: Some(level) };
        let (nodes, is_all, subtrees) = Trial::of(engine, part, most);
        if subtrees.len() >= SUBTREES || subtrees.is_empty() || level == DEEPEST || !is_all {
            break (nodes, subtrees);
        }
        level += 1;
    };
    let (mut searched, mut nodes) = (0, 0);
    for i in 0..subtrees.len() {
        // Subtrees that lie side by side are alike; a prime number of steps apart, each has
        // its turn.
        let prefix = &subtrees[i * 7919 % subtrees.len()];
        let part = Part { prefix, cut_off: None };
        let (more, is_all, _) = Trial::of(engine, part, most.saturating_sub(nodes));
        (searched, nodes) = (searched + 1, nodes + more);
        if !is_all {
            break;
        }
    }
    above as f64 + nodes as f64 * subtrees.len() as f64 / f64::from(searched.max(1))
}

/// The problem without the placements that a restriction drops.
pub(super) fn restricted(
    encoding: &Encoding,
    restriction: Option<&Restriction>,
) -> (Problem, Vec<OptionId>) {
    encoding.restricted(|option| restriction.is_none_or(|r| !r.drops(option)))
}

impl Strategy {
    /// A search that takes less than this, in nanoseconds, is not worth a choice.
    pub(super) const SHORT: f64 = 1.5e6;

    /// About what the search costs, in nanoseconds; `None` when its engine is none for a glance.
    pub(super) fn cost(&self, encoding: &Encoding) -> Option<f64> {
        self.cost_on(&restricted(encoding, self.restriction.as_ref()).0)
    }

    /// As [`Strategy::cost`], for the problem that is left of an encoding.
    pub(super) fn cost_on(&self, problem: &Problem) -> Option<f64> {
        // Dancing links have the same tree as tiers, which search it faster.
        let engine = match self.engine {
            EngineKind::DancingLinks => EngineKind::CompactTiers,
            other => other,
        };
        let mut engine = Engine::new(engine, problem, &self.order)?;
        Some(forecast(&mut engine, GLANCE) * self.engine.node_cost())
    }

    /// A strategy that holds a piece, without probing: compact tiers where the problem fits.
    pub(super) fn simple(restriction: Option<Restriction>, problem: &Problem) -> Strategy {
        let fits = CompactTiers::fits(problem);
        let engine = if fits { EngineKind::CompactTiers } else { EngineKind::DancingLinks };
        Strategy { engine, order: Vec::new(), restriction, probes: 0 }
    }

    /// The best strategy for a puzzle, or the best of one engine. An engine that cannot work on
    /// the puzzle gives way to one that can.
    pub fn choose(
        puzzle: &Puzzle,
        encoding: &Encoding,
        group: &SymmetryGroup,
        wish: Option<EngineKind>,
    ) -> Strategy {
        let mut restrictions = group.restrictions(puzzle, encoding);
        let best = restrictions.first().cloned();
        let simple = Strategy::simple(best.clone(), &encoding.problem);
        match wish {
            Some(EngineKind::DancingLinks) => {
                return Strategy { engine: EngineKind::DancingLinks, ..simple };
            }
            Some(EngineKind::CompactTiers) => return simple,
            _ if !TableSweep::knows(&encoding.problem) => return simple,
            _ => {}
        }
        let mut simple_engine = None;
        if wish.is_none() && simple.engine == EngineKind::CompactTiers {
            let (problem, _) = restricted(encoding, best.as_ref());
            let mut engine = Engine::new(simple.engine, &problem, &[]);
            // What is done in a moment is not worth a choice.
            if engine.as_mut().is_some_and(|tiers| Trial::of(tiers, Part::default(), 1).1) {
                return simple;
            }
            simple_engine = engine;
        }

        let mut candidates: Vec<Candidate> = Vec::new();
        let mut spent = 0.0;
        let mut probes = 0;
        let mut least = f64::INFINITY;
        let patience = |least: f64| least.clamp(PATIENCE.0, PATIENCE.1);
        // A sweep begins with what is held. Each representative is the root of a sweep of its
        // own, so to have few of them matters more than by what factor they are fewer.
        restrictions.sort_by_key(|r| r.kept.len());
        let held: Vec<Option<Restriction>> = if restrictions.is_empty() {
            vec![None]
        } else {
            restrictions.into_iter().map(Some).collect()
        };
        let orders = encoding.sweep_orders(puzzle);
        for restriction in held {
            if spent > patience(least) / 2.0 {
                break;
            }
            let (problem, _) = restricted(encoding, restriction.as_ref());
            for sites in &orders {
                let first = restriction.iter().map(|r| r.item);
                let order: Vec<ItemId> = first.chain(sites.iter().copied()).collect();
                let engine = EngineKind::TableSweep;
                let strategy =
                    Strategy { engine, order, restriction: restriction.clone(), probes: 0 };
                if let Some(mut candidate) = Candidate::new(strategy, &problem) {
                    candidate.measure(FIRST);
                    probes += FIRST;
                    least = least.min(candidate.cost);
                    candidates.push(candidate);
                }
                spent += problem.cell_count() as f64 * LOADING + FIRST as f64 * WALK;
            }
        }
        candidates.sort_by(|a, b| a.cost.total_cmp(&b.cost));
        let mut walks = FIRST;
        for finalists in ROUNDS {
            candidates.truncate(finalists);
            let more = (MORE - 1) * walks * candidates.len() as u64;
            spent += more as f64 * WALK;
            if candidates.len() < 2 || spent > patience(candidates[0].cost) {
                break;
            }
            walks *= MORE;
            probes += more;
            candidates.iter_mut().for_each(|candidate| candidate.measure(walks));
            candidates.sort_by(|a, b| a.cost.total_cmp(&b.cost));
        }
        let Some(sweep) = candidates.into_iter().next() else { return simple };
        if let Some(mut tiers) = simple_engine {
            let cost = simple.engine.node_cost();
            // For a part of what the sweep takes, and within reason.
            let most = (sweep.cost.min(PATIENCE.1) / 3.0 / cost) as u64;
            if forecast(&mut tiers, most) * cost < sweep.cost {
                return Strategy { probes, ..simple };
            }
        }
        Strategy { probes, ..sweep.strategy }
    }
}
