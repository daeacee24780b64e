//! The variants of a puzzle as a list: of those that symmetry makes equal, one.
//!
//! A variant is the set of sites that it leaves open, with the pieces that it uses. The symmetries of the puzzle map such sets to
//! each other, and with them the solutions; so of each orbit one variant is listed, with the
//! number of those that are equal to it.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::encode::{Encoding, SymmetryGroup};
use crate::lattice::Point;
use crate::puzzle::variants::{OpenSets, VariantFamily};
use crate::puzzle::{Board, PieceId, Puzzle};

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
        "the puzzle has no variants; name some in its file, such as \
         variants: (of: [OpenOne(\"corner\")])"
    )]
    NoVariants,
    /// Nothing is left of them.
    #[error("no variant is left to solve: {0}")]
    Nothing(&'static str),
}

impl VariantList {
    /// Lists the variants, those that the file excepts among them if that is wanted.
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
        let is_plain = !family.has_exceptions() || with_exceptions;
        let moved = Moved::of(&family, &puzzle.board, group);
        let variants = if is_plain && family.is_disjoint() && moved.keep(&family) {
            moved.least(&family)
        } else {
            moved.first(&family, with_exceptions)
        };
        if variants.is_empty() {
            return Err(ListError::Nothing("the choices and exceptions rule out all of them"));
        }
        Ok(VariantList { puzzle: Arc::clone(puzzle), family, variants, with_exceptions })
    }

    /// The same list with only the variants for which a condition holds, by their index.
    ///
    /// # Errors
    /// When it holds for none.
    pub fn filtered(self, keep: impl Fn(&VariantList, usize) -> bool) -> Result<Self, ListError> {
        let kept = (0..self.len()).filter(|&index| keep(&self, index));
        let variants: Vec<Variant> = kept.map(|index| self.variants[index]).collect();
        match variants.is_empty() {
            true => Err(ListError::Nothing("none has such a name")),
            false => Ok(VariantList { variants, ..self }),
        }
    }

    /// The number of variants, those that are equal counted once.
    pub fn len(&self) -> usize {
        self.variants.len()
    }

    /// Whether there are none; never.
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

    /// Whether those are listed that the file excepts.
    pub fn has_exceptions(&self) -> bool {
        self.with_exceptions
    }

    /// The sites that a variant leaves open, in reading order.
    pub fn open_sites(&self, index: usize) -> Vec<Point> {
        let mut open = Vec::new();
        self.family.open_sites(self.variants[index].rank, true, &mut open);
        open
    }

    /// What a variant is called: "6 Oct".
    pub fn name(&self, index: usize) -> String {
        self.family.name(&self.puzzle, self.variants[index].rank)
    }

    /// The name of a variant that lasts, whatever the list; see [`VariantFamily::id`].
    pub fn id(&self, index: usize) -> String {
        let id = VariantFamily::id(&self.puzzle, &self.open_sites(index));
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
        self.family.left_out(self.variants[index].rank)
    }

    /// Which variant each combination of choices is, or is equal to by symmetry: by rank its index;
    /// `None` for a combination that is no variant, or is not listed. The group is that of the puzzle.
    ///
    /// Cost: as of [`VariantList::new`].
    pub fn of_ranks(&self, group: &SymmetryGroup) -> Vec<Option<u32>> {
        let moved = Moved::of(&self.family, &self.puzzle.board, group);
        let least = |rank: u64, open: &[Point]| {
            let positions: Vec<u32> = open.iter().map(|&site| moved.position(site)).collect();
            let keys = (0..moved.images.len()).map(|element| moved.key(element, &positions));
            keys.min().map(|key| (self.family.piece_rank(rank), key))
        };
        let own = |n: usize| Some((least(self.variants[n].rank, &self.open_sites(n))?, n as u32));
        let known: FxHashMap<(u64, Key), u32> = (0..self.len()).filter_map(own).collect();
        let mut of_ranks = vec![None; self.family.combinations() as usize];
        self.family.each(self.with_exceptions, |rank, open| {
            of_ranks[rank as usize] = least(rank, open).and_then(|key| known.get(&key).copied());
        });
        of_ranks
    }

    /// The puzzle of a variant; `None` where a pinned piece lies on what is left open.
    pub fn puzzle(&self, index: usize) -> Option<Puzzle> {
        let puzzle = self.puzzle.with_open(&self.open_sites(index))?;
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
}

impl<'a> Moved<'a> {
    fn new(board: &'a Board, group: &'a SymmetryGroup) -> Moved<'a> {
        let images = group.elements.iter().map(|element| element.sites.as_slice()).collect();
        Moved { board, images }
    }

    /// For variants that choose pieces, too, the identity alone: a symmetry may take a piece to one
    /// that is left out.
    fn of(family: &VariantFamily, board: &'a Board, group: &'a SymmetryGroup) -> Moved<'a> {
        let mut moved = Moved::new(board, group);
        if family.chooses_pieces() {
            moved.images.truncate(1);
        }
        moved
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

    /// Whether every element maps the choices to choices.
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
            let images = (0..self.images.len()).map(|element| self.key(element, &positions));
            let least = images.min().expect("a group has an identity");
            let index = *known.entry((pieces, least)).or_insert(variants.len());
            match variants.get_mut(index) {
                Some(variant) => variant.number += 1,
                None => variants.push(Variant { rank, number: 1 }),
            }
        });
        variants
    }
}
