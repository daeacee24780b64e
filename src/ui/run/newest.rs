//! The newest solutions, at the right.

use std::time::{Duration, Instant};

use egui::{
    Align, Align2, Frame, Layout, Margin, Panel, Rect, Role, ScrollArea, Sense, Stroke, StrokeKind,
    Ui, WidgetInfo, vec2,
};

use super::RunState;
use crate::job::{Phase, Snapshot};
use crate::text;
use crate::ui::action::{Action, Actions};
use crate::ui::drawing::figure_cache::{FigureCache, SolutionView};
use crate::ui::outcome::listed_when;
use crate::ui::widgets::theme::{GAP, Palette, RADIUS, SIDE, UPPER, regular};
use crate::ui::{suggestions, widgets};
use crate::workbench::reason::Position;
use crate::workbench::{Command, Document, Screen};

/// Least width of a thumbnail, its height, and the height of the line beneath.
const WIDTH: f32 = 104.0;
const HEIGHT: f32 = 93.0;
const LINE: f32 = 26.0;

/// Shows the newest solutions; where there is none, what helps.
pub(super) fn show(
    state: &RunState,
    document: &Document,
    figures: &FigureCache,
    snapshot: &Snapshot,
    out: &mut Actions,
    ui: &mut Ui,
) {
    let colour = Palette::current(ui).text2;
    if document.suggestions().is_some() {
        let helps = ScrollArea::vertical().id_salt("what helps").auto_shrink(false);
        helps.show(ui, |ui| {
            widgets::section(ui, |ui| {
                widgets::section_title(ui, "No solution exists", "");
                reason(document, out, ui);
                suggestions::show(document, out, ui);
            });
        });
        return;
    }
    widgets::column(ui, |ui| {
        widgets::panel_head(ui, "New solutions", "", |ui| {
            widgets::elided(ui, "newest first", regular(12.0), colour, 160.0);
        });
    });
    out.extend(browse_button(document, snapshot, ui));
    let room = ui.available_rect_before_wrap().shrink2(vec2(SIDE, UPPER));
    if state.arrivals.is_empty() {
        let text = match (listed_when(snapshot), &snapshot.phase) {
            _ if document.run_only_counts() && snapshot.is_sweep() => {
                "Only counted, not listed.".to_owned()
            }
            (Some(when), _) => when,
            (None, Phase::Complete) => "None found.".to_owned(),
            (None, _) => "None found yet.".to_owned(),
        };
        let mut inner = ui.new_child(egui::UiBuilder::new().max_rect(room));
        widgets::paragraph(&mut inner, &text, regular(13.0), colour);
    } else {
        thumbnails(state, document, figures, snapshot, room, ui);
    }
}

/// Why there is none, where that was found without a search.
fn reason(document: &Document, out: &mut Actions, ui: &mut Ui) {
    let plan = document.run().map(|run| run.plan());
    let Some(found) = plan.and_then(|plan| plan.impossible.as_ref()) else { return };
    widgets::paragraph(ui, &found.reason, regular(13.0), Palette::current(ui).text);
    ui.add_space(8.0);
    let has_colours = found.colouring.is_some();
    if has_colours && widgets::Button::new("Show the colours").show(ui).clicked() {
        out.push(Action::ShowReason(Position::Start));
    }
    ui.add_space(12.0);
}

/// The button below the solutions; its command if it was pressed.
fn browse_button(document: &Document, snapshot: &Snapshot, ui: &mut Ui) -> Option<Command> {
    let mut asked = None;
    let foot = Frame::new().inner_margin(Margin::symmetric(SIDE as i8, 12));
    Panel::bottom("browse").exact_size(52.0).frame(foot).show(ui, |ui| {
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            let wide = ui.available_width();
            let label = match document.run_only_counts() {
                true => "Show the counts",
                false => "Browse solutions",
            };
            let (has_any, tip) = match document.run_only_counts() {
                true => (true, "Show the numbers of solutions."),
                false
                    if document.shown() == 0
                        && snapshot.is_sweep()
                        && !snapshot.phase.is_over() =>
                {
                    (false, "A frontier sweep lists its solutions at the end.")
                }
                false => (document.shown() > 0, "No solution has been found yet."),
            };
            let button = widgets::Button::new(label).hint("Ctrl+3").min_width(wide);
            let button = if has_any { button } else { button.tooltip(tip) };
            if button.enabled(has_any).show(ui).clicked() {
                asked = Some(Command::Show(Screen::Solutions));
            }
        });
    });
    asked
}

/// As many of the newest solutions as there is room for, each with its number and, while the run
/// goes on, its age.
fn thumbnails(
    state: &RunState,
    document: &Document,
    figures: &FigureCache,
    snapshot: &Snapshot,
    room: Rect,
    ui: &Ui,
) {
    let palette = Palette::current(ui);
    let Some(encoding) = document.solved_encoding() else { return };
    let gap = 2.0 * GAP;
    let columns = ((room.width() + gap) / (WIDTH + gap)).floor().max(1.0);
    let width = ((room.width() + gap) / columns - gap).floor();
    let rows = (room.height() / (HEIGHT + LINE)).floor().max(1.0);
    let places = (columns * rows) as usize;
    let taken = state.arrivals_taken.unwrap_or_else(Instant::now);
    for (i, arrival) in state.arrivals.iter().take(places).enumerate() {
        let (column, row) = (i as f32 % columns, (i as f32 / columns).floor());
        let corner = room.min + vec2(column * (width + gap), row * (HEIGHT + LINE));
        let card = Rect::from_min_size(corner, vec2(width, HEIGHT));
        let number = text::grouped(arrival.number);
        let response = ui.interact(card, ui.scope_id().with(("arrival", i)), Sense::hover());
        response.widget_info(|| {
            WidgetInfo::labeled(Role::Image, true, format!("New solution {number}"))
        });
        let colour = if i == 0 { palette.accent } else { palette.line };
        let stroke = Stroke::new(1.0, colour);
        ui.painter().rect(card, RADIUS, palette.canvas, stroke, StrokeKind::Inside);
        let puzzle = document.solved_puzzle();
        let lying = SolutionView { puzzle, encoding, options: &arrival.options };
        figures.thumbnail(&ui.painter_at(card), lying, card.shrink(8.0));
        let line = |align: Align2, x: f32, text: String, colour| {
            let at = egui::pos2(x, card.bottom() + 11.0);
            ui.painter().text(at, align, text, regular(11.0), colour);
        };
        line(Align2::LEFT_CENTER, card.left() + 1.0, number, palette.text);
        if !snapshot.phase.is_over() {
            let age = age(taken.saturating_duration_since(arrival.at));
            line(Align2::RIGHT_CENTER, card.right() - 1.0, age, palette.text3);
        }
    }
}

/// Describes an age: "now", "12 s", "1:06".
fn age(time: Duration) -> String {
    match time.as_secs() {
        0 => "now".to_owned(),
        seconds @ 1..60 => format!("{seconds}\u{a0}s"),
        _ => text::clock(time),
    }
}
