//! Posters: any number of solutions in rows and columns, in groups with their headings if they have
//! some.

use std::ops::Range;

use super::page::{FOOT, HEAD, INK, Leaf, SECOND, fitted_to, mm};
use super::{PageLayout, PaperError};
use crate::format::measures_table::FigureFacts;
use crate::format::solutions_file::Source;
use crate::job::default_threads;
use crate::natural::Natural;
use crate::picture::canvas::{Canvas, SheetRow, sheet_rows};
use crate::picture::drawing::{Drawing, Group, Text};
use crate::picture::pdf::Info;
use crate::picture::{Style, Xy};
use crate::puzzle::making::PaperSettings;
use crate::solution::measures::{MeasureId, ShownMeasures};
use crate::solution::verify::Placed;
use crate::solution::{Excerpt, Heading};
use crate::text;

/// The least length of a unit where columns are chosen, in points: 0.6 mm.
const MIN_UNIT: f64 = 1.7;
/// The letters below solutions in units of the length of a unit, and the least on several pages, where
/// columns are chosen, in points.
const CAPTION_SHARE: f64 = 0.9;
const MIN_CAPTION: f64 = 3.5;
/// The least length of a unit with a grid inside the pieces, in points.
const MIN_GRID: f64 = 3.4;
/// The least length of a unit that is asked for by columns, in points.
const MIN_ASKED: f64 = 0.5;
/// The greatest length of a unit, in points: 20 mm.
const MAX_UNIT: f64 = 56.7;
/// Room between two solutions, in units.
const GAP: f64 = 1.0;
/// The distance of the lines below a solution, in heights of their letters.
const LINE_SHARE: f64 = 1.4;
/// The least letters of names, in units of the length of a unit and in points.
const NAME_SHARE: f64 = 0.28;
const MIN_NAME: f64 = 3.5;

/// Solutions in rows and columns, on as many pages as they need.
pub struct Poster<'a> {
    source: Source<'a>,
    settings: PaperSettings,
    facts: FigureFacts,
    leaf: Leaf,
    /// Points of a unit.
    unit: f64,
    /// Width and height of a solution, in units.
    field: Xy,
    /// All rows, and those of each page.
    rows: Vec<SheetRow<'a>>,
    pages: Vec<Range<usize>>,
}

/// The measures below each solution.
fn shown(settings: &PaperSettings) -> Result<ShownMeasures, PaperError> {
    let measure = |id: &String| {
        MeasureId::by_id(id).ok_or_else(|| PaperError::Measure(format!("there is no measure {id}")))
    };
    let measures: Vec<MeasureId> =
        settings.measures.iter().map(measure).collect::<Result<_, _>>()?;
    ShownMeasures::new(measures).ok_or_else(|| {
        let most = ShownMeasures::MAX;
        PaperError::Measure(format!("at most {most} measures stand below a solution"))
    })
}

/// The letters of a heading, and its height, for a length of a unit, in points.
fn heading(unit: f64) -> [f64; 2] {
    let size = (1.1 * caption(unit)).max(6.0);
    [size, 2.2 * size]
}

/// The size of the letters of captions for a length of a unit, in points.
fn caption(unit: f64) -> f64 {
    (CAPTION_SHARE * unit).clamp(2.0, 9.0)
}

impl<'a> Poster<'a> {
    /// A poster of solutions.
    ///
    /// # Errors
    /// When there are no solutions, or the paper has no room for them.
    pub fn new(source: Source<'a>, settings: &PaperSettings) -> Result<Poster<'a>, PaperError> {
        if source.store.is_empty() {
            return Err(PaperError::Empty("there are no solutions; solve the puzzle first"));
        }
        let leaf = Leaf::new(settings.size, settings.landscape, settings.margin)?;
        let facts = FigureFacts::new(source, shown(settings)?, default_threads());
        let mut poster = Poster {
            source,
            facts,
            settings: settings.clone(),
            leaf,
            unit: 1.0,
            field: [1.0; 2],
            rows: Vec::new(),
            pages: Vec::new(),
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
            let fits = |&n: &usize| {
                let unit = unit_of(n);
                n * rows_of(unit) as usize >= count
                    && (!self.is_divided()
                        || self.pages_of(&self.rows_of(n), unit, height).len() == 1)
            };
            let seen = (1..).take_while(|&n| n == 1 || unit_of(n) >= MIN_UNIT);
            let all: Vec<usize> = seen.take(count.max(1)).collect();
            // On several pages there is room for letters that can be read.
            let has_captions = self.caption_height(MIN_UNIT) > 0.0;
            let least = if has_captions { MIN_CAPTION / CAPTION_SHARE } else { MIN_UNIT };
            let most = all.iter().rfind(|&&n| unit_of(n) >= least).copied().unwrap_or(1);
            all.into_iter().find(fits).unwrap_or(most)
        };
        let unit = unit_of(columns);
        let rows = self.rows_of(columns);
        let pages = self.pages_of(&rows, unit, height);
        (self.unit, self.rows, self.pages) = (unit, rows, pages);
        Ok(())
    }

    /// Returns whether the solutions are in groups.
    fn is_divided(&self) -> bool {
        self.source.store.excerpt().is_some_and(|excerpt| !excerpt.headings.is_empty())
    }

    fn rows_of(&self, columns: usize) -> Vec<SheetRow<'a>> {
        sheet_rows(self.source.store.len(), columns, self.source.store.excerpt())
    }

    /// The rows on each page of a height.
    fn pages_of(&self, rows: &[SheetRow<'_>], unit: f64, height: f64) -> Vec<Range<usize>> {
        let (mut pages, mut from, mut top) = (Vec::new(), 0, 0.0);
        for (n, row) in rows.iter().enumerate() {
            let own = self.pitch(unit) + self.heading_height(row, n == from, unit);
            // Below the last row of a page there is no gap.
            if n > from && top + own > height + GAP * unit + 1e-6 {
                pages.push(from..n);
                (from, top) = (n, 0.0);
            }
            top += self.pitch(unit) + self.heading_height(row, n == from, unit);
        }
        pages.push(from..rows.len());
        pages
    }

    /// The height of the heading above a row: at the top of a page every group has one.
    fn heading_height(&self, row: &SheetRow<'_>, is_first: bool, unit: f64) -> f64 {
        let is_there = row.heading.is_some() || is_first && self.group_of(row).is_some();
        if is_there { heading(unit)[1] } else { 0.0 }
    }

    fn group_of(&self, row: &SheetRow<'_>) -> Option<&'a Heading> {
        self.source.store.excerpt()?.heading_of(row.solutions.start)
    }

    /// The greatest length of a unit with which a solution and its number fit a height.
    fn highest(&self, height: f64) -> f64 {
        let caption = self.caption_height(f64::INFINITY);
        let heading = if self.is_divided() { heading(f64::INFINITY)[1] } else { 0.0 };
        (height - caption - heading).max(1.0) / self.field[1]
    }

    /// From the top of a solution to that of the one below, in points.
    fn pitch(&self, unit: f64) -> f64 {
        (self.field[1] + GAP) * unit + self.caption_height(unit)
    }

    /// The height of the number and the measures below a solution, in points.
    fn caption_height(&self, unit: f64) -> f64 {
        let lines = usize::from(self.settings.numbers) + self.facts.len();
        LINE_SHARE * caption(unit) * lines as f64
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

    /// The length of a unit on paper, in millimetres.
    pub fn unit_mm(&self) -> f64 {
        self.unit * 25.4 / 72.0
    }

    /// The solutions on a page, by their indices.
    fn range(&self, index: usize) -> Range<usize> {
        let rows = &self.rows[self.pages[index].clone()];
        let ends = rows.first().zip(rows.last());
        ends.map_or(0..0, |(first, last)| first.solutions.start..last.solutions.end)
    }

    /// The solutions on a page: from one number to another where no number in between is missing.
    fn range_text(&self, index: usize) -> String {
        let range = self.range(index);
        let number = |i: usize| self.source.store.number(i);
        let [first, last] = [range.start, range.end - 1].map(number);
        let are_all = range.clone().zip(first..).all(|(i, expected)| number(i) == expected);
        match range.len() {
            1 => format!("Solution {}", text::grouped(first)),
            _ if are_all => {
                format!("Solutions {} to {}", text::grouped(first), text::grouped(last))
            }
            count => text::count(count as u64, "solution"),
        }
    }

    /// The counts and how they were found.
    fn account(&self) -> String {
        let Source { counts, complete, store, .. } = self.source;
        let shown = store.len() as u64;
        if let Some(words) = store.excerpt().map(Excerpt::caption).filter(|own| !own.is_empty()) {
            format!("{words}.")
        } else if let Some(all) = store.excerpt().and_then(|excerpt| excerpt.of) {
            all_of(all) + "."
        } else if complete && shown == counts.distinct {
            format!(
                "{}; {} turned, {} in total; {} symmetric. The search was completed.",
                all_of(counts.distinct),
                text::grouped(counts.turned),
                text::grouped(counts.total),
                text::grouped(counts.symmetric),
            )
        } else {
            format!("{}; there may be more.", text::count(shown, "distinct solution"))
        }
    }
}

/// A number of distinct solutions that are all there are.
fn all_of(count: impl Into<Natural>) -> String {
    let count = count.into();
    match count.capped() {
        1 => "The only distinct solution".to_owned(),
        _ => format!("All {}", text::count(count, "distinct solution")),
    }
}

impl Poster<'_> {
    /// Adds the number of a solution, and its measures, below its place.
    fn number(&self, page: &mut Drawing, index: usize, at: Xy) {
        let size = caption(self.unit);
        let mut below = at[1] + self.field[1] * self.unit + 1.05 * size;
        let number = self.settings.numbers.then(|| self.source.store.number(index).to_string());
        let room = self.field[0] * self.unit;
        for line in number.into_iter().chain(self.facts.lines(index)) {
            let (line, own) = fitted_to(&line, size, 1.0, room, false);
            page.push(Text::new(line, [at[0], below], own, SECOND));
            below += LINE_SHARE * size;
        }
    }

    /// Adds the heading of a group above a place; of one that began on an earlier page it says so.
    fn heading(&self, page: &mut Drawing, group: &Heading, is_continued: bool, at: Xy) {
        let [size, height] = heading(self.unit);
        let continued = if is_continued { ", continued" } else { "" };
        let room = self.leaf.room().max[0] - at[0];
        let (line, size) =
            fitted_to(&format!("{}{continued}", group.line()), size, 4.0, room, true);
        page.push(Text::new(line, [at[0], at[1] - 0.35 * height], size, INK).semibold());
    }
}

impl PageLayout for Poster<'_> {
    fn info(&self) -> Info {
        Info { title: self.source.puzzle.title.clone(), subject: self.account() }
    }

    fn page_count(&self) -> usize {
        self.pages.len()
    }

    fn page(&self, index: usize) -> Drawing {
        let mut page = self.leaf.blank();
        let room = self.leaf.room();
        let mut top = room.min[1];
        if self.settings.title {
            self.leaf.head(&mut page, &self.source.puzzle.title, &self.range_text(index));
            top += HEAD;
        }
        let canvas = self.canvas(self.unit);
        let step = (self.field[0] + GAP) * self.unit;
        // The columns stand in the middle.
        let widest =
            self.rows[self.pages[index].clone()].iter().map(|row| row.solutions.len()).max();
        let used = widest.unwrap_or(1) as f64 * step - GAP * self.unit;
        let left = room.min[0] + ((room.size()[0] - used) / 2.0).max(0.0);
        let mut solution = Vec::new();
        for n in self.pages[index].clone() {
            let row = &self.rows[n];
            let is_first = n == self.pages[index].start;
            top += self.heading_height(row, is_first, self.unit);
            if let Some(group) = self.group_of(row).filter(|_| is_first || row.heading.is_some()) {
                self.heading(&mut page, group, row.heading.is_none(), [left, top]);
            }
            for (column, i) in row.solutions.clone().enumerate() {
                let at = [left + column as f64 * step, top];
                self.source.store.read(i, &mut solution);
                let placed = self.source.encoding.decode(&solution);
                page.push(Group::new().at(at).with(canvas.field(&placed).0));
                self.number(&mut page, i, at);
            }
            top += self.pitch(self.unit);
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
