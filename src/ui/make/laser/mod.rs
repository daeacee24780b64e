//! The target Laser: sheets for a cutter.

mod artwork;
mod materials;
mod preview;
pub(super) mod settings;
mod whole;

use std::sync::Arc;

use egui::{Ui, UiBuilder};

use self::whole::{Whole, WholeSheet};
use crate::lattice::SiteForm;
use crate::make::laser::{
    PartKind, PartPlace, Sheets, Totals, check_place, fill_strips, free_place,
};
use crate::picture::Xy;
use crate::picture::drawing::Drawing;
use crate::puzzle::Making;
use crate::puzzle::making::PlateSize;
use crate::text;
use crate::ui::action::{Actions, Model};
use crate::ui::canvas::viewport::Viewport;
use crate::ui::make::preview_frame::{self, ROOMY_HEAD, canvas_and_foot};
use crate::ui::widgets;
use crate::ui::widgets::icons::Icon;
use crate::ui::widgets::theme::Palette;
use crate::workbench::Document;
use crate::workbench::Wake;
use crate::workbench::edit::Edit;
use crate::workbench::make::laser::LaserSheets;

/// The contents of the preview.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Shown {
    /// Lines in the colours of their layers, on tinted pieces.
    #[default]
    Layers,
    /// The pieces in their colours.
    Pieces,
    /// The numbers of the contours as they are cut.
    Order,
}

/// A part that is being dragged.
#[derive(Clone, Copy, Debug)]
struct Drag {
    part: usize,
    place: PartPlace,
    /// The distance it was moved, in millimetres.
    by: Xy,
}

/// The state that the target keeps from frame to frame.
pub(super) struct LaserState {
    cutting: LaserSheets,
    wake: Wake,
    shown: Shown,
    sheet: usize,
    selected: Option<usize>,
    drag: Option<Drag>,
    /// The view of the sheet.
    viewport: Viewport,
    /// The error in the input being typed.
    problem: Option<String>,
    drawn: Option<Drawn>,
    /// True if the selected solution is cut from one sheet, as it lies, instead of separate pieces.
    cuts_solution: bool,
    /// True if sticks are cut as strips with half-lap joints.
    has_laps: bool,
    /// The number of the solution whose strips are cut.
    strips_of: Option<u64>,
    whole: Whole,
    whole_viewport: Viewport,
}

impl Drawn {
    /// The size of a sheet.
    fn plate(&self, sheet: usize) -> PlateSize {
        let material = self.sheets.layout.materials.get(sheet).copied().unwrap_or_default();
        self.sheets.settings.material(material).plate
    }
}

/// The data computed once for a layout.
struct Drawn {
    sheets: Arc<Sheets>,
    totals: Totals,
    /// The material of each part as strips.
    strips: Vec<Vec<[Xy; 4]>>,
    /// The areas that are engraved on each part, where it lies.
    fills: Vec<Vec<[Xy; 4]>>,
    /// The lines of each sheet in cutting order.
    lines: Vec<crate::make::laser::Sheet>,
}

impl LaserState {
    pub(super) fn new(wake: &Wake) -> LaserState {
        LaserState {
            cutting: LaserSheets::default(),
            wake: Arc::clone(wake),
            shown: Shown::default(),
            sheet: 0,
            selected: None,
            drag: None,
            viewport: Viewport::FIT,
            problem: None,
            drawn: None,
            cuts_solution: false,
            has_laps: false,
            strips_of: None,
            whole: Whole::default(),
            whole_viewport: Viewport::FIT,
        }
    }

    /// Keeps up with the open puzzle.
    pub(super) fn follow(&mut self, model: Model) {
        let Some(document) = &model.bench.document else { return };
        let settings = &document.description().make.laser;
        self.has_laps = settings.half_laps && document.puzzle.lattice.form == SiteForm::Edge;
        self.strips_of = None;
        if self.cuts_whole() {
            self.whole.follow(model, &self.wake);
        }
        match self.cuts_solution && self.has_laps {
            false => self.cutting.follow(&document.puzzle, None, settings, &self.wake),
            true => {
                let selected = document.selected();
                self.strips_of =
                    document.number(selected).filter(|_| document.solution(selected).is_some());
                let puzzle = document.solved_puzzle();
                let placed = || document.placed(selected);
                if let Some(number) = self.strips_of {
                    self.cutting.follow(puzzle, Some((number, &placed)), settings, &self.wake);
                }
            }
        }
        let Some(sheets) = self.cutting.sheets() else {
            self.drawn = None;
            return;
        };
        if self.drawn.as_ref().is_none_or(|drawn| !Arc::ptr_eq(&drawn.sheets, sheets)) {
            let strips = sheets.list.parts.iter().map(crate::make::laser::strips).collect();
            let fills = sheets.layout.places.iter().enumerate();
            let fills = fills.map(|(n, &place)| fill_strips(&sheets.laid(n, place).1)).collect();
            let lines = (0..sheets.layout.sheets).map(|n| sheets.sheet(n)).collect();
            let totals = sheets.totals();
            self.drawn = Some(Drawn { sheets: Arc::clone(sheets), totals, strips, fills, lines });
            self.sheet = self.sheet.min(sheets.layout.sheets.saturating_sub(1));
            self.selected = self.selected.filter(|part| *part < sheets.list.parts.len());
            self.drag = None;
        }
    }

    pub(super) fn sheets(&self) -> Option<&Arc<Sheets>> {
        self.cutting.sheets().filter(|_| !self.lacks_solution())
    }

    /// Returns whether a solution is cut from one sheet, as it lies.
    fn cuts_whole(&self) -> bool {
        self.cuts_solution && !self.has_laps
    }

    /// Returns whether the strips of a solution are wanted, and there is none.
    fn lacks_solution(&self) -> bool {
        self.cuts_solution && self.has_laps && self.strips_of.is_none()
    }

    /// Why there are no sheets of parts, as a sentence.
    fn error(&self) -> Option<String> {
        match self.lacks_solution() {
            true => Some(whole::NO_SOLUTION.to_owned()),
            false => self.cutting.error(),
        }
    }

    /// The drawing of a solution that is cut from one sheet, where that is wanted and ready.
    pub(super) fn whole_drawing(&self) -> Option<&Arc<Drawing>> {
        self.whole.sheet().ok().filter(|_| self.cuts_whole()).map(|sheet| &sheet.drawing)
    }

    pub(super) fn can_export(&self) -> Result<(), String> {
        if self.cuts_whole() {
            return self.whole.sheet().map(|_| ());
        }
        match (self.error(), self.cutting.are_current()) {
            (Some(error), _) => Err(error),
            (None, false) => Err("The parts are still being arranged.".to_owned()),
            (None, true) => Ok(()),
        }
    }

    /// Returns whether a better layout of the parts is searched for.
    pub(super) fn is_nesting(&self) -> bool {
        !self.cuts_whole() && self.cutting.is_nesting()
    }
}

/// Shows the preview, its head and its foot.
pub(super) fn show(state: &mut LaserState, model: Model, out: &mut Actions, ui: &mut Ui) {
    match state.cuts_whole() {
        true => whole_head(state, ui),
        false => head(state, ui),
    }
    let [canvas, foot] = canvas_and_foot(ui);
    let mut inside = ui.new_child(UiBuilder::new().max_rect(canvas));
    inside.set_clip_rect(canvas.intersect(ui.clip_rect()));
    match state.error() {
        _ if state.cuts_whole() => {
            let (viewport, wake) = (&mut state.whole_viewport, &state.wake);
            let is_order = state.shown == Shown::Order;
            whole::show(&mut state.whole, viewport, model, wake, is_order, &mut inside);
        }
        Some(error) => {
            let colour = Palette::current(ui).alert;
            preview_frame::said(&error, colour, canvas, &mut inside);
        }
        None => preview::show(state, model, out, &mut inside),
    }
    let totals = match state.cuts_whole() {
        true => state.whole.sheet().ok().map(|sheet| sheet.totals),
        false if state.lacks_solution() => None,
        false => state.drawn.as_ref().map(|drawn| drawn.totals),
    };
    let facts = totals.map_or_else(Vec::new, |totals| facts(totals).to_vec());
    let can = state.can_export();
    let can = can.as_ref().copied().map_err(String::as_str);
    let buttons = match state.is_nesting() {
        false => [
            ("Export SVG", "One SVG file per sheet, in mm.", "svg"),
            ("DXF", "One DXF file per sheet, in mm.", "dxf"),
            ("PDF", "One PDF with a page for each sheet.", "pdf"),
        ],
        true => [
            ("Export SVG", "One SVG file per sheet, in mm, as nested so far.", "svg"),
            ("DXF", "One DXF file per sheet, in mm, as nested so far.", "dxf"),
            ("PDF", "One PDF with a page for each sheet, as nested so far.", "pdf"),
        ],
    };
    preview_frame::foot(foot, &facts, can, &buttons, out, ui);
    ui.advance_cursor_after_rect(canvas.union(foot));
}

/// Width below which the head has a list in place of the switch of what is shown, in points.
const NARROW_HEAD: f32 = 460.0;

/// Shows which solution is cut from one sheet.
fn whole_head(state: &mut LaserState, ui: &mut Ui) {
    let is_roomy = ui.available_width() >= ROOMY_HEAD;
    let title = state.whole.sheet().map(WholeSheet::title).unwrap_or_default();
    let mut fit = false;
    let before = if state.shown == Shown::Order { Shown::Order } else { Shown::Layers };
    let mut shown = before;
    widgets::panel_head(ui, &title, "cut from one sheet, as it lies", |ui| {
        fit = preview_frame::fit_button(is_roomy, ui);
        let order = if is_roomy { "Cutting order" } else { "Order" };
        let choices = [(Shown::Layers, "Layers"), (Shown::Order, order)];
        widgets::segmented_small(ui, &mut shown, &choices);
    });
    if shown != before {
        state.shown = shown;
    }
    let is_home = ui.input(|input| input.key_pressed(egui::Key::Home));
    if fit || is_home && !ui.ctx().text_edit_focused() {
        state.whole_viewport = Viewport::FIT;
    }
}

/// Shows which sheet is displayed, and how.
fn head(state: &mut LaserState, ui: &mut Ui) {
    let sheets = state.sheets().map_or(0, |sheets| sheets.layout.sheets);
    let title = format!("Sheet {}", state.sheet + 1);
    let subtitle = sheet_words(state);
    let (mut sheet, mut shown, mut fit, mut stop) = (state.sheet, state.shown, false, false);
    let is_nesting = state.cutting.is_nesting();
    let width = ui.available_width();
    let is_roomy = width >= ROOMY_HEAD;
    widgets::panel_head(ui, &title, &subtitle, |ui| {
        fit = preview_frame::fit_button(is_roomy, ui);
        let order = if is_roomy { "Cutting order" } else { "Order" };
        let choices = [(Shown::Layers, "Layers"), (Shown::Pieces, "Pieces"), (Shown::Order, order)];
        let beside = if sheets > 1 { 80.0 } else { 0.0 };
        if width >= NARROW_HEAD + beside {
            widgets::segmented_small(ui, &mut shown, &choices);
        } else {
            widgets::drop_down(ui, "What is shown", 72.0, &mut shown, &choices);
        }
        if sheets > 1 {
            if widgets::icon_button(ui, Icon::Previous, "Previous sheet").clicked() {
                sheet = (sheet + sheets - 1) % sheets;
            }
            if widgets::icon_button(ui, Icon::Next, "Next sheet").clicked() {
                sheet = (sheet + 1) % sheets;
            }
        }
        if is_nesting {
            stop = widgets::Button::new("Stop").icon(Icon::Stop).show(ui).clicked();
        }
    });
    if sheet != state.sheet {
        (state.sheet, state.selected) = (sheet, None);
    }
    state.shown = shown;
    if fit {
        state.viewport = Viewport::FIT;
    }
    if stop {
        state.cutting.stop();
    }
}

/// Describes the parts on the sheet, or the progress of the layout.
fn sheet_words(state: &LaserState) -> String {
    let Some(sheets) = state.sheets() else { return String::new() };
    if state.cutting.is_nesting() {
        let count = text::count(sheets.layout.sheets as u64, "sheet");
        return format!("Nesting, best so far {count}");
    }
    let parts: Vec<&PartKind> =
        sheets.parts_on(state.sheet).map(|n| &sheets.list.parts[n].kind).collect();
    let pieces = parts.iter().filter(|kind| matches!(kind, PartKind::Piece(_))).count();
    let others = parts.len() - pieces;
    let count = text::count(pieces as u64, if state.has_laps { "strip" } else { "piece" });
    let of = format!("of {}", text::count(sheets.layout.sheets as u64, "sheet"));
    let mut words = vec![of];
    words.extend(state.strips_of.map(|number| format!("solution {}", text::grouped(number))));
    if let Some(&material) = sheets.layout.materials.get(state.sheet)
        && !sheets.settings.materials.is_empty()
    {
        words.push(sheets.settings.material(material).label());
    }
    words.push(match others {
        0 => count,
        _ => format!("{count}, {}", text::count(others as u64, "other part")),
    });
    words.join(" · ")
}

/// Returns the facts about cutting.
fn facts(totals: Totals) -> [(&'static str, String); 4] {
    [
        ("Cut length", format!("{:.2} m", totals.cut / 1000.0)),
        ("Sheets", text::grouped(totals.sheets as u64)),
        ("Plate used", format!("{:.0}\u{a0}%", 100.0 * totals.used)),
        ("Closed contours", text::grouped(totals.contours as u64)),
    ]
}

/// The two ends of the status line.
pub(super) fn status(state: &LaserState, _model: Model) -> (String, String) {
    let right = match state.cuts_whole() {
        true => "Wheel zooms · drag to move the view · Home fits",
        false => {
            "Wheel zooms · drag a part to move it · R turns, F flips, Delete moves it to the next sheet"
        }
    };
    let right = right.to_owned();
    if let Some(problem) = &state.problem {
        return (problem.clone(), right);
    }
    if state.cuts_whole() {
        return (
            "Each side is cut once; select the solution on the Solutions screen".to_owned(),
            right,
        );
    }
    let Some(sheets) = state.sheets() else {
        return (state.error().unwrap_or_default(), right);
    };
    let mut left = format!("Sheet {} of {}", state.sheet + 1, sheets.layout.sheets);
    let kept = sheets.layout.kept.iter().filter(|kept| **kept).count();
    if kept > 0 {
        let verb = if kept == 1 { "stays" } else { "stay" };
        left += &format!(" · {} {verb} where moved", text::count(kept as u64, "part"));
    }
    for notice in &sheets.list.notices {
        left += " · ";
        left += notice.trim_end_matches('.');
    }
    (left, right)
}

/// Puts a part elsewhere if that is possible; it stays there from then on, and the others make room.
fn move_part(
    sheets: &Sheets,
    document: &Document,
    part: usize,
    place: PartPlace,
    what: &'static str,
    out: &mut Actions,
) -> bool {
    let parts = &sheets.list.parts;
    if let Err(why) = check_place(parts, &sheets.layout, part, place, &sheets.settings) {
        out.say(format!("{} stays where it is: {why}.", parts[part].name));
        return false;
    }
    let mut making: Making = document.description().make.clone();
    making.laser.placements = sheets.layout.positions_with(parts, part, place);
    out.edit(Edit::Making(Box::new(making), what), None);
    true
}

/// Turns, flips or sends away the selected part, as a key asks.
fn keys(state: &mut LaserState, document: &Document, out: &mut Actions, ui: &Ui) {
    let (Some(part), Some(drawn)) = (state.selected, &state.drawn) else { return };
    if ui.ctx().text_edit_focused() || state.cutting.is_nesting() {
        return;
    }
    let sheets = Arc::clone(&drawn.sheets);
    let own = &sheets.list.parts[part];
    let place = sheets.layout.places[part];
    let pressed = |key| ui.input(|input| input.key_pressed(key) && !input.modifiers.command);
    // The middle stays where it is.
    let about_middle = |place: PartPlace, before: PartPlace| {
        let (old, new) = (sheets.bounds_at(part, before), sheets.bounds_at(part, place));
        let at = [0, 1].map(|k| {
            let middle = (old.min[k] + old.max[k]) / 2.0;
            ((middle - new.size()[k] / 2.0) * 1000.0).round().max(0.0) as u32
        });
        PartPlace { at, ..place }
    };
    if pressed(egui::Key::R) {
        let back = ui.input(|input| input.modifiers.shift);
        let step = if back { 360 - own.turn_step } else { own.turn_step };
        let turned = PartPlace { turn: (place.turn + step) % 360, ..place };
        move_part(&sheets, document, part, about_middle(turned, place), "turn a part", out);
    } else if pressed(egui::Key::F) {
        if own.may_flip {
            let flipped = PartPlace { flip: !place.flip, ..place };
            move_part(&sheets, document, part, about_middle(flipped, place), "flip a part", out);
        } else {
            out.say(format!("{} has two different sides and cannot be flipped.", own.name));
        }
    } else if pressed(egui::Key::Delete) {
        let next = free_place(&sheets.list.parts, &sheets.layout, part, &sheets.settings);
        if move_part(&sheets, document, part, next, "move a part to the next sheet", out) {
            state.selected = None;
        }
    } else if let Some(by) = arrow(ui) {
        let at = [0, 1].map(|k| (f64::from(place.at[k]) + by[k] * 1000.0).max(0.0) as u32);
        move_part(&sheets, document, part, PartPlace { at, ..place }, "move a part", out);
    }
}

/// Returns the distance that an arrow key moves a part, in millimetres: 1, or 10 with Shift.
fn arrow(ui: &Ui) -> Option<Xy> {
    let step = if ui.input(|input| input.modifiers.shift) { 10.0 } else { 1.0 };
    let keys = [
        (egui::Key::ArrowLeft, [-step, 0.0]),
        (egui::Key::ArrowRight, [step, 0.0]),
        (egui::Key::ArrowUp, [0.0, -step]),
        (egui::Key::ArrowDown, [0.0, step]),
    ];
    keys.into_iter().find(|(key, _)| ui.input(|input| input.key_pressed(*key))).map(|(_, by)| by)
}
