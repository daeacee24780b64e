//! The outcome of a run in words, for every screen that tells it.

use crate::job::{Forecast, Phase, Snapshot, SweepProgress};
use crate::text;
use crate::workbench::Document;

/// Describes how it is known that the current puzzle has no solution, if a search has shown it.
pub(crate) fn no_solution_words(document: &Document) -> Option<String> {
    let (counts, complete) = document.counts().filter(|_| !document.is_outdated())?;
    if !complete || counts.total > 0 {
        return None;
    }
    let Some(run) = document.run() else {
        return Some("Everything was searched in an earlier run.".to_owned());
    };
    let snapshot = run.snapshot();
    let all = |n: u64, unit| match n {
        1 => format!("The only {unit} was searched."),
        n => format!("All {} were searched.", text::count_rounded(n as f64, unit)),
    };
    Some(match (snapshot.effort.nodes, snapshot.states) {
        (0, 0) => "Nothing was left to search.".to_owned(),
        (0, states) => all(states, "state"),
        (nodes, _) => all(nodes, "node"),
    })
}

/// Describes the outcome of a finished run.
pub(crate) fn outcome(snapshot: &Snapshot) -> String {
    let found = text::grouped(snapshot.counts.distinct);
    match &snapshot.phase {
        Phase::Running | Phase::Paused => String::new(),
        Phase::Complete if snapshot.counts.total > 0 => "Complete".to_owned(),
        Phase::Complete => match (snapshot.effort.nodes, snapshot.states) {
            (0, 0) => "No solution exists: see the checks on the Design screen.".to_owned(),
            (0, states) => {
                format!("No solution exists: {} states were swept.", text::rounded(states as f64))
            }
            (1, _) => "No solution exists: the search ended at the root.".to_owned(),
            (nodes, _) => {
                let nodes = text::rounded(nodes as f64);
                format!("No solution exists: all {nodes} nodes were searched.")
            }
        },
        Phase::Stopped if snapshot.is_sweep() => {
            let steps = snapshot.sweep.as_ref().map(steps_words).unwrap_or_default();
            format!(
                "Stopped after {steps} steps of a sweep, which finds its solutions only at the end."
            )
        }
        Phase::Stopped => {
            format!(
                "Stopped at {}: {found} found so far, there may be more.",
                percent(snapshot.position)
            )
        }
        Phase::Failed(message) => format!("Failed: {message}"),
    }
}

/// When a sweep shows the solutions that it lists; `None` of a run that is no such sweep, or is over.
pub(crate) fn listed_when(snapshot: &Snapshot) -> Option<String> {
    let is_listing = snapshot.is_sweep() && !snapshot.phase.is_over();
    let sweep = snapshot.sweep.as_ref().filter(|sweep| is_listing && !sweep.only_counts)?;
    let time = snapshot.forecast.filter(|forecast| forecast.firm).map(time_left_words);
    Some(match (sweep.number, time) {
        ((_, 1), Some(time)) => format!("A sweep lists its solutions at its end, in {time}."),
        ((_, 1), None) => "A sweep lists its solutions at its end. The time left is being \
                           measured."
            .to_owned(),
        ((number, all), Some(time)) => format!(
            "Sweep {number} of {all} ends in {time}. Solutions are listed after the last one."
        ),
        ((number, all), None) => {
            format!("This is sweep {number} of {all}. Solutions are listed after the last one.")
        }
    })
}

/// The time left as a range: "2:10 to 2:50".
pub(crate) fn time_left_words(forecast: Forecast) -> String {
    format!("{} to {}", text::clock(forecast.least), text::clock(forecast.most))
}

/// A share of a whole, rounded down, so that 100 % is never said too soon.
pub(crate) fn percent(share: f64) -> String {
    format!("{}\u{a0}%", (share * 100.0).floor() as u32)
}

/// The steps done and all: "45 of 90".
pub(crate) fn steps_words(sweep: &SweepProgress) -> String {
    let (level, levels) = (sweep.stage.level as u64, sweep.stage.levels as u64);
    format!("{} of {}", text::grouped(level), text::grouped(levels))
}
