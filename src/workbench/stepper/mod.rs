//! A stepper through the search tree of dancing links, to be watched: its position, the tree so
//! far, and the next step.
//!
//! [`Stepper`] moves a [`Steps`] and keeps what the screen shows: the open nodes with
//! their branches, finished subtrees (whole while they are small, else as counts), and the last
//! steps, so that it can go back. Memory is bounded, however long the walk is. `pace.rs` moves it,
//! `picture.rs` has the state of items and options, `profile.rs` the whole search in figures,
//! `text.rs` and `sentence.rs` all of it in words; `pictures.rs` writes a series of steps to files. Read next: `ui::steps`.

mod links;
mod pace;
mod picture;
mod pictures;
mod profile;
mod sentence;
mod text;
mod tree;

#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::sync::Arc;

use crate::encode::Encoded;
use crate::exact_cover::{Effort, ItemId, ItemRule, OptionId, Step, Steps, UndoRecord};
use crate::job::Subject;
use crate::puzzle::PieceId;

pub use links::LinkStep;
pub use picture::{CountChange, Picture, Standing};
pub use pictures::{
    FRAME_TIMES, MAX_FRAMES, MAX_PICTURES, PictureForm, PictureSeries, SeriesEnd, SeriesError,
    check_folder,
};
pub use profile::Profile;
pub use text::ItemGroup;
pub use tree::{End, Frame, Tried};

/// Steps that can be gone back.
const MAX_HISTORY: usize = 20_000;
/// The slowest and the fastest stepper, in steps a second.
pub const SPEEDS: (f32, f32) = (0.5, 512.0);

/// The meaning of an item in the puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// A piece.
    Piece(PieceId),
    /// A site, by its position on the board.
    Site(usize),
    /// A junction, by its place in the encoding's list.
    Junction(usize),
    /// The demand of a rule, by its place in the encoding's list.
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
    /// To a step by its number, forward or back, as fast as it can.
    Step(u64),
    /// To where a branch of the open node of a level is tried, by its rank, as fast as it can.
    Branch(usize, usize),
    /// On to where the level is another than this, as fast as it can.
    LevelAfter(usize),
    /// Back to where the level was another than this, as fast as it can.
    LevelBefore(usize),
}

/// The size of a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum StepSize {
    /// One assignment to a link.
    Link,
    /// One numbered step of the algorithm: an item is chosen, covered or uncovered.
    #[default]
    Item,
    /// All that it takes until an option is tried or undone.
    Option,
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
    size: StepSize,
    /// The number of assignments of the last step that are shown as done, if not all.
    shown: Option<usize>,
    /// The options taken before the first step.
    given: Vec<OptionId>,
    names: text::Names,
    profiles: profile::Profiles,
    /// Steps a second while it plays; within [`SPEEDS`].
    pub speed: f32,
    /// The part of a step for which time has passed.
    owed: f32,
}

/// The options that write the givens of a sudoku.
fn given_of(subject: &Subject) -> Vec<OptionId> {
    let Subject::Puzzle(Encoded { puzzle, encoding, .. }) = subject else { return Vec::new() };
    let Some(cover) = puzzle.cover.as_ref().filter(|cover| cover.counts_cells()) else {
        return Vec::new();
    };
    let is_given = |&option: &OptionId| {
        let name = &puzzle.piece(encoding.placement(option).piece).name;
        let mut sites = encoding.sites(option);
        sites.next().and_then(|site| cover.text(site)).is_some_and(|text| text == name)
    };
    (0..encoding.problem.option_count() as u32).map(OptionId).filter(is_given).collect()
}

/// The meanings of the items.
fn meanings_of(subject: &Subject) -> Vec<Meaning> {
    let mut meanings = vec![Meaning::Name; subject.problem().items().len()];
    if let Subject::Puzzle(Encoded { puzzle, encoding, .. }) = subject {
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

impl Stepper {
    /// Stands before the root. Linear in the size of the problem.
    pub fn new(subject: Subject) -> Stepper {
        Stepper::by_rule(subject, ItemRule::Fewest)
    }

    fn by_rule(subject: Subject, rule: ItemRule) -> Stepper {
        let (meanings, given) = (meanings_of(&subject), given_of(&subject));
        Stepper {
            steps: Steps::with(subject.problem(), rule, &given),
            names: text::Names::new(&subject, &meanings),
            meanings,
            given,
            profiles: profile::Profiles::default(),
            size: StepSize::Item,
            shown: None,
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

    /// The rule by which items are chosen.
    pub fn rule(&self) -> ItemRule {
        self.steps.rule()
    }

    /// Begins again with another rule of choosing items.
    pub fn set_rule(&mut self, rule: ItemRule) {
        if rule != self.rule() {
            self.begin(rule);
        }
    }

    /// Goes back to the start.
    pub fn restart(&mut self) {
        self.begin(self.rule());
    }

    fn begin(&mut self, rule: ItemRule) {
        *self = Stepper {
            speed: self.speed,
            size: self.size,
            profiles: self.profiles.clone(),
            ..Stepper::by_rule(self.subject.clone(), rule)
        };
    }

    /// The options taken before the first step: the givens of a sudoku.
    pub fn given(&self) -> &[OptionId] {
        &self.given
    }

    /// The updates so far, by the level that made them.
    pub fn updates_by_level(&self) -> &[u64] {
        self.steps.updates_by_level()
    }

    /// The number of the last assignment of the last step that is shown as done, from 1; `None`
    /// when all are.
    pub fn shown(&self) -> Option<usize> {
        self.shown
    }

    /// The goal, if it moves by itself.
    pub fn goal(&self) -> Goal {
        self.goal
    }

    /// Checks whether it has steps left.
    ///
    /// # Errors
    /// Why not.
    pub fn can_step(&self) -> Result<(), &'static str> {
        if self.steps.is_over() { Err("The whole tree has been searched.") } else { Ok(()) }
    }

    /// Checks whether it can go back.
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

    /// Undoes one numbered step.
    fn undo(&mut self) {
        self.shown = None;
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
            Step::Enter | Step::Cover { .. } | Step::Exhausted { .. } | Step::LeaveLevel => {}
            Step::Try { .. } => {
                if let Some(top) = self.frames.last_mut() {
                    top.trying = false;
                    top.before = (0, 0, 0);
                }
            }
            Step::Leave { .. } => {
                let (nodes, solutions) = (self.steps.nodes(), self.solutions);
                if let Some(top) = self.frames.last_mut()
                    && let Some(tried) = top.pop()
                {
                    top.trying = true;
                    top.before = (nodes - tried.nodes, solutions - tried.solutions, tried.step);
                    self.end = Some(match (tried.end, frame) {
                        (End::Node(None), frame) => End::Node(frame),
                        (end, _) => end,
                    });
                }
            }
            // At a dead end there was no node.
            Step::Restore { .. } => {
                if let Some(frame) = frame {
                    self.end = None;
                    self.frames.push(Arc::unwrap_or_clone(frame));
                }
            }
        }
        self.steps.undo(taken);
        self.last = last;
        self.taken -= 1;
    }

    /// Takes one numbered step; stays for good at the end.
    fn go(&mut self) {
        self.shown = None;
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
                step: self.taken + 1,
                trying: false,
                before: (0, 0, 0),
                kept: 0,
            }),
            Step::Enter | Step::Cover { .. } | Step::Exhausted { .. } | Step::LeaveLevel => {}
            Step::DeadEnd { item } => self.end = Some(End::DeadEnd(item)),
            Step::Solution => {
                self.solutions += 1;
                self.end = Some(End::Solution);
            }
            Step::Try { .. } => {
                self.end = None;
                if let Some(top) = self.frames.last_mut() {
                    top.trying = true;
                    top.before = (nodes, solutions, self.taken + 1);
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
                    top.push(Tried { nodes, solutions, step: before.2, end });
                }
            }
            Step::Restore { .. } => {
                if !matches!(self.end, Some(End::DeadEnd(_))) {
                    left = self.frames.pop().map(Arc::new);
                    self.end = Some(End::Node(left.clone()));
                }
            }
        }
        if self.history.len() == MAX_HISTORY {
            self.history.pop_front();
        }
        self.history.push_back(Past { taken, frame: left, last: self.last });
        self.last = Some(taken.step);
        self.taken += 1;
        if self.steps.is_over() {
            self.goal = Goal::Still;
        }
    }
}
