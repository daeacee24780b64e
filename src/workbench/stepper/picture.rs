//! The state of items and options at a step, for the screen to show.

use super::{End, Frame, Stepper};
use crate::exact_cover::{ItemId, MatrixState, OptionId, Step};

/// The state of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Chosen at a level above, or before the first step.
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

/// The number of options of an item before and after a step; `None` where it is covered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountChange {
    /// The item.
    pub item: ItemId,
    /// Before the step.
    pub before: Option<u32>,
    /// After it.
    pub after: Option<u32>,
}

/// Items and options as the screen shows them. The options are those of the node that was entered
/// last, or those left where the stepper entered a level, met a solution or a dead end; the numbers
/// are those of this step.
#[derive(Clone, Debug)]
pub struct Picture {
    /// The number of options of each item; `None` for one that is covered, but for the item chosen.
    pub counts: Vec<Option<u32>>,
    /// The numbers that the last step changed.
    pub changes: Vec<CountChange>,
    /// The state of each option.
    pub standing: Vec<Standing>,
    /// The item branched on, or the one without options.
    pub item: Option<ItemId>,
    /// True if that item has no option.
    pub dead_end: bool,
    /// The options chosen above, first to last, without those taken before the first step.
    pub placed: Vec<OptionId>,
    /// The option that is being tried.
    pub trying: Option<OptionId>,
    /// Primary items that are not covered.
    pub open: usize,
    /// Options that could be chosen still.
    pub alive: usize,
}

impl Picture {
    /// The change of an item's number by the last step.
    pub fn change(&self, item: ItemId) -> Option<CountChange> {
        let at = self.changes.binary_search_by_key(&item, |change| change.item);
        at.ok().map(|at| self.changes[at])
    }
}

impl Stepper {
    /// The state of items and options. Linear in the size of the problem.
    pub fn picture(&mut self) -> Picture {
        let now = self.steps.now();
        let changes = self.count_changes(&now);
        let leaf = matches!(self.end, Some(End::Solution | End::DeadEnd(_)));
        // Whether the item branched on is covered; the picture is of before that.
        let covered = match self.last {
            None | Some(Step::Enter | Step::Choose { .. } | Step::DeadEnd { .. }) => false,
            Some(Step::Cover { .. } | Step::Exhausted { .. }) => true,
            Some(_) => !leaf && !self.frames.is_empty(),
        };
        let sight = if covered { self.steps.at_node() } else { now.clone() };
        let node = self.frames.last().filter(|_| !leaf && self.last != Some(Step::Enter));
        let trying = node.is_some_and(|frame| frame.trying);
        let mut placed = self.path();
        let item = match self.end {
            Some(End::DeadEnd(item)) => Some(item),
            _ => node.map(|frame| frame.item),
        };
        let tried = node.filter(|_| trying).and_then(|frame| frame.option(frame.tried.len()));
        if tried.is_some() {
            placed.pop();
        }
        let mut standing = standing_of(&sight, trying.then_some(&now));
        if let Some(frame) = node {
            set_branches(&mut standing, frame);
        }
        for &option in placed.iter().chain(&self.given) {
            standing[option.index()] = Standing::Chosen;
        }
        let mut counts = now.counts.clone();
        if let Some(item) = item {
            counts[item.index()] = sight.counts[item.index()];
        }
        let is_alive = |(option, &standing): (usize, &Standing)| {
            now.alive[option] || standing == Standing::Left && !trying
        };
        Picture {
            open: now.counts[..self.subject.problem().primary_count()].iter().flatten().count(),
            alive: standing.iter().enumerate().filter(|&option| is_alive(option)).count(),
            dead_end: matches!(self.end, Some(End::DeadEnd(_))),
            counts,
            changes,
            standing,
            item,
            placed,
            trying: tried,
        }
    }

    /// The options chosen on the way from the root to here.
    fn path(&self) -> Vec<OptionId> {
        let trying = self.frames.iter().filter(|frame| frame.trying);
        trying.filter_map(|frame| frame.option(frame.tried.len())).collect()
    }

    /// The numbers of options that the last step changed, by item.
    fn count_changes(&mut self, now: &MatrixState) -> Vec<CountChange> {
        let Some(past) = self.history.back() else { return Vec::new() };
        let taken = past.taken;
        self.steps.undo(taken);
        let before = self.steps.now();
        self.steps.step();
        let all = before.counts.iter().zip(&now.counts).enumerate();
        let changed = all.filter(|(_, (before, after))| before != after);
        let change = |(item, (&before, &after)): (usize, (&Option<u32>, &Option<u32>))| {
            CountChange { item: ItemId(item as u32), before, after }
        };
        changed.map(change).collect()
    }
}

/// Determines which options are alive, and which of those leave now.
fn standing_of(sight: &MatrixState, stays: Option<&MatrixState>) -> Vec<Standing> {
    let standing = |(option, &alive): (usize, &bool)| match (alive, stays) {
        (false, _) => Standing::Gone,
        (true, Some(now)) if !now.alive[option] => Standing::Leaving,
        (true, _) => Standing::Alive,
    };
    sight.alive.iter().enumerate().map(standing).collect()
}

/// Sets the options of the item branched on.
fn set_branches(standing: &mut [Standing], frame: &Frame) {
    let now = frame.tried.len();
    for (rank, &option) in frame.options.iter().enumerate().take(frame.degree as usize) {
        standing[option.index()] = match rank.cmp(&now) {
            std::cmp::Ordering::Less => Standing::Tried,
            std::cmp::Ordering::Equal if frame.trying => Standing::Trying,
            _ => Standing::Left,
        };
    }
}
