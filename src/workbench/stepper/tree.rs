//! The tree that a stepper has gone through so far, as far as it is remembered.

use std::sync::Arc;

use crate::exact_cover::{ItemId, OptionId};

/// A finished subtree with more nodes than this is kept as a count alone.
const MAX_NODES: u64 = 100;
/// Nodes kept of all finished subtrees below one open node.
pub(super) const MAX_KEPT: usize = 1000;

/// A node of the tree where an item was branched on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The item.
    pub item: ItemId,
    /// The number of branches.
    pub degree: u32,
    /// The options of the item; branch n takes the n-th, and no further option where there is
    /// none.
    pub options: Vec<OptionId>,
    /// The branches tried, first to last.
    pub tried: Vec<Tried>,
    /// The number of the step that chose the item.
    pub step: u64,
    /// True if the branch after these is being tried.
    pub trying: bool,
    /// Nodes and solutions met before the branch that is being tried, and the number of the step
    /// that took it, while one is.
    pub(super) before: (u64, u64, u64),
    /// Nodes kept in `tried`.
    pub(super) kept: usize,
}

/// A branch that was tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tried {
    /// Nodes below it.
    pub nodes: u64,
    /// Solutions below it.
    pub solutions: u64,
    /// The number of the step that took it.
    pub step: u64,
    /// The outcome.
    pub end: End,
}

/// The outcome of a branch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// A solution.
    Solution,
    /// A node where this item had no option.
    DeadEnd(ItemId),
    /// A node with branches of its own; `None` where it has been forgotten.
    Node(Option<Arc<Frame>>),
}

impl Frame {
    /// The option of a branch; `None` for no further option.
    pub fn option(&self, rank: usize) -> Option<OptionId> {
        self.options.get(rank).copied()
    }

    /// The number of the step that took the branch that is being tried, while one is.
    pub fn trying_since(&self) -> Option<u64> {
        self.trying.then_some(self.before.2)
    }

    /// Nodes and solutions below the branches tried.
    pub fn sums(&self) -> (u64, u64) {
        let add = |(n, s): (u64, u64), tried: &Tried| (n + tried.nodes, s + tried.solutions);
        self.tried.iter().fold((0, 0), add)
    }

    /// Takes in a branch that was tried. Where that would be too much, the oldest subtrees are
    /// forgotten.
    pub(super) fn push(&mut self, mut tried: Tried) {
        if let End::Node(node) = &mut tried.end {
            if tried.nodes > MAX_NODES {
                *node = None;
            }
            self.kept += node.as_ref().map_or(0, |node| node.kept + 1);
        }
        self.tried.push(tried);
        let mut oldest = self.tried.iter_mut();
        while self.kept > MAX_KEPT {
            let Some(tried) = oldest.next() else { break };
            if let End::Node(node) = &mut tried.end {
                self.kept -= node.take().map_or(0, |node| node.kept + 1);
            }
        }
    }

    pub(super) fn pop(&mut self) -> Option<Tried> {
        let tried = self.tried.pop()?;
        if let End::Node(Some(node)) = &tried.end {
            self.kept -= node.kept + 1;
        }
        Some(tried)
    }
}
