//! Arguments of `solve` and `estimate`.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use super::values::{FilterText, PartName, parse_time};
use crate::exact_cover::Engine;
use crate::format;

// Where a run saves checkpoints, and from which it resumes.
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
    pub(in crate::cli) fn file(&self) -> &Path {
        self.files.first().map_or_else(|| Path::new(format::STANDARD_INPUT), PathBuf::as_path)
    }

    /// The first option that is for a single puzzle.
    pub(in crate::cli) fn single_option(&self) -> Option<&'static str> {
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

/// Reads the id of an engine.
pub(super) fn engine_parser() -> impl TypedValueParser<Value = &'static Engine> {
    let values = Engine::exhaustive().map(|engine| PossibleValue::new(engine.id).help(engine.name));
    PossibleValuesParser::new(values)
        .map(|id| Engine::by_id(&id).expect("the ids offered are those of the table"))
}
