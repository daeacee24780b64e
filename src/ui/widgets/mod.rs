//! The widgets of the window: what every screen is put together from.
//!
//! Leans on [`self::theme`] for colours and type and on [`self::icons`]; knows nothing of
//! puzzles. Every widget tells its name and state to the accessibility tree, can be reached with
//! Tab, shows a ring while it has the focus, and looks disabled in a disabled [`egui::Ui`].
//!
//! Rows, heads and titles bring their own heights and expect no spacing between them: put them
//! into a [`column`] or [`section`].
//!
//! - [`buttons`]: button, icon button, segmented switch
//! - [`rows`]: check, radio and fact rows, heads, titles, separators
//! - [`fields`]: text fields, lists that open, and sliders
//! - [`notices`]: what is wrong, what passed
//! - [`charts`]: run bar, sparkline, bars by depth, heat legend
//! - [`labels`]: one-line texts, key caps, and the text layout the others use

mod bar;
mod buttons;
mod charts;
#[cfg(test)]
mod contrast_tests;
mod fields;
pub(crate) mod focus;
pub(crate) mod icons;
pub(crate) mod input;
mod labels;
pub(crate) mod length_field;
pub(crate) mod long_list;
mod notices;
mod rows;
pub(crate) mod side_panels;
pub(crate) mod terms;
#[cfg(test)]
mod tests;
pub(crate) mod theme;
pub(crate) mod toast;

pub(crate) use self::{
    bar::{bar, is_compact},
    buttons::{
        Button, Segmented, focus_segment, icon_button, segmented, segmented_small, segmented_wide,
    },
    charts::{bar_chart, heat_legend, run_bar, sparkline},
    fields::{
        drop_down, focus_end, focus_whole, number_field, number_field_of, range_slider,
        search_field, select_stem, slider, text_field,
    },
    labels::{Line, baseline, elided, elided_within, headline, paint_keys, paragraph, phrase},
    notices::{Kind, notice, passed},
    rows::{
        action_row, at_right, check_box, check_mark, check_row, column, fact_row, fact_row_fixed,
        panel_head, panel_head_large, radio_row, remark_row, scroll_column, section, section_title,
        separator,
    },
};

use egui::{
    Color32, Context, CornerRadius, Painter, Rect, Response, Shape, Stroke, StrokeKind, Ui,
};

use self::theme::{Palette, RADIUS};

/// The width of the focus ring, in points.
const RING: f32 = 2.0;

/// Paints the focus ring around `rect` when `response` has the keyboard focus.
///
/// The ring is 2 points wide and lies 1 point outside the widget, whose corner radius is `radius`;
/// it moves inward where it would be cut off.
pub(crate) fn focus_ring(ui: &Ui, response: &Response, rect: Rect, radius: f32) {
    if response.has_focus() {
        focus::is_shown(ui.ctx(), response.id);
        paint_ring(ui.painter(), rect, radius, Palette::current(ui));
    }
}

/// Paints the focus ring around the widget that has the focus, at the end of a frame, unless it has
/// shown that by itself: egui's own do not.
pub(crate) fn focus_ring_of_others(ctx: &Context) {
    if let Some(response) = focus::not_shown(ctx).and_then(|id| ctx.read_response(id)) {
        let painter = ctx.layer_painter(response.layer_id);
        paint_ring(&painter, response.interact_rect, RADIUS, Palette::current(ctx));
    }
}

fn paint_ring(painter: &Painter, rect: Rect, radius: f32, palette: &Palette) {
    let rect = rect.expand(1.0).intersect(painter.clip_rect().shrink(RING));
    if rect.is_positive() {
        let (radius, stroke) =
            (CornerRadius::from(radius + 1.0), Stroke::new(RING, palette.accent));
        painter.rect_stroke(rect, radius, stroke, StrokeKind::Outside);
    }
}

/// Draws a dashed line along the edges of a rectangle: the lengths of dashes and gaps, in points.
pub(crate) fn dashed_frame(painter: &Painter, rect: Rect, stroke: Stroke, (dash, gap): (f32, f32)) {
    let corners = [
        rect.left_top(),
        rect.right_top(),
        rect.right_bottom(),
        rect.left_bottom(),
        rect.left_top(),
    ];
    painter.extend(Shape::dashed_line(&corners, stroke, dash, gap));
}

/// The fill of a widget at rest, under the pointer, or pressed.
fn state_fill(palette: &Palette, response: &Response, rest: Color32) -> Color32 {
    if response.is_pointer_button_down_on() {
        palette.pressed
    } else if response.hovered() {
        palette.hover
    } else {
        rest
    }
}
