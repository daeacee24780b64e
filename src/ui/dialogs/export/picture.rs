//! The look of a picture, and its size.

use egui::{Align, Layout, Ui, vec2};

use super::{Export, WIDTH, What, fixed_row};
use crate::files::PictureKind;
use crate::picture::PictureSize;
use crate::solution::measures::{MeasureId, ShownMeasures};
use crate::ui::widgets;
use crate::ui::widgets::length_field::length_field;
use crate::ui::widgets::theme::{Palette, regular};
use crate::workbench::Document;

/// The names of the choices of measures.
const OFFERED: [&str; 2] = ["Measure below each solution", "Second measure below each solution"];
/// Height of a row of fields, in points.
const ROW: f32 = 32.0;
/// Size of the field for the unit, in points.
const FIELD: egui::Vec2 = vec2(92.0, 28.0);

/// Shows the rows.
pub(super) fn show(export: &mut Export, document: &Document, ui: &mut Ui) {
    let has_names = export.what != What::Distinct;
    crate::ui::drawing::style_boxes(&mut export.style, has_names, &mut fixed_row(28.0, ui));
    let mut ground = fixed_row(28.0, ui);
    ground.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = 16.0;
        widgets::check_box(ui, &mut export.style.transparent, "Transparent");
        widgets::check_box(ui, &mut export.style.caption, "Caption");
        let keep = widgets::check_box(ui, &mut export.keeps, "Remember for this puzzle");
        keep.on_hover_text("The puzzle file stores the look and the size of its pictures.");
    });
    if export.what == What::Distinct {
        below_solutions(&mut export.style.measures, document, ui);
    }
    true_size(export, ui);
    if export.format.picture == Some(PictureKind::Pixels) {
        pixels(&mut export.style.size, ui);
    }
    if let Some(problem) = &export.unit_problem {
        widgets::elided(ui, problem, regular(12.0), Palette::current(ui).alert, WIDTH);
    }
}

/// A row of a height, filled from the left.
fn row(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    let mut row = fixed_row(ROW, ui);
    row.with_layout(Layout::left_to_right(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = 8.0;
        add(ui);
    });
}

fn words(ui: &mut Ui, words: &str, width: f32) {
    let colour = Palette::current(ui).text2;
    widgets::elided(ui, words, regular(12.0), colour, width);
}

/// Shows the choice of measures below each solution.
fn below_solutions(measures: &mut ShownMeasures, document: &Document, ui: &mut Ui) {
    let applying = document.browser().into_iter().flat_map(|browser| browser.measures());
    let named = applying.map(|measure| (Some(measure), measure.row().name));
    let choices: Vec<(Option<MeasureId>, &str)> =
        std::iter::once((None, "None")).chain(named).collect();
    row(ui, |ui| {
        words(ui, "Below each", 76.0);
        // Those of another puzzle may say nothing of this one.
        let applies = |measure: &Option<MeasureId>| choices.iter().any(|(own, _)| own == measure);
        let mut next: Vec<_> = measures.iter().map(Some).filter(applies).collect();
        next.resize(OFFERED.len().max(next.len()), None);
        for (name, value) in OFFERED.iter().zip(&mut next) {
            widgets::drop_down(ui, name, 180.0, value, &choices);
        }
        // Which ones apply is known a moment after the solutions are.
        if choices.len() > 1 {
            *measures = ShownMeasures::new(next.into_iter().flatten()).unwrap_or(*measures);
        }
    });
}

/// Shows the size of a site on paper.
fn true_size(export: &mut Export, ui: &mut Ui) {
    row(ui, |ui| {
        words(ui, "Unit on paper", 120.0);
        let (rect, _) = ui.allocate_exact_size(FIELD, egui::Sense::hover());
        let unit = export.style.size.unit;
        export.unit_problem = None;
        if let Some(length) =
            length_field(ui, rect, "Unit on paper", unit, &mut export.unit_problem)
        {
            export.style.size.unit = length.min(PictureSize::MAX_UNIT);
        }
        words(ui, "side of a square site; 0 for no fixed size", 300.0);
    });
}

/// Shows the number of its pixels.
fn pixels(size: &mut PictureSize, ui: &mut Ui) {
    row(ui, |ui| {
        words(ui, "Width in pixels", 100.0);
        let most = 0..=PictureSize::MAX_WIDTH;
        widgets::number_field(ui, "Width in pixels", &mut size.width, most)
            .on_hover_text("0 means that the resolution determines it.");
        ui.add_space(8.0);
        words(ui, "Pixels per inch", 110.0);
        let most = 0..=PictureSize::MAX_DPI;
        widgets::number_field(ui, "Pixels per inch", &mut size.dpi, most)
            .on_hover_text("0 means twice the resolution of a screen.");
    });
}
