//! The settings of the sheets.

use egui::{Sense, Ui, vec2};

use super::LaserState;
use crate::lattice::SiteForm;
use crate::make::laser::Operation;
use crate::puzzle::Making;
use crate::puzzle::making::{LaserSettings, Length, PlateSize};
use crate::text;
use crate::ui::action::{Actions, Model};
use crate::ui::drawing::paint::rgb;
use crate::ui::make::length_field::length_row;
use crate::ui::widgets;
use crate::ui::widgets::theme::{Palette, regular};
use crate::workbench::edit::Edit;

/// Plates to choose from, in millimetres.
const PLATES: [(&str, [u32; 2]); 4] = [
    ("300 × 200", [300, 200]),
    ("400 × 300", [400, 300]),
    ("600 × 300", [600, 300]),
    ("A4", [297, 210]),
];

/// Shows the settings; a change is one edit.
pub(in crate::ui::make) fn show(
    state: &mut LaserState,
    model: Model,
    out: &mut Actions,
    ui: &mut Ui,
) {
    let Some(document) = &model.bench.document else { return };
    let before = &document.description().make;
    let mut after = before.laser.clone();
    let mut what = "change the sheets";
    state.problem = None;
    widgets::scroll_column(ui, "laser settings", |ui| {
        widgets::section(ui, |ui| {
            let solution =
                if state.has_laps { "Strips of a solution" } else { "Solution on one sheet" };
            let choices = [(false, "Separate pieces"), (true, solution)];
            widgets::segmented_wide(ui, &mut state.cuts_solution, &choices);
        });
        widgets::separator(ui);
        let is_edge = document.puzzle.lattice.form == SiteForm::Edge;
        widgets::section(ui, |ui| size(state, &mut after, is_edge, &mut what, ui));
        widgets::separator(ui);
        widgets::section(ui, |ui| plate(state, &mut after, &mut what, ui));
        widgets::separator(ui);
        widgets::section(ui, |ui| parts(state, &mut after, &mut what, ui));
        widgets::separator(ui);
        widgets::section(ui, |ui| layers(&mut after, &mut what, ui));
    });
    if after != before.laser {
        let making = Making { laser: after, ..before.clone() };
        out.edit(Edit::Making(Box::new(making), what), None);
    }
}

/// A row for a length; a change names the edit.
fn length(
    state: &mut LaserState,
    ui: &mut Ui,
    name: &str,
    value: &mut Length,
    (what, words): (&mut &'static str, &'static str),
) {
    if let Some(new) = length_row(ui, name, *value, &mut state.problem) {
        (*value, *what) = (new, words);
    }
}

fn size(
    state: &mut LaserState,
    settings: &mut LaserSettings,
    is_edge: bool,
    what: &mut &'static str,
    ui: &mut Ui,
) {
    let board = state.sheets().and_then(|sheets| sheets.list.board).map(|bounds| bounds.size());
    let words = |n: f64| format!("{}", n.round());
    let caption =
        board.map_or_else(String::new, |[w, h]| format!("board {} × {} mm", words(w), words(h)));
    widgets::section_title(ui, "Size", &caption);
    length(state, ui, "Unit", &mut settings.unit, (what, "change the unit"));
    length(state, ui, "Kerf", &mut settings.kerf, (what, "change the kerf"));
    length(state, ui, "Clearance", &mut settings.clearance, (what, "change the clearance"));
    let radius = (&mut *what, "change the corner radius");
    length(state, ui, "Corner radius", &mut settings.corner_radius, radius);
    if is_edge {
        let laps = widgets::check_row(ui, &mut settings.half_laps, "Half-lap joints", "");
        let tip =
            "Sticks are cut as strips that stand on edge, with slots where they cross or meet.";
        if laps.on_hover_text(tip).changed() {
            *what = "change the joints";
        }
        if settings.half_laps {
            let thickness = &mut settings.thickness;
            length(state, ui, "Thickness of material", thickness, (what, "change the thickness"));
        }
        let name = if settings.half_laps { "Width of strips" } else { "Width of bars" };
        let mut bar = settings.bar_width();
        length(state, ui, name, &mut bar, (what, "change the bars"));
        if bar != settings.bar_width() {
            settings.bar = Some(bar);
        }
    } else {
        length(state, ui, "Relief in corners", &mut settings.relief, (what, "change the relief"));
    }
    let palette = Palette::current(ui);
    ui.add_space(4.0);
    widgets::paragraph(ui, &side_words(settings, is_edge), regular(12.0), palette.text2);
}

/// Describes the effect of clearance and kerf on one side.
fn side_words(settings: &LaserSettings, is_edge: bool) -> String {
    let LaserSettings { kerf, clearance, unit, thickness, .. } = settings;
    if is_edge && settings.half_laps {
        let cut = (thickness.in_mm() + clearance.in_mm() - kerf.in_mm()).max(0.0);
        let cut = (cut * 1000.0).round() / 1000.0;
        return format!(
            "A slot for {thickness} mm, at a right angle, is cut at {cut}: clearance gives {clearance}, the kerf takes {kerf}."
        );
    }
    let (nominal, what) =
        if is_edge { (settings.bar_width().in_mm(), "bar") } else { (3.0 * unit.in_mm(), "side") };
    let taken = if is_edge { 0.0 } else { clearance.in_mm() };
    let cut = ((nominal - taken + kerf.in_mm()) * 1000.0).round() / 1000.0;
    let nominal = (nominal * 1000.0).round() / 1000.0;
    match is_edge {
        true => format!(
            "A {what} of {nominal} mm is cut at {cut}: the kerf takes {kerf}. The tray has {clearance} more."
        ),
        false => format!(
            "A {what} of {nominal} mm is cut at {cut}: clearance takes {clearance}, the kerf gives {kerf} back."
        ),
    }
}

fn plate(
    state: &mut LaserState,
    settings: &mut LaserSettings,
    what: &mut &'static str,
    ui: &mut Ui,
) {
    let sheets = state.sheets().map_or(0, |sheets| sheets.layout.sheets);
    widgets::section_title(ui, "Plate", &text::count(sheets as u64, "sheet"));
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        for (name, [width, height]) in PLATES {
            let size = PlateSize { width: Length::mm(width), height: Length::mm(height) };
            let is_chosen = settings.plate == size;
            if widgets::Button::new(name).small().selected(is_chosen).show(ui).clicked() {
                (settings.plate, *what) = (size, "change the plate");
            }
        }
    });
    ui.add_space(4.0);
    length(state, ui, "Width", &mut settings.plate.width, (what, "change the plate"));
    length(state, ui, "Height", &mut settings.plate.height, (what, "change the plate"));
    length(state, ui, "Margin", &mut settings.margin, (what, "change the margin"));
    length(state, ui, "Gap between parts", &mut settings.gap, (what, "change the gap"));
}

fn parts(
    state: &mut LaserState,
    settings: &mut LaserSettings,
    what: &mut &'static str,
    ui: &mut Ui,
) {
    let count = |state: &LaserState, is_piece: bool| {
        let parts = state.sheets().map_or(&[][..], |sheets| &sheets.list.parts);
        let count = parts.iter().filter(|part| part.key.starts_with('/') != is_piece).count();
        text::grouped(count as u64)
    };
    widgets::section_title(ui, "Parts", "");
    let pieces = if settings.parts.pieces { count(state, true) } else { String::new() };
    let parts = &mut settings.parts;
    let rows = [
        (&mut parts.pieces, "Pieces", pieces),
        (&mut parts.frame, "Tray frame", String::new()),
        (&mut parts.base, "Tray base", String::new()),
        (&mut parts.lid, "Lid", String::new()),
        (&mut parts.comb, "Comb for the clearance", String::new()),
        (&mut parts.names, "Names on the pieces", String::new()),
        (&mut parts.texts, "Texts on the tray", String::new()),
    ];
    for (on, label, right) in rows {
        if widgets::check_row(ui, on, label, &right).changed() {
            *what = "change the parts";
        }
    }
    length(state, ui, "Wall of the frame", &mut settings.parts.wall, (what, "change the wall"));
    length(
        state,
        ui,
        "Height of letters",
        &mut settings.parts.letters,
        (what, "change the letters"),
    );
}

fn layers(settings: &mut LaserSettings, what: &mut &'static str, ui: &mut Ui) {
    widgets::section_title(ui, "Layers", "in cutting order");
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
