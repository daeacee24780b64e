//! What several commands print alike, and how they wait for a run.

use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;

use super::CliError;
use crate::job::Forecast;
use crate::solution::Counts;
use crate::text;

/// The longest wait between two looks at a run.
const MOST_WAIT: Duration = Duration::from_millis(50);

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

/// A report as one line of JSON.
pub(super) fn json(report: &impl Serialize) -> String {
    serde_json::to_string(report).expect("a report is plain data")
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

/// The time left, as a bar says it.
pub(super) fn time_left(forecast: Option<Forecast>) -> String {
    forecast.filter(|forecast| forecast.firm).map_or_else(
        || "estimating".to_owned(),
        |f| format!("{} to {} left", text::clock(f.least), text::clock(f.most)),
    )
}

/// Tells [`watch_until`] on this thread to look at once; for the settings of the run that is watched.
pub(super) fn waker() -> Arc<dyn Fn() + Send + Sync> {
    let thread = std::thread::current();
    Arc::new(move || thread.unpark())
}

/// Looks at a run again and again until something comes of it: when its [`waker`] tells so, and
/// without one soon at first, since most runs are short, then less often.
///
/// # Errors
/// Those of `look`, which end the wait.
pub(super) fn watch_until<T>(
    mut look: impl FnMut() -> Result<Option<T>, CliError>,
) -> Result<T, CliError> {
    let mut wait = Duration::from_millis(1);
    loop {
        if let Some(last) = look()? {
            return Ok(last);
        }
        // Sleeping on would add to the time of a short run, up to as much again.
        std::thread::park_timeout(wait);
        wait = (wait * 2).min(MOST_WAIT);
    }
}
