//! `polywright disassemble`.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use serde::Serialize;

use super::file_work::{Listening, thousandths, with_bar, writing};
use super::report::{json, no_solution_words, seconds};
use super::solve::wait;
use super::watch::{Watch, check_failure, waker};
use super::{CliError, DisassembleArgs, Outcome, open, plan_error};
use crate::cli::output::{say, tell};
use crate::disassembly::{
    Disassembly, DisassemblyOptions, MAX_PIECES, Move, MoveWords, Part, ReplayError, Separability,
    level_words,
};
use crate::encode::{Encoded, Placed};
use crate::files::{Moves, MovesError, moves_by_ending};
use crate::format::{self, Contents};
use crate::job::{Dismantling, Phase, Plan, PlanOptions, Run, Settings, default_threads};
use crate::picture::Style;
use crate::puzzle::{Description, PieceId, Puzzle};
use crate::solution::orbit::Orbit;
use crate::solution::{Counts, Store};
use crate::text;

/// Solutions that are taken apart before their results are printed.
const BLOCK: usize = 256;

/// The object that `--json` prints of a solution.
#[derive(Serialize)]
struct SolutionReport {
    number: u64,
    /// `None` if that is not known.
    disassembles: Option<bool>,
    level: Vec<usize>,
    /// The level as BurrTools gives it.
    burrtools_level: Vec<usize>,
    moves: Option<usize>,
    states: u64,
    separations: Vec<Vec<MoveReport>>,
}

/// A move of some pieces: one step, in units of the lattice, and the number of steps.
#[derive(Serialize)]
struct MoveReport {
    pieces: Vec<String>,
    step: [i32; 3],
    /// `None` if it has no end.
    steps: Option<u32>,
}

/// The last object that `--json` prints.
#[derive(Default, Serialize)]
struct Report {
    solutions: u64,
    disassembled: u64,
    unknown: u64,
    states: u64,
    seconds: f64,
    complete: bool,
    #[serde(skip)]
    turned: u64,
    /// The solution that is written as a sheet.
    #[serde(skip)]
    sheet: Option<(u64, Placed, Part)>,
}

/// The solutions that are taken apart.
struct List {
    encoded: Encoded,
    store: Store,
    /// True if these are all solutions of the puzzle.
    is_all: bool,
    /// The words of the puzzle.
    description: Description,
}

pub(super) fn disassemble(args: &DisassembleArgs) -> Result<Outcome, CliError> {
    let listening = Listening::start();
    let threads = args.threads.map_or_else(default_threads, usize::from);
    let list = List::open(args, threads, &listening)?;
    let options = DisassemblyOptions {
        max_states: args.limit_states,
        together: vec![together(&list.encoded.puzzle, &args.together)?],
    };
    if !args.json {
        say!("{}", list.encoded.puzzle.title);
    }
    if let Some(path) = &args.sheet {
        format::probe_writing(path)?;
    }
    let report = take_apart(args, &list, (options, threads), &listening)?;
    let is_pressed = listening.is_pressed();
    drop(listening);
    if args.json {
        say!("{}", json(&report));
    } else {
        say_summary(&list, &report);
    }
    if let Some(path) = args.sheet.as_ref().filter(|_| !is_pressed) {
        write_sheet(args, path, &list, report.sheet.as_ref())?;
    }
    Ok(match (is_pressed, report.disassembled, report.unknown) {
        (true, ..) => Outcome::Interrupted,
        (_, 1.., _) => Outcome::Done,
        (_, 0, 0) => Outcome::NoSolution,
        _ => Outcome::Stopped,
    })
}

impl List {
    /// Reads solutions, or finds those of a puzzle.
    fn open(
        args: &DisassembleArgs,
        threads: usize,
        listening: &Listening,
    ) -> Result<List, CliError> {
        let refused = |why: &str| {
            CliError::Message(format!("{}: {why}, so nothing can be moved", args.file.display()))
        };
        let (encoded, found, description) =
            match listening.aside(|| open(&args.file, args.problem))? {
                Contents::Puzzle(opened) => {
                    let encoded = listening.aside(|| Encoded::new(opened.puzzle));
                    let encoded = encoded.map_err(|error| plan_error(error.into()))?;
                    (encoded, None, opened.description)
                }
                Contents::Solutions(set) => {
                    let encoded =
                        Encoded { puzzle: set.puzzle, encoding: set.encoding, group: set.group };
                    let found = Some((set.store, set.complete));
                    (encoded, found, set.description)
                }
                Contents::Problem(_) => return Err(refused("items and options have no place")),
            };
        if encoded.puzzle.cover.is_some() {
            return Err(refused("a cover puzzle has options in place of pieces"));
        }
        let (store, is_all) = match found {
            Some(found) => found,
            None => solve(&encoded, threads, listening)?,
        };
        Ok(List { encoded, store, is_all, description })
    }
}

/// All solutions of a puzzle, and whether they are all.
fn solve(
    encoded: &Encoded,
    threads: usize,
    listening: &Listening,
) -> Result<(Store, bool), CliError> {
    let plan = listening.aside(|| Plan::new(encoded.clone(), PlanOptions::default()));
    let plan = plan.map_err(plan_error)?;
    if let Some(reason) = &plan.impossible {
        tell!("{}", no_solution_words(Some(encoded), &reason.reason));
    }
    let settings = Settings { threads, keep: true, wake: Some(waker()), ..Settings::default() };
    let run = Run::start(Arc::new(plan), settings);
    let last = wait(&run, &Watch::new(listening, None, None));
    check_failure(&last.phase, "the run")?;
    if last.truncated {
        tell!("Not all solutions fit in memory; the first of them are taken apart.");
    }
    Ok((run.into_store(), last.phase == Phase::Complete && !last.truncated))
}

/// The pieces of these names.
fn together(puzzle: &Puzzle, names: &[String]) -> Result<Vec<PieceId>, CliError> {
    let mut found = Vec::new();
    for name in names {
        let named = puzzle.pieces().filter(|(_, piece)| piece.name == *name).map(|(id, _)| id);
        let before = found.len();
        found.extend(named);
        if found.len() == before {
            let known: Vec<String> =
                puzzle.pieces.iter().map(|piece| format!("\"{}\"", piece.name)).collect();
            let known = text::listed(&known);
            return Err(CliError::Message(format!(
                "--together: no piece is called \"{name}\"; the pieces are {known}"
            )));
        }
    }
    Ok(found)
}

/// Takes all solutions apart and prints what comes of each.
fn take_apart(
    args: &DisassembleArgs,
    list: &List,
    (options, threads): (DisassemblyOptions, usize),
    listening: &Listening,
) -> Result<Report, CliError> {
    let List { encoded: Encoded { puzzle, encoding, group }, store, is_all, .. } = list;
    let (began, all) = (Instant::now(), store.len());
    let dismantling = Dismantling::new((puzzle, encoding), store, options);
    let bar = thousandths();
    let mut report = Report { complete: *is_all, ..Report::default() };
    let mut apart = Counts::default();
    for from in (0..all).step_by(BLOCK) {
        let range = from..(from + BLOCK).min(all);
        bar.set_message(format!("{} come apart", text::grouped(report.disassembled)));
        let watch = |done: u64| {
            bar.set_position((from as u64 + done) * 1000 / all as u64);
            match listening.is_pressed() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        };
        let Some(results) = dismantling.take_apart(range.clone(), threads, &watch) else {
            report.complete = false;
            break;
        };
        for (index, result) in range.zip(results) {
            let number = store.number(index);
            let found = result.map_err(|error| wrong(number, &error))?;
            report.solutions += 1;
            report.states += found.states;
            report.unknown += u64::from(found.result == Separability::Unknown);
            if matches!(found.result, Separability::Apart(_)) {
                report.disassembled += 1;
                let stabiliser = store.stabiliser(index);
                let size = group.order() as u32 / stabiliser.len();
                apart.add(Orbit { stabiliser, size, found: 0 }, group.proper());
            }
            if let (Separability::Apart(whole), None, Some(_)) =
                (&found.result, &report.sheet, &args.sheet)
                && args.solution.is_none_or(|wanted| wanted == number)
            {
                let placed = encoding.decode(&store.get(index));
                report.sheet = Some((number, placed, whole.clone()));
            }
            bar.suspend(|| {
                let placed = encoding.decode(&store.get(index));
                let words = MoveWords::of_solution(puzzle, &placed);
                let named = (words.names(), puzzle.lattice.period);
                say_solution(args.json, &SolutionReport::new(number, &found, named));
            });
        }
    }
    bar.finish_and_clear();
    report.seconds = seconds(began.elapsed());
    report.turned = apart.turned;
    Ok(report)
}

/// Writes how a solution is taken apart.
fn write_sheet(
    args: &DisassembleArgs,
    path: &Path,
    list: &List,
    sheet: Option<&(u64, Placed, Part)>,
) -> Result<(), CliError> {
    let (Some((number, placed, whole)), Ok(to)) = (sheet, moves_by_ending(path)) else {
        let which = match args.solution {
            Some(number) => format!("solution {number} is not one that comes apart"),
            None => "no solution comes apart".to_owned(),
        };
        return Err(CliError::Message(format!("--sheet: {which}; nothing was written")));
    };
    let (puzzle, number) = (&list.encoded.puzzle, *number);
    let moves = Moves { description: &list.description, puzzle, placed, number, whole };
    let written =
        with_bar(writing(path, None), |progress| moves.write(to, path, Style::default(), progress));
    written.map_err(|error| match error {
        MovesError::File(error) => error.into(),
        error => CliError::Message(format!("--sheet: {error}")),
    })
}

fn wrong(number: u64, error: &ReplayError) -> CliError {
    CliError::Message(format!(
        "internal error; please report it: the moves found for solution {number} are wrong: {error}"
    ))
}

impl SolutionReport {
    /// Of a result, whose pieces have these names and whose lattice has this unit.
    fn new(number: u64, found: &Disassembly, (names, unit): (&[String], i32)) -> SolutionReport {
        let mut report = SolutionReport {
            number,
            disassembles: match &found.result {
                Separability::Apart(_) => Some(true),
                Separability::Locked => Some(false),
                Separability::Unknown => None,
            },
            level: Vec::new(),
            burrtools_level: Vec::new(),
            moves: None,
            states: found.states,
            separations: Vec::new(),
        };
        if let Separability::Apart(whole) = &found.result {
            report.level = whole.level();
            report.burrtools_level = whole.burrtools_level();
            report.moves = Some(report.level.iter().sum());
            report.separations = separations(whole, names, unit);
        }
        report
    }
}

fn separations(whole: &Part, names: &[String], unit: i32) -> Vec<Vec<MoveReport>> {
    let report = |own: &Move| MoveReport {
        pieces: own.pieces.iter().map(|&piece| names[piece].clone()).collect(),
        step: own.step.coordinates().map(|n| n / unit),
        steps: own.steps,
    };
    whole.separations().iter().map(|own| own.moves.iter().map(report).collect()).collect()
}

impl MoveReport {
    /// "A and B by (0, 2, 0)", or "A away by (0, 1, 0)".
    fn words(&self) -> String {
        let [x, y, z] = self.step.map(|n| n * self.steps.unwrap_or(1) as i32);
        let away = if self.steps.is_none() { "away " } else { "" };
        format!("{} {away}by ({x}, {y}, {z})", text::listed(&self.pieces))
    }
}

/// Prints what came of a solution: a JSON object, or lines for people.
fn say_solution(is_json: bool, report: &SolutionReport) {
    if is_json {
        say!("{}", json(report));
        return;
    }
    let reached = text::count(report.states, "position");
    match (report.disassembles, report.moves) {
        (Some(true), Some(moves)) => {
            let moves = text::count(moves as u64, "move");
            let short = match report.burrtools_level == report.level {
                true => String::new(),
                false => format!(" · {} in BurrTools", level_words(&report.burrtools_level)),
            };
            let level = level_words(&report.level);
            say!("{}: level {level} · {moves} · {reached}{short}", report.number);
            for separation in &report.separations {
                let moves: Vec<String> = separation.iter().map(MoveReport::words).collect();
                say!("    {}", moves.join("; "));
            }
        }
        (Some(_), _) => say!("{}: does not come apart · {reached}", report.number),
        (None, _) if report.states == 0 => {
            say!("{}: not known · more than {MAX_PIECES} pieces", report.number);
        }
        (None, _) => say!("{}: not known · {reached}, then the limit", report.number),
    }
}

/// Prints the line about all solutions.
fn say_summary(list: &List, report: &Report) {
    let counts = Counts::of_store(&list.store, &list.encoded.group);
    say!(
        "{} of {} distinct come apart · {} of {} turned{}{}",
        text::grouped(report.disassembled),
        text::grouped(counts.distinct),
        text::grouped(report.turned),
        text::grouped(counts.turned),
        match report.unknown {
            0 => String::new(),
            unknown => format!(" · {} not known", text::grouped(unknown)),
        },
        if report.complete { "" } else { " · not complete" },
    );
    let seconds = format!("{:.3} s", report.seconds);
    say!("{} in {seconds}", text::count(report.states, "position"));
    if report.unknown > 0 && report.states > 0 {
        tell!("--limit-states sets how many positions of a solution are searched.");
    }
}
