//! The arguments of the program and of its commands.

mod make;
mod values;

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand};

pub use self::make::{
    ArtworkArg, LaserArgs, LaserPart, MakeArgs, PaperArgs, PaperLayout, PrintArgs,
};
pub use self::values::{
    FilterText, GoalError, GoalText, NumberRange, NumberRangeError, PartName, PartNameError,
    PieceCount, PieceCountError, SortOrder, SortOrderError, TimeError,
};
use self::values::{moves_path, parse_measure, parse_time};
use crate::disassembly::{DEFAULT_MAX_STATES, MAX_STATES};
use crate::exact_cover::Engine;
use crate::files::Format;
use crate::format;
use crate::picture::PictureSize;
use crate::solution::measures::MeasureId;
use crate::solution::table::TableFormat;
use crate::workbench::stepper::{FRAME_TIMES, MAX_PICTURES};

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
    Export(Box<ExportArgs>),
    /// Select solutions by an expression and tabulate their measures.
    #[command(after_long_help = EXPRESSION_HELP)]
    Filter(FilterArgs),
    /// Count the solutions by one or two measures, as a table to publish.
    #[command(after_long_help = EXPRESSION_HELP)]
    Table(TableArgs),
    /// Write the steps of the search by dancing links as pictures.
    Steps(StepsArgs),
    /// Repeat a stored result with another engine and in another order, compare the counts and the
    /// solutions, and certify the result.
    Recount(RecountArgs),
    /// Check a certificate: count again by another engine, or compare a list of solutions.
    Verify(VerifyArgs),
    /// Find out which solutions can be taken apart, and by which moves.
    Disassemble(DisassembleArgs),
    /// Solve all variants of a puzzle: different open sites, pieces, boards or given placements.
    Variants(VariantsArgs),
    /// Search for sets of pieces that make every variant solvable or meet another goal.
    Invent(SetsArgs),
    /// Make challenges from a puzzle's solutions: the fewest given placements that leave exactly
    /// one solution, with measures of difficulty.
    Challenges(ChallengesArgs),
    /// Divide a run into parts for many machines; solve --part solves them.
    Split(SplitArgs),
    /// Merge the results of parts into the counts and solutions of one run.
    Merge(MergeArgs),
    /// Show the progress of a run in parts.
    Status(StatusArgs),
    /// Print a page of the guide or the help of a command.
    Help(HelpArgs),
    /// Write man pages and completions for shells to a folder.
    #[command(hide = true)]
    Manual(ManualArgs),
}

/// The files that a command reads, and those that it writes, with their flags.
pub(super) struct Files<'a> {
    pub(super) read: Vec<&'a Path>,
    pub(super) written: Vec<(&'static str, &'a Path)>,
}

impl Command {
    /// The files of the command; `-` is none.
    pub(super) fn files(&self) -> Files<'_> {
        let (out, csv, checkpoint) = ("--out", "--csv", "--checkpoint");
        type Flag<'a> = (&'static str, Option<&'a PathBuf>);
        let (read, written): (Vec<Option<&PathBuf>>, Vec<Flag<'_>>) = match self {
            Command::Solve(args) => (
                args.files.iter().map(Some).chain([args.saving.resume.as_ref()]).collect(),
                vec![
                    (out, args.out.as_ref()),
                    (checkpoint, args.saving.checkpoint.as_ref()),
                    ("--proof", args.proof.as_ref()),
                ],
            ),
            Command::Export(args) => {
                let pictures = args.laser.artwork.iter().map(|artwork| &artwork.file);
                let read = [&args.file].into_iter().chain(pictures);
                (read.map(Some).collect(), vec![(out, args.out.as_ref())])
            }
            Command::Filter(args) => {
                (vec![args.file.as_ref()], vec![(out, args.out.as_ref()), (csv, args.csv.as_ref())])
            }
            Command::Table(args) => (vec![Some(&args.file)], vec![(out, args.out.as_ref())]),
            Command::Variants(args) => (
                vec![Some(&args.file), args.saving.resume.as_ref()],
                vec![(csv, args.csv.as_ref()), (checkpoint, args.saving.checkpoint.as_ref())],
            ),
            Command::Invent(args) => (
                vec![Some(&args.file), args.saving.resume.as_ref()],
                vec![
                    (out, args.out.as_ref()),
                    (csv, args.csv.as_ref()),
                    (checkpoint, args.saving.checkpoint.as_ref()),
                ],
            ),
            Command::Challenges(args) => (vec![Some(&args.file)], vec![(csv, args.csv.as_ref())]),
            Command::Split(args) => {
                let read = [&args.file].into_iter().chain(&args.results);
                (read.map(Some).collect(), vec![(out, args.out.as_ref())])
            }
            Command::Merge(args) => {
                let read = [&args.file].into_iter().chain(&args.results);
                (read.map(Some).collect(), vec![(out, args.out.as_ref()), (csv, args.csv.as_ref())])
            }
            Command::Check(args) => (
                vec![Some(&args.file)],
                vec![
                    ("--certificate", args.certificate.as_ref()),
                    ("--picture", args.picture.as_ref()),
                ],
            ),
            Command::Recount(args) => {
                (vec![Some(&args.file)], vec![("--certificate", args.certificate.as_ref())])
            }
            Command::Disassemble(args) => {
                (vec![Some(&args.file)], vec![("--sheet", args.sheet.as_ref())])
            }
            Command::Steps(args) => {
                (vec![Some(&args.file)], vec![("--animation", args.animation.as_ref())])
            }
            Command::Estimate(_)
            | Command::Verify(_)
            | Command::Status(_)
            | Command::Help(_)
            | Command::Manual(_) => (Vec::new(), Vec::new()),
        };
        let is_file = |path: &Path| path != Path::new("-");
        let read = read.into_iter().flatten().map(PathBuf::as_path);
        let written = written.into_iter().filter_map(|(flag, path)| Some((flag, path?.as_path())));
        Files {
            read: read.filter(|path| is_file(path)).collect(),
            written: written.filter(|(_, path)| is_file(path)).collect(),
        }
    }
}

/// Arguments of `help`.
#[derive(Debug, Args)]
pub struct HelpArgs {
    /// A command or a page of the guide; without a topic, all of them are listed.
    pub topic: Option<String>,
}

/// Arguments of `manual`.
#[derive(Debug, Args)]
pub struct ManualArgs {
    /// The folder, which is made if there is none.
    pub folder: PathBuf,
}

/// Where a run saves checkpoints, and from which it resumes.
#[derive(Debug, Args)]
pub struct SavingArgs {
    /// Save checkpoints to this file: regularly, when interrupted and at the end.
    #[arg(long)]
    pub checkpoint: Option<PathBuf>,
    /// Resume from a checkpoint file and save further checkpoints to it.
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
    /// puzzle; or - for standard input. Of several files, the counts are printed in a line each.
    #[arg(value_name = "FILE", required_unless_present = "part")]
    pub files: Vec<PathBuf>,
    /// Solve each line of the files: sudokus of 81 signs, '.' or 0 for an empty cell; or problems of
    /// items and options (.dlx) with a line of dashes between them. The result of each is a line.
    #[arg(long, conflicts_with = "part")]
    pub lines: bool,
    /// Solve one part of a run that split divided: FILE:17, or FILE:auto for the part that the
    /// queue assigns. The result goes to the folder --out, by default FILE with the extension
    /// .results. A part that was stopped continues when it is solved again.
    #[arg(
        long,
        value_name = "FILE:N",
        group = "bounded",
        conflicts_with_all = [
            "files", "problem", "count", "limit", "engine", "expression", "checkpoint", "resume",
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
    /// Stop after this many distinct solutions. If the search would take more than a day, up to 100
    /// are found as with --first.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    pub limit: Option<u64>,
    /// Keep only the solutions whose pieces can be taken apart by sliding them; the others are counted.
    #[arg(
        long,
        conflicts_with_all = [
            "count", "limit", "first", "sat", "part", "checkpoint", "resume", "expression",
        ]
    )]
    pub disassembles: bool,
    /// Find one solution, or N solutions that differ from each other, of a puzzle too large for a
    /// complete search. With one thread, the same seed finds the same solutions.
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
    /// Ask a SAT solver whether there is a solution: a second opinion that shares no code with the
    /// engines.
    #[arg(
        long,
        group = "bounded",
        conflicts_with_all = [
            "first", "part", "count", "limit", "engine", "expression", "checkpoint", "resume",
            "profile", "threads",
        ]
    )]
    pub sat: bool,
    /// If --sat finds no solution, write the proof to this file (DRAT, for the formula that export
    /// --to cnf writes).
    #[arg(long, value_name = "FILE", requires = "sat")]
    pub proof: Option<PathBuf>,
    /// The seed of the random choices of --first.
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Stop --first, --sat or --part after this time, such as 90, 50m or 2h. What is left of a part
    /// is saved with its result.
    #[arg(long = "for", value_name = "TIME", requires = "bounded", value_parser = parse_time)]
    pub most_time: Option<Duration>,
    /// Number of threads; one for each core by default.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// The engine; by default the one that suits the puzzle best.
    #[arg(long, value_parser = engine_parser())]
    pub engine: Option<&'static Engine>,
    /// Megabytes that a frontier sweep may use. Beyond that, it counts in several passes, or
    /// another engine takes over.
    #[arg(long, default_value_t = 384, value_parser = clap::value_parser!(u16).range(1..))]
    pub memory: u16,
    /// Take no notice of the symmetries of a .dlx problem: every solution counts as distinct, and is
    /// listed.
    #[arg(long, conflicts_with_all = ["lines", "first", "sat", "part"])]
    pub no_symmetry: bool,
    /// Write the solutions to this file. The extension selects the format: .ron, .lines or .sqlite.
    /// For a .dlx problem, the options of each solution are written as text.
    #[arg(long)]
    pub out: Option<PathBuf>,
    /// Also count the solutions that this expression keeps; --out writes only those.
    #[arg(long = "where", value_name = "EXPRESSION", conflicts_with = "count")]
    pub expression: Option<FilterText>,
    #[command(flatten)]
    pub saving: SavingArgs,
    /// Print the number of nodes at each level of the search tree.
    #[arg(long)]
    pub profile: bool,
    /// Print the result as one JSON object on the last line; of several puzzles, one object each.
    #[arg(long)]
    pub json: bool,
}

impl SolveArgs {
    /// The file; standard input where there is none, as with --part.
    pub(super) fn file(&self) -> &Path {
        self.files.first().map_or_else(|| Path::new(format::STANDARD_INPUT), PathBuf::as_path)
    }

    /// The first option that is for a single puzzle.
    pub(super) fn single_option(&self) -> Option<&'static str> {
        let options = [
            ("--problem", self.problem.is_some()),
            ("--disassembles", self.disassembles),
            ("--first", self.first.is_some()),
            ("--sat", self.sat),
            ("--out", self.out.is_some()),
            ("--where", self.expression.is_some()),
            ("--checkpoint", self.saving.checkpoint.is_some()),
            ("--resume", self.saving.resume.is_some()),
            ("--profile", self.profile),
        ];
        options.into_iter().find(|(_, is_given)| *is_given).map(|(option, _)| option)
    }
}

/// Arguments of `split`.
#[derive(Debug, Args)]
pub struct SplitArgs {
    /// A puzzle (.ron, .xmpuzzle, .txt), or items and options (.dlx); the name of a bundled puzzle;
    /// or a file of parts, to divide the work that is left.
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
    /// Divide the search for sets of pieces that make every variant solvable or meet another goal.
    #[arg(long, group = "batched", conflicts_with_all = ["count", "engine"])]
    pub invent: bool,
    #[command(flatten)]
    pub batch: BatchArgs,
    /// To divide the work that is left: results, folders of results, and files of earlier
    /// divisions; by default the results folder of the file of parts.
    #[arg(long, value_name = "PATH", num_args = 1..)]
    pub results: Vec<PathBuf>,
    /// The file to write; by default the name of the puzzle with the extension .parts. Required to
    /// divide the work that is left.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// The work that `split --variants` and `split --invent` divide; as for `variants` and `invent`.
#[derive(Debug, Args)]
pub struct BatchArgs {
    /// With --variants: only variants whose names contain all these words, such as "Oct" or "6
    /// Oct".
    #[arg(long, value_name = "WORDS", requires = "variants")]
    pub only: Option<String>,
    /// With --variants or --invent: also the variants that the file excludes.
    #[arg(long, requires = "batched")]
    pub all: bool,
    /// With --variants or --invent: only find out whether each variant has a solution.
    #[arg(long, requires = "batched")]
    pub exists: bool,
    /// With --variants: count the distinct solutions of each variant, up to N.
    #[arg(long, value_name = "N", requires = "variants", conflicts_with = "exists",
        value_parser = clap::value_parser!(u64).range(2..))]
    pub up_to: Option<u64>,
    /// With --variants: solve them one by one.
    #[arg(long, requires = "variants")]
    pub one_by_one: bool,
    /// With --invent: the number of pieces in a set, such as 8 or 5-7; by default as in the
    /// variants of the file.
    #[arg(long, value_name = "N", requires = "invent")]
    pub choose: Option<PieceCount>,
    /// With --invent: pieces that every set contains, separated by commas.
    #[arg(long, value_name = "PIECES", value_delimiter = ',', requires = "invent")]
    pub always: Vec<String>,
    /// With --invent: pieces that no set contains, separated by commas.
    #[arg(long, value_name = "PIECES", value_delimiter = ',', requires = "invent")]
    pub never: Vec<String>,
    /// With --invent: stop testing a set once this many variants have no solution.
    #[arg(long, value_name = "N", requires = "invent",
        value_parser = clap::value_parser!(u32).range(1..))]
    pub give_up: Option<u32>,
    /// With --invent: take solutions apart, for merge --goal apart.
    #[arg(long, requires = "invent", conflicts_with = "exists")]
    pub apart: bool,
}

/// Arguments of `merge`.
#[derive(Debug, Args)]
pub struct MergeArgs {
    /// The file of parts that split wrote.
    pub file: PathBuf,
    /// Results, folders of results, and files of later divisions; by default the results folder of
    /// the file of parts.
    pub results: Vec<PathBuf>,
    /// List the numbers of the parts that are not finished, one per line, and do nothing else.
    #[arg(long, conflicts_with_all = ["out", "csv", "json"])]
    pub missing: bool,
    /// Write the solutions to this file. The extension selects the format: .ron, .lines or .sqlite.
    /// For a .dlx problem, the options of each solution are written as text. For sets of pieces,
    /// write the puzzle with the best set that meets the goal.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Write one line for each variant or set of pieces; - means standard output.
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// The goal that a set of pieces must meet, as for invent.
    #[arg(long, default_value = "solvable")]
    pub goal: GoalText,
    /// Print the result as one JSON object, after one object for each variant or set.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `status`.
#[derive(Debug, Args)]
pub struct StatusArgs {
    /// The file of parts that split wrote.
    pub file: PathBuf,
    /// Results, folders of results, and files of later divisions; by default the results folder of
    /// the file of parts.
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
    /// Number of random samples of the search tree; fewer if they take longer than three seconds.
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(2..))]
    pub probes: u64,
    /// The engine; by default the one that suits the puzzle best.
    #[arg(long, value_parser = engine_parser())]
    pub engine: Option<&'static Engine>,
}

/// Arguments of `check`.
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// A puzzle (.ron, .xmpuzzle, .txt), solutions (.ron, .lines, .sqlite), items and options
    /// (.dlx), or a certificate that there is no solution.
    pub file: PathBuf,
    /// The number of the problem in a BurrTools file, from 1.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub problem: Option<u32>,
    /// Print all checks, and the reason why there is no solution if one is found, as JSON.
    #[arg(long)]
    pub json: bool,
    /// Write the proof that there is no solution to this file; check verifies it.
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// Draw the board in the colours of the proof that there is no solution, as SVG.
    #[arg(long, value_name = "FILE")]
    pub picture: Option<PathBuf>,
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
    /// The file to write; standard output by default (not for PNG, SQLite, BurrTools and 3MF). For
    /// STL, the folder, with one file per part. Several sheets become several files with numbers.
    #[arg(long)]
    pub out: Option<PathBuf>,
    /// Only the solution with this number, from 1.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    pub solution: Option<u64>,
    /// The variant with this name, as a puzzle of its own, such as "6 Oct".
    #[arg(long, value_name = "NAME", conflicts_with = "solution")]
    pub variant: Option<String>,
    /// Write a puzzle without what the format has no place for, and list that.
    #[arg(long)]
    pub lossy: bool,
    /// Leave out the names of the pieces.
    #[arg(long)]
    pub no_names: bool,
    /// Leave out the grid inside the pieces.
    #[arg(long)]
    pub no_grid: bool,
    /// Draw outlines only, for cutting.
    #[arg(long)]
    pub outlines: bool,
    /// Leave out the background of a picture (svg, png).
    #[arg(long)]
    pub transparent: bool,
    /// Write the title of the puzzle and the number of the solution below a picture (svg, png).
    #[arg(long)]
    pub caption: bool,
    /// Write the values of up to four measures below each solution of a sheet or poster (svg, png,
    /// pdf), such as border,crossroads.
    #[arg(long, value_name = "MEASURES", value_delimiter = ',', value_parser = parse_measure)]
    pub measures: Vec<MeasureId>,
    /// The width of a picture in pixels (png).
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(1..=i64::from(PictureSize::MAX_WIDTH)))]
    pub width: Option<u32>,
    /// The resolution of a picture in pixels per inch (png).
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
    /// A solutions file (.ron, .lines, .sqlite), as written by solve --out or export.
    #[arg(required_unless_present = "list")]
    pub file: Option<PathBuf>,
    /// Keep the solutions for which this expression is true; all by default.
    #[arg(long = "where", value_name = "EXPRESSION")]
    pub expression: Option<FilterText>,
    /// The order of the lines of --csv: a measure, with :desc for the largest first.
    #[arg(long, value_name = "MEASURE[:desc]", requires = "csv")]
    pub sort: Option<SortOrder>,
    /// Write the number and the measures of each solution that is kept; - means standard output.
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Write the solutions that are kept to this file; the extension selects the format: .ron,
    /// .lines or .sqlite.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Number of threads; one for each core by default.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// List the measures; with a file, mark those that do not apply to its puzzle.
    #[arg(long)]
    pub list: bool,
    /// Print the result as one JSON object.
    #[arg(long, conflicts_with = "list")]
    pub json: bool,
}

/// Arguments of `table`.
#[derive(Debug, Args)]
pub struct TableArgs {
    /// A puzzle, which is solved first, or a file of solutions (.ron, .lines, .sqlite).
    pub file: PathBuf,
    /// The number of the problem in a BurrTools file, from 1.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub problem: Option<u32>,
    /// The measure of the rows; given twice, the second is that of the columns. filter --list lists
    /// the measures.
    #[arg(long, value_name = "MEASURE", required = true)]
    pub by: Vec<String>,
    /// Count the solutions for which this expression is true; all by default.
    #[arg(long = "where", alias = "filter", value_name = "EXPRESSION")]
    pub expression: Option<FilterText>,
    /// Count turned and flipped copies too, not only distinct solutions.
    #[arg(long)]
    pub all: bool,
    /// The form of the table; by default that of the extension of --out, or text.
    #[arg(long, value_parser = table_format_parser())]
    pub format: Option<TableFormat>,
    /// Write the table to this file (.txt, .md, .html, .csv) instead of standard output.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Number of threads; one for each core by default.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Print the table as one JSON object.
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
}

/// Arguments of `steps`.
#[derive(Debug, Args)]
pub struct StepsArgs {
    /// A puzzle (.ron, .xmpuzzle, .txt), its solutions (.ron), or items and options (.dlx); the
    /// name of a bundled puzzle; or - for standard input.
    pub file: PathBuf,
    /// The number of the problem in a BurrTools file, from 1.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub problem: Option<u32>,
    /// Write a picture of each step to this folder, which is new or empty.
    #[arg(long, value_name = "FOLDER", required_unless_present = "animation")]
    pub pictures: Option<PathBuf>,
    /// Write an animated picture of the steps (APNG) to this file.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["pictures", "png"])]
    pub animation: Option<PathBuf>,
    /// The time of each picture of the animation, from 50 to 5000 ms; the last one stays for two seconds or
    /// longer.
    #[arg(long, value_name = "MS", requires = "animation", default_value_t = 500,
        value_parser = clap::value_parser!(u16)
            .range(i64::from(*FRAME_TIMES.start())..=i64::from(*FRAME_TIMES.end())))]
    pub milliseconds: u16,
    /// The number of pictures, at most 2000, or 300 of an animation; by default to the end of the
    /// branch.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_PICTURES)))]
    pub steps: Option<u32>,
    /// The number of the first step; 0 is the start of the search.
    #[arg(long, value_name = "STEP", default_value_t = 0)]
    pub from: u64,
    /// Draw only steps that try or undo an option, or meet a solution or a dead end.
    #[arg(long)]
    pub by_option: bool,
    /// Write PNG instead of SVG files.
    #[arg(long)]
    pub png: bool,
}

/// Arguments of `recount`.
#[derive(Debug, Args)]
pub struct RecountArgs {
    /// A puzzle (.ron, .xmpuzzle, .txt), its solutions (.ron), or items and options (.dlx); the
    /// name of a bundled puzzle; or - for standard input. If no complete result is stored, the
    /// puzzle is solved first.
    pub file: PathBuf,
    /// The number of the problem in a BurrTools file, from 1.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub problem: Option<u32>,
    /// Choose the fastest engine other than the one that found the stored result; the default.
    #[arg(long, conflicts_with = "engine")]
    pub by_another_engine: bool,
    /// The engine for the recount.
    #[arg(long, value_parser = engine_parser())]
    pub engine: Option<&'static Engine>,
    /// Compare only the counts, not the solutions.
    #[arg(long)]
    pub count: bool,
    /// Number of threads; one for each core by default.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Megabytes that a frontier sweep may use.
    #[arg(long, default_value_t = 384, value_parser = clap::value_parser!(u16).range(1..))]
    pub memory: u16,
    /// The database of results; by default the one that the window uses.
    #[arg(long, value_name = "FILE")]
    pub results: Option<PathBuf>,
    /// Write the certificate to this file, if the result is certified; verify checks it.
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// Print the result as one JSON object on the last line.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `verify`.
#[derive(Debug, Args)]
pub struct VerifyArgs {
    /// A certificate, as recount --certificate or check --certificate writes it; or - for standard
    /// input.
    pub file: PathBuf,
    /// Compare the solutions in this file (.ron, .lines, .sqlite) instead of counting again.
    #[arg(long, value_name = "FILE")]
    pub solutions: Option<PathBuf>,
    /// Number of threads; one for each core by default.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Megabytes that a frontier sweep may use.
    #[arg(long, default_value_t = 384, value_parser = clap::value_parser!(u16).range(1..))]
    pub memory: u16,
}

/// Arguments of `disassemble`.
#[derive(Debug, Args)]
pub struct DisassembleArgs {
    /// A puzzle (.ron, .xmpuzzle, .txt), which is solved first, or solutions (.ron, .lines, .sqlite);
    /// the name of a bundled puzzle; or - for standard input.
    pub file: PathBuf,
    /// The number of the problem in a BurrTools file, from 1.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub problem: Option<u32>,
    /// Most positions of the pieces of one solution to search; beyond them the answer is not known.
    #[arg(long, value_name = "N", default_value_t = DEFAULT_MAX_STATES,
        value_parser = clap::value_parser!(u64).range(1..=MAX_STATES))]
    pub limit_states: u64,
    /// A piece that need not be separated from others so named; may be repeated.
    #[arg(long, value_name = "PIECE")]
    pub together: Vec<String>,
    /// Write how a solution is taken apart to this file. The extension selects the form: .pdf for a
    /// sheet of numbered pictures, .html for a web page that plays the moves, .svg or .png for a file of
    /// each move, .apng for an animation.
    #[arg(long, value_name = "FILE", value_parser = moves_path)]
    pub sheet: Option<PathBuf>,
    /// The solution for --sheet, by its number; by default the first one that comes apart.
    #[arg(long, value_name = "N", requires = "sheet",
        value_parser = clap::value_parser!(u64).range(1..))]
    pub solution: Option<u64>,
    /// Number of threads; one for each core by default.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Print one JSON object for each solution, and one for all on the last line.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `variants`.
#[derive(Debug, Args)]
pub struct VariantsArgs {
    /// A puzzle (.ron) with variants; the name of a bundled puzzle; or - for standard input.
    pub file: PathBuf,
    /// The number of the problem in a BurrTools file, from 1.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub problem: Option<u32>,
    /// Only variants whose names contain all these words, such as "Oct" or "6 Oct".
    #[arg(long, value_name = "WORDS")]
    pub only: Option<String>,
    /// Also the variants that the file excludes.
    #[arg(long)]
    pub all: bool,
    /// Only find out whether each variant has a solution.
    #[arg(long, conflicts_with = "resume")]
    pub exists: bool,
    /// Count the distinct solutions of each variant, up to N. With 2, this shows which variants
    /// have exactly one.
    #[arg(long, value_name = "N", conflicts_with_all = ["resume", "exists"],
        value_parser = clap::value_parser!(u64).range(2..))]
    pub up_to: Option<u64>,
    /// Solve the variants one by one, which shows the nodes and the time of each. By default, all
    /// are solved in one search if that is faster.
    #[arg(long)]
    pub one_by_one: bool,
    /// Number of threads; one for each core by default.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Write one line for each variant; - means standard output.
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    #[command(flatten)]
    pub saving: SavingArgs,
    /// Print one JSON object for each variant, and one for all variants on the last line.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `invent`.
#[derive(Debug, Args)]
pub struct SetsArgs {
    /// A puzzle (.ron) with all pieces to choose from; the name of a bundled puzzle; or - for
    /// standard input. Each set of pieces is tested against the variants of the file, or against
    /// the puzzle itself. If the variants do not choose pieces, their boards are tested instead.
    pub file: PathBuf,
    /// The number of the problem in a BurrTools file, from 1.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub problem: Option<u32>,
    /// The number of pieces in a set, such as 8 or 5-7; by default as in the variants of the file.
    #[arg(long, value_name = "N")]
    pub choose: Option<PieceCount>,
    /// Pieces that every set contains, separated by commas.
    #[arg(long, value_name = "PIECES", value_delimiter = ',')]
    pub always: Vec<String>,
    /// Pieces that no set contains, separated by commas.
    #[arg(long, value_name = "PIECES", value_delimiter = ',')]
    pub never: Vec<String>,
    /// The goal of a set: solvable (every variant has a solution), unique (every variant has
    /// exactly one), most=N (every variant has 1 to N), least=N (at least N variants have one),
    /// parity (parity rules out every variant), apart (of every variant exactly one comes apart), or
    /// apart=LEVEL (at this level or a higher one).
    #[arg(long, default_value = "solvable")]
    pub goal: GoalText,
    /// Also test against the variants that the file excludes.
    #[arg(long)]
    pub all: bool,
    /// Only find out whether each variant has a solution, without counting them.
    #[arg(long)]
    pub exists: bool,
    /// Stop testing a set once this many variants have no solution.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub give_up: Option<u32>,
    /// Stop after this time, such as 90, 50m or 2h.
    #[arg(long = "for", value_name = "TIME", value_parser = parse_time)]
    pub most_time: Option<Duration>,
    /// Number of threads; one for each core by default.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Write one line for each set that is tested, the best first; - means standard output.
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Write the puzzle with the best set that meets the goal to this file.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub saving: SavingArgs,
    /// Print one JSON object for each set as soon as it is tested, and one for all sets on the last
    /// line.
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
    /// The number of challenges, each from a different distinct solution.
    #[arg(long, value_name = "N", default_value_t = 12)]
    pub number: u32,
    /// Only challenges with this many given placements, such as 2 or 1..3.
    #[arg(long, value_name = "RANGE")]
    pub given: Option<NumberRange>,
    /// Only challenges with this many placements that follow one after another from the given ones.
    #[arg(long, value_name = "RANGE")]
    pub forced: Option<NumberRange>,
    /// Only challenges with this many first placements that lead to no solution.
    #[arg(long, value_name = "RANGE")]
    pub wrong: Option<NumberRange>,
    /// Only challenges whose search has this many nodes, if it always continues at the site or
    /// piece with the fewest placements.
    #[arg(long, value_name = "RANGE")]
    pub nodes: Option<NumberRange>,
    /// The seed; a different seed makes different challenges.
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Number of threads for solving; one for each core by default.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Write one line for each challenge; - means standard output.
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
  uses(F)  uses(F) = 2                   the piece is used; exactly two copies are used
  @NAME                                  the filter saved in the puzzle file under this name
A distinct solution is kept if the expression is true for one of its turned or flipped copies.
List the measures with: polywright filter --list";

/// Reads the id of a form of a table.
fn table_format_parser() -> impl TypedValueParser<Value = TableFormat> {
    let values = TableFormat::ALL.map(|own| PossibleValue::new(own.id()).help(own.name()));
    PossibleValuesParser::new(values)
        .map(|id| TableFormat::by_id(&id).expect("the ids offered are those of the table"))
}

/// Reads the id of an engine.
fn engine_parser() -> impl TypedValueParser<Value = &'static Engine> {
    let values = Engine::exhaustive().map(|engine| PossibleValue::new(engine.id).help(engine.name));
    PossibleValuesParser::new(values)
        .map(|id| Engine::by_id(&id).expect("the ids offered are those of the table"))
}
