//! The definition of an engine: one folder, and one row of [`ENGINES`](super::ENGINES).
//!
//! There are three kinds. A [`TreeSearch`] walks a tree that is the same every time, so that the tree
//! can be cut into parts, sampled, and resumed. A [`WholeSearch`] works on all of the problem at
//! once, under limits, and afterwards lists the solutions that it found. A [`SearchForOne`] is after
//! one solution, and cannot list all.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::sweep::{Limits, SavedSweep, SweepError, SweepWatcher, Watch, WeightedProblem};
use super::{Effort, ItemId, Observer, OptionId, Part, Probe, Problem, Unobserved};
use crate::natural::Natural;

/// A row of the table of engines. Compared by its id.
pub struct Engine {
    /// The name in files and on the command line. Never changed once released.
    pub id: &'static str,
    /// The name for people, lower case.
    pub name: &'static str,
    /// Checks whether it can work on a problem, and gives the reason if not. Loading can still fail
    /// for lack of memory.
    pub supports: fn(&Problem) -> Result<(), Unsupported>,
    /// The tree that it walks.
    pub tree: Tree,
    /// The time that a node takes, in nanoseconds (for [`Tree::States`]: a state). Only ratios between
    /// engines matter. Measured by `cargo bench --bench costs`; infinite for [`Tree::None`].
    pub node_cost: fn(&Problem) -> f64,
    /// The way to load a problem into it.
    pub loader: Loader,
}

/// The tree that an engine walks. Engines of one kind of tree enter the same nodes in the same
/// order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tree {
    /// Branches on an item with the fewest options left (minimum remaining values, MRV), the first
    /// such item. Its size is estimated by searching some of its subtrees.
    FewestOptions,
    /// Branches on the first open item of a given order. Its size is estimated by random walks.
    FixedOrder,
    /// Merges partial solutions with the same future into one state; there is no tree.
    States,
    /// None that is the same every time, of an engine that is after one solution.
    None,
}

/// The way to load a problem into an engine. The order of items is for engines that follow one;
/// items that it leaves out come after those that it names.
pub enum Loader {
    /// For a search that walks a tree.
    Tree(LoadTree),
    /// For a search of the whole problem.
    Whole(&'static dyn WholeSearch),
    /// For a search for one solution, which cannot list all.
    One(SearchForOne),
}

/// Loads a problem into a search that walks a tree.
pub type LoadTree = fn(&Problem, &[ItemId]) -> Result<Box<dyn TreeSearch>, Unsupported>;

/// Looks for one solution of a problem. The check is called often; it may block, and may end the
/// search.
pub type SearchForOne = fn(&Problem, &(dyn Fn() -> ControlFlow<()> + Sync)) -> RunEnd;

/// The end of a search for one solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunEnd {
    /// With a solution: its options, ascending.
    Found(Vec<OptionId>),
    /// Without one, which says nothing of the problem.
    Failed,
    /// It searched everything: there is no solution.
    Exhausted,
    /// It was stopped.
    Stopped,
}

/// An engine with a problem loaded, whose search tree is the same every time: a [`Part`] cut by one
/// search can be searched by another.
pub trait TreeSearch: Send {
    /// Searches a part of the tree and reports to the observer; returns what it cost.
    ///
    /// Nodes before the end of the prefix are not counted, since the search that cut the tree there
    /// has counted them. Afterwards the engine is as it was, also when the observer broke off.
    fn search(&mut self, part: Part<'_>, observer: &mut dyn Observer) -> (Effort, ControlFlow<()>);

    /// The time that a node takes, in nanoseconds, where the engine's row cannot know it: where it
    /// depends on the order.
    fn node_cost(&self) -> Option<f64> {
        None
    }

    /// The time that loading took for tables, beside that for each entry of the problem, in nanoseconds.
    fn tables_cost(&self) -> f64 {
        0.0
    }

    /// Estimates the nodes of the tree by one random walk that depends on the seed alone; the mean
    /// over many seeds tends to the size of the tree (Knuth 1975). `None` for engines without
    /// random walks.
    fn walk(&mut self, _seed: u64) -> Option<f64> {
        None
    }
}

/// An engine that searches a tree and walks it at random in one function.
pub(super) trait Explorer: Send {
    /// Searches a part of the tree, or walks down it if there is a probe, which is returned.
    fn explore(
        &mut self,
        part: Part<'_>,
        observer: &mut dyn Observer,
        probe: Option<Probe>,
    ) -> (Effort, ControlFlow<()>, Option<Probe>);
}

impl<E: Explorer> TreeSearch for E {
    fn search(&mut self, part: Part<'_>, observer: &mut dyn Observer) -> (Effort, ControlFlow<()>) {
        let (effort, flow, _) = self.explore(part, observer, None);
        (effort, flow)
    }

    fn walk(&mut self, seed: u64) -> Option<f64> {
        let probe = Some(Probe::new(seed));
        let (_, _, probe) = self.explore(Part::default(), &mut Unobserved, probe);
        probe.map(|probe| probe.estimate())
    }
}

/// An engine that solves or counts a whole problem at once.
pub trait WholeSearch: Send + Sync {
    /// The bits of a state and the number of items that its frontier spans, for an order of items;
    /// `None` when the engine cannot work on the problem in this order. The fewer bits, the better
    /// the order.
    fn state_size(&self, cover: &WeightedProblem, order: &[ItemId]) -> Option<(u32, u32)>;

    /// Finds all solutions.
    ///
    /// # Errors
    /// When a limit is reached, or the problem is not for this engine.
    fn solve(
        &self,
        problem: &Problem,
        order: &[ItemId],
        limits: &Limits,
        watch: Watch<'_>,
    ) -> Result<Arc<dyn SolutionSet>, SweepError>;

    /// Counts all solutions without listing them, from the beginning or from where the count was
    /// saved.
    ///
    /// # Errors
    /// When a limit is reached, the problem is not for this engine, or what was saved belongs to
    /// another count.
    fn count(
        &self,
        cover: &WeightedProblem,
        order: &[ItemId],
        limits: &Limits,
        saved: Option<SavedSweep>,
        watcher: &mut dyn SweepWatcher,
    ) -> Result<Natural, SweepError>;

    /// The solutions of a problem from what [`SolutionSet::packed`] made of them; `None` when that
    /// is damaged or of another problem.
    fn restored(&self, problem: &Problem, packed: &[u8]) -> Option<Arc<dyn SolutionSet>>;
}

/// All solutions of a problem, in a form that threads can share and list.
pub trait SolutionSet: Send + Sync {
    /// A search that lists the solutions, without dead ends.
    fn lister(self: Arc<Self>) -> Box<dyn TreeSearch>;

    /// The set packed, for a file.
    fn packed(&self) -> Vec<u8>;

    /// The number of states that the engine met on the way to it.
    fn states(&self) -> u64;
}

/// Why an engine cannot work on a problem.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unsupported {
    /// More options than its sets have room for.
    #[error("the problem has {options} options, and this engine supports at most {most}")]
    Options {
        /// Options of the problem.
        options: usize,
        /// The most that the engine takes.
        most: usize,
    },
    /// More items than its sets have room for.
    #[error("the problem has {items} items, and this engine supports at most {most}")]
    Items {
        /// Items of the problem.
        items: usize,
        /// The most that the engine takes.
        most: usize,
    },
    /// An item that may be covered a number of times.
    #[error(
        "item {0} may be covered more than once or not at all, and this engine covers each item exactly once"
    )]
    Multiplicity(String),
    /// A coloured item.
    #[error("item {0} has colours, which this engine does not support")]
    Colours(String),
    /// Tables larger than they may be.
    #[error("its tables would take more than {0} MB")]
    Tables(usize),
    /// No order of the items that it could follow.
    #[error("the board is too wide for its states, or a placement covers no site that it sweeps")]
    Order,
    /// No order of the items to follow.
    #[error("it follows the sites of a board, and this puzzle has no board")]
    NoSites,
    /// It cannot list all solutions.
    #[error("this engine looks for one solution, and cannot list all")]
    OneSolution,
    /// It reached a limit while it was loaded.
    #[error(transparent)]
    Sweep(#[from] SweepError),
}

impl Loader {
    /// Returns whether it is for a search that walks a tree.
    pub fn is_tree(&self) -> bool {
        matches!(self, Loader::Tree(_))
    }
}

impl Engine {
    /// Returns whether it can list all solutions.
    pub fn is_exhaustive(&self) -> bool {
        !matches!(self.loader, Loader::One(_))
    }

    /// Loads a problem; `order` is for engines that follow one. A [`WholeSearch`] solves the problem
    /// here, under the usual limits.
    ///
    /// # Errors
    /// When the engine cannot work on the problem.
    pub fn load(
        &self,
        problem: &Problem,
        order: &[ItemId],
    ) -> Result<Box<dyn TreeSearch>, Unsupported> {
        (self.supports)(problem)?;
        match self.loader {
            Loader::Tree(load) => load(problem, order),
            Loader::Whole(whole) => {
                let mut go_on = |_| ControlFlow::Continue(());
                Ok(whole.solve(problem, order, &Limits::default(), &mut go_on)?.lister())
            }
            Loader::One(_) => Err(Unsupported::OneSolution),
        }
    }

    /// The search of whole problems, if the engine is of that kind.
    pub fn whole(&self) -> Option<&'static dyn WholeSearch> {
        match self.loader {
            Loader::Whole(whole) => Some(whole),
            Loader::Tree(_) | Loader::One(_) => None,
        }
    }
}

impl PartialEq for Engine {
    fn eq(&self, other: &Engine) -> bool {
        self.id == other.id
    }
}

impl Eq for Engine {}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id)
    }
}
