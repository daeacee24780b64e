//! Verifying all solutions of a store on several threads.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use super::{Verifier, VerifyError};
use crate::encode::Encoding;
use crate::puzzle::Puzzle;
use crate::solution::Store;
use crate::threads::on_threads;

/// Solutions that a thread verifies at a time.
const CHUNK: usize = 1024;

/// The result of verifying a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VerifiedList {
    /// All are solutions.
    Sound,
    /// The first that is none, by its index, and what is wrong with it.
    Wrong(usize, VerifyError),
    /// It was cancelled.
    Cancelled,
}

/// Verifies all solutions of a store against the puzzle. `watch` is called from all threads with the
/// number verified so far, and may cancel. Some microseconds for each solution.
pub fn verify_list(
    puzzle: &Puzzle,
    encoding: &Encoding,
    store: &Store,
    threads: usize,
    watch: &(dyn Fn(u64) -> ControlFlow<()> + Sync),
) -> VerifiedList {
    let verifier = Verifier::new(puzzle);
    let (next, done) = (AtomicUsize::new(0), AtomicU64::new(0));
    let cancelled = AtomicBool::new(false);
    // No chunk after one with an error is begun, and all before it are verified whole.
    let work = || {
        let mut solution = Vec::new();
        while !cancelled.load(Ordering::Relaxed) {
            let start = next.fetch_add(CHUNK, Ordering::Relaxed);
            if start >= store.len() {
                break;
            }
            let end = (start + CHUNK).min(store.len());
            for index in start..end {
                store.read(index, &mut solution);
                if let Err(error) = verifier.verify(&encoding.decode(&solution)) {
                    next.store(store.len(), Ordering::Relaxed);
                    return Some((index, error));
                }
            }
            let verified = done.fetch_add((end - start) as u64, Ordering::Relaxed);
            if watch(verified + (end - start) as u64).is_break() {
                cancelled.store(true, Ordering::Relaxed);
            }
        }
        None
    };
    let threads = threads.min(store.len().div_ceil(CHUNK)).max(1);
    let wrong = on_threads(threads, work).into_iter().flatten();
    match wrong.min_by_key(|(index, _)| *index) {
        Some((index, error)) => VerifiedList::Wrong(index, error),
        None if cancelled.into_inner() => VerifiedList::Cancelled,
        None => VerifiedList::Sound,
    }
}
