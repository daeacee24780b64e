//! Counting the solutions of a puzzle without listing them: a frontier sweep for all of them,
//! and one for those that each set of symmetries leaves as they are.

use std::ops::ControlFlow;

use crate::encode::symmetry::{Held, Restriction};
use crate::encode::{Encoding, SymmetryGroup, quotient};
use crate::exact_cover::frontier::{self, Cover, GaveUp, Limits, Stage};
use crate::exact_cover::{ItemId, Problem};
use crate::puzzle::Puzzle;
use crate::solution::{Counts, burnside};

/// The order of the sites in which a frontier sweep has the smallest states, and how many items its
/// frontier spans; `None` when it cannot work on the problem in any.
pub(super) fn sweep_order(
    puzzle: &Puzzle,
    encoding: &Encoding,
    problem: &Problem,
) -> Option<(u32, Vec<ItemId>)> {
    let cover = Cover::of(problem);
    let orders = encoding.sweep_orders(puzzle).into_iter();
    let sized = orders.filter_map(|order| Some((frontier::state_bits(&cover, &order)?, order)));
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
        Held::Piece(_) => held.kept.len(),
        Held::Site(_) | Held::Class(..) => usize::MAX,
    })
}

/// Counts the solutions of a puzzle, by all ways of counting. `held` may hold a piece or a site to
/// representatives, which makes the sweep smaller and the counts no others. The watcher is told
/// the share of the way that is behind, from 0 to 1, and where the sweep in hand is; it may block.
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
) -> Result<Option<Counts>, GaveUp> {
    let order = sweep_order(puzzle, encoding, &encoding.problem).ok_or(GaveUp::Unknown)?.1;
    let mut states = 0;
    burnside::counts(group, |subgroup| {
        let (cover, order) = if subgroup == 1 {
            (quotient::whole(encoding, group, held), order.clone())
        } else {
            let fixed = quotient::fixed(encoding, group, subgroup, &order);
            fixed.ok_or(GaveUp::Unknown)?
        };
        let before = states;
        let left = Limits { states: limits.states - before, ..*limits };
        frontier::count(&cover, &order, &left, &mut |stage| {
            states = before + stage.states;
            // What symmetries fix is counted in next to no time.
            let share = stage.level as f64 / stage.levels.max(1) as f64;
            watch(if subgroup == 1 { share } else { 1.0 }, Stage { states, ..stage })
        })
    })
}
