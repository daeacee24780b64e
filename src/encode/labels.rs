//! Colour labels: how those of a piece can lie, and where they agree with those of the board.

use super::Encoding;
use crate::polyform::Shape;
use crate::puzzle::{Label, LabelRule, Piece, PieceId, Puzzle};
use crate::symmetry::Matrix;

/// The labels of a shape, in the order of its sites.
pub(super) type Pattern = Vec<Option<Label>>;

/// For each orientation of each piece, in which ways its labels can lie there: turns that bring a
/// shape onto itself may move its labels.
#[derive(Debug)]
pub(super) struct Patterns(Vec<Vec<Vec<Pattern>>>);

impl Patterns {
    /// The patterns of a puzzle; `None` where labels cannot rule out a placement.
    pub(super) fn find(puzzle: &Puzzle, orientations: &[Vec<Shape>]) -> Option<Patterns> {
        let labelled = puzzle.pieces.iter().any(|piece| piece.labels.iter().any(Option::is_some));
        if puzzle.rules.labels == LabelRule::Free || !puzzle.board.has_labels() || !labelled {
            return None;
        }
        let of_piece = |(piece, shapes): (&Piece, &Vec<Shape>)| {
            let mut patterns: Vec<Vec<Pattern>> = vec![Vec::new(); shapes.len()];
            for matrix in piece.motions.group(puzzle.lattice, piece.shape.sites()) {
                let (image, pattern) = piece.turned(puzzle.lattice, &matrix);
                let orientation = shapes.iter().position(|shape| *shape == image);
                let known = &mut patterns[orientation.expect("every image is an orientation")];
                if !known.contains(&pattern) {
                    known.push(pattern);
                }
            }
            patterns
        };
        Some(Patterns(puzzle.pieces.iter().zip(orientations).map(of_piece).collect()))
    }

    /// Returns whether the piece can lie so that its labels agree with those of the board. `sites`
    /// are the board's, in the order of the orientation's.
    pub(super) fn fits(
        &self,
        puzzle: &Puzzle,
        piece: PieceId,
        orientation: usize,
        sites: &[u32],
    ) -> bool {
        self.0[piece.index()][orientation].iter().any(|pattern| {
            pattern.iter().zip(sites).all(|(label, &site)| {
                let there = puzzle.board.label(site as usize);
                label.is_none() || there.is_none() || *label == there
            })
        })
    }

    /// Returns whether a piece turned by a matrix is one that `other` can be turned into, labels
    /// included.
    pub(super) fn has_image(
        &self,
        puzzle: &Puzzle,
        encoding: &Encoding,
        piece: PieceId,
        matrix: &Matrix,
        other: PieceId,
    ) -> bool {
        let (image, pattern) = puzzle.piece(piece).turned(puzzle.lattice, matrix);
        let shapes = &encoding.orientations[other.index()];
        let orientation = shapes.iter().position(|shape| *shape == image);
        orientation.is_some_and(|o| self.0[other.index()][o].contains(&pattern))
    }
}
