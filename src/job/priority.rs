//! Work that lets the window, and everything else, go first.

/// How much a thread steps back: as far as `nice` does when it is not told.
#[cfg(all(target_os = "linux", not(test)))]
const NICENESS: i32 = 10;

/// Lets other threads go before this one from now on, and before those that it starts. Where the
/// machine has nothing else to do it is as fast as ever. Elsewhere than on Linux, where threads
/// cannot be told apart that way, nothing changes.
pub fn lower_priority() {
    // To Linux no process means this thread. That it cannot be done is no reason not to work.
    #[cfg(all(target_os = "linux", not(test)))]
    let _ = rustix::process::setpriority_process(None, NICENESS);
}
