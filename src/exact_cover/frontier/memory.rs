//! The memory of a sweep: counted, and handed out in blocks of one size.
//!
//! An allocator seldom gives back at once what a table leaves behind that has grown out of it, so
//! that a process would hold up to half as much again as its tables need. All but the smallest are
//! therefore made of blocks, and a block that one has done with goes to whoever asks next.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard};

use super::SweepError;
use crate::threads::lock;

/// The largest size of a block, in bytes.
const BLOCK: usize = 1 << 17;
/// The part of the memory that a cache may take is 1 in this number.
const SPARE: usize = 32;

/// The memory available to a sweep, watched by all threads.
#[derive(Debug)]
pub(super) struct Memory {
    used: AtomicUsize,
    spare: AtomicUsize,
    most: usize,
}

impl Memory {
    pub(super) fn new(most: usize) -> Memory {
        Memory { used: AtomicUsize::new(0), spare: AtomicUsize::new(0), most }
    }

    /// Takes `bytes` of the memory.
    ///
    /// # Errors
    /// When that is more than there are.
    pub(super) fn take(&self, bytes: usize) -> Result<(), SweepError> {
        let fits = take(&self.used, bytes, self.most - self.most_spare());
        if fits { Ok(()) } else { Err(SweepError::Memory) }
    }

    /// Bytes that can be taken.
    fn left(&self) -> usize {
        (self.most - self.most_spare()).saturating_sub(self.used.load(Ordering::Relaxed))
    }

    /// Takes `bytes` for a cache, if they are available.
    pub(super) fn spare(&self, bytes: usize) -> bool {
        take(&self.spare, bytes, self.most_spare())
    }

    /// Gives bytes back that were taken.
    pub(super) fn give(&self, bytes: usize) {
        self.used.fetch_sub(bytes, Ordering::Relaxed);
    }

    /// Gives bytes back that were spared.
    pub(super) fn give_spare(&self, bytes: usize) {
        self.spare.fetch_sub(bytes, Ordering::Relaxed);
    }

    /// Bytes in use.
    pub(super) fn used(&self) -> usize {
        self.used.load(Ordering::Relaxed) + self.spare.load(Ordering::Relaxed)
    }

    /// Bytes for what the sweep can do without.
    pub(super) fn most_spare(&self) -> usize {
        self.most / SPARE
    }

    /// Bytes that there are.
    pub(super) fn most(&self) -> usize {
        self.most
    }
}

fn take(used: &AtomicUsize, bytes: usize, most: usize) -> bool {
    let before = used.fetch_add(bytes, Ordering::Relaxed);
    let fits = before + bytes <= most;
    if !fits {
        used.fetch_sub(bytes, Ordering::Relaxed);
    }
    fits
}

/// Room for states, or for other things of one size.
#[derive(Debug)]
pub(super) struct Pool<'a, T> {
    memory: &'a Memory,
    /// Blocks that nobody uses. They count as taken.
    free: Mutex<Vec<Vec<T>>>,
}

impl<'a, T> Pool<'a, T> {
    /// The number of entries in a block; a power of two, as hash tables want it.
    pub(super) const BLOCK: usize = 1 << (BLOCK / size_of::<T>()).ilog2();
    /// The size of a block, in bytes.
    const BLOCK_BYTES: usize = Self::BLOCK * size_of::<T>();

    pub(super) fn new(memory: &'a Memory) -> Pool<'a, T> {
        Pool { memory, free: Mutex::default() }
    }

    /// The memory that it takes from.
    pub(super) fn memory(&self) -> &'a Memory {
        self.memory
    }

    /// An empty block with room for `count` entries, at most a full block.
    ///
    /// # Errors
    /// When there is no memory left.
    pub(super) fn take(&self, count: usize) -> Result<Vec<T>, SweepError> {
        let used_before = if count == Self::BLOCK { self.free().pop() } else { None };
        if let Some(block) = used_before {
            return Ok(block);
        }
        self.memory.take(count * size_of::<T>())?;
        Ok(Vec::with_capacity(count))
    }

    /// Returns the number of blocks available; others may take them as well.
    pub(super) fn room(&self) -> usize {
        self.free().len() + self.memory.left() / Self::BLOCK_BYTES
    }

    /// Gives room back.
    pub(super) fn give(&self, mut room: Vec<T>) {
        room.clear();
        if room.capacity() == Self::BLOCK {
            self.free().push(room);
        } else {
            self.memory.give(room.capacity() * size_of::<T>());
        }
    }

    /// Gives blocks that nobody uses back to the memory, for other uses.
    pub(super) fn release(&self) {
        let free = std::mem::take(&mut *self.free());
        self.memory.give(free.len() * Self::BLOCK_BYTES);
    }

    fn free(&self) -> MutexGuard<'_, Vec<Vec<T>>> {
        lock(&self.free)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_go_round_and_the_memory_is_kept_to() {
        let memory = Memory::new(3 * BLOCK);
        let pool: Pool<'_, u64> = Pool::new(&memory);
        let size = Pool::<u64>::BLOCK;
        let (one, mut two) = (pool.take(size).unwrap(), pool.take(size).unwrap());
        assert_eq!(pool.take(size), Err(SweepError::Memory), "something is kept for spare things");
        assert!(memory.spare(1000) && !memory.spare(BLOCK));
        assert_eq!(memory.used(), 2 * BLOCK + 1000);
        two.push(7);
        pool.give(two);
        let two = pool.take(size).unwrap();
        assert_eq!((two.len(), two.capacity()), (0, size));
        pool.give(one);
        assert!(memory.take(BLOCK).is_err());
        pool.release();
        memory.take(BLOCK).unwrap();
        let small = pool.take(10).unwrap();
        memory.give_spare(1000);
        assert_eq!(memory.used(), 2 * BLOCK + 80);
        pool.give(small);
        pool.give(two);
        pool.release();
        memory.give(BLOCK);
        assert_eq!(memory.used(), 0);
    }
}
