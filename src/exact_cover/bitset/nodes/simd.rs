//! The nodes of small tiers, eight items side by side, for processors with AVX-512.
//!
//! Most tiers have at most eight words a row and two words of open items, and nearly all nodes lie in
//! them. What a node costs is mostly to count the living options of each open item: the rows are
//! laid out so that eight items are counted at once.

use std::arch::x86_64::*;
use std::ops::ControlFlow;

use super::{all_alive, clear, rows_of, wide};
use crate::exact_cover::bitset::tier::{LANES, Lanes, Tier};
use crate::exact_cover::bitset::{BranchNode, Matrix, Search, words_for};
use crate::exact_cover::{Choice, ItemId};

/// The number of words of rows copied in the time that it takes to put one option into its rows.
const WORDS_PER_OPTION: usize = 8;

/// Tries every branch of a node at which all options of its tier are alive.
#[target_feature(
    enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq,avx2,bmi1,bmi2,popcnt,lzcnt"
)]
pub(super) fn node(search: &mut Search<'_>, tier: &Tier, chosen: BranchNode) -> ControlFlow<()> {
    if tier.items.len() <= 64 {
        node_by::<1>(search, tier, chosen)
    } else {
        node_by::<2>(search, tier, chosen)
    }
}

/// The same, for so many words of open items.
#[target_feature(
    enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq,avx2,bmi1,bmi2,popcnt,lzcnt"
)]
fn node_by<const O: usize>(
    search: &mut Search<'_>,
    tier: &Tier,
    chosen: BranchNode,
) -> ControlFlow<()> {
    let n = tier.options.len();
    let open: [u64; O] = std::array::from_fn(|k| search.arena[chosen.open.0 + k]);
    let item = (chosen.item, chosen.degree);
    match tier.words {
        1 => branch::<1, O>(search, tier, &all_alive(n), open, item),
        2 => branch::<2, O>(search, tier, &all_alive(n), open, item),
        4 => branch::<4, O>(search, tier, &all_alive(n), open, item),
        _ => branch::<8, O>(search, tier, &all_alive(n), open, item),
    }
}

/// Tries every branch of a node, given its item and its degree.
#[target_feature(
    enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq,avx2,bmi1,bmi2,popcnt,lzcnt"
)]
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
                wide::compacted::<W>(search, tier, &alive, chosen, words)?;
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

/// Returns the options of a set that remain alive without those of some rows.
#[target_feature(
    enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq,avx2,bmi1,bmi2,popcnt,lzcnt"
)]
#[inline]
#[expect(unsafe_code, reason = "a register of 64 bytes as numbers")]
fn without<const W: usize>(alive: &[u64; W], rows: &[[u64; W]], members: &[u32]) -> [u64; W] {
    let mut alive = *alive;
    // The compiler would clear them word by word.
    if let Some(all) = alive.as_mut_array::<LANES>() {
        let mut left = vector(&Lanes(*all));
        for &row in members {
            let row = std::array::from_fn(|w| rows[row as usize][w % W]);
            left = _mm512_andnot_si512(vector(&Lanes(row)), left);
        }
        // SAFETY: both have 64 bytes, and any bytes are numbers.
        *all = unsafe { std::mem::transmute::<__m512i, [u64; LANES]>(left) };
        return alive;
    }
    for &row in members {
        clear(&mut alive, &rows[row as usize]);
    }
    alive
}

/// Eight numbers side by side, the first as the lowest.
#[target_feature(
    enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq,avx2,bmi1,bmi2,popcnt,lzcnt"
)]
#[inline]
fn vector(lanes: &Lanes) -> __m512i {
    let [a, b, c, d, e, f, g, h] = lanes.0.map(|n| n as i64);
    _mm512_set_epi64(h, g, f, e, d, c, b, a)
}

/// The open item with the fewest living options, and above it their number; of a dead end one of
/// those that have none.
#[target_feature(
    enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq,avx2,bmi1,bmi2,popcnt,lzcnt"
)]
#[inline]
fn fewest<const W: usize, const O: usize>(tier: &Tier, alive: &[u64; W], open: &[u64; O]) -> u64 {
    let mut best = _mm512_set1_epi64(-1);
    let alive = alive.map(|word| _mm512_set1_epi64(word as i64));
    let blocks = tier.items.len().div_ceil(LANES);
    let (rows, _) = tier.lanes[..blocks * W].as_chunks::<W>();
    for (n, (rows, items)) in rows.iter().zip(&tier.lane_items).enumerate() {
        let open = (open[n / 8 % O] >> (LANES * (n % 8))) as u8;
        // With few items to jump over some, or to end early, costs more than it saves.
        if O > 1 && open == 0 {
            continue;
        }
        let mut counts = _mm512_setzero_si512();
        for (alive, row) in alive.iter().zip(rows) {
            let living = _mm512_and_si512(*alive, vector(row));
            counts = _mm512_add_epi64(counts, _mm512_popcnt_epi64(living));
        }
        let keys = _mm512_or_si512(_mm512_slli_epi64::<32>(counts), vector(items));
        best = _mm512_mask_min_epu64(best, open, best, keys);
        if O > 1 && _mm512_cmplt_epu64_mask(best, _mm512_set1_epi64(1 << 32)) != 0 {
            break;
        }
    }
    _mm512_reduce_min_epu64(best)
}

/// Makes the rows of a smaller tier, from its options or from the rows of a tier.
#[target_feature(
    enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq,avx2,bmi1,bmi2,popcnt,lzcnt"
)]
pub(super) fn fill<const W: usize>(
    matrix: &Matrix,
    tier: &Tier,
    alive: &[u64; W],
    small: &mut Tier,
) {
    // The words where something is alive, and where in the smaller rows that begins.
    let mut parts = [(0, 0, 0); W];
    let (mut count, mut bits) = (0, 0);
    for (w, &word) in alive.iter().enumerate().filter(|(_, word)| **word != 0) {
        parts[count] = (w, word, bits);
        count += 1;
        bits += word.count_ones() as usize;
    }
    let rows = small.items.len() + matrix.height - matrix.primary;
    if rows * count <= WORDS_PER_OPTION * bits {
        copy_living(matrix, rows_of::<W>(tier), &parts[..count], small);
    } else {
        small.fill(matrix);
    }
    small.arrange(matrix);
}

/// Copies what is alive of the rows of a tier into those of a smaller one. For each word of a row: its
/// place, what is alive there, and where that goes.
#[target_feature(
    enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq,avx2,bmi1,bmi2,popcnt,lzcnt"
)]
fn copy_living<const W: usize>(
    matrix: &Matrix,
    rows: &[[u64; W]],
    parts: &[(usize, u64, usize)],
    small: &mut Tier,
) {
    let words = small.words;
    if small.rows.len() < matrix.height * words {
        small.rows.resize(matrix.height * words, 0);
    }
    let secondary = matrix.primary as u32..matrix.height as u32;
    for row in small.items.iter().copied().chain(secondary) {
        let from = &rows[row as usize];
        let to = &mut small.rows[row as usize * words..][..words];
        if let [to] = to {
            *to = parts.iter().fold(0, |to, &(w, mask, at)| to | _pext_u64(from[w], mask) << at);
            continue;
        }
        to.fill(0);
        for &(w, mask, at) in parts {
            let living = _pext_u64(from[w], mask);
            to[at / 64] |= living << (at % 64);
            // What goes over the end of a word, if anything does.
            if let Some(next) = to.get_mut(at / 64 + 1) {
                *next |= (living >> 1) >> (63 - at % 64);
            }
        }
    }
}
