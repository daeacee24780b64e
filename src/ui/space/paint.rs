//! Painting patches with egui.

use egui::epaint::Mesh;
use egui::{Align2, Color32, Painter, Shape, Stroke};

use crate::picture::space::{Patch, Side, lit, mixed, name_place};
use crate::puzzle::Colour;
use crate::ui::drawing::label_layout::MIN_LETTERS;
use crate::ui::drawing::paint::{Look, Projection, add_polygon, rgb};
use crate::ui::widgets::theme::{Palette, semibold};

/// The size of the letters of names, in units.
const LETTERS: f32 = 0.24;

/// A painter's width of lines for solids: thinner than in a plane, since there are more of them.
pub(crate) fn line_width(scale: f32) -> f32 {
    if scale < 24.0 { 1.25 } else { 2.25 }
}

/// The reason why a body stands out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Emphasis {
    /// It is under the pointer.
    Hovered,
    /// It is a ghost: not there yet.
    Tried,
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
            None => Stroke::new(look.line, look.ink.unwrap_or(rgb(shade.outline))),
        };
        one(painter, projection, patch, rgb(fill), thin, ink);
    }
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
        one(painter, projection, patch, fill, thin, Stroke::new(1.25, palette.text3));
    }
}

fn one(
    painter: &Painter,
    projection: Projection,
    patch: &Patch,
    fill: Color32,
    thin: Option<Stroke>,
    ink: Stroke,
) {
    // Not smoothed at its borders, so that patches side by side leave no seam.
    let mut mesh = Mesh::default();
    add_polygon(&mut mesh, projection, &patch.corners, fill);
    painter.add(Shape::mesh(mesh));
    let corners = patch.corners.map(|corner| projection.at(corner));
    if let Some(thin) = thin {
        for i in (0..4).filter(|&i| patch.sides[i] == Side::Flat) {
            painter.line_segment([corners[i], corners[(i + 1) % 4]], thin);
        }
    }
    if patch.sides == [Side::Edge; 4] {
        painter.add(Shape::closed_line(corners.to_vec(), ink));
        return;
    }
    // Sides that follow each other are one line, for the sake of its joins.
    for start in
        (0..4).filter(|&i| patch.sides[i] == Side::Edge && patch.sides[(i + 3) % 4] != Side::Edge)
    {
        let run = (start..start + 4).take_while(|i| patch.sides[i % 4] == Side::Edge).count();
        let line = (start..=start + run).map(|i| corners[i % 4]).collect();
        painter.add(Shape::line(line, ink));
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
