//! The piece in hand: taken from the tray or the board, turned, and placed.

use egui::{Pos2, Response, Ui};

use super::PlayState;
use crate::lattice::Point;
use crate::polyform::Shape;
use crate::puzzle::{BoardPiece, Cover, PieceId, Puzzle};
use crate::text;
use crate::ui::canvas::placing::{self, DRAG, Ghost, Grip, Image, held_at, laid_at};
use crate::ui::widgets::input::PointerStep;
use crate::workbench::edit::Edit;

/// A piece that the pointer or the cursor is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PieceAt {
    /// In the tray.
    Tray(PieceId),
    /// On the board, by its place in the list of placed pieces.
    Board(usize),
}

/// A press on a piece of the tray that may become a drag.
pub(super) struct Carried {
    pub(super) piece: PieceId,
    /// Where the pointer was.
    at: Pos2,
    /// The site of its shape by which it is held; its middle where there is none.
    pub(super) site: Option<Point>,
    /// True if it is dragged.
    pub(super) moves: bool,
}

impl Carried {
    pub(super) fn new(piece: PieceId, at: Pos2, site: Option<Point>) -> Carried {
        Carried { piece, at, site, moves: false }
    }

    /// Where the pointer was when it was pressed.
    pub(super) fn pressed_at(&self) -> Pos2 {
        self.at
    }
}

/// The requests made by the pointer, by keys or by name.
#[derive(Default)]
pub(super) struct Asked {
    pub(super) edit: Option<Edit>,
    /// The message to show.
    pub(super) said: Option<String>,
}

/// The number of copies of a piece that are not placed.
pub(super) fn copies_left(puzzle: &Puzzle, piece: PieceId) -> u32 {
    let placed = puzzle.placed.iter().filter(|laid| laid.piece == piece).count() as u32;
    puzzle.piece(piece).copies.max.saturating_sub(placed)
}

/// Returns whether a placed piece stays where it is: it is pinned, or a given sign.
pub(super) fn is_fixed(puzzle: &Puzzle, laid: usize) -> bool {
    let BoardPiece { sites, pinned, .. } = &puzzle.placed[laid];
    let is_given = |cover: &Cover| sites.iter().any(|&site| cover.is_given(site));
    *pinned || puzzle.cover.as_deref().is_some_and(is_given)
}

/// Says that a piece that stays where it is cannot be moved.
pub(super) fn fixed_words(puzzle: &Puzzle, laid: usize) -> String {
    let BoardPiece { piece, sites, pinned } = &puzzle.placed[laid];
    let name = &puzzle.piece(*piece).name;
    match (*pinned, sites.first()) {
        (false, Some(site)) => {
            let one = text::capitalised(puzzle.lattice.site_words.0);
            format!("{one} {} is given.", puzzle.lattice.site_label(*site))
        }
        _ => format!("Piece {name} is pinned and stays where it is."),
    }
}

impl PlayState {
    /// The shape of a piece of the tray, as it is turned.
    pub(super) fn shape(&self, puzzle: &Puzzle, id: PieceId) -> Shape {
        let piece = puzzle.piece(id);
        self.turned.get(&piece.name).unwrap_or(&piece.shape).clone()
    }

    /// The piece in hand, if a copy of it is left in the tray.
    pub(super) fn held(&self, puzzle: &Puzzle) -> Option<PieceId> {
        let name = self.held.as_ref()?;
        let (id, _) = puzzle.pieces().find(|(_, piece)| piece.name == *name)?;
        (copies_left(puzzle, id) > 0).then_some(id)
    }

    /// Takes a piece of the tray in hand.
    pub(super) fn hold(&mut self, puzzle: &Puzzle, id: PieceId) {
        self.held = Some(puzzle.piece(id).name.clone());
    }

    /// The next piece of the tray after the one in hand, or the one before it.
    pub(super) fn neighbour(&self, puzzle: &Puzzle, forward: bool) -> Option<PieceId> {
        let count = puzzle.pieces.len();
        let at = self
            .held
            .as_ref()
            .and_then(|name| puzzle.pieces.iter().position(|piece| piece.name == *name));
        let from = at.unwrap_or(if forward { count.saturating_sub(1) } else { 0 });
        let step = |n: usize| (if forward { from + n } else { from + count - n }) % count;
        let mut pieces = (1..=count).map(|n| PieceId(step(n) as u32));
        pieces.find(|&id| copies_left(puzzle, id) > 0)
    }

    /// The piece that is turned, flipped or put back: the one that is dragged, the one under the
    /// cursor or the pointer, or the one in hand.
    fn target(&self, puzzle: &Puzzle) -> Option<PieceAt> {
        let carried = self.carried.as_ref().filter(|carried| carried.moves);
        let held = || self.held(puzzle).map(PieceAt::Tray);
        match (carried, self.cursor.shown()) {
            (Some(carried), _) => Some(PieceAt::Tray(carried.piece)),
            (None, Some(site)) => laid_at(puzzle, site).map(PieceAt::Board).or_else(held),
            (None, None) => self.pointed.or_else(held),
        }
    }

    /// Turns a piece so that it becomes the image that is asked for. What is to be changed by that,
    /// if anything.
    ///
    /// # Errors
    /// Why it cannot be turned.
    pub(crate) fn turn(
        &mut self,
        puzzle: &Puzzle,
        image: Image<'_>,
    ) -> Result<Option<Edit>, String> {
        if let Some(grip) = self.grip.as_mut().filter(|grip| grip.moves) {
            return grip.turn(puzzle, image).map(|()| None);
        }
        match self.target(puzzle) {
            None => Err("Point at a piece, or choose one in the tray first.".to_owned()),
            Some(PieceAt::Board(n)) if is_fixed(puzzle, n) => Err(fixed_words(puzzle, n)),
            Some(PieceAt::Board(n)) => placing::turn_laid(puzzle, n, image).map(Some),
            Some(PieceAt::Tray(id)) => {
                let (_, turned) = placing::image_of(puzzle, id, &self.shape(puzzle, id), image)
                    .ok_or_else(|| placing::cannot_turn(puzzle, id))?;
                self.turned.insert(puzzle.piece(id).name.clone(), turned);
                if let Some(carried) = &mut self.carried {
                    carried.site = None;
                }
                Ok(None)
            }
        }
    }

    /// Puts a piece back into the tray: what is to be changed by that, if anything.
    ///
    /// # Errors
    /// Why it cannot be put back.
    pub(crate) fn put_back(&mut self, puzzle: &Puzzle) -> Result<Option<Edit>, String> {
        if let Some(grip) = self.grip.take_if(|grip| grip.moves) {
            return Ok(Some(Edit::TakeUp(vec![grip.laid])));
        }
        match self.target(puzzle) {
            None => Err("Point at a piece on the board first.".to_owned()),
            Some(PieceAt::Board(n)) if is_fixed(puzzle, n) => Err(fixed_words(puzzle, n)),
            Some(PieceAt::Board(n)) => {
                self.pointed = None;
                Ok(Some(Edit::TakeUp(vec![n])))
            }
            Some(PieceAt::Tray(_)) => {
                (self.held, self.carried) = (None, None);
                Ok(None)
            }
        }
    }

    /// A piece of the tray at a site of the board: as it is held, or as near to that as it fits.
    fn ghost_at(
        &self,
        puzzle: &Puzzle,
        piece: PieceId,
        held_by: Option<Point>,
        site: Point,
    ) -> Option<Ghost> {
        let (lattice, shape) = (puzzle.lattice, self.shape(puzzle, piece));
        let shift = held_by.map(|own| site - own);
        let is_whole = |shift: &Point| shift.coordinates().iter().all(|n| n % lattice.period == 0);
        let as_held = shift
            .filter(is_whole)
            .map(|shift| shape.sites().iter().map(|&own| own + shift).collect::<Vec<Point>>());
        let places = as_held.into_iter().chain(held_at(lattice, &shape, site));
        let (sites, fits) = puzzle.first_fit(piece, places, None)?;
        Some(Ghost { piece, sites, fits })
    }

    /// The piece that is dragged, or in hand, where it would be placed at a site.
    pub(super) fn ghost(&self, puzzle: &Puzzle, site: Point) -> Option<Ghost> {
        if let Some(grip) = self.grip.as_ref().filter(|grip| grip.moves) {
            return grip.ghost(puzzle, Some(site));
        }
        if let Some(carried) = self.carried.as_ref().filter(|carried| carried.moves) {
            return self.ghost_at(puzzle, carried.piece, carried.site, site);
        }
        let held = self.held(puzzle).filter(|_| laid_at(puzzle, site).is_none())?;
        self.ghost_at(puzzle, held, None, site)
    }

    /// The piece that is dragged, and the site of its shape by which it is held.
    pub(super) fn dragged(&self, puzzle: &Puzzle) -> Option<(PieceId, Shape, Option<Point>)> {
        if let Some(grip) = self.grip.as_ref().filter(|grip| grip.moves) {
            let laid = puzzle.placed.get(grip.laid)?;
            return Some((laid.piece, grip.shape(puzzle)?, None));
        }
        let carried = self.carried.as_ref().filter(|carried| carried.moves)?;
        Some((carried.piece, self.shape(puzzle, carried.piece), carried.site))
    }

    /// Follows the pointer; `site_at` tells which site of the board lies where.
    pub(super) fn follow_pointer(
        &mut self,
        ui: &Ui,
        board: &Response,
        puzzle: &Puzzle,
        site_at: &dyn Fn(Pos2) -> Option<Point>,
    ) -> Asked {
        self.steps.gather(ui, board);
        let mut asked = Asked::default();
        while let Some(step) = self.steps.next() {
            self.take_step(puzzle, step, site_at(step.at()), &mut asked);
            // What comes next belongs to the board as it is after the edit.
            if asked.edit.is_some() {
                break;
            }
        }
        if self.steps.are_over(ui) {
            (self.grip, self.carried, self.pressed) = (None, None, None);
        }
        self.steps.request_rest(ui);
        asked
    }

    fn take_step(
        &mut self,
        puzzle: &Puzzle,
        step: PointerStep,
        site: Option<Point>,
        asked: &mut Asked,
    ) {
        match step {
            PointerStep::Press(at, _) => {
                self.pressed = Some(at);
                self.grip = site.and_then(|site| {
                    let laid = laid_at(puzzle, site)?;
                    (!puzzle.placed[laid].pinned).then(|| Grip::new(laid, at, site))
                });
            }
            PointerStep::Move(at) => {
                if let Some(grip) = &mut self.grip {
                    grip.follow(at);
                }
                if let Some(carried) = &mut self.carried {
                    carried.moves |= carried.at.distance(at) > DRAG;
                }
            }
            PointerStep::Release(at) => {
                let pressed = self.pressed.take();
                let is_click = pressed.is_some_and(|from| from.distance(at) <= DRAG);
                let is_drag = self.dragged(puzzle).is_some();
                if is_drag || is_click && self.grip.is_none() {
                    self.drop_at(puzzle, site, asked);
                }
                if is_drag && asked.edit.is_none() {
                    self.spring_back(puzzle, at, pressed);
                }
                (self.grip, self.carried) = (None, None);
            }
        }
    }

    /// Places what is dragged, or in hand, where it is let go of: a piece that does not fit there
    /// stays where it was, one that was dragged off the board goes back into the tray.
    fn drop_at(&mut self, puzzle: &Puzzle, site: Option<Point>, asked: &mut Asked) {
        let from = self.grip.as_ref().map(|grip| grip.laid);
        let Some(site) = site else {
            asked.edit = from.map(|laid| Edit::TakeUp(vec![laid]));
            return;
        };
        match self.ghost(puzzle, site) {
            Some(Ghost { fits: Err(why), .. }) => {
                asked.said = Some(format!("{}.", text::capitalised(&why.in_sight())));
            }
            Some(Ghost { sites, .. }) if from.is_some_and(|n| puzzle.placed[n].sites == sites) => {}
            Some(Ghost { piece, sites, .. }) => {
                let piece = puzzle.piece(piece).name.clone();
                if from.is_none() {
                    self.held = None;
                }
                asked.edit = Some(Edit::Lay { piece, sites, from });
            }
            None => {
                let laid = laid_at(puzzle, site).filter(|&laid| is_fixed(puzzle, laid));
                asked.said = laid.map(|laid| fixed_words(puzzle, laid));
            }
        }
    }

    /// Does what Space does at a site, also when requested by name: places the piece in hand, and
    /// takes the next one of the tray; or takes in hand what lies there.
    pub(super) fn use_site(&mut self, puzzle: &Puzzle, site: Point, asked: &mut Asked) {
        match laid_at(puzzle, site) {
            Some(laid) if is_fixed(puzzle, laid) => {
                asked.said = Some(fixed_words(puzzle, laid));
            }
            Some(laid) => {
                let id = puzzle.placed[laid].piece;
                if let Some(shape) = placing::shape_of_laid(puzzle, laid) {
                    self.turned.insert(puzzle.piece(id).name.clone(), shape);
                }
                self.hold(puzzle, id);
                asked.edit = Some(Edit::TakeUp(vec![laid]));
            }
            None => {
                let Some(id) = self.held(puzzle) else {
                    asked.said = Some("Choose a piece in the tray first.".to_owned());
                    return;
                };
                let next = match copies_left(puzzle, id) {
                    1 => self.neighbour(puzzle, true).filter(|&next| next != id),
                    _ => Some(id),
                };
                self.drop_at(puzzle, Some(site), asked);
                if let Some(next) = next.filter(|_| asked.edit.is_some()) {
                    self.hold(puzzle, next);
                }
            }
        }
    }
}
