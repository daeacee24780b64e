//! Pictures of the user's own puzzles in the list of recent files, found one after the other on
//! threads of their own.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::SystemTime;

use super::entry::{Encoded, Entry};
use super::thumbnails::givens;
use crate::exact_cover::OptionId;
use crate::files;
use crate::format::puzzle_file::Opened;
use crate::format::{Contents, dlx};
use crate::job::lower_priority;
use crate::job::thumbnail::{NODE_LIMIT, first_solution};
use crate::workbench::Task;
use crate::workbench::Wake;
use crate::workbench::settings::RecentFile;

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
    /// When the file was used, and its puzzle; `None` for a file that has no picture.
    entries: BTreeMap<PathBuf, (SystemTime, Option<Box<Entry>>)>,
    /// The file that is being read.
    reading: Option<(RecentFile, Task<OwnPuzzle>)>,
}

impl OwnPictures {
    /// Takes in the picture that has come.
    pub(super) fn poll(&mut self) {
        let Some((file, mut task)) = self.reading.take() else { return };
        task.poll();
        let entry = match task {
            Task::Waiting(_) => {
                self.reading = Some((file, task));
                return;
            }
            Task::Ready(OwnPuzzle { opened, encoded, placed }) => {
                let mut entry = Entry::of(&opened, "");
                (entry.encoded, entry.placed) = (Some(encoded), placed);
                Some(Box::new(entry))
            }
            Task::Failed(_) => None,
        };
        self.entries.insert(file.path, (file.used, entry));
    }

    /// The picture of a file, if it is there. It is looked for when its turn comes, and again when the
    /// file has been used since.
    pub(super) fn of(&mut self, file: &RecentFile, wake: &Wake) -> Option<&mut Entry> {
        let is_read = self.entries.get(&file.path).is_some_and(|(used, _)| *used == file.used);
        if self.reading.is_none() && !is_read {
            let own = file.path.clone();
            let work = move |_| read(&own).ok_or_else(|| "there is no picture".to_owned());
            self.reading = Some((file.clone(), Task::start(wake, work)));
        }
        self.entries.get_mut(&file.path)?.1.as_deref_mut()
    }

    /// Returns whether the picture of a file is available.
    #[cfg(test)]
    pub(super) fn has_picture(&self, path: &Path) -> bool {
        self.entries
            .get(path)
            .is_some_and(|(_, entry)| entry.as_ref().is_some_and(|own| !own.placed.is_empty()))
    }
}

/// Reads a puzzle, and looks for a solution of it.
fn read(path: &Path) -> Option<OwnPuzzle> {
    lower_priority();
    let is_small = |data: std::fs::Metadata| data.is_file() && data.len() <= MAX_FILE;
    if !std::fs::metadata(path).is_ok_and(is_small) {
        return None;
    }
    let opened = match files::open_draft(path).ok()? {
        Contents::Puzzle(opened) => opened,
        Contents::Problem(problem) => {
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            dlx::puzzle(&problem, &name).ok()?
        }
        Contents::Solutions(_) => return None,
    };
    if opened.puzzle.board.sites().len() > MAX_SITES {
        return None;
    }
    let encoded = Encoded::new(&opened.puzzle)?;
    let never = AtomicBool::new(false);
    let is_complete = opened.puzzle.is_complete() && opened.puzzle.area_conflict().is_none();
    let first = || first_solution(&encoded.encoding, NODE_LIMIT, &never);
    let mut placed = givens(&opened.puzzle, &encoded.encoding);
    if placed.is_empty() && is_complete {
        placed = first().unwrap_or_default();
    }
    Some(OwnPuzzle { opened, encoded, placed })
}
