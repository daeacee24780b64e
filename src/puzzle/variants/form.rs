//! Variants in the words of a file, and what may be wrong with them.

use serde::de::{self, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::MAX_VARIANTS;
use super::cards::MAX_CARDS;
use crate::polyform::symmetric::{FormSymmetry, SymmetricError};
use crate::puzzle::site_texts::GroupError;
use crate::puzzle::{BoardForm, BoardPieceForm};
use crate::text;

/// The variants of a puzzle, as written in a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "Variants")]
pub struct VariantsForm {
    /// The choices that are combined.
    pub of: Vec<ChoiceForm>,
    /// Sites that are not left open together.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub except: Vec<Vec<SiteName>>,
    /// The name of a variant: a text with `{day}` for the sites that are left open of the group
    /// `day`. All their texts where it is empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The numbers that are known.
    #[serde(default, skip_serializing_if = "ExpectVariants::is_empty")]
    pub expect: ExpectVariants,
}

/// A choice of sites that are left open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ChoiceForm {
    /// One site of a group.
    OpenOne(String),
    /// Some sites of a group, by their number.
    OpenSome(u32, String),
    /// One of these sets of sites.
    OpenSets(Vec<Vec<SiteName>>),
    /// So many of these pieces are used, or of all where the list is empty; the others are left out.
    Pieces(NumberRange, Vec<String>),
    /// So many of these pieces, or of all where the list is empty, are left out.
    LeftOut(u32, Vec<String>),
    /// One of these sets of pieces is used; those of the other sets are left out.
    PieceSets(Vec<Vec<String>>),
    /// One of these boards.
    Boards(Vec<BoardForm>),
    /// A named shape, such as a rectangle, of one of these sizes, if its area fits.
    Sizes(String, Vec<NumberRange>),
    /// One of all boards of so many sites that have a symmetry.
    Symmetric(u32, FormSymmetry),
    /// One of these sets of placements is given.
    Given(Vec<Vec<BoardPieceForm>>),
    /// One of these cards.
    Cards(Vec<CardForm>),
}

/// A card: a board, pieces and given placements that go together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "CardEntry", into = "CardEntry")]
pub struct CardForm {
    /// Its name; the card goes by its number where this is empty.
    pub name: String,
    /// Its board; that of the puzzle where there is none.
    pub board: Option<BoardForm>,
    /// The pieces that are used; all where it is empty.
    pub pieces: Vec<String>,
    /// The placements that are given.
    pub given: Vec<BoardPieceForm>,
}

/// [`CardForm`] as it is spelt, with its name before the fields.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
enum CardEntry {
    Card {
        #[serde(default, skip_serializing_if = "String::is_empty")]
        name: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        board: Option<BoardForm>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pieces: Vec<String>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        given: Vec<BoardPieceForm>,
    },
}

impl From<CardEntry> for CardForm {
    fn from(CardEntry::Card { name, board, pieces, given }: CardEntry) -> CardForm {
        CardForm { name, board, pieces, given }
    }
}

impl From<CardForm> for CardEntry {
    fn from(CardForm { name, board, pieces, given }: CardForm) -> CardEntry {
        CardEntry::Card { name, board, pieces, given }
    }
}

/// A number, or a range of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NumberRange {
    /// The least.
    pub least: u32,
    /// The largest.
    pub most: u32,
}

impl NumberRange {
    /// One number.
    pub fn single(number: u32) -> NumberRange {
        NumberRange { least: number, most: number }
    }
}

impl Serialize for NumberRange {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.least == self.most {
            true => serializer.serialize_u32(self.least),
            false => (self.least, self.most).serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for NumberRange {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<NumberRange, D::Error> {
        struct NumberOrRange;
        impl<'de> Visitor<'de> for NumberOrRange {
            type Value = NumberRange;
            fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
                f.write_str("a number, or a range such as (3, 12)")
            }
            fn visit_u64<E: de::Error>(self, number: u64) -> Result<NumberRange, E> {
                let number = u32::try_from(number).map_err(|_| E::custom("too large a number"))?;
                Ok(NumberRange::single(number))
            }
            fn visit_i64<E: de::Error>(self, number: i64) -> Result<NumberRange, E> {
                Err(E::custom(format!("{number}: the number cannot be negative")))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<NumberRange, A::Error> {
                let missing = || de::Error::custom("a range has two numbers, (least, most)");
                let least = seq.next_element()?.ok_or_else(missing)?;
                let most = seq.next_element()?.ok_or_else(missing)?;
                match least <= most {
                    true => Ok(NumberRange { least, most }),
                    false => {
                        Err(de::Error::custom(format!("the range ({least}, {most}) is empty")))
                    }
                }
            }
        }
        deserializer.deserialize_any(NumberOrRange)
    }
}

impl ChoiceForm {
    /// The group that it chooses from; none for listed sets.
    pub fn group(&self) -> Option<&str> {
        match self {
            ChoiceForm::OpenOne(group) | ChoiceForm::OpenSome(_, group) => Some(group),
            _ => None,
        }
    }

    /// Returns the text that stands between braces for it in the name of a variant; none for listed
    /// sets of sites.
    pub fn name_part(&self) -> Option<&str> {
        Some(match self {
            ChoiceForm::OpenOne(group) | ChoiceForm::OpenSome(_, group) => group,
            ChoiceForm::OpenSets(_) => return None,
            ChoiceForm::Pieces(..) | ChoiceForm::LeftOut(..) | ChoiceForm::PieceSets(_) => "pieces",
            ChoiceForm::Boards(_) | ChoiceForm::Sizes(..) | ChoiceForm::Symmetric(..) => "board",
            ChoiceForm::Given(_) => "given",
            ChoiceForm::Cards(_) => "card",
        })
    }
}

/// A site by its text or its address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SiteName {
    /// Its text.
    Text(String),
    /// Its address.
    Address(Vec<i32>),
}

impl Serialize for SiteName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            SiteName::Text(text) => serializer.serialize_str(text),
            SiteName::Address(address) => address.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for SiteName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<SiteName, D::Error> {
        struct TextOrAddress;
        impl<'de> Visitor<'de> for TextOrAddress {
            type Value = SiteName;
            fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
                f.write_str("the text of a site, or its address such as [3, 1]")
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<SiteName, E> {
                Ok(SiteName::Text(text.to_owned()))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<SiteName, A::Error> {
                let mut address = Vec::new();
                while let Some(number) = seq.next_element()? {
                    address.push(number);
                }
                Ok(SiteName::Address(address))
            }
        }
        deserializer.deserialize_any(TextOrAddress)
    }
}

/// Known numbers of the variants, to be compared with what is found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ExpectVariants {
    /// The variants, those that symmetry makes equal counted once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variants: Option<u64>,
    /// Those with a solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solvable: Option<u64>,
    /// Those with exactly one distinct solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unique: Option<u64>,
    /// The distinct solutions of all variants together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distinct: Option<u64>,
    /// The fewest distinct solutions of a variant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fewest: Option<u64>,
    /// The most.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most: Option<u64>,
}

impl ExpectVariants {
    pub(super) fn is_empty(&self) -> bool {
        *self == ExpectVariants::default()
    }
}

/// Why the words of a file are no variants.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum VariantsError {
    /// Nothing is chosen.
    #[error("`of` is empty; add a choice, such as OpenOne(\"corner\")")]
    NoChoice,
    /// A group is not known.
    #[error("no group of sites is called {group}; {}", known_groups(.known))]
    UnknownGroup {
        /// The name.
        group: String,
        /// The groups that there are.
        known: Vec<String>,
    },
    /// More sites are to be left open than a group has, or none.
    #[error("{count} of the group {group} cannot be left open; it has {size} {sites}")]
    Count {
        /// The name of the group.
        group: String,
        /// The number asked for.
        count: u32,
        /// The number of its sites.
        size: usize,
        /// The word for sites.
        sites: &'static str,
    },
    /// A list of sets, or a set, is empty.
    #[error("{0} is empty; list at least one site")]
    Empty(&'static str),
    /// A list of sets of pieces is empty.
    #[error("the list of sets is empty; list at least one set of pieces")]
    NoPieceSets,
    /// A piece is not known.
    #[error("no piece is called {0}")]
    UnknownPiece(String),
    /// More pieces are to be used than there are to choose from.
    #[error("{count} of {size} pieces cannot be chosen")]
    PieceCount {
        /// The number asked for.
        count: u32,
        /// The number of pieces to choose from.
        size: usize,
    },
    /// More pieces are to be left out than there are, or none.
    #[error("{count} of {size} pieces cannot be left out; some must be used")]
    LeftOut {
        /// The number asked for.
        count: u32,
        /// The number of pieces to choose from.
        size: usize,
    },
    /// A piece belongs to two choices.
    #[error("piece {0} belongs to two choices; name it in one of them")]
    PieceTwice(String),
    /// A piece belongs to a choice, and cards say which pieces are used.
    #[error("the cards say which pieces are used; remove the other choices of pieces")]
    CardPieces,
    /// Two choices have boards.
    #[error("two choices have boards; put all boards into one choice")]
    BoardsTwice,
    /// A list of cards is empty.
    #[error("the list of {0}s is empty; list at least one")]
    NoCards(&'static str),
    /// Something is wrong with a card.
    #[error("{kind} {number}: {message}")]
    Card {
        /// The kind of the cards.
        kind: &'static str,
        /// The place of the card in the list, from 1.
        number: usize,
        /// The description of the error.
        message: String,
    },
    /// The sizes are wrong.
    #[error("{0}")]
    Sizes(String),
    /// The symmetric boards cannot be listed.
    #[error(transparent)]
    Symmetric(#[from] SymmetricError),
    /// No board of a choice fits the pieces.
    #[error("none of the sizes has an area that fits the pieces")]
    NoSize,
    /// There are too many cards.
    #[error("more than {} cards; list fewer", text::grouped(MAX_CARDS as u64))]
    TooManyCards,
    /// A site is not known.
    #[error(transparent)]
    Site(#[from] GroupError),
    /// A name stands for nothing.
    #[error(
        "{{{0}}} in the name is not a group of `of`; name one, or use {{pieces}}, {{board}}, {{given}} or {{card}}"
    )]
    NamePart(String),
    /// They are too many.
    #[error(
        "{} variants, more than the limit of {}; leave fewer sites open, or choose from smaller \
         groups",
        text::grouped(*.0), text::grouped(MAX_VARIANTS)
    )]
    TooMany(u64),
}

/// Lists the known groups, in words.
fn known_groups(known: &[String]) -> String {
    match known {
        [] => "`site_groups` is empty".to_owned(),
        known => format!("there are {}", known.join(", ")),
    }
}
