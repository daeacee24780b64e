//! The times of frames, as the benches of the window print them.

use std::time::{Duration, Instant};

/// The time of a frame, and the processor's time of its own where the system says.
pub(crate) type Frame = (Duration, Option<Duration>);

/// The time that a frame takes.
pub(crate) fn frame(step: impl FnOnce()) -> Frame {
    let (began, before) = (Instant::now(), own_time());
    step();
    (began.elapsed(), own_time().zip(before).map(|(now, before)| now - before))
}

pub(crate) fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// The heads of the columns.
pub(crate) fn print_heads() {
    println!("{:<44} {:>8} {:>8} {:>8}", "milliseconds", "least", "middle", "largest");
}

/// The least, the middle and the largest of some times, in milliseconds.
pub(crate) fn print(what: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let last = times.len() - 1;
    let [least, middle, most] = [0, last / 2, last].map(|n| ms(times[n]));
    println!("{what:<44} {least:>8.2} {middle:>8.2} {most:>8.2}");
}

/// The time of frames, and the processor's time of their own.
pub(crate) fn print_frames(what: &str, frames: Vec<Frame>) {
    let own: Option<Vec<Duration>> = frames.iter().map(|(_, own)| *own).collect();
    print(what, frames.into_iter().map(|(all, _)| all).collect());
    if let Some(own) = own {
        print("  by itself", own);
    }
}

/// How long the processor has worked for this thread, where the system says.
fn own_time() -> Option<Duration> {
    #[cfg(target_os = "linux")]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        Some(Duration::new(time.tv_sec as u64, time.tv_nsec as u32))
    }
    #[cfg(not(target_os = "linux"))]
    None
}
