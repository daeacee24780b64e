//! A walk through the search tree of dancing links, to be watched: where it is, the tree so far,
//! how it goes on.
//!
//! [`Walk`] moves a [`Steps`] and remembers around it what the screen tells: the open nodes with
//! their branches, finished subtrees (whole while they are small, else as counts), and the last
//! steps, so that it can go back. Memory is bounded, however long the walk is. [`picture`] tells
//! how items and options stand. Read next: `ui::steps`.
//!
//! [`picture`]: Walk::picture

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::encode::Encoding;
use crate::exact_cover::{Effort, ItemId, ItemKind, OptionId, Problem, Step, Steps, Taken};
use crate::puzzle::{PieceId, Puzzle};
use crate::words;

/// Steps that can be gone back.
const MOST_HISTORY: usize = 20_000;
/// A finished subtree with more nodes than this is kept as a count alone.
const MOST_NODES: u64 = 100;
/// Nodes kept of all finished subtrees below one open node.
const MOST_KEPT: usize = 1000;
/// The slowest and the fastest walk, in steps a second.
pub const SPEEDS: (f32, f32) = (0.5, 512.0);

/// What is walked through.
#[derive(Clone)]
pub enum Subject {
    /// A puzzle, with its encoding.
    Puzzle(Arc<Puzzle>, Arc<Encoding>),
    /// Items and options without geometry, and their title.
    Problem(String, Arc<Problem>),
}

/// What an item stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// A piece.
    Piece(PieceId),
    /// A site, by its position on the board.
    Site(usize),
    /// A junction, by its place in the encoding's list.
    Junction(usize),
    /// No more than its name.
    Name,
}

/// A node of the tree where an item was branched on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The item.
    pub item: ItemId,
    /// How many branches it has.
    pub degree: u32,
    /// The options of the item; branch n takes the n-th, and no further option where there is
    /// none.
    pub options: Vec<OptionId>,
    /// The branches tried, first to last.
    pub tried: Vec<Tried>,
    /// Whether the branch after these is being tried.
    pub trying: bool,
    /// Nodes and solutions met before the branch that is being tried, while one is.
    before: (u64, u64),
    /// Nodes kept in `tried`.
    kept: usize,
}

/// A branch that was tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tried {
    /// Nodes below it.
    pub nodes: u64,
    /// Solutions below it.
    pub solutions: u64,
    /// What it led to.
    pub end: End,
}

/// What a branch led to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// A solution.
    Solution,
    /// A node where this item had no option.
    DeadEnd(ItemId),
    /// A node with branches of its own; `None` where it has been forgotten.
    Node(Option<Arc<Frame>>),
}

/// Where a walk that moves by itself is going.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Nowhere.
    Still,
    /// On, step by step, at the chosen speed.
    Play,
    /// To the next solution, as fast as it can.
    Solution,
    /// To the end of the branch that is tried at this depth, as fast as it can.
    Over(usize),
}

/// How an option stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Chosen at a level above.
    Chosen,
    /// Of the chosen item: tried already.
    Tried,
    /// Of the chosen item: being tried.
    Trying,
    /// Of the chosen item: not tried yet.
    Left,
    /// Could be chosen still.
    Alive,
    /// Leaves the matrix because of the option that is being tried.
    Leaving,
    /// Has left the matrix.
    Gone,
}

/// Items and options as the screen shows them: those of the node that was entered last, or those
/// left where the walk met a solution or a dead end.
#[derive(Clone, Debug)]
pub struct Picture {
    /// How many options each item is in; `None` for one that is covered.
    pub counts: Vec<Option<u32>>,
    /// How each option stands.
    pub standing: Vec<Standing>,
    /// The item branched on, or the one without options.
    pub item: Option<ItemId>,
    /// Whether that item has no option.
    pub dead_end: bool,
    /// The options chosen above, first to last.
    pub placed: Vec<OptionId>,
    /// The option that is being tried.
    pub trying: Option<OptionId>,
    /// Primary items that are not covered.
    pub open: usize,
    /// Options that could be chosen still.
    pub alive: usize,
}

/// A step gone, and what stood before it.
struct Past {
    taken: Taken,
    /// The node that was left by it.
    frame: Option<Arc<Frame>>,
    last: Option<Step>,
}

/// A search that is walked through. See the module.
pub struct Walk {
    subject: Subject,
    meanings: Vec<Meaning>,
    steps: Steps,
    last: Option<Step>,
    frames: Vec<Frame>,
    /// What the branch that is being tried has led to, once that is known.
    end: Option<End>,
    solutions: u64,
    history: VecDeque<Past>,
    taken: u64,
    goal: Goal,
    /// Steps a second while it plays; within [`SPEEDS`].
    pub speed: f32,
    /// The part of a step for which time has passed.
    owed: f32,
}

impl Subject {
    /// Its items and options.
    pub fn problem(&self) -> &Problem {
        match self {
            Subject::Puzzle(_, encoding) => &encoding.problem,
            Subject::Problem(_, problem) => problem,
        }
    }

    /// What it is called.
    pub fn title(&self) -> &str {
        match self {
            Subject::Puzzle(puzzle, _) => &puzzle.title,
            Subject::Problem(title, _) => title,
        }
    }

    /// Whether it is this encoding.
    pub fn is_of(&self, encoding: &Arc<Encoding>) -> bool {
        matches!(self, Subject::Puzzle(_, own) if Arc::ptr_eq(own, encoding))
    }

    fn meanings(&self) -> Vec<Meaning> {
        let mut meanings = vec![Meaning::Name; self.problem().items().len()];
        if let Subject::Puzzle(puzzle, encoding) = self {
            for ((piece, _), item) in puzzle.pieces().zip(&encoding.piece_items) {
                meanings[item.index()] = Meaning::Piece(piece);
            }
            for (site, item) in encoding.site_items.iter().enumerate() {
                meanings[item.index()] = Meaning::Site(site);
            }
            for (junction, (_, item)) in encoding.junctions.iter().enumerate() {
                meanings[item.index()] = Meaning::Junction(junction);
            }
        }
        meanings
    }
}

impl Frame {
    /// The option of a branch; `None` for no further option.
    pub fn option(&self, rank: usize) -> Option<OptionId> {
        self.options.get(rank).copied()
    }

    /// Nodes and solutions below the branches tried.
    pub fn sums(&self) -> (u64, u64) {
        let add = |(n, s): (u64, u64), tried: &Tried| (n + tried.nodes, s + tried.solutions);
        self.tried.iter().fold((0, 0), add)
    }

    /// Takes in a branch that was tried. Where that would be too much, the oldest subtrees are
    /// forgotten.
    fn push(&mut self, mut tried: Tried) {
        if let End::Node(node) = &mut tried.end {
            if tried.nodes > MOST_NODES {
                *node = None;
            }
            self.kept += node.as_ref().map_or(0, |node| node.kept + 1);
        }
        self.tried.push(tried);
        let mut oldest = self.tried.iter_mut();
        while self.kept > MOST_KEPT {
            let Some(tried) = oldest.next() else { break };
            if let End::Node(node) = &mut tried.end {
                self.kept -= node.take().map_or(0, |node| node.kept + 1);
            }
        }
    }

    fn pop(&mut self) -> Option<Tried> {
        let tried = self.tried.pop()?;
        if let End::Node(Some(node)) = &tried.end {
            self.kept -= node.kept + 1;
        }
        Some(tried)
    }
}

impl Walk {
    /// Stands before the root. Linear in the size of the problem.
    pub fn new(subject: Subject) -> Walk {
        Walk {
            meanings: subject.meanings(),
            steps: Steps::new(subject.problem()),
            subject,
            last: None,
            frames: Vec::new(),
            end: None,
            solutions: 0,
            history: VecDeque::new(),
            taken: 0,
            goal: Goal::Still,
            speed: 2.0,
            owed: 0.0,
        }
    }

    /// What is walked through.
    pub fn subject(&self) -> &Subject {
        &self.subject
    }

    /// What an item stands for.
    pub fn meaning(&self, item: ItemId) -> Meaning {
        self.meanings[item.index()]
    }

    /// The open nodes, from the root.
    pub fn frames(&self) -> &[Frame] {
        &self.frames
    }

    /// What the branch that is being tried has led to, or the root once the walk is over.
    pub fn end(&self) -> Option<&End> {
        self.end.as_ref()
    }

    /// The step taken last.
    pub fn last(&self) -> Option<Step> {
        self.last
    }

    /// How many steps lie between the start and here.
    pub fn taken(&self) -> u64 {
        self.taken
    }

    /// What the search has cost so far.
    pub fn effort(&self) -> &Effort {
        self.steps.effort()
    }

    /// Solutions met so far.
    pub fn solutions(&self) -> u64 {
        self.solutions
    }

    /// Branches taken between the root and here.
    pub fn depth(&self) -> usize {
        self.frames.len() - usize::from(self.frames.last().is_some_and(|frame| !frame.trying))
    }

    /// Where it is going by itself.
    pub fn goal(&self) -> Goal {
        self.goal
    }

    /// Whether it has steps left.
    ///
    /// # Errors
    /// Why not.
    pub fn can_step(&self) -> Result<(), &'static str> {
        if self.steps.is_over() { Err("The whole tree has been searched.") } else { Ok(()) }
    }

    /// Whether it can go back.
    ///
    /// # Errors
    /// Why not.
    pub fn can_go_back(&self) -> Result<(), &'static str> {
        match (self.history.is_empty(), self.taken) {
            (false, _) => Ok(()),
            (true, 0) => Err("This is where the search begins."),
            (true, _) => Err("Only the last 20\u{a0}000 steps are remembered. Restart instead."),
        }
    }

    /// Takes one step and stays there.
    pub fn step(&mut self) {
        self.goal = Goal::Still;
        self.go();
    }

    /// Goes one step back and stays there.
    pub fn back(&mut self) {
        self.goal = Goal::Still;
        let Some(Past { taken, frame, last }) = self.history.pop_back() else { return };
        match taken.step {
            Step::Choose { .. } => {
                self.frames.pop();
            }
            Step::DeadEnd { .. } => self.end = None,
            Step::Solution => {
                self.end = None;
                self.solutions -= 1;
            }
            Step::Try { .. } => {
                if let Some(top) = self.frames.last_mut() {
                    top.trying = false;
                    top.before = (0, 0);
                }
            }
            Step::Leave { .. } => {
                let (nodes, solutions) = (self.steps.effort().nodes, self.solutions);
                if let Some(top) = self.frames.last_mut()
                    && let Some(tried) = top.pop()
                {
                    top.trying = true;
                    top.before = (nodes - tried.nodes, solutions - tried.solutions);
                    self.end = Some(match (tried.end, frame) {
                        (End::Node(None), frame) => End::Node(frame),
                        (end, _) => end,
                    });
                }
            }
            Step::Restore { .. } => {
                self.end = None;
                self.frames.extend(frame.map(Arc::unwrap_or_clone));
            }
        }
        self.steps.undo(taken);
        self.last = last;
        self.taken -= 1;
    }

    /// Goes on to the end of the branch that is tried, or is tried next, as fast as it can; see
    /// [`Walk::advance`].
    pub fn step_over(&mut self) {
        let depth = self.frames.len();
        self.go();
        self.goal = if self.is_over_at(depth) { Goal::Still } else { Goal::Over(depth) };
    }

    /// Goes on to the next solution, as fast as it can; see [`Walk::advance`].
    pub fn to_solution(&mut self) {
        self.goal = Goal::Solution;
    }

    /// Goes on by itself at the chosen speed, or stays where it is if it was going anywhere.
    pub fn play_or_pause(&mut self) {
        self.owed = 1.0;
        self.goal = if self.goal == Goal::Still { Goal::Play } else { Goal::Still };
    }

    /// Goes back to the start.
    pub fn restart(&mut self) {
        *self = Walk { speed: self.speed, ..Walk::new(self.subject.clone()) };
    }

    /// Goes on towards the goal after some time has passed, for about as long as `budget`.
    pub fn advance(&mut self, passed: Duration, budget: Duration) {
        match self.goal {
            Goal::Still => {}
            Goal::Play => {
                self.owed += passed.as_secs_f32() * self.speed;
                let began = Instant::now();
                while self.owed >= 1.0 && self.goal == Goal::Play {
                    self.owed -= 1.0;
                    self.go();
                    if began.elapsed() > budget {
                        self.owed = 0.0;
                    }
                }
            }
            Goal::Solution | Goal::Over(_) => {
                let began = Instant::now();
                while self.goal != Goal::Still {
                    self.go();
                    let there = match self.goal {
                        Goal::Over(depth) => self.is_over_at(depth),
                        _ => self.last == Some(Step::Solution),
                    };
                    if there {
                        self.goal = Goal::Still;
                    }
                    // A look at the clock costs as much as some steps.
                    if self.taken.is_multiple_of(64) && began.elapsed() > budget {
                        break;
                    }
                }
            }
        }
    }

    fn is_over_at(&self, depth: usize) -> bool {
        let left = matches!(self.last, Some(Step::Leave { .. })) && self.frames.len() == depth;
        left || self.frames.len() < depth || depth == 0 || self.steps.is_over()
    }

    /// Takes one step; stays for good at the end.
    fn go(&mut self) {
        let Some(taken) = self.steps.step() else {
            self.goal = Goal::Still;
            return;
        };
        let (nodes, solutions) = (self.steps.effort().nodes, self.solutions);
        let mut left = None;
        match taken.step {
            Step::Choose { item, degree } => self.frames.push(Frame {
                item,
                degree,
                options: self.steps.list(item),
                tried: Vec::new(),
                trying: false,
                before: (0, 0),
                kept: 0,
            }),
            Step::DeadEnd { item } => self.end = Some(End::DeadEnd(item)),
            Step::Solution => {
                self.solutions += 1;
                self.end = Some(End::Solution);
            }
            Step::Try { .. } => {
                self.end = None;
                if let Some(top) = self.frames.last_mut() {
                    top.trying = true;
                    top.before = (nodes, solutions);
                }
            }
            Step::Leave { .. } => {
                if let (Some(top), Some(end)) = (self.frames.last_mut(), self.end.take()) {
                    if let End::Node(Some(node)) = &end {
                        left = Some(Arc::clone(node));
                    }
                    top.trying = false;
                    let before = std::mem::take(&mut top.before);
                    let (nodes, solutions) = (nodes - before.0, solutions - before.1);
                    top.push(Tried { nodes, solutions, end });
                }
            }
            Step::Restore { .. } => {
                left = self.frames.pop().map(Arc::new);
                self.end = Some(End::Node(left.clone()));
            }
        }
        if self.history.len() == MOST_HISTORY {
            self.history.pop_front();
        }
        self.history.push_back(Past { taken, frame: left, last: self.last });
        self.last = Some(taken.step);
        self.taken += 1;
        if self.steps.is_over() {
            self.goal = Goal::Still;
        }
    }

    /// How items and options stand. Linear in the size of the problem.
    pub fn picture(&mut self) -> Picture {
        let leaf = matches!(self.last, Some(Step::Solution | Step::DeadEnd { .. }));
        let trying = self.frames.last().is_some_and(|frame| frame.trying);
        let mut placed: Vec<OptionId> = self
            .frames
            .iter()
            .filter(|frame| frame.trying)
            .filter_map(|frame| frame.option(frame.tried.len()))
            .collect();
        let now = self.steps.now();
        let (sight, stays) = if leaf || self.frames.is_empty() {
            (now, None)
        } else {
            (self.steps.at_node(), trying.then_some(now))
        };
        let alive = |(option, &alive): (usize, &bool)| match (alive, &stays) {
            (false, _) => Standing::Gone,
            (true, Some(now)) if !now.alive[option] => Standing::Leaving,
            (true, _) => Standing::Alive,
        };
        let mut standing: Vec<Standing> = sight.alive.iter().enumerate().map(alive).collect();
        let mut item = None;
        let mut option = None;
        if let Some(Step::DeadEnd { item: dead }) = self.last {
            item = Some(dead);
        }
        if let Some(frame) = self.frames.last().filter(|_| !leaf) {
            item = Some(frame.item);
            let now = frame.tried.len();
            let has_option = trying && frame.option(now).is_some();
            option = if has_option { placed.pop() } else { None };
            for (rank, &option) in frame.options.iter().enumerate().take(frame.degree as usize) {
                standing[option.index()] = match rank.cmp(&now) {
                    std::cmp::Ordering::Less => Standing::Tried,
                    std::cmp::Ordering::Equal if trying => Standing::Trying,
                    _ => Standing::Left,
                };
            }
        }
        for &option in &placed {
            standing[option.index()] = Standing::Chosen;
        }
        let primary = self.subject.problem().primary_count();
        Picture {
            open: sight.counts[..primary].iter().flatten().count(),
            alive: sight.alive.iter().filter(|&&alive| alive).count(),
            counts: sight.counts,
            standing,
            item,
            dead_end: leaf && item.is_some(),
            placed,
            trying: option,
        }
    }

    /// An item in words, such as "cell 5, 2" or "piece L".
    pub fn item_words(&self, item: ItemId) -> String {
        match (&self.subject, self.meaning(item)) {
            (Subject::Puzzle(puzzle, _), Meaning::Piece(piece)) => {
                format!("piece {}", puzzle.piece(piece).name)
            }
            (Subject::Puzzle(puzzle, _), Meaning::Site(site)) => {
                let lattice = puzzle.lattice;
                let site = puzzle.board.sites()[site].site;
                format!("{} {}", lattice.site_words.0, lattice.site_label(site))
            }
            (Subject::Puzzle(puzzle, encoding), Meaning::Junction(junction)) => {
                let numbers = (puzzle.lattice.address.of_corner)(encoding.junctions[junction].0);
                let numbers: Vec<String> = numbers.iter().map(i32::to_string).collect();
                format!("junction {}", numbers.join(", "))
            }
            _ => format!("item {}", self.subject.problem().item(item).name),
        }
    }

    /// An item in as few letters as a column has room for.
    pub fn item_letters(&self, item: ItemId) -> String {
        let name = &self.subject.problem().item(item).name;
        match self.meaning(item) {
            Meaning::Piece(_) => name.trim_start_matches('#').to_owned(),
            Meaning::Junction(_) | Meaning::Name => name.clone(),
            // Where every number has one digit, none needs a comma.
            Meaning::Site(_) if name.split(',').all(|part| part.len() == 1) => {
                name.replace(',', "")
            }
            Meaning::Site(_) => name.clone(),
        }
    }

    /// The names of an option's items, with their colours.
    pub fn option_items(&self, option: OptionId) -> String {
        let problem = self.subject.problem();
        let name = |cell: &crate::exact_cover::Cell| {
            let item = self.item_letters(cell.item);
            match cell.colour {
                0 => item,
                colour => format!("{item}:{}", problem.colour_name(colour)),
            }
        };
        problem.option(option).iter().map(name).collect::<Vec<_>>().join(" ")
    }

    /// The letter of the algorithm and the label of the step taken last, such as "X5".
    pub fn label(&self) -> String {
        let algorithm = self.steps.algorithm();
        match &self.last {
            None => format!("{}1", algorithm.letter()),
            Some(step) => algorithm.label(step).to_owned(),
        }
    }

    /// The name of the algorithm.
    pub fn algorithm(&self) -> String {
        format!("Algorithm {} with dancing links", self.steps.algorithm().letter())
    }

    /// What the last step did, in a few words for the status line.
    pub fn short_words(&self) -> &'static str {
        match self.last {
            None => "set up the matrix",
            Some(Step::Choose { .. }) => "choose an item",
            Some(Step::DeadEnd { .. }) => "an item without options",
            Some(Step::Solution) => "a solution",
            Some(Step::Try { .. }) => "try an option",
            Some(Step::Leave { .. }) => "take it back",
            Some(Step::Restore { .. }) => "leave the level",
        }
    }

    /// What the last step did and why, in a sentence or two.
    pub fn sentence(&self) -> String {
        let label = self.label();
        let problem = self.subject.problem();
        let has_multiplicity = |item: ItemId| problem.item(item).kind != ItemKind::ONCE;
        if self.can_step().is_err() {
            let nodes = words::count(self.effort().nodes, "node");
            let solutions = words::count(self.solutions, "solution");
            return format!(
                "The whole tree has been searched: {nodes}, {solutions}. Every link of the matrix \
                 is as it was at the start."
            );
        }
        match self.last {
            None => format!(
                "Step {label}. The matrix has a column for each item and a row for each option. \
                 Wanted: rows that meet every column once. Step on to choose the first item."
            ),
            Some(Step::Choose { item, degree }) => {
                let what = self.item_words(item);
                let n = words::count(u64::from(degree), "option");
                let n = if has_multiplicity(item) { format!("{degree} branches") } else { n };
                format!(
                    "Step {label}. Choose {what}: no open item offers fewer branches than its \
                     {n}. Cover it, so that these leave the lists of all other items."
                )
            }
            Some(Step::DeadEnd { item }) => format!(
                "Step {label}. {} cannot be covered any more: no option is left for it. A dead \
                 end; the last choice must be taken back.",
                words::capitalised(&self.item_words(item))
            ),
            Some(Step::Solution) => format!(
                "No item is left to cover: this is solution {}. {} chosen options meet every \
                 column.",
                words::grouped(self.solutions),
                words::grouped(self.depth() as u64),
            ),
            Some(Step::Try { option: Some(option), .. }) => format!(
                "Step {label}. Try option {}: cover its other items, so that every option that \
                 meets it leaves the matrix (shown faint).",
                option.0 + 1
            ),
            Some(Step::Try { option: None, item, .. }) => {
                format!("Step {label}. Let {} do without a further option.", self.item_words(item))
            }
            Some(Step::Leave { option: Some(option), .. }) => format!(
                "Step {label}. Take option {} back: uncover its items in the reverse order, so \
                 that every link dances back to its place.",
                option.0 + 1
            ),
            Some(Step::Leave { option: None, item, .. }) => {
                format!(
                    "Step {label}. {} takes part again.",
                    words::capitalised(&self.item_words(item))
                )
            }
            Some(Step::Restore { item }) => format!(
                "Step {label}. All branches of {} were tried: uncover it and leave the level.",
                self.item_words(item)
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::exact_cover::{Choice, DancingLinks, Observer, Part};
    use crate::format::{bundled, dlx};

    /// Knuth, Dancing Links (2000), matrix (3).
    const PAPER: &str = "a b c d e f g\nc e f\na d g\nb c f\na d\nb g\nd e g\n";

    fn paper() -> Walk {
        Walk::new(Subject::Problem("Paper".into(), Arc::new(dlx::read(PAPER).unwrap())))
    }

    fn bundled_walk(name: &str) -> Walk {
        let puzzle = bundled::ALL.iter().find(|b| b.path.ends_with(name)).unwrap().open().puzzle;
        let encoding = Arc::new(Encoding::new(&puzzle).unwrap());
        Walk::new(Subject::Puzzle(puzzle, encoding))
    }

    fn run(walk: &mut Walk) {
        while walk.goal() != Goal::Still {
            walk.advance(Duration::from_secs(1), Duration::from_secs(1));
        }
    }

    #[derive(Default)]
    struct Found(Vec<Vec<OptionId>>);

    impl Observer for Found {
        fn solution(&mut self, options: &[OptionId]) -> ControlFlow<()> {
            self.0.push(options.to_vec());
            ControlFlow::Continue(())
        }
        fn pulse(&mut self, _: &Effort, _: &[Choice]) -> ControlFlow<()> {
            ControlFlow::Continue(())
        }
    }

    #[test]
    fn the_paper_s_example_is_solved_as_the_paper_tells_it() {
        let mut walk = paper();
        let mut told = Vec::new();
        while walk.can_step().is_ok() {
            walk.step();
            told.push(match walk.last().unwrap() {
                Step::Choose { item, degree } => format!("{} {degree}", walk.item_words(item)),
                Step::Try { option, .. } => format!("try {}", option.unwrap().0 + 1),
                Step::Leave { option, .. } => format!("leave {}", option.unwrap().0 + 1),
                Step::DeadEnd { item } => format!("none for {}", walk.item_letters(item)),
                Step::Solution => "solution".to_owned(),
                Step::Restore { item } => format!("restore {}", walk.item_letters(item)),
            });
        }
        // A has rows 2 and 4; with row 2, item b has only row 3, and then e has none. With row 4
        // the solution of rows 4, 1 and 5 follows.
        let paper = [
            "item a 2",
            "try 2",
            "item b 1",
            "try 3",
            "none for e",
            "leave 3",
            "restore b",
            "leave 2",
            "try 4",
            "item e 1",
            "try 1",
            "item b 1",
            "try 5",
            "solution",
            "leave 5",
            "restore b",
            "leave 1",
            "restore e",
            "leave 4",
            "restore a",
        ];
        assert_eq!(told, paper);
        assert_eq!(walk.solutions(), 1);
        let End::Node(Some(root)) = walk.end().unwrap() else { panic!("the tree is small") };
        assert_eq!(root.sums(), (walk.effort().nodes - 1, 1));
    }

    #[test]
    fn a_walk_goes_back_to_where_it_was_with_the_tree_that_it_had() {
        let mut walk = paper();
        let mut seen = Vec::new();
        let look = |walk: &mut Walk| {
            let picture = walk.picture();
            let tree = (walk.frames().to_vec(), walk.end().cloned(), walk.solutions());
            (tree, picture.counts, picture.standing, picture.placed, walk.sentence())
        };
        while walk.can_step().is_ok() {
            seen.push(look(&mut walk));
            walk.step();
        }
        for before in seen.into_iter().rev() {
            walk.back();
            // What a branch has led to is only kept until the next is tried.
            let now = look(&mut walk);
            assert_eq!(now.0.0, before.0.0);
            assert_eq!((now.0.2, now.1, now.2, now.3), (before.0.2, before.1, before.2, before.3));
            assert_eq!(now.4, before.4);
        }
        assert!(walk.can_go_back().is_err());
        assert_eq!(walk.taken(), 0);
    }

    #[test]
    fn bundled_puzzles_are_walked_through_the_same_nodes_as_they_are_searched() {
        for name in ["pentominoes-3x20.ron", "soma-cube.ron", "welded-tetrasticks-4x4.ron"] {
            let mut walk = bundled_walk(name);
            let mut found = Found::default();
            let problem = walk.subject().problem();
            let mut links = DancingLinks::new(problem);
            let (effort, _) = links.search(Part::default(), &mut found);
            let mut solutions = Vec::new();
            loop {
                walk.to_solution();
                run(&mut walk);
                if walk.last() != Some(Step::Solution) {
                    break;
                }
                solutions.push(walk.picture().placed);
                // Far beyond what is needed to tell a difference.
                if solutions.len() == 200 {
                    break;
                }
            }
            assert_eq!(solutions, found.0[..solutions.len()], "{name}");
            if walk.can_step().is_err() {
                assert_eq!(*walk.effort(), effort, "{name}");
            }
        }
    }

    #[test]
    fn stepping_over_a_branch_goes_through_its_whole_subtree() {
        let mut walk = bundled_walk("pentominoes-3x20.ron");
        walk.step();
        walk.step();
        assert!(matches!(walk.last(), Some(Step::Try { rank: 0, .. })));
        walk.step_over();
        run(&mut walk);
        assert!(matches!(walk.last(), Some(Step::Leave { rank: 0, .. })));
        assert_eq!(walk.frames().len(), 1);
        let tried = walk.frames()[0].tried[0].clone();
        assert_eq!(tried.nodes + 1, walk.effort().nodes);
        walk.step_over();
        run(&mut walk);
        assert_eq!(walk.frames()[0].tried.len(), 2, "from beside a branch over the next one");
    }

    #[test]
    fn however_long_the_walk_only_so_much_is_remembered() {
        let mut walk = bundled_walk("pentominoes-6x10.ron");
        while walk.taken() <= 2 * MOST_HISTORY as u64 {
            walk.to_solution();
            run(&mut walk);
        }
        assert_eq!(walk.history.len(), MOST_HISTORY);
        assert!(walk.frames().iter().all(|frame| frame.kept <= MOST_KEPT));
        while walk.can_go_back().is_ok() {
            walk.back();
        }
        assert!(walk.can_go_back().unwrap_err().contains("remembered"));
        walk.step();
        assert!(walk.can_go_back().is_ok());
    }

    #[test]
    fn a_playing_walk_takes_the_steps_for_which_time_has_passed() {
        let mut walk = paper();
        walk.speed = 4.0;
        walk.play_or_pause();
        let budget = Duration::from_secs(10);
        walk.advance(Duration::ZERO, budget);
        assert_eq!(walk.taken(), 1, "the first step is taken at once");
        walk.advance(Duration::from_millis(200), budget);
        assert_eq!(walk.taken(), 1);
        walk.advance(Duration::from_millis(300), budget);
        assert_eq!(walk.taken(), 3);
        walk.play_or_pause();
        walk.advance(Duration::from_secs(5), budget);
        assert_eq!(walk.taken(), 3);
        walk.restart();
        assert_eq!((walk.taken(), walk.speed, walk.effort().nodes), (0, 4.0, 0));
    }
}
