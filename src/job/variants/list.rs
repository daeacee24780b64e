//! The variants of a puzzle as a list: of those that symmetry makes equal, one.
//!
//! A variant is the set of sites that it leaves open, with the pieces that it uses. The symmetries of the puzzle map such sets to
//! each other, and with them the solutions; so of each orbit one variant is listed, with the
//! number of those that are equal to it.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};

use super::cards;
use crate::encode::symmetry::PuzzleSymmetry;
use crate::encode::{EncodeError, Encoding, SymmetryGroup};
use crate::lattice::Point;
use crate::polyform::art;
use crate::puzzle::variants::{Card, OpenSets, VariantFamily};
use crate::puzzle::{Board, BoardSite, PieceId, Puzzle};

/// A variant of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variant {
    /// Its combination of choices; see [`VariantFamily::open_sites`].
    pub rank: u64,
    /// The number of variants that symmetry makes equal to it, itself counted.
    pub number: u64,
}

/// The variants of a puzzle, in the order of their ranks.
#[derive(Clone, Debug)]
pub struct VariantList {
    /// The puzzle.
    pub puzzle: Arc<Puzzle>,
    /// Its variants as the file has them.
    pub family: Arc<VariantFamily>,
    variants: Vec<Variant>,
    with_exceptions: bool,
}

/// Why there is no list.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ListError {
    /// The puzzle has no variants.
    #[error(
        "the puzzle has no variants; add some to its file, such as variants: (of: \
         [OpenOne(\"corner\")])"
    )]
    NoVariants,
    /// Nothing is left of them.
    #[error("no variant is left to solve: {0}")]
    Nothing(&'static str),
}

impl ListError {
    /// The error where nothing is left.
    pub(super) const RULED_OUT: ListError =
        ListError::Nothing("the choices and exceptions rule out all of them");
}

/// The selection of a puzzle's variants to be solved.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VariantChoice {
    /// Only those whose names have all these words, such as "6 Oct".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub only: Option<String>,
    /// True if variants that the file excepts are solved too.
    pub with_exceptions: bool,
}

/// Why variants that were chosen cannot be listed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChoiceError {
    /// The puzzle cannot be encoded.
    #[error(transparent)]
    Encode(#[from] EncodeError),
    /// There are none.
    #[error(transparent)]
    List(#[from] ListError),
    /// None has such a name.
    #[error("--only \"{words}\": {error}")]
    Only {
        /// The words.
        words: String,
        /// Why.
        error: ListError,
    },
}

/// The variants of a puzzle that has cards, of those that are equal one.
fn with_cards(puzzle: &Puzzle, family: &VariantFamily, with_exceptions: bool) -> Vec<Variant> {
    let mut variants: Vec<Variant> = Vec::new();
    cards::each(puzzle, family, with_exceptions, |rank, index| {
        match variants.get_mut(index as usize) {
            Some(variant) => variant.number += 1,
            None => variants.push(Variant { rank, number: 1 }),
        }
    });
    variants
}

/// Returns whether each word of a text is a word of a name.
fn has_words(name: &str, words: &str) -> bool {
    words.split_whitespace().all(|word| name.split_whitespace().any(|own| own == word))
}

impl VariantList {
    /// Lists the variants, those that the file excepts among them if that is wanted. The puzzle is
    /// [that with all boards](Puzzle::with_all_boards), and the encoding and the group are its own.
    ///
    /// Cost: for each combination of choices, linear in the order of the group times the open sites.
    ///
    /// # Errors
    /// When the puzzle has no variants, or its exceptions leave none.
    pub fn new(
        puzzle: &Arc<Puzzle>,
        encoding: &Encoding,
        group: &SymmetryGroup,
        with_exceptions: bool,
    ) -> Result<VariantList, ListError> {
        debug_assert_eq!(group.option_count(), encoding.problem.option_count());
        let family = puzzle.variants.clone().ok_or(ListError::NoVariants)?;
        if family.chooses_cards() {
            let variants = with_cards(puzzle, &family, with_exceptions);
            return VariantList::of_variants(puzzle, family, variants, with_exceptions);
        }
        let is_plain = !family.has_exceptions() || with_exceptions;
        let moved = Moved::of(&family, &puzzle.board, group);
        let is_regular = is_plain && family.is_disjoint() && !moved.moves_pieces();
        let variants = if is_regular && moved.keep(&family) {
            moved.least(&family)
        } else {
            moved.first(&family, with_exceptions)
        };
        VariantList::of_variants(puzzle, family, variants, with_exceptions)
    }

    fn of_variants(
        puzzle: &Arc<Puzzle>,
        family: Arc<VariantFamily>,
        variants: Vec<Variant>,
        with_exceptions: bool,
    ) -> Result<VariantList, ListError> {
        match variants.is_empty() {
            true => Err(ListError::RULED_OUT),
            false => {
                Ok(VariantList { puzzle: Arc::clone(puzzle), family, variants, with_exceptions })
            }
        }
    }

    /// Lists the variants of a puzzle, with the encoding of [that with all boards](Puzzle::with_all_boards):
    /// of all those whose names have each word of `only`, if that is given.
    ///
    /// # Errors When the puzzle cannot be encoded, has no variants, or no variant has this name.
    pub fn chosen(
        puzzle: &Arc<Puzzle>,
        choice: &VariantChoice,
    ) -> Result<(VariantList, Arc<Encoding>), ChoiceError> {
        let puzzle = puzzle.with_all_boards();
        let encoding = Arc::new(Encoding::new(&puzzle)?);
        let group = SymmetryGroup::new(&puzzle, &encoding);
        let list = VariantList::new(&puzzle, &encoding, &group, choice.with_exceptions)?;
        let Some(words) = &choice.only else { return Ok((list, encoding)) };
        let named = list.filtered(|list, index| has_words(&list.name(index), words));
        let said = |error| ChoiceError::Only { words: words.clone(), error };
        Ok((named.map_err(said)?, encoding))
    }

    /// The same list with only the variants for which a condition holds, by their index.
    ///
    /// # Errors
    /// When it holds for none.
    pub fn filtered(self, keep: impl Fn(&VariantList, usize) -> bool) -> Result<Self, ListError> {
        let kept = (0..self.len()).filter(|&index| keep(&self, index));
        let variants: Vec<Variant> = kept.map(|index| self.variants[index]).collect();
        match variants.is_empty() {
            true => Err(ListError::Nothing("no variant has this name")),
            false => Ok(VariantList { variants, ..self }),
        }
    }

    /// Lists every combination of choices that is a variant, equal ones, too.
    ///
    /// # Errors
    /// When the puzzle has no variants, or its exceptions leave none.
    pub fn unmerged(puzzle: &Arc<Puzzle>) -> Result<VariantList, ListError> {
        let puzzle = puzzle.with_all_boards();
        let family = puzzle.variants.clone().ok_or(ListError::NoVariants)?;
        let mut variants = Vec::new();
        let mut add = |rank| variants.push(Variant { rank, number: 1 });
        match family.chooses_cards() {
            true => cards::each(&puzzle, &family, false, |rank, _| add(rank)),
            false => family.each(false, |rank, _| add(rank)),
        }
        VariantList::of_variants(&puzzle, family, variants, false)
    }

    /// Other variants of the same puzzle.
    pub(super) fn of_same_puzzle(&self, variants: Vec<Variant>) -> VariantList {
        VariantList { variants, ..self.clone() }
    }

    /// The same variants of another puzzle, which differs in its pieces alone.
    pub(in crate::job) fn of_puzzle(&self, puzzle: Arc<Puzzle>) -> VariantList {
        VariantList { puzzle, ..self.clone() }
    }

    /// Returns whether a symmetry of the puzzle maps the choices to choices; it then maps variants
    /// to variants unless there are exceptions.
    pub(in crate::job) fn is_kept_by(&self, element: &PuzzleSymmetry) -> bool {
        if self.family.chooses_cards() {
            return false;
        }
        let identity: Vec<u32> = (0..self.puzzle.board.sites().len() as u32).collect();
        let images = vec![identity.as_slice(), element.sites.as_slice()];
        let is_plain = !self.family.has_exceptions() || self.with_exceptions;
        is_plain
            && Moved { board: &self.puzzle.board, images, piece_images: Vec::new() }
                .keep(&self.family)
    }

    /// The number of variants, those that are equal counted once.
    pub fn len(&self) -> usize {
        self.variants.len()
    }

    /// Returns whether there are no variants; never the case.
    pub fn is_empty(&self) -> bool {
        self.variants.is_empty()
    }

    /// The variants.
    pub fn variants(&self) -> &[Variant] {
        &self.variants
    }

    /// The number of variants, each of those that are equal counted.
    pub fn number(&self) -> u64 {
        self.variants.iter().map(|variant| variant.number).sum()
    }

    /// Returns whether variants that the file excepts are listed.
    pub fn has_exceptions(&self) -> bool {
        self.with_exceptions
    }

    /// The sites that a variant leaves open, in reading order.
    pub fn open_sites(&self, index: usize) -> Vec<Point> {
        let mut open = Vec::new();
        self.family.open_sites(self.variants[index].rank, true, &mut open);
        open
    }

    /// Returns the name of a variant: "6 Oct".
    pub fn name(&self, index: usize) -> String {
        self.family.name(&self.puzzle, self.variants[index].rank)
    }

    /// The name of a variant that lasts, whatever the list; see [`VariantFamily::id`].
    pub fn id(&self, index: usize) -> String {
        let open = VariantFamily::id(&self.puzzle, &self.open_sites(index));
        let cards = self.cards(index).into_iter().map(|card| card.name.replace(' ', "-"));
        let open = (!open.is_empty()).then_some(open);
        let id = cards.chain(open).collect::<Vec<_>>().join(":");
        if !self.family.chooses_pieces() {
            return id;
        }
        let used = self.family.used(self.variants[index].rank).into_iter().flatten();
        let names: Vec<&str> = used.map(|piece| self.puzzle.piece(piece).name.as_str()).collect();
        let colon = if id.is_empty() { "" } else { ":" };
        format!("{id}{colon}{}", names.join("+"))
    }

    /// The pieces that a variant leaves out.
    pub fn left_out(&self, index: usize) -> Vec<PieceId> {
        self.family.left_out(self.variants[index].rank, self.puzzle.pieces.len())
    }

    /// The cards of a variant: its board, and what is given.
    pub fn cards(&self, index: usize) -> Vec<&Card> {
        self.family.cards_of(self.variants[index].rank)
    }

    /// The least and the largest number of sites of a variant that are covered.
    pub fn board_area(&self, index: usize) -> (u64, u64) {
        let cards = self.cards(index);
        let own = cards.iter().find_map(|card| card.board.as_ref());
        let board = own.map_or(&self.puzzle.board, |own| &own.board);
        let open = self.open_sites(index);
        let required = open
            .iter()
            .filter(|site| board.position(**site).is_some_and(|at| board.sites()[at].required));
        let (required, open) = (required.count(), open.len());
        ((board.required() - required) as u64, (board.sites().len() - open) as u64)
    }

    /// Returns, by rank, the index of the variant that each combination of choices is, or is equal
    /// to by symmetry;
    /// `None` for a combination that is no variant, or is not listed. The group is that of the puzzle.
    ///
    /// Cost: as of [`VariantList::new`].
    pub fn of_ranks(&self, group: &SymmetryGroup) -> Vec<Option<u32>> {
        if self.family.chooses_cards() {
            return self.of_card_ranks();
        }
        let moved = Moved::of(&self.family, &self.puzzle.board, group);
        let least = |rank: u64, open: &[Point]| {
            let positions: Vec<u32> = open.iter().map(|&site| moved.position(site)).collect();
            moved.least_image(self.family.piece_rank(rank), &positions)
        };
        let own = |n: usize| Some((least(self.variants[n].rank, &self.open_sites(n))?, n as u32));
        let known: FxHashMap<(u64, Key), u32> = (0..self.len()).filter_map(own).collect();
        let mut of_ranks = vec![None; self.family.combinations() as usize];
        self.family.each(self.with_exceptions, |rank, open| {
            of_ranks[rank as usize] = least(rank, open).and_then(|key| known.get(&key).copied());
        });
        of_ranks
    }

    /// The board of a variant as rows of text art; none where it is that of the puzzle.
    pub fn board_rows(&self, index: usize) -> Vec<String> {
        let cards = self.cards(index);
        let Some(own) = cards.iter().find_map(|card| card.board.as_ref()) else {
            return Vec::new();
        };
        let lattice = self.puzzle.lattice;
        let mark =
            |s: &BoardSite| (s.site, if s.required { (lattice.art_marks)(s.site) } else { 'o' });
        let sites: Vec<_> = own.board.sites().iter().map(mark).collect();
        art::draw(lattice, &sites)
    }

    fn of_card_ranks(&self) -> Vec<Option<u32>> {
        let by_rank = |variant: &Variant| variant.rank;
        let mut firsts: Vec<Option<u32>> = Vec::new();
        let mut of_ranks = vec![None; self.family.combinations() as usize];
        cards::each(&self.puzzle, &self.family, self.with_exceptions, |rank, number| {
            if number as usize == firsts.len() {
                let listed = self.variants.binary_search_by_key(&rank, by_rank);
                firsts.push(listed.ok().map(|index| index as u32));
            }
            of_ranks[rank as usize] = firsts[number as usize];
        });
        of_ranks
    }

    /// The puzzle of a variant; `None` where a pinned or given piece lies on what is left open, or on
    /// another.
    pub fn puzzle(&self, index: usize) -> Option<Puzzle> {
        let puzzle = self.puzzle.with_cards(&self.cards(index))?;
        let puzzle = puzzle.with_open(&self.open_sites(index))?;
        let puzzle = puzzle.with_left_out(&self.left_out(index))?;
        Some(Puzzle { title: format!("{}, {}", puzzle.title, self.name(index)), ..puzzle })
    }
}

/// A set of sites as a key, of which the first in lexicographic order is the least.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Key {
    /// For boards of at most 128 sites, a bit each that is not open: the first is the highest.
    Bits(u128),
    /// The positions of the sites, sorted.
    List(Box<[u32]>),
}

/// Where the symmetries take the sites of a board.
struct Moved<'a> {
    board: &'a Board,
    /// For each element, the identity first.
    images: Vec<&'a [u32]>,
    /// For each element, where it takes each choice of pieces, by its rank: [`NOWHERE`] where to none. Empty
    /// where pieces stay what they are.
    piece_images: Vec<Vec<u64>>,
}

/// The rank of no choice of pieces.
const NOWHERE: u64 = u64::MAX;
/// More choices of pieces than this are not moved by symmetries.
const MAX_MOVED: u64 = 1_000_000;

impl<'a> Moved<'a> {
    fn new(board: &'a Board, group: &'a SymmetryGroup) -> Moved<'a> {
        let images = group.elements.iter().map(|element| element.sites.as_slice()).collect();
        Moved { board, images, piece_images: Vec::new() }
    }

    /// For variants that choose pieces, too, where symmetries take these choices; the identity alone where
    /// there are too many, or nothing is moved.
    fn of(family: &VariantFamily, board: &'a Board, group: &'a SymmetryGroup) -> Moved<'a> {
        let mut moved = Moved::new(board, group);
        if !family.chooses_pieces() {
            return moved;
        }
        let choices = family.piece_combinations();
        let stays = |pieces: &[PieceId]| pieces.iter().enumerate().all(|(n, p)| p.index() == n);
        let is_fixed = group.elements.iter().all(|element| stays(&element.pieces));
        if choices > MAX_MOVED || is_fixed && family.choices.is_empty() {
            moved.images.truncate(1);
        } else if !is_fixed {
            moved.piece_images = piece_images(family, choices, group);
        }
        moved
    }

    /// Returns whether symmetries map choices of pieces to others.
    fn moves_pieces(&self) -> bool {
        !self.piece_images.is_empty()
    }

    /// The least of the images of a variant, by the rank of its pieces and the positions of its open
    /// sites.
    fn least_image(&self, pieces: u64, positions: &[u32]) -> Option<(u64, Key)> {
        let image = |element: usize| {
            let pieces = match self.piece_images.get(element) {
                Some(images) => images[pieces as usize],
                None => pieces,
            };
            (pieces != NOWHERE).then(|| (pieces, self.key(element, positions)))
        };
        (0..self.images.len()).filter_map(image).min()
    }

    fn position(&self, site: Point) -> u32 {
        self.board.position(site).expect("open sites are on the board") as u32
    }

    /// The image of some positions under an element.
    fn key(&self, element: usize, positions: &[u32]) -> Key {
        let image = self.images[element];
        let moved = positions.iter().map(|&site| image[site as usize]);
        if self.board.sites().len() <= 128 {
            return Key::Bits(moved.fold(u128::MAX, |key, site| key & !(1 << (127 - site))));
        }
        let mut list: Vec<u32> = moved.collect();
        list.sort_unstable();
        Key::List(list.into_boxed_slice())
    }

    /// Returns whether every element maps the choices to choices.
    fn keep(&self, family: &VariantFamily) -> bool {
        let sorted = |mut positions: Vec<u32>| {
            positions.sort_unstable();
            positions
        };
        let of = |sites: &[Point], image: &[u32]| {
            sorted(sites.iter().map(|&s| image[self.position(s) as usize]).collect())
        };
        let mapped = |image: &[u32]| {
            let choice = |sets: &OpenSets| match sets {
                OpenSets::Some { sites, count } => (*count, vec![of(sites, image)]),
                OpenSets::Listed(sets) => {
                    let mut sets: Vec<Vec<u32>> = sets.iter().map(|set| of(set, image)).collect();
                    sets.sort_unstable();
                    (0, sets)
                }
            };
            let mut choices: Vec<_> = family.choices.iter().map(|c| choice(&c.sets)).collect();
            choices.sort_unstable();
            choices
        };
        let own = mapped(self.images[0]);
        self.images[1..].iter().all(|image| mapped(image) == own)
    }

    /// A variant of each orbit, where symmetries map all combinations to combinations that
    /// leave other sites open: it is the least of its images.
    fn least(&self, family: &VariantFamily) -> Vec<Variant> {
        let mut variants = Vec::new();
        let mut positions = Vec::new();
        family.each(true, |rank, open| {
            positions.clear();
            positions.extend(open.iter().map(|&site| self.position(site)));
            let own = self.key(0, &positions);
            let mut fixed = 1;
            let is_least = (1..self.images.len()).all(|element| {
                let image = self.key(element, &positions);
                fixed += u64::from(image == own);
                image >= own
            });
            if is_least {
                let number = self.images.len() as u64 / fixed;
                variants.push(Variant { rank, number });
            }
        });
        variants
    }

    /// The first variant of each orbit in the order of ranks, whatever the choices: those met are
    /// remembered.
    fn first(&self, family: &VariantFamily, with_exceptions: bool) -> Vec<Variant> {
        let mut variants: Vec<Variant> = Vec::new();
        let mut known: FxHashMap<(u64, Key), usize> = FxHashMap::default();
        let mut met: FxHashSet<(u64, Key)> = FxHashSet::default();
        // What no symmetry moves, and no two combinations leave open, need not be looked up.
        let is_new = self.images.len() == 1 && family.is_disjoint();
        let mut positions = Vec::new();
        family.each(with_exceptions, |rank, open| {
            if is_new {
                return variants.push(Variant { rank, number: 1 });
            }
            positions.clear();
            positions.extend(open.iter().map(|&site| self.position(site)));
            let pieces = family.piece_rank(rank);
            if !met.insert((pieces, self.key(0, &positions))) {
                return;
            }
            let least = self.least_image(pieces, &positions).expect("a group has an identity");
            let index = *known.entry(least).or_insert(variants.len());
            match variants.get_mut(index) {
                Some(variant) => variant.number += 1,
                None => variants.push(Variant { rank, number: 1 }),
            }
        });
        variants
    }
}

/// Where each element takes each choice of pieces.
fn piece_images(family: &VariantFamily, choices: u64, group: &SymmetryGroup) -> Vec<Vec<u64>> {
    let open = family.open_combinations();
    let pieces = group.elements[0].pieces.len();
    let left_out: Vec<Vec<PieceId>> =
        (0..choices).map(|rank| family.left_out(rank * open, pieces)).collect();
    let ranks: FxHashMap<&[PieceId], u64> =
        (0..).zip(&left_out).map(|(rank, out)| (out.as_slice(), rank)).collect();
    let images = group.elements.iter().map(|element| {
        let image = |out: &Vec<PieceId>| {
            let mut moved: Vec<PieceId> =
                out.iter().map(|piece| element.pieces[piece.index()]).collect();
            moved.sort_unstable();
            ranks.get(moved.as_slice()).copied().unwrap_or(NOWHERE)
        };
        left_out.iter().map(image).collect()
    });
    images.collect()
}
