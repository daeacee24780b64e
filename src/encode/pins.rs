//! The placements that pinned pieces and the rules of sites leave.

use rustc_hash::FxHashMap;

use crate::lattice::Point;
use crate::puzzle::{JunctionRule, PieceId, Puzzle};

/// The parts of the board that are taken, and the pins that take them.
#[derive(Debug)]
pub(super) struct Pins {
    /// The pieces of the pins, and the positions of the sites that they cover, ascending.
    laid: Vec<(PieceId, Vec<u32>)>,
    /// The pin that covers each site, by the site's position; empty without pins.
    by_site: Vec<Option<usize>>,
    /// The pin that runs straight through a junction, where no other may.
    by_junction: FxHashMap<Point, usize>,
    /// True for each piece all of whose copies are pinned.
    exhausted: Vec<bool>,
    /// The pieces that must not cover each site, by the site's position; empty without rules.
    barred: Vec<Vec<PieceId>>,
}

impl Pins {
    /// The pins and rules of a puzzle. Linear in its board.
    pub(super) fn new(puzzle: &Puzzle) -> Pins {
        let board = &puzzle.board;
        let positions = |sites: &[Point]| {
            sites.iter().filter_map(|&s| board.position(s)).map(|i| i as u32).collect()
        };
        let laid: Vec<(PieceId, Vec<u32>)> =
            puzzle.pinned().map(|pin| (pin.piece, positions(&pin.sites))).collect();
        let mut by_site = Vec::new();
        if !laid.is_empty() {
            by_site.resize(board.sites().len(), None);
        }
        for (n, (_, sites)) in laid.iter().enumerate() {
            sites.iter().for_each(|&site| by_site[site as usize] = Some(n));
        }
        let through = |(n, sites): (usize, &Vec<Point>)| {
            puzzle.lattice.straight_corners(sites).into_iter().map(move |corner| (corner, n))
        };
        let crossable = puzzle.rules.junctions == JunctionRule::Free;
        let pinned = puzzle.pinned().map(|pin| &pin.sites).enumerate().filter(|_| !crossable);
        let by_junction = pinned.flat_map(through).collect();
        let mut pinned = vec![0; puzzle.pieces.len()];
        laid.iter().for_each(|(piece, _)| pinned[piece.index()] += 1);
        let exhausted = puzzle.pieces.iter().zip(pinned).map(|(p, n)| n >= p.copies.max).collect();
        let mut barred = Vec::new();
        if !puzzle.barred.is_empty() {
            let of_site = |site| puzzle.barred.get(&site).cloned().unwrap_or_default();
            barred = board.sites().iter().map(|s| of_site(s.site)).collect();
        }
        Pins { laid, by_site, by_junction, exhausted, barred }
    }

    /// Returns whether any placement can be ruled out.
    pub(super) fn limit_placements(&self) -> bool {
        !self.laid.is_empty() || !self.barred.is_empty()
    }

    /// Returns whether a pin covers a site, by its position.
    pub(super) fn covers(&self, site: usize) -> bool {
        self.by_site.get(site).is_some_and(Option::is_some)
    }

    /// Returns whether a placement is allowed: that of a pin, or one of a piece that has copies
    /// left, over no pin, nor across one at a junction, and on no site that bars the piece. `sites`
    /// are positions, ascending; `corners` are the junctions that it runs straight through.
    pub(super) fn allow(&self, piece: PieceId, sites: &[u32], corners: &[Point]) -> bool {
        if !self.barred.is_empty()
            && sites.iter().any(|&site| self.barred[site as usize].binary_search(&piece).is_ok())
        {
            return false;
        }
        if self.laid.is_empty() {
            return true;
        }
        match sites.first().and_then(|&site| self.by_site[site as usize]) {
            Some(pin) => self.laid[pin].0 == piece && self.laid[pin].1 == sites,
            None => {
                !self.exhausted[piece.index()]
                    && sites.iter().all(|&site| self.by_site[site as usize].is_none())
                    && corners.iter().all(|corner| !self.by_junction.contains_key(corner))
            }
        }
    }
}

/// Returns whether a site must be covered, by the puzzle or by a pin.
pub(super) fn is_required(puzzle: &Puzzle, pins: &Pins, site: usize) -> bool {
    puzzle.board.sites()[site].required || pins.covers(site)
}
