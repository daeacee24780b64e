//! The pieces of a solid that lie somewhere, each told by its piece and which of its copies.

use crate::encode::Encoding;
use crate::exact_cover::OptionId;
use crate::lattice::Point;
use crate::puzzle::{Colour, Puzzle};
use crate::solution::verify::Placed;
use crate::ui::drawing::figure_cache::colours_of;

/// A piece and which of its copies.
pub(crate) type PartKey = (usize, usize);

/// A piece on the canvas.
pub(crate) struct Part {
    pub(crate) key: PartKey,
    pub(crate) name: String,
    pub(crate) colour: Colour,
    pub(crate) sites: Vec<Point>,
}

/// The keys of placed pieces, in their order.
pub(crate) fn keys(placed: &Placed) -> Vec<PartKey> {
    let before = |n: usize| {
        let (id, sites) = &placed[n];
        placed.iter().filter(|(other, lies)| other == id && lies < sites).count()
    };
    (0..placed.len()).map(|n| (placed[n].0.index(), before(n))).collect()
}

/// The pieces of a solution or a part of one, in the order of the puzzle.
pub(crate) fn parts(puzzle: &Puzzle, encoding: &Encoding, options: &[OptionId]) -> Vec<Part> {
    let colours = colours_of(puzzle, encoding, options);
    let mut parts: Vec<Part> = options
        .iter()
        .zip(colours)
        .map(|(&option, colour)| {
            let id = encoding.placement(option).piece;
            let mut sites: Vec<_> = encoding.sites(option).collect();
            sites.sort_unstable();
            Part { key: (id.index(), 0), name: puzzle.piece(id).name.clone(), colour, sites }
        })
        .collect();
    parts.sort_by(|a, b| (a.key, &a.sites).cmp(&(b.key, &b.sites)));
    for n in 1..parts.len() {
        let (before, now) = (parts[n - 1].key, parts[n].key);
        if before.0 == now.0 {
            parts[n].key.1 = before.1 + 1;
        }
    }
    parts
}
