//! Painting patches with egui.

use std::sync::LazyLock;

use egui::epaint::{Mesh, Vertex, WHITE_UV};
use egui::{Align2, Color32, Pos2, Shape, Stroke};
use rustc_hash::FxHashMap;

use crate::picture::Xy;
use crate::picture::space::{Patch, Round, Side, ball_light, lit, mixed, name_place};
use crate::puzzle::Colour;
use crate::ui::drawing::label_layout::MIN_LETTERS;
use crate::ui::drawing::paint::{self, Look, Pen, Projection, add_polygon, outline, rgb};
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
    // The colours of balls by that of their body.
    let mut shades: FxHashMap<[u8; 3], Vec<Color32>> = FxHashMap::default();
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
                let form = BallMesh::for_radius(ball.radius as f32 * projection.scale);
                let colours = shades.entry(base).or_insert_with(|| form.colours(base));
                painter.add(Shape::mesh(form.mesh(projection, ball, colours)));
                one(pen, patch, None, thin, ink);
            }
            None => one(pen, patch, Some(rgb(fill)), thin, ink),
        }
    }
}

/// A colour of which only a share is left.
fn faded(palette: &Palette, colour: [u8; 3], presence: f32) -> [u8; 3] {
    let [r, g, b, _] = palette.canvas.to_array();
    mixed([r, g, b], colour, f64::from(presence))
}

/// A ball of radius 1 as it is painted, lit from the upper right: its places with their light, and its
/// triangles.
struct BallMesh {
    places: Vec<(Xy, f64)>,
    indices: Vec<u32>,
}

/// The radius, in points, below which a ball has fewer triangles.
const SMALL_BALL: f32 = 20.0;

impl BallMesh {
    /// That of a ball of some radius in points.
    fn for_radius(points: f32) -> &'static BallMesh {
        static SMALL: LazyLock<BallMesh> = LazyLock::new(|| BallMesh::new(3, 20));
        static LARGE: LazyLock<BallMesh> = LazyLock::new(|| BallMesh::new(5, 32));
        if points < SMALL_BALL { &SMALL } else { &LARGE }
    }

    fn new(rings: u32, spokes: u32) -> BallMesh {
        let mut places = vec![[0.0; 2]];
        for ring in 1..=rings {
            // Rings are closer together near the rim, where the light changes fastest.
            let radius = (f64::from(ring) / f64::from(rings) * std::f64::consts::FRAC_PI_2).sin();
            for spoke in 0..spokes {
                let angle = f64::from(spoke) / f64::from(spokes) * std::f64::consts::TAU;
                places.push([radius * angle.cos(), radius * angle.sin()]);
            }
        }
        let mut indices = Vec::new();
        for spoke in 0..spokes {
            let next = (spoke + 1) % spokes;
            indices.extend([0, 1 + spoke, 1 + next]);
            for ring in 1..rings {
                let [inner, outer] = [ring - 1, ring].map(|ring| 1 + ring * spokes);
                indices.extend([inner + spoke, outer + spoke, outer + next]);
                indices.extend([inner + spoke, outer + next, inner + next]);
            }
        }
        BallMesh { places: places.into_iter().map(|at| (at, ball_light(at))).collect(), indices }
    }

    /// The colours of its places on a ball of some colour.
    fn colours(&self, colour: [u8; 3]) -> Vec<Color32> {
        self.places.iter().map(|(_, light)| rgb(lit(colour, *light))).collect()
    }

    fn mesh(&self, projection: Projection, ball: Round, colours: &[Color32]) -> Mesh {
        let vertex = |(&(at, _), &color): (&(Xy, f64), &Color32)| {
            let place = [0, 1].map(|k| ball.middle[k] + ball.radius * at[k]);
            Vertex { pos: projection.at(place), uv: WHITE_UV, color }
        };
        let vertices = self.places.iter().zip(colours).map(vertex).collect();
        Mesh { indices: self.indices.clone(), vertices, ..Mesh::default() }
    }
}

/// Paints the walls of an empty board that stands open to the viewer, or its outside.
pub(crate) fn board(pen: Pen, patches: &[Patch]) {
    let Pen { palette, projection, .. } = pen;
    for patch in patches {
        let [r, g, b, _] = palette.empty_site.to_array();
        let fill = rgb(lit([r, g, b], patch.light * 0.3));
        let thin = (projection.scale >= 4.0).then(|| Stroke::new(1.0, palette.grid));
        one(pen, patch, Some(fill), thin, Stroke::new(1.25, palette.text3));
    }
}

fn one(pen: Pen, patch: &Patch, fill: Option<Color32>, thin: Option<Stroke>, ink: Stroke) {
    let Pen { painter, projection, .. } = pen;
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
            if let Some(at) = name_place(patches, body, half) {
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
