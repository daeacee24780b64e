//! The settings of parts for a printer in three dimensions.

use serde::{Deserialize, Serialize};

use super::{LaserSettings, Length, PlateSize, settings};

settings! {
    /// The parts to print of a puzzle, and how to print them: by default, as suits a printer that lays
    /// down molten plastic. In files of version 0.1.0, unit, clearance and wall are those of puzzlecad
    /// unless others are written.
    pub struct PrintSettings {
        /// One period of the lattice: the side of a cube or of a square site.
        pub unit: Length = Length::mm(15); Length::um(11_150),
        /// The distance by which each face of a piece is moved inwards, so that two that touch
        /// stand twice as far apart.
        pub clearance: Length = Length::um(150); Length::um(70),
        /// The legs of the chamfer of all outer edges.
        pub bevel: Length = Length::um(500),
        /// The thickness of flat pieces; without it they cannot be printed.
        pub thickness: Option<Length> = None,
        /// The width of the bars that sticks are printed as; a fifth of the unit by default.
        pub bar: Option<Length> = None,
        /// The names of the pieces that are not printed.
        pub without: Vec<String> = Vec::new(),
        /// The names of the pieces on their faces.
        pub names: NameStyle = NameStyle::None,
        /// The height of capitals of these names; a third of the unit by default.
        pub name_height: Option<Length> = None,
        /// The distance by which letters rise above the face, or go below it.
        pub name_depth: Length = Length::um(400),
        /// A box around solids, a tray for flat pieces.
        pub container: bool = true,
        /// A lid that slips over it.
        pub lid: bool = true,
        /// The radius of the half-round notches in the two long walls of the box; 0 for none.
        pub notch: Length = Length::ZERO,
        /// Pegs and holes with several clearances, to find the right one.
        pub clearance_test: bool = false,
        /// True if the container of balls is no box but a tray with a dimple under each ball of the
        /// lowest layer. The board lies in it as it is designed, its first layer lowest.
        pub dimples: bool = false,
        /// The depth of the dimples; an eighth of the unit, a quarter of the radius of a ball, by
        /// default.
        pub dimple_depth: Option<Length> = None,
        /// The thickness of floor and walls of box, tray and lid.
        pub wall: Length = Length::mm(3); Length::mm(6),
        /// The room between the board and the walls, on each side.
        pub room: Length = Length::um(200),
        /// The size of the plate of the printer.
        pub plate: PlateSize = PlateSize { width: Length::mm(220), height: Length::mm(220) },
        /// True if each plate is a 3MF file of its own.
        pub plate_files: bool = false,
        /// The room between two parts on a plate.
        pub gap: Length = Length::mm(5),
        /// True if solid pieces are turned so that they need no supports, or few.
        pub turn: bool = true,
        /// The number of copies of the puzzle, from 1 to [`MAX_COPIES`](PrintSettings::MAX_COPIES).
        pub copies: u32 = 1,
    }
}

/// The way names of pieces are put on their faces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
pub enum NameStyle {
    /// Not at all.
    #[default]
    None,
    /// Cut into the face.
    Engraved,
    /// Standing on the face.
    Raised,
}

impl PrintSettings {
    /// The most copies of the puzzle that are printed.
    pub const MAX_COPIES: u32 = LaserSettings::MAX_COPIES;
    /// The thickness of flat pieces that are given none.
    pub const USUAL_THICKNESS: Length = Length::mm(5);

    /// The height of capitals of names, by default to the tenth of a millimetre.
    pub fn height_of_names(&self) -> Length {
        const TENTH: u32 = 100;
        let third = (self.unit.in_um() / 3 + TENTH / 2) / TENTH * TENTH;
        self.name_height.unwrap_or(Length::um(third))
    }

    /// The width of the bars that sticks are printed as.
    pub fn bar_width(&self) -> Length {
        self.bar.unwrap_or(Length::um(self.unit.in_um() / 5))
    }

    /// The depth of the dimples under balls.
    pub fn depth_of_dimples(&self) -> Length {
        self.dimple_depth.unwrap_or(Length::um(self.unit.in_um() / 8))
    }
}
