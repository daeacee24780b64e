//! Arguments of `variants`, `invent` and `challenges`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::search::SavingArgs;
use super::values::{GoalText, NumberRange, PieceCount, parse_time};

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
