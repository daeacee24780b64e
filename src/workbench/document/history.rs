//! The changes of a document, to be undone and redone.
//!
//! Every version is kept whole, so that undo and redo are exact whatever an edit does. A version
//! is the words of the puzzle's file, a few kilobytes, and memory bounds how many there are.

use std::sync::Arc;

use crate::puzzle::Description;

/// The versions of a document before and after the one that is open.
#[derive(Debug, Default)]
pub struct History {
    past: Vec<Step>,
    future: Vec<Step>,
}

/// A change, and the version on its other side.
#[derive(Debug)]
struct Step {
    /// The name of the change, such as "paint 5 cells".
    name: String,
    /// In the past the version before the change, in the future the one after it.
    version: Arc<Description>,
    /// The gesture that it belongs to, while that may continue.
    gesture: Option<u64>,
    /// True if it moved pieces on the board, pinned ones excepted, and changed nothing else.
    is_move: bool,
}

impl Step {
    /// Goes to the other side of the change: its name, and the version there; `now` is the one on
    /// this side.
    fn turn_over(
        self,
        now: &Arc<Description>,
        other: &mut Vec<Step>,
    ) -> (String, Arc<Description>) {
        let Step { name, version, is_move, .. } = self;
        other.push(Step { name: name.clone(), version: Arc::clone(now), gesture: None, is_move });
        (name, version)
    }
}

impl History {
    /// The version before a gesture that continues, if the last change was a part of it.
    pub fn begun(&self, gesture: u64) -> Option<&Arc<Description>> {
        let last = self.past.last().filter(|_| self.future.is_empty());
        last.filter(|step| step.gesture == Some(gesture)).map(|step| &step.version)
    }

    /// Records a change from a version; undone changes can no longer be redone. A change of a gesture
    /// that continues replaces its last record. `is_move` if it only moves pieces on the board.
    pub(in crate::workbench) fn push(
        &mut self,
        name: String,
        before: Arc<Description>,
        gesture: Option<u64>,
        is_move: bool,
    ) {
        let continued = gesture.is_some_and(|gesture| self.begun(gesture).is_some());
        let begun = if continued { self.past.pop() } else { None };
        let is_move = is_move && begun.is_none_or(|step| step.is_move);
        self.future.clear();
        self.past.push(Step { name, version: before, gesture, is_move });
    }

    /// The version before the last change, and what that was; `now` is the one it leads back from.
    pub(in crate::workbench) fn undo(
        &mut self,
        now: &Arc<Description>,
    ) -> Option<(String, Arc<Description>)> {
        let step = self.past.pop()?;
        Some(step.turn_over(now, &mut self.future))
    }

    /// The version after the change that was undone last, and its name.
    pub(in crate::workbench) fn redo(
        &mut self,
        now: &Arc<Description>,
    ) -> Option<(String, Arc<Description>)> {
        let step = self.future.pop()?;
        Some(step.turn_over(now, &mut self.past))
    }

    /// The name of the change that would be undone.
    pub fn undo_name(&self) -> Option<&str> {
        self.past.last().map(|step| step.name.as_str())
    }

    /// The name of the change that would be redone.
    pub fn redo_name(&self) -> Option<&str> {
        self.future.last().map(|step| step.name.as_str())
    }

    /// Returns whether the change that would be undone only moved pieces on the board.
    pub fn undoes_move(&self) -> bool {
        self.past.last().is_some_and(|step| step.is_move)
    }

    /// Returns whether the change that would be redone only moves pieces on the board.
    pub fn redoes_move(&self) -> bool {
        self.future.last().is_some_and(|step| step.is_move)
    }

    /// The number of changes that can be undone.
    pub fn len(&self) -> usize {
        self.past.len()
    }

    /// Returns whether nothing can be undone.
    pub fn is_empty(&self) -> bool {
        self.past.is_empty()
    }

    /// Returns whether nothing was ever changed.
    pub fn is_fresh(&self) -> bool {
        self.past.is_empty() && self.future.is_empty()
    }
}
