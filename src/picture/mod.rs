//! Drawings: the shapes of placed pieces as lines and areas, and pictures made of them.
//!
//! [`Figure`] is the one place where sites become lines; the window paints figures and so do
//! SVG and PNG. Coordinates are floats in the plane of the page, y down; one unit is one period
//! of the lattice, which is the side of a square cell. A [`Page`] says where the points of a
//! lattice lie. Solids are drawn twice: as layers, which are figures, and as they are seen in
//! [`mod@space`]. Leans on [`crate::puzzle`] and [`crate::solution`].

mod badge;
pub mod canvas;
mod colouring;
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
pub use label::{Label, Row, SiteLabel};
pub use scene::{Backdrop, MarkInk, Scenery, alone, placed};

use crate::puzzle::making::{Length, Look};

/// What a picture shows.
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
    /// How pieces are told apart; white, greys and patterns are for light ground.
    pub look: Look,
    /// From where solids are seen.
    pub view: space::View,
    /// How far the pieces of solids are taken apart, from 0 to 1.
    pub apart: f64,
    /// How many layers of a solid are shown, the lowest first; all if `None`.
    pub layers: Option<usize>,
    /// No ground behind what is drawn.
    pub transparent: bool,
    /// The title of the puzzle below the picture, and the number of the solution.
    pub caption: bool,
    /// How large it is.
    pub size: PictureSize,
}

/// How large a picture is: on paper, and in pixels.
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
    pub const MOST_UNIT: Length = Length::mm(1000);
    /// The greatest width that may be asked for.
    pub const MOST_WIDTH: u32 = 16_384;
    /// The most pixels to the inch.
    pub const MOST_DPI: u32 = 2400;
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
            transparent: false,
            caption: false,
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
