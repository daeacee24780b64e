//! Results that outlast the run, the document and the program.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use polywright::format::{bundled, puzzle_file};
use polywright::job::Phase;
use polywright::lattice::Point;
use polywright::puzzle::Description;
use polywright::solution::Store;
use polywright::solution::database::{Database, ResultSummary};
use polywright::workbench::Wake;
use polywright::workbench::edit::{Edit, Metadata, State};
use polywright::workbench::{Document, SolutionSource, Start, Workbench};

/// The solutions of `square/scotts-board.ron`.
const SCOTT: u64 = 65;

fn wake() -> Wake {
    Arc::new(|| {})
}

fn file(folder: &tempfile::TempDir) -> PathBuf {
    folder.path().join("results.sqlite")
}

fn opened(path: &Path, puzzle: &str) -> Workbench {
    let mut bench = Workbench::default();
    bench.results.keep_in(path.to_owned());
    let puzzle = bundled::ALL.iter().find(|b| b.path == puzzle).unwrap();
    bench.open_bundled(puzzle, &wake());
    bench
}

fn document(bench: &Workbench) -> &Document {
    bench.document.as_ref().unwrap()
}

/// Polls until something is so.
fn until(bench: &mut Workbench, what: &str, so: impl Fn(&Workbench) -> bool) {
    let began = Instant::now();
    while !so(bench) {
        bench.poll(&wake()).unwrap();
        std::thread::sleep(Duration::from_millis(1));
        assert!(began.elapsed() < Duration::from_secs(120), "{what} does not come");
    }
}

/// Polls until it is known whether a result of the puzzle is stored, and it is shown if there is.
fn settle(bench: &mut Workbench) {
    until(bench, "the analysis", |bench| document(bench).analysis().get().is_some());
    bench.poll(&wake()).unwrap();
    until(bench, "the answer", |bench| !document(bench).is_looking_for_result());
}

/// Solves, or counts, until the result is stored.
fn solve(bench: &mut Workbench, start: Start) {
    until(bench, "its turn", |bench| document(bench).can_solve().is_ok());
    bench.solve(start, &wake()).unwrap();
    let is_over = |bench: &Workbench| {
        let document = document(bench);
        !document.is_starting()
            && document.run().is_some_and(|run| run.phase().is_over())
            && document.saver().is_none()
    };
    until(bench, "the end of the run", is_over);
    until(bench, "the answer", |bench| !document(bench).is_looking_for_result());
}

fn shown(bench: &Workbench) -> Option<(u64, bool, Vec<Vec<u32>>)> {
    let (counts, complete) = document(bench).counts()?;
    let list = document(bench).with_store(|store: &Store| {
        store.iter().map(|solution| solution.iter().map(|option| option.0).collect()).collect()
    });
    Some((counts.distinct.capped(), complete, list?))
}

fn is_stored(bench: &Workbench) -> bool {
    let solved = document(bench).solved.as_ref();
    solved.is_some_and(|solved| matches!(solved.answers, SolutionSource::Stored(_)))
}

fn summaries(path: &Path) -> Vec<ResultSummary> {
    Database::open(path).unwrap().list().unwrap()
}

#[test]
fn a_result_is_there_when_the_puzzle_is_opened_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut bench = opened(&file(&folder), "square/scotts-board.ron");
    settle(&mut bench);
    assert!(shown(&bench).is_none());
    solve(&mut bench, Start::GoOn);
    let found = shown(&bench).unwrap();
    assert_eq!((found.0, found.1, found.2.len()), (SCOTT, true, 65));
    // The program is started again.
    drop(bench);
    let mut bench = opened(&file(&folder), "square/scotts-board.ron");
    settle(&mut bench);
    assert!(is_stored(&bench));
    assert_eq!(shown(&bench).unwrap(), found);
    assert!(!document(&bench).is_outdated());
    assert!(document(&bench).placed(64).is_some());
    // Another puzzle is opened, and this one again.
    let other = "square/chessboard-tetrominoes-7x4.ron";
    let other = bundled::ALL.iter().find(|b| b.path == other).unwrap();
    bench.open_bundled(other, &wake());
    settle(&mut bench);
    assert!(shown(&bench).is_none());
    let scott = bundled::ALL.iter().find(|b| b.path == "square/scotts-board.ron").unwrap();
    bench.open_bundled(scott, &wake());
    settle(&mut bench);
    assert_eq!(shown(&bench).unwrap(), found);
}

#[test]
fn closing_right_after_the_run_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mut bench = opened(&file(&folder), "square/scotts-board.ron");
    until(&mut bench, "its turn", |bench| document(bench).can_solve().is_ok());
    bench.solve(Start::GoOn, &wake()).unwrap();
    let over =
        |bench: &Workbench| document(bench).run().is_some_and(|run| run.phase() == Phase::Complete);
    until(&mut bench, "the end of the run", over);
    drop(bench);
    let stored = &summaries(&file(&folder))[0];
    assert_eq!((stored.solutions, stored.complete), (SCOTT, true));
}

#[test]
fn edits_and_undo_find_the_results_of_each_version() {
    let folder = tempfile::tempdir().unwrap();
    let mut bench = opened(&file(&folder), "square/scotts-board.ron");
    solve(&mut bench, Start::GoOn);
    let first = shown(&bench).unwrap();
    // The hole in the middle goes one to the side.
    let board = document(&bench).puzzle.board.sites().to_vec();
    let holes: Vec<Point> = (0..64)
        .map(|i| Point { x: 2 * (i % 8) + 1, y: 2 * (i / 8) + 1, ..Point::ORIGIN })
        .filter(|p| board.iter().all(|site| site.site != *p))
        .collect();
    assert_eq!(holes.len(), 4);
    let corner = Point { x: 1, y: 1, ..Point::ORIGIN };
    for edit in
        [Edit::Paint(vec![holes[0]], State::Required), Edit::Paint(vec![corner], State::Hole)]
    {
        bench.edit(&edit, Some(1), &wake()).unwrap();
    }
    settle(&mut bench);
    assert!(document(&bench).is_outdated(), "what was found stays in view");
    assert_eq!(shown(&bench).unwrap(), first);
    solve(&mut bench, Start::GoOn);
    let second = shown(&bench).unwrap();
    assert_ne!(second, first);
    for (undo, expected) in [(true, &first), (false, &second), (true, &first)] {
        let document = bench.document.as_mut().unwrap();
        if undo { document.undo(&wake()) } else { document.redo(&wake()) }.unwrap();
        settle(&mut bench);
        assert_eq!(&shown(&bench).unwrap(), expected);
        assert!(!self::document(&bench).is_outdated());
    }
    assert_eq!(summaries(&file(&folder)).len(), 2);
}

#[test]
fn a_count_keeps_the_list_that_is_known() {
    let folder = tempfile::tempdir().unwrap();
    let mut bench = opened(&file(&folder), "square/scotts-board.ron");
    solve(&mut bench, Start::GoOn);
    let found = shown(&bench).unwrap();
    solve(&mut bench, Start::Count);
    assert!(document(&bench).run().is_some_and(|run| !run.keeps()));
    assert_eq!(shown(&bench).unwrap(), found);
    assert!(!document(&bench).only_counts());
    // Without a file too.
    bench = Workbench::default();
    let scott = bundled::ALL.iter().find(|b| b.path == "square/scotts-board.ron").unwrap();
    bench.open_bundled(scott, &wake());
    solve(&mut bench, Start::GoOn);
    solve(&mut bench, Start::Count);
    assert_eq!(shown(&bench).unwrap(), found);
    drop(bench);
    let mut bench = opened(&file(&folder), "square/scotts-board.ron");
    settle(&mut bench);
    assert_eq!(shown(&bench).unwrap(), found);
}

#[test]
fn a_puzzle_that_was_only_counted_has_its_counts_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut bench = opened(&file(&folder), "square/scotts-board.ron");
    solve(&mut bench, Start::Count);
    assert!(document(&bench).only_counts());
    drop(bench);
    let mut bench = opened(&file(&folder), "square/scotts-board.ron");
    settle(&mut bench);
    let (distinct, complete, list) = shown(&bench).unwrap();
    assert_eq!((distinct, complete, list.len()), (SCOTT, true, 0));
    solve(&mut bench, Start::GoOn);
    drop(bench);
    let mut bench = opened(&file(&folder), "square/scotts-board.ron");
    settle(&mut bench);
    assert_eq!(shown(&bench).unwrap().2.len(), 65);
}

#[test]
fn another_puzzle_with_the_same_problem_finds_the_result() {
    let folder = tempfile::tempdir().unwrap();
    let mut bench = opened(&file(&folder), "square/scotts-board.ron");
    solve(&mut bench, Start::GoOn);
    let found = shown(&bench).unwrap();
    let words = puzzle_file::write(document(&bench).description());
    drop(bench);
    let mut description: Description = puzzle_file::read_description(&words).unwrap();
    description.title = "The same in other words".to_owned();
    let mut bench = Workbench::default();
    bench.results.keep_in(file(&folder));
    bench.new_document(description, &wake()).unwrap();
    settle(&mut bench);
    assert_eq!(shown(&bench).unwrap(), found);
    let title = Metadata { title: "Another title".to_owned(), ..Metadata::default() };
    bench.edit(&Edit::Metadata(title), None, &wake()).unwrap();
    settle(&mut bench);
    assert_eq!(shown(&bench).unwrap(), found);
}

/// Asks for a recount and polls until it is over; what is said of it.
fn recount(bench: &mut Workbench) -> Option<String> {
    bench.recount(&wake()).unwrap();
    let began = Instant::now();
    while document(bench).recount_progress().is_some() {
        if let Err(said) = bench.poll(&wake()) {
            return Some(said);
        }
        std::thread::sleep(Duration::from_millis(1));
        assert!(began.elapsed() < Duration::from_secs(120), "the recount does not end");
    }
    None
}

#[test]
fn a_recount_by_another_engine_is_certified_with_the_stored_result() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(&folder);
    let mut bench = opened(&path, "square/scotts-board.ron");
    assert_eq!(bench.recount(&wake()), Err("No complete result is stored yet."));
    settle(&mut bench);
    solve(&mut bench, Start::GoOn);
    assert_eq!(recount(&mut bench), None);
    let first = summaries(&path)[0].engine.clone();
    let certificate = document(&bench).certificate().cloned().unwrap();
    assert_ne!(certificate.engine, first);
    assert_eq!(
        summaries(&path)[0].certificate.as_ref().map(|c| c.solutions),
        Some(certificate.solutions)
    );
    assert!(certificate.solutions.is_some());
    // The same result of another run is certified already.
    solve(&mut bench, Start::Over);
    assert_eq!(document(&bench).certificate().map(|c| c.solutions), Some(certificate.solutions));
    drop(bench);
    let mut bench = opened(&path, "square/scotts-board.ron");
    settle(&mut bench);
    assert_eq!(document(&bench).certificate().map(|c| &c.engine), Some(&certificate.engine));
}

#[test]
fn a_recount_that_differs_from_what_is_stored_says_so_and_certifies_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(&folder);
    let mut bench = opened(&path, "square/scotts-board.ron");
    settle(&mut bench);
    solve(&mut bench, Start::GoOn);
    assert_eq!(recount(&mut bench), None);
    let other = rusqlite::Connection::open(&path).unwrap();
    other.execute("UPDATE results SET total = total - 8", []).unwrap();
    let said = recount(&mut bench).expect("something is said");
    assert!(said.contains("found 520 in total and 65 distinct; stored are 512 and 65"), "{said}");
    assert_eq!(summaries(&path)[0].certificate, None);
    assert_eq!(document(&bench).certificate(), None);
    // It can be stopped, and leaves no trace then.
    assert_eq!(bench.recount(&wake()), Ok(()));
    assert_eq!(bench.recount(&wake()), Err("The result is being recounted."));
    bench.document.as_mut().unwrap().stop();
    assert_eq!(document(&bench).recount_progress(), None);
    other.execute("DELETE FROM results", []).unwrap();
    let said = recount(&mut bench).expect("something is said");
    assert_eq!(said, "No complete result of this puzzle is stored; solve it first.");
}

/// A puzzle with solutions at once that no test solves to the end.
const LONG: &str = "(format: 1, title: \"long\", lattice: Square, pieces: [Family(free: 2, copies: 72)], \
     board: Rectangle(12, 12))";

#[test]
fn what_a_stopped_run_found_is_stored_and_united_with_what_was_stored() {
    let folder = tempfile::tempdir().unwrap();
    let mut before = 0;
    for _ in 0..2 {
        let mut bench = Workbench::default();
        bench.results.keep_in(file(&folder));
        let description = puzzle_file::read_description(LONG).unwrap();
        bench.new_document(description, &wake()).unwrap();
        settle(&mut bench);
        let stored = shown(&bench).map_or(0, |(_, _, list)| list.len());
        assert_eq!(stored, before);
        until(&mut bench, "its turn", |bench| document(bench).can_solve().is_ok());
        bench.solve(Start::Over, &wake()).unwrap();
        let found = |bench: &Workbench| shown(bench).is_some_and(|(_, _, list)| list.len() >= 50);
        until(&mut bench, "solutions", |bench| document(bench).run().is_some() && found(bench));
        bench.document.as_mut().unwrap().stop();
        until(&mut bench, "the end", |bench| !document(bench).is_running());
        let list = shown(&bench).unwrap().2;
        // The program ends before it has looked.
        drop(bench);
        let summary = &summaries(&file(&folder))[0];
        assert!(!summary.complete);
        assert!(summary.solutions >= list.len().max(before) as u64);
        before = summary.solutions as usize;
    }
}

#[test]
fn what_was_found_is_stored_when_the_window_closes_in_the_midst_of_a_run() {
    let folder = tempfile::tempdir().unwrap();
    let mut bench = Workbench::default();
    bench.results.keep_in(file(&folder));
    bench.new_document(puzzle_file::read_description(LONG).unwrap(), &wake()).unwrap();
    until(&mut bench, "its turn", |bench| document(bench).can_solve().is_ok());
    bench.solve(Start::Over, &wake()).unwrap();
    let found = |bench: &Workbench| shown(bench).is_some_and(|(_, _, list)| list.len() >= 50);
    until(&mut bench, "solutions", found);
    drop(bench);
    let summary = &summaries(&file(&folder))[0];
    assert!(summary.solutions >= 50 && !summary.complete, "{summary:?}");
}

#[test]
fn a_stopped_run_of_a_puzzle_with_a_complete_list_ends_with_that_list() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(&folder);
    let mut bench = opened(&path, "square/pentominoes-5x12.ron");
    solve(&mut bench, Start::GoOn);
    let all = shown(&bench).unwrap();
    bench.solve(Start::Over, &wake()).unwrap();
    until(&mut bench, "the run", |bench| document(bench).run().is_some());
    bench.document.as_mut().unwrap().stop();
    until(&mut bench, "the end", |bench| document(bench).saver().is_none());
    until(&mut bench, "the answer", |bench| !document(bench).is_looking_for_result());
    // Stopped so early that nothing was found, there is nothing to store.
    settle(&mut bench);
    assert_eq!(summaries(&path)[0].solutions, all.0);
}

#[test]
fn a_damaged_file_is_reported_once_and_work_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(&folder);
    std::fs::write(&path, "no database\n".repeat(1_000)).unwrap();
    let mut bench = opened(&path, "square/scotts-board.ron");
    let began = Instant::now();
    let said = loop {
        match bench.poll(&wake()) {
            Err(said) => break said,
            Ok(_) => std::thread::sleep(Duration::from_millis(1)),
        }
        assert!(began.elapsed() < Duration::from_secs(60), "nothing is said");
    };
    assert!(said.contains("results.damaged-1.sqlite"), "{said}");
    solve(&mut bench, Start::GoOn);
    drop(bench);
    assert_eq!(summaries(&path)[0].solutions, SCOTT);
}

#[test]
fn without_a_file_that_can_be_written_it_is_said_once_and_work_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("taken"), "a file").unwrap();
    let mut bench = opened(&folder.path().join("taken/results.sqlite"), "square/scotts-board.ron");
    let mut said = Vec::new();
    let began = Instant::now();
    while began.elapsed() < Duration::from_secs(60) {
        said.extend(bench.poll(&wake()).err());
        let document = document(&bench);
        if document.run().is_none() && !document.is_starting() && document.can_solve().is_ok() {
            bench.solve(Start::GoOn, &wake()).unwrap();
        } else if document.run().is_some() && document.saver().is_none() && said.len() >= 2 {
            break;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    said.sort();
    assert_eq!(said.len(), 2, "{said:?}");
    assert!(said[0].starts_with("Stored results cannot be read: "), "{said:?}");
    assert!(said[1].starts_with("The result cannot be stored: "), "{said:?}");
    assert_eq!(shown(&bench).unwrap().0, SCOTT);
}
