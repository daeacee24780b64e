//! Counting the solutions of a puzzle without listing them: a frontier sweep for all of them,
//! and one for those that each set of symmetries leaves as they are.

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use crate::encode::symmetry::{FixedPart, Restriction};
use crate::encode::{ElementSet, Encoded, Encoding, SymmetryGroup, fixed_points};
use crate::exact_cover::frontier::{
    Limits, SavedSweep, Stage, SweepError, SweepWatcher, Unsaved, WeightedProblem,
};
use crate::exact_cover::{ENGINES, Engine, ItemId, LinearOrder, Problem, WholeSearch};
use crate::natural::Natural;
use crate::puzzle::Puzzle;
use crate::solution::{Counts, burnside};

/// A sweep that meets so many states is not one that ends at once.
const MAX_STATES: u64 = 4_000;

/// The engine that counts without listing.
pub(super) fn counter() -> Option<(&'static Engine, &'static dyn WholeSearch)> {
    ENGINES.iter().find_map(|engine| Some((*engine, engine.whole()?)))
}

/// The order of the sites in which an engine for whole problems has the smallest states, and how
/// many items its frontier spans; `None` when it cannot work on the problem in any.
pub(super) fn frontier_order(
    engine: &Engine,
    puzzle: &Puzzle,
    encoding: &Encoding,
    problem: &Problem,
) -> Option<(u32, Vec<ItemId>)> {
    let whole = engine.whole()?;
    (engine.supports)(problem).ok()?;
    let cover = WeightedProblem::from_problem(problem);
    let mut orders = encoding.sweep_orders(puzzle);
    if orders.is_empty() {
        orders.extend(LinearOrder::new(&cover).map(|order| order.items));
    }
    let orders = orders.into_iter();
    let sized = orders.filter_map(|order| Some((whole.state_size(&cover, &order)?, order)));
    sized.min_by_key(|(bits, _)| *bits).map(|((_, window), order)| (window, order))
}

/// As [`frontier_order`], also of a bare problem.
pub(super) fn counting_order(
    engine: &Engine,
    encoded: Option<&Encoded>,
    problem: &Problem,
) -> Option<(u32, Vec<ItemId>)> {
    match encoded {
        Some(Encoded { puzzle, encoding, .. }) => frontier_order(engine, puzzle, encoding, problem),
        None => {
            let order = matrix_order(engine, problem)?;
            Some((order.width, order.items))
        }
    }
}

/// The order of the items of a problem without geometry in which an engine for whole problems can
/// work on it; `None` where there is none.
pub(super) fn matrix_order(engine: &Engine, problem: &Problem) -> Option<LinearOrder> {
    (engine.supports)(problem).ok()?;
    let cover = WeightedProblem::from_problem(problem);
    let order = LinearOrder::new(&cover)?;
    engine.whole()?.state_size(&cover, &order.items)?;
    Some(order)
}

/// Returns the part that a frontier sweep holds to representatives: the piece that keeps the fewest
/// placements, which makes for the fewest states, or else what a search holds.
///
/// A sweep goes through the states of all representatives at once, so that, other than for a
/// search, by how much they are fewer than all placements hardly matters.
pub(super) fn sweep_restriction(
    puzzle: &Puzzle,
    encoding: &Encoding,
    group: &SymmetryGroup,
) -> Option<Restriction> {
    group.restrictions(puzzle, encoding).into_iter().min_by_key(|held| match held.held {
        FixedPart::Piece(_) => held.kept.len(),
        FixedPart::Site(_) | FixedPart::Item(_) | FixedPart::Class(..) => usize::MAX,
    })
}

/// Returns the part that a divided count holds: a piece that is used once, or a site that must be
/// covered, each of whose representatives can be counted by itself. The sum of these counts is the
/// number of all solutions.
///
/// Of those that spare about the most by symmetry it is the one with the fewest representatives
/// that are enough for so many parts, or else the one with the most.
pub(super) fn division(
    puzzle: &Puzzle,
    encoding: &Encoding,
    group: &SymmetryGroup,
    parts: usize,
) -> Option<Restriction> {
    let candidates: Vec<Restriction> = divisions(puzzle, encoding, group).collect();
    let spared = |held: &Restriction| held.all.len() as f64 / held.kept.len().max(1) as f64;
    let most = candidates.iter().map(spared).fold(0.0, f64::max);
    let good = candidates.into_iter().filter(|held| spared(held) >= 0.75 * most);
    // Ties go to the first.
    good.min_by_key(|held| {
        let count = held.kept.len();
        if count >= parts { (false, count) } else { (true, usize::MAX - count) }
    })
}

/// The division that holds an item.
pub(super) fn division_by(
    item: ItemId,
    puzzle: &Puzzle,
    encoding: &Encoding,
    group: &SymmetryGroup,
) -> Option<Restriction> {
    divisions(puzzle, encoding, group).find(|held| held.item == item)
}

/// Returns the number of states that the sweep of each representative of a divided count meets, by
/// its number; sweeps end at [`MAX_STATES`]. `None` where nothing can be counted.
pub(super) fn representative_states(
    Encoded { puzzle, encoding, group }: &Encoded,
    held: ItemId,
) -> Option<impl FnMut(usize) -> u64> {
    let (engine, whole) = counter()?;
    let order = frontier_order(engine, puzzle, encoding, &encoding.problem)?.1;
    let held = division_by(held, puzzle, encoding, group)?;
    let limits = Limits { states: MAX_STATES, ..Limits::default() };
    Some(move |number: usize| {
        let kept = held.kept.get(number).into_iter().copied().collect();
        let restriction = Restriction { kept, ..held.clone() };
        let cover = fixed_points::whole(&encoding.problem, group, Some(&restriction));
        let mut met = 0;
        let watch = &mut |stage: Stage| {
            met = stage.states;
            ControlFlow::Continue(())
        };
        match whole.count(&cover, &order, &limits, None, &mut Unsaved(watch)) {
            Ok(_) => met.clamp(1, MAX_STATES),
            Err(_) => MAX_STATES,
        }
    })
}

/// All that a divided count can hold.
fn divisions<'a>(
    puzzle: &'a Puzzle,
    encoding: &'a Encoding,
    group: &'a SymmetryGroup,
) -> impl Iterator<Item = Restriction> + 'a {
    let pieces =
        puzzle.pieces().filter_map(|(piece, _)| group.restriction(puzzle, encoding, piece));
    let sites = puzzle.board.sites().iter();
    pieces.chain(sites.filter_map(|site| group.site_restriction(puzzle, encoding, site.site)))
}

/// The watcher that a count reports to and is saved by.
pub(super) trait CountWatcher {
    /// Receives the fraction done, from 0 to 1, and the stage of the current sweep; may block, and
    /// may end the count.
    fn pass(&mut self, share: f64, stage: Stage) -> ControlFlow<()>;

    /// Returns whether to save the count now; called after each pass, also after one that ends it.
    fn saves(&mut self) -> bool;

    /// Receives the progress, from which the count resumes.
    fn save(&mut self, progress: CountProgress);
}

/// The progress of a count.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CountProgress {
    /// The fraction done, from 0 to 1.
    pub(super) share: f64,
    /// The numbers known for sets of symmetries, in the order in which they are asked for.
    answered: Vec<Natural>,
    /// The solutions of the representatives that are done.
    sum: Natural,
    /// The representatives that are left, as ranges from..to of their numbers, the next one last;
    /// `None` before the first.
    waiting: Option<Vec<(usize, usize)>>,
    /// The states met before the sweep under way, and with it.
    states: u64,
    pub(super) met: u64,
    /// True if all numbers are known that a part was to find for sets of symmetries.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    knows_fixed: bool,
    /// The sweep under way, which the file of a checkpoint has beside the text.
    #[serde(skip)]
    pub(super) sweep: Option<SavedSweep>,
}

impl CountProgress {
    /// The beginning of the count of a part: of these representatives, in ranges of their numbers.
    pub(super) fn of_part(numbers: impl IntoIterator<Item = usize>) -> CountProgress {
        let mut waiting: Vec<(usize, usize)> = Vec::new();
        for number in numbers {
            match waiting.last_mut() {
                Some((_, to)) if *to == number => *to = number + 1,
                _ => waiting.push((number, number + 1)),
            }
        }
        // The next one is the last of the list.
        waiting.reverse();
        CountProgress { waiting: Some(waiting), ..CountProgress::default() }
    }

    /// The solutions of the representatives that are done.
    pub(super) fn sum(&self) -> Natural {
        self.sum
    }

    /// Returns whether all numbers are known that a part was to find for sets of symmetries.
    pub(super) fn knows_fixed(&self) -> bool {
        self.knows_fixed
    }

    /// The numbers of the representatives that are left; `None` if all are.
    pub(super) fn left(&self) -> Option<impl Iterator<Item = usize>> {
        let waiting = self.waiting.as_ref()?;
        Some(waiting.iter().flat_map(|&(from, to)| from..to))
    }

    /// The solutions that sets of symmetries leave as they are, in the order in which
    /// [`merged_counts`] asks for them.
    pub(super) fn answered(&self) -> impl Iterator<Item = Natural> {
        self.answered.iter().copied()
    }

    /// The same with the sweep under way, which is not in the text.
    pub(super) fn with_sweep(&self, sweep: Option<SavedSweep>) -> CountProgress {
        // Without it the sweep begins again, and meets its states again.
        let met = if sweep.is_some() { self.met } else { self.states };
        CountProgress { sweep, met, ..self.clone() }
    }
}

/// Counts the solutions of a puzzle, by all ways of counting. `held` may hold a piece or a site to
/// representatives, which makes the sweep smaller and the counts no others; where the states of all
/// take too much memory, each half of them is swept by itself, or each half of a half, which takes
/// longer. The watcher receives the fraction done, from 0 to 1, and the stage of the
/// current sweep; it may block.
///
/// `Ok(None)` when the numbers do not belong together.
///
/// # Errors
/// When a limit is reached, or the puzzle is none for a frontier sweep.
pub fn count(
    puzzle: &Puzzle,
    encoding: &Encoding,
    group: &SymmetryGroup,
    held: Option<&Restriction>,
    limits: &Limits,
    watch: &mut dyn FnMut(f64, Stage) -> ControlFlow<()>,
) -> Result<Option<Counts<Natural>>, SweepError> {
    struct Unsaved<'w>(&'w mut dyn FnMut(f64, Stage) -> ControlFlow<()>);

    impl CountWatcher for Unsaved<'_> {
        fn pass(&mut self, share: f64, stage: Stage) -> ControlFlow<()> {
            (self.0)(share, stage)
        }

        fn saves(&mut self) -> bool {
            false
        }

        fn save(&mut self, _progress: CountProgress) {}
    }

    let counted = Counted { problem: &encoding.problem, of: Some((puzzle, encoding)), group, held };
    resume_count(&counted, limits, (&mut CountProgress::default(), &mut Unsaved(watch)))
}

/// A puzzle or problem whose solutions are counted.
pub(super) struct Counted<'a> {
    pub(super) problem: &'a Problem,
    /// The puzzle, if there is one.
    pub(super) of: Option<(&'a Puzzle, &'a Encoding)>,
    pub(super) group: &'a SymmetryGroup,
    /// The piece or site that may be held to representatives.
    pub(super) held: Option<&'a Restriction>,
}

impl Counted<'_> {
    /// The engine, and the order of the items in which it counts.
    fn order(&self) -> Result<(&'static dyn WholeSearch, Vec<ItemId>), SweepError> {
        let (engine, whole) = counter().ok_or(SweepError::Unsupported)?;
        let order = match self.of {
            Some((puzzle, encoding)) => {
                frontier_order(engine, puzzle, encoding, self.problem).map(|(_, order)| order)
            }
            None => matrix_order(engine, self.problem).map(|order| order.items),
        };
        Ok((whole, order.ok_or(SweepError::Unsupported)?))
    }

    /// The problem of all solutions; see [`fixed_points::whole`].
    fn whole(&self, held: Option<&Restriction>) -> WeightedProblem {
        fixed_points::whole(self.problem, self.group, held)
    }
}

/// As [`count`], for a count that can be saved, from where it was saved. At the end `progress` is
/// such that a count resumes from it without a sweep.
///
/// # Errors
/// Also when what was saved belongs to another count.
pub(super) fn resume_count(
    counted: &Counted<'_>,
    limits: &Limits,
    (progress, watcher): (&mut CountProgress, &mut dyn CountWatcher),
) -> Result<Option<Counts<Natural>>, SweepError> {
    let (whole, order) = counted.order()?;
    let mut known = progress.answered.clone().into_iter();
    let representatives = counted.held.map_or(0, |held| held.kept.len());
    let mut counting = Counting {
        whole,
        counted,
        representatives,
        order,
        limits,
        progress: &mut *progress,
        watcher,
    };
    let counts = burnside::counts(counted.group, |subgroup| match known.next() {
        Some(number) => Ok(number),
        None => counting.fixed(subgroup),
    })?;
    progress.share = 1.0;
    Ok(counts)
}

/// Counts the representatives of a part, of which it was given so many, and, if it `counts_fixed`, the solutions that each set of
/// symmetries leaves as they are; from where it was saved. The counts of the whole are made of the
/// sums of all parts by [`merged_counts`].
///
/// # Errors
/// As [`count`].
pub(super) fn resume_part(
    counted: &Counted<'_>,
    (representatives, counts_fixed): (usize, bool),
    limits: &Limits,
    (progress, watcher): (&mut CountProgress, &mut dyn CountWatcher),
) -> Result<(), SweepError> {
    let (whole, order) = counted.order()?;
    let mut known = progress.answered.clone().into_iter();
    let mut counting = Counting {
        whole,
        counted,
        representatives,
        order,
        limits,
        progress: &mut *progress,
        watcher,
    };
    if counts_fixed && !counting.progress.knows_fixed {
        burnside::fixed_by_subgroups(counted.group, |subgroup| {
            if subgroup == ElementSet::IDENTITY {
                // There may be solutions; other parts know.
                return Ok(1.into());
            }
            known.next().map_or_else(|| counting.fixed(subgroup), Ok)
        })?;
        counting.progress.knows_fixed = true;
    }
    counting.all()?;
    progress.share = 1.0;
    Ok(())
}

/// The counts of a whole, from the sum of all its parts and what the part that counts them has found
/// of solutions that are fixed. `None` when the numbers do not belong together.
pub(super) fn merged_counts(
    group: &SymmetryGroup,
    sum: Natural,
    fixed: &[Natural],
) -> Option<Counts<Natural>> {
    let mut fixed = fixed.iter();
    let counts = burnside::counts(group, |subgroup| {
        if subgroup == ElementSet::IDENTITY { Ok(sum) } else { fixed.next().copied().ok_or(()) }
    });
    counts.ok().flatten()
}

/// A count under way.
struct Counting<'a> {
    whole: &'static dyn WholeSearch,
    counted: &'a Counted<'a>,
    /// The number of representatives that are to be counted, of those that are held.
    representatives: usize,
    order: Vec<ItemId>,
    limits: &'a Limits,
    progress: &'a mut CountProgress,
    watcher: &'a mut dyn CountWatcher,
}

impl Counting<'_> {
    /// Counts the solutions that a subgroup leaves unchanged.
    fn fixed(&mut self, subgroup: ElementSet) -> Result<Natural, SweepError> {
        let number = if subgroup == ElementSet::IDENTITY {
            self.all()?
        } else {
            let Counted { problem, of, group, .. } = self.counted;
            let encoding = of.map(|(_, encoding)| encoding);
            let fixed = fixed_points::fixed((problem, encoding), group, subgroup, &self.order);
            let (cover, order) = fixed.ok_or(SweepError::Unsupported)?;
            // What symmetries fix is counted in next to no time.
            let share = self.progress.share;
            self.swept(&cover, &order, (share, share))?
        };
        self.progress.answered.push(number);
        Ok(number)
    }

    /// The number of all solutions.
    fn all(&mut self) -> Result<Natural, SweepError> {
        let Some(held) = self.counted.held else {
            let cover = self.counted.whole(None);
            let order = self.order.clone();
            return self.swept(&cover, &order, (0.0, 1.0));
        };
        let order = self.order.clone();
        let all = self.representatives;
        let share = |done: usize| done as f64 / all.max(1) as f64;
        let mut waiting = self.progress.waiting.take().unwrap_or_else(|| vec![(0, all)]);
        // Representatives whose states together take too much memory are divided in two.
        while let Some(&(from, to)) = waiting.last() {
            let kept = held.kept.get(from..to).ok_or(SweepError::Damaged)?.to_vec();
            let restriction = Restriction { kept, ..held.clone() };
            let cover = self.counted.whole(Some(&restriction));
            self.progress.waiting = Some(waiting.clone());
            let left: usize = waiting.iter().map(|(from, to)| to - from).sum();
            let done = all.saturating_sub(left);
            let part = self.swept(&cover, &order, (share(done), share(done + to - from)));
            waiting.pop();
            match part {
                Ok(count) => self.progress.sum += count,
                Err(SweepError::Memory) if to - from > 1 => {
                    let middle = from + (to - from) / 2;
                    waiting.extend([(middle, to), (from, middle)]);
                }
                Err(error) => return Err(error),
            }
        }
        self.progress.waiting = Some(waiting);
        Ok(self.progress.sum)
    }

    /// Counts the solutions of a problem that stands for the way from one share of the whole to
    /// another, from where its sweep was saved.
    fn swept(
        &mut self,
        cover: &WeightedProblem,
        order: &[ItemId],
        (from, to): (f64, f64),
    ) -> Result<Natural, SweepError> {
        if self.progress.sweep.is_none() {
            self.progress.states = self.progress.met;
        }
        let before = self.progress.states;
        let left = Limits { states: self.limits.states.saturating_sub(before), ..*self.limits };
        let saved = self.progress.sweep.take();
        let watcher = &mut *self.watcher;
        let mut part = PartWatcher { watcher, progress: &mut *self.progress, from, to };
        self.whole.count(cover, order, &left, saved, &mut part)
    }
}

/// Watches a sweep as a part of a count.
struct PartWatcher<'a> {
    watcher: &'a mut dyn CountWatcher,
    progress: &'a mut CountProgress,
    from: f64,
    to: f64,
}

impl SweepWatcher for PartWatcher<'_> {
    fn pass(&mut self, stage: Stage) -> ControlFlow<()> {
        let share = stage.level as f64 / stage.levels.max(1) as f64;
        self.progress.share = self.from + (self.to - self.from) * share;
        self.progress.met = self.progress.states + stage.states;
        self.watcher.pass(self.progress.share, Stage { states: self.progress.met, ..stage })
    }

    fn saves(&mut self) -> bool {
        self.watcher.saves()
    }

    fn save(&mut self, saved: Option<SavedSweep>) {
        self.watcher.save(self.progress.with_sweep(saved));
    }
}
