//! Cover puzzles in the window, by accessible labels: they are opened, solved and browsed as
//! puzzles of pieces are.

use std::path::PathBuf;

use egui_kittest::SnapshotResults;
use egui_kittest::kittest::Queryable as _;

use super::testing::{Window, document, open, send, shows, solve, wait, window_of};
use crate::workbench::{Command, Screen, Theme};

/// The window with a bundled puzzle open and analysed.
fn opened(name: &str) -> Window {
    let mut window = window_of([1100.0, 700.0]);
    open(&mut window, name);
    window
}

#[test]
fn a_sudoku_shows_its_givens_and_is_solved_and_browsed() {
    let mut window = opened("sudoku-6x6.ron");
    shows(&window, "site 2, 1, holds 3");
    window.get_by_label_contains("site 1, 1, empty, ");
    window.get_by_label_contains("Digit 3, copies 6, ");
    shows(&window, "Kind: sudoku");
    shows(&window, "Grid: 6×6, boxes 3×2, 8 givens");
    shows(&window, "Symmetries of the puzzle: 2");
    shows(&window, "Items: 144");
    solve(&mut window);
    shows(&window, "Distinct solutions: 10");
    shows(&window, "Total solutions: 12");
    send(&mut window, Command::Show(Screen::Solutions));
    shows(&window, "Solution 1");
    shows(&window, "Digits: 36");
    send(&mut window, Command::Next);
    shows(&window, "Solution 2");
    shows(&window, "Board of solution 2");
}

#[test]
fn givens_are_typed_and_pasted_and_refused_when_they_clash() {
    let mut window = opened("sudoku-6x6.ron");
    window.get_by_label_contains("site 1, 1, empty").click();
    window.run_steps(2);
    let write = |window: &mut Window, event: egui::Event| {
        window.event(event);
        window.run_steps(2);
        wait(window, "the analysis", |w| document(w).can_solve().is_ok());
    };
    let text = |text: &str| egui::Event::Text(text.into());
    write(&mut window, text("3"));
    window.get_by_label_contains("Row 1 has two 3s: columns 1 and 2");
    window.get_by_label_contains("site 1, 1, empty");
    write(&mut window, text("9"));
    window.get_by_label_contains("'9' is not a digit of this sudoku; expected 1 to 6");
    write(&mut window, text("2"));
    shows(&window, "site 1, 1, holds 2");
    shows(&window, "Grid: 6×6, boxes 3×2, 9 givens");
    shows(&window, "Symmetries of the puzzle: 1");
    // The numbers that were published are those of other givens.
    assert!(window.query_by_label("Expected, total: 12").is_none());
    window.key_press(egui::Key::Delete);
    window.run_steps(2);
    wait(&mut window, "the analysis", |w| document(w).can_solve().is_ok());
    window.get_by_label_contains("site 1, 1, empty");

    write(&mut window, egui::Event::Paste("123456".to_owned() + &".".repeat(29)));
    window.get_by_label_contains("The givens have 35 characters, expected 36 (6×6)");
    shows(&window, "Grid: 6×6, boxes 3×2, 8 givens");
    write(&mut window, egui::Event::Paste("123456\n".to_owned() + &"......\n".repeat(5)));
    shows(&window, "Grid: 6×6, boxes 3×2, 6 givens");
    solve(&mut window);
    // 28 200 960 grids of 6×6 (OEIS A107739), an equal part for each first row.
    shows(&window, "Total solutions: 39\u{a0}168");
}

#[test]
fn queens_are_gone_through_and_reported_by_symmetry() {
    let mut window = opened("queens-8.ron");
    window.get_by_label_contains("Queen Q, copies 8, 64 placements").click();
    window.run_steps(2);
    shows(&window, "Placement 1 of 64");
    shows(&window, "Items: 16 primary, 26 secondary");
    shows(&window, "site 1, 1, empty");
    solve(&mut window);
    shows(&window, "Distinct solutions: 12");
    shows(&window, "Total solutions: 92");
    send(&mut window, Command::Show(Screen::Solutions));
    shows(&window, "Puzzle symmetries: 8");
}

#[test]
fn a_matrix_shows_its_options_as_rows() {
    let mut window = opened("knuth-7-items.ron");
    shows(&window, "Grid: 7 items × 6 options");
    shows(&window, "site 3, 1, holds 1");
    window.get_by_label_contains("Option 4, copies 0–1, 1 placement").click();
    window.run_steps(2);
    shows(&window, "Placement 1 of 1");
    solve(&mut window);
    shows(&window, "Distinct solutions: 1");
}

/// The solutions of a bundled puzzle in a file, from which they come without times.
fn solutions_of(name: &str, folder: &tempfile::TempDir) -> PathBuf {
    let mut window = opened(name);
    solve(&mut window);
    let path = folder.path().join(name);
    std::fs::write(&path, document(&window).solutions_text().expect("solved")).unwrap();
    path
}

#[test]
fn cover_puzzles_look_as_recorded() {
    let mut results = SnapshotResults::new();
    let folder = tempfile::tempdir().unwrap();
    for (file, name) in [("sudoku-hard.ron", "sudoku"), ("queens-8.ron", "queens")] {
        let path = solutions_of(file, &folder);
        for (theme, word) in [(Theme::Light, "light"), (Theme::Dark, "dark")] {
            let mut window = window_of([1100.0, 700.0]);
            window.state_mut().open_file(path.clone());
            wait(&mut window, "the file", |w| w.state().bench.screen == Screen::Solutions);
            wait(&mut window, "the analysis", |w| document(w).encoding().is_some());
            send(&mut window, Command::Theme(theme));
            window.run_steps(4);
            results.add(crate::ui::testing::pictured(&mut window, format!("cover-{name}-{word}")));
        }
    }
    for (file, theme, name) in [
        ("sudoku-17-givens.ron", Theme::Dark, "cover-sudoku-design-dark"),
        ("knuth-7-items.ron", Theme::Light, "cover-matrix-design-light"),
    ] {
        let mut window = opened(file);
        send(&mut window, Command::Theme(theme));
        let row = if file.starts_with('k') { "Option 4, " } else { "Digit 5, " };
        window.get_by_label_contains(row).click();
        window.run_steps(8);
        results.add(crate::ui::testing::pictured(&mut window, name));
    }
}
