//! `polywright solve`.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde::Serialize;

use super::file_work::{self, Listening, Saving};
use super::filter::{Passing, SolutionFilter};
use super::first::find;
use super::report::{CountsReport, ReasonReport, counts_line, json, no_solution_words, seconds};
use super::sieve::Sieve;
use super::subject::{
    keep_solutions, open_subject, takes_sorted, with_symmetries, write_solutions,
};
use super::watch::{Watch, check_failure, outcome, time_left, waker};
use super::{CliError, Outcome, SolveArgs, plan_error};
use crate::cli::output::{say, tell};
use crate::encode::{Encoded, Obstruction};
use crate::exact_cover::Engine;
use crate::exact_cover::relaxation::Budget;
use crate::format;
use crate::job::{
    Checkpoint, Phase, Plan, PlanOptions, Run, Settings, Snapshot, Subject, default_threads,
};
use crate::natural::Natural;
use crate::solution::filter::Expression;
use crate::solution::{Counts, Difference, SolutionList, SolutionSorter, Store};
use crate::text;
use crate::threads::lock;

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
    #[serde(skip_serializing_if = "Option::is_none")]
    disassembled: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unknown: Option<u64>,
    complete: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<ReasonReport<'a>>,
}

impl<'a> Report<'a> {
    fn new(
        plan: &'a Plan,
        run: &Run,
        last: &Snapshot,
        passing: Option<&Passing>,
        reason: Option<&'a Obstruction>,
    ) -> Report<'a> {
        Report {
            reason: reason.map(|found| ReasonReport::new(found, plan.whole())),
            title: plan.title(),
            engine: run.engine_names(),
            threads: run.threads(),
            nodes: last.effort.nodes,
            updates: last.effort.updates,
            states: last.states,
            seconds: seconds(last.elapsed),
            counts: CountsReport::new(last.counts),
            filtered_total: passing.map(|passing| passing.counts.total),
            filtered_distinct: passing.map(|passing| passing.counts.distinct),
            disassembled: None,
            unknown: None,
            complete: last.phase == Phase::Complete,
        }
    }
}

pub(super) fn solve(args: &SolveArgs) -> Result<Outcome, CliError> {
    if let Some(path) = &args.out {
        format::probe_writing(path)?;
    }
    let listening = Listening::start();
    let resumed = args.saving.resume.as_deref().map(Checkpoint::load).transpose()?;
    let saving = checkpoint_file(args, resumed.as_ref())?;
    let opened = listening.aside(|| open_subject(args.file(), args.problem));
    let (subject, description) = opened?;
    let subject = listening.aside(|| with_symmetries(subject, args.no_symmetry))?;
    let order = subject.group().order() as u64;
    if subject.encoded().is_none() && order > 1 && args.out.is_some() {
        tell!(
            "The problem has {} symmetries. Of solutions that they map to each other, only one is \
             written; --no-symmetry writes all.",
            text::grouped(order)
        );
    }
    let filters = description.as_ref().map(|own| own.filters.clone()).unwrap_or_default();
    let expression = args.expression.as_ref().map(|text| text.resolve(&filters)).transpose()?;
    let filter = expression.map(|own| compiled(&subject, args, &own)).transpose()?;
    let sieve = args.disassembles.then(|| Sieve::new(&subject, args)).transpose()?;
    let mut settings = settings(args, resumed, saving.as_ref());
    settings.keep_if = sieve.as_ref().map(|sieve| Arc::clone(&sieve.keep_if));
    let is_plain = filter.is_none() && sieve.is_none() && saving.is_none() && args.limit.is_none();
    let sorted = args.out.as_deref().filter(|path| is_plain && takes_sorted(path));
    settings.sorter = sorted.map(|path| {
        let sorter = SolutionSorter::new(subject.group().option_count(), &folder_beside(path));
        Arc::new(Mutex::new(sorter))
    });
    let sorter = settings.sorter.clone();
    let is_endless = || listening.aside(|| is_endless(&subject, args));
    if let Some(wanted) = args.limit.filter(|_| filter.is_none() && is_endless()) {
        return find(args, wanted, (subject, description), listening);
    }
    let (plan, run, last) = search(subject, args, settings, &listening, saving.as_ref())?;
    // Whatever comes of it, what was found is written.
    let saved = match &saving {
        Some(saving) => save_last_checkpoint(&run, &last, &saving.path),
        None => Ok(()),
    };
    // Another Ctrl-C is for what follows.
    let interrupted = listening.is_pressed();
    drop(listening);
    check_failure(&last.phase, "the run")?;
    if last.truncated {
        tell!(
            "Not all solutions fit in memory: {} kept, the others only counted.",
            text::count(run.with_store(Store::len) as u64, "distinct solution")
        );
    }
    let found = run.with_store(Store::clone);
    let passing = filter.map(|filter| filter.apply(&found, run.threads()));
    let written = args.out.as_ref().map_or(Ok(()), |path| {
        let description = description.as_ref();
        let complete = last.phase == Phase::Complete && !last.truncated;
        if sieve.is_some() {
            let complete = complete && Natural::from(found.len() as u64) == last.counts.distinct;
            let counts = Counts::of_store(&found, plan.group()).into();
            let found = SolutionList::Store(&found);
            return write_solutions(path, &plan.subject, description, found, (counts, complete));
        }
        let result = (last.counts, complete);
        if let Some(sorter) = &sorter {
            let sorted = lock(sorter).finish();
            let sorted = sorted.map_err(|error| {
                let (folder, why) = (folder_beside(path), text::io_error(&error));
                let folder = folder.display();
                CliError::Message(format!("{folder}: solutions cannot be sorted there: {why}"))
            })?;
            let list = SolutionList::Sorted(&sorted);
            return keep_solutions(path, &plan.subject, description, list, result);
        }
        let Some(passing) = &passing else {
            let list = SolutionList::Store(&found);
            return keep_solutions(path, &plan.subject, description, list, result);
        };
        let store = passing.store(&found, complete);
        let complete = complete && store.len() == found.len();
        let counts = Counts::of_store(&store, plan.group()).into();
        let list = SolutionList::Store(&store);
        write_solutions(path, &plan.subject, description, list, (counts, complete))
    });
    // Should writing have failed, the numbers are not lost too.
    report(args, &plan, &run, &last, (passing.as_ref(), sieve.as_ref()));
    written?;
    saved?;
    Ok(outcome(&last.phase, last.counts.distinct > 0, interrupted))
}

/// The folder of a file, for temporary files; where it is a device, that of the system.
fn folder_beside(path: &Path) -> PathBuf {
    if path.metadata().is_ok_and(|meta| !meta.is_file()) {
        return std::env::temp_dir();
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or_else(|| Path::new(".")).to_owned()
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
    subject: Subject,
    args: &SolveArgs,
    settings: Settings,
    listening: &Listening,
    saving: Option<&Saving>,
) -> Result<(Arc<Plan>, Run, Snapshot), CliError> {
    if let (Subject::Puzzle(encoded), None, None, None, Some(_)) =
        (&subject, args.engine, &settings.resume, saving, args.limit)
    {
        let options = PlanOptions { reasons: Budget::BRIEF, ..PlanOptions::quick() };
        let plan = listening.aside(|| Plan::new(encoded.clone(), options)).map_err(plan_error)?;
        if let Some(enough) = first_attempt(Arc::new(plan), &settings, listening)? {
            return Ok(enough);
        }
    }
    let resumed = args.saving.resume.as_deref().zip(settings.resume.as_deref());
    let plan = Arc::new(listening.aside(|| plan(subject, args.engine, resumed))?);
    if let Some(Obstruction { reason, .. }) = &plan.impossible {
        tell!("{}", no_solution_words(plan.encoded(), reason));
    }
    let run = Run::start(Arc::clone(&plan), settings);
    let last = wait(&run, &Watch::new(listening, saving, None));
    Ok((plan, run, last))
}

/// Saves the checkpoint of a run that is over, and says how to resume what is left of it.
fn save_last_checkpoint(run: &Run, last: &Snapshot, path: &Path) -> Result<(), CliError> {
    let Some(checkpoint) = run.checkpoint() else {
        // A resumed run that has done nothing is where it was.
        if last.phase != Phase::Complete && path.exists() {
            tell!("Nothing was done yet. Resume with --resume {}", path.display());
        }
        return Ok(());
    };
    checkpoint.save(path)?;
    if last.phase != Phase::Complete {
        let (done, all) = checkpoint.jobs();
        let done = match checkpoint.is_sweep() {
            true => format!("The sweep is saved, {:.0} % done", 100.0 * checkpoint.position()),
            false => {
                let (done, all) = (text::grouped(done as u64), text::grouped(all as u64));
                format!("{done} of {all} jobs are done or begun")
            }
        };
        tell!("{done}. Resume with --resume {}", path.display());
    }
    Ok(())
}

/// The plan to solve what a file holds, perhaps by an engine that was asked for, or to resume the
/// checkpoint of another file.
fn plan(
    subject: Subject,
    engine: Option<&'static Engine>,
    resumed: Option<(&Path, &Checkpoint)>,
) -> Result<Plan, CliError> {
    match resumed {
        None => Plan::new(subject, PlanOptions::at_once(engine)).map_err(plan_error),
        Some((path, checkpoint)) => checkpoint
            .plan(subject)
            .map_err(|why| CliError::Message(format!("{}: {why}", path.display()))),
    }
}

/// Returns whether so few solutions are wanted of so large a puzzle that the finder looks for them.
fn is_endless(subject: &Subject, args: &SolveArgs) -> bool {
    let is_plain = args.engine.is_none()
        && args.saving.checkpoint.is_none()
        && args.saving.resume.is_none()
        && !args.count
        && !args.profile;
    if subject.encoded().is_none() || !is_plain || args.limit.is_none_or(|limit| limit > MAX_FOUND)
    {
        return false;
    }
    Plan::new(subject.clone(), PlanOptions::quick()).is_ok_and(|plan| plan.is_endless())
}

/// An expression compiled for what is solved.
fn compiled(
    subject: &Subject,
    args: &SolveArgs,
    expression: &Expression,
) -> Result<SolutionFilter, CliError> {
    match subject {
        Subject::Puzzle(Encoded { puzzle, encoding, group }) => {
            SolutionFilter::new(expression, puzzle, encoding, group)
        }
        Subject::Problem { .. } => Err(CliError::Message(format!(
            "{}: items and options have no measures for --where",
            args.file().display()
        ))),
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
    let last = wait(&run, &Watch::new(listening, None, Some(FIRST_ATTEMPT)));
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

/// Waits for the end of a run with a bar on a terminal.
pub(super) fn wait(run: &Run, watch: &Watch<'_>) -> Snapshot {
    let bar = file_work::thousandths();
    watch.wait(run, &bar, |snapshot| {
        bar.set_position((snapshot.position * 1000.0) as u64);
        let found = match (snapshot.states, snapshot.effort.nodes) {
            (states, 0) if states > 0 => format!("{} states", text::rounded(states as f64)),
            _ => format!("{} distinct", text::grouped(snapshot.counts.distinct)),
        };
        bar.set_message(format!("{found}, {}", time_left(snapshot.forecast)));
    })
}

/// Prints what a run found: a JSON object, or some lines for people.
fn report(
    args: &SolveArgs,
    plan: &Plan,
    run: &Run,
    last: &Snapshot,
    (passing, sieve): (Option<&Passing>, Option<&Sieve>),
) {
    if args.profile {
        say!("level  nodes");
        for (level, nodes) in last.effort.by_level.iter().enumerate() {
            say!("{level:>5}  {nodes}");
        }
    }
    // What was searched in vain is explained with more effort than is worth it before.
    let is_none = last.phase == Phase::Complete && last.counts.distinct == 0;
    let reason = if is_none { plan.reason(Budget::THOROUGH) } else { None };
    if let (Some(Obstruction { reason, .. }), None) = (&reason, &plan.impossible) {
        tell!("{}", no_solution_words(plan.encoded(), reason));
    }
    if args.json {
        let mut report = Report::new(plan, run, last, passing, reason.as_ref());
        if let Some(sieve) = sieve {
            report.disassembled = Some(run.with_store(Store::len) as u64);
            report.unknown = Some(sieve.unknown());
        }
        say!("{}", json(&report));
        return;
    }
    say!("{}", plan.title());
    say_counts(last);
    if let Some(passing) = passing {
        say!("{}", passing.line(last.counts));
    }
    if let Some(sieve) = sieve {
        sieve.say(run, plan, last);
    }
    if plan.impossible.is_some() {
        say!("Complete without a search");
        return;
    }
    say_effort(run, last);
    if let Some(names) = plan.case_names() {
        say!("Searched in {}: {names}", text::count(plan.cases.len() as u64, "case"));
    }
    if let Some(Encoded { puzzle, .. }) = plan.encoded()
        && last.phase == Phase::Complete
    {
        for Difference { kind, expected, found } in last.counts.differences(&puzzle.expect) {
            let (expected, found) = (text::grouped(expected), text::grouped(found));
            tell!("The file expects {expected} {kind}; found {found}.");
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
            0 => text::count_rounded(last.effort.nodes as f64, "node"),
            states => text::count_rounded(states as f64, "state"),
        },
        match (last.states, last.effort.nodes) {
            (0, _) | (_, 0) => String::new(),
            (_, nodes) => format!(" · {}", text::count_rounded(nodes as f64, "node")),
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
