//! The replacement of the open document, and the questions that may come first.

use std::path::PathBuf;

use crate::format::{Contents, bundled};
use crate::puzzle::Description;
use crate::solution::database::ProblemDigest;
use crate::workbench::Origin;

/// A replacement for the open document, or the end of the program.
#[derive(Clone, Debug)]
pub(crate) enum Intent {
    /// Contents read from a file.
    Show(PathBuf, Box<Contents>),
    /// A bundled puzzle, by its place in the collection.
    Bundled(usize),
    /// The same, on the Play screen.
    Play(usize),
    /// A puzzle that was made here.
    New(Box<Description>),
    /// A puzzle that was made here for its variants.
    Variants(Box<Description>),
    /// Unsaved work that was found, by its place in the list of it.
    Recover(usize),
    /// A copy of what is open.
    Duplicate,
    /// The gallery.
    Close,
    /// Nothing: the program ends.
    Quit,
}

impl Intent {
    /// Returns whether another puzzle is opened by it.
    pub(crate) fn opens_another(&self) -> bool {
        !matches!(self, Intent::Duplicate | Intent::Close | Intent::Quit)
    }

    /// The origin of what is opened, where that may be open already.
    pub(crate) fn origin(&self) -> Option<Origin> {
        match self {
            Intent::Bundled(index) | Intent::Play(index) => {
                Some(Origin::Bundled(bundled::ALL[*index].path))
            }
            Intent::Show(path, contents) => {
                matches!(**contents, Contents::Puzzle(_)).then(|| Origin::of_puzzle_file(path))
            }
            _ => None,
        }
    }
}

/// A question before something is lost.
#[derive(Clone, Debug)]
pub(crate) enum Question {
    /// Save changes before something is done that would lose them?
    Unsaved(Intent),
    /// Replace a file by the document?
    Replace(PathBuf),
    /// Replace the document's own file, to which another program has written?
    ReplaceChanged(PathBuf),
    /// Discard unsaved work, by its place in the list of it?
    DiscardDraft(usize),
    /// Delete stored results?
    DeleteResults {
        /// The problems.
        digests: Vec<ProblemDigest>,
        /// The title of the puzzle where it is one; all results otherwise.
        title: Option<String>,
        /// The number of solutions with marks.
        marked: u64,
    },
}
