//! The nodes of a search, compiled for each size of tier and each of three instruction sets.

#[cfg(target_arch = "x86_64")]
mod simd;

use std::ops::ControlFlow;

use super::{BranchNode, Counter, Matrix, NONE, ONCE, Search, Tier, words_for};
use crate::exact_cover::instructions::Instructions;
use crate::exact_cover::{Choice, ItemId};

/// The rows of a tier of W words.
#[inline(always)]
fn rows_of<const W: usize>(tier: &Tier) -> &[[u64; W]] {
    tier.rows.as_chunks().0
}

/// Counts the living options of a row; counting may stop once there are more than `enough`.
#[inline(always)]
fn living<const W: usize>(alive: &[u64; W], row: &[u64; W], enough: u32) -> u32 {
    let mut count = 0;
    // A short row is counted without a branch, which would be hard to predict.
    let step = if W <= 8 { W } else { 8 };
    for i in (0..W).step_by(step) {
        for k in i..i + step {
            count += (alive[k] & row[k]).count_ones();
        }
        if count > enough {
            break;
        }
    }
    count
}

#[inline(always)]
fn clear<const W: usize>(alive: &mut [u64; W], row: &[u64; W]) {
    for (a, r) in alive.iter_mut().zip(row) {
        *a &= !r;
    }
}

fn all_alive<const W: usize>(options: usize) -> [u64; W] {
    std::array::from_fn(|w| match options.saturating_sub(64 * w) {
        0 => 0,
        n if n >= 64 => u64::MAX,
        n => (1 << n) - 1,
    })
}

/// The functions of the search, which are compiled for each instruction set. A function with target
/// features inlines only functions without further ones.
macro_rules! engine {
    ($(#[$feature:meta])*) => {
        $(#[$feature])*
        pub(super) fn start(search: &mut Search<'_>, tier: &Tier) -> ControlFlow<()> {
            match tier.words {
                1 => root::<1> (search, tier),
                2 => root::<2> (search, tier),
                4 => root::<4> (search, tier),
                8 => root::<8> (search, tier),
                16 => root::<16> (search, tier),
                32 => root::<32> (search, tier),
                64 => root::<64> (search, tier),
                128 => root::<128> (search, tier),
                _ => root::<256> (search, tier),
            }
        }

        $(#[$feature])*
        fn root<const W: usize>(
            search: &mut Search<'_>,
            tier: &Tier,
        ) -> ControlFlow<()> {
            let mut alive = [0; W];
            for i in 0..tier.options.len() {
                // An option without primary items is never chosen.
                if !search.matrix.covers.get(i).is_empty() {
                    alive[i / 64] |= 1 << (i % 64);
                }
            }
            let open = (0, search.arena.len());
            for item in 0..search.matrix.primary {
                let counter = search.matrix.counters[item];
                if counter != ONCE && search.counters[counter as usize].bound == 0 {
                    search.close(tier, open, item as u32);
                }
            }
            let all = BranchNode { open, counters: 0, item: NONE, degree: 0 };
            survey::<W> (search, tier, &alive, all)
        }

        /// Chooses an item of a node, and enters it.
        $(#[$feature])*
        #[inline]
        fn survey<const W: usize>(
            search: &mut Search<'_>,
            tier: &Tier,
            alive: &[u64; W],
            node: BranchNode,
        ) -> ControlFlow<()> {
            let rows = rows_of::<W>(tier);
            let counted = search.counter_count != 0;
            // Number of branches, then item: the least is chosen.
            let mut best = u64::MAX;
            let open = &search.arena[node.open.0..node.open.1];
            'all: for (items, word) in tier.items.chunks(64).zip(open) {
                let mut word = *word;
                while word != 0 {
                    let item = items[word.trailing_zeros() as usize];
                    word &= word - 1;
                    let row = &rows[item as usize];
                    let degree = if counted && search.matrix.counters[item as usize] != ONCE {
                        let counter = search.matrix.counters[item as usize];
                        let Counter { need, .. } = search.counters[node.counters + counter as usize];
                        (living::<W>(alive, row, u32::MAX) + 1).saturating_sub(need)
                    } else {
                        living::<W>(alive, row, (best >> 32) as u32)
                    };
                    best = best.min(u64::from(degree) << 32 | u64::from(item));
                    if degree == 0 {
                        break 'all;
                    }
                }
            }
            let chosen = BranchNode { item: best as u32, degree: (best >> 32) as u32, ..node };
            enter::<W> (search, tier, alive, chosen)
        }

        /// Enters a node: counts it, reports it if it is a solution, and searches it.
        $(#[$feature])*
        #[inline]
        fn enter<const W: usize>(
            search: &mut Search<'_>,
            tier: &Tier,
            alive: &[u64; W],
            chosen: BranchNode,
        ) -> ControlFlow<()> {
            let level = search.path.len();
            let from = search.part.prefix.len();
            if chosen.degree != 0
                && chosen.item != NONE
                && search.part.cut_off.is_some_and(|cut_off| level >= cut_off)
            {
                // The search of the part below the cut counts this node.
                search.observer.cut(&search.path);
                return ControlFlow::Continue(());
            }
            if level >= from {
                search.count(level)?;
            }
            if chosen.degree == 0 {
                return ControlFlow::Continue(());
            }
            if chosen.item == NONE {
                return if level >= from { search.report() } else { ControlFlow::Continue(()) };
            }
            if level < from {
                return node::<W> (search, tier, alive, chosen);
            }
            let before = search.meter.nodes();
            let count: usize = alive.iter().map(|w| w.count_ones() as usize).sum();
            let words = words_for(count);
            let flow = if words < W && search.pays(W, words, count) {
                compacted::<W> (search, tier, alive, chosen, words)
            } else if tier.is_small && search.is_complete() {
                small::<W> (search, tier, alive, chosen)
            } else {
                node::<W> (search, tier, alive, chosen)
            };
            search.learn(W, count, search.meter.nodes() - before);
            flow
        }

        /// Copies the living options into a smaller tier and continues the search there.
        $(#[$feature])*
        #[inline(never)]
        fn compacted<const W: usize>(
            search: &mut Search<'_>,
            tier: &Tier,
            alive: &[u64; W],
            chosen: BranchNode,
            words: usize,
        ) -> ControlFlow<()> {
            let mut small = search.pool.pop().unwrap_or_default();
            let open = search.compact::<W>(tier, alive, chosen.open, words, &mut small);
            fill::<W>(search.matrix, tier, alive, &mut small);
            let chosen = BranchNode { open, ..chosen };
            let flow = below(search, &small, chosen);
            search.pool.push(small);
            flow
        }

        /// Tries every branch of a node at which all options of its tier are alive.
        $(#[$feature])*
        pub(super) fn below(
            search: &mut Search<'_>,
            tier: &Tier,
            chosen: BranchNode,
        ) -> ControlFlow<()> {
            let n = tier.options.len();
            if tier.is_small {
                return match tier.words {
                    1 => small::<1>(search, tier, &all_alive(n), chosen),
                    2 => small::<2>(search, tier, &all_alive(n), chosen),
                    4 => small::<4>(search, tier, &all_alive(n), chosen),
                    8 => small::<8>(search, tier, &all_alive(n), chosen),
                    _ => small::<16>(search, tier, &all_alive(n), chosen),
                };
            }
            match tier.words {
                1 => node::<1>(search, tier, &all_alive(n), chosen),
                2 => node::<2>(search, tier, &all_alive(n), chosen),
                4 => node::<4>(search, tier, &all_alive(n), chosen),
                8 => node::<8>(search, tier, &all_alive(n), chosen),
                16 => node::<16>(search, tier, &all_alive(n), chosen),
                32 => node::<32>(search, tier, &all_alive(n), chosen),
                64 => node::<64>(search, tier, &all_alive(n), chosen),
                128 => node::<128>(search, tier, &all_alive(n), chosen),
                _ => node::<256>(search, tier, &all_alive(n), chosen),
            }
        }

        /// Tries every branch of a node of a [small tier](Tier::is_small).
        $(#[$feature])*
        fn small<const W: usize>(
            search: &mut Search<'_>,
            tier: &Tier,
            alive: &[u64; W],
            chosen: BranchNode,
        ) -> ControlFlow<()> {
            let open = &search.arena[chosen.open.0..chosen.open.1];
            let item = (chosen.item, chosen.degree);
            match *open {
                [open] => branch::<W, 1>(search, tier, alive, [open], item),
                [first, second] => branch::<W, 2>(search, tier, alive, [first, second], item),
                _ => node::<W>(search, tier, alive, chosen),
            }
        }

        /// The same, given the open items, the item and its degree.
        $(#[$feature])*
        fn branch<const W: usize, const O: usize>(
            search: &mut Search<'_>,
            tier: &Tier,
            alive: &[u64; W],
            open: [u64; O],
            (item, degree): (u32, u32),
        ) -> ControlFlow<()> {
            let matrix = search.matrix;
            let rows = rows_of::<W>(tier);
            let level = search.path.len();
            let row = &rows[item as usize];
            let mut choice = Choice { item: ItemId(item), option: None, rank: 0, degree };
            search.path.push(choice);
            let branches: [u64; W] = std::array::from_fn(|w| alive[w] & row[w]);
            // Few words have any, and to look at each would be a jump that is hard to predict.
            let mut words = (0..W).fold(0_u32, |words, w| words | u32::from(branches[w] != 0) << w);
            while words != 0 {
                let w = words.trailing_zeros() as usize % W;
                words &= words - 1;
                let mut word = branches[w];
                while word != 0 {
                    let option = tier.options[64 * w + word.trailing_zeros() as usize];
                    word &= word - 1;
                    choice.option = Some(option);
                    search.path[level] = choice;
                    choice.rank += 1;
                    let members = matrix.members.get(option.index());
                    let mut open = open;
                    for &row in members {
                        // A secondary item has none.
                        let bits = &tier.place_bits[row as usize];
                        open.iter_mut().zip(bits).for_each(|(open, bits)| *open &= !bits);
                    }
                    let alive = without(alive, rows, members);
                    let best = fewest::<W, O>(tier, &alive, &open);
                    search.meter.enter(level + 1, search.observer, &search.path)?;
                    let (item, degree) = (best as u32, (best >> 32) as u32);
                    if open == [0; O] {
                        search.report()?;
                        continue;
                    }
                    if degree == 0 {
                        continue;
                    }
                    if W == 1 {
                        branch::<W, O>(search, tier, &alive, open, (item, degree))?;
                        continue;
                    }
                    let before = search.meter.nodes();
                    let count: usize = alive.iter().map(|w| w.count_ones() as usize).sum();
                    let words = words_for(count);
                    if words < W && search.pays(W, words, count) {
                        let at = search.arena.len();
                        search.arena.extend(open);
                        let open = (at, at + O);
                        let chosen = BranchNode { open, counters: 0, item, degree };
                        compacted::<W>(search, tier, &alive, chosen, words)?;
                        search.arena.truncate(at);
                    } else {
                        branch::<W, O>(search, tier, &alive, open, (item, degree))?;
                    }
                    search.learn(W, count, search.meter.nodes() - before + 1);
                }
            }
            search.path.pop();
            ControlFlow::Continue(())
        }

        /// Tries every branch of a node.
        $(#[$feature])*
        fn node<const W: usize>(
            search: &mut Search<'_>,
            tier: &Tier,
            alive: &[u64; W],
            chosen: BranchNode,
        ) -> ControlFlow<()> {
            let row = &rows_of::<W>(tier)[chosen.item as usize];
            let once = search.matrix.counters[chosen.item as usize] == ONCE;
            let wanted = search.wanted(chosen.degree);
            let is_wanted = |rank| wanted.is_none_or(|wanted| wanted == rank);
            let degree = chosen.degree;
            let level = search.path.len();
            let mut choice = Choice { item: ItemId(chosen.item), option: None, rank: 0, degree };
            let mut left = *alive;
            search.path.push(choice);
            for w in 0..W {
                let mut word = alive[w] & row[w];
                while word != 0 && choice.rank < degree {
                    let bit = word.trailing_zeros() as usize;
                    word &= word - 1;
                    if !once {
                        // An option tried before is not used again: each set is met once.
                        left[w] &= !(1 << bit);
                    }
                    if is_wanted(choice.rank) {
                        let option = tier.options[64 * w + bit];
                        choice.option = Some(option);
                        search.path[level] = choice;
                        child::<W> (search, tier, &left, chosen, option.index())?;
                    }
                    choice.rank += 1;
                }
            }
            if !once && choice.rank < degree && is_wanted(choice.rank) {
                // The last branch: no further option for this item.
                clear(&mut left, row);
                choice.option = None;
                search.path[level] = choice;
                let open = search.copy_open(chosen.open);
                search.close(tier, open, chosen.item);
                survey::<W> (search, tier, &left, BranchNode { open, ..chosen })?;
            }
            search.path.pop();
            ControlFlow::Continue(())
        }

        /// Tries one option: clears the options that clash with it, and chooses the next item.
        $(#[$feature])*
        #[inline]
        fn child<const W: usize>(
            search: &mut Search<'_>,
            tier: &Tier,
            alive: &[u64; W],
            chosen: BranchNode,
            option: usize,
        ) -> ControlFlow<()> {
            let mut alive = *alive;
            let matrix = search.matrix;
            let rows = rows_of::<W>(tier);
            let open = search.copy_open(chosen.open);
            let inner = BranchNode { open, ..chosen };
            if matrix.plain {
                for &row in matrix.members.get(option) {
                    clear(&mut alive, &rows[row as usize]);
                }
                for &item in matrix.covers.get(option) {
                    search.close(tier, open, item);
                }
                return survey::<W> (search, tier, &alive, inner);
            }
            for &row in matrix.kills.get(option) {
                clear(&mut alive, &rows[row as usize]);
            }
            if search.counter_count == 0 {
                for &item in matrix.covers.get(option) {
                    search.close(tier, open, item);
                }
                return survey::<W> (search, tier, &alive, inner);
            }
            let counters = search.copy_counters(chosen.counters);
            for &item in matrix.covers.get(option) {
                let counter = matrix.counters[item as usize];
                if counter == ONCE {
                    search.close(tier, open, item);
                    continue;
                }
                let counter = &mut search.counters[counters + counter as usize];
                counter.bound -= 1;
                counter.need = counter.need.saturating_sub(1);
                if counter.bound == 0 {
                    clear(&mut alive, &rows[item as usize]);
                    search.close(tier, open, item);
                }
            }
            let flow = survey::<W> (search, tier, &alive, BranchNode { counters, ..inner });
            search.counters.truncate(counters);
            flow
        }
    };
}

/// Returns the options of a set that remain alive without those of some rows.
#[inline(always)]
fn without<const W: usize>(alive: &[u64; W], rows: &[[u64; W]], members: &[u32]) -> [u64; W] {
    let mut alive = *alive;
    for &row in members {
        clear(&mut alive, &rows[row as usize]);
    }
    alive
}

/// The open item with the fewest living options, and above it their number; of a dead end one of
/// those that have none.
#[inline(always)]
fn fewest<const W: usize, const O: usize>(tier: &Tier, alive: &[u64; W], open: &[u64; O]) -> u64 {
    let rows = rows_of::<W>(tier);
    let mut best = u64::MAX;
    for (items, word) in tier.items.chunks(64).zip(open) {
        let mut word = *word;
        while word != 0 {
            let item = items[word.trailing_zeros() as usize];
            word &= word - 1;
            let degree = living::<W>(alive, &rows[item as usize], (best >> 32) as u32);
            best = best.min(u64::from(degree) << 32 | u64::from(item));
            if degree == 0 {
                return best;
            }
        }
    }
    best
}

/// Makes the rows of a smaller tier from its options.
fn fill<const W: usize>(matrix: &Matrix, _: &Tier, _: &[u64; W], small: &mut Tier) {
    small.fill(matrix);
    small.arrange(matrix);
}

/// For any processor.
mod plain {
    use super::*;
    engine!();
}

/// For processors with AVX2, BMI and POPCNT (x86-64-v3).
#[cfg(target_arch = "x86_64")]
mod fast {
    use super::simd::fill;
    use super::*;
    engine!(#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]);
}

/// For processors that also count the bits of eight words at once.
#[cfg(target_arch = "x86_64")]
mod wide {
    use super::simd::{fewest, fill, without};
    use super::*;
    engine!(#[target_feature(
        enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq,avx2,bmi1,bmi2,popcnt,lzcnt"
    )]);
}

/// Starts a search.
#[cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "calling code for instructions looked for at run time")
)]
pub(super) fn start(search: &mut Search<'_>, tier: &Tier) -> ControlFlow<()> {
    match search.instructions {
        // SAFETY: every feature that `fast` and `wide` are compiled for has been found.
        #[cfg(target_arch = "x86_64")]
        Instructions::Fast => unsafe { fast::start(search, tier) },
        #[cfg(target_arch = "x86_64")]
        Instructions::Wide => unsafe { wide::start(search, tier) },
        _ => plain::start(search, tier),
    }
}

/// Searches the subtree of a node at which all options of its tier are alive.
#[cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "calling code for instructions looked for at run time")
)]
pub(super) fn below(search: &mut Search<'_>, tier: &Tier, chosen: BranchNode) -> ControlFlow<()> {
    match search.instructions {
        // SAFETY: every feature that `fast` and `wide` are compiled for has been found.
        #[cfg(target_arch = "x86_64")]
        Instructions::Fast => unsafe { fast::below(search, tier, chosen) },
        #[cfg(target_arch = "x86_64")]
        Instructions::Wide => unsafe { wide::below(search, tier, chosen) },
        _ => plain::below(search, tier, chosen),
    }
}
