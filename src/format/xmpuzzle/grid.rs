//! Where the cells of BurrTools' boxes lie on our lattices.
//!
//! A box has its x to the right, y upwards and z towards the viewer.

use crate::lattice::{Lattice, Point};

/// The place of a site among the cells of a box, if its row counts upwards.
pub(super) fn cell(lattice: &Lattice, site: Point) -> [i32; 3] {
    lattice.cubic(site).unwrap_or_else(|| {
        let (column, row) = (lattice.art_place)(site);
        [column, -row, lattice.layer(site)]
    })
}

/// The site of a cell, if it is one.
///
/// A row of two kinds of sites, which take turns, begins with the triangle that points up where the
/// sum of x and y is even.
pub(super) fn site(lattice: &Lattice, [x, y, z]: [i32; 3]) -> Option<Point> {
    let site = match lattice.balls {
        true => lattice.of_cubic([x, y, z])?,
        false => lattice.art_site(x, -y - (lattice.classes.len() as i32 - 1), z),
    };
    lattice.class_of(site).map(|_| site)
}

/// The corner of the box around some cells, moved so far down and to the left that in the box as in
/// the lattice sites of a kind lie where they should.
pub(super) fn corner(lattice: &Lattice, cells: &[[i32; 3]]) -> [i32; 3] {
    let least = |axis: usize| cells.iter().map(|cell| cell[axis]).min().unwrap_or(0);
    let [x, y, z] = [least(0), least(1), least(2)];
    match (lattice.balls, lattice.classes.len()) {
        (true, _) => [x - (x + y + z).rem_euclid(2), y, z],
        (false, 2) => [x - x.rem_euclid(2), y - (y + 1).rem_euclid(2), z],
        _ => [x, y, z],
    }
}
