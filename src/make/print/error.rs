//! The reasons why parts cannot be printed, and notices about them.

use std::fmt;

use super::PartKind;
use crate::puzzle::making::{Length, PrintSettings};

/// The most that may be taken off a face.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Limit {
    /// Half of what the lattice repeats by.
    HalfAUnit,
    /// So many millimetres, with this unit.
    Millimetres(f64),
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::HalfAUnit => f.write_str("half a unit or more"),
            Limit::Millimetres(mm) => {
                write!(f, "too much: with this unit it must be below {mm:.2}")
            }
        }
    }
}

/// Why a puzzle cannot be printed with its settings.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PrintError {
    /// It has items and options, but no geometry.
    #[error("A puzzle of items and options has no pieces to print.")]
    NoGeometry,
    /// Its pieces are edges in space.
    #[error("3D print makes solids and flat pieces; pieces of {0} in space cannot be printed.")]
    Lattice(&'static str),
    /// The unit is 0.
    #[error("A unit of 0 leaves nothing to print.")]
    NoUnit,
    /// Flat pieces have no thickness.
    #[error("This puzzle is flat. Give the pieces a thickness.")]
    Flat,
    /// The bevels above and below meet.
    #[error("Bevel {0} is half the thickness of {1} or more. Make it smaller.")]
    Thickness(Length, Length),
    /// The clearance eats up the piece.
    #[error("Clearance {0} is {1}.")]
    Clearance(Length, Limit),
    /// The bevel does.
    #[error("Bevel {0} is {1}.")]
    Bevel(Length, Limit),
    /// Bars are as wide as the room between them.
    #[error("Bars {0} wide leave no room at junctions; at most {1:.2} with this unit.")]
    Bar(Length, f64),
    /// Walls have no thickness.
    #[error("A wall of 0 cannot be printed. Make it thicker, or leave out the box and the lid.")]
    NoWall,
    /// The room around the board closes up what is between its parts.
    #[error("Room {0} around the board makes the hollow of the tray overlap. Make it smaller.")]
    Room(Length),
    /// Dimples have no depth, or the plate between them reaches the next layer of balls.
    #[error("Dimples {0} deep: give them a depth above 0 and, with this unit, below {1:.2}.")]
    Dimples(Length, f64),
    /// A place of the piece is narrower than what is taken off.
    #[error("{0} has a place too narrow for clearance and bevel. Make them smaller.")]
    TooNarrow(String),
    /// A piece touches itself along an edge.
    #[error("{0} touches itself along an edge and has no surface there.")]
    TouchesItself(String),
    /// A part fits on no plate.
    #[error("{}", too_large(*part, name, *length, *plate))]
    TooLarge {
        /// Its kind.
        part: PartKind,
        /// Its name.
        name: String,
        /// Its longer side, in millimetres.
        length: f64,
        /// The room on the plate, in millimetres.
        plate: f64,
    },
    /// The pieces have too many sites together.
    #[error("The pieces and the board have {0}; at most {most} can be printed. Leave out pieces.",
        most = crate::text::grouped(super::MAX_SITES as u64))]
    TooManySites(String),
    /// There are too many parts.
    #[error("{parts} parts are too many; at most {most} can be printed. Leave out pieces, or use fewer copies.",
        parts = crate::text::grouped(*.0 as u64),
        most = crate::text::grouped(super::MAX_PARTS as u64))]
    TooManyParts(usize),
    /// No copy of the puzzle is asked for, or too many.
    #[error("{0} copies of the puzzle cannot be printed at a time. Use 1 to {most}.",
        most = PrintSettings::MAX_COPIES)]
    Copies(u32),
    /// The clearance test has no room for its dots.
    #[error(
        "The clearance test needs a unit of at least {0} mm. Use a larger unit, or leave it out."
    )]
    TestUnit(f64),
    /// Notches are too small, or leave too little of the walls of the box.
    #[error("{}", notch(*.0, *.1))]
    Notch(Length, f64),
    /// Letters have no height or no depth.
    #[error("Letters of names need a height and a depth above 0.")]
    NoLetters,
    /// Engraved letters go too deep.
    #[error(
        "Names {0} deep would weaken the pieces. With these sizes the depth must be below {1:.2}."
    )]
    NameDepth(Length, f64),
    /// Everything is left out.
    #[error("All parts are left out. Choose a piece, or the box.")]
    Nothing,
}

/// Why the box has no notches of a radius where another one is the greatest.
fn notch(radius: Length, most: f64) -> String {
    let least = super::container::MIN_NOTCH;
    match most < least {
        true => "The box is too small for notches. Leave them out.".to_owned(),
        false => format!(
            "Notches of radius {radius} do not suit the box. Use a radius from {least} to {}.",
            (most * 10.0).floor() / 10.0
        ),
    }
}

fn too_large(part: PartKind, name: &str, length: f64, plate: f64) -> String {
    let (subject, verb, remedy) = match part {
        PartKind::Piece(_) => (name.to_owned(), "long", "or a smaller unit"),
        PartKind::Lid => (format!("The {name}"), "wide", "or leave out the lid"),
        _ => (format!("The {name}"), "wide", "or leave it out"),
    };
    let (length, plate) = (tenths(length), tenths(plate));
    format!("{subject} is {length} mm {verb}; the plate has {plate}. Use a larger plate {remedy}.")
}

/// A length in millimetres, to the tenth if it is not whole.
pub(super) fn tenths(mm: f64) -> String {
    format!("{}", (mm * 10.0).round() / 10.0)
}

/// Something about a part that is worth knowing before it is printed.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Notice {
    /// A piece lies on no side without an overhang.
    Overhang(String),
    /// A piece holds together along an edge or at a corner only.
    Breaks(String),
    /// A piece consists of parts that do not touch.
    Parts(String, usize),
    /// A piece touches itself along an edge, where a gap is left that is so wide.
    Gap(String, f64),
    /// Pieces have no face large enough for their name in letters so high.
    NoRoomForNames(Vec<String>, Length),
    /// Pieces of balls have no faces for names.
    NoFaces,
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Notice::Overhang(name) => {
                write!(f, "{name} overhangs on every side; it needs supports.")
            }
            Notice::Breaks(name) => write!(
                f,
                "{name} is connected only along an edge; the printed part would break there."
            ),
            Notice::Parts(name, parts) => {
                write!(f, "{name} consists of {parts} parts, which come apart.")
            }
            Notice::Gap(name, gap) => write!(
                f,
                "{name} touches itself along an edge; a gap of {gap:.2} mm is left there."
            ),
            Notice::NoRoomForNames(names, height) => write!(
                f,
                "No flat face of {} has room for its name in letters {height} mm high. Make the \
                 letters smaller.",
                crate::text::listed(names)
            ),
            Notice::NoFaces => f.write_str("Balls have no flat faces; their names are left out."),
        }
    }
}
