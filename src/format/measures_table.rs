//! Measures of solutions as comma-separated values (CSV), a solution a line.
//!
//! The first line names the columns: `number`, where the solutions are in groups `group`, and the ids
//! of the measures that apply to the puzzle.

use std::io::{self, ErrorKind, Write};

use super::stream::Progress;
use crate::solution::Store;
use crate::solution::columns::{self, Columns};
use crate::solution::filter::ColumnSource;
use crate::solution::measures::{MeasureId, MeasureKind};
use crate::text;

/// Solutions between two reports of progress.
const PROGRESS_INTERVAL: usize = 1 << 14;

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
    let sources: Vec<ColumnSource> =
        columns.measurer().measures().map(ColumnSource::measure).collect();
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
    let measures: Vec<MeasureId> = columns.measurer().measures().collect();
    let ids: Vec<&str> = measures.iter().map(|measure| measure.row().id).collect();
    let excerpt = store.excerpt().filter(|excerpt| !excerpt.headings.is_empty());
    let group = if excerpt.is_some() { "group," } else { "" };
    writeln!(out, "number,{group}{}", ids.join(","))?;
    let classes = columns.measurer().classes();
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
        for &measure in &measures {
            let value = columns.value(measure, n).unwrap_or(0);
            match measure.row().kind {
                MeasureKind::Class => write!(out, ",{}", classes[value as usize].id)?,
                _ => write!(out, ",{value}")?,
            }
        }
        writeln!(out)?;
    }
    Ok(())
}
