//! A part of a picture that the pointer holds.

use egui::{PointerButton, Pos2, Response};

use crate::picture::Xy;

/// A part that is dragged or was clicked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Held {
    /// Its place in the list of parts.
    pub(crate) part: usize,
    /// How far the pointer has gone, in units of the page.
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
            let at = response.ctx.input(|input| input.pointer.press_origin());
            let at = if is_clicked { response.interact_pointer_pos() } else { at };
            let part = at.and_then(under)?;
            return Some(Held { part, by: [0.0; 2], is_over: is_clicked });
        }
        let held = held.filter(|held| !held.is_over)?;
        let by = response.drag_delta() / scale.max(1.0);
        Some(Held {
            by: [held.by[0] + f64::from(by.x), held.by[1] + f64::from(by.y)],
            is_over: !response.dragged(),
            ..held
        })
    }
}
