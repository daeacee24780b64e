//! The strip across the top: position, time, solutions so far, and the buttons.

use egui::{Align, Layout, Rect, Ui, UiBuilder, Vec2, pos2, vec2};

use super::RunState;
use crate::job::{Forecast, Phase, Snapshot, SweepProgress};
use crate::text;
use crate::ui::outcome::{outcome, percent, steps_words, time_left_words};
use crate::ui::widgets;
use crate::ui::widgets::icons::Icon;
use crate::ui::widgets::theme::{Palette, regular, semibold};
use crate::workbench::Command;

/// Distance of the contents from the sides of the strip.
const MARGIN: f32 = 24.0;
/// Widths of the boxes for the position, the solutions, and the buttons.
const POSITION: f32 = 128.0;
const FOUND: f32 = 144.0;
const BUTTONS: f32 = 272.0;
/// The height of the strip, and that in a compact window, where the time stands below the numbers.
const HEIGHT: f32 = 84.0;
const COMPACT_HEIGHT: f32 = 72.0;

/// The height of the strip.
pub(super) fn height(ui: &Ui) -> f32 {
    if widgets::is_compact(ui.ctx()) { COMPACT_HEIGHT } else { HEIGHT }
}

/// Shows the strip; the command of a button that was pressed.
pub(super) fn show(state: &RunState, snapshot: &Snapshot, ui: &mut Ui) -> Option<Command> {
    let whole = ui.max_rect();
    let over = snapshot.phase.is_over();
    let is_compact = widgets::is_compact(ui.ctx());
    let margin = if is_compact { 12.0 } else { MARGIN };
    let numbers = if is_compact { 52.0 } else { whole.height() };
    let part =
        |left: f32, width: f32| Rect::from_min_size(pos2(left, whole.top()), vec2(width, numbers));
    let position = part(whole.left() + margin, POSITION);
    let room = whole.right() - 3.0 * margin - FOUND - position.right();
    let width = if is_compact { room.min(BUTTONS) } else { BUTTONS };
    let buttons = part(whole.right() - margin - width, width);
    let found = part(buttons.left() - margin - FOUND, FOUND);
    let bar = part(position.right() + margin, found.left() - 2.0 * margin - position.right());

    inside(ui, position, |ui| {
        let (caption, number) = match sweep_of(snapshot) {
            Some(sweep) => ("Steps of the sweep", steps_words(sweep)),
            None => ("Position in the tree", percent(snapshot.position)),
        };
        widgets::headline(ui, caption, &number, POSITION, false);
    });
    match is_compact {
        // The upper line of it.
        true => {
            let below = whole.shrink2(vec2(margin, 0.0)).translate(vec2(0.0, numbers - 16.0));
            time(state, snapshot, ui, below, false);
        }
        false => time(state, snapshot, ui, bar, true),
    }
    inside(ui, found, |ui| {
        let caption = if over { "Distinct solutions" } else { "Solutions so far" };
        // Who counts by a sweep knows nothing before its end.
        let number = if snapshot.phase != Phase::Complete && snapshot.is_sweep() {
            "–".to_owned()
        } else {
            text::grouped(snapshot.counts.distinct)
        };
        let told = widgets::headline(ui, caption, &number, FOUND, true);
        told.on_hover_text("Distinct ones: turned and flipped copies are counted once.");
    });
    if over {
        inside(ui, buttons, |ui| ending(snapshot, ui));
        return None;
    }
    let mut asked = None;
    let builder = UiBuilder::new().max_rect(buttons).layout(Layout::right_to_left(Align::Center));
    ui.scope_builder(builder, |ui| {
        let stop = match is_compact {
            true => widgets::Button::new("Stop").small(),
            false => widgets::Button::new("Stop").icon(Icon::Stop).hint("Shift+F5"),
        };
        if stop.tooltip(Command::Stop.hint()).show(ui).clicked() {
            asked = Some(Command::Stop);
        }
        let (label, icon) = match snapshot.phase {
            Phase::Paused => ("Resume", Icon::Play),
            _ => ("Pause", Icon::Pause),
        };
        let pause = match is_compact {
            true => widgets::Button::new(label).small(),
            false => widgets::Button::new(label).icon(icon).hint("Space").min_width(138.0),
        };
        if pause.tooltip(Command::PauseOrResume.hint()).show(ui).clicked() {
            asked = Some(Command::PauseOrResume);
        }
    });
    asked
}

/// The sweep of a run that has done nothing else.
pub(super) fn sweep_of(snapshot: &Snapshot) -> Option<&SweepProgress> {
    snapshot.sweep.as_ref().filter(|_| snapshot.is_sweep())
}

/// A part of the strip whose contents of 52 points stand in its middle.
fn inside(ui: &mut Ui, rect: Rect, add: impl FnOnce(&mut Ui)) {
    let rect = Rect::from_center_size(rect.center(), vec2(rect.width(), 54.0));
    ui.scope_builder(UiBuilder::new().max_rect(rect), add);
}

/// Shows how the run ended, in place of the buttons.
fn ending(snapshot: &Snapshot, ui: &mut Ui) {
    let palette = Palette::current(ui);
    let text = outcome(snapshot);
    let (icon, ink) = match &snapshot.phase {
        Phase::Complete if snapshot.counts.total > 0 => (Icon::Check, palette.accent),
        Phase::Failed(_) => (Icon::Warning, palette.alert),
        _ => (Icon::Info, palette.text2),
    };
    ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
        let (rect, _) = ui.allocate_exact_size(Vec2::splat(16.0), egui::Sense::hover());
        icon.paint(ui.painter(), rect, ink);
        if snapshot.phase == Phase::Complete && snapshot.counts.total > 0 {
            widgets::elided(ui, &text, semibold(15.0), palette.text, ui.available_width());
            return;
        }
        // Three lines of a message; the rest is in the tooltip.
        let mut job = egui::text::LayoutJob::simple(
            text.clone(),
            regular(13.0),
            palette.text,
            ui.available_width(),
        );
        job.wrap.max_rows = 3;
        let response = ui.add(egui::Label::new(job).wrap());
        if matches!(snapshot.phase, Phase::Failed(_)) {
            response.on_hover_text(text);
        }
    });
}

/// The bar, with what has passed at the left and what is left at the right; only these unless
/// `has_bar`.
fn time(state: &RunState, snapshot: &Snapshot, ui: &mut Ui, rect: Rect, has_bar: bool) {
    let palette = Palette::current(ui);
    let (bold, plain, small) = (semibold(13.0), regular(13.0), regular(11.0));
    let line = |top: f32, height: f32| {
        Rect::from_min_size(pos2(rect.left(), rect.top() + top), vec2(rect.width(), height))
    };
    let forecast = snapshot.forecast.filter(|forecast| forecast.firm);
    let forecast = forecast.map(|forecast| TimeLeft::new(snapshot, forecast));

    let (upper, lower) = (line(14.0, 18.0), line(55.0, 14.0));
    let over = snapshot.phase.is_over();
    let passed = if over { text::elapsed(snapshot.elapsed) } else { text::clock(snapshot.elapsed) };
    let verb = if snapshot.phase == Phase::Paused { " elapsed, paused" } else { " elapsed" };
    let parts = [(&*passed, bold.clone(), palette.text), (verb, plain.clone(), palette.text2)];
    widgets::phrase(ui, upper, &parts, false);
    let clock = |time: &jiff::Zoned| time.strftime("%H:%M:%S").to_string();
    if let Some(started) = state.started.as_ref().filter(|_| has_bar) {
        let text = format!("started {}", clock(started));
        widgets::phrase(ui, lower, &[(&*text, small.clone(), palette.text3)], false);
    }
    if let Some(left) = &forecast {
        let parts = [(&*left.words, bold, palette.text), (" left", plain, palette.text2)];
        widgets::phrase(ui, upper, &parts, true);
        let now = jiff::Zoned::now();
        let ends = [left.least, left.most].map(|time| now.checked_add(time));
        if let ([Ok(least), Ok(most)], Phase::Running) = (ends, &snapshot.phase) {
            // Days ahead a time of day says nothing.
            if has_bar && left.most.as_secs() < 86_400 {
                let text = format!("ends between {} and {}", clock(&least), clock(&most));
                widgets::phrase(ui, lower, &[(&*text, small, palette.text3)], true);
            }
        }
    } else if !over {
        widgets::phrase(ui, upper, &[("measuring", plain, palette.text2)], true);
    }
    if !has_bar {
        return;
    }
    let middle = line(37.0, 12.0);
    ui.scope_builder(UiBuilder::new().max_rect(middle), |ui| {
        let share = snapshot.position as f32;
        widgets::run_bar(ui, share, forecast.map(|left| left.shares));
    });
}

/// The time left, in words and as shares of the bar.
struct TimeLeft {
    words: String,
    least: std::time::Duration,
    most: std::time::Duration,
    shares: (f32, f32),
}

impl TimeLeft {
    fn new(snapshot: &Snapshot, forecast: Forecast) -> TimeLeft {
        let Forecast { least, most, .. } = forecast;
        // The bar is as long as the run at most: its end is the latest end.
        let elapsed = snapshot.elapsed.as_secs_f32();
        let whole = elapsed + most.as_secs_f32();
        let early = (elapsed + least.as_secs_f32()) / whole.max(f32::EPSILON);
        let shares = (early.max(snapshot.position as f32), 1.0);
        let words = time_left_words(forecast);
        TimeLeft { words, least, most, shares }
    }
}
