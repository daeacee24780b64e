//! The record of play: what of the open puzzle, or of all puzzles, was solved by hand, the latest first.

use std::time::UNIX_EPOCH;

use egui::{Align, Frame, Layout, Margin, ScrollArea, Ui, vec2};
use jiff::{Timestamp, Zoned};

use crate::solution::database::PlayEntry;
use crate::text;
use crate::ui::action::{Action, Actions, Model};
use crate::ui::platform::recent;
use crate::ui::widgets;
use crate::ui::widgets::icons::Icon;
use crate::ui::widgets::theme::{Palette, regular};
use crate::workbench::{Task, Wake, Workbench};

/// Width of the sheet, and height of a row, in points.
const WIDTH: f32 = 520.0;
const ROW: f32 = 42.0;
/// The height of all but the rows, and the least height of those, in points.
const HEAD_AND_FOOT: f32 = 110.0;
const MIN_HEIGHT: f32 = 120.0;

/// The name of the sheet.
const TITLE: &str = "Record of play";

/// Whose record is shown.
#[derive(Clone, Copy, PartialEq)]
enum Of {
    Puzzle,
    All,
}

/// The record of the open puzzle and of all puzzles.
pub(crate) struct PlayRecord {
    of: Of,
    all: Task<Vec<PlayEntry>>,
}

impl PlayRecord {
    /// Of the open puzzle where something of it was solved, otherwise of all.
    pub(crate) fn new(bench: &Workbench, wake: &Wake) -> PlayRecord {
        let results = bench.results.handle();
        let all = Task::start(wake, move |_| Ok(results.all_plays()));
        let of = if own(bench).is_empty() { Of::All } else { Of::Puzzle };
        PlayRecord { of, all }
    }

    /// The entries that are shown, the earliest first; `None` while they are read. What has just
    /// been solved may not be kept yet.
    fn entries(&self, bench: &Workbench) -> Option<Vec<PlayEntry>> {
        let own = own(bench);
        if self.of == Of::Puzzle {
            return Some(own.to_vec());
        }
        let kept = self.all.get()?;
        let seconds =
            |entry: &PlayEntry| entry.at.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
        let is_same = |a: &PlayEntry, b: &PlayEntry| {
            (&a.title, &a.variant, seconds(a)) == (&b.title, &b.variant, seconds(b))
        };
        let new = own.iter().filter(|entry| !kept.iter().any(|other| is_same(entry, other)));
        Some(kept.iter().chain(new).cloned().collect())
    }
}

/// The record of the open puzzle.
fn own(bench: &Workbench) -> &[PlayEntry] {
    if bench.document.is_some() { bench.play.record().entries() } else { &[] }
}

/// Shows the list; whether it is to be closed.
pub(super) fn show(state: &mut PlayRecord, model: Model, out: &mut Actions, ui: &Ui) -> bool {
    state.all.poll();
    let shows_times = model.bench.settings.play.clock;
    let (is_closed, is_over) = super::sheet(ui, TITLE, WIDTH, |ui| {
        let close =
            |ui: &mut Ui| widgets::icon_button(ui, Icon::Close, "Close record of play").clicked();
        let entries = state.entries(model.bench);
        let caption = match entries.as_ref().map_or(0, Vec::len) {
            0 => String::new(),
            n => format!("{} solved", text::grouped(n as u64)),
        };
        let is_closed = widgets::panel_head(ui, TITLE, &caption, close).inner;
        let entries = entries.unwrap_or_default();
        if entries.is_empty() {
            let colour = Palette::current(ui).text2;
            let words = if state.all.is_waiting() { "Reading…" } else { "Nothing solved yet." };
            Frame::new().inner_margin(16).show(ui, |ui| {
                widgets::paragraph(ui, words, regular(13.0), colour);
            });
        } else {
            rows(&entries, shows_times, ui);
        }
        super::rule(ui);
        Frame::new().inner_margin(Margin::symmetric(16, 12)).show(ui, |ui| {
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 8.0;
                if model.bench.document.is_some() {
                    let whose = [(Of::Puzzle, "This puzzle"), (Of::All, "All puzzles")];
                    widgets::segmented(ui, &mut state.of, &whose);
                }
                let tip = "Write what is listed as comma-separated values.";
                let button = widgets::Button::new("Export CSV…").icon(Icon::Download).tooltip(tip);
                if button.enabled(!entries.is_empty()).show(ui).clicked() {
                    let stem = model.bench.document.as_ref().filter(|_| state.of == Of::Puzzle);
                    let stem = stem.map_or_else(|| "play".to_owned(), |own| own.stem());
                    let file = RecordFile { stem, rows: entries.len(), text: csv(&entries) };
                    out.push(Action::SaveRecord(file));
                }
            });
        });
        is_closed
    });
    is_over || is_closed
}

/// A record that is to be written to a file.
#[derive(Clone, Debug)]
pub(crate) struct RecordFile {
    /// The beginning of the proposed name.
    pub(crate) stem: String,
    /// The number of rows below the headings.
    pub(crate) rows: usize,
    /// The record as comma-separated values.
    pub(crate) text: String,
}

fn rows(entries: &[PlayEntry], shows_times: bool, ui: &mut Ui) {
    let now = recent::now();
    let room = (super::extent(ui.ctx()).1 - HEAD_AND_FOOT).max(MIN_HEIGHT);
    let area = ScrollArea::vertical().max_height(room).auto_shrink([false, true]);
    area.show_rows(ui, ROW, entries.len(), |ui, range| {
        for entry in range.filter_map(|n| entries.iter().rev().nth(n)) {
            Frame::new().inner_margin(Margin::symmetric(16, 0)).show(ui, |ui| {
                let size = vec2(ui.available_width(), ROW);
                ui.allocate_ui_with_layout(size, Layout::top_down(Align::Min), |ui| {
                    ui.spacing_mut().item_spacing.y = 0.0;
                    let palette = Palette::current(ui);
                    let name = match entry.variant.is_empty() {
                        true => entry.title.clone(),
                        false => format!("{} · {}", entry.title, entry.variant),
                    };
                    let facts = words(entry, shows_times, &now);
                    ui.add_space(4.0);
                    widgets::elided(ui, &name, regular(13.0), palette.text, size.x);
                    widgets::elided(ui, &facts, regular(12.0), palette.text2, size.x);
                });
            });
        }
    });
}

/// When something was solved, in what time and with how many hints: "today 14:02 · 3:12 · no hint".
pub(crate) fn words(entry: &PlayEntry, shows_time: bool, now: &Zoned) -> String {
    let at = Timestamp::try_from(entry.at).unwrap_or(Timestamp::UNIX_EPOCH);
    let when = recent::when(&Zoned::new(at, now.time_zone().clone()), now);
    let time = if shows_time { format!(" · {}", text::clock(entry.time)) } else { String::new() };
    format!("{when}{time} · {}", hints(entry.hints))
}

/// "no hint", "1 hint", "2 hints".
fn hints(count: u32) -> String {
    match count {
        0 => "no hint".to_owned(),
        count => text::count(u64::from(count), "hint"),
    }
}

/// The record as comma-separated values, the earliest first.
pub(crate) fn csv(entries: &[PlayEntry]) -> String {
    let mut lines = "puzzle,variant,solved_at,seconds,hints\n".to_owned();
    for entry in entries {
        let at = Timestamp::try_from(entry.at).unwrap_or(Timestamp::UNIX_EPOCH);
        let (title, variant) = (text::csv_field(&entry.title), text::csv_field(&entry.variant));
        let seconds = entry.time.as_secs_f64();
        lines += &format!("{title},{variant},{at},{seconds:.1},{}\n", entry.hints);
    }
    lines
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn entry(hints: u32) -> PlayEntry {
        PlayEntry {
            title: "Days, all".to_owned(),
            variant: "26 Nov".to_owned(),
            at: UNIX_EPOCH + Duration::from_secs(1_795_780_920),
            time: Duration::from_millis(192_400),
            hints,
        }
    }

    #[test]
    fn an_entry_is_said_in_words_and_written_as_a_row() {
        let now: Zoned = "2026-11-28T14:30+00:00[+00:00]".parse().unwrap();
        assert_eq!(words(&entry(0), true, &now), "yesterday · 3:12 · no hint");
        assert_eq!(words(&entry(2), false, &now), "yesterday · 2 hints");
        assert_eq!(
            csv(&[entry(1)]),
            "puzzle,variant,solved_at,seconds,hints\n\
             \"Days, all\",26 Nov,2026-11-27T12:02:00Z,192.4,1\n"
        );
    }
}
