//! Posters: any number of solutions in rows and columns.

use super::page::{FOOT, HEAD, Leaf, SECOND, mm};
use super::{PageLayout, PaperError};
use crate::format::solutions_file::Source;
use crate::picture::canvas::Canvas;
use crate::picture::drawing::{Drawing, Group, Text};
use crate::picture::pdf::Info;
use crate::picture::{Style, Xy};
use crate::puzzle::making::PaperSettings;
use crate::solution::verify::Placed;
use crate::text;

/// The least length of a unit where columns are chosen, in points: 0.6 mm.
const MIN_UNIT: f64 = 1.7;
/// The least length of a unit with a grid inside the pieces, in points.
const MIN_GRID: f64 = 3.4;
/// The least length of a unit that is asked for by columns, in points.
const MIN_ASKED: f64 = 0.5;
/// The greatest length of a unit, in points: 20 mm.
const MAX_UNIT: f64 = 56.7;
/// Room between two solutions, in units.
const GAP: f64 = 1.0;
/// The least letters of names, in units of the length of a unit and in points.
const NAME_SHARE: f64 = 0.28;
const MIN_NAME: f64 = 3.5;

/// Solutions in rows and columns, on as many pages as they need.
pub struct Poster<'a> {
    source: Source<'a>,
    settings: PaperSettings,
    leaf: Leaf,
    /// Points of a unit.
    unit: f64,
    /// Width and height of a solution, in units.
    field: Xy,
    columns: usize,
    rows: usize,
    /// The number of the first solution.
    first: u64,
}

/// The size of the letters of captions for a length of a unit, in points.
fn caption(unit: f64) -> f64 {
    (0.9 * unit).clamp(2.0, 9.0)
}

impl<'a> Poster<'a> {
    /// A poster of solutions, the first of which has the number `first`.
    ///
    /// # Errors
    /// When there are no solutions, or the paper has no room for them.
    pub fn new(
        source: Source<'a>,
        first: u64,
        settings: &PaperSettings,
    ) -> Result<Poster<'a>, PaperError> {
        if source.store.is_empty() {
            return Err(PaperError::Empty("there are no solutions; solve the puzzle first"));
        }
        let leaf = Leaf::new(settings.size, settings.landscape, settings.margin)?;
        let mut poster = Poster {
            source,
            settings: settings.clone(),
            leaf,
            unit: 1.0,
            field: [1.0; 2],
            columns: 1,
            rows: 1,
            first,
        };
        poster.field = poster.canvas(1.0).field(&Placed::new()).1;
        poster.arrange()?;
        Ok(poster)
    }

    /// Chooses columns and the length of a unit.
    fn arrange(&mut self) -> Result<(), PaperError> {
        let [width, height] = self.room();
        let unit_of = |columns: usize| {
            let units = columns as f64 * (self.field[0] + GAP) - GAP;
            let by_width = width / units;
            // A solution alone does not reach below the page.
            by_width.min(MAX_UNIT).min(self.highest(height))
        };
        let rows_of = |unit: f64| ((height + GAP * unit) / self.pitch(unit)).floor().max(1.0);
        let wanted = usize::from(self.settings.columns);
        let count = self.source.store.len();
        let columns = if wanted > 0 {
            if unit_of(wanted) < MIN_ASKED {
                let width = mm(width);
                return Err(PaperError::Columns { columns: self.settings.columns, width });
            }
            wanted
        } else {
            let fits = |&n: &usize| n * rows_of(unit_of(n)) as usize >= count;
            let seen = (1..).take_while(|&n| n == 1 || unit_of(n) >= MIN_UNIT);
            let all: Vec<usize> = seen.take(count.max(1)).collect();
            let most = all.last().copied().unwrap_or(1);
            all.into_iter().find(fits).unwrap_or(most)
        };
        let unit = unit_of(columns);
        let rows = rows_of(unit) as usize;
        (self.columns, self.rows, self.unit) = (columns, rows, unit);
        Ok(())
    }

    /// The greatest length of a unit with which a solution and its number fit a height.
    fn highest(&self, height: f64) -> f64 {
        let caption = if self.settings.numbers { 1.4 * caption(f64::INFINITY) } else { 0.0 };
        (height - caption).max(1.0) / self.field[1]
    }

    /// From the top of a solution to that of the one below, in points.
    fn pitch(&self, unit: f64) -> f64 {
        let caption = if self.settings.numbers { 1.4 * caption(unit) } else { 0.0 };
        (self.field[1] + GAP) * unit + caption
    }

    /// Room for solutions on a page, in points.
    fn room(&self) -> Xy {
        let [width, height] = self.leaf.room().size();
        let head = if self.settings.title { HEAD } else { 0.0 };
        [width, height - head - FOOT]
    }

    fn canvas(&self, unit: f64) -> Canvas<'a> {
        let style = Style {
            names: self.settings.names && NAME_SHARE * unit >= MIN_NAME,
            grid: self.settings.grid && unit >= MIN_GRID,
            look: self.settings.look,
            ..Style::default()
        };
        // Lines are as thin as the solutions are small.
        Canvas::on_paper(self.source.puzzle, unit, (unit / 32.0).clamp(0.15, 0.6), style)
    }

    fn on_page(&self) -> usize {
        self.columns * self.rows
    }

    /// The length of a unit on paper, in millimetres.
    pub fn unit_mm(&self) -> f64 {
        self.unit * 25.4 / 72.0
    }

    /// The solutions on a page, by their indices.
    fn range(&self, index: usize) -> std::ops::Range<usize> {
        let from = index * self.on_page();
        from..(from + self.on_page()).min(self.source.store.len())
    }

    fn range_text(&self, index: usize) -> String {
        let range = self.range(index);
        let number = |i: usize| text::grouped(self.first + i as u64);
        match range.len() {
            1 => format!("Solution {}", number(range.start)),
            _ => format!("Solutions {} to {}", number(range.start), number(range.end - 1)),
        }
    }

    /// The counts and how they were found.
    fn account(&self) -> String {
        let Source { counts, complete, store, .. } = self.source;
        let shown = store.len() as u64;
        if complete && shown == counts.distinct {
            format!(
                "All {} distinct solutions; {} turned, {} in total; {} symmetric. The search was completed.",
                text::grouped(counts.distinct),
                text::grouped(counts.turned),
                text::grouped(counts.total),
                text::grouped(counts.symmetric),
            )
        } else {
            format!("{}; there may be more.", text::count(shown, "distinct solution"))
        }
    }
}

impl PageLayout for Poster<'_> {
    fn info(&self) -> Info {
        Info { title: self.source.puzzle.title.clone(), subject: self.account() }
    }

    fn page_count(&self) -> usize {
        self.source.store.len().div_ceil(self.on_page())
    }

    fn page(&self, index: usize) -> Drawing {
        let mut page = self.leaf.blank();
        let room = self.leaf.room();
        let range = self.range(index);
        let mut top = room.min[1];
        if self.settings.title {
            self.leaf.head(&mut page, &self.source.puzzle.title, &self.range_text(index));
            top += HEAD;
        }
        let canvas = self.canvas(self.unit);
        let step = [(self.field[0] + GAP) * self.unit, self.pitch(self.unit)];
        // The columns stand in the middle.
        let used = self.columns.min(range.len()) as f64 * step[0] - GAP * self.unit;
        let left = room.min[0] + ((room.size()[0] - used) / 2.0).max(0.0);
        let size = caption(self.unit);
        let mut solution = Vec::new();
        for (place, i) in range.enumerate() {
            let (column, row) = (place % self.columns, place / self.columns);
            let at = [left + column as f64 * step[0], top + row as f64 * step[1]];
            self.source.store.read(i, &mut solution);
            let placed = self.source.encoding.decode(&solution);
            page.push(Group::new().at(at).with(canvas.field(&placed).0));
            if self.settings.numbers {
                let below = [at[0], at[1] + self.field[1] * self.unit + 1.05 * size];
                page.push(Text::new((self.first + i as u64).to_string(), below, size, SECOND));
            }
        }
        let mut remarks = Vec::new();
        if self.settings.counts {
            remarks.push(self.account());
        }
        let source = &self.source.description.source;
        if self.settings.source && index == 0 && !source.is_empty() {
            remarks.push(source.clone());
        }
        let number = match self.page_count() {
            1 => String::new(),
            pages => format!("{} of {pages}", index + 1),
        };
        self.leaf.foot(&mut page, &number, &remarks.join(" "));
        page
    }

    fn bookmarks(&self, index: usize) -> Vec<(usize, String)> {
        vec![(0, self.range_text(index))]
    }
}
