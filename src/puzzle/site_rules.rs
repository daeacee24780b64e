//! The pieces that may cover a site, where not all may.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::board_form::read_addresses;
use super::{Board, Diagnostic, Piece, PieceId, Place, Puzzle};
use crate::lattice::{Lattice, Point};
use crate::text;

/// Sites times the pieces that are barred from them may be no more than this.
const MAX_BARRED: usize = 10_000_000;

/// A rule of a site, as written in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Entry", into = "Entry")]
pub struct SiteRule {
    /// The address of the site.
    pub at: Vec<i32>,
    /// The pieces that may cover it.
    pub takes: Takes,
}

/// The pieces that a site takes, by their names: at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Takes {
    /// These alone.
    Only(Vec<String>),
    /// All but these.
    Never(Vec<String>),
}

impl Takes {
    /// The names.
    pub fn names(&self) -> &[String] {
        let (Takes::Only(names) | Takes::Never(names)) = self;
        names
    }

    /// The names, to be changed.
    pub fn names_mut(&mut self) -> &mut Vec<String> {
        let (Takes::Only(names) | Takes::Never(names)) = self;
        names
    }
}

/// [`SiteRule`] as it is spelt, with a name before the fields.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
enum Entry {
    Site {
        at: Vec<i32>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        only: Vec<String>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        never: Vec<String>,
    },
}

impl TryFrom<Entry> for SiteRule {
    type Error = String;
    fn try_from(Entry::Site { at, only, never }: Entry) -> Result<SiteRule, String> {
        let takes = match (only.is_empty(), never.is_empty()) {
            (false, true) => Takes::Only(only),
            (true, false) => Takes::Never(never),
            _ => return Err("a site needs exactly one of `only` and `never`, with names".into()),
        };
        Ok(SiteRule { at, takes })
    }
}

impl From<SiteRule> for Entry {
    fn from(SiteRule { at, takes }: SiteRule) -> Entry {
        let (only, never) = match takes {
            Takes::Only(names) => (names, Vec::new()),
            Takes::Never(names) => (Vec::new(), names),
        };
        Entry::Site { at, only, never }
    }
}

impl Puzzle {
    /// Returns whether the rules of the sites let a piece cover a site.
    pub fn may_cover(&self, piece: PieceId, site: Point) -> bool {
        self.barred.get(&site).is_none_or(|barred| barred.binary_search(&piece).is_err())
    }
}

/// The pieces that must not cover a site, for each site of a rule; reports rules that are wrong.
pub(super) fn barred(
    rules: &[SiteRule],
    lattice: &Lattice,
    [on, off]: [&[Piece]; 2],
    board: &Board,
    problems: &mut Vec<Diagnostic>,
) -> BTreeMap<Point, Vec<PieceId>> {
    let mut barred = BTreeMap::new();
    let mut room = MAX_BARRED;
    let known: BTreeSet<&str> = on.iter().chain(off).map(|piece| piece.name.as_str()).collect();
    for (n, rule) in rules.iter().enumerate() {
        let mut wrong = |message| problems.push(Diagnostic { place: Place::SiteRule(n), message });
        let site = match read_addresses(lattice, std::slice::from_ref(&rule.at)) {
            Ok(sites) => sites[0],
            Err(error) => {
                wrong(error.to_string());
                continue;
            }
        };
        let label = format!("{} {}", lattice.site_words.0, lattice.site_label(site));
        if board.position(site).is_none() {
            wrong(format!("the board does not have {label}"));
            continue;
        }
        let names: BTreeSet<&str> = rule.takes.names().iter().map(String::as_str).collect();
        if let Some(stranger) = names.iter().find(|name| !known.contains(*name)) {
            wrong(format!("{label}: no piece is called {}", text::shortened(stranger, 40)));
            continue;
        }
        let only = matches!(rule.takes, Takes::Only(_));
        let pieces = (0..).map(PieceId).zip(on);
        let kept_out: Vec<PieceId> = pieces
            .filter(|(_, piece)| names.contains(piece.name.as_str()) != only)
            .map(|(id, _)| id)
            .collect();
        let Some(left) = room.checked_sub(kept_out.len()) else {
            wrong("the site rules name too many pieces; use fewer rules or pieces".to_owned());
            break;
        };
        room = left;
        if barred.insert(site, kept_out).is_some() {
            wrong(format!("{label} has two rules; combine them"));
        }
    }
    barred.retain(|_, pieces: &mut Vec<PieceId>| !pieces.is_empty());
    barred
}
