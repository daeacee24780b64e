//! Files of other programs in the window, by its accessible labels.

use std::path::{Path, PathBuf};
use std::time::Duration;

use egui_kittest::kittest::{NodeT as _, Queryable as _};
use egui_kittest::{Harness, SnapshotResults};

use super::App;
use crate::format::xmpuzzle;
use crate::workbench::settings::Theme;
use crate::workbench::{Command, Screen};

type Window = Harness<'static, App>;

/// A window with a file open.
fn opened(file: &str) -> Window {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/xmpuzzle").join(file);
    let mut window: Window = crate::ui::testing::builder()
        .with_size([1100.0, 700.0])
        .with_max_steps(16)
        .build_eframe(|context| App::new(context, Some(path)));
    wait(&mut window, |app| app.bench.document.is_some() && !app.files.is_busy());
    wait(&mut window, |app| {
        app.bench.document.as_ref().is_some_and(|document| document.analysis().get().is_some())
    });
    window.run_steps(4);
    window
}

fn wait(window: &mut Window, holds: impl Fn(&App) -> bool) {
    for _ in 0..1000 {
        window.step();
        if holds(window.state()) {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("waited in vain");
}

fn send(window: &mut Window, command: Command) {
    window.state_mut().send(command);
    window.run_steps(4);
}

#[test]
fn what_was_left_out_of_a_file_is_said_when_it_is_opened() {
    let mut window = opened("soma.xmpuzzle");
    assert_eq!(window.state().bench.screen, Screen::Design);
    window.get_by_label_contains("The file has 3 problems; this is the first.");
    window.get_by_label("Close message").click();
    window.run_steps(3);
    assert!(window.query_by_label_contains("The file has 3 problems").is_none());
    // The others of the file are a command away.
    send(&mut window, Command::OtherProblem);
    let names: Vec<String> = window
        .query_all_by_role(egui::accesskit::Role::RadioButton)
        .filter_map(|n| n.accesskit_node().label())
        .collect();
    assert_eq!(names.len(), 3, "{names:?}");
    window.get_by_label(&names[1]).click();
    wait(&mut window, |app| {
        let document = app.bench.document.as_ref();
        document.and_then(|d| d.problems()).is_some_and(|(_, problems)| problems.number == 2)
    });
    // Nothing was lost of this one, so nothing is said.
    let window = opened("ranges.xmpuzzle");
    assert!(window.query_by_label("Close message").is_none());
    let why = Command::OtherProblem.available(&window.state().bench).unwrap_err();
    assert!(why.contains("several problems"), "{why}");
}

#[test]
fn a_puzzle_is_exported_for_burrtools() {
    let mut window = opened("soma.xmpuzzle");
    send(&mut window, Command::Export);
    let path = |window: &Window| match &window.state().dialog {
        Some(super::dialogs::Dialog::Export(export)) => PathBuf::from(&export.path),
        _ => panic!("the export is up"),
    };
    assert!(path(&window).ends_with("soma.ron"), "the file of another program is left alone");
    window.get_by_label("BurrTools").click();
    window.run_steps(3);
    assert!(path(&window).ends_with("soma-export.xmpuzzle"), "not over the file it comes from");
    let folder = tempfile::tempdir().unwrap();
    let target = folder.path().join("own.xmpuzzle");
    if let Some(super::dialogs::Dialog::Export(export)) = &mut window.state_mut().dialog {
        export.path = target.display().to_string();
    }
    window.run_steps(2);
    window.key_press(egui::Key::Enter);
    wait(&mut window, |app| app.dialog.is_none() && !app.files.is_busy());
    window.get_by_label_contains("Wrote the puzzle to");
    let back = xmpuzzle::read(&std::fs::read(target).unwrap(), None, "").unwrap();
    let own = window.state().bench.document.as_ref().unwrap();
    assert_eq!(back.puzzle.pieces.len(), own.puzzle.pieces.len());
}

#[test]
fn what_burrtools_has_no_words_for_is_not_offered_to_it() {
    let mut window = crate::ui::testing::opened("tetrahexes-7x4");
    crate::ui::testing::send(&mut window, Command::Export);
    assert!(window.get_by_label("BurrTools").accesskit_node().is_disabled());
    assert!(!window.get_by_label(".dlx").accesskit_node().is_disabled());
    let centre = crate::ui::testing::centre(&window, "BurrTools");
    window.hover_at(centre);
    wait(&mut window, |_| true);
    for _ in 0..60 {
        window.step();
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    assert!(window.query_by_label_contains("BurrTools has no").is_some());
}

#[test]
fn a_message_lies_over_the_screen_and_moves_nothing() {
    let mut window = crate::ui::testing::opened("pentominoes-6x10");
    let place = |window: &crate::ui::testing::Window| window.get_by_label("Board").rect();
    let before = place(&window);
    window.state_mut().complain("Something went wrong.\nSo it did.");
    window.run_steps(4);
    window.get_by_label_contains("Something went wrong.");
    assert_eq!(place(&window), before);
    window.get_by_label("Close message").click();
    window.run_steps(4);
    assert!(window.query_by_label_contains("Something went wrong.").is_none());
    assert_eq!(place(&window), before);
}

#[test]
fn imports_and_the_forms_of_an_export_look_as_recorded() {
    let mut results = SnapshotResults::new();
    let mut window = opened("soma.xmpuzzle");
    for (theme, name) in [(Theme::Light, "light"), (Theme::Dark, "dark")] {
        send(&mut window, Command::Theme(theme));
        results.add(crate::ui::testing::pictured(&mut window, format!("import-{name}")));
    }
    send(&mut window, Command::Export);
    window.get_by_label("BurrTools").click();
    // The path depends on the machine.
    if let Some(super::dialogs::Dialog::Export(export)) = &mut window.state_mut().dialog {
        export.path = "/no/such/folder/own.xmpuzzle".to_owned();
    }
    window.run_steps(6);
    results.add(crate::ui::testing::pictured(&mut window, "import-export-dark"));
}
