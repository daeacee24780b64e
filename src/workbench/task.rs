//! A task on a thread of its own, and its result.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, Weak};
use std::thread::JoinHandle;

use crate::threads::{self, lock};

/// Called when something has changed behind the window's back.
pub type Wake = Arc<dyn Fn() + Send + Sync>;

/// The result of a task: awaited, ready, or failed. When it is dropped, the thread ends unobserved.
#[derive(Debug)]
pub enum Task<T> {
    /// Not ready yet.
    Waiting(Waiting<T>),
    /// Ready.
    Ready(T),
    /// Failed, with the reason.
    Failed(String),
}

/// A result not ready yet, and the interest in it.
#[derive(Debug)]
pub struct Waiting<T> {
    thread: Option<JoinHandle<()>>,
    /// Where the thread leaves the result.
    place: Arc<Place<T>>,
    /// Dropped when the result is no longer wanted.
    interest: Arc<Interest>,
}

/// The result of a thread, once it is there.
type Place<T> = Mutex<Option<Result<T, String>>>;

/// The interest in a result, and how far the work on it is.
#[derive(Debug, Default)]
struct Interest {
    done: AtomicU64,
    all: AtomicU64,
}

/// A token by which a thread learns that its result is no longer wanted, and says how far it is.
#[derive(Clone, Debug)]
pub struct CancelToken(Weak<Interest>);

impl CancelToken {
    /// Notes how much is done, and of how much; breaks off when the result is no longer wanted.
    pub fn report(&self, done: u64, all: u64) -> ControlFlow<()> {
        let Some(interest) = self.0.upgrade() else { return ControlFlow::Break(()) };
        interest.done.store(done, Ordering::Relaxed);
        interest.all.store(all, Ordering::Relaxed);
        ControlFlow::Continue(())
    }

    /// Returns whether the result is no longer wanted, so that the thread may give up.
    pub fn is_lost(&self) -> bool {
        self.0.strong_count() == 0
    }
}

impl<T: Send + 'static> Task<T> {
    /// Starts a task on a thread of its own, and calls `wake` when its result is ready. By its token
    /// the work learns that the result is no longer wanted, and says how far it is.
    pub fn start(
        wake: &Wake,
        work: impl FnOnce(CancelToken) -> Result<T, String> + Send + 'static,
    ) -> Task<T> {
        let place: Arc<Place<T>> = Arc::default();
        let (interest, wake) = (Arc::new(Interest::default()), Arc::clone(wake));
        let token = CancelToken(Arc::downgrade(&interest));
        let left = Arc::clone(&place);
        let started = threads::start(move || {
            let result = catch_unwind(AssertUnwindSafe(|| work(token)))
                .unwrap_or_else(|_| Err("internal error; please report it".to_owned()));
            *lock(&left) = Some(result);
            wake();
        });
        let thread = started.map_err(|error| {
            let why = format!("the system cannot start a thread: {error}");
            lock(&place).replace(Err(why))
        });
        Task::Waiting(Waiting { thread: thread.ok(), place, interest })
    }

    /// Receives the result if it is ready. Returns whether it became ready in this call.
    pub fn poll(&mut self) -> bool {
        let Task::Waiting(Waiting { place, .. }) = self else { return false };
        let Some(result) = lock(place).take() else { return false };
        *self = Task::from_result(result);
        true
    }

    /// Waits for the result; `None` if the task failed. Not for the window's thread.
    pub fn wait(&mut self) -> Option<&T> {
        if let Task::Waiting(Waiting { thread, place, .. }) = self {
            // What the work panics with is caught: an error here is one of `wake`.
            let _ = thread.take().map(JoinHandle::join);
            let result = lock(place).take();
            *self = result.map_or_else(Task::ended_early, Task::from_result);
        }
        self.get()
    }

    fn from_result(result: Result<T, String>) -> Task<T> {
        match result {
            Ok(value) => Task::Ready(value),
            Err(why) => Task::Failed(why),
        }
    }

    fn ended_early() -> Task<T> {
        Task::Failed("internal error (the thread ended early); please report it".to_owned())
    }
}

impl<T> Task<T> {
    /// The result, if it is ready.
    pub fn get(&self) -> Option<&T> {
        match self {
            Task::Ready(value) => Some(value),
            _ => None,
        }
    }

    /// The fraction that is done, if the thread has said how far it is.
    pub fn fraction(&self) -> Option<f32> {
        let Task::Waiting(Waiting { interest, .. }) = self else { return None };
        let (done, all) =
            (interest.done.load(Ordering::Relaxed), interest.all.load(Ordering::Relaxed));
        (all > 0).then(|| (done as f64 / all as f64).min(1.0) as f32)
    }

    /// Returns whether the result is not ready yet.
    pub fn is_waiting(&self) -> bool {
        matches!(self, Task::Waiting(_))
    }
}
