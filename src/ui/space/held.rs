//! A part of a picture that the pointer holds.

use egui::{PointerButton, Pos2, Response, Vec2};

use crate::picture::Xy;

/// A part that is dragged or was clicked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Held {
    /// Its place in the list of parts.
    pub(crate) part: usize,
    /// The way that the pointer has gone, in units of the page.
    pub(crate) by: Xy,
    /// True in the frame in which it is let go.
    pub(crate) is_over: bool,
}

impl Held {
    /// Follows a gesture that holds the part `under` the pointer where it begins; `scale` points are a
    /// unit. `None` where no part is held.
    pub(crate) fn follow(
        held: Option<Held>,
        response: &Response,
        scale: f32,
        under: impl FnOnce(Pos2) -> Option<usize>,
    ) -> Option<Held> {
        let is_clicked = response.clicked();
        if is_clicked || response.drag_started_by(PointerButton::Primary) {
            let now = response.interact_pointer_pos()?;
            let origin = response.ctx.input(|input| input.pointer.press_origin());
            let at = if is_clicked { now } else { origin? };
            // A fast pointer is far away before a drag is known as one.
            let by = in_units(now - at, scale);
            return Some(Held { part: under(at)?, by, is_over: is_clicked });
        }
        let held = held.filter(|held| !held.is_over)?;
        let by = in_units(response.drag_delta(), scale);
        let by = [0, 1].map(|k| held.by[k] + by[k]);
        Some(Held { by, is_over: !response.dragged(), ..held })
    }
}

fn in_units(by: Vec2, scale: f32) -> Xy {
    let by = by / scale.max(1.0);
    [by.x.into(), by.y.into()]
}
