//! Notices: what must be mended or is worth a look, with its remedies; and what passed.

use egui::{
    Color32, Rect, Response, Role, Sense, Stroke, StrokeKind, Ui, UiBuilder, Vec2, WidgetInfo,
    pos2, text::LayoutJob, vec2,
};

use super::buttons::Button;
use super::icons::Icon;
use super::labels::{Line, baseline};
use super::rows::paint_tick;
use super::theme::{Palette, RADIUS_NOTICE, regular, semibold};

/// The kind of a notice about the puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// It must be mended: red border and fill, a cross.
    Alert,
    /// It is worth a look: plain border, a warning triangle.
    Warn,
}

/// Where title, body and buttons begin, from the left edge of a notice.
const INDENT: f32 = 39.0;
/// Room at the right edge and beneath.
const MARGIN: f32 = 12.0;
/// Height of a line of the body.
const LINE: f32 = 16.0;

/// A notice with its remedies as buttons; returns the index of the one pressed.
///
/// Title and body wrap to the width there is. A button of 24 points is `(label, enabled)`; the
/// buttons wrap as well.
pub(crate) fn notice(
    ui: &mut Ui,
    kind: Kind,
    title: &str,
    body: &str,
    buttons: &[(&str, bool)],
) -> Option<usize> {
    let palette = Palette::current(ui);
    let (fill, border, mark) = match kind {
        Kind::Alert => (palette.alert_soft, palette.alert, palette.alert),
        Kind::Warn => (palette.card, palette.border, palette.text),
    };
    let frame = ui.painter().add(egui::Shape::Noop);
    let outer = ui.available_rect_before_wrap();
    let inner = Rect::from_min_max(
        pos2(outer.left() + INDENT, outer.top() + 10.0),
        pos2(outer.right() - MARGIN, outer.bottom().max(outer.top() + 40.0)),
    );
    let content = ui.scope_builder(UiBuilder::new().max_rect(inner), |ui| {
        ui.spacing_mut().item_spacing = vec2(6.0, 0.0);
        paragraph(ui, title, semibold(13.0), 18.0, palette.text);
        ui.add_space(2.0);
        paragraph(ui, body, regular(12.0), LINE, palette.text);
        if buttons.is_empty() { None } else { button_rows(ui, buttons) }
    });
    let (pressed, content) = (content.inner, content.response.rect);
    let rect = Rect::from_min_max(outer.min, pos2(outer.right(), content.bottom() + MARGIN));
    ui.painter().set(
        frame,
        egui::epaint::RectShape::new(
            rect,
            RADIUS_NOTICE,
            fill,
            Stroke::new(1.0, border),
            StrokeKind::Inside,
        ),
    );
    let icon = Rect::from_center_size(rect.min + vec2(20.5, 19.5), Vec2::splat(16.0));
    match kind {
        Kind::Alert => Icon::Cross.paint(ui.painter(), icon.shrink(1.0), mark),
        Kind::Warn => Icon::Warning.paint(ui.painter(), icon, mark),
    }
    ui.advance_cursor_after_rect(rect);
    pressed
}

/// Shows the buttons of a notice below its text; the index of the one pressed.
fn button_rows(ui: &mut Ui, buttons: &[(&str, bool)]) -> Option<usize> {
    let mut pressed = None;
    ui.add_space(8.0);
    for row in rows(ui, buttons) {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            ui.spacing_mut().interact_size.y = 24.0;
            for index in row {
                let (label, enabled) = buttons[index];
                if Button::new(label).small().enabled(enabled).show(ui).clicked() {
                    pressed = Some(index);
                }
            }
        });
        ui.add_space(6.0);
    }
    ui.add_space(-6.0);
    pressed
}

/// Groups the buttons into rows of the available width. Egui would wrap them only after one has
/// made the panel wider.
fn rows(ui: &Ui, buttons: &[(&str, bool)]) -> Vec<std::ops::Range<usize>> {
    let room = ui.available_width();
    let mut rows = Vec::new();
    let (mut first, mut used) = (0, 0.0);
    for (index, (label, _)) in buttons.iter().enumerate() {
        let text = ui.painter().layout_no_wrap(
            (*label).to_owned(),
            regular(12.0),
            egui::Color32::PLACEHOLDER,
        );
        let width = text.size().x + 20.0;
        if index > first && used + width > room {
            rows.push(first..index);
            (first, used) = (index, 0.0);
        }
        used += width + 6.0;
    }
    rows.push(first..buttons.len());
    rows
}

/// A wrapped text with lines of `line_height`, known to the accessibility tree.
fn paragraph(ui: &mut Ui, text: &str, font: egui::FontId, line_height: f32, colour: Color32) {
    if text.is_empty() {
        return;
    }
    let mut job = LayoutJob::simple(text.to_owned(), font, colour, ui.available_width());
    for part in &mut job.sections {
        part.format.line_height = Some(line_height);
    }
    let galley = ui.fonts_mut(|fonts| fonts.layout_job(job));
    let (rect, response) = ui.allocate_exact_size(galley.size(), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, ui.is_enabled(), text));
    ui.painter().galley(rect.min, galley, colour);
}

/// The line of a check that passed: a grey tick and what is in order; 24 points high.
pub(crate) fn passed(ui: &mut Ui, text: &str) -> Response {
    let palette = Palette::current(ui);
    let width = ui.available_width();
    let (rect, response) = ui.allocate_exact_size(vec2(width, 24.0), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, ui.is_enabled(), text));
    let line = Line::new(ui, text, regular(13.0), palette.text2, width - 26.0);
    if ui.is_rect_visible(rect) {
        paint_tick(ui, rect, palette.text2);
        line.left(ui.painter(), rect.left() + 26.0, baseline(rect.center().y, 13.0));
    }
    if line.elided() { response.on_hover_text(text) } else { response }
}
