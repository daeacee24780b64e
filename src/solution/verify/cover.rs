//! Checks a solution of a cover puzzle against its items alone, as [`verify`](super) does for
//! pieces on a board.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Placed, VerifyError, ascending, number};
use crate::lattice::Point;
use crate::puzzle::{Cover, PieceId, Puzzle};

/// Checks solutions of one cover puzzle.
#[derive(Debug)]
pub(super) struct CoverVerifier<'p> {
    puzzle: &'p Puzzle,
    cover: &'p Cover,
    /// The first option that writes a piece into some cells, ascending.
    options: FxHashMap<(PieceId, Vec<Point>), usize>,
}

impl<'p> CoverVerifier<'p> {
    /// Prepares for a puzzle. Cost: the cells of its options.
    pub(super) fn new(puzzle: &'p Puzzle, cover: &'p Cover) -> CoverVerifier<'p> {
        let mut options = FxHashMap::default();
        for (index, option) in cover.options.iter().enumerate() {
            let shape = &puzzle.piece(option.piece).shape;
            let cells: Vec<Point> = shape.sites().iter().map(|&cell| cell + option.shift).collect();
            options.entry((option.piece, ascending(&cells))).or_insert(index);
        }
        CoverVerifier { puzzle, cover, options }
    }

    /// Checks that the placed pieces are distinct options that cover every item as often as it must
    /// be.
    pub(super) fn verify(&self, placed: &Placed) -> Result<(), VerifyError> {
        let kind = self.cover.piece_words.0;
        let mut chosen = FxHashSet::default();
        let mut colours: Vec<Vec<u32>> = vec![Vec::new(); self.cover.items.len()];
        for (id, sites) in placed {
            let Some(piece) = self.puzzle.pieces.get(id.index()) else {
                return Err(VerifyError::UnknownPiece { kind, number: number(*id) });
            };
            let mut cells = ascending(sites);
            cells.dedup();
            let is_repeated = cells.len() < sites.len();
            let piece = || piece.name.clone();
            let first = sites.first();
            let site = || first.map_or_else(String::new, |&s| self.puzzle.lattice.site_label(s));
            let Some(&option) = self.options.get(&(*id, cells)) else {
                return Err(VerifyError::NoSuchOption { kind, piece: piece(), site: site() });
            };
            if is_repeated || !chosen.insert(option) {
                return Err(VerifyError::RepeatedOption { kind, piece: piece(), site: site() });
            }
            for cell in &self.cover.options[option].items {
                colours[cell.item as usize].push(cell.colour);
            }
        }
        self.check_items(&colours)
    }

    /// Checks that every item is covered as it must be, given the colours in which each is covered.
    fn check_items(&self, colours: &[Vec<u32>]) -> Result<(), VerifyError> {
        for (item, colours) in self.cover.items.iter().zip(colours) {
            let covered = colours.len();
            let name = || item.name.clone();
            match item.copies {
                Some(allowed)
                    if !(allowed.min as usize..=allowed.max as usize).contains(&covered) =>
                {
                    return Err(VerifyError::ItemCount { item: name(), covered, allowed });
                }
                None if covered > 1 && colours.iter().any(|&c| c == 0 || c != colours[0]) => {
                    return Err(VerifyError::ItemColours { item: name(), covered });
                }
                _ => {}
            }
        }
        Ok(())
    }
}
