//! Noise on scores, and lists in random order.

use crate::random::Random;

/// The number of entries in the table of noise.
const NOISE_ENTRIES: usize = 4096;

/// Puts a list into a random order (Fisher and Yates).
pub(super) fn shuffle<T>(list: &mut [T], random: &mut Random) {
    for i in (1..list.len()).rev() {
        list.swap(i, random.below(i + 1));
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
