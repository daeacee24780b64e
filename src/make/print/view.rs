//! Plates with their parts as they are seen: a picture of pixels, each of which shows the nearest
//! surface.
//!
//! Depth is compared pixel by pixel, so that boxes, bars and bevelled pieces hide each other as they do in
//! space, whatever the view.

use std::collections::BTreeMap;

use super::mesh::{cross, less, unit_length};
use super::{Mesh, Print, paints};
use crate::picture::png::Pixels;
use crate::picture::space::{View, Xyz};
use crate::picture::{Bounds, Xy};

/// The angle between two faces from which the edge between them is drawn, as its cosine.
const CREASE: f64 = 0.9;
/// Room between two plates, as a share of the width of one.
const PLATE_GAP: f64 = 0.2;
/// The distance between two lines of a plate's grid, in millimetres.
const GRID: f64 = 20.0;
/// The distance by which an edge counts as nearer to the viewer than its faces, in millimetres.
const EDGE_DEPTH: f64 = 0.4;
/// Pixels drawn along each side of a pixel of the picture.
const FINENESS: usize = 2;
/// The area below which a triangle is seen edge-on, in twice the fine pixels: its depths are nothing but
/// rounding, and would hide the edges beside it.
const MIN_AREA: f64 = 1e-3;
/// The distance by which a pixel beside a line may be off by rounding, in fine pixels: without it, a line
/// along pixels has gaps.
const ROUNDING: f64 = 1e-6;

/// The camera for a scene.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// From where.
    pub view: View,
    /// Pixels to a millimetre.
    pub scale: f64,
    /// The place of the page that is in the middle of the picture, in millimetres.
    pub middle: Xy,
    /// Width and height of the picture.
    pub size: [usize; 2],
    /// Colours for a dark ground.
    pub dark: bool,
}

/// The parts on some plates, which lie side by side.
#[derive(Clone, Debug)]
pub struct PlateScene<'p> {
    print: &'p Print,
    plates: Vec<usize>,
}

impl<'p> PlateScene<'p> {
    /// The plates of these numbers, from 0.
    pub fn new(print: &'p Print, plates: Vec<usize>) -> PlateScene<'p> {
        PlateScene { print, plates }
    }

    fn plate_size(&self) -> Xy {
        let plate = self.print.settings.plate;
        [plate.width.in_mm(), plate.height.in_mm()]
    }

    /// The left front corner of a plate, by its place in the scene.
    fn corner(&self, n: usize) -> Xyz {
        [n as f64 * self.plate_size()[0] * (1.0 + PLATE_GAP), 0.0, 0.0]
    }

    /// The rectangle of the page on which plates and parts are seen.
    pub fn bounds(&self, view: View) -> Bounds {
        let [width, depth] = self.plate_size();
        let corners = (0..self.plates.len()).flat_map(|n| {
            let [x, ..] = self.corner(n);
            let height = self.print.height(self.plates[n]);
            let flat = [[x, 0.0], [x + width, 0.0], [x, depth], [x + width, depth]];
            flat.into_iter().flat_map(move |[x, y]| [[x, y, 0.0], [x, y, height]])
        });
        let bounds = Bounds::of_points(corners.map(|p| view.at(towards_viewer(p))));
        bounds.unwrap_or(Bounds { min: [0.0; 2], max: [1.0; 2] })
    }

    /// The parts with what is seen of each: the part, its plate and the rectangle of the page.
    pub fn parts(&self, view: View) -> Vec<(usize, usize, Bounds)> {
        let mut parts = Vec::new();
        for (n, &plate) in self.plates.iter().enumerate() {
            let corner = self.corner(n);
            for item in &self.print.plates[plate].items {
                let [w, d, h] = self.print.parts[item.part].size;
                let ends = [0.0, 1.0].into_iter().flat_map(|z| {
                    [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]
                        .map(|[x, y]| [x * w, y * d, z * h])
                });
                let seen = ends.map(|p| {
                    let p = item.place(&self.print.parts, p);
                    view.at(towards_viewer(add(p, corner)))
                });
                parts.extend(Bounds::of_points(seen).map(|bounds| (item.part, plate, bounds)));
            }
        }
        parts
    }

    /// The picture.
    ///
    /// Cost: linear in the triangles and in the pixels.
    pub fn render(&self, camera: &Camera) -> Pixels {
        let mut canvas = Canvas::new(camera);
        let ink = if camera.dark { [0x0A, 0x0B, 0x0D] } else { [0x1B, 0x1D, 0x21] };
        let creases: Vec<Vec<[Xyz; 2]>> =
            self.print.parts.iter().map(|part| creases(&part.mesh)).collect();
        let colours = paints::colours(&self.print.parts);
        for (n, &plate) in self.plates.iter().enumerate() {
            let corner = self.corner(n);
            self.plate(&mut canvas, corner, camera.dark);
            for item in &self.print.plates[plate].items {
                let part = &self.print.parts[item.part];
                let place = |p: Xyz| add(item.place(&self.print.parts, p), corner);
                let grey = if camera.dark { [0x9A, 0xA1, 0xAB] } else { [0xDD, 0xE0, 0xE4] };
                let colour = part.colour.map_or(grey, |colour| colour.shade(camera.dark).fill);
                for (n, triangle) in part.mesh.triangles.iter().enumerate() {
                    let paint = part.paints.get(n).copied().flatten();
                    let own = colours.iter().find(|(own, _)| Some(*own) == paint);
                    let colour = own.map_or(colour, |(_, colour)| *colour);
                    canvas.triangle(part.mesh.corners(triangle).map(place), colour);
                }
                for edge in &creases[item.part] {
                    canvas.line(edge.map(place), ink, 1.0);
                }
            }
        }
        canvas.finish()
    }

    /// A plate: a floor with a grid.
    fn plate(&self, canvas: &mut Canvas<'_>, [x, y, _]: Xyz, dark: bool) {
        let [width, depth] = self.plate_size();
        let (floor, grid, rim) = match dark {
            true => ([0x24, 0x27, 0x2C], [0x3A, 0x3F, 0x46], [0x69, 0x71, 0x7D]),
            false => ([0xEC, 0xED, 0xEF], [0xD3, 0xD6, 0xDB], [0x8A, 0x90, 0x9A]),
        };
        // A little below the parts, whose undersides are seen from below alone.
        let z = -0.05;
        let corners = [[x, y], [x + width, y], [x + width, y + depth], [x, y + depth]];
        let [a, b, c, d] = corners.map(|[x, y]| [x, y, z]);
        canvas.flat([a, b, c], floor);
        canvas.flat([a, c, d], floor);
        let steps =
            |length: f64| (1..).map(|n| f64::from(n) * GRID).take_while(move |&at| at < length);
        for at in steps(width) {
            canvas.line([[x + at, y, z], [x + at, y + depth, z]], grid, 0.5);
        }
        for at in steps(depth) {
            canvas.line([[x, y + at, z], [x + width, y + at, z]], grid, 0.5);
        }
        for (from, to) in [(a, b), (b, c), (c, d), (d, a)] {
            canvas.line([from, to], rim, 1.0);
        }
    }
}

/// The printer's y goes away from the viewer of the front.
fn towards_viewer([x, y, z]: Xyz) -> Xyz {
    [x, -y, z]
}

fn add(a: Xyz, b: Xyz) -> Xyz {
    [0, 1, 2].map(|k| a[k] + b[k])
}

/// The edges between faces that meet at an angle.
fn creases(mesh: &Mesh) -> Vec<[Xyz; 2]> {
    let normals: Vec<Xyz> = mesh.triangles.iter().map(|t| mesh.normal(t)).collect();
    let mut faces: BTreeMap<(u32, u32), usize> = BTreeMap::new();
    let mut edges = Vec::new();
    for (n, &[a, b, c]) in mesh.triangles.iter().enumerate() {
        for (from, to) in [(a, b), (b, c), (c, a)] {
            faces.insert((from, to), n);
            let Some(&other) = faces.get(&(to, from)) else { continue };
            let cosine: f64 = (0..3).map(|k| normals[n][k] * normals[other][k]).sum();
            if cosine < CREASE {
                edges.push([from, to].map(|i| mesh.vertices[i as usize]));
            }
        }
    }
    edges
}

/// Pixels with their depths.
struct Canvas<'c> {
    camera: &'c Camera,
    size: [usize; 2],
    colours: Vec<[u8; 4]>,
    /// The nearness of each pixel to the viewer, in millimetres.
    depths: Vec<f32>,
    near: Xyz,
}

impl<'c> Canvas<'c> {
    fn new(camera: &'c Camera) -> Canvas<'c> {
        let size = camera.size.map(|n| n * FINENESS);
        let count = size[0] * size[1];
        Canvas {
            camera,
            size,
            colours: vec![[0; 4]; count],
            depths: vec![f32::NEG_INFINITY; count],
            near: camera.view.near(),
        }
    }

    /// Where a place is seen, in fine pixels, and how near it is.
    fn at(&self, p: Xyz) -> [f64; 3] {
        let p = towards_viewer(p);
        let at = self.camera.view.at(p);
        let fine = FINENESS as f64;
        let [x, y] = [0, 1].map(|k| {
            let middle = self.camera.size[k] as f64 / 2.0;
            ((at[k] - self.camera.middle[k]) * self.camera.scale + middle) * fine
        });
        [x, y, (0..3).map(|k| self.near[k] * p[k]).sum()]
    }

    /// A face of a part, shaded as it lies; nothing from behind.
    fn triangle(&mut self, corners: [Xyz; 3], colour: [u8; 3]) {
        let [a, b, c] = corners;
        let normal = towards_viewer(unit_length(cross(less(b, a), less(c, a))));
        if (0..3).map(|k| normal[k] * self.near[k]).sum::<f64>() <= 0.0 {
            return;
        }
        // Lighter above, darker at the left.
        let across =
            (0..2).map(|k| normal[k] * self.camera.view.at([1.0, 0.0, 0.0])[k]).sum::<f64>();
        let light = 0.16 * normal[2].max(0.0) - 0.18 * (-across).max(0.0) * (1.0 - normal[2].abs());
        let towards = if light > 0.0 { 255.0 } else { 0.0 };
        let shade = |c: u8| (f64::from(c) + (towards - f64::from(c)) * light.abs()).round() as u8;
        self.flat(corners, colour.map(shade));
    }

    /// A triangle of one colour.
    fn flat(&mut self, corners: [Xyz; 3], [r, g, b]: [u8; 3]) {
        let [a, bb, c] = corners.map(|p| self.at(p));
        let area = (bb[0] - a[0]) * (c[1] - a[1]) - (bb[1] - a[1]) * (c[0] - a[0]);
        if area.abs() < MIN_AREA {
            return;
        }
        let range = |k: usize| {
            let least = a[k].min(bb[k]).min(c[k]).floor().max(0.0) as usize;
            let most = a[k].max(bb[k]).max(c[k]).ceil().clamp(0.0, self.size[k] as f64) as usize;
            least..most
        };
        let (columns, rows) = (range(0), range(1));
        for y in rows {
            for x in columns.clone() {
                let (px, py) = (x as f64 + 0.5, y as f64 + 0.5);
                let share = |p: [f64; 3], q: [f64; 3]| {
                    ((q[0] - p[0]) * (py - p[1]) - (q[1] - p[1]) * (px - p[0])) / area
                };
                let [wa, wb, wc] = [share(bb, c), share(c, a), share(a, bb)];
                if wa < 0.0 || wb < 0.0 || wc < 0.0 {
                    continue;
                }
                let depth = (wa * a[2] + wb * bb[2] + wc * c[2]) as f32;
                let i = y * self.size[0] + x;
                if depth > self.depths[i] {
                    (self.depths[i], self.colours[i]) = (depth, [r, g, b, 255]);
                }
            }
        }
    }

    /// A line that counts as a little nearer than the faces beside it.
    fn line(&mut self, ends: [Xyz; 2], [r, g, b]: [u8; 3], thickness: f64) {
        let [a, c] = ends.map(|p| self.at(p));
        let steps = (c[0] - a[0]).abs().max((c[1] - a[1]).abs()).ceil().clamp(1.0, 40_000.0);
        let half = (thickness * FINENESS as f64 / 2.0).max(0.5);
        let reach = half.ceil() as i64;
        let length = (c[0] - a[0]).hypot(c[1] - a[1]);
        let way = [0, 1].map(|k| (c[k] - a[k]) / length.max(1e-9));
        for n in 0..=steps as usize {
            let t = n as f64 / steps;
            let [x, y, z] = [0, 1, 2].map(|k| a[k] + (c[k] - a[k]) * t);
            let depth = (z + EDGE_DEPTH) as f32;
            for dy in -reach..=reach {
                for dx in -reach..=reach {
                    let (px, py) = (x.floor() as i64 + dx, y.floor() as i64 + dy);
                    let [right, down] = [px as f64 + 0.5 - x, py as f64 + 0.5 - y];
                    // The distance from the line, of which this place is one of many.
                    let done = t * length;
                    let along = right * way[0] + down * way[1];
                    let along = (done + along).clamp(0.0, length) - done;
                    let off = (right - along * way[0]).hypot(down - along * way[1]);
                    let is_inside = px >= 0
                        && py >= 0
                        && (px as usize) < self.size[0]
                        && (py as usize) < self.size[1];
                    if off > half + ROUNDING || !is_inside {
                        continue;
                    }
                    let i = py as usize * self.size[0] + px as usize;
                    if depth >= self.depths[i] {
                        self.colours[i] = [r, g, b, 255];
                    }
                }
            }
        }
    }

    /// The picture, each pixel the mean of the fine ones.
    fn finish(self) -> Pixels {
        let [width, height] = self.camera.size;
        let mut bytes = Vec::with_capacity(4 * width * height);
        for y in 0..height {
            for x in 0..width {
                let mut sum = [0u32; 4];
                for fy in 0..FINENESS {
                    for fx in 0..FINENESS {
                        let at = (y * FINENESS + fy) * self.size[0] + x * FINENESS + fx;
                        for (sum, part) in sum.iter_mut().zip(self.colours[at]) {
                            *sum += u32::from(part);
                        }
                    }
                }
                bytes.extend(sum.map(|n| (n / (FINENESS * FINENESS) as u32) as u8));
            }
        }
        Pixels { width, height, bytes }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_seen_from_above_have_no_gaps() {
        const INK: [u8; 3] = [1, 2, 3];
        for n in 0..200 {
            let camera = Camera {
                view: View::TOP,
                scale: 1.25,
                middle: [20.0, -20.0],
                size: [60, 60],
                dark: false,
            };
            let mut canvas = Canvas::new(&camera);
            // A wall, whose sides are seen edge-on, and the edge at its top.
            let x = 10.0 + 0.1 * f64::from(n);
            let [low, high] = [0.0, 37.0].map(|z| [[x, 2.0, z], [x, 38.0, z]]);
            for way in [1e-12, 0.0, -1e-12] {
                let off = |[x, y, z]: Xyz| [x + way * z, y, z];
                canvas.flat([low[0], low[1], high[1]].map(off), [250; 3]);
                canvas.flat([low[0], high[1], high[0]].map(off), [250; 3]);
            }
            canvas.line(high, INK, 1.0);
            let inked = |row: &[[u8; 4]]| row.iter().filter(|own| own[..3] == INK).count();
            let rows: Vec<usize> = canvas.colours.chunks(canvas.size[0]).map(inked).collect();
            let drawn: Vec<usize> = rows.into_iter().filter(|count| *count > 0).collect();
            // But for the ends, which are round.
            let middle = &drawn[3..drawn.len() - 3];
            assert!(
                middle.len() > 80 && middle.iter().all(|own| *own == middle[0]),
                "{x}: {middle:?}"
            );
        }
    }
}
