//! The command-line settings common to all ways of making a puzzle of material.

pub(crate) mod laser;
pub(crate) mod paper;
pub(crate) mod print;

use std::fmt;
use std::sync::Arc;

use serde::de::DeserializeOwned;

use super::{CliError, ExportArgs, MakeArgs, open};
use crate::encode::Placed;
use crate::format::puzzle_file::Opened;
use crate::format::solutions_file::SolutionSet;
use crate::format::{Contents, preset};
use crate::job::variants::{VariantChoice, VariantList};
use crate::puzzle::{Description, Diagnostic, Puzzle};
use crate::text;
use crate::workbench::variants::description_of_variant;

impl MakeArgs {
    /// The settings of the preset, or those of the puzzle.
    pub(super) fn preset_or<T: Clone + DeserializeOwned>(&self, own: &T) -> Result<T, CliError> {
        self.preset.as_ref().map_or_else(|| Ok(own.clone()), |path| Ok(preset::read(path)?))
    }
}

/// The puzzle that something is made of, and the solution that is asked for.
struct MakeSubject {
    description: Description,
    puzzle: Arc<Puzzle>,
    placed: Option<Placed>,
}

impl MakeSubject {
    /// Opens the file; `verb` is what cannot be done with items and options.
    fn open(args: &ExportArgs, verb: &str) -> Result<MakeSubject, CliError> {
        match open_exported(args)? {
            Contents::Problem(_) => {
                Err(refused(args, format!("items and options have no geometry to {verb}")))
            }
            Contents::Puzzle(opened) => {
                solution_index(args, None)?;
                let (description, puzzle) = (opened.description, opened.puzzle);
                Ok(MakeSubject { description, puzzle, placed: None })
            }
            Contents::Solutions(set) => {
                let index = solution_index(args, Some(&set))?;
                let placed = index.map(|index| set.encoding.decode(&set.store.get(index)));
                Ok(MakeSubject { description: set.description, puzzle: set.puzzle, placed })
            }
        }
    }
}

/// Opens the file to export, and takes the variant of its puzzle that is asked for.
pub(super) fn open_exported(args: &ExportArgs) -> Result<Contents, CliError> {
    let contents = open(&args.file, args.problem)?;
    let Some(name) = &args.variant else { return Ok(contents) };
    let (description, puzzle) = match contents {
        Contents::Puzzle(opened) => (opened.description, opened.puzzle),
        Contents::Solutions(set) => (set.description, set.puzzle),
        Contents::Problem(_) => {
            return Err(refused(args, "items and options have no variants"));
        }
    };
    let choice = VariantChoice { only: Some(name.clone()), with_exceptions: true };
    let (list, _) = VariantList::chosen(&puzzle, &choice).map_err(|e| refused(args, e))?;
    let named = (0..list.len()).find(|&index| list.name(index).eq_ignore_ascii_case(name));
    let index = named.or((list.len() == 1).then_some(0)).ok_or_else(|| {
        let names: Vec<String> = (0..list.len().min(MAX_NAMES)).map(|n| list.name(n)).collect();
        let more = if list.len() > MAX_NAMES { ", …" } else { "" };
        refused(args, format!("{name:?} may be {}{more}; give the whole name", names.join(", ")))
    })?;
    let own = description_of_variant(&description, &list, index);
    let own = own.map_err(|refusal| refused(args, refusal))?;
    let problems = |problems: Vec<Diagnostic>| {
        refused(args, problems.first().map_or_else(String::new, ToString::to_string))
    };
    let puzzle = own.build().map_err(problems)?;
    Ok(Contents::Puzzle(Opened::new(own, Arc::new(puzzle))))
}

/// Names of variants that a message lists.
const MAX_NAMES: usize = 5;

/// Refuses to export the file.
pub(super) fn refused(args: &ExportArgs, why: impl fmt::Display) -> CliError {
    CliError::Message(format!("{}: {why}", args.file.display()))
}

/// Why there is nothing to export of a puzzle alone.
pub(super) const NO_SOLUTIONS: &str =
    "this file has no solutions; run solve with --out and export the file it writes";

/// The index of the solution that is asked for, if one is, among those of the file, if it has some.
pub(super) fn solution_index(
    args: &ExportArgs,
    set: Option<&SolutionSet>,
) -> Result<Option<usize>, CliError> {
    let Some(number) = args.solution else { return Ok(None) };
    let count = set.ok_or_else(|| refused(args, NO_SOLUTIONS))?.store.len() as u64;
    if number > count {
        let has = text::grouped(count);
        return Err(refused(args, format!("there is no solution {number}; the file has {has}")));
    }
    Ok(Some(number as usize - 1))
}
