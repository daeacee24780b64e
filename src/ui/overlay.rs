//! What comes up over a screen: the command list, the keys, a typed path, an export.

use egui::{Align2, Frame, Key, Margin, RichText, Ui, Vec2};

use super::app::App;
use super::kit;
use super::theme::{self, Palette};
use crate::picture::Style;
use crate::workbench::Command;
use crate::workbench::command::Shortcut;
use crate::workbench::export::Form;

/// What is up. Escape or a click beside it closes it.
pub(crate) enum Overlay {
    /// The command list.
    Commands(CommandList),
    /// The keys.
    Keys,
    /// A path to open.
    Path(String),
    /// An export being set up.
    Export(Export),
}

/// The command list: what was typed, and which line is chosen.
#[derive(Default)]
pub(crate) struct CommandList {
    typed: String,
    chosen: usize,
}

/// What is to be written, and how.
pub(crate) struct Export {
    pub(crate) what: What,
    pub(crate) form: Form,
    pub(crate) style: Style,
    pub(crate) path: String,
}

/// What an export writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum What {
    /// The puzzle alone.
    Puzzle,
    /// All distinct solutions.
    All,
    /// The solution shown large.
    One,
}

impl Overlay {
    pub(crate) fn commands() -> Overlay {
        Overlay::Commands(CommandList::default())
    }

    pub(crate) fn path() -> Overlay {
        Overlay::Path(String::new())
    }
}

pub(crate) fn export_puzzle(app: &App) -> Option<Overlay> {
    let _ = app;
    None
}
pub(crate) fn export(app: &App) -> Option<Overlay> {
    let _ = app;
    None
}
pub(crate) fn show(app: &mut App, ui: &mut Ui) {
    let _ = (app, ui);
}
