//! The look of pictures.

use super::length::Length;
use super::settings;

settings! {
    /// The settings for pictures of the puzzle and its solutions that are not pages or sheets. The
    /// greatest sizes are those of [`PictureSize`](crate::picture::PictureSize).
    pub struct PictureSettings {
        /// The names of the pieces.
        pub names: bool = true,
        /// The grid inside the pieces.
        pub grid: bool = true,
        /// The lines between the pieces alone.
        pub outlines: bool = false,
        /// No ground behind what is drawn.
        pub transparent: bool = false,
        /// The title below it.
        pub caption: bool = false,
        /// The side of a square site on paper; 0 for none.
        pub unit: Length = Length::ZERO,
        /// The width of a PNG in pixels; 0 for what its resolution gives.
        pub width: u32 = 0,
        /// Pixels to the inch; 0 for twice those of a screen.
        pub dpi: u32 = 0,
    }
}
