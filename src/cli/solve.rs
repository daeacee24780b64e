//! `polywright solve`.

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::Serialize;

use super::file_work::{self, Listening, Saving};
use super::filter::{Passing, SolutionFilter, write_by_ending};
use super::first::{find, first};
use super::parts::solve_part;
use super::report::{CountsReport, counts_line, json, seconds, time_left, waker, watch_until};
use super::{CliError, Outcome, SolveArgs, open, plan_error};
use crate::encode::{Encoding, SymmetryGroup};
use crate::exact_cover::{Engine, Problem};
use crate::format::{self, Contents, solutions_file};
use crate::job::first::FirstSource;
use crate::job::{Checkpoint, Phase, Plan, Run, Settings, Snapshot, default_threads};
use crate::puzzle::{Description, Puzzle};
use crate::solution::filter::Expression;
use crate::solution::{Counts, Difference, Store};
use crate::text;

/// The object that `--json` prints.
#[derive(Serialize)]
struct Report<'a> {
    title: &'a str,
    engine: String,
    threads: usize,
    nodes: u64,
    updates: u64,
    states: u64,
    seconds: f64,
    #[serde(flatten)]
    counts: CountsReport,
    #[serde(skip_serializing_if = "Option::is_none")]
    filtered_total: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    filtered_distinct: Option<u64>,
    complete: bool,
}

impl<'a> Report<'a> {
    fn new(plan: &'a Plan, run: &Run, last: &Snapshot, passing: Option<&Passing>) -> Report<'a> {
        Report {
            title: &plan.title,
            engine: run.engine_names(),
            threads: run.threads(),
            nodes: last.effort.nodes,
            updates: last.effort.updates,
            states: last.states,
            seconds: seconds(last.elapsed),
            counts: CountsReport::new(last.counts),
            filtered_total: passing.map(|passing| passing.counts.total),
            filtered_distinct: passing.map(|passing| passing.counts.distinct),
            complete: last.phase == Phase::Complete,
        }
    }
}

pub(super) fn solve(args: &SolveArgs) -> Result<Outcome, CliError> {
    if let Some(wanted) = args.first {
        return first(args, wanted);
    }
    if args.sat {
        return first(args, 1);
    }
    if let Some(name) = &args.part {
        return solve_part(args, name);
    }
    if let Some(path) = &args.out {
        format::probe_writing(path)?;
    }
    // Before all else, since the choice of a strategy may take a moment.
    let listening = Listening::start();
    let resumed = args.saving.resume.as_deref().map(Checkpoint::load).transpose()?;
    let saving = checkpoint_file(args, resumed.as_ref())?;
    let (source, description) = Source::open(args.file(), args.problem)?;
    let filters = description.as_ref().map(|own| own.filters.clone()).unwrap_or_default();
    let expression = args.expression.as_ref().map(|text| text.resolve(&filters)).transpose()?;
    let filter = expression.map(|expression| source.filter(args, &expression)).transpose()?;
    let settings = settings(args, resumed, saving.as_ref());
    if let Some(wanted) = args.limit.filter(|_| filter.is_none() && source.is_endless(args)) {
        return find(args, wanted, (source, description), listening);
    }
    let (plan, run, last) = search(source, args, settings, &listening, saving.as_ref())?;
    if let Some(saving) = &saving {
        save_last_checkpoint(&run, &last, &saving.path)?;
    }
    // Another Ctrl-C is for what follows.
    let interrupted = listening.is_pressed();
    drop(listening);
    if let Phase::Failed(message) = &last.phase {
        return Err(CliError::Message(format!("the run failed: {message}")));
    }
    if last.truncated {
        eprintln!(
            "Not all solutions fit in memory: {} kept, the others only counted.",
            text::count(run.with_store(Store::len) as u64, "distinct solution")
        );
    }
    let found = run.with_store(Store::clone);
    let passing = filter.map(|filter| filter.apply(&found, run.threads()));
    let whole = (Geometry::of_plan(&plan), &*plan.group);
    let written = args.out.as_ref().map_or(Ok(()), |path| {
        let description = description.as_ref();
        let complete = last.phase == Phase::Complete && !last.truncated;
        let Some(passing) = &passing else {
            return write_solutions(path, whole, description, &found, (last.counts, complete));
        };
        let store = passing.store(&found);
        let complete = complete && store.len() == found.len();
        let counts = Counts::of_store(&store, &plan.group);
        write_solutions(path, whole, description, &store, (counts, complete))
    });
    // Should writing have failed, the numbers are not lost too.
    report(args, &plan, &run, &last, passing.as_ref());
    written?;
    Ok(match last.phase {
        Phase::Complete if last.counts.distinct == 0 => Outcome::NoSolution,
        Phase::Complete => Outcome::Done,
        _ if interrupted => Outcome::Interrupted,
        _ => Outcome::Stopped,
    })
}

/// The settings of the run that the arguments ask for.
pub(super) fn settings(
    args: &SolveArgs,
    resumed: Option<Checkpoint>,
    saving: Option<&Saving>,
) -> Settings {
    Settings {
        threads: args.threads.map_or_else(default_threads, usize::from),
        limit: args.limit,
        keep: resumed.as_ref().map_or(!args.count, Checkpoint::keeps_solutions),
        last_checkpoint: saving.is_some(),
        resume: resumed.map(Box::new),
        sweep_bytes: usize::from(args.memory) << 20,
        wake: Some(waker()),
        ..Settings::default()
    }
}

/// Plans and searches: the plan that was followed, its run, which is over, and its last snapshot.
fn search(
    source: Source,
    args: &SolveArgs,
    settings: Settings,
    listening: &Listening,
    saving: Option<&Saving>,
) -> Result<(Arc<Plan>, Run, Snapshot), CliError> {
    if let (Source::Puzzle(puzzle, encoding, group), None, None, None, Some(_)) =
        (&source, args.engine, &settings.resume, saving, args.limit)
    {
        let (puzzle, encoding) = (Arc::clone(puzzle), Arc::clone(encoding));
        let plan =
            Plan::without_samples(puzzle, encoding, Arc::clone(group)).map_err(plan_error)?;
        if let Some(enough) = first_attempt(Arc::new(plan), &settings, listening)? {
            return Ok(enough);
        }
    }
    let resumed = args.saving.resume.as_deref().zip(settings.resume.as_deref());
    let plan = Arc::new(source.plan(args.file(), args.engine, resumed)?);
    if let Some(reason) = &plan.impossible {
        eprintln!("No solution exists. {reason}");
    }
    let run = Run::start(Arc::clone(&plan), settings);
    let last = watch(&run, listening, saving, Duration::MAX)?;
    Ok((plan, run, last))
}

/// Saves the checkpoint of a run that is over, and says how to resume what is left of it.
fn save_last_checkpoint(run: &Run, last: &Snapshot, path: &Path) -> Result<(), CliError> {
    let Some(checkpoint) = run.checkpoint() else { return Ok(()) };
    checkpoint.save(path)?;
    if last.phase != Phase::Complete {
        let (done, all) = checkpoint.jobs();
        let done = match checkpoint.is_sweep() {
            true => format!("The sweep is saved, {:.0} % done", 100.0 * checkpoint.position()),
            false => {
                let (done, all) = (text::grouped(done as u64), text::grouped(all as u64));
                format!("{done} of {all} jobs are done")
            }
        };
        eprintln!("{done}. Resume with --resume {}", path.display());
    }
    Ok(())
}

/// The puzzle or problem to solve.
pub(super) enum Source {
    Puzzle(Arc<Puzzle>, Arc<Encoding>, Arc<SymmetryGroup>),
    Problem(Box<Problem>),
}

impl Source {
    /// Reads the contents of the named file, and the description of a puzzle.
    pub(super) fn open(
        file: &Path,
        problem: Option<u32>,
    ) -> Result<(Source, Option<Description>), CliError> {
        Ok(match open(file, problem)? {
            Contents::Puzzle(opened) => (Source::puzzle(opened.puzzle)?, Some(opened.description)),
            Contents::Solutions(set) => (Source::puzzle(set.puzzle)?, Some(set.description)),
            Contents::Problem(problem) => (Source::Problem(problem), None),
        })
    }

    /// Returns whether so few solutions are wanted of so large a puzzle that the finder looks for
    /// them.
    fn is_endless(&self, args: &SolveArgs) -> bool {
        let is_plain = args.engine.is_none()
            && args.saving.checkpoint.is_none()
            && args.saving.resume.is_none()
            && !args.count
            && !args.profile;
        let Source::Puzzle(puzzle, encoding, group) = self else { return false };
        if !is_plain || args.limit.is_none_or(|limit| limit > MAX_FOUND) {
            return false;
        }
        let (puzzle, encoding) = (Arc::clone(puzzle), Arc::clone(encoding));
        let plan = Plan::without_samples(puzzle, encoding, Arc::clone(group));
        plan.is_ok_and(|plan| plan.is_endless())
    }

    /// An expression compiled for what is solved.
    fn filter(
        &self,
        args: &SolveArgs,
        expression: &Expression,
    ) -> Result<SolutionFilter, CliError> {
        match self {
            Source::Puzzle(puzzle, encoding, group) => {
                SolutionFilter::new(expression, puzzle, encoding, group)
            }
            Source::Problem(_) => Err(CliError::Message(format!(
                "{}: items and options have no measures for --where",
                args.file().display()
            ))),
        }
    }

    fn puzzle(puzzle: Arc<Puzzle>) -> Result<Source, CliError> {
        let encoding = Encoding::new(&puzzle).map_err(|error| plan_error(error.into()))?;
        let group = Arc::new(SymmetryGroup::new(&puzzle, &encoding));
        Ok(Source::Puzzle(puzzle, Arc::new(encoding), group))
    }

    /// Returns the finder's input, and the title.
    pub(super) fn into_find_source(self, args: &SolveArgs) -> (FirstSource, String) {
        match self {
            Source::Puzzle(puzzle, encoding, group) => {
                let title = puzzle.title.clone();
                (FirstSource::Puzzle { puzzle, encoding, group }, title)
            }
            Source::Problem(problem) => {
                (FirstSource::Problem(Arc::new(*problem)), args.file().display().to_string())
            }
        }
    }

    /// The plan to solve what a file holds, perhaps by an engine that was asked for, or to resume
    /// the checkpoint of another file.
    pub(super) fn plan(
        self,
        file: &Path,
        engine: Option<&'static Engine>,
        resumed: Option<(&Path, &Checkpoint)>,
    ) -> Result<Plan, CliError> {
        let wrong = |why| {
            let path = resumed.map_or(file, |(path, _)| path);
            CliError::Message(format!("{}: {why}", path.display()))
        };
        match (self, resumed.map(|(_, checkpoint)| checkpoint)) {
            (Source::Puzzle(puzzle, encoding, group), Some(checkpoint)) => {
                Plan::resuming(puzzle, encoding, group, checkpoint).map_err(wrong)
            }
            (Source::Puzzle(puzzle, encoding, group), None) => {
                Plan::of_encoded(puzzle, encoding, group, engine).map_err(plan_error)
            }
            (Source::Problem(problem), checkpoint) => {
                let title = file.display().to_string();
                let plan = Plan::of_problem(title, *problem, engine).map_err(plan_error)?;
                match checkpoint {
                    Some(checkpoint) => plan.resumed(checkpoint).map_err(wrong),
                    None => Ok(plan),
                }
            }
        }
    }
}

/// The most solutions that --limit leaves to the finder, which makes them unlike each other.
const MAX_FOUND: u64 = 100;
/// The duration of a first attempt: about ten times as long as planning takes.
const FIRST_ATTEMPT: Duration = Duration::from_secs(10);

/// Searches for a few solutions without planning first, for a while: to choose the best way to search
/// may take longer than to find them. `None` when they were not found.
fn first_attempt(
    plan: Arc<Plan>,
    settings: &Settings,
    listening: &Listening,
) -> Result<Option<(Arc<Plan>, Run, Snapshot)>, CliError> {
    let limit = settings.limit.unwrap_or(u64::MAX);
    let run = Run::start(Arc::clone(&plan), settings.clone());
    let last = watch(&run, listening, None, FIRST_ATTEMPT)?;
    let enough =
        last.phase == Phase::Complete || last.counts.distinct >= limit || listening.is_pressed();
    // What has no solution is said by the plan that follows.
    Ok((enough && plan.impossible.is_none()).then_some((plan, run, last)))
}

/// The file of checkpoints, tried before the search.
fn checkpoint_file(
    args: &SolveArgs,
    resumed: Option<&Checkpoint>,
) -> Result<Option<Saving>, CliError> {
    let only_counts = resumed.is_some_and(|checkpoint| !checkpoint.keeps_solutions());
    if let Some(path) = args.saving.resume.as_ref().filter(|_| only_counts && args.out.is_some()) {
        return Err(CliError::Message(format!(
            "{}: this run only counts solutions, so there are none to write with --out",
            path.display()
        )));
    }
    args.saving.open()
}

/// Waits for the end of a run, which is stopped after a time, with a bar on a terminal, and saves
/// checkpoints.
pub(super) fn watch(
    run: &Run,
    listening: &Listening,
    saving: Option<&Saving>,
    most: Duration,
) -> Result<Snapshot, CliError> {
    // Not the time of the run, which counts that of earlier runs that it resumes.
    let began = Instant::now();
    let mut saved = began;
    let bar = file_work::thousandths();
    let last = watch_until(|| {
        let snapshot = run.snapshot();
        if snapshot.phase.is_over() {
            return Ok(Some(snapshot));
        }
        if listening.is_pressed() || began.elapsed() > most {
            run.stop();
        } else if let Some(saving) = saving.filter(|s| saved.elapsed() >= s.every)
            && run.checkpoint_pays()
        {
            if let Some(checkpoint) = run.checkpoint() {
                checkpoint.save(&saving.path)?;
            }
            saved = Instant::now();
        }
        bar.set_position((snapshot.position * 1000.0) as u64);
        let found = match (snapshot.states, snapshot.effort.nodes) {
            (states, 0) if states > 0 => format!("{} states", text::rounded(states as f64)),
            _ => format!("{} distinct", text::grouped(snapshot.counts.distinct)),
        };
        bar.set_message(format!("{found}, {}", time_left(snapshot.forecast)));
        Ok(None)
    });
    bar.finish_and_clear();
    last
}

/// Prints what a run found: a JSON object, or some lines for people.
fn report(args: &SolveArgs, plan: &Plan, run: &Run, last: &Snapshot, passing: Option<&Passing>) {
    if args.profile {
        say!("level  nodes");
        for (level, nodes) in last.effort.by_level.iter().enumerate() {
            say!("{level:>5}  {nodes}");
        }
    }
    if args.json {
        let report = Report::new(plan, run, last, passing);
        say!("{}", json(&report));
        return;
    }
    say!("{}", plan.title);
    say_counts(last);
    if let Some(passing) = passing {
        say!("{}", passing.line(last.counts));
    }
    if plan.impossible.is_some() {
        say!("Complete without a search");
        return;
    }
    say_effort(run, last);
    if let Some(names) = plan.case_names() {
        say!("Searched in {}: {names}", text::count(plan.cases.len() as u64, "case"));
    }
    if let Some((puzzle, _)) = &plan.geometry
        && last.phase == Phase::Complete
    {
        for Difference { kind, expected, found } in last.counts.differences(&puzzle.expect) {
            let (expected, found) = (text::grouped(expected), text::grouped(found));
            eprintln!("The file expects {expected} {kind}; found {found}.");
        }
    }
}

/// Prints the line of the four counts, or why there are none yet.
fn say_counts(last: &Snapshot) {
    let (complete, counts) = (last.phase == Phase::Complete, last.counts);
    if !complete && last.states > 0 && last.effort.nodes == 0 {
        say!(
            "A frontier sweep has no results until it is complete; choose another engine with --engine"
        );
        return;
    }
    say!("{}{}", counts_line(counts), if complete { "" } else { " · so far, there may be more" },);
}

/// Prints the line of time, nodes, engine and threads.
fn say_effort(run: &Run, last: &Snapshot) {
    say!(
        "{} after {} · {}{}{} · {} on {}",
        if last.phase == Phase::Complete { "Complete" } else { "Stopped" },
        text::elapsed(last.elapsed),
        // What a frontier sweep has counted it need not search.
        match last.states {
            0 => format!("{} nodes", text::rounded(last.effort.nodes as f64)),
            states => format!("{} states", text::rounded(states as f64)),
        },
        match (last.states, last.effort.nodes) {
            (0, _) | (_, 0) => String::new(),
            (_, nodes) => format!(" · {} nodes", text::rounded(nodes as f64)),
        },
        // Only dancing links counts them.
        match last.effort.updates {
            0 => String::new(),
            updates => format!(" · {} updates", text::rounded(updates as f64)),
        },
        run.engine_names(),
        text::count(run.threads() as u64, "thread"),
    );
}

/// Writes solutions to a file, in the form that its ending says.
pub(super) fn write_solutions(
    path: &Path,
    (geometry, group): (Geometry<'_>, &SymmetryGroup),
    description: Option<&Description>,
    store: &Store,
    (counts, complete): (Counts, bool),
) -> Result<(), CliError> {
    match (geometry, description) {
        (Geometry::Puzzle(puzzle, encoding), Some(description)) => {
            let source = solutions_file::Source {
                description,
                puzzle,
                encoding,
                group,
                store,
                counts,
                complete,
            };
            write_by_ending(path, source)?;
        }
        (geometry, _) => {
            let problem = match geometry {
                Geometry::Puzzle(_, encoding) => &encoding.problem,
                Geometry::Problem(problem) => problem,
            };
            format::write_file_with(path, |out| write_option_lists(problem, store, out))?;
        }
    }
    Ok(())
}

/// The meaning of the options of solutions.
#[derive(Clone, Copy)]
pub(super) enum Geometry<'a> {
    Puzzle(&'a Puzzle, &'a Encoding),
    Problem(&'a Problem),
}

impl<'a> Geometry<'a> {
    pub(super) fn of_plan(plan: &'a Plan) -> Geometry<'a> {
        match &plan.geometry {
            Some((puzzle, encoding)) => Geometry::Puzzle(puzzle, encoding),
            None => Geometry::Problem(plan.whole()),
        }
    }
}

/// The solutions of a bare problem: each option on a line, solutions parted by empty lines.
fn write_option_lists(problem: &Problem, store: &Store, out: &mut dyn io::Write) -> io::Result<()> {
    let mut solution = Vec::new();
    for index in 0..store.len() {
        store.read(index, &mut solution);
        for &option in &solution {
            let items = problem.option(option).iter().map(|cell| {
                let name = &problem.item(cell.item).name;
                match cell.colour {
                    0 => name.clone(),
                    colour => format!("{name}:{}", problem.colour_name(colour)),
                }
            });
            writeln!(out, "{}", items.collect::<Vec<_>>().join(" "))?;
        }
        writeln!(out)?;
    }
    Ok(())
}
