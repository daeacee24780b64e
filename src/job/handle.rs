//! The handle of whatever runs on threads of its own: a search tree, a search for first solutions, a
//! batch of variants or sets of pieces. It starts, pauses, resumes, stops and awaits the run, and gives
//! access to what the run shows of itself.

use std::ops::Deref;
use std::path::Path;
use std::sync::Arc;
use std::thread::JoinHandle;

use super::gate::{Gate, Phase, Request};
use super::lower_priority;
use crate::format::FileError;

/// The data that the threads of a run share, and the work on it.
pub trait Runnable: Send + Sync + Sized + 'static {
    /// The run at one moment.
    type Snapshot;

    /// The gate that all its threads pass.
    fn gate(&self) -> &Gate;

    /// The whole run, on the thread that coordinates it. Catches panics and ends the gate.
    fn work(self: Arc<Self>);

    /// The run at this moment.
    fn snapshot(&self) -> Self::Snapshot;

    /// Saves the state from which the run can be resumed later; whether that was worth its time.
    ///
    /// # Errors
    /// When writing fails.
    fn save(&self, path: &Path) -> Result<bool, FileError>;
}

/// A run in progress or done. Dropping it stops and ends its threads. Shows what the run
/// shows of itself.
pub struct Handle<W: Runnable> {
    run: Arc<W>,
    thread: Option<JoinHandle<()>>,
}

impl<W: Runnable> Handle<W> {
    /// Starts a run, its threads perhaps at low priority.
    pub(super) fn launch(run: W, background: bool) -> Handle<W> {
        let run = Arc::new(run);
        let owned = Arc::clone(&run);
        let work = move || {
            // The threads that it starts inherit the priority.
            if background {
                lower_priority();
            }
            owned.work();
        };
        let thread = crate::threads::start(work);
        if let Err(error) = &thread {
            run.gate().fail(format!("the system cannot start a thread: {error}"));
        }
        Handle { run, thread: thread.ok() }
    }

    /// Asks the threads to pause. They do within a few thousand nodes.
    pub fn pause(&self) {
        self.run.gate().set(Request::Pause);
    }

    /// Resumes a paused run.
    pub fn resume(&self) {
        self.run.gate().set(Request::Go);
    }

    /// Asks the threads to stop; what they found is kept.
    pub fn stop(&self) {
        self.run.gate().set(Request::Stop);
    }

    /// Waits until the threads have ended.
    pub fn wait(&mut self) {
        if let Some(thread) = self.thread.take() {
            // A panic has been caught and reported inside the thread.
            let _ = thread.join();
        }
    }

    /// The phase of the run. Takes no lock.
    pub fn phase(&self) -> Phase {
        self.run.gate().phase()
    }

    /// The run at this moment. Takes locks and copies; once a frame is often enough.
    pub fn snapshot(&self) -> W::Snapshot {
        self.run.snapshot()
    }

    /// Saves the state from which the run can be resumed later; whether that was worth its time.
    ///
    /// # Errors
    /// When writing fails; the old file is then as it was.
    pub fn save(&self, path: &Path) -> Result<bool, FileError> {
        self.run.save(path)
    }

    /// The run itself, for another thread. Whoever has it does not keep the run going.
    pub fn shared(&self) -> Arc<W> {
        Arc::clone(&self.run)
    }
}

impl<W: Runnable> Deref for Handle<W> {
    type Target = W;

    fn deref(&self) -> &W {
        &self.run
    }
}

impl<W: Runnable> Drop for Handle<W> {
    fn drop(&mut self) {
        self.stop();
        self.wait();
    }
}
