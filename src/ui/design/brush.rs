//! Changing sites of the board with the pointer: strokes, rectangles, regions.
//!
//! A stroke is one gesture however many sites it meets, so that it is taken back as a whole.

use std::collections::BTreeSet;

use egui::{Modifiers, Pos2, Response, Ui};

use crate::lattice::Point;
use crate::picture::{Page, Xy};
use crate::puzzle::{BoardPiece, Label, Puzzle};
use crate::ui::canvas::sites::{CanvasSites, Trace};
use crate::ui::drawing::paint::Projection;
use crate::ui::widgets::input::{PointerStep, PointerSteps};
use crate::workbench::command::Tool;
use crate::workbench::edit::{
    Edit, Frame, Mirror, State, flooded, free_letter, open_region, taken_names,
};

/// The settings of the brush, and the stroke in progress.
#[derive(Default)]
pub(super) struct Brush {
    /// The tool in hand.
    pub(super) tool: Tool,
    /// The label that is given.
    pub(super) label: Option<Label>,
    /// The mirroring that repeats strokes elsewhere.
    pub(super) mirror: Mirror,
    stroke: Option<Stroke>,
    /// The stroke by the keyboard that may go on.
    by_keys: Option<KeyStroke>,
    steps: PointerSteps,
    /// The number of gestures so far, which numbers the next.
    gestures: u64,
}

/// A stroke of the brush.
struct Stroke {
    gesture: u64,
    /// Its way on the plane.
    trace: Trace,
    /// Where it began, if it spans a rectangle or a line.
    spans: Option<(Span, Xy)>,
    /// The sites that it has met.
    met: BTreeSet<Point>,
    /// About what it is mirrored.
    frame: Option<Frame>,
    /// The change that it makes to sites: known from the first one on.
    makes: Option<SiteChange>,
}

/// A stroke of the brush by the keyboard.
struct KeyStroke {
    gesture: u64,
    tool: Tool,
    /// Where it has come to.
    last: Point,
    makes: SiteChange,
    frame: Option<Frame>,
}

/// The shape that a stroke draws from its start to its release.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Span {
    Rectangle,
    Line,
}

/// A change of sites.
#[derive(Clone, Debug, PartialEq, Eq)]
enum SiteChange {
    State(State),
    Label(Option<Label>),
    /// They become part of the piece of this name.
    Piece(String),
}

/// The requests made by the pointer.
#[derive(Default)]
pub(super) struct PointerResponse {
    /// An edit, with the number of its gesture.
    pub(super) edit: Option<(Edit, u64)>,
    /// The sites that a click would change, or that a rectangle holds.
    pub(super) preview: Vec<Point>,
}

/// The surface to paint on: the puzzle, the existing sites, and where they are seen.
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
            Span::Line => {
                let heading = [to[0] - from[0], to[1] - from[1]];
                self.ground.along(self.puzzle.lattice, from, to, heading)
            }
        }
    }
}

impl Brush {
    /// Returns whether the tool in hand changes sites.
    pub(super) fn paints(&self) -> bool {
        !matches!(self.tool, Tool::Place | Tool::Pin | Tool::Text)
    }

    /// A number for a gesture that there was not yet.
    pub(super) fn next_gesture(&mut self) -> u64 {
        self.gestures += 1;
        self.gestures
    }

    /// Makes sure that gestures to come have greater numbers than this.
    pub(super) fn skip_gestures(&mut self, gesture: u64) {
        self.gestures = self.gestures.max(gesture);
    }

    /// The label that is given next: `a` unless another was chosen.
    pub(super) fn label(&self) -> Label {
        self.label.unwrap_or('a')
    }

    /// Returns the change that the tool makes to a rectangle or a line of sites that begins with
    /// this one.
    fn makes_of_span(&self, puzzle: &Puzzle, site: Point) -> SiteChange {
        match self.tool {
            Tool::Place | Tool::Pin | Tool::Text | Tool::Paint => {
                SiteChange::State(State::Required)
            }
            Tool::Erase => SiteChange::State(State::Hole),
            Tool::Optional => SiteChange::State(State::Optional),
            Tool::Label | Tool::Cut => self.makes(puzzle, site),
        }
    }

    /// Returns the change that the tool makes to a site, and to those met after it: the opposite if
    /// the site is already as the tool makes it.
    fn makes(&self, puzzle: &Puzzle, site: Point) -> SiteChange {
        let required = puzzle.board.position(site).map(|i| puzzle.board.sites()[i].required);
        SiteChange::State(match self.tool {
            Tool::Paint if required == Some(true) => State::Hole,
            Tool::Erase if required.is_some() => State::Hole,
            Tool::Optional if required != Some(false) => State::Optional,
            Tool::Place | Tool::Pin | Tool::Text | Tool::Paint | Tool::Erase | Tool::Optional => {
                State::Required
            }
            Tool::Label => {
                let now = puzzle.board.position(site).and_then(|i| puzzle.board.label(i));
                let label = self.label();
                return SiteChange::Label((now != Some(label)).then_some(label));
            }
            Tool::Cut => {
                let lies = |laid: &&BoardPiece| laid.sites.binary_search(&site).is_ok();
                let laid = puzzle.placed.iter().find(lies);
                return SiteChange::Piece(match laid {
                    Some(laid) => puzzle.piece(laid.piece).name.clone(),
                    None => free_letter(&taken_names(puzzle)),
                });
            }
        })
    }

    /// The sites that hang together with one for the tool.
    fn region(&self, puzzle: &Puzzle, site: Point) -> Vec<Point> {
        match self.tool {
            Tool::Cut => open_region(puzzle, site),
            _ => flooded(puzzle, site),
        }
    }

    fn edit(makes: SiteChange, sites: Vec<Point>) -> Edit {
        match makes {
            SiteChange::Piece(piece) => Edit::Cut { piece, sites },
            SiteChange::State(state) => Edit::Paint(sites, state),
            SiteChange::Label(label) => Edit::Label(sites, label),
        }
    }

    /// A single site is asked for, by keyboard or by name; a stroke by keys may go on from it.
    pub(super) fn touch(&mut self, puzzle: &Puzzle, site: Point) -> (Edit, u64) {
        self.by_keys = None;
        self.draw_on(puzzle, site, site)
    }

    /// A stroke by keys goes on from one site to the next, or begins there.
    pub(super) fn draw_on(&mut self, puzzle: &Puzzle, from: Point, to: Point) -> (Edit, u64) {
        let (tool, before) = (self.tool, self.by_keys.take());
        let goes_on = before.filter(|stroke| (stroke.tool, stroke.last) == (tool, from));
        let begun = goes_on.is_some();
        let stroke = goes_on.unwrap_or_else(|| KeyStroke {
            gesture: self.next_gesture(),
            tool,
            last: from,
            makes: self.makes(puzzle, from),
            frame: Frame::new(puzzle),
        });
        let sites = if begun || from == to { vec![to] } else { vec![from, to] };
        let sites = self.mirrored(puzzle, stroke.frame, &sites);
        let edit = (Brush::edit(stroke.makes.clone(), sites), stroke.gesture);
        self.by_keys = Some(KeyStroke { last: to, ..stroke });
        edit
    }

    /// Ends the stroke by keys, as when the cursor moves on without drawing.
    pub(super) fn end_key_stroke(&mut self) {
        self.by_keys = None;
    }

    fn mirrored(&self, puzzle: &Puzzle, frame: Option<Frame>, sites: &[Point]) -> Vec<Point> {
        match frame.filter(|_| self.tool != Tool::Cut) {
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
            let at = self.stroke.as_ref().filter(|_| lost)?.trace.last;
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
        Some((Brush::edit(stroke.makes.clone()?, sites), stroke.gesture))
    }

    /// Begins a stroke; a region is filled at once.
    fn begin(&mut self, easel: &Easel, at: Xy, modifiers: Modifiers) -> Option<(Edit, u64)> {
        let Easel { puzzle, ground, .. } = *easel;
        let (shift, ctrl) = (modifiers.shift, modifiers.command);
        let site = ground.site_at(puzzle.lattice, at);
        let first = site.or_else(|| shift.then(|| ground.sites.first().copied()).flatten())?;
        let gesture = self.next_gesture();
        let frame = Frame::new(puzzle);
        if ctrl && !shift {
            let sites = self.mirrored(puzzle, frame, &self.region(puzzle, first));
            return Some((Brush::edit(self.makes(puzzle, first), sites), gesture));
        }
        let spans = match (shift, ctrl) {
            (true, true) => Some((Span::Line, at)),
            (true, false) => Some((Span::Rectangle, at)),
            _ => None,
        };
        let makes = spans.map(|_| self.makes_of_span(puzzle, first));
        let (met, trace) = (BTreeSet::new(), Trace::new(at));
        self.stroke = Some(Stroke { gesture, trace, spans, met, frame, makes });
        None
    }

    /// The sites that a stroke meets for the first time on its way to a place.
    fn pass(&mut self, easel: &Easel, at: Xy) -> Vec<Point> {
        let Some(stroke) = &mut self.stroke else { return Vec::new() };
        // Between two steps the pointer may have passed several sites.
        let passed = stroke.trace.pass(easel.ground, easel.puzzle.lattice, at);
        if stroke.spans.is_some() {
            return Vec::new();
        }
        let passed: Vec<Point> =
            passed.into_iter().filter(|site| stroke.met.insert(*site)).collect();
        self.decide(easel.puzzle, passed.first());
        passed
    }

    /// Lets the first site that a stroke meets decide what it makes of all.
    fn decide(&mut self, puzzle: &Puzzle, first: Option<&Point>) {
        let undecided = self.stroke.as_ref().is_some_and(|stroke| stroke.makes.is_none());
        let makes = first.filter(|_| undecided).map(|&first| self.makes(puzzle, first));
        if let (Some(stroke), Some(makes)) = (&mut self.stroke, makes) {
            stroke.makes = Some(makes);
        }
    }

    /// Ends the stroke: what it changes with what it has just painted.
    fn end(&mut self, easel: &Easel, at: Xy, painted: Vec<Point>) -> Option<(Edit, u64)> {
        let stroke = self.stroke.as_ref()?;
        let sites = match stroke.spans {
            Some(span) => easel.spanned(span, at),
            None if stroke.met.is_empty() => {
                stroke.trace.clicked(easel.ground, easel.puzzle.lattice).into_iter().collect()
            }
            None => painted,
        };
        self.decide(easel.puzzle, sites.first());
        let stroke = self.stroke.take()?;
        let sites = self.mirrored(easel.puzzle, stroke.frame, &sites);
        (!sites.is_empty()).then_some((Brush::edit(stroke.makes?, sites), stroke.gesture))
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
                    self.mirrored(puzzle, Frame::new(puzzle), &self.region(puzzle, site))
                }
                Some(site) => self.mirrored(puzzle, Frame::new(puzzle), &[site]),
                None => Vec::new(),
            },
        }
    }

    /// Keeps a stroke in step with a board that was moved by some shift.
    pub(super) fn moved(&mut self, page: &Page, shift: Point) {
        let by = delta(page, shift);
        if let Some(stroke) = &mut self.by_keys {
            stroke.last = stroke.last + shift;
            stroke.frame = stroke.frame.map(|frame| frame.moved(shift));
        }
        if let Some(stroke) = &mut self.stroke {
            stroke.trace.shift(by);
            if let Some((_, from)) = &mut stroke.spans {
                *from = [0, 1].map(|k| from[k] + by[k]);
            }
            stroke.met = stroke.met.iter().map(|&site| site + shift).collect();
            stroke.frame = stroke.frame.map(|frame| frame.moved(shift));
        }
    }
}

/// Returns the vector by which a shift moves things on the page.
pub(super) fn delta(page: &Page, shift: Point) -> Xy {
    let (from, to) = (page.at(Point::ORIGIN), page.at(shift));
    [to[0] - from[0], to[1] - from[1]]
}
