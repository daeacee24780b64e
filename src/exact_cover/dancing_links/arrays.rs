//! The arrays of dancing links at one moment, as TAOCP 7.2.2.1 names and numbers them, and the
//! assignments by which items are covered, committed and tweaked, and all of it undone.
//!
//! [`LinkArrays`] is a copy for people to look at: a step of Algorithm X, C or M is carried out on it
//! one assignment after another ([`LinkArrays::replay`]), each with the value that it replaces. What
//! it arrives at is what the engine arrives at; the tests compare the two after every step.

use super::steps::{Algorithm, Step, Steps, UndoRecord};
use super::{COMMITTED, DancingLinks};
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
    /// The number of options that an item may still take; Algorithm M alone has it.
    Bound,
    /// The number by which fewer options suffice than an item may take; Algorithm M alone has it.
    Slack,
    /// The colour that a node gives a secondary item, [`LinkArrays::COMMITTED`] where the item has that
    /// colour already, or the colour to which an item is committed; 0 for none.
    Colour,
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
    /// Of primary items, empty where every item is covered once.
    bound: Vec<u32>,
    slack: Vec<u32>,
    /// Of all nodes, empty without colours.
    colour: Vec<u32>,
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
            LinkArray::Bound => "BOUND",
            LinkArray::Slack => "SLACK",
            LinkArray::Colour => "COLOR",
        }
    }
}

impl Steps {
    /// The links as they are now. Linear in the size of the problem.
    pub fn arrays(&self) -> LinkArrays {
        LinkArrays::of_links(&self.links, self.algorithm() == Algorithm::M)
    }
}

impl LinkArrays {
    /// The value of COLOR at a node whose item has the node's colour already: −1 in the book.
    pub const COMMITTED: u32 = COMMITTED;

    fn of_links(links: &DancingLinks, has_bounds: bool) -> LinkArrays {
        let bounds = |all: &[u32]| match has_bounds {
            true => all[..=links.primary as usize].to_vec(),
            false => Vec::new(),
        };
        // A spacer keeps an option where other nodes have a colour.
        let colour = |node: &super::Node| if node.top == 0 { 0 } else { node.colour };
        let has_colours = links.nodes.iter().any(|node| colour(node) != 0);
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
            bound: bounds(&links.bound),
            slack: bounds(&links.slack),
            colour: match has_colours {
                true => links.nodes.iter().map(colour).collect(),
                false => Vec::new(),
            },
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

    /// Returns whether the algorithm has an array: BOUND and SLACK, or COLOR, may not be needed.
    pub fn has(&self, array: LinkArray) -> bool {
        !self.array(array).is_empty()
    }

    /// An entry; `None` where the array has none, as the links of a secondary item among the items
    /// to cover, or the colour of a primary one.
    pub fn get(&self, array: LinkArray, index: u32) -> Option<u32> {
        if array == LinkArray::Colour && (index as usize) < self.llink.len() {
            return None;
        }
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

    /// Carries out a step, and returns its assignments in their order.
    pub fn replay(&mut self, taken: &UndoRecord) -> Vec<Assignment> {
        let mut log = Vec::new();
        match taken.step {
            Step::Cover { item } => {
                self.lower(item.0 + 1, &mut log);
            }
            Step::Restore { item } => {
                let header = item.0 + 1;
                match (self.bounds(header), taken.level) {
                    ((bound, slack), Some(level)) if bound != 0 || slack != 0 => {
                        self.untweak(header, level.first, bound != 0, &mut log);
                    }
                    _ => self.uncover(header, &mut log),
                }
                self.raise(header, &mut log);
            }
            Step::Try { item, option: Some(option), .. } => {
                let header = item.0 + 1;
                let (bound, slack) = self.bounds(header);
                if let Some(node) = self.node(option, item).filter(|_| bound != 0 || slack != 0) {
                    self.tweak(node, header, bound != 0, &mut log);
                }
                for node in self.others(option, item) {
                    self.take(node, &mut log);
                }
            }
            Step::Leave { item, option: Some(option), .. } => {
                for node in self.others(option, item).into_iter().rev() {
                    self.give_back(node, &mut log);
                }
            }
            Step::Try { item, option: None, .. } if self.bounds(item.0 + 1).0 != 0 => {
                self.unlink(item.0 + 1, &mut log);
            }
            Step::Leave { item, option: None, .. } if self.bounds(item.0 + 1).0 != 0 => {
                self.relink(item.0 + 1, &mut log);
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
            LinkArray::Bound => &self.bound,
            LinkArray::Slack => &self.slack,
            LinkArray::Colour => &self.colour,
        }
    }

    fn array_mut(&mut self, array: LinkArray) -> &mut [u32] {
        match array {
            LinkArray::Llink => &mut self.llink,
            LinkArray::Rlink => &mut self.rlink,
            LinkArray::Ulink => &mut self.ulink,
            LinkArray::Dlink => &mut self.dlink,
            LinkArray::Len => &mut self.len,
            LinkArray::Bound => &mut self.bound,
            LinkArray::Slack => &mut self.slack,
            LinkArray::Colour => &mut self.colour,
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

    fn is_primary(&self, header: u32) -> bool {
        (header as usize) < self.llink.len()
    }

    /// BOUND and SLACK of a header; 0 where every item is covered once.
    fn bounds(&self, header: u32) -> (u32, u32) {
        let of = |array: &[u32]| array.get(header as usize).copied().unwrap_or(0);
        (of(&self.bound), of(&self.slack))
    }

    /// Lowers the bound of a primary item by one, and covers it at 0.
    fn lower(&mut self, header: u32, log: &mut Vec<Assignment>) {
        let (bound, _) = self.bounds(header);
        if self.has(LinkArray::Bound) {
            self.set(LinkArray::Bound, header, bound - 1, log);
        }
        if bound <= 1 {
            self.cover(header, log);
        }
    }

    /// Raises the bound of a primary item by one.
    fn raise(&mut self, header: u32, log: &mut Vec<Assignment>) {
        if self.has(LinkArray::Bound) {
            self.set(LinkArray::Bound, header, self.bounds(header).0 + 1, log);
        }
    }

    /// Covers the item of a node, lowers its bound or commits it, since the node's option is tried.
    fn take(&mut self, node: u32, log: &mut Vec<Assignment>) {
        let header = self.top[node as usize];
        match self.colour.get(node as usize).copied().unwrap_or(0) {
            _ if self.is_primary(header) => self.lower(header, log),
            0 => self.cover(header, log),
            COMMITTED => {}
            _ => self.purify(node, log),
        }
    }

    /// Undoes `take`.
    fn give_back(&mut self, node: u32, log: &mut Vec<Assignment>) {
        let header = self.top[node as usize];
        match self.colour.get(node as usize).copied().unwrap_or(0) {
            _ if self.is_primary(header) => {
                self.raise(header, log);
                if self.bounds(header).0 <= 1 {
                    self.uncover(header, log);
                }
            }
            0 => self.uncover(header, log),
            COMMITTED => {}
            _ => self.unpurify(node, log),
        }
    }

    fn cover(&mut self, header: u32, log: &mut Vec<Assignment>) {
        let mut node = self.dlink[header as usize];
        while node != header {
            self.hide(node, log);
            node = self.dlink[node as usize];
        }
        if self.is_primary(header) {
            self.unlink(header, log);
        }
    }

    fn uncover(&mut self, header: u32, log: &mut Vec<Assignment>) {
        if self.is_primary(header) {
            self.relink(header, log);
        }
        let mut node = self.ulink[header as usize];
        while node != header {
            self.unhide(node, log);
            node = self.ulink[node as usize];
        }
    }

    /// Takes an item out of the list of items to cover.
    fn unlink(&mut self, header: u32, log: &mut Vec<Assignment>) {
        let (left, right) = (self.llink[header as usize], self.rlink[header as usize]);
        self.set(LinkArray::Rlink, left, right, log);
        self.set(LinkArray::Llink, right, left, log);
    }

    fn relink(&mut self, header: u32, log: &mut Vec<Assignment>) {
        let (left, right) = (self.llink[header as usize], self.rlink[header as usize]);
        self.set(LinkArray::Rlink, left, header, log);
        self.set(LinkArray::Llink, right, header, log);
    }

    /// Returns whether the item of a node has the node's colour already; such a node stays in its
    /// list.
    fn is_committed(&self, node: u32) -> bool {
        self.colour.get(node as usize) == Some(&COMMITTED)
    }

    /// Takes the other nodes of a node's option out of their lists.
    fn hide(&mut self, node: u32, log: &mut Vec<Assignment>) {
        for other in self.around(node) {
            if self.is_committed(other) {
                continue;
            }
            let (up, down) = (self.ulink[other as usize], self.dlink[other as usize]);
            self.set(LinkArray::Dlink, up, down, log);
            self.set(LinkArray::Ulink, down, up, log);
            let top = self.top[other as usize];
            self.set(LinkArray::Len, top, self.len[top as usize] - 1, log);
        }
    }

    fn unhide(&mut self, node: u32, log: &mut Vec<Assignment>) {
        for other in self.around(node).into_iter().rev() {
            if self.is_committed(other) {
                continue;
            }
            let (up, down) = (self.ulink[other as usize], self.dlink[other as usize]);
            self.set(LinkArray::Dlink, up, other, log);
            self.set(LinkArray::Ulink, down, other, log);
            let top = self.top[other as usize];
            self.set(LinkArray::Len, top, self.len[top as usize] + 1, log);
        }
    }

    /// Commits the item of a node to the node's colour: hides the options that give it another one.
    fn purify(&mut self, node: u32, log: &mut Vec<Assignment>) {
        let (header, colour) = (self.top[node as usize], self.colour[node as usize]);
        self.set(LinkArray::Colour, header, colour, log);
        let mut at = self.dlink[header as usize];
        while at != header {
            if self.colour[at as usize] != colour {
                self.hide(at, log);
            } else if at != node {
                self.set(LinkArray::Colour, at, COMMITTED, log);
            }
            at = self.dlink[at as usize];
        }
    }

    fn unpurify(&mut self, node: u32, log: &mut Vec<Assignment>) {
        let (header, colour) = (self.top[node as usize], self.colour[node as usize]);
        self.set(LinkArray::Colour, header, 0, log);
        let mut at = self.ulink[header as usize];
        while at != header {
            if self.is_committed(at) {
                self.set(LinkArray::Colour, at, colour, log);
            } else if at != node {
                self.unhide(at, log);
            }
            at = self.ulink[at as usize];
        }
    }

    /// Takes the first node out of the list of an item, so that no later branch uses its option.
    fn tweak(&mut self, node: u32, header: u32, hides: bool, log: &mut Vec<Assignment>) {
        if hides {
            self.hide(node, log);
        }
        let down = self.dlink[node as usize];
        self.set(LinkArray::Dlink, header, down, log);
        self.set(LinkArray::Ulink, down, header, log);
        self.set(LinkArray::Len, header, self.len[header as usize] - 1, log);
    }

    /// Undoes all tweaks since the first.
    fn untweak(&mut self, header: u32, first: u32, hidden: bool, log: &mut Vec<Assignment>) {
        let end = self.dlink[header as usize];
        self.set(LinkArray::Dlink, header, first, log);
        let (mut node, mut above, mut count) = (first, header, 0);
        while node != end {
            self.set(LinkArray::Ulink, node, above, log);
            count += 1;
            if hidden {
                self.unhide(node, log);
            }
            above = node;
            node = self.dlink[node as usize];
        }
        self.set(LinkArray::Ulink, end, above, log);
        self.set(LinkArray::Len, header, self.len[header as usize] + count, log);
        if !hidden {
            self.uncover(header, log);
        }
    }
}
