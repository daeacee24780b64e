//! The strip below the board while pieces are placed: what its greys and marks mean.

use egui::{Align, Layout, Ui};

use super::{DesignState, SiteDisplay, by_hand};
use crate::lattice::SiteForm;
use crate::text;
use crate::ui::action::Model;
use crate::ui::canvas::marks;
use crate::ui::widgets;
use crate::ui::widgets::theme::{Palette, regular};

/// Shows what the greys and marks on the board mean.
pub(super) fn show(state: &mut DesignState, model: Model, ui: &mut Ui) {
    let palette = Palette::current(ui);
    let Some(document) = &model.bench.document else { return };
    if state.shown != SiteDisplay::Placements {
        return by_hand::legend(state, model, document, ui);
    }
    let Some(analysis) = document.analysis().get() else { return };
    // Without pieces nothing covers anything.
    if document.puzzle.cover.is_none() && document.puzzle.pieces.is_empty() {
        return;
    }
    let text = format!("Placements through {}", document.puzzle.lattice.a_site());
    let room = ui.available_width();
    if room >= 480.0 {
        widgets::elided(ui, &text, regular(12.0), palette.text2, room * 0.4);
    }
    let puzzle = &document.puzzle;
    // Where a piece lies, or something is given, no number is shown.
    let left = document.coverage_left().filter(|_| !puzzle.placed.is_empty());
    let open: Vec<(bool, u32)> = puzzle
        .board
        .sites()
        .iter()
        .zip(left.unwrap_or(&analysis.coverage))
        .filter(|(s, _)| puzzle.text(s.site).is_none())
        .filter(|(s, _)| puzzle.placed.iter().all(|l| l.sites.binary_search(&s.site).is_err()))
        .map(|(site, n)| (site.required, *n))
        .collect();
    if open.is_empty() {
        return;
    }
    let covered = open.iter().map(|(_, n)| *n).filter(|&n| n > 0);
    let few = covered.clone().min().unwrap_or(0);
    let many = covered.max().unwrap_or(0);
    let [few, many] = [few, many].map(|n| text::grouped(u64::from(n)));
    let (few, many) = (format!("{few}, hard"), format!("{many}, easy"));
    widgets::heat_legend(ui, &few, &many);
    let required = |n: u32| open.contains(&(true, n));
    let is_edge = document.puzzle.lattice.form == SiteForm::Edge;
    if ui.available_width() > 220.0 {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if required(0) {
                marks::sample(ui, "uncoverable", is_edge, marks::uncoverable);
            }
            if required(1) {
                marks::sample(ui, "forced", is_edge, marks::forced);
            }
        });
    }
}
