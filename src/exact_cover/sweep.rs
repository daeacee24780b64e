//! The terms in which sweeps are asked for and report: their problem, limits and stages, and what
//! becomes of one that is saved.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::{Cell, ItemKind, Problem};

/// An exact cover problem of plain numbers. More general than [`Problem`] in one respect: an
/// option can cover an item several times. The solutions that a symmetry maps to themselves are
/// those of such a problem, in which one option stands for all its images.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WeightedProblem {
    /// The number of times that each item must be covered.
    pub kinds: Vec<ItemKind>,
    /// The items that each option covers, each item once.
    pub options: Vec<Vec<Covered>>,
    /// The weight of each option: a solution counts as often as the product of the weights of its
    /// options. Empty when all are 1.
    pub weights: Vec<u32>,
}

/// An item as an option covers it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Covered {
    /// The item.
    pub item: u32,
    /// The number of times, at least 1.
    pub times: u32,
    /// In which colour, from 1; 0 for none.
    pub colour: u32,
}

impl WeightedProblem {
    /// The same as a problem.
    pub fn from_problem(problem: &Problem) -> WeightedProblem {
        let covered = |cell: Cell| Covered { item: cell.item.0, times: 1, colour: cell.colour };
        WeightedProblem {
            kinds: problem.items().iter().map(|item| item.kind).collect(),
            options: problem.options().map(|(_, cs)| cs.iter().map(covered).collect()).collect(),
            weights: Vec::new(),
        }
    }
}

/// The limits of a frontier sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Memory for states, in bytes.
    pub bytes: usize,
    /// States met.
    pub states: u64,
    /// Threads that work on it, at least 1. What is found does not depend on their number.
    pub threads: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { bytes: 256 << 20, states: u64::MAX, threads: 1 }
    }
}

/// Why a sweep ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SweepError {
    /// The states took too much memory.
    #[error("the states of the frontier sweep need more memory than allowed")]
    Memory,
    /// There were too many states.
    #[error("the frontier sweep reached too many states")]
    StateLimit,
    /// A number of ways takes more bits than were set aside for it; a sweep with more follows.
    #[error("the numbers of the frontier sweep are too large")]
    Overflow,
    /// The watcher asked for it.
    #[error("the frontier sweep was stopped")]
    Stopped,
    /// The saved states do not belong to the sweep.
    #[error("the saved states belong to another sweep, or are damaged")]
    Damaged,
    /// States would be too large, or an option has no swept item.
    #[error("the frontier sweep cannot work on this problem")]
    Unsupported,
}

/// Where a sweep is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stage {
    /// The item that is being covered, counted from 0.
    pub level: usize,
    /// The number of levels.
    pub levels: usize,
    /// States expanded so far.
    pub states: u64,
    /// Memory that they take, in bytes.
    pub bytes: usize,
    /// True on the way back, which prunes states that do not live.
    pub back: bool,
    /// The level at which the sweep stopped, while a second one comes to meet it from the far end;
    /// the levels beyond are counted on from there.
    pub met_at: Option<usize>,
}

/// Called many times a second; may block, and may end the sweep.
pub type Watch<'a> = &'a mut dyn FnMut(Stage) -> ControlFlow<()>;

/// The watcher that a counting sweep reports to and is saved by.
pub trait SweepWatcher {
    /// Called many times a second; may block, and may end the sweep.
    fn pass(&mut self, stage: Stage) -> ControlFlow<()>;

    /// Returns whether to save the states now. Called after each [`SweepWatcher::pass`], also after
    /// one that ends the sweep.
    fn saves(&mut self) -> bool;

    /// Receives the states, from which [`WholeSearch::count`](super::WholeSearch::count) resumes; `None` where they take more room
    /// than is granted to a file.
    fn save(&mut self, saved: Option<SavedSweep>);
}

/// A watcher of a sweep that is not saved.
pub struct Unsaved<'a>(pub Watch<'a>);

impl SweepWatcher for Unsaved<'_> {
    fn pass(&mut self, stage: Stage) -> ControlFlow<()> {
        (self.0)(stage)
    }

    fn saves(&mut self) -> bool {
        false
    }

    fn save(&mut self, _saved: Option<SavedSweep>) {}
}

/// The states of a counting sweep between two rounds, packed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedSweep {
    pub(super) bytes: Arc<Vec<u8>>,
}

impl SavedSweep {
    /// The packed form.
    pub fn into_bytes(self) -> Arc<Vec<u8>> {
        self.bytes
    }

    /// A sweep from its packed form, which is checked when it is resumed.
    pub fn from_bytes(bytes: Arc<Vec<u8>>) -> SavedSweep {
        SavedSweep { bytes }
    }
}
