//! The Play screen: the pieces of a puzzle are placed by hand, and the puzzle itself is locked.
//!
//! It shows the pieces that are placed on the Design screen too, and moves them by the same edits;
//! `Workbench::edit` refuses all others while this screen is shown. [`tray`] at the left has the
//! pieces that are not placed, [`board`] in the middle the others, [`hand`] is what goes from the one
//! to the other. [`panel`] at the right has the [`clock`] and hints, [`variants`] above them what is
//! played. Where signs are written, as in a sudoku, [`cover`] has the board and what is beside it.

mod board;
mod clock;
mod cover;
#[cfg(test)]
mod cover_tests;
mod hand;
mod panel;
mod piece;
mod solid;
#[cfg(test)]
mod solid_tests;
mod spring;
#[cfg(test)]
mod tests;
mod tray;
#[cfg(test)]
mod variant_tests;
mod variants;

use std::collections::BTreeMap;
use std::time::Duration;

use egui::{Event, Id, Key, PointerButton, Pos2, Ui};
use jiff::civil::Date;

use self::clock::Clock;
use self::cover::Clashes;
use self::hand::{Carried, PieceAt, copies_left};
use self::spring::Spring;
use self::tray::Places;
use super::action::{Action, Actions, Model};
use super::canvas::cursor::Cursor;
use super::canvas::placing::Grip;
use super::canvas::viewport::Viewport;
use super::drawing::figure_cache::FigureCache;
use super::space::SpaceState;
use super::widgets;
use super::widgets::focus;
use super::widgets::input::{self, PointerSteps};
use super::widgets::side_panels::{Edge, SideLayout, SidePanel, Sides};
use super::widgets::theme::{Palette, regular};
use crate::lattice::Point;
use crate::polyform::Shape;
use crate::puzzle::Puzzle;
use crate::text;
use crate::ui::by_hand;
use crate::workbench::by_hand::ByHandSettings;
use crate::workbench::edit::Edit;
use crate::workbench::play::grade::Grade;
use crate::workbench::{Command, Document};

/// The panels beside the board.
const SIDES: SideLayout = SideLayout {
    left: SidePanel { id: "tray", name: "tray", usual: 440.0, least: 300.0 },
    right: SidePanel { id: "clock and hints", name: "clock and hints", usual: 304.0, least: 280.0 },
    middle: 380.0,
    folds_first: Edge::Right,
};

/// Room around a board, and the largest scale at which it is shown, in points.
const MARGIN: f32 = 16.0;
const MAX_SCALE: f32 = 96.0;

/// The data that the screen shows in this frame.
#[derive(Clone, Copy)]
struct Scene<'a> {
    model: Model<'a>,
    /// The puzzle that is played: the open one, or a variant of it.
    document: &'a Document,
    figures: &'a FigureCache,
}

/// The state of the Play screen.
#[derive(Default)]
pub(crate) struct PlayState {
    /// The piece in hand, by its name.
    held: Option<String>,
    /// The pieces of the tray that were turned, by their names.
    turned: BTreeMap<String, Shape>,
    /// The piece of the tray, or of the board, that is held by the pointer.
    carried: Option<Carried>,
    grip: Option<Grip>,
    /// Where the board was pressed.
    pressed: Option<Pos2>,
    steps: PointerSteps,
    /// The piece and the site under the pointer.
    pointed: Option<PieceAt>,
    hovered: Option<Point>,
    /// True if the pointer was on a piece of the tray in the frame before.
    is_over_tray: bool,
    /// The keyboard's place on the board; the id of the board, and true if it is to get the focus in
    /// the next frame.
    cursor: Cursor,
    board: Option<Id>,
    goes_to_board: bool,
    /// The cell that is written into, and the signs that clash with others.
    cell: Option<Point>,
    clashes: Clashes,
    /// The piece that springs back to where it was.
    spring: Option<Spring>,
    /// The scale at which the whole board is shown, in points a unit, 0 before it is drawn; and how
    /// much of it is looked at.
    scale: f32,
    viewport: Viewport,
    /// The view of a solid, above its layers.
    pub(crate) space: SpaceState,
    places: Places,
    clock: Clock,
    /// True if the move to come begins again, and no time has been spent before it.
    starts_over: bool,
    /// The try before that, which comes back with its pieces if that is undone.
    left: Option<Try>,
    /// The document that is played, by its number.
    of: Option<u64>,
    /// The number of hints that were shown, and true if it was recorded that it is solved.
    hints: u32,
    is_recorded: bool,
    /// The grade of variants that are chosen at random.
    grade: Option<Grade>,
    /// The date that was chosen last in a calendar.
    date: Option<Date>,
}

impl PlayState {
    /// Keeps in step with another version of the puzzle, which was moved by some shift; `is_move`
    /// if it was reached by a move on this screen.
    pub(crate) fn follow(&mut self, puzzle: &Puzzle, shift: Point, is_move: bool) {
        self.turned.retain(|name, shape| {
            let piece = puzzle.pieces.iter().find(|piece| piece.name == *name);
            piece.is_some_and(|piece| {
                piece.shape.orientations(puzzle.lattice, piece.motions).contains(shape)
            })
        });
        (self.grip, self.carried, self.spring) = (None, None, None);
        self.pointed = self.pointed.filter(|at| match at {
            PieceAt::Tray(id) => id.index() < puzzle.pieces.len(),
            PieceAt::Board(laid) => *laid < puzzle.placed.len(),
        });
        self.cursor.follow_shift(shift);
        if std::mem::take(&mut self.starts_over) {
            return self.restart();
        }
        self.left = None;
        if is_move {
            self.clock.start();
        }
    }

    /// Begins with another document, by its number, unless that is the one that is played; with the time
    /// that was spent on it before and the number of hints, where a game goes on.
    pub(crate) fn begin(&mut self, serial: u64, spent: Option<(Duration, u32)>) {
        if self.of != Some(serial) {
            let PlayState { grade, date, .. } = *self;
            let (clock, hints) = match spent {
                Some((time, hints)) => (Clock::resumed(time), hints),
                None => Default::default(),
            };
            let of = Some(serial);
            *self = PlayState { of, grade, date, clock, hints, ..PlayState::default() };
        }
    }

    /// The time spent and the number of hints shown; `None` before the first move.
    pub(crate) fn spent(&self) -> Option<(Duration, u32)> {
        Some((self.clock.time()?, self.hints))
    }

    /// Goes on with the try that was left by the edit that is about to be undone, if that is it.
    pub(crate) fn undo(&mut self) {
        if let Some(Try { clock, hints, is_recorded }) = self.left.take() {
            (self.clock, self.hints, self.is_recorded) = (clock, hints, is_recorded);
        }
    }

    /// Sets the clock to zero, at once or with the edit that is asked for.
    fn start_over(&mut self, by_edit: bool) {
        self.held = None;
        self.turned.clear();
        self.starts_over = by_edit;
        let PlayState { hints, is_recorded, .. } = *self;
        let clock = std::mem::take(&mut self.clock);
        self.left = by_edit.then_some(Try { clock, hints, is_recorded });
        self.restart();
    }

    /// Forgets the time and the hints.
    fn restart(&mut self) {
        (self.clock, self.hints, self.is_recorded) = (Clock::default(), 0, false);
    }

    /// Shows the whole board.
    pub(crate) fn fit(&mut self) {
        self.viewport = Viewport::FIT;
    }

    /// Enlarges the board about the middle of the canvas.
    pub(crate) fn zoom(&mut self, factor: f32) {
        self.viewport.magnify(factor);
    }

    /// The scale at which pieces are seen over the board.
    fn seen_scale(&self) -> f32 {
        self.scale * self.viewport.zoom
    }

    /// Counts a hint that was shown.
    pub(crate) fn count_hint(&mut self) {
        self.hints += 1;
    }
}

/// A try that was left: its clock, the hints that were shown, and whether it was recorded as solved.
struct Try {
    clock: Clock,
    hints: u32,
    is_recorded: bool,
}

/// Draws the screen.
pub(crate) fn show(state: &mut PlayState, model: Model, out: &mut Actions, ui: &mut Ui) {
    let (Some(open), Some(figures)) = (&model.bench.document, model.figures) else { return };
    let document = model.bench.shown_document().unwrap_or(open);
    if let Err(why) = document.can_play() {
        let colour = Palette::current(ui).text2;
        widgets::section(ui, |ui| widgets::paragraph(ui, why, regular(13.0), colour));
        return;
    }
    variants::head(state, model, out, ui);
    let scene = Scene { model, document, figures };
    let sides = Sides::new(ui, SIDES, model.modal);
    state.pointed = None;
    let mut pieces = document.puzzle.pieces().map(|(id, _)| id);
    let first = pieces.find(|&id| copies_left(&document.puzzle, id) > 0);
    if let Some(id) = first.map(tray::place_id).or(state.board) {
        focus::tab_begins_at(ui, id);
    }
    // In the frame after the press that led to it, which is not the board's too.
    if let Some(board) = state.board.filter(|_| std::mem::take(&mut state.goes_to_board)) {
        ui.memory_mut(|memory| memory.request_focus(board));
    }
    let is_solved = document.is_solved_by_hand();
    state.clock.follow(ui.ctx(), is_solved);
    if let Some(time) = state.clock.time().filter(|_| is_solved && !state.is_recorded) {
        state.is_recorded = true;
        out.push(Action::RecordPlay(time, state.hints));
    }
    keys(state, model, document, out, ui);
    let is_cover = document.puzzle.cover.is_some();
    sides.panel(ui, Edge::Left, |ui| match is_cover {
        true => cover::side(state, document, out, ui),
        false => tray::show(state, scene, out, ui),
    });
    sides.middle(ui, |ui| {
        let canvas = ui.available_rect_before_wrap();
        match is_cover {
            true => cover::show(state, scene, out, ui),
            false => {
                solid::show(state, document, figures, ui);
                board::show(state, scene, out, ui);
            }
        }
        let solved = solved_words(state, model.bench.settings.play);
        by_hand::badge(model, canvas, Some(&solved), out, ui);
    });
    sides.panel(ui, Edge::Right, |ui| panel::show(state, scene, out, ui));
    if !model.modal && !is_cover {
        turn_by_pointer(state, document, out, ui);
    }
}

/// Says that the puzzle is solved, in which time, and with how many hints.
fn solved_words(state: &PlayState, settings: ByHandSettings) -> String {
    let time = state.clock.time().filter(|_| settings.clock);
    let time = time.map_or(String::new(), |time| format!(" in {}", text::clock(time)));
    let hints = match state.hints {
        0 => String::new(),
        hints => format!(" with {}", text::count(u64::from(hints), "hint")),
    };
    format!("Solved{time}{hints}")
}

/// The wheel and the right button turn what is dragged, the piece under the pointer, or the one in
/// hand over the board.
fn turn_by_pointer(state: &PlayState, document: &Document, out: &mut Actions, ui: &Ui) {
    let puzzle = &document.puzzle;
    if !state.turns_by_pointer(puzzle) {
        return;
    }
    let is_press = |event: &&Event| {
        matches!(event, Event::PointerButton { button: PointerButton::Secondary, pressed, .. }
            if *pressed)
    };
    let presses = ui.input(|input| input.events.iter().filter(is_press).count()) as i32;
    let turns = input::wheel_notches(ui) - presses;
    for _ in 0..turns.abs() {
        out.send(if turns < 0 { Command::TurnPiece } else { Command::TurnPieceBack });
    }
}

impl PlayState {
    /// Returns whether the wheel turns a piece now; otherwise it zooms.
    fn turns_by_pointer(&self, puzzle: &Puzzle) -> bool {
        let is_in_hand = self.hovered.is_some() && self.held(puzzle).is_some();
        is_in_hand || self.dragged(puzzle).is_some() || self.pointed.is_some()
    }
}

/// The keys of the screen: T hides the clock, Enter places what a hint shows, arrows choose a piece
/// of the tray, Escape lets go.
fn keys(state: &mut PlayState, model: Model, document: &Document, out: &mut Actions, ui: &Ui) {
    if model.modal || ui.ctx().text_edit_focused() {
        return;
    }
    let puzzle = &*document.puzzle;
    let settings = model.bench.settings.play;
    for _ in input::take_presses(ui, &[Key::T]) {
        out.push(Action::SetPlay(ByHandSettings { clock: !settings.clock, ..settings }));
    }
    let focused = ui.memory(|memory| memory.focused());
    let is_strip = |id| [SIDES.left, SIDES.right].iter().any(|panel| panel.is_strip(id));
    let is_free = focused.is_none_or(is_strip) || focused == state.board;
    if let Some((id, sites)) = document.hinted_placement(settings).filter(|_| is_free)
        && !input::take_presses(ui, &[Key::Enter]).is_empty()
    {
        let piece = puzzle.piece(id).name.clone();
        out.edit(Edit::Lay { piece, sites, from: None }, None);
    }
    if focused.is_some() || focus::is_left_by_escape(ui.ctx()) {
        return;
    }
    if puzzle.cover.is_some() {
        return;
    }
    state.choose_by_arrows(puzzle, ui);
    for key in input::take_presses(ui, &[Key::Enter, Key::Escape]) {
        match key {
            Key::Enter => state.goes_to_board = state.held(puzzle).is_some(),
            _ => state.held = None,
        }
    }
}

/// Returns the texts of the status line, left and right.
pub(crate) fn status(state: &PlayState, model: Model) -> (String, String) {
    match model.bench.shown_document().filter(|document| document.can_play().is_ok()) {
        Some(document) => {
            let placed = format!("{} placed", panel::placed_words(&document.puzzle));
            // The panel with the hints may be folded.
            let hints = document.hints(model.bench.settings.play);
            let hint = hints.into_iter().rev().find_map(|step| step.text);
            let said = variants::waiting_words(model).or(hint);
            let words = || match document.puzzle.cover {
                Some(_) => cover::words(state, &document.puzzle),
                None => board::words(state, document),
            };
            (said.unwrap_or_else(words), placed)
        }
        None => Default::default(),
    }
}
