//! Where the items of a puzzle lie, for the finder.

use super::Encoding;
use crate::exact_cover::first::Layout;
use crate::puzzle::Puzzle;

impl Encoding {
    /// Where the items of the puzzle lie; `None` for a cover puzzle, whose items lie nowhere. Linear
    /// in the sites.
    pub fn layout(&self, puzzle: &Puzzle) -> Option<Layout> {
        if puzzle.cover.is_some() {
            return None;
        }
        let (lattice, board) = (puzzle.lattice, &puzzle.board);
        let sites = || board.sites().iter().map(|site| site.site);
        let around = |site| {
            let near = lattice.neighbours(site).filter_map(|near| board.position(near));
            near.map(|near| near as u32).collect()
        };
        let joined = |piece: &crate::puzzle::Piece| piece.shape.is_connected(lattice);
        Some(Layout {
            sites: self.site_items.clone(),
            places: sites().map(|site| site.coordinates()).collect(),
            neighbours: sites().map(around).collect(),
            degrees: sites().map(|site| lattice.neighbours(site).count() as u32).collect(),
            pieces: self.piece_items.clone(),
            dimension: lattice.dimension,
            is_connected: puzzle.pieces.iter().all(joined),
        })
    }
}
