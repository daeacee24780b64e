//! Counting the solutions of a puzzle without listing them: a frontier sweep for all of them,
//! and one for those that each set of symmetries leaves as they are.

use std::ops::ControlFlow;

use crate::encode::symmetry::{FixedPart, Restriction};
use crate::encode::{ElementSet, Encoding, SymmetryGroup, fixed_points};
use crate::exact_cover::frontier::{Limits, Stage, SweepError, WeightedProblem};
use crate::exact_cover::{ENGINES, Engine, ItemId, Problem, WholeSearch};
use crate::puzzle::Puzzle;
use crate::solution::{Counts, burnside};

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
    let orders = encoding.sweep_orders(puzzle).into_iter();
    let sized = orders.filter_map(|order| Some((whole.state_size(&cover, &order)?, order)));
    sized.min_by_key(|(bits, _)| *bits).map(|((_, window), order)| (window, order))
}

/// What a frontier sweep holds to representatives: the piece that keeps the fewest placements, which
/// makes for the fewest states, or else what a search holds.
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
        FixedPart::Site(_) | FixedPart::Class(..) => usize::MAX,
    })
}

/// Counts the solutions of a puzzle, by all ways of counting. `held` may hold a piece or a site to
/// representatives, which makes the sweep smaller and the counts no others; where the states of all
/// take too much memory, each half of them is swept by itself, or each half of a half, which takes
/// longer. The watcher receives the fraction done, from 0 to 1, and the stage of the
/// current sweep; it may block.
///
/// `Ok(None)` when the numbers are beyond [`Counts`].
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
) -> Result<Option<Counts>, SweepError> {
    let (engine, whole) = counter().ok_or(SweepError::Unsupported)?;
    let order = frontier_order(engine, puzzle, encoding, &encoding.problem);
    let order = order.ok_or(SweepError::Unsupported)?.1;
    let mut states = 0;
    burnside::counts(group, |subgroup| {
        if subgroup != ElementSet::IDENTITY {
            let fixed = fixed_points::fixed(encoding, group, subgroup, &order);
            let (cover, order) = fixed.ok_or(SweepError::Unsupported)?;
            // What symmetries fix is counted in next to no time.
            return swept(whole, (&cover, &order), (1.0, 1.0), &mut states, limits, watch);
        }
        let mut part = |held: Option<&Restriction>, shares| {
            let cover = fixed_points::whole(encoding, group, held);
            swept(whole, (&cover, &order), shares, &mut states, limits, watch)
        };
        let Some(held) = held else { return part(None, (0.0, 1.0)) };
        // Representatives whose states together take too much memory are divided in two.
        let (mut sum, mut behind) = (0u128, 0);
        let mut waiting = vec![held.kept.clone()];
        while let Some(kept) = waiting.pop() {
            let share = |count: usize| count as f64 / held.kept.len() as f64;
            let shares = (share(behind), share(behind + kept.len()));
            match part(Some(&Restriction { kept: kept.clone(), ..held.clone() }), shares) {
                Ok(count) => {
                    sum = sum.checked_add(count).ok_or(SweepError::Overflow)?;
                    behind += kept.len();
                }
                Err(SweepError::Memory) if kept.len() > 1 => {
                    let (first, second) = kept.split_at(kept.len() / 2);
                    waiting.extend([second.to_vec(), first.to_vec()]);
                }
                Err(error) => return Err(error),
            }
        }
        Ok(sum)
    })
}

/// Counts the solutions of a problem that stands for the way from one share of the whole to another.
/// `states` is how many were met before, and then how many were met.
fn swept(
    whole: &dyn WholeSearch,
    (cover, order): (&WeightedProblem, &[ItemId]),
    (from, to): (f64, f64),
    states: &mut u64,
    limits: &Limits,
    watch: &mut dyn FnMut(f64, Stage) -> ControlFlow<()>,
) -> Result<u128, SweepError> {
    let before = *states;
    let left = Limits { states: limits.states.saturating_sub(before), ..*limits };
    whole.count(cover, order, &left, &mut |stage| {
        *states = before + stage.states;
        let share = stage.level as f64 / stage.levels.max(1) as f64;
        watch(from + (to - from) * share, Stage { states: *states, ..stage })
    })
}
