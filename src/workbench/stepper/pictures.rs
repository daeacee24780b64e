//! A series of steps as pictures: the board with what lies on it, and the step in words beside it.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;

use super::{StepSize, Stepper};
use crate::encode::Encoded;
use crate::exact_cover::{ItemRule, OptionId};
use crate::format::{self, FileError, Progress};
use crate::job::Subject;
use crate::picture::canvas::{self, NumberedSolution, Words};
use crate::picture::drawing::Drawing;
use crate::picture::png::{self, PngError};
use crate::picture::{Style, svg};
use crate::text;

/// The most pictures of one series.
pub const MAX_PICTURES: u32 = 2000;
/// Steps on the way to the first picture between two reports.
const REPORT_INTERVAL: u64 = 4096;

/// The format of pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureForm {
    /// Lines and letters.
    Svg,
    /// Pixels.
    Png,
}

impl PictureForm {
    /// The ending of its files.
    pub fn ending(self) -> &'static str {
        match self {
            PictureForm::Svg => "svg",
            PictureForm::Png => "png",
        }
    }
}

/// The last picture of a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeriesEnd {
    /// After so many pictures, or at the end of the search.
    Count(u32),
    /// Where the branch that is being tried, or is tried next, is undone; at the root, at the end of the
    /// search.
    Branch,
}

/// A series of pictures, one a step.
#[derive(Clone, Debug)]
pub struct PictureSeries {
    /// What is searched.
    pub subject: Subject,
    /// The rule by which items are chosen.
    pub rule: ItemRule,
    /// The step from one picture to the next; not a link.
    pub size: StepSize,
    /// The number of the first step.
    pub first: u64,
    /// Where it ends.
    pub end: SeriesEnd,
    /// The format of its files.
    pub form: PictureForm,
    /// The look of the board.
    pub style: Style,
}

/// Why a series was not written, or not to its end.
#[derive(Debug, thiserror::Error)]
pub enum SeriesError {
    /// The search has fewer steps.
    #[error("the search ends at step {}; choose an earlier step", text::grouped(*.0))]
    PastEnd(u64),
    /// Other files are in the folder.
    #[error("{0}: has other files; choose a new or an empty folder")]
    NotEmpty(String),
    /// The folder cannot be made or read.
    #[error("{0}: {why}", why = text::io_error(.1))]
    Folder(String, io::Error),
    /// A picture cannot be drawn.
    #[error(transparent)]
    Png(#[from] PngError),
    /// A file cannot be written.
    #[error(transparent)]
    File(#[from] FileError),
    /// It was cancelled.
    #[error("cancelled after {}", text::count(u64::from(*.0), "picture"))]
    Cancelled(u32),
}

impl PictureSeries {
    /// From a step of a search whose items are chosen by the usual rule.
    pub fn new(subject: Subject, first: u64, size: StepSize) -> PictureSeries {
        PictureSeries {
            subject,
            rule: ItemRule::Fewest,
            size,
            first,
            end: SeriesEnd::Branch,
            form: PictureForm::Svg,
            style: Style::default(),
        }
    }

    /// From the step at which a stepper is, by its rule and the size of its steps.
    pub fn from_here(stepper: &Stepper) -> PictureSeries {
        // There is no picture within a step.
        let size = match stepper.size() {
            StepSize::Link => StepSize::Item,
            size => size,
        };
        let series = PictureSeries::new(stepper.subject().clone(), stepper.taken(), size);
        PictureSeries { rule: stepper.rule(), ..series }
    }

    /// Writes the pictures to a folder, which is made if there is none, each with the number of its step
    /// in its name; how many. `progress` is called with what is done and all, and may cancel. What has
    /// been written stays.
    ///
    /// # Errors
    /// When the folder has files, the search has fewer steps, writing fails or it is cancelled.
    pub fn write(&self, folder: &Path, progress: &mut Progress<'_>) -> Result<u32, SeriesError> {
        let most = match self.end {
            SeriesEnd::Count(count) => count.clamp(1, MAX_PICTURES),
            SeriesEnd::Branch => MAX_PICTURES,
        };
        let mut stepper = Stepper::by_rule(self.subject.clone(), self.rule);
        while stepper.taken() < self.first {
            if stepper.can_step().is_err() {
                return Err(SeriesError::PastEnd(stepper.taken()));
            }
            stepper.go();
            if stepper.taken().is_multiple_of(REPORT_INTERVAL)
                && progress(0, u64::from(most)).is_break()
            {
                return Err(SeriesError::Cancelled(0));
            }
        }
        stepper.set_size(self.size);
        let depth = stepper.frames().len();
        prepare(folder)?;
        for written in 1..=most {
            let name = format!("step-{:06}.{}", stepper.taken(), self.form.ending());
            let drawing = stepper.drawing(self.style);
            format::write_file(&folder.join(name), &self.bytes(&drawing)?)?;
            let is_over = written > 1 && depth > 0 && stepper.is_over_at(depth);
            if stepper.can_step().is_err() || self.end == SeriesEnd::Branch && is_over {
                return Ok(written);
            }
            if progress(u64::from(written), u64::from(most)).is_break() {
                return Err(SeriesError::Cancelled(written));
            }
            stepper.step();
        }
        Ok(most)
    }

    /// What is said when so many pictures have been written to a folder.
    pub fn outcome(&self, written: u32, folder: &Path) -> String {
        let limit = match self.end {
            SeriesEnd::Branch if written == MAX_PICTURES => ", the most of one series,",
            _ => "",
        };
        let pictures = text::count(u64::from(written), "picture");
        format!("Wrote {pictures}{limit} to {}.", folder.display())
    }

    fn bytes(&self, drawing: &Drawing) -> Result<Vec<u8>, PngError> {
        let text = svg::write(drawing);
        match self.form {
            PictureForm::Svg => Ok(text.into_bytes()),
            PictureForm::Png => png::render_sized(&text, self.style.size),
        }
    }
}

/// Checks that a folder is not there yet, or has no files.
///
/// # Errors
/// When it has files, or cannot be read.
pub fn check_folder(folder: &Path) -> Result<(), SeriesError> {
    let name = || folder.display().to_string();
    match fs::read_dir(folder).map(|mut files| files.next().is_some()) {
        Ok(true) => Err(SeriesError::NotEmpty(name())),
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(SeriesError::Folder(name(), error))
        }
        _ => Ok(()),
    }
}

/// Makes a folder, unless there is one without files.
fn prepare(folder: &Path) -> Result<(), SeriesError> {
    check_folder(folder)?;
    if folder.is_dir() {
        return Ok(());
    }
    fs::create_dir(folder).map_err(|error| SeriesError::Folder(folder.display().to_string(), error))
}

impl Stepper {
    /// The step as a page: the board with the options chosen, of a puzzle that has one, and beside it
    /// the step in words; without a board the options chosen, and what the step assigned to the links
    /// where these are shown.
    pub fn drawing(&mut self, style: Style) -> Drawing {
        let picture = self.picture();
        let chosen: Vec<OptionId> = picture.placed.iter().copied().chain(picture.trying).collect();
        let board = match &self.subject {
            Subject::Puzzle(Encoded { puzzle, encoding, .. })
                if puzzle.cover.as_ref().is_none_or(|cover| cover.kind != "matrix") =>
            {
                let placed = &encoding.decode(&chosen);
                let solution = NumberedSolution { puzzle, placed, hidden: &[], number: None };
                Some(canvas::solution(&solution, style))
            }
            _ => None,
        };
        let heading = format!(
            "Step {} · {} at level {}",
            text::grouped(self.taken()),
            self.label(),
            text::grouped(self.depth() as u64)
        );
        let mut paragraphs = vec![self.sentence(&picture)];
        if board.is_none() {
            paragraphs.push(String::new());
            paragraphs.push(match chosen.is_empty() {
                true => "No option is chosen yet.".to_owned(),
                false => "Options chosen, first to last:".to_owned(),
            });
            let option = |&option: &OptionId| {
                let tried = if picture.trying == Some(option) { ", being tried" } else { "" };
                format!("option {}: {}{tried}", option.0 + 1, self.option_items(option))
            };
            paragraphs.extend(chosen.iter().map(option));
        }
        if self.can_show_links().is_ok() {
            let assignments = self.link_step().assignments;
            // An assignment is not broken.
            let words = |own| self.assignment_words(own).replace(' ', "\u{a0}");
            let words: Vec<String> = assignments.iter().map(words).collect();
            if !words.is_empty() {
                paragraphs.push(String::new());
                paragraphs.push(words.join(", "));
            }
        }
        canvas::with_words(board, &Words { heading, paragraphs }, style)
    }
}
