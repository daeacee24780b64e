//! The pieces of a solution, and the edit that makes them the pieces of the puzzle.

use rustc_hash::FxHashMap;

use crate::encode::Encoding;
use crate::exact_cover::OptionId;
use crate::polyform::Shape;
use crate::puzzle::{Copies, Puzzle};
use crate::workbench::Document;
use crate::workbench::edit::Edit;

/// Returns the number of times a solution uses each piece of a puzzle, in the order of the pieces.
pub fn piece_counts(puzzle: &Puzzle, encoding: &Encoding, options: &[OptionId]) -> Vec<u32> {
    let mut counts = vec![0; puzzle.pieces.len()];
    for &option in options {
        counts[encoding.placement(option).piece.index()] += 1;
    }
    counts
}

/// The edit after which the puzzle uses exactly the pieces of the n-th listed solution; its other
/// pieces stay in the list, switched off. Cost: linear in pieces and placements of a solution.
///
/// # Errors
/// Why there is none, as a short sentence.
pub fn use_pieces_of(document: &Document, n: u64) -> Result<Edit, &'static str> {
    if document.puzzle.cover.is_some() {
        return Err("A puzzle of items and options has no pieces to choose from.");
    }
    let options = document.solution(n).ok_or("No solution is listed.")?;
    let encoding = document.solved_encoding().ok_or("No solution is listed.")?;
    let solved = document.solved_puzzle();
    let counts = piece_counts(solved, encoding, &options);
    let own: FxHashMap<&str, (&Shape, u32)> = solved
        .pieces
        .iter()
        .zip(&counts)
        .map(|(piece, &n)| (piece.name.as_str(), (&piece.shape, n)))
        .collect();
    let listed = document.puzzle.pieces.iter().map(|piece| (piece, true));
    let listed = listed.chain(document.puzzle.off.iter().map(|piece| (piece, false)));
    let (mut used, mut met, mut is_new) = (Vec::new(), 0, false);
    for (piece, is_on) in listed {
        let of_shape = |(shape, _): &(&Shape, u32)| **shape == piece.shape;
        let count = own.get(piece.name.as_str()).copied().filter(of_shape);
        let count = count.map_or(0, |(_, count)| count);
        met += count;
        let is_same = piece.copies == (Copies { min: count, max: count });
        is_new |= if count == 0 { is_on } else { !is_on || !is_same };
        if count > 0 {
            used.push((piece.name.clone(), Some(count)));
        }
    }
    if met != counts.iter().sum::<u32>() {
        return Err("The pieces of the puzzle have changed since it was solved.");
    }
    match is_new {
        true => Ok(Edit::UsePieces(used)),
        false => Err("The puzzle uses exactly these pieces already."),
    }
}
