//! How a problem is searched: which engine, in which order, holding which piece or site.
//!
//! Engines differ by factors of twenty either way, and so do the orders and held pieces of one
//! engine. The choice rests on forecasts of the nodes of each candidate, times what a node costs:
//! of sweeps by random walks (Knuth 1975, Chen 1992), of compact tiers by searching some of their
//! subtrees. Nothing of it depends on the clock, so the same puzzle is always searched in the
//! same way.

use super::sample::{self, Sample};
use crate::encode::symmetry::Restriction;
use crate::encode::{Encoding, SymmetryGroup};
use crate::exact_cover::{CompactTiers, Engine, EngineKind, ItemId, OptionId, Problem, TableSweep};
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
const PATIENCE: (f64, f64) = (3e7, 1.5e8);
/// Where walks through the sweeps of one held piece say that the best of them takes longer than
/// this, in nanoseconds, compact tiers are asked for a part of the patience before any more is
/// spent on sweeps; and none is chosen if they take so many times as long. Few walks rather say too
/// little than too much, and what has fewest representatives is about as good as what follows.
const SLOW: f64 = 3e8;
const GLIMPSE: f64 = 15.0;
const HOPELESS: f64 = 2.5;
/// A search is worth a look of this part of its time at what another engine would take, but of no
/// more than so many nanoseconds.
const LOOK: (f64, f64) = (5e-3, 2e9);
/// Nodes searched to tell what a search costs.
pub(super) const GLANCE: u64 = 20_000;
/// Walks that tell what a sweep costs.
const COSTING: u64 = 1000;
/// A search by compact tiers that takes longer than this, in nanoseconds, is worth a trial of so
/// many pieces and sites to hold, each for this part of its time or of that of a longer one.
const LONG: f64 = 5e8;
const TRIED: usize = 3;
const TRYING: f64 = 40.0;
const LONGEST: f64 = 4e9;
/// No more than this part of them for one subtree, and at least so many subtrees.
const SAMPLES: u64 = 16;
const LEAST: u64 = 4;

/// A sweep that may be chosen. Its tables are made anew for every round: all at once would take
/// hundreds of megabytes.
struct Candidate {
    strategy: Strategy,
    walks: u64,
    /// The mean of the walks so far, in nanoseconds.
    cost: f64,
}

impl Candidate {
    fn new(strategy: Strategy, problem: &Problem) -> Option<Candidate> {
        let candidate = Candidate { strategy, walks: 0, cost: 0.0 };
        candidate.measured(problem, FIRST)
    }

    /// The candidate after so many walks; `None` when its engine cannot work on the problem.
    fn measured(mut self, problem: &Problem, walks: u64) -> Option<Candidate> {
        let mut engine = Engine::new(self.strategy.engine, problem, &self.strategy.order)?;
        let nodes = engine.probe(self.walks..walks).unwrap_or(f64::INFINITY);
        let new = nodes * self.strategy.engine.node_cost() * (walks - self.walks) as f64;
        self.cost = (self.cost * self.walks as f64 + new) / walks as f64;
        self.walks = walks;
        Some(self)
    }
}

/// About how many nodes a tree has, told by searching about so many of them.
fn forecast(engine: &mut Engine, most: u64) -> f64 {
    let mut sample = Sample::of(engine, most / SAMPLES);
    while (sample.searched() < most || sample.count() < LEAST) && sample.grow(engine) {}
    sample.nodes()
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

    /// About what the search costs, in nanoseconds, told by so many nodes of it; `None` when its
    /// engine is none for a glance.
    pub(super) fn cost(&self, encoding: &Encoding, glance: u64) -> Option<f64> {
        self.cost_on(&restricted(encoding, self.restriction.as_ref()).0, glance)
    }

    /// As [`Strategy::cost`], for the problem that is left of an encoding.
    pub(super) fn cost_on(&self, problem: &Problem, glance: u64) -> Option<f64> {
        // Dancing links have the same tree as tiers, which search it faster.
        let engine = match self.engine {
            EngineKind::DancingLinks => EngineKind::CompactTiers,
            other => other,
        };
        let mut engine = Engine::new(engine, problem, &self.order)?;
        let nodes = if self.engine == EngineKind::TableSweep {
            // Subtrees of a sweep are few and far from alike, and walks tell more of it.
            match sample::whole(&mut engine, glance) {
                Some(nodes) => nodes as f64,
                None => engine.probe(0..COSTING)?,
            }
        } else {
            forecast(&mut engine, glance)
        };
        Some(nodes * self.engine.node_cost())
    }

    /// A strategy that holds a piece, without probing: compact tiers where the problem fits.
    pub(super) fn simple(restriction: Option<Restriction>, problem: &Problem) -> Strategy {
        let fits = CompactTiers::fits(problem);
        let engine = if fits { EngineKind::CompactTiers } else { EngineKind::DancingLinks };
        Strategy { engine, order: Vec::new(), restriction, probes: 0 }
    }

    /// The nodes to be searched of each of so many parts, to tell what they cost together, if all
    /// that is to take no more than a part of some cost in nanoseconds; `None` when that is too
    /// little to tell.
    pub(super) fn glance(cost: f64, parts: usize) -> Option<u64> {
        let nodes = cost / 10.0 / EngineKind::CompactTiers.node_cost() / parts.max(1) as f64;
        (nodes >= 4000.0).then_some((nodes as u64).min(GLANCE))
    }

    /// The strategy, its engine compact tiers, with the best of a few things held, where the
    /// search takes so long that it pays to try them.
    fn held_best(self, held: Vec<Restriction>, encoding: &Encoding, cost: f64) -> Strategy {
        if cost < LONG {
            return self;
        }
        let most = (cost.min(LONGEST) / TRYING / self.engine.node_cost()) as u64;
        let nodes = |restriction: &Restriction| {
            let (problem, _) = restricted(encoding, Some(restriction));
            Some(forecast(&mut Engine::new(self.engine, &problem, &[])?, most))
        };
        let tried = held.into_iter().filter_map(|held| Some((nodes(&held)?, held)));
        match tried.min_by(|a, b| a.0.total_cmp(&b.0)) {
            Some((_, held)) => Strategy { restriction: Some(held), ..self },
            None => self,
        }
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
        let first_few: Vec<Restriction> = restrictions.iter().take(TRIED).cloned().collect();
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
            if engine.as_mut().is_some_and(|tiers| sample::whole(tiers, 1).is_some()) {
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
        for (n, restriction) in held.into_iter().enumerate() {
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
                if let Some(candidate) = Candidate::new(strategy, &problem) {
                    probes += FIRST;
                    least = least.min(candidate.cost);
                    candidates.push(candidate);
                }
                spent += problem.cell_count() as f64 * LOADING + FIRST as f64 * WALK;
            }
            if let Some(tiers) = simple_engine.as_mut().filter(|_| n == 0 && least > SLOW) {
                let cost = simple.engine.node_cost();
                let most = patience(least) / GLIMPSE / cost;
                let forecast = forecast(tiers, most as u64) * cost;
                if least > HOPELESS * forecast && least.is_finite() {
                    let held = simple.held_best(first_few, encoding, forecast);
                    return Strategy { probes, ..held };
                }
            }
        }
        candidates.sort_by(|a, b| a.cost.total_cmp(&b.cost));
        let mut walks = FIRST;
        for finalists in ROUNDS {
            candidates.truncate(finalists);
            let more = (MORE - 1) * walks * candidates.len() as u64;
            let loading = LOADING * (encoding.problem.cell_count() * candidates.len()) as f64;
            spent += more as f64 * WALK + loading;
            if candidates.len() < 2 || spent > patience(candidates[0].cost) {
                break;
            }
            walks *= MORE;
            probes += more;
            let measured = |candidate: Candidate| {
                let restriction = candidate.strategy.restriction.as_ref();
                let (problem, _) = restricted(encoding, restriction);
                candidate.measured(&problem, walks)
            };
            candidates = candidates.into_iter().filter_map(measured).collect();
            candidates.sort_by(|a, b| a.cost.total_cmp(&b.cost));
        }
        let Some(sweep) = candidates.into_iter().next() else { return simple };
        if let Some(mut tiers) = simple_engine {
            let cost = simple.engine.node_cost();
            // For a part of what the sweep takes, and within reason. A few subtrees rather say too
            // little, so that a search of an hour is worth a second look.
            let patience = sweep.cost.min(PATIENCE.1) / 3.0;
            let patience = patience.max((sweep.cost * LOOK.0).min(LOOK.1));
            let forecast = forecast(&mut tiers, (patience / cost) as u64) * cost;
            if forecast < sweep.cost {
                let held = simple.held_best(first_few, encoding, forecast);
                return Strategy { probes, ..held };
            }
        }
        Strategy { probes, ..sweep.strategy }
    }
}
