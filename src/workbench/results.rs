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
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::Duration;

use super::check::analysis::Analysis;
use crate::job::{Phase, TreeRun};
use crate::solution::Store;
use crate::solution::database::{
    Database, DatabaseError, Game, KeptList, Mark, NewResult, OpenedDatabase, Overview, PlayEntry,
    ProblemDigest, ResultSummary, Stored, StoredDisassembly, StoredResult, disassembly_terms,
};
use crate::solution::measures::DisassemblyStore;
use crate::threads::lock;

/// The default of the space that the solutions of all results may take, in bytes.
pub const DEFAULT_LIMIT: u64 = 2_000_000_000;
/// Time that the end of the program waits for what is still being stored.
const FINAL_STORE_TIMEOUT: Duration = Duration::from_secs(120);

/// The marked solutions of a problem, by their [records](Store::record).
pub type MarkMap = BTreeMap<Vec<u8>, Mark>;
/// The games of a puzzle that are under way, by the names of the variants.
pub(super) type GameMap = BTreeMap<String, Game>;
/// The overviews of all problems of which anything is known.
pub type OverviewMap = BTreeMap<ProblemDigest, Overview>;

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
    /// Counts the changes of what is stored.
    revision: AtomicU64,
}

#[derive(Debug, Default)]
struct State {
    /// Runs whose results are still to be stored.
    pending: usize,
    /// Messages for people that were not yet shown.
    messages: Vec<String>,
    /// All messages so far, so that none comes twice.
    known: BTreeSet<String>,
    /// The notes that are still to be written, in the order of the user's doing.
    notes: VecDeque<Note>,
    /// True if a thread writes them.
    writes_notes: bool,
}

/// Something small that the user has done, and that is kept.
#[derive(Debug)]
pub(super) enum Note {
    /// A solution, by its problem and its record, has these marks.
    Mark(ProblemDigest, Vec<u8>, Mark),
    /// A puzzle was solved by hand.
    Play(ProblemDigest, PlayEntry),
    /// A puzzle, or a variant of it by its name, is played, or no longer.
    Game(ProblemDigest, String, Option<Game>),
    /// The solutions of a problem are listed so.
    List(ProblemDigest, KeptList),
}

impl Note {
    /// The name for the message that it cannot be stored.
    fn name(&self) -> &'static str {
        match self {
            Note::Mark(..) => "Marks of solutions",
            Note::Play(..) => "The record of play",
            Note::Game(..) => "The game under way",
            Note::List(..) => "The order of the list",
        }
    }

    fn write(&self, database: &mut Database) -> Result<(), DatabaseError> {
        match self {
            Note::Mark(digest, record, mark) => database.set_mark(digest, record, mark),
            Note::Play(digest, entry) => database.add_play(digest, entry),
            Note::Game(digest, variant, game) => database.keep_game(digest, variant, game.as_ref()),
            Note::List(digest, list) => database.keep_list(digest, list),
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
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
        self.0.note_change();
    }

    /// Changes the space that the solutions of all results may take.
    pub fn set_limit(&mut self, limit: u64) {
        self.0.limit = limit;
    }

    /// The same place, for another thread.
    pub fn handle(&self) -> ResultsHandle {
        self.0.clone()
    }

    /// A number that grows whenever this program changes what is stored.
    pub fn revision(&self) -> u64 {
        self.0.shared.revision.load(Ordering::Acquire)
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

    /// Notes that what is stored has changed.
    pub(super) fn note_change(&self) {
        self.shared.revision.fetch_add(1, Ordering::Release);
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

    /// The list of the solutions of a problem as it was last. Not for the window's thread.
    pub(super) fn kept_list(&self, digest: &ProblemDigest) -> KeptList {
        let read = || self.open()?.map_or(Ok(None), |database| database.kept_list(digest));
        let list = read().unwrap_or_else(|error| {
            self.tell_failure("The order of the list cannot be read", &error);
            None
        });
        list.unwrap_or(KeptList { selected: 1, ..KeptList::default() })
    }

    /// Keeps how the solutions of a problem are listed, in place of what was to be kept before.
    pub(super) fn keep_list(&self, digest: ProblemDigest, list: KeptList) {
        let is_earlier = |note: &Note| matches!(note, Note::List(own, _) if *own == digest);
        self.shared.lock().notes.retain(|note| !is_earlier(note));
        self.keep(Note::List(digest, list));
    }

    /// The record of what was solved by hand of a puzzle, and its games under way by the names of
    /// the variants. Not for the window's thread.
    pub(super) fn plays(&self, digest: &ProblemDigest) -> (Vec<PlayEntry>, GameMap) {
        let read = || {
            let Some(database) = self.open()? else { return Ok(Default::default()) };
            let games = database.games(digest)?.into_iter().collect();
            Ok((database.plays(digest)?, games))
        };
        read().unwrap_or_else(|error| {
            self.tell_failure("The record of play cannot be read", &error);
            Default::default()
        })
    }

    /// The record of what was solved by hand of all puzzles. Not for the window's thread.
    pub fn all_plays(&self) -> Vec<PlayEntry> {
        // No file is made for it.
        if !self.path.as_ref().is_some_and(|path| path.exists()) {
            return Vec::new();
        }
        let read = || self.open()?.map_or(Ok(Vec::new()), |database| database.all_plays());
        read().unwrap_or_else(|error| {
            self.tell_failure("The record of play cannot be read", &error);
            Vec::new()
        })
    }

    /// The overviews of all problems of which anything is known. Not for the window's thread.
    pub fn overviews(&self) -> OverviewMap {
        // No file is made for it.
        if !self.path.as_ref().is_some_and(|path| path.exists()) {
            return OverviewMap::new();
        }
        let read = || self.open()?.map_or(Ok(OverviewMap::new()), |database| database.overviews());
        read().unwrap_or_else(|error| {
            self.tell_failure("Stored results cannot be read", &error);
            OverviewMap::new()
        })
    }

    /// Keeps a note, on a thread of its own. Later ones are written later.
    pub(super) fn keep(&self, note: Note) {
        if self.path.is_none() {
            return;
        }
        let mut state = self.shared.lock();
        state.notes.push_back(note);
        if !std::mem::replace(&mut state.writes_notes, true) {
            state.pending += 1;
            drop(state);
            let results = self.clone();
            let thread = crate::threads::start(move || results.write_notes());
            if thread.is_err() {
                // The machine has no thread to spare: the window waits for the disk.
                self.write_notes();
            }
        }
    }

    /// Writes notes until none is left.
    fn write_notes(&self) {
        // One connection for all that the user does in the meantime.
        let mut database = None;
        loop {
            let next = {
                let mut state = self.shared.lock();
                let next = state.notes.pop_front();
                if next.is_none() {
                    state.writes_notes = false;
                    state.pending -= 1;
                    if state.pending == 0 {
                        self.shared.idle.notify_all();
                    }
                }
                next
            };
            let Some(note) = next else { return };
            let mut write = || {
                if database.is_none() {
                    database = self.open()?;
                }
                database.as_mut().map_or(Ok(()), |database| note.write(database))
            };
            if let Err(error) = write() {
                self.tell_failure(&format!("{} cannot be stored", note.name()), &error);
            }
            self.note_change();
        }
    }

    /// Where the results of taking solutions of a puzzle apart are stored; `None` where nothing is.
    pub(super) fn disassemblies(
        &self,
        analysis: &Arc<Analysis>,
        max_states: u64,
    ) -> Option<Box<dyn DisassemblyStore>> {
        self.path.as_ref()?;
        let terms = disassembly_terms(&analysis.puzzle, max_states);
        Some(Box::new(StoredDisassemblies {
            results: self.clone(),
            analysis: Arc::clone(analysis),
            terms,
        }))
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
        let deleted = digests.iter().try_for_each(|digest| database.delete(digest));
        self.note_change();
        deleted
    }

    /// Drops results until all fit into the limit. Not for the window's thread.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn shrink(&self) -> Result<(), DatabaseError> {
        let shrunk = self.open()?.map_or(Ok(()), |mut database| database.shrink_to(self.limit));
        self.note_change();
        shrunk
    }
}

/// The stored results of taking solutions of a puzzle apart.
struct StoredDisassemblies {
    results: ResultsHandle,
    analysis: Arc<Analysis>,
    terms: String,
}

impl StoredDisassemblies {
    fn digest(analysis: &Analysis) -> ProblemDigest {
        ProblemDigest::new(&analysis.encoding.problem, &analysis.group)
    }
}

impl DisassemblyStore for StoredDisassemblies {
    fn load(&self) -> Vec<StoredDisassembly> {
        let read = || {
            let Some(database) = self.results.open()? else { return Ok(Vec::new()) };
            database.disassemblies(&Self::digest(&self.analysis), &self.terms)
        };
        read().unwrap_or_else(|error| {
            self.results.tell_failure("Stored results cannot be read", &error);
            Vec::new()
        })
    }

    fn keep(&self, found: Vec<StoredDisassembly>) {
        // The end of the program waits for it.
        let Some(pending) = PendingResult::new(&self.results, &self.analysis) else { return };
        let terms = self.terms.clone();
        let write = move || {
            let digest = Self::digest(&pending.analysis);
            let write = || {
                let Some(mut database) = pending.results.open()? else { return Ok(()) };
                database.keep_disassemblies(&digest, &terms, &found)
            };
            if let Err(error) = write() {
                pending.results.tell_failure("What was taken apart cannot be stored", &error);
            }
        };
        // Where the machine has no thread to spare, it is found again another time.
        let _ = crate::threads::start(write);
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
        let stored = put();
        self.results.note_change();
        stored.unwrap_or_else(|error| {
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
