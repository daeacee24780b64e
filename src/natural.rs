//! Whole numbers of any size, such as numbers of solutions that nobody lists.
//!
//! Leans on nothing.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::{Add, AddAssign, Sub, SubAssign};
use std::str::FromStr;
use std::sync::Mutex;

use crate::threads::lock;
use num_bigint::BigUint;
use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The largest whole number up to which every reader of JSON is exact, 2⁵³.
const MAX_JSON: u64 = 1 << 53;
/// The most digits that are read.
const MAX_DIGITS: usize = 100_000;

/// A whole number, not negative.
///
/// It is as cheap as a `u64` where it fits into one. A larger one is kept until the program ends,
/// each once, so that it can be copied like any other number; a count has a handful of them.
///
/// ```
/// use polywright::natural::Natural;
/// let n = Natural::from(u64::MAX) + Natural::from(1);
/// assert_eq!(n.to_string(), "18446744073709551616");
/// assert_eq!((n.to_u64(), n.capped()), (None, u64::MAX));
/// assert_eq!("18446744073709551616".parse(), Ok(n));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Natural(Size);

/// The order of the variants is that of the numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Size {
    Small(u64),
    /// Larger than any `u64`.
    Large(&'static BigUint),
}

/// All large numbers so far.
static LARGE: Mutex<BTreeSet<&'static BigUint>> = Mutex::new(BTreeSet::new());

/// A text that is no whole number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a whole number of at most {MAX_DIGITS} digits")]
pub struct ParseNaturalError;

impl Natural {
    /// Zero.
    pub const ZERO: Natural = Natural(Size::Small(0));

    /// The number, if it fits.
    pub fn to_u64(self) -> Option<u64> {
        match self.0 {
            Size::Small(n) => Some(n),
            Size::Large(_) => None,
        }
    }

    /// The number, or the largest `u64` if it is larger: to be compared with the length of a list.
    pub fn capped(self) -> u64 {
        self.to_u64().unwrap_or(u64::MAX)
    }

    /// The number for calculations beyond sums and differences.
    pub fn to_big(self) -> BigUint {
        match self.0 {
            Size::Small(n) => n.into(),
            Size::Large(n) => n.clone(),
        }
    }

    /// Writes it for JSON: above 2⁵³ as a string, since most readers of JSON round larger numbers.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn serialize_json<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.to_u64() {
            Some(n) if n <= MAX_JSON => serializer.serialize_u64(n),
            _ => serializer.collect_str(self),
        }
    }
}

impl Default for Natural {
    fn default() -> Natural {
        Natural::ZERO
    }
}

impl From<u64> for Natural {
    #[inline]
    fn from(n: u64) -> Natural {
        Natural(Size::Small(n))
    }
}

impl From<BigUint> for Natural {
    fn from(n: BigUint) -> Natural {
        if let Ok(small) = u64::try_from(&n) {
            return small.into();
        }
        let mut large = lock(&LARGE);
        let known = large.get(&n).copied();
        Natural(Size::Large(known.unwrap_or_else(|| {
            let kept: &'static BigUint = Box::leak(Box::new(n));
            large.insert(kept);
            kept
        })))
    }
}

impl FromStr for Natural {
    type Err = ParseNaturalError;

    fn from_str(text: &str) -> Result<Natural, ParseNaturalError> {
        let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number || text.len() > MAX_DIGITS {
            return Err(ParseNaturalError);
        }
        BigUint::from_str(text).map(Natural::from).map_err(|_| ParseNaturalError)
    }
}

impl fmt::Display for Natural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Size::Small(n) => n.fmt(f),
            Size::Large(n) => n.fmt(f),
        }
    }
}

impl fmt::Debug for Natural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Add for Natural {
    type Output = Natural;

    fn add(self, other: Natural) -> Natural {
        if let (Size::Small(a), Size::Small(b)) = (self.0, other.0)
            && let Some(sum) = a.checked_add(b)
        {
            return sum.into();
        }
        (self.to_big() + other.to_big()).into()
    }
}

/// Panics below zero, as other unsigned numbers do.
impl Sub for Natural {
    type Output = Natural;

    fn sub(self, other: Natural) -> Natural {
        match (self.0, other.0) {
            (Size::Small(a), Size::Small(b)) => (a - b).into(),
            _ => (self.to_big() - other.to_big()).into(),
        }
    }
}

impl AddAssign for Natural {
    fn add_assign(&mut self, other: Natural) {
        *self = *self + other;
    }
}

impl SubAssign for Natural {
    fn sub_assign(&mut self, other: Natural) {
        *self = *self - other;
    }
}

impl std::iter::Sum for Natural {
    fn sum<I: Iterator<Item = Natural>>(numbers: I) -> Natural {
        numbers.fold(Natural::ZERO, Add::add)
    }
}

impl PartialEq<u64> for Natural {
    fn eq(&self, other: &u64) -> bool {
        *self == Natural::from(*other)
    }
}

impl PartialEq<Natural> for u64 {
    fn eq(&self, other: &Natural) -> bool {
        other == self
    }
}

impl PartialOrd<u64> for Natural {
    fn partial_cmp(&self, other: &u64) -> Option<std::cmp::Ordering> {
        Some(self.cmp(&Natural::from(*other)))
    }
}

impl PartialOrd<Natural> for u64 {
    fn partial_cmp(&self, other: &Natural) -> Option<std::cmp::Ordering> {
        Some(Natural::from(*self).cmp(other))
    }
}

/// A number where it fits into 64 bits, otherwise its digits as a string.
impl Serialize for Natural {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.to_u64() {
            Some(n) => serializer.serialize_u64(n),
            None => serializer.collect_str(self),
        }
    }
}

impl<'de> Deserialize<'de> for Natural {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Natural, D::Error> {
        deserializer.deserialize_any(NaturalVisitor)
    }
}

/// Reads a number, its digits as a string, or the two halves of 128 bits, the higher one first, in
/// which counts under way were once saved.
struct NaturalVisitor;

impl<'de> Visitor<'de> for NaturalVisitor {
    type Value = Natural;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a whole number, or its digits in quotes")
    }

    fn visit_u64<E: Error>(self, n: u64) -> Result<Natural, E> {
        Ok(n.into())
    }

    fn visit_i64<E: Error>(self, n: i64) -> Result<Natural, E> {
        let small = u64::try_from(n);
        small
            .map(Natural::from)
            .map_err(|_| E::invalid_value(serde::de::Unexpected::Signed(n), &self))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Natural, E> {
        text.parse().map_err(E::custom)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut halves: A) -> Result<Natural, A::Error> {
        let high: u64 = halves.next_element()?.ok_or_else(|| A::Error::invalid_length(0, &self))?;
        let low: u64 = halves.next_element()?.ok_or_else(|| A::Error::invalid_length(1, &self))?;
        Ok(BigUint::from(u128::from(high) << 64 | u128::from(low)).into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_any_size_are_added_compared_and_written() {
        let small: Natural = 7.into();
        let large: Natural = "2444888770250892795802079170816".parse().unwrap();
        assert!(small < large && large > u64::MAX && small == 7);
        assert_eq!(large + small - small, large);
        assert_eq!((large - large, large - large + small), (Natural::ZERO, small));
        assert_eq!([small, large, small].into_iter().sum::<Natural>() - large, 14);
        assert_eq!(format!("{large:?} {small}"), "2444888770250892795802079170816 7");
        assert_eq!((large.to_u64(), small.to_u64()), (None, Some(7)));
    }

    #[test]
    fn what_is_no_number_is_refused() {
        for text in ["", "+1", "-1", "1_000", "0x10", "1.0", " 1", &"9".repeat(100_001)] {
            assert_eq!(text.parse::<Natural>(), Err(ParseNaturalError), "{text:.20}");
        }
    }

    #[test]
    fn files_hold_numbers_of_any_size() {
        for text in ["0", "18446744073709551615", "18446744073709551616", "9".repeat(300).as_str()]
        {
            let n: Natural = text.parse().unwrap();
            assert_eq!(ron::from_str(&ron::to_string(&n).unwrap()), Ok(n));
            assert_eq!(
                serde_json::from_str::<Natural>(&serde_json::to_string(&n).unwrap()).unwrap(),
                n
            );
        }
        assert_eq!(ron::from_str("(1, 2)"), Ok("18446744073709551618".parse::<Natural>().unwrap()));
        assert!(ron::from_str::<Natural>("-3").is_err());
        let json = |n: u64| {
            let mut text = Vec::new();
            Natural::from(n).serialize_json(&mut serde_json::Serializer::new(&mut text)).unwrap();
            String::from_utf8(text).unwrap()
        };
        assert_eq!(json(1 << 53), "9007199254740992");
        assert_eq!(json((1 << 53) + 1), "\"9007199254740993\"");
    }
}
