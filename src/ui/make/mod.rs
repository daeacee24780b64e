//! The Make screen: what a puzzle is made of, at true size.
//!
//! [`Target`] lists the ways to make it. Each has a file or folder of its own that shows two things:
//! its settings in the panel at the left, and beside them the preview with what is written. [`form`] has the
//! rows of settings, [`preview_frame`] what the previews have in common.

mod form;
mod laser;
mod paper;
mod preview_frame;
mod print;
#[cfg(test)]
mod target_tests;
#[cfg(test)]
mod tests;

use std::path::Path;
use std::sync::Arc;

use egui::{Align, CentralPanel, Frame, Layout, Rect, Sense, Ui, UiBuilder, vec2};

use self::laser::LaserState;
use self::paper::PaperState;
use self::print::PrintState;
use super::action::{Action, Actions, Model};
use super::platform::purpose::Purpose;
use super::widgets;
use super::widgets::side_panels::{Edge, SideLayout, SidePanel, Sides};
use super::widgets::theme::Palette;
use crate::format::{FileError, preset};
use crate::make::laser::Sheets;
use crate::make::print::{Print, is_printed};
use crate::picture::drawing::Drawing;
use crate::puzzle::Making;
use crate::workbench::Wake;
use crate::workbench::make::paper::Pages;

/// The panel at the left, and the width of the preview below which it folds.
const SIDES: SideLayout = SideLayout::with_left(
    SidePanel { id: "make settings", name: "settings", usual: 348.0, least: 260.0 },
    430.0,
);

/// A way to make a puzzle. To add one, add it here and to [`Target::ALL`], and its row to each `match`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Target {
    /// Sheets for a cutter.
    #[default]
    Laser,
    /// Plates for a printer in three dimensions.
    Print,
    /// Posters of solutions, and pieces to be cut out.
    Paper,
    /// Challenges and their solutions.
    Booklet,
}

impl Target {
    /// All, in the order of the switch.
    const ALL: [Target; 4] = [Target::Laser, Target::Print, Target::Paper, Target::Booklet];

    /// Its name in the switch.
    fn label(self) -> &'static str {
        match self {
            Target::Laser => "Laser",
            Target::Print => "3D print",
            Target::Paper => "Paper",
            Target::Booklet => "Booklet",
        }
    }

    /// Why the open puzzle is not made like that.
    fn available(self, model: Model) -> Result<(), &'static str> {
        let puzzle = model.bench.document.as_ref().map(|document| &document.puzzle);
        let is_solid = puzzle.is_some_and(|puzzle| puzzle.lattice.is_solid());
        let is_printed = puzzle.is_none_or(|puzzle| is_printed(puzzle.lattice));
        match self {
            Target::Laser if is_solid => Err("Solid pieces cannot be cut from a sheet."),
            Target::Print if !is_printed => {
                Err("3D print makes solids and flat pieces, no edges in space.")
            }
            Target::Laser | Target::Print | Target::Paper | Target::Booklet => Ok(()),
        }
    }
}

/// The state that the screen keeps from frame to frame.
pub(crate) struct MakeState {
    target: Target,
    laser: LaserState,
    print: PrintState,
    paper: PaperState,
    booklet: PaperState,
    /// True if a target that suits the open puzzle was chosen.
    settled: bool,
}

/// The output that can be written now.
pub(crate) enum Made {
    /// Sheets, as drawings.
    Sheets(Arc<Sheets>),
    /// One sheet from which a solution is cut.
    Sheet(Arc<Drawing>),
    /// Plates and parts.
    Plates(Arc<Print>),
    /// Pages.
    Pages(Arc<Pages>),
}

impl MakeState {
    /// With what tells the window that something is ready.
    pub(crate) fn new(wake: &Wake) -> MakeState {
        MakeState {
            target: Target::default(),
            laser: LaserState::new(wake),
            print: PrintState::new(wake),
            paper: PaperState::new(false, wake),
            booklet: PaperState::new(true, wake),
            settled: false,
        }
    }

    /// Returns the output that the target shown has ready.
    pub(crate) fn made(&self) -> Option<Made> {
        Some(match self.target {
            Target::Laser => match self.laser.whole_drawing() {
                Some(drawing) => Made::Sheet(Arc::clone(drawing)),
                None => Made::Sheets(Arc::clone(self.laser.sheets()?)),
            },
            Target::Print => Made::Plates(Arc::clone(self.print.print()?)),
            Target::Paper => Made::Pages(Arc::clone(self.paper.pages()?)),
            Target::Booklet => Made::Pages(Arc::clone(self.booklet.pages()?)),
        })
    }

    /// Shows a way to make the puzzle whose settings differ between two versions, the one that is shown
    /// if that is one; whether there is any.
    pub(crate) fn show_change(&mut self, before: &Making, now: &Making) -> bool {
        let is_changed = |target: &Target| match target {
            Target::Laser => before.laser != now.laser,
            Target::Print => before.print != now.print,
            Target::Paper => before.paper != now.paper,
            Target::Booklet => before.booklet != now.booklet,
        };
        let changed = [self.target].into_iter().chain(Target::ALL).find(is_changed);
        if let Some(target) = changed {
            (self.target, self.settled) = (target, true);
        }
        changed.is_some()
    }

    /// Returns whether a better layout of what can be written already is searched for.
    pub(crate) fn is_nesting(&self) -> bool {
        self.target == Target::Laser && self.laser.is_nesting()
    }

    /// Returns the part of its file name after the puzzle's, and the usual extension.
    pub(crate) fn file_words(&self) -> (&'static str, &'static str) {
        match self.target {
            Target::Laser => ("sheets", "svg"),
            Target::Print => ("plates", "3mf"),
            Target::Paper => (self.paper.name(), "pdf"),
            Target::Booklet => (self.booklet.name(), "pdf"),
        }
    }

    /// The settings of the target that is shown, as the text of a file.
    pub(crate) fn preset(&self, making: &Making) -> String {
        match self.target {
            Target::Laser => preset::write(&making.laser),
            Target::Print => preset::write(&making.print),
            Target::Paper => preset::write(&making.paper),
            Target::Booklet => preset::write(&making.booklet),
        }
    }

    /// All settings, with those of the target that is shown from a file.
    ///
    /// # Errors
    /// When it cannot be read, or holds other settings.
    pub(crate) fn with_preset(&self, making: &Making, path: &Path) -> Result<Making, FileError> {
        let mut making = making.clone();
        match self.target {
            Target::Laser => making.laser = preset::read(path)?,
            Target::Print => making.print = preset::read(path)?,
            Target::Paper => making.paper = preset::read(path)?,
            Target::Booklet => making.booklet = preset::read(path)?,
        }
        Ok(making)
    }

    /// Shows a target that suits the puzzle, once it is known.
    fn settle(&mut self, model: Model) {
        if !self.settled {
            self.settled = true;
            let suits = |target: &Target| target.available(model).is_ok();
            self.target = Target::ALL.into_iter().find(suits).unwrap_or_default();
        }
    }

    /// Why nothing can be written now.
    pub(crate) fn can_export(&self) -> Result<(), String> {
        match self.target {
            Target::Laser => self.laser.can_export(),
            Target::Print => self.print.can_export(),
            Target::Paper => self.paper.can_export(),
            Target::Booklet => self.booklet.can_export(),
        }
    }
}

/// Shows the screen.
pub(crate) fn show(state: &mut MakeState, model: Model, out: &mut Actions, ui: &mut Ui) {
    if model.bench.document.is_none() {
        return;
    }
    let palette = Palette::current(ui);
    ui.spacing_mut().item_spacing.y = 0.0;
    state.settle(model);
    match state.target {
        Target::Laser => state.laser.follow(model),
        Target::Print => state.print.follow(model),
        Target::Paper => state.paper.follow(model),
        Target::Booklet => state.booklet.follow(model),
    }
    let sides = Sides::new(ui, SIDES, model.modal);
    sides.panel(ui, Edge::Left, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        head(state, model, ui);
        presets(out, ui);
        match state.target {
            Target::Laser => laser::settings::show(&mut state.laser, model, out, ui),
            Target::Print => print::settings::show(&mut state.print, model, out, ui),
            Target::Paper => paper::settings::show(&mut state.paper, model, out, ui),
            Target::Booklet => paper::settings::show(&mut state.booklet, model, out, ui),
        }
    });
    sides.middle(ui, |ui| {
        let canvas = Frame::new().fill(palette.canvas);
        CentralPanel::default().frame(canvas).show(ui, |ui| match state.target {
            Target::Laser => laser::show(&mut state.laser, model, out, ui),
            Target::Print => print::show(&mut state.print, model, out, ui),
            Target::Paper => paper::show(&mut state.paper, model, out, ui),
            Target::Booklet => paper::show(&mut state.booklet, model, out, ui),
        });
    });
}

/// The switch of the targets.
fn head(state: &mut MakeState, model: Model, ui: &mut Ui) {
    let palette = Palette::current(ui);
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 44.0), Sense::hover());
    let line = egui::Stroke::new(1.0, palette.line);
    ui.painter().hline(rect.x_range(), rect.bottom() - 0.5, line);
    let place = Rect::from_center_size(rect.center(), vec2(rect.width() - 32.0, 28.0));
    let mut inside = ui.new_child(UiBuilder::new().max_rect(place));
    let switch = Target::ALL.iter().fold(widgets::Segmented::new(), |switch, &target| {
        let why = target.available(model).err();
        switch.choice_if(why.is_none(), target, target.label(), why.unwrap_or_default())
    });
    switch.wide().show(&mut inside, &mut state.target);
}

/// The buttons that read and write the settings as a file.
fn presets(out: &mut Actions, ui: &mut Ui) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 40.0), Sense::hover());
    let line = egui::Stroke::new(1.0, Palette::current(ui).line);
    ui.painter().hline(rect.x_range(), rect.bottom() - 0.5, line);
    let place = Rect::from_center_size(rect.center(), vec2(rect.width() - 32.0, 24.0));
    let layout = Layout::left_to_right(Align::Center);
    let mut inside = ui.new_child(UiBuilder::new().max_rect(place).layout(layout));
    inside.spacing_mut().item_spacing.x = 8.0;
    let buttons = [
        ("Load preset…", "Use settings that were saved to a file.", Purpose::LoadPreset),
        ("Save preset…", "Write these settings to a file, for other puzzles.", Purpose::SavePreset),
    ];
    for (label, tip, purpose) in buttons {
        if widgets::Button::new(label).small().tooltip(tip).show(&mut inside).clicked() {
            out.push(Action::ChoosePreset(purpose));
        }
    }
}

/// The two ends of the status line.
pub(crate) fn status(state: &MakeState, model: Model) -> (String, String) {
    match state.target {
        Target::Laser => laser::status(&state.laser, model),
        Target::Print => print::status(&state.print),
        Target::Paper => paper::status(&state.paper),
        Target::Booklet => paper::status(&state.booklet),
    }
}
