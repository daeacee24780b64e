//! Changing sites of the board with the pointer: strokes, rectangles, regions.
//!
//! A stroke is one gesture however many sites it meets, so that it is taken back as a whole.

use std::collections::BTreeSet;
use std::sync::Arc;

use egui::{Modifiers, Pos2, Rect, Response, Ui};

use crate::lattice::{Lattice, Point, SiteForm};
use crate::picture::{Bounds, Page, Xy};
use crate::puzzle::{Label, Puzzle};
use crate::ui::input::{PointerStep, PointerSteps};
use crate::ui::paint::{self, Projection};
use crate::workbench::command::Tool;
use crate::workbench::edit::{Edit, Frame, Mirror, State, box_of, flooded};

/// How many periods of a plane around the board can be painted.
const MARGIN: i32 = 2;
/// How many periods along each axis there are to paint on where there is no board.
const EMPTY: i32 = 8;

/// The sites that can be painted: those of the board, and holes around and in it.
pub(super) struct CanvasSites {
    /// In reading order.
    pub(super) sites: Vec<Point>,
    /// The corners of each.
    pub(super) corners: Vec<Vec<Xy>>,
    /// The lattice, and the corners of the box: what the rest follows from.
    of: (&'static Lattice, Point, Point),
}

impl CanvasSites {
    /// Around the board of a puzzle, drawn on its page; the one there was before, where it is the
    /// same. In space only the layers of the board have room on the page.
    pub(super) fn new(
        before: Option<Arc<CanvasSites>>,
        puzzle: &Puzzle,
        page: &Page,
    ) -> Arc<CanvasSites> {
        let lattice = puzzle.lattice;
        let period = lattice.period;
        let sites = puzzle.board.sites().iter().map(|s| s.site);
        let bounds = sites.map(|p| (p, p)).reduce(|(a, b), (p, _)| {
            (
                Point::new(a.x.min(p.x), a.y.min(p.y), a.z.min(p.z)),
                Point::new(b.x.max(p.x), b.y.max(p.y), b.z.max(p.z)),
            )
        });
        let around = if lattice.is_solid() { 0 } else { MARGIN * period };
        let (low, high) = match bounds {
            Some((low, high)) => {
                let by = Point::new(around, around, 0);
                (low - by, high + by)
            }
            None if lattice.is_solid() => {
                (Point::ORIGIN, Point::new(2 * period, 2 * period, 2 * period))
            }
            None => {
                let far = (EMPTY - 1) * period;
                (Point::ORIGIN, Point::new(far, far, 0))
            }
        };
        let same = |ground: &Arc<CanvasSites>| {
            std::ptr::eq(ground.of.0, lattice) && (ground.of.1, ground.of.2) == (low, high)
        };
        before.filter(same).unwrap_or_else(|| {
            let sites = box_of(lattice, low, high);
            let corners = sites.iter().map(|&site| page.outline(site)).collect();
            Arc::new(CanvasSites { sites, corners, of: (lattice, low, high) })
        })
    }

    /// The rectangle around all of it.
    pub(super) fn bounds(&self) -> Bounds {
        let points = self.corners.iter().flatten();
        let mut bounds = Bounds { min: [f64::INFINITY; 2], max: [f64::NEG_INFINITY; 2] };
        for [x, y] in points {
            bounds.min = [bounds.min[0].min(*x), bounds.min[1].min(*y)];
            bounds.max = [bounds.max[0].max(*x), bounds.max[1].max(*y)];
        }
        bounds
    }

    /// The site at a point of the plane: the cell that contains it, or the edge nearest to it
    /// within a quarter of a unit.
    pub(super) fn site_at(&self, lattice: &Lattice, p: Xy) -> Option<Point> {
        let i = site_at(lattice, &self.corners, p)?;
        Some(self.sites[i])
    }

    /// The sites that a straight line passes over, in its order.
    fn along(&self, lattice: &Lattice, from: Xy, to: Xy) -> Vec<Point> {
        let (dx, dy) = (to[0] - from[0], to[1] - from[1]);
        let steps = (dx.hypot(dy) / 0.2).ceil().clamp(1.0, 500.0) as usize;
        let mut passed: Vec<usize> = Vec::new();
        for n in 0..=steps {
            let t = n as f64 / steps as f64;
            let p = [from[0] + t * dx, from[1] + t * dy];
            // Most steps stay in one cell.
            let stays =
                |&i: &usize| lattice.form == SiteForm::Cell && contains(&self.corners[i], p);
            if passed.last().is_some_and(stays) {
                continue;
            }
            let next = site_at(lattice, &self.corners, p);
            passed.extend(next.filter(|i| passed.last() != Some(i)));
        }
        passed.into_iter().map(|i| self.sites[i]).collect()
    }

    /// The sites whose middle lies in a rectangle of the plane.
    fn within(&self, a: Xy, b: Xy) -> Vec<Point> {
        // Nearly reached is reached.
        let low = [a[0].min(b[0]) - 0.2, a[1].min(b[1]) - 0.2];
        let high = [a[0].max(b[0]) + 0.2, a[1].max(b[1]) + 0.2];
        let inside = |corners: &[Xy]| {
            let middle = paint::middle(corners);
            (0..2).all(|k| (low[k]..=high[k]).contains(&middle[k]))
        };
        let here = self.sites.iter().zip(&self.corners).filter(|(_, corners)| inside(corners));
        here.map(|(site, _)| *site).collect()
    }
}

/// Which of some sites, by their corners, lies at a point of the plane.
pub(crate) fn site_at(lattice: &Lattice, corners: &[Vec<Xy>], p: Xy) -> Option<usize> {
    match lattice.form {
        SiteForm::Cell => corners.iter().position(|cell| contains(cell, p)),
        SiteForm::Edge => {
            let distances = corners.iter().map(|ends| distance(ends[0], ends[1], p));
            let nearest = distances.enumerate().min_by(|a, b| a.1.total_cmp(&b.1));
            nearest.filter(|(_, d)| *d < 0.25).map(|(i, _)| i)
        }
    }
}

fn contains(cell: &[Xy], p: Xy) -> bool {
    (0..cell.len()).all(|i| {
        let (a, b) = (cell[i], cell[(i + 1) % cell.len()]);
        (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) >= 0.0
    })
}

fn distance(a: Xy, b: Xy, p: Xy) -> f64 {
    let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
    let t = ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy);
    let t = t.clamp(0.0, 1.0);
    (a[0] + t * dx - p[0]).hypot(a[1] + t * dy - p[1])
}

/// What the brush is set to, and the stroke that goes on.
#[derive(Default)]
pub(super) struct Brush {
    /// The tool in hand.
    pub(super) tool: Tool,
    /// The label that is given.
    pub(super) label: Option<Label>,
    /// Whether strokes are repeated elsewhere.
    pub(super) mirror: Mirror,
    stroke: Option<Stroke>,
    steps: PointerSteps,
    /// How many gestures there were: the number of the next.
    gestures: u64,
}

/// A stroke of the brush.
struct Stroke {
    gesture: u64,
    /// Where it was last, on the plane.
    last: Xy,
    /// Where it began, if it spans a rectangle or a line.
    spans: Option<(Span, Xy)>,
    /// What it has met.
    met: BTreeSet<Point>,
    /// About what it is mirrored.
    frame: Option<Frame>,
    /// What it makes of sites.
    makes: SiteChange,
}

/// What a stroke draws from where it began to where it is let go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Span {
    Rectangle,
    Line,
}

/// What becomes of sites.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SiteChange {
    State(State),
    Label(Option<Label>),
}

/// What the pointer asks for.
#[derive(Default)]
pub(super) struct PointerResponse {
    /// An edit, with the number of its gesture.
    pub(super) edit: Option<(Edit, u64)>,
    /// The sites that a click would change, or that a rectangle holds.
    pub(super) preview: Vec<Point>,
}

/// What is painted on: the puzzle, the sites there are, and where they are seen.
pub(super) struct Easel<'a> {
    pub(super) puzzle: &'a Puzzle,
    pub(super) ground: &'a CanvasSites,
    pub(super) projection: Projection,
}

impl Easel<'_> {
    /// The sites from where a rectangle or a line began to a place.
    fn spanned(&self, (span, from): (Span, Xy), to: Xy) -> Vec<Point> {
        match span {
            Span::Rectangle => self.ground.within(from, to),
            Span::Line => self.ground.along(self.puzzle.lattice, from, to),
        }
    }
}

impl Brush {
    /// Whether the tool in hand changes sites.
    pub(super) fn paints(&self) -> bool {
        !matches!(self.tool, Tool::Place | Tool::Pin)
    }

    /// A number for a gesture that there was not yet.
    pub(super) fn next_gesture(&mut self) -> u64 {
        self.gestures += 1;
        self.gestures
    }

    /// SiteChange sure that gestures to come have greater numbers than this.
    pub(super) fn skip_gestures(&mut self, gesture: u64) {
        self.gestures = self.gestures.max(gesture);
    }

    /// The label that is given next: `a` unless another was chosen.
    pub(super) fn label(&self) -> Label {
        self.label.unwrap_or('a')
    }

    /// What the tool makes of sites of which the first is this one.
    fn makes(&self, puzzle: &Puzzle, site: Point) -> SiteChange {
        match self.tool {
            Tool::Place | Tool::Pin | Tool::Paint => SiteChange::State(State::Required),
            Tool::Erase => SiteChange::State(State::Hole),
            Tool::Optional => SiteChange::State(State::Optional),
            Tool::Label => {
                let now = puzzle.board.position(site).and_then(|i| puzzle.board.label(i));
                let label = self.label();
                SiteChange::Label((now != Some(label)).then_some(label))
            }
        }
    }

    fn edit(makes: SiteChange, sites: Vec<Point>) -> Edit {
        match makes {
            SiteChange::State(state) => Edit::Paint(sites, state),
            SiteChange::Label(label) => Edit::Label(sites, label),
        }
    }

    /// A single site is asked for, by keyboard or by name.
    pub(super) fn touch(&mut self, puzzle: &Puzzle, site: Point) -> (Edit, u64) {
        self.gestures += 1;
        let sites = self.mirrored(puzzle, Frame::new(puzzle), &[site]);
        (Brush::edit(self.makes(puzzle, site), sites), self.gestures)
    }

    fn mirrored(&self, puzzle: &Puzzle, frame: Option<Frame>, sites: &[Point]) -> Vec<Point> {
        match frame {
            Some(frame) => frame.mirrored(puzzle.lattice, self.mirror, sites),
            None => sites.to_vec(),
        }
    }

    /// Follows the pointer over the canvas. Shift draws a rectangle, Ctrl fills a region, and both
    /// draw a straight line.
    pub(super) fn follow(
        &mut self,
        ui: &Ui,
        response: &Response,
        pointer: Option<Pos2>,
        easel: &Easel,
    ) -> PointerResponse {
        self.steps.gather(ui, response);
        let edit = self.take_steps(easel).or_else(|| {
            let lost = self.stroke.is_some() && self.steps.are_over(ui);
            let at = self.stroke.as_ref().filter(|_| lost)?.last;
            self.end(easel, at, Vec::new())
        });
        self.steps.request_rest(ui);
        let at = response.interact_pointer_pos().or(pointer);
        let preview = at.map(|at| {
            let modifiers = ui.input(|i| i.modifiers);
            self.preview(easel, easel.projection.inverse(at), modifiers)
        });
        PointerResponse { edit, preview: preview.unwrap_or_default() }
    }

    /// Takes the steps of the pointer, up to the end of a gesture that changes something.
    fn take_steps(&mut self, easel: &Easel) -> Option<(Edit, u64)> {
        let mut painted = Vec::new();
        while let Some(step) = self.steps.next() {
            let at = easel.projection.inverse(step.at());
            if let PointerStep::Press(_, modifiers) = step
                && self.stroke.is_none()
                && let Some(filled) = self.begin(easel, at, modifiers)
            {
                return Some(filled);
            }
            painted.extend(self.pass(easel, at));
            if matches!(step, PointerStep::Release(_)) {
                let edit = self.end(easel, at, std::mem::take(&mut painted));
                if edit.is_some() {
                    return edit;
                }
            }
        }
        let stroke = self.stroke.as_ref().filter(|_| !painted.is_empty())?;
        let sites = self.mirrored(easel.puzzle, stroke.frame, &painted);
        Some((Brush::edit(stroke.makes, sites), stroke.gesture))
    }

    /// Begins a stroke; a region is filled at once.
    fn begin(&mut self, easel: &Easel, at: Xy, modifiers: Modifiers) -> Option<(Edit, u64)> {
        let Easel { puzzle, ground, .. } = *easel;
        let (shift, ctrl) = (modifiers.shift, modifiers.command);
        let site = ground.site_at(puzzle.lattice, at);
        let first = site.or_else(|| shift.then(|| ground.sites.first().copied()).flatten())?;
        let gesture = self.next_gesture();
        let frame = Frame::new(puzzle);
        let makes = self.makes(puzzle, first);
        if ctrl && !shift {
            let sites = self.mirrored(puzzle, frame, &flooded(puzzle, first));
            return Some((Brush::edit(makes, sites), gesture));
        }
        let spans = match (shift, ctrl) {
            (true, true) => Some((Span::Line, at)),
            (true, false) => Some((Span::Rectangle, at)),
            _ => None,
        };
        let met = BTreeSet::new();
        self.stroke = Some(Stroke { gesture, last: at, spans, met, frame, makes });
        None
    }

    /// The sites that a stroke meets for the first time on its way to a place.
    fn pass(&mut self, easel: &Easel, at: Xy) -> Vec<Point> {
        let Some(stroke) = &mut self.stroke else { return Vec::new() };
        let last = std::mem::replace(&mut stroke.last, at);
        if stroke.spans.is_some() {
            return Vec::new();
        }
        // Between two steps the pointer may have passed several sites.
        let passed = easel.ground.along(easel.puzzle.lattice, last, at).into_iter();
        passed.filter(|site| stroke.met.insert(*site)).collect()
    }

    /// Ends the stroke: what it changes with what it has just painted.
    fn end(&mut self, easel: &Easel, at: Xy, painted: Vec<Point>) -> Option<(Edit, u64)> {
        let stroke = self.stroke.take()?;
        let sites = match stroke.spans {
            Some(span) => easel.spanned(span, at),
            None => painted,
        };
        let sites = self.mirrored(easel.puzzle, stroke.frame, &sites);
        (!sites.is_empty()).then(|| (Brush::edit(stroke.makes, sites), stroke.gesture))
    }

    /// The sites that a click would change, or that a rectangle or a line holds so far.
    fn preview(&self, easel: &Easel, at: Xy, modifiers: Modifiers) -> Vec<Point> {
        let Easel { puzzle, ground, .. } = *easel;
        match &self.stroke {
            Some(Stroke { spans: Some(span), frame, .. }) => {
                self.mirrored(puzzle, *frame, &easel.spanned(*span, at))
            }
            Some(_) => Vec::new(),
            None => match ground.site_at(puzzle.lattice, at) {
                Some(site) if modifiers.command && !modifiers.shift => {
                    self.mirrored(puzzle, Frame::new(puzzle), &flooded(puzzle, site))
                }
                Some(site) => self.mirrored(puzzle, Frame::new(puzzle), &[site]),
                None => Vec::new(),
            },
        }
    }

    /// Keeps a stroke in step with a board that was moved by some shift.
    pub(super) fn moved(&mut self, page: &Page, shift: Point) {
        let by = delta(page, shift);
        if let Some(stroke) = &mut self.stroke {
            stroke.last = [0, 1].map(|k| stroke.last[k] + by[k]);
            if let Some((_, from)) = &mut stroke.spans {
                *from = [0, 1].map(|k| from[k] + by[k]);
            }
            stroke.met = stroke.met.iter().map(|&site| site + shift).collect();
            stroke.frame = stroke.frame.map(|frame| frame.moved(shift));
        }
    }
}

/// How far a shift moves things on the page.
pub(super) fn delta(page: &Page, shift: Point) -> Xy {
    let (from, to) = (page.at(Point::ORIGIN), page.at(shift));
    [to[0] - from[0], to[1] - from[1]]
}

/// The rectangle of the screen around the corners of a site.
pub(crate) fn around(projection: Projection, corners: &[Xy]) -> Rect {
    let points: Vec<Pos2> = corners.iter().map(|&p| projection.at(p)).collect();
    Rect::from_points(&points)
}
