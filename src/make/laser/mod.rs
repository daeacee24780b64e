//! Sheets for a laser cutter, a mill or a plotter.
//!
//! [`part_list`] makes the parts: pieces with clearance, kerf and round corners, and the tray.
//! [`nest`] lays them on plates, and a [`Sheet`] is what is cut from one of
//! them, in cutting order, as a drawing with a layer for each operation. [`one_sheet()`] cuts a
//! solution as it lies. Lengths are in millimetres, exact but for the rounding of floats: outlines are
//! followed in integers, then moved and rounded.
//!
//! ```
//! use polywright::format::bundled;
//! use polywright::make::laser::Sheets;
//! use polywright::puzzle::making::LaserSettings;
//!
//! let puzzle = bundled::named("pentominoes-6x10".as_ref()).map(|n| bundled::ALL[n].open()).unwrap();
//! let settings = LaserSettings::default();
//! let sheets = Sheets::new(&puzzle.puzzle, &settings, &|| false, &mut |_| {}).unwrap();
//! // Twelve pieces, a frame with a window, and a base.
//! assert_eq!(sheets.totals().contours, 15);
//! ```

mod area;
mod artwork;
mod bars;
mod error;
mod grips;
mod laps;
mod letters;
mod nest;
mod one_sheet;
mod operation;
mod outline;
mod part;
mod parts;
pub(crate) mod path;
mod place;
mod raster;
mod sheet;
mod sides;
mod tabs;
#[cfg(test)]
mod tests;
mod tray;

use std::sync::Arc;

pub use area::{fill_strips, strips};
pub use artwork::{ArtworkError, MAX_BYTES, read_svg};
pub use error::LaserError;
pub use nest::nest;
pub use one_sheet::one_sheet;
pub use operation::Operation;
pub use part::{CutPart, PartKind, PartLine};
pub use parts::{MAX_PARTS, PartList, part_list, solution_strips};
pub use place::{Nesting, PartPlace, PlaceError, check_place, free_place};
pub use sheet::{Sheet, Totals, layer};

use crate::encode::Placed;
use crate::picture::drawing::Drawing;
use crate::picture::{Bounds, Xy};
use crate::puzzle::Puzzle;
use crate::puzzle::making::LaserSettings;

/// The parts of a puzzle on their sheets.
#[derive(Clone, Debug)]
pub struct Sheets {
    /// The parts.
    pub list: Arc<PartList>,
    /// Where they lie.
    pub layout: Nesting,
    /// The settings by which they were made.
    pub settings: Arc<LaserSettings>,
}

impl Sheets {
    /// Makes the parts of a puzzle and lays them out; see [`nest`] for `stop` and `best`.
    ///
    /// # Errors
    /// What keeps it from being cut, or [`LaserError::Cancelled`].
    pub fn new(
        puzzle: &Puzzle,
        settings: &LaserSettings,
        stop: &dyn Fn() -> bool,
        best: &mut dyn FnMut(Sheets),
    ) -> Result<Sheets, LaserError> {
        let list = part_list(puzzle, settings)?;
        Sheets::arranged(list, settings, stop, best)
    }

    /// Makes the strips of a solution, with slots where its pieces cross or meet, and lays them out, as
    /// [`new`](Sheets::new) does it with the parts of a puzzle.
    ///
    /// # Errors
    /// What keeps it from being cut so, or [`LaserError::Cancelled`].
    pub fn of_solution(
        puzzle: &Puzzle,
        placed: &Placed,
        settings: &LaserSettings,
        stop: &dyn Fn() -> bool,
        best: &mut dyn FnMut(Sheets),
    ) -> Result<Sheets, LaserError> {
        let list = solution_strips(puzzle, placed, settings)?;
        Sheets::arranged(list, settings, stop, best)
    }

    fn arranged(
        list: PartList,
        settings: &LaserSettings,
        stop: &dyn Fn() -> bool,
        best: &mut dyn FnMut(Sheets),
    ) -> Result<Sheets, LaserError> {
        let list = Arc::new(list);
        let settings = Arc::new(settings.clone());
        let with = |layout: Nesting| Sheets {
            list: Arc::clone(&list),
            layout,
            settings: Arc::clone(&settings),
        };
        let layout = nest(&list.parts, &settings, stop, &mut |found| best(with(found.clone())))?;
        Ok(with(layout))
    }

    /// The parts on a sheet, by their indices.
    pub fn parts_on(&self, sheet: usize) -> impl Iterator<Item = usize> + '_ {
        let places = self.layout.places.iter().enumerate();
        places.filter(move |(_, place)| place.sheet == sheet).map(|(n, _)| n)
    }

    /// Returns all that is cut from a sheet, counted from 0.
    pub fn sheet(&self, sheet: usize) -> Sheet {
        let mut lines = Vec::new();
        for n in self.parts_on(sheet) {
            let (paths, texts) = self.laid(n, self.layout.places[n]);
            lines.extend(paths);
            lines.extend(texts);
        }
        Sheet::ordered(lines)
    }

    /// The drawings of all sheets.
    pub fn drawings(&self) -> Vec<Drawing> {
        let drawing = |n: usize| self.sheet(n).drawing(&self.settings, self.layout.materials[n]);
        (0..self.layout.sheets).map(drawing).collect()
    }

    /// The paths of a part at a place, and the lines of its texts.
    pub fn laid(&self, part: usize, place: PartPlace) -> (Vec<PartLine>, Vec<PartLine>) {
        let part = &self.list.parts[part];
        let laid = part.laid(place.motion(part));
        (laid.paths, laid.texts)
    }

    /// Where a point of a part lies when the part lies at a place.
    pub fn point_at(&self, part: usize, place: PartPlace) -> impl Fn(Xy) -> Xy + use<> {
        let part = &self.list.parts[part];
        let motion = place.motion(part);
        move |at| motion.apply(at)
    }

    /// The bounds of a part at a place.
    pub fn bounds_at(&self, part: usize, place: PartPlace) -> Bounds {
        let part = &self.list.parts[part];
        part.region(place.motion(part)).bounds
    }

    /// Returns the totals for all sheets.
    pub fn totals(&self) -> Totals {
        let sheets: Vec<Sheet> = (0..self.layout.sheets).map(|n| self.sheet(n)).collect();
        let area = self.list.parts.iter().map(CutPart::area).sum();
        let plates = self.layout.materials.iter().map(|&n| self.settings.material(n).plate.area());
        Totals::new(&sheets, area, plates.sum(), &self.settings)
    }

    /// The materials that parts are cut from, each with its number and its number of sheets; empty
    /// where there is only the main one.
    pub fn materials(&self) -> Vec<(usize, usize)> {
        if self.settings.materials.is_empty() {
            return Vec::new();
        }
        let runs = self.layout.materials.chunk_by(|a, b| a == b);
        runs.map(|run| (run[0], run.len())).collect()
    }
}
