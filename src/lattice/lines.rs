//! Straight lines along the sides of cells: what may divide a board without cutting a site.

use super::{Lattice, Point, SiteForm};

/// Parallel straight lines of a plane, or parallel planes of space, that run along sides of cells
/// and cut no cell of the lattice.
///
/// With n the `normal`, line c consists of the points p with n · p = c. The normal has no common
/// divisor, so that a shift by a period along an axis takes line c to line c + period · nᵢ, and all
/// of them together to themselves: the lines are those of some residues modulo the period.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineFamily {
    /// The coefficients of the coordinates; the first that is not 0 is positive.
    pub normal: [i32; 3],
    /// The residues of the lines' constants modulo the lattice's period, ascending.
    pub residues: Vec<i32>,
}

impl LineFamily {
    /// Returns the value that determines on which side of the lines a point lies: n · p.
    pub fn value(&self, p: Point) -> i32 {
        dot(self.normal, p.coordinates())
    }
}

fn dot(a: [i32; 3], b: [i32; 3]) -> i32 {
    (0..3).map(|k| a[k] * b[k]).sum()
}

impl Lattice {
    /// The families of lines along the sides of cells that cut no cell; none where sites are edges,
    /// nor among hexagons, where every side points into another cell.
    pub fn straight_lines(&self) -> &[LineFamily] {
        &self.derived.get_or_init(|| self.derive()).lines
    }

    /// Finds the lines: each passes through as many corners of some cell as fix a line or a plane,
    /// and no cell of any class has corners on both sides of it.
    pub(super) fn find_lines(&self) -> Vec<LineFamily> {
        let mut families: Vec<LineFamily> = Vec::new();
        if self.form == SiteForm::Edge {
            return families;
        }
        for class in self.classes {
            let corners: Vec<[i32; 3]> = class
                .corners
                .iter()
                .map(|corner| std::array::from_fn(|k| class.residue[k] + corner[k]))
                .collect();
            for (i, a) in corners.iter().enumerate() {
                for (j, b) in corners.iter().enumerate().skip(i + 1) {
                    let thirds =
                        if self.dimension == 2 { &corners[..1] } else { &corners[j + 1..] };
                    for third in thirds {
                        let along = if self.dimension == 2 { [0, 0, 1] } else { less(*third, *a) };
                        let Some(normal) = primitive(cross(less(*b, *a), along)) else { continue };
                        let residue = dot(normal, *a).rem_euclid(self.period);
                        if !self.cuts_a_cell(normal, residue) {
                            insert(&mut families, normal, residue);
                        }
                    }
                }
            }
        }
        families.sort_by_key(|family| family.normal);
        families
    }

    /// Returns whether a line of some residue has corners of one cell strictly on both sides.
    fn cuts_a_cell(&self, normal: [i32; 3], residue: i32) -> bool {
        self.classes.iter().any(|class| {
            let at = dot(normal, class.residue);
            let values = class.corners.iter().map(|&corner| at + dot(normal, corner));
            let (least, most) =
                values.fold((i32::MAX, i32::MIN), |(least, most), v| (least.min(v), most.max(v)));
            (least + 1..most).any(|value| value.rem_euclid(self.period) == residue)
        })
    }
}

fn insert(families: &mut Vec<LineFamily>, normal: [i32; 3], residue: i32) {
    let family = match families.iter_mut().find(|family| family.normal == normal) {
        Some(family) => family,
        None => {
            families.push(LineFamily { normal, residues: Vec::new() });
            families.last_mut().expect("one was pushed")
        }
    };
    if let Err(at) = family.residues.binary_search(&residue) {
        family.residues.insert(at, residue);
    }
}

/// One vector less another.
pub(super) fn less(a: [i32; 3], b: [i32; 3]) -> [i32; 3] {
    std::array::from_fn(|k| a[k] - b[k])
}

/// The vector product.
pub(super) fn cross(a: [i32; 3], b: [i32; 3]) -> [i32; 3] {
    let entry = |i: usize, j: usize| a[i] * b[j] - a[j] * b[i];
    [entry(1, 2), entry(2, 0), entry(0, 1)]
}

/// The same direction without a common divisor, its first entry positive; `None` for no direction.
fn primitive(v: [i32; 3]) -> Option<[i32; 3]> {
    let divisor = v.into_iter().fold(0, |a, b| {
        let (mut a, mut b): (i32, i32) = (a, b.abs());
        while b != 0 {
            (a, b) = (b, a % b);
        }
        a
    });
    let first = v.into_iter().find(|&n| n != 0)?;
    Some(v.map(|n| n / (divisor * first.signum())))
}

#[cfg(test)]
mod tests {
    use super::super::{ALL, Lattice, Point};

    #[test]
    fn lines_run_two_ways_through_squares_three_through_triangles_four_through_tetrakis() {
        let count = |key| Lattice::by_key(key).unwrap().straight_lines().len();
        let keys = ["Square", "Triangle", "Hexagon", "Tetrakis", "Cube", "Sphere", "SquareEdges"];
        assert_eq!(keys.map(count), [2, 3, 0, 4, 3, 0, 0]);
    }

    #[test]
    fn a_site_lies_strictly_on_one_side_of_every_line() {
        for lattice in ALL {
            for family in lattice.straight_lines() {
                for class in lattice.classes {
                    let own = family.value(Point::from(class.residue)).rem_euclid(lattice.period);
                    assert!(!family.residues.contains(&own), "{lattice:?} {family:?}");
                }
            }
        }
    }
}
