//! The placements of the selected piece that are gone through one after the other: those that fit
//! beside the pieces on the board.

use std::sync::Arc;

use super::DesignState;
use crate::encode::{Encoding, Placement};
use crate::exact_cover::OptionId;
use crate::lattice::Point;
use crate::puzzle::{PieceId, Puzzle};
use crate::workbench::Document;
use crate::workbench::check::analysis::Analysis;

/// The placements of a piece that fit beside the pieces on a board.
pub(super) struct Fitting {
    puzzle: Arc<Puzzle>,
    analysis: Arc<Analysis>,
    piece: PieceId,
    /// Ascending, each by its place among all placements of the piece.
    pub(super) places: Vec<usize>,
}

impl Fitting {
    /// `id` is the number that the piece has in the puzzle. Cost: linear in its placements.
    fn new(puzzle: &Arc<Puzzle>, analysis: &Arc<Analysis>, piece: PieceId, id: PieceId) -> Fitting {
        let encoding = &analysis.encoding;
        let has_room = puzzle.room_for(id);
        let range = encoding.placements_of(piece);
        let mut sites: Vec<Point> = Vec::new();
        let places = (0..range.len()).filter(|n| {
            sites.clear();
            sites.extend(encoding.sites(OptionId((range.start + n) as u32)));
            sites.sort_unstable();
            has_room(&sites)
        });
        let places = places.collect();
        let (puzzle, analysis) = (Arc::clone(puzzle), Arc::clone(analysis));
        Fitting { puzzle, analysis, piece, places }
    }
}

impl DesignState {
    /// Finds out which placements of the selected piece fit beside the pieces on the board, and
    /// goes to the nearest of them where the one that is shown does not.
    pub(super) fn follow_placed(&mut self, document: &Document) {
        let puzzle = &document.puzzle;
        let known = document.analysis().get().filter(|_| !puzzle.placed.is_empty());
        let piece = known.and_then(|known| self.selected(&known.puzzle));
        let (Some(known), Some(piece), Some(id)) = (known, piece, self.selected(puzzle)) else {
            self.fitting = None;
            return;
        };
        let is_known = self.fitting.as_ref().is_some_and(|fitting| {
            Arc::ptr_eq(&fitting.puzzle, puzzle)
                && Arc::ptr_eq(&fitting.analysis, known)
                && fitting.piece == piece
        });
        if is_known {
            return;
        }
        let fitting = Fitting::new(puzzle, known, piece, id);
        let places = &fitting.places;
        if let Some(&first) = places.first()
            && places.binary_search(&self.placement).is_err()
        {
            let encoding = &known.encoding;
            let now = self.orientation;
            let mut alike = places.iter().filter(|&&n| orientation(encoding, piece, n) == now);
            self.placement = *alike.next().unwrap_or(&first);
            self.orientation = orientation(encoding, piece, self.placement);
        }
        self.fitting = Some(fitting);
    }

    /// Goes to the next or previous placement of the selected piece that fits, around the end.
    pub(crate) fn step_placement(&mut self, document: &Document, by: i64) {
        self.follow_placed(document);
        let piece = self.selected(&document.puzzle);
        let (Some(piece), Some(encoding)) = (piece, document.encoding()) else { return };
        let around = |at: usize, count: usize| (at as i64 + by).rem_euclid(count as i64) as usize;
        let count = encoding.placements_of(piece).len();
        self.placement = match self.fitting.as_ref().map(|fitting| &fitting.places) {
            Some(places) if places.is_empty() => return,
            Some(places) => {
                let at = places.partition_point(|&n| n < self.placement);
                places[around(at, places.len())]
            }
            None if count == 0 => return,
            None => around(self.placement, count),
        };
        self.orientation = orientation(encoding, piece, self.placement);
    }

    /// Goes to the first placement that fits of the selected piece as it is turned, if it has one.
    pub(crate) fn follow_orientation(&mut self, document: &Document) {
        self.follow_placed(document);
        let piece = self.selected(&document.puzzle);
        if let (Some(piece), Some(encoding)) = (piece, document.encoding()) {
            self.show_orientation(encoding, piece, self.orientation);
        }
    }

    /// Turns the selected piece and goes to its first placement there that fits; whether there is
    /// one.
    pub(super) fn show_orientation(
        &mut self,
        encoding: &Encoding,
        piece: PieceId,
        turned: usize,
    ) -> bool {
        self.orientation = turned;
        let lies_so = |&n: &usize| orientation(encoding, piece, n) == turned;
        let first = match &self.fitting {
            Some(fitting) => fitting.places.iter().copied().find(lies_so),
            None => (0..encoding.placements_of(piece).len()).find(lies_so),
        };
        self.placement = first.unwrap_or(self.placement);
        first.is_some()
    }

    /// Selects a piece and shows one of its placements.
    pub(super) fn show_placement(&mut self, analysis: &Analysis, option: OptionId) {
        let Placement { piece, orientation, .. } = analysis.encoding.placement(option);
        self.select(Some(&analysis.puzzle.piece(piece).name));
        self.placement = option.index() - analysis.encoding.placements_of(piece).start;
        self.orientation = orientation as usize;
    }

    /// The placement of the selected piece that is shown on the board.
    pub(super) fn ghost(&self, analysis: &Analysis) -> Option<OptionId> {
        let range = analysis.encoding.placements_of(self.selected(&analysis.puzzle)?);
        let fits = self.fitting.as_ref().is_none_or(|fitting| !fitting.places.is_empty());
        (!range.is_empty() && fits)
            .then(|| OptionId((range.start + self.placement.min(range.len() - 1)) as u32))
    }

    /// The number of the placement that is shown, from 1, and of how many.
    pub(super) fn placement_number(&self, placements: usize) -> (usize, usize) {
        match &self.fitting {
            Some(Fitting { places, .. }) => {
                let before = places.partition_point(|&n| n < self.placement);
                ((before + 1).min(places.len()), places.len())
            }
            None => ((self.placement + 1).min(placements), placements),
        }
    }
}

/// The orientation of the n-th placement of a piece.
fn orientation(encoding: &Encoding, piece: PieceId, n: usize) -> usize {
    let option = OptionId((encoding.placements_of(piece).start + n) as u32);
    encoding.placement(option).orientation as usize
}
