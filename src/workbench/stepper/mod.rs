//! A stepper through the search tree of dancing links, to be watched: its position, the tree so
//! far, and the next step.
//!
//! [`Stepper`] moves a [`Steps`] and keeps what the screen shows: the open nodes with
//! their branches, finished subtrees (whole while they are small, else as counts), and the last
//! steps, so that it can go back. Memory is bounded, however long the stepper is. [`picture`] tells
//! how items and options stand. Read next: `ui::steps`.
//!
//! [`picture`]: Stepper::picture

mod links;
mod text;
mod tree;

#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::encode::Encoding;
use crate::exact_cover::{Effort, ItemId, OptionId, Problem, Step, Steps, UndoRecord};
use crate::puzzle::{PieceId, Puzzle};

pub use links::LinkStep;
pub use tree::{End, Frame, Tried};

/// Steps that can be gone back.
const MOST_HISTORY: usize = 20_000;
/// The slowest and the fastest stepper, in steps a second.
pub const SPEEDS: (f32, f32) = (0.5, 512.0);

/// The search that is walked through.
#[derive(Clone)]
pub enum Subject {
    /// A puzzle, with its encoding.
    Puzzle(Arc<Puzzle>, Arc<Encoding>),
    /// Items and options without geometry, and their title.
    Problem(String, Arc<Problem>),
}

/// The meaning of an item in the puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// A piece.
    Piece(PieceId),
    /// A site, by its position on the board.
    Site(usize),
    /// A junction, by its place in the encoding's list.
    Junction(usize),
    /// What a rule asks, by its place in the encoding's list.
    Rule(usize),
    /// No more than its name.
    Name,
}

/// The goal of a stepper that moves by itself.
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

/// The state of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Chosen at a level above.
    Chosen,
    /// An option of the chosen item, tried already.
    Tried,
    /// An option of the chosen item, being tried.
    Trying,
    /// An option of the chosen item, not tried yet.
    Left,
    /// Could be chosen still.
    Alive,
    /// Leaves the matrix because of the option that is being tried.
    Leaving,
    /// Has left the matrix.
    Gone,
}

/// Items and options as the screen shows them: those of the node that was entered last, or those
/// left where the stepper met a solution or a dead end.
#[derive(Clone, Debug)]
pub struct Picture {
    /// The number of options of each item; `None` for one that is covered.
    pub counts: Vec<Option<u32>>,
    /// The state of each option.
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
    taken: UndoRecord,
    /// The node that was left by it.
    frame: Option<Arc<Frame>>,
    last: Option<Step>,
}

/// A search that is walked through. See the module.
pub struct Stepper {
    subject: Subject,
    meanings: Vec<Meaning>,
    steps: Steps,
    last: Option<Step>,
    frames: Vec<Frame>,
    /// The outcome of the branch that is being tried, once it is known.
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

    /// The title of the puzzle or file.
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
            for (rule, (_, item)) in encoding.rule_items.iter().enumerate() {
                meanings[item.index()] = Meaning::Rule(rule);
            }
            for (junction, (_, item)) in encoding.junctions.iter().enumerate() {
                meanings[item.index()] = Meaning::Junction(junction);
            }
        }
        meanings
    }
}

impl Stepper {
    /// Stands before the root. Linear in the size of the problem.
    pub fn new(subject: Subject) -> Stepper {
        Stepper {
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

    /// The search that is walked through.
    pub fn subject(&self) -> &Subject {
        &self.subject
    }

    /// The meaning of an item in the puzzle.
    pub fn meaning(&self, item: ItemId) -> Meaning {
        self.meanings[item.index()]
    }

    /// The open nodes, from the root.
    pub fn frames(&self) -> &[Frame] {
        &self.frames
    }

    /// The outcome of the branch that is being tried, or of the root once the stepper is over.
    pub fn end(&self) -> Option<&End> {
        self.end.as_ref()
    }

    /// The step taken last.
    pub fn last(&self) -> Option<Step> {
        self.last
    }

    /// The number of steps from the start.
    pub fn taken(&self) -> u64 {
        self.taken
    }

    /// The effort of the search so far.
    pub fn effort(&self) -> Effort {
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

    /// The goal, if it moves by itself.
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
            (true, 0) => Err("This is the start of the search."),
            (true, _) => {
                Err("Only the last 20\u{a0}000 steps are remembered. Use Restart steps instead.")
            }
        }
    }

    /// Takes one step and stays there.
    pub fn step(&mut self) {
        self.goal = Goal::Still;
        self.go();
    }

    /// Undoes one step and stays there.
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
                let (nodes, solutions) = (self.steps.nodes(), self.solutions);
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
    /// [`Stepper::advance`].
    pub fn step_over(&mut self) {
        let depth = self.frames.len();
        self.go();
        self.goal = if self.is_over_at(depth) { Goal::Still } else { Goal::Over(depth) };
    }

    /// Goes on to the next solution, as fast as it can; see [`Stepper::advance`].
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
        *self = Stepper { speed: self.speed, ..Stepper::new(self.subject.clone()) };
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
        let (nodes, solutions) = (self.steps.nodes(), self.solutions);
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

    /// The state of items and options. Linear in the size of the problem.
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
}
