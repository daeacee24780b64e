//! `polywright export`.

use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::path::Path;

use super::file_work::{with_bar, writing};
use super::make::{laser, paper, print};
use super::{CliError, ExportArgs, Outcome, Target, open};
use crate::encode::Encoding;
use crate::exact_cover::Problem;
use crate::format::solutions_file::{SolutionSet, Source};
use crate::format::{self, Contents, cnf, dlx};
use crate::picture::{PictureSize, Style};
use crate::puzzle::making::PictureSettings;
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
        Contents::Puzzle(opened) => {
            let style = picture_style(args, &opened.description.make.picture)?;
            export::puzzle(&opened.description, &opened.puzzle, to, style)
        }
        Contents::Solutions(set) => {
            let style = picture_style(args, &set.source().description.make.picture)?;
            return solutions(args, to, &set, style);
        }
    };
    write_bytes(args, to, &bytes.map_err(CliError::Message)?)?;
    Ok(Outcome::Done)
}

/// Returns the style of a picture: that of the puzzle or the preset, changed by the flags.
fn picture_style(args: &ExportArgs, own: &PictureSettings) -> Result<Style, CliError> {
    let mut settings = match &args.make.preset {
        Some(path) => format::preset::read(path)?,
        None => own.clone(),
    };
    settings.names &= !args.no_names;
    settings.grid &= !args.no_grid;
    settings.outlines |= args.outlines;
    settings.transparent |= args.transparent;
    settings.caption |= args.caption;
    settings.width = args.width.unwrap_or(settings.width);
    settings.dpi = args.dpi.unwrap_or(settings.dpi);
    if let Some(unit) = args.make.unit {
        let most = PictureSize::MAX_UNIT;
        if unit > most {
            return Err(CliError::Message(format!(
                "--unit {unit}: a picture has at most {most} mm a unit"
            )));
        }
        settings.unit = unit;
    }
    Ok(Style::default().with(&settings))
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

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::super::{Command, CommandLine};
    use super::*;

    /// Exports an SVG picture with these arguments and returns its text.
    fn picture(folder: &Path, arguments: &[&str]) -> Result<String, String> {
        let out = folder.join("out.svg").display().to_string();
        let all = ["polywright", "export", "--to", "svg", "--out", &out];
        let parsed = CommandLine::try_parse_from(all.iter().chain(arguments));
        let Some(Command::Export(args)) = parsed.map_err(|e| e.to_string())?.command else {
            unreachable!("export")
        };
        export(&args).map_err(|error| error.to_string())?;
        Ok(std::fs::read_to_string(out).unwrap())
    }

    #[test]
    fn pictures_look_as_the_puzzle_says_or_a_preset_or_the_flags() {
        let folder = tempfile::tempdir().unwrap();
        let f = folder.path();
        let path = f.join("own.ron").display().to_string();
        let text =
            "(format: 1, title: \"Own\", lattice: Square, pieces: [Family(free: 2, copies: 3)],
            board: Rectangle(3, 2), make: (picture: (unit: 12, caption: true)))";
        std::fs::write(&path, text).unwrap();
        let preset = f.join("picture.ron").display().to_string();
        std::fs::write(&preset, "(unit: 25.4)").unwrap();
        // Three squares, and at each side a margin of a quarter of one.
        let width = |svg: &str| {
            let words = svg.split_once("width=\"").unwrap().1;
            words.split_once("mm\"").map(|(width, _)| width.parse::<f64>().unwrap())
        };
        let own = picture(f, &[&path]).unwrap();
        assert_eq!(width(&own), Some(42.0));
        assert!(own.contains(">Own</text>"));
        let other = picture(f, &[&path, "--preset", &preset]).unwrap();
        assert_eq!(width(&other), Some(88.9));
        assert!(!other.contains(">Own</text>"));
        let flags = picture(f, &[&path, "--preset", &preset, "--unit", "10", "--caption"]).unwrap();
        assert_eq!(width(&flags), Some(35.0));
        assert!(flags.contains(">Own</text>"));
        std::fs::write(&preset, "(colour: 3)").unwrap();
        assert!(picture(f, &[&path, "--preset", &preset]).unwrap_err().contains("colour"));
        let large = picture(f, &[&path, "--unit", "2000"]).unwrap_err();
        assert!(large.contains("at most 1000 mm"), "{large}");
    }
}
