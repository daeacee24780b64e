//! `polywright invent` of boards: given the pieces, which of the boards that the variants of a file
//! name does what is wanted.

use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;

use serde::Serialize;

use crate::cli::file_work::{Listening, Saving};
use crate::cli::output::{self, say, tell};
use crate::cli::report::{json, seconds};
use crate::cli::variants::{VariantReport, variant_report, wait};
use crate::cli::watch::{Watch, check_failure, outcome, waker};
use crate::cli::{CliError, Outcome, SetsArgs, plan_error};
use crate::encode::{Encoding, SymmetryGroup};
use crate::format::{self, puzzle_file};
use crate::job::sets::Goal;
use crate::job::variants::{
    EqualVariants, Proof, Question, ResultState, ResultTable, SavedVariants, VariantList,
    VariantPlan, VariantResult, VariantRun, VariantSettings, VariantSnapshot,
};
use crate::job::{Phase, default_threads};
use crate::puzzle::{Description, Puzzle};
use crate::text;
use crate::workbench::variants::description_of_variant;

/// Boards that are drawn on a terminal, at most.
const MAX_DRAWN: usize = 20;
/// Boards that are listed there, at most.
const MAX_LISTED: usize = 200;

/// The object that `--json` prints for each board.
#[derive(Serialize)]
struct BoardReport {
    meets: bool,
    #[serde(flatten)]
    variant: VariantReport,
}

/// The last object that `--json` prints.
#[derive(Serialize)]
struct BoardsReport<'a> {
    title: &'a str,
    boards: usize,
    tested: usize,
    goal: String,
    /// The boards that meet the goal.
    met: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<String>,
    nodes: u64,
    seconds: f64,
    threads: usize,
    complete: bool,
}

/// Returns whether the boards of a puzzle are searched: its variants choose boards, not pieces.
pub(in crate::cli) fn are_searched(puzzle: &Puzzle) -> bool {
    let family = puzzle.variants.as_ref();
    family.is_some_and(|family| !family.leaves_pieces_out())
}

/// Returns the question to answer for each board.
fn question_of(goal: Goal) -> Result<Question, CliError> {
    match goal {
        Goal::Unique => Ok(Question::UpTo(2)),
        Goal::Few(most) => Ok(Question::UpTo(most.saturating_add(1).max(2))),
        Goal::Solvable | Goal::Parity => Ok(Question::Exists),
        Goal::AtLeast(_) => Err(CliError::Message(
            "--goal least=N counts the variants of a set of pieces, but the file does not choose \
             pieces; set their number with --choose"
                .to_owned(),
        )),
        Goal::Apart(_) => Err(CliError::Message(
            "--goal apart takes the solutions of sets of pieces apart, but the file does not choose \
             pieces; set their number with --choose"
                .to_owned(),
        )),
    }
}

/// Returns whether a board meets a goal.
fn is_met(goal: Goal, result: &VariantResult) -> bool {
    if result.state != ResultState::Done {
        return false;
    }
    let found = result.counts.distinct;
    match goal {
        Goal::Unique => found == 1,
        Goal::Few(most) => (1..=most).contains(&found),
        Goal::Solvable => result.counts.total > 0,
        Goal::Parity => result.proof == Some(Proof::Parity),
        Goal::AtLeast(_) | Goal::Apart(_) => false,
    }
}

/// A goal as it is said of a board.
fn goal_words(goal: Goal) -> String {
    match goal {
        Goal::Unique => "exactly one solution".to_owned(),
        Goal::Few(most) => format!("1 to {most} solutions"),
        Goal::Parity => "ruled out by parity".to_owned(),
        Goal::Solvable | Goal::AtLeast(_) | Goal::Apart(_) => "solvable".to_owned(),
    }
}

/// The search, and what it is of.
struct Search<'a> {
    args: &'a SetsArgs,
    goal: Goal,
    plan: Arc<VariantPlan>,
}

pub(in crate::cli) fn invent(
    args: &SetsArgs,
    description: &Description,
    puzzle: &Arc<Puzzle>,
) -> Result<Outcome, CliError> {
    let listening = Listening::start();
    let saving = args.saving.open()?;
    let saved = args.saving.resume.as_deref().map(SavedVariants::load).transpose()?;
    let goal = args.goal.0;
    let question = question_of(goal)?;
    let plan = Arc::new(listening.aside(|| plan(args, puzzle, question, saved.as_ref()))?);
    let search = Search { args, goal, plan: Arc::clone(&plan) };
    let threads = args.threads.map_or_else(default_threads, usize::from);
    let settings = VariantSettings {
        threads,
        resume: saved,
        last_checkpoint: saving.is_some(),
        wake: Some(waker()),
        ..VariantSettings::default()
    };
    let run = VariantRun::start(Arc::clone(&plan), settings);
    let last = wait(&run, &Watch::new(&listening, saving.as_ref(), args.most_time));
    if let Some(Saving { path, .. }) = &saving
        && let Some(state) = run.saved()
    {
        state.save(path)?;
        if last.phase != Phase::Complete {
            tell!("Resume with --resume {}", path.display());
        }
    }
    let interrupted = listening.is_pressed();
    drop(listening);
    check_failure(&last.phase, "the search")?;
    let met = run.with_results(|results| search.report(description, results, &last, threads))?;
    Ok(outcome(&last.phase, met > 0, interrupted))
}

fn plan(
    args: &SetsArgs,
    puzzle: &Arc<Puzzle>,
    question: Question,
    saved: Option<&SavedVariants>,
) -> Result<VariantPlan, CliError> {
    let said = |message: String| CliError::Message(format!("{}: {message}", args.file.display()));
    let puzzle = puzzle.with_all_boards();
    let encoding = Arc::new(Encoding::new(&puzzle).map_err(|error| plan_error(error.into()))?);
    let group = SymmetryGroup::new(&puzzle, &encoding);
    let list = VariantList::new(&puzzle, &encoding, &group, args.all);
    let list = list.map_err(|error| said(error.to_string()))?;
    let Some(saved) = saved else {
        return VariantPlan::new(list, encoding, question, None).map_err(plan_error);
    };
    let path = args.saving.resume.as_deref().unwrap_or(&args.file);
    let wrong = |why| CliError::Message(format!("{}: {why}", path.display()));
    let plan = saved.plan(list, encoding).map_err(wrong)?;
    match plan.question() == question {
        true => Ok(plan),
        false => Err(wrong("the file belongs to a search with another goal".to_owned())),
    }
}

impl Search<'_> {
    /// Prints and writes what was found; the number of boards that meet the goal.
    fn report(
        &self,
        description: &Description,
        results: &[VariantResult],
        last: &VariantSnapshot,
        threads: usize,
    ) -> Result<usize, CliError> {
        let Search { args, goal, plan } = self;
        let list = plan.list();
        let (met, others): (Vec<usize>, Vec<usize>) =
            (0..results.len()).partition(|&n| is_met(*goal, &results[n]));
        let is_table = args.csv.as_deref() == Some(Path::new("-"));
        if args.json {
            for (index, result) in results.iter().enumerate() {
                let meets = is_met(*goal, result);
                let variant = variant_report(plan, index, result);
                say!("{}", json(&BoardReport { meets, variant }));
            }
            say!(
                "{}",
                json(&BoardsReport {
                    title: &list.puzzle.title,
                    boards: last.variants,
                    tested: last.solved,
                    goal: goal_words(*goal),
                    met: met.len(),
                    best: met.first().map(|&index| list.name(index)),
                    nodes: last.nodes,
                    seconds: seconds(last.elapsed),
                    threads,
                    complete: last.phase == Phase::Complete,
                })
            );
        } else if !is_table {
            self.say_all(&met, last);
        }
        let order = met.iter().chain(&others).copied();
        let question = plan.question();
        if let Some(path) = args.csv.as_deref() {
            let equal = EqualVariants::of_list(list).map_err(|error| plan_error(error.into()))?;
            let table = ResultTable { list, equal: &equal, results, question };
            output::table(path, |out| table.write_csv(order, out))?;
        }
        match (&args.out, met.first()) {
            (Some(path), Some(&best)) => write_board(list, description, best, path)?,
            (Some(path), None) => {
                tell!("No board meets the goal; {} is not written.", path.display());
            }
            (None, _) => {}
        }
        Ok(met.len())
    }

    fn say_all(&self, met: &[usize], last: &VariantSnapshot) {
        let Search { goal, plan, .. } = self;
        let list = plan.list();
        say!("{}", list.puzzle.title);
        let words = text::capitalised(&goal_words(*goal));
        let boards = text::count(list.len() as u64, "variant");
        say!("{words}: {} of {boards}", text::grouped(met.len() as u64));
        for (n, &index) in met.iter().take(MAX_LISTED).enumerate() {
            say!("  {}", list.name(index));
            if n < MAX_DRAWN {
                list.board_rows(index).iter().for_each(|row| say!("    {row}"));
            }
        }
        if met.len() > MAX_LISTED {
            let more = text::grouped((met.len() - MAX_LISTED) as u64);
            say!("  and {more} more; --csv and --json write all");
        }
        say!(
            "{} after {}: {} of {} tested · {}",
            if last.phase == Phase::Complete { "Complete" } else { "Stopped" },
            text::elapsed(last.elapsed),
            text::grouped(last.solved as u64),
            text::grouped(last.variants as u64),
            text::count_rounded(last.nodes as f64, "node"),
        );
    }
}

/// Writes the puzzle with a board.
fn write_board(
    list: &VariantList,
    description: &Description,
    index: usize,
    path: &Path,
) -> Result<(), CliError> {
    let board = description_of_variant(description, list, index);
    let board = board.map_err(|refusal| CliError::Message(refusal.to_string()))?;
    let text = puzzle_file::write(&board);
    format::write_file_with(path, |out| out.write_all(text.as_bytes()))?;
    Ok(())
}
