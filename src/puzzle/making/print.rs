//! The settings of parts for a printer in three dimensions.

use super::{Length, PlateSize, settings};

settings! {
    /// The parts to print of a puzzle, and how to print them. Unit, clearance, bevel, wall and room
    /// are those of puzzlecad by default.
    pub struct PrintSettings {
        /// One period of the lattice: the side of a cube or of a square site.
        pub unit: Length = Length::um(11_150),
        /// The distance by which each face of a piece is moved inwards, so that two that touch
        /// stand twice as far apart.
        pub clearance: Length = Length::um(70),
        /// The legs of the chamfer of all outer edges.
        pub bevel: Length = Length::um(500),
        /// The thickness of flat pieces; without it they cannot be printed.
        pub thickness: Option<Length> = None,
        /// The width of the bars that sticks are printed as; a fifth of the unit by default.
        pub bar: Option<Length> = None,
        /// The names of the pieces that are not printed.
        pub without: Vec<String> = Vec::new(),
        /// A box around solids, a tray for flat pieces.
        pub container: bool = true,
        /// A lid that slips over it.
        pub lid: bool = true,
        /// The thickness of floor and walls of box, tray and lid.
        pub wall: Length = Length::mm(6),
        /// The room between the board and the walls, on each side.
        pub room: Length = Length::um(200),
        /// The size of the plate of the printer.
        pub plate: PlateSize = PlateSize { width: Length::mm(220), height: Length::mm(220) },
        /// The room between two parts on a plate.
        pub gap: Length = Length::mm(5),
        /// True if solid pieces are turned so that they need no supports, or few.
        pub turn: bool = true,
    }
}

impl PrintSettings {
    /// The width of the bars that sticks are printed as.
    pub fn bar_width(&self) -> Length {
        self.bar.unwrap_or(Length::um(self.unit.in_um() / 5))
    }
}
