//! Laying pieces on the board by hand: the piece in hand follows the pointer, laid ones are moved,
//! pinned and taken up.

use egui::{Pos2, Response, Ui};

use super::DesignState;
use crate::lattice::Point;
use crate::polyform::Shape;
use crate::puzzle::{PieceId, Puzzle};
use crate::ui::canvas::placing::{self, DRAG, Ghost, Grip, held_at, laid_at};
use crate::ui::widgets::input::PointerStep;
use crate::workbench::command::Tool;
use crate::workbench::edit::Edit;

/// The requests made by the pointer.
#[derive(Default)]
pub(super) struct PointerResponse {
    pub(super) ghost: Option<Ghost>,
    pub(super) edit: Option<Edit>,
    /// The message to show.
    pub(super) said: Option<String>,
}

impl DesignState {
    /// The shape of the piece in hand, as it is turned.
    fn held(&self, puzzle: &Puzzle) -> Option<(PieceId, Shape)> {
        let id = self.selected(puzzle)?;
        let piece = puzzle.piece(id);
        let orientations = piece.shape.orientations(puzzle.lattice, piece.motions);
        let shape = orientations.get(self.orientation.min(orientations.len().saturating_sub(1)))?;
        Some((id, shape.clone()))
    }

    /// The piece in hand at a site: with its middle there, or as near to that as it fits.
    pub(super) fn ghost_at(&self, puzzle: &Puzzle, site: Point) -> Option<Ghost> {
        let (piece, shape) = self.held(puzzle)?;
        let places = held_at(puzzle.lattice, &shape, site);
        let (sites, fits) = puzzle.first_fit(piece, places, None)?;
        Some(Ghost { piece, sites, fits })
    }

    /// Takes the next piece of the list in hand that is not used up when another copy of this one
    /// is laid; the same one, if that is not.
    pub(super) fn take_next(&mut self, puzzle: &Puzzle, laid: PieceId) {
        let copies = |id: PieceId| {
            let there = puzzle.placed.iter().filter(|other| other.piece == id).count();
            there + usize::from(id == laid)
        };
        let count = puzzle.pieces.len();
        let mut from_it = (0..count).map(|n| PieceId(((laid.index() + n) % count) as u32));
        let next = from_it.find(|&id| copies(id) < puzzle.piece(id).copies.max as usize);
        if next != Some(laid) {
            self.select(next.map(|id| puzzle.piece(id).name.as_str()));
        }
    }

    /// Follows the pointer; `site_at` tells which site of the board lies where.
    pub(super) fn place(
        &mut self,
        ui: &Ui,
        response: &Response,
        puzzle: &Puzzle,
        pointer: Option<Pos2>,
        site_at: &dyn Fn(Pos2) -> Option<Point>,
    ) -> PointerResponse {
        self.steps.gather(ui, response);
        let mut asked = PointerResponse::default();
        while let Some(step) = self.steps.next() {
            self.take_step(puzzle, step, site_at, &mut asked);
            // What comes next belongs to the board as it is after the edit.
            if asked.edit.is_some() {
                break;
            }
        }
        if self.steps.are_over(ui) {
            (self.grip, self.pressed) = (None, None);
        }
        self.steps.request_rest(ui);
        let site = pointer.and_then(site_at);
        if std::mem::take(&mut self.let_go) && site.is_some() && asked.edit.is_none() {
            self.click(puzzle, site, &mut asked);
        }
        if asked.edit.is_none() {
            asked.ghost = match &self.grip {
                Some(grip) => grip.ghost(puzzle, site),
                None if self.brush.tool == Tool::Pin => None,
                None => site
                    .filter(|&site| laid_at(puzzle, site).is_none())
                    .and_then(|site| self.ghost_at(puzzle, site)),
            };
        }
        asked
    }

    fn take_step(
        &mut self,
        puzzle: &Puzzle,
        step: PointerStep,
        site_at: &dyn Fn(Pos2) -> Option<Point>,
        asked: &mut PointerResponse,
    ) {
        let (at, site) = (step.at(), site_at(step.at()));
        match step {
            PointerStep::Press(..) => {
                self.pressed = Some(at);
                self.grip = site.and_then(|site| {
                    let laid = laid_at(puzzle, site)?;
                    Some(Grip::new(laid, at, site))
                });
            }
            PointerStep::Move(_) => {
                let pins = self.brush.tool == Tool::Pin;
                if let Some(grip) = self.grip.as_mut().filter(|_| !pins) {
                    grip.follow(at);
                }
            }
            PointerStep::Release(_) => {
                let pressed = self.pressed.take();
                if let Some(grip) = self.grip.take() {
                    self.let_go_of(puzzle, &grip, site, asked);
                } else if self.brush.tool != Tool::Pin
                    && pressed.is_some_and(|from| from.distance(at) <= DRAG)
                {
                    self.click(puzzle, site, asked);
                }
            }
        }
    }

    /// Does what a click on a site does, requested by keyboard or by name: chooses or pins a laid
    /// piece, or picks it up if it is already chosen; lays the piece in hand.
    pub(super) fn use_site(&mut self, puzzle: &Puzzle, site: Point, asked: &mut PointerResponse) {
        let pins = self.brush.tool == Tool::Pin;
        match laid_at(puzzle, site) {
            Some(laid) if self.laid == Some(laid) && !pins => {
                asked.edit = Some(Edit::TakeUp(vec![laid]));
                self.take_in_hand(puzzle, laid);
            }
            Some(laid) => {
                let grip = Grip::new(laid, Pos2::ZERO, site);
                self.let_go_of(puzzle, &grip, Some(site), asked);
            }
            None if pins => asked.said = Some("choose a placed piece to pin it".to_owned()),
            None => self.click(puzzle, Some(site), asked),
        }
    }

    /// Makes a laid piece the one in hand, turned as it lies.
    fn take_in_hand(&mut self, puzzle: &Puzzle, laid: usize) {
        let piece = puzzle.piece(puzzle.placed[laid].piece);
        self.select(Some(&piece.name));
        let lies = placing::shape_of_laid(puzzle, laid);
        let orientations = piece.shape.orientations(puzzle.lattice, piece.motions);
        let orientation = orientations.iter().position(|shape| Some(shape) == lies.as_ref());
        self.orientation = orientation.unwrap_or(0);
    }

    /// Returns the piece that would be laid at the keyboard cursor.
    pub(super) fn ghost_at_cursor(&self, puzzle: &Puzzle, site: Point) -> Option<Ghost> {
        let places = self.brush.tool != Tool::Pin && laid_at(puzzle, site).is_none();
        places.then(|| self.ghost_at(puzzle, site)).flatten()
    }

    /// A laid piece is let go of: moved, taken up, pinned or chosen.
    fn let_go_of(
        &mut self,
        puzzle: &Puzzle,
        grip: &Grip,
        site: Option<Point>,
        asked: &mut PointerResponse,
    ) {
        let Some(laid) = puzzle.placed.get(grip.laid) else { return };
        let name = puzzle.piece(laid.piece).name.clone();
        match (grip.ghost(puzzle, site), grip.moves) {
            (Some(Ghost { sites, fits: Ok(()), .. }), true) if sites != laid.sites => {
                asked.edit = Some(Edit::Lay { piece: name, sites, from: Some(grip.laid) });
            }
            (Some(Ghost { fits: Err(why), .. }), true) => asked.said = Some(why.in_sight()),
            (None, true) if site.is_none() => asked.edit = Some(Edit::TakeUp(vec![grip.laid])),
            (_, true) => {}
            (_, false) if self.brush.tool == Tool::Pin => {
                asked.edit = Some(Edit::Pin(vec![grip.laid], !laid.pinned));
            }
            (_, false) => {
                self.select(Some(&name));
                self.laid = Some(grip.laid);
            }
        }
    }

    /// A click where no piece lies, or a piece of the list that is let go of over the board.
    fn click(&mut self, puzzle: &Puzzle, site: Option<Point>, asked: &mut PointerResponse) {
        (self.laid, self.site) = (None, None);
        let Some(at) = site.filter(|&site| laid_at(puzzle, site).is_none()) else { return };
        match self.ghost_at(puzzle, at) {
            Some(Ghost { piece: id, sites, fits: Ok(()) }) => {
                let piece = puzzle.piece(id).name.clone();
                asked.edit = Some(Edit::Lay { piece, sites, from: None });
                self.take_next(puzzle, id);
            }
            Some(Ghost { fits: Err(why), .. }) => asked.said = Some(why.in_sight()),
            None => self.site = site,
        }
    }

    /// Returns whether the pointer is dragging a piece, from the board or from the list.
    pub(super) fn drags_piece(&self) -> bool {
        self.grip.as_ref().is_some_and(|grip| grip.moves) || self.dragged_row.is_some()
    }

    /// Turns what is dragged, or the laid piece that is chosen, or the piece in hand, so that it
    /// becomes the image that is asked for. What is to be changed by that, if anything.
    ///
    /// # Errors
    /// Why it cannot be turned.
    pub(crate) fn turn_held(
        &mut self,
        puzzle: &Puzzle,
        image: impl Fn(&Shape) -> Option<Shape>,
    ) -> Result<Option<Edit>, String> {
        const NONE: &str = "Choose a piece in the list first.";
        if let Some(grip) = self.grip.as_mut().filter(|grip| grip.moves) {
            return grip.turn(puzzle, &image).map(|()| None);
        }
        if let Some(laid) = self.laid.filter(|&laid| laid < puzzle.placed.len()) {
            return placing::turn_laid(puzzle, laid, &image).map(Some);
        }
        let (id, shape) = self.held(puzzle).ok_or(NONE)?;
        let turned = placing::image_of(puzzle, id, &shape, &image);
        self.orientation = turned.ok_or_else(|| placing::cannot_turn(puzzle, id))?.0;
        Ok(None)
    }
}
