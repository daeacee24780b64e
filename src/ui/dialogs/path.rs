//! A typed path: to open a file, to save the document or the run to, or to continue one from.

use std::path::{Path, PathBuf};

use egui::{Frame, Id, Key, Margin, Modifiers, Ui};

use crate::ui::action::{Action, Actions, Model};
use crate::ui::platform::purpose::{Purpose, Wording};
use crate::ui::platform::recent;
use crate::ui::widgets;
use crate::workbench::settings::RecentFile;

/// Width of the sheet, in points.
const WIDTH: f32 = 560.0;
/// The number of recent files offered.
const RECENT: usize = 8;

/// Shows the field; whether it is to be closed. It stays until the file has been read, so that
/// a slip of the pen can be fixed.
pub(super) fn show(
    purpose: Purpose,
    typed: &mut String,
    model: Model,
    out: &mut Actions,
    ui: &Ui,
) -> bool {
    let wording = purpose.wording();
    let (((entered, cancelled), chosen), is_over) =
        super::typed_sheet(ui, wording.title, WIDTH, |ui| {
            widgets::panel_head(ui, wording.title, wording.about, |_| {});
            let entered = path_field(&wording, typed, ui);
            let recent = &model.bench.settings.recent[..];
            let offers_recent = purpose == Purpose::Open && !recent.is_empty();
            (entered, offers_recent.then(|| recent_files(recent, ui)).flatten())
        });
    if let Some(path) = chosen {
        out.push(Action::OpenRecent(path));
    } else if entered && !typed.trim().is_empty() {
        return use_path(purpose, expanded(typed.trim()), out) || is_over;
    }
    is_over || cancelled
}

/// The field for the path and its buttons; whether the path was entered, and whether that was cancelled.
fn path_field(wording: &Wording, typed: &mut String, ui: &mut Ui) -> (bool, bool) {
    let (mut entered, mut cancelled) = (false, false);
    Frame::new().inner_margin(Margin::symmetric(16, 12)).show(ui, |ui| {
        // Fields for other paths do not share where the cursor is.
        let id = Id::unique(("path", wording.title));
        if ui.memory(|memory| memory.focused()).is_none() {
            ui.memory_mut(|memory| memory.request_focus(id));
            widgets::select_stem(ui, id, typed);
        }
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 8.0;
            let room = ui.available_width() - 116.0 - 108.0;
            ui.allocate_ui(egui::vec2(room, 28.0), |ui| {
                widgets::text_field(ui, typed, wording.hint, id);
            });
            let is_ready = !typed.trim().is_empty();
            let button = widgets::Button::new(wording.button).hint("Enter").primary();
            let button = button.enabled(is_ready).min_width(108.0).tooltip(wording.tip);
            entered = button.show(ui).clicked();
            cancelled =
                widgets::Button::new("Cancel").hint("Esc").min_width(100.0).show(ui).clicked();
        });
        // A recent file or the button keeps Enter to itself.
        let focused = ui.memory(|memory| memory.focused());
        if focused.is_none_or(|focused| focused == id)
            && ui.input_mut(|i| i.consume_key(Modifiers::NONE, Key::Enter))
        {
            entered = true;
        }
    });
    (entered, cancelled)
}

/// The files opened last; the one that was pressed.
fn recent_files(files: &[RecentFile], ui: &mut Ui) -> Option<PathBuf> {
    let mut chosen = None;
    super::rule(ui);
    widgets::section(ui, |ui| {
        widgets::section_title(ui, "Recent files", "");
        let now = recent::now();
        for file in files.iter().take(RECENT) {
            if recent::row(ui, file, &now).clicked() {
                chosen = Some(file.path.clone());
            }
        }
    });
    chosen
}

/// Asks for what the path was entered for; whether the sheet has done its work with that.
fn use_path(purpose: Purpose, path: PathBuf, out: &mut Actions) -> bool {
    if !purpose.is_read() {
        let why = match purpose {
            Purpose::SaveAs => missing_folder(&path),
            _ => trouble_with_new(&path),
        };
        if let Some(why) = why {
            out.complain(why);
            return false;
        }
    }
    // A file that cannot be read, and one that would be replaced, are typed again.
    let stays = matches!(purpose, Purpose::Open | Purpose::SaveAs);
    out.push(Action::UsePath(purpose, path));
    !stays
}

/// That the folder of a file that is to be written does not exist, if so.
pub(super) fn missing_folder(path: &Path) -> Option<String> {
    let folder = path.parent().filter(|folder| !folder.is_dir())?;
    Some(format!("There is no folder {}. Type another path.", folder.display()))
}

/// Why there cannot be a new file at a path, if so: there is no such folder, or there is such a file.
pub(super) fn trouble_with_new(path: &Path) -> Option<String> {
    let taken = || format!("{}: exists already; type another name.", path.display());
    missing_folder(path).or_else(|| path.exists().then(taken))
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
