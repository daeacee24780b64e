//! The settings of sheets for a laser cutter.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::{Length, settings};

settings! {
    /// The parts to cut of a puzzle, and how to cut them.
    pub struct LaserSettings {
        /// One period of the lattice: the side of a square site.
        pub unit: Length = Length::mm(20),
        /// The width of what the beam removes; paths are shifted by half of it.
        pub kerf: Length = Length::um(150),
        /// The gap between neighbours in the tray.
        pub clearance: Length = Length::um(200),
        /// The radius of the corners of pieces, both kinds.
        pub corner_radius: Length = Length::um(500),
        /// The radius of the round reliefs in the corners of the tray, as a mill needs them; 0 for none.
        pub relief: Length = Length::ZERO,
        /// The width of the bars that sticks are cut as; a fifth of the unit by default,
        /// half of it with half-lap joints.
        pub bar: Option<Length> = None,
        /// True if sticks are cut as strips that stand on edge, with half-lap joints where they
        /// cross or meet.
        pub half_laps: bool = false,
        /// The thickness of the material, which slots of half-lap joints are made for.
        pub thickness: Length = Length::mm(3),
        /// The size of a sheet of material.
        pub plate: PlateSize = PlateSize { width: Length::mm(300), height: Length::mm(200) },
        /// The border of a sheet that stays free.
        pub margin: Length = Length::mm(5),
        /// The room between two parts on a sheet.
        pub gap: Length = Length::mm(3),
        /// The parts to cut.
        pub parts: Parts = Parts::default(),
        /// The width of the lines in the file.
        pub line: Length = Length::um(100),
        /// Texts and names.
        pub engrave: Layer = Layer::of(0, 0, 0),
        /// Pieces, and what is cut out of larger parts.
        pub cut_inner: Layer = Layer::of(0, 0, 255),
        /// The borders of the parts of the tray, cut last.
        pub cut_outer: Layer = Layer::of(255, 0, 0),
        /// Where parts lie that were moved by hand; the others are laid around them.
        pub placements: Vec<Position> = Vec::new(),
    }
}

impl LaserSettings {
    /// The width of the bars that sticks are cut as.
    pub fn bar_width(&self) -> Length {
        let share = if self.half_laps { 2 } else { 5 };
        self.bar.unwrap_or(Length::um(self.unit.in_um() / share))
    }
}

settings! {
    /// The parts to cut of a puzzle.
    pub struct Parts {
        /// The pieces.
        pub pieces: bool = true,
        /// The frame of the tray, with the board as its window.
        pub frame: bool = true,
        /// The width of the frame beside the board.
        pub wall: Length = Length::mm(12),
        /// The base of the tray, below frame and pieces.
        pub base: bool = true,
        /// A lid of the size of the base.
        pub lid: bool = false,
        /// A comb of slots of several widths, to find the right clearance.
        pub comb: bool = false,
        /// Names on the pieces.
        pub names: bool = true,
        /// Title and number of solutions on the frame, and the texts of the sites on the base.
        pub texts: bool = true,
        /// Colour labels on the sites of pieces and base.
        pub labels: bool = true,
        /// The height of the letters, at most.
        pub letters: Length = Length::mm(6),
    }
}

/// The size of a sheet of material, written as two numbers, (width, height).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "(Length, Length)", into = "(Length, Length)")]
pub struct PlateSize {
    /// To the right.
    pub width: Length,
    /// Downwards.
    pub height: Length,
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

/// A layer: one operation of the cutter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "(Rgb, bool)", into = "(Rgb, bool)")]
pub struct Layer {
    /// The colour of its lines.
    pub colour: Rgb,
    /// True if it is in the files.
    pub on: bool,
}

impl Layer {
    const fn of(red: u8, green: u8, blue: u8) -> Layer {
        Layer { colour: Rgb([red, green, blue]), on: true }
    }
}

impl From<(Rgb, bool)> for Layer {
    fn from((colour, on): (Rgb, bool)) -> Layer {
        Layer { colour, on }
    }
}

impl From<Layer> for (Rgb, bool) {
    fn from(layer: Layer) -> (Rgb, bool) {
        (layer.colour, layer.on)
    }
}

/// A colour, written as `"#0000FF"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rgb(pub [u8; 3]);

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.0;
        write!(f, "#{red:02X}{green:02X}{blue:02X}")
    }
}

impl FromStr for Rgb {
    type Err = &'static str;
    fn from_str(text: &str) -> Result<Rgb, &'static str> {
        let wrong = "expected a colour such as #0000FF";
        let digits = text.trim().strip_prefix('#').ok_or(wrong)?;
        if digits.len() != 6 || !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
            return Err(wrong);
        }
        let n = u32::from_str_radix(digits, 16).map_err(|_| wrong)?;
        Ok(Rgb([(n >> 16) as u8, (n >> 8) as u8, n as u8]))
    }
}

impl Serialize for Rgb {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Rgb {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Rgb, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

/// Where a part lies on a sheet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    /// The part: the name of a piece, with `#2` and so on for further copies, or `/frame`, `/base`, …
    pub part: String,
    /// The sheet, from 1.
    pub sheet: u16,
    /// The left end of its material.
    pub x: Length,
    /// The upper end of its material.
    pub y: Length,
    /// The turn in degrees, clockwise.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub turn: u16,
    /// True if it is turned over, before the turn.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub flip: bool,
}

fn is_zero(n: &u16) -> bool {
    *n == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_differs_is_written_and_it_is_read_again() {
        assert_eq!(ron::to_string(&LaserSettings::default()).unwrap(), "()");
        let mut settings = LaserSettings { unit: Length::um(12_500), ..LaserSettings::default() };
        settings.parts.lid = true;
        settings.cut_outer.on = false;
        settings.bar = Some(Length::mm(3));
        let at = Position {
            part: "F".to_owned(),
            sheet: 1,
            x: Length::mm(5),
            y: Length::um(7500),
            turn: 90,
            flip: true,
        };
        settings.placements.push(at);
        let options = ron::Options::default();
        let text = options.to_string(&settings).unwrap();
        assert_eq!(options.from_str(&text), Ok(settings.clone()), "{text}");
        assert!(text.starts_with("(unit:12.5,bar:Some(3),parts:(lid:true),"), "{text}");
    }

    #[test]
    fn sizes_and_colours_are_read_from_words() {
        let a4 = PlateSize { width: Length::mm(297), height: Length::mm(210) };
        assert_eq!("A4".parse(), Ok(a4));
        assert_eq!("297x210 mm".parse(), Ok(a4));
        assert!("297".parse::<PlateSize>().is_err());
        assert!("1x2x3".parse::<PlateSize>().is_err());
        assert_eq!("#0000fF".parse(), Ok(Rgb([0, 0, 255])));
        assert!("blue".parse::<Rgb>().is_err());
        assert!("#+0000F".parse::<Rgb>().is_err());
    }
}
