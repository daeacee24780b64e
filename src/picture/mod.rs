//! Drawings: the shapes of placed pieces as lines and areas, and pictures made of them.
//!
//! [`Figure`] is the one place where sites become lines; the window paints figures and so do
//! SVG and PNG. Coordinates are floats in the plane of the page, y down; one unit is one period
//! of the lattice, which is the side of a square cell. A [`Page`] says where the points of a
//! lattice lie. Solids are drawn twice: as layers, which are figures, and as they are seen in
//! [`mod@space`]. Leans on [`crate::puzzle`] and [`crate::solution`].

pub mod apng;
mod badge;
pub mod canvas;
mod colouring;
mod discs;
pub mod drawing;
pub mod dxf;
mod figure;
pub mod fonts;
mod label;
pub mod pdf;
pub mod png;
mod scene;
pub mod space;
pub mod svg;
pub mod text_art;

pub use badge::{Badge, BadgeForm};
pub use colouring::copy_colours;
pub(crate) use figure::sides;
pub use figure::{Bounds, Figure, Page, Xy, cut_lines};
pub(crate) use label::middle;
pub use label::{Label, Row, SiteLabel};
pub use scene::{Backdrop, MarkInk, Scenery, alone, placed};

use crate::puzzle::making::{Length, Look, PictureSettings};
use crate::solution::measures::ShownMeasures;

/// The contents of a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Style {
    /// The names of the pieces.
    pub names: bool,
    /// The grid inside the pieces.
    pub grid: bool,
    /// Nothing but the lines between the pieces, each once, for cutting.
    pub outlines: bool,
    /// Colours for a dark ground.
    pub dark: bool,
    /// The look by which pieces are told apart; white, greys and patterns are for light ground.
    pub look: Look,
    /// From where solids are seen.
    pub view: space::View,
    /// The degree to which the pieces of solids are taken apart, from 0 to 1.
    pub apart: f64,
    /// The number of layers of a solid that are shown, the lowest first; all if `None`.
    pub layers: Option<usize>,
    /// True if the layers are those of the second kind, where the lattice has one.
    pub second_layers: bool,
    /// No ground behind what is drawn.
    pub transparent: bool,
    /// The title of the puzzle below the picture, and the number of the solution.
    pub caption: bool,
    /// The measures below each solution of a sheet.
    pub measures: ShownMeasures,
    /// Its size.
    pub size: PictureSize,
}

/// The size of a picture: on paper, and in pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PictureSize {
    /// The side of a square site or of a cube on paper; [`Length::ZERO`] for none, as it is on a
    /// screen.
    pub unit: Length,
    /// Its width; 0 for what its resolution gives.
    pub width: u32,
    /// Pixels to the inch, which the file says too; 0 for twice those of a screen, unsaid.
    pub dpi: u32,
}

impl PictureSize {
    /// The greatest unit.
    pub const MAX_UNIT: Length = Length::mm(1000);
    /// The greatest width that may be asked for.
    pub const MAX_WIDTH: u32 = 16_384;
    /// The most pixels to the inch.
    pub const MAX_DPI: u32 = 2400;
}

impl Style {
    /// Returns the settings kept from picture to picture: all but those that belong to one puzzle.
    pub fn settings(&self) -> PictureSettings {
        let Style { names, grid, outlines, transparent, caption, size, .. } = *self;
        let PictureSize { unit, width, dpi } = size;
        PictureSettings { names, grid, outlines, transparent, caption, unit, width, dpi }
    }

    /// The same with other settings; sizes beyond the greatest are those.
    #[must_use]
    pub fn with(self, settings: &PictureSettings) -> Style {
        let PictureSettings { names, grid, outlines, transparent, caption, unit, width, dpi } =
            *settings;
        let size = PictureSize {
            unit: unit.min(PictureSize::MAX_UNIT),
            width: width.min(PictureSize::MAX_WIDTH),
            dpi: dpi.min(PictureSize::MAX_DPI),
        };
        Style { names, grid, outlines, transparent, caption, size, ..self }
    }
}

impl Default for Style {
    fn default() -> Style {
        Style {
            names: true,
            grid: true,
            outlines: false,
            dark: false,
            look: Look::Colour,
            view: space::View::CORNER,
            apart: 0.0,
            layers: None,
            second_layers: false,
            transparent: false,
            caption: false,
            measures: ShownMeasures::default(),
            size: PictureSize::default(),
        }
    }
}

/// The regular and the semibold weight of the typeface of window and pictures.
pub const FONTS: [&[u8]; 2] = [
    include_bytes!("../../assets/fonts/PolywrightSans-Regular.ttf"),
    include_bytes!("../../assets/fonts/PolywrightSans-SemiBold.ttf"),
];

/// The name of that typeface.
pub const FONT_FAMILY: &str = "Polywright Sans";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_all_of_a_style_but_what_belongs_to_one_puzzle() {
        let size = PictureSize { unit: Length::mm(15), width: 800, dpi: 300 };
        let last = Style {
            names: false,
            transparent: true,
            caption: true,
            apart: 0.5,
            size,
            ..Style::default()
        };
        let text = ron::to_string(&last.settings()).unwrap();
        let read = ron::from_str::<PictureSettings>(&text).unwrap();
        assert_eq!(Style::default().with(&read), Style { apart: 0.0, ..last });
        assert_eq!(ron::from_str::<PictureSettings>("()").unwrap(), Style::default().settings());
        // What is too large in a file is brought down to the greatest size.
        let large = PictureSettings { dpi: 1_000_000, ..read };
        assert_eq!(Style::default().with(&large).size.dpi, PictureSize::MAX_DPI);
    }
}
