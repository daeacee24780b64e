//! The stage of a plan in the making, for those who wait for it.

use std::fmt;
use std::sync::{Arc, Mutex};

use crate::threads::lock;

/// A step on the way to a plan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PlanStep {
    /// The placements are being prepared.
    #[default]
    Preparing,
    /// A reason why there is no solution is looked for.
    Reasons,
    /// The choices of pieces are sampled, to find out whether to search each by itself.
    Pieces,
    /// The search is sampled, to choose the engine and the order of the sites.
    Engine,
    /// Classes of placements are sampled, to find out whether to search each by itself.
    Classes,
}

impl fmt::Display for PlanStep {
    /// Writes the step for people.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PlanStep::Preparing => "Preparing the placements",
            PlanStep::Reasons => "Looking for a reason against any solution",
            PlanStep::Pieces => "Sampling choices of pieces",
            PlanStep::Engine => "Choosing the engine by samples",
            PlanStep::Classes => "Sampling classes of placements",
        })
    }
}

/// The step that a plan in the making is at, and the part of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlanStage {
    /// The step.
    pub step: PlanStep,
    /// The number of the part, from 1, and how many there are; `None` where there is only one.
    pub part: Option<(usize, usize)>,
}

impl fmt::Display for PlanStage {
    /// Writes the stage for people: "Sampling choices of pieces, 3 of 16".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.part {
            Some((number, all)) => write!(f, "{}, {number} of {all}", self.step),
            None => self.step.fmt(f),
        }
    }
}

/// The progress of a plan, shared by who makes it and who waits for it.
#[derive(Clone, Debug, Default)]
pub struct PlanProgress(Arc<Mutex<PlanStage>>);

impl PlanProgress {
    /// The stage now.
    pub fn stage(&self) -> PlanStage {
        *lock(&self.0)
    }

    pub(super) fn enter(&self, step: PlanStep) {
        *lock(&self.0) = PlanStage { step, part: None };
    }

    /// Enters a part of a step, by its number from 1, of so many.
    pub(super) fn enter_part(&self, step: PlanStep, number: usize, all: usize) {
        *lock(&self.0) = PlanStage { step, part: (all > 1).then_some((number, all)) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact_cover::Engine;
    use crate::exact_cover::relaxation::Budget;
    use crate::format::bundled;
    use crate::job::{Plan, PlanOptions, Split};

    #[test]
    fn whoever_waits_for_a_plan_sees_which_part_of_which_step_it_is_at() {
        let path = "square-edges/tetrasticks-5x5-any-one-left-out.ron";
        let bundled = bundled::ALL.iter().find(|bundled| bundled.path == path).expect(path);
        let by_reference = PlanOptions::by(Engine::reference());
        let options = PlanOptions { split: Split::Full, reasons: Budget::NONE, ..by_reference };
        let progress = options.progress.clone();
        assert_eq!(progress.stage().to_string(), "Preparing the placements");
        let plan = Plan::new(bundled.open().puzzle, options).expect("a plan");
        let selections = plan.cases.iter().map(|case| case.selection + 1).max().expect("cases");
        assert!(selections > 1);
        let stage = progress.stage();
        assert_eq!((stage.step, stage.part), (PlanStep::Engine, Some((selections, selections))));
        let words = format!("Choosing the engine by samples, {selections} of {selections}");
        assert_eq!(stage.to_string(), words);
    }

    #[test]
    fn of_a_single_part_no_number_is_said() {
        let progress = PlanProgress::default();
        progress.enter_part(PlanStep::Engine, 1, 1);
        assert_eq!(progress.stage().to_string(), "Choosing the engine by samples");
        progress.enter_part(PlanStep::Classes, 2, 9);
        progress.enter(PlanStep::Reasons);
        assert_eq!(progress.stage(), PlanStage { step: PlanStep::Reasons, part: None });
    }
}
