//! The search for sets of pieces, in place of the variants: which pieces make every variant solvable?
//!
//! [`side_panel`] at the left has the goal and the choice of pieces, [`list`] in the middle the sets that meet it,
//! [`detail`] at the right the selected one.

mod detail;
mod list;
mod side_panel;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use egui::{CentralPanel, Frame, Panel, Ui};

use super::platform::wake::FRAME;
use crate::job::Phase;
use crate::job::sets::SetsSnapshot;
use crate::puzzle::Puzzle;
use crate::text;
use crate::ui::action::{Actions, Model};
use crate::ui::batch_strip::BatchStrip;
use crate::ui::drawing::figure_cache::FigureCache;
use crate::ui::widgets::long_list::LongList;
use crate::ui::widgets::side_panels::{Edge, SideLayout, SidePanel, Sides};
use crate::ui::widgets::theme::Palette;
use crate::workbench::Document;
use crate::workbench::sets::Sets;

/// The panels beside the middle, as wide as those of the variants.
const SIDES: SideLayout = SideLayout {
    left: SidePanel { name: "goal and pieces", ..super::variant_panels::SIDES.left },
    right: SidePanel { name: "selected set", ..super::variant_panels::SIDES.right },
    ..super::variant_panels::SIDES
};

/// The screen's state from frame to frame.
#[derive(Default)]
pub(crate) struct SetsState {
    /// Figures of all pieces to choose from.
    figures: Option<(Arc<Puzzle>, FigureCache)>,
    list: LongList,
}

impl SetsState {
    /// Brings the selected set into view with the next frame.
    pub(crate) fn follow(&mut self) {
        self.list.reveal();
    }

    /// Goes to the first set of the list.
    pub(crate) fn go_to_top(&mut self) {
        self.list.go_to_top();
    }
}

/// The data that all parts of the screen read.
#[derive(Clone, Copy)]
struct Scene<'a> {
    model: Model<'a>,
    document: &'a Document,
    sets: &'a Sets,
    /// The puzzle with all its pieces, and their figures.
    puzzle: &'a Puzzle,
    figures: &'a FigureCache,
}

impl Scene<'_> {
    /// The number of variants that each set is tested against.
    fn variants(&self) -> usize {
        self.sets.plan().map_or(1, |plan| plan.list().len())
    }

    /// The names of the pieces of a set of the run: "F L N P".
    fn name(&self, set: u32) -> String {
        self.sets.run().map_or_else(String::new, |run| run.plan().name(set as usize))
    }
}

/// Returns whether it takes the place of the variants.
pub(crate) fn is_shown(model: Model) -> bool {
    model.bench.document.as_ref().is_some_and(|document| document.sets().is_shown())
}

/// Shows the screen.
pub(crate) fn show(state: &mut SetsState, model: Model, out: &mut Actions, ui: &mut Ui) {
    let Some(document) = &model.bench.document else { return };
    let sets = document.sets();
    let Some(puzzle) = sets.candidates() else { return };
    let is_known = |(of, _): &(Arc<Puzzle>, _)| Arc::ptr_eq(of, puzzle);
    if !state.figures.as_ref().is_some_and(is_known) {
        state.figures = Some((Arc::clone(puzzle), FigureCache::new(puzzle)));
    }
    let SetsState { figures, list: rows } = state;
    let Some((_, figures)) = figures else { return };
    let scene = Scene { model, document, sets, puzzle, figures };
    if sets.is_running() || sets.plan().is_none() && sets.failure().is_none() {
        ui.ctx().request_repaint_after(FRAME);
    }
    let palette = Palette::current(ui);
    ui.spacing_mut().item_spacing.y = 0.0;
    if sets.is_running() {
        let bars = Frame::new().fill(palette.bars);
        Panel::top("sets head").exact_size(64.0).frame(bars).show(ui, |ui| {
            progress(scene, out, ui);
        });
    }
    let sides = Sides::new(ui, SIDES, model.modal);
    sides.panel(ui, Edge::Left, |ui| side_panel::show(scene, out, ui));
    sides.middle(ui, |ui| {
        CentralPanel::default().frame(Frame::new().fill(palette.canvas)).show(ui, |ui| {
            list::show(rows, scene, out, ui);
        });
    });
    sides.panel(ui, Edge::Right, |ui| detail::show(scene, out, ui));
}

/// The strip across the top while sets are tested.
fn progress(scene: Scene, out: &mut Actions, ui: &mut Ui) {
    let snapshot = scene.sets.snapshot();
    let strip = BatchStrip {
        stop_tip: "Stop; the sets that are tested are kept.",
        is_paused: scene.sets.is_paused(),
        can_pause: snapshot.is_some(),
        words: progress_words(scene),
        share: snapshot.map_or(0.0, |s| s.tested as f32 / s.sets.max(1) as f32),
    };
    strip.show(out, ui);
}

/// "214 of 330 sets tested, now block I L N P", and what is left.
fn progress_words(scene: Scene) -> (String, String) {
    let Some(snapshot) = scene.sets.snapshot() else {
        return ("Listing the sets".to_owned(), String::new());
    };
    let SetsSnapshot { phase, forecast, tested, sets, latest, .. } = snapshot;
    let (tested, sets) = (text::grouped(*tested as u64), text::count(*sets as u64, "set"));
    let now = match (phase, latest) {
        (Phase::Paused, _) => ", paused".to_owned(),
        (_, Some(set)) => format!(", now {}", scene.name(*set)),
        _ => String::new(),
    };
    let right = match forecast.filter(|forecast| forecast.firm) {
        Some(forecast) => {
            format!("{} to {} left", text::clock(forecast.least), text::clock(forecast.most))
        }
        None => "measuring".to_owned(),
    };
    (format!("{tested} of {sets} tested{now}"), right)
}

/// The left end of the status line.
pub(crate) fn status(model: Model) -> String {
    let Some(document) = &model.bench.document else { return String::new() };
    let sets = document.sets();
    let Some(snapshot) = sets.snapshot() else { return "No set is tested yet".to_owned() };
    let met = sets.table().map_or(0, |table| table.met);
    let tested = format!(
        "{} of {} tested, {} the goal",
        text::grouped(snapshot.tested as u64),
        text::count(snapshot.sets as u64, "set"),
        text::count_of(met as u64, ("meets", "meet"))
    );
    match &snapshot.phase {
        Phase::Running => format!("Testing piece sets · {tested}"),
        Phase::Paused => format!("Paused · {tested}"),
        Phase::Complete if sets.plan().is_some_and(|plan| plan.sets().sampled_from().is_some()) => {
            format!("Sample complete: {tested}, there may be more")
        }
        Phase::Complete => format!("Complete · {tested}"),
        Phase::Stopped => {
            let share = snapshot.tested * 100 / snapshot.sets.max(1);
            format!("Stopped at {share} %: {tested}, there may be more")
        }
        Phase::Failed(why) => format!("Failed: {why}"),
    }
}
