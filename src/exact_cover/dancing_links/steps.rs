//! The search by dancing links one step at a time, forward and back, for people to watch.
//!
//! [`Steps`] does what [`TreeSearch::search`](crate::exact_cover::TreeSearch::search) does over the whole tree, with the same choices in
//! the same order, but returns after each numbered step of the book. Where it is in the algorithm
//! is a value, not a place in a loop. Since every step of dancing links can be undone, a step that
//! was taken can be handed back: the lists are then as they were, link by link.
//!
//! Two things can differ from the search: the rule by which items are chosen ([`ItemRule`]), and
//! options that are taken before the first step, such as the givens of a sudoku.

use super::{COMMITTED, DancingLinks, Level, Node};
use crate::exact_cover::{Choice, Effort, ItemId, ItemKind, OptionId, Problem};
use crate::random::{GOLDEN, scattered};

/// A search that waits after each step.
pub struct Steps {
    pub(super) links: DancingLinks,
    /// Nodes entered; the updates are counted by the lists.
    effort: Effort,
    /// Updates by the level that made them.
    updates_by_level: Vec<u64>,
    next: Next,
    algorithm: Algorithm,
    rule: ItemRule,
    options: usize,
}

/// The rule by which step X3 chooses an item.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ItemRule {
    /// The item with the fewest branches, the leftmost of several: the rule of all engines.
    #[default]
    Fewest,
    /// The leftmost item.
    First,
    /// The item with the most branches, the leftmost of several.
    Largest,
    /// A random item, the same each time at the same node.
    Random,
}

impl ItemRule {
    /// All rules.
    pub const ALL: [ItemRule; 4] =
        [ItemRule::Fewest, ItemRule::First, ItemRule::Largest, ItemRule::Random];
}

/// The one of Knuth's algorithms that a problem needs; all are one here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// Items are covered once.
    X,
    /// Secondary items have colours.
    C,
    /// Items have multiplicities.
    M,
}

/// A step of the search, in the order of the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// X2: entered a level where items are left to cover.
    Enter,
    /// X2: entered a level where no item is left to cover.
    Solution,
    /// X3: chose an item.
    Choose {
        /// The item.
        item: ItemId,
        /// Its branches, at least one.
        degree: u32,
    },
    /// X3: chose an item that has no branch.
    DeadEnd {
        /// The item.
        item: ItemId,
    },
    /// X4: covered the item chosen.
    Cover {
        /// The item.
        item: ItemId,
    },
    /// X5: took a branch: an option, or no further option, and covered its other items.
    Try {
        /// The item branched on.
        item: ItemId,
        /// The option; `None` for no further option.
        option: Option<OptionId>,
        /// The rank of the branch, from 0.
        rank: u32,
    },
    /// X5: found no branch left to take.
    Exhausted {
        /// The item branched on.
        item: ItemId,
    },
    /// X6: took the branch back.
    Leave {
        /// The item branched on.
        item: ItemId,
        /// The option; `None` for no further option.
        option: Option<OptionId>,
        /// The rank of the branch, from 0.
        rank: u32,
    },
    /// X7: uncovered the item, all of whose branches were tried.
    Restore {
        /// The item.
        item: ItemId,
    },
    /// X8: left the level; at level 0 the search is over.
    LeaveLevel,
}

/// A step, with what [`Steps::undo`] needs to take it back.
#[derive(Clone, Copy, Debug)]
pub struct UndoRecord {
    /// The step.
    pub step: Step,
    before: Next,
    updates: u64,
    /// The level whose updates they were.
    at: usize,
    pub(super) level: Option<Level>,
}

/// Items and options as they are at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatrixState {
    /// The number of options that each item is in; `None` for a covered item.
    pub counts: Vec<Option<u32>>,
    /// True for each option that could still be chosen.
    pub alive: Vec<bool>,
}

/// Where in the algorithm to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    EnterLevel,
    ChooseItem,
    CoverItem { head: u32, degree: u32 },
    TryBranch,
    LeaveBranch,
    RestoreItem,
    LeaveLevel,
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

    /// The number of the step in TAOCP 7.2.2.1, after the letter.
    pub fn number(self, step: &Step) -> u32 {
        // Algorithm M tweaks before it tries, and so has one step more.
        let later = u32::from(self == Algorithm::M);
        match step {
            Step::Enter | Step::Solution => 2,
            Step::Choose { .. } | Step::DeadEnd { .. } => 3,
            Step::Cover { .. } => 4,
            Step::Exhausted { .. } => 5,
            Step::Try { .. } => 5 + later,
            Step::Leave { .. } => 6 + later,
            Step::Restore { .. } => 7 + later,
            Step::LeaveLevel => 8 + later,
        }
    }

    /// The step's label in TAOCP 7.2.2.1, such as "X5".
    pub fn label(self, step: &Step) -> String {
        format!("{}{}", self.letter(), self.number(step))
    }
}

impl Steps {
    /// Stands before the root. Linear in the size of the problem.
    pub fn new(problem: &Problem) -> Steps {
        Steps::with(problem, ItemRule::Fewest, &[])
    }

    /// Stands before the root, chooses items by a rule, and has taken some options for good, no
    /// two of which share an item; they count neither as nodes nor as updates. Linear in the size
    /// of the problem.
    ///
    /// Options are taken in Algorithm X alone; the other two begin without any.
    pub fn with(problem: &Problem, rule: ItemRule, taken: &[OptionId]) -> Steps {
        let algorithm = Algorithm::choose(problem);
        let mut links = DancingLinks::new(problem);
        if algorithm == Algorithm::X {
            for item in taken.iter().flat_map(|&option| problem.option(option).items()) {
                links.bound[item.index() + 1] = 0;
                links.cover(item.0 + 1);
            }
            links.updates = 0;
        }
        Steps {
            links,
            effort: Effort::default(),
            updates_by_level: Vec::new(),
            next: Next::EnterLevel,
            algorithm,
            rule,
            options: problem.option_count(),
        }
    }

    /// The rule by which items are chosen.
    pub fn rule(&self) -> ItemRule {
        self.rule
    }

    /// The updates so far, by the level that made them.
    pub fn updates_by_level(&self) -> &[u64] {
        &self.updates_by_level
    }

    /// The algorithm whose steps these are.
    pub fn algorithm(&self) -> Algorithm {
        self.algorithm
    }

    /// Returns the cost of the search so far.
    pub fn effort(&self) -> Effort {
        Effort { updates: self.links.updates, ..self.effort.clone() }
    }

    /// Nodes entered so far.
    pub fn nodes(&self) -> u64 {
        self.effort.nodes
    }

    /// Returns whether the whole tree was searched.
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
            Next::ChooseItem => self.choose(),
            Next::CoverItem { head, degree } => {
                self.links.prepare(head, degree);
                self.next = Next::TryBranch;
                Step::Cover { item: ItemId(head - 1) }
            }
            Next::TryBranch => self.try_branch(),
            Next::LeaveBranch => self.leave_branch(&mut left),
            Next::RestoreItem => {
                let level = self.unwind();
                left = Some(level);
                self.next = Next::LeaveLevel;
                Step::Restore { item: ItemId(level.item - 1) }
            }
            Next::LeaveLevel => {
                let root = self.links.levels.is_empty();
                self.next = if root { Next::Nothing } else { Next::LeaveBranch };
                Step::LeaveLevel
            }
        };
        let at = self.links.levels.len().saturating_sub(1);
        if self.links.updates > updates {
            if self.updates_by_level.len() <= at {
                self.updates_by_level.resize(at + 1, 0);
            }
            self.updates_by_level[at] += self.links.updates - updates;
        }
        Some(UndoRecord { step, before, updates, at, level: left })
    }

    /// Takes a step back. It must be the last one taken that was not undone yet.
    pub fn undo(&mut self, taken: UndoRecord) {
        let made = self.links.updates - taken.updates;
        if made > 0 {
            self.updates_by_level[taken.at] -= made;
            if self.updates_by_level.last() == Some(&0) {
                self.updates_by_level.pop();
            }
        }
        let links = &mut self.links;
        match taken.step {
            Step::Enter | Step::Solution => self.leave_node(),
            Step::Cover { item } => {
                let head = item.0 + 1;
                links.levels.pop();
                if links.bound[head as usize] == 0 {
                    links.uncover(head);
                }
                links.bound[head as usize] += 1;
            }
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
            Step::Choose { .. }
            | Step::DeadEnd { .. }
            | Step::Exhausted { .. }
            | Step::LeaveLevel => {}
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

    /// Returns whether the branch of the last level is taken now.
    pub fn is_trying(&self) -> bool {
        let between = matches!(self.next, Next::TryBranch | Next::RestoreItem);
        !between && !self.links.levels.is_empty()
    }

    /// The options that an item may still take, BOUND, and how many fewer suffice, SLACK.
    pub fn bounds(&self, item: ItemId) -> (u32, u32) {
        let header = item.index() + 1;
        (self.links.bound[header], self.links.slack[header])
    }

    /// The coloured items of the option that is being tried whose colour an option above has settled
    /// already.
    pub fn settled_items(&self) -> Vec<ItemId> {
        let branch = match self.links.levels.last() {
            Some(level) if level.branch != level.item && self.is_trying() => level.branch,
            _ => return Vec::new(),
        };
        let mut settled = Vec::new();
        let mut p = branch + 1;
        while p != branch {
            let Node { up, top, colour, .. } = self.links.nodes[p as usize];
            if top == 0 {
                p = up;
                continue;
            }
            if colour == COMMITTED {
                settled.push(ItemId(top - 1));
            }
            p += 1;
        }
        settled
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

    /// X2.
    fn enter(&mut self) -> Step {
        let level = self.links.levels.len();
        self.effort.nodes += 1;
        if self.effort.by_level.len() <= level {
            self.effort.by_level.resize(level + 1, 0);
        }
        self.effort.by_level[level] += 1;
        if self.links.right[0] == 0 {
            self.next = Next::LeaveLevel;
            return Step::Solution;
        }
        self.next = Next::ChooseItem;
        Step::Enter
    }

    /// X3. An item without branches is covered and uncovered as any other, but by Algorithm M,
    /// which leaves the level at once.
    fn choose(&mut self) -> Step {
        let (head, degree) = self.chosen();
        let item = ItemId(head - 1);
        self.next = Next::CoverItem { head, degree };
        if degree > 0 {
            return Step::Choose { item, degree };
        }
        if self.algorithm == Algorithm::M {
            self.next = Next::LeaveLevel;
        }
        Step::DeadEnd { item }
    }

    /// The head of the item that the rule chooses among those to cover, and its branches.
    fn chosen(&self) -> (u32, u32) {
        let links = &self.links;
        // θ(i) = LEN + 1 ∸ (BOUND ∸ SLACK)
        let degree = |head: u32| {
            let i = head as usize;
            (links.len[i] + 1).saturating_sub(links.bound[i].saturating_sub(links.slack[i]))
        };
        let after = |&head: &u32| Some(links.right[head as usize]);
        let heads =
            || std::iter::successors(Some(links.right[0]), after).take_while(|&head| head != 0);
        let head = match self.rule {
            ItemRule::Fewest => return links.choose(),
            ItemRule::First => links.right[0],
            ItemRule::Largest => {
                let larger =
                    |best: u32, head| if degree(head) > degree(best) { head } else { best };
                heads().fold(links.right[0], larger)
            }
            ItemRule::Random => {
                let n = scattered(self.effort.nodes.wrapping_mul(GOLDEN)) % heads().count() as u64;
                heads().nth(n as usize).unwrap_or(links.right[0])
            }
        };
        (head, degree(head))
    }

    /// X5.
    fn try_branch(&mut self) -> Step {
        if self.is_exhausted() {
            self.next = Next::RestoreItem;
            return Step::Exhausted { item: self.top().item };
        }
        self.take_branch();
        self.next = Next::EnterLevel;
        let Choice { item, option, rank, .. } = self.top();
        Step::Try { item, option, rank }
    }

    /// X6.
    fn leave_branch(&mut self, left: &mut Option<Level>) -> Step {
        let level = self.links.levels[self.links.levels.len() - 1];
        *left = Some(level);
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

    /// Returns whether the last level has no branch left to try.
    fn is_exhausted(&self) -> bool {
        let Level { item, branch, degree, .. } = self.links.levels[self.links.levels.len() - 1];
        if degree == 0 {
            return true;
        }
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

    /// X7: restores the item of the last level.
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
