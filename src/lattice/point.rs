//! Points with integer coordinates.

use std::ops::{Add, Neg, Sub};

/// A point of a lattice, in the lattice's own integer coordinates.
///
/// Points are ordered as one reads: by layer (z), then row (y), then column (x). The fields are
/// declared in that order so that the derived ordering is this one. In a plane z is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    /// Third coordinate.
    pub z: i32,
    /// Second coordinate; grows downwards on the page.
    pub y: i32,
    /// First coordinate; grows to the right.
    pub x: i32,
}

impl Point {
    /// The point that the point group leaves where it is.
    pub const ORIGIN: Point = Point { x: 0, y: 0, z: 0 };

    /// The point (x, y, z).
    pub const fn new(x: i32, y: i32, z: i32) -> Point {
        Point { x, y, z }
    }

    /// Coordinates in the order x, y, z.
    pub const fn coordinates(self) -> [i32; 3] {
        [self.x, self.y, self.z]
    }
}

impl From<[i32; 3]> for Point {
    fn from([x, y, z]: [i32; 3]) -> Point {
        Point { x, y, z }
    }
}

impl Add for Point {
    type Output = Point;
    fn add(self, other: Point) -> Point {
        Point::new(self.x + other.x, self.y + other.y, self.z + other.z)
    }
}

impl Sub for Point {
    type Output = Point;
    fn sub(self, other: Point) -> Point {
        self + -other
    }
}

impl Neg for Point {
    type Output = Point;
    fn neg(self) -> Point {
        Point::new(-self.x, -self.y, -self.z)
    }
}
