//! A solid that is played: it is seen in space, with what lies on it, above its layers, where pieces
//! are placed.

use egui::{Frame, Panel, Ui, UiBuilder};

use super::PlayState;
use crate::ui::by_hand;
use crate::ui::drawing::figure_cache::FigureCache;
use crate::ui::space::laid_parts;
use crate::ui::space::view::{self, Setting};
use crate::ui::widgets::focus;
use crate::ui::widgets::theme::Palette;
use crate::workbench::Document;

/// The part of the height that the view in space has.
const SHARE: f32 = 0.5;

/// Shows the solid above what room is left for its layers; nothing for a plane puzzle.
pub(super) fn show(state: &mut PlayState, document: &Document, figures: &FigureCache, ui: &mut Ui) {
    let Some(solid) = &figures.solid else { return };
    let puzzle = &document.puzzle;
    let parts = laid_parts(puzzle);
    let layers = view::layers_of_board(puzzle, &state.space);
    let setting = Setting::new(puzzle.lattice, &solid.room, &layers, "Board in space");
    let setting = Setting { board: Some(&solid.board), ..setting };
    let height = (ui.available_height() * SHARE).round();
    let frame = Frame::new().fill(Palette::current(ui).canvas);
    Panel::top("solid that is played").exact_size(height).frame(frame).show(ui, |ui| {
        focus::part(ui, "board in space", ui.max_rect());
        state.space.hovered = None;
        // The number of solutions left has a place of its own above the solid.
        let whole = ui.available_rect_before_wrap();
        let area = whole.with_min_y((whole.top() + by_hand::BADGE_BOTTOM).min(whole.bottom()));
        ui.scope_builder(UiBuilder::new().max_rect(area), |ui| {
            view::show(ui, &mut state.space, &setting, &parts);
        });
    });
}
