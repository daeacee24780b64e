//! The time that a measurement took.

/// CPU seconds of this process, all of its threads together, so that an engine is charged for the
/// threads that it starts. Where the system does not tell, the seconds of the clock.
pub(crate) fn cpu_seconds() -> f64 {
    #[cfg(target_os = "linux")]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
        time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
    }
    #[cfg(not(target_os = "linux"))]
    std::time::UNIX_EPOCH.elapsed().map_or(0.0, |time| time.as_secs_f64())
}
