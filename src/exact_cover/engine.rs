//! The engines by name, and any of them at work.

use std::ops::ControlFlow;

use super::{CompactTiers, DancingLinks, Effort, Observer, Part, Problem};

/// An engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EngineKind {
    /// [`DancingLinks`].
    DancingLinks,
    /// [`CompactTiers`].
    CompactTiers,
}

impl EngineKind {
    /// All engines, the reference first.
    pub const ALL: [EngineKind; 2] = [EngineKind::DancingLinks, EngineKind::CompactTiers];

    /// Its name for people.
    pub fn name(self) -> &'static str {
        match self {
            EngineKind::DancingLinks => "dancing links",
            EngineKind::CompactTiers => "compact tiers",
        }
    }

    /// Whether it can work on a problem.
    pub fn fits(self, problem: &Problem) -> bool {
        match self {
            EngineKind::DancingLinks => true,
            EngineKind::CompactTiers => CompactTiers::fits(problem),
        }
    }

    /// The engine that is likely the fastest for a problem: compact tiers wherever they fit.
    pub fn best_for(problem: &Problem) -> EngineKind {
        match CompactTiers::fits(problem) {
            true => EngineKind::CompactTiers,
            false => EngineKind::DancingLinks,
        }
    }
}

/// An engine with a problem in it. All give the same set of solutions; the trees of one engine
/// are the same every time, so a [`Part`] cut by one search can be searched by another.
pub enum Engine {
    /// Dancing links.
    DancingLinks(DancingLinks),
    /// Compact tiers.
    CompactTiers(Box<CompactTiers>),
}

impl Engine {
    /// Puts a problem into an engine.
    ///
    /// # Panics
    /// When the engine [cannot hold](EngineKind::fits) the problem.
    pub fn new(kind: EngineKind, problem: &Problem) -> Engine {
        match kind {
            EngineKind::DancingLinks => Engine::DancingLinks(DancingLinks::new(problem)),
            EngineKind::CompactTiers => Engine::CompactTiers(Box::new(CompactTiers::new(problem))),
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
        }
    }
}
