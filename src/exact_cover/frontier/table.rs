//! The states of one level: a hash table with open addressing, which keeps with each state what
//! is to be known of it.

use num_bigint::BigUint;

use super::SweepError;
use super::key::Key;
use super::memory::Pool;

/// The value kept with a state. The values of all ways to reach a state are added up.
pub(super) trait Value: Copy + Send + Sync + 'static {
    /// The value of a slot without a state.
    const EMPTY: Self;
    /// Adds other ways; false when the sum is too large to be written down.
    fn add(&mut self, other: Self) -> bool;
    /// So many times as many ways; `None` when that is too large to be written down.
    fn times(self, weight: u32) -> Option<Self>;
}

/// A number of ways of at most 128 bits.
pub(super) trait Ways: Value {
    /// Its bits, of a number of ways.
    const BITS: u32;
    /// The only way to reach the first state.
    const ONE: Self;
    /// The same with 128 bits.
    fn wide(self) -> u128;
    /// A number of ways from one with 128 bits; `None` when it is too large.
    fn narrowed(number: u128) -> Option<Self>;
}

/// Nothing but that the state can be reached.
impl Value for () {
    const EMPTY: () = ();

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
    const EMPTY: u64 = 0;

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
    const BITS: u32 = u64::BITS;
    const ONE: u64 = 1;

    fn wide(self) -> u128 {
        u128::from(self)
    }

    fn narrowed(number: u128) -> Option<u64> {
        u64::try_from(number).ok()
    }
}

/// In how many ways it can be reached, where those are very many.
impl Value for u128 {
    const EMPTY: u128 = 0;

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
    const BITS: u32 = u128::BITS;
    const ONE: u128 = 1;

    fn wide(self) -> u128 {
        self
    }

    fn narrowed(number: u128) -> Option<u128> {
        Some(number)
    }
}

/// A number of ways of at most 192 bits, as its digits to the base 2⁶⁴, the lowest first. With a state
/// of 64 bits it takes no more room than two of 128 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sum192([u64; 3]);

impl Sum192 {
    /// The only way to reach the first state.
    pub(super) const ONE: Sum192 = Sum192([1, 0, 0]);

    /// The number.
    pub(super) fn into_number(self) -> BigUint {
        let [low, middle, high] = self.0.map(BigUint::from);
        low + (middle << 64) + (high << 128)
    }
}

impl Value for Sum192 {
    const EMPTY: Sum192 = Sum192([0; 3]);

    #[inline(always)]
    fn add(&mut self, other: Sum192) -> bool {
        let mut carry = false;
        for (digit, more) in self.0.iter_mut().zip(other.0) {
            let (sum, over) = digit.overflowing_add(more);
            let (sum, over_again) = sum.overflowing_add(u64::from(carry));
            (*digit, carry) = (sum, over || over_again);
        }
        !carry
    }

    #[inline(always)]
    fn times(mut self, weight: u32) -> Option<Sum192> {
        let mut carry = 0;
        for digit in &mut self.0 {
            let product = u128::from(*digit) * u128::from(weight) + u128::from(carry);
            (*digit, carry) = (product as u64, (product >> u64::BITS) as u64);
        }
        (carry == 0).then_some(self)
    }
}

/// States one after the other.
pub(super) type Block<K, V> = Vec<(K, V)>;

/// Adds a state to those in some blocks, of which all but the last are full.
#[inline(always)]
pub(super) fn push<K, V>(
    blocks: &mut Vec<Block<K, V>>,
    state: (K, V),
    pool: &Pool<'_, (K, V)>,
) -> Result<(), SweepError> {
    match blocks.last_mut() {
        Some(last) if last.len() < last.capacity() => last.push(state),
        _ => {
            let mut block = pool.take(Pool::<(K, V)>::BLOCK)?;
            block.push(state);
            blocks.push(block);
        }
    }
    Ok(())
}

/// Makes do with the room that the states in some blocks need.
pub(super) fn trim<K: Copy, V: Copy>(blocks: &mut [Block<K, V>], pool: &Pool<'_, (K, V)>) {
    let Some(last) = blocks.last_mut().filter(|last| last.len() < last.capacity()) else { return };
    // Without the room to do so it stays as it is.
    if let Ok(mut exact) = pool.take(last.len()) {
        exact.extend_from_slice(last);
        pool.give(std::mem::replace(last, exact));
    }
}

/// States by their keys.
///
/// A table is made of blocks, and the hash of a state tells its block in such a way that a block's
/// states go on to blocks that lie side by side when there are more of them. So a table grows with
/// hardly more memory than it needs afterwards.
#[derive(Debug)]
pub(super) struct Table<K, V> {
    /// Where states are looked for. A single part may be smaller than a block.
    parts: Vec<Part<K, V>>,
    /// States that were packed, in no order in which one would be found; there are no parts then.
    packed: Vec<Block<K, V>>,
    len: usize,
}

/// Open addressing within a block.
#[derive(Debug)]
struct Part<K, V> {
    /// The state in each slot, or [`Key::NONE`]; a power of two of slots.
    slots: Block<K, V>,
    len: usize,
}

impl<K, V> Default for Table<K, V> {
    fn default() -> Table<K, V> {
        Table { parts: Vec::new(), packed: Vec::new(), len: 0 }
    }
}

impl<K: Key, V: Value> Part<K, V> {
    /// A part without a state.
    fn new(size: usize, pool: &Pool<'_, (K, V)>) -> Result<Part<K, V>, SweepError> {
        let mut slots = pool.take(size)?;
        slots.resize(size, (K::NONE, V::EMPTY));
        Ok(Part { slots, len: 0 })
    }

    fn is_full(&self) -> bool {
        // At most three quarters: probing stays short and little memory lies idle.
        4 * (self.len + 1) > 3 * self.slots.len()
    }

    /// Puts a state that is not there into a slot.
    fn put(&mut self, state: (K, V), hash: u64) -> Result<(), SweepError> {
        if self.len + 1 >= self.slots.len() {
            // Hashes so uneven do not occur; with them a table would need ever more room.
            return Err(SweepError::Memory);
        }
        let at = self.slot(state.0, hash);
        self.slots[at] = state;
        self.len += 1;
        Ok(())
    }

    /// Where a state is, or the slot where it would be; one is free.
    #[inline(always)]
    fn slot(&self, key: K, hash: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        while self.slots[at].0 != key && self.slots[at].0 != K::NONE {
            at = (at + 1) & mask;
        }
        at
    }
}

/// The number of the part, of so many, that a state belongs to. Bits of the hash that choose
/// neither a slot nor a shard decide it.
#[inline(always)]
fn place(hash: u64, parts: usize) -> usize {
    ((u64::from((hash >> 16) as u32) * parts as u64) >> 32) as usize
}

/// Puts a state that is not there where it belongs.
fn put<K: Key, V: Value>(parts: &mut [Part<K, V>], state: (K, V)) -> Result<(), SweepError> {
    let hash = state.0.scattered();
    let number = place(hash, parts.len());
    parts[number].put(state, hash)
}

impl<K: Key, V: Value> Table<K, V> {
    /// The number of slots in a block.
    const BLOCK: usize = Pool::<(K, V)>::BLOCK;

    /// The number of states.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Returns the key in the slot where a state is looked for first. Reading this for several
    /// states in a row fetches them from memory all at once; a sweep spends most of its time
    /// waiting for that.
    #[inline(always)]
    pub(super) fn glance(&self, key: K) -> K {
        let hash = key.scattered();
        let part = self.parts.get(place(hash, self.parts.len()));
        part.map_or(K::NONE, |part| part.slots[hash as usize & (part.slots.len() - 1)].0)
    }

    /// The value of a state, if it is in the table.
    pub(super) fn get(&self, key: K) -> Option<V> {
        let hash = key.scattered();
        let part = self.parts.get(place(hash, self.parts.len()))?;
        let slot = part.slots[part.slot(key, hash)];
        (slot.0 == key).then_some(slot.1)
    }

    /// Adds ways to reach a state that passes `admit`, which is asked only for a new one.
    #[inline(always)]
    pub(super) fn insert(
        &mut self,
        (key, value): (K, V),
        pool: &Pool<'_, (K, V)>,
        admit: impl FnOnce() -> bool,
    ) -> Result<(), SweepError> {
        if self.parts.is_empty() {
            self.grow(pool)?;
        }
        let hash = key.scattered();
        let number = place(hash, self.parts.len());
        let part = &mut self.parts[number];
        let at = part.slot(key, hash);
        let (met, ways) = &mut part.slots[at];
        if *met == key {
            return if ways.add(value) { Ok(()) } else { Err(SweepError::Overflow) };
        }
        if !admit() {
            return Ok(());
        }
        self.len += 1;
        if part.is_full() {
            self.grow(pool)?;
            return put(&mut self.parts, (key, value));
        }
        part.slots[at] = (key, value);
        part.len += 1;
        Ok(())
    }

    /// Makes room for more states, and finds those again that were packed.
    #[cold]
    fn grow(&mut self, pool: &Pool<'_, (K, V)>) -> Result<(), SweepError> {
        let parts = self.parts.len();
        if parts < 2 && 2 * self.len <= Self::BLOCK {
            return self.grow_small(pool);
        }
        if parts == 0 {
            let wanted = (2 * self.len).div_ceil(Self::BLOCK);
            for _ in 0..wanted {
                self.parts.push(Part::new(Self::BLOCK, pool)?);
            }
            return self.enter_packed(pool);
        }
        // Twice as many parts; fewer where memory is short, for which other tables ask too. From the
        // last one on each takes the states of one or two of those before, so that only a few are
        // there twice.
        let wanted = parts + parts.min(pool.room() / 2).max(parts / 8).max(1);
        let mut behind = Vec::new();
        let mut from = wanted;
        while let Some(part) = self.parts.pop() {
            let first = self.parts.len() * wanted / parts;
            while from > first {
                from -= 1;
                behind.push(Part::new(Self::BLOCK, pool)?);
            }
            for &state in part.slots.iter().filter(|(key, _)| *key != K::NONE) {
                let hash = state.0.scattered();
                behind[wanted - 1 - place(hash, wanted)].put(state, hash)?;
            }
            pool.give(part.slots);
        }
        behind.reverse();
        self.parts = behind;
        Ok(())
    }

    /// Twice as many slots, in one part.
    fn grow_small(&mut self, pool: &Pool<'_, (K, V)>) -> Result<(), SweepError> {
        let size = (2 * self.len).next_power_of_two().clamp(16, Self::BLOCK);
        let before = self.parts.pop();
        self.parts.push(Part::new(size, pool)?);
        if let Some(part) = before {
            for &state in part.slots.iter().filter(|(key, _)| *key != K::NONE) {
                put(&mut self.parts, state)?;
            }
            pool.give(part.slots);
        }
        self.enter_packed(pool)
    }

    /// Puts packed states where they are found.
    fn enter_packed(&mut self, pool: &Pool<'_, (K, V)>) -> Result<(), SweepError> {
        for block in std::mem::take(&mut self.packed) {
            block.iter().try_for_each(|&state| put(&mut self.parts, state))?;
            pool.give(block);
        }
        Ok(())
    }

    /// Keeps no more room than the states need, until one is added. None is found meanwhile.
    pub(super) fn pack(&mut self, pool: &Pool<'_, (K, V)>) {
        for Part { mut slots, .. } in std::mem::take(&mut self.parts) {
            slots.retain(|(key, _)| *key != K::NONE);
            // What finds room in the block before goes there.
            if let Some(last) = self.packed.last_mut() {
                let room = (last.capacity() - last.len()).min(slots.len());
                last.extend(slots.drain(slots.len() - room..));
            }
            if slots.is_empty() {
                pool.give(slots);
            } else {
                self.packed.push(slots);
            }
        }
        trim(&mut self.packed, pool);
    }

    /// The states in the slots from one number up to another.
    pub(super) fn part(&self, from: usize, to: usize) -> impl Iterator<Item = (K, V)> + '_ {
        let blocks = from / Self::BLOCK..to.div_ceil(Self::BLOCK).min(self.blocks());
        let slots = blocks.flat_map(move |number| {
            let (block, first) = (self.block(number), number * Self::BLOCK);
            let end = to.saturating_sub(first).min(block.len());
            block[from.saturating_sub(first).min(end)..end].iter()
        });
        slots.filter(|(key, _)| *key != K::NONE).copied()
    }

    fn blocks(&self) -> usize {
        self.parts.len() + self.packed.len()
    }

    fn block(&self, number: usize) -> &Block<K, V> {
        self.parts.get(number).map_or_else(|| &self.packed[number], |part| &part.slots)
    }

    /// The number of slots.
    pub(super) fn slots(&self) -> usize {
        let last = self.blocks().checked_sub(1);
        last.map_or(0, |last| last * Self::BLOCK + self.block(last).len())
    }

    /// Throws away the states of the blocks that end between one slot and another.
    pub(super) fn discard(&mut self, from: usize, to: usize, pool: &Pool<'_, (K, V)>) {
        for number in from / Self::BLOCK..(to / Self::BLOCK).min(self.blocks()) {
            let block = match self.parts.get_mut(number) {
                Some(part) => &mut part.slots,
                None => &mut self.packed[number],
            };
            pool.give(std::mem::take(block));
        }
    }

    /// Throws all states away.
    pub(super) fn discard_all(self, pool: &Pool<'_, (K, V)>) {
        let blocks = self.parts.into_iter().map(|part| part.slots).chain(self.packed);
        blocks.for_each(|block| pool.give(block));
    }
}

#[cfg(test)]
mod tests {
    use rustc_hash::FxHashMap;

    use super::super::memory::Memory;
    use super::super::residues::Residues;
    use super::*;

    /// Every state of a table, with what is known of it; none is there twice.
    fn all<V: Value>(table: &Table<u64, V>) -> FxHashMap<u64, V> {
        // In rounds that end within blocks, at their ends and beyond all of them.
        let mut found = FxHashMap::default();
        for from in (0..table.slots()).step_by(3000) {
            for (key, value) in table.part(from, from + 3000) {
                assert!(found.insert(key, value).is_none());
            }
        }
        assert_eq!(found.len(), table.len());
        found
    }

    #[test]
    fn states_are_found_again_however_many_there_are() {
        let memory = Memory::new(1 << 26);
        let pool = Pool::new(&memory);
        let mut table = Table::<u64, u64>::default();
        let mut known = FxHashMap::default();
        let mut key = 1u64;
        for count in [1, 5, 16, 100, 3000, 4000, 10_000, 50_000, 200_000] {
            while known.len() < count {
                // Knuth's MMIX generator, TAOCP 3.3.4.
                key = key.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let (key, ways) = ((key >> 20) % 300_000 * 2, key >> 60);
                let admitted = key % 3 > 0;
                table.insert((key, ways), &pool, || admitted).unwrap();
                if admitted {
                    *known.entry(key).or_insert(0) += ways;
                }
            }
            assert_eq!(all(&table), known);
            assert!(known.iter().all(|(key, ways)| table.get(*key) == Some(*ways)));
            assert!((0..1000).all(|odd| table.get(2 * odd + 1).is_none()));
            let held = table.parts.iter().map(|part| part.slots.capacity() * 16).sum::<usize>();
            assert!(held <= (4 * 16 * count).max(256), "{held} bytes for {count}");

            // Packed, they take no more than they need, and come back.
            table.pack(&pool);
            pool.release();
            assert_eq!(memory.used(), 16 * count);
            assert_eq!(all(&table), known);
        }
        let slots = table.slots();
        table.discard(0, slots / 2, &pool);
        table.discard_all(&pool);
        pool.release();
        assert_eq!(memory.used(), 0);
    }

    #[test]
    fn states_of_any_size_are_found_again() {
        fn found<V: Value + PartialEq + std::fmt::Debug>(value: V) {
            let memory = Memory::new(1 << 26);
            let pool = Pool::new(&memory);
            let mut table = Table::<u64, V>::default();
            let known: FxHashMap<u64, V> = (0..30_000).map(|key| (3 * key, value)).collect();
            for &key in known.keys() {
                table.insert((key, value), &pool, || true).unwrap();
            }
            assert_eq!(all(&table), known);
            assert!(known.keys().all(|key| table.get(*key) == Some(value)));
            table.pack(&pool);
            assert_eq!(all(&table), known);
            table.discard_all(&pool);
            pool.release();
            assert_eq!(memory.used(), 0);
        }
        found(());
        found(1u128);
        found(Sum192::ONE);
        found(Residues::EMPTY);
    }

    #[test]
    fn numbers_of_192_bits_are_added_and_multiplied_up_to_their_limit() {
        let limit = BigUint::from(1u32) << 192;
        let (mut sum, mut exact) = (Sum192::ONE, BigUint::from(1u32));
        let mut steps = 0;
        for weight in (1..100u32).map(|n| n.wrapping_mul(0x9E37_79B9)).cycle() {
            let more = sum.times(weight);
            let product = &exact * weight;
            assert_eq!(more.map(Sum192::into_number), (product < limit).then(|| product.clone()));
            let Some(more) = more else { break };
            // The sum of the two, and one, is taken as far as there is room.
            let fits = sum.add(more) && sum.add(Sum192::ONE);
            exact += product + 1u32;
            assert_eq!(fits, exact < limit);
            if !fits {
                break;
            }
            assert_eq!(sum.into_number(), exact);
            steps += 1;
        }
        assert!(steps >= 5, "{steps}");
    }

    #[test]
    fn a_table_grows_within_hardly_more_memory_than_it_has_afterwards() {
        let block = Pool::<(u64, u64)>::BLOCK;
        // Sixteen blocks, of which a part is kept for other things, and one to move through.
        let memory = Memory::new(16 * 16 * block);
        let pool = Pool::new(&memory);
        let mut table = Table::<u64, u64>::default();
        let states = (1..).find(|&key| table.insert((key, 1), &pool, || true).is_err()).unwrap();
        assert!(states as usize > 13 * block * 2 / 3, "{states}");
    }
}
