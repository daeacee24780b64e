//! The properties of a piece besides its shape: picture in space, name, copies, motions, colour.

use egui::{Align, Id, Layout, ScrollArea, Ui, vec2};

use super::sketch::Sketch;
use super::solid;
use crate::puzzle::Copies;
use crate::text;
use crate::ui::drawing::piece_choices::{colour_choice, motion_choices};
use crate::ui::widgets;
use crate::ui::widgets::theme::{Palette, regular};
use crate::workbench::edit::changed_copies;

/// The height of the picture in space, in points.
const PICTURE: f32 = 208.0;
/// The width of the names of the fields.
const CAPTION: f32 = 72.0;

/// Shows the fields in a column of some height.
pub(super) fn show(sketch: &mut Sketch, height: f32, ui: &mut Ui) {
    ScrollArea::vertical().id_salt("piece fields").max_height(height).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        if sketch.lattice.is_solid() && !sketch.in_space {
            solid::show(sketch, vec2(ui.available_width(), PICTURE), ui);
            ui.add_space(8.0);
        }
        name(sketch, ui);
        copies(sketch, ui);
        motions(sketch, ui);
        colour(sketch, ui);
        facts(sketch, ui);
    });
}

/// A row with a caption and something at its right.
fn row(ui: &mut Ui, caption: &str, add: impl FnOnce(&mut Ui)) {
    let palette = Palette::current(ui);
    let size = vec2(ui.available_width(), 36.0);
    ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
        ui.set_height(36.0);
        let (rect, _) = ui.allocate_exact_size(vec2(CAPTION, 18.0), egui::Sense::hover());
        let mut at = ui.new_child(egui::UiBuilder::new().max_rect(rect));
        widgets::elided(&mut at, caption, regular(13.0), palette.text2, CAPTION);
        add(ui);
    });
}

/// The field of the name, for the keyboard's focus.
pub(super) fn name_id() -> Id {
    Id::unique("name of the drawn piece")
}

fn name(sketch: &mut Sketch, ui: &mut Ui) {
    let proposed = sketch.proposed_name().unwrap_or_default();
    row(ui, "Name", |ui| {
        let field = widgets::text_field(ui, &mut sketch.draft.name, "Piece name", name_id());
        if field.gained_focus() {
            field.scroll_to_me(None);
        }
        field.on_hover_text(match proposed.as_str() {
            "" => "Leave empty for the customary name.".to_owned(),
            name => format!("Leave empty for {name}."),
        });
    });
}

fn copies(sketch: &mut Sketch, ui: &mut Ui) {
    let Copies { mut min, mut max } = sketch.draft.copies;
    row(ui, "Copies", |ui| {
        ui.spacing_mut().item_spacing.x = 8.0;
        widgets::number_field(ui, "Copies at least", &mut min, 0..=Copies::MAX);
        widgets::elided(ui, "to", regular(13.0), Palette::current(ui).text2, 20.0);
        widgets::number_field(ui, "Copies at most", &mut max, 1..=Copies::MAX);
    });
    if let Some(copies) = changed_copies(sketch.draft.copies, min, max) {
        sketch.draft.copies = copies;
    }
}

fn motions(sketch: &mut Sketch, ui: &mut Ui) {
    let choices = motion_choices(sketch.lattice);
    row(ui, "Motions", |ui| {
        widgets::segmented_small(ui, &mut sketch.draft.motions, &choices);
    });
}

fn colour(sketch: &mut Sketch, ui: &mut Ui) {
    let now = sketch.draft.colour;
    row(ui, "Colour", |ui| {
        widgets::elided(ui, now.name(), regular(13.0), Palette::current(ui).text, 150.0);
    });
    if let Some(colour) = colour_choice(ui, Some(now)) {
        sketch.draft.colour = colour;
    }
    ui.add_space(8.0);
}

/// Shows the facts about the shape.
fn facts(sketch: &Sketch, ui: &mut Ui) {
    let Some(shape) = sketch.shape() else { return };
    let orientations = shape.orientations(sketch.lattice, sketch.draft.motions).len();
    widgets::fact_row(ui, "Orientations", &text::grouped(orientations as u64));
    let twin = shape.mirror_twin(sketch.lattice);
    let mirror = if twin.is_some() { "different" } else { "same" };
    widgets::fact_row(ui, "Mirror image", mirror);
    if let Some(name) = sketch.twin() {
        widgets::fact_row(ui, "Same shape as", name);
    }
}
