//! Square cells that may also join at corners: the lattice of polykings.
//!
//! Everything but the adjacency is that of [`super::square`]: two cells are neighbours when a
//! king of chess goes from one to the other in one move.
//!
//! ```text
//!        x  0   1   2   3   4
//!      y
//!      0    +-------+-------+      (1, 1) adjoins (3, 1), (1, 3) and (3, 3)
//!      1    | (1,1) | (3,1) |
//!      2    +-------+-------+
//!      3    | (1,3) | (3,3) |
//! ```

use super::{Lattice, PLAIN, square};

/// Polykings.
pub static LATTICE: Lattice = Lattice {
    name: "square, joined at corners",
    key: "King",
    polyform: "polyking",
    site_words: square::LATTICE.site_words,
    unit_words: square::LATTICE.unit_words,
    period: square::LATTICE.period,
    axes: square::LATTICE.axes,
    form: square::LATTICE.form,
    shared_corners: 1,
    classes: square::LATTICE.classes,
    generators: square::LATTICE.generators,
    boards: square::LATTICE.boards,
    address: square::LATTICE.address,
    art_point: square::LATTICE.art_point,
    art_place: square::LATTICE.art_place,
    art_marks: square::LATTICE.art_marks,
    ..PLAIN
};
