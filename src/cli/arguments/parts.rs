//! Arguments of the commands for runs in parts.

use std::path::PathBuf;

use clap::Args;

use super::search::engine_parser;
use super::values::{GoalText, PieceCount};
use crate::exact_cover::Engine;

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

// The work that `split --variants` and `split --invent` divide; as for `variants` and `invent`.
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
