//! The pieces of a solid that lie somewhere, each told by its piece and which of its copies.

use crate::encode::Encoding;
use crate::exact_cover::OptionId;
use crate::lattice::Point;
use crate::picture::space::Xyz;
use crate::puzzle::{BoardPiece, Colour, Puzzle};
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
    /// The shift by which it has been moved, in units.
    pub(crate) shift: Xyz,
    /// The degree to which it is seen: 1 where it has its full colour, 0 if it is gone.
    pub(crate) presence: f64,
}

impl Part {
    /// A piece that lies on some sites.
    pub(crate) fn new(key: PartKey, name: String, colour: Colour, sites: Vec<Point>) -> Part {
        Part { key, name, colour, sites, shift: [0.0; 3], presence: 1.0 }
    }
}

/// The pieces that lie on the board of a puzzle, each with its place in their list.
pub(crate) fn laid_parts(puzzle: &Puzzle) -> Vec<Part> {
    let part = |(n, laid): (usize, &BoardPiece)| {
        let piece = puzzle.piece(laid.piece);
        Part::new((laid.piece.index(), n), piece.name.clone(), piece.colour, laid.sites.clone())
    };
    puzzle.placed.iter().enumerate().map(part).collect()
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
            Part::new((id.index(), 0), puzzle.piece(id).name.clone(), colour, sites)
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
