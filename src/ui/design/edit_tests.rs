//! Board, pieces and what lies on the board, changed by hand.

use egui::accesskit::Role;
use egui::{Key, Modifiers, Pos2};
use egui_kittest::kittest::Queryable;

use crate::exact_cover::OptionId;
use crate::lattice::Point;
use crate::puzzle::{BoardForm, Description, Handling, NamedShape};
use crate::ui::testing::{
    Window, centre, click, document, drag, opened, send, settle, shows, window,
};
use crate::workbench::command::{BoardAction, Tool};
use crate::workbench::edit::Side;
use crate::workbench::{Command, SearchSize};

fn site(window: &Window, x: i32, y: i32) -> Pos2 {
    let lattice = document(window).puzzle.lattice;
    centre(window, &format!("{} {x}, {y}, ", lattice.site_words.0))
}

fn sites(window: &Window) -> usize {
    document(window).puzzle.board.sites().len()
}

#[test]
fn a_board_that_was_cleared_is_in_view_again_when_that_is_taken_back() {
    let mut window = opened("pentominoes-6x10");
    let before = [site(&window, 1, 1), site(&window, 10, 6)];
    send(&mut window, Command::Board(BoardAction::Clear));
    send(&mut window, Command::Undo);
    assert_eq!([site(&window, 1, 1), site(&window, 10, 6)], before);
    // A change nearby does not move what is looked at.
    send(&mut window, Command::Tool(Tool::Erase));
    let stroke = [site(&window, 10, 1), site(&window, 10, 6)];
    drag(&mut window, &stroke, Modifiers::NONE);
    send(&mut window, Command::Undo);
    assert_eq!([site(&window, 1, 1), site(&window, 10, 6)], before);
}

#[test]
fn a_stroke_a_rectangle_and_a_region_are_one_step_each() {
    let mut window = opened("pentominoes-6x10");
    send(&mut window, Command::Tool(Tool::Erase));
    let stroke = [site(&window, 1, 1), site(&window, 3, 1), site(&window, 3, 3)];
    drag(&mut window, &stroke, Modifiers::NONE);
    assert_eq!(sites(&window), 55, "the pointer passes over the sites between");
    assert_eq!(document(&window).history().undo_name(), Some("erase 5 sites"));
    send(&mut window, Command::Undo);
    let corners = [site(&window, 2, 2), site(&window, 5, 4)];
    drag(&mut window, &corners, Modifiers::SHIFT);
    assert_eq!(sites(&window), 48);
    send(&mut window, Command::Tool(Tool::Paint));
    let inside = [site(&window, 3, 3)];
    drag(&mut window, &inside, Modifiers::COMMAND);
    assert_eq!(sites(&window), 60, "the hole is filled");
    assert_eq!(document(&window).history().len(), 2);
}

#[test]
fn a_board_that_grows_does_not_move_on_the_screen() {
    let mut window = opened("pentominoes-6x10");
    send(&mut window, Command::Tool(Tool::Paint));
    let before = site(&window, 5, 3);
    let beyond = [site(&window, 0, 3)];
    drag(&mut window, &beyond, Modifiers::NONE);
    assert_eq!(sites(&window), 61);
    let after = site(&window, 6, 3);
    assert!(before.distance(after) < 1.0, "{before} {after}");
}

#[test]
fn strokes_are_mirrored_and_sites_labelled() {
    let mut window = opened("scotts-board");
    send(&mut window, Command::Tool(Tool::Optional));
    click(&mut window, "Full symmetry");
    let corner = [site(&window, 1, 1)];
    drag(&mut window, &corner, Modifiers::NONE);
    assert_eq!(document(&window).puzzle.board.required(), 56);
    send(&mut window, Command::Tool(Tool::Label));
    click(&mut window, "Mirror: Full symmetry");
    click(&mut window, "No mirror");
    let place = [site(&window, 3, 3)];
    drag(&mut window, &place, Modifiers::NONE);
    window.get_by_label_contains("site 3, 3, required, ").rect();
    assert_eq!(document(&window).puzzle.labels(), ['a']);
    // The same again takes it off.
    drag(&mut window, &place, Modifiers::NONE);
    assert!(document(&window).puzzle.labels().is_empty());
    // By keyboard and by name the same is done.
    window.get_by_label_contains("site 3, 3, required").focus();
    window.step();
    window.key_press(Key::Enter);
    settle(&mut window);
    assert_eq!(document(&window).puzzle.labels(), ['a']);
}

#[test]
fn a_board_is_turned_and_taken_from_the_clipboard() {
    let mut window = opened("pentominoes-6x10");
    send(&mut window, Command::Board(BoardAction::Turn));
    assert!(document(&window).puzzle_text().contains("board: Rectangle(6, 10)"));
    window.event(egui::Event::Paste("###\n#o#\n###".to_owned()));
    settle(&mut window);
    assert_eq!((sites(&window), document(&window).puzzle.board.required()), (9, 8));
    assert_eq!(document(&window).history().undo_name(), Some("draw board"));
}

#[test]
fn a_piece_is_laid_by_clicking_moved_by_dragging_and_taken_up() {
    let mut window = opened("pentominoes-6x10");
    window.get_by_label_contains("Piece X,").click();
    settle(&mut window);
    let middle = [site(&window, 4, 3)];
    drag(&mut window, &middle, Modifiers::NONE);
    assert_eq!(document(&window).puzzle.placed.len(), 1);
    assert_eq!(window.state().design.chosen(), ["Y"], "the next piece is in hand");
    // It may lie there only once.
    window.get_by_label_contains("Piece X,").click();
    settle(&mut window);
    let other = [site(&window, 8, 3)];
    drag(&mut window, &other, Modifiers::NONE);
    assert_eq!(document(&window).puzzle.placed.len(), 1);
    window.get_by_label_contains("Piece X is already on the board");
    let moved = [site(&window, 4, 3), site(&window, 5, 3), site(&window, 6, 4)];
    drag(&mut window, &moved, Modifiers::NONE);
    assert_eq!(document(&window).history().undo_name(), Some("move X on the board"));
    // Pinned, it counts for the solver.
    send(&mut window, Command::Tool(Tool::Pin));
    let there = [site(&window, 6, 4)];
    drag(&mut window, &there, Modifiers::NONE);
    assert!(document(&window).puzzle.placed[0].pinned);
    window.get_by_label_contains("Piece X, copies 1, 1 orientation, 1 placement");
    send(&mut window, Command::Tool(Tool::Place));
    drag(&mut window, &there, Modifiers::NONE);
    window.key_press(Key::Delete);
    settle(&mut window);
    assert!(document(&window).puzzle.placed.is_empty());
    assert_eq!(document(&window).puzzle.pieces.len(), 12, "the piece itself stays");
}

#[test]
fn delete_takes_up_the_piece_that_is_chosen_in_the_list() {
    let mut window = opened("pentominoes-6x10");
    let lying = |window: &Window| -> Vec<String> {
        let puzzle = &document(window).puzzle;
        puzzle.placed.iter().map(|laid| puzzle.piece(laid.piece).name.clone()).collect()
    };
    for (piece, (x, y)) in [("X", (2, 3)), ("I", (6, 1)), ("P", (8, 4))] {
        window.get_by_label_contains(&format!("Piece {piece},")).click();
        settle(&mut window);
        let place = [site(&window, x, y)];
        drag(&mut window, &place, Modifiers::NONE);
    }
    assert_eq!(lying(&window), ["X", "I", "P"]);
    window.get_by_label_contains("Piece I,").click();
    settle(&mut window);
    window.key_press(Key::Delete);
    settle(&mut window);
    assert_eq!(lying(&window), ["X", "P"]);
    // It is in hand now; the last that was placed is taken back.
    window.key_press(Key::Delete);
    settle(&mut window);
    assert_eq!(lying(&window), ["X"]);
}

#[test]
fn a_board_is_cut_into_nine_pieces_by_nine_strokes() {
    let mut window = opened("pentominoes-6x10");
    send(&mut window, Command::Tool(Tool::Cut));
    let areas = (1..6).step_by(2).flat_map(|top| [(top, 1, 3), (top, 4, 6), (top, 7, 10)]);
    for (top, left, right) in areas.take(8) {
        let corners = [site(&window, left, top), site(&window, right, top + 1)];
        drag(&mut window, &corners, Modifiers::SHIFT);
    }
    // What is left of the board is one region.
    let rest = [site(&window, 9, 5)];
    drag(&mut window, &rest, Modifiers::COMMAND);
    let lying = |window: &Window| -> Vec<(String, usize)> {
        let puzzle = &document(window).puzzle;
        let laid = puzzle.placed.iter();
        laid.map(|laid| (puzzle.piece(laid.piece).name.clone(), laid.sites.len())).collect()
    };
    let pieces = lying(&window);
    assert_eq!(document(&window).history().len(), 9);
    assert_eq!(pieces.iter().map(|(_, size)| size).sum::<usize>(), 60);
    assert_eq!(pieces[0], ("A".to_owned(), 6));
    assert_eq!(document(&window).puzzle.pieces.len(), 12 + 9);
    // One that starts on a piece makes it larger, a step of its own.
    let stroke = [site(&window, 3, 1), site(&window, 5, 1)];
    drag(&mut window, &stroke, Modifiers::NONE);
    let sizes: Vec<usize> = lying(&window).iter().map(|(_, size)| *size).collect();
    assert_eq!(sizes[..3], [8, 4, 8]);
    assert_eq!(document(&window).history().undo_name(), Some("cut A"));
    // By keyboard the same.
    window.get_by_label_contains("site 3, 2, ").focus();
    window.step();
    for _ in 0..2 {
        window.key_press_modifiers(Modifiers::SHIFT, Key::ArrowRight);
        settle(&mut window);
    }
    let sizes: Vec<usize> = lying(&window).iter().map(|(_, size)| *size).collect();
    assert_eq!(sizes[..3], [10, 2, 8]);
}

#[test]
fn a_piece_whose_copies_are_all_placed_is_said_to_lie_on_the_board() {
    let mut window = window();
    let text = r#"(format: 1, title: "t", lattice: Square, board: Rectangle(3, 1),
        pieces: [Piece(name: "bar", art: ["XX"]), Piece(name: "dot", art: ["X"])],
        placed: [Placed(piece: "bar", sites: [[1, 1], [2, 1]])])"#;
    let read = crate::format::puzzle_file::read(text.into()).unwrap();
    window.state_mut().new_document(read.description);
    settle(&mut window);
    send(&mut window, Command::Tool(Tool::Place));
    window.get_by_label_contains("Piece bar,").click();
    window.run_steps(3);
    shows(&window, "It lies on the board.");
    window.get_by_label_contains("Piece dot,").click();
    window.run_steps(3);
    shows(&window, "Placement 1 of 1");
}

#[test]
fn while_a_board_is_cut_what_is_left_is_said_and_a_piece_cut_in_two_is_told() {
    let mut window = window();
    let board = BoardForm::Named(NamedShape { key: "Rectangle", numbers: vec![6, 2] });
    let empty = Description::empty(&crate::lattice::square::LATTICE, board);
    window.state_mut().new_document(empty);
    settle(&mut window);
    send(&mut window, Command::Tool(Tool::Cut));
    let corner = window.get_by_label_contains("site 1, 1, ").rect();
    let row = [site(&window, 1, 1), site(&window, 5, 1)];
    drag(&mut window, &row, Modifiers::NONE);
    assert_eq!(window.get_by_label_contains("site 1, 1, ").rect(), corner, "the board stays");
    shows(&window, "7 sites left to cut");
    assert!(window.query_by_label("1 to fix").is_none());
    // A stroke through the middle leaves two parts, of which one is open again.
    let down = [site(&window, 2, 2), site(&window, 2, 1)];
    drag(&mut window, &down, Modifiers::NONE);
    shows(&window, "Piece A was cut in two. It keeps the larger part; 1 site is open.");
    send(&mut window, Command::Undo);
    assert_eq!(document(&window).puzzle.placed.len(), 1);
    let down = [site(&window, 3, 2), site(&window, 3, 1)];
    drag(&mut window, &down, Modifiers::NONE);
    shows(&window, "Piece A was cut in two. It keeps one half; 2 sites are open.");
    send(&mut window, Command::Undo);
    // With another tool the checks speak of errors again.
    send(&mut window, Command::Tool(Tool::Place));
    assert!(window.query_by_label("7 sites left to cut").is_none());
}

#[test]
fn a_piece_in_hand_lies_where_it_fits_with_the_site_under_the_pointer() {
    let mut window = opened("pentominoes-6x10");
    window.get_by_label_contains("Piece I,").click();
    settle(&mut window);
    // Its middle can lie in no corner; one of its ends can. What cannot lie there says so.
    let point = |window: &Window, column: i32, row: i32| -> Point {
        document(window).puzzle.lattice.site_at(&[column, row]).expect("a site")
    };
    let at = [site(&window, 1, 1)];
    drag(&mut window, &at, Modifiers::NONE);
    let laid = document(&window).puzzle.placed.clone();
    assert!(laid.len() == 1 && laid[0].sites.contains(&point(&window, 1, 1)), "{laid:?}");
    assert_eq!(window.state().design.chosen(), ["L"]);
    window.get_by_label_contains("Piece X,").click();
    settle(&mut window);
    let other = [site(&window, 10, 6)];
    drag(&mut window, &other, Modifiers::NONE);
    assert_eq!(document(&window).puzzle.placed.len(), 1);
    assert_eq!(window.state().design.chosen(), ["X"]);
    // Dragged to a corner it lies in that.
    window.state_mut().design.select(Some("P"));
    settle(&mut window);
    let there = [site(&window, 5, 3)];
    drag(&mut window, &there, Modifiers::NONE);
    let way = [site(&window, 5, 3), site(&window, 3, 5), site(&window, 1, 6)];
    drag(&mut window, &way, Modifiers::NONE);
    let laid = &document(&window).puzzle.placed;
    let (corner, middle) = (point(&window, 1, 6), point(&window, 5, 3));
    assert!(laid.iter().any(|piece| piece.sites.contains(&corner)), "{laid:?}");
    assert!(!laid.iter().any(|piece| piece.sites.contains(&middle)), "{laid:?}");
}

#[test]
fn placements_that_fit_beside_what_is_placed_are_gone_through() {
    let mut window = opened("pentominoes-6x10");
    window.get_by_label_contains("Piece X,").click();
    settle(&mut window);
    let middle = [site(&window, 5, 3)];
    drag(&mut window, &middle, Modifiers::NONE);
    window.get_by_label_contains("Piece I,").click();
    settle(&mut window);
    let now = document(&window);
    let taken = now.puzzle.placed[0].sites.clone();
    let (encoding, puzzle) = (now.encoding().expect("analysed"), &now.puzzle);
    let (id, _) = puzzle.pieces().find(|(_, piece)| piece.name == "I").unwrap();
    let free = encoding
        .placements_of(id)
        .filter(|&n| encoding.sites(OptionId(n as u32)).all(|site| !taken.contains(&site)));
    let count = free.count();
    assert!(count > 0 && count < encoding.placements_of(id).len());
    for n in (1..=count).chain([1]) {
        window.get_by_label(&format!("Placement {n} of {count}"));
        window.get_by_label("Next placement").click();
        settle(&mut window);
    }
    // What is shown can be placed.
    window.key_press(Key::Enter);
    settle(&mut window);
    assert_eq!(document(&window).puzzle.placed.len(), 2);
    assert_eq!(window.state().design.chosen(), ["L"]);
    send(&mut window, Command::PickUp);
    assert_eq!(document(&window).history().undo_name(), Some("pick up I"));
    send(&mut window, Command::PickUp);
    assert!(document(&window).puzzle.placed.is_empty());
    assert!(Command::PickUp.available(&window.state().bench).is_err());
}

#[test]
fn a_piece_is_dragged_from_the_list_to_the_board_or_within_the_list() {
    let mut window = opened("pentominoes-6x10");
    let row = |window: &Window, name: &str| centre(window, &format!("Piece {name},"));
    let way = [row(&window, "W"), row(&window, "W") + egui::vec2(40.0, 0.0), site(&window, 5, 3)];
    drag(&mut window, &way, Modifiers::NONE);
    let laid = &document(&window).puzzle.placed;
    assert_eq!(laid.len(), 1);
    assert_eq!(document(&window).puzzle.piece(laid[0].piece).name, "W");
    let up = egui::vec2(0.0, -12.0);
    let way = [row(&window, "Z"), row(&window, "T"), row(&window, "I") + up];
    drag(&mut window, &way, Modifiers::NONE);
    let names = document(&window).puzzle.pieces.iter().map(|piece| piece.name.as_str());
    assert_eq!(names.take(4).collect::<Vec<_>>(), ["F", "Z", "I", "L"]);
    assert_eq!(document(&window).history().undo_name(), Some("move Z"));
}

#[test]
fn the_piece_in_hand_is_turned_and_flipped() {
    let mut window = opened("pentominoes-6x10");
    window.get_by_label_contains("Piece F,").click();
    settle(&mut window);
    let lay = |window: &mut Window| {
        let middle = [site(window, 5, 3)];
        drag(window, &middle, Modifiers::NONE);
        let laid = document(window).puzzle.placed[0].sites.clone();
        send(window, Command::Undo);
        window.get_by_label_contains("Piece F,").rect();
        laid
    };
    let mut seen = vec![lay(&mut window)];
    for key in [Key::R, Key::R, Key::R, Key::F] {
        window.key_press(key);
        settle(&mut window);
        seen.push(lay(&mut window));
    }
    let mut different = seen.clone();
    different.sort();
    different.dedup();
    assert_eq!(different.len(), 5, "{seen:?}");
}

#[test]
fn pieces_are_changed_together_and_one_by_one() {
    let mut window = opened("pentominoes-6x10");
    window.get_by_label_contains("Piece F,").click();
    settle(&mut window);
    window.get_by_label_contains("Piece L,").click_modifiers(Modifiers::SHIFT);
    settle(&mut window);
    window.get_by_label("3 pieces");
    click(&mut window, "As drawn");
    let chips = document(&window).puzzle.pieces.iter();
    let drawn = chips.filter(|piece| piece.motions == crate::polyform::Motions::AsDrawn).count();
    assert_eq!(drawn, 3);
    send(&mut window, Command::SwitchPieces);
    window.get_by_label("Piece I, copies 1, not used");
    send(&mut window, Command::Undo);
    window.get_by_label_contains("Piece W,").click();
    settle(&mut window);
    window.get_by_role_and_label(Role::TextInput, "Name of the piece").focus();
    window.step();
    window.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.get_by_role_and_label(Role::TextInput, "Name of the piece").type_text("Stairs");
    window.key_press(Key::Enter);
    settle(&mut window);
    window.get_by_label_contains("Piece Stairs,");
    assert_eq!(document(&window).history().undo_name(), Some("rename W to Stairs"));
}

#[test]
fn group_and_weight_of_a_piece_are_typed_and_undone() {
    let mut window = opened("soma-cube");
    window.get_by_label_contains("Piece L,").click();
    settle(&mut window);
    let set = |window: &mut Window, field: &str, number: &str| {
        window.get_by_role_and_label(Role::SpinButton, field).focus();
        window.step();
        window.key_press_modifiers(Modifiers::COMMAND, Key::A);
        window.get_by_role_and_label(Role::SpinButton, field).type_text(number);
        window.key_press(Key::Tab);
        window.run_steps(3);
        settle(window);
    };
    let handling = |window: &Window| {
        let puzzle = &document(window).puzzle;
        puzzle.pieces.iter().find(|piece| piece.name == "L").unwrap().handling
    };
    set(&mut window, "Group", "2");
    assert_eq!(document(&window).history().undo_name(), Some("put L in group 2"));
    set(&mut window, "Weight", "-3");
    assert_eq!(document(&window).history().undo_name(), Some("set weight of L to -3"));
    assert_eq!(handling(&window), Handling { group: 2, weight: -3 });
    send(&mut window, Command::Undo);
    assert_eq!(handling(&window), Handling { group: 2, weight: 1 });
    send(&mut window, Command::Undo);
    assert_eq!(handling(&window), Handling::default());
    // Of several pieces, what differs is said, and stays.
    set(&mut window, "Group", "1");
    window.get_by_label_contains("Piece P,").click_modifiers(Modifiers::SHIFT);
    settle(&mut window);
    shows(&window, "Group, mixed");
    set(&mut window, "Weight", "5");
    let puzzle = &document(&window).puzzle;
    let own = puzzle.pieces.iter().filter(|piece| piece.handling.weight == 5);
    assert_eq!(own.map(|piece| piece.handling.group).collect::<Vec<_>>(), [1, 0]);
}

#[test]
fn a_complaint_is_mended_by_its_button() {
    let mut window = opened("pentominoes-6x10");
    send(&mut window, Command::Tool(Tool::Erase));
    let corner = [site(&window, 1, 1)];
    drag(&mut window, &corner, Modifiers::NONE);
    window.get_by_label("Area 59, pieces 60");
    click(&mut window, "Let pieces be left over");
    assert!(document(&window).can_solve().is_ok());
    assert_eq!(document(&window).history().undo_name(), Some("change rules"));
}

#[test]
fn a_site_is_told_which_pieces_it_may_take() {
    let mut window = opened("pentominoes-6x10");
    let corner = [site(&window, 1, 1)];
    drag(&mut window, &corner, Modifiers::NONE);
    window.get_by_label("Site 1, 1");
    window.get_by_role_and_label(Role::CheckBox, "I").click();
    settle(&mut window);
    assert!(document(&window).puzzle_text().contains(r#"Site(at: [1, 1], never: ["I"])"#));
    let analysis = document(&window).analysis().get().unwrap();
    let (i, _) = analysis.puzzle.pieces().find(|(_, piece)| piece.name == "I").unwrap();
    let encoding = &analysis.encoding;
    let corner = crate::lattice::square::LATTICE.site_at(&[1, 1]).unwrap();
    let mut options = encoding.placements_of(i).map(|n| crate::exact_cover::OptionId(n as u32));
    assert!(options.all(|option| encoding.sites(option).all(|site| site != corner)));
}

#[test]
fn what_was_found_stays_with_the_version_it_belongs_to() {
    let mut window = opened("pentominoes-3x20");
    send(&mut window, Command::Solve);
    for _ in 0..4000 {
        window.step();
        if document(&window).counts().is_some_and(|(_, complete)| complete) {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    send(&mut window, Command::Show(crate::workbench::Screen::Design));
    send(&mut window, Command::Board(BoardAction::Turn));
    assert!(document(&window).is_outdated());
    assert_eq!(document(&window).counts().unwrap().0.distinct, 2);
    send(&mut window, Command::Show(crate::workbench::Screen::Solutions));
    window.get_by_label("These results are for an earlier version of the puzzle.");
    send(&mut window, Command::Show(crate::workbench::Screen::Design));
    send(&mut window, Command::Undo);
    assert!(!document(&window).is_outdated());
}

#[test]
fn a_position_is_finished_from_what_lies_on_the_board() {
    let mut window = opened("pentominoes-6x10");
    window.get_by_label_contains("Piece X,").click();
    settle(&mut window);
    let place = [site(&window, 4, 3)];
    drag(&mut window, &place, Modifiers::NONE);
    let laid = document(&window).puzzle.placed[0].sites.clone();
    send(&mut window, Command::FinishFromHere);
    for _ in 0..8000 {
        window.step();
        if document(&window).counts().is_some_and(|(_, complete)| complete) {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let (counts, complete) = document(&window).counts().unwrap();
    assert!(complete && counts.total > 0, "{counts:?}");
    assert!(!document(&window).is_outdated());
    assert!(!document(&window).puzzle.placed[0].pinned, "the document itself is as it was");
    for n in 0..document(&window).shown() {
        let placed = document(&window).placed(n).unwrap();
        assert!(placed.iter().any(|(_, sites)| *sites == laid));
    }
}

#[test]
fn a_line_is_drawn_straight_and_the_status_line_says_what_a_click_does() {
    let mut window = opened("pentominoes-6x10");
    let over = |window: &mut Window, x, y| {
        let place = site(window, x, y);
        window.event(egui::Event::PointerMoved(place));
        window.run_steps(2);
    };
    over(&mut window, 4, 3);
    window.get_by_label_contains("click: rules of this site");
    send(&mut window, Command::Tool(Tool::Erase));
    over(&mut window, 4, 3);
    window.get_by_label_contains("Pointer: site 4, 3 · required");
    window.get_by_label_contains("click: erase it · Shift: rectangle, Ctrl: region, both: line");
    let ends = [site(&window, 2, 2), site(&window, 9, 5), site(&window, 8, 2)];
    drag(&mut window, &ends, Modifiers::COMMAND | Modifiers::SHIFT);
    assert_eq!(document(&window).history().undo_name(), Some("erase 7 sites"));
    let row = |x: i32| crate::lattice::square::LATTICE.site_at(&[x, 2]).unwrap();
    assert!((2..9).all(|x| document(&window).puzzle.board.position(row(x)).is_none()));
    over(&mut window, 2, 2);
    window.get_by_label_contains("hole · click: make it required");
}

#[test]
fn columns_are_added_and_removed_in_the_strip() {
    let mut window = opened("pentominoes-6x10");
    send(&mut window, Command::Tool(Tool::Paint));
    click(&mut window, "Sides");
    click(&mut window, "Add column on the right");
    assert!(document(&window).puzzle_text().contains("board: Rectangle(11, 6)"));
    click(&mut window, "Remove top row");
    assert!(document(&window).puzzle_text().contains("board: Rectangle(11, 5)"));
    assert_eq!(document(&window).history().undo_name(), Some("remove top row"));
    window.get_by_label("Area 55, pieces 60");
    // A plane has no layers.
    let layer = Command::Board(BoardAction::Grow(Side::Last));
    assert_eq!(layer.available(&window.state().bench), Err("Only solids have layers."));
}

#[test]
fn mirrors_and_sides_have_room_in_a_narrow_strip() {
    let mut window = opened("pentominoes-6x10");
    window.set_size(egui::vec2(1100.0, 700.0));
    for tool in [Tool::Erase, Tool::Label] {
        send(&mut window, Command::Tool(tool));
        let strip = window.get_by_label("Sides").rect();
        assert!(strip.right() < window.get_by_label("Checks").rect().left(), "{tool:?}");
        let mirror = window.get_by_label("No mirror").rect();
        assert!(mirror.right() < strip.left(), "{tool:?}");
    }
    click(&mut window, "No mirror");
    click(&mut window, "Full symmetry");
    window.get_by_label("Mirror: Full symmetry");
    send(&mut window, Command::Tool(Tool::Erase));
    let corner = [site(&window, 1, 1)];
    drag(&mut window, &corner, Modifiers::NONE);
    assert_eq!(sites(&window), 56);
}

#[test]
fn laid_pieces_are_turned_by_key_and_dragged_ones_by_the_wheel() {
    let mut window = opened("pentominoes-6x10");
    let lying = |window: &Window| document(window).puzzle.placed[0].sites.clone();
    window.get_by_label_contains("Piece I,").click();
    settle(&mut window);
    let place = [site(&window, 5, 3)];
    drag(&mut window, &place, Modifiers::NONE);
    let flat = lying(&window);
    // Chosen where it lies, it is turned there.
    drag(&mut window, &place, Modifiers::NONE);
    window.key_press(Key::R);
    settle(&mut window);
    let upright = lying(&window);
    assert_ne!(flat, upright);
    assert_eq!(document(&window).history().undo_name(), Some("move I on the board"));
    window.key_press(Key::R);
    settle(&mut window);
    assert_eq!(lying(&window), flat, "half a turn brings it back");
    // Turned on the way it is let go as it was shown.
    let press = |pos, pressed| egui::Event::PointerButton {
        pos,
        button: egui::PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    let (from, to) = (place[0], site(&window, 8, 3));
    window.event(egui::Event::PointerMoved(from));
    window.step();
    window.event(press(from, true));
    window.step();
    window.event(egui::Event::PointerMoved(to));
    window.step();
    window.event(egui::Event::MouseWheel {
        unit: egui::MouseWheelUnit::Line,
        delta: egui::vec2(0.0, -1.0),
        phase: egui::TouchPhase::Move,
        modifiers: Modifiers::NONE,
        source: egui::MouseWheelSource::Wheel,
    });
    window.run_steps(2);
    window.event(press(to, false));
    settle(&mut window);
    let columns: Vec<i32> = lying(&window).iter().map(|site| site.x).collect();
    assert!(columns.iter().all(|x| *x == columns[0]), "{columns:?}");
}

#[test]
fn the_size_of_the_search_is_told_when_asked_for() {
    let mut window = opened("scotts-board");
    for _ in 0..2000 {
        window.step();
        if matches!(document(&window).search_size(), Some(SearchSize::Estimated(_))) {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    window.key_press_modifiers(Modifiers::COMMAND, Key::E);
    settle(&mut window);
    window.get_by_label_contains(" fixed).");
}
