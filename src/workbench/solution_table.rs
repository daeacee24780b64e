//! Tables of the listed solutions, counted on a thread.
//!
//! Leans on [`crate::solution::table`] and on the measures that the [`Browser`] keeps.

use std::sync::Arc;

use super::Document;
use super::check::analysis::Analysis;
use super::derived::{Derived, Same};
use super::solutions::browser::{Browser, SharedColumns, begun};
use super::solutions::listing::{Listing, Stage};
use super::task::Wake;
use crate::job::lower_priority;
use crate::natural::Natural;
use crate::solution::columns::Progress;
use crate::solution::filter::ColumnSource;
use crate::solution::measures::{MeasureId, Measurer};
use crate::solution::table::{Caption, Lines, Table, TableFormat};
use crate::solution::{Counts, Store, View, orbit_size};
use crate::threads::lock;

/// The measures of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableMeasures {
    /// The measure of the rows.
    pub rows: MeasureId,
    /// The measure of the columns, in a table of two.
    pub columns: Option<MeasureId>,
}

/// A table with its caption and its cells in words.
#[derive(Debug)]
pub struct CountedTable {
    table: Table,
    caption: Caption,
    /// The cells.
    pub lines: Lines,
    /// The longest cell of each column.
    pub longest: Vec<String>,
}

impl CountedTable {
    /// The lines above the table.
    pub fn caption(&self) -> [String; 2] {
        self.caption.lines(&self.table)
    }

    /// The table in a form.
    pub fn write(&self, format: TableFormat) -> String {
        self.table.write(format, &self.caption)
    }
}

/// The solutions that are counted, and by what.
#[derive(Clone, PartialEq)]
struct Key {
    analysis: Same<Analysis>,
    /// The list in view; `None` where it is that of all solutions.
    listing: Option<Same<Listing>>,
    stage: Stage,
    by: TableMeasures,
}

/// The table of the solutions that are listed.
#[derive(Default)]
pub struct ListTable(Derived<Key, CountedTable>);

impl ListTable {
    /// Counts the listed solutions of a document, unless that was done. Returns whether a table has
    /// come, or failed.
    pub fn follow(&mut self, document: &Document, by: TableMeasures, wake: &Wake) -> bool {
        let (Some(analysis), Some(browser)) = (document.basis(), document.browser()) else {
            return false;
        };
        let (Some(measurer), Some((counts, complete))) = (browser.measurer(), document.counts())
        else {
            return false;
        };
        let listing = document.listing().map(|listing| Same(Arc::clone(listing)));
        let (analysis, stage) = (Same(Arc::clone(analysis)), document.stage());
        self.0.follow(Key { analysis, listing, stage, by }, wake, |key| {
            let work = Work {
                key: key.clone(),
                store: document.with_store(Store::clone),
                measurer: Arc::clone(measurer),
                columns: browser.columns(),
                counts,
                complete,
            };
            move |_| work.count()
        })
    }

    /// The last table, perhaps of other measures while the next one is counted.
    pub fn get(&self) -> Option<&CountedTable> {
        self.0.get()
    }

    /// Returns whether a table is being counted.
    pub fn is_waiting(&self) -> bool {
        self.0.is_waiting()
    }

    /// Why there is no table.
    pub fn failure(&self) -> Option<&str> {
        self.0.failure()
    }
}

/// The data that the thread needs.
struct Work {
    key: Key,
    store: Option<Store>,
    measurer: Arc<Measurer>,
    columns: SharedColumns,
    counts: Counts<Natural>,
    complete: bool,
}

impl Work {
    fn count(&self) -> Result<CountedTable, String> {
        lower_priority();
        let Work { key: Key { analysis: Same(analysis), listing, stage, by }, .. } = self;
        let Analysis { puzzle, encoding, group, .. } = &**analysis;
        let store = self.store.as_ref().ok_or("there are no solutions")?;
        let mut guard = lock(&self.columns);
        let columns = begun(&mut guard, &self.measurer);
        let sources: Vec<ColumnSource> =
            [by.rows].into_iter().chain(by.columns).map(ColumnSource::measure).collect();
        columns.extend(store, stage.len, &sources, &Progress::default());
        let count = |selection: &mut dyn Iterator<Item = (u32, u64)>| {
            Table::new(columns, selection, by.rows, by.columns).map_err(|error| error.to_string())
        };
        let all = 0..stage.len as u32;
        let table = match (listing, stage.all) {
            (Some(Same(listing)), false) => count(&mut listing.distinct().iter().map(|&n| (n, 1)))?,
            (Some(Same(listing)), true) => {
                let view = View::all(store, group);
                let distinct = |place| view.distinct_of(group, store, place) as u32;
                count(&mut listing.places().iter().map(|&place| (distinct(place), 1)))?
            }
            (None, false) => count(&mut all.map(|n| (n, 1)))?,
            (None, true) => count(&mut all.map(|n| (n, orbit_size(store, group, n as usize))))?,
        };
        let filter = listing.as_ref().map(|Same(own)| own.filter_words(puzzle, encoding));
        let complete = self.complete && store.len() as u64 == self.counts.distinct;
        let numbers = (self.counts, complete);
        let filter = filter.unwrap_or_default();
        let caption = Caption::new(&puzzle.title, store, numbers, stage.all, &filter);
        let lines = table.lines();
        let longest = lines.longest().into_iter().cloned().collect();
        Ok(CountedTable { table, caption, lines, longest })
    }
}

/// Checks whether the listed solutions of a document can be counted in a table.
///
/// # Errors
/// Why not, as a short sentence.
pub fn can_be_tabulated(document: &Document) -> Result<(), &'static str> {
    if document.is_running() {
        return Err("Wait for the end of the run: a table counts all that it finds.");
    }
    if document.with_store(Store::is_empty).unwrap_or(true) {
        return Err("Solve the puzzle first: a table counts the solutions listed.");
    }
    match document.browser().and_then(Browser::measurer) {
        None => Err("The solutions are being measured. Try again in a moment."),
        Some(measurer) if measurer.measures().next().is_none() => {
            Err("No measure applies to these solutions.")
        }
        Some(_) => Ok(()),
    }
}
