//! The rules of a puzzle: what a solution must keep to, besides covering the board.
//!
//! [`Rules`] stands in the file and names pieces; [`PieceRules`] is what of it binds single pieces,
//! by their indices. What a rule means is said here once:
//!
//! - *No crossroads*: at no corner of the lattice four or more placed pieces meet.
//! - *Fault-free*: of the straight lines (in space, planes) along sides of the cells that have sites
//!   of the board on both sides, each has a placed piece with sites on both sides.
//! - *At the border*: a placed piece is at the border when a site of it has a neighbour that is not
//!   on the board; holes count.
//! - *Apart*: no two placed pieces of those that are named, copies of one piece among them, have a
//!   face, an edge or a corner in common.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::{Diagnostic, Piece, PieceId, Place, Puzzle, is_default};
use crate::lattice::{Lattice, MAX_SITES, SiteForm};
use crate::text;

/// The rule for pieces that cross at a junction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum JunctionRule {
    /// No two pieces may both run straight through one junction; they may touch there.
    #[default]
    NoCrossing,
    /// Junctions do not matter.
    Free,
}

/// The rule for colour labels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum LabelRule {
    /// Where a site of the board and the site of a piece that lies on it both have a label, these
    /// are the same.
    #[default]
    Agree,
    /// Labels are only shown.
    Free,
}

/// The rule for which placed pieces are at the border.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum BorderRule {
    /// Any.
    #[default]
    Free,
    /// All of them.
    Every,
    /// At least these, by their names: each copy that is placed.
    Pieces(Vec<String>),
    /// So many, whichever they are.
    Exactly(u32),
    /// So many or more.
    AtLeast(u32),
    /// So many or fewer.
    AtMost(u32),
}

impl BorderRule {
    /// The least and the most placed pieces that may be at the border, where their number is ruled.
    pub fn range(&self) -> Option<(u32, u32)> {
        match *self {
            BorderRule::Exactly(n) => Some((n, n)),
            BorderRule::AtLeast(n) => Some((n, MAX_SITES as u32)),
            BorderRule::AtMost(n) => Some((0, n)),
            BorderRule::Free | BorderRule::Every | BorderRule::Pieces(_) => None,
        }
    }

    fn names(&self) -> &[String] {
        if let BorderRule::Pieces(names) = self { names } else { &[] }
    }

    /// The rule in a few words, where there is one.
    pub fn words(&self) -> Option<String> {
        let count = |n: u32| text::count(u64::from(n), "piece");
        Some(match self {
            BorderRule::Free => return None,
            BorderRule::Every => "every piece at the border".to_owned(),
            BorderRule::Pieces(names) => format!("{} at the border", text::listed(names)),
            BorderRule::Exactly(n) => format!("exactly {} at the border", count(*n)),
            BorderRule::AtLeast(n) => format!("at least {} at the border", count(*n)),
            BorderRule::AtMost(n) => format!("at most {} at the border", count(*n)),
        })
    }
}

/// The contact that pieces that are apart do not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Contact {
    /// A face, in space.
    Face,
    /// An edge; in space no face either.
    Edge,
    /// A corner, and so no edge either.
    Corner,
}

impl Contact {
    /// All kinds that mean something on a lattice, the weakest rule first.
    pub fn all(lattice: &Lattice) -> &'static [Contact] {
        match (lattice.form, lattice.is_solid()) {
            // The sites are edges, which no two pieces share anyway.
            (SiteForm::Edge, _) => &[Contact::Corner],
            (SiteForm::Cell, false) => &[Contact::Edge, Contact::Corner],
            (SiteForm::Cell, true) => &[Contact::Face, Contact::Edge, Contact::Corner],
        }
    }

    /// The word for one of it.
    pub fn word(self) -> &'static str {
        match self {
            Contact::Face => "face",
            Contact::Edge => "edge",
            Contact::Corner => "corner",
        }
    }
}

/// Pieces that are apart, as written in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Entry", into = "Entry")]
pub struct ApartForm {
    /// Their names.
    pub pieces: Vec<String>,
    /// The contact that no two of them have.
    pub by: Contact,
}

impl ApartForm {
    /// The rule in a few words.
    pub fn words(&self) -> String {
        let (names, by) = (text::listed(&self.pieces), self.by.word());
        match self.pieces.len() {
            1 => format!("copies of {names} have no common {by}"),
            _ => format!("{names} have no common {by}"),
        }
    }
}

/// [`ApartForm`] as it is spelt, with a name before the fields.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
enum Entry {
    Apart { pieces: Vec<String>, by: Contact },
}

impl From<Entry> for ApartForm {
    fn from(Entry::Apart { pieces, by }: Entry) -> ApartForm {
        ApartForm { pieces, by }
    }
}

impl From<ApartForm> for Entry {
    fn from(ApartForm { pieces, by }: ApartForm) -> Entry {
        Entry::Apart { pieces, by }
    }
}

/// The rules of a solution, besides covering the board.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Rules {
    /// For sticks: what may happen at a junction.
    #[serde(skip_serializing_if = "is_default")]
    pub junctions: JunctionRule,
    /// For boards and pieces with colour labels: whether these must agree.
    #[serde(skip_serializing_if = "is_default")]
    pub labels: LabelRule,
    /// True if any piece may be left over, whatever its least number of copies.
    #[serde(skip_serializing_if = "is_default")]
    pub leftover: bool,
    /// True if pieces may consist of several parts.
    #[serde(skip_serializing_if = "is_default")]
    pub loose_parts: bool,
    /// True if four or more pieces must not meet at a corner.
    #[serde(skip_serializing_if = "is_default")]
    pub no_crossroads: bool,
    /// True if a piece lies across every straight line through the board.
    #[serde(skip_serializing_if = "is_default")]
    pub fault_free: bool,
    /// The pieces that are at the border.
    #[serde(skip_serializing_if = "is_default")]
    pub at_border: BorderRule,
    /// The pieces that do not touch.
    #[serde(skip_serializing_if = "is_default")]
    pub apart: Vec<ApartForm>,
}

impl Rules {
    pub(super) fn is_default(&self) -> bool {
        *self == Rules::default()
    }

    /// The rules without those that name pieces.
    pub(super) fn without_names(&self) -> Rules {
        let at_border = match &self.at_border {
            BorderRule::Every | BorderRule::Pieces(_) => BorderRule::Free,
            other => other.clone(),
        };
        Rules { at_border, apart: Vec::new(), ..self.clone() }
    }

    /// The rules about how the pieces of a solution meet and where they lie, in a few words each.
    pub fn words(&self) -> Vec<String> {
        let mut words = Vec::new();
        if self.no_crossroads {
            words.push("no crossroads".to_owned());
        }
        if self.fault_free {
            words.push("fault-free".to_owned());
        }
        words.extend(self.at_border.words());
        words.extend(self.apart.iter().map(ApartForm::words));
        words
    }

    /// Returns whether any rule names pieces.
    pub fn names_pieces(&self) -> bool {
        !self.at_border.names().is_empty() || !self.apart.is_empty()
    }

    /// Gives a piece another name.
    pub fn rename(&mut self, old: &str, new: &str) {
        let border = match &mut self.at_border {
            BorderRule::Pieces(names) => names.as_mut_slice(),
            _ => &mut [],
        };
        let apart = self.apart.iter_mut().flat_map(|rule| &mut rule.pieces);
        for name in border.iter_mut().chain(apart).filter(|name| *name == old) {
            new.clone_into(name);
        }
    }

    /// Drops names that are not among those of the pieces, and rules that name no piece then.
    pub(super) fn retain_names(&mut self, known: &BTreeSet<String>) {
        if let BorderRule::Pieces(names) = &mut self.at_border {
            names.retain(|name| known.contains(name));
            if names.is_empty() {
                self.at_border = BorderRule::Free;
            }
        }
        for rule in &mut self.apart {
            rule.pieces.retain(|name| known.contains(name));
        }
        self.apart.retain(|rule| !rule.pieces.is_empty());
    }
}

/// Pieces that are apart. Ordered, so that equal rules are equal however they are written.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Apart {
    /// The pieces, ascending.
    pub pieces: Vec<PieceId>,
    /// The contact that no two of them have.
    pub by: Contact,
}

/// The rules that bind single pieces.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PieceRules {
    /// The pieces that must be at the border, ascending.
    pub at_border: Vec<PieceId>,
    /// The pieces that are apart; ascending, each set once.
    pub apart: Vec<Apart>,
}

impl PieceRules {
    /// Returns whether a piece must be at the border.
    pub fn is_at_border(&self, piece: PieceId) -> bool {
        self.at_border.binary_search(&piece).is_ok()
    }

    /// Returns how the rules bind a piece, apart from which others they name: what a symmetry must
    /// keep.
    pub fn signature(&self, piece: PieceId) -> (bool, Vec<(Contact, usize)>) {
        let own = self.apart.iter().filter(|rule| rule.pieces.binary_search(&piece).is_ok());
        let mut apart: Vec<(Contact, usize)> = own.map(|r| (r.by, r.pieces.len())).collect();
        apart.sort_unstable();
        (self.is_at_border(piece), apart)
    }

    /// Returns whether a permutation of the pieces maps those that are apart to pieces that are
    /// apart.
    pub fn keeps_apart(&self, image: impl Fn(PieceId) -> PieceId) -> bool {
        let moved = |rule: &Apart| {
            let mut pieces: Vec<PieceId> = rule.pieces.iter().map(|&piece| image(piece)).collect();
            pieces.sort_unstable();
            Apart { pieces, by: rule.by }
        };
        self.apart.iter().all(|rule| self.apart.binary_search(&moved(rule)).is_ok())
    }

    /// The rules of a valid list of pieces; reports rules that are wrong.
    pub(super) fn new(
        rules: &Rules,
        lattice: &Lattice,
        [on, off]: [&[Piece]; 2],
        problems: &mut Vec<Diagnostic>,
    ) -> PieceRules {
        let names = |piece: &Piece| piece.name.clone();
        let known: BTreeSet<String> = on.iter().chain(off).map(names).collect();
        let mut wrong = |place, message| problems.push(Diagnostic { place, message });
        let stranger = |names: &[String]| {
            let stranger = names.iter().find(|name| !known.contains(*name));
            stranger.map(|name| format!("no piece is called {}", text::shortened(name, 40)))
        };
        if let Some(message) = wrong_as_a_whole(rules, lattice) {
            wrong(Place::Rules, message);
        }
        if let Some(message) = stranger(rules.at_border.names()) {
            wrong(Place::Rules, format!("at_border: {message}"));
        }
        for (n, rule) in rules.apart.iter().enumerate() {
            let contacts = Contact::all(lattice);
            let message = if rule.pieces.is_empty() {
                Some("name the pieces to keep apart".to_owned())
            } else if !contacts.contains(&rule.by) {
                let known: Vec<String> = contacts.iter().map(|by| format!("{by:?}")).collect();
                Some(format!(
                    "on the lattice \"{}\", pieces cannot be apart by {:?}; expected {}",
                    lattice.name,
                    rule.by,
                    known.join(" or ")
                ))
            } else {
                stranger(&rule.pieces)
            };
            if let Some(message) = message {
                wrong(Place::Apart(n), message);
            }
        }
        let ids = |names: &[String]| -> Vec<PieceId> {
            let names: BTreeSet<&str> = names.iter().map(String::as_str).collect();
            let pieces = (0..).map(PieceId).zip(on);
            pieces.filter(|(_, p)| names.contains(p.name.as_str())).map(|(id, _)| id).collect()
        };
        let at_border = match &rules.at_border {
            BorderRule::Every => (0..on.len() as u32).map(PieceId).collect(),
            rule => ids(rule.names()),
        };
        let apart = |rule: &ApartForm| Apart { pieces: ids(&rule.pieces), by: rule.by };
        let mut apart: Vec<Apart> = rules.apart.iter().map(apart).collect();
        apart.sort_unstable();
        apart.dedup();
        // One piece that is placed once touches nothing of its rule.
        let most = |piece: &PieceId| u64::from(on[piece.index()].copies.max);
        apart.retain(|rule| rule.pieces.iter().map(most).sum::<u64>() > 1);
        PieceRules { at_border, apart }
    }
}

/// Describes the error in rules that name no piece, if there is one.
fn wrong_as_a_whole(rules: &Rules, lattice: &Lattice) -> Option<String> {
    if rules.fault_free && lattice.straight_lines().is_empty() {
        return Some(format!(
            "fault_free: on the lattice \"{}\" no straight line runs between the {}; leave it out",
            lattice.name, lattice.site_words.1
        ));
    }
    if let BorderRule::Exactly(n) | BorderRule::AtLeast(n) | BorderRule::AtMost(n) = rules.at_border
        && !(1..=MAX_SITES as u32).contains(&n)
    {
        return Some(format!("at_border: {n} pieces; expected a number from 1 to {MAX_SITES}"));
    }
    None
}

impl Puzzle {
    /// Returns whether one of these sites, all on the board, has a neighbour that is not on the
    /// board.
    pub fn reaches_border(&self, sites: impl IntoIterator<Item = crate::lattice::Point>) -> bool {
        let is_off = |p| self.board.position(p).is_none();
        sites.into_iter().any(|site| self.lattice.neighbours(site).any(is_off))
    }
}
