//! The preview of a picture that is set up: the drawing that will be written, drawn on a thread.

use std::path::PathBuf;

use egui::{Color32, Rect, Sense, Stroke, StrokeKind, Ui, pos2, vec2};

use super::order::{ExportOrder, Writer};
use super::{Export, What};
use crate::files::{self, Loss};
use crate::picture::Style;
use crate::picture::png::{self, Pixels};
use crate::text;
use crate::ui::canvas::viewport::Viewport;
use crate::ui::drawing::raster::Raster;
use crate::ui::platform::wake::immediate_wake;
use crate::ui::widgets;
use crate::ui::widgets::theme::{Palette, regular};
use crate::workbench::Document;
use crate::workbench::export::DistinctSolutions;

/// Solutions of a sheet that the preview shows, at most: more would be too small to see.
const MAX_SOLUTIONS: usize = 200;
/// Pixels of the longer side of a preview, at most.
const MAX_PIXELS: f32 = 4096.0;
/// Room around the picture, in points.
const AROUND: f32 = 8.0;
/// The side of a square of the ground that tells what is transparent, in points.
const CHECKER: f32 = 8.0;

/// The subject of a preview.
#[derive(Clone, PartialEq)]
struct Seen {
    what: What,
    style: Style,
    selected: u64,
    solutions: usize,
    pixels: u32,
}

/// The preview, and how it is looked at.
#[derive(Default)]
pub(super) struct Preview {
    raster: Raster<Seen>,
    viewport: Viewport,
}

/// Shows what the file will look like; the wheel zooms, a drag moves it, a double click fits it.
pub(super) fn show(
    export: &mut Export,
    document: &Document,
    solutions: usize,
    canvas: Rect,
    ui: &mut Ui,
) {
    let palette = Palette::current(ui);
    let sense = ui.interact(canvas, ui.scope_id().with("preview"), Sense::click_and_drag());
    let words = words(export.what, solutions);
    let label = format!("Preview, {words}");
    sense.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Canvas, true, &label));
    let viewport = &mut export.preview.viewport;
    if sense.dragged() {
        viewport.pan += sense.drag_delta();
    }
    viewport.follow_wheel(canvas, ui);
    if sense.double_clicked() {
        *viewport = Viewport::FIT;
    }
    let viewport = *viewport;
    follow(export, document, solutions, canvas, ui);
    let painter = ui.painter_at(canvas);
    painter.rect(canvas, 4.0, palette.canvas, Stroke::new(1.0, palette.line), StrokeKind::Inside);
    let raster = &export.preview.raster;
    if let (Some((seen, texture)), Some([width, height])) = (raster.shown(), raster.size()) {
        let paper = vec2(width as f32, height as f32).max(vec2(1.0, 1.0));
        let room = canvas.shrink(AROUND).size();
        let scale = (room.x / paper.x).min(room.y / paper.y) * viewport.zoom;
        let picture = Rect::from_center_size(canvas.center() + viewport.pan, paper * scale);
        if seen.style.transparent || seen.style.outlines {
            checkers(picture.intersect(canvas.shrink(1.0)), ui);
        }
        let painter = ui.painter_at(canvas.shrink(1.0));
        let all = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        painter.image(texture, picture, all, Color32::WHITE);
        painter.rect_stroke(picture, 0.0, Stroke::new(1.0, palette.border), StrokeKind::Outside);
    }
    let (words, ink) = match (raster.error(), raster.shown()) {
        (Some(why), _) => (format!("{}.", text::capitalised(why)), palette.alert),
        (None, None) => ("Drawing…".to_owned(), palette.text2),
        (None, Some(_)) => return,
    };
    let line = widgets::Line::new(ui, &words, regular(13.0), ink, canvas.width() - 2.0 * AROUND);
    line.centre(&painter, canvas.center().x, widgets::baseline(canvas.center().y, 13.0));
}

/// Describes what is shown, where it is not all that will be written.
pub(super) fn words(what: What, solutions: usize) -> String {
    match what {
        What::Puzzle => "the puzzle".to_owned(),
        What::Solution => "this solution".to_owned(),
        What::Distinct if solutions > MAX_SOLUTIONS => {
            format!("the first {MAX_SOLUTIONS} of {}", text::grouped(solutions as u64))
        }
        What::Distinct => text::count(solutions as u64, "solution"),
    }
}

/// Draws it again where something changed.
fn follow(export: &mut Export, document: &Document, solutions: usize, canvas: Rect, ui: &Ui) {
    let side =
        canvas.size().max_elem() * export.preview.viewport.zoom * ui.ctx().pixels_per_point();
    // In steps, so that not every turn of the wheel draws it again.
    let pixels = (2.0 * side.max(1.0).log2()).ceil();
    let pixels = (pixels / 2.0).exp2().min(MAX_PIXELS);
    let (what, style) = (export.what, export.style);
    let selected = document.selected();
    let seen = Seen { what, style, selected, solutions, pixels: pixels as u32 };
    let wake = immediate_wake(ui.ctx());
    let order = ExportOrder {
        what,
        format: &files::SVG,
        style,
        keeps: false,
        sight: export.sight.clone(),
        path: PathBuf::new(),
        variant: None,
        loss: Loss::Refused,
        captions_all: true,
    };
    export.preview.raster.follow(seen, &wake, ui.ctx(), || {
        let drawing = drawing(&order, document);
        move |_| pixels_of(drawing, pixels)
    });
}

/// Returns the writer that draws it; of many solutions, the first.
fn drawing(order: &ExportOrder, document: &Document) -> Option<Writer> {
    if order.what != What::Distinct {
        return order.writer(document).map(|(writer, _)| writer);
    }
    let mut distinct = DistinctSolutions::new(document)?;
    let (running, style) = (document.is_running(), order.style);
    Some(Box::new(move || {
        distinct.settle(running, false);
        let source = distinct.source();
        let shown = source.store.len().min(MAX_SOLUTIONS);
        let written = files::with_part(source, 0..shown, |part| {
            files::SVG.write_solutions(part, style, Loss::Refused)
        });
        written.map_err(|error| error.to_string())
    }))
}

fn pixels_of(drawing: Option<Writer>, most: f32) -> Result<Pixels, String> {
    let drawing = drawing.ok_or("there is nothing to draw")?()?;
    let svg = String::from_utf8(drawing).map_err(|error| error.to_string())?;
    // As many pixels as it may have.
    png::pixels(&svg, MAX_PIXELS, most).map_err(|error| error.to_string())
}

/// The ground that tells what is transparent.
fn checkers(rect: Rect, ui: &Ui) {
    if !rect.is_positive() {
        return;
    }
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, 0.0, Color32::WHITE);
    let (columns, rows) = ((rect.width() / CHECKER) as usize, (rect.height() / CHECKER) as usize);
    for row in 0..=rows {
        for column in (row % 2..=columns).step_by(2) {
            let at = rect.min + vec2(column as f32, row as f32) * CHECKER;
            let square = Rect::from_min_size(at, vec2(CHECKER, CHECKER));
            painter.rect_filled(square, 0.0, Color32::from_gray(0xE6));
        }
    }
}
