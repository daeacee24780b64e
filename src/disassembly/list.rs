//! Taking all solutions of a store apart, on several threads.

use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use super::{
    Disassembly, DisassemblyOptions, ReplayError, Separability, Slides, replay, take_apart,
};
use crate::encode::Encoding;
use crate::puzzle::Puzzle;
use crate::solution::Store;
use crate::threads::on_threads;

/// The solutions of a puzzle, to be taken apart. Each list of moves that is found is replayed.
#[derive(Debug)]
pub struct Dismantling<'a> {
    puzzle: &'a Puzzle,
    encoding: &'a Encoding,
    store: &'a Store,
    options: DisassemblyOptions,
    /// Tables that no thread is using.
    slides: Mutex<Vec<Slides>>,
}

impl<'a> Dismantling<'a> {
    /// The solutions in a store, on these terms.
    pub fn new(
        (puzzle, encoding): (&'a Puzzle, &'a Encoding),
        store: &'a Store,
        options: DisassemblyOptions,
    ) -> Dismantling<'a> {
        Dismantling { puzzle, encoding, store, options, slides: Mutex::default() }
    }

    /// Takes some solutions apart, by their indices; the results in that order, or the reason why one
    /// does not pass its replay. `watch` is called from all threads with the number that is done, and
    /// may cancel; then there are no results.
    pub fn take_apart(
        &self,
        range: Range<usize>,
        threads: usize,
        watch: &(dyn Fn(u64) -> ControlFlow<()> + Sync),
    ) -> Option<Vec<Result<Disassembly, ReplayError>>> {
        let (next, done) = (AtomicUsize::new(range.start), AtomicU64::new(0));
        let lock = || self.slides.lock().unwrap_or_else(PoisonError::into_inner);
        let work = || {
            let kept = lock().pop();
            let mut slides = kept
                .unwrap_or_else(|| Slides::new(self.puzzle.lattice, self.puzzle.rules.junctions));
            let mut found = Vec::new();
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                if index >= range.end {
                    lock().push(slides);
                    return Some(found);
                }
                let check = || watch(done.load(Ordering::Relaxed));
                found.push((index, self.one(index, &mut slides, &check)?));
                done.fetch_add(1, Ordering::Relaxed);
            }
        };
        let threads = threads.min(range.len()).max(1);
        let lists: Option<Vec<_>> = on_threads(threads, work).into_iter().collect();
        let mut all: Vec<_> = lists?.into_iter().flatten().collect();
        all.sort_unstable_by_key(|&(index, _)| index);
        Some(all.into_iter().map(|(_, result)| result).collect())
    }

    fn one(
        &self,
        index: usize,
        slides: &mut Slides,
        check: &dyn Fn() -> ControlFlow<()>,
    ) -> Option<Result<Disassembly, ReplayError>> {
        let placed = self.encoding.decode(&self.store.get(index));
        let found = take_apart(slides, &placed, &self.options, check)?;
        if let Separability::Apart(whole) = &found.result {
            let may_stay = |piece: usize| self.options.together.contains(&placed[piece].0);
            let terms = (self.puzzle.lattice, self.puzzle.rules.junctions);
            if let Err(error) = replay(terms, &placed, whole, &may_stay) {
                return Some(Err(error));
            }
        }
        Some(Ok(found))
    }
}
