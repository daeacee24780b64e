//! Where the cells of BurrTools' boxes lie on our lattices.
//!
//! A box has its x to the right, y upwards and z towards the viewer.

use super::GRIDS;
use crate::lattice::{Lattice, Point};

/// The place of a site among the cells of a box: its column, its row counted upwards, its layer.
pub(super) fn cell(lattice: &Lattice, site: Point) -> [i32; 3] {
    lattice.cubic(site).unwrap_or_else(|| {
        let (column, row) = (lattice.art_place)(site);
        [column, -row - 1, lattice.layer(site)]
    })
}

/// The site of a cell, if it is one.
///
/// A row of triangles begins with one that points up where the sum of x and y is even.
pub(super) fn site(lattice: &Lattice, [x, y, z]: [i32; 3]) -> Option<Point> {
    let site = match lattice.balls {
        true => lattice.of_cubic([x, y, z])?,
        false => lattice.art_site(x, -y - 1, z),
    };
    lattice.class_of(site).map(|_| site)
}

/// The corner of the box around some cells, moved so far down and to the left that in the box as in
/// the lattice sites of a kind lie where they should.
pub(super) fn corner(lattice: &Lattice, cells: &[[i32; 3]]) -> [i32; 3] {
    let least = [0, 1, 2].map(|axis| cells.iter().map(|cell| cell[axis]).min().unwrap_or(0));
    if lattice.balls {
        let [x, y, z] = least;
        return [x - (x + y + z).rem_euclid(2), y, z];
    }
    let own = GRIDS.iter().find(|grid| grid.lattice == lattice.key);
    let period = own.map_or([1; 3], |grid| grid.period);
    [0, 1, 2].map(|axis| least[axis].div_euclid(period[axis]) * period[axis])
}
