//! The Design screen: the board, the pieces, and what is known of them.
//!
//! [`canvas`] is the board in the middle, [`cursor`](super::canvas::cursor) the keyboard's place on it and [`nodes`](super::canvas::nodes) what screen
//! readers are told of it, with a solid seen whole above its layers in [`solid_board`],
//! [`givens`] changes those of a sudoku there, [`pieces`] the list at the left, [`inspector`] the
//! checks and facts at the right. [`tools`] stand above the board, [`tool_settings`] or the [`legend`]
//! below it; [`site_menu`] is the menu of the right button.

pub(crate) mod brush;
mod by_hand;
#[cfg(test)]
mod by_hand_tests;
mod canvas;
#[cfg(test)]
mod edit_tests;
mod givens;
mod hints;
#[cfg(test)]
mod input_tests;
mod inspector;
mod legend;
#[cfg(test)]
mod mouse_tests;
pub(crate) mod piece_editor;
mod pieces;
mod placements;
mod placing;
#[cfg(test)]
mod placing_tests;
mod site_editor;
mod site_menu;
mod solid_board;
#[cfg(test)]
mod tests;
mod texts;
#[cfg(test)]
mod texts_tests;
mod tool_settings;
mod tools;

use std::sync::Arc;

use egui::{Align, Frame, Key, Layout, Margin, Panel, Pos2, Ui};

use self::brush::Brush;
use self::placements::Fitting;
use super::action::{Actions, Model};
use super::canvas::cursor::Cursor;
use super::canvas::placing::{Grip, laid_at};
use super::canvas::sites::CanvasSites;
use super::canvas::viewport::Viewport;
use super::drawing::figure_cache::FigureCache;
use super::space::SpaceState;
use super::widgets;
use super::widgets::focus;
use super::widgets::input::{self, PointerSteps};
use super::widgets::side_panels::{Edge, SideLayout, SidePanel, Sides};
use super::widgets::theme::Palette;
use crate::lattice::Point;
use crate::picture::{Bounds, Xy};
use crate::puzzle::{BoardForm, PieceId, Puzzle};
use crate::workbench::command::Tool;
use crate::workbench::edit::Edit;
pub(crate) use hints::status;

/// The panels beside the canvas.
const SIDES: SideLayout = SideLayout {
    left: SidePanel { id: "pieces", name: "pieces", usual: 348.0, least: 300.0 },
    right: SidePanel { id: "inspector", name: "checks and facts", usual: 304.0, least: 280.0 },
    middle: 400.0,
    folds_first: Edge::Right,
};

/// The display of the board's sites.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum SiteDisplay {
    /// Nothing.
    Plain,
    /// The number of placements that cover each.
    #[default]
    Placements,
}

/// The contents of the panel at the right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum InspectorTab {
    /// Checks and facts.
    #[default]
    Overview,
    /// Help for who solves the puzzle by hand.
    Hints,
}

/// The state of the Design screen.
pub(crate) struct DesignState {
    shown: SiteDisplay,
    /// The contents of the panel at the right.
    tab: InspectorTab,
    /// The height of its contents, once the puzzle is analysed.
    inspector_height: f32,
    /// The pieces chosen in the list, by their names; the last one is looked at.
    chosen: Vec<String>,
    /// The row of the list that is dragged, and at which row, above or below it, it would drop.
    dragged_row: Option<egui::Id>,
    drop_at: Option<(String, bool)>,
    /// True if a row was released outside the list.
    let_go: bool,
    /// The index of its placement that is shown on the board, and those that fit there; `None` where
    /// all do.
    placement: usize,
    fitting: Option<Fitting>,
    /// The change to the chosen pieces that is being entered.
    entry: piece_editor::Entry,
    /// The orientation of the piece in hand, by its index.
    orientation: usize,
    /// The laid piece that is chosen, and the one that is held by the pointer.
    laid: Option<usize>,
    grip: Option<Grip>,
    /// The site that was clicked, and the one that the menu of the right button is about.
    site: Option<Point>,
    menu_site: Option<Point>,
    /// Where the pointer was pressed.
    pressed: Option<Pos2>,
    steps: PointerSteps,
    /// The brush that changes sites, and the sites that it can change.
    brush: Brush,
    ground: Option<Arc<CanvasSites>>,
    /// The keyboard's place on the board.
    cursor: Cursor,
    /// The view of the board.
    viewport: Viewport,
    /// The bounds that fit into the canvas when nothing is enlarged; kept while the board is
    /// changed.
    frame: Option<Bounds>,
    /// Sites that a check points at, by their positions on the board.
    marked: Vec<usize>,
    /// The site under the pointer, or under the keyboard's cursor while that is shown.
    hovered: Option<Point>,
    /// True if the placements of the selected piece that lead to a solution are shown.
    shows_leading: bool,
    /// The sites that are given texts and grouped.
    texts: texts::TextState,
    /// The view of a solid, above its layers.
    pub(crate) space: SpaceState,
}

impl Default for DesignState {
    fn default() -> DesignState {
        DesignState {
            shown: SiteDisplay::default(),
            tab: InspectorTab::default(),
            inspector_height: 0.0,
            chosen: Vec::new(),
            dragged_row: None,
            drop_at: None,
            let_go: false,
            placement: 0,
            fitting: None,
            entry: piece_editor::Entry::default(),
            orientation: 0,
            laid: None,
            grip: None,
            site: None,
            menu_site: None,
            pressed: None,
            steps: PointerSteps::default(),
            brush: Brush::default(),
            ground: None,
            cursor: Cursor::default(),
            viewport: Viewport::FIT,
            frame: None,
            marked: Vec::new(),
            hovered: None,
            shows_leading: false,
            texts: texts::TextState::default(),
            space: SpaceState::default(),
        }
    }
}

impl DesignState {
    /// The pieces chosen in the list, by their names.
    pub(crate) fn chosen(&self) -> &[String] {
        &self.chosen
    }

    /// The laid piece that is chosen.
    pub(crate) fn laid(&self) -> Option<usize> {
        self.laid
    }

    /// The laid piece under the pointer.
    pub(crate) fn hovered_laid(&self, puzzle: &Puzzle) -> Option<usize> {
        self.hovered.and_then(|site| laid_at(puzzle, site))
    }

    /// Follows pieces that were taken up, by their places among those that lay there: the chosen one
    /// stays chosen unless it is among them.
    pub(crate) fn forget_laid(&mut self, taken: &[usize]) {
        self.laid = self.laid.filter(|laid| !taken.contains(laid));
        self.laid = self.laid.map(|laid| laid - taken.iter().filter(|&&n| n < laid).count());
    }

    /// A number for a gesture that there was not yet.
    pub(crate) fn next_gesture(&mut self) -> u64 {
        self.brush.next_gesture()
    }

    /// Makes sure that a gesture to come has another number than this one.
    pub(crate) fn skip_gestures(&mut self, gesture: Option<u64>) {
        self.brush.skip_gestures(gesture.unwrap_or_default());
    }

    /// Shows the hints in the panel at the right.
    pub(crate) fn show_hints(&mut self) {
        self.tab = InspectorTab::Hints;
    }

    /// The piece on the board that was placed last of those that are the one chosen in the list.
    pub(crate) fn last_laid_of_selected(&self, puzzle: &Puzzle) -> Option<usize> {
        let piece = self.selected(puzzle)?;
        puzzle.placed.iter().rposition(|laid| laid.piece == piece)
    }

    /// The edit that removes the texts of the chosen sites, if any has one.
    pub(crate) fn without_texts(&mut self, puzzle: &Puzzle) -> Option<Edit> {
        self.texts.removed(puzzle)
    }

    /// Returns whether sites are given texts and grouped.
    pub(crate) fn edits_texts(&self) -> bool {
        self.brush.tool == Tool::Text
    }

    /// Takes a tool in hand.
    pub(crate) fn take_up(&mut self, tool: Tool) {
        self.brush.tool = tool;
    }

    /// The tool in hand.
    #[cfg(test)]
    pub(crate) fn tool_in_hand(&self) -> Tool {
        self.brush.tool
    }

    /// The piece that is looked at, if it is one that is used.
    fn selected(&self, puzzle: &Puzzle) -> Option<PieceId> {
        let name = self.chosen.last()?;
        puzzle.pieces().find(|(_, piece)| piece.name == *name).map(|(id, _)| id)
    }

    /// Keeps in step with another version of the puzzle, which was moved by some shift.
    pub(crate) fn follow(&mut self, puzzle: &Puzzle, figures: &FigureCache, shift: Point) {
        let here = |name: &String| {
            puzzle.pieces.iter().chain(&puzzle.off).any(|piece| piece.name == *name)
        };
        self.chosen.retain(here);
        self.marked.clear();
        self.laid = self.laid.filter(|&n| n < puzzle.placed.len());
        self.grip = None;
        self.site = self.site.map(|site| site + shift);
        self.menu_site = None;
        self.texts.follow(puzzle, shift);
        if shift != Point::ORIGIN {
            let page = &figures.board.page;
            let by = brush::delta(page, shift);
            self.brush.moved(page, shift);
            self.cursor.follow_shift(shift);
            if let Some(frame) = &mut self.frame {
                let moved = |[x, y]: Xy| [x + by[0], y + by[1]];
                (frame.min, frame.max) = (moved(frame.min), moved(frame.max));
            }
        }
    }

    /// Shows the whole board if it has left the view since it was fitted, as when a change of all
    /// of it is taken back.
    pub(crate) fn fit_if_out_of_view(&mut self, figures: &FigureCache) {
        /// A board that has grown by less than this, in units, is still in view.
        const NEAR: f64 = 1.5;
        let Some(frame) = self.frame.filter(|_| self.viewport == Viewport::FIT) else { return };
        let bounds = figures.board.bounds;
        let out =
            |k: usize| bounds.min[k] < frame.min[k] - NEAR || bounds.max[k] > frame.max[k] + NEAR;
        if out(0) || out(1) {
            self.fit();
        }
    }

    /// Shows the whole board.
    pub(crate) fn fit(&mut self) {
        self.viewport = Viewport::FIT;
        self.frame = None;
    }

    /// Enlarges the board about the middle of the canvas.
    pub(crate) fn zoom(&mut self, factor: f32) {
        self.viewport.magnify(factor);
    }

    /// Chooses a piece alone, or none.
    pub(crate) fn select(&mut self, piece: Option<&str>) {
        if self.chosen.last().map(String::as_str) != piece {
            (self.placement, self.orientation) = (0, 0);
        }
        (self.laid, self.site) = (None, None);
        self.chosen = piece.map(str::to_owned).into_iter().collect();
    }

    /// Chooses all pieces, those that are switched off among them, in the order of the list.
    pub(crate) fn select_all(&mut self, puzzle: &Puzzle) {
        let mut all: Vec<_> = puzzle.pieces.iter().chain(&puzzle.off).collect();
        all.sort_by_key(|piece| piece.order);
        self.select(None);
        self.chosen = all.into_iter().map(|piece| piece.name.clone()).collect();
    }
}

/// Draws the screen.
pub(crate) fn show(state: &mut DesignState, model: Model, out: &mut Actions, ui: &mut Ui) {
    let sides = Sides::new(ui, SIDES, model.modal);
    if let Some(document) = &model.bench.document {
        state.follow_placed(document);
    }
    keys(state, model, out, ui);
    sides.panel(ui, Edge::Left, |ui| pieces::show(state, model, out, ui));
    sides.middle(ui, |ui| middle(state, model, out, ui));
    sides.panel(ui, Edge::Right, |ui| inspector::show(state, model, out, ui));
}

/// The canvas, between the strips above and below it.
fn middle(state: &mut DesignState, model: Model, out: &mut Actions, ui: &mut Ui) {
    let palette = Palette::current(ui);
    let strip = Frame::new().fill(palette.panel).inner_margin(Margin::symmetric(16, 0));
    Panel::top("tools").exact_size(44.0).frame(strip).show(ui, |ui| {
        focus::part(ui, "tools", ui.max_rect());
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            tools::show(state, model, out, ui)
        });
    });
    if state.brush.paints() {
        Panel::bottom("tool settings").exact_size(44.0).frame(strip).show(ui, |ui| {
            focus::part(ui, "tool settings", ui.max_rect());
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                tool_settings::show(state, model, out, ui)
            });
        });
    } else if let (true, Some(document)) = (state.edits_texts(), &model.bench.document) {
        Panel::bottom("texts of sites").exact_size(44.0).frame(strip).show(ui, |ui| {
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                texts::strip(state, document, out, ui);
            });
        });
    } else if counts_placements(model) && !widgets::is_compact(ui.ctx()) {
        // The strip stays when it has nothing to say, or the board would move.
        Panel::bottom("legend").exact_size(44.0).frame(strip).show(ui, |ui| {
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                legend::show(state, model, ui)
            });
        });
    }
    if model.figures.is_some_and(|figures| figures.solid.is_some()) {
        let height = (ui.available_height() * 0.6).round();
        let frame = Frame::new().fill(palette.canvas);
        Panel::top("board in space").exact_size(height).frame(frame).show(ui, |ui| {
            focus::part(ui, "board in space", ui.max_rect());
            solid_board::show(state, model, out, ui);
        });
    }
    let canvas = ui.available_rect_before_wrap();
    let cell = canvas::show(state, model, out, ui);
    if !state.brush.paints() && !state.edits_texts() {
        super::by_hand::badge(model, canvas, None, out, ui);
    }
    givens::show(model, out, ui, cell);
}

/// Returns whether it is worth showing the number of placements that cover each site.
fn counts_placements(model: Model) -> bool {
    model.bench.document.as_ref().is_some_and(|document| document.puzzle.counts_placements())
}

/// Up and Down go through the pieces, Escape lets go.
fn keys(state: &mut DesignState, model: Model, out: &mut Actions, ui: &Ui) {
    if model.modal || ui.ctx().text_edit_focused() {
        return;
    }
    paste(model, out, ui);
    if ui.ctx().egui_wants_keyboard_input() || focus::is_left_by_escape(ui.ctx()) {
        return;
    }
    let Some(document) = &model.bench.document else { return };
    let puzzle = &document.puzzle;
    let last = (puzzle.pieces.len() as u32).saturating_sub(1);
    for key in input::take_presses(ui, &[Key::ArrowUp, Key::ArrowDown, Key::Enter, Key::Escape]) {
        match key {
            Key::Enter if state.brush.tool == Tool::Pin => pin_selected(state, puzzle, out),
            Key::Enter => drop_held(state, model, out),
            Key::Escape if state.edits_texts() && state.texts.clear() => {}
            Key::Escape if state.brush.paints() || state.edits_texts() => {
                state.take_up(Tool::Place);
            }
            Key::Escape => {
                state.select(None);
                state.marked.clear();
            }
            _ if puzzle.pieces.is_empty() => {}
            _ => {
                let step = if key == Key::ArrowDown { 1 } else { -1 };
                let next = match state.selected(puzzle) {
                    Some(PieceId(at)) => at.saturating_add_signed(step).min(last),
                    None if step > 0 => 0,
                    None => last,
                };
                state.select(Some(&puzzle.piece(PieceId(next)).name));
            }
        }
    }
}

/// Pins the piece that is chosen in the list where it lies, or takes the pin out.
fn pin_selected(state: &DesignState, puzzle: &Puzzle, out: &mut Actions) {
    match state.last_laid_of_selected(puzzle) {
        Some(laid) => out.edit(Edit::Pin(vec![laid], !puzzle.placed[laid].pinned), None),
        None => out.say("Choose a piece that is on the board: Up and Down go through the pieces."),
    }
}

/// Lays the piece that a hint shows, or the piece in hand where its placement is shown.
fn drop_held(state: &mut DesignState, model: Model, out: &mut Actions) {
    // A tool for sites hides the piece in hand.
    let Some(document) = model
        .bench
        .document
        .as_ref()
        .filter(|_| state.brush.tool != Tool::Text && !state.brush.paints())
    else {
        return;
    };
    let Some(analysis) = document.analysis().get().filter(|a| a.puzzle.cover.is_none()) else {
        return;
    };
    let settings = model.bench.settings.play;
    let puzzle = &*document.puzzle;
    let hinted = document.hinted_placement(settings);
    let held = || {
        let option = state.ghost(analysis)?;
        let named = analysis.puzzle.piece(analysis.encoding.placement(option).piece);
        let (id, _) = puzzle.pieces().find(|(_, piece)| piece.name == named.name)?;
        Some((id, analysis.encoding.sites(option).collect()))
    };
    let Some((id, sites)) = hinted.or_else(held) else { return };
    let piece = puzzle.piece(id).name.clone();
    let can_lay = puzzle.can_lay(id, &sites, None).is_ok();
    out.edit(Edit::Lay { piece, sites, from: None }, None);
    if can_lay && state.selected(puzzle) == Some(id) {
        state.take_next(puzzle, id);
    }
}

/// Text art that is pasted becomes the board.
fn paste(model: Model, out: &mut Actions, ui: &Ui) {
    let pasted = ui.input(|i| {
        i.events.iter().find_map(|event| match event {
            egui::Event::Paste(text) => Some(text.clone()),
            _ => None,
        })
    });
    let own = model.bench.document.as_ref().is_some_and(|d| d.puzzle.cover.is_none());
    if let Some(text) = pasted.filter(|_| own) {
        let rows: Vec<String> = text.lines().map(|row| row.trim_end().to_owned()).collect();
        out.edit(Edit::BoardForm(BoardForm::Art(rows)), None);
    }
}
