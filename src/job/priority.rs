//! Work that lets the window, and everything else, go first.

/// The niceness of threads at low priority: the default of the command `nice`.
#[cfg(all(target_os = "linux", not(test)))]
const NICENESS: i32 = 10;

/// Lets other threads go before this one from now on, and before those that it starts. Where the
/// machine has nothing else to do it is as fast as ever. Does nothing on systems other than Linux,
/// where threads have no niceness of their own.
pub fn lower_priority() {
    // To Linux no process means this thread. A failure is ignored, as the work can still be done.
    #[cfg(all(target_os = "linux", not(test)))]
    let _ = rustix::process::setpriority_process(None, NICENESS);
}
