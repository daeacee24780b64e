//! Room for recursion.

use std::panic::resume_unwind;
use std::thread::{Builder, scope};

/// The stack that every thread can be trusted to have left, in bytes. Threads have 2 MiB in all
/// unless they ask for more.
const SAFE_BYTES: usize = 512 << 10;

/// Does work that may need so many bytes of stack: here where that is little, else on a thread that
/// has them. Only what is used of a stack takes memory.
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
