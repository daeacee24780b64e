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
mod residues;
mod saved;
mod state;
mod table;

use std::ops::ControlFlow;
use std::sync::Arc;

use num_bigint::BigUint;

use super::engine::{Engine, Loader, SolutionSet, Tree, TreeSearch, Unsupported, WholeSearch};
use super::meter::Meter;
pub use super::sweep::{
    Covered, Limits, SavedSweep, Stage, SweepError, SweepWatcher, Unsaved, Watch, WeightedProblem,
};
use super::{Choice, Effort, ItemId, Observer, OptionId, Part, Problem};
use crate::natural::Natural;
pub use dag::SolutionDag;
use forward::Forward;
use key::Key;
use memory::{Memory, Pool};
use saved::{SavedWriter, after_round, fingerprint};
use state::Layout;
use table::{Sum192, Value, Ways};

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
const MAX_ENTRIES: usize = 2_000_000;

fn supports(problem: &Problem) -> Result<(), Unsupported> {
    if problem.cell_count() <= MAX_ENTRIES {
        return Ok(());
    }
    let options = problem.option_count();
    let most = MAX_ENTRIES / (problem.cell_count() / options.max(1)).max(1);
    Err(Unsupported::Options { options, most })
}

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
) -> Result<Natural, SweepError> {
    resume_count(cover, order, limits, None, &mut Unsaved(watch))
}

/// As [`count`], for a sweep that can be saved, from where it was saved.
///
/// # Errors
/// Also when what was saved belongs to another sweep.
pub fn resume_count(
    cover: &WeightedProblem,
    order: &[ItemId],
    limits: &Limits,
    saved: Option<SavedSweep>,
    watcher: &mut dyn SweepWatcher,
) -> Result<Natural, SweepError> {
    fn widening<K: Key>(
        (cover, order): (&WeightedProblem, &[ItemId]),
        limits: &Limits,
        saved: Option<SavedSweep>,
        watcher: &mut dyn SweepWatcher,
    ) -> Result<Natural, SweepError> {
        let layout = Layout::<K>::new(cover, order).ok_or(SweepError::Unsupported)?;
        let count = Count::<K>::new(cover, order, &layout, limits);
        // Few puzzles need wider sums.
        let (narrow, wide) = match saved {
            Some(saved) if saved.is_wide() => (Err(SweepError::Overflow), Some(saved)),
            saved => (count.sweep::<u64>(saved, watcher), None),
        };
        let number = match narrow {
            Err(SweepError::Overflow) => count.sweep::<u128>(wide, watcher),
            narrow => narrow,
        };
        let number = match number {
            Err(SweepError::Overflow) => count
                .sweep_whole(Sum192::ONE, watcher)
                .map(|sum| sum.map_or(BigUint::ZERO, Sum192::into_number)),
            number => number,
        };
        match number {
            Err(SweepError::Overflow) => {
                Ok(residues::number(|one| count.sweep_whole(one, watcher))?.into())
            }
            number => Ok(number?.into()),
        }
    }
    match state_bits(cover, order) {
        Some((bits, _)) if bits < u64::BITS => {
            widening::<u64>((cover, order), limits, saved, watcher)
        }
        Some(_) => widening::<u128>((cover, order), limits, saved, watcher),
        None => Err(SweepError::Unsupported),
    }
}

/// A sweep that counts.
struct Count<'a, K> {
    cover: &'a WeightedProblem,
    order: &'a [ItemId],
    layout: &'a Layout<K>,
    limits: &'a Limits,
    fingerprint: u64,
}

impl<'a, K: Key> Count<'a, K> {
    fn new(
        cover: &'a WeightedProblem,
        order: &'a [ItemId],
        layout: &'a Layout<K>,
        limits: &'a Limits,
    ) -> Count<'a, K> {
        Count { cover, order, layout, limits, fingerprint: fingerprint::<K>(cover, order) }
    }

    /// Sweeps from the beginning or from where it was saved, with numbers of ways of one width.
    fn sweep<V: Ways>(
        &self,
        saved: Option<SavedSweep>,
        watcher: &mut dyn SweepWatcher,
    ) -> Result<BigUint, SweepError> {
        let Count { cover, order, layout, limits, fingerprint } = *self;
        let memory = Memory::new(limits.bytes);
        let pool = Pool::new(&memory);
        let mut reader = saved.as_ref().map(|saved| saved.reader(fingerprint)).transpose()?;
        let mut forward = match &mut reader {
            None => Forward::<K, V>::new(layout, limits, &pool, V::ONE, false)?,
            Some(saved) => Forward::<K, V>::restored(layout, limits, &pool, saved)?,
        };
        let alone = reader.as_ref().is_some_and(|saved| saved.alone);
        let place = meet_in_the_middle::place(cover, order, layout);
        if let Some(place) = place.filter(|place| !alone && forward.level() <= *place) {
            forward.advance(place, &mut |stage, ahead| {
                let writer = || SavedWriter::new::<V>(fingerprint, false);
                after_round(watcher, stage, || Some(ahead.save(writer())?.finish()))
            })?;
            if let Some(limits) = meet_in_the_middle::limits(&forward, limits) {
                forward.pack();
                let other = reader.filter(|saved| !saved.is_over());
                let meeting = meet_in_the_middle::Meeting { cover, order, limits, fingerprint };
                if let Some(count) = meeting.count(&forward, other, watcher)? {
                    return Ok(count);
                }
            }
            // Halfway numbers have about half of their bits.
            let most = forward.ahead().map(|(_, _, ways)| ways.wide()).max().unwrap_or(0);
            if 2 * most.checked_ilog2().unwrap_or(0) > V::BITS + V::BITS / 8 {
                return Err(SweepError::Overflow);
            }
        }
        drop(saved);
        forward.advance(layout.last(), &mut |stage, ahead| {
            let writer = || SavedWriter::new::<V>(fingerprint, true);
            after_round(watcher, stage, || Some(ahead.save(writer())?.finish()))
        })?;
        Ok(forward.ahead().next().map_or(0, |(_, _, ways)| ways.wide()).into())
    }

    /// Sweeps all levels with wider values, from that of the first state. Such a sweep is not saved.
    fn sweep_whole<V: Value>(
        &self,
        one: V,
        watcher: &mut dyn SweepWatcher,
    ) -> Result<Option<V>, SweepError> {
        let memory = Memory::new(self.limits.bytes);
        let pool = Pool::new(&memory);
        let mut forward = Forward::new(self.layout, self.limits, &pool, one, false)?;
        forward
            .advance(self.layout.last(), &mut |stage, _| after_round(watcher, stage, || None))?;
        Ok(forward.ahead().next().map(|(_, _, ways)| ways))
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
            let mut forward = Forward::new(layout, limits, &pool, (), true)?;
            forward.advance(layout.last(), &mut |stage, _| watch(stage))?;
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
        saved: Option<SavedSweep>,
        watcher: &mut dyn SweepWatcher,
    ) -> Result<Natural, SweepError> {
        resume_count(cover, order, limits, saved, watcher)
    }

    fn restored(&self, problem: &Problem, packed: &[u8]) -> Option<Arc<dyn SolutionSet>> {
        Some(Arc::new(SolutionDag::unpacked(problem, packed)?))
    }
}

impl SolutionSet for SolutionDag {
    fn lister(self: Arc<SolutionDag>) -> Box<dyn TreeSearch> {
        Box::new(Lister { graph: self })
    }

    fn packed(&self) -> Vec<u8> {
        SolutionDag::packed(self)
    }

    fn states(&self) -> u64 {
        self.met()
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
