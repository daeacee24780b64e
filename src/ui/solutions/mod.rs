//! The solutions screen: find the few that matter.
//!
//! [`counts`] at the left says how many there are of each kind, [`filter`] beneath it which of them
//! are listed and in which order, [`grid`] shows them all as
//! thumbnails, [`detail`] shows one large at the right. Solids have a layout of their own in
//! [`solid_view`], where the one chosen is in the middle.

use crate::natural::Natural;

mod comparison;
mod contacts;
mod counts;
mod detail;
mod disassembly;
mod filter;
#[cfg(test)]
mod filter_tests;
mod grid;
mod marks;
#[cfg(test)]
mod marks_tests;
mod order;
mod plane_view;
mod positions;
mod pushing;
#[cfg(test)]
mod pushing_tests;
mod ranges;
mod saved_filters;
mod separations;
mod solid_view;

#[cfg(test)]
mod tests;

use std::time::{Duration, Instant};

use egui::{CentralPanel, Frame, Layout, Ui, UiBuilder, vec2};

use self::counts::OrbitSizes;
use self::detail::ChosenSolution;
use self::filter::Typed;
pub(crate) use self::grid::random_below;
use self::grid::{Grid, Listed};
use self::marks::TypedMarks;
use super::action::{Actions, Model};
use super::drawing::figure_cache::FigureCache;
use super::space::SpaceState;
use super::widgets;
use super::widgets::icons::Icon;
use super::widgets::side_panels::{Edge, SideLayout, SidePanel, Sides};
use super::widgets::theme::{Palette, regular};
use crate::picture::Style;
use crate::solution::Counts;
use crate::text;
use crate::workbench::{Command, Document, SolutionSource};

/// Time between two looks at a list that grows.
const GROWTH: Duration = Duration::from_millis(500);

/// The panels beside the thumbnails.
const SIDES: SideLayout = SideLayout {
    left: SidePanel {
        id: "solution counts",
        name: "counts and filters",
        usual: 264.0,
        least: 264.0,
    },
    right: SidePanel { id: "solution", name: "chosen solution", usual: 420.0, least: 320.0 },
    middle: 330.0,
    folds_first: Edge::Left,
};

/// The screen's state from frame to frame.
#[derive(Default)]
pub(crate) struct SolutionsState {
    grid: Grid,
    seen: ShownCounts,
    chosen: Option<ChosenSolution>,
    orbits: Option<OrbitSizes>,
    typed: Typed,
    marks: TypedMarks,
    go_to: String,
    /// The view of a solid.
    pub(crate) space: SpaceState,
    /// That of the solution that it is compared with.
    beside: SpaceState,
    /// The style in which one solution is drawn, here and in exports.
    pub(crate) style: Style,
}

impl SolutionsState {
    /// The screen with a look of its pictures.
    pub(crate) fn drawn(style: Style) -> SolutionsState {
        SolutionsState { style, ..SolutionsState::default() }
    }

    /// The screen for other solutions, whose pictures look like those before.
    pub(crate) fn fresh(&self) -> SolutionsState {
        SolutionsState::drawn(Style::default().with(&self.style.settings()))
    }

    /// Goes to the first solution of the list when it has its new order.
    pub(crate) fn go_to_top(&mut self) {
        self.grid.go_to_top();
    }

    /// Gives the focus to the filter as soon as that is shown.
    pub(crate) fn go_to_filter(&mut self) {
        self.typed.is_wanted = true;
    }

    /// Brings the selected solution into view with the next frame.
    pub(crate) fn scroll_to_selected(&mut self) {
        self.grid.reveal();
    }
}

/// The data that the screen shows in this frame.
#[derive(Clone, Copy)]
struct Scene<'a> {
    model: Model<'a>,
    document: &'a Document,
    figures: &'a FigureCache,
    /// True if more solutions may come.
    running: bool,
}

/// The numbers of solutions that the screen shows. During a run they grow at most twice a second,
/// and all numbers on the screen are from one moment.
#[derive(Default)]
struct ShownCounts {
    shown: u64,
    counts: Counts<Natural>,
    taken: Option<Instant>,
}

impl ShownCounts {
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
pub(crate) fn show(state: &mut SolutionsState, model: Model, out: &mut Actions, ui: &mut Ui) {
    let Some(document) = &model.bench.document else { return };
    if document.solved.is_none() {
        nothing_solved(model, out, ui);
        return;
    }
    let running = document.is_running();
    if running {
        ui.ctx().request_repaint_after(GROWTH);
    }
    let keys = !model.modal && !ui.ctx().egui_wants_keyboard_input();
    let palette = Palette::current(ui);
    let Some(figures) = model.solved_figures else { return };
    let before = state.seen.shown;
    let shown = state.seen.look(document, running);
    if shown != before {
        // The status line has been drawn already; it follows with the next frame.
        ui.ctx().request_repaint();
    }
    let scene = Scene { model, document, figures, running };
    // Parts meet without gaps; where there is room between things, they bring it themselves.
    ui.spacing_mut().item_spacing.y = 0.0;
    if figures.solid.is_some() || model.bench.disassembly.is_some() {
        solid_view::show(state, scene, out, ui);
        return;
    }
    let sides = Sides::new(ui, SIDES, model.modal);
    if state.typed.is_wanted {
        sides.open(ui, Edge::Left);
    }
    sides.panel(ui, Edge::Left, |ui| counts::show(state, scene, out, ui));
    sides.middle(ui, |ui| {
        CentralPanel::default().frame(Frame::new().fill(palette.canvas)).show(ui, |ui| {
            let listed = Listed { model, document, figures, shown, running, keys };
            grid::show(&mut state.grid, &mut state.go_to, &listed, out, ui);
        });
    });
    sides.panel(ui, Edge::Right, |ui| detail::show(state, scene, out, ui));
}

/// Shows the message for a puzzle that has not been solved.
fn nothing_solved(model: Model, out: &mut Actions, ui: &mut Ui) {
    let palette = Palette::current(ui);
    let rect = egui::Rect::from_center_size(ui.max_rect().center(), vec2(360.0, 72.0));
    let builder = UiBuilder::new().max_rect(rect).layout(Layout::top_down(egui::Align::Center));
    ui.scope_builder(builder, |ui| {
        ui.spacing_mut().item_spacing.y = 12.0;
        widgets::elided(ui, "Nothing solved yet.", regular(13.0), palette.text2, 360.0);
        let available = Command::Solve.available(model.bench);
        let button = widgets::Button::new("Solve").icon(Icon::Play).primary();
        let tip = available.err().unwrap_or(Command::Solve.hint());
        if button.enabled(available.is_ok()).tooltip(tip).show(ui).clicked() {
            out.send(Command::Solve);
        }
    });
}

/// The two ends of the status line.
pub(crate) fn status(state: &SolutionsState, model: Model) -> (String, String) {
    let Some(document) = &model.bench.document else { return (String::new(), String::new()) };
    let Some((counts, complete)) = document.counts() else {
        return ("Nothing solved yet".to_owned(), String::new());
    };
    let seen = &state.seen;
    let counts = if document.is_running() && seen.taken.is_some() { seen.counts } else { counts };
    let state = if complete {
        "Complete"
    } else if document.is_running() {
        "So far"
    } else if document.with_store(|store| store.excerpt().is_some()).unwrap_or(false) {
        "Part of the solutions"
    } else {
        "There may be more"
    };
    let left = format!(
        "{state} · total {} · turned {} · distinct {} · symmetric {}",
        text::grouped(counts.total),
        text::grouped(counts.turned),
        text::grouped(counts.distinct),
        text::grouped(counts.symmetric)
    );
    let right = match document.solved.as_ref().map(|solved| &solved.answers) {
        Some(SolutionSource::Run(run)) if complete && !model.bench.shows_solid() => {
            let snapshot = run.snapshot();
            let time = text::elapsed(snapshot.elapsed);
            let nodes = text::count_rounded(snapshot.effort.nodes as f64, "node");
            if snapshot.is_sweep() {
                let states = text::count_rounded(snapshot.states as f64, "state");
                format!("Counted in {time} · {states}")
            } else if document.only_counts() {
                format!("Counted in {time} · {nodes}")
            } else {
                format!("Found in {time} · {nodes} · orbits add up to the total")
            }
        }
        _ if model.bench.disassembly.is_some() => match model.bench.shows_solid() {
            true => pushing::STATUS.to_owned(),
            false => pushing::PLANE_STATUS.to_owned(),
        },
        _ if model.bench.shows_solid() => super::space::view::STATUS.to_owned(),
        Some(SolutionSource::File(_)) => "Read from a file".to_owned(),
        Some(SolutionSource::Stored(_)) => "Stored earlier".to_owned(),
        Some(SolutionSource::Found(_)) => "Found by the finder".to_owned(),
        _ => String::new(),
    };
    let right = match (counts::recount_words(document), document.certificate()) {
        (Some(words), _) => words,
        (None, Some(_)) if !model.bench.shows_solid() => format!("{right} · certified"),
        _ => right,
    };
    (left, right)
}
