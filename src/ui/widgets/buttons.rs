//! Buttons and segmented switches.

use egui::{
    Align, Color32, Key, Layout, Rect, Response, Role, Sense, Stroke, StrokeKind, Ui, UiBuilder,
    WidgetInfo, pos2, vec2,
};

use super::icons::Icon;
use super::labels::{Line, baseline};
use super::theme::{Palette, RADIUS, RADIUS_NOTICE, regular, semibold};
use super::{focus, focus_ring, state_fill};

/// Side of the icon in a button, in points.
const ICON: f32 = 16.0;

/// The strength of colour left in a disabled widget.
const DISABLED: f32 = 0.45;

/// The prominence of a button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Look {
    /// The one thing to do next: accent fill.
    Primary,
    /// Card fill and border.
    Plain,
    /// Neither fill nor border until the pointer is over it.
    Quiet,
}

/// A button with words, and if wanted an icon before and a key hint behind them.
///
/// Its accessible name is the label alone.
#[must_use = "a button is drawn by `show`"]
pub(crate) struct Button<'a> {
    label: &'a str,
    icon: Option<Icon>,
    hint: Option<&'a str>,
    tooltip: Option<&'a str>,
    look: Look,
    small: bool,
    selected: Option<bool>,
    enabled: bool,
    min_width: f32,
}

impl<'a> Button<'a> {
    /// A plain button.
    pub(crate) fn new(label: &'a str) -> Self {
        Self {
            label,
            icon: None,
            hint: None,
            tooltip: None,
            look: Look::Plain,
            small: false,
            selected: None,
            enabled: true,
            min_width: 0.0,
        }
    }

    /// Draws `icon` before the words.
    pub(crate) fn icon(mut self, icon: Icon) -> Self {
        self.icon = Some(icon);
        self
    }

    /// Shows the key that does the same, such as "Ctrl+O".
    pub(crate) fn hint(mut self, hint: &'a str) -> Self {
        self.hint = Some(hint);
        self
    }

    /// The one thing to do next: accent fill.
    pub(crate) fn primary(mut self) -> Self {
        self.look = Look::Primary;
        self
    }

    /// Card fill and border, which is what [`Self::new`] gives.
    pub(crate) fn plain(mut self) -> Self {
        self.look = Look::Plain;
        self
    }

    /// Neither fill nor border until the pointer is over it; text of 12 points.
    pub(crate) fn quiet(mut self) -> Self {
        self.look = Look::Quiet;
        self
    }

    /// 24 points high instead of 28, text of 12 points.
    pub(crate) fn small(mut self) -> Self {
        self.small = true;
        self
    }

    /// Makes it a switch, such as a tool: chosen ones have a soft accent fill and accent border.
    pub(crate) fn selected(mut self, selected: bool) -> Self {
        self.selected = Some(selected);
        self
    }

    /// At least this wide; the words are then in the middle.
    pub(crate) fn min_width(mut self, min_width: f32) -> Self {
        self.min_width = min_width;
        self
    }

    /// Says more, also while disabled: there it gives the reason.
    pub(crate) fn tooltip(mut self, tooltip: &'a str) -> Self {
        self.tooltip = Some(tooltip);
        self
    }

    /// Sets whether it can be pressed.
    pub(crate) fn enabled(mut self, enabled: bool) -> Self {
        self.enabled = enabled;
        self
    }

    /// Draws the button; the response tells clicks.
    pub(crate) fn show(self, ui: &mut Ui) -> Response {
        let tooltip = self.tooltip;
        // A scope of its own, as what may be disabled has, is not wrapped by the row.
        let room = ui.available_size_before_wrap().x;
        let is_first = ui.cursor().left() <= ui.max_rect().left();
        if ui.layout().main_wrap() && !is_first && self.width(ui) > room {
            ui.end_row();
        }
        let response = ui.add_enabled_ui(self.enabled, |ui| self.show_in(ui)).inner;
        match tooltip {
            Some(text) => response.on_hover_text(text).on_disabled_hover_text(text),
            None => response,
        }
    }

    /// Returns the width it will have.
    pub(crate) fn width(&self, ui: &Ui) -> f32 {
        let size = self.letters();
        let font = if self.look == Look::Primary { semibold(size) } else { regular(size) };
        let line = |text: &str, font| Line::whole(ui, text, font, Color32::PLACEHOLDER).width();
        let hint = self.hint.map_or(0.0, |hint| line(hint, regular(11.0)) + 9.0);
        let icon = if self.icon.is_some() { ICON + 6.0 } else { 0.0 };
        (icon + line(self.label, font) + hint + 2.0 * self.padding()).max(self.min_width)
    }

    /// The room at either side of the words.
    fn padding(&self) -> f32 {
        if self.letters() < 13.0 { 9.0 } else { 13.0 }
    }

    /// The size of the words.
    fn letters(&self) -> f32 {
        if self.small || self.look == Look::Quiet { 12.0 } else { 13.0 }
    }

    /// The colours of the words and of the key hint.
    fn inks(&self, ui: &Ui) -> (Color32, Color32) {
        let palette = Palette::current(ui);
        match self.look {
            // A disabled one fades as a whole: words that fade on a faded fill could not be read.
            Look::Primary if !ui.is_enabled() => {
                let faded = palette.bars.lerp_to_gamma(palette.on_accent, DISABLED);
                (faded, faded)
            }
            Look::Primary => (palette.on_accent, palette.on_accent.gamma_multiply(0.8)),
            _ => (palette.text, palette.text3),
        }
    }

    /// The colours of the fill and of the border.
    fn ground(&self, ui: &Ui, response: &Response) -> (Color32, Color32) {
        let palette = Palette::current(ui);
        if self.selected == Some(true) {
            return (palette.accent_soft, palette.accent);
        }
        match self.look {
            Look::Primary if !ui.is_enabled() => {
                (palette.bars.lerp_to_gamma(palette.accent, DISABLED), Color32::TRANSPARENT)
            }
            Look::Primary => (primary_fill(palette, response), Color32::TRANSPARENT),
            Look::Plain => (state_fill(palette, response, palette.card), palette.border),
            Look::Quiet => {
                (state_fill(palette, response, Color32::TRANSPARENT), Color32::TRANSPARENT)
            }
        }
    }

    fn show_in(self, ui: &mut Ui) -> Response {
        let text_size = self.letters();
        let font =
            if self.look == Look::Primary { semibold(text_size) } else { regular(text_size) };
        let (colour, hint_colour) = self.inks(ui);
        let label = Line::whole(ui, self.label, font, colour);
        let hint = self.hint.map(|hint| Line::whole(ui, hint, regular(11.0), hint_colour));

        let padding = self.padding();
        let icon_width = if self.icon.is_some() { ICON + 6.0 } else { 0.0 };
        let hint_width = hint.as_ref().map_or(0.0, |hint| hint.width() + 9.0);
        let content = icon_width + label.width() + hint_width;
        let height = if self.small { 24.0 } else { 28.0 };
        let width = (content + 2.0 * padding).max(self.min_width);
        let (rect, response) = ui.allocate_exact_size(vec2(width, height), Sense::click());
        response.widget_info(|| match self.selected {
            Some(selected) => {
                WidgetInfo::selected(Role::Button, ui.is_enabled(), selected, self.label)
            }
            None => WidgetInfo::labeled(Role::Button, ui.is_enabled(), self.label),
        });
        if !ui.is_rect_visible(rect) {
            return response;
        }

        let (fill, border) = self.ground(ui, &response);
        let mut painter = ui.painter().clone();
        if self.look == Look::Primary && !ui.is_enabled() {
            painter.set_opacity(1.0);
        }
        painter.rect(rect, RADIUS, fill, Stroke::new(1.0, border), StrokeKind::Inside);
        let mut x = (rect.center().x - content * 0.5).round();
        if let Some(icon) = self.icon {
            let middle = pos2(x + ICON * 0.5, rect.center().y);
            icon.paint(&painter, Rect::from_center_size(middle, vec2(ICON, ICON)), colour);
            x += icon_width;
        }
        // Words and hint stand on one line, whatever their sizes.
        let base = baseline(rect.center().y, text_size);
        label.left(&painter, x, base);
        if let Some(hint) = hint {
            hint.right(&painter, x + label.width() + hint_width, base);
        }
        focus_ring(ui, &response, rect, RADIUS);
        response
    }
}

/// The accent, a little toward the text on it under the pointer, more so while pressed.
fn primary_fill(palette: &Palette, response: &Response) -> Color32 {
    let share = if response.is_pointer_button_down_on() {
        0.22
    } else if response.hovered() {
        0.12
    } else {
        0.0
    };
    // Light: darker keeps the white text readable. Dark: lighter does the same for the dark text.
    let toward = if palette.dark { Color32::WHITE } else { Color32::BLACK };
    palette.accent.lerp_to_gamma(toward, share)
}

/// A button of 32×24 points with an icon alone; `name` is its accessible name and tooltip.
///
/// Only for previous and next, and to close or clear something: other buttons have words.
pub(crate) fn icon_button(ui: &mut Ui, icon: Icon, name: &str) -> Response {
    let palette = Palette::current(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(32.0, 24.0), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), name));
    if ui.is_rect_visible(rect) {
        let painter = ui.painter();
        painter.rect(
            rect,
            RADIUS,
            state_fill(palette, &response, palette.card),
            Stroke::new(1.0, palette.border),
            StrokeKind::Inside,
        );
        let middle = Rect::from_center_size(rect.center(), vec2(ICON, ICON));
        icon.paint(painter, middle, palette.text);
        focus_ring(ui, &response, rect, RADIUS);
    }
    response.on_hover_text(name).on_disabled_hover_text(name)
}

/// One choice of a [`Segmented`] switch.
struct Segment<'a, T> {
    value: T,
    label: &'a str,
    enabled: bool,
    why_not: &'a str,
}

/// A switch between a few choices that are all seen at once.
///
/// Each choice is a button with a selected state. While one has the focus, Left and Right move
/// to and choose the next enabled one.
#[must_use = "a switch is drawn by `show`"]
pub(crate) struct Segmented<'a, T> {
    segments: Vec<Segment<'a, T>>,
    small: bool,
    wide: bool,
}

impl<'a, T: Copy + PartialEq> Segmented<'a, T> {
    /// A switch without choices; add them with [`Self::choice`].
    pub(crate) fn new() -> Self {
        Self { segments: Vec::new(), small: false, wide: false }
    }

    /// Adds a choice.
    pub(crate) fn choice(self, value: T, label: &'a str) -> Self {
        self.choice_if(true, value, label, "")
    }

    /// Adds a choice that cannot be taken unless `enabled`; its tooltip then says why not.
    pub(crate) fn choice_if(
        mut self,
        enabled: bool,
        value: T,
        label: &'a str,
        why_not: &'a str,
    ) -> Self {
        self.segments.push(Segment { value, label, enabled, why_not });
        self
    }

    /// Text of 12 points and less room around it.
    pub(crate) fn small(mut self) -> Self {
        self.small = true;
        self
    }

    /// As wide as there is room, all choices of one width if their words fit.
    pub(crate) fn wide(mut self) -> Self {
        self.wide = true;
        self
    }

    /// Returns its width, unless it fills the available room.
    pub(crate) fn width(&self, ui: &Ui) -> f32 {
        self.widths(ui).iter().sum::<f32>() + 4.0
    }

    fn letters(&self) -> f32 {
        if self.small { 12.0 } else { 13.0 }
    }

    /// The room at either side of the words.
    fn padding(&self) -> f32 {
        if self.small { 10.0 } else { 14.0 }
    }

    /// Those of the semibold words, so that choosing moves nothing.
    fn widths(&self, ui: &Ui) -> Vec<f32> {
        let ink = Palette::current(ui).text;
        let word = |label| Line::whole(ui, label, semibold(self.letters()), ink).width();
        self.segments.iter().map(|segment| word(segment.label) + 2.0 * self.padding()).collect()
    }

    /// Draws the switch. The response covers all of it and is `changed` when the choice changed.
    pub(crate) fn show(self, ui: &mut Ui, chosen: &mut T) -> Response {
        let palette = Palette::current(ui);
        let size = self.letters();
        let mut widths = self.widths(ui);
        if self.wide && !widths.is_empty() {
            let room = ui.available_width() - 4.0;
            let each = room / widths.len() as f32;
            // Words that are wider than that have more of the room.
            let words: Vec<f32> = widths.iter().map(|width| width - 2.0 * self.padding()).collect();
            let spare = (room - words.iter().sum::<f32>()) / words.len() as f32;
            match words.iter().all(|word| word + 4.0 <= each) {
                true => widths.fill(each),
                false => widths = words.iter().map(|word| word + spare).collect(),
            }
        }
        let total = widths.iter().sum::<f32>() + 4.0;
        let (track, mut response) = ui.allocate_exact_size(vec2(total, 28.0), Sense::hover());
        let edge = Stroke::new(1.0, palette.border);
        ui.painter().rect(track, RADIUS_NOTICE, palette.pressed, edge, StrokeKind::Inside);

        let before = *chosen;
        let ids: Vec<_> = (0..widths.len()).map(|i| segment_id(&response, i)).collect();
        let mut x = track.left() + 2.0;
        let mut moved = false;
        let has_stop = self.segments.iter().any(|own| own.enabled && own.value == before);
        for (index, (segment, width)) in self.segments.iter().zip(&widths).enumerate() {
            let rect = Rect::from_min_size(pos2(x, track.top() + 2.0), vec2(*width, 24.0));
            x += width;
            let mut child = ui.new_child(
                UiBuilder::new().max_rect(rect).layout(Layout::left_to_right(Align::Center)),
            );
            if !segment.enabled {
                child.disable();
            }
            // Tab leads to the chosen one, from which the arrows lead on.
            let is_stop = !has_stop
                || before == segment.value
                || child.memory(|memory| memory.has_focus(ids[index]));
            let sense = if is_stop { Sense::click() } else { Sense::CLICK };
            let button = child.interact(rect, ids[index], sense);
            if button.clicked() {
                *chosen = segment.value;
            }
            // The arrow that brought the focus here from elsewhere does not choose.
            let own = ids[index].with("brought by an arrow");
            let is_brought = child.data_mut(|data| data.remove_temp::<()>(own)).is_some();
            let arrives = button.gained_focus() && !is_brought;
            // The focus moves at once: without `moved` one key press would run on to the end.
            if !moved
                && button.has_focus()
                && !arrives
                && let Some(next) = self.arrow_target(&child, ids[index], index)
            {
                moved = true;
                *chosen = self.segments[next].value;
                child.memory_mut(|memory| memory.request_focus(ids[next]));
                let own = ids[next].with("brought by an arrow");
                child.data_mut(|data| data.insert_temp(own, ()));
            }
            self.paint_segment(&child, segment, before == segment.value, &button, rect, size);
            button.widget_info(|| {
                WidgetInfo::selected(
                    Role::Button,
                    child.is_enabled(),
                    *chosen == segment.value,
                    segment.label,
                )
            });
            if !segment.why_not.is_empty() {
                button.on_disabled_hover_text(segment.why_not);
            }
        }
        if *chosen != before {
            response.mark_changed();
            ui.request_repaint();
        }
        response
    }

    /// The choice that an arrow key pressed in this pass leads to from `index`.
    fn arrow_target(&self, ui: &Ui, id: egui::Id, index: usize) -> Option<usize> {
        focus::keep_level_arrows(ui, id);
        let enabled = |&i: &usize| self.segments[i].enabled;
        let (left, right) = ui
            .input(|input| (input.key_pressed(Key::ArrowLeft), input.key_pressed(Key::ArrowRight)));
        if left {
            (0..index).rev().find(enabled)
        } else if right {
            (index + 1..self.segments.len()).find(enabled)
        } else {
            None
        }
    }

    fn paint_segment(
        &self,
        ui: &Ui,
        segment: &Segment<'_, T>,
        chosen: bool,
        button: &Response,
        rect: Rect,
        size: f32,
    ) {
        let palette = Palette::current(ui);
        let painter = ui.painter();
        if chosen {
            let card = if palette.dark { palette.card } else { palette.canvas };
            painter.rect(rect, RADIUS, card, Stroke::new(1.0, palette.border), StrokeKind::Inside);
        } else if button.hovered() {
            painter.rect_filled(rect, RADIUS, palette.hover);
        }
        let (font, colour) =
            if chosen { (semibold(size), palette.text) } else { (regular(size), palette.text2) };
        let line = Line::new(ui, segment.label, font, colour, rect.width() - 4.0);
        line.centre(painter, rect.center().x, baseline(rect.center().y, size));
        focus_ring(ui, button, rect, RADIUS);
    }
}

/// A segmented switch between labelled values.
pub(crate) fn segmented<T: Copy + PartialEq>(
    ui: &mut Ui,
    chosen: &mut T,
    choices: &[(T, &str)],
) -> Response {
    of_choices(choices).show(ui, chosen)
}

/// A segmented switch with text of 12 points, for tool strips.
pub(crate) fn segmented_small<T: Copy + PartialEq>(
    ui: &mut Ui,
    chosen: &mut T,
    choices: &[(T, &str)],
) -> Response {
    of_choices(choices).small().show(ui, chosen)
}

/// A segmented switch as wide as the panel, all choices of one width.
pub(crate) fn segmented_wide<T: Copy + PartialEq>(
    ui: &mut Ui,
    chosen: &mut T,
    choices: &[(T, &str)],
) -> Response {
    of_choices(choices).wide().show(ui, chosen)
}

/// Gives the focus to a choice of a segmented switch, by its place.
pub(crate) fn focus_segment(ui: &Ui, switch: &Response, index: usize) {
    ui.memory_mut(|memory| memory.request_focus(segment_id(switch, index)));
}

fn segment_id(switch: &Response, index: usize) -> egui::Id {
    switch.id.with(index)
}

/// A switch with every choice enabled.
fn of_choices<'a, T: Copy + PartialEq>(choices: &[(T, &'a str)]) -> Segmented<'a, T> {
    choices.iter().fold(Segmented::new(), |switch, &(value, label)| switch.choice(value, label))
}
