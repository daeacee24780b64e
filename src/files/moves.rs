//! Files of how a solution is taken apart: a sheet, pictures of its moves, or an animation.

use std::io::Write as _;
use std::path::Path;

use super::made::numbered;
use crate::disassembly::{Part, Timeline};
use crate::format::{self, FileError, Progress};
use crate::make::paper::{MoveSheet, PaperError, write_pdf};
use crate::picture::apng::Animation;
use crate::picture::canvas::MovePictures;
use crate::picture::{Style, png, svg};
use crate::puzzle::Puzzle;
use crate::puzzle::making::PaperSettings;
use crate::solution::verify::Placed;

/// Pictures of a move in an animation, and the time of each in milliseconds.
const FRAMES: usize = 8;
const FRAME_TIME: u16 = 50;
/// The time that the whole and the end are shown, in milliseconds.
const REST_TIME: u16 = 1200;
/// Pixels a point of an animation, which has many pictures.
const ANIMATION_ZOOM: f32 = 1.0;

/// The forms in which moves are written, by the endings of their files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MovesFormat {
    /// A sheet of numbered pictures.
    Pdf,
    /// A picture of each move, in files with numbers in their names.
    Svg,
    /// The same.
    Png,
    /// An animated picture.
    Apng,
}

impl MovesFormat {
    /// All of them.
    pub const ALL: [MovesFormat; 4] =
        [MovesFormat::Pdf, MovesFormat::Svg, MovesFormat::Png, MovesFormat::Apng];

    /// The ending of its files.
    pub fn ending(self) -> &'static str {
        match self {
            MovesFormat::Pdf => "pdf",
            MovesFormat::Svg => "svg",
            MovesFormat::Png => "png",
            MovesFormat::Apng => "apng",
        }
    }

    /// The form that a file has by its ending.
    pub fn of_path(path: &Path) -> Option<MovesFormat> {
        let ending = path.extension()?;
        MovesFormat::ALL.into_iter().find(|own| ending.eq_ignore_ascii_case(own.ending()))
    }
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
    /// Writes the moves to one file or several. Drawings follow the style, sheets the settings.
    /// `progress` counts pictures and may cancel.
    ///
    /// # Errors
    /// When there are no moves, the paper has no room, or a file cannot be written.
    pub fn write(
        &self,
        to: MovesFormat,
        path: &Path,
        (style, paper): (Style, &PaperSettings),
        progress: &mut Progress<'_>,
    ) -> Result<(), MovesError> {
        let Moves { puzzle, placed, number, whole } = *self;
        let sites: Vec<_> = placed.iter().map(|(_, sites)| sites.clone()).collect();
        let timeline = Timeline::new(puzzle.lattice, &sites, whole);
        if to == MovesFormat::Pdf {
            let subject = (puzzle, placed, number);
            let sheet = MoveSheet::new(subject, (whole, &timeline), paper, style.view)?;
            return Ok(format::write_file_with(path, |out| write_pdf(&sheet, out, progress))?);
        }
        let pictures = MovePictures::new(puzzle, placed, &timeline, style);
        if to == MovesFormat::Apng {
            return Ok(format::write_file_with(path, |out| {
                out.write_all(&animation(&pictures, progress)?)
            })?);
        }
        for n in 0..pictures.len() {
            let svg = svg::write(&pictures.picture(n));
            let bytes = match to {
                MovesFormat::Png => png::render_sized(&svg, style.size)?,
                _ => svg.into_bytes(),
            };
            let path = &numbered(path, n + 1, "");
            format::write_file_with(path, |out| {
                let is_cancelled = progress(n as u64, pictures.len() as u64).is_break();
                match is_cancelled {
                    true => Err(std::io::ErrorKind::Interrupted.into()),
                    false => out.write_all(&bytes),
                }
            })?;
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
