//! The gate that lets the threads of a run go on, pause or stop; its clock, which stops during
//! pauses; and the calls of its owner.

use std::any::Any;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use crate::threads::{self, lock};

/// The shortest time between two reports of a thread.
pub(super) const REPORT_INTERVAL: Duration = Duration::from_millis(33);

/// The callback to the owner of a run. Must not block.
pub(super) type Wake = Arc<dyn Fn() + Send + Sync>;

/// The phase of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Searching.
    Running,
    /// Waiting to be resumed.
    Paused,
    /// Done: every solution was found.
    Complete,
    /// Ended before all was searched.
    Stopped,
    /// Ended by an internal error; what was found is kept.
    Failed(String),
}

impl Phase {
    /// Returns whether the threads have ended.
    pub fn is_over(&self) -> bool {
        !matches!(self, Phase::Running | Phase::Paused)
    }
}

/// The request of a run's owner to its threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum Request {
    Go,
    Pause,
    Stop,
}

/// The message of a panic.
pub(super) fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    text.unwrap_or_else(|| "a worker ended without a message".to_owned())
}

/// Lets so many threads work, and waits for them. A panic in one is told to `fail`.
pub(super) fn on_threads(count: usize, work: impl Fn() + Sync, fail: impl Fn(String) + Sync) {
    threads::on_threads(count, || {
        if let Err(panic) = catch_unwind(AssertUnwindSafe(&work)) {
            fail(panic_message(&*panic));
        }
    });
}

/// The gate of a run: all its threads pass it often.
pub struct Gate {
    /// A [`Request`]: read often, so atomic; changed under `clock`.
    request: AtomicU8,
    clock: Mutex<Clock>,
    changed: Condvar,
    /// The phase in which the run ended.
    outcome: OnceLock<Phase>,
    wake: Option<Wake>,
    began: Instant,
    /// When the owner was called last, in milliseconds since `began`.
    last_wake: AtomicU64,
}

/// The time spent before the last start, and the time of that start.
struct Clock {
    before: Duration,
    running_since: Option<Instant>,
}

impl Clock {
    fn stop(&mut self) {
        if let Some(since) = self.running_since.take() {
            self.before += since.elapsed();
        }
    }
}

impl Gate {
    /// An open gate of a run that was at work for a time `before`.
    pub(super) fn new(before: Duration, wake: Option<Wake>) -> Gate {
        let now = Instant::now();
        Gate {
            request: AtomicU8::new(Request::Go as u8),
            clock: Mutex::new(Clock { before, running_since: Some(now) }),
            changed: Condvar::new(),
            outcome: OnceLock::new(),
            wake,
            began: now,
            last_wake: AtomicU64::new(0),
        }
    }

    /// Returns the request to the threads.
    pub(super) fn request(&self) -> Request {
        match self.request.load(Ordering::Relaxed) {
            0 => Request::Go,
            1 => Request::Pause,
            _ => Request::Stop,
        }
    }

    /// Asks the threads to go on, pause or stop; a stop is final.
    pub(super) fn set(&self, request: Request) {
        let mut clock = lock(&self.clock);
        let now = self.request();
        if now == Request::Stop || now == request {
            return;
        }
        if now == Request::Go {
            clock.stop();
        } else if request == Request::Go {
            clock.running_since = Some(Instant::now());
        }
        self.request.store(request as u8, Ordering::Relaxed);
        drop(clock);
        self.changed.notify_all();
        self.wake(true);
    }

    /// The phase of the run. Takes no lock.
    pub(super) fn phase(&self) -> Phase {
        self.outcome.get().cloned().unwrap_or_else(|| match self.request() {
            Request::Pause => Phase::Paused,
            _ => Phase::Running,
        })
    }

    /// Sets the phase in which the run ends; the first end counts.
    pub(super) fn end(&self, phase: Phase) {
        let _ = self.outcome.set(phase);
    }

    /// Lets the run fail, unless it has ended before, and stops the threads.
    pub(super) fn fail(&self, message: String) {
        self.end(Phase::Failed(message));
        self.set(Request::Stop);
    }

    /// Calls the owner: at once, or at most 30 times a second.
    pub(super) fn wake(&self, now: bool) {
        let Some(wake) = &self.wake else { return };
        let millis = self.began.elapsed().as_millis() as u64;
        let last = self.last_wake.load(Ordering::Relaxed);
        if now || millis >= last + REPORT_INTERVAL.as_millis() as u64 {
            self.last_wake.store(millis, Ordering::Relaxed);
            wake();
        }
    }

    /// Waits while the run is paused; breaks when it is to stop.
    pub(super) fn check(&self) -> ControlFlow<()> {
        match self.request() {
            Request::Go => ControlFlow::Continue(()),
            Request::Stop => ControlFlow::Break(()),
            Request::Pause => {
                self.wait_while(|| self.request() == Request::Pause);
                self.check()
            }
        }
    }

    /// Waits while a condition holds, which [`Gate::set`] can change, and what [`Gate::look_again`]
    /// is called for.
    pub(super) fn wait_while(&self, condition: impl Fn() -> bool) {
        let mut clock = lock(&self.clock);
        while condition() {
            clock = self.changed.wait(clock).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Lets those that wait look at their conditions again.
    pub(super) fn look_again(&self) {
        // Nobody is now between looking and waiting.
        drop(lock(&self.clock));
        self.changed.notify_all();
    }

    /// Time spent, pauses left out.
    pub(super) fn elapsed(&self) -> Duration {
        let clock = lock(&self.clock);
        clock.before + clock.running_since.map_or(Duration::ZERO, |since| since.elapsed())
    }

    /// Stops the clock for good: the run is over.
    pub(super) fn stop_clock(&self) {
        lock(&self.clock).stop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicUsize;

    #[test]
    fn a_paused_gate_holds_threads_and_its_clock() {
        let calls = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&calls);
        let wake: Wake = Arc::new(move || {
            counted.fetch_add(1, Ordering::Relaxed);
        });
        let gate = Gate::new(Duration::from_secs(5), Some(wake));
        assert!(gate.check().is_continue());
        gate.set(Request::Pause);
        let at_pause = gate.elapsed();
        assert!(at_pause >= Duration::from_secs(5));
        std::thread::scope(|scope| {
            let passed = scope.spawn(|| gate.check());
            std::thread::sleep(Duration::from_millis(20));
            assert!(!passed.is_finished());
            assert_eq!(gate.elapsed(), at_pause);
            gate.set(Request::Go);
            assert!(passed.join().expect("no panic").is_continue());
        });
        assert_eq!(calls.load(Ordering::Relaxed), 2);
        gate.set(Request::Stop);
        gate.set(Request::Go);
        assert_eq!(gate.request(), Request::Stop);
        assert!(gate.check().is_break());
        assert_eq!(calls.load(Ordering::Relaxed), 3);
    }

    #[test]
    fn a_waiting_thread_looks_again() {
        let gate = Gate::new(Duration::ZERO, None);
        let flag = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| gate.wait_while(|| flag.load(Ordering::Relaxed) == 0));
            flag.store(1, Ordering::Relaxed);
            gate.look_again();
            waiting.join().expect("no panic");
        });
    }

    #[test]
    fn panics_of_both_kinds_have_their_message() {
        for (said, panic) in [
            ("plain", std::panic::catch_unwind(|| panic!("plain"))),
            ("made of 2", std::panic::catch_unwind(|| panic!("made of {}", 1 + 1))),
        ] {
            let panic = panic.expect_err("a panic");
            assert_eq!(panic_message(&*panic), said);
        }
    }
}
