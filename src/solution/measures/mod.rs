//! Measures of a solution: numbers, properties and classes that tell solutions apart.
//!
//! [`MEASURES`] is the one table: filters, ranges, sorting, captions, histograms, CSV and the
//! command line read it. A new measure is one function and one row, tested against brute force on
//! every lattice in `tests/suite/measures.rs`. Every measure is the same for all images of a solution
//! under the puzzle's symmetries; those of taking apart are of the distinct one, since the later
//! numbers of a level belong to the order in which moves are tried.
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
mod disassembly;
mod geometry;
mod halves;
mod lists;
mod measurer;

use self::lists::Lists;
use self::measurer::Facts;
use crate::disassembly::Level;
use crate::text;

pub use classes::SymmetryClass;
pub use disassembly::{Disassemblies, DisassemblyStore, DisassemblyTally};
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
    /// Numbers in a row, compared from the first on: the bits of a [`Level`].
    List,
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
    /// True if it may take long, so that it is worked out only when it is asked for.
    pub is_costly: bool,
    /// The check that it applies to the solutions of a puzzle.
    applies: fn(&Facts) -> Result<(), Inapplicable>,
    /// Its value.
    value: fn(&Measurer, &mut Layout) -> u64,
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
        is_costly: false,
        applies: symmetry_applies,
        value: |measurer, layout| measurer.is_symmetric(layout).into(),
    },
    Measure {
        id: "no-crossroads",
        name: "No crossroads",
        summary: "at no corner four or more pieces meet",
        kind: MeasureKind::Property,
        unit: ("", ""),
        is_costly: false,
        applies: geometry_applies,
        value: |measurer, layout| u64::from(measurer.crossroads(layout) == 0),
    },
    Measure {
        id: "fault-free",
        name: "Fault-free",
        summary: "no straight cut divides the board",
        kind: MeasureKind::Property,
        unit: ("", ""),
        is_costly: false,
        applies: lines_apply,
        value: |measurer, layout| u64::from(measurer.straight_cuts(layout) == 0),
    },
    Measure {
        id: "all-at-border",
        name: "Every piece at the border",
        summary: "every piece has a site with a neighbour off the board",
        kind: MeasureKind::Property,
        unit: ("", ""),
        is_costly: false,
        applies: geometry_applies,
        value: |measurer, layout| u64::from(measurer.pieces_inside(layout) == 0),
    },
    Measure {
        id: "three-colourable",
        name: "Three colours suffice",
        summary: "three colours are enough to give touching pieces different colours",
        kind: MeasureKind::Property,
        unit: ("", ""),
        is_costly: false,
        applies: colours_apply,
        value: |measurer, layout| measurer.is_three_colourable(layout).into(),
    },
    Measure {
        id: "strongly-three-colourable",
        name: "Three colours, corners too",
        summary: "three colours are enough, even if pieces that meet at a corner must differ",
        kind: MeasureKind::Property,
        unit: ("", ""),
        is_costly: false,
        applies: corner_colours_apply,
        value: |measurer, layout| measurer.is_strongly_three_colourable(layout).into(),
    },
    Measure {
        id: "congruent-halves",
        name: "Congruent halves",
        summary: "the pieces form two connected halves, one of which is an image of the other",
        kind: MeasureKind::Property,
        unit: ("", ""),
        is_costly: false,
        applies: halves_apply,
        value: |measurer, layout| measurer.has_congruent_halves(layout).into(),
    },
    Measure {
        id: "crossroads",
        name: "Crossroads",
        summary: "corners at which four or more pieces meet",
        kind: MeasureKind::Number,
        unit: ("crossroads", "crossroads"),
        is_costly: false,
        applies: geometry_applies,
        value: |measurer, layout| measurer.crossroads(layout).into(),
    },
    Measure {
        id: "border",
        name: "Pieces at the border",
        summary: "pieces that have a site with a neighbour off the board",
        kind: MeasureKind::Number,
        unit: ("piece", "pieces"),
        is_costly: false,
        applies: geometry_applies,
        value: |measurer, layout| measurer.pieces_at_border(layout).into(),
    },
    Measure {
        id: "inside",
        name: "Pieces fully inside",
        summary: "pieces whose sites have all their neighbours on the board",
        kind: MeasureKind::Number,
        unit: ("piece", "pieces"),
        is_costly: false,
        applies: geometry_applies,
        value: |measurer, layout| measurer.pieces_inside(layout).into(),
    },
    Measure {
        id: "straight-cuts",
        name: "Straight cuts",
        summary: "straight lines of edges (in space, planes) that divide the board and no piece",
        kind: MeasureKind::Number,
        unit: ("line", "lines"),
        is_costly: false,
        applies: lines_apply,
        value: |measurer, layout| measurer.straight_cuts(layout).into(),
    },
    Measure {
        id: "longest-line",
        name: "Longest straight line",
        summary: "edges in a row on a straight line that lie between different pieces",
        kind: MeasureKind::Number,
        unit: ("edge", "edges"),
        is_costly: false,
        applies: plane_lines_apply,
        value: |measurer, layout| measurer.longest_line(layout).into(),
    },
    Measure {
        id: "cut-length",
        name: "Cut length",
        summary: "edges (in space, faces) that lie between different pieces",
        kind: MeasureKind::Number,
        unit: ("edge", "edges"),
        is_costly: false,
        applies: sides_apply,
        value: |measurer, layout| measurer.cut_length(layout).into(),
    },
    Measure {
        id: "one-neighbour",
        name: "Pieces with one neighbour",
        summary: "pieces that touch at most one other piece",
        kind: MeasureKind::Number,
        unit: ("piece", "pieces"),
        is_costly: false,
        applies: geometry_applies,
        value: |measurer, layout| measurer.pieces_with_one_neighbour(layout).into(),
    },
    Measure {
        id: "pieces",
        name: "Pieces used",
        summary: "pieces on the board, including copies",
        kind: MeasureKind::Number,
        unit: ("piece", "pieces"),
        is_costly: false,
        applies: |facts| require(facts.has_choice, Inapplicable::SamePieces),
        value: |measurer, layout| measurer.pieces_placed(layout).into(),
    },
    Measure {
        id: "uncovered",
        name: "Left uncovered",
        summary: "sites of the board that no piece covers",
        kind: MeasureKind::Number,
        unit: ("site", "sites"),
        is_costly: false,
        applies: |facts| {
            geometry_applies(facts)?;
            require(facts.has_optional, Inapplicable::NothingOptional)
        },
        value: |measurer, layout| measurer.uncovered(layout).into(),
    },
    Measure {
        id: "orbit-size",
        name: "Orbit",
        summary: "solutions that the symmetries of the puzzle make from this one, including itself",
        kind: MeasureKind::Number,
        unit: ("solution", "solutions"),
        is_costly: false,
        applies: symmetry_applies,
        value: |measurer, layout| measurer.orbit_size(layout).into(),
    },
    Measure {
        id: "symmetry",
        name: "Kind of symmetry",
        summary: "which symmetries of the puzzle map the solution to itself",
        kind: MeasureKind::Class,
        unit: ("", ""),
        is_costly: false,
        applies: symmetry_applies,
        value: |measurer, layout| measurer.symmetry_class(layout).into(),
    },
    Measure {
        id: "disassembles",
        name: "Comes apart",
        summary: "whether the pieces can be taken apart by sliding them: yes, no or not known",
        kind: MeasureKind::Class,
        unit: ("", ""),
        is_costly: true,
        applies: geometry_applies,
        value: |measurer, layout| {
            let answer = measurer.taken_apart(layout).disassembles;
            DISASSEMBLES.iter().position(|(own, ..)| *own == answer).unwrap_or(0) as u64
        },
    },
    Measure {
        id: "level",
        name: "Level",
        summary: "moves until a piece or group is free, then until the next: 5.2.1; 0 if none is",
        kind: MeasureKind::List,
        unit: ("", ""),
        is_costly: true,
        applies: geometry_applies,
        value: |measurer, layout| measurer.taken_apart(layout).level.bits(),
    },
    Measure {
        id: "first-moves",
        name: "Moves until a piece is free",
        summary: "moves until the first piece or group is free; 0 if it does not come apart",
        kind: MeasureKind::Number,
        unit: ("move", "moves"),
        is_costly: true,
        applies: geometry_applies,
        value: |measurer, layout| measurer.taken_apart(layout).first_moves.into(),
    },
    Measure {
        id: "moves",
        name: "Moves in all",
        summary: "moves until all pieces are free; 0 if it does not come apart",
        kind: MeasureKind::Number,
        unit: ("move", "moves"),
        is_costly: true,
        applies: geometry_applies,
        value: |measurer, layout| measurer.taken_apart(layout).moves.into(),
    },
    Measure {
        id: "states",
        name: "Positions searched",
        summary: "positions of the pieces that were reached while it was taken apart",
        kind: MeasureKind::Number,
        unit: ("position", "positions"),
        is_costly: true,
        applies: geometry_applies,
        value: |measurer, layout| measurer.taken_apart(layout).states,
    },
];

/// The answers to whether a solution comes apart: ids and names, in the order of the values.
static DISASSEMBLES: [(Option<bool>, &str, &str); 3] = [
    (Some(false), "no", "does not come apart"),
    (None, "not-known", "not known"),
    (Some(true), "yes", "comes apart"),
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

    /// A value for other programs and in expressions; a class has an id instead.
    pub fn written(self, value: u64) -> String {
        match self.row().kind {
            MeasureKind::Property => if value == 0 { "no" } else { "yes" }.to_owned(),
            MeasureKind::List => Level::from_bits(value).to_string(),
            MeasureKind::Number | MeasureKind::Class => value.to_string(),
        }
    }

    /// A value for people, with its unit; a class has a name instead.
    pub fn words(self, value: u64) -> String {
        let Measure { name, unit, kind, .. } = self.row();
        match kind {
            MeasureKind::Number if !unit.0.is_empty() => text::count_of(value, *unit),
            MeasureKind::Number => format!("{name}: {}", text::grouped(value)),
            _ => format!("{name}: {}", self.written(value)),
        }
    }

    /// As an index into [`MEASURES`].
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Measures that stand below a figure, each once, in the order in which they were chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ShownMeasures([Option<MeasureId>; ShownMeasures::MAX]);

impl ShownMeasures {
    /// The most of them.
    pub const MAX: usize = 4;

    /// These measures, of which each is kept once; `None` for more than there is room for.
    pub fn new(measures: impl IntoIterator<Item = MeasureId>) -> Option<ShownMeasures> {
        let mut shown = ShownMeasures::default();
        let mut free = 0;
        for measure in measures {
            if shown.iter().any(|own| own == measure) {
                continue;
            }
            *shown.0.get_mut(free)? = Some(measure);
            free += 1;
        }
        Some(shown)
    }

    /// The measures.
    pub fn iter(&self) -> impl Iterator<Item = MeasureId> + '_ {
        self.0.iter().copied().flatten()
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
