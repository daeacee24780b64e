//! `polywright export`.

use std::io::{BufWriter, Write as _};
use std::path::Path;

use super::{CliError, ExportArgs, Outcome, open};
use crate::encode::Encoding;
use crate::exact_cover::Problem;
use crate::format::solutions_file::Source;
use crate::format::{self, Contents, dlx};
use crate::picture::Style;
use crate::words;
use crate::workbench::export::{self, Form};

pub(super) fn export(args: &ExportArgs) -> Result<Outcome, CliError> {
    let style = Style {
        names: !args.no_names,
        grid: !args.no_grid,
        outlines: args.outlines,
        ..Style::default()
    };
    let form = args.to;
    let file = args.file.display();
    let bytes = match open(&args.file, args.problem)? {
        Contents::Problem(problem) if args.to == Form::Dlx => {
            return write_problem(&problem, &file.to_string(), args.out.as_deref());
        }
        Contents::Puzzle(opened) if args.to == Form::Dlx && args.solution.is_none() => {
            let encoding = Encoding::new(&opened.puzzle);
            let encoding = encoding.map_err(|e| CliError::Message(e.to_string()))?;
            let title = &opened.puzzle.title;
            return write_problem(&encoding.problem, title, args.out.as_deref());
        }
        Contents::Problem(_) => {
            Err(format!("{file}: items and options have no geometry to draw; use --to dlx"))
        }
        Contents::Puzzle(_) if args.solution.is_some() => Err(format!(
            "{file}: this file has no solutions; run solve with --out and export the file it writes"
        )),
        Contents::Puzzle(opened) => {
            export::puzzle(&opened.description, &opened.puzzle, form, style)
        }
        Contents::Solutions(set) => {
            let count = set.store.len();
            let wanted = match args.solution {
                Some(n) if n as usize > count => {
                    return Err(CliError::Message(format!(
                        "{file}: there is no solution {n}; the file has {}",
                        words::grouped(count as u64)
                    )));
                }
                Some(n) => n as usize - 1..n as usize,
                None => 0..count,
            };
            if args.solution.is_some() && matches!(args.to, Form::Svg | Form::Png | Form::Text) {
                let placed = set.encoding.decode(set.store.get(wanted.start));
                export::solution(&set.puzzle, &placed, &[], form, style)
            } else {
                let source = Source {
                    description: &set.description,
                    puzzle: &set.puzzle,
                    encoding: &set.encoding,
                    group: &set.group,
                    store: &set.store,
                    counts: set.counts,
                    complete: set.complete,
                };
                export::solutions(source, wanted, form, style)
            }
        }
    };
    let bytes = bytes.map_err(CliError::Message)?;
    match &args.out {
        Some(path) => format::write_file(path, &bytes)?,
        None if args.to == Form::Png => {
            return Err(CliError::Message("a PNG picture needs a file; add --out FILE.png".into()));
        }
        None if args.to == Form::Xmpuzzle => {
            let message = "a compressed file cannot be printed; add --out FILE.xmpuzzle";
            return Err(CliError::Message(message.into()));
        }
        None => {
            // A closed pipe (`| head`) is the reader's choice, not an error.
            let _ = std::io::stdout().write_all(&bytes);
        }
    }
    Ok(Outcome::Done)
}

/// Writes items and options, which may be gigabytes of text, as they come.
fn write_problem(problem: &Problem, title: &str, path: Option<&Path>) -> Result<Outcome, CliError> {
    match path {
        Some(path) => {
            format::write_file_with(path, |out| dlx::write_to(problem, title, out))?;
        }
        None => {
            let mut out = BufWriter::new(std::io::stdout().lock());
            // A closed pipe (`| head`) is the reader's choice, not an error.
            let _ = dlx::write_to(problem, title, &mut out).and_then(|()| out.flush());
        }
    }
    Ok(Outcome::Done)
}
