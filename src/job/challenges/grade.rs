//! The difficulty of a challenge, in raw numbers.

use crate::encode::Encoding;
use crate::exact_cover::{Engine, ForEach, ItemId, ItemKind, OptionId, Part, Problem};

/// The difficulty of a challenge. Each number is a measure of its own; none combines others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Grade {
    /// The placements given.
    pub given: u32,
    /// The placements left to be found.
    pub left: u32,
    /// The placements that follow one after the other from what is given, because a site or a piece has
    /// but one placement left.
    pub forced: u32,
    /// The placements that fit first.
    pub first: u32,
    /// Those of them that lead to no solution.
    pub wrong: u32,
    /// The nodes of a search of all that is left that always continues at the site or piece with the fewest
    /// placements, as a person would.
    pub nodes: u64,
}

/// Measures challenges of a puzzle.
#[derive(Debug)]
pub struct Grader {
    /// The placements that pinned pieces allow.
    problem: Problem,
    /// For each placement of the puzzle its option in the problem; `u32::MAX` where it has none.
    places: Vec<u32>,
}

impl Grader {
    /// For the challenges of a puzzle.
    pub fn new(encoding: &Encoding) -> Grader {
        let (problem, options) = encoding.restricted(|_| true);
        let mut places = vec![u32::MAX; encoding.problem.option_count()];
        for (n, option) in (0..).zip(&options) {
            places[option.index()] = n;
        }
        Grader { problem, places }
    }

    /// Measures the challenge to find a solution from some of its placements, which no other solution
    /// contains. Cost: that of the search.
    pub fn grade(&self, solution: &[OptionId], givens: &[OptionId]) -> Grade {
        let own = |options: &[OptionId]| -> Vec<OptionId> {
            let place = options.iter().map(|option| OptionId(self.places[option.index()]));
            place.filter(|option| option.0 != u32::MAX).collect()
        };
        let chosen = own(givens);
        let left = (solution.len() - givens.len()) as u32;
        let grade = Grade { given: givens.len() as u32, left, ..Grade::default() };
        let Ok(residual) = self.problem.residual(&chosen) else { return grade };
        let first = residual.options.len() as u32;
        Grade {
            first,
            wrong: first.saturating_sub(left),
            forced: self.forced(chosen),
            nodes: nodes(&residual.problem),
            ..grade
        }
    }

    /// The number of placements that follow one after the other.
    fn forced(&self, mut chosen: Vec<OptionId>) -> u32 {
        let given = chosen.len();
        while let Ok(residual) = self.problem.residual(&chosen) {
            let Some(option) = only_option(&residual.problem) else { break };
            chosen.push(residual.options[option.index()]);
        }
        (chosen.len() - given) as u32
    }
}

/// The option of an item that must be covered, and can be so but in one way.
fn only_option(problem: &Problem) -> Option<OptionId> {
    let mut options: Vec<(u32, OptionId)> = vec![(0, OptionId(0)); problem.primary_count()];
    for (option, cells) in problem.options() {
        for item in cells.items() {
            if let Some((count, last)) = options.get_mut(item.index()) {
                (*count, *last) = (*count + 1, option);
            }
        }
    }
    let is_needed = |item: usize| match problem.item(ItemId(item as u32)).kind {
        ItemKind::Primary { min, .. } => min > 0,
        ItemKind::Secondary => false,
    };
    let single = |(n, (count, _)): &(usize, &(u32, OptionId))| *count == 1 && is_needed(*n);
    options.iter().enumerate().find(single).map(|(_, (_, option))| *option)
}

/// The nodes of the whole search by dancing links.
fn nodes(problem: &Problem) -> u64 {
    let Ok(mut search) = Engine::reference().load(problem, &[]) else { return 0 };
    let mut all = ForEach(|_: &[OptionId]| std::ops::ControlFlow::Continue(()));
    search.search(Part::default(), &mut all).0.nodes
}
