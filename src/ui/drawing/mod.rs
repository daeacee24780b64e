//! Drawing with egui what a document holds: figures, grids, labels, pictures. Leans on
//! [`crate::picture`]; screens lean on it.

pub(crate) mod badge;
pub(crate) mod figure_cache;
pub(crate) mod grid_art;
pub(crate) mod label_layout;
pub(crate) mod paint;
pub(crate) mod piece_choices;
pub(crate) mod raster;

use egui::{Ui, vec2};

use super::widgets;
use crate::picture::Style;

/// The check boxes for drawings, of which some have no names.
pub(crate) fn style_boxes(style: &mut Style, has_names: bool, ui: &mut Ui) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(16.0, 0.0);
        ui.add_enabled_ui(has_names && !style.outlines, |ui| {
            let names = widgets::check_box(ui, &mut style.names, "Names");
            if !has_names {
                names.on_disabled_hover_text("Sheets of many solutions have only their numbers.");
            }
        });
        ui.add_enabled_ui(!style.outlines, |ui| {
            widgets::check_box(ui, &mut style.grid, "Grid");
        });
        widgets::check_box(ui, &mut style.outlines, "Outlines only, for cutting");
    });
}
