//! The sets of pieces that are tested: the choices whose area fits, of those that symmetry makes
//! equal one.

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::SetsError;
use crate::encode::SymmetryGroup;
use crate::job::variants::VariantList;
use crate::puzzle::variants::{MAX_VARIANTS, VariantFamily, combination_count};
use crate::puzzle::{PieceId, Puzzle};

/// A set of pieces, a bit each by its index.
pub(super) type Mask = u128;

/// A choice of pieces, in place of that of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetChoice {
    /// The least and the largest number of pieces in a set.
    pub count: (usize, usize),
    /// Those in every set.
    pub always: Vec<PieceId>,
    /// Those in none.
    pub never: Vec<PieceId>,
}

/// The sets of pieces to be tested.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceSets {
    masks: Vec<Mask>,
    /// For each set the number of those that symmetry makes equal to it, itself counted.
    numbers: Vec<u8>,
    pieces: usize,
    /// The choices, those whose area does not fit counted.
    combinations: u64,
}

impl PieceSets {
    /// The sets of a choice, or of the variants of the file, whose area fits at least one variant of
    /// the list. The group is that of the puzzle with all its pieces.
    ///
    /// Cost: linear in the number of choices, times the order of the group.
    ///
    /// # Errors
    /// When there is nothing to choose, when no set fits, or when there are too many.
    pub(super) fn new(
        puzzle: &Puzzle,
        list: &VariantList,
        group: &SymmetryGroup,
        choice: Option<&SetChoice>,
    ) -> Result<PieceSets, SetsError> {
        let pieces = puzzle.pieces.len();
        if pieces > Mask::BITS as usize {
            return Err(SetsError::TooManyPieces(pieces));
        }
        let all = match (choice, &puzzle.variants) {
            (Some(choice), _) => chosen(pieces, choice)?,
            (None, Some(family)) if family.chooses_pieces() => of_family(pieces, family)?,
            (None, _) => return Err(SetsError::NoChoice),
        };
        let combinations = all.len() as u64;
        let pinned = mask_of(puzzle.pinned().map(|pin| pin.piece));
        let fits = AreaFit::new(puzzle, list);
        let mut areas: FxHashMap<(u64, u64), bool> = FxHashMap::default();
        let permutations = permutations(list, group);
        let (mut masks, mut numbers) = (Vec::new(), Vec::new());
        let mut nearest: Option<(u64, u64)> = None;
        for mask in all {
            let area = fits.area(mask);
            let has_room = *areas.entry(area).or_insert_with(|| fits.has_room(area));
            if !has_room || mask & pinned != pinned {
                nearest = Some(
                    nearest.map_or(area, |(least, most)| (least.min(area.0), most.max(area.1))),
                );
                continue;
            }
            if let Some(number) = orbit(mask, &permutations) {
                masks.push(mask);
                numbers.push(number);
            }
        }
        if masks.is_empty() {
            let (least, most) = nearest.unwrap_or_default();
            return Err(SetsError::Area { least, most, needed: fits.needed() });
        }
        Ok(PieceSets { masks, numbers, pieces, combinations })
    }

    /// The number of sets.
    pub fn len(&self) -> usize {
        self.masks.len()
    }

    /// Returns whether there are no sets; never the case.
    pub fn is_empty(&self) -> bool {
        self.masks.is_empty()
    }

    /// The choices, those whose area does not fit counted, and each of those that are equal.
    pub fn combinations(&self) -> u64 {
        self.combinations
    }

    /// The number of sets that symmetry makes equal to one, itself counted.
    pub fn number(&self, set: usize) -> u64 {
        self.numbers[set].into()
    }

    /// The pieces of a set, ascending.
    pub fn used(&self, set: usize) -> Vec<PieceId> {
        self.ids(self.masks[set])
    }

    /// The pieces that a set leaves out, ascending.
    pub fn left_out(&self, set: usize) -> Vec<PieceId> {
        self.ids(!self.masks[set])
    }

    /// Returns whether a set has a piece.
    pub fn has(&self, set: usize, piece: PieceId) -> bool {
        self.masks[set] >> piece.0 & 1 == 1
    }

    /// The pieces that are in every set.
    pub fn in_all(&self) -> Vec<PieceId> {
        self.ids(self.masks.iter().fold(Mask::MAX, |all, mask| all & mask))
    }

    /// The set with just these pieces.
    pub fn position(&self, used: &[PieceId]) -> Option<usize> {
        let mask = mask_of(used.iter().copied());
        self.masks.iter().position(|own| *own == mask)
    }

    /// Returns the checksum that identifies the sets in a file.
    pub(super) fn checksum(&self) -> u32 {
        let mut hasher = crc32fast::Hasher::new();
        self.masks.iter().for_each(|mask| hasher.update(&mask.to_le_bytes()));
        hasher.finalize()
    }

    fn ids(&self, mask: Mask) -> Vec<PieceId> {
        (0..self.pieces as u32).filter(|n| mask >> n & 1 == 1).map(PieceId).collect()
    }
}

fn mask_of(pieces: impl Iterator<Item = PieceId>) -> Mask {
    pieces.fold(0, |mask, piece| mask | 1 << piece.0)
}

/// The sets of a choice: those with the first pieces come first.
fn chosen(pieces: usize, choice: &SetChoice) -> Result<Vec<Mask>, SetsError> {
    let always = mask_of(choice.always.iter().copied());
    let never = mask_of(choice.never.iter().copied());
    if always & never != 0 {
        return Err(SetsError::BothWays(PieceId((always & never).trailing_zeros())));
    }
    let free: Vec<u32> = (0..pieces as u32).filter(|n| (always | never) >> n & 1 == 0).collect();
    let (least, most) = choice.count;
    let given = always.count_ones() as usize;
    let most = most.min(given + free.len());
    if least > most || most == 0 || most < given {
        return Err(SetsError::Count { least, given, free: free.len() });
    }
    let sizes = least.max(given)..=most;
    let counts = sizes.clone().map(|size| combination_count(free.len(), size - given));
    let count = counts.fold(0u64, u64::saturating_add);
    if count > MAX_VARIANTS {
        return Err(SetsError::TooManySets(count));
    }
    let mut masks = Vec::with_capacity(count as usize);
    for size in sizes.rev() {
        combinations(&free, size - given, always, &mut masks);
    }
    Ok(masks)
}

/// Adds the sets that `base` becomes with so many of some pieces.
fn combinations(free: &[u32], count: usize, base: Mask, masks: &mut Vec<Mask>) {
    let Some(left) = count.checked_sub(1) else { return masks.push(base) };
    for (n, piece) in free.iter().enumerate() {
        if free.len() - n <= left {
            break;
        }
        combinations(&free[n + 1..], left, base | 1 << piece, masks);
    }
}

/// The sets that the variants of a file choose.
fn of_family(pieces: usize, family: &VariantFamily) -> Result<Vec<Mask>, SetsError> {
    let whole = mask_of((0..pieces as u32).map(PieceId));
    let open = family.open_combinations();
    let sets = 0..family.piece_combinations();
    let left_out = |rank: u64| mask_of(family.left_out(rank * open, pieces).into_iter());
    let mut masks: Vec<Mask> = sets.map(|rank| whole & !left_out(rank)).collect();
    let mut met = rustc_hash::FxHashSet::default();
    masks.retain(|mask| met.insert(*mask));
    Ok(masks)
}

/// The areas that the variants leave to be covered.
struct AreaFit {
    /// For each piece the least and the largest number of sites that it covers.
    pieces: Vec<(u64, u64)>,
    /// The least and the largest number of sites to be covered, of each variant, each pair once.
    variants: Vec<(u64, u64)>,
}

impl AreaFit {
    fn new(puzzle: &Puzzle, list: &VariantList) -> AreaFit {
        let each = puzzle.pieces.iter().map(|piece| piece.shape.size() as u64);
        let pieces = each
            .zip(puzzle.copies())
            .map(|(size, copies)| (size * u64::from(copies.min), size * u64::from(copies.max)));
        let mut variants: Vec<(u64, u64)> = (0..list.len()).map(|n| list.board_area(n)).collect();
        variants.sort_unstable();
        variants.dedup();
        AreaFit { pieces: pieces.collect(), variants }
    }

    /// The least and the largest number of sites that a set covers.
    fn area(&self, mask: Mask) -> (u64, u64) {
        let used = self.pieces.iter().enumerate().filter(|(n, _)| mask >> n & 1 == 1);
        used.fold((0, 0), |(least, most), (_, piece)| (least + piece.0, most + piece.1))
    }

    /// Returns whether a set that covers `least` to `most` sites fits a variant.
    fn has_room(&self, (least, most): (u64, u64)) -> bool {
        self.variants.iter().any(|(needed, room)| most >= *needed && least <= *room)
    }

    /// The least and the largest number of sites that any variant wants covered.
    fn needed(&self) -> (u64, u64) {
        let least = self.variants.iter().map(|area| area.0).min().unwrap_or(0);
        (least, self.variants.iter().map(|area| area.1).max().unwrap_or(0))
    }
}

/// Returns the permutations of the pieces by the symmetries of the puzzle, except symmetries that
/// move no piece; only symmetries that map the variants to variants make sets equal.
fn permutations(list: &VariantList, group: &SymmetryGroup) -> Vec<Vec<PieceId>> {
    let moving = group
        .elements
        .iter()
        .filter(|element| element.pieces.iter().enumerate().any(|(n, piece)| piece.index() != n));
    let keeping = moving.filter(|element| list.is_kept_by(element));
    let mut permutations: Vec<Vec<PieceId>> = keeping.map(|e| e.pieces.clone()).collect();
    permutations.sort_unstable();
    permutations.dedup();
    permutations
}

/// The number of sets that are equal to one, if it is the first of them.
fn orbit(mask: Mask, permutations: &[Vec<PieceId>]) -> Option<u8> {
    // A set comes before another when it has the first piece in which they differ.
    let order = |mask: Mask| mask.reverse_bits();
    let mut images = vec![mask];
    for permutation in permutations {
        let pieces = permutation.iter().enumerate().filter(|(n, _)| mask >> n & 1 == 1);
        let image = pieces.fold(0, |image, (_, to)| image | 1 << to.0);
        if order(image) > order(mask) {
            return None;
        }
        images.push(image);
    }
    images.sort_unstable();
    images.dedup();
    Some(images.len() as u8)
}
