//! The choices of which variants are a product: sets of sites left open, and of pieces used. A set is
//! named by its rank among those of its choice.

use std::collections::BTreeSet;

use crate::lattice::Point;
use crate::puzzle::{PieceId, Puzzle};

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
    /// True if a set is named by the pieces that it leaves out.
    pub names_left_out: bool,
}

/// Sets of pieces, of which one is used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UsedSets {
    /// All sets of so many of the pieces to choose from.
    Some(usize),
    /// All sets of at least and at most so many, the smallest first.
    Between(usize, usize),
    /// These, each in the order of the pieces.
    Listed(Vec<Vec<PieceId>>),
}

impl PieceChoice {
    /// The number of sets, or `u64::MAX` where it is larger.
    pub(super) fn len(&self) -> u64 {
        match &self.sets {
            UsedSets::Some(count) => combination_count(self.of.len(), *count),
            UsedSets::Between(least, most) => {
                let counts = (*least..=*most).map(|count| combination_count(self.of.len(), count));
                counts.fold(0, u64::saturating_add)
            }
            UsedSets::Listed(sets) => sets.len() as u64,
        }
    }

    /// The pieces of a set by its rank.
    pub(super) fn set(&self, mut rank: u64) -> Vec<PieceId> {
        match &self.sets {
            UsedSets::Between(least, most) => {
                for count in *least..=*most {
                    let sets = combination_count(self.of.len(), count);
                    match rank < sets {
                        true => return combination(&self.of, count, rank),
                        false => rank -= sets,
                    }
                }
                unreachable!("a rank is less than the number of sets")
            }
            UsedSets::Some(count) => combination(&self.of, *count, rank),
            UsedSets::Listed(sets) => sets[rank as usize].clone(),
        }
    }
}

impl PieceChoice {
    /// Returns the name of a set: the names of its pieces, or "without" and those of the others.
    pub(super) fn words<'p>(&self, puzzle: &'p Puzzle, used: &[PieceId]) -> Vec<&'p str> {
        let is_named = |piece: &&PieceId| used.contains(piece) != self.names_left_out;
        let names = self.of.iter().filter(is_named).map(|id| puzzle.piece(*id).name.as_str());
        self.names_left_out.then_some("without").into_iter().chain(names).collect()
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
        let with = combination_count(of.len() - n, left - 1);
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

/// The number of sets of k out of n, or `u64::MAX` where it is larger.
pub(crate) fn combination_count(n: usize, k: usize) -> u64 {
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
            OpenSets::Some { sites, count } => combination_count(sites.len(), *count),
            OpenSets::Listed(sets) => sets.len() as u64,
        }
    }

    /// The size of each set of a group; of listed sets that of the largest.
    pub fn size(&self) -> usize {
        self.sizes().1
    }

    /// Returns whether there are no sets; never the case in a family.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds the sites of a set by its rank, in the order of the group.
    pub(super) fn append(&self, rank: u64, found: &mut Vec<Point>) {
        match self {
            OpenSets::Listed(sets) => found.extend(&sets[rank as usize]),
            OpenSets::Some { sites, count } => found.extend(combination(sites, *count, rank)),
        }
    }

    /// Replaces a set, by the indices of its sites or its own, by the next one; the last by the first, and
    /// then returns false.
    pub(super) fn advance(&self, picks: &mut [usize]) -> bool {
        let (size, count) = match self {
            OpenSets::Some { sites, count } => (sites.len(), *count),
            OpenSets::Listed(sets) => (sets.len(), 1),
        };
        let next = (0..count).rev().find(|&i| picks[i] < size - count + i);
        let (from, first) = next.map_or((0, 0), |i| (i, picks[i] + 1));
        picks[from..].iter_mut().zip(first..).for_each(|(pick, n)| *pick = n);
        next.is_some()
    }

    /// The sizes of the smallest and of the largest set.
    pub fn sizes(&self) -> (usize, usize) {
        match self {
            OpenSets::Some { count, .. } => (*count, *count),
            OpenSets::Listed(sets) => {
                let sizes = sets.iter().map(Vec::len);
                (sizes.clone().min().unwrap_or(0), sizes.max().unwrap_or(0))
            }
        }
    }

    /// All sites of all sets, each once.
    pub fn sites(&self) -> BTreeSet<Point> {
        match self {
            OpenSets::Some { sites, .. } => sites.iter().copied().collect(),
            OpenSets::Listed(sets) => sets.iter().flatten().copied().collect(),
        }
    }
}
