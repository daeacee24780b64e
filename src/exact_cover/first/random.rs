//! Random numbers that depend on a seed alone.

/// The number of entries in the table of noise.
const NOISE_ENTRIES: usize = 4096;

/// The next number of a sequence that mixes its state well (Steele, Lea and Flood's SplitMix64).
pub(super) fn mixed(state: u64) -> u64 {
    let mut z = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// A generator of random numbers (Marsaglia's xorshift).
#[derive(Clone, Debug)]
pub(super) struct Random {
    state: u64,
}

impl Random {
    pub(super) fn new(seed: u64) -> Random {
        Random { state: mixed(seed) | 1 }
    }

    /// 64 random bits.
    #[inline]
    pub(super) fn bits(&mut self) -> u64 {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        self.state
    }

    /// A number below `n`.
    pub(super) fn below(&mut self, n: usize) -> usize {
        (((self.bits() >> 32) * n as u64) >> 32) as usize
    }

    /// A number from 0 to 1.
    pub(super) fn fraction(&mut self) -> f32 {
        (self.bits() >> 40) as f32 / (1u64 << 24) as f32
    }

    /// Puts a list into a random order (Fisher and Yates).
    pub(super) fn shuffle<T>(&mut self, list: &mut [T]) {
        for i in (1..list.len()).rev() {
            list.swap(i, self.below(i + 1));
        }
    }
}

/// Values of a standard Gumbel distribution. The greatest of scores with such noise is a choice
/// with odds in proportion to their exponentials.
#[derive(Debug)]
pub(super) struct Noise(Vec<f32>);

impl Noise {
    pub(super) fn new() -> Noise {
        let value = |i: usize| {
            let share = (i as f32 + 0.5) / NOISE_ENTRIES as f32;
            -(-share.ln()).ln()
        };
        Noise((0..NOISE_ENTRIES).map(value).collect())
    }

    /// A random value.
    #[inline]
    pub(super) fn draw(&self, random: &mut Random) -> f32 {
        self.0[(random.bits() >> 40) as usize % NOISE_ENTRIES]
    }
}
