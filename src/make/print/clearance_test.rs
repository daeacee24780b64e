//! The clearance test: pegs and holes of the size of a site, each pair with a clearance of its own.
//!
//! Every face of a pair is moved by its clearance, as those of pieces are: the peg is twice the
//! clearance narrower than a site, and its hole is wider by as much. Dots on both tell the pairs.

use super::blocks::{self, Block};
use super::mesh::Mesh;
use crate::picture::Xy;

/// The clearances of the pairs, in millimetres; a pair has as many dots as its place says.
const CLEARANCES: [f64; 8] = [0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4];
/// The least unit for which there is room for the dots, in millimetres.
pub(super) const MIN_UNIT: f64 = 5.0;
/// The least gap between pegs, in millimetres.
pub(super) const MIN_GAP: f64 = 2.0;

/// The width of the material beside holes, the thickness of the plate, and the height of the pegs,
/// in millimetres.
const WALL: f64 = 4.0;
const PLATE: f64 = 5.0;
const PEG: f64 = 10.0;
/// The depth of the dots, and the greatest distance between the middles of two, in millimetres. A
/// dot is half as wide.
const DOT_DEPTH: f64 = 0.6;
const MAX_PITCH: f64 = 2.4;
/// The distance between the middles of two dots, in units, where that is less.
const PITCH_SHARE: f64 = 1.0 / 4.5;
/// The number of dots in a row.
const DOTS_IN_ROW: usize = 4;

/// The plate with the holes, and behind it the pegs, a gap apart: in one row, or in so many that it
/// fits on a printer's plate of some size.
pub(super) fn mesh(unit: f64, gap: f64, plate: Xy) -> Mesh {
    let all = CLEARANCES.len();
    let made = [all, all / 2, all / 4].map(|columns| in_columns(unit, gap, columns));
    let fits = |mesh: &&Mesh| {
        let [width, depth, _] = mesh.size();
        width.min(depth) <= plate[0].min(plate[1]) && width.max(depth) <= plate[0].max(plate[1])
    };
    made.iter().find(fits).unwrap_or(&made[0]).clone()
}

fn in_columns(unit: f64, gap: f64, columns: usize) -> Mesh {
    let pitch = MAX_PITCH.min(PITCH_SHARE * unit);
    // All holes have the room of the largest.
    let slot = unit + 2.0 * CLEARANCES[CLEARANCES.len() - 1];
    let band = 2.0 * pitch + WALL;
    let rows = CLEARANCES.len() / columns;
    let width = columns as f64 * (slot + WALL) + WALL;
    let depth = rows as f64 * (band + slot) + WALL;
    let mut hollows = Vec::new();
    let mut pegs = Mesh::default();
    for (n, clearance) in CLEARANCES.into_iter().enumerate() {
        let (column, row) = (n % columns, n / columns);
        let x = WALL + column as f64 * (slot + WALL) + slot / 2.0;
        let front = row as f64 * (band + slot);
        let hole = square([x, front + band + slot / 2.0], unit + 2.0 * clearance);
        hollows.push(block(hole, [-1.0, PLATE + 1.0]));
        hollows.extend(dots([x, front + band / 2.0], n + 1, pitch, PLATE));
        let at = [x, depth + gap + row as f64 * (unit + gap) + unit / 2.0];
        let whole = block(square(at, unit - 2.0 * clearance), [0.0, PEG]);
        let marks: Vec<Block> = dots(at, n + 1, pitch, PEG).collect();
        pegs.append(&blocks::mesh(whole, &marks));
    }
    let mut mesh = blocks::mesh(block([[0.0; 2], [width, depth]], [0.0, PLATE]), &hollows);
    mesh.append(&pegs);
    mesh
}

/// A square about its middle.
fn square(middle: Xy, side: f64) -> [Xy; 2] {
    [-0.5, 0.5].map(|way| middle.map(|n| n + way * side))
}

fn block([min, max]: [Xy; 2], [low, high]: [f64; 2]) -> Block {
    [[min[0], min[1], low], [max[0], max[1], high]]
}

/// A number of dots about a place, in two rows, the first in front, sunk into a level face.
fn dots(middle: Xy, count: usize, pitch: f64, face: f64) -> impl Iterator<Item = Block> {
    (0..count).map(move |i| {
        let (column, row) = (i % DOTS_IN_ROW, i / DOTS_IN_ROW);
        let across = column as f64 - (DOTS_IN_ROW - 1) as f64 / 2.0;
        let at = [middle[0] + across * pitch, middle[1] + (row as f64 - 0.5) * pitch];
        block(square(at, pitch / 2.0), [face - DOT_DEPTH, face + 1.0])
    })
}
