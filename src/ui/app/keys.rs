//! Key presses that mean commands.
//!
//! Every press counts, in its order and with the modifiers that it was made with: between two
//! frames there may be several.

use egui::{Event, Key, Modifiers, Ui};

use crate::ui::widgets::focus::{self, KeptKeys};
use crate::workbench::command::Shortcut;
use crate::workbench::{Command, Workbench};

/// Takes the presses that mean commands out of the input; the commands in their order.
pub(super) fn take(bench: &Workbench, ui: &Ui) -> Vec<Command> {
    let focus = Focus {
        text: ui.ctx().text_edit_focused(),
        widget: ui.ctx().egui_wants_keyboard_input(),
        kept: focus::kept_keys(ui.ctx()),
    };
    let shortcuts: Vec<(Command, Shortcut)> =
        Command::ALL.iter().filter_map(|&c| Some((c, c.shortcut()?))).collect();
    let mut commands = Vec::new();
    ui.input_mut(|input| {
        input.events.retain(|event| {
            let Event::Key { key, pressed: true, modifiers, .. } = event else { return true };
            if focus.keeps(*key, *modifiers) {
                return true;
            }
            let asked = shortcuts.iter().filter(|(command, shortcut)| {
                is_press_of(*shortcut, *key, *modifiers)
                    || is_second_key_of(*command, *key, *modifiers)
            });
            let asked: Vec<&(Command, Shortcut)> = asked.collect();
            // What cannot be done now says why. A plain key that does nothing here is left to the
            // screen: arrows walk the gallery.
            let is_available =
                |(command, _): &&&(Command, Shortcut)| command.available(bench).is_ok();
            let meant = asked.iter().find(is_available).or_else(|| {
                asked.first().filter(|(_, shortcut)| shortcut.ctrl || is_function_key(*key))
            });
            commands.extend(meant.map(|(command, _)| *command));
            meant.is_none()
        });
    });
    commands
}

/// The widget that has the keyboard focus.
#[derive(Clone, Copy)]
struct Focus {
    /// True if a text field has it.
    text: bool,
    /// True if any widget has it.
    widget: bool,
    /// The keys that the widget keeps for itself besides those that every widget keeps.
    kept: Option<KeptKeys>,
}

impl Focus {
    /// Returns whether a press belongs to the focused widget, and never means a command.
    fn keeps(self, key: Key, modifiers: Modifiers) -> bool {
        let with_ctrl = modifiers.command || modifiers.ctrl;
        if self.text {
            // Letters and signs, capital ones too, and what moves the cursor are the field's, and
            // so are its own shortcuts.
            let own = matches!(key, Key::A | Key::C | Key::V | Key::X | Key::Y | Key::Z);
            return if with_ctrl { own } else { !is_function_key(key) };
        }
        if self.kept.is_some_and(|kept| kept.contain(key, modifiers)) {
            return true;
        }
        let bare = !with_ctrl && !modifiers.shift;
        self.widget && bare && matches!(key, Key::Space | Key::ArrowLeft | Key::ArrowRight)
    }
}

/// Returns whether a key is one of F1 to F35, which no text field uses.
fn is_function_key(key: Key) -> bool {
    let number = key.name().strip_prefix('F');
    number.is_some_and(|number| number.parse::<u8>().is_ok())
}

/// Returns whether a press is the second key of a command: many programs redo with Ctrl+Y.
fn is_second_key_of(command: Command, key: Key, modifiers: Modifiers) -> bool {
    let redo = Shortcut { ctrl: true, shift: false, key: "Y" };
    command == Command::Redo && is_press_of(redo, key, modifiers)
}

/// Returns whether a press is that of a shortcut and of no other.
fn is_press_of(shortcut: Shortcut, key: Key, modifiers: Modifiers) -> bool {
    let Some(wanted) = Key::from_name(shortcut.key) else { return false };
    let ctrl = if shortcut.ctrl { Modifiers::COMMAND } else { Modifiers::NONE };
    if wanted == Key::Plus {
        // The plus sign needs Shift on many keyboards, where it may arrive as "=".
        return matches!(key, Key::Plus | Key::Equals) && modifiers.matches_logically(ctrl);
    }
    // egui overlooks a Shift or an Alt too many, so that Shift+F5 would be F5 once nothing is
    // left to be stopped.
    let is_exact = modifiers.shift == shortcut.shift && !modifiers.alt;
    key == wanted && is_exact && modifiers.matches_logically(ctrl)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::testing;
    use crate::workbench::Screen;

    #[test]
    fn f_is_a_letter_and_f5_a_function_key() {
        assert!(!is_function_key(Key::F));
        assert!(is_function_key(Key::F1) && is_function_key(Key::F35));
    }

    #[test]
    fn a_text_field_keeps_every_letter_and_its_own_shortcuts() {
        let typing = Focus { text: true, widget: true, kept: None };
        for command in Command::ALL {
            let Some(shortcut) = command.shortcut().filter(|s| !s.ctrl) else { continue };
            let key = Key::from_name(shortcut.key).expect("a key that egui knows");
            let shift = if shortcut.shift { Modifiers::SHIFT } else { Modifiers::NONE };
            assert_eq!(typing.keeps(key, shift), !is_function_key(key), "{command:?}");
        }
        assert!(typing.keeps(Key::Z, Modifiers::COMMAND));
        assert!(!typing.keeps(Key::S, Modifiers::COMMAND));
    }

    /// The commands that the press of a shortcut means in a window without a focus.
    fn pressed(bench: &Workbench, shortcut: Shortcut) -> Vec<Command> {
        let Shortcut { ctrl, shift, .. } = shortcut;
        let modifiers = Modifiers { ctrl, command: ctrl, shift, ..Modifiers::NONE };
        let key = Key::from_name(shortcut.key).expect("a key that egui knows");
        let event = Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers };
        let input = egui::RawInput { events: vec![event], ..Default::default() };
        let mut commands = Vec::new();
        let context = egui::Context::default();
        let mut output = context.run_ui(input, |ui| commands.extend(take(bench, ui)));
        output.textures_delta.clear();
        commands
    }

    /// Every shortcut that is shown does its command where that is available; one with Ctrl, or a
    /// function key, says otherwise why it does nothing.
    fn check(bench: &Workbench, state: &str) {
        let keys: Vec<(Command, Shortcut)> =
            Command::ALL.iter().filter_map(|&c| Some((c, c.shortcut()?))).collect();
        for &(command, shortcut) in &keys {
            let meant = pressed(bench, shortcut);
            if command.available(bench).is_ok() {
                assert_eq!(meant, [command], "{} on {state}", shortcut.words());
                continue;
            }
            let others = keys.iter().filter(|(_, other)| *other == shortcut);
            let is_free = others.clone().all(|(other, _)| other.available(bench).is_err());
            let key = Key::from_name(shortcut.key).expect("a key that egui knows");
            if is_free && (shortcut.ctrl || is_function_key(key)) {
                let is_said = meant.iter().any(|meant| others.clone().any(|(c, _)| c == meant));
                assert!(is_said, "{} says nothing on {state}", shortcut.words());
            }
        }
    }

    #[test]
    fn every_shortcut_does_its_command_or_says_why_not_on_every_screen() {
        let mut window = testing::window();
        testing::settle(&mut window);
        check(&window.state().bench, "the gallery");
        for name in ["pentominoes-6x10", "soma-cube", "a-puzzle-a-day", "queens-4"] {
            let mut window = testing::opened(name);
            let mut screens = vec![Screen::Design, Screen::Run, Screen::Steps, Screen::Make];
            check(&window.state().bench, name);
            if name != "a-puzzle-a-day" {
                testing::solve(&mut window);
                screens.push(Screen::Solutions);
            } else {
                screens.push(Screen::Variants);
            }
            for screen in screens {
                testing::send(&mut window, Command::Show(screen));
                check(&window.state().bench, &format!("{screen:?} of {name}"));
            }
        }
    }

    #[test]
    fn shift_f5_is_not_f5() {
        let f5 = Shortcut { ctrl: false, shift: false, key: "F5" };
        assert!(is_press_of(f5, Key::F5, Modifiers::NONE));
        assert!(!is_press_of(f5, Key::F5, Modifiers::SHIFT));
        assert!(!is_press_of(f5, Key::F5, Modifiers::COMMAND));
    }
}
