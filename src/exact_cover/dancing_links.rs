//! Dancing links: Algorithm X on doubly linked lists, with colours and multiplicities.
//!
//! This is Algorithm M of TAOCP 7.2.2.1 (which extends Algorithms X and C), its steps labelled
//! as there, on index arrays instead of pointers. Ties between items with equally few branches
//! go to the leftmost. It is the reference that every other engine is held against. Read next:
//! [`steps`], the same search for people to watch.

pub mod arrays;
pub mod steps;

use std::ops::ControlFlow;

use super::engine::{Engine, Loader, Tree, TreeSearch};
use super::meter::Meter;
use super::{Choice, Effort, ItemId, ItemKind, Observer, OptionId, Part, Problem};

/// The row of this engine.
pub static ENGINE: Engine = Engine {
    id: "links",
    name: "dancing links",
    supports: |_| Ok(()),
    tree: Tree::FewestOptions,
    node_cost,
    loader: Loader::Tree(|problem, _| Ok(Box::new(DancingLinks::new(problem)))),
};

/// A node of most problems; what each update adds that a node near the root makes beyond so many, and
/// each item beyond so many that the list of active items is read for.
const NODE_NS: f64 = 2400.0;
const UPDATE_NS: f64 = 4.0;
const FEW_UPDATES: f64 = 6000.0;
const ITEM_NS: f64 = 3.0;
const FEW_ITEMS: usize = 500;

fn node_cost(problem: &Problem) -> f64 {
    let cells = problem.cell_count() as f64;
    let (items, options) = (problem.items().len().max(1), problem.option_count().max(1));
    let (length, degree) = (cells / options as f64, cells / items as f64);
    // An option is taken: the options of each of its items leave the lists of all their items.
    let updates = length * degree * length;
    NODE_NS
        + UPDATE_NS * (updates - FEW_UPDATES).max(0.0)
        + ITEM_NS * problem.primary_count().saturating_sub(FEW_ITEMS) as f64
}

/// The lists of a problem, ready to be searched any number of times.
///
/// Node 0 is unused, nodes `1..=items` are the heads of the items, then come the nodes of the
/// options with a spacer before the first and after each. Memory is 16 bytes a node.
pub struct DancingLinks {
    /// Neighbours in the list of active primary items; index 0 is the list's head.
    left: Vec<u32>,
    right: Vec<u32>,
    /// Number of options in the list of an item.
    len: Vec<u32>,
    /// The number of options that an item may still take, and how many fewer suffice.
    bound: Vec<u32>,
    slack: Vec<u32>,
    primary: u32,
    nodes: Vec<Node>,
    levels: Vec<Level>,
    /// Times an option was taken out of a list since the search began.
    updates: u64,
    solution: Vec<OptionId>,
    path: Vec<Choice>,
}

#[derive(Clone, Copy, Default)]
struct Node {
    up: u32,
    down: u32,
    /// The item's head; for a spacer, 0, and `colour` holds the option that follows.
    top: u32,
    /// 0 for none; [`COMMITTED`] when the item's colour is settled as this node's.
    colour: u32,
}

const COMMITTED: u32 = u32::MAX;

/// A level of the search: the item i branched on and the branch x_l taken.
#[derive(Clone, Copy, Debug)]
struct Level {
    item: u32,
    /// x_l: a node of the item's list, or its head for "no further option".
    branch: u32,
    /// FT_l: the first branch, from where tweaks are undone.
    first: u32,
    rank: u32,
    degree: u32,
}

/// Where in the algorithm to go on.
enum Step {
    EnterLevel,
    TryBranch,
    LeaveBranch,
    RestoreItem,
}

impl DancingLinks {
    /// Builds the lists; linear in the size of the problem.
    pub fn new(problem: &Problem) -> DancingLinks {
        let items = problem.items().len();
        let primary = problem.primary_count();
        let mut links = DancingLinks {
            left: (0..=primary as u32)
                .map(|i| i.checked_sub(1).unwrap_or(primary as u32))
                .collect(),
            right: (0..=primary as u32)
                .map(|i| if i as usize == primary { 0 } else { i + 1 })
                .collect(),
            len: vec![0; items + 1],
            bound: vec![1; items + 1],
            slack: vec![0; items + 1],
            primary: primary as u32,
            nodes: Vec::with_capacity(items + 2 + problem.cell_count() + problem.option_count()),
            levels: Vec::new(),
            updates: 0,
            solution: Vec::new(),
            path: Vec::new(),
        };
        for (i, item) in problem.items().iter().enumerate() {
            if let ItemKind::Primary { min, max } = item.kind {
                links.bound[i + 1] = max;
                links.slack[i + 1] = max - min;
            }
        }
        for head in 0..=items as u32 {
            links.nodes.push(Node { up: head, down: head, top: head, colour: 0 });
        }
        links.nodes.push(Node::default());
        for (id, option) in problem.options() {
            let spacer = links.nodes.len() - 1;
            let first = links.nodes.len() as u32;
            links.nodes[spacer].colour = id.0;
            for cell in option {
                let head = cell.item.0 + 1;
                let node = links.nodes.len() as u32;
                let last = links.nodes[head as usize].up;
                links.nodes[last as usize].down = node;
                links.nodes[head as usize].up = node;
                links.nodes.push(Node { up: last, down: head, top: head, colour: cell.colour });
                links.len[head as usize] += 1;
            }
            // A spacer leads back to the first node of the option before it, and on to the last
            // node of the option after it, so that an option can be walked around.
            let last = links.nodes.len() as u32 - 1;
            links.nodes[spacer].down = last;
            links.nodes.push(Node { up: first, down: 0, top: 0, colour: 0 });
        }
        links
    }

    /// M2, M3: enters the level, and chooses an item to branch on, if there is something to branch
    /// on and to search.
    fn enter_level(
        &mut self,
        part: Part<'_>,
        meter: &mut Meter,
        observer: &mut dyn Observer,
    ) -> ControlFlow<(), Option<(u32, u32)>> {
        let level = self.levels.len();
        let is_solution = self.right[0] == 0;
        let (item, degree) = if is_solution { (0, 0) } else { self.choose() };
        if degree > 0 && part.cut_off.is_some_and(|cut_off| level >= cut_off) {
            // Whoever searches below counts this node.
            self.read_path();
            observer.cut(&self.path);
            return ControlFlow::Continue(None);
        }
        if level >= part.prefix.len() {
            if meter.visit(level) {
                meter.set_updates(self.updates);
                self.read_path();
                meter.pulse(observer, &self.path)?;
            }
            if is_solution {
                self.read_solution();
                observer.solution(&self.solution)?;
            }
        }
        ControlFlow::Continue((degree > 0).then_some((item, degree)))
    }

    /// M3: the leftmost active item with the fewest branches, and their number.
    fn choose(&self) -> (u32, u32) {
        let mut best = (0, u32::MAX);
        let mut item = self.right[0];
        while item != 0 {
            let i = item as usize;
            // θ(i) = LEN + 1 ∸ (BOUND ∸ SLACK)
            let must = self.bound[i].saturating_sub(self.slack[i]);
            let degree = (self.len[i] + 1).saturating_sub(must);
            if degree < best.1 {
                best = (item, degree);
                if degree == 0 {
                    break;
                }
            }
            item = self.right[i];
        }
        best
    }

    /// M4: prepare to branch on an item.
    fn prepare(&mut self, item: u32, degree: u32) {
        let branch = self.nodes[item as usize].down;
        self.bound[item as usize] -= 1;
        if self.bound[item as usize] == 0 {
            self.cover(item);
        }
        self.levels.push(Level { item, branch, first: branch, rank: 0, degree });
    }

    /// Covers or commits the items of an option besides the one branched on.
    fn take_rest(&mut self, branch: u32) {
        let mut p = branch + 1;
        while p != branch {
            let Node { up, top, .. } = self.nodes[p as usize];
            if top == 0 {
                p = up;
            } else {
                if top <= self.primary {
                    self.bound[top as usize] -= 1;
                    if self.bound[top as usize] == 0 {
                        self.cover(top);
                    }
                } else {
                    self.commit(p, top);
                }
                p += 1;
            }
        }
    }

    fn give_back_rest(&mut self, branch: u32) {
        let mut p = branch - 1;
        while p != branch {
            let Node { down, top, .. } = self.nodes[p as usize];
            if top == 0 {
                p = down;
            } else {
                if top <= self.primary {
                    self.bound[top as usize] += 1;
                    if self.bound[top as usize] == 1 {
                        self.uncover(top);
                    }
                } else {
                    self.uncommit(p, top);
                }
                p -= 1;
            }
        }
    }

    fn cover(&mut self, item: u32) {
        let mut p = self.nodes[item as usize].down;
        while p != item {
            self.hide(p);
            p = self.nodes[p as usize].down;
        }
        if item <= self.primary {
            let (l, r) = (self.left[item as usize], self.right[item as usize]);
            self.right[l as usize] = r;
            self.left[r as usize] = l;
        }
    }

    fn uncover(&mut self, item: u32) {
        if item <= self.primary {
            let (l, r) = (self.left[item as usize], self.right[item as usize]);
            self.right[l as usize] = item;
            self.left[r as usize] = item;
        }
        let mut p = self.nodes[item as usize].up;
        while p != item {
            self.unhide(p);
            p = self.nodes[p as usize].up;
        }
    }

    /// Takes the other nodes of a node's option out of their lists, but for those whose item
    /// already has this very colour.
    fn hide(&mut self, p: u32) {
        let mut q = p + 1;
        while q != p {
            let Node { up, down, top, colour } = self.nodes[q as usize];
            if top == 0 {
                q = up;
            } else {
                if colour != COMMITTED {
                    self.nodes[up as usize].down = down;
                    self.nodes[down as usize].up = up;
                    self.len[top as usize] -= 1;
                    self.updates += 1;
                }
                q += 1;
            }
        }
    }

    fn unhide(&mut self, p: u32) {
        let mut q = p - 1;
        while q != p {
            let Node { up, down, top, colour } = self.nodes[q as usize];
            if top == 0 {
                q = down;
            } else {
                if colour != COMMITTED {
                    self.nodes[up as usize].down = q;
                    self.nodes[down as usize].up = q;
                    self.len[top as usize] += 1;
                }
                q -= 1;
            }
        }
    }

    fn commit(&mut self, p: u32, item: u32) {
        match self.nodes[p as usize].colour {
            0 => self.cover(item),
            COMMITTED => {}
            _ => self.purify(p),
        }
    }

    fn uncommit(&mut self, p: u32, item: u32) {
        match self.nodes[p as usize].colour {
            0 => self.uncover(item),
            COMMITTED => {}
            _ => self.unpurify(p),
        }
    }

    /// Settles the colour of a secondary item as that of node p: hides the options that give it
    /// another, and marks the others as committed.
    fn purify(&mut self, p: u32) {
        let Node { top: item, colour, .. } = self.nodes[p as usize];
        self.nodes[item as usize].colour = colour;
        let mut q = self.nodes[item as usize].down;
        while q != item {
            if self.nodes[q as usize].colour == colour {
                if q != p {
                    self.nodes[q as usize].colour = COMMITTED;
                }
            } else {
                self.hide(q);
            }
            q = self.nodes[q as usize].down;
        }
    }

    /// Undoes `purify`; the header's colour, which the book leaves as it is, is cleared.
    fn unpurify(&mut self, p: u32) {
        let Node { top: item, colour, .. } = self.nodes[p as usize];
        self.nodes[item as usize].colour = 0;
        let mut q = self.nodes[item as usize].up;
        while q != item {
            if self.nodes[q as usize].colour == COMMITTED {
                self.nodes[q as usize].colour = colour;
            } else if q != p {
                self.unhide(q);
            }
            q = self.nodes[q as usize].up;
        }
    }

    /// Takes the first option x out of the item's list, so that deeper levels and later
    /// branches cannot use it: each set of options is then met in one order only.
    fn tweak(&mut self, x: u32, item: u32, hide: bool) {
        if hide {
            self.hide(x);
        }
        let down = self.nodes[x as usize].down;
        self.nodes[item as usize].down = down;
        self.nodes[down as usize].up = item;
        self.len[item as usize] -= 1;
    }

    fn untweak(&mut self, item: u32, first: u32, hidden: bool) {
        let end = self.nodes[item as usize].down;
        self.nodes[item as usize].down = first;
        let (mut x, mut above) = (first, item);
        let mut count = 0;
        while x != end {
            self.nodes[x as usize].up = above;
            count += 1;
            if hidden {
                self.unhide(x);
            }
            above = x;
            x = self.nodes[x as usize].down;
        }
        self.nodes[end as usize].up = above;
        self.len[item as usize] += count;
        if !hidden {
            self.uncover(item);
        }
    }

    /// The option that a node belongs to.
    fn option_of(&self, mut node: u32) -> OptionId {
        while self.nodes[node as usize].top != 0 {
            node -= 1;
        }
        OptionId(self.nodes[node as usize].colour)
    }

    fn read_solution(&mut self) {
        self.solution.clear();
        for i in 0..self.levels.len() {
            let Level { item, branch, .. } = self.levels[i];
            if branch != item {
                self.solution.push(self.option_of(branch));
            }
        }
    }

    fn read_path(&mut self) {
        self.path.clear();
        for i in 0..self.levels.len() {
            let Level { item, branch, rank, degree, .. } = self.levels[i];
            let option = (branch != item).then(|| self.option_of(branch));
            self.path.push(Choice { item: ItemId(item - 1), option, rank, degree });
        }
    }
}

impl TreeSearch for DancingLinks {
    fn search(&mut self, part: Part<'_>, observer: &mut dyn Observer) -> (Effort, ControlFlow<()>) {
        self.updates = 0;
        self.levels.clear();
        self.path.clear();
        let mut meter = Meter::new(part, 0);
        let mut flow = ControlFlow::Continue(());
        let mut step = Step::EnterLevel;
        loop {
            match step {
                Step::EnterLevel => {
                    step = Step::LeaveBranch;
                    match self.enter_level(part, &mut meter, observer) {
                        ControlFlow::Continue(Some((item, degree))) => {
                            self.prepare(item, degree);
                            step = Step::TryBranch;
                        }
                        ControlFlow::Continue(None) => {}
                        ControlFlow::Break(()) => flow = ControlFlow::Break(()),
                    }
                    if matches!(step, Step::LeaveBranch) && self.levels.is_empty() {
                        break;
                    }
                }
                // M5, M6: tweak the branch, then try it.
                Step::TryBranch => {
                    let at = self.levels.len() - 1;
                    let Level { item, branch, rank, .. } = self.levels[at];
                    let (bound, slack) = (self.bound[item as usize], self.slack[item as usize]);
                    step = Step::EnterLevel;
                    if bound == 0 && slack == 0 {
                        if branch == item {
                            step = Step::RestoreItem;
                            continue;
                        }
                    } else if self.len[item as usize] + slack <= bound {
                        step = Step::RestoreItem;
                        continue;
                    } else if branch != item {
                        self.tweak(branch, item, bound != 0);
                    } else if bound != 0 {
                        let (l, r) = (self.left[item as usize], self.right[item as usize]);
                        self.right[l as usize] = r;
                        self.left[r as usize] = l;
                    }
                    if let Some(&wanted) = part.prefix.get(at)
                        && rank < wanted
                    {
                        // Pass over the branch: tweaked, as in a full search, but not entered.
                        self.levels[at].branch = self.nodes[branch as usize].down;
                        self.levels[at].rank += 1;
                        step = Step::TryBranch;
                        continue;
                    }
                    if branch != item {
                        self.take_rest(branch);
                    }
                }
                // M7: undo the branch, go to the next.
                Step::LeaveBranch => {
                    let at = self.levels.len() - 1;
                    let Level { item, branch, .. } = self.levels[at];
                    if branch == item {
                        if self.bound[item as usize] != 0 {
                            let (l, r) = (self.left[item as usize], self.right[item as usize]);
                            self.right[l as usize] = item;
                            self.left[r as usize] = item;
                        }
                        step = Step::RestoreItem;
                        continue;
                    }
                    self.give_back_rest(branch);
                    self.levels[at].branch = self.nodes[branch as usize].down;
                    self.levels[at].rank += 1;
                    // Below a prefix only one branch is wanted; after a break none is.
                    step = if flow.is_break() || at < part.prefix.len() {
                        Step::RestoreItem
                    } else {
                        Step::TryBranch
                    };
                }
                // M8, M9: restore the item, leave the level.
                Step::RestoreItem => {
                    let Some(Level { item, first, .. }) = self.levels.pop() else { break };
                    let bound = self.bound[item as usize];
                    if bound == 0 && self.slack[item as usize] == 0 {
                        self.uncover(item);
                    } else {
                        self.untweak(item, first, bound != 0);
                    }
                    self.bound[item as usize] += 1;
                    if self.levels.is_empty() {
                        break;
                    }
                    step = Step::LeaveBranch;
                }
            }
        }
        meter.set_updates(self.updates);
        (meter.into_effort(), flow)
    }
}
