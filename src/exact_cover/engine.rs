//! The engines by name, and any of them at work.

use std::ops::ControlFlow;

use super::{
    CompactTiers, DancingLinks, Effort, FrontierSweep, ItemId, Observer, Part, Problem, TableSweep,
};

/// An engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EngineKind {
    /// [`DancingLinks`].
    DancingLinks,
    /// [`CompactTiers`].
    CompactTiers,
    /// [`TableSweep`], which needs an order of the items.
    TableSweep,
    /// [`FrontierSweep`], which needs an order of the items.
    FrontierSweep,
}

impl EngineKind {
    /// All engines, the reference first.
    pub const ALL: [EngineKind; 4] = [
        EngineKind::DancingLinks,
        EngineKind::CompactTiers,
        EngineKind::TableSweep,
        EngineKind::FrontierSweep,
    ];

    /// Its name for people.
    pub fn name(self) -> &'static str {
        match self {
            EngineKind::DancingLinks => "dancing links",
            EngineKind::CompactTiers => "compact tiers",
            EngineKind::TableSweep => "table sweep",
            EngineKind::FrontierSweep => "frontier sweep",
        }
    }

    /// About how long a node takes, in nanoseconds; of a frontier sweep a state. Only ratios
    /// between engines matter.
    pub(crate) fn node_cost(self) -> f64 {
        match self {
            EngineKind::DancingLinks => 2400.0,
            EngineKind::CompactTiers => 170.0,
            EngineKind::TableSweep => 20.0,
            EngineKind::FrontierSweep => 400.0,
        }
    }
}

/// An engine with a problem in it. All give the same set of solutions; the tree of one engine
/// is the same every time, so a [`Part`] cut by one search can be searched by another.
pub enum Engine {
    /// Dancing links.
    DancingLinks(Box<DancingLinks>),
    /// Compact tiers.
    CompactTiers(Box<CompactTiers>),
    /// Table sweep.
    TableSweep(Box<TableSweep>),
    /// Frontier sweep.
    FrontierSweep(FrontierSweep),
}

impl Engine {
    /// Puts a problem into an engine; `order` is for those that follow one. `None` when the
    /// engine cannot work on the problem, which dancing links always can.
    pub fn new(kind: EngineKind, problem: &Problem, order: &[ItemId]) -> Option<Engine> {
        match kind {
            EngineKind::DancingLinks => {
                Some(Engine::DancingLinks(Box::new(DancingLinks::new(problem))))
            }
            EngineKind::CompactTiers => CompactTiers::fits(problem)
                .then(|| Engine::CompactTiers(Box::new(CompactTiers::new(problem)))),
            EngineKind::TableSweep => {
                TableSweep::new(problem, order).map(|sweep| Engine::TableSweep(Box::new(sweep)))
            }
            EngineKind::FrontierSweep => {
                FrontierSweep::new(problem, order).map(Engine::FrontierSweep)
            }
        }
    }

    /// Searches a part of the tree, reports to the observer, returns what it cost.
    pub fn search(
        &mut self,
        part: Part<'_>,
        observer: &mut impl Observer,
    ) -> (Effort, ControlFlow<()>) {
        match self {
            Engine::DancingLinks(engine) => engine.search(part, observer),
            Engine::CompactTiers(engine) => engine.search(part, observer),
            Engine::TableSweep(engine) => engine.search(part, observer),
            Engine::FrontierSweep(engine) => engine.search(part, observer),
        }
    }

    /// Estimates the nodes of the tree by random walks; the mean, which depends on the seeds
    /// alone. Dancing links is not probed: its tree is that of compact tiers. Nor is a frontier
    /// sweep, which is done with all but the listing.
    pub(crate) fn probe(&mut self, seeds: std::ops::Range<u64>) -> Option<f64> {
        let count = (seeds.end - seeds.start) as f64;
        let sum: f64 = match self {
            Engine::DancingLinks(_) | Engine::FrontierSweep(_) => return None,
            Engine::CompactTiers(engine) => seeds.map(|seed| engine.probe(seed)).sum(),
            Engine::TableSweep(engine) => seeds.map(|seed| engine.probe(seed)).sum(),
        };
        Some(sum / count)
    }
}
