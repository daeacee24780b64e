//! Puzzle files of BurrTools (`.xmpuzzle`): XML, usually in gzip.
//!
//! ```xml
//! <puzzle version="2">
//!   <gridType type="0"/>
//!   <colors><color red="255" green="0" blue="0"/></colors>
//!   <shapes>
//!     <voxel x="2" y="2" z="1" type="0" name="V">##_#1</voxel>
//!     <voxel x="3" y="2" z="1" type="0">####1#+</voxel>
//!   </shapes>
//!   <problems>
//!     <problem state="0" name="Two trominoes">
//!       <shapes><shape id="0" min="1" max="2"/></shapes>
//!       <result id="1"/>
//!       <bitmap><pair piece="0" result="0"/></bitmap>
//!     </problem>
//!   </problems>
//!   <comment>by hand</comment>
//! </puzzle>
//! ```
//!
//! The text of a `voxel` has a sign for each cell of its box, x running fastest, then y, then z:
//! `#` is filled, `+` may be filled, `_` is empty; digits after it are its colour, counted from 1.
//! A `pair` allows a colour of a piece, counted from 0, on a colour of the result; cells without a
//! colour go with all. BurrTools draws x to the right, y *upwards* and z towards the viewer
//! (Röver and Kint-Bruynseels, *BurrTools* user guide, and its description of the format). Our
//! drawings have their rows downwards, so that y is turned round on the way in and out: shapes
//! keep their hand.
//!
//! | BurrTools | here |
//! | --- | --- |
//! | cubes | `Square` where result and pieces are all one layer thick, else `Cube` |
//! | triangular prisms | `Triangle` where result and pieces are all one layer thick, else `TriangularPrism` |
//! | spheres, whose three coordinates have an even sum | `Sphere` |
//! | rhombic tetrahedra, five rows to a cube along each axis | `RhombicTetrahedron` |
//! | cubes of a regular tetrahedron and four corners, three rows to a cube | `Tetrahedron` |
//! | number, or least and largest number, of a shape | copies |
//! | variable cells of the result | optional sites |
//! | colours with their pairs | colour labels, where every colour goes with its own kind alone |
//!
//! A flat piece may be turned over in space, so it may be turned and flipped here; solid pieces
//! keep their hand, as is usual here too. Whatever else a file holds is listed, see
//! [`Opened::notes`]. Leans on [`crate::puzzle`]. Read next: `parse.rs`.

mod export;
mod grid;
mod import;
mod parse;
mod rules;

use std::io::Read;

pub use export::{ExportError, write, write_problems};

use super::{Opened, TextError, plain};
use parse::File;

/// A grid of BurrTools that is a lattice here.
struct Grid {
    /// BurrTools' number of it.
    number: u32,
    /// The dimension in which it is used.
    dimension: usize,
    /// Our lattice by its key.
    lattice: &'static str,
    /// The number of columns, rows and layers of a box after which kinds of sites come again.
    period: [i32; 3],
}

const fn grid(number: u32, dimension: usize, lattice: &'static str, period: [i32; 3]) -> Grid {
    Grid { number, dimension, lattice, period }
}

const GRIDS: [Grid; 7] = [
    grid(0, 2, "Square", [1, 1, 1]),
    grid(0, 3, "Cube", [1, 1, 1]),
    grid(1, 2, "Triangle", [2, 2, 1]),
    grid(1, 3, "TriangularPrism", [2, 2, 1]),
    grid(2, 3, "Sphere", [2, 2, 2]),
    grid(3, 3, "RhombicTetrahedron", [5, 5, 5]),
    grid(4, 3, "Tetrahedron", [6, 6, 6]),
];
/// BurrTools keeps colours in six bits, of which 0 stands for none.
const MAX_COLOURS: u32 = 63;
/// The two bytes that gzip begins with.
const GZIP: [u8; 2] = [0x1f, 0x8b];
/// No puzzle is larger, with all its saved solutions; a file that unpacks to more is a trap.
const MAX_BYTES: u64 = 64 << 20;

/// Returns whether a file looks like one of BurrTools: by its contents, whatever its name.
pub fn looks_like(bytes: &[u8]) -> bool {
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    bytes.starts_with(&GZIP) || text.trim_ascii_start().starts_with(b"<")
}

/// Reads one problem of a file, counted from 1; without a number the first, and a note names the
/// others. `name` is the title of a puzzle that has none of its own.
///
/// Takes time and memory in proportion to the file, which is refused where it unpacks to more than
/// 64 MB.
///
/// # Errors
/// The mistakes, with line and column in the XML where they have one.
pub fn read(bytes: &[u8], problem: Option<usize>, name: &str) -> Result<Opened, Vec<TextError>> {
    let text = unpacked(bytes).map_err(|error| vec![plain(error.to_string())])?;
    let file = File::parse(&text).map_err(|error| vec![error])?;
    import::problem(&file, problem, name)
        .map_err(|messages| messages.into_iter().map(plain).collect())
}

/// Why a file has no XML to read.
#[derive(Debug, thiserror::Error)]
enum UnpackError {
    #[error("is broken or cut short: it cannot be unpacked ({0})")]
    Broken(std::io::Error),
    #[error("is larger than {} megabytes when unpacked", MAX_BYTES >> 20)]
    TooLarge,
}

/// The XML of a file, compressed or not.
fn unpacked(bytes: &[u8]) -> Result<String, UnpackError> {
    let xml = if bytes.starts_with(&GZIP) {
        let mut xml = Vec::new();
        flate2::read::GzDecoder::new(bytes)
            .take(MAX_BYTES + 1)
            .read_to_end(&mut xml)
            .map_err(UnpackError::Broken)?;
        std::borrow::Cow::Owned(xml)
    } else {
        std::borrow::Cow::Borrowed(bytes)
    };
    if xml.len() as u64 > MAX_BYTES {
        return Err(UnpackError::TooLarge);
    }
    // Old files have names in the encoding of their author's machine; only these are garbled.
    Ok(String::from_utf8_lossy(&xml).into_owned())
}
