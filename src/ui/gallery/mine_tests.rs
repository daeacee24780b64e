//! The words of the gallery about the user's own puzzles, by its accessible labels.

use std::path::Path;
use std::time::{Duration, SystemTime};

use egui::Role;
use egui_kittest::kittest::Queryable as _;

use super::entry::Encoded;
use crate::format::bundled;
use crate::solution::database::{Database, Mark, PlayEntry};
use crate::ui::testing::{Window, open, send, shows, solve, wait};
use crate::workbench::{Command, Screen};

/// A window that keeps results in a file.
fn window(file: &Path) -> Window {
    let mut window = crate::ui::testing::window();
    window.state_mut().keep_results_in(file.to_owned());
    window.run_steps(2);
    window
}

/// The titles of the puzzles that pass the filters.
fn shown(window: &Window) -> Vec<&str> {
    let gallery = &window.state().gallery;
    let shown = gallery.filter.shown(&gallery.entries);
    shown.into_iter().map(|index| gallery.entries[index].puzzle.title.as_str()).collect()
}

/// Ticks or unticks a filter.
fn tick(window: &mut Window, filter: &str) {
    window.get_by_role_and_label(Role::CheckBox, filter).click();
    window.run_steps(3);
}

#[test]
fn a_solved_puzzle_is_among_mine_with_its_counts_and_among_the_recent_ones() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = window(&folder.path().join("results.sqlite"));
    assert!(window.query_by_label("Mine").is_none(), "nothing is mine yet");
    open(&mut window, "scotts-board.ron");
    solve(&mut window);
    send(&mut window, Command::Show(Screen::Gallery));
    let chip = "Scott's board: Solved: 65 distinct";
    wait(&mut window, "the result", |w| w.query_by_label(chip).is_some());
    shows(&window, "Scott's board: Open");
    shows(&window, "Scott's board, bundled puzzle: Open · Solved: 65 distinct");
    shows(&window, "Mine");
    assert!(window.query_by_role_and_label(Role::CheckBox, "certified").is_none());
    for filter in ["solved", "recent"] {
        tick(&mut window, filter);
        assert_eq!(shown(&window), ["Scott's board"], "{filter}");
        shows(&window, &format!("1 of {}", bundled::ALL.len()));
        tick(&mut window, filter);
        assert_eq!(shown(&window).len(), bundled::ALL.len());
    }
    let row = "Scott's board, bundled puzzle";
    window.get_by_label_contains(row).scroll_to_me();
    window.run_steps(3);
    window.get_by_label_contains(row).click();
    window.run_steps(3);
    assert_eq!(window.state().bench.screen, Screen::Design);
}

#[test]
fn stars_and_what_was_solved_by_hand_are_found_in_the_store() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("results.sqlite");
    let mut window = window(&file);
    let title = "Pentominoes 6×10";
    let puzzle = bundled::ALL[0].open().puzzle;
    assert_eq!(puzzle.title, title);
    let digest = Encoded::new(&puzzle).expect("it can be encoded").digest;
    let mut database = Database::open(&file).expect("a database");
    for hints in [0, 2] {
        let (at, time) = (SystemTime::UNIX_EPOCH, Duration::from_secs(90));
        let (title, variant) = (title.to_owned(), String::new());
        let entry = PlayEntry { title, variant, at, time, hints };
        database.add_play(&digest, &entry).expect("it is written");
    }
    let star = Mark { starred: true, ..Mark::default() };
    let note = Mark { note: "odd".to_owned(), ..Mark::default() };
    for (record, mark) in [([1_u8], star), ([2], note)] {
        database.set_mark(&digest, &record, &mark).expect("it is written");
    }
    // Another program has written it: it is read when the gallery is shown again.
    open(&mut window, "scotts-board.ron");
    send(&mut window, Command::Show(Screen::Gallery));
    let chip = format!("{title}: Solved by hand 2 times");
    wait(&mut window, "the record", |w| w.query_by_label(&chip).is_some());
    shows(&window, &format!("{title}: 1 starred"));
    tick(&mut window, "solved by hand");
    assert_eq!(shown(&window), [title]);
    // Ways of one group add to each other.
    tick(&mut window, "recent");
    assert_eq!(shown(&window), [title, "Scott's board"]);
}

#[test]
fn a_small_matrix_of_a_recent_file_has_a_picture() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("small.dlx");
    std::fs::write(&path, "a b c\na b\nc\nb c\n").expect("it is written");
    let mut window = window(&folder.path().join("results.sqlite"));
    window.state_mut().bench.settings.remember(&path);
    window.run_steps(3);
    wait(&mut window, "a picture", |w| w.state().gallery.own.has_picture(&path));
    assert!(window.query_by_label_contains("small.dlx in ").is_some());
}
