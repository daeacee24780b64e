//! The bookkeeping that all tree searches share: nodes by level, and when to report.

use std::ops::ControlFlow;

use super::{Choice, Effort, Observer, PULSE, Part};

/// Counts the nodes of one search and says when a pulse is due.
#[derive(Debug)]
pub struct Meter {
    /// The effort so far. `by_level` has room for levels that were not entered yet.
    effort: Effort,
    /// The number of nodes at the next call of the observer.
    next_pulse: u64,
    most_nodes: u64,
}

impl Meter {
    /// Nothing done yet of the search of a part. Room for the levels that are expected keeps
    /// [`Meter::visit`] quick.
    pub fn new(part: Part<'_>, levels: usize) -> Meter {
        let effort = Effort { by_level: vec![0; levels], ..Effort::default() };
        let most_nodes = part.most_nodes.unwrap_or(u64::MAX);
        Meter { effort, next_pulse: PULSE.min(most_nodes), most_nodes }
    }

    /// Counts a node. Returns whether a [pulse](Meter::pulse) is due.
    #[inline(always)]
    pub fn visit(&mut self, level: usize) -> bool {
        if level >= self.effort.by_level.len() {
            self.effort.by_level.resize(2 * level + 1, 0);
        }
        self.effort.by_level[level] += 1;
        self.effort.nodes += 1;
        self.effort.nodes >= self.next_pulse
    }

    /// Counts nodes of one level. Returns whether a [pulse](Meter::pulse) is due.
    #[inline(always)]
    pub fn visit_all(&mut self, level: usize, count: u64) -> bool {
        if level >= self.effort.by_level.len() {
            self.effort.by_level.resize(2 * level + 1, 0);
        }
        self.effort.by_level[level] += count;
        self.effort.nodes += count;
        self.effort.nodes >= self.next_pulse
    }

    /// Counts a node and reports if a pulse is due.
    #[inline(always)]
    pub fn enter(
        &mut self,
        level: usize,
        observer: &mut dyn Observer,
        path: &[Choice],
    ) -> ControlFlow<()> {
        if self.visit(level) { self.pulse(observer, path) } else { ControlFlow::Continue(()) }
    }

    /// Notes the updates so far; only dancing links make any.
    pub fn set_updates(&mut self, updates: u64) {
        self.effort.updates = updates;
    }

    /// Nodes entered so far.
    #[inline(always)]
    pub fn nodes(&self) -> u64 {
        self.effort.nodes
    }

    /// Reports the effort and the path to the current node.
    #[cold]
    pub fn pulse(&mut self, observer: &mut dyn Observer, path: &[Choice]) -> ControlFlow<()> {
        self.next_pulse = (self.effort.nodes + PULSE).min(self.most_nodes);
        let room = self.effort.by_level.len();
        trim(&mut self.effort);
        let flow = observer.pulse(&self.effort, path);
        self.effort.by_level.resize(room, 0);
        if self.effort.nodes >= self.most_nodes { ControlFlow::Break(()) } else { flow }
    }

    /// Reports as [`Meter::pulse`] does where siblings are counted together, before they are entered:
    /// those behind the nodes of the path, from a level on, and the children of its last node. The
    /// effort that is told is that of the nodes up to the last of the path.
    pub fn pulse_before(
        &mut self,
        observer: &mut dyn Observer,
        path: &[Choice],
        from: usize,
        children: u64,
    ) -> ControlFlow<()> {
        let later = |choice: &Choice| u64::from(choice.degree - choice.rank - 1);
        let later = path.iter().skip(from).map(later).chain([children]);
        let ahead: Vec<u64> = std::iter::repeat_n(0, from + 1).chain(later).collect();
        let counted = self.effort.clone();
        self.effort.by_level.iter_mut().zip(&ahead).for_each(|(nodes, ahead)| *nodes -= ahead);
        self.effort.nodes -= ahead.iter().sum::<u64>();
        let is_enough = counted.nodes >= self.most_nodes;
        let flow = self.pulse(observer, path);
        self.effort = counted;
        self.next_pulse = (self.effort.nodes + PULSE).min(self.most_nodes);
        if is_enough { ControlFlow::Break(()) } else { flow }
    }

    /// Returns the total effort.
    pub fn into_effort(mut self) -> Effort {
        trim(&mut self.effort);
        self.effort
    }
}

/// Drops the levels at the end that have no nodes.
fn trim(effort: &mut Effort) {
    let levels = effort.by_level.iter().rposition(|&n| n > 0).map_or(0, |i| i + 1);
    effort.by_level.truncate(levels);
}
