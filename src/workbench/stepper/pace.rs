//! The movement of a stepper: by steps of a size, by itself at a speed, or to a place in the
//! search.

use std::time::{Duration, Instant};

use super::{Goal, StepSize, Stepper};
use crate::exact_cover::Step;

/// Steps between two looks at the clock, which cost as much as some steps.
const STEPS_UNTIMED: u64 = 64;

impl Stepper {
    /// Takes one step of the chosen size and stays there.
    pub fn step(&mut self) {
        self.goal = Goal::Still;
        self.forward();
    }

    /// Undoes one step of the chosen size and stays there.
    pub fn back(&mut self) {
        self.goal = Goal::Still;
        match self.size() {
            StepSize::Link => {
                let done = self.assignments_done();
                if done > 1 {
                    self.shown = Some(done - 1);
                } else {
                    self.undo();
                }
            }
            StepSize::Item => self.undo(),
            StepSize::Option => {
                self.undo();
                while !self.history.is_empty() && !self.is_at_option() {
                    self.undo();
                }
            }
        }
    }

    /// The size of a step; whole steps where links cannot be shown.
    pub fn size(&self) -> StepSize {
        match self.size {
            StepSize::Link if self.can_show_links().is_err() => StepSize::Item,
            size => size,
        }
    }

    /// Chooses the size of a step.
    pub fn set_size(&mut self, size: StepSize) {
        self.size = size;
        self.shown = None;
    }

    /// Returns the number of assignments of the last step that are done, of those that are shown
    /// one by one.
    pub fn assignments_done(&mut self) -> usize {
        self.shown.unwrap_or_else(|| self.link_step().assignments.len())
    }

    /// Shows the last step as it is after some of its assignments.
    pub fn show_assignments(&mut self, count: usize) {
        self.goal = Goal::Still;
        self.shown = Some(count).filter(|&count| count < self.link_step().assignments.len());
    }

    fn forward(&mut self) {
        match self.size() {
            StepSize::Link => match self.shown {
                Some(done) => {
                    let all = self.link_step().assignments.len();
                    self.shown = Some(done + 1).filter(|&done| done < all);
                }
                None => {
                    self.go();
                    let all = self.link_step().assignments.len();
                    self.shown = Some(1).filter(|&done| done < all);
                }
            },
            StepSize::Item => self.go(),
            StepSize::Option => {
                self.go();
                while self.can_step().is_ok() && !self.is_at_option() {
                    self.go();
                }
            }
        }
    }

    /// Returns whether the last step tried an option, undid one, or met an end.
    fn is_at_option(&self) -> bool {
        let last = self.last;
        matches!(
            last,
            Some(Step::Try { .. } | Step::Leave { .. } | Step::Solution | Step::DeadEnd { .. })
        )
    }

    /// Goes on to the end of the branch that is tried, or is tried next, as fast as it can; at the
    /// root, to where its item is covered. See [`Stepper::advance`].
    pub fn step_over(&mut self) {
        let depth = self.frames.len();
        self.go();
        self.goal = if self.is_over_at(depth) { Goal::Still } else { Goal::Over(depth) };
    }

    /// Goes on to the next solution, as fast as it can; see [`Stepper::advance`].
    pub fn to_solution(&mut self) {
        self.goal = Goal::Solution;
    }

    /// Goes to a step by its number, forward or back, as fast as it can; see [`Stepper::advance`].
    pub fn to_step(&mut self, number: u64) {
        self.goal = Goal::Step(number);
    }

    /// Goes on to where a branch of an open node is tried, as fast as it can; see
    /// [`Stepper::advance`].
    pub fn to_branch(&mut self, level: usize, rank: usize) {
        self.goal = Goal::Branch(level, rank);
    }

    /// Goes on until the level changes, as fast as it can; see [`Stepper::advance`].
    pub fn to_next_level(&mut self) {
        self.goal = Goal::LevelAfter(self.depth());
    }

    /// Goes back until the level was another, as fast as it can; see [`Stepper::advance`].
    pub fn to_previous_level(&mut self) {
        self.goal = Goal::LevelBefore(self.depth());
    }

    /// Goes on by itself at the chosen speed, or stays where it is if it was going anywhere.
    pub fn play_or_pause(&mut self) {
        self.owed = 1.0;
        self.goal = if self.goal == Goal::Still { Goal::Play } else { Goal::Still };
    }

    /// Goes on towards the goal after some time has passed, for about as long as `budget`.
    pub fn advance(&mut self, passed: Duration, budget: Duration) {
        let began = Instant::now();
        match self.goal {
            Goal::Still => {}
            Goal::Play => {
                self.owed += passed.as_secs_f32() * self.speed;
                while self.owed >= 1.0 && self.goal == Goal::Play {
                    self.owed -= 1.0;
                    self.forward();
                    if began.elapsed() > budget {
                        self.owed = 0.0;
                    }
                }
            }
            _ => {
                let mut steps = 0;
                while self.goal != Goal::Still {
                    self.approach();
                    steps += 1;
                    if steps % STEPS_UNTIMED == 0 && began.elapsed() > budget {
                        break;
                    }
                }
            }
        }
    }

    /// Takes a step towards the goal, and stays where that is reached.
    fn approach(&mut self) {
        let goal = self.goal;
        match goal {
            Goal::Step(number) if number < self.taken => {
                // Steps that are no longer remembered are taken again from the start.
                if self.taken - number > self.history.len() as u64 {
                    self.restart();
                } else {
                    self.undo();
                }
            }
            Goal::Step(number) if number == self.taken => {}
            Goal::LevelBefore(_) => self.undo(),
            _ => self.go(),
        }
        let over = self.steps.is_over();
        let there = match goal {
            Goal::Over(depth) => self.is_over_at(depth),
            Goal::Solution => over || self.last == Some(Step::Solution),
            Goal::Step(number) => self.taken == number || over && self.taken < number,
            Goal::Branch(level, rank) => {
                let reached = |frame: &super::Frame| {
                    frame.tried.len() > rank || frame.tried.len() == rank && frame.trying
                };
                over || self.frames.get(level).is_none_or(reached)
            }
            Goal::LevelAfter(level) => over || self.depth() != level,
            Goal::LevelBefore(level) => self.history.is_empty() || self.depth() != level,
            Goal::Still | Goal::Play => true,
        };
        self.goal = if there { Goal::Still } else { goal };
    }

    pub(super) fn is_over_at(&self, depth: usize) -> bool {
        if depth == 0 {
            return self.last.is_none_or(|last| matches!(last, Step::Cover { .. }))
                || self.steps.is_over();
        }
        let left = matches!(self.last, Some(Step::Leave { .. })) && self.frames.len() == depth;
        left || self.frames.len() < depth || self.steps.is_over()
    }
}
