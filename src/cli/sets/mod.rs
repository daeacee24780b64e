//! `polywright invent`.

pub(crate) mod boards;

use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;

use serde::Serialize;

use super::file_work::{self, Listening, Saving};
use super::report::{Ending, EndingReport, RunKind, json};
use super::subject::open_puzzle;
use super::watch::{Watch, check_failure, outcome, time_left, waker};
use super::{CliError, Outcome, PieceCount, SetsArgs};
use crate::cli::output::{self, say, tell};
use crate::format::{self, puzzle_file};
use crate::job::sets::{
    Goal, SavedSets, SetChoice, SetResult, SetsPlan, SetsQuestion, SetsRun, SetsSettings,
    SetsSnapshot, write_sets_csv,
};
use crate::job::{Phase, default_threads};
use crate::puzzle::{Description, PieceId, Puzzle};
use crate::text;
use crate::workbench::edit::with_pieces;

/// The words for what items and options lack for this.
pub(super) const NONE: &str = "have no pieces to choose";

/// Sets that are listed on a terminal, at most; `--csv` and `--json` write all.
const MAX_LISTED: usize = 40;

/// The object that `--json` prints for each set as soon as it is tested.
#[derive(Serialize)]
pub(super) struct SetReport {
    set: usize,
    pieces: Vec<String>,
    /// The sets that symmetry makes equal to it, itself counted.
    number: u64,
    meets: bool,
    variants: u32,
    tested: u32,
    solvable: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<SetNumbers>,
    /// The results for its solutions, where they were taken apart.
    #[serde(skip_serializing_if = "Option::is_none")]
    assemblies: Option<AssemblyNumbers>,
    /// Variants without a solution, or some of them.
    without: Vec<String>,
    nodes: u64,
    seconds: f64,
    complete: bool,
}

/// The numbers of solutions of a set.
#[derive(Serialize)]
struct SetNumbers {
    unique: u32,
    total: u64,
    distinct: u64,
    fewest: u64,
    hardest: String,
    median: f64,
    most: u64,
}

/// The results for the solutions of a set, in numbers.
#[derive(Serialize)]
struct AssemblyNumbers {
    /// The variants of which exactly one solution comes apart, and the least level of these.
    unique: u32,
    level: String,
    /// The variants of which several come apart, and of which that is not known.
    several: u32,
    unknown: u32,
}

/// The last object that `--json` prints.
#[derive(Serialize)]
struct SetsReport<'a> {
    title: &'a str,
    sets: usize,
    /// The number of all choices, where the sets are of a random sample of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    sampled_from: Option<u64>,
    tested: usize,
    variants: usize,
    goal: String,
    /// The sets that meet the goal.
    met: usize,
    /// Those of which 1 to 3 variants have no solution.
    near: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<String>,
    #[serde(flatten)]
    ending: EndingReport,
}

/// The goal and plan of a request, with the puzzle as it was read.
pub(super) struct Asked {
    pub(super) description: Description,
    pub(super) goal: Goal,
    pub(super) plan: Arc<SetsPlan>,
}

/// Where the results of sets go.
pub(super) struct SetOutput<'a> {
    pub(super) json: bool,
    pub(super) csv: Option<&'a Path>,
    pub(super) out: Option<&'a Path>,
}

pub(super) fn invent(args: &SetsArgs) -> Result<Outcome, CliError> {
    for path in [&args.csv, &args.out].into_iter().flatten().filter(|path| **path != Path::new("-"))
    {
        format::probe_writing(path)?;
    }
    let (description, puzzle) = open_puzzle(&args.file, args.problem, NONE)?;
    if args.choose.is_none() && boards::are_searched(&puzzle) {
        return boards::invent(args, &description, &puzzle);
    }
    let listening = Listening::start();
    let saving = args.saving.open()?;
    let question = question(args, &puzzle)?;
    let plan = Arc::new(listening.aside(|| plan(&args.file, &puzzle, question))?);
    let asked = Asked { description, goal: args.goal.0, plan };
    let resume = args.saving.resume.as_deref().map(SavedSets::load).transpose()?;
    if let (Some(saved), Some(path)) = (&resume, &args.saving.resume) {
        let wrong = |why| CliError::Message(format!("{}: {why}", path.display()));
        saved.check(&asked.plan).map_err(wrong)?;
    }
    let threads = args.threads.map_or_else(default_threads, usize::from);
    let settings = SetsSettings { threads, resume, wake: Some(waker()), ..SetsSettings::default() };
    let run = SetsRun::start(Arc::clone(&asked.plan), settings);
    let fresh = |result: &SetResult| {
        if args.json {
            say!("{}", json(&set_report(&asked, result)));
        }
    };
    let watch = Watch::new(&listening, saving.as_ref(), args.most_time);
    let last = wait(&run, &watch, fresh);
    if let Some(Saving { path, .. }) = &saving {
        run.saved().save(path)?;
        if last.phase != Phase::Complete {
            tell!("Resume with --resume {}", path.display());
        }
    }
    let interrupted = listening.is_pressed();
    drop(listening);
    check_failure(&last.phase, "the search")?;
    let mut results = run.with_results(<[SetResult]>::to_vec);
    results.sort_by(SetResult::better);
    let ending = Ending {
        complete: last.phase == Phase::Complete,
        nodes: last.nodes,
        kind: RunKind::Single(last.elapsed, threads),
    };
    let output = SetOutput { json: args.json, csv: args.csv.as_deref(), out: args.out.as_deref() };
    output.write(&asked, &results, &ending)?;
    let is_met = results.iter().any(|result| asked.goal.is_met(result));
    Ok(outcome(&last.phase, is_met, interrupted))
}

/// The search that answers a question.
pub(super) fn plan(
    file: &Path,
    puzzle: &Arc<Puzzle>,
    question: SetsQuestion,
) -> Result<SetsPlan, CliError> {
    let said = |error| CliError::Message(format!("{}: {error}", file.display()));
    SetsPlan::new(puzzle, question).map_err(said)
}

/// Returns the question to answer about the sets.
fn question(args: &SetsArgs, puzzle: &Puzzle) -> Result<SetsQuestion, CliError> {
    if args.goal.0.needs_counts() && args.exists {
        let message = "--goal unique, most=N and apart need all solutions; leave out --exists";
        return Err(CliError::Message(message.to_owned()));
    }
    Ok(SetsQuestion {
        choice: choice(puzzle, args.choose, &args.always, &args.never)?,
        only_exists: args.exists,
        give_up: args.give_up,
        with_exceptions: args.all,
        takes_apart: args.goal.0.needs_moves(),
    })
}

/// The choice of pieces; `None` for that of the file.
pub(super) fn choice(
    puzzle: &Puzzle,
    choose: Option<PieceCount>,
    always: &[String],
    never: &[String],
) -> Result<Option<SetChoice>, CliError> {
    match choose {
        None if always.is_empty() && never.is_empty() => Ok(None),
        None => {
            let message = "--always and --never need --choose, the number of pieces of a set";
            Err(CliError::Message(message.to_owned()))
        }
        Some(PieceCount(least, most)) => Ok(Some(SetChoice {
            count: (least, most),
            always: ids(puzzle, always, "--always")?,
            never: ids(puzzle, never, "--never")?,
        })),
    }
}

/// The pieces of some names.
fn ids(puzzle: &Puzzle, names: &[String], option: &str) -> Result<Vec<PieceId>, CliError> {
    let id = |name: &String| {
        let known = puzzle.pieces().find(|(_, piece)| piece.name == *name);
        known.map(|(id, _)| id).ok_or_else(|| {
            let names: Vec<&str> = puzzle.pieces.iter().map(|piece| &*piece.name).collect();
            CliError::Message(format!(
                "{option}: no piece is called {name}; there are {}",
                text::shortened(&names.join(", "), 200)
            ))
        })
    };
    names.iter().map(id).collect()
}

/// Waits for the end of a search with a bar on a terminal; calls back with the result of each set that
/// is tested.
pub(super) fn wait(run: &SetsRun, watch: &Watch<'_>, fresh: impl Fn(&SetResult)) -> SetsSnapshot {
    let bar = file_work::thousandths();
    let mut passed = 0;
    watch.wait(run, &bar, |snapshot| {
        let results = run.with_results(|all| all[passed..].to_vec());
        passed += results.len();
        results.iter().for_each(&fresh);
        bar.set_position((snapshot.tested * 1000 / snapshot.sets.max(1)) as u64);
        bar.set_message(bar_words(run.plan(), snapshot));
    })
}

/// "214 of 330 tested, 0:40 to 0:55 left · best F L N P U V Y, fewest 19".
fn bar_words(plan: &SetsPlan, snapshot: &SetsSnapshot) -> String {
    let best = snapshot.best.as_ref().map(|best| format!(" · best {}", brief(plan, best)));
    format!(
        "{} of {} tested, {}{}",
        text::grouped(snapshot.tested as u64),
        text::grouped(snapshot.sets as u64),
        time_left(snapshot.forecast),
        best.unwrap_or_default()
    )
}

/// A set in a few words.
fn brief(plan: &SetsPlan, result: &SetResult) -> String {
    let name = plan.name(result.set as usize);
    match (result.missing(), result.fewest) {
        (0, Some((fewest, _))) => format!("{name}, fewest {}", text::grouped(fewest)),
        (0, None) => name,
        (missing, _) => format!("{name}, {missing} without a solution"),
    }
}

pub(super) fn set_report(asked: &Asked, result: &SetResult) -> SetReport {
    let (plan, set) = (&asked.plan, result.set as usize);
    let puzzle = &plan.list().puzzle;
    let named = |variant: u32| plan.list().name(variant as usize);
    let numbers = |((fewest, hardest), (most, _)): ((u64, u32), (u64, u32))| SetNumbers {
        unique: result.unique,
        total: result.total,
        distinct: result.distinct,
        fewest,
        hardest: named(hardest),
        median: result.median(),
        most,
    };
    SetReport {
        set: set + 1,
        pieces: plan.sets().used(set).into_iter().map(|id| puzzle.piece(id).name.clone()).collect(),
        number: plan.sets().number(set),
        meets: asked.goal.is_met(result),
        variants: result.variants,
        tested: result.tested,
        solvable: result.solvable,
        solutions: result.fewest.zip(result.most).map(numbers),
        assemblies: result.assemblies.map(|own| AssemblyNumbers {
            unique: own.unique,
            level: own.level.to_string(),
            several: own.several,
            unknown: own.unknown,
        }),
        without: result.without.iter().map(|&variant| named(variant)).collect(),
        nodes: result.nodes,
        seconds: result.micros as f64 / 1e6,
        complete: !result.gave_up,
    }
}

impl SetOutput<'_> {
    /// Prints and writes what was found; the results are sorted, the best first.
    pub(super) fn write(
        &self,
        asked: &Asked,
        results: &[SetResult],
        ending: &Ending,
    ) -> Result<(), CliError> {
        let met: Vec<&SetResult> = results.iter().filter(|r| asked.goal.is_met(r)).collect();
        let is_near = |r: &&SetResult| !r.gave_up && (1..=3).contains(&r.missing());
        let near: Vec<&SetResult> = results.iter().filter(is_near).collect();
        let is_table = self.csv == Some(Path::new("-"));
        if self.json {
            let best = met.first().map(|best| asked.plan.name(best.set as usize));
            say!(
                "{}",
                json(&SetsReport {
                    title: &asked.plan.list().puzzle.title,
                    sets: asked.plan.sets().len(),
                    sampled_from: asked.plan.sets().sampled_from(),
                    tested: results.len(),
                    variants: asked.plan.list().len(),
                    goal: asked.goal.words(),
                    met: met.len(),
                    near: near.len(),
                    best,
                    ending: ending.report(),
                })
            );
        } else if !is_table {
            say_all(asked, &met, &near, results, ending);
        }
        if let Some(path) = self.csv {
            output::table(path, |out| write_sets_csv(&asked.plan, results, out))?;
        }
        match (self.out, met.first()) {
            (Some(path), Some(best)) => write_best(asked, best, path),
            (Some(path), None) => {
                tell!("No set meets the goal; {} is not written.", path.display());
                Ok(())
            }
            (None, _) => Ok(()),
        }
    }
}

fn say_all(
    asked: &Asked,
    met: &[&SetResult],
    near: &[&SetResult],
    results: &[SetResult],
    ending: &Ending,
) {
    say!("{}", asked.plan.list().puzzle.title);
    let sets = asked.plan.sets();
    say!(
        "{}; each is tested against {}",
        sets.words(),
        text::count(asked.plan.list().len() as u64, "variant"),
    );
    say!("{}: {}", text::capitalised(&asked.goal.words()), text::count(met.len() as u64, "set"));
    let has_many = asked.plan.list().len() > 1;
    met.iter().take(MAX_LISTED).for_each(|result| say_set(asked, result, has_many));
    if met.len() > MAX_LISTED {
        say!(
            "  and {} more; --csv and --json write all",
            text::grouped((met.len() - MAX_LISTED) as u64)
        );
    }
    if has_many && !near.is_empty() {
        say!("1 to 3 variants without a solution: {}", text::count(near.len() as u64, "set"));
        near.iter().take(MAX_LISTED / 4).for_each(|result| say_set(asked, result, true));
    }
    if let (true, Some(best)) = (met.is_empty(), results.first()) {
        say!(
            "The best leaves {} of {} variants without a solution:",
            best.variants - best.solvable,
            best.variants
        );
        say_set(asked, best, has_many);
    }
    say!(
        "{}: {} of {} tested · {}",
        ending.words(),
        text::grouped(results.len() as u64),
        text::count(sets.len() as u64, "set"),
        text::count_rounded(ending.nodes as f64, "node"),
    );
}

fn say_set(asked: &Asked, result: &SetResult, has_many: bool) {
    let name = asked.plan.name(result.set as usize);
    let mut line = format!("  {name}");
    if has_many {
        line += &format!(" · solvable {} of {}", result.solvable, result.variants);
    }
    if let (Some((fewest, hardest)), Some((most, _))) = (result.fewest, result.most) {
        line += &format!(" · distinct {}", text::grouped(result.distinct));
        if has_many {
            line += &format!(
                " · fewest {} ({}) · median {} · most {}",
                text::grouped(fewest),
                asked.plan.list().name(hardest as usize),
                result.median(),
                text::grouped(most)
            );
        }
    }
    if let Some(own) = result.assemblies.filter(|own| own.unique > 0) {
        line += &match has_many {
            true => format!(" · one comes apart in {}, level {} or more", own.unique, own.level),
            false => format!(" · one comes apart, level {}", own.level),
        };
    }
    if (1..=3).contains(&result.missing()) && has_many {
        let names = result.without.iter().map(|&n| asked.plan.list().name(n as usize));
        line += &format!(" · without {}", names.collect::<Vec<_>>().join(", "));
    }
    say!("{line}");
}

/// Writes the puzzle with the pieces of the best set, the others switched off.
fn write_best(asked: &Asked, best: &SetResult, path: &Path) -> Result<(), CliError> {
    let used = asked.plan.sets().used(best.set as usize).into_iter();
    let puzzle = &asked.plan.list().puzzle;
    let names: Vec<String> = used.map(|id| puzzle.piece(id).name.clone()).collect();
    let description = with_pieces(&asked.description, names);
    let description = description.map_err(|refusal| CliError::Message(refusal.to_string()))?;
    let text = puzzle_file::write(&description);
    format::write_file_with(path, |out| out.write_all(text.as_bytes()))?;
    Ok(())
}
