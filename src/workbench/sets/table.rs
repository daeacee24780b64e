//! The sets that were tested as the screen shows them: filtered and sorted. Made on a thread.

use std::cmp::Reverse;

use crate::job::sets::{Goal, SetResult, SetsPlan};
use crate::puzzle::PieceId;

/// Most variants without a solution of a near miss.
const NEAR: u32 = 3;

/// An order of sets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SetSort {
    /// By the level of the solutions that come apart, the highest first.
    Level,
    /// By the solvable variants, the most first.
    Solvable,
    /// By the distinct solutions of all variants, the most first.
    Solutions,
    /// By the solutions of the hardest variant, the most first.
    #[default]
    Fewest,
    /// By the median, the largest first.
    Median,
    /// By the solutions of the easiest variant, the most first.
    Most,
}

impl SetSort {
    /// All of them, with the heads of their columns.
    pub const ALL: [(SetSort, &'static str); 6] = [
        (SetSort::Level, "level"),
        (SetSort::Solvable, "solvable"),
        (SetSort::Solutions, "solutions"),
        (SetSort::Fewest, "fewest"),
        (SetSort::Median, "median"),
        (SetSort::Most, "most"),
    ];
}

/// The sets that are listed, and their order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SetView {
    /// The goal that a set must meet.
    pub goal: Goal,
    /// True if sets with 1 to 3 variants without a solution are listed in place of those that meet
    /// the goal.
    pub near: bool,
    /// The order.
    pub sort: SetSort,
    /// True if the order is reversed.
    pub reversed: bool,
}

/// The sets that were tested at one moment.
#[derive(Clone, Debug, Default)]
pub struct SetTable {
    /// All results.
    pub results: Vec<SetResult>,
    /// Those that are listed, in their order, by their places in the results.
    pub order: Vec<u32>,
    /// The sets that meet the goal.
    pub met: usize,
    /// The near misses.
    pub near: usize,
    /// The sets that meet each goal of [`Goal::choices`].
    pub by_goal: [usize; 4],
    /// For each piece the number of sets that meet the goal and have it.
    pub with_piece: Vec<usize>,
    /// The most solutions of a variant of a set that is listed.
    pub most: u64,
}

impl SetTable {
    pub(super) fn new(plan: &SetsPlan, results: Vec<SetResult>, view: &SetView) -> SetTable {
        let is_near = |r: &SetResult| !r.gave_up && (1..=NEAR).contains(&r.missing());
        let (least, level) = view.goal.numbers(plan.list().len() as u32);
        let count = |goal: Goal| results.iter().filter(|r| goal.is_met(r)).count();
        let by_goal = Goal::choices(least, level).map(|(goal, _)| count(goal));
        let mut with_piece = vec![0; plan.list().puzzle.pieces.len()];
        for result in results.iter().filter(|r| view.goal.is_met(r)) {
            for (n, number) in with_piece.iter_mut().enumerate() {
                *number += usize::from(plan.sets().has(result.set as usize, PieceId(n as u32)));
            }
        }
        let is_listed = |r: &SetResult| if view.near { is_near(r) } else { view.goal.is_met(r) };
        let mut order: Vec<u32> =
            (0..results.len() as u32).filter(|&n| is_listed(&results[n as usize])).collect();
        order.sort_by(|&a, &b| results[a as usize].better(&results[b as usize]));
        let key = |&n: &u32| {
            let r = &results[n as usize];
            let number = |of: Option<(u64, u32)>| of.map_or(0, |(number, _)| number);
            Reverse(match view.sort {
                SetSort::Level => r.assemblies.map_or(0, |own| own.level.bits()),
                SetSort::Solvable => u64::from(r.solvable),
                SetSort::Solutions => r.distinct,
                SetSort::Fewest => number(r.fewest),
                SetSort::Median => r.twice_median,
                SetSort::Most => number(r.most),
            })
        };
        // Stable: the better set first of those with the same number.
        order.sort_by_key(key);
        if view.reversed {
            order.reverse();
        }
        let most = order.iter().filter_map(|&n| results[n as usize].most).map(|(most, _)| most);
        SetTable {
            most: most.max().unwrap_or(0),
            met: results.iter().filter(|r| view.goal.is_met(r)).count(),
            near: results.iter().filter(|r| is_near(r)).count(),
            by_goal,
            with_piece,
            order,
            results,
        }
    }

    /// The place of a set in the order, if it is listed.
    pub fn place(&self, set: u32) -> Option<usize> {
        self.order.iter().position(|&n| self.results[n as usize].set == set)
    }

    /// The result of a set, if it is tested.
    pub fn result(&self, set: u32) -> Option<&SetResult> {
        self.results.iter().find(|result| result.set == set)
    }
}
