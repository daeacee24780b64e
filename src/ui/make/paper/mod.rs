//! The targets Paper and Booklet: pages for a printer.

pub(super) mod settings;

use std::sync::Arc;

use egui::{Color32, Rect, Sense, Stroke, StrokeKind, Ui, pos2, vec2};

use super::preview_frame::{self, ROOMY_HEAD, canvas_and_foot};
use crate::picture::drawing::{Drawing, Unit};
use crate::picture::png::Pixels;
use crate::picture::{png, svg};
use crate::puzzle::Making;
use crate::text;
use crate::ui::action::{Actions, Model};
use crate::ui::canvas::viewport::Viewport;
use crate::ui::drawing::raster::Raster;
use crate::ui::widgets;
use crate::ui::widgets::icons::Icon;
use crate::ui::widgets::theme::{Palette, regular, semibold};
use crate::workbench::Wake;
use crate::workbench::make::paper::{Pages, Paper, Printing};

/// Room around pages and between two, in points.
const AROUND: f32 = 40.0;
/// The pixels along the longer side of the picture of a page, at most.
const MAX_PIXELS: f32 = 4096.0;
/// Sites that are shorter on paper than this get a word of warning, in millimetres.
const MIN_SITE: f64 = 5.0;

/// The content that the target Paper puts on paper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Layout {
    /// All solutions.
    #[default]
    Poster,
    /// The pieces at true size.
    Pieces,
}

/// The subject of a picture.
#[derive(Clone, PartialEq)]
struct Seen {
    pages: usize,
    page: usize,
    /// Pixels to a point of the page.
    scale: f32,
}

/// The state that the targets keep from frame to frame; each has its own.
pub(super) struct PaperState {
    is_booklet: bool,
    printing: Printing,
    wake: Wake,
    pub(super) layout: Layout,
    page: usize,
    /// True if the page beside it is shown too: in a booklet, the one with the solutions.
    pair: bool,
    viewport: Viewport,
    /// The error in the input being typed.
    problem: Option<String>,
    rasters: [Raster<Seen>; 2],
}

impl PaperState {
    pub(super) fn new(is_booklet: bool, wake: &Wake) -> PaperState {
        PaperState {
            is_booklet,
            printing: Printing::default(),
            wake: Arc::clone(wake),
            layout: Layout::default(),
            page: 0,
            pair: is_booklet,
            viewport: Viewport::FIT,
            problem: None,
            rasters: Default::default(),
        }
    }

    /// Keeps up with the open puzzle.
    pub(super) fn follow(&mut self, model: Model) {
        let Some(document) = &model.bench.document else { return };
        let Making { paper, booklet, .. } = &document.description().make;
        let paper = match (self.is_booklet, self.layout) {
            (true, _) => Paper::Booklet(booklet.clone()),
            (false, Layout::Poster) => Paper::Poster(paper.clone()),
            (false, Layout::Pieces) => Paper::Pieces(paper.clone()),
        };
        self.printing.follow(document, paper, &self.wake);
        let count = self.pages().map_or(0, |pages| pages.count);
        self.page = self.page.min(count.saturating_sub(1));
    }

    pub(super) fn pages(&self) -> Option<&Arc<Pages>> {
        self.printing.pages()
    }

    /// Returns the part of the file name after the puzzle's.
    pub(super) fn name(&self) -> &'static str {
        match (self.is_booklet, self.layout) {
            (true, _) => "booklet",
            (false, Layout::Poster) => "poster",
            (false, Layout::Pieces) => "pieces",
        }
    }

    pub(super) fn can_export(&self) -> Result<(), String> {
        match (self.printing.error(), self.printing.is_busy() || self.pages().is_none()) {
            (Some(error), _) => Err(error),
            (None, true) => Err("The pages are still being arranged.".to_owned()),
            (None, false) => Ok(()),
        }
    }

    /// The page beside the one that is shown.
    fn other(&self, pages: &Pages) -> Option<usize> {
        let next = Some(self.page + 1).filter(|&page| page < pages.count);
        match self.is_booklet {
            _ if !self.pair => None,
            true => pages.solutions_of(self.page).or(next),
            false => next,
        }
    }
}

/// Shows the preview, its head and its foot.
pub(super) fn show(state: &mut PaperState, model: Model, out: &mut Actions, ui: &mut Ui) {
    let pages = state.pages().cloned();
    head(state, pages.as_deref(), ui);
    let [canvas, foot] = canvas_and_foot(ui);
    let palette = Palette::current(ui);
    ui.painter().rect_filled(canvas, 0.0, palette.bars);
    match (state.printing.error(), &pages) {
        (Some(error), _) => preview_frame::said(&error, palette.alert, canvas, ui),
        (None, Some(pages)) => preview(state, pages, model, canvas, ui),
        (None, None) => preview_frame::said(&busy_words(state), palette.text2, canvas, ui),
    }
    let facts = pages.as_deref().map_or_else(Vec::new, facts);
    let can = state.can_export();
    let can = can.as_ref().copied().map_err(String::as_str);
    let buttons = [("Export PDF", "One file with all pages.", "pdf")];
    preview_frame::foot(foot, &facts, can, &buttons, out, ui);
    ui.advance_cursor_after_rect(canvas.union(foot));
}

/// Describes the work in progress, and how far it is.
fn busy_words(state: &PaperState) -> String {
    let what = if state.is_booklet { "Choosing the challenges" } else { "Arranging the pages" };
    match state.printing.fraction() {
        Some(fraction) => format!("{what}: {:.0}\u{a0}%", 100.0 * fraction),
        None => what.to_owned(),
    }
}

fn facts(pages: &Pages) -> Vec<(&'static str, String)> {
    let mut facts = Vec::new();
    if let Some((count, _)) = pages.challenges {
        facts.push(("Challenges", text::grouped(count as u64)));
    }
    facts.push(("Pages", text::grouped(pages.count as u64)));
    facts.push(("Site on paper", format!("{:.1} mm", pages.unit_mm)));
    facts
}

/// Shows which page is displayed.
fn head(state: &mut PaperState, pages: Option<&Pages>, ui: &mut Ui) {
    let count = pages.map_or(0, |pages| pages.count);
    let title = text::count(count as u64, "page");
    let subtitle = match state.printing.is_busy() {
        true => busy_words(state),
        false => pages.map_or_else(String::new, |pages| pages.caption(state.page)),
    };
    let is_roomy = ui.available_width() >= ROOMY_HEAD;
    let (mut page, mut pair, mut fit) = (state.page, state.pair, false);
    widgets::panel_head(ui, &title, &subtitle, |ui| {
        fit = preview_frame::fit_button(is_roomy, ui);
        if count > 1 {
            if widgets::icon_button(ui, Icon::Previous, "Previous page").clicked() {
                page = page.saturating_sub(1);
            }
            let words = format!("page {} of {count}", page + 1);
            let palette = Palette::current(ui);
            widgets::elided(ui, &words, regular(13.0), palette.text, 120.0);
            if widgets::icon_button(ui, Icon::Next, "Next page").clicked() {
                page = (page + 1).min(count - 1);
            }
            if !is_roomy {
                return;
            }
            let both = if state.is_booklet { "Page and solutions" } else { "Two pages" };
            widgets::segmented_small(ui, &mut pair, &[(false, "One page"), (true, both)]);
        }
    });
    (state.page, state.pair) = (page, pair);
    if fit {
        state.viewport = Viewport::FIT;
    }
}

/// The pages as they will be printed; the wheel zooms, a drag moves them.
fn preview(state: &mut PaperState, pages: &Arc<Pages>, model: Model, canvas: Rect, ui: &mut Ui) {
    let sense = ui.interact(canvas, ui.scope_id().with("pages"), Sense::click_and_drag());
    sense.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Canvas, true, "Pages"));
    keys(state, pages, model, ui);
    if sense.dragged() {
        state.viewport.pan += sense.drag_delta();
    }
    if !model.modal {
        state.viewport.follow_wheel(canvas, ui);
    }
    let shown: Vec<usize> = [Some(state.page), state.other(pages)].into_iter().flatten().collect();
    let [width, height] = pages.size;
    let paper = vec2(width as f32, height as f32);
    let gap = AROUND;
    let count = shown.len() as f32;
    let room = canvas.shrink(AROUND);
    let fit =
        ((room.width() - (count - 1.0) * gap) / (paper.x * count)).min(room.height() / paper.y);
    let scale = fit.max(0.02) * state.viewport.zoom;
    let size = paper * scale;
    let whole = vec2(size.x * count + gap * (count - 1.0), size.y);
    let mut corner = canvas.center() - whole / 2.0 + state.viewport.pan;
    for (n, &page) in shown.iter().enumerate() {
        let rect = Rect::from_min_size(corner, size);
        let pixels = (scale * ui.ctx().pixels_per_point()).min(MAX_PIXELS / paper.max_elem());
        // In steps, so that not every turn of the wheel draws the page again.
        let steps = (2.0 * pixels.log2()).ceil();
        let pixels = (steps / 2.0).exp2().min(MAX_PIXELS / paper.max_elem());
        let seen = Seen { pages: Arc::as_ptr(pages) as usize, page, scale: pixels };
        let its_pages = Arc::clone(pages);
        state.rasters[n].follow(seen.clone(), &state.wake, ui.ctx(), || {
            move |_| raster(&its_pages.page(page)?, pixels)
        });
        sheet(&state.rasters[n], &seen, rect, canvas, ui);
        caption(pages, page, rect, canvas, ui);
        corner.x += size.x + gap;
    }
}

/// The ink of what is said on a page that is not drawn yet.
const DRAWING: Color32 = Color32::from_rgb(0x5A, 0x5F, 0x66);

/// A page as pixels.
fn raster(page: &Drawing, scale: f32) -> Result<Pixels, String> {
    // Drawings in points are written in millimetres, which become pixels of 96 to the inch.
    let unit = match page.unit {
        Unit::Pixel => 1.0,
        Unit::Point | Unit::Millimetre => (page.unit.millimetres() * 96.0 / 25.4) as f32,
    };
    png::pixels(&svg::write(page), scale / unit, MAX_PIXELS).map_err(|error| error.to_string())
}

fn sheet(raster: &Raster<Seen>, wanted: &Seen, rect: Rect, canvas: Rect, ui: &Ui) {
    let palette = Palette::current(ui);
    let painter = ui.painter_at(canvas);
    painter.rect(rect, 0.0, Color32::WHITE, Stroke::new(1.0, palette.border), StrokeKind::Outside);
    let is_it = |seen: &Seen| (seen.pages, seen.page) == (wanted.pages, wanted.page);
    if let Some((_, texture)) = raster.shown().filter(|(seen, _)| is_it(seen)) {
        let all = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        painter.image(texture, rect, all, Color32::WHITE);
    } else if rect.intersect(canvas).is_positive() {
        // On paper, which is white in both themes.
        let words = widgets::Line::whole(ui, "Drawing the page…", regular(13.0), DRAWING);
        let middle = rect.center();
        words.left(&painter, middle.x - words.width() / 2.0, widgets::baseline(middle.y, 13.0));
    }
}

fn caption(pages: &Pages, page: usize, rect: Rect, canvas: Rect, ui: &mut Ui) {
    let palette = Palette::current(ui);
    let title = format!("Page {}", page + 1);
    let words = pages.caption(page);
    let visible = rect.intersect(canvas);
    if visible.is_positive() {
        let response = ui.interact(visible, ui.scope_id().with(("page", page)), Sense::hover());
        let label = if words.is_empty() { title.clone() } else { format!("{title}, {words}") };
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, &label));
    }
    let line = widgets::Line::whole(ui, &title, semibold(13.0), palette.text);
    let painter = ui.painter_at(canvas);
    line.left(&painter, rect.left(), rect.top() - 10.0);
    let words = widgets::Line::whole(ui, &words, regular(12.0), palette.text2);
    words.left(&painter, rect.left() + line.width() + 12.0, rect.top() - 10.0);
}

/// Left and Right turn pages, Home fits, End goes to the last page.
fn keys(state: &mut PaperState, pages: &Pages, model: Model, ui: &Ui) {
    if model.modal || ui.ctx().text_edit_focused() {
        return;
    }
    let pressed = |key| ui.input(|input| input.key_pressed(key) && !input.modifiers.command);
    if pressed(egui::Key::ArrowLeft) || pressed(egui::Key::PageUp) {
        state.page = state.page.saturating_sub(1);
    } else if pressed(egui::Key::ArrowRight) || pressed(egui::Key::PageDown) {
        state.page = (state.page + 1).min(pages.count.saturating_sub(1));
    } else if pressed(egui::Key::End) {
        state.page = pages.count.saturating_sub(1);
    } else if pressed(egui::Key::Home) {
        state.page = 0;
        state.viewport = Viewport::FIT;
    }
}

/// The two ends of the status line.
pub(super) fn status(state: &PaperState) -> (String, String) {
    let right = "Left, Right: pages · wheel zooms · drag moves".to_owned();
    if let Some(problem) = &state.problem {
        return (problem.clone(), right);
    }
    let Some(pages) = state.pages() else {
        return (state.printing.error().unwrap_or_default(), right);
    };
    let small = pages.unit_mm < MIN_SITE && state.is_booklet;
    let left = match (&pages.challenges, small) {
        (_, true) => format!(
            "A site is {:.1} mm long on paper, which is small: put fewer challenges on a page",
            pages.unit_mm
        ),
        (Some((_, account)), false) => account.trim_end_matches('.').to_owned(),
        (None, false) => text::count(pages.count as u64, "page"),
    };
    (left, right)
}
