//! A list of any length, of which only the rows in view are painted: its scroll bar, the wheel, the keys
//! that move the selection, and what is brought into view. Where the view is is kept in double
//! precision, so that the last of many million rows lies as still as the first.
//!
//! [`rows`] lays out rows of one or more items, in groups with headings.

mod rows;

use std::ops::Range;

use egui::{Key, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};

pub(crate) use self::rows::Rows;
use super::input;
use super::theme::Palette;

/// Width of the scroll bar with the room around it.
pub(crate) const BAR: f32 = 12.0;

/// The state of a list from frame to frame.
pub(crate) struct LongList {
    /// The layout of the items.
    pub(crate) rows: Rows,
    /// The height at the upper edge, in rows, with a fraction.
    pub(crate) top: f64,
    /// True if the selected item is to be brought into view.
    reveal: bool,
    /// Where on its handle the scroll bar is held; negative while it is not.
    grip: f32,
}

/// Where a list is shown.
#[derive(Clone, Copy)]
pub(crate) struct View<'a> {
    pub(crate) whole: Rect,
    /// From one row to the next, in points.
    pub(crate) pitch: f32,
    /// Room above the first row, in points.
    pub(crate) inset: f32,
    /// The accessible name of the scroll bar.
    pub(crate) name: &'a str,
}

impl View<'_> {
    /// The rows that fit, with a fraction.
    pub(crate) fn fit(&self) -> f64 {
        f64::from((self.whole.height() - self.inset) / self.pitch).max(0.1)
    }
}

impl Default for LongList {
    fn default() -> LongList {
        LongList { rows: Rows::default(), top: 0.0, reveal: true, grip: -1.0 }
    }
}

impl LongList {
    /// Brings the selected item into view with the next frame.
    pub(crate) fn reveal(&mut self) {
        self.reveal = true;
    }

    /// Goes to the first row.
    pub(crate) fn go_to_top(&mut self) {
        (self.top, self.reveal) = (0.0, false);
    }

    /// Takes the keys that move the selection, which comes into view; where it is then.
    pub(crate) fn follow_keys(&mut self, selected: u64, view: &View<'_>, ui: &Ui) -> u64 {
        let page = (view.fit().floor() as i64).max(1);
        let last = self.rows.len().saturating_sub(1);
        input::take_presses(ui, input::UP_AND_DOWN).into_iter().fold(selected, |at, key| {
            self.reveal = true;
            let to = match key {
                Key::ArrowUp => self.rows.below(at, -1).unwrap_or(at),
                Key::ArrowDown => self.rows.below(at, 1).unwrap_or(at),
                Key::PageUp => self.rows.below(at, -page).unwrap_or(0),
                Key::PageDown => self.rows.below(at, page).unwrap_or(last),
                Key::Home => 0,
                _ => last,
            };
            to.min(last)
        })
    }

    /// Scrolls by the wheel and the bar, and to the selected item where it is to be in view.
    pub(crate) fn scroll(&mut self, selected: Option<u64>, view: &View<'_>, ui: &mut Ui) {
        if ui.rect_contains_pointer(view.whole) {
            let wheel = ui.input(|i| i.smooth_scroll_delta.y);
            self.top -= f64::from(wheel / view.pitch);
        }
        if std::mem::take(&mut self.reveal)
            && let Some(selected) = selected
        {
            let row = self.rows.place_of(selected.min(self.rows.len().saturating_sub(1))).row;
            // The heading lies over the first row in view.
            let (top, least) = (self.rows.top_of(row), self.rows.top_of(row) - self.rows.heading());
            self.top = self.top.clamp((top + 1.0 - view.fit()).min(least), least);
        }
        self.scroll_bar(view, ui);
        self.top = self.top.clamp(0.0, self.last_top(view));
    }

    /// The greatest height that may be at the upper edge.
    pub(crate) fn last_top(&self, view: &View<'_>) -> f64 {
        (self.rows.height() - view.fit()).max(0.0)
    }

    /// The rows of which any part may be in view.
    pub(crate) fn rows_in_view(&self, view: &View<'_>) -> Range<u64> {
        let first = self.rows.first_below(self.top - f64::from(view.inset / view.pitch));
        let end = self.rows.first_below(self.top + view.fit() + 1.0) + 1;
        first..end.min(self.rows.rows())
    }

    /// Where a height, in rows, is on the screen.
    pub(crate) fn y_of(&self, height: f64, view: &View<'_>) -> f32 {
        // Subtracted while still exact; only what is left is small enough for the screen's floats.
        let offset = (height - self.top) * f64::from(view.pitch);
        (view.whole.top() + view.inset + offset as f32).round()
    }

    /// Shows the scroll bar, whose handle is at least 24 points long, at the right edge.
    fn scroll_bar(&mut self, view: &View<'_>, ui: &mut Ui) {
        let last = self.last_top(view);
        if last <= 0.0 {
            return;
        }
        let strip = view.whole.with_min_x(view.whole.right() - BAR);
        let palette = Palette::current(ui);
        let strip = Rect::from_min_max(
            pos2(strip.left(), strip.top() + 4.0),
            pos2(strip.right(), strip.bottom() - 4.0),
        );
        let share = (view.fit() / self.rows.height()) as f32;
        let long = (strip.height() * share).max(24.0).min(strip.height());
        let way = (strip.height() - long).max(1.0);
        let id = ui.scope_id().with(("scroll", view.name));
        let response = ui.interact(strip, id, Sense::DRAG | Sense::CLICK);
        let handle = |top: f64| {
            let y = strip.top() + way * (top.clamp(0.0, last) / last) as f32;
            Rect::from_min_size(pos2(strip.right() - 9.0, y), vec2(6.0, long))
        };
        if let Some(at) = response.interact_pointer_pos() {
            let now = handle(self.top);
            if response.drag_started()
                || response.clicked()
                || response.is_pointer_button_down_on() && self.grip < 0.0
            {
                let inside = now.y_range().contains(at.y);
                self.grip = if inside { at.y - now.top() } else { long / 2.0 };
            }
            if self.grip >= 0.0 {
                self.top = f64::from((at.y - self.grip - strip.top()) / way).clamp(0.0, 1.0) * last;
            }
        } else {
            self.grip = -1.0;
        }
        response.widget_info(|| WidgetInfo {
            value: Some(self.top),
            ..WidgetInfo::labeled(Role::ScrollBar, true, view.name)
        });
        let held = response.hovered() || response.dragged();
        let colour = if held { palette.text3 } else { palette.border };
        ui.painter().rect_filled(handle(self.top), 3.0, colour);
    }
}
