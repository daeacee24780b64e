//! Ranked random branches with restarts, for any exact cover: the engine of fewest options on the
//! same problem with items and options in another order each time, those of rare items first, under
//! a limit of nodes that follows Luby's sequence.

use std::ops::ControlFlow;

use super::noise::{Noise, shuffle};
use super::{Progress, RunEnd, Watcher};
use crate::exact_cover::{
    Choice, Effort, Engine, ItemId, ItemKind, Observer, OptionId, Part, Problem, Tree,
};
use crate::random::Random;

/// The nodes of the shortest try.
const TRY_NODES: u64 = 20_000;
/// The cells of a problem for each node that a try takes at least: to load it takes time too.
const CELLS_PER_NODE: u64 = 8;
/// The weight of the noise beside the ranks.
const NOISE: f32 = 0.3;

/// A number of Luby's sequence 1, 1, 2, 1, 1, 2, 4, …, by its place from 0 (Luby, Sinclair and
/// Zuckerman, *Optimal speedup of Las Vegas algorithms*, 1993).
pub(super) fn luby(place: u64) -> u64 {
    let mut place = place + 1;
    loop {
        let bits = u64::BITS - place.leading_zeros();
        if place == (1 << bits) - 1 {
            return 1 << (bits - 1);
        }
        place -= (1 << (bits - 1)) - 1;
    }
}

/// Reports the deepest node of a try, and waits for the first solution.
struct Deepest<'w> {
    watcher: &'w mut dyn Watcher,
    run: u64,
    /// For each option the one of the whole problem.
    from: &'w [OptionId],
    items: &'w (dyn Fn(OptionId) -> usize + Sync),
    solution: Option<Vec<OptionId>>,
    is_stopped: bool,
}

impl Observer for Deepest<'_> {
    fn solution(&mut self, options: &[OptionId]) -> ControlFlow<()> {
        self.solution = Some(options.iter().map(|option| self.from[option.index()]).collect());
        ControlFlow::Break(())
    }

    fn pulse(&mut self, _: &Effort, path: &[Choice]) -> ControlFlow<()> {
        let chosen = path.iter().filter_map(|choice| choice.option);
        let chosen: Vec<OptionId> = chosen.map(|option| self.from[option.index()]).collect();
        let covered = chosen.iter().map(|&option| (self.items)(option)).sum();
        let options = || chosen.clone();
        let progress = Progress { run: self.run, width: 1, states: 1, covered, options: &options };
        let flow = self.watcher.progress(&progress);
        self.is_stopped |= flow.is_break();
        flow
    }
}

/// One try, which ends after a number of nodes; also returns how many it took.
pub(super) fn run(
    problem: &Problem,
    run: u64,
    (random, noise): (&mut Random, &Noise),
    watcher: &mut dyn Watcher,
) -> (RunEnd, u64) {
    let must = |item: &ItemId| matches!(problem.item(*item).kind, ItemKind::Primary { .. });
    let mut counts = vec![0u32; problem.items().len()];
    for (_, cells) in problem.options() {
        cells.items().iter().for_each(|item| counts[item.index()] += 1);
    }
    // The rarer the items of an option, the earlier it is tried.
    let rank = |option: OptionId| {
        let (mut sum, mut number) = (0.0, 0.0);
        for item in problem.option(option).items().iter().filter(|item| must(item)) {
            sum -= 0.5 * (counts[item.index()] as f32).ln();
            number += 1.0;
        }
        sum / f32::max(number, 1.0)
    };
    let mut ranked: Vec<(f32, OptionId)> = (problem.options())
        .map(|(option, _)| (rank(option) + NOISE * noise.draw(random), option))
        .collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let from: Vec<OptionId> = ranked.into_iter().map(|(_, option)| option).collect();
    let mut items: Vec<(ItemId, ItemKind)> =
        (problem.items().iter().zip(0..)).map(|(item, n)| (ItemId(n), item.kind)).collect();
    shuffle(&mut items[..problem.primary_count()], random);
    let (shuffled, _) = problem.selected(&from).arranged(&items);
    let covers =
        |option: OptionId| problem.option(option).items().iter().filter(|item| must(item)).count();
    let mut deepest =
        Deepest { watcher, run, from: &from, items: &covers, solution: None, is_stopped: false };
    let engine = Engine::cheapest(Tree::FewestOptions, &shuffled);
    let loaded = engine.and_then(|engine| engine.load(&shuffled, &[]).ok());
    let mut search = loaded.expect("the reference supports every problem");
    let least = problem.cell_count() as u64 / CELLS_PER_NODE;
    let most = TRY_NODES.max(least).saturating_mul(luby(run));
    let part = Part { most_nodes: Some(most), ..Part::default() };
    let (effort, flow) = search.search(part, &mut deepest);
    let end = match (deepest.solution, flow) {
        (Some(mut solution), _) => {
            solution.sort_unstable();
            RunEnd::Found(solution)
        }
        (None, _) if deepest.is_stopped => RunEnd::Stopped,
        (None, ControlFlow::Continue(())) => RunEnd::Exhausted,
        (None, ControlFlow::Break(())) => RunEnd::Failed,
    };
    (end, effort.nodes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lubys_sequence_is_the_published_one() {
        let first: Vec<u64> = (0..15).map(luby).collect();
        assert_eq!(first, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
