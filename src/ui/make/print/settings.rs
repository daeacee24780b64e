//! The settings of the plates.

use egui::{Ui, vec2};

use super::PrintState;
use crate::lattice::SiteForm;
use crate::make::print::{PartKind, Print};
use crate::puzzle::making::{Length, PlateSize, PrintSettings};
use crate::puzzle::{Making, Puzzle};
use crate::text;
use crate::ui::action::{Actions, Model};
use crate::ui::make::parts::Form;
use crate::ui::widgets;
use crate::ui::widgets::theme::{Palette, regular};
use crate::workbench::edit::Edit;

/// Plates to choose from, in millimetres.
const PLATES: [(&str, u32); 3] = [("180 × 180", 180), ("220 × 220", 220), ("256 × 256", 256)];
/// The thickness of flat pieces once they are given one.
const THICKNESS: Length = Length::mm(5);

/// Shows the settings; a change is one edit.
pub(in crate::ui::make) fn show(
    state: &mut PrintState,
    model: Model,
    out: &mut Actions,
    ui: &mut Ui,
) {
    let Some(document) = &model.bench.document else { return };
    let before = &document.description().make;
    let mut after = before.print.clone();
    let print = state.print().cloned();
    state.problem = None;
    let mut form = Form { what: "change the plates", problem: &mut state.problem };
    widgets::scroll_column(ui, "print settings", |ui| {
        widgets::section(ui, |ui| size(&mut form, &document.puzzle, &mut after, ui));
        widgets::separator(ui);
        widgets::section(ui, |ui| {
            pieces(&mut form, &document.puzzle, print.as_deref(), &mut after, ui);
        });
        widgets::separator(ui);
        widgets::section(ui, |ui| {
            container(&mut form, &document.puzzle, print.as_deref(), &mut after, ui);
        });
        widgets::separator(ui);
        widgets::section(ui, |ui| {
            plate(&mut form, &document.puzzle, print.as_deref(), &mut after, ui)
        });
    });
    let what = form.what;
    if after != before.print {
        let making = Making { print: after, ..before.clone() };
        out.edit(Edit::Making(Box::new(making), what), None);
    }
}

fn size(form: &mut Form<'_>, puzzle: &Puzzle, settings: &mut PrintSettings, ui: &mut Ui) {
    widgets::section_title(ui, "Size", "");
    form.length(ui, "Unit", &mut settings.unit, "change the unit");
    form.length(ui, "Clearance on each face", &mut settings.clearance, "change the clearance");
    form.length(ui, "Bevel", &mut settings.bevel, "change the bevel");
    if !puzzle.lattice.is_solid() {
        let mut thickness = settings.thickness.unwrap_or(Length::um(0));
        form.length(ui, "Thickness", &mut thickness, "change the thickness");
        settings.thickness = (thickness.in_um() > 0).then_some(thickness);
        if settings.thickness.is_none()
            && widgets::Button::new("Give the pieces a thickness").show(ui).clicked()
        {
            (settings.thickness, form.what) = (Some(THICKNESS), "give the pieces a thickness");
        }
    }
    if puzzle.lattice.form == SiteForm::Edge {
        let mut bar = settings.bar_width();
        form.length(ui, "Width of bars", &mut bar, "change the bars");
        if bar != settings.bar_width() {
            settings.bar = Some(bar);
        }
    }
    let gap = settings.clearance.in_mm() * 2.0;
    let three = 3.0 * settings.unit.in_mm() - gap;
    let words = |n: f64| format!("{}", (n * 1000.0).round() / 1000.0);
    let text = format!(
        "Two faces that touch stand {} mm apart. A row of three measures {} mm.",
        words(gap),
        words(three)
    );
    ui.add_space(4.0);
    widgets::paragraph(ui, &text, regular(12.0), Palette::current(ui).text2);
}

fn volume(print: Option<&Print>, is: impl Fn(&PartKind) -> bool) -> String {
    let Some(print) = print else { return String::new() };
    let parts = print.parts.iter().filter(|part| is(&part.kind));
    let volume: f64 = parts.map(|part| part.volume * part.copies as f64).sum();
    format!("{:.1} cm³", volume / 1000.0)
}

fn pieces(
    form: &mut Form<'_>,
    puzzle: &Puzzle,
    print: Option<&Print>,
    settings: &mut PrintSettings,
    ui: &mut Ui,
) {
    widgets::section_title(ui, "Pieces", &volume(print, |k| matches!(k, PartKind::Piece(_))));
    for (id, piece) in puzzle.pieces() {
        let mut on = !settings.without.contains(&piece.name);
        let right = volume(print, |kind| *kind == PartKind::Piece(id));
        let right = if on { right } else { String::new() };
        form.check(ui, &piece.name, &mut on, &right, "choose the pieces");
        let is_left_out = settings.without.contains(&piece.name);
        if on && is_left_out {
            settings.without.retain(|name| *name != piece.name);
        } else if !on && !is_left_out {
            settings.without.push(piece.name.clone());
        }
    }
}

fn container(
    form: &mut Form<'_>,
    puzzle: &Puzzle,
    print: Option<&Print>,
    settings: &mut PrintSettings,
    ui: &mut Ui,
) {
    let name = if puzzle.lattice.is_solid() { "Box" } else { "Tray" };
    widgets::section_title(ui, name, &volume(print, |k| !matches!(k, PartKind::Piece(_))));
    let size = |wanted: &[PartKind]| {
        let part = print.and_then(|print| print.parts.iter().find(|p| wanted.contains(&p.kind)));
        part.map_or_else(String::new, |part| {
            let [w, d, h] = part.size;
            format!("{w:.1} × {d:.1} × {h:.1} mm")
        })
    };
    let right = size(&[PartKind::Box, PartKind::Tray]);
    form.check(ui, name, &mut settings.container, &right, "change the container");
    form.check(ui, "Lid", &mut settings.lid, &size(&[PartKind::Lid]), "change the lid");
    form.length(ui, "Wall", &mut settings.wall, "change the wall");
    form.length(ui, "Room around the pieces", &mut settings.room, "change the room");
}

fn plate(
    form: &mut Form<'_>,
    puzzle: &Puzzle,
    print: Option<&Print>,
    settings: &mut PrintSettings,
    ui: &mut Ui,
) {
    let count = print.map_or(0, |print| print.plates.len());
    widgets::section_title(ui, "Plate", &text::count(count as u64, "plate"));
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        for (name, side) in PLATES {
            let size = PlateSize { width: Length::mm(side), height: Length::mm(side) };
            let is_chosen = settings.plate == size;
            if widgets::Button::new(name).small().selected(is_chosen).show(ui).clicked() {
                (settings.plate, form.what) = (size, "change the plate");
            }
        }
    });
    ui.add_space(4.0);
    form.length(ui, "Width", &mut settings.plate.width, "change the plate");
    form.length(ui, "Depth", &mut settings.plate.height, "change the plate");
    form.length(ui, "Gap between parts", &mut settings.gap, "change the gap");
    if puzzle.lattice.is_solid() {
        let name = "Turn parts so that no supports are needed";
        form.check(ui, name, &mut settings.turn, "", "turn the parts");
    }
}
