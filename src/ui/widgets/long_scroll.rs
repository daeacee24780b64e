//! The scroll bar of a list of any length. Where the view is is kept in double precision, so that the
//! last of many million rows lies as still as the first.

use egui::{Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};

use super::theme::Palette;

/// Width of the scroll bar with the room around it.
pub(crate) const BAR: f32 = 12.0;

/// A list that is scrolled.
pub(crate) struct Scrolled<'a> {
    /// Its height, in rows.
    pub(crate) height: f64,
    /// The rows that fit into the view, with a fraction.
    pub(crate) fit: f64,
    /// The accessible name of the bar.
    pub(crate) name: &'a str,
}

impl Scrolled<'_> {
    /// The greatest height that may be at the upper edge.
    pub(crate) fn last_top(&self) -> f64 {
        (self.height - self.fit).max(0.0)
    }
}

/// Shows the scroll bar, whose handle is at least 24 points long, in a strip as wide as [`BAR`].
/// `top` is the row at the upper edge, with a fraction; `grip` where on its handle the bar is held.
pub(crate) fn scroll_bar(
    top: &mut f64,
    grip: &mut f32,
    strip: Rect,
    list: &Scrolled<'_>,
    ui: &mut Ui,
) {
    let last = list.last_top();
    if last <= 0.0 {
        return;
    }
    let palette = Palette::current(ui);
    let strip = Rect::from_min_max(
        pos2(strip.left(), strip.top() + 4.0),
        pos2(strip.right(), strip.bottom() - 4.0),
    );
    let share = (list.fit / list.height) as f32;
    let long = (strip.height() * share).max(24.0).min(strip.height());
    let way = (strip.height() - long).max(1.0);
    let id = ui.scope_id().with(("scroll", list.name));
    let response = ui.interact(strip, id, Sense::DRAG | Sense::CLICK);
    let handle = |top: f64| {
        let y = strip.top() + way * (top.clamp(0.0, last) / last) as f32;
        Rect::from_min_size(pos2(strip.right() - 9.0, y), vec2(6.0, long))
    };
    if let Some(at) = response.interact_pointer_pos() {
        let now = handle(*top);
        if response.drag_started()
            || response.clicked()
            || response.is_pointer_button_down_on() && *grip < 0.0
        {
            let inside = now.y_range().contains(at.y);
            *grip = if inside { at.y - now.top() } else { long / 2.0 };
        }
        if *grip >= 0.0 {
            *top = f64::from((at.y - *grip - strip.top()) / way).clamp(0.0, 1.0) * last;
        }
    } else {
        *grip = -1.0;
    }
    response.widget_info(|| WidgetInfo {
        value: Some(*top),
        ..WidgetInfo::labeled(Role::ScrollBar, true, list.name)
    });
    let held = response.hovered() || response.dragged();
    let colour = if held { palette.text3 } else { palette.border };
    ui.painter().rect_filled(handle(*top), 3.0, colour);
}
