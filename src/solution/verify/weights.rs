//! Checks weights of sites by which a puzzle has no solution, against the puzzle alone: it shares
//! nothing with what finds them, nor with the encoder.
//!
//! Every placement of a piece weighs what the sites under it weigh together. Whatever is chosen of
//! all the placements, a solution needs as many copies as each piece has, and together they weigh what
//! the covered sites do. Where no choice of such sums does, there is no solution.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashSet;

use super::{Verifier, relative};
use crate::encode::SiteWeights;
use crate::lattice::Point;
use crate::puzzle::PieceId;

/// The most numbers that are told apart when sums are added up.
const MAX_NUMBERS: i128 = 1 << 20;
/// The most steps of adding them up.
const MAX_STEPS: usize = 1 << 28;

/// Why weights of sites do not prove that there is no solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WeightsError {
    /// There is not one weight for each site.
    #[error("there are {given} weights, but the board has {sites} sites")]
    Count {
        /// The number of weights.
        given: usize,
        /// The number of sites.
        sites: usize,
    },
    /// A modulus below 2.
    #[error("the modulus is {0}; expected 2 or more")]
    Modulus(u32),
    /// A puzzle whose pieces are options.
    #[error("a puzzle of items and options has no sites to weigh")]
    Cover,
    /// The pieces can weigh as much as the board.
    #[error("the pieces can weigh as much as the board, so that the weights prove nothing")]
    Possible,
    /// They cannot be added up in good time.
    #[error("the weights are too large to be added up")]
    TooLarge,
}

/// The sums of weights of sites.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeightSums {
    /// The total weight of the sites that must be covered, apart from those under pinned pieces.
    pub board: i128,
    /// The weights of the placements of each piece, apart from those that are pinned.
    pub pieces: Vec<BTreeSet<i128>>,
}

/// Something that is chosen a number of times, each time with one of some sums.
struct Choice {
    sums: BTreeSet<i128>,
    least: usize,
    most: usize,
}

impl Verifier<'_> {
    /// Checks that there is no solution, by weights of the sites. Cost: for each image of each piece
    /// its sites times those of the board, and what it takes to add up the sums.
    ///
    /// # Errors
    /// Why they do not prove it.
    pub fn refute(&self, weights: &SiteWeights) -> Result<WeightSums, WeightsError> {
        let sites = self.puzzle.board.sites();
        let SiteWeights { of_site, modulus } = weights;
        if self.cover.is_some() {
            return Err(WeightsError::Cover);
        }
        if of_site.len() != sites.len() {
            return Err(WeightsError::Count { given: of_site.len(), sites: sites.len() });
        }
        if let Some(n) = modulus.filter(|n| *n < 2) {
            return Err(WeightsError::Modulus(n));
        }
        let reduced = |sum: i128| modulus.map_or(sum, |n| sum.rem_euclid(i128::from(n)));
        let pinned: FxHashSet<Point> =
            self.puzzle.pinned().flat_map(|pin| &pin.sites).copied().collect();
        let open = || sites.iter().zip(of_site).filter(|(site, _)| !pinned.contains(&site.site));
        let board: i128 =
            open().filter(|(site, _)| site.required).map(|(_, &w)| i128::from(w)).sum();
        let pieces: Vec<BTreeSet<i128>> = (self.puzzle.pieces())
            .map(|(id, _)| self.sums(id, of_site, &pinned).into_iter().map(reduced).collect())
            .collect();
        let mut choices: Vec<Choice> = (self.puzzle.pieces().zip(&pieces))
            .map(|((id, piece), sums)| {
                let pins = self.puzzle.pinned().filter(|pin| pin.piece == id).count();
                let left = |copies: u32| (copies as usize).saturating_sub(pins);
                // No more copies have room on the board.
                let most = left(piece.copies.max).min(sites.len());
                Choice { sums: sums.clone(), least: left(piece.copies.min), most }
            })
            .collect();
        // What may be covered takes its weight off, as often as it is there.
        let mut optional: BTreeMap<i128, usize> = BTreeMap::new();
        for (_, &weight) in open().filter(|(site, weight)| !site.required && **weight != 0) {
            *optional.entry(reduced(-i128::from(weight))).or_default() += 1;
        }
        choices.extend(optional.into_iter().map(|(weight, most)| Choice {
            sums: BTreeSet::from([weight]),
            least: 0,
            most,
        }));
        match is_possible(&choices, reduced(-board), *modulus)? {
            true => Err(WeightsError::Possible),
            false => Ok(WeightSums { board: reduced(board), pieces }),
        }
    }

    /// The weights of the placements of a piece that cover no pinned site.
    fn sums(&self, id: PieceId, weights: &[i64], pinned: &FxHashSet<Point>) -> BTreeSet<i128> {
        let mut sums = BTreeSet::new();
        let barred = |site: &Point| self.puzzle.barred.get(site).is_some_and(|b| b.contains(&id));
        for steps in self.images[id.index()].keys() {
            for first in self.puzzle.board.sites() {
                let sites: Vec<Point> = steps.iter().map(|&step| first.site + step).collect();
                debug_assert_eq!(relative(&sites), *steps);
                let weigh = |site: &Point| {
                    let position = *self.board.get(site)? as usize;
                    let is_open = !pinned.contains(site) && !barred(site);
                    is_open.then(|| i128::from(weights[position]))
                };
                let Some(sum) = sites.iter().map(weigh).sum::<Option<i128>>() else { continue };
                if !sums.contains(&sum) && self.check_shape(id, &sites).is_ok() {
                    sums.insert(sum);
                }
            }
        }
        sums
    }
}

/// Returns whether some choice adds up to nothing, from a start, perhaps modulo a number.
fn is_possible(
    choices: &[Choice],
    start: i128,
    modulus: Option<u32>,
) -> Result<bool, WeightsError> {
    let (mut low, mut high) = (start, start);
    for Choice { sums, least, most } in choices {
        let (Some(first), Some(last)) = (sums.first(), sums.last()) else {
            // What must be chosen cannot be.
            if *least > 0 {
                return Ok(false);
            }
            continue;
        };
        if least > most {
            return Ok(false);
        }
        let times = |sum: &i128, n: usize| sum.checked_mul(n as i128).ok_or(WeightsError::TooLarge);
        low += times(first, if *first < 0 { *most } else { *least })?;
        high += times(last, if *last > 0 { *most } else { *least })?;
    }
    let numbers = match modulus {
        None if low > 0 || high < 0 => return Ok(false),
        // No sum differs from nothing by so much.
        None => low.abs().max(high.abs()) + 1,
        Some(modulus) => i128::from(modulus),
    };
    if numbers > MAX_NUMBERS {
        return Err(WeightsError::TooLarge);
    }
    let place = |sum: i128| sum.rem_euclid(numbers) as usize;
    let mut reached = vec![false; numbers as usize];
    reached[place(start)] = true;
    let mut steps = 0;
    for Choice { sums, least, most } in choices {
        let mut gathered = vec![false; reached.len()];
        for n in 0..=*most {
            if n >= *least {
                gathered.iter_mut().zip(&reached).for_each(|(all, own)| *all |= own);
            }
            steps += reached.len() * (sums.len() + 1);
            if steps > MAX_STEPS {
                return Err(WeightsError::TooLarge);
            }
            let mut next = vec![false; reached.len()];
            for by in sums.iter().map(|&sum| place(sum)) {
                let from = reached.iter().enumerate().filter(|(_, is)| **is);
                from.for_each(|(at, _)| next[(at + by) % reached.len()] = true);
            }
            reached = next;
        }
        reached = gathered;
    }
    Ok(reached[0])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::puzzle_file;

    fn refuted(
        pieces: &str,
        board: &str,
        weights: SiteWeights,
    ) -> Result<WeightSums, WeightsError> {
        let text = format!(
            "(format: 1, title: \"t\", lattice: Square, pieces: [{pieces}], board: {board})"
        );
        let puzzle = puzzle_file::read(text.into()).unwrap().puzzle;
        Verifier::new(&puzzle).refute(&weights)
    }

    const L: &str = "Piece(name: \"L\", art: [\"XX\", \"X\"], copies: 3)";

    #[test]
    fn four_corners_of_which_a_piece_covers_one_are_too_many_for_three() {
        let corners = vec![1, 0, 1, 0, 0, 0, 1, 0, 1];
        let weights = SiteWeights { of_site: corners.clone(), modulus: None };
        let sums = refuted(L, "Rectangle(3, 3)", weights.clone()).unwrap();
        assert_eq!((sums.board, &sums.pieces[..]), (4, &[BTreeSet::from([0, 1])][..]));
        // Of optional corners one may stay open.
        let board = "Art([\"###\", \"###\", \"##o\"])";
        assert_eq!(refuted(L, board, weights.clone()), Err(WeightsError::Possible));
        let four = L.replace("3)", "(3, 4))");
        assert_eq!(refuted(&four, "Rectangle(3, 3)", weights), Err(WeightsError::Possible));
        let modulo = SiteWeights { of_site: corners, modulus: Some(2) };
        assert_eq!(refuted(L, "Rectangle(3, 3)", modulo), Err(WeightsError::Possible));
    }

    #[test]
    fn weights_that_are_changed_or_do_not_fit_the_board_prove_nothing() {
        let of_site: Vec<i64> = (0..36).map(|n| (n % 6 + n / 6) % 4).collect();
        let bar = "Piece(name: \"I\", art: [\"XXXX\"], copies: 9)";
        let weights = |of_site: Vec<i64>, modulus| SiteWeights { of_site, modulus };
        let board = "Rectangle(6, 6)";
        let sums = refuted(bar, board, weights(of_site.clone(), None)).unwrap();
        assert_eq!(sums.pieces[0], BTreeSet::from([6]));
        assert_ne!(sums.board, 54);
        let mut changed = of_site.clone();
        changed[0] += 54 - sums.board as i64;
        assert_eq!(refuted(bar, board, weights(changed, None)), Err(WeightsError::Possible));
        let short = of_site[1..].to_vec();
        let error = WeightsError::Count { given: 35, sites: 36 };
        assert_eq!(refuted(bar, board, weights(short, None)), Err(error));
        assert_eq!(refuted(bar, board, weights(of_site, Some(1))), Err(WeightsError::Modulus(1)));
        let large: Vec<i64> = (0..36).map(|n| i64::MAX / 2 * (n % 2)).collect();
        let two = "Piece(name: \"I\", art: [\"XX\"], copies: 18)";
        assert!(refuted(two, board, weights(large, None)).is_err());
    }

    #[test]
    fn a_pinned_piece_takes_its_sites_and_a_copy() {
        // Beside the pinned domino two cells are left that do not touch.
        let text = "(format: 1, title: \"t\", lattice: Square, board: Rectangle(4, 1), \
             pieces: [Piece(name: \"I\", art: [\"XX\"], copies: 2)], \
             placed: [Placed(piece: \"I\", sites: [[2, 1], [3, 1]], pinned: true)])";
        let puzzle = puzzle_file::read(text.into()).unwrap().puzzle;
        let weights = SiteWeights { of_site: vec![0; 4], modulus: None };
        let sums = Verifier::new(&puzzle).refute(&weights).unwrap();
        assert!(sums.pieces[0].is_empty());
    }
}
