//! The cases into which a search is divided.
//!
//! Pieces that may be left out make a search larger than all that it could mean: where area and
//! colouring leave a few choices, each is a smaller puzzle of its own. And where all pieces are
//! alike and symmetry moves every site, the classes of placements through an orbit of sites
//! divide the search. Cases are searched in one run: their jobs lie in one list.

use std::cell::LazyCell;
use std::sync::Arc;

use super::cost_model::COSTS;
use super::count::{frontier_order, sweep_restriction};
use super::plan_progress::{PlanProgress, PlanStep};
use super::sample::Outcome;
use super::strategy::{Choice, Chosen, SAMPLE_NODES, Strategy, mean_of_walks, restricted};
use crate::encode::selection::Selections;
use crate::encode::symmetry::{FixedPart, Restriction};
use crate::encode::{ElementSet, Encoded, Encoding, SymmetryGroup};
use crate::exact_cover::{ENGINES, Engine, OptionId, Problem, Tree, TreeSearch, Unsupported};
use crate::puzzle::{Copies, Piece, PieceId, Puzzle};

/// The extent to which a search is divided into cases.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Split {
    /// As far as random walks say that it pays.
    #[default]
    Paying,
    /// As far as it can be.
    Full,
    /// Not at all.
    Whole,
}

/// Walks that tell the size of a tree that takes hours.
const MANY_WALKS: u64 = 10_000;
/// More cases than this are not made.
const MAX_CASES: usize = 64;
/// Nor are cases that have more placements than this together.
const MAX_OPTIONS: usize = 2_000_000;
/// The number of orbits of sites that are tried.
const ORBITS: usize = 3;
/// The mean number of copies from which the kinds of piece are few, so that a frontier sweep mostly
/// has few states.
const FEW_KINDS: u64 = 4;
/// A search that takes longer than this, in nanoseconds, is worth a trial by frontier sweep,
/// whatever its pieces and however wide its frontier.
const LONG: f64 = 5e9;
/// A sweep may take a small part of a search that is shorter than this, in nanoseconds, and no more.
const SHORT: f64 = 5e7;
/// The largest number of items that a narrow frontier spans; twice that where kinds are few.
const NARROW: u32 = 30;
/// The number of states granted to a sweep along a narrow frontier besides the usual ones.
pub(super) const NARROW_STATES: u64 = 5_000_000;
/// Cases must be cheaper than this part of the undivided search.
const CHEAPER: f64 = 0.9;

/// A part of the solutions that is searched by itself. Of no orbit of solutions are there members
/// in two cases.
#[derive(Debug)]
pub struct Case {
    /// The strategy of its search; its engine can work on it.
    pub strategy: Strategy,
    /// The problem that is searched, less the placements that the strategy's restriction drops.
    pub problem: Arc<Problem>,
    /// For each option of it, the option of the whole problem.
    pub options: Vec<OptionId>,
    /// The symmetries of the whole puzzle that map the case to itself. What the others
    /// make of its solutions is not searched.
    pub within: ElementSet,
    /// The choice of pieces that it belongs to, counted from 0.
    pub(super) selection: usize,
    /// The pieces used, where cases differ in them: "without H".
    pub name: Option<String>,
    /// The search that replaces a frontier sweep that reaches its limits.
    pub fallback: Option<Fallback>,
    /// The estimated time of its search, in nanoseconds, where the choice of its strategy has shown it.
    pub(super) known_cost: Option<f64>,
    /// The outcome of its search, where a trial of it has come to its end.
    pub(super) outcome: Option<Outcome>,
}

/// The search that replaces a frontier sweep that reaches its limits.
#[derive(Debug)]
pub struct Fallback {
    /// The states that the sweep may meet before that.
    pub states: u64,
    /// The cases that are searched instead of its own.
    pub cases: Vec<Case>,
}

/// A puzzle whose optional pieces are used in one way, or in any that is possible.
#[derive(Debug)]
pub(super) struct Selection {
    /// The puzzle with these copies; where the most is 0, a piece is not used.
    pub(super) puzzle: Puzzle,
    pub(super) encoding: Arc<Encoding>,
    /// The symmetries that map the choice of pieces to itself.
    pub(super) group: Arc<SymmetryGroup>,
    within: ElementSet,
    name: Option<String>,
}

impl Selection {
    /// The whole puzzle, as it is.
    pub(super) fn whole(Encoded { puzzle, encoding, group }: &Encoded) -> Selection {
        Selection {
            puzzle: Puzzle::clone(puzzle),
            encoding: Arc::clone(encoding),
            group: Arc::clone(group),
            within: group.all(),
            name: None,
        }
    }

    fn with(
        whole: &Selection,
        copies: &[Copies],
        within: ElementSet,
        name: Option<String>,
    ) -> Selection {
        let mut puzzle = whole.puzzle.clone();
        for (piece, &copies) in puzzle.pieces.iter_mut().zip(copies) {
            piece.copies = copies;
        }
        let group = if within == whole.group.all() {
            Arc::clone(&whole.group)
        } else {
            Arc::new(whole.group.subgroup(within))
        };
        let encoding = Arc::new(whole.encoding.narrowed(&whole.puzzle, copies));
        Selection { puzzle, encoding, group, within, name }
    }

    /// The whole puzzle, its pieces narrowed to the copies that are possible.
    pub(super) fn narrowed(whole: Selection, selections: &Selections) -> Selection {
        let changed = whole.puzzle.pieces.iter().zip(&selections.copies).any(|(piece, now)| {
            // A most that is out of reach does no harm.
            piece.copies.min != now.min
                || now.max == 0
                || now.min == now.max && piece.copies != *now
        });
        if changed {
            Selection::with(&whole, &selections.copies, whole.group.all(), None)
        } else {
            whole
        }
    }

    /// The puzzle with each choice of pieces, one of each orbit; none where there is nothing to
    /// choose, or too much.
    pub(super) fn each(whole: &Selection, selections: &Selections) -> Vec<Selection> {
        let Some(combinations) = selections.combinations.as_ref().filter(|all| all.len() > 1)
        else {
            return Vec::new();
        };
        let mut chosen: Vec<(&Vec<u32>, ElementSet)> = Vec::new();
        for numbers in combinations {
            let mut within = ElementSet::default();
            let mut least = true;
            for (n, element) in whole.group.elements.iter().enumerate() {
                let mut image = vec![0; numbers.len()];
                for (number, to) in numbers.iter().zip(&element.pieces) {
                    image[to.index()] = *number;
                }
                if image == *numbers {
                    within.insert(n);
                }
                least &= image >= *numbers;
            }
            // What maps to a choice that is impossible is impossible too.
            if least {
                chosen.push((numbers, within));
            }
        }
        let options = whole.encoding.problem.option_count() * chosen.len();
        if chosen.len() > MAX_CASES || options > MAX_OPTIONS {
            return Vec::new();
        }
        let selection = |(numbers, within): (&Vec<u32>, ElementSet)| {
            let copies: Vec<Copies> = numbers.iter().map(|&n| Copies { min: n, max: n }).collect();
            let name = choice_words(&whole.puzzle, selections, numbers);
            Selection::with(whole, &copies, within, Some(name))
        };
        chosen.into_iter().map(selection).collect()
    }

    /// A way to search it that was chosen without a sample.
    fn simple(&self) -> Strategy {
        let held = self.group.restrictions(&self.puzzle, &self.encoding).into_iter().next();
        Strategy::simple(held, &self.encoding.problem)
    }

    /// The case of a choice of pieces that is searched without a sample.
    pub(super) fn simple_case(&self, index: usize) -> Case {
        self.case(index, self.simple())
    }

    /// The estimated cost of its search by a simple strategy, from a sample of `nodes` nodes;
    /// `None` when it cannot be estimated.
    pub(super) fn cost(&self, nodes: u64) -> Option<f64> {
        self.simple().cost(&self.encoding, nodes)
    }

    /// The choice of a strategy for it.
    pub(super) fn choice(&self) -> Choice<'_> {
        Choice::of(&self.puzzle, &self.encoding, &self.group)
    }

    /// The case of a strategy that was chosen for it.
    pub(super) fn chosen_case(&self, index: usize, chosen: Chosen) -> Case {
        let Chosen { strategy, cost, outcome } = chosen;
        Case { known_cost: cost, outcome, ..self.case(index, strategy) }
    }

    /// The cases of this choice of pieces: one, or one for each class of placements. `begun` is the
    /// choice of its strategy, where that has begun.
    ///
    /// # Errors
    /// When the engine that was asked for cannot work on it.
    pub(super) fn cases(
        &self,
        index: usize,
        engine: Option<&'static Engine>,
        division: Split,
        begun: Option<Choice<'_>>,
        progress: &PlanProgress,
    ) -> Result<Vec<Case>, Unsupported> {
        let tree = engine.filter(|engine| engine.loader.is_tree());
        let chosen = match begun {
            Some(choice) => choice.best(false)?,
            None => Strategy::choose_costed(&self.puzzle, &self.encoding, &self.group, tree)?,
        };
        if chosen.outcome.is_some() && engine.is_none() && division != Split::Full {
            return Ok(vec![self.chosen_case(index, chosen)]);
        }
        let strategy = chosen.strategy;
        let sampled = || strategy.cost(&self.encoding, SAMPLE_NODES);
        let cost = LazyCell::new(|| chosen.cost.or_else(sampled));
        let frontier = match engine {
            None => {
                let mut whole = ENGINES.iter().filter(|engine| engine.whole().is_some());
                whole.find_map(|engine| self.frontier(engine, (*cost)?, strategy.probes).ok()?)
            }
            Some(engine) if !engine.loader.is_tree() => {
                let (_, strategy) = self.at_once(engine, strategy.probes)?;
                Some((u64::MAX, strategy))
            }
            Some(_) => None,
        };
        let (states, frontier) = frontier.unzip();
        let classes = match division {
            Split::Whole => None,
            Split::Full => self.classes(&strategy, tree).into_iter().next(),
            Split::Paying => self.paying_classes(&strategy, tree, &|| *cost, progress),
        };
        let cases = match classes {
            Some(strategies) => strategies.into_iter().map(|s| self.case(index, s)).collect(),
            None => {
                // Where no engine was asked for it has been found out for the sake of sweeps.
                let known_cost = if tree.is_none() { *cost } else { chosen.cost };
                vec![Case { known_cost, ..self.case(index, strategy) }]
            }
        };
        Ok(match (frontier, states) {
            (Some(strategy), Some(states)) => {
                let fallback = Some(Fallback { states, cases });
                vec![Case { fallback, ..self.case(index, strategy) }]
            }
            _ => cases,
        })
    }

    /// Returns the strategy of an engine that works on whole problems for this one, and the number
    /// of items that its frontier would span.
    pub(super) fn at_once(
        &self,
        engine: &'static Engine,
        probes: u64,
    ) -> Result<(u32, Strategy), Unsupported> {
        (engine.supports)(&self.encoding.problem)?;
        let restriction = sweep_restriction(&self.puzzle, &self.encoding, &self.group);
        let (problem, _) = restricted(&self.encoding, restriction.as_ref());
        let found = frontier_order(engine, &self.puzzle, &self.encoding, &problem);
        let (window, order) = found.ok_or(Unsupported::Order)?;
        Ok((window, Strategy { engine, order, restriction, probes }))
    }

    /// Returns the strategy for trying an engine that works on whole problems before a strategy of
    /// this cost, in nanoseconds, and the states that it may meet; `None` where that is not likely
    /// to pay.
    fn frontier(
        &self,
        engine: &'static Engine,
        cost: f64,
        probes: u64,
    ) -> Result<Option<(u64, Strategy)>, Unsupported> {
        // Of a puzzle without geometry hardly anything tells whether a sweep would end.
        if cost < COSTS.short_search_ns || self.puzzle.cover.is_some() {
            return Ok(None);
        }
        let few = few_kinds(&self.puzzle);
        if !few && cost < LONG {
            return Ok(None);
        }
        let (window, strategy) = self.at_once(engine, probes)?;
        // Along a narrow frontier a sweep mostly comes to its end, sooner than a search does.
        let narrow = is_narrow(few, window);
        if !narrow && cost < LONG {
            return Ok(None);
        }
        // A sweep in vain must not be felt in a short search.
        let is_short = cost < SHORT;
        let share = cost * if narrow && !is_short { 0.8 } else { 0.2 };
        // Where a search is hard its cost is underrated.
        let more = if few && narrow && !is_short { NARROW_STATES } else { 0 };
        let states = share / (engine.node_cost)(&self.encoding.problem);
        Ok(Some(((states as u64).saturating_add(more), strategy)))
    }

    /// The problem to be searched by some strategy.
    pub(super) fn case(&self, index: usize, strategy: Strategy) -> Case {
        let (problem, options) = restricted(&self.encoding, strategy.restriction.as_ref());
        let (within, name) = (self.within, self.name.clone());
        Case {
            strategy,
            problem: Arc::new(problem),
            options,
            within,
            selection: index,
            name,
            fallback: None,
            known_cost: None,
            outcome: None,
        }
    }

    /// Strategies for the classes of placements through each of a few orbits of sites. There are
    /// none for an engine that needs an order of items, which classes do not have: to search them
    /// by another would not be what was asked for.
    fn classes(&self, whole: &Strategy, engine: Option<&'static Engine>) -> Vec<Vec<Strategy>> {
        if engine.is_some_and(|engine| engine.tree != Tree::FewestOptions) {
            return Vec::new();
        }
        let orbits = self.group.class_restrictions(&self.puzzle, &self.encoding);
        let orbits = orbits.filter(|cases| cases.len() <= MAX_CASES).take(ORBITS);
        let strategies = |cases: Vec<Restriction>| {
            let strategy = |(k, case)| {
                let simple = Strategy::simple(Some(case), &self.encoding.problem);
                let engine = engine.unwrap_or(simple.engine);
                Strategy { engine, probes: if k == 0 { whole.probes } else { 0 }, ..simple }
            };
            cases.into_iter().enumerate().map(strategy).collect()
        };
        orbits.map(strategies).collect()
    }

    /// The classes that are searched faster than the whole, which costs so much in nanoseconds, if that
    /// is known.
    fn paying_classes(
        &self,
        whole: &Strategy,
        engine: Option<&'static Engine>,
        cost: &dyn Fn() -> Option<f64>,
        progress: &PlanProgress,
    ) -> Option<Vec<Strategy>> {
        let order = self.group.order();
        let gained = whole.restriction.as_ref().map_or(1.0, |restriction| {
            restriction.all.len() as f64 / restriction.kept.len() as f64
        });
        // A piece or site that is held gains up to the order of the group.
        if order == 1 || gained > 0.6 * order as f64 {
            return None;
        }
        let images = (order * self.encoding.problem.option_count()) as f64;
        if images * COSTS.image_ns > COSTS.split_limit_ns {
            return None;
        }
        let cost = cost().filter(|cost| *cost > COSTS.short_search_ns)?;
        let orbits = self.classes(whole, engine);
        let first = orbits.iter().flatten().next()?;
        let parts: usize = orbits.iter().map(Vec::len).sum();
        let problem = &self.encoding.problem;
        // Each part is loaded before it is sampled.
        let load = problem.cell_count() as f64 * COSTS.load_ns_per_entry * parts as f64;
        if load > (cost * COSTS.split_share).min(COSTS.split_limit_ns) {
            return None;
        }
        let nodes = first.sample_nodes(problem, cost, parts)?;
        let most = cost * CHEAPER;
        let mut before = 0;
        let costed = orbits.into_iter().filter_map(|strategies| {
            let mut sum = 0.0;
            let numbers = before + 1..;
            before += strategies.len();
            for (number, strategy) in numbers.zip(&strategies) {
                progress.enter_part(PlanStep::Classes, number, parts);
                sum += strategy.cost(&self.encoding, nodes)?;
                // More need not be known.
                if sum > most {
                    break;
                }
            }
            Some((sum, strategies))
        });
        let (cost, strategies) = costed.min_by(|a, b| a.0.total_cmp(&b.0))?;
        (cost < most).then_some(strategies)
    }
}

/// Returns whether the pieces of a puzzle are of few kinds.
pub(super) fn few_kinds(puzzle: &Puzzle) -> bool {
    let used = puzzle.pieces.iter().filter(|piece| piece.copies.max > 0);
    let kinds = used.clone().count() as u64;
    // Numbers that are out of reach count for no more than what the board has room for.
    let room = |piece: &Piece| puzzle.board.sites().len() / piece.shape.size().max(1);
    let copies: u64 = used.map(|p| u64::from(p.copies.max).min(room(p) as u64)).sum();
    copies >= FEW_KINDS * kinds
}

/// Returns whether a frontier that spans `window` items is narrow, so that a sweep along it is
/// likely to finish, where pieces are of few kinds or not.
pub(super) fn is_narrow(is_of_few_kinds: bool, window: u32) -> bool {
    window <= if is_of_few_kinds { 2 * NARROW } else { NARROW }
}

/// The description of a choice of pieces, which names those that differ between choices.
fn choice_words(puzzle: &Puzzle, selections: &Selections, numbers: &[u32]) -> String {
    let open = |piece: &PieceId| {
        let Copies { min, max } = selections.copies[piece.index()];
        min != max
    };
    let (used, left): (Vec<PieceId>, Vec<PieceId>) =
        puzzle.pieces().map(|(id, _)| id).filter(open).partition(|id| numbers[id.index()] > 0);
    let once = used.iter().all(|id| selections.copies[id.index()].max == 1);
    let name = |id: &PieceId| puzzle.piece(*id).name.as_str();
    if once && (left.len() <= used.len() || used.is_empty()) {
        return format!("without {}", left.iter().map(name).collect::<Vec<_>>().join(", "));
    }
    let copies = |id: &PieceId| match numbers[id.index()] {
        1 => name(id).to_owned(),
        n => format!("{n} × {}", name(id)),
    };
    format!("with {}", used.iter().map(copies).collect::<Vec<_>>().join(", "))
}

impl Case {
    /// Its problem in the engine of its strategy, or in the reference should that not support it.
    pub(super) fn search(&self) -> Box<dyn TreeSearch> {
        let Strategy { engine, order, .. } = &self.strategy;
        // A strategy was made by loading its engine once; the reference stands in should one have
        // been put together by hand for a problem that its engine does not support.
        engine
            .load(&self.problem, order)
            .or_else(|_| Engine::reference().load(&self.problem, &[]))
            .expect("the reference supports every problem")
    }

    /// The estimated time of its search, in nanoseconds; `None` when it cannot be estimated.
    pub(super) fn cost(&self) -> Option<f64> {
        self.known_cost.or_else(|| self.strategy.cost_on(&self.problem, SAMPLE_NODES))
    }

    /// The estimated nodes of its search along a fixed order, by random walks; `None` of another
    /// search, of which walks tell little.
    pub(super) fn walked_nodes(&self) -> Option<f64> {
        if self.strategy.engine.tree != Tree::FixedOrder {
            return None;
        }
        mean_of_walks(&mut *self.search(), 0..MANY_WALKS)
    }

    /// The same case with items and options in reverse order.
    pub(super) fn reversed(self) -> Case {
        let (problem, from) = self.problem.reversed();
        let options = from.iter().map(|option| self.options[option.index()]).collect();
        Case { problem: Arc::new(problem), options, ..self }
    }

    /// The cases that are searched node by node: itself, or those instead of a frontier sweep.
    pub(super) fn searched(&self) -> &[Case] {
        self.fallback.as_ref().map_or(std::slice::from_ref(self), |fallback| &fallback.cases)
    }

    /// The name of the part that is fixed to break symmetry: "piece X", "site 8, 8".
    pub(super) fn held(&self, puzzle: Option<&Puzzle>) -> Option<String> {
        Some(match self.strategy.restriction.as_ref()?.held {
            FixedPart::Piece(piece) => format!("piece {}", puzzle?.piece(piece).name),
            FixedPart::Site(site) | FixedPart::Class(site, _) => {
                let lattice = puzzle?.lattice;
                format!("{} {}", lattice.site_words.0, lattice.site_label(site))
            }
            FixedPart::Item(item) => format!("item {}", self.problem.item(item).name),
        })
    }
}
