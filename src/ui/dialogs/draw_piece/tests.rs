//! A piece drawn, labelled, turned and named by hand; a puzzle made from scratch.

use egui::accesskit::Role;
use egui::{Key, Modifiers, Pos2};
use egui_kittest::kittest::Queryable as _;

use crate::lattice::Point;
use crate::polyform::Motions;
use crate::puzzle::{BoardForm, Colour, Copies, Description, NamedShape, Piece};
use crate::ui::dialogs::Dialog;
use crate::ui::testing::{Window, centre, click, document, drag, opened, send, settle, window};
use crate::workbench::Command;
use crate::workbench::command::BoardAction;

/// A window with an empty puzzle on a board.
fn empty(lattice: &str, key: &'static str, numbers: &[u32]) -> Window {
    let mut window = window();
    let lattice = crate::lattice::Lattice::by_key(lattice).expect("a lattice");
    let board = BoardForm::Named(NamedShape { key, numbers: numbers.to_vec() });
    let title = "Made by hand".to_owned();
    window.state_mut().new_document(Description { title, ..Description::empty(lattice, board) });
    settle(&mut window);
    window
}

/// The middle of a cell of the canvas.
fn cell(window: &Window, address: &str) -> Pos2 {
    window.get_by_label(&format!("Piece {address}")).rect().center()
}

/// Draws by dragging from the first cell through the others.
fn draw(window: &mut Window, addresses: &[&str]) {
    let places: Vec<Pos2> = addresses.iter().map(|address| cell(window, address)).collect();
    drag(window, &places, Modifiers::NONE);
}

fn last_piece(window: &Window) -> Piece {
    document(window).puzzle.pieces.last().expect("a piece").clone()
}

fn press(window: &mut Window, modifiers: Modifiers, key: Key) {
    window.key_press_modifiers(modifiers, key);
    window.run_steps(3);
}

#[test]
fn everything_of_a_piece_is_set_in_one_place_and_is_one_step() {
    let mut window = opened("pentominoes-6x10");
    send(&mut window, Command::AddPiece);
    window.get_by_label("Drag to draw. Drag over a site again to remove it.");
    draw(&mut window, &["site 2, 2", "site 3, 2", "site 3, 3"]);
    window.get_by_label("3 sites");
    // Keys of the board: L takes labels in hand.
    press(&mut window, Modifiers::NONE, Key::L);
    click(&mut window, "w");
    draw(&mut window, &["site 3, 2"]);
    cell(&window, "site 3, 2, label w");
    let field = window.get_by_role_and_label(Role::TextInput, "Piece name");
    field.focus();
    window.step();
    window.get_by_role_and_label(Role::TextInput, "Piece name").type_text("Corner");
    window.run_steps(2);
    window.get_all_by_label("Turn").last().expect("the motions").click();
    window.run_steps(2);
    click(&mut window, "Rose pink");
    click(&mut window, "Add piece");
    let piece = last_piece(&window);
    assert_eq!((piece.name.as_str(), piece.motions), ("Corner", Motions::Turn));
    assert_eq!(piece.colour, Colour::by_name("rose pink").unwrap());
    assert_eq!(piece.labels, [None, Some('w'), None]);
    assert_eq!(document(&window).history().undo_name(), Some("draw piece"));
    assert_eq!(document(&window).history().len(), 1);
    // The editor shows all of it again.
    window.get_by_label_contains("Piece Corner,").click();
    settle(&mut window);
    send(&mut window, Command::EditPiece);
    cell(&window, "site 2, 1, label w");
    click(&mut window, "Apply");
    assert_eq!(document(&window).history().len(), 1, "nothing was changed");
}

#[test]
fn steps_in_the_editor_are_undone_and_redone_one_by_one() {
    let mut window = opened("pentominoes-6x10");
    send(&mut window, Command::AddPiece);
    draw(&mut window, &["site 1, 1", "site 3, 1"]);
    draw(&mut window, &["site 3, 2"]);
    click(&mut window, "Checkerboard");
    cell(&window, "site 3, 2, label w");
    press(&mut window, Modifiers::NONE, Key::R);
    cell(&window, "site 2, 1, label b");
    let drawn = |window: &Window| match &window.state().dialog {
        Some(Dialog::Draw(sketch)) => (sketch.draft.sites.len(), sketch.labels().len()),
        _ => panic!("the editor is open"),
    };
    for expected in [(4, 2), (4, 0), (3, 0), (0, 0)] {
        press(&mut window, Modifiers::COMMAND, Key::Z);
        assert_eq!(drawn(&window), expected);
    }
    press(&mut window, Modifiers::COMMAND, Key::Y);
    press(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    assert_eq!(drawn(&window), (4, 0));
    // A step of its own ends what could be redone.
    draw(&mut window, &["site 3, 3"]);
    press(&mut window, Modifiers::COMMAND, Key::Y);
    assert_eq!(drawn(&window), (5, 0));
    // Turns about a corner keep the piece where it is: four of them change nothing.
    let sites = |window: &Window| match &window.state().dialog {
        Some(Dialog::Draw(sketch)) => sketch.sites(),
        _ => panic!("the editor is open"),
    };
    let before = sites(&window);
    for _ in 0..4 {
        press(&mut window, Modifiers::NONE, Key::R);
    }
    assert_eq!(sites(&window), before);
    press(&mut window, Modifiers::NONE, Key::R);
    press(&mut window, Modifiers::SHIFT, Key::R);
    assert_eq!(sites(&window), before);
    press(&mut window, Modifiers::NONE, Key::F);
    assert_ne!(sites(&window), before);
}

#[test]
fn cells_are_large_enough_to_hit_on_every_lattice() {
    for lattice in crate::lattice::ALL {
        let mut window = window();
        let board = BoardForm::Art(Vec::new());
        window.state_mut().new_document(Description::empty(lattice, board));
        settle(&mut window);
        send(&mut window, Command::AddPiece);
        if lattice.is_solid() {
            window.get_by_role_and_label(Role::Button, "Layers").click();
            window.run_steps(2);
        }
        let Some(Dialog::Draw(sketch)) = &window.state().dialog else { panic!("the editor") };
        let first = sketch.layers[0].ground.sites[0];
        let label = format!("{} {}", lattice.site_words.0, lattice.site_label(first));
        let rect = window.get_by_label(&format!("Piece {label}")).rect();
        let least = match lattice.form {
            crate::lattice::SiteForm::Cell => rect.width().min(rect.height()),
            crate::lattice::SiteForm::Edge => rect.width().max(rect.height()),
        };
        let wanted = if lattice.layers() == 1 { 27.9 } else { 13.9 };
        assert!(least >= wanted, "{lattice:?}: {rect}");
        if lattice.is_solid() {
            let firsts: Vec<Point> = sketch.layers.iter().map(|l| l.ground.sites[0]).collect();
            let canvas = window.get_by_label("Canvas for the piece").rect();
            let names = firsts.iter().map(|&site| {
                let word = lattice.site_words.0;
                format!("{word} {}", lattice.site_label(site))
            });
            let names: Vec<String> = names.collect();
            assert!(names.len() >= 4, "{lattice:?}");
            for name in &names {
                assert!(canvas.contains(cell(&window, name)), "{lattice:?}: {name}");
            }
            window.get_by_label("Piece in space");
            // What is drawn in any of them is seen in space.
            draw(&mut window, &[names.last().expect("the highest layer")]);
            draw(&mut window, &[&names[0]]);
            window.get_by_label_contains(" in space, 2 ");
        }
    }
}

#[test]
fn a_piece_in_space_is_built_by_clicks_on_its_faces() {
    let mut window = window();
    for lattice in crate::lattice::ALL.iter().filter(|lattice| lattice.is_solid()) {
        let board = BoardForm::Art(Vec::new());
        window.state_mut().new_document(Description::empty(lattice, board));
        settle(&mut window);
        send(&mut window, Command::AddPiece);
        click(&mut window, "In space");
        assert!(window.query_by_label("Canvas for the piece").is_none());
        let sites = |window: &Window| match &window.state().dialog {
            Some(Dialog::Draw(sketch)) => sketch.sites(),
            _ => panic!("the editor is open"),
        };
        let canvas = window.get_by_label("Piece in space").rect();
        click_at(&mut window, canvas.center(), egui::PointerButton::Primary);
        let first = sites(&window);
        assert!(!first.is_empty(), "{}: a first site", lattice.key);
        // Wherever its surface is met, a site is added to it.
        let around =
            [[8.0, -6.0], [-14.0, 4.0], [10.0, 20.0], [-20.0, -24.0], [30.0, 4.0], [0.0, 34.0]];
        for offset in around.into_iter().cycle().take(18) {
            if sites(&window).len() >= first.len() + 3 {
                break;
            }
            let at = canvas.center() + egui::Vec2::from(offset);
            click_at(&mut window, at, egui::PointerButton::Primary);
        }
        let grown = sites(&window);
        assert!(grown.len() >= first.len() + 3, "{}: {grown:?}", lattice.key);
        let (shape, _) = crate::polyform::Shape::normalise(lattice, &grown).expect("a piece");
        assert!(shape.is_connected(lattice), "{}: {grown:?}", lattice.key);
        // The right button takes out what is seen.
        let at = canvas.center() + egui::Vec2::from(around[0]);
        click_at(&mut window, at, egui::PointerButton::Secondary);
        assert!(sites(&window).len() < grown.len(), "{}: {grown:?}", lattice.key);
        press(&mut window, Modifiers::COMMAND, Key::Z);
        assert_eq!(sites(&window), grown, "{}: one step", lattice.key);
        click(&mut window, "Cancel");
    }
}

/// Presses and releases a button of the pointer at a place.
fn click_at(window: &mut Window, at: Pos2, button: egui::PointerButton) {
    window.hover_at(at);
    for pressed in [true, false] {
        let modifiers = Modifiers::NONE;
        window.event(egui::Event::PointerButton { pos: at, button, pressed, modifiers });
        window.step();
    }
    window.step();
}

#[test]
fn escape_asks_before_it_discards_a_drawing() {
    let mut window = opened("pentominoes-6x10");
    send(&mut window, Command::AddPiece);
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert!(window.state().dialog.is_none(), "nothing was drawn");
    send(&mut window, Command::AddPiece);
    draw(&mut window, &["site 1, 1", "site 3, 1"]);
    press(&mut window, Modifiers::NONE, Key::Escape);
    window.get_by_label_contains("Press Escape again");
    // Who goes on is asked again.
    draw(&mut window, &["site 3, 2"]);
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert!(window.state().dialog.is_some());
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert!(window.state().dialog.is_none());
}

#[test]
fn a_long_piece_is_drawn_on_a_canvas_that_grows() {
    let mut window = opened("pentominoes-6x10");
    send(&mut window, Command::AddPiece);
    draw(&mut window, &["site 1, 1", "site 8, 1"]);
    // Nothing moves under the pointer; there is more room once it is elsewhere.
    window.get_by_label("8 sites · move off the canvas for more room");
    assert!(window.query_by_label("Piece site 9, 1").is_none());
    window.hover_at(centre(&window, "Add piece"));
    window.run_steps(3);
    draw(&mut window, &["site 9, 1"]);
    window.get_by_label("9 sites");
    // Who draws beyond it has more at once.
    let start = cell(&window, "site 0, 1");
    drag(&mut window, &[start, start - egui::vec2(60.0, 0.0)], Modifiers::NONE);
    cell(&window, "site -1, 1");
    click(&mut window, "Add piece");
    assert_eq!(last_piece(&window).shape.size(), 10);
}

#[test]
fn a_name_that_is_taken_and_loose_parts_are_said_before_they_are_refused() {
    let mut window = opened("pentominoes-6x10");
    send(&mut window, Command::AddPiece);
    draw(&mut window, &["site 1, 1"]);
    draw(&mut window, &["site 4, 4"]);
    window.get_by_label("2 sites · The piece has parts that do not touch.");
    draw(&mut window, &["site 4, 4"]);
    window.get_by_role_and_label(Role::TextInput, "Piece name").focus();
    window.step();
    window.get_by_role_and_label(Role::TextInput, "Piece name").type_text("X");
    window.run_steps(2);
    window.get_by_label("1 site · There is a piece X already.");
    assert_eq!(document(&window).history().len(), 0);
}

#[test]
fn a_cube_piece_is_drawn_layer_by_layer() {
    let mut window = empty("Cube", "Box", &[3, 3, 3]);
    send(&mut window, Command::AddPiece);
    draw(&mut window, &["cube 1, 1, 1", "cube 2, 1, 1"]);
    draw(&mut window, &["cube 2, 1, 2"]);
    window.get_by_label_contains("in space, 3 cubes");
    click(&mut window, "Tilt");
    click(&mut window, "Add piece");
    let piece = last_piece(&window);
    assert_eq!(piece.shape.size(), 3);
    let layers: Vec<i32> = piece.shape.sites().iter().map(|p: &Point| p.z).collect();
    assert_eq!(layers, [1, 1, 1], "tilted, it lies flat");
}

/// A piece of the bundled checkered puzzle: its cells, whether its labels are swapped, its name.
type Checkered = (&'static [&'static str], bool, &'static str);

#[test]
fn the_checkered_puzzle_is_made_in_the_window_and_has_the_same_counts() {
    let mut window = empty("Square", "Rectangle", &[7, 4]);
    let pieces: [Checkered; 7] = [
        (&["1, 1", "4, 1"], false, "I"),
        (&["1, 1", "2, 1", "2, 2", "1, 2"], false, "O"),
        (&["3, 1", "2, 1", "2, 2", "1, 2"], true, "S"),
        (&["1, 1", "3, 1", "2, 1", "2, 2"], false, "T"),
        (&["1, 1", "3, 1", "2, 1", "2, 2"], true, "T'"),
        (&["1, 2", "1, 1", "3, 1"], false, "L"),
        (&["1, 2", "1, 1", "3, 1"], true, "L'"),
    ];
    for (cells, swapped, name) in pieces {
        press(&mut window, Modifiers::NONE, Key::Insert);
        let cells: Vec<String> = cells.iter().map(|at| format!("site {at}")).collect();
        draw(&mut window, &cells.iter().map(String::as_str).collect::<Vec<_>>());
        for _ in 0..=usize::from(swapped) {
            click(&mut window, "Checkerboard");
        }
        window.get_by_role_and_label(Role::TextInput, "Piece name").focus();
        window.step();
        window.get_by_role_and_label(Role::TextInput, "Piece name").type_text(name);
        window.run_steps(2);
        click(&mut window, "Add piece");
        assert!(window.state().dialog.is_none(), "{name}");
    }
    send(&mut window, Command::Board(BoardAction::Checker));
    let bundled = opened("chessboard-tetrominoes-7x4");
    let (made, known) = (&document(&window).puzzle, &document(&bundled).puzzle);
    assert_eq!(made.board, known.board);
    for (made, known) in made.pieces.iter().zip(&known.pieces) {
        assert_eq!((&made.name, &made.copies), (&known.name, &Copies::default()));
        assert_eq!((&made.shape, &made.labels), (&known.shape, &known.labels), "{}", made.name);
    }
    crate::ui::testing::solve(&mut window);
    let (counts, _) = document(&window).counts().expect("counts");
    assert_eq!((counts.total.capped(), counts.distinct.capped()), (48, 24));
}

#[test]
fn the_calendar_is_made_from_nothing_and_solved_for_a_date() {
    let mut window = empty("Square", "Rectangle", &[7, 7]);
    let site = |window: &Window, x: i32, y: i32| centre(window, &format!("site {x}, {y}, "));
    press(&mut window, Modifiers::NONE, Key::E);
    for (from, to) in [((7, 1), (7, 2)), ((4, 7), (7, 7))] {
        let stroke = [site(&window, from.0, from.1), site(&window, to.0, to.1)];
        drag(&mut window, &stroke, Modifiers::NONE);
    }
    assert_eq!(document(&window).puzzle.board.sites().len(), 43);
    press(&mut window, Modifiers::SHIFT, Key::Insert);
    for name in ["L", "N", "P", "U", "V", "Y", "Z"] {
        click(&mut window, &format!("Polyomino {name}"));
    }
    window.get_by_label("35 sites · all pieces: 35 · board: 43");
    click(&mut window, "Add 7 pieces");
    press(&mut window, Modifiers::NONE, Key::Insert);
    let corners = [cell(&window, "site 1, 1"), cell(&window, "site 2, 3")];
    drag(&mut window, &corners, Modifiers::SHIFT);
    window.get_by_label("6 sites");
    click(&mut window, "Add piece");
    // The third of January stays open; the same tool closes it again for the fourth.
    for (x, y) in [(1, 1), (3, 3)] {
        let at = [site(&window, x, y)];
        drag(&mut window, &at, Modifiers::NONE);
    }
    crate::ui::testing::solve(&mut window);
    let distinct = |window: &Window| document(window).counts().expect("counts").0.distinct.capped();
    assert_eq!(distinct(&window), 47);
    send(&mut window, Command::Show(crate::workbench::Screen::Design));
    for (x, y) in [(3, 3), (4, 3)] {
        let at = [site(&window, x, y)];
        drag(&mut window, &at, Modifiers::NONE);
    }
    assert!(document(&window).can_solve().is_ok(), "41 sites again");
}

#[test]
fn letters_typed_before_anything_is_drawn_are_the_name() {
    let mut window = empty("Square", "Rectangle", &[6, 6]);
    press(&mut window, Modifiers::NONE, Key::Insert);
    for letters in ["Fo", "x"] {
        window.event(egui::Event::Text(letters.to_owned()));
        window.run_steps(3);
    }
    let name = |window: &Window| match &window.state().dialog {
        Some(Dialog::Draw(sketch)) => sketch.draft.name.clone(),
        _ => panic!("the editor is open"),
    };
    assert_eq!(name(&window), "Fox");
    // Once something is drawn, letters turn it and choose tools again.
    draw(&mut window, &["site 1, 1", "site 2, 1"]);
    press(&mut window, Modifiers::NONE, Key::E);
    assert_eq!(name(&window), "Fox");
}
