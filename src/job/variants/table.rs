//! The results of variants as a table in a file: comma-separated values (CSV), or RON.

use std::io::{self, Write};

use serde::Serialize;

use super::{Proof, ResultState, VariantList, VariantResult};
use crate::format;

/// Writes the results of some variants of a list, by their indices in their order: the name, the id,
/// how many variants are equal to it, and what is known of each. Where only existence was asked, the
/// numbers of solutions are left empty.
///
/// # Errors
/// Those of writing.
pub fn write_csv(
    list: &VariantList,
    results: &[VariantResult],
    order: impl IntoIterator<Item = usize>,
    only_exists: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(out, "name,id,number,solvable,total,turned,distinct,symmetric,nodes,seconds,proof")?;
    for index in order {
        let result = &results[index];
        let counts = result.counts;
        let solvable = match result.is_solvable() {
            Some(true) => "yes",
            Some(false) => "no",
            None => "",
        };
        let numbers = match only_exists {
            true => ",,,".to_owned(),
            false => {
                let numbers = [counts.total, counts.turned, counts.distinct, counts.symmetric];
                numbers.map(|number| number.to_string()).join(",")
            }
        };
        writeln!(
            out,
            "{},{},{},{solvable},{numbers},{},{:.6},{}",
            quoted(&list.name(index)),
            list.id(index),
            list.variants()[index].number,
            result.nodes,
            result.time.as_secs_f64(),
            result.proof.map_or("", Proof::word),
        )?;
    }
    Ok(())
}

/// A variant in a file of RON.
#[derive(Serialize)]
#[serde(rename = "Variant")]
struct VariantRow {
    name: String,
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
    only_exists: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    let options = format::ron_options();
    let text = |value: &str| options.to_string(value).expect("a text is plain data");
    writeln!(out, "(\n    title: {},\n    variants: [", text(&list.puzzle.title))?;
    for index in order {
        let result = &results[index];
        let known = !only_exists && result.state == ResultState::Done;
        let open = list.open_sites(index).into_iter();
        let row = VariantRow {
            name: list.name(index),
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

/// A field, in quotes where it needs them.
fn quoted(field: &str) -> String {
    match field.contains([',', '"', '\n']) {
        true => format!("\"{}\"", field.replace('"', "\"\"")),
        false => field.to_owned(),
    }
}
