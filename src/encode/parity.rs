//! Two colours: proofs, found before any search, that a puzzle has no solution.
//!
//! Weigh every site +1, -1 or 0 by its place in the lattice, such as the dark and light squares
//! of a chessboard. Whatever the pieces do, the weights of the sites that they cover add up to
//! the weight of the covered board. Each placement of a piece makes one of a few sums; if no
//! choice of sums for all copies adds up to what the board needs, there is no solution. (For
//! dominoes on the mutilated chessboard the argument is Gomory's; for tetrasticks, horizontal
//! less vertical edges, it is in Knuth, *Dancing Links*, 2000.)
//!
//! The weights tried are products of stripes along the axes, times a sign for each class of
//! sites, so the method is the same for all lattices. [`super::colouring`] finds other weights, but
//! does not add up sums. [`super::selection`] asks the same of pieces that may be left out.

use std::collections::BTreeSet;

use super::obstruction::{Colouring, Obstruction};
use super::{Encoding, Placement};
use crate::exact_cover::OptionId;
use crate::lattice::{Lattice, Point};
use crate::puzzle::{PieceId, Puzzle};
use crate::text;

/// Work beyond which a weighting is left out: copies × sums of a piece × words of a set of totals.
const MAX_WORK: u64 = 20_000_000;

/// The number of classes of sites up to which all ways to weigh them are tried.
const MAX_CLASSES: usize = 4;

/// A way to weigh sites.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Weighting {
    /// True for each axis along which the sign changes from each period to the next.
    stripes: [bool; 3],
    /// The weight of each class of sites, before stripes.
    classes: Vec<i32>,
}

impl Weighting {
    /// Every site alike: the sums are areas.
    pub(super) fn area(lattice: &Lattice) -> Weighting {
        Weighting { stripes: [false; 3], classes: vec![1; lattice.classes.len()] }
    }

    /// The weight of a site.
    pub(super) fn of(&self, lattice: &Lattice, site: Point) -> i32 {
        let Some(class) = lattice.class_of(site) else { return 0 };
        let steps = site.coordinates().map(|n| n.div_euclid(lattice.period));
        let odd = (0..3).filter(|&k| self.stripes[k]).map(|k| steps[k]).sum::<i32>() % 2 != 0;
        if odd { -self.classes[class] } else { self.classes[class] }
    }

    /// All weightings of a lattice but those that only change the sign of another, the plainest
    /// first.
    pub(super) fn all(lattice: &Lattice) -> Vec<Weighting> {
        let mut all = Vec::new();
        for classes in class_weights(lattice) {
            for bits in 0..1 << lattice.dimension {
                let stripes = [bits & 1 != 0, bits & 2 != 0, bits & 4 != 0];
                // Every site alike is the area, which is checked by itself.
                if bits != 0 || classes.iter().any(|w| *w != 1) {
                    all.push(Weighting { stripes, classes: classes.clone() });
                }
            }
        }
        all.sort_by_key(|w| {
            let zeros = w.classes.iter().filter(|w| **w == 0).count();
            let stripes = w.stripes.iter().filter(|s| **s).count();
            // The chessboard before stripes: all axes, or none, before some.
            (zeros, stripes != 0 && stripes != lattice.dimension, stripes)
        });
        all
    }

    /// Between what the sum over the covered board must lie: that of the required sites, and of
    /// the optional ones any.
    pub(super) fn needed(&self, puzzle: &Puzzle) -> (i64, i64) {
        puzzle.board.sites().iter().fold((0, 0), |(least, most), site| {
            let weight = i64::from(self.of(puzzle.lattice, site.site));
            match site.required {
                true => (least + weight, most + weight),
                false => (least + weight.min(0), most + weight.max(0)),
            }
        })
    }

    /// The sums that the placements of a piece make.
    pub(super) fn sums(
        &self,
        lattice: &Lattice,
        samples: &Samples,
        piece: PieceId,
    ) -> BTreeSet<i64> {
        let weigh = |site: &Point| i64::from(self.of(lattice, *site));
        samples.of(piece).iter().map(|sites| sites.iter().map(weigh).sum()).collect()
    }

    /// A description of the two signs.
    fn words(&self, lattice: &Lattice) -> String {
        let (_, sites) = lattice.site_words;
        let stripes = self.stripes.iter().filter(|s| **s).count();
        let alike = self.classes.iter().all(|w| *w == self.classes[0]);
        if stripes == 0 {
            return format!("the {sites} coloured by direction");
        }
        let pattern = if stripes == lattice.dimension {
            "like a chessboard".to_owned()
        } else {
            let axes = ["columns", "rows", "layers"];
            let named: Vec<&str> = (0..3).filter(|&k| self.stripes[k]).map(|k| axes[k]).collect();
            format!("in stripes by {}", text::listed(&named))
        };
        let which = if alike { "" } else { ", separately for each direction" };
        format!("the {sites} coloured {pattern}{which}")
    }
}

/// Weights of the classes of sites: all there are, but where there are many classes those that have all
/// alike or by turns, or one class alone.
fn class_weights(lattice: &Lattice) -> Vec<Vec<i32>> {
    let n = lattice.classes.len();
    if n <= MAX_CLASSES {
        let codes = 0..3usize.pow(n as u32);
        let weights = codes.map(|code| -> Vec<i32> {
            (0..n).map(|k| (code / 3usize.pow(k as u32) % 3) as i32 - 1).rev().collect()
        });
        // Of a weighting and its negative, the one whose first weight is positive.
        return weights.filter(|w| w.iter().find(|w| **w != 0) == Some(&1)).collect();
    }
    let mut all = vec![vec![1; n]];
    all.extend(by_turns(lattice));
    all.extend((0..n).map(|class| (0..n).map(|k| i32::from(k == class)).collect()));
    all
}

/// Weights +1 and -1 that differ for the classes of any two neighbours, if there are any.
fn by_turns(lattice: &Lattice) -> Option<Vec<i32>> {
    let mut weights = vec![0; lattice.classes.len()];
    let mut open = vec![0];
    weights[0] = 1;
    while let Some(class) = open.pop() {
        let site = Point::from(lattice.classes[class].residue);
        for next in lattice.neighbours(site).filter_map(|next| lattice.class_of(next)) {
            if weights[next] == 0 {
                weights[next] = -weights[class];
                open.push(next);
            } else if weights[next] == weights[class] {
                return None;
            }
        }
    }
    Some(weights)
}

/// The sites of placements of each piece that between them have every sum and all colours of a
/// pattern: a shift along an axis by as many periods as there are colours changes none.
#[derive(Debug)]
pub(super) struct Samples(Vec<Vec<Vec<Point>>>);

impl Samples {
    /// Samples for patterns of up to five colours along each axis; `None` where they have too many
    /// sites together. Optional sites follow no pattern, so that all placements are needed. Linear
    /// in the number of placements.
    pub(super) fn new(
        puzzle: &Puzzle,
        encoding: &Encoding,
        colours: i32,
        most: usize,
    ) -> Option<Samples> {
        let period = puzzle.lattice.period;
        let has_optional = puzzle.board.sites().iter().any(|site| !site.required);
        let needs_all = has_optional && colours > 2;
        let mut left = most;
        let mut of_piece = |piece: PieceId| {
            // For each orientation a bit for each combination of residues that was seen.
            let mut seen = vec![0u128; encoding.orientations[piece.index()].len()];
            let mut samples = Vec::new();
            for option in encoding.placements_of(piece).map(|o| OptionId(o as u32)) {
                let Placement { orientation, shift, .. } = encoding.placement(option);
                let steps = shift.coordinates().map(|n| n.div_euclid(period).rem_euclid(colours));
                let [x, y, z] = steps;
                let (seen, bit) =
                    (&mut seen[orientation as usize], 1 << ((x * colours + y) * colours + z));
                if *seen & bit == 0 || needs_all {
                    *seen |= bit;
                    let sites: Vec<Point> = encoding.sites(option).collect();
                    left = left.checked_sub(sites.len())?;
                    samples.push(sites);
                }
            }
            Some(samples)
        };
        puzzle.pieces().map(|(id, _)| of_piece(id)).collect::<Option<_>>().map(Samples)
    }

    /// The samples of a piece.
    pub(super) fn of(&self, piece: PieceId) -> &[Vec<Point>] {
        &self.0[piece.index()]
    }
}

/// Looks for two colours whose differences the pieces cannot add up to.
///
/// Cost: linear in the placements; for each of a few dozen weightings, linear in the sites of the
/// board, and copies times sums for the pieces; weightings that would take too long are left out.
pub(super) fn refute_differences(puzzle: &Puzzle, encoding: &Encoding) -> Option<Obstruction> {
    let samples = Samples::new(puzzle, encoding, 2, usize::MAX)?;
    Weighting::all(puzzle.lattice).iter().find_map(|w| refute(puzzle, &samples, w))
}

/// Proves, where it is so, that no choice of copies has the area of the board.
pub(super) fn refute_area(puzzle: &Puzzle) -> Option<Obstruction> {
    let (least, most) = puzzle.board_area();
    let sizes: Vec<BTreeSet<i64>> =
        puzzle.pieces.iter().map(|piece| BTreeSet::from([piece.shape.size() as i64])).collect();
    let reachable = totals(puzzle, &sizes)?;
    if reachable.range(least as i64..=most as i64).next().is_some() {
        return None;
    }
    let near = nearest(&reachable, least as i64, most as i64);
    let needed = match least == most {
        true => text::grouped(least),
        false => format!("{} to {}", text::grouped(least), text::grouped(most)),
    };
    let (_, sites) = puzzle.lattice.site_words;
    let reason = format!(
        "The pieces can cover {} {sites}, but the board needs {needed}.",
        near.join(" or ")
    );
    Some(Obstruction::of_area(puzzle, reason))
}

/// The largest number of a set below a range and the least above it.
fn nearest(numbers: &BTreeSet<i64>, least: i64, most: i64) -> Vec<String> {
    let beside = [numbers.range(..least).next_back(), numbers.range(most + 1..).next()];
    beside.into_iter().flatten().map(|n| text::signed(*n)).collect()
}

fn refute(puzzle: &Puzzle, samples: &Samples, weighting: &Weighting) -> Option<Obstruction> {
    let lattice = puzzle.lattice;
    let (least, most) = weighting.needed(puzzle);
    let sums: Vec<BTreeSet<i64>> =
        puzzle.pieces().map(|(id, _)| weighting.sums(lattice, samples, id)).collect();
    let reachable = totals(puzzle, &sums)?;
    if reachable.range(least..=most).next().is_some() {
        return None;
    }
    // The difference is said without a sign, and so are the sums.
    let (near, needed) = if least == most {
        let of_sign = |sign: i32| {
            let sites = puzzle.board.sites().iter().filter(|site| site.required);
            sites.filter(|site| weighting.of(lattice, site.site) == sign).count()
        };
        let reachable = match least < 0 {
            true => reachable.iter().map(|sum| -sum).collect(),
            false => reachable,
        };
        let needed = format!(
            "{} of one colour and {} of the other, a difference of {}",
            text::grouped(of_sign(1) as u64),
            text::grouped(of_sign(-1) as u64),
            text::signed(least.abs())
        );
        (nearest(&reachable, least.abs(), least.abs()), needed)
    } else {
        let (low, high) = (text::signed(least), text::signed(most));
        let needed = format!("a difference from {low} to {high}, depending on the optional ones");
        (nearest(&reachable, least, most), needed)
    };
    let pieces = match &near[..] {
        [] => "The pieces cannot all be placed.".to_owned(),
        [only] => format!("The differences of the pieces add up to {only} at the nearest."),
        [below, above, ..] => format!(
            "The differences of the pieces can add up to {below} or {above}, but to nothing between."
        ),
    };
    let reason = format!("With {}, the board has {needed}. {pieces}", weighting.words(lattice));
    let sites = puzzle.board.sites().iter();
    let weights: Vec<i64> = sites.map(|s| i64::from(weighting.of(lattice, s.site))).collect();
    let colouring = Some(Colouring::by_weight(&weights));
    let found = Obstruction::new("colouring", reason).by_weights(weights);
    Some(Obstruction { colouring, ..found })
}

/// All totals that the pieces can make together, each in a number of copies that it allows, as far
/// as they are not absurd; `None` when finding them would take too long.
///
/// Pieces on the board cover sites of it, so that no part of a solution has a total beyond the
/// number of sites. Totals up to twice that are kept, for the words of a proof.
fn totals(puzzle: &Puzzle, sums: &[BTreeSet<i64>]) -> Option<BTreeSet<i64>> {
    let most = 2 * puzzle.board.sites().len() as i64 + 64;
    let words = (2 * most) as usize / 64 + 1;
    let mut work = 0u64;
    let mut totals = vec![0; words];
    totals[most as usize / 64] |= 1 << (most % 64);
    for (piece, sums) in puzzle.pieces.iter().zip(sums) {
        // After n copies; those from `min` to `max` are gathered.
        let mut now = totals;
        let mut gathered = vec![0; words];
        if piece.copies.min == 0 {
            add_shifted(&mut gathered, &now, 0);
        }
        for n in 1..=piece.copies.max {
            work += (words * (1 + sums.len())) as u64;
            if work > MAX_WORK {
                return None;
            }
            let mut next = vec![0; words];
            for sum in sums {
                add_shifted(&mut next, &now, *sum);
            }
            now = next;
            if now.iter().all(|word| *word == 0) {
                break;
            }
            if n >= piece.copies.min {
                add_shifted(&mut gathered, &now, 0);
            }
        }
        totals = gathered;
    }
    let total = |bit: usize| (totals[bit / 64] >> (bit % 64) & 1 == 1).then(|| bit as i64 - most);
    Some((0..words * 64).filter_map(total).collect())
}

/// Adds a shifted copy of a set to another of the same length; what leaves the range is lost.
pub(super) fn add_shifted(to: &mut [u64], from: &[u64], by: i64) {
    let words = (by.unsigned_abs() / 64) as usize;
    let bits = (by.unsigned_abs() % 64) as u32;
    let n = to.len();
    if words >= n {
        return;
    }
    // Plain loops over slices of one length, which compilers make use of wide registers for.
    if by >= 0 {
        to[words..].iter_mut().zip(&from[..n - words]).for_each(|(to, from)| *to |= from << bits);
        if bits > 0 {
            let to = to[words + 1..].iter_mut();
            to.zip(from).for_each(|(to, from)| *to |= from >> (64 - bits));
        }
    } else {
        to[..n - words].iter_mut().zip(&from[words..]).for_each(|(to, from)| *to |= from >> bits);
        if bits > 0 {
            let from = &from[words + 1..];
            to.iter_mut().zip(from).for_each(|(to, from)| *to |= from << (64 - bits));
        }
    }
}
