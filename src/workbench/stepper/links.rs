//! The links of a stepper's matrix: the arrays before and after the last step, and what the step
//! assigned, in order.

use super::Stepper;
use crate::exact_cover::dancing_links::arrays::{Assignment, LinkArray, LinkArrays};
use crate::text;

/// The most items, and nodes of options, of a problem whose links are drawn.
const MAX_ITEMS: usize = 40;
const MAX_NODES: usize = 200;

/// The links before and after a step.
#[derive(Clone, Debug)]
pub struct LinkStep {
    /// The arrays before it.
    before: LinkArrays,
    /// The assignments of the step, in order.
    pub assignments: Vec<Assignment>,
}

impl LinkStep {
    /// The arrays after the first `count` assignments.
    pub fn after(&self, count: usize) -> LinkArrays {
        let mut arrays = self.before.clone();
        for &assignment in &self.assignments[..count.min(self.assignments.len())] {
            arrays.assign(assignment);
        }
        arrays
    }
}

impl Stepper {
    /// Checks whether the links can be drawn.
    ///
    /// # Errors
    /// Why not.
    pub fn can_show_links(&self) -> Result<(), String> {
        let problem = self.subject.problem();
        let (items, nodes) = (problem.items().len(), problem.cell_count());
        if items > MAX_ITEMS || nodes > MAX_NODES {
            let options = text::count(problem.option_count() as u64, "option");
            let items = text::count(items as u64, "item");
            return Err(format!(
                "{items} and {options} are too many to show as links; Matrix shows them all."
            ));
        }
        Ok(())
    }

    /// The links before and after the last step. Linear in the size of the problem: ask
    /// [`Stepper::can_show_links`] first.
    pub fn link_step(&mut self) -> LinkStep {
        let Some(past) = self.history.back() else {
            return LinkStep { before: self.steps.arrays(), assignments: Vec::new() };
        };
        let taken = past.taken;
        self.steps.undo(taken);
        let before = self.steps.arrays();
        self.steps.step();
        let assignments = before.clone().replay(&taken);
        LinkStep { before, assignments }
    }

    /// A value of an array as it is written: colours by name, and −1 for a node whose item has its
    /// colour already.
    pub fn link_value(&self, array: LinkArray, value: u32) -> String {
        match (array, value) {
            (LinkArray::Colour, LinkArrays::COMMITTED) => "−1".to_owned(),
            (LinkArray::Colour, 1..) => self.subject.problem().colour_name(value),
            _ => value.to_string(),
        }
    }

    /// An assignment as the book writes it: "DLINK(6) := 19".
    pub fn assignment_words(&self, assignment: &Assignment) -> String {
        let Assignment { array, index, value, .. } = *assignment;
        format!("{}({index}) := {}", array.name(), self.link_value(array, value))
    }
}
