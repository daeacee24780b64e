//! Puzzles on paper: posters of solutions, pieces at true size to cut out, booklets of challenges.
//!
//! A [`PageLayout`] knows its number of pages and draws any one of them, so that a preview shows what
//! is printed and only the pages that are looked at are laid out. [`write_pdf`] writes all of them.

mod booklet;
mod challenge;
mod cutouts;
mod moves;
mod page;
mod poster;

use std::io::{self, Write};

use crate::format::Progress;
use crate::picture::drawing::Drawing;
use crate::picture::pdf::{self, Info, PdfError};

pub use booklet::Booklet;
pub use challenge::{Challenge, ChallengeError, Challenges};
pub use cutouts::Cutouts;
pub use moves::MoveSheet;
pub use poster::Poster;

/// Why something does not go on paper.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PaperError {
    /// Nothing is left of the page within its margins.
    #[error(
        "the margin of {margin} mm leaves no room on paper of {width} × {height} mm; make it smaller"
    )]
    Margin {
        /// The margin, in millimetres.
        margin: String,
        /// The width of the paper, in millimetres.
        width: String,
        /// Its height.
        height: String,
    },
    /// Paper that no reader of PDF shows.
    #[error("paper of {width} × {height} mm is too large for PDF, which allows at most 5080 mm")]
    Size {
        /// The width of the paper, in millimetres.
        width: String,
        /// Its height.
        height: String,
    },
    /// A piece that is larger than the page within its margins.
    #[error(
        "piece {name} is {width} × {height} mm; the paper has {room_width} × {room_height} mm \
         inside its margins: use a larger paper or a smaller unit"
    )]
    Piece {
        /// The name of the piece.
        name: String,
        /// Its width, in millimetres.
        width: String,
        /// Its height.
        height: String,
        /// The width of the page within its margins.
        room_width: String,
        /// Its height.
        room_height: String,
    },
    /// A puzzle that is not made of flat pieces.
    #[error("{0}")]
    Unsuitable(&'static str),
    /// No solution or challenge to be printed.
    #[error("there is nothing to print: {0}")]
    Empty(&'static str),
    /// A measure that cannot stand below solutions.
    #[error("{0}")]
    Measure(String),
    /// So many solutions in a row that nothing is to be seen of them.
    #[error("{columns} solutions do not fit side by side on {width} mm; use fewer columns")]
    Columns {
        /// The columns.
        columns: u16,
        /// The width of the page within its margins, in millimetres.
        width: String,
    },
}

/// Pages that are laid out one by one.
pub trait PageLayout {
    /// Returns the metadata of the file.
    fn info(&self) -> Info;

    /// The number of pages.
    fn page_count(&self) -> usize;

    /// A page, from 0.
    fn page(&self, index: usize) -> Drawing;

    /// The bookmarks of a page, each with its level from 0.
    fn bookmarks(&self, index: usize) -> Vec<(usize, String)>;
}

/// Writes all pages as PDF. Each is drawn when it is written, and compressed at once. `progress`
/// counts pages and may cancel.
///
/// # Errors
/// When writing fails, and [`io::ErrorKind::Interrupted`] when it was cancelled.
pub fn write_pdf(
    layout: &dyn PageLayout,
    out: &mut dyn Write,
    progress: &mut Progress<'_>,
) -> io::Result<()> {
    let other = |error: PdfError| io::Error::other(error.to_string());
    let mut document = pdf::Document::new(&layout.info());
    let pages = layout.page_count();
    for index in 0..pages {
        if progress(index as u64, pages as u64).is_break() {
            return Err(io::ErrorKind::Interrupted.into());
        }
        document.add(&layout.page(index)).map_err(other)?;
        for (level, text) in layout.bookmarks(index) {
            document.bookmark(level, text);
        }
    }
    out.write_all(&document.finish().map_err(other)?)
}

#[cfg(test)]
mod tests;
