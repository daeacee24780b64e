//! The content to export, and the work that makes its bytes.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use super::What;
use crate::files::{Format, Loss};
use crate::format::puzzle_file::Opened;
use crate::picture::Style;
use crate::picture::canvas::NumberedSolution;
use crate::picture::space::View;
use crate::puzzle::making::PictureSettings;
use crate::text;
use crate::ui::space::{self, PartKey};
use crate::workbench::Document;
use crate::workbench::export;

/// Works out the bytes of a file, on a thread.
pub(crate) type Writer = Box<dyn FnOnce() -> Result<Vec<u8>, String> + Send>;

/// The view of solids when an export is set up.
#[derive(Clone, Debug)]
pub(crate) struct Sight {
    /// From where the board of the puzzle is seen.
    pub(crate) board: View,
    /// The parts of the solution that are hidden.
    pub(crate) hidden: BTreeSet<PartKey>,
}

/// An export that was set up.
#[derive(Clone, Debug)]
pub(crate) struct ExportOrder {
    /// The content to write.
    pub(crate) what: What,
    /// The format of the file.
    pub(crate) format: &'static Format,
    /// The style of drawings.
    pub(crate) style: Style,
    /// True if the puzzle keeps the look of its pictures.
    pub(crate) keeps: bool,
    /// The view of solids.
    pub(crate) sight: Sight,
    /// The file.
    pub(crate) path: PathBuf,
    /// The variant in the place of the puzzle.
    pub(crate) variant: Option<Arc<Opened>>,
    /// True if the puzzle is written without what the format has no place for.
    pub(crate) loss: Loss,
    /// True if pictures have a caption whatever is listed.
    pub(crate) captions_all: bool,
}

impl ExportOrder {
    /// Returns the look of its pictures, without the caption that says the filter alone.
    pub(crate) fn settings(&self) -> PictureSettings {
        let settings = self.style.settings();
        PictureSettings { caption: settings.caption && self.captions_all, ..settings }
    }

    /// Returns the look of its pictures that the puzzle is to keep: none of it, where that is not
    /// wanted;
    /// `None` where no picture is written.
    pub(crate) fn kept_settings(&self) -> Option<PictureSettings> {
        let kept = if self.keeps { self.settings() } else { PictureSettings::default() };
        self.format.picture.map(|_| kept)
    }

    /// Returns the writer of the puzzle or the selected solution, and the message for when it is
    /// done; `None` for lists of solutions, and where no solution is selected.
    pub(crate) fn writer(&self, document: &Document) -> Option<(Writer, String)> {
        match self.what {
            What::Puzzle => Some(self.puzzle_writer(document)),
            What::Solution => self.solution_writer(document),
            What::Distinct => None,
        }
    }

    fn puzzle_writer(&self, document: &Document) -> (Writer, String) {
        let (description, puzzle) = match &self.variant {
            Some(own) => (Arc::new(own.description.clone()), Arc::clone(&own.puzzle)),
            None => (Arc::clone(document.description()), Arc::clone(&document.puzzle)),
        };
        let (format, style) = (self.format, Style { view: self.sight.board, ..self.style });
        let without: Vec<&str> = format.losses(&puzzle).iter().map(|own| own.words()).collect();
        let what = if self.variant.is_some() { &puzzle.title } else { "the puzzle" };
        let done = match without.is_empty() {
            true => format!("Wrote {what} to"),
            false => format!("Wrote {what} without {} to", text::listed(&without)),
        };
        let loss = self.loss;
        let bytes = move || {
            let written = format.write_puzzle(&description, &puzzle, style, loss);
            written.map_err(|error| error.to_string())
        };
        (Box::new(bytes), done)
    }

    fn solution_writer(&self, document: &Document) -> Option<(Writer, String)> {
        let placed = document.placed(document.selected())?;
        let (puzzle, _) = export::solved_puzzle(document);
        let keys = space::keys(&placed).into_iter().enumerate();
        let is_hidden = |(n, key)| self.sight.hidden.contains(&key).then_some(n);
        let hidden: Vec<usize> = keys.filter_map(is_hidden).collect();
        let (number, _) = document.distinct_number(document.selected())?;
        let done = format!("Wrote solution {} to", text::grouped(number));
        let (format, style) = (self.format, self.style);
        let bytes = move || {
            let (puzzle, placed, hidden) = (&puzzle, &placed, &hidden);
            let written = NumberedSolution { puzzle, placed, hidden, number: Some(number) };
            format.write_solution(&written, style).map_err(|error| error.to_string())
        };
        Some((Box::new(bytes), done))
    }
}
