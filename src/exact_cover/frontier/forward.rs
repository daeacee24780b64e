//! The forward half of a frontier sweep: all states, level by level.
//!
//! States that agree in what is covered beyond the frontier and in the copies used are one
//! state, however they came about. The threads share out each level: in rounds, each expands its
//! part of the states, then enters into its own shards of the later levels what all have found.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::ops::Range;

use super::key::Key;
use super::lookahead::LookaheadCache;
use super::memory::{Memory, Pool};
use super::saved::{CHUNK_STATES, SavedReader, SavedWriter};
use super::state::Layout;
use super::table::{Block, Table, Value, Ways, push, trim};
use super::{Limits, Stage, SweepError};
use crate::threads::share_out;

/// Shards of a level where threads work together.
const SHARDS: usize = 16;
/// Slots of a level expanded by all threads in one round. Rounds are where the sweep can be
/// stopped and where memory for what threads hand to each other is given back. Smaller ones cost
/// two threads a tenth of their speed, for starting and waiting.
const ROUND: usize = 1 << 18;
/// The bytes of memory for each slot that a round may expand.
const ROUND_SHARE: usize = 1 << 11;
/// The number of states whose slots are fetched from memory together.
pub(super) const BATCH: usize = 16;
/// The least number of slots worth a thread.
const MIN_STATES_FOR_THREAD: usize = 1 << 12;

/// One shard of the levels to come, the next one first.
type Shard<K, V> = VecDeque<Table<K, V>>;

/// States on the way to shards of another thread.
type Outbox<K, V> = Vec<(u32, K, V)>;

/// Returns the shard that owns a state.
fn owner<K: Key>(key: K, shards: usize) -> usize {
    (key.scattered() >> 48) as usize % shards
}

/// The data of one thread.
struct ThreadState<K, V> {
    /// Its cache of which items ahead can be covered.
    lookahead: LookaheadCache<K>,
    /// The states of each level that it has expanded, where they are kept.
    kept: Option<Vec<Vec<Block<K, V>>>>,
}

impl<K: Key, V: Value> ThreadState<K, V> {
    /// Keeps a state of the current level.
    #[inline(always)]
    fn keep(&mut self, state: (K, V), pool: &Pool<'_, (K, V)>) -> Result<(), SweepError> {
        match self.kept.as_mut().and_then(|kept| kept.last_mut()) {
            Some(level) => push(level, state, pool),
            None => Ok(()),
        }
    }
}

/// A forward sweep in progress.
pub(super) struct Forward<'a, K, V> {
    layout: &'a Layout<K>,
    limits: Limits,
    pool: &'a Pool<'a, (K, V)>,
    shards: Vec<Shard<K, V>>,
    hands: Vec<ThreadState<K, V>>,
    /// The level that comes next, and the states met before it.
    level: usize,
    states: u64,
}

/// The states that a sweep has before it between two rounds.
pub(super) struct Ahead<'s, K, V> {
    /// The tables of the level under way, and the first slot that is not expanded.
    sources: &'s [Table<K, V>],
    from: usize,
    /// The later levels.
    shards: &'s [Shard<K, V>],
    /// The level under way, and the states met before it.
    level: usize,
    before: u64,
    /// The level that the shards begin with.
    later: usize,
}

impl<K: Key, V: Value> Ahead<'_, K, V> {
    /// The states, each with its level and its value.
    pub(super) fn states(&self) -> impl Iterator<Item = (usize, K, V)> + '_ {
        let left = self.sources.iter().flat_map(|table| table.part(self.from, usize::MAX));
        let left = left.map(|(key, value)| (self.level, key, value));
        left.chain(states(self.shards, self.later))
    }

    /// The number of slots that states of later levels have.
    pub(super) fn slots(&self) -> usize {
        self.shards.iter().flatten().map(Table::slots).sum()
    }

    /// The number of states that have been expanded.
    pub(super) fn expanded(&self) -> u64 {
        let all: usize = self.sources.iter().map(Table::len).sum();
        let left = self.sources.iter().flat_map(|table| table.part(self.from, usize::MAX)).count();
        self.before + (all - left) as u64
    }
}

impl<K: Key, V: Ways> Ahead<'_, K, V> {
    /// Adds the states to a writer; `None` where there is too much.
    pub(super) fn save(&self, mut writer: SavedWriter) -> Option<SavedWriter> {
        writer.reserve(self.slots() / 2);
        writer.number(self.level as u128);
        writer.number(self.expanded().into());
        let mut chunk: Vec<(K, V)> = Vec::with_capacity(CHUNK_STATES);
        let mut level = self.level;
        for (at, key, ways) in self.states() {
            if at != level || chunk.len() == CHUNK_STATES {
                writer.chunk(level, &mut chunk)?;
                level = at;
            }
            chunk.push((key, ways));
        }
        writer.chunk(level, &mut chunk)?;
        // A chunk without states is the end.
        writer.number(0);
        Some(writer)
    }
}

/// Called between two rounds with the states ahead; may block, and may end the sweep.
pub(super) type Round<'w, K, V> = &'w mut dyn FnMut(Stage, &Ahead<'_, K, V>) -> ControlFlow<()>;

impl<'a, K: Key, V: Ways> Forward<'a, K, V> {
    /// A counting sweep as it was saved. It may have other threads and less memory than before.
    pub(super) fn restored(
        layout: &'a Layout<K>,
        limits: &Limits,
        pool: &'a Pool<'a, (K, V)>,
        saved: &mut SavedReader<'_>,
    ) -> Result<Forward<'a, K, V>, SweepError> {
        let mut forward = Forward::empty(layout, limits, pool, false);
        let (level, states) = saved.start()?;
        (forward.level, forward.states) = (level, states);
        let count = forward.shards.len();
        let end = (level + layout.longest_step()).min(layout.last());
        loop {
            let more = saved.chunk(|at, key: K, ways: V| {
                if !(level..=end).contains(&at) {
                    return Err(SweepError::Damaged);
                }
                let table = &mut forward.shards[owner(key, count)][at - level];
                table.insert((key, ways), pool, || true)
            })?;
            if !more {
                return Ok(forward);
            }
        }
    }
}

impl<'a, K: Key, V: Value> Forward<'a, K, V> {
    /// A sweep at its beginning, with the only way to reach the first state, and whether it keeps
    /// the states that it meets.
    pub(super) fn new(
        layout: &'a Layout<K>,
        limits: &Limits,
        pool: &'a Pool<'a, (K, V)>,
        one: V,
        keeps: bool,
    ) -> Result<Forward<'a, K, V>, SweepError> {
        let mut forward = Forward::empty(layout, limits, pool, keeps);
        if let Some(start) = layout.start() {
            let shard = owner(start, forward.shards.len());
            forward.shards[shard][0].insert((start, one), pool, || true)?;
        }
        Ok(forward)
    }

    /// A sweep without a state.
    fn empty(
        layout: &'a Layout<K>,
        limits: &Limits,
        pool: &'a Pool<'a, (K, V)>,
        keeps: bool,
    ) -> Forward<'a, K, V> {
        let threads = limits.threads.max(1);
        let count = if threads == 1 { 1 } else { SHARDS.max(threads) };
        let empty = || (0..=layout.longest_step()).map(|_| Table::default()).collect();
        let shards: Vec<Shard<K, V>> = (0..count).map(|_| empty()).collect();
        let hand = || ThreadState {
            lookahead: LookaheadCache::new(layout, pool.memory().most_spare() / threads),
            kept: keeps.then(Vec::new),
        };
        let hands = (0..threads).map(|_| hand()).collect();
        Forward { layout, limits: *limits, pool, shards, hands, level: 0, states: 0 }
    }

    /// Sweeps on to a level. A block of states is freed as soon as all of them are expanded.
    pub(super) fn advance(&mut self, to: usize, each: Round<'_, K, V>) -> Result<(), SweepError> {
        let (layout, pool) = (self.layout, self.pool);
        let most = ROUND.min(pool.memory().most() / ROUND_SHARE).max(MIN_STATES_FOR_THREAD);
        let round = (most / self.shards.len()).max(1);
        while self.level < to {
            let level = self.level;
            let mut sources: Vec<Table<K, V>> =
                self.shards.iter_mut().map(|shard| shard.pop_front().unwrap_or_default()).collect();
            self.shards.iter_mut().for_each(|shard| shard.push_back(Table::default()));
            let slots = sources.iter().map(Table::slots).max().unwrap_or(0);
            let met = self.states + sources.iter().map(|table| table.len() as u64).sum::<u64>();
            self.hands.iter_mut().flat_map(|hand| &mut hand.kept).for_each(|k| k.push(Vec::new()));
            for from in (0..slots).step_by(round) {
                let to = (from + round).min(slots);
                self.expand_part(&sources, from..to)?;
                // Those that wait will be met.
                let waiting = self.shards.iter().flatten().map(|table| table.len() as u64);
                if met + waiting.sum::<u64>() > self.limits.states {
                    return Err(SweepError::StateLimit);
                }
                sources.iter_mut().for_each(|table| table.discard(from, to, pool));
                let (states, bytes) = (self.states, pool.memory().used());
                let levels = layout.last();
                let stage = Stage { level, levels, states, bytes, back: false, met_at: None };
                let ahead = Ahead {
                    sources: &sources,
                    from: to,
                    shards: &self.shards,
                    level,
                    before: states,
                    later: level + 1,
                };
                if each(stage, &ahead).is_break() {
                    return Err(SweepError::Stopped);
                }
            }
            self.states = met;
            sources.into_iter().for_each(|table| table.discard_all(pool));
            for hand in &mut self.hands {
                hand.lookahead.pass(layout, level, pool.memory());
                if let Some(level) = hand.kept.as_mut().and_then(|kept| kept.last_mut()) {
                    trim(level, pool);
                }
            }
            self.level += 1;
        }
        Ok(())
    }

    /// Expands the states of the level in some slots, and enters what follows into later levels.
    fn expand_part(
        &mut self,
        sources: &[Table<K, V>],
        slots: Range<usize>,
    ) -> Result<(), SweepError> {
        let (layout, pool, level) = (self.layout, self.pool, self.level);
        let [hand] = &mut self.hands[..] else {
            let work = (self.shards.len() * slots.len()).div_ceil(MIN_STATES_FOR_THREAD);
            let threads = self.hands.len().min(work);
            let hands = &mut self.hands[..threads];
            return shared(layout, level, sources, slots, &mut self.shards, pool, hands);
        };
        let shard = &mut self.shards[0];
        let mut found: Outbox<K, V> = Vec::with_capacity(2 * BATCH);
        for state in sources[0].part(slots.start, slots.end) {
            hand.keep(state, pool)?;
            let find = |to, key, value| found.push((to, key, value));
            expand(layout, level, state, &mut hand.lookahead, pool.memory(), find)?;
            if found.len() >= BATCH {
                enter(layout, level, &found, shard, pool)?;
                found.clear();
            }
        }
        enter(layout, level, &found, shard, pool)
    }

    /// Frees the memory that the states ahead do not need while none is added.
    pub(super) fn pack(&mut self) {
        let (pool, share) = (self.pool, self.shards.len().div_ceil(self.hands.len()));
        share_out(self.shards.chunks_mut(share), |shards| {
            shards.iter_mut().flatten().for_each(|table| table.pack(pool));
        });
        pool.release();
    }

    /// The states of each level behind that were kept, in blocks, and whether there are any ahead.
    pub(super) fn kept(self) -> (Vec<Vec<Block<K, V>>>, bool) {
        let ahead = self.ahead().next().is_some();
        self.shards.into_iter().flatten().for_each(|table| table.discard_all(self.pool));
        let mut levels: Vec<Vec<Block<K, V>>> = (0..self.level).map(|_| Vec::new()).collect();
        for kept in self.hands.into_iter().filter_map(|hand| hand.kept) {
            levels.iter_mut().zip(kept).for_each(|(level, blocks)| level.extend(blocks));
        }
        (levels, ahead)
    }

    /// The layout of its states.
    pub(super) fn layout(&self) -> &'a Layout<K> {
        self.layout
    }

    /// The memory that it draws on.
    pub(super) fn memory(&self) -> &'a Memory {
        self.pool.memory()
    }

    /// The level that comes next.
    pub(super) fn level(&self) -> usize {
        self.level
    }

    /// The states met before that level.
    pub(super) fn states(&self) -> u64 {
        self.states
    }

    /// The value of a state at the next level or a later one.
    pub(super) fn get(&self, level: usize, key: K) -> Option<V> {
        self.shards[owner(key, self.shards.len())].get(level - self.level)?.get(key)
    }

    /// Where a state at that level or a later one is looked for first; see [`Table::glance`].
    #[inline(always)]
    pub(super) fn glance(&self, level: usize, key: K) -> K {
        let table = self.shards[owner(key, self.shards.len())].get(level - self.level);
        table.map_or(K::NONE, |table| table.glance(key))
    }

    /// The states before it, between two levels.
    pub(super) fn whole_ahead(&self) -> Ahead<'_, K, V> {
        let (level, before) = (self.level, self.states);
        Ahead { sources: &[], from: 0, shards: &self.shards, level, before, later: level }
    }

    /// The states met at the next level and later ones, each with its level and its value.
    pub(super) fn ahead(&self) -> impl Iterator<Item = (usize, K, V)> + '_ {
        states(&self.shards, self.level)
    }

    /// Shares out those states among the threads; the results of `work`.
    pub(super) fn shared_out<R: Send>(
        &self,
        work: impl Fn(&mut dyn Iterator<Item = (usize, K, V)>) -> R + Sync,
    ) -> Vec<R> {
        let threads = self.hands.len();
        if threads == 1 {
            return vec![work(&mut self.ahead())];
        }
        let shares = self.shards.chunks(self.shards.len().div_ceil(threads));
        share_out(shares, |own| work(&mut states(own, self.level)))
    }
}

/// The states in shards that begin with a level.
fn states<K: Key, V: Value>(
    shards: &[Shard<K, V>],
    level: usize,
) -> impl Iterator<Item = (usize, K, V)> + '_ {
    shards.iter().flat_map(move |shard| {
        let levels = shard.iter().zip(level..);
        levels.flat_map(|(table, level)| {
            table.part(0, usize::MAX).map(move |(key, value)| (level, key, value))
        })
    })
}

/// Adds the states that follow one to a list; where that is foreseen, only those with a future.
#[inline(always)]
fn expand<K: Key, V: Value>(
    layout: &Layout<K>,
    level: usize,
    (key, value): (K, V),
    lookahead: &mut LookaheadCache<K>,
    memory: &Memory,
    mut found: impl FnMut(u32, K, V),
) -> Result<(), SweepError> {
    let mut outcome = Ok(());
    let foreseen = layout.caches_lookahead();
    layout.children(level, key, |turn, to, child| {
        if foreseen && !lookahead.is_feasible(layout, to, child, memory) {
            return;
        }
        match value.times(layout.weight(level, turn)) {
            Some(value) => found(to as u32, child, value),
            None => outcome = Err(SweepError::Overflow),
        }
    });
    outcome
}

/// Enters states into the shard that owns them, emptying the list.
#[inline(always)]
fn enter<K: Key, V: Value>(
    layout: &Layout<K>,
    level: usize,
    found: &[(u32, K, V)],
    shard: &mut Shard<K, V>,
    pool: &Pool<'_, (K, V)>,
) -> Result<(), SweepError> {
    let foreseen = layout.caches_lookahead();
    for batch in found.chunks(BATCH) {
        let mut glances = K::ZERO;
        for &(to, key, _) in batch {
            glances = glances | shard[to as usize - level - 1].glance(key);
        }
        std::hint::black_box(glances);
        for &(to, key, value) in batch {
            let table = &mut shard[to as usize - level - 1];
            table
                .insert((key, value), pool, || foreseen || layout.is_feasible(to as usize, key))?;
        }
    }
    Ok(())
}

/// One round of several threads: all expand states, then each enters what was found into its own
/// shards.
fn shared<K: Key, V: Value>(
    layout: &Layout<K>,
    level: usize,
    sources: &[Table<K, V>],
    slots: Range<usize>,
    shards: &mut [Shard<K, V>],
    pool: &Pool<'_, (K, V)>,
    hands: &mut [ThreadState<K, V>],
) -> Result<(), SweepError> {
    let threads = hands.len();
    let found = expand_all(layout, level, sources, slots, shards.len(), pool, hands)?;
    // The states between threads take memory too.
    let under_way = found.iter().flatten().map(Vec::capacity).sum::<usize>();
    let bytes = under_way * size_of::<(u32, K, V)>();
    if threads > 1 {
        pool.memory().take(bytes)?;
    }
    let entered = enter_all(layout, level, &found, shards, pool, threads);
    if threads > 1 {
        pool.memory().give(bytes);
    }
    entered
}

/// The states that follow those in some slots: for each thread and each shard a list.
fn expand_all<K: Key, V: Value>(
    layout: &Layout<K>,
    level: usize,
    sources: &[Table<K, V>],
    slots: Range<usize>,
    shards: usize,
    pool: &Pool<'_, (K, V)>,
    hands: &mut [ThreadState<K, V>],
) -> Result<Vec<Vec<Outbox<K, V>>>, SweepError> {
    let threads = hands.len();
    let find = |first: usize, hand: &mut ThreadState<K, V>| {
        let mut found: Vec<Outbox<K, V>> = (0..shards).map(|_| Vec::new()).collect();
        for source in sources.iter().skip(first).step_by(threads) {
            for state in source.part(slots.start, slots.end) {
                hand.keep(state, pool)?;
                let find = |to, key, value| found[owner(key, shards)].push((to, key, value));
                expand(layout, level, state, &mut hand.lookahead, pool.memory(), find)?;
            }
        }
        Ok(found)
    };
    if let [hand] = hands {
        return Ok(vec![find(0, hand)?]);
    }
    let found = share_out(hands.iter_mut().enumerate(), |(n, hand)| find(n, hand));
    found.into_iter().collect()
}

/// Enters what [`expand_all`] found into the shards, which the threads share out.
fn enter_all<K: Key, V: Value>(
    layout: &Layout<K>,
    level: usize,
    found: &[Vec<Outbox<K, V>>],
    shards: &mut [Shard<K, V>],
    pool: &Pool<'_, (K, V)>,
    threads: usize,
) -> Result<(), SweepError> {
    let enter_share = |shards: &mut [Shard<K, V>], first: usize| {
        shards.iter_mut().zip(first..).try_for_each(|(shard, number)| {
            found.iter().try_for_each(|found| enter(layout, level, &found[number], shard, pool))
        })
    };
    if threads == 1 {
        return enter_share(shards, 0);
    }
    let share = shards.len().div_ceil(threads);
    // All are waited for, even after one has failed.
    let shards = shards.chunks_mut(share).enumerate();
    let outcomes = share_out(shards, |(n, shards)| enter_share(shards, n * share));
    outcomes.into_iter().collect()
}
