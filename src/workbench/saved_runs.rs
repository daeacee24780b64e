//! Saved runs, so that neither closing the window nor a crash loses them.
//!
//! Each puzzle has one file in a folder of the program, named by the digest of its problem. A
//! [`Saver`] looks after a run on a thread of its own: it saves now and then and when the run is
//! stopped, and removes the file once the run is complete. Then it stores the
//! [result](super::results). A [`SavedRun`] is what is found there
//! when the puzzle is opened again.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant, SystemTime};

use super::check::analysis::Analysis;
use super::results::PendingResult;
use super::task::Wake;
use crate::job::{Checkpoint, Phase, Plan, Run, TreeRun, digest};
use crate::solution::database::Stored;
use crate::text;
use crate::threads::lock;

/// Time between two looks of a saver at its run.
const POLL_INTERVAL: Duration = Duration::from_millis(200);
/// Time between two looks at a run that is being stopped.
const STOP_INTERVAL: Duration = Duration::from_millis(2);

/// The folder of saved runs, and the time between two saves.
#[derive(Clone, Debug)]
pub struct SavedRuns {
    /// The folder; without one nothing is saved.
    pub folder: Option<PathBuf>,
    /// Time from one checkpoint to the next. A run that is shorter leaves no file.
    pub every: Duration,
}

impl Default for SavedRuns {
    fn default() -> SavedRuns {
        SavedRuns { folder: None, every: Duration::from_secs(30) }
    }
}

/// A saved run, ready to resume.
#[derive(Debug)]
pub struct SavedRun {
    /// The plan that resumes it.
    pub plan: Arc<Plan>,
    /// The progress and the solutions.
    pub checkpoint: Box<Checkpoint>,
    /// When it was saved.
    pub saved: SystemTime,
    /// The file.
    pub path: PathBuf,
    /// True if the file is the program's own to remove.
    own: bool,
}

impl SavedRuns {
    /// The file of a puzzle's run.
    pub fn path(&self, analysis: &Analysis) -> Option<PathBuf> {
        let name = digest(&analysis.encoding.problem, &analysis.group);
        Some(self.folder.as_ref()?.join(format!("{name}.ron")))
    }

    /// The run of a puzzle that was saved, if there is one. Reads the file.
    ///
    /// # Errors
    /// When there is one that cannot be continued; why.
    pub fn find(&self, analysis: &Analysis) -> Result<Option<SavedRun>, String> {
        match self.path(analysis) {
            Some(path) if path.exists() => {
                SavedRun::read(path, analysis).map(|saved| Some(SavedRun { own: true, ..saved }))
            }
            _ => Ok(None),
        }
    }
}

impl SavedRun {
    /// Reads a run of a puzzle from a file of the user's.
    ///
    /// # Errors
    /// When the file is no run, or that of another puzzle or version.
    pub fn read(path: PathBuf, analysis: &Analysis) -> Result<SavedRun, String> {
        let checkpoint = Checkpoint::load(&path).map_err(|error| error.to_string())?;
        let plan = checkpoint
            .plan(analysis.encoded().into())
            .map_err(|why| format!("{}: {why}.", path.display()))?;
        let saved = path.metadata().and_then(|data| data.modified());
        Ok(SavedRun {
            plan: Arc::new(plan),
            checkpoint: Box::new(checkpoint),
            saved: saved.unwrap_or(SystemTime::UNIX_EPOCH),
            path,
            own: false,
        })
    }

    /// Returns whether it is a run of this analysis of a puzzle, whose options have the same
    /// numbers.
    pub fn belongs_to(&self, analysis: &Analysis) -> bool {
        let own = self.plan.encoded();
        own.is_some_and(|own| Arc::ptr_eq(&own.encoding, &analysis.encoding))
    }

    /// The share of the run that is done.
    pub fn position(&self) -> f64 {
        self.checkpoint.position()
    }

    /// The run is not wanted any more: removes the file, if it is the program's own.
    pub fn discard(self) {
        if self.own {
            remove(&self.path);
        }
    }
}

/// Removes a file of the program's own; one that is gone already, or cannot be removed, does no
/// harm.
fn remove(path: &Path) {
    let _ = std::fs::remove_file(path);
}

/// The last outcome of a saver.
#[derive(Clone, Debug, Default)]
pub struct Saved {
    /// When it saved last.
    pub at: Option<SystemTime>,
    /// The reason why the last attempt failed.
    pub failure: Option<String>,
    /// The stored result of the puzzle, once the result of the run was stored.
    pub result: Option<Stored>,
}

/// The file that a run is saved in, and how often.
#[derive(Clone, Debug)]
pub struct SaveFile {
    /// The file.
    pub path: PathBuf,
    /// Time from one checkpoint to the next.
    pub every: Duration,
}

/// Saves a run now and then, and stores its result when it is over. Dropping it saves the run once
/// more, unless that was short, and stops it; the result is stored after that.
#[derive(Debug)]
pub struct Saver {
    /// Asks the thread to save and stop the run; closed, it asks to save and go.
    stop: Option<Sender<()>>,
    /// Closed when nothing is saved any more.
    saved: Receiver<()>,
    last: Arc<Mutex<Saved>>,
    thread: Option<JoinHandle<()>>,
}

impl Saver {
    /// Begins to look after a run; `wake` is called after every save, and when the result is stored.
    pub(super) fn start(
        run: &Run,
        file: Option<SaveFile>,
        result: Option<PendingResult>,
        wake: &Wake,
    ) -> Saver {
        let (stop, asked) = channel();
        let (saves, saved) = channel();
        let last = Arc::new(Mutex::new(Saved::default()));
        let watch =
            Watch { run: run.shared(), file, last: Arc::clone(&last), wake: Arc::clone(wake) };
        let thread = crate::threads::start(move || {
            watch.look_after(&asked);
            drop(saves);
            if let Some(result) = result {
                watch.store(result);
            }
        });
        if let Err(error) = &thread {
            lock(&last).failure = Some(text::io_error(error));
        }
        Saver { stop: Some(stop), saved, last, thread: thread.ok() }
    }

    /// Saves the run and stops it.
    pub fn stop(&self) {
        // Should the thread have ended, so has the run.
        let _ = self.stop.as_ref().map(|stop| stop.send(()));
    }

    /// Returns whether the saver has nothing left to do.
    pub fn is_over(&self) -> bool {
        self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }

    /// Its last outcome.
    pub fn last(&self) -> Saved {
        lock(&self.last).clone()
    }
}

impl Drop for Saver {
    fn drop(&mut self) {
        self.stop = None;
        // Nothing is lost but what came after the last save. Nobody waits here for the result to be
        // stored: the end of the program does.
        let _ = self.saved.recv();
    }
}

/// The state of the thread of a saver.
struct Watch {
    run: Arc<TreeRun>,
    file: Option<SaveFile>,
    last: Arc<Mutex<Saved>>,
    wake: Wake,
}

impl Watch {
    /// Saves the run now and then, until it is over or is to be stopped.
    fn look_after(&self, asked: &Receiver<()>) {
        let mut saved = Instant::now();
        let mut paused = false;
        loop {
            match asked.recv_timeout(POLL_INTERVAL) {
                Ok(()) => {
                    self.save_unless_short();
                    return self.run.stop();
                }
                Err(RecvTimeoutError::Disconnected) => {
                    match self.run.phase() {
                        Phase::Complete => self.remove_file(),
                        _ => self.save_unless_short(),
                    }
                    return;
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
            let phase = self.run.phase();
            let waits = phase == Phase::Paused;
            match phase {
                Phase::Complete => return self.remove_file(),
                Phase::Stopped | Phase::Failed(_) => return,
                Phase::Running
                    if self.file.as_ref().is_some_and(|file| saved.elapsed() >= file.every)
                        && self.run.checkpoint_pays() =>
                {
                    self.save();
                    saved = Instant::now();
                }
                // The wait may be long.
                Phase::Paused if !paused => self.save_unless_short(),
                Phase::Running | Phase::Paused => {}
            }
            paused = waits;
        }
    }

    fn remove_file(&self) {
        if let Some(file) = &self.file {
            remove(&file.path);
        }
    }

    fn save(&self) {
        let Some(SaveFile { path, .. }) = &self.file else { return };
        // None while the tree is being cut into jobs, and when the run is over.
        let Some(checkpoint) = self.run.checkpoint() else { return };
        let folder = path.parent().map_or(Ok(()), std::fs::create_dir_all);
        let result = folder
            .map_err(|error| format!("{}: {}", path.display(), text::io_error(&error)))
            .and_then(|()| checkpoint.save(path).map_err(|error| error.to_string()));
        let mut last = lock(&self.last);
        match result {
            Ok(()) => (last.at, last.failure) = (Some(SystemTime::now()), None),
            Err(message) => last.failure = Some(message),
        }
        drop(last);
        (self.wake)();
    }

    /// Saves what would take a while to find again.
    fn save_unless_short(&self) {
        let Some(SaveFile { every, .. }) = &self.file else { return };
        let snapshot = self.run.snapshot();
        if !snapshot.phase.is_over() && snapshot.elapsed >= *every / 3 {
            self.save();
        }
    }

    /// Stores the result of the run, which is stopped if nobody wants it to go on.
    fn store(&self, result: PendingResult) {
        self.run.stop();
        while !self.run.phase().is_over() {
            std::thread::sleep(STOP_INTERVAL);
        }
        let stored = result.store(&self.run);
        lock(&self.last).result = stored;
        (self.wake)();
    }
}
