//! A task on a thread of its own, and the value that comes of it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::sync::{Arc, Weak};

/// Stack of a thread: engines and listings recurse a level for each piece. Only what is used is real
/// memory.
const STACK_BYTES: usize = 256 << 20;

/// A value under way, there, or failed. Dropping it lets the thread run out unheard.
#[derive(Debug)]
pub enum Task<T> {
    /// Being worked out.
    Waiting(Waiting<T>),
    /// There.
    Ready(T),
    /// It failed; the reason.
    Failed(String),
}

/// A value under way, and the interest in it.
#[derive(Debug)]
pub struct Waiting<T> {
    receiver: Receiver<Result<T, String>>,
    /// Dropped when nobody waits any more.
    _interest: Arc<()>,
}

/// Tells a thread whether its result is still wanted.
#[derive(Clone, Debug)]
pub struct CancelToken(Weak<()>);

impl CancelToken {
    /// Whether nobody waits any more, so that it may give up.
    pub fn is_lost(&self) -> bool {
        self.0.strong_count() == 0
    }
}

impl<T: Send + 'static> Task<T> {
    /// As [`Task::start`], with the means to see whether the value is still wanted.
    pub fn start_cancellable(
        work: impl FnOnce(&CancelToken) -> Result<T, String> + Send + 'static,
        wake: impl FnOnce() + Send + 'static,
    ) -> Task<T> {
        let owner = Arc::new(());
        let interest = CancelToken(Arc::downgrade(&owner));
        match Task::start(move || work(&interest), wake) {
            Task::Waiting(Waiting { receiver, .. }) => {
                Task::Waiting(Waiting { receiver, _interest: owner })
            }
            over => over,
        }
    }

    /// Starts to work something out, and calls `wake` when it is there.
    pub fn start(
        work: impl FnOnce() -> Result<T, String> + Send + 'static,
        wake: impl FnOnce() + Send + 'static,
    ) -> Task<T> {
        let (sender, receiver) = channel();
        let work = move || {
            let result = catch_unwind(AssertUnwindSafe(work))
                .unwrap_or_else(|_| Err("internal error; please report it".to_owned()));
            // Nobody listens any more when the document was closed meanwhile.
            let _ = sender.send(result);
            wake();
        };
        // Without a thread the channel is closed, and the value fails when it is asked for.
        let _ = std::thread::Builder::new().stack_size(STACK_BYTES).spawn(work);
        Task::Waiting(Waiting { receiver, _interest: Arc::new(()) })
    }

    /// Takes in the value if it has come. Returns whether it came just now.
    pub fn poll(&mut self) -> bool {
        let Task::Waiting(Waiting { receiver, .. }) = self else { return false };
        *self = match receiver.try_recv() {
            Ok(result) => Task::from_result(result),
            Err(TryRecvError::Empty) => return false,
            Err(TryRecvError::Disconnected) => Task::ended_early(),
        };
        true
    }

    /// Waits for the value; `None` if the task failed. Not for the window's thread.
    pub fn wait(&mut self) -> Option<&T> {
        if let Task::Waiting(Waiting { receiver, .. }) = self {
            *self = receiver.recv().map_or_else(|_| Task::ended_early(), Task::from_result);
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

    /// The value, if it is there.
    pub fn get(&self) -> Option<&T> {
        match self {
            Task::Ready(value) => Some(value),
            _ => None,
        }
    }

    /// Whether it is still being worked out.
    pub fn is_waiting(&self) -> bool {
        matches!(self, Task::Waiting(_))
    }
}
