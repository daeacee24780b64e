//! A series of steps as pictures: the board with what lies on it, and the step in words beside it.

use std::fs;
use std::io::{self, ErrorKind};
use std::ops::RangeInclusive;
use std::path::Path;

use super::{StepSize, Stepper};
use crate::encode::Encoded;
use crate::exact_cover::{ItemRule, OptionId};
use crate::format::{self, FileError, Progress};
use crate::job::Subject;
use crate::picture::apng::Animation;
use crate::picture::canvas::{self, NumberedSolution, Words};
use crate::picture::drawing::Drawing;
use crate::picture::png::{self, PngError};
use crate::picture::{PictureSize, Style, svg};
use crate::text;

/// The most pictures of one series.
pub const MAX_PICTURES: u32 = 2000;
/// The most pictures of an animation, which is one file.
pub const MAX_FRAMES: u32 = 300;
/// The time that a picture of an animation may be shown, and the usual one, in milliseconds.
pub const FRAME_TIMES: RangeInclusive<u16> = 50..=5000;
const USUAL_FRAME_TIME: u16 = 500;
/// The least time that the last picture of an animation is shown, in milliseconds.
const END_TIME: u16 = 2000;
/// The most pixels along a side of an animation.
const MAX_FRAME_SIDE: f64 = 2400.0;
/// Steps on the way to the first picture between two reports.
const REPORT_INTERVAL: u64 = 4096;

/// The format of pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureForm {
    /// Lines and letters.
    Svg,
    /// Pixels.
    Png,
    /// Pixels, all pictures in one file, shown one after the other.
    Animation,
}

impl PictureForm {
    /// The ending of its files.
    pub fn ending(self) -> &'static str {
        match self {
            PictureForm::Svg => "svg",
            PictureForm::Png => "png",
            PictureForm::Animation => "apng",
        }
    }

    /// The most pictures of a series.
    pub fn most(self) -> u32 {
        match self {
            PictureForm::Svg | PictureForm::Png => MAX_PICTURES,
            PictureForm::Animation => MAX_FRAMES,
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
    /// The puzzle or problem that is searched.
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
    /// The time that each picture of an animation is shown, in milliseconds; taken into
    /// [`FRAME_TIMES`].
    pub frame_time: u16,
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
            frame_time: USUAL_FRAME_TIME,
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
    /// in its name, or an animation of them to a file; how many. `progress` is called with what is done
    /// and all, and may cancel. Pictures that have been written stay; an animation is written at last.
    ///
    /// # Errors
    /// When the folder has files, the search has fewer steps, writing fails or it is cancelled.
    pub fn write(&self, path: &Path, progress: &mut Progress<'_>) -> Result<u32, SeriesError> {
        let mut stepper = self.at_first(progress)?;
        if self.form == PictureForm::Animation {
            let mut animation = Animation::default();
            let written = self.draw(&mut stepper, progress, |_, drawing, is_last| {
                let time = self.frame_time.clamp(*FRAME_TIMES.start(), *FRAME_TIMES.end());
                let time = if is_last { time.max(END_TIME) } else { time };
                animation.push(&self.bytes(drawing)?, time)?;
                Ok(())
            })?;
            format::write_file(path, &animation.finish()?)?;
            return Ok(written);
        }
        prepare(path)?;
        self.draw(&mut stepper, progress, |step, drawing, _| {
            let name = format!("step-{step:06}.{}", self.form.ending());
            format::write_file(&path.join(name), &self.bytes(drawing)?)?;
            Ok(())
        })
    }

    /// The search at the first step of the series.
    fn at_first(&self, progress: &mut Progress<'_>) -> Result<Stepper, SeriesError> {
        let mut stepper = Stepper::by_rule(self.subject.clone(), self.rule);
        while stepper.taken() < self.first {
            if stepper.can_step().is_err() {
                return Err(SeriesError::PastEnd(stepper.taken()));
            }
            stepper.go();
            if stepper.taken().is_multiple_of(REPORT_INTERVAL)
                && progress(0, u64::from(self.most())).is_break()
            {
                return Err(SeriesError::Cancelled(0));
            }
        }
        stepper.set_size(self.size);
        Ok(stepper)
    }

    /// The number of pictures, at most.
    fn most(&self) -> u32 {
        match self.end {
            SeriesEnd::Count(count) => count.clamp(1, self.form.most()),
            SeriesEnd::Branch => self.form.most(),
        }
    }

    /// Draws the steps from where a search is, and gives each to `add` with its number and whether it is
    /// the last; how many.
    fn draw(
        &self,
        stepper: &mut Stepper,
        progress: &mut Progress<'_>,
        mut add: impl FnMut(u64, &Drawing, bool) -> Result<(), SeriesError>,
    ) -> Result<u32, SeriesError> {
        let most = self.most();
        let depth = stepper.frames().len();
        for drawn in 1..=most {
            let drawing = stepper.drawing(self.style);
            let is_over = drawn > 1 && depth > 0 && stepper.is_over_at(depth);
            let is_last = drawn == most
                || stepper.can_step().is_err()
                || self.end == SeriesEnd::Branch && is_over;
            add(stepper.taken(), &drawing, is_last)?;
            if is_last {
                return Ok(drawn);
            }
            if progress(u64::from(drawn), u64::from(most)).is_break() {
                return Err(SeriesError::Cancelled(drawn));
            }
            stepper.step();
        }
        Ok(most)
    }

    /// The message when so many pictures have been written to a folder or a file.
    pub fn outcome(&self, written: u32, path: &Path) -> String {
        let is_limited = self.end == SeriesEnd::Branch && written == self.form.most();
        let pictures = text::count(u64::from(written), "picture");
        let path = path.display();
        match (self.form, is_limited) {
            (PictureForm::Animation, false) => {
                format!("Wrote an animation of {pictures} to {path}.")
            }
            (PictureForm::Animation, true) => {
                format!("Wrote an animation of {pictures}, the most of one animation, to {path}.")
            }
            (_, false) => format!("Wrote {pictures} to {path}."),
            (_, true) => format!("Wrote {pictures}, the most of one series, to {path}."),
        }
    }

    fn bytes(&self, drawing: &Drawing) -> Result<Vec<u8>, PngError> {
        let text = svg::write(drawing);
        match self.form {
            PictureForm::Svg => Ok(text.into_bytes()),
            PictureForm::Png => png::render_sized(&text, self.style.size),
            PictureForm::Animation => {
                let [width, height] = drawing.size;
                let scale = (MAX_FRAME_SIDE / width.max(height)).min(1.0);
                let width = (width * scale).round().max(1.0) as u32;
                png::render_sized(&text, PictureSize { width, dpi: 0, ..self.style.size })
            }
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
