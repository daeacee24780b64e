//! Several documents in tabs, each with its own changes and its own run.

use egui::{Key, Modifiers, ViewportCommand, ViewportEvent, ViewportId};
use egui_kittest::kittest::Queryable as _;

use super::documents_tests::{
    OWN, Window, click, document, edited, press, send, settle, shows, title, wait, window,
};
use crate::ui::platform::purpose::Purpose;
use crate::workbench::command::BoardAction;
use crate::workbench::{Command, Screen};

fn tabs(window: &Window) -> Vec<String> {
    let bench = &window.state().bench;
    (0..bench.tab_count()).map(|place| bench.tab_title(place).to_owned()).collect()
}

#[test]
fn each_tab_has_its_own_changes_and_its_own_screen() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, path) = edited(folder.path());
    let words = document(&window).puzzle_text();
    send(&mut window, Command::Show(Screen::Make));
    // A puzzle with changes keeps its place when another one is opened.
    window.state_mut().open_bundled(0);
    settle(&mut window);
    assert_eq!(tabs(&window), ["Own", "Pentominoes 6×10"]);
    assert_eq!(window.state().bench.screen, Screen::Design);
    send(&mut window, Command::Board(BoardAction::Turn));
    send(&mut window, Command::Undo);
    assert!(!document(&window).is_edited());
    press(&mut window, Modifiers::COMMAND, Key::PageUp);
    assert_eq!((title(&window), window.state().bench.screen), ("Own", Screen::Make));
    assert_eq!(document(&window).puzzle_text(), words);
    send(&mut window, Command::Undo);
    assert!(!document(&window).is_edited());
    // Around the end, and by a click.
    press(&mut window, Modifiers::COMMAND, Key::PageUp);
    assert_eq!(title(&window), "Pentominoes 6×10");
    click(&mut window, "Tab Own");
    assert_eq!(title(&window), "Own");
    // What is open already is shown, and not opened again.
    window.state_mut().open_bundled(0);
    settle(&mut window);
    assert_eq!((title(&window), tabs(&window).len()), ("Pentominoes 6×10", 2));
    click(&mut window, "Tab Own");
    // One that was only looked at gives way to the next.
    window.state_mut().open_bundled(1);
    settle(&mut window);
    assert_eq!(tabs(&window), ["Pentominoes 5×12", "Pentominoes 6×10"]);
    assert_eq!(std::fs::read_to_string(path).unwrap(), OWN);
}

#[test]
fn a_new_puzzle_keeps_its_place_and_is_asked_about_before_anything_is_done_to_it() {
    let mut window = window();
    send(&mut window, Command::New);
    window.get_by_label("Title of the puzzle").type_text("Mine");
    settle(&mut window);
    click(&mut window, "Create");
    assert!(document(&window).history().is_empty());
    window.state_mut().open_bundled(0);
    settle(&mut window);
    assert_eq!(tabs(&window), ["Mine", "Pentominoes 6×10"]);
    click(&mut window, "Close Mine");
    assert!(shows(&window, "Save changes to Mine?"));
    assert!(shows(&window, "This puzzle has not been saved to a file yet."));
    click(&mut window, "Discard");
    assert_eq!(tabs(&window), ["Pentominoes 6×10"]);
}

#[test]
fn a_path_stands_for_the_document_it_was_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, own) = edited(folder.path());
    window.state_mut().ask_path(Purpose::SaveAs, own.clone(), "ron");
    settle(&mut window);
    window.state_mut().open_bundled(0);
    settle(&mut window);
    assert_eq!(title(&window), "Pentominoes 6×10");
    // The answer comes while another tab is shown: the one that asked is shown and saved.
    let copy = folder.path().join("copy.ron");
    window.state_mut().use_path(Purpose::SaveAs, copy.clone(), false);
    assert_eq!(title(&window), "Own");
    wait(&mut window, |window| !window.state().files.is_busy() && !document(window).is_edited());
    assert!(std::fs::read_to_string(&copy).unwrap().contains("\"Own\""));
    // It comes when that document is closed: nothing is written, and it is said.
    window.state_mut().ask_path(Purpose::SaveAs, copy, "ron");
    settle(&mut window);
    send(&mut window, Command::CloseDocument);
    assert_eq!(tabs(&window), ["Pentominoes 6×10"]);
    let late = folder.path().join("late.ron");
    window.state_mut().use_path(Purpose::SaveAs, late.clone(), false);
    settle(&mut window);
    assert!(shows(&window, "The puzzle was closed in the meantime. No file was read or written."));
    assert!(!late.exists());
}

#[test]
fn a_run_goes_on_in_a_tab_that_is_not_shown() {
    let mut window = window();
    window.state_mut().open_bundled(2);
    settle(&mut window);
    send(&mut window, Command::Solve);
    send(&mut window, Command::NewTab);
    assert_eq!(window.state().bench.screen, Screen::Gallery);
    let why = Command::NewTab.available(&window.state().bench).unwrap_err();
    assert_eq!(why, "This tab is empty. Open a puzzle in it.");
    window.state_mut().open_bundled(3);
    settle(&mut window);
    assert_eq!(tabs(&window), ["Pentominoes 4×15", "Pentominoes 3×20"]);
    wait(&mut window, |window| {
        let first = window.state().bench.tab_documents().next().flatten();
        first.is_some_and(|document| document.busy().is_none() && document.shown() == 368)
    });
    assert_eq!(title(&window), "Pentominoes 3×20");
    click(&mut window, "Tab Pentominoes 4×15");
    send(&mut window, Command::Show(Screen::Solutions));
    assert_eq!(document(&window).shown(), 368);
    send(&mut window, Command::Next);
    let selected = document(&window).selected();
    // And is as it was left.
    click(&mut window, "Tab Pentominoes 3×20");
    click(&mut window, "Tab Pentominoes 4×15");
    assert_eq!(window.state().bench.screen, Screen::Solutions);
    assert_eq!(document(&window).selected(), selected);
}

#[test]
fn a_tab_is_closed_by_its_cross_after_a_question_and_the_last_one_leads_to_the_gallery() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, _) = edited(folder.path());
    window.state_mut().open_bundled(0);
    settle(&mut window);
    click(&mut window, "Close Own");
    assert!(shows(&window, "Save changes to Own?"));
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert_eq!(tabs(&window).len(), 2);
    click(&mut window, "Close Own");
    click(&mut window, "Discard");
    assert_eq!(tabs(&window), ["Pentominoes 6×10"]);
    assert!(window.query_by_label("Tab Pentominoes 6×10").is_none(), "one tab needs no strip");
    assert!(Command::NextTab.available(&window.state().bench).is_err());
    press(&mut window, Modifiers::COMMAND, Key::W);
    assert_eq!((tabs(&window).len(), window.state().bench.screen), (1, Screen::Gallery));
}

#[test]
fn the_window_asks_about_every_tab_before_it_closes() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, path) = edited(folder.path());
    window.state_mut().open_bundled(0);
    settle(&mut window);
    let closes = |window: &mut Window| {
        let input = window.input_mut();
        let viewport = input.viewports.entry(ViewportId::ROOT).or_default();
        viewport.events.push(ViewportEvent::Close);
        window.step();
        let commands = &window.output().viewport_output[&ViewportId::ROOT].commands;
        let stays = commands.contains(&ViewportCommand::CancelClose);
        settle(window);
        !stays
    };
    send(&mut window, Command::Board(BoardAction::Turn));
    assert!(!closes(&mut window));
    assert!(shows(&window, "Save changes to Pentominoes 6×10?"));
    click(&mut window, "Discard");
    assert!(shows(&window, "Save changes to Own?"));
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert_eq!(tabs(&window), ["Own"]);
    press(&mut window, Modifiers::COMMAND, Key::S);
    assert!(closes(&mut window));
    assert_ne!(std::fs::read_to_string(path).unwrap(), OWN);
}

#[test]
fn the_changes_of_every_tab_are_backed_up() {
    let folder = tempfile::tempdir().unwrap();
    let drafts = folder.path().join("drafts");
    let (mut window, _) = edited(folder.path());
    window.state_mut().keep_drafts(drafts.clone());
    settle(&mut window);
    window.state_mut().open_bundled(0);
    settle(&mut window);
    send(&mut window, Command::Board(BoardAction::Turn));
    drop(window);
    let mut next = self::window();
    next.state_mut().keep_drafts(drafts);
    wait(&mut next, |window| shows(window, "Unsaved work: Own, today"));
    assert!(shows(&next, "Unsaved work: Pentominoes 6×10, today"));
}
