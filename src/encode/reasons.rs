//! The reasons why a puzzle has no solution that are found without a search, the plainest first.
//!
//! Leans on `parity` and `colouring`.

use super::Encoding;
use super::obstruction::Obstruction;
use super::{colouring, parity};
use crate::exact_cover::Problem;
use crate::exact_cover::relaxation::{Budget, refutation};
use crate::puzzle::Puzzle;
use crate::text;

/// Items that a proof names, at most.
const MAX_NAMED: usize = 24;

/// Looks for sizes of pieces that do not add up to the board, or for weights of sites and pieces by
/// which the puzzle can have no solution; of a cover puzzle, for weights of its items.
///
/// Cost: linear in the placements, for each of a few dozen colourings linear in some of them, and
/// the budget.
pub fn obstruction(puzzle: &Puzzle, encoding: &Encoding, budget: Budget) -> Option<Obstruction> {
    // The board of a cover puzzle is but a picture.
    if puzzle.cover.is_some() {
        return of_problem(&encoding.problem, budget);
    }
    parity::refute_area(puzzle).or_else(|| colouring::obstruction(puzzle, encoding, budget))
}

/// Looks for weights of the items of a problem by which it can have no solution.
pub fn of_problem(problem: &Problem, mut budget: Budget) -> Option<Obstruction> {
    let found = refutation(problem, |_| true, &mut budget)?;
    let mut named: Vec<(i64, &str)> = found
        .weights
        .iter()
        .zip(problem.items())
        .filter(|(weight, _)| **weight != 0)
        .map(|(weight, item)| (*weight, item.name.as_str()))
        .collect();
    named.sort_by_key(|(weight, _)| *weight);
    let more = named.len().saturating_sub(MAX_NAMED);
    named.truncate(MAX_NAMED);
    let mut lists: Vec<String> = named
        .chunk_by(|a, b| a.0 == b.0)
        .map(|alike| {
            let names: Vec<&str> = alike.iter().map(|(_, name)| *name).collect();
            let weighs = if names.len() == 1 { "weighs" } else { "weigh" };
            format!("{} {weighs} {}", text::listed(&names), text::signed(alike[0].0))
        })
        .collect();
    if more > 0 {
        lists.push(format!("and so on for {}", text::count(more as u64, "more item")));
    }
    let why = match found.modulus {
        Some(modulus) => format!(
            "then every option weighs a multiple of {modulus}, but what must be covered does not"
        ),
        None => "then no option weighs less than 0, but what must be covered does".to_owned(),
    };
    let reason = format!("Let items have weights: {}; {why}.", lists.join("; "));
    Some(Obstruction { refutation: Some(found), ..Obstruction::new("weights", reason) })
}
