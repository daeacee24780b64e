//! The puzzle: pieces, board, rules. No results, no search.
//!
//! A [`Description`] is the puzzle in the words of its file: families on one line, boards as
//! text art. [`Description::build`] validates it and gives the [`Puzzle`] that everything else
//! works on, or every [`Diagnostic`] at once; [`Description::draft`] does so for one that is still
//! being made. Puzzles of items and options without geometry, such as
//! sudoku, are in [`cover`]. Leans on [`crate::polyform`]. Read next:
//! [`crate::encode`].
//!
//! ```
//! use polywright::format::puzzle_file;
//! use polywright::puzzle::Place;
//!
//! let text = r#"(format: 1, title: "Dominoes", lattice: Square,
//!     pieces: [Family(free: 2, copies: 4)], board: Rectangle(4, 2))"#;
//! let opened = puzzle_file::read(text.into()).expect("a valid puzzle");
//! assert_eq!(opened.puzzle.piece_area(), opened.puzzle.board_area());
//!
//! // All problems of a description are reported at once, each with its place.
//! let mut description = opened.description.clone();
//! description.pieces.clear();
//! let diagnostics = description.build().unwrap_err();
//! assert_eq!(diagnostics[0].place, Place::Pieces);
//! ```

mod board_form;
mod board_piece;
mod build;
mod colour;
mod copies;
pub mod cover;
mod description;
mod equivalence;
mod errors;
mod handling;
mod labels;
pub mod making;
mod rules;
mod site_rules;
mod site_texts;
mod stale;
mod stick;
pub mod variants;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::lattice::{Lattice, Point};
use crate::natural::Natural;
use crate::polyform::{Motions, Shape};
use crate::text;

pub use board_form::{BoardForm, NamedShape, inside};
pub use board_piece::{BoardPiece, BoardPieceForm};
pub(crate) use build::sized_name;
pub use colour::{Colour, Shade};
pub use copies::{Copies, CopiesError};
pub use cover::{Cover, CoverForm, Ink};
pub use description::{
    Comment, CommentPlace, Description, Drawing, FORMAT, FamilyForm, PieceForm, SingleForm,
};
pub use errors::{AddressError, BoardError, LayError};
pub use handling::Handling;
pub use making::Making;
pub use rules::{
    Apart, ApartForm, BorderRule, Contact, JunctionRule, LabelRule, PieceRules, Rules,
};
pub use site_rules::{SiteRule, Takes};
pub use site_texts::{GroupError, GroupForm, SiteGroup, SiteTexts};
pub use stick::{StickKind, has_sticks, numbered_sticks, sticks};
pub use variants::{VariantFamily, VariantsForm};

/// Index of a piece in [`Puzzle::pieces`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PieceId(pub u32);

impl PieceId {
    /// As an index into a slice.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Known numbers of solutions, to be compared with what a run finds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Expect {
    /// Every solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<Natural>,
    /// Modulo the symmetries that keep orientation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turned: Option<Natural>,
    /// Modulo all symmetries.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distinct: Option<Natural>,
    /// Distinct ones that some symmetry besides the identity fixes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub symmetric: Option<Natural>,
}

impl Expect {
    fn is_empty(&self) -> bool {
        *self == Expect::default()
    }
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// A colour label of a site: a letter or digit.
pub type Label = char;

/// A piece with all that the solver needs to know of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Unique among the pieces of a puzzle, those that are switched off among them.
    pub name: String,
    /// As drawn.
    pub shape: Shape,
    /// The colour labels of its sites, in the order of the shape's; empty when it has none.
    pub labels: Vec<Option<Label>>,
    /// The number of copies that must and may be used.
    pub copies: Copies,
    /// The motions that a copy may make.
    pub motions: Motions,
    /// The colour it is shown in everywhere.
    pub colour: Colour,
    /// The properties that matter when solutions are taken apart.
    pub handling: Handling,
    /// The entry of the description's piece list that it comes from, counted from 0.
    pub entry: usize,
    /// Its position in the whole list, those that are switched off counted, from 0.
    pub order: usize,
}

/// A site of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct BoardSite {
    /// Where it is.
    pub site: Point,
    /// True if it must be covered; otherwise it may be.
    pub required: bool,
}

/// The sites to cover, in reading order, without repeats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    sites: Vec<BoardSite>,
    /// The colour labels, in the order of the sites; empty when there are none.
    labels: Vec<Option<Label>>,
}

impl Board {
    /// A board of these sites; where one comes twice, required wins.
    pub fn new(mut sites: Vec<BoardSite>) -> Board {
        sites.sort_by_key(|s| (s.site, !s.required));
        sites.dedup_by_key(|s| s.site);
        Board { sites, labels: Vec::new() }
    }

    /// All sites, in reading order.
    pub fn sites(&self) -> &[BoardSite] {
        &self.sites
    }

    /// Where a site stands in [`Board::sites`], if it is on the board.
    pub fn position(&self, site: Point) -> Option<usize> {
        self.sites.binary_search_by_key(&site, |s| s.site).ok()
    }

    /// The same board with colour labels, one for each site in reading order, or none at all.
    fn with_labels(self, labels: Vec<Option<Label>>) -> Board {
        Board { labels, ..self }
    }

    /// The same board without some sites, which are holes then.
    fn without(&self, holes: &BTreeSet<Point>) -> Board {
        let left: Vec<usize> =
            (0..self.sites.len()).filter(|&i| !holes.contains(&self.sites[i].site)).collect();
        let labels = match self.has_labels() {
            true => left.iter().map(|&i| self.label(i)).collect(),
            false => Vec::new(),
        };
        Board { sites: left.iter().map(|&i| self.sites[i]).collect(), labels }
    }

    /// The colour label of a site, by its place in [`Board::sites`].
    pub fn label(&self, position: usize) -> Option<Label> {
        self.labels.get(position).copied().flatten()
    }

    /// Returns whether any site has a colour label.
    pub fn has_labels(&self) -> bool {
        !self.labels.is_empty()
    }

    /// Returns the number of sites that must be covered.
    pub fn required(&self) -> usize {
        self.sites.iter().filter(|s| s.required).count()
    }
}

/// A validated puzzle.
///
/// Invariants: every piece is a nonempty, connected (unless the rules say otherwise) shape of the
/// lattice with a name of its own; `copies.min ≤ copies.max` and `copies.max ≥ 1`. One that
/// [`Description::build`] made also [is complete](Puzzle::is_complete); one that is still being
/// made may have no pieces and no sites. Pieces on the board lie as [`Puzzle::can_lay`] allows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// Its title.
    pub title: String,
    /// Where its sites lie.
    pub lattice: &'static Lattice,
    /// The pieces, in the order of the file.
    pub pieces: Vec<Piece>,
    /// The pieces that are in the list, but switched off: they play no part.
    pub off: Vec<Piece>,
    /// The board that they cover.
    pub board: Board,
    /// The texts of the board's sites.
    pub site_texts: BTreeMap<Point, String>,
    /// The groups of the board's sites, by name.
    pub site_groups: Vec<SiteGroup>,
    /// Its variants, if the file names any.
    pub variants: Option<Arc<VariantFamily>>,
    /// The pieces on the board; only the pinned ones bind its solutions.
    pub placed: Vec<BoardPiece>,
    /// The pieces that must not cover a site, ascending, for each site that has any.
    pub barred: BTreeMap<Point, Vec<PieceId>>,
    /// The rules of the whole puzzle.
    pub rules: Rules,
    /// The rules that bind single pieces.
    pub piece_rules: PieceRules,
    /// The items and options, where pieces and board are but a picture of them.
    pub cover: Option<Arc<Cover>>,
    /// The expected result of solving it, if that is known.
    pub expect: Expect,
}

impl Puzzle {
    /// All colour labels of board and pieces, each once, sorted.
    pub fn labels(&self) -> Vec<Label> {
        let of_pieces = self.pieces.iter().flat_map(|piece| &piece.labels);
        let mut labels: Vec<Label> =
            self.board.labels.iter().chain(of_pieces).copied().flatten().collect();
        labels.sort_unstable();
        labels.dedup();
        labels
    }

    /// Returns whether it has what a puzzle needs in order to be solved: a piece and, unless it is
    /// a cover puzzle, a site that must be covered or a piece that must be used.
    pub fn is_complete(&self) -> bool {
        !self.pieces.is_empty()
            && (self.cover.is_some() || self.board.required() > 0 || self.is_packing())
    }

    /// Returns whether it is a packing puzzle: pieces that must be used, on a board where no site
    /// must be covered.
    pub fn is_packing(&self) -> bool {
        self.cover.is_none()
            && self.board.required() == 0
            && !self.board.sites().is_empty()
            && self.pieces.iter().any(|piece| piece.copies.min > 0)
    }

    /// A piece by its index.
    pub fn piece(&self, id: PieceId) -> &Piece {
        &self.pieces[id.index()]
    }

    /// The pieces with their indices.
    pub fn pieces(&self) -> impl Iterator<Item = (PieceId, &Piece)> {
        self.pieces.iter().enumerate().map(|(i, piece)| (PieceId(i as u32), piece))
    }

    /// The groups of pieces that need not be separated from each other when a solution is taken apart.
    pub fn piece_groups(&self) -> Vec<Vec<PieceId>> {
        let mut groups: BTreeMap<u32, Vec<PieceId>> = BTreeMap::new();
        for (id, piece) in self.pieces().filter(|(_, piece)| piece.handling.group != 0) {
            groups.entry(piece.handling.group).or_default().push(id);
        }
        groups.into_values().collect()
    }

    /// Returns the name of this kind of puzzle: that of the lattice, or "sudoku".
    pub fn kind(&self) -> &'static str {
        self.cover.as_ref().map_or(self.lattice.name, |cover| cover.kind)
    }

    /// Returns whether the number of placements that cover each site is meaningful.
    pub fn counts_placements(&self) -> bool {
        self.cover.as_ref().is_none_or(|cover| cover.counts_cells())
    }

    /// Returns the text on a site from the beginning, in a cover puzzle.
    pub fn text(&self, site: Point) -> Option<&str> {
        self.cover.as_ref()?.text(site)
    }

    /// Returns the words for one of its pieces and for several.
    pub fn piece_words(&self) -> (&'static str, &'static str) {
        self.cover.as_ref().map_or(("piece", "pieces"), |cover| cover.piece_words)
    }

    /// The least and the largest number of sites that the pieces can cover together.
    pub fn piece_area(&self) -> (u64, u64) {
        self.pieces.iter().zip(self.copies()).fold((0, 0), |(least, most), (piece, copies)| {
            let size = piece.shape.size() as u64;
            (least + size * u64::from(copies.min), most + size * u64::from(copies.max))
        })
    }

    /// The least and the largest number of sites that the board lets be covered.
    pub fn board_area(&self) -> (u64, u64) {
        (self.board.required() as u64, self.board.sites().len() as u64)
    }

    /// Returns whether the areas rule out a solution of the whole board, but not of its variants,
    /// which leave sites open or choose from the pieces: then these are what there is to solve.
    pub fn needs_variants(&self) -> bool {
        let Some(family) = self.variants.as_ref().filter(|_| self.area_conflict().is_some()) else {
            return false;
        };
        if family.has_boards() {
            return true;
        }
        self.variant_area_conflict().is_none()
    }

    /// The least and the largest number of sites that the board lets be covered once a variant leaves its
    /// sites open; those of the whole board where variants have boards of their own, or leave none open.
    pub fn area_of_variants(&self) -> (u64, u64) {
        let (board_min, board_max) = self.board_area();
        let family = self.variants.as_ref().filter(|family| !family.has_boards());
        let (open_min, open_max) = family.map_or((0, 0), |family| family.open_counts());
        // An open site is a hole, whether it was required or not.
        (board_min.saturating_sub(open_max), board_max.saturating_sub(open_min))
    }

    /// Why the areas alone rule out a solution of any variant, as a sentence, if they do.
    pub fn variant_area_conflict(&self) -> Option<String> {
        let family = self.variants.as_ref().filter(|family| !family.has_boards())?;
        self.conflict_of(family.piece_area(self), self.area_of_variants(), "the rest of the board")
    }

    /// Why the areas alone rule out a solution, as a sentence, if they do.
    pub fn area_conflict(&self) -> Option<String> {
        if self.cover.is_some() {
            return None;
        }
        self.conflict_of(self.piece_area(), self.board_area(), "the board")
    }

    /// Why pieces of some area cannot fill a board of some area, each the least and the largest.
    fn conflict_of(
        &self,
        (piece_min, piece_max): (u64, u64),
        (board_min, board_max): (u64, u64),
        board: &str,
    ) -> Option<String> {
        let sites = |n| self.lattice.count_sites(n);
        if piece_max < board_min {
            let missing = board_min - piece_max;
            Some(format!(
                "{} has {} more than the pieces can cover. Erase {}, make {} optional, or add pieces.",
                text::capitalised(board),
                sites(missing),
                sites(missing),
                if missing == 1 { "it" } else { "them" }
            ))
        } else if piece_min > board_max {
            Some(format!(
                "The pieces cover {} more than {board} has. Remove pieces, choose some by search, or \
                 enlarge the board.",
                sites(piece_min - board_max)
            ))
        } else {
            None
        }
    }
}

/// The part of a description that a problem is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// The puzzle as a whole.
    Puzzle,
    /// The format version.
    Format,
    /// The list of pieces as a whole.
    Pieces,
    /// An entry of the piece list, counted from 0.
    Piece(usize),
    /// The board.
    Board,
    /// The texts of sites.
    SiteTexts,
    /// The groups of sites.
    SiteGroups,
    /// The variants.
    Variants,
    /// A rule of a site, by its index in the list, from 0.
    SiteRule(usize),
    /// The rules.
    Rules,
    /// Pieces that are apart, by their place in the list, counted from 0.
    Apart(usize),
    /// A piece laid on the board, by its place in the list, counted from 0.
    Placed(usize),
    /// The items and options of a cover puzzle.
    Cover,
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Place::Puzzle => f.write_str("puzzle"),
            Place::Format => f.write_str("format"),
            Place::Pieces => f.write_str("pieces"),
            Place::Piece(entry) => write!(f, "piece entry {}", entry + 1),
            Place::Board => f.write_str("board"),
            Place::SiteTexts => f.write_str("texts of sites"),
            Place::SiteGroups => f.write_str("groups of sites"),
            Place::Variants => f.write_str("variants"),
            Place::SiteRule(n) => write!(f, "site rule {}", n + 1),
            Place::Rules => f.write_str("rules"),
            Place::Apart(n) => write!(f, "rule {} of pieces apart", n + 1),
            Place::Placed(n) => write!(f, "placed piece {}", n + 1),
            Place::Cover => f.write_str("cover"),
        }
    }
}

/// One thing that keeps a description from being a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {message}")]
pub struct Diagnostic {
    /// Where it is.
    pub place: Place,
    /// The mistake, and what would be right.
    pub message: String,
}
