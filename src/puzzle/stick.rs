//! Sticks of burrs by the numbers that their designers use.
//!
//! Of a stick, 2 by 2 cubes thick, twelve cubes in the middle may be missing. They are numbered from 0:
//! the upper front row of four from the left, the row behind it, then the two in the middle of the lower
//! front row, and of the row behind. The number of a piece is 1 more than the sum of 2 to the power of
//! each cube that is missing: 1 is the whole stick (J. H. von Känel, *Six-piece burrs*, 1997).

use std::collections::BTreeSet;

use crate::lattice::{Lattice, Point};
use crate::polyform::Shape;
use crate::polyform::family::Member;
use crate::symmetry::{Matrix, point_group};

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

/// The pieces that sticks of one length make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StickKind {
    /// Those that a saw makes: every cube that is missing belongs to a side of the stick that is missing
    /// there as a whole. 59 of sticks of length 6.
    Notchable,
    /// All that are in one piece: 837 of sticks of length 6.
    General,
}

/// Returns whether a lattice has sticks.
pub fn has_sticks(lattice: &Lattice) -> bool {
    lattice.key == "Cube"
}

/// The pieces of a kind, none a turned copy of another, each by the least of its numbers. Their counts
/// are those of B. Cutler, *Holey 6-piece burr!*, 1986.
///
/// # Errors
/// When no stick has that length, or the lattice has none.
///
/// Cost: the images of all 4096 sticks.
pub fn sticks(lattice: &Lattice, length: u32, kind: StickKind) -> Result<Vec<Member>, String> {
    let group = point_group(lattice);
    let turns: Vec<Matrix> = group.iter().filter(|m| m.keeps_orientation()).copied().collect();
    let (mut known, mut members) = (BTreeSet::new(), Vec::new());
    for number in 1..=MAX_NUMBER {
        if kind == StickKind::Notchable && !is_notchable(number) {
            continue;
        }
        let sites = sites(lattice, length, number)?;
        let Some((shape, _)) = Shape::normalise(lattice, &sites) else { continue };
        if shape.is_connected(lattice) && known.insert(shape.least_image(lattice, &turns)) {
            members.push(Member { name: number.to_string(), shape });
        }
    }
    Ok(members)
}

/// The pieces of numbers that are written one after another, in that order; what stands between them, such
/// as spaces and commas, does not matter. A number may come several times.
///
/// # Errors
/// When there is no such stick.
pub fn numbered_sticks(
    lattice: &Lattice,
    length: u32,
    numbers: &str,
) -> Result<Vec<Member>, String> {
    let numbers = numbers.split(|c: char| !c.is_ascii_digit()).filter(|word| !word.is_empty());
    let member = |word: &str| {
        let number = word.parse().unwrap_or(u32::MAX);
        let sites = sites(lattice, length, number)?;
        let (shape, _) = Shape::normalise(lattice, &sites).expect("a stick always has its ends");
        Ok(Member { name: number.to_string(), shape })
    };
    numbers.map(member).collect()
}

fn is_missing(number: u32, at: [i32; 3]) -> bool {
    let cube = REMOVABLE.iter().position(|own| *own == at);
    cube.is_some_and(|cube| (number - 1) >> cube & 1 == 1)
}

/// Returns whether every missing cube has a missing one beside it across the stick.
fn is_notchable(number: u32) -> bool {
    REMOVABLE
        .iter()
        .filter(|&&at| is_missing(number, at))
        .all(|&[x, y, z]| is_missing(number, [x, 1 - y, z]) || is_missing(number, [x, y, 1 - z]))
}

/// The sites of the piece of a number.
pub(super) fn sites(lattice: &Lattice, length: u32, number: u32) -> Result<Vec<Point>, String> {
    if !has_sticks(lattice) {
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
    let is_missing = |[x, y, z]: [i32; 3]| is_missing(number, [x - first, y, z]);
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
    fn numbers_are_read_however_they_are_divided() {
        let names = |numbers: &str| {
            let members = numbered_sticks(&cube::LATTICE, 6, numbers)?;
            Ok::<_, String>(members.into_iter().map(|own| own.name).collect::<Vec<_>>())
        };
        assert_eq!(names("1, 256;824 1,").unwrap(), ["1", "256", "824", "1"]);
        assert_eq!(names(" ").unwrap(), [""; 0]);
        assert!(names("1 4097").unwrap_err().contains("from 1 to 4096, not 4097"));
        assert!(names("99999999999").unwrap_err().contains("from 1 to 4096"));
        assert!(numbered_sticks(&cube::LATTICE, 5, "1").unwrap_err().contains("cubes long"));
    }

    #[test]
    fn there_are_as_many_sticks_as_in_the_literature() {
        let count = |length, kind| sticks(&cube::LATTICE, length, kind).unwrap().len();
        assert_eq!(count(6, StickKind::Notchable), 59);
        assert_eq!(count(6, StickKind::General), 837);
        assert_eq!([4, 8].map(|length| count(length, StickKind::Notchable)), [58, 59]);
        let names = sticks(&cube::LATTICE, 6, StickKind::Notchable).unwrap();
        let has = |name: &str| names.iter().any(|own| own.name == name);
        assert!(["1", "18", "256", "928", "1024"].into_iter().all(has));
    }

    #[test]
    fn what_is_no_stick_is_told() {
        let error = |lattice, length, number| sites(lattice, length, number).unwrap_err();
        assert!(error(&cube::LATTICE, 6, 0).contains("from 1 to 4096"));
        assert!(error(&cube::LATTICE, 7, 1).contains("not 7"));
        assert!(error(&square::LATTICE, 6, 1).contains("Cube"));
    }
}
