//! The tray: the pieces that are not placed, as large as on the board as far as there is room.
//!
//! Each piece has its own place, in which it can be turned; a dashed line there says that all its
//! copies are on the board.

use std::sync::Arc;

use egui::containers::scroll_area::ScrollSource;
use egui::{
    Align2, Id, Key, Pos2, Rect, Response, Role, ScrollArea, Sense, Stroke, Ui, Vec2, WidgetInfo,
    pos2, vec2,
};

use super::hand::{Carried, PieceAt, copies_left};
use super::piece::Drawing;
use super::spring::Spring;
use super::{PlayState, Scene};
use crate::lattice::Point;
use crate::picture::Xy;
use crate::polyform::Shape;
use crate::puzzle::{PieceId, Puzzle};
use crate::text;
use crate::ui::action::Actions;
use crate::ui::canvas::sites;
use crate::ui::drawing::paint::{self, Look, Pen};
use crate::ui::widgets;
use crate::ui::widgets::focus;
use crate::ui::widgets::input;
use crate::ui::widgets::theme::{Palette, regular, semibold};
use crate::workbench::Command;

/// Room between the places of pieces, and around each piece.
const GAP: f32 = 8.0;
const PADDING: f32 = 6.0;
/// Height of the line below a piece of several copies that tells how many are left.
const COUNT: f32 = 20.0;
/// The least side of a place.
const MIN_PLACE: f32 = 44.0;
/// The parts of the scale of the board that the tray goes through until all pieces have room, in
/// percent; with the last of them it scrolls.
const SCALES: [u8; 7] = [100, 90, 80, 70, 60, 50, 40];
/// The scale before the board has been seen.
const FIRST_SCALE: f32 = 32.0;
/// The keys that choose a piece while one of the tray has the focus.
const ARROWS: [Key; 4] = [Key::ArrowLeft, Key::ArrowUp, Key::ArrowRight, Key::ArrowDown];

/// The place of a piece in the tray, and the piece as it is turned.
struct Place {
    shape: Shape,
    drawing: Drawing,
    /// Width and height in which it can be turned, in units.
    room: Xy,
    /// The height of the line below it, in points.
    foot: f32,
}

impl Place {
    /// `None` only for a piece without sites, which there is not.
    fn new(puzzle: &Puzzle, id: PieceId, shape: Shape) -> Option<Place> {
        let drawing = Drawing::new(puzzle, id, &shape)?;
        let piece = puzzle.piece(id);
        let orientations = piece.shape.orientations(puzzle.lattice, piece.motions);
        let sizes = orientations.iter().filter_map(|orientation| {
            Drawing::new(puzzle, id, orientation).map(|drawing| drawing.size())
        });
        let room = sizes.fold(drawing.size(), |[w, h], [x, y]| [w.max(x), h.max(y)]);
        // Pieces in space have their names below them.
        let is_named = matches!(drawing, Drawing::Solid(_));
        let foot = if piece.copies.max > 1 || is_named { COUNT } else { 0.0 };
        Some(Place { shape, drawing, room, foot })
    }

    fn size(&self, scale: f32) -> Vec2 {
        let [width, height] = self.room.map(|n| n as f32 * scale + 2.0 * PADDING);
        vec2(width, height).max(Vec2::splat(MIN_PLACE)) + vec2(0.0, self.foot)
    }
}

/// The places of all pieces of a puzzle.
#[derive(Default)]
pub(super) struct Places {
    puzzle: Option<Arc<Puzzle>>,
    places: Vec<(PieceId, Place)>,
}

impl Places {
    /// Follows the puzzle, and the pieces as they are turned.
    fn follow(&mut self, puzzle: &Arc<Puzzle>, shape_of: impl Fn(PieceId) -> Shape) {
        let is_alike = |old: &Arc<Puzzle>| {
            std::ptr::eq(old.lattice, puzzle.lattice) && old.pieces == puzzle.pieces
        };
        let is_same = |old: &Arc<Puzzle>| Arc::ptr_eq(old, puzzle) || is_alike(old);
        if !self.puzzle.as_ref().is_some_and(is_same) {
            let place = |(id, _)| Some((id, Place::new(puzzle, id, shape_of(id))?));
            self.places = puzzle.pieces().filter_map(place).collect();
        }
        self.puzzle = Some(Arc::clone(puzzle));
        for (id, place) in &mut self.places {
            let shape = shape_of(*id);
            if shape != place.shape
                && let Some(turned) = Place::new(puzzle, *id, shape)
            {
                *place = turned;
            }
        }
    }

    /// Where the places are in rows of some width, from the upper left corner, and how high all
    /// rows are together.
    fn rows(&self, scale: f32, width: f32) -> (Vec<Rect>, f32) {
        let (mut at, mut high) = (pos2(0.0, 0.0), 0.0f32);
        let mut rects = Vec::with_capacity(self.places.len());
        for (_, place) in &self.places {
            let size = place.size(scale);
            if at.x > 0.0 && at.x + size.x > width {
                (at, high) = (pos2(0.0, at.y + high + GAP), 0.0);
            }
            rects.push(Rect::from_min_size(at, size));
            (at.x, high) = (at.x + size.x + GAP, high.max(size.y));
        }
        (rects, at.y + high)
    }

    /// The largest scale, up to that of the board, at which all have room, or the least that is
    /// scrolled; never one at which a piece is wider than the tray.
    fn scale(&self, board: f32, room: Vec2) -> f32 {
        let widest = self.places.iter().map(|(_, place)| place.room[0]).fold(1.0, f64::max);
        let most = board.min((room.x - 2.0 * PADDING).max(1.0) / widest as f32);
        let scales = SCALES.map(|percent| most.min(board * f32::from(percent) / 100.0));
        let fits = |scale: &f32| self.rows(*scale, room.x).1 <= room.y;
        scales.into_iter().find(fits).unwrap_or(scales[SCALES.len() - 1])
    }
}

/// Draws the tray and takes what is done with its pieces.
pub(super) fn show(state: &mut PlayState, scene: Scene, out: &mut Actions, ui: &mut Ui) {
    let Scene { model, document, .. } = scene;
    let puzzle = &document.puzzle;
    let left: u64 = puzzle.pieces().map(|(id, _)| u64::from(copies_left(puzzle, id))).sum();
    widgets::column(ui, |ui| {
        widgets::panel_head(ui, "Tray", &text::count(left, "piece"), |_| {});
    });
    let mut places = std::mem::take(&mut state.places);
    places.follow(puzzle, |id| state.shape(puzzle, id));
    let inner = ui.available_rect_before_wrap().shrink2(vec2(GAP, GAP));
    let bar = ui.spacing().scroll.allocated_width();
    let room = vec2(inner.width() - bar, inner.height());
    let board = if state.scale > 0.0 { state.scale } else { FIRST_SCALE };
    let scale = places.scale(board, room);
    let (rects, height) = places.rows(scale, room.x);
    // The wheel turns the piece under the pointer, and scrolls beside the pieces.
    let source = ScrollSource { mouse_wheel: !state.is_over_tray, ..ScrollSource::default() };
    state.is_over_tray = false;
    let mut inside = ui.new_child(egui::UiBuilder::new().id_salt("tray").max_rect(inner));
    let area = ScrollArea::vertical().scroll_source(source).auto_shrink(false);
    area.show(&mut inside, |ui| {
        let (all, _) = ui.allocate_exact_size(vec2(room.x, height), Sense::hover());
        for ((id, place), rect) in places.places.iter().zip(&rects) {
            let rect = rect.translate(all.min.to_vec2());
            let shown = Shown { puzzle, id: *id, place, rect, scale, modal: model.modal };
            shown.show(state, out, ui);
        }
    });
    state.places = places;
}

/// The id of the place of a piece, by which it gets the focus.
pub(super) fn place_id(id: PieceId) -> Id {
    Id::unique(("place in the tray", id.index()))
}

/// A place of the tray as it is drawn.
struct Shown<'a> {
    puzzle: &'a Puzzle,
    id: PieceId,
    place: &'a Place,
    rect: Rect,
    scale: f32,
    modal: bool,
}

impl Shown<'_> {
    fn show(&self, state: &mut PlayState, out: &mut Actions, ui: &Ui) {
        let left = copies_left(self.puzzle, self.id);
        let sense = if left > 0 { Sense::click_and_drag() } else { Sense::hover() };
        let response = ui.interact(self.rect, place_id(self.id), sense);
        let is_held = state.held(self.puzzle) == Some(self.id);
        response.widget_info(|| self.info(left, is_held));
        if left > 0 {
            self.follow(state, &response, out, ui);
        }
        if ui.is_rect_visible(self.rect) {
            let springs = |spring: &Spring| spring.piece == self.id && spring.grip.is_none();
            let is_out = state.carried.as_ref().is_some_and(|c| c.moves && c.piece == self.id)
                || state.spring.as_ref().is_some_and(springs);
            let left = left - u32::from(is_out && left > 0);
            self.paint(left, is_held, &response, ui);
        }
        // As much within as the line is wide, or the edge of the tray would cut it.
        widgets::focus_ring(ui, &response, self.rect.shrink(4.0), 4.0);
    }

    fn info(&self, left: u32, is_held: bool) -> WidgetInfo {
        let piece = self.puzzle.piece(self.id);
        let name = &piece.name;
        if left == 0 {
            return WidgetInfo::labeled(Role::Label, true, format!("Piece {name}, placed"));
        }
        let label = match piece.copies.max {
            1 => format!("Piece {name}"),
            _ => format!("Piece {name}, {} left", text::grouped(u64::from(left))),
        };
        WidgetInfo::selected(Role::Button, true, is_held, label)
    }

    /// Where the middle of the piece is.
    fn middle(&self) -> Pos2 {
        self.rect.center() - vec2(0.0, self.place.foot / 2.0)
    }

    /// The site of the piece at a place of the screen; `None` in space.
    fn site_at(&self, at: Pos2) -> Option<Point> {
        let Drawing::Flat(flat) = &self.place.drawing else { return None };
        let projection = self.place.drawing.projection(self.middle(), self.scale)?;
        let own = self.place.shape.sites();
        let corners: Vec<Vec<Xy>> = own.iter().map(|&p| flat.page.outline(p)).collect();
        sites::site_at(self.puzzle.lattice, &corners, projection.inverse(at)).map(|i| own[i])
    }

    /// Follows pointer and keys.
    fn follow(&self, state: &mut PlayState, response: &Response, out: &mut Actions, ui: &Ui) {
        let (puzzle, id) = (self.puzzle, self.id);
        if response.hovered() && !self.modal {
            state.pointed = Some(PieceAt::Tray(id));
            state.is_over_tray = true;
        }
        let pressed = ui.input(|input| input.pointer.primary_pressed());
        if pressed && response.is_pointer_button_down_on() {
            let at = response.interact_pointer_pos().unwrap_or(self.rect.center());
            state.carried = Some(Carried::new(id, at, self.site_at(at)));
        }
        if response.double_clicked() || response.long_touched() {
            state.pointed = Some(PieceAt::Tray(id));
            out.send(Command::FlipPiece);
        }
        if response.clicked() {
            state.hold(puzzle, id);
            // By the keyboard it is placed from the board.
            state.goes_to_board = !response.clicked_by(egui::PointerButton::Primary);
        }
        if response.gained_focus() && !pressed {
            state.hold(puzzle, id);
            response.scroll_to_me(None);
        }
        if response.has_focus() && !self.modal {
            focus::keep_keys(ui, response.id, &ARROWS, false);
            state.choose_by_arrows(puzzle, ui);
        }
    }

    /// Paints the piece, or a dashed line where no copy of it is left.
    fn paint(&self, left: u32, is_held: bool, response: &Response, ui: &Ui) {
        let (palette, painter) = (Palette::current(ui), ui.painter());
        let (drawing, piece) = (&self.place.drawing, self.puzzle.piece(self.id));
        if left == 0 {
            let stroke = Stroke::new(1.0, palette.text3);
            let at = match (drawing, drawing.projection(self.middle(), self.scale)) {
                (Drawing::Flat(flat), Some(projection)) => {
                    paint::dashes(Pen::new(painter, projection), &flat.figure, stroke);
                    // On a site, since the middle of a bent piece lies on its outline.
                    let label = flat.figure.labels.first();
                    label.map_or(self.rect.center(), |label| projection.at(label.at))
                }
                _ => {
                    widgets::dashed_frame(painter, self.rect.shrink(PADDING), stroke, (4.0, 3.0));
                    self.rect.center()
                }
            };
            painter.text(at, Align2::CENTER_CENTER, &piece.name, regular(13.0), palette.text3);
            return;
        }
        let mut look = Look::on_board(palette, self.scale);
        if is_held {
            (look.ink, look.line) = (Some(palette.accent), 3.0);
        } else if response.hovered() {
            (look.ink, look.lighten) = (Some(palette.text), 0.18);
        }
        drawing.paint(painter, self.middle(), self.scale, piece, look);
        let is_solid = matches!(drawing, Drawing::Solid(_));
        if let Some(ink) = look.ink.filter(|_| is_solid && (is_held || response.hovered())) {
            let stroke = Stroke::new(2.0, ink);
            painter.rect_stroke(self.rect, 4.0, stroke, egui::StrokeKind::Inside);
        }
        let count = (piece.copies.max > 1).then(|| format!("× {}", text::grouped(u64::from(left))));
        let words = [is_solid.then(|| piece.name.clone()), count];
        let words: Vec<String> = words.into_iter().flatten().collect();
        let at = self.rect.center_bottom() - vec2(0.0, COUNT / 2.0);
        painter.text(at, Align2::CENTER_CENTER, words.join(" "), semibold(13.0), palette.text);
    }
}

impl PlayState {
    /// Takes the next or the previous piece of the tray in hand by the arrow keys.
    pub(super) fn choose_by_arrows(&mut self, puzzle: &Puzzle, ui: &Ui) {
        for key in input::take_presses(ui, &ARROWS) {
            let forward = matches!(key, Key::ArrowRight | Key::ArrowDown);
            if let Some(next) = self.neighbour(puzzle, forward) {
                self.hold(puzzle, next);
                ui.memory_mut(|memory| memory.request_focus(place_id(next)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::bundled;

    #[test]
    fn a_hundred_pieces_have_a_place_each() {
        let bundled = bundled::ALL.iter().find(|b| b.path.contains("heptominoes-20x38"));
        let puzzle = bundled.expect("a bundled puzzle").open().puzzle;
        let mut places = Places::default();
        places.follow(&puzzle, |id| puzzle.piece(id).shape.clone());
        assert_eq!(places.places.len(), 108);
        let room = vec2(424.0, 700.0);
        let scale = places.scale(24.0, room);
        assert!((9.0..24.0).contains(&scale), "{scale}");
        let (rects, height) = places.rows(scale, room.x);
        for (n, rect) in rects.iter().enumerate() {
            assert!(rect.left() >= 0.0 && rect.right() <= room.x && rect.bottom() <= height);
            assert!(rects[..n].iter().all(|other| !other.intersects(*rect)), "{n}");
        }
    }
}
