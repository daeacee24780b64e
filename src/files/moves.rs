//! Files of how a solution is taken apart: a sheet, pictures of its moves, an animation, or a page that
//! plays them.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::made::numbered;
use super::{FORMATS, Format};
use crate::disassembly::{Part, Timeline};
use crate::format::{self, FileError, Progress};
use crate::make::paper::{MoveSheet, PaperError, write_pdf};
use crate::make::web;
use crate::picture::apng::Animation;
use crate::picture::canvas::MovePictures;
use crate::picture::drawing::Drawing;
use crate::picture::{Style, png, svg};
use crate::puzzle::{Description, Puzzle};
use crate::solution::verify::Placed;
use crate::text;

/// Pictures of a move in an animation, and the time of each in milliseconds.
const FRAMES: usize = 8;
const FRAME_TIME: u16 = 50;
/// The time that the whole and the end are shown, in milliseconds.
const REST_TIME: u16 = 1200;
/// Pixels a point of an animation, which has many pictures.
const ANIMATION_ZOOM: f32 = 1.0;

/// The writer of moves in a format, and its button in the window.
pub struct MovesWriter {
    /// The name of what is written, as a button says it.
    pub label: &'static str,
    /// The words for what the button does.
    pub hint: &'static str,
    form: Form,
}

/// The form in which moves are written.
#[derive(Clone, Copy)]
enum Form {
    /// A sheet of numbered pictures.
    Sheet,
    /// A picture of each move, in files with numbers in their names.
    Pictures(fn(&Drawing, Style) -> Result<Vec<u8>, png::PngError>),
    /// An animated picture.
    Animation,
    /// A page that plays them.
    Page,
}

impl MovesWriter {
    /// The first of several files that it writes for a path; `None` where the path itself is the only
    /// one.
    pub fn first_of_several(&self, path: &Path) -> Option<PathBuf> {
        matches!(self.form, Form::Pictures(_)).then(|| numbered(path, 1, ""))
    }
}

pub(super) const SHEET: MovesWriter = MovesWriter {
    label: "Move sheet",
    hint: "Write numbered pictures of the moves, with arrows, as PDF.",
    form: Form::Sheet,
};
pub(super) const PAGE: MovesWriter = MovesWriter {
    label: "Web page",
    hint: "Write a web page that plays the moves, to share (HTML).",
    form: Form::Page,
};
pub(super) const DRAWINGS: MovesWriter = MovesWriter {
    label: "SVG",
    hint: "Write a drawing of each move, in files with numbers in their names.",
    form: Form::Pictures(|drawing, _| Ok(svg::write(drawing).into_bytes())),
};
pub(super) const PICTURES: MovesWriter = MovesWriter {
    label: "PNG",
    hint: "Write a picture of each move, in files with numbers in their names.",
    form: Form::Pictures(|drawing, style| png::render_sized(&svg::write(drawing), style.size)),
};
pub(super) const ANIMATION: MovesWriter = MovesWriter {
    label: "Animation",
    hint: "Write an animated picture (APNG), which browsers play.",
    form: Form::Animation,
};

/// The formats of moves, with their writers.
pub fn of_moves() -> impl Iterator<Item = (&'static Format, &'static MovesWriter)> {
    FORMATS.iter().filter_map(|format| Some((*format, format.moves.as_ref()?)))
}

/// The writer of moves that the ending of a path names.
///
/// # Errors
/// When there is none.
pub fn moves_by_ending(path: &Path) -> Result<&'static MovesWriter, MovesEndingError> {
    let ending = path.extension().unwrap_or_default();
    let named = of_moves().find(|(format, _)| ending.eq_ignore_ascii_case(format.id));
    named.map(|(_, writer)| writer).ok_or(MovesEndingError)
}

/// A file of moves whose ending names no format for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the extension must be {}", text::either(&moves_endings()))]
pub struct MovesEndingError;

/// The endings of files of moves, each with its dot.
fn moves_endings() -> Vec<String> {
    of_moves().map(|(format, _)| format!(".{}", format.id)).collect()
}

/// Why moves are not written.
#[derive(Debug, thiserror::Error)]
pub enum MovesError {
    /// A file cannot be written, or that was cancelled.
    #[error(transparent)]
    File(#[from] FileError),
    /// The paper has no room.
    #[error(transparent)]
    Paper(#[from] PaperError),
    /// A picture cannot be drawn.
    #[error(transparent)]
    Picture(#[from] png::PngError),
}

/// A solution and how it is taken apart.
#[derive(Clone, Copy)]
pub struct Moves<'a> {
    /// The words of the puzzle; its settings for paper are those of sheets.
    pub description: &'a Description,
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// The pieces where they lie.
    pub placed: &'a Placed,
    /// The number of the solution.
    pub number: u64,
    /// The separations, of the pieces in this order.
    pub whole: &'a Part,
}

impl Moves<'_> {
    /// Writes the moves to one file or several. Drawings follow the style.
    /// `progress` counts pictures and may cancel.
    ///
    /// # Errors
    /// When there are no moves, the paper has no room, or a file cannot be written.
    pub fn write(
        &self,
        to: &MovesWriter,
        path: &Path,
        style: Style,
        progress: &mut Progress<'_>,
    ) -> Result<(), MovesError> {
        let Moves { description, puzzle, placed, number, whole } = *self;
        let sites: Vec<_> = placed.iter().map(|(_, sites)| sites.clone()).collect();
        let timeline = Timeline::new(puzzle.lattice, &sites, whole);
        let name = format!("Solution {}", text::grouped(number));
        let subject = (puzzle, placed, &*name);
        let pictures = || MovePictures::new(puzzle, placed, &timeline, style);
        match to.form {
            Form::Sheet => {
                let paper = &description.make.paper;
                let sheet = MoveSheet::new(subject, (whole, &timeline), paper, style.view)?;
                format::write_file_with(path, |out| write_pdf(&sheet, out, progress))?;
            }
            Form::Page => {
                let page = web::moves(description, subject, (whole, &timeline));
                format::write_file(path, page.as_bytes())?;
            }
            Form::Animation => {
                let pictures = pictures();
                format::write_file_with(path, |out| {
                    out.write_all(&animation(&pictures, progress)?)
                })?;
            }
            Form::Pictures(draw) => {
                let pictures = pictures();
                for n in 0..pictures.len() {
                    let bytes = draw(&pictures.picture(n), style)?;
                    format::write_file_with(&numbered(path, n + 1, ""), |out| {
                        match progress(n as u64, pictures.len() as u64).is_break() {
                            true => Err(std::io::ErrorKind::Interrupted.into()),
                            false => out.write_all(&bytes),
                        }
                    })?;
                }
            }
        }
        Ok(())
    }
}

/// The pictures of all moves, one after the other.
fn animation(pictures: &MovePictures<'_>, progress: &mut Progress<'_>) -> std::io::Result<Vec<u8>> {
    let other = |error: png::PngError| std::io::Error::other(error.to_string());
    let all = pictures.len() * FRAMES;
    let mut animation = Animation::default();
    for n in 0..=all {
        if progress(n as u64, all as u64 + 1).is_break() {
            return Err(std::io::ErrorKind::Interrupted.into());
        }
        let drawing = pictures.moment(n as f64 / FRAMES as f64);
        let png = png::render(&svg::write(&drawing), ANIMATION_ZOOM).map_err(other)?;
        let time = if n == 0 || n == all { REST_TIME } else { FRAME_TIME };
        animation.push(&png, time).map_err(other)?;
    }
    animation.finish().map_err(other)
}
