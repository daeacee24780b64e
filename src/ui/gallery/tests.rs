//! The gallery by its accessible labels.

use std::time::Duration;

use egui::{Key, Role};
use egui_kittest::kittest::Queryable as _;
use egui_kittest::{Harness, SnapshotResults};

use crate::format::bundled;
use crate::ui::App;
use crate::ui::testing;
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

/// Returns whether all have their pictures; no solution is searched for large puzzles.
fn has_pictures(app: &App) -> bool {
    let mut entries = app.gallery.entries.iter().zip(bundled::ALL);
    entries.all(|(entry, bundled)| bundled.is_large() || !entry.placed.is_empty())
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
    // A sudoku is not solved on its card.
    for entry in &harness.state().gallery.entries {
        let givens = entry.puzzle.cover.as_ref().map_or(0, |cover| cover.givens().count());
        assert!(givens == 0 || entry.placed.len() == givens, "{}", entry.puzzle.title);
    }
    harness.get_by_label("Pentominoes 6×10 · 12 pieces · 60 sites · 2056 options · 4 symmetries");
}

#[test]
fn pictures_are_looked_for_while_the_gallery_is_seen() {
    let mut harness = window();
    let is_working = |app: &App| app.gallery.pictures.is_working();
    assert!(is_working(harness.state()));
    wait(&mut harness, "a picture", |app| app.gallery.entries.iter().any(|e| !e.placed.is_empty()));
    harness.state_mut().open_bundled(0);
    wait(&mut harness, "an end", |app| !is_working(app));
    let is_found =
        |app: &App| app.gallery.entries.iter().map(|e| !e.placed.is_empty()).collect::<Vec<bool>>();
    let before = is_found(harness.state());
    harness.state_mut().send(Command::Show(Screen::Gallery));
    wait(&mut harness, "work", is_working);
    wait(&mut harness, "another picture", |app| is_found(app) != before);
    // What was there stays.
    let after = is_found(harness.state());
    assert!(before.iter().zip(after).all(|(was, is)| is || !was));
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
    // Kinds of few puzzles are listed when asked for.
    assert!(harness.query_by_role_and_label(Role::CheckBox, "square, joined at corners").is_none());
    harness.get_by_label_contains(" more kinds").click();
    harness.run_steps(3);
    for kind in others {
        harness.get_by_role_and_label(Role::CheckBox, kind).click();
        harness.run_steps(3);
    }
    harness.get_by_label("Fewer kinds").click();
    harness.run_steps(3);
    assert!(harness.query_by_role_and_label(Role::CheckBox, "tetrakis").is_none());
    harness.get_by_label(&format!("0 of {} match.", bundled::ALL.len()));
    harness.get_by_label("Clear filters").click();
    harness.run_steps(3);
    assert_eq!(titles(&harness).len(), bundled::ALL.len());
    for (button, shown) in [("None", 0), ("All", bundled::ALL.len())] {
        harness.get_by_role_and_label(Role::Button, button).click();
        harness.run_steps(3);
        assert_eq!(titles(&harness).len(), shown, "{button}");
    }
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
    results.add(testing::compared(&mut harness, "gallery-light"));
    for tick in &mut harness.state_mut().gallery.filter.kinds {
        tick.ticked = ["matrix", "queens", "sudoku"].contains(&tick.value);
    }
    harness.run_steps(4);
    results.add(testing::compared(&mut harness, "gallery-covers-light"));
    harness.state_mut().gallery.filter.clear();
    harness.state_mut().send(Command::Theme(Theme::Dark));
    harness.state_mut().send(Command::Keys);
    harness.run_steps(8);
    results.add(testing::compared(&mut harness, "keys-dark"));
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
    results.add(testing::compared(&mut harness, "gallery-unsaved-light"));
    // Written by hand or not, it is opened.
    harness.get_by_label("Recover").click();
    harness.run_steps(4);
    assert_eq!(harness.state().bench.document.as_ref().unwrap().puzzle.title, "Corners off");
    assert!(harness.state().bench.document.as_ref().unwrap().is_edited());
}

/// Searches for some words; the titles that are found, in their order on the screen.
fn search(harness: &mut Harness<'static, App>, words: &str) -> Vec<String> {
    harness.key_press_modifiers(egui::Modifiers::COMMAND, Key::F);
    harness.run_steps(3);
    harness.get_by_label("Search title, piece, source or number of solutions").type_text(words);
    harness.run_steps(3);
    let gallery = &harness.state().gallery;
    let shown = gallery.filter.shown(&gallery.entries);
    shown.iter().map(|&i| gallery.entries[i].puzzle.title.clone()).collect()
}

#[test]
fn a_search_finds_titles_first_and_selects_the_first() {
    let mut harness = window();
    let found = search(&mut harness, "sudoku");
    assert!(found.len() > 3 && found[0].to_lowercase().contains("sudoku"), "{found:?}");
    harness.key_press(Key::Enter);
    harness.run_steps(3);
    let title = &harness.state().bench.document.as_ref().unwrap().puzzle.title;
    assert_eq!(*title, found[0]);
    let mut harness = window();
    let found = search(&mut harness, "7 items");
    assert!(found[0].starts_with("Seven items"), "{found:?}");
}

#[test]
fn the_key_that_leads_to_the_search_chooses_what_was_searched_for() {
    let mut harness = window();
    assert!(search(&mut harness, "sudoku").len() > 3);
    // What is typed now takes its place.
    assert_eq!(search(&mut harness, "puzzle a day 366"), ["A Puzzle A Day"]);
}

#[test]
fn a_puzzle_of_variants_is_filtered_as_such() {
    let mut harness = window();
    for band in ["none exists", "1 to 99", "100 to 9999", "10\u{a0}000 and more", "not known"] {
        if let Some(row) = harness.query_by_role_and_label(Role::CheckBox, band) {
            row.click();
            harness.run_steps(2);
        }
    }
    let shown = titles(&harness);
    let families = bundled::ALL.iter().filter(|b| b.open().puzzle.variants.is_some()).count();
    assert!(shown.contains(&"A Puzzle A Day".to_owned()), "{shown:?}");
    assert_eq!(shown.len(), families);
}

#[test]
fn the_gallery_leads_back_to_the_open_puzzle_and_solves_nothing_out_of_sight() {
    let mut harness = window();
    harness.state_mut().open_bundled(0);
    wait(&mut harness, "the analysis", |app| {
        app.bench.document.as_ref().is_some_and(|document| document.can_solve().is_ok())
    });
    harness.state_mut().send(Command::Show(Screen::Gallery));
    harness.run_steps(3);
    harness.key_press(Key::F5);
    harness.run_steps(3);
    let document = harness.state().bench.document.as_ref().unwrap();
    assert!(document.run().is_none() && !document.is_starting());
    harness.get_by_label("Back to Pentominoes 6×10").click();
    harness.run_steps(3);
    assert_eq!(harness.state().bench.screen, Screen::Design);
}

#[test]
fn recent_files_have_pictures() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("own.ron");
    std::fs::write(&path, bundled::ALL[3].text).unwrap();
    let broken = folder.path().join("broken.ron");
    std::fs::write(&broken, "(").unwrap();
    let mut harness = window();
    for path in [&path, &broken] {
        harness.state_mut().bench.settings.remember(path);
    }
    harness.run_steps(3);
    wait(&mut harness, "a picture", |app| app.gallery.own.has_picture(&path));
    assert!(!harness.state().gallery.own.has_picture(&broken));
    let label = "own.ron in ";
    assert!(harness.query_by_label_contains(label).is_some());
}

#[test]
fn the_name_of_a_bundled_puzzle_opens_it() {
    let file = std::path::PathBuf::from("l-trominoes-8x8");
    let mut harness = crate::ui::testing::builder()
        .with_size([1440.0, 900.0])
        .build_eframe(|context| App::new(context, Some(file)));
    harness.run_steps(3);
    let document = harness.state().bench.document.as_ref().expect("it is open");
    assert_eq!(document.origin.file_name(), "l-trominoes-8x8.ron");
}

#[test]
fn files_held_over_the_window_and_dropped_are_spoken_of() {
    let folder = tempfile::tempdir().unwrap();
    let paths: Vec<_> = (0..2).map(|n| folder.path().join(format!("{n}.ron"))).collect();
    for path in &paths {
        std::fs::write(path, bundled::ALL[3].text).unwrap();
    }
    let mut harness = window();
    harness.state_mut().open_dropped(paths);
    harness.run_steps(2);
    wait(&mut harness, "the first file", |app| app.bench.document.is_some());
    let document = harness.state().bench.document.as_ref().unwrap();
    assert_eq!(document.origin.file_name(), "0.ron");
    harness.state_mut().open_dropped(vec![folder.path().to_owned()]);
    harness.run_steps(2);
    assert!(harness.query_by_label_contains("is a folder. Drop files instead.").is_some());
}
