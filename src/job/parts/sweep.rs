//! Counts by frontier sweeps, divided by what they hold.

use super::{Header, Part, Parts, Share, SourceText, Task, Work};
use crate::job::checkpoint::{Progress, Stage};
use crate::job::count::{CountProgress, division};
use crate::job::{Checkpoint, Plan};
use crate::puzzle::Description;
use crate::solution::Counts;

impl Work {
    /// The solutions of a representative.
    pub(in crate::job) fn representative(number: usize) -> Work {
        Work { case: 0, prefix: vec![number as u32], above: None }
    }

    /// The solutions that symmetries leave as they are.
    pub(in crate::job) fn fixed() -> Work {
        Work { case: 0, prefix: Vec::new(), above: Some(1) }
    }

    /// The number of the representative; `None` for the solutions that symmetries leave as they are.
    pub(in crate::job) fn number(&self) -> Option<usize> {
        self.prefix.first().map(|&number| number as usize)
    }
}

impl Share {
    /// The numbers of the representatives that the part was given.
    pub(in crate::job) fn representatives(&self) -> impl Iterator<Item = usize> {
        self.given.iter().filter_map(Work::number)
    }

    /// Whether the part counts the solutions that symmetries leave as they are.
    pub(in crate::job) fn counts_fixed(&self) -> bool {
        self.given.iter().any(|work| work.number().is_none())
    }

    /// The beginning of its count.
    pub(in crate::job) fn count(&self) -> CountProgress {
        CountProgress::of_part(self.representatives())
    }

    /// What a part knows of the counts: the number of its solutions, where that is small enough.
    pub(in crate::job) fn counted(progress: &CountProgress) -> Option<Counts> {
        let total = u64::try_from(progress.sum()).ok()?;
        Some(Counts { total, ..Counts::default() })
    }

    /// What is left of the part.
    pub(in crate::job) fn left(&self, progress: &CountProgress) -> Vec<Work> {
        let mut left: Vec<Work> = match progress.left() {
            Some(left) => left.map(Work::representative).collect(),
            None => self.representatives().map(Work::representative).collect(),
        };
        if self.counts_fixed() && !progress.knows_fixed() {
            left.push(Work::fixed());
        }
        left.sort();
        left
    }
}

impl Parts {
    /// Divides a count by sweeps into so many parts, or fewer where nothing has as many
    /// representatives; `None` where the plan is to search, or nothing can be held.
    pub(super) fn split_sweep(
        plan: &Plan,
        description: Option<&Description>,
        parts: usize,
    ) -> Option<Parts> {
        let (puzzle, encoding) = plan.geometry.as_ref()?;
        let states = plan.counting();
        if states == 0 {
            return None;
        }
        let held = division(puzzle, encoding, &plan.group, parts)?;
        let stage = Stage::Counting(u64::MAX, CountProgress::of_part([]));
        let header = Header {
            title: plan.title.clone(),
            run: String::new(),
            source: SourceText::new(plan, description),
            count: true,
            task: Task::Run(Box::new(Checkpoint::new(plan, stage, Progress::default()))),
            replaces: Vec::new(),
            held: Some(held.item.0),
        };
        let header = Header { run: header.digest(), ..header };
        let works: Vec<Work> = std::iter::once(Work::fixed())
            .chain((0..held.kept.len()).map(Work::representative))
            .collect();
        Some(Parts { header, parts: shared_out(&works, parts, 1) })
    }
}

/// Representatives shared out evenly, neighbours together since their sweeps meet many states in
/// common. What symmetries fix takes next to no time and goes with the first.
pub(super) fn shared_out(works: &[Work], parts: usize, first: u64) -> Vec<Part> {
    let (fixed, representatives): (Vec<Work>, Vec<Work>) =
        works.iter().cloned().partition(|work| work.number().is_none());
    let count = representatives.len();
    let parts = parts.clamp(1, count.max(1));
    let shares = (0..parts).map(|n| n * count / parts..(n + 1) * count / parts);
    let mut parts: Vec<Part> = (first..)
        .zip(shares)
        .map(|(number, range)| {
            let works = representatives[range].to_vec();
            Part { number, nodes: works.len() as f64, works }
        })
        .collect();
    if let Some(part) = parts.first_mut() {
        part.works.splice(0..0, fixed);
    }
    parts
}
