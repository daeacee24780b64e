//! A board in the colours of a proof that it cannot be covered.

use super::NumberedSolution;
use crate::encode::Colouring;
use crate::picture::Style;
use crate::picture::drawing::Drawing;
use crate::puzzle::making::Look;
use crate::puzzle::{Colour, Copies, Piece, PieceId, Puzzle};
use crate::solution::verify::Placed;

/// The colour of what lies on the board, which has none of the proof.
const LAID: usize = 24;

/// Draws a board with every site in its colour and the name of that on it; those that play no part are
/// empty. Pinned pieces lie where they are.
pub fn colouring(puzzle: &Puzzle, colouring: &Colouring, style: Style) -> Drawing {
    let Some(any) = puzzle.pieces.first() else { return super::puzzle(puzzle, style) };
    // A site in a colour is drawn as a piece of one site is.
    let of_colour = |(n, name): (usize, &String)| Piece {
        name: name.clone(),
        labels: Vec::new(),
        copies: Copies::default(),
        colour: Colour::nth(n),
        ..any.clone()
    };
    let laid = |piece: &Piece| Piece { colour: Colour::nth(LAID), ..piece.clone() };
    let colours = colouring.names.len() as u32;
    let pieces = colouring.names.iter().enumerate().map(of_colour);
    let pieces = pieces.chain(puzzle.pieces.iter().map(laid)).collect();
    let pinned = puzzle.pinned().map(|pin| (PieceId(colours + pin.piece.0), pin.sites.clone()));
    let is_pinned = |site| puzzle.pinned().any(|pin| pin.sites.contains(&site));
    let sites = puzzle.board.sites().iter().zip(&colouring.of_site);
    let coloured =
        sites.filter(|(site, colour)| !colouring.is_idle(**colour) && !is_pinned(site.site));
    let coloured = coloured.map(|(site, &colour)| (PieceId(colour), vec![site.site]));
    let placed: Placed = coloured.chain(pinned).collect();
    let puzzle = Puzzle { pieces, site_texts: Default::default(), ..puzzle.clone() };
    let shown = NumberedSolution { puzzle: &puzzle, placed: &placed, hidden: &[], number: None };
    super::solution(&shown, Style { look: Look::Colour, outlines: false, ..style })
}
