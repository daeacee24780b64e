//! The timeline: where the stepper is in the whole search. A short one has a tick at each step, longer
//! at deeper levels, and a dot at each solution; a long one has a tick at each solution. It can be
//! dragged anywhere.

use egui::{Align2, Key, Rect, Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};

use crate::text;
use crate::ui::action::{Action, Actions};
use crate::ui::widgets::theme::{Palette, regular, semibold};
use crate::ui::widgets::{self, Line, baseline, focus};
use crate::workbench::stepper::Stepper;

/// Height of the timeline.
pub(super) const HEIGHT: f32 = 32.0;
/// Height of the track, and radius of the knob.
const TRACK: f32 = 4.0;
const KNOB: f32 = 7.0;
/// Searches of at most so many steps have a mark at each step.
const MAX_MARKS: u64 = 120;

/// The place in the search in words: "Step 24 of 43". The initial state is step 1.
pub(super) fn words(stepper: &Stepper) -> String {
    let now = text::grouped(stepper.taken() + 1);
    match (stepper.total_steps(), stepper.profile(stepper.rule())) {
        (Some(total), _) => format!("Step {now} of {}", text::grouped(total + 1)),
        (None, Some(profile)) => {
            format!("Step {now} of more than {}", text::grouped(profile.steps))
        }
        (None, None) => format!("Step {now}"),
    }
}

/// Shows the words, the track with its ticks, and the knob.
pub(super) fn show(stepper: &Stepper, out: &mut Actions, ui: &mut Ui) {
    let palette = Palette::current(ui);
    let size = vec2(ui.available_width(), HEIGHT);
    let (whole, _) = ui.allocate_exact_size(size, Sense::hover());
    let words = words(stepper);
    let known = stepper.profile(stepper.rule());
    let total = stepper.total_steps().or(known.as_ref().map(|profile| profile.steps));
    let total = total.unwrap_or(0).max(stepper.taken()).max(1);
    // As wide as it may become, so that the track stays.
    let widest = format!("Step {0} of more than {0}", text::grouped(total.max(99)));
    let room = Line::whole(ui, &widest, semibold(13.0), palette.text).width();
    let room = room.min(whole.width() * 0.5);
    let base = baseline(whole.top() + 12.0, 13.0);
    Line::new(ui, &words, semibold(13.0), palette.text, room).left(
        ui.painter(),
        whole.left(),
        base,
    );
    let label = Rect::from_min_size(whole.min, vec2(room, 24.0));
    let label = ui.interact(label, ui.scope_id().with("step number"), Sense::hover());
    label.widget_info(|| WidgetInfo::labeled(Role::Label, true, &words));

    let track = Rect::from_min_max(pos2(whole.left() + room + 16.0, whole.top()), whole.max);
    let (left, right) = (track.left() + KNOB, track.right() - KNOB);
    let response = ui.interact(track, ui.scope_id().with("timeline"), Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::slider(true, stepper.taken() as f64 + 1.0, "Timeline"));
    if let Some(pointer) = response.interact_pointer_pos() {
        let share = egui::remap_clamp(pointer.x, left..=right, 0.0..=1.0);
        let step = (f64::from(share) * total as f64).round() as u64;
        if step != stepper.taken() {
            out.push(Action::GoToStep(step));
        }
    }
    if let Some(step) = key_step(stepper.taken(), total, &response, ui) {
        out.push(Action::GoToStep(step));
    }
    let x = |step: u64| left + (right - left) * (step as f64 / total as f64) as f32;
    let y = track.top() + 12.0;
    let painter = ui.painter();
    let line = Rect::from_x_y_ranges(left..=right, y - TRACK / 2.0..=y + TRACK / 2.0);
    painter.rect_filled(line, 2.0, palette.pressed);
    let done = Rect::from_min_max(line.min, pos2(x(stepper.taken()), line.max.y));
    painter.rect_filled(done, 2.0, palette.accent);
    if total <= MAX_MARKS {
        let levels = known.as_ref().map_or(&[][..], |profile| &profile.levels);
        let deepest = levels.iter().max().map_or(1.0, |&level| level.max(1) as f32);
        for step in 0..=total {
            let level = levels.get(step as usize).map_or(0.0, |&level| level as f32);
            let end = y + 10.0 + 6.0 * level / deepest;
            let stroke = Stroke::new(1.0, palette.border);
            painter.vline(x(step).round() - 0.5, y + 8.0..=end, stroke);
        }
    }
    let mut last = f32::MIN;
    for &step in known.iter().flat_map(|profile| &profile.solutions_at) {
        if total <= MAX_MARKS {
            painter.circle_filled(pos2(x(step), y - 9.0), 2.5, palette.text);
        } else if x(step) - last >= 1.0 {
            // Ticks that would fall upon each other are one.
            last = x(step);
            painter.vline(last, y + 6.0..=y + 16.0, Stroke::new(1.5, palette.text2));
        }
    }
    painter.circle(
        pos2(x(stepper.taken()), y),
        KNOB,
        palette.card,
        Stroke::new(1.5, if response.hovered() { palette.accent } else { palette.text2 }),
    );
    widgets::focus_ring(ui, &response, track, 4.0);
    if let Some(known) = &known {
        let solutions = text::count(known.solutions, "solution");
        let tip = match known.complete {
            true if total <= MAX_MARKS => format!(
                "Drag to any step. Ticks are longer at deeper levels; a dot for each solution: \
                 {solutions}."
            ),
            true => format!("Drag to any step. A tick below for each solution: {solutions}."),
            false => format!(
                "Drag to any step of the first {}, with {solutions}.",
                text::grouped(known.steps)
            ),
        };
        response.on_hover_text(tip);
    } else {
        let at = pos2(right, track.bottom());
        let words = "counting the steps";
        ui.painter().text(at, Align2::RIGHT_BOTTOM, words, regular(11.0), palette.text3);
    }
}

/// The step that an arrow key leads to from the focused timeline: a hundredth on or back.
fn key_step(taken: u64, total: u64, response: &egui::Response, ui: &Ui) -> Option<u64> {
    if !response.has_focus() {
        return None;
    }
    focus::keep_level_arrows(ui, response.id);
    let [forward, back] = ui
        .input(|input| [Key::ArrowRight, Key::ArrowLeft].map(|key| input.num_presses(key) as u64));
    let by = (total / 100).max(1);
    let step = (taken + forward * by).saturating_sub(back * by).min(total);
    (step != taken).then_some(step)
}
