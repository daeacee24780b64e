//! Menus by the pointer: those of the bar in a window with room for them, those of the right button,
//! and what is reached by them.

use std::collections::BTreeSet;

use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, PointerButton, Pos2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::format::puzzle_file;
use crate::puzzle::PieceId;
use crate::ui::testing::{
    Window, centre, click, document, drag, open, opened, send, settle, shows, solve, wait, window,
    window_of,
};
use crate::workbench::command::{SolutionAction, Tool};
use crate::workbench::{Command, Screen};

/// Presses a button of the pointer at a place and lets go of it.
fn press(window: &mut Window, pos: Pos2, button: PointerButton) {
    let event = |pressed| Event::PointerButton { pos, button, pressed, modifiers: Modifiers::NONE };
    window.event(Event::PointerMoved(pos));
    window.step();
    window.event(event(true));
    window.step();
    window.event(event(false));
    settle(window);
}

/// Opens the menu of the right button on what has a label that contains some words.
fn right_click(window: &mut Window, label: &str) {
    let place = centre(window, label);
    press(window, place, PointerButton::Secondary);
}

/// Opens that of a thumbnail.
fn right_click_solution(window: &mut Window, number: u64) {
    let place = window.get_by_label(&format!("Solution {number}")).rect().center();
    press(window, place, PointerButton::Secondary);
}

/// The middle of an entry of the menu that is open.
fn entry(window: &Window, label: &str) -> Pos2 {
    let is_entry = |node: &egui_kittest::Node<'_>| {
        node.accesskit_node().role() == egui::accesskit::Role::MenuItem
    };
    let mut all = window.query_all_by_label_contains(label).filter(is_entry);
    all.next().unwrap_or_else(|| panic!("no entry {label}")).rect().center()
}

/// Clicks an entry of the menu that is open.
fn choose(window: &mut Window, label: &str) {
    let place = entry(window, label);
    press(window, place, PointerButton::Primary);
}

#[test]
fn a_menu_uses_the_height_of_the_window_before_it_scrolls() {
    let mut window = opened("pentominoes-6x10");
    let row = centre(&window, "Piece F,");
    press(&mut window, row, PointerButton::Primary);
    // A section of the inspector has the same name.
    let titles = window.query_all_by_label("Puzzle").map(|node| node.rect());
    let title = titles.min_by(|a, b| a.top().total_cmp(&b.top())).expect("a menu").center();
    press(&mut window, title, PointerButton::Primary);
    let place = entry(&window, "Remove pieces");
    assert!(place.y > 480.0 && place.y < 860.0, "below what a short menu shows: {place}");
    press(&mut window, place, PointerButton::Primary);
    assert_eq!(document(&window).puzzle.pieces.len(), 11, "the entry is where it is seen");
}

#[test]
fn the_entry_of_a_menu_that_the_keys_come_to_is_in_sight() {
    let mut window = window_of([900.0, 600.0]);
    settle(&mut window);
    window.key_press_modifiers(Modifiers::ALT, Key::V);
    window.run_steps(6);
    let focused = |window: &Window| {
        let mut entries = window.query_all_by_role(Role::MenuItem);
        let entry = entries.find(|node| node.accesskit_node().is_focused());
        let entry = entry.expect("an entry has the focus");
        (entry.accesskit_node().label().unwrap_or_default(), entry.rect())
    };
    let first = focused(&window);
    for key in [Key::End, Key::Home] {
        window.key_press(key);
        window.run_steps(6);
        let (label, rect) = focused(&window);
        assert!(rect.top() > 28.0 && rect.bottom() < 600.0, "{label} at {rect}");
        assert_eq!(key == Key::Home, label == first.0, "{label} after {key:?}");
    }
}

#[test]
fn the_right_button_on_a_site_offers_what_can_be_done_with_it() {
    let mut window = opened("pentominoes-6x10");
    right_click(&mut window, "site 4, 3, required");
    shows(&window, "Site 4, 3");
    choose(&mut window, "Make optional");
    assert_eq!(document(&window).puzzle.board.required(), 59);
    right_click(&mut window, "site 4, 3, optional");
    choose(&mut window, "Rules, label and groups");
    shows(&window, "Pieces that may cover it");
    right_click(&mut window, "site 4, 3, optional");
    choose(&mut window, "Erase");
    assert_eq!(document(&window).puzzle.board.sites().len(), 59);
    // A click elsewhere closes it without more.
    right_click(&mut window, "site 1, 1, required");
    let before = document(&window).description().clone();
    let beside = Pos2::new(700.0, 800.0);
    press(&mut window, beside, PointerButton::Primary);
    assert!(window.query_by_label("Make optional").is_none());
    assert_eq!(*document(&window).description(), before);
}

#[test]
fn the_right_button_on_a_row_is_about_all_chosen_pieces() {
    let mut window = opened("pentominoes-6x10");
    right_click(&mut window, "Piece X,");
    shows(&window, "Piece X");
    choose(&mut window, "Duplicate pieces");
    assert_eq!(document(&window).puzzle.pieces.len(), 13);
    let (f, l) = (centre(&window, "Piece F,"), centre(&window, "Piece L,"));
    drag(&mut window, &[f], Modifiers::NONE);
    drag(&mut window, &[l], Modifiers::SHIFT);
    right_click(&mut window, "Piece I,");
    choose(&mut window, "Use / don't use pieces");
    assert_eq!(document(&window).puzzle.off.len(), 3);
}

#[test]
fn the_pieces_of_a_solution_become_those_of_the_puzzle() {
    let text = "(format: 1, title: \"Five of twelve\", lattice: Square, \
                 pieces: [Family(free: 5, copies: (0, 1))], board: Rectangle(5, 5))";
    let opened = puzzle_file::read(text.into()).expect("a puzzle");
    let mut window = window();
    window.state_mut().new_document(opened.description);
    wait(&mut window, "the analysis", |w| document(w).can_solve().is_ok());
    solve(&mut window);
    let now = document(&window);
    let distinct =
        |window: &Window| document(window).counts().map(|(counts, _)| counts.distinct.capped());
    assert_eq!(distinct(&window), Some(107));
    let pieces_of = |n: u64| {
        let placed = now.solved_encoding().unwrap().decode(&now.solution(n).expect("a solution"));
        placed.into_iter().map(|(piece, _)| piece).collect::<BTreeSet<PieceId>>()
    };
    let number = (0..107).filter(|&n| pieces_of(n) == pieces_of(1)).count() as u64;
    send(&mut window, Command::Show(Screen::Solutions));
    shows(&window, "Pieces of this solution");
    right_click_solution(&mut window, 2);
    assert_eq!(document(&window).selected(), 1, "the menu is about the one under the pointer");
    choose(&mut window, "Use these pieces");
    assert_eq!(window.state().bench.screen, Screen::Design);
    let puzzle = &document(&window).puzzle;
    assert_eq!((puzzle.pieces.len(), puzzle.off.len()), (5, 7));
    assert!(puzzle.pieces.iter().all(|piece| piece.copies.words() == "1"));
    solve(&mut window);
    assert_eq!(distinct(&window), Some(number));
    send(&mut window, Command::Show(Screen::Solutions));
    let again = Command::Solution(SolutionAction::UsePieces);
    assert!(again.available(&window.state().bench).is_err(), "these are the pieces already");
    send(&mut window, Command::Undo);
    assert!(document(&window).puzzle.off.is_empty(), "undone at once");
}

#[test]
fn a_solution_is_starred_by_the_right_button() {
    let mut window = window();
    open(&mut window, "pentominoes-3x20.ron");
    solve(&mut window);
    send(&mut window, Command::Show(Screen::Solutions));
    right_click_solution(&mut window, 2);
    choose(&mut window, "Star solution");
    assert!(document(&window).mark(1).is_some_and(|mark| mark.starred));
}

#[test]
fn version_and_licences_are_under_help() {
    let mut window = window();
    click(&mut window, "Help");
    choose(&mut window, "About Polywright");
    shows(&window, &format!("Polywright {}", env!("CARGO_PKG_VERSION")));
    for (licence, words) in [
        ("MIT", "Permission is hereby granted"),
        ("Apache 2.0", "Apache License"),
        ("Fonts", "SIL OPEN FONT LICENSE"),
        ("Crates", "\neframe 0."),
    ] {
        click(&mut window, licence);
        assert!(window.query_by_label_contains(words).is_some(), "{licence}");
    }
    window.key_press(egui::Key::Escape);
    settle(&mut window);
    assert!(window.query_by_label("Apache 2.0").is_none());
}

#[test]
fn chosen_sites_are_changed_together() {
    let mut window = opened("pentominoes-6x10");
    send(&mut window, Command::Tool(Tool::Text));
    let from = centre(&window, "site 1, 1, required") - egui::vec2(4.0, 4.0);
    let to = centre(&window, "site 3, 2, required") + egui::vec2(4.0, 4.0);
    drag(&mut window, &[from, to], Modifiers::NONE);
    shows(&window, "6 sites");
    let section = |window: &Window, label: &str| {
        let all = window.query_all_by_label(label);
        // In the inspector; tools and buttons of that name are at its left.
        all.map(|node| node.rect()).find(|rect| rect.left() > 1100.0).expect("a row").center()
    };
    let place = section(&window, "Optional");
    press(&mut window, place, PointerButton::Primary);
    assert_eq!(document(&window).puzzle.board.required(), 54);
    let place = section(&window, "a");
    let labels = document(&window).puzzle.labels().len();
    assert_eq!(labels, 0);
    press(&mut window, place, PointerButton::Primary);
    let place = section(&window, "X");
    press(&mut window, place, PointerButton::Primary);
    let puzzle = &document(&window).puzzle;
    assert_eq!(puzzle.barred.len(), 6);
    assert!(puzzle.barred.values().all(|pieces| pieces.len() == 1));
}
