//! The names that a reader of the screen is told: every button, field and picture of every screen
//! has a name that makes sense by itself.

use egui::accesskit::Role;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use super::layout_tests::{DIALOGS, DRAWERS};
use super::testing::{Window, click, opened, send, settle, solve};
use crate::workbench::{Command, Screen};

/// The roles of what is pressed, filled in or looked at.
const NAMED: [Role; 18] = [
    Role::Button,
    Role::CheckBox,
    Role::RadioButton,
    Role::Switch,
    Role::Link,
    Role::MenuItem,
    Role::Tab,
    Role::ListItem,
    Role::TextInput,
    Role::MultilineTextInput,
    Role::SearchInput,
    Role::SpinButton,
    Role::Slider,
    Role::ComboBox,
    Role::ColorWell,
    Role::Image,
    Role::Canvas,
    Role::Splitter,
];

/// The size of a window of 900×600 with its interface at 200 %.
const COMPACT: [f32; 2] = [450.0, 300.0];

/// The widgets that have no name, or one without a letter or a digit.
fn nameless(window: &Window, place: &str) -> Vec<String> {
    let mut faults = Vec::new();
    for node in window.root().children_recursive() {
        let access = node.accesskit_node();
        let role = access.role();
        if !NAMED.contains(&role) || access.is_hidden() {
            continue;
        }
        let name = access.label().unwrap_or_default();
        if !name.chars().any(char::is_alphanumeric) {
            faults.push(format!("{place}: {role:?} named {name:?} at {}", node.rect()));
        }
    }
    faults
}

/// Looks at a screen with its drawers, and fails on what has no name.
fn check(window: &mut Window, place: &str) {
    let mut faults = nameless(window, place);
    for drawer in DRAWERS {
        if window.query_by_label(drawer).is_some() {
            click(window, drawer);
            window.run_steps(2);
            faults.extend(nameless(window, &format!("{place}, {drawer}")));
            window.key_press(egui::Key::Escape);
            window.run_steps(2);
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Looks at every screen that a puzzle has.
fn check_screens(window: &mut Window, puzzle: &str) {
    for screen in Screen::OF_DOCUMENT {
        let command = Command::Show(screen);
        if command.available(&window.state().bench).is_ok() {
            send(window, command);
            check(window, &format!("{puzzle}, {screen:?}"));
        }
    }
}

#[test]
fn the_gallery_has_names_for_all_it_shows() {
    let mut window = super::testing::window();
    settle(&mut window);
    check(&mut window, "gallery");
    window.set_size(COMPACT.into());
    window.run_steps(4);
    check(&mut window, "compact gallery");
}

#[test]
fn every_screen_of_a_flat_puzzle_has_names_for_all_it_shows() {
    let mut window = opened("pentominoes-3x20");
    check_screens(&mut window, "unsolved");
    solve(&mut window);
    check_screens(&mut window, "solved");
}

#[test]
fn every_screen_of_a_solid_has_names_for_all_it_shows() {
    let mut window = opened("soma-cube");
    solve(&mut window);
    check_screens(&mut window, "Soma");
}

#[test]
fn every_screen_of_a_problem_without_pieces_has_names_for_all_it_shows() {
    let mut window = opened("queens-4");
    solve(&mut window);
    check_screens(&mut window, "queens");
}

#[test]
fn a_calendar_has_names_for_all_its_days() {
    let mut window = opened("a-puzzle-a-day");
    check_screens(&mut window, "calendar");
}

#[test]
fn every_screen_of_a_compact_window_has_names_for_all_it_shows() {
    let mut window = opened("pentominoes-3x20");
    solve(&mut window);
    window.set_size(COMPACT.into());
    window.run_steps(4);
    check_screens(&mut window, "compact");
}

#[test]
fn every_dialog_has_names_for_all_it_shows() {
    let mut window = opened("pentominoes-3x20");
    solve(&mut window);
    let mut faults = Vec::new();
    for (screen, command) in DIALOGS {
        send(&mut window, Command::Show(screen));
        window.state_mut().design.select(Some("F"));
        send(&mut window, command);
        assert!(window.state().dialog.is_some(), "{command:?}");
        faults.extend(nameless(&window, &format!("{command:?}")));
        window.state_mut().dialog = None;
        window.run_steps(2);
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
