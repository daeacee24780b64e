//! The settings of the sheets.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use egui::{Sense, Ui, vec2};

use super::{LaserState, artwork, materials};
use crate::lattice::SiteForm;
use crate::make::laser::{Operation, Sheets};
use crate::picture::fonts;
use crate::puzzle::making::{HoleCount, LaserSettings, Length, LetterForm, Parts};
use crate::text;
use crate::ui::action::{Action, Actions, Model};
use crate::ui::drawing::paint::rgb;
use crate::ui::make::form::{self, Form};
use crate::ui::platform::purpose::Purpose;
use crate::ui::widgets;
use crate::ui::widgets::theme::{Palette, regular};

/// The note where a solution is cut from one sheet.
const WHOLE: &str = "Each side between two pieces is cut once, where it is; what the beam removes is \
                     their clearance. Settings of separate pieces and other parts are disabled.";

/// The font of the program, in the list of fonts.
const OWN_FONT: &str = "Polywright";

/// The width of holding tabs once there are some.
const TAB_WIDTH: Length = Length::mm(1);

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
    let is_whole = state.cuts_whole();
    let sheets = state.sheets().cloned();
    let sheets = sheets.as_deref();
    let (cuts_solution, has_laps) = (&mut state.cuts_solution, state.has_laps);
    let problem = &mut state.problem;
    let mut wants_picture = false;
    form::settings("laser settings", document, problem, out, ui, |form, making| {
        let settings = &mut making.laser;
        form.section("", "", |form| {
            let solution = if has_laps { "Strips of a solution" } else { "Solution on one sheet" };
            let choices = [(false, "Separate pieces"), (true, solution)];
            widgets::segmented_wide(form.ui, cuts_solution, &choices);
            if is_whole {
                form.ui.add_space(8.0);
                form.note(WHOLE);
            }
        });
        let board = sheets.and_then(|sheets| sheets.list.board).map(|bounds| bounds.size());
        let board = board.map_or_else(String::new, |[width, height]| {
            format!("board {} × {} mm", width.round(), height.round())
        });
        form.section("Size", &board, |form| size(form, is_edge, is_whole, settings));
        let count = match is_whole {
            true => 1,
            false => sheets.map_or(0, |sheets| sheets.layout.sheets),
        };
        let count = text::count(count as u64, "sheet");
        form.section("Plate", &count, |form| {
            form.plates(&mut settings.plate, &PLATES);
            form.length("Width", &mut settings.plate.width, "change the plate");
            form.length("Height", &mut settings.plate.height, "change the plate");
            form.length("Margin", &mut settings.margin, "change the margin");
            form.enabled(!is_whole, |form| {
                form.length("Gap between parts", &mut settings.gap, "change the gap");
            });
        });
        let count = settings.materials.len() as u64 + 1;
        form.section("Materials", &text::count(count, "material"), |form| {
            form.enabled(!is_whole, |form| {
                materials::show(form, &document.puzzle, sheets, settings);
            });
        });
        form.section("Parts", "", |form| {
            let range = 1..=LaserSettings::MAX_COPIES;
            let copies = &mut settings.copies;
            form.enabled(!is_whole, |form| {
                form.number("Copies of the puzzle", copies, range, "change the copies")
                    .on_hover_text("All parts of the puzzle are cut so many times, the comb once.");
            });
            parts(form, sheets, is_whole, &mut settings.parts);
        });
        form.section("Pictures", "", |form| {
            form.enabled(!is_whole, |form| {
                wants_picture = artwork::show(form, &document.puzzle, sheets, settings);
            });
        });
        form.section("Layers", "in cutting order", |form| layers(form, settings));
    });
    if wants_picture {
        out.push(Action::ChoosePreset(Purpose::Engrave));
    }
}

fn size(form: &mut Form<'_>, is_edge: bool, is_whole: bool, settings: &mut LaserSettings) {
    form.length("Unit", &mut settings.unit, "change the unit");
    // The sides of cells are cut where they are; sticks are bars of their own.
    let has_kerf = is_edge || !is_whole;
    form.enabled(has_kerf, |form| form.length("Kerf", &mut settings.kerf, "change the kerf"));
    form.enabled(!is_whole, |form| {
        form.length("Clearance", &mut settings.clearance, "change the clearance");
    });
    form.enabled(has_kerf, |form| {
        let what = "change the corner radius";
        form.length("Corner radius", &mut settings.corner_radius, what);
    });
    if is_edge {
        let tip =
            "Sticks are cut as strips that stand on edge, with slots where they cross or meet.";
        let on = &mut settings.half_laps;
        form.check_with_tip("Half-lap joints", tip, on, "", "change the joints");
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
        form.enabled(!is_whole, |form| {
            form.length("Relief in corners", &mut settings.relief, "change the relief");
        });
    }
    form.enabled(!is_whole, |form| holding_tabs(form, settings));
    if !is_whole {
        form.ui.add_space(4.0);
        form.note(&side_words(settings, is_edge));
    }
}

fn holding_tabs(form: &mut Form<'_>, settings: &mut LaserSettings) {
    let tip = "Short bridges in the cuts around parts and in the opening of the frame, which keep the \
               parts in the sheet until you break them off.";
    let what = "change the holding tabs";
    let names = ["Holding tabs", tip, "Width of tabs"];
    if form.optional_length(names, &mut settings.tab_width, TAB_WIDTH, what) {
        let range = LaserSettings::MIN_TABS..=LaserSettings::MAX_TABS;
        form.number("Tabs on each contour", &mut settings.tabs, range, what);
    }
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

fn parts(form: &mut Form<'_>, sheets: Option<&Sheets>, is_whole: bool, parts: &mut Parts) {
    let all = sheets.map_or(&[][..], |sheets| &sheets.list.parts);
    let pieces = all.iter().filter(|part| !part.key.starts_with('/')).count();
    let pieces = if parts.pieces { text::grouped(pieces as u64) } else { String::new() };
    let rows = [
        (&mut parts.pieces, "Pieces", pieces.as_str(), !is_whole),
        (&mut parts.frame, "Tray frame", "", true),
        (&mut parts.base, "Tray base", "", !is_whole),
        (&mut parts.lid, "Lid", "", !is_whole),
        (&mut parts.comb, "Comb for the clearance", "", !is_whole),
        (&mut parts.names, "Names on the pieces", "", true),
        (&mut parts.texts, "Texts on the tray", "", true),
        (&mut parts.labels, "Colour labels", "", true),
        (&mut parts.grid, "Grid on the base", "", !is_whole),
    ];
    for (on, label, right, applies) in rows {
        form.enabled(applies, |form| form.check(label, on, right, "change the parts"));
    }
    form.enabled(!is_whole, |form| {
        if parts.base {
            finger_holes(form, parts);
        }
        if parts.frame {
            let tip = "Half-round notches in the middle of the two long sides of the opening, to \
                       take the pieces out.";
            form.notches("Thumb notches in the frame", tip, &mut parts.notch);
        }
    });
    form.length("Wall of the frame", &mut parts.wall, "change the wall");
    form.length("Height of letters", &mut parts.letters, "change the letters");
    letters(form, parts);
}

/// The way letters are engraved, and the font of their outlines.
fn letters(form: &mut Form<'_>, parts: &mut Parts) {
    let forms = [
        (LetterForm::Lines, "Single lines"),
        (LetterForm::Outlines, "Outlines"),
        (LetterForm::Filled, "Filled"),
    ];
    form.choice("Letters", &mut parts.letter_form, &forms, "change the letters");
    if parts.letter_form == LetterForm::Lines {
        return;
    }
    let known = families(form.ui);
    let mut names: Vec<&str> = vec![OWN_FONT];
    names.extend(known.iter().flat_map(|names| names.iter().map(String::as_str)));
    if !parts.font.is_empty() && !names.contains(&parts.font.as_str()) {
        names.push(&parts.font);
    }
    let before = match parts.font.as_str() {
        "" => OWN_FONT,
        font => font,
    };
    let choices: Vec<(&str, &str)> = names.iter().map(|name| (*name, *name)).collect();
    let mut font = before;
    form.select("Font", &mut font, &choices, "change the font");
    if font != before {
        let font = if font == OWN_FONT { String::new() } else { font.to_owned() };
        parts.font = font;
    }
}

/// The families of the system's fonts, which are looked for on a thread when they are first asked
/// for.
fn families(ui: &Ui) -> Option<Arc<Vec<String>>> {
    static FOUND: OnceLock<Arc<Vec<String>>> = OnceLock::new();
    static ASKED: AtomicBool = AtomicBool::new(false);
    if !ASKED.swap(true, Ordering::Relaxed) {
        let ctx = ui.ctx().clone();
        let look = move || {
            let _ = FOUND.set(Arc::new(fonts::families(fonts::system())));
            ctx.request_repaint();
        };
        // Without a thread there is the font of the program alone.
        let _ = crate::threads::start(look);
    }
    FOUND.get().cloned()
}

fn finger_holes(form: &mut Form<'_>, parts: &mut Parts) {
    let before = parts.holes != HoleCount::None;
    let mut on = before;
    let tip =
        "Round holes in the base, to push the pieces out from below, each in the middle of a site.";
    form.check_with_tip("Finger holes in the base", tip, &mut on, "", "change the finger holes");
    if on != before {
        parts.holes = if on { HoleCount::One } else { HoleCount::None };
    }
    if on {
        let counts = [(HoleCount::One, "1"), (HoleCount::Two, "2"), (HoleCount::Four, "4")];
        form.choice("Number of holes", &mut parts.holes, &counts, "change the finger holes");
        form.length("Diameter of holes", &mut parts.hole_diameter, "change the finger holes");
    }
}

fn layers(form: &mut Form<'_>, settings: &mut LaserSettings) {
    let (ui, what) = (&mut *form.ui, &mut *form.what);
    let has_areas = settings.parts.letter_form == LetterForm::Filled
        || settings.artwork.iter().any(|artwork| artwork.filled);
    let is_used = |operation: &Operation| *operation != Operation::Fill || has_areas;
    for operation in Operation::ALL.into_iter().filter(is_used) {
        let layer = match operation {
            Operation::Fill => &mut settings.fill,
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
