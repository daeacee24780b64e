//! The number of copies of a piece.

use serde::de::{self, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{lattice, text};

/// The number of copies of a piece that must and may be used; written `3` or `(0, 3)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Copies {
    /// The least number.
    pub min: u32,
    /// The largest number; at least `min`, and at least 1 unless the piece is left out of a variant.
    pub max: u32,
}

impl Copies {
    /// The largest number of copies that may be asked for.
    pub const MAX: u32 = lattice::MAX_SITES as u32;

    /// Between `min` and `max` copies.
    ///
    /// # Errors
    /// When the range is empty, allows no copy at all, or exceeds [`Copies::MAX`].
    pub fn new(min: u32, max: u32) -> Result<Copies, CopiesError> {
        if max == 0 {
            Err(CopiesError::None)
        } else if min > max {
            Err(CopiesError::Empty { min, max })
        } else if max > Copies::MAX {
            Err(CopiesError::TooMany(max))
        } else {
            Ok(Copies { min, max })
        }
    }

    /// Returns whether exactly one copy is used, the usual case.
    pub fn is_one(&self) -> bool {
        *self == Copies::default()
    }

    /// The number of copies in words: `1`, or `0–1`.
    pub fn words(&self) -> String {
        if self.min == self.max {
            text::grouped(u64::from(self.min))
        } else {
            let [min, max] = [self.min, self.max].map(|n| text::grouped(u64::from(n)));
            format!("{min}–{max}")
        }
    }
}

impl Default for Copies {
    fn default() -> Copies {
        Copies { min: 1, max: 1 }
    }
}

impl Serialize for Copies {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.min == self.max {
            serializer.serialize_u32(self.min)
        } else {
            (self.min, self.max).serialize(serializer)
        }
    }
}

impl<'de> Deserialize<'de> for Copies {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Copies, D::Error> {
        struct NumberOrRange;
        impl<'de> Visitor<'de> for NumberOrRange {
            type Value = Copies;
            fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
                f.write_str("a number of copies, or a range such as (0, 2)")
            }
            fn visit_u64<E: de::Error>(self, n: u64) -> Result<Copies, E> {
                let n = u32::try_from(n).unwrap_or(u32::MAX);
                Copies::new(n, n).map_err(E::custom)
            }
            fn visit_i64<E: de::Error>(self, n: i64) -> Result<Copies, E> {
                Err(E::custom(format!("copies {n}: the number cannot be negative")))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Copies, A::Error> {
                let missing = || de::Error::custom("a range of copies has two numbers, (min, max)");
                let min = seq.next_element()?.ok_or_else(missing)?;
                let max = seq.next_element()?.ok_or_else(missing)?;
                Copies::new(min, max).map_err(de::Error::custom)
            }
        }
        deserializer.deserialize_any(NumberOrRange)
    }
}

/// Why a range is no number of copies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CopiesError {
    /// The range allows no copy at all.
    #[error("copies must allow at least 1")]
    None,
    /// The range is empty.
    #[error("copies ({min}, {max}): the minimum exceeds the maximum")]
    Empty {
        /// The lower bound.
        min: u32,
        /// The upper bound, which is smaller.
        max: u32,
    },
    /// The upper bound exceeds [`Copies::MAX`].
    #[error("copies {0}: at most {most} are possible", most = Copies::MAX)]
    TooMany(u32),
}
