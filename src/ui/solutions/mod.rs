//! The solutions screen: find the few that matter.
//!
//! [`counts`] at the left says how many there are of each kind, [`grid`] shows them all as
//! thumbnails, [`chosen`] shows one large at the right. Solids have a layout of their own in
//! [`space`], where the one chosen is in the middle.

mod chosen;
mod counts;
mod grid;
mod space;
#[cfg(test)]
mod tests;

use std::time::{Duration, Instant};

use egui::{CentralPanel, Frame, Layout, Panel, Ui, UiBuilder, vec2};

pub(crate) use self::chosen::style_boxes;
use self::chosen::{Chosen, Picked};
use self::counts::OrbitSizes;
use self::grid::Grid;
use super::app::App;
use super::icons::Icon;
use super::kit;
use super::space::SpaceState;
use super::theme::{Palette, regular};
use crate::picture::Style;
use crate::solution::Counts;
use crate::words;
use crate::workbench::{Answers, Command, Document};

/// Time between two looks at a list that grows.
const GROWTH: Duration = Duration::from_millis(500);

/// What the screen keeps from frame to frame.
#[derive(Default)]
pub(crate) struct SolutionsState {
    grid: Grid,
    seen: Seen,
    chosen: Option<Chosen>,
    orbits: Option<OrbitSizes>,
    /// How a solid is looked at.
    pub(crate) space: SpaceState,
    /// How one solution is drawn, here and in exports.
    pub(crate) style: Style,
}

impl SolutionsState {
    /// Brings the selected solution into view with the next frame.
    pub(crate) fn scroll_to_selected(&mut self) {
        self.grid.reveal();
    }
}

/// How many solutions the screen shows. While a run goes on this grows at most twice a second,
/// and all numbers of the screen are of one moment.
#[derive(Default)]
struct Seen {
    shown: u64,
    counts: Counts,
    taken: Option<Instant>,
}

impl Seen {
    fn look(&mut self, document: &Document, running: bool) -> u64 {
        if !running || self.taken.is_none_or(|at| at.elapsed() >= GROWTH) {
            self.shown = document.shown();
            self.counts = document.counts().map_or_else(Counts::default, |(counts, _)| counts);
            self.taken = Some(Instant::now());
        }
        self.shown
    }
}

/// Shows the screen.
pub(crate) fn show(app: &mut App, ui: &mut Ui) {
    let Some(document) = &app.bench.document else { return };
    if document.solved.is_none() {
        nothing_solved(app, ui);
        return;
    }
    let running = document.is_running();
    if running {
        ui.ctx().request_repaint_after(GROWTH);
    }
    let keys = app.overlay.is_none() && !ui.ctx().egui_wants_keyboard_input();
    let palette = Palette::of(ui);
    let side = Frame::new().fill(palette.panel);
    let App { bench, solved_figures: figures, solutions: state, .. } = app;
    let (Some(document), Some(figures)) = (&mut bench.document, figures) else { return };
    let before = state.seen.shown;
    let shown = state.seen.look(document, running);
    if shown != before {
        // The status line has been drawn already; it follows with the next frame.
        ui.ctx().request_repaint();
    }
    // Parts meet without gaps; where there is room between things, they bring it themselves.
    ui.spacing_mut().item_spacing.y = 0.0;
    if figures.solid.is_some() {
        let picked = space::show(state, document, figures, running, keys, ui);
        act(app, picked);
        return;
    }
    let mut picked = Picked::default();
    Panel::left("solution counts").frame(side).default_size(264.0).min_size(240.0).show(ui, |ui| {
        let SolutionsState { orbits, grid, seen, .. } = state;
        counts::show(orbits, grid, seen, document, running, ui);
    });
    // The view may just have been changed.
    let shown = if running { shown } else { state.seen.look(document, running) };
    let right = Panel::right("solution").frame(side).default_size(420.0).min_size(240.0);
    let widest = (ui.available_width() - 260.0).max(240.0);
    right.max_size(widest).show(ui, |ui| {
        picked = chosen::show(state, document, figures, shown, running, ui);
    });
    CentralPanel::default().frame(Frame::new().fill(palette.canvas)).show(ui, |ui| {
        grid::show(&mut state.grid, document, figures, shown, running, keys, ui);
    });
    act(app, picked);
}

/// Does what was asked for on the screen.
fn act(app: &mut App, picked: Picked) {
    if let Some(command) = picked.command {
        app.send(command);
    }
    if let Some(form) = picked.export {
        app.overlay = super::overlay::export_solution(app, form);
    }
}

/// What the run and solutions screens say before anything was solved.
pub(crate) fn nothing_solved(app: &mut App, ui: &mut Ui) {
    let palette = Palette::of(ui);
    let rect = egui::Rect::from_center_size(ui.max_rect().center(), vec2(360.0, 72.0));
    let builder = UiBuilder::new().max_rect(rect).layout(Layout::top_down(egui::Align::Center));
    ui.scope_builder(builder, |ui| {
        ui.spacing_mut().item_spacing.y = 12.0;
        kit::elided(ui, "Nothing solved yet.", regular(13.0), palette.text2, 360.0);
        let available = Command::Solve.available(&app.bench);
        let button = kit::Button::new("Solve").icon(Icon::Play).primary();
        let tip = available.err().unwrap_or(Command::Solve.hint());
        if button.enabled(available.is_ok()).tooltip(tip).show(ui).clicked() {
            app.send(Command::Solve);
        }
    });
}

/// The two ends of the status line.
pub(crate) fn status(app: &App) -> (String, String) {
    let Some(document) = &app.bench.document else { return (String::new(), String::new()) };
    let Some((counts, complete)) = document.counts() else {
        return ("Nothing solved yet".to_owned(), String::new());
    };
    let seen = &app.solutions.seen;
    let counts = if document.is_running() && seen.taken.is_some() { seen.counts } else { counts };
    let state = if complete {
        "Complete"
    } else if document.is_running() {
        "So far"
    } else {
        "Maybe not all"
    };
    let left = format!(
        "{state} · total {} · turned {} · distinct {} · symmetric {}",
        words::grouped(counts.total),
        words::grouped(counts.turned),
        words::grouped(counts.distinct),
        words::grouped(counts.symmetric)
    );
    let right = match document.solved.as_ref().map(|solved| &solved.answers) {
        Some(Answers::Run(run)) if complete && !app.bench.shows_solid() => {
            let snapshot = run.snapshot();
            let time = words::elapsed(snapshot.elapsed);
            let nodes = words::rounded(snapshot.effort.nodes as f64);
            if snapshot.is_sweep() {
                let states = words::rounded(snapshot.states as f64);
                format!("Counted in {time} · {states} states")
            } else if document.only_counts() {
                format!("Counted in {time} · {nodes} nodes")
            } else {
                format!("Found in {time} · {nodes} nodes · orbits add up to the total")
            }
        }
        _ if app.bench.shows_solid() => super::space::view::STATUS.to_owned(),
        Some(Answers::File(_)) => "Read from a file".to_owned(),
        _ => String::new(),
    };
    (left, right)
}
