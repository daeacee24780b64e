//! Work that is done by the keyboard alone, by labels and keys.

use egui::accesskit::Role;
use egui::{Color32, Event, Key, Modifiers, Shape};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use super::testing::{Window, document, opened, phase, send, settle, wait, window_of};
use super::widgets::theme::Palette;
use crate::job::Phase;
use crate::puzzle::{BoardForm, Description, NamedShape};
use crate::workbench::command::Tool;
use crate::workbench::{Command, Screen};

/// The screens of every puzzle with pieces that has been solved.
const SCREENS: [Screen; 6] =
    [Screen::Gallery, Screen::Play, Screen::Design, Screen::Run, Screen::Solutions, Screen::Steps];

/// Presses a key, some times.
pub(super) fn press(window: &mut Window, key: Key, times: usize) {
    press_with(window, Modifiers::NONE, key, times);
}

pub(super) fn press_with(window: &mut Window, modifiers: Modifiers, key: Key, times: usize) {
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

/// Returns the text for screen readers about the cursor.
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
    window.state_mut().design.select(Some("X"));
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

/// The name of what has the focus.
pub(super) fn focused(window: &Window) -> String {
    let id = window.ctx.memory(|memory| memory.focused()).map(|id| id.accesskit_id());
    let mut nodes = window.root().children_recursive();
    let node = nodes.find(|node| Some(node.accesskit_node().locate().0) == id);
    node.and_then(|node| node.accesskit_node().label()).unwrap_or_default()
}

/// Returns whether the ring around what has the focus is seen whole.
pub(super) fn has_ring(window: &Window) -> bool {
    let accent = Palette::current(&window.ctx).accent;
    let focused = window.ctx.memory(|memory| memory.focused());
    let Some(own) = focused.and_then(|id| window.ctx.read_response(id)) else { return false };
    let screen = window.ctx.content_rect();
    window.output().shapes.iter().any(|shown| {
        let Shape::Rect(ring) = &shown.shape else { return false };
        let is_ring = ring.stroke.width == 2.0
            && ring.stroke.color == accent
            && ring.fill == Color32::TRANSPARENT;
        let bounds = ring.visual_bounding_rect();
        let seen = shown.clip_rect.intersect(screen).expand(0.5);
        is_ring && seen.contains_rect(bounds) && bounds.intersects(own.rect.expand(4.0))
    })
}

/// Presses a key until something has the focus whose name contains some words.
pub(super) fn go_to(window: &mut Window, modifiers: Modifiers, key: Key, name: &str) {
    let mut passed = Vec::new();
    while !focused(window).contains(name) {
        passed.push(focused(window));
        assert!(passed.len() < 80, "{name} not among {passed:?}");
        window.key_press_modifiers(modifiers, key);
        window.run_steps(3);
    }
}

pub(super) fn tab_to(window: &mut Window, name: &str) {
    go_to(window, Modifiers::NONE, Key::Tab, name);
}

/// Goes from part to part of the window up to the board.
fn go_to_board(window: &mut Window) {
    let is_there =
        |window: &Window| window.get_by_label("Board").is_focused() || !cursor(window).is_empty();
    for _ in 0..12 {
        if is_there(window) {
            return;
        }
        window.key_press(Key::F6);
        window.run_steps(3);
    }
    panic!("F6 does not lead to the board");
}

/// Types into the field that has the focus, over what is there.
fn fill_in(window: &mut Window, text: &str) {
    window.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.step();
    window.event(Event::Text(text.to_owned()));
    window.run_steps(3);
}

/// Makes an empty puzzle on a lattice, with a board of some numbers.
fn make_puzzle(window: &mut Window, lattice: &str, numbers: &[(&str, &str)]) {
    press_with(window, Modifiers::COMMAND, Key::N, 1);
    assert_eq!(focused(window), "Title of the puzzle");
    fill_in(window, "By keys alone");
    // A low window has the lattices in a list, of which the square one is chosen.
    if window.query_all_by_label(lattice).next().is_some() {
        tab_to(window, lattice);
        press(window, Key::Space, 1);
    }
    for (name, number) in numbers {
        tab_to(window, name);
        fill_in(window, number);
    }
    press_with(window, Modifiers::COMMAND, Key::Enter, 1);
    assert_eq!(document(window).puzzle.title, "By keys alone");
}

fn solve_pentominoes(size: [f32; 2]) {
    let mut window = window_of(size);
    settle(&mut window);
    make_puzzle(&mut window, "Square", &[("Columns", "5"), ("Rows", "5")]);
    assert_eq!(document(&window).puzzle.board.required(), 25);
    // A corner off, the others optional, one of these labelled.
    go_to_board(&mut window);
    press_with(&mut window, Modifiers::COMMAND, Key::End, 1);
    press(&mut window, Key::E, 1);
    press(&mut window, Key::Space, 1);
    press(&mut window, Key::P, 1);
    press_with(&mut window, Modifiers::COMMAND, Key::Home, 1);
    press(&mut window, Key::O, 1);
    press(&mut window, Key::Enter, 1);
    for (key, times) in [(Key::ArrowRight, 4), (Key::ArrowDown, 4), (Key::ArrowLeft, 1)] {
        press(&mut window, key, times);
        if cursor(&window).contains("required") {
            press(&mut window, Key::Space, 1);
        }
    }
    press(&mut window, Key::ArrowLeft, 3);
    press(&mut window, Key::Space, 1);
    press(&mut window, Key::L, 1);
    press(&mut window, Key::Space, 1);
    assert!(cursor(&window).starts_with("site 1, 5, optional"), "{}", cursor(&window));
    assert!(cursor(&window).ends_with("label a"), "{}", cursor(&window));
    let board = &document(&window).puzzle.board;
    assert_eq!((board.required(), board.sites().len()), (20, 24));

    // Four pieces of the family.
    press_with(&mut window, Modifiers::SHIFT, Key::Insert, 1);
    assert_eq!(focused(&window), "Size");
    for name in ["F", "N", "P", "W"] {
        tab_to(&mut window, &format!("Polyomino {name}"));
        press(&mut window, Key::Space, 1);
    }
    press_with(&mut window, Modifiers::COMMAND, Key::Enter, 1);
    assert_eq!(document(&window).puzzle.pieces.len(), 4);

    // W along the lower left, where four solutions have it.
    press(&mut window, Key::P, 1);
    press(&mut window, Key::Escape, 1);
    press(&mut window, Key::ArrowDown, 4);
    assert_eq!(window.state().design.chosen(), ["W"]);
    go_to_board(&mut window);
    press_with(&mut window, Modifiers::COMMAND, Key::Home, 1);
    press(&mut window, Key::ArrowRight, 1);
    press(&mut window, Key::ArrowDown, 3);
    let lies = |window: &Window| -> Vec<String> {
        let puzzle = &document(window).puzzle;
        let laid = puzzle.placed.first();
        let sites = laid.iter().flat_map(|laid| &laid.sites);
        sites.map(|&site| puzzle.lattice.site_label(site)).collect()
    };
    for _ in 0..4 {
        press(&mut window, Key::Space, 1);
        if lies(&window) == ["1, 3", "1, 4", "2, 4", "2, 5", "3, 5"] {
            break;
        }
        if !lies(&window).is_empty() {
            press_with(&mut window, Modifiers::COMMAND, Key::Z, 1);
        }
        press(&mut window, Key::R, 1);
    }
    assert_eq!(lies(&window).len(), 5);
    press(&mut window, Key::N, 1);
    press(&mut window, Key::Space, 1);
    assert!(document(&window).puzzle.placed[0].pinned);

    press(&mut window, Key::F5, 1);
    wait(&mut window, "the run", |w| phase(w) == Some(Phase::Complete));
    press_with(&mut window, Modifiers::COMMAND, Key::Num3, 1);
    assert_eq!(window.state().bench.screen, Screen::Solutions);
    assert!(document(&window).shown() >= 2);
    press(&mut window, Key::ArrowRight, 1);
    super::testing::shows(&window, "Solution 2");

    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("two.txt");
    press_with(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::E, 1);
    tab_to(&mut window, "RON");
    go_to(&mut window, Modifiers::NONE, Key::ArrowRight, "Text");
    tab_to(&mut window, "Path of the file");
    fill_in(&mut window, &path.display().to_string());
    press(&mut window, Key::Enter, 1);
    wait(&mut window, "the file", |window| !window.state().files.is_busy());
    let text = std::fs::read_to_string(&path).expect("it was written");
    assert!(text.contains('W') && text.contains('F'), "{text}");
}

#[test]
fn a_puzzle_is_made_solved_and_exported_without_the_mouse() {
    solve_pentominoes([1440.0, 900.0]);
}

#[test]
fn a_puzzle_is_made_solved_and_exported_without_the_mouse_in_the_smallest_window() {
    solve_pentominoes([720.0, 450.0]);
}

#[test]
fn boards_of_edges_triangles_and_cubes_are_begun_without_the_mouse() {
    for lattice in ["Square edges", "Triangle", "Cube"] {
        let mut window = window_of([1440.0, 900.0]);
        settle(&mut window);
        make_puzzle(&mut window, lattice, &[]);
        let before = document(&window).puzzle.board.required();
        go_to_board(&mut window);
        press(&mut window, Key::E, 1);
        press(&mut window, Key::ArrowRight, 1);
        press(&mut window, Key::Space, 1);
        if lattice == "Cube" {
            press(&mut window, Key::PageUp, 1);
            press(&mut window, Key::Space, 1);
            assert_eq!(document(&window).puzzle.board.required(), before - 2);
        } else {
            assert_eq!(document(&window).puzzle.board.required(), before - 1, "{lattice}");
        }
        press_with(&mut window, Modifiers::SHIFT, Key::Insert, 1);
        press_with(&mut window, Modifiers::COMMAND, Key::Enter, 1);
        assert!(document(&window).puzzle.pieces.len() > 2, "{lattice}");
        // A piece drawn by the cursor of the editor, which is the board's.
        let pieces = document(&window).puzzle.pieces.len();
        press(&mut window, Key::Insert, 1);
        assert!(focused(&window).starts_with("Canvas for the piece"), "{}", focused(&window));
        press(&mut window, Key::Space, 1);
        press_with(&mut window, Modifiers::SHIFT, Key::ArrowRight, 2);
        press(&mut window, Key::Enter, 1);
        assert_eq!(document(&window).puzzle.pieces.len(), pieces + 1, "{lattice}");
    }
}

#[test]
fn menus_are_opened_by_letters_and_gone_through_by_arrows() {
    let mut window = opened("pentominoes-6x10");
    enter_board(&mut window);
    press_with(&mut window, Modifiers::ALT, Key::F, 1);
    window.get_by_label_contains("Open path…");
    assert!(focused(&window).contains("New puzzle…"), "{}", focused(&window));
    press(&mut window, Key::ArrowDown, 2);
    assert!(focused(&window).contains("Open path…"), "{}", focused(&window));
    press(&mut window, Key::ArrowRight, 1);
    assert!(window.query_by_label_contains("Open path…").is_none());
    window.get_by_label_contains("Select all pieces");
    press(&mut window, Key::ArrowLeft, 2);
    window.get_by_label_contains("Keyboard shortcuts and help");
    // Escape closes the menu alone, and the board has the keys again.
    press(&mut window, Key::Escape, 1);
    assert!(window.query_by_label_contains("Keyboard shortcuts and help").is_none());
    assert!(cursor(&window).starts_with("site 1, 1"), "{}", cursor(&window));
    // A letter leads to an entry, Enter does it.
    press_with(&mut window, Modifiers::ALT, Key::E, 1);
    press(&mut window, Key::E, 1);
    assert!(focused(&window).starts_with("Erase"), "{}", focused(&window));
    press(&mut window, Key::Enter, 1);
    assert_eq!(window.state().design.tool_in_hand(), Tool::Erase);
    assert!(cursor(&window).starts_with("site 1, 1"), "{}", cursor(&window));
}

#[test]
fn f6_goes_around_the_parts_of_every_screen() {
    let mut window = opened("pentominoes-6x10");
    super::testing::solve(&mut window);
    for screen in SCREENS {
        goes_around(&mut window, screen);
    }
}

#[test]
fn f6_goes_around_the_parts_of_the_variants() {
    let mut window = opened("square/a-puzzle-a-day.ron");
    send(&mut window, Command::Show(Screen::Variants));
    wait(&mut window, "the list", |w| document(w).variants().table().is_some());
    let seen = goes_around(&mut window, Screen::Variants);
    let parts: std::collections::BTreeSet<&String> = seen.iter().collect();
    assert!(parts.len() >= 5 && seen.iter().any(|name| name == "List"), "{seen:?}");
}

#[test]
fn every_part_that_f6_leads_to_in_a_compact_window_shows_the_ring() {
    let mut window = opened("pentominoes-6x10");
    super::testing::solve(&mut window);
    window.set_size(egui::vec2(450.0, 300.0));
    settle(&mut window);
    for screen in SCREENS {
        send(&mut window, Command::Show(screen));
        press(&mut window, Key::Escape, 1);
        for modifiers in [Modifiers::NONE, Modifiers::SHIFT] {
            for _ in 0..10 {
                press_with(&mut window, modifiers, Key::F6, 1);
                assert!(has_ring(&window), "{screen:?}: {}", focused(&window));
            }
        }
    }
}

#[test]
fn menus_at_the_edge_of_the_window_lists_and_numbers_show_the_ring() {
    let mut window = opened("pentominoes-6x10");
    go_to(&mut window, Modifiers::NONE, Key::F6, "File");
    assert!(has_ring(&window), "the first menu");
    press(&mut window, Key::Enter, 1);
    assert!(focused(&window).contains("New puzzle…") && has_ring(&window), "its first entry");
    press(&mut window, Key::Escape, 1);
    window.set_size(egui::vec2(720.0, 450.0));
    send(&mut window, Command::New);
    for name in ["Lattice", "Columns"] {
        tab_to(&mut window, name);
        assert!(has_ring(&window), "{name}");
    }
}

#[test]
fn digits_that_come_in_one_frame_with_the_tab_before_them_replace_a_number() {
    let mut window = window_of([1440.0, 900.0]);
    send(&mut window, Command::New);
    tab_to(&mut window, "Columns");
    press_with(&mut window, Modifiers::SHIFT, Key::Tab, 1);
    let (modifiers, physical_key) = (Modifiers::NONE, None);
    let tab = Event::Key { key: Key::Tab, physical_key, pressed: true, repeat: false, modifiers };
    window.input_mut().events.extend([tab, Event::Text("1".to_owned())]);
    window.run_steps(3);
    assert_eq!(focused(&window), "Columns");
    window.event(Event::Text("2".to_owned()));
    window.run_steps(3);
    press_with(&mut window, Modifiers::COMMAND, Key::Enter, 1);
    let BoardForm::Named(NamedShape { numbers, .. }) = &document(&window).description().board
    else {
        panic!("a board of some numbers");
    };
    assert_eq!(numbers[0], 12);
}

#[test]
fn home_and_end_stay_on_the_board_while_it_can_be_painted() {
    let mut window = opened("pentominoes-6x10");
    press(&mut window, Key::B, 1);
    enter_board(&mut window);
    for (key, site) in [
        (Key::End, "site 10, 1, "),
        (Key::PageDown, "site 10, 6, "),
        (Key::ArrowRight, "site 11, 6, hole"),
        (Key::Home, "site 1, 6, "),
        (Key::ArrowLeft, "site 0, 6, hole"),
        (Key::Home, "site 1, 6, "),
        (Key::PageUp, "site 1, 1, "),
    ] {
        press(&mut window, key, 1);
        assert!(cursor(&window).starts_with(site), "{key:?}: {}", cursor(&window));
    }
    press_with(&mut window, Modifiers::COMMAND, Key::End, 1);
    assert!(cursor(&window).starts_with("site 10, 6, "), "{}", cursor(&window));
}

#[test]
fn letters_that_come_in_one_frame_with_a_tab_are_typed_before_it() {
    let mut window = window_of([1440.0, 900.0]);
    send(&mut window, Command::New);
    assert_eq!(focused(&window), "Title of the puzzle");
    let tab = Event::Key {
        key: Key::Tab,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers: Modifiers::NONE,
    };
    window.input_mut().events.extend([Event::Text("Two words".to_owned()), tab]);
    window.run_steps(3);
    assert_ne!(focused(&window), "Title of the puzzle");
    window.get_by_label("Create").click();
    settle(&mut window);
    assert_eq!(document(&window).puzzle.title, "Two words");
}

#[test]
fn f6_begins_at_the_board() {
    let mut window = opened("pentominoes-6x10");
    press(&mut window, Key::Escape, 1);
    press(&mut window, Key::F6, 1);
    assert!(cursor(&window).starts_with("site 1, 1"), "{}", focused(&window));
}

#[test]
fn presses_of_f6_in_one_frame_are_as_many_steps() {
    let mut window = opened("pentominoes-6x10");
    press(&mut window, Key::Escape, 1);
    press(&mut window, Key::F6, 5);
    let there = focused(&window);
    press_with(&mut window, Modifiers::SHIFT, Key::F6, 4);
    assert_ne!(focused(&window), there);
    let event = |pressed| {
        let (modifiers, physical_key) = (Modifiers::NONE, None);
        Event::Key { key: Key::F6, physical_key, pressed, repeat: false, modifiers }
    };
    window.input_mut().events.extend([true, false].repeat(4).into_iter().map(event));
    window.run_steps(2);
    assert_eq!(focused(&window), there);
}

/// Goes to a screen and through its parts; what had the focus in each.
fn goes_around(window: &mut Window, screen: Screen) -> Vec<String> {
    send(window, Command::Show(screen));
    press(window, Key::Escape, 1);
    // Once around before, for what comes into a part only when it is looked at.
    press(window, Key::F6, 9);
    press(window, Key::Escape, 1);
    let mut seen = Vec::new();
    for _ in 0..14 {
        press(window, Key::F6, 1);
        // What was out of sight is named once it has been scrolled to.
        window.run_steps(2);
        seen.push(focused(window));
    }
    assert!(seen.iter().all(|name| !name.is_empty()), "{screen:?}: {seen:?}");
    let first = seen.iter().skip(1).position(|name| *name == seen[0]);
    let around = first.map(|n| n + 1).unwrap_or_else(|| panic!("{screen:?}: {seen:?}"));
    assert!((3..9).contains(&around), "{screen:?}: {seen:?}");
    // Back the same way.
    press_with(window, Modifiers::SHIFT, Key::F6, 1);
    assert_eq!(focused(window), seen[12], "{screen:?}: {seen:?}");
    seen
}

#[test]
fn tab_reads_every_screen_from_left_to_right() {
    let mut window = opened("pentominoes-6x10");
    super::testing::solve(&mut window);
    for screen in SCREENS {
        send(&mut window, Command::Show(screen));
        press(&mut window, Key::Escape, 1);
        let mut before: Option<egui::Rect> = None;
        let mut passed = 0;
        for _ in 0..40 {
            window.key_press(Key::Tab);
            window.run_steps(2);
            let id = window.ctx.memory(|memory| memory.focused()).expect("a widget");
            let place = window.ctx.read_response(id).expect("a widget").rect;
            let goes_back = before.is_some_and(|before: egui::Rect| {
                let same_row = before.y_range().contains(place.center().y)
                    && place.y_range().contains(before.center().y);
                same_row && place.right() <= before.left()
            });
            assert!(!goes_back, "{screen:?}: {} after {before:?}", focused(&window));
            before = Some(place);
            passed += 1;
        }
        assert_eq!(passed, 40);
    }
}

#[test]
fn every_dialog_has_the_focus_from_the_beginning_and_gives_it_back() {
    let mut window = opened("pentominoes-6x10");
    window.state_mut().design.select(Some("X"));
    enter_board(&mut window);
    let (mut without, mut kept) = (Vec::new(), Vec::new());
    for command in [
        Command::New,
        Command::OpenPath,
        Command::About,
        Command::BoardShape,
        Command::AddPiece,
        Command::EditPiece,
        Command::AddFamily,
        Command::Export,
        Command::StoredResults,
        Command::Commands,
        Command::Guide,
        Command::Keys,
        Command::Welcome,
        Command::ReportProblem,
        Command::Program,
    ] {
        send(&mut window, command);
        assert!(window.state().dialog.is_some(), "{command:?}");
        let name = focused(&window);
        if name.is_empty() || name == "Board" {
            let id = window.ctx.memory(|memory| memory.focused());
            let place = id.and_then(|id| window.ctx.read_response(id)).map(|r| r.rect);
            without.push((command, name, id, place));
        }
        press(&mut window, Key::Escape, 1);
        assert!(window.state().dialog.is_none(), "{command:?}");
        if focused(&window) != "Board" {
            kept.push((command, focused(&window)));
        }
    }
    assert!(without.is_empty() && kept.is_empty(), "{without:?}, {kept:?}");
}

#[test]
fn lists_that_open_are_gone_through_by_keys_and_give_the_focus_back() {
    let mut window = window_of([640.0, 400.0]);
    settle(&mut window);
    send(&mut window, Command::New);
    tab_to(&mut window, "Lattice");
    let lattice = |window: &Window| {
        window.get_by_role_and_label(Role::ComboBox, "Lattice").value().unwrap_or_default()
    };
    let first = lattice(&window);
    press(&mut window, Key::Enter, 1);
    assert!(has_ring(&window), "the chosen entry has the focus");
    for (key, times) in [(Key::ArrowDown, 3), (Key::End, 1), (Key::PageUp, 1), (Key::ArrowUp, 1)] {
        press(&mut window, key, times);
        assert!(has_ring(&window), "in sight after {key:?}");
    }
    let entry = focused(&window);
    press(&mut window, Key::Enter, 1);
    assert_eq!(lattice(&window), entry);
    assert_ne!(entry, first);
    assert_eq!(focused(&window), "Lattice");
    // Escape closes the list and chooses nothing; so does Tab, which leads on.
    for key in [Key::Enter, Key::Home, Key::Tab] {
        press(&mut window, key, 1);
    }
    assert_eq!(lattice(&window), entry);
    assert!(window.query_by_role_and_label(Role::Button, &entry).is_none(), "it is closed");
    assert_ne!(focused(&window), entry);
}

#[test]
fn tab_stops_at_the_chosen_segment_and_arrows_that_come_from_elsewhere_choose_none() {
    let mut window = opened("pentominoes-6x10");
    send(&mut window, Command::Export);
    settle(&mut window);
    let stops: Vec<String> = (0..6)
        .map(|_| {
            press(&mut window, Key::Tab, 1);
            focused(&window)
        })
        .collect();
    for format in ["RON", "SVG", "Text"] {
        let count = stops.iter().filter(|stop| *stop == format).count();
        assert_eq!(count, usize::from(format == "RON"), "{stops:?}");
    }
    tab_to(&mut window, "RON");
    let chosen = |window: &Window| match &window.state().dialog {
        Some(crate::ui::dialogs::Dialog::Export(export)) => export.format.id,
        _ => panic!("the dialog is open"),
    };
    let before = chosen(&window);
    press(&mut window, Key::ArrowRight, 2);
    assert_ne!(chosen(&window), before, "two further");
    assert!(has_ring(&window), "whatever the format has below");
}

#[test]
fn help_is_read_by_keys_from_the_welcome_on() {
    let mut window = window_of([640.0, 400.0]);
    settle(&mut window);
    send(&mut window, Command::Welcome);
    window.key_press(Key::F1);
    window.run_steps(3);
    let top = |window: &Window| window.get_by_label_contains("Redo: ").rect().top();
    let before = top(&window);
    press(&mut window, Key::PageDown, 2);
    let after = top(&window);
    assert!(after < before - 300.0, "{before} {after}");
    press(&mut window, Key::Home, 1);
    assert!((top(&window) - before).abs() < 1.0);
    press(&mut window, Key::Escape, 1);
    send(&mut window, Command::Guide);
    settle(&mut window);
    fill_in(&mut window, "kerf");
    let hit = crate::workbench::guide::search("kerf")[0];
    press(&mut window, Key::Enter, 1);
    let page = crate::workbench::guide::PAGES[hit.page].title();
    assert!(window.query_all_by_label_contains(hit.heading).next().is_some(), "{page}");
}

#[test]
fn enter_pins_the_piece_that_is_chosen_in_the_list() {
    let mut window = opened("pentominoes-6x10");
    window.state_mut().design.select(Some("X"));
    settle(&mut window);
    press(&mut window, Key::Enter, 1);
    assert_eq!(document(&window).puzzle.placed.len(), 1);
    window.state_mut().design.select(Some("X"));
    send(&mut window, Command::Tool(Tool::Pin));
    press(&mut window, Key::Enter, 1);
    assert!(document(&window).puzzle.placed[0].pinned);
    press(&mut window, Key::Enter, 1);
    assert!(!document(&window).puzzle.placed[0].pinned);
    window.state_mut().design.select(Some("Y"));
    press(&mut window, Key::Enter, 1);
    assert_eq!(document(&window).puzzle.placed.len(), 1, "a tool for pins places nothing");
}
