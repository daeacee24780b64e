//! Proofs by colours in words.

use std::collections::BTreeSet;

use super::{Pattern, Proof};
use crate::encode::Encoding;
use crate::encode::obstruction::{Colouring, Obstruction, SiteWeights};
use crate::exact_cover::{ItemId, ItemKind};
use crate::lattice::Lattice;
use crate::puzzle::Puzzle;
use crate::text;

/// Pieces that are named together, at most.
const MAX_NAMED: usize = 8;
/// Different weights of sites that are listed, at most.
const MAX_WEIGHTS: usize = 6;

/// The obstruction that a proof is.
pub(super) fn explain(puzzle: &Puzzle, encoding: &Encoding, proof: Proof) -> Obstruction {
    let Proof { refutation, pattern, is_even } = proof;
    let weight = |item: &ItemId| refutation.weights[item.index()];
    let mut argument = Argument {
        puzzle,
        copies: copies(encoding),
        sites: encoding.site_items.iter().map(weight).collect(),
        pieces: encoding.piece_items.iter().map(weight).collect(),
        pattern: pattern.as_ref(),
    };
    let (reason, colouring) = match (&pattern, refutation.modulus) {
        (Some((pattern, colours)), _) if is_even => {
            let colouring = by_pattern(colours);
            (even(puzzle, pattern, &colouring), colouring)
        }
        (_, Some(modulus)) => {
            let reason = argument.modulo(i64::from(modulus));
            (reason, Colouring::by_weight(&argument.sites))
        }
        (_, None) => {
            let reason = argument.bound();
            (reason, Colouring::by_weight(&argument.sites))
        }
    };
    // With either sign they prove the same; people reckon with positive ones.
    let (mut of_site, modulus) = (argument.sites, refutation.modulus);
    if of_site.iter().sum::<i64>() < 0 {
        of_site.iter_mut().for_each(|weight| *weight = -*weight);
    }
    let weights = Some(SiteWeights { of_site, modulus });
    let (colouring, refutation) = (Some(colouring), Some(refutation));
    Obstruction { colouring, refutation, weights, ..Obstruction::new("colouring", reason) }
}

/// The least and largest number of copies of each piece.
fn copies(encoding: &Encoding) -> Vec<(i64, i64)> {
    let of_kind = |kind| match kind {
        ItemKind::Primary { min, max } => (i64::from(min), i64::from(max)),
        ItemKind::Secondary => (0, 1),
    };
    encoding.piece_items.iter().map(|item| of_kind(encoding.problem.item(*item).kind)).collect()
}

/// The colours of a pattern that the board has, numbered from 1.
fn by_pattern(colours: &[usize]) -> Colouring {
    let count = colours.iter().max().map_or(0, |most| most + 1);
    Colouring {
        of_site: colours.iter().map(|colour| *colour as u32).collect(),
        names: (1..=count).map(|n| n.to_string()).collect(),
        is_weighed: false,
    }
}

/// That every piece covers equally many sites of each colour, but the board has not.
fn even(puzzle: &Puzzle, pattern: &Pattern, colouring: &Colouring) -> String {
    let counts: Vec<String> = colouring.counts().into_iter().map(text::grouped).collect();
    let board = match &counts[..] {
        [one, other] => format!("{one} of one colour and {other} of the other"),
        all => format!("{} of them", text::listed(all)),
    };
    let each = if puzzle.pieces.len() == 1 { "copy" } else { "piece" };
    format!(
        "With {}, the board has {board}. Every {each} covers the same number of each colour.",
        pattern.words(puzzle.lattice)
    )
}

impl Pattern {
    /// A description of the colours.
    fn words(&self, lattice: &Lattice) -> String {
        let (_, sites) = lattice.site_words;
        let axes = ["columns", "rows", "layers"];
        let listed = |sum: [i32; 3]| {
            let named = (0..lattice.dimension).filter(|&k| sum[k] != 0).map(|k| axes[k]);
            text::listed(&named.collect::<Vec<_>>())
        };
        let turns = match self.count(lattice) / lattice.classes.len() {
            1 | 2 => String::new(),
            count => format!(" in {count} colours"),
        };
        let place = match (self.period, self.sum) {
            (1, _) => return format!("the {sites} coloured by direction"),
            (2, Some(sum)) if !sum[..lattice.dimension].contains(&0) => {
                "like a chessboard".to_owned()
            }
            (_, Some(sum)) if !sum[..lattice.dimension].contains(&0) => {
                format!("by diagonals{turns}")
            }
            (_, Some(sum)) => format!("in stripes by {}{turns}", listed(sum)),
            (_, None) => format!("by {}{turns}", listed([1; 3])),
        };
        let which = match lattice.classes.len() {
            1 => "",
            _ => ", separately for each direction",
        };
        format!("the {sites} coloured {place}{which}")
    }
}

/// The weights of an argument.
struct Argument<'a> {
    puzzle: &'a Puzzle,
    copies: Vec<(i64, i64)>,
    sites: Vec<i64>,
    pieces: Vec<i64>,
    pattern: Option<&'a (Pattern, Vec<usize>)>,
}

impl Argument<'_> {
    /// That all placements of a piece weigh the same modulo a prime, but not the board.
    fn modulo(&mut self, prime: i64) -> String {
        self.sites.iter_mut().for_each(|weight| *weight = weight.rem_euclid(prime));
        // What a placement covers weighs what brings the piece to 0.
        let pieces: Vec<i64> = self.pieces.iter().map(|w| (-w).rem_euclid(prime)).collect();
        let board: i64 = self.sites.iter().sum();
        let all: i64 = pieces.iter().zip(&self.copies).map(|(w, (_, most))| w * most).sum();
        let with = self.with();
        if prime == 2 {
            let kind = |n: i64| if n % 2 == 0 { "an even number" } else { "an odd number" };
            let each = self.each(&pieces, "covers", |n| format!("{} of them", kind(n)));
            let marked = self.marked(board);
            return format!(
                "With {with}, the board has {marked}. {each}, all together {}.",
                kind(all)
            );
        }
        let each = self.each(&pieces, "weighs", |n| n.to_string());
        format!(
            "With {with}, the board weighs {} modulo {prime}. {each} modulo {prime}, all together \
             {}.",
            board % prime,
            all % prime
        )
    }

    /// That the pieces cannot weigh as much as the board, or must weigh more.
    fn bound(&mut self) -> String {
        let negative = self.sites.iter().filter(|weight| **weight < 0).count();
        let positive = self.sites.iter().filter(|weight| **weight > 0).count();
        // No placement weighs less than 0 together with its piece.
        let is_most = negative >= positive;
        if is_most {
            self.sites.iter_mut().for_each(|weight| *weight = -*weight);
        } else {
            self.pieces.iter_mut().for_each(|weight| *weight = -*weight);
        }
        let at = if is_most { "at most" } else { "at least" };
        let all: i64 = (self.pieces.iter().zip(&self.copies))
            .map(|(&weight, &(least, most))| {
                weight * if (weight > 0) == is_most { most } else { least }
            })
            .sum();
        let board: i64 = self.sites.iter().sum();
        let is_marked = self.sites.iter().all(|weight| matches!(weight, 0 | 1));
        let with = self.with();
        let (has, verb, of_them) = match is_marked {
            true => (format!("has {}", self.marked(board)), "covers", " of them"),
            false => (format!("weighs {}", text::signed(board)), "weighs", ""),
        };
        let words = |n| format!("{at} {}{of_them}", text::signed(n));
        let each = self.each(&self.pieces, verb, words);
        format!("With {with}, the board {has}. {each}, all together {at} {}.", text::signed(all))
    }

    /// The number of sites that weigh 1, where the others weigh 0, and their colours.
    fn marked(&self, number: i64) -> String {
        let number = text::grouped(number as u64);
        let Some((_, colours)) = self.pattern else { return format!("{number} marked ones") };
        let own = colours.iter().zip(&self.sites).filter(|(_, weight)| **weight == 1);
        match own.map(|(colour, _)| colour).collect::<BTreeSet<_>>().len() {
            1 => format!("{number} of one colour"),
            several => format!("{number} of {several} colours together"),
        }
    }

    /// The sites, how they are coloured, and how many there are of each weight.
    fn with(&self) -> String {
        let (_, sites) = self.puzzle.lattice.site_words;
        let words = match self.pattern {
            Some((pattern, _)) => pattern.words(self.puzzle.lattice),
            None => format!("some {sites} marked"),
        };
        let colouring = Colouring::by_weight(&self.sites);
        if colouring.names == ["0", "1"] || colouring.names.len() > MAX_WEIGHTS {
            return words;
        }
        let counts = colouring.counts().into_iter().zip(&colouring.names);
        let lists: Vec<String> =
            counts.map(|(n, weight)| format!("{} of weight {weight}", text::grouped(n))).collect();
        format!("{words}, {}", text::listed(&lists))
    }

    /// The words for what each piece does, those that do the same together.
    fn each(&self, values: &[i64], verb: &str, words: impl Fn(i64) -> String) -> String {
        let distinct: BTreeSet<i64> = values.iter().copied().collect();
        if let (1, Some(&only)) = (distinct.len(), distinct.first()) {
            let each = if self.puzzle.pieces.len() == 1 { "copy" } else { "piece" };
            return format!("Every {each} {verb} {}", words(only));
        }
        let of_value = |(i, value): (usize, i64)| {
            let named = self.puzzle.pieces.iter().zip(values).filter(|(_, own)| **own == value);
            let named: Vec<&str> = named.map(|(piece, _)| piece.name.as_str()).collect();
            let whose = match named.len() {
                n if n > MAX_NAMED => format!("each of {} pieces", text::grouped(n as u64)),
                1 => named[0].to_owned(),
                _ => format!("each of {}", text::listed(&named)),
            };
            let verb = if i == 0 { format!(" {verb}") } else { String::new() };
            format!("{whose}{verb} {}", words(value))
        };
        let parts: Vec<String> = distinct.into_iter().enumerate().map(of_value).collect();
        let parts = parts.join("; ");
        if parts.starts_with("each") { text::capitalised(&parts) } else { parts }
    }
}
