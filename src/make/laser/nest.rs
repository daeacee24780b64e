//! Laying parts on sheets so that they need few, each clear of the others by the gap.
//!
//! Parts are laid one after the other, each as high up and then as far left as it goes on the first sheet
//! with room, turned as it lies highest. That is done for several orders of the parts; the best layout
//! wins. Nothing depends on the time that it takes, so the same parts always lie the same way. Each material
//! has sheets of its own.

use rustc_hash::FxHashMap;

use super::LaserError;
use super::part::{CutPart, Region};
use super::path::Motion;
use super::place::{Nesting, PartPlace, lies_inside};
use super::raster::{Mask, Room};
use crate::picture::Xy;
use crate::puzzle::making::{LaserSettings, PlateSize};
use crate::random::{GOLDEN, Random};

/// Cells along the longer side of a sheet, about.
const CELLS: f64 = 320.0;
/// The least and the greatest side of a cell, in millimetres.
const CELL_RANGE: [f64; 2] = [0.25, 4.0];
/// Orders that are tried, at most, and words that are looked at before no other is begun.
const ORDERS: usize = 12;
const WORK: u64 = 3_000_000_000;
/// The extra width of a gap beyond what is asked, in millimetres, as arcs are treated as straight
/// lines.
const SAFE: f64 = 0.012;
/// Halvings in which a part is moved up to its neighbours.
const HALVINGS: usize = 12;

/// Lays out all parts. Places kept in the settings hold where they are possible; the other parts are laid around
/// them. `best` is called with each layout that is better than those before it.
///
/// Cost: a second or two for some dozens of parts; `stop` ends it, and the best layout
/// so far is taken.
///
/// # Errors
/// When a part is larger than the plate, or nothing was laid out before it was cancelled.
pub fn nest(
    parts: &[CutPart],
    settings: &LaserSettings,
    stop: &dyn Fn() -> bool,
    best: &mut dyn FnMut(&Nesting),
) -> Result<Nesting, LaserError> {
    let mut materials: Vec<usize> = parts.iter().map(|part| part.material).collect();
    materials.sort_unstable();
    materials.dedup();
    let nests = materials.iter().map(|&material| Nest::new(parts, settings, material));
    let nests = nests.collect::<Result<Vec<Nest<'_>>, LaserError>>()?;
    // The best layout of each material so far.
    let mut found: Vec<(Score, Laid)> = Vec::new();
    let mut is_over = vec![false; nests.len()];
    let mut work = 0;
    'orders: for n in 0..ORDERS {
        for (i, nest) in nests.iter().enumerate() {
            if is_over[i] {
                continue;
            }
            let Some((score, laid)) = nest.lay(&nest.order(n), stop, &mut work) else {
                break 'orders;
            };
            let is_better = found.get(i).is_none_or(|(best, _)| score < *best);
            if is_better {
                match found.get_mut(i) {
                    Some(best) => *best = (score, laid),
                    None => found.push((score, laid)),
                }
                if found.len() == nests.len() {
                    best(&joined(&nests, &found));
                }
            }
            let is_least = found[i].1.sheets <= nest.least_sheets();
            is_over[i] = work > WORK || nest.free.len() < 2 || is_least && n >= 3;
        }
    }
    if found.len() < nests.len() {
        return Err(LaserError::Cancelled);
    }
    Ok(joined(&nests, &found))
}

/// The layouts of all materials as one, the sheets of one after those of another.
fn joined(nests: &[Nest<'_>], found: &[(Score, Laid)]) -> Nesting {
    let count = nests.first().map_or(0, |nest| nest.parts.len());
    let mut whole = Nesting {
        places: vec![NOWHERE; count],
        kept: vec![false; count],
        sheets: 0,
        materials: Vec::new(),
    };
    for (nest, (_, laid)) in nests.iter().zip(found) {
        for &(part, place) in &laid.places {
            whole.places[part] = PartPlace { sheet: whole.sheets + place.sheet, ..place };
        }
        for (part, _) in &nest.kept {
            whole.kept[*part] = true;
        }
        whole.sheets += laid.sheets;
        whole.materials.resize(whole.sheets, nest.material);
    }
    whole
}

const NOWHERE: PartPlace = PartPlace { sheet: 0, turn: 0, flip: false, at: [0; 2] };

/// The places of the parts of one material, on sheets counted from 0.
struct Laid {
    places: Vec<(usize, PartPlace)>,
    sheets: usize,
}

/// The score of a layout, lower is better: sheets, then how far down the last one is used, in
/// micrometres.
type Score = (usize, u64);

/// A way to turn a part.
struct Turned {
    motion: Motion,
    region: Region,
    mask: Mask,
}

/// The parts of one material.
struct Nest<'p> {
    /// All parts, those of other materials among them.
    parts: &'p [CutPart],
    material: usize,
    /// The ways to turn each sort of part.
    turned: FxHashMap<usize, Vec<Turned>>,
    /// The places that are kept.
    kept: Vec<(usize, PartPlace)>,
    /// The other parts.
    free: Vec<usize>,
    cell: f64,
    /// The size of a sheet inside its margin.
    room: Xy,
    margin: f64,
    gap: f64,
}

/// A sheet while it is filled.
struct FilledSheet {
    room: Room,
    regions: Vec<Region>,
    /// From which row on there may be room for each sort of part; none if there is not.
    from: FxHashMap<usize, Option<usize>>,
}

impl<'p> Nest<'p> {
    fn new(
        parts: &'p [CutPart],
        settings: &LaserSettings,
        material: usize,
    ) -> Result<Nest<'p>, LaserError> {
        let margin = settings.margin.in_mm();
        let plate = settings.material(material).plate;
        let size = [plate.width.in_mm(), plate.height.in_mm()];
        let room = size.map(|n| n - 2.0 * margin);
        if room[0] <= 0.0 || room[1] <= 0.0 {
            return Err(LaserError::Margin(settings.margin));
        }
        let cell = (room[0].max(room[1]) / CELLS).clamp(CELL_RANGE[0], CELL_RANGE[1]);
        let mut turned: FxHashMap<usize, Vec<Turned>> = FxHashMap::default();
        for part in parts.iter().filter(|part| part.material == material) {
            if turned.contains_key(&part.sort) {
                continue;
            }
            let way = |motion: Motion| {
                let region = part.region(motion);
                let fits = (0..2).all(|k| region.bounds.size()[k] <= room[k] + 1e-6);
                fits.then(|| Turned { motion, mask: Mask::new(&region, cell), region })
            };
            let ways: Vec<Turned> = part.motions().into_iter().filter_map(way).collect();
            if ways.is_empty() {
                return Err(too_large(part, room));
            }
            turned.insert(part.sort, ways);
        }
        let (kept, free) = kept_places(parts, settings, material, plate);
        let gap = settings.gap.in_mm();
        Ok(Nest { parts, material, turned, kept, free, cell, room, margin, gap })
    }

    /// The fewest sheets that the area of the parts needs.
    fn least_sheets(&self) -> usize {
        let own = self.parts.iter().filter(|part| part.material == self.material);
        let area: f64 = own.map(CutPart::area).sum();
        (area / (self.room[0] * self.room[1])).ceil().max(1.0) as usize
    }

    /// The parts in an order: by their size in some sense first, then as that, shaken.
    fn order(&self, n: usize) -> Vec<usize> {
        let size = |part: usize| {
            let part = &self.parts[part];
            let [width, height] = self.turned[&part.sort][0].region.bounds.size();
            match n % 3 {
                0 => width * height,
                1 => width.max(height) * 1e4 + part.area(),
                _ => part.area(),
            }
        };
        let mut random = Random::with_state(GOLDEN ^ n as u64);
        let mut order: Vec<(f64, usize)> = self
            .free
            .iter()
            .map(|&part| {
                let shake = if n < 3 { 1.0 } else { 0.7 + 0.6 * random.fine_fraction() };
                (size(part) * shake, part)
            })
            .collect();
        order.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        order.into_iter().map(|(_, part)| part).collect()
    }

    fn new_sheet(&self) -> FilledSheet {
        let room = Room::new(self.room, self.cell);
        FilledSheet { room, regions: Vec::new(), from: FxHashMap::default() }
    }

    fn put(&self, sheet: &mut FilledSheet, region: Region) {
        let inside = region.shifted([-self.margin; 2]);
        sheet.room.block(&inside, self.gap + SAFE);
        sheet.regions.push(region);
    }

    /// Lays the parts in an order; `None` when it is stopped.
    fn lay(
        &self,
        order: &[usize],
        stop: &dyn Fn() -> bool,
        work: &mut u64,
    ) -> Option<(Score, Laid)> {
        let mut sheets: Vec<FilledSheet> = Vec::new();
        let mut places = Vec::with_capacity(self.kept.len() + order.len());
        for &(part, place) in &self.kept {
            while sheets.len() <= place.sheet {
                sheets.push(self.new_sheet());
            }
            let region = self.parts[part].region(place.motion(&self.parts[part]));
            self.put(&mut sheets[place.sheet], region);
            places.push((part, place));
        }
        for &part in order {
            let mut n = 0;
            let place = loop {
                if stop() {
                    return None;
                }
                if n == sheets.len() {
                    sheets.push(self.new_sheet());
                }
                let found = self.find(&mut sheets[n], part, work);
                if let Some((place, region)) = found {
                    self.put(&mut sheets[n], region);
                    break PartPlace { sheet: n, ..place };
                }
                n += 1;
            };
            places.push((part, place));
        }
        // A kept place may leave sheets before it empty.
        let is_used: Vec<bool> = sheets.iter().map(|sheet| !sheet.regions.is_empty()).collect();
        for (_, place) in &mut places {
            place.sheet = is_used[..place.sheet].iter().filter(|used| **used).count();
        }
        sheets.retain(|sheet| !sheet.regions.is_empty());
        let last = sheets
            .last()
            .map_or(0.0, |sheet| sheet.regions.iter().map(|r| r.bounds.max[1]).fold(0.0, f64::max));
        let score = (sheets.len(), (last * 1000.0) as u64);
        Some((score, Laid { places, sheets: sheets.len() }))
    }

    /// The best place for a part on a sheet: where its lower end is highest.
    fn find(
        &self,
        sheet: &mut FilledSheet,
        part: usize,
        work: &mut u64,
    ) -> Option<(PartPlace, Region)> {
        let sort = self.parts[part].sort;
        let from = sheet.from.get(&sort).copied().unwrap_or(Some(0))?;
        let mut best: Option<(f64, f64, &Turned, Xy)> = None;
        let mut first_row = usize::MAX;
        for turned in &self.turned[&sort] {
            let size = turned.region.bounds.size();
            let most = [0, 1].map(|k| ((self.room[k] - size[k]).max(0.0) / self.cell) as usize);
            let Some([column, row]) = sheet.room.place(&turned.mask, from, most, work) else {
                continue;
            };
            first_row = first_row.min(row);
            let at = [column, row].map(|n| n as f64 * self.cell);
            let low = at[1] + size[1];
            if best.as_ref().is_none_or(|b| (low, at[0]) < (b.0, b.1)) {
                best = Some((low, at[0], turned, at));
            }
        }
        // Sheets only get fuller: above that row there never is room again.
        sheet.from.insert(sort, best.is_some().then_some(first_row));
        let (_, _, turned, at) = best?;
        let shift = [0, 1].map(|k| at[k] + self.margin - turned.region.bounds.min[k]);
        let region = turned.region.shifted(shift);
        Some(self.pushed(sheet, turned, region))
    }

    /// Moves a region up and left until it is as near to the others as it may be; then to whole
    /// micrometres.
    fn pushed(
        &self,
        sheet: &FilledSheet,
        turned: &Turned,
        mut region: Region,
    ) -> (PartPlace, Region) {
        let is_free = |region: &Region| {
            region.bounds.min.iter().all(|n| *n >= self.margin - 1e-9)
                && sheet.regions.iter().all(|other| !region.is_nearer(other, self.gap + SAFE))
        };
        for axis in [1, 0, 1, 0] {
            let mut step = self.cell;
            for _ in 0..HALVINGS {
                let mut by = [0.0; 2];
                by[axis] = -step;
                let moved = region.shifted(by);
                if is_free(&moved) {
                    region = moved;
                } else {
                    step /= 2.0;
                }
            }
        }
        let at = [0, 1].map(|k| (region.bounds.min[k] * 1000.0).round());
        let shift = [0, 1].map(|k| at[k] / 1000.0 - region.bounds.min[k]);
        let Motion { turn, flip, .. } = turned.motion;
        let place = PartPlace { sheet: 0, turn, flip, at: at.map(|n| n.max(0.0) as u32) };
        (place, region.shifted(shift))
    }
}

/// The kept places that are possible, one beside the other, and the parts that have none.
fn kept_places(
    parts: &[CutPart],
    settings: &LaserSettings,
    material: usize,
    plate: PlateSize,
) -> (Vec<(usize, PartPlace)>, Vec<usize>) {
    let own = || parts.iter().enumerate().filter(|(_, part)| part.material == material);
    let by_key: FxHashMap<&str, usize> = own().map(|(n, part)| (part.key.as_str(), n)).collect();
    let mut kept: Vec<(usize, PartPlace, Region)> = Vec::new();
    for position in &settings.placements {
        let Some(&part) = by_key.get(position.part.as_str()) else { continue };
        let is_turn =
            position.turn.is_multiple_of(parts[part].turn_step.max(1)) && position.turn < 360;
        let is_sheet = (1..=parts.len() + 1).contains(&usize::from(position.sheet));
        if !is_turn || !is_sheet || position.flip && !parts[part].may_flip {
            continue;
        }
        let place = PartPlace {
            sheet: usize::from(position.sheet) - 1,
            turn: position.turn,
            flip: position.flip,
            at: [position.x.in_um(), position.y.in_um()],
        };
        let region = parts[part].region(place.motion(&parts[part]));
        let is_clear = kept.iter().all(|(other, at, there)| {
            *other != part
                && (at.sheet != place.sheet
                    || !region.is_nearer(there, settings.gap.in_mm() - 1e-6))
        });
        if is_clear && lies_inside(&region, settings, plate) {
            kept.push((part, place, region));
        }
    }
    let kept: Vec<(usize, PartPlace)> =
        kept.into_iter().map(|(part, place, _)| (part, place)).collect();
    let is_free = |part: &usize| kept.iter().all(|(other, _)| other != part);
    let free = own().map(|(n, _)| n).filter(is_free).collect();
    (kept, free)
}

/// Says which side of a part is too long for the plate.
fn too_large(part: &CutPart, room: Xy) -> LaserError {
    let size = part.region(Motion::NONE).bounds.size();
    let (long, short) = (size[0].max(size[1]), size[0].min(size[1]));
    let (most, least) = (room[0].max(room[1]), room[0].min(room[1]));
    let (length, room) = if long > most { (long, most) } else { (short.max(least), least) };
    // Rounded so that what does not fit is the longer one in words, too.
    let (length, room) = ((length * 10.0).ceil() / 10.0, (room * 10.0).floor() / 10.0);
    LaserError::Large {
        part: part.name.clone(),
        length: length.to_string(),
        room: room.to_string(),
    }
}
