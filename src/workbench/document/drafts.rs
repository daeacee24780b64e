//! Unsaved work, kept from being lost: after every change the open puzzle is written to a folder
//! of the program, on a thread of its own, until it is saved, closed or discarded.
//!
//! A window has one file there, `NAME.ron`, and holds a lock on `NAME.lock` beside it. The system
//! lets go of the lock when the process ends, however that comes about; so a file whose lock is free
//! holds unsaved work, and the next window that opens offers it. The lock is a
//! file of its own since the other is replaced by every write.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use super::Document;
use super::source::{Draft, Origin};
use crate::format::bundled;
use crate::format::{self, puzzle_file};
use crate::text;
use crate::threads::lock;
use crate::workbench::task::{Task, Wake};

/// The form of the files.
const FORMAT: u32 = 1;
/// Time that a gesture waits for the one before it to be written. On a disk that takes longer,
/// more than one gesture is at risk, but the window does not stand still.
const WRITE_TIMEOUT: Duration = Duration::from_millis(250);
/// Time that the end of the program, or recovery, waits for the last version to be written.
const FINAL_WRITE_TIMEOUT: Duration = Duration::from_secs(10);
/// Locks without a draft that are older than this were left behind.
const STRAY: Duration = Duration::from_secs(24 * 60 * 60);

/// A draft as it is written.
#[derive(Serialize, Deserialize)]
struct DraftFile {
    format: u32,
    title: String,
    /// When it was written, in seconds since 1970.
    time: u64,
    origin: OriginForm,
    /// The text of its file, as it was read or saved last.
    saved: Option<String>,
    /// Its text now.
    now: String,
}

#[derive(Serialize, Deserialize)]
enum OriginForm {
    New,
    Bundled(String),
    File(String),
    TakenFrom(String),
}

impl OriginForm {
    /// A path that is no text cannot be written to the file, and is asked for again.
    fn new(origin: &Origin) -> OriginForm {
        let text = |path: &Path| path.to_str().map(str::to_owned);
        match origin {
            Origin::New => OriginForm::New,
            Origin::Bundled(path) => OriginForm::Bundled((*path).to_owned()),
            Origin::File(path) => text(path).map_or(OriginForm::New, OriginForm::File),
            Origin::TakenFrom(path) => text(path).map_or(OriginForm::New, OriginForm::TakenFrom),
        }
    }

    fn origin(self) -> Origin {
        match self {
            OriginForm::New => Origin::New,
            OriginForm::Bundled(path) => {
                let known = bundled::ALL.iter().find(|bundled| bundled.path == path);
                known.map_or(Origin::New, |bundled| Origin::Bundled(bundled.path))
            }
            OriginForm::File(path) => Origin::File(path.into()),
            OriginForm::TakenFrom(path) => Origin::TakenFrom(path.into()),
        }
    }
}

impl DraftFile {
    fn new(draft: &Draft) -> DraftFile {
        let time = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        DraftFile {
            format: FORMAT,
            title: draft.description.title.clone(),
            time: time.as_secs(),
            origin: OriginForm::new(&draft.origin),
            saved: draft.saved_as.as_ref().map(|words| puzzle_file::write(words)),
            now: puzzle_file::write(&draft.description),
        }
    }

    fn read(path: &Path) -> Result<DraftFile, String> {
        let text = format::read_text(path).map_err(|error| error.to_string())?;
        let file: DraftFile = format::ron_options()
            .from_str(&text)
            .map_err(|error| format!("{}: {error}", path.display()))?;
        if file.format > FORMAT {
            return Err(format!("{}: written by a newer version of Polywright", path.display()));
        }
        Ok(file)
    }

    fn text(&self) -> String {
        let style = ron::ser::PrettyConfig::new().new_line("\n").escape_strings(false);
        let text = format::ron_options().to_string_pretty(self, style);
        text.expect("a draft holds nothing that RON cannot express")
    }
}

/// Unsaved work of a window that is gone. While it is held here no other window offers it.
#[derive(Debug)]
pub struct Unsaved {
    /// The title of the puzzle.
    pub title: String,
    /// When it was changed last.
    pub changed: SystemTime,
    /// The origin.
    pub origin: Origin,
    path: PathBuf,
    /// `None` where the file system has no locks.
    lock: Option<Lock>,
}

impl Unsaved {
    /// The draft itself.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn read(&self) -> Result<Draft, String> {
        let file = DraftFile::read(&self.path)?;
        let words = |text: &str| {
            let words = puzzle_file::read_description(text).map(Arc::new);
            words.map_err(|error| format!("{}: {error}", self.path.display()))
        };
        let description = words(&file.now)?;
        let saved_as = file.saved.as_deref().map(words).transpose()?;
        Ok(Draft { origin: file.origin.origin(), saved_as, description })
    }

    /// Removes its files.
    fn remove(self) {
        let Unsaved { path, lock, .. } = self;
        remove(&path);
        drop(lock);
        remove(&path.with_extension("lock"));
    }
}

/// The unsaved work in a folder whose windows are gone, the latest first.
pub fn find(folder: &Path) -> Vec<Unsaved> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut found = Vec::new();
    for path in entries.flatten().map(|entry| entry.path()) {
        let is = |ending: &str| path.extension().is_some_and(|e| e == ending);
        if is("ron") {
            let Owner::Gone(lock) = owner(&path.with_extension("lock")) else { continue };
            // What cannot be read may be of a newer version, and is left to it.
            let Ok(file) = DraftFile::read(&path) else { continue };
            found.push(Unsaved {
                title: file.title,
                changed: UNIX_EPOCH + Duration::from_secs(file.time),
                origin: file.origin.origin(),
                path,
                lock,
            });
        } else if is("lock") && !path.with_extension("ron").exists() {
            let age = path.metadata().and_then(|meta| meta.modified()).map(|time| time.elapsed());
            let stray = age.is_ok_and(|age| age.is_ok_and(|age| age > STRAY));
            if stray && matches!(owner(&path), Owner::Gone(_)) {
                remove(&path);
            }
        }
    }
    found.sort_by(|a, b| b.changed.cmp(&a.changed).then_with(|| a.path.cmp(&b.path)));
    found
}

/// The state of the window of a draft.
enum Owner {
    Lives,
    /// And this is its lock, now ours.
    Gone(Option<Lock>),
}

/// A locked file, let go of when dropped.
///
/// To close the file is not enough: a child that is just being started has a copy of its
/// descriptor until it becomes another program, and the system keeps a lock as long as there is one.
#[derive(Debug)]
struct Lock(File);

impl Drop for Lock {
    fn drop(&mut self) {
        // Where it could not be locked there is nothing to let go of.
        let _ = self.0.unlock();
    }
}

fn owner(lock: &Path) -> Owner {
    let Ok(file) = File::options().read(true).write(true).open(lock) else {
        return Owner::Gone(None);
    };
    match file.try_lock() {
        Ok(()) => Owner::Gone(Some(Lock(file))),
        Err(TryLockError::WouldBlock) => Owner::Lives,
        // Without locks it is better to offer what another window has than to lose work.
        Err(TryLockError::Error(_)) => Owner::Gone(None),
    }
}

/// Removes a file of the program's own; one that is gone already, or cannot be removed, does no
/// harm.
fn remove(path: &Path) {
    let _ = std::fs::remove_file(path);
}

/// Keeps the open document from being lost, and knows what others have left.
#[derive(Debug, Default)]
pub struct Drafts {
    /// Without one nothing is kept.
    folder: Option<PathBuf>,
    keeper: Option<Keeper>,
    /// The state of the document that was looked at last.
    seen: Option<u64>,
    looking: Option<Task<Vec<Unsaved>>>,
    unsaved: Vec<Unsaved>,
    /// The last failure that was reported.
    said: Option<String>,
}

impl Drafts {
    /// Begins to keep what is open in a folder, and to look for what was left there.
    pub fn start(&mut self, folder: PathBuf, wake: &Wake) {
        let there = folder.clone();
        self.looking = Some(Task::start(wake, move |_| Ok(find(&there))));
        self.folder = Some(folder);
    }

    /// Unsaved work of windows that are gone.
    pub fn unsaved(&self) -> &[Unsaved] {
        &self.unsaved
    }

    /// Returns whether it is not yet known what was left.
    pub fn is_looking(&self) -> bool {
        self.looking.is_some()
    }

    /// Removes unsaved work, by its place in the list.
    pub fn discard(&mut self, place: usize) {
        if place < self.unsaved.len() {
            self.unsaved.remove(place).remove();
        }
    }

    /// Takes unsaved work off the list and leaves it for another time.
    pub(in crate::workbench) fn release(&mut self, place: usize) {
        if place < self.unsaved.len() {
            self.unsaved.remove(place);
        }
    }

    /// Has the open document written if it has changed; where there is nothing to lose, its draft
    /// goes. Cheap when nothing is new.
    pub(in crate::workbench) fn keep(&mut self, document: Option<&Document>) {
        let Some(folder) = &self.folder else { return };
        let stamp = document.map(|d| d.stamp());
        if self.seen == stamp {
            return;
        }
        self.seen = stamp;
        match (document.and_then(|d| d.draft()), &self.keeper) {
            (Some(draft), _) => {
                let keeper = self.keeper.get_or_insert_with(|| Keeper::start(folder.clone()));
                keeper.ask(Job::Write(draft));
            }
            (None, Some(keeper)) => keeper.ask(Job::Remove),
            (None, None) => {}
        }
    }

    /// Exchanges what keeps one document with what keeps another.
    pub(in crate::workbench) fn swap_kept(&mut self, other: &mut Drafts) {
        std::mem::swap(&mut self.keeper, &mut other.keeper);
        std::mem::swap(&mut self.seen, &mut other.seen);
        std::mem::swap(&mut self.said, &mut other.said);
    }

    /// Waits a moment for what is to be written.
    pub(in crate::workbench) fn settle(&self) {
        self.keeper.as_ref().map(|keeper| keeper.wait(WRITE_TIMEOUT));
    }

    /// Waits until all is written; whether it is.
    pub fn flush(&self) -> bool {
        self.keeper.as_ref().is_some_and(|keeper| {
            keeper.wait(FINAL_WRITE_TIMEOUT) && keeper.shared.state().failure.is_none()
        })
    }

    /// The document is not wanted any more: removes its draft, and keeps nothing from now on.
    pub fn end(&mut self) {
        if let Some(keeper) = &self.keeper {
            keeper.ask(Job::Remove);
        }
        self.folder = None;
    }

    /// Takes in what threads have done; whether there is unsaved work that was not known.
    ///
    /// # Errors
    /// What went wrong behind the scenes, once.
    pub(in crate::workbench) fn poll(&mut self) -> Result<bool, String> {
        let failure = self.keeper.as_ref().and_then(|keeper| keeper.shared.state().failure.clone());
        if failure != self.said {
            self.said.clone_from(&failure);
            if let Some(why) = failure {
                return Err(format!("Unsaved changes cannot be backed up: {why}"));
            }
        }
        if self.looking.as_mut().is_none_or(|looking| !looking.poll()) {
            return Ok(false);
        }
        if let Some(Task::Ready(found)) = self.looking.take() {
            self.unsaved = found;
        }
        Ok(!self.unsaved.is_empty())
    }
}

/// The thread that writes drafts. Dropping it lets it do what it was asked.
#[derive(Debug)]
struct Keeper {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Debug)]
enum Job {
    Write(Draft),
    Remove,
}

#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    /// The next job; the latest wins.
    next: Option<Job>,
    busy: bool,
    over: bool,
    /// The reason why the last job failed.
    failure: Option<String>,
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }
}

impl Keeper {
    fn start(folder: PathBuf) -> Keeper {
        let shared = Arc::new(Shared::default());
        let own = Arc::clone(&shared);
        let thread = crate::threads::start(move || work(&own, &folder));
        if let Err(error) = &thread {
            shared.state().failure = Some(text::io_error(error));
        }
        Keeper { shared, thread: thread.ok() }
    }

    fn ask(&self, job: Job) {
        if self.thread.is_none() {
            return;
        }
        self.shared.state().next = Some(job);
        self.shared.changed.notify_all();
    }

    /// Waits for all that was asked; whether it was done in time.
    fn wait(&self, patience: Duration) -> bool {
        let state = self.shared.state();
        let at_work = |state: &mut State| state.next.is_some() || state.busy;
        let waited = self.shared.changed.wait_timeout_while(state, patience, at_work);
        !waited.unwrap_or_else(PoisonError::into_inner).1.timed_out()
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        self.shared.state().over = true;
        self.shared.changed.notify_all();
        if let Some(thread) = self.thread.take() {
            // What it could not write it has said.
            let _ = thread.join();
        }
    }
}

/// The place of the draft of this window.
struct Own {
    path: PathBuf,
    /// Held as long as the window lives.
    lock: Lock,
}

impl Own {
    fn new(folder: &Path) -> Result<Own, String> {
        let explain = |e: std::io::Error| format!("{}: {}", folder.display(), text::io_error(&e));
        std::fs::create_dir_all(folder).map_err(explain)?;
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let name = format!("{}-{}", std::process::id(), now.as_nanos());
        let path = folder.join(format!("{name}.ron"));
        let lock = File::create_new(path.with_extension("lock")).map_err(explain)?;
        // Without locks drafts are kept all the same; see `owner`.
        let _ = lock.try_lock();
        Ok(Own { path, lock: Lock(lock) })
    }
}

fn work(shared: &Shared, folder: &Path) {
    let mut own: Option<Own> = None;
    loop {
        let job = {
            let mut state = shared.state();
            loop {
                if let Some(job) = state.next.take() {
                    state.busy = true;
                    break Some(job);
                }
                if state.over {
                    break None;
                }
                state = shared.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
        };
        let Some(job) = job else { break };
        let result = match job {
            Job::Write(draft) => write(&mut own, folder, &draft),
            Job::Remove => {
                own.iter().for_each(|own| remove(&own.path));
                Ok(())
            }
        };
        let mut state = shared.state();
        (state.busy, state.failure) = (false, result.err());
        drop(state);
        shared.changed.notify_all();
    }
    if let Some(Own { path, lock }) = own.filter(|own| !own.path.exists()) {
        drop(lock);
        remove(&path.with_extension("lock"));
    }
}

fn write(own: &mut Option<Own>, folder: &Path, draft: &Draft) -> Result<(), String> {
    let own = match own {
        Some(own) => own,
        None => own.insert(Own::new(folder)?),
    };
    let text = DraftFile::new(draft).text();
    format::write_file(&own.path, text.as_bytes()).map_err(|error| error.to_string())
}
