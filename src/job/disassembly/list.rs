//! Taking all solutions of a store apart, on several threads.

use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use crate::disassembly::{Disassembler, Disassembly, DisassemblyOptions, ReplayError};
use crate::encode::Encoding;
use crate::puzzle::Puzzle;
use crate::solution::Store;
use crate::threads::on_threads;

/// The solutions of a puzzle, to be taken apart. Each list of moves that is found is replayed.
#[derive(Debug)]
pub struct Dismantling<'a> {
    encoding: &'a Encoding,
    store: &'a Store,
    disassembler: Disassembler,
}

impl<'a> Dismantling<'a> {
    /// The solutions in a store, on these terms.
    pub fn new(
        (puzzle, encoding): (&Puzzle, &'a Encoding),
        store: &'a Store,
        options: DisassemblyOptions,
    ) -> Dismantling<'a> {
        Dismantling { encoding, store, disassembler: Disassembler::new(puzzle, options) }
    }

    /// Takes some solutions apart, by their indices; the results in that order, or the reason why one
    /// does not pass its replay. Each thread takes one; those for which none is left share the large
    /// searches of the others. `watch` is called from all threads with the number that is done, and
    /// may cancel; then there are no results.
    pub fn take_apart(
        &self,
        range: Range<usize>,
        threads: usize,
        watch: &(dyn Fn(u64) -> ControlFlow<()> + Sync),
    ) -> Option<Vec<Result<Disassembly, ReplayError>>> {
        let (next, done) = (AtomicUsize::new(range.start), AtomicU64::new(0));
        let work = || {
            let mut found = Vec::new();
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                if index >= range.end {
                    self.disassembler.add_idle();
                    return Some(found);
                }
                let check = || watch(done.load(Ordering::Relaxed));
                let placed = self.encoding.decode(&self.store.get(index));
                found.push((index, self.disassembler.take_apart(&placed, &check)?));
                done.fetch_add(1, Ordering::Relaxed);
            }
        };
        let own = threads.min(range.len()).max(1);
        self.disassembler.set_idle(threads.saturating_sub(own));
        let lists: Option<Vec<_>> = on_threads(own, work).into_iter().collect();
        let mut all: Vec<_> = lists?.into_iter().flatten().collect();
        all.sort_unstable_by_key(|&(index, _)| index);
        Some(all.into_iter().map(|(_, result)| result).collect())
    }
}
