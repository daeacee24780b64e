//! The formats that `polywright export` writes.

use clap::ValueEnum;
use clap::builder::PossibleValue;

use crate::files::{FORMATS, Format};

impl ValueEnum for &'static Format {
    fn value_variants<'a>() -> &'a [&'static Format] {
        FORMATS
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.id).aliases(self.alias).help(self.help))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_is_a_target() {
        for format in FORMATS {
            assert_eq!(<&Format>::from_str(format.id, false), Ok(*format));
        }
        assert_eq!(<&Format>::from_str("text", false).map(|format| format.id), Ok("txt"));
    }
}
