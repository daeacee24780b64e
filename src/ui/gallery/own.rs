//! Pictures of the user's own puzzles in the list of recent files, found one after the other on
//! threads of their own.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::entry::{Encoded, Entry};
use crate::encode::{Encoding, SymmetryGroup};
use crate::exact_cover::OptionId;
use crate::files;
use crate::format::Contents;
use crate::format::puzzle_file::Opened;
use crate::job::lower_priority;
use crate::job::thumbnail::{NODE_LIMIT, first_solution};
use crate::workbench::Task;
use crate::workbench::Wake;

/// The largest file that is read for a picture, in bytes.
const MAX_FILE: u64 = 200_000;
/// The most sites of a board that a picture is made of.
const MAX_SITES: usize = 4000;

/// A puzzle read from a file.
struct OwnPuzzle {
    opened: Opened,
    encoded: Encoded,
    placed: Vec<OptionId>,
}

/// The pictures, by the paths of the files.
#[derive(Default)]
pub(super) struct OwnPictures {
    /// `None` for a file that has no picture.
    entries: BTreeMap<PathBuf, Option<Box<Entry>>>,
    /// The file that is being read.
    reading: Option<(PathBuf, Task<OwnPuzzle>)>,
}

impl OwnPictures {
    /// Takes in the picture that has come.
    pub(super) fn poll(&mut self) {
        let Some((path, mut task)) = self.reading.take() else { return };
        task.poll();
        let entry = match task {
            Task::Waiting(_) => {
                self.reading = Some((path, task));
                return;
            }
            Task::Ready(OwnPuzzle { opened, encoded, placed }) => {
                let mut entry = Entry::of(&opened, "");
                (entry.encoded, entry.placed) = (Some(encoded), placed);
                Some(Box::new(entry))
            }
            Task::Failed(_) => None,
        };
        self.entries.insert(path, entry);
    }

    /// The picture of a file, if it is there; else it is looked for when its turn comes.
    pub(super) fn of(&mut self, path: &Path, wake: &Wake) -> Option<&mut Entry> {
        if self.reading.is_none() && !self.entries.contains_key(path) {
            let own = path.to_owned();
            let work = move |_| read(&own).ok_or_else(|| "there is no picture".to_owned());
            self.reading = Some((path.to_owned(), Task::start(wake, work)));
        }
        self.entries.get_mut(path)?.as_deref_mut()
    }

    /// Returns whether the picture of a file is available.
    #[cfg(test)]
    pub(super) fn has_picture(&self, path: &Path) -> bool {
        self.entries
            .get(path)
            .is_some_and(|entry| entry.as_ref().is_some_and(|entry| !entry.placed.is_empty()))
    }
}

/// Reads a puzzle, and looks for a solution of it.
fn read(path: &Path) -> Option<OwnPuzzle> {
    lower_priority();
    let is_small = |data: std::fs::Metadata| data.is_file() && data.len() <= MAX_FILE;
    if !std::fs::metadata(path).is_ok_and(is_small) {
        return None;
    }
    let Ok(Contents::Puzzle(opened)) = files::open_draft(path) else { return None };
    if opened.puzzle.board.sites().len() > MAX_SITES {
        return None;
    }
    let encoding = Arc::new(Encoding::new(&opened.puzzle).ok()?);
    let symmetries = SymmetryGroup::new(&opened.puzzle, &encoding).order();
    let never = AtomicBool::new(false);
    let is_complete = opened.puzzle.is_complete() && opened.puzzle.area_conflict().is_none();
    let placed = is_complete.then(|| first_solution(&encoding, NODE_LIMIT, &never)).flatten();
    let encoded = Encoded { encoding, symmetries };
    Some(OwnPuzzle { opened, encoded, placed: placed.unwrap_or_default() })
}
