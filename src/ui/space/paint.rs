//! Painting patches with egui.

use std::f32::consts::TAU;

use egui::epaint::Mesh;
use egui::{Align2, Color32, Pos2, Shape, Stroke, pos2};
use rustc_hash::FxHashMap;

use crate::picture::Xy;
use crate::picture::space::{NamePlaces, Patch, Side, ball_light, lit, mixed};
use crate::puzzle::Colour;
use crate::ui::drawing::label_layout::MIN_LETTERS;
use crate::ui::drawing::paint::{self, Look, Pen, add_polygon, outline, rgb};
use crate::ui::widgets::theme::{Palette, semibold};

/// The size of the letters of names, in units.
const LETTERS: f32 = 0.24;

/// A painter's width of lines for solids: thinner than in a plane, since there are more of them.
pub(crate) fn line_width(scale: f32) -> f32 {
    if scale < 24.0 { 1.25 } else { 2.25 }
}

/// The reason why a body stands out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Emphasis {
    /// It is under the pointer.
    Hovered,
    /// It is a ghost: not there yet.
    Tried,
    /// So much of it is still seen.
    Leaving(f32),
}

/// Paints patches from far to near.
pub(crate) fn bodies(
    pen: Pen,
    patches: &[Patch],
    colour: impl Fn(usize) -> Colour,
    look: Look,
    emphasis: impl Fn(usize) -> Option<Emphasis>,
) {
    let Pen { painter, palette, projection } = pen;
    // Balls about the origin: all of one colour and size are alike.
    let mut balls: FxHashMap<([u8; 3], u32, Color32, u32), Mesh> = FxHashMap::default();
    let pixel = 1.0 / painter.ctx().pixels_per_point();
    for patch in patches {
        let shade = colour(patch.body).shade(palette.dark);
        let emphasis = emphasis(patch.body);
        let base = match emphasis {
            Some(Emphasis::Hovered) => lit(shade.fill, 0.18),
            Some(Emphasis::Tried) => {
                let [r, g, b, _] = palette.empty_site.to_array();
                mixed([r, g, b], shade.fill, 0.72)
            }
            Some(Emphasis::Leaving(presence)) => faded(palette, shade.fill, presence),
            None => shade.fill,
        };
        let fill = lit(base, patch.light);
        let thin = look.grid.then(|| {
            let share = if shade.label[0] > 128 { 0.22 } else { 0.16 };
            Stroke::new(1.0, rgb(mixed(fill, shade.label, share)))
        });
        let ink = match emphasis {
            Some(Emphasis::Hovered) => Stroke::new(look.line + 1.25, palette.text),
            Some(Emphasis::Tried) => Stroke::new(look.line + 0.75, palette.accent),
            Some(Emphasis::Leaving(presence)) => {
                Stroke::new(look.line, rgb(faded(palette, shade.outline, presence)))
            }
            None => Stroke::new(look.line, outline(palette, shade, look.ink)),
        };
        match patch.round {
            Some(ball) => {
                let radius = ball.radius as f32 * projection.scale;
                let key = (base, radius.to_bits(), ink.color, ink.width.to_bits());
                let like = balls.entry(key);
                let mut mesh = like.or_insert_with(|| ball_mesh(radius, base, ink, pixel)).clone();
                mesh.translate(projection.at(ball.middle).to_vec2());
                painter.add(Shape::mesh(mesh));
            }
            None => one(pen, patch, rgb(fill), thin, ink),
        }
    }
}

/// A colour of which only a share is left.
fn faded(palette: &Palette, colour: [u8; 3], presence: f32) -> [u8; 3] {
    let [r, g, b, _] = palette.canvas.to_array();
    mixed([r, g, b], colour, f64::from(presence))
}

/// A ball of some radius in points about the origin, lit from the upper right, with the line around it.
///
/// It has as many corners as it takes to look round, and the borders of the line are soft over a pixel,
/// as those of other lines are.
fn ball_mesh(radius: f32, colour: [u8; 3], line: Stroke, pixel: f32) -> Mesh {
    let spokes = spokes(radius / pixel);
    let rings = ((radius / pixel / 9.0).ceil() as u32).clamp(2, 6);
    // The line is full over `full` to either side of the rim, and fades over `soft` more. Where it is
    // narrow it is full at the rim alone, and as dark as a whole.
    let half = line.width / 2.0;
    let [full, soft] =
        if line.width < 2.0 * pixel { [0.0, line.width] } else { [half - pixel / 2.0, pixel] };
    let inside = (radius - full - soft).max(0.0);
    let mut mesh = Mesh::default();
    let middle = rgb(lit(colour, ball_light([0.0; 2])));
    mesh.colored_vertex(Pos2::ZERO, middle);
    let mut ring = |radius: f32, colour: &dyn Fn(Xy) -> Color32| {
        let first = mesh.vertices.len() as u32;
        for spoke in 0..spokes {
            let (sin, cos) = (spoke as f32 / spokes as f32 * TAU).sin_cos();
            let colour = colour([f64::from(cos), f64::from(sin)]);
            mesh.colored_vertex(pos2(radius * cos, radius * sin), colour);
        }
        for spoke in 0..spokes {
            let next = (spoke + 1) % spokes;
            if first == 1 {
                mesh.add_triangle(0, 1 + spoke, 1 + next);
            } else {
                let inner = first - spokes;
                mesh.add_triangle(inner + spoke, first + spoke, first + next);
                mesh.add_triangle(inner + spoke, first + next, inner + next);
            }
        }
    };
    for n in 1..=rings {
        // Rings are closer together near the rim, where the light changes fastest.
        let share = (f64::from(n) / f64::from(rings) * std::f64::consts::FRAC_PI_2).sin();
        let of_ball = share * f64::from(inside / radius);
        ring(share as f32 * inside, &|way| rgb(lit(colour, ball_light(way.map(|n| n * of_ball)))));
    }
    if full > 0.0 {
        ring((radius - full).max(inside), &|_| line.color);
    }
    ring(radius + full, &|_| line.color);
    ring(radius + full + soft, &|_| Color32::TRANSPARENT);
    mesh
}

/// The number of corners with which a circle of a radius in pixels looks round: its sides are nowhere a
/// fifth of a pixel away from it.
fn spokes(radius: f32) -> u32 {
    let turn = (1.0 - 0.2 / radius.max(1.0)).acos();
    ((std::f32::consts::PI / turn).ceil() as u32).clamp(10, 128)
}

/// Paints the walls of an empty board that stands open to the viewer, or its outside.
pub(crate) fn board(pen: Pen, patches: &[Patch]) {
    let Pen { palette, projection, .. } = pen;
    for patch in patches {
        let [r, g, b, _] = palette.empty_site.to_array();
        let fill = rgb(lit([r, g, b], patch.light * 0.3));
        let thin = (projection.scale >= 4.0).then(|| Stroke::new(1.0, palette.grid));
        one(pen, patch, fill, thin, Stroke::new(1.25, palette.text3));
    }
}

fn one(pen: Pen, patch: &Patch, fill: Color32, thin: Option<Stroke>, ink: Stroke) {
    let Pen { painter, projection, .. } = pen;
    // Not smoothed at its borders, so that patches side by side leave no seam.
    let mut mesh = Mesh::default();
    add_polygon(&mut mesh, projection, &patch.corners, fill);
    painter.add(Shape::mesh(mesh));
    let corners: Vec<_> = patch.corners.iter().map(|&corner| projection.at(corner)).collect();
    let n = corners.len();
    if let Some(thin) = thin {
        for i in (0..n).filter(|&i| patch.sides[i] == Side::Flat) {
            painter.line_segment([corners[i], corners[(i + 1) % n]], thin);
        }
    }
    if patch.sides.iter().all(|side| *side == Side::Edge) {
        paint::closed_line(painter, corners, ink);
        return;
    }
    // Sides that follow each other are one line, for the sake of its joins.
    for line in patch.lines(Side::Edge) {
        let line: Vec<Pos2> = line.into_iter().map(|p| projection.at(p)).collect();
        paint::line(painter, &line, ink);
    }
}

/// The sizes of names that are tried, as shares of the largest.
const NAME_SHARES: [f32; 3] = [1.0, 0.75, 0.5];

/// Writes the names of bodies where nothing covers them.
pub(crate) fn names(
    pen: Pen,
    patches: &[Patch],
    named: impl Iterator<Item = (usize, String, Colour)>,
) {
    let Pen { painter, palette, projection } = pen;
    let largest = (LETTERS * projection.scale).clamp(MIN_LETTERS, 22.0);
    let places = NamePlaces::new(patches);
    for (body, name, colour) in named {
        let ink = rgb(colour.shade(palette.dark).label);
        // As large as there is room on a face.
        for share in NAME_SHARES {
            let font = semibold((share * largest).max(MIN_LETTERS));
            let size = font.size;
            let galley = painter.layout_no_wrap(name.clone(), font, ink);
            // The letters, not the line with the room above and below them.
            let half = [0.5 * galley.size().x + 3.0, 0.36 * size + 3.0];
            let half = half.map(|n| f64::from(n / projection.scale));
            if let Some(at) = places.find(body, half) {
                let rect = Align2::CENTER_CENTER.anchor_size(projection.at(at), galley.size());
                painter.galley(rect.min, galley, ink);
                break;
            }
            if size <= MIN_LETTERS {
                break;
            }
        }
    }
}
