//! The table of engines. Strategy, estimates, command line, window, conformance tests and benches
//! read it; no other code depends on which engine it is.

use super::engine::{Engine, Tree};
use super::{Problem, bitset, dancing_links, first, fixed_order, frontier, sat, sparse};

/// All engines. The first supports every problem and is the reference for the others.
pub static ENGINES: &[&Engine] = &[
    &dancing_links::ENGINE,
    &bitset::ENGINE,
    &sparse::ENGINE,
    &fixed_order::ENGINE,
    &frontier::ENGINE,
    &first::ENGINE,
    &sat::ENGINE,
];

impl Engine {
    /// The engine with which the others are compared, and which supports every problem.
    pub fn reference() -> &'static Engine {
        ENGINES[0]
    }

    /// The engines that can list all solutions.
    pub fn exhaustive() -> impl Iterator<Item = &'static Engine> {
        ENGINES.iter().copied().filter(|engine| engine.is_exhaustive())
    }

    /// The engine with this id.
    pub fn by_id(id: &str) -> Option<&'static Engine> {
        ENGINES.iter().copied().find(|engine| engine.id == id)
    }

    /// The engine with the cheapest nodes of those that walk a kind of tree and support a problem.
    pub fn cheapest(tree: Tree, problem: &Problem) -> Option<&'static Engine> {
        let fits = |engine: &&Engine| {
            engine.tree == tree && engine.loader.is_tree() && (engine.supports)(problem).is_ok()
        };
        let cost = |engine: &&Engine| (engine.node_cost)(problem);
        ENGINES.iter().copied().filter(fits).min_by(|a, b| cost(a).total_cmp(&cost(b)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_differ_and_the_reference_supports_everything() {
        for (i, engine) in ENGINES.iter().enumerate() {
            assert!(ENGINES[..i].iter().all(|other| other.id != engine.id), "{engine:?}");
            assert_eq!(Engine::by_id(engine.id), Some(*engine));
            assert!(engine.id.bytes().all(|b| b.is_ascii_lowercase() || b == b'-'), "{engine:?}");
        }
        assert_eq!(ENGINES[0], &dancing_links::ENGINE);
        for engine in ENGINES {
            assert_eq!(engine.is_exhaustive(), engine.tree != Tree::None, "{engine:?}");
        }
    }
}
