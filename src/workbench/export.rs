//! A puzzle or its solutions in another format, as bytes; the same for window and command line.

use std::fmt::Write as _;

use crate::encode::Encoding;
use crate::format::solutions_file::{self, Source};
use crate::format::{blocks, dlx, puzzle_file, xmpuzzle};
use crate::picture::{Style, png, svg, text_art};
use crate::puzzle::{Description, Puzzle};
use crate::solution::verify::Placed;
use crate::text;

/// The number of solutions in one picture, at most.
pub const MOST_ON_A_SHEET: usize = 2000;
/// Pixels of a PNG for each point of the SVG.
const ZOOM: f32 = 2.0;

/// A format to write. Its doc comments are the help of the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Form {
    /// Polywright's own format.
    Ron,
    /// A vector drawing.
    Svg,
    /// A picture.
    Png,
    /// A drawing in letters.
    #[value(name = "txt")]
    Text,
    /// Items and options in Knuth's format.
    Dlx,
    /// The puzzle for BurrTools.
    Xmpuzzle,
}

impl Form {
    /// All forms.
    pub const ALL: [Form; 6] =
        [Form::Ron, Form::Svg, Form::Png, Form::Text, Form::Dlx, Form::Xmpuzzle];

    /// The ending of its files.
    pub fn extension(self) -> &'static str {
        match self {
            Form::Ron => "ron",
            Form::Svg => "svg",
            Form::Png => "png",
            Form::Text => "txt",
            Form::Dlx => "dlx",
            Form::Xmpuzzle => "xmpuzzle",
        }
    }

    /// Its name for people.
    pub fn label(self) -> &'static str {
        match self {
            Form::Ron => "RON",
            Form::Svg => "SVG",
            Form::Png => "PNG",
            Form::Text => "Text",
            Form::Dlx => ".dlx",
            Form::Xmpuzzle => "BurrTools",
        }
    }
}

/// A puzzle without solutions.
///
/// # Errors
/// When a picture is too large, the puzzle too large to encode, or the other program has no words
/// for it.
pub fn puzzle(
    description: &Description,
    puzzle: &Puzzle,
    form: Form,
    style: Style,
) -> Result<Vec<u8>, String> {
    Ok(match form {
        Form::Ron => puzzle_file::write(description).into_bytes(),
        Form::Svg => svg::puzzle(puzzle, style).into_bytes(),
        Form::Png => png::render(&svg::puzzle(puzzle, style), ZOOM).map_err(|e| e.to_string())?,
        Form::Text => puzzle_text(puzzle).into_bytes(),
        Form::Dlx => {
            let encoding = Encoding::new(puzzle).map_err(|e| e.to_string())?;
            dlx::write(&encoding.problem, &puzzle.title).into_bytes()
        }
        Form::Xmpuzzle => xmpuzzle::write(description, puzzle).map_err(|e| e.to_string())?,
    })
}

/// One solution, laid out as given; in pictures some of its pieces are hidden, given by their
/// indices in the list.
///
/// # Errors
/// When a picture is too large, or the form has no place for a single solution.
pub fn solution(
    puzzle: &Puzzle,
    placed: &Placed,
    hidden: &[usize],
    form: Form,
    style: Style,
) -> Result<Vec<u8>, String> {
    let picture = || svg::solution_without(puzzle, placed, hidden, style);
    match form {
        Form::Svg => Ok(picture().into_bytes()),
        Form::Png => png::render(&picture(), ZOOM).map_err(|e| e.to_string()),
        Form::Text => Ok((text_art::solution(puzzle, placed) + "\n").into_bytes()),
        Form::Ron | Form::Dlx | Form::Xmpuzzle => {
            Err(format!("a single solution cannot be written as {}", form.label()))
        }
    }
}

/// Distinct solutions: those of a range of indices of the source's store.
///
/// # Errors
/// When there are too many for one picture, or it would be too large.
pub fn solutions(
    source: Source<'_>,
    wanted: std::ops::Range<usize>,
    form: Form,
    style: Style,
) -> Result<Vec<u8>, String> {
    let store = source.store;
    let lay = |i: usize| source.encoding.decode(&store.get(i));
    if matches!(form, Form::Svg | Form::Png) && wanted.len() > MOST_ON_A_SHEET {
        return Err(format!(
            "{} solutions are too many for one picture, which holds {MOST_ON_A_SHEET}; export \
             a single one, or all as RON",
            text::grouped(wanted.len() as u64)
        ));
    }
    let sheet = || {
        let all: Vec<(u64, Placed)> = wanted.clone().map(|i| (i as u64 + 1, lay(i))).collect();
        svg::sheet(source.puzzle, &all, style)
    };
    Ok(match form {
        Form::Svg => sheet().into_bytes(),
        Form::Png => png::render(&sheet(), ZOOM).map_err(|e| e.to_string())?,
        Form::Text => {
            let mut out = String::new();
            for i in wanted {
                let drawing = text_art::solution(source.puzzle, &lay(i));
                let _ = write!(out, "{}\n{drawing}\n\n", i + 1);
            }
            out.into_bytes()
        }
        Form::Ron if wanted.len() == store.len() => solutions_file::write(source).into_bytes(),
        Form::Ron => {
            let mut part = store.empty();
            part.extend_from(store, wanted);
            let part = Source { store: &part, complete: false, ..source };
            solutions_file::write(part).into_bytes()
        }
        Form::Dlx => dlx::write(&source.encoding.problem, &source.puzzle.title).into_bytes(),
        Form::Xmpuzzle => {
            xmpuzzle::write(source.description, source.puzzle).map_err(|e| e.to_string())?
        }
    })
}

/// The board and the pieces in letters; of a cover puzzle what is drawn of it.
fn puzzle_text(puzzle: &Puzzle) -> String {
    match puzzle.cover {
        Some(_) => format!("{}\n\n{}\n", puzzle.title, text_art::solution(puzzle, &Placed::new())),
        None => blocks::write(puzzle),
    }
}
