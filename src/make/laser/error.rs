//! The reasons why a puzzle cannot be cut.

use crate::puzzle::making::{LaserSettings, Length};
use crate::text;

/// Why there are no sheets, as a sentence with the remedy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LaserError {
    /// The puzzle has items and options, and no geometry.
    #[error("A puzzle of items and options has no pieces to cut.")]
    Cover,
    /// The pieces are solids.
    #[error("Solid pieces cannot be cut from a sheet. Print them instead.")]
    Solid,
    /// Nothing is to be cut.
    #[error("Nothing is selected for cutting. Select pieces or a part of the tray.")]
    Nothing,
    /// The board has no sites, which frame, base and lid are made for.
    #[error(
        "The board has no sites, so there is no tray to cut. Paint sites, or cut the pieces alone."
    )]
    NoBoard,
    /// A site without size.
    #[error("The unit is 0. Use a larger unit.")]
    Unit,
    /// The clearance leaves too little of a site.
    #[error("Clearance {0} is half a unit or more.")]
    Clearance(Length),
    /// The clearance leaves nothing of a side of a piece.
    #[error(
        "Clearance {clearance} leaves nothing of a side of {part}. Use a smaller clearance or a \
         larger unit."
    )]
    Narrow {
        /// The clearance.
        clearance: Length,
        /// The name of the part.
        part: String,
    },
    /// Two cuts would run into each other.
    #[error("Kerf {kerf} needs a gap of at least {}.", Length::um(2 * .kerf.in_um()))]
    Gap {
        /// The kerf.
        kerf: Length,
    },
    /// The bars of sticks would meet where pieces pass each other.
    #[error(
        "Bars of {bar} mm are too wide: with clearance {clearance}, at most {most} mm are \
         possible. Use narrower bars or a larger unit."
    )]
    Bar {
        /// The width of the bars.
        bar: Length,
        /// The clearance.
        clearance: Length,
        /// The greatest width.
        most: Length,
    },
    /// The bars of sticks have no width.
    #[error(
        "Bars of {bar} mm are narrower than clearance {clearance} and kerf leave. Use wider bars."
    )]
    ThinBar {
        /// The width of the bars.
        bar: Length,
        /// The clearance.
        clearance: Length,
    },
    /// Slots leave too little of strips with half-lap joints.
    #[error(
        "Slots for material of {thickness} mm leave too little of strips of {bar} mm. Use thinner material, wider strips or a larger unit."
    )]
    Laps {
        /// The thickness of the material.
        thickness: Length,
        /// The width of the strips.
        bar: Length,
    },
    /// Only sticks have half-lap joints.
    #[error("Half-lap joints are for sticks, and this puzzle has none.")]
    NoSticks,
    /// Finger holes or thumb notches are no wider than what the beam removes.
    #[error("{what} of {size} mm vanish in the kerf. Make them larger.")]
    ThinGrip {
        /// The name of the holes or notches.
        what: &'static str,
        /// Their diameter or radius.
        size: Length,
    },
    /// The board has no sites with room for finger holes.
    #[error(
        "{} of {diameter} mm {} no room: each must lie inside a site of the board, {room} mm away from the border, from texts and from other holes. Use smaller or fewer holes, or a larger unit.",
        text::count(u64::from(*count), "finger hole"),
        if *count == 1 { "has" } else { "have" },
        room = super::grips::BESIDE_HOLE
    )]
    Holes {
        /// The number of holes.
        count: u8,
        /// The diameter of each.
        diameter: Length,
    },
    /// The frame is too narrow for thumb notches.
    #[error(
        "Thumb notches of radius {radius} leave less than {least} mm of a frame of {wall} mm. Use a smaller radius or a wider frame.",
        least = super::grips::BESIDE_NOTCH
    )]
    NotchWall {
        /// The radius of the notches.
        radius: Length,
        /// The width of the frame.
        wall: Length,
    },
    /// The window has no straight edge with room for a thumb notch.
    #[error(
        "The opening of the frame has no straight edge of {} mm on a long side for a thumb notch of radius {radius}. Use a smaller radius or a larger unit.",
        Length::um(2 * (radius.in_um() + super::grips::BESIDE_NOTCH.in_um()))
    )]
    NotchEdge {
        /// The radius of the notch.
        radius: Length,
    },
    /// The lines of a picture are not those of a path.
    #[error("The lines of picture {0} cannot be read. Remove it, and choose its file again.")]
    ArtworkData(String),
    /// A picture has no width.
    #[error("Picture {0} has no width. Give it one.")]
    ArtworkWidth(String),
    /// A picture does not lie on its part.
    #[error(
        "Picture {name}, {size} mm, reaches beyond the material of {part}. Make it narrower, or put it elsewhere."
    )]
    ArtworkOutside {
        /// The name of the picture.
        name: String,
        /// The name of the part.
        part: String,
        /// Its width and height, in millimetres.
        size: String,
    },
    /// A part is larger than the plate.
    #[error(
        "{part} is {length} mm long; the plate has {room} mm inside the margin. Use a larger plate or a smaller unit."
    )]
    Large {
        /// The name of the part.
        part: String,
        /// Its length, in millimetres.
        length: String,
        /// The room on the plate along that side, in millimetres.
        room: String,
    },
    /// The margins leave nothing of the plate.
    #[error(
        "The margin of {0} mm leaves nothing of the plate. Use a smaller margin or a larger plate."
    )]
    Margin(Length),
    /// No copy of the puzzle is asked for, or too many.
    #[error("{0} copies of the puzzle cannot be cut at a time. Use 1 to {most}.",
        most = LaserSettings::MAX_COPIES)]
    Copies(u32),
    /// A contour would have too few or too many holding tabs.
    #[error("{0} holding tabs on each contour are not possible. Use {least} to {most}.",
        least = LaserSettings::MIN_TABS, most = LaserSettings::MAX_TABS)]
    Tabs(u32),
    /// There are more parts than can be laid out.
    #[error("There are {parts} parts to cut; at most {most} can be arranged. Use fewer copies.")]
    Many {
        /// The number of parts.
        parts: u64,
        /// The most.
        most: u64,
    },
    /// It was cancelled.
    #[error("Cancelled.")]
    Cancelled,
}
