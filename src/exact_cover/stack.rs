//! Stack for recursion.

use std::panic::resume_unwind;
use std::thread::{Builder, scope};

/// The stack that every thread has left, in bytes. The stack of a thread is 2 MiB by default.
const SAFE_BYTES: usize = 512 << 10;

/// Does work that needs at most `bytes` of stack: on this thread if that is little, otherwise on a
/// thread made for it. Only the part of a stack that is used takes memory.
pub(super) fn with_stack<T: Send>(bytes: usize, work: impl FnOnce() -> T + Send) -> T {
    if bytes <= SAFE_BYTES {
        return work();
    }
    scope(|scope| {
        let thread = Builder::new().stack_size(bytes).spawn_scoped(scope, work);
        let result = thread.expect("the system provides a thread").join();
        result.unwrap_or_else(|panic| resume_unwind(panic))
    })
}
