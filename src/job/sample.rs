//! The size of a search tree, estimated by searching some of its subtrees.
//!
//! Where the most constrained item is branched on, random walks are poor estimates: nearly all of them
//! end early, and the few that do not make up the tree. So the tree is cut where many subtrees
//! arise, and some of those are searched. One that is larger than it may be is cut again, and a
//! random one of its parts stands for all of them, as in a walk (Knuth 1975) that ends in a search
//! of what is small enough. So no part of the tree is left out of account, and where all subtrees
//! are searched the size is exact.

use std::ops::ControlFlow;

use crate::exact_cover::{Choice, Effort, Observer, OptionId, Part, TreeSearch};
use crate::random::{GOLDEN, mixed};

/// The least number of subtrees cut off the root.
const SUBTREES: usize = 256;
/// The least number of subtrees cut off a subtree that is too large.
const PARTS: usize = 8;
/// The most levels from a root to where subtrees are cut off.
pub(super) const DEEPEST: usize = 12;

/// A walk that has come so far and still meets what is too large ends there: the tree is far
/// beyond what can be searched, and how far is not worth the time.
const STEPS: usize = 8;

/// The most solutions of a trial that are kept; where there are more, they are searched for again.
const MAX_KEPT: usize = 10_000;

/// Gathers the subtrees that are cut off, and the first solutions.
#[derive(Default)]
struct Cuts {
    subtrees: Vec<Vec<u32>>,
    /// The number of solutions, and how many of them are kept.
    found: usize,
    most: usize,
    solutions: Vec<Box<[OptionId]>>,
}

impl Observer for Cuts {
    fn solution(&mut self, options: &[OptionId]) -> ControlFlow<()> {
        self.found += 1;
        if self.found <= self.most {
            self.solutions.push(options.into());
        }
        ControlFlow::Continue(())
    }

    fn pulse(&mut self, _effort: &Effort, _path: &[Choice]) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn cut(&mut self, path: &[Choice]) {
        self.subtrees.push(path.iter().map(|choice| choice.rank).collect());
    }
}

/// All of a search: what it took, and its solutions in the order found.
#[derive(Debug)]
pub(super) struct Outcome {
    pub(super) effort: Effort,
    pub(super) solutions: Vec<Box<[OptionId]>>,
}

/// The result of a trial.
pub(super) struct Trial {
    effort: Effort,
    /// True if those were all nodes.
    whole: bool,
    /// The number of solutions that were met, and the first of them.
    found: usize,
    solutions: Vec<Box<[OptionId]>>,
    /// The level where subtrees were cut off.
    pub(super) level: Option<usize>,
    pub(super) subtrees: Vec<Vec<u32>>,
}

impl Trial {
    /// Searches a part of a tree.
    pub(super) fn new(search: &mut dyn TreeSearch, part: Part<'_>) -> Trial {
        let is_of_all = part.prefix.is_empty() && part.cut_off.is_none();
        let mut cuts = Cuts { most: if is_of_all { MAX_KEPT } else { 0 }, ..Cuts::default() };
        let (effort, flow) = search.search(part, &mut cuts);
        let Cuts { subtrees, found, solutions, .. } = cuts;
        let (whole, level) = (flow.is_continue(), part.cut_off);
        Trial { effort, whole, found, solutions, level, subtrees }
    }

    /// Searches a whole tree, or so many nodes of it.
    pub(super) fn begin(search: &mut dyn TreeSearch, nodes: u64) -> Trial {
        Trial::new(search, Part { most_nodes: Some(nodes), ..Part::default() })
    }

    /// The number of nodes searched.
    pub(super) fn nodes(&self) -> u64 {
        self.effort.nodes
    }

    /// Returns whether a solution was met.
    pub(super) fn has_solution(&self) -> bool {
        self.found > 0
    }

    /// The number of nodes of the whole tree, if those were all.
    pub(super) fn size(&self) -> Option<u64> {
        self.whole.then_some(self.effort.nodes)
    }

    /// The outcome of the search of the whole tree, if this was that and its solutions are few.
    pub(super) fn outcome(self) -> Option<Outcome> {
        let is_all = self.whole && self.found == self.solutions.len();
        is_all.then_some(Outcome { effort: self.effort, solutions: self.solutions })
    }
}

/// The subtrees of a tree, of which some have been looked at.
pub(super) struct Sample {
    /// Nodes above them.
    above: f64,
    subtrees: Vec<Vec<u32>>,
    /// Nodes searched so far, and how many a single search may take.
    searched: u64,
    most: u64,
    /// Subtrees looked at, the mean of their sizes, and the sum of the squares about it.
    count: u64,
    mean: f64,
    squares: f64,
    /// True if walks stand for some subtrees, and true if one of these walks did not end.
    walked: bool,
    endless: bool,
}

/// Cuts a subtree into at least `enough` parts, or as many as searches of at most `most` nodes
/// reach; also returns the number of nodes searched.
fn cut(search: &mut dyn TreeSearch, prefix: &[u32], enough: usize, most: u64) -> (Trial, u64) {
    let mut searched = 0;
    let most_nodes = Some(most);
    let mut before: Option<Trial> = None;
    for level in prefix.len() + 1..=prefix.len() + DEEPEST {
        let trial = Trial::new(search, Part { prefix, cut_off: Some(level), most_nodes });
        searched += trial.nodes();
        if !trial.whole && before.is_some() {
            break;
        }
        let done = trial.subtrees.is_empty() || trial.subtrees.len() >= enough;
        before = Some(trial);
        if done {
            break;
        }
    }
    (before.expect("there is at least one level"), searched)
}

/// The size of a subtree: exact, or that of one walk down it.
pub(super) struct Size {
    pub(super) nodes: f64,
    /// Nodes searched for it.
    searched: u64,
    /// True if a walk stands for some of it, and true if that walk did not end.
    walked: bool,
    endless: bool,
}

impl Size {
    /// Finds it by searches of at most about `most` nodes; the walk depends on the seed alone.
    pub(super) fn new(search: &mut dyn TreeSearch, prefix: &[u32], most: u64, seed: u64) -> Size {
        let mut prefix = prefix.to_vec();
        let mut size = Size { nodes: 0.0, searched: 0, walked: false, endless: false };
        let (mut weight, mut state) = (1.0, seed);
        for _ in 0..STEPS {
            let part = Part { prefix: &prefix, cut_off: None, most_nodes: Some(most) };
            let trial = Trial::new(search, part);
            size.searched += trial.nodes();
            if trial.whole {
                size.nodes += weight * trial.nodes() as f64;
                return size;
            }
            size.walked = true;
            let (trial, searched) = cut(search, &prefix, PARTS, most);
            size.searched += searched;
            size.nodes += weight * trial.nodes() as f64;
            weight *= trial.subtrees.len() as f64;
            let pick = mixed(state) % trial.subtrees.len().max(1) as u64;
            state = state.wrapping_add(GOLDEN);
            match trial.subtrees.into_iter().nth(pick as usize) {
                Some(part) => prefix = part,
                None => return size,
            }
        }
        size.endless = true;
        size.nodes += weight * most as f64;
        size
    }
}

impl Sample {
    /// Cuts a tree; a single search takes at most about `most` nodes.
    pub(super) fn new(search: &mut dyn TreeSearch, most: u64) -> Sample {
        let (trial, searched) = cut(search, &[], SUBTREES, most);
        Sample {
            above: trial.nodes() as f64,
            subtrees: trial.subtrees,
            searched,
            most,
            count: 0,
            mean: 0.0,
            squares: 0.0,
            walked: false,
            endless: false,
        }
    }

    /// Looks at one more subtree; whether there was one.
    pub(super) fn grow(&mut self, search: &mut dyn TreeSearch) -> bool {
        let count = self.subtrees.len() as u64;
        if self.count == count {
            return false;
        }
        // Subtrees that lie side by side are alike; a prime number of steps apart, each has its
        // turn.
        let prefix = self.subtrees[(self.count * 7919 % count) as usize].clone();
        let size = Size::new(search, &prefix, self.most, self.count);
        self.searched += size.searched;
        self.walked |= size.walked;
        self.endless |= size.endless;
        let nodes = size.nodes;
        self.count += 1;
        // Welford's running mean and sum of squares.
        let step = nodes - self.mean;
        self.mean += step / self.count as f64;
        self.squares += step * (nodes - self.mean);
        true
    }

    /// Returns whether the tree is larger than was worth determining; [`Sample::nodes`] is then too
    /// low.
    pub(super) fn is_endless(&self) -> bool {
        self.endless
    }

    /// Returns the number of subtrees searched.
    pub(super) fn count(&self) -> u64 {
        self.count
    }

    /// Nodes searched so far.
    pub(super) fn searched(&self) -> u64 {
        self.searched
    }

    /// About how many nodes the tree has.
    pub(super) fn nodes(&self) -> f64 {
        self.above + self.mean * self.subtrees.len() as f64
    }

    /// The standard error of that; 0 when the whole tree has been searched.
    pub(super) fn error(&self) -> f64 {
        let (n, all) = (self.count as f64, self.subtrees.len() as f64);
        let variance = self.squares / (n - 1.0).max(1.0);
        // What has been searched is known.
        let unknown = if self.walked { 1.0 } else { 1.0 - n / all.max(1.0) };
        all * (variance / n.max(1.0) * unknown).sqrt()
    }
}
