//! The puzzle of a variant.

use std::collections::BTreeSet;

use crate::lattice::Point;
use crate::puzzle::{Copies, Expect, PieceId, Puzzle};

impl Puzzle {
    /// The puzzle with these sites of its board left open: holes. Pieces that lie on one of them
    /// are taken up; `None` where one of those is pinned, so that there is no solution.
    ///
    /// Rules of the border and of straight lines hold for the board that is left.
    pub fn with_open(&self, open: &[Point]) -> Option<Puzzle> {
        let open: BTreeSet<Point> = open.iter().copied().collect();
        let is_met = |sites: &[Point]| sites.iter().any(|site| open.contains(site));
        if self.pinned().any(|pin| is_met(&pin.sites)) {
            return None;
        }
        let mut puzzle = Puzzle {
            board: self.board.without(&open),
            variants: None,
            site_groups: Vec::new(),
            expect: Expect::default(),
            ..self.clone()
        };
        puzzle.site_texts.retain(|site, _| !open.contains(site));
        puzzle.barred.retain(|site, _| !open.contains(site));
        puzzle.placed.retain(|laid| !is_met(&laid.sites));
        Some(puzzle)
    }
}

impl Puzzle {
    /// The puzzle without some of its pieces, which keep their places in the list but have no copies;
    /// `None` where one of them is pinned, so that there is no solution.
    pub fn with_left_out(&self, pieces: &[PieceId]) -> Option<Puzzle> {
        let is_out = |piece: PieceId| pieces.contains(&piece);
        if self.pinned().any(|pin| is_out(pin.piece)) {
            return None;
        }
        let mut puzzle = self.clone();
        puzzle.placed.retain(|laid| !is_out(laid.piece));
        for piece in pieces {
            puzzle.pieces[piece.index()].copies = Copies { min: 0, max: 0 };
        }
        Some(puzzle)
    }
}
