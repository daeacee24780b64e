//! A renderer of egui's meshes in plain integer and float arithmetic.
//!
//! Pictures of the window are compared with recorded ones on every machine, whatever graphics
//! drivers it has or lacks. The rules are those of a graphics card: a pixel belongs to a triangle
//! when its centre does, with the top-left rule on shared edges; colours are premultiplied and
//! blended in gamma space; textures are filtered bilinearly. Positions are snapped to 1/256 of a
//! pixel, so that coverage is decided by integers alone.

use std::collections::HashMap;
use std::sync::Arc;

use egui::epaint::{ImageData, Mesh, Primitive, Vertex};
use egui::{Color32, ColorImage, Context, FullOutput, Rect, TextureId, TexturesDelta};
use egui_kittest::TestRenderer;
use image::RgbaImage;

/// Positions in a pixel, along each axis.
const SUBPIXELS: i64 = 256;

/// Draws windows of tests. Holds their textures.
#[derive(Default)]
pub(crate) struct SoftwareRenderer {
    textures: HashMap<TextureId, Arc<ColorImage>>,
}

impl TestRenderer for SoftwareRenderer {
    fn handle_delta(&mut self, delta: &mut TexturesDelta) {
        for (id, images) in delta.set.drain() {
            for image in images {
                let ImageData::Color(patch) = image.image;
                match image.pos {
                    None => _ = self.textures.insert(id, patch),
                    Some(corner) => {
                        let texture = self.textures.get_mut(&id).expect("a patch has a texture");
                        copy(&patch, Arc::make_mut(texture), corner);
                    }
                }
            }
        }
        for id in delta.free.drain() {
            self.textures.remove(&id);
        }
    }

    fn render(&mut self, context: &Context, output: &FullOutput) -> Result<RgbaImage, String> {
        let scale = context.pixels_per_point();
        let size = context.content_rect().size() * scale;
        let mut target = Target {
            image: RgbaImage::new(size.x.round() as u32, size.y.round() as u32),
            clip: [0; 4],
            scale,
        };
        for primitive in context.tessellate(output.shapes.clone(), scale) {
            let Primitive::Mesh(mesh) = &primitive.primitive else {
                return Err("paint callbacks need a graphics driver".to_owned());
            };
            let texture = self.textures.get(&mesh.texture_id);
            let texture = texture.ok_or_else(|| format!("no texture {:?}", mesh.texture_id))?;
            target.set_clip(primitive.clip_rect);
            target.draw(mesh, texture);
        }
        Ok(target.image)
    }
}

/// Copies an image into a larger one, its corner to a place there.
fn copy(patch: &ColorImage, texture: &mut ColorImage, [left, top]: [usize; 2]) {
    let [width, height] = patch.size;
    for y in 0..height {
        let start = (top + y) * texture.size[0] + left;
        let row = &patch.pixels[y * width..(y + 1) * width];
        texture.pixels[start..start + width].copy_from_slice(row);
    }
}

/// A colour or texel: premultiplied red, green, blue and alpha from 0 to 1, gamma-encoded.
type Rgba = [f32; 4];

/// The picture that is drawn.
struct Target {
    image: RgbaImage,
    /// Left, top, right and bottom of what may be drawn, in pixels; the last two exclusive.
    clip: [i64; 4],
    /// Pixels per point.
    scale: f32,
}

impl Target {
    fn set_clip(&mut self, rect: Rect) {
        let edge = |at: f32, most: u32| ((at * self.scale).round() as i64).clamp(0, most.into());
        let (width, height) = self.image.dimensions();
        self.clip = [
            edge(rect.min.x, width),
            edge(rect.min.y, height),
            edge(rect.max.x, width),
            edge(rect.max.y, height),
        ];
    }

    fn draw(&mut self, mesh: &Mesh, texture: &ColorImage) {
        for corners in mesh.indices.chunks_exact(3) {
            let corners = [0, 1, 2].map(|n| &mesh.vertices[corners[n] as usize]);
            if let Some(triangle) = Triangle::new(corners, self.scale) {
                self.fill(&triangle, texture);
            }
        }
    }

    fn fill(&mut self, triangle: &Triangle<'_>, texture: &ColorImage) {
        let [left, top, right, bottom] = self.clip;
        let flat = triangle.flat_colour(texture);
        let rows = triangle.rows();
        for y in rows.start.max(top)..rows.end.min(bottom) {
            let pixels = triangle.pixels(y, left, right);
            for x in pixels {
                let colour = flat.unwrap_or_else(|| triangle.colour(x, y, texture));
                blend(&mut self.image.get_pixel_mut(x as u32, y as u32).0, colour);
            }
        }
    }
}

/// A triangle of positive area, with its corners in subpixels.
struct Triangle<'a> {
    corners: [&'a Vertex; 3],
    places: [[i64; 2]; 3],
    /// Twice its area.
    area: i64,
}

impl<'a> Triangle<'a> {
    /// The triangle of these corners, in either order; `None` when it covers nothing.
    fn new(corners: [&'a Vertex; 3], scale: f32) -> Option<Triangle<'a>> {
        let snap = |at: f32| (f64::from(at * scale) * SUBPIXELS as f64).round() as i64;
        let places = corners.map(|vertex| [snap(vertex.pos.x), snap(vertex.pos.y)]);
        let area = side(places[0], places[1], places[2]);
        let swapped = |[a, b, c]: [&'a Vertex; 3]| [a, c, b];
        match area {
            0 => None,
            1.. => Some(Triangle { corners, places, area }),
            _ => {
                let [a, b, c] = places;
                Some(Triangle { corners: swapped(corners), places: [a, c, b], area: -area })
            }
        }
    }

    /// The rows of pixels that it may reach.
    fn rows(&self) -> std::ops::Range<i64> {
        let ys = self.places.map(|place| place[1]);
        let [least, most] = [ys.iter().min(), ys.iter().max()].map(|y| y.expect("three corners"));
        least.div_euclid(SUBPIXELS)..most.div_euclid(SUBPIXELS) + 1
    }

    /// The pixels of a row whose centres it covers, from `left` up to but not `right`.
    fn pixels(&self, y: i64, left: i64, right: i64) -> std::ops::Range<i64> {
        let (mut first, mut last) = (left, right - 1);
        for edge in 0..3 {
            let (from, to) = (self.places[edge], self.places[(edge + 1) % 3]);
            let [dx, dy] = [to[0] - from[0], to[1] - from[1]];
            // A centre on an edge belongs to the triangle on its right or below it.
            let owns_edge = dy < 0 || dy == 0 && dx > 0;
            let at_zero = side(from, to, centre(0, y)) - i64::from(!owns_edge);
            let step = -dy * SUBPIXELS;
            match step {
                0 if at_zero < 0 => return 0..0,
                0 => {}
                1.. => {
                    first = first.max((-at_zero).div_euclid(step) + i64::from(-at_zero % step != 0))
                }
                _ => last = last.min(at_zero.div_euclid(-step)),
            }
        }
        first..last + 1
    }

    /// Its colour, where that is the same everywhere.
    fn flat_colour(&self, texture: &ColorImage) -> Option<Rgba> {
        let [a, b, c] = self.corners;
        let is_flat = [b, c].iter().all(|other| other.color == a.color && other.uv == a.uv);
        is_flat.then(|| times(rgba(a.color), sample(texture, [a.uv.x, a.uv.y])))
    }

    /// Its colour at a pixel.
    fn colour(&self, x: i64, y: i64, texture: &ColorImage) -> Rgba {
        let [a, b, c] = self.places;
        let at = centre(x, y);
        let share = |from, to| side(from, to, at) as f32 / self.area as f32;
        let shares = [share(b, c), share(c, a), share(a, b)];
        let mix = |of: &dyn Fn(&Vertex) -> f32| -> f32 {
            self.corners.iter().zip(shares).map(|(&vertex, share)| of(vertex) * share).sum()
        };
        let colour = [0, 1, 2, 3].map(|n| mix(&|v| rgba(v.color)[n]));
        times(colour, sample(texture, [mix(&|v| v.uv.x), mix(&|v| v.uv.y)]))
    }
}

/// The centre of a pixel.
fn centre(x: i64, y: i64) -> [i64; 2] {
    [x, y].map(|n| n * SUBPIXELS + SUBPIXELS / 2)
}

/// Twice the area of a triangle: positive when the last corner lies on the right of the edge
/// between the others, on a screen whose rows go down.
fn side(from: [i64; 2], to: [i64; 2], at: [i64; 2]) -> i64 {
    (to[0] - from[0]) * (at[1] - from[1]) - (to[1] - from[1]) * (at[0] - from[0])
}

fn rgba(colour: Color32) -> Rgba {
    colour.to_array().map(|n| f32::from(n) / 255.0)
}

fn times(a: Rgba, b: Rgba) -> Rgba {
    [0, 1, 2, 3].map(|n| a[n] * b[n])
}

/// A texture at a place from 0 to 1 on each axis, between the four texels around it.
fn sample(texture: &ColorImage, uv: [f32; 2]) -> Rgba {
    let size = texture.size;
    let place = [0, 1].map(|axis| uv[axis] * size[axis] as f32 - 0.5);
    let low = place.map(f32::floor);
    let part = [place[0] - low[0], place[1] - low[1]];
    let texel = |dx: f32, dy: f32| {
        let index = |at: f32, most: usize| (at.max(0.0) as usize).min(most - 1);
        let (x, y) = (index(low[0] + dx, size[0]), index(low[1] + dy, size[1]));
        rgba(texture.pixels[y * size[0] + x])
    };
    let mix = |a: Rgba, b: Rgba, part: f32| [0, 1, 2, 3].map(|n| a[n] + (b[n] - a[n]) * part);
    let top = mix(texel(0.0, 0.0), texel(1.0, 0.0), part[0]);
    let bottom = mix(texel(0.0, 1.0), texel(1.0, 1.0), part[0]);
    mix(top, bottom, part[1])
}

/// Lays a premultiplied colour over a pixel.
fn blend(pixel: &mut [u8; 4], colour: Rgba) {
    for (below, above) in pixel.iter_mut().zip(colour) {
        let sum = above + f32::from(*below) / 255.0 * (1.0 - colour[3]);
        *below = (sum.clamp(0.0, 1.0) * 255.0).round() as u8;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::pos2;

    fn drawn(triangles: &[[(f32, f32); 3]], colour: Color32) -> RgbaImage {
        let mut mesh = Mesh::default();
        for corners in triangles {
            let first = mesh.vertices.len() as u32;
            mesh.vertices.extend(corners.map(|(x, y)| Vertex {
                pos: pos2(x, y),
                uv: pos2(0.0, 0.0),
                color: colour,
            }));
            mesh.indices.extend([first, first + 1, first + 2]);
        }
        let mut target = Target { image: RgbaImage::new(8, 8), clip: [0, 0, 8, 8], scale: 1.0 };
        target.draw(&mesh, &ColorImage::filled([1, 1], Color32::WHITE));
        target.image
    }

    #[test]
    fn triangles_that_share_an_edge_cover_each_pixel_once() {
        // Centres lie on the shared diagonal, and at 0.5 on the outer edges.
        let half = Color32::from_rgba_premultiplied(64, 64, 64, 128);
        let (a, b, c, d) = ((0.5, 0.5), (6.5, 0.5), (6.5, 6.5), (0.5, 6.5));
        for triangles in [[[a, b, c], [a, c, d]], [[c, b, a], [d, a, c]], [[b, c, d], [d, a, b]]] {
            let image = drawn(&triangles, half);
            for (x, y, pixel) in image.enumerate_pixels() {
                let inside = x < 6 && y < 6;
                assert_eq!(pixel.0, if inside { [64, 64, 64, 128] } else { [0; 4] }, "{x} {y}");
            }
        }
    }

    #[test]
    fn a_second_layer_is_blended_over_the_first() {
        let half = Color32::from_rgba_premultiplied(0, 100, 0, 128);
        let all = [(0.0, 0.0), (16.0, 0.0), (0.0, 16.0)];
        let image = drawn(&[all, all], half);
        assert_eq!(image.get_pixel(3, 3).0, [0, 150, 0, 192]);
    }

    #[test]
    fn a_texture_is_filtered_between_its_texels() {
        let mut texture = ColorImage::filled([2, 1], Color32::BLACK);
        texture.pixels[1] = Color32::WHITE;
        let red = |u| sample(&texture, [u, 0.5])[0];
        assert_eq!([red(0.0), red(0.25), red(0.5), red(0.75), red(1.0)], [0.0, 0.0, 0.5, 1.0, 1.0]);
    }
}
