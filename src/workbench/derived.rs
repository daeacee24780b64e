//! A value that is worked out of a key on a thread: the value before stays shown meanwhile, and the
//! window is woken when the next one is there. Leans on [`Task`](super::Task).

use std::sync::Arc;

use super::task::{CancelToken, Task, Wake};

/// A value of a key.
#[derive(Debug)]
pub struct Derived<K, T> {
    /// The key that was asked for last, until its value is there; it stays where the work failed.
    asked: Option<(K, Task<T>)>,
    /// The last value, and its key.
    last: Option<(K, T)>,
}

/// Something shared that is told apart by where it is, so that a key with it is compared in no time.
#[derive(Debug)]
pub struct Same<T: ?Sized>(pub Arc<T>);

impl<T: ?Sized> Clone for Same<T> {
    fn clone(&self) -> Same<T> {
        Same(Arc::clone(&self.0))
    }
}

impl<T: ?Sized> PartialEq for Same<T> {
    fn eq(&self, other: &Same<T>) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl<K, T> Default for Derived<K, T> {
    fn default() -> Derived<K, T> {
        Derived { asked: None, last: None }
    }
}

impl<K: PartialEq, T: Send + 'static> Derived<K, T> {
    /// Asks for the value of a key, unless it is there or asked for already, and takes in what is
    /// ready. Work on another key is given up. Returns whether a value has come, or failed.
    pub fn follow<W>(&mut self, key: K, wake: &Wake, prepare: impl FnOnce(&K) -> W) -> bool
    where
        W: FnOnce(CancelToken) -> Result<T, String> + Send + 'static,
    {
        if !self.is_of(&key) {
            let work = prepare(&key);
            self.asked = Some((key, Task::start(wake, work)));
        }
        self.poll()
    }

    /// Takes in the value that was asked for. Returns whether it has come, or failed.
    fn poll(&mut self) -> bool {
        if !self.asked.as_mut().is_some_and(|(_, task)| task.poll()) {
            return false;
        }
        // A value before one that failed is no longer shown.
        self.last = None;
        if let Some((key, Task::Ready(value))) =
            self.asked.take_if(|(_, task)| task.get().is_some())
        {
            self.last = Some((key, value));
        }
        true
    }

    /// Returns whether the value of a key is there or asked for.
    fn is_of(&self, key: &K) -> bool {
        let own = self.asked.as_ref().map(|(own, _)| own);
        own.or(self.last.as_ref().map(|(own, _)| own)) == Some(key)
    }
}

impl<K, T> Derived<K, T> {
    /// The last value, perhaps of an earlier key; `None` where the one asked for since has failed.
    pub fn get(&self) -> Option<&T> {
        self.last.as_ref().map(|(_, value)| value)
    }

    /// The last value with its key.
    pub fn entry(&self) -> Option<&(K, T)> {
        self.last.as_ref()
    }

    /// The reason why the value that was asked for last is not available.
    pub fn failure(&self) -> Option<&str> {
        match &self.asked {
            Some((_, Task::Failed(why))) => Some(why),
            _ => None,
        }
    }

    /// Returns whether a value is being worked out.
    pub fn is_waiting(&self) -> bool {
        self.asked.as_ref().is_some_and(|(_, task)| task.is_waiting())
    }

    /// The fraction of the work that is done, if the thread has said how far it is.
    pub fn fraction(&self) -> Option<f32> {
        self.asked.as_ref().and_then(|(_, task)| task.fraction())
    }
}
