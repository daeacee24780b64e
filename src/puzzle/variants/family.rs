//! All variants of a puzzle, by the sites of its board.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::cards::{Card, CardChoice, CardKind};
use super::choices::{Choice, OpenSets, PieceChoice, UsedSets};
use super::form::ExpectVariants;
use crate::lattice::Point;
use crate::puzzle::{PieceId, Puzzle};
use crate::text;

/// The variants of a puzzle.
///
/// Invariants: at least one choice of sites, of pieces or of cards, each with at least one set; no more than
/// [`MAX_VARIANTS`](super::MAX_VARIANTS). In the order of ranks cards change slowest, then choices of pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariantFamily {
    /// The choices of sites.
    pub choices: Vec<Choice>,
    /// The choices of pieces; no piece belongs to two.
    pub pieces: Vec<PieceChoice>,
    /// The choices of boards, given placements and cards; boards are in one of them at most.
    pub cards: Vec<CardChoice>,
    /// Sites that are not left open together: for each exception a list of texts or addresses, and
    /// for each of those the sites that it may mean.
    pub(super) except: Vec<Vec<Vec<Point>>>,
    pub(super) name: Vec<NamePart>,
    /// The known facts about them.
    pub expect: ExpectVariants,
}

/// A part of the name of a variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum NamePart {
    Text(String),
    /// The sites of a choice, by its index.
    Choice(usize),
    /// The chosen pieces.
    Pieces,
    /// The card of a choice of cards, by its index.
    Card(usize),
}

impl VariantFamily {
    /// The number of combinations of choices: the ranks are less.
    pub fn combinations(&self) -> u64 {
        self.open_combinations() * self.piece_combinations() * self.card_combinations()
    }

    /// The number of combinations of the choices of pieces.
    pub(crate) fn piece_combinations(&self) -> u64 {
        self.pieces.iter().map(PieceChoice::len).product()
    }

    /// The number of combinations of the choices of cards.
    pub(crate) fn card_combinations(&self) -> u64 {
        self.cards.iter().map(|choice| choice.cards.len() as u64).product()
    }

    /// Returns whether there are choices of boards, given placements or cards.
    pub fn chooses_cards(&self) -> bool {
        !self.cards.is_empty()
    }

    /// Returns whether variants have boards of their own.
    pub fn has_boards(&self) -> bool {
        let mut cards = self.cards.iter().flat_map(|choice| &choice.cards);
        cards.any(|card| card.board.is_some())
    }

    /// Returns whether cards say which pieces are used.
    pub fn has_card_pieces(&self) -> bool {
        let mut cards = self.cards.iter().flat_map(|choice| &choice.cards);
        cards.any(|card| card.pieces.is_some())
    }

    /// Returns whether combinations are not variants where the areas of board and pieces do not
    /// fit.
    pub fn must_fit(&self) -> bool {
        self.cards.iter().any(|choice| choice.kind == CardKind::FittingBoard)
    }

    /// The rank of the cards of a combination among those of all combinations.
    pub fn card_rank(&self, rank: u64) -> u64 {
        rank / (self.open_combinations() * self.piece_combinations())
    }

    /// The cards of a combination, one of each choice.
    pub fn cards_of(&self, rank: u64) -> Vec<&Card> {
        let mut rest = self.card_rank(rank);
        let mut cards = Vec::with_capacity(self.cards.len());
        for choice in self.cards.iter().rev() {
            let count = choice.cards.len() as u64;
            cards.push(&choice.cards[(rest % count) as usize]);
            rest /= count;
        }
        cards.reverse();
        cards
    }

    /// No choice at all: one variant, which is the puzzle itself.
    pub(crate) fn single() -> VariantFamily {
        let expect = ExpectVariants::default();
        let (choices, pieces, cards) = (Vec::new(), Vec::new(), Vec::new());
        VariantFamily { choices, pieces, cards, except: Vec::new(), name: Vec::new(), expect }
    }

    /// The choices of sites and cards alone.
    pub(crate) fn open_part(&self) -> VariantFamily {
        let (choices, except) = (self.choices.clone(), self.except.clone());
        // The name may have the pieces in it.
        let has_pieces = self.name.contains(&NamePart::Pieces);
        let name = if has_pieces { Vec::new() } else { self.name.clone() };
        let cards = self.cards.clone();
        VariantFamily { choices, cards, except, name, ..VariantFamily::single() }
    }

    /// Returns the number of pieces that the one choice of pieces uses, and the pieces to choose
    /// from, if it is one of all sets of this size.
    pub(crate) fn single_piece_choice(&self) -> Option<(usize, &[PieceId])> {
        match &self.pieces[..] {
            [PieceChoice { of, sets: UsedSets::Some(count), .. }] => Some((*count, of)),
            _ => None,
        }
    }

    /// The number of combinations of the choices of sites.
    pub(crate) fn open_combinations(&self) -> u64 {
        self.choices.iter().map(|choice| choice.sets.len()).product()
    }

    /// The least and the largest number of sites that a variant leaves open.
    pub fn open_counts(&self) -> (u64, u64) {
        self.choices.iter().fold((0, 0), |(least, most), choice| {
            let (few, many) = choice.sets.sizes();
            (least + few as u64, most + many as u64)
        })
    }

    /// The least and the largest number of sites that the pieces of a variant can cover together.
    /// Cost: that of the listed sets of pieces.
    pub fn piece_area(&self, puzzle: &Puzzle) -> (u64, u64) {
        let copies = puzzle.copies();
        let area = |id: &PieceId| {
            let size = puzzle.piece(*id).shape.size() as u64;
            let copies = &copies[id.index()];
            (size * u64::from(copies.min), size * u64::from(copies.max))
        };
        let sum = |set: &mut dyn Iterator<Item = (u64, u64)>| {
            set.fold((0, 0), |(least, most), (a, b)| (least + a, most + b))
        };
        let is_chosen = |id: &PieceId| self.pieces.iter().any(|choice| choice.of.contains(id));
        let others = puzzle.pieces().map(|(id, _)| id).filter(|id| !is_chosen(id));
        let sets = self.pieces.iter().map(|choice| match &choice.sets {
            UsedSets::Some(count) => extremes(choice.of.iter().map(area), *count, *count),
            UsedSets::Between(least, most) => extremes(choice.of.iter().map(area), *least, *most),
            UsedSets::Listed(sets) => {
                let areas = sets.iter().map(|set| sum(&mut set.iter().map(area)));
                let range = |(least, most): (u64, u64), (a, b)| (least.min(a), most.max(b));
                areas.reduce(range).unwrap_or((0, 0))
            }
        });
        sum(&mut others.map(|id| area(&id)).chain(sets))
    }

    /// Describes what a variant leaves open of each choice: "1 of month, 1 of day".
    pub fn open_words(&self, puzzle: &Puzzle) -> String {
        let cards = self.cards.iter().map(|choice| {
            let (one, of) = (choice.kind.word(), choice.cards.len() as u64);
            format!("1 of {}", text::count(of, if one == "given" { "set of givens" } else { one }))
        });
        let words = self.choices.iter().map(|choice| {
            let (few, many) = choice.sets.sizes();
            let count = match few == many {
                true => text::grouped(many as u64),
                false => format!("{few} to {many}"),
            };
            match &choice.group {
                Some(group) => format!("{count} of {group}"),
                None => puzzle.lattice.count_sites(many as u64),
            }
        });
        cards.chain(words).collect::<Vec<_>>().join(", ")
    }

    /// Returns whether pieces are chosen, too.
    pub fn chooses_pieces(&self) -> bool {
        !self.pieces.is_empty()
    }

    /// Returns whether some variants leave pieces out.
    pub fn leaves_pieces_out(&self) -> bool {
        self.chooses_pieces() || self.has_card_pieces()
    }

    /// The rank of the chosen pieces of a combination among those of all combinations.
    pub fn piece_rank(&self, rank: u64) -> u64 {
        rank / self.open_combinations() % self.piece_combinations()
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

    /// The pieces of a puzzle of so many that are left out in a combination, ascending.
    pub fn left_out(&self, rank: u64, pieces: usize) -> Vec<PieceId> {
        let sets = self.pieces.iter().zip(self.used(rank));
        let out = sets.flat_map(|(choice, used)| {
            choice.of.iter().copied().filter(move |piece| !used.contains(piece))
        });
        let mut out: Vec<PieceId> = out.collect();
        for used in self.cards_of(rank).into_iter().filter_map(|card| card.pieces.as_ref()) {
            out.extend((0..pieces as u32).map(PieceId).filter(|piece| !used.contains(piece)));
        }
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

    /// Returns whether there are exceptions.
    pub fn has_exceptions(&self) -> bool {
        !self.except.is_empty()
    }

    /// Returns whether no site belongs to two choices, so that combinations that differ leave
    /// different sites open.
    pub fn is_disjoint(&self) -> bool {
        let mut met = BTreeSet::new();
        self.choices.iter().flat_map(|choice| choice.sets.sites()).all(|site| met.insert(site))
    }

    /// Returns the name of the sites of a choice's set: "Oct".
    pub fn set_name(&self, puzzle: &Puzzle, choice: usize, rank: u64) -> String {
        let mut sites = Vec::new();
        self.choices[choice].sets.append(rank, &mut sites);
        site_words(puzzle, &sites)
    }

    /// Returns the name of a combination's variant: "6 Oct".
    pub fn name(&self, puzzle: &Puzzle, rank: u64) -> String {
        let picks = self.picks(rank);
        let words = |sites: &Vec<Point>| site_words(puzzle, sites);
        let pieces = || {
            let sets = self.pieces.iter().zip(self.used(rank));
            let names = sets.flat_map(|(choice, used)| choice.words(puzzle, &used));
            names.collect::<Vec<_>>().join(" ")
        };
        let cards = self.cards_of(rank);
        if self.name.is_empty() {
            let cards = cards.iter().map(|card| card.name.clone());
            let pieces = self.chooses_pieces().then(pieces);
            let words = cards.chain(pieces).chain(picks.iter().map(words));
            return words.collect::<Vec<_>>().join(" ");
        }
        let mut name = String::new();
        for part in &self.name {
            match part {
                NamePart::Text(text) => name.push_str(text),
                NamePart::Choice(n) => name.push_str(&words(&picks[*n])),
                NamePart::Pieces => name.push_str(&pieces()),
                NamePart::Card(n) => name.push_str(&cards[*n].name),
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

/// The least and the largest area of so many of some pieces, by their own least and largest.
fn extremes(areas: impl Iterator<Item = (u64, u64)>, least: usize, most: usize) -> (u64, u64) {
    let (mut low, mut high): (Vec<u64>, Vec<u64>) = areas.unzip();
    low.sort_unstable();
    high.sort_unstable();
    (low.iter().take(least).sum(), high.iter().rev().take(most).sum())
}

/// The texts of sites, or their places where they have none.
fn site_words(puzzle: &Puzzle, sites: &[Point]) -> String {
    let word = |site: &Point| match puzzle.site_texts.get(site) {
        Some(text) => text.clone(),
        None => format!("({})", puzzle.lattice.site_label(*site)),
    };
    sites.iter().map(word).collect::<Vec<_>>().join(" ")
}
