//! `polywright solve --first`: a few solutions by the finder, the exhaustive engine beside it; and
//! `solve --sat`: one solution by a SAT solver, or its proof that there is none.

use std::fs::File;
use std::io::{self, Seek};
use std::path::Path;
use std::sync::Arc;

use serde::Serialize;

use super::file_work::{Listening, status_line};
use super::report::{CountsReport, counts_line, json, no_solution_words, seconds};
use super::subject::{keep_solutions, open_subject};
use super::watch::{Watch, check_failure, outcome, waker};
use super::{CliError, Outcome, SolveArgs};
use crate::cli::output::{say, tell};
use crate::format;
use crate::job::first::{FirstMethod, FirstRun, FirstSettings, FirstSnapshot};
use crate::job::{Phase, Subject, default_threads};
use crate::puzzle::Description;
use crate::solution::SolutionList;
use crate::text;

/// The object that `--json` prints, with the fields of other runs and those of the finder.
#[derive(Serialize)]
struct Report<'a> {
    title: &'a str,
    engine: &'a str,
    threads: usize,
    seed: u64,
    runs: u64,
    nodes: u64,
    updates: u64,
    states: u64,
    seconds: f64,
    #[serde(flatten)]
    counts: CountsReport,
    /// The most pieces placed together so far.
    best_placed: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pieces: Option<usize>,
    complete: bool,
}

/// Finds as many solutions as are wanted.
pub(super) fn first(args: &SolveArgs, wanted: u64) -> Result<Outcome, CliError> {
    for path in args.out.iter().chain(&args.proof) {
        format::probe_writing(path)?;
    }
    let listening = Listening::start();
    let opened = listening.aside(|| open_subject(args.file(), args.problem))?;
    find(args, wanted, opened, listening)
}

/// Finds as many solutions as are wanted of what was opened.
pub(super) fn find(
    args: &SolveArgs,
    wanted: u64,
    (subject, description): (Subject, Option<Description>),
    listening: Listening,
) -> Result<Outcome, CliError> {
    // A proof is kept only when it is whole.
    let proof = match &args.proof {
        Some(path) => Some(tempfile::tempfile().map_err(|error| {
            CliError::Message(format!("{}: {}", path.display(), text::io_error(&error)))
        })?),
        None => None,
    };
    let proof = proof.map(Arc::new);
    let settings = FirstSettings {
        method: match args.sat {
            true => FirstMethod::Sat { proof: proof.clone() },
            false => FirstMethod::FirstSearch,
        },
        threads: args.threads.map_or_else(default_threads, usize::from),
        seed: args.seed,
        wanted,
        most_time: args.most_time,
        wake: Some(waker()),
        ..FirstSettings::default()
    };
    let run = FirstRun::start(subject, settings);
    let last = wait(&run, &listening);
    let interrupted = listening.is_pressed();
    drop(listening);
    check_failure(&last.phase, "the run")?;
    let written = args.out.as_ref().map_or(Ok(()), |path| {
        let result = (last.counts.into(), last.phase == Phase::Complete);
        let mut store = run.store();
        store.sort();
        let list = SolutionList::Store(&store);
        keep_solutions(path, run.subject(), description.as_ref(), list, result)
    });
    report(args, &run, &last);
    written?;
    if let (Some(path), Some(proof)) = (&args.proof, &proof) {
        keep_proof(path, proof, &last)?;
    }
    let found = last.counts.distinct;
    Ok(match last.phase {
        Phase::Stopped if found >= wanted => Outcome::Done,
        phase => outcome(&phase, found > 0, interrupted),
    })
}

/// Writes the proof that there is no solution to its file; says so where there is none to write.
fn keep_proof(path: &Path, proof: &File, last: &FirstSnapshot) -> Result<(), CliError> {
    if last.phase != Phase::Complete || last.counts.distinct > 0 {
        tell!("{}: not written, because nothing was proved", path.display());
        return Ok(());
    }
    format::write_file_with(path, |out| {
        let mut proof = proof;
        proof.rewind()?;
        io::copy(&mut proof, out).map(drop)
    })?;
    Ok(())
}

/// Waits for the end, with a line on a terminal that tells how far it is.
fn wait(run: &FirstRun, listening: &Listening) -> FirstSnapshot {
    let line = status_line();
    Watch::new(listening, None, None).wait(run, &line, |snapshot| {
        line.set_message(match run.is_by_sat() {
            true => {
                let conflicts = text::count(snapshot.nodes, "conflict");
                format!("SAT solver · {conflicts} · {}", text::elapsed(snapshot.elapsed))
            }
            false => progress(snapshot),
        });
    })
}

/// Describes the progress of a search in a line. One piece short is its usual state, so it gives no
/// share done and no time left.
fn progress(now: &FirstSnapshot) -> String {
    let mut parts = vec![format!("run {}", text::grouped(now.run))];
    if now.width > 1 {
        parts.push(format!("{} wide", text::grouped(now.width as u64)));
    }
    let best = now.best.options.len() as u64;
    match now.pieces {
        Some(pieces) => {
            let (placed, pieces) = (now.placed as u64, pieces as u64);
            parts.push(format!("{} of {} placed", text::grouped(placed), text::grouped(pieces)));
        }
        None => parts.push(format!("{} placed", text::grouped(now.placed as u64))),
    }
    parts.push(format!("best {}", text::grouped(best)));
    parts.push(format!("{} failed", text::count_of(now.tries, ("try", "tries"))));
    if now.counts.distinct > 0 {
        parts.push(format!("{} found", text::grouped(now.counts.distinct)));
    }
    parts.push(text::elapsed(now.elapsed));
    parts.join(" · ")
}

/// Prints what was found: a JSON object, or some lines for people.
fn report(args: &SolveArgs, run: &FirstRun, last: &FirstSnapshot) {
    let title = run.subject().title();
    let complete = last.phase == Phase::Complete;
    let counts = last.counts;
    if args.json {
        let report = Report {
            title,
            engine: run.engine().id,
            threads: run.threads(),
            seed: args.seed,
            runs: last.run,
            nodes: last.nodes,
            updates: 0,
            states: 0,
            seconds: seconds(last.elapsed),
            counts: CountsReport::new(counts),
            best_placed: last.best.options.len(),
            pieces: last.pieces,
            complete,
        };
        say!("{}", json(&report));
        return;
    }
    say!("{title}");
    say!("{}{}", counts_line(counts), if complete { "" } else { " · there may be more" },);
    if let Some(reason) = &last.impossible {
        say!("{}", no_solution_words(run.subject().encoded(), reason));
    } else if run.is_by_sat() {
        if complete {
            say!("No solution exists: the SAT solver proved it.");
        } else if counts.distinct == 0 {
            say!("None found; this does not show that there is none.");
        }
        let conflicts = text::count(last.nodes, "conflict");
        let time = text::elapsed(last.elapsed);
        let end = if complete { "Complete" } else { "Stopped" };
        say!("{end} after {time} · {conflicts} · SAT solver on 1 thread");
        return;
    } else if complete && counts.distinct == 0 {
        say!("No solution exists: everything was searched.");
    } else if counts.distinct == 0 {
        let runs = text::count(last.run, "run");
        say!("None found in {runs}; this does not show that there is none.");
        say_best(last);
    }
    say!(
        "{} after {} · {} · finder on {} · seed {}",
        if complete { "Complete" } else { "Stopped" },
        text::elapsed(last.elapsed),
        text::count(last.run, "run"),
        text::count(run.threads() as u64, "thread"),
        args.seed,
    );
}

/// Prints how far the best try came.
fn say_best(last: &FirstSnapshot) {
    let placed = last.best.options.len() as u64;
    let items = text::count(last.items as u64, "item");
    let covered = text::grouped(last.best.covered as u64);
    match last.pieces {
        Some(pieces) => say!(
            "Best attempt: {} of {} placed, {covered} of {items} covered",
            text::grouped(placed),
            text::count(pieces as u64, "piece")
        ),
        None => say!("Best attempt: {covered} of {items} covered"),
    }
}
