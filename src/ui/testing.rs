//! What window tests have in common: a window, its document, and hands to drive it.

use egui::{Event, Modifiers, PointerButton, Pos2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;

use super::App;
use crate::workbench::{Command, Document};

/// A window that is stepped by hand.
pub(crate) type Window = Harness<'static, App>;

/// A window with the gallery.
pub(crate) fn window() -> Window {
    Harness::builder()
        .with_size([1440.0, 900.0])
        .with_max_steps(64)
        .build_eframe(|context| App::new(context, None))
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
        if open.is_none_or(|document| !document.analysis.is_waiting()) {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    window.run_steps(3);
}

/// Compares the window with its picture, once nothing is measured any more.
pub(crate) fn pictured(
    window: &mut Window,
    name: impl Into<String>,
) -> Result<(), egui_kittest::SnapshotError> {
    for _ in 0..4000 {
        let document = window.state().bench.document.as_ref();
        let words = document.and_then(|document| document.search_words());
        if words.as_deref() != Some("measuring") {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
        window.step();
    }
    window.run_steps(2);
    window.try_snapshot(name)
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
