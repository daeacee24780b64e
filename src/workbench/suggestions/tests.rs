//! The suggestions for puzzles without a solution, checked by solving the changed puzzles.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::{Suggestion, Suggestions, applied};
use crate::format::{bundled, puzzle_file};
use crate::job::{Plan, PlanOptions, Run, Settings};
use crate::workbench::document::Document;
use crate::workbench::session::Workbench;
use crate::workbench::solve::Start;
use crate::workbench::task::Wake;

/// A workbench with a puzzle that was searched to the end.
fn searched(words: &str) -> Workbench {
    let wake: Wake = Arc::new(|| ());
    let text = format!("(format: 1, title: \"t\", {words})");
    let opened = puzzle_file::read(text.into()).expect(words);
    let mut bench = Workbench::default();
    bench.new_document(opened.description.clone(), &wake).expect("a puzzle");
    wait(&mut bench, |document| document.analysis().get().is_some());
    if !bench.document.as_ref().expect("a document").wants_suggestions() {
        assert_eq!(bench.solve(Start::Over, &wake), Ok(()));
        wait(&mut bench, |document| document.run().is_some_and(|run| run.phase().is_over()));
    }
    wait(&mut bench, |document| document.wants_suggestions());
    bench
}

fn wait(bench: &mut Workbench, done: impl Fn(&Document) -> bool) {
    let wake: Wake = Arc::new(|| ());
    let began = Instant::now();
    while !bench.document.as_ref().is_some_and(&done) {
        bench.poll(&wake).expect("nothing fails");
        std::thread::sleep(Duration::from_millis(2));
        assert!(began.elapsed() < Duration::from_secs(400), "waited in vain");
    }
}

/// All that was found, when everything has been tried.
fn suggestions(bench: &mut Workbench) -> Suggestions {
    wait(bench, |document| {
        document.suggestions().is_some() && !document.is_searching_suggestions()
    });
    bench.document.as_ref().and_then(Document::suggestions).expect("findings")
}

/// The number of distinct solutions that a run finds of the puzzle after a suggestion.
fn solved(bench: &Workbench, suggestion: &Suggestion) -> u64 {
    let document = bench.document.as_ref().expect("a document");
    let puzzle = applied(&suggestion.edits, document.description(), &document.puzzle);
    let plan = Plan::new(Arc::new(puzzle.expect("it can be applied")), PlanOptions::default())
        .expect("a plan");
    let mut run = Run::start(Arc::new(plan), Settings::default());
    run.wait();
    run.snapshot().counts.distinct.capped()
}

#[test]
fn every_suggestion_gives_as_many_solutions_as_it_says() {
    let puzzles = [
        (
            "lattice: SquareEdges, pieces: [Family(free: 4, only: [\"F\", \"H\", \"I\", \"J\", \
             \"L\", \"N\", \"O\"]), Family(free: 3, only: [\"1\"])], board: Rectangle(4, 3)",
            "",
        ),
        ("lattice: Square, pieces: [Family(free: 4)], board: Rectangle(5, 4)", ""),
        (
            "lattice: Square, pieces: [Piece(name: \"L\", art: [\"X..\", \"XXX\"], motions: Turn), \
             Piece(name: \"J\", art: [\"..X\", \"XXX\"], motions: Turn)], board: Rectangle(4, 2)",
            "Let ",
        ),
        (
            "lattice: Square, pieces: [Piece(name: \"L\", art: [\"XX\", \"X.\"], copies: 3)], \
             board: Art([\"###....\", \"###.ooo\"])",
            "Make one L optional",
        ),
    ];
    let mut kinds = std::collections::BTreeSet::new();
    for (words, wanted) in puzzles {
        let mut bench = searched(words);
        let found = suggestions(&mut bench);
        assert_eq!(found.tried.0, found.tried.1, "{words}");
        let closest = found.closest.as_ref().expect("a small puzzle");
        assert!(closest.is_best, "{words}");
        for suggestion in found.suggestions.iter().take(12) {
            let solved = solved(&bench, suggestion);
            match suggestion.complete {
                true => assert_eq!(solved, suggestion.distinct, "{}", suggestion.words),
                false => assert!(solved >= suggestion.distinct, "{}", suggestion.words),
            }
        }
        let all = found.suggestions.iter().map(|suggestion| suggestion.words.as_str());
        assert!(all.clone().any(|words| words.starts_with(wanted)), "{words}");
        kinds.extend(all.filter_map(|words| words.split(' ').next()).map(str::to_owned));
        let keys = found.suggestions.iter().map(|one| (!one.complete, one.distinct));
        assert!(keys.is_sorted(), "the fewest solutions first");
    }
    let all = ["Let", "Make", "Use"];
    assert!(all.iter().all(|kind| kinds.contains(*kind)), "{kinds:?}");
}

#[test]
fn a_puzzle_that_was_changed_or_has_solutions_has_no_suggestions() {
    let wake: Wake = Arc::new(|| ());
    let mut bench = searched("lattice: Square, pieces: [Family(free: 4)], board: Rectangle(5, 4)");
    let found = suggestions(&mut bench);
    let suggestion = found.suggestions.first().expect("a suggestion").clone();
    let document = bench.document.as_mut().expect("a document");
    for edit in &suggestion.edits {
        document.edit(edit, Some(1), &wake).expect("it was tried");
    }
    bench.poll(&wake).expect("nothing fails");
    let document = bench.document.as_ref().expect("a document");
    assert!(document.suggestions().is_none() && !document.has_no_solution());
    let document = bench.document.as_mut().expect("a document");
    document.undo(&wake).expect("one step");
    assert!(document.undo(&wake).is_none(), "the edits are undone together");
    wait(&mut bench, |document| document.suggestions().is_some());
}

#[test]
fn what_comes_closest_can_be_placed_on_the_board() {
    let wake: Wake = Arc::new(|| ());
    let mut bench = searched("lattice: Square, pieces: [Family(free: 4)], board: Rectangle(5, 4)");
    let found = suggestions(&mut bench);
    let closest = found.closest.expect("a small puzzle");
    let document = bench.document.as_mut().expect("a document");
    let words = document.closest_words(&closest);
    assert!(words.contains("of 5 pieces fit"), "{words}");
    for edit in document.closest_edits().expect("edits") {
        document.edit(&edit, Some(1), &wake).expect("they fit beside each other");
    }
    assert_eq!(document.puzzle.placed.len(), closest.options.len());
}

#[test]
fn where_the_areas_differ_what_helps_is_looked_for_too() {
    // Six pieces on a board for five of them.
    let words = "lattice: Square, pieces: [Piece(name: \"I\", art: [\"XXXX\"], copies: 6)], \
                 board: Rectangle(5, 4)";
    let wake: Wake = Arc::new(|| ());
    let text = format!("(format: 1, title: \"t\", {words})");
    let opened = puzzle_file::read(text.into()).expect(words);
    let mut bench = Workbench::default();
    bench.new_document(opened.description.clone(), &wake).expect("a puzzle");
    let found = suggestions(&mut bench);
    let document = bench.document.as_ref().expect("a document");
    assert!(!document.has_no_solution(), "the areas are to be fixed first");
    let [suggestion] = &found.suggestions[..] else { panic!("{:?}", found.suggestions) };
    assert_eq!(suggestion.words, "Make one I optional");
    assert_eq!(solved(&bench, suggestion), suggestion.distinct);
}

#[test]
fn where_variants_leave_sites_open_the_areas_may_differ() {
    let wake: Wake = Arc::new(|| ());
    let calendar = bundled::ALL.iter().find(|b| b.path.contains("a-puzzle-a-day")).expect("a file");
    let mut bench = Workbench::default();
    bench.new_document(calendar.open().description, &wake).expect("a puzzle");
    wait(&mut bench, |document| document.analysis().get().is_some());
    bench.poll(&wake).expect("nothing fails");
    assert!(bench.document.as_ref().is_some_and(|document| document.suggestions().is_none()));
}
