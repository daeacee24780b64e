//! `polywright filter`, and what `solve --where` and `table` share with it.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use serde::Serialize;

use super::arguments::FilterText;
use super::file_work::{with_bar, writing};
use super::report::json;
use super::{CliError, FilterArgs, Outcome, SortOrder, open};
use crate::cli::output::{self, say};
use crate::encode::{Encoding, SymmetryGroup};
use crate::files::{self, FORMATS};
use crate::format::solutions_file::Source;
use crate::format::{self, Contents, SolutionSet, measures_table};
use crate::job::default_threads;
use crate::natural::Natural;
use crate::puzzle::Puzzle;
use crate::solution::columns::{Columns, FilteredCounts, Progress};
use crate::solution::filter::{ColumnSource, Context, Expression, Filter};
use crate::solution::measures::{MeasureId, MeasureKind, Measurer};
use crate::solution::{Counts, Store};
use crate::text;

/// The object that `--json` prints.
#[derive(Serialize)]
struct Report<'a> {
    title: &'a str,
    total: u64,
    distinct: u64,
    complete: bool,
    filtered_total: u64,
    filtered_distinct: u64,
}

impl FilterText {
    /// The condition.
    pub(super) fn resolve(
        &self,
        filters: &BTreeMap<String, String>,
    ) -> Result<Expression, CliError> {
        let name = match self {
            FilterText::Condition(expression) => return Ok(expression.clone()),
            FilterText::Saved(name) => name,
        };
        let Some(text) = filters.get(name) else {
            let known: Vec<String> = filters.keys().map(|name| format!("\"{name}\"")).collect();
            let known = match known.is_empty() {
                true => "it has none".to_owned(),
                false => format!("it has {}", text::listed(&known)),
            };
            return Err(CliError::Message(format!(
                "--where: the puzzle has no filter called \"{name}\"; {known}"
            )));
        };
        let parsed = text.parse::<Expression>();
        parsed.map_err(|error| CliError::Message(format!("--where: filter \"{name}\": {error}")))
    }
}

/// A filter ready for the solutions of a puzzle.
pub(super) struct SolutionFilter {
    pub(super) measurer: Arc<Measurer>,
    pub(super) filter: Filter,
    /// The condition in words.
    words: String,
}

/// The solutions that pass.
pub(super) struct Passing {
    /// Their indices in the store, ascending.
    pub(super) indices: Vec<u32>,
    pub(super) counts: FilteredCounts,
    pub(super) columns: Columns,
    /// The filter in words.
    pub(super) words: String,
}

impl SolutionFilter {
    /// Compiles what is given with `--where`, perhaps the name of one of the puzzle's filters;
    /// nothing keeps every solution.
    pub(super) fn chosen(
        text: Option<&FilterText>,
        filters: &BTreeMap<String, String>,
        puzzle: &Puzzle,
        encoding: &Encoding,
        group: &SymmetryGroup,
    ) -> Result<SolutionFilter, CliError> {
        let expression = match text {
            Some(text) => text.resolve(filters)?,
            None => Expression::And(Vec::new()),
        };
        SolutionFilter::new(&expression, puzzle, encoding, group)
    }

    /// Compiles an expression for a puzzle.
    pub(super) fn new(
        expression: &Expression,
        puzzle: &Puzzle,
        encoding: &Encoding,
        group: &SymmetryGroup,
    ) -> Result<SolutionFilter, CliError> {
        let measurer = Measurer::new(puzzle, encoding, group);
        let context = Context { puzzle, encoding, group, measurer: &measurer };
        let filter = Filter::new(expression, context)
            .map_err(|error| CliError::Message(format!("--where: {error}")))?;
        Ok(SolutionFilter { filter, measurer: Arc::new(measurer), words: expression.words() })
    }

    /// Finds what passes.
    pub(super) fn apply(&self, store: &Store, threads: usize) -> Passing {
        let mut columns = Columns::new(Arc::clone(&self.measurer), threads);
        columns.extend(store, store.len(), self.filter.sources(), &Progress::default());
        let (indices, counts) = (columns.apply(&self.filter), columns.count(&self.filter));
        Passing { indices, counts, columns, words: self.words.clone() }
    }
}

impl Passing {
    /// A store of what passes; `is_all` says whether the other one has all solutions of the puzzle.
    pub(super) fn store(&self, store: &Store, is_all: bool) -> Store {
        let mut passing = store.empty_excerpt(is_all, &self.words);
        for index in self.indices.iter().map(|&n| n as usize) {
            passing.extend_from(store, index..index + 1);
        }
        passing
    }

    /// Reports how many solutions pass, in a line for people.
    pub(super) fn line(&self, counts: Counts<Natural>) -> String {
        format!(
            "The filter keeps {} of {} distinct · {} of {} in total",
            text::grouped(self.counts.distinct),
            text::grouped(counts.distinct),
            text::grouped(self.counts.total),
            text::grouped(counts.total),
        )
    }
}

pub(super) fn filter(args: &FilterArgs) -> Result<Outcome, CliError> {
    let file = args.file.as_ref().map(|file| Ok::<_, CliError>((file, open(file, None)?)));
    let Some((file, contents)) = file.transpose()? else {
        list(None);
        return Ok(Outcome::Done);
    };
    let Contents::Solutions(set) = contents else {
        return Err(CliError::Message(format!(
            "{}: this file has no solutions; run solve with --out, or solve with --where",
            file.display()
        )));
    };
    let (text, filters) = (args.expression.as_ref(), &set.description.filters);
    let filter = SolutionFilter::chosen(text, filters, &set.puzzle, &set.encoding, &set.group)?;
    if args.list {
        list(Some(&filter.measurer));
        return Ok(Outcome::Done);
    }
    if let Some(order) = args.sort {
        let applies = filter.measurer.applies(order.measure);
        let id = order.measure.row().id;
        applies.map_err(|why| CliError::Message(format!("--sort: {id} does not apply: {why}")))?;
    }
    let threads = args.threads.map_or_else(default_threads, usize::from);
    let mut passing = filter.apply(&set.store, threads);
    if let Some(path) = &args.out {
        write_solutions(path, &set, &passing)?;
    }
    if let Some(path) = &args.csv {
        let order = measured(&set, &mut passing, args.sort)?;
        let columns = &passing.columns;
        if path.as_os_str() == "-" {
            let progress = &mut |_, _| ControlFlow::Continue(());
            output::data(|out| {
                measures_table::write_to(columns, &set.store, &order, out, progress)
            })?;
            return Ok(outcome(&passing));
        }
        with_bar(writing(path, None), |progress| {
            format::write_file_with(path, |out| {
                measures_table::write_to(columns, &set.store, &order, out, progress)
            })
        })?;
    }
    report(args, &set, &passing);
    Ok(outcome(&passing))
}

/// As in `solve`, no solution has a status of its own.
pub(super) fn outcome(passing: &Passing) -> Outcome {
    if passing.indices.is_empty() { Outcome::NoSolution } else { Outcome::Done }
}

fn report(args: &FilterArgs, set: &SolutionSet, passing: &Passing) {
    let counts = Counts::of_store(&set.store, &set.group);
    if args.json {
        let report = Report {
            title: &set.puzzle.title,
            total: counts.total,
            distinct: counts.distinct,
            complete: set.complete,
            filtered_total: passing.counts.total,
            filtered_distinct: passing.counts.distinct,
        };
        say!("{}", json(&report));
        return;
    }
    say!("{}", set.puzzle.title);
    say!("{}", passing.line(counts.into()));
}

/// Prints the measures; of a puzzle, also why some do not apply.
fn list(measurer: Option<&Measurer>) {
    for measure in MeasureId::all() {
        let row = measure.row();
        let kind = match row.kind {
            MeasureKind::Property => "yes or no",
            MeasureKind::Number => "number",
            MeasureKind::Class => "class",
            MeasureKind::List => "list",
        };
        let reason = match measurer.map(|own| own.applies(measure)) {
            Some(Err(reason)) => format!(" (does not apply: {reason})"),
            _ => String::new(),
        };
        say!("{:<26} {kind:<10} {}{reason}", row.id, row.summary);
        if let (MeasureKind::Class, Some(measurer)) = (row.kind, measurer) {
            for (id, name) in measurer.classes_of(measure) {
                say!("{:<26} {:<10} = {id}: {name}", "", "");
            }
        }
    }
}

fn write_solutions(path: &Path, set: &SolutionSet, passing: &Passing) -> Result<(), CliError> {
    let store = passing.store(&set.store, set.complete);
    let source = Source {
        description: &set.description,
        puzzle: &set.puzzle,
        encoding: &set.encoding,
        group: &set.group,
        store: &store,
        counts: Counts::of_store(&store, &set.group).into(),
        complete: set.complete && store.len() == set.store.len(),
    };
    write_by_ending(path, source)
}

/// Writes solutions in the form that the ending of a file names; RON where it names none.
pub(super) fn write_by_ending(path: &Path, source: Source<'_>) -> Result<(), CliError> {
    let mut read_again = FORMATS.iter().copied().filter(|format| format.is_read());
    let format = read_again.find(|format| format.is_named(path)).unwrap_or(&files::RON);
    let what = writing(path, format.expected_bytes(source));
    Ok(with_bar(what, |progress| format.write_list(source, path, progress))?)
}

/// Works out all measures; what passes, in order.
fn measured(
    set: &SolutionSet,
    passing: &mut Passing,
    order: Option<SortOrder>,
) -> Result<Vec<u32>, CliError> {
    let Passing { indices, columns, .. } = passing;
    if let Some(SortOrder { measure, .. }) = order {
        let source = ColumnSource::measure(measure);
        columns.extend(&set.store, usize::MAX, &[source], &Progress::default());
    }
    let measuring = "Measuring the solutions".to_owned();
    with_bar(measuring, |progress| measures_table::measure(columns, &set.store, progress))
        .map_err(|_| CliError::Interrupted)?;
    let mut sorted = indices.clone();
    if let Some(SortOrder { measure, descending }) = order {
        columns.sort(&mut sorted, measure, descending);
    }
    Ok(sorted)
}
