//! Marks on sites of the board: under the pointer, chosen, forced, uncoverable, and samples of them
//! for the legend.

use egui::{Painter, Pos2, Rect, Sense, Shape, Stroke, Ui, Vec2, pos2, vec2};

use crate::lattice::{Lattice, SiteForm};
use crate::picture::Xy;
use crate::ui::drawing::figure_cache::BoardFigures;
use crate::ui::drawing::paint::Pen;
use crate::ui::widgets::theme::{Palette, regular};

/// A function that paints a mark into a site: painter, colours, the site's corners (of the bar that
/// stands for it, if it is an edge), and whether it is an edge.
pub(crate) type Mark = fn(&Painter, &Palette, &[Pos2], bool);

/// Paints a mark into a site of the board.
pub(crate) fn mark_site(pen: Pen, board: &BoardFigures, i: usize, mark: Mark) {
    mark_corners(pen, board.page.lattice(), &board.sites[i], board.bar(), mark);
}

/// As [`mark_site`], for any site by its corners; an edge is a bar of some thickness in units.
pub(crate) fn mark_corners(
    pen: Pen,
    lattice: &Lattice,
    corners: &[Xy],
    thickness: f32,
    mark: Mark,
) {
    let Pen { painter, palette, projection } = pen;
    let corners = match lattice.form {
        SiteForm::Cell => corners.iter().map(|&p| projection.at(p)).collect(),
        SiteForm::Edge => {
            bar(projection.at(corners[0]), projection.at(corners[1]), thickness * projection.scale)
        }
    };
    mark(painter, palette, &corners, lattice.form == SiteForm::Edge);
}

/// The corners of the bar of some thickness that stands for an edge.
pub(crate) fn bar(a: Pos2, b: Pos2, thickness: f32) -> Vec<Pos2> {
    let along = (b - a).normalized();
    let across = along.rot90() * (thickness / 2.0 + 1.0);
    let inset = (b - a) * 0.12 - along * thickness / 2.0;
    let (a, b) = (a + inset, b - inset);
    vec![a - across, b - across, b + across, a + across]
}

/// Corners moved towards their middle by some points.
pub(crate) fn inset(corners: &[Pos2], by: f32) -> Vec<Pos2> {
    let n = corners.len() as f32;
    let middle = corners.iter().fold(Vec2::ZERO, |sum, p| sum + p.to_vec2()) / n;
    corners
        .iter()
        .map(|&p| {
            let out = p.to_vec2() - middle;
            // A corner of a square moves by √2 for its sides to move by 1.
            p - out.normalized() * (by * 1.414).min(out.length() * 0.6)
        })
        .collect()
}

/// The corners of the bar of an edge, so short that it keeps clear of those of the edges beside it.
fn shortened(corners: &[Pos2]) -> Vec<Pos2> {
    let &[a, b, c, d] = corners else { return corners.to_vec() };
    let (length, width) = ((b - a).length(), (d - a).length());
    // At a right angle the bars keep apart where each ends half its width before the vertex.
    let by = (b - a).normalized() * (0.5 * width + 1.0 - 0.06 * length).clamp(0.0, 0.3 * length);
    vec![a + by, b - by, c - by, d + by]
}

/// The site under the pointer.
pub(crate) fn under_pointer(painter: &Painter, palette: &Palette, corners: &[Pos2], _edge: bool) {
    painter.add(Shape::convex_polygon(
        corners.to_vec(),
        palette.text.gamma_multiply(0.10),
        Stroke::new(1.5, palette.text),
    ));
}

/// A hole under the pointer: an outline alone, since filled it would look like a site.
pub(crate) fn hole_under_pointer(
    painter: &Painter,
    palette: &Palette,
    corners: &[Pos2],
    _edge: bool,
) {
    painter.add(Shape::closed_line(corners.to_vec(), Stroke::new(1.5, palette.text)));
}

/// The cell of a mark in hand, which hides the number below it.
pub(crate) fn written(painter: &Painter, palette: &Palette, corners: &[Pos2], edge: bool) {
    painter.add(Shape::convex_polygon(corners.to_vec(), palette.accent_soft, Stroke::NONE));
    ring(painter, palette, corners, edge);
}

/// A site that not every piece may cover: a small lock in its corner.
pub(crate) fn ruled(painter: &Painter, palette: &Palette, corners: &[Pos2], _edge: bool) {
    let rect = Rect::from_points(corners);
    let size = (rect.width() * 0.16).clamp(4.0, 9.0);
    let at = rect.right_top() + vec2(-1.6 * size, 1.6 * size);
    let body = Rect::from_center_size(at, vec2(size, size * 0.8));
    let stroke = Stroke::new(1.25, palette.text2);
    painter.rect_filled(body, 1.0, palette.text2);
    painter.circle_stroke(body.center_top(), size * 0.32, stroke);
}

/// A line around a cell.
pub(crate) fn ring(painter: &Painter, palette: &Palette, corners: &[Pos2], _edge: bool) {
    painter.add(Shape::closed_line(corners.to_vec(), Stroke::new(3.0, palette.accent)));
}

/// The keyboard's cursor: a line that is seen on every fill.
pub(crate) fn cursor(painter: &Painter, palette: &Palette, corners: &[Pos2], _edge: bool) {
    for stroke in [Stroke::new(7.0, palette.canvas), Stroke::new(3.0, palette.accent)] {
        painter.add(Shape::closed_line(corners.to_vec(), stroke));
    }
}

/// A site with one placement, or one that a check points at.
pub(crate) fn forced(painter: &Painter, palette: &Palette, corners: &[Pos2], edge: bool) {
    let ring = if edge { shortened(corners) } else { inset(corners, 5.0) };
    painter.add(Shape::closed_line(ring, Stroke::new(2.0, palette.accent)));
}

/// A site that nothing covers.
pub(crate) fn uncoverable(painter: &Painter, palette: &Palette, corners: &[Pos2], edge: bool) {
    let frame = if edge { shortened(corners) } else { inset(corners, 3.0) };
    painter.add(Shape::convex_polygon(
        frame.clone(),
        palette.alert_soft,
        Stroke::new(1.5, palette.alert),
    ));
    // Hatching: diagonal lines, each cut off at the sides of the convex frame.
    let bounds = Rect::from_points(&frame);
    let stroke = Stroke::new(1.25, palette.alert);
    let mut offset = -bounds.height();
    while offset < bounds.width() {
        let line = [
            pos2(bounds.left() + offset, bounds.bottom()),
            pos2(bounds.left() + offset + bounds.height(), bounds.top()),
        ];
        if let Some(part) = clip(line, &frame) {
            painter.line_segment(part, stroke);
        }
        offset += 6.0;
    }
}

/// The part of a line inside a convex polygon.
pub(crate) fn clip([a, b]: [Pos2; 2], frame: &[Pos2]) -> Option<[Pos2; 2]> {
    let (mut from, mut to) = (0.0f32, 1.0f32);
    let turn = |p: Pos2, q: Pos2, r: Pos2| (q - p).x * (r - p).y - (q - p).y * (r - p).x;
    let n = frame.len();
    let sign = turn(frame[0], frame[1], frame[2]).signum();
    for i in 0..n {
        let (p, q) = (frame[i], frame[(i + 1) % n]);
        let (at_a, at_b) = (sign * turn(p, q, a), sign * turn(p, q, b));
        if at_a < 0.0 && at_b < 0.0 {
            return None;
        }
        if (at_a < 0.0) != (at_b < 0.0) {
            let t = at_a / (at_a - at_b);
            if at_a < 0.0 { from = from.max(t) } else { to = to.min(t) }
        }
    }
    (from < to).then(|| [a + (b - a) * from, a + (b - a) * to])
}

/// A sample of a mark for the legend, with its word.
pub(crate) fn sample(ui: &mut Ui, word: &str, edge: bool, mark: Mark) {
    let palette = Palette::current(ui);
    crate::ui::widgets::elided(ui, word, regular(12.0), palette.text, 100.0);
    let size = if edge { vec2(24.0, 14.0) } else { vec2(24.0, 24.0) };
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    let corners = if edge {
        bar(rect.left_center(), rect.right_center(), 10.2)
    } else {
        vec![rect.left_top(), rect.right_top(), rect.right_bottom(), rect.left_bottom()]
    };
    mark(ui.painter(), palette, &corners, edge);
}
