//! Variants of a puzzle: the same board with other sites left open, or with other pieces.
//!
//! A [`VariantsForm`] says in the words of a file which sites are left open in turn, and which pieces
//! are used: a product of choices, less some exceptions. A [`VariantFamily`] is the same by sites of the board. It is not a
//! list, since a few words may stand for millions of variants: each has a rank, from which its
//! open sites follow. A site left open is a hole in the board of the variant; all else is as in the
//! puzzle. Which variants symmetry makes equal is found by [`crate::job::variants`].

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use serde::de::{self, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::site_texts::{GroupError, SiteNames};
use super::{Copies, Description, Diagnostic, Piece, PieceId, Place, Puzzle, SiteGroup};
use crate::lattice::Point;
use crate::text;

/// No puzzle may have more variants than this, those that symmetry makes equal counted.
pub const MOST_VARIANTS: u64 = 10_000_000;

/// The variants of a puzzle, as written in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "Variants")]
pub struct VariantsForm {
    /// The choices that are combined.
    pub of: Vec<ChoiceForm>,
    /// Sites that are not left open together.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub except: Vec<Vec<SiteName>>,
    /// What a variant is called: a text with `{day}` for the sites that are left open of the group
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
    Pieces(u32, Vec<String>),
    /// One of these sets of pieces is used; those of the other sets are left out.
    PieceSets(Vec<Vec<String>>),
}

impl ChoiceForm {
    /// The group that it chooses from; none for listed sets.
    pub fn group(&self) -> Option<&str> {
        match self {
            ChoiceForm::OpenOne(group) | ChoiceForm::OpenSome(_, group) => Some(group),
            ChoiceForm::OpenSets(_) | ChoiceForm::Pieces(..) | ChoiceForm::PieceSets(_) => None,
        }
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
    fn is_empty(&self) -> bool {
        *self == ExpectVariants::default()
    }
}

/// Why the words of a file are no variants.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum VariantsError {
    /// Nothing is chosen.
    #[error("`of` is empty; say what is left open, such as OpenOne(\"corner\")")]
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
    /// A piece belongs to two choices.
    #[error("piece {0} belongs to two choices; name it in one of them")]
    PieceTwice(String),
    /// A site is not known.
    #[error(transparent)]
    Site(#[from] GroupError),
    /// A name stands for nothing.
    #[error("the name has {{{0}}}, which is no group of `of`")]
    NamePart(String),
    /// They are too many.
    #[error(
        "{} variants, more than the {} that are possible; leave fewer sites open, or choose from \
         smaller groups",
        text::grouped(*.0), text::grouped(MOST_VARIANTS)
    )]
    TooMany(u64),
}

/// What groups there are, in words.
fn known_groups(known: &[String]) -> String {
    match known {
        [] => "`site_groups` names none".to_owned(),
        known => format!("there are {}", known.join(", ")),
    }
}

/// The variants of a puzzle.
///
/// Invariants: at least one choice of sites or of pieces, each with at least one set; no more than
/// [`MOST_VARIANTS`]. Choices of pieces change slowest in the order of ranks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariantFamily {
    /// The choices of sites.
    pub choices: Vec<Choice>,
    /// The choices of pieces; no piece belongs to two.
    pub pieces: Vec<PieceChoice>,
    /// Sites that are not left open together: for each exception a list of texts or addresses, and
    /// for each of those the sites that it may mean.
    except: Vec<Vec<Vec<Point>>>,
    name: Vec<NamePart>,
    /// What is known of them.
    pub expect: ExpectVariants,
}

/// A choice of sites that are left open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The name of the group, if it is one of a group.
    pub group: Option<String>,
    /// The sets to choose from.
    pub sets: OpenSets,
}

/// A choice of pieces that are used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceChoice {
    /// The pieces to choose from.
    pub of: Vec<PieceId>,
    /// The sets to choose from.
    pub sets: UsedSets,
}

/// Sets of pieces, of which one is used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UsedSets {
    /// All sets of so many of the pieces to choose from.
    Some(usize),
    /// These, each in the order of the pieces.
    Listed(Vec<Vec<PieceId>>),
}

impl PieceChoice {
    /// The number of sets, or `u64::MAX` where it is larger.
    fn len(&self) -> u64 {
        match &self.sets {
            UsedSets::Some(count) => binomial(self.of.len(), *count),
            UsedSets::Listed(sets) => sets.len() as u64,
        }
    }

    /// The pieces of a set by its rank.
    fn set(&self, rank: u64) -> Vec<PieceId> {
        match &self.sets {
            UsedSets::Some(count) => combination(&self.of, *count, rank),
            UsedSets::Listed(sets) => sets[rank as usize].clone(),
        }
    }
}

/// So many of some things, by their rank in lexicographic order: those with the first come first.
fn combination<T: Copy>(of: &[T], count: usize, mut rank: u64) -> Vec<T> {
    let mut found = Vec::with_capacity(count);
    for (n, &thing) in (1..).zip(of) {
        let left = count - found.len();
        if left == 0 {
            break;
        }
        let with = binomial(of.len() - n, left - 1);
        match rank < with {
            true => found.push(thing),
            false => rank -= with,
        }
    }
    found
}

/// Sets of sites, of which one is left open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpenSets {
    /// All sets of so many of these sites.
    Some {
        /// The sites, in the order of their group.
        sites: Vec<Point>,
        /// The size of a set, from 1 to the number of sites.
        count: usize,
    },
    /// These, sorted, each once.
    Listed(Vec<Vec<Point>>),
}

/// A part of the name of a variant.
#[derive(Clone, Debug, PartialEq, Eq)]
enum NamePart {
    Text(String),
    /// The sites of a choice, by its index.
    Choice(usize),
    /// The chosen pieces.
    Pieces,
}

/// The number of sets of k out of n, or `u64::MAX` where it is larger.
fn binomial(n: usize, k: usize) -> u64 {
    if k > n {
        return 0;
    }
    let k = k.min(n - k);
    // Each product is a binomial coefficient times i + 1, which divides it.
    let product = (0..k as u128).try_fold(1u128, |product, i| {
        let product = product.checked_mul(n as u128 - i)? / (i + 1);
        (product <= u128::from(u64::MAX)).then_some(product)
    });
    product.map_or(u64::MAX, |product| product as u64)
}

impl OpenSets {
    /// The number of sets, or `u64::MAX` where it is larger.
    pub fn len(&self) -> u64 {
        match self {
            OpenSets::Some { sites, count } => binomial(sites.len(), *count),
            OpenSets::Listed(sets) => sets.len() as u64,
        }
    }

    /// The size of each set of a group; of listed sets that of the largest.
    pub fn size(&self) -> usize {
        match self {
            OpenSets::Some { count, .. } => *count,
            OpenSets::Listed(sets) => sets.iter().map(Vec::len).max().unwrap_or(0),
        }
    }

    /// Whether there are none; never in a family.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds the sites of a set by its rank, in the order of the group.
    fn append(&self, rank: u64, found: &mut Vec<Point>) {
        match self {
            OpenSets::Listed(sets) => found.extend(&sets[rank as usize]),
            OpenSets::Some { sites, count } => found.extend(combination(sites, *count, rank)),
        }
    }

    /// Replaces a set, by the indices of its sites or its own, by the next one; the last by the first, and
    /// then returns false.
    fn advance(&self, picks: &mut [usize]) -> bool {
        let (size, count) = match self {
            OpenSets::Some { sites, count } => (sites.len(), *count),
            OpenSets::Listed(sets) => (sets.len(), 1),
        };
        let next = (0..count).rev().find(|&i| picks[i] < size - count + i);
        let (from, first) = next.map_or((0, 0), |i| (i, picks[i] + 1));
        picks[from..].iter_mut().zip(first..).for_each(|(pick, n)| *pick = n);
        next.is_some()
    }

    /// All sites of all sets, each once.
    pub fn sites(&self) -> BTreeSet<Point> {
        match self {
            OpenSets::Some { sites, .. } => sites.iter().copied().collect(),
            OpenSets::Listed(sets) => sets.iter().flatten().copied().collect(),
        }
    }
}

impl VariantFamily {
    /// The number of combinations of choices: the ranks are less.
    pub fn combinations(&self) -> u64 {
        let pieces: u64 = self.pieces.iter().map(PieceChoice::len).product();
        self.open_combinations() * pieces
    }

    /// The number of combinations of the choices of sites.
    fn open_combinations(&self) -> u64 {
        self.choices.iter().map(|choice| choice.sets.len()).product()
    }

    /// Whether pieces are chosen, too.
    pub fn chooses_pieces(&self) -> bool {
        !self.pieces.is_empty()
    }

    /// The rank of the chosen pieces of a combination among those of all combinations.
    pub fn piece_rank(&self, rank: u64) -> u64 {
        rank / self.open_combinations()
    }

    /// The pieces that each choice uses in a combination.
    pub fn used(&self, rank: u64) -> Vec<Vec<PieceId>> {
        let mut rest = self.piece_rank(rank);
        let mut sets: Vec<Vec<PieceId>> = Vec::with_capacity(self.pieces.len());
        for choice in self.pieces.iter().rev() {
            sets.push(choice.set(rest % choice.len()));
            rest /= choice.len();
        }
        sets.reverse();
        sets
    }

    /// The pieces that are left out in a combination, ascending.
    pub fn left_out(&self, rank: u64) -> Vec<PieceId> {
        let sets = self.pieces.iter().zip(self.used(rank));
        let out = sets.flat_map(|(choice, used)| {
            choice.of.iter().copied().filter(move |piece| !used.contains(piece))
        });
        let mut out: Vec<PieceId> = out.collect();
        out.sort_unstable();
        out
    }

    /// The rank of the set that each choice takes in a combination.
    fn ranks(&self, mut rank: u64) -> Vec<u64> {
        let mut ranks: Vec<u64> = Vec::with_capacity(self.choices.len());
        for choice in self.choices.iter().rev() {
            let count = choice.sets.len();
            ranks.push(rank % count);
            rank /= count;
        }
        ranks.reverse();
        ranks
    }

    /// The sites that each choice leaves open in a combination.
    pub fn picks(&self, rank: u64) -> Vec<Vec<Point>> {
        let sets = self.choices.iter().zip(self.ranks(rank));
        let pick = |(choice, rank): (&Choice, u64)| {
            let mut sites = Vec::new();
            choice.sets.append(rank, &mut sites);
            sites
        };
        sets.map(pick).collect()
    }

    /// The sites that are left open in a combination, in place of what `open` holds, in reading
    /// order; whether it is a variant: no site is left open twice, and it is not one of the
    /// exceptions, unless those count too.
    pub fn open_sites(&self, rank: u64, with_exceptions: bool, open: &mut Vec<Point>) -> bool {
        open.clear();
        let mut rest = rank;
        for choice in self.choices.iter().rev() {
            let count = choice.sets.len();
            choice.sets.append(rest % count, open);
            rest /= count;
        }
        self.is_variant(with_exceptions, open)
    }

    /// Sorts open sites; whether they are those of a variant.
    fn is_variant(&self, with_exceptions: bool, open: &mut [Point]) -> bool {
        open.sort_unstable();
        if open.windows(2).any(|pair| pair[0] == pair[1]) {
            return false;
        }
        let is_open = |sites: &Vec<Point>| sites.iter().any(|s| open.binary_search(s).is_ok());
        with_exceptions || !self.except.iter().any(|names| names.iter().all(is_open))
    }

    /// Calls back with the rank and the open sites, in reading order, of each combination that is a
    /// variant: much faster than [`VariantFamily::open_sites`] for each rank.
    pub fn each(&self, with_exceptions: bool, mut found: impl FnMut(u64, &[Point])) {
        let first = |choice: &Choice| match &choice.sets {
            OpenSets::Some { count, .. } => (0..*count).collect(),
            OpenSets::Listed(_) => vec![0],
        };
        let mut picks: Vec<Vec<usize>> = self.choices.iter().map(first).collect();
        let mut open = Vec::new();
        for rank in 0..self.combinations() {
            open.clear();
            for (choice, picks) in self.choices.iter().zip(&picks) {
                match &choice.sets {
                    OpenSets::Some { sites, .. } => open.extend(picks.iter().map(|&n| sites[n])),
                    OpenSets::Listed(sets) => open.extend(&sets[picks[0]]),
                }
            }
            if self.is_variant(with_exceptions, &mut open) {
                found(rank, &open);
            }
            // The last choice changes first.
            let choices = self.choices.iter().zip(&mut picks).rev();
            for (choice, picks) in choices {
                if choice.sets.advance(picks) {
                    break;
                }
            }
        }
    }

    /// Whether there are exceptions.
    pub fn has_exceptions(&self) -> bool {
        !self.except.is_empty()
    }

    /// Whether no site belongs to two choices, so that combinations that differ leave different sites
    /// open.
    pub fn is_disjoint(&self) -> bool {
        let mut met = BTreeSet::new();
        self.choices.iter().flat_map(|choice| choice.sets.sites()).all(|site| met.insert(site))
    }

    /// What the sites of a set of a choice are called: "Oct".
    pub fn set_name(&self, puzzle: &Puzzle, choice: usize, rank: u64) -> String {
        let mut sites = Vec::new();
        self.choices[choice].sets.append(rank, &mut sites);
        site_words(puzzle, &sites)
    }

    /// What the variant of a combination is called: "6 Oct".
    pub fn name(&self, puzzle: &Puzzle, rank: u64) -> String {
        let picks = self.picks(rank);
        let words = |sites: &Vec<Point>| site_words(puzzle, sites);
        let pieces = || {
            let used = self.used(rank).into_iter().flatten();
            used.map(|id| puzzle.piece(id).name.as_str()).collect::<Vec<_>>().join(" ")
        };
        if self.name.is_empty() {
            let used = self.chooses_pieces().then(pieces);
            return used.into_iter().chain(picks.iter().map(words)).collect::<Vec<_>>().join(" ");
        }
        let mut name = String::new();
        for part in &self.name {
            match part {
                NamePart::Text(text) => name.push_str(text),
                NamePart::Choice(n) => name.push_str(&words(&picks[*n])),
                NamePart::Pieces => name.push_str(&pieces()),
            }
        }
        name
    }

    /// A variant's name that lasts, whatever other variants there are: the addresses of its open
    /// sites, such as "4.2+6.3".
    pub fn id(puzzle: &Puzzle, open: &[Point]) -> String {
        let mut id = String::new();
        for site in open {
            let address = (puzzle.lattice.address.of_site)(*site);
            let numbers: Vec<String> = address.iter().map(i32::to_string).collect();
            let plus = if id.is_empty() { "" } else { "+" };
            let _ = write!(id, "{plus}{}", numbers.join("."));
        }
        id
    }
}

/// The texts of sites, or their places where they have none.
fn site_words(puzzle: &Puzzle, sites: &[Point]) -> String {
    let word = |site: &Point| match puzzle.site_texts.get(site) {
        Some(text) => text.clone(),
        None => format!("({})", puzzle.lattice.site_label(*site)),
    };
    sites.iter().map(word).collect::<Vec<_>>().join(" ")
}

impl VariantsForm {
    /// The variants of a puzzle.
    ///
    /// # Errors
    /// The first thing that is wrong, with the choice or exception that has it.
    pub(super) fn family(
        &self,
        names: &SiteNames<'_>,
        groups: &[SiteGroup],
        pieces: &[Piece],
    ) -> Result<VariantFamily, String> {
        if self.of.is_empty() {
            return Err(VariantsError::NoChoice.to_string());
        }
        let (mut choices, mut chosen) = (Vec::new(), Vec::new());
        for (n, form) in (1..).zip(&self.of) {
            let wrong = |error: VariantsError| format!("choice {n}: {error}");
            match form.piece_choice(pieces, &chosen).map_err(wrong)? {
                Some(choice) => chosen.push(choice),
                None => choices.push(form.choice(names, groups).map_err(wrong)?),
            }
        }
        let mut except = Vec::new();
        for (n, form) in (1..).zip(&self.except) {
            let sites = exception(form, names);
            except.push(sites.map_err(|error| format!("exception {n}: {error}"))?);
        }
        let lengths = choices.iter().map(|choice: &Choice| choice.sets.len());
        let lengths = lengths.chain(chosen.iter().map(PieceChoice::len));
        let combinations = lengths.fold(1u64, u64::saturating_mul);
        if combinations > MOST_VARIANTS {
            return Err(VariantsError::TooMany(combinations).to_string());
        }
        let name = name_parts(&self.name, &choices, !chosen.is_empty());
        let name = name.map_err(|error| error.to_string())?;
        Ok(VariantFamily { choices, pieces: chosen, except, name, expect: self.expect })
    }
}

impl ChoiceForm {
    fn choice(&self, names: &SiteNames<'_>, groups: &[SiteGroup]) -> Result<Choice, VariantsError> {
        let (count, name) = match self {
            ChoiceForm::OpenOne(group) => (1, group),
            ChoiceForm::OpenSome(count, group) => (*count, group),
            ChoiceForm::OpenSets(sets) => {
                let sets: Result<BTreeSet<Vec<Point>>, _> =
                    sets.iter().map(|set| open_set(set, names)).collect();
                let sets: Vec<Vec<Point>> = sets?.into_iter().collect();
                if sets.is_empty() {
                    return Err(VariantsError::Empty("the list of sets"));
                }
                return Ok(Choice { group: None, sets: OpenSets::Listed(sets) });
            }
            ChoiceForm::Pieces(..) | ChoiceForm::PieceSets(_) => {
                unreachable!("choices of pieces are read before")
            }
        };
        let Some(group) = groups.iter().find(|group| group.name == *name) else {
            return Err(VariantsError::UnknownGroup {
                group: text::shortened(name, 40),
                known: groups.iter().map(|group| group.name.clone()).collect(),
            });
        };
        let size = group.sites.len();
        if count == 0 || count as usize > size {
            let (group, sites) = (group.name.clone(), names.lattice.site_words.1);
            return Err(VariantsError::Count { group, count, size, sites });
        }
        let sets = OpenSets::Some { sites: group.sites.clone(), count: count as usize };
        Ok(Choice { group: Some(group.name.clone()), sets })
    }

    /// The choice of pieces that it is, if it is one; `chosen` are those before it.
    fn piece_choice(
        &self,
        pieces: &[Piece],
        chosen: &[PieceChoice],
    ) -> Result<Option<PieceChoice>, VariantsError> {
        let read = |names: &[String]| -> Result<Vec<PieceId>, VariantsError> {
            let mut ids = BTreeSet::new();
            for name in names {
                let known = pieces.iter().position(|piece| piece.name == *name);
                let known = known.map(|n| PieceId(n as u32));
                let short = || VariantsError::UnknownPiece(text::shortened(name, 40));
                ids.insert(known.ok_or_else(short)?);
            }
            Ok(ids.into_iter().collect())
        };
        let choice = match self {
            ChoiceForm::Pieces(count, names) => {
                let of = match names.is_empty() {
                    true => (0..pieces.len() as u32).map(PieceId).collect(),
                    false => read(names)?,
                };
                let (count, size) = (*count, of.len());
                if count == 0 || count as usize > size {
                    return Err(VariantsError::PieceCount { count, size });
                }
                PieceChoice { of, sets: UsedSets::Some(count as usize) }
            }
            ChoiceForm::PieceSets(sets) => {
                let read: Result<BTreeSet<_>, _> = sets.iter().map(|set| read(set)).collect();
                let sets: Vec<Vec<PieceId>> = read?.into_iter().collect();
                if sets.is_empty() {
                    return Err(VariantsError::NoPieceSets);
                }
                let of: BTreeSet<PieceId> = sets.iter().flatten().copied().collect();
                PieceChoice { of: of.into_iter().collect(), sets: UsedSets::Listed(sets) }
            }
            _ => return Ok(None),
        };
        let is_taken = |piece: &&PieceId| chosen.iter().any(|other| other.of.contains(piece));
        match choice.of.iter().find(is_taken) {
            Some(piece) => Err(VariantsError::PieceTwice(pieces[piece.index()].name.clone())),
            None => Ok(Some(choice)),
        }
    }

    /// The names of pieces that it has.
    pub(crate) fn piece_names_mut(&mut self) -> Vec<&mut String> {
        match self {
            ChoiceForm::Pieces(_, names) => names.iter_mut().collect(),
            ChoiceForm::PieceSets(sets) => sets.iter_mut().flatten().collect(),
            _ => Vec::new(),
        }
    }

    /// Moves all that it says of places.
    fn move_all(&mut self, image: &impl Fn(&Vec<i32>) -> Vec<i32>) {
        if let ChoiceForm::OpenSets(sets) = self {
            sets.iter_mut().flatten().for_each(|name| name.move_to(image));
        }
    }
}

impl SiteName {
    fn move_to(&mut self, image: &impl Fn(&Vec<i32>) -> Vec<i32>) {
        if let SiteName::Address(address) = self {
            *address = image(address);
        }
    }

    /// The sites that it may mean.
    fn sites(&self, names: &SiteNames<'_>) -> Result<Vec<Point>, GroupError> {
        match self {
            SiteName::Text(text) => Ok(names.with_text(text)?.to_vec()),
            SiteName::Address(address) => Ok(vec![names.at(address)?]),
        }
    }
}

/// The sites of a set, in reading order, each once.
fn open_set(set: &[SiteName], names: &SiteNames<'_>) -> Result<Vec<Point>, VariantsError> {
    let mut sites = BTreeSet::new();
    for name in set {
        sites.extend(name.sites(names)?);
    }
    match sites.is_empty() {
        true => Err(VariantsError::Empty("a set of sites")),
        false => Ok(sites.into_iter().collect()),
    }
}

fn exception(form: &[SiteName], names: &SiteNames<'_>) -> Result<Vec<Vec<Point>>, VariantsError> {
    if form.is_empty() {
        return Err(VariantsError::Empty("the exception"));
    }
    form.iter().map(|name| Ok(name.sites(names)?)).collect()
}

/// The parts of a name such as "{day} {month}".
fn name_parts(
    name: &str,
    choices: &[Choice],
    has_pieces: bool,
) -> Result<Vec<NamePart>, VariantsError> {
    let mut parts = Vec::new();
    let mut rest = name;
    while let Some((before, after)) = rest.split_once('{') {
        let (group, behind) = after.split_once('}').unwrap_or((after, ""));
        let is_meant = |choice: &Choice| choice.group.as_deref() == Some(group);
        let choice = choices.iter().position(is_meant);
        let part = match choice {
            Some(choice) => NamePart::Choice(choice),
            None if has_pieces && group == "pieces" => NamePart::Pieces,
            None => return Err(VariantsError::NamePart(text::shortened(group, 40))),
        };
        parts.extend([NamePart::Text(before.to_owned()), part]);
        rest = behind;
    }
    if !rest.is_empty() {
        parts.push(NamePart::Text(rest.to_owned()));
    }
    Ok(parts)
}

impl Puzzle {
    /// The puzzle with these sites of its board left open: holes. Pieces that lie on one of them
    /// are taken up; `None` where one of those is pinned, so that there is no solution.
    ///
    /// Rules of the border and of straight lines hold for the board that is left.
    pub fn with_open(&self, open: &[Point]) -> Option<Puzzle> {
        let open: BTreeSet<Point> = open.iter().copied().collect();
        let is_met = |sites: &[Point]| sites.iter().any(|site| open.contains(site));
        if self.pinned().any(|pin| is_met(&pin.sites)) {
            return None;
        }
        let mut puzzle = Puzzle {
            board: self.board.without(&open),
            variants: None,
            site_groups: Vec::new(),
            expect: super::Expect::default(),
            ..self.clone()
        };
        puzzle.site_texts.retain(|site, _| !open.contains(site));
        puzzle.barred.retain(|site, _| !open.contains(site));
        puzzle.placed.retain(|laid| !is_met(&laid.sites));
        Some(puzzle)
    }
}

impl Puzzle {
    /// The puzzle without some of its pieces, which keep their places in the list but have no copies;
    /// `None` where one of them is pinned, so that there is no solution.
    pub fn with_left_out(&self, pieces: &[PieceId]) -> Option<Puzzle> {
        let is_out = |piece: PieceId| pieces.contains(&piece);
        if self.pinned().any(|pin| is_out(pin.piece)) {
            return None;
        }
        let mut puzzle = self.clone();
        puzzle.placed.retain(|laid| !is_out(laid.piece));
        for piece in pieces {
            puzzle.pieces[piece.index()].copies = Copies { min: 0, max: 0 };
        }
        Some(puzzle)
    }
}

/// The variants of a description, read against its board, groups and pieces.
pub(super) fn family(
    form: Option<&VariantsForm>,
    names: &SiteNames<'_>,
    groups: &[SiteGroup],
    pieces: &[Piece],
    problems: &mut Vec<Diagnostic>,
) -> Option<VariantFamily> {
    match form?.family(names, groups, pieces) {
        Ok(family) => Some(family),
        Err(message) => {
            problems.push(Diagnostic { place: Place::Variants, message });
            None
        }
    }
}

impl Description {
    /// Moves what the variants say of places.
    pub fn move_variants(&mut self, image: &impl Fn(&Vec<i32>) -> Vec<i32>) {
        let Some(variants) = &mut self.variants else { return };
        variants.of.iter_mut().for_each(|choice| choice.move_all(image));
        variants.except.iter_mut().flatten().for_each(|name| name.move_to(image));
    }

    /// Takes from the variants what names groups and sites that are gone: choices, sets and exceptions; all
    /// of them where nothing is left to choose.
    pub(super) fn prune_variants(
        &mut self,
        here: &BTreeSet<Point>,
        texts: &BTreeMap<Point, String>,
    ) {
        let lattice = self.lattice;
        let groups = &self.site_groups;
        let Some(variants) = &mut self.variants else { return };
        let known = |name: &SiteName| match name {
            SiteName::Text(text) => texts.values().any(|known| known == text),
            SiteName::Address(address) => {
                lattice.site_at(address).is_some_and(|site| here.contains(&site))
            }
        };
        variants.except.retain(|names| names.iter().all(known));
        for choice in &mut variants.of {
            if let ChoiceForm::OpenSets(sets) = choice {
                sets.retain(|set| set.iter().all(known));
            }
        }
        variants.of.retain(|choice| match choice {
            ChoiceForm::OpenOne(group) | ChoiceForm::OpenSome(_, group) => {
                groups.contains_key(group)
            }
            ChoiceForm::OpenSets(sets) => !sets.is_empty(),
            ChoiceForm::Pieces(..) | ChoiceForm::PieceSets(_) => true,
        });
        if variants.of.is_empty() {
            self.variants = None;
        }
    }
}
