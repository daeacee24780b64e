//! The settings of sheets for a laser cutter.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::{Artwork, Length, Material, PlateSize, settings};

settings! {
    /// The parts to cut of a puzzle, and how to cut them.
    pub struct LaserSettings {
        /// One period of the lattice: the side of a square site.
        pub unit: Length = Length::mm(20),
        /// The width of what the beam removes, where a material has none of its own; paths are shifted by
        /// half of it.
        pub kerf: Length = Length::um(150),
        /// The gap between neighbours in the tray.
        pub clearance: Length = Length::um(200),
        /// The radius of the corners of pieces, both kinds.
        pub corner_radius: Length = Length::um(500),
        /// The radius of the round reliefs in the corners of the tray, as a mill needs them; 0 for none.
        pub relief: Length = Length::ZERO,
        /// The width of the holding tabs that keep parts in the sheet; 0 for none.
        pub tab_width: Length = Length::ZERO,
        /// The number of holding tabs on each contour that has some, from
        /// [`MIN_TABS`](LaserSettings::MIN_TABS) to [`MAX_TABS`](LaserSettings::MAX_TABS).
        pub tabs: u32 = 2,
        /// The width of the bars that sticks are cut as; a fifth of the unit by default,
        /// half of it with half-lap joints.
        pub bar: Option<Length> = None,
        /// True if sticks are cut as strips that stand on edge, with half-lap joints where they
        /// cross or meet.
        pub half_laps: bool = false,
        /// The name of the main material.
        pub material: String = String::new(),
        /// The thickness of the main material, which slots of half-lap joints are made for.
        pub thickness: Length = Length::mm(3),
        /// The size of a sheet of the main material.
        pub plate: PlateSize = PlateSize::SHEET,
        /// Further materials, each for some of the parts.
        pub materials: Vec<Material> = Vec::new(),
        /// The border of a sheet that stays free.
        pub margin: Length = Length::mm(5),
        /// The room between two parts on a sheet.
        pub gap: Length = Length::mm(3),
        /// The parts to cut.
        pub parts: Parts = Parts::default(),
        /// Pictures of one's own on parts.
        pub artwork: Vec<Artwork> = Vec::new(),
        /// The number of copies of the puzzle, from 1 to [`MAX_COPIES`](LaserSettings::MAX_COPIES).
        pub copies: u32 = 1,
        /// The width of the lines in the file.
        pub line: Length = Length::um(100),
        /// Areas that are engraved, such as filled letters.
        pub fill: Layer = Layer::of(0, 160, 0),
        /// Lines that are engraved, such as letters of single lines.
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
    /// The most copies of the puzzle that are cut.
    pub const MAX_COPIES: u32 = 50;
    /// The fewest holding tabs on a contour: about one alone, a part would turn.
    pub const MIN_TABS: u32 = 2;
    /// The most holding tabs on a contour.
    pub const MAX_TABS: u32 = 12;

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
        /// Round holes in the base, through which pieces are pushed out.
        pub holes: HoleCount = HoleCount::None,
        /// The diameter of these holes.
        pub hole_diameter: Length = Length::mm(12),
        /// The radius of the half-round notches in the long sides of the frame; 0 for none.
        pub notch: Length = Length::ZERO,
        /// A comb of slots of several widths, to find the right clearance.
        pub comb: bool = false,
        /// Names on the pieces.
        pub names: bool = true,
        /// Title and number of solutions on the frame, and the texts of the sites on the base.
        pub texts: bool = true,
        /// Colour labels on the sites of pieces and base.
        pub labels: bool = true,
        /// The grid of the board on the base: the sides between its sites, or the edges of sticks.
        pub grid: bool = false,
        /// The height of the letters, at most.
        pub letters: Length = Length::mm(6),
        /// The way letters are engraved.
        pub letter_form: LetterForm = LetterForm::Lines,
        /// The family of the system's fonts for outlines and filled letters; that of the program if
        /// it is empty.
        pub font: String = String::new(),
    }
}

/// The way letters are engraved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
pub enum LetterForm {
    /// Single lines, as an engraver draws them.
    #[default]
    Lines,
    /// The outlines of a font.
    Outlines,
    /// Areas of a font.
    Filled,
}

/// The number of finger holes in the base of the tray, written as a number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub enum HoleCount {
    /// No hole.
    #[default]
    None,
    /// A hole near the middle of the board.
    One,
    /// A hole in each half of the board.
    Two,
    /// A hole in each quarter of the board.
    Four,
}

impl From<HoleCount> for u8 {
    fn from(count: HoleCount) -> u8 {
        match count {
            HoleCount::None => 0,
            HoleCount::One => 1,
            HoleCount::Two => 2,
            HoleCount::Four => 4,
        }
    }
}

impl TryFrom<u8> for HoleCount {
    type Error = &'static str;
    fn try_from(number: u8) -> Result<HoleCount, &'static str> {
        match number {
            0 => Ok(HoleCount::None),
            1 => Ok(HoleCount::One),
            2 => Ok(HoleCount::Two),
            4 => Ok(HoleCount::Four),
            _ => Err("expected 0, 1, 2 or 4 finger holes"),
        }
    }
}

impl FromStr for HoleCount {
    type Err = &'static str;
    fn from_str(text: &str) -> Result<HoleCount, &'static str> {
        // What is no number is as wrong as a wrong one.
        text.trim().parse().unwrap_or(u8::MAX).try_into()
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
    /// The part: the name of a piece, with `#2` and so on for further copies, or `/frame`, `/base`, …,
    /// with `@2` and so on for further copies of the puzzle.
    pub part: String,
    /// The sheet among those of the material of the part, from 1.
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

impl LaserSettings {
    /// The material with a number: 0 is the main one, from 1 on are the others in their order.
    pub fn material(&self, number: usize) -> Material {
        let other = number.checked_sub(1).and_then(|n| self.materials.get(n));
        other.cloned().unwrap_or_else(|| Material {
            name: match self.material.trim() {
                "" => "main material".to_owned(),
                name => name.to_owned(),
            },
            thickness: self.thickness,
            kerf: None,
            plate: self.plate,
            parts: Vec::new(),
        })
    }

    /// The width of what the beam removes where a part is cut, which is named as in
    /// [`material_of`](Self::material_of).
    pub fn kerf_of(&self, part: &str) -> Length {
        self.material(self.material_of(part)).kerf.unwrap_or(self.kerf)
    }

    /// The largest kerf of all materials.
    pub fn largest_kerf(&self) -> Length {
        let own = self.materials.iter().filter_map(|material| material.kerf);
        own.fold(self.kerf, Length::max)
    }

    /// The number of the material that a part is cut from, by the name of a piece or one of
    /// [`TRAY_PARTS`](super::TRAY_PARTS).
    pub fn material_of(&self, part: &str) -> usize {
        let has_it = |material: &Material| material.parts.iter().any(|own| own == part);
        self.materials.iter().position(has_it).map_or(0, |n| n + 1)
    }

    /// Cuts a part from the material with a number, and from no other.
    pub fn assign(&mut self, part: &str, material: usize) {
        for other in &mut self.materials {
            other.parts.retain(|own| own != part);
        }
        if let Some(chosen) = material.checked_sub(1).and_then(|n| self.materials.get_mut(n)) {
            chosen.parts.push(part.to_owned());
        }
    }

    /// Gives pieces a material for each of their colours, after the main one, which keeps the parts
    /// of the tray. Colours whose name a material has are cut from that.
    pub fn assign_by_colour<'n>(&mut self, pieces: impl IntoIterator<Item = (&'n str, &'n str)>) {
        for (piece, colour) in pieces {
            let named = self.materials.iter().position(|material| material.name == colour);
            let n = named.unwrap_or_else(|| {
                let Material { thickness, plate, .. } = self.material(0);
                let name = colour.to_owned();
                let new = Material { name, thickness, plate, ..Material::default() };
                self.materials.push(new);
                self.materials.len() - 1
            });
            self.assign(piece, n + 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_differs_is_written_and_it_is_read_again() {
        assert_eq!(ron::to_string(&LaserSettings::default()).unwrap(), "()");
        let mut settings = LaserSettings { unit: Length::um(12_500), ..LaserSettings::default() };
        settings.parts.lid = true;
        (settings.parts.holes, settings.parts.notch) = (HoleCount::Two, Length::mm(8));
        settings.copies = 4;
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
        assert!(
            text.starts_with("(unit:12.5,bar:Some(3),parts:(lid:true,holes:2,notch:8),"),
            "{text}"
        );
        assert!(options.from_str::<LaserSettings>("(parts: (holes: 3))").is_err());
    }

    #[test]
    fn sizes_and_colours_are_read_from_words() {
        let a4 = PlateSize { width: Length::mm(297), height: Length::mm(210) };
        assert_eq!("A4".parse(), Ok(a4));
        assert_eq!("297x210 mm".parse(), Ok(a4));
        assert!("297".parse::<PlateSize>().is_err());
        assert!("1x2x3".parse::<PlateSize>().is_err());
        assert_eq!("#0000fF".parse(), Ok(Rgb([0, 0, 255])));
        assert_eq!("4".parse(), Ok(HoleCount::Four));
        assert!("3".parse::<HoleCount>().is_err() && "many".parse::<HoleCount>().is_err());
        assert!("blue".parse::<Rgb>().is_err());
        assert!("#+0000F".parse::<Rgb>().is_err());
    }

    #[test]
    fn a_part_is_cut_from_one_material_and_from_the_main_one_by_default() {
        let named = |name: &str| Material { name: name.to_owned(), ..Material::default() };
        let mut settings = LaserSettings {
            materials: vec![named("oak"), named("felt")],
            ..LaserSettings::default()
        };
        assert_eq!(settings.material_of("/base"), 0);
        settings.assign("/base", 2);
        settings.assign("/base", 1);
        assert_eq!((settings.material_of("/base"), settings.materials[1].parts.len()), (1, 0));
        assert_eq!(settings.material(1).label(), "oak 3 mm");
        assert_eq!(settings.material(0).label(), "main material 3 mm");
        settings.materials[0].kerf = Some(Length::um(300));
        let kerfs = ["/base", "/frame"].map(|part| settings.kerf_of(part));
        assert_eq!(kerfs, [Length::um(300), settings.kerf]);
        assert_eq!(settings.largest_kerf(), Length::um(300));
        let text = ron::to_string(&settings).unwrap();
        assert_eq!(ron::from_str(&text), Ok(settings.clone()), "{text}");
        settings.assign("/base", 0);
        assert_eq!(settings.material_of("/base"), 0);
    }

    #[test]
    fn pieces_of_one_colour_share_a_material() {
        let mut settings = LaserSettings { thickness: Length::mm(5), ..LaserSettings::default() };
        settings.assign_by_colour([("A", "rust"), ("B", "sky"), ("C", "rust")]);
        let names: Vec<&str> = settings.materials.iter().map(|m| m.name.as_str()).collect();
        assert_eq!(names, ["rust", "sky"]);
        assert_eq!(settings.materials[0].parts, ["A", "C"]);
        assert_eq!(settings.material(1).label(), "rust 5 mm");
        settings.assign_by_colour([("B", "rust")]);
        assert_eq!((settings.materials.len(), settings.material_of("B")), (2, 1));
    }
}
