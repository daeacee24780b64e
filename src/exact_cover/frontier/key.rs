//! The state of a frontier sweep as one number, of 64 or of 128 bits.

use std::hash::Hash;
use std::ops::{Add, BitAnd, BitOr, Not, Shl, Shr};

/// The operations of a state: the bit operations of an unsigned number.
pub(super) trait Key:
    Copy
    + Eq
    + Ord
    + Hash
    + Send
    + Sync
    + std::fmt::Debug
    + Add<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + 'static
{
    /// Its number of bits.
    const BITS: u32;
    /// No bit set.
    const ZERO: Self;
    /// An impossible state: its first open item is covered.
    const NONE: Self;

    /// A small number.
    fn from_number(number: u64) -> Self;
    /// The lowest bits of a number, as many as there is room for.
    fn cut(number: u128) -> Self;
    /// The same with all the bits there are.
    fn widened(self) -> u128;
    /// Returns the number of bits set.
    fn count_ones(self) -> u32;
    /// Returns the number of lowest bits set without a gap.
    fn trailing_ones(self) -> u32;
    /// One of its bytes, the lowest first.
    fn byte(self, index: u32) -> u8;
    /// A number that depends on all bits, the topmost bits best.
    fn scattered(self) -> u64;

    /// The number with the lowest `bits` bits set.
    fn low(bits: u32) -> Self {
        if bits >= Self::BITS { !Self::ZERO } else { !(!Self::ZERO << bits) }
    }

    /// One bit set.
    fn bit(index: u32) -> Self {
        Self::from_number(1) << index
    }
}

/// 2⁶⁴ over the golden ratio (Knuth, TAOCP 6.4).
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

impl Key for u64 {
    const BITS: u32 = 64;
    const ZERO: u64 = 0;
    const NONE: u64 = u64::MAX;

    fn from_number(number: u64) -> u64 {
        number
    }

    #[inline(always)]
    fn cut(number: u128) -> u64 {
        number as u64
    }

    #[inline(always)]
    fn widened(self) -> u128 {
        u128::from(self)
    }

    #[inline(always)]
    fn count_ones(self) -> u32 {
        u64::count_ones(self)
    }

    #[inline(always)]
    fn trailing_ones(self) -> u32 {
        u64::trailing_ones(self)
    }

    #[inline(always)]
    fn byte(self, index: u32) -> u8 {
        (self >> (8 * index)) as u8
    }

    #[inline(always)]
    fn scattered(self) -> u64 {
        let h = self.wrapping_mul(GOLDEN);
        (h ^ (h >> 32)).wrapping_mul(GOLDEN)
    }
}

impl Key for u128 {
    const BITS: u32 = 128;
    const ZERO: u128 = 0;
    const NONE: u128 = u128::MAX;

    fn from_number(number: u64) -> u128 {
        u128::from(number)
    }

    #[inline(always)]
    fn cut(number: u128) -> u128 {
        number
    }

    #[inline(always)]
    fn widened(self) -> u128 {
        self
    }

    #[inline(always)]
    fn count_ones(self) -> u32 {
        u128::count_ones(self)
    }

    #[inline(always)]
    fn trailing_ones(self) -> u32 {
        u128::trailing_ones(self)
    }

    #[inline(always)]
    fn byte(self, index: u32) -> u8 {
        (self >> (8 * index)) as u8
    }

    #[inline(always)]
    fn scattered(self) -> u64 {
        let low = (self as u64).scattered();
        (low ^ (self >> 64) as u64).scattered()
    }
}
