//! A cache of what each window needs for the items ahead to be coverable.
//!
//! Every state met is tested for whether its next open items can all be covered, and most states
//! fail. Where there are many kinds of piece, the same few windows occur with many sets of used
//! pieces. Given the window, an open item needs one of the pieces that can cover it to be left. So
//! a window amounts to a few sets of pieces, of each of which one must be left, or to a dead end.

use super::key::Key;
use super::memory::Memory;
use super::state::Layout;

/// The number of sets of a window that is a dead end.
const DEAD: u32 = u32::MAX;

/// A window, the index of its first set, and the number of its sets.
type Slot<K> = (K, u32, u32);

/// The cache of one thread, for the windows of the levels ahead.
#[derive(Debug)]
pub(super) struct LookaheadCache<K> {
    /// By the outlook of a level, which levels can share; see [`Layout::outlook`].
    known: Vec<Known<K>>,
    /// The bytes left for it.
    room: usize,
}

/// The windows met with one outlook.
#[derive(Debug)]
struct Known<K> {
    /// Open addressing, a power of two of slots, or none; the window of an empty slot is
    /// [`Key::NONE`].
    slots: Vec<Slot<K>>,
    len: usize,
    /// Sets of the others, in each of which one bit must not be set.
    asked: Vec<K>,
}

impl<K: Key> LookaheadCache<K> {
    /// An empty cache that takes at most `bytes`. Windows beyond that are worked out each time.
    pub(super) fn new(layout: &Layout<K>, bytes: usize) -> LookaheadCache<K> {
        let nothing = || Known { slots: Vec::new(), len: 0, asked: Vec::new() };
        LookaheadCache {
            known: (0..layout.outlook_count()).map(|_| nothing()).collect(),
            room: bytes,
        }
    }

    /// As [`Layout::is_feasible`], for a layout that is [foreseen](Layout::caches_lookahead).
    #[inline(always)]
    pub(super) fn is_feasible(
        &mut self,
        layout: &Layout<K>,
        level: usize,
        key: K,
        memory: &Memory,
    ) -> bool {
        let outlook = layout.outlook(level);
        let known = &mut self.known[outlook];
        let window = layout.window_of(key);
        let mask = known.slots.len().wrapping_sub(1);
        let mut at = window.scattered() as usize & mask;
        let (start, count) = loop {
            match known.slots.get(at) {
                Some(&(met, start, count)) if met == window => break (start, count),
                Some(slot) if slot.0 != K::NONE => at = (at + 1) & mask,
                _ => match known.learn(layout, outlook, window, &mut self.room, memory) {
                    Some(new) => break new,
                    None => return layout.is_feasible(level, key),
                },
            }
        };
        if count == DEAD {
            return false;
        }
        let asked = &known.asked[start as usize..start as usize + count as usize];
        asked.iter().all(|&set| key & set != set)
    }

    /// Drops the windows that no later level needs.
    pub(super) fn pass(&mut self, layout: &Layout<K>, level: usize, memory: &Memory) {
        let outlook = layout.outlook(level);
        if !layout.is_last_with_outlook(level) {
            return;
        }
        let known = &mut self.known[outlook];
        self.room += known.bytes();
        memory.give_spare(known.bytes());
        *known = Known { slots: Vec::new(), len: 0, asked: Vec::new() };
    }
}

impl<K: Key> Known<K> {
    fn bytes(&self) -> usize {
        self.slots.len() * size_of::<Slot<K>>() + self.asked.len() * size_of::<K>()
    }

    /// Works out what a window asks; `None` when there is no room to keep it.
    #[cold]
    fn learn(
        &mut self,
        layout: &Layout<K>,
        outlook: usize,
        window: K,
        room: &mut usize,
        memory: &Memory,
    ) -> Option<(u32, u32)> {
        let mut take = |bytes| {
            let fits = bytes <= *room && memory.spare(bytes);
            *room -= if fits { bytes } else { 0 };
            fits
        };
        if 2 * (self.len + 1) > self.slots.len() {
            let size = (2 * self.slots.len()).max(1 << 8);
            let more = (size - self.slots.len()) * size_of::<Slot<K>>();
            if !take(more) {
                return None;
            }
            let slots = std::mem::replace(&mut self.slots, vec![(K::NONE, 0, 0); size]);
            slots.into_iter().filter(|slot| slot.0 != K::NONE).for_each(|slot| self.put(slot));
        }
        let start = self.asked.len() as u32;
        let count = match layout.asks(outlook, window) {
            None => DEAD,
            Some(sets) => {
                let bytes = sets.len() * size_of::<K>();
                if !take(bytes) {
                    return None;
                }
                self.asked.extend_from_slice(&sets);
                sets.len() as u32
            }
        };
        self.put((window, start, count));
        self.len += 1;
        Some((start, count))
    }

    /// Puts a window that is not there into a slot; there is one.
    fn put(&mut self, slot: Slot<K>) {
        let mask = self.slots.len() - 1;
        let mut at = slot.0.scattered() as usize & mask;
        while self.slots[at].0 != K::NONE {
            at = (at + 1) & mask;
        }
        self.slots[at] = slot;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact_cover::frontier::{Covered, WeightedProblem};
    use crate::exact_cover::{ItemId, ItemKind};

    /// Strips of `kinds` kinds, of one to three sites each, in a row of sites; the second kind
    /// has two copies, which are counted, and so are never what a window asks.
    fn strips(kinds: u32, sites: u32) -> (WeightedProblem, Vec<ItemId>) {
        let mut cover = WeightedProblem {
            kinds: vec![ItemKind::ONCE; (kinds + sites) as usize],
            ..WeightedProblem::default()
        };
        cover.kinds[1] = ItemKind::Primary { min: 2, max: 2 };
        let covered = |item: u32| Covered { item, times: 1, colour: 0 };
        for kind in 0..kinds {
            // Every other kind may lie at every third site only.
            for first in
                (0..sites - kind % 3).filter(|first| (first + kind) % 3 == 0 || kind % 2 == 0)
            {
                let strip = (first..=first + kind % 3).map(|site| covered(kinds + site));
                cover.options.push(std::iter::once(covered(kind)).chain(strip).collect());
            }
        }
        (cover, (kinds..kinds + sites).map(ItemId).collect())
    }

    #[test]
    fn what_a_window_asks_is_what_a_look_at_every_way_finds() {
        let (cover, order) = strips(9, 14);
        let layout = Layout::<u64>::new(&cover, &order).unwrap();
        assert!(layout.caches_lookahead());
        // With room for all windows, for a few, and for none.
        for most in [1 << 20, 1 << 17, 0] {
            let memory = Memory::new(most);
            let mut lookahead = LookaheadCache::new(&layout, memory.most_spare());
            let mut answers = [0; 2];
            let mut state = 1u64;
            for level in 0..layout.last() {
                for _ in 0..2000 {
                    // Knuth's MMIX generator, TAOCP 3.3.4.
                    state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    let key = (state >> 40) & !1;
                    let seen = layout.is_feasible(level, key);
                    assert_eq!(
                        lookahead.is_feasible(&layout, level, key, &memory),
                        seen,
                        "{most} bytes, level {level}: {key:b}"
                    );
                    answers[usize::from(seen)] += 1;
                }
                lookahead.pass(&layout, level, &memory);
            }
            assert!(answers.iter().all(|&count| count > 1000), "{answers:?}");
            let last = layout.outlook(layout.last());
            assert_eq!(memory.used(), lookahead.known[last].bytes());
        }
    }

    #[test]
    fn few_kinds_are_not_worth_it() {
        let (cover, order) = strips(5, 14);
        assert!(!Layout::<u64>::new(&cover, &order).unwrap().caches_lookahead());
    }
}
