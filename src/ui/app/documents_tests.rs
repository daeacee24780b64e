//! Documents that are saved, reverted, duplicated, closed and recovered, by accessible labels.

use std::path::{Path, PathBuf};
use std::time::Duration;

use egui::{Key, Modifiers, Role, ViewportCommand, ViewportEvent, ViewportId};
use egui_kittest::kittest::Queryable as _;
use egui_kittest::{Harness, SnapshotResults};

use crate::format;
use crate::lattice;
use crate::puzzle::{BoardForm, Description};
use crate::ui::App;
use crate::ui::action::Action;
use crate::ui::platform::purpose::Purpose;
use crate::workbench::command::BoardAction;
use crate::workbench::{Command, Document, Origin, Screen, SearchSize, Theme};

pub(super) type Window = Harness<'static, App>;

pub(super) const OWN: &str = "(
    format: 1,
    title: \"Own\",
    lattice: Square,
    pieces: [Family(free: 3, copies: (0, 2))],
    board: Rectangle(3, 2),
)
";
const PATH: &str = "Path, such as ~/puzzles/own.ron";

pub(super) fn window() -> Window {
    let mut window = crate::ui::testing::builder()
        .with_size([1100.0, 700.0])
        .with_max_steps(64)
        .build_eframe(|context| App::new(context, None));
    window.step();
    window
}

/// Steps until something holds.
#[track_caller]
pub(super) fn wait(window: &mut Window, holds: impl Fn(&Window) -> bool) {
    for _ in 0..1000 {
        window.step();
        if holds(window) {
            window.run_steps(3);
            return;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    panic!("waited in vain");
}

/// Steps until no file is at work and the open puzzle is known.
pub(super) fn settle(window: &mut Window) {
    window.run_steps(3);
    wait(window, |window| {
        let app = window.state();
        let open = app.bench.document.as_ref();
        let known = !app.bench.drafts.is_looking();
        known
            && !app.files.is_busy()
            && open.is_none_or(|document| !document.analysis().is_waiting())
    });
}

pub(super) fn send(window: &mut Window, command: Command) {
    window.state_mut().send(command);
    settle(window);
}

pub(super) fn press(window: &mut Window, modifiers: Modifiers, key: Key) {
    window.key_press_modifiers(modifiers, key);
    settle(window);
}

#[track_caller]
pub(super) fn click(window: &mut Window, label: &str) {
    window.get_by_role_and_label(Role::Button, label).click();
    settle(window);
}

pub(super) fn shows(window: &Window, label: &str) -> bool {
    window.query_by_label_contains(label).is_some()
}

pub(super) fn document(window: &Window) -> &Document {
    window.state().bench.document.as_ref().expect("a document is open")
}

pub(super) fn title(window: &Window) -> &str {
    &document(window).puzzle.title
}

/// A window with a puzzle file open in which the board has been turned.
pub(super) fn edited(folder: &Path) -> (Window, PathBuf) {
    let path = folder.join("own.ron");
    std::fs::write(&path, OWN).unwrap();
    let mut window = window();
    window.state_mut().open_file(path.clone());
    wait(&mut window, |window| window.state().bench.document.is_some());
    send(&mut window, Command::Board(BoardAction::Turn));
    assert!(document(&window).is_edited());
    (window, path)
}

/// Types a path in place of the one that is proposed, and presses Enter.
fn type_path(window: &mut Window, path: &Path) {
    wait(window, |window| window.query_by_label(PATH).is_some());
    press(window, Modifiers::COMMAND, Key::A);
    window.get_by_label(PATH).type_text(&path.display().to_string());
    settle(window);
    press(window, Modifiers::NONE, Key::Enter);
}

fn commands(window: &Window) -> &[ViewportCommand] {
    &window.output().viewport_output[&ViewportId::ROOT].commands
}

#[test]
fn changes_are_saved_to_their_file_and_the_title_tells_of_them() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, path) = edited(folder.path());
    assert!(shows(&window, "own.ron · edited"));
    press(&mut window, Modifiers::COMMAND, Key::S);
    assert!(shows(&window, &format!("Saved to {}.", path.display())));
    assert!(!document(&window).is_edited() && !shows(&window, "· edited"));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), document(&window).puzzle_text());
    assert_ne!(document(&window).puzzle_text(), OWN);
    assert_eq!(window.state().bench.settings.recent[0].path, path);
    // Undone, it differs from the file again, and the window says so.
    window.state_mut().send(Command::Undo);
    let mut titles = Vec::new();
    for _ in 0..6 {
        window.step();
        titles.extend(commands(&window).iter().filter_map(|command| match command {
            ViewportCommand::Title(title) => Some(title.clone()),
            _ => None,
        }));
    }
    assert_eq!(titles, ["• Own – Polywright"], "said once");
}

#[test]
fn a_file_that_another_program_has_changed_is_replaced_only_after_a_question() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, path) = edited(folder.path());
    let theirs = format!("// from elsewhere\n{OWN}");
    std::fs::write(&path, &theirs).unwrap();
    press(&mut window, Modifiers::COMMAND, Key::S);
    assert!(shows(&window, "Replace own.ron?"));
    // Enter does not lose their version.
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert!(!shows(&window, "Replace own.ron?"));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), theirs);
    assert!(document(&window).is_edited());

    press(&mut window, Modifiers::COMMAND, Key::S);
    window.get_by_label("Replace").click();
    settle(&mut window);
    wait(&mut window, |window| !document(window).is_edited());
    assert_eq!(std::fs::read_to_string(&path).unwrap(), document(&window).puzzle_text());
    // What was saved here is no change by others, and a file that is gone is written anew.
    window.state_mut().send(Command::Undo);
    settle(&mut window);
    press(&mut window, Modifiers::COMMAND, Key::S);
    wait(&mut window, |window| !document(window).is_edited());
    window.state_mut().send(Command::Redo);
    settle(&mut window);
    std::fs::remove_file(&path).unwrap();
    press(&mut window, Modifiers::COMMAND, Key::S);
    wait(&mut window, |window| !document(window).is_edited());
    assert!(path.exists());
}

#[test]
fn a_puzzle_in_the_making_is_saved_under_a_typed_path_and_opened_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window();
    let empty = Description::empty(&lattice::square::LATTICE, BoardForm::Sites(Vec::new()));
    let new = Description { title: "Not yet".to_owned(), ..empty };
    window.state_mut().new_document(new);
    settle(&mut window);
    press(&mut window, Modifiers::COMMAND, Key::S);
    wait(&mut window, |window| window.query_by_label(PATH).is_some());
    use egui_kittest::kittest::NodeT as _;
    let proposed = window.get_by_label(PATH).accesskit_node().value().unwrap_or_default();
    assert!(proposed.ends_with("not-yet.ron"), "{proposed}");
    // A folder that is not there can be mended.
    type_path(&mut window, Path::new("/nowhere/at/all"));
    assert!(shows(&window, "There is no folder /nowhere/at."));
    type_path(&mut window, &folder.path().join("begun"));
    let path = folder.path().join("begun.ron");
    assert_eq!(document(&window).origin, Origin::File(path.clone()));
    assert!(!document(&window).is_edited());

    send(&mut window, Command::CloseDocument);
    assert!(window.state().bench.document.is_none());
    assert_eq!(window.state().bench.screen, Screen::Gallery);
    window.state_mut().open_file(path.clone());
    wait(&mut window, |window| window.state().bench.document.is_some());
    assert_eq!(title(&window), "Not yet");
    assert!(shows(&window, "No pieces yet. Add one, or a whole family."));
    // Who would solve it is told what is missing.
    let missing = crate::files::open(&path).unwrap_err().to_string();
    assert!(missing.contains("no pieces; add one, or a whole family"), "{missing}");
}

#[test]
fn a_file_is_replaced_only_after_a_question() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, own) = edited(folder.path());
    let other = folder.path().join("other.ron");
    std::fs::write(&other, "needs_save").unwrap();
    press(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::S);
    type_path(&mut window, &other);
    assert!(shows(&window, "Replace other.ron?"));
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert!(window.query_by_label(PATH).is_some(), "the path can be mended");
    assert_eq!(std::fs::read_to_string(&other).unwrap(), "needs_save");
    press(&mut window, Modifiers::NONE, Key::Enter);
    click(&mut window, "Replace");
    assert_eq!(std::fs::read_to_string(&other).unwrap(), document(&window).puzzle_text());
    assert_eq!(document(&window).origin, Origin::File(other));
    assert_eq!(std::fs::read_to_string(&own).unwrap(), OWN, "the other file is as it was");
    // Its own file needs no question.
    send(&mut window, Command::Undo);
    press(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::S);
    wait(&mut window, |window| window.query_by_label(PATH).is_some());
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert!(!document(&window).is_edited());
}

#[test]
fn a_file_that_cannot_be_written_is_whole_and_the_changes_are_not_lost() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path().join("puzzles");
    std::fs::create_dir(&home).unwrap();
    let (mut window, path) = edited(&home);
    // The folder cannot be written to, since a file has its name.
    let aside = folder.path().join("aside");
    std::fs::rename(&home, &aside).unwrap();
    std::fs::write(&home, "in the way").unwrap();
    press(&mut window, Modifiers::COMMAND, Key::S);
    assert!(shows(&window, "nothing was changed"));
    assert!(document(&window).is_edited());
    assert_eq!(std::fs::read_to_string(aside.join("own.ron")).unwrap(), OWN);
    // What was to follow the saving does not.
    send(&mut window, Command::CloseDocument);
    click(&mut window, "Save");
    assert_eq!(title(&window), "Own");
    std::fs::remove_file(&home).unwrap();
    std::fs::rename(&aside, &home).unwrap();
    press(&mut window, Modifiers::COMMAND, Key::S);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), document(&window).puzzle_text());
    assert!(!document(&window).is_edited());
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_on_a_disk_that_is_only_read_is_not_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, own) = edited(folder.path());
    let fixed = Path::new("/proc/version");
    let before = std::fs::read(fixed).unwrap();
    window.state_mut().save_to(fixed.to_owned());
    settle(&mut window);
    assert!(shows(&window, "/proc/version: cannot be written"));
    assert!(document(&window).is_edited());
    assert_eq!(document(&window).origin, Origin::File(own));
    assert_eq!(std::fs::read(fixed).unwrap(), before);
}

#[test]
fn nothing_takes_the_place_of_unsaved_changes_without_a_question() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, path) = edited(folder.path());
    let words = document(&window).puzzle_text();
    for command in [Command::CloseDocument, Command::DuplicateDocument] {
        send(&mut window, command);
        assert!(shows(&window, "Save changes to Own?"));
        press(&mut window, Modifiers::NONE, Key::Escape);
        assert_eq!(document(&window).puzzle_text(), words);
        assert!(window.state().dialog.is_none());
    }
    send(&mut window, Command::CloseDocument);
    click(&mut window, "Cancel");
    assert_eq!(title(&window), "Own");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), OWN);
    // Enter saves and goes on.
    send(&mut window, Command::CloseDocument);
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), words);
    assert!(window.state().bench.document.is_none());
    // What was never changed goes without a word.
    window.state_mut().open_bundled(0);
    settle(&mut window);
    send(&mut window, Command::CloseDocument);
    assert!(window.state().bench.document.is_none());
}

#[derive(Debug)]
struct Dropped(PathBuf);

impl egui::DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        std::fs::read(&self.0).map_err(|error| error.to_string())
    }
}

#[test]
fn a_file_that_is_dropped_on_unsaved_changes_opens_in_a_tab_beside_them() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, path) = edited(folder.path());
    let other = folder.path().join("other.ron");
    std::fs::write(&other, OWN.replace("Own", "Other")).unwrap();
    window.input_mut().dropped_files.push(std::sync::Arc::new(Dropped(other)));
    settle(&mut window);
    assert_eq!(title(&window), "Other");
    click(&mut window, "Tab Own");
    assert_eq!(title(&window), "Own");
    assert!(document(&window).is_edited());
    assert_eq!(std::fs::read_to_string(&path).unwrap(), OWN);
}

#[test]
fn discarding_leaves_the_file_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, path) = edited(folder.path());
    press(&mut window, Modifiers::COMMAND, Key::W);
    click(&mut window, "Discard");
    assert!(window.state().bench.document.is_none());
    assert_eq!(window.state().bench.screen, Screen::Gallery);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), OWN);
}

#[test]
fn the_key_that_brings_the_question_up_does_not_answer_it() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, path) = edited(folder.path());
    press(&mut window, Modifiers::COMMAND, Key::K);
    window.get_by_label("Find a command").type_text("close document");
    settle(&mut window);
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert!(shows(&window, "Save changes to Own?"));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), OWN);
}

#[test]
fn the_window_closes_only_when_nothing_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, path) = edited(folder.path());
    let close = |window: &mut Window| {
        let input = window.input_mut();
        let viewport = input.viewports.entry(ViewportId::ROOT).or_default();
        viewport.events.push(ViewportEvent::Close);
        window.step();
        commands(window).contains(&ViewportCommand::CancelClose)
    };
    assert!(close(&mut window), "it stays open");
    settle(&mut window);
    assert!(shows(&window, "Save changes to Own?"));
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert!(close(&mut window));
    settle(&mut window);
    // The words are written before the window closes.
    window.get_by_role_and_label(Role::Button, "Save").click();
    let mut closed = false;
    for _ in 0..500 {
        window.step();
        closed |= commands(&window).contains(&ViewportCommand::Close);
        if closed {
            break;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(closed);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), document(&window).puzzle_text());
    assert!(!close(&mut window));
}

#[test]
fn reverting_is_one_change_that_can_be_taken_back() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, path) = edited(folder.path());
    send(&mut window, Command::Board(BoardAction::Invert));
    send(&mut window, Command::Board(BoardAction::Turn));
    let words = document(&window).puzzle_text();
    send(&mut window, Command::Revert);
    assert!(shows(&window, "Reverted to own.ron."));
    assert!(!document(&window).is_edited());
    assert_eq!(document(&window).history().undo_name(), Some("revert to file"));
    send(&mut window, Command::Undo);
    assert_eq!(document(&window).puzzle_text(), words);
    assert!(document(&window).is_edited());
    // What counts is what the file holds now.
    std::fs::write(&path, OWN.replace("Own", "By hand")).unwrap();
    send(&mut window, Command::Revert);
    assert_eq!(title(&window), "By hand");
    assert!(!document(&window).is_edited());
    // A file that is none any more changes nothing.
    std::fs::write(&path, "(format: 1,").unwrap();
    send(&mut window, Command::Revert);
    assert_eq!(title(&window), "By hand");
    assert!(shows(&window, "own.ron: line 1"));
    std::fs::write(&path, OWN.replace("Square", "Triangle")).unwrap();
    send(&mut window, Command::Revert);
    assert_eq!(title(&window), "By hand");
}

#[test]
fn a_copy_keeps_what_was_found_and_has_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, path) = edited(folder.path());
    press(&mut window, Modifiers::COMMAND, Key::S);
    send(&mut window, Command::Solve);
    wait(&mut window, |window| document(window).counts().is_some_and(|(_, complete)| complete));
    let counts = document(&window).counts();
    send(&mut window, Command::DuplicateDocument);
    assert_eq!(title(&window), "Own copy");
    assert_eq!(document(&window).origin, Origin::New);
    assert!(document(&window).is_edited(), "closing it would lose it");
    assert!(document(&window).history().is_empty());
    assert_eq!(document(&window).counts(), counts);
    assert!(!document(&window).is_outdated());
    send(&mut window, Command::CloseDocument);
    assert!(shows(&window, "Save changes to Own copy?"));
    click(&mut window, "Save as…");
    type_path(&mut window, &folder.path().join("copy.ron"));
    assert!(window.state().bench.document.is_none(), "it goes on with what was asked");
    let copy = std::fs::read_to_string(folder.path().join("copy.ron")).unwrap();
    let original = std::fs::read_to_string(path).unwrap();
    assert_eq!(copy, original.replace("Own", "Own copy"));
}

#[test]
fn solutions_are_not_overwritten_by_their_puzzle() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, _) = edited(folder.path());
    press(&mut window, Modifiers::COMMAND, Key::S);
    send(&mut window, Command::Solve);
    wait(&mut window, |window| document(window).counts().is_some_and(|(_, complete)| complete));
    send(&mut window, Command::Export);
    let path = folder.path().join("own-solutions.ron");
    assert!(!path.exists());
    click(&mut window, "Export");
    assert!(path.exists());
    let solutions = std::fs::read(&path).unwrap();
    window.state_mut().open_file(path.clone());
    settle(&mut window);
    assert_eq!(document(&window).origin, Origin::TakenFrom(path.clone()));
    press(&mut window, Modifiers::COMMAND, Key::S);
    wait(&mut window, |window| window.query_by_label(PATH).is_some());
    assert_eq!(std::fs::read(&path).unwrap(), solutions);
}

#[test]
fn what_is_made_never_replaces_the_file_of_the_puzzle() {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("own.ron");
    let text = "(format: 1, title: \"Own\", lattice: Square, pieces: [Family(free: 4)], \
                board: Rectangle(4, 5))";
    std::fs::write(&source, text).unwrap();
    let mut window = window();
    window.state_mut().open_file(source.clone());
    wait(&mut window, |window| window.state().bench.document.is_some());
    click(&mut window, "Make");
    wait(&mut window, |window| window.state().make.can_export().is_ok());
    for purpose in [Purpose::SavePreset, Purpose::Make] {
        window.state_mut().actions.push(Action::UsePath(purpose, source.clone()));
        wait(&mut window, |window| {
            window.state().message.as_ref().is_some() && !window.state().files.is_busy()
        });
        assert!(shows(
            &window,
            "The puzzle was read from this file, so it is not overwritten. Choose another name."
        ));
        assert_eq!(std::fs::read_to_string(&source).unwrap(), text);
    }
}

#[test]
fn unsaved_work_is_recovered_after_a_crash() {
    let folder = tempfile::tempdir().unwrap();
    let drafts = folder.path().join("drafts");
    let count = || std::fs::read_dir(&drafts).unwrap().count();
    let (mut window, path) = edited(folder.path());
    window.state_mut().keep_drafts(drafts.clone());
    settle(&mut window);
    send(&mut window, Command::Board(BoardAction::Invert));
    send(&mut window, Command::Board(BoardAction::Turn));
    let words = document(&window).puzzle_text();
    // A window that lives keeps its work to itself.
    let mut second = self::window();
    second.state_mut().keep_drafts(drafts.clone());
    settle(&mut second);
    assert!(!shows(&second, "Unsaved work"));
    drop(window);
    // The next one offers it.
    let mut third = self::window();
    third.state_mut().keep_drafts(drafts.clone());
    wait(&mut third, |window| shows(window, "Unsaved work: Own, today"));
    assert!(shows(&third, &format!("Changes to {} that were not saved.", path.display())));
    // Discarding asks first.
    click(&mut third, "Discard");
    assert!(shows(&third, "Discard the unsaved work on Own?"));
    press(&mut third, Modifiers::NONE, Key::Escape);
    click(&mut third, "Recover");
    assert_eq!(document(&third).puzzle_text(), words);
    assert_eq!(document(&third).origin, Origin::File(path.clone()));
    assert!(document(&third).is_edited());
    assert_eq!(count(), 2, "a draft of its own, and its lock");
    press(&mut third, Modifiers::COMMAND, Key::S);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), words);
    send(&mut third, Command::Show(Screen::Gallery));
    assert!(!shows(&third, "Unsaved work"));
    drop(third);
    drop(second);
    assert_eq!(count(), 0, "nothing is left behind");
}

#[test]
fn discarded_work_is_gone() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, _) = edited(folder.path());
    window.state_mut().keep_drafts(folder.path().join("drafts"));
    settle(&mut window);
    drop(window);
    let mut next = self::window();
    next.state_mut().keep_drafts(folder.path().join("drafts"));
    wait(&mut next, |window| shows(window, "Unsaved work: Own"));
    click(&mut next, "Discard");
    click(&mut next, "Discard work");
    assert!(!shows(&next, "Unsaved work"));
    assert_eq!(std::fs::read_dir(folder.path().join("drafts")).unwrap().count(), 0);
}

#[test]
fn the_question_looks_as_recorded() {
    let mut results = SnapshotResults::new();
    let mut window = window();
    let own = crate::format::puzzle_file::read_description(OWN).unwrap();
    window.state_mut().new_document(own);
    send(&mut window, Command::Theme(Theme::Dark));
    send(&mut window, Command::Board(BoardAction::Turn));
    wait(&mut window, |window| {
        matches!(document(window).search_size(), Some(SearchSize::Estimated(_)))
    });
    send(&mut window, Command::CloseDocument);
    window.run_steps(8);
    results.add(crate::ui::testing::pictured(&mut window, "unsaved-changes-dark"));
}

#[test]
fn what_another_window_hands_over_has_no_file_and_is_not_lost() {
    let folder = tempfile::tempdir().unwrap();
    let (window_of_original, _) = edited(folder.path());
    let text = window_of_original.state().bench.copy_text().unwrap();
    let opened = format::puzzle_file::read_draft(text.into()).unwrap();
    assert_eq!(*opened.puzzle.board.sites(), *document(&window_of_original).puzzle.board.sites());
    let mut window = window();
    let app = window.state_mut();
    let wake = app.wake.clone();
    let path = Path::new(format::STANDARD_INPUT);
    app.bench.show_contents(path, format::Contents::Puzzle(opened), &wake);
    app.document_opened();
    settle(&mut window);
    assert_eq!(title(&window), "Own copy");
    assert_eq!(document(&window).origin, Origin::New);
    send(&mut window, Command::CloseDocument);
    assert!(shows(&window, "Save changes to Own copy?"));
    assert!(window.state().bench.document.is_some());
}
