//! The exhaustive end of a state of the beam: what is left is a small exact cover problem.

use std::ops::ControlFlow;

use super::Watcher;
use super::layer::{Layer, has, is_covered};
use super::noise::shuffle;
use super::structure::{Ground, NONE};
use super::sweep::Table;
use crate::exact_cover::{
    Choice, Effort, Engine, ItemKind, Observer, OptionId, Part, ProblemBuilder, Tree,
};
use crate::random::Random;

/// The result of an ending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum EndingResult {
    /// The options that complete the state.
    Solution(Vec<OptionId>),
    /// There are none.
    Nothing,
    /// The nodes that it may take did not suffice.
    Limit,
    /// It was stopped.
    Stopped,
}

/// The rest of a problem in a state.
pub(super) struct Ending<'a, 'p> {
    ground: &'a Ground<'p>,
    /// The ranks that are open and must be covered.
    open: Vec<usize>,
    /// The number of times that each piece must and may still be used.
    copies: Vec<(u32, u32)>,
    /// The options that fit.
    options: Vec<OptionId>,
    table: &'a Table,
}

/// Waits for the first solution.
struct First<'w> {
    watcher: &'w mut dyn Watcher,
    solution: Option<Vec<OptionId>>,
    is_stopped: bool,
}

impl Observer for First<'_> {
    fn solution(&mut self, options: &[OptionId]) -> ControlFlow<()> {
        self.solution = Some(options.to_vec());
        ControlFlow::Break(())
    }

    fn pulse(&mut self, _: &Effort, _: &[Choice]) -> ControlFlow<()> {
        let flow = self.watcher.check();
        self.is_stopped |= flow.is_break();
        flow
    }
}

impl<'a, 'p> Ending<'a, 'p> {
    pub(super) fn new(
        ground: &'a Ground<'p>,
        table: &'a Table,
        layer: &Layer,
        state: usize,
    ) -> Ending<'a, 'p> {
        let (sites, full) = (layer.sites(state), layer.full(state));
        let is_free = |rank: usize| !is_covered(sites[rank]);
        let open: Vec<usize> = (0..ground.required).filter(|&rank| is_free(rank)).collect();
        let left = |(n, piece): (usize, &super::structure::PieceFacts)| {
            let used = layer.copies(state, n);
            (piece.min.saturating_sub(used), piece.max.saturating_sub(used))
        };
        let mut options = Vec::new();
        let is_open = |piece: u32| !has(full, piece as usize);
        for entry in open.iter().flat_map(|&rank| table.at(rank)) {
            let fits = |rank: &u16| is_free(usize::from(*rank));
            if table.cells(entry)[1..].iter().all(fits)
                && is_open(ground.piece(table.options[entry]))
            {
                options.push(table.options[entry]);
            }
        }
        let fits = |&&option: &&OptionId| {
            let ranks = ground.bits(option).iter().map(|&bit| table.ranks[usize::from(bit)]);
            let mut ranks = ranks.map(usize::from);
            ranks.all(is_free) && is_open(ground.piece(option))
        };
        options.extend(ground.loose.iter().filter(fits));
        let copies = ground.pieces.iter().enumerate().map(left).collect();
        Ending { ground, open, copies, options, table }
    }

    /// The cells of the options that fit, which it takes time to lay out.
    pub(super) fn cells(&self) -> u64 {
        let cells = |option: &OptionId| self.ground.problem.option(*option).len() as u64;
        self.options.iter().map(cells).sum()
    }

    /// Searches it, within a number of nodes; also returns how many it took.
    pub(super) fn search(
        mut self,
        most: u64,
        random: &mut Random,
        watcher: &mut dyn Watcher,
    ) -> (EndingResult, u64) {
        shuffle(&mut self.options, random);
        let mut builder = ProblemBuilder::default();
        let mut item_of = vec![NONE; self.ground.problem.items().len()];
        let mut add = |builder: &mut ProblemBuilder, item: usize, kind: ItemKind| {
            let known = &mut item_of[item];
            if *known == NONE {
                *known = builder.item(item.to_string(), kind).0;
            }
        };
        let pieces = || self.ground.pieces.iter().zip(&self.copies);
        for (piece, &(min, max)) in
            pieces().filter(|(piece, (_, max))| piece.is_primary && *max > 0)
        {
            add(&mut builder, piece.item.index(), ItemKind::Primary { min, max });
        }
        for &rank in &self.open {
            let item = self.ground.items[self.table.bits[rank] as usize];
            add(&mut builder, item.index(), ItemKind::ONCE);
        }
        for &option in &self.options {
            for item in self.ground.problem.option(option).items() {
                add(&mut builder, item.index(), ItemKind::Secondary);
            }
        }
        for &option in &self.options {
            let items = self.ground.problem.option(option).items().iter();
            builder.option(items.map(|item| crate::exact_cover::ItemId(item_of[item.index()])));
        }
        let problem = builder.build().expect("it is part of a problem");
        let mut first = First { watcher, solution: None, is_stopped: false };
        let engine = Engine::cheapest(Tree::FewestOptions, &problem);
        let loaded = engine.and_then(|engine| engine.load(&problem, &[]).ok());
        let Some(mut search) = loaded else { return (EndingResult::Limit, 0) };
        let part = Part { most_nodes: Some(most), ..Part::default() };
        let (effort, flow) = search.search(part, &mut first);
        let result = match (first.solution, flow) {
            (Some(solution), _) => EndingResult::Solution(
                solution.iter().map(|option| self.options[option.index()]).collect(),
            ),
            (None, _) if first.is_stopped => EndingResult::Stopped,
            (None, ControlFlow::Continue(())) => EndingResult::Nothing,
            (None, ControlFlow::Break(())) => EndingResult::Limit,
        };
        (result, effort.nodes)
    }
}
