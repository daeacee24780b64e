//! The board in the words of a file, and on a lattice.

use std::collections::{BTreeMap, BTreeSet};
use std::marker::PhantomData;

use serde::de::{self, EnumAccess, SeqAccess, VariantAccess, Visitor};
use serde::ser::SerializeTupleVariant;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::errors::site_name;
use super::{AddressError, Board, BoardError, BoardSite, Label, labels};
use crate::lattice::{self, Lattice, MAX_SITES, Point};
use crate::polyform::art;

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
    /// Another board, whose sites may be left open where others lie on all their sides.
    Shell(Box<BoardForm>),
}

/// A named board shape with its numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedShape {
    /// The key of a [`crate::lattice::NamedBoard`].
    pub key: &'static str,
    /// Its numbers; how many there must be is checked when the puzzle is built.
    pub numbers: Vec<u32>,
}

impl NamedShape {
    /// The length of the sticks that fill it, if it is the board of a burr.
    pub fn length_of_sticks(&self) -> Option<u32> {
        self.key.ends_with("PieceBurr").then(|| self.numbers.first().map(|half| 2 * half))?
    }
}

impl BoardForm {
    /// The shape with a name that it is, or that it begins with.
    pub fn named(&self) -> Option<&NamedShape> {
        match self {
            BoardForm::Named(shape) => Some(shape),
            BoardForm::Less(inner, _) | BoardForm::Labelled(inner, _) | BoardForm::Shell(inner) => {
                inner.named()
            }
            BoardForm::Art(_) | BoardForm::Sites(_) => None,
        }
    }

    /// Returns whether sites may be left open where others lie on all their sides.
    pub fn is_shell(&self) -> bool {
        match self {
            BoardForm::Shell(_) => true,
            BoardForm::Less(inner, _) | BoardForm::Labelled(inner, _) => inner.is_shell(),
            BoardForm::Named(_) | BoardForm::Art(_) | BoardForm::Sites(_) => false,
        }
    }
}

/// Every name that a board form can begin with.
fn board_words() -> impl Iterator<Item = &'static str> {
    let mut named: Vec<&str> =
        lattice::ALL.iter().flat_map(|l| l.boards).map(|board| board.key).collect();
    named.sort_unstable();
    named.dedup();
    ["Art", "Sites", "Less", "Labelled", "Shell"].into_iter().chain(named)
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
            BoardForm::Shell(board) => {
                serializer.serialize_newtype_variant("Board", 5, "Shell", board)
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
            "Shell" => variant.newtype_variant().map(BoardForm::Shell),
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

/// The sites at some addresses of a lattice.
pub(super) fn read_addresses(
    lattice: &Lattice,
    addresses: &[Vec<i32>],
) -> Result<Vec<Point>, AddressError> {
    let error = |address: &Vec<i32>| AddressError {
        address: address.clone(),
        site: lattice.site_words.0,
        lattice: lattice.name,
        expected: lattice.address.parts.join(", "),
    };
    addresses.iter().map(|a| lattice.site_at(a).ok_or_else(|| error(a))).collect()
}

/// Refuses sites, sorted, that do not consist of whole units.
pub(super) fn whole_units(lattice: &Lattice, sites: &[Point]) -> Result<(), String> {
    lattice.stray(sites).map_or(Ok(()), |stray| {
        Err(format!(
            "{} {} and those joined to it cannot be divided into {} of {} {} each",
            lattice.site_words.0,
            lattice.site_label(stray),
            lattice.unit_words().1,
            lattice.unit_size(),
            lattice.site_words.1,
        ))
    })
}

impl BoardForm {
    /// The sites of the board on a lattice, as the form has them.
    ///
    /// # Errors
    /// When the form is no board of this lattice.
    pub fn states_on(&self, lattice: &Lattice) -> Result<Vec<BoardSite>, BoardError> {
        board_sites(lattice, self)
    }

    /// The board on a lattice, or why it is none.
    pub(super) fn on(&self, lattice: &Lattice) -> Result<Board, String> {
        let board = Board::new(self.states_on(lattice).map_err(|error| error.to_string())?);
        let sites: Vec<Point> = board.sites().iter().map(|s| s.site).collect();
        whole_units(lattice, &sites)?;
        let labels = board_labels(lattice, self, &board)?;
        Ok(board.with_labels(labels))
    }
}

fn board_sites(lattice: &Lattice, form: &BoardForm) -> Result<Vec<BoardSite>, BoardError> {
    let required = |site| BoardSite { site, required: true };
    match form {
        BoardForm::Art(rows) => art::marks(lattice, rows)
            .map_err(BoardError::Art)?
            .into_iter()
            .map(|mark| match mark.character {
                'o' => Ok(BoardSite { site: mark.site, required: false }),
                c if c == '#' || c == (lattice.art_marks)(mark.site) => Ok(required(mark.site)),
                character => Err(BoardError::Character {
                    row: mark.place.0 + 1,
                    column: mark.place.1 + 1,
                    character,
                }),
            })
            .collect(),
        BoardForm::Sites(addresses) => {
            if addresses.len() as u64 > MAX_SITES {
                return Err(too_many(lattice, addresses.len() as u64));
            }
            Ok(read_addresses(lattice, addresses)?.into_iter().map(required).collect())
        }
        BoardForm::Named(shape) => {
            Ok(named_sites(lattice, shape)?.into_iter().map(required).collect())
        }
        BoardForm::Labelled(board, _) => board_sites(lattice, board),
        BoardForm::Shell(board) => {
            let mut sites = board_sites(lattice, board)?;
            let inside = inside(lattice, sites.iter().map(|s| s.site));
            sites.iter_mut().for_each(|s| s.required &= !inside.contains(&s.site));
            Ok(sites)
        }
        BoardForm::Less(board, addresses) => {
            let mut sites = board_sites(lattice, board)?;
            let holes: BTreeSet<Point> = read_addresses(lattice, addresses)?.into_iter().collect();
            let here: BTreeSet<Point> = sites.iter().map(|s| s.site).collect();
            if let Some(stray) = holes.iter().find(|hole| !here.contains(hole)) {
                return Err(BoardError::NoSuchHole(site_name(lattice, *stray)));
            }
            sites.retain(|s| !holes.contains(&s.site));
            Ok(sites)
        }
    }
}

/// The sites whose neighbours are all among these: those of which nothing is seen from outside.
pub fn inside(lattice: &Lattice, sites: impl Iterator<Item = Point>) -> BTreeSet<Point> {
    let here: BTreeSet<Point> = sites.collect();
    let is_inside = |site: &Point| {
        let mut around = lattice.neighbours(*site).peekable();
        around.peek().is_some() && around.all(|own| here.contains(&own))
    };
    here.iter().copied().filter(is_inside).collect()
}

fn named_sites(lattice: &Lattice, shape: &NamedShape) -> Result<Vec<Point>, BoardError> {
    let Some(board) = lattice.boards.iter().find(|board| board.key == shape.key) else {
        let keys: Vec<&str> = lattice.boards.iter().map(|board| board.key).collect();
        return Err(BoardError::UnknownShape {
            lattice: lattice.name,
            key: shape.key.to_owned(),
            known: keys.join(", "),
        });
    };
    if shape.numbers.len() != board.parameters.len() {
        return Err(BoardError::Parameters {
            key: board.key,
            parameters: board.parameters,
            given: shape.numbers.len(),
        });
    }
    if let Some(i) = shape.numbers.iter().position(|&n| n == 0) {
        return Err(BoardError::Zero { key: board.key, parameter: board.parameters[i] });
    }
    // Each number alone is bounded before they are multiplied, so `count` cannot overflow.
    if let Some(&number) = shape.numbers.iter().find(|&&n| u64::from(n) > MAX_SITES) {
        return Err(BoardError::TooLarge { key: board.key, number });
    }
    let count = board.count(&shape.numbers);
    if count > MAX_SITES {
        return Err(too_many(lattice, count));
    }
    Ok((board.sites)(&shape.numbers))
}

fn too_many(lattice: &Lattice, count: u64) -> BoardError {
    BoardError::TooManySites { count, sites: lattice.site_words.1 }
}

/// The labels of a board in the order of its sites; empty when it has none.
fn board_labels(
    lattice: &Lattice,
    form: &BoardForm,
    board: &Board,
) -> Result<Vec<Option<Label>>, String> {
    let mut found: BTreeMap<Point, Label> = BTreeMap::new();
    let mut form = form;
    loop {
        match form {
            BoardForm::Labelled(inner, rows) => {
                for (site, label, (row, column)) in labels::read(lattice, rows)? {
                    if board.position(site).is_none() {
                        return Err(format!(
                            "column {column}, row {row} of the labels: '{label}' is outside the \
                             board"
                        ));
                    }
                    // Of labels drawn one over the other the outer ones count.
                    found.entry(site).or_insert(label);
                }
                form = inner;
            }
            BoardForm::Less(inner, _) | BoardForm::Shell(inner) => form = inner,
            BoardForm::Art(_) | BoardForm::Sites(_) | BoardForm::Named(_) => break,
        }
    }
    if found.is_empty() {
        return Ok(Vec::new());
    }
    Ok(board.sites().iter().map(|s| found.get(&s.site).copied()).collect())
}
