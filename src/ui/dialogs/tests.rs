//! The dialogs by their accessible labels.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::PathBuf;
use std::time::Duration;

use egui::{Key, Modifiers, Role};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

use super::Dialog;
use crate::format::bundled;
use crate::puzzle::{ApartForm, BorderRule, Contact, Rules};
use crate::ui::App;
use crate::ui::testing::{open, type_into};
use crate::workbench::{Command, Screen};

fn window() -> Harness<'static, App> {
    window_of([1100.0, 700.0])
}

fn window_of(size: [f32; 2]) -> Harness<'static, App> {
    let mut harness = crate::ui::testing::builder()
        .with_size(size)
        .with_max_steps(16)
        .build_eframe(|context| App::new(context, None));
    harness.step();
    harness
}

/// Steps until something holds.
#[track_caller]
fn wait(harness: &mut Harness<'_, App>, holds: impl Fn(&Harness<'_, App>) -> bool) {
    for _ in 0..1000 {
        harness.step();
        if holds(harness) {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("waited in vain");
}

fn press(harness: &mut Harness<'_, App>, modifiers: Modifiers, key: Key) {
    harness.key_press_modifiers(modifiers, key);
    harness.run_steps(3);
}

fn open_path(harness: &mut Harness<'_, App>, path: &str) {
    harness.state_mut().send(Command::OpenPath);
    harness.run_steps(3);
    let field = harness.get_by_label("Path, such as ~/puzzles/own.ron");
    assert!(field.is_focused());
    field.type_text(path);
    harness.run_steps(2);
    press(harness, Modifiers::NONE, Key::Enter);
}

#[test]
fn a_command_is_found_by_the_beginning_of_its_name() {
    let mut harness = window();
    harness.state_mut().open_bundled(0);
    harness.run_steps(2);
    press(&mut harness, Modifiers::COMMAND, Key::K);
    harness.get_by_label("Find a command").type_text("gall");
    harness.run_steps(2);
    press(&mut harness, Modifiers::NONE, Key::Enter);
    assert_eq!(harness.state().bench.screen, Screen::Gallery);
    assert!(harness.state().dialog.is_none());
    // The key that ran the command does nothing else.
    harness.run_steps(3);
    assert_eq!(harness.state().bench.screen, Screen::Gallery);
}

#[test]
fn a_command_that_cannot_be_done_says_why_and_stays() {
    let mut harness = window();
    press(&mut harness, Modifiers::COMMAND, Key::K);
    harness.get_by_label("Find a command").type_text("solve");
    harness.run_steps(2);
    press(&mut harness, Modifiers::NONE, Key::Enter);
    assert!(harness.state().dialog.is_some());
    assert!(harness.get_by_label("Find a command").is_focused());
    press(&mut harness, Modifiers::NONE, Key::Escape);
    assert!(harness.state().dialog.is_none());
}

#[test]
fn a_command_can_bring_up_another_overlay() {
    let mut harness = window();
    press(&mut harness, Modifiers::COMMAND, Key::K);
    harness.get_by_role_and_label(Role::Button, "Open path…").click();
    harness.run_steps(4);
    assert!(harness.get_by_label("Path, such as ~/puzzles/own.ron").is_focused());
}

#[test]
fn arrows_choose_among_the_commands() {
    let mut harness = window();
    press(&mut harness, Modifiers::COMMAND, Key::K);
    harness.get_by_label("Find a command").type_text("theme");
    harness.run_steps(2);
    press(&mut harness, Modifiers::NONE, Key::ArrowDown);
    press(&mut harness, Modifiers::NONE, Key::ArrowDown);
    press(&mut harness, Modifiers::NONE, Key::Enter);
    assert_eq!(harness.state().bench.settings.theme, crate::workbench::Theme::Dark);
}

#[test]
fn the_sheet_of_keys_names_every_key_and_a_click_beside_it_closes_it() {
    let mut harness = window();
    press(&mut harness, Modifiers::NONE, Key::F1);
    for command in Command::ALL {
        if let Some(shortcut) = command.shortcut() {
            harness.get_by_label(&format!("{}: {}", command.label(), shortcut.words()));
        }
    }
    harness.hover_at(egui::pos2(1090.0, 400.0));
    harness.drag_at(egui::pos2(1090.0, 400.0));
    harness.drop_at(egui::pos2(1090.0, 400.0));
    harness.run_steps(3);
    assert!(harness.state().dialog.is_none());
}

#[test]
fn the_focus_returns_to_where_it_was() {
    let mut harness = window();
    press(&mut harness, Modifiers::COMMAND, Key::F);
    let search = "Search title, piece, source or number of solutions";
    assert!(harness.get_by_label(search).is_focused());
    press(&mut harness, Modifiers::NONE, Key::F1);
    press(&mut harness, Modifiers::NONE, Key::Escape);
    assert!(harness.get_by_label(search).is_focused());
}

#[test]
fn rules_are_ticked_applied_together_and_undone_together() {
    // High enough for the whole card, which scrolls in a lower window.
    let mut harness = window_of([1100.0, 1000.0]);
    harness.state_mut().open_bundled(0);
    harness.run_steps(2);
    let rules = |h: &Harness<'_, App>| {
        h.state().bench.document.as_ref().map(|document| document.description().rules.clone())
    };
    assert_eq!(rules(&harness), Some(Rules::default()));
    harness.state_mut().send(Command::About);
    harness.run_steps(3);
    for label in ["No crossroads", "Fault-free", "Every piece at the border", "X", "P"] {
        harness.get_by_role_and_label(Role::CheckBox, label).click();
        harness.run_steps(2);
    }
    harness.get_by_label("No common corner").click();
    harness.run_steps(2);
    harness.get_by_role_and_label(Role::Button, "Add rule").click();
    harness.run_steps(2);
    harness.get_by_role_and_label(Role::CheckBox, "P and X have no common corner");
    harness.get_by_role_and_label(Role::Button, "Apply").click();
    harness.run_steps(3);
    let apart = ApartForm { pieces: vec!["P".to_owned(), "X".to_owned()], by: Contact::Corner };
    let wanted = Rules {
        no_crossroads: true,
        fault_free: true,
        at_border: BorderRule::Every,
        apart: vec![apart],
        ..Rules::default()
    };
    assert_eq!(rules(&harness), Some(wanted));
    harness.state_mut().send(Command::About);
    harness.run_steps(3);
    harness.get_by_role_and_label(Role::CheckBox, "P and X have no common corner").click();
    harness.run_steps(2);
    harness.get_by_role_and_label(Role::Button, "Apply").click();
    harness.run_steps(3);
    assert_eq!(rules(&harness).map(|rules| rules.apart), Some(Vec::new()));
    harness.state_mut().send(Command::Undo);
    harness.state_mut().send(Command::Undo);
    harness.run_steps(2);
    assert_eq!(rules(&harness), Some(Rules::default()));
}

#[test]
fn a_typed_path_opens_a_file() {
    let mut file = tempfile::Builder::new().suffix(".ron").tempfile().unwrap();
    file.write_all(bundled::ALL[1].text.as_bytes()).unwrap();
    let mut harness = window();
    open_path(&mut harness, &file.path().display().to_string());
    wait(&mut harness, |h| h.state().bench.screen == Screen::Design);
    assert!(harness.state().dialog.is_none());
    assert_eq!(harness.state().bench.settings.recent.len(), 1);
    // Next time it is among the recent ones.
    harness.state_mut().send(Command::Show(Screen::Gallery));
    harness.state_mut().send(Command::OpenPath);
    harness.run_steps(3);
    let name = file.path().file_name().unwrap().to_string_lossy().into_owned();
    assert_eq!(
        harness
            .query_all_by_role(Role::Button)
            .filter(|n| {
                use egui_kittest::kittest::NodeT as _;
                n.accesskit_node().label().is_some_and(|label| label.starts_with(&name))
            })
            .count(),
        2,
        "in the gallery and in the dialog"
    );
    harness.get_by_label("Cancel").click();
    harness.run_steps(3);
    assert!(harness.state().dialog.is_none());
}

#[test]
fn a_path_that_leads_nowhere_is_named_in_the_message() {
    let mut harness = window();
    open_path(&mut harness, "/nowhere/nonsense.ron");
    wait(&mut harness, |h| h.query_by_label_contains("/nowhere/nonsense.ron: ").is_some());
    assert!(harness.state().dialog.is_some(), "the path can be mended");
}

#[test]
fn stored_results_are_listed_and_deleted_after_a_question() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = window();
    harness.state_mut().bench.results.keep_in(folder.path().join("results.sqlite"));
    harness.state_mut().send(Command::StoredResults);
    wait(&mut harness, |harness| {
        harness.query_by_label_contains("Results are stored here when a run ends").is_some()
    });
    press(&mut harness, Modifiers::NONE, Key::Escape);

    let solved = ["square/chessboard-tetrominoes-7x4.ron", "square/scotts-board.ron"];
    for path in solved {
        let place = bundled::ALL.iter().position(|bundled| bundled.path == path).unwrap();
        harness.state_mut().open_bundled(place);
        let document = |harness: &Harness<'_, App>| harness.state().bench.document.is_some();
        wait(&mut harness, document);
        wait(&mut harness, |harness| {
            harness.state().bench.document.as_ref().unwrap().can_solve().is_ok()
        });
        harness.state_mut().send(Command::Solve);
        wait(&mut harness, |harness| {
            let document = harness.state().bench.document.as_ref().unwrap();
            document.run().is_some_and(|run| run.phase().is_over()) && document.saver().is_none()
        });
    }
    harness.state_mut().send(Command::StoredResults);
    wait(&mut harness, |harness| harness.query_by_label_contains("2 puzzles · ").is_some());
    harness.get_by_label_contains("65 distinct solutions · ");

    // The one stored last is the first in the list.
    harness.get_all_by_label("Delete").next().unwrap().click();
    harness.run_steps(3);
    harness.get_by_label_contains("Delete the stored result of ");
    harness.get_by_label("Cancel").click();
    harness.run_steps(3);
    harness.get_all_by_label("Delete").next().unwrap().click();
    harness.run_steps(3);
    harness.get_by_label("Delete results").click();
    wait(&mut harness, |harness| harness.query_by_label_contains("1 puzzle · ").is_some());
    assert!(harness.query_by_label_contains("65 distinct solutions · ").is_none());

    harness.get_by_label("10 GB").click();
    harness.run_steps(3);
    assert_eq!(harness.state().bench.settings.results_limit, 10_000_000_000);
    wait(&mut harness, |harness| harness.query_by_label_contains("1 puzzle · ").is_some());
    harness.get_by_label("Clear all").click();
    harness.run_steps(3);
    harness.get_by_label("Delete results").click();
    wait(&mut harness, |harness| {
        harness.query_by_label_contains("Results are stored here when a run ends").is_some()
    });
    // What is in view stays.
    assert!(harness.state().bench.document.as_ref().unwrap().counts().is_some());
}

/// The values that eframe keeps from one start to the next.
#[derive(Default)]
struct Kept(BTreeMap<String, String>);

impl eframe::Storage for Kept {
    fn get_string(&self, key: &str) -> Option<String> {
        self.0.get(key).cloned()
    }

    fn set_string(&mut self, key: &str, value: String) {
        self.0.insert(key.to_owned(), value);
    }

    fn remove_string(&mut self, key: &str) {
        self.0.remove(key);
    }

    fn flush(&mut self) {}
}

/// A start of the program with what was kept, and what it keeps itself after some steps.
fn started(kept: &Kept, file: Option<PathBuf>) -> (Harness<'_, App>, Kept) {
    let mut harness = crate::ui::testing::builder()
        .with_size([1100.0, 700.0])
        .with_max_steps(16)
        .build_eframe(|context| {
            context.storage = Some(kept);
            App::new(context, file)
        });
    harness.run_steps(3);
    let mut later = Kept::default();
    eframe::App::save(harness.state_mut(), &mut later);
    (harness, later)
}

#[test]
fn the_welcome_comes_at_the_first_start_without_a_file_and_never_again() {
    let first = Kept::default();
    let (harness, later) = started(&first, Some("pentominoes-6x10".into()));
    assert!(harness.state().dialog.is_none(), "a file was asked for");
    assert!(harness.state().bench.document.is_some());

    let (mut harness, last) = started(&later, None);
    assert!(harness.get_by_role_and_label(Role::Button, "Open a classic").is_focused());
    press(&mut harness, Modifiers::NONE, Key::Escape);
    assert!(harness.state().dialog.is_none());
    assert_eq!(harness.state().bench.screen, Screen::Gallery);

    let (harness, _) = started(&last, None);
    assert!(harness.state().dialog.is_none(), "it was shown before");
}

#[test]
fn the_welcome_opens_a_classic_a_game_a_new_puzzle_or_a_file() {
    let mut harness = window();
    assert!(harness.state().dialog.is_none(), "nothing is kept here");
    let choose = |harness: &mut Harness<'_, App>, label: &str| {
        harness.state_mut().send(Command::Welcome);
        harness.run_steps(3);
        harness.get_by_role_and_label(Role::Button, label).click();
        harness.run_steps(4);
        let is_open = matches!(harness.state().dialog, Some(Dialog::Welcome(_)));
        assert!(!is_open, "{label} closes it");
    };
    choose(&mut harness, "Draw your own…");
    harness.get_by_label("Title of the puzzle");
    press(&mut harness, Modifiers::NONE, Key::Escape);
    choose(&mut harness, "Import…");
    // There is no file dialog in a test.
    wait(&mut harness, |h| h.query_by_label("Path, such as ~/puzzles/own.ron").is_some());
    press(&mut harness, Modifiers::NONE, Key::Escape);
    choose(&mut harness, "Open a classic");
    assert_eq!(harness.state().bench.screen, Screen::Design);
    let document = harness.state().bench.document.as_ref().unwrap();
    assert_eq!((document.puzzle.pieces.len(), document.puzzle.board.sites().len()), (12, 60));
    choose(&mut harness, "Play a calendar");
    assert_eq!(harness.state().bench.screen, Screen::Play);
    wait(&mut harness, |h| h.query_by_label("Next day").is_some());
}

#[test]
fn a_report_has_nothing_of_the_user_and_is_saved_as_it_is_shown() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = window();
    let report = |harness: &Harness<'_, App>| match &harness.state().dialog {
        Some(Dialog::Report(report)) => report.text.clone(),
        _ => panic!("the report is not open"),
    };
    harness.state_mut().send(Command::ReportProblem);
    harness.run_steps(3);
    harness.get_by_label_contains("\nPuzzle: none is open\n");
    press(&mut harness, Modifiers::NONE, Key::Escape);

    open(&mut harness, "square/pentominoes-6x10.ron");
    harness.state_mut().send(Command::ReportProblem);
    harness.run_steps(3);
    let shown = report(&harness);
    harness.get_by_label_contains(&shown);
    let document = harness.state().bench.document.as_ref().unwrap();
    let options = document.encoding().unwrap().problem.option_count();
    for line in [
        concat!("Polywright ", env!("CARGO_PKG_VERSION")),
        "Window: 1100 × 700 points",
        "Zoom: 100 %",
        "Screen: Design",
        "Lattice: square",
        "Sites: 60, 60 required",
        "Pieces: 12",
        format!("Options: {options}").as_str(),
        "Last run: none",
    ] {
        assert!(shown.lines().any(|shown| shown == line), "{line}\n{shown}");
    }
    assert!(!shown.contains(&document.puzzle.title), "{shown}");
    assert!(!shown.contains(['/', '\\']), "no paths\n{shown}");

    harness.get_by_role_and_label(Role::Button, "Copy").click();
    harness.run_steps(3);
    harness.get_by_label("The report is on the clipboard.");
    harness.get_by_role_and_label(Role::Button, "Save…").click();
    // There is no file dialog in a test.
    let field = "Path, such as ~/report.txt";
    wait(&mut harness, |h| h.query_by_label(field).is_some());
    let path = folder.path().join("report.txt");
    type_into(&mut harness, field, &path.display().to_string());
    press(&mut harness, Modifiers::NONE, Key::Enter);
    wait(&mut harness, |h| h.query_by_label_contains("Wrote the report to").is_some());
    assert_eq!(std::fs::read_to_string(path).unwrap(), shown);
}
