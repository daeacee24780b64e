//! Move sheets: the moves by which a solution is taken apart, a picture each.

use super::page::{HEAD, INK, Leaf, fitted_to, mm};
use super::{PageLayout, PaperError};
use crate::disassembly::{Part, Timeline, level_words};
use crate::picture::canvas::{Canvas, MovePictures};
use crate::picture::drawing::{Drawing, Group, Text};
use crate::picture::pdf::Info;
use crate::picture::space::View;
use crate::picture::{Style, Xy};
use crate::puzzle::Puzzle;
use crate::puzzle::making::PaperSettings;
use crate::solution::verify::Placed;
use crate::text;

/// The pictures in a row, where nothing else is asked for.
const COLUMNS: usize = 3;
/// Room between pictures, and the height of their words, in points.
const GAP: f64 = 18.0;
const WORDS: f64 = 16.0;
/// The size of the words.
const LETTERS: f64 = 9.0;
/// The greatest length of a unit, in points: 20 mm.
const MAX_UNIT: f64 = 56.7;

/// The moves of a solution on as many pages as they need.
pub struct MoveSheet<'a> {
    puzzle: &'a Puzzle,
    pictures: MovePictures<'a>,
    style: Style,
    leaf: Leaf,
    /// "Solution 27: level 5.2.1".
    words: String,
    columns: usize,
    rows: usize,
    /// Points of a unit.
    unit: f64,
}

impl<'a> MoveSheet<'a> {
    /// A sheet of a solution with its name, such as "Solution 27", and of how it is taken apart.
    ///
    /// # Errors
    /// When there are no moves, or the paper has no room for them.
    pub fn new(
        (puzzle, placed, name): (&'a Puzzle, &'a Placed, &str),
        (whole, timeline): (&Part, &'a Timeline),
        settings: &PaperSettings,
        view: View,
    ) -> Result<MoveSheet<'a>, PaperError> {
        let leaf = Leaf::new(settings.size, settings.landscape, settings.margin)?;
        let PaperSettings { names, grid, look, .. } = *settings;
        let style = Style { names, grid, look, view, ..Style::default() };
        let pictures = MovePictures::new(puzzle, placed, timeline, style);
        if pictures.is_empty() {
            return Err(PaperError::Empty("the solution has no moves"));
        }
        let [width, height] = leaf.body().size();
        let columns = match usize::from(settings.columns) {
            0 => COLUMNS.min(pictures.len()),
            own => own,
        };
        let [wide, high] = pictures.size();
        let unit = ((width + GAP) / columns as f64 - GAP) / wide;
        let unit = unit.min((height - WORDS) / high).min(MAX_UNIT);
        if unit < 0.5 {
            return Err(PaperError::Columns { columns: settings.columns, width: mm(width) });
        }
        let rows = ((height + GAP) / (high * unit + WORDS + GAP)).floor().max(1.0) as usize;
        let level = level_words(&whole.level());
        let words = format!("{name}: level {level}");
        Ok(MoveSheet { puzzle, pictures, style, leaf, words, columns, rows, unit })
    }

    fn on_page(&self) -> usize {
        self.columns * self.rows
    }

    /// A page with the number that it has at its foot.
    pub(super) fn numbered_page(&self, index: usize, number: &str) -> Drawing {
        let mut page = self.leaf.blank();
        let room = self.leaf.room();
        let moves = text::count(self.pictures.len() as u64, "move");
        let remark = format!("{} · {moves}", self.words);
        self.leaf.head(&mut page, &self.puzzle.title, &remark);
        let pen = (self.unit / 32.0).clamp(0.15, 0.6);
        let canvas = Canvas::on_paper(self.puzzle, self.unit, pen, self.style);
        let size = self.pictures.size().map(|n| n * self.unit);
        let pitch: Xy = [size[0] + GAP, size[1] + WORDS + GAP];
        let first = index * self.on_page();
        for n in first..(first + self.on_page()).min(self.pictures.len()) {
            let (row, column) = ((n - first) / self.columns, (n - first) % self.columns);
            let at = [
                room.min[0] + column as f64 * pitch[0],
                room.min[1] + HEAD + row as f64 * pitch[1],
            ];
            page.push(Group::new().at(at).with(self.pictures.group(&canvas, n as f64, Some(n))));
            let (words, letters) = fitted_to(&self.pictures.words(n), LETTERS, 5.0, size[0], true);
            let below = [at[0], at[1] + size[1] + LETTERS + 2.0];
            page.push(Text::new(words, below, letters, INK).semibold());
        }
        self.leaf.foot(&mut page, number, "");
        page
    }
}

impl PageLayout for MoveSheet<'_> {
    fn info(&self) -> Info {
        Info { title: self.puzzle.title.clone(), subject: self.words.clone() }
    }

    fn page_count(&self) -> usize {
        self.pictures.len().div_ceil(self.on_page())
    }

    fn page(&self, index: usize) -> Drawing {
        let number = match self.page_count() {
            1 => String::new(),
            pages => format!("{} of {pages}", index + 1),
        };
        self.numbered_page(index, &number)
    }

    fn bookmarks(&self, index: usize) -> Vec<(usize, String)> {
        let first = index * self.on_page();
        let last = (first + self.on_page()).min(self.pictures.len());
        vec![(0, format!("Moves {} to {last}", first + 1))]
    }
}
