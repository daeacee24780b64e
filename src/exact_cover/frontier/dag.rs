//! The graph of living states: those from which all can be covered.
//!
//! Each path from the root to the end is a solution, and there are no dead ends. It is usually a
//! thousandth of the states that the sweep meets.

use rustc_hash::FxHashMap;

use super::key::Key;
use super::memory::{Memory, Pool};
use super::saved::{SavedReader, SavedWriter};
use super::state::Layout;
use super::table::Block;
use super::{Limits, Stage, SweepError};
use crate::exact_cover::Problem;
use crate::threads::share_out;

/// A step from one living state to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Edge {
    /// The option chosen; `u32::MAX` where the item stays open.
    pub(super) option: u32,
    /// The state that it leads to.
    pub(super) to: u32,
}

/// The living states. The first is the end, where all is covered; each edge leads to a state of
/// a smaller number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SolutionDag {
    /// For each state the item that is covered next.
    items: Vec<u32>,
    /// Where the edges of each state end.
    ends: Vec<u32>,
    edges: Vec<Edge>,
    /// The state where nothing is covered; `None` when there is no solution.
    root: Option<u32>,
    /// States met by the sweep, living or not.
    met: u64,
}

/// States found to live, with their edges one after the other.
struct LiveStates<K> {
    states: Vec<(K, u32)>,
    edges: Vec<Edge>,
}

/// The least number of states worth a thread.
const MIN_STATES_FOR_THREAD: usize = 1 << 12;

impl SolutionDag {
    /// The number of living states.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Returns whether there is no state, and so no solution.
    pub fn is_empty(&self) -> bool {
        self.root.is_none()
    }

    /// The number of states that the sweep met, living or not.
    pub fn met(&self) -> u64 {
        self.met
    }

    /// The state where nothing is covered.
    pub(super) fn root(&self) -> Option<u32> {
        self.root
    }

    /// The item to be covered next at a state.
    #[inline(always)]
    pub(super) fn item(&self, state: u32) -> u32 {
        self.items[state as usize]
    }

    /// The steps from a state; none from the end.
    #[inline(always)]
    pub(super) fn edges(&self, state: u32) -> &[Edge] {
        let start = if state == 0 { 0 } else { self.ends[state as usize - 1] };
        &self.edges[start as usize..self.ends[state as usize] as usize]
    }

    /// The number of solutions; `None` when it is too large. Linear in the size of the graph.
    pub fn solutions(&self) -> Option<u128> {
        let Some(root) = self.root else { return Some(0) };
        let mut ways: Vec<u128> = Vec::with_capacity(self.len());
        for state in 0..self.len() as u32 {
            let mut sum = u128::from(state == 0);
            for edge in self.edges(state) {
                sum = sum.checked_add(ways[edge.to as usize])?;
            }
            ways.push(sum);
        }
        Some(ways[root as usize])
    }

    /// The graph packed, for a file: for each state its item and its edges.
    pub(super) fn packed(&self) -> Vec<u8> {
        let mut out = SavedWriter::empty();
        out.number(self.met.into());
        out.number(self.root.map_or(0, |root| u128::from(root) + 1));
        out.number(self.len() as u128);
        for state in 0..self.len() as u32 {
            let edges = self.edges(state);
            out.number(edges.len() as u128);
            if !edges.is_empty() {
                out.number(self.item(state).into());
            }
            for edge in edges {
                out.number(edge.option.wrapping_add(1).into());
                out.number(u128::from(state - edge.to));
            }
        }
        out.into_bytes()
    }

    /// The graph of a problem from its packed form; `None` when that is damaged or of another
    /// problem.
    pub(super) fn unpacked(problem: &Problem, packed: &[u8]) -> Option<SolutionDag> {
        let mut from = SavedReader::new(packed);
        let mut next = || from.number().ok();
        let met = u64::try_from(next()?).ok()?;
        let root = u32::try_from(next()?).ok()?.checked_sub(1);
        let count = u32::try_from(next()?).ok()?;
        let mut graph = SolutionDag { met, ..SolutionDag::default() };
        let mut edges = Vec::new();
        for state in 0..count {
            edges.clear();
            let degree = next()?;
            let item = if degree == 0 { u32::MAX } else { u32::try_from(next()?).ok()? };
            // Only the end has no edges.
            let sound = (degree == 0) == (state == 0);
            if !sound || (degree > 0 && item as usize >= problem.items().len()) {
                return None;
            }
            for _ in 0..degree {
                let option = u32::try_from(next()?).ok()?.wrapping_sub(1);
                let to = state.checked_sub(u32::try_from(next()?).ok()?)?;
                let known = option == u32::MAX || (option as usize) < problem.option_count();
                if !known || to == state {
                    return None;
                }
                edges.push(Edge { option, to });
            }
            if graph.edges.len() + edges.len() > u32::MAX as usize {
                return None;
            }
            graph.push(item, &edges);
        }
        graph.root = root;
        (from.is_over() && root.is_none_or(|root| root < count)).then_some(graph)
    }

    fn push(&mut self, item: u32, edges: &[Edge]) -> u32 {
        self.items.push(item);
        self.edges.extend_from_slice(edges);
        self.ends.push(self.edges.len() as u32);
        self.items.len() as u32 - 1
    }

    /// Prunes the states of all levels, which were reached forwards, to those that live.
    pub(super) fn prune<K: Key>(
        layout: &Layout<K>,
        mut levels: Vec<Vec<Block<K, ()>>>,
        end: bool,
        limits: &Limits,
        pool: &Pool<'_, (K, ())>,
        watch: &mut dyn FnMut(Stage) -> std::ops::ControlFlow<()>,
    ) -> Result<SolutionDag, SweepError> {
        let last = layout.last();
        let memory = pool.memory();
        let met = levels.iter().map(|blocks| state_count(blocks) as u64).sum();
        let mut graph = SolutionDag { met, ..SolutionDag::default() };
        if !end {
            return Ok(graph);
        }
        graph.push(u32::MAX, &[]);
        // The living states of the levels below, with their numbers. Of the level after the
        // last the one state is known without a key.
        let mut numbers: Vec<FxHashMap<K, u32>> = vec![FxHashMap::default(); last + 1];
        for level in (0..last).rev() {
            let blocks = levels.pop().unwrap_or_default();
            let number = |to: usize, key: K| {
                if to == last { Some(0) } else { numbers[to].get(&key).copied() }
            };
            let found = live_states(layout, level, &blocks, limits.threads, number);
            blocks.into_iter().for_each(|block| pool.give(block));
            pool.release();
            numbers[level] = graph.push_level(layout.item(level), found, memory)?;
            if let Some(passed) = numbers.get_mut(level + layout.longest_step()) {
                memory.give(2 * size_of::<(K, u32)>() * passed.len());
                *passed = FxHashMap::default();
            }
            let stage = Stage {
                level,
                levels: last,
                states: met,
                bytes: memory.used(),
                back: true,
                met_at: None,
            };
            if watch(stage).is_break() {
                return Err(SweepError::Stopped);
            }
        }
        // Where no item is swept, the start is the end.
        graph.root = match layout.start() {
            Some(_) if last == 0 => Some(0),
            start => start.and_then(|start| numbers[0].get(&start).copied()),
        };
        Ok(graph)
    }

    /// Adds the living states of a level; their numbers by key.
    fn push_level<K: Key>(
        &mut self,
        item: u32,
        found: Vec<LiveStates<K>>,
        memory: &Memory,
    ) -> Result<FxHashMap<K, u32>, SweepError> {
        let mut numbers = FxHashMap::default();
        for living in found {
            let mut from = 0;
            for (key, to) in living.states {
                let edges = &living.edges[from..to as usize];
                memory.take(4 + 4 + size_of_val(edges) + 2 * size_of::<(K, u32)>())?;
                if self.edges.len() + edges.len() > u32::MAX as usize {
                    return Err(SweepError::Memory);
                }
                numbers.insert(key, self.push(item, edges));
                from = to as usize;
            }
        }
        Ok(numbers)
    }
}

/// The number of states in some blocks.
fn state_count<K>(blocks: &[Block<K, ()>]) -> usize {
    blocks.iter().map(Vec::len).sum()
}

/// The living states among those of a level, in order, one list per thread; `number` gives the
/// number of a living state of a later level.
fn live_states<K: Key>(
    layout: &Layout<K>,
    level: usize,
    blocks: &[Block<K, ()>],
    threads: usize,
    number: impl Fn(usize, K) -> Option<u32> + Sync,
) -> Vec<LiveStates<K>> {
    let find = |blocks: &[Block<K, ()>]| {
        let mut living = LiveStates { states: Vec::new(), edges: Vec::new() };
        for &(key, ()) in blocks.iter().flatten() {
            let before = living.edges.len();
            layout.children(level, key, |choice, to, child| {
                if let Some(to) = number(to, child) {
                    let option = layout.option(level, choice).unwrap_or(u32::MAX);
                    living.edges.push(Edge { option, to });
                }
            });
            if living.edges.len() > before {
                living.states.push((key, living.edges.len() as u32));
            }
        }
        living
    };
    let threads = threads.min(state_count(blocks).div_ceil(MIN_STATES_FOR_THREAD)).max(1);
    if threads == 1 {
        return vec![find(blocks)];
    }
    share_out(blocks.chunks(blocks.len().div_ceil(threads)), find)
}
