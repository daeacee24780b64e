//! The sheet as it will be cut, true to scale.

use std::sync::Arc;

use egui::{Color32, Mesh, Painter, Pos2, Rect, Sense, Shape, Stroke, StrokeKind, Ui, pos2, vec2};

use super::{Drag, Drawn, LaserState, Shown, keys, move_part};
use crate::make::laser::{
    Operation, PartKind, PartLine, PartPlace, Sheet, check_place, layer, path,
};
use crate::picture::Xy;
use crate::puzzle::Puzzle;
use crate::puzzle::making::{LaserSettings, PlateSize};
use crate::ui::action::{Actions, Model};
use crate::ui::drawing::paint::{blend, rgb};
use crate::ui::widgets;
use crate::ui::widgets::theme::{Palette, regular};

/// Room around the plate for the rulers, in points.
const AROUND: f32 = 48.0;
/// The colour of the material, in both themes: lines have the colours of their layers on it.
const MATERIAL: Color32 = Color32::from_rgb(0xEC, 0xED, 0xEF);
const TRAY: Color32 = Color32::WHITE;
/// The share of a piece's colour in its tint.
const TINT: f32 = 0.55;
/// The least distance of two numbers of a ruler, in points.
const RULER_STEP: f32 = 56.0;

/// Where the sheet lies on the screen.
#[derive(Clone, Copy)]
pub(super) struct View {
    pub(super) origin: Pos2,
    /// Points to a millimetre.
    pub(super) scale: f32,
}

impl View {
    fn at(self, [x, y]: Xy) -> Pos2 {
        self.origin + vec2(x as f32, y as f32) * self.scale
    }

    fn rect(self, min: Xy, max: Xy) -> Rect {
        Rect::from_min_max(self.at(min), self.at(max))
    }
}

/// Shows the sheet and lets parts be moved.
pub(super) fn show(state: &mut LaserState, model: Model, out: &mut Actions, ui: &mut Ui) {
    let Some(document) = &model.bench.document else { return };
    let canvas = ui.max_rect();
    let sense = ui.interact(canvas, ui.scope_id().with("sheet"), Sense::click_and_drag());
    sense.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Canvas, true, "Sheet"));
    let Some(drawn) = state.drawn.take() else { return };
    let view = look(state, &drawn, &sense, canvas, ui);
    if sense.clicked() {
        state.selected = None;
    }
    plate(&drawn, state.sheet, view, ui);
    parts(state, &drawn, &document.puzzle, view, ui);
    handles(state, &drawn, model, view, out, ui);
    if state.shown == Shown::Order
        && let Some(sheet) = drawn.lines.get(state.sheet)
    {
        numbers(sheet, &drawn.sheets.settings, view, ui);
    }
    rulers(drawn.plate(state.sheet), view, canvas, ui);
    state.drawn = Some(drawn);
    if !model.modal {
        keys(state, document, out, ui);
        state.viewport.follow_home(ui);
    }
}

/// Follows wheel and drag; where the sheet lies.
fn look(
    state: &mut LaserState,
    drawn: &Drawn,
    sense: &egui::Response,
    canvas: Rect,
    ui: &Ui,
) -> View {
    let plate = drawn.plate(state.sheet);
    let size = vec2(plate.width.in_mm() as f32, plate.height.in_mm() as f32);
    let room = canvas.shrink(AROUND);
    let fit = (room.width() / size.x.max(1.0)).min(room.height() / size.y.max(1.0)).max(0.02);
    if sense.dragged() {
        state.viewport.pan += sense.drag_delta();
    }
    state.viewport.follow_wheel(canvas, ui);
    let scale = fit * state.viewport.zoom;
    View { origin: room.center() - size * scale / 2.0 + state.viewport.pan, scale }
}

/// The plate with its margin.
fn plate(drawn: &Drawn, sheet: usize, view: View, ui: &Ui) {
    let palette = Palette::current(ui);
    let plate = drawn.plate(sheet);
    let (width, height) = (plate.width.in_mm(), plate.height.in_mm());
    let rect = view.rect([0.0; 2], [width, height]);
    ui.painter().rect(rect, 0.0, MATERIAL, Stroke::new(1.5, palette.text3), StrokeKind::Outside);
    let margin = drawn.sheets.settings.margin.in_mm();
    let inside = view.rect([margin; 2], [width - margin, height - margin]);
    let grey = Color32::from_rgb(0xA3, 0xA9, 0xB3);
    widgets::dashed_frame(ui.painter(), inside, Stroke::new(1.0, grey), (4.0, 4.0));
}

/// Where a part is drawn: where it lies, or where it is dragged.
fn place_of(state: &LaserState, drawn: &Drawn, part: usize) -> PartPlace {
    match state.drag {
        Some(drag) if drag.part == part => dragged(drag),
        _ => drawn.sheets.layout.places[part],
    }
}

fn dragged(drag: Drag) -> PartPlace {
    let at =
        [0, 1].map(|k| (f64::from(drag.place.at[k]) + drag.by[k] * 1000.0).round().max(0.0) as u32);
    PartPlace { at, ..drag.place }
}

/// The colour of a part's material.
fn tint(kind: PartKind, puzzle: &Puzzle, shown: Shown) -> Color32 {
    match kind {
        PartKind::Piece(id) => {
            let fill = rgb(puzzle.piece(id).colour.shade(false).fill);
            if shown == Shown::Pieces { fill } else { blend(Color32::WHITE, fill, TINT) }
        }
        _ => TRAY,
    }
}

fn parts(state: &LaserState, drawn: &Drawn, puzzle: &Puzzle, view: View, ui: &Ui) {
    let palette = Palette::current(ui);
    let painter = ui.painter();
    let sheets = &drawn.sheets;
    let mut lifted = None;
    for part in sheets.parts_on(state.sheet) {
        if state.drag.is_some_and(|drag| drag.part == part) {
            lifted = Some(part);
        } else {
            one(state, drawn, part, puzzle, view, painter);
        }
    }
    if let Some(part) =
        state.selected.filter(|&part| sheets.layout.places[part].sheet == state.sheet)
    {
        outline(state, drawn, part, Stroke::new(3.0, palette.accent), view, painter);
    }
    if let Some(part) = lifted {
        one(state, drawn, part, puzzle, view, painter);
        let place = place_of(state, drawn, part);
        let is_free =
            check_place(&sheets.list.parts, &sheets.layout, part, place, &sheets.settings).is_ok();
        let colour = if is_free { palette.accent } else { Color32::from_rgb(0xB3, 0x26, 0x1E) };
        outline(state, drawn, part, Stroke::new(3.0, colour), view, painter);
    }
}

/// One part: its material, its lines and its texts.
fn one(
    state: &LaserState,
    drawn: &Drawn,
    part: usize,
    puzzle: &Puzzle,
    view: View,
    painter: &Painter,
) {
    let sheets = &drawn.sheets;
    let place = place_of(state, drawn, part);
    let at = sheets.point_at(part, place);
    let colour = tint(sheets.list.parts[part].kind, puzzle, state.shown);
    fill(&drawn.strips[part], colour, |corner| view.at(at(corner)), painter);
    let (paths, texts) = sheets.laid(part, place);
    if sheets.settings.fill.on {
        // Areas lie where the part lies, and go with it when it is dragged.
        let [from, to] = [drawn.sheets.layout.places[part], place].map(|place| place.at);
        let by = [0, 1].map(|k| (f64::from(to[k]) - f64::from(from[k])) / 1000.0);
        let colour = rgb(sheets.settings.fill.colour.0);
        let at = |corner: Xy| view.at([corner[0] + by[0], corner[1] + by[1]]);
        fill(&drawn.fills[part], colour, at, painter);
    }
    for line in paths.iter().chain(&texts).filter(|line| line.operation != Operation::Fill) {
        let layer = layer(&sheets.settings, line.operation);
        if layer.on {
            let width = if line.operation == Operation::Engrave { 1.0 } else { 1.5 };
            draw(line, Stroke::new(width, rgb(layer.colour.0)), view, painter);
        }
    }
}

/// Strips in a colour.
fn fill(strips: &[[Xy; 4]], colour: Color32, at: impl Fn(Xy) -> Pos2, painter: &Painter) {
    let mut mesh = Mesh::default();
    for strip in strips {
        let first = mesh.vertices.len() as u32;
        for corner in strip {
            mesh.colored_vertex(at(*corner), colour);
        }
        mesh.add_triangle(first, first + 1, first + 2);
        mesh.add_triangle(first, first + 2, first + 3);
    }
    painter.add(mesh);
}

fn draw(line: &PartLine, stroke: Stroke, view: View, painter: &Painter) {
    for contour in line.cuts() {
        let points: Vec<Pos2> = path::flat(contour).into_iter().map(|p| view.at(p)).collect();
        painter.add(match contour.closed {
            true => Shape::closed_line(points, stroke),
            false => Shape::line(points, stroke),
        });
    }
}

fn outline(
    state: &LaserState,
    drawn: &Drawn,
    part: usize,
    stroke: Stroke,
    view: View,
    painter: &Painter,
) {
    let (paths, _) = drawn.sheets.laid(part, place_of(state, drawn, part));
    for line in &paths {
        draw(line, Stroke::new(6.0, Color32::WHITE), view, painter);
    }
    for line in &paths {
        draw(line, stroke, view, painter);
    }
}

/// Lets the pointer take hold of parts: the large ones beneath the small ones that lie in them.
fn handles(
    state: &mut LaserState,
    drawn: &Drawn,
    model: Model,
    view: View,
    out: &mut Actions,
    ui: &mut Ui,
) {
    let Some(document) = &model.bench.document else { return };
    let sheets = Arc::clone(&drawn.sheets);
    let area = |part: &usize| {
        sheets.bounds_at(*part, sheets.layout.places[*part]).size().iter().product::<f64>()
    };
    let mut on_sheet: Vec<usize> = sheets.parts_on(state.sheet).collect();
    on_sheet.sort_by(|a, b| area(b).total_cmp(&area(a)));
    for part in on_sheet {
        let place = sheets.layout.places[part];
        let bounds = sheets.bounds_at(part, place);
        let rect = view.rect(bounds.min, bounds.max).intersect(ui.clip_rect());
        let own = &sheets.list.parts[part];
        let response =
            ui.interact(rect, ui.scope_id().with(("part", &own.key)), Sense::click_and_drag());
        response.widget_info(|| {
            let [x, y] = bounds.min;
            let stays = if sheets.layout.kept[part] { ", moved by hand" } else { "" };
            let words = format!("{}, at {x:.1}, {y:.1} mm{stays}", own.name);
            egui::WidgetInfo::selected(
                egui::Role::Button,
                true,
                state.selected == Some(part),
                words,
            )
        });
        if response.clicked() || response.gained_focus() {
            state.selected = Some(part);
        }
        if response.drag_started() {
            state.selected = Some(part);
            state.drag = Some(Drag { part, place, by: [0.0; 2] });
        }
        if let Some(drag) = state.drag.as_mut().filter(|drag| drag.part == part) {
            let moved = response.drag_delta() / view.scale;
            drag.by = [drag.by[0] + f64::from(moved.x), drag.by[1] + f64::from(moved.y)];
            let there = dragged(*drag);
            if response.drag_stopped() {
                state.drag = None;
                if there != place {
                    move_part(&sheets, document, part, there, "move a part", out);
                }
            }
        }
    }
}

/// The numbers of the contours, in the order in which they are cut.
pub(super) fn numbers(sheet: &Sheet, settings: &LaserSettings, view: View, ui: &Ui) {
    let cuts = sheet.shown(settings).filter(|line| line.operation.is_cut());
    for (n, line) in cuts.enumerate() {
        let at = view.at(line.contour.start);
        let words = (n + 1).to_string();
        let line = widgets::Line::whole(ui, &words, regular(11.0), Color32::WHITE);
        let rect = Rect::from_center_size(at, vec2(line.width() + 8.0, 16.0));
        ui.painter().rect_filled(rect, 8.0, Color32::from_rgb(0x17, 0x19, 0x1D));
        line.centre(ui.painter(), at.x, widgets::baseline(at.y, 11.0));
    }
}

/// Rulers in millimetres above and beside the plate.
pub(super) fn rulers(plate: PlateSize, view: View, canvas: Rect, ui: &Ui) {
    let palette = Palette::current(ui);
    let step = [1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0]
        .into_iter()
        .find(|step| *step as f32 * view.scale >= RULER_STEP)
        .unwrap_or(2000.0);
    let origin = view.at([0.0; 2]);
    let (top, left) =
        ((origin.y - 6.0).max(canvas.top() + 34.0), (origin.x - 6.0).max(canvas.left() + 40.0));
    let stroke = Stroke::new(1.0, palette.text3);
    let painter = ui.painter();
    let marks = |length: f64| {
        let count = (length / (step / 5.0) + 1e-9).floor() as usize;
        (0..=count.min(4000)).map(move |n| (n as f64 * step / 5.0, n % 5 == 0))
    };
    for (at, is_long) in marks(plate.width.in_mm()) {
        let x = view.at([at, 0.0]).x;
        let length = if is_long { 8.0 } else { 4.0 };
        painter.line_segment([pos2(x, top), pos2(x, top - length)], stroke);
        if is_long {
            let line = widgets::Line::whole(ui, &format!("{at}"), regular(11.0), palette.text2);
            line.centre(painter, x, top - 12.0);
        }
    }
    for (at, is_long) in marks(plate.height.in_mm()) {
        let y = view.at([0.0, at]).y;
        let length = if is_long { 8.0 } else { 4.0 };
        painter.line_segment([pos2(left, y), pos2(left - length, y)], stroke);
        if is_long {
            let line = widgets::Line::whole(ui, &format!("{at}"), regular(11.0), palette.text2);
            line.right(painter, left - 12.0, widgets::baseline(y, 11.0));
        }
    }
}
