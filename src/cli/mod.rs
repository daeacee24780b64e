//! The command line: the same work as the window, without it.
//!
//! Exit status: 0 done, 1 no solution exists, or a recount or a certificate differs, 2 bad input or usage, 3 stopped
//! with work left, 130 interrupted. Leans on [`crate::job`], [`crate::format`] and [`crate::picture`].

#[expect(
    missing_docs,
    reason = "the description of a command is that of its variant; another of its arguments would replace it"
)]
mod arguments;
mod challenges;
mod check;
mod disassemble;
mod estimate;
mod export;
mod file_work;
mod filter;
mod first;
mod formats;
mod help;
mod make;
mod manual;
mod output;
mod parts;
mod recount;
mod report;
mod series;
mod sets;
mod sieve;
mod solve;
mod solved;
mod steps;
mod subject;
mod table;
mod variants;
mod verify;
mod watch;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use self::arguments::Files;
pub use self::arguments::{
    ArtworkArg, BatchArgs, ChallengesArgs, CheckArgs, Command, CommandLine, DisassembleArgs,
    EstimateArgs, ExportArgs, FilterArgs, FilterText, GoalError, GoalText, HelpArgs, LaserArgs,
    LaserPart, MakeArgs, ManualArgs, MergeArgs, NumberRange, NumberRangeError, PaperArgs,
    PaperLayout, PartName, PartNameError, PieceCount, PieceCountError, PrintArgs, RecountArgs,
    SavingArgs, SetsArgs, SolveArgs, SortOrder, SortOrderError, SplitArgs, StatusArgs, StepsArgs,
    TableArgs, TimeError, VariantsArgs, VerifyArgs,
};
use self::output::tell;
use crate::files::{self, ExportError, Opening};
use crate::format::{self, Contents, FileError, FileErrorKind, Progress, bundled};
use crate::job::{PlanError, RecountError};
use crate::solution::database::DatabaseError;

/// The message when no plan can be made.
fn plan_error(error: PlanError) -> CliError {
    CliError::Message(error.to_string())
}

/// The outcome of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Done.
    Done,
    /// The puzzle has no solution.
    NoSolution,
    /// A recount found something else than the first engine.
    Different,
    /// A limit was reached with work left.
    Stopped,
    /// The user interrupted the run.
    Interrupted,
}

/// Runs a command; the exit status.
pub fn run(command: Command) -> ExitCode {
    let outcome = on_enough_stack(move || {
        refuse_overwriting(&command.files())?;
        obey(command)
    });
    // What could not be printed is an error, unless there is a worse one.
    let outcome = outcome.and_then(|outcome| output::finish().map(|()| outcome));
    match outcome {
        Ok(Outcome::Done) => ExitCode::SUCCESS,
        Ok(Outcome::NoSolution | Outcome::Different) => ExitCode::from(1),
        Ok(Outcome::Stopped) => ExitCode::from(3),
        Ok(Outcome::Interrupted) => ExitCode::from(130),
        Err(CliError::Interrupted) => ExitCode::from(130),
        Err(CliError::File(error)) if error.kind == FileErrorKind::Cancelled => {
            tell!("{error}");
            ExitCode::from(130)
        }
        Err(error) => {
            tell!("{error}");
            ExitCode::from(2)
        }
    }
}

/// Does work on this thread, or on one of its own where the stack of the main thread is smaller than that
/// of others, as it is on some systems. A panic, which has been printed, is an error.
fn on_enough_stack(
    work: impl FnOnce() -> Result<Outcome, CliError> + Send + 'static,
) -> Result<Outcome, CliError> {
    #[cfg(target_os = "linux")]
    {
        /// The stack of a thread, in bytes.
        const THREAD_STACK: u64 = 2 << 20;
        let limit = rustix::process::getrlimit(rustix::process::Resource::Stack).current;
        if limit.is_none_or(|limit| limit >= THREAD_STACK) {
            let work = std::panic::AssertUnwindSafe(work);
            return std::panic::catch_unwind(work).unwrap_or(Err(CliError::Internal));
        }
    }
    match std::thread::Builder::new().name("main".to_owned()).spawn(work) {
        Ok(thread) => thread.join().unwrap_or(Err(CliError::Internal)),
        Err(error) => Err(CliError::Message(format!("a thread cannot be started: {error}"))),
    }
}

/// Does what a command says.
fn obey(command: Command) -> Result<Outcome, CliError> {
    match command {
        Command::Solve(args) => solve(&args),
        Command::Estimate(args) => estimate::estimate(&args),
        Command::Check(args) => check::check(&args),
        Command::Export(args) => export::export(&args),
        Command::Filter(args) => filter::filter(&args),
        Command::Table(args) => table::table(&args),
        Command::Steps(args) => steps::steps(&args),
        Command::Disassemble(args) => disassemble::disassemble(&args),
        Command::Recount(args) => recount::recount(&args),
        Command::Verify(args) => verify::verify(&args),
        Command::Variants(args) => variants::variants(&args),
        Command::Invent(args) => sets::invent(&args),
        Command::Challenges(args) => challenges::challenges(&args),
        Command::Split(args) => parts::split(&args),
        Command::Merge(args) => parts::merge(&args),
        Command::Status(args) => parts::status(&args),
        Command::Help(args) => help::help(&args),
        Command::Manual(args) => manual::manual(&args),
    }
}

/// Refuses to write a file that is read, or two into one.
fn refuse_overwriting(files: &Files<'_>) -> Result<(), CliError> {
    for (n, &(flag, path)) in files.written.iter().enumerate() {
        if path.metadata().is_ok_and(|meta| !meta.is_file()) {
            // A device such as /dev/null takes all.
            continue;
        }
        let other = files.written[..n].iter().find(|(_, other)| format::is_same_file(path, other));
        let why = match other {
            Some((other, _)) => format!("{other} names the same file"),
            None if files.read.iter().any(|read| format::is_same_file(path, read)) => {
                "this file is read and is not overwritten".to_owned()
            }
            None => continue,
        };
        let path = path.display();
        return Err(CliError::Message(format!("{path}: {why}; give {flag} another name")));
    }
    Ok(())
}

/// Solves a puzzle, or several, in the way that the arguments ask for.
fn solve(args: &SolveArgs) -> Result<Outcome, CliError> {
    if args.lines || args.files.len() > 1 {
        return series::solve_series(args);
    }
    match (args.first, &args.part) {
        (Some(wanted), _) => first::first(args, wanted),
        (None, _) if args.sat => first::first(args, 1),
        (None, Some(name)) => parts::solve_part(args, name),
        (None, None) => solve::solve(args),
    }
}

/// Runs the program where it cannot open a window: solves the file given, or the first bundled
/// puzzle.
pub fn without_window(file: Option<PathBuf>) -> ExitCode {
    let file = file.unwrap_or_else(|| PathBuf::from("puzzles").join(bundled::ALL[0].path));
    tell!(
        "There is no display to open a window on. This is the output of\n  polywright solve {}\n\
         See polywright --help for more.\n",
        file.display()
    );
    run(Command::Solve(SolveArgs {
        files: vec![file],
        lines: false,
        part: None,
        problem: None,
        count: false,
        limit: None,
        disassembles: false,
        first: None,
        sat: false,
        proof: None,
        seed: 1,
        most_time: None,
        threads: None,
        engine: None,
        memory: 384,
        no_symmetry: false,
        out: None,
        expression: None,
        saving: SavingArgs { checkpoint: None, resume: None, checkpoint_every: 30.0 },
        profile: false,
        json: false,
    }))
}

/// An error as it is printed.
#[derive(Debug, thiserror::Error)]
pub enum CliError {
    /// A file could not be read or written.
    #[error("{0}")]
    File(#[from] FileError),
    /// Stored results could not be read or written.
    #[error(transparent)]
    Results(#[from] DatabaseError),
    /// No recount can be planned.
    #[error(transparent)]
    Recount(#[from] RecountError),
    /// Something is not written in a format.
    #[error(transparent)]
    Export(#[from] ExportError),
    /// Standard output could not be written: why.
    #[error("standard output cannot be written: {0}; what was printed is not complete")]
    Output(String),
    /// Ctrl-C was pressed.
    #[error("cancelled")]
    Interrupted,
    /// A panic, which has been printed.
    #[error("internal error; please report it")]
    Internal,
    /// Anything else.
    #[error("{0}")]
    Message(String),
}

/// Opens a file, and of several problems the one of this number, or, where there is no such file,
/// the bundled puzzle of that name. What could not be taken over is said at once.
fn open(path: &Path, problem: Option<u32>) -> Result<Contents, CliError> {
    let reading = format!("Reading {}", path.display());
    file_work::with_bar(reading, |progress| open_with(path, problem, progress))
}

/// As [`open`], without a bar.
fn open_with(
    path: &Path,
    problem: Option<u32>,
    progress: &mut Progress<'_>,
) -> Result<Contents, CliError> {
    if let Some(index) = bundled::named(path) {
        return Ok(Contents::Puzzle(bundled::ALL[index].open()));
    }
    let opening = Opening { problem: problem.map(|n| n as usize), draft: false };
    let mut contents = files::open_with(path, opening, progress)?;
    for note in contents.take_notes() {
        tell!("{}: {note}", path.display());
    }
    Ok(contents)
}
