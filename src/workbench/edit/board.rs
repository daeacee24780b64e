//! Changing the board: painting sites, moving and turning it, shapes by name.

use std::collections::{BTreeMap, BTreeSet};

use super::checker::checker_labels;
use super::{BoardAction, Refusal, Side, State};
use crate::lattice::{Lattice, MAX_SITES, Point};
use crate::polyform::art;
use crate::puzzle::{BoardForm, Description, Label, NamedShape, Puzzle};
use crate::symmetry::{Isometry, Matrix, point_group, tip};
use crate::text;

/// The largest number of characters in all rows of a board drawn as text art.
const MAX_ART: i64 = 1 << 20;
/// A board with a name keeps it until it has more holes than this; then it is drawn.
const MAX_HOLES: usize = 8;

/// A site of a board that is being changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cell {
    required: bool,
    label: Option<Label>,
}

/// The sites of a board, ready to be changed.
struct Cells {
    lattice: &'static Lattice,
    sites: BTreeMap<Point, Cell>,
}

impl Cells {
    fn new(puzzle: &Puzzle) -> Cells {
        let board = &puzzle.board;
        let cell = |(i, site): (usize, &crate::puzzle::BoardSite)| {
            (site.site, Cell { required: site.required, label: board.label(i) })
        };
        Cells {
            lattice: puzzle.lattice,
            sites: board.sites().iter().enumerate().map(cell).collect(),
        }
    }

    /// The state of a site.
    fn state(&self, site: Point) -> State {
        match self.sites.get(&site) {
            Some(Cell { required: true, .. }) => State::Required,
            Some(Cell { required: false, .. }) => State::Optional,
            None => State::Hole,
        }
    }

    fn set(&mut self, site: Point, state: State) {
        let label = self.sites.get(&site).and_then(|cell| cell.label);
        match state {
            State::Required => self.sites.insert(site, Cell { required: true, label }),
            State::Optional => self.sites.insert(site, Cell { required: false, label }),
            State::Hole => self.sites.remove(&site),
        };
    }

    fn map(&mut self, image: impl Fn(Point) -> Point) {
        let sites = std::mem::take(&mut self.sites);
        self.sites = sites.into_iter().map(|(site, cell)| (image(site), cell)).collect();
    }

    /// Moves the board by whole periods, so that its least coordinates lie in the first; by how
    /// much.
    fn settle(&mut self) -> Point {
        let low = bounds(self.sites.keys().copied()).map_or(Point::ORIGIN, |(low, _)| low);
        let shift = -whole(self.lattice, low);
        self.map(|site| site + shift);
        shift
    }

    /// The words for the board, as near to those it had as can be, and how far it was moved to
    /// have room at its upper and left side.
    fn form(&self, before: &BoardForm) -> Result<(BoardForm, Point), Refusal> {
        let lattice = self.lattice;
        if self.sites.len() as u64 > MAX_SITES {
            return Err(Refusal::new(format!(
                "The board would have {}; the limit is {}.",
                lattice.count_sites(self.sites.len() as u64),
                text::grouped(MAX_SITES)
            )));
        }
        let (form, shift) = match self.less(core(before)) {
            Some(form) => (form, Point::ORIGIN),
            None => {
                let mark = |(site, cell): (&Point, &Cell)| {
                    (*site, if cell.required { (lattice.art_marks)(*site) } else { 'o' })
                };
                let marks: Vec<(Point, char)> = self.sites.iter().map(mark).collect();
                self.check_extent()?;
                let (rows, shift) = art::draw_in_place(lattice, &marks);
                (BoardForm::Art(rows), shift)
            }
        };
        let label = |(site, cell): (&Point, &Cell)| Some((*site + shift, cell.label?));
        let labels: Vec<(Point, char)> = self.sites.iter().filter_map(label).collect();
        if labels.is_empty() {
            return Ok((form, shift));
        }
        let (rows, _) = art::draw_in_place(lattice, &labels);
        Ok((BoardForm::Labelled(Box::new(form), rows), shift))
    }

    /// The board as one with a name, or as one less a few sites.
    fn less(&self, core: &BoardForm) -> Option<BoardForm> {
        let BoardForm::Named(_) = core else { return None };
        let all = self.sites.values().all(|cell| cell.required);
        let whole = core.states_on(self.lattice).ok().filter(|_| all)?;
        let inside: BTreeSet<Point> = whole.iter().map(|s| s.site).collect();
        let holes: Vec<Point> =
            inside.iter().copied().filter(|site| !self.sites.contains_key(site)).collect();
        if self.sites.len() + holes.len() != inside.len() || holes.len() > MAX_HOLES {
            return None;
        }
        if holes.is_empty() {
            return Some(core.clone());
        }
        let addresses = holes.iter().map(|&site| (self.lattice.address.of_site)(site)).collect();
        Some(BoardForm::Less(Box::new(core.clone()), addresses))
    }

    /// The outermost column, row or layer at a side: what lies within a period of it.
    fn outermost(&self, side: Side) -> Vec<(Point, Cell)> {
        let (axis, forwards) = side.axis();
        let along = |site: &Point| site.coordinates()[axis];
        let ends = self.sites.keys().map(along);
        let end = if forwards { ends.max() } else { ends.min() };
        let near = |site: &Point| end.is_some_and(|n| n.abs_diff(along(site)) < self.period());
        let sites = self.sites.iter().filter(|(site, _)| near(site));
        sites.map(|(site, cell)| (*site, *cell)).collect()
    }

    fn period(&self) -> u32 {
        self.lattice.period.unsigned_abs()
    }

    /// The words for a board that has grown or shrunk by one: those it had with another number,
    /// if that fits, or it is drawn where it lies.
    fn resized(mut self, before: &BoardForm) -> Result<Changed, Refusal> {
        let in_place = Cells { lattice: self.lattice, sites: self.sites.clone() };
        let settled = self.settle();
        let (cells, shift, form) = match resized_name(self.lattice, before, &self) {
            Some(named) => (self, settled, named),
            None => (in_place, Point::ORIGIN, BoardForm::Art(Vec::new())),
        };
        let (form, moved) = cells.form(&form)?;
        Ok(Changed { form, image: None, shift: shift + moved })
    }

    /// Adds another of the outermost rows, columns or layers on a side.
    fn grow(&mut self, side: Side) {
        let by = side.step(self.lattice);
        for (site, cell) in self.outermost(side) {
            self.sites.insert(site + by, cell);
        }
    }

    /// Removes the outermost row, column or layer on a side.
    fn shrink(&mut self, side: Side) -> Result<(), Refusal> {
        for (site, _) in self.outermost(side) {
            self.sites.remove(&site);
        }
        match self.sites.is_empty() {
            true => Err(Refusal::new("This would leave no board. Use Clear board instead.")),
            false => Ok(()),
        }
    }

    /// Labels for all sites by turns; begun with the next label where they have these already.
    fn checkered(&self, known: &[Label]) -> Result<BTreeMap<Point, Label>, Refusal> {
        let sites: Vec<Point> = self.sites.keys().copied().collect();
        let now = |site: &Point| self.sites.get(site).and_then(|cell| cell.label);
        checker_labels(self.lattice, known, &sites, now).ok_or_else(|| {
            Refusal::new(format!(
                "The {} of this lattice cannot be coloured like a chessboard.",
                self.lattice.site_words.1
            ))
        })
    }

    /// Exchanges holes and required sites in the box around the board.
    fn invert(&mut self) {
        let Some((low, high)) = bounds(self.sites.keys().copied()) else { return };
        for site in box_of(self.lattice, low, high) {
            let state = match self.state(site) {
                State::Required => State::Hole,
                State::Hole => State::Required,
                State::Optional => State::Optional,
            };
            self.set(site, state);
        }
    }

    /// Refuses a board whose sites lie so far apart that it cannot be drawn.
    fn check_extent(&self) -> Result<(), Refusal> {
        let places = self.sites.keys().map(|&site| (self.lattice.art_place)(site));
        let (mut low, mut high) = ((i64::MAX, i64::MAX), (i64::MIN, i64::MIN));
        for (x, y) in places {
            let (x, y) = (i64::from(x), i64::from(y));
            (low, high) = ((low.0.min(x), low.1.min(y)), (high.0.max(x), high.1.max(y)));
        }
        let layers = bounds(self.sites.keys().copied())
            .map_or(1, |(low, high)| i64::from((high.z - low.z) / self.lattice.period + 1));
        // Art begins at the origin, so what lies before the first site counts too.
        let wide = (high.0.max(0) - low.0.min(0)).max(0) + 1;
        let tall = (high.1.max(0) - low.1.min(0)).max(0) + 1;
        if !self.sites.is_empty() && wide.saturating_mul(tall).saturating_mul(layers) > MAX_ART {
            return Err(Refusal::new(
                "The sites would be too far apart. Paint closer to the board.",
            ));
        }
        Ok(())
    }
}

/// The form without its labels and holes.
fn core(form: &BoardForm) -> &BoardForm {
    match form {
        BoardForm::Less(inner, _) | BoardForm::Labelled(inner, _) | BoardForm::Shell(inner) => {
            core(inner)
        }
        form => form,
    }
}

/// The least and the largest coordinates of some sites.
fn bounds(sites: impl Iterator<Item = Point>) -> Option<(Point, Point)> {
    sites.map(|p| (p, p)).reduce(|(a, b), (p, _)| {
        (
            Point::new(a.x.min(p.x), a.y.min(p.y), a.z.min(p.z)),
            Point::new(b.x.max(p.x), b.y.max(p.y), b.z.max(p.z)),
        )
    })
}

/// The whole periods in a point's coordinates.
fn whole(lattice: &Lattice, p: Point) -> Point {
    let [x, y, z] = p.coordinates().map(|n| n.div_euclid(lattice.period) * lattice.period);
    Point::new(x, y, z)
}

/// Every site of a lattice in a box of whole periods around two points, in reading order; none if
/// there would be more than a board may have.
pub fn box_of(lattice: &Lattice, low: Point, high: Point) -> Vec<Point> {
    let (low, high) = (whole(lattice, low), whole(lattice, high));
    let period = lattice.period;
    let steps = |a: i32, b: i32| i64::from((b - a) / period + 1);
    let count = steps(low.x, high.x) * steps(low.y, high.y) * steps(low.z, high.z);
    if count.saturating_mul(lattice.classes.len() as i64) > 4 * MAX_SITES as i64 {
        return Vec::new();
    }
    let mut sites = Vec::new();
    for z in (low.z..=high.z).step_by(period as usize) {
        for y in (low.y..=high.y).step_by(period as usize) {
            for x in (low.x..=high.x).step_by(period as usize) {
                let corner = Point::new(x, y, z);
                sites.extend(lattice.classes.iter().map(|c| corner + Point::from(c.residue)));
            }
        }
    }
    sites.sort_unstable();
    sites
}

/// The sites that are as a site is and hang together with it, within the bounds of the board.
pub fn flooded(puzzle: &Puzzle, from: Point) -> Vec<Point> {
    let cells = Cells::new(puzzle);
    let state = cells.state(from);
    let all = cells.sites.keys().copied().chain([from]);
    let Some((low, high)) = bounds(all) else { return Vec::new() };
    let inside: BTreeSet<Point> = box_of(puzzle.lattice, low, high).into_iter().collect();
    let mut reached = BTreeSet::from([from]);
    let mut open = vec![from];
    while let Some(site) = open.pop() {
        for next in puzzle.lattice.neighbours(site) {
            if inside.contains(&next) && cells.state(next) == state && reached.insert(next) {
                open.push(next);
            }
        }
    }
    reached.into_iter().collect()
}

/// The board after painting. Where sites only make whole units together, the units are painted
/// that leave none half used.
pub(super) fn painted(
    description: &Description,
    puzzle: &Puzzle,
    sites: &[Point],
    state: State,
) -> Result<(BoardForm, Point), Refusal> {
    let lattice = puzzle.lattice;
    let mut cells = Cells::new(puzzle);
    for &site in sites {
        if lattice.class_of(site).is_none() {
            return Err(Refusal::new(format!(
                "There is no {} at that place.",
                lattice.site_words.0
            )));
        }
        if cells.state(site) == state {
            continue;
        }
        if lattice.units.is_empty() {
            cells.set(site, state);
            continue;
        }
        let units = lattice.units_at(site);
        let fits = units.into_iter().find(|unit| {
            let mut after: BTreeSet<Point> = cells.sites.keys().copied().collect();
            for &part in unit {
                match state {
                    State::Hole => after.remove(&part),
                    _ => after.insert(part),
                };
            }
            let after: Vec<Point> = after.into_iter().collect();
            lattice.stray(&after).is_none()
        });
        let Some(unit) = fits else {
            return Err(Refusal::new(format!(
                "This would leave half of a {unit} at {one} {label}.",
                unit = lattice.unit_words().0,
                one = lattice.site_words.0,
                label = lattice.site_label(site),
            )));
        };
        for part in unit {
            cells.set(part, state);
        }
    }
    cells.form(&description.board)
}

/// The board after labelling; sites that are not on it stay off.
pub(super) fn labelled(
    description: &Description,
    puzzle: &Puzzle,
    sites: &[Point],
    label: Option<Label>,
) -> Result<(BoardForm, Point), Refusal> {
    if let Some(label) = label.filter(|label| !label.is_alphanumeric()) {
        return Err(Refusal::new(format!("'{label}' is not a label. Use a letter or a digit.")));
    }
    let mut cells = Cells::new(puzzle);
    for site in sites {
        if let Some(cell) = cells.sites.get_mut(site) {
            cell.label = label;
        }
    }
    cells.form(&description.board)
}

/// The board after something was done to all of it.
pub(super) struct Changed {
    pub(super) form: BoardForm,
    /// The motion of its sites, if they were moved together.
    pub(super) image: Option<Isometry>,
    /// The shift after that, which makes room at the upper and left side.
    pub(super) shift: Point,
}

/// Does something to all of the board.
pub(super) fn changed(
    description: &Description,
    puzzle: &Puzzle,
    action: BoardAction,
) -> Result<Changed, Refusal> {
    let lattice = puzzle.lattice;
    let mut cells = Cells::new(puzzle);
    let none = BoardForm::Art(Vec::new());
    let mut image = None;
    let mut turn = |cells: &mut Cells, matrix: Option<Matrix>| {
        let Some(matrix) = matrix else {
            return Err(Refusal::new("This lattice cannot be turned that way."));
        };
        cells.map(|site| matrix.apply(site));
        image = Some(Isometry { matrix, shift: cells.settle() });
        Ok(())
    };
    match action {
        BoardAction::Turn => turn(&mut cells, clockwise(lattice))?,
        BoardAction::Flip => turn(&mut cells, mirror(lattice, Axis::LeftRight))?,
        BoardAction::Tip => turn(&mut cells, tip(lattice))?,
        BoardAction::Shift(side) => {
            let by = side.step(lattice);
            cells.map(|site| site + by);
            image = Some(Isometry { matrix: Matrix::IDENTITY, shift: by });
        }
        BoardAction::Grow(side) => {
            cells.grow(side);
            return cells.resized(core(&description.board));
        }
        BoardAction::Shrink(side) => {
            cells.shrink(side)?;
            return cells.resized(core(&description.board));
        }
        BoardAction::Crop => {
            let shift = cells.settle();
            image = Some(Isometry { matrix: Matrix::IDENTITY, shift });
        }
        BoardAction::Invert => cells.invert(),
        BoardAction::Clear => cells.sites.clear(),
        BoardAction::Checker | BoardAction::ClearLabels => {
            let labels = match action {
                BoardAction::Checker => Some(cells.checkered(&puzzle.labels())?),
                _ => None,
            };
            for (site, cell) in &mut cells.sites {
                cell.label = labels.as_ref().and_then(|labels| labels.get(site).copied());
            }
            let (form, shift) = cells.form(&description.board)?;
            return Ok(Changed { form, image: None, shift });
        }
    }
    // A turned rectangle is a rectangle of other numbers: words that fit are found again, those
    // that do not are drawn.
    let named = reshaped(lattice, core(&description.board), &cells);
    let (form, shift) = cells.form(named.as_ref().unwrap_or(&none))?;
    Ok(Changed { form, image, shift })
}

/// The named board that has the same sites, by the same name with its numbers in any order.
fn reshaped(lattice: &'static Lattice, core: &BoardForm, cells: &Cells) -> Option<BoardForm> {
    let BoardForm::Named(shape) = core else { return None };
    if shape.numbers.len() > 3 {
        return None;
    }
    let mut orders = vec![shape.numbers.clone()];
    for i in 0..shape.numbers.len() {
        for j in i + 1..shape.numbers.len() {
            let mut swapped = shape.numbers.clone();
            swapped.swap(i, j);
            orders.push(swapped);
        }
    }
    orders.into_iter().find_map(|numbers| named(lattice, shape.key, numbers, cells))
}

/// The named board that has the same sites, by the same name with one of its numbers one larger or
/// smaller.
fn resized_name(lattice: &'static Lattice, core: &BoardForm, cells: &Cells) -> Option<BoardForm> {
    let BoardForm::Named(shape) = core else { return None };
    let near = (0..shape.numbers.len()).flat_map(|i| {
        [shape.numbers[i].checked_add(1), shape.numbers[i].checked_sub(1)].map(|n| {
            let mut numbers = shape.numbers.clone();
            numbers[i] = n?;
            Some(numbers)
        })
    });
    near.flatten().find_map(|numbers| named(lattice, shape.key, numbers, cells))
}

/// The board of this name and these numbers, if it has the same sites.
fn named(
    lattice: &'static Lattice,
    key: &'static str,
    numbers: Vec<u32>,
    cells: &Cells,
) -> Option<BoardForm> {
    let form = BoardForm::Named(NamedShape { key, numbers });
    let sites = form.states_on(lattice).ok()?;
    let same = sites.len() == cells.sites.len()
        && sites.iter().all(|s| cells.sites.get(&s.site).is_some_and(|cell| cell.required));
    same.then_some(form)
}

/// The turn about the third axis that takes the first axis to the second: clockwise as drawn, by
/// the angle between them; where there is none, the half turn.
pub fn clockwise(lattice: &Lattice) -> Option<Matrix> {
    let (x, y) = (Point::new(1, 0, 0), Point::new(0, 1, 0));
    let mut turns = point_group(lattice);
    turns.retain(|m| m.keeps_orientation() && m.keeps_height());
    let to = |image: Point| turns.iter().find(|m| m.apply(x) == image);
    to(y).or_else(|| to(-x)).copied()
}

/// The turn that undoes [`clockwise`].
pub fn counter_clockwise(lattice: &Lattice) -> Option<Matrix> {
    let turn = clockwise(lattice)?;
    point_group(lattice).into_iter().find(|matrix| matrix.after(&turn) == Matrix::IDENTITY)
}

/// The sides that a mirror swaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Axis {
    LeftRight,
    UpDown,
}

/// The mirror that swaps two sides as drawn.
fn mirror(lattice: &Lattice, axis: Axis) -> Option<Matrix> {
    let x = Point::new(1, 0, 0);
    let image = match axis {
        Axis::LeftRight => -x,
        Axis::UpDown => x,
    };
    point_group(lattice)
        .into_iter()
        .find(|m| !m.keeps_orientation() && m.apply(x) == image && m.keeps_height())
}

/// The mirror that swaps left and right as drawn.
pub fn left_to_right(lattice: &Lattice) -> Option<Matrix> {
    mirror(lattice, Axis::LeftRight)
}

/// The way in which a brush stroke is repeated, if at all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mirror {
    /// Not at all.
    #[default]
    Off,
    /// Left and right alike.
    LeftRight,
    /// Above and below alike.
    UpDown,
    /// Both.
    Both,
    /// Turned by half.
    HalfTurn,
    /// In every way that the lattice allows.
    Full,
}

impl Mirror {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Mirror; 6] = [
        Mirror::Off,
        Mirror::LeftRight,
        Mirror::UpDown,
        Mirror::Both,
        Mirror::HalfTurn,
        Mirror::Full,
    ];

    /// Its name for people.
    pub fn label(self) -> &'static str {
        match self {
            Mirror::Off => "No mirror",
            Mirror::LeftRight => "Left and right",
            Mirror::UpDown => "Up and down",
            Mirror::Both => "Both ways",
            Mirror::HalfTurn => "Half turn",
            Mirror::Full => "Full symmetry",
        }
    }

    fn matrices(self, lattice: &Lattice) -> Vec<Matrix> {
        let sides = mirror(lattice, Axis::LeftRight);
        let ends = mirror(lattice, Axis::UpDown);
        let half = sides.zip(ends).map(|(a, b)| a.after(&b));
        let mut all = vec![Matrix::IDENTITY];
        match self {
            Mirror::Off => {}
            Mirror::LeftRight => all.extend(sides),
            Mirror::UpDown => all.extend(ends),
            Mirror::HalfTurn => all.extend(half),
            Mirror::Both => all.extend([sides, ends, half].into_iter().flatten()),
            Mirror::Full => {
                all = point_group(lattice);
                all.retain(Matrix::keeps_height);
            }
        }
        all
    }
}

/// The bounds of a board when a stroke began: about their middle it is mirrored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The sum of the least and the largest coordinates: twice the middle.
    twice: Point,
}

impl Frame {
    /// Of the board of a puzzle; `None` if it has no sites.
    pub fn new(puzzle: &Puzzle) -> Option<Frame> {
        let (low, high) = bounds(puzzle.board.sites().iter().map(|s| s.site))?;
        Some(Frame { twice: low + high })
    }

    /// The frame after the board was moved.
    pub fn moved(self, shift: Point) -> Frame {
        Frame { twice: self.twice + shift + shift }
    }

    /// The images of some sites, as far as they are sites: in reading order, the sites themselves
    /// among them.
    pub fn mirrored(&self, lattice: &Lattice, mirror: Mirror, sites: &[Point]) -> Vec<Point> {
        let mut all: BTreeSet<Point> = sites.iter().copied().collect();
        for matrix in mirror.matrices(lattice) {
            // The image of p about c is M (p - c) + c; twice that is whole.
            let moved = self.twice - matrix.apply(self.twice);
            if moved.coordinates().iter().any(|n| n % 2 != 0) {
                continue;
            }
            let half = Point::new(moved.x / 2, moved.y / 2, moved.z / 2);
            let image = Isometry { matrix, shift: half };
            all.extend(
                sites
                    .iter()
                    .map(|&site| image.apply(site))
                    .filter(|&site| lattice.class_of(site).is_some()),
            );
        }
        all.into_iter().collect()
    }
}
