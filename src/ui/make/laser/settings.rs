//! The settings of the sheets.

use egui::{Sense, Ui, vec2};

use super::LaserState;
use crate::lattice::SiteForm;
use crate::make::laser::{Operation, Sheets};
use crate::puzzle::making::{LaserSettings, Parts};
use crate::text;
use crate::ui::action::{Actions, Model};
use crate::ui::drawing::paint::rgb;
use crate::ui::make::form::{self, Form};
use crate::ui::widgets;
use crate::ui::widgets::theme::{Palette, regular};

/// Plates to choose from, in millimetres.
const PLATES: [(&str, [u32; 2]); 4] = [
    ("300 × 200", [300, 200]),
    ("400 × 300", [400, 300]),
    ("600 × 300", [600, 300]),
    ("A4", [297, 210]),
];

/// Shows the settings.
pub(in crate::ui::make) fn show(
    state: &mut LaserState,
    model: Model,
    out: &mut Actions,
    ui: &mut Ui,
) {
    let Some(document) = &model.bench.document else { return };
    let is_edge = document.puzzle.lattice.form == SiteForm::Edge;
    let sheets = state.sheets().cloned();
    let sheets = sheets.as_deref();
    let (cuts_solution, has_laps) = (&mut state.cuts_solution, state.has_laps);
    let problem = &mut state.problem;
    form::settings("laser settings", document, problem, out, ui, |form, making| {
        let settings = &mut making.laser;
        form.section("", "", |form| {
            let solution = if has_laps { "Strips of a solution" } else { "Solution on one sheet" };
            let choices = [(false, "Separate pieces"), (true, solution)];
            widgets::segmented_wide(form.ui, cuts_solution, &choices);
        });
        let board = sheets.and_then(|sheets| sheets.list.board).map(|bounds| bounds.size());
        let board = board.map_or_else(String::new, |[width, height]| {
            format!("board {} × {} mm", width.round(), height.round())
        });
        form.section("Size", &board, |form| size(form, is_edge, settings));
        let count = sheets.map_or(0, |sheets| sheets.layout.sheets);
        let count = text::count(count as u64, "sheet");
        form.section("Plate", &count, |form| {
            form.plates(&mut settings.plate, &PLATES);
            form.length("Width", &mut settings.plate.width, "change the plate");
            form.length("Height", &mut settings.plate.height, "change the plate");
            form.length("Margin", &mut settings.margin, "change the margin");
            form.length("Gap between parts", &mut settings.gap, "change the gap");
        });
        form.section("Parts", "", |form| parts(form, sheets, &mut settings.parts));
        form.section("Layers", "in cutting order", |form| layers(form, settings));
    });
}

fn size(form: &mut Form<'_>, is_edge: bool, settings: &mut LaserSettings) {
    form.length("Unit", &mut settings.unit, "change the unit");
    form.length("Kerf", &mut settings.kerf, "change the kerf");
    form.length("Clearance", &mut settings.clearance, "change the clearance");
    form.length("Corner radius", &mut settings.corner_radius, "change the corner radius");
    if is_edge {
        let laps = widgets::check_row(form.ui, &mut settings.half_laps, "Half-lap joints", "");
        let tip =
            "Sticks are cut as strips that stand on edge, with slots where they cross or meet.";
        if laps.on_hover_text(tip).changed() {
            *form.what = "change the joints";
        }
        if settings.half_laps {
            let name = "Thickness of material";
            form.length(name, &mut settings.thickness, "change the thickness");
        }
        let name = if settings.half_laps { "Width of strips" } else { "Width of bars" };
        let mut bar = settings.bar_width();
        form.length(name, &mut bar, "change the bars");
        if bar != settings.bar_width() {
            settings.bar = Some(bar);
        }
    } else {
        form.length("Relief in corners", &mut settings.relief, "change the relief");
    }
    form.ui.add_space(4.0);
    form.note(&side_words(settings, is_edge));
}

/// Describes the effect of clearance and kerf on one side.
fn side_words(settings: &LaserSettings, is_edge: bool) -> String {
    let LaserSettings { kerf, clearance, unit, thickness, .. } = settings;
    if is_edge && settings.half_laps {
        let cut = (thickness.in_mm() + clearance.in_mm() - kerf.in_mm()).max(0.0);
        let cut = (cut * 1000.0).round() / 1000.0;
        return format!(
            "A slot for {thickness} mm, at a right angle, is drawn as {cut}: the clearance adds \
             {clearance}, the kerf subtracts {kerf}."
        );
    }
    let (nominal, what) =
        if is_edge { (settings.bar_width().in_mm(), "bar") } else { (3.0 * unit.in_mm(), "side") };
    let taken = if is_edge { 0.0 } else { clearance.in_mm() };
    let cut = ((nominal - taken + kerf.in_mm()) * 1000.0).round() / 1000.0;
    let nominal = (nominal * 1000.0).round() / 1000.0;
    match is_edge {
        true => format!(
            "A {what} of {nominal} mm is drawn as {cut}: the kerf adds {kerf}. The tray has \
             {clearance} more."
        ),
        false => format!(
            "A {what} of {nominal} mm is drawn as {cut}: the clearance subtracts {clearance}, the \
             kerf adds {kerf}."
        ),
    }
}

fn parts(form: &mut Form<'_>, sheets: Option<&Sheets>, parts: &mut Parts) {
    let all = sheets.map_or(&[][..], |sheets| &sheets.list.parts);
    let pieces = all.iter().filter(|part| !part.key.starts_with('/')).count();
    let pieces = if parts.pieces { text::grouped(pieces as u64) } else { String::new() };
    let rows = [
        (&mut parts.pieces, "Pieces", pieces.as_str()),
        (&mut parts.frame, "Tray frame", ""),
        (&mut parts.base, "Tray base", ""),
        (&mut parts.lid, "Lid", ""),
        (&mut parts.comb, "Comb for the clearance", ""),
        (&mut parts.names, "Names on the pieces", ""),
        (&mut parts.texts, "Texts on the tray", ""),
        (&mut parts.labels, "Colour labels", ""),
    ];
    for (on, label, right) in rows {
        form.check(label, on, right, "change the parts");
    }
    form.length("Wall of the frame", &mut parts.wall, "change the wall");
    form.length("Height of letters", &mut parts.letters, "change the letters");
}

fn layers(form: &mut Form<'_>, settings: &mut LaserSettings) {
    let (ui, what) = (&mut *form.ui, &mut *form.what);
    for operation in Operation::ALL {
        let layer = match operation {
            Operation::Engrave => &mut settings.engrave,
            Operation::CutInner => &mut settings.cut_inner,
            Operation::CutOuter => &mut settings.cut_outer,
        };
        let row = widgets::check_row(ui, &mut layer.on, operation.name(), "");
        if row.changed() {
            *what = "change the layers";
        }
        let right = row.rect.right_center();
        let rect = egui::Rect::from_center_size(right - vec2(8.0, 0.0), vec2(16.0, 16.0));
        let name = format!("Colour of {}", operation.name());
        if let Some(colour) = swatch(ui, rect, &name, layer.colour.0) {
            (layer.colour.0, *what) = (colour, "change the layers");
        }
        let palette = Palette::current(ui);
        let words =
            widgets::Line::whole(ui, &layer.colour.to_string(), regular(12.0), palette.text2);
        let base = widgets::baseline(rect.center().y, 12.0);
        words.right(ui.painter(), rect.left() - 8.0, base);
    }
}

/// A field of a colour, which a click changes: to the next of those that cutters tell apart.
fn swatch(ui: &mut Ui, rect: egui::Rect, name: &str, colour: [u8; 3]) -> Option<[u8; 3]> {
    const COLOURS: [[u8; 3]; 6] =
        [[0, 0, 0], [0, 0, 255], [255, 0, 0], [0, 160, 0], [160, 0, 160], [255, 128, 0]];
    let response = ui.interact(rect, ui.scope_id().with(name), Sense::click());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::ColorWell, true, name));
    ui.painter().rect_filled(rect, 3.0, rgb(colour));
    widgets::focus_ring(ui, &response, rect, 3.0);
    let is_clicked = response.on_hover_text("Click for the next colour.").clicked();
    let next = COLOURS.iter().position(|c| *c == colour).map_or(0, |n| (n + 1) % COLOURS.len());
    is_clicked.then_some(COLOURS[next])
}
