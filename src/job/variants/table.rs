//! The results of variants as comma-separated values (CSV), a variant a line.

use std::io::{self, Write};

use super::{Proof, VariantList, VariantResult};

/// Writes the results of all variants of a list: the name, the id, how many variants are equal to it,
/// and what is known of each. Where only existence was asked, the numbers of solutions are left empty.
///
/// # Errors
/// Those of writing.
pub fn write_csv(
    list: &VariantList,
    results: &[VariantResult],
    only_exists: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(out, "name,id,number,solvable,total,turned,distinct,symmetric,nodes,seconds,proof")?;
    for (index, result) in results.iter().enumerate() {
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

/// A field, in quotes where it needs them.
fn quoted(field: &str) -> String {
    match field.contains([',', '"', '\n']) {
        true => format!("\"{}\"", field.replace('"', "\"\"")),
        false => field.to_owned(),
    }
}
