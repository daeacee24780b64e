//! A proof that a puzzle or problem has no solution, with the colours in which it is drawn.

use std::collections::BTreeSet;

use super::Encoding;
use crate::exact_cover::{OptionId, Refutation};
use crate::puzzle::Puzzle;
use crate::text;

/// A proof that a puzzle or problem has no solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obstruction {
    /// The basis of the argument, in a word or two: "colouring".
    pub by: &'static str,
    /// The proof in a few sentences.
    pub reason: String,
    /// The sites as they are coloured for it.
    pub colouring: Option<Colouring>,
    /// The weights of the items that prove it, checked.
    pub refutation: Option<Refutation>,
    /// The weights of the sites that prove it, which can be checked without an encoding.
    pub weights: Option<SiteWeights>,
}

/// Weights of the sites of a board by which it cannot be covered: whatever its placements weigh, the
/// pieces together do not weigh what the covered sites do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteWeights {
    /// The weight of each site, as in [`crate::puzzle::Board::sites`].
    pub of_site: Vec<i64>,
    /// The number modulo which they are added up, if any.
    pub modulus: Option<u32>,
}

impl Obstruction {
    /// A proof in words alone.
    pub fn new(by: &'static str, reason: String) -> Obstruction {
        Obstruction { by, reason, colouring: None, refutation: None, weights: None }
    }

    /// That the areas of board and pieces disagree, in words.
    pub fn of_area(puzzle: &Puzzle, reason: String) -> Obstruction {
        Obstruction::new("area", reason).by_weights(vec![1; puzzle.board.sites().len()])
    }

    /// The same proof by weights of sites that are added up as they are.
    pub(super) fn by_weights(self, of_site: Vec<i64>) -> Obstruction {
        Obstruction { weights: Some(SiteWeights { of_site, modulus: None }), ..self }
    }

    /// The same proof with some sites marked, by their positions: no placement covers them.
    pub(super) fn by_marked(self, puzzle: &Puzzle, marked: &[usize]) -> Obstruction {
        let mut of_site = vec![0; puzzle.board.sites().len()];
        marked.iter().for_each(|&site| of_site[site] = 1);
        let colouring = Some(Colouring::by_weight(&of_site));
        Obstruction { colouring, ..self.by_weights(of_site) }
    }
}

/// The sites of a board in colours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Colouring {
    /// The colour of each site, as in [`crate::puzzle::Board::sites`].
    pub of_site: Vec<u32>,
    /// The name of each colour.
    pub names: Vec<String>,
    /// True if they are called by weights of sites, of which 0 plays no part.
    pub is_weighed: bool,
}

impl Colouring {
    /// Sites that weigh the same in one colour.
    pub(super) fn by_weight(weights: &[i64]) -> Colouring {
        let distinct: BTreeSet<i64> = weights.iter().copied().collect();
        let distinct: Vec<i64> = distinct.into_iter().collect();
        let colour = |weight| distinct.partition_point(|other| other < weight) as u32;
        Colouring {
            of_site: weights.iter().map(colour).collect(),
            names: distinct.iter().map(|weight| text::signed(*weight)).collect(),
            is_weighed: true,
        }
    }

    /// Returns whether a colour is that of sites which play no part.
    pub fn is_idle(&self, colour: u32) -> bool {
        self.is_weighed && self.names[colour as usize] == "0"
    }

    /// The least and the largest number of sites of each colour that a placement covers, for each
    /// piece; nothing for a piece without placements. Linear in the placements.
    pub fn covered(&self, puzzle: &Puzzle, encoding: &Encoding) -> Vec<Vec<(u32, u32)>> {
        let mut counts = vec![0; self.names.len()];
        let of_piece = |range: std::ops::Range<usize>| {
            let mut covered: Vec<(u32, u32)> = Vec::new();
            for option in range.map(|option| OptionId(option as u32)) {
                counts.fill(0);
                let positions = encoding.sites(option).filter_map(|p| puzzle.board.position(p));
                positions.for_each(|site| counts[self.of_site[site] as usize] += 1);
                if covered.is_empty() {
                    covered = counts.iter().map(|&n| (n, n)).collect();
                }
                for ((least, most), &n) in covered.iter_mut().zip(&counts) {
                    (*least, *most) = ((*least).min(n), (*most).max(n));
                }
            }
            covered
        };
        puzzle.pieces().map(|(id, _)| encoding.placements_of(id)).map(of_piece).collect()
    }

    /// The number of sites of each colour.
    pub fn counts(&self) -> Vec<u64> {
        let mut counts = vec![0; self.names.len()];
        self.of_site.iter().for_each(|&colour| counts[colour as usize] += 1);
        counts
    }
}
