//! A puzzle made from nothing, as a designer makes it, driven by accessible label.

use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::SnapshotResults;
use egui_kittest::kittest::Queryable;

use crate::format::{bundled, puzzle_file};
use crate::job::Phase;
use crate::ui::testing::{
    Window, centre, click, document, drag, opened, phase, send, settle, window,
};
use crate::workbench::{Command, Screen, Theme};

/// Solves the puzzle to the end; how many solutions it has.
fn solve(window: &mut Window) -> u64 {
    send(window, Command::Solve);
    for _ in 0..2000 {
        window.step();
        if phase(window) == Some(Phase::Complete) {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let (counts, complete) = document(window).counts().expect("it was solved");
    assert!(complete);
    counts.total.capped()
}

#[test]
fn a_puzzle_is_made_from_nothing_solved_and_taken_back_to_nothing() {
    let mut results = SnapshotResults::new();
    let mut window = window();
    settle(&mut window);
    window.state_mut().bench.settings.theme = Theme::Light;
    send(&mut window, Command::Theme(Theme::Light));

    // New: a rectangle of 5 × 6.
    send(&mut window, Command::New);
    window.get_by_label("Title of the puzzle").type_text("Corners off");
    settle(&mut window);
    results.add(crate::ui::testing::pictured(&mut window, "edit-new-puzzle"));
    for (name, number) in [("Columns", "6"), ("Rows", "5")] {
        window.get_by_role_and_label(Role::SpinButton, name).focus();
        window.step();
        window.key_press_modifiers(Modifiers::COMMAND, Key::A);
        window.get_by_role_and_label(Role::SpinButton, name).type_text(number);
        window.key_press(Key::Tab);
        window.run_steps(3);
    }
    click(&mut window, "Create");
    assert_eq!(document(&window).puzzle.board.sites().len(), 30);
    window.get_by_label("No pieces");
    let first = document(&window).puzzle_text();

    // Two corners off.
    send(&mut window, Command::Tool(crate::workbench::command::Tool::Erase));
    for corner in ["site 1, 1", "site 6, 5"] {
        let at = centre(&window, &format!("{corner}, required"));
        drag(&mut window, &[at], Modifiers::NONE);
    }
    assert_eq!(document(&window).puzzle.board.sites().len(), 28);
    assert_eq!(document(&window).history().undo_name(), Some("erase 1 site"));

    // Six pentominoes from the picker.
    send(&mut window, Command::AddFamily);
    for name in ["F", "L", "P", "U", "V", "Y"] {
        click(&mut window, &format!("Polyomino {name}"));
    }
    results.add(crate::ui::testing::pictured(&mut window, "edit-family"));
    click(&mut window, "Add 6 pieces");
    assert_eq!(document(&window).puzzle.pieces.len(), 6);

    // A seventh piece, drawn: one site too large.
    send(&mut window, Command::AddPiece);
    let place = |window: &Window, x: i32, y: i32| centre(window, &format!("Piece site {x}, {y}"));
    let stroke = [place(&window, 2, 2), place(&window, 3, 2), place(&window, 3, 3)];
    drag(&mut window, &stroke, Modifiers::NONE);
    results.add(crate::ui::testing::pictured(&mut window, "edit-draw-piece"));
    click(&mut window, "Add piece");
    let names: Vec<_> =
        document(&window).puzzle.pieces.iter().map(|piece| piece.name.clone()).collect();
    assert_eq!(names, ["F", "L", "P", "U", "V", "Y", "A"]);

    // The area does not fit, and says so.
    send(&mut window, Command::Tool(crate::workbench::command::Tool::Place));
    window.get_by_label("Area 28, pieces 33");
    results.add(crate::ui::testing::pictured(&mut window, "edit-area-warning"));
    assert!(document(&window).can_solve().is_err());

    // Mended: one pentomino goes.
    window.get_by_label_contains("Piece V,").click();
    window.run_steps(2);
    send(&mut window, Command::RemovePieces);
    window.get_by_label("Area 28, pieces 28");
    results.add(crate::ui::testing::pictured(&mut window, "edit-heat"));

    // One piece is laid and pinned where solutions have it: the first such place is looked for.
    window.get_by_label_contains("Piece L,").click();
    window.run_steps(3);
    for n in 0.. {
        assert!(n < 76, "some placement of L is part of a solution");
        window.key_press(Key::Enter);
        settle(&mut window);
        assert_eq!(document(&window).puzzle.placed.len(), 1);
        send(&mut window, Command::PinAll);
        assert!(document(&window).puzzle.placed[0].pinned);
        if document(&window).can_solve().is_ok() && solve(&mut window) > 0 {
            break;
        }
        send(&mut window, Command::Show(Screen::Design));
        send(&mut window, Command::Undo);
        send(&mut window, Command::Undo);
        // The next piece is in hand.
        window.state_mut().design.select(Some("L"));
        for _ in 0..=n {
            send(&mut window, Command::Next);
        }
    }
    send(&mut window, Command::Show(Screen::Design));
    results.add(crate::ui::testing::pictured(&mut window, "edit-pinned"));
    let last = document(&window).puzzle_text();
    let pinned = document(&window).puzzle.placed[0].sites.clone();
    for n in 0..document(&window).shown() {
        let placed = document(&window).placed(n).unwrap();
        assert!(placed.iter().any(|(_, sites)| *sites == pinned), "the pin stays");
    }

    // Back to the beginning, and forth again, byte for byte.
    send(&mut window, Command::Show(Screen::Design));
    while !document(&window).history().is_empty() {
        window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
        window.run_steps(2);
    }
    settle(&mut window);
    assert_eq!(document(&window).puzzle_text(), first);
    assert!(document(&window).is_outdated(), "what was found is of another version");
    while document(&window).history().redo_name().is_some() {
        window.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
        window.run_steps(2);
    }
    settle(&mut window);
    assert_eq!(document(&window).puzzle_text(), last);
    assert!(!document(&window).is_outdated());
}

#[test]
fn sticks_of_burrs_are_picked_by_their_numbers() {
    let mut window = opened("soma-cube");
    let before = document(&window).puzzle.pieces.len();
    send(&mut window, Command::AddFamily);
    click(&mut window, "Notchable sticks");
    assert!(window.query_by_label("Add all 59").is_some());
    for number in ["1", "928", "1024"] {
        window.get_by_label(&format!("Stick {number}")).click_accesskit();
        settle(&mut window);
    }
    click(&mut window, "Add 3 pieces");
    let puzzle = &document(&window).puzzle;
    let added = puzzle.pieces[before..].iter().map(|piece| (&*piece.name, piece.shape.size()));
    assert_eq!(added.collect::<Vec<_>>(), [("1", 24), ("928", 16), ("1024", 14)]);
    assert!(document(&window).puzzle_text().contains("stick: (6, 928)"));
    send(&mut window, Command::AddFamily);
    click(&mut window, "All sticks");
    assert!(window.query_by_label("Add all 837").is_some());
    click(&mut window, "Sticks by number");
    let before = document(&window).puzzle.pieces.len();
    let field = window.get_by_label("Numbers, such as 1, 256, 824, 928, 975, 1024");
    field.focus();
    window.run_steps(2);
    window.get_by_label("Numbers, such as 1, 256, 824, 928, 975, 1024").type_text("256, 824 256");
    settle(&mut window);
    click(&mut window, "Add all 3");
    let added = document(&window).puzzle.pieces[before..].iter();
    let added = added.map(|piece| (&*piece.name, piece.copies.max));
    assert_eq!(added.collect::<Vec<_>>(), [("256", 2), ("824", 1)]);
}

#[test]
fn the_board_of_a_burr_begins_with_its_sticks_and_may_be_a_shell() {
    let mut window = opened("soma-cube");
    send(&mut window, Command::BoardShape);
    click(&mut window, "Eighteen-piece burr");
    click(&mut window, "The inside is optional");
    click(&mut window, "Apply");
    assert!(document(&window).puzzle_text().contains("Shell(EighteenPieceBurr(4))"));
    send(&mut window, Command::AddFamily);
    assert!(window.query_by_label("Add all 59").is_some(), "sticks that a saw makes");
    window.get_by_label("Stick 1024").click_accesskit();
    settle(&mut window);
    click(&mut window, "Add 1 piece");
    assert!(document(&window).puzzle_text().contains("stick: (8, 1024)"));
    // What was chosen is shown again.
    send(&mut window, Command::BoardShape);
    click(&mut window, "Six-piece burr");
    click(&mut window, "Apply");
    assert!(document(&window).puzzle_text().contains("Shell(SixPieceBurr(3))"));
}

#[test]
fn a_burr_with_holes_is_made_by_one_click_on_a_fix() {
    let burr = bundled::ALL.iter().find(|own| own.path == "cube/six-piece-burr-with-holes.ron");
    let text =
        burr.expect("it is bundled").text.replace("Shell(SixPieceBurr(3))", "SixPieceBurr(3)");
    let mut window = window();
    window.state_mut().new_document(puzzle_file::read(text.into()).unwrap().description);
    settle(&mut window);
    assert!(document(&window).can_solve().is_err());
    click(&mut window, "Make the inside optional");
    settle(&mut window);
    assert!(document(&window).can_solve().is_ok());
    let board = &document(&window).puzzle.board;
    assert_eq!((board.sites().len(), board.required()), (104, 72));
}
