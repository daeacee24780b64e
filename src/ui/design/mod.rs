//! The Design screen: the board, the pieces, and what is known of them.
//!
//! [`canvas`] is the board in the middle, with a solid seen whole above its layers in [`space`],
//! [`givens`] changes those of a sudoku there, [`pieces`] the list at the left, [`inspector`] the
//! checks and facts at the right.

mod canvas;
mod givens;
mod inspector;
mod pieces;
mod space;
#[cfg(test)]
mod tests;

use egui::{Align, Frame, Key, Layout, Margin, Panel, Ui, Vec2};

use super::app::App;
use super::icons::Icon;
use super::kit;
use super::space::SpaceState;
use super::theme::Palette;
use crate::exact_cover::OptionId;
use crate::puzzle::PieceId;
use crate::words;
use crate::workbench::facts::Analysis;
use crate::workbench::{Command, Pending, Workbench};

/// The least width of the canvas; the panels beside it grow no further.
const CANVAS: f32 = 380.0;

/// What the sites of the board show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Shown {
    /// Nothing.
    Plain,
    /// How many placements cover each.
    #[default]
    Placements,
}

/// What the Design screen remembers.
pub(crate) struct DesignState {
    shown: Shown,
    /// The piece chosen in the list, and which of its placements lies on the board.
    selected: Option<PieceId>,
    placement: usize,
    /// How much larger than fitting the board is shown, and how far it is moved.
    zoom: f32,
    pan: Vec2,
    /// Sites that a check points at, by their positions on the board.
    marked: Vec<usize>,
    /// The site under the pointer.
    hovered: Option<usize>,
    /// How a solid is looked at, above its layers.
    pub(crate) space: SpaceState,
}

impl Default for DesignState {
    fn default() -> DesignState {
        DesignState {
            shown: Shown::default(),
            selected: None,
            placement: 0,
            zoom: 1.0,
            pan: Vec2::ZERO,
            marked: Vec::new(),
            hovered: None,
            space: SpaceState::default(),
        }
    }
}

impl DesignState {
    /// Goes to the next or previous placement of the selected piece, around the end.
    pub(crate) fn step_placement(&mut self, bench: &Workbench, by: i64) {
        let encoding = bench.document.as_ref().and_then(|d| d.encoding());
        let (Some(piece), Some(encoding)) = (self.selected, encoding) else { return };
        let count = encoding.placements_of(piece).len() as i64;
        if count > 0 {
            self.placement = (self.placement as i64 + by).rem_euclid(count) as usize;
        }
    }

    /// Shows the whole board.
    pub(crate) fn fit(&mut self) {
        self.zoom = 1.0;
        self.pan = Vec2::ZERO;
    }

    /// Enlarges the board about the middle of the canvas.
    pub(crate) fn zoom(&mut self, factor: f32) {
        let zoom = (self.zoom * factor).clamp(0.2, 40.0);
        self.pan *= zoom / self.zoom;
        self.zoom = zoom;
    }

    /// Chooses a piece, or none.
    pub(crate) fn select(&mut self, piece: Option<PieceId>) {
        if self.selected != piece {
            self.selected = piece;
            self.placement = 0;
        }
    }

    /// The placement of the selected piece that lies on the board.
    fn ghost(&self, analysis: &Analysis) -> Option<OptionId> {
        let range = analysis.encoding.placements_of(self.selected?);
        (!range.is_empty())
            .then(|| OptionId((range.start + self.placement.min(range.len() - 1)) as u32))
    }
}

/// Draws the screen.
pub(crate) fn show(app: &mut App, ui: &mut Ui) {
    keys(app, ui);
    let palette = Palette::of(ui);
    let panel = Frame::new().fill(palette.panel);
    let left = Panel::left("pieces").default_size(348.0).min_size(240.0);
    let widest = (ui.available_width() - 240.0 - CANVAS).max(240.0);
    left.max_size(widest).frame(panel).show(ui, |ui| pieces::show(app, ui));
    let right = Panel::right("inspector").default_size(304.0).min_size(240.0);
    let widest = (ui.available_width() - CANVAS).max(240.0);
    right.max_size(widest).frame(panel).show(ui, |ui| inspector::show(app, ui));
    let strip = Frame::new().fill(palette.panel).inner_margin(Margin::symmetric(16, 0));
    Panel::top("tools").exact_size(44.0).frame(strip).show(ui, |ui| {
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| tools(app, ui));
    });
    if app.design.shown == Shown::Placements && counts_placements(app) {
        Panel::bottom("legend").exact_size(44.0).frame(strip).show(ui, |ui| {
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| legend(app, ui));
        });
    }
    if app.figures.as_ref().is_some_and(|figures| figures.solid.is_some()) {
        let height = (ui.available_height() * 0.6).round();
        let frame = Frame::new().fill(palette.canvas);
        Panel::top("board in space").exact_size(height).frame(frame).show(ui, |ui| {
            space::show(app, ui);
        });
    }
    let cell = canvas::show(app, ui);
    givens::show(app, ui, cell);
}

/// Whether it is worth showing how many placements cover each site.
fn counts_placements(app: &App) -> bool {
    app.bench.document.as_ref().is_some_and(|document| document.puzzle.counts_placements())
}

/// Up and Down go through the pieces, Escape lets go.
fn keys(app: &mut App, ui: &Ui) {
    if app.overlay.is_some() || ui.ctx().egui_wants_keyboard_input() {
        return;
    }
    let Some(document) = &app.bench.document else { return };
    let last = (document.puzzle.pieces.len() as u32).saturating_sub(1);
    let step = ui.input(|i| {
        i32::from(i.key_pressed(Key::ArrowDown)) - i32::from(i.key_pressed(Key::ArrowUp))
    });
    if step != 0 {
        let next = match app.design.selected {
            Some(PieceId(at)) => at.saturating_add_signed(step).min(last),
            None if step > 0 => 0,
            None => last,
        };
        app.design.select(Some(PieceId(next)));
    }
    if ui.input(|i| i.key_pressed(Key::Escape)) {
        app.design.select(None);
        app.design.marked.clear();
    }
}

/// The strip above the board.
fn tools(app: &mut App, ui: &mut Ui) {
    let counts = counts_placements(app);
    if counts {
        kit::elided(ui, "Show", super::theme::regular(12.0), Palette::of(ui).text2, 60.0);
    }
    // In a narrow strip the keys are left to the tooltips, then zooming to menu and wheel.
    let width = ui.max_rect().width();
    let (hints, zooms) = (width >= 580.0, width >= 500.0);
    let choices = [(Shown::Plain, "Plain"), (Shown::Placements, "Placements")];
    if counts {
        kit::segmented_small(ui, &mut app.design.shown, &choices);
    }
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        for (command, icon) in [
            (Command::Fit, Icon::Fit),
            (Command::ZoomIn, Icon::ZoomIn),
            (Command::ZoomOut, Icon::ZoomOut),
        ] {
            if command != Command::Fit && !zooms {
                continue;
            }
            let keys = command.shortcut().filter(|_| hints).map(|s| s.words());
            let keys = keys.unwrap_or_default();
            let button = kit::Button::new(command.label()).icon(icon).hint(&keys).quiet();
            if button.tooltip(command.hint()).show(ui).clicked() {
                app.send(command);
            }
        }
    });
}

/// What the greys and marks on the board mean.
fn legend(app: &App, ui: &mut Ui) {
    let palette = Palette::of(ui);
    let Some(document) = &app.bench.document else { return };
    let Some(analysis) = document.analysis.get() else { return };
    let one = document.puzzle.lattice.site_words.0;
    let text = format!("Placements through {} {one}", if one == "edge" { "an" } else { "a" });
    let room = ui.available_width();
    if room >= 480.0 {
        kit::elided(ui, &text, super::theme::regular(12.0), palette.text2, room * 0.4);
    }
    let covered = analysis.coverage.iter().copied().filter(|&n| n > 0);
    let few = covered.clone().min().unwrap_or(0);
    let many = covered.max().unwrap_or(0);
    let few = format!("{}, hard", words::grouped(u64::from(few)));
    let many = format!("{}, easy", words::grouped(u64::from(many)));
    kit::heat_legend(ui, &few, &many, palette);
    let required = |n: u32| {
        let sites = document.puzzle.board.sites().iter().zip(&analysis.coverage);
        sites.filter(|(s, c)| s.required && **c == n).count() > 0
    };
    let is_edge = document.puzzle.lattice.form == crate::lattice::SiteForm::Edge;
    if ui.available_width() > 220.0 {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if required(0) {
                canvas::sample(ui, "uncoverable", is_edge, canvas::uncoverable);
            }
            if required(1) {
                canvas::sample(ui, "forced", is_edge, canvas::forced);
            }
        });
    }
}

/// What the status line says, left and right.
pub(crate) fn status(app: &App) -> (String, String) {
    let Some(document) = &app.bench.document else { return Default::default() };
    let puzzle = &document.puzzle;
    let left = match app.design.hovered {
        Some(i) => {
            let site = puzzle.board.sites()[i];
            let kind = canvas::site_kind(puzzle, &site);
            let label = puzzle.lattice.site_label(site.site);
            let (one, _) = puzzle.lattice.site_words;
            let counts = puzzle.counts_placements() && puzzle.text(site.site).is_none();
            let counted = document.analysis.get().filter(|_| counts);
            let placements = counted.map_or_else(String::new, |analysis| {
                let n = u64::from(analysis.coverage[i]);
                format!(" · {}", words::count(n, "placement"))
            });
            format!("Pointer: {one} {label} · {kind}{placements}")
        }
        None if givens::sudoku(app).is_some() => givens::HINT.to_owned(),
        None if app.bench.shows_solid() => {
            format!("Left and Right step through placements · {}", super::space::view::STATUS)
        }
        None => {
            let (one, _) = puzzle.piece_words();
            let article = if one.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
            format!(
                "Up and Down choose {article} {one} · Left and Right step through its placements · \
                 the wheel zooms, the right button pans"
            )
        }
    };
    let right = match &document.analysis {
        Pending::Waiting(_) => "Counting placements".to_owned(),
        Pending::Failed(_) => "Solve waits: the puzzle is too large".to_owned(),
        Pending::Ready(analysis) => analysis
            .checks
            .iter()
            .find(|c| c.severity == crate::workbench::facts::Severity::Wrong)
            .map_or_else(
                || format!("{:.0}\u{a0}%", app.design.zoom * 100.0),
                |check| format!("Solve waits: {}", check.title),
            ),
    };
    (left, right)
}
