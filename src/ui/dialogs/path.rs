//! A typed path: to open a file, to save the document or the run to, or to continue one from.

use std::path::{Path, PathBuf};

use egui::{Frame, Id, Key, Margin, Modifiers, Ui};

use crate::ui::action::{Action, Actions, Model};
use crate::ui::platform::files::Purpose;
use crate::ui::platform::recent;
use crate::ui::widgets;
use crate::workbench::settings::RecentFile;

/// Width of the sheet, in points.
const WIDTH: f32 = 560.0;
/// The number of recent files offered.
const RECENT: usize = 8;

/// The texts of the sheet.
struct Wording {
    title: &'static str,
    /// The kind of file that is meant.
    about: &'static str,
    /// The button, and what it does.
    button: &'static str,
    tip: &'static str,
    /// The hint in the empty field.
    hint: &'static str,
}

impl Wording {
    fn new(purpose: Purpose) -> Wording {
        match purpose {
            Purpose::SaveRun => Wording {
                title: "Save run to file",
                about: "A checkpoint file, to resume on another machine",
                button: "Save",
                tip: "Write the run to a new file at this path.",
                hint: "Path, such as ~/puzzles/own.checkpoint",
            },
            Purpose::Variants => Wording {
                title: "Export variants",
                about: "Comma-separated values, or RON for a name that ends in .ron",
                button: "Export",
                tip: "Write the listed variants to a new file at this path.",
                hint: "Path, such as ~/puzzles/variants.csv",
            },
            Purpose::PlayRecord => Wording {
                title: "Export record of play",
                about: "Comma-separated values, as .csv",
                button: "Export",
                tip: "Write the record to a new file at this path.",
                hint: "Path, such as ~/puzzles/record.csv",
            },
            Purpose::Make => Wording {
                title: "Export sheets, plates or pages",
                about: "Sheets as .svg, .dxf or .pdf, plates as .3mf or .stl, pages as .pdf",
                button: "Export",
                tip: "Write to a new file at this path, or to several files beside it.",
                hint: "Path, such as ~/puzzles/sheets.svg",
            },
            Purpose::Moves => Wording {
                title: "Export moves",
                about: "A sheet as .pdf, a page as .html, a file for each move as .svg or .png, an animation as .apng",
                button: "Export",
                tip: "Write to a new file at this path, or to several files beside it.",
                hint: "Path, such as ~/puzzles/moves.pdf",
            },
            Purpose::Report => Wording {
                title: "Save report",
                about: "A report of a problem, as text",
                button: "Save",
                tip: "Write the report to a new file at this path.",
                hint: "Path, such as ~/report.txt",
            },
            Purpose::Proof => Wording {
                title: "Save reason",
                about: "A picture as .svg, or a certificate as .ron",
                button: "Save",
                tip: "Write the reason to a new file at this path.",
                hint: "Path, such as ~/puzzles/no-solution.ron",
            },
            Purpose::Certificate => Wording {
                title: "Export certificate",
                about: "The counts and the engines that agree, as .ron",
                button: "Export",
                tip: "Write the certificate to a new file at this path.",
                hint: "Path, such as ~/puzzles/own-certificate.ron",
            },
            Purpose::LoadPreset => Wording {
                title: "Load preset",
                about: "Settings for making (.ron)",
                button: "Load",
                tip: "Use the settings in the file at this path.",
                hint: "Path, such as ~/puzzles/printer.ron",
            },
            Purpose::SavePreset => Wording {
                title: "Save preset",
                about: "Settings for making (.ron)",
                button: "Save",
                tip: "Write the settings to a new file at this path.",
                hint: "Path, such as ~/puzzles/printer.ron",
            },
            Purpose::Engrave => Wording {
                title: "Engrave a picture",
                about: "A picture of paths, as .svg",
                button: "Engrave",
                tip: "Engrave the picture in the file at this path.",
                hint: "Path, such as ~/pictures/logo.svg",
            },
            Purpose::SaveAs => Wording {
                title: "Save as",
                about: "A puzzle (.ron)",
                button: "Save",
                tip: "Save the puzzle to the file at this path.",
                hint: "Path, such as ~/puzzles/own.ron",
            },
            Purpose::ContinueRun => Wording {
                title: "Resume run from file",
                about: "A checkpoint of this puzzle",
                button: "Resume",
                tip: "Resume the run in the file at this path.",
                hint: "Path, such as ~/puzzles/own.checkpoint",
            },
            Purpose::Open | Purpose::Export => Wording {
                title: "Open path",
                about: "A puzzle or solutions (.ron)",
                button: "Open",
                tip: "Open the file at this path.",
                hint: "Path, such as ~/puzzles/own.ron",
            },
        }
    }
}

/// Shows the field; whether it is to be closed. It stays until the file has been read, so that
/// a slip of the pen can be fixed.
pub(super) fn show(
    purpose: Purpose,
    typed: &mut String,
    model: Model,
    out: &mut Actions,
    ui: &Ui,
) -> bool {
    let wording = Wording::new(purpose);
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
    let writes = !matches!(
        purpose,
        Purpose::Open | Purpose::ContinueRun | Purpose::LoadPreset | Purpose::Engrave
    );
    if let Some(why) = writes.then(|| missing_folder(&path)).flatten() {
        out.complain(why);
        return false;
    }
    match purpose {
        Purpose::SaveRun
        | Purpose::Variants
        | Purpose::PlayRecord
        | Purpose::Make
        | Purpose::Moves
        | Purpose::Report
        | Purpose::Proof
        | Purpose::Certificate
        | Purpose::SavePreset
            if path.exists() =>
        {
            out.complain(format!("{}: exists already; type another name.", path.display()));
            false
        }
        Purpose::SaveRun => {
            out.push(Action::SaveRun(path));
            true
        }
        Purpose::Variants => {
            out.push(Action::WriteVariants(path));
            true
        }
        Purpose::PlayRecord => {
            out.push(Action::WriteRecord(path));
            true
        }
        Purpose::Make => {
            out.push(Action::WriteMade(path));
            true
        }
        Purpose::Moves => {
            out.push(Action::WriteMoves(path));
            true
        }
        Purpose::Report => {
            out.push(Action::WriteReport(path));
            true
        }
        Purpose::Proof => {
            out.push(Action::WriteProof(path));
            true
        }
        Purpose::Certificate => {
            out.push(Action::WriteCertificate(path));
            true
        }
        Purpose::LoadPreset => {
            out.push(Action::LoadPreset(path));
            true
        }
        Purpose::SavePreset => {
            out.push(Action::SavePreset(path));
            true
        }
        Purpose::Engrave => {
            out.push(Action::Engrave(path));
            true
        }
        Purpose::ContinueRun => {
            out.push(Action::ContinueRun(path));
            true
        }
        Purpose::SaveAs => {
            out.push(Action::SaveAsTyped(path));
            false
        }
        Purpose::Open | Purpose::Export => {
            out.push(Action::OpenFile(path));
            false
        }
    }
}

/// That the folder of a file that is to be written does not exist, if so.
pub(super) fn missing_folder(path: &Path) -> Option<String> {
    let folder = path.parent().filter(|folder| !folder.is_dir())?;
    Some(format!("There is no folder {}. Type another path.", folder.display()))
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
