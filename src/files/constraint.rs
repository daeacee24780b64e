//! Constraints: whatever binds the solutions of a puzzle or is said of it, and which formats hold it.
//!
//! A file that says less than its puzzle is another puzzle. So each row of
//! [`FORMATS`](super::FORMATS) lists what it holds, and what a puzzle has beyond that is refused, or
//! left out by name where that is asked for.

use std::borrow::Cow;

use super::error::ExportError;
use super::{Format, PuzzleWriter};
use crate::polyform::Motions;
use crate::puzzle::{Description, JunctionRule, LabelRule, Puzzle};
use crate::text;

/// Something that a puzzle has and that a format may have no place for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Constraint {
    /// Pieces pinned to the board.
    Pins,
    /// Sites that only some pieces may cover.
    SiteRules,
    /// Colour labels of pieces or board.
    Labels,
    /// A rule for labels other than the usual one.
    LabelRule,
    /// A rule for junctions of sticks other than the usual one.
    Junctions,
    /// Pieces that may be left over, whatever their numbers of copies.
    Leftover,
    /// Pieces that consist of several parts.
    LooseParts,
    /// No four pieces at a corner, no straight line through, pieces at the border or apart.
    Meeting,
    /// Numbers of copies that are a range.
    Ranges,
    /// Sites that need not be covered.
    OptionalSites,
    /// Motions other than the usual ones of the lattice.
    Motions,
    /// Variants: boards or pieces that change.
    Variants,
    /// Texts on sites.
    Texts,
    /// Named groups of sites.
    Groups,
}

impl Constraint {
    /// All of them, in the order in which they are listed.
    pub const ALL: [Constraint; 14] = [
        Constraint::Pins,
        Constraint::SiteRules,
        Constraint::Labels,
        Constraint::LabelRule,
        Constraint::Junctions,
        Constraint::Leftover,
        Constraint::LooseParts,
        Constraint::Meeting,
        Constraint::Ranges,
        Constraint::OptionalSites,
        Constraint::Motions,
        Constraint::Variants,
        Constraint::Texts,
        Constraint::Groups,
    ];

    /// The name for people.
    pub fn words(self) -> &'static str {
        match self {
            Constraint::Pins => "pinned pieces",
            Constraint::SiteRules => "rules for sites",
            Constraint::Labels => "labels",
            Constraint::LabelRule => "the rule for labels",
            Constraint::Junctions => "the rule for junctions",
            Constraint::Leftover => "pieces left over",
            Constraint::LooseParts => "pieces of several parts",
            Constraint::Meeting => "rules about how pieces meet",
            Constraint::Ranges => "ranges of copies",
            Constraint::OptionalSites => "optional sites",
            Constraint::Motions => "motions of pieces",
            Constraint::Variants => "variants",
            Constraint::Texts => "texts on sites",
            Constraint::Groups => "groups of sites",
        }
    }

    /// Returns whether leaving it out changes the solutions.
    pub fn binds(self) -> bool {
        !matches!(self, Constraint::Texts | Constraint::Groups)
    }

    /// Returns whether a puzzle has it.
    pub fn is_in(self, puzzle: &Puzzle) -> bool {
        let rules = &puzzle.rules;
        match self {
            Constraint::Pins => puzzle.placed.iter().any(|placed| placed.pinned),
            Constraint::SiteRules => !puzzle.barred.is_empty(),
            Constraint::Labels => !puzzle.labels().is_empty(),
            Constraint::LabelRule => {
                rules.labels != LabelRule::default() && !puzzle.labels().is_empty()
            }
            Constraint::Junctions => rules.junctions != JunctionRule::default(),
            Constraint::Leftover => rules.leftover,
            Constraint::LooseParts => {
                puzzle.pieces.iter().any(|piece| !piece.shape.is_connected(puzzle.lattice))
            }
            Constraint::Meeting => !rules.words().is_empty(),
            Constraint::Ranges => {
                puzzle.pieces.iter().any(|piece| piece.copies.min != piece.copies.max)
            }
            Constraint::OptionalSites => puzzle.board.sites().iter().any(|site| !site.required),
            Constraint::Motions => {
                let usual = Motions::usual(puzzle.lattice);
                puzzle.pieces.iter().any(|piece| piece.motions != usual)
            }
            Constraint::Variants => puzzle.variants.is_some(),
            Constraint::Texts => !puzzle.site_texts.is_empty(),
            Constraint::Groups => !puzzle.site_groups.is_empty(),
        }
    }
}

/// The fate of a constraint that a format does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// Nothing is written.
    Refused,
    /// The puzzle is written without it.
    Accepted,
}

impl Format {
    /// The constraints of a puzzle that the file of it in this format would not have, in the order
    /// of [`Constraint::ALL`].
    pub fn losses(&self, puzzle: &Puzzle) -> Vec<Constraint> {
        if matches!(self.puzzle, PuzzleWriter::None) {
            return Vec::new();
        }
        let puzzle = self.said_otherwise(puzzle);
        let is_lost = |own: &Constraint| !self.holds.contains(own) && own.is_in(&puzzle);
        Constraint::ALL.into_iter().filter(is_lost).collect()
    }

    /// The puzzle in words that the format has: pinned pieces, where it holds none, are the board and
    /// the copies less. That has the same solutions, but for the pinned pieces in them.
    pub(super) fn said_otherwise<'p>(&self, puzzle: &'p Puzzle) -> Cow<'p, Puzzle> {
        let is_said = !self.holds.contains(&Constraint::Pins) && Constraint::Pins.is_in(puzzle);
        match is_said.then(|| puzzle.without_pinned()).flatten() {
            Some(less) => Cow::Owned(less),
            None => Cow::Borrowed(puzzle),
        }
    }

    /// Why a puzzle is not written in this format, if it is not.
    pub fn refusal(&self, description: &Description, puzzle: &Puzzle) -> Option<ExportError> {
        (self.own_refusal)(description, puzzle).or_else(|| self.lost(puzzle))
    }

    /// The error of a puzzle that would be another one in this format.
    pub(super) fn lost(&self, puzzle: &Puzzle) -> Option<ExportError> {
        let lost = self.losses(puzzle);
        let words: Vec<String> =
            lost.iter().filter(|own| own.binds()).map(|own| own.words().to_owned()).collect();
        (!words.is_empty())
            .then(|| ExportError::Lost { format: self.name, lost: text::listed(&words) })
    }
}
