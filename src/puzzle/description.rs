//! The puzzle in the words of its file.
//!
//! These types say what may stand in a puzzle file; reading and writing the text is the work of
//! [`crate::format`]. A mistake that one value alone shows is refused while reading, so
//! that the error has a line and column; the rest is found by [`Description::build`].

use std::collections::BTreeMap;
use std::marker::PhantomData;

use serde::de::{self, EnumAccess, SeqAccess, VariantAccess, Visitor};
use serde::ser::SerializeTupleVariant;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::fields::Fields;
use super::{
    BoardPieceForm, Colour, CopiesError, CoverForm, GroupForm, Making, Rules, SiteRule, SiteTexts,
    VariantsForm,
};
use crate::lattice::{self, Lattice};
use crate::polyform::Motions;
use crate::polyform::family::Congruence;
use crate::text;

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
}

/// Reads a bare word, whatever it is; what it may be is decided by tables, not by a Rust enum.
pub(super) struct Identifier;

impl<'de> de::DeserializeSeed<'de> for Identifier {
    type Value = String;
    fn deserialize<D: Deserializer<'de>>(self, d: D) -> Result<String, D::Error> {
        struct Word;
        impl Visitor<'_> for Word {
            type Value = String;
            fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
                f.write_str("a name")
            }
            fn visit_str<E: de::Error>(self, word: &str) -> Result<String, E> {
                Ok(word.to_owned())
            }
        }
        d.deserialize_identifier(Word)
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
}

/// The notation of a shape.
#[derive(Clone, Debug, PartialEq)]
pub enum Drawing {
    /// As text art.
    Art(Vec<String>),
    /// As addresses of sites.
    Sites(Vec<Vec<i32>>),
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
}

pub(super) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl TryFrom<SingleFields> for SingleForm {
    type Error = String;
    fn try_from(f: SingleFields) -> Result<SingleForm, String> {
        let drawing = match (f.art, f.sites) {
            (Some(art), None) => Drawing::Art(art),
            (None, Some(sites)) => Drawing::Sites(sites),
            _ => return Err(format!("piece {} needs exactly one of `art` and `sites`", f.name)),
        };
        if !f.labels.is_empty() && !matches!(drawing, Drawing::Art(_)) {
            return Err(format!("piece {}: `labels` are drawn beside `art`, not `sites`", f.name));
        }
        let SingleFields { name, labels, copies, motions, colour, off, .. } = f;
        Ok(SingleForm { name, drawing, labels, copies, motions, colour, off })
    }
}

impl From<SingleForm> for SingleFields {
    fn from(f: SingleForm) -> SingleFields {
        let (art, sites) = match f.drawing {
            Drawing::Art(art) => (Some(art), None),
            Drawing::Sites(sites) => (None, Some(sites)),
        };
        let SingleForm { name, labels, copies, motions, colour, off, .. } = f;
        SingleFields { name, art, sites, labels, copies, motions, colour, off }
    }
}

/// The number of copies of a piece that must and may be used; written `3` or `(0, 3)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Copies {
    /// The least number.
    pub min: u32,
    /// The largest number; at least `min`, and at least 1 unless the piece is left out of a variant.
    pub max: u32,
}

impl Copies {
    /// The largest number of copies that may be asked for.
    pub const MAX: u32 = lattice::MAX_SITES as u32;

    /// Between `min` and `max` copies.
    ///
    /// # Errors
    /// When the range is empty, allows no copy at all, or exceeds [`Copies::MAX`].
    pub fn new(min: u32, max: u32) -> Result<Copies, CopiesError> {
        if max == 0 {
            Err(CopiesError::None)
        } else if min > max {
            Err(CopiesError::Empty { min, max })
        } else if max > Copies::MAX {
            Err(CopiesError::TooMany(max))
        } else {
            Ok(Copies { min, max })
        }
    }

    /// Returns whether exactly one copy is used, the usual case.
    pub fn is_one(&self) -> bool {
        *self == Copies::default()
    }

    /// The number of copies in words: `1`, or `0–1`.
    pub fn words(&self) -> String {
        if self.min == self.max {
            text::grouped(u64::from(self.min))
        } else {
            let [min, max] = [self.min, self.max].map(|n| text::grouped(u64::from(n)));
            format!("{min}–{max}")
        }
    }
}

impl Default for Copies {
    fn default() -> Copies {
        Copies { min: 1, max: 1 }
    }
}

impl Serialize for Copies {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.min == self.max {
            serializer.serialize_u32(self.min)
        } else {
            (self.min, self.max).serialize(serializer)
        }
    }
}

impl<'de> Deserialize<'de> for Copies {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Copies, D::Error> {
        struct NumberOrRange;
        impl<'de> Visitor<'de> for NumberOrRange {
            type Value = Copies;
            fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
                f.write_str("a number of copies, or a range such as (0, 2)")
            }
            fn visit_u64<E: de::Error>(self, n: u64) -> Result<Copies, E> {
                let n = u32::try_from(n).unwrap_or(u32::MAX);
                Copies::new(n, n).map_err(E::custom)
            }
            fn visit_i64<E: de::Error>(self, n: i64) -> Result<Copies, E> {
                Err(E::custom(format!("copies {n}: there cannot be fewer than none")))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Copies, A::Error> {
                let missing = || de::Error::custom("a range of copies has two numbers, (min, max)");
                let min = seq.next_element()?.ok_or_else(missing)?;
                let max = seq.next_element()?.ok_or_else(missing)?;
                Copies::new(min, max).map_err(de::Error::custom)
            }
        }
        deserializer.deserialize_any(NumberOrRange)
    }
}

/// A board as written in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardForm {
    /// Drawn: `#` (or a mark of the lattice, such as `-` and `|`) must be covered, `o` may be.
    Art(Vec<String>),
    /// Addresses of the sites that must be covered.
    Sites(Vec<Vec<i32>>),
    /// A shape by name and numbers, such as `Rectangle(10, 6)`.
    Named(NamedShape),
    /// Another board less some sites.
    Less(Box<BoardForm>, Vec<Vec<i32>>),
    /// Another board with colour labels, drawn as text art at the same places.
    Labelled(Box<BoardForm>, Vec<String>),
}

/// A named board shape with its numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedShape {
    /// The key of a [`crate::lattice::NamedBoard`].
    pub key: &'static str,
    /// Its numbers; how many there must be is checked when the puzzle is built.
    pub numbers: Vec<u32>,
}

/// Every name that a board form can begin with.
fn board_words() -> impl Iterator<Item = &'static str> {
    let mut named: Vec<&str> =
        lattice::ALL.iter().flat_map(|l| l.boards).map(|board| board.key).collect();
    named.sort_unstable();
    named.dedup();
    ["Art", "Sites", "Less", "Labelled"].into_iter().chain(named)
}

impl Serialize for BoardForm {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            BoardForm::Art(rows) => serializer.serialize_newtype_variant("Board", 0, "Art", rows),
            BoardForm::Sites(sites) => {
                serializer.serialize_newtype_variant("Board", 1, "Sites", sites)
            }
            BoardForm::Less(board, sites) => {
                let mut tuple = serializer.serialize_tuple_variant("Board", 2, "Less", 2)?;
                tuple.serialize_field(board)?;
                tuple.serialize_field(sites)?;
                tuple.end()
            }
            BoardForm::Labelled(board, rows) => {
                let mut tuple = serializer.serialize_tuple_variant("Board", 4, "Labelled", 2)?;
                tuple.serialize_field(board)?;
                tuple.serialize_field(rows)?;
                tuple.end()
            }
            BoardForm::Named(shape) => {
                let count = shape.numbers.len();
                let mut tuple = serializer.serialize_tuple_variant("Board", 3, shape.key, count)?;
                for number in &shape.numbers {
                    tuple.serialize_field(number)?;
                }
                tuple.end()
            }
        }
    }
}

impl<'de> Deserialize<'de> for BoardForm {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<BoardForm, D::Error> {
        deserializer.deserialize_enum("Board", &[], BoardVisitor)
    }
}

struct BoardVisitor;

impl<'de> Visitor<'de> for BoardVisitor {
    type Value = BoardForm;

    fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str("a board such as Rectangle(10, 6) or Art([\"###\", \"#.#\"])")
    }

    fn visit_enum<A: EnumAccess<'de>>(self, data: A) -> Result<BoardForm, A::Error> {
        let (word, variant) = data.variant_seed(Identifier)?;
        match word.as_str() {
            "Art" => variant.newtype_variant().map(BoardForm::Art),
            "Sites" => variant.newtype_variant().map(BoardForm::Sites),
            "Less" => {
                let parts = BoardAnd::expected("Less(a board, [sites to leave out])");
                let (board, sites) = variant.tuple_variant(2, parts)?;
                Ok(BoardForm::Less(Box::new(board), sites))
            }
            "Labelled" => {
                let parts = BoardAnd::expected("Labelled(a board, [rows of labels])");
                let (board, rows) = variant.tuple_variant(2, parts)?;
                Ok(BoardForm::Labelled(Box::new(board), rows))
            }
            _ => {
                let key = board_words().find(|key| *key == word).ok_or_else(|| {
                    let words: Vec<&str> = board_words().collect();
                    de::Error::custom(format!(
                        "no board is called `{word}`; expected one of {}",
                        words.join(", ")
                    ))
                })?;
                // The number of numbers belongs to the lattice, which is checked later.
                let numbers = variant.tuple_variant(2, BoardNumbers)?;
                Ok(BoardForm::Named(NamedShape { key, numbers }))
            }
        }
    }
}

/// Reads a board and something that is said of it, in brackets.
struct BoardAnd<T> {
    /// The whole in words.
    expected: &'static str,
    value: PhantomData<T>,
}

impl<T> BoardAnd<T> {
    fn expected(expected: &'static str) -> BoardAnd<T> {
        BoardAnd { expected, value: PhantomData }
    }
}

impl<'de, T: Deserialize<'de>> Visitor<'de> for BoardAnd<T> {
    type Value = (BoardForm, T);

    fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(self.expected)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(BoardForm, T), A::Error> {
        let missing = || de::Error::custom(format!("expected {}", self.expected));
        let board = seq.next_element()?.ok_or_else(missing)?;
        let rest = seq.next_element()?.ok_or_else(missing)?;
        Ok((board, rest))
    }
}

struct BoardNumbers;

impl<'de> Visitor<'de> for BoardNumbers {
    type Value = Vec<u32>;

    fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str("the numbers of a named board")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Vec<u32>, A::Error> {
        let mut numbers = Vec::new();
        while let Some(n) = seq.next_element()? {
            numbers.push(n);
        }
        Ok(numbers)
    }
}

/// Known numbers of solutions, to be compared with what a run finds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Expect {
    /// Every solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<u64>,
    /// Modulo the symmetries that keep orientation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turned: Option<u64>,
    /// Modulo all symmetries.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distinct: Option<u64>,
    /// Distinct ones that some symmetry besides the identity fixes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub symmetric: Option<u64>,
}

impl Expect {
    pub(super) fn is_empty(&self) -> bool {
        *self == Expect::default()
    }
}
