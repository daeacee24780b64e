//! Work that is done by the keyboard alone, by labels and keys.

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;

use super::testing::{Window, document, opened, send, settle};
use crate::puzzle::{BoardForm, Description, NamedShape};
use crate::workbench::Command;
use crate::workbench::command::Tool;

/// Presses a key, some times.
fn press(window: &mut Window, key: Key, times: usize) {
    press_with(window, Modifiers::NONE, key, times);
}

fn press_with(window: &mut Window, modifiers: Modifiers, key: Key, times: usize) {
    for _ in 0..times {
        window.key_press_modifiers(modifiers, key);
        window.run_steps(2);
    }
    settle(window);
}

/// Gives the board the focus.
fn enter_board(window: &mut Window) {
    window.get_by_label("Board").focus();
    window.run_steps(2);
}

/// What screen readers are told of the cursor.
fn cursor(window: &Window) -> String {
    window.get_by_label("Board").value().unwrap_or_default()
}

fn undo_name(window: &Window) -> String {
    document(window).history().undo_name().unwrap_or_default().to_owned()
}

#[test]
fn the_cursor_appears_by_the_keyboard_alone_and_begins_where_was_clicked() {
    let mut window = opened("pentominoes-6x10");
    enter_board(&mut window);
    assert!(cursor(&window).starts_with("site 1, 1, required"), "{}", cursor(&window));
    press(&mut window, Key::Escape, 1);
    assert_eq!(cursor(&window), "");
    let place = super::testing::centre(&window, "site 4, 3, ");
    super::testing::drag(&mut window, &[place], Modifiers::NONE);
    assert_eq!(cursor(&window), "", "the pointer needs none");
    press(&mut window, Key::ArrowRight, 1);
    assert!(cursor(&window).starts_with("site 5, 3, "), "{}", cursor(&window));
    press(&mut window, Key::End, 1);
    assert!(cursor(&window).starts_with("site 10, 3, "), "{}", cursor(&window));
    press(&mut window, Key::PageUp, 1);
    press(&mut window, Key::Home, 1);
    assert!(cursor(&window).starts_with("site 1, 1, "), "{}", cursor(&window));
    press_with(&mut window, Modifiers::COMMAND, Key::End, 1);
    assert!(cursor(&window).starts_with("site 10, 6, "), "{}", cursor(&window));
    // The pointer takes over when it moves.
    window.hover_at(place + egui::vec2(40.0, 0.0));
    window.run_steps(2);
    assert_eq!(cursor(&window), "");
}

#[test]
fn escape_leaves_the_board_then_the_tool_then_the_piece() {
    let mut window = opened("pentominoes-6x10");
    window.state_mut().design.select(Some("X"));
    send(&mut window, Command::Tool(Tool::Erase));
    enter_board(&mut window);
    press(&mut window, Key::Escape, 1);
    let state = |window: &Window| {
        let design = &window.state().design;
        (design.tool_in_hand(), design.chosen().len())
    };
    assert_eq!((cursor(&window), state(&window)), (String::new(), (Tool::Erase, 1)));
    press(&mut window, Key::Escape, 1);
    assert_eq!(state(&window), (Tool::Place, 1));
    press(&mut window, Key::Escape, 1);
    assert_eq!(state(&window), (Tool::Place, 0));
}

#[test]
fn sites_are_erased_painted_made_optional_and_labelled_at_the_cursor() {
    let mut window = opened("pentominoes-6x10");
    press(&mut window, Key::E, 1);
    enter_board(&mut window);
    press(&mut window, Key::Space, 1);
    assert_eq!(undo_name(&window), "erase 1 site");
    // The stroke goes on with Shift, and is one step.
    press_with(&mut window, Modifiers::SHIFT, Key::ArrowRight, 2);
    press_with(&mut window, Modifiers::SHIFT, Key::ArrowDown, 1);
    assert_eq!(undo_name(&window), "erase 4 sites");
    assert_eq!(document(&window).puzzle.board.required(), 56);
    assert!(cursor(&window).starts_with("site 3, 2, hole"), "{}", cursor(&window));
    press_with(&mut window, Modifiers::COMMAND, Key::Z, 1);
    assert_eq!(document(&window).puzzle.board.required(), 60);
    // Letters are commands while the cursor is on the board.
    press(&mut window, Key::O, 1);
    press(&mut window, Key::Enter, 1);
    assert_eq!(undo_name(&window), "make 1 site optional");
    press(&mut window, Key::L, 1);
    press_with(&mut window, Modifiers::SHIFT, Key::ArrowRight, 2);
    let label = |n: usize| document(&window).puzzle.board.label(n);
    assert_eq!((0..60).filter(|&n| label(n) == Some('a')).count(), 3);
    press(&mut window, Key::B, 1);
    press(&mut window, Key::ArrowUp, 3);
    assert!(cursor(&window).ends_with("hole"), "{}", cursor(&window));
    // The board grows, and the cursor stays on its site.
    press(&mut window, Key::Space, 1);
    assert_eq!(document(&window).puzzle.board.required(), 60);
    assert!(cursor(&window).contains(", required"), "{}", cursor(&window));
}

#[test]
fn a_piece_is_turned_placed_picked_up_and_pinned_at_the_cursor() {
    let mut window = opened("pentominoes-6x10");
    window.state_mut().design.select(Some("L"));
    enter_board(&mut window);
    press(&mut window, Key::ArrowDown, 2);
    press(&mut window, Key::ArrowRight, 3);
    press(&mut window, Key::R, 1);
    press(&mut window, Key::Space, 1);
    let laid = |window: &Window| document(window).puzzle.placed.clone();
    assert_eq!(laid(&window).len(), 1);
    assert!(cursor(&window).ends_with("piece L"), "{}", cursor(&window));
    // Chosen by the first press, turned, then picked up by the second.
    let before = laid(&window)[0].sites.clone();
    press(&mut window, Key::Space, 1);
    press(&mut window, Key::F, 1);
    assert_ne!(laid(&window)[0].sites, before);
    press(&mut window, Key::Space, 1);
    assert!(laid(&window).is_empty());
    press(&mut window, Key::ArrowRight, 2);
    press(&mut window, Key::Enter, 1);
    assert_eq!(laid(&window).len(), 1);
    press(&mut window, Key::N, 1);
    press(&mut window, Key::Enter, 1);
    assert!(laid(&window)[0].pinned);
    assert!(cursor(&window).ends_with("piece L, pinned"), "{}", cursor(&window));
    // A piece that does not fit says why.
    press(&mut window, Key::P, 1);
    window.state_mut().design.select(Some("I"));
    press(&mut window, Key::Home, 1);
    press(&mut window, Key::PageUp, 1);
    press(&mut window, Key::Enter, 1);
    assert_eq!(laid(&window).len(), 1);
}

#[test]
fn edges_triangles_and_layers_have_the_cursor_too() {
    for (path, first, after) in [
        ("tetrasticks-5x5-without-h", "edge 0, 0 to 1, 0", "edge 1, 0 to 1, 1"),
        ("hexiamonds-6x6", "triangle", "triangle"),
        ("soma-cube", "cube 1, 1, 1", "cube 2, 1, 1"),
    ] {
        let mut window = opened(path);
        let before = document(&window).puzzle.board.sites().len();
        press(&mut window, Key::E, 1);
        enter_board(&mut window);
        assert!(cursor(&window).starts_with(first), "{}", cursor(&window));
        let at_first = cursor(&window);
        press(&mut window, Key::ArrowRight, 1);
        assert!(cursor(&window).starts_with(after), "{}", cursor(&window));
        assert_ne!(cursor(&window), at_first);
        press(&mut window, Key::Space, 1);
        assert_eq!(document(&window).puzzle.board.sites().len(), before - 1, "{path}");
        assert!(cursor(&window).ends_with("hole"), "{}", cursor(&window));
        if document(&window).puzzle.lattice.is_solid() {
            press(&mut window, Key::PageUp, 2);
            assert!(cursor(&window).starts_with("cube 2, 1, 3"), "{}", cursor(&window));
        }
    }
}

#[test]
fn a_screen_reader_goes_to_a_site_and_presses_it() {
    let mut window = opened("pentominoes-6x10");
    send(&mut window, Command::Tool(Tool::Erase));
    window.get_by_label_contains("site 7, 4, required").focus();
    window.run_steps(2);
    assert!(cursor(&window).starts_with("site 7, 4, required"), "{}", cursor(&window));
    window.get_by_label_contains("site 2, 2, required").click_accesskit();
    settle(&mut window);
    assert_eq!(document(&window).puzzle.board.required(), 59);
    window.get_by_label("site 2, 2, hole");
    // Of a large board the site at the cursor is told alone.
    let mut window = super::testing::window();
    let lattice = crate::lattice::grid();
    let board = BoardForm::Named(NamedShape { key: "Rectangle", numbers: vec![60, 60] });
    window.state_mut().new_document(Description::empty(lattice, board));
    settle(&mut window);
    assert!(window.query_by_label_contains("site 2, 2, ").is_none());
    enter_board(&mut window);
    press(&mut window, Key::ArrowRight, 1);
    assert!(cursor(&window).starts_with("site 2, 1, "), "{}", cursor(&window));
    window.get_by_label_contains("site 2, 1, required");
}
