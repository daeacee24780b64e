//! Measures of solutions as comma-separated values (CSV), a solution a line.
//!
//! The first line names the columns: `number`, where the solutions are in groups `group`, and the ids
//! of the measures that apply to the puzzle; those of taking apart only if they were asked for.

use std::io::{self, ErrorKind, Write};
use std::sync::Arc;

use super::solutions_file::Source;
use super::stream::Progress;
use crate::solution::Store;
use crate::solution::columns::{self, Columns};
use crate::solution::filter::ColumnSource;
use crate::solution::measures::{MeasureId, MeasureKind, Measurer, ShownMeasures};
use crate::text;

/// Solutions between two reports of progress.
const PROGRESS_INTERVAL: usize = 1 << 14;

/// The measures that are written: those that are quick, and if one was asked for that is not, all of
/// those too.
fn written(columns: &Columns) -> impl Iterator<Item = MeasureId> {
    let measurer = columns.measurer();
    let is_wanted = measurer.costly_measures().any(|measure| columns.value(measure, 0).is_some());
    measurer.measures().chain(measurer.costly_measures().filter(move |_| is_wanted))
}

/// Works out all measures of the solutions of a store. `progress` is called with the number of
/// solutions that are done, of twice their number: the other half is [`write_to`]'s.
///
/// # Errors
/// [`ErrorKind::Interrupted`] when it was cancelled.
pub fn measure(
    columns: &mut Columns,
    store: &Store,
    progress: &mut Progress<'_>,
) -> io::Result<()> {
    let sources: Vec<ColumnSource> = written(columns).map(ColumnSource::measure).collect();
    let mut done = 0;
    while done < store.len() {
        if progress(done as u64, 2 * store.len() as u64).is_break() {
            return Err(ErrorKind::Interrupted.into());
        }
        done = (done + PROGRESS_INTERVAL).min(store.len());
        columns.extend(store, done, &sources, &columns::Progress::default());
    }
    Ok(())
}

/// The measures that stand below the figures of some solutions, in words.
pub struct FigureFacts {
    columns: Columns,
    measures: Vec<MeasureId>,
}

impl FigureFacts {
    /// Measures all solutions of a source on a number of threads. Measures that do not apply to its
    /// puzzle are left out. Linear in the solutions; at once where no measure is shown.
    pub fn new(source: Source<'_>, shown: ShownMeasures, threads: usize) -> FigureFacts {
        let Source { puzzle, encoding, group, store, .. } = source;
        let measurer = Measurer::new(puzzle, encoding, group);
        let measures: Vec<MeasureId> =
            shown.iter().filter(|&measure| measurer.applies(measure).is_ok()).collect();
        let mut columns = Columns::new(Arc::new(measurer), threads);
        let sources: Vec<ColumnSource> =
            measures.iter().copied().map(ColumnSource::measure).collect();
        columns.extend(store, store.len(), &sources, &columns::Progress::default());
        FigureFacts { columns, measures }
    }

    /// The number of lines below each figure.
    pub fn len(&self) -> usize {
        self.measures.len()
    }

    /// Returns whether nothing stands there.
    pub fn is_empty(&self) -> bool {
        self.measures.is_empty()
    }

    /// The lines below a solution, by its index in the store.
    pub fn lines(&self, solution: usize) -> impl Iterator<Item = String> + '_ {
        self.measures.iter().map(move |&measure| {
            let value = self.columns.value(measure, solution as u32).unwrap_or(0);
            self.columns.measurer().words(measure, value)
        })
    }
}

/// Writes solutions, given by their indices in the store, with their numbers and all their measures,
/// which must be known. The groups of the store are those of its own order.
///
/// # Errors
/// When writing fails, and [`ErrorKind::Interrupted`] when it was cancelled.
pub fn write_to(
    columns: &Columns,
    store: &Store,
    solutions: &[u32],
    out: &mut dyn Write,
    progress: &mut Progress<'_>,
) -> io::Result<()> {
    let measures: Vec<MeasureId> = written(columns).collect();
    let ids: Vec<&str> = measures.iter().map(|measure| measure.row().id).collect();
    let excerpt = store.excerpt().filter(|excerpt| !excerpt.headings.is_empty());
    let group = if excerpt.is_some() { "group," } else { "" };
    writeln!(out, "number,{group}{}", ids.join(","))?;
    let classes_of = |&measure: &MeasureId| columns.measurer().classes_of(measure);
    let classes: Vec<_> = measures.iter().map(classes_of).collect();
    let all = solutions.len() as u64;
    for (i, &n) in solutions.iter().enumerate() {
        if i % PROGRESS_INTERVAL == 0 && progress(all + i as u64, 2 * all).is_break() {
            return Err(ErrorKind::Interrupted.into());
        }
        write!(out, "{}", store.number(n as usize))?;
        if let Some(excerpt) = excerpt {
            let words = excerpt.heading_of(n as usize).map_or("", |heading| &heading.words);
            write!(out, ",{}", text::csv_field(words))?;
        }
        for (&measure, classes) in measures.iter().zip(&classes) {
            let value = columns.value(measure, n).unwrap_or(0);
            match measure.row().kind {
                MeasureKind::Class => write!(out, ",{}", classes[value as usize].0)?,
                MeasureKind::List => write!(out, ",{}", measure.written(value))?,
                _ => write!(out, ",{value}")?,
            }
        }
        writeln!(out)?;
    }
    Ok(())
}
