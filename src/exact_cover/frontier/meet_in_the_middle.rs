//! Counting from both ends.
//!
//! A sweep that goes forward all the way meets most of its states in the second half, and hardly one
//! in a hundred lives. Where only numbers are wanted it stops halfway. What the states there have
//! covered of the other half takes few shapes, *profiles*; a second sweep covers the other half,
//! less one of the profiles, from the far end. A state of the one then goes with the states of the
//! other that leave open its profile and use the pieces that it has not used; the ways to both,
//! multiplied and added up, are the solutions.

use std::ops::ControlFlow;

use num_bigint::BigUint;
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::{ItemId, ItemKind};
use super::forward::{BATCH, Forward};
use super::key::Key;
use super::memory::{Memory, Pool};
use super::saved::{SavedReader, SavedWriter, after_round};
use super::state::Layout;
use super::table::Ways;
use super::{Covered, Limits, SavedSweep, Stage, SweepError, SweepWatcher, WeightedProblem};

/// A forward sweep that has met fewer states than this halfway goes on by itself.
const MIN_STATES_TO_MEET: u64 = 100_000;
/// More profiles than this are too many.
const MAX_PROFILES: usize = 1 << 14;
/// The second sweep may meet so many times as many states as the first has met.
const MAX_STATE_RATIO: u64 = 3;

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

/// Returns the limits of a second sweep, if it is worth one.
pub(super) fn limits<K: Key, V: Ways>(
    forward: &Forward<'_, K, V>,
    limits: &Limits,
) -> Option<Limits> {
    let left = limits.states.saturating_sub(forward.states());
    let states = left.min(MAX_STATE_RATIO * forward.states());
    (forward.states() >= MIN_STATES_TO_MEET).then_some(Limits { states, ..*limits })
}

/// A sweep from the far end, to meet one that has stopped.
pub(super) struct Meeting<'a> {
    pub(super) cover: &'a WeightedProblem,
    pub(super) order: &'a [ItemId],
    /// Of the second sweep; its memory is what the first one leaves.
    pub(super) limits: Limits,
    /// Of the whole count, for what is saved.
    pub(super) fingerprint: u64,
}

/// Watches the second sweep as a part of the whole count.
struct SecondWatcher<'w> {
    outer: &'w mut dyn SweepWatcher,
    /// The stage of the first sweep.
    first: Stage,
}

impl SweepWatcher for SecondWatcher<'_> {
    fn pass(&mut self, stage: Stage) -> ControlFlow<()> {
        self.outer.pass(Stage {
            level: self.first.level + stage.level,
            states: self.first.states + stage.states,
            bytes: self.first.bytes + stage.bytes,
            ..self.first
        })
    }

    fn saves(&mut self) -> bool {
        self.outer.saves()
    }

    fn save(&mut self, saved: Option<SavedSweep>) {
        self.outer.save(saved);
    }
}

impl Meeting<'_> {
    /// The number of solutions, by sweeping what a forward sweep has still before it from the far
    /// end, or from where that sweep was saved. `None` when that takes too much.
    ///
    /// # Errors
    /// When the watcher stops it, or a number of the second sweep is too large.
    pub(super) fn count<K: Key, V: Ways>(
        &self,
        forward: &Forward<'_, K, V>,
        mut saved: Option<SavedReader<'_>>,
        watcher: &mut dyn SweepWatcher,
    ) -> Result<Option<BigUint>, SweepError> {
        let (layout, memory, cut) = (forward.layout(), forward.memory(), forward.level());
        let Some(profiles) = profiles(forward) else { return Ok(None) };
        if forward.ahead().next().is_none() {
            return Ok(Some(BigUint::ZERO));
        }
        let Some(rest) = Rest::new(self.cover, self.order, cut, &profiles) else {
            return Ok(None);
        };
        let bytes = memory.most().saturating_sub(memory.used());
        let meeting = Meeting { limits: Limits { bytes, ..self.limits }, ..*self };
        let (states, bytes, levels) = (forward.states(), memory.used(), layout.last());
        let first = Stage { level: cut, levels, states, bytes, back: false, met_at: Some(cut) };
        let watcher = &mut SecondWatcher { outer: watcher, first };
        let found = match super::state_bits(&rest.cover, &rest.order) {
            Some((bits, _)) if bits < u64::BITS => {
                meeting.join::<K, u64, V>(&rest, forward, &profiles, saved.as_mut(), watcher)
            }
            Some(_) => {
                meeting.join::<K, u128, V>(&rest, forward, &profiles, saved.as_mut(), watcher)
            }
            None => return Ok(None),
        };
        match found {
            Ok(count) => Ok(Some(count)),
            Err(SweepError::Memory | SweepError::StateLimit | SweepError::Unsupported) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// The profiles of the states that a sweep stopped at, numbered from 1; nothing is 0. `None` when
/// there are too many.
///
/// The numbers depend on the profiles alone, so that a second sweep can be saved.
fn profiles<K: Key, V: Ways>(forward: &Forward<'_, K, V>) -> Option<FxHashMap<K, u32>> {
    let (layout, cut) = (forward.layout(), forward.level());
    let shapes = forward.shared_out(|states| {
        let profiles = states.map(|(level, key, _)| layout.profile(cut, level, key));
        profiles.collect::<FxHashSet<K>>()
    });
    let mut all: Vec<K> = shapes.into_iter().flatten().filter(|shape| *shape != K::ZERO).collect();
    all.sort_unstable();
    all.dedup();
    if all.len() >= MAX_PROFILES {
        return None;
    }
    Some(std::iter::once(K::ZERO).chain(all).zip(0..).collect())
}

/// The rest of a forward sweep, as a problem of its own: its items beyond the cut, backwards; those
/// that are not swept, which need not be covered; and one option for each profile, which covers
/// what lies in it.
struct Rest {
    cover: WeightedProblem,
    order: Vec<ItemId>,
    /// The number of items that are not swept.
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
        let mut numbered: Vec<(K, u32)> = profiles.iter().map(|(k, n)| (*k, *n)).collect();
        numbered.sort_unstable_by_key(|(_, number)| *number);
        for (shape, times) in numbered.into_iter().skip(1) {
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
}

impl Meeting<'_> {
    /// Sweeps the rest, and joins what is found to the states that a forward sweep stopped at.
    fn join<K: Key, R: Key, V: Ways>(
        &self,
        problem: &Rest,
        forward: &Forward<'_, K, V>,
        profiles: &FxHashMap<K, u32>,
        saved: Option<&mut SavedReader<'_>>,
        watcher: &mut dyn SweepWatcher,
    ) -> Result<BigUint, SweepError> {
        let layout = forward.layout();
        let rest = Layout::<R>::lasting(&problem.cover, &problem.order);
        let rest = rest.ok_or(SweepError::Unsupported)?;
        let memory = Memory::new(self.limits.bytes);
        let pool = Pool::new(&memory);
        let mut sweep = match saved {
            None => Forward::<R, V>::new(&rest, &self.limits, &pool, V::ONE, false)?,
            Some(saved) => Forward::<R, V>::restored(&rest, &self.limits, &pool, saved)?,
        };
        sweep.advance(rest.last(), &mut |stage, ahead| {
            after_round(watcher, stage, || {
                let writer = SavedWriter::new::<V>(self.fingerprint, false);
                Some(ahead.save(forward.whole_ahead().save(writer)?)?.finish())
            })
        })?;
        let start = rest.start().ok_or(SweepError::Unsupported)?;
        // The state of the second sweep that goes with one of the first.
        let opposite = |level: usize, key: K| {
            let profile = profiles[&layout.profile(forward.level(), level, key)];
            let left = !R::cut(layout.others(key).widened()) & R::low(problem.others);
            let chosen = R::from_number(u64::from(profile > 0)) << problem.others;
            let number = R::from_number(profile.into()) << (problem.others + 1);
            start + rest.state(left | chosen | number)
        };
        let sums = forward.shared_out(|states| {
            let (mut narrow, mut sum) = (0u128, BigUint::ZERO);
            let mut batch: Vec<(R, V)> = Vec::with_capacity(BATCH);
            loop {
                batch.clear();
                let next = (&mut *states).take(BATCH);
                batch.extend(next.map(|(level, key, ways)| (opposite(level, key), ways)));
                if batch.is_empty() {
                    return sum + narrow;
                }
                let glances = batch.iter().fold(R::ZERO, |glances, &(state, _)| {
                    glances | sweep.glance(rest.last(), state)
                });
                std::hint::black_box(glances);
                for &(state, ways) in &batch {
                    let others = sweep.get(rest.last(), state).map_or(0, V::wide);
                    let ways = ways.wide();
                    let product = ways.checked_mul(others);
                    match product.and_then(|product| narrow.checked_add(product)) {
                        Some(more) => narrow = more,
                        None => sum += BigUint::from(ways) * others,
                    }
                }
            }
        });
        Ok(sums.into_iter().sum())
    }
}

#[cfg(test)]
mod tests {
    use super::super::Unsaved;
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
        fn counts<K: Key>(
            cover: &WeightedProblem,
            order: &[ItemId],
            threads: usize,
        ) -> Vec<BigUint> {
            let limits = Limits { threads, ..Limits::default() };
            let layout = Layout::<K>::new(cover, order).unwrap();
            assert!(place(cover, order, &layout).is_some());
            let memory = Memory::new(limits.bytes);
            let count = |cut: usize| {
                let pool = Pool::new(&memory);
                let mut forward =
                    Forward::<K, u64>::new(&layout, &limits, &pool, 1, false).unwrap();
                forward.advance(cut, &mut |_, _| ControlFlow::Continue(())).unwrap();
                if cut == layout.last() {
                    return forward.ahead().map(|(_, _, ways)| BigUint::from(ways.wide())).sum();
                }
                let meeting = Meeting { cover, order, limits, fingerprint: 0 };
                let watch = &mut |_| ControlFlow::Continue(());
                meeting.count(&forward, None, &mut Unsaved(watch)).unwrap().unwrap()
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
            let alone = narrow.last().unwrap().clone();
            assert_eq!(narrow, vec![alone.clone(); order.len()], "round {round}");
            assert_eq!(counts::<u128>(&cover, &order, threads), narrow, "round {round}");
            found += usize::from(alone > BigUint::ZERO);
        }
        assert!(found > 20, "{found}");
    }

    /// Ends a sweep after a number of rounds, and keeps its states.
    struct Stopper {
        rounds: usize,
        saved: Option<SavedSweep>,
    }

    impl SweepWatcher for Stopper {
        fn pass(&mut self, _stage: Stage) -> ControlFlow<()> {
            self.rounds = self.rounds.saturating_sub(1);
            if self.rounds == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        }

        fn saves(&mut self) -> bool {
            self.rounds == 0
        }

        fn save(&mut self, saved: Option<SavedSweep>) {
            self.saved = saved;
        }
    }

    #[test]
    fn a_second_sweep_saved_at_any_round_comes_to_the_same_count_with_other_threads() {
        /// The count of a row cut somewhere, stopped after every other round, and how often.
        fn stopped<K: Key>(
            cover: &WeightedProblem,
            order: &[ItemId],
            cut: usize,
        ) -> (BigUint, usize) {
            let layout = Layout::<K>::new(cover, order).unwrap();
            let memory = Memory::new(1 << 26);
            let mut saved: Option<SavedSweep> = None;
            for stops in 0.. {
                let limits = Limits { threads: 1 + stops % 3, ..Limits::default() };
                let pool = Pool::new(&memory);
                let mut reader = saved.as_ref().map(|saved| saved.reader(7).unwrap());
                let forward = match &mut reader {
                    Some(saved) => Forward::<K, u64>::restored(&layout, &limits, &pool, saved),
                    None => Forward::<K, u64>::new(&layout, &limits, &pool, 1, false),
                };
                let mut forward = forward.unwrap();
                forward.advance(cut, &mut |_, _| ControlFlow::Continue(())).unwrap();
                let meeting = Meeting { cover, order, limits, fingerprint: 7 };
                let mut stopper = Stopper { rounds: 2, saved: None };
                let second = reader.filter(|saved| !saved.is_over());
                match meeting.count(&forward, second, &mut stopper) {
                    Ok(count) => return (count.unwrap(), stops),
                    Err(error) => assert_eq!(error, SweepError::Stopped),
                }
                drop(forward);
                pool.release();
                saved = stopper.saved;
                assert!(saved.is_some() && stops < 1000);
            }
            unreachable!("it returns")
        }
        let mut random = Random(2);
        let (mut found, mut stopped_often) = (0, 0);
        for round in 0..20 {
            let (cover, order) = row(&mut random);
            let cut = order.len() / 2;
            let whole = super::super::count(&cover, &order, &Limits::default(), &mut |_| {
                ControlFlow::Continue(())
            });
            let (narrow, stops) = stopped::<u64>(&cover, &order, cut);
            assert_eq!(Ok(narrow.clone().into()), whole, "round {round}");
            let has_some = narrow > BigUint::ZERO;
            assert_eq!(stopped::<u128>(&cover, &order, cut), (narrow, stops), "round {round}");
            found += usize::from(has_some);
            stopped_often += usize::from(stops > 3);
        }
        assert!(found > 10 && stopped_often > 10, "{found}, {stopped_often}");
    }
}
