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
//! which depends on the puzzle alone. Part of a longer list has two more fields, where they are known,
//! `part_of: 2339, filter: "fault-free"`, and each solution its number there: `(number: 17, orbit: …`.

mod read;
mod scan;

use std::io::{self, Cursor, ErrorKind, Write};
use std::ops::ControlFlow;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use serde::Serialize;

use super::stream::{Input, Progress, ReadError};
use super::{TextError, plain, ron_options};
use crate::encode::{Encoding, SymmetryGroup};
use crate::exact_cover::OptionId;
use crate::natural::Natural;
use crate::puzzle::{Description, Puzzle};
use crate::solution::{Counts, SolutionList, Store};
pub(super) use read::looks_like_solutions;

/// The version of the format that this program writes, and the newest that it reads.
const FORMAT: u32 = 1;
/// Solutions between two reports of progress.
const PROGRESS_INTERVAL: usize = 1024;
/// Memory for the texts of placed pieces, in bytes. Those beyond it are worked out each time.
const MAX_KNOWN_BYTES: usize = 32 << 20;

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
    pub counts: Counts<Natural>,
    /// True if these are all solutions that there are.
    pub complete: bool,
}

impl SolutionSet {
    /// Returns the source for an export of these solutions.
    pub fn source(&self) -> Source<'_> {
        Source {
            description: &self.description,
            puzzle: &self.puzzle,
            encoding: &self.encoding,
            group: &self.group,
            store: &self.store,
            counts: self.counts,
            complete: self.complete,
        }
    }
}

/// The fields to write: borrowed, so that a large store is not copied.
#[derive(Serialize)]
struct Written<'a> {
    format: u32,
    puzzle: &'a Description,
    complete: bool,
    total: Natural,
    turned: Natural,
    distinct: Natural,
    symmetric: Natural,
    #[serde(skip_serializing_if = "Option::is_none")]
    part_of: Option<u64>,
    #[serde(skip_serializing_if = "str::is_empty")]
    filter: &'a str,
    /// Written one at a time after the rest.
    solutions: &'a [()],
}

/// The source of an export of solutions.
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
    pub counts: Counts<Natural>,
    /// True if the run found all.
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
    progress: &mut Progress<'_>,
) -> io::Result<()> {
    write_list(source, SolutionList::Store(source.store), out, progress)
}

/// Writes solutions as [`write_to`] does, those of a list instead of the store, whose excerpt and
/// numbers they have.
///
/// # Errors
/// As [`write_to`], and those of the list.
pub fn write_list(
    source: Source<'_>,
    list: SolutionList<'_>,
    out: &mut dyn Write,
    progress: &mut Progress<'_>,
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
        part_of: store.excerpt().and_then(|excerpt| excerpt.of),
        filter: store.excerpt().map_or("", |excerpt| &excerpt.filter),
        solutions: &[],
    };
    let style = ron::ser::PrettyConfig::new().new_line("\n").escape_strings(false);
    let head = ron_options().to_string_pretty(&head, style.clone().depth_limit(2));
    let head = head.expect("solutions hold nothing that RON cannot express");
    if list.is_empty() {
        return writeln!(out, "{head}");
    }
    // The list, which is the last field, is empty so far.
    let end = head.rfind(']').expect("the list of solutions is a list");
    out.write_all(&head.as_bytes()[..end])?;
    let order = group.order() as u32;
    let mut texts = PieceTexts::new(puzzle, encoding, style.depth_limit(0));
    let (mut solution, mut line) = (Vec::new(), String::new());
    list.visit(&mut |i, options, stabiliser| {
        if i % PROGRESS_INTERVAL == 0 && progress(i as u64, list.len() as u64).is_break() {
            return Err(ErrorKind::Interrupted.into());
        }
        solution.clear();
        solution.extend_from_slice(options);
        // As they are decoded: in the order of their first sites.
        solution.sort_by_key(|&option| encoding.sites(option).next());
        line.clear();
        for &option in &solution {
            line.push_str(if line.is_empty() { "" } else { ", " });
            texts.append(option, &mut line);
        }
        let orbit = order / stabiliser.len();
        write!(out, "\n        (")?;
        if store.excerpt().is_some() {
            write!(out, "number: {}, ", store.number(i))?;
        }
        write!(out, "orbit: {orbit}, pieces: [{line}]),")
    })?;
    writeln!(out, "\n    {}", &head[end..])
}

/// The texts of placed pieces, each worked out once.
struct PieceTexts<'a> {
    puzzle: &'a Puzzle,
    encoding: &'a Encoding,
    style: ron::ser::PrettyConfig,
    known: FxHashMap<OptionId, Box<str>>,
    /// Memory that they take, about.
    bytes: usize,
}

impl<'a> PieceTexts<'a> {
    fn new(puzzle: &'a Puzzle, encoding: &'a Encoding, style: ron::ser::PrettyConfig) -> Self {
        PieceTexts { puzzle, encoding, style, known: FxHashMap::default(), bytes: 0 }
    }

    fn append(&mut self, option: OptionId, line: &mut String) {
        if let Some(text) = self.known.get(&option) {
            line.push_str(text);
            return;
        }
        let address = self.puzzle.lattice.address.of_site;
        let name = &self.puzzle.piece(self.encoding.placement(option).piece).name;
        let sites: Vec<Vec<i32>> = self.encoding.sites(option).map(address).collect();
        let text = ron_options().to_string_pretty(&(name, sites), self.style.clone());
        let text = text.expect("a placed piece holds nothing that RON cannot express");
        line.push_str(&text);
        if self.bytes < MAX_KNOWN_BYTES {
            self.bytes += text.len() + size_of::<(OptionId, Box<str>)>();
            self.known.insert(option, text.into());
        }
    }
}

/// Reads solutions and checks each against the puzzle, and the counts against the solutions.
/// Cost: linear in the text.
///
/// # Errors
/// What is wrong, with line and column of the puzzle's part or of the solution.
pub fn read(text: &str) -> Result<SolutionSet, Vec<TextError>> {
    let mut progress = |_, _| ControlFlow::Continue(());
    read_from(&mut Cursor::new(text), &mut progress).map_err(|error| match error {
        ReadError::Contents(errors) => errors,
        other => vec![plain(other.to_string())],
    })
}

/// Reads solutions as [`read`] does, one after the other, in time linear in the length of the input
/// and, beyond the solutions themselves, memory that does not depend on it. `progress` is called now
/// and then with the number of bytes read and of all, and may cancel.
///
/// # Errors
/// When reading fails or was cancelled; what is wrong, with line and column of the puzzle's part or
/// of the solution.
pub fn read_from(
    input: &mut dyn Input,
    progress: &mut Progress<'_>,
) -> Result<SolutionSet, ReadError> {
    read::read(input, progress)
}
