//! `polywright export`.

use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::path::Path;

use super::file_work::{with_bar, writing};
use super::{CliError, ExportArgs, Outcome, Target, laser, open, paper, print};
use crate::encode::Encoding;
use crate::exact_cover::Problem;
use crate::format::solutions_file::{SolutionSet, Source};
use crate::format::{self, Contents, cnf, dlx};
use crate::picture::{PictureSize, Style};
use crate::puzzle::making::Length;
use crate::text;
use crate::workbench::export::{self, Form};

pub(super) fn export(args: &ExportArgs) -> Result<Outcome, CliError> {
    if args.out.as_ref().is_some_and(|out| format::is_same_file(out, &args.file)) {
        return Err(CliError::Message(format!(
            "{}: this file is what is exported, and stays as it is; give --out another name",
            args.file.display()
        )));
    }
    match args.to {
        Target::Form(Form::Svg) if args.laser.is_asked() => laser::export(args),
        Target::Dxf => laser::export(args),
        _ if args.laser.is_asked() => {
            Err(CliError::Message("sheets for a laser cutter are written as svg or dxf".to_owned()))
        }
        Target::Form(form) => export_form(args, form),
        Target::Stl | Target::ThreeMf => print::export(args),
        Target::Pdf => paper::export(args),
    }
}

fn export_form(args: &ExportArgs, to: Form) -> Result<Outcome, CliError> {
    let style = Style {
        names: !args.no_names,
        grid: !args.no_grid,
        outlines: args.outlines,
        transparent: args.transparent,
        caption: args.caption,
        size: PictureSize {
            unit: picture_unit(args)?,
            width: args.width.unwrap_or(0),
            dpi: args.dpi.unwrap_or(0),
        },
        ..Style::default()
    };
    let file = args.file.display();
    let is_problem = matches!(to, Form::Dlx | Form::Cnf);
    let bytes = match open(&args.file, args.problem)? {
        Contents::Problem(problem) if is_problem => {
            return write_problem(&problem, &file.to_string(), to, args.out.as_deref());
        }
        Contents::Puzzle(opened) if is_problem && args.solution.is_none() => {
            let encoding = Encoding::new(&opened.puzzle);
            let encoding = encoding.map_err(|e| CliError::Message(e.to_string()))?;
            let title = &opened.puzzle.title;
            return write_problem(&encoding.problem, title, to, args.out.as_deref());
        }
        Contents::Problem(_) => {
            Err(format!("{file}: items and options have no geometry to draw; use --to dlx or cnf"))
        }
        Contents::Puzzle(_) if args.solution.is_some() => Err(format!(
            "{file}: this file has no solutions; run solve with --out and export the file it writes"
        )),
        Contents::Puzzle(opened) => export::puzzle(&opened.description, &opened.puzzle, to, style),
        Contents::Solutions(set) => return solutions(args, to, &set, style),
    };
    write_bytes(args, to, &bytes.map_err(CliError::Message)?)?;
    Ok(Outcome::Done)
}

/// The side of a square site in a picture of true size.
fn picture_unit(args: &ExportArgs) -> Result<Length, CliError> {
    let unit = args.make.unit.unwrap_or(Length::ZERO);
    if unit > PictureSize::MOST_UNIT {
        let most = PictureSize::MOST_UNIT;
        return Err(CliError::Message(format!(
            "--unit {unit}: a picture has at most {most} mm a unit"
        )));
    }
    Ok(unit)
}

/// The solutions of a file, or the one that is asked for, as a picture has room for one alone.
fn solutions(
    args: &ExportArgs,
    to: Form,
    set: &SolutionSet,
    style: Style,
) -> Result<Outcome, CliError> {
    let count = set.store.len();
    if let Some(n) = args.solution.filter(|&n| n > count as u64) {
        return Err(CliError::Message(format!(
            "{}: there is no solution {n}; the file has {}",
            args.file.display(),
            text::grouped(count as u64)
        )));
    }
    let source = set.source();
    let single = args.solution.map(|n| n as usize - 1);
    if let (Some(index), Form::Svg | Form::Png | Form::Text) = (single, to) {
        let placed = set.encoding.decode(&set.store.get(index));
        let bytes = export::solution(&set.puzzle, &placed, &[], index as u64 + 1, to, style);
        write_bytes(args, to, &bytes.map_err(CliError::Message)?)?;
        return Ok(Outcome::Done);
    }
    if let (Some(index), Form::Html) = (single, to) {
        let (store, counts) = export::part(source, index..index + 1);
        let part = Source { store: &store, counts, complete: set.complete && count == 1, ..source };
        let bytes = export::solutions(part, to, style).map_err(CliError::Message)?;
        write_bytes(args, to, &bytes)?;
        return Ok(Outcome::Done);
    }
    if !to.holds_any_number() {
        let bytes = export::solutions(source, to, style).map_err(CliError::Message)?;
        write_bytes(args, to, &bytes)?;
        return Ok(Outcome::Done);
    }
    match single {
        None => write_solutions(args, to, source, 1)?,
        Some(index) => {
            let (store, counts) = export::part(source, index..index + 1);
            let complete = set.complete && count == 1;
            let part = Source { store: &store, counts, complete, ..source };
            write_solutions(args, to, part, index as u64 + 1)?;
        }
    }
    Ok(Outcome::Done)
}

/// Writes solutions one after the other; `first` is the number of the first.
fn write_solutions(
    args: &ExportArgs,
    to: Form,
    source: Source<'_>,
    first: u64,
) -> Result<(), CliError> {
    match (&args.out, to) {
        (Some(path), form) => {
            let what = writing(path, export::expected_bytes(source, form));
            with_bar(what, |progress| {
                export::write_solutions(source, first, form, path, progress)
            })?;
        }
        (None, Form::Sqlite) => {
            let message = "a database cannot be printed; add --out FILE.sqlite";
            return Err(CliError::Message(message.to_owned()));
        }
        (None, form) => {
            let mut out = BufWriter::new(io::stdout().lock());
            let progress = &mut |_, _| ControlFlow::Continue(());
            // A closed pipe (`| head`) is the reader's choice, not an error.
            let _ = export::stream_solutions(source, first, form, &mut out, progress)
                .and_then(|()| out.flush());
        }
    }
    Ok(())
}

/// Writes to the named file, or prints what a terminal can show.
fn write_bytes(args: &ExportArgs, to: Form, bytes: &[u8]) -> Result<(), CliError> {
    let refuse = |message: &str| Err(CliError::Message(message.to_owned()));
    match (&args.out, to) {
        (Some(path), _) => format::write_file(path, bytes)?,
        (None, Form::Png) => return refuse("a PNG picture needs a file; add --out FILE.png"),
        (None, Form::Xmpuzzle) => {
            return refuse("a compressed file cannot be printed; add --out FILE.xmpuzzle");
        }
        (None, _) => {
            // A closed pipe (`| head`) is the reader's choice, not an error.
            let _ = io::stdout().write_all(bytes);
        }
    }
    Ok(())
}

/// Writes items and options, or their formula, which may be gigabytes of text, as they come.
fn write_problem(
    problem: &Problem,
    title: &str,
    to: Form,
    path: Option<&Path>,
) -> Result<Outcome, CliError> {
    fn write(problem: &Problem, title: &str, to: Form, out: &mut impl Write) -> io::Result<()> {
        match to {
            Form::Cnf => cnf::write_to(problem, title, out),
            _ => dlx::write_to(problem, title, out),
        }
    }
    match path {
        Some(path) => {
            format::write_file_with(path, |out| write(problem, title, to, out))?;
        }
        None => {
            let mut out = BufWriter::new(io::stdout().lock());
            match write(problem, title, to, &mut out).and_then(|()| out.flush()) {
                Err(error) if error.kind() == io::ErrorKind::InvalidInput => {
                    return Err(CliError::Message(error.to_string()));
                }
                // A closed pipe (`| head`) is the reader's choice, not an error.
                _ => {}
            }
        }
    }
    Ok(Outcome::Done)
}
