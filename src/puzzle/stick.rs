//! Sticks of burrs by the numbers that their designers use.
//!
//! Of a stick, 2 by 2 cubes thick, twelve cubes in the middle may be missing. They are numbered from 0:
//! the upper front row of four from the left, the row behind it, then the two in the middle of the lower
//! front row, and of the row behind. The number of a piece is 1 more than the sum of 2 to the power of
//! each cube that is missing: 1 is the whole stick (J. H. von Känel, *Six-piece burrs*, 1997).

use crate::lattice::{Lattice, Point};

/// The greatest number: all twelve are missing.
const MAX_NUMBER: u32 = 1 << 12;
/// The greatest length.
const MAX_LENGTH: u32 = 64;

/// Column, row from the back and layer of each cube that may be missing; columns are counted from the
/// first of the four.
const REMOVABLE: [[i32; 3]; 12] = [
    [0, 1, 1],
    [1, 1, 1],
    [2, 1, 1],
    [3, 1, 1],
    [0, 0, 1],
    [1, 0, 1],
    [2, 0, 1],
    [3, 0, 1],
    [1, 1, 0],
    [2, 1, 0],
    [1, 0, 0],
    [2, 0, 0],
];

/// The sites of the piece of a number.
pub(super) fn sites(lattice: &Lattice, length: u32, number: u32) -> Result<Vec<Point>, String> {
    if lattice.key != "Cube" {
        return Err("`stick` is for the lattice Cube".to_owned());
    }
    if !(4..=MAX_LENGTH).contains(&length) || !length.is_multiple_of(2) {
        return Err(format!(
            "a stick is 4, 6, 8 or another even number of cubes long, {MAX_LENGTH} at most, not {length}"
        ));
    }
    if !(1..=MAX_NUMBER).contains(&number) {
        return Err(format!("the number of a stick is from 1 to {MAX_NUMBER}, not {number}"));
    }
    let first = (length as i32 - 4) / 2;
    let is_missing = |at: [i32; 3]| {
        let cube = REMOVABLE.iter().position(|own| *own == [at[0] - first, at[1], at[2]]);
        cube.is_some_and(|cube| (number - 1) >> cube & 1 == 1)
    };
    let all =
        (0..length as i32).flat_map(|x| (0..2).flat_map(move |y| (0..2).map(move |z| [x, y, z])));
    Ok(all.filter(|&at| !is_missing(at)).map(|at| Point::from(at.map(|n| 2 * n + 1))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::{cube, square};
    use crate::polyform::Shape;
    use crate::polyform::art::shape_sites;

    fn shape(sites: &[Point]) -> Shape {
        Shape::normalise(&cube::LATTICE, sites).unwrap().0
    }

    #[test]
    fn a_number_says_which_cubes_are_missing() {
        let drawn = |art: &[&str]| shape(&shape_sites(&cube::LATTICE, art).unwrap());
        let stick = |length, number| shape(&sites(&cube::LATTICE, length, number).unwrap());
        for (number, art) in [
            (1, ["XXXXXX", "XXXXXX", "", "XXXXXX", "XXXXXX"]),
            (18, ["XXXXXX", "XXXXXX", "", "X.XXXX", "X.XXXX"]),
            (256, ["XXXXXX", "XXXXXX", "", "X....X", "X....X"]),
            (928, ["XXXXXX", "XX..XX", "", "X.XX.X", "X....X"]),
            (1024, ["XXXXXX", "XX..XX", "", "X....X", "X....X"]),
        ] {
            assert_eq!(stick(6, number), drawn(&art), "{number}");
        }
        assert_eq!(stick(4, 256), drawn(&["XXXX", "XXXX"]));
        assert_eq!(stick(8, 4096).size(), 20);
    }

    #[test]
    fn what_is_no_stick_is_told() {
        let error = |lattice, length, number| sites(lattice, length, number).unwrap_err();
        assert!(error(&cube::LATTICE, 6, 0).contains("from 1 to 4096"));
        assert!(error(&cube::LATTICE, 7, 1).contains("not 7"));
        assert!(error(&square::LATTICE, 6, 1).contains("Cube"));
    }
}
