//! One solution of a puzzle, for a picture of it.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::encode::Encoding;
use crate::exact_cover::{
    Choice, Effort, Engine, Observer, OptionId, Part, Problem, ProblemBuilder,
};
use crate::lattice::Point;
use crate::puzzle::Puzzle;
use crate::random::GOLDEN;

/// The number of nodes within which nearly every bundled puzzle shows a solution.
pub const NODE_LIMIT: u64 = 400_000;

/// Variants that are tried for a picture, at most: of sets of pieces few fit.
const VARIANTS_TRIED: u64 = 400;
/// The way from one of them to the next, a large prime.
const STRIDE: u64 = 2_654_435_761;

/// Keeps the first solution and then breaks off.
struct First<'a> {
    found: Option<Vec<OptionId>>,
    node_limit: u64,
    stop: &'a AtomicBool,
}

impl Observer for First<'_> {
    fn solution(&mut self, options: &[OptionId]) -> ControlFlow<()> {
        self.found = Some(options.to_vec());
        ControlFlow::Break(())
    }

    fn pulse(&mut self, effort: &Effort, _path: &[Choice]) -> ControlFlow<()> {
        if effort.nodes > self.node_limit || self.stop.load(Ordering::Relaxed) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

/// Some solution, if one is found within a number of nodes and before the flag is raised. Boards that
/// copies of one piece fill are searched in a shuffled order, the same every time.
pub fn first_solution(
    encoding: &Encoding,
    node_limit: u64,
    stop: &AtomicBool,
) -> Option<Vec<OptionId>> {
    let (problem, options) = if encoding.orientations.len() == 1 {
        shuffled(&encoding.problem)?
    } else {
        encoding.problem.restricted(|_| true)
    };
    let mut first = First { found: None, node_limit, stop };
    // Whether it broke off or came to the end, what was found is in the observer.
    let _ = Engine::reference().load(&problem, &[]).ok()?.search(Part::default(), &mut first);
    let found = first.found?;
    Some(found.into_iter().map(|option| options[option.index()]).collect())
}

/// Some solution of some variant of a puzzle, as options of the whole, if one is found within a number
/// of nodes for each of a few variants; only of those that `may_be_shown`, which is given the sites that
/// they leave open. Variants with boards of their own have none of the whole board.
pub fn solution_of_a_variant(
    puzzle: &Puzzle,
    encoding: &Encoding,
    node_limit: u64,
    stop: &AtomicBool,
    may_be_shown: impl Fn(&[Point]) -> bool,
) -> Option<Vec<OptionId>> {
    let family = puzzle.variants.as_ref().filter(|family| !family.has_boards())?;
    let all = family.combinations();
    // Variants that follow each other are alike, in particular where they choose pieces.
    let ranks = (0..VARIANTS_TRIED).map(|n| n.wrapping_mul(STRIDE) % all);
    let mut open = Vec::new();
    for rank in ranks.take_while(|_| !stop.load(Ordering::Relaxed)) {
        open.clear();
        if !family.open_sites(rank, false, &mut open) || !may_be_shown(&open) {
            continue;
        }
        let left_out = family.left_out(rank, puzzle.pieces.len());
        let own = puzzle.with_cards(&family.cards_of(rank));
        let own = own.and_then(|own| own.with_open(&open)?.with_left_out(&left_out));
        let Some(own) = own.filter(|own| own.area_conflict().is_none()) else { continue };
        let Ok(known) = Encoding::new(&own) else { continue };
        let Some(found) = first_solution(&known, node_limit, stop) else { continue };
        let whole = |option: &OptionId| {
            let sites: Vec<_> = known.sites(*option).collect();
            encoding.find(puzzle, known.placement(*option).piece, &sites)
        };
        if let Some(options) = found.iter().map(whole).collect() {
            return Some(options);
        }
    }
    None
}

/// The problem with its options in another order, the same every time, and for each of them its
/// option in the whole problem. For boards that copies of one piece fill: in the given order
/// the first solution is a dull one, such as all dominoes lying flat.
fn shuffled(problem: &Problem) -> Option<(Problem, Vec<OptionId>)> {
    let mut options: Vec<OptionId> = problem.options().map(|(id, _)| id).collect();
    options.sort_by_key(|id| u64::from(id.0 + 1).wrapping_mul(GOLDEN));
    let mut builder = ProblemBuilder::default();
    for item in problem.items() {
        builder.item(item.name.clone(), item.kind);
    }
    for &option in &options {
        builder.coloured_option(problem.option(option));
    }
    Some((builder.build().ok()?, options))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::bundled;

    #[test]
    fn puzzles_that_are_there_for_their_variants_show_one_of_them() {
        for path in ["a-puzzle-a-day", "genius-square", "katamino-5x5"] {
            let path = format!("square/{path}.ron");
            let bundled = bundled::ALL.iter().find(|bundled| bundled.path == path).unwrap();
            let puzzle = bundled.open().puzzle;
            let encoding = Encoding::new(&puzzle).unwrap();
            let stop = AtomicBool::new(false);
            let found = |may_be_shown: &dyn Fn(&[Point]) -> bool| {
                solution_of_a_variant(&puzzle, &encoding, NODE_LIMIT, &stop, may_be_shown)
            };
            assert_eq!(found(&|_| false), None);
            let found = found(&|_| true).expect(&path);
            let mut sites: Vec<_> = found.iter().flat_map(|&o| encoding.sites(o)).collect();
            let covered = sites.len() as u64;
            sites.sort_unstable();
            sites.dedup();
            let (open, _) = puzzle.variants.as_ref().unwrap().open_counts();
            assert_eq!(sites.len() as u64, covered, "{path}");
            assert_eq!(covered + open, puzzle.board.sites().len() as u64, "{path}");
        }
    }

    #[test]
    fn all_but_the_hardest_bundled_puzzles_get_their_picture_at_the_first_attempt() {
        let mut hard = Vec::new();
        for puzzle in bundled::ALL.iter().filter(|puzzle| !puzzle.is_large()) {
            let opened = puzzle.open();
            if opened.description.expect.total.is_some_and(|total| total == 0) {
                continue;
            }
            let encoding = Encoding::new(&opened.puzzle).unwrap();
            let stop = AtomicBool::new(false);
            let Some(found) = first_solution(&encoding, NODE_LIMIT, &stop) else {
                hard.push(puzzle.path);
                continue;
            };
            let mut sites: Vec<_> = found.iter().flat_map(|&o| encoding.sites(o)).collect();
            sites.sort_unstable();
            if opened.puzzle.cover.is_some() {
                let placed = encoding.decode(&found);
                let verdict = crate::solution::verify::verify(&opened.puzzle, &placed);
                assert_eq!(verdict, Ok(()), "{}", puzzle.path);
                continue;
            }
            let board = &opened.puzzle.board;
            let mut required = board.sites().iter().filter(|own| own.required);
            let is_covered = required.all(|own| sites.binary_search(&own.site).is_ok());
            let is_sound = sites.iter().all(|&site| board.position(site).is_some());
            let is_once = sites.windows(2).all(|pair| pair[0] != pair[1]);
            assert!(is_covered && is_sound && is_once, "{}", puzzle.path);
        }
        let expected = [
            "square/y-pentominoes-15x15.ron",
            "square-edges/one-sided-tetrasticks-aztec-diamond.ron",
            "cube/n-pentominoes-5x5x5.ron",
        ];
        assert_eq!(hard, expected);
    }
}
