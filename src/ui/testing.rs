//! Shared parts of window tests: a window, its document, and helpers to drive it.

mod software_renderer;

use std::path::Path;
use std::time::{Duration, Instant};

use egui::accesskit::Role;
use egui::{Event, Modifiers, PointerButton, Pos2};
use egui_kittest::kittest::Queryable;
use egui_kittest::{Harness, HarnessBuilder};

use self::software_renderer::SoftwareRenderer;
use super::App;
use super::replacement::Intent;
use crate::job::Phase;
use crate::puzzle::Description;
use crate::workbench::by_hand::ByHandStatus;
use crate::workbench::solutions::browser::Browser;
use crate::workbench::{Command, Document, Screen, SearchSize};

/// A window that is stepped by hand.
pub(crate) type Window = Harness<'static, App>;

/// A harness that draws without a graphics driver.
pub(crate) fn builder<State>() -> HarnessBuilder<State> {
    Harness::builder().renderer(SoftwareRenderer::default())
}

impl App {
    /// Opens a bundled puzzle by its place in the collection.
    pub(crate) fn open_bundled(&mut self, index: usize) {
        self.intend(Intent::Bundled(index));
    }

    /// Opens a puzzle that was made here.
    pub(crate) fn new_document(&mut self, description: Description) {
        self.intend(Intent::New(Box::new(description)));
    }
}

/// A window of the usual size with the gallery.
pub(crate) fn window() -> Window {
    window_of([1440.0, 900.0])
}

/// A window of some size with the gallery.
pub(crate) fn window_of(size: [f32; 2]) -> Window {
    builder().with_size(size).with_max_steps(64).build_eframe(|context| App::new(context, None))
}

/// Steps until something is the case. The bound is far beyond what a slow machine needs.
pub(crate) fn wait(window: &mut Window, what: &str, done: impl Fn(&Window) -> bool) {
    let began = Instant::now();
    while !done(window) {
        assert!(began.elapsed() < Duration::from_secs(120), "waited in vain: {what}");
        window.step();
        std::thread::sleep(Duration::from_millis(5));
    }
    // Twice: once to show what is the case, once more for what that led to.
    window.run_steps(2);
}

/// Opens a bundled puzzle by the end of its path and waits until it can be solved.
pub(crate) fn open(window: &mut Window, name: &str) {
    let index = crate::format::bundled::ALL.iter().position(|b| b.path.ends_with(name));
    window.state_mut().open_bundled(index.expect("a bundled puzzle"));
    wait(window, "the analysis", |w| document(w).can_solve().is_ok());
}

/// Returns the phase of the open document's run; `None` for one that was requested and is being
/// planned.
pub(crate) fn phase(window: &Window) -> Option<Phase> {
    let document = document(window);
    document.run().filter(|_| !document.is_starting()).map(|run| run.phase())
}

/// Solves the open document to the end.
pub(crate) fn solve(window: &mut Window) {
    send(window, Command::Solve);
    wait(window, "the run", |w| phase(w) == Some(Phase::Complete));
}

/// Asserts that something with a label is there.
pub(crate) fn shows(window: &Window, label: &str) {
    assert!(window.query_all_by_label(label).next().is_some(), "{label}\n{window:?}");
}

/// Types into a field in place of what it has.
pub(crate) fn type_into(window: &mut Window, field: &str, text: &str) {
    window.get_by_label(field).focus();
    window.run_steps(2);
    window.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::A);
    window.run_steps(2);
    window.get_by_label(field).type_text(text);
    window.run_steps(2);
}

/// A window with a bundled puzzle open and analysed, by a part of its path.
pub(crate) fn opened(path: &str) -> Window {
    let mut window = window();
    let index = crate::format::bundled::ALL.iter().position(|b| b.path.contains(path));
    window.state_mut().open_bundled(index.expect("a bundled puzzle"));
    settle(&mut window);
    window
}

/// The document that is open.
pub(crate) fn document(window: &Window) -> &Document {
    window.state().bench.document.as_ref().expect("a document is open")
}

/// Steps until the analysis of the puzzle as it is now has come.
pub(crate) fn settle(window: &mut Window) {
    for _ in 0..2000 {
        window.step();
        let open = window.state().bench.document.as_ref();
        if open.is_none_or(|document| !document.analysis().is_waiting()) {
            break;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    window.run_steps(3);
}

/// Returns whether every measure of the solutions is known.
pub(crate) fn knows_all_measures(browser: &Browser) -> bool {
    browser.measurer().is_some()
        && browser.measures().all(|measure| browser.spread(measure).is_some())
}

/// Compares the window with its picture, once nothing is measured or looked for any more.
pub(crate) fn pictured(
    window: &mut Window,
    name: impl Into<String>,
) -> Result<(), egui_kittest::SnapshotError> {
    for _ in 0..4000 {
        let document = window.state().bench.document.as_ref();
        let size = document.and_then(|document| document.search_size());
        let listed = window.state().bench.screen != Screen::Solutions
            || document.and_then(|document| document.browser()).is_none_or(knows_all_measures);
        let settings = window.state().bench.settings.play;
        let status = document.and_then(|document| document.by_hand_status(settings));
        let counted = !matches!(status, Some(ByHandStatus::Counting(_)));
        let repairs = document.is_some_and(|document| document.is_searching_suggestions());
        if size != Some(SearchSize::Measuring) && listed && counted && !repairs {
            break;
        }
        std::thread::sleep(Duration::from_millis(5));
        window.step();
    }
    window.run_steps(2);
    compared(window, name)
}

/// Compares what is shown with its picture, at once.
pub(crate) fn compared<S>(
    harness: &mut Harness<'_, S>,
    name: impl Into<String>,
) -> Result<(), egui_kittest::SnapshotError> {
    // The file for the registry of Rust packages has no pictures.
    let is_packed = !Path::new("tests/snapshots").is_dir();
    if is_packed { Ok(()) } else { harness.try_snapshot(name) }
}

/// Sends a command.
pub(crate) fn send(window: &mut Window, command: Command) {
    window.state_mut().send(command);
    settle(window);
}

/// Clicks what has a label.
pub(crate) fn click(window: &mut Window, label: &str) {
    window.get_by_label(label).click();
    settle(window);
}

/// Chooses one entry of a list that opens.
pub(crate) fn choose(window: &mut Window, list: &str, entry: &str) {
    window.get_by_label(list).click();
    window.run_steps(3);
    // It may have to be scrolled to.
    window.get_by_role_and_label(Role::Button, entry).click_accesskit();
    window.run_steps(3);
}

/// The middle of what has a label that contains some words.
pub(crate) fn centre(window: &Window, label: &str) -> Pos2 {
    window.get_by_label_contains(label).rect().center()
}

/// Presses the pointer at the first place, moves it through the others, and lets go.
pub(crate) fn drag(window: &mut Window, places: &[Pos2], modifiers: Modifiers) {
    let button = |pos, pressed| Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed,
        modifiers,
    };
    window.event_modifiers(Event::PointerMoved(places[0]), modifiers);
    window.step();
    window.event_modifiers(button(places[0], true), modifiers);
    window.step();
    for &place in &places[1..] {
        window.event_modifiers(Event::PointerMoved(place), modifiers);
        window.step();
    }
    window.event_modifiers(button(places[places.len() - 1], false), modifiers);
    settle(window);
}
