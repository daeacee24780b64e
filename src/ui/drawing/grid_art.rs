//! Painting the grids of cover puzzles: grounds, heavier lines, texts, and marks in one ink.

use egui::{Align2, Color32, Shape, Stroke};

use super::paint::{Look, Pen};
use crate::picture::{Backdrop, Figure, MarkInk, Scenery, Xy};
use crate::ui::widgets::theme::{Palette, regular, semibold};

/// Smaller letters than this cannot be read and are left out.
const MIN_CELL: f32 = 5.0;

/// The ground of a cell that nothing else is shown on.
pub(in crate::ui) fn ground(palette: &Palette, ground: Backdrop) -> Color32 {
    match ground {
        Backdrop::Plain => palette.empty_site,
        Backdrop::Open => palette.canvas,
        Backdrop::Dark => palette.grid,
    }
}

/// The heavier lines and the texts of the empty grid.
pub(in crate::ui) fn over_board(pen: Pen, scenery: &Scenery) {
    let Pen { painter, palette, projection } = pen;
    let width = if projection.scale < 12.0 { 1.25 } else { 2.0 };
    let stroke = Stroke::new(width, palette.text3);
    for line in &scenery.lines {
        painter.line_segment(line.map(|end| projection.at(end)), stroke);
    }
    let ink = if scenery.strong { palette.text } else { palette.text2 };
    for (at, text) in &scenery.texts {
        word(pen, *at, text, scenery.letters, scenery.strong, ink);
    }
}

/// A word about a point of the plane, cut to the width of a cell.
pub(in crate::ui) fn word(pen: Pen, at: Xy, text: &str, letters: f64, strong: bool, ink: Color32) {
    let Pen { painter, projection, .. } = pen;
    let size = letters as f32 * projection.scale;
    if size < MIN_CELL {
        return;
    }
    let font = if strong { semibold(size) } else { regular(size) };
    let galley = super::label_layout::cut(painter, text, font, ink, 0.9 * projection.scale);
    let rect = Align2::CENTER_CENTER.anchor_size(projection.at(at), galley.size());
    painter.galley(rect.min, galley, ink);
}

/// Paints a figure that is drawn in one ink.
pub(in crate::ui) fn mark(pen: Pen, figure: &Figure, ink: MarkInk, look: Look) {
    let Pen { painter, palette, projection } = pen;
    let own = match ink {
        MarkInk::Text => palette.text,
        MarkInk::Accent => palette.accent,
    };
    // A ghost is told from what is written by its paleness.
    let ink = super::paint::blend(palette.empty_site, own, look.cover);
    for part in &figure.cells {
        let corners = part.iter().map(|&corner| projection.at(corner)).collect();
        painter.add(Shape::convex_polygon(corners, ink, Stroke::NONE));
    }
    for label in &figure.labels {
        let text = label.text.as_deref().unwrap_or_default();
        word(pen, label.at, text, figure.letters, true, ink);
    }
}
