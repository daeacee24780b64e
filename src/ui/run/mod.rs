//! The run screen: is it worth waiting?
//!
//! From above and from the left: [`header`] has position, forecast and the buttons, [`summary`] speed
//! and totals, [`search`] the board where the search is now, [`sweep`] the frontier of a sweep, [`newest`] the newest solutions.
//! Before a run there is [`start`], or [`parts`] where others solve the puzzle in parts.
//! All of them show one [`Snapshot`] a frame; what needs memory from frame to frame is in
//! [`RunState`].

mod first;
#[cfg(test)]
mod first_tests;
mod header;
mod newest;
mod parts;
#[cfg(test)]
mod parts_tests;
mod search;
mod start;
mod summary;
mod sweep;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod waiting_tests;

pub(crate) use start::saved_words;

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use egui::{CentralPanel, Frame, Painter, Panel, Rect, Ui};

use super::action::{Actions, Model};
use super::drawing::figure_cache::{FigureCache, SolutionView};
use super::drawing::paint::{Look, Pen, Projection};
use super::platform::wake::FRAME;
use super::space;
use super::widgets::side_panels::{Edge, SideLayout, SidePanel, Sides};
use super::widgets::theme::Palette;
use crate::exact_cover::OptionId;
use crate::job::{Arrival, Phase, Snapshot};
use crate::text;

/// Time between two samples of the speed, and between two changes of the newest solutions.
const SAMPLE: Duration = Duration::from_millis(500);
/// Time in seconds below which a speed says nothing.
const MIN_TIME: f64 = 0.1;
/// Samples in the line of the last minute.
const SAMPLES: usize = 120;

/// The largest scale of a board.
const MAX_SCALE: f32 = 96.0;

/// The panels beside the search.
const SIDES: SideLayout = SideLayout {
    left: SidePanel { id: "run facts", name: "facts", usual: 288.0, least: 264.0 },
    right: SidePanel { id: "run arriving", name: "newest solutions", usual: 300.0, least: 256.0 },
    middle: 360.0,
    folds_first: Edge::Right,
};

/// The screen's state from frame to frame.
pub(crate) struct RunState {
    /// True if the board follows the search.
    follow: bool,
    /// The board where following was left off.
    held: Option<Picture>,
    /// The newest solutions as shown, and when they were taken from the run.
    arrivals: Vec<Arrival>,
    arrivals_taken: Option<Instant>,
    /// True if the arrivals are the last ones.
    final_arrivals: bool,
    samples: VecDeque<Sample>,
    sampled: Option<Instant>,
    /// By the clock on the wall.
    started: Option<jiff::Zoned>,
}

/// Where the search was at one moment.
#[derive(Clone, Default)]
struct Picture {
    options: Vec<OptionId>,
    level: usize,
}

/// The work done up to one moment.
#[derive(Clone, Copy)]
struct Sample {
    /// Time spent solving, pauses left out.
    elapsed: Duration,
    nodes: u64,
    updates: u64,
    distinct: u64,
    states: u64,
}

/// The work done per second.
#[derive(Clone, Copy, Default)]
struct Rates {
    nodes: f64,
    updates: f64,
    distinct: f64,
    states: f64,
}

/// Paints pieces that lie on the board, and the board, as large as there is room; in space the solid
/// stands above its layers. The pen that paints on these.
fn paint_pieces<'p>(
    figures: &FigureCache,
    lying: SolutionView,
    mut rect: Rect,
    painter: &'p Painter,
) -> Pen<'p> {
    let palette = Palette::current(painter.ctx());
    if let Some(solid) = &figures.solid {
        let (upper, lower) = rect.split_top_bottom_at_fraction(0.64);
        solid.solution(painter, lying, upper, 64.0, space::solid::look(palette, 64.0));
        rect = lower.with_min_y(lower.top() + 16.0);
    }
    let pen = Pen::new(painter, Projection::fit(&figures.board.bounds, rect, MAX_SCALE));
    figures.solution(pen, lying, Look::on_board(palette, pen.projection.scale));
    pen
}

impl Default for RunState {
    fn default() -> RunState {
        RunState {
            follow: true,
            held: None,
            arrivals: Vec::new(),
            arrivals_taken: None,
            final_arrivals: false,
            samples: VecDeque::new(),
            sampled: None,
            started: None,
        }
    }
}

impl Sample {
    fn new(snapshot: &Snapshot) -> Sample {
        Sample {
            elapsed: snapshot.elapsed,
            nodes: snapshot.effort.nodes,
            updates: snapshot.effort.updates,
            distinct: snapshot.counts.distinct.capped(),
            states: snapshot.states,
        }
    }

    /// Returns the work done per second between an earlier sample and this one.
    fn since(&self, before: &Sample) -> Rates {
        let seconds = self.elapsed.saturating_sub(before.elapsed).as_secs_f64();
        if seconds < MIN_TIME {
            return Rates::default();
        }
        let rate = |now: u64, before: u64| now.saturating_sub(before) as f64 / seconds;
        Rates {
            nodes: rate(self.nodes, before.nodes),
            updates: rate(self.updates, before.updates),
            distinct: rate(self.distinct, before.distinct),
            states: rate(self.states, before.states),
        }
    }
}

impl RunState {
    /// Takes in what is new, each thing as often as it may change.
    fn look(&mut self, snapshot: &Snapshot) {
        let now = Instant::now();
        let over = snapshot.phase.is_over();
        let due = |last: Option<Instant>| last.is_none_or(|at| now - at >= SAMPLE);
        if self.started.is_none() {
            self.started = jiff::Zoned::now().checked_sub(snapshot.elapsed).ok();
        }
        if snapshot.phase == Phase::Running && due(self.sampled) {
            self.sampled = Some(now);
            self.samples.push_back(Sample::new(snapshot));
            while self.samples.len() > SAMPLES {
                self.samples.pop_front();
            }
        }
        if over && !self.final_arrivals || !over && due(self.arrivals_taken) {
            self.arrivals.clone_from(&snapshot.arrivals);
            self.arrivals_taken = Some(now);
            self.final_arrivals = over;
        }
        if self.follow {
            self.held = None;
        } else if self.held.is_none() {
            self.held = Some(Picture::new(snapshot));
        }
    }

    /// The speed over the last second or two; that of the whole run once it is over.
    fn rates(&self, snapshot: &Snapshot) -> Rates {
        let elapsed = Duration::ZERO;
        let start = Sample { elapsed, nodes: 0, updates: 0, distinct: 0, states: 0 };
        if snapshot.phase.is_over() {
            return Sample::new(snapshot).since(&start);
        }
        let Some(last) = self.samples.back() else { return Rates::default() };
        let second = Duration::from_secs(1);
        let before = self.samples.iter().rev().find(|s| s.elapsed + second <= last.elapsed);
        last.since(before.unwrap_or(&start))
    }

    /// Nodes a second over the last minute, half a second a value; of a sweep states.
    fn line(&self, of_states: bool) -> Vec<f32> {
        let pairs = self.samples.iter().zip(self.samples.iter().skip(1));
        let speed = |rates: Rates| if of_states { rates.states } else { rates.nodes };
        pairs.map(|(a, b)| speed(b.since(a)) as f32).collect()
    }
}

impl Picture {
    fn new(snapshot: &Snapshot) -> Picture {
        Picture { options: snapshot.current.clone(), level: snapshot.level }
    }
}

/// Shows the screen.
pub(crate) fn show(state: &mut RunState, model: Model, out: &mut Actions, ui: &mut Ui) {
    let Some(document) = &model.bench.document else { return };
    if let Some(own) = document.first().filter(|_| !document.is_starting()) {
        return first::show(own, model, out, ui);
    }
    let Some(run) = document.run().filter(|_| !document.is_starting()) else {
        match document.parts().filter(|_| !document.is_starting()) {
            Some(parts) => parts::show(parts, model, out, ui),
            None => start::show(model, out, ui),
        }
        return;
    };
    let snapshot = run.snapshot();
    state.look(&snapshot);
    if !snapshot.phase.is_over() {
        ui.ctx().request_repaint_after(FRAME);
    }
    let palette = Palette::current(ui);
    let side = Frame::new().fill(palette.panel);
    // Parts meet without gaps; where there is room between things, they bring it themselves.
    ui.spacing_mut().item_spacing.y = 0.0;
    let head = Panel::top("run head").exact_size(header::height(ui));
    head.frame(Frame::new().fill(palette.bars)).show(ui, |ui| {
        out.extend(header::show(state, &snapshot, ui));
    });
    let sides = Sides::new(ui, SIDES, model.modal);
    sides.panel(ui, Edge::Left, |ui| summary::show(state, model, &snapshot, out, ui));
    let Some(figures) = model.solved_figures else { return };
    sides.middle(ui, |ui| {
        CentralPanel::default().frame(side).show(ui, |ui| {
            search::show(state, document, figures, &snapshot, ui);
        });
    });
    sides.panel(ui, Edge::Right, |ui| {
        newest::show(state, document, figures, &snapshot, out, ui);
    });
}

/// The two ends of the status line.
pub(crate) fn status(model: Model) -> (String, String) {
    let document = model.bench.document.as_ref();
    if document.is_some_and(|d| d.is_starting()) {
        return ("The search is being planned".to_owned(), String::new());
    }
    if let Some(own) = document.and_then(|d| d.first()) {
        return first::status(own);
    }
    let Some(run) = document.and_then(|d| d.run()) else {
        if let Some(parts) = document.and_then(|d| d.parts()) {
            return parts::status(parts);
        }
        let known = document.and_then(start::known_words);
        return (known.unwrap_or_else(|| "Nothing solved yet".to_owned()), String::new());
    };
    let snapshot = run.snapshot();
    let threads = text::count(run.threads() as u64, "thread");
    let left = match &snapshot.phase {
        Phase::Running => format!("Solving on {threads}"),
        Phase::Paused => format!("Paused, {threads} waiting"),
        Phase::Complete => format!("Solved on {threads}"),
        Phase::Stopped => "Stopped".to_owned(),
        Phase::Failed(_) => "Failed".to_owned(),
    };
    (left, format!("Solutions take {}", memory(snapshot.bytes)))
}

/// An amount of memory: "120 kB", "46 MB".
fn memory(bytes: usize) -> String {
    if bytes < 1_000_000 {
        return format!("{}\u{a0}kB", bytes.div_ceil(1000));
    }
    let megabytes = bytes as f64 / 1e6;
    let places = usize::from(megabytes < 10.0);
    format!("{megabytes:.places$}\u{a0}MB")
}
