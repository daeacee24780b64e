//! `polywright export`.

use std::fmt::Write as _;
use std::io::Write as _;
use std::sync::Arc;

use super::{CliError, ExportArgs, Form, Outcome, open};
use crate::encode::Encoding;
use crate::exact_cover::OptionId;
use crate::format::solutions_file::{self, Source, placed};
use crate::format::{self, Contents, SolutionSet, dlx, puzzle_file};
use crate::picture::{Style, png, svg, text};
use crate::puzzle::Puzzle;
use crate::solution::verify::Placed;
use crate::words;

/// A sheet with more solutions than this is no picture any more.
pub const MOST_ON_A_SHEET: usize = 2000;
/// Pixels a point of the SVG.
const ZOOM: f32 = 2.0;

pub(super) fn export(args: &ExportArgs) -> Result<Outcome, CliError> {
    let style =
        Style { names: !args.no_names, grid: !args.no_grid, outlines: args.outlines, dark: false };
    let bytes = match (open(&args.file)?, args.to) {
        (Contents::Problem(problem), Form::Dlx) => {
            dlx::write(&problem, &args.file.display().to_string()).into_bytes()
        }
        (Contents::Problem(_), _) => {
            let message = "items and options have no geometry to draw; export them --to dlx";
            return Err(CliError::Message(format!("{}: {message}", args.file.display())));
        }
        (Contents::Puzzle(_), _) if args.solution.is_some() => {
            let message = "is a puzzle without solutions; solve it with --out and export that file";
            return Err(CliError::Message(format!("{}: {message}", args.file.display())));
        }
        (Contents::Puzzle(opened), form) => match form {
            Form::Ron => puzzle_file::write(&opened.description).into_bytes(),
            Form::Svg => svg::puzzle(&opened.puzzle, style).into_bytes(),
            Form::Png => picture(&svg::puzzle(&opened.puzzle, style))?,
            Form::Txt => puzzle_text(&opened.puzzle).into_bytes(),
            Form::Dlx => problem_text(&opened.puzzle)?.into_bytes(),
        },
        (Contents::Solutions(set), form) => solutions(&set, form, args.solution, style)?,
    };
    match &args.out {
        Some(path) => format::write_file(path, &bytes)?,
        None if args.to == Form::Png => {
            return Err(CliError::Message("a PNG picture needs a file: add --out FILE.png".into()));
        }
        None => {
            // A closed pipe (`| head`) is the reader's choice, not an error.
            let _ = std::io::stdout().write_all(&bytes);
        }
    }
    Ok(Outcome::Done)
}

fn picture(svg: &str) -> Result<Vec<u8>, CliError> {
    png::render(svg, ZOOM).map_err(CliError::Message)
}

fn problem_text(puzzle: &Arc<Puzzle>) -> Result<String, CliError> {
    let encoding = Encoding::new(puzzle).map_err(|e| CliError::Message(e.to_string()))?;
    Ok(dlx::write(&encoding.problem, &puzzle.title))
}

/// The board and the pieces in letters.
fn puzzle_text(puzzle: &Puzzle) -> String {
    let mut out = format!("{}\n\n{}\n", puzzle.title, text::solution(puzzle, &Placed::new()));
    for piece in &puzzle.pieces {
        let marks: Vec<_> = piece.shape.sites().iter().map(|&s| (s, 'X')).collect();
        let art = crate::polyform::art::draw(puzzle.lattice, &marks);
        let _ = write!(out, "\n{} × {}\n{}\n", piece.name, piece.copies.words(), art.join("\n"));
    }
    out
}

fn solutions(
    set: &SolutionSet,
    form: Form,
    only: Option<u64>,
    style: Style,
) -> Result<Vec<u8>, CliError> {
    let count = set.store.len();
    if let Some(n) = only
        && n as usize > count
    {
        let message =
            format!("there is no solution {n}; the file has {}", words::grouped(count as u64));
        return Err(CliError::Message(message));
    }
    let wanted = only.map_or(0..count, |n| n as usize - 1..n as usize);
    let lay = |options: &[OptionId]| placed(&set.encoding, options);
    if matches!(form, Form::Svg | Form::Png) && wanted.len() > MOST_ON_A_SHEET {
        return Err(CliError::Message(format!(
            "{} solutions are too many for one picture, which holds {MOST_ON_A_SHEET}; pick one \
             with --solution N",
            words::grouped(wanted.len() as u64)
        )));
    }
    let drawn = || match only {
        Some(n) => svg::solution(&set.puzzle, &lay(set.store.get(n as usize - 1)), style),
        None => {
            let all: Vec<(u64, Placed)> =
                wanted.clone().map(|i| (i as u64 + 1, lay(set.store.get(i)))).collect();
            svg::sheet(&set.puzzle, &all, style)
        }
    };
    Ok(match form {
        Form::Svg => drawn().into_bytes(),
        Form::Png => picture(&drawn())?,
        Form::Txt => {
            let mut out = String::new();
            for i in wanted {
                let drawing = text::solution(&set.puzzle, &lay(set.store.get(i)));
                let _ = write!(out, "{}\n{drawing}\n\n", i + 1);
            }
            out.into_bytes()
        }
        Form::Dlx => problem_text(&set.puzzle)?.into_bytes(),
        Form::Ron => {
            let mut store = crate::solution::Store::default();
            for i in wanted.clone() {
                store.push(set.store.get(i), set.store.stabiliser(i));
            }
            solutions_file::write(Source {
                description: &set.description,
                puzzle: &set.puzzle,
                encoding: &set.encoding,
                group: &set.group,
                store: &store,
                counts: set.counts,
                complete: set.complete && wanted.len() == count,
            })
            .into_bytes()
        }
    })
}
