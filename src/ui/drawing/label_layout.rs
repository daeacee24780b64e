//! Words upon pieces: their names, where they have room.

use std::sync::Arc;

use egui::text::{LayoutJob, TextWrapping};
use egui::{Align2, Color32, FontId, Galley, Painter};

use super::paint::Pen;
use crate::picture::Label;
use crate::ui::widgets::theme::semibold;

/// Letters smaller than this, in points, are not read with ease.
pub(crate) const MIN_LETTERS: f32 = 11.0;

/// Writes the name of a piece where it has room; one that is too long in smaller letters, or its
/// beginning.
pub(crate) fn name(pen: Pen, label: &Label, name: &str, size: f32, ink: Color32) {
    let Pen { painter, projection, .. } = pen;
    /// Room at both ends of a name.
    const ENDS: f32 = 8.0;
    let units = |points: f32| f64::from(points / projection.scale);
    let mut galley = painter.layout_no_wrap(name.to_owned(), semibold(size), ink);
    let place = label.place(name, units(galley.size().x + ENDS));
    let room = place.room as f32 * projection.scale - ENDS;
    if galley.size().x > room {
        let size = (size * room / galley.size().x).max(MIN_LETTERS);
        galley = painter.layout_no_wrap(name.to_owned(), semibold(size), ink);
        if galley.size().x > room && room > 2.5 * size {
            galley = cut(painter, name, semibold(size), ink, room);
        } else if galley.size().x > room {
            // As in the tree of the steps.
            let letters = name.chars().take(2).collect();
            galley = painter.layout_no_wrap(letters, semibold(size), ink);
        }
    }
    let rect = Align2::CENTER_CENTER.anchor_size(projection.at(place.at), galley.size());
    painter.galley(rect.min, galley, ink);
}

/// A text in one line, cut where there is no more room.
pub(crate) fn cut(
    painter: &Painter,
    text: &str,
    font: FontId,
    ink: Color32,
    room: f32,
) -> Arc<Galley> {
    let mut job = LayoutJob::simple_singleline(text.to_owned(), font, ink);
    job.wrap = TextWrapping::truncate_at_width(room);
    painter.layout_job(job)
}
