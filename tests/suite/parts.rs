//! Runs divided into parts: put together, the results are those of one run, to the byte.
#![cfg(unix)]

use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use polywright::exact_cover::{Engine, bitset, dancing_links, fixed_order};
use polywright::format::{bundled, dlx};
use polywright::job::parts::{Ledger, MergeError, Merged, Parts};
use polywright::job::{Checkpoint, Phase, Plan, Run, Settings, Split};
use polywright::puzzle::Description;
use polywright::solution::Store;

use crate::program::{PROGRAM, fast_folder, polywright, stderr, stdout};

fn puzzle(path: &str, engine: &'static Engine) -> (Plan, Description) {
    let bundled = bundled::ALL.iter().find(|b| b.path == path).unwrap().open();
    (Plan::by_engine(bundled.puzzle, Some(engine)).unwrap(), bundled.description)
}

/// Runs a part, from its result so far; stops once it has so many distinct solutions.
fn run_part(
    (parts, number): (&Parts, u64),
    before: Option<Checkpoint>,
    (threads, limit): (usize, Option<u64>),
) -> Checkpoint {
    let part = parts.part(number).unwrap();
    let plan = parts.open_part(part, before.as_ref()).unwrap().plan;
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

fn left(result: &Checkpoint) -> usize {
    result.share().unwrap().1.len()
}

/// The counts, nodes and solutions of a whole run.
fn whole(plan: Plan) -> (polywright::solution::Counts, u64, Store) {
    let mut run = Run::start(Arc::new(plan), Settings::default());
    run.wait();
    let last = run.snapshot();
    assert_eq!(last.phase, Phase::Complete);
    (last.counts, last.effort.nodes, run.with_store(Store::clone))
}

fn same(merged: &Merged, whole: &(polywright::solution::Counts, u64, Store)) {
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
        let parts = Parts::split(plan, Some(&description), false, wanted).unwrap();
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
            merged.add(&parts, &result).unwrap();
        }
        same(&merged.finish().unwrap(), &one);
    }
}

#[test]
fn cases_and_problems_without_a_puzzle_are_divided_too() {
    // Optional pieces, in cases of their own.
    let opened = bundled::ALL.iter().find(|b| b.path.contains("any-one-left-out")).unwrap().open();
    let divided = || {
        let puzzle = Arc::clone(&opened.puzzle);
        let encoding = Arc::new(polywright::encode::Encoding::new(&puzzle).unwrap());
        let group = polywright::encode::SymmetryGroup::new(&puzzle, &encoding);
        let engine = Some(&bitset::ENGINE);
        let plan = Plan::divided(puzzle, encoding, Arc::new(group), engine, Split::Full).unwrap();
        assert!(plan.cases.len() > 1);
        plan
    };
    let problem = dlx::read("A B C D E F G\nC E F\nA D G\nB C F\nA D\nB G\nD E G\n").unwrap();
    let bare = || Plan::of_problem("Knuth".to_owned(), problem.clone(), None).unwrap();
    let plans: [(&dyn Fn() -> Plan, Option<&Description>); 2] =
        [(&divided, Some(&opened.description)), (&bare, None)];
    for (plan, description) in plans {
        let parts = Parts::split(plan(), description, false, 9).unwrap();
        let mut merged = Merged::new(&parts);
        for part in &parts.parts {
            merged.add(&parts, &run_part((&parts, part.number), None, (2, None))).unwrap();
        }
        same(&merged.finish().unwrap(), &whole(plan()));
    }
}

#[test]
fn parts_that_were_stopped_go_on_and_what_they_left_can_be_divided_again() {
    let (path, engine) = ("square/pentominoes-5x12.ron", &bitset::ENGINE);
    let one = whole(puzzle(path, engine).0);
    let (plan, description) = puzzle(path, engine);
    let parts = Parts::split(plan, Some(&description), false, 4).unwrap();
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
    let rest = parts.split_rest(&ledger, 5).unwrap();
    assert_eq!(rest.parts.first().map(|part| part.number), Some(5));
    let mut merged = Merged::new(&parts);
    merged.ledger.add_parts(&rest);
    for result in [&first, &second, &third] {
        merged.add(&parts, result).unwrap();
    }
    for part in &rest.parts {
        merged.add(&parts, &run_part((&rest, part.number), None, (1, None))).unwrap();
    }
    same(&merged.clone().finish().unwrap(), &one);
    // What was divided again is not to be done by the old part too.
    merged.add(&parts, &run_part((&parts, 4), None, (1, None))).unwrap();
    assert_eq!(merged.finish().unwrap_err(), MergeError::Overlap { part: 4 });
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
    assert!(stderr(&gap).contains("1 part is still to be run: 6"), "{}", stderr(&gap));
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
        (&["solve", "--part", "a.parts"], "name a part as FILE:17"),
        (&["solve", "--part", "a.parts:auto"], "no queue says which part to solve"),
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

#[test]
fn gnu_parallel_does_parts_whose_workers_are_killed() {
    if !has("parallel") || !has("pkill") {
        return;
    }
    let folder = fast_folder();
    let run = |arguments: &[&str]| polywright(folder.path(), arguments);
    let name = "pentominoes-6x10";
    assert!(run(&["split", name, "--parts", "50"]).status.success());
    let file = folder.path().join("pentominoes-6x10.parts");
    let part = format!("{}:{{}}", file.display());
    let mut rounds = 0;
    loop {
        let missing = stdout(&run(&["merge", "pentominoes-6x10.parts", "--missing"]));
        if missing.is_empty() {
            break;
        }
        let mut queue = Command::new("parallel")
            .args([
                "--will-cite",
                "--jobs",
                "2",
                PROGRAM,
                "solve",
                "--part",
                &part,
                "--threads",
                "1",
            ])
            .args(["--checkpoint-every", "0.05", ":::"])
            .args(missing.lines())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // In the first rounds its workers are killed or told to end, at moments of chance.
        while rounds < 6 && queue.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(37));
            interrupt(if rounds % 2 == 0 { "-KILL" } else { "-TERM" }, &file);
            rounds += 1;
        }
        queue.wait().unwrap();
    }
    assert_eq!(rounds, 6);
    let merged = run(&["merge", "pentominoes-6x10.parts", "--out", "merged.ron"]);
    assert!(merged.status.success(), "{}", stderr(&merged));
    assert!(run(&["solve", name, "--out", "single.ron"]).status.success());
    let read = |name: &str| std::fs::read(folder.path().join(name)).unwrap();
    assert!(read("merged.ron") == read("single.ron"), "the files differ");
}
