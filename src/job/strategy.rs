//! The search strategy for a problem: the engine, the order, and the piece or site that is held.
//!
//! Engines differ by factors of twenty either way, and so do the orders and held pieces of one
//! engine. The choice rests on forecasts of the nodes of each candidate, times what a node costs:
//! of fixed orders by random walks (Knuth 1975, Chen 1992), of the others by searching some of their
//! subtrees. Nothing of it depends on the clock, so the same puzzle is always searched in the
//! same way.

use std::ops::ControlFlow;

use super::cost_model::COSTS;
use super::sample::{Outcome, Sample, Trial};
use crate::encode::symmetry::Restriction;
use crate::encode::{Encoding, SymmetryGroup};
use crate::exact_cover::{Engine, ItemId, OptionId, Problem, Tree, TreeSearch, Unsupported};
use crate::puzzle::Puzzle;

/// A way to search a problem.
#[derive(Clone, Debug, PartialEq)]
pub struct Strategy {
    /// The engine.
    pub engine: &'static Engine,
    /// The order of the items for an engine that follows one.
    pub order: Vec<ItemId>,
    /// The piece or site held to representatives, if any.
    pub restriction: Option<Restriction>,
    /// Random walks that the choice rests on; 0 when there was nothing to choose.
    pub probes: u64,
}

/// Walks for every fixed order in the first round.
const FIRST_WALKS: u64 = 16;
/// The number of orders in each further round, which has [`WALKS_FACTOR`] times as many walks as
/// the one before.
const FINALISTS: [usize; 5] = [16, 6, 3, 3, 2];
const WALKS_FACTOR: u64 = 4;
/// Nodes searched to tell what a search costs.
pub(super) const SAMPLE_NODES: u64 = 20_000;
/// The fewest nodes that tell anything.
const MIN_SAMPLE_NODES: f64 = 4000.0;
/// Walks that tell what a fixed order costs.
const COSTING_WALKS: u64 = 1000;
/// Pieces and sites tried where the search is long.
const HELD_TRIED: usize = 3;
/// The part of the nodes of a sample that one subtree may take is 1 in this number.
const SUBTREE_SHARE: u64 = 16;
/// The least number of subtrees in a sample.
const MIN_SUBTREES: u64 = 4;

/// An order that may be chosen. Its tables are made for each round: all at once would take
/// hundreds of megabytes.
struct Candidate {
    strategy: Strategy,
    walks: u64,
    /// The mean of the walks so far, in nanoseconds.
    cost: f64,
    /// The time to load it, in nanoseconds.
    load: f64,
}

impl Candidate {
    /// A candidate after the first walks, and its search.
    fn new(strategy: Strategy, problem: &Problem) -> Result<(Candidate, Loaded), Unsupported> {
        let mut candidate = Candidate { strategy, walks: 0, cost: 0.0, load: 0.0 };
        let search = candidate.walk(problem, FIRST_WALKS)?;
        Ok((candidate, search))
    }

    /// Walks at random until there are so many walks; returns the search.
    fn walk(&mut self, problem: &Problem, walks: u64) -> Result<Loaded, Unsupported> {
        let Strategy { engine, order, .. } = &self.strategy;
        let mut search = engine.load(problem, order)?;
        let nodes = mean_of_walks(&mut *search, self.walks..walks).unwrap_or(f64::INFINITY);
        let node_cost = node_cost(engine, problem, &*search);
        let new = nodes * node_cost * (walks - self.walks) as f64;
        self.cost = (self.cost * self.walks as f64 + new) / walks as f64;
        self.walks = walks;
        let entries = problem.cell_count() as f64 * COSTS.load_ns_per_entry;
        self.load = entries + search.tables_cost();
        Ok(Loaded { search, node_cost })
    }
}

/// A search along the order of a candidate.
struct Loaded {
    search: Box<dyn TreeSearch>,
    /// Nanoseconds a node.
    node_cost: f64,
}

/// The time that a node of a search that an engine has loaded takes, in nanoseconds.
fn node_cost(engine: &Engine, problem: &Problem, search: &dyn TreeSearch) -> f64 {
    search.node_cost().unwrap_or_else(|| (engine.node_cost)(problem))
}

/// The most places of an order that an option spans.
fn span(order: &[ItemId], problem: &Problem) -> u32 {
    let mut places = vec![None; problem.items().len()];
    for (place, item) in (0..).zip(order) {
        places[item.index()] = Some(place);
    }
    let spans = problem.options().map(|(_, option)| {
        let places = option.iter().filter_map(|cell| places[cell.item.index()]);
        let (least, most) = places.fold((u32::MAX, 0), |(a, b), n: u32| (a.min(n), b.max(n)));
        (most + 1).saturating_sub(least)
    });
    spans.max().unwrap_or(0)
}

/// The mean of some random walks; `None` for an engine without.
pub(super) fn mean_of_walks(
    search: &mut dyn TreeSearch,
    seeds: std::ops::Range<u64>,
) -> Option<f64> {
    let count = (seeds.end - seeds.start) as f64;
    let sum: Option<f64> = seeds.map(|seed| search.walk(seed)).sum();
    Some(sum? / count)
}

/// The estimated number of nodes of a tree, from a sample of about `nodes` nodes, each of which takes
/// `node_cost` nanoseconds.
fn forecast(search: &mut dyn TreeSearch, nodes: u64, node_cost: f64) -> f64 {
    let mut sample = begun_sample(search, nodes, node_cost);
    grow(&mut sample, search, nodes);
    sample.nodes()
}

/// The beginning of a sample of about `nodes` nodes.
fn begun_sample(search: &mut dyn TreeSearch, nodes: u64, node_cost: f64) -> Sample {
    let least = (COSTS.moment_ns / node_cost) as u64;
    Sample::new(search, (nodes / SUBTREE_SHARE).max(least))
}

/// Grows a sample to about `nodes` nodes, of a few subtrees at least.
fn grow(sample: &mut Sample, search: &mut dyn TreeSearch, nodes: u64) {
    while (sample.searched() < nodes || sample.count() < MIN_SUBTREES) && sample.grow(search) {}
}

/// The problem without the placements that a restriction drops.
pub(super) fn restricted(
    encoding: &Encoding,
    restriction: Option<&Restriction>,
) -> (Problem, Vec<OptionId>) {
    encoding.restricted(|option| restriction.is_none_or(|r| !r.drops(option)))
}

impl Strategy {
    /// The estimated time of the search, in nanoseconds, from a sample of `nodes` nodes; `None` when
    /// its engine cannot be sampled, or the problem is so large that this would take too long.
    pub(super) fn cost(&self, encoding: &Encoding, nodes: u64) -> Option<f64> {
        self.cost_on(&restricted(encoding, self.restriction.as_ref()).0, nodes)
    }

    /// As [`Strategy::cost`], for the problem that is left of an encoding.
    pub(super) fn cost_on(&self, problem: &Problem, nodes: u64) -> Option<f64> {
        if problem.cell_count() > COSTS.most_sampled_entries {
            return None;
        }
        let mut search = sampler(self.engine, problem)?.load(problem, &self.order).ok()?;
        let node_cost = node_cost(self.engine, problem, &*search);
        let nodes = if self.engine.tree == Tree::FixedOrder {
            // Subtrees of a fixed order are few and far from alike, and walks tell more of it.
            match Trial::begin(&mut *search, nodes).size() {
                Some(nodes) => nodes as f64,
                None => mean_of_walks(&mut *search, 0..COSTING_WALKS)?,
            }
        } else {
            forecast(&mut *search, nodes, node_cost)
        };
        Some(nodes * node_cost)
    }

    /// A strategy that holds a piece, chosen without a sample.
    pub fn simple(restriction: Option<Restriction>, problem: &Problem) -> Strategy {
        let engine =
            Engine::cheapest(Tree::FewestOptions, problem).unwrap_or_else(Engine::reference);
        Strategy { engine, order: Vec::new(), restriction, probes: 0 }
    }

    /// The number of nodes to sample in each of several parts so that all samples together take at
    /// most a share of some time in nanoseconds; `None` when that is too few for an estimate.
    pub(super) fn sample_nodes(&self, problem: &Problem, cost: f64, parts: usize) -> Option<u64> {
        let node_cost = (self.engine.node_cost)(problem);
        let nodes = cost * COSTS.split_share / node_cost / parts.max(1) as f64;
        (nodes >= MIN_SAMPLE_NODES).then_some((nodes as u64).min(SAMPLE_NODES))
    }

    /// The strategy with the best of a few things held, where the search takes so long that it pays
    /// to try them. `cost` is about what it costs, in nanoseconds.
    fn held_best(self, held: Vec<Restriction>, encoding: &Encoding, cost: f64) -> Strategy {
        if cost < COSTS.long_search_ns {
            return self;
        }
        let time = cost.min(COSTS.trial_limit_ns) * COSTS.trial_share;
        let node_cost = (self.engine.node_cost)(&encoding.problem);
        let most = (time / node_cost) as u64;
        let nodes = |restriction: &Restriction| {
            let (problem, _) = restricted(encoding, Some(restriction));
            Some(forecast(&mut *self.engine.load(&problem, &[]).ok()?, most, node_cost))
        };
        let tried = held.into_iter().filter_map(|held| Some((nodes(&held)?, held)));
        match tried.min_by(|a, b| a.0.total_cmp(&b.0)) {
            Some((_, held)) => Strategy { restriction: Some(held), ..self },
            None => self,
        }
    }

    /// The best strategy for a puzzle, or the best of one engine that walks a tree.
    ///
    /// # Errors
    /// When the engine that was asked for cannot work on the puzzle.
    pub fn choose(
        puzzle: &Puzzle,
        encoding: &Encoding,
        group: &SymmetryGroup,
        asked: Option<&'static Engine>,
    ) -> Result<Strategy, Unsupported> {
        Ok(Strategy::choose_costed(puzzle, encoding, group, asked)?.strategy)
    }

    /// As [`Strategy::choose`], with what the search costs, where the choice has shown it.
    pub(super) fn choose_costed(
        puzzle: &Puzzle,
        encoding: &Encoding,
        group: &SymmetryGroup,
        asked: Option<&'static Engine>,
    ) -> Result<Chosen, Unsupported> {
        let Some(engine) = asked else {
            return Choice::of(puzzle, encoding, group).best(false);
        };
        (engine.supports)(&encoding.problem)?;
        let restrictions = group.restrictions(puzzle, encoding);
        let simple = Strategy::simple(restrictions.first().cloned(), &encoding.problem);
        if engine.tree != Tree::FixedOrder {
            return Ok(Strategy { engine, ..simple }.into());
        }
        Choice::new(puzzle, encoding, restrictions, simple, Some(engine)).best(true)
    }
}

/// A strategy, and what its search costs in nanoseconds, where that is known.
pub(super) struct Chosen {
    pub(super) strategy: Strategy,
    pub(super) cost: Option<f64>,
    /// The outcome of its search, where a trial of it has come to its end.
    pub(super) outcome: Option<Outcome>,
}

impl Chosen {
    /// A strategy after a trial of its search, if that was all of it.
    fn tried(strategy: Strategy, trial: Trial, node_cost: f64) -> Option<Chosen> {
        let cost = Some(trial.size()? as f64 * node_cost);
        Some(Chosen { strategy, cost, outcome: trial.outcome() })
    }
}

impl From<Strategy> for Chosen {
    fn from(strategy: Strategy) -> Chosen {
        Chosen { strategy, cost: None, outcome: None }
    }
}

/// The engine that forecasts the tree of another, which is the same, fastest.
pub(super) fn sampler(engine: &'static Engine, problem: &Problem) -> Option<&'static Engine> {
    match (engine.tree, engine.loader.is_tree()) {
        (Tree::FewestOptions, true) => Engine::cheapest(engine.tree, problem),
        _ => Some(engine),
    }
}

/// The simple strategy, loaded, to be compared with fixed orders.
struct Rival {
    search: Box<dyn TreeSearch>,
    /// Nanoseconds a node, and a node of a sample.
    node_cost: f64,
    sampled_cost: f64,
    /// The sample that has been searched of it, and the number of nodes for which it was begun.
    sample: Option<(Sample, u64)>,
}

/// A sample is begun anew to be so many times as large: its searches of subtrees may take longer then.
const RENEWED: u64 = 8;
/// The number of standard errors by which two searches differ clearly.
const CLEAR_ERRORS: f64 = 2.0;

impl Rival {
    /// The estimated time of its search, and the standard error of that, from a sample of `time`
    /// nanoseconds; in nanoseconds.
    fn forecast(&mut self, time: f64) -> (f64, f64) {
        let nodes = (time / self.sampled_cost) as u64;
        let search = &mut *self.search;
        let begun = self.sample.take().filter(|(_, begun)| nodes < RENEWED.saturating_mul(*begun));
        let (mut sample, begun) =
            begun.unwrap_or_else(|| (begun_sample(search, nodes, self.sampled_cost), nodes));
        grow(&mut sample, search, nodes);
        let told = (sample.nodes() * self.node_cost, sample.error() * self.node_cost);
        self.sample = Some((sample, begun));
        told
    }

    /// The estimated time of its search, in nanoseconds, from a sample that tells whether it is shorter
    /// than one of `other` nanoseconds, unless that would take too long.
    fn compared(&mut self, other: f64) -> f64 {
        // A few subtrees rather say too little, so that a search of an hour is worth a second look.
        let look = (other * COSTS.look_share).min(COSTS.look_limit_ns);
        let mut time = Rival::glance(other).max(look);
        loop {
            let (cost, error) = self.forecast(time);
            let most = (cost.min(other) * COSTS.comparison_share).min(COSTS.comparison_limit_ns);
            let is_clear = (cost - other).abs() > CLEAR_ERRORS * error;
            if is_clear || time >= most.max(look) {
                return cost;
            }
            time = (2.0 * time).min(most.max(look));
        }
    }

    /// The time of a glance at it beside a search of `other` nanoseconds.
    fn glance(other: f64) -> f64 {
        (other * COSTS.glance_share).min(COSTS.glance_limit_ns)
    }
}

/// A choice between fixed orders and the simple strategy.
pub(super) struct Choice<'a> {
    encoding: &'a Encoding,
    /// The first things that can be held, for the simple strategy.
    first_few: Vec<Restriction>,
    /// All that can be held, for fixed orders; never empty.
    held: Vec<Option<Restriction>>,
    /// The orders of the sites that are tried.
    orders: Vec<Vec<ItemId>>,
    simple: Strategy,
    /// The simple strategy, once it has been looked at.
    rival: Option<Rival>,
    /// The cost of its search at a glance, in nanoseconds; infinite before.
    glanced: f64,
    /// The engine for fixed orders, if one can work on the puzzle.
    ordered: Option<&'static Engine>,
    candidates: Vec<Candidate>,
    /// Why some order cannot be followed, if so.
    failed: Option<Unsupported>,
    /// The cost of the choice so far, in nanoseconds.
    spent: f64,
    /// Walks made so far.
    probes: u64,
    /// True if it is known that the search takes longer than a moment.
    is_long: bool,
    /// True if a solution was met on the way.
    pub(super) has_solution: bool,
}

impl<'a> Choice<'a> {
    fn new(
        puzzle: &Puzzle,
        encoding: &'a Encoding,
        mut restrictions: Vec<Restriction>,
        simple: Strategy,
        ordered: Option<&'static Engine>,
    ) -> Choice<'a> {
        let first_few = restrictions.iter().take(HELD_TRIED).cloned().collect();
        // A fixed order begins with what is held. Each representative is the root of a search of
        // its own, so to have few of them matters more than by what factor they are fewer.
        restrictions.sort_by_key(|r| r.kept.len());
        let mut held: Vec<Option<Restriction>> = restrictions.into_iter().map(Some).collect();
        if held.is_empty() {
            held.push(None);
        }
        Choice {
            encoding,
            first_few,
            held,
            orders: ordered.map_or_else(Vec::new, |_| encoding.sweep_orders(puzzle)),
            simple,
            rival: None,
            glanced: f64::INFINITY,
            ordered,
            candidates: Vec::new(),
            failed: None,
            spent: 0.0,
            probes: 0,
            is_long: false,
            has_solution: false,
        }
    }

    /// The choice of a strategy for a puzzle.
    pub(super) fn of(puzzle: &Puzzle, encoding: &'a Encoding, group: &SymmetryGroup) -> Choice<'a> {
        let ordered = Engine::cheapest(Tree::FixedOrder, &encoding.problem);
        let restrictions = group.restrictions(puzzle, encoding);
        let simple = Strategy::simple(restrictions.first().cloned(), &encoding.problem);
        Choice::new(puzzle, encoding, restrictions, simple, ordered)
    }

    /// The best strategy.
    ///
    /// # Errors
    /// When the engine for fixed orders was asked for and cannot work on the puzzle.
    pub(super) fn best(mut self, is_asked: bool) -> Result<Chosen, Unsupported> {
        if !is_asked && let Some(chosen) = self.momentary() {
            return Ok(chosen);
        }
        if !is_asked && self.orders.is_empty() {
            return Ok(self.simple.into());
        }
        let first_few = std::mem::take(&mut self.first_few);
        if let Some(cost) = self.first_round() {
            return Ok(self.held_best(first_few, cost));
        }
        let Some(best) = self.final_rounds() else {
            // No order can be followed, or there are no sites to follow.
            return match self.failed {
                Some(why) if is_asked => Err(why),
                None if is_asked => Err(Unsupported::NoSites),
                _ => Ok(self.simple.into()),
            };
        };
        if let Some(rival) = self.rival.as_mut().filter(|_| best.cost > COSTS.rivalled_ns) {
            let cost = rival.compared(best.cost);
            if cost < best.cost {
                return Ok(self.held_best(first_few, cost));
            }
        }
        let strategy = Strategy { probes: self.probes, ..best.strategy };
        Ok(Chosen { cost: Some(best.cost), ..strategy.into() })
    }

    /// The simple strategy, which costs about so much in nanoseconds, with the best of a few things
    /// held.
    fn held_best(self, held: Vec<Restriction>, cost: f64) -> Chosen {
        // With something else held it costs something else.
        let known = (cost < COSTS.long_search_ns).then_some(cost);
        let best = self.simple.held_best(held, self.encoding, cost);
        Chosen { cost: known, ..Strategy { probes: self.probes, ..best }.into() }
    }

    /// The strategy of a search of a moment, which is not worth a choice.
    pub(super) fn momentary(&mut self) -> Option<Chosen> {
        if self.is_long {
            return None;
        }
        self.is_long = true;
        let is_large = self.encoding.problem.cell_count() > COSTS.most_sampled_entries;
        if self.ordered.is_none() && is_large {
            return None;
        }
        let entries = self.encoding.problem.cell_count() * self.orders.len();
        let mut is_tried = false;
        if entries as f64 * COSTS.load_ns_per_entry <= COSTS.short_search_ns {
            match self.along_orders() {
                ControlFlow::Break(chosen) => return Some(chosen),
                ControlFlow::Continue(tried) => is_tried = tried,
            }
        }
        let (problem, _) = restricted(self.encoding, self.simple.restriction.as_ref());
        let mut search = self.simple.engine.load(&problem, &[]).ok()?;
        let node_cost = (self.simple.engine.node_cost)(&problem);
        // Where the walks have told too little, what they say does not count.
        let glance = if is_tried { COSTS.moment_ns } else { Rival::glance(self.least()) };
        let sampled_cost = node_cost + problem.option_count() as f64 * COSTS.sampled_option_ns;
        // Where there is a solution it is hardly over at once.
        if !self.has_solution || is_tried {
            let nodes = (glance.min(COSTS.moment_ns) / sampled_cost) as u64;
            let trial = Trial::begin(&mut *search, nodes);
            self.has_solution |= trial.has_solution();
            let chosen = Chosen::tried(self.simple.clone(), trial, node_cost);
            if chosen.is_some() {
                return chosen;
            }
        }
        self.rival = Some(Rival { node_cost, sampled_cost, search, sample: None });
        None
    }

    /// Walks along the orders with the first thing held, and follows the best of them where its search is
    /// short. Where no search came to its end, returns whether a short one was followed in vain.
    fn along_orders(&mut self) -> ControlFlow<Chosen, bool> {
        let mut is_tried = false;
        let held = self.held[0].clone();
        let (problem, _) = restricted(self.encoding, held.as_ref());
        let orders = std::mem::take(&mut self.orders).into_iter();
        let mut orders: Vec<_> = orders.map(|order| (span(&order, &problem), order)).collect();
        orders.sort_by_key(|(span, _)| *span);
        self.orders = orders.iter().map(|(_, order)| order.clone()).collect();
        let mut best: Option<(usize, u32, Loaded)> = None;
        let mut is_whole = true;
        for (span, order) in orders {
            if let Some((best, least, _)) = &best
                && self.candidates[*best].cost < COSTS.followed_ns
                && span > *least
            {
                // To walk along wider orders would take as long as they could spare.
                is_whole = false;
                break;
            }
            let Some(mut search) = self.walk_along(&problem, &held, order) else { continue };
            let new = self.candidates.len() - 1;
            let cost = self.candidates[new].cost;
            // To compare it with others would take as long as to follow it.
            if !is_tried && cost < COSTS.moment_ns {
                is_tried = true;
                if let Some(chosen) = self.followed(new, &mut search, 2.0 * COSTS.moment_ns) {
                    return ControlFlow::Break(chosen);
                }
            }
            if best.as_ref().is_none_or(|(best, ..)| cost < self.candidates[*best].cost) {
                best = Some((new, span, search));
            }
        }
        if !is_tried && let Some((best, _, mut search)) = best {
            let cost = self.candidates[best].cost;
            is_tried = cost < COSTS.followed_ns;
            let most = if is_tried { 2.0 * cost } else { COSTS.first_look_ns };
            if cost < COSTS.looked_at_ns
                && let Some(chosen) = self.followed(best, &mut search, most)
            {
                return ControlFlow::Break(chosen);
            }
        }
        if !is_whole {
            // They are walked along together.
            self.candidates.clear();
        }
        ControlFlow::Continue(is_tried)
    }

    /// Follows a candidate for so many nanoseconds: its strategy, where that is all of its search.
    fn followed(&mut self, candidate: usize, loaded: &mut Loaded, most: f64) -> Option<Chosen> {
        let Loaded { search, node_cost } = loaded;
        let trial = Trial::begin(&mut **search, (most / *node_cost) as u64);
        self.has_solution |= trial.has_solution();
        let strategy = self.candidates[candidate].strategy.clone();
        Chosen::tried(Strategy { probes: self.probes, ..strategy }, trial, *node_cost)
    }

    /// Returns the budget for walks, in nanoseconds, if the best fixed order so far has this cost.
    fn patience(&self, best: f64) -> f64 {
        (best.min(self.glanced) * COSTS.walks_share).clamp(COSTS.walks_ns.0, COSTS.walks_ns.1)
    }

    /// The least cost of a candidate so far, in nanoseconds; infinite where there is none.
    pub(super) fn least(&self) -> f64 {
        self.candidates.iter().map(|candidate| candidate.cost).fold(f64::INFINITY, f64::min)
    }

    /// Adds candidates that hold something and follow each of some orders, after a few walks.
    fn walk_along_each(&mut self, held: &Option<Restriction>, orders: Vec<Vec<ItemId>>) {
        let (problem, _) = restricted(self.encoding, held.as_ref());
        for sites in orders {
            self.walk_along(&problem, held, sites);
        }
    }

    /// Adds a candidate that follows an order with something held, which leaves this problem, after a few
    /// walks; returns its search.
    fn walk_along(
        &mut self,
        problem: &Problem,
        held: &Option<Restriction>,
        sites: Vec<ItemId>,
    ) -> Option<Loaded> {
        let first = held.iter().map(|r| r.item);
        let order: Vec<ItemId> = first.chain(sites).collect();
        let (engine, restriction) = (self.ordered?, held.clone());
        match Candidate::new(Strategy { engine, order, restriction, probes: 0 }, problem) {
            Ok((candidate, search)) => {
                self.probes += FIRST_WALKS;
                self.spent += candidate.load + FIRST_WALKS as f64 * COSTS.walk_ns;
                self.candidates.push(candidate);
                Some(search)
            }
            Err(why) => {
                self.spent += problem.cell_count() as f64 * COSTS.load_ns_per_entry;
                self.failed = Some(why);
                None
            }
        }
    }

    /// A few walks along every order with everything that can be held, while there is time. Where the
    /// simple strategy turns out to be far better, the estimated time of that, in nanoseconds.
    fn first_round(&mut self) -> Option<f64> {
        let mut orders = self.orders.clone();
        let held = self.held.clone();
        if self.candidates.is_empty() {
            self.walk_along_each(&held[0], orders.clone());
        }
        let best = self.least();
        if let Some(rival) = self.rival.as_mut().filter(|_| best > COSTS.rivalled_ns) {
            let (cost, error) = rival.forecast(Rival::glance(best));
            self.glanced = cost;
            // Few walks rather say too little than too much, and what has fewest representatives
            // is about as good as what follows.
            let (short, long) = COSTS.hopeless_ratios;
            let ratio = if best < COSTS.long_search_ns { short } else { long };
            let most = (ratio * cost).max(cost + CLEAR_ERRORS * error);
            if best > most && best.is_finite() {
                return Some(cost);
            }
        }
        // An order that is bad with one piece held is so with others.
        if self.candidates.len() == orders.len() {
            let costs: Vec<f64> = self.candidates.iter().map(|c| c.cost).collect();
            let mut costs = costs.into_iter();
            orders.retain(|_| costs.next().is_some_and(|cost| cost < COSTS.bad_order * best));
        }
        for held in &held[1..] {
            // Most of the time is kept for more walks along the best, as few walks tell little.
            if self.spent > self.patience(self.least()) / 4.0 {
                break;
            }
            self.walk_along_each(held, orders.clone());
        }
        None
    }

    /// More walks along the best orders, while there is time; the best in the end.
    fn final_rounds(&mut self) -> Option<Candidate> {
        let mut candidates = std::mem::take(&mut self.candidates);
        candidates.sort_by(|a, b| a.cost.total_cmp(&b.cost));
        let mut walks = FIRST_WALKS;
        for finalists in FINALISTS {
            let more = (WALKS_FACTOR - 1) * walks;
            let first = candidates.first()?;
            let each = more as f64 * COSTS.walk_ns + first.load;
            let left = self.patience(first.cost) - self.spent;
            // The least of a few that tell little is far too low where the search is not short.
            let is_told = walks > FIRST_WALKS || first.cost < COSTS.rivalled_ns;
            if candidates.len() < 2 || is_told && 2.0 * each > left {
                break;
            }
            // Half of the time that is left, so that the better of them can be told apart too.
            candidates.truncate(((left / each / 2.0) as usize).clamp(2, finalists));
            self.spent += each * candidates.len() as f64;
            self.probes += more * candidates.len() as u64;
            walks *= WALKS_FACTOR;
            candidates.retain_mut(|candidate| {
                let restriction = candidate.strategy.restriction.as_ref();
                let (problem, _) = restricted(self.encoding, restriction);
                candidate.walk(&problem, walks).is_ok()
            });
            candidates.sort_by(|a, b| a.cost.total_cmp(&b.cost));
        }
        candidates.into_iter().next()
    }
}
