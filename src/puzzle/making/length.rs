//! Lengths of things that are made.

use std::fmt;
use std::str::FromStr;

use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A length in whole micrometres, from 0 to [`Length::MAX`]. Written as a number of millimetres.
///
/// ```
/// use polywright::puzzle::making::Length;
///
/// let length: Length = "0.79 in".parse().unwrap();
/// assert_eq!(length.to_string(), "20.066");
/// assert_eq!("20 mm".parse(), Ok(Length::mm(20)));
/// assert!("-1".parse::<Length>().is_err());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Length(u32);

/// Why some words are no length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LengthError {
    /// There is no number with a unit that is known.
    #[error("expected a length such as 20, 20 mm, 2 cm or 0.79 in")]
    Syntax,
    /// It is below 0.
    #[error("a length cannot be negative")]
    Negative,
    /// It is above [`Length::MAX`].
    #[error("a length can be at most 100 000 mm")]
    TooLarge,
}

const MICROMETRES_PER_MM: f64 = 1000.0;
const MM_PER_INCH: f64 = 25.4;

impl Length {
    /// Nothing.
    pub const ZERO: Length = Length(0);
    /// The greatest length: 100 m.
    pub const MAX: Length = Length(100_000_000);

    /// A length in whole millimetres, of at most 100 000.
    pub const fn mm(mm: u32) -> Length {
        Length(mm * 1000)
    }

    /// A length in micrometres, of at most 100 000 000.
    pub const fn um(um: u32) -> Length {
        Length(um)
    }

    /// In millimetres.
    pub fn in_mm(self) -> f64 {
        f64::from(self.0) / MICROMETRES_PER_MM
    }

    /// In micrometres.
    pub fn in_um(self) -> u32 {
        self.0
    }

    /// The length of so many millimetres, to the next micrometre.
    ///
    /// # Errors
    /// When it is below 0, too large or no number.
    pub fn from_mm(mm: f64) -> Result<Length, LengthError> {
        let um = (mm * MICROMETRES_PER_MM).round();
        if um.is_nan() {
            Err(LengthError::Syntax)
        } else if um < 0.0 {
            Err(LengthError::Negative)
        } else if um > f64::from(Length::MAX.0) {
            Err(LengthError::TooLarge)
        } else {
            Ok(Length(um as u32))
        }
    }
}

impl fmt::Display for Length {
    /// In millimetres, without the unit: `20`, `0.15`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.in_mm())
    }
}

impl FromStr for Length {
    type Err = LengthError;
    fn from_str(text: &str) -> Result<Length, LengthError> {
        let text = text.trim();
        let end = text.find(|c: char| !(c.is_ascii_digit() || "+-.,".contains(c)));
        let (number, unit) = text.split_at(end.unwrap_or(text.len()));
        let number: f64 = number.replace(',', ".").parse().map_err(|_| LengthError::Syntax)?;
        let scale = match unit.trim() {
            "" | "mm" => 1.0,
            "cm" => 10.0,
            "m" => 1000.0,
            "in" | "\"" => MM_PER_INCH,
            _ => return Err(LengthError::Syntax),
        };
        Length::from_mm(number * scale)
    }
}

impl Serialize for Length {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0.is_multiple_of(1000) {
            serializer.serialize_u32(self.0 / 1000)
        } else {
            serializer.serialize_f64(self.in_mm())
        }
    }
}

impl<'de> Deserialize<'de> for Length {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Length, D::Error> {
        struct Millimetres;
        impl Visitor<'_> for Millimetres {
            type Value = Length;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a length in millimetres")
            }
            fn visit_f64<E: de::Error>(self, mm: f64) -> Result<Length, E> {
                Length::from_mm(mm).map_err(E::custom)
            }
            fn visit_u64<E: de::Error>(self, mm: u64) -> Result<Length, E> {
                self.visit_f64(mm as f64)
            }
            fn visit_i64<E: de::Error>(self, mm: i64) -> Result<Length, E> {
                self.visit_f64(mm as f64)
            }
        }
        deserializer.deserialize_any(Millimetres)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn lengths_are_read_as_they_are_written(um in 0..=Length::MAX.0) {
            let length = Length::um(um);
            prop_assert_eq!(length.to_string().parse(), Ok(length));
            let written = ron::to_string(&length).unwrap();
            prop_assert_eq!(ron::from_str(&written), Ok(length));
        }
    }

    #[test]
    fn lengths_are_read_with_units_and_refused_with_reasons() {
        assert_eq!("2,5 cm".parse(), Ok(Length::mm(25)));
        assert_eq!(" 1 in ".parse(), Ok(Length::um(25_400)));
        assert_eq!("".parse::<Length>(), Err(LengthError::Syntax));
        assert_eq!("3 feet".parse::<Length>(), Err(LengthError::Syntax));
        assert_eq!("-0.5".parse::<Length>(), Err(LengthError::Negative));
        assert_eq!("101 m".parse::<Length>(), Err(LengthError::TooLarge));
        let error = ron::from_str::<Length>("-2").unwrap_err().to_string();
        assert!(error.contains("cannot be negative"), "{error}");
        assert!(ron::from_str::<Length>("inf").is_err());
        assert!(ron::from_str::<Length>("NaN").is_err());
    }
}
