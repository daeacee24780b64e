//! The reasons why a puzzle cannot be cut.

use crate::puzzle::making::Length;

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
