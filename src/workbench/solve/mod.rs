//! The ways to start a run, from the beginning, from a saved run, or from the pieces on the board, and the
//! start that waits for its plan. What starts it is `Workbench::solve` (`session/start.rs`), and
//! `Document::start` (`document/runs.rs`).
//!
//! The window never waits for a plan. A run that is asked for before its search is planned is
//! remembered as a `PendingStart` and starts when the next poll finds the plan there.

pub mod first;
pub mod parts;
pub(crate) mod preparation;
pub(crate) mod recount;

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::check::analysis::Analysis;
use super::solutions::SolvedPart;
use super::task::{Task, Wake};
use crate::job::{Plan, PlanProgress, PlanStage};
use crate::puzzle::Description;

/// A run that was asked for and waits for its plan.
pub(super) struct PendingStart {
    pub(super) kind: PendingKind,
    /// Called by the run when it has something new.
    pub(super) wake: Wake,
}

/// The plan that a run waits for.
pub(super) enum PendingKind {
    /// The plan of the puzzle as it is.
    Planned(Start),
    /// A part of the puzzle, and its plan.
    Part(Task<Part>, Planning),
}

/// A search that is being planned: what that is at, and since when.
#[derive(Clone, Debug)]
pub struct Planning {
    pub(super) progress: PlanProgress,
    began: Instant,
}

impl Planning {
    /// The planning of a search that begins now.
    pub(super) fn start() -> Planning {
        Planning { progress: PlanProgress::default(), began: Instant::now() }
    }

    /// The stage that it has reached.
    pub fn stage(&self) -> PlanStage {
        self.progress.stage()
    }

    /// The time that it has taken so far.
    pub fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }
}

/// A part of the open puzzle, ready to be solved.
pub(super) struct Part {
    pub(super) part: SolvedPart,
    pub(super) description: Arc<Description>,
    pub(super) analysis: Arc<Analysis>,
    pub(super) plan: Arc<Plan>,
}

/// The way to begin to solve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// With the saved run, if there is one.
    GoOn,
    /// From the beginning; a saved run is discarded.
    Over,
    /// From the beginning, for the numbers alone; a saved run stays.
    Count,
}
