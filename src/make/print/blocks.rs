//! Solids with level and upright faces: blocks, less other blocks.

use std::collections::BTreeMap;

use super::mesh::Mesh;
use crate::picture::space::Xyz;

/// A block: its least and its greatest coordinates, in millimetres.
pub(super) type Block = [Xyz; 2];

/// Coordinates less than this apart are one, in millimetres.
const SAME: f64 = 1e-9;

/// The surface of a block less some others, which may go through it. No two of them touch at an edge
/// or a corner alone.
///
/// All faces lie on one grid of planes, so that a corner of a face is one of its neighbours, too.
///
/// Cost: the cells of the grid times the blocks.
pub(super) fn mesh(whole: Block, hollows: &[Block]) -> Mesh {
    let planes: [Vec<f64>; 3] = [0, 1, 2].map(|k| {
        let blocks = std::iter::once(&whole).chain(hollows).flatten();
        let mut planes: Vec<f64> = blocks.map(|corner| corner[k]).collect();
        planes.retain(|at| (whole[0][k]..=whole[1][k]).contains(at));
        planes.sort_by(f64::total_cmp);
        planes.dedup_by(|a, b| (*a - *b).abs() < SAME);
        planes
    });
    let count = [0, 1, 2].map(|k| planes[k].len() - 1);
    let is_filled = |cell: [usize; 3]| {
        let middle = [0, 1, 2].map(|k| (planes[k][cell[k]] + planes[k][cell[k] + 1]) / 2.0);
        let inside =
            |block: &Block| (0..3).all(|k| block[0][k] < middle[k] && middle[k] < block[1][k]);
        !hollows.iter().any(inside)
    };
    let number = |[i, j, l]: [usize; 3]| (i * count[1] + j) * count[2] + l;
    let cells = || {
        let columns = (0..count[0]).flat_map(move |i| (0..count[1]).map(move |j| (i, j)));
        columns.flat_map(move |(i, j)| (0..count[2]).map(move |l| [i, j, l]))
    };
    let filled: Vec<bool> = cells().map(is_filled).collect();
    let mut mesh = Mesh::default();
    let mut vertices: BTreeMap<[usize; 3], u32> = BTreeMap::new();
    for cell in cells().filter(|&cell| filled[number(cell)]) {
        for axis in 0..3 {
            let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
            for is_far in [false, true] {
                let mut next = cell;
                next[axis] = if is_far { cell[axis] + 1 } else { cell[axis].wrapping_sub(1) };
                if next[axis] < count[axis] && filled[number(next)] {
                    continue;
                }
                let mut corner = |du: usize, dv: usize| {
                    let mut at = cell;
                    at[axis] += usize::from(is_far);
                    at[u] += du;
                    at[v] += dv;
                    let place = [0, 1, 2].map(|k| planes[k][at[k]]);
                    *vertices.entry(at).or_insert_with(|| mesh.vertex(place))
                };
                let [a, b, c, d] = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
                mesh.quad(if is_far { [a, b, c, d] } else { [d, c, b, a] });
            }
        }
    }
    mesh
}
