//! Fields whose text means something, such as a length.

use egui::{
    Align2, Frame, Id, Margin, Rect, Response, Stroke, StrokeKind, TextEdit, Ui, pos2, vec2,
};

use super::fields::select_at_arrival;
use super::theme::{Palette, RADIUS, regular};
use crate::puzzle::making::Length;

/// The size of a field, in points.
pub(crate) const FIELD: egui::Vec2 = egui::Vec2::new(92.0, 28.0);

/// A field for a length, which takes `20`, `20 mm` or `0.79 in`; see [`typed_field`].
pub(crate) fn length_field(
    ui: &mut Ui,
    rect: Rect,
    name: &str,
    value: Length,
    problem: &mut Option<String>,
) -> Option<Length> {
    let read = |text: &str| text.parse::<Length>().map_err(|error| error.to_string());
    let typed = typed_field(ui, rect, name, format!("{value} mm"), read, problem);
    typed.filter(|length| *length != value)
}

/// A field whose text `read` makes sense of; `name` is its accessible name. The new value when
/// something was typed and the field is left; an impossible one keeps the focus, and the reason is put
/// into `problem`.
pub(crate) fn typed_field<T>(
    ui: &mut Ui,
    rect: Rect,
    name: &str,
    usual: String,
    read: impl Fn(&str) -> Result<T, String>,
    problem: &mut Option<String>,
) -> Option<T> {
    let id = ui.scope_id().with(("length", name));
    // The text is the user's while the field has the focus.
    let typed: Option<String> = ui.data(|data| data.get_temp(id));
    let mut text = typed.clone().unwrap_or(usual);
    let is_wrong = read(&text).is_err();
    let response = edit(ui, rect, id, name, &mut text, is_wrong);
    if response.has_focus() {
        if let Err(error) = read(&text) {
            *problem = Some(format!("{name}: {error}."));
        }
        ui.data_mut(|data| data.insert_temp(id, text));
        return None;
    }
    typed?;
    match read(&text) {
        Ok(value) => {
            ui.data_mut(|data| data.remove::<String>(id));
            Some(value)
        }
        Err(_) if ui.input(|input| input.key_pressed(egui::Key::Escape)) => {
            ui.data_mut(|data| data.remove::<String>(id));
            None
        }
        Err(error) => {
            *problem = Some(format!("{name}: {error}."));
            response.request_focus();
            None
        }
    }
}

fn edit(
    ui: &mut Ui,
    rect: Rect,
    id: Id,
    name: &str,
    text: &mut String,
    is_wrong: bool,
) -> Response {
    let palette = Palette::current(ui);
    let (width, border) = if is_wrong { (2.0, palette.alert) } else { (1.0, palette.border) };
    let stroke = Stroke::new(width, border);
    ui.painter().rect(rect, RADIUS, palette.canvas, stroke, StrokeKind::Inside);
    let row = ui.fonts_mut(|fonts| fonts.row_height(&regular(13.0)));
    let inner = rect.shrink2(vec2(8.0, 0.0));
    let top = (rect.center().y - row * 0.5).round();
    let place = Rect::from_min_size(pos2(inner.left(), top), vec2(inner.width(), row));
    let mut inside = ui.new_child(egui::UiBuilder::new().max_rect(place));
    inside.spacing_mut().interact_size.y = row;
    inside.spacing_mut().button_padding = egui::Vec2::ZERO;
    select_at_arrival(ui, id.with("text"), text);
    let response = TextEdit::singleline(text)
        .id(id.with("text"))
        .frame(Frame::NONE)
        .margin(Margin::ZERO)
        .font(regular(13.0))
        .text_color(palette.text)
        .align(Align2::RIGHT_CENTER)
        .desired_width(place.width())
        .show(&mut inside)
        .response
        .response
        .accessible_name(name);
    super::focus_ring(ui, &response, rect, RADIUS);
    response
}
