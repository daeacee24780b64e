//! How a problem is searched: which engine, in which order, holding which piece or site.
//!
//! Engines differ by factors of twenty either way, and so do the orders and held pieces of one
//! engine. The choice is made by random walks down the tree of each candidate (Knuth 1975):
//! nodes times what a node costs. The walks depend on fixed seeds, so the same puzzle is always
//! searched in the same way.

use crate::encode::symmetry::Restriction;
use crate::encode::{Encoding, SymmetryGroup};
use crate::exact_cover::{Engine, EngineKind, ItemId, OptionId, Problem};
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

/// Walks of the first round, for every candidate, and of the second, for the best.
const FIRST: u64 = 32;
const SECOND: u64 = 400;
/// Walks that tell whether a search is to be divided into cases.
const WALKS: u64 = 64;
/// How many come into the second round.
const FINALISTS: usize = 4;
/// Pieces and sites tried as what a sweep holds.
const HELD: usize = 6;

/// A candidate with its engine loaded.
struct Candidate {
    strategy: Strategy,
    engine: Engine,
    cost: f64,
}

impl Candidate {
    fn new(strategy: Strategy, problem: &Problem) -> Option<Candidate> {
        let engine = Engine::new(strategy.engine, problem, &strategy.order)?;
        Some(Candidate { strategy, engine, cost: 0.0 })
    }

    fn measure(&mut self, walks: u64) {
        let nodes = self.engine.probe(0..walks).unwrap_or(f64::INFINITY);
        self.cost = nodes * self.strategy.engine.node_cost();
    }
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

    /// About what the search costs, in nanoseconds; `None` when its engine cannot walk.
    pub(super) fn cost(&self, encoding: &Encoding) -> Option<f64> {
        let (problem, _) = restricted(encoding, self.restriction.as_ref());
        // Dancing links have the same tree as tiers, and cannot walk.
        let engine = match self.engine {
            EngineKind::DancingLinks => EngineKind::CompactTiers,
            other => other,
        };
        let nodes = Engine::new(engine, &problem, &self.order)?.probe(0..WALKS)?;
        Some(nodes * self.engine.node_cost())
    }

    /// A strategy that holds a piece, without probing: compact tiers where the problem fits.
    pub(super) fn simple(restriction: Option<Restriction>, problem: &Problem) -> Strategy {
        let fits = crate::exact_cover::CompactTiers::fits(problem);
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
        let allowed = |kind| wish.is_none_or(|wish| wish == kind);
        let simple = Strategy::simple(best.clone(), &encoding.problem);
        if wish == Some(EngineKind::DancingLinks) {
            return Strategy { engine: EngineKind::DancingLinks, ..simple };
        }
        let mut candidates: Vec<Candidate> = Vec::new();
        if allowed(simple.engine) {
            let (problem, _) = restricted(encoding, best.as_ref());
            candidates.extend(Candidate::new(simple.clone(), &problem));
            if let Some(tiers) = candidates.last_mut() {
                tiers.measure(FIRST);
                if tiers.cost < Strategy::SHORT {
                    return simple;
                }
            }
        }
        if allowed(EngineKind::TableSweep)
            && crate::exact_cover::TableSweep::knows(&encoding.problem)
        {
            // A sweep begins with what is held.
            restrictions.truncate(HELD);
            let held: Vec<Option<Restriction>> = if restrictions.is_empty() {
                vec![None]
            } else {
                restrictions.into_iter().map(Some).collect()
            };
            for restriction in held {
                let (problem, _) = restricted(encoding, restriction.as_ref());
                for sites in encoding.sweep_orders(puzzle) {
                    let first = restriction.iter().map(|r| r.item);
                    let order: Vec<ItemId> = first.chain(sites).collect();
                    let engine = EngineKind::TableSweep;
                    let strategy =
                        Strategy { engine, order, restriction: restriction.clone(), probes: 0 };
                    if let Some(mut candidate) = Candidate::new(strategy, &problem) {
                        candidate.measure(FIRST);
                        candidates.push(candidate);
                    }
                }
            }
        }
        if candidates.is_empty() {
            return simple;
        }
        let mut probes = FIRST * candidates.len() as u64;
        candidates.sort_by(|a, b| a.cost.total_cmp(&b.cost));
        candidates.truncate(FINALISTS);
        if candidates.len() > 1 {
            for candidate in &mut candidates {
                candidate.measure(SECOND);
                probes += SECOND;
            }
            candidates.sort_by(|a, b| a.cost.total_cmp(&b.cost));
        }
        let chosen = candidates.swap_remove(0).strategy;
        Strategy { probes, ..chosen }
    }
}
