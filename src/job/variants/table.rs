//! The results of variants as a table in a file: comma-separated values (CSV), or RON.

use std::io::{self, Write};

use serde::Serialize;

use super::{EqualVariants, Proof, Question, ResultState, VariantList, VariantResult};
use crate::{format, text};

/// The results of the variants of a list, as they are written to a file.
pub struct ResultTable<'a> {
    /// The variants.
    pub list: &'a VariantList,
    /// The variants that are equal to them.
    pub equal: &'a EqualVariants,
    /// The result for each variant of the list, as far as it is known.
    pub results: &'a [VariantResult],
    /// The question that was asked.
    pub question: Question,
}

impl ResultTable<'_> {
    /// Writes some variants, by their indices in their order: the name, the id, how many variants are
    /// equal to it, and what is known of each; where they have boards of their own, the rows of the
    /// board, too. Behind each follow those that are equal to it, with its name and no search of their
    /// own. What was not asked for is left empty; a number at which the search stopped has a plus sign.
    ///
    /// # Errors
    /// Those of writing.
    pub fn write_csv(
        &self,
        order: impl IntoIterator<Item = usize>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let has_boards = self.list.family.has_boards();
        write!(out, "name,id,number,solvable,total,turned,distinct,symmetric,nodes,seconds,proof")?;
        writeln!(out, ",same_as{}", if has_boards { ",board" } else { "" })?;
        let others = self.equal.as_list(self.list);
        for index in order {
            let result = &self.results[index];
            // Variants that are solved all together have no search of their own.
            let effort = match (result.nodes, result.proof) {
                (0, None) => ",".to_owned(),
                (nodes, _) => format!("{nodes},{:.6}", result.time.as_secs_f64()),
            };
            self.write_row(index, (self.list, index), (&effort, ""), out)?;
            let own = text::csv_field(&self.list.name(index));
            for other in self.equal.range(index) {
                self.write_row(index, (&others, other), (",", &own), out)?;
            }
        }
        Ok(())
    }

    /// Writes what is known of a variant, under the name and with the board of one of a list.
    fn write_row(
        &self,
        index: usize,
        (list, named): (&VariantList, usize),
        (effort, same_as): (&str, &str),
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let result = &self.results[index];
        let counts = result.counts;
        let solvable = match result.is_solvable() {
            Some(true) => "yes",
            Some(false) => "no",
            None => "",
        };
        let numbers = match self.question {
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
        let has_boards = list.family.has_boards();
        let board = has_boards.then(|| format!(",{}", list.board_rows(named).join("/")));
        writeln!(
            out,
            "{},{},{},{solvable},{numbers},{effort},{},{same_as}{}",
            text::csv_field(&list.name(named)),
            text::csv_field(&list.id(named)),
            self.list.variants()[index].number,
            result.proof.map_or("", Proof::word),
            board.unwrap_or_default(),
        )
    }

    /// Writes some variants as RON, a variant a line; see [`ResultTable::write_csv`].
    ///
    /// # Errors
    /// Those of writing.
    pub fn write_ron(
        &self,
        order: impl IntoIterator<Item = usize>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let options = format::ron_options();
        let literal = |value: &str| options.to_string(value).expect("a text is plain data");
        writeln!(out, "(\n    title: {},\n    variants: [", literal(&self.list.puzzle.title))?;
        let list = self.list;
        for index in order {
            let result = &self.results[index];
            let known = self.question == Question::Count && result.state == ResultState::Done;
            let open = list.open_sites(index).into_iter();
            let row = VariantRow {
                name: list.name(index),
                board: list.board_rows(index),
                open: open.map(list.puzzle.lattice.address.of_site).collect(),
                number: list.variants()[index].number,
                equal: self.equal.names(list, index).collect(),
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
    /// The names of those that are equal to it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    equal: Vec<String>,
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
