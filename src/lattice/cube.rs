//! Cubes: the lattice of polycubes.
//!
//! Coordinates are doubled; a cube is its middle, where all three are odd. Text art and pictures
//! show layers, the lowest first, each seen from above: x grows to the right, y towards the
//! viewer's feet, z upwards. In text art an empty row begins the next layer.
//!
//! ```text
//!     layer 1 (z = 1)      layer 2 (z = 3)       text art
//!     +-------+-------+    +-------+-------+     ##
//!     |(1,1,1)|(3,1,1)|    |(1,1,3)|             #
//!     +-------+-------+    +-------+
//!     |(1,3,1)|                                  #
//!     +-------+
//! ```

use std::collections::BTreeSet;

use super::square::PENTOMINOES;
use super::{AddressForm, Axes, Lattice, NamedBoard, NamedForm, PLAIN, Point, Rulers, SiteClass};

/// The point group of the cube (order 48) about the origin: quarter turns about two axes make the 24
/// turns, and the flip doubles them.
pub(super) const CUBE_GROUP: &[[[i32; 3]; 3]] = &[
    [[0, -1, 0], [1, 0, 0], [0, 0, 1]],
    [[1, 0, 0], [0, 0, -1], [0, 1, 0]],
    [[-1, 0, 0], [0, 1, 0], [0, 0, 1]],
];

/// Polycubes.
pub static LATTICE: Lattice = Lattice {
    name: "cube",
    key: "Cube",
    polyform: "polycube",
    site_words: ("cube", "cubes"),
    dimension: 3,
    period: 2,
    axes: Axes::RIGHT,
    shared_corners: 4,
    classes: &[SiteClass {
        residue: [1, 1, 1],
        corners: &[
            [-1, -1, -1],
            [1, -1, -1],
            [1, 1, -1],
            [-1, 1, -1],
            [-1, -1, 1],
            [1, -1, 1],
            [1, 1, 1],
            [-1, 1, 1],
        ],
    }],
    generators: CUBE_GROUP,
    names: &[NAMES, PENTOMINOES],
    boards: &[
        NamedBoard {
            key: "Box",
            parameters: &["columns", "rows", "layers"],
            // Each number is at most `MAX_SITES`, so that the product fits.
            count: |n| n.iter().product(),
            sites: |n| {
                let [columns, rows, layers] = [n[0], n[1], n[2]].map(|n| n as i32);
                let places = (0..layers).flat_map(move |z| (0..rows).map(move |y| (y, z)));
                places
                    .flat_map(|(y, z)| (0..columns).map(move |x| (x, y, z)))
                    .map(|(x, y, z)| Point::new(2 * x + 1, 2 * y + 1, 2 * z + 1))
                    .collect()
            },
        },
        NamedBoard {
            key: "SixPieceBurr",
            parameters: &["half stick length"],
            count: |n| if n[0] == 1 { 32 } else { 48 * n[0] - 40 },
            sites: |n| burr(n[0] as i32, [1, 2]),
        },
        NamedBoard {
            key: "EighteenPieceBurr",
            parameters: &["half stick length"],
            count: |n| match n[0] {
                1 => 104,
                2 => 160,
                n => 144 * n - 224,
            },
            sites: |n| burr(n[0] as i32, [3, 2]),
        },
    ],
    address: AddressForm {
        parts: &["column", "row", "layer"],
        of_site: |p| p.coordinates().map(|n| (n + 1).div_euclid(2)).to_vec(),
        to_site: |n| Some(Point::new(2 * n[0] - 1, 2 * n[1] - 1, 2 * n[2] - 1)),
        of_corner: |p| p.coordinates().map(|n| n.div_euclid(2)).to_vec(),
        rulers: Rulers::Sites,
    },
    art_point: |column, row, _| Point::new(2 * column + 1, 2 * row + 1, 1),
    art_place: |p| (p.x.div_euclid(2), p.y.div_euclid(2)),
    ..PLAIN
};

/// The sites of sticks, 2 by 2 cubes thick, that cross each other in bundles, one along each axis; they
/// reach from the middle as many cubes as `half`, and a bundle is twice as wide and as high as the two
/// numbers after it say.
fn burr(half: i32, [wide, high]: [i32; 2]) -> Vec<Point> {
    let mut sites = BTreeSet::new();
    let least = half.max(wide).max(high);
    for axis in 0..3 {
        for along in -half..half {
            for (across, up) in (-wide..wide).flat_map(|b| (-high..high).map(move |c| (b, c))) {
                let mut at = [0; 3];
                (at[axis], at[(axis + 1) % 3], at[(axis + 2) % 3]) = (along, across, up);
                sites.insert(Point::from(at.map(|n| 2 * (n + least) + 1)));
            }
        }
    }
    sites.into_iter().collect()
}

/// Tricubes and tetracubes as the Soma pieces are lettered (Berlekamp, Conway and Guy, *Winning
/// Ways*, chapter 24), A being the twin whose upper cube stands at the clockwise end of the bend.
const NAMES: &[NamedForm] = &[
    NamedForm { name: "I", art: &["XXX"] },
    NamedForm { name: "V", art: &["X.", "XX"] },
    NamedForm { name: "I", art: &["XXXX"] },
    NamedForm { name: "L", art: &["X.", "X.", "XX"] },
    NamedForm { name: "O", art: &["XX", "XX"] },
    NamedForm { name: "T", art: &["XXX", ".X."] },
    NamedForm { name: "Z", art: &["XX.", ".XX"] },
    NamedForm { name: "A", art: &["XX", "X", "", ".", "X"] },
    NamedForm { name: "B", art: &["XX", "X", "", ".X"] },
    NamedForm { name: "P", art: &["XX", "X", "", "X"] },
];
