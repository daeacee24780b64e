//! Colouring arguments: weights of sites and pieces by which a puzzle has no solution.
//!
//! The weights are those of [`crate::exact_cover::relaxation`]. For a proof that people can follow,
//! colours that repeat in the lattice are tried first: diagonals, stripes, and residues of columns
//! and rows, with up to five colours along an axis. Where none of them does, every site has a
//! weight of its own.
//!
//! (For dominoes on the mutilated chessboard the argument is Gomory's; for bars of four on a square
//! board it is in Golomb, *Polyominoes*, 1965.)

mod words;

use std::collections::{BTreeMap, BTreeSet};

use super::Encoding;
use super::obstruction::Obstruction;
use super::parity::{self, Samples};
use crate::exact_cover::relaxation::{self, Budget, Column, ItemClass, Relaxation, Weights};
use crate::exact_cover::{ItemId, ItemKind, Refutation};
use crate::lattice::{Lattice, Point};
use crate::puzzle::Puzzle;

/// The most colours along an axis.
const MAX_PERIOD: i32 = 5;
/// The most colours.
const MAX_CLASSES: usize = 64;
/// The most sites of all sampled placements together, for each number of colours along an axis.
const MAX_SAMPLED: usize = 200_000;

/// Colours that repeat in the lattice.
#[derive(Clone, Debug)]
pub(super) struct Pattern {
    /// The number of colours along an axis.
    pub(super) period: i32,
    /// The factors of column, row and layer whose sum is the colour; `None` where each combination
    /// of column, row and layer has a colour of its own.
    pub(super) sum: Option<[i32; 3]>,
}

impl Pattern {
    /// The patterns of a number of colours along an axis, the plainest first, and last the one that
    /// tells most apart.
    fn all(lattice: &Lattice, period: i32) -> Vec<Pattern> {
        let signs = [1, -1, 0];
        let mut sums = Vec::new();
        for code in 0..3usize.pow(lattice.dimension as u32) {
            let digit = |axis: usize| match axis < lattice.dimension {
                true => signs[code / 3usize.pow(axis as u32) % 3],
                false => 0,
            };
            let sum = [0, 1, 2].map(digit);
            let is_new = period > 2 || !sum.contains(&-1);
            if is_new && sum.iter().find(|n| **n != 0) == Some(&1) {
                sums.push(sum);
            }
        }
        // All axes before one, and one before some.
        sums.sort_by_key(|sum| {
            let axes = sum.iter().filter(|n| **n != 0).count();
            (axes != lattice.dimension, axes, sum.contains(&-1))
        });
        let own = match period {
            1 => vec![None],
            _ => sums.into_iter().map(Some).chain([None]).collect(),
        };
        own.into_iter().map(|sum| Pattern { period, sum }).collect()
    }

    /// The number of colours.
    pub(super) fn count(&self, lattice: &Lattice) -> usize {
        let places = match self.sum {
            Some(_) => self.period as usize,
            None => (self.period as usize).pow(lattice.dimension as u32),
        };
        places * lattice.classes.len()
    }

    /// The colour of a site.
    fn of(&self, lattice: &Lattice, site: Point) -> usize {
        let steps = site.coordinates().map(|n| n.div_euclid(lattice.period));
        let place = match self.sum {
            Some(sum) => {
                let sum: i32 = sum.iter().zip(steps).map(|(factor, step)| factor * step).sum();
                sum.rem_euclid(self.period)
            }
            None => steps[..lattice.dimension]
                .iter()
                .rev()
                .fold(0, |place, step| place * self.period + step.rem_euclid(self.period)),
        };
        place as usize * lattice.classes.len() + lattice.class_of(site).unwrap_or(0)
    }
}

/// The weights that prove that a puzzle has no solution.
#[derive(Debug)]
pub(super) struct Proof {
    /// The refutation, which has been checked.
    pub(super) refutation: Refutation,
    /// The pattern of the weights, where they have one, with the colours of the sites by it.
    pub(super) pattern: Option<(Pattern, Vec<usize>)>,
    /// True if every placement covers equally many sites of each colour of the pattern.
    pub(super) is_even: bool,
}

impl Proof {
    /// The effort to follow it: equal numbers are seen at once, marked sites are counted, odd
    /// numbers are added up, and weights are reckoned with.
    fn effort(&self) -> u32 {
        let weights = || self.refutation.weights.iter();
        match self.refutation.modulus {
            _ if self.is_even => 0,
            None if weights().all(|weight| weight.abs() <= 1) => 1,
            Some(2) => 2,
            None => 3,
            Some(_) => 4,
        }
    }
}

/// Looks for weights by which the puzzle can have no solution.
pub(super) fn obstruction(
    puzzle: &Puzzle,
    encoding: &Encoding,
    budget: Budget,
) -> Option<Obstruction> {
    let mut is_kept = vec![false; encoding.problem.items().len()];
    encoding.piece_items.iter().for_each(|item| is_kept[item.index()] = true);
    encoding.site_items.iter().for_each(|item| is_kept[item.index()] = true);
    let mut rest = budget;
    let keep = |item: ItemId| is_kept[item.index()];
    let whole = relaxation::refutation(&encoding.problem, keep, &mut rest);
    // Without weights for sites one by one there are none for colours either.
    let patterned = match whole.is_some() || rest.is_spent() {
        true => {
            let mut rest = budget;
            let lattice = puzzle.lattice;
            (if lattice.classes.len() > 1 { 1 } else { 2 }..=MAX_PERIOD)
                .filter_map(|period| of_period(puzzle, encoding, period, &mut rest))
                .min_by_key(Proof::effort)
        }
        false => None,
    };
    let explain = |proof: Proof| words::explain(puzzle, encoding, proof);
    let single = |refutation| Proof { refutation, pattern: None, is_even: false };
    patterned
        .map(explain)
        .or_else(|| parity::refute_differences(puzzle, encoding))
        .or_else(|| whole.map(single).map(explain))
}

/// The plainest proof by a pattern of a number of colours along an axis.
fn of_period(
    puzzle: &Puzzle,
    encoding: &Encoding,
    period: i32,
    budget: &mut Budget,
) -> Option<Proof> {
    budget.take(encoding.problem.option_count())?;
    let samples = Samples::new(puzzle, encoding, period, MAX_SAMPLED)?;
    let mut patterns = Pattern::all(puzzle.lattice, period);
    patterns.retain(|pattern| pattern.count(puzzle.lattice) <= MAX_CLASSES);
    let mut of = |pattern| of_pattern(puzzle, encoding, &samples, pattern, budget);
    // What the last cannot do where every place has its colour, none can.
    let finest = patterns.pop_if(|last| last.sum.is_none());
    let by_finest = finest.clone().and_then(&mut of);
    if finest.is_some() && by_finest.is_none() {
        return None;
    }
    patterns.into_iter().filter_map(of).chain(by_finest).min_by_key(Proof::effort)
}

/// The proof by a pattern, if there is one.
fn of_pattern(
    puzzle: &Puzzle,
    encoding: &Encoding,
    samples: &Samples,
    pattern: Pattern,
    budget: &mut Budget,
) -> Option<Proof> {
    let lattice = puzzle.lattice;
    let sites = puzzle.board.sites();
    let problem = &encoding.problem;
    let colours: Vec<usize> = sites.iter().map(|site| pattern.of(lattice, site.site)).collect();
    let has_optional = sites.iter().any(|site| !site.required);
    // Optional sites have classes of their own, after the others.
    let count = pattern.count(lattice);
    let mut classes = vec![ItemClass::default(); if has_optional { 2 * count } else { count }];
    let class_of =
        |position: usize| colours[position] + if sites[position].required { 0 } else { count };
    for position in 0..sites.len() {
        let class = &mut classes[class_of(position)];
        class.needed += 1;
        class.size += 1;
        class.is_optional = !sites[position].required;
    }
    let class_of_site = |site: &Point| match has_optional {
        true => puzzle.board.position(*site).map_or(0, class_of),
        false => pattern.of(lattice, *site),
    };
    // Pieces whose placements cover the same numbers are of one class.
    let mut kinds: BTreeMap<BTreeSet<Column>, usize> = BTreeMap::new();
    let mut kind_of = Vec::new();
    for (piece, item) in puzzle.pieces().map(|(id, _)| id).zip(&encoding.piece_items) {
        let column = |sites: &Vec<Point>| -> Column {
            let mut own: Vec<u32> = sites.iter().map(|site| class_of_site(site) as u32).collect();
            own.sort_unstable();
            own.chunk_by(|a, b| a == b).map(|alike| (alike[0], alike.len() as i64)).collect()
        };
        let own = samples.of(piece);
        budget.take(own.iter().map(|sites| 20 * sites.len() + 40).sum())?;
        let columns: BTreeSet<Column> = own.iter().map(column).collect();
        let kind = *kinds.entry(columns).or_insert_with(|| {
            classes.push(ItemClass { size: 1, ..ItemClass::default() });
            classes.len() - 1
        });
        let (min, max) = match problem.item(*item).kind {
            ItemKind::Primary { min, max } => (min, max),
            ItemKind::Secondary => (0, 1),
        };
        classes[kind].needed += i64::from(max);
        classes[kind].is_optional |= min < max;
        kind_of.push(kind);
    }
    let is_even = !has_optional
        && classes[..count].iter().any(|class| class.needed != classes[0].needed)
        && kinds
            .keys()
            .flatten()
            .all(|column| column.len() == count && column.iter().all(|(_, n)| *n == column[0].1));
    let Weights { of_class, modulus } = match one_colour(&classes[..count], &classes, &kinds) {
        Some(of_class) => Weights { of_class, modulus: None },
        None => {
            let columns = kinds.into_iter().flat_map(|(own, kind)| {
                let with_piece = move |column: Column| [column, vec![(kind as u32, 1)]].concat();
                own.into_iter().map(with_piece)
            });
            let columns = columns.collect();
            Relaxation::new(classes, columns).weights(budget)?
        }
    };
    let mut weights = vec![0; problem.items().len()];
    for (position, item) in encoding.site_items.iter().enumerate() {
        weights[item.index()] = of_class[class_of(position)];
    }
    for (item, kind) in encoding.piece_items.iter().zip(kind_of) {
        weights[item.index()] = of_class[kind];
    }
    let refutation = Refutation { weights, modulus };
    let proof = refutation.holds(problem);
    proof.then_some(Proof { refutation, pattern: Some((pattern, colours)), is_even })
}

/// Weights by which one colour alone rules out a solution: the pieces cannot cover as many sites of
/// it as must be covered.
fn one_colour(
    colours: &[ItemClass],
    classes: &[ItemClass],
    kinds: &BTreeMap<BTreeSet<Column>, usize>,
) -> Option<Vec<i64>> {
    (0..colours.len()).filter(|&colour| !colours[colour].is_optional).find_map(|colour| {
        let in_column = |column: &Column| {
            let own = column.iter().find(|(class, _)| *class as usize == colour);
            own.map_or(0, |(_, n)| *n)
        };
        let mut weights = vec![0; classes.len()];
        weights[colour] = -1;
        for (columns, &kind) in kinds {
            weights[kind] = columns.iter().map(in_column).max().unwrap_or(0);
        }
        let all: i64 = weights.iter().zip(classes).map(|(w, class)| w * class.needed).sum();
        (all < 0).then_some(weights)
    })
}
