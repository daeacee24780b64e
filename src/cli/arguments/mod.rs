//! The arguments of the program and of its commands.

mod make;
mod values;

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand};

pub use self::make::{LaserArgs, LaserPart, MakeArgs, PaperArgs, PaperLayout, PrintArgs};
use self::values::parse_time;
pub use self::values::{
    FilterText, GoalError, GoalText, NumberRange, NumberRangeError, PartName, PartNameError,
    PieceCount, PieceCountError, SortOrder, SortOrderError, TimeError,
};
use crate::exact_cover::Engine;
use crate::files::Format;
use crate::format;
use crate::picture::PictureSize;

/// The arguments of the program.
#[derive(Debug, Parser)]
#[command(
    name = "polywright",
    version,
    about,
    args_conflicts_with_subcommands = true,
    disable_help_subcommand = true
)]
pub struct CommandLine {
    /// The puzzle or solutions to open in the window; - reads a puzzle from standard input.
    pub file: Option<PathBuf>,
    /// Work without the window.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// Work that needs no window.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Find all distinct solutions of a puzzle.
    #[command(after_long_help = EXPRESSION_HELP)]
    Solve(SolveArgs),
    /// Estimate the size of the search tree and the time to search it.
    Estimate(EstimateArgs),
    /// Validate a puzzle and show its pieces, placements and symmetries.
    Check(CheckArgs),
    /// Write a puzzle or its solutions in another format.
    Export(ExportArgs),
    /// Find the solutions that an expression keeps, and tabulate their measures.
    #[command(after_long_help = EXPRESSION_HELP)]
    Filter(FilterArgs),
    /// Repeat a stored result by another engine and in another order, compare the counts and the
    /// solutions, and certify the result.
    Recount(RecountArgs),
    /// Solve all variants of a puzzle: other sites left open in turn, as its file says.
    Variants(VariantsArgs),
    /// Search for sets of pieces that make every variant solvable, or have another wanted property.
    Invent(SetsArgs),
    /// Make challenges of a puzzle's solutions: the fewest placements given that leave exactly one
    /// solution, with measures of how hard they are.
    Challenges(ChallengesArgs),
    /// Divide a run into parts for many machines, to be solved with solve --part.
    Split(SplitArgs),
    /// Put the results of parts together: the counts and solutions of one run.
    Merge(MergeArgs),
    /// Show how far a run in parts has come.
    Status(StatusArgs),
    /// Print a page of the guide, or the help of a command.
    Help(HelpArgs),
}

/// Arguments of `help`.
#[derive(Debug, Args)]
pub struct HelpArgs {
    /// A command, or a page of the guide; without one, both are listed.
    pub topic: Option<String>,
}

/// Where a run saves checkpoints, and from which it resumes.
#[derive(Debug, Args)]
pub struct SavingArgs {
    /// Save checkpoints to this file: regularly, when interrupted and at the end.
    #[arg(long)]
    pub checkpoint: Option<PathBuf>,
    /// Resume from a file that --checkpoint wrote, and save further checkpoints to it.
    #[arg(long, conflicts_with = "checkpoint")]
    pub resume: Option<PathBuf>,
    /// Seconds between checkpoints.
    #[arg(long, default_value_t = 30.0)]
    pub checkpoint_every: f64,
}

/// Arguments of `solve`.
#[derive(Debug, Args)]
pub struct SolveArgs {
    /// A puzzle (.ron, .xmpuzzle, .txt), or items and options (.dlx); the name of a bundled
    /// puzzle; or - for standard input.
    #[arg(required_unless_present = "part")]
    pub file: Option<PathBuf>,
    /// Solve one part of a run that was divided by split: FILE:17, or FILE:auto for the part that
    /// the queue names. The result goes to the folder --out, by default FILE with the ending
    /// .results; solved again, a part that was stopped goes on.
    #[arg(
        long,
        value_name = "FILE:N",
        group = "bounded",
        conflicts_with_all = [
            "file", "problem", "count", "limit", "engine", "expression", "checkpoint", "resume",
            "profile",
        ]
    )]
    pub part: Option<PartName>,
    /// The number of the problem in a BurrTools file, from 1.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub problem: Option<u32>,
    /// Only count the solutions; keep none in memory.
    #[arg(long, conflicts_with = "out")]
    pub count: bool,
    /// Stop after this many distinct solutions. Up to 100 of a puzzle whose search would take more
    /// than a day are found as by --first.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    pub limit: Option<u64>,
    /// Find one solution, or so many that are unlike each other, of puzzles too large to be searched
    /// to the end. With one thread the same seed finds the same solutions.
    #[arg(
        long,
        value_name = "N",
        num_args = 0..=1,
        default_missing_value = "1",
        value_parser = clap::value_parser!(u64).range(1..),
        group = "bounded",
        conflicts_with_all = [
            "count", "limit", "engine", "expression", "checkpoint", "resume", "profile",
        ]
    )]
    pub first: Option<u64>,
    /// Ask a SAT solver for one solution, or whether there is none: a second opinion that shares no
    /// code with the engines.
    #[arg(
        long,
        group = "bounded",
        conflicts_with_all = [
            "first", "part", "count", "limit", "engine", "expression", "checkpoint", "resume",
            "profile", "threads",
        ]
    )]
    pub sat: bool,
    /// Where --sat finds no solution, write its proof to this file (DRAT, for the formula of
    /// export --to cnf).
    #[arg(long, value_name = "FILE", requires = "sat")]
    pub proof: Option<PathBuf>,
    /// The seed of what --first does at random.
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Stop --first, --sat or --part after this time, such as 90, 50m or 2h; what is left of a part is
    /// saved with its result.
    #[arg(long = "for", value_name = "TIME", requires = "bounded", value_parser = parse_time)]
    pub most_time: Option<Duration>,
    /// Number of threads; one for each core by default.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// The engine; by default the one that suits the puzzle best.
    #[arg(long, value_parser = engine_parser())]
    pub engine: Option<&'static Engine>,
    /// Megabytes that a frontier sweep may use. Beyond that it counts in parts, or another engine
    /// takes over.
    #[arg(long, default_value_t = 384, value_parser = clap::value_parser!(u16).range(1..))]
    pub memory: u16,
    /// Write the solutions to this file (RON; .lines and .sqlite by its ending; for .dlx the options
    /// of each solution as text).
    #[arg(long)]
    pub out: Option<PathBuf>,
    /// Also count the solutions that this expression keeps, and write only those with --out.
    #[arg(long = "where", value_name = "EXPRESSION", conflicts_with = "count")]
    pub expression: Option<FilterText>,
    #[command(flatten)]
    pub saving: SavingArgs,
    /// Print the number of nodes at each level of the search tree.
    #[arg(long)]
    pub profile: bool,
    /// Print the result as one JSON object on the last line.
    #[arg(long)]
    pub json: bool,
}

impl SolveArgs {
    /// The file; standard input where there is none, as with --part.
    pub(super) fn file(&self) -> &Path {
        self.file.as_deref().unwrap_or_else(|| Path::new(format::STANDARD_INPUT))
    }
}

/// Arguments of `split`.
#[derive(Debug, Args)]
pub struct SplitArgs {
    /// A puzzle (.ron, .xmpuzzle, .txt), or items and options (.dlx); the name of a bundled puzzle;
    /// or a file of parts, to divide again what is left of them.
    pub file: PathBuf,
    /// The number of the problem in a BurrTools file, from 1.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub problem: Option<u32>,
    /// The number of parts.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub parts: u32,
    /// Only count the solutions.
    #[arg(long)]
    pub count: bool,
    /// The engine; by default the one that suits the puzzle best.
    #[arg(long, value_parser = engine_parser())]
    pub engine: Option<&'static Engine>,
    /// Divide the run that solves all variants of the puzzle.
    #[arg(long, group = "batched", conflicts_with_all = ["count", "engine"])]
    pub variants: bool,
    /// Divide the search for sets of pieces that make the variants solvable, or have another wanted
    /// property.
    #[arg(long, group = "batched", conflicts_with_all = ["count", "engine"])]
    pub invent: bool,
    #[command(flatten)]
    pub batch: BatchArgs,
    /// Results and folders of them, when what is left is divided again, and files that divided it
    /// before; by default the folder of the results of the parts.
    #[arg(long, value_name = "PATH", num_args = 1..)]
    pub results: Vec<PathBuf>,
    /// The file to write; by default the name of the puzzle with the ending .parts. Needed when what
    /// is left is divided again.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// The work that `split --variants` and `split --invent` divide; as for `variants` and `invent`.
#[derive(Debug, Args)]
pub struct BatchArgs {
    /// With --variants: only those whose names have all these words, such as "Oct" or "6 Oct".
    #[arg(long, value_name = "WORDS", requires = "variants")]
    pub only: Option<String>,
    /// With --variants or --invent: also the variants that the file excepts.
    #[arg(long, requires = "batched")]
    pub all: bool,
    /// With --variants or --invent: only find out whether each variant has a solution.
    #[arg(long, requires = "batched")]
    pub exists: bool,
    /// With --variants: count the distinct solutions of each variant, but no more than N.
    #[arg(long, value_name = "N", requires = "variants", conflicts_with = "exists",
        value_parser = clap::value_parser!(u64).range(2..))]
    pub up_to: Option<u64>,
    /// With --variants: solve them one by one.
    #[arg(long, requires = "variants")]
    pub one_by_one: bool,
    /// With --invent: the number of pieces of a set, such as 8 or 5-7; by default the choice of the
    /// variants of the file.
    #[arg(long, value_name = "N", requires = "invent")]
    pub choose: Option<PieceCount>,
    /// With --invent: pieces that every set has, separated by commas.
    #[arg(long, value_name = "PIECES", value_delimiter = ',', requires = "invent")]
    pub always: Vec<String>,
    /// With --invent: pieces that no set has, separated by commas.
    #[arg(long, value_name = "PIECES", value_delimiter = ',', requires = "invent")]
    pub never: Vec<String>,
    /// With --invent: end the test of a set once so many variants have no solution.
    #[arg(long, value_name = "N", requires = "invent",
        value_parser = clap::value_parser!(u32).range(1..))]
    pub give_up: Option<u32>,
}

/// Arguments of `merge`.
#[derive(Debug, Args)]
pub struct MergeArgs {
    /// The file of parts that split wrote.
    pub file: PathBuf,
    /// Results and folders of them, and files that divide again what was left; by default the
    /// folder of the results of the parts.
    pub results: Vec<PathBuf>,
    /// List the numbers of the parts that are still to be run, one a line, and do nothing else.
    #[arg(long, conflicts_with_all = ["out", "csv", "json"])]
    pub missing: bool,
    /// Write the solutions to this file (RON; .lines and .sqlite by its ending; for .dlx the options
    /// of each solution as text). Of a search for sets of pieces, the puzzle with the best set that
    /// meets the goal.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Of variants or sets of pieces, write a line for each; - for standard output.
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// The goal that a set of pieces must meet, as for invent.
    #[arg(long, default_value = "solvable")]
    pub goal: GoalText,
    /// Print the result as one JSON object; of variants or sets, one for each before it.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `status`.
#[derive(Debug, Args)]
pub struct StatusArgs {
    /// The file of parts that split wrote.
    pub file: PathBuf,
    /// Results and folders of them, and files that divide again what was left; by default the
    /// folder of the results of the parts.
    pub results: Vec<PathBuf>,
    /// Print the status as one JSON object.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `estimate`.
#[derive(Debug, Args)]
pub struct EstimateArgs {
    /// A puzzle (.ron, .xmpuzzle, .txt), or items and options (.dlx); the name of a bundled
    /// puzzle; or - for standard input.
    pub file: PathBuf,
    /// The number of the problem in a BurrTools file, from 1.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub problem: Option<u32>,
    /// Number of random descents of the tree, or of sampled subtrees; fewer where that takes
    /// longer than three seconds.
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(2..))]
    pub probes: u64,
    /// The engine; by default the one that suits the puzzle best.
    #[arg(long, value_parser = engine_parser())]
    pub engine: Option<&'static Engine>,
}

/// Arguments of `check`.
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// A puzzle (.ron, .xmpuzzle, .txt), solutions (.ron, .lines, .sqlite), or items and options
    /// (.dlx).
    pub file: PathBuf,
    /// The number of the problem in a BurrTools file, from 1.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub problem: Option<u32>,
}

/// Arguments of `export`.
#[derive(Debug, Args)]
pub struct ExportArgs {
    /// A puzzle (.ron, .xmpuzzle, .txt) or its solutions (.ron, .lines, .sqlite).
    pub file: PathBuf,
    /// The number of the problem in a BurrTools file, from 1.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub problem: Option<u32>,
    /// The format to write.
    #[arg(long)]
    pub to: &'static Format,
    /// The file to write; standard output by default (not for PNG, SQLite, BurrTools and 3MF). The
    /// folder for STL, which is one file a part. Of several sheets each has a file with its number.
    #[arg(long)]
    pub out: Option<PathBuf>,
    /// Only the solution with this number, from 1.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    pub solution: Option<u64>,
    /// Leave out the names of the pieces.
    #[arg(long)]
    pub no_names: bool,
    /// Leave out the grid inside the pieces.
    #[arg(long)]
    pub no_grid: bool,
    /// Draw outlines only, for cutting.
    #[arg(long)]
    pub outlines: bool,
    /// Leave out the ground of a picture (svg, png).
    #[arg(long)]
    pub transparent: bool,
    /// Write the title of the puzzle below a picture, and the number of the solution (svg, png).
    #[arg(long)]
    pub caption: bool,
    /// The width of a picture in pixels (png).
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(1..=i64::from(PictureSize::MAX_WIDTH)))]
    pub width: Option<u32>,
    /// The resolution of a picture in pixels to the inch (png).
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(PictureSize::MAX_DPI)))]
    pub dpi: Option<u32>,
    /// Settings for making it of material.
    #[command(flatten)]
    pub make: MakeArgs,
    /// Settings for cutting it.
    #[command(flatten)]
    pub laser: LaserArgs,
    /// Settings for printing it.
    #[command(flatten)]
    pub print: PrintArgs,
    /// Settings for putting it on paper.
    #[command(flatten)]
    pub paper: PaperArgs,
}

/// Arguments of `filter`.
#[derive(Debug, Args)]
pub struct FilterArgs {
    /// A file of solutions (.ron, .lines, .sqlite), as solve --out or export writes it.
    #[arg(required_unless_present = "list")]
    pub file: Option<PathBuf>,
    /// Keep the solutions for which this expression holds; all by default.
    #[arg(long = "where", value_name = "EXPRESSION")]
    pub expression: Option<FilterText>,
    /// The order of the lines of --csv: a measure, and :desc for the greatest first.
    #[arg(long, value_name = "MEASURE[:desc]", requires = "csv")]
    pub sort: Option<SortOrder>,
    /// Write the number and the measures of each solution that is kept; - for standard output.
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Write the solutions that are kept to this file (RON; .lines and .sqlite by its ending).
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Number of threads; one for each core by default.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// List the measures, and with a file those that do not apply to its puzzle.
    #[arg(long)]
    pub list: bool,
    /// Print the result as one JSON object.
    #[arg(long, conflicts_with = "list")]
    pub json: bool,
}

/// Arguments of `recount`.
#[derive(Debug, Args)]
pub struct RecountArgs {
    /// A puzzle (.ron, .xmpuzzle, .txt), its solutions (.ron), or items and options (.dlx); the name
    /// of a bundled puzzle; or - for standard input. Where no complete result of it is stored, it
    /// is solved first.
    pub file: PathBuf,
    /// The number of the problem in a BurrTools file, from 1.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub problem: Option<u32>,
    /// Choose the fastest engine that has not found the stored result; the default.
    #[arg(long, conflicts_with = "engine")]
    pub by_another_engine: bool,
    /// The engine that counts again.
    #[arg(long, value_parser = engine_parser())]
    pub engine: Option<&'static Engine>,
    /// Only count the solutions again, and do not compare them.
    #[arg(long)]
    pub count: bool,
    /// Number of threads; one for each core by default.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Megabytes that a frontier sweep may use.
    #[arg(long, default_value_t = 384, value_parser = clap::value_parser!(u16).range(1..))]
    pub memory: u16,
    /// The database of results; by default the one that the window stores results in.
    #[arg(long, value_name = "FILE")]
    pub results: Option<PathBuf>,
    /// Print the result as one JSON object on the last line.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `variants`.
#[derive(Debug, Args)]
pub struct VariantsArgs {
    /// A puzzle (.ron) whose file names variants; the name of a bundled puzzle; or - for standard
    /// input.
    pub file: PathBuf,
    /// The number of the problem in a BurrTools file, from 1.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub problem: Option<u32>,
    /// Only the variants whose names have all these words, such as "Oct" or "6 Oct".
    #[arg(long, value_name = "WORDS")]
    pub only: Option<String>,
    /// Also the variants that the file excepts.
    #[arg(long)]
    pub all: bool,
    /// Only find out whether each variant has a solution.
    #[arg(long, conflicts_with = "resume")]
    pub exists: bool,
    /// Count the distinct solutions of each variant, but no more than N: with 2 it is known which
    /// variants have exactly one.
    #[arg(long, value_name = "N", conflicts_with_all = ["resume", "exists"],
        value_parser = clap::value_parser!(u64).range(2..))]
    pub up_to: Option<u64>,
    /// Solve the variants one by one, which tells the nodes and the time of each; by default all
    /// together in one search where that is faster.
    #[arg(long)]
    pub one_by_one: bool,
    /// Number of threads; one for each core by default.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Write a line for each variant; - for standard output.
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    #[command(flatten)]
    pub saving: SavingArgs,
    /// Print one JSON object for each variant, and one for all on the last line.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `invent`.
#[derive(Debug, Args)]
pub struct SetsArgs {
    /// A puzzle (.ron) with all pieces to choose from; the name of a bundled puzzle; or - for standard
    /// input. Each set of pieces is tested against the other variants of its file, or against the
    /// puzzle itself. Where no pieces are chosen, each board of its variants is tested.
    pub file: PathBuf,
    /// The number of the problem in a BurrTools file, from 1.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub problem: Option<u32>,
    /// The number of pieces of a set, such as 8 or 5-7; by default the choice of the variants of the
    /// file.
    #[arg(long, value_name = "N")]
    pub choose: Option<PieceCount>,
    /// Pieces that every set has, separated by commas.
    #[arg(long, value_name = "PIECES", value_delimiter = ',')]
    pub always: Vec<String>,
    /// Pieces that no set has, separated by commas.
    #[arg(long, value_name = "PIECES", value_delimiter = ',')]
    pub never: Vec<String>,
    /// The goal of a set: solvable (every variant has a solution), unique (every variant has
    /// exactly one), most=N (every variant has 1 to N), least=N (at least N variants have one),
    /// parity (parity rules out every variant).
    #[arg(long, default_value = "solvable")]
    pub goal: GoalText,
    /// Also test against the variants that the file excepts.
    #[arg(long)]
    pub all: bool,
    /// Only find out whether each variant has a solution, without counting them.
    #[arg(long)]
    pub exists: bool,
    /// End the test of a set once so many variants have no solution.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub give_up: Option<u32>,
    /// Stop after this time, such as 90, 50m or 2h.
    #[arg(long = "for", value_name = "TIME", value_parser = parse_time)]
    pub most_time: Option<Duration>,
    /// Number of threads; one for each core by default.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Write a line for each set that is tested, the best first; - for standard output.
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Write the puzzle with the best set that meets the goal to this file.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub saving: SavingArgs,
    /// Print one JSON object for each set as soon as it is tested, and one for all on the last line.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `challenges`.
#[derive(Debug, Args)]
pub struct ChallengesArgs {
    /// A puzzle, which is solved first, or a complete file of solutions (.ron, .lines, .sqlite).
    pub file: PathBuf,
    /// The number of the problem in a BurrTools file, from 1.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub problem: Option<u32>,
    /// The number of challenges, each of another distinct solution.
    #[arg(long, value_name = "N", default_value_t = 12)]
    pub number: u32,
    /// Only challenges with so many placements given, such as 2 or 1..3.
    #[arg(long, value_name = "RANGE")]
    pub given: Option<NumberRange>,
    /// Only with so many placements that follow one after the other from those given.
    #[arg(long, value_name = "RANGE")]
    pub forced: Option<NumberRange>,
    /// Only with so many first placements that lead to no solution.
    #[arg(long, value_name = "RANGE")]
    pub wrong: Option<NumberRange>,
    /// Only with so many nodes of a search that continues at the site or piece with the fewest
    /// placements.
    #[arg(long, value_name = "RANGE")]
    pub nodes: Option<NumberRange>,
    /// The seed: another one makes other challenges.
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Number of threads for solving; one for each core by default.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Write a line for each challenge; - for standard output.
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Print one JSON object for each challenge.
    #[arg(long)]
    pub json: bool,
}

/// The language of expressions in short.
const EXPRESSION_HELP: &str = "\
Expressions:
  no-crossroads and border >= 10 and not symmetric
  longest-line = 5..8 or symmetry = half-turn
  touch(P, V)  meet(P, V)  apart(P, V)   a common side; a side or a corner; neither
  covers(X, 3, 4)                        piece X covers the site at this address
  placed(X, [[3, 1], [2, 2], …])         piece X covers exactly these sites
  uses(F)  uses(F) = 2                   the piece is used; so many copies
or @NAME for a filter that is saved in the puzzle's file under that name.
A distinct solution is kept when the expression holds for one of its turned or flipped copies.
List the measures with: polywright filter --list";

/// Reads the id of an engine.
fn engine_parser() -> impl TypedValueParser<Value = &'static Engine> {
    let values = Engine::exhaustive().map(|engine| PossibleValue::new(engine.id).help(engine.name));
    PossibleValuesParser::new(values)
        .map(|id| Engine::by_id(&id).expect("the ids offered are those of the table"))
}
