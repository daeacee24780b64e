//! Looking for a first solution in the window, driven by accessible label.

use std::path::Path;

use egui_kittest::kittest::{NodeT as _, Queryable};

use crate::job::Phase;
use crate::ui::testing::{self, Window, document, open, send, shows, wait};
use crate::workbench::{Command, Screen};

/// Returns the number of solutions the search has found; `None` where there is no search.
fn found(window: &Window) -> Option<u64> {
    document(window).first().map(|first| first.snapshot().counts.distinct)
}

fn is_over(window: &Window) -> bool {
    document(window).first().is_some_and(|first| first.is_over())
}

#[test]
fn a_solution_is_found_and_then_another_unlike_it() {
    let mut window = testing::window();
    open(&mut window, "square/pentominoes-6x10.ron");
    window.key_press(egui::Key::F7);
    window.run_steps(3);
    assert_eq!(window.state().bench.screen, Screen::Run);
    wait(&mut window, "a solution", |w| is_over(w) && document(w).shown() == 1);
    shows(&window, "The solution found");
    let first = document(&window).first().unwrap().newest().unwrap().to_vec();
    window.get_by_label("Find another").click();
    window.run_steps(3);
    wait(&mut window, "another", |w| is_over(w) && document(w).shown() == 2);
    let second = document(&window).first().unwrap().newest().unwrap().to_vec();
    let common = first.iter().filter(|option| second.contains(option)).count();
    assert!(common <= 6, "{first:?} {second:?}");
    // The newest is the one selected.
    window.get_by_label("Show solutions").click();
    window.run_steps(4);
    assert_eq!(window.state().bench.screen, Screen::Solutions);
    let selected = document(&window).selected() as usize;
    assert_eq!(document(&window).with_store(|store| store.get(selected)), Some(second));
    assert_eq!(
        document(&window).counts().map(|(counts, whole)| (counts.distinct.capped(), whole)),
        Some((2, false))
    );
    // Once all are known there is no other.
    send(&mut window, Command::Solve);
    wait(&mut window, "the run", |w| testing::phase(w) == Some(Phase::Complete));
    wait(&mut window, "its turn", |w| document(w).saver().is_none());
    assert_eq!(Command::FindOne.available(&window.state().bench), Err("All solutions are known."));
}

/// Opens a puzzle of a text.
fn open_text(window: &mut Window, folder: &Path, text: &str) {
    let path = folder.join("puzzle.ron");
    std::fs::write(&path, text).unwrap();
    window.state_mut().open_file(path);
    wait(window, "the analysis", |w| {
        let document = w.state().bench.document.as_ref();
        document.is_some_and(|d| d.can_solve().is_ok())
    });
}

#[test]
fn a_small_puzzle_without_solution_is_searched_to_its_end() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = testing::window();
    let text = r#"(format: 1, title: "Three Ls", lattice: Square,
        pieces: [Piece(name: "L", art: ["X", "XX"], copies: 3)], board: Rectangle(3, 3))"#;
    open_text(&mut window, folder.path(), text);
    send(&mut window, Command::FindOne);
    wait(&mut window, "the end", |w| is_over(w) && document(w).counts().is_some());
    assert_eq!(document(&window).first().unwrap().snapshot().phase, Phase::Complete);
    assert_eq!(
        document(&window).counts().map(|(counts, whole)| (counts.total.capped(), whole)),
        Some((0, true))
    );
    window.get_by_label_contains("No solution exists");
    assert!(window.query_by_label("Show solutions").is_none());
}

#[test]
fn a_sat_solver_is_asked_in_the_window_for_a_solution_or_that_there_is_none() {
    let mut window = testing::window();
    open(&mut window, "square/pentominoes-6x10.ron");
    send(&mut window, Command::AskSat);
    assert_eq!(window.state().bench.screen, Screen::Run);
    wait(&mut window, "a solution", |w| is_over(w) && document(w).shown() == 1);
    shows(&window, "The solution found");
    let has = |window: &Window, words| window.query_all_by_label_contains(words).next().is_some();
    assert!(has(&window, "SAT solver") && !has(&window, "finder"));
    window.get_by_label_contains("Found after");
    assert!(window.query_by_label("Place best attempt").is_none());
    window.get_by_label("Find another").click();
    window.run_steps(3);
    wait(&mut window, "another", |w| is_over(w) && document(w).shown() == 2);
    assert!(has(&window, "finder"));

    let folder = tempfile::tempdir().unwrap();
    let text = r#"(format: 1, title: "Three Ls", lattice: Square,
        pieces: [Piece(name: "L", art: ["X", "XX"], copies: 3)], board: Rectangle(3, 3))"#;
    let mut window = testing::window();
    open_text(&mut window, folder.path(), text);
    send(&mut window, Command::AskSat);
    wait(&mut window, "the end", |w| is_over(w) && document(w).counts().is_some());
    window.get_by_label_contains("No solution exists: the SAT solver proved it");
    assert_eq!(
        document(&window).counts().map(|(counts, whole)| (counts.total.capped(), whole)),
        Some((0, true))
    );
    assert!(window.query_by_label("Ask again").is_none());
}

#[test]
fn a_search_is_paused_and_stopped_and_its_best_attempt_is_placed_on_the_board() {
    let mut window = testing::window();
    // Hard for the finder, since its solutions are few, and too large to be searched whole.
    open(&mut window, "square/y-pentominoes-15x15.ron");
    send(&mut window, Command::FindOne);
    wait(&mut window, "an attempt", |w| {
        document(w).first().is_some_and(|own| !own.snapshot().best.options.is_empty())
    });
    window.get_by_label("Pause").click();
    window.run_steps(3);
    assert_eq!(document(&window).first().unwrap().snapshot().phase, Phase::Paused);
    window.get_by_label("Resume");
    window.get_by_label("Stop").click();
    window.run_steps(3);
    wait(&mut window, "the end", is_over);
    assert_eq!(found(&window), Some(0));
    window.get_by_label_contains("this does not show that there is none");
    shows(&window, "Best attempt so far");
    let best = document(&window).first().unwrap().snapshot().best.options.len();
    window.get_by_label("Place best attempt").click();
    window.run_steps(4);
    assert_eq!(window.state().bench.screen, Screen::Design);
    assert_eq!(document(&window).puzzle.placed.len(), best);
    // One gesture.
    send(&mut window, Command::Undo);
    assert!(document(&window).puzzle.placed.is_empty());
    // What was found of it stays: a piece on the board changes no search.
    assert!(document(&window).first().is_some());
    send(&mut window, Command::Show(Screen::Run));
    window.run_steps(3);
    assert!(!window.get_by_label("Keep looking").accesskit_node().is_disabled());
}
