//! Tables: the number of solutions with each value of a measure, or with each pair of values of two.
//!
//! A [`Table`] counts solutions whose measures are known to [`Columns`]; a [`Caption`] says in words
//! what it counts. [`write`] lays both out as text, Markdown, HTML or comma-separated values. Leans on
//! [`super::measures`] and [`super::columns`].

mod write;

use rustc_hash::FxHashMap;

use super::columns::Columns;
use super::measures::{MeasureId, MeasureKind, Measurer};
use super::{Counts, Store};
use crate::natural::Natural;
use crate::text;

pub use write::{Lines, TableFormat};

/// The most rows of a table of two measures.
pub const MAX_ROWS: usize = 1000;
/// The most columns of a table of two measures.
pub const MAX_COLUMNS: usize = 200;

/// A measure and the values that solutions of a table have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    /// The measure.
    pub measure: MeasureId,
    /// The values, ascending. Of a property both, of other measures those that occur.
    pub values: Vec<u64>,
    /// The words for each value: a number in groups of digits, "no" or "yes", the name of a class.
    pub words: Vec<String>,
    /// The same for other programs: plain digits, "no" or "yes", the id of a class.
    pub ids: Vec<String>,
}

/// The numbers of solutions with each value of a measure, or each pair of values of two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    rows: Axis,
    columns: Option<Axis>,
    /// The number of columns.
    width: usize,
    /// Row by row.
    counts: Vec<u64>,
}

/// Why two measures make no table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the table would have {} and {}; it may have {} rows and {MAX_COLUMNS} columns: {}",
    text::count(*.rows as u64, "row"),
    text::count(*.columns as u64, "column"),
    text::grouped(MAX_ROWS as u64),
    remedy(*.rows, *.columns)
)]
pub struct TableTooLarge {
    /// The number of rows that it would have.
    pub rows: usize,
    /// The number of columns.
    pub columns: usize,
}

/// The words for what to do about a table of so many rows and columns.
fn remedy(rows: usize, columns: usize) -> &'static str {
    match columns <= MAX_ROWS && rows <= MAX_COLUMNS {
        true => "exchange rows and columns",
        false => "choose a measure with fewer values, or a filter that keeps fewer solutions",
    }
}

impl Axis {
    fn new(measure: MeasureId, occurring: impl Iterator<Item = u64>, measurer: &Measurer) -> Axis {
        let kind = measure.row().kind;
        let mut values: Vec<u64> = occurring.collect();
        if kind == MeasureKind::Property {
            values.extend([0, 1]);
        }
        values.sort_unstable();
        values.dedup();
        let classes = measurer.classes_of(measure);
        let describe = |&value: &u64| match kind {
            MeasureKind::Property => {
                let word = if value == 0 { "no" } else { "yes" };
                (word.to_owned(), word.to_owned())
            }
            MeasureKind::Number => (text::grouped(value), value.to_string()),
            MeasureKind::List => (measure.written(value), measure.written(value)),
            MeasureKind::Class => {
                let (id, name) = classes[value as usize];
                (name.to_owned(), id.to_owned())
            }
        };
        let (words, ids) = values.iter().map(describe).unzip();
        Axis { measure, values, words, ids }
    }

    fn position(&self, value: u64) -> usize {
        self.values.binary_search(&value).expect("every value that occurs is listed")
    }
}

impl Table {
    /// Counts solutions, given by their indices in the store with the number of copies that each
    /// stands for, by one measure or two. Both must be known to `measured` for all of them. Linear.
    ///
    /// # Errors
    /// When two measures have more than [`MAX_ROWS`] or [`MAX_COLUMNS`] values.
    pub fn new(
        measured: &Columns,
        selection: impl IntoIterator<Item = (u32, u64)>,
        rows: MeasureId,
        across: Option<MeasureId>,
    ) -> Result<Table, TableTooLarge> {
        let mut cells: FxHashMap<(u64, u64), u64> = FxHashMap::default();
        let mut counted = 0;
        for (solution, copies) in selection {
            let value = |measure| measured.value(measure, solution).unwrap_or_default();
            *cells.entry((value(rows), across.map_or(0, value))).or_default() += copies;
            counted += copies;
        }
        let measurer = measured.measurer();
        let rows = Axis::new(rows, cells.keys().map(|(row, _)| *row), measurer);
        let columns =
            across.map(|own| Axis::new(own, cells.keys().map(|(_, column)| *column), measurer));
        if let Some(columns) = &columns {
            let too_large =
                TableTooLarge { rows: rows.values.len(), columns: columns.values.len() };
            if too_large.rows > MAX_ROWS || too_large.columns > MAX_COLUMNS {
                return Err(too_large);
            }
        }
        let width = columns.as_ref().map_or(1, |columns| columns.values.len());
        let mut counts = vec![0; rows.values.len() * width];
        for ((row, column), count) in cells {
            let column = columns.as_ref().map_or(0, |columns| columns.position(column));
            counts[rows.position(row) * width + column] = count;
        }
        let table = Table { rows, columns, width, counts };
        debug_assert_eq!(table.total(), counted, "every solution is in one row");
        let by_columns: u64 = (0..width).map(|column| table.column_sum(column)).sum();
        debug_assert_eq!(by_columns, counted, "every solution is in one column");
        Ok(table)
    }

    /// The measure of the rows and its values.
    pub fn rows(&self) -> &Axis {
        &self.rows
    }

    /// The measure of the columns and its values, in a table of two measures.
    pub fn columns(&self) -> Option<&Axis> {
        self.columns.as_ref()
    }

    /// The numbers in a row: one where there is one measure.
    pub fn row(&self, row: usize) -> &[u64] {
        &self.counts[row * self.width..][..self.width]
    }

    /// The number of solutions in a row.
    pub fn row_sum(&self, row: usize) -> u64 {
        self.row(row).iter().sum()
    }

    /// The number of solutions in a column.
    pub fn column_sum(&self, column: usize) -> u64 {
        (0..self.rows.values.len()).map(|row| self.row(row)[column]).sum()
    }

    /// The number of solutions.
    pub fn total(&self) -> u64 {
        (0..self.rows.values.len()).map(|row| self.row_sum(row)).sum()
    }
}

/// The words for the solutions that a table counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caption {
    /// The title of the puzzle.
    pub title: String,
    /// True if turned and flipped copies are counted.
    pub all: bool,
    /// The number of solutions of the puzzle, if it is known.
    pub of: Option<Natural>,
    /// True if the solutions are those of a search that is not complete.
    pub so_far: bool,
    /// The filter that the solutions pass; empty if there is none.
    pub filter: String,
}

impl Caption {
    /// The caption for solutions of a store that pass a filter; `counts` and `complete` are the
    /// numbers of the store's solutions, and whether these are all of the puzzle.
    pub fn new(
        title: &str,
        store: &Store,
        (counts, complete): (Counts<Natural>, bool),
        all: bool,
        filter: &str,
    ) -> Caption {
        let listed = store.empty_excerpt(complete, filter);
        let excerpt = listed.excerpt().cloned().unwrap_or_default();
        let is_part = store.excerpt().is_some();
        Caption {
            title: title.to_owned(),
            all,
            of: if all {
                (complete && !is_part).then_some(counts.total)
            } else {
                excerpt.of.map(Natural::from)
            },
            so_far: !complete && !is_part,
            filter: excerpt.filter,
        }
    }

    /// The title of the puzzle and the measures: "Pentominoes 6×10: crossroads × fault-free".
    fn title(&self, table: &Table) -> String {
        let axes = std::iter::once(&table.rows).chain(&table.columns);
        let names: Vec<String> =
            axes.map(|axis| text::uncapitalised(axis.measure.row().name)).collect();
        format!("{}: {}", one_line(&self.title), names.join(" × "))
    }

    /// The number of solutions that are counted, and which they are: "563 of 2339 distinct
    /// solutions: no crossroads".
    fn counted(&self, table: &Table) -> String {
        let total = table.total();
        let words = match self.all {
            true => ("solution", "solutions"),
            false => ("distinct solution", "distinct solutions"),
        };
        let count = match self.of.filter(|of| *of != total) {
            Some(of) => format!("{} of {}", text::grouped(total), text::count_of(of, words)),
            None => text::count_of(total, words),
        };
        let so_far = if self.so_far { ", of those found so far" } else { "" };
        let colon = if self.filter.is_empty() { "" } else { ": " };
        format!("{count}{so_far}{colon}{}", one_line(&self.filter))
    }

    /// The lines above a table, for people.
    pub fn lines(&self, table: &Table) -> [String; 2] {
        [self.title(table), self.counted(table)]
    }
}

/// A text on one line, without what would act on a terminal.
fn one_line(text: &str) -> String {
    text::printable(text).replace(['\n', '\t'], " ")
}
