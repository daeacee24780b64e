//! The command-line settings common to all ways of making a puzzle of material.

pub(crate) mod laser;
pub(crate) mod paper;
pub(crate) mod print;

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use serde::de::DeserializeOwned;

use super::export::{refused, solution_index};
use super::{CliError, ExportArgs, open};
use crate::encode::Placed;
use crate::format::{Contents, preset};
use crate::puzzle::making::{Length, PlateSize};
use crate::puzzle::{Description, Puzzle};

/// Settings of all ways to make a puzzle; what is not given is as the puzzle's file says.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Making")]
pub struct MakeArgs {
    /// A file of settings in RON, such as (unit: 20, plate: (256, 256)), used in place of those in the
    /// puzzle's file.
    #[arg(long, value_name = "FILE")]
    pub preset: Option<PathBuf>,
    /// The side of a square site or of a cube, such as 20, "20 mm" or "0.75 in"; of a picture (svg,
    /// png) too, which has no size in mm without it.
    #[arg(long, value_name = "LENGTH")]
    pub unit: Option<Length>,
    /// The distance that each face of a printed piece is moved inwards; for cut pieces, the gap
    /// between neighbours in the tray.
    #[arg(long, value_name = "LENGTH")]
    pub clearance: Option<Length>,
    /// The thickness of printed flat pieces, or of material cut with half-lap joints.
    #[arg(long, value_name = "LENGTH")]
    pub thickness: Option<Length>,
    /// The width of the bars that sticks are made as.
    #[arg(long, value_name = "LENGTH")]
    pub bar: Option<Length>,
    /// The size of the plate of the printer, or of the material that is cut, such as 220x220, A4, A3 or
    /// Letter.
    #[arg(long, value_name = "SIZE")]
    pub plate: Option<PlateSize>,
    /// The room between two parts.
    #[arg(long, value_name = "LENGTH")]
    pub gap: Option<Length>,
    /// The thickness of the walls of box, tray and lid, or the width of the frame when cutting.
    #[arg(long, value_name = "LENGTH")]
    pub wall: Option<Length>,
}

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
        match open(&args.file, args.problem)? {
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
