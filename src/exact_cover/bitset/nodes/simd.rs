//! Small tiers on x86-64: options counted for eight items at once, where the processor has AVX-512, and rows
//! copied.
//!
//! Most tiers have at most eight words a row and two words of open items, and nearly all nodes lie in
//! them. What a node costs is mostly to count the living options of each open item: the rows are
//! laid out so that eight items are counted at once.

use std::arch::x86_64::*;

use super::{clear, rows_of};
use crate::exact_cover::bitset::Matrix;
use crate::exact_cover::bitset::tier::{LANES, Lanes, Tier};

/// The number of words of rows copied in the time that it takes to put one option into its rows.
const WORDS_PER_OPTION: usize = 8;

/// Returns the options of a set that remain alive without those of some rows.
#[target_feature(
    enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq,avx2,bmi1,bmi2,popcnt,lzcnt"
)]
#[inline]
#[expect(unsafe_code, reason = "a register of 64 bytes as numbers")]
pub(super) fn without<const W: usize>(
    alive: &[u64; W],
    rows: &[[u64; W]],
    members: &[u32],
) -> [u64; W] {
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
pub(super) fn fewest<const W: usize, const O: usize>(
    tier: &Tier,
    alive: &[u64; W],
    open: &[u64; O],
) -> u64 {
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

/// Returns whether PEXT is an instruction like others: the processors with BMI2 that take hundreds of
/// cycles for it (Zen 1 and 2) have no VAES yet.
fn extracts_fast() -> bool {
    std::arch::is_x86_feature_detected!("vaes")
}

/// Makes the rows of a smaller tier, from its options or from the rows of a tier.
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
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
    if extracts_fast() && rows * count <= WORDS_PER_OPTION * bits {
        copy_living(matrix, rows_of::<W>(tier), &parts[..count], small);
    } else {
        small.fill(matrix);
    }
    arrange(matrix, small);
}

/// [`Tier::arrange`], compiled for these processors.
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
fn arrange(matrix: &Matrix, small: &mut Tier) {
    small.arrange(matrix);
}

/// Copies what is alive of the rows of a tier into those of a smaller one. For each word of a row: its
/// place, what is alive there, and where that goes.
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
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
