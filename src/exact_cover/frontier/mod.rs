//! Frontier sweep: exact cover through states instead of partial solutions.
//!
//! Items are covered in a fixed order, as by [`super::TableSweep`], but breadth first: partial
//! solutions that cover the same items beyond the frontier and use the same copies have the same
//! futures, so they are one *state*. A state is dropped when one of its next open items cannot
//! be covered. What is left is pruned backwards to the [`Graph`] of living states; its paths are
//! the solutions, found without a dead end. Where only their number is wanted, the number of
//! ways to each state is added up on the way and nothing else is kept; and a second sweep, from the
//! other end, may come to meet the first halfway.
//!
//! Superb for few kinds of piece and for counting on narrow boards; hopeless on compact solids,
//! whose states hardly ever meet again. So it works under limits and gives up when it exceeds
//! them. (A transfer-matrix method; with bit sets and a search tree in place of the matrix it is
//! in Knuth, TAOCP 7.1.4, and in Nishino et al., *Dancing with decision diagrams*, 2017.)

mod cover;
mod foresight;
mod forward;
mod graph;
mod key;
mod layout;
mod meet;
mod memory;
mod table;

use std::ops::ControlFlow;
use std::sync::Arc;

use super::{Choice, Effort, ItemId, Observer, OptionId, PULSE, Part, Problem};
pub use cover::{Cover, Covered};
use forward::Forward;
pub use graph::Graph;
use key::Key;
use layout::Layout;
use memory::{Memory, Pool};
use table::Ways;

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
pub enum GaveUp {
    /// The states took too much memory.
    #[error("the states of the frontier sweep do not fit into the memory that it may take")]
    Memory,
    /// There were too many states.
    #[error("the frontier sweep met too many states")]
    States,
    /// The number of solutions cannot be written down in 128 bits.
    #[error("there are more than 10^38 solutions")]
    TooMany,
    /// The watcher asked for it.
    #[error("the frontier sweep was stopped")]
    Stopped,
    /// States would be too large, or an option has no swept item.
    #[error("the frontier sweep cannot work on this problem")]
    Unknown,
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
pub fn state_bits(cover: &Cover, order: &[ItemId]) -> Option<(u32, u32)> {
    layout::state_bits(cover, order).filter(|(bits, _)| *bits < u128::BITS)
}

/// Counts the solutions of a problem, sweeping its items in an order. Items that the order leaves
/// out, such as pieces, are only watched; each option must have one that it names.
///
/// # Errors
/// When a limit is reached, or the problem is none for a frontier sweep.
pub fn count(
    cover: &Cover,
    order: &[ItemId],
    limits: &Limits,
    watch: Watch<'_>,
) -> Result<u128, GaveUp> {
    fn sweep<K: Key, V: Ways>(
        (cover, order): (&Cover, &[ItemId]),
        layout: &Layout<K>,
        limits: &Limits,
        watch: Watch<'_>,
    ) -> Result<u128, GaveUp> {
        let memory = Memory::new(limits.bytes);
        let pool = Pool::new(&memory);
        let mut forward = Forward::<K, V>::new(layout, limits, &pool, false)?;
        if let Some(place) = meet::place(cover, order, layout) {
            forward.advance(place, watch)?;
            if let Some(limits) = meet::limits(&forward, limits) {
                forward.pack();
                if let Some(count) = meet::count(cover, order, &forward, &limits, watch)? {
                    return Ok(count);
                }
            }
        }
        forward.advance(layout.last(), watch)?;
        Ok(forward.ahead().next().map_or(0, |(_, _, ways)| ways.wide()))
    }
    fn widening<K: Key>(
        cover: &Cover,
        order: &[ItemId],
        limits: &Limits,
        watch: Watch<'_>,
    ) -> Result<u128, GaveUp> {
        let layout = Layout::<K>::new(cover, order).ok_or(GaveUp::Unknown)?;
        // Few puzzles need wider sums, and those are of few states.
        match sweep::<K, u64>((cover, order), &layout, limits, watch) {
            Err(GaveUp::TooMany) => sweep::<K, u128>((cover, order), &layout, limits, watch),
            small => small,
        }
    }
    match state_bits(cover, order) {
        Some((bits, _)) if bits < u64::BITS => widening::<u64>(cover, order, limits, watch),
        Some(_) => widening::<u128>(cover, order, limits, watch),
        None => Err(GaveUp::Unknown),
    }
}

impl Graph {
    /// Finds the living states of a problem, sweeping its items in an order; see [`count`].
    ///
    /// # Errors
    /// When a limit is reached, or the problem is none for a frontier sweep.
    pub fn new(
        cover: &Cover,
        order: &[ItemId],
        limits: &Limits,
        watch: Watch<'_>,
    ) -> Result<Graph, GaveUp> {
        fn build<K: Key>(
            layout: &Layout<K>,
            limits: &Limits,
            watch: Watch<'_>,
        ) -> Result<Graph, GaveUp> {
            let memory = Memory::new(limits.bytes);
            let pool = Pool::new(&memory);
            let mut forward = Forward::new(layout, limits, &pool, true)?;
            forward.advance(layout.last(), watch)?;
            let (levels, end) = forward.kept();
            pool.release();
            Graph::prune(layout, levels, end, limits, &pool, watch)
        }
        match state_bits(cover, order) {
            Some((bits, _)) if bits < u64::BITS => {
                build(&Layout::<u64>::new(cover, order).ok_or(GaveUp::Unknown)?, limits, watch)
            }
            Some(_) => {
                build(&Layout::<u128>::new(cover, order).ok_or(GaveUp::Unknown)?, limits, watch)
            }
            None => Err(GaveUp::Unknown),
        }
    }
}

/// The engine that lists solutions: a walk through the graph of living states.
#[derive(Clone, Debug)]
pub struct FrontierSweep {
    graph: Arc<Graph>,
}

impl FrontierSweep {
    /// Sweeps a problem in an order of its items, all primary ones when none is given. `None`
    /// when it is too large or of another kind; see [`Graph::new`].
    pub fn new(problem: &Problem, order: &[ItemId]) -> Option<FrontierSweep> {
        let cover = Cover::of(problem);
        let all: Vec<ItemId> = (0..problem.primary_count() as u32).map(ItemId).collect();
        let order = if order.is_empty() { &all } else { order };
        let mut go_on = |_| ControlFlow::Continue(());
        let graph = Graph::new(&cover, order, &Limits::default(), &mut go_on).ok()?;
        Some(FrontierSweep::of(Arc::new(graph)))
    }

    /// The engine for a graph.
    pub fn of(graph: Arc<Graph>) -> FrontierSweep {
        FrontierSweep { graph }
    }

    /// The graph.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// Lists the solutions of a part of the tree of paths; as [`super::DancingLinks::search`].
    pub fn search(
        &mut self,
        part: Part<'_>,
        observer: &mut impl Observer,
    ) -> (Effort, ControlFlow<()>) {
        let mut walk = Walk {
            graph: &self.graph,
            part,
            observer,
            effort: Effort { by_level: vec![0; 64], ..Effort::default() },
            next_pulse: PULSE,
            path: Vec::new(),
            solution: Vec::new(),
        };
        let flow = match self.graph.root() {
            Some(root) => walk.enter(root),
            // The root is a node all the same.
            None if part.prefix.is_empty() => walk.count(0),
            None => ControlFlow::Continue(()),
        };
        let mut effort = walk.effort;
        effort.trim();
        (effort, flow)
    }
}

struct Walk<'a, O> {
    graph: &'a Graph,
    part: Part<'a>,
    observer: &'a mut O,
    effort: Effort,
    next_pulse: u64,
    path: Vec<Choice>,
    solution: Vec<OptionId>,
}

impl<O: Observer> Walk<'_, O> {
    fn enter(&mut self, state: u32) -> ControlFlow<()> {
        let graph = self.graph;
        let level = self.path.len();
        let edges = graph.edges(state);
        if !edges.is_empty() && self.part.cut_off.is_some_and(|cut_off| level >= cut_off) {
            self.observer.cut(&self.path);
            return ControlFlow::Continue(());
        }
        if level >= self.part.prefix.len() {
            self.count(level)?;
        }
        if edges.is_empty() {
            // The end: every other state lives because of its edges.
            if level < self.part.prefix.len() {
                return ControlFlow::Continue(());
            }
            return self.observer.solution(&self.solution);
        }
        let wanted = self.part.prefix.get(level).copied();
        let item = ItemId(graph.item(state));
        let degree = edges.len() as u32;
        for (rank, edge) in (0..).zip(edges) {
            if wanted.is_some_and(|wanted| wanted != rank) {
                continue;
            }
            let option = (edge.option != u32::MAX).then_some(OptionId(edge.option));
            self.path.push(Choice { item, option, rank, degree });
            self.solution.extend(option);
            let flow = self.enter(edge.to);
            self.solution.truncate(self.solution.len() - usize::from(option.is_some()));
            self.path.pop();
            flow?;
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn count(&mut self, level: usize) -> ControlFlow<()> {
        self.effort.nodes += 1;
        if level >= self.effort.by_level.len() {
            self.effort.by_level.resize(2 * level, 0);
        }
        self.effort.by_level[level] += 1;
        if self.effort.nodes >= self.next_pulse {
            self.next_pulse = self.effort.nodes + PULSE;
            let all = self.effort.by_level.len();
            self.effort.trim();
            let flow = self.observer.pulse(&self.effort, &self.path);
            self.effort.by_level.resize(all, 0);
            return flow;
        }
        ControlFlow::Continue(())
    }
}
