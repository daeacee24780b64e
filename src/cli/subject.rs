//! The puzzle or problem that a command is about, and the file of the solutions found of it.

use std::io;
use std::path::Path;
use std::sync::Arc;

use super::filter::write_by_ending;
use super::{CliError, open, plan_error};
use crate::encode::Encoded;
use crate::exact_cover::Problem;
use crate::format::solutions_file::Source;
use crate::format::{self, Contents};
use crate::job::Subject;
use crate::puzzle::Description;
use crate::solution::{Counts, Store};

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
