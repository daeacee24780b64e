//! Why something is not written in a format.

use std::io;

use crate::encode::EncodeError;
use crate::format::xmpuzzle;
use crate::job::variants::ListError;
use crate::make::web::WebError;
use crate::picture::pdf::PdfError;
use crate::picture::png::PngError;
use crate::text;

/// Why something is not written in a format.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The format holds solutions alone.
    #[error("a puzzle without solutions cannot be written as {0}")]
    NoPuzzle(&'static str),
    /// The format has no place for a single solution.
    #[error("a single solution cannot be written as {0}")]
    NoSolution(&'static str),
    /// Solutions are written by [`Format::write_list`](super::Format::write_list).
    #[error("solutions are not bytes in memory as {0}")]
    AnyNumber(&'static str),
    /// More solutions than a picture holds.
    #[error(
        "{} solutions are too many for one picture, which holds {max}; export a single one, a \
         poster as PDF, or all as RON", text::grouped(*count as u64)
    )]
    TooMany {
        /// The number of solutions.
        count: usize,
        /// The most that it holds.
        max: usize,
    },
    /// More variants than a file holds.
    #[error(
        "{} variants are too many for one file, which holds {}; write one variant by itself",
        text::grouped(*count), text::grouped(*most)
    )]
    TooManyVariants {
        /// The number of combinations of choices.
        count: u64,
        /// The most that it holds.
        most: u64,
    },
    /// The variants cannot be listed.
    #[error(transparent)]
    Variants(#[from] ListError),
    /// Sheets for a cutter, in a file whose ending names no format for them.
    #[error("{file}: sheets are written as {endings}; use one of these extensions")]
    Sheets {
        /// The file.
        file: String,
        /// The endings of formats for sheets.
        endings: String,
    },
    /// The puzzle has what the format does not hold.
    #[error("{format} has no place for {lost}; without, it would be another puzzle")]
    Lost {
        /// The name of the format.
        format: &'static str,
        /// The constraints that would be lost, as a list.
        lost: String,
    },
    /// The puzzle cannot be encoded.
    #[error(transparent)]
    Encode(#[from] EncodeError),
    /// There is no picture of pixels.
    #[error(transparent)]
    Png(#[from] PngError),
    /// There are no pages.
    #[error(transparent)]
    Pdf(#[from] PdfError),
    /// BurrTools has no words for it.
    #[error(transparent)]
    Xmpuzzle(#[from] xmpuzzle::ExportError),
    /// There is no page to play it.
    #[error(transparent)]
    Web(#[from] WebError),
    /// Its items and options, or its parts, cannot be written.
    #[error(transparent)]
    Io(#[from] io::Error),
}
