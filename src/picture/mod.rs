//! Drawings: the shapes of placed pieces as lines and areas, and pictures made of them.
//!
//! [`Figure`] is the one place where sites become lines; the window paints figures and so do
//! SVG and PNG. Coordinates are floats in the plane of the page, y down; one unit is one period
//! of the lattice, which is the side of a square cell. A [`Page`] says where the points of a
//! lattice lie. Solids are drawn twice: as layers, which are figures, and as they are seen in
//! [`mod@space`]. Leans on [`crate::puzzle`] and [`crate::solution`].

mod badge;
mod colouring;
mod figure;
pub mod fonts;
mod label;
pub mod png;
mod scene;
pub mod space;
pub mod svg;
pub mod text_art;

pub use badge::{Badge, BadgeForm};
pub use colouring::copy_colours;
pub use figure::{Bounds, Figure, Page, Xy, cut_lines};
pub use label::{Label, Row, SiteLabel};
pub use scene::{Backdrop, MarkInk, Scenery, alone, placed};

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
    /// From where solids are seen.
    pub view: space::View,
    /// How far the pieces of solids are taken apart, from 0 to 1.
    pub apart: f64,
    /// How many layers of a solid are shown, the lowest first; all if `None`.
    pub layers: Option<usize>,
}

impl Default for Style {
    fn default() -> Style {
        Style {
            names: true,
            grid: true,
            outlines: false,
            dark: false,
            view: space::View::CORNER,
            apart: 0.0,
            layers: None,
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
