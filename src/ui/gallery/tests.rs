//! The gallery by its accessible labels.

use std::time::Duration;

use egui::{Key, Role};
use egui_kittest::kittest::Queryable as _;
use egui_kittest::{Harness, SnapshotResults};

use crate::format::bundled;
use crate::ui::App;
use crate::workbench::{Command, Screen, Theme};

fn window() -> Harness<'static, App> {
    let mut harness = crate::ui::testing::builder()
        .with_size([1440.0, 900.0])
        .with_max_steps(16)
        .build_eframe(|context| App::new(context, None));
    harness.step();
    harness
}

/// Steps until something holds.
fn wait(harness: &mut Harness<'_, App>, what: &str, holds: impl Fn(&App) -> bool) {
    for _ in 0..3000 {
        harness.step();
        if holds(harness.state()) {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("waited in vain: {what}");
}

fn has_pictures(app: &App) -> bool {
    app.gallery.entries.iter().all(|entry| !entry.placed.is_empty())
}

fn titles(harness: &Harness<'_, App>) -> Vec<String> {
    let all: Vec<String> = bundled::ALL.iter().map(|b| b.open().puzzle.title.clone()).collect();
    let is_shown = |title: &String| harness.query_by_role_and_label(Role::Button, title).is_some();
    all.into_iter().filter(is_shown).collect()
}

#[test]
fn the_gallery_shows_every_bundled_puzzle() {
    let mut harness = window();
    assert_eq!(titles(&harness).len(), bundled::ALL.len());
    let heading = format!("{0} of {0}", bundled::ALL.len());
    harness.get_by_label(&heading);
    wait(&mut harness, "pictures", has_pictures);
    harness.get_by_label("Pentominoes 6×10 · 12 pieces · 60 sites · 2056 options · 4 symmetries");
}

#[test]
fn a_lattice_that_is_not_ticked_is_not_shown() {
    let mut harness = window();
    harness.get_by_role_and_label(Role::CheckBox, "square").click();
    harness.run_steps(3);
    let shown = titles(&harness);
    let squares = bundled::ALL.iter().filter(|b| b.path.starts_with("square/")).count();
    assert_eq!(shown.len(), bundled::ALL.len() - squares, "{shown:?}");
    let kinds = harness.state().gallery.filter.kinds.iter().map(|tick| tick.value);
    let others: Vec<&str> = kinds.filter(|&kind| kind != "square").collect();
    let lattices = crate::lattice::ALL.iter().map(|lattice| lattice.name);
    let without = ["matrix", "queens", "sudoku"];
    assert!(lattices.filter(|&name| name != "square").chain(without).eq(others.iter().copied()));
    for kind in others {
        harness.get_by_role_and_label(Role::CheckBox, kind).click();
        harness.run_steps(3);
    }
    harness.get_by_label(&format!("0 of {} match.", bundled::ALL.len()));
    harness.get_by_label("Clear filters").click();
    harness.run_steps(3);
    assert_eq!(titles(&harness).len(), bundled::ALL.len());
}

#[test]
fn a_number_of_solutions_finds_a_puzzle_and_enter_opens_it() {
    let mut harness = window();
    harness.key_press_modifiers(egui::Modifiers::COMMAND, Key::F);
    harness.run_steps(3);
    harness.get_by_label("Search title, piece, source or number of solutions").type_text("2339");
    harness.run_steps(3);
    assert_eq!(titles(&harness), ["Pentominoes 6×10"]);
    harness.key_press(Key::Enter);
    harness.run_steps(3);
    let app = harness.state();
    assert_eq!(app.bench.screen, Screen::Design);
    assert_eq!(app.bench.document.as_ref().unwrap().puzzle.title, "Pentominoes 6×10");
}

#[test]
fn arrow_keys_walk_the_cards() {
    let mut harness = window();
    for key in [Key::ArrowRight, Key::ArrowDown, Key::ArrowLeft] {
        harness.key_press(key);
        harness.run_steps(2);
    }
    assert_eq!(harness.state().gallery.selected, 5);
    harness.key_press(Key::Enter);
    harness.run_steps(2);
    let document = harness.state().bench.document.as_ref().unwrap();
    assert_eq!(document.puzzle.title, bundled::ALL[5].open().puzzle.title);
}

#[test]
fn a_click_selects_and_another_opens() {
    let mut harness = window();
    harness.get_by_role_and_label(Role::Button, "Scott's board").click();
    harness.run_steps(3);
    assert_eq!(harness.state().bench.screen, Screen::Gallery);
    assert_eq!(harness.state().gallery.selected, 4);
    harness.get_by_role_and_label(Role::Button, "Scott's board").click();
    harness.run_steps(3);
    assert_eq!(harness.state().bench.screen, Screen::Design);
}

#[test]
fn a_recent_file_that_has_vanished_is_forgotten() {
    let mut harness = window();
    let path = std::path::Path::new("/nowhere/gone.ron");
    harness.state_mut().bench.settings.remember(path);
    harness.run_steps(2);
    harness.get_by_label("gone.ron in /nowhere").click();
    harness.run_steps(3);
    assert!(harness.state().bench.settings.recent.is_empty());
    harness.get_by_label_contains("/nowhere/gone.ron no longer exists");
}

#[test]
fn the_gallery_and_the_keys_over_it_look_as_recorded() {
    let mut results = SnapshotResults::new();
    let mut harness = crate::ui::testing::builder()
        .with_size([1100.0, 700.0])
        .with_max_steps(16)
        .build_eframe(|context| App::new(context, None));
    harness.state_mut().send(Command::Theme(Theme::Light));
    wait(&mut harness, "pictures", has_pictures);
    harness.run_steps(4);
    results.add(harness.try_snapshot("gallery-light"));
    for tick in &mut harness.state_mut().gallery.filter.kinds {
        tick.ticked = ["matrix", "queens", "sudoku"].contains(&tick.value);
    }
    harness.run_steps(4);
    results.add(harness.try_snapshot("gallery-covers-light"));
    harness.state_mut().gallery.filter.clear();
    harness.state_mut().send(Command::Theme(Theme::Dark));
    harness.state_mut().send(Command::Keys);
    harness.run_steps(8);
    results.add(harness.try_snapshot("keys-dark"));
}

#[test]
fn unsaved_work_looks_as_recorded() {
    let mut results = SnapshotResults::new();
    let folder = tempfile::tempdir().unwrap();
    let words = "(format: 1, title: \"Corners off\", lattice: Square, pieces: [], board: Art([]))";
    let draft = format!(
        "(format: 1, title: \"Corners off\", time: 17323200, origin: New, saved: None, \
         now: r#\"{words}\"#)"
    );
    std::fs::write(folder.path().join("1-1.ron"), draft).unwrap();
    let mut harness = window();
    harness.state_mut().keep_drafts(folder.path().to_owned());
    harness.state_mut().send(Command::Theme(Theme::Light));
    wait(&mut harness, "pictures", has_pictures);
    wait(&mut harness, "unsaved work", |app| !app.bench.drafts.unsaved().is_empty());
    harness.run_steps(8);
    results.add(harness.try_snapshot("gallery-unsaved-light"));
    // Written by hand or not, it is opened.
    harness.get_by_label("Recover").click();
    harness.run_steps(4);
    assert_eq!(harness.state().bench.document.as_ref().unwrap().puzzle.title, "Corners off");
    assert!(harness.state().bench.document.as_ref().unwrap().is_edited());
}
