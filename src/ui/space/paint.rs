//! Painting patches with egui.

use egui::epaint::Mesh;
use egui::{Align2, Color32, Painter, Pos2, Shape, Stroke};

use crate::picture::space::{Patch, Round, Side, ball_light, lit, mixed, name_place};
use crate::puzzle::Colour;
use crate::ui::drawing::label_layout::MIN_LETTERS;
use crate::ui::drawing::paint::{self, Look, Projection, add_polygon, rgb};
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
    painter: &Painter,
    palette: &Palette,
    projection: Projection,
    patches: &[Patch],
    colour: impl Fn(usize) -> Colour,
    look: Look,
    emphasis: impl Fn(usize) -> Option<Emphasis>,
) {
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
            None => Stroke::new(look.line, look.ink.unwrap_or(rgb(shade.outline))),
        };
        match patch.round {
            Some(ball) => {
                shaded(painter, projection, ball, base);
                one(painter, projection, patch, None, thin, ink);
            }
            None => one(painter, projection, patch, Some(rgb(fill)), thin, ink),
        }
    }
}

/// A colour of which only a share is left.
fn faded(palette: &Palette, colour: [u8; 3], presence: f32) -> [u8; 3] {
    let [r, g, b, _] = palette.canvas.to_array();
    mixed([r, g, b], colour, f64::from(presence))
}

/// Paints a ball, lit from the upper right.
fn shaded(painter: &Painter, projection: Projection, ball: Round, colour: [u8; 3]) {
    const RINGS: u32 = 5;
    const SPOKES: u32 = 32;
    let mut mesh = Mesh::default();
    let mut vertex = |at: [f64; 2]| {
        let place = [0, 1].map(|k| ball.middle[k] + ball.radius * at[k]);
        mesh.colored_vertex(projection.at(place), rgb(lit(colour, ball_light(at))));
    };
    vertex([0.0; 2]);
    for ring in 1..=RINGS {
        // Rings are closer together near the rim, where the light changes fastest.
        let radius = (f64::from(ring) / f64::from(RINGS) * std::f64::consts::FRAC_PI_2).sin();
        for spoke in 0..SPOKES {
            let angle = f64::from(spoke) / f64::from(SPOKES) * std::f64::consts::TAU;
            vertex([radius * angle.cos(), radius * angle.sin()]);
        }
    }
    for spoke in 0..SPOKES {
        let next = (spoke + 1) % SPOKES;
        mesh.add_triangle(0, 1 + spoke, 1 + next);
        for ring in 1..RINGS {
            let [inner, outer] = [ring - 1, ring].map(|ring| 1 + ring * SPOKES);
            mesh.add_triangle(inner + spoke, outer + spoke, outer + next);
            mesh.add_triangle(inner + spoke, outer + next, inner + next);
        }
    }
    painter.add(Shape::mesh(mesh));
}

/// Paints the walls of an empty board that stands open to the viewer, or its outside.
pub(crate) fn board(
    painter: &Painter,
    palette: &Palette,
    projection: Projection,
    patches: &[Patch],
) {
    for patch in patches {
        let [r, g, b, _] = palette.empty_site.to_array();
        let fill = rgb(lit([r, g, b], patch.light * 0.3));
        let thin = (projection.scale >= 4.0).then(|| Stroke::new(1.0, palette.grid));
        one(painter, projection, patch, Some(fill), thin, Stroke::new(1.25, palette.text3));
    }
}

fn one(
    painter: &Painter,
    projection: Projection,
    patch: &Patch,
    fill: Option<Color32>,
    thin: Option<Stroke>,
    ink: Stroke,
) {
    // Not smoothed at its borders, so that patches side by side leave no seam.
    if let Some(fill) = fill {
        let mut mesh = Mesh::default();
        add_polygon(&mut mesh, projection, &patch.corners, fill);
        painter.add(Shape::mesh(mesh));
    }
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

/// Writes the names of bodies where nothing covers them.
pub(crate) fn names(
    painter: &Painter,
    palette: &Palette,
    projection: Projection,
    patches: &[Patch],
    named: impl Iterator<Item = (usize, String, Colour)>,
) {
    let font = semibold((LETTERS * projection.scale).clamp(MIN_LETTERS, 22.0));
    for (body, name, colour) in named {
        let ink = rgb(colour.shade(palette.dark).label);
        let galley = painter.layout_no_wrap(name, font.clone(), ink);
        // The letters, not the line with the room above and below them.
        let half = [0.5 * galley.size().x + 3.0, 0.36 * font.size + 3.0];
        let half = half.map(|n| f64::from(n / projection.scale));
        if let Some(at) = name_place(patches, body, half) {
            let rect = Align2::CENTER_CENTER.anchor_size(projection.at(at), galley.size());
            painter.galley(rect.min, galley, ink);
        }
    }
}
