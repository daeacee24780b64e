//! The parts common to the previews of all targets.

use egui::{Align, Color32, Layout, Rect, Sense, Ui, UiBuilder, pos2, vec2};

use crate::ui::action::{Action, Actions};
use crate::ui::widgets;
use crate::ui::widgets::icons::Icon;
use crate::ui::widgets::theme::{Palette, regular, semibold};

/// Height of the strip beneath the preview, in points.
const FOOT: f32 = 52.0;
/// Width from which the head of a preview tells everything in words, in points.
pub(super) const ROOMY_HEAD: f32 = 480.0;

/// Divides what is left of a target's room into preview and foot.
pub(super) fn canvas_and_foot(ui: &Ui) -> [Rect; 2] {
    let whole = ui.available_rect_before_wrap();
    let top = (whole.bottom() - FOOT).max(whole.top());
    [
        Rect::from_min_max(whole.min, pos2(whole.right(), top)),
        Rect::from_min_max(pos2(whole.left(), top), whole.max),
    ]
}

/// Sentences in the middle of the preview.
pub(super) fn said(words: &str, colour: Color32, canvas: Rect, ui: &mut Ui) {
    let lines = words.lines().count().max(1) as f32;
    let size = vec2(420.0_f32.min(canvas.width() - 32.0), 56.0 * lines);
    let rect = Rect::from_center_size(canvas.center(), size);
    let builder = UiBuilder::new().max_rect(rect).layout(Layout::top_down(Align::Center));
    ui.scope_builder(builder, |ui| {
        for line in words.lines() {
            widgets::paragraph(ui, line, regular(13.0), colour);
            ui.add_space(8.0);
        }
    });
}

/// The button that shows all of a preview, in words where there is room; whether it was pressed.
pub(super) fn fit_button(is_roomy: bool, ui: &mut Ui) -> bool {
    match is_roomy {
        true => widgets::Button::new("Fit").icon(Icon::Fit).hint("Home").show(ui).clicked(),
        false => widgets::icon_button(ui, Icon::Fit, "Fit").clicked(),
    }
}

/// A button that writes: its label, what it tells, and the ending of the name of what it writes.
pub(super) type WriteButton = (&'static str, &'static str, &'static str);

/// The strip beneath the preview: facts at the left, the buttons that write at the right, the first of
/// which is the usual one.
pub(super) fn foot(
    rect: Rect,
    facts: &[(&str, String)],
    can: Result<(), &str>,
    buttons: &[WriteButton],
    out: &mut Actions,
    ui: &mut Ui,
) {
    let palette = Palette::current(ui);
    ui.painter().rect_filled(rect, 0.0, palette.panel);
    ui.painter().hline(rect.x_range(), rect.top() + 0.5, egui::Stroke::new(1.0, palette.line));
    let inner = rect.shrink2(vec2(16.0, 0.0));
    let builder = UiBuilder::new().max_rect(inner).layout(Layout::right_to_left(Align::Center));
    ui.scope_builder(builder, |ui| {
        ui.spacing_mut().item_spacing.x = 8.0;
        for (n, (label, tip, ending)) in buttons.iter().enumerate().rev() {
            let tip = can.err().unwrap_or(tip);
            let button = widgets::Button::new(label).enabled(can.is_ok()).tooltip(tip);
            let button = match n {
                0 => button.primary().icon(Icon::Download).hint("Ctrl+Shift+E"),
                _ => button,
            };
            if button.show(ui).clicked() {
                out.push(Action::ChooseMakePath(ending));
            }
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| show_facts(facts, ui));
    });
}

/// Each fact as a name and a number, as far as there is room.
pub(super) fn show_facts(facts: &[(&str, String)], ui: &mut Ui) {
    let palette = Palette::current(ui);
    for (name, value) in facts {
        let label = widgets::Line::whole(ui, name, regular(12.0), palette.text2);
        let number = widgets::Line::whole(ui, value, semibold(13.0), palette.text);
        let width = label.width() + 8.0 + number.width() + 16.0;
        if width > ui.available_width() {
            break;
        }
        let (rect, response) = ui.allocate_exact_size(vec2(width, 28.0), Sense::hover());
        response.widget_info(|| {
            egui::WidgetInfo::labeled(egui::Role::Label, true, format!("{name}: {value}"))
        });
        label.left(ui.painter(), rect.left(), widgets::baseline(rect.center().y, 12.0));
        let x = rect.left() + label.width() + 8.0;
        number.left(ui.painter(), x, widgets::baseline(rect.center().y, 13.0));
    }
}
