//! `polywright solve FILE…` and `solve --lines`: many puzzles, and a line for each.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;

use serde::Serialize;

use super::file_work::{self, Listening};
use super::output::{data, tell};
use super::report::{CountsReport, counts_line, json, no_solution_words, seconds};
use super::subject::{subject_of, with_symmetries};
use super::watch::{Watch, check_failure, waker};
use super::{CliError, Outcome, SolveArgs, open_with};
use crate::format::listed::Listed;
use crate::format::{FileError, dlx, read_text};
use crate::job::series::{Answer, OpenSubject, SeriesEntry, SeriesRun, SeriesSettings};
use crate::job::{Phase, Subject, default_threads};
use crate::natural::Natural;
use crate::text;

/// The object that `--json` prints for each puzzle.
#[derive(Serialize)]
struct Report<'a> {
    #[serde(flatten)]
    place: &'a Place,
    #[serde(skip_serializing_if = "str::is_empty")]
    title: &'a str,
    engine: &'a str,
    nodes: u64,
    seconds: f64,
    #[serde(flatten)]
    counts: CountsReport,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    complete: bool,
}

/// The object that `--json` prints for a puzzle that cannot be read.
#[derive(Serialize)]
struct ErrorReport<'a> {
    #[serde(flatten)]
    place: &'a Place,
    error: &'a str,
}

/// The place of a puzzle.
#[derive(Serialize)]
struct Place {
    file: String,
    /// Its line, from 1, in a file of several.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    /// The words of a line: without the file where there is only one.
    #[serde(skip)]
    words: String,
}

/// The outcomes of the puzzles so far, in numbers.
#[derive(Default)]
struct Tally {
    told: usize,
    refused: usize,
    /// Those whose search was ended by a limit.
    cut: usize,
    unsolvable: usize,
}

/// Solves several puzzles and prints a line for each, in their order.
pub(super) fn solve_series(args: &SolveArgs) -> Result<Outcome, CliError> {
    if let Some(option) = args.single_option() {
        let other = if args.lines { "--lines" } else { "several files" };
        return Err(CliError::Message(format!("{option} cannot be used with {other}")));
    }
    let listening = Listening::start();
    let read = listening.aside(|| if args.lines { entries(args) } else { Ok(files(args)) });
    let (places, entries): (Vec<Place>, Vec<SeriesEntry>) = read?.into_iter().unzip();
    let settings = SeriesSettings {
        threads: args.threads.map_or_else(default_threads, usize::from),
        limit: args.limit,
        engine: args.engine,
        sweep_bytes: usize::from(args.memory) << 20,
        wake: Some(waker()),
    };
    let run = SeriesRun::start(entries, settings);
    let bar = file_work::thousandths();
    let (mut tally, mut written) = (Tally::default(), Ok(()));
    let last = Watch::new(&listening, None, None).wait(&run, &bar, |moment| {
        bar.set_position((moment.done * 1000 / moment.all.max(1)) as u64);
        bar.set_message(format!(
            "{} of {}",
            text::grouped(moment.done as u64),
            text::count(moment.all as u64, "puzzle")
        ));
        let answers = run.take_answers();
        if !answers.is_empty() && written.is_ok() {
            written = bar.suspend(|| tally.tell(&answers, &places, args.json));
        }
    });
    check_failure(&last.phase, "the run")?;
    written?;
    if tally.refused > 0 {
        return Err(CliError::Message(format!(
            "{} cannot be solved; the others were",
            text::count(tally.refused as u64, "puzzle")
        )));
    }
    Ok(match last.phase {
        Phase::Complete if tally.cut > 0 => Outcome::Stopped,
        Phase::Complete if tally.unsolvable > 0 => Outcome::NoSolution,
        Phase::Complete => Outcome::Done,
        _ if listening.is_pressed() => Outcome::Interrupted,
        _ => Outcome::Stopped,
    })
}

impl Tally {
    /// Prints the answers that are next.
    fn tell(
        &mut self,
        answers: &[Result<Answer, String>],
        places: &[Place],
        as_json: bool,
    ) -> Result<(), CliError> {
        let mut lines = String::new();
        for (answer, place) in answers.iter().zip(&places[self.told..]) {
            let line = match answer {
                Ok(answer) if as_json => json(&Report::new(place, answer)),
                Ok(answer) => format!("{}: {}", place.words, words(answer)),
                Err(error) => {
                    self.refused += 1;
                    tell!("{}: {error}", place.words);
                    if !as_json {
                        continue;
                    }
                    json(&ErrorReport { place, error })
                }
            };
            lines.push_str(&text::printable(&line));
            lines.push('\n');
        }
        self.told += answers.len();
        let solved = || answers.iter().flatten();
        self.cut += solved().filter(|answer| !answer.complete).count();
        let is_none = |answer: &&Answer| answer.complete && answer.counts.total == Natural::ZERO;
        self.unsolvable += solved().filter(is_none).count();
        data(|out| out.write_all(lines.as_bytes()))
    }
}

impl<'a> Report<'a> {
    fn new(place: &'a Place, answer: &'a Answer) -> Report<'a> {
        Report {
            place,
            title: &answer.title,
            engine: &answer.engine,
            nodes: answer.nodes,
            seconds: seconds(answer.time),
            counts: CountsReport::new(answer.counts),
            solution: answer.solution.as_deref(),
            reason: answer.reason.as_deref(),
            complete: answer.complete,
        }
    }
}

/// The answer to a puzzle as a line.
fn words(answer: &Answer) -> String {
    if let Some(reason) = &answer.reason {
        return no_solution_words(None, reason);
    }
    let more = if answer.complete { "" } else { " · so far, there may be more" };
    if answer.complete && answer.counts.total == Natural::ZERO {
        return "no solution".to_owned();
    }
    match &answer.solution {
        Some(solution) => {
            let number = text::count(answer.counts.total.capped(), "solution");
            format!("{number}{more} · {solution}")
        }
        None => format!("{}{more}", counts_line(answer.counts)),
    }
}

/// The puzzles of the files.
fn files(args: &SolveArgs) -> Vec<(Place, SeriesEntry)> {
    let entry = |path: &PathBuf| {
        let file = path.display().to_string();
        let place = Place { words: file.clone(), file, line: None };
        let (path, is_plain) = (path.clone(), args.no_symmetry);
        let open: OpenSubject = Box::new(move || {
            let mut go_on = |_, _| ControlFlow::Continue(());
            // An error of a file names it, as the line will.
            let named = |error: CliError| match error {
                CliError::File(FileError { errors, .. }) => {
                    errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
                }
                error => error.to_string(),
            };
            let contents = open_with(&path, None, &mut go_on).map_err(named)?;
            let (subject, _) = subject_of(&path, contents).map_err(named)?;
            with_symmetries(subject, is_plain).map_err(|error| error.to_string())
        });
        (place, SeriesEntry::Subject(open))
    };
    args.files.iter().map(entry).collect()
}

/// The puzzles in the lines of the files.
fn entries(args: &SolveArgs) -> Result<Vec<(Place, SeriesEntry)>, CliError> {
    let mut all = Vec::new();
    for path in &args.files {
        let text: Arc<str> = read_text(path)?.into();
        let file = path.display().to_string();
        let place = |line: usize| Place {
            words: if args.files.len() > 1 { format!("{file}:{line}") } else { line.to_string() },
            file: file.clone(),
            line: Some(line),
        };
        let before = all.len();
        match Listed::of(&text) {
            Listed::Sudokus(lines) => all.extend(
                lines
                    .into_iter()
                    .map(|(line, at)| (place(line), SeriesEntry::Sudoku(text[at].to_owned()))),
            ),
            Listed::Problems(found) => all.extend(found.into_iter().map(|(line, at)| {
                let (text, title) = (Arc::clone(&text), format!("{}:{line}", path.display()));
                let open: OpenSubject = Box::new(move || {
                    let own = &text[at.clone()];
                    read_problem(own, line)
                        .map(|problem| Subject::of_problem(title.clone(), problem))
                });
                (place(line), SeriesEntry::Subject(open))
            })),
        }
        if all.len() == before {
            return Err(CliError::Message(format!(
                "{file}: has no puzzles; expected a sudoku of 81 signs in a line, or items and options"
            )));
        }
    }
    Ok(all)
}

/// Reads a problem that begins at a line of a file.
fn read_problem(text: &str, first: usize) -> Result<crate::exact_cover::Problem, String> {
    dlx::read(text).map_err(|mut error| {
        error.place = error.place.map(|(line, column)| (line + first - 1, column));
        error.to_string()
    })
}
