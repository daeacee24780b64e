//! Integer isometries and the groups that they form.
//!
//! An [`Isometry`] is a [`Matrix`] of a lattice's point group followed by a shift by whole
//! periods, so that it maps sites to sites. Leans on [`crate::lattice`]. Read next:
//! [`crate::polyform`], which turns shapes with these matrices, and [`crate::encode`], which
//! turns isometries of a board into permutations of placements.

use std::sync::OnceLock;

use crate::lattice::{self, Lattice, Point};

/// A 3×3 integer matrix acting on columns of coordinates; its rows give the new x, y and z.
///
/// Where the sites of a plane lie at the height z = 1, its third column moves them: so it can be a flip
/// whose mirror does not go through the origin, or a glide. Differences of points have the height 0 and
/// are not moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Matrix(pub [[i32; 3]; 3]);

impl Matrix {
    /// The matrix that moves nothing.
    pub const IDENTITY: Matrix = Matrix([[1, 0, 0], [0, 1, 0], [0, 0, 1]]);

    /// The image of a point.
    pub fn apply(&self, p: Point) -> Point {
        let v = p.coordinates();
        let row = |r: [i32; 3]| r[0] * v[0] + r[1] * v[1] + r[2] * v[2];
        Point::new(row(self.0[0]), row(self.0[1]), row(self.0[2]))
    }

    /// The matrix that does `self` after `first`.
    pub fn after(&self, first: &Matrix) -> Matrix {
        let mut product = [[0; 3]; 3];
        for (i, row) in product.iter_mut().enumerate() {
            for (j, entry) in row.iter_mut().enumerate() {
                *entry = (0..3).map(|k| self.0[i][k] * first.0[k][j]).sum();
            }
        }
        Matrix(product)
    }

    /// Returns whether it turns and flips nothing: it moves all points alike, if at all.
    pub fn is_shift(&self) -> bool {
        let [a, b, c] = self.0;
        a[..2] == [1, 0] && b[..2] == [0, 1] && c == [0, 0, 1]
    }

    /// This matrix without its shift of a plane; in space all of it.
    pub fn about_origin(mut self) -> Matrix {
        if self.0[2] == [0, 0, 1] {
            self.0[..2].iter_mut().for_each(|row| row[2] = 0);
        }
        self
    }

    /// This matrix, which moves a plane by less than a period along each axis, if at all.
    pub fn reduced(mut self, lattice: &Lattice) -> Matrix {
        if !lattice.is_solid() {
            self.0[..2].iter_mut().for_each(|row| row[2] = row[2].rem_euclid(lattice.period));
        }
        self
    }

    /// +1 for a turn, -1 for a matrix that swaps left and right.
    ///
    /// The determinant does not depend on the basis, so this holds on skewed axes too.
    pub fn determinant(&self) -> i32 {
        let [a, b, c] = self.0;
        a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0])
            + a[2] * (b[0] * c[1] - b[1] * c[0])
    }

    /// Returns whether every layer of a solid stays a layer of its height.
    pub fn keeps_height(&self) -> bool {
        self.0[2] == [0, 0, 1]
    }

    /// Returns whether left stays left.
    pub fn keeps_orientation(&self) -> bool {
        self.determinant() == 1
    }
}

/// All matrices that a lattice's generators generate: the identity first, then the other
/// turns, then the rest, each part in the order of the entries. At most 48 for a lattice, and computed
/// once for each.
///
/// ```
/// use polywright::{lattice, symmetry::point_group};
/// assert_eq!(point_group(&lattice::square::LATTICE).len(), 8);
/// ```
pub fn point_group(lattice: &Lattice) -> Vec<Matrix> {
    const COUNT: usize = lattice::ALL.len();
    static GROUPS: [OnceLock<Vec<Matrix>>; COUNT] = [const { OnceLock::new() }; COUNT];
    let known = lattice::ALL.iter().position(|other| std::ptr::eq(*other, lattice));
    match known {
        Some(index) => GROUPS[index].get_or_init(|| generated(lattice)).clone(),
        None => generated(lattice),
    }
}

/// The group that the generators of a lattice generate.
fn generated(lattice: &Lattice) -> Vec<Matrix> {
    let generators: Vec<Matrix> = lattice.generators.iter().map(|&m| Matrix(m)).collect();
    let mut group = vec![Matrix::IDENTITY];
    let mut done = 0;
    while done < group.len() {
        for generator in &generators {
            let product = generator.after(&group[done]).reduced(lattice);
            if !group.contains(&product) {
                group.push(product);
            }
        }
        done += 1;
    }
    group.sort_by_key(|m| (*m != Matrix::IDENTITY, -m.determinant(), *m));
    group
}

/// The turn by which a solid is tipped over: about the first axis, so that the second comes to the
/// third; where no such turn exists, about a diagonal, or upside down. `None` in a plane.
pub fn tip(lattice: &Lattice) -> Option<Matrix> {
    let (x, y, z) = (Point::new(1, 0, 0), Point::new(0, 1, 0), Point::new(0, 0, 1));
    let mut turns = point_group(lattice);
    turns.retain(|m| lattice.is_solid() && m.keeps_orientation() && m.0[2] != [0, 0, 1]);
    let over = turns.iter().find(|m| m.apply(x) == x && m.apply(y) == z);
    let about_a_diagonal =
        || turns.iter().find(|m| m.0[2] != [0, 0, -1] && m.after(m).after(m) == Matrix::IDENTITY);
    over.or_else(about_a_diagonal).or(turns.first()).copied()
}

/// A matrix, then a shift.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Isometry {
    /// The matrix that turns and flips.
    pub matrix: Matrix,
    /// The shift added after the matrix; a whole number of periods along every axis.
    pub shift: Point,
}

impl Isometry {
    /// The isometry that moves nothing.
    pub const IDENTITY: Isometry = Isometry { matrix: Matrix::IDENTITY, shift: Point::ORIGIN };

    /// The image of a point.
    pub fn apply(&self, p: Point) -> Point {
        self.matrix.apply(p) + self.shift
    }

    /// Describes this isometry in a word or two: "half turn", "mirror", …
    ///
    /// Told by determinant and order alone, so it holds for any lattice.
    pub fn kind(&self) -> String {
        let mut order = 1;
        let mut power = self.matrix;
        while !power.is_shift() {
            power = self.matrix.after(&power);
            order += 1;
        }
        match (self.matrix.determinant(), order) {
            (1, 1) => "identity".to_owned(),
            (1, 2) => "half turn".to_owned(),
            (1, n) => format!("turn by {}°", 360 / n),
            // Every axis turned round: in space that is no plane's mirror.
            (_, 2) if (0..3).all(|k| self.matrix.0[k][k] == -1) => "point reflection".to_owned(),
            (_, 2) => "mirror".to_owned(),
            (_, n) => format!("turn by {}° with mirror", 360 / n),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::ALL;

    #[test]
    fn point_groups_are_closed_and_half_of_each_keeps_orientation() {
        for lattice in ALL {
            let group = point_group(lattice);
            for a in &group {
                for b in &group {
                    assert!(group.contains(&a.after(b).reduced(lattice)), "{lattice:?}");
                }
            }
            let turns = group.iter().filter(|m| m.keeps_orientation()).count();
            assert_eq!(2 * turns, group.len(), "{lattice:?}");
            assert_eq!(group[0], Matrix::IDENTITY);
        }
    }

    #[test]
    fn point_groups_permute_sites_and_keep_neighbours() {
        for lattice in ALL {
            for matrix in point_group(lattice) {
                for class in lattice.classes {
                    let site = Point::from(class.residue);
                    let image = matrix.apply(site);
                    assert!(lattice.class_of(image).is_some(), "{lattice:?} {matrix:?}");
                    let mut moved: Vec<_> =
                        lattice.neighbours(site).map(|n| matrix.apply(n)).collect();
                    moved.sort_unstable();
                    let mut around: Vec<_> = lattice.neighbours(image).collect();
                    around.sort_unstable();
                    assert_eq!(moved, around, "{lattice:?} {matrix:?}");
                }
            }
        }
    }
}
