//! Runs that are saved, killed and resumed.
#![cfg(unix)]

use std::ops::ControlFlow;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use polywright::encode::Encoding;
use polywright::exact_cover::frontier::{
    self, Limits, SavedSweep, Stage, SweepError, SweepWatcher, WeightedProblem,
};
use polywright::exact_cover::{Engine, OptionId, bitset};
use polywright::format::{bundled, puzzle_file};
use polywright::job::{Checkpoint, Phase, Plan, PlanOptions, Run, Settings, Split};
use polywright::natural::Natural;
use polywright::solution::{Counts, Store};

use crate::program::PROGRAM;

fn plan(path: &str, engine: &'static Engine) -> Plan {
    let bundled = bundled::ALL.iter().find(|b| b.path == path).unwrap();
    Plan::new(bundled.open().puzzle, PlanOptions::by(engine)).unwrap()
}

/// Stops a run again and again and goes on with other numbers of threads; returns its counts.
fn stopped_again_and_again(plan: impl Fn() -> Plan) -> Counts<Natural> {
    let mut run = Run::start(Arc::new(plan()), Settings::default());
    run.wait();
    let (reference, nodes) = (run.snapshot().counts, run.snapshot().effort.nodes);
    let solutions: Vec<_> = run.with_store(Store::clone).iter().collect();
    let mut checkpoint: Option<Checkpoint> = None;
    for round in 0.. {
        let mut plan = plan();
        if let Some(checkpoint) = &checkpoint {
            plan = checkpoint.plan(plan.subject).unwrap();
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
    for engine in Engine::exhaustive() {
        let counts = stopped_again_and_again(|| plan("square/scotts-board.ron", engine));
        let counts = counts.small().unwrap();
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
            let options = PlanOptions { split: division, ..PlanOptions::default() };
            let plan = Plan::new(Arc::clone(&puzzle), options).unwrap();
            assert_eq!(plan.cases.len() > 1, division == Split::Full, "{text}");
            plan
        };
        let whole = stopped_again_and_again(|| of(Split::Whole));
        let divided = stopped_again_and_again(|| of(Split::Full));
        assert_eq!(total.map_or(whole.total, Natural::from), whole.total);
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
    let other = plan("square/pentominoes-3x20.ron", engine);
    let refused = checkpoint.plan(other.subject).unwrap_err();
    assert!(refused.contains("Scott's board"), "{refused}");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("checkpoint");
    checkpoint.save(&path).unwrap();
    assert_eq!(Checkpoint::load(&path).unwrap().bytes(), checkpoint.bytes());
    for (contents, why) in [
        ("(format: 1, title: \"no checkpoint\")", "is not a checkpoint"),
        ("(format:3,program:\"0.1.0\",title:\"t\")", "in an earlier or later form"),
        ("polywright run 99 0.1.0 1 1 00000000\n(", "in an earlier or later form"),
        ("polywright run 6 0.0.1 1 1 00000000\n(", "by version 0.0.1 of the program"),
        ("polywright run 6\n", "is not a checkpoint"),
        ("", "is not a checkpoint"),
    ] {
        std::fs::write(&path, contents).unwrap();
        let refused = Checkpoint::load(&path).unwrap_err().to_string();
        assert!(refused.contains(why), "{contents}: {refused}");
    }
}

/// Ends a sweep after a number of rounds, and keeps its states.
struct Stopper {
    rounds: usize,
    saved: Option<SavedSweep>,
}

impl SweepWatcher for Stopper {
    fn pass(&mut self, _stage: Stage) -> ControlFlow<()> {
        self.rounds = self.rounds.saturating_sub(1);
        if self.rounds == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn saves(&mut self) -> bool {
        self.rounds == 0
    }

    fn save(&mut self, saved: Option<SavedSweep>) {
        self.saved = saved;
    }
}

/// Puzzles that a sweep counts: on several lattices, with colours, optional sites, junctions and
/// numbers of copies.
const SWEPT: [&str; 8] = [
    "lattice: Square, pieces: [Family(free: 5)], board: Rectangle(15, 4)",
    "lattice: Square, pieces: [Family(free: 2, copies: 2), Family(free: 1, copies: (0, 9)), \
     Family(free: 3, copies: (0, 5))], board: Rectangle(5, 4)",
    "lattice: Square, pieces: [Family(free: 4, copies: (0, 2))], \
     board: Art([\"######\", \"###oo#\", \"#o####\", \"#####o\"])",
    "lattice: SquareEdges, pieces: [Family(free: 2, copies: 5), Family(free: 1, copies: 2)], \
     board: Rectangle(2, 2)",
    "lattice: Triangle, pieces: [Family(free: 3, copies: 4), Family(free: 4, copies: (0, 2)), \
     Family(free: 2, copies: (0, 6))], board: Parallelogram(6, 2)",
    "lattice: Hexagon, pieces: [Family(free: 3, copies: (0, 3)), Family(free: 2, copies: (0, 4))], \
     board: Parallelogram(4, 3)",
    "lattice: Cube, pieces: [Family(free: 3, copies: (0, 4)), Family(free: 2, copies: (0, 4))], \
     board: Box(2, 2, 4)",
    "lattice: Square, board: Labelled(Rectangle(6, 3), [\"bwbwbw\", \"wbwbwb\", \"bwbwbw\"]), \
     pieces: [Piece(name: \"I\", art: [\"XX\"], labels: [\"bw\"], copies: (0, 9)), \
     Piece(name: \"L\", art: [\"XX\", \"X.\"], labels: [\"bw\", \"w.\"], copies: (0, 6))]",
];

fn described(words: &str) -> Arc<polywright::puzzle::Puzzle> {
    let text = format!("(format: 1, title: \"t\", {words})");
    puzzle_file::read(text.as_str().into()).unwrap_or_else(|e| panic!("{words}: {e:?}")).puzzle
}

#[test]
fn a_counting_sweep_saved_at_any_round_comes_to_the_same_count_and_states() {
    let mut counted = 0;
    for (number, words) in SWEPT.iter().enumerate() {
        let puzzle = described(words);
        let encoding = Encoding::new(&puzzle).unwrap();
        let mut cover = WeightedProblem::from_problem(&encoding.problem);
        let order = encoding.sweep_orders(&puzzle).into_iter().next().unwrap();
        if number % 2 == 1 {
            cover.weights = (0..cover.options.len() as u32).map(|n| 1 + n % 3).collect();
        }
        let mut states = 0;
        let whole = frontier::count(&cover, &order, &Limits::default(), &mut |stage| {
            states = stage.states;
            ControlFlow::Continue(())
        });
        let Ok(whole) = whole else { panic!("{words}: {whole:?}") };
        let mut saved: Option<SavedSweep> = None;
        for stops in 0.. {
            assert!(stops < 10_000, "{words}");
            let limits = Limits { threads: 1 + stops % 3, ..Limits::default() };
            let mut stopper = Stopper { rounds: 2, saved: None };
            match frontier::resume_count(&cover, &order, &limits, saved.take(), &mut stopper) {
                Ok(count) => {
                    assert_eq!(count, whole, "{words}");
                    assert!(stops > 3, "{words}");
                    counted += usize::from(whole > 0);
                    break;
                }
                Err(error) => assert_eq!(error, SweepError::Stopped),
            }
            saved = stopper.saved;
            assert!(saved.is_some());
        }
        // Saved states of another problem are refused.
        let other = WeightedProblem { weights: vec![7; cover.options.len()], ..cover.clone() };
        let mut stopper = Stopper { rounds: 3, saved: None };
        let stopped =
            frontier::resume_count(&cover, &order, &Limits::default(), None, &mut stopper);
        assert_eq!(stopped, Err(SweepError::Stopped));
        let refused = frontier::resume_count(
            &other,
            &order,
            &Limits::default(),
            stopper.saved,
            &mut Stopper { rounds: usize::MAX, saved: None },
        );
        assert_eq!(refused, Err(SweepError::Damaged), "{words}");
    }
    assert!(counted >= 6, "{counted}");
}

/// Stops a run of sweeps at irregular moments, saves it to a file and resumes it from there; the
/// last snapshot.
fn swept_again_and_again(
    plan: impl Fn() -> Plan,
    keep: bool,
    sweep_bytes: usize,
    stops: u32,
) -> (polywright::job::Snapshot, Vec<Vec<OptionId>>, u32) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("checkpoint");
    let settings = Settings { keep, sweep_bytes, last_checkpoint: true, ..Settings::default() };
    let mut whole = Run::start(Arc::new(plan()), settings.clone());
    whole.wait();
    let time = whole.snapshot().elapsed;
    let (mut saved, mut resumed, mut before) = (None::<Checkpoint>, 0, 0.0);
    for round in 0..=stops {
        let own = saved.take().map(Box::new);
        let plan = own.as_ref().map_or_else(&plan, |saved| saved.plan(plan().subject).unwrap());
        resumed += u32::from(own.is_some());
        let settings =
            Settings { threads: 1 + round as usize % 3, resume: own, ..settings.clone() };
        let mut run = Run::start(Arc::new(plan), settings);
        if round < stops {
            let share = f64::from(round * 7 % 11) / 5.0 / f64::from(stops);
            let (begun, until) = (std::time::Instant::now(), time.mul_f64(share));
            loop {
                assert!(run.snapshot().position >= before, "it begins where it was");
                if begun.elapsed() >= until {
                    break;
                }
                std::thread::sleep(until / 16);
            }
            run.stop();
        }
        run.wait();
        let last = run.snapshot();
        if last.phase == Phase::Complete {
            assert_eq!(last.counts, whole.snapshot().counts);
            assert_eq!(last.effort.nodes, whole.snapshot().effort.nodes);
            let solutions: Vec<_> = run.with_store(Store::clone).iter().collect();
            let expected: Vec<_> = whole.with_store(Store::clone).iter().collect();
            assert!(solutions == expected);
            return (last, solutions, resumed);
        }
        assert_eq!(last.phase, Phase::Stopped);
        if let Some(checkpoint) = run.checkpoint() {
            before = if checkpoint.is_sweep() { 0.9 * checkpoint.position() } else { 0.0 };
            checkpoint.save(&path).unwrap();
            saved = Some(Checkpoint::load(&path).unwrap());
        }
    }
    unreachable!("the last round is not stopped")
}

#[test]
fn a_run_that_counts_by_a_sweep_is_resumed_where_it_was() {
    let mut resumed = 0;
    for words in SWEPT {
        let plan = || Plan::new(described(words), PlanOptions::by(&frontier::ENGINE)).unwrap();
        let (last, _, times) = swept_again_and_again(plan, false, 64 << 20, 6);
        resumed += times;
        let listed = swept_again_and_again(plan, true, 64 << 20, 3);
        assert_eq!(listed.0.counts, last.counts, "{words}");
        assert_eq!(listed.1.len() as u64, last.counts.distinct, "{words}");
    }
    // Not every moment falls into a sweep.
    assert!(resumed > 4, "{resumed}");
}

#[test]
fn a_count_in_parts_is_resumed_in_the_part_where_it_was() {
    let plan = || plan("square/pentominoes-6x10.ron", &frontier::ENGINE);
    for bytes in [64 << 20, 6 << 20] {
        let (last, _, resumed) = swept_again_and_again(plan, false, bytes, 8);
        let counts = last.counts.small().unwrap();
        assert_eq!((counts.total, counts.distinct), (9356, 2339));
        assert!(resumed >= 4, "{resumed}");
    }
}

#[test]
fn what_a_paused_sweep_has_met_can_be_saved() {
    let plan = || Arc::new(plan("square/pentominoes-6x10.ron", &frontier::ENGINE));
    let settings = || Settings { keep: false, ..Settings::default() };
    let run = Run::start(plan(), settings());
    while run.snapshot().states == 0 {
        std::thread::sleep(Duration::from_millis(1));
    }
    run.pause();
    let checkpoint = run.checkpoint().expect("a sweep is saved between two rounds");
    assert!(checkpoint.is_sweep() && checkpoint.position() > 0.0);
    run.resume();
    assert!(run.checkpoint().is_some_and(|later| later.position() >= checkpoint.position()));
    drop(run);
    let resumed = Arc::new(checkpoint.plan(plan().subject.clone()).unwrap());
    let resume = Some(Box::new(checkpoint));
    let mut run = Run::start(resumed, Settings { resume, ..settings() });
    run.wait();
    assert_eq!(run.snapshot().counts.distinct, 2339);
}

#[test]
fn a_file_with_any_byte_changed_or_cut_off_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("checkpoint");
    let mut run = Run::start(
        Arc::new(plan("square/pentominoes-4x15.ron", &frontier::ENGINE)),
        Settings { keep: false, last_checkpoint: true, ..Settings::default() },
    );
    while run.snapshot().states == 0 && !run.phase().is_over() {
        std::thread::sleep(Duration::from_millis(1));
    }
    run.stop();
    run.wait();
    let bytes = run.checkpoint().unwrap().bytes();
    std::fs::write(&path, &bytes).unwrap();
    assert_eq!(Checkpoint::load(&path).unwrap().bytes(), bytes);
    let step = (bytes.len() / 300).max(1);
    for at in (0..200.min(bytes.len())).chain((0..bytes.len()).step_by(step)) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1 << (at % 8);
        std::fs::write(&path, &damaged).unwrap();
        assert!(Checkpoint::load(&path).is_err(), "byte {at} of {}", bytes.len());
        std::fs::write(&path, &bytes[..at]).unwrap();
        assert!(Checkpoint::load(&path).is_err(), "cut off at {at}");
    }
}

/// Starts `solve` on a puzzle that takes some seconds by the slowest engine.
fn solve(folder: &Path, puzzle: &str, checkpoint: &Path, threads: usize) -> Command {
    let how = if checkpoint.exists() { "--resume" } else { "--checkpoint" };
    let mut command = Command::new(PROGRAM);
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
    let whole = Command::new(PROGRAM)
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

/// Starts to count by a sweep.
fn count_by_sweep(puzzle: &str, checkpoint: &Path, threads: usize) -> Command {
    let how = if checkpoint.exists() { "--resume" } else { "--checkpoint" };
    let mut command = Command::new(PROGRAM);
    command
        .args(["solve", puzzle, "--count", "--json", "--checkpoint-every", "0.01"])
        .args(["--threads", &threads.to_string(), how])
        .arg(checkpoint)
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    // An engine is named where a run begins; later the checkpoint has it.
    if !checkpoint.exists() {
        command.args(["--engine", "frontier"]);
    }
    command
}

/// Kills a count by a sweep again and again, and lets it end at last. Returns how often it had
/// been saved.
fn count_killed_again_and_again(puzzle: &str, kills: u32) -> u32 {
    let folder = tempfile::tempdir().unwrap();
    let checkpoint = folder.path().join("checkpoint");
    let began = Instant::now();
    let whole = Command::new(PROGRAM)
        .args(["solve", puzzle, "--count", "--json", "--engine", "frontier"])
        .output()
        .unwrap();
    assert!(whole.status.success());
    let time = began.elapsed();
    let mut saved = 0;
    let mut random = 0x9E37_79B9_7F4A_7C15_u64;
    for n in 0..kills {
        let mut child = count_by_sweep(puzzle, &checkpoint, 1 + n as usize % 2).spawn().unwrap();
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let share = (random >> 40) as f64 / f64::from(1 << 24);
        // Three times as long as it takes altogether, so that some of it is done again, but long
        // enough to come to a save.
        std::thread::sleep(time.mul_f64(share * (6.0 / f64::from(kills)).max(0.5)));
        // On a busy machine the moment may come before anything is saved: every other time it is
        // waited for.
        while n % 2 == 1 && !checkpoint.exists() && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        if checkpoint.exists() {
            // Whatever the moment, the file is whole.
            saved += u32::from(Checkpoint::load(&checkpoint).unwrap().is_sweep());
        }
    }
    let last = count_by_sweep(puzzle, &checkpoint, 2).output().unwrap();
    assert!(last.status.success(), "{}", String::from_utf8_lossy(&last.stderr));
    // All numbers but the time.
    let numbers = |output: &[u8]| {
        let text = String::from_utf8_lossy(output).into_owned();
        text.split("\"total\"").nth(1).unwrap().to_owned()
    };
    assert_eq!(numbers(&last.stdout), numbers(&whole.stdout));
    saved
}

#[test]
fn a_count_by_a_sweep_killed_at_any_moment_comes_to_the_same_numbers() {
    let saved = count_killed_again_and_again("pentominoes-6x10", 10);
    assert!(saved > 0, "some moments come after the first save");
}

#[test]
#[ignore = "takes minutes"]
fn a_long_count_by_a_sweep_killed_two_hundred_times_comes_to_the_same_numbers() {
    let saved = count_killed_again_and_again("one-sided-pentominoes-5x18", 200);
    assert!(saved > 100, "{saved}");
}

/// Stopped again and again before its jobs are done, a run keeps what it found and goes on where it was,
/// whatever the engine and the number of threads.
#[test]
fn jobs_that_outlast_their_run_are_resumed_where_they_were() {
    for engine in Engine::exhaustive() {
        let mut reference = Run::start(Arc::new(plan(SHORT, engine)), Settings::default());
        reference.wait();
        let expected = reference.snapshot().counts;
        let solutions: Vec<_> = reference.into_store().iter().collect();
        let mut checkpoint: Option<Checkpoint> = None;
        let mut begun = 0;
        for round in 0.. {
            assert!(round < 500, "{engine:?} does not come to its end");
            let mut plan = plan(SHORT, engine);
            if let Some(checkpoint) = &checkpoint {
                plan = checkpoint.plan(plan.subject).unwrap();
            }
            let settings = Settings {
                threads: 1 + round % 2,
                last_checkpoint: true,
                resume: checkpoint.clone().map(Box::new),
                ..Settings::default()
            };
            let mut run = Run::start(Arc::new(plan), settings);
            // Some are stopped before they have cut their trees again.
            let pause = [0, 150, 190, 230, 270][round % 5];
            let wanted = Instant::now() + Duration::from_millis(pause);
            while Instant::now() < wanted && !run.phase().is_over() {
                std::thread::sleep(Duration::from_millis(5));
            }
            run.stop();
            run.wait();
            if run.phase() == Phase::Complete {
                assert_eq!(run.snapshot().counts, expected, "{engine:?}");
                let found: Vec<_> = run.into_store().iter().collect();
                assert_eq!(found, solutions, "{engine:?}");
                break;
            }
            // A run that has not got to its jobs leaves what it was resumed from.
            let Some(saved) = run.checkpoint() else { continue };
            // As a file has it.
            let folder = tempfile::tempdir().unwrap();
            saved.save(&folder.path().join("c")).unwrap();
            let read = Checkpoint::load(&folder.path().join("c")).unwrap();
            assert!(read.counts().distinct >= begun, "{engine:?} loses what it found");
            begun = read.counts().distinct.capped();
            checkpoint = Some(read);
        }
    }
}

const SHORT: &str = "square/pentominoes-4x15.ron";

/// What a run has found is never replaced by less, and an unfinished job keeps what it found.
#[test]
fn a_resumed_run_writes_no_less_than_it_was_resumed_with() {
    let folder = tempfile::tempdir().unwrap();
    let solve = |arguments: &str, seconds: f64| {
        let script =
            format!("timeout -s INT {seconds} \"$0\" solve {LONG} --threads 1 {arguments}");
        let output = Command::new("sh")
            .args(["-c", &script, PROGRAM])
            .current_dir(folder.path())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(124), "{said}");
        said
    };
    let held = |name: &str| {
        let contents = polywright::files::open(&folder.path().join(name)).unwrap();
        let polywright::format::Contents::Solutions(set) = contents else { panic!("{name}") };
        set.store.len()
    };
    // On a busy machine it takes longer to find something.
    let before = (0..4)
        .map(|n| {
            let _ = std::fs::remove_file(folder.path().join("c"));
            solve("--engine bitset --checkpoint c --out o.ron", 2.0 * f64::from(1 << n));
            if folder.path().join("o.ron").exists() { held("o.ron") } else { 0 }
        })
        .find(|&found| found > 0)
        .expect("something is found");
    solve("--resume c --out o.ron", 1.0);
    assert!(held("o.ron") >= before, "{} after {before}", held("o.ron"));
    // Begun again from nothing, it may find less, and then leaves the file alone.
    let before = held("o.ron");
    let said = solve("--engine bitset --out o.ron", 0.6);
    assert!(held("o.ron") >= before);
    assert!(!folder.path().join("o-2.ron").exists() || said.contains("and stays"), "{said}");
}

const LONG: &str = "one-sided-pentominoes-5x18";
