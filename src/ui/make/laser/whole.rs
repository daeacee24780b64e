//! A solution that is cut from one sheet, as it lies.

use std::sync::Arc;

use egui::{Color32, Rect, Sense, Stroke, StrokeKind, Ui, pos2, vec2};

use super::preview::{self, View};
use crate::encode::Placed;
use crate::make::laser::{Sheet, Totals, one_sheet};
use crate::picture::drawing::Drawing;
use crate::picture::{png, svg};
use crate::puzzle::Puzzle;
use crate::puzzle::making::{LaserSettings, Length};
use crate::text;
use crate::ui::action::Model;
use crate::ui::canvas::viewport::Viewport;
use crate::ui::drawing::raster::Raster;
use crate::ui::make::preview_frame;
use crate::ui::widgets::theme::Palette;
use crate::workbench::Wake;
use crate::workbench::derived::{Derived, Same};

/// Room around the sheet, in points.
const AROUND: f32 = 48.0;
/// The pixels along the longer side of the picture, at most.
const MAX_PIXELS: f32 = 4096.0;
/// The colour of the material, in both themes: lines have the colours of their layers on it.
const MATERIAL: Color32 = Color32::from_rgb(0xEC, 0xED, 0xEF);

/// The width of lines in the preview.
const LINE: Length = Length::um(400);

/// The message where a solution is to be cut and none is known.
pub(super) const NO_SOLUTION: &str = "There is no solution yet: solve the puzzle first.";

/// The inputs from which a sheet is made: the puzzle, the number of the solution unless it is the one that
/// lies on the board, and the settings.
type Key = (Same<Puzzle>, Option<u64>, LaserSettings);

/// A sheet that is ready.
pub(super) struct WholeSheet {
    number: Option<u64>,
    pub(super) drawing: Arc<Drawing>,
    /// The same with lines so wide that they are seen.
    preview: Arc<Drawing>,
    /// Its lines in cutting order.
    lines: Arc<Sheet>,
    settings: LaserSettings,
    pub(super) totals: Totals,
}

impl WholeSheet {
    /// The name of the solution that is cut.
    pub(super) fn title(&self) -> String {
        match self.number {
            Some(number) => format!("Solution {}", text::grouped(number)),
            None => "The solution on the board".to_owned(),
        }
    }
}

/// The sheet of the selected solution or, where none is known, of the one that lies on the board; kept up
/// to date.
#[derive(Default)]
pub(super) struct Whole {
    sheet: Option<Derived<Key, WholeSheet>>,
    raster: Raster<(usize, u32)>,
}

impl Whole {
    /// Keeps up with the selected solution and the settings.
    pub(super) fn follow(&mut self, model: Model, wake: &Wake) {
        let Some(document) = &model.bench.document else { return };
        let selected = document.selected();
        let found = document.placed(selected).zip(document.number(selected));
        let by_hand = || {
            let laid = document.puzzle.placed.iter();
            let placed = laid.map(|laid| (laid.piece, laid.sites.clone())).collect();
            document.is_solved_by_hand().then_some((placed, None, &document.puzzle))
        };
        let found = found.map(|(placed, number)| (placed, Some(number), document.solved_puzzle()));
        let Some((placed, number, puzzle)) = found.or_else(by_hand) else {
            self.sheet = None;
            return;
        };
        let settings = document.description().make.laser.clone();
        let key = (Same(Arc::clone(puzzle)), number, settings);
        let sheet_of = self.sheet.get_or_insert_default();
        sheet_of.follow(key, wake, |(Same(puzzle), _, settings)| {
            let (puzzle, settings) = (Arc::clone(puzzle), settings.clone());
            move |_| sheet(&puzzle, &placed, number, &settings)
        });
    }

    /// The sheet, or why there is none.
    pub(super) fn sheet(&self) -> Result<&WholeSheet, String> {
        let Some(sheet) = &self.sheet else { return Err(NO_SOLUTION.to_owned()) };
        match (sheet.failure(), sheet.get()) {
            (Some(why), _) => Err(why.to_owned()),
            (None, Some(ready)) if !sheet.is_waiting() => Ok(ready),
            _ => Err("The sheet is being prepared.".to_owned()),
        }
    }
}

fn sheet(
    puzzle: &Puzzle,
    placed: &Placed,
    number: Option<u64>,
    settings: &LaserSettings,
) -> Result<WholeSheet, String> {
    let sentence = |error: crate::make::laser::LaserError| text::capitalised(&error.to_string());
    let (sheet, totals) = one_sheet(puzzle, placed, settings).map_err(sentence)?;
    let seen = LaserSettings { line: LINE, ..settings.clone() };
    let (drawing, preview) = (sheet.drawing(settings, 0), sheet.drawing(&seen, 0));
    let (drawing, preview, lines) = (Arc::new(drawing), Arc::new(preview), Arc::new(sheet));
    Ok(WholeSheet { number, drawing, preview, lines, settings: settings.clone(), totals })
}

/// Shows the sheet in a canvas of the size of the room, or why there is none.
pub(super) fn show(
    whole: &mut Whole,
    viewport: &mut Viewport,
    model: Model,
    wake: &Wake,
    is_order: bool,
    ui: &mut Ui,
) {
    let canvas = ui.max_rect();
    let sense = ui.interact(canvas, ui.scope_id().with("whole sheet"), Sense::click_and_drag());
    sense.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Canvas, true, "Sheet"));
    if sense.dragged() {
        viewport.pan += sense.drag_delta();
    }
    if !model.modal {
        viewport.follow_wheel(canvas, ui);
    }
    let palette = Palette::current(ui);
    let (drawing, words) = match whole.sheet() {
        Err(why) => {
            let is_wrong = whole.sheet.as_ref().is_some_and(|sheet| sheet.failure().is_some());
            let colour = if is_wrong { palette.alert } else { palette.text2 };
            return preview_frame::said(&why, colour, canvas, ui);
        }
        Ok(sheet) => {
            let [width, height] = sheet.drawing.millimetres();
            let words = format!("{} on one sheet, {width:.0} × {height:.0} mm", sheet.title());
            (Arc::clone(&sheet.preview), words)
        }
    };
    let [width, height] = drawing.millimetres().map(|n| n.max(1.0) as f32);
    let room = canvas.shrink(AROUND);
    let scale = (room.width() / width).min(room.height() / height).max(0.01) * viewport.zoom;
    let rect = Rect::from_center_size(canvas.center() + viewport.pan, vec2(width, height) * scale);
    let painter = ui.painter_at(canvas);
    painter.rect(rect, 0.0, MATERIAL, Stroke::new(1.5, palette.text3), StrokeKind::Outside);
    let most = MAX_PIXELS / width.max(height);
    let pixels = (scale * ui.ctx().pixels_per_point() * 10.0).ceil().min(10.0 * most) as u32;
    let key = (Arc::as_ptr(&drawing) as usize, pixels);
    let its_drawing = Arc::clone(&drawing);
    whole.raster.follow(key, wake, ui.ctx(), || {
        move |_| {
            // Millimetres become pixels of 96 to the inch.
            let zoom = pixels as f32 / 10.0 * 25.4 / 96.0;
            png::pixels(&svg::write(&its_drawing), zoom, MAX_PIXELS).map_err(|e| e.to_string())
        }
    });
    if let Some((_, texture)) =
        whole.raster.shown().filter(|(key, _)| key.0 == Arc::as_ptr(&drawing) as usize)
    {
        let all = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        painter.image(texture, rect, all, Color32::WHITE);
    }
    let response =
        ui.interact(rect.intersect(canvas), ui.scope_id().with("one sheet"), Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, &words));
    let Ok(sheet) = whole.sheet() else { return };
    let view = View { origin: rect.min, scale };
    if is_order {
        preview::numbers(&sheet.lines, &sheet.settings, view, ui);
    }
    preview::rulers(sheet.settings.plate, view, canvas, ui);
}
