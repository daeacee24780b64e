//! Colouring arguments: proofs, found before any search, that a puzzle has no solution.
//!
//! Weigh every site +1, -1 or 0 by its place in the lattice, such as the dark and light squares
//! of a chessboard. Whatever the pieces do, the weights of the sites that they cover add up to
//! the weight of the covered board. Each placement of a piece makes one of a few sums; if no
//! choice of sums for all copies adds up to what the board needs, there is no solution. (For
//! dominoes on the mutilated chessboard the argument is Gomory's; for tetrasticks, horizontal
//! less vertical edges, it is in Knuth, *Dancing Links*, 2000.)
//!
//! The weights tried are products of stripes along the axes, times a sign for each class of
//! sites, so the method is the same for all lattices.

use std::collections::BTreeSet;

use super::Encoding;
use crate::exact_cover::OptionId;
use crate::lattice::{Lattice, Point};
use crate::puzzle::{PieceId, Puzzle};
use crate::words;

/// Work beyond which a weighting is left out: copies × sums of a piece × range of totals.
const MOST_WORK: u64 = 50_000_000;

/// A way to weigh sites.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Weighting {
    /// Whether the sign changes from each period to the next along an axis.
    stripes: [bool; 3],
    /// The weight of each class of sites, before stripes.
    classes: Vec<i32>,
}

impl Weighting {
    fn of(&self, lattice: &Lattice, site: Point) -> i32 {
        let Some(class) = lattice.class_of(site) else { return 0 };
        let steps = site.coordinates().map(|n| n.div_euclid(lattice.period));
        let odd = (0..3).filter(|&k| self.stripes[k]).map(|k| steps[k]).sum::<i32>() % 2 != 0;
        if odd { -self.classes[class] } else { self.classes[class] }
    }

    /// All weightings of a lattice but those that only change the sign of another, the plainest
    /// first.
    fn all(lattice: &Lattice) -> Vec<Weighting> {
        let n = lattice.classes.len();
        let mut all = Vec::new();
        for code in 0..3usize.pow(n as u32) {
            let classes: Vec<i32> =
                (0..n).map(|k| (code / 3usize.pow(k as u32) % 3) as i32 - 1).rev().collect();
            // Of a weighting and its negative, the one whose first weight is positive.
            if classes.iter().find(|w| **w != 0) != Some(&1) {
                continue;
            }
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

    /// What the two signs look like, in words.
    fn words(&self, lattice: &Lattice) -> String {
        let (_, sites) = lattice.site_words;
        let stripes = self.stripes.iter().filter(|s| **s).count();
        let alike = self.classes.iter().all(|w| *w == self.classes[0]);
        if stripes == 0 {
            return format!("the {sites} of one direction counted against those of the other");
        }
        let pattern = if stripes == lattice.dimension {
            "like a chessboard".to_owned()
        } else {
            let axes = ["columns", "rows", "layers"];
            let named: Vec<&str> = (0..3).filter(|&k| self.stripes[k]).map(|k| axes[k]).collect();
            format!("in stripes by {}", words::listed(&named))
        };
        let which =
            if alike { String::new() } else { format!(", {sites} told apart by direction") };
        format!("the {sites} coloured {pattern}{which}")
    }
}

/// A proof that a puzzle has no solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obstruction {
    /// The proof in a few sentences.
    pub reason: String,
}

/// Looks for a colouring by which the puzzle can have no solution.
///
/// Cost: for each of a few dozen weightings, linear in the sites of all placements, and copies
/// times sums for the pieces; weightings that would take too long are left out.
pub fn obstruction(puzzle: &Puzzle, encoding: &Encoding) -> Option<Obstruction> {
    Weighting::all(puzzle.lattice).iter().find_map(|w| refute(puzzle, encoding, w))
}

fn refute(puzzle: &Puzzle, encoding: &Encoding, weighting: &Weighting) -> Option<Obstruction> {
    let lattice = puzzle.lattice;
    let weigh = |site: Point| weighting.of(lattice, site);
    // What the board needs: the required sites, and of the optional ones any.
    let (mut plus, mut minus) = (0i64, 0i64);
    let (mut least, mut most) = (0i64, 0i64);
    for site in puzzle.board.sites() {
        let weight = i64::from(weigh(site.site));
        if site.required {
            plus += i64::from(weight > 0);
            minus += i64::from(weight < 0);
            (least, most) = (least + weight, most + weight);
        } else {
            (least, most) = (least + weight.min(0), most + weight.max(0));
        }
    }
    let sums: Vec<BTreeSet<i64>> =
        puzzle.pieces().map(|(id, _)| placement_sums(encoding, id, &weigh)).collect();
    let reachable = totals(puzzle, &sums)?;
    if reachable.range(least..=most).next().is_some() {
        return None;
    }
    let needed = if least == most {
        format!(
            "{} of one colour and {} of the other, a difference of {}",
            words::grouped(plus as u64),
            words::grouped(minus as u64),
            least.abs()
        )
    } else {
        format!("a difference between {least} and {most}, with the optional ones")
    };
    let single = sums.iter().all(|s| s.len() == 1 && s.contains(&0));
    let pieces = if single && puzzle.pieces.len() == 1 {
        "Every copy covers as many of the one as of the other.".to_owned()
    } else if single {
        "Every piece covers as many of the one as of the other.".to_owned()
    } else {
        let shown: Vec<String> = reachable.iter().take(8).map(i64::to_string).collect();
        let more = if reachable.len() > 8 { ", …" } else { "" };
        match reachable.is_empty() {
            true => "The pieces cannot all be placed.".to_owned(),
            false => format!("The pieces together can only make {}{more}.", shown.join(", ")),
        }
    };
    let reason = format!("With {} the board has {needed}. {pieces}", weighting.words(lattice));
    Some(Obstruction { reason })
}

/// The sums of weights that the placements of a piece make.
fn placement_sums(
    encoding: &Encoding,
    piece: PieceId,
    weigh: &impl Fn(Point) -> i32,
) -> BTreeSet<i64> {
    encoding
        .placements_of(piece)
        .map(|o| encoding.sites(OptionId(o as u32)).map(|site| i64::from(weigh(site))).sum())
        .collect()
}

/// All totals that the pieces can make together, each in a number of copies that it allows;
/// `None` when finding them would take too long.
fn totals(puzzle: &Puzzle, sums: &[BTreeSet<i64>]) -> Option<BTreeSet<i64>> {
    let mut work = 0u64;
    let mut totals = BTreeSet::from([0]);
    for (piece, sums) in puzzle.pieces.iter().zip(sums) {
        // After n copies; those from `min` to `max` are gathered.
        let mut now = totals;
        let mut gathered = BTreeSet::new();
        if piece.copies.min == 0 {
            gathered.extend(&now);
        }
        for n in 1..=piece.copies.max {
            work += (now.len() * sums.len()) as u64 + 1;
            if work > MOST_WORK {
                return None;
            }
            now = now.iter().flat_map(|total| sums.iter().map(move |sum| total + sum)).collect();
            if now.is_empty() {
                break;
            }
            if n >= piece.copies.min {
                gathered.extend(&now);
            }
        }
        totals = gathered;
    }
    Some(totals)
}
