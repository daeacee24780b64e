//! Random numbers that depend on a seed alone, and are the same on every machine.

/// The digits of the golden ratio: the step of SplitMix64, and a seed as good as any other.
pub const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// Bits that look random, from a number (the finalizer of Steele, Lea and Flood's SplitMix64).
pub fn scattered(n: u64) -> u64 {
    let n = (n ^ (n >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let n = (n ^ (n >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    n ^ (n >> 31)
}

/// The number that SplitMix64 gives in a state; neighbouring states give unlike ones.
pub fn mixed(state: u64) -> u64 {
    scattered(state.wrapping_add(GOLDEN))
}

/// A generator of random numbers (Marsaglia's xorshift).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Random {
    state: u64,
}

impl Default for Random {
    fn default() -> Random {
        Random::with_state(GOLDEN)
    }
}

impl Random {
    /// A generator in a state, which must not be 0.
    pub fn with_state(state: u64) -> Random {
        Random { state }
    }

    /// A generator for a seed; neighbouring seeds give unlike numbers.
    pub fn new(seed: u64) -> Random {
        Random::with_state(mixed(seed) | 1)
    }

    /// 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        self.state
    }

    /// A number below `n`, from the upper bits.
    #[inline]
    pub fn below(&mut self, n: usize) -> usize {
        (((self.bits() >> 32) * n as u64) >> 32) as usize
    }

    /// A number below `n`: a remainder of all bits. 0 for 0.
    pub fn remainder(&mut self, n: u64) -> u64 {
        self.bits() % n.max(1)
    }

    /// A number from 0 to 1 of 24 bits.
    pub fn fraction(&mut self) -> f32 {
        (self.bits() >> 40) as f32 / (1u64 << 24) as f32
    }

    /// A number from 0 to 1 of 53 bits.
    pub fn fine_fraction(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Puts a list into a random order (Fisher and Yates).
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for i in (1..list.len()).rev() {
            list.swap(i, self.remainder(i as u64 + 1) as usize);
        }
    }
}
