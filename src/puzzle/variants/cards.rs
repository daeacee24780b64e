//! Choices of whole boards and of given placements: cards, of which each variant has one.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::lattice::Point;
use crate::puzzle::{Board, BoardForm, BoardPiece, BoardSite, PieceId, Puzzle};

/// No choice has more cards than this.
pub const MAX_CARDS: usize = 200_000;

/// A choice of cards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardChoice {
    /// The kind of its cards.
    pub kind: CardKind,
    /// The cards to choose from, in the order of the file.
    pub cards: Vec<Card>,
}

/// The kind of the cards of a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardKind {
    /// Boards.
    Board,
    /// Boards of which only those count whose area the pieces fit.
    FittingBoard,
    /// Given placements.
    Given,
    /// All of these, and the pieces.
    Card,
}

impl CardKind {
    /// Returns the word for the card in the name of a variant, within braces, and for one of many
    /// that has no name of its own.
    pub fn word(self) -> &'static str {
        match self {
            CardKind::Board | CardKind::FittingBoard => "board",
            CardKind::Given => "given",
            CardKind::Card => "card",
        }
    }
}

/// The parts that a variant may have of its own: a board, pieces, given placements.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Card {
    /// Its name.
    pub name: String,
    /// Its board; that of the puzzle where there is none.
    pub board: Option<CardBoard>,
    /// The pieces that are used, ascending; not those that its givens say. All where there are none.
    pub pieces: Option<Vec<PieceId>>,
    /// The placements that are given.
    pub given: Vec<BoardPiece>,
}

/// The board of a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardBoard {
    /// The board.
    pub board: Board,
    /// The board in the words of a file; none where it is listed by its sites.
    pub form: Option<BoardForm>,
}

impl CardBoard {
    /// The board in the words of a file.
    pub fn form(&self, puzzle: &Puzzle) -> BoardForm {
        self.form.clone().unwrap_or_else(|| {
            let sites = self.board.sites().iter();
            BoardForm::Sites(sites.map(|s| (puzzle.lattice.address.of_site)(s.site)).collect())
        })
    }
}

impl Puzzle {
    /// The puzzle on whose board all its variants lie: where they have boards of their own, the union
    /// of these; otherwise the puzzle itself.
    pub fn with_all_boards(self: &Arc<Puzzle>) -> Arc<Puzzle> {
        let Some(family) = self.variants.as_ref().filter(|family| family.has_boards()) else {
            return Arc::clone(self);
        };
        let mut required: BTreeMap<Point, bool> = BTreeMap::new();
        let own = self.board.sites().iter();
        let of_cards = family.cards.iter().flat_map(|choice| &choice.cards);
        let of_cards = of_cards.filter_map(|card| card.board.as_ref());
        for site in own.chain(of_cards.flat_map(|of| of.board.sites())) {
            *required.entry(site.site).or_default() |= site.required;
        }
        let sites = required.into_iter().map(|(site, required)| BoardSite { site, required });
        Arc::new(Puzzle { board: Board::new(sites.collect()), ..Puzzle::clone(self) })
    }

    /// The puzzle with the boards and the given placements of some cards; `None` where a given or
    /// pinned piece does not lie on its board, or on another, so that there is no solution. The pieces
    /// that cards leave out are still in it.
    pub fn with_cards(&self, cards: &[&Card]) -> Option<Puzzle> {
        let mut puzzle = self.clone();
        for CardBoard { board, .. } in cards.iter().filter_map(|card| card.board.as_ref()) {
            puzzle.board = board.clone();
            let is_here = |site: &Point| board.position(*site).is_some();
            puzzle.site_texts.retain(|site, _| is_here(site));
            puzzle.barred.retain(|site, _| is_here(site));
            let lies_here = |laid: &BoardPiece| laid.sites.iter().all(is_here);
            if self.pinned().any(|pin| !lies_here(pin)) {
                return None;
            }
            puzzle.placed.retain(lies_here);
        }
        for given in cards.iter().flat_map(|card| &card.given) {
            // What only lies there makes room.
            let is_met = |laid: &BoardPiece| laid.sites.iter().any(|s| given.sites.contains(s));
            puzzle.placed.retain(|laid| laid.pinned || laid.piece != given.piece && !is_met(laid));
            puzzle.can_lay(given.piece, &given.sites, None).ok()?;
            puzzle.placed.push(given.clone());
        }
        Some(puzzle)
    }
}
