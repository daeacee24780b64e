//! Rows of a panel, its head, titles and separators.

use egui::{
    Align, Color32, Frame, InnerResponse, Layout, Margin, Painter, Rangef, Rect, Response, Role,
    ScrollArea, Sense, Stroke, StrokeKind, Ui, UiBuilder, Vec2, WidgetInfo, pos2, vec2,
};

use super::icons::Icon;
use super::labels::{Line, baseline};
use super::terms;
use super::theme::{GAP, Palette, RADIUS, SIDE, UPPER, regular, semibold};
use super::{focus_ring, state_fill};

/// Side of a check box and diameter of a radio button, in points.
const MARK: f32 = 14.0;
/// The distance by which the hover fill of a row extends past its text, in points.
const OVERHANG: f32 = 6.0;

/// Stacks rows with nothing between them.
pub(crate) fn column<R>(ui: &mut Ui, add: impl FnOnce(&mut Ui) -> R) -> InnerResponse<R> {
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        add(ui)
    })
}

/// A section of a panel: rows stacked with nothing between them, inside the panel's padding.
pub(crate) fn section<R>(ui: &mut Ui, add: impl FnOnce(&mut Ui) -> R) -> InnerResponse<R> {
    Frame::new().inner_margin(Margin::symmetric(SIDE as i8, UPPER as i8)).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        ui.set_width(ui.available_width());
        add(ui)
    })
}

/// A square of 14 points with a tick when `checked`, its left edge at `left`.
fn paint_check(painter: &Painter, left: f32, middle: f32, checked: bool) {
    let palette = Palette::current(painter.ctx());
    let square = Rect::from_min_size(pos2(left, (middle - MARK * 0.5).round()), Vec2::splat(MARK));
    if checked {
        painter.rect_filled(square, 3.0, palette.accent);
        let tick =
            [(3.5, 7.25), (6.0, 9.75), (10.5, 4.75)].map(|(x, y)| square.min + vec2(x, y)).to_vec();
        painter.line(tick, Stroke::new(1.5, palette.on_accent));
    } else {
        painter.rect(
            square,
            3.0,
            palette.canvas,
            Stroke::new(1.5, palette.text3),
            StrokeKind::Inside,
        );
    }
}

/// A ring of 14 points with a dot when `chosen`, its left edge at `left`.
fn paint_radio(painter: &Painter, left: f32, middle: f32, chosen: bool) {
    let palette = Palette::current(painter.ctx());
    let centre = pos2(left + MARK * 0.5, middle);
    let colour = if chosen { palette.accent } else { palette.text3 };
    painter.circle(centre, MARK * 0.5 - 0.75, palette.canvas, Stroke::new(1.5, colour));
    if chosen {
        painter.circle_filled(centre, 3.5, palette.accent);
    }
}

/// Draws the common parts of check and radio rows: the whole width, a mark, a label, and a text at
/// the right.
fn mark_row(
    ui: &mut Ui,
    label: &str,
    right_text: &str,
    info: impl Fn(bool, &Response) -> WidgetInfo,
    click: impl FnOnce(&mut Response),
    mark: impl FnOnce(&Painter, f32, f32),
) -> Response {
    let palette = Palette::current(ui);
    let (rect, mut response) =
        ui.allocate_exact_size(vec2(ui.available_width(), 28.0), Sense::click());
    click(&mut response);
    response.widget_info(|| info(ui.is_enabled(), &response));
    if !ui.is_rect_visible(rect) {
        return response;
    }
    let painter = ui.painter();
    let hover = rect.expand2(vec2(OVERHANG, 0.0));
    painter.rect_filled(hover, RADIUS, state_fill(palette, &response, Color32::TRANSPARENT));
    mark(painter, rect.left(), rect.center().y);
    let base = baseline(rect.center().y, 13.0);
    let right = Line::whole(ui, right_text, regular(12.0), palette.text2);
    let room = rect.width() - MARK - GAP - right.width() - GAP;
    let text = Line::new(ui, label, regular(13.0), palette.text, room);
    text.left(painter, rect.left() + MARK + GAP, base);
    right.right(painter, rect.right(), base);
    focus_ring(ui, &response, rect.expand2(vec2(2.0, -2.0)), RADIUS);
    if text.elided() { response.on_hover_text(label) } else { response }
}

/// A check box with a label, as wide as the panel, and a text such as a count at its right end.
pub(crate) fn check_row(
    ui: &mut Ui,
    checked: &mut bool,
    label: &str,
    right_text: &str,
) -> Response {
    let now = std::cell::Cell::new(*checked);
    let response = mark_row(
        ui,
        label,
        right_text,
        |enabled, _| WidgetInfo::selected(Role::CheckBox, enabled, now.get(), label),
        |response| {
            if response.clicked() {
                now.set(!now.get());
                response.mark_changed();
            }
        },
        |painter, left, middle| paint_check(painter, left, middle, now.get()),
    );
    *checked = now.get();
    response
}

/// A radio button with a label, as wide as the panel. The caller acts on `clicked`.
pub(crate) fn radio_row(ui: &mut Ui, chosen: bool, label: &str, right_text: &str) -> Response {
    mark_row(
        ui,
        label,
        right_text,
        |enabled, _| WidgetInfo::selected(Role::RadioButton, enabled, chosen, label),
        |_| {},
        |painter, left, middle| paint_radio(painter, left, middle, chosen),
    )
}

/// A button as wide as the panel, with a label and a text such as a count at its right end.
pub(crate) fn action_row(ui: &mut Ui, label: &str, right_text: &str) -> Response {
    let palette = Palette::current(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 28.0), Sense::click());
    let name = format!("{label}: {right_text}");
    response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), &name));
    if !ui.is_rect_visible(rect) {
        return response;
    }
    let painter = ui.painter();
    let hover = rect.expand2(vec2(OVERHANG, 0.0));
    painter.rect_filled(hover, RADIUS, state_fill(palette, &response, Color32::TRANSPARENT));
    let base = baseline(rect.center().y, 13.0);
    let right = Line::whole(ui, right_text, regular(13.0), palette.text);
    let text =
        Line::new(ui, label, regular(13.0), palette.accent, rect.width() - right.width() - GAP);
    text.left(painter, rect.left(), base);
    right.right(painter, rect.right(), base);
    focus_ring(ui, &response, rect.expand2(vec2(2.0, -2.0)), RADIUS);
    response
}

/// A check box with a label that is only as wide as it needs, for rows of several.
pub(crate) fn check_box(ui: &mut Ui, checked: &mut bool, label: &str) -> Response {
    let palette = Palette::current(ui);
    let text = Line::whole(ui, label, regular(13.0), palette.text);
    let size = vec2(MARK + GAP + text.width(), 28.0);
    let (rect, mut response) = ui.allocate_exact_size(size, Sense::click());
    if response.clicked() {
        *checked = !*checked;
        response.mark_changed();
    }
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, ui.is_enabled(), *checked, label));
    if ui.is_rect_visible(rect) {
        let painter = ui.painter();
        if response.hovered() {
            let fill = state_fill(palette, &response, Color32::TRANSPARENT);
            painter.rect_filled(rect.expand2(vec2(4.0, -2.0)), RADIUS, fill);
        }
        paint_check(painter, rect.left(), rect.center().y, *checked);
        text.left(painter, rect.left() + MARK + GAP, baseline(rect.center().y, 13.0));
        focus_ring(ui, &response, rect.expand2(vec2(2.0, -2.0)), RADIUS);
    }
    response
}

/// A check box without words, for the first column of a table; `name` is its accessible name.
pub(crate) fn check_mark(ui: &mut Ui, checked: &mut bool, name: &str) -> Response {
    let (rect, mut response) = ui.allocate_exact_size(vec2(20.0, 28.0), Sense::click());
    if response.clicked() {
        *checked = !*checked;
        response.mark_changed();
    }
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, ui.is_enabled(), *checked, name));
    if ui.is_rect_visible(rect) {
        let palette = Palette::current(ui);
        if response.hovered() {
            let fill = state_fill(palette, &response, Color32::TRANSPARENT);
            ui.painter().rect_filled(rect.expand2(vec2(2.0, -2.0)), RADIUS, fill);
        }
        let left = rect.center().x - MARK * 0.5;
        paint_check(ui.painter(), left, rect.center().y, *checked);
        let square = Rect::from_center_size(rect.center(), Vec2::splat(MARK + 2.0));
        focus_ring(ui, &response, square, 3.0);
    }
    response
}

/// A fact: what it is at the left in the secondary colour, its value at the right.
///
/// Where both do not fit the value keeps up to two thirds of the width; what is cut off ends in an
/// ellipsis and is told in the tooltip.
pub(crate) fn fact_row(ui: &mut Ui, label: &str, value: &str) -> Response {
    fact(ui, label, value, None)
}

/// A fact whose value has a box of `value_width` points, so that a changing number moves nothing.
pub(crate) fn fact_row_fixed(ui: &mut Ui, label: &str, value: &str, value_width: f32) -> Response {
    fact(ui, label, value, Some(value_width))
}

/// A remark on the fact above it, at the right; in the alert colour when it contradicts.
pub(crate) fn remark_row(ui: &mut Ui, text: &str, contradicts: bool) -> Response {
    let palette = Palette::current(ui);
    let width = ui.available_width();
    let (rect, response) = ui.allocate_exact_size(vec2(width, 18.0), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, ui.is_enabled(), text));
    if ui.is_rect_visible(rect) {
        let colour = if contradicts { palette.alert } else { palette.text3 };
        let line = Line::new(ui, text, regular(11.0), colour, width);
        line.right(ui.painter(), rect.right(), baseline(rect.center().y - 2.0, 11.0));
    }
    response
}

fn fact(ui: &mut Ui, label: &str, value: &str, value_width: Option<f32>) -> Response {
    let palette = Palette::current(ui);
    let width = ui.available_width();
    let (rect, response) = ui.allocate_exact_size(vec2(width, 22.0), Sense::hover());
    response.widget_info(|| {
        WidgetInfo::labeled(Role::Label, ui.is_enabled(), format!("{label}: {value}"))
    });
    let label_font = regular(13.0);
    let (name, number) = if let Some(box_width) = value_width {
        let number = Line::new(ui, value, regular(13.0), palette.text, box_width);
        let room = width - box_width - GAP;
        (Line::new(ui, label, label_font, palette.text2, room), number)
    } else {
        let whole_name = Line::whole(ui, label, label_font.clone(), palette.text2);
        let room = (width - whole_name.width() - GAP).max(width * 2.0 / 3.0 - GAP);
        let number = Line::new(ui, value, regular(13.0), palette.text, room);
        let left = width - number.width() - GAP;
        (Line::new(ui, label, label_font, palette.text2, left), number)
    };
    if ui.is_rect_visible(rect) {
        let base = baseline(rect.center().y, 13.0);
        name.left(ui.painter(), rect.left(), base);
        number.right(ui.painter(), rect.right(), base);
    }
    let cut = (name.elided() || number.elided()).then(|| format!("{label}: {value}"));
    match (cut, terms::meaning(label)) {
        (None, None) => response,
        (Some(cut), None) => response.on_hover_text(cut),
        (None, Some(meaning)) => response.on_hover_text(meaning),
        (Some(cut), Some(meaning)) => response.on_hover_text(format!("{cut}\n{meaning}")),
    }
}

/// The head of a panel: 44 points high, a title, a subtitle after it, contents at the right end,
/// and a line beneath. Call it in a ui without padding of its own.
pub(crate) fn panel_head<R>(
    ui: &mut Ui,
    title: &str,
    subtitle: &str,
    right: impl FnOnce(&mut Ui) -> R,
) -> InnerResponse<R> {
    head(ui, title, 13.0, subtitle, right)
}

/// A [`panel_head`] whose title has 15 points: what the screen is about, such as "Solution 816".
pub(crate) fn panel_head_large<R>(
    ui: &mut Ui,
    title: &str,
    subtitle: &str,
    right: impl FnOnce(&mut Ui) -> R,
) -> InnerResponse<R> {
    head(ui, title, 15.0, subtitle, right)
}

fn head<R>(
    ui: &mut Ui,
    title: &str,
    size: f32,
    subtitle: &str,
    right: impl FnOnce(&mut Ui) -> R,
) -> InnerResponse<R> {
    let palette = Palette::current(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 44.0), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Heading, ui.is_enabled(), title));
    ui.painter().hline(rect.x_range(), rect.bottom() - 0.5, Stroke::new(1.0, palette.line));
    let inner = rect.shrink2(vec2(SIDE, 0.0)).translate(vec2(0.0, -0.5));
    let corner = at_right(ui, response.id, inner, |ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        right(ui)
    });
    let (result, used) = (corner.inner, corner.response.rect);
    let end = if used.width() > 0.0 { used.left().min(inner.right()) - GAP } else { inner.right() };
    let base = baseline(rect.center().y - 0.5, size);
    let painter = ui.painter();
    let heading = Line::new(ui, title, semibold(size), palette.text, end - inner.left());
    heading.left(painter, inner.left(), base);
    let x = inner.left() + heading.width() + 10.0;
    let mut is_whole = !heading.elided();
    if !subtitle.is_empty() {
        let line = Line::new(ui, subtitle, regular(12.0), palette.text2, (end - x).max(0.0));
        is_whole &= !line.elided();
        if x + 24.0 < end {
            line.left(painter, x, base);
        }
    }
    let response = match is_whole {
        true => response,
        false => response.on_hover_text(format!("{title} {subtitle}")),
    };
    InnerResponse::new(result, response)
}

/// The title of a section and a caption at the right; 26 points high with the room beneath.
pub(crate) fn section_title(ui: &mut Ui, title: &str, right_caption: &str) -> Response {
    let palette = Palette::current(ui);
    let width = ui.available_width();
    let (rect, response) = ui.allocate_exact_size(vec2(width, 26.0), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Heading, ui.is_enabled(), title));
    if ui.is_rect_visible(rect) {
        let base = baseline(rect.top() + 10.0, 13.0);
        // A long caption leaves the title its room, and a long title three fifths of the width.
        let title_width = Line::whole(ui, title, semibold(13.0), palette.text).width();
        let most = (width - title_width - GAP).max(width * 0.6);
        let caption = Line::new(ui, right_caption, regular(12.0), palette.text2, most);
        let room = width - caption.width() - GAP;
        let heading = Line::new(ui, title, semibold(13.0), palette.text, room);
        heading.left(ui.painter(), rect.left(), base);
        caption.right(ui.painter(), rect.right(), base);
    }
    response
}

/// A line of 1 point from one side of the panel to the other, across its padding.
pub(crate) fn separator(ui: &mut Ui) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 1.0), Sense::hover());
    let clip = ui.clip_rect().x_range();
    let across =
        Rangef::new((rect.left() - SIDE).max(clip.min), (rect.right() + SIDE).min(clip.max));
    let colour = Palette::current(ui).line;
    ui.painter().hline(across, rect.center().y, Stroke::new(1.0, colour));
}

/// Lays things out from the left to the right, which is the way of the Tab key too, so that the last
/// of them ends at the right edge of `rect`. How much room there is for them does not depend on
/// them: `add` must not ask for what is left of it. `id` is its own.
pub(crate) fn at_right<R>(
    ui: &mut Ui,
    id: egui::Id,
    rect: Rect,
    add: impl FnOnce(&mut Ui) -> R,
) -> InnerResponse<R> {
    let memory = id.with("width at the right");
    let known = ui.data(|data| data.get_temp::<f32>(memory));
    let left = rect.right() - known.unwrap_or(0.0).min(rect.width());
    let builder = UiBuilder::new().id_salt(memory).layout(Layout::left_to_right(Align::Center));
    let mut inside = ui.new_child(builder.max_rect(rect.with_min_x(left)));
    let result = add(&mut inside);
    let used = inside.min_rect();
    if known != Some(used.width()) {
        ui.data_mut(|data| data.insert_temp(memory, used.width()));
        ui.ctx().request_discard("something at the right has another width");
    }
    InnerResponse::new(result, inside.response())
}

/// A column that scrolls in what room there is. The scroll bar has its room whether it is there or
/// not, so that nothing moves when it comes.
pub(crate) fn scroll_column<R>(
    ui: &mut Ui,
    id: impl egui::AsIdSalt,
    add: impl FnOnce(&mut Ui) -> R,
) -> R {
    let width = ui.available_width() - ui.spacing().scroll.allocated_width();
    let area = ScrollArea::vertical().id_salt(id).auto_shrink(false);
    let shown = area.show_viewport(ui, |ui, seen| {
        ui.set_width(width);
        let inner = column(ui, add).inner;
        // When a row below goes, those under the pointer stay where they are.
        let lost = seen.max.y - ui.min_rect().height();
        if seen.min.y > 0.0 && lost > 0.0 && ui.rect_contains_pointer(ui.clip_rect()) {
            ui.add_space(lost.min(seen.height() / 2.0));
        }
        inner
    });
    shown.inner
}

/// The tick of a passed check, in the box of 16 points at the left of `rect`.
pub(super) fn paint_tick(ui: &Ui, rect: Rect, colour: Color32) {
    let middle = pos2(rect.left() + 8.0, rect.center().y);
    Icon::Check.paint(ui.painter(), Rect::from_center_size(middle, Vec2::splat(14.0)), colour);
}
