//! The output shared by several commands.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Serialize;

use crate::encode::{Colouring, Encoded, Obstruction};
use crate::exact_cover::Problem;
use crate::natural::Natural;
use crate::solution::Counts;
use crate::text;
use crate::workbench::reason::Reason;

/// The words for a puzzle without solutions. Of one that is there for its variants, the board as a
/// whole mostly has none, and what would help there is not what is wanted.
pub(super) fn no_solution_words(encoded: Option<&Encoded>, reason: &str) -> String {
    if encoded.is_some_and(|encoded| encoded.puzzle.variants.is_some()) {
        return "No solution exists for the board as a whole. `polywright variants` solves the \
                variants of this puzzle."
            .to_owned();
    }
    format!("No solution exists. {reason}")
}

/// Why there is no solution, with weights of the items that prove it.
#[derive(Serialize)]
pub(super) struct ReasonReport<'a> {
    by: &'a str,
    words: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    modulus: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    weights: Option<BTreeMap<&'a str, i64>>,
    /// The colours of the sites, each with the number of those.
    #[serde(skip_serializing_if = "Option::is_none")]
    colours: Option<Vec<ColourReport<'a>>>,
    /// The numbers of sites of each colour that pieces cover.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pieces: Vec<CoveredReport<'a>>,
}

/// A colour of sites.
#[derive(Serialize)]
struct ColourReport<'a> {
    name: &'a str,
    sites: u64,
}

/// The least and the largest number of sites of each colour that placements of some pieces cover.
#[derive(Serialize)]
struct CoveredReport<'a> {
    names: &'a [String],
    covers: &'a [(u32, u32)],
}

impl<'a> ReasonReport<'a> {
    pub(super) fn new(found: &'a Obstruction, problem: &'a Problem) -> ReasonReport<'a> {
        let refutation = found.refutation.as_ref();
        let named = |weights: &Vec<i64>| {
            let names = problem.items().iter().map(|item| item.name.as_str());
            names.zip(weights.iter().copied()).filter(|(_, weight)| *weight != 0).collect()
        };
        let colours = |colouring: &'a Colouring| {
            let names = colouring.names.iter().map(String::as_str).zip(colouring.counts());
            names.map(|(name, sites)| ColourReport { name, sites }).collect()
        };
        ReasonReport {
            by: found.by,
            words: &found.reason,
            modulus: refutation.and_then(|refutation| refutation.modulus),
            weights: refutation.map(|refutation| named(&refutation.weights)),
            colours: found.colouring.as_ref().map(colours),
            pieces: Vec::new(),
        }
    }

    /// The same with what each piece covers.
    pub(super) fn with_pieces(self, reason: &'a Reason) -> ReasonReport<'a> {
        let covered = reason.covered.iter();
        let pieces = covered.map(|own| CoveredReport { names: &own.pieces, covers: &own.numbers });
        ReasonReport { pieces: pieces.collect(), ..self }
    }
}

/// A number as it is written in JSON.
#[derive(Serialize)]
pub(super) struct JsonNatural(
    #[serde(serialize_with = "Natural::serialize_json")] pub(super) Natural,
);

/// The numbers of solutions, as fields of the objects that `--json` prints.
#[derive(Serialize)]
pub(super) struct CountsReport {
    total: JsonNatural,
    turned: JsonNatural,
    distinct: JsonNatural,
    symmetric: JsonNatural,
}

impl CountsReport {
    pub(super) fn new(counts: impl Into<Counts<Natural>>) -> CountsReport {
        let [total, turned, distinct, symmetric] = counts.into().numbers().map(JsonNatural);
        CountsReport { total, turned, distinct, symmetric }
    }
}

/// The ending of a run, or of a divided run whose parts are merged.
#[derive(Clone, Copy)]
pub(super) struct Ending {
    pub(super) complete: bool,
    pub(super) nodes: u64,
    pub(super) kind: RunKind,
}

/// The kind of a run.
#[derive(Clone, Copy)]
pub(super) enum RunKind {
    /// One run: its time, and its threads.
    Single(Duration, usize),
    /// So many parts.
    Parts(usize),
}

impl Ending {
    /// "Complete after 0:12" or "Complete in 20 parts".
    pub(super) fn words(&self) -> String {
        let word = if self.complete { "Complete" } else { "Stopped" };
        match self.kind {
            RunKind::Single(elapsed, _) => format!("{word} after {}", text::elapsed(elapsed)),
            RunKind::Parts(parts) => format!("{word} in {}", text::count(parts as u64, "part")),
        }
    }

    /// " · 2 threads"; nothing of parts.
    pub(super) fn threads(&self) -> String {
        match self.kind {
            RunKind::Single(_, threads) => format!(" · {}", text::count(threads as u64, "thread")),
            RunKind::Parts(_) => String::new(),
        }
    }

    /// The same as fields of the objects that `--json` prints.
    pub(super) fn report(&self) -> EndingReport {
        let (seconds, threads, parts) = match self.kind {
            RunKind::Single(elapsed, threads) => (Some(seconds(elapsed)), Some(threads), None),
            RunKind::Parts(parts) => (None, None, Some(parts)),
        };
        EndingReport { nodes: self.nodes, seconds, threads, parts, complete: self.complete }
    }
}

/// The ending of a run, as fields of the objects that `--json` prints.
#[derive(Serialize)]
pub(super) struct EndingReport {
    nodes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    threads: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    parts: Option<usize>,
    complete: bool,
}

/// A report as one line of JSON.
pub(super) fn json(report: &impl Serialize) -> String {
    let text = serde_json::to_string(report).expect("a report is plain data");
    // Outside of strings there are none; in them this is how JSON writes them.
    let escaped = |c: char| match text::is_printable(c) {
        true => c.to_string(),
        false => c.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}")).collect(),
    };
    match text.chars().all(text::is_printable) {
        true => text,
        false => text.chars().map(escaped).collect(),
    }
}

/// Seconds with six decimals.
pub(super) fn seconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e6
}

/// The four numbers of solutions, in a line.
pub(super) fn counts_line(counts: impl Into<Counts<Natural>>) -> String {
    let [total, turned, distinct, symmetric] = counts.into().numbers().map(text::grouped);
    format!("total {total} · turned {turned} · distinct {distinct} · symmetric {symmetric}")
}
