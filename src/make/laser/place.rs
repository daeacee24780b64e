//! Where parts lie on sheets, and which places are possible for one that is moved.

use super::part::{CutPart, Region};
use super::path::Motion;
use crate::puzzle::making::{LaserSettings, Length, PlateSize, Position};

/// Where a part lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartPlace {
    /// The sheet, from 0.
    pub sheet: usize,
    /// The turn in degrees, clockwise.
    pub turn: u16,
    /// True if it is turned over, before the turn.
    pub flip: bool,
    /// The left and the upper end of its paths on the sheet, in micrometres.
    pub at: [u32; 2],
}

impl PartPlace {
    /// The motion that takes a part there.
    pub(super) fn motion(&self, part: &CutPart) -> Motion {
        let turned = Motion { turn: self.turn, flip: self.flip, shift: [0.0; 2] };
        let min = part.region(turned).bounds.min;
        Motion { shift: [0, 1].map(|k| f64::from(self.at[k]) / 1000.0 - min[k]), ..turned }
    }
}

/// Where all parts lie: a place for each, in their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nesting {
    /// The places.
    pub places: Vec<PartPlace>,
    /// For each part, true if its place is one that the settings keep.
    pub kept: Vec<bool>,
    /// The number of sheets.
    pub sheets: usize,
    /// The number of the material of each sheet, ascending.
    pub materials: Vec<usize>,
}

impl Nesting {
    /// The first sheet of a material, and the one after its last.
    fn sheets_of(&self, material: usize) -> [usize; 2] {
        [material, material + 1].map(|n| self.materials.partition_point(|own| *own < n))
    }

    /// A place of a part as it is kept in a file.
    pub fn position(&self, part: &CutPart, place: PartPlace) -> Position {
        let [first, _] = self.sheets_of(part.material);
        Position {
            part: part.key.clone(),
            sheet: (place.sheet - first.min(place.sheet)) as u16 + 1,
            x: Length::um(place.at[0]),
            y: Length::um(place.at[1]),
            turn: place.turn,
            flip: place.flip,
        }
    }

    /// The places of the parts that are kept, once a part is moved to another place.
    pub fn positions_with(
        &self,
        parts: &[CutPart],
        part: usize,
        place: PartPlace,
    ) -> Vec<Position> {
        let is_kept = |n: &usize| *n == part || self.kept[*n];
        let there = |n: usize| if n == part { place } else { self.places[n] };
        (0..parts.len()).filter(is_kept).map(|n| self.position(&parts[n], there(n))).collect()
    }
}

/// Why a part cannot lie at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlaceError {
    /// It reaches into the margin or beyond the plate.
    #[error("it would lie beyond the margin")]
    Margin,
    /// It is too near to another part, by its index.
    #[error("it would be closer to another part than the gap")]
    Near(usize),
}

/// Checks whether a part may lie at a place, beside the others of a layout that are kept where they
/// are: those that are not make room.
///
/// # Errors
/// Why it may not.
pub fn check_place(
    parts: &[CutPart],
    layout: &Nesting,
    part: usize,
    place: PartPlace,
    settings: &LaserSettings,
) -> Result<(), PlaceError> {
    let region = parts[part].region(place.motion(&parts[part]));
    let material = parts[part].material;
    if !lies_inside(&region, settings, settings.material(material).plate) {
        return Err(PlaceError::Margin);
    }
    let gap = settings.gap.in_mm() - 1e-6;
    for (other, at) in layout.places.iter().enumerate() {
        let is_beside = at.sheet == place.sheet && parts[other].material == material;
        if other != part && is_beside && layout.kept[other] {
            let neighbour = parts[other].region(at.motion(&parts[other]));
            if region.is_nearer(&neighbour, gap) {
                return Err(PlaceError::Near(other));
            }
        }
    }
    Ok(())
}

/// A place for a part on the next sheet of its material, as it is turned: as high up and then as far left
/// as it goes beside parts that are kept, in steps of a few millimetres. There is one, on a new sheet
/// at least.
pub fn free_place(
    parts: &[CutPart],
    layout: &Nesting,
    part: usize,
    settings: &LaserSettings,
) -> PartPlace {
    const STEP: usize = 4000;
    let now = layout.places[part];
    let least = settings.margin.in_um();
    let plate = settings.material(parts[part].material).plate;
    let most = [plate.width, plate.height].map(|length| length.in_um().saturating_sub(least));
    let [_, end] = layout.sheets_of(parts[part].material);
    for sheet in now.sheet + 1..=end {
        for y in (least..=most[1]).step_by(STEP) {
            for x in (least..=most[0]).step_by(STEP) {
                let place = PartPlace { sheet, at: [x, y], ..now };
                if check_place(parts, layout, part, place, settings).is_ok() {
                    return place;
                }
            }
        }
    }
    PartPlace { sheet: end, at: [least; 2], ..now }
}

/// Returns whether a region lies inside the margin of a plate.
pub(super) fn lies_inside(region: &Region, settings: &LaserSettings, plate: PlateSize) -> bool {
    let margin = settings.margin.in_mm();
    let size = [plate.width.in_mm(), plate.height.in_mm()];
    (0..2).all(|k| {
        region.bounds.min[k] >= margin - 1e-3 && region.bounds.max[k] <= size[k] - margin + 1e-3
    })
}
