//! The formats that `polywright export` writes.

use std::sync::LazyLock;

use clap::ValueEnum;
use clap::builder::PossibleValue;

use crate::files::{FORMATS, Format};

impl ValueEnum for &'static Format {
    fn value_variants<'a>() -> &'a [&'static Format] {
        static EXPORTED: LazyLock<Vec<&'static Format>> = LazyLock::new(|| {
            FORMATS.iter().copied().filter(|format| format.is_exported()).collect()
        });
        &EXPORTED
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.id).aliases(self.alias).help(self.help))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_but_those_of_moves_is_a_target() {
        for format in FORMATS.iter().filter(|format| format.is_exported()) {
            assert_eq!(<&Format>::from_str(format.id, false), Ok(*format));
        }
        assert!(<&Format>::from_str("apng", false).is_err());
        assert_eq!(<&Format>::from_str("text", false).map(|format| format.id), Ok("txt"));
    }
}
