//! The paints of parts of a surface in 3MF: colour labels and names.

use super::PrintPart;
use super::mesh::{Mesh, cross, dot, less, unit_length};
use crate::lattice::{Lattice, Point, SiteForm};
use crate::picture::space::Xyz;
use crate::picture::{Page, Xy};
use crate::puzzle::{Colour, Label};

/// The distance inside of a triangle at which its site is looked for, as a share of the unit.
const INSIDE: f64 = 0.01;
/// The colour of names.
const NAME: [u8; 3] = [0x1B, 0x1D, 0x21];

/// A paint other than the colour of the piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Paint {
    /// That of a colour label.
    Label(Label),
    /// That of names.
    Name,
}

impl Paint {
    /// Its name in files.
    pub(super) fn name(self) -> String {
        match self {
            Paint::Label(label) => format!("label {label}"),
            Paint::Name => "names".to_owned(),
        }
    }
}

/// The paints of some parts, each with a colour: labels have one that no part has, as long as there are
/// some.
pub(super) fn colours(parts: &[PrintPart]) -> Vec<(Paint, [u8; 3])> {
    let mut paints: Vec<Paint> =
        parts.iter().flat_map(|part| part.paints.iter().copied().flatten()).collect();
    paints.sort_unstable();
    paints.dedup();
    let fill = |n: usize| Colour::nth(n).shade(false).fill;
    let is_free =
        |fill: &[u8; 3]| parts.iter().all(|p| p.colour.map(|c| c.shade(false).fill) != Some(*fill));
    let free: Vec<[u8; 3]> = (0..Colour::COUNT).map(fill).filter(is_free).collect();
    let colour = |(n, paint): (usize, Paint)| match paint {
        Paint::Label(_) => (paint, free.get(n).copied().unwrap_or_else(|| fill(n))),
        Paint::Name => (paint, NAME),
    };
    paints.into_iter().enumerate().map(colour).collect()
}

/// The space of a site, in millimetres: within planes, each given by its outward normal and its
/// distance from the origin, or around a line.
enum Space {
    Planes(Vec<(Xyz, f64)>),
    Line([Xyz; 2]),
}

impl Space {
    /// The space of a site as it is printed, y up.
    fn new(lattice: &Lattice, page: &Page, site: Point, unit: f64) -> Space {
        let solid = |p: Point| {
            let [x, y, z] = lattice.place(p).map(|n| n * unit);
            [x, -y, z]
        };
        let flat = |[x, y]: Xy| [x * unit, -y * unit, 0.0];
        if lattice.balls {
            return Space::Line([solid(site); 2]);
        }
        if lattice.is_solid() {
            let middle = solid(site);
            let plane = |face: &Vec<Point>| {
                let at = |i: usize| solid(face[i]);
                let normal = unit_length(cross(less(at(1), at(0)), less(at(2), at(0))));
                let is_inward = dot(normal, less(at(0), middle)) < 0.0;
                let normal = if is_inward { normal.map(|n| -n) } else { normal };
                (normal, dot(normal, at(0)))
            };
            return Space::Planes(lattice.faces(site).iter().map(plane).collect());
        }
        let corners: Vec<Xyz> = page.outline(site).into_iter().map(flat).collect();
        if lattice.form == SiteForm::Edge {
            return Space::Line([corners[0], corners[corners.len() - 1]]);
        }
        let n = corners.len();
        let middle = [0, 1, 2].map(|k| corners.iter().map(|p| p[k]).sum::<f64>() / n as f64);
        let plane = |i: usize| {
            let [x, y, _] = less(corners[(i + 1) % n], corners[i]);
            let normal = unit_length([y, -x, 0.0]);
            let is_inward = dot(normal, less(corners[i], middle)) < 0.0;
            let normal = if is_inward { normal.map(|n| -n) } else { normal };
            (normal, dot(normal, corners[i]))
        };
        Space::Planes((0..n).map(plane).collect())
    }

    /// The distance by which a place is outside of it.
    fn distance(&self, at: Xyz) -> f64 {
        match self {
            Space::Planes(planes) => {
                let off = planes.iter().map(|(normal, by)| dot(*normal, at) - by);
                off.fold(f64::NEG_INFINITY, f64::max)
            }
            Space::Line([a, b]) => {
                let (way, to) = (less(*b, *a), less(at, *a));
                let length = dot(way, way);
                let share =
                    if length > 0.0 { (dot(to, way) / length).clamp(0.0, 1.0) } else { 0.0 };
                let off = [0, 1, 2].map(|k| to[k] - share * way[k]);
                dot(off, off).sqrt()
            }
        }
    }
}

/// The paint of each triangle of the surface of some sites with labels: that of the site that it
/// belongs to.
///
/// Cost: triangles times sites.
pub(super) fn of_labels(
    mesh: &Mesh,
    lattice: &Lattice,
    sites: &[Point],
    labels: &[Option<Label>],
    unit: f64,
) -> Vec<Option<Paint>> {
    let page = Page::around(lattice, []);
    let spaces: Vec<Space> =
        sites.iter().map(|&site| Space::new(lattice, &page, site, unit)).collect();
    let paint = |triangle: &[u32; 3]| {
        let corners = mesh.corners(triangle);
        let normal = mesh.normal(triangle);
        let middle = |k: usize| corners.iter().map(|p| p[k]).sum::<f64>() / 3.0;
        let at = [0, 1, 2].map(|k| middle(k) - INSIDE * unit * normal[k]);
        let by_distance =
            |&i: &usize, &j: &usize| spaces[i].distance(at).total_cmp(&spaces[j].distance(at));
        let nearest = (0..spaces.len()).min_by(by_distance)?;
        labels.get(nearest).copied().flatten().map(Paint::Label)
    };
    mesh.triangles.iter().map(paint).collect()
}
