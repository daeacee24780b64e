//! The arguments of the program and of its commands.

mod batches;
mod make;
mod parts;
mod results;
mod search;
mod values;

use std::path::{Path, PathBuf};

use clap::{Args, Parser, Subcommand};

pub use self::batches::{ChallengesArgs, SetsArgs, VariantsArgs};
pub use self::make::{
    ArtworkArg, LaserArgs, LaserPart, MakeArgs, PaperArgs, PaperLayout, PrintArgs,
};
pub use self::parts::{BatchArgs, MergeArgs, SplitArgs, StatusArgs};
pub use self::results::{FilterArgs, RecountArgs, TableArgs, VerifyArgs};
pub use self::search::{EstimateArgs, SavingArgs, SolveArgs};
pub use self::values::{
    FilterText, GoalError, GoalText, NumberRange, NumberRangeError, PartName, PartNameError,
    PieceCount, PieceCountError, SortOrder, SortOrderError, TimeError,
};
use self::values::{moves_path, parse_measure};
use crate::disassembly::{DEFAULT_MAX_STATES, MAX_STATES};
use crate::files::Format;
use crate::picture::PictureSize;
use crate::solution::measures::MeasureId;
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

/// Work that needs no window. The arguments of a command are made when it is called for.
#[derive(Debug, Subcommand)]
#[command(defer = true)]
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

/// A flag for a file, and the file.
type Flag<'a> = (&'static str, Option<&'a PathBuf>);

impl Command {
    /// The files of the command; `-` is none.
    pub(super) fn files(&self) -> Files<'_> {
        let is_file = |path: &Path| path != Path::new("-");
        let read = self.read().into_iter().flatten().map(PathBuf::as_path);
        let written = self.written().into_iter();
        let written = written.filter_map(|(flag, path)| Some((flag, path?.as_path())));
        Files {
            read: read.filter(|path| is_file(path)).collect(),
            written: written.filter(|(_, path)| is_file(path)).collect(),
        }
    }

    /// The files that it reads; of a command that only reads, none.
    fn read(&self) -> Vec<Option<&PathBuf>> {
        match self {
            Command::Solve(args) => {
                args.files.iter().map(Some).chain([args.saving.resume.as_ref()]).collect()
            }
            Command::Export(args) => {
                let pictures = args.laser.artwork.iter().map(|artwork| &artwork.file);
                [&args.file].into_iter().chain(pictures).map(Some).collect()
            }
            Command::Filter(args) => vec![args.file.as_ref()],
            Command::Table(args) => vec![Some(&args.file)],
            Command::Variants(args) => vec![Some(&args.file), args.saving.resume.as_ref()],
            Command::Invent(args) => vec![Some(&args.file), args.saving.resume.as_ref()],
            Command::Challenges(args) => vec![Some(&args.file)],
            Command::Split(args) => {
                [&args.file].into_iter().chain(&args.results).map(Some).collect()
            }
            Command::Merge(args) => {
                [&args.file].into_iter().chain(&args.results).map(Some).collect()
            }
            Command::Check(args) => vec![Some(&args.file)],
            Command::Recount(args) => vec![Some(&args.file)],
            Command::Disassemble(args) => vec![Some(&args.file)],
            Command::Steps(args) => vec![Some(&args.file)],
            Command::Estimate(_)
            | Command::Verify(_)
            | Command::Status(_)
            | Command::Help(_)
            | Command::Manual(_) => Vec::new(),
        }
    }

    /// The files that it writes.
    fn written(&self) -> Vec<Flag<'_>> {
        let (out, csv, checkpoint) = ("--out", "--csv", "--checkpoint");
        match self {
            Command::Solve(args) => vec![
                (out, args.out.as_ref()),
                (checkpoint, args.saving.checkpoint.as_ref()),
                ("--proof", args.proof.as_ref()),
            ],
            Command::Export(args) => vec![(out, args.out.as_ref())],
            Command::Filter(args) => vec![(out, args.out.as_ref()), (csv, args.csv.as_ref())],
            Command::Table(args) => vec![(out, args.out.as_ref())],
            Command::Variants(args) => {
                vec![(csv, args.csv.as_ref()), (checkpoint, args.saving.checkpoint.as_ref())]
            }
            Command::Invent(args) => vec![
                (out, args.out.as_ref()),
                (csv, args.csv.as_ref()),
                (checkpoint, args.saving.checkpoint.as_ref()),
            ],
            Command::Challenges(args) => vec![(csv, args.csv.as_ref())],
            Command::Split(args) => vec![(out, args.out.as_ref())],
            Command::Merge(args) => vec![(out, args.out.as_ref()), (csv, args.csv.as_ref())],
            Command::Check(args) => vec![
                ("--certificate", args.certificate.as_ref()),
                ("--picture", args.picture.as_ref()),
            ],
            Command::Recount(args) => vec![("--certificate", args.certificate.as_ref())],
            Command::Disassemble(args) => vec![("--sheet", args.sheet.as_ref())],
            Command::Steps(args) => vec![("--animation", args.animation.as_ref())],
            Command::Estimate(_)
            | Command::Verify(_)
            | Command::Status(_)
            | Command::Help(_)
            | Command::Manual(_) => Vec::new(),
        }
    }
}

#[derive(Debug, Args)]
pub struct HelpArgs {
    /// A command or a page of the guide; without a topic, all of them are listed.
    pub topic: Option<String>,
}

#[derive(Debug, Args)]
pub struct ManualArgs {
    /// The folder, which is made if there is none.
    pub folder: PathBuf,
}

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
