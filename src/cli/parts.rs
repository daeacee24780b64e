//! `polywright split`, `solve --part`, `merge` and `status`: a run in parts, on many machines.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Serialize;

use super::file_work::{Listening, Saving, with_fraction};
use super::report::{CountsReport, Ending, RunKind, counts_line, json};
use super::sets::{self, boards};
use super::sets::{Asked, SetOutput};
use super::solve::{settings, wait};
use super::subject::{keep_solutions, open_puzzle, open_subject};
use super::variants::{self, VariantOutput};
use super::watch::{Watch, check_failure, waker};
use super::{CliError, MergeArgs, Outcome, PartName, SolveArgs, SplitArgs, StatusArgs, plan_error};
use crate::cli::output::{say, tell};
use crate::format;
use crate::job::parts::{
    ENDING, GatherError, Gathered, MergeError, Merged, PartPlan, PartResult, Parts, PartsError,
    PartsKind, result_file, results_folder,
};
use crate::job::sets::{SetResult, SetsPlan, SetsQuestion, SetsRun, SetsSettings};
use crate::job::variants::{
    Method, SavedVariants, VariantChoice, VariantPlan, VariantRun, VariantSettings,
};
use crate::job::{Phase, Plan, PlanOptions, Run, Settings, default_threads};
use crate::natural::Natural;
use crate::puzzle::Description;
use crate::solution::{Counts, SolutionList};
use crate::text;

/// The variables in which queues say which of many jobs one is, the innermost queue first, and what
/// is to be added: GNU parallel and HyperQueue count from 1 here, as do arrays of Slurm that are
/// asked for from 1; indexed jobs of Kubernetes always count from 0.
const VARIABLES: [(&str, u64); 4] = [
    ("PARALLEL_SEQ", 0),
    ("HQ_TASK_ID", 0),
    ("SLURM_ARRAY_TASK_ID", 0),
    ("JOB_COMPLETION_INDEX", 1),
];

/// The words of the bar while a run is divided.
const DIVIDING: &str = "Measuring subtrees";

impl PartName {
    /// The number of the part.
    fn number(&self) -> Result<u64, CliError> {
        if let Some(number) = self.number {
            return Ok(number);
        }
        for (variable, add) in VARIABLES {
            if let Ok(value) = std::env::var(variable) {
                let number = value.trim().parse::<u64>();
                return number.map(|number| number + add).map_err(|_| {
                    CliError::Message(format!(
                        "{variable} is \"{value}\", not the number of a part"
                    ))
                });
            }
        }
        let names = VARIABLES.map(|(variable, _)| variable).join(", ");
        Err(CliError::Message(format!(
            "no queue assigns a part: none of {names} is set; give the number of the part"
        )))
    }
}

impl From<GatherError> for CliError {
    fn from(error: GatherError) -> CliError {
        match error {
            GatherError::File(error) => error.into(),
            error => CliError::Message(error.to_string()),
        }
    }
}

fn parts_error(path: &Path, error: &PartsError) -> CliError {
    if matches!(error, PartsError::Stopped) {
        return CliError::Interrupted;
    }
    CliError::Message(format!("{}: {error}", path.display()))
}

pub(super) fn split(args: &SplitArgs) -> Result<Outcome, CliError> {
    if Parts::is_file(&args.file) {
        return split_rest(args);
    }
    let parts = divided(args)?;
    let stem = args.file.file_stem().map_or_else(|| "puzzle".into(), |stem| stem.to_owned());
    let out = args.out.clone();
    let out = out.unwrap_or_else(|| PathBuf::from(stem).with_extension(ENDING));
    save(&parts, &out, args.parts as usize)
}

/// Divides a run, of the kind that the arguments name.
fn divided(args: &SplitArgs) -> Result<Parts, CliError> {
    let (file, number, wanted) = (&args.file, args.parts as usize, &args.batch);
    let wrong = |error| parts_error(file, &error);
    if args.variants {
        let (description, puzzle) = open_puzzle(file, args.problem, variants::NONE)?;
        let choice = VariantChoice { only: wanted.only.clone(), with_exceptions: wanted.all };
        let (list, encoding) = variants::chosen(file, &puzzle, &choice)?;
        let wish = wanted.one_by_one.then_some(Method::OneByOne);
        let question = variants::question(wanted.exists, wanted.up_to);
        let plan = VariantPlan::new(list, encoding, question, wish).map_err(plan_error)?;
        return with_fraction(DIVIDING.to_owned(), |watch| {
            Parts::split_variants(plan, choice, &description, number, watch).map_err(wrong)
        });
    }
    if args.invent {
        let (description, puzzle) = open_puzzle(file, args.problem, sets::NONE)?;
        if wanted.choose.is_none() && boards::are_searched(&puzzle) {
            return Err(CliError::Message(format!(
                "{}: the variants do not choose pieces, so their boards are tested; divide them \
                 with --variants, and add --up-to 2 to find those with exactly one solution",
                file.display()
            )));
        }
        let question = SetsQuestion {
            choice: sets::choice(&puzzle, wanted.choose, &wanted.always, &wanted.never)?,
            only_exists: wanted.exists,
            give_up: wanted.give_up,
            with_exceptions: wanted.all,
            takes_apart: wanted.apart,
        };
        let plan = sets::plan(file, &puzzle, question)?;
        return Parts::split_sets(plan, &description, number).map_err(wrong);
    }
    let (subject, description) = open_subject(file, args.problem)?;
    let subject = subject.with_symmetries();
    let plan = Plan::new(subject, PlanOptions::by(args.engine)).map_err(plan_error)?;
    with_fraction(DIVIDING.to_owned(), |watch| {
        Parts::split(plan, description.as_ref(), args.count, number, watch).map_err(wrong)
    })
}

/// Divides again what is left of a divided run.
fn split_rest(args: &SplitArgs) -> Result<Outcome, CliError> {
    let Gathered { parts, merged, .. } = Gathered::read(&args.file, &args.results)?;
    let ledger = merged.ledger;
    let out = args
        .out
        .clone()
        .ok_or_else(|| CliError::Message("set the file of the new parts with --out".to_owned()))?;
    if ledger.left().is_empty() {
        return Err(CliError::Message("there is no work left to divide".to_owned()));
    }
    let rest = with_fraction(DIVIDING.to_owned(), |watch| {
        parts.split_rest(&ledger, args.parts as usize, watch)
    })
    .map_err(|error| parts_error(&args.file, &error))?;
    save(&rest, &out, args.parts as usize)
}

fn save(parts: &Parts, out: &Path, wanted: usize) -> Result<Outcome, CliError> {
    if out.exists() {
        return Err(CliError::Message(format!(
            "{} already exists; delete it, or name another with --out",
            out.display()
        )));
    }
    parts.save(out)?;
    let unit = if parts.is_sweep() { "placements" } else { "nodes" };
    let sizes: Vec<f64> = parts.parts.iter().map(|part| part.nodes).collect();
    let (least, most) = sizes
        .iter()
        .fold((f64::INFINITY, 0.0_f64), |(least, most), size| (least.min(*size), most.max(*size)));
    let (least, most) = (text::rounded(least), text::rounded(most));
    let each = if least == most { format!("about {most}") } else { format!("{least} to {most}") };
    let unit = if most == "1" { unit.trim_end_matches('s') } else { unit };
    say!("{}", parts.title());
    say!(
        "{} of {each} {unit} each, about {} together, in {}",
        text::count(sizes.len() as u64, "part"),
        text::rounded(parts.nodes()),
        out.display()
    );
    if sizes.len() < wanted {
        say!("The work is too small for more parts.");
    }
    let (first, last) = (parts.parts.first(), parts.parts.last());
    if let (Some(first), Some(last)) = (first, last) {
        say!(
            "Solve each with: polywright solve --part {}:N, N from {} to {}",
            out.display(),
            first.number,
            last.number
        );
    }
    Ok(Outcome::Done)
}

/// The object that `solve --part --json` prints.
#[derive(Serialize)]
struct PartReport<'a> {
    title: &'a str,
    part: u64,
    result: String,
    nodes: u64,
    #[serde(flatten)]
    counts: CountsReport,
    /// Subtrees, variants or sets that are left.
    left: usize,
    complete: bool,
}

/// Solves a part, from the beginning or from where it was stopped.
pub(super) fn solve_part(args: &SolveArgs, name: &PartName) -> Result<Outcome, CliError> {
    let listening = Listening::start();
    let number = name.number()?;
    let parts = Parts::load(&name.file)?;
    let wrong = |error: PartsError| parts_error(&name.file, &error);
    let part = parts.part(number).map_err(wrong)?;
    let folder = args.out.clone().unwrap_or_else(|| results_folder(&name.file));
    std::fs::create_dir_all(&folder).map_err(|error| {
        let why = text::io_error(&error);
        CliError::Message(format!("{} cannot be created: {why}", folder.display()))
    })?;
    let path = result_file(&folder, number);
    let before = path.exists().then(|| PartResult::load(&path)).transpose()?;
    if let Some(result) = &before {
        let own = result.share().filter(|(share, _)| share.run == parts.run());
        let Some((_, left)) = own.filter(|(share, _)| share.given == part.works) else {
            let path = path.display();
            return Err(CliError::Message(format!(
                "{path} is not the result of this part; delete it, or name another folder with --out"
            )));
        };
        if left.is_empty() {
            return Ok(report_part(args, &parts, number, result, &path));
        }
    }
    let opened = listening.aside(|| parts.open_part(part, before.as_ref())).map_err(wrong)?;
    let saving = Saving::new(path.clone(), args.saving.checkpoint_every)?;
    let solving = PartRun { args, listening, saving, keep: !parts.only_counts() };
    let Some(result) = solving.result(&opened.plan, before)? else {
        tell!("Part {number} was stopped before anything was done.");
        return Ok(Outcome::Stopped);
    };
    // The same part may have been solved elsewhere meanwhile.
    if result.is_complete() || !PartResult::load(&path).is_ok_and(|other| other.is_complete()) {
        result.save(&path)?;
    }
    Ok(report_part(args, &parts, number, &result, &path))
}

/// The context in which a part is solved.
struct PartRun<'a> {
    args: &'a SolveArgs,
    listening: Listening,
    saving: Saving,
    /// True if solutions are kept.
    keep: bool,
}

/// The phase in which a run ended, and what is saved of it.
type PartEnd = (Phase, Option<PartResult>);

impl PartRun<'_> {
    /// Solves a part, of whichever kind, to its end or until it is to stop; `None` where nothing was
    /// done that could be saved.
    fn result(
        &self,
        plan: &PartPlan,
        before: Option<PartResult>,
    ) -> Result<Option<PartResult>, CliError> {
        let (phase, result) = match (plan, plan.search()) {
            (_, Some(search)) => self.search(search, before)?,
            (PartPlan::Variants(plan), None) => self.variants(plan, before)?,
            (PartPlan::Sets(plan), None) => self.sets(plan, before)?,
            (PartPlan::Run(_), None) => return Err(CliError::Internal),
        };
        check_failure(&phase, "the run")?;
        Ok(result)
    }

    fn watch(&self) -> Watch<'_> {
        Watch::new(&self.listening, Some(&self.saving), self.args.most_time)
    }

    fn threads(&self) -> usize {
        self.args.threads.map_or_else(default_threads, usize::from)
    }

    fn search(&self, plan: &Arc<Plan>, before: Option<PartResult>) -> Result<PartEnd, CliError> {
        let resume = match before {
            Some(PartResult::Run(saved)) => Some(*saved),
            _ => None,
        };
        let settings = settings(self.args, resume, Some(&self.saving));
        let settings = Settings { keep: self.keep, ..settings };
        let run = Run::start(Arc::clone(plan), settings);
        let last = wait(&run, &self.watch());
        Ok((last.phase, run.checkpoint().map(|saved| PartResult::Run(Box::new(saved)))))
    }

    fn variants(
        &self,
        plan: &Arc<VariantPlan>,
        before: Option<PartResult>,
    ) -> Result<PartEnd, CliError> {
        let resume = match before {
            Some(PartResult::Variants(saved)) => Some(SavedVariants::OneByOne(saved)),
            _ => None,
        };
        let (threads, wake) = (self.threads(), Some(waker()));
        let settings = VariantSettings { threads, resume, wake, ..VariantSettings::default() };
        let run = VariantRun::start(Arc::clone(plan), settings);
        let last = variants::wait(&run, &self.watch());
        let result = match run.saved() {
            Some(SavedVariants::OneByOne(saved)) => Some(PartResult::Variants(saved)),
            _ => None,
        };
        Ok((last.phase, result))
    }

    fn sets(&self, plan: &Arc<SetsPlan>, before: Option<PartResult>) -> Result<PartEnd, CliError> {
        let resume = match before {
            Some(PartResult::Sets(saved)) => Some(saved),
            _ => None,
        };
        let (threads, wake) = (self.threads(), Some(waker()));
        let settings = SetsSettings { threads, resume, wake, ..SetsSettings::default() };
        let run = SetsRun::start(Arc::clone(plan), settings);
        let last = sets::wait(&run, &self.watch(), |_| ());
        Ok((last.phase, Some(PartResult::Sets(run.saved()))))
    }
}

/// Says what is known of a part.
fn report_part(
    args: &SolveArgs,
    parts: &Parts,
    number: u64,
    result: &PartResult,
    path: &Path,
) -> Outcome {
    let left = result.share().map_or(0, |(_, left)| left.len());
    let (counts, nodes) = (result.counts(), result.nodes());
    if args.json {
        let report = PartReport {
            title: parts.title(),
            part: number,
            result: path.display().to_string(),
            nodes,
            counts: CountsReport::new(counts),
            left,
            complete: left == 0,
        };
        say!("{}", json(&report));
    } else {
        let state = match left {
            0 => "complete".to_owned(),
            _ => format!("{} left", text::count(left as u64, result.unit())),
        };
        say!("{} · part {number} · {state}", parts.title());
        say!("{} · {}", found_line(parts, counts), effort(nodes, result.states()));
    }
    if left == 0 { Outcome::Done } else { Outcome::Stopped }
}

/// The solutions that parts have found. How many of them are distinct is known of all parts together
/// only, where sweeps are divided, or a search for all variants.
fn found_line(parts: &Parts, counts: Counts<Natural>) -> String {
    match parts.kind() {
        PartsKind::Puzzle if !parts.is_sweep() => counts_line(counts),
        _ => format!("total {}", text::grouped(counts.total)),
    }
}

/// Describes the cost of a search or a sweep.
fn effort(nodes: u64, states: u64) -> String {
    match states {
        0 => text::count_rounded(nodes as f64, "node"),
        _ => text::count_rounded(states as f64, "state"),
    }
}

pub(super) fn merge(args: &MergeArgs) -> Result<Outcome, CliError> {
    let written = [&args.out, &args.csv].into_iter().flatten();
    for path in written.filter(|path| **path != Path::new("-")) {
        format::probe_writing(path)?;
    }
    let gathered = Gathered::read(&args.file, &args.results)?;
    if args.missing {
        let missing = gathered.merged.ledger.missing();
        for number in &missing {
            say!("{number}");
        }
        return Ok(if missing.is_empty() { Outcome::Done } else { Outcome::Stopped });
    }
    let Gathered { parts, merged, .. } = gathered;
    let said = |error: MergeError| {
        let hint = match error {
            MergeError::Missing(_) => {
                format!("; list them with: polywright merge {} --missing", args.file.display())
            }
            _ => String::new(),
        };
        CliError::Message(format!("{error}{hint}"))
    };
    let opened = parts.open().map_err(|error| parts_error(&args.file, &error))?;
    let merged = merged.finish(&opened.plan).map_err(said)?;
    match opened.plan {
        PartPlan::Run(plan) => merge_run(args, &parts, &merged, &plan, opened.description.as_ref()),
        PartPlan::Variants(plan) => merge_variants(args, &parts, &merged, &plan),
        PartPlan::Sets(plan) => merge_sets(args, &parts, merged, plan, opened.description),
    }
}

/// Returns the ending of a divided run whose parts are merged.
fn ending(parts: &Parts, merged: &Merged) -> Ending {
    let kind = RunKind::Parts(parts.parts.len());
    Ending { complete: true, nodes: merged.effort.nodes, kind }
}

/// Refuses an option that the parts have no use for.
fn refuse(is_given: bool, why: &str) -> Result<(), CliError> {
    if is_given { Err(CliError::Message(why.to_owned())) } else { Ok(()) }
}

/// Puts the results of variants together.
fn merge_variants(
    args: &MergeArgs,
    parts: &Parts,
    merged: &Merged,
    plan: &VariantPlan,
) -> Result<Outcome, CliError> {
    refuse(args.out.is_some(), "these parts solve variants; write their results with --csv")?;
    let results = merged.variant_results(plan);
    let results = results.map_err(|error| CliError::Message(error.to_string()))?;
    let choice = parts.variant_choice().cloned().unwrap_or_default();
    let output = VariantOutput { json: args.json, csv: args.csv.as_deref(), choice: &choice };
    let summary = output.write(plan, &results, &ending(parts, merged))?;
    Ok(if summary.solvable == 0 { Outcome::NoSolution } else { Outcome::Done })
}

/// Puts the results of sets together.
fn merge_sets(
    args: &MergeArgs,
    parts: &Parts,
    merged: Merged,
    plan: Arc<SetsPlan>,
    description: Option<Description>,
) -> Result<Outcome, CliError> {
    let goal = args.goal.0;
    let counts_none = goal.needs_counts() && plan.only_exists();
    refuse(counts_none, "these parts do not count solutions, which --goal unique and most=N need")?;
    let takes_none = goal.needs_moves() && !plan.question().takes_apart;
    refuse(takes_none, "these parts do not take solutions apart; split them with --apart")?;
    let Some(description) = description else { return Err(CliError::Internal) };
    let ending = ending(parts, &merged);
    let asked = Asked { description, goal, plan };
    let mut results: Vec<SetResult> = merged.sets.into_values().collect();
    results.sort_by(SetResult::better);
    if args.json {
        results.iter().for_each(|result| say!("{}", json(&sets::set_report(&asked, result))));
    }
    let output = SetOutput { json: args.json, csv: args.csv.as_deref(), out: args.out.as_deref() };
    output.write(&asked, &results, &ending)?;
    let is_met = results.iter().any(|result| goal.is_met(result));
    Ok(if is_met { Outcome::Done } else { Outcome::NoSolution })
}

/// Puts the results of a search or a sweep together.
fn merge_run(
    args: &MergeArgs,
    parts: &Parts,
    merged: &Merged,
    plan: &Plan,
    description: Option<&Description>,
) -> Result<Outcome, CliError> {
    refuse(args.csv.is_some(), "--csv is for parts that solve variants or test sets of pieces")?;
    if merged.truncated {
        tell!("Some parts had more solutions than fit in memory; those are only counted.");
    }
    if let Some(out) = &args.out {
        let why = "these parts only count solutions, so there are none to write with --out";
        refuse(parts.only_counts(), why)?;
        let result = (merged.counts, !merged.truncated);
        let list = SolutionList::Store(&merged.store);
        keep_solutions(out, &plan.subject, description, list, result)?;
    }
    if args.json {
        say!(
            "{}",
            json(&MergeReport {
                title: parts.title(),
                engine: plan.engine_names(),
                parts: parts.parts.len(),
                nodes: merged.effort.nodes,
                updates: merged.effort.updates,
                counts: CountsReport::new(merged.counts),
                complete: true,
            })
        );
    } else {
        say!("{}", parts.title());
        say!("{}", counts_line(merged.counts));
        let effort = effort(merged.effort.nodes, merged.states);
        say!("Complete · {effort} in {}", text::count(parts.parts.len() as u64, "part"));
    }
    Ok(if merged.counts.distinct == 0 { Outcome::NoSolution } else { Outcome::Done })
}

/// The object that `merge --json` prints.
#[derive(Serialize)]
struct MergeReport<'a> {
    title: &'a str,
    engine: String,
    parts: usize,
    nodes: u64,
    updates: u64,
    #[serde(flatten)]
    counts: CountsReport,
    complete: bool,
}

/// The object that `status --json` prints.
#[derive(Serialize)]
struct StatusReport<'a> {
    title: &'a str,
    parts: usize,
    done: usize,
    /// Parts that were stopped.
    stopped: usize,
    /// The share of the nodes that is done, by the sizes that were expected.
    share: f64,
    nodes: u64,
    #[serde(flatten)]
    counts: CountsReport,
    /// Seconds until all parts are done, should they go on as so far.
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds_left: Option<f64>,
    complete: bool,
}

pub(super) fn status(args: &StatusArgs) -> Result<Outcome, CliError> {
    let gathered = Gathered::read(&args.file, &args.results)?;
    let missing = gathered.merged.ledger.missing();
    let merged = gathered.sound()?;
    let (tally, left) = (gathered.tally(), gathered.time_left());
    let complete = missing.is_empty();
    if args.json {
        say!(
            "{}",
            json(&StatusReport {
                title: gathered.parts.title(),
                parts: tally.parts,
                done: tally.done,
                stopped: tally.begun,
                share: tally.share(),
                nodes: merged.effort.nodes,
                counts: CountsReport::new(merged.counts),
                seconds_left: left.map(|left| left.as_secs_f64().round()),
                complete,
            })
        );
        return Ok(if complete { Outcome::Done } else { Outcome::Stopped });
    }
    say!("{}", gathered.parts.title());
    say!(
        "{} of {} done, {} stopped · {:.1} % of the nodes expected",
        text::grouped(tally.done as u64),
        text::count(tally.parts as u64, "part"),
        text::grouped(tally.begun as u64),
        100.0 * tally.share()
    );
    let so_far = if complete { "" } else { " · so far" };
    let found = found_line(&gathered.parts, merged.counts);
    let cases = match gathered.parts.kind() {
        PartsKind::Variants if !merged.variants.is_empty() => {
            format!("{} solved · ", text::count(merged.variants.len() as u64, "variant"))
        }
        PartsKind::Sets => format!("{} tested · ", text::count(merged.sets.len() as u64, "set")),
        _ => String::new(),
    };
    say!("{cases}{found}{so_far}");
    match left {
        Some(left) => say!("About {} left, at the pace of the results so far", text::clock(left)),
        None if complete => {
            say!("Put together with: polywright merge {}", args.file.display());
        }
        None => {}
    }
    Ok(if complete { Outcome::Done } else { Outcome::Stopped })
}
