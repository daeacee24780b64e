//! `polywright export`.

use std::io::{self, Write};
use std::ops::ControlFlow;

use super::file_work::{with_bar, write_metered, writing};
use super::make::{check_measures, laser, open_exported, paper, print, refused, solution_index};
use super::{CliError, ExportArgs, Outcome};
use crate::cli::output::{self, tell};
use crate::encode::Encoding;
use crate::files::{
    self, Constraint, ExportError, Format, Loss, PuzzleWriter, SheetWriter, SolutionsWriter,
};
use crate::format::Contents;
use crate::format::solutions_file::{SolutionSet, Source};
use crate::picture::canvas::NumberedSolution;
use crate::picture::{PictureSize, Style};
use crate::puzzle::Puzzle;
use crate::puzzle::making::PictureSettings;
use crate::solution::measures::ShownMeasures;
use crate::text;

pub(super) fn export(args: &ExportArgs) -> Result<Outcome, CliError> {
    let is_asked = args.laser.is_asked();
    match args.to {
        Format { sheets: Some(writer @ SheetWriter::Each(_)), solution, .. }
            if is_asked || solution.is_none() =>
        {
            laser::export(args, writer)
        }
        _ if is_asked => {
            Err(CliError::Message("sheets for a laser cutter are written as svg or dxf".to_owned()))
        }
        Format { parts: Some(writer), .. } => print::export(args, writer),
        Format { pages: true, .. } => paper::export(args),
        _ => export_document(args),
    }
}

/// Writes a puzzle or solutions.
fn export_document(args: &ExportArgs) -> Result<Outcome, CliError> {
    let to = args.to;
    let bytes = match (open_exported(args)?, &to.puzzle) {
        (Contents::Problem(problem), &PuzzleWriter::Problem(write)) => {
            let title = args.file.display().to_string();
            return write_text(args, |out| write(&problem, &title, out));
        }
        (Contents::Problem(_), _) => {
            let why = "items and options have no geometry to draw; use --to dlx or cnf";
            return Err(refused(args, why));
        }
        (Contents::Puzzle(opened), writer) => {
            solution_index(args, None)?;
            check_measures(args, None)?;
            let loss = say_losses(args, &opened.puzzle)?;
            if let PuzzleWriter::Problem(write) = writer {
                let encoding = Encoding::new(&opened.puzzle).map_err(ExportError::from)?;
                return write_text(args, |out| write(&encoding.problem, &opened.puzzle.title, out));
            }
            let style = picture_style(args, &opened.description.make.picture)?;
            to.write_puzzle(&opened.description, &opened.puzzle, style, loss)?
        }
        (Contents::Solutions(set), _) => {
            check_measures(args, Some(&set))?;
            let style = picture_style(args, &set.description.make.picture)?;
            return solutions(args, &set, style);
        }
    };
    write_bytes(args, &bytes)
}

/// Lists on standard error what the file will not hold of a puzzle.
///
/// # Errors
/// When it would be another puzzle, unless that is accepted.
fn say_losses(args: &ExportArgs, puzzle: &Puzzle) -> Result<Loss, CliError> {
    let losses = args.to.losses(puzzle);
    if losses.is_empty() {
        return Ok(Loss::Refused);
    }
    let words: Vec<&str> = losses.iter().map(|own| own.words()).collect();
    let (words, format) = (text::listed(&words), args.to.name);
    let loss = match losses.iter().any(|own| own.binds()) {
        true if !args.lossy => {
            let way = match losses.contains(&Constraint::Variants) {
                true => "name one by --variant, or add --lossy",
                false => "add --lossy to write it without, or export it as ron",
            };
            let why = format!("{format} has no place for {words}, so this would be another puzzle");
            return Err(refused(args, format!("{why}; {way}")));
        }
        true => Loss::Accepted,
        false => Loss::Refused,
    };
    tell!("{}: {format} has no place for {words}", args.file.display());
    Ok(loss)
}

/// Returns the style of a picture: that of the puzzle or the preset, changed by the flags.
fn picture_style(args: &ExportArgs, own: &PictureSettings) -> Result<Style, CliError> {
    let mut settings = args.make.preset_or(own)?;
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
                "--unit {unit}: a picture has at most {most} mm per unit"
            )));
        }
        settings.unit = unit;
    }
    let measures = ShownMeasures::new(args.measures.iter().copied()).ok_or_else(|| {
        let most = ShownMeasures::MAX;
        CliError::Message(format!("--measures: at most {most} stand below a solution"))
    })?;
    Ok(Style { measures, ..Style::default().with(&settings) })
}

/// The solutions of a file, or the one that is asked for, as a picture has room for one alone.
fn solutions(args: &ExportArgs, set: &SolutionSet, style: Style) -> Result<Outcome, CliError> {
    let to = args.to;
    let loss = match to.solutions {
        SolutionsWriter::None => say_losses(args, &set.puzzle)?,
        _ => Loss::Refused,
    };
    // A filtered list says so.
    let style = Style { caption: style.caption || set.store.is_filtered(), ..style };
    let write = |source: Source<'_>| match to.holds_any_number() {
        true => write_list(args, source),
        false => write_bytes(args, &to.write_solutions(source, style, loss)?),
    };
    let Some(index) = solution_index(args, Some(set))? else { return write(set.source()) };
    if to.solution.is_none() {
        return files::with_part(set.source(), index..index + 1, write);
    }
    let (puzzle, placed) = (&set.puzzle, &set.encoding.decode(&set.store.get(index)));
    let number = Some(set.store.number(index));
    let solution = NumberedSolution { puzzle, placed, hidden: &[], number };
    write_bytes(args, &to.write_solution(&solution, style)?)
}

/// Writes solutions one after the other.
fn write_list(args: &ExportArgs, source: Source<'_>) -> Result<Outcome, CliError> {
    let to = args.to;
    match (&args.out, to.needs_file) {
        (Some(path), _) => {
            let what = writing(path, to.expected_bytes(source));
            with_bar(what, |progress| to.write_list(source, path, progress))?;
            Ok(Outcome::Done)
        }
        (None, None) => {
            let progress = &mut |_, _| ControlFlow::Continue(());
            write_text(args, |out| to.stream_list(source, out, progress))
        }
        (None, Some(why)) => Err(needs_file(to, why)),
    }
}

/// Refuses to print what is no text.
fn needs_file(to: &Format, why: &str) -> CliError {
    CliError::Message(format!("{why}; add --out FILE.{}", to.id))
}

/// Writes to the named file, or prints what a terminal can show.
fn write_bytes(args: &ExportArgs, bytes: &[u8]) -> Result<Outcome, CliError> {
    match (&args.out, args.to.needs_file) {
        (None, Some(why)) => Err(needs_file(args.to, why)),
        _ => write_text(args, |out| out.write_all(bytes)),
    }
}

/// Writes what may be gigabytes of text to the named file or standard output, as it comes.
fn write_text(
    args: &ExportArgs,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<Outcome, CliError> {
    match &args.out {
        Some(path) => write_metered(path, write)?,
        None => output::data(write)?,
    }
    Ok(Outcome::Done)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

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
    fn measures_are_for_sheets_of_solutions() {
        let folder = tempfile::tempdir().unwrap();
        let f = folder.path();
        let puzzle = "pentominoes-3x20";
        let why = picture(f, &[puzzle, "--measures", "border,crossroads"]).unwrap_err();
        assert!(why.contains("--measures is for sheets and posters of solutions"), "{why}");
        let why = picture(f, &[puzzle, "--measures", "charm"]).unwrap_err();
        assert!(why.contains("there is no measure charm"), "{why}");
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
