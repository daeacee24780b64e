//! Exact cover: items, options, and the search for sets of options that cover the items.
//!
//! Knows nothing of geometry and leans on nothing. [`problem`] defines what is solved, [`engine`]
//! what solves it, [`ENGINES`] is the table; an engine reports through an [`Observer`]. Read
//! next: [`crate::encode`], which makes such problems of puzzles.
//!
//! ```
//! use polywright::exact_cover::{ItemKind, ProblemBuilder};
//!
//! // Knuth, Dancing Links (2000), matrix (3): the items a to g, six options.
//! let mut builder = ProblemBuilder::default();
//! let [a, b, c, d, e, f, g] = ["a", "b", "c", "d", "e", "f", "g"]
//!     .map(|name| builder.item(name, ItemKind::ONCE));
//! for option in [&[c, e, f][..], &[a, d, g], &[b, c, f], &[a, d], &[b, g], &[d, e, g]] {
//!     builder.option(option.iter().copied());
//! }
//! let problem = builder.build()?;
//! let solutions: Vec<Vec<usize>> = problem
//!     .solutions()
//!     .map(|options| options.iter().map(|option| option.index()).collect())
//!     .collect();
//! assert_eq!(solutions, [[3, 0, 4]]);
//! # Ok::<(), polywright::exact_cover::problem::ProblemError>(())
//! ```
//!
//! Faster than the iterator is an engine of one's own choice with an observer. This counts the
//! ways to lay dominoes on a board of 4×4, in parts, as threads would:
//!
//! ```
//! use polywright::exact_cover::{
//!     Choice, Effort, Engine, ForEach, ItemKind, Observer, OptionId, Part, ProblemBuilder, Tree,
//! };
//! use std::ops::ControlFlow;
//!
//! let mut builder = ProblemBuilder::default();
//! let cells: Vec<_> =
//!     (0..16).map(|n| builder.item(format!("{n}"), ItemKind::ONCE)).collect();
//! for n in 0..16 {
//!     if n % 4 < 3 {
//!         builder.option([cells[n], cells[n + 1]]);
//!     }
//!     if n < 12 {
//!         builder.option([cells[n], cells[n + 4]]);
//!     }
//! }
//! let problem = builder.build()?;
//! let engine = Engine::cheapest(Tree::FewestOptions, &problem).expect("the reference fits all");
//! let mut search = engine.load(&problem, &[])?;
//!
//! let mut count = 0;
//! let (effort, _) = search.search(
//!     Part::default(),
//!     &mut ForEach(|_: &[OptionId]| {
//!         count += 1;
//!         ControlFlow::Continue(())
//!     }),
//! );
//! assert_eq!(count, 36);
//!
//! /// Gathers the subtrees below a level.
//! struct Subtrees(Vec<Vec<u32>>);
//! impl Observer for Subtrees {
//!     fn solution(&mut self, _: &[OptionId]) -> ControlFlow<()> {
//!         ControlFlow::Continue(())
//!     }
//!     fn cut(&mut self, path: &[Choice]) {
//!         self.0.push(path.iter().map(|choice| choice.rank).collect());
//!     }
//! }
//! let mut subtrees = Subtrees(Vec::new());
//! let mut nodes = search.search(Part { cut_off: Some(2), ..Part::default() }, &mut subtrees).0.nodes;
//! for prefix in &subtrees.0 {
//!     let part = Part { prefix, ..Part::default() };
//!     let mut nothing = ForEach(|_: &[OptionId]| ControlFlow::Continue(()));
//!     nodes += search.search(part, &mut nothing).0.nodes;
//! }
//! assert_eq!(nodes, effort.nodes);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod bitset;
pub mod check;
pub mod dancing_links;
pub mod engine;
mod engines;
pub mod first;
pub mod fixed_order;
pub mod frontier;
mod instructions;
pub mod linear_order;
pub mod meter;
pub mod problem;
pub mod refutation;
pub mod relaxation;
pub mod residual;
pub mod sat;
pub mod sparse;
mod stack;
pub mod sweep;

use std::ops::ControlFlow;

use crate::random::{GOLDEN, Random};
pub use bitset::BitsetSearch;
pub use check::CoverChecker;
pub use dancing_links::DancingLinks;
pub use dancing_links::steps::{Algorithm, ItemRule, MatrixState, Step, Steps, UndoRecord};
pub use engine::{
    Engine, LoadTree, Loader, RunEnd, SearchForOne, SolutionSet, Tree, TreeSearch, Unsupported,
    WholeSearch,
};
pub use engines::ENGINES;
pub use fixed_order::FixedOrderSearch;
pub use linear_order::LinearOrder;
pub use meter::Meter;
pub use problem::{Cell, Item, ItemId, ItemKind, OptionCells, OptionId, Problem, ProblemBuilder};
pub use refutation::Refutation;
pub use residual::{Conflict, Residual};
pub use sparse::SparseSearch;

/// The work that an engine has done so far in one search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Nodes of the search tree entered, the root among them.
    pub nodes: u64,
    /// Times an option was taken out of the list of an item (Knuth's "updates").
    pub updates: u64,
    /// Nodes by level; level 0 is the root.
    pub by_level: Vec<u64>,
}

impl Effort {
    /// Adds what another search did.
    pub fn add(&mut self, other: &Effort) {
        self.nodes += other.nodes;
        self.updates += other.updates;
        if self.by_level.len() < other.by_level.len() {
            self.by_level.resize(other.by_level.len(), 0);
        }
        for (mine, theirs) in self.by_level.iter_mut().zip(&other.by_level) {
            *mine += theirs;
        }
    }
}

/// One level of the path from the root to the node where a search is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The item branched on.
    pub item: ItemId,
    /// The option chosen for it; `None` where the item takes no further option.
    pub option: Option<OptionId>,
    /// The rank of the branch, from 0.
    pub rank: u32,
    /// The largest possible number of branches.
    pub degree: u32,
}

/// Watches a search and can end it. A search may go on in another thread than the one that called
/// it, which waits meanwhile.
pub trait Observer: Send {
    /// A solution: the options chosen, in the order in which they were. Each solution of the
    /// searched part is reported once.
    fn solution(&mut self, options: &[OptionId]) -> ControlFlow<()>;

    /// Called every [`PULSE`] nodes with the effort so far and the path to the current node. May
    /// block, which pauses the search.
    fn pulse(&mut self, _effort: &Effort, _path: &[Choice]) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Called at every unsolved node of the cut-off level, whose subtree is not searched.
    fn cut(&mut self, _path: &[Choice]) {}
}

/// Nodes between two calls of [`Observer::pulse`].
pub const PULSE: u64 = 4096;

/// The part of the search tree to search.
#[derive(Clone, Copy, Debug, Default)]
pub struct Part<'a> {
    /// The ranks of the branches that lead from the root to the subtree; empty for all of it.
    pub prefix: &'a [u32],
    /// The level below which nothing is searched; see [`Observer::cut`].
    pub cut_off: Option<usize>,
    /// The number of nodes after which the search breaks off.
    pub most_nodes: Option<u64>,
}

/// One random walk from the root to a leaf, to estimate the size of the tree (Knuth, *Estimating
/// the efficiency of backtrack programs*, 1975).
#[derive(Clone, Debug)]
pub(crate) struct Probe {
    /// The seed, until the first branch is taken.
    seed: Option<u64>,
    random: Random,
    weight: f64,
    nodes: f64,
}

impl Probe {
    /// A walk that depends on the seed alone.
    pub(crate) fn new(seed: u64) -> Probe {
        // Mixed (SplitMix64), so that neighbouring seeds give unlike walks.
        let mut z = seed.wrapping_add(1).wrapping_mul(GOLDEN);
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let random = Random::with_state((z ^ (z >> 27)) | 1);
        Probe { seed: Some(seed), random, weight: 1.0, nodes: 0.0 }
    }

    /// The walk is at a node.
    pub(crate) fn visit(&mut self) {
        self.nodes += self.weight;
    }

    /// Chooses the branch to take.
    pub(crate) fn branch(&mut self, degree: u32) -> u32 {
        self.weight *= f64::from(degree);
        match self.seed.take() {
            // Successive seeds go through the branches of the root in turn: what is left to
            // chance there would be felt most.
            Some(seed) => (seed % u64::from(degree)) as u32,
            None => self.random.below(degree as usize) as u32,
        }
    }

    /// A random number from 0 to 1.
    pub(crate) fn fraction(&mut self) -> f64 {
        f64::from((self.random.bits() >> 32) as u32) / f64::from(u32::MAX)
    }

    /// The nodes that the tree would have if every walk were like this one.
    pub(crate) fn estimate(&self) -> f64 {
        self.nodes
    }
}

/// An observer that hands each solution to a closure.
pub struct ForEach<F>(pub F);

impl<F: FnMut(&[OptionId]) -> ControlFlow<()> + Send> Observer for ForEach<F> {
    fn solution(&mut self, options: &[OptionId]) -> ControlFlow<()> {
        (self.0)(options)
    }
}

/// An observer that takes no notice.
pub(crate) struct Unobserved;

impl Observer for Unobserved {
    fn solution(&mut self, _options: &[OptionId]) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// The solutions of a problem, each as the options chosen, found one at a time by dancing links.
/// Made by [`Problem::solutions`].
pub struct Solutions {
    steps: Steps,
}

impl Iterator for Solutions {
    type Item = Vec<OptionId>;

    fn next(&mut self) -> Option<Vec<OptionId>> {
        while let Some(taken) = self.steps.step() {
            if taken.step == Step::Solution {
                return Some(self.steps.path().iter().filter_map(|choice| choice.option).collect());
            }
        }
        None
    }
}

impl Problem {
    /// The solutions, found as they are asked for, in the order of Algorithm M. For all solutions of
    /// a large problem an [`Engine`] with an [`Observer`] is faster, and can be divided and stopped.
    pub fn solutions(&self) -> Solutions {
        Solutions { steps: Steps::new(self) }
    }
}

/// The fraction of the tree that lies before the current node, if every branch of a node were
/// as large as its siblings (Knuth 1975); between 0 and 1. Levels before `from` are not counted.
pub fn position(path: &[Choice], from: usize) -> f64 {
    let mut done = 0.0;
    let mut width = 1.0;
    for choice in path.iter().skip(from) {
        width /= f64::from(choice.degree.max(1));
        done += f64::from(choice.rank) * width;
    }
    done
}

/// The subtrees that a search has left, when it has just entered the node at the end of a path and
/// began at the node of this level on it: by the branches that lead to them from the root, in the order
/// in which it would have come to them. Some may be of branches that there are not, which hold nothing.
pub fn subtrees_left(path: &[Choice], from: usize) -> Vec<Vec<u32>> {
    let ranks: Vec<u32> = path.iter().map(|choice| choice.rank).collect();
    let mut left = vec![ranks.clone()];
    for (level, choice) in path.iter().enumerate().skip(from).rev() {
        let later = choice.rank + 1..choice.degree;
        left.extend(later.map(|rank| [&ranks[..level], &[rank]].concat()));
    }
    left
}
