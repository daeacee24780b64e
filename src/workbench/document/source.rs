//! The puzzle of a document: its description, where it comes from, and how it came to be so.
//!
//! Description and puzzle always agree: they change together, by an edit, an undo or a revert. What
//! an edit does is the work of [`crate::workbench::edit`].

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::history::History;
use crate::format::puzzle_file::{self, Opened};
use crate::format::{FileState, Problems, is_same_file};
use crate::lattice::Point;
use crate::puzzle::{Description, Puzzle};
use crate::text;
use crate::workbench::edit::{Edit, Edited, Refusal};

/// The origin of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Made here, and not saved yet.
    New,
    /// A bundled puzzle, by its path under `puzzles/`.
    Bundled(&'static str),
    /// A puzzle file, which it is saved to.
    File(PathBuf),
    /// A file that it is not written back to: solutions, or another program's.
    TakenFrom(PathBuf),
}

impl Origin {
    /// The name of the file, without folders.
    pub fn file_name(&self) -> String {
        match self {
            Origin::New => "unsaved".to_owned(),
            Origin::Bundled(path) => path.rsplit('/').next().unwrap_or(path).to_owned(),
            Origin::File(path) | Origin::TakenFrom(path) => {
                path.file_name().unwrap_or_default().to_string_lossy().into_owned()
            }
        }
    }

    /// The origin of what a file holds: a puzzle in our own form is written back to it.
    pub(crate) fn of_puzzle_file(path: &Path) -> Origin {
        let own = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("ron"));
        let origin = if own { Origin::File } else { Origin::TakenFrom };
        origin(path.to_owned())
    }
}

/// Numbers for documents and their states, no two alike in a process.
fn next_number() -> u64 {
    static LAST: AtomicU64 = AtomicU64::new(0);
    LAST.fetch_add(1, Ordering::Relaxed) + 1
}

/// The puzzle of a document with its file and its history.
pub struct Source {
    /// The puzzle as a file describes it, as it is now.
    description: Arc<Description>,
    /// The puzzle as it is now; it may still lack pieces or a board.
    pub puzzle: Arc<Puzzle>,
    /// The origin.
    pub origin: Origin,
    /// The changes, to be undone and redone.
    history: History,
    /// The description in its file.
    saved_as: Option<Arc<Description>>,
    /// The state of its own file when it was last read or written.
    file_state: Option<FileState>,
    /// All problems of the file that it comes from, if that can hold several.
    problems: Option<Problems>,
    /// The number of the document, among all that were ever open.
    serial: u64,
    /// The number of the state of its description and its file, among all of all documents.
    stamp: u64,
}

/// An unsaved version of a puzzle, and where it would be saved.
#[derive(Clone, Debug, PartialEq)]
pub struct Draft {
    /// The origin.
    pub origin: Origin,
    /// The words of its file, if it has one.
    pub saved_as: Option<Arc<Description>>,
    /// Its words now.
    pub description: Arc<Description>,
}

impl Source {
    /// The source of a puzzle as it stands in its file, or nowhere yet.
    pub(in crate::workbench) fn new(opened: Opened, origin: Origin) -> Source {
        let Opened { description, puzzle, problems, .. } = opened;
        Source { problems, ..Source::from_parts(Arc::new(description), puzzle, origin) }
    }

    fn from_parts(description: Arc<Description>, puzzle: Arc<Puzzle>, origin: Origin) -> Source {
        let saved_as = (origin != Origin::New).then(|| Arc::clone(&description));
        let mut source = Source {
            description,
            puzzle,
            origin,
            history: History::default(),
            saved_as,
            file_state: None,
            problems: None,
            serial: next_number(),
            stamp: next_number(),
        };
        source.note_file_state();
        source
    }

    fn note_file_state(&mut self) {
        self.file_state = self.own_file().and_then(FileState::of);
    }

    /// Returns whether another program has written to its own file since that was last read or written
    /// here. A file that is gone has nothing that could be lost.
    pub fn is_file_changed(&self) -> bool {
        let state = self.own_file().and_then(FileState::of);
        state.is_some() && state != self.file_state
    }

    /// The source of unsaved work.
    ///
    /// # Errors
    /// Why it is no puzzle.
    pub(in crate::workbench) fn recovered(draft: Draft) -> Result<Source, Refusal> {
        let Draft { origin, saved_as, description } = draft;
        let puzzle = description.draft().map_err(|problems| Refusal::by(&problems))?;
        let mut source = Source::from_parts(description, Arc::new(puzzle), origin);
        // Its file may have another version by now.
        let text = source.own_file().and_then(|path| std::fs::read_to_string(path).ok());
        let words = text.and_then(|text| puzzle_file::read_description(&text).ok());
        let is_as_it_was = words.is_some() && words.as_ref() == saved_as.as_deref();
        if !is_as_it_was {
            source.file_state = None;
        }
        Ok(Source { saved_as, ..source })
    }

    /// The puzzle as a file describes it, as it is now.
    pub fn description(&self) -> &Arc<Description> {
        &self.description
    }

    /// The changes that can be undone and redone.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// Returns whether it differs from its file, or was never in one: new, a copy, or recovered.
    pub fn is_edited(&self) -> bool {
        self.saved_as.as_ref().is_none_or(|saved| {
            !Arc::ptr_eq(saved, &self.description) && **saved != *self.description
        })
    }

    /// The number of the document, which no other has had since the program was started.
    pub fn serial(&self) -> u64 {
        self.serial
    }

    /// A number that changes whenever its description does, or that of its file.
    pub(in crate::workbench) fn stamp(&self) -> u64 {
        self.stamp
    }

    /// The file that it is saved to without asking.
    pub fn own_file(&self) -> Option<&Path> {
        match &self.origin {
            Origin::File(path) => Some(path),
            Origin::New | Origin::Bundled(_) | Origin::TakenFrom(_) => None,
        }
    }

    /// The name for files made of it, without an ending: that of its own file, or from its title.
    pub fn stem(&self) -> String {
        let name = match &self.origin {
            Origin::New => return text::file_stem(&self.puzzle.title),
            Origin::Bundled(path) => Path::new(path).file_stem(),
            Origin::File(path) | Origin::TakenFrom(path) => path.file_stem(),
        };
        let name = name.unwrap_or_default().to_string_lossy();
        name.strip_suffix("-solutions").unwrap_or(&name).to_owned()
    }

    /// The folder for files made of it: that of its own file, else where the program was started,
    /// else (as from a desktop's menu) the home folder.
    pub fn folder(&self) -> PathBuf {
        let beside = match &self.origin {
            Origin::File(path) | Origin::TakenFrom(path) => path.parent().map(Path::to_owned),
            Origin::Bundled(_) | Origin::New => None,
        };
        let current = || std::env::current_dir().ok().filter(|path| path.parent().is_some());
        beside.or_else(current).or_else(std::env::home_dir).unwrap_or_default()
    }

    /// Returns whether a path leads to the file that it was read from, which nothing made from it
    /// may replace.
    pub fn is_source(&self, path: &Path) -> bool {
        match &self.origin {
            Origin::File(source) | Origin::TakenFrom(source) => is_same_file(source, path),
            Origin::New | Origin::Bundled(_) => false,
        }
    }

    /// The file of several problems that it was taken from, and these.
    pub fn problems(&self) -> Option<(&Path, &Problems)> {
        let problems = self.problems.as_ref().filter(|problems| problems.names.len() > 1)?;
        match &self.origin {
            Origin::TakenFrom(path) => Some((path, problems)),
            _ => None,
        }
    }

    /// The draft to keep, should the program end without saving it.
    pub fn draft(&self) -> Option<Draft> {
        self.is_edited().then(|| Draft {
            origin: self.origin.clone(),
            saved_as: self.saved_as.clone(),
            description: Arc::clone(&self.description),
        })
    }

    /// The description of a copy, which has another title.
    fn copy(&self) -> Description {
        let title = format!("{} copy", self.puzzle.title);
        Description { title, ..(*self.description).clone() }
    }

    /// The text of a copy.
    pub(in crate::workbench) fn copy_text(&self) -> String {
        puzzle_file::write(&self.copy())
    }

    /// Becomes a copy that has another title and no file.
    pub(in crate::workbench) fn become_copy(&mut self) {
        let description = self.copy();
        let puzzle = Puzzle { title: description.title.clone(), ..(*self.puzzle).clone() };
        self.become_version(Arc::new(description), Arc::new(puzzle));
        self.origin = Origin::New;
        self.history = History::default();
        self.saved_as = None;
        self.serial = next_number();
        self.stamp = next_number();
    }

    /// Reverts to the description in its file, as one change that can be undone. Returns whether
    /// anything changed.
    ///
    /// # Errors
    /// Why that is no puzzle, or too different a one; then nothing has changed.
    pub(in crate::workbench) fn revert_to(
        &mut self,
        description: Description,
    ) -> Result<bool, Refusal> {
        let puzzle = description.draft().map_err(|problems| Refusal::by(&problems))?;
        let own = &self.description;
        if description.lattice != own.lattice || description.cover.is_some() != own.cover.is_some()
        {
            return Err(Refusal::new(
                "The file now holds a different kind of puzzle. Open it instead.",
            ));
        }
        let description = Arc::new(description);
        let changed = *description != *self.description;
        self.saved_as = Some(Arc::clone(&description));
        self.note_file_state();
        self.stamp = next_number();
        if changed {
            let before = Arc::clone(&self.description);
            self.history.push("revert to file".to_owned(), before, None, false);
            self.become_version(description, Arc::new(puzzle));
        }
        Ok(changed)
    }

    /// Records that a description of it is in a file now.
    pub fn saved_to(&mut self, path: PathBuf, description: Arc<Description>) {
        self.origin = Origin::File(path);
        self.saved_as = Some(description);
        self.note_file_state();
        self.stamp = next_number();
    }

    /// The description in its file, if it has one and it differs from the present one.
    pub fn file_words(&self) -> Option<&Arc<Description>> {
        self.saved_as.as_ref().filter(|_| self.is_edited())
    }

    /// Applies an edit; see [`crate::workbench::Document::edit`]. `None` where it changes nothing.
    ///
    /// # Errors
    /// Why it cannot be done; then nothing has changed.
    pub(in crate::workbench) fn edit(
        &mut self,
        edit: &Edit,
        gesture: Option<u64>,
    ) -> Result<Option<Point>, Refusal> {
        let begun = gesture.and_then(|gesture| self.history.begun(gesture)).cloned();
        let Edited { description, puzzle, shift } = edit.apply(&self.description, &self.puzzle)?;
        if description == *self.description {
            return Ok(None);
        }
        let before = begun.unwrap_or_else(|| Arc::clone(&self.description));
        let name = edit.name(&before, &description);
        let is_move = edit.is_move(&self.puzzle);
        self.history.push(name, before, gesture, is_move);
        self.become_version(Arc::new(description), Arc::new(puzzle));
        Ok(Some(shift))
    }

    /// Undoes the last change; its name.
    pub(in crate::workbench) fn undo(&mut self) -> Option<String> {
        let (name, description) = self.history.undo(&self.description)?;
        self.return_to(description);
        Some(name)
    }

    /// Redoes the change that was undone last; its name.
    pub(in crate::workbench) fn redo(&mut self) -> Option<String> {
        let (name, description) = self.history.redo(&self.description)?;
        self.return_to(description);
        Some(name)
    }

    fn return_to(&mut self, description: Arc<Description>) {
        let puzzle = description.draft().expect("every version was a puzzle when it was made");
        self.become_version(description, Arc::new(puzzle));
    }

    fn become_version(&mut self, description: Arc<Description>, puzzle: Arc<Puzzle>) {
        (self.description, self.puzzle) = (description, puzzle);
        self.stamp = next_number();
    }

    /// The text of the puzzle.
    pub fn puzzle_text(&self) -> String {
        puzzle_file::write(&self.description)
    }
}
