//! The puzzle or problem that a command is about, and the file of the solutions found of it.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::filter::write_by_ending;
use super::output::tell;
use super::{CliError, open, plan_error};
use crate::encode::Encoded;
use crate::exact_cover::Problem;
use crate::files;
use crate::format::solutions_file::Source;
use crate::format::{self, Contents, FileErrorKind};
use crate::job::{Subject, digest};
use crate::puzzle::Description;
use crate::solution::{Counts, Store};
use crate::text;

/// Reads the puzzle or problem in the named file, and the description of a puzzle.
pub(super) fn open_subject(
    file: &Path,
    problem: Option<u32>,
) -> Result<(Subject, Option<Description>), CliError> {
    let (puzzle, description) = match open(file, problem)? {
        Contents::Puzzle(opened) => (opened.puzzle, opened.description),
        Contents::Solutions(set) => (set.puzzle, set.description),
        Contents::Problem(problem) => {
            let title = file.display().to_string();
            return Ok((Subject::of_problem(title, Arc::<Problem>::from(problem)), None));
        }
    };
    let subject = Subject::try_from(puzzle).map_err(|error| plan_error(error.into()))?;
    Ok((subject, Some(description)))
}

/// Writes what a run found to a file. Where that already holds more solutions of the same puzzle, it
/// stays, and these go to a file beside it; where it cannot be written, to the folder of temporary
/// files.
///
/// # Errors
/// When it cannot be written; the message says where the solutions are instead.
pub(super) fn keep_solutions(
    path: &Path,
    subject: &Subject,
    description: Option<&Description>,
    store: &Store,
    (counts, complete): (Counts, bool),
) -> Result<(), CliError> {
    let write =
        |path: &Path| write_solutions(path, subject, description, store, (counts, complete));
    let held = (!complete).then(|| held(path, subject)).flatten();
    if let Some(held) = held.filter(|held| *held > store.len()) {
        let other = beside(path);
        write(&other)?;
        tell!(
            "{} holds {} of this puzzle, more than this run found, and stays; {} in {}",
            path.display(),
            text::count(held as u64, "solution"),
            text::count_of(store.len() as u64, ("solution is", "solutions are")),
            other.display()
        );
        return Ok(());
    }
    let error = match write(path) {
        Err(CliError::File(error)) if matches!(error.kind, FileErrorKind::Write(_)) => error,
        done => return done,
    };
    let other = std::env::temp_dir().join(path.file_name().unwrap_or_default());
    let is_kept = !store.is_empty() && !other.exists() && write(&other).is_ok();
    if is_kept {
        let other = other.display();
        return Err(CliError::Message(format!("{error}; the solutions are in {other}")));
    }
    Err(error.into())
}

/// The number of solutions that a file holds of a puzzle or problem; `None` where it is no such file.
fn held(path: &Path, subject: &Subject) -> Option<usize> {
    if !path.is_file() {
        return None;
    }
    let Ok(Contents::Solutions(set)) = files::open(path) else { return None };
    let own = digest(subject.problem(), subject.group());
    (digest(&set.encoding.problem, &set.group) == own).then(|| set.store.len())
}

/// A path beside another where there is no file yet: `name-2.ron` for `name.ron`.
fn beside(path: &Path) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let ending = path.extension().map_or_else(String::new, |own| format!(".{}", own.display()));
    let mut others = (2..).map(|n| path.with_file_name(format!("{stem}-{n}{ending}")));
    others.find(|other| !other.exists()).expect("a folder is finite")
}

/// Writes solutions to a file, in the form that its ending says.
pub(super) fn write_solutions(
    path: &Path,
    subject: &Subject,
    description: Option<&Description>,
    store: &Store,
    (counts, complete): (Counts, bool),
) -> Result<(), CliError> {
    match (subject, description) {
        (Subject::Puzzle(Encoded { puzzle, encoding, group }), Some(description)) => {
            let source = Source { description, puzzle, encoding, group, store, counts, complete };
            write_by_ending(path, source)
        }
        _ => Ok(format::write_file_with(path, |out| {
            write_option_lists(subject.problem(), store, out)
        })?),
    }
}

/// The solutions of a bare problem: each option on a line, solutions parted by empty lines.
fn write_option_lists(problem: &Problem, store: &Store, out: &mut dyn io::Write) -> io::Result<()> {
    let mut solution = Vec::new();
    for index in 0..store.len() {
        store.read(index, &mut solution);
        for &option in &solution {
            let items = problem.option(option).iter().map(|cell| {
                let name = &problem.item(cell.item).name;
                match cell.colour {
                    0 => name.clone(),
                    colour => format!("{name}:{}", problem.colour_name(colour)),
                }
            });
            writeln!(out, "{}", items.collect::<Vec<_>>().join(" "))?;
        }
        writeln!(out)?;
    }
    Ok(())
}
