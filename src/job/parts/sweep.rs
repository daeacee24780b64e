//! Counts by frontier sweeps, divided by what they hold.

use super::{Header, Part, Parts, SourceText, Task};
use crate::encode::Encoded;
use crate::exact_cover::ItemId;
use crate::job::checkpoint::{Progress, Stage};
use crate::job::count::{CountProgress, division, representative_states};
use crate::job::plan::SweepLimit;
use crate::job::{Checkpoint, Plan, Work};
use crate::puzzle::Description;

impl Parts {
    /// Divides a count by sweeps into so many parts, or fewer where nothing has as many
    /// representatives; `None` where the plan is to search, or nothing can be held.
    pub(super) fn split_sweep(
        plan: &Plan,
        description: Option<&Description>,
        parts: usize,
    ) -> Option<Parts> {
        let Encoded { puzzle, encoding, group } = plan.encoded()?;
        if plan.counting(None) == SweepLimit::NONE {
            return None;
        }
        let held = division(puzzle, encoding, group, parts)?;
        let stage = Stage::Counting(u64::MAX, CountProgress::of_part([]));
        let header = Header {
            title: plan.title().to_owned(),
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
        let undivided = Parts { header, parts: Vec::new() };
        let parts = shared_out(&undivided.sized(plan, &works), parts, 1);
        Some(Parts { parts, ..undivided })
    }

    /// Works of a divided count with the states that their sweeps meet, up to a few thousand: a
    /// placement that leaves a hole meets hardly any. What symmetries fix is of no size.
    ///
    /// Takes some milliseconds for each.
    pub(super) fn sized(&self, plan: &Plan, works: &[Work]) -> Vec<(Work, u64)> {
        let held = self.header.held.map(ItemId);
        let mut states = held.and_then(|held| representative_states(plan.encoded()?, held));
        let mut size = |work: &Work| match (work.number(), &mut states) {
            (None, _) => 0,
            (Some(number), Some(states)) => states(number),
            (Some(_), None) => 1,
        };
        works.iter().map(|work| (work.clone(), size(work))).collect()
    }
}

/// Representatives shared out so that parts are of like size, neighbours together since their sweeps
/// meet many states in common; fewer parts where there are not so many of some size. Each is of size
/// 1 at least. What symmetries fix takes next to no time and goes with the first.
pub(super) fn shared_out(works: &[(Work, u64)], parts: usize, first: u64) -> Vec<Part> {
    let representatives = works.iter().filter(|(work, _)| work.number().is_some());
    let all: u64 = representatives.clone().map(|(_, size)| size).sum();
    let most = representatives.clone().map(|(_, size)| *size).max().unwrap_or(1);
    // No more than there are of the largest size, so that none is of the smallest alone.
    let worth = (all as f64 / most.max(1) as f64).round().max(1.0);
    let parts = parts.clamp(1, worth as usize);
    let fixed = works.iter().filter(|(work, _)| work.number().is_none());
    let mut shares: Vec<(Vec<Work>, u64)> = vec![(Vec::new(), 0); parts];
    shares[0].0.extend(fixed.map(|(work, _)| work.clone()));
    let mut before = 0;
    for (work, size) in representatives {
        // The share in which its middle lies.
        let at = (2 * before + size) * parts as u64 / (2 * all);
        let (works, sum) = &mut shares[at as usize];
        works.push(work.clone());
        *sum += size;
        before += size;
    }
    shares.retain(|(works, _)| !works.is_empty());
    (first..)
        .zip(shares)
        .map(|(number, (works, size))| {
            // In placements of the largest size.
            let nodes = (size as f64 / most.max(1) as f64).round().max(1.0);
            Part { number, nodes, works }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placements_that_end_at_once_are_no_parts_by_themselves() {
        let sizes = [3, 4000, 4000, 1, 1, 7, 1, 4000, 2, 4000];
        let works: Vec<(Work, u64)> = std::iter::once((Work::fixed(), 0))
            .chain((0..).map(Work::representative).zip(sizes))
            .collect();
        for wanted in 1..=12 {
            let parts = shared_out(&works, wanted, 5);
            let large = parts.iter().map(|part| {
                let numbers = part.works.iter().filter_map(Work::number);
                numbers.filter(|&number| sizes[number] == 4000).count()
            });
            // As many of the large ones in each as can be, for a number that divides them.
            if wanted != 3 {
                let parts = wanted.min(4);
                assert_eq!(large.collect::<Vec<_>>(), vec![4 / parts; parts]);
            }
            assert!(parts.len() <= wanted.min(4), "{wanted}");
            let given: Vec<&Work> = parts.iter().flat_map(|part| &part.works).collect();
            assert_eq!(given, works.iter().map(|(work, _)| work).collect::<Vec<_>>());
            let numbers: Vec<u64> = parts.iter().map(|part| part.number).collect();
            assert_eq!(numbers, (5..5 + parts.len() as u64).collect::<Vec<_>>());
        }
        // What symmetries fix may be all that is left.
        assert_eq!(shared_out(&works[..1], 3, 1).len(), 1);
    }
}
