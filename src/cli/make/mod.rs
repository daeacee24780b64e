//! The command-line settings common to all ways of making a puzzle of material.

pub(crate) mod laser;
pub(crate) mod paper;
pub(crate) mod print;

use std::fmt;
use std::sync::Arc;

use serde::de::DeserializeOwned;

use super::{CliError, ExportArgs, MakeArgs, open};
use crate::encode::Placed;
use crate::format::solutions_file::SolutionSet;
use crate::format::{Contents, preset};
use crate::puzzle::{Description, Puzzle};
use crate::solution::Excerpt;
use crate::solution::measures::Measurer;
use crate::text;
use crate::workbench::variants::variant_named;

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
    let named = variant_named(&description, &puzzle, name).map_err(|why| refused(args, why))?;
    Ok(Contents::Puzzle(named))
}

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
    let store = &set.ok_or_else(|| refused(args, NO_SOLUTIONS))?.store;
    store.index_of(number).map(Some).ok_or_else(|| {
        let mut has = text::grouped(store.len() as u64);
        if let Some(caption) = store.excerpt().map(Excerpt::caption).filter(|own| !own.is_empty()) {
            has = text::uncapitalised(&caption);
        }
        refused(args, format!("there is no solution {number}; the file has {has}"))
    })
}

/// Refuses measures that are not written, or say nothing of the solutions.
pub(super) fn check_measures(args: &ExportArgs, set: Option<&SolutionSet>) -> Result<(), CliError> {
    if args.measures.is_empty() {
        return Ok(());
    }
    let is_sheet = args.to.picture.is_some() || args.to.pages;
    let Some(set) = set.filter(|_| is_sheet && args.solution.is_none()) else {
        let why = "--measures is for sheets and posters of solutions (svg, png, pdf)";
        return Err(CliError::Message(why.to_owned()));
    };
    let measurer = Measurer::new(&set.puzzle, &set.encoding, &set.group);
    args.measures.iter().try_for_each(|&measure| {
        let id = measure.row().id;
        measurer.applies(measure).map_err(|why| refused(args, format!("--measures {id}: {why}")))
    })
}
