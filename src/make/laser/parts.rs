//! The parts that a puzzle is cut into.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use super::LaserError;
use super::artwork;
use super::bars::{self, Joints, Pen};
use super::laps::{self, Strip, StripSizes};
use super::letters::{Lettering, Letters};
use super::operation::Operation;
use super::outline::{self, Corners};
use super::part::{CutPart, PartKind, PartLine};
use super::path::{CornerForm, area, distance};
use crate::encode::Placed;
use crate::lattice::{Point, SiteForm};
use crate::picture::drawing::Contour;
use crate::picture::{Badge, BadgeForm, Bounds, Figure, Page, SiteLabel, Xy, middle};
use crate::polyform::Motions;
use crate::puzzle::making::{LaserSettings, Length};
use crate::puzzle::{Label, Piece, PieceId, Puzzle, making};

/// The most parts that are laid out.
pub const MAX_PARTS: u64 = 2000;
/// The notice where a tray was asked for.
const NO_TRAY: &str =
    "Strips with half-lap joints hold together, so there is no frame, base or lid.";
/// The notice about strips that are not those of a solution.
const GLUED: &str = "Glue each piece together from its strips. If pieces cross or bend at the same \
                     vertex, cut a solution instead: its strips have slots for each other.";

/// All parts, and what there is to say of them.
#[derive(Clone, Debug, PartialEq)]
pub struct PartList {
    /// The parts, those of the tray first.
    pub parts: Vec<CutPart>,
    /// Sentences for the user.
    pub notices: Vec<String>,
    /// The board with its window, in millimetres.
    pub board: Option<Bounds>,
    /// The bounds of each picture of one's own, from the upper left end of its part; `None` where there
    /// is no such part.
    pub artwork: Vec<Option<Bounds>>,
}

/// Lists the parts that a puzzle is cut into.
///
/// # Errors
/// What keeps it from being cut.
pub fn part_list(puzzle: &Puzzle, settings: &LaserSettings) -> Result<PartList, LaserError> {
    let maker = Maker::new(puzzle, settings)?;
    let mut list = maker.new_list();
    let parts = &settings.parts;
    let has_tray = parts.frame || parts.base || parts.lid;
    match settings.half_laps {
        true if has_tray => list.notices.push(NO_TRAY.to_owned()),
        false if has_tray => maker.tray(&mut list)?,
        _ => {}
    }
    if parts.pieces {
        match settings.half_laps {
            true => maker.separate_strips(&mut list)?,
            false => maker.pieces(&mut list)?,
        }
    }
    add_copies(&mut list, settings.copies)?;
    if parts.comb {
        maker.comb(&mut list);
    }
    if list.parts.is_empty() {
        return Err(LaserError::Nothing);
    }
    maker.add_tabs(&mut list)?;
    let missing = settings.artwork.iter().zip(&list.artwork).filter(|(_, at)| at.is_none());
    let missing: Vec<String> = missing
        .map(|(artwork, _)| {
            let part = artwork.part.trim_start_matches('/');
            format!("Picture {} is not engraved, as no {part} is cut.", artwork.name)
        })
        .collect();
    list.notices.extend(missing);
    Ok(list)
}

/// The strips of a solution, with slots where its pieces cross or meet.
///
/// # Errors
/// What keeps it from being cut so.
pub fn solution_strips(
    puzzle: &Puzzle,
    placed: &Placed,
    settings: &LaserSettings,
) -> Result<PartList, LaserError> {
    let settings = LaserSettings { half_laps: true, ..settings.clone() };
    let maker = Maker::new(puzzle, &settings)?;
    let mut list = maker.new_list();
    let pieces: Vec<&[Point]> = placed.iter().map(|(_, sites)| sites.as_slice()).collect();
    let mut copies: BTreeMap<PieceId, u32> = BTreeMap::new();
    let strips = maker.strips(&pieces)?;
    for (n, (id, _)) in placed.iter().enumerate() {
        let copy = copies.entry(*id).or_default();
        *copy += 1;
        let own: Vec<&Strip> = strips.iter().filter(|strip| strip.owner == n).collect();
        maker.add_strips(*id, &own, *copy..=*copy, &mut list)?;
    }
    add_copies(&mut list, settings.copies)?;
    maker.add_tabs(&mut list)?;
    let order: Vec<&str> = placed.iter().map(|(id, _)| puzzle.piece(*id).name.as_str()).collect();
    list.notices.push(format!("Assemble the pieces in this order: {}.", order.join(", ")));
    if list.parts.is_empty() {
        return Err(LaserError::Nothing);
    }
    Ok(list)
}

/// Lists every part again for each further copy of the puzzle.
fn add_copies(list: &mut PartList, copies: u32) -> Result<(), LaserError> {
    let count = list.parts.len() as u64 * u64::from(copies);
    if copies > 1 && count > MAX_PARTS {
        return Err(LaserError::Many { parts: count, most: MAX_PARTS });
    }
    let first = list.parts.clone();
    for copy in 2..=copies {
        let again =
            |part: &CutPart| CutPart { key: format!("{}@{copy}", part.key), ..part.clone() };
        list.parts.extend(first.iter().map(again));
    }
    Ok(())
}

/// The paths of pieces, each where its sites are: a solution as it would lie.
pub(super) struct Maker<'p> {
    pub(super) puzzle: &'p Puzzle,
    pub(super) settings: &'p LaserSettings,
    pub(super) page: Page<'p>,
    pub(super) unit: f64,
    pub(super) clearance: f64,
    pub(super) bar: f64,
    pub(super) joints: Joints,
    pub(super) letters: Letters,
}

impl<'p> Maker<'p> {
    pub(super) fn new(
        puzzle: &'p Puzzle,
        settings: &'p LaserSettings,
    ) -> Result<Maker<'p>, LaserError> {
        if puzzle.cover.is_some() {
            return Err(LaserError::Cover);
        }
        if puzzle.lattice.is_solid() {
            return Err(LaserError::Solid);
        }
        let making::LaserSettings { unit, clearance, gap, copies, .. } = *settings;
        let kerf = settings.largest_kerf();
        if !(1..=LaserSettings::MAX_COPIES).contains(&copies) {
            return Err(LaserError::Copies(copies));
        }
        if unit == Length::ZERO {
            return Err(LaserError::Unit);
        }
        if 2 * clearance.in_um() >= unit.in_um() {
            return Err(LaserError::Clearance(clearance));
        }
        if gap.in_um() < 2 * kerf.in_um() {
            return Err(LaserError::Gap { kerf });
        }
        let is_stick = puzzle.lattice.form == SiteForm::Edge;
        if settings.half_laps && !is_stick {
            return Err(LaserError::NoSticks);
        }
        let bar = settings.bar_width();
        let (unit, clearance_mm) = (unit.in_mm(), clearance.in_mm());
        let joints = Joints::new(puzzle.lattice, unit, bar.in_mm() + clearance_mm);
        if is_stick && !settings.half_laps {
            if bar.in_mm() + clearance_mm > joints.most + 1e-9 {
                let most = (joints.most - clearance_mm).max(0.0);
                let most = Length::from_mm((most * 100.0).floor() / 100.0).unwrap_or_default();
                return Err(LaserError::Bar { bar, clearance, most });
            }
            if bar.in_mm() + clearance_mm - kerf.in_mm() < 0.2 || bar.in_mm() < 0.2 {
                return Err(LaserError::ThinBar { bar, clearance });
            }
        }
        Ok(Maker {
            puzzle,
            settings,
            page: Page::around(puzzle.lattice, []),
            unit,
            clearance: clearance_mm,
            bar: bar.in_mm(),
            joints,
            letters: Letters::new(&settings.parts),
        })
    }

    /// The width of what the beam removes where a part is cut: a piece, by its name, or one of the tray.
    pub(super) fn kerf(&self, part: &str) -> f64 {
        self.settings.kerf_of(part).in_mm()
    }

    /// A list without parts.
    fn new_list(&self) -> PartList {
        let missing = self.letters.missing.as_ref().map(|family| {
            format!("The font {family} is not installed. Letters are those of Polywright instead.")
        });
        let artwork = vec![None; self.settings.artwork.len()];
        PartList { parts: Vec::new(), notices: missing.into_iter().collect(), board: None, artwork }
    }

    /// The closed paths of a piece.
    pub(super) fn piece_paths(
        &self,
        name: &str,
        sites: &[Point],
    ) -> Result<Vec<Contour>, LaserError> {
        let radius = self.settings.corner_radius.in_mm();
        // The beam runs outside the piece, by half its width.
        let half_kerf = self.kerf(name) / 2.0;
        if self.puzzle.lattice.form == SiteForm::Edge {
            let pen = Pen {
                half: self.bar / 2.0 + half_kerf,
                unit: self.unit,
                joints: self.joints,
                channel: false,
                corner_radius: (radius - half_kerf).max(0.0),
            };
            return Ok(bars::contours(&self.page, sites, pen));
        }
        let corners = Corners {
            convex: round(radius, radius + half_kerf),
            concave: round(radius, radius - half_kerf),
        };
        let outward = half_kerf - self.clearance / 2.0;
        outline::contours(&self.page, sites, self.unit, outward, corners).ok_or_else(|| {
            LaserError::Narrow { clearance: self.settings.clearance, part: name.to_owned() }
        })
    }

    fn pieces(&self, list: &mut PartList) -> Result<(), LaserError> {
        let copies: u64 = self.puzzle.pieces.iter().map(|p| u64::from(p.copies.max)).sum();
        if copies > MAX_PARTS {
            return Err(LaserError::Many { parts: copies, most: MAX_PARTS });
        }
        if self.joints.crowded && self.puzzle.lattice.form == SiteForm::Edge {
            let words = "Pieces that bend around each other at one vertex may overlap when cut as \
                         bars.";
            list.notices.push(words.to_owned());
        }
        let mut turned_over = Vec::new();
        for (id, piece) in self.puzzle.pieces() {
            let sites = piece.shape.sites();
            let paths = self.piece_paths(&piece.name, sites)?;
            let loose = paths.iter().filter(|path| area(path) > 0.0).count();
            if loose > 1 {
                list.notices.push(format!(
                    "{} falls into {loose} parts, because they are joined only at corners.",
                    piece.name
                ));
            }
            let mut part = self.part(PartKind::Piece(id), piece.name.clone(), paths, list);
            part.may_flip = piece.motions == Motions::TurnAndFlip;
            if part.may_flip && self.has_labels(&piece.labels) {
                turned_over.push(piece.name.as_str());
            }
            self.put_labels(&mut part, sites, &piece.labels);
            if !self.put_artwork(&mut part, &piece.name, list)? {
                self.put_piece_name(&mut part, piece, sites, &piece.labels);
            }
            for copy in 1..=piece.copies.max {
                let key =
                    if copy == 1 { piece.name.clone() } else { format!("{}#{copy}", piece.name) };
                list.parts.push(CutPart { key, ..part.clone() });
            }
        }
        if !turned_over.is_empty() {
            list.notices.push(format!(
                "Labels are engraved on one side only. Mark the other side of {} by hand, because a \
                 solution may have {} turned over.",
                turned_over.join(", "),
                if turned_over.len() == 1 { "it" } else { "them" }
            ));
        }
        Ok(())
    }

    /// Engraves the pictures for a part; whether there are some.
    pub(super) fn put_artwork(
        &self,
        part: &mut CutPart,
        name: &str,
        list: &mut PartList,
    ) -> Result<bool, LaserError> {
        let mut has_some = false;
        for (n, own) in self.settings.artwork.iter().enumerate().filter(|(_, a)| a.part == name) {
            list.artwork[n] = Some(artwork::put(own, part)?);
            has_some = true;
        }
        Ok(has_some)
    }

    pub(super) fn has_labels(&self, labels: &[Option<Label>]) -> bool {
        self.settings.parts.labels && labels.iter().any(Option::is_some)
    }

    /// Engraves the colour labels of sites, if they are wanted, as marks in the middle of the sites of a
    /// part.
    pub(super) fn put_labels(&self, part: &mut CutPart, sites: &[Point], labels: &[Option<Label>]) {
        for Badge { site, form, .. } in self.badges(sites, labels) {
            self.put_mark(part, form, middle(&self.page, site), true);
        }
    }

    /// The colour labels of sites, if they are wanted.
    pub(super) fn badges(&self, sites: &[Point], labels: &[Option<Label>]) -> Vec<Badge> {
        match self.settings.parts.labels {
            true => Badge::of_sites(self.puzzle, &self.page, sites, labels),
            false => Vec::new(),
        }
    }

    /// Engraves the mark of a colour label at a place of the page.
    pub(super) fn put_mark(&self, part: &mut CutPart, form: BadgeForm, at: Xy, level: bool) {
        let mark = self.letters.mark(form, self.settings.parts.letters.in_mm());
        let room = self.unit * 0.8 * self.site_room();
        part.put_text(mark, at.map(|n| n * self.unit), Some([room; 2]), level);
    }

    /// Engraves texts in the middle of their sites, all of one height.
    pub(super) fn put_site_labels(&self, part: &mut CutPart, labels: &[SiteLabel]) {
        let height = self.settings.parts.letters.in_mm();
        let lettering = |label: &SiteLabel| {
            Some((self.letters.text(&label.text, height)?, label.at.map(|n| n * self.unit)))
        };
        let series: Vec<(Lettering, Xy)> = labels.iter().filter_map(lettering).collect();
        let room = self.unit * 0.8 * self.site_room();
        part.put_series(&series, [room; 2]);
    }

    /// Engraves the name of a piece, if names are wanted, where there is no label.
    pub(super) fn put_piece_name(
        &self,
        part: &mut CutPart,
        piece: &Piece,
        sites: &[Point],
        labels: &[Option<Label>],
    ) {
        if !self.settings.parts.names {
            return;
        }
        let lettering = self.letters.text(&piece.name, self.settings.parts.letters.in_mm());
        let mut places = self.name_places(sites);
        for Badge { site, .. } in self.badges(sites, labels) {
            let mark = middle(&self.page, site).map(|n| n * self.unit);
            places.retain(|at| distance(*at, mark) > self.unit / 4.0);
        }
        part.put_name(lettering, &places);
    }

    /// The strips of each piece by itself.
    fn separate_strips(&self, list: &mut PartList) -> Result<(), LaserError> {
        list.notices.push(GLUED.to_owned());
        for (id, piece) in self.puzzle.pieces() {
            let strips = self.strips(&[piece.shape.sites()])?;
            let own: Vec<&Strip> = strips.iter().collect();
            self.add_strips(id, &own, 1..=piece.copies.max, list)?;
        }
        Ok(())
    }

    fn strip_sizes(&self) -> StripSizes {
        StripSizes {
            unit: self.unit,
            thickness: self.settings.thickness.in_mm(),
            height: self.bar,
            clearance: self.clearance,
            kerf: self.settings.kerf.in_mm(),
        }
    }

    fn no_laps(&self) -> LaserError {
        let LaserSettings { thickness, .. } = *self.settings;
        LaserError::Laps { thickness, bar: self.settings.bar_width() }
    }

    fn strips(&self, pieces: &[&[Point]]) -> Result<Vec<Strip>, LaserError> {
        if self.settings.thickness == Length::ZERO {
            return Err(self.no_laps());
        }
        laps::strips(&self.page, pieces, self.strip_sizes()).ok_or_else(|| self.no_laps())
    }

    /// Adds the strips of a piece, each with its name, for some of its copies.
    fn add_strips(
        &self,
        id: PieceId,
        strips: &[&Strip],
        copies: RangeInclusive<u32>,
        list: &mut PartList,
    ) -> Result<(), LaserError> {
        let count = list.parts.len() as u64 + u64::from(*copies.end()) * strips.len() as u64;
        if count > MAX_PARTS {
            return Err(LaserError::Many { parts: count, most: MAX_PARTS });
        }
        let piece = &self.puzzle.piece(id).name;
        for (n, strip) in strips.iter().enumerate() {
            let path = strip.contour(self.strip_sizes()).ok_or_else(|| self.no_laps())?;
            let (name, key) = match strips.len() {
                1 => (piece.clone(), piece.clone()),
                _ => (format!("{piece} {}", n + 1), format!("{piece}/{}", n + 1)),
            };
            let mut part = self.part(PartKind::Piece(id), name.clone(), vec![path], list);
            (part.turn_step, part.may_flip) = (90, true);
            if self.settings.parts.names {
                let (from, to) = strip.clear_stretch();
                let lettering = self.letters.text(&name, self.settings.parts.letters.in_mm());
                let middle = [(from + to) / 2.0, self.bar / 2.0];
                part.put_text(lettering, middle, Some([to - from, 0.8 * self.bar]), false);
            }
            for copy in copies.clone() {
                let key = if copy == 1 { key.clone() } else { format!("{key}#{copy}") };
                list.parts.push(CutPart { key, ..part.clone() });
            }
        }
        Ok(())
    }

    /// Where the name of a piece may stand, in millimetres: in the middle of a unit or, where cells
    /// meet within the piece, about a side between them or a vertex.
    fn name_places(&self, sites: &[Point]) -> Vec<Xy> {
        let figure = Figure::new(&self.page, sites);
        let between = |&[a, b]: &[Xy; 2]| [[0, 1].map(|k| (a[k] + b[k]) / 2.0), a, b];
        let labels = figure.labels.iter().take(1).map(|label| label.at);
        let places = labels.chain(figure.inner.iter().flat_map(between));
        places.map(|at| at.map(|n| n * self.unit)).collect()
    }

    /// A part with a border of its own, unlike those that are listed.
    pub(super) fn part(
        &self,
        kind: PartKind,
        name: String,
        paths: Vec<Contour>,
        list: &PartList,
    ) -> CutPart {
        let is_tray =
            matches!(kind, PartKind::Frame | PartKind::Base | PartKind::Lid | PartKind::Comb);
        let line = |contour: Contour| {
            let outer = is_tray && area(&contour) > 0.0;
            let operation = if outer { Operation::CutOuter } else { Operation::CutInner };
            PartLine::new(contour, operation)
        };
        let is_lattice = matches!(kind, PartKind::Piece(_) | PartKind::Island);
        let turn_step = if is_lattice && self.puzzle.lattice.axes.are_sixty() { 60 } else { 90 };
        let material = match kind {
            // The slots of strips are made for one thickness.
            PartKind::Piece(_) if self.settings.half_laps => 0,
            PartKind::Piece(id) => self.settings.material_of(&self.puzzle.piece(id).name),
            _ => kind.tray_name().map_or(0, |own| self.settings.material_of(own)),
        };
        CutPart {
            key: format!("/{}", name.to_lowercase()),
            name,
            kind,
            material,
            sort: list.parts.last().map_or(0, |last| last.sort + 1),
            paths: paths.into_iter().map(line).collect(),
            texts: Vec::new(),
            turn_step,
            may_flip: false,
        }
    }

    /// The share of a unit that a text may be wide on a site, whatever its form.
    fn site_room(&self) -> f64 {
        match self.puzzle.lattice.form {
            SiteForm::Cell => 0.5,
            SiteForm::Edge => self.bar / self.unit,
        }
    }
}

/// A corner with a radius, unless it is to be sharp.
pub(super) fn round(radius: f64, cut: f64) -> CornerForm {
    if radius > 0.0 && cut > 0.0 { CornerForm::Round(cut) } else { CornerForm::Sharp }
}
