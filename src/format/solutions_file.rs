//! Solutions files: the puzzle, the counts, and each solution as a list of placed pieces.
//!
//! ```ron
//! (
//!     format: 1,
//!     puzzle: (…),
//!     complete: true, total: 9356, turned: 4678, distinct: 2339, symmetric: 0,
//!     solutions: [
//!         (orbit: 4, pieces: [("F", [[3, 1], [4, 1], …]), …]),
//!     ],
//! )
//! ```
//! Sites are addresses as in puzzle files. The order is that of the numbers of the solutions,
//! which depends on the puzzle alone.

use std::io::{self, ErrorKind, Write};
use std::ops::ControlFlow;
use std::sync::Arc;

use ron::value::RawValue;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::puzzle_file::locate;
use super::{TextError, line_and_column, plain, ron_error, ron_options};
use crate::encode::{Encoding, Placed, Placement, SymmetryGroup};
use crate::exact_cover::OptionId;
use crate::lattice::{Lattice, Point};
use crate::polyform::Shape;
use crate::puzzle::{Description, PieceId, Puzzle};
use crate::solution::verify::Verifier;
use crate::solution::{Counts, Orbits, Store, Verdict};

/// The version of the format that this program writes, and the newest that it reads.
const FORMAT: u32 = 1;
/// Solutions between two reports of progress.
const PROGRESS_INTERVAL: usize = 1024;

/// Solutions read from a file, checked against their puzzle.
#[derive(Clone, Debug)]
pub struct SolutionSet {
    /// The puzzle in the words of the file.
    pub description: Description,
    /// The puzzle.
    pub puzzle: Arc<Puzzle>,
    /// Its encoding.
    pub encoding: Arc<Encoding>,
    /// Its symmetries.
    pub group: Arc<SymmetryGroup>,
    /// The solutions.
    pub store: Store,
    /// Their numbers.
    pub counts: Counts,
    /// Whether these are all solutions that there are.
    pub complete: bool,
}

/// What is written: borrowed, so that a large store is not copied.
#[derive(Serialize)]
struct Written<'a> {
    format: u32,
    puzzle: &'a Description,
    complete: bool,
    total: u64,
    turned: u64,
    distinct: u64,
    symmetric: u64,
    /// Written one at a time after the rest.
    solutions: &'a [()],
}

#[derive(Serialize)]
struct WrittenSolution<'a> {
    orbit: u32,
    pieces: Vec<(&'a str, Vec<Vec<i32>>)>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Read<'t> {
    format: u32,
    #[serde(borrow)]
    puzzle: &'t RawValue,
    complete: bool,
    total: u64,
    turned: u64,
    distinct: u64,
    symmetric: u64,
    #[serde(borrow)]
    solutions: Vec<&'t RawValue>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReadSolution {
    orbit: u32,
    pieces: Vec<(String, Vec<Vec<i32>>)>,
}

/// What an export of solutions is made of.
#[derive(Clone, Copy)]
pub struct Source<'a> {
    /// The puzzle in the words of its file.
    pub description: &'a Description,
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// Its encoding.
    pub encoding: &'a Encoding,
    /// Its symmetries.
    pub group: &'a SymmetryGroup,
    /// The distinct solutions.
    pub store: &'a Store,
    /// The numbers of the run.
    pub counts: Counts,
    /// Whether the run found all.
    pub complete: bool,
}

/// Writes distinct solutions into a text; see [`write_to`].
pub fn write(source: Source<'_>) -> String {
    let mut text = Vec::new();
    write_to(source, &mut text, &mut |_, _| ControlFlow::Continue(()))
        .expect("a text takes all that is written, and nobody cancels");
    String::from_utf8(text).expect("RON is text")
}

/// Writes distinct solutions one after the other, in time linear in their number and memory that
/// does not depend on it. `progress` is called now and then with the number of solutions written so
/// far and of all, and may cancel.
///
/// # Errors
/// When writing fails, and [`ErrorKind::Interrupted`] when it was cancelled.
pub fn write_to(
    source: Source<'_>,
    out: &mut dyn Write,
    progress: &mut dyn FnMut(usize, usize) -> ControlFlow<()>,
) -> io::Result<()> {
    let Source { puzzle, encoding, group, store, counts, .. } = source;
    let head = Written {
        format: FORMAT,
        puzzle: source.description,
        complete: source.complete,
        total: counts.total,
        turned: counts.turned,
        distinct: counts.distinct,
        symmetric: counts.symmetric,
        solutions: &[],
    };
    let style = ron::ser::PrettyConfig::new().new_line("\n").escape_strings(false);
    let head = ron_options().to_string_pretty(&head, style.clone().depth_limit(2));
    let head = head.expect("solutions hold nothing that RON cannot express");
    if store.is_empty() {
        return writeln!(out, "{head}");
    }
    // The list, which is the last field, is empty so far.
    let end = head.rfind(']').expect("the list of solutions is a list");
    out.write_all(&head.as_bytes()[..end])?;
    let address = puzzle.lattice.address.of_site;
    let order = group.order() as u32;
    let on_one_line = style.depth_limit(0);
    let mut solution = Vec::new();
    for i in 0..store.len() {
        if i % PROGRESS_INTERVAL == 0 && progress(i, store.len()).is_break() {
            return Err(ErrorKind::Interrupted.into());
        }
        store.read(i, &mut solution);
        let placed = encoding.decode(&solution).into_iter().map(|(id, sites)| {
            let name = puzzle.piece(id).name.as_str();
            (name, sites.into_iter().map(address).collect())
        });
        let orbit = order / store.stabiliser(i).len();
        let written = WrittenSolution { orbit, pieces: placed.collect() };
        let line = ron_options().to_string_pretty(&written, on_one_line.clone());
        let line = line.expect("a solution holds nothing that RON cannot express");
        write!(out, "\n        {line},")?;
    }
    writeln!(out, "\n    {}", &head[end..])
}

/// Whether a text is meant to be solutions: it has a field `puzzle`, as no puzzle file does.
pub(super) fn looks_like_solutions(text: &str) -> bool {
    #[derive(Deserialize)]
    struct Probe<'t> {
        #[serde(borrow)]
        puzzle: Option<&'t RawValue>,
    }
    // Only the start is looked at when the text is broken further on.
    ron_options().from_str::<Probe<'_>>(text).map_or_else(
        |_| text.trim_start().starts_with('(') && text.contains("\n    solutions:"),
        |probe| probe.puzzle.is_some(),
    )
}

/// Reads solutions and checks each against the puzzle, and the counts against the solutions.
/// Cost: linear in the text.
///
/// # Errors
/// What is wrong, with line and column of the puzzle's part or of the solution.
pub fn read(text: &str) -> Result<SolutionSet, Vec<TextError>> {
    let file: Read<'_> = ron_options().from_str(text).map_err(|e| vec![ron_error(&e)])?;
    if file.format != FORMAT {
        let message =
            format!("format {} is not known; this program reads format {FORMAT}", file.format);
        return Err(vec![plain(message)]);
    }
    let offset = offset_in(text, file.puzzle);
    let description: Description = ron_options()
        .from_str(file.puzzle.trim().get_ron())
        .map_err(|e| vec![shifted(&ron_error(&e), text, offset)])?;
    let puzzle = description.build().map_err(|problems| locate(text, offset, &problems))?;
    let encoding = Encoding::new(&puzzle).map_err(|e| vec![plain(e.to_string())])?;
    let group = SymmetryGroup::new(&puzzle, &encoding);
    let reader = SolutionReader::new(text, &puzzle, &encoding, &group);
    let (store, counts) = reader.read_all(&file.solutions).map_err(|error| vec![error])?;
    let claimed = (file.total, file.turned, file.distinct, file.symmetric);
    let real = (counts.total, counts.turned, counts.distinct, counts.symmetric);
    if file.complete && claimed != real {
        let message = format!(
            "the counts {claimed:?} (total, turned, distinct, symmetric) do not agree with the \
             solutions, which make {real:?}"
        );
        return Err(vec![plain(message)]);
    }
    Ok(SolutionSet {
        description,
        puzzle: Arc::new(puzzle),
        encoding: Arc::new(encoding),
        group: Arc::new(group),
        store,
        counts,
        complete: file.complete,
    })
}

/// The byte at which a part of a text begins.
fn offset_in(text: &str, part: &RawValue) -> usize {
    part.trim().get_ron().as_ptr() as usize - text.as_ptr() as usize
}

/// An error inside a part of a text, in lines and columns of the whole.
fn shifted(error: &TextError, text: &str, offset: usize) -> TextError {
    let (line, column) = line_and_column(text, offset);
    let place = error.place.map(|(l, c)| (line + l - 1, if l == 1 { column + c - 1 } else { c }));
    TextError { place, message: error.message.clone() }
}

/// Reads the solutions of one puzzle, with tables that are made once.
struct SolutionReader<'a> {
    text: &'a str,
    puzzle: &'a Puzzle,
    group: &'a SymmetryGroup,
    verifier: Verifier<'a>,
    pieces: FxHashMap<&'a str, PieceId>,
    placements: PlacementIndex<'a>,
}

impl<'a> SolutionReader<'a> {
    fn new(
        text: &'a str,
        puzzle: &'a Puzzle,
        encoding: &'a Encoding,
        group: &'a SymmetryGroup,
    ) -> SolutionReader<'a> {
        SolutionReader {
            text,
            puzzle,
            group,
            verifier: Verifier::new(puzzle),
            pieces: puzzle.pieces().map(|(id, piece)| (piece.name.as_str(), id)).collect(),
            placements: PlacementIndex::new(puzzle, encoding),
        }
    }

    /// The solutions in ascending order, and their numbers.
    fn read_all(&self, solutions: &[&RawValue]) -> Result<(Store, Counts), TextError> {
        let mut orbits = Orbits::new(self.group, self.group.all(), None);
        let proper = self.group.proper();
        let mut counts = Counts::default();
        let mut store = Store::new(self.group.option_count());
        for (n, raw) in solutions.iter().enumerate() {
            // Lines are counted only where an error asks for one.
            let wrong = |message: String| TextError {
                place: Some(line_and_column(self.text, offset_in(self.text, raw))),
                message: format!("solution {}: {message}", n + 1),
            };
            let solution: ReadSolution = ron_options()
                .from_str(raw.trim().get_ron())
                .map_err(|e| shifted(&ron_error(&e), self.text, offset_in(self.text, raw)))?;
            let options = self.options(&solution).map_err(wrong)?;
            let (least, orbit) = match orbits.judge(&options) {
                Verdict::Kept(least, orbit) => (least, orbit),
                Verdict::Dropped => {
                    let message = "it is a turned or flipped copy, not the least of its orbit";
                    return Err(wrong(message.to_owned()));
                }
            };
            if orbit.size != solution.orbit {
                let claimed = solution.orbit;
                return Err(wrong(format!(
                    "its orbit has {} solutions, not {claimed}",
                    orbit.size
                )));
            }
            counts.add(orbit, proper);
            store.push(least, orbit.stabiliser);
        }
        store.sort();
        match (1..store.len()).find(|&i| store.record(i - 1) == store.record(i)) {
            Some(i) => Err(plain(format!("solution {} comes twice", i + 1))),
            None => Ok((store, counts)),
        }
    }

    /// The options of a solution, ascending, once it was verified.
    fn options(&self, solution: &ReadSolution) -> Result<Vec<OptionId>, String> {
        let site = |address: &Vec<i32>| {
            let site = self.puzzle.lattice.site_at(address);
            site.ok_or_else(|| format!("{address:?} names no site"))
        };
        let piece = |(name, addresses): &(String, Vec<Vec<i32>>)| {
            let id = self.pieces.get(name.as_str());
            let id = id.ok_or_else(|| format!("the puzzle has no piece {name}"))?;
            let sites: Result<Vec<Point>, String> = addresses.iter().map(site).collect();
            Ok((*id, sites?))
        };
        let placed: Placed = solution.pieces.iter().map(piece).collect::<Result<_, String>>()?;
        self.verifier.verify(&placed).map_err(|error| error.to_string())?;
        let options = placed.iter().map(|(piece, sites)| self.placements.find(*piece, sites));
        let options: Option<Vec<OptionId>> = options.collect();
        let mut options = options.ok_or("a piece lies where it has no placement")?;
        options.sort_unstable();
        Ok(options)
    }
}

/// Finds the option of a placed piece without a search.
struct PlacementIndex<'a> {
    lattice: &'static Lattice,
    /// The orientations of each piece.
    orientations: Vec<FxHashMap<&'a Shape, u32>>,
    /// The options by piece, orientation and shift.
    options: FxHashMap<(PieceId, u32, Point), OptionId>,
}

impl<'a> PlacementIndex<'a> {
    fn new(puzzle: &Puzzle, encoding: &'a Encoding) -> PlacementIndex<'a> {
        let number = |shapes: &'a Vec<Shape>| shapes.iter().zip(0..).collect();
        let entry = |n: u32| {
            let Placement { piece, orientation, shift } = encoding.placement(OptionId(n));
            ((piece, orientation, shift), OptionId(n))
        };
        PlacementIndex {
            lattice: puzzle.lattice,
            orientations: encoding.orientations.iter().map(number).collect(),
            options: (0..encoding.problem.option_count() as u32).map(entry).collect(),
        }
    }

    fn find(&self, piece: PieceId, sites: &[Point]) -> Option<OptionId> {
        let (shape, shift) = Shape::normalise(self.lattice, sites)?;
        let orientation = *self.orientations[piece.index()].get(&shape)?;
        self.options.get(&(piece, orientation, shift)).copied()
    }
}
