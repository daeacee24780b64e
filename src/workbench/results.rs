//! Stored results: what runs found, kept in one [database](crate::solution::database) for all
//! puzzles, so that it is there at once when a puzzle is opened, edited or undone to one that was
//! solved before.
//!
//! A run is watched by its [`Saver`](super::saved_runs::Saver), which stores its result when it is
//! over. All of it happens on threads of their own; at its end the program waits for what is still
//! being stored.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::check::analysis::Analysis;
use crate::job::{Phase, TreeRun};
use crate::solution::Store;
use crate::solution::database::{
    Database, DatabaseError, Mark, NewResult, OpenedDatabase, ProblemDigest, ResultSummary, Stored,
    StoredResult,
};

/// The default of the space that the solutions of all results may take, in bytes.
pub const DEFAULT_LIMIT: u64 = 2_000_000_000;
/// Time that the end of the program waits for what is still being stored.
const FINAL_STORE_TIMEOUT: Duration = Duration::from_secs(120);

/// The marked solutions of a problem, by their [records](Store::record).
pub type MarkMap = BTreeMap<Vec<u8>, Mark>;

/// The folder of what the window keeps for a user; `None` where the user has no home folder, or one
/// that would be another from every folder where the program is started.
pub fn data_folder() -> Option<PathBuf> {
    let folders = directories::ProjectDirs::from("", "", "polywright")?;
    Some(folders.data_local_dir().to_owned()).filter(|folder| folder.is_absolute())
}

/// The file where the window stores results, where there is a [folder](data_folder).
pub fn default_file() -> Option<PathBuf> {
    Some(data_folder()?.join("results.sqlite"))
}

/// The place of stored results. Dropping the last one that is not a [handle](Results::handle) waits
/// for what is still being stored.
#[derive(Debug, Default)]
pub struct Results(ResultsHandle);

/// The place of stored results, for other threads.
#[derive(Clone, Debug)]
pub struct ResultsHandle {
    /// The file; without one nothing is stored.
    path: Option<PathBuf>,
    /// Bytes that the solutions of all results may take.
    limit: u64,
    shared: Arc<Shared>,
}

impl Default for ResultsHandle {
    fn default() -> ResultsHandle {
        ResultsHandle { path: None, limit: DEFAULT_LIMIT, shared: Arc::default() }
    }
}

#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    /// Rung when nothing is pending any more.
    idle: Condvar,
}

#[derive(Debug, Default)]
struct State {
    /// Runs whose results are still to be stored.
    pending: usize,
    /// Messages for people that were not yet shown.
    messages: Vec<String>,
    /// All messages so far, so that none comes twice.
    known: BTreeSet<String>,
    /// Marks that are still to be written, in the order of the user's doing, by the problem and the
    /// record of the solution.
    marks: VecDeque<(ProblemDigest, Vec<u8>, Mark)>,
    /// True if a thread writes the marks.
    writes_marks: bool,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Results {
    fn drop(&mut self) {
        self.wait();
    }
}

impl Results {
    /// Stores results in a file from now on, and finds them there.
    pub fn keep_in(&mut self, path: PathBuf) {
        self.0.path = Some(path);
    }

    /// Changes the space that the solutions of all results may take.
    pub fn set_limit(&mut self, limit: u64) {
        self.0.limit = limit;
    }

    /// The same place, for another thread.
    pub fn handle(&self) -> ResultsHandle {
        self.0.clone()
    }

    /// Returns whether results are stored at all.
    pub fn are_kept(&self) -> bool {
        self.0.path.is_some()
    }

    /// Waits until nothing is being stored any more.
    pub fn wait(&self) {
        let shared = &self.0.shared;
        let is_pending = |state: &mut State| state.pending > 0;
        // What takes longer is lost as when the machine is switched off.
        let _ = shared.idle.wait_timeout_while(shared.lock(), FINAL_STORE_TIMEOUT, is_pending);
    }

    /// The next message for people, if there is one.
    pub(super) fn next_message(&self) -> Option<String> {
        self.0.shared.lock().messages.pop()
    }
}

impl ResultsHandle {
    /// Opens the database; `None` where nothing is stored. A damaged file is set aside, of which
    /// people are told once.
    pub(super) fn open(&self) -> Result<Option<Database>, DatabaseError> {
        let Some(path) = &self.path else { return Ok(None) };
        let OpenedDatabase { database, set_aside } = Database::open_or_replace(path)?;
        if let Some(kept) = set_aside {
            self.tell(format!(
                "The stored results were damaged. The file was moved to {}, in case it can be \
                 repaired; results are now stored in a new file.",
                kept.display()
            ));
        }
        Ok(Some(database))
    }

    /// Leaves a message for people, unless they have had it.
    fn tell(&self, message: String) {
        let mut state = self.shared.lock();
        if state.known.insert(message.clone()) {
            state.messages.push(message);
        }
    }

    /// Leaves a message for people about what failed.
    fn tell_failure(&self, what: &str, error: &DatabaseError) {
        self.tell(format!("{what}: {error}."));
    }

    /// The result of a puzzle, if one is stored. Not for the window's thread.
    pub(super) fn find(&self, analysis: &Analysis) -> Option<StoredResult> {
        let find = || {
            let Some(mut database) = self.open()? else { return Ok(None) };
            let digest = ProblemDigest::new(&analysis.encoding.problem, &analysis.group);
            database.load(&digest, &analysis.group)
        };
        find().unwrap_or_else(|error| {
            self.tell_failure("Stored results cannot be read", &error);
            None
        })
    }

    /// The marks of the solutions of a problem. Not for the window's thread.
    pub(super) fn marks(&self, digest: &ProblemDigest) -> MarkMap {
        let read = || self.open()?.map_or(Ok(Vec::new()), |database| database.marks(digest));
        let marks = read().unwrap_or_else(|error| {
            self.tell_failure("Marks of solutions cannot be read", &error);
            Vec::new()
        });
        marks.into_iter().collect()
    }

    /// Keeps the marks of a solution, on a thread of its own. Later ones are written later.
    pub(super) fn keep_mark(&self, digest: ProblemDigest, record: Vec<u8>, mark: Mark) {
        if self.path.is_none() {
            return;
        }
        let mut state = self.shared.lock();
        state.marks.push_back((digest, record, mark));
        if !std::mem::replace(&mut state.writes_marks, true) {
            state.pending += 1;
            drop(state);
            let results = self.clone();
            let thread = std::thread::Builder::new().spawn(move || results.write_marks());
            if thread.is_err() {
                // The machine has no thread to spare: the window waits for the disk.
                self.write_marks();
            }
        }
    }

    /// Writes marks until none is left.
    fn write_marks(&self) {
        // One connection for all that the user does in the meantime.
        let mut database = None;
        loop {
            let next = {
                let mut state = self.shared.lock();
                let next = state.marks.pop_front();
                if next.is_none() {
                    state.writes_marks = false;
                    state.pending -= 1;
                    if state.pending == 0 {
                        self.shared.idle.notify_all();
                    }
                }
                next
            };
            let Some((digest, record, mark)) = next else { return };
            let mut write = || {
                if database.is_none() {
                    database = self.open()?;
                }
                let database = database.as_mut();
                database.map_or(Ok(()), |database| database.set_mark(&digest, &record, &mark))
            };
            if let Err(error) = write() {
                self.tell_failure("Marks of solutions cannot be stored", &error);
            }
        }
    }

    /// All results, the one stored last first. Not for the window's thread.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn list(&self) -> Result<Vec<ResultSummary>, DatabaseError> {
        self.open()?.map_or(Ok(Vec::new()), |database| database.list())
    }

    /// Deletes the results of some problems, and the marks of their solutions. Not for the window's
    /// thread.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn delete(&self, digests: &[ProblemDigest]) -> Result<(), DatabaseError> {
        let Some(mut database) = self.open()? else { return Ok(()) };
        digests.iter().try_for_each(|digest| database.delete(digest))
    }

    /// Drops results until all fit into the limit. Not for the window's thread.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn shrink(&self) -> Result<(), DatabaseError> {
        self.open()?.map_or(Ok(()), |mut database| database.shrink_to(self.limit))
    }
}

/// A run whose result is to be stored when it is over.
#[derive(Debug)]
pub(super) struct PendingResult {
    results: ResultsHandle,
    analysis: Arc<Analysis>,
}

impl PendingResult {
    /// Makes the end of the program wait for a result. `None` where nothing is stored.
    pub(super) fn new(results: &ResultsHandle, analysis: &Arc<Analysis>) -> Option<PendingResult> {
        results.path.as_ref()?;
        results.shared.lock().pending += 1;
        Some(PendingResult { results: results.clone(), analysis: Arc::clone(analysis) })
    }

    /// Stores the result of a run that is over; what is stored of the puzzle then. `None` if there
    /// was nothing to store, or it failed, of which people are told.
    pub(super) fn store(self, run: &TreeRun) -> Option<Stored> {
        let last = run.snapshot();
        let store: Store = run.store();
        let complete = last.phase == Phase::Complete;
        if !complete && store.is_empty() {
            return None;
        }
        let title = self.analysis.puzzle.title.clone();
        self.put(&NewResult {
            title,
            counts: last.counts,
            complete,
            store,
            engine: run.engine_names(),
            nodes: last.effort.nodes,
            elapsed: last.elapsed,
        })
    }

    /// Stores a result; what is stored of the puzzle then. `None` if it failed, of which people are
    /// told.
    pub(super) fn put(self, result: &NewResult) -> Option<Stored> {
        let Analysis { encoding, group, .. } = &*self.analysis;
        let put = || {
            let Some(mut database) = self.results.open()? else { return Ok(None) };
            let digest = ProblemDigest::new(&encoding.problem, group);
            let limit = self.results.limit;
            let progress = &mut |_, _| ControlFlow::Continue(());
            database.store(&digest, group, result, limit, progress).map(Some)
        };
        put().unwrap_or_else(|error| {
            self.results.tell_failure("The result cannot be stored", &error);
            None
        })
    }
}

impl Drop for PendingResult {
    fn drop(&mut self) {
        let mut state = self.results.shared.lock();
        state.pending -= 1;
        if state.pending == 0 {
            self.results.shared.idle.notify_all();
        }
    }
}
