//! The reasons why parts of a description cannot be used.

use crate::lattice::{Lattice, MAX_SITES, Point};
use crate::polyform::Motions;
use crate::polyform::art::ArtError;
use crate::text;

/// Why a piece cannot be laid on some sites. Pieces, sites and junctions are given by their names.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LayError {
    /// The sites do not form the piece, turned as it may be.
    #[error("piece {piece} does not have this shape ({})", motions.words())]
    Shape {
        /// The piece.
        piece: String,
        /// The motions that it may make.
        motions: Motions,
    },
    /// A site is not on the board.
    #[error("piece {piece} leaves the board at {site}")]
    OffBoard {
        /// The piece.
        piece: String,
        /// The first such site.
        site: String,
    },
    /// The colour labels of piece and board differ.
    #[error("the labels of piece {0} do not agree with those of the board")]
    Labels(String),
    /// A rule bars the piece from a site.
    #[error("piece {piece} must not cover {site}")]
    Barred {
        /// The piece.
        piece: String,
        /// The first such site.
        site: String,
    },
    /// Another piece covers a site.
    #[error("piece {other} already covers {site}")]
    Covered {
        /// The other piece.
        other: String,
        /// The first such site.
        site: String,
    },
    /// Another piece runs straight through the same junction.
    #[error("piece {piece} crosses piece {other} at junction {junction}")]
    Crossing {
        /// The piece.
        piece: String,
        /// The other piece.
        other: String,
        /// The junction.
        junction: String,
    },
    /// The only copy of the piece is on the board.
    #[error("piece {0} is already on the board")]
    Laid(String),
    /// All copies of the piece are on the board.
    #[error("all {copies} copies of piece {piece} are already on the board")]
    AllLaid {
        /// The piece.
        piece: String,
        /// Their number.
        copies: u32,
    },
}

impl LayError {
    /// The same for someone who sees where the piece is: a site off the board is on no ruler.
    pub fn in_sight(&self) -> String {
        match self {
            LayError::OffBoard { piece, .. } => format!("piece {piece} leaves the board"),
            other => other.to_string(),
        }
    }
}

/// Numbers that are the address of no site of a lattice.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{address:?} is no {site} of the lattice \"{lattice}\"; expected [{expected}]")]
pub struct AddressError {
    /// The numbers.
    pub address: Vec<i32>,
    /// The name of a site of the lattice.
    pub site: &'static str,
    /// The name of the lattice.
    pub lattice: &'static str,
    /// The parts of an address.
    pub expected: String,
}

/// Why a form is no board of a lattice.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BoardError {
    /// The text art cannot be read.
    #[error("{0}")]
    Art(ArtError),
    /// The text art has a character without a meaning.
    #[error(
        "column {column}, row {row} of the art: '{character}' is not known; '#' must be covered, \
         'o' may be, '.' is a hole"
    )]
    Character {
        /// The row, from 1.
        row: usize,
        /// The column, from 1.
        column: usize,
        /// The character.
        character: char,
    },
    /// A site of a list is not on the lattice.
    #[error(transparent)]
    Address(#[from] AddressError),
    /// The board has more sites than [`MAX_SITES`].
    #[error("the board has {count} {sites}, more than the limit of {MAX_SITES}; make it smaller")]
    TooManySites {
        /// Their number.
        count: u64,
        /// The name of sites of the lattice.
        sites: &'static str,
    },
    /// A site to be left out is not on the board.
    #[error("{0} cannot be left out, because it is not on the board")]
    NoSuchHole(String),
    /// The lattice has no shape of this name.
    #[error(
        "the lattice \"{lattice}\" has no board {key}; expected {known}, Art, Sites, Less, Labelled \
         or Shell"
    )]
    UnknownShape {
        /// The name of the lattice.
        lattice: &'static str,
        /// The unknown name.
        key: String,
        /// The names that the lattice has.
        known: String,
    },
    /// A named shape with a wrong number of numbers.
    #[error("{key} takes {} ({}), not {given}", text::count(parameters.len() as u64, "number"), parameters.join(", "))]
    Parameters {
        /// The name of the shape.
        key: &'static str,
        /// The names of the numbers that it takes.
        parameters: &'static [&'static str],
        /// The number of numbers given.
        given: usize,
    },
    /// A number of a named shape is 0.
    #[error("{key}: {parameter} must be at least 1")]
    Zero {
        /// The name of the shape.
        key: &'static str,
        /// The name of the number.
        parameter: &'static str,
    },
    /// A number of a named shape exceeds [`MAX_SITES`].
    #[error("{key}: {number} is too large; at most {MAX_SITES}")]
    TooLarge {
        /// The name of the shape.
        key: &'static str,
        /// The number.
        number: u32,
    },
}

/// The name of a site in messages: "site 8, 8".
pub(super) fn site_name(lattice: &Lattice, site: Point) -> String {
    format!("{} {}", lattice.site_words.0, lattice.site_label(site))
}
