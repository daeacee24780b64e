//! Runs that are put aside, killed and gone on with.
#![cfg(unix)]

use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use polywright::encode::{Encoding, SymmetryGroup};
use polywright::exact_cover::{ENGINES, Engine, bitset};
use polywright::format::{bundled, puzzle_file};
use polywright::job::{Checkpoint, Phase, Plan, Run, Settings, Split};
use polywright::solution::{Counts, Store};

fn plan(path: &str, engine: &'static Engine) -> Plan {
    let bundled = bundled::ALL.iter().find(|b| b.path == path).unwrap();
    Plan::by_engine(bundled.open().puzzle, Some(engine)).unwrap()
}

/// Stops a run again and again and goes on with other numbers of threads; returns its counts.
fn stopped_again_and_again(plan: impl Fn() -> Plan) -> Counts {
    let mut run = Run::start(Arc::new(plan()), Settings::default());
    run.wait();
    let (reference, nodes) = (run.snapshot().counts, run.snapshot().effort.nodes);
    let solutions: Vec<_> = run.with_store(Store::clone).iter().collect();
    let mut checkpoint: Option<Checkpoint> = None;
    for round in 0.. {
        let mut plan = plan();
        if let Some(checkpoint) = &checkpoint {
            plan = plan.resumed(checkpoint).unwrap();
        }
        let settings = Settings {
            threads: 1 + round % 3,
            // Few at a time, and at last all that is left.
            limit: (round < 6).then_some(10 * (round as u64 + 1)),
            last_checkpoint: true,
            resume: checkpoint.take().map(Box::new),
            ..Settings::default()
        };
        let mut run = Run::start(Arc::new(plan), settings);
        run.wait();
        let last = run.snapshot();
        if last.phase == Phase::Complete {
            assert_eq!(last.counts, reference);
            assert_eq!(last.effort.nodes, nodes);
            assert_eq!(run.with_store(Store::clone).iter().collect::<Vec<_>>(), solutions);
            break;
        }
        assert_eq!(last.phase, Phase::Stopped);
        checkpoint = run.checkpoint();
        assert!(round < 7, "the last round has no limit");
    }
    reference
}

#[test]
fn a_run_stopped_anywhere_goes_on_to_the_same_solutions_with_other_threads() {
    for &engine in ENGINES {
        let counts = stopped_again_and_again(|| plan("square/scotts-board.ron", engine));
        assert_eq!((counts.total, counts.distinct), (520, 65), "{engine:?}");
    }
}

#[test]
fn a_run_divided_into_cases_goes_on_to_the_same_solutions_too() {
    for (pieces, board, total) in [
        // By classes.
        ("Piece(name: \"I\", art: [\"XX\"], copies: 15)", "Rectangle(6, 5)", Some(1183)),
        ("Family(free: 4, copies: (0, 2))", "Rectangle(6, 4)", None),
    ] {
        let text = format!(
            "(format: 1, title: \"t\", lattice: Square, pieces: [{pieces}], board: {board})"
        );
        let puzzle = puzzle_file::read(text.as_str().into()).unwrap().puzzle;
        let of = |division| {
            let encoding = Arc::new(Encoding::new(&puzzle).unwrap());
            let group = Arc::new(SymmetryGroup::new(&puzzle, &encoding));
            let plan = Plan::divided(Arc::clone(&puzzle), encoding, group, None, division).unwrap();
            assert_eq!(plan.cases.len() > 1, division == Split::Full, "{text}");
            plan
        };
        let whole = stopped_again_and_again(|| of(Split::Whole));
        let divided = stopped_again_and_again(|| of(Split::Full));
        assert_eq!(total.unwrap_or(whole.total), whole.total);
        assert_eq!(divided, whole);
    }
}

#[test]
fn a_checkpoint_of_another_puzzle_is_refused_by_its_name() {
    let engine = &bitset::ENGINE;
    let settings = || Settings { last_checkpoint: true, ..Settings::default() };
    let mut run = Run::start(Arc::new(plan("square/scotts-board.ron", engine)), settings());
    run.wait();
    let checkpoint = run.checkpoint().expect("it was asked for");
    let refused = plan("square/pentominoes-3x20.ron", engine).resumed(&checkpoint).unwrap_err();
    assert!(refused.contains("Scott's board"), "{refused}");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("checkpoint");
    checkpoint.save(&path).unwrap();
    assert_eq!(Checkpoint::load(&path).unwrap().text(), checkpoint.text());
    std::fs::write(&path, "(format: 1, title: \"no checkpoint\")").unwrap();
    assert!(Checkpoint::load(&path).unwrap_err().to_string().contains("is no checkpoint"));
}

/// Starts `solve` on a puzzle that takes some seconds by the slowest engine.
fn solve(folder: &Path, puzzle: &str, checkpoint: &Path, threads: usize) -> Command {
    let how = if checkpoint.exists() { "--resume" } else { "--checkpoint" };
    let mut command = Command::new(env!("CARGO_BIN_EXE_polywright"));
    command
        .args(["solve", puzzle, "--engine", "links", "--json", "--checkpoint-every", "0.02"])
        .args(["--threads", &threads.to_string(), "--out"])
        .arg(folder.join("killed.ron"))
        .arg(how)
        .arg(checkpoint)
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    command
}

/// Kills a run again and again, and lets it end at last: nothing may be lost or come twice.
fn killed_again_and_again(puzzle: &str, kills: u32) {
    let folder = tempfile::tempdir().unwrap();
    let checkpoint = folder.path().join("checkpoint");
    let uninterrupted = folder.path().join("whole.ron");
    let began = Instant::now();
    let whole = Command::new(env!("CARGO_BIN_EXE_polywright"))
        .args(["solve", puzzle, "--engine", "links", "--json", "--out"])
        .arg(&uninterrupted)
        .output()
        .unwrap();
    assert!(whole.status.success());
    let time = began.elapsed();
    // The moments are irregular, so that they fall into all that a run does.
    for n in 0..kills {
        let share = f64::from(n * 37 % 11 + 1) / 12.0;
        let mut child =
            solve(folder.path(), puzzle, &checkpoint, 1 + n as usize % 2).spawn().unwrap();
        std::thread::sleep(time.mul_f64(share * 2.0 / f64::from(kills)) + Duration::from_millis(3));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let last = solve(folder.path(), puzzle, &checkpoint, 2).output().unwrap();
    assert!(last.status.success());
    let killed = std::fs::read_to_string(folder.path().join("killed.ron")).unwrap();
    assert!(killed == std::fs::read_to_string(&uninterrupted).unwrap(), "the solutions differ");
    let numbers = |output: &[u8]| {
        let text = String::from_utf8_lossy(output).into_owned();
        let part =
            |key: &str| text.split(key).nth(1).unwrap().split(',').next().unwrap().to_owned();
        (part("\"nodes\":"), text.split("\"total\"").nth(1).unwrap().to_owned())
    };
    assert_eq!(numbers(&last.stdout), numbers(&whole.stdout));
}

#[test]
fn a_run_killed_at_any_moment_loses_and_doubles_nothing() {
    killed_again_and_again("tetrasticks-5x5-without-h", 10);
}
