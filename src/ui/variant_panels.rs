//! The parts common to the screens of variants and of sets of pieces, which take each other's place.

use egui::Ui;

use super::widgets;
use super::widgets::side_panels::{Edge, SideLayout, SidePanel};

/// The panels beside the middle.
pub(crate) const SIDES: SideLayout = SideLayout {
    left: SidePanel { id: "variant facts", name: "summary and filter", usual: 248.0, least: 240.0 },
    right: SidePanel { id: "variant", name: "selected variant", usual: 377.0, least: 300.0 },
    middle: 480.0,
    folds_first: Edge::Left,
};

/// Shows the switch between the variants and the search for sets of pieces; returns the other one
/// if it was chosen.
pub(crate) fn switch(invents: bool, ui: &mut Ui) -> Option<bool> {
    let mut chosen = invents;
    let choices = [(false, "Variants"), (true, "Pieces")];
    let changed = widgets::segmented_wide(ui, &mut chosen, &choices).changed();
    changed.then_some(chosen)
}
