//! The output shared by several commands.

use std::time::Duration;

use serde::Serialize;

use crate::encode::Encoded;
use crate::solution::Counts;
use crate::text;

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

/// The numbers of solutions, as fields of the objects that `--json` prints.
#[derive(Serialize)]
pub(super) struct CountsReport {
    total: u64,
    turned: u64,
    distinct: u64,
    symmetric: u64,
}

impl CountsReport {
    pub(super) fn new(counts: Counts) -> CountsReport {
        let Counts { total, turned, distinct, symmetric } = counts;
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
pub(super) fn counts_line(counts: Counts) -> String {
    format!(
        "total {} · turned {} · distinct {} · symmetric {}",
        text::grouped(counts.total),
        text::grouped(counts.turned),
        text::grouped(counts.distinct),
        text::grouped(counts.symmetric),
    )
}
