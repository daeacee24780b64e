//! Counting from both ends.
//!
//! A sweep that goes forward all the way meets most of its states in the second half, and hardly one
//! in a hundred lives. Where only numbers are wanted it stops halfway. What the states there have
//! covered of the other half takes few shapes, *profiles*; a second sweep covers the other half,
//! less one of the profiles, from the far end. A state of the one then goes with the states of the
//! other that leave open its profile and use the pieces that it has not used; the ways to both,
//! multiplied and added up, are the solutions.

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::{ItemId, ItemKind};
use super::forward::{BATCH, Forward};
use super::key::Key;
use super::memory::{Memory, Pool};
use super::state::Layout;
use super::table::Ways;
use super::weighted::{Covered, WeightedProblem};
use super::{Limits, Stage, SweepError, Watch};

/// A forward sweep that has met fewer states than this halfway goes on by itself.
const MIN_STATES_TO_MEET: u64 = 100_000;
/// More profiles than this are too many.
const MOST_PROFILES: usize = 1 << 14;
/// The second sweep may meet so many times as many states as the first has met.
const MOST: u64 = 3;

/// Where a forward sweep may stop to meet another; `None` where it cannot.
///
/// Halfway, or a little later where the frontier is smoother, so that it takes fewer profiles: with
/// one-sided pentominoes the 48th item of 6×15 instead of the 45th halves the memory.
pub(super) fn place<K: Key>(
    cover: &WeightedProblem,
    order: &[ItemId],
    layout: &Layout<K>,
) -> Option<usize> {
    // What is left must be told by what is used: all is covered exactly once. Where pieces are of
    // few kinds there are more profiles than is good.
    let once = cover.kinds.iter().all(|kind| *kind == ItemKind::ONCE);
    let half = layout.last() / 2;
    if !once || !layout.caches_lookahead() || half == 0 {
        return None;
    }
    let mut position = vec![None; cover.kinds.len()];
    for (at, item) in order.iter().enumerate() {
        position[item.index()] = Some(at);
    }
    // How many options lie on both sides of each place.
    let mut across = vec![0; layout.last() + 1];
    for option in &cover.options {
        let swept = || option.iter().filter_map(|covered| position[covered.item as usize]);
        if let (Some(first), Some(last)) = (swept().min(), swept().max()) {
            across[first + 1..=last].iter_mut().for_each(|count| *count += 1);
        }
    }
    // A frontier comes back to its shape after about a quarter of the items that it spans.
    let to = (half + layout.longest_step() / 4).min(layout.last() - 1);
    (half..=to).min_by_key(|&place| across[place])
}

/// How far a second sweep may go, if it is worth one.
pub(super) fn limits<K: Key, V: Ways>(
    forward: &Forward<'_, K, V>,
    limits: &Limits,
) -> Option<Limits> {
    let left = limits.states.saturating_sub(forward.states());
    let states = left.min(MOST * forward.states());
    (forward.states() >= MIN_STATES_TO_MEET).then_some(Limits { states, ..*limits })
}

/// The number of solutions, by sweeping what a forward sweep has still before it from the far end.
/// `None` when that takes too much.
///
/// # Errors
/// When the watcher stops it, or the number is too large.
pub(super) fn count<K: Key, V: Ways>(
    cover: &WeightedProblem,
    order: &[ItemId],
    forward: &Forward<'_, K, V>,
    limits: &Limits,
    watch: Watch<'_>,
) -> Result<Option<u128>, SweepError> {
    let (layout, memory, cut) = (forward.layout(), forward.memory(), forward.level());
    let shapes = forward.shared_out(|states| {
        let profiles = states.map(|(level, key, _)| layout.profile(cut, level, key));
        profiles.collect::<FxHashSet<K>>()
    });
    // The profiles, from 1; nothing is 0.
    let mut profiles: FxHashMap<K, u32> = FxHashMap::default();
    profiles.insert(K::ZERO, 0);
    for shape in shapes.into_iter().flatten() {
        let next = profiles.len() as u32;
        profiles.entry(shape).or_insert(next);
    }
    if profiles.len() > MOST_PROFILES {
        return Ok(None);
    }
    if forward.ahead().next().is_none() {
        return Ok(Some(0));
    }
    let Some(rest) = Rest::new(cover, order, cut, &profiles) else { return Ok(None) };
    let limits = Limits { bytes: memory.most().saturating_sub(memory.used()), ..*limits };
    let watch = &mut |stage: Stage| {
        watch(Stage {
            level: cut + stage.level,
            levels: layout.last(),
            states: forward.states() + stage.states,
            bytes: memory.used() + stage.bytes,
            back: false,
        })
    };
    let found = match super::state_bits(&rest.cover, &rest.order) {
        Some((bits, _)) if bits < u64::BITS => {
            rest.join::<K, u64, V>(forward, &profiles, &limits, watch)
        }
        Some(_) => rest.join::<K, u128, V>(forward, &profiles, &limits, watch),
        None => return Ok(None),
    };
    match found {
        Ok(count) => Ok(Some(count)),
        Err(SweepError::Memory | SweepError::StateLimit | SweepError::Unsupported) => Ok(None),
        Err(error) => Err(error),
    }
}

/// What a forward sweep has still before it, as a problem of its own: its items beyond the cut,
/// backwards; those that are not swept, which need not be covered; and one option for each
/// profile, which covers what lies in it.
struct Rest {
    cover: WeightedProblem,
    order: Vec<ItemId>,
    /// How many items are not swept.
    others: u32,
}

impl Rest {
    /// `None` where an item is swept twice, or only one is left.
    fn new<K: Key>(
        cover: &WeightedProblem,
        order: &[ItemId],
        cut: usize,
        profiles: &FxHashMap<K, u32>,
    ) -> Option<Rest> {
        // Of one item alone no number of a profile would be kept, since none could be exceeded.
        if order.len() < cut + 2 {
            return None;
        }
        let mut position: Vec<Option<usize>> = vec![None; cover.kinds.len()];
        for (at, item) in order.iter().enumerate() {
            if position[item.index()].replace(at).is_some() {
                return None;
            }
        }
        // The others keep their order, so that their bits do.
        let mut numbers = vec![u32::MAX; cover.kinds.len()];
        let others = (0..cover.kinds.len()).filter(|&item| position[item].is_none());
        let others = others.zip(0..).map(|(item, number)| numbers[item] = number).count() as u32;
        let (profile, number) = (others, others + 1);
        let mut kinds = vec![ItemKind::Secondary; others as usize + 1];
        kinds.push(ItemKind::Primary { min: 0, max: profiles.len() as u32 - 1 });
        let swept: Vec<ItemId> =
            (kinds.len() as u32..).take(order.len() - cut).map(ItemId).collect();
        for (item, number) in order[cut..].iter().zip(&swept) {
            numbers[item.index()] = number.0;
            kinds.push(ItemKind::ONCE);
        }

        let mut options = Vec::new();
        let mut weights = Vec::new();
        for (option, covered) in cover.options.iter().enumerate() {
            let items: Vec<Covered> = covered
                .iter()
                .filter_map(|c| match numbers[c.item as usize] {
                    u32::MAX => None,
                    item => Some(Covered { item, ..*c }),
                })
                .collect();
            // What lies before the cut, wholly or in part, the forward sweep has done.
            if items.len() == covered.len() {
                options.push(items);
                weights.push(cover.weights.get(option).map_or(1, |weight| *weight));
            }
        }
        for (&shape, &times) in profiles.iter().filter(|(_, times)| **times > 0) {
            let once = |item| Covered { item, times: 1, colour: 0 };
            let mut items = vec![once(profile), Covered { item: number, times, colour: 0 }];
            let within = |at: &u32| shape & K::bit(*at) != K::ZERO;
            items.extend((0..K::BITS).filter(within).map(|at| once(swept[at as usize].0)));
            options.push(items);
            weights.push(1);
        }
        let order = swept.into_iter().rev().collect();
        Some(Rest { cover: WeightedProblem { kinds, options, weights }, order, others })
    }

    /// Sweeps it, and joins what is found to the states that a forward sweep stopped at.
    fn join<K: Key, R: Key, V: Ways>(
        &self,
        forward: &Forward<'_, K, V>,
        profiles: &FxHashMap<K, u32>,
        limits: &Limits,
        watch: Watch<'_>,
    ) -> Result<u128, SweepError> {
        let layout = forward.layout();
        let rest = Layout::<R>::lasting(&self.cover, &self.order).ok_or(SweepError::Unsupported)?;
        let memory = Memory::new(limits.bytes);
        let pool = Pool::new(&memory);
        let mut sweep = Forward::<R, V>::new(&rest, limits, &pool, false)?;
        sweep.advance(rest.last(), watch)?;
        let start = rest.start().ok_or(SweepError::Unsupported)?;
        let others = R::low(self.others);
        // The state of the second sweep that goes with one of the first.
        let opposite = |level: usize, key: K| {
            let profile = profiles[&layout.profile(forward.level(), level, key)];
            let left = !R::cut(layout.others(key).widened()) & others;
            let chosen = R::from_number(u64::from(profile > 0)) << self.others;
            let number = R::from_number(profile.into()) << (self.others + 1);
            start + rest.state(left | chosen | number)
        };
        let sums = forward.shared_out(|states| {
            let mut sum = 0u128;
            let mut batch: Vec<(R, V)> = Vec::with_capacity(BATCH);
            loop {
                batch.clear();
                let next = (&mut *states).take(BATCH);
                batch.extend(next.map(|(level, key, ways)| (opposite(level, key), ways)));
                if batch.is_empty() {
                    return Some(sum);
                }
                let glances = batch.iter().fold(R::ZERO, |glances, &(state, _)| {
                    glances | sweep.glance(rest.last(), state)
                });
                std::hint::black_box(glances);
                for &(state, ways) in &batch {
                    let others = sweep.get(rest.last(), state).map_or(0, V::wide);
                    sum = sum.checked_add(ways.wide().checked_mul(others)?)?;
                }
            }
        });
        let add = |sum: u128, part: Option<u128>| sum.checked_add(part?);
        sums.into_iter().try_fold(0, add).ok_or(SweepError::Overflow)
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;

    /// Knuth's MMIX generator, TAOCP 3.3.4.
    struct Random(u64);

    impl Random {
        fn below(&mut self, most: u64) -> u64 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (self.0 >> 33) % most
        }
    }

    /// Pieces of one to three sites in a row of sites that they just fill, each in two shapes, at
    /// most places; some options count several times.
    fn row(random: &mut Random) -> (WeightedProblem, Vec<ItemId>) {
        let pieces = 8 + random.below(3) as u32;
        let sizes: Vec<u64> = (0..pieces).map(|_| 1 + random.below(3)).collect();
        let sites = sizes.iter().sum::<u64>() as u32;
        let mut cover = WeightedProblem {
            kinds: vec![ItemKind::ONCE; (pieces + sites) as usize],
            ..WeightedProblem::default()
        };
        let once = |item| Covered { item, times: 1, colour: 0 };
        for (piece, size) in (0..).zip(&sizes) {
            for gap in [1, 2] {
                let shape: Vec<u32> = (0..*size as u32).map(|site| gap * site).collect();
                for first in 0..sites - shape.last().unwrap() {
                    if random.below(8) > 0 {
                        let covered = shape.iter().map(|site| once(pieces + first + site));
                        cover.options.push(std::iter::once(once(piece)).chain(covered).collect());
                        cover.weights.push(1 + random.below(3) as u32 / 2);
                    }
                }
            }
        }
        (cover, (pieces..pieces + sites).map(ItemId).collect())
    }

    #[test]
    fn wherever_two_sweeps_meet_they_count_what_one_counts() {
        fn counts<K: Key>(cover: &WeightedProblem, order: &[ItemId], threads: usize) -> Vec<u128> {
            let limits = Limits { threads, ..Limits::default() };
            let watch = &mut |_| ControlFlow::Continue(());
            let layout = Layout::<K>::new(cover, order).unwrap();
            assert!(place(cover, order, &layout).is_some());
            let memory = Memory::new(limits.bytes);
            let count = |cut: usize| {
                let pool = Pool::new(&memory);
                let mut forward = Forward::<K, u64>::new(&layout, &limits, &pool, false).unwrap();
                forward.advance(cut, watch).unwrap();
                if cut == layout.last() {
                    return forward.ahead().map(|(_, _, ways)| ways.wide()).sum();
                }
                super::count(cover, order, &forward, &limits, watch).unwrap().unwrap()
            };
            // No sweep comes to meet one that has one item left.
            (0..=layout.last()).filter(|cut| cut + 1 != layout.last()).map(count).collect()
        }
        let mut random = Random(1);
        let mut found = 0;
        for round in 0..40 {
            let (cover, order) = row(&mut random);
            let threads = 1 + round % 2;
            let narrow = counts::<u64>(&cover, &order, threads);
            let alone = *narrow.last().unwrap();
            assert_eq!(narrow, vec![alone; order.len()], "round {round}");
            assert_eq!(counts::<u128>(&cover, &order, threads), narrow, "round {round}");
            found += usize::from(alone > 0);
        }
        assert!(found > 20, "{found}");
    }
}
