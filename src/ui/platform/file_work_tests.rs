//! Work on files in the window: the forms of solutions, how far it is, and Cancel.

use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

use egui::accesskit::Role;
use egui_kittest::kittest::Queryable as _;

use crate::format::{FileError, FileErrorKind};
use crate::ui::dialogs::Dialog;
use crate::ui::testing::{Window, click, open, send, shows, solve, wait, window};
use crate::workbench::{CancelToken, Command, Screen};

/// Sets the path of the export that is being set up.
fn set_path(window: &mut Window, path: &Path) {
    match &mut window.state_mut().dialog {
        Some(Dialog::Export(export)) => export.path = path.display().to_string(),
        _ => panic!("the export is up"),
    }
    window.run_steps(2);
}

#[test]
fn solutions_are_exported_in_every_form_that_is_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window();
    open(&mut window, "pentominoes-6x10.ron");
    solve(&mut window);
    for (form, ending, size) in
        [("Lines", "lines", "About "), ("SQLite", "sqlite", "About "), ("CSV", "csv", "About ")]
    {
        send(&mut window, Command::Export);
        window.run_steps(2);
        click(&mut window, form);
        let path = folder.path().join("all").with_extension(ending);
        set_path(&mut window, &path);
        wait(&mut window, "the expected size", |window| {
            window.query_all_by_label_contains(size).next().is_some()
        });
        window.get_by_role_and_label(Role::Button, "Export").click();
        window.run_steps(2);
        wait(&mut window, "the export", |window| !window.state().files.is_busy());
        shows(&window, &format!("Wrote 2339 solutions to {}.", path.display()));
        if form == "CSV" {
            let text = std::fs::read_to_string(&path).unwrap();
            assert_eq!(text.lines().count(), 2340);
            continue;
        }
        window.state_mut().open_file(path);
        window.step();
        wait(&mut window, "the file", |window| {
            !window.state().files.is_busy() && window.state().bench.screen == Screen::Solutions
        });
        shows(&window, "2339 solutions");
        send(&mut window, Command::Show(Screen::Design));
        wait(&mut window, "the analysis", |window| {
            window.state().bench.document.as_ref().is_some_and(|d| d.can_solve().is_ok())
        });
    }
}

#[test]
fn long_work_on_a_file_says_how_far_it_is_and_is_cancelled_by_a_button() {
    let mut window = window();
    let app = window.state_mut();
    let write = |path: &Path, token: &CancelToken| {
        while token.report(43, 100) == ControlFlow::Continue(()) {
            std::thread::sleep(Duration::from_millis(1));
        }
        Err(FileError::new(path, FileErrorKind::Cancelled, "cancelled"))
    };
    let path = "some folder/slow.ron".into();
    app.files.write_by_pieces(path, write, "Wrote all to".to_owned(), &app.wake);
    wait(&mut window, "the work", |window| {
        window.query_all_by_label("Writing slow.ron · 43\u{a0}%").next().is_some()
    });
    click(&mut window, "Cancel");
    wait(&mut window, "its end", |window| !window.state().files.is_busy());
    shows(&window, "Writing slow.ron was cancelled.");
}
