//! The size of a sheet of material.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::Length;

/// The size of a sheet of material, written as two numbers, (width, height).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "(Length, Length)", into = "(Length, Length)")]
pub struct PlateSize {
    /// To the right.
    pub width: Length,
    /// Downwards.
    pub height: Length,
}

impl PlateSize {
    /// The usual size of a sheet for a small laser cutter.
    pub const SHEET: PlateSize = PlateSize { width: Length::mm(300), height: Length::mm(200) };

    /// Its area in square millimetres.
    pub fn area(&self) -> f64 {
        self.width.in_mm() * self.height.in_mm()
    }
}

impl From<(Length, Length)> for PlateSize {
    fn from((width, height): (Length, Length)) -> PlateSize {
        PlateSize { width, height }
    }
}

impl From<PlateSize> for (Length, Length) {
    fn from(size: PlateSize) -> (Length, Length) {
        (size.width, size.height)
    }
}

impl fmt::Display for PlateSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} × {} mm", self.width, self.height)
    }
}

impl FromStr for PlateSize {
    type Err = super::LengthError;
    /// Reads two lengths with an `x` or `×` between them, or `A3`, `A4`, `Letter`.
    fn from_str(text: &str) -> Result<PlateSize, Self::Err> {
        let known = |width, height| Ok(PlateSize { width, height });
        match text.trim().to_ascii_lowercase().as_str() {
            "a4" => known(Length::mm(297), Length::mm(210)),
            "a3" => known(Length::mm(420), Length::mm(297)),
            "letter" => known(Length::um(279_400), Length::um(215_900)),
            other => {
                let mut sides = other.split(['x', '×']);
                let mut side = || sides.next().unwrap_or_default().parse();
                let size = PlateSize { width: side()?, height: side()? };
                if sides.next().is_some() { Err(super::LengthError::Syntax) } else { Ok(size) }
            }
        }
    }
}
