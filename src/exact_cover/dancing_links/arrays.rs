//! The arrays of dancing links at one moment, as TAOCP 7.2.2.1 names and numbers them, and the
//! assignments by which items are covered and uncovered.
//!
//! [`LinkArrays`] is a copy for people to look at: a step of Algorithm X is carried out on it one
//! assignment after another ([`LinkArrays::replay`]), each with the value that it replaces. What
//! it arrives at is what the engine arrives at; the tests compare the two after every step.

use super::DancingLinks;
use super::steps::{Step, Steps};
use crate::exact_cover::{ItemId, OptionId};

/// An array of the data structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LinkArray {
    /// The previous item in the list of items to cover.
    Llink,
    /// The next item in the list of items to cover.
    Rlink,
    /// The previous node in the list of an item.
    Ulink,
    /// The next node in the list of an item.
    Dlink,
    /// The number of nodes in the list of an item.
    Len,
}

/// An assignment to an entry of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assignment {
    /// The array.
    pub array: LinkArray,
    /// The index of the entry.
    pub index: u32,
    /// The value after it.
    pub value: u32,
    /// The value before it.
    pub before: u32,
}

/// The arrays at one moment.
///
/// Node 0 is the root of the list of items, nodes 1 to n are the headers of the items, and the
/// nodes of the options follow, with a spacer before the first option and after each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkArrays {
    llink: Vec<u32>,
    rlink: Vec<u32>,
    ulink: Vec<u32>,
    dlink: Vec<u32>,
    len: Vec<u32>,
    /// The header above each node; 0 for the root and for spacers.
    top: Vec<u32>,
    /// The first node of each option.
    first: Vec<u32>,
}

impl LinkArray {
    /// Its name in the book.
    pub fn name(self) -> &'static str {
        match self {
            LinkArray::Llink => "LLINK",
            LinkArray::Rlink => "RLINK",
            LinkArray::Ulink => "ULINK",
            LinkArray::Dlink => "DLINK",
            LinkArray::Len => "LEN",
        }
    }
}

impl std::fmt::Display for Assignment {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "{}({}) := {}", self.array.name(), self.index, self.value)
    }
}

impl Steps {
    /// The links as they are now. Linear in the size of the problem.
    pub fn arrays(&self) -> LinkArrays {
        LinkArrays::of_links(&self.links)
    }
}

impl LinkArrays {
    fn of_links(links: &DancingLinks) -> LinkArrays {
        let items = links.len.len() - 1;
        let spacers = (items + 1..links.nodes.len()).filter(|&node| links.nodes[node].top == 0);
        let mut first: Vec<u32> = spacers.map(|spacer| spacer as u32 + 1).collect();
        // No option follows the last spacer.
        first.pop();
        LinkArrays {
            llink: links.left.clone(),
            rlink: links.right.clone(),
            ulink: links.nodes.iter().map(|node| node.up).collect(),
            dlink: links.nodes.iter().map(|node| node.down).collect(),
            len: links.len.clone(),
            top: links.nodes.iter().map(|node| node.top).collect(),
            first,
        }
    }

    /// The number of items.
    pub fn items(&self) -> usize {
        self.len.len() - 1
    }

    /// The number of nodes: the root, headers, nodes of options and spacers.
    pub fn nodes(&self) -> usize {
        self.top.len()
    }

    /// An entry; `None` where the array has none, as the links of a secondary item among the items
    /// to cover.
    pub fn get(&self, array: LinkArray, index: u32) -> Option<u32> {
        self.array(array).get(index as usize).copied()
    }

    /// The nodes of an option, in order.
    pub fn option_nodes(&self, option: OptionId) -> std::ops::Range<u32> {
        let first = self.first[option.index()];
        // Before the next option's first node stands a spacer; one stands at the end, too.
        let end = self.first.get(option.index() + 1).copied().unwrap_or(self.top.len() as u32);
        first..end - 1
    }

    /// The header of a node of an option.
    pub fn header(&self, node: u32) -> u32 {
        self.top[node as usize]
    }

    /// The node of an option in the list of one of its items.
    pub fn node(&self, option: OptionId, item: ItemId) -> Option<u32> {
        self.option_nodes(option).find(|&node| self.top[node as usize] == item.0 + 1)
    }

    /// Returns whether a node of an option is in the list of its item.
    pub fn is_listed(&self, node: u32) -> bool {
        self.dlink[self.ulink[node as usize] as usize] == node
    }

    /// Returns whether an item is in the list of items to cover.
    pub fn is_active(&self, header: u32) -> bool {
        let left = self.llink.get(header as usize);
        left.is_some_and(|&left| self.rlink[left as usize] == header)
    }

    /// Carries out a step of Algorithm X, and returns its assignments in their order.
    pub fn replay(&mut self, step: &Step) -> Vec<Assignment> {
        let mut log = Vec::new();
        match *step {
            Step::Cover { item } => self.cover(item.0 + 1, &mut log),
            Step::Restore { item } => self.uncover(item.0 + 1, &mut log),
            Step::Try { item, option: Some(option), .. } => {
                for node in self.others(option, item) {
                    self.cover(self.top[node as usize], &mut log);
                }
            }
            Step::Leave { item, option: Some(option), .. } => {
                for node in self.others(option, item).into_iter().rev() {
                    self.uncover(self.top[node as usize], &mut log);
                }
            }
            Step::Enter
            | Step::Solution
            | Step::Choose { .. }
            | Step::DeadEnd { .. }
            | Step::Exhausted { .. }
            | Step::LeaveLevel
            | Step::Try { option: None, .. }
            | Step::Leave { option: None, .. } => {}
        }
        log
    }

    /// Carries out one assignment.
    pub fn assign(&mut self, assignment: Assignment) {
        let Assignment { array, index, value, .. } = assignment;
        self.array_mut(array)[index as usize] = value;
    }

    fn array(&self, array: LinkArray) -> &[u32] {
        match array {
            LinkArray::Llink => &self.llink,
            LinkArray::Rlink => &self.rlink,
            LinkArray::Ulink => &self.ulink,
            LinkArray::Dlink => &self.dlink,
            LinkArray::Len => &self.len,
        }
    }

    fn array_mut(&mut self, array: LinkArray) -> &mut [u32] {
        match array {
            LinkArray::Llink => &mut self.llink,
            LinkArray::Rlink => &mut self.rlink,
            LinkArray::Ulink => &mut self.ulink,
            LinkArray::Dlink => &mut self.dlink,
            LinkArray::Len => &mut self.len,
        }
    }

    fn set(&mut self, array: LinkArray, index: u32, value: u32, log: &mut Vec<Assignment>) {
        let before = std::mem::replace(&mut self.array_mut(array)[index as usize], value);
        log.push(Assignment { array, index, value, before });
    }

    /// The nodes of an option besides the one of an item, cyclically from that one.
    fn others(&self, option: OptionId, item: ItemId) -> Vec<u32> {
        self.node(option, item).map_or_else(Vec::new, |node| self.around(node))
    }

    /// The other nodes of a node's option, cyclically from it.
    fn around(&self, node: u32) -> Vec<u32> {
        let at = self.first.partition_point(|&first| first <= node) - 1;
        let nodes = self.option_nodes(OptionId(at as u32));
        (node + 1..nodes.end).chain(nodes.start..node).collect()
    }

    fn cover(&mut self, header: u32, log: &mut Vec<Assignment>) {
        let mut node = self.dlink[header as usize];
        while node != header {
            for other in self.around(node) {
                let (up, down) = (self.ulink[other as usize], self.dlink[other as usize]);
                self.set(LinkArray::Dlink, up, down, log);
                self.set(LinkArray::Ulink, down, up, log);
                let top = self.top[other as usize];
                self.set(LinkArray::Len, top, self.len[top as usize] - 1, log);
            }
            node = self.dlink[node as usize];
        }
        if (header as usize) < self.llink.len() {
            let (left, right) = (self.llink[header as usize], self.rlink[header as usize]);
            self.set(LinkArray::Rlink, left, right, log);
            self.set(LinkArray::Llink, right, left, log);
        }
    }

    fn uncover(&mut self, header: u32, log: &mut Vec<Assignment>) {
        if (header as usize) < self.llink.len() {
            let (left, right) = (self.llink[header as usize], self.rlink[header as usize]);
            self.set(LinkArray::Rlink, left, header, log);
            self.set(LinkArray::Llink, right, header, log);
        }
        let mut node = self.ulink[header as usize];
        while node != header {
            for other in self.around(node).into_iter().rev() {
                let (up, down) = (self.ulink[other as usize], self.dlink[other as usize]);
                self.set(LinkArray::Dlink, up, other, log);
                self.set(LinkArray::Ulink, down, other, log);
                let top = self.top[other as usize];
                self.set(LinkArray::Len, top, self.len[top as usize] + 1, log);
            }
            node = self.ulink[node as usize];
        }
    }
}
