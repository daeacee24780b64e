//! Work on other threads: started, and shared by several. It is done by fewer where the system gives
//! no more.
//!
//! What starts a thread takes work by reference or in a box, so that it is compiled once, and not for
//! each work.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle, scope};

/// A lock is poisoned only when a thread panicked, which is caught and reported; what it guards is
/// plain data that stays usable.
pub fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts work on a thread of its own; an error where the system gives none.
pub fn start(work: impl FnOnce() + Send + 'static) -> std::io::Result<JoinHandle<()>> {
    let work: Box<dyn FnOnce() + Send> = Box::new(work);
    Builder::new().spawn(work)
}

/// Does work on this thread and on others, so many in all or as many as the system gives; the result
/// of each, in any order. A panic in one of them goes on in this one when all have ended.
pub fn on_threads<R: Send>(count: usize, work: impl Fn() -> R + Sync) -> Vec<R> {
    let results = Mutex::new(Vec::new());
    work_on_threads(count, &|| {
        let result = work();
        lock(&results).push(result);
    });
    results.into_inner().unwrap_or_else(PoisonError::into_inner)
}

fn work_on_threads(count: usize, work: &(dyn Fn() + Sync)) {
    scope(|scope| {
        let others: Vec<_> =
            (1..count).map_while(|_| Builder::new().spawn_scoped(scope, work).ok()).collect();
        work();
        for thread in others {
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        }
    });
}

/// Does the work of each share, on as many threads as there are shares or as the system gives; the
/// results in the order of the shares.
pub fn share_out<S: Send, R: Send>(
    shares: impl IntoIterator<Item = S>,
    work: impl Fn(S) -> R + Sync,
) -> Vec<R> {
    let shares: Vec<S> = shares.into_iter().collect();
    let results: Vec<Mutex<Option<R>>> = shares.iter().map(|_| Mutex::new(None)).collect();
    let queue = Mutex::new(shares.into_iter().zip(&results));
    let next = || lock(&queue).next();
    work_on_threads(results.len(), &|| {
        while let Some((share, place)) = next() {
            let result = work(share);
            *lock(place) = Some(result);
        }
    });
    let result =
        |place: Mutex<Option<R>>| place.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.into_iter().filter_map(result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_share_is_done_once_and_results_keep_their_order() {
        for count in [0, 1, 2, 3, 50] {
            let squares: Vec<usize> = share_out(0..count, |n| n * n);
            assert_eq!(squares, (0..count).map(|n| n * n).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_panic_of_one_thread_is_a_panic_of_all() {
        let outcome = std::panic::catch_unwind(|| {
            share_out(0..4, |n| assert!(n != 3, "three"));
        });
        assert!(outcome.is_err());
    }
}
