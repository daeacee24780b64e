//! Counting the solutions of a puzzle that has few, within limits.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use crate::encode::{Encoding, SymmetryGroup};
use crate::exact_cover::{Choice, Effort, Engine, Observer, OptionId, Part, Tree};
use crate::puzzle::Puzzle;
use crate::solution::orbit::image_of;

/// The limits of a count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoundedLimits {
    /// The number of solutions, turned and flipped copies counted, at which it ends.
    pub solutions: usize,
    /// The nodes that it may enter.
    pub nodes: u64,
    /// The time that it may take.
    pub time: Duration,
}

/// The number of distinct solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Few {
    /// Their number, or the number of those found before a limit was reached.
    pub distinct: u64,
    /// True if there are no others.
    pub complete: bool,
}

/// Keeps solutions until there are too many.
struct Collector<'a> {
    limits: BoundedLimits,
    end: Instant,
    wanted: &'a (dyn Fn() -> bool + Sync),
    found: Vec<Vec<OptionId>>,
}

impl Observer for Collector<'_> {
    fn solution(&mut self, options: &[OptionId]) -> ControlFlow<()> {
        if self.found.len() == self.limits.solutions {
            return ControlFlow::Break(());
        }
        let mut solution = options.to_vec();
        solution.sort_unstable();
        self.found.push(solution);
        ControlFlow::Continue(())
    }

    fn pulse(&mut self, _: &Effort, _: &[Choice]) -> ControlFlow<()> {
        match Instant::now() < self.end && (self.wanted)() {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    }
}

/// Counts the distinct solutions of an encoded puzzle; `None` if they are no longer wanted, or no
/// engine can work on it.
pub fn count_few(
    puzzle: &Puzzle,
    encoding: &Encoding,
    limits: BoundedLimits,
    wanted: &(dyn Fn() -> bool + Sync),
) -> Option<Few> {
    let engine = Engine::cheapest(Tree::FewestOptions, &encoding.problem)?;
    let mut search = engine.load(&encoding.problem, &[]).ok()?;
    let end = Instant::now() + limits.time;
    let mut collector = Collector { limits, end, wanted, found: Vec::new() };
    let part = Part { most_nodes: Some(limits.nodes), ..Part::default() };
    let complete = search.search(part, &mut collector).1.is_continue();
    if !wanted() {
        return None;
    }
    if collector.found.is_empty() {
        return Some(Few { distinct: 0, complete });
    }
    // The symmetries are worth finding only where there is something to divide by them.
    let group = SymmetryGroup::new(puzzle, encoding);
    let mut image = Vec::new();
    let mut least: BTreeSet<Vec<OptionId>> = BTreeSet::new();
    for solution in collector.found {
        let mut smallest = solution.clone();
        for element in &group.elements {
            image_of(element, &solution, &mut image);
            if image < smallest {
                std::mem::swap(&mut image, &mut smallest);
            }
        }
        least.insert(smallest);
    }
    Some(Few { distinct: least.len() as u64, complete })
}

#[cfg(test)]
mod tests {
    use crate::job::PlanOptions;
    use std::sync::Arc;

    use super::*;
    use crate::format::puzzle_file;
    use crate::job::{Plan, Run, Settings};

    const LIMITS: BoundedLimits =
        BoundedLimits { solutions: 100_000, nodes: u64::MAX, time: Duration::from_secs(600) };

    /// Puzzles with few solutions, among them packing puzzles: no site of these must be covered.
    const PUZZLES: [&str; 6] = [
        "lattice: Square, pieces: [Family(free: 3, copies: 2)], board: Rectangle(4, 3)",
        "lattice: Square, pieces: [Family(free: 5)], board: Rectangle(20, 3)",
        "lattice: Square, pieces: [Family(free: 3, copies: 2)], \
         board: Art([\"oooo\", \"oooo\", \"oooo\", \"oo..\"])",
        "lattice: Square, pieces: [Family(free: 4, without: [\"I\"])], \
         board: Art([\"oooo\", \"oooo\", \"oooo\", \"oooo\", \"ooo.\"])",
        "lattice: SquareEdges, pieces: [Family(free: 2, copies: 2), Family(free: 1, copies: 4)], \
         board: Rectangle(2, 2)",
        "lattice: Cube, pieces: [Family(free: 3, copies: 2)], board: Box(2, 2, 3)",
    ];

    #[test]
    fn few_solutions_are_counted_as_a_run_counts_them() {
        for words in PUZZLES {
            let text = format!("(format: 1, title: \"t\", {words})");
            let puzzle = puzzle_file::read(text.into()).expect(words).puzzle;
            let encoding = Encoding::new(&puzzle).expect("small");
            let few = count_few(&puzzle, &encoding, LIMITS, &|| true).expect("wanted");
            let plan = Arc::new(Plan::new(puzzle, PlanOptions::default()).expect("a plan"));
            let mut run = Run::start(plan, Settings::default());
            run.wait();
            let counts = run.snapshot().counts.small().expect("small numbers");
            assert_eq!(few, Few { distinct: counts.distinct, complete: true }, "{words}");
            assert!(few.distinct > 0, "{words}");
        }
    }

    #[test]
    fn a_limit_leaves_a_number_that_is_not_too_large() {
        let text = format!("(format: 1, title: \"t\", {})", PUZZLES[3]);
        let puzzle = puzzle_file::read(text.into()).expect("a puzzle").puzzle;
        let encoding = Encoding::new(&puzzle).expect("small");
        let count = |limits| count_few(&puzzle, &encoding, limits, &|| true).expect("wanted");
        let all = count(LIMITS).distinct;
        let cut = count(BoundedLimits { solutions: 5, ..LIMITS });
        assert!(!cut.complete && cut.distinct > 0 && cut.distinct <= 5 && cut.distinct < all);
        let none = count(BoundedLimits { nodes: 1, ..LIMITS });
        assert_eq!(none, Few { distinct: 0, complete: false });
        assert_eq!(count_few(&puzzle, &encoding, LIMITS, &|| false), None);
    }
}
