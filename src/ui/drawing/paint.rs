//! Painting figures with egui: the same lines and areas as in [`crate::picture`], on a painter.

use egui::epaint::{Mesh, PathShape, PathStroke, StrokeKind};
use egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, Vec2};

use super::grid_art;
use super::label_layout::{self, MIN_LETTERS};
use crate::picture::{Bounds, Figure, Xy};
use crate::puzzle::{Colour, Shade};
use crate::ui::widgets::theme::Palette;

/// From the plane of a lattice to the screen: points a unit, and where the origin lies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Projection {
    /// Screen points for a unit of the plane.
    pub(crate) scale: f32,
    /// Where the plane's origin lies on the screen.
    pub(crate) origin: Pos2,
}

impl Projection {
    /// The largest projection that shows some bounds inside a rectangle, centred, at most
    /// `most` points a unit.
    pub(crate) fn fit(bounds: &Bounds, rect: Rect, most: f32) -> Projection {
        let [width, height] = bounds.size().map(|n| n.max(1e-3) as f32);
        let scale = (rect.width() / width).min(rect.height() / height).clamp(0.01, most);
        let middle = Vec2::new(
            (bounds.min[0] + bounds.max[0]) as f32 / 2.0,
            (bounds.min[1] + bounds.max[1]) as f32 / 2.0,
        );
        Projection { scale, origin: rect.center() - middle * scale }
    }

    /// Where a point of the plane lies on the screen.
    pub(crate) fn at(&self, [x, y]: Xy) -> Pos2 {
        self.origin + Vec2::new(x as f32, y as f32) * self.scale
    }

    /// The point of the plane at a place of the screen.
    pub(crate) fn inverse(&self, p: Pos2) -> Xy {
        let v = (p - self.origin) / self.scale;
        [f64::from(v.x), f64::from(v.y)]
    }

    /// Where the points of a line lie on the screen.
    pub(crate) fn all(&self, line: &[Xy]) -> Vec<Pos2> {
        line.iter().map(|&p| self.at(p)).collect()
    }
}

/// The pen that draws figures: a painter, its colours, and where the points of the plane lie.
#[derive(Clone, Copy)]
pub(crate) struct Pen<'a> {
    pub(crate) painter: &'a Painter,
    pub(crate) palette: &'static Palette,
    pub(crate) projection: Projection,
}

impl<'a> Pen<'a> {
    /// Draws in the colours of the theme in use.
    pub(crate) fn new(painter: &'a Painter, projection: Projection) -> Pen<'a> {
        Pen { painter, palette: Palette::current(painter.ctx()), projection }
    }
}

/// The colour of a theme's shade.
pub(crate) fn rgb([r, g, b]: [u8; 3]) -> Color32 {
    Color32::from_rgb(r, g, b)
}

/// The look of a painted piece.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Look {
    /// True if the name is shown on the piece.
    pub(crate) name: bool,
    /// True if the grid inside is drawn.
    pub(crate) grid: bool,
    /// Width of the outline, in points.
    pub(crate) line: f32,
    /// Colour of the outline; the piece's own when `None`.
    pub(crate) ink: Option<Color32>,
    /// The opacity of the fill over the ground, 0 to 1.
    pub(crate) cover: f32,
    /// The amount by which the fill is lightened towards white, 0 to 1.
    pub(crate) lighten: f32,
}

impl Look {
    /// As on a board of this scale: named and gridded where there is room.
    pub(crate) fn on_board(palette: &Palette, scale: f32) -> Look {
        let small = scale < 24.0;
        Look {
            name: scale >= 18.0,
            grid: scale >= 10.0,
            line: if scale < 10.0 {
                1.25
            } else if small {
                1.75
            } else if scale >= 80.0 {
                3.0
            } else {
                2.5
            },
            ink: Some(palette.ink),
            cover: 1.0,
            lighten: 0.0,
        }
    }

    /// As in a thumbnail of solutions.
    pub(crate) fn thumbnail(palette: &Palette, scale: f32) -> Look {
        Look { name: false, grid: false, line: 1.25, ..Look::on_board(palette, scale) }
    }

    /// As an icon in a list.
    pub(crate) fn icon() -> Look {
        Look { name: false, grid: true, line: 1.25, ink: None, cover: 1.0, lighten: 0.0 }
    }
}

/// `over` upon `under`, covering a part of it.
pub(crate) fn blend(under: Color32, over: Color32, cover: f32) -> Color32 {
    let mix = |a: u8, b: u8| (f32::from(a) + (f32::from(b) - f32::from(a)) * cover).round() as u8;
    Color32::from_rgb(mix(under.r(), over.r()), mix(under.g(), over.g()), mix(under.b(), over.b()))
}

/// Paints a piece.
pub(crate) fn piece(pen: Pen, figure: &Figure, colour: Colour, name: &str, look: Look) {
    let Pen { painter, palette, projection } = pen;
    if let Some(ink) = figure.mark {
        grid_art::mark(pen, figure, ink, look);
        return;
    }
    let shade = colour.shade(palette.dark);
    let fill = blend(rgb(shade.fill), Color32::WHITE, look.lighten);
    let fill = blend(palette.empty_site, fill, look.cover);
    let label = rgb(shade.label);
    let outline = self::outline(palette, shade, look.ink);
    if figure.strokes.is_empty() {
        fill_cells(pen, figure, fill);
        if look.grid {
            let white = shade.label[0] > 128;
            let stroke = Stroke::new(1.0, label.gamma_multiply(if white { 0.22 } else { 0.16 }));
            for side in &figure.inner {
                painter.line_segment(side.map(|p| projection.at(p)), stroke);
            }
        }
        outline_cells(pen, figure, Stroke::new(look.line, outline));
    } else {
        // Sticks are cased in their own outline, so that crossings of two stay readable.
        let width = figure.thickness as f32 * projection.scale;
        let casing = casing(projection.scale).min(look.line.max(1.25));
        let edge = if look.cover < 1.0 { outline } else { self::outline(palette, shade, None) };
        sticks(pen, figure, Stroke::new(width + 2.0 * casing, edge));
        sticks(pen, figure, Stroke::new(width, fill));
    }
    let size = (figure.letters as f32 * projection.scale).max(MIN_LETTERS);
    let ink = if look.cover < 1.0 { readable(fill) } else { label };
    for label in &figure.labels {
        if let Some(text) = &label.text {
            grid_art::word(pen, label.at, text, figure.letters, true, ink);
            continue;
        }
        if !look.name {
            break;
        }
        label_layout::name(pen, label, name, size, ink);
    }
}

/// Width of the casing on either side of a stick.
fn casing(scale: f32) -> f32 {
    (0.045 * scale).clamp(0.6, 2.5)
}

/// Black or white, whichever reads better on a ground.
pub(crate) fn readable(ground: Color32) -> Color32 {
    let light = |c: u8| (f32::from(c) / 255.0).powf(2.2);
    let luminance =
        0.2126 * light(ground.r()) + 0.7152 * light(ground.g()) + 0.0722 * light(ground.b());
    if luminance > 0.2 { Color32::from_rgb(0x11, 0x13, 0x17) } else { Color32::WHITE }
}

/// The outline of a piece of a shade: its own, or the ink that is asked for; with strong edges that of
/// the two inks which is seen on it.
pub(crate) fn outline(palette: &Palette, shade: Shade, ink: Option<Color32>) -> Color32 {
    match ink.filter(|ink| !palette.strong_edges || *ink != palette.ink) {
        Some(ink) => ink,
        None if palette.strong_edges => readable(rgb(shade.fill)),
        None => rgb(shade.outline),
    }
}

/// Fills the cells of a figure, all in one mesh.
pub(crate) fn fill_cells(pen: Pen, figure: &Figure, colour: Color32) {
    let Pen { painter, projection, .. } = pen;
    let mut mesh = Mesh::default();
    for cell in &figure.cells {
        add_polygon(&mut mesh, projection, cell, colour);
    }
    painter.add(Shape::mesh(mesh));
}

/// Adds a convex polygon to a mesh.
pub(crate) fn add_polygon(
    mesh: &mut Mesh,
    projection: Projection,
    corners: &[Xy],
    colour: Color32,
) {
    let first = mesh.vertices.len() as u32;
    for &corner in corners {
        mesh.colored_vertex(projection.at(corner), colour);
    }
    for i in 2..corners.len() as u32 {
        mesh.add_triangle(first, first + i - 1, first + i);
    }
}

/// Draws the closed lines around a figure of cells.
pub(crate) fn outline_cells(pen: Pen, figure: &Figure, stroke: Stroke) {
    let Pen { painter, projection, .. } = pen;
    for line in &figure.outline {
        closed_line(painter, thinned(projection.all(line)), stroke);
    }
}

/// The corners of a line that is not a circle, at most; and the distance, in points, within which two
/// corners of a circle look like one.
const FEW_CORNERS: usize = 24;
const CLOSE: f32 = 1.25;

/// A closed line without those of its corners that lie so close to another that nobody can tell, as those
/// of small circles do.
fn thinned(mut points: Vec<Pos2>) -> Vec<Pos2> {
    if points.len() > FEW_CORNERS {
        points.dedup_by(|next, kept| next.distance_sq(*kept) < CLOSE * CLOSE);
    }
    points
}

/// The cosine of the turn from which on the point of a corner would be too long.
const SHARP: f32 = -0.75;

/// Draws a closed line, its sharpest corners rounded.
pub(crate) fn closed_line(painter: &Painter, points: Vec<Pos2>, stroke: Stroke) {
    let n = points.len();
    let is_sharp = |i: usize| {
        let [before, at, after] = [points[(i + n - 1) % n], points[i], points[(i + 1) % n]];
        (at - before).normalized().dot((after - at).normalized()) < SHARP
    };
    let sharp: Vec<usize> = (0..n).filter(|&i| is_sharp(i)).collect();
    if sharp.is_empty() {
        painter.add(Shape::Path(PathShape {
            points,
            closed: true,
            fill: Color32::TRANSPARENT,
            stroke: PathStroke { kind: StrokeKind::Middle, ..stroke.into() },
        }));
        return;
    }
    for (k, &from) in sharp.iter().enumerate() {
        let next = sharp[(k + 1) % sharp.len()];
        let to = if next > from { next } else { next + n };
        painter.add(Shape::line((from..=to).map(|i| points[i % n]).collect(), stroke));
        painter.circle_filled(points[from], stroke.width / 2.0, stroke.color);
    }
}

/// Draws a line, its sharpest corners rounded.
pub(crate) fn line(painter: &Painter, points: &[Pos2], stroke: Stroke) {
    let mut from = 0;
    for i in 1..points.len() {
        let is_end = i + 1 == points.len();
        let turn = |after: Pos2| {
            (points[i] - points[i - 1]).normalized().dot((after - points[i]).normalized())
        };
        if is_end || turn(points[i + 1]) < SHARP {
            painter.add(Shape::line(points[from..=i].to_vec(), stroke));
            if !is_end {
                painter.circle_filled(points[i], stroke.width / 2.0, stroke.color);
            }
            from = i;
        }
    }
}

/// Draws a dashed line around a figure of cells, or along one of sticks.
pub(crate) fn dashes(pen: Pen, figure: &Figure, stroke: Stroke) {
    let Pen { painter, projection, .. } = pen;
    /// Length of a dash and of a gap, in points.
    const DASH: (f32, f32) = (8.0, 6.0);
    for line in &figure.outline {
        let mut points = projection.all(line);
        points.extend(points.first().copied());
        painter.extend(Shape::dashed_line(&points, stroke, DASH.0, DASH.1));
    }
    for line in &figure.strokes {
        painter.extend(Shape::dashed_line(&projection.all(line), stroke, DASH.0, DASH.1));
    }
}

/// Draws the lines of a figure of sticks with round ends.
pub(crate) fn sticks(pen: Pen, figure: &Figure, stroke: Stroke) {
    let Pen { painter, projection, .. } = pen;
    for line in &figure.strokes {
        let mut points = projection.all(line);
        if line.first() == line.last() {
            points.pop();
            painter.add(Shape::closed_line(points, stroke));
            continue;
        }
        // Thin lines need no round ends, and feathering would make the circles bulge.
        if stroke.width >= 2.5 {
            for end in [points[0], points[points.len() - 1]] {
                painter.circle_filled(end, stroke.width / 2.0, stroke.color);
            }
        }
        painter.add(Shape::line(points, stroke));
    }
}

/// The mean of some points.
pub(crate) fn middle(points: &[Xy]) -> Xy {
    let n = points.len().max(1) as f64;
    [0, 1].map(|k| points.iter().map(|p| p[k]).sum::<f64>() / n)
}
