//! Every format of files: one table with, for each, its name, how it is read, and how puzzles,
//! solutions and things made of them are written in it.
//!
//! A new format is a file that reads or writes it and one row of [`FORMATS`]: the kinds of files that
//! are opened, the choices of the window and those of the command line come from the table. Matrices, CSV and lists
//! of regions, which are only read, are told apart before it, in [`open`](mod@open). Stands
//! above [`mod@crate::format`], [`crate::picture`] and [`crate::make`], in which the writers are.
//! Read next: [`open`](mod@open) and [`write`](mod@write).

pub mod constraint;
pub mod error;
mod made;
mod moves;
pub mod open;
pub mod write;

use std::borrow::Cow;
use std::fmt;
use std::io::{self, Write};
use std::path::Path;

pub use self::constraint::{Constraint, Loss};
pub use self::error::ExportError;
pub use self::made::{
    MeshWriter, PartsWriter, PlatesWriter, SheetWriter, artwork, of_sheets, parts_by_ending,
    plate_files, sheets_by_ending,
};
pub use self::moves::{
    Moves, MovesEndingError, MovesError, MovesWriter, moves_by_ending, of_moves,
};
pub use self::open::{Opening, open, open_draft, open_with};
use self::open::{READ_RON, Reader, Sign};
pub use self::write::solution_pixels;
pub(crate) use self::write::with_part;
use crate::exact_cover::Problem;
use crate::format::solutions_file::{self, Source};
use crate::format::{
    FileError, Progress, cnf, dlx, puzzle_file, result_file, solution_lines, web_page, xmpuzzle,
};
use crate::make::print::write as print;
use crate::make::web;
use crate::picture::canvas::NumberedSolution;
use crate::picture::{Style, dxf, pdf, svg, text_art};
use crate::puzzle::{Description, Puzzle};

/// All formats, in the order in which they are shown. Of the formats that know their files by how
/// these begin, the first that does so reads a file.
pub static FORMATS: &[&Format] = &[
    &RON, &LINES, &CSV, &SQLITE, &SVG, &PNG, &TEXT, &HTML, &DLX, &CNF, &XMPUZZLE, &DXF, &STL,
    &THREE_MF, &PDF, &APNG,
];

/// A row of the table of formats. Compared by its id.
pub struct Format {
    /// The name on the command line, and the ending of its files.
    pub id: &'static str,
    /// Another name on the command line.
    pub alias: Option<&'static str>,
    /// The name for people.
    pub name: &'static str,
    /// Its help on the command line.
    pub help: &'static str,
    /// A sentence on the file of a puzzle, and one on that of solutions.
    pub sentences: [&'static str; 2],
    /// True if the window offers it for puzzles and solutions.
    pub in_window: bool,
    /// The kind of picture that it is.
    pub picture: Option<PictureKind>,
    /// Why it is not printed on a terminal, where it is not.
    pub needs_file: Option<&'static str>,
    /// The reader of its files.
    pub reader: Option<Reader>,
    /// The writer of a puzzle.
    pub puzzle: PuzzleWriter,
    /// The constraints that a file of a puzzle holds.
    pub holds: &'static [Constraint],
    /// Why a puzzle is not written for other reasons than that, where it is not.
    pub own_refusal: fn(&Description, &Puzzle) -> Option<ExportError>,
    /// The writer of one solution.
    pub solution: Option<SolutionWriter>,
    /// The writer of distinct solutions.
    pub solutions: SolutionsWriter,
    /// The writer of sheets for a cutter.
    pub sheets: Option<SheetWriter>,
    /// The writer of parts for a printer in three dimensions.
    pub parts: Option<PartsWriter>,
    /// True if pages for a printer are written so.
    pub pages: bool,
    /// The writer of the moves by which a solution is taken apart.
    pub moves: Option<MovesWriter>,
}

/// The kinds of pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureKind {
    /// Drawn at any size.
    Vector,
    /// Of a number of pixels.
    Pixels,
}

/// The ways to write a puzzle without solutions.
pub enum PuzzleWriter {
    /// It is not written.
    None,
    /// As bytes in memory.
    Whole(fn(&Description, &Puzzle, Style) -> Result<Vec<u8>, ExportError>),
    /// As bytes in memory, with those of its variants.
    Problems(ProblemsWriter),
    /// Its items and options, which may be gigabytes of text, with its title.
    Problem(fn(&Problem, &str, &mut dyn Write) -> io::Result<()>),
}

/// Writes puzzles on one lattice, as bytes in memory.
pub type ProblemsWriter = fn(&Description, &[Cow<'_, Puzzle>]) -> Result<Vec<u8>, ExportError>;

/// Writes one solution.
pub type SolutionWriter = fn(&NumberedSolution<'_>, Style) -> Result<Vec<u8>, ExportError>;

/// The ways to write distinct solutions.
pub enum SolutionsWriter {
    /// They are not written: a file holds the puzzle alone.
    None,
    /// All in one picture or page, as bytes in memory.
    Whole {
        /// The most of them.
        max: usize,
        /// The word for what holds them.
        noun: &'static str,
        /// Writes them.
        write: fn(Source<'_>, Style) -> Result<Vec<u8>, ExportError>,
    },
    /// One after the other, any number of them.
    Listed {
        /// True if they can be read again.
        is_read: bool,
        /// Writes them.
        write: fn(Source<'_>, &mut dyn Write, &mut Progress<'_>) -> io::Result<()>,
    },
    /// As a database of any number of them, which can be read again.
    Database(fn(Source<'_>, &Path, &mut Progress<'_>) -> Result<(), FileError>),
}

impl PartialEq for Format {
    fn eq(&self, other: &Format) -> bool {
        self.id == other.id
    }
}

impl Eq for Format {}

impl fmt::Debug for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id)
    }
}

impl Format {
    /// Returns whether solutions are written in any number, by [`Format::write_list`].
    pub fn holds_any_number(&self) -> bool {
        matches!(self.solutions, SolutionsWriter::Listed { .. } | SolutionsWriter::Database(_))
    }

    /// Returns whether the solutions of [`Format::write_list`] can be read again.
    pub fn is_read(&self) -> bool {
        matches!(
            self.solutions,
            SolutionsWriter::Listed { is_read: true, .. } | SolutionsWriter::Database(_)
        )
    }

    /// Returns whether `polywright export` writes it: all formats but those of moves alone.
    pub fn is_exported(&self) -> bool {
        let holds_nothing = matches!(self.puzzle, PuzzleWriter::None)
            && matches!(self.solutions, SolutionsWriter::None);
        !holds_nothing || self.sheets.is_some() || self.parts.is_some() || self.pages
    }

    /// Returns whether the ending of a path is that of its files.
    pub fn is_named(&self, path: &Path) -> bool {
        path.extension().is_some_and(|ending| ending == self.id)
    }
}

/// The row that each other one is a change of.
const NONE: Format = Format {
    id: "",
    alias: None,
    name: "",
    help: "",
    sentences: [""; 2],
    in_window: false,
    picture: None,
    needs_file: None,
    reader: None,
    puzzle: PuzzleWriter::None,
    holds: &Constraint::ALL,
    own_refusal: |_, _| None,
    solution: None,
    solutions: SolutionsWriter::None,
    sheets: None,
    parts: None,
    pages: false,
    moves: None,
};

/// Polywright's own format.
pub static RON: Format = Format {
    id: "ron",
    name: "RON",
    help: "Polywright's own format",
    sentences: [
        "The puzzle file that this program reads.",
        "Puzzle and solutions, to be opened here again.",
    ],
    in_window: true,
    reader: Some(READ_RON),
    puzzle: PuzzleWriter::Whole(|words, _, _| Ok(puzzle_file::write(words).into_bytes())),
    solutions: SolutionsWriter::Listed { is_read: true, write: solutions_file::write_to },
    ..NONE
};

/// Solutions one a line.
pub static LINES: Format = Format {
    id: "lines",
    name: "Lines",
    help: "Solutions, one per line, compact",
    sentences: ["", "Puzzle and solutions, one per line, to be opened here again."],
    in_window: true,
    reader: Some(Reader::new(Sign::Start(solution_lines::looks_like), open::read_lines)),
    solutions: SolutionsWriter::Listed { is_read: true, write: solution_lines::write_to },
    ..NONE
};

/// The measures of solutions.
pub static CSV: Format = Format {
    id: "csv",
    name: "CSV",
    help: "A table of the measures of solutions",
    sentences: ["", "The measures of each solution, for spreadsheets."],
    in_window: true,
    solutions: SolutionsWriter::Listed { is_read: false, write: write::measures },
    ..NONE
};

/// A database of one result.
pub static SQLITE: Format = Format {
    id: "sqlite",
    name: "SQLite",
    help: "Solutions as a SQLite database",
    sentences: ["", "Puzzle and solutions as a database, to be opened here again."],
    in_window: true,
    needs_file: Some("a database cannot go to standard output"),
    reader: Some(Reader::new(Sign::Start(result_file::looks_like), open::read_result)),
    solutions: SolutionsWriter::Database(result_file::write),
    ..NONE
};

/// A vector drawing, of a puzzle or of a sheet for a cutter.
pub static SVG: Format = Format {
    id: "svg",
    name: "SVG",
    help: "A vector drawing",
    in_window: true,
    picture: Some(PictureKind::Vector),
    puzzle: PuzzleWriter::Whole(|_, puzzle, style| Ok(svg::puzzle(puzzle, style).into_bytes())),
    solution: Some(|solution, style| Ok(svg::numbered_solution(solution, style).into_bytes())),
    solutions: SolutionsWriter::Whole {
        max: write::MAX_SVG_SOLUTIONS,
        noun: "picture",
        write: |source, style| {
            Ok(write::svg_sheet(source, style, write::MAX_SVG_SOLUTIONS)?.into_bytes())
        },
    },
    sheets: Some(SheetWriter::Each(svg::write)),
    moves: Some(moves::DRAWINGS),
    ..NONE
};

/// A picture of pixels.
pub static PNG: Format = Format {
    id: "png",
    name: "PNG",
    help: "A picture",
    in_window: true,
    picture: Some(PictureKind::Pixels),
    needs_file: Some("a PNG picture needs a file"),
    puzzle: PuzzleWriter::Whole(|_, puzzle, style| write::png(&svg::puzzle(puzzle, style), style)),
    solution: Some(|solution, style| write::png(&svg::numbered_solution(solution, style), style)),
    solutions: SolutionsWriter::Whole {
        max: write::MAX_PNG_SOLUTIONS,
        noun: "picture",
        write: write::png_sheet,
    },
    moves: Some(moves::PICTURES),
    ..NONE
};

/// Letters for the pieces.
pub static TEXT: Format = Format {
    id: "txt",
    alias: Some("text"),
    name: "Text",
    help: "A drawing in letters",
    sentences: ["Board and pieces in letters.", "A letter for each site."],
    in_window: true,
    reader: Some(Reader::new(Sign::Name(|start| !open::begins_as_ron(start)), open::read_blocks)),
    puzzle: PuzzleWriter::Whole(|_, puzzle, _| Ok(write::puzzle_text(puzzle).into_bytes())),
    holds: &[Constraint::Ranges, Constraint::OptionalSites, Constraint::Motions],
    solution: Some(|own, _| Ok((text_art::solution(own.puzzle, own.placed) + "\n").into_bytes())),
    solutions: SolutionsWriter::Listed { is_read: false, write: write::drawings },
    ..NONE
};

/// A page to play a puzzle.
pub static HTML: Format = Format {
    id: "html",
    name: "HTML",
    help: "A web page, to be played in a browser",
    sentences: [
        "A web page to play the puzzle, to be opened here again.",
        "A web page to play the puzzle, with hints and its solutions.",
    ],
    in_window: true,
    reader: Some(Reader::new(Sign::Start(web_page::looks_like), open::read_page)),
    puzzle: PuzzleWriter::Whole(|words, puzzle, _| Ok(web::puzzle(words, puzzle)?.into_bytes())),
    own_refusal: |_, puzzle| puzzle.cover.is_some().then(|| web::WebError::CoverPuzzle.into()),
    solutions: SolutionsWriter::Whole {
        max: web::MAX_SOLUTIONS,
        noun: "page",
        write: |source, _| Ok(web::solutions(source)?.into_bytes()),
    },
    moves: Some(moves::PAGE),
    ..NONE
};

/// The constraints that items and options hold: all that say which placements there are and how
/// many.
const PROBLEM: &[Constraint] = &[
    Constraint::Pins,
    Constraint::SiteRules,
    Constraint::Labels,
    Constraint::LabelRule,
    Constraint::Junctions,
    Constraint::Leftover,
    Constraint::LooseParts,
    Constraint::Meeting,
    Constraint::Ranges,
    Constraint::OptionalSites,
    Constraint::Motions,
];

/// Items and options.
pub static DLX: Format = Format {
    id: "dlx",
    name: ".dlx",
    help: "Items and options in Knuth's format",
    sentences: ["Items and options, as Knuth's programs read them."; 2],
    in_window: true,
    reader: Some(Reader::new(Sign::Name(|_| true), open::read_dlx)),
    puzzle: PuzzleWriter::Problem(dlx::write_to),
    holds: PROBLEM,
    ..NONE
};

/// A formula for SAT solvers.
pub static CNF: Format = Format {
    id: "cnf",
    name: "CNF",
    help: "A formula for SAT solvers in DIMACS format",
    puzzle: PuzzleWriter::Problem(cnf::write_to),
    holds: PROBLEM,
    ..NONE
};

/// A puzzle for BurrTools.
pub static XMPUZZLE: Format = Format {
    id: "xmpuzzle",
    name: "BurrTools",
    help: "The puzzle for BurrTools",
    sentences: ["The puzzle for BurrTools (.xmpuzzle)."; 2],
    in_window: true,
    needs_file: Some("a compressed file cannot go to standard output"),
    reader: Some(Reader {
        holds_several: true,
        ..Reader::new(Sign::Start(xmpuzzle::looks_like), open::read_xmpuzzle)
    }),
    puzzle: PuzzleWriter::Problems(|words, puzzles| Ok(xmpuzzle::write_problems(words, puzzles)?)),
    // Motions have a refusal of their own.
    holds: &[
        Constraint::Labels,
        Constraint::LabelRule,
        Constraint::Ranges,
        Constraint::OptionalSites,
        Constraint::Motions,
        Constraint::LooseParts,
        Constraint::Variants,
    ],
    own_refusal: |words, puzzle| xmpuzzle::write(words, puzzle).err().map(ExportError::from),
    ..NONE
};

/// Sheets for a cutter.
pub static DXF: Format = Format {
    id: "dxf",
    name: "DXF",
    help: "Sheets for a laser cutter, a mill or a plotter",
    sheets: Some(SheetWriter::Each(dxf::write)),
    ..NONE
};

/// Parts for a printer in three dimensions, one file a part.
pub static STL: Format = Format {
    id: "stl",
    name: "STL",
    help: "Pieces and box for a 3D printer, one file per part",
    needs_file: Some("STL has one file per part and needs a folder"),
    parts: Some(PartsWriter::Each(print::stl)),
    ..NONE
};

/// Parts for a printer in three dimensions, laid out on plates.
pub static THREE_MF: Format = Format {
    id: "3mf",
    name: "3MF",
    help: "Pieces and box for a 3D printer, arranged on plates",
    needs_file: Some("a 3MF file cannot go to standard output"),
    parts: Some(PartsWriter::Together {
        plates: print::threemf,
        solution: print::assembled_threemf,
    }),
    ..NONE
};

/// Pages for a printer, or sheets for a cutter.
pub static PDF: Format = Format {
    id: "pdf",
    name: "PDF",
    help: "Pages: a poster, pieces to cut out, a booklet",
    sheets: Some(SheetWriter::Together(pdf::write)),
    pages: true,
    moves: Some(moves::SHEET),
    ..NONE
};

/// An animated picture of moves.
pub static APNG: Format = Format {
    id: "apng",
    name: "APNG",
    help: "An animated picture of moves",
    moves: Some(moves::ANIMATION),
    ..NONE
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_has_a_name_and_a_help_of_its_own_and_does_something() {
        for (n, format) in FORMATS.iter().enumerate() {
            assert!(!format.name.is_empty() && !format.help.is_empty(), "{format:?}");
            assert!(FORMATS[..n].iter().all(|other| other != format), "{format:?}");
            assert!(format.is_exported() || format.moves.is_some(), "{format:?}");
        }
    }
}
