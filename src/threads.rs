//! Work that several threads share. It is done by fewer where the system gives no more.

use std::sync::{Mutex, PoisonError};
use std::thread::{Builder, scope};

/// Does work on this thread and on others, so many in all or as many as the system gives; the result
/// of each. A panic in one of them goes on in this one when all have ended.
pub fn on_threads<R: Send>(count: usize, work: impl Fn() -> R + Sync) -> Vec<R> {
    scope(|scope| {
        let others: Vec<_> =
            (1..count).map_while(|_| Builder::new().spawn_scoped(scope, &work).ok()).collect();
        let mut results = vec![work()];
        let joined = others.into_iter().map(|thread| thread.join());
        results.extend(
            joined.map(|result| result.unwrap_or_else(|panic| std::panic::resume_unwind(panic))),
        );
        results
    })
}

/// Does the work of each share, on as many threads as there are shares or as the system gives; the
/// results in the order of the shares.
pub fn share_out<S: Send, R: Send>(
    shares: impl IntoIterator<Item = S>,
    work: impl Fn(S) -> R + Sync,
) -> Vec<R> {
    let shares: Vec<S> = shares.into_iter().collect();
    let count = shares.len();
    let queue = Mutex::new(shares.into_iter().enumerate());
    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
    let mut done: Vec<(usize, R)> = on_threads(count, || {
        std::iter::from_fn(next).map(|(n, share)| (n, work(share))).collect::<Vec<_>>()
    })
    .into_iter()
    .flatten()
    .collect();
    done.sort_unstable_by_key(|&(n, _)| n);
    done.into_iter().map(|(_, result)| result).collect()
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
