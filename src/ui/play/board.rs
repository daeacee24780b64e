//! The board: it is fitted to the canvas, and pieces are dropped on it, moved and turned.

use egui::{
    Align2, PointerButton, Pos2, Rect, Response, Role, Sense, Shape, Stroke, Ui, WidgetInfo,
};

use super::hand::{Asked, PieceAt};
use super::piece;
use super::{MARGIN, MAX_SCALE, PlayState, Scene};
use crate::lattice::Point;
use crate::picture;
use crate::puzzle::{PieceId, Puzzle};
use crate::text;
use crate::ui::action::{Actions, Model};
use crate::ui::by_hand;
use crate::ui::canvas::cursor::CursorStep;
use crate::ui::canvas::marks::{self, mark_site, uncoverable, under_pointer};
use crate::ui::canvas::nodes::{AccessibleBoard, Sites};
use crate::ui::canvas::placing::{self, Ghost, laid_at};
use crate::ui::canvas::sites;
use crate::ui::drawing::figure_cache::{self, FigureCache};
use crate::ui::drawing::paint::{Pen, Projection};
use crate::ui::widgets;
use crate::ui::widgets::focus;
use crate::ui::widgets::theme::{Palette, regular};
use crate::workbench::{Command, Document};

/// The height of the caption above the layers of a solid.
const CAPTION: f32 = 12.0;

/// Draws the board and takes the gestures of pointer and keys.
pub(super) fn show(state: &mut PlayState, scene: Scene, out: &mut Actions, ui: &mut Ui) {
    let Scene { model, document, figures } = scene;
    let rect = ui.available_rect_before_wrap();
    let response = ui.allocate_rect(rect, Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, "Board"));
    focus::main_part(ui, "board", rect);
    state.board = Some(response.id);
    let puzzle = &*document.puzzle;
    // The number of solutions left has a place of its own above the board, or above the solid.
    let room = rect.shrink(MARGIN);
    let above = if figures.solid.is_some() { CAPTION } else { by_hand::BADGE_BOTTOM };
    let room = room.with_min_y((rect.top() + above + MARGIN).min(room.bottom()));
    let fitted = Projection::fit(&figures.board.bounds, room, MAX_SCALE);
    if state.scale != fitted.scale {
        state.scale = fitted.scale;
        ui.ctx().request_discard("the tray has the scale of the board");
    }
    let projection = look(state, puzzle, fitted, &response, model.modal, ui);
    let canvas = Canvas { model, document, figures, projection, rect };
    let sites = Sites::Board(puzzle, &figures.board);
    let (coverage, writable) = (None, false);
    let told = AccessibleBoard { puzzle, sites, coverage, projection, visible: rect, writable };
    let step = told.follow_keys(&mut state.cursor, &response, false, ui);
    let asked = canvas.follow_pointer(state, &response, ui);
    let used = match step.by_keys {
        Some(CursorStep::Use(site)) => Some(site),
        _ => step.touched,
    };
    let asked = match (used, asked.edit.is_some()) {
        (Some(site), false) => {
            let mut asked = Asked::default();
            state.use_site(puzzle, site, &mut asked);
            asked
        }
        _ => asked,
    };
    canvas.paint(state, asked.edit.is_none(), ui);
    if figures.solid.is_some() {
        let (at, ink) = (rect.left_top() + egui::vec2(12.0, 8.0), Palette::current(ui).text2);
        let words = "Layers, the lowest first";
        ui.painter_at(rect).text(at, Align2::LEFT_TOP, words, regular(12.0), ink);
    }
    if let Some(edit) = asked.edit {
        out.edit(edit, None);
    }
    if let Some(said) = asked.said {
        out.say(said);
    }
    state.follow_spring(puzzle, ui);
    if (response.double_clicked() || response.long_touched()) && state.pointed.is_some() {
        out.send(Command::FlipPiece);
    }
    if state.cursor.is_by_keys() {
        widgets::focus_ring(ui, &response, rect.shrink(3.0), 0.0);
    }
}

/// Zooms by the wheel, unless that turns a piece, and pans by the middle button; where the board is
/// seen then.
fn look(
    state: &mut PlayState,
    puzzle: &Puzzle,
    fitted: Projection,
    response: &Response,
    modal: bool,
    ui: &Ui,
) -> Projection {
    if response.dragged_by(PointerButton::Middle) {
        state.viewport.pan += response.drag_delta();
    }
    let at = ui.input(|input| input.pointer.hover_pos());
    let is_free = ui.rect_contains_pointer(response.rect) && !modal;
    let is_covered = state.hovered.is_some_and(|site| laid_at(puzzle, site).is_some());
    let zooms = is_free && !is_covered && !state.turns_by_pointer(puzzle);
    state.viewport.follow_wheel_at(at.filter(|_| zooms), response.rect, ui);
    state.viewport.projection(fitted, response.rect)
}

/// The contents of the canvas, and where they are drawn.
struct Canvas<'a> {
    model: Model<'a>,
    document: &'a Document,
    figures: &'a FigureCache,
    projection: Projection,
    rect: Rect,
}

impl Canvas<'_> {
    fn site_at(&self, at: Pos2) -> Option<Point> {
        let puzzle = &self.document.puzzle;
        let at = self.rect.contains(at).then(|| self.projection.inverse(at))?;
        let i = sites::site_at(puzzle.lattice, &self.figures.board.sites, at)?;
        Some(puzzle.board.sites()[i].site)
    }

    /// Follows the pointer; which site and which piece it is on is kept in the state.
    fn follow_pointer(&self, state: &mut PlayState, response: &Response, ui: &Ui) -> Asked {
        let puzzle = &*self.document.puzzle;
        // Sites lie above the canvas and would take the pointer from it.
        let is_inside = ui.rect_contains_pointer(self.rect) && !self.model.modal;
        let pointer = ui.input(|i| i.pointer.hover_pos()).filter(|_| is_inside);
        state.hovered = pointer.and_then(|at| self.site_at(at));
        if let Some(laid) = state.hovered.and_then(|site| laid_at(puzzle, site)) {
            state.pointed = Some(PieceAt::Board(laid));
        }
        // A press gives the board the focus, and its site the cursor, from where keys go on.
        let hit = response.has_focus() || response.is_pointer_button_down_on();
        let is_pressed = ui.input(|i| i.pointer.primary_pressed());
        if let Some(site) = state.hovered.filter(|_| hit && is_pressed) {
            response.request_focus();
            state.cursor.put(site);
        }
        state.follow_pointer(ui, response, puzzle, &|at| self.site_at(at))
    }

    /// Paints the board, what lies on it and what is in hand, unless it is just being placed.
    fn paint(&self, state: &PlayState, shows_hand: bool, ui: &Ui) {
        let Canvas { document, figures, projection, .. } = *self;
        let painter = ui.painter_at(self.rect);
        let pen = Pen::new(&painter, projection);
        let palette = pen.palette;
        let puzzle = &*document.puzzle;
        let board = &figures.board;
        let open = self.open_outlines();
        let card = |outline: &Vec<Pos2>| {
            Shape::convex_polygon(outline.clone(), palette.card, Stroke::NONE)
        };
        painter.extend(open.iter().map(card));
        figure_cache::board(pen, board, |_| palette.empty_site);
        // Within the edges of the board.
        let framed = |outline: &Vec<Pos2>| {
            Shape::closed_line(marks::inset(outline, 2.0), Stroke::new(2.0, palette.accent))
        };
        painter.extend(open.iter().map(framed));
        let away =
            state.grip.as_ref().or(state.spring.as_ref().and_then(|spring| spring.grip.as_ref()));
        placing::laid(pen, puzzle, figures, (away, None));
        let mark = |i, mark| mark_site(pen, board, i, mark);
        let helps = self.model.bench.settings.play;
        if helps.mark && !puzzle.placed.is_empty() {
            document.dead_sites().iter().for_each(|&i| mark(i, uncoverable));
        }
        if let Some((id, sites)) = document.hinted_placement(helps) {
            let figure = picture::placed(None, &board.page, "", &sites);
            let piece = puzzle.piece(id);
            placing::dashed(pen, &figure, piece, palette.accent);
        }
        let cursor = state.cursor.shown();
        let at = cursor.or(state.hovered);
        let ghost = at.filter(|_| shows_hand).and_then(|site| state.ghost(puzzle, site));
        let position = |site: Point| puzzle.board.position(site);
        if let Some(i) = state.hovered.filter(|_| cursor.is_none()).and_then(position) {
            mark(i, under_pointer);
        }
        if let Some(ghost) = &ghost {
            let is_dead = self.is_dead(ghost.piece, &ghost.sites);
            placing::ghost(pen, puzzle, figures, ghost, is_dead);
        }
        placing::laid_labels(pen, puzzle, figures, away, false);
        if let Some(ghost) = &ghost {
            let Ghost { piece, sites, .. } = ghost;
            placing::labels(pen, puzzle, figures, *piece, sites);
            self.tip(state, ghost, ui);
        }
        if let Some(i) = cursor.and_then(position) {
            mark(i, marks::cursor);
        }
        let pointer = ui.input(|i| i.pointer.latest_pos());
        if let Some(at) = pointer.filter(|_| ghost.is_none() && shows_hand)
            && let Some(held) = state.dragged(puzzle)
        {
            piece::paint_held(held, state.seen_scale(), puzzle, at, ui);
        }
    }

    /// The outlines of the sites that the variant leaves open.
    fn open_outlines(&self) -> Vec<Vec<Pos2>> {
        let open = self.model.bench.shown_played().into_iter().flat_map(|own| own.open.keys());
        open.map(|&site| self.projection.all(&self.figures.board.page.outline(site))).collect()
    }

    /// Says beside the cursor or the pointer whether the piece in hand fits there.
    fn tip(&self, state: &PlayState, ghost: &Ghost, ui: &Ui) {
        let puzzle = &*self.document.puzzle;
        let tip = match state.cursor.shown() {
            Some(site) => {
                // Below the cursor, so that neither hides the other.
                let outline = self.figures.board.page.outline(site);
                let place = sites::around(self.projection, &outline);
                Some((place.center_bottom() - egui::vec2(0.0, 12.0), "Space"))
            }
            None if state.dragged(puzzle).is_some() && ghost.fits.is_ok() => None,
            None => ui.input(|i| i.pointer.hover_pos()).map(|at| (at, "click")),
        };
        if let Some(tip) = tip {
            let is_dead = self.is_dead(ghost.piece, &ghost.sites);
            placing::ghost_tip(&ui.painter_at(self.rect), puzzle, ghost, is_dead, tip);
        }
    }

    /// Returns whether a placement is known to leave no solution, and this is to be shown.
    fn is_dead(&self, piece: PieceId, sites: &[Point]) -> bool {
        let warns = self.model.bench.settings.play.warn_in_play;
        warns && self.document.leads_on(piece, sites) == Some(false)
    }
}

/// Describes what is under the cursor or the pointer, for the status line.
pub(super) fn words(state: &PlayState, document: &Document) -> String {
    let puzzle = &document.puzzle;
    let (one, _) = puzzle.lattice.site_words;
    let by_keys = state.cursor.shown();
    match (by_keys.or(state.hovered), state.pointed) {
        (Some(site), _) => {
            let label = format!("{} {}", text::capitalised(one), puzzle.lattice.site_label(site));
            let Some(laid) = laid_at(puzzle, site) else { return label };
            let name = &puzzle.piece(puzzle.placed[laid].piece).name;
            match (puzzle.placed[laid].pinned, by_keys) {
                (true, _) => format!("{label} · {name} is pinned"),
                (_, Some(_)) => format!("{label} · {name} · Space picks it up, Del puts it back"),
                (_, None) => format!("{label} · {name} · drag it off the board to put it back"),
            }
        }
        (None, Some(PieceAt::Tray(id))) => {
            let tilt = if puzzle.lattice.is_solid() { ", Shift+F tilts" } else { "" };
            let name = &puzzle.piece(id).name;
            format!("Piece {name} · wheel or R turns, double click or F flips{tilt}")
        }
        _ if document.is_solved_by_hand() => "Solved".to_owned(),
        _ => "Drag a piece onto the board".to_owned(),
    }
}
