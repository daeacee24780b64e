//! Parts for a printer in three dimensions: pieces with clearance and bevel, box or tray with lid,
//! laid out on plates.
//!
//! [`Print`] is all of it, worked out from a puzzle and its [`PrintSettings`]; [`write`](mod@write) has the
//! writers of STL and 3MF, [`view`] the picture of its plates. Cells come first, in integers; lengths are floats in millimetres at last.
//! x goes to the right, y to the back, z up, so that a piece has the hand that it has on the screen.
//! Meshes are made face by face: `cubes.rs` for polycubes, `polyhedra.rs` for other solids, `prism.rs` for
//! flat pieces, `bars.rs` for sticks, `balls.rs` for balls, `dimple_tray.rs` for what a pile of them
//! lies on, `blocks.rs` for the clearance test; `names.rs` writes names on their faces.

mod balls;
mod bars;
mod blocks;
mod clearance_test;
mod container;
mod cubes;
mod dimple_tray;
mod error;
mod layout;
mod mesh;
mod names;
mod paints;
mod polygon;
mod polyhedra;
mod prism;
mod room;
#[cfg(test)]
mod tests;
pub mod view;
pub mod write;

use std::sync::Arc;

pub use error::{Notice, PrintError};
pub use layout::{Item, Plate};
pub use mesh::Mesh;
pub use paints::Paint;

use self::prism::Plan;
use crate::lattice::{Lattice, Point, SiteForm};
use crate::make::glyphs::Glyphs;
use crate::picture::space::{self, Room, Xyz};
use crate::picture::{Bounds, Page};
use crate::polyform::{Motions, Shape};
use crate::puzzle::making::{Length, NameStyle, PrintSettings};
use crate::puzzle::{Colour, Piece, PieceId, Puzzle};
use crate::solution::verify::Placed;

/// The number of sites that all different pieces may have together, at most: so that files and the
/// memory to make them stay small.
pub const MAX_SITES: usize = 20_000;
/// The number of parts on all plates, at most.
pub const MAX_PARTS: usize = 10_000;

/// The kind of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartKind {
    /// A piece of the puzzle.
    Piece(PieceId),
    /// The box for solid pieces.
    Box,
    /// The tray for flat pieces, or that with dimples for balls.
    Tray,
    /// The lid of box or tray, upside down as it is printed.
    Lid,
    /// Pegs and holes that show which clearance suits the printer.
    ClearanceTest,
}

/// A part, standing at the origin as it is printed.
#[derive(Clone, Debug)]
pub struct PrintPart {
    /// Its kind.
    pub kind: PartKind,
    /// Its name: that of the piece, or `box`, `tray`, `lid`, `clearance test`.
    pub name: String,
    /// The number of copies that are printed.
    pub copies: usize,
    /// Its surface; the least coordinates are 0.
    pub mesh: Arc<Mesh>,
    /// Its width, depth and height, in millimetres.
    pub size: Xyz,
    /// Its volume, in mm³, as if it were printed solid.
    pub volume: f64,
    /// The colour of a piece.
    pub colour: Option<Colour>,
    /// The paint of each triangle of a piece with colour labels or a name, where it is not the
    /// colour of the piece; empty without.
    pub paints: Vec<Option<Paint>>,
}

impl PrintPart {
    fn new(kind: PartKind, name: &str, mesh: Mesh) -> PrintPart {
        let mesh = mesh.at_origin();
        let (size, volume) = (mesh.size(), mesh.volume());
        let (mesh, name) = (Arc::new(mesh), name.to_owned());
        PrintPart { kind, name, copies: 1, mesh, size, volume, colour: None, paints: Vec::new() }
    }

    /// Returns whether it is a piece.
    pub fn is_piece(&self) -> bool {
        matches!(self.kind, PartKind::Piece(_))
    }
}

/// All that is printed of a puzzle.
#[derive(Clone, Debug)]
pub struct Print {
    /// The title of the puzzle.
    pub title: String,
    /// The settings that it was made with.
    pub settings: PrintSettings,
    /// The different parts: the pieces in the order of the puzzle, then box or tray, the lid, and
    /// the clearance test.
    pub parts: Vec<PrintPart>,
    /// The plates: first those of the pieces.
    pub plates: Vec<Plate>,
    /// The notices to read before printing.
    pub notices: Vec<Notice>,
}

impl Print {
    /// Works out what is printed of a puzzle.
    ///
    /// Cost: some milliseconds for a hundred pieces; linear in their sites.
    ///
    /// # Errors
    /// All reasons why it cannot be printed with these settings.
    pub fn new(puzzle: &Puzzle, settings: &PrintSettings) -> Result<Print, Vec<PrintError>> {
        let maker = Maker::new(puzzle, settings)?;
        let mut errors = Vec::new();
        let mut notices = Vec::new();
        let mut parts = Vec::new();
        let mut no_room = Vec::new();
        for (id, piece) in puzzle.pieces() {
            if settings.without.contains(&piece.name) {
                continue;
            }
            match maker.piece(id, &mut notices, &mut no_room) {
                Ok(part) => parts.push(part),
                Err(error) => errors.push(error),
            }
        }
        if settings.names != NameStyle::None && !has_faces(puzzle.lattice) {
            notices.push(Notice::NoFaces);
        } else if !no_room.is_empty() {
            notices.push(Notice::NoRoomForNames(no_room, settings.height_of_names()));
        }
        if settings.container && !puzzle.board.sites().is_empty() {
            match maker.container() {
                Ok(container) => parts.extend(container),
                Err(error) => errors.push(error),
            }
        }
        if settings.clearance_test {
            match maker.clearance_test() {
                Ok(part) => parts.push(part),
                Err(error) => errors.push(error),
            }
        }
        errors.dedup();
        errors.extend(parts.iter().filter_map(|part| maker.too_large(part)));
        if parts.is_empty() && errors.is_empty() {
            errors.push(PrintError::Nothing);
        }
        errors.extend(maker.add_copies(&mut parts));
        if !errors.is_empty() {
            return Err(errors);
        }
        let plate = [settings.plate.width.in_mm(), settings.plate.height.in_mm()];
        let (pieces, others): (Vec<usize>, Vec<usize>) =
            (0..parts.len()).partition(|&n| parts[n].is_piece());
        let mut plates = layout::lay(&parts, &pieces, plate, settings.gap.in_mm());
        plates.extend(layout::lay(&parts, &others, plate, settings.gap.in_mm()));
        let title = puzzle.title.clone();
        Ok(Print { title, settings: settings.clone(), parts, plates, notices })
    }

    /// The volume of all pieces and that of the other parts, copies counted, in mm³.
    pub fn volumes(&self) -> [f64; 2] {
        let sum = |pieces: bool| {
            let parts = self.parts.iter().filter(|part| part.is_piece() == pieces);
            parts.map(|part| part.volume * part.copies as f64).sum()
        };
        [sum(true), sum(false)]
    }

    /// The number of parts, copies counted.
    pub fn count(&self) -> usize {
        self.parts.iter().map(|part| part.copies).sum()
    }

    /// A plate by itself, with the parts that are on it.
    pub fn plate(&self, plate: usize) -> Print {
        let mut items = self.plates[plate].items.clone();
        let mut parts: Vec<PrintPart> = Vec::new();
        // The place of each part among those of the plate.
        let mut places: Vec<Option<usize>> = vec![None; self.parts.len()];
        for item in &mut items {
            let place = places[item.part].get_or_insert_with(|| {
                parts.push(PrintPart { copies: 0, ..self.parts[item.part].clone() });
                parts.len() - 1
            });
            parts[*place].copies += 1;
            item.part = *place;
        }
        Print { parts, plates: vec![Plate { items }], ..self.clone() }
    }

    /// Returns the height of the highest part of a plate, in millimetres.
    pub fn height(&self, plate: usize) -> f64 {
        let heights = self.plates[plate].items.iter().map(|item| self.parts[item.part].size[2]);
        heights.fold(0.0, f64::max)
    }
}

/// A piece of a solution: its name, its colour, and its surface where it lies.
pub type LaidPiece = (String, Colour, Mesh);

/// The pieces of a solution as they lie in it, each with its name and colour; moved apart by a
/// share of their way from the middle of the board.
///
/// # Errors
/// As [`Print::new`], for the pieces alone.
pub fn assembled(
    puzzle: &Puzzle,
    placed: &Placed,
    settings: &PrintSettings,
    apart: f64,
) -> Result<Vec<LaidPiece>, Vec<PrintError>> {
    let maker = Maker::new(puzzle, settings)?;
    let lattice = puzzle.lattice;
    let page = Page::around(lattice, []);
    let board: Vec<Point> = puzzle.board.sites().iter().map(|site| site.site).collect();
    let room = Room::around(lattice, board.iter().copied());
    let middle = Bounds::of_sites(&page, board.iter().copied())
        .map_or([0.0; 2], |b| [0, 1].map(|k| (b.min[k] + b.max[k]) / 2.0));
    let mut pieces = Vec::new();
    let mut errors = Vec::new();
    for (id, sites) in placed.iter() {
        let piece = puzzle.piece(*id);
        let by = if lattice.is_solid() {
            let [x, y, z] = room.shift(lattice, sites, apart);
            [x, -y, z]
        } else {
            let centre = Bounds::of_sites(&page, sites.iter().copied())
                .map_or(middle, |b| [0, 1].map(|k| (b.min[k] + b.max[k]) / 2.0));
            [apart * (centre[0] - middle[0]), apart * (middle[1] - centre[1]), 0.0]
        };
        let by = by.map(|n| n * settings.unit.in_mm());
        match maker.mesh(&piece.name, sites) {
            Ok(mesh) => pieces.push((piece.name.clone(), piece.colour, mesh.moved(by))),
            Err(error) => errors.push(error),
        }
    }
    errors.dedup();
    if errors.is_empty() { Ok(pieces) } else { Err(errors) }
}

/// Makes parts: a puzzle and settings that suit its lattice.
struct Maker<'p> {
    puzzle: &'p Puzzle,
    settings: &'p PrintSettings,
    unit: f64,
    clearance: f64,
    bevel: f64,
    /// The letters in which names are written, if they are.
    writing: Option<names::Writing>,
}

impl<'p> Maker<'p> {
    fn new(puzzle: &'p Puzzle, settings: &'p PrintSettings) -> Result<Maker<'p>, Vec<PrintError>> {
        let mut errors = Vec::new();
        if puzzle.cover.is_some() {
            return Err(vec![PrintError::NoGeometry]);
        }
        let lattice = puzzle.lattice;
        if !is_printed(lattice) {
            return Err(vec![PrintError::Lattice(lattice.site_words.1)]);
        }
        let mut sites: usize = puzzle.pieces.iter().map(|piece| piece.shape.size()).sum();
        let has_dimples = lattice.balls && settings.dimples;
        if !lattice.is_solid() || has_dimples {
            sites = sites.max(puzzle.board.sites().len());
        }
        if sites > MAX_SITES {
            errors.push(PrintError::TooManySites(lattice.count_sites(sites as u64)));
        }
        let clearance = settings.clearance;
        let bevel = if has_bevel(lattice) { settings.bevel } else { Default::default() };
        if settings.unit.in_um() == 0 {
            return Err(vec![PrintError::NoUnit]);
        }
        let most = most_taken_off(lattice, settings);
        if clearance.in_mm() >= most {
            errors.push(PrintError::Clearance(clearance, limit(lattice, most)));
        } else if bevel.in_mm() + clearance.in_mm() >= most {
            errors.push(PrintError::Bevel(bevel, limit(lattice, most - clearance.in_mm())));
        }
        if lattice.form == SiteForm::Edge {
            let most = bars::MAX_WIDTH * bars::edge_length(lattice) * settings.unit.in_mm();
            let bar = settings.bar_width();
            if bar.in_mm() > most || bar.in_um() == 0 {
                errors.push(PrintError::Bar(bar, most));
            }
        }
        if !lattice.is_solid() {
            match settings.thickness {
                None => errors.push(PrintError::Flat),
                Some(thickness) if 2 * bevel.in_um() >= thickness.in_um() => {
                    errors.push(PrintError::Thickness(bevel, thickness));
                }
                Some(_) => {}
            }
        }
        let has_walls = settings.container && !has_dimples || settings.lid;
        if has_walls && settings.wall.in_um() == 0 {
            errors.push(PrintError::NoWall);
        }
        if settings.names != NameStyle::None {
            let (height, depth) = (settings.height_of_names(), settings.name_depth);
            if height.in_um() == 0 || depth.in_um() == 0 {
                errors.push(PrintError::NoLetters);
            }
            // Half of the least thickness is left below engraved letters.
            let thickness = settings.thickness.map_or(2.0 * most, |thickness| thickness.in_mm());
            let most = if lattice.is_solid() { most } else { thickness / 2.0 };
            if settings.names == NameStyle::Engraved && depth.in_mm() >= most {
                errors.push(PrintError::NameDepth(depth, most));
            }
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        let [unit, clearance, bevel] = [settings.unit, clearance, bevel].map(|l| l.in_mm());
        let rise = match settings.names {
            _ if !has_faces(lattice) => None,
            NameStyle::None => None,
            NameStyle::Engraved => Some(-settings.name_depth.in_mm()),
            NameStyle::Raised => Some(settings.name_depth.in_mm()),
        };
        let height = settings.height_of_names().in_mm();
        let writing = rise.map(|rise| names::Writing { glyphs: Glyphs::semibold(), height, rise });
        Ok(Maker { puzzle, settings, unit, clearance, bevel, writing })
    }

    fn thickness(&self) -> f64 {
        self.settings.thickness.map_or(0.0, |thickness| thickness.in_mm())
    }

    /// The surface of some sites where they lie.
    fn mesh(&self, name: &str, sites: &[Point]) -> Result<Mesh, PrintError> {
        if self.puzzle.lattice.is_solid() {
            let (unit, clearance, bevel) = (self.unit, self.clearance, self.bevel);
            let measures = cubes::Measures { unit, clearance, bevel };
            let lattice = self.puzzle.lattice;
            let mesh = match lattice.balls {
                true => balls::mesh(lattice, sites, unit, clearance),
                false if is_of_cubes(lattice) => cubes::mesh(sites, measures),
                false => polyhedra::mesh(lattice, sites, unit, clearance)
                    .ok_or_else(|| PrintError::TouchesItself(name.to_owned()))?,
            };
            // Rows grow towards the viewer, the printer's y away.
            return Ok(mesh.mirrored());
        }
        let plan = self.plan(sites);
        prism::mesh(&plan, [0.0, self.thickness()], self.clearance, self.bevel)
            .ok_or_else(|| PrintError::TooNarrow(name.to_owned()))
    }

    fn plan(&self, sites: &[Point]) -> Plan {
        let lattice = self.puzzle.lattice;
        match lattice.form {
            SiteForm::Cell => Plan::of_cells(lattice, sites, self.unit),
            SiteForm::Edge => {
                bars::plan(lattice, sites, self.unit, self.settings.bar_width().in_mm())
            }
        }
    }

    /// A piece as it is printed; its name is added to those for which no face has room if that is so.
    fn piece(
        &self,
        id: PieceId,
        notices: &mut Vec<Notice>,
        no_room: &mut Vec<String>,
    ) -> Result<PrintPart, PrintError> {
        let lattice = self.puzzle.lattice;
        let piece = self.puzzle.piece(id);
        let (shape, overhangs) = match lattice.is_solid() {
            true => layout::lying(lattice, &piece.shape, self.settings.turn),
            false => (piece.shape.clone(), 0),
        };
        if overhangs > 0 {
            notices.push(Notice::Overhang(piece.name.clone()));
        }
        notices.extend(self.touching(&piece.name, &shape));
        let mesh = self.mesh(&piece.name, shape.sites())?;
        let mut paints = Vec::new();
        if piece.labels.iter().any(Option::is_some) {
            // It may lie as no placement has it.
            let turned = Piece { motions: Motions::Turn, ..piece.clone() };
            let labels = turned.labels_lying(lattice, &shape);
            paints = paints::of_labels(&mesh, lattice, shape.sites(), &labels, self.unit);
        }
        let written = self.writing.as_ref().map(|writing| writing.on(&mesh, &paints, &piece.name));
        let (mesh, paints) = match written {
            Some(Some(written)) => written,
            Some(None) => {
                no_room.push(piece.name.clone());
                (mesh, paints)
            }
            None => (mesh, paints),
        };
        let mut part = PrintPart::new(PartKind::Piece(id), &piece.name, mesh);
        (part.colour, part.paints) = (Some(piece.colour), paints);
        let room = (self.puzzle.board.sites().len() / shape.size()).max(1) as u64;
        part.copies = u64::from(piece.copies.max).min(room) as usize;
        Ok(part)
    }

    /// Returns the notice for a piece that touches itself along less than a face.
    fn touching(&self, name: &str, shape: &Shape) -> Option<Notice> {
        let lattice = self.puzzle.lattice;
        if lattice.form == SiteForm::Edge {
            return None;
        }
        let parts = joined_parts(lattice, shape.sites());
        let touches = match lattice.is_solid() {
            true if lattice.balls => false,
            true if is_of_cubes(lattice) => cubes::touches_along_edges(shape.sites()),
            true => polyhedra::touches_at_corners(lattice, shape.sites()),
            false => self.plan(shape.sites()).touches_at_corners(),
        };
        let name = name.to_owned();
        match (parts > 1, touches) {
            (true, true) => Some(Notice::Breaks(name)),
            (true, false) => Some(Notice::Parts(name, parts)),
            (false, true) => Some(Notice::Gap(name, 2.0 * self.clearance)),
            (false, false) => None,
        }
    }

    /// Box or tray, and the lid if it is wanted.
    fn container(&self) -> Result<Vec<PrintPart>, PrintError> {
        let (wall, room) = (self.settings.wall.in_mm(), self.settings.room.in_mm());
        let lattice = self.puzzle.lattice;
        let sites: Vec<Point> = self.puzzle.board.sites().iter().map(|site| site.site).collect();
        if lattice.balls && self.settings.dimples {
            return self.dimple_tray(&sites);
        }
        let container = if lattice.is_solid() {
            let inner = space::extent(lattice, &sites).map(|units| units * self.unit + 2.0 * room);
            let notch = self.settings.notch;
            match notch == Length::ZERO {
                true => open(PartKind::Box, "box", inner, wall),
                false => {
                    let mesh = container::notched_box(inner, wall, notch.in_mm());
                    let refused = || PrintError::Notch(notch, container::most_notch(inner));
                    PrintPart::new(PartKind::Box, "box", mesh.ok_or_else(refused)?)
                }
            }
        } else {
            let tray = container::tray(&self.hollow(&sites), self.thickness(), wall, room);
            let mesh = tray.ok_or(PrintError::Room(self.settings.room))?;
            PrintPart::new(PartKind::Tray, "tray", mesh)
        };
        let lid = self
            .settings
            .lid
            .then(|| open(PartKind::Lid, "lid", container::lid_room(container.size), wall));
        Ok([container].into_iter().chain(lid).collect())
    }

    fn clearance_test(&self) -> Result<PrintPart, PrintError> {
        if self.unit < clearance_test::MIN_UNIT {
            return Err(PrintError::TestUnit(clearance_test::MIN_UNIT));
        }
        let PrintSettings { plate, gap, .. } = self.settings;
        let plate = [plate.width.in_mm(), plate.height.in_mm()];
        // Pegs stand apart from the plate whatever the gap is.
        let gap = gap.in_mm().max(clearance_test::MIN_GAP);
        let mesh = clearance_test::mesh(self.unit, gap, plate);
        Ok(PrintPart::new(PartKind::ClearanceTest, "clearance test", mesh))
    }

    /// The tray with dimples for the lowest layer of a board of balls, which lies as it is designed:
    /// the layer with the least third coordinate below. Its lid goes over the whole board down to the
    /// table.
    fn dimple_tray(&self, board: &[Point]) -> Result<Vec<PrintPart>, PrintError> {
        let lattice = self.puzzle.lattice;
        let (wall, room) = (self.settings.wall.in_mm(), self.settings.room.in_mm());
        let depth = self.settings.depth_of_dimples();
        let most = dimple_tray::most_depth(lattice, board) * self.unit;
        if depth.in_um() == 0 || depth.in_mm() >= most {
            return Err(PrintError::Dimples(depth, most));
        }
        let measures = dimple_tray::Measures { unit: self.unit, depth: depth.in_mm(), wall, room };
        let mesh = dimple_tray::mesh(lattice, board, measures);
        let tray = PrintPart::new(PartKind::Tray, "tray", mesh);
        let high = space::extent(lattice, board)[2] * self.unit + measures.floor() + room;
        let [width, deep, _] = container::lid_room(tray.size);
        let lid = || open(PartKind::Lid, "lid", [width, deep, high], wall);
        let lid = self.settings.lid.then(lid);
        Ok([tray].into_iter().chain(lid).collect())
    }

    /// Returns the hollow of a tray, without the room around it: the sites, or the rectangle around
    /// edges and the bars on them.
    fn hollow(&self, sites: &[Point]) -> Plan {
        let lattice = self.puzzle.lattice;
        let page = Page::around(lattice, []);
        let Some(bounds) = Bounds::of_sites(&page, sites.iter().copied()) else {
            return Plan::default();
        };
        if lattice.form == SiteForm::Cell {
            return Plan::of_cells(lattice, sites, self.unit);
        }
        let half = self.settings.bar_width().in_mm() / 2.0;
        let [x0, x1] = [bounds.min[0] * self.unit - half, bounds.max[0] * self.unit + half];
        let [y0, y1] = [-bounds.max[1] * self.unit - half, -bounds.min[1] * self.unit + half];
        let points = vec![[x0, y0], [x1, y0], [x1, y1], [x0, y1]];
        Plan { points, cells: vec![vec![0, 1, 2, 3]] }
    }

    /// Takes all parts so many times as there are copies of the puzzle, the clearance test once; why
    /// they are too many, if they are.
    fn add_copies(&self, parts: &mut [PrintPart]) -> Option<PrintError> {
        let copies = self.settings.copies;
        if !(1..=PrintSettings::MAX_COPIES).contains(&copies) {
            return Some(PrintError::Copies(copies));
        }
        for part in parts.iter_mut().filter(|part| part.kind != PartKind::ClearanceTest) {
            part.copies *= copies as usize;
        }
        let all: usize = parts.iter().map(|part| part.copies).sum();
        (all > MAX_PARTS).then_some(PrintError::TooManyParts(all))
    }

    /// Why a part fits on no plate, if it does not.
    fn too_large(&self, part: &PrintPart) -> Option<PrintError> {
        let plate = self.settings.plate;
        let (width, depth) = (plate.width.in_mm(), plate.height.in_mm());
        let [w, d, _] = part.size;
        let fits = |w: f64, d: f64| w <= width && d <= depth;
        (!fits(w, d) && !fits(d, w)).then(|| PrintError::TooLarge {
            part: part.kind,
            name: part.name.clone(),
            length: w.max(d),
            plate: if w.max(d) > width.max(depth) { width.max(depth) } else { width.min(depth) },
        })
    }
}

/// Returns whether pieces on a lattice can be printed: all but edges in space.
pub fn is_printed(lattice: &Lattice) -> bool {
    !lattice.is_solid() || lattice.form == SiteForm::Cell
}

/// Returns whether the edges of pieces on a lattice can be bevelled: those of flat pieces and of cubes.
pub fn has_bevel(lattice: &Lattice) -> bool {
    !lattice.is_solid() || is_of_cubes(lattice)
}

/// Returns whether pieces on a lattice have flat faces: all but those of balls.
pub fn has_faces(lattice: &Lattice) -> bool {
    !lattice.balls
}

fn is_of_cubes(lattice: &Lattice) -> bool {
    *lattice == crate::lattice::cube::LATTICE
}

/// Box or lid: an open box around some room.
fn open(kind: PartKind, name: &str, inner: Xyz, wall: f64) -> PrintPart {
    PrintPart::new(kind, name, container::open_box(inner, wall))
}

/// Returns the limit of what may be taken off each face, in millimetres: below it, every cell and
/// every place where cells hold together keep something.
fn most_taken_off(lattice: &Lattice, settings: &PrintSettings) -> f64 {
    let unit = settings.unit.in_mm();
    if lattice.balls {
        return unit / 2.0;
    }
    if lattice.is_solid() {
        return polyhedra::inradius(lattice) * unit;
    }
    if lattice.form == SiteForm::Edge {
        return settings.bar_width().in_mm() / 2.0;
    }
    let page = Page::around(lattice, []);
    let of_cell = |class: &crate::lattice::SiteClass| {
        let corners = page.outline(Point::from(class.residue));
        let n = corners.len();
        let sides = (0..n).map(|i| {
            let ([ax, ay], [bx, by]) = (corners[i], corners[(i + 1) % n]);
            (bx - ax).hypot(by - ay)
        });
        let (border, shortest) =
            sides.fold((0.0, f64::INFINITY), |(sum, least), side| (sum + side, least.min(side)));
        // The radius of the circle inside; where corners are not square, necks are narrower than that.
        let radius = polygon::area(&corners).abs() / border;
        if n == 4 { radius } else { (0.75 * radius).min(0.43 * shortest) }
    };
    lattice.classes.iter().map(of_cell).fold(f64::INFINITY, f64::min) * unit
}

/// Returns a limit in the form in which it is reported: half a unit where it is that.
fn limit(lattice: &Lattice, most: f64) -> error::Limit {
    let is_half = lattice.balls || lattice.period == 2 && lattice.form == SiteForm::Cell;
    if is_half { error::Limit::HalfAUnit } else { error::Limit::Millimetres(most) }
}

/// Of how many parts some sites consist, if only what shares a whole side or face holds together.
fn joined_parts(lattice: &Lattice, sites: &[Point]) -> usize {
    let mut seen = vec![false; sites.len()];
    let mut parts = 0;
    for start in 0..sites.len() {
        let mut open = vec![start];
        parts += usize::from(!seen[start]);
        while let Some(at) = open.pop() {
            if std::mem::replace(&mut seen[at], true) {
                continue;
            }
            let corners = lattice.corners(sites[at]);
            let holds = |other: &Point| {
                lattice.corners(*other).iter().filter(|c| corners.contains(c)).count() >= 2
            };
            let beside: Vec<Point> = match lattice.is_solid() {
                true => lattice.neighbours(sites[at]).collect(),
                false => lattice.touching(sites[at]).filter(holds).collect(),
            };
            open.extend(beside.into_iter().filter_map(|other| sites.binary_search(&other).ok()));
        }
    }
    parts
}
