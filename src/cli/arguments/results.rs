//! Arguments of the commands that judge solutions, results and certificates.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use super::search::engine_parser;
use super::values::{FilterText, SortOrder};
use crate::exact_cover::Engine;
use crate::solution::table::TableFormat;

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

/// Reads the id of a form of a table.
fn table_format_parser() -> impl TypedValueParser<Value = TableFormat> {
    let values = TableFormat::ALL.map(|own| PossibleValue::new(own.id()).help(own.name()));
    PossibleValuesParser::new(values)
        .map(|id| TableFormat::by_id(&id).expect("the ids offered are those of the table"))
}
