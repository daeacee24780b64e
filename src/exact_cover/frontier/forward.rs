//! The forward half of a frontier sweep: all states, level by level.
//!
//! States that agree in what is covered beyond the frontier and in the copies used are one
//! state, however they came about. The threads share out each level: in rounds, each expands its
//! part of the states, then enters into its own shards of the later levels what all have found.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use super::foresight::Foresight;
use super::key::Key;
use super::layout::Layout;
use super::table::{Table, Value};
use super::{GaveUp, Limits, Stage, Watch};

/// Shards of a level where threads work together.
const SHARDS: usize = 16;
/// Slots of a level expanded by all threads in one round. Rounds are where the sweep can be
/// stopped and where memory for what threads hand to each other is given back.
const ROUND: usize = 1 << 16;
/// States whose places are fetched from memory together.
pub(super) const BATCH: usize = 16;
/// A round of fewer slots is not worth a thread.
const WORTH: usize = 1 << 12;

/// The memory that a sweep may take, watched by all threads.
#[derive(Debug)]
pub(super) struct Memory {
    used: AtomicUsize,
    most: usize,
    exceeded: AtomicBool,
}

impl Memory {
    pub(super) fn new(most: usize) -> Memory {
        Memory { used: AtomicUsize::new(0), most, exceeded: AtomicBool::new(false) }
    }

    /// Takes so many bytes; false when that is more than there are.
    pub(super) fn take(&self, bytes: usize) -> bool {
        let before = self.used.fetch_add(bytes, Ordering::Relaxed);
        if before + bytes > self.most {
            self.exceeded.store(true, Ordering::Relaxed);
        }
        before + bytes <= self.most
    }

    /// Takes so many bytes only if there are, for what the sweep can do without.
    pub(super) fn spare(&self, bytes: usize) -> bool {
        let before = self.used.fetch_add(bytes, Ordering::Relaxed);
        let fits = before + bytes <= self.most;
        if !fits {
            self.give(bytes);
        }
        fits
    }

    /// Gives bytes back.
    pub(super) fn give(&self, bytes: usize) {
        self.used.fetch_sub(bytes, Ordering::Relaxed);
    }

    /// Bytes in use.
    pub(super) fn used(&self) -> usize {
        self.used.load(Ordering::Relaxed)
    }

    /// Bytes that there are.
    pub(super) fn most(&self) -> usize {
        self.most
    }

    fn check(&self) -> Result<(), GaveUp> {
        if self.exceeded.load(Ordering::Relaxed) { Err(GaveUp::Memory) } else { Ok(()) }
    }
}

/// One shard of the levels to come, the next one first.
type Shard<K, V> = VecDeque<Table<K, V>>;

/// States on the way to shards of another thread.
type Outbox<K, V> = Vec<(u32, K, V)>;

/// Which shard owns a state.
fn owner<K: Key>(key: K, shards: usize) -> usize {
    (key.scattered() >> 48) as usize % shards
}

/// A sweep on its way forward.
pub(super) struct Forward<'a, K, V> {
    layout: &'a Layout<K>,
    limits: Limits,
    memory: &'a Memory,
    shards: Vec<Shard<K, V>>,
    /// What each thread knows of what lies ahead.
    foresights: Vec<Foresight<K>>,
    /// The level that comes next, and the states met before it.
    level: usize,
    states: u64,
}

impl<'a, K: Key, V: Value> Forward<'a, K, V> {
    /// A sweep that stands at its beginning.
    pub(super) fn new(
        layout: &'a Layout<K>,
        limits: &Limits,
        memory: &'a Memory,
    ) -> Result<Forward<'a, K, V>, GaveUp> {
        let threads = limits.threads.max(1);
        let count = if threads == 1 { 1 } else { SHARDS.max(threads) };
        let empty = || (0..=layout.longest_step()).map(|_| Table::default()).collect();
        let mut shards: Vec<Shard<K, V>> = (0..count).map(|_| empty()).collect();
        if let Some(start) = layout.start() {
            shards[owner(start, count)][0].insert(start, V::ONE, memory, || true)?;
        }
        let foresights =
            (0..threads).map(|_| Foresight::new(layout, memory.most() / threads)).collect();
        Ok(Forward { layout, limits: *limits, memory, shards, foresights, level: 0, states: 0 })
    }

    /// Goes on to a level. `keep` is given every level before it with its states, once no more
    /// can come.
    pub(super) fn advance(
        &mut self,
        to: usize,
        keep: &mut dyn FnMut(Vec<Table<K, V>>),
        watch: Watch<'_>,
    ) -> Result<(), GaveUp> {
        let (layout, memory) = (self.layout, self.memory);
        let round = ROUND / self.shards.len();
        while self.level < to {
            let level = self.level;
            let sources: Vec<Table<K, V>> =
                self.shards.iter_mut().map(|shard| shard.pop_front().unwrap_or_default()).collect();
            self.shards.iter_mut().for_each(|shard| shard.push_back(Table::default()));
            let slots = sources.iter().map(Table::slots).max().unwrap_or(0);
            for from in (0..slots).step_by(round) {
                self.expand_part(&sources, from..(from + round).min(slots))?;
                memory.check()?;
                let (states, bytes) = (self.states, memory.used());
                let stage = Stage { level, levels: layout.last(), states, bytes, back: false };
                if watch(stage).is_break() {
                    return Err(GaveUp::Stopped);
                }
            }
            self.states += sources.iter().map(|table| table.len() as u64).sum::<u64>();
            if self.states > self.limits.states {
                return Err(GaveUp::States);
            }
            keep(sources);
            self.foresights.iter_mut().for_each(|seen| seen.pass(layout, level, memory));
            self.level += 1;
        }
        Ok(())
    }

    /// Expands the states of the level in some slots, and enters what follows into later levels.
    fn expand_part(&mut self, sources: &[Table<K, V>], slots: Range<usize>) -> Result<(), GaveUp> {
        let (layout, memory, level) = (self.layout, self.memory, self.level);
        let [foresight] = &mut self.foresights[..] else {
            let work = (self.shards.len() * slots.len()).div_ceil(WORTH);
            let threads = self.foresights.len().min(work);
            let foresights = &mut self.foresights[..threads];
            return shared(layout, level, sources, slots, &mut self.shards, memory, foresights);
        };
        let shard = &mut self.shards[0];
        let mut found: Outbox<K, V> = Vec::with_capacity(2 * BATCH);
        for state in sources[0].part(slots.start, slots.end) {
            let find = |to, key, value| found.push((to, key, value));
            expand(layout, level, state, foresight, memory, find)?;
            if found.len() >= BATCH {
                enter(layout, level, &found, shard, memory)?;
                found.clear();
            }
        }
        enter(layout, level, &found, shard, memory)
    }

    /// Makes do with the memory that the states ahead need while none is added.
    pub(super) fn pack(&mut self) {
        let tables = self.shards.iter_mut().flatten();
        tables.for_each(|table| table.pack(self.memory));
    }

    /// What it sweeps.
    pub(super) fn layout(&self) -> &'a Layout<K> {
        self.layout
    }

    /// The memory that it takes from.
    pub(super) fn memory(&self) -> &'a Memory {
        self.memory
    }

    /// The level that comes next.
    pub(super) fn level(&self) -> usize {
        self.level
    }

    /// The states met before that level.
    pub(super) fn states(&self) -> u64 {
        self.states
    }

    /// What is known of a state at that level or a later one.
    pub(super) fn get(&self, level: usize, key: K) -> Option<V> {
        self.shards[owner(key, self.shards.len())].get(level - self.level)?.get(key)
    }

    /// Where a state at that level or a later one is looked for first; see [`Table::glance`].
    #[inline(always)]
    pub(super) fn glance(&self, level: usize, key: K) -> K {
        let table = self.shards[owner(key, self.shards.len())].get(level - self.level);
        table.map_or(K::NONE, |table| table.glance(key))
    }

    /// The states met at that level and later ones, each with its level and what is known of it.
    pub(super) fn ahead(&self) -> impl Iterator<Item = (usize, K, V)> + '_ {
        states(&self.shards, self.level)
    }

    /// Shares out those states among the threads; what each has made of its own.
    pub(super) fn shared_out<R: Send>(
        &self,
        work: impl Fn(&mut dyn Iterator<Item = (usize, K, V)>) -> R + Sync,
    ) -> Vec<R> {
        let threads = self.foresights.len();
        if threads == 1 {
            return vec![work(&mut self.ahead())];
        }
        let (work, level) = (&work, self.level);
        std::thread::scope(|scope| {
            let shares = self.shards.chunks(self.shards.len().div_ceil(threads));
            let threads: Vec<_> =
                shares.map(|own| scope.spawn(move || work(&mut states(own, level)))).collect();
            threads.into_iter().map(|thread| joined(thread.join())).collect()
        })
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
    foresight: &mut Foresight<K>,
    memory: &Memory,
    mut found: impl FnMut(u32, K, V),
) -> Result<(), GaveUp> {
    let mut outcome = Ok(());
    let foreseen = layout.is_foreseen();
    layout.children(level, key, |turn, to, child| {
        if foreseen && !foresight.has_future(layout, to, child, memory) {
            return;
        }
        match value.times(layout.weight(level, turn)) {
            Some(value) => found(to as u32, child, value),
            None => outcome = Err(GaveUp::TooMany),
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
    memory: &Memory,
) -> Result<(), GaveUp> {
    let foreseen = layout.is_foreseen();
    for batch in found.chunks(BATCH) {
        let mut glances = K::ZERO;
        for &(to, key, _) in batch {
            glances = glances | shard[to as usize - level - 1].glance(key);
        }
        std::hint::black_box(glances);
        for &(to, key, value) in batch {
            let table = &mut shard[to as usize - level - 1];
            table.insert(key, value, memory, || foreseen || layout.has_future(to as usize, key))?;
        }
    }
    Ok(())
}

/// One round of several threads.
fn shared<K: Key, V: Value>(
    layout: &Layout<K>,
    level: usize,
    sources: &[Table<K, V>],
    slots: Range<usize>,
    shards: &mut [Shard<K, V>],
    memory: &Memory,
    foresights: &mut [Foresight<K>],
) -> Result<(), GaveUp> {
    let (count, work) = (shards.len(), foresights.len());
    // What each thread found for each shard.
    let find = |first: usize, foresight: &mut Foresight<K>| {
        let mut found: Vec<Outbox<K, V>> = (0..count).map(|_| Vec::new()).collect();
        for source in sources.iter().skip(first).step_by(work) {
            for state in source.part(slots.start, slots.end) {
                expand(layout, level, state, foresight, memory, |to, key, value| {
                    found[owner(key, count)].push((to, key, value));
                })?;
            }
        }
        Ok(found)
    };
    let enter_all = |shard: &mut Shard<K, V>, found: &[Vec<Outbox<K, V>>], number: usize| {
        found.iter().try_for_each(|found| enter(layout, level, &found[number], shard, memory))
    };
    if work == 1 {
        let found = [find(0, &mut foresights[0])?];
        let mut numbered = shards.iter_mut().enumerate();
        return numbered.try_for_each(|(number, shard)| enter_all(shard, &found, number));
    }
    let found: Result<Vec<Vec<Outbox<K, V>>>, GaveUp> = std::thread::scope(|scope| {
        let find = &find;
        let threads = foresights.iter_mut().enumerate();
        let threads: Vec<_> =
            threads.map(|(n, foresight)| scope.spawn(move || find(n, foresight))).collect();
        let found: Vec<_> = threads.into_iter().map(|thread| joined(thread.join())).collect();
        found.into_iter().collect()
    });
    let found = found?;
    let share = count.div_ceil(work);
    std::thread::scope(|scope| {
        let (enter_all, found) = (&enter_all, &found);
        let threads: Vec<_> = shards
            .chunks_mut(share)
            .enumerate()
            .map(|(n, shards)| {
                scope.spawn(move || {
                    let mut numbered = shards.iter_mut().enumerate();
                    numbered.try_for_each(|(i, shard)| enter_all(shard, found, n * share + i))
                })
            })
            .collect();
        // All are waited for, whatever one says.
        let outcomes: Vec<_> = threads.into_iter().map(|t| joined(t.join())).collect();
        outcomes.into_iter().collect()
    })
}

/// What a thread returned; its panic goes on in the thread that waited.
pub(super) fn joined<T>(result: std::thread::Result<T>) -> T {
    result.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}
