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
