//! The results of variants as a table in a file: comma-separated values (CSV), or RON.

use std::io::{self, Write};

use serde::Serialize;

use super::{Proof, Question, ResultState, VariantList, VariantResult};
use crate::{format, text};

/// Writes the results of some variants of a list, by their indices in their order: the name, the id,
/// how many variants are equal to it, and what is known of each; where they have boards of their own, the
/// rows of the board, too. What was not asked for is left empty; a number at which the search stopped has a
/// plus sign.
///
/// # Errors
/// Those of writing.
pub fn write_csv(
    list: &VariantList,
    results: &[VariantResult],
    order: impl IntoIterator<Item = usize>,
    question: Question,
    out: &mut dyn Write,
) -> io::Result<()> {
    let has_boards = list.family.has_boards();
    write!(out, "name,id,number,solvable,total,turned,distinct,symmetric,nodes,seconds,proof")?;
    writeln!(out, "{}", if has_boards { ",board" } else { "" })?;
    for index in order {
        let result = &results[index];
        let counts = result.counts;
        let solvable = match result.is_solvable() {
            Some(true) => "yes",
            Some(false) => "no",
            None => "",
        };
        let numbers = match question {
            Question::Exists => ",,,".to_owned(),
            Question::UpTo(most) => {
                let plus = if counts.distinct >= most { "+" } else { "" };
                format!(",,{}{plus},", counts.distinct.min(most))
            }
            Question::Count => {
                let numbers = [counts.total, counts.turned, counts.distinct, counts.symmetric];
                numbers.map(|number| number.to_string()).join(",")
            }
        };
        let board = has_boards.then(|| format!(",{}", list.board_rows(index).join("/")));
        writeln!(
            out,
            "{},{},{},{solvable},{numbers},{},{:.6},{}{}",
            text::csv_field(&list.name(index)),
            text::csv_field(&list.id(index)),
            list.variants()[index].number,
            result.nodes,
            result.time.as_secs_f64(),
            result.proof.map_or("", Proof::word),
            board.unwrap_or_default(),
        )?;
    }
    Ok(())
}

/// A variant in a file of RON.
#[derive(Serialize)]
#[serde(rename = "Variant")]
struct VariantRow {
    name: String,
    /// The rows of its board, where it has its own.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    board: Vec<String>,
    /// The addresses of the sites that are left open.
    open: Vec<Vec<i32>>,
    number: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    solvable: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    total: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    distinct: Option<u64>,
    nodes: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<&'static str>,
}

/// Writes the results of some variants of a list as RON, a variant a line; see [`write_csv`].
///
/// # Errors
/// Those of writing.
pub fn write_ron(
    list: &VariantList,
    results: &[VariantResult],
    order: impl IntoIterator<Item = usize>,
    question: Question,
    out: &mut dyn Write,
) -> io::Result<()> {
    let options = format::ron_options();
    let literal = |value: &str| options.to_string(value).expect("a text is plain data");
    writeln!(out, "(\n    title: {},\n    variants: [", literal(&list.puzzle.title))?;
    for index in order {
        let result = &results[index];
        let known = question == Question::Count && result.state == ResultState::Done;
        let open = list.open_sites(index).into_iter();
        let row = VariantRow {
            name: list.name(index),
            board: list.board_rows(index),
            open: open.map(list.puzzle.lattice.address.of_site).collect(),
            number: list.variants()[index].number,
            solvable: result.is_solvable(),
            total: known.then_some(result.counts.total),
            distinct: known.then_some(result.counts.distinct),
            nodes: result.nodes,
            seconds: (result.time.as_secs_f64() * 1e6).round() / 1e6,
            proof: result.proof.map(Proof::word),
        };
        let row = options.to_string(&row).expect("a row is plain data");
        writeln!(out, "        {row},")?;
    }
    writeln!(out, "    ],\n)")
}
