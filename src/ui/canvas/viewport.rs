//! The view of a canvas: zoom and pan beyond what fits.

use egui::{Key, Pos2, Rect, Ui, Vec2};

use crate::ui::drawing::paint::Projection;

/// The scroll of the wheel that magnifies e times, in points.
const WHEEL_SCALE: f32 = 360.0;
/// The least and the greatest magnification.
const MIN_ZOOM: f32 = 0.2;
const MAX_ZOOM: f32 = 40.0;

/// The magnification of what fits a canvas, about its middle, and the offset from there in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Viewport {
    pub(crate) zoom: f32,
    pub(crate) pan: Vec2,
}

impl Default for Viewport {
    fn default() -> Viewport {
        Viewport::FIT
    }
}

impl Viewport {
    /// All of it, in the middle.
    pub(crate) const FIT: Viewport = Viewport { zoom: 1.0, pan: Vec2::ZERO };

    /// Magnifies about the middle of the canvas.
    pub(crate) fn magnify(&mut self, factor: f32) {
        self.magnify_about(Vec2::ZERO, factor);
    }

    /// Magnifies about a point, given from the middle of the canvas.
    fn magnify_about(&mut self, point: Vec2, factor: f32) {
        let zoom = (self.zoom * factor).clamp(MIN_ZOOM, MAX_ZOOM);
        self.pan = point - (point - self.pan) * (zoom / self.zoom);
        self.zoom = zoom;
    }

    /// Follows the wheel while the pointer is on the canvas: it zooms about the pointer. With Ctrl
    /// held egui reports it as a zoom, as it does for two fingers.
    pub(crate) fn follow_wheel(&mut self, canvas: Rect, ui: &Ui) {
        let pointer = ui.input(|i| i.pointer.hover_pos()).filter(|at| canvas.contains(*at));
        self.follow_wheel_at(pointer, canvas, ui);
    }

    /// Follows the wheel where the pointer is at a point of the canvas.
    pub(crate) fn follow_wheel_at(&mut self, pointer: Option<Pos2>, canvas: Rect, ui: &Ui) {
        let Some(pointer) = pointer else { return };
        let factor = ui.input(|i| i.zoom_delta() * (i.smooth_scroll_delta().y / WHEEL_SCALE).exp());
        if (factor - 1.0).abs() > 1e-4 {
            self.magnify_about(pointer - canvas.center(), factor);
        }
    }

    /// Follows the key Home, which fits, unless it is for a text.
    pub(crate) fn follow_home(&mut self, ui: &Ui) {
        if !ui.ctx().text_edit_focused() && ui.input(|i| i.key_pressed(Key::Home)) {
            *self = Viewport::FIT;
        }
    }

    /// Where something is seen that is shown by a projection when it fits the canvas.
    pub(crate) fn projection(&self, fitted: Projection, canvas: Rect) -> Projection {
        let middle = canvas.center();
        Projection {
            scale: fitted.scale * self.zoom,
            origin: middle + (fitted.origin - middle) * self.zoom + self.pan,
        }
    }
}
