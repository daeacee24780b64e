//! The puzzle or problem that a command is about, and the file of the solutions found of it.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::file_work::{with_bar, writing};
use super::filter::write_by_ending;
use super::output::tell;
use super::{CliError, open, plan_error};
use crate::encode::Encoded;
use crate::exact_cover::Problem;
use crate::files;
use crate::format::solutions_file::{self, Source};
use crate::format::{self, Contents, FileErrorKind, solution_lines};
use crate::job::{Subject, digest};
use crate::natural::Natural;
use crate::puzzle::{Description, Puzzle};
use crate::solution::{Counts, SolutionList, Store};
use crate::text;

/// Reads the puzzle or problem in the named file, and the description of a puzzle. Of a bare problem the
/// symmetries are not looked for.
pub(super) fn open_subject(
    file: &Path,
    problem: Option<u32>,
) -> Result<(Subject, Option<Description>), CliError> {
    subject_of(file, open(file, problem)?)
}

/// A subject with its symmetries; a bare problem without them if it `is_plain`.
///
/// # Errors
/// When a puzzle is to have none.
pub(super) fn with_symmetries(subject: Subject, is_plain: bool) -> Result<Subject, CliError> {
    match (is_plain, subject.encoded()) {
        (true, Some(_)) => Err(CliError::Message(
            "--no-symmetry is for items and options (.dlx); the symmetries of a puzzle are those of its \
             board"
                .to_owned(),
        )),
        (true, None) => Ok(subject),
        (false, _) => Ok(subject.with_symmetries()),
    }
}

/// Reads the puzzle in the named file, with its description.
///
/// # Errors
/// When it cannot be read, or has no pieces; `refusal` says what is asked of these.
pub(super) fn open_puzzle(
    file: &Path,
    problem: Option<u32>,
    refusal: &str,
) -> Result<(Description, Arc<Puzzle>), CliError> {
    match open(file, problem)? {
        Contents::Puzzle(opened) => Ok((opened.description, opened.puzzle)),
        Contents::Solutions(set) => Ok((set.description, set.puzzle)),
        Contents::Problem(_) => {
            Err(CliError::Message(format!("{}: items and options {refusal}", file.display())))
        }
    }
}

/// The puzzle or problem of a file that was read.
pub(super) fn subject_of(
    file: &Path,
    contents: Contents,
) -> Result<(Subject, Option<Description>), CliError> {
    let (puzzle, description) = match contents {
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
    list: SolutionList<'_>,
    (counts, complete): (Counts<Natural>, bool),
) -> Result<(), CliError> {
    let write = |path: &Path| write_solutions(path, subject, description, list, (counts, complete));
    let held = (!complete).then(|| held(path, subject)).flatten();
    if let Some(held) = held.filter(|held| *held > list.len()) {
        let other = beside(path);
        write(&other)?;
        tell!(
            "{} holds {} of this puzzle, more than this run found, and stays; {} in {}",
            path.display(),
            text::count(held as u64, "solution"),
            text::count_of(list.len() as u64, ("solution is", "solutions are")),
            other.display()
        );
        return Ok(());
    }
    let error = match write(path) {
        Err(CliError::File(error)) if matches!(error.kind, FileErrorKind::Write(_)) => error,
        done => return done,
    };
    let other = std::env::temp_dir().join(path.file_name().unwrap_or_default());
    let is_kept = !list.is_empty() && !other.exists() && write(&other).is_ok();
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
    list: SolutionList<'_>,
    (counts, complete): (Counts<Natural>, bool),
) -> Result<(), CliError> {
    let empty = Store::default();
    let (store, sorted) = match list {
        SolutionList::Store(store) => (store, None),
        SolutionList::Sorted(_) => (&empty, Some(list)),
    };
    match (subject, description) {
        (Subject::Puzzle(Encoded { puzzle, encoding, group }), Some(description)) => {
            let source = Source { description, puzzle, encoding, group, store, counts, complete };
            match sorted {
                Some(list) => write_sorted(path, source, list),
                None => write_by_ending(path, source),
            }
        }
        _ => Ok(format::write_file_with(path, |out| {
            write_option_lists(subject.problem(), list, out)
        })?),
    }
}

/// Returns whether solutions of a file of this name can be written by [`write_solutions`] without a
/// store.
pub(super) fn takes_sorted(path: &Path) -> bool {
    !files::SQLITE.is_named(path)
}

/// Writes solutions that are sorted outside of memory, in the form that the ending of the file says.
fn write_sorted(path: &Path, source: Source<'_>, list: SolutionList<'_>) -> Result<(), CliError> {
    let write = match files::LINES.is_named(path) {
        true => solution_lines::write_list,
        false => solutions_file::write_list,
    };
    let written = with_bar(writing(path, None), |progress| {
        format::write_file_with(path, |out| write(source, list, out, progress))
    });
    Ok(written?)
}

/// The solutions of a bare problem: each option on a line, solutions parted by empty lines.
fn write_option_lists(
    problem: &Problem,
    list: SolutionList<'_>,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    list.visit(&mut |_, solution, _| {
        for &option in solution {
            let items = problem.option(option).iter().map(|cell| {
                let name = &problem.item(cell.item).name;
                match cell.colour {
                    0 => name.clone(),
                    colour => format!("{name}:{}", problem.colour_name(colour)),
                }
            });
            writeln!(out, "{}", items.collect::<Vec<_>>().join(" "))?;
        }
        writeln!(out)
    })
}
