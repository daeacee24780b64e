//! `polywright split`, `solve --part`, `merge` and `status`: a run in parts, on many machines.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use serde::Serialize;

use super::file_work::Listening;
use super::report::{CountsReport, counts_line, json};
use super::solve::{Geometry, Saving, Source, settings, watch, write_solutions};
use super::{CliError, MergeArgs, Outcome, SolveArgs, SplitArgs, StatusArgs};
use crate::format;
use crate::job::parts::{MergeError, Merged, Parts, PartsError};
use crate::job::{Checkpoint, Phase, Run};
use crate::text;

/// The ending of the files of parts, and that of the folder of their results.
const ENDINGS: (&str, &str) = ("parts", "results");
/// The ending of the result of a part.
const RESULT: &str = "part";
/// The variables in which queues say which of many jobs one is, the innermost queue first, and what
/// is to be added: GNU parallel and HyperQueue count from 1 here, as do arrays of Slurm that are
/// asked for from 1; indexed jobs of Kubernetes always count from 0.
const VARIABLES: [(&str, u64); 4] = [
    ("PARALLEL_SEQ", 0),
    ("HQ_TASK_ID", 0),
    ("SLURM_ARRAY_TASK_ID", 0),
    ("JOB_COMPLETION_INDEX", 1),
];

/// A part of a division: `FILE:17`, or `FILE:auto` for the one that the queue names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartName {
    file: PathBuf,
    /// `None` for the one that the queue names.
    number: Option<u64>,
}

/// Why a text names no part.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("name a part as FILE:17, or as FILE:auto in a job of a queue")]
pub struct PartNameError;

impl std::str::FromStr for PartName {
    type Err = PartNameError;

    fn from_str(text: &str) -> Result<PartName, PartNameError> {
        let (file, number) = text.rsplit_once(':').ok_or(PartNameError)?;
        let number = match number {
            "auto" => None,
            digits => Some(digits.parse().map_err(|_| PartNameError)?),
        };
        if file.is_empty() {
            Err(PartNameError)
        } else {
            Ok(PartName { file: file.into(), number })
        }
    }
}

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
            "no queue says which part to solve: none of {names} is set; name the part by its number"
        )))
    }
}

fn parts_error(path: &Path, error: &PartsError) -> CliError {
    CliError::Message(format!("{}: {error}", path.display()))
}

/// The folder of results that belongs to a file of parts.
fn results_folder(parts: &Path, wish: Option<&Path>) -> PathBuf {
    wish.map_or_else(|| parts.with_extension(ENDINGS.1), Path::to_owned)
}

/// The file of the result of a part.
fn result_file(folder: &Path, number: u64) -> PathBuf {
    folder.join(format!("{number:06}.{RESULT}"))
}

pub(super) fn split(args: &SplitArgs) -> Result<Outcome, CliError> {
    if Parts::is_file(&args.file) {
        return split_rest(args);
    }
    let (source, description) = Source::open(&args.file, args.problem)?;
    let plan = source.plan(&args.file, args.engine, None)?;
    let parts = Parts::split(plan, description.as_ref(), args.count, args.parts as usize)
        .map_err(|error| parts_error(&args.file, &error))?;
    let stem = args.file.file_stem().map_or_else(|| "puzzle".into(), |stem| stem.to_owned());
    let out = args.out.clone();
    let out = out.unwrap_or_else(|| PathBuf::from(stem).with_extension(ENDINGS.0));
    save(&parts, &out, args.parts as usize)
}

/// Divides again what is left of a divided run.
fn split_rest(args: &SplitArgs) -> Result<Outcome, CliError> {
    let Gathered { parts, merged, .. } = Gathered::new(&args.file, &args.results)?;
    let ledger = merged.ledger;
    let out = args
        .out
        .clone()
        .ok_or_else(|| CliError::Message("name the file of the new parts with --out".to_owned()))?;
    if ledger.left().is_empty() {
        return Err(CliError::Message("nothing is left to be divided".to_owned()));
    }
    let rest = parts
        .split_rest(&ledger, args.parts as usize)
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
    let sizes: Vec<f64> = parts.parts.iter().map(|part| part.nodes).collect();
    let (least, most) = sizes
        .iter()
        .fold((f64::INFINITY, 0.0_f64), |(least, most), size| (least.min(*size), most.max(*size)));
    say!("{}", parts.title());
    say!(
        "{} of {} to {} nodes each, about {} together, in {}",
        text::count(sizes.len() as u64, "part"),
        text::rounded(least),
        text::rounded(most),
        text::rounded(parts.nodes()),
        out.display()
    );
    if sizes.len() < wanted {
        say!("The search tree has no more subtrees that are worth a part.");
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
    /// Subtrees left to be searched.
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
    let folder = results_folder(&name.file, args.out.as_deref());
    std::fs::create_dir_all(&folder).map_err(|error| {
        let why = text::io_error(&error);
        CliError::Message(format!("{} cannot be made: {why}", folder.display()))
    })?;
    let path = result_file(&folder, number);
    let before = path.exists().then(|| Checkpoint::load(&path)).transpose()?;
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
    let opened = parts.open_part(part, before.as_ref()).map_err(wrong)?;
    let saving = Saving::new(path.clone(), args.checkpoint_every)?;
    let mut settings = settings(args, before, Some(&saving));
    settings.keep = !parts.only_counts();
    let run = Run::start(opened.plan, settings);
    let most = args.most_time.unwrap_or(Duration::MAX);
    let last = watch(&run, &listening, Some(&saving), most)?;
    if let Phase::Failed(message) = &last.phase {
        return Err(CliError::Message(format!("the run failed: {message}")));
    }
    let Some(result) = run.checkpoint() else {
        eprintln!("Part {number} was stopped before anything was done.");
        return Ok(Outcome::Stopped);
    };
    let is_done = |result: &Checkpoint| result.share().is_some_and(|(_, left)| left.is_empty());
    // The same part may have been solved elsewhere meanwhile.
    if is_done(&result) || !Checkpoint::load(&path).is_ok_and(|other| is_done(&other)) {
        result.save(&path)?;
    }
    Ok(report_part(args, &parts, number, &result, &path))
}

/// Says what is known of a part.
fn report_part(
    args: &SolveArgs,
    parts: &Parts,
    number: u64,
    result: &Checkpoint,
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
            _ => format!("{} left", text::count(left as u64, "subtree")),
        };
        say!("{} · part {number} · {state}", parts.title());
        say!("{} · {} nodes", counts_line(counts), text::rounded(nodes as f64));
    }
    if left == 0 { Outcome::Done } else { Outcome::Stopped }
}

/// The files of results, and of divisions, that arguments name: those of a folder by their endings.
fn inputs(named: &[PathBuf]) -> Result<Vec<PathBuf>, CliError> {
    let mut files = Vec::new();
    for path in named {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let said = |error: std::io::Error| {
            let why = text::io_error(&error);
            CliError::Message(format!("{} cannot be read: {why}", path.display()))
        };
        let mut found = Vec::new();
        for entry in std::fs::read_dir(path).map_err(said)? {
            let file = entry.map_err(said)?.path();
            if file.extension().is_some_and(|ending| ending == RESULT) {
                found.push(file);
            }
        }
        found.sort();
        files.extend(found);
    }
    Ok(files)
}

/// All that is known of a divided run: its parts, and the results so far put together.
struct Gathered {
    parts: Parts,
    /// The parts of later divisions of what was left.
    later: Vec<Parts>,
    merged: Merged,
    /// The files of results, and the numbers of their parts.
    results: Vec<PathBuf>,
    numbers: BTreeSet<u64>,
}

impl Gathered {
    /// Reads the results that arguments name, or those in the folder that belongs to the parts.
    fn new(file: &Path, named: &[PathBuf]) -> Result<Gathered, CliError> {
        let parts = Parts::load(file)?;
        let own = [results_folder(file, None)];
        let named = match named {
            [] if own[0].is_dir() => &own[..],
            named => named,
        };
        let mut merged = Merged::new(&parts);
        let (mut later, mut results, mut numbers) = (Vec::new(), Vec::new(), BTreeSet::new());
        for path in inputs(named)? {
            if Parts::is_file(&path) {
                let again = Parts::load(&path)?;
                if again.run() != parts.run() {
                    let path = path.display();
                    return Err(CliError::Message(format!(
                        "{path} divides another run, {}, not {}; leave it out",
                        again.run(),
                        parts.run()
                    )));
                }
                merged.ledger.add_parts(&again);
                later.push(again);
                continue;
            }
            let wrong =
                |error: MergeError| CliError::Message(format!("{} {error}", path.display()));
            let result = Checkpoint::load(&path)?;
            merged.add(&parts, &result).map_err(wrong)?;
            numbers.extend(result.share().map(|(share, _)| share.number));
            results.push(path);
        }
        Ok(Gathered { parts, later, merged, results, numbers })
    }

    /// How far the parts have come. Those that were divided again before anything of them was done
    /// are left out.
    fn tally(&self) -> Tally {
        let missing = self.merged.ledger.missing();
        let mut tally = Tally::default();
        let divisions = std::iter::once(&self.parts).chain(&self.later);
        for part in divisions.flat_map(|parts| &parts.parts) {
            let begun = self.numbers.contains(&part.number);
            let done = begun && !missing.contains(&part.number);
            if !begun && !missing.contains(&part.number) {
                continue;
            }
            tally.parts += 1;
            tally.nodes += part.nodes;
            if done {
                tally.done += 1;
                tally.nodes_done += part.nodes;
            } else if begun {
                tally.stopped += 1;
            }
        }
        tally
    }
}

/// How far the parts of a run have come.
#[derive(Default)]
struct Tally {
    parts: usize,
    done: usize,
    /// Those that were stopped.
    stopped: usize,
    /// The nodes expected of all, and of those that are done.
    nodes: f64,
    nodes_done: f64,
}

impl Tally {
    fn share(&self) -> f64 {
        if self.nodes > 0.0 { self.nodes_done / self.nodes } else { 1.0 }
    }
}

pub(super) fn merge(args: &MergeArgs) -> Result<Outcome, CliError> {
    if let Some(path) = &args.out {
        format::probe_writing(path)?;
    }
    let gathered = Gathered::new(&args.file, &args.results)?;
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
    let merged = merged.finish().map_err(said)?;
    let opened = parts.open().map_err(|error| parts_error(&args.file, &error))?;
    if merged.truncated {
        eprintln!("Some parts had more solutions than fit in memory; those are only counted.");
    }
    if let Some(out) = &args.out {
        if parts.only_counts() {
            return Err(CliError::Message(
                "these parts only count solutions, so there are none to write with --out"
                    .to_owned(),
            ));
        }
        let whole = (Geometry::of_plan(&opened.plan), &*opened.plan.group);
        let result = (merged.counts, !merged.truncated);
        write_solutions(out, whole, opened.description.as_ref(), &merged.store, result)?;
    }
    if args.json {
        say!(
            "{}",
            json(&MergeReport {
                title: parts.title(),
                engine: opened.plan.engine_names(),
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
        let nodes = text::rounded(merged.effort.nodes as f64);
        say!("Complete · {nodes} nodes in {}", text::count(parts.parts.len() as u64, "part"));
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
    let gathered = Gathered::new(&args.file, &args.results)?;
    let missing = gathered.merged.ledger.missing();
    if let Some(overlap) = gathered.merged.ledger.overlap() {
        let part = overlap.part;
        return Err(CliError::Message(MergeError::Overlap { part }.to_string()));
    }
    let tally = gathered.tally();
    let left = time_left(&args.file, &gathered.results, tally.share());
    let (merged, complete) = (&gathered.merged, missing.is_empty());
    if args.json {
        say!(
            "{}",
            json(&StatusReport {
                title: gathered.parts.title(),
                parts: tally.parts,
                done: tally.done,
                stopped: tally.stopped,
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
        text::grouped(tally.stopped as u64),
        100.0 * tally.share()
    );
    let so_far = if complete { "" } else { " · so far" };
    say!("{}{so_far}", counts_line(merged.counts));
    match left {
        Some(left) => say!("About {} left, at the pace of the results so far", text::clock(left)),
        None if complete => {
            say!("Put together with: polywright merge {}", args.file.display());
        }
        None => {}
    }
    Ok(if complete { Outcome::Done } else { Outcome::Stopped })
}

/// The time until all is done, by when the parts and their results were written.
fn time_left(parts: &Path, results: &[PathBuf], share: f64) -> Option<Duration> {
    let written = |path: &Path| std::fs::metadata(path).and_then(|file| file.modified()).ok();
    let began: SystemTime = written(parts)?;
    let last = results.iter().filter_map(|path| written(path)).max()?;
    let spent = last.duration_since(began).ok()?;
    let left = (share > 0.0 && share < 1.0).then(|| (1.0 - share) / share)?;
    Duration::try_from_secs_f64(spent.as_secs_f64() * left).ok()
}
