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

use std::sync::Arc;

use ron::value::RawValue;
use serde::{Deserialize, Serialize};

use super::puzzle_file::locate;
use super::{TextError, line_and_column, ron_error, ron_options};
use crate::encode::{Encoding, SymmetryGroup};
use crate::exact_cover::OptionId;
use crate::lattice::Point;
use crate::puzzle::{Description, PieceId, Puzzle};
use crate::solution::store::turning;
use crate::solution::verify::{Placed, verify};
use crate::solution::{Counts, Orbits, Store, Verdict};

/// The version of the format that this program writes, and the newest that it reads.
const FORMAT: u32 = 1;

/// Solutions read from a file, checked against their puzzle.
#[derive(Debug)]
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
    solutions: Vec<WrittenSolution<'a>>,
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

/// The placed pieces of a solution, in the order of their first sites.
pub fn placed(encoding: &Encoding, solution: &[OptionId]) -> Placed {
    let mut placed: Placed = solution
        .iter()
        .map(|&o| (encoding.placement(o).piece, encoding.sites(o).collect()))
        .collect();
    placed.sort_by_key(|(_, sites)| sites.first().copied());
    placed
}

/// Writes distinct solutions.
pub fn write(source: Source<'_>) -> String {
    let Source { puzzle, encoding, group, store, counts, .. } = source;
    let address = puzzle.lattice.address.of_site;
    let order = group.order() as u32;
    let solutions = (0..store.len())
        .map(|i| WrittenSolution {
            orbit: order / store.stabiliser(i).count_ones(),
            pieces: placed(encoding, store.get(i))
                .into_iter()
                .map(|(id, sites)| {
                    let name = puzzle.piece(id).name.as_str();
                    (name, sites.into_iter().map(address).collect())
                })
                .collect(),
        })
        .collect();
    let written = Written {
        format: FORMAT,
        puzzle: source.description,
        complete: source.complete,
        total: counts.total,
        turned: counts.turned,
        distinct: counts.distinct,
        symmetric: counts.symmetric,
        solutions,
    };
    let style = ron::ser::PrettyConfig::new().depth_limit(2).new_line("\n").escape_strings(false);
    let mut text = ron_options()
        .to_string_pretty(&written, style)
        .expect("solutions hold nothing that RON cannot express");
    text.push('\n');
    text
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
///
/// # Errors
/// What is wrong, with line and column of the puzzle's part or of the solution.
pub fn read(text: &str) -> Result<SolutionSet, Vec<TextError>> {
    let one = |place, message: String| vec![TextError { place, message }];
    let at = |part: &RawValue| {
        let part = part.trim().get_ron();
        let offset = part.as_ptr() as usize - text.as_ptr() as usize;
        (offset, Some(line_and_column(text, offset)))
    };
    let file: Read<'_> = ron_options().from_str(text).map_err(|e| vec![ron_error(&e)])?;
    if file.format != FORMAT {
        let message =
            format!("format {} is not known; this program reads format {FORMAT}", file.format);
        return Err(one(None, message));
    }
    let (offset, _) = at(file.puzzle);
    let description: Description = ron_options()
        .from_str(file.puzzle.trim().get_ron())
        .map_err(|e| vec![shifted(&ron_error(&e), text, offset)])?;
    let puzzle = description.build().map_err(|problems| locate(text, offset, &problems))?;
    let encoding = Encoding::new(&puzzle).map_err(|e| one(None, e.to_string()))?;
    let group = SymmetryGroup::of(&puzzle, &encoding);
    let mut orbits = Orbits::new(&group, u64::MAX, None);
    let turning = turning(&group);
    let mut counts = Counts::default();
    let mut store = Store::default();
    let index = PlacementIndex::new(&encoding);
    for (n, raw) in file.solutions.iter().enumerate() {
        let (offset, place) = at(raw);
        let wrong = |message: String| one(place, format!("solution {}: {message}", n + 1));
        let solution: ReadSolution = ron_options()
            .from_str(raw.trim().get_ron())
            .map_err(|e| vec![shifted(&ron_error(&e), text, offset)])?;
        let placed = named_sites(&puzzle, &solution).map_err(wrong)?;
        verify(&puzzle, &placed).map_err(wrong)?;
        let options = placed.iter().map(|(piece, sites)| index.find(*piece, sites));
        let mut options: Vec<OptionId> = options
            .collect::<Option<_>>()
            .ok_or_else(|| wrong("a piece lies where it has no placement".to_owned()))?;
        options.sort_unstable();
        match orbits.judge(&options) {
            Verdict::Kept(least, orbit) => {
                if orbit.size != solution.orbit {
                    let message =
                        format!("its orbit has {} solutions, not {}", orbit.size, solution.orbit);
                    return Err(wrong(message));
                }
                counts.add(orbit, turning);
                store.push(least, orbit.stabiliser);
            }
            Verdict::Dropped => {
                return Err(wrong(
                    "it is a turned or flipped copy, not the least of its orbit".into(),
                ));
            }
        }
    }
    store.sort();
    if let Some(i) = (1..store.len()).find(|&i| store.get(i - 1) == store.get(i)) {
        return Err(one(None, format!("solution {} comes twice", i + 1)));
    }
    let claimed = (file.total, file.turned, file.distinct, file.symmetric);
    let real = (counts.total, counts.turned, counts.distinct, counts.symmetric);
    if file.complete && claimed != real {
        let message = format!(
            "the counts {claimed:?} (total, turned, distinct, symmetric) do not agree with the \
             solutions, which make {real:?}"
        );
        return Err(one(None, message));
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

/// An error inside a part of a text, told in lines and columns of the whole.
fn shifted(error: &TextError, text: &str, offset: usize) -> TextError {
    let (line, column) = line_and_column(text, offset);
    let place = error.place.map(|(l, c)| (line + l - 1, if l == 1 { column + c - 1 } else { c }));
    TextError { place, message: error.message.clone() }
}

fn named_sites(puzzle: &Puzzle, solution: &ReadSolution) -> Result<Placed, String> {
    let placed = solution.pieces.iter().map(|(name, addresses)| {
        let id = puzzle.pieces.iter().position(|p| p.name == *name);
        let id = id.ok_or_else(|| format!("the puzzle has no piece {name}"))?;
        let sites: Result<Vec<Point>, String> = addresses
            .iter()
            .map(|a| puzzle.lattice.site_at(a).ok_or_else(|| format!("{a:?} names no site")))
            .collect();
        Ok((PieceId(id as u32), sites?))
    });
    placed.collect()
}

/// Finds the option of a placed piece quickly, for files of many solutions.
struct PlacementIndex {
    options: rustc_hash::FxHashMap<(PieceId, Vec<Point>), OptionId>,
}

impl PlacementIndex {
    fn new(encoding: &Encoding) -> PlacementIndex {
        let options = (0..encoding.placements.len() as u32).map(OptionId);
        let key = |o: OptionId| {
            let mut sites: Vec<Point> = encoding.sites(o).collect();
            sites.sort_unstable();
            (encoding.placement(o).piece, sites)
        };
        PlacementIndex { options: options.map(|o| (key(o), o)).collect() }
    }

    fn find(&self, piece: PieceId, sites: &[Point]) -> Option<OptionId> {
        let mut sites = sites.to_vec();
        sites.sort_unstable();
        self.options.get(&(piece, sites)).copied()
    }
}
