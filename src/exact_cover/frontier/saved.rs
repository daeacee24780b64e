//! The states of a counting sweep between two rounds, packed, from which the sweep resumes.
//!
//! States are written in chunks of one level, sorted by key, as differences in variable-length
//! numbers, each with its number of ways: about half of the memory that they take in the sweep.
//! A sweep that meets another writes its own states first and those of the other after them.

use std::hash::Hasher as _;
use std::sync::Arc;

use rustc_hash::FxHasher;

use super::key::Key;
use super::table::Ways;
use super::{ItemId, SavedSweep, Stage, SweepError, SweepWatcher, WeightedProblem};
use crate::exact_cover::ItemKind;

/// The number of states in a full chunk.
pub(super) const CHUNK_STATES: usize = 8192;
/// The most bytes that saved states may take.
const MAX_BYTES: usize = 256 << 20;
/// The bytes that a state takes, for the first guess of the size.
const STATE_BYTES: usize = 7;

impl SavedSweep {
    /// Returns whether its numbers of ways have 128 bits.
    pub(super) fn is_wide(&self) -> bool {
        self.bytes.first().is_some_and(|first| first & WIDE != 0)
    }

    /// Returns a reader of the saved sweep, if it belongs to a sweep with this fingerprint.
    ///
    /// # Errors
    /// When it belongs to another, or is damaged.
    pub(super) fn reader(&self, fingerprint: u64) -> Result<SavedReader<'_>, SweepError> {
        let (first, rest) = self.bytes.split_first().ok_or(SweepError::Damaged)?;
        let (own, left) = rest.split_at_checked(8).ok_or(SweepError::Damaged)?;
        if own != fingerprint.to_le_bytes() {
            return Err(SweepError::Damaged);
        }
        Ok(SavedReader { left, alone: first & ALONE != 0 })
    }
}

/// Set in the first byte where numbers of ways have 128 bits.
const WIDE: u8 = 1;
/// Set in the first byte of a sweep that no other meets.
const ALONE: u8 = 2;

/// Packs the states of one or two sweeps.
pub(super) struct SavedWriter {
    bytes: Vec<u8>,
}

impl SavedWriter {
    pub(super) fn new<V: Ways>(fingerprint: u64, alone: bool) -> SavedWriter {
        let wide = if size_of::<V>() > size_of::<u64>() { WIDE } else { 0 };
        let mut bytes = vec![wide | if alone { ALONE } else { 0 }];
        bytes.extend(fingerprint.to_le_bytes());
        SavedWriter { bytes }
    }

    /// A writer of numbers alone.
    pub(super) fn empty() -> SavedWriter {
        SavedWriter { bytes: Vec::new() }
    }

    /// Returns the bytes written.
    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// Makes room for about so many states.
    pub(super) fn reserve(&mut self, states: usize) {
        self.bytes.reserve((states * STATE_BYTES).min(MAX_BYTES));
    }

    pub(super) fn finish(self) -> SavedSweep {
        SavedSweep { bytes: Arc::new(self.bytes) }
    }

    /// Writes states of one level, emptying the list; `None` where there is too much.
    pub(super) fn chunk<K: Key, V: Ways>(
        &mut self,
        level: usize,
        chunk: &mut Vec<(K, V)>,
    ) -> Option<()> {
        if chunk.is_empty() {
            return Some(());
        }
        chunk.sort_unstable_by_key(|(key, _)| *key);
        self.number(chunk.len() as u128);
        self.number(level as u128);
        let mut before = 0;
        for (key, ways) in chunk.drain(..) {
            let key = key.widened();
            self.number(key - before);
            self.number(ways.wide());
            before = key;
        }
        (self.bytes.len() <= MAX_BYTES).then_some(())
    }

    /// Writes a number, seven bits a byte, the lowest first.
    #[inline(always)]
    pub(super) fn number(&mut self, number: u128) {
        if let Ok(mut small) = u64::try_from(number) {
            while small >= 0x80 {
                self.bytes.push(small as u8 | 0x80);
                small >>= 7;
            }
            return self.bytes.push(small as u8);
        }
        let mut left = number;
        while left >= 0x80 {
            self.bytes.push(left as u8 | 0x80);
            left >>= 7;
        }
        self.bytes.push(left as u8);
    }
}

/// Reads what a [`SavedWriter`] wrote.
pub(super) struct SavedReader<'s> {
    left: &'s [u8],
    /// True if no other sweep meets this one.
    pub(super) alone: bool,
}

impl<'s> SavedReader<'s> {
    /// A reader of numbers alone.
    pub(super) fn new(bytes: &'s [u8]) -> SavedReader<'s> {
        SavedReader { left: bytes, alone: true }
    }

    /// Returns whether nothing follows.
    pub(super) fn is_over(&self) -> bool {
        self.left.is_empty()
    }

    /// The level and the number of states expanded, with which a sweep begins.
    pub(super) fn start(&mut self) -> Result<(usize, u64), SweepError> {
        let level = usize::try_from(self.number()?).map_err(|_| SweepError::Damaged)?;
        Ok((level, u64::try_from(self.number()?).map_err(|_| SweepError::Damaged)?))
    }

    /// The next states, each with its level and its ways; false at the end.
    pub(super) fn chunk<K: Key, V: Ways>(
        &mut self,
        mut each: impl FnMut(usize, K, V) -> Result<(), SweepError>,
    ) -> Result<bool, SweepError> {
        let count = self.number()?;
        if count == 0 {
            return Ok(false);
        }
        let level = usize::try_from(self.number()?).map_err(|_| SweepError::Damaged)?;
        let mut key = 0u128;
        for _ in 0..count {
            key = key.checked_add(self.number()?).ok_or(SweepError::Damaged)?;
            let narrow = K::cut(key);
            let ways = V::narrowed(self.number()?).ok_or(SweepError::Damaged)?;
            if narrow.widened() != key || narrow == K::NONE {
                return Err(SweepError::Damaged);
            }
            each(level, narrow, ways)?;
        }
        Ok(true)
    }

    /// The next number.
    #[inline(always)]
    pub(super) fn number(&mut self) -> Result<u128, SweepError> {
        let mut number = 0u128;
        let mut shift = 0;
        loop {
            let (&byte, left) = self.left.split_first().ok_or(SweepError::Damaged)?;
            self.left = left;
            let bits = u128::from(byte & 0x7F);
            if shift >= u128::BITS || bits << shift >> shift != bits {
                return Err(SweepError::Damaged);
            }
            number |= bits << shift;
            if byte < 0x80 {
                return Ok(number);
            }
            shift += 7;
        }
    }
}

/// A number that two different sweeps hardly ever share: of the problem, the order and the width of
/// a state.
pub(super) fn fingerprint<K: Key>(cover: &WeightedProblem, order: &[ItemId]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write_u32(K::BITS);
    for kind in &cover.kinds {
        let (min, max) = match *kind {
            ItemKind::Primary { min, max } => (min, max),
            ItemKind::Secondary => (u32::MAX, 0),
        };
        hasher.write_u64(u64::from(min) << 32 | u64::from(max));
    }
    for option in &cover.options {
        hasher.write_usize(option.len());
        for covered in option {
            hasher.write_u64(u64::from(covered.item) << 32 | u64::from(covered.times));
            hasher.write_u32(covered.colour);
        }
    }
    cover.weights.iter().for_each(|weight| hasher.write_u32(*weight));
    order.iter().for_each(|item| hasher.write_u32(item.0));
    hasher.finish()
}

/// Reports a round, and saves the states if that is wanted.
pub(super) fn after_round(
    watcher: &mut dyn SweepWatcher,
    stage: Stage,
    pack: impl FnOnce() -> Option<SavedSweep>,
) -> std::ops::ControlFlow<()> {
    let flow = watcher.pass(stage);
    if watcher.saves() {
        watcher.save(pack());
    }
    flow
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_all_sizes_come_back_and_cut_off_ones_are_refused() {
        let numbers = [0, 1, 0x7F, 0x80, 300, u128::from(u64::MAX), 1 << 64, u128::MAX];
        let mut writer = SavedWriter::empty();
        numbers.iter().for_each(|number| writer.number(*number));
        let bytes = writer.bytes;
        let mut reader = SavedReader::new(&bytes);
        for number in numbers {
            assert_eq!(reader.number(), Ok(number));
        }
        assert!(reader.is_over());
        assert_eq!(reader.number(), Err(SweepError::Damaged));
        let mut too_large = SavedReader::new(&[0xFF; 40]);
        assert_eq!(too_large.number(), Err(SweepError::Damaged));
    }

    #[test]
    fn a_sweep_of_another_problem_is_refused() {
        let order = [ItemId(0), ItemId(1)];
        let cover = WeightedProblem { kinds: vec![ItemKind::ONCE; 2], ..Default::default() };
        let own = fingerprint::<u64>(&cover, &order);
        assert_ne!(own, fingerprint::<u128>(&cover, &order));
        assert_ne!(own, fingerprint::<u64>(&cover, &[ItemId(1), ItemId(0)]));
        let saved = SavedWriter::new::<u128>(own, true).finish();
        assert!(saved.is_wide() && saved.reader(own).is_ok_and(|reader| reader.alone));
        assert!(saved.reader(own + 1).is_err());
        assert!(SavedSweep::from_bytes(Arc::new(vec![0; 4])).reader(own).is_err());
    }
}
