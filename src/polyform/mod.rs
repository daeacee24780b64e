//! Shapes: canonical forms, orientations, families, names.
//!
//! Leans on [`crate::lattice`] and [`crate::symmetry`]. Read next: [`family`] for whole sets,
//! then [`crate::puzzle`].

pub mod art;
pub mod family;
pub mod symmetric;

use std::collections::BTreeSet;

use crate::lattice::{Lattice, Point};
use crate::symmetry::{Matrix, point_group};
use serde::{Deserialize, Serialize};

/// The motions that a piece may make.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub enum Motions {
    /// Any turn and any flip; in space, mirror images, which no turn can make.
    #[default]
    TurnAndFlip,
    /// Turns only: the piece keeps its hand.
    Turn,
    /// Shifts only: the piece stays as it was drawn.
    AsDrawn,
}

impl Motions {
    /// The motions of a piece of which nothing else is said: all that a hand can do. It can turn a
    /// flat piece over, but not make a solid one into its mirror image.
    pub fn usual(lattice: &Lattice) -> Motions {
        if lattice.dimension == 2 { Motions::TurnAndFlip } else { Motions::Turn }
    }

    /// The matrices of a lattice's point group that these motions allow to a piece of some sites, the
    /// identity first. A piece that can be turned over by hand may be where it may be turned.
    pub fn group(self, lattice: &Lattice, sites: &[Point]) -> Vec<Matrix> {
        let mut group = point_group(lattice);
        match self {
            Motions::TurnAndFlip => {}
            Motions::Turn if lattice.can_turn_over(sites) => {}
            Motions::Turn => group.retain(Matrix::keeps_orientation),
            Motions::AsDrawn => group.truncate(1),
        }
        group
    }

    /// The motions in words.
    pub fn words(self) -> &'static str {
        match self {
            Motions::TurnAndFlip => "turn and flip",
            Motions::Turn => "turn only",
            Motions::AsDrawn => "as drawn",
        }
    }
}

/// A set of sites up to shifts: sorted, without repeats, moved by whole periods so that the
/// least coordinate along every axis lies in the first period.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shape {
    sites: Vec<Point>,
}

/// Shifts sites to where a shape lies, and sorts them; returns the shift back, `None` where there are
/// none.
fn settle(lattice: &Lattice, sites: &mut [Point]) -> Option<Point> {
    let least = sites
        .iter()
        .copied()
        .reduce(|least, p| Point::new(least.x.min(p.x), least.y.min(p.y), least.z.min(p.z)))?;
    let whole = |n: i32| n.div_euclid(lattice.period) * lattice.period;
    let shift = Point::new(whole(least.x), whole(least.y), whole(least.z));
    sites.iter_mut().for_each(|site| *site = *site - shift);
    sites.sort_unstable();
    Some(shift)
}

impl Shape {
    /// The shape of some sites, and the shift that takes it back to where they lie.
    ///
    /// The sites may come in any order and with repeats. `None` when there are none.
    pub fn normalise(lattice: &Lattice, sites: &[Point]) -> Option<(Shape, Point)> {
        let mut sites = sites.to_vec();
        let shift = settle(lattice, &mut sites)?;
        sites.dedup();
        Some((Shape { sites }, shift))
    }

    /// The sites, in reading order.
    pub fn sites(&self) -> &[Point] {
        &self.sites
    }

    /// The number of sites, at least 1.
    pub fn size(&self) -> usize {
        self.sites.len()
    }

    /// This shape, turned by a matrix.
    pub fn turned(&self, lattice: &Lattice, matrix: &Matrix) -> Shape {
        let mut sites: Vec<Point> = self.sites.iter().map(|&p| matrix.apply(p)).collect();
        settle(lattice, &mut sites);
        Shape { sites }
    }

    /// The different images under some matrices, in the order in which they first appear.
    pub fn images(&self, lattice: &Lattice, group: &[Matrix]) -> Vec<Shape> {
        let mut images: Vec<Shape> = Vec::with_capacity(group.len());
        for matrix in group {
            let image = self.turned(lattice, matrix);
            if !images.contains(&image) {
                images.push(image);
            }
        }
        images
    }

    /// The orientations that the motions allow; the first is the shape as drawn.
    ///
    /// Their number times the order of the shape's stabiliser is the order of the group.
    pub fn orientations(&self, lattice: &Lattice, motions: Motions) -> Vec<Shape> {
        self.images(lattice, &motions.group(lattice, &self.sites))
    }

    /// The least image under some matrices: equal for two shapes just when one is an image of
    /// the other, provided the matrices form a group.
    pub fn least_image(&self, lattice: &Lattice, group: &[Matrix]) -> Shape {
        let mut least = self.clone();
        let mut sites = Vec::with_capacity(self.sites.len());
        for (n, matrix) in group.iter().enumerate() {
            sites.clear();
            sites.extend(self.sites.iter().map(|&p| matrix.apply(p)));
            settle(lattice, &mut sites);
            if n == 0 || sites < least.sites {
                std::mem::swap(&mut least.sites, &mut sites);
            }
        }
        least
    }

    /// The shape in a mirror, where no turn brings it back onto the shape itself.
    pub fn mirror_twin(&self, lattice: &Lattice) -> Option<Shape> {
        let group = point_group(lattice);
        let mirror = group.iter().find(|m| !m.keeps_orientation())?;
        let turns = Motions::Turn.group(lattice, &self.sites);
        let twin = self.turned(lattice, mirror);
        (twin.least_image(lattice, &turns) != self.least_image(lattice, &turns)).then_some(twin)
    }

    /// The matrices that leave the shape as it is, the identity first.
    pub fn stabiliser(&self, lattice: &Lattice) -> Vec<Matrix> {
        let mut group = point_group(lattice);
        group.retain(|m| self.turned(lattice, m) == *self);
        group
    }

    /// Returns the symmetry class of the shape.
    pub fn symmetry(&self, lattice: &Lattice) -> SymmetryClass {
        let own = self.stabiliser(lattice);
        let turns = Motions::Turn.group(lattice, &self.sites);
        SymmetryClass {
            order: own.len(),
            turns: own.iter().filter(|m| turns.contains(m)).count(),
            has_twin: self.mirror_twin(lattice).is_some(),
        }
    }

    /// Returns whether every site can be reached from every other through neighbours of the shape.
    pub fn is_connected(&self, lattice: &Lattice) -> bool {
        let mut reached = vec![false; self.sites.len()];
        let mut stack = vec![0];
        reached[0] = true;
        let mut count = 1;
        while let Some(at) = stack.pop() {
            for neighbour in lattice.neighbours(self.sites[at]) {
                if let Ok(i) = self.sites.binary_search(&neighbour)
                    && !reached[i]
                {
                    reached[i] = true;
                    count += 1;
                    stack.push(i);
                }
            }
        }
        count == self.sites.len()
    }
}

/// The parts of some sites that hang together, each in the order in which it is reached.
pub fn connected_parts(lattice: &Lattice, sites: &[Point]) -> Vec<Vec<Point>> {
    let mut left: BTreeSet<Point> = sites.iter().copied().collect();
    let mut parts = Vec::new();
    while let Some(first) = left.pop_first() {
        let mut part = vec![first];
        let mut next = 0;
        while let Some(&site) = part.get(next) {
            part.extend(lattice.neighbours(site).filter(|other| left.remove(other)));
            next += 1;
        }
        parts.push(part);
    }
    parts
}

/// The symmetry of a shape: the numbers of matrices that leave it as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SymmetryClass {
    /// All of them, the identity counted.
    pub order: usize,
    /// Those that a hand can make.
    pub turns: usize,
    /// True if the mirror image is another form when only turns count.
    pub has_twin: bool,
}

impl SymmetryClass {
    /// The class in words: "4, 2 by turns", "no symmetry, chiral".
    pub fn words(&self) -> String {
        let symmetries = match (self.order, self.turns) {
            (1, _) => "no symmetry".to_owned(),
            (order, turns) if order == turns => format!("{order} turns"),
            (order, 1) => format!("{order} by mirror"),
            (order, turns) => format!("{order}, {turns} by turns"),
        };
        if self.has_twin { format!("{symmetries}, chiral") } else { symmetries }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::ALL;

    #[test]
    fn orientations_times_stabiliser_is_the_order_of_the_group() {
        for lattice in ALL {
            let group = point_group(lattice);
            for n in 1..=4 {
                for shape in family::free_forms(lattice, n).unwrap() {
                    let orientations = shape.orientations(lattice, Motions::TurnAndFlip).len();
                    let class = shape.symmetry(lattice);
                    assert_eq!(orientations * class.order, group.len(), "{lattice:?} {shape:?}");
                    let one_sided = shape.orientations(lattice, Motions::Turn).len();
                    let turns = Motions::Turn.group(lattice, shape.sites()).len();
                    assert_eq!(one_sided * class.turns, turns, "{lattice:?} {shape:?}");
                    // A twin is what only a mirror can make.
                    assert_eq!(
                        class.has_twin,
                        orientations == 2 * one_sided,
                        "{lattice:?} {shape:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn the_least_image_is_the_same_for_all_images() {
        for lattice in ALL {
            let group = point_group(lattice);
            for shape in family::free_forms(lattice, 4).unwrap() {
                for matrix in &group {
                    let image = shape.turned(lattice, matrix);
                    assert_eq!(image.least_image(lattice, &group), shape);
                }
            }
        }
    }
}
