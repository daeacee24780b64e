//! Runs divided into parts: put together, the results are those of one run, to the byte.
#![cfg(unix)]

use std::ops::ControlFlow;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use polywright::exact_cover::{Engine, bitset, dancing_links, fixed_order, frontier};
use polywright::format::{bundled, dlx, puzzle_file};
use polywright::job::parts::{Ledger, MergeError, Merged, PartPlan, PartResult, Parts, PartsError};
use polywright::job::{Checkpoint, Phase, Plan, PlanOptions, Run, Settings, Split, Subject};
use polywright::natural::Natural;
use polywright::puzzle::Description;
use polywright::solution::{Counts, Store};

use crate::program::{PROGRAM, fast_folder, polywright, stderr, stdout};

fn puzzle(path: &str, engine: &'static Engine) -> (Plan, Description) {
    let bundled = bundled::ALL.iter().find(|b| b.path == path).unwrap().open();
    (Plan::new(bundled.puzzle, PlanOptions::by(engine)).unwrap(), bundled.description)
}

/// Runs a part, from its result so far; stops once it has so many distinct solutions.
fn run_part(
    (parts, number): (&Parts, u64),
    before: Option<Checkpoint>,
    (threads, limit): (usize, Option<u64>),
) -> Checkpoint {
    let part = parts.part(number).unwrap();
    let plan = opened(parts, part.number, before.as_ref());
    let settings = Settings {
        threads,
        limit,
        keep: !parts.only_counts(),
        last_checkpoint: true,
        resume: before.map(Box::new),
        ..Settings::default()
    };
    let mut run = Run::start(plan, settings);
    run.wait();
    assert!(matches!(run.phase(), Phase::Complete | Phase::Stopped), "{:?}", run.phase());
    run.checkpoint().unwrap()
}

/// The plan of the search of a part.
fn opened(parts: &Parts, number: u64, before: Option<&Checkpoint>) -> Arc<Plan> {
    let before = before.map(of);
    let opened = parts.open_part(parts.part(number).unwrap(), before.as_ref()).unwrap();
    Arc::clone(opened.plan.search().unwrap())
}

/// The result of a part that is searched or swept.
fn of(checkpoint: &Checkpoint) -> PartResult {
    PartResult::Run(Box::new(checkpoint.clone()))
}

fn left(result: &Checkpoint) -> usize {
    result.share().unwrap().1.len()
}

/// The counts, nodes and solutions of a whole run.
fn whole(plan: Plan) -> (Counts<Natural>, u64, Store) {
    let mut run = Run::start(Arc::new(plan), Settings::default());
    run.wait();
    let last = run.snapshot();
    assert_eq!(last.phase, Phase::Complete);
    (last.counts, last.effort.nodes, run.with_store(Store::clone))
}

fn same(merged: &Merged, whole: &(Counts<Natural>, u64, Store)) {
    assert_eq!(merged.counts, whole.0);
    assert_eq!(merged.effort.nodes, whole.1);
    let (merged, whole): (Vec<_>, Vec<_>) =
        (merged.store.iter().collect(), whole.2.iter().collect());
    assert_eq!(merged, whole);
}

#[test]
fn parts_put_together_are_one_run_whatever_the_engine_and_the_threads() {
    for (path, engine, wanted) in [
        ("square/pentominoes-6x10.ron", &fixed_order::ENGINE, 7),
        ("square/pentominoes-5x12.ron", &bitset::ENGINE, 50),
        ("cube/soma-cube.ron", &dancing_links::ENGINE, 300),
    ] {
        let (plan, description) = puzzle(path, engine);
        let one = whole(puzzle(path, engine).0);
        let parts = Parts::split(plan, Some(&description), false, wanted, &mut |_| {
            ControlFlow::Continue(())
        })
        .unwrap();
        assert!((2..=wanted).contains(&parts.parts.len()), "{path}: {}", parts.parts.len());
        let mut merged = Merged::new(&parts);
        // In any order.
        for part in parts.parts.iter().rev() {
            let result = run_part((&parts, part.number), None, (1, None));
            assert_eq!(left(&result), 0);
            if part.number % 5 == 1 {
                let again = run_part((&parts, part.number), None, (3, None));
                assert_eq!(again.bytes(), result.bytes(), "{path}, part {}", part.number);
            }
            merged.add(&parts, &of(&result)).unwrap();
        }
        let plan = parts.open().unwrap().plan;
        same(&merged.finish(&plan).unwrap(), &one);
    }
}

#[test]
fn dividing_tells_how_far_it_is_and_ends_when_told() {
    let divide = |stop_at: f64| {
        let (plan, description) = puzzle("square/pentominoes-6x10.ron", &bitset::ENGINE);
        let mut told = Vec::new();
        let result = Parts::split(plan, Some(&description), false, 50, &mut |done| {
            told.push(done);
            if done < stop_at { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        (result, told)
    };
    let (parts, told) = divide(f64::INFINITY);
    assert!(parts.unwrap().parts.len() > 1);
    assert!(told.len() > 10 && told.is_sorted(), "{told:?}");
    assert!(told.iter().all(|done| (0.0..=1.0).contains(done)), "{told:?}");
    let (stopped, told) = divide(0.5);
    assert!(matches!(stopped, Err(PartsError::Stopped)));
    assert!(told.iter().filter(|done| **done >= 0.5).count() == 1, "{told:?}");
}

#[test]
fn cases_and_problems_without_a_puzzle_are_divided_too() {
    // Optional pieces, in cases of their own.
    let text = "(format: 1, title: \"t\", lattice: Square, pieces: [Family(free: 5, copies: (0, 1))], \
                board: Rectangle(5, 4))";
    let opened = puzzle_file::read(text.into()).unwrap();
    let divided = || {
        let puzzle = Arc::clone(&opened.puzzle);
        let options = PlanOptions { split: Split::Full, ..PlanOptions::by(&bitset::ENGINE) };
        let plan = Plan::new(puzzle, options).unwrap();
        assert!(plan.cases.len() > 1);
        plan
    };
    let problem = dlx::read("A B C D E F G\nC E F\nA D G\nB C F\nA D\nB G\nD E G\n").unwrap();
    let bare = || {
        let subject = Subject::of_problem("Knuth", problem.clone());
        Plan::new(subject, PlanOptions::default()).unwrap()
    };
    let plans: [(&dyn Fn() -> Plan, Option<&Description>); 2] =
        [(&divided, Some(&opened.description)), (&bare, None)];
    for (plan, description) in plans {
        let parts = Parts::split(plan(), description, false, 9, &mut |_| ControlFlow::Continue(()))
            .unwrap();
        let mut merged = Merged::new(&parts);
        for part in &parts.parts {
            merged.add(&parts, &of(&run_part((&parts, part.number), None, (2, None)))).unwrap();
        }
        same(&merged.finish(&PartPlan::Run(Arc::new(plan()))).unwrap(), &whole(plan()));
    }
}

/// The counts of a whole run that sweeps and lists nothing.
fn swept(plan: Plan) -> Counts<Natural> {
    let mut run = Run::start(Arc::new(plan), Settings { keep: false, ..Settings::default() });
    run.wait();
    let last = run.snapshot();
    assert_eq!((last.phase, last.effort.nodes), (Phase::Complete, 0));
    last.counts
}

#[test]
fn a_count_by_sweeps_is_divided_by_what_it_holds() {
    for (path, wanted) in [
        ("square/pentominoes-6x10.ron", 7),
        ("square/pentominoes-3x20.ron", 1),
        // Solutions that symmetries leave as they are.
        ("square/one-sided-pentominoes-3x30.ron", 12),
        ("square/dominoes-8x8.ron", 5),
        ("square-edges/welded-tetrasticks-4x4.ron", 9),
        ("triangle/hexiamonds-6x6.ron", 10),
    ] {
        let (plan, description) = puzzle(path, &frontier::ENGINE);
        let one = swept(puzzle(path, &frontier::ENGINE).0);
        let parts =
            Parts::split(
                plan,
                Some(&description),
                true,
                wanted,
                &mut |_| ControlFlow::Continue(()),
            )
            .unwrap();
        assert!(parts.is_sweep(), "{path}");
        assert!((1..=wanted).contains(&parts.parts.len()), "{path}: {}", parts.parts.len());
        let mut merged = Merged::new(&parts);
        for part in parts.parts.iter().rev() {
            let result = run_part((&parts, part.number), None, (1, None));
            assert_eq!(left(&result), 0);
            let again = run_part((&parts, part.number), None, (3, None));
            assert_eq!(again.bytes(), result.bytes(), "{path}, part {}", part.number);
            merged.add(&parts, &of(&result)).unwrap();
        }
        let plan = parts.open().unwrap().plan;
        assert_eq!(merged.finish(&plan).unwrap().counts, one, "{path}");
    }
}

#[test]
fn a_sweep_that_is_stopped_goes_on_from_its_states() {
    let path = "square/one-sided-pentominoes-5x18.ron";
    let (plan, description) = puzzle(path, &frontier::ENGINE);
    let parts =
        Parts::split(plan, Some(&description), true, 400, &mut |_| ControlFlow::Continue(()))
            .unwrap();
    let part = &parts.parts[parts.parts.len() / 2];
    let whole = run_part((&parts, part.number), None, (1, None));
    let settings = |before: Option<Checkpoint>| Settings {
        threads: 1,
        keep: false,
        last_checkpoint: true,
        resume: before.map(Box::new),
        ..Settings::default()
    };
    let mut before: Option<Checkpoint> = None;
    let mut stops = 0;
    let last = loop {
        let plan = opened(&parts, part.number, before.as_ref());
        let mut run = Run::start(plan, settings(before.take()));
        // Stopped once it has come further, twice.
        let from = run.snapshot().states;
        while stops < 2 && run.phase() == Phase::Running && run.snapshot().states <= from {
            std::thread::yield_now();
        }
        if stops < 2 {
            stops += 1;
            run.stop();
        }
        run.wait();
        let result = run.checkpoint().unwrap();
        if run.phase() == Phase::Complete {
            break result;
        }
        assert_eq!(run.phase(), Phase::Stopped);
        assert_eq!(left(&result), part.works.len());
        before = Some(result);
    };
    assert_eq!(last.bytes(), whole.bytes());
}

#[test]
fn parts_that_were_stopped_go_on_and_what_they_left_can_be_divided_again() {
    let (path, engine) = ("square/pentominoes-5x12.ron", &bitset::ENGINE);
    let one = whole(puzzle(path, engine).0);
    let (plan, description) = puzzle(path, engine);
    let parts =
        Parts::split(plan, Some(&description), false, 4, &mut |_| ControlFlow::Continue(()))
            .unwrap();
    // Part 1 at once; part 2 in steps; part 3 is stopped and divided again; part 4 was never begun.
    let first = run_part((&parts, 1), None, (2, None));
    let mut second = run_part((&parts, 2), None, (1, Some(5)));
    for round in 2.. {
        if left(&second) == 0 {
            break;
        }
        let limit = (round < 8).then_some(5 * round);
        second = run_part((&parts, 2), Some(second), (1 + round as usize % 3, limit));
    }
    assert_eq!(second.bytes(), run_part((&parts, 2), None, (1, None)).bytes());
    let third = run_part((&parts, 3), None, (1, Some(7)));
    assert!(left(&third) > 0);
    let mut ledger = Ledger::default();
    ledger.add_parts(&parts);
    for result in [&first, &second, &third] {
        let (share, left) = result.share().unwrap();
        ledger.add_result(share, left);
    }
    assert_eq!(ledger.missing().into_iter().collect::<Vec<_>>(), [3, 4]);
    let rest = parts.split_rest(&ledger, 5, &mut |_| ControlFlow::Continue(())).unwrap();
    assert_eq!(rest.parts.first().map(|part| part.number), Some(5));
    let mut merged = Merged::new(&parts);
    merged.ledger.add_parts(&rest);
    for result in [&first, &second, &third] {
        merged.add(&parts, &of(result)).unwrap();
    }
    for part in &rest.parts {
        merged.add(&parts, &of(&run_part((&rest, part.number), None, (1, None)))).unwrap();
    }
    let plan = parts.open().unwrap().plan;
    same(&merged.clone().finish(&plan).unwrap(), &one);
    // What was divided again is not to be done by the old part too.
    merged.add(&parts, &of(&run_part((&parts, 4), None, (1, None)))).unwrap();
    assert_eq!(merged.finish(&plan).unwrap_err(), MergeError::Overlap { part: 4 });
}

#[test]
fn results_that_do_not_fit_together_are_refused_with_their_reason() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| polywright(folder.path(), arguments);
    let split =
        run(&["split", "soma-cube", "--parts", "6", "--engine", "bitset", "--out", "a.parts"]);
    assert!(split.status.success(), "{}", stderr(&split));
    let other =
        ["split", "soma-cube", "--parts", "6", "--engine", "fixed-order", "--out", "b.parts"];
    assert!(run(&other).status.success());
    for number in 1..=5 {
        let part = format!("a.parts:{number}");
        assert_eq!(run(&["solve", "--part", &part]).status.code(), Some(0));
    }
    assert_eq!(run(&["solve", "--part", "b.parts:2"]).status.code(), Some(0));
    // A gap.
    let gap = run(&["merge", "a.parts"]);
    assert_eq!(gap.status.code(), Some(2));
    assert!(stderr(&gap).contains("1 part is not finished: 6"), "{}", stderr(&gap));
    assert_eq!(stdout(&run(&["merge", "a.parts", "--missing"])), "6\n");
    assert_eq!(run(&["status", "a.parts"]).status.code(), Some(3));
    // By the variable of a queue.
    let by_queue = Command::new(PROGRAM)
        .current_dir(folder.path())
        .args(["solve", "--part", "a.parts:auto", "--json"])
        .env("JOB_COMPLETION_INDEX", "5")
        .output()
        .unwrap();
    assert!(stdout(&by_queue).contains("\"part\":6"), "{}", stderr(&by_queue));
    let done = run(&["merge", "a.parts", "--json"]);
    assert!(stdout(&done).contains("\"distinct\":240"), "{}", stderr(&done));
    let status = run(&["status", "a.parts", "--json"]);
    assert!(
        stdout(&status).contains("\"done\":6,\"stopped\":0,\"share\":1.0"),
        "{}",
        stdout(&status)
    );
    // The same part twice, as under another name.
    let results = folder.path().join("a.results");
    std::fs::copy(results.join("000002.part"), results.join("copy.part")).unwrap();
    let twice = run(&["merge", "a.parts"]);
    assert!(stderr(&twice).contains("part 2 did work that another part has done too"));
    std::fs::remove_file(results.join("copy.part")).unwrap();
    // Of another run.
    let other = run(&["merge", "a.parts", "a.results", "b.results"]);
    assert!(stderr(&other).contains("000002.part is part 2 of another run"), "{}", stderr(&other));
    // A division of another run, and results of another run to be divided again.
    assert_eq!(run(&["solve", "--part", "b.parts:1", "--out", "b.results"]).status.code(), Some(0));
    let other = run(&["merge", "a.parts", "a.results", "b.parts"]);
    assert!(stderr(&other).contains("b.parts divides another run"), "{}", stderr(&other));
    let again = ["split", "a.parts", "--parts", "3", "--out", "c.parts", "--results", "b.results"];
    assert!(stderr(&run(&again)).contains("of another run"), "{}", stderr(&run(&again)));
    // Damaged.
    let path = results.join("000003.part");
    let mut bytes = std::fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&path, bytes).unwrap();
    let damaged = run(&["merge", "a.parts"]);
    assert_eq!(damaged.status.code(), Some(2));
    assert!(stderr(&damaged).contains("000003.part"), "{}", stderr(&damaged));
    // Names that are none.
    for (arguments, why) in [
        (&["solve", "--part", "a.parts:99"][..], "there is no part 99; the parts are 1 to 6"),
        (&["solve", "--part", "a.parts"], "expected a part such as FILE:17"),
        (&["solve", "--part", "a.parts:auto"], "no queue assigns a part"),
        (&["split", "soma-cube", "--parts", "6", "--out", "a.parts"], "already exists"),
        (
            &["split", "soma-cube", "--parts", "6", "--engine", "frontier", "--out", "c.parts"],
            "frontier",
        ),
    ] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(stderr(&output).contains(why), "{arguments:?}: {}", stderr(&output));
    }
}

#[test]
fn a_part_that_is_resumed_has_its_time_anew() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| polywright(folder.path(), arguments);
    let name = "one-sided-pentominoes-6x15";
    let split =
        run(&["split", name, "--parts", "2", "--engine", "fixed-order", "--out", "a.parts"]);
    assert!(split.status.success(), "{}", stderr(&split));
    let spent: Vec<Duration> = (0..2)
        .map(|_| {
            let part = ["solve", "--part", "a.parts:1", "--for", "0.5", "--threads", "1"];
            assert_eq!(run(&part).status.code(), Some(3));
            Checkpoint::load(&folder.path().join("a.results/000001.part")).unwrap().elapsed()
        })
        .collect();
    assert!(spent[1] >= spent[0] + Duration::from_millis(400), "{spent:?}");
}

/// A table of variants or sets without the times, which parts do not tell.
fn without_seconds(folder: &Path, name: &str) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(folder.join(name)).unwrap();
    let rows = text.lines().map(|line| line.split(',').map(str::to_owned).collect::<Vec<_>>());
    let mut rows: Vec<Vec<String>> = rows.collect();
    let seconds = rows[0].iter().position(|head| head == "seconds").unwrap();
    // From the end, since names before it may hold commas.
    let from_end = rows[0].len() - seconds;
    for row in &mut rows {
        let at = row.len() - from_end;
        row.remove(at);
    }
    rows
}

#[test]
fn the_dates_of_the_calendar_in_parts_are_those_of_one_run() {
    let folder = fast_folder();
    let run = |arguments: &[&str]| polywright(folder.path(), arguments);
    let split = ["split", "a-puzzle-a-day", "--variants", "--parts", "8", "--out", "days.parts"];
    let split = run(&split);
    assert!(stdout(&split).contains("8 parts of"), "{}", stderr(&split));
    for number in 1..=8 {
        let part = format!("days.parts:{number}");
        assert_eq!(run(&["solve", "--part", &part, "--threads", "1"]).status.code(), Some(0));
    }
    // Whatever the number of threads, and stopped and resumed.
    for (number, threads, first) in [(3, "3", 100.0), (5, "2", 0.02)] {
        let part = format!("days.parts:{number}");
        for round in 0.. {
            let time = (first * f64::from(1 << round)).to_string();
            let again = ["solve", "--part", &part, "--threads", threads, "--for", &time];
            if run(&[&again[..], &["--out", "again"]].concat()).status.code() == Some(0) {
                break;
            }
        }
        let read = |name: &str| {
            std::fs::read(folder.path().join(name).join(format!("{number:06}.part"))).unwrap()
        };
        assert!(read("again") == read("days.results"), "part {number}");
    }
    let merged = run(&["merge", "days.parts", "--csv", "merged.csv", "--json"]);
    let single = run(&["variants", "a-puzzle-a-day", "--csv", "single.csv", "--json"]);
    let read = |name: &str| std::fs::read(folder.path().join(name)).unwrap();
    assert!(read("merged.csv") == read("single.csv"), "{}", stderr(&merged));
    let (merged, single) = (stdout(&merged), stdout(&single));
    let all_but_last =
        |text: &str| text.lines().rev().skip(1).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(all_but_last(&merged), all_but_last(&single));
    let last = merged.lines().last().unwrap();
    for words in [
        "\"variants\":366,",
        "\"solvable\":366,",
        "\"total\":24405,",
        "\"distinct\":24405,",
        "\"fewest\":7,",
        "\"parts\":8,",
        "\"complete\":true",
    ] {
        assert!(last.contains(words), "{words}: {last}");
    }
    let out = run(&["merge", "days.parts", "--out", "days.ron"]);
    assert!(stderr(&out).contains("--csv"), "{}", stderr(&out));
}

#[test]
fn variants_solved_one_by_one_in_parts_are_those_of_one_run() {
    let folder = fast_folder();
    let run = |arguments: &[&str]| polywright(folder.path(), arguments);
    let october = ["--only", "Oct", "--one-by-one"];
    let split = |parts: &str, out: &str| {
        let first = ["split", "a-puzzle-a-day", "--variants", "--parts", parts, "--out", out];
        run(&[&first[..], &october[..]].concat())
    };
    assert!(stdout(&split("6", "october.parts")).contains("6 parts of"));
    for number in [1, 2, 4, 5] {
        let part = format!("october.parts:{number}");
        let output = run(&["solve", "--part", &part, "--threads", "1"]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    }
    // Stopped, and gone on with by other numbers of threads, a part has the same result.
    for (round, threads) in ["1", "3", "2"].iter().cycle().enumerate() {
        let time = if round < 3 { "0.003" } else { "100" };
        let part = ["solve", "--part", "october.parts:2", "--threads", threads, "--for", time];
        let output = run(&[&part[..], &["--out", "again"]].concat());
        match output.status.code() {
            Some(0) => break,
            code => assert_eq!(code, Some(3), "{}", stderr(&output)),
        }
    }
    let read = |name: &str| std::fs::read(folder.path().join(name)).unwrap();
    assert!(read("again/000002.part") == read("october.results/000002.part"));
    // A gap is refused with its parts; status tells of it.
    let gap = run(&["merge", "october.parts"]);
    assert_eq!(gap.status.code(), Some(2));
    assert!(stderr(&gap).contains("2 parts are not finished: 3, 6"), "{}", stderr(&gap));
    assert_eq!(stdout(&run(&["merge", "october.parts", "--missing"])), "3\n6\n");
    let status = run(&["status", "october.parts"]);
    assert_eq!(status.status.code(), Some(3));
    assert!(stdout(&status).contains("variants solved · total"), "{}", stdout(&status));
    // Results of other variants, and of another puzzle.
    let others = ["split", "a-puzzle-a-day", "--variants", "--parts", "2", "--one-by-one"];
    let others = run(&[&others[..], &["--only", "1 Nov", "--out", "other.parts"]].concat());
    assert!(others.status.success(), "{}", stderr(&others));
    assert_eq!(run(&["solve", "--part", "other.parts:1"]).status.code(), Some(0));
    let soma = ["split", "soma-cube", "--parts", "2", "--engine", "bitset", "--out", "soma.parts"];
    assert!(run(&soma).status.success());
    assert_eq!(run(&["solve", "--part", "soma.parts:1"]).status.code(), Some(0));
    for results in ["other.results", "soma.results"] {
        let other = run(&["merge", "october.parts", "october.results", results]);
        assert_eq!(other.status.code(), Some(2));
        assert!(stderr(&other).contains("is part 1 of another run"), "{}", stderr(&other));
    }
    // What is left is divided again.
    let rest = run(&["split", "october.parts", "--parts", "3", "--out", "rest.parts"]);
    assert!(rest.status.success(), "{}", stderr(&rest));
    for number in 7..=9 {
        let part = format!("rest.parts:{number}");
        assert_eq!(run(&["solve", "--part", &part]).status.code(), Some(0));
    }
    let all = ["october.parts", "october.results", "rest.parts", "rest.results"];
    let merged = run(&[&["merge"], &all[..], &["--csv", "merged.csv"]].concat());
    assert!(merged.status.success(), "{}", stderr(&merged));
    let single = [&["variants", "a-puzzle-a-day", "--csv", "single.csv"][..], &october].concat();
    assert!(run(&single).status.success());
    let table = |name: &str| without_seconds(folder.path(), name);
    assert_eq!(table("merged.csv").len(), 32);
    assert_eq!(table("merged.csv"), table("single.csv"));
    // The same variants twice.
    std::fs::copy(folder.path().join("october.results/000004.part"), folder.path().join("twice"))
        .unwrap();
    let twice = run(&[&["merge"], &all[..], &["twice"]].concat());
    assert!(stderr(&twice).contains("part 4 did work that another part has done too"));
}

#[test]
fn searches_for_sets_of_pieces_in_parts_are_those_of_one_run() {
    let folder = fast_folder();
    let run = |arguments: &[&str]| polywright(folder.path(), arguments);
    let text = "(format: 1, title: \"t\", lattice: Square, pieces: [Family(free: 4), Family(free: 3), \
                Family(free: 2, copies: 1)], board: Rectangle(4, 3), site_groups: {\"any\": All}, \
                variants: (of: [OpenOne(\"any\")]))";
    std::fs::write(folder.path().join("own.ron"), text).unwrap();
    for (name, more) in [("all", &[][..]), ("soon", &["--give-up", "2"]), ("few", &["--exists"])] {
        let parts = format!("{name}.parts");
        let split =
            ["split", "own.ron", "--invent", "--choose", "3", "--parts", "4", "--out", &parts];
        let split = run(&[&split[..], more].concat());
        assert!(stdout(&split).contains("4 parts of"), "{}", stderr(&split));
        for number in 1..=4 {
            let part = format!("{parts}:{number}");
            let solve = |threads: &str, out: &str| {
                let solve = ["solve", "--part", &part, "--threads", threads, "--out", out];
                assert_eq!(run(&solve).status.code(), Some(0));
                std::fs::read(folder.path().join(out).join(format!("{number:06}.part"))).unwrap()
            };
            assert!(solve("1", &format!("{name}.results")) == solve("3", &format!("{name}.again")));
        }
        let (merged, single) = (format!("{name}-merged.csv"), format!("{name}-single.csv"));
        let gives_up = more.first() == Some(&"--give-up");
        // Which variants are tried before a test ends depends on the sets before it, but not for those
        // sets that fail none.
        let goal = ["--goal", if gives_up { "solvable" } else { "least=2" }, "--csv"];
        let output = run(&[&["merge", &parts], &goal[..], &[&merged]].concat());
        assert!(output.status.success(), "{}", stderr(&output));
        let invent = ["invent", "own.ron", "--choose", "3"];
        let again = run(&[&invent[..], &goal, &[&single], more].concat());
        let heads = |text: String| text.lines().nth(2).unwrap().to_owned();
        assert_eq!(heads(stdout(&output)), heads(stdout(&again)));
        let table = |name: &str| without_seconds(folder.path(), name);
        if gives_up {
            let solvable = |name: &str| {
                let rows = table(name).into_iter();
                rows.filter(|row| row[3] == row[5]).collect::<Vec<_>>()
            };
            assert_eq!(solvable(&merged).len(), 2);
            assert_eq!(solvable(&merged), solvable(&single));
        } else {
            assert_eq!(table(&merged), table(&single));
        }
    }
    let gap = std::fs::remove_file(folder.path().join("all.results/000002.part"));
    gap.unwrap();
    let gap = run(&["merge", "all.parts"]);
    assert!(stderr(&gap).contains("1 part is not finished: 2"), "{}", stderr(&gap));
    let status = stdout(&run(&["status", "all.parts"]));
    assert!(status.contains("3 of 4 parts done") && status.contains("sets tested"), "{status}");
    let other = run(&["merge", "all.parts", "few.results"]);
    assert!(stderr(&other).contains("of another run"), "{}", stderr(&other));
}

/// Whether a program can be run here; what cannot be had is left out, and said.
fn has(program: &str) -> bool {
    let found = Command::new(program).arg("--version").stdout(Stdio::null()).status().is_ok();
    if !found {
        eprintln!("{program} is not installed: the test is left out");
    }
    found
}

/// Sends a signal to all programs that solve parts of a file.
fn interrupt(signal: &str, file: &Path) {
    let pattern = format!("solve --part {}:", file.display());
    let _ = Command::new("pkill").args([signal, "-f", &pattern]).status();
}

/// Runs the parts of a file by GNU parallel on two workers until none is missing. In the first rounds
/// the workers are killed or told to end, at moments of chance.
fn run_in_parallel(folder: &Path, file: &str) {
    let path = folder.join(file);
    let part = format!("{}:{{}}", path.display());
    let mut rounds = 0;
    loop {
        let missing = stdout(&polywright(folder, &["merge", file, "--missing"]));
        if missing.is_empty() {
            break;
        }
        let mut queue = Command::new("parallel")
            .args(["--will-cite", "--jobs", "2", PROGRAM, "solve", "--part", &part])
            .args(["--threads", "1", "--checkpoint-every", "0.05", ":::"])
            .args(missing.lines())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        while rounds < 6 && queue.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(37));
            interrupt(if rounds % 2 == 0 { "-KILL" } else { "-TERM" }, &path);
            rounds += 1;
        }
        queue.wait().unwrap();
    }
    assert_eq!(rounds, 6);
}

/// The same by HyperQueue, on a cluster of this machine alone.
fn run_in_hyperqueue(folder: &Path, file: &str) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/queues/run_in_hyperqueue.py");
    let queue = Command::new(python())
        .arg(script)
        .args([PROGRAM, folder.join(file).to_str().unwrap(), "--kill"])
        .output()
        .unwrap();
    assert!(queue.status.success(), "{}", stderr(&queue));
}

/// The Python that has the package of HyperQueue.
fn python() -> String {
    std::env::var("HYPERQUEUE_PYTHON").unwrap_or_else(|_| "python3".to_owned())
}

/// Divided runs for a queue: how many parts each has, the puzzles that are listed, and one that is
/// counted by sweeps, with the distinct solutions that others counted too.
struct Divided {
    parts: &'static str,
    listed: &'static [&'static str],
    counted: (&'static str, u64),
}

const DAILY: Divided = Divided {
    parts: "8",
    listed: &["pentominoes-5x12"],
    counted: ("one-sided-pentominoes-3x30", 46),
};
const NIGHTLY: Divided = Divided {
    parts: "20",
    listed: &["pentominoes-6x10", "tetrasticks-5x5-without-j"],
    counted: ("one-sided-pentominoes-5x18", 686_628),
};

/// Lists puzzles, solves the dates of the calendar and counts by sweeps, each in parts that a queue
/// solves, and compares what is merged with single runs.
fn divided_runs_are_as_single_ones(divided: &Divided, solve_parts: fn(&Path, &str)) {
    let folder = fast_folder();
    let run = |arguments: &[&str]| polywright(folder.path(), arguments);
    for &name in divided.listed {
        assert!(run(&["split", name, "--parts", divided.parts]).status.success());
        let file = format!("{name}.parts");
        solve_parts(folder.path(), &file);
        let (merged, single) = (format!("{name}-merged.ron"), format!("{name}-single.ron"));
        let done = run(&["merge", &file, "--out", &merged]);
        assert!(done.status.success(), "{}", stderr(&done));
        assert!(run(&["solve", name, "--out", &single]).status.success());
        let read = |name: &str| std::fs::read(folder.path().join(name)).unwrap();
        assert!(read(&merged) == read(&single), "{name}: the files differ");
    }
    let name = "a-puzzle-a-day";
    assert!(run(&["split", name, "--variants", "--parts", divided.parts]).status.success());
    solve_parts(folder.path(), "a-puzzle-a-day.parts");
    let done = run(&["merge", "a-puzzle-a-day.parts", "--csv", "merged.csv"]);
    assert!(done.status.success(), "{}", stderr(&done));
    assert!(run(&["variants", name, "--csv", "single.csv"]).status.success());
    let read = |name: &str| std::fs::read(folder.path().join(name)).unwrap();
    assert!(read("merged.csv") == read("single.csv"), "{name}: the tables differ");
    let (name, distinct) = divided.counted;
    let split = run(&["split", name, "--parts", divided.parts, "--count"]);
    let told = format!("{} parts of", divided.parts);
    assert!(stdout(&split).contains(&told), "{}", stdout(&split));
    let file = format!("{name}.parts");
    solve_parts(folder.path(), &file);
    let merged = run(&["merge", &file, "--json"]);
    assert!(stdout(&merged).contains(&format!("\"distinct\":{distinct},")), "{}", stdout(&merged));
}

fn in_parallel(divided: &Divided) {
    if has("parallel") && has("pkill") {
        divided_runs_are_as_single_ones(divided, run_in_parallel);
    }
}

fn in_hyperqueue(divided: &Divided) {
    let import = Command::new(python()).args(["-c", "import hyperqueue"]).output();
    if import.is_ok_and(|import| import.status.success()) && has("pkill") {
        divided_runs_are_as_single_ones(divided, run_in_hyperqueue);
    } else {
        eprintln!("the package hyperqueue is not installed: the test is left out");
    }
}

#[test]
fn gnu_parallel_does_parts_whose_workers_are_killed() {
    in_parallel(&DAILY);
}

#[test]
#[ignore = "takes minutes"]
fn gnu_parallel_does_large_parts_whose_workers_are_killed() {
    in_parallel(&NIGHTLY);
}

#[test]
fn hyperqueue_does_parts_whose_workers_are_killed() {
    in_hyperqueue(&DAILY);
}

#[test]
#[ignore = "takes minutes"]
fn hyperqueue_does_large_parts_whose_workers_are_killed() {
    in_hyperqueue(&NIGHTLY);
}
