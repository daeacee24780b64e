//! `polywright variants`.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use serde::Serialize;

use super::file_work::{self, Listening, Saving};
use super::report::{CountsReport, Ending, EndingReport, RunKind, json, seconds};
use super::subject::open_puzzle;
use super::watch::{Watch, check_failure, outcome, time_left, waker};
use super::{CliError, Outcome, VariantsArgs, plan_error};
use crate::cli::output::{self, say, tell};
use crate::encode::Encoding;
use crate::format;
use crate::job::variants::{
    ChoiceError, EqualVariants, Method, Proof, Question, ResultState, ResultTable, SavedVariants,
    Summary, SummaryDifference, VariantChoice, VariantList, VariantPlan, VariantResult, VariantRun,
    VariantSettings, VariantSnapshot,
};
use crate::job::{Phase, default_threads};
use crate::puzzle::{BoardPiece, Puzzle};
use crate::text;

/// The words for what items and options lack for this.
pub(super) const NONE: &str = "without a board have no variants";

/// More variants than this are not listed on a terminal; `--csv` and `--json` write all.
const MAX_LISTED: usize = 1000;

/// The object that `--json` prints for each variant.
#[derive(Serialize)]
pub(super) struct VariantReport {
    variant: String,
    id: String,
    number: u64,
    open: Vec<Vec<i32>>,
    /// The names of the pieces that are left out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    left_out: Vec<String>,
    /// The rows of its board, where it has its own.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    board: Vec<String>,
    /// The placements that are given.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    given: Vec<GivenReport>,
    solvable: Option<bool>,
    #[serde(flatten)]
    counts: Option<CountsReport>,
    /// The number of distinct solutions where no more than some were looked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    found: Option<u64>,
    /// True if there may be more.
    #[serde(skip_serializing_if = "Option::is_none")]
    more: Option<bool>,
    nodes: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<&'static str>,
    complete: bool,
}

/// A given placement.
#[derive(Serialize)]
struct GivenReport {
    piece: String,
    sites: Vec<Vec<i32>>,
}

/// The last object that `--json` prints.
#[derive(Serialize)]
struct SummaryReport<'a> {
    title: &'a str,
    variants: usize,
    number: u64,
    solved: usize,
    solvable: usize,
    unsolvable: usize,
    /// Those of them that are ruled out without a search, by the word of the proof.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    unsolvable_by: BTreeMap<&'static str, usize>,
    /// Those with exactly one distinct solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    unique: Option<usize>,
    #[serde(flatten)]
    solutions: Option<SolutionsReport>,
    together: bool,
    #[serde(flatten)]
    ending: EndingReport,
}

/// The numbers of solutions of all variants.
#[derive(Serialize)]
struct SolutionsReport {
    total: u64,
    distinct: u64,
    fewest: Option<u64>,
    median: f64,
    mean: f64,
    most: Option<u64>,
}

pub(super) fn variants(args: &VariantsArgs) -> Result<Outcome, CliError> {
    if let Some(path) = args.csv.as_deref().filter(|path| *path != Path::new("-")) {
        format::probe_writing(path)?;
    }
    let listening = Listening::start();
    let saving = args.saving.open()?;
    let resumed = args.saving.resume.as_deref().map(SavedVariants::load).transpose()?;
    let choice = VariantChoice { only: args.only.clone(), with_exceptions: args.all };
    let plan = Arc::new(listening.aside(|| plan(args, &choice, resumed.as_ref()))?);
    let threads = args.threads.map_or_else(default_threads, usize::from);
    let settings = VariantSettings {
        threads,
        resume: resumed,
        last_checkpoint: saving.is_some(),
        wake: Some(waker()),
        ..VariantSettings::default()
    };
    let run = VariantRun::start(Arc::clone(&plan), settings);
    let last = wait(&run, &Watch::new(&listening, saving.as_ref(), None));
    if let Some(Saving { path, .. }) = &saving
        && let Some(saved) = run.saved()
    {
        saved.save(path)?;
        if last.phase != Phase::Complete {
            tell!("Resume with --resume {}", path.display());
        }
    }
    let interrupted = listening.is_pressed();
    drop(listening);
    check_failure(&last.phase, "the run")?;
    let ending = Ending {
        complete: last.phase == Phase::Complete,
        nodes: last.nodes,
        kind: RunKind::Single(last.elapsed, threads),
    };
    let output = VariantOutput { json: args.json, csv: args.csv.as_deref(), choice: &choice };
    let summary = run.with_results(|results| output.write(&plan, results, &ending))?;
    Ok(outcome(&last.phase, summary.solvable > 0, interrupted))
}

/// The variants of a choice, and the encoding of their puzzle.
pub(super) fn chosen(
    file: &Path,
    puzzle: &Arc<Puzzle>,
    choice: &VariantChoice,
) -> Result<(VariantList, Arc<Encoding>), CliError> {
    VariantList::chosen(puzzle, choice).map_err(|error| match error {
        ChoiceError::Encode(error) => plan_error(error.into()),
        error => CliError::Message(format!("{}: {error}", file.display())),
    })
}

/// Returns the question to answer about each variant.
pub(super) fn question(exists: bool, up_to: Option<u64>) -> Question {
    match up_to {
        Some(most) => Question::UpTo(most),
        None if exists => Question::Exists,
        None => Question::Count,
    }
}

/// The plan that the arguments ask for.
fn plan(
    args: &VariantsArgs,
    choice: &VariantChoice,
    resumed: Option<&SavedVariants>,
) -> Result<VariantPlan, CliError> {
    let (_, puzzle) = open_puzzle(&args.file, args.problem, NONE)?;
    let (list, encoding) = chosen(&args.file, &puzzle, choice)?;
    if let Some(saved) = resumed {
        let path = args.saving.resume.as_deref().unwrap_or(&args.file);
        let wrong = |why| CliError::Message(format!("{}: {why}", path.display()));
        return saved.plan(list, encoding).map_err(wrong);
    }
    let wish = args.one_by_one.then_some(Method::OneByOne);
    VariantPlan::new(list, encoding, question(args.exists, args.up_to), wish).map_err(plan_error)
}

/// Waits for the end of a run with a bar on a terminal.
pub(super) fn wait(run: &VariantRun, watch: &Watch<'_>) -> VariantSnapshot {
    let bar = file_work::thousandths();
    watch.wait(run, &bar, |snapshot| {
        bar.set_position((snapshot.position * 1000.0) as u64);
        bar.set_message(format!(
            "{} of {} solved, {}",
            text::grouped(snapshot.solved as u64),
            text::grouped(snapshot.variants as u64),
            time_left(snapshot.forecast)
        ));
    })
}

/// Where the results of variants go.
pub(super) struct VariantOutput<'a> {
    pub(super) json: bool,
    pub(super) csv: Option<&'a Path>,
    pub(super) choice: &'a VariantChoice,
}

impl VariantOutput<'_> {
    /// Prints and writes what is known of the variants; what it amounts to.
    pub(super) fn write(
        &self,
        plan: &VariantPlan,
        results: &[VariantResult],
        ending: &Ending,
    ) -> Result<Summary, CliError> {
        let (list, question) = (plan.list(), plan.question());
        let summary = Summary::new(results);
        if self.json {
            for (index, result) in results.iter().enumerate() {
                say!("{}", json(&variant_report(plan, index, result)));
            }
            say!("{}", json(&summary_report(plan, &summary, ending)));
        } else if self.csv != Some(Path::new("-")) {
            say_table(plan, results);
            say_summary(plan, &summary, ending);
        }
        if let Some(path) = self.csv {
            let equal = EqualVariants::of_list(list).map_err(|error| plan_error(error.into()))?;
            let table = ResultTable { list, equal: &equal, results, question };
            output::table(path, |out| table.write_csv(0..results.len(), out))?;
        }
        let is_whole = *self.choice == VariantChoice::default() && question == Question::Count;
        if is_whole && ending.complete {
            for SummaryDifference { kind, expected, found } in
                summary.differences(&list.family.expect)
            {
                let (expected, found) = (text::grouped(expected), text::grouped(found));
                tell!("The file expects {expected} {kind}; found {found}.");
            }
        }
        Ok(summary)
    }
}

pub(super) fn variant_report(
    plan: &VariantPlan,
    index: usize,
    result: &VariantResult,
) -> VariantReport {
    let list = plan.list();
    let address = list.puzzle.lattice.address.of_site;
    let counts = result.counts;
    let left_out = list.left_out(index).into_iter();
    let cards = list.cards(index);
    let given = cards.iter().flat_map(|card| &card.given);
    let report = |given: &BoardPiece| GivenReport {
        piece: list.puzzle.piece(given.piece).name.clone(),
        sites: given.sites.iter().copied().map(address).collect(),
    };
    let most = match plan.question() {
        Question::UpTo(most) => Some(most),
        _ => None,
    };
    VariantReport {
        variant: list.name(index),
        id: list.id(index),
        number: list.variants()[index].number,
        open: list.open_sites(index).into_iter().map(address).collect(),
        left_out: left_out.map(|piece| list.puzzle.piece(piece).name.clone()).collect(),
        board: list.board_rows(index),
        given: given.map(report).collect(),
        solvable: result.is_solvable(),
        counts: (plan.question() == Question::Count).then(|| CountsReport::new(counts)),
        found: most.map(|most| counts.distinct.min(most)),
        more: most.map(|most| counts.distinct >= most),
        nodes: result.nodes,
        seconds: seconds(result.time),
        proof: result.proof.map(Proof::word),
        complete: result.state == ResultState::Done,
    }
}

fn summary_report<'a>(
    plan: &'a VariantPlan,
    summary: &Summary,
    ending: &Ending,
) -> SummaryReport<'a> {
    let solutions = SolutionsReport {
        total: summary.total,
        distinct: summary.distinct,
        fewest: summary.fewest.map(|(number, _)| number),
        median: summary.median,
        mean: summary.mean,
        most: summary.most.map(|(number, _)| number),
    };
    SummaryReport {
        title: &plan.list().puzzle.title,
        variants: summary.variants,
        number: plan.list().number(),
        solved: summary.solved,
        solvable: summary.solvable,
        unsolvable: summary.unsolvable,
        unsolvable_by: proved(summary).map(|(proof, count)| (proof.word(), count)).collect(),
        solutions: (plan.question() == Question::Count).then_some(solutions),
        unique: (plan.question() != Question::Exists).then_some(summary.unique),
        together: plan.method() == Method::Together,
        ending: ending.report(),
    }
}

/// Returns the number of variants without a solution for each proof, where there are any.
fn proved(summary: &Summary) -> impl Iterator<Item = (Proof, usize)> {
    Proof::ALL.into_iter().zip(summary.proved).filter(|(_, count)| *count > 0)
}

/// Prints a line for each variant.
fn say_table(plan: &VariantPlan, results: &[VariantResult]) {
    let list = plan.list();
    if results.len() > MAX_LISTED {
        say!(
            "{} are too many to list here; --csv and --json write them.",
            text::count(results.len() as u64, "variant")
        );
        return;
    }
    let names: Vec<String> = (0..list.len()).map(|index| list.name(index)).collect();
    let wide = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(7);
    let heads = ["equal", "distinct", "total", "nodes"];
    match plan.question() {
        Question::Exists => say!("{:wide$}  {:>6}  solvable", "variant", heads[0]),
        Question::UpTo(_) => say!("{:wide$}  {:>6}  {:>9}", "variant", heads[0], heads[1]),
        Question::Count => say!(
            "{:wide$}  {:>6}  {:>9}  {:>9}  {:>9}",
            "variant",
            heads[0],
            heads[1],
            heads[2],
            heads[3]
        ),
    }
    for ((name, result), variant) in names.iter().zip(results).zip(list.variants()) {
        let why = result.proof.map_or_else(String::new, |proof| format!("  by {}", proof.word()));
        let number = variant.number;
        if plan.only_exists() {
            let solvable = match result.is_solvable() {
                Some(true) => "yes",
                Some(false) => "no",
                None => "?",
            };
            say!("{name:wide$}  {number:>6}  {solvable}{why}");
            continue;
        }
        if let Question::UpTo(most) = plan.question() {
            let found = match result.state {
                ResultState::Done if result.counts.distinct >= most => format!("{most} or more"),
                ResultState::Done => result.counts.distinct.to_string(),
                _ => "?".to_owned(),
            };
            say!("{name:wide$}  {number:>6}  {found:>9}{why}");
            continue;
        }
        let (distinct, total) = match result.state {
            ResultState::Done => (result.counts.distinct.to_string(), result.counts.total),
            _ => ("?".to_owned(), result.counts.total),
        };
        let nodes = if result.nodes > 0 { result.nodes.to_string() } else { "–".to_owned() };
        say!("{name:wide$}  {number:>6}  {distinct:>9}  {total:>9}  {nodes:>9}{why}");
    }
}

/// Prints the summary.
fn say_summary(plan: &VariantPlan, summary: &Summary, ending: &Ending) {
    let list = plan.list();
    let number = |n: usize| text::grouped(n as u64);
    say!("{}", list.puzzle.title);
    let equal = match list.number() {
        all if all == list.len() as u64 => String::new(),
        all => format!(" of {}, the others equal to these by symmetry", text::grouped(all)),
    };
    let proofs = proved(summary)
        .map(|(proof, count)| format!("{} by {}", number(count), proof.word()))
        .collect::<Vec<_>>();
    let proofs = match proofs.is_empty() {
        true => String::new(),
        false => format!(", {}", proofs.join(", ")),
    };
    say!(
        "{}{equal} · {} solved · {} solvable · {} unsolvable{proofs}",
        text::count(summary.variants as u64, "variant"),
        number(summary.solved),
        number(summary.solvable),
        number(summary.unsolvable),
    );
    if let Question::UpTo(_) = plan.question() {
        say!("with exactly one solution: {}", number(summary.unique));
    }
    if plan.question() == Question::Count && summary.solved > 0 {
        let named = |of: Option<(u64, usize)>| {
            let words =
                |(n, index): (u64, usize)| format!("{} ({})", text::grouped(n), list.name(index));
            of.map_or_else(String::new, words)
        };
        say!(
            "distinct {} · total {} · with one {} · fewest {} · median {} · mean {:.1} · most {}",
            text::grouped(summary.distinct),
            text::grouped(summary.total),
            number(summary.unique),
            named(summary.fewest),
            summary.median,
            summary.mean,
            named(summary.most),
        );
    }
    say!(
        "{} · {} · {}{}",
        ending.words(),
        text::count_rounded(ending.nodes as f64, "node"),
        match plan.method() {
            Method::Together => "all together",
            Method::OneByOne => "one by one",
        },
        ending.threads(),
    );
}
