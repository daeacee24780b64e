//! Texts on sites, and groups of sites by name.
//!
//! In a file the texts are words, one for each site of the board in the order of a drawing; here
//! each belongs to its site, and so stays there when the board is changed. Groups name sites by
//! their texts or addresses. Neither makes a difference to the solutions of a puzzle; its
//! [variants](super::variants) are made of groups.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::board_form::read_addresses;
use super::errors::site_name;
use super::{AddressError, Board, BoardForm, Diagnostic, Place};
use crate::lattice::{Lattice, MAX_SITES, Point};
use crate::text;

/// The largest number of characters of a text.
const MAX_LETTERS: usize = 12;
/// The word for a site without a text.
const NONE: &str = ".";

/// The texts of a board's sites, as a description has them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SiteTexts {
    /// Each with its site.
    Placed(BTreeMap<Point, String>),
    /// Rows of words that are not as many as the board has sites, or whose board is none.
    Unplaced(Vec<String>),
}

impl Default for SiteTexts {
    fn default() -> SiteTexts {
        SiteTexts::Placed(BTreeMap::new())
    }
}

/// Sites in the order of a drawing, in rows: layer after layer, row after row.
fn drawn_rows(lattice: &Lattice, sites: &[Point]) -> Vec<Vec<Point>> {
    let place = |site: Point| {
        let (column, row) = (lattice.art_place)(site);
        (lattice.layer(site), row, column)
    };
    let mut placed: Vec<((i32, i32, i32), Point)> = sites.iter().map(|&s| (place(s), s)).collect();
    placed.sort_unstable();
    let same_row = |a: &((i32, i32, i32), Point), b: &((i32, i32, i32), Point)| {
        (a.0.0, a.0.1) == (b.0.0, b.0.1)
    };
    placed.chunk_by(same_row).map(|row| row.iter().map(|(_, site)| *site).collect()).collect()
}

/// The sites of a board, each once; none if it is no board.
pub(super) fn sites_of(lattice: &Lattice, form: &BoardForm) -> Option<Vec<Point>> {
    let board = Board::new(form.states_on(lattice).ok()?);
    Some(board.sites().iter().map(|s| s.site).collect())
}

impl SiteTexts {
    /// Reads rows of words.
    pub(super) fn read(rows: Vec<String>, lattice: &Lattice, form: &BoardForm) -> SiteTexts {
        let words: Vec<&str> = rows.iter().flat_map(|row| row.split_whitespace()).collect();
        if words.is_empty() {
            return SiteTexts::default();
        }
        match sites_of(lattice, form) {
            Some(sites) if sites.len() == words.len() => {
                let sites = drawn_rows(lattice, &sites).into_iter().flatten();
                let written = sites.zip(words).filter(|(_, word)| *word != NONE);
                SiteTexts::Placed(written.map(|(site, word)| (site, word.to_owned())).collect())
            }
            _ => SiteTexts::Unplaced(rows),
        }
    }

    /// The rows of words, as wide as those above them.
    pub(super) fn rows(&self, lattice: &Lattice, form: &BoardForm) -> Vec<String> {
        let texts = match self {
            SiteTexts::Unplaced(rows) => return rows.clone(),
            SiteTexts::Placed(texts) => texts,
        };
        let sites = sites_of(lattice, form).unwrap_or_default();
        if !sites.iter().any(|site| texts.contains_key(site)) {
            return Vec::new();
        }
        let word = |site: &Point| texts.get(site).map_or(NONE, String::as_str);
        let row = |row: &Vec<Point>| row.iter().map(word).collect::<Vec<_>>().join(" ");
        drawn_rows(lattice, &sites).iter().map(row).collect()
    }

    /// Returns whether there are no texts.
    pub fn is_empty(&self) -> bool {
        match self {
            SiteTexts::Placed(texts) => texts.is_empty(),
            SiteTexts::Unplaced(rows) => rows.is_empty(),
        }
    }

    /// The text of a site.
    pub fn get(&self, site: Point) -> Option<&str> {
        match self {
            SiteTexts::Placed(texts) => texts.get(&site).map(String::as_str),
            SiteTexts::Unplaced(_) => None,
        }
    }

    /// Gives a site a text, or none.
    pub fn set(&mut self, site: Point, text: Option<String>) {
        if let SiteTexts::Placed(texts) = self {
            match text {
                Some(text) => texts.insert(site, text),
                None => texts.remove(&site),
            };
        }
    }

    /// Moves every text with its site.
    pub fn move_all(&mut self, image: impl Fn(Point) -> Point) {
        if let SiteTexts::Placed(texts) = self {
            let before = std::mem::take(texts);
            *texts = before.into_iter().map(|(site, text)| (image(site), text)).collect();
        }
    }

    /// The texts of the sites of a board; reports what is wrong with them.
    pub(super) fn on_board(
        &self,
        lattice: &Lattice,
        board: &Board,
        problems: &mut Vec<Diagnostic>,
    ) -> BTreeMap<Point, String> {
        let mut wrong = |message| problems.push(Diagnostic { place: Place::SiteTexts, message });
        let texts = match self {
            SiteTexts::Placed(texts) => texts,
            SiteTexts::Unplaced(rows) => {
                let words = rows.iter().flat_map(|row| row.split_whitespace()).count();
                wrong(format!(
                    "{} for {}; expected one word for each of the {} of the board, row by row, \
                     with '.' for no text",
                    text::count(words as u64, "word"),
                    lattice.count_sites(board.sites().len() as u64),
                    lattice.site_words.1,
                ));
                return BTreeMap::new();
            }
        };
        let here = texts.iter().filter(|(site, _)| board.position(**site).is_some());
        for (site, word) in here.clone() {
            if !is_text(word) {
                wrong(format!(
                    "{}: '{}' cannot be the text of a {}; a text has 1 to {MAX_LETTERS} characters \
                     and no spaces",
                    site_name(lattice, *site),
                    text::shortened(word, 20),
                    lattice.site_words.0,
                ));
            }
        }
        here.map(|(site, word)| (*site, word.clone())).collect()
    }
}

/// Returns whether a word can stand on a site.
fn is_text(word: &str) -> bool {
    let fits = (1..=MAX_LETTERS).contains(&word.chars().count());
    fits && word != NONE && !word.chars().any(|c| c.is_whitespace() || c.is_control())
}

/// A group of sites, as written in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum GroupForm {
    /// The sites with these texts.
    Texts(Vec<String>),
    /// The sites with the numbers from the first to the second as texts.
    Numbers(u32, u32),
    /// The sites at these addresses.
    Sites(Vec<Vec<i32>>),
    /// Every site of the board.
    All,
}

/// A group of sites of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteGroup {
    /// Its name.
    pub name: String,
    /// Its sites, each once: in the order of the texts or addresses, or of a drawing.
    pub sites: Vec<Point>,
}

/// Why a form is no group of sites of a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GroupError {
    /// It has no sites.
    #[error("the group has no {0}; name at least one")]
    Empty(&'static str),
    /// No site has a text.
    #[error("no {site} has the text {text}; write it into `site_texts`")]
    UnknownText {
        /// The text.
        text: String,
        /// The word for a site.
        site: &'static str,
    },
    /// A site is not on the lattice.
    #[error(transparent)]
    Address(#[from] AddressError),
    /// A site is not on the board.
    #[error("the board does not have {0}")]
    OffBoard(String),
    /// The numbers are no range.
    #[error(
        "{from} to {to} is not a range of numbers; the first cannot be larger than the last, and \
         both are at most {MAX_SITES}"
    )]
    Range {
        /// The first.
        from: u32,
        /// The last.
        to: u32,
    },
}

/// The board and its texts, against which groups and variants are read.
pub(super) struct SiteNames<'a> {
    pub(super) lattice: &'static Lattice,
    pub(super) board: &'a Board,
    by_text: BTreeMap<&'a str, Vec<Point>>,
}

impl<'a> SiteNames<'a> {
    pub(super) fn new(
        lattice: &'static Lattice,
        board: &'a Board,
        texts: &'a BTreeMap<Point, String>,
    ) -> SiteNames<'a> {
        let mut by_text: BTreeMap<&str, Vec<Point>> = BTreeMap::new();
        for (site, text) in texts {
            by_text.entry(text).or_default().push(*site);
        }
        SiteNames { lattice, board, by_text }
    }

    /// The sites that carry a text.
    pub(super) fn with_text(&self, text: &str) -> Result<&[Point], GroupError> {
        let unknown = || GroupError::UnknownText {
            text: text::shortened(text, 20),
            site: self.lattice.site_words.0,
        };
        self.by_text.get(text).map(Vec::as_slice).ok_or_else(unknown)
    }

    /// The site of the board at an address.
    pub(super) fn at(&self, address: &Vec<i32>) -> Result<Point, GroupError> {
        let site = read_addresses(self.lattice, std::slice::from_ref(address))?[0];
        match self.board.position(site) {
            Some(_) => Ok(site),
            None => Err(GroupError::OffBoard(site_name(self.lattice, site))),
        }
    }

    /// The sites of a group, each once.
    fn group(&self, form: &GroupForm) -> Result<Vec<Point>, GroupError> {
        let mut sites: Vec<Point> = Vec::new();
        match form {
            GroupForm::Texts(texts) => {
                for text in texts {
                    sites.extend(self.with_text(text)?);
                }
            }
            &GroupForm::Numbers(from, to) => {
                if from > to || u64::from(to) > MAX_SITES {
                    return Err(GroupError::Range { from, to });
                }
                for number in from..=to {
                    sites.extend(self.with_text(&number.to_string())?);
                }
            }
            GroupForm::Sites(addresses) => {
                for address in addresses {
                    sites.push(self.at(address)?);
                }
            }
            GroupForm::All => {
                let all: Vec<Point> = self.board.sites().iter().map(|s| s.site).collect();
                sites = drawn_rows(self.lattice, &all).concat();
            }
        }
        let mut met = BTreeSet::new();
        sites.retain(|site| met.insert(*site));
        match sites.is_empty() {
            true => Err(GroupError::Empty(self.lattice.site_words.1)),
            false => Ok(sites),
        }
    }

    /// The groups of a puzzle; reports those that are wrong.
    pub(super) fn groups(
        &self,
        forms: &BTreeMap<String, GroupForm>,
        problems: &mut Vec<Diagnostic>,
    ) -> Vec<SiteGroup> {
        let mut groups = Vec::new();
        for (name, form) in forms {
            match self.group(form) {
                Ok(sites) => groups.push(SiteGroup { name: name.clone(), sites }),
                Err(error) => problems.push(Diagnostic {
                    place: Place::SiteGroups,
                    message: format!("group {}: {error}", text::shortened(name, 40)),
                }),
            }
        }
        groups
    }
}

impl GroupForm {
    /// Moves all that it says of places.
    pub fn move_all(&mut self, image: &impl Fn(&Vec<i32>) -> Vec<i32>) {
        if let GroupForm::Sites(addresses) = self {
            addresses.iter_mut().for_each(|address| *address = image(address));
        }
    }
}
