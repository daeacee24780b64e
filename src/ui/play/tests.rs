//! The Play screen in the window: pieces are dragged, turned and placed, and the puzzle stays as it
//! is.

use std::sync::atomic::AtomicBool;

use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, PointerButton, Pos2, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::encode::Placed;
use crate::job::thumbnail::{NODE_LIMIT, first_solution};
use crate::lattice::Point;
use crate::polyform::Shape;
use crate::ui::canvas::placing::held_at;
use crate::ui::testing::{
    Window, centre, click, drag, open, opened, send, settle, shows, wait, window_of,
};
use crate::workbench::command::{BoardAction, Tool};
use crate::workbench::edit::Edit;
use crate::workbench::{Command, Document, Screen};

/// A window with a bundled puzzle on the Play screen.
pub(super) fn playing(path: &str) -> Window {
    let mut window = opened(path);
    send(&mut window, Command::Show(Screen::Play));
    window
}

/// Where a piece of the tray is seen.
pub(super) fn in_tray(window: &Window, name: &str) -> Pos2 {
    window.get_by_role_and_label(Role::Button, &format!("Piece {name}")).rect().center()
}

/// Where a site of the board is seen.
fn on_board(window: &Window, column: i32, row: i32) -> Pos2 {
    centre(window, &format!("site {column}, {row}, required"))
}

/// The document that is played.
fn document(window: &Window) -> &Document {
    window.state().bench.shown_document().expect("it is open")
}

fn site(window: &Window, label: &str) -> Point {
    let puzzle = &document(window).puzzle;
    let mut sites = puzzle.board.sites().iter().map(|own| own.site);
    sites.find(|&site| puzzle.lattice.site_label(site) == label).expect("a site")
}

/// The placed pieces, by their names, with their sites.
pub(super) fn placed(window: &Window) -> Vec<(String, Vec<Point>)> {
    let puzzle = &document(window).puzzle;
    let named = |laid: &crate::puzzle::BoardPiece| {
        (puzzle.piece(laid.piece).name.clone(), laid.sites.clone())
    };
    puzzle.placed.iter().map(named).collect()
}

/// Drags from one place to another.
pub(super) fn carry(window: &mut Window, from: Pos2, to: Pos2) {
    drag(window, &[from, from + vec2(12.0, 0.0), to], Modifiers::NONE);
}

/// Drags a piece of the tray to a site.
fn carry_to(window: &mut Window, name: &str, column: i32, row: i32) {
    let (from, to) = (in_tray(window, name), on_board(window, column, row));
    carry(window, from, to);
}

fn point_at(window: &mut Window, at: Pos2) {
    window.event(Event::PointerMoved(at));
    window.run_steps(2);
}

fn wheel(window: &mut Window, notches: f32) {
    window.event(Event::MouseWheel {
        unit: egui::MouseWheelUnit::Line,
        delta: vec2(0.0, notches),
        phase: egui::TouchPhase::Move,
        modifiers: Modifiers::NONE,
        source: egui::MouseWheelSource::Wheel,
    });
    window.run_steps(2);
}

fn press(window: &mut Window, key: Key) {
    window.key_press(key);
    settle(window);
}

/// The shape of a piece of the tray, as it is turned.
pub(super) fn shape(window: &Window, name: &str) -> Shape {
    let puzzle = &document(window).puzzle;
    let (id, _) = puzzle.pieces().find(|(_, piece)| piece.name == name).expect("a piece");
    window.state().play.shape(puzzle, id)
}

#[test]
fn a_piece_is_dragged_from_the_tray_to_the_board_along_it_and_back() {
    let mut window = playing("pentominoes-6x10");
    carry_to(&mut window, "L", 4, 3);
    let lying = placed(&window);
    assert_eq!(lying.len(), 1);
    let (name, sites) = &lying[0];
    assert_eq!(name, "L");
    assert!(sites.contains(&site(&window, "4, 3")), "the site under the pointer is covered");
    shows(&window, "Piece L, placed");
    // From place to place.
    let (from, to) = (on_board(&window, 4, 3), on_board(&window, 8, 3));
    carry(&mut window, from, to);
    let lying = placed(&window);
    assert_eq!(lying.len(), 1);
    assert!(lying[0].1.contains(&site(&window, "8, 3")));
    // Off the board.
    let (from, to) = (on_board(&window, 8, 3), in_tray(&window, "W"));
    carry(&mut window, from, to);
    assert!(placed(&window).is_empty());
    in_tray(&window, "L");
    // Moves are undone and redone.
    send(&mut window, Command::Undo);
    assert_eq!(placed(&window), lying);
    send(&mut window, Command::Redo);
    assert!(placed(&window).is_empty());
}

#[test]
fn a_piece_springs_back_where_it_does_not_fit() {
    let mut window = playing("pentominoes-6x10");
    carry_to(&mut window, "P", 3, 3);
    carry_to(&mut window, "X", 8, 3);
    let before = (placed(&window), document(&window).history().len());
    assert_eq!(before.0.len(), 2);
    // From the tray, and from the board.
    carry_to(&mut window, "W", 8, 3);
    in_tray(&window, "W");
    let (from, to) = (on_board(&window, 3, 3), on_board(&window, 8, 3));
    carry(&mut window, from, to);
    assert_eq!((placed(&window), document(&window).history().len()), before);
}

#[test]
fn a_piece_is_turned_by_wheel_right_button_and_r_and_flipped_by_f_and_double_click() {
    let mut window = playing("pentominoes-6x10");
    let drawn = shape(&window, "L");
    let at = in_tray(&window, "L");
    point_at(&mut window, at);
    wheel(&mut window, -1.0);
    let turned = shape(&window, "L");
    assert_ne!(turned, drawn);
    wheel(&mut window, 1.0);
    assert_eq!(shape(&window, "L"), drawn, "the wheel turns back");
    press(&mut window, Key::R);
    assert_eq!(shape(&window, "L"), turned);
    for pressed in [true, false] {
        let (button, modifiers) = (PointerButton::Secondary, Modifiers::NONE);
        window.event(Event::PointerButton { pos: at, button, pressed, modifiers });
    }
    window.run_steps(3);
    let half = shape(&window, "L");
    assert!(half != turned && half != drawn);
    press(&mut window, Key::F);
    let flipped = shape(&window, "L");
    assert_ne!(flipped, half);
    press(&mut window, Key::F);
    assert_eq!(shape(&window, "L"), half);
    let button = |pressed| {
        let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
        Event::PointerButton { pos: at, button, pressed, modifiers }
    };
    window.input_mut().events.extend([true, false, true, false].map(button));
    settle(&mut window);
    assert_eq!(shape(&window, "L"), flipped);
    assert!(placed(&window).is_empty() && document(&window).history().is_empty());
}

#[test]
fn a_piece_on_the_board_is_turned_where_it_lies_and_one_that_is_dragged_on_the_way() {
    let mut window = playing("pentominoes-6x10");
    carry_to(&mut window, "L", 4, 3);
    let before = placed(&window);
    let at = on_board(&window, 4, 3);
    point_at(&mut window, at);
    press(&mut window, Key::R);
    let turned = placed(&window);
    assert_eq!(turned.len(), 1);
    assert_ne!(turned, before);
    let drawn = shape(&window, "V");
    let (from, to) = (in_tray(&window, "V"), on_board(&window, 8, 4));
    let button = |pos, pressed| {
        let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
        Event::PointerButton { pos, button, pressed, modifiers }
    };
    point_at(&mut window, from);
    window.event(button(from, true));
    window.step();
    point_at(&mut window, to);
    wheel(&mut window, -1.0);
    window.event(button(to, false));
    settle(&mut window);
    let lying = placed(&window);
    assert_eq!(lying.len(), 2);
    let lattice = document(&window).puzzle.lattice;
    let (lies, _) = Shape::normalise(lattice, &lying[1].1).expect("a shape");
    assert_ne!(lies, drawn);
}

/// The placed pieces of some solution.
fn solution(window: &Window) -> Placed {
    let encoding = document(window).encoding().expect("analysed");
    let found = first_solution(encoding, NODE_LIMIT, &AtomicBool::new(false)).expect("a solution");
    encoding.decode(&found)
}

#[test]
fn a_puzzle_is_solved_by_placing_all_pieces_and_the_time_is_told() {
    let mut window = playing("pentominoes-6x10");
    for (id, sites) in solution(&window) {
        let puzzle = document(&window).puzzle.clone();
        let lattice = puzzle.lattice;
        let name = puzzle.piece(id).name.clone();
        let (shape, _) = Shape::normalise(lattice, &sites).expect("a shape");
        // Where the pointer has the piece just there.
        let sorted = |mut sites: Vec<Point>| {
            sites.sort_unstable();
            sites
        };
        let wanted = sorted(sites.clone());
        let lies_so = |site: &&Point| {
            held_at(lattice, &shape, **site).next().map(sorted).as_ref() == Some(&wanted)
        };
        let at = *sites.iter().find(lies_so).expect("the middle of the piece");
        let label = format!("site {}, required", lattice.site_label(at));
        let play = &mut window.state_mut().play;
        play.turned.insert(name.clone(), shape.clone());
        play.held = Some(name.clone());
        let place = centre(&window, &label);
        drag(&mut window, &[place], Modifiers::NONE);
        assert_eq!(placed(&window).last().map(|(name, _)| name), Some(&name));
    }
    wait(&mut window, "the end", |w| document(w).is_solved_by_hand());
    window.get_by_label_contains("Solved in ");
    // The clock stands still now.
    let time = window.state().play.clock.time();
    window.run_steps(20);
    assert_eq!(window.state().play.clock.time(), time);
    press(&mut window, Key::T);
    shows(&window, "Solved");
    assert!(window.query_by_label_contains("Solved in").is_none());
    click(&mut window, "Start over");
    assert!(placed(&window).is_empty());
    assert_eq!(window.state().play.clock.time(), None);
    // Who did not mean it has the try back, with its time.
    send(&mut window, Command::Undo);
    // It goes on until it is known again that all is solved.
    wait(&mut window, "the end again", |w| document(w).is_solved_by_hand());
    assert!(time.is_some() && window.state().play.clock.time() >= time);
}

#[test]
fn hints_lead_to_a_placement_that_enter_makes() {
    let mut window = playing("pentominoes-3x20");
    for _ in 0..3 {
        press(&mut window, Key::H);
    }
    wait(&mut window, "a placement", |w| {
        document(w).hinted_placement(w.state().bench.settings.play).is_some()
    });
    press(&mut window, Key::Enter);
    assert_eq!(placed(&window).len(), 1);
}

#[test]
fn enter_places_a_hint_while_the_strip_of_a_folded_panel_has_the_focus() {
    let mut window = window_of([900.0, 600.0]);
    open(&mut window, "pentominoes-3x20.ron");
    send(&mut window, Command::Show(Screen::Play));
    window.get_by_label("Show clock and hints").focus();
    window.run_steps(2);
    for _ in 0..3 {
        press(&mut window, Key::H);
    }
    wait(&mut window, "a placement", |w| {
        document(w).hinted_placement(w.state().bench.settings.play).is_some()
    });
    press(&mut window, Key::Enter);
    assert_eq!(placed(&window).len(), 1);
    shows(&window, "Show clock and hints");
}

#[test]
fn the_first_tab_leads_to_the_tray() {
    let mut window = playing("pentominoes-6x10");
    press(&mut window, Key::Tab);
    let first = window.get_by_role_and_label(Role::Button, "Piece F");
    assert!(first.accesskit_node().is_focused());
}

#[test]
fn a_full_board_is_emptied_when_playing_begins() {
    let mut window = opened("pentominoes-6x10");
    let name = |id| document(&window).puzzle.piece(id).name.clone();
    let all = solution(&window).into_iter().map(|(id, sites)| (name(id), sites)).collect();
    assert!(window.state_mut().edit(&Edit::LayAll(all), None));
    settle(&mut window);
    send(&mut window, Command::Show(Screen::Play));
    assert!(placed(&window).is_empty());
    // What is open stays as it was made.
    send(&mut window, Command::Show(Screen::Design));
    assert_eq!(placed(&window).len(), 12);
    let cut = document(&window).puzzle_text();
    send(&mut window, Command::Show(Screen::Play));
    carry_to(&mut window, "F", 4, 4);
    send(&mut window, Command::Show(Screen::Design));
    assert_eq!(document(&window).puzzle_text(), cut);
    send(&mut window, Command::Show(Screen::Play));
    assert_eq!(placed(&window).len(), 1);
}

#[test]
fn whether_a_place_is_right_is_given_away_only_if_asked() {
    let mut window = playing("pentominoes-6x10");
    let warns = |window: &Window| {
        let settings = window.state().bench.settings.play;
        (settings.warn, settings.warn_in_play)
    };
    assert_eq!(warns(&window), (true, false));
    click(&mut window, "Warn when none is left");
    assert_eq!(warns(&window), (true, true));
}

#[test]
fn a_piece_is_chosen_turned_placed_and_put_back_by_the_keyboard() {
    let mut window = playing("pentominoes-6x10");
    press(&mut window, Key::Escape);
    press(&mut window, Key::ArrowRight);
    assert_eq!(window.state().play.held.as_deref(), Some("F"));
    press(&mut window, Key::ArrowRight);
    assert_eq!(window.state().play.held.as_deref(), Some("I"));
    press(&mut window, Key::ArrowLeft);
    press(&mut window, Key::Enter);
    assert_eq!(window.ctx.memory(|memory| memory.focused()), window.state().play.board);
    assert!(placed(&window).is_empty(), "the press is not the board's too");
    for key in [Key::ArrowRight, Key::ArrowRight, Key::ArrowRight, Key::ArrowDown, Key::ArrowDown] {
        press(&mut window, key);
    }
    let drawn = shape(&window, "F");
    press(&mut window, Key::R);
    assert_ne!(shape(&window, "F"), drawn);
    press(&mut window, Key::Space);
    let lying = placed(&window);
    assert_eq!(lying.len(), 1);
    assert!(lying[0].1.contains(&site(&window, "4, 3")));
    assert_eq!(window.state().play.held.as_deref(), Some("I"), "the next one is in hand");
    // What lies under the cursor is taken in hand, as it lies.
    press(&mut window, Key::Space);
    assert!(placed(&window).is_empty());
    press(&mut window, Key::Enter);
    assert_eq!(placed(&window), lying);
    press(&mut window, Key::Delete);
    assert!(placed(&window).is_empty());
}

#[test]
fn nothing_changes_the_puzzle() {
    let mut window = playing("pentominoes-6x10");
    let before = document(&window).puzzle_text();
    let open = on_board(&window, 1, 1);
    point_at(&mut window, open);
    for key in [Key::Delete, Key::B, Key::E, Key::O, Key::L, Key::K, Key::N, Key::Insert] {
        press(&mut window, key);
        drag(&mut window, &[open], Modifiers::NONE);
    }
    window.key_press_modifiers(Modifiers::COMMAND, Key::Delete);
    settle(&mut window);
    for command in [Command::PinAll, Command::RemovePieces, Command::Board(BoardAction::Clear)] {
        send(&mut window, command);
    }
    assert!(!window.state_mut().edit(&Edit::Board(BoardAction::Clear), None));
    assert_eq!(window.state().design.tool_in_hand(), Tool::Place);
    assert_eq!(document(&window).puzzle_text(), before);
    assert!(window.state().dialog.is_none());
}

#[test]
fn changes_of_the_puzzle_are_not_undone_while_playing() {
    let mut window = opened("pentominoes-6x10");
    assert!(window.state_mut().edit(&Edit::Board(BoardAction::Turn), None));
    settle(&mut window);
    send(&mut window, Command::Show(Screen::Play));
    let before = document(&window).puzzle_text();
    assert!(Command::Undo.available(&window.state().bench).is_err());
    carry_to(&mut window, "X", 4, 3);
    assert_eq!(placed(&window).len(), 1);
    send(&mut window, Command::Undo);
    send(&mut window, Command::Undo);
    assert_eq!(document(&window).puzzle_text(), before);
}

#[test]
fn a_pinned_piece_stays_where_it_is() {
    let mut window = opened("pentominoes-6x10");
    let sites = solution(&window)[0].1.clone();
    let piece = document(&window).puzzle.piece(solution(&window)[0].0).name.clone();
    assert!(window.state_mut().edit(&Edit::Lay { piece, sites, from: None }, None));
    assert!(window.state_mut().edit(&Edit::Pin(vec![0], true), None));
    settle(&mut window);
    send(&mut window, Command::Show(Screen::Play));
    let before = placed(&window);
    let label = document(&window).puzzle.lattice.site_label(before[0].1[0]);
    let at = centre(&window, &format!("site {label}, required"));
    let off = in_tray(&window, if before[0].0 == "W" { "X" } else { "W" });
    carry(&mut window, at, off);
    point_at(&mut window, at);
    for key in [Key::R, Key::F, Key::Delete] {
        press(&mut window, key);
    }
    assert_eq!(placed(&window), before);
}

#[test]
fn copies_are_counted_in_the_tray() {
    let mut window = playing("l-trominoes-8x8");
    let most = document(&window).puzzle.pieces[0].copies.max;
    let name = document(&window).puzzle.pieces[0].name.clone();
    let left = |n: u32| format!("Piece {name}, {n} left");
    let (from, to) = (centre(&window, &left(most)), on_board(&window, 4, 4));
    carry(&mut window, from, to);
    shows(&window, &left(most - 1));
}

#[test]
fn the_tab_is_disabled_with_a_reason_where_there_is_nothing_to_play() {
    let mut window = opened("pentominoes-6x10");
    let names = document(&window).puzzle.pieces.iter().map(|piece| piece.name.clone()).collect();
    assert!(window.state_mut().edit(&Edit::Remove(names), None));
    settle(&mut window);
    let command = Command::Show(Screen::Play);
    assert_eq!(command.available(&window.state().bench), Err("There are no pieces to place."));
    assert!(window.get_by_label("Play").accesskit_node().is_disabled());
    window.key_press_modifiers(Modifiers::COMMAND, Key::Num0);
    settle(&mut window);
    assert_eq!(window.state().bench.screen, Screen::Design);
    let mut window = opened("pentominoes-6x10");
    window.key_press_modifiers(Modifiers::COMMAND, Key::Num0);
    settle(&mut window);
    assert_eq!(window.state().bench.screen, Screen::Play);
}
