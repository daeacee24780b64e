//! The sets of pieces that are tested: the choices whose area fits, of those that symmetry makes
//! equal one.

use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};

use super::SetsError;
use crate::encode::SymmetryGroup;
use crate::job::variants::VariantList;
use crate::puzzle::variants::{MAX_VARIANTS, VariantFamily, combination_count};
use crate::puzzle::{PieceId, Puzzle};
use crate::random::Random;
use crate::text;

/// The most sets that are kept of a random sample.
const MAX_SAMPLED: usize = 1_000_000;

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
    /// The number of all choices, of which those are a random sample.
    sampled_from: Option<u64>,
}

impl PieceSets {
    /// The sets of a choice, or of the variants of the file, whose area fits at least one variant of
    /// the list. The group is that of the puzzle with all its pieces. Of more choices than
    /// [`MAX_VARIANTS`] so many are drawn at random, always the same ones.
    ///
    /// Cost: linear in the number of choices, times the order of the group.
    ///
    /// # Errors
    /// When there is nothing to choose, or when no set fits.
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
            (Some(choice), _) => Choices::new(pieces, choice)?,
            (None, Some(family)) if family.chooses_pieces() => {
                let mut masks = of_family(pieces, family)?;
                masks.reverse();
                Choices::All(masks)
            }
            (None, _) => return Err(SetsError::NoChoice),
        };
        let sampled_from = all.sampled_from();
        let mut combinations = 0;
        let mut drawn: FxHashSet<Mask> = FxHashSet::default();
        let pinned = mask_of(puzzle.pinned().map(|pin| pin.piece));
        let fits = AreaFit::new(puzzle, list);
        let mut areas: FxHashMap<(u64, u64), bool> = FxHashMap::default();
        let permutations = permutations(list, group);
        let (mut masks, mut numbers) = (Vec::new(), Vec::new());
        let mut nearest: Option<(u64, u64)> = None;
        for mask in all {
            combinations += 1;
            let area = fits.area(mask);
            let has_room = *areas.entry(area).or_insert_with(|| fits.has_room(area));
            if !has_room || mask & pinned != pinned {
                nearest = Some(
                    nearest.map_or(area, |(least, most)| (least.min(area.0), most.max(area.1))),
                );
                continue;
            }
            if sampled_from.is_some() && !drawn.insert(mask) {
                continue;
            }
            if let Some(number) = orbit(mask, &permutations) {
                masks.push(mask);
                numbers.push(number);
            }
            if sampled_from.is_some() && masks.len() == MAX_SAMPLED {
                break;
            }
        }
        if masks.is_empty() {
            let (least, most) = nearest.unwrap_or_default();
            return Err(SetsError::Area { least, most, needed: fits.needed() });
        }
        Ok(PieceSets { masks, numbers, pieces, combinations, sampled_from })
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

    /// The number of all choices, where they are so many that [those](PieceSets::combinations) are a
    /// random sample of them.
    pub fn sampled_from(&self) -> Option<u64> {
        self.sampled_from
    }

    /// Says how many sets there are, and of how many choices, for people.
    pub fn words(&self) -> String {
        let [sets, choices] = [self.len() as u64, self.combinations].map(text::grouped);
        match self.sampled_from {
            Some(all) => {
                let more = if all == u64::MAX { "more than " } else { "" };
                let all = text::grouped(all);
                format!("{sets} of {choices} random choices of {more}{all} have a size that fits")
            }
            None if sets == choices => text::count(self.combinations, "set"),
            None => format!("{sets} of {choices} choices have a size that fits"),
        }
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

/// The sets that a choice allows; those with the first pieces come first.
enum Choices {
    /// All of them, the first one last.
    All(Vec<Mask>),
    /// So many of them at random, a set now and then twice.
    Sample { left: u64, of: Vec<Draw>, all: u64, random: Random },
}

/// Sets of one size, to be drawn from.
struct Draw {
    /// The share of all choices that are of this size or a former one.
    share: f64,
    /// The pieces that are always used, those that may be, and how many of these.
    always: Mask,
    free: Vec<u32>,
    count: usize,
}

impl Choices {
    fn new(pieces: usize, choice: &SetChoice) -> Result<Choices, SetsError> {
        let always = mask_of(choice.always.iter().copied());
        let never = mask_of(choice.never.iter().copied());
        if always & never != 0 {
            return Err(SetsError::BothWays(PieceId((always & never).trailing_zeros())));
        }
        let may = |n: &u32| (always | never) >> n & 1 == 0;
        let free: Vec<u32> = (0..pieces as u32).filter(may).collect();
        let (least, most) = choice.count;
        let given = always.count_ones() as usize;
        let most = most.min(given + free.len());
        if least > most || most == 0 || most < given {
            return Err(SetsError::Count { least, given, free: free.len() });
        }
        let sizes = (least.max(given)..=most).rev().map(|size| size - given);
        let counts: Vec<u64> =
            sizes.clone().map(|size| combination_count(free.len(), size)).collect();
        let all = counts.iter().fold(0u64, |sum, count| sum.saturating_add(*count));
        if all > MAX_VARIANTS {
            let whole: f64 = counts.iter().map(|count| *count as f64).sum();
            let mut share = 0.0;
            let draw = |(count, own): (usize, &u64)| {
                share += *own as f64 / whole;
                Draw { share, always, free: free.clone(), count }
            };
            let of = sizes.zip(&counts).map(draw).collect();
            return Ok(Choices::Sample { left: MAX_VARIANTS, of, all, random: Random::default() });
        }
        let mut masks = Vec::with_capacity(all as usize);
        sizes.for_each(|size| combinations(&free, size, always, &mut masks));
        masks.reverse();
        Ok(Choices::All(masks))
    }

    fn sampled_from(&self) -> Option<u64> {
        match self {
            Choices::All(_) => None,
            Choices::Sample { all, .. } => Some(*all),
        }
    }
}

impl Iterator for Choices {
    type Item = Mask;

    fn next(&mut self) -> Option<Mask> {
        match self {
            Choices::All(masks) => masks.pop(),
            Choices::Sample { left, of, random, .. } => {
                *left = left.checked_sub(1)?;
                let at = random.fine_fraction();
                let draw = of.iter().find(|draw| at < draw.share).or(of.last())?;
                Some(draw.draw(random))
            }
        }
    }
}

impl Draw {
    /// A set at random, each as likely as any other (Floyd's algorithm: Bentley, *Programming Pearls*,
    /// CACM 30/9, 1987).
    fn draw(&self, random: &mut Random) -> Mask {
        let mut chosen: Mask = 0;
        for last in self.free.len() - self.count..self.free.len() {
            let one = random.below(last + 1);
            chosen |= 1 << if chosen >> one & 1 == 1 { last } else { one };
        }
        let free = self.free.iter().enumerate();
        let own = free.filter(|(n, _)| chosen >> n & 1 == 1).map(|(_, piece)| PieceId(*piece));
        self.always | mask_of(own)
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_more_choices_than_can_be_listed_a_sample_is_drawn_evenly() {
        let ids = |numbers: &[u32]| numbers.iter().copied().map(PieceId).collect::<Vec<_>>();
        let choice = SetChoice { count: (19, 20), always: ids(&[3]), never: ids(&[7]) };
        let draw = || Choices::new(40, &choice).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(draw().sampled_from(), Some(33_578_000_610 + 35_345_263_800));
        let sets: Vec<Mask> = draw().take(4000).collect();
        assert!(sets.iter().eq(draw().take(4000).collect::<Vec<_>>().iter()), "always the same");
        let mut used = [0; 40];
        let mut larger = 0;
        for set in &sets {
            larger += usize::from(set.count_ones() == 20);
            assert!((19..=20).contains(&set.count_ones()));
            (0..40).filter(|n| set >> n & 1 == 1).for_each(|n: usize| used[n] += 1);
        }
        assert!((1900..2200).contains(&larger), "{larger}");
        assert_eq!((used[3], used[7]), (4000, 0));
        // Each other piece is in nearly half of the sets.
        let others = used.iter().enumerate().filter(|(n, _)| ![3, 7].contains(n));
        others.for_each(|(n, used)| assert!((1800..2150).contains(used), "{n}: {used}"));
    }

    #[test]
    fn few_choices_are_listed_those_with_the_first_pieces_first() {
        let choice = SetChoice { count: (1, 2), always: vec![PieceId(1)], never: Vec::new() };
        let choices = Choices::new(4, &choice).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(choices.sampled_from(), None);
        assert_eq!(choices.collect::<Vec<_>>(), [0b11, 0b110, 0b1010, 0b10]);
    }
}
