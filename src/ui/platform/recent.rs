//! Recent files and bundled puzzles: where they are and when they were used, in words, and a row
//! for each.
//!
//! Shared by the gallery and the dialog for typing a path.

use std::path::Path;
use std::time::SystemTime;

use egui::{Rect, Response, Role, Sense, Ui, Vec2, WidgetInfo, vec2};
use jiff::{Timestamp, ToSpan as _, Zoned, tz::TimeZone};

use crate::ui::widgets::theme::{GAP, Palette, RADIUS, regular};
use crate::ui::widgets::{self, Line, baseline};
use crate::workbench::settings::RecentFile;

/// Height of a row, in points.
const ROW: f32 = 42.0;
/// Height of the line for what is known.
const NOTE: f32 = 17.0;
/// Side of a picture beside it.
const PICTURE: f32 = 34.0;

/// A recent file or bundled puzzle in words.
pub(crate) struct RecentWords {
    /// Its name, and where it is.
    name: String,
    place: String,
    /// Its name for a screen reader, and its tooltip.
    label: String,
    tip: String,
    /// When it was used.
    used: SystemTime,
    /// The words for what is known of it; empty if nothing is.
    note: String,
}

impl RecentWords {
    /// A file, by its name and its folder.
    pub(crate) fn of_file(file: &RecentFile) -> RecentWords {
        let name = file.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let place = file.path.parent().map(folder_words).unwrap_or_default();
        RecentWords {
            label: format!("{name} in {place}"),
            tip: file.path.display().to_string(),
            used: file.used,
            note: String::new(),
            name,
            place,
        }
    }

    /// A bundled puzzle, by its title.
    pub(crate) fn of_bundled(title: &str, file: &RecentFile) -> RecentWords {
        RecentWords {
            name: title.to_owned(),
            place: "Bundled puzzle".to_owned(),
            label: format!("{title}, bundled puzzle"),
            tip: title.to_owned(),
            used: file.used,
            note: String::new(),
        }
    }

    /// The same with what is known of it.
    pub(crate) fn noted(self, note: String) -> RecentWords {
        RecentWords { note, ..self }
    }
}

/// A file: its name and when it was used, and its folder beneath. The caller acts on `clicked`.
pub(crate) fn row(ui: &mut Ui, file: &RecentFile, now: &Zoned) -> Response {
    row_beside(ui, &RecentWords::of_file(file), now, 0.0)
}

/// A recent file or puzzle, what is known of it in a line of its own, and a picture at the left, which
/// is painted into the rectangle for it.
pub(crate) fn row_with_picture(
    ui: &mut Ui,
    words: &RecentWords,
    now: &Zoned,
    picture: impl FnOnce(&Ui, Rect),
) -> Response {
    let response = row_beside(ui, words, now, PICTURE + GAP);
    if ui.is_rect_visible(response.rect) {
        let place = Rect::from_min_size(response.rect.min + vec2(0.0, 4.0), Vec2::splat(PICTURE));
        picture(ui, place);
    }
    response
}

/// A row whose words begin so far from its left side.
fn row_beside(ui: &mut Ui, words: &RecentWords, now: &Zoned, indent: f32) -> Response {
    let palette = Palette::current(ui);
    let RecentWords { name, place, label, tip, used, note } = words;
    let height = if note.is_empty() { ROW } else { ROW + NOTE };
    let size = vec2(ui.available_width(), height);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| {
        let label = match note.is_empty() {
            true => label.clone(),
            false => format!("{label}: {note}"),
        };
        WidgetInfo::labeled(Role::Button, ui.is_enabled(), label)
    });
    let mut is_told = false;
    if ui.is_rect_visible(rect) {
        let painter = ui.painter();
        let hover = rect.expand2(vec2(6.0, 0.0));
        if response.is_pointer_button_down_on() {
            painter.rect_filled(hover, RADIUS, palette.pressed);
        } else if response.hovered() {
            painter.rect_filled(hover, RADIUS, palette.hover);
        }
        let used = Zoned::new(
            Timestamp::try_from(*used).unwrap_or(Timestamp::UNIX_EPOCH),
            now.time_zone().clone(),
        );
        let when = Line::whole(ui, &when(&used, now), regular(11.0), palette.text3);
        let ring = rect.expand2(vec2(2.0, -2.0));
        let rect = rect.with_min_x(rect.left() + indent);
        let room = rect.width() - when.width() - GAP;
        let whole = Line::whole(ui, name, regular(13.0), palette.text);
        is_told = tip == name && whole.width() <= rect.width();
        let lines = [
            (name, 13.0, 13.0, palette.text, rect.width()),
            (place, 30.0, 12.0, palette.text2, room),
            (note, 47.0, 12.0, palette.text2, rect.width()),
        ];
        for (words, middle, size, colour, room) in lines {
            let line = Line::new(ui, words, regular(size), colour, room);
            line.left(painter, rect.left(), baseline(rect.top() + middle, size));
        }
        when.right(painter, rect.right(), baseline(rect.top() + 30.0, 12.0));
        widgets::focus_ring(ui, &response, ring, RADIUS);
    }
    if is_told { response } else { response.on_hover_text(tip) }
}

/// The time now, in the time zone of the desktop.
pub(crate) fn now() -> Zoned {
    Timestamp::now().to_zoned(TimeZone::system())
}

/// A folder as it is shown: the home folder as `~`.
fn folder_words(folder: &Path) -> String {
    let home = std::env::home_dir().filter(|home| !home.as_os_str().is_empty());
    match home.and_then(|home| folder.strip_prefix(home).ok().map(Path::to_owned)) {
        Some(rest) if rest.as_os_str().is_empty() => "~".to_owned(),
        Some(rest) => format!("~{}{}", std::path::MAIN_SEPARATOR, rest.display()),
        None => folder.display().to_string(),
    }
}

/// When a file was used, as briefly as the distance allows.
pub(crate) fn when(used: &Zoned, now: &Zoned) -> String {
    let yesterday = now.date().saturating_sub(1.day());
    if used.date() == now.date() {
        format!("today {}", used.strftime("%H:%M"))
    } else if used.date() == yesterday {
        "yesterday".to_owned()
    } else if used.year() == now.year() {
        used.strftime("%-d %B").to_string()
    } else {
        used.strftime("%-d %B %Y").to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_farther_back_the_less_is_said_of_the_hour() {
        let at = |text: &str| text.parse::<Zoned>().unwrap();
        let now = at("2026-11-21T14:30+00:00[+00:00]");
        for (used, words) in [
            ("2026-11-21T14:02+00:00[+00:00]", "today 14:02"),
            ("2026-11-20T23:59+00:00[+00:00]", "yesterday"),
            ("2026-11-18T08:00+00:00[+00:00]", "18 November"),
            ("2025-12-01T08:00+00:00[+00:00]", "1 December 2025"),
        ] {
            assert_eq!(when(&at(used), &now), words);
        }
    }
}
