//! Text fields, lists that open, and sliders.

use std::ops::RangeInclusive;

use egui::emath::Numeric;
use egui::text::{CCursor, CCursorRange};
use egui::text_edit::TextEditState;
use egui::{
    Frame, Id, Key, Margin, Rect, Response, Role, Sense, Stroke, StrokeKind, TextEdit, Ui, Vec2,
    WidgetInfo, pos2, vec2,
};

use super::icons::Icon;
use super::input::{self, UP_AND_DOWN};
use super::labels::{Line, baseline};
use super::theme::{Palette, RADIUS, regular};
use super::{focus, focus_ring};

/// The entries of an open list that a page key goes on by.
const PAGE: usize = 8;

/// A text field for searching: an icon, a hint while empty, and the key that leads here.
///
/// As wide as there is room, 28 points high. The hint is its accessible name.
pub(crate) fn search_field(
    ui: &mut Ui,
    text: &mut String,
    hint: &str,
    key_hint: &str,
    id: Id,
) -> Response {
    field(ui, text, hint, Some(Icon::Search), key_hint, id)
}

/// Puts the cursor into a text field and chooses all that it has, so that what is typed next replaces it.
pub(crate) fn focus_whole(ui: &Ui, id: Id, text: &str) {
    focus_with(ui, id, |end| CCursorRange::two(CCursor::default(), end), text);
}

/// Puts the cursor into a text field, behind all that it has.
pub(crate) fn focus_end(ui: &Ui, id: Id, text: &str) {
    focus_with(ui, id, CCursorRange::one, text);
}

/// Chooses all that a text field has if the keyboard has just led to it.
pub(super) fn select_at_arrival(ui: &Ui, id: Id, text: &str) {
    if focus::arrived(ui.ctx()).is_some_and(|widget| widget.id == id) {
        focus_whole(ui, id, text);
    }
}

fn focus_with(ui: &Ui, id: Id, chosen: impl FnOnce(CCursor) -> CCursorRange, text: &str) {
    ui.memory_mut(|memory| memory.request_focus(id));
    let mut state = TextEditState::load(ui.ctx(), id).unwrap_or_default();
    let end = CCursor::new(text.chars().count());
    state.cursor.set_char_range(Some(chosen(end)));
    state.store(ui.ctx(), id);
}

/// Selects the name of a file without its folder and ending, which is what is changed most.
pub(crate) fn select_stem(ui: &Ui, field: Id, path: &str) {
    let chars = |bytes: usize| CCursor::new(path[..bytes].chars().count());
    let start = path.rfind(std::path::is_separator).map_or(0, |at| at + 1);
    let end = path.rfind('.').filter(|&dot| dot > start).unwrap_or(path.len());
    let mut state = TextEditState::load(ui.ctx(), field).unwrap_or_default();
    state.cursor.set_char_range(Some(CCursorRange::two(chars(start), chars(end))));
    state.store(ui.ctx(), field);
}

/// A plain text field; the hint is its accessible name.
pub(crate) fn text_field(ui: &mut Ui, text: &mut String, hint: &str, id: Id) -> Response {
    field(ui, text, hint, None, "", id)
}

/// A list that opens to choose one of several values; `name` is its accessible name.
pub(crate) fn drop_down<T: Copy + PartialEq>(
    ui: &mut Ui,
    name: &str,
    width: f32,
    value: &mut T,
    choices: &[(T, &str)],
) -> Response {
    let chosen = choices.iter().find(|(own, _)| own == value).map_or("", |(_, label)| label);
    let list = egui::ComboBox::from_id_salt(name).selected_text(chosen).width(width);
    let list = list.height(0.5 * ui.ctx().content_rect().height());
    // With its margins and the arrow; what is too long for the place is cut.
    let whole = Line::whole(ui, chosen, regular(13.0), Palette::current(ui).text).width() + 44.0;
    let list = if whole > ui.available_width() { list.truncate() } else { list };
    // The entry that has the focus, while the list is open.
    let memory = ui.scope_id().with(("entry of the list", name));
    let before = ui.data(|data| data.get_temp::<Option<Id>>(memory));
    // A list that is opened by the pointer leaves the keys to others.
    let is_by_keys = ui.data(|data| data.get_temp::<bool>(memory)).unwrap_or(false);
    let mut opens = false;
    let shown = list.show_ui(ui, |ui| {
        // A card that was pressed in the frame in which the list opens would come to lie over it.
        ui.ctx().move_to_top(ui.layer_id());
        opens = ui.is_sizing_pass();
        let mut entries = Vec::with_capacity(choices.len());
        for &(own, label) in choices {
            let is_chosen = own == *value;
            let entry = ui.selectable_value(value, own, label);
            if opens && is_chosen {
                entry.scroll_to_me(Some(egui::Align::Center));
            } else if before.is_none() && is_by_keys && is_chosen {
                entry.request_focus();
            }
            // By the keyboard too.
            if entry.clicked() {
                ui.close();
            }
            entries.push(entry);
        }
        let focused = follow_keys(&entries, ui);
        // Tab leads out of the list.
        if focused.is_none() && matches!(before, Some(Some(_))) {
            ui.close();
        }
        focused
    });
    let is_by_keys = shown.response.has_focus();
    ui.data_mut(|data| {
        data.insert_temp(memory, is_by_keys);
        data.remove::<Option<Id>>(memory);
        // While its size is found out, nothing in it can have the focus.
        if let Some(focused) = shown.inner.filter(|_| !opens) {
            data.insert_temp(memory, focused);
        }
    });
    if shown.inner.is_none()
        && let Some(Some(entry)) = before
        && ui.memory(|memory| memory.has_focus(entry))
    {
        shown.response.request_focus();
    }
    shown.response.widget_info(|| {
        let info = WidgetInfo::labeled(Role::ComboBox, true, name);
        WidgetInfo { current_text_value: Some(chosen.to_owned()), ..info }
    });
    shown.response
}

/// Goes through the entries of an open list by the keys; the one that has the focus comes into sight. The
/// entry with the focus.
fn follow_keys(entries: &[Response], ui: &Ui) -> Option<Id> {
    let at = entries.iter().position(Response::has_focus)?;
    focus::keep_arrows(ui, entries[at].id);
    let last = entries.len() - 1;
    let to = input::take_presses(ui, UP_AND_DOWN).into_iter().fold(at, |at, key| match key {
        Key::ArrowUp => at.saturating_sub(1),
        Key::ArrowDown => at + 1,
        Key::PageUp => at.saturating_sub(PAGE),
        Key::PageDown => at + PAGE,
        Key::Home => 0,
        _ => last,
    });
    let to = &entries[to.min(last)];
    if to.id != entries[at].id {
        to.request_focus();
        to.scroll_to_me(None);
    }
    Some(to.id)
}

/// A whole number that is typed, dragged, or moved by arrow keys; `name` is its accessible name.
pub(crate) fn number_field<N: Numeric>(
    ui: &mut Ui,
    name: &str,
    number: &mut N,
    range: RangeInclusive<N>,
) -> Response {
    number_field_of(ui, vec2(64.0, 28.0), name, number, range)
}

/// As [`number_field`], of some size; the number stands where the layout has it.
pub(crate) fn number_field_of<N: Numeric>(
    ui: &mut Ui,
    size: Vec2,
    name: &str,
    number: &mut N,
    range: RangeInclusive<N>,
) -> Response {
    ui.scope(|ui| {
        ui.spacing_mut().interact_size = size;
        let field = egui::DragValue::new(number).range(range).speed(0.1);
        let response = ui.add(field);
        let value = number.to_f64();
        response.widget_info(|| {
            let info = egui::WidgetInfo::drag_value(ui.is_enabled(), value);
            egui::WidgetInfo { label: Some(name.to_owned()), ..info }
        });
        response
    })
    .inner
}

fn field(
    ui: &mut Ui,
    text: &mut String,
    hint: &str,
    icon: Option<Icon>,
    key_hint: &str,
    id: Id,
) -> Response {
    let size = vec2(ui.available_width(), 28.0);
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    let inner = paint_field(ui, rect, icon);
    let inner = if text.is_empty() { paint_hints(ui, inner, hint, key_hint) } else { inner };
    // The row of text is 17 points high; its baseline meets that of the hint.
    let row = ui.fonts_mut(|fonts| fonts.row_height(&regular(13.0)));
    let top = (rect.center().y - row * 0.5).round();
    let place = Rect::from_min_size(pos2(inner.left(), top), vec2(inner.width(), row));
    // A child, not a scope: the cursor of `ui` already stands behind the whole field.
    let mut inside = ui.new_child(egui::UiBuilder::new().max_rect(place));
    inside.spacing_mut().interact_size.y = row;
    inside.spacing_mut().button_padding = Vec2::ZERO;
    select_at_arrival(ui, id, text);
    let response = TextEdit::singleline(text)
        .id(id)
        .frame(Frame::NONE)
        .margin(Margin::ZERO)
        .font(regular(13.0))
        .text_color(Palette::current(ui).text)
        .desired_width(place.width())
        .show(&mut inside)
        .response
        .response
        .accessible_name(hint);
    focus_ring(ui, &response, rect, RADIUS);
    response
}

/// Paints the border and the icon of a field; the room that is left for its text.
fn paint_field(ui: &Ui, rect: Rect, icon: Option<Icon>) -> Rect {
    let palette = Palette::current(ui);
    let painter = ui.painter();
    let stroke = Stroke::new(1.0, palette.border);
    painter.rect(rect, RADIUS, palette.canvas, stroke, StrokeKind::Inside);
    let mut inner = rect.shrink2(vec2(10.0, 0.0));
    if let Some(icon) = icon {
        let middle = pos2(inner.left() + 7.0, rect.center().y);
        icon.paint(painter, Rect::from_center_size(middle, Vec2::splat(16.0)), palette.text3);
        inner.min.x += 21.0;
    }
    inner
}

/// Paints what an empty field shows, its hint and the key that leads there; the room that is left
/// for its text.
fn paint_hints(ui: &Ui, mut inner: Rect, hint: &str, key_hint: &str) -> Rect {
    let palette = Palette::current(ui);
    let painter = ui.painter();
    let base = baseline(inner.center().y, 13.0);
    if !key_hint.is_empty() {
        let keys = Line::whole(ui, key_hint, regular(11.0), palette.text3);
        // The key gives way where there is no room for both.
        if keys.width() + 80.0 < inner.width() {
            keys.right(painter, inner.right(), base);
            inner.max.x -= keys.width() + 8.0;
        }
    }
    let line = Line::new(ui, hint, regular(13.0), palette.text3, inner.width());
    line.left(painter, inner.left(), base);
    inner
}

/// Diameter of the knob of a slider, in points.
const KNOB: f32 = 14.0;
/// Height of a slider, in points.
const SLIDER: f32 = 20.0;

/// Paints the track, its chosen part and the knobs.
fn paint_slider(ui: &Ui, rect: Rect, from: f32, to: f32, knobs: &[(f32, &Response)]) {
    let palette = Palette::current(ui);
    let painter = ui.painter();
    let middle = rect.center().y;
    let track = |left: f32, right: f32| {
        Rect::from_min_max(pos2(left, middle - 2.0), pos2(right, middle + 2.0))
    };
    painter.rect_filled(track(rect.left(), rect.right()), 2.0, palette.pressed);
    painter.rect_filled(track(from, to), 2.0, palette.accent);
    for &(x, response) in knobs {
        let centre = pos2(x, middle);
        painter.circle(
            centre,
            KNOB * 0.5 - 0.5,
            super::state_fill(palette, response, palette.canvas),
            Stroke::new(1.0, palette.text3),
        );
        let knob = Rect::from_center_size(centre, Vec2::splat(KNOB));
        focus_ring(ui, response, knob, KNOB * 0.5);
    }
}

/// The step an arrow key asks for: a twentieth of the range; `None` while no arrow is pressed.
fn arrow_step(ui: &Ui, response: &Response, span: f32) -> Option<f32> {
    if !response.has_focus() {
        return None;
    }
    focus::keep_level_arrows(ui, response.id);
    let presses = ui.input(|input| {
        input.num_presses(Key::ArrowRight) as f32 - input.num_presses(Key::ArrowLeft) as f32
    });
    (presses != 0.0).then_some(presses * span / 20.0)
}

/// A slider as wide as there is room; arrow keys move it by a twentieth of the range.
pub(crate) fn slider(
    ui: &mut Ui,
    value: &mut f32,
    range: RangeInclusive<f32>,
    name: &str,
) -> Response {
    let (low, high) = range.into_inner();
    let span = (high - low).max(f32::EPSILON);
    let size = vec2(ui.available_width(), SLIDER);
    let (rect, mut response) = ui.allocate_exact_size(size, Sense::click_and_drag());
    let (left, right) = (rect.left() + KNOB * 0.5, rect.right() - KNOB * 0.5);
    let before = *value;
    if let Some(pointer) = response.interact_pointer_pos() {
        *value = egui::remap_clamp(pointer.x, left..=right, low..=high);
    }
    if let Some(step) = arrow_step(ui, &response, span) {
        *value += step;
    }
    *value = value.clamp(low, high);
    if *value != before {
        response.mark_changed();
    }
    response.widget_info(|| WidgetInfo::slider(ui.is_enabled(), f64::from(*value), name));
    if ui.is_rect_visible(rect) {
        let x = egui::remap_clamp(*value, low..=high, left..=right);
        paint_slider(ui, rect, rect.left(), x, &[(x, &response)]);
    }
    response
}

/// A slider with two knobs for the least and the greatest whole number of a range.
///
/// The knobs never pass each other; arrow keys move the focused one by 1. Their accessible names
/// are `name` with ", least" and ", greatest".
pub(crate) fn range_slider(
    ui: &mut Ui,
    chosen: &mut (i32, i32),
    range: RangeInclusive<i32>,
    name: &str,
) -> Response {
    let (low, high) = range.into_inner();
    let size = vec2(ui.available_width(), SLIDER);
    let (rect, mut response) = ui.allocate_exact_size(size, Sense::hover());
    let (left, right) = (rect.left() + KNOB * 0.5, rect.right() - KNOB * 0.5);
    let x_of = |value: i32| {
        egui::remap_clamp(value as f32, low as f32..=(high.max(low + 1)) as f32, left..=right)
    };
    let before = *chosen;
    let knob = |value: i32, which: &str| {
        let place = Rect::from_center_size(pos2(x_of(value), rect.center().y), Vec2::splat(SLIDER));
        let knob = ui.interact(place, response.id.with(which), Sense::click_and_drag());
        let mut to = value;
        if let Some(pointer) = knob.interact_pointer_pos().filter(|_| knob.dragged()) {
            to =
                egui::remap_clamp(pointer.x, left..=right, low as f32..=high as f32).round() as i32;
        }
        if let Some(step) = arrow_step(ui, &knob, 20.0) {
            to += step as i32;
        }
        (to, knob)
    };
    let (least, first) = knob(chosen.0, "least");
    let (greatest, second) = knob(chosen.1, "greatest");
    chosen.0 = least.clamp(low, chosen.1.max(low));
    chosen.1 = greatest.clamp(chosen.0, high.max(chosen.0));
    if *chosen != before {
        response.mark_changed();
    }
    for (knob, value, which) in [(&first, chosen.0, "least"), (&second, chosen.1, "greatest")] {
        knob.widget_info(|| WidgetInfo {
            value: Some(f64::from(value)),
            ..WidgetInfo::labeled(Role::Slider, ui.is_enabled(), format!("{name}, {which}"))
        });
    }
    if ui.is_rect_visible(rect) {
        let (from, to) = (x_of(chosen.0), x_of(chosen.1));
        paint_slider(ui, rect, from, to, &[(from, &first), (to, &second)]);
    }
    response
}
