//! `polywright table`.

use std::path::Path;

use serde::Serialize;

use super::file_work::Listening;
use super::filter::{Passing, SolutionFilter, outcome};
use super::report::{JsonNatural, json};
use super::solved::Wanted;
use super::{CliError, Outcome, TableArgs};
use crate::cli::output::{self, say};
use crate::format::{self, SolutionSet};
use crate::job::default_threads;
use crate::solution::View;
use crate::solution::columns::Progress;
use crate::solution::filter::ColumnSource;
use crate::solution::measures::{MeasureId, Measurer};
use crate::solution::table::{Axis, Caption, Table, TableFormat};
use crate::text;

/// The object that `--json` prints.
#[derive(Serialize)]
struct Report<'a> {
    title: &'a str,
    total: JsonNatural,
    distinct: JsonNatural,
    complete: bool,
    filter: &'a str,
    all: bool,
    counted: u64,
    rows: AxisReport<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    columns: Option<AxisReport<'a>>,
    /// Row by row.
    solutions: Vec<&'a [u64]>,
}

/// A measure and its values.
#[derive(Serialize)]
struct AxisReport<'a> {
    measure: &'static str,
    values: &'a [String],
}

impl<'a> AxisReport<'a> {
    fn new(axis: &'a Axis) -> AxisReport<'a> {
        AxisReport { measure: axis.measure.row().id, values: &axis.ids }
    }
}

/// The measures of the rows and, in a table of two, of the columns.
type By = (MeasureId, Option<MeasureId>);

pub(super) fn table(args: &TableArgs) -> Result<Outcome, CliError> {
    let file = args.out.as_deref().filter(|path| *path != Path::new("-"));
    file.map_or(Ok(()), format::probe_writing)?;
    let wanted = Wanted { file: &args.file, problem: args.problem, threads: args.threads };
    let solved = wanted.find(&Listening::start(), |encoded, description| {
        let (text, filters) = (args.expression.as_ref(), &description.filters);
        let (encoding, group) = (&encoded.encoding, &encoded.group);
        let filter = SolutionFilter::chosen(text, filters, &encoded.puzzle, encoding, group)?;
        let by = measures(&args.by, &filter.measurer)?;
        Ok((filter, by))
    })?;
    let (set, (filter, by)) = match solved {
        Ok(solved) => solved,
        Err(outcome) => return Ok(outcome),
    };
    let threads = args.threads.map_or_else(default_threads, usize::from);
    let mut passing = filter.apply(&set.store, threads);
    let table = count(&set, &filter, &mut passing, by, args.all)?;
    let (all, words) = (args.all, &passing.words);
    let numbers = (set.counts, set.complete);
    let caption = Caption::new(&set.puzzle.title, &set.store, numbers, all, words);
    if file.is_some() || !args.json {
        let written = table.write(form(args), &caption);
        let path = args.out.as_deref().unwrap_or(Path::new("-"));
        output::table(path, |out| out.write_all(written.as_bytes()))?;
    }
    if args.json {
        say!("{}", json(&report(&set, &table, &caption)));
    } else if file.is_some() {
        caption.lines(&table).iter().for_each(|line| say!("{line}"));
    }
    Ok(outcome(&passing))
}

/// The form that is asked for, or that the file has by its ending.
fn form(args: &TableArgs) -> TableFormat {
    let ending = args.out.as_deref().and_then(Path::extension).and_then(|own| own.to_str());
    args.format.or_else(|| ending.and_then(TableFormat::by_ending)).unwrap_or_default()
}

/// The measures of these names, which apply to the puzzle.
fn measures(names: &[String], measurer: &Measurer) -> Result<By, CliError> {
    let measure = |name: &String| {
        let why = match MeasureId::by_id(name) {
            Some(measure) => match measurer.applies(measure) {
                Ok(()) => return Ok(measure),
                Err(why) => format!("{name} does not apply: {why}"),
            },
            None => format!("there is no measure {name}"),
        };
        let applicable = measurer.measures().chain(measurer.costly_measures());
        let ids: Vec<&str> = applicable.map(|measure| measure.row().id).collect();
        let known = match ids.is_empty() {
            true => "no measure applies to this puzzle".to_owned(),
            false => format!("these apply to the puzzle: {}", text::listed(&ids)),
        };
        Err(CliError::Message(format!("--by: {why}; {known}")))
    };
    match names {
        [rows] => Ok((measure(rows)?, None)),
        [rows, columns] => Ok((measure(rows)?, Some(measure(columns)?))),
        _ => Err(CliError::Message("--by: a table has one or two measures".to_owned())),
    }
}

/// Counts the solutions that pass, all their copies that pass or distinct ones.
fn count(
    set: &SolutionSet,
    filter: &SolutionFilter,
    passing: &mut Passing,
    (rows, across): By,
    all: bool,
) -> Result<Table, CliError> {
    let SolutionSet { store, group, .. } = set;
    let Passing { indices, columns, .. } = passing;
    let sources: Vec<ColumnSource> =
        [rows].into_iter().chain(across).map(ColumnSource::measure).collect();
    columns.extend(store, store.len(), &sources, &Progress::default());
    let table = match all {
        false => Table::new(columns, indices.iter().map(|&n| (n, 1)), rows, across),
        true => {
            let view = View::all(store, group);
            let places = columns.apply_to_all(&filter.filter, store, group);
            let distinct = |place| view.distinct_of(group, store, place) as u32;
            let copies = places.into_iter().map(|place| (distinct(place), 1));
            Table::new(columns, copies, rows, across)
        }
    };
    table.map_err(|error| CliError::Message(format!("--by: {error}")))
}

fn report<'a>(set: &'a SolutionSet, table: &'a Table, caption: &'a Caption) -> Report<'a> {
    Report {
        title: &set.puzzle.title,
        total: JsonNatural(set.counts.total),
        distinct: JsonNatural(set.counts.distinct),
        complete: set.complete,
        filter: &caption.filter,
        all: caption.all,
        counted: table.total(),
        rows: AxisReport::new(table.rows()),
        columns: table.columns().map(AxisReport::new),
        solutions: (0..table.rows().values.len()).map(|row| table.row(row)).collect(),
    }
}
