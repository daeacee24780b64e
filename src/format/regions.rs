//! Lists of numbered shapes, and of regions with the number of copies of each that are to be put into
//! them, as on day 12 of the *Advent of Code* 2025 (Eric Wastl, <https://adventofcode.com/2025/day/12>).
//!
//! ```text
//! 0:
//! ###
//! ##.
//!
//! 1:
//! ###
//! .#.
//!
//! 4x4: 0 2
//! 12x5: 1 0
//! ```
//! A region is so many columns and rows, which need not be filled; pieces may be turned and turned over.
//! Each region is a problem of its own.

use std::sync::Arc;

use super::puzzle_file::Problems;
use super::{Opened, TextError, plain};
use crate::lattice;
use crate::puzzle::{BoardForm, Copies, Description, Drawing, Handling, PieceForm, SingleForm};
use crate::text;

/// The most sites of a region.
const MAX_AREA: u64 = 1 << 20;

/// A region: its line from 1, its size, and the copies of each shape.
struct Region {
    line: usize,
    size: (u32, u32),
    copies: Vec<u32>,
}

/// Returns whether the beginning of a text is that of such a list: it begins with `0:` and a row of `#`
/// and dots.
pub fn is_list(start: &[u8]) -> bool {
    let text = String::from_utf8_lossy(start);
    let mut lines = text.trim_start_matches('\u{feff}').trim_start().lines();
    lines.next().is_some_and(|line| line.trim() == "0:")
        && lines.next().is_some_and(|line| !line.is_empty() && is_row(line.trim_end()))
}

fn is_row(line: &str) -> bool {
    line.bytes().all(|byte| matches!(byte, b'#' | b'.'))
}

/// Reads the region of a number, from 1; `name` begins its title.
///
/// # Errors
/// Mistakes of form with their lines, a number that no region has, or all mistakes of meaning.
pub fn read(text: &str, wanted: Option<usize>, name: &str) -> Result<Opened, Vec<TextError>> {
    let (shapes, regions) = parse(text).map_err(|error| vec![error])?;
    let number = wanted.unwrap_or(1);
    let Some(region) = number.checked_sub(1).and_then(|n| regions.get(n)) else {
        return Err(vec![plain(match regions.len() {
            0 => "has no region; add a line such as `12x5: 1 0 2`".to_owned(),
            n => format!(
                "there is no region {number}; the file has {}",
                text::count(n as u64, "region")
            ),
        })]);
    };
    let wrong = |message: String| vec![at_line(region.line, message)];
    if region.copies.len() != shapes.len() {
        let shapes = text::count(shapes.len() as u64, "shape");
        return Err(wrong(format!("{} numbers for {shapes}", region.copies.len())));
    }
    let (width, height) = region.size;
    if u64::from(width) * u64::from(height) > MAX_AREA {
        return Err(wrong(format!("a region has at most {} cells", text::grouped(MAX_AREA))));
    }
    let mut pieces = Vec::new();
    for (n, (rows, &copies)) in shapes.into_iter().zip(&region.copies).enumerate() {
        if copies > 0 {
            let copies = Copies::new(copies, copies).map_err(|error| wrong(error.to_string()))?;
            pieces.push(PieceForm::Piece(SingleForm {
                name: n.to_string(),
                drawing: Drawing::Art(rows),
                labels: Vec::new(),
                copies,
                motions: None,
                colour: None,
                off: false,
                handling: Handling::default(),
            }));
        }
    }
    let names: Vec<String> = regions.iter().map(Region::name).collect();
    let board = BoardForm::Art(vec!["o".repeat(width as usize); height as usize]);
    let description = Description {
        title: format!("{name} {}", region.name()),
        pieces,
        ..Description::empty(lattice::grid(), board)
    };
    let mut notes = Vec::new();
    if wanted.is_none() && regions.len() > 1 {
        notes.push(format!(
            "The file has {} regions; this is the first. In the window, File, Another problem in this \
             file… opens the others; on the command line, --problem.",
            text::grouped(regions.len() as u64)
        ));
    }
    match description.build() {
        Ok(puzzle) => {
            let problems = Some(Problems { names, number });
            Ok(Opened { notes, problems, ..Opened::new(description, Arc::new(puzzle)) })
        }
        Err(problems) => Err(wrong(
            problems.into_iter().map(|problem| problem.message).collect::<Vec<_>>().join("; "),
        )),
    }
}

impl Region {
    fn name(&self) -> String {
        let copies: Vec<String> = self.copies.iter().map(u32::to_string).collect();
        format!("{}x{}: {}", self.size.0, self.size.1, copies.join(" "))
    }
}

fn at_line(line: usize, message: impl Into<String>) -> TextError {
    TextError { place: Some((line, 1)), message: message.into() }
}

/// The rows of each shape, and the regions.
fn parse(text: &str) -> Result<(Vec<Vec<String>>, Vec<Region>), TextError> {
    let (mut shapes, mut regions) = (Vec::<Vec<String>>::new(), Vec::new());
    for (line, row) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
        let row = row.trim();
        match row.split_once(':') {
            _ if row.is_empty() => {}
            Some((head, "")) if !head.contains('x') => {
                if head.parse() != Ok(shapes.len()) {
                    let message = format!("expected `{}:`, the next shape", shapes.len());
                    return Err(at_line(line, message));
                }
                shapes.push(Vec::new());
            }
            Some((size, copies)) => {
                let size = size.split_once('x').and_then(|(width, height)| {
                    let number = |n: &str| n.trim().parse().ok().filter(|n| *n > 0);
                    Some((number(width)?, number(height)?))
                });
                let copies = copies.split_whitespace().map(str::parse).collect::<Result<_, _>>();
                let (Some(size), Ok(copies)) = (size, copies) else {
                    let message = "expected a region such as `12x5: 1 0 2`";
                    return Err(at_line(line, message));
                };
                regions.push(Region { line, size, copies });
            }
            None => match shapes.last_mut() {
                Some(shape) if regions.is_empty() && is_row(row) => shape.push(row.to_owned()),
                _ => return Err(at_line(line, "expected a row of # and dots")),
            },
        }
    }
    Ok((shapes, regions))
}
