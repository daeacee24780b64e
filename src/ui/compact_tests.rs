//! The window at 450×300 points, which a window of 900×600 has with its interface at 200 %: one column,
//! with menus, screens and panels behind buttons.

use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, Order, Response};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use super::keyboard_tests::{focused, go_to, has_ring, press, press_with, tab_to};
use super::testing::{
    Window, click, document, open, opened, phase, send, settle, shows, solve, type_into, wait,
    window_of,
};
use super::widgets::theme;
use crate::job::Phase;
use crate::workbench::command::Menu;
use crate::workbench::{Command, Screen, Theme};

const SIZE: [f32; 2] = [450.0, 300.0];

/// A compact window with the gallery.
fn compact() -> Window {
    let mut window = window_of(SIZE);
    settle(&mut window);
    window
}

/// A compact window with a puzzle, and its solutions.
fn solved() -> Window {
    let mut window = opened("pentominoes-3x20");
    window.set_size(SIZE.into());
    solve(&mut window);
    window
}

/// Returns the number of solutions that pass the filters.
fn listed(window: &Window) -> u64 {
    document(window).shown()
}

#[test]
fn a_puzzle_is_found_solved_and_filtered_by_the_keyboard() {
    let mut window = compact();
    press_with(&mut window, Modifiers::COMMAND, Key::F, 1);
    type_into(&mut window, "Search", "3×20");
    press(&mut window, Key::ArrowDown, 1);
    press(&mut window, Key::Enter, 1);
    assert_eq!(window.state().bench.screen, Screen::Design);
    wait(&mut window, "the analysis", |w| document(w).can_solve().is_ok());
    press(&mut window, Key::F5, 1);
    wait(&mut window, "the run", |w| phase(w) == Some(Phase::Complete));
    press_with(&mut window, Modifiers::COMMAND, Key::Num3, 1);
    assert_eq!(window.state().bench.screen, Screen::Solutions);
    assert_eq!(listed(&window), 2);
    go_to(&mut window, Modifiers::NONE, Key::F6, "Show counts and filters");
    press(&mut window, Key::Enter, 1);
    tab_to(&mut window, "Symmetric");
    press(&mut window, Key::Space, 1);
    wait(&mut window, "the filter", |w| listed(w) == 0);
    press(&mut window, Key::Escape, 1);
    assert_eq!(focused(&window), "Show counts and filters");
}

/// The widget that has the focus, if that is in a drawer.
fn in_drawer(window: &Window) -> Option<Response> {
    let id = window.ctx.memory(|memory| memory.focused())?;
    let response = window.ctx.read_response(id)?;
    (response.layer_id.order == Order::Middle).then_some(response)
}

#[test]
fn the_drawer_of_the_filter_is_a_part_of_the_window_and_is_read_after_its_strip() {
    let mut window = solved();
    send(&mut window, Command::Show(Screen::Solutions));
    press(&mut window, Key::Escape, 1);
    press(&mut window, Key::F6, 1);
    assert_eq!(focused(&window), "List of solutions");
    go_to(&mut window, Modifiers::NONE, Key::F6, "Show counts and filters");
    press(&mut window, Key::Enter, 1);
    assert!(in_drawer(&window).is_some() && has_ring(&window), "{}", focused(&window));
    // To its strip, and back into it by either key.
    for key in [Key::F6, Key::Tab] {
        press_with(&mut window, Modifiers::SHIFT, Key::F6, 1);
        assert_eq!(focused(&window), "Hide counts and filters");
        press(&mut window, key, 1);
        assert!(in_drawer(&window).is_some() && has_ring(&window), "{key:?} {}", focused(&window));
    }
    // All of it is gone through, and scrolled to.
    while focused(&window) != "Symmetric" {
        press(&mut window, Key::Tab, 1);
        assert!(has_ring(&window), "{}", focused(&window));
        let own = in_drawer(&window).expect("Tab stays in the drawer");
        assert_eq!(own.interact_rect.height(), own.rect.height(), "{}", focused(&window));
    }
    // It gives way to what it lies over.
    go_to(&mut window, Modifiers::NONE, Key::F6, "List of solutions");
    shows(&window, "Show counts and filters");
    // Opened by the mouse, it is where Tab leads.
    press(&mut window, Key::Escape, 1);
    click(&mut window, "Show counts and filters");
    press(&mut window, Key::Tab, 1);
    assert!(in_drawer(&window).is_some(), "{}", focused(&window));
    press(&mut window, Key::Escape, 1);
    assert_eq!(focused(&window), "Show counts and filters");
}

#[test]
fn a_command_leads_to_the_filter_wherever_its_panel_is() {
    let mut window = solved();
    send(&mut window, Command::Show(Screen::Solutions));
    let can_filter = |w: &Window| Command::ShowFilter.available(&w.state().bench).is_ok();
    wait(&mut window, "the measures", can_filter);
    send(&mut window, Command::Show(Screen::Design));
    press_with(&mut window, Modifiers::COMMAND, Key::K, 1);
    window.event(Event::Text("filter".to_owned()));
    window.run_steps(2);
    press(&mut window, Key::Enter, 1);
    assert_eq!(window.state().bench.screen, Screen::Solutions);
    assert!(in_drawer(&window).is_some() && has_ring(&window), "{}", focused(&window));
    let first = focused(&window);
    press(&mut window, Key::Escape, 1);
    assert_eq!(focused(&window), "Show counts and filters");
    // Beside the middle, too.
    window.set_size([1440.0, 900.0].into());
    settle(&mut window);
    send(&mut window, Command::ShowFilter);
    assert_eq!((focused(&window), in_drawer(&window).is_some()), (first, false));
}

#[test]
fn a_puzzle_is_opened_solved_and_filtered_by_the_mouse() {
    let mut window = compact();
    open(&mut window, "pentominoes-3x20.ron");
    click(&mut window, "Solve");
    wait(&mut window, "the run", |w| phase(w) == Some(Phase::Complete));
    click(&mut window, "Run");
    let is_solutions = |label: Option<String>| label.is_some_and(|l| l.starts_with("Solutions"));
    let entry = window
        .query_all_by_role(Role::MenuItem)
        .find(|node| is_solutions(node.accesskit_node().label()));
    entry.expect("the screen is listed").click();
    settle(&mut window);
    assert_eq!(window.state().bench.screen, Screen::Solutions);
    click(&mut window, "Show counts and filters");
    wait(&mut window, "the filters", |w| w.query_by_label("Symmetric").is_some());
    window.get_by_label("Symmetric").scroll_to_me();
    settle(&mut window);
    window.get_by_label("Symmetric").click();
    wait(&mut window, "the filter", |w| listed(w) == 0);
    click(&mut window, "Hide counts and filters");
    shows(&window, "Show counts and filters");
}

#[test]
fn the_menus_are_listed_by_one_button_and_gone_through_by_keys() {
    let mut window = solved();
    click(&mut window, "Menu");
    click(&mut window, "View");
    window.get_by_label_contains("Larger interface");
    press(&mut window, Key::Escape, 1);
    assert!(window.query_by_label_contains("Larger interface").is_none());

    press_with(&mut window, Modifiers::ALT, Key::V, 1);
    press(&mut window, Key::End, 1);
    let last = Command::ALL.into_iter().rfind(|command| {
        command.menu() == Some(Menu::View) && command.available(&window.state().bench).is_ok()
    });
    let label = last.expect("an entry").label();
    assert!(focused(&window).starts_with(label), "{}", focused(&window));
    let entry = window.get_by_label_contains(&focused(&window)).rect();
    assert!(window.ctx.content_rect().contains_rect(entry), "it is scrolled into sight: {entry}");
    press(&mut window, Key::ArrowRight, 1);
    window.get_by_label_contains("Board shape");
}

#[test]
fn a_menu_is_chosen_from_the_list_by_the_keyboard() {
    let mut window = solved();
    window.get_by_label("Menu").focus();
    window.run_steps(2);
    press(&mut window, Key::ArrowDown, 1);
    assert_eq!(focused(&window), "File");
    press(&mut window, Key::ArrowDown, 1);
    assert_eq!(focused(&window), "Edit");
    press(&mut window, Key::Enter, 1);
    window.get_by_label_contains("Select all pieces");
    press(&mut window, Key::Escape, 1);
    assert_eq!(focused(&window), "Menu");
}

#[test]
fn high_contrast_is_chosen_by_a_command_and_left_with_the_system_theme() {
    let mut window = opened("pentominoes-3x20");
    assert!(!theme::has_high_contrast(&window.ctx));
    for theme in [Theme::Light, Theme::Dark] {
        send(&mut window, Command::Theme(theme));
        let usual = theme::Palette::current(&window.ctx).border;
        send(&mut window, Command::HighContrast);
        assert!(theme::has_high_contrast(&window.ctx));
        assert_ne!(theme::Palette::current(&window.ctx).border, usual);
        assert_eq!(window.state().bench.settings.high_contrast, Some(true));
        send(&mut window, Command::HighContrast);
        assert_eq!(theme::Palette::current(&window.ctx).border, usual);
    }
    send(&mut window, Command::HighContrast);
    send(&mut window, Command::Theme(Theme::System));
    assert_eq!(window.state().bench.settings.high_contrast, None);
    assert!(!theme::has_high_contrast(&window.ctx), "this desktop asks for nothing");
}
