//! Recounts: every engine by every other, stored results that were tampered with, and the command.

use std::ops::ControlFlow;
use std::path::Path;
use std::process::Output;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use assert_cmd::cargo::cargo_bin_cmd;
use polywright::encode::{Encoded, Encoding, SymmetryGroup};
use polywright::exact_cover::{ENGINES, Engine, OptionId};
use polywright::format::bundled;
use polywright::job::{Phase, Plan, PlanOptions, RecountError, Run, Settings};
use polywright::solution::database::{
    Certificate, Database, ListDigest, NewResult, ProblemDigest, StoredResult,
};
use polywright::solution::{Counts, Store, VerifiedList, verify_list};
use tempfile::TempDir;

use crate::program::{PROGRAM, polywright, stderr, stdout};

/// The database in the folder of a test.
const RESULTS: &str = "results.sqlite";
/// A puzzle with 2339 solutions.
const SIX_BY_TEN: &str = "pentominoes-6x10";

/// A bundled puzzle as it is counted again.
struct Subject(Encoded);

impl Subject {
    fn bundled(name: &str) -> Subject {
        let file = bundled::ALL.iter().find(|b| b.file_name() == format!("{name}.ron"));
        let puzzle = file.unwrap().open().puzzle;
        Subject(Encoded::new(puzzle).unwrap())
    }

    fn digest(&self) -> ProblemDigest {
        ProblemDigest::new(&self.0.encoding.problem, &self.0.group)
    }

    fn first_plan(&self) -> Plan {
        Plan::new(self.0.clone(), PlanOptions::default()).unwrap()
    }

    fn recounting(
        &self,
        before: &str,
        wish: Option<&'static polywright::exact_cover::Engine>,
    ) -> Result<Plan, RecountError> {
        Plan::recounting(&self.0, before, wish)
    }

    fn stored(&self, path: &Path) -> StoredResult {
        let mut database = Database::open(path).unwrap();
        database.load(&self.digest(), &self.0.group).unwrap().expect("a result is stored")
    }

    /// Stores a result with this list and these counts in the database of a folder.
    fn store(&self, folder: &TempDir, counts: Counts, store: &Store) {
        let result = NewResult {
            title: self.0.puzzle.title.clone(),
            counts: counts.into(),
            complete: true,
            store: store.clone(),
            engine: "fixed-order search".to_owned(),
            nodes: 1,
            elapsed: Duration::from_secs(1),
        };
        let mut database = Database::open(&folder.path().join(RESULTS)).unwrap();
        let progress = &mut |_, _| ControlFlow::Continue(());
        database.store(&self.digest(), &self.0.group, &result, u64::MAX, progress).unwrap();
    }
}

/// The counts, the solutions and the engines of a run.
fn run(plan: Plan, keep: bool) -> (Counts, Store, String) {
    let mut run = Run::start(Arc::new(plan), Settings { keep, threads: 2, ..Settings::default() });
    run.wait();
    let last = run.snapshot();
    assert_eq!(last.phase, Phase::Complete);
    (last.counts.small().unwrap(), run.with_store(Store::clone), run.engine_names())
}

fn recount(folder: &TempDir, arguments: &[&str]) -> Output {
    polywright(folder.path(), &[&["recount"], arguments, &["--results", RESULTS]].concat())
}

fn json(output: &Output) -> serde_json::Value {
    serde_json::from_str(stdout(output).lines().last().unwrap()).unwrap()
}

fn folder() -> TempDir {
    TempDir::new().unwrap()
}

/// A copy of a list in which each solution is what a function makes of it, or left out.
fn changed(store: &Store, change: impl Fn(usize, Vec<OptionId>) -> Option<Vec<OptionId>>) -> Store {
    let mut changed = store.empty();
    for index in 0..store.len() {
        if let Some(solution) = change(index, store.get(index)) {
            changed.push(&solution, store.stabiliser(index));
        }
    }
    changed.sort();
    changed
}

// ---- The plans ----

#[test]
fn every_engine_is_recounted_by_another_and_finds_the_same() {
    let puzzles = [
        "pentominoes-3x20",
        "chessboard-tetrominoes-7x4",
        "l-trominoes-7x7",
        "trikings-3x5",
        "welded-tetrasticks-4x4",
        "slothouber-graatsma",
        "scotts-board",
        // Without solutions, which is known without a search.
        "dominoes-two-corners-cut",
        "sudoku-6x6",
        "queens-8",
        "knuth-7-items",
    ];
    for name in puzzles {
        let subject = Subject::bundled(name);
        let (counts, store, first) = run(subject.first_plan(), true);
        for engine in Engine::exhaustive() {
            let plan = subject.recounting(engine.name, None).unwrap();
            assert!(!plan.uses(engine), "{name} {engine:?}");
            let (again, list, engines) = run(plan, true);
            assert!(engines.split(", ").all(|name| name != engine.name), "{engines}");
            assert_eq!(again, counts, "{name} after {engine:?} by {engines}");
            let digests = [&store, &list].map(ListDigest::new);
            assert_eq!(digests[0], digests[1], "{name} after {engine:?} by {engines}");
            // Counted only, too.
            let plan = subject.recounting(engine.name, None).unwrap();
            let (again, _, engines) = run(plan, false);
            assert_ne!(engines, engine.name);
            assert_eq!(again, counts, "{name} after {engine:?} by {engines}");
        }
        let sound = verify_list(&subject.0.puzzle, &subject.0.encoding, &store, 2, &|_| {
            ControlFlow::Continue(())
        });
        assert_eq!(sound, VerifiedList::Sound, "{name}");
        assert!(subject.recounting(&first, None).unwrap().engine_names() != first, "{name}");
    }
}

#[test]
fn an_engine_is_refused_when_it_found_the_result_or_cannot_solve_the_puzzle() {
    let subject = Subject::bundled("sudoku-6x6");
    for engine in Engine::exhaustive() {
        let same = subject.recounting(engine.name, Some(engine)).unwrap_err();
        assert_eq!(same, RecountError::SameEngine { id: engine.id, name: engine.name });
        match subject.recounting("none", Some(engine)) {
            Ok(plan) => assert_eq!(plan.engine_names(), engine.name),
            Err(why) => {
                let start =
                    format!("the engine {} ({}) cannot solve this: ", engine.id, engine.name);
                assert!(why.to_string().starts_with(&start), "{why}");
            }
        }
    }
    let all: Vec<&str> = Engine::exhaustive().map(|engine| engine.name).collect();
    let none = subject.recounting(&all.join(", "), None).unwrap_err();
    assert_eq!(none, RecountError::NoOther(Vec::new()));
    // Those that cannot are named with their reasons.
    let trees = "dancing links, bitset search, sparse bitset search";
    let none =
        subject.recounting(&format!("{trees}, frontier sweep"), None).unwrap_err().to_string();
    assert!(none.starts_with("no other engine can solve this; fixed-order search: "), "{none}");
}

#[test]
fn the_first_wrong_solution_of_a_list_is_found_on_any_number_of_threads() {
    let subject = Subject::bundled("pentominoes-5x12");
    let (_, store, _) = run(subject.first_plan(), true);
    let other = store.get(1)[0];
    let wrong = [300, 700, 1000].map(|n| n.min(store.len() - 1));
    // The first piece twice.
    let change = |index, mut solution: Vec<OptionId>| {
        if wrong.contains(&index) {
            solution[1] = if solution[0] == other { store.get(0)[0] } else { other };
        }
        Some(solution)
    };
    let mut broken = store.empty();
    for index in 0..store.len() {
        broken.push(&change(index, store.get(index)).unwrap(), store.stabiliser(index));
    }
    for threads in [1, 2, 5] {
        let go_on = |_| ControlFlow::Continue(());
        let found = verify_list(&subject.0.puzzle, &subject.0.encoding, &broken, threads, &go_on);
        assert!(matches!(found, VerifiedList::Wrong(300, _)), "{threads} threads: {found:?}");
    }
    let cancelled =
        verify_list(&subject.0.puzzle, &subject.0.encoding, &store, 1, &|_| ControlFlow::Break(()));
    assert_eq!(cancelled, VerifiedList::Cancelled);
}

// ---- The command ----

#[test]
fn a_puzzle_without_a_stored_result_is_solved_first_and_certified() {
    let folder = folder();
    let output = recount(&folder, &[SIX_BY_TEN, "--by-another-engine", "--json"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert_eq!(stderr(&output), "No result is stored. The puzzle is solved first.\n");
    let first = json(&output);
    assert_eq!((&first["agrees"], &first["lists"]), (&true.into(), &"whole".into()));
    for counts in [&first, &first["stored"], &first["expected"]] {
        assert_eq!((&counts["total"], &counts["distinct"]), (&9356.into(), &2339.into()));
        assert_eq!((&counts["turned"], &counts["symmetric"]), (&4678.into(), &0.into()));
    }
    assert_eq!((&first["verified"], &first["complete"]), (&2339.into(), &true.into()));
    assert_ne!(first["engine"], first["stored"]["engine"]);

    let subject = Subject::bundled(SIX_BY_TEN);
    let StoredResult { summary, store } = subject.stored(&folder.path().join(RESULTS));
    let certificate = summary.certificate.expect("it is certified");
    assert_eq!(certificate.engine, first["engine"]);
    assert_eq!(certificate.program, env!("CARGO_PKG_VERSION"));
    assert_eq!(certificate.solutions, Some(ListDigest::new(&store)));
    let digest = certificate.solutions.unwrap().to_string();
    assert_eq!(first["certificate"]["solutions"], digest);

    // What is stored is not solved again, and an engine can be named.
    let output = recount(&folder, &[SIX_BY_TEN, "--engine", "links"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert_eq!(stderr(&output), "");
    let text = stdout(&output);
    assert!(text.contains("\nStored     total 9356 · turned 4678 · distinct 2339 · sym"), "{text}");
    assert!(text.contains("\nRecounted  total 9356 · turned 4678 · distinct 2339 · "), "{text}");
    assert!(text.contains("\nExpected   total 9356 · turned 4678 · distinct 2339 · "), "{text}");
    assert!(text.contains("the same 2339 distinct solutions, and each is verified\n"), "{text}");
    assert!(text.contains("\nCertified: recounted by dancing links; SHA-256"), "{text}");
    let StoredResult { summary, .. } = subject.stored(&folder.path().join(RESULTS));
    assert_eq!(summary.certificate.unwrap().engine, "dancing links");
}

#[test]
fn an_engine_that_cannot_count_again_is_refused_with_its_reason() {
    let folder = folder();
    let output = recount(&folder, &["sudoku-6x6", "--engine", "fixed-order"]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let why = "the engine fixed-order (fixed-order search) cannot solve this: it follows the sites";
    assert!(stderr(&output).contains(why), "{output:?}");
    let engine = Subject::bundled("sudoku-6x6").stored(&folder.path().join(RESULTS)).summary.engine;
    let id = ENGINES.iter().find(|other| other.name == engine).unwrap().id;
    let output = recount(&folder, &["sudoku-6x6", "--engine", id]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(stderr(&output).contains("; a recount needs another one"), "{output:?}");
    let output = recount(&folder, &["sudoku-6x6", "--engine", id, "--by-another-engine"]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
}

#[test]
fn a_stored_result_that_lacks_a_solution_is_found_out() {
    let folder = folder();
    let subject = Subject::bundled(SIX_BY_TEN);
    let (counts, store, _) = run(subject.first_plan(), true);
    let tampered = changed(&store, |index, solution| (index != 700).then_some(solution));
    let fewer = Counts::of_store(&tampered, &subject.0.group);
    assert_eq!((fewer.total, fewer.distinct), (9352, 2338));
    subject.store(&folder, fewer, &tampered);
    // A certificate that it has is withdrawn.
    let certificate = Certificate {
        engine: "dancing links".to_owned(),
        program: "0.1.0".to_owned(),
        at: SystemTime::UNIX_EPOCH,
        solutions: None,
    };
    let path = folder.path().join(RESULTS);
    Database::open(&path).unwrap().certify(&subject.digest(), fewer.into(), &certificate).unwrap();

    let output = recount(&folder, &[SIX_BY_TEN]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let text = stdout(&output);
    assert!(text.contains("\nStored     total 9352 · turned 4676 · distinct 2338 · "), "{text}");
    assert!(text.contains("\nRecounted  total 9356 · turned 4678 · distinct 2339 · "), "{text}");
    assert!(text.contains("\nThe counts differ; the result is not certified\n"), "{text}");
    let difference = "\nThe first difference is solution 701 of the recount, which is missing from \
                      the stored result. It is valid\n";
    assert!(text.contains(difference), "{text}");
    let drawing = polywright::picture::text_art::solution(
        &subject.0.puzzle,
        &subject.0.encoding.decode(&store.get(700)),
    );
    assert!(text.ends_with(&format!("{drawing}\n")), "{text}");
    let stored = subject.stored(&path);
    assert_eq!(stored.summary.certificate, None);
    assert_eq!(stored.summary.counts, fewer, "what is stored stays as it is");

    let output = recount(&folder, &[SIX_BY_TEN, "--json"]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let json = json(&output);
    assert_eq!((&json["agrees"], &json["certificate"]), (&false.into(), &().into()));
    assert_eq!((&json["total"], &json["stored"]["total"]), (&counts.total.into(), &9352.into()));
    assert_eq!(json["difference"]["only_in"], "recount");
    assert_eq!(json["difference"]["number"], 701);
    assert_eq!(json["difference"]["pieces"].as_array().unwrap().len(), 12);
}

#[test]
fn a_stored_list_with_a_wrong_solution_is_found_out_though_the_counts_agree() {
    let folder = folder();
    let subject = Subject::bundled(SIX_BY_TEN);
    let (counts, store, _) = run(subject.first_plan(), true);
    let tampered = changed(&store, |index, mut solution| {
        if index == 700 {
            let used = solution[11];
            solution[11] = OptionId(if used.0 == 0 { 1 } else { used.0 - 1 });
        }
        Some(solution)
    });
    subject.store(&folder, counts, &tampered);
    let output = recount(&folder, &[SIX_BY_TEN]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let text = stdout(&output);
    assert!(text.contains("\nThe counts agree, but the result is not certified\n"), "{text}");
    assert!(
        text.contains(" of the stored result, which is missing from the recount. It is not val"),
        "{text}"
    );
    assert_eq!(subject.stored(&folder.path().join(RESULTS)).summary.certificate, None);
}

#[test]
fn counts_without_a_list_and_with_a_part_of_it_are_certified_as_such() {
    let subject = Subject::bundled(SIX_BY_TEN);
    let (counts, store, _) = run(subject.first_plan(), true);
    let part = changed(&store, |index, solution| (index % 3 == 0).then_some(solution));
    for (list, compared, verified) in [(store.empty(), "not", 0), (part, "part", 2339)] {
        let folder = folder();
        subject.store(&folder, counts, &list);
        let output = recount(&folder, &[SIX_BY_TEN, "--json"]);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        let json = json(&output);
        assert_eq!((&json["lists"], &json["verified"]), (&compared.into(), &verified.into()));
        let stored = subject.stored(&folder.path().join(RESULTS));
        assert_eq!(stored.summary.certificate.unwrap().solutions, None);
    }
    // Lists are not compared where only the counts are wanted.
    let folder = folder();
    let output = recount(&folder, &["pentominoes-3x20", "--count", "--json"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let json = json(&output);
    assert_eq!((&json["lists"], &json["distinct"]), (&"not".into(), &2.into()));
}

#[test]
fn numbers_that_the_file_expects_stand_beside_and_no_solution_is_certified_too() {
    let folder = folder();
    let puzzle = r#"(format: 1, title: "Small", lattice: Square, board: Rectangle(4, 3),
        pieces: [Piece(name: "I", art: ["XX"], copies: 6)], expect: (total: 12, distinct: 5))"#;
    std::fs::write(folder.path().join("small.ron"), puzzle).unwrap();
    let output = recount(&folder, &["small.ron"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let text = stdout(&output);
    assert!(text.contains("\nExpected   total 12 · distinct 5 · the recount differs\n"), "{text}");
    let output = recount(&folder, &["dominoes-two-corners-cut"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(stdout(&output).contains("\nThe counts agree: no solution exists\nCertified: "));
}

#[cfg(target_os = "linux")]
#[test]
fn results_are_stored_where_the_window_stores_them() {
    let folder = folder();
    let output = cargo_bin_cmd!("polywright")
        .env("XDG_DATA_HOME", folder.path())
        .args(["recount", "pentominoes-3x20"])
        .timeout(Duration::from_secs(120))
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let stored = Subject::bundled("pentominoes-3x20")
        .stored(&folder.path().join("polywright").join("results.sqlite"));
    assert_eq!(stored.summary.counts.distinct, 2);
    assert!(stored.summary.certificate.is_some());
}

/// A puzzle whose count takes long, in a file of its own; its digest.
fn endless(folder: &TempDir) -> ProblemDigest {
    let text = "(format: 1, title: \"Endless\", lattice: Square, pieces: [Family(one_sided: 5)], \
                board: Rectangle(15, 6))";
    std::fs::write(folder.path().join("endless.ron"), text).unwrap();
    let puzzle = polywright::format::puzzle_file::read(text.into()).unwrap().puzzle;
    let encoding = Encoding::new(&puzzle).unwrap();
    ProblemDigest::new(&encoding.problem, &SymmetryGroup::new(&puzzle, &encoding))
}

/// Presses Ctrl-C while the puzzle is recounted, after some time.
#[cfg(unix)]
fn interrupted(folder: &TempDir, after: Duration) -> Output {
    use std::process::{Command, Stdio};
    let child = Command::new(PROGRAM)
        .current_dir(folder.path())
        .args(["recount", "endless.ron", "--by-another-engine", "--results", RESULTS])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(after);
    let status = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(status.unwrap().success());
    child.wait_with_output().unwrap()
}

#[cfg(unix)]
#[test]
fn a_recount_that_is_interrupted_leaves_no_certificate_and_exits_with_130() {
    // While the puzzle is solved first, and nothing but that is stored.
    let first = folder();
    let digest = endless(&first);
    let output = interrupted(&first, Duration::from_millis(1500));
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    let summary = Database::open(&first.path().join(RESULTS)).unwrap().summary(&digest).unwrap();
    assert!(summary.is_none_or(|summary| !summary.complete && summary.certificate.is_none()));

    // While a result that is stored is counted again.
    let second = folder();
    endless(&second);
    let puzzle = polywright::files::open(&second.path().join("endless.ron")).unwrap();
    let polywright::format::Contents::Puzzle(opened) = puzzle else { panic!("a puzzle") };
    let encoding = Encoding::new(&opened.puzzle).unwrap();
    let group = SymmetryGroup::new(&opened.puzzle, &encoding);
    // Published for 6×15.
    let counts = Counts { total: 10_268_732, distinct: 2_567_183, ..Counts::default() };
    let result = NewResult {
        title: "Endless".to_owned(),
        counts: counts.into(),
        complete: true,
        store: Store::new(group.option_count()),
        engine: "dancing links".to_owned(),
        nodes: 0,
        elapsed: Duration::ZERO,
    };
    let progress = &mut |_, _| ControlFlow::Continue(());
    let mut database = Database::open(&second.path().join(RESULTS)).unwrap();
    database.store(&digest, &group, &result, u64::MAX, progress).unwrap();
    drop(database);
    for after in [300, 1500] {
        let output = interrupted(&second, Duration::from_millis(after));
        assert_eq!(output.status.code(), Some(130), "{output:?}");
        assert!(!stdout(&output).contains("Certified"), "{output:?}");
        let database = Database::open(&second.path().join(RESULTS)).unwrap();
        let summary = database.summary(&digest).unwrap().unwrap();
        assert_eq!((summary.counts, summary.certificate), (counts.into(), None));
    }
}

#[test]
fn a_result_is_certified_in_the_window_until_it_changes() {
    use polywright::workbench::Wake;
    use polywright::workbench::edit::{Edit, State};
    use polywright::workbench::{Document, Start, Workbench};
    fn poll_until(bench: &mut Workbench, wake: &Wake, ready: impl Fn(&Workbench) -> bool) {
        let began = std::time::Instant::now();
        while !ready(bench) {
            bench.poll(wake).expect("nothing fails");
            std::thread::sleep(Duration::from_millis(2));
            assert!(began.elapsed() < Duration::from_secs(120), "it does not come");
        }
    }
    fn document(bench: &Workbench) -> &Document {
        bench.document.as_ref().expect("it is open")
    }
    let certified = |bench: &Workbench| document(bench).certificate().is_some();
    let folder = folder();
    let wake: Wake = Arc::new(|| {});
    let mut bench = Workbench::default();
    bench.results.keep_in(folder.path().join(RESULTS));
    let file = bundled::ALL.iter().find(|b| b.path == "square/scotts-board.ron").unwrap();
    bench.open_bundled(file, &wake);
    poll_until(&mut bench, &wake, |bench| document(bench).plan().is_some());
    bench.solve(Start::GoOn, &wake).unwrap();
    poll_until(&mut bench, &wake, |bench| bench.can_recount().is_ok());
    assert!(!certified(&bench));
    bench.recount(&wake).unwrap();
    poll_until(&mut bench, &wake, certified);
    let engine = document(&bench).certificate().unwrap().engine.clone();
    let file = document(&bench).certificate_file(bench.results.handle()).unwrap()().unwrap();
    assert!(file.contains(&format!("engine: \"{engine}\"")), "{file}");

    // A site that may stay open makes it another puzzle, whose result no other engine has found.
    let site = document(&bench).puzzle.board.sites()[0].site;
    bench.edit(&Edit::Paint(vec![site], State::Optional), None, &wake).unwrap();
    poll_until(&mut bench, &wake, |bench| document(bench).plan().is_some());
    bench.solve(Start::Over, &wake).unwrap();
    poll_until(&mut bench, &wake, |bench| bench.can_recount().is_ok());
    assert!(!certified(&bench), "the result has changed");

    // The one before is still there, and certified as it was.
    bench.document.as_mut().unwrap().undo(&wake);
    poll_until(&mut bench, &wake, certified);
    assert_eq!(document(&bench).certificate().unwrap().engine, engine);
}

// ---- Certificates as files ----

#[test]
fn a_certificate_is_verified_by_a_third_run_or_a_list_and_what_was_changed_is_named() {
    let folder = folder();
    let run = |arguments: &[&str]| polywright(folder.path(), arguments);
    let made = recount(&folder, &["pentominoes-3x20", "--certificate", "c.ron"]);
    assert_eq!(made.status.code(), Some(0), "{made:?}");
    let path = folder.path().join("c.ron");
    let words = std::fs::read_to_string(&path).unwrap();

    let verified = run(&["verify", "c.ron"]);
    assert_eq!(verified.status.code(), Some(0), "{verified:?}");
    let said = stdout(&verified);
    assert!(said.contains("Certified  total 8 · turned 4 · distinct 2 · symmetric 0"), "{said}");
    assert!(said.contains("The digest of the solutions agrees"), "{said}");
    assert!(said.ends_with("Verified\n"), "{said}");

    // By a list, which may be short of one or be of another puzzle.
    run(&["solve", "pentominoes-3x20", "--out", "s.ron"]);
    let listed = run(&["verify", "c.ron", "--solutions", "s.ron"]);
    assert_eq!(listed.status.code(), Some(0), "{listed:?}");
    assert!(stdout(&listed).contains("Verified, except that no solution is missing"));
    run(&["solve", "pentominoes-3x20", "--limit", "1", "--out", "one.ron"]);
    let short = run(&["verify", "c.ron", "--solutions", "one.ron"]);
    assert_eq!(short.status.code(), Some(1), "{short:?}");
    assert!(stdout(&short).contains("The solutions differ"), "{}", stdout(&short));
    run(&["solve", "trikings-3x5", "--out", "other.ron"]);
    let other = run(&["verify", "c.ron", "--solutions", "other.ron"]);
    assert_eq!(other.status.code(), Some(2), "{other:?}");
    assert!(stderr(&other).contains("has solutions of another puzzle"));

    // Counts, digest and puzzle that were changed.
    let changed = |from: &str, to: &str| {
        assert!(words.contains(from), "{words}");
        std::fs::write(folder.path().join("d.ron"), words.replacen(from, to, 1)).unwrap();
        run(&["verify", "d.ron"])
    };
    let counts = changed("distinct: 2", "distinct: 3");
    assert_eq!(counts.status.code(), Some(1), "{counts:?}");
    assert!(stdout(&counts).contains("The counts differ: of the recount by"), "{counts:?}");
    assert!(stdout(&counts).ends_with("Not verified\n"));
    let digest = changed("solutions: \"", "solutions: \"00");
    assert!(stdout(&digest).contains("The solutions differ: the digest"), "{digest:?}");
    let puzzle = changed("Rectangle(20, 3)", "Rectangle(15, 4)");
    assert_eq!(puzzle.status.code(), Some(2), "{puzzle:?}");
    assert!(stderr(&puzzle).contains("is not the one that was counted"), "{puzzle:?}");
    let unreadable = changed("total: 8", "total: eight");
    assert!(stderr(&unreadable).contains("line "), "{unreadable:?}");
    let none = run(&["verify", "s.ron"]);
    assert!(stderr(&none).contains("is no certificate; "), "{none:?}");
    let opened = run(&["solve", "c.ron"]);
    assert!(stderr(&opened).contains("polywright verify checks it"), "{opened:?}");
}
