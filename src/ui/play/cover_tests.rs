//! Sudokus and queens on the Play screen.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use egui::{Event, Key, Modifiers};
use egui_kittest::kittest::Queryable as _;

use super::tests::playing;
use crate::job::thumbnail::{NODE_LIMIT, first_solution};
use crate::ui::testing::{Window, centre, click, document, drag, send, settle, wait};
use crate::workbench::edit::Edit;
use crate::workbench::{Command, Document};

/// The document that is played.
fn played(window: &Window) -> &Document {
    window.state().bench.shown_document().expect("a document")
}

/// A window with a puzzle of items and options on the Play screen.
fn begun(path: &str) -> Window {
    let mut window = playing(path);
    wait(&mut window, "the grid", |w| w.state().bench.shown_played().is_some());
    wait(&mut window, "the analysis", |w| played(w).encoding().is_some());
    window
}

/// The sign in a cell.
fn sign(window: &Window, label: &str) -> Option<String> {
    let puzzle = &played(window).puzzle;
    let is_there = |site| puzzle.lattice.site_label(site) == label;
    let laid = puzzle.placed.iter().find(|laid| laid.sites.iter().any(|&site| is_there(site)))?;
    Some(puzzle.piece(laid.piece).name.clone())
}

fn click_cell(window: &mut Window, label: &str) {
    let at = centre(window, &format!("site {label}, "));
    drag(window, &[at], Modifiers::NONE);
}

fn type_sign(window: &mut Window, text: &str) {
    window.event(Event::Text(text.into()));
    settle(window);
}

#[test]
fn digits_are_typed_into_the_cells_of_a_sudoku() {
    let mut window = begun("sudoku-6x6");
    assert_eq!(played(&window).puzzle.placed.len(), 8, "the givens");
    click_cell(&mut window, "1, 1");
    type_sign(&mut window, "2");
    assert_eq!(sign(&window, "1, 1").as_deref(), Some("2"));
    // Another one takes its place; two of a row clash.
    type_sign(&mut window, "3");
    assert_eq!(sign(&window, "1, 1").as_deref(), Some("3"));
    window.get_by_label_contains("cannot stand together");
    window.key_press(Key::Delete);
    settle(&mut window);
    assert_eq!(sign(&window, "1, 1"), None);
    assert!(window.query_by_label_contains("cannot stand together").is_none());
    // By the buttons.
    click(&mut window, "4");
    assert_eq!(sign(&window, "1, 1").as_deref(), Some("4"));
    click(&mut window, "Erase");
    assert_eq!(sign(&window, "1, 1"), None);
    // A given stays.
    click_cell(&mut window, "2, 1");
    type_sign(&mut window, "1");
    assert_eq!(sign(&window, "2, 1").as_deref(), Some("3"));
    window.get_by_label_contains("Site 2, 1 is given.");
    send(&mut window, Command::Undo);
    assert_eq!(sign(&window, "1, 1").as_deref(), Some("4"));
    assert!(document(&window).puzzle.placed.is_empty() && !document(&window).is_edited());
}

#[test]
fn the_digits_beside_a_sudoku_are_all_in_sight() {
    let window = begun("sudoku-hard");
    let left_of_the_grid = window.get_by_label_contains("site 1, 1, ").rect().left();
    for digit in 1..=9 {
        let button = window.get_by_label(&digit.to_string()).rect();
        assert!(button.right() < left_of_the_grid - 20.0, "{digit}: {button:?}");
    }
}

#[test]
fn a_sudoku_is_solved_when_all_cells_are_filled_in_rightly() {
    let mut window = begun("sudoku-6x6");
    let (encoding, puzzle) = {
        let document = played(&window);
        (Arc::clone(document.encoding().expect("analysed")), Arc::clone(&document.puzzle))
    };
    let found = first_solution(&encoding, NODE_LIMIT, &AtomicBool::new(false));
    for (id, sites) in encoding.decode(&found.expect("a solution")) {
        if puzzle.placed.iter().all(|given| given.sites != sites) {
            let piece = puzzle.piece(id).name.clone();
            assert!(window.state_mut().edit(&Edit::Lay { piece, sites, from: None }, None));
        }
    }
    wait(&mut window, "the end", |w| played(w).is_solved_by_hand());
    window.get_by_label_contains("Solved in ");
    click(&mut window, "Start over");
    assert_eq!(played(&window).puzzle.placed.len(), 8, "the givens stay");
}

#[test]
fn queens_are_placed_and_picked_up_by_clicks() {
    let mut window = begun("queens-4");
    click_cell(&mut window, "1, 1");
    click_cell(&mut window, "2, 2");
    assert_eq!(played(&window).puzzle.placed.len(), 2);
    window.get_by_label_contains("cannot stand together");
    click_cell(&mut window, "1, 1");
    click_cell(&mut window, "2, 2");
    assert!(played(&window).puzzle.placed.is_empty());
    for cell in ["2, 1", "4, 2", "1, 3", "3, 4"] {
        click_cell(&mut window, cell);
    }
    wait(&mut window, "the end", |w| played(w).is_solved_by_hand());
}

#[test]
fn options_of_a_matrix_are_chosen_by_clicks() {
    let mut window = begun("knuth-7-items");
    click_cell(&mut window, "3, 1");
    assert_eq!(played(&window).puzzle.placed.len(), 1);
    assert_eq!(sign(&window, "3, 1").as_deref(), Some("1"));
}
