//! The extent of an edit to a puzzle, and so what of the knowledge about it still holds.

use super::{Colour, Expect, Handling, Puzzle};

impl Puzzle {
    /// Returns whether this and the other differ at most in words (title, expected numbers, texts
    /// and groups of sites) and in the variants that are made of these.
    pub fn is_same_but_for_words(&self, other: &Puzzle) -> bool {
        let pieces = self.pieces == other.pieces && self.off == other.off;
        let Puzzle { lattice, board, rules, piece_rules, cover, .. } = self;
        pieces
            && *lattice == other.lattice
            && *board == other.board
            && self.placed == other.placed
            && self.barred == other.barred
            && *rules == other.rules
            && *piece_rules == other.piece_rules
            && *cover == other.cover
    }

    /// Returns whether the sites of this and the other have the same texts and belong to the same
    /// groups.
    pub fn has_site_words_of(&self, other: &Puzzle) -> bool {
        self.site_texts == other.site_texts && self.site_groups == other.site_groups
    }

    /// Returns whether this and the other differ in pieces that lie on the board without being
    /// pinned, and otherwise at most in words.
    pub fn is_same_but_for_pieces_on_board(&self, other: &Puzzle) -> bool {
        let unplaced = |puzzle: &Puzzle| Puzzle { placed: Vec::new(), ..puzzle.clone() };
        // Most edits change something else.
        self.placed != other.placed
            && self.pinned().eq(other.pinned())
            && unplaced(self).is_same_but_for_words(&unplaced(other))
    }

    /// Returns whether solutions of one are solutions of the other if nothing lies on either board.
    pub fn is_same_without_placed(&self, other: &Puzzle) -> bool {
        let unplaced = |puzzle: &Puzzle| Puzzle { placed: Vec::new(), ..puzzle.clone() };
        unplaced(self).has_search_of(&unplaced(other))
    }

    /// Returns whether solutions of one are solutions of the other: they differ at most in words,
    /// in names and colours of pieces, in pieces that are switched off, and in pieces that lie on
    /// the board without being pinned.
    pub fn has_search_of(&self, other: &Puzzle) -> bool {
        self.is_same_but_for_words(other) || self.bare() == other.bare()
    }

    /// The puzzle without all that its solutions do not depend on.
    fn bare(&self) -> Puzzle {
        let mut puzzle = self.clone();
        puzzle.title.clear();
        puzzle.expect = Expect::default();
        puzzle.off.clear();
        puzzle.site_texts.clear();
        puzzle.site_groups.clear();
        puzzle.variants = None;
        // What they name is known by its index.
        puzzle.rules = puzzle.rules.without_names();
        puzzle.placed.retain(|laid| laid.pinned);
        for piece in &mut puzzle.pieces {
            piece.name.clear();
            piece.colour = Colour::nth(0);
            piece.handling.weight = Handling::default().weight;
            (piece.entry, piece.order) = (0, 0);
        }
        puzzle
    }
}
