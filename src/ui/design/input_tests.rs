//! Input that comes quickly: several presses or a whole click within one frame, and letters that
//! are typed into text fields.

use egui::{Event, Key, Modifiers, PointerButton, Pos2};
use egui_kittest::kittest::Queryable as _;

use crate::puzzle::Copies;
use crate::ui::action::Action;
use crate::ui::testing::{Window, centre, click, document, opened, send, settle};
use crate::workbench::Command;
use crate::workbench::command::{Menu, Tool};
use crate::workbench::edit::{Edit, PieceChange};

fn site(window: &Window, x: i32, y: i32) -> Pos2 {
    centre(window, &format!("site {x}, {y}, "))
}

/// Gives the window all of these events in one frame.
fn in_one_frame(window: &mut Window, events: impl IntoIterator<Item = Event>) {
    window.input_mut().events.extend(events);
    window.step();
}

fn press(key: Key, modifiers: Modifiers) -> Event {
    Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers }
}

/// The pointer comes to a place, is pressed and let go of there.
fn quick_click(pos: Pos2, modifiers: Modifiers) -> [Event; 3] {
    let button =
        |pressed| Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers };
    [Event::PointerMoved(pos), button(true), button(false)]
}

#[test]
fn letters_typed_into_the_name_of_a_piece_are_no_commands() {
    let mut window = opened("pentominoes-6x10");
    window.get_by_label_contains("Piece X,").click();
    settle(&mut window);
    window.get_by_label("Name of the piece").focus();
    window.run_steps(2);
    window.state_mut().applied.clear();
    for (key, text) in [(Key::F, "f"), (Key::R, "r"), (Key::B, "b"), (Key::E, "e"), (Key::L, "l")] {
        let typed = [press(key, Modifiers::NONE), Event::Text(text.to_owned())];
        in_one_frame(&mut window, typed);
        let capital = [press(key, Modifiers::SHIFT), Event::Text(text.to_uppercase())];
        in_one_frame(&mut window, capital);
    }
    let applied = &window.state().applied;
    assert!(applied.is_empty(), "{applied:?}");
    // The field takes back what was typed; the document has nothing to undo.
    in_one_frame(&mut window, [press(Key::Z, Modifiers::COMMAND)]);
    assert!(window.state().applied.is_empty());
    // A function key is a command all the same.
    in_one_frame(&mut window, [press(Key::F5, Modifiers::NONE)]);
    assert!(matches!(window.state().applied[..], [Action::Command(Command::Solve), ..]));
}

#[test]
fn eight_presses_in_one_frame_are_eight_steps() {
    let mut window = opened("pentominoes-6x10");
    window.get_by_label_contains("Piece X,").click();
    settle(&mut window);
    window.get_by_label("Placement 1 of 32");
    in_one_frame(&mut window, vec![press(Key::ArrowRight, Modifiers::NONE); 8]);
    settle(&mut window);
    window.get_by_label("Placement 9 of 32");
    let down = vec![press(Key::ArrowDown, Modifiers::NONE); 2];
    in_one_frame(&mut window, down);
    settle(&mut window);
    window.get_by_label("Piece Z");
}

#[test]
fn a_press_and_a_release_in_one_frame_are_a_click_on_the_board() {
    let mut window = opened("pentominoes-6x10");
    send(&mut window, Command::Tool(Tool::Erase));
    let (one, other) = (site(&window, 2, 2), site(&window, 5, 5));
    in_one_frame(&mut window, quick_click(one, Modifiers::NONE));
    settle(&mut window);
    assert_eq!(document(&window).puzzle.board.sites().len(), 59);
    // Two clicks in a frame are two.
    let clicks = [
        quick_click(one + egui::vec2(0.0, 1.0), Modifiers::NONE),
        quick_click(other, Modifiers::NONE),
    ];
    send(&mut window, Command::Undo);
    in_one_frame(&mut window, clicks.into_iter().flatten());
    settle(&mut window);
    assert_eq!(document(&window).puzzle.board.sites().len(), 58);
    assert_eq!(document(&window).history().undo_name(), Some("erase 1 site"));
    // Ctrl counts that was held at the press, though no frame saw it.
    send(&mut window, Command::Tool(Tool::Optional));
    let place = site(&window, 9, 2);
    in_one_frame(&mut window, quick_click(place, Modifiers::COMMAND));
    settle(&mut window);
    assert_eq!(document(&window).puzzle.board.required(), 0, "the whole region is filled");
}

#[test]
fn pieces_are_laid_and_pinned_by_quick_clicks() {
    let mut window = opened("pentominoes-6x10");
    window.get_by_label_contains("Piece X,").click();
    settle(&mut window);
    let place = site(&window, 4, 3);
    in_one_frame(&mut window, quick_click(place, Modifiers::NONE));
    settle(&mut window);
    assert_eq!(document(&window).puzzle.placed.len(), 1);
    send(&mut window, Command::Tool(Tool::Pin));
    in_one_frame(&mut window, quick_click(place, Modifiers::NONE));
    settle(&mut window);
    assert!(document(&window).puzzle.placed[0].pinned);
}

#[test]
fn cells_of_a_new_piece_are_drawn_by_quick_clicks() {
    let mut window = opened("pentominoes-6x10");
    send(&mut window, Command::AddPiece);
    let cell = |window: &Window, x: i32, y: i32| {
        window.get_by_label(&format!("Piece site {x}, {y}")).rect().center()
    };
    let cells = [cell(&window, 1, 1), cell(&window, 2, 1), cell(&window, 2, 2)];
    let clicks = cells.into_iter().flat_map(|cell| quick_click(cell, Modifiers::NONE));
    in_one_frame(&mut window, clicks);
    settle(&mut window);
    window.get_by_label("3 sites");
}

#[test]
fn shift_and_ctrl_count_that_were_held_at_a_quick_click_in_the_list() {
    let mut window = opened("pentominoes-6x10");
    let row = |window: &Window, name: &str| centre(window, &format!("Piece {name},"));
    let (first, third, last) = (row(&window, "F"), row(&window, "L"), row(&window, "T"));
    in_one_frame(&mut window, quick_click(first, Modifiers::NONE));
    window.step();
    in_one_frame(&mut window, quick_click(third, Modifiers::SHIFT));
    settle(&mut window);
    window.get_by_label("3 pieces");
    in_one_frame(&mut window, quick_click(last, Modifiers::COMMAND));
    settle(&mut window);
    window.get_by_label("4 pieces");
}

#[test]
fn escape_in_a_menu_closes_the_menu_alone() {
    let mut window = opened("pentominoes-6x10");
    window.get_by_label_contains("Piece X,").click();
    settle(&mut window);
    for tool in [Tool::Erase, Tool::Place] {
        send(&mut window, Command::Tool(tool));
        window.get_by_label("File").click();
        window.run_steps(3);
        window.get_by_label_contains("New puzzle…");
        window.key_press(Key::Escape);
        window.run_steps(3);
        assert!(window.query_by_label_contains("New puzzle…").is_none(), "the menu is closed");
        let design = &window.state().design;
        assert_eq!((design.brush.tool, design.chosen.len()), (tool, 1));
    }
    window.key_press(Key::Escape);
    settle(&mut window);
    assert!(window.state().design.chosen.is_empty(), "the next one is the screen's");
}

#[test]
fn every_entry_of_every_menu_is_reached_in_a_low_window() {
    let mut window = opened("soma-cube");
    // The smallest window.
    let size = [1100.0, 700.0];
    window.set_size(egui::Vec2::from(size));
    window.run_steps(3);
    for menu in Menu::ALL {
        let mut titles = window.query_all_by_label(menu.title());
        titles.find(|title| title.rect().top() < 20.0).expect("a menu").click();
        drop(titles);
        window.run_steps(3);
        let entries: Vec<Command> =
            Command::ALL.into_iter().filter(|c| c.menu() == Some(menu)).collect();
        let name = |command: &Command| command.label();
        let rect = |window: &Window, command: &Command| {
            let all = window.query_all_by_label_contains(name(command));
            // Below the bar; a screen has a switch above, with the same name.
            let rects = all.map(|node| node.rect()).filter(|rect| rect.top() > 20.0);
            let first = rects.min_by(|a, b| a.left().total_cmp(&b.left()));
            first.unwrap_or_else(|| panic!("{command:?} in {menu:?}, {size:?}"))
        };
        let (first, last) = (&entries[0], &entries[entries.len() - 1]);
        let over = rect(&window, first).center();
        window.event(Event::PointerMoved(over));
        for _ in 0..3 {
            window.event(Event::MouseWheel {
                unit: egui::MouseWheelUnit::Line,
                delta: egui::vec2(0.0, -20.0),
                phase: egui::TouchPhase::Move,
                modifiers: Modifiers::NONE,
                source: egui::MouseWheelSource::Wheel,
            });
            window.run_steps(8);
        }
        let bottom = rect(&window, last).bottom();
        assert!(bottom < size[1], "{menu:?} in {size:?}: {bottom}");
        window.key_press(Key::Escape);
        window.run_steps(3);
    }
}

#[test]
fn ctrl_y_redoes_and_ctrl_a_selects_all_pieces() {
    let mut window = opened("pentominoes-6x10");
    window.key_press_modifiers(Modifiers::COMMAND, Key::A);
    settle(&mut window);
    window.get_by_label("12 pieces");
    // Del alone is for placed pieces.
    window.key_press(Key::Delete);
    settle(&mut window);
    assert_eq!(document(&window).puzzle.pieces.len(), 12);
    window.key_press_modifiers(Modifiers::COMMAND, Key::Delete);
    settle(&mut window);
    assert!(document(&window).puzzle.pieces.is_empty());
    window.get_by_label("Removed 12 pieces from the puzzle.");
    click(&mut window, "Undo");
    assert_eq!(document(&window).puzzle.pieces.len(), 12);
    window.key_press_modifiers(Modifiers::COMMAND, Key::Y);
    settle(&mut window);
    assert!(document(&window).puzzle.pieces.is_empty());
}

#[test]
fn a_double_click_on_a_piece_of_the_list_opens_it_to_be_named() {
    let mut window = opened("pentominoes-6x10");
    let row = centre(&window, "Piece X,");
    let clicks = [quick_click(row, Modifiers::NONE), quick_click(row, Modifiers::NONE)];
    in_one_frame(&mut window, clicks.into_iter().flatten());
    settle(&mut window);
    window.get_by_label("Canvas for the piece");
    assert_eq!(window.state().design.chosen, ["X"]);
    // What is typed is its name.
    window.event(Event::Text("Cross".to_owned()));
    window.run_steps(2);
    click(&mut window, "Apply");
    let names = |name: &str| document(&window).puzzle.pieces.iter().any(|own| own.name == name);
    assert!(names("Cross") && !names("X"));
}

#[test]
fn the_pictures_of_orientations_follow_the_piece_in_hand() {
    let mut window = opened("pentominoes-6x10");
    window.get_by_label_contains("Piece F,").click();
    settle(&mut window);
    let mut seen = Vec::new();
    for _ in 0..4 {
        window.key_press(Key::R);
        settle(&mut window);
        let design = &window.state().design;
        let analysis = document(&window).analysis().get().expect("an analysis");
        let shown = design.ghost(analysis).expect("a placement");
        let shown = analysis.encoding.placement(shown).orientation as usize;
        assert_eq!(shown, design.orientation, "the picture that is marked");
        seen.push(shown);
    }
    assert_eq!(seen[3], 0, "four quarter turns");
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen.len(), 4);
}

#[test]
fn two_parts_of_a_new_board_may_lie_apart() {
    let mut window = crate::ui::testing::window();
    let lattice = &crate::lattice::square::LATTICE;
    let board = crate::puzzle::BoardForm::Art(Vec::new());
    window.state_mut().new_document(crate::puzzle::Description::empty(lattice, board));
    settle(&mut window);
    assert_eq!(window.state().design.brush.tool, Tool::Paint);
    for (x, y) in [(1, 1), (8, 8)] {
        let place = site(&window, x, y);
        in_one_frame(&mut window, quick_click(place, Modifiers::NONE));
        settle(&mut window);
    }
    assert_eq!(document(&window).puzzle.board.sites().len(), 2);
}

#[test]
fn pieces_of_one_shape_are_one_complaint_and_merged_at_once() {
    let mut window = opened("pentominoes-6x10");
    let family = document(&window).description().pieces.clone();
    window.state_mut().edit(&Edit::AddPieces(family), None);
    settle(&mut window);
    window.get_by_label("12 pairs of pieces have the same shape");
    window.get_by_label("Merge all").click();
    settle(&mut window);
    let pieces = &document(&window).puzzle.pieces;
    assert!(pieces.len() == 12 && pieces.iter().all(|piece| piece.copies.words() == "2"));
    send(&mut window, Command::Undo);
    assert_eq!(document(&window).puzzle.pieces.len(), 24, "undone together");
}

#[test]
fn pieces_that_lie_on_labels_are_given_them_at_once() {
    let mut window = opened("pentominoes-6x10");
    let text = r#"(format: 1, title: "Two", lattice: Square, pieces: [
            Piece(name: "L", art: ["XX", ".X"]), Piece(name: "I", art: ["X", "X", "X"])],
        board: Labelled(Rectangle(3, 2), ["ab", "a"]),
        placed: [Placed(piece: "L", sites: [[1, 1], [1, 2], [2, 2]])])"#;
    let form = crate::format::puzzle_file::read_description(text).unwrap();
    window.state_mut().new_document(form);
    settle(&mut window);
    window.get_by_label("Labels a and b are only on the board");
    window.get_by_label("Label the pieces that lie there").click();
    settle(&mut window);
    let puzzle = &document(&window).puzzle;
    let labels = |n: usize| -> Vec<Option<char>> { puzzle.pieces[n].labels.clone() };
    let mut own = labels(0);
    own.sort_unstable();
    assert_eq!(own, [None, Some('a'), Some('a')]);
    assert_eq!(puzzle.placed.len(), 1, "it stays where it lies");
    window.get_by_label("Label b is only on the board");
    assert!(window.query_by_label("Label the pieces that lie there").is_none());
    send(&mut window, Command::Undo);
    assert!(document(&window).puzzle.pieces[0].labels.iter().all(Option::is_none));
}

#[test]
fn remedies_do_what_they_say_or_say_what_to_do() {
    let mut window = opened("pentominoes-6x10");
    send(&mut window, Command::Tool(Tool::Optional));
    let place = site(&window, 3, 3);
    in_one_frame(&mut window, quick_click(place, Modifiers::COMMAND));
    settle(&mut window);
    // All pieces are to be packed into a board that need not be covered.
    window.get_by_label("Every piece has a placement");
    assert!(document(&window).can_solve().is_ok() && document(&window).puzzle.is_packing());
    let names = document(&window).puzzle.pieces.iter().map(|piece| piece.name.clone()).collect();
    let optional = PieceChange::Copies(Copies::new(0, 1).unwrap());
    window.state_mut().edit(&Edit::Pieces(names, optional), None);
    settle(&mut window);
    window.get_by_label("Nothing must be covered or used");
    window.get_by_label("Make all required").click();
    settle(&mut window);
    assert!(document(&window).can_solve().is_ok());
    send(&mut window, Command::Undo);
    send(&mut window, Command::Undo);
    send(&mut window, Command::Undo);
    assert_eq!(document(&window).puzzle.board.required(), 60);
    window.get_by_label_contains("Piece X,").click();
    settle(&mut window);
    send(&mut window, Command::RemovePieces);
    window.get_by_label(
        "The board has 5 sites more than the pieces can cover. Erase 5 sites, make them optional, or \
         add pieces.",
    );
    window.get_by_label("Erase tool").click();
    settle(&mut window);
    assert_eq!(window.state().design.brush.tool, Tool::Erase);
    window.get_by_label("Drag to erase sites.");
}
