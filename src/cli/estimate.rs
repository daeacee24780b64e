//! `polywright estimate`.

use std::sync::Arc;
use std::time::Duration;

use super::{CliError, EstimateArgs, Outcome, open, plan_error};
use crate::format::Contents;
use crate::job::{Plan, Run, Settings, default_threads};
use crate::words;

/// Time for samples of the tree, and for measuring the speed of the search.
const SAMPLING: Duration = Duration::from_secs(3);
const SAMPLE: Duration = Duration::from_millis(500);

pub(super) fn estimate(args: &EstimateArgs) -> Result<Outcome, CliError> {
    let wish = args.engine;
    let of_puzzle = |puzzle| Plan::by_engine(puzzle, wish).map_err(plan_error);
    let plan = match open(&args.file, args.problem)? {
        Contents::Puzzle(opened) => of_puzzle(opened.puzzle)?,
        Contents::Solutions(set) => of_puzzle(set.puzzle)?,
        Contents::Problem(problem) => {
            let title = args.file.display().to_string();
            Plan::of_problem(title, *problem, wish).map_err(plan_error)?
        }
    };
    if let Some(reason) = &plan.impossible {
        say!("{}", plan.title);
        say!("There is nothing to search: no solution exists. {reason}");
        return Ok(Outcome::NoSolution);
    }
    let engine = plan.searching_names();
    let estimate = plan.estimate(args.probes, SAMPLING, &|| true);
    let (least, most) = estimate.range();
    say!("{}", plan.title);
    let size = match estimate.at_least {
        true => format!("far more than {} nodes", words::rounded(estimate.nodes)),
        false => format!(
            "about {} nodes, likely {} to {}",
            words::rounded(estimate.nodes),
            words::rounded(least),
            words::rounded(most),
        ),
    };
    say!(
        "{size} ({} random samples, {engine}{}{})",
        words::grouped(estimate.probes),
        plan.held().map_or_else(String::new, |held| format!(", {held} fixed")),
        match plan.cases.len() {
            1 => String::new(),
            n => format!(", {}", words::count(n as u64, "case")),
        },
    );
    match plan.sweep_states() {
        0 => {}
        u64::MAX => say!("unless a frontier sweep, which is tried first, lists the solutions"),
        states => say!(
            "unless a frontier sweep of up to {} states, which is tried first, lists the solutions",
            words::rounded(states as f64)
        ),
    }
    // The speed is measured by the search itself, on all threads, for a moment.
    // Without a frontier sweep, whose states are no nodes.
    let settings = Settings { keep: false, sweep_bytes: 0, ..Settings::default() };
    let run = Run::start(Arc::new(plan), settings);
    std::thread::sleep(SAMPLE);
    let sample = run.snapshot();
    if sample.phase.is_over() {
        say!(
            "the whole tree has been searched meanwhile: {} in {}",
            words::count_rounded(sample.effort.nodes as f64, "node"),
            words::elapsed(sample.elapsed)
        );
        return Ok(Outcome::Done);
    }
    let speed = sample.effort.nodes.max(1) as f64 / sample.elapsed.as_secs_f64();
    let time = |nodes: f64| {
        let seconds = nodes / speed;
        match seconds {
            s if s < 48.0 * 3600.0 => words::elapsed(Duration::from_secs_f64(s)),
            s => words::count_rounded(s / 86_400.0, "day"),
        }
    };
    let range = match estimate.at_least {
        true => format!("far more than {}", time(estimate.nodes)),
        false => format!("{} to {}", time(least), time(most)),
    };
    say!(
        "{range} at {} nodes per second on {}",
        words::rounded(speed),
        words::count(default_threads() as u64, "thread")
    );
    Ok(Outcome::Done)
}
