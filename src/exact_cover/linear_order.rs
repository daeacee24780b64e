//! An order of items for engines that follow one, found from the options alone, where there is no
//! board to go along.
//!
//! Two items are neighbours where an option covers both. Sloan's algorithm (*An algorithm for
//! profile and wavefront reduction of sparse matrices*, 1986) goes from one end of that graph to
//! the other, always on to an item with few neighbours that are new, so that the frontier of a sweep
//! stays short. Of several such orders, and the one in which the items are given, that is taken
//! which bounds the states of the sweep best.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use super::sweep::WeightedProblem;
use super::{ItemId, ItemKind};

/// An order of some items of a problem, of which each option has at least one.
#[derive(Clone, Debug, PartialEq)]
pub struct LinearOrder {
    /// The items, the first one first.
    pub items: Vec<ItemId>,
    /// The most items of the order that tell states of one level apart.
    pub width: u32,
    /// The most bits of all other items that do.
    pub apart: f64,
    /// There are no more states than this, and mostly far fewer.
    pub states: f64,
}

/// So many bits apart from the order make no more states than pieces of few kinds do.
const FEW_BITS: f64 = 8.0;
/// An order of so many times its width is a long one, of which a state knows little.
const LONG: usize = 4;
/// The largest sum, over all options, of the squares of their lengths.
const MAX_PAIRS: usize = 1_000_000;
/// Items in so many times as many options as the median are left to the others: so are pieces, which
/// go with sites all over the board.
const LARGE_DEGREE: usize = 4;
/// The weights of distance to the far end and of new neighbours.
const WEIGHTS: [(i64, i64); 4] = [(1, 2), (2, 1), (8, 1), (1, 64)];
/// The steps to an end of the graph.
const END_STEPS: usize = 4;

impl LinearOrder {
    /// Returns whether hardly anything but a frontier that is short for so many items tells states
    /// apart, as on a board for pieces of few kinds.
    pub fn is_of_few_kinds(&self) -> bool {
        self.apart <= FEW_BITS && self.items.len() >= LONG * self.width as usize
    }

    /// The best order found for a problem; `None` where none is, or the problem is too large.
    ///
    /// Cost: about linear in the sum of the squares of the options' lengths.
    pub fn new(cover: &WeightedProblem) -> Option<LinearOrder> {
        let pairs: usize = cover.options.iter().map(|option| option.len() * option.len()).sum();
        if pairs > MAX_PAIRS {
            return None;
        }
        let mut best: Option<LinearOrder> = None;
        let sets = swept_sets(cover).into_iter();
        for set in sets.filter(|set| set.iter().any(|swept| *swept)) {
            let graph = Graph::new(cover, &set);
            let mut orders = vec![graph.items.iter().copied().map(ItemId).collect()];
            orders.extend(WEIGHTS.map(|weights| graph.order(weights)));
            for items in orders {
                let found = LinearOrder::measured(cover, items);
                let is_better =
                    |found: &LinearOrder| best.as_ref().is_none_or(|b| found.states < b.states);
                best = found.filter(is_better).or(best);
            }
        }
        best
    }

    /// An order with what it bounds; `None` where an option has no item of it.
    fn measured(cover: &WeightedProblem, items: Vec<ItemId>) -> Option<LinearOrder> {
        let mut position = vec![usize::MAX; cover.kinds.len()];
        for (at, item) in items.iter().enumerate() {
            position[item.index()] = at;
        }
        // The first and the last level at which an option covers each item, and its colours.
        let mut levels: Vec<Option<(usize, usize)>> = vec![None; cover.kinds.len()];
        let mut colours = vec![0; cover.kinds.len()];
        for option in &cover.options {
            let Some(first) = option.iter().map(|c| position[c.item as usize]).min() else {
                continue;
            };
            if first == usize::MAX {
                return None;
            }
            for covered in option {
                let at = levels[covered.item as usize].get_or_insert((first, first));
                *at = (at.0.min(first), at.1.max(first));
                let most = &mut colours[covered.item as usize];
                *most = covered.colour.max(*most);
            }
        }
        // How much more each level has than the one before, of the order and of the others.
        let mut more = vec![(0i64, 0.0f64); items.len() + 2];
        for (item, range) in levels.iter().enumerate() {
            let Some((first, last)) = *range else { continue };
            let swept = position[item];
            let to = if swept == usize::MAX { last } else { swept.saturating_sub(1) };
            if to <= first {
                continue;
            }
            let bits = match cover.kinds[item] {
                _ if swept != usize::MAX => 1.0,
                ItemKind::Primary { max, .. } => f64::from(max.min(items.len() as u32) + 1).log2(),
                ItemKind::Secondary => f64::from(colours[item] + 2).log2(),
            };
            let of_order = i64::from(swept != usize::MAX);
            more[first + 1] = (more[first + 1].0 + of_order, more[first + 1].1 + bits);
            more[to + 1] = (more[to + 1].0 - of_order, more[to + 1].1 - bits);
        }
        let (mut width, mut bits, mut most, mut states) = (0, 0.0, 0, 0.0);
        let mut apart: f64 = 0.0;
        for (of_order, of_all) in &more[..items.len()] {
            (width, bits) = (width + of_order, bits + of_all);
            most = most.max(width);
            apart = apart.max(bits - width as f64);
            states += f64::exp2(bits);
        }
        Some(LinearOrder { items, width: most as u32, apart, states })
    }
}

/// The sets of items that may be swept: those that must be covered once; without those in very many
/// options; and with those that may be covered.
fn swept_sets(cover: &WeightedProblem) -> Vec<Vec<bool>> {
    let mut degree = vec![0usize; cover.kinds.len()];
    let mut has_colour = vec![false; cover.kinds.len()];
    for covered in cover.options.iter().flatten() {
        degree[covered.item as usize] += 1;
        has_colour[covered.item as usize] |= covered.colour != 0;
    }
    let items = 0..cover.kinds.len();
    let once: Vec<bool> =
        items.clone().map(|i| cover.kinds[i] == ItemKind::ONCE && !has_colour[i]).collect();
    let mut degrees: Vec<usize> = items.clone().filter(|&i| once[i]).map(|i| degree[i]).collect();
    degrees.sort_unstable();
    let most = LARGE_DEGREE * degrees.get(degrees.len() / 2).copied().unwrap_or(0);
    let few: Vec<bool> = items.clone().map(|i| once[i] && degree[i] <= most).collect();
    let secondary = |i: usize| cover.kinds[i] == ItemKind::Secondary && !has_colour[i];
    let all: Vec<bool> = items.map(|i| once[i] || secondary(i)).collect();
    let mut sets = vec![once, few, all];
    sets.dedup();
    sets
}

/// The items that are swept, as the nodes of a graph.
struct Graph {
    /// The item of each node.
    items: Vec<u32>,
    neighbours: Vec<Vec<u32>>,
}

impl Graph {
    fn new(cover: &WeightedProblem, swept: &[bool]) -> Graph {
        let items: Vec<u32> = (0..swept.len() as u32).filter(|&i| swept[i as usize]).collect();
        let mut nodes = vec![u32::MAX; swept.len()];
        items.iter().zip(0..).for_each(|(&item, node)| nodes[item as usize] = node);
        let mut neighbours: Vec<Vec<u32>> = vec![Vec::new(); items.len()];
        for option in &cover.options {
            let own = || option.iter().map(|c| nodes[c.item as usize]).filter(|n| *n != u32::MAX);
            for node in own() {
                neighbours[node as usize].extend(own().filter(|&other| other != node));
            }
        }
        for list in &mut neighbours {
            list.sort_unstable();
            list.dedup();
        }
        Graph { items, neighbours }
    }

    fn degree(&self, node: u32) -> usize {
        self.neighbours[node as usize].len()
    }

    /// The nodes that are reached from one, each with its distance, the nearest ones first.
    fn distances(&self, from: u32) -> Vec<(u32, i64)> {
        let mut met = vec![false; self.items.len()];
        met[from as usize] = true;
        let mut queue = VecDeque::from([(from, 0)]);
        let mut reached = Vec::new();
        while let Some((node, distance)) = queue.pop_front() {
            reached.push((node, distance));
            for &next in &self.neighbours[node as usize] {
                if !std::mem::replace(&mut met[next as usize], true) {
                    queue.push_back((next, distance + 1));
                }
            }
        }
        reached
    }

    /// Sloan's order with some weights, one component after the other.
    fn order(&self, weights: (i64, i64)) -> Vec<ItemId> {
        let mut numbering = Numbering {
            graph: self,
            new: weights.1,
            status: vec![Status::Inactive; self.items.len()],
            priority: vec![0; self.items.len()],
            queue: BinaryHeap::new(),
            pushed: 0,
        };
        let mut order = Vec::with_capacity(self.items.len());
        for node in 0..self.items.len() as u32 {
            if numbering.status[node as usize] == Status::Done {
                continue;
            }
            let component = self.distances(node);
            let least = component.iter().map(|(node, _)| *node).min_by_key(|&n| self.degree(n));
            let mut start = least.unwrap_or(node);
            let mut from_end = Vec::new();
            // From one end to the farthest node of few neighbours, back and forth.
            for _ in 0..END_STEPS {
                from_end = self.distances(start);
                let far = from_end.last().map_or(0, |(_, distance)| *distance);
                let ends = from_end.iter().filter(|(_, distance)| *distance == far);
                start = ends.map(|(n, _)| *n).min_by_key(|&n| self.degree(n)).unwrap_or(start);
            }
            for (node, distance) in from_end {
                numbering.priority[node as usize] =
                    weights.0 * distance - weights.1 * (self.degree(node) as i64 + 1);
            }
            numbering.number(start, |node| order.push(ItemId(self.items[node as usize])));
        }
        order
    }
}

/// The state that a node has reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Status {
    Inactive,
    /// In the queue.
    Preactive,
    /// In the queue, and a neighbour of a numbered node.
    Active,
    Done,
}

/// The nodes while they are numbered.
struct Numbering<'g> {
    graph: &'g Graph,
    /// The weight of new neighbours.
    new: i64,
    status: Vec<Status>,
    priority: Vec<i64>,
    /// Nodes by priority, of equal ones the first that came; out of date ones among them.
    queue: BinaryHeap<(i64, Reverse<u64>, u32)>,
    pushed: u64,
}

impl Numbering<'_> {
    /// Numbers a component from a node on.
    fn number(&mut self, start: u32, mut each: impl FnMut(u32)) {
        let graph = self.graph;
        self.status[start as usize] = Status::Preactive;
        self.push(start);
        while let Some((priority, _, node)) = self.queue.pop() {
            let status = self.status[node as usize];
            if status == Status::Done || priority != self.priority[node as usize] {
                continue;
            }
            if status == Status::Preactive {
                graph.neighbours[node as usize].iter().for_each(|&next| self.raise(next));
            }
            self.status[node as usize] = Status::Done;
            each(node);
            for &next in &graph.neighbours[node as usize] {
                if self.status[next as usize] == Status::Preactive {
                    self.status[next as usize] = Status::Active;
                    self.raise(next);
                    graph.neighbours[next as usize].iter().for_each(|&far| self.raise(far));
                }
            }
        }
    }

    /// Raises the priority of a node, one of whose neighbours is no longer new.
    fn raise(&mut self, node: u32) {
        let status = &mut self.status[node as usize];
        if *status == Status::Done {
            return;
        }
        if *status == Status::Inactive {
            *status = Status::Preactive;
        }
        self.priority[node as usize] += self.new;
        self.push(node);
    }

    fn push(&mut self, node: u32) {
        self.pushed += 1;
        self.queue.push((self.priority[node as usize], Reverse(self.pushed), node));
    }
}

#[cfg(test)]
mod tests {
    use super::super::sweep::Covered;
    use super::*;

    /// Dominoes on a board whose cells are numbered in some order.
    fn dominoes(width: usize, height: usize, number: impl Fn(usize) -> usize) -> WeightedProblem {
        let covered = |cell| Covered { item: number(cell) as u32, times: 1, colour: 0 };
        let mut cover = WeightedProblem {
            kinds: vec![ItemKind::ONCE; width * height],
            ..WeightedProblem::default()
        };
        for cell in 0..width * height {
            if cell % width + 1 < width {
                cover.options.push(vec![covered(cell), covered(cell + 1)]);
            }
            if cell + width < width * height {
                cover.options.push(vec![covered(cell), covered(cell + width)]);
            }
        }
        cover
    }

    #[test]
    fn a_board_without_geometry_is_swept_along_a_short_frontier() {
        for (width, height) in [(8, 8), (12, 12), (6, 20)] {
            // Numbers that tell nothing of where a cell lies.
            let cells = width * height;
            let cover = dominoes(width, height, |cell| cell * 37 % cells);
            let order = LinearOrder::new(&cover).unwrap();
            assert!(order.width as usize <= width.min(height) + 2, "{order:?}");
            let mut items = order.items.clone();
            items.sort_unstable();
            assert_eq!(items, (0..cells as u32).map(ItemId).collect::<Vec<_>>());
        }
        let whole = LinearOrder::new(&dominoes(7, 5, |cell| cell)).unwrap();
        assert!(whole.width <= 6, "{whole:?}");
    }

    #[test]
    fn pieces_are_left_out_and_apart_boards_come_one_after_the_other() {
        let mut cover = dominoes(4, 6, |cell| cell);
        let two = dominoes(4, 6, |cell| cell + 24);
        cover.kinds.extend(two.kinds);
        cover.options.extend(two.options);
        assert_eq!(cover.kinds.len(), 48);
        assert!(LinearOrder::new(&cover).is_some_and(|order| order.width <= 5));
        // A piece that goes with every placement.
        cover.kinds.push(ItemKind::ONCE);
        for option in &mut cover.options {
            option.push(Covered { item: 48, times: 1, colour: 0 });
        }
        let order = LinearOrder::new(&cover).unwrap();
        assert!(order.width <= 5 && !order.items.contains(&ItemId(48)), "{order:?}");
    }

    #[test]
    fn pieces_are_of_few_kinds_where_hardly_more_than_the_frontier_tells_states_apart() {
        let mut cover = dominoes(5, 30, |cell| cell);
        assert!(LinearOrder::new(&cover).is_some_and(|order| order.is_of_few_kinds()));
        // Where every item goes with every other, a state knows of all.
        let pair = |a, b| [a, b].map(|item| Covered { item, times: 1, colour: 0 }).to_vec();
        let pairs = WeightedProblem {
            kinds: vec![ItemKind::ONCE; 12],
            options: (0..12).flat_map(|a| (0..a).map(move |b| pair(a, b))).collect(),
            ..WeightedProblem::default()
        };
        assert!(LinearOrder::new(&pairs).is_some_and(|order| !order.is_of_few_kinds()));
        // So do a dozen of pieces, each with placements of its own all over the board.
        cover.kinds.extend([ItemKind::Primary { min: 6, max: 7 }; 12]);
        for (n, option) in cover.options.iter_mut().enumerate() {
            option.push(Covered { item: 150 + n as u32 % 12, times: 1, colour: 0 });
        }
        let order = LinearOrder::new(&cover).unwrap();
        assert!(order.apart > 8.0 && !order.is_of_few_kinds(), "{order:?}");
    }
}
