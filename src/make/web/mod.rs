//! Pages to share: the puzzle in one HTML file, played in any browser without a network, or the moves by
//! which a solution is taken apart.
//!
//! A page holds what it draws as JSON (`data.rs`, `moves.rs`), the puzzle as the text of its file
//! ([`crate::format::web_page`]), by which this program opens the page again, and a style and a script,
//! which are files of their own in `assets/page`. Solids are played in layers side by side, and taken apart
//! in space.

mod data;
mod moves;

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::Arc;

use serde::Serialize;

use self::data::PageData;
use self::moves::MovesData;
use crate::disassembly::{Part, Timeline};
use crate::encode::{EncodeError, Encoding, SymmetryGroup};
use crate::format::solutions_file::{self, Source};
use crate::format::web_page::{self, Escaped};
use crate::format::{measures_table, puzzle_file};
use crate::job::default_threads;
use crate::job::variants::VariantList;
use crate::puzzle::{Description, Puzzle};
use crate::solution::columns::Columns;
use crate::solution::measures::Measurer;
use crate::solution::verify::Placed;

/// The number of solutions in one page, at most.
pub const MAX_SOLUTIONS: usize = 10_000;
/// The number of variants that a page lets the reader choose from, at most.
const MAX_VARIANTS: usize = 10_000;

/// The parts of a kind of page. Those of its script lean each on those before it.
struct Parts {
    body: &'static str,
    style: &'static [&'static str],
    script: &'static [&'static str],
}

/// The frame around the body of every page.
const FRAME: &str = include_str!("../../../assets/page/frame.html");

/// A page to play the puzzle.
const PUZZLE: Parts = Parts {
    body: include_str!("../../../assets/page/puzzle.html"),
    style: &[include_str!("../../../assets/page/page.css")],
    script: &[
        include_str!("../../../assets/page/geometry.js"),
        include_str!("../../../assets/page/tools.js"),
        include_str!("../../../assets/page/figures.js"),
        include_str!("../../../assets/page/game.js"),
        include_str!("../../../assets/page/search.js"),
        include_str!("../../../assets/page/drawing.js"),
        include_str!("../../../assets/page/table.js"),
        include_str!("../../../assets/page/variants.js"),
        include_str!("../../../assets/page/record.js"),
        include_str!("../../../assets/page/gallery.js"),
        include_str!("../../../assets/page/puzzle.js"),
    ],
};

/// A page that plays moves.
const MOVES: Parts = Parts {
    body: include_str!("../../../assets/page/moves.html"),
    style: &[
        include_str!("../../../assets/page/page.css"),
        include_str!("../../../assets/page/moves.css"),
    ],
    script: &[
        include_str!("../../../assets/page/geometry.js"),
        include_str!("../../../assets/page/tools.js"),
        include_str!("../../../assets/page/figures.js"),
        include_str!("../../../assets/page/plane.js"),
        include_str!("../../../assets/page/space.js"),
        include_str!("../../../assets/page/moves.js"),
    ],
};

/// Why there is no page of a puzzle.
#[derive(Debug, thiserror::Error)]
pub enum WebError {
    /// There is nothing to drag.
    #[error("a puzzle of items and options has no pieces to play with")]
    CoverPuzzle,
    /// Its variants cannot be listed.
    #[error("{0}")]
    Encode(#[from] EncodeError),
    /// More solutions than a page holds.
    #[error(
        "{0} solutions are too many for one page, which holds {MAX_SOLUTIONS}; filter them first"
    )]
    TooMany(usize),
}

/// The page of a puzzle without solutions.
///
/// # Errors
/// When it has no pieces to drag, or is too large for its variants to be listed.
pub fn puzzle(description: &Description, puzzle: &Puzzle) -> Result<String, WebError> {
    let file = puzzle_file::write(description);
    let data = data(description, puzzle, None)?;
    Ok(page(&PUZZLE, &description.title, &data, |out| out.write_all(file.as_bytes())))
}

/// The page that plays the moves by which a solution is taken apart, given with its name, such as
/// "Solution 27". It holds the puzzle without solutions.
pub fn moves(
    description: &Description,
    (puzzle, placed, name): (&Puzzle, &Placed, &str),
    (whole, timeline): (&Part, &Timeline),
) -> String {
    let file = puzzle_file::write(description);
    let data = MovesData::new(description, (puzzle, placed, name), (whole, timeline));
    page(&MOVES, &description.title, &data, |out| out.write_all(file.as_bytes()))
}

/// The page of a puzzle and its solutions.
///
/// # Errors
/// As [`puzzle`], and when there are too many solutions.
pub fn solutions(source: Source<'_>) -> Result<String, WebError> {
    let count = source.store.len();
    if count > MAX_SOLUTIONS {
        return Err(WebError::TooMany(count));
    }
    let progress = &mut |_, _| ControlFlow::Continue(());
    let data = data(source.description, source.puzzle, Some(source.encoding))?;
    let measurer = Measurer::new(source.puzzle, source.encoding, source.group);
    let mut columns = Columns::new(Arc::new(measurer), default_threads());
    measures_table::measure(&mut columns, source.store, progress).expect("nothing cancels it");
    let data = data.with_solutions(source, &columns);
    let title = &source.description.title;
    Ok(page(&PUZZLE, title, &data, |out| solutions_file::write_to(source, out, progress)))
}

fn data(
    description: &Description,
    puzzle: &Puzzle,
    encoding: Option<&Encoding>,
) -> Result<PageData, WebError> {
    if puzzle.cover.is_some() {
        return Err(WebError::CoverPuzzle);
    }
    let variants = match (&puzzle.variants, encoding) {
        (None, _) => None,
        (Some(_), Some(encoding)) => variants(puzzle, encoding),
        (Some(_), None) => variants(puzzle, &Encoding::new(puzzle)?),
    };
    Ok(PageData::new(description, puzzle, variants.as_ref()))
}

fn variants(puzzle: &Puzzle, encoding: &Encoding) -> Option<VariantList> {
    let group = SymmetryGroup::new(puzzle, encoding);
    // A list that its file's exceptions leave empty is none.
    let list = VariantList::new(&Arc::new(puzzle.clone()), encoding, &group, false).ok()?;
    (list.len() <= MAX_VARIANTS).then_some(list)
}

/// Fills the frame of a page.
fn page(
    parts: &Parts,
    title: &str,
    data: &impl Serialize,
    file: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> String {
    let json = serde_json::to_string(data).expect("numbers and texts make JSON");
    let mut bytes = Vec::new();
    let mut rest = FRAME;
    let mut file = Some(file);
    while let Some((before, after)) = rest.split_once("{{") {
        let (name, after) = after.split_once("}}").expect("the frame of the page is sound");
        bytes.extend_from_slice(before.as_bytes());
        match name {
            "title" => escape(&mut bytes, title),
            "style" => bytes.extend_from_slice(parts.style.concat().as_bytes()),
            "body" => bytes.extend_from_slice(parts.body.as_bytes()),
            "script" => bytes.extend_from_slice(parts.script.join("\n").as_bytes()),
            // Inside texts alone, so that no text ends the element.
            "data" => bytes.extend_from_slice(json.replace('<', "\\u003c").as_bytes()),
            "puzzle" => {
                bytes.extend_from_slice(web_page::OPENING.as_bytes());
                let write = file.take().expect("the frame names the puzzle once");
                write(&mut Escaped(&mut bytes)).expect("memory takes what is written");
                bytes.extend_from_slice(web_page::CLOSING.as_bytes());
            }
            _ => unreachable!("the frame of the page has no {name}"),
        }
        rest = after;
    }
    bytes.extend_from_slice(rest.as_bytes());
    String::from_utf8(bytes).expect("what is written is UTF-8")
}

fn escape(bytes: &mut Vec<u8>, text: &str) {
    Escaped(bytes).write_all(text.as_bytes()).expect("memory takes what is written");
}
