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
            // A key that does nothing here is left to the screen: arrows walk the gallery.
            let meant = shortcuts
                .iter()
                .filter(|(command, shortcut)| {
                    is_press_of(*shortcut, *key, *modifiers)
                        || is_second_key_of(*command, *key, *modifiers)
                })
                .find(|(command, _)| command.available(bench).is_ok());
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

    #[test]
    fn shift_f5_is_not_f5() {
        let f5 = Shortcut { ctrl: false, shift: false, key: "F5" };
        assert!(is_press_of(f5, Key::F5, Modifiers::NONE));
        assert!(!is_press_of(f5, Key::F5, Modifiers::SHIFT));
        assert!(!is_press_of(f5, Key::F5, Modifiers::COMMAND));
    }
}
