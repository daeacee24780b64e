//! The convex cells of lattices in space: their faces, and their sections.

use std::collections::BTreeSet;

use super::lines::{cross, less};

/// A corner, in the coordinates of a lattice.
type Corner = [i32; 3];

/// The faces of the convex hull of some corners, each by the places of its corners in the list. They go
/// around so that the vector product of two sides that follow each other points outwards. Empty unless
/// the corners span space.
///
/// Every face is found by three of its corners: cubic in their number, times that number.
pub(super) fn faces(corners: &[Corner]) -> Vec<Vec<usize>> {
    let mut found: BTreeSet<Vec<usize>> = BTreeSet::new();
    let mut faces = Vec::new();
    for (i, a) in corners.iter().enumerate() {
        for (j, b) in corners.iter().enumerate().skip(i + 1) {
            for c in &corners[j + 1..] {
                let normal = cross(less(*b, *a), less(*c, *a));
                let above: Vec<i64> = corners.iter().map(|p| dot(normal, less(*p, *a))).collect();
                let is_face = above.iter().all(|n| *n <= 0) != above.iter().all(|n| *n >= 0);
                if !is_face {
                    continue;
                }
                let face: Vec<usize> = (0..corners.len()).filter(|&k| above[k] == 0).collect();
                if found.insert(face.clone()) {
                    let is_outward = above.iter().all(|n| *n <= 0);
                    faces.push(around(corners, face, normal, is_outward));
                }
            }
        }
    }
    faces
}

/// The corners of a face in order.
fn around(
    corners: &[Corner],
    mut face: Vec<usize>,
    normal: Corner,
    is_outward: bool,
) -> Vec<usize> {
    // Seen along the axis to which the face is least inclined.
    let axis = (0..3).max_by_key(|&k| normal[k].abs()).unwrap_or(2);
    let [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
    let middle = [u, v]
        .map(|k| face.iter().map(|&at| f64::from(corners[at][k])).sum::<f64>() / face.len() as f64);
    let angle = |at: usize| {
        let [x, y] = [u, v].map(|k| f64::from(corners[at][k]));
        (y - middle[1]).atan2(x - middle[0])
    };
    face.sort_by(|&a, &b| angle(a).total_cmp(&angle(b)));
    if (normal[axis] > 0) != is_outward {
        face.reverse();
    }
    face
}

/// The corners of the section of a cell at the height of its site, going around to the right as drawn;
/// the ends of an edge that lies there, or the place where one passes through.
///
/// # Panics
/// If a corner of the section has no whole coordinates: the data of the lattice are too coarse.
pub(super) fn section(corners: &[Corner]) -> Vec<Corner> {
    let [above, below] = [1, -1].map(|side| corners.iter().filter(move |p| p[2].signum() == side));
    let lines = above.flat_map(|a| below.clone().map(move |b| (a, b)));
    // The section is found in parts of a coordinate of which all lines cross the plane at whole ones.
    let parts = lines.clone().fold(1, |parts, (a, b)| {
        let rise = a[2] - b[2];
        parts / gcd(parts, rise) * rise
    });
    let mut points: Vec<[i32; 2]> =
        corners.iter().filter(|p| p[2] == 0).map(|p| [p[0] * parts, p[1] * parts]).collect();
    points.extend(
        lines.map(|(a, b)| [0, 1].map(|k| (a[k] * -b[2] + b[k] * a[2]) * (parts / (a[2] - b[2])))),
    );
    points.sort_unstable();
    points.dedup();
    // Lines within the cell pass inside the hull of those along its edges.
    let mut hull = hull(&points);
    let n = hull.len().max(1) as f64;
    let middle = [0, 1].map(|k| hull.iter().map(|p| f64::from(p[k])).sum::<f64>() / n);
    let angle = |p: &[i32; 2]| (f64::from(p[1]) - middle[1]).atan2(f64::from(p[0]) - middle[0]);
    hull.sort_by(|a, b| angle(a).total_cmp(&angle(b)));
    let whole = |n: i32| {
        assert!(n % parts == 0, "the section of {corners:?} has no whole coordinates");
        n / parts
    };
    hull.into_iter().map(|[x, y]| [whole(x), whole(y), 0]).collect()
}

fn gcd(a: i32, b: i32) -> i32 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The corners of the convex hull of points of a plane, which are sorted and differ (Andrew 1979).
fn hull(points: &[[i32; 2]]) -> Vec<[i32; 2]> {
    if points.len() < 3 {
        return points.to_vec();
    }
    let half = |points: &mut dyn Iterator<Item = &[i32; 2]>| {
        let mut chain: Vec<[i32; 2]> = Vec::new();
        for &p in points {
            while let [.., a, b] = chain[..]
                && (b[0] - a[0]) * (p[1] - a[1]) <= (b[1] - a[1]) * (p[0] - a[0])
            {
                chain.pop();
            }
            chain.push(p);
        }
        chain.pop();
        chain
    };
    let mut all = half(&mut points.iter());
    all.extend(half(&mut points.iter().rev()));
    all
}

fn dot(a: Corner, b: Corner) -> i64 {
    (0..3).map(|k| i64::from(a[k]) * i64::from(b[k])).sum()
}

#[cfg(test)]
mod tests {
    use crate::lattice::{ALL, Lattice, Point};

    fn solids() -> impl Iterator<Item = &'static Lattice> {
        ALL.iter().copied().filter(|lattice| lattice.is_solid())
    }

    #[test]
    fn cells_in_space_are_convex_and_share_whole_faces_with_their_neighbours() {
        for lattice in solids().filter(|lattice| lattice.form == super::super::SiteForm::Cell) {
            for class in lattice.classes {
                let site = Point::from(class.residue);
                let faces = lattice.faces(site);
                // Euler: a convex solid has two corners and faces more than edges.
                let edges = faces.iter().map(Vec::len).sum::<usize>() / 2;
                assert_eq!(class.corners.len() + faces.len(), edges + 2, "{lattice:?} {class:?}");
                let whole = |face: &[Point]| {
                    let mut face = face.to_vec();
                    face.sort_unstable();
                    face
                };
                let around: Vec<Point> = lattice.neighbours(site).collect();
                assert_eq!(around.len(), faces.len(), "{lattice:?} {class:?}");
                for face in &faces {
                    let shared = around.iter().filter(|&&next| {
                        lattice.faces(next).iter().any(|other| whole(other) == whole(face))
                    });
                    assert_eq!(shared.count(), 1, "{lattice:?} {class:?} {face:?}");
                }
            }
        }
    }

    #[test]
    fn the_site_of_a_cell_lies_within_its_section() {
        for lattice in solids() {
            for class in lattice.classes {
                let site = Point::from(class.residue);
                let section = lattice.outline(site);
                let inside = section.iter().zip(section.iter().cycle().skip(1)).all(|(a, b)| {
                    let [a, b] = [*a - site, *b - site];
                    a.x * b.y - a.y * b.x >= 0
                });
                assert!(inside, "{lattice:?} {class:?} {section:?}");
                assert!(section.iter().all(|p| p.z == site.z), "{lattice:?} {class:?}");
            }
        }
    }
}
