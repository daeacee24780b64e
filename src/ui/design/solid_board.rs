//! The board in space: empty it is a solid; with pieces on it or in hand it stands open to the viewer.

use egui::{Align, Frame, Layout, Margin, Panel, Ui};

use super::DesignState;
use crate::lattice::Point;
use crate::ui::action::{Actions, Model};
use crate::ui::space::view::{self, Setting};
use crate::ui::space::{Part, laid_parts};
use crate::ui::widgets;
use crate::ui::widgets::theme::{Palette, SIDE, regular};

/// Shows the board, and the placement in hand.
pub(super) fn show(state: &mut DesignState, model: Model, out: &mut Actions, ui: &mut Ui) {
    let palette = Palette::current(ui);
    let (Some(document), Some(figures)) = (&model.bench.document, model.figures) else { return };
    let Some(solid) = &figures.solid else { return };
    let puzzle = &document.puzzle;
    let mut parts = laid_parts(puzzle);
    let mut tried = None;
    if let Some(analysis) = document.analysis().get()
        && let Some(option) = state.ghost(analysis)
    {
        let id = analysis.encoding.placement(option).piece;
        let piece = puzzle.piece(id);
        let sites: Vec<Point> = analysis.encoding.sites(option).collect();
        // What lies in its way is not shown through it.
        parts.retain(|part| part.sites.iter().all(|site| !sites.contains(site)));
        let key = (id.index(), puzzle.placed.len());
        tried = (!parts.is_empty()).then_some(key);
        parts.push(Part::new(key, piece.name.clone(), piece.colour, sites));
    }
    let layers = view::layers_of_board(puzzle, &state.space);
    let strip = Frame::new().fill(palette.panel).inner_margin(Margin::symmetric(SIDE as i8, 0));
    Panel::bottom("look at board").exact_size(44.0).frame(strip).show(ui, |ui| {
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            let has_switch = puzzle.lattice.second_layers().is_some();
            let text = if has_switch { "Layers" } else { "Layers, the lowest first" };
            widgets::elided(ui, text, regular(12.0), palette.text2, 180.0);
            view::layer_switch(ui, &mut state.space, puzzle.lattice);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                out.extend(view::buttons(ui, &state.space));
            });
        });
    });
    let setting = Setting::new(puzzle.lattice, &solid.room, &layers, "Board in space");
    let setting = Setting { board: Some(&solid.board), tried, ..setting };
    state.space.hovered = None;
    view::show(ui, &mut state.space, &setting, &parts);
}
