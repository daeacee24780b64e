//! The settings of the plates.

use egui::Ui;

use super::PrintState;
use crate::lattice::SiteForm;
use crate::make::print::{Notice, PartKind, Print, has_bevel, has_faces};
use crate::polyform::Motions;
use crate::puzzle::Puzzle;
use crate::puzzle::making::{NameStyle, PrintSettings};
use crate::text;
use crate::ui::action::{Actions, Model};
use crate::ui::make::form::{self, Form};
use crate::ui::widgets;
use crate::workbench::check::Severity;

/// Plates to choose from, in millimetres.
const PLATES: [(&str, [u32; 2]); 3] =
    [("180 × 180", [180, 180]), ("220 × 220", [220, 220]), ("256 × 256", [256, 256])];

/// Shows the settings.
pub(in crate::ui::make) fn show(
    state: &mut PrintState,
    model: Model,
    out: &mut Actions,
    ui: &mut Ui,
) {
    let Some(document) = &model.bench.document else { return };
    let print = state.print().cloned();
    let (print, puzzle) = (print.as_deref(), &*document.puzzle);
    let problem = &mut state.problem;
    form::settings("print settings", document, problem, out, ui, |form, making| {
        let settings = &mut making.print;
        form.section("Size", "", |form| size(form, puzzle, settings));
        let all = volume(print, |kind| matches!(kind, PartKind::Piece(_)));
        form.section("Pieces", &all, |form| {
            let range = 1..=PrintSettings::MAX_COPIES;
            let tip = "All parts of the puzzle are printed so many times, the clearance test once.";
            form.number("Copies of the puzzle", &mut settings.copies, range, "change the copies")
                .on_hover_text(tip);
            pieces(form, puzzle, print, settings);
            let is_solid = puzzle.lattice.is_solid();
            let known = document.analysis().get();
            let checks = known.into_iter().flat_map(|analysis| &analysis.checks);
            for check in checks.filter(|check| check.severity == Severity::Wrong) {
                form.note(&format!("To be fixed in Design: {}.", check.title));
            }
            match model.bench.assembly() {
                Some(check) => form.note(format!("{}. {}", check.title, check.text).trim_end()),
                None if is_solid => form.note(
                    "Whether the pieces can be put together is not known yet. Take apart on the \
                     Solutions screen shows it.",
                ),
                None => {}
            }
        });
        if has_faces(puzzle.lattice) {
            form.section("Names on pieces", "", |form| names(form, puzzle, print, settings));
        }
        let is_solid = puzzle.lattice.is_solid();
        let is_box = is_solid && !(puzzle.lattice.balls && settings.dimples);
        let is_container =
            |kind: &PartKind| matches!(kind, PartKind::Box | PartKind::Tray | PartKind::Lid);
        let rest = volume(print, is_container);
        let name = if is_box { "Box" } else { "Tray" };
        form.section(name, &rest, |form| {
            container(form, is_box, print, settings);
            if puzzle.lattice.balls {
                dimples(form, settings);
            }
        });
        let count = |print: &Print| text::count(print.plates.len() as u64, "plate");
        let count = print.map_or_else(String::new, count);
        form.section("Plate", &count, |form| plate(form, puzzle, settings));
    });
}

fn size(form: &mut Form<'_>, puzzle: &Puzzle, settings: &mut PrintSettings) {
    form.length("Unit", &mut settings.unit, "change the unit");
    form.length("Clearance on each face", &mut settings.clearance, "change the clearance");
    if has_bevel(puzzle.lattice) {
        form.length("Bevel", &mut settings.bevel, "change the bevel");
    }
    if !puzzle.lattice.is_solid() {
        let before = settings.thickness.unwrap_or(PrintSettings::USUAL_THICKNESS);
        let mut thickness = before;
        form.length("Thickness", &mut thickness, "change the thickness");
        if thickness != before {
            settings.thickness = Some(thickness);
        }
    }
    if puzzle.lattice.form == SiteForm::Edge {
        let mut bar = settings.bar_width();
        form.length("Width of bars", &mut bar, "change the bars");
        if bar != settings.bar_width() {
            settings.bar = Some(bar);
        }
    }
    let gap = settings.clearance.in_mm() * 2.0;
    let three = 3.0 * settings.unit.in_mm() - gap;
    let words = |n: f64| format!("{}", (n * 1000.0).round() / 1000.0);
    let text = format!(
        "Two {} that touch are {} mm apart. A row of three measures {} mm.",
        if puzzle.lattice.balls { "balls" } else { "faces" },
        words(gap),
        words(three)
    );
    form.ui.add_space(4.0);
    form.note(&text);
    let tip = "A plate with eight holes, and a peg for each: one dot for a clearance of 0.05 mm, two \
               for 0.1, up to eight for 0.4.";
    let on = &mut settings.clearance_test;
    form.check_with_tip("Clearance test", tip, on, "", "change the parts");
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
) {
    for (id, piece) in puzzle.pieces() {
        let mut on = !settings.without.contains(&piece.name);
        let right = volume(print, |kind| *kind == PartKind::Piece(id));
        let right = if on { right } else { String::new() };
        form.check(&piece.name, &mut on, &right, "choose the pieces");
        let is_left_out = settings.without.contains(&piece.name);
        if on && is_left_out {
            settings.without.retain(|name| *name != piece.name);
        } else if !on && !is_left_out {
            settings.without.push(piece.name.clone());
        }
    }
}

fn names(
    form: &mut Form<'_>,
    puzzle: &Puzzle,
    print: Option<&Print>,
    settings: &mut PrintSettings,
) {
    let styles = [
        (NameStyle::None, "None"),
        (NameStyle::Engraved, "Engraved"),
        (NameStyle::Raised, "Raised"),
    ];
    form.choice("Letters", &mut settings.names, &styles, "change the names");
    if settings.names == NameStyle::None {
        return;
    }
    let mut height = settings.height_of_names();
    form.length("Height of letters", &mut height, "change the names");
    if height != settings.height_of_names() {
        settings.name_height = Some(height);
    }
    form.length("Depth of letters", &mut settings.name_depth, "change the names");
    let turns_over = puzzle.pieces.iter().any(|piece| piece.motions == Motions::TurnAndFlip);
    if settings.names == NameStyle::Raised && puzzle.lattice.is_solid() {
        form.note("Pieces with raised names do not fit together where a name is inside.");
    } else if settings.names == NameStyle::Raised && turns_over {
        form.note("A piece that is turned over lies on its raised name.");
    }
    for notice in print.map_or(&[][..], |print| &print.notices) {
        if matches!(notice, Notice::NoRoomForNames(..)) {
            form.note(&notice.to_string());
        }
    }
}

fn container(
    form: &mut Form<'_>,
    is_box: bool,
    print: Option<&Print>,
    settings: &mut PrintSettings,
) {
    let size = |wanted: &[PartKind]| {
        let part = print.and_then(|print| print.parts.iter().find(|p| wanted.contains(&p.kind)));
        part.map_or_else(String::new, |part| {
            let [w, d, h] = part.size;
            format!("{w:.1} × {d:.1} × {h:.1} mm")
        })
    };
    let right = size(&[PartKind::Box, PartKind::Tray]);
    let name = if is_box { "Box" } else { "Tray" };
    form.check(name, &mut settings.container, &right, "change the container");
    form.check("Lid", &mut settings.lid, &size(&[PartKind::Lid]), "change the lid");
    if is_box {
        let tip = "Half-round notches in the rim of the two long walls, to take the pieces out.";
        form.notches("Finger notches in the box", tip, &mut settings.notch);
    }
    form.length("Wall", &mut settings.wall, "change the wall");
    form.length("Room around the pieces", &mut settings.room, "change the room");
}

fn dimples(form: &mut Form<'_>, settings: &mut PrintSettings) {
    let row = widgets::check_row(form.ui, &mut settings.dimples, "Tray with dimples", "");
    let tip = "A plate with a dimple under each ball of the lowest layer instead of a box. The \
               lowest layer is the first square layer in Design.";
    if row.on_hover_text(tip).changed() {
        *form.what = "change the container";
    }
    if settings.dimples {
        let mut depth = settings.depth_of_dimples();
        form.length("Depth of dimples", &mut depth, "change the dimples");
        if depth != settings.depth_of_dimples() {
            settings.dimple_depth = Some(depth);
        }
    }
}

fn plate(form: &mut Form<'_>, puzzle: &Puzzle, settings: &mut PrintSettings) {
    form.plates(&mut settings.plate, &PLATES);
    form.length("Width", &mut settings.plate.width, "change the plate");
    form.length("Depth", &mut settings.plate.height, "change the plate");
    form.length("Gap between parts", &mut settings.gap, "change the gap");
    let name = "One 3MF file for each plate";
    form.check(name, &mut settings.plate_files, "", "change the files");
    if puzzle.lattice.is_solid() {
        let name = "Turn parts so that no supports are needed";
        form.check(name, &mut settings.turn, "", "turn the parts");
    }
}
