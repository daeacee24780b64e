//! Colours for the copies of a piece that is alone in its puzzle.
//!
//! A piece keeps its colour everywhere, so that it can be distinguished from the others. Where there are
//! no others, as with 27 L-trominoes, that would make a board of one colour; there each copy
//! takes the first colour of the palette that no neighbour has.

use rustc_hash::FxHashMap;

use crate::lattice::Point;
use crate::puzzle::{Colour, Puzzle};

/// The colours of placed copies, in their order; `None` where pieces keep their own.
///
/// Cost: linear in the sites covered.
pub fn copy_colours(puzzle: &Puzzle, placed: &[Vec<Point>]) -> Option<Vec<Colour>> {
    let [piece] = &puzzle.pieces[..] else { return None };
    if piece.copies.max == 1 || puzzle.cover.is_some() {
        return None;
    }
    let owner: FxHashMap<Point, usize> = placed
        .iter()
        .enumerate()
        .flat_map(|(n, sites)| sites.iter().map(move |&site| (site, n)))
        .collect();
    // In reading order, so that the same solution looks the same however it was listed.
    let mut order: Vec<usize> = (0..placed.len()).collect();
    order.sort_by_key(|&n| placed[n].iter().min());
    let mut chosen: Vec<Option<usize>> = vec![None; placed.len()];
    for n in order {
        let around = placed[n].iter().flat_map(|&site| puzzle.lattice.neighbours(site));
        let taken: Vec<usize> = around.filter_map(|site| chosen[*owner.get(&site)?]).collect();
        chosen[n] = (0..Colour::COUNT).find(|colour| !taken.contains(colour)).or(Some(0));
    }
    Some(chosen.into_iter().map(|colour| Colour::nth(colour.unwrap_or(0))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::puzzle_file;

    #[test]
    fn copies_side_by_side_differ_and_pieces_among_others_keep_their_colour() {
        let read = |pieces: &str| {
            let text = format!(
                "(format: 1, title: \"t\", lattice: Square, board: Rectangle(4, 1), pieces: {pieces})"
            );
            puzzle_file::read(text.into()).unwrap().puzzle
        };
        let cell = |column| Point::new(2 * column + 1, 1, 0);
        let placed = [vec![cell(2), cell(3)], vec![cell(0), cell(1)]];
        let alone = read("[Piece(name: \"I\", art: [\"XX\"], copies: 2)]");
        let colours = copy_colours(&alone, &placed).unwrap();
        assert_eq!(colours, [Colour::nth(1), Colour::nth(0)]);
        let two = read(
            "[Piece(name: \"I\", art: [\"XX\"], copies: 2), Piece(name: \"A\", art: [\"X\"])]",
        );
        assert_eq!(copy_colours(&two, &placed), None);
    }
}
