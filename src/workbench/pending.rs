//! A value that a thread of its own is working out.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::sync::{Arc, Weak};

/// A value under way, there, or failed. Dropping it lets the thread run out unheard.
#[derive(Debug)]
pub enum Pending<T> {
    /// Being worked out.
    Waiting(Waiting<T>),
    /// There.
    Ready(T),
    /// It could not be had; why.
    Failed(String),
}

/// What comes, and who waits for it.
#[derive(Debug)]
pub struct Waiting<T> {
    receiver: Receiver<Result<T, String>>,
    /// Dropped when nobody waits any more.
    _interest: Arc<()>,
}

/// Tells a thread whether anybody still waits for what it works out.
#[derive(Clone, Debug)]
pub struct Interest(Weak<()>);

impl Interest {
    /// Whether nobody waits any more, so that it may give up.
    pub fn is_lost(&self) -> bool {
        self.0.strong_count() == 0
    }
}

impl<T: Send + 'static> Pending<T> {
    /// As [`Pending::start`], with the means to see whether the value is still wanted.
    pub fn start_while_wanted(
        work: impl FnOnce(&Interest) -> Result<T, String> + Send + 'static,
        wake: impl FnOnce() + Send + 'static,
    ) -> Pending<T> {
        let owner = Arc::new(());
        let interest = Interest(Arc::downgrade(&owner));
        match Pending::start(move || work(&interest), wake) {
            Pending::Waiting(Waiting { receiver, .. }) => {
                Pending::Waiting(Waiting { receiver, _interest: owner })
            }
            over => over,
        }
    }

    /// Starts to work something out, and calls `wake` when it is there.
    pub fn start(
        work: impl FnOnce() -> Result<T, String> + Send + 'static,
        wake: impl FnOnce() + Send + 'static,
    ) -> Pending<T> {
        let (sender, receiver) = channel();
        std::thread::spawn(move || {
            let result = catch_unwind(AssertUnwindSafe(work))
                .unwrap_or_else(|_| Err("this is a fault of the program".to_owned()));
            // Nobody listens any more when the document was closed meanwhile.
            let _ = sender.send(result);
            wake();
        });
        Pending::Waiting(Waiting { receiver, _interest: Arc::new(()) })
    }

    /// Takes the value in if it has come; whether it came just now.
    pub fn poll(&mut self) -> bool {
        let Pending::Waiting(Waiting { receiver, .. }) = self else { return false };
        *self = match receiver.try_recv() {
            Ok(Ok(value)) => Pending::Ready(value),
            Ok(Err(message)) => Pending::Failed(message),
            Err(TryRecvError::Empty) => return false,
            Err(TryRecvError::Disconnected) => Pending::Failed("the thread ended".to_owned()),
        };
        true
    }

    /// Waits for the value; `None` if it could not be had.
    pub fn wait(&mut self) -> Option<&T> {
        if let Pending::Waiting(Waiting { receiver, .. }) = self {
            *self = match receiver.recv() {
                Ok(Ok(value)) => Pending::Ready(value),
                Ok(Err(message)) => Pending::Failed(message),
                Err(_) => Pending::Failed("the thread ended".to_owned()),
            };
        }
        self.get()
    }

    /// The value, if it is there.
    pub fn get(&self) -> Option<&T> {
        match self {
            Pending::Ready(value) => Some(value),
            _ => None,
        }
    }

    /// Whether it is still being worked out.
    pub fn is_waiting(&self) -> bool {
        matches!(self, Pending::Waiting(_))
    }
}
