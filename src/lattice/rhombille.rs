//! Rhombi, three to a hexagon in three directions: the lattice of polyrhombs.
//!
//! This is another drawing of [`super::hexagon_edges`]: a rhombus has an edge of the honeycomb grid for its
//! short diagonal, and two that have a side in common are edges that share an end. Everything but the
//! corners is that of the edges; each is the middle of its rhombus.

use super::{Lattice, PLAIN, SiteClass, hexagon_edges};

/// Polyrhombs.
pub static LATTICE: Lattice = Lattice {
    name: "rhombus",
    key: "Rhombille",
    polyform: "polyrhomb",
    site_words: ("rhombus", "rhombi"),
    period: hexagon_edges::LATTICE.period,
    axes: hexagon_edges::LATTICE.axes,
    classes: &[
        SiteClass { residue: [3, 0, 0], corners: &[[-3, 0, 0], [1, -2, 0], [3, 0, 0], [-1, 2, 0]] },
        SiteClass { residue: [0, 3, 0], corners: &[[0, -3, 0], [2, -1, 0], [0, 3, 0], [-2, 1, 0]] },
        SiteClass {
            residue: [3, 3, 0],
            corners: &[[3, -3, 0], [1, 1, 0], [-3, 3, 0], [-1, -1, 0]],
        },
    ],
    generators: hexagon_edges::LATTICE.generators,
    boards: hexagon_edges::LATTICE.boards,
    address: hexagon_edges::LATTICE.address,
    art_point: hexagon_edges::LATTICE.art_point,
    art_place: hexagon_edges::LATTICE.art_place,
    ..PLAIN
};
