//! Files: dialogs, reading and writing, each on a thread of its own.
//!
//! A dialog needs a desktop portal. Where there is none it returns at once as if it had been
//! cancelled, and then the dialog for typing a path opens instead.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::files::{self, ExportError, FORMATS};
use crate::format::{self, Contents, puzzle_file};
use crate::job::parts;
use crate::puzzle::Description;
use crate::text;
use crate::ui::platform::purpose::Purpose;
use crate::workbench::Wake;
use crate::workbench::check::analysis::Analysis;
use crate::workbench::saved_runs::SavedRun;
use crate::workbench::{CancelToken, Task, Workbench};

/// A dialog that ends sooner than this was never seen by anybody.
const UNSEEN: Duration = Duration::from_millis(700);

/// The work in progress on files.
#[derive(Default)]
pub(crate) struct Files {
    dialog: Option<Dialog>,
    reading: Option<Task<(PathBuf, Contents)>>,
    writing: Option<Task<(Option<PathBuf>, String)>>,
    /// The work of the last of these, in words.
    work: Option<String>,
    run: Option<Task<SavedRun>>,
    saving: Option<Task<Save>>,
    /// The document to save when that is done: the latest only.
    next_save: Option<Save>,
    file_words: Option<(u64, Task<Description>)>,
}

/// Work on a file that can be cancelled.
#[derive(Clone, Copy)]
pub(crate) struct FileWork<'a> {
    /// The name of the work, with its file.
    pub(crate) name: &'a str,
    /// The fraction that is done.
    pub(crate) fraction: f32,
}

/// The endings of files that are opened.
fn read_endings() -> Vec<&'static str> {
    let read = FORMATS.iter().filter(|format| format.reader.is_some());
    read.map(|format| format.id).chain([parts::ENDING]).collect()
}

/// Returns the message shown while a file is being written.
fn writing(path: &Path) -> String {
    format!("Writing {}", file_name(path))
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// A document to be saved, or that was.
#[derive(Clone)]
pub(crate) struct Save {
    /// The file.
    pub(crate) path: PathBuf,
    /// The number of the document.
    pub(crate) serial: u64,
    /// Its words.
    pub(crate) description: Arc<Description>,
    /// Called when it is done.
    pub(crate) wake: Wake,
}

impl Save {
    fn start(self) -> Task<Save> {
        let wake = Arc::clone(&self.wake);
        Task::start(&wake, move |_| {
            let text = puzzle_file::write(&self.description);
            format::write_file(&self.path, text.as_bytes()).map_err(|e| e.to_string())?;
            Ok(self)
        })
    }
}

struct Dialog {
    purpose: Purpose,
    /// The proposed path.
    proposal: PathBuf,
    opened: Instant,
    answer: Task<Option<PathBuf>>,
}

/// An event since the last look.
#[expect(clippy::large_enum_variant, reason = "a handful of them, each handled at once")]
pub(crate) enum Event {
    /// A path was chosen.
    Chosen(Purpose, PathBuf),
    /// There is no dialog on this desktop; what it would have proposed.
    NoDialog(Purpose, PathBuf),
    /// A file was read.
    Read(PathBuf, Contents),
    /// A file was written, and this is it if it can be opened again; what to say.
    Written(Option<PathBuf>, String),
    /// A document was saved.
    Saved(Save),
    /// The file of a document, by its number, holds these words.
    FileWords(u64, Box<Description>),
    /// A run was read.
    Run(Box<SavedRun>),
    /// Reading or writing failed; why.
    Failed(String),
    /// Saving failed; why.
    NotSaved(String),
}

impl Files {
    /// Asks for a path, and proposes one; its folder is where the dialog begins. Returns whether it was
    /// asked for, which it is not while another dialog is open.
    pub(crate) fn ask(
        &mut self,
        purpose: Purpose,
        proposal: PathBuf,
        ending: &'static str,
        wake: &Wake,
    ) -> bool {
        if self.dialog.is_some() {
            return false;
        }
        let proposed = proposal.clone();
        // Some dialogs overlook a folder that is not given from the root.
        let proposal = std::path::absolute(&proposal).unwrap_or(proposal);
        let answer = Task::start(wake, move |_| {
            if cfg!(test) {
                // Nobody would answer it.
                return Ok(None);
            }
            let name = proposal.file_name().unwrap_or_default().to_string_lossy();
            let dialog = rfd::FileDialog::new();
            let dialog = match proposal.parent().filter(|folder| folder.is_dir()) {
                Some(folder) => dialog.set_directory(folder),
                None => dialog,
            };
            let dialog = dialog.set_title(purpose.wording().title);
            let dialog = match purpose {
                Purpose::Open => dialog
                    .add_filter("Puzzles", &read_endings())
                    .add_filter("Polywright (.ron)", &["ron"])
                    .add_filter("BurrTools (.xmpuzzle)", &["xmpuzzle"])
                    .add_filter("All files", &["*"]),
                // Whatever the run was named.
                Purpose::ContinueRun => dialog,
                _ => dialog.add_filter(ending, &[ending]),
            };
            Ok(match purpose.is_read() {
                true => dialog.pick_file(),
                false => dialog.set_file_name(name).save_file(),
            })
        });
        self.dialog = Some(Dialog { purpose, proposal: proposed, opened: Instant::now(), answer });
        true
    }

    /// Reads a file; of several problems the one of this number.
    pub(crate) fn read(&mut self, path: PathBuf, problem: Option<usize>, wake: &Wake) {
        self.work = Some(format!("Reading {}", file_name(&path)));
        self.reading = Some(Workbench::read_file(path, problem, wake));
    }

    /// Saves a document. While another is being saved it waits for its turn, so that a file never
    /// goes back to an earlier version.
    pub(crate) fn save(&mut self, save: Save) {
        match self.saving {
            Some(_) => self.next_save = Some(save),
            None => self.saving = Some(save.start()),
        }
    }

    /// Reads the file of a document again.
    pub(crate) fn read_description(&mut self, serial: u64, path: PathBuf, wake: &Wake) {
        let work = move |_| match files::open_draft(&path).map_err(|e| e.to_string())? {
            Contents::Puzzle(opened) => Ok(opened.description),
            Contents::Solutions(_) | Contents::Problem(_) => {
                Err(format!("{}: holds no puzzle any more.", path.display()))
            }
        };
        self.file_words = Some((serial, Task::start(wake, work)));
    }

    /// Writes a file; `bytes` is worked out on the thread, `done` is said afterwards.
    pub(crate) fn write(
        &mut self,
        path: PathBuf,
        bytes: impl FnOnce() -> Result<Vec<u8>, String> + Send + 'static,
        done: String,
        wake: &Wake,
    ) {
        let write = move |path: &Path, _: &CancelToken| {
            format::write_file(path, &bytes()?).map_err(|e| e.to_string())
        };
        self.write_by_pieces(path, write, done, wake);
    }

    /// Writes a file one solution at a time, so that what is large needs no memory; `done` is said
    /// afterwards. When it is cancelled, or the window closes, the file stays as it was.
    pub(crate) fn write_by_pieces<E: std::fmt::Display>(
        &mut self,
        path: PathBuf,
        write: impl FnOnce(&Path, &CancelToken) -> Result<(), E> + Send + 'static,
        done: String,
        wake: &Wake,
    ) {
        self.work = Some(writing(&path));
        self.writing = Some(Task::start(wake, move |token| {
            write(&path, &token).map_err(|e| e.to_string())?;
            let said = format!("{done} {}.", path.display());
            Ok((Some(path), said))
        }));
    }

    /// Writes a file that is no puzzle, such as a run; as [`Files::write`].
    pub(crate) fn write_other(
        &mut self,
        path: PathBuf,
        contents: impl FnOnce() -> Result<Vec<u8>, String> + Send + 'static,
        done: String,
        wake: &Wake,
    ) {
        self.work = Some(writing(&path));
        self.writing = Some(Task::start(wake, move |_| {
            format::write_file(&path, &contents()?).map_err(|e| e.to_string())?;
            Ok((None, format!("{done} {}.", path.display())))
        }));
    }

    /// Writes one file or several, which are worked out on the thread; `done` is said afterwards.
    pub(crate) fn write_all(
        &mut self,
        path: PathBuf,
        contents: impl FnOnce(&Path) -> Result<Vec<(PathBuf, Vec<u8>)>, ExportError> + Send + 'static,
        done: String,
        wake: &Wake,
    ) {
        self.work = Some(writing(&path));
        self.writing = Some(Task::start(wake, move |_| {
            let files = contents(&path).map_err(|e| e.to_string())?;
            for (path, bytes) in &files {
                format::write_file(path, bytes).map_err(|e| e.to_string())?;
            }
            let older = left_of_series(&path, &files);
            let first = files.first().map_or(&path, |(path, _)| path);
            let more = match files.len() {
                0 | 1 => String::new(),
                2 => " and one more".to_owned(),
                n => format!(" and {} more", n - 1),
            };
            let left = match older.is_empty() {
                true => String::new(),
                false => {
                    format!(" From an earlier export there still is {}.", text::listed(&older))
                }
            };
            Ok((None, format!("{done} {}{more}.{left}", first.display())))
        }));
    }

    /// Writes files to a folder one after the other, or a series as one file; `write` gives what is said afterwards. When it is
    /// cancelled, those that are written stay.
    pub(crate) fn write_series(
        &mut self,
        folder: PathBuf,
        write: impl FnOnce(&Path, &CancelToken) -> Result<String, String> + Send + 'static,
        wake: &Wake,
    ) {
        self.work = Some(writing(&folder));
        let work = move |token| Ok((None, write(&folder, &token)?));
        self.writing = Some(Task::start(wake, work));
    }

    /// Reads a run of the puzzle that is open.
    pub(crate) fn read_run(&mut self, path: PathBuf, analysis: Arc<Analysis>, wake: &Wake) {
        self.run = Some(Task::start(wake, move |_| SavedRun::read(path, &analysis)));
    }

    /// Returns the file operation in progress, if it can be cancelled and reports its progress.
    pub(crate) fn work(&self) -> Option<FileWork<'_>> {
        let reading = self.reading.as_ref().and_then(Task::fraction);
        let fraction = reading.or_else(|| self.writing.as_ref().and_then(Task::fraction))?;
        Some(FileWork { name: self.work.as_deref()?, fraction })
    }

    /// Cancels what is being read or written; what it was.
    pub(crate) fn cancel(&mut self) -> Option<String> {
        let what = self.work().map(|work| work.name.to_owned());
        if what.is_some() {
            (self.reading, self.writing) = (None, None);
        }
        what
    }

    /// Returns the message shown while something is read or written, without the dots after it.
    pub(crate) fn busy_words(&self) -> Option<&str> {
        if self.writing.is_some() || self.reading.is_some() {
            return self.work.as_deref();
        }
        let reads = self.run.is_some() || self.file_words.is_some();
        match self.is_saving() {
            true => Some("Writing a file"),
            false => reads.then_some("Reading a file"),
        }
    }

    /// Returns whether a document is being saved.
    pub(crate) fn is_saving(&self) -> bool {
        self.saving.is_some()
    }

    /// Returns whether something is being read or written.
    pub(crate) fn is_busy(&self) -> bool {
        self.busy_words().is_some()
    }

    /// Returns the events since the last call.
    pub(crate) fn poll(&mut self) -> Vec<Event> {
        let mut events = Vec::new();
        if let Some(mut dialog) = self.dialog.take() {
            dialog.answer.poll();
            let purpose = dialog.purpose;
            match dialog.answer {
                Task::Waiting(_) => self.dialog = Some(dialog),
                Task::Ready(Some(path)) => events.push(Event::Chosen(purpose, path)),
                Task::Ready(None) if dialog.opened.elapsed() < UNSEEN => {
                    events.push(Event::NoDialog(purpose, dialog.proposal));
                }
                Task::Ready(None) => {}
                Task::Failed(_) => events.push(Event::NoDialog(purpose, dialog.proposal)),
            }
        }
        if let Some(mut reading) = self.reading.take() {
            reading.poll();
            match reading {
                Task::Waiting(_) => self.reading = Some(reading),
                Task::Ready((path, contents)) => events.push(Event::Read(path, contents)),
                Task::Failed(message) => events.push(Event::Failed(message)),
            }
        }
        if let Some(mut run) = self.run.take() {
            run.poll();
            match run {
                Task::Waiting(_) => self.run = Some(run),
                Task::Ready(saved) => events.push(Event::Run(Box::new(saved))),
                Task::Failed(message) => events.push(Event::Failed(message)),
            }
        }
        if let Some(mut saving) = self.saving.take() {
            saving.poll();
            match saving {
                Task::Waiting(_) => self.saving = Some(saving),
                Task::Ready(save) => events.push(Event::Saved(save)),
                Task::Failed(message) => events.push(Event::NotSaved(message)),
            }
            if self.saving.is_none() {
                self.saving = self.next_save.take().map(Save::start);
            }
        }
        if let Some((serial, mut words)) = self.file_words.take() {
            words.poll();
            match words {
                Task::Waiting(_) => self.file_words = Some((serial, words)),
                Task::Ready(words) => events.push(Event::FileWords(serial, Box::new(words))),
                Task::Failed(message) => events.push(Event::Failed(message)),
            }
        }
        if let Some(mut writing) = self.writing.take() {
            writing.poll();
            match writing {
                Task::Waiting(_) => self.writing = Some(writing),
                Task::Ready((path, said)) => events.push(Event::Written(path, said)),
                Task::Failed(message) => events.push(Event::Failed(message)),
            }
        }
        events
    }
}
/// The names of files in the folder of a series that look like part of it and are not: those of an export
/// that had more of them, or other names.
fn left_of_series(path: &Path, files: &[(PathBuf, Vec<u8>)]) -> Vec<String> {
    let (Some(stem), Some(ending), Some(folder)) =
        (path.file_stem(), path.extension(), path.parent())
    else {
        return Vec::new();
    };
    let begin = format!("{}-", stem.to_string_lossy());
    let looks_alike = |other: &Path| {
        let name = other.file_stem().map(|name| name.to_string_lossy().into_owned());
        let rest = name.and_then(|name| name.strip_prefix(&begin).map(str::to_owned));
        other.extension() == Some(ending)
            && rest.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    };
    let all = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let left = all.filter(|other| looks_alike(other) && !files.iter().any(|(own, _)| own == other));
    let mut names: Vec<String> =
        left.filter_map(|other| Some(other.file_name()?.to_string_lossy().into_owned())).collect();
    names.sort_unstable();
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_a_longer_series_are_told_and_others_are_not() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let all =
            ["tray-1-main.svg", "tray-2-oak.svg", "tray-1-oak.svg", "tray-x.svg", "tray-1.pdf"];
        all.iter().for_each(|name| std::fs::write(at(name), "").unwrap());
        let written = [(at("tray-1-main.svg"), Vec::new())];
        let left = left_of_series(&at("tray.svg"), &written);
        assert_eq!(left, ["tray-1-oak.svg", "tray-2-oak.svg"]);
    }
}
