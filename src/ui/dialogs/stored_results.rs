//! The stored results of all puzzles: what there is, how much space it takes, and what goes.

use egui::{Align, Frame, Layout, Margin, ScrollArea, Ui, vec2};
use jiff::{Timestamp, Zoned};

use crate::solution::database::{ProblemDigest, ResultSummary};
use crate::text;
use crate::ui::action::{Action, Actions, Model};
use crate::ui::platform::recent;
use crate::ui::replacement::Question;
use crate::ui::widgets;
use crate::ui::widgets::icons::Icon;
use crate::ui::widgets::theme::{Palette, regular};
use crate::workbench::Task;
use crate::workbench::Wake;
use crate::workbench::results::ResultsHandle;

/// Width of the sheet, in points.
const WIDTH: f32 = 640.0;
/// Width of the button at the end of a row, in points.
const BUTTON_WIDTH: f32 = 72.0;
/// The limits that can be chosen, in bytes.
const LIMITS: [(u64, &str); 4] = [
    (500_000_000, "500 MB"),
    (2_000_000_000, "2 GB"),
    (10_000_000_000, "10 GB"),
    (50_000_000_000, "50 GB"),
];

/// The list, while it is read and then.
pub(crate) struct StoredResults {
    list: Task<Vec<ResultSummary>>,
}

impl StoredResults {
    /// Reads the list.
    pub(crate) fn new(results: ResultsHandle, wake: &Wake) -> StoredResults {
        StoredResults::after(results, wake, |_| Ok(()))
    }

    /// Deletes some results, and reads the list of those that are left.
    pub(crate) fn deleting(
        results: ResultsHandle,
        digests: Vec<ProblemDigest>,
        wake: &Wake,
    ) -> StoredResults {
        StoredResults::after(results, wake, move |results| {
            results.delete(&digests).map_err(|error| error.to_string())
        })
    }

    /// Drops what does not fit into a limit that has changed, and reads the list of what is left.
    pub(crate) fn shrinking(results: ResultsHandle, wake: &Wake) -> StoredResults {
        StoredResults::after(results, wake, |results| {
            results.shrink().map_err(|error| error.to_string())
        })
    }

    fn after(
        results: ResultsHandle,
        wake: &Wake,
        first: impl FnOnce(&ResultsHandle) -> Result<(), String> + Send + 'static,
    ) -> StoredResults {
        let work = move |_| {
            first(&results)?;
            results.list().map_err(|error| error.to_string())
        };
        StoredResults { list: Task::start(wake, work) }
    }
}

/// Shows the list; whether it is to be closed.
pub(super) fn show(stored: &mut StoredResults, model: Model, out: &mut Actions, ui: &Ui) -> bool {
    const TITLE: &str = "Stored results";
    stored.list.poll();
    let (is_closed, is_over) = super::sheet(ui, TITLE, WIDTH, |ui| {
        let close =
            |ui: &mut Ui| widgets::icon_button(ui, Icon::Close, "Close stored results").clicked();
        let is_closed = widgets::panel_head(ui, TITLE, "", close).inner;
        match &stored.list {
            Task::Waiting(_) => remark(ui, "Reading the list…"),
            Task::Failed(why) => remark(ui, &format!("The list cannot be read: {why}.")),
            Task::Ready(list) if list.is_empty() => {
                remark(ui, "Results are stored here when a run ends.");
            }
            Task::Ready(list) => {
                let room = (ui.available_height() - 110.0).max(120.0);
                ScrollArea::vertical().max_height(room).show(ui, |ui| rows(list, out, ui));
            }
        }
        super::rule(ui);
        let frame = Frame::new().inner_margin(Margin::symmetric(16, 12));
        frame.show(ui, |ui| foot(stored, model, out, ui));
        is_closed
    });
    is_over || is_closed
}

fn remark(ui: &mut Ui, words: &str) {
    let colour = Palette::current(ui).text2;
    let frame = Frame::new().inner_margin(16);
    frame.show(ui, |ui| widgets::paragraph(ui, words, regular(13.0), colour));
}

/// A row for each result: title, numbers, size, date, and a button that deletes it.
fn rows(list: &[ResultSummary], out: &mut Actions, ui: &mut Ui) {
    let now = recent::now();
    let frame = Frame::new().inner_margin(Margin::symmetric(16, 8));
    frame.show(ui, |ui| {
        for (place, result) in list.iter().enumerate() {
            ui.push_id(("result", place), |ui| row(result, &now, out, ui));
        }
    });
}

fn row(result: &ResultSummary, now: &Zoned, out: &mut Actions, ui: &mut Ui) {
    let size = vec2(ui.available_width(), 46.0);
    ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
        let tip = format!("Delete the stored result of {}", result.title);
        let button = widgets::Button::new("Delete").tooltip(&tip);
        if button.show(ui).clicked() {
            let digests = vec![result.digest];
            let marked = result.marked;
            let title = Some(result.title.clone());
            out.push(Action::Ask(Question::DeleteResults { digests, title, marked }));
        }
        let words = vec2(size.x - BUTTON_WIDTH - 8.0, size.y);
        ui.allocate_ui_with_layout(words, Layout::top_down(Align::Min), |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            let palette = Palette::current(ui);
            ui.add_space(5.0);
            widgets::elided(ui, &result.title, regular(13.0), palette.text, words.x);
            widgets::elided(ui, &facts(result, now), regular(12.0), palette.text2, words.x);
        });
    });
}

/// The numbers of a result, its size and its date, in a line.
fn facts(result: &ResultSummary, now: &Zoned) -> String {
    let counts = &result.counts;
    let found = text::count(counts.distinct, "distinct solution");
    let found = match (result.complete, result.solutions) {
        (true, 0) if counts.distinct > 0 => format!("{found}, only counted"),
        (true, stored) if stored < counts.distinct => {
            format!("{found}, {} of them listed", text::grouped(stored))
        }
        (true, _) => found,
        (false, _) => format!("{found} so far"),
    };
    let marked = match result.marked {
        0 => String::new(),
        marked => format!(" · {} marked", text::grouped(marked)),
    };
    let at = Timestamp::try_from(result.stored_at).unwrap_or(Timestamp::UNIX_EPOCH);
    let when = recent::when(&Zoned::new(at, now.time_zone().clone()), now);
    format!("{found}{marked} · {} · {when}", text::bytes(result.bytes))
}

/// The limit of the space, and the button that clears all.
fn foot(stored: &StoredResults, model: Model, out: &mut Actions, ui: &mut Ui) {
    let palette = Palette::current(ui);
    if let Some(list) = stored.list.get() {
        let bytes = list.iter().map(|result| result.bytes).sum();
        let size = text::bytes(bytes);
        let total = format!("{} · {size} in total", text::count(list.len() as u64, "puzzle"));
        widgets::paragraph(ui, &total, regular(13.0), palette.text);
    }
    let words = "Beyond this limit, the least recently used results are deleted, except those with \
                 marks.";
    widgets::paragraph(ui, words, regular(12.0), palette.text2);
    ui.add_space(8.0);
    let row = vec2(ui.available_width(), 28.0);
    ui.allocate_ui_with_layout(row, Layout::left_to_right(Align::Center), |ui| {
        let mut limit = model.bench.settings.results_limit;
        widgets::segmented(ui, &mut limit, &LIMITS);
        if limit != model.bench.settings.results_limit {
            out.push(Action::LimitResults(limit));
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let list = stored.list.get().map_or(&[][..], Vec::as_slice);
            let clear = widgets::Button::new("Clear all").enabled(!list.is_empty());
            if clear.show(ui).clicked() {
                let digests = list.iter().map(|result| result.digest).collect();
                let marked = list.iter().map(|result| result.marked).sum();
                out.push(Action::Ask(Question::DeleteResults { digests, title: None, marked }));
            }
        });
    });
}
