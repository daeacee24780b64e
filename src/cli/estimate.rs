//! `polywright estimate`.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::{CliError, EstimateArgs, Outcome, open, plan_error};
use crate::cli::output::say;
use crate::encode::Obstruction;
use crate::format::Contents;
use crate::job::{Estimate, Plan, PlanOptions, Run, Settings, Subject, default_threads};
use crate::text;

/// Time for samples of the tree.
const SAMPLING: Duration = Duration::from_secs(3);
/// The speed of the search is measured for so long at least, until it has searched so many nodes, or
/// for so long at most.
const SAMPLE: Duration = Duration::from_millis(250);
const ENOUGH: u64 = 100_000;
const MAX_SAMPLE: Duration = Duration::from_secs(5);

pub(super) fn estimate(args: &EstimateArgs) -> Result<Outcome, CliError> {
    let plan = plan(args)?;
    say!("{}", plan.title());
    if let Some(Obstruction { reason, .. }) = &plan.impossible {
        say!("There is nothing to search: no solution exists. {reason}");
        return Ok(Outcome::NoSolution);
    }
    let estimate = plan.estimate(args.probes, SAMPLING, &|| true);
    say_size(&plan, &estimate);
    say_count(&plan);
    say_time(plan, &estimate);
    Ok(Outcome::Done)
}

/// The plan for what the file holds.
fn plan(args: &EstimateArgs) -> Result<Plan, CliError> {
    let wish = args.engine;
    match open(&args.file, args.problem)? {
        Contents::Puzzle(opened) => Plan::new(opened.puzzle, PlanOptions::by(wish)),
        Contents::Solutions(set) => Plan::new(set.puzzle, PlanOptions::by(wish)),
        Contents::Problem(problem) => {
            let subject = Subject::of_problem(args.file.display().to_string(), *problem);
            let subject = subject.with_symmetries();
            Plan::new(subject, PlanOptions::by(wish))
        }
    }
    .map_err(plan_error)
}

/// Prints the size of the tree, and of the frontier sweep that may spare it.
fn say_size(plan: &Plan, estimate: &Estimate) {
    let (least, most) = estimate.range();
    let size = match estimate.at_least {
        true => format!("far more than {} nodes", text::rounded(estimate.nodes)),
        false => format!(
            "about {} nodes, likely {} to {}",
            text::rounded(estimate.nodes),
            text::rounded(least),
            text::rounded(most),
        ),
    };
    say!(
        "{size} ({} random samples, {}{}{})",
        text::grouped(estimate.probes),
        plan.searching_names(),
        plan.held().map_or_else(String::new, |held| format!(", {held} fixed")),
        match plan.cases.len() {
            1 => String::new(),
            n => format!(", {}", text::count(n as u64, "case")),
        },
    );
    match plan.sweep_states() {
        0 => {}
        u64::MAX => say!("unless a frontier sweep, which is tried first, lists the solutions"),
        states => say!(
            "unless a frontier sweep of up to {} states, which is tried first, lists the solutions",
            text::rounded(states as f64)
        ),
    }
}

/// Prints what it takes to count the solutions of a bare problem alone, where that is another matter.
fn say_count(plan: &Plan) {
    if let Some(bound) = plan.count_bound() {
        let verb = if bound.is_first { "is tried first:" } else { "would take" };
        say!(
            "to count them alone, a frontier sweep {verb} at most {} states, up to {} on one thread",
            text::rounded(bound.states),
            duration(bound.cost / 1e9)
        );
    }
}

/// A time in words: days, when it is long.
fn duration(seconds: f64) -> String {
    match seconds < 48.0 * 3600.0 {
        true => text::elapsed(Duration::from_secs_f64(seconds)),
        false => text::count_rounded(seconds / 86_400.0, "day"),
    }
}

/// Prints the time that the search would take. Its speed is measured by the search itself, on all
/// threads, for a moment.
fn say_time(plan: Plan, estimate: &Estimate) {
    // Without a frontier sweep, whose states are no nodes.
    let settings = Settings { keep: false, sweep_bytes: 0, ..Settings::default() };
    let run = Run::start(Arc::new(plan), settings);
    // A thread reports its nodes now and then, and before the first of them the run prepares itself: the
    // speed is that between two reports, waited for on a machine that is busy otherwise.
    let began = Instant::now();
    let mut first = run.snapshot();
    let sample = loop {
        std::thread::sleep(SAMPLE);
        let sample = run.snapshot();
        let searched = sample.effort.nodes - first.effort.nodes;
        let is_enough = first.effort.nodes > 0 && searched >= ENOUGH;
        if sample.phase.is_over() || is_enough || began.elapsed() > MAX_SAMPLE {
            break sample;
        }
        if first.effort.nodes == 0 {
            first = sample;
        }
    };
    if sample.phase.is_over() {
        say!(
            "the whole tree was searched during sampling: {} in {}",
            text::count_rounded(sample.effort.nodes as f64, "node"),
            text::elapsed(sample.elapsed)
        );
        return;
    }
    let searched = sample.effort.nodes - first.effort.nodes;
    let speed = searched.max(1) as f64 / (sample.elapsed - first.elapsed).as_secs_f64();
    let time = |nodes: f64| duration(nodes / speed);
    let (least, most) = estimate.range();
    let range = match estimate.at_least {
        true => format!("far more than {}", time(estimate.nodes)),
        false => format!("{} to {}", time(least), time(most)),
    };
    say!(
        "{range} at {} nodes per second on {}",
        text::rounded(speed),
        text::count(default_threads() as u64, "thread")
    );
}
