//! From a cover puzzle to an exact cover problem: items and options as the puzzle has them.
//!
//! What an option writes into the picture is its placement, so that solutions of cover puzzles are
//! drawn, listed and turned like any other.

use std::sync::Arc;

use super::placements::PlacementsBuilder;
use super::{EncodeError, Encoding};
use crate::exact_cover::{Cell, ItemId, ItemKind, ProblemBuilder};
use crate::polyform::Shape;
use crate::puzzle::{Cover, Puzzle};

/// Makes the problem of a cover puzzle. Linear in its size.
pub(super) fn encode(puzzle: &Puzzle, cover: &Cover) -> Result<Encoding, EncodeError> {
    let mut builder = ProblemBuilder::default();
    for item in &cover.items {
        let kind = item.copies.map_or(ItemKind::Secondary, |copies| ItemKind::Primary {
            min: copies.min,
            max: copies.max,
        });
        builder.item(item.name.clone(), kind);
    }
    builder.name_colours(cover.colours.clone());
    let orientations: Arc<Vec<Vec<Shape>>> =
        Arc::new(puzzle.pieces.iter().map(|piece| vec![piece.shape.clone()]).collect());
    let mut placements = PlacementsBuilder::unordered(Arc::clone(&orientations), &puzzle.board);
    // Options come in the order of their pieces, each of which has one orientation.
    let mut piece = 0;
    for option in &cover.options {
        while piece < option.piece.index() {
            placements.end_orientation();
            piece += 1;
        }
        placements.push(&orientations[piece][0], option.shift);
        let cell =
            |c: &crate::puzzle::cover::CoverCell| Cell { item: ItemId(c.item), colour: c.colour };
        builder.coloured_option(option.items.iter().map(cell));
    }
    (piece..puzzle.pieces.len()).for_each(|_| placements.end_orientation());
    // Where cells are items, they are the first, in reading order.
    let cells = if cover.counts_cells() { puzzle.board.sites().len() as u32 } else { 0 };
    Ok(Encoding {
        problem: builder.build()?,
        placements: Arc::new(placements.build()),
        orientations,
        piece_items: Vec::new(),
        site_items: (0..cells).map(ItemId).collect(),
        junctions: Vec::new(),
        rule_items: Vec::new(),
        closed: Vec::new(),
        pockets: None,
    })
}
