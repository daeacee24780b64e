//! The run screen of a divided run: how far its parts are, which other processes solve.
//!
//! There is nothing to pause or stop here; what is seen is what the results of the parts say.

use egui::{
    Align, CentralPanel, Frame, Layout, Margin, Panel, Rect, Role, ScrollArea, Sense, Stroke,
    StrokeKind, Ui, WidgetInfo, pos2, vec2,
};

use crate::job::parts::{PartState, ranges, results_folder};
use crate::natural::Natural;
use crate::text;
use crate::ui::action::{Action, Actions, Model};
use crate::ui::widgets;
use crate::ui::widgets::icons::Icon;
use crate::ui::widgets::side_panels::{Edge, SideLayout, SidePanel, Sides};
use crate::ui::widgets::theme::{Palette, regular, semibold};
use crate::workbench::Command;
use crate::workbench::solve::parts::{PartsRun, Progress};

/// The panels beside the parts.
const SIDES: SideLayout = SideLayout {
    left: SidePanel { id: "parts facts", name: "facts", usual: 288.0, least: 264.0 },
    right: SidePanel { id: "parts next", name: "what next", usual: 300.0, least: 256.0 },
    middle: 360.0,
    folds_first: Edge::Right,
};
/// Width of the box of a number that changes, in points.
const NUMBER: f32 = 112.0;
/// The largest and the smallest square that stands for a part, with the gap after it, in points.
const MAX_SQUARE: f32 = 24.0;
const MIN_SQUARE: f32 = 6.0;

/// Shows the screen.
pub(super) fn show(parts: &PartsRun, model: Model, out: &mut Actions, ui: &mut Ui) {
    if parts.is_going_on() {
        // The folder is looked into now and then, also when nothing else happens.
        ui.ctx().request_repaint_after(std::time::Duration::from_secs(1));
    }
    let palette = Palette::current(ui);
    ui.spacing_mut().item_spacing.y = 0.0;
    let bars = Frame::new().fill(palette.bars);
    Panel::top("parts head").exact_size(84.0).frame(bars).show(ui, |ui| strip(parts, ui));
    let sides = Sides::new(ui, SIDES, model.modal);
    sides.panel(ui, Edge::Left, |ui| facts(parts, ui));
    sides.middle(ui, |ui| {
        CentralPanel::default().frame(Frame::new().fill(palette.panel)).show(ui, |ui| {
            squares(parts, ui);
        });
    });
    sides.panel(ui, Edge::Right, |ui| next(parts, model, out, ui));
}

/// The two ends of the status line.
pub(super) fn status(parts: &PartsRun) -> (String, String) {
    let name = parts.path().file_name().unwrap_or_default().to_string_lossy().into_owned();
    let left = match parts.progress() {
        None => format!("Reading {name}"),
        Some(progress) if progress.complete => format!("All parts of {name} are done"),
        Some(_) => format!("{name} is read again as its results change"),
    };
    (left, String::new())
}

/// The strip across the top: parts, share of the work, time left.
fn strip(parts: &PartsRun, ui: &mut Ui) {
    let side = if widgets::is_compact(ui.ctx()) { 12 } else { 24 };
    let margin = Frame::new().inner_margin(Margin::symmetric(side, 15));
    margin.show(ui, |ui| {
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = f32::from(side);
            let Some(progress) = parts.progress() else {
                widgets::headline(ui, "Parts done", "–", NUMBER, false);
                return;
            };
            let tally = &progress.tally;
            let done = text::grouped(tally.done as u64);
            let done = format!("{done} of {}", text::grouped(tally.parts as u64));
            let share = format!("{}\u{a0}%", (100.0 * tally.share()).floor());
            let left = progress.time_left.map_or_else(|| "–".to_owned(), text::clock);
            widgets::headline(ui, "Parts done", &done, 160.0, false);
            widgets::headline(ui, "Work done", &share, 88.0, false)
                .on_hover_text("Measured by the expected sizes of the parts.");
            widgets::headline(ui, "Time left", &left, NUMBER, false)
                .on_hover_text("If the parts continue at the rate of the results so far.");
            // Where there is no room the share says it.
            if ui.available_width() >= 80.0 {
                widgets::run_bar(ui, tally.share() as f32, None);
            }
        });
    });
}

/// The panel at the left: what the results amount to.
fn facts(parts: &PartsRun, ui: &mut Ui) {
    let Some(progress) = parts.progress() else { return };
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        widgets::column(ui, |ui| {
            let counts = progress.counts;
            let title = if progress.complete { "Totals" } else { "Totals so far" };
            widgets::section(ui, |ui| {
                widgets::section_title(ui, title, "of all parts");
                let known = |n: Natural| match progress.counts_late && !progress.complete {
                    true => "at the end".to_owned(),
                    false => text::grouped(n),
                };
                for (label, value) in [
                    ("Distinct solutions", known(counts.distinct)),
                    ("Total solutions", known(counts.total)),
                ] {
                    widgets::fact_row_fixed(ui, label, &value, NUMBER);
                }
                if progress.nodes > 0 {
                    let nodes = text::rounded(progress.nodes as f64);
                    widgets::fact_row_fixed(ui, "Nodes", &nodes, NUMBER);
                }
                if progress.states > 0 {
                    let states = text::rounded(progress.states as f64);
                    widgets::fact_row_fixed(ui, "States swept", &states, NUMBER);
                }
            });
            widgets::separator(ui);
            widgets::section(ui, |ui| {
                widgets::section_title(ui, "Parts", "");
                let tally = &progress.tally;
                let waiting = tally.parts - tally.done - tally.begun;
                for (label, number) in
                    [("Done", tally.done), ("Started", tally.begun), ("Waiting", waiting)]
                {
                    widgets::fact_row_fixed(ui, label, &text::grouped(number as u64), NUMBER);
                }
            });
            widgets::separator(ui);
            widgets::section(ui, |ui| {
                widgets::section_title(ui, "Search", "");
                widgets::fact_row(ui, "Engine", &progress.engine);
                let held = progress.held.as_deref().unwrap_or("nothing");
                widgets::fact_row(ui, "Fixed for symmetry", held);
                let folder = results_folder(parts.path());
                let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
                widgets::fact_row(ui, "Results", &name).on_hover_text(folder.display().to_string());
            });
        });
    });
}

/// The middle: a square for each part, or for some neighbours where there are too many.
fn squares(parts: &PartsRun, ui: &mut Ui) {
    let palette = Palette::current(ui);
    let caption = "filled: done · half: started · empty: waiting";
    widgets::column(ui, |ui| widgets::panel_head(ui, "Parts", caption, |_| {}));
    CentralPanel::default().frame(Frame::new().fill(palette.canvas)).show(ui, |ui| {
        let (rect, response) = ui.allocate_exact_size(ui.available_size(), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, "Parts"));
        let rect = rect.shrink(16.0);
        let Some(progress) = parts.progress().filter(|_| rect.is_positive()) else { return };
        let grid = Grid::new(progress.parts.len(), rect);
        let painter = ui.painter_at(rect.expand(1.0));
        for place in 0..grid.places() {
            let parts = &progress.parts[grid.parts(place)];
            let square = grid.square(place);
            let share = share_of(parts);
            painter.rect_filled(square, 1.0, palette.empty_site);
            if share > 0.0 {
                let top = square.bottom() - square.height() * share;
                painter.rect_filled(square.with_min_y(top), 1.0, palette.accent);
            }
        }
        let Some(place) = response.hover_pos().and_then(|at| grid.at(at)) else { return };
        let stroke = Stroke::new(2.0, palette.text);
        painter.rect_stroke(grid.square(place), 1.0, stroke, StrokeKind::Outside);
        let words = words_of(&progress.parts[grid.parts(place)], progress);
        response.on_hover_text_at_pointer(words);
    });
}

/// Returns the filled share of a square: parts begun count half.
fn share_of(parts: &[(u64, f64, PartState)]) -> f32 {
    let one = |part: &(u64, f64, PartState)| match part.2 {
        PartState::Waiting => 0.0,
        PartState::Begun { .. } => 0.5,
        PartState::Done { .. } => 1.0,
    };
    parts.iter().map(one).sum::<f32>() / parts.len().max(1) as f32
}

/// Describes the parts of a square.
fn words_of(parts: &[(u64, f64, PartState)], progress: &Progress) -> String {
    let unit = if progress.states > 0 { "state" } else { "node" };
    if let [(number, nodes, state)] = parts {
        let expected = match progress.is_sweep {
            true => String::new(),
            false => format!("\nAbout {} expected", text::count_rounded(*nodes, "node")),
        };
        let found = |effort: u64, distinct: u64| {
            let effort = text::count_rounded(effort as f64, unit);
            match progress.is_sweep {
                true => effort,
                false => format!("{effort}, {} found", text::grouped(distinct)),
            }
        };
        let state = match *state {
            PartState::Waiting => "Not started, or nothing saved yet".to_owned(),
            PartState::Begun { effort, distinct } => {
                format!("Started: {} so far", found(effort, distinct))
            }
            PartState::Done { effort, distinct } => format!("Done: {}", found(effort, distinct)),
        };
        return format!("Part {number}{expected}\n{state}");
    }
    let done = parts.iter().filter(|part| matches!(part.2, PartState::Done { .. })).count();
    let numbers = parts.first().zip(parts.last());
    let numbers = numbers.map_or_else(String::new, |(a, b)| format!("{} to {}", a.0, b.0));
    format!("Parts {numbers}\n{} of {} done", text::grouped(done as u64), parts.len())
}

/// Squares in rows that fill a rectangle.
struct Grid {
    rect: Rect,
    parts: usize,
    /// Parts for which a square stands.
    each: usize,
    columns: usize,
    /// The width of a square and the gap after it.
    step: f32,
}

impl Grid {
    fn new(parts: usize, rect: Rect) -> Grid {
        let fits = |step: f32| {
            let [columns, rows] = [rect.width(), rect.height()].map(|size| (size / step) as usize);
            columns.max(1) * rows.max(1)
        };
        let mut step = MAX_SQUARE;
        while step > MIN_SQUARE && fits(step) < parts {
            step -= 1.0;
        }
        let each = parts.div_ceil(fits(step)).max(1);
        Grid { rect, parts, each, columns: ((rect.width() / step) as usize).max(1), step }
    }

    fn places(&self) -> usize {
        self.parts.div_ceil(self.each)
    }

    /// The parts that a square stands for, as a range of the list of parts.
    fn parts(&self, place: usize) -> std::ops::Range<usize> {
        place * self.each..((place + 1) * self.each).min(self.parts)
    }

    fn square(&self, place: usize) -> Rect {
        let [column, row] = [place % self.columns, place / self.columns].map(|n| n as f32);
        let corner = self.rect.min + vec2(column, row) * self.step;
        Rect::from_min_size(pos2(corner.x, corner.y), vec2(self.step - 2.0, self.step - 2.0))
    }

    /// The square at a position.
    fn at(&self, position: egui::Pos2) -> Option<usize> {
        let offset = (position - self.rect.min) / self.step;
        if offset.x < 0.0 || offset.y < 0.0 || offset.x as usize >= self.columns {
            return None;
        }
        let place = offset.y as usize * self.columns + offset.x as usize;
        (place < self.places()).then_some(place)
    }
}

/// The panel at the right: what this means, and what can be done.
fn next(parts: &PartsRun, model: Model, out: &mut Actions, ui: &mut Ui) {
    let palette = Palette::current(ui);
    let progress = parts.progress();
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        let wrong = parts.failure().or(progress.and_then(|p| p.contradiction.as_deref()));
        if let Some(why) = wrong {
            widgets::section(ui, |ui| {
                let title = "The results cannot be put together";
                widgets::notice(ui, widgets::Kind::Alert, title, why, &[]);
            });
        }
        widgets::section(ui, |ui| {
            widgets::section_title(ui, "Next", "");
            let width = ui.available_width();
            let available = Command::ShowParts.available(model.bench);
            let label = match progress.is_some_and(|progress| progress.complete) {
                true => "Show solutions",
                false => "Show solutions so far",
            };
            let button = widgets::Button::new(label).icon(Icon::Search).min_width(width).primary();
            let tip = available.err().unwrap_or(Command::ShowParts.hint());
            if button.enabled(available.is_ok()).tooltip(tip).show(ui).clicked() {
                out.send(Command::ShowParts);
            }
            ui.add_space(8.0);
            let missing = progress.map_or_else(String::new, missing_numbers);
            let button = widgets::Button::new("Copy numbers of missing parts").min_width(width);
            let tip = match missing.is_empty() {
                true => "No part is missing.",
                false => "As a list such as 3,7-12, which arrays of Slurm and HyperQueue take.",
            };
            if button.enabled(!missing.is_empty()).tooltip(tip).show(ui).clicked() {
                ui.ctx().copy_text(missing);
                out.push(Action::Say("The numbers of the missing parts were copied.".to_owned()));
            }
        });
        widgets::separator(ui);
        widgets::section(ui, |ui| {
            widgets::section_title(ui, "What this shows", "");
            let words = "Other processes solve the parts of this run, here or on other machines. \
                         This screen shows the results in the folder beside the file of parts and \
                         updates as they arrive. Solve starts a separate run.";
            widgets::paragraph(ui, words, regular(12.0), palette.text2);
            ui.add_space(8.0);
            let command = format!("polywright solve --part {}:auto", parts.path().display());
            ui.add(egui::Label::new(egui::RichText::new(command).font(semibold(12.0))).wrap());
        });
    });
}

/// The numbers of the parts that are not done, neighbours as ranges: "3,7-12".
fn missing_numbers(progress: &Progress) -> String {
    let open = progress.parts.iter().filter(|part| !matches!(part.2, PartState::Done { .. }));
    ranges(open.map(|part| part.0)).join(",")
}
