//! Frontier sweep: exact cover through states instead of partial solutions.
//!
//! Items are covered in a fixed order, as by [`super::FixedOrderSearch`], but breadth first: partial
//! solutions that cover the same items beyond the frontier and use the same copies have the same
//! futures, so they are one *state*. A state is dropped when one of its next open items cannot
//! be covered. What is left is pruned backwards to the [`SolutionDag`] of living states; its paths are
//! the solutions, found without a dead end. Where only their number is wanted, the number of
//! ways to each state is added up on the way and nothing else is kept; and a second sweep, from the
//! other end, may come to meet the first halfway.
//!
//! Superb for few kinds of piece and for counting on narrow boards; hopeless on compact solids,
//! whose states hardly ever meet again. So it works under limits and gives up when it exceeds
//! them. (A transfer-matrix method; with bit sets and a search tree in place of the matrix it is
//! in Knuth, TAOCP 7.1.4, and in Nishino et al., *Dancing with decision diagrams*, 2017.)

mod dag;
mod forward;
mod key;
mod lookahead;
mod meet_in_the_middle;
mod memory;
mod state;
mod table;
mod weighted;

use std::ops::ControlFlow;
use std::sync::Arc;

use super::engine::{Engine, Loader, SolutionSet, Tree, TreeSearch, Unsupported, WholeSearch};
use super::meter::Meter;
use super::{Choice, Effort, ItemId, Observer, OptionId, Part, Problem};
pub use dag::SolutionDag;
use forward::Forward;
use key::Key;
use memory::{Memory, Pool};
use state::Layout;
use table::Ways;
pub use weighted::{Covered, WeightedProblem};

/// The row of this engine.
pub static ENGINE: Engine = Engine {
    id: "frontier",
    name: "frontier sweep",
    supports,
    tree: Tree::States,
    node_cost: |_| 400.0,
    loader: Loader::Whole(&FrontierSweep),
};

/// The largest problem that is swept, in entries of all options together: laying one out takes
/// about 30 bytes for each.
const MOST_ENTRIES: usize = 2_000_000;

fn supports(problem: &Problem) -> Result<(), Unsupported> {
    if problem.cell_count() <= MOST_ENTRIES {
        return Ok(());
    }
    let options = problem.option_count();
    let most = MOST_ENTRIES / (problem.cell_count() / options.max(1)).max(1);
    Err(Unsupported::Options { options, most })
}

/// How far a frontier sweep may go.
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
    #[error("the states of the frontier sweep do not fit into the memory that it may take")]
    Memory,
    /// There were too many states.
    #[error("the frontier sweep met too many states")]
    StateLimit,
    /// The number of solutions cannot be written down in 128 bits.
    #[error("there are more than 10^38 solutions")]
    Overflow,
    /// The watcher asked for it.
    #[error("the frontier sweep was stopped")]
    Stopped,
    /// States would be too large, or an option has no swept item.
    #[error("the frontier sweep cannot work on this problem")]
    Unsupported,
}

/// Where a sweep is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stage {
    /// The item that is being covered, counted from 0.
    pub level: usize,
    /// How many there are.
    pub levels: usize,
    /// States expanded so far.
    pub states: u64,
    /// Memory that they take, in bytes.
    pub bytes: usize,
    /// Whether it is on the way back, pruning what does not live.
    pub back: bool,
}

/// Called many times a second; may block, and may end the sweep.
pub type Watch<'a> = &'a mut dyn FnMut(Stage) -> ControlFlow<()>;

/// Bits of a state and items that its frontier spans, for an order of items; `None` when a
/// frontier sweep cannot work on the problem so. The fewer bits, the better the order.
pub fn state_bits(cover: &WeightedProblem, order: &[ItemId]) -> Option<(u32, u32)> {
    state::state_bits(cover, order).filter(|(bits, _)| *bits < u128::BITS)
}

/// Counts the solutions of a problem, sweeping its items in an order. Items that the order leaves
/// out, such as pieces, are only watched; each option must have one that it names.
///
/// # Errors
/// When a limit is reached, or the problem is none for a frontier sweep.
pub fn count(
    cover: &WeightedProblem,
    order: &[ItemId],
    limits: &Limits,
    watch: Watch<'_>,
) -> Result<u128, SweepError> {
    fn sweep<K: Key, V: Ways>(
        (cover, order): (&WeightedProblem, &[ItemId]),
        layout: &Layout<K>,
        limits: &Limits,
        watch: Watch<'_>,
    ) -> Result<u128, SweepError> {
        let memory = Memory::new(limits.bytes);
        let pool = Pool::new(&memory);
        let mut forward = Forward::<K, V>::new(layout, limits, &pool, false)?;
        if let Some(place) = meet_in_the_middle::place(cover, order, layout) {
            forward.advance(place, watch)?;
            if let Some(limits) = meet_in_the_middle::limits(&forward, limits) {
                forward.pack();
                if let Some(count) =
                    meet_in_the_middle::count(cover, order, &forward, &limits, watch)?
                {
                    return Ok(count);
                }
            }
        }
        forward.advance(layout.last(), watch)?;
        Ok(forward.ahead().next().map_or(0, |(_, _, ways)| ways.wide()))
    }
    fn widening<K: Key>(
        cover: &WeightedProblem,
        order: &[ItemId],
        limits: &Limits,
        watch: Watch<'_>,
    ) -> Result<u128, SweepError> {
        let layout = Layout::<K>::new(cover, order).ok_or(SweepError::Unsupported)?;
        // Few puzzles need wider sums, and those are of few states.
        match sweep::<K, u64>((cover, order), &layout, limits, watch) {
            Err(SweepError::Overflow) => sweep::<K, u128>((cover, order), &layout, limits, watch),
            small => small,
        }
    }
    match state_bits(cover, order) {
        Some((bits, _)) if bits < u64::BITS => widening::<u64>(cover, order, limits, watch),
        Some(_) => widening::<u128>(cover, order, limits, watch),
        None => Err(SweepError::Unsupported),
    }
}

impl SolutionDag {
    /// Finds the living states of a problem, sweeping its items in an order; see [`count`].
    ///
    /// # Errors
    /// When a limit is reached, or the problem is none for a frontier sweep.
    pub fn new(
        cover: &WeightedProblem,
        order: &[ItemId],
        limits: &Limits,
        watch: Watch<'_>,
    ) -> Result<SolutionDag, SweepError> {
        fn build<K: Key>(
            layout: &Layout<K>,
            limits: &Limits,
            watch: Watch<'_>,
        ) -> Result<SolutionDag, SweepError> {
            let memory = Memory::new(limits.bytes);
            let pool = Pool::new(&memory);
            let mut forward = Forward::new(layout, limits, &pool, true)?;
            forward.advance(layout.last(), watch)?;
            let (levels, end) = forward.kept();
            pool.release();
            SolutionDag::prune(layout, levels, end, limits, &pool, watch)
        }
        match state_bits(cover, order) {
            Some((bits, _)) if bits < u64::BITS => build(
                &Layout::<u64>::new(cover, order).ok_or(SweepError::Unsupported)?,
                limits,
                watch,
            ),
            Some(_) => build(
                &Layout::<u128>::new(cover, order).ok_or(SweepError::Unsupported)?,
                limits,
                watch,
            ),
            None => Err(SweepError::Unsupported),
        }
    }
}

/// The engine.
struct FrontierSweep;

impl WholeSearch for FrontierSweep {
    fn state_size(&self, cover: &WeightedProblem, order: &[ItemId]) -> Option<(u32, u32)> {
        state_bits(cover, order)
    }

    fn solve(
        &self,
        problem: &Problem,
        order: &[ItemId],
        limits: &Limits,
        watch: Watch<'_>,
    ) -> Result<Arc<dyn SolutionSet>, SweepError> {
        let all: Vec<ItemId> = (0..problem.primary_count() as u32).map(ItemId).collect();
        let order = if order.is_empty() { &all } else { order };
        Ok(Arc::new(SolutionDag::new(
            &WeightedProblem::from_problem(problem),
            order,
            limits,
            watch,
        )?))
    }

    fn count(
        &self,
        cover: &WeightedProblem,
        order: &[ItemId],
        limits: &Limits,
        watch: Watch<'_>,
    ) -> Result<u128, SweepError> {
        count(cover, order, limits, watch)
    }
}

impl SolutionSet for SolutionDag {
    fn lister(self: Arc<SolutionDag>) -> Box<dyn TreeSearch> {
        Box::new(Lister { graph: self })
    }
}

/// Lists solutions: walks the paths of the graph of living states.
struct Lister {
    graph: Arc<SolutionDag>,
}

impl TreeSearch for Lister {
    fn search(&mut self, part: Part<'_>, observer: &mut dyn Observer) -> (Effort, ControlFlow<()>) {
        let mut walk = Walk {
            graph: &self.graph,
            part,
            observer,
            meter: Meter::new(part, 64),
            path: Vec::new(),
            solution: Vec::new(),
        };
        let flow = match self.graph.root() {
            Some(root) => walk.all(root),
            // The root is a node all the same.
            None if part.prefix.is_empty() => walk.meter.enter(0, walk.observer, &[]),
            None => ControlFlow::Continue(()),
        };
        (walk.meter.into_effort(), flow)
    }
}

struct Walk<'a> {
    graph: &'a SolutionDag,
    part: Part<'a>,
    observer: &'a mut dyn Observer,
    meter: Meter,
    path: Vec<Choice>,
    solution: Vec<OptionId>,
}

impl Walk<'_> {
    /// Walks all paths from the root. Paths are as long as the order of items, so that the states on
    /// the path are kept in a vector and not on the stack.
    fn all(&mut self, root: u32) -> ControlFlow<()> {
        let graph = self.graph;
        let mut open: Vec<Open<'_>> = Vec::new();
        let edges = graph.edges(root);
        if self.enter(edges)? {
            open.push(Open { item: ItemId(graph.item(root)), edges, next: 0 });
        }
        while let Some(state) = open.last_mut() {
            if let Some(&wanted) = self.part.prefix.get(self.path.len()) {
                // Only one edge of a prefix is gone along, once.
                state.next = if state.next <= wanted { wanted } else { u32::MAX };
            }
            let rank = state.next;
            let Some(edge) = state.edges.get(rank as usize) else {
                open.pop();
                self.step_back();
                continue;
            };
            state.next = rank + 1;
            let option = (edge.option != u32::MAX).then_some(OptionId(edge.option));
            let degree = state.edges.len() as u32;
            self.path.push(Choice { item: state.item, option, rank, degree });
            self.solution.extend(option);
            let edges = graph.edges(edge.to);
            if self.enter(edges)? {
                open.push(Open { item: ItemId(graph.item(edge.to)), edges, next: 0 });
            } else {
                self.step_back();
            }
        }
        ControlFlow::Continue(())
    }

    /// Takes the last edge off the path, if there is one.
    #[inline(always)]
    fn step_back(&mut self) {
        if let Some(Choice { option: Some(_), .. }) = self.path.pop() {
            self.solution.pop();
        }
    }

    /// Enters a state with these edges: counts it, and reports it if it is the end of a path. Returns
    /// whether its edges are to be gone along.
    #[inline(always)]
    fn enter(&mut self, edges: &[dag::Edge]) -> ControlFlow<(), bool> {
        let level = self.path.len();
        // Every state but the last lives because of its edges.
        let is_end = edges.is_empty();
        if !is_end && self.part.cut_off.is_some_and(|cut_off| level >= cut_off) {
            self.observer.cut(&self.path);
            return ControlFlow::Continue(false);
        }
        if level >= self.part.prefix.len() {
            self.meter.enter(level, self.observer, &self.path)?;
            if is_end {
                self.observer.solution(&self.solution)?;
            }
        }
        ControlFlow::Continue(!is_end)
    }
}

/// A state on the path of a walk.
struct Open<'a> {
    item: ItemId,
    edges: &'a [dag::Edge],
    /// The next edge to go along.
    next: u32,
}
