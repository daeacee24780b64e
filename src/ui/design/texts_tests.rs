//! The text tool, driven by pointer, keys and accessible label.

use egui::accesskit::Role;
use egui_kittest::kittest::Queryable as _;

use crate::puzzle::GroupForm;
use crate::ui::testing::{self, Window, centre, document, drag, opened, send, shows};
use crate::workbench::command::Tool;
use crate::workbench::{Command, Screen};

/// Types a text into the field of the chosen sites and presses a button.
fn typed(window: &mut Window, text: &str, button: &str) {
    window.get_by_label("Text of sites").type_text(text);
    window.run_steps(3);
    testing::click(window, button);
}

#[test]
fn a_row_is_labelled_by_a_series_grouped_and_left_open_in_turn() {
    let mut window = opened("pentominoes-6x10");
    send(&mut window, Command::Tool(Tool::Text));
    let from = centre(&window, "site 1, 1, required") - egui::vec2(4.0, 4.0);
    let to = centre(&window, "site 10, 1, required") + egui::vec2(4.0, 4.0);
    drag(&mut window, &[from, to], egui::Modifiers::NONE);
    shows(&window, "10 sites chosen");
    typed(&mut window, "A1", "Fill series");
    let texts: Vec<String> = document(&window).puzzle.site_texts.values().cloned().collect();
    assert_eq!(texts.len(), 10);
    assert!(texts.contains(&"A10".to_owned()), "{texts:?}");
    assert!(window.query_by_label_contains("site 10, 1, required").is_some());
    window.get_by_label("Name of a group").focus();
    window.step();
    window.get_by_label("Name of a group").type_text("row");
    window.run_steps(3);
    testing::click(&mut window, "New group");
    assert!(matches!(document(&window).description().site_groups["row"], GroupForm::Texts(_)));
    assert!(document(&window).has_variants().is_err());
    let field = "Sites of row left open in turn";
    window.get_by_role_and_label(Role::SpinButton, field).focus();
    window.step();
    window.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::A);
    window.get_by_role_and_label(Role::SpinButton, field).type_text("1");
    window.key_press(egui::Key::Tab);
    window.run_steps(3);
    testing::settle(&mut window);
    assert!(document(&window).has_variants().is_ok());
    testing::click(&mut window, "Show the 10 variants");
    assert_eq!(window.state().bench.screen, Screen::Variants);
    for _ in 0..4 {
        send(&mut window, Command::Show(Screen::Design));
        send(&mut window, Command::Undo);
    }
    assert!(document(&window).puzzle.site_texts.is_empty());
    assert!(!document(&window).is_edited());
}

#[test]
fn a_straight_drag_along_a_row_or_a_column_chooses_what_it_sweeps() {
    let mut window = opened("pentominoes-6x10");
    send(&mut window, Command::Tool(Tool::Text));
    let mut chosen = |from: &str, to: &str, aside: egui::Vec2| {
        let [from, to] =
            [from, to].map(|site| centre(&window, &format!("site {site}, required")) + aside);
        drag(&mut window, &[from, to], egui::Modifiers::NONE);
        ["2 sites chosen", "4 sites chosen", "6 sites chosen", "10 sites chosen"]
            .into_iter()
            .find(|label| window.query_by_label(label).is_some())
    };
    // Through the middles, and beside them.
    for aside in [0.0, 7.0, -9.0] {
        let down = egui::vec2(0.0, aside);
        assert_eq!(chosen("1, 2", "10, 2", down), Some("10 sites chosen"), "{aside}");
        assert_eq!(chosen("5, 4", "4, 4", down), Some("2 sites chosen"), "{aside}");
        let right = egui::vec2(aside, 0.0);
        assert_eq!(chosen("3, 1", "3, 6", right), Some("6 sites chosen"), "{aside}");
        // From cell to cell is all of both.
        assert_eq!(chosen("3, 3", "4, 4", right), Some("4 sites chosen"), "{aside}");
    }
}

#[test]
fn one_site_after_the_other_is_typed() {
    let mut window = opened("pentominoes-6x10");
    send(&mut window, Command::Tool(Tool::Text));
    let first = centre(&window, "site 1, 1, required");
    drag(&mut window, &[first], egui::Modifiers::NONE);
    for text in ["Jan", "Feb"] {
        window.get_by_label("Text of sites").type_text(text);
        window.run_steps(3);
        window.key_press(egui::Key::Enter);
        window.run_steps(4);
        testing::settle(&mut window);
    }
    shows(&window, "1 site chosen");
    let texts: Vec<String> = document(&window).puzzle.site_texts.values().cloned().collect();
    assert_eq!(texts, ["Jan", "Feb"]);
}

#[test]
fn texts_are_painted_above_pieces_while_the_text_tool_is_in_hand() {
    let mut window = testing::window();
    let text = r#"(format: 1, title: "t", lattice: Square, pieces: [Piece(name: "bar", art: ["XX"])],
        board: Rectangle(3, 1), site_texts: ["Qx . Wx"],
        placed: [Placed(piece: "bar", sites: [[1, 1], [2, 1]])])"#;
    let read = crate::format::puzzle_file::read(text.into()).unwrap();
    window.state_mut().new_document(read.description);
    testing::settle(&mut window);
    let painted = |window: &Window, words: &str| {
        let shapes = window.output().shapes.iter();
        let is_it = |shape: &egui::Shape| matches!(shape, egui::Shape::Text(text) if text.galley.text() == words);
        shapes.filter(|clipped| is_it(&clipped.shape)).count()
    };
    send(&mut window, Command::Tool(Tool::Text));
    window.run_steps(2);
    assert_eq!(painted(&window, "Qx"), 2, "once more, above the piece");
    assert_eq!(painted(&window, "Wx"), 1);
}

#[test]
fn delete_removes_the_texts_of_the_chosen_sites_and_no_piece() {
    let mut window = opened("pentominoes-6x10");
    window.get_by_label_contains("Piece X,").click();
    testing::settle(&mut window);
    let [middle, left, right] =
        ["5, 4", "2, 1", "4, 1"].map(|at| centre(&window, &format!("site {at}, required")));
    drag(&mut window, &[middle], egui::Modifiers::NONE);
    for is_placed in [true, false] {
        assert_eq!(document(&window).puzzle.placed.len(), usize::from(is_placed));
        send(&mut window, Command::Tool(Tool::Text));
        drag(&mut window, &[left, right], egui::Modifiers::NONE);
        shows(&window, "3 sites chosen");
        typed(&mut window, "A1", "Fill series");
        assert_eq!(document(&window).puzzle.site_texts.len(), 3);
        // A second press has nothing to remove.
        for _ in 0..2 {
            window.key_press(egui::Key::Delete);
            testing::settle(&mut window);
            assert!(document(&window).puzzle.site_texts.is_empty());
            assert_eq!(document(&window).puzzle.placed.len(), usize::from(is_placed));
        }
        if is_placed {
            send(&mut window, Command::TakeUpAll);
        }
    }
}
