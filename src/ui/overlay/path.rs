//! A typed path: to open a file, to save the document or the run to, or to continue one from.

use std::path::PathBuf;

use egui::{Frame, Id, Key, Margin, Modifiers, Ui};

use crate::ui::action::{Action, Actions, Model};
use crate::ui::files::Purpose;
use crate::ui::kit;
use crate::ui::recent;

/// Width of the sheet, in points.
const WIDTH: f32 = 560.0;
/// How many recent files are offered.
const RECENT: usize = 8;

/// Shows the field; whether it is to be closed. It stays until the file has been read, so that
/// a slip of the pen can be mended.
pub(super) fn show(
    purpose: Purpose,
    typed: &mut String,
    model: Model,
    out: &mut Actions,
    ui: &Ui,
) -> bool {
    let (title, about, label, hint, tip) = match purpose {
        Purpose::SaveRun => (
            "Save run to file",
            "A checkpoint file, to resume on another machine",
            "Save",
            "Path, such as ~/puzzles/own.checkpoint",
            "Write the run to a new file of this path.",
        ),
        Purpose::SaveAs => (
            "Save as",
            "A puzzle, as .ron",
            "Save",
            "Path, such as ~/puzzles/own.ron",
            "Save the puzzle to the file of this path.",
        ),
        Purpose::ContinueRun => (
            "Continue run from file",
            "A checkpoint of this puzzle",
            "Continue",
            "Path, such as ~/puzzles/own.checkpoint",
            "Resume the run in the file at this path.",
        ),
        Purpose::Open | Purpose::Export => (
            "Open path",
            "A puzzle or solutions, as .ron",
            "Open",
            "Path, such as ~/puzzles/own.ron",
            "Open the file of this path.",
        ),
    };
    let mut chosen = None;
    let mut entered = false;
    let ((), is_over) = super::sheet(ui, title, WIDTH, |ui| {
        kit::panel_head(ui, title, about, |_| {});
        Frame::new().inner_margin(Margin::symmetric(16, 12)).show(ui, |ui| {
            let id = Id::unique("path to open");
            super::focus_field(ui, id);
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 8.0;
                let room = ui.available_width() - 116.0;
                ui.allocate_ui(egui::vec2(room, 28.0), |ui| {
                    kit::text_field(ui, typed, hint, id);
                });
                let is_ready = !typed.trim().is_empty();
                let button = kit::Button::new(label).hint("Enter").primary().enabled(is_ready);
                let button = button.min_width(108.0).tooltip(tip);
                entered = button.show(ui).clicked();
            });
            // A recent file or the button keeps Enter to itself.
            let focused = ui.memory(|memory| memory.focused());
            if focused.is_none_or(|focused| focused == id)
                && ui.input_mut(|i| i.consume_key(Modifiers::NONE, Key::Enter))
            {
                entered = true;
            }
        });
        if purpose == Purpose::Open && !model.bench.settings.recent.is_empty() {
            super::rule(ui);
            kit::section(ui, |ui| {
                kit::section_title(ui, "Recent files", "");
                let now = recent::now();
                for file in model.bench.settings.recent.iter().take(RECENT) {
                    if recent::row(ui, file, &now).clicked() {
                        chosen = Some(file.path.clone());
                    }
                }
            });
        }
    });
    if let Some(path) = chosen {
        out.push(Action::OpenRecent(path));
    } else if entered && !typed.trim().is_empty() {
        let path = expanded(typed.trim());
        match purpose {
            Purpose::SaveRun if path.exists() => {
                out.complain(format!("{}: exists already; type another name.", path.display()));
            }
            Purpose::SaveRun => {
                out.push(Action::SaveRun(path));
                return true;
            }
            Purpose::ContinueRun => {
                out.push(Action::ContinueRun(path));
                return true;
            }
            Purpose::SaveAs => out.push(Action::SaveAsTyped(path)),
            Purpose::Open | Purpose::Export => out.push(Action::OpenFile(path)),
        }
    }
    is_over
}

/// A typed path in full: `~` is the home folder, and what is relative begins where the program
/// was started.
pub(super) fn expanded(typed: &str) -> PathBuf {
    expanded_from(typed, std::env::home_dir())
}

fn expanded_from(typed: &str, home: Option<PathBuf>) -> PathBuf {
    let path = match (typed.strip_prefix('~'), home) {
        (Some(""), Some(home)) => home,
        (Some(rest), Some(home)) if rest.starts_with(std::path::is_separator) => {
            home.join(rest.trim_start_matches(std::path::is_separator))
        }
        _ => PathBuf::from(typed),
    };
    std::path::absolute(&path).unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tilde_is_the_home_folder() {
        let home = || Some(PathBuf::from("/home/ada"));
        assert_eq!(expanded_from("~/own.ron", home()), PathBuf::from("/home/ada/own.ron"));
        assert_eq!(expanded_from("~ada/own.ron", home()).file_name().unwrap(), "own.ron");
        assert_eq!(expanded_from("/srv/own.ron", home()), PathBuf::from("/srv/own.ron"));
        assert!(expanded_from("own.ron", None).is_absolute());
    }
}
