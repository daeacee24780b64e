//! The states of one level: a hash table with open addressing, which keeps with each state what
//! is to be known of it.

use super::GaveUp;
use super::forward::Memory;
use super::key::Key;

/// What is kept with a state. Ways to reach one state are added up.
pub(super) trait Value: Copy + Send + Sync + 'static {
    /// The only way to reach the first state.
    const ONE: Self;
    /// Adds other ways; false when the sum is too large to be written down.
    fn add(&mut self, other: Self) -> bool;
    /// So many times as many ways; `None` when that is too large to be written down.
    fn times(self, weight: u32) -> Option<Self>;
}

/// A number of ways.
pub(super) trait Ways: Value {
    /// The same with all the bits there are.
    fn wide(self) -> u128;
}

/// Nothing but that the state can be reached.
impl Value for () {
    const ONE: () = ();

    #[inline(always)]
    fn add(&mut self, (): ()) -> bool {
        true
    }

    #[inline(always)]
    fn times(self, _weight: u32) -> Option<()> {
        Some(())
    }
}

/// In how many ways it can be reached.
impl Value for u64 {
    const ONE: u64 = 1;

    #[inline(always)]
    fn add(&mut self, other: u64) -> bool {
        let (sum, overflow) = self.overflowing_add(other);
        *self = sum;
        !overflow
    }

    #[inline(always)]
    fn times(self, weight: u32) -> Option<u64> {
        self.checked_mul(u64::from(weight))
    }
}

impl Ways for u64 {
    fn wide(self) -> u128 {
        u128::from(self)
    }
}

/// In how many ways it can be reached, where those are very many.
impl Value for u128 {
    const ONE: u128 = 1;

    #[inline(always)]
    fn add(&mut self, other: u128) -> bool {
        let (sum, overflow) = self.overflowing_add(other);
        *self = sum;
        !overflow
    }

    #[inline(always)]
    fn times(self, weight: u32) -> Option<u128> {
        self.checked_mul(u128::from(weight))
    }
}

impl Ways for u128 {
    fn wide(self) -> u128 {
        self
    }
}

/// States by their keys.
#[derive(Debug)]
pub(super) struct Table<K, V> {
    /// The state in each slot, or [`Key::NONE`]; a power of two of slots, or none at all. Packed,
    /// as many slots as states, in no order in which one would be found.
    slots: Vec<(K, V)>,
    len: usize,
}

impl<K, V> Default for Table<K, V> {
    fn default() -> Table<K, V> {
        Table { slots: Vec::new(), len: 0 }
    }
}

impl<K: Key, V: Value> Table<K, V> {
    /// The number of states.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Memory held, in bytes.
    fn bytes(&self) -> usize {
        self.slots.len() * size_of::<(K, V)>()
    }

    fn is_full(&self) -> bool {
        // At most three quarters: probing stays short and little memory lies idle.
        4 * (self.len + 1) > 3 * self.slots.len()
    }

    /// What stands where a state is looked for first. To read this for several states in a row
    /// fetches them from memory all at once; a sweep spends most of its time waiting for that.
    #[inline(always)]
    pub(super) fn glance(&self, key: K) -> K {
        let at = key.scattered() as usize & self.slots.len().wrapping_sub(1);
        self.slots.get(at).map_or(K::NONE, |slot| slot.0)
    }

    /// Where a state is, or the slot where it would be.
    #[inline(always)]
    fn slot(&self, key: K) -> usize {
        let mask = self.slots.len() - 1;
        // The topmost bits choose the shard that owns the state.
        let mut at = key.scattered() as usize & mask;
        while self.slots[at].0 != key && self.slots[at].0 != K::NONE {
            at = (at + 1) & mask;
        }
        at
    }

    /// What is known of a state, if it is there.
    pub(super) fn get(&self, key: K) -> Option<V> {
        let slot = self.slots.get(if self.slots.is_empty() { 0 } else { self.slot(key) })?;
        (slot.0 == key).then_some(slot.1)
    }

    /// Adds ways to reach a state that passes `admit`, which is asked only for a new one.
    #[inline(always)]
    pub(super) fn insert(
        &mut self,
        key: K,
        value: V,
        memory: &Memory,
        admit: impl FnOnce() -> bool,
    ) -> Result<(), GaveUp> {
        if self.is_full() {
            self.grow(memory)?;
        }
        let at = self.slot(key);
        let slot = &mut self.slots[at];
        if slot.0 == key {
            return if slot.1.add(value) { Ok(()) } else { Err(GaveUp::TooMany) };
        }
        if admit() {
            *slot = (key, value);
            self.len += 1;
        }
        Ok(())
    }

    #[cold]
    fn grow(&mut self, memory: &Memory) -> Result<(), GaveUp> {
        // Twice as many, or just enough to find states again that were packed.
        let size = (2 * self.len).next_power_of_two().max(16);
        if !memory.take(size * size_of::<(K, V)>()) {
            return Err(GaveUp::Memory);
        }
        let before = self.bytes();
        let slots = std::mem::replace(&mut self.slots, vec![(K::NONE, V::ONE); size]);
        for (key, value) in slots.into_iter().filter(|(key, _)| *key != K::NONE) {
            let at = self.slot(key);
            self.slots[at] = (key, value);
        }
        memory.give(before);
        Ok(())
    }

    /// Keeps no more slots than there are states, until one is added. None is found meanwhile.
    pub(super) fn pack(&mut self, memory: &Memory) {
        let before = self.bytes();
        self.slots.retain(|(key, _)| *key != K::NONE);
        self.slots.shrink_to_fit();
        memory.give(before - self.bytes());
    }

    /// The states in the slots from one number up to another.
    pub(super) fn part(&self, from: usize, to: usize) -> impl Iterator<Item = (K, V)> + '_ {
        let to = to.min(self.slots.len());
        let slots = self.slots[from.min(to)..to].iter();
        slots.filter(|(key, _)| *key != K::NONE).copied()
    }

    /// The number of slots.
    pub(super) fn slots(&self) -> usize {
        self.slots.len()
    }

    /// Throws the states away.
    pub(super) fn discard(self, memory: &Memory) {
        memory.give(self.bytes());
    }
}

/// Fewer states than this are not worth a thread.
const WORTH: usize = 1 << 14;

/// The states of a level alone; the tables are thrown away.
pub(super) fn keys<K: Key>(tables: Vec<Table<K, ()>>, threads: usize, memory: &Memory) -> Vec<K> {
    let count = tables.iter().map(Table::len).sum();
    let mut keys = vec![K::ZERO; count];
    // Should this be too much, the next table that grows will say so.
    memory.take(count * size_of::<K>());
    let mut rest = &mut keys[..];
    let mut parts: Vec<(&mut [K], Table<K, ()>)> = Vec::new();
    for table in tables {
        let (part, others) = rest.split_at_mut(table.len());
        rest = others;
        parts.push((part, table));
    }
    let fill = |parts: Vec<(&mut [K], Table<K, ()>)>| {
        for (part, table) in parts {
            let states = table.part(0, usize::MAX).map(|(key, ())| key);
            part.iter_mut().zip(states).for_each(|(to, key)| *to = key);
            table.discard(memory);
        }
    };
    let threads = threads.min(count / WORTH).max(1);
    if threads == 1 {
        fill(parts);
    } else {
        let share = parts.len().div_ceil(threads);
        std::thread::scope(|scope| {
            while !parts.is_empty() {
                let own = parts.split_off(parts.len().saturating_sub(share));
                scope.spawn(|| fill(own));
            }
        });
    }
    keys
}
