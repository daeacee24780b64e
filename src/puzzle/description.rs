//! The puzzle in the words of its file.
//!
//! These types say what may stand in a puzzle file; reading and writing the text is the work of
//! [`crate::format`]. A mistake that one value alone shows is refused while reading, so
//! that the error has a line and column; the rest is found by [`Description::build`].

mod fields;
mod site_names;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use self::fields::Fields;
use super::variants::Card;
use super::{
    BoardForm, BoardPiece, BoardPieceForm, Colour, Copies, CoverForm, Expect, GroupForm, Handling,
    Making, Puzzle, Rules, SiteRule, SiteTexts, VariantsForm, is_default,
};
use crate::lattice::Lattice;
use crate::polyform::Motions;
use crate::polyform::family::Congruence;

/// The version of the puzzle format that this program writes, and the newest that it reads.
pub const FORMAT: u32 = 1;

/// A puzzle as written in its file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Fields", into = "Fields")]
pub struct Description {
    /// Version of the format; [`FORMAT`].
    pub format: u32,
    /// The title of the puzzle.
    pub title: String,
    /// Who made it.
    pub author: String,
    /// Where it or its number of solutions was published.
    pub source: String,
    /// Anything else worth saying.
    pub note: String,
    /// The lattice, by its key; that of a cover puzzle is the grid.
    pub lattice: &'static Lattice,
    /// Pieces one by one or by families; a cover puzzle lists none.
    pub pieces: Vec<PieceForm>,
    /// The board; that of a cover puzzle follows from its form, and is empty here.
    pub board: BoardForm,
    /// Texts on sites of the board.
    pub site_texts: SiteTexts,
    /// Groups of sites, by their names.
    pub site_groups: BTreeMap<String, GroupForm>,
    /// The variants of the puzzle.
    pub variants: Option<VariantsForm>,
    /// The pieces that may cover a site, where not all may.
    pub site_rules: Vec<SiteRule>,
    /// The pieces on the board.
    pub placed: Vec<BoardPieceForm>,
    /// The rules, where they are not the usual ones.
    pub rules: Rules,
    /// Items and options instead of pieces and a board.
    pub cover: Option<CoverForm>,
    /// The numbers of solutions that are known.
    pub expect: Expect,
    /// Filters of the solutions: under each name a condition, as filters are written. They are
    /// checked when they are used.
    pub filters: BTreeMap<String, String>,
    /// The way it is made of material.
    pub make: Making,
    /// The comments that somebody has written beside the fields. No part of the puzzle.
    pub comments: Vec<Comment>,
}

/// A comment in a puzzle file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment {
    /// As it was written, with its slashes.
    pub text: String,
    /// Where it is written.
    pub place: CommentPlace,
}

/// Where a comment is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommentPlace {
    /// Before everything.
    Start,
    /// Before a field of the puzzle.
    Field(String),
    /// After everything.
    End,
}

impl Description {
    /// A puzzle in the making: a board, and nothing else yet.
    pub fn empty(lattice: &'static Lattice, board: BoardForm) -> Description {
        Description {
            format: FORMAT,
            title: String::new(),
            author: String::new(),
            source: String::new(),
            note: String::new(),
            lattice,
            pieces: Vec::new(),
            board,
            placed: Vec::new(),
            site_texts: SiteTexts::default(),
            site_groups: BTreeMap::new(),
            variants: None,
            site_rules: Vec::new(),
            rules: Rules::default(),
            cover: None,
            expect: Expect::default(),
            filters: BTreeMap::new(),
            make: Making::default(),
            comments: Vec::new(),
        }
    }

    /// The same description with all that lies on the board pinned, and without the numbers that
    /// were expected of it before, to continue from there.
    pub fn all_pinned(&self) -> Description {
        let mut description = Description { expect: Expect::default(), ..self.clone() };
        description.placed.iter_mut().for_each(|placed| placed.pinned = true);
        description
    }

    /// The description with the boards and the given placements of some cards, without variants where
    /// it has any. The puzzle is that of the description.
    pub fn with_cards(&self, cards: &[&Card], puzzle: &Puzzle) -> Description {
        let mut description = self.clone();
        if cards.is_empty() {
            return description;
        }
        description.variants = None;
        if let Some(own) = cards.iter().find_map(|card| card.board.as_ref()) {
            description.board = own.form(puzzle);
        }
        let given: Vec<&BoardPiece> = cards.iter().flat_map(|card| &card.given).collect();
        let is_met = |laid: &BoardPiece| {
            given.iter().any(|given| {
                laid.piece == given.piece || laid.sites.iter().any(|s| given.sites.contains(s))
            })
        };
        let mut laid = puzzle.placed.iter();
        description.placed.retain(|_| laid.next().is_none_or(|laid| laid.pinned || !is_met(laid)));
        description.placed.extend(given.iter().map(|given| {
            let piece = puzzle.piece(given.piece);
            BoardPieceForm::new(puzzle.lattice, piece, &given.sites, true)
        }));
        description.prune_stale();
        description
    }
}

/// An entry of the piece list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum PieceForm {
    /// A whole family, or part of one.
    Family(FamilyForm),
    /// One piece.
    Piece(SingleForm),
}

impl PieceForm {
    /// Checks that need both fields of a family or piece have been made while reading.
    pub(super) fn copies(&self) -> Copies {
        match self {
            PieceForm::Family(form) => form.copies,
            PieceForm::Piece(form) => form.copies,
        }
    }
}

/// All n-forms of the puzzle's lattice, of which only some may be meant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "FamilyFields", into = "FamilyFields")]
pub struct FamilyForm {
    /// The criterion by which forms are the same.
    pub sameness: Congruence,
    /// The number of units.
    pub size: usize,
    /// Only the members of these names; all when empty.
    pub only: Vec<String>,
    /// All but the members of these names.
    pub without: Vec<String>,
    /// The members of these names are in the list, but switched off.
    pub off: Vec<String>,
    /// Copies of each.
    pub copies: Copies,
    /// The colour slot of the first member of the whole family, counted from 0; where not given,
    /// that after all the slots of the entries before. See [`Description::colour_slots`].
    pub colours: Option<u32>,
}

/// [`FamilyForm`] as it is spelt: the kind is the name of the field that holds the size.
#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename = "Family")]
struct FamilyFields {
    #[serde(skip_serializing_if = "Option::is_none")]
    free: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    one_sided: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fixed: Option<usize>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    only: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    without: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    off: Vec<String>,
    #[serde(skip_serializing_if = "Copies::is_one")]
    copies: Copies,
    #[serde(skip_serializing_if = "Option::is_none")]
    colours: Option<u32>,
}

impl TryFrom<FamilyFields> for FamilyForm {
    type Error = String;
    fn try_from(f: FamilyFields) -> Result<FamilyForm, String> {
        let (sameness, size) = match (f.free, f.one_sided, f.fixed) {
            (Some(n), None, None) => (Congruence::Free, n),
            (None, Some(n), None) => (Congruence::OneSided, n),
            (None, None, Some(n)) => (Congruence::Fixed, n),
            _ => return Err("a family needs exactly one of `free`, `one_sided` and `fixed`".into()),
        };
        if !f.only.is_empty() && !f.without.is_empty() {
            return Err("a family has `only` or `without`, not both".into());
        }
        let FamilyFields { only, without, off, copies, colours, .. } = f;
        Ok(FamilyForm { sameness, size, only, without, off, copies, colours })
    }
}

impl From<FamilyForm> for FamilyFields {
    fn from(f: FamilyForm) -> FamilyFields {
        let size_if = |sameness| (f.sameness == sameness).then_some(f.size);
        FamilyFields {
            free: size_if(Congruence::Free),
            one_sided: size_if(Congruence::OneSided),
            fixed: size_if(Congruence::Fixed),
            only: f.only,
            without: f.without,
            off: f.off,
            copies: f.copies,
            colours: f.colours,
        }
    }
}

/// One piece, drawn or listed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "SingleFields", into = "SingleFields")]
pub struct SingleForm {
    /// Its name.
    pub name: String,
    /// Its shape.
    pub drawing: Drawing,
    /// Its colour labels, drawn like the shape; empty when it has none.
    pub labels: Vec<String>,
    /// The number of copies.
    pub copies: Copies,
    /// The motions that it may make; as usual on the lattice when not given.
    pub motions: Option<Motions>,
    /// Its colour; by its place in the list when not given.
    pub colour: Option<Colour>,
    /// True if it is in the list, but switched off.
    pub off: bool,
    /// The properties that matter when solutions are taken apart.
    pub handling: Handling,
}

/// The notation of a shape.
#[derive(Clone, Debug, PartialEq)]
pub enum Drawing {
    /// As text art.
    Art(Vec<String>),
    /// As addresses of sites.
    Sites(Vec<Vec<i32>>),
    /// As the length of a burr's stick and the number of its piece.
    Stick(u32, u32),
}

/// [`SingleForm`] as it is spelt.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "Piece")]
struct SingleFields {
    name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    art: Option<Vec<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sites: Option<Vec<Vec<i32>>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    stick: Option<(u32, u32)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    labels: Vec<String>,
    #[serde(default, skip_serializing_if = "Copies::is_one")]
    copies: Copies,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    motions: Option<Motions>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    colour: Option<Colour>,
    #[serde(default, skip_serializing_if = "is_default")]
    off: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    group: u32,
    #[serde(default = "usual_weight", skip_serializing_if = "is_usual_weight")]
    weight: i32,
}

fn usual_weight() -> i32 {
    Handling::default().weight
}

fn is_usual_weight(weight: &i32) -> bool {
    *weight == usual_weight()
}

impl TryFrom<SingleFields> for SingleForm {
    type Error = String;
    fn try_from(f: SingleFields) -> Result<SingleForm, String> {
        let drawing = match (f.art, f.sites, f.stick) {
            (Some(art), None, None) => Drawing::Art(art),
            (None, Some(sites), None) => Drawing::Sites(sites),
            (None, None, Some((length, number))) => Drawing::Stick(length, number),
            _ => {
                let name = f.name;
                return Err(format!(
                    "piece {name} needs exactly one of `art`, `sites` and `stick`"
                ));
            }
        };
        if !f.labels.is_empty() && !matches!(drawing, Drawing::Art(_)) {
            return Err(format!("piece {}: `labels` are drawn beside `art` alone", f.name));
        }
        let SingleFields { name, labels, copies, motions, colour, off, group, weight, .. } = f;
        let handling = Handling { group, weight };
        Ok(SingleForm { name, drawing, labels, copies, motions, colour, off, handling })
    }
}

impl From<SingleForm> for SingleFields {
    fn from(f: SingleForm) -> SingleFields {
        let (art, sites, stick) = match f.drawing {
            Drawing::Art(art) => (Some(art), None, None),
            Drawing::Sites(sites) => (None, Some(sites), None),
            Drawing::Stick(length, number) => (None, None, Some((length, number))),
        };
        let SingleForm { name, labels, copies, motions, colour, off, handling, .. } = f;
        let Handling { group, weight } = handling;
        SingleFields {
            name,
            art,
            sites,
            stick,
            labels,
            copies,
            motions,
            colour,
            off,
            group,
            weight,
        }
    }
}
