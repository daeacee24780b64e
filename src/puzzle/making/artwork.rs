//! Pictures of one's own that are engraved.

use super::{Length, settings};

settings! {
    /// A picture that is engraved on a part: areas and lines from a file, and where they are put.
    pub struct Artwork {
        /// The name of the file that it is from.
        pub name: String = String::new(),
        /// The part: the name of a piece, `/frame`, `/base` or `/lid`.
        pub part: String = "/lid".to_owned(),
        /// The distance of its middle from the left end of the part; in the middle by default.
        pub x: Option<Length> = None,
        /// The distance of its middle from the upper end of the part; in the middle by default.
        pub y: Option<Length> = None,
        /// Its width before it is turned; half of that of the part by default.
        pub width: Option<Length> = None,
        /// The turn in degrees, clockwise.
        pub turn: u16 = 0,
        /// True if its areas are filled; otherwise their outlines are engraved.
        pub filled: bool = true,
        /// The borders of its areas, as the data of a path in SVG: closed lines between points.
        pub areas: String = String::new(),
        /// Its lines, in the same way.
        pub lines: String = String::new(),
    }
}
