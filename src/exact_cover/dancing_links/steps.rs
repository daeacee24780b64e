//! The search by dancing links one step at a time, forward and back, for people to watch.
//!
//! [`Steps`] does what [`TreeSearch::search`](crate::exact_cover::TreeSearch::search) does over the whole tree, with the same choices in
//! the same order, but returns after each step. Where it is in the algorithm is a value, not a
//! place in a loop. Since every step of dancing links can be undone, a step that was taken can be
//! handed back: the lists are then as they were, link by link.

use super::arrays::LinkArrays;
use super::{DancingLinks, Level, Node};
use crate::exact_cover::{Choice, Effort, ItemId, ItemKind, OptionId, Problem};

/// A search that waits after each step.
pub struct Steps {
    links: DancingLinks,
    /// Nodes entered; the updates are counted by the lists.
    effort: Effort,
    next: Next,
    algorithm: Algorithm,
    options: usize,
}

/// Which of Knuth's algorithms a problem needs; all are one here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// Items are covered once.
    X,
    /// Secondary items have colours.
    C,
    /// Items have multiplicities.
    M,
}

/// What a step did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Entered a level, chose the item with the fewest branches, and covered it.
    Choose {
        /// The item.
        item: ItemId,
        /// Its branches, at least one.
        degree: u32,
    },
    /// Entered a level where an item has no branch.
    DeadEnd {
        /// The item.
        item: ItemId,
    },
    /// Entered a level where no item is left to cover.
    Solution,
    /// Took a branch: an option, or no further option, and covered its other items.
    Try {
        /// The item branched on.
        item: ItemId,
        /// The option; `None` for no further option.
        option: Option<OptionId>,
        /// Which branch this is, from 0.
        rank: u32,
    },
    /// Took the branch back.
    Leave {
        /// The item branched on.
        item: ItemId,
        /// The option; `None` for no further option.
        option: Option<OptionId>,
        /// Which branch this was, from 0.
        rank: u32,
    },
    /// Uncovered the item, all of whose branches were tried, and left the level.
    Restore {
        /// The item.
        item: ItemId,
    },
}

/// A step, with what [`Steps::undo`] needs to take it back.
#[derive(Clone, Copy, Debug)]
pub struct UndoRecord {
    /// The step.
    pub step: Step,
    before: Next,
    updates: u64,
    level: Option<Level>,
}

/// Items and options as they are at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatrixState {
    /// How many options each item is in; `None` for one that is covered.
    pub counts: Vec<Option<u32>>,
    /// Whether each option could be chosen still.
    pub alive: Vec<bool>,
}

/// Where in the algorithm to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    EnterLevel,
    TryBranch,
    LeaveBranch,
    RestoreItem,
    Nothing,
}

impl Algorithm {
    /// The simplest one that solves a problem.
    pub fn choose(problem: &Problem) -> Algorithm {
        let once = |kind| kind == ItemKind::ONCE || kind == ItemKind::Secondary;
        if problem.items().iter().any(|item| !once(item.kind)) {
            Algorithm::M
        } else if problem.has_colours() {
            Algorithm::C
        } else {
            Algorithm::X
        }
    }

    /// Its letter, before the numbers of its steps.
    pub fn letter(self) -> char {
        match self {
            Algorithm::X => 'X',
            Algorithm::C => 'C',
            Algorithm::M => 'M',
        }
    }

    /// The step's label in TAOCP 7.2.2.1, such as "X5".
    pub fn label(self, step: &Step) -> &'static str {
        // Algorithm M tweaks before it tries, and so has one step more.
        match (self, step) {
            (Algorithm::X, Step::DeadEnd { .. }) => "X3",
            (Algorithm::X, Step::Choose { .. }) => "X4",
            (Algorithm::X, Step::Solution) => "X2",
            (Algorithm::X, Step::Try { .. }) => "X5",
            (Algorithm::X, Step::Leave { .. }) => "X6",
            (Algorithm::X, Step::Restore { .. }) => "X7",
            (Algorithm::C, Step::DeadEnd { .. }) => "C3",
            (Algorithm::C, Step::Choose { .. }) => "C4",
            (Algorithm::C, Step::Solution) => "C2",
            (Algorithm::C, Step::Try { .. }) => "C5",
            (Algorithm::C, Step::Leave { .. }) => "C6",
            (Algorithm::C, Step::Restore { .. }) => "C7",
            (Algorithm::M, Step::DeadEnd { .. }) => "M3",
            (Algorithm::M, Step::Choose { .. }) => "M4",
            (Algorithm::M, Step::Solution) => "M2",
            (Algorithm::M, Step::Try { .. }) => "M6",
            (Algorithm::M, Step::Leave { .. }) => "M7",
            (Algorithm::M, Step::Restore { .. }) => "M8",
        }
    }
}

impl Steps {
    /// Stands before the root. Linear in the size of the problem.
    pub fn new(problem: &Problem) -> Steps {
        Steps {
            links: DancingLinks::new(problem),
            effort: Effort::default(),
            next: Next::EnterLevel,
            algorithm: Algorithm::choose(problem),
            options: problem.option_count(),
        }
    }

    /// The algorithm whose steps these are.
    pub fn algorithm(&self) -> Algorithm {
        self.algorithm
    }

    /// What the search has cost so far.
    pub fn effort(&self) -> Effort {
        Effort { updates: self.links.updates, ..self.effort.clone() }
    }

    /// Nodes entered so far.
    pub fn nodes(&self) -> u64 {
        self.effort.nodes
    }

    /// The links as they are now. Linear in the size of the problem.
    pub fn arrays(&self) -> LinkArrays {
        LinkArrays::of_links(&self.links)
    }

    /// Whether the whole tree was searched.
    pub fn is_over(&self) -> bool {
        self.next == Next::Nothing
    }

    /// Takes one step; `None` when the search is over.
    pub fn step(&mut self) -> Option<UndoRecord> {
        let (before, updates) = (self.next, self.links.updates);
        let mut left = None;
        let step = match before {
            Next::Nothing => return None,
            Next::EnterLevel => self.enter(),
            Next::TryBranch => {
                if self.is_exhausted() {
                    self.restore(&mut left)
                } else {
                    self.take_branch();
                    self.next = Next::EnterLevel;
                    let Choice { item, option, rank, .. } = self.top();
                    Step::Try { item, option, rank }
                }
            }
            Next::LeaveBranch => {
                let level = self.links.levels[self.links.levels.len() - 1];
                left = Some(level);
                let Choice { item, option, rank, .. } = self.top();
                self.give_back(level);
                self.next = Next::RestoreItem;
                if let Some(level) = self.links.levels.last_mut().filter(|_| option.is_some()) {
                    level.branch = self.links.nodes[level.branch as usize].down;
                    level.rank += 1;
                    self.next = Next::TryBranch;
                }
                Step::Leave { item, option, rank }
            }
            Next::RestoreItem => self.restore(&mut left),
        };
        Some(UndoRecord { step, before, updates, level: left })
    }

    /// Takes a step back. It must be the last one taken that was not undone yet.
    pub fn undo(&mut self, taken: UndoRecord) {
        let links = &mut self.links;
        match taken.step {
            Step::Choose { item, .. } => {
                let head = item.0 + 1;
                links.levels.pop();
                if links.bound[head as usize] == 0 {
                    links.uncover(head);
                }
                links.bound[head as usize] += 1;
                self.leave_node();
            }
            Step::DeadEnd { .. } | Step::Solution => self.leave_node(),
            Step::Try { .. } => self.untake_branch(),
            Step::Leave { .. } => {
                if let (Some(level), Some(top)) = (taken.level, links.levels.last_mut()) {
                    *top = level;
                    self.take_again(level);
                }
            }
            Step::Restore { .. } => {
                if let Some(level) = taken.level {
                    self.unrestore(level);
                }
            }
        }
        self.links.updates = taken.updates;
        self.next = taken.before;
    }

    /// The items branched on and the options chosen, from the root to here. Where a branch has
    /// been taken back, the last entry tells the one that comes next.
    pub fn path(&mut self) -> &[Choice] {
        self.links.read_path();
        &self.links.path
    }

    /// Whether the branch of the last level is taken now.
    pub fn is_trying(&self) -> bool {
        let taken = matches!(self.next, Next::EnterLevel | Next::LeaveBranch);
        taken && !self.links.levels.is_empty()
    }

    /// The options in the list of an item, in their order. Of an item that was just chosen these
    /// are the branches to try, as many of them as it has.
    pub fn list(&self, item: ItemId) -> Vec<OptionId> {
        let head = item.0 + 1;
        let down = |p: u32| self.links.nodes[p as usize].down;
        let nodes = std::iter::successors(Some(down(head)), |&p| Some(down(p)));
        nodes.take_while(|&p| p != head).map(|p| self.links.option_of(p)).collect()
    }

    /// Items and options as they are now. Linear in the options left.
    pub fn now(&self) -> MatrixState {
        self.sight(self.links.levels.len() - usize::from(!self.trying_or_root()))
    }

    /// Items and options as they were when the last level was entered, before its item was
    /// covered.
    pub fn at_node(&mut self) -> MatrixState {
        let Some(&level) = self.links.levels.last() else { return self.now() };
        let (updates, trying) = (self.links.updates, self.is_trying());
        if trying {
            self.untake_branch();
        }
        self.unwind();
        let sight = self.sight(self.links.levels.len());
        self.unrestore(level);
        if trying {
            self.take_branch();
        }
        self.links.updates = updates;
        sight
    }

    fn trying_or_root(&self) -> bool {
        self.links.levels.is_empty() || self.is_trying()
    }

    /// X2 to X4.
    fn enter(&mut self) -> Step {
        let links = &mut self.links;
        let level = links.levels.len();
        self.effort.nodes += 1;
        if self.effort.by_level.len() <= level {
            self.effort.by_level.resize(level + 1, 0);
        }
        self.effort.by_level[level] += 1;
        self.next = if level == 0 { Next::Nothing } else { Next::LeaveBranch };
        if links.right[0] == 0 {
            return Step::Solution;
        }
        let (head, degree) = links.choose();
        let item = ItemId(head - 1);
        if degree == 0 {
            return Step::DeadEnd { item };
        }
        links.prepare(head, degree);
        self.next = Next::TryBranch;
        Step::Choose { item, degree }
    }

    /// Undoes the counting of a node.
    fn leave_node(&mut self) {
        let by_level = &mut self.effort.by_level;
        by_level[self.links.levels.len()] -= 1;
        if by_level.last() == Some(&0) {
            by_level.pop();
        }
        self.effort.nodes -= 1;
    }

    /// The last level, as a choice.
    fn top(&self) -> Choice {
        let Level { item, branch, rank, degree, .. } =
            self.links.levels[self.links.levels.len() - 1];
        let option = (branch != item).then(|| self.links.option_of(branch));
        Choice { item: ItemId(item - 1), option, rank, degree }
    }

    /// Whether the last level has no branch left to try.
    fn is_exhausted(&self) -> bool {
        let Level { item, branch, .. } = self.links.levels[self.links.levels.len() - 1];
        let i = item as usize;
        let (bound, slack) = (self.links.bound[i], self.links.slack[i]);
        if bound == 0 && slack == 0 { branch == item } else { self.links.len[i] + slack <= bound }
    }

    /// X5: tweaks the branch of the last level, if need be, and covers its other items.
    fn take_branch(&mut self) {
        let level @ Level { item, branch, .. } = self.links.levels[self.links.levels.len() - 1];
        let (bound, slack) = (self.links.bound[item as usize], self.links.slack[item as usize]);
        if (bound != 0 || slack != 0) && branch != item {
            self.links.tweak(branch, item, bound != 0);
        }
        self.take_again(level);
    }

    fn untake_branch(&mut self) {
        let level @ Level { item, branch, .. } = self.links.levels[self.links.levels.len() - 1];
        self.give_back(level);
        let links = &mut self.links;
        let (bound, slack) = (links.bound[item as usize], links.slack[item as usize]);
        if (bound != 0 || slack != 0) && branch != item {
            // As `tweak` did it, in reverse.
            let down = links.nodes[branch as usize].down;
            links.nodes[item as usize].down = branch;
            links.nodes[down as usize].up = branch;
            links.len[item as usize] += 1;
            if bound != 0 {
                links.unhide(branch);
            }
        }
    }

    /// Covers the other items of a branch that has been tweaked already.
    fn take_again(&mut self, Level { item, branch, .. }: Level) {
        let links = &mut self.links;
        if branch != item {
            links.take_rest(branch);
        } else if links.bound[item as usize] != 0 {
            let (l, r) = (links.left[item as usize], links.right[item as usize]);
            links.right[l as usize] = r;
            links.left[r as usize] = l;
        }
    }

    /// X6: uncovers the other items of a branch.
    fn give_back(&mut self, Level { item, branch, .. }: Level) {
        let links = &mut self.links;
        if branch != item {
            links.give_back_rest(branch);
        } else if links.bound[item as usize] != 0 {
            let (l, r) = (links.left[item as usize], links.right[item as usize]);
            links.right[l as usize] = item;
            links.left[r as usize] = item;
        }
    }

    /// X7, X8.
    fn restore(&mut self, left: &mut Option<Level>) -> Step {
        let level = self.unwind();
        *left = Some(level);
        let root = self.links.levels.is_empty();
        self.next = if root { Next::Nothing } else { Next::LeaveBranch };
        Step::Restore { item: ItemId(level.item - 1) }
    }

    /// Restores the item of the last level and leaves the level.
    fn unwind(&mut self) -> Level {
        let links = &mut self.links;
        let level = links.levels[links.levels.len() - 1];
        links.levels.pop();
        let Level { item, first, .. } = level;
        let bound = links.bound[item as usize];
        if bound == 0 && links.slack[item as usize] == 0 {
            links.uncover(item);
        } else {
            links.untweak(item, first, bound != 0);
        }
        links.bound[item as usize] += 1;
        level
    }

    /// Enters a level again where some branches were tried already.
    fn unrestore(&mut self, level: Level) {
        let links = &mut self.links;
        let Level { item, branch, first, .. } = level;
        links.bound[item as usize] -= 1;
        let (bound, slack) = (links.bound[item as usize], links.slack[item as usize]);
        if bound == 0 {
            links.cover(item);
        }
        if bound != 0 || slack != 0 {
            let mut x = first;
            while x != branch {
                links.tweak(x, item, bound != 0);
                x = links.nodes[x as usize].down;
            }
        }
        links.levels.push(level);
    }

    /// The open items and living options after the branches of the first levels.
    fn sight(&self, levels: usize) -> MatrixState {
        let links = &self.links;
        let items = links.len.len() - 1;
        let mut counts = vec![None; items];
        let mut alive = vec![false; self.options];
        let mut head = links.right[0];
        while head != 0 {
            counts[head as usize - 1] = Some(links.len[head as usize]);
            let mut p = links.nodes[head as usize].down;
            while p != head {
                alive[links.option_of(p).index()] = true;
                p = links.nodes[p as usize].down;
            }
            head = links.right[head as usize];
        }
        let secondary = links.primary as usize;
        for (count, &len) in counts[secondary..].iter_mut().zip(&links.len[secondary + 1..]) {
            *count = Some(len);
        }
        for level in links.levels[..levels].iter().filter(|level| level.branch != level.item) {
            // An option is walked around; its spacer leads back to its first node.
            let mut p = level.branch + 1;
            while p != level.branch {
                let Node { up, top, colour, .. } = links.nodes[p as usize];
                if top == 0 {
                    p = up;
                    continue;
                }
                if top > links.primary && colour == 0 {
                    counts[top as usize - 1] = None;
                }
                p += 1;
            }
        }
        MatrixState { counts, alive }
    }
}
