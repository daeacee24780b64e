//! A piece that is being drawn: its sites with their colour labels, what else is set of it, and the
//! strokes and turns that change it. Knows nothing of how it is shown.

use std::collections::{BTreeMap, BTreeSet};

use crate::lattice::{Lattice, Point, SiteForm};
use crate::picture::space::{Body, Room, Scene, Spot, View};
use crate::picture::{Page, Xy};
use crate::polyform::Shape;
use crate::puzzle::{Label, Piece, Puzzle};
use crate::symmetry::Matrix;
use crate::ui::canvas::cursor::Cursor;
use crate::ui::canvas::sites::{CanvasSites, Trace};
use crate::ui::space::SpaceState;
use crate::ui::widgets::input::PointerSteps;
use crate::workbench::command::Tool;
use crate::workbench::edit::{PieceDraft, box_of, checker_labels, new_name};

/// The number of periods along each axis to draw on at first, in a plane and in space, where it is fewer
/// the more layers there are to a period.
const ROOM: i32 = 8;
const SOLID_ROOM: i32 = 4;
const MIN_SOLID_ROOM: i32 = 2;

/// A piece that is being drawn.
pub(crate) struct Sketch {
    pub(super) lattice: &'static Lattice,
    /// The piece that it is to become; `None` for a new one.
    pub(super) of: Option<String>,
    /// The settings made for it so far.
    pub(super) draft: PieceDraft,
    /// The tool in hand, and the label that it gives.
    pub(super) tool: Tool,
    pub(super) label: Label,
    /// The surfaces to draw on: the plane, or the layers of space, the lowest first.
    pub(super) layers: Vec<Layer>,
    /// The steps of the pointer that have not been followed yet.
    pub(super) steps: PointerSteps,
    /// The keyboard's place on the canvas, and whether it has been given the focus at first.
    pub(super) cursor: Cursor,
    pub(super) is_entered: bool,
    /// The view of the picture in space, and whether that is drawn on rather than the layers.
    pub(super) space: SpaceState,
    pub(super) in_space: bool,
    /// The room of that picture.
    pub(super) room_in_space: Option<Room>,
    /// True if the layers are to be given more room once the pointer is elsewhere.
    wants_room: bool,
    stroke: Option<Stroke>,
    /// The stroke by the keyboard that may go on: with which tool, where it has come to, and what it
    /// makes of sites.
    by_keys: Option<(Tool, Point, SiteChange)>,
    /// The labels of the puzzle.
    known: Vec<Label>,
    /// The names and shapes of the other pieces.
    others: Vec<(String, Shape)>,
    /// True if pieces may consist of parts that do not touch.
    loose_parts: bool,
    /// The draft after the last step, those before it, and those that were undone.
    now: PieceDraft,
    before: Vec<PieceDraft>,
    after: Vec<PieceDraft>,
    /// True if another piece is to be drawn once this one is in the puzzle.
    pub(super) goes_on: bool,
    /// True if Escape was pressed, and would discard what is drawn the next time.
    pub(super) is_warned: bool,
}

/// The part of a plane, or of a layer of space, that is drawn on.
pub(super) struct Layer {
    /// The page with all layers.
    pub(super) page: Page<'static>,
    pub(super) ground: CanvasSites,
}

/// A stroke of the pointer.
struct Stroke {
    trace: Trace,
    /// The layer that it keeps to.
    layer: usize,
    /// Where it began, if it spans a rectangle.
    from: Option<Xy>,
    /// The change that it makes to sites: known from the first one on.
    makes: Option<SiteChange>,
    met: BTreeSet<Point>,
}

/// A change of sites.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SiteChange {
    Put(bool),
    Label(Option<Label>),
}

/// The reach of a press.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    /// The sites on the way of the pointer.
    Way,
    /// The rectangle that the pointer spans.
    Rectangle,
    /// The sites like the one pressed that hang together with it.
    Region,
}

/// The periods of a point along three axes at right angles, each as long as the period's own axis is in
/// its direction: where axes lean, those of a box that stands upright.
fn upright(lattice: &Lattice, site: Point) -> [i32; 3] {
    let place = lattice.place(site);
    let along = |k: usize| (place[k] / lattice.axes.0[k][k] + 1e-6).floor() as i32;
    [0, 1, 2].map(|k| along(k) * lattice.period)
}

/// The sites of an upright box around two points that are so given, in reading order.
fn upright_box(lattice: &Lattice, low: Point, high: Point) -> Vec<Point> {
    let is_inside = |site: &Point| {
        let (at, low, high) = (upright(lattice, *site), low.coordinates(), high.coordinates());
        (0..3).all(|k| (low[k]..=high[k]).contains(&at[k]))
    };
    // As far aside as the axes lean over the height of the box.
    let most = (high - low).coordinates().into_iter().chain([low.z.abs(), high.z.abs()]).max();
    let aside = most.unwrap_or(0) + 2 * lattice.period;
    let lean = Point::new(aside, aside, 0);
    let mut sites = box_of(lattice, low - lean, high + lean);
    sites.retain(is_inside);
    sites
}

impl Sketch {
    /// A new piece of a puzzle.
    pub(crate) fn new(puzzle: &Puzzle) -> Sketch {
        Sketch::of_draft(puzzle, None, PieceDraft::new(puzzle))
    }

    /// A piece of a puzzle, to be changed.
    pub(crate) fn of_piece(puzzle: &Puzzle, piece: &Piece) -> Sketch {
        Sketch::of_draft(puzzle, Some(piece.name.clone()), PieceDraft::of_piece(piece))
    }

    /// The next new piece, with the same motions, where another was to follow this one.
    pub(crate) fn another(&self, puzzle: &Puzzle) -> Option<Sketch> {
        let motions = self.draft.motions;
        let draft = PieceDraft { motions, ..PieceDraft::new(puzzle) };
        if !self.goes_on {
            return None;
        }
        // There is nothing yet to erase or to label.
        let mut next = Sketch::of_draft(puzzle, None, draft);
        // Who draws by keys sees where the next one begins.
        if let Some(site) = next.first_site().filter(|_| self.cursor.is_by_keys()) {
            next.cursor.show_at(site);
        }
        Some(next)
    }

    fn of_draft(puzzle: &Puzzle, of: Option<String>, draft: PieceDraft) -> Sketch {
        let all = puzzle.pieces.iter().chain(&puzzle.off);
        let others = all.filter(|piece| Some(&piece.name) != of.as_ref());
        let others = others.map(|piece| (piece.name.clone(), piece.shape.clone())).collect();
        let known = puzzle.labels();
        let mut sketch = Sketch {
            lattice: puzzle.lattice,
            of,
            tool: Tool::Paint,
            label: known.first().copied().unwrap_or('a'),
            layers: Vec::new(),
            steps: PointerSteps::default(),
            cursor: Cursor::default(),
            is_entered: false,
            space: SpaceState::default(),
            // Few can tell how layers lie on each other where cells are cut by them.
            in_space: puzzle.lattice.is_solid() && puzzle.lattice.layers() > 1,
            room_in_space: None,
            wants_room: false,
            stroke: None,
            by_keys: None,
            known,
            others,
            loose_parts: puzzle.rules.loose_parts,
            now: draft.clone(),
            draft,
            before: Vec::new(),
            after: Vec::new(),
            goes_on: false,
            is_warned: false,
        };
        sketch.lay_out();
        sketch
    }

    /// The corners of the room to draw on. It never shrinks, and grows only along axes on which the piece
    /// fills it, so that nothing jumps.
    fn room(&self) -> (Point, Point) {
        let (lattice, period) = (self.lattice, self.lattice.period);
        let n = lattice.layers();
        let solid_room = (SOLID_ROOM + 1 - n).max(MIN_SOLID_ROOM);
        let (far, deep) = match lattice.is_solid() {
            true => (solid_room - 1, solid_room - 1),
            false => (ROOM - 1, 0),
        };
        let new = (Point::ORIGIN, Point::new(far * period, far * period, deep * period));
        let (low, high) = self.room_so_far().unwrap_or(new);
        let whole = |p: Point| p.coordinates().map(|n| n.div_euclid(period) * period);
        let coordinates = self.draft.sites.keys().map(|&site| match n {
            1 => whole(site),
            _ => upright(lattice, site),
        });
        let ends = coordinates.map(|p| (p, p)).reduce(|(a, b), (p, _)| {
            ([0, 1, 2].map(|k| a[k].min(p[k])), [0, 1, 2].map(|k| b[k].max(p[k])))
        });
        let Some((first, last)) = ends else { return (low, high) };
        let (mut from, mut to) = (whole(low), whole(high));
        for k in 0..lattice.dimension {
            let fills = first[k] <= from[k] && last[k] >= to[k];
            let around = if fills { period } else { 0 };
            from[k] = from[k].min(first[k] - around);
            to[k] = to[k].max(last[k] + around);
        }
        (Point::from(from), Point::from(to))
    }

    /// The corners of the room that there is.
    fn room_so_far(&self) -> Option<(Point, Point)> {
        let (first, last) = self.layers.first().zip(self.layers.last())?;
        Some((first.ground.low(), last.ground.high()))
    }

    /// Lays out layers for the room that the piece asks for.
    fn lay_out(&mut self) {
        let (low, high) = self.room();
        if self.room_so_far() == Some((low, high)) {
            return;
        }
        let (lattice, period, n) = (self.lattice, self.lattice.period, self.lattice.layers());
        // Each layer has a field of its own.
        let page = Page::around(lattice, []);
        let layer = |number: i32| {
            let z = number.div_euclid(n) * period;
            let (low, high) = (Point::new(low.x, low.y, z), Point::new(high.x, high.y, z));
            let sites = match n {
                1 => box_of(lattice, low, high),
                _ => upright_box(lattice, low, high),
            };
            let sites = sites.into_iter().filter(|&site| lattice.layer(site) == number).collect();
            Layer { page, ground: CanvasSites::of_sites(&page, sites, (lattice, low, high)) }
        };
        let [lowest, highest] = [low.z, high.z].map(|z| z.div_euclid(period) * n);
        self.layers = (lowest..highest + n).map(layer).collect();
    }

    /// Gives the layers the room that they want, now that nothing under the pointer would move.
    pub(super) fn make_room(&mut self) {
        if std::mem::take(&mut self.wants_room) {
            self.lay_out();
        }
    }

    /// Returns whether layers are to be given more room.
    pub(super) fn waits_for_room(&self) -> bool {
        self.wants_room && self.room_so_far() != Some(self.room())
    }

    /// Where a piece begins in space: about the middle of the room to draw on.
    pub(super) fn first_site(&self) -> Option<Point> {
        let sites = &self.layers.get(self.layers.len() / 2)?.ground.sites;
        sites.get(sites.len() / 2).copied()
    }

    /// The spot that is seen of its surface at a place of the page, and the site there.
    fn spot(&self, view: View, at: Xy) -> Option<(Spot, Point)> {
        let sites = self.sites();
        let body = |sites: &[Point]| Body { sites: sites.to_vec(), shift: [0.0; 3] };
        // Sticks meet in junctions, which belong to none of them alone.
        let is_whole = self.lattice.form == SiteForm::Edge;
        let bodies = match is_whole {
            true => vec![body(&sites)],
            false => sites.chunks(1).map(body).collect(),
        };
        let spot = Scene::new(self.lattice, &bodies).spot(view, at)?;
        let site = match is_whole {
            true => spot.nearest(self.lattice, 0.0, sites.into_iter())?,
            false => sites[spot.body],
        };
        Some((spot, site))
    }

    /// The site that is seen at a place of the page.
    pub(super) fn seen(&self, view: View, at: Xy) -> Option<Point> {
        Some(self.spot(view, at)?.1)
    }

    /// The free site beyond the surface that is seen at a place of the page.
    pub(super) fn beyond(&self, view: View, at: Xy) -> Option<Point> {
        let (spot, site) = self.spot(view, at)?;
        spot.beyond(self.lattice, site, |next| !self.draft.sites.contains_key(&next))
    }

    /// Uses a tool on a single site.
    pub(super) fn use_at(&mut self, tool: Tool, site: Point) {
        let change = match tool {
            Tool::Label => self.makes(site),
            Tool::Erase => Some(SiteChange::Put(false)),
            _ => Some(SiteChange::Put(true)),
        };
        if let Some(change) = change {
            self.apply(change, site);
            self.lay_out();
        }
    }

    /// The labels of puzzle and piece, in the order in which badges stand for them.
    pub(super) fn labels(&self) -> Vec<Label> {
        let own = self.draft.sites.values().copied().flatten();
        let all: BTreeSet<Label> = self.known.iter().copied().chain(own).collect();
        all.into_iter().collect()
    }

    /// The sites of the piece.
    pub(super) fn sites(&self) -> Vec<Point> {
        self.draft.sites.keys().copied().collect()
    }

    /// Its shape; `None` while nothing is drawn.
    pub(super) fn shape(&self) -> Option<Shape> {
        Shape::normalise(self.lattice, &self.sites()).map(|(shape, _)| shape)
    }

    /// The name that it will have if none is typed.
    pub(super) fn proposed_name(&self) -> Option<String> {
        let taken = self.others.iter().map(|(name, _)| name.clone()).collect();
        Some(new_name(self.lattice, &self.shape()?, &taken))
    }

    /// The other piece that has its shape, by its name.
    pub(super) fn twin(&self) -> Option<&str> {
        let shape = self.shape()?;
        let group = self.draft.motions.group(self.lattice, shape.sites());
        let least = shape.least_image(self.lattice, &group);
        let mut others = self.others.iter();
        let alike = others.find(|(_, other)| {
            other.size() == shape.size() && other.least_image(self.lattice, &group) == least
        });
        alike.map(|(name, _)| name.as_str())
    }

    /// Why it cannot be a piece yet, as a sentence.
    pub(super) fn trouble(&self) -> Option<String> {
        let Some(shape) = self.shape() else {
            return Some(format!("Draw at least one {}.", self.lattice.site_words.0));
        };
        if !self.loose_parts && !shape.is_connected(self.lattice) {
            return Some("The piece has parts that do not touch.".to_owned());
        }
        let name = self.draft.name.trim();
        let is_taken = self.others.iter().any(|(other, _)| other == name);
        is_taken.then(|| format!("There is a piece {name} already."))
    }

    /// Returns whether its sites can be labelled alternately.
    pub(super) fn can_be_checkered(&self) -> bool {
        self.lattice.form == SiteForm::Cell
    }

    /// Labels its sites by turns; swaps the labels of one that is labelled so.
    pub(super) fn checker(&mut self) {
        let sites = self.sites();
        let now = |site: &Point| self.draft.sites.get(site).copied().flatten();
        if let Some(labels) = checker_labels(self.lattice, &self.known, &sites, now) {
            self.draft.sites = labels.into_iter().map(|(site, l)| (site, Some(l))).collect();
        }
    }

    /// Removes all labels.
    pub(super) fn clear_labels(&mut self) {
        self.draft.sites.values_mut().for_each(|label| *label = None);
    }

    /// Turns or flips it, labels and all, about the corner where it lies.
    pub(super) fn turn(&mut self, matrix: &Matrix) {
        let lattice = self.lattice;
        let corner = |sites: &[Point]| Shape::normalise(lattice, sites).map(|(_, shift)| shift);
        let image = |(site, label): (&Point, &Option<Label>)| (matrix.apply(*site), *label);
        let images: BTreeMap<Point, Option<Label>> = self.draft.sites.iter().map(image).collect();
        let turned: Vec<Point> = images.keys().copied().collect();
        let (Some(from), Some(to)) = (corner(&turned), corner(&self.sites())) else { return };
        self.draft.sites = images.into_iter().map(|(p, label)| (p - from + to, label)).collect();
        self.lay_out();
    }

    /// Returns the effect of a press on a site, and on those that the stroke meets after it.
    fn makes(&self, site: Point) -> Option<SiteChange> {
        let there = self.draft.sites.get(&site);
        match self.tool {
            Tool::Label => {
                let now = *there?;
                Some(SiteChange::Label((now != Some(self.label)).then_some(self.label)))
            }
            Tool::Erase => Some(SiteChange::Put(false)),
            _ => Some(SiteChange::Put(there.is_none())),
        }
    }

    /// Returns the effect of the tool on a rectangle.
    fn makes_of_rectangle(&self, sites: &[Point]) -> Option<SiteChange> {
        match self.tool {
            Tool::Erase => Some(SiteChange::Put(false)),
            Tool::Label => sites.iter().find_map(|&site| self.makes(site)),
            _ => Some(SiteChange::Put(true)),
        }
    }

    fn apply(&mut self, change: SiteChange, site: Point) {
        match change {
            SiteChange::Put(put) => self.set(site, put),
            SiteChange::Label(label) => {
                if let Some(now) = self.draft.sites.get_mut(&site) {
                    *now = label;
                }
            }
        }
    }

    /// The unit that goes in, or out, with a site.
    pub(super) fn unit(&self, site: Point, put: bool) -> Vec<Point> {
        let is_there = |part: &Point| self.draft.sites.contains_key(part);
        let mut units = self.lattice.units_at(site).into_iter();
        let unit = units.find(|unit| unit.iter().all(|part| is_there(part) != put));
        unit.filter(|_| is_there(&site) != put).unwrap_or_default()
    }

    /// Puts a site in or takes it out, with the unit that it belongs to.
    fn set(&mut self, site: Point, put: bool) {
        for part in self.unit(site, put) {
            if put {
                self.draft.sites.insert(part, None);
            } else {
                self.draft.sites.remove(&part);
            }
        }
    }

    /// A single site is asked for, by key or by name; a stroke by keys may go on from it.
    pub(super) fn touch(&mut self, site: Point) {
        self.by_keys = None;
        self.draw_on(site, site);
    }

    /// A stroke by keys goes on from one site to the next, or begins there.
    pub(super) fn draw_on(&mut self, from: Point, to: Point) {
        let goes_on = self.by_keys.filter(|stroke| (stroke.0, stroke.1) == (self.tool, from));
        let Some(change) = goes_on.map(|stroke| stroke.2).or_else(|| self.makes(from)) else {
            return;
        };
        if goes_on.is_none() {
            self.apply(change, from);
        }
        if from != to {
            self.apply(change, to);
        }
        self.by_keys = Some((self.tool, to, change));
        self.lay_out();
    }

    /// Ends the stroke by keys, as when the cursor moves on without drawing.
    pub(super) fn end_key_stroke(&mut self) {
        self.by_keys = None;
    }

    /// Returns whether a stroke by keys may continue.
    pub(super) fn draws_by_keys(&self) -> bool {
        self.by_keys.is_some()
    }

    /// The pointer is pressed in a layer.
    pub(super) fn press(&mut self, layer: usize, at: Xy, reach: Reach) {
        self.stroke = None;
        let ground = &self.layers[layer].ground;
        let site = ground.site_at(self.lattice, at);
        if reach == Reach::Region {
            if let Some((site, change)) = site.and_then(|site| Some((site, self.makes(site)?))) {
                self.flooded(layer, site).into_iter().for_each(|site| self.apply(change, site));
                self.wants_room = true;
            }
            return;
        }
        let from = (reach == Reach::Rectangle).then_some(at);
        if site.is_some() || from.is_some() {
            let (trace, met) = (Trace::new(at), BTreeSet::new());
            self.stroke = Some(Stroke { trace, layer, from, makes: None, met });
            self.pass(at);
        }
    }

    /// The layer of the stroke that goes on.
    pub(super) fn stroke_layer(&self) -> Option<usize> {
        Some(self.stroke.as_ref()?.layer)
    }

    /// The pointer has moved.
    pub(super) fn pass(&mut self, at: Xy) {
        let Some(mut stroke) = self.stroke.take() else { return };
        let passed = stroke.trace.pass(&self.layers[stroke.layer].ground, self.lattice, at);
        if stroke.from.is_none() {
            for site in passed {
                if stroke.met.insert(site) {
                    self.stroke_on(&mut stroke, site);
                }
            }
        }
        self.stroke = Some(stroke);
    }

    fn stroke_on(&mut self, stroke: &mut Stroke, site: Point) {
        stroke.makes = stroke.makes.or_else(|| self.makes(site));
        if let Some(change) = stroke.makes {
            self.apply(change, site);
        }
    }

    /// The pointer is let go of. More room is made at once only for who has gone beyond it: under the
    /// pointer nothing is to move.
    pub(super) fn release(&mut self) {
        let Some(mut stroke) = self.stroke.take() else { return };
        let ground = &self.layers[stroke.layer].ground;
        if let Some(from) = stroke.from {
            let sites = ground.within(from, stroke.trace.last);
            if let Some(change) = self.makes_of_rectangle(&sites) {
                sites.into_iter().for_each(|site| self.apply(change, site));
            }
        } else if stroke.met.is_empty()
            && let Some(site) = stroke.trace.clicked(ground, self.lattice)
        {
            self.stroke_on(&mut stroke, site);
        }
        self.wants_room = true;
        let layer = &self.layers[stroke.layer].ground;
        if layer.site_at(self.lattice, stroke.trace.last).is_none() {
            self.make_room();
        }
    }

    /// The sites that a rectangle holds so far.
    pub(super) fn spanned(&self) -> Vec<Point> {
        let stroke = self.stroke.as_ref();
        let span = stroke.and_then(|stroke| Some((stroke, stroke.from?)));
        span.map_or_else(Vec::new, |(stroke, from)| {
            self.layers[stroke.layer].ground.within(from, stroke.trace.last)
        })
    }

    /// The sites of a layer that are like a site and hang together with it.
    fn flooded(&self, layer: usize, from: Point) -> Vec<Point> {
        let ground: BTreeSet<Point> = self.layers[layer].ground.sites.iter().copied().collect();
        let state = |site: Point| self.draft.sites.get(&site);
        let mut reached = BTreeSet::from([from]);
        let mut open = vec![from];
        while let Some(site) = open.pop() {
            for next in self.lattice.neighbours(site) {
                if ground.contains(&next) && state(next) == state(from) && reached.insert(next) {
                    open.push(next);
                }
            }
        }
        reached.into_iter().collect()
    }

    /// Ends a step, unless something is still being dragged or typed; whether there was one.
    pub(super) fn settle(&mut self, busy: bool) -> bool {
        let is_step = !busy && self.stroke.is_none() && self.draft != self.now;
        if is_step {
            self.before.push(std::mem::replace(&mut self.now, self.draft.clone()));
            self.after.clear();
            self.is_warned = false;
        }
        is_step
    }

    /// Returns whether there is something to undo, and to redo.
    pub(super) fn history(&self) -> (bool, bool) {
        (!self.before.is_empty(), !self.after.is_empty())
    }

    /// Undoes the last step.
    pub(super) fn undo(&mut self) {
        self.settle(false);
        if let Some(draft) = self.before.pop() {
            self.after.push(std::mem::replace(&mut self.now, draft));
            self.draft = self.now.clone();
            self.lay_out();
        }
    }

    /// Redoes the step that was undone last.
    pub(super) fn redo(&mut self) {
        if let Some(draft) = self.after.pop() {
            self.before.push(std::mem::replace(&mut self.now, draft));
            self.draft = self.now.clone();
            self.lay_out();
        }
    }
}

/// Members of known labels and of the piece, and the next letter that is free.
pub(super) fn offered(labels: &[Label], chosen: Label) -> Vec<Label> {
    let mut offered: BTreeSet<Label> =
        labels.iter().copied().chain(['a', 'b', 'w', chosen]).collect();
    let next = ('a'..='z').find(|letter| !offered.contains(letter));
    if offered.len() < 6 {
        offered.extend(next.filter(|_| labels.len() >= 2));
    }
    offered.into_iter().collect()
}
