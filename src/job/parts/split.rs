//! The division of a run: subtrees of like size, gathered into parts of like size.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;
use std::ops::ControlFlow;

use super::{Header, Part, Parts, PartsError, SourceText, Task};
use crate::encode::Obstruction;
use crate::exact_cover::{Part as TreePart, TreeSearch, Unobserved};
use crate::job::checkpoint::{Progress, Stage};
use crate::job::sample::{DEEPEST, Size, Trial};
use crate::job::{Case, Checkpoint, Plan, Work};
use crate::puzzle::Description;

/// The number of subtrees in a part, about: the more, the more alike are the parts.
const SUBTREES: usize = 16;
/// A subtree is divided further while it has more than one of so many shares of a part.
const SHARES: f64 = 4.0;
/// Into how many a subtree that is too large is divided at once, at most.
const MAX_CONCURRENT: f64 = 64.0;
/// The most subtrees of all parts.
const MAX_SUBTREES: usize = 1 << 18;
/// The nodes that are searched to find out the sizes of all subtrees.
pub(super) const SIZING_NODES: u64 = 100_000_000;
/// The most nodes of a search that finds out the size of a subtree, and the least such bound.
const MAX_NODES: (u64, u64) = (1_000, 100_000);

/// Called with the fraction of a division that is done; may end it.
pub type Watch<'a> = dyn FnMut(f64) -> ControlFlow<()> + 'a;

/// The progress of one of the two passes of a division.
struct Pass<'a, 'w> {
    watch: &'a mut Watch<'w>,
    /// The fraction that was done before it.
    from: f64,
    done: f64,
    /// The number of subtrees that are expected.
    all: f64,
}

impl Pass<'_, '_> {
    /// Notes a subtree.
    fn step(&mut self) -> Result<(), PartsError> {
        self.done += 1.0;
        let share = (self.done / self.all.max(1.0)).min(1.0);
        match (self.watch)(self.from + share / 2.0) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(PartsError::Stopped),
        }
    }
}

impl Parts {
    /// Divides a run into so many parts, or fewer where its tree has fewer subtrees. Each has about
    /// the same number of nodes. Takes up to about a minute, for samples of all subtrees.
    ///
    /// # Errors
    /// When there is nothing to search, what is searched has no tree, or `watch` ends it.
    pub fn split(
        plan: Plan,
        description: Option<&Description>,
        count: bool,
        parts: usize,
        watch: &mut Watch<'_>,
    ) -> Result<Parts, PartsError> {
        if let Some(Obstruction { reason, .. }) = &plan.impossible {
            return Err(PartsError::Impossible(reason.clone()));
        }
        if count && let Some(parts) = Parts::split_sweep(&plan, description, parts) {
            return Ok(parts);
        }
        if let Some(engine) = plan.engine.filter(|engine| engine.whole().is_some()) {
            return Err(PartsError::Engine(engine.id));
        }
        let plan = plan.searched();
        let task = Task::Run(Box::new(begun(&plan, count)));
        let header = Header::new(plan.title(), SourceText::new(&plan, description), task);
        let header = Header { count, ..header }.with_digest();
        Ok(Parts { header, parts: divided_whole(&plan, parts, watch)? })
    }
}

impl PartialEq for Sized {
    fn eq(&self, other: &Sized) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Sized {}

impl Ord for Sized {
    fn cmp(&self, other: &Sized) -> Ordering {
        self.nodes.total_cmp(&other.nodes).then_with(|| other.work.cmp(&self.work))
    }
}

impl PartialOrd for Sized {
    fn partial_cmp(&self, other: &Sized) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Header {
    /// Of a first division that keeps solutions; still without its digest.
    pub(super) fn new(title: &str, source: SourceText, task: Task) -> Header {
        let (title, run, replaces) = (title.to_owned(), String::new(), Vec::new());
        Header { title, run, source, count: false, task, replaces, held: None }
    }

    /// The same with its digest.
    pub(super) fn with_digest(self) -> Header {
        Header { run: self.digest(), ..self }
    }
}

/// A search that has not begun.
pub(super) fn begun(plan: &Plan, count: bool) -> Checkpoint {
    let stage = Stage::Searching(plan.cases.iter().map(|case| (case, None)).collect());
    Checkpoint::new(plan, stage, Progress { kept: !count, ..Progress::default() })
}

/// The trees of all cases of a plan, gathered into parts.
pub(super) fn divided_whole(
    plan: &Plan,
    parts: usize,
    watch: &mut Watch<'_>,
) -> Result<Vec<Part>, PartsError> {
    let roots = (0..plan.cases.len()).map(Work::whole_case).collect();
    let mut parts = divided(&plan.cases, roots, (parts, 1), watch)?.1;
    // Where they are not known exactly, the sizes of many subtrees, each from little, are rather too
    // small together; of a fixed order walks through the whole tree tell more.
    let sum: f64 = parts.iter().map(|part| part.nodes).sum();
    if sum > SIZING_NODES as f64
        && let Some(total) = plan.cases.iter().map(Case::walked_nodes).sum::<Option<f64>>()
    {
        parts.iter_mut().for_each(|part| part.nodes *= (total / sum).max(1.0));
    }
    Ok(parts)
}

/// Some work and its size.
pub(super) struct Sized {
    pub(super) work: Work,
    pub(super) nodes: f64,
}

/// Work gathered into so many parts of like size, numbered from `first`, after it has been divided into
/// smaller subtrees; first, what was given.
pub(super) fn divided(
    cases: &[Case],
    given: Vec<Work>,
    (parts, first): (usize, u64),
    watch: &mut Watch<'_>,
) -> Result<(Vec<Work>, Vec<Part>), PartsError> {
    let enough = (parts.saturating_mul(SUBTREES)).min(MAX_SUBTREES);
    let each = enough.div_ceil(given.len().max(1));
    let most = (SIZING_NODES / enough.max(1) as u64).clamp(MAX_NODES.0, MAX_NODES.1);
    let mut sized = Vec::new();
    let all = enough.max(given.len()) as f64;
    let mut pass = Pass { watch, from: 0.0, done: 0.0, all };
    // By cases, so that there is one engine at a time.
    let mut engine: Option<(usize, Box<dyn TreeSearch>)> = None;
    for work in &given {
        let search = match &mut engine {
            Some((case, search)) if *case == work.case => search,
            other => &mut other.insert((work.case, cases[work.case].search())).1,
        };
        sized.extend(subtrees(&mut **search, work, each, most, &mut pass)?);
    }
    // Trees are uneven: what is still far larger than others is divided on.
    let total: f64 = sized.iter().map(|sized| sized.nodes).sum();
    let mut largest = (total / parts.max(1) as f64 / SHARES).max(most as f64);
    let mut room = MAX_SUBTREES.saturating_sub(sized.len());
    // Where not all can be, the largest are.
    let needed = |largest: f64| -> f64 {
        let large = sized.iter().filter(|sized| sized.nodes > largest);
        large.map(|sized| (sized.nodes / largest).ceil()).sum()
    };
    while room > 0 && needed(largest) > room as f64 {
        largest *= 1.5;
    }
    // The largest first, since a cut may give more subtrees than are wanted.
    let (large, mut sized): (Vec<_>, Vec<_>) =
        sized.into_iter().partition(|sized| sized.nodes > largest && sized.work.above.is_none());
    let mut large: BinaryHeap<Sized> = large.into();
    // As many again as were needed above.
    let all = large.iter().map(|sized| (sized.nodes / largest).ceil()).sum();
    let mut pass = Pass { from: 0.5, done: 0.0, all, ..pass };
    let mut engines: Vec<Option<Box<dyn TreeSearch>>> = cases.iter().map(|_| None).collect();
    while let Some(next) = large.pop() {
        let case = next.work.case;
        let search = engines[case].get_or_insert_with(|| cases[case].search());
        let wanted = (next.nodes / largest).ceil().clamp(2.0, MAX_CONCURRENT) as usize;
        let cut = match room {
            0 => vec![next],
            _ => subtrees(&mut **search, &next.work, wanted, most, &mut pass)?,
        };
        room = room.saturating_sub(cut.len());
        let is_cut = cut.len() > 1;
        for part in cut {
            let divisible = is_cut && part.work.above.is_none() && part.nodes > largest;
            if divisible { large.push(part) } else { sized.push(part) }
        }
    }
    // Only those that seemed large were looked at again, so that their sizes together are too small;
    // the first samples were of all.
    let again: f64 = sized.iter().map(|sized| sized.nodes).sum();
    if again > 0.0 {
        sized.iter_mut().for_each(|sized| sized.nodes *= total / again);
    }
    Ok((given, packed(sized, parts, first)))
}

/// The subtrees of a subtree, at least `enough` if it is that large, and what lies above them.
fn subtrees(
    search: &mut dyn TreeSearch,
    work: &Work,
    enough: usize,
    most: u64,
    pass: &mut Pass<'_, '_>,
) -> Result<Vec<Sized>, PartsError> {
    pass.step()?;
    if work.above.is_some() {
        let part = TreePart { prefix: &work.prefix, cut_off: work.above, most_nodes: None };
        let (effort, _) = search.search(part, &mut Unobserved);
        return Ok(vec![Sized { work: work.clone(), nodes: effort.nodes as f64 }]);
    }
    let Some(trial) = divided_best(search, &work.prefix, enough) else {
        let nodes = Size::new(search, &work.prefix, most, 0).nodes;
        return Ok(vec![Sized { work: work.clone(), nodes }]);
    };
    let above = Work { above: trial.level, ..work.clone() };
    let mut sized = vec![Sized { work: above, nodes: trial.nodes() as f64 }];
    for (seed, prefix) in (0..).zip(trial.subtrees) {
        let nodes = Size::new(search, &prefix, most, seed).nodes;
        sized.push(Sized { work: Work { case: work.case, prefix, above: None }, nodes });
        pass.step()?;
    }
    Ok(sized)
}

/// A subtree cut where there are enough parts of it, or else where there are most; `None` where it has
/// but one.
fn divided_best(search: &mut dyn TreeSearch, prefix: &[u32], enough: usize) -> Option<Trial> {
    let mut best: Option<Trial> = None;
    for level in prefix.len() + 1..=prefix.len() + DEEPEST {
        let count = best.as_ref().map_or(1, |best| best.subtrees.len());
        if count >= enough {
            break;
        }
        let part = TreePart { prefix, cut_off: Some(level), most_nodes: None };
        let trial = Trial::new(search, part);
        if trial.subtrees.is_empty() {
            break;
        }
        if trial.subtrees.len() > count {
            best = Some(trial);
        }
    }
    best
}

/// Puts the largest first, each into the part that has the least so far.
pub(super) fn packed(mut sized: Vec<Sized>, parts: usize, first: u64) -> Vec<Part> {
    let parts = parts.clamp(1, sized.len().max(1));
    sized.sort_by(|a, b| b.cmp(a));
    let mut packed: Vec<Part> = (first..)
        .take(parts)
        .map(|number| Part { number, nodes: 0.0, works: Vec::new() })
        .collect();
    let mut least: BinaryHeap<Reverse<Load>> = (0..parts).map(|n| Reverse(Load(0.0, n))).collect();
    for Sized { work, nodes } in sized {
        let Some(Reverse(Load(load, n))) = least.pop() else { break };
        packed[n].works.push(work);
        packed[n].nodes = load + nodes;
        least.push(Reverse(Load(load + nodes, n)));
    }
    packed.iter_mut().for_each(|part| part.works.sort());
    packed
}

/// The nodes of a part, and its index.
#[derive(PartialEq)]
struct Load(f64, usize);

impl Eq for Load {}

impl Ord for Load {
    fn cmp(&self, other: &Load) -> Ordering {
        self.0.total_cmp(&other.0).then(self.1.cmp(&other.1))
    }
}

impl PartialOrd for Load {
    fn partial_cmp(&self, other: &Load) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
