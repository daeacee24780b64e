//! Measures of a solution: numbers, properties and classes that tell solutions apart.
//!
//! [`MEASURES`] is the one table: filters, ranges, sorting, captions, histograms, CSV and the
//! command line read it. A new measure is one function and one row, tested against brute force on
//! every lattice in `tests/suite/measures.rs`. Every measure is the same for all images of a solution
//! under the puzzle's symmetries.
//!
//! A [`Measurer`] is compiled once for a puzzle; a [`Layout`] is the solution at hand:
//!
//! ```
//! use polywright::encode::{ElementSet, Encoding, SymmetryGroup};
//! use polywright::exact_cover::OptionId;
//! use polywright::format::puzzle_file;
//! use polywright::solution::measures::{MeasureId, Measurer};
//!
//! let text = r#"(format: 1, title: "Dominoes", lattice: Square,
//!     pieces: [Family(free: 2, copies: 2)], board: Rectangle(2, 2))"#;
//! let puzzle = puzzle_file::read(text.into()).expect("a valid puzzle").puzzle;
//! let encoding = Encoding::new(&puzzle)?;
//! let group = SymmetryGroup::new(&puzzle, &encoding);
//! let measurer = Measurer::new(&puzzle, &encoding, &group);
//! let mut layout = measurer.layout();
//! // Two dominoes side by side, fixed by half of the square's symmetries.
//! let solution = [OptionId(0), OptionId(1)];
//! measurer.place(&mut layout, &solution, ElementSet::first(4));
//! let cuts = MeasureId::by_id("straight-cuts").expect("it is in the table");
//! assert_eq!(measurer.value(cuts, &mut layout), 1);
//! # Ok::<(), polywright::encode::EncodeError>(())
//! ```
//!
//! Leans on [`crate::encode`]. Read next: [`super::columns`], which measures all solutions of a
//! store, and [`super::filter`].

mod classes;
mod colouring;
mod geometry;
mod halves;
mod lists;
mod measurer;

use self::lists::Lists;
use self::measurer::Facts;

pub use classes::SymmetryClass;
pub use measurer::{Layout, Measurer};

/// The kind of value that a measure has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeasureKind {
    /// Yes (1) or no (0).
    Property,
    /// A whole number.
    Number,
    /// One of few classes, by its index in [`Measurer::classes`].
    Class,
}

/// Index of a measure in [`MEASURES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MeasureId(pub u16);

/// A row of the table of measures.
#[derive(Debug)]
pub struct Measure {
    /// The name in filter expressions and files, which never changes.
    pub id: &'static str,
    /// The name for people.
    pub name: &'static str,
    /// The description of the measure, in a sentence.
    pub summary: &'static str,
    /// The kind of its value.
    pub kind: MeasureKind,
    /// The singular and plural of what it counts; empty if it counts nothing.
    pub unit: (&'static str, &'static str),
    /// The check that it applies to the solutions of a puzzle.
    applies: fn(&Facts) -> Result<(), Inapplicable>,
    /// Its value.
    value: fn(&Measurer, &mut Layout) -> u32,
}

/// Why a measure says nothing of a puzzle's solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Inapplicable {
    /// Items and options have no geometry.
    #[error("an exact cover problem has no pieces on a board")]
    CoverPuzzle,
    /// Sticks have no sides.
    #[error("sticks meet only at junctions; no sides lie between them")]
    Sticks,
    /// The edges of the lattice make no straight lines, or the board has no edges inside.
    #[error("no straight line of edges runs through this board")]
    NoLines,
    /// Sides in space are squares.
    #[error("in space, faces separate pieces, not lines")]
    Solid,
    /// Every site is covered.
    #[error("every site must be covered")]
    NothingOptional,
    /// All solutions have the same number of pieces.
    #[error("every solution has the same number of pieces")]
    SamePieces,
    /// The puzzle has no symmetry.
    #[error("the puzzle has no symmetry")]
    NoSymmetry,
    /// Colourings of so many pieces are not decided.
    #[error("it is available for at most 64 pieces")]
    ManyToColour,
    /// Halves of so many pieces are not looked for.
    #[error("it is available for at most 32 pieces")]
    ManyToHalve,
    /// The set of covered sites differs from solution to solution.
    #[error("sites may stay uncovered")]
    OptionalSites,
}

/// All measures, in the order in which they are listed.
pub static MEASURES: &[Measure] = &[
    Measure {
        id: "symmetric",
        name: "Symmetric",
        summary: "some symmetry of the puzzle maps the solution to itself",
        kind: MeasureKind::Property,
        unit: ("", ""),
        applies: symmetry_applies,
        value: Measurer::is_symmetric,
    },
    Measure {
        id: "no-crossroads",
        name: "No crossroads",
        summary: "at no corner four or more pieces meet",
        kind: MeasureKind::Property,
        unit: ("", ""),
        applies: geometry_applies,
        value: |measurer, layout| u32::from(measurer.crossroads(layout) == 0),
    },
    Measure {
        id: "fault-free",
        name: "Fault-free",
        summary: "no straight cut divides the board",
        kind: MeasureKind::Property,
        unit: ("", ""),
        applies: lines_apply,
        value: |measurer, layout| u32::from(measurer.straight_cuts(layout) == 0),
    },
    Measure {
        id: "all-at-border",
        name: "Every piece at the border",
        summary: "every piece has a site with a neighbour off the board",
        kind: MeasureKind::Property,
        unit: ("", ""),
        applies: geometry_applies,
        value: |measurer, layout| u32::from(measurer.pieces_inside(layout) == 0),
    },
    Measure {
        id: "three-colourable",
        name: "Three colours suffice",
        summary: "three colours are enough to give touching pieces different colours",
        kind: MeasureKind::Property,
        unit: ("", ""),
        applies: colours_apply,
        value: Measurer::is_three_colourable,
    },
    Measure {
        id: "strongly-three-colourable",
        name: "Three colours, corners too",
        summary: "three colours are enough, even if pieces that meet at a corner must differ",
        kind: MeasureKind::Property,
        unit: ("", ""),
        applies: corner_colours_apply,
        value: Measurer::is_strongly_three_colourable,
    },
    Measure {
        id: "congruent-halves",
        name: "Congruent halves",
        summary: "the pieces form two connected halves, one of which is an image of the other",
        kind: MeasureKind::Property,
        unit: ("", ""),
        applies: halves_apply,
        value: Measurer::has_congruent_halves,
    },
    Measure {
        id: "crossroads",
        name: "Crossroads",
        summary: "corners at which four or more pieces meet",
        kind: MeasureKind::Number,
        unit: ("crossroads", "crossroads"),
        applies: geometry_applies,
        value: Measurer::crossroads,
    },
    Measure {
        id: "border",
        name: "Pieces at the border",
        summary: "pieces that have a site with a neighbour off the board",
        kind: MeasureKind::Number,
        unit: ("piece", "pieces"),
        applies: geometry_applies,
        value: Measurer::pieces_at_border,
    },
    Measure {
        id: "inside",
        name: "Pieces fully inside",
        summary: "pieces whose sites have all their neighbours on the board",
        kind: MeasureKind::Number,
        unit: ("piece", "pieces"),
        applies: geometry_applies,
        value: Measurer::pieces_inside,
    },
    Measure {
        id: "straight-cuts",
        name: "Straight cuts",
        summary: "straight lines of edges (in space, planes) that divide the board and no piece",
        kind: MeasureKind::Number,
        unit: ("line", "lines"),
        applies: lines_apply,
        value: Measurer::straight_cuts,
    },
    Measure {
        id: "longest-line",
        name: "Longest straight line",
        summary: "edges in a row on a straight line that lie between different pieces",
        kind: MeasureKind::Number,
        unit: ("edge", "edges"),
        applies: plane_lines_apply,
        value: Measurer::longest_line,
    },
    Measure {
        id: "cut-length",
        name: "Cut length",
        summary: "edges (in space, faces) that lie between different pieces",
        kind: MeasureKind::Number,
        unit: ("edge", "edges"),
        applies: sides_apply,
        value: Measurer::cut_length,
    },
    Measure {
        id: "one-neighbour",
        name: "Pieces with one neighbour",
        summary: "pieces that touch at most one other piece",
        kind: MeasureKind::Number,
        unit: ("piece", "pieces"),
        applies: geometry_applies,
        value: Measurer::pieces_with_one_neighbour,
    },
    Measure {
        id: "pieces",
        name: "Pieces used",
        summary: "pieces on the board, including copies",
        kind: MeasureKind::Number,
        unit: ("piece", "pieces"),
        applies: |facts| require(facts.has_choice, Inapplicable::SamePieces),
        value: Measurer::pieces_placed,
    },
    Measure {
        id: "uncovered",
        name: "Left uncovered",
        summary: "sites of the board that no piece covers",
        kind: MeasureKind::Number,
        unit: ("site", "sites"),
        applies: |facts| {
            geometry_applies(facts)?;
            require(facts.has_optional, Inapplicable::NothingOptional)
        },
        value: Measurer::uncovered,
    },
    Measure {
        id: "orbit-size",
        name: "Orbit",
        summary: "solutions that the symmetries of the puzzle make from this one, including itself",
        kind: MeasureKind::Number,
        unit: ("solution", "solutions"),
        applies: symmetry_applies,
        value: Measurer::orbit_size,
    },
    Measure {
        id: "symmetry",
        name: "Kind of symmetry",
        summary: "which symmetries of the puzzle map the solution to itself",
        kind: MeasureKind::Class,
        unit: ("", ""),
        applies: symmetry_applies,
        value: Measurer::symmetry_class,
    },
];

impl MeasureId {
    /// The measure with this name in expressions and files.
    pub fn by_id(id: &str) -> Option<MeasureId> {
        MeasureId::all().find(|measure| measure.row().id == id)
    }

    /// All measures, in the order of the table.
    pub fn all() -> impl Iterator<Item = MeasureId> {
        (0..MEASURES.len() as u16).map(MeasureId)
    }

    /// Its row of the table.
    pub fn row(self) -> &'static Measure {
        &MEASURES[self.index()]
    }

    /// As an index into [`MEASURES`].
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

fn require(condition: bool, reason: Inapplicable) -> Result<(), Inapplicable> {
    if condition { Ok(()) } else { Err(reason) }
}

fn geometry_applies(facts: &Facts) -> Result<(), Inapplicable> {
    require(!facts.is_cover, Inapplicable::CoverPuzzle)
}

fn symmetry_applies(facts: &Facts) -> Result<(), Inapplicable> {
    require(facts.order > 1, Inapplicable::NoSymmetry)
}

fn sides_apply(facts: &Facts) -> Result<(), Inapplicable> {
    geometry_applies(facts)?;
    require(!facts.is_sticks, Inapplicable::Sticks)
}

fn lines_apply(facts: &Facts) -> Result<(), Inapplicable> {
    sides_apply(facts)?;
    require(facts.has_lines, Inapplicable::NoLines)
}

fn plane_lines_apply(facts: &Facts) -> Result<(), Inapplicable> {
    lines_apply(facts)?;
    require(!facts.is_solid, Inapplicable::Solid)
}

fn colours_apply(facts: &Facts) -> Result<(), Inapplicable> {
    geometry_applies(facts)?;
    require(facts.most_pieces <= measurer::LIMITS[0], Inapplicable::ManyToColour)
}

/// Sticks touch at their junctions, so that they cannot meet at a corner alone.
fn corner_colours_apply(facts: &Facts) -> Result<(), Inapplicable> {
    sides_apply(facts)?;
    colours_apply(facts)
}

fn halves_apply(facts: &Facts) -> Result<(), Inapplicable> {
    geometry_applies(facts)?;
    require(!facts.has_optional, Inapplicable::OptionalSites)?;
    require(facts.most_pieces <= measurer::LIMITS[1], Inapplicable::ManyToHalve)
}
