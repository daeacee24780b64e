//! `polywright estimate`.

use std::sync::Arc;
use std::time::Duration;

use super::{CliError, EstimateArgs, Outcome, open};
use crate::format::Contents;
use crate::job::{Plan, Run, Settings, default_threads};
use crate::words;

/// Time for random walks, and for measuring the speed of the search.
const WALKS: Duration = Duration::from_secs(3);
const SAMPLE: Duration = Duration::from_millis(500);

pub(super) fn estimate(args: &EstimateArgs) -> Result<Outcome, CliError> {
    let wish = args.engine.map(Into::into);
    let of_puzzle =
        |puzzle| Plan::by_engine(puzzle, wish).map_err(|e| CliError::Message(e.to_string()));
    let plan = match open(&args.file)? {
        Contents::Puzzle(opened) => of_puzzle(opened.puzzle)?,
        Contents::Solutions(set) => of_puzzle(set.puzzle)?,
        Contents::Problem(problem) => {
            Plan::of_problem(args.file.display().to_string(), *problem, wish)
        }
    };
    if let Some(reason) = &plan.impossible {
        say!("{}", plan.title);
        say!("Nothing to search: no solution can exist. {reason}");
        return Ok(Outcome::NoSolution);
    }
    let engine = plan.engine_names();
    let Some(estimate) = plan.estimate(args.probes, WALKS) else {
        let message = "the problem has too many options for random walks; solve it with --json \
                       --limit 1 to see how fast nodes go by";
        return Err(CliError::Message(format!("{}: {message}", args.file.display())));
    };
    let (least, most) = estimate.range();
    say!("{}", plan.title);
    say!(
        "about {} nodes, likely {} to {} ({} random walks, {engine}{}{})",
        words::rounded(estimate.nodes),
        words::rounded(least),
        words::rounded(most),
        words::grouped(estimate.probes),
        plan.held().map_or_else(String::new, |held| format!(", {held} held")),
        match plan.cases.len() {
            1 => String::new(),
            n => format!(", {}", words::count(n as u64, "case")),
        },
    );
    // The speed is measured by the search itself, on all threads, for a moment.
    let settings = Settings { keep: false, ..Settings::default() };
    let run = Run::start(Arc::new(plan), settings);
    std::thread::sleep(SAMPLE);
    let sample = run.snapshot();
    if sample.phase.is_over() {
        say!(
            "searched whole in the meantime: {} nodes in {}",
            words::rounded(sample.effort.nodes as f64),
            words::elapsed(sample.elapsed)
        );
        return Ok(Outcome::Done);
    }
    let speed = sample.effort.nodes.max(1) as f64 / sample.elapsed.as_secs_f64();
    let time = |nodes: f64| {
        let seconds = nodes / speed;
        match seconds {
            s if s < 48.0 * 3600.0 => words::elapsed(Duration::from_secs_f64(s)),
            s => format!("{} days", words::rounded(s / 86_400.0)),
        }
    };
    say!(
        "{} to {} at {} nodes a second on {}",
        time(least),
        time(most),
        words::rounded(speed),
        words::count(default_threads() as u64, "thread")
    );
    Ok(Outcome::Done)
}
