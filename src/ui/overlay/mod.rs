//! What comes up over a screen: the command list, the keys, a typed path, an export.

mod export;

use egui::Ui;

use super::app::App;
pub(crate) use export::{Export, export, export_puzzle, export_solution};

/// What is up. Escape or a click beside it closes it.
pub(crate) enum Overlay {
    /// The command list.
    Commands,
    /// The keys.
    Keys,
    /// A path to open, as typed so far.
    Path(String),
    /// An export being set up.
    Export(Export),
}

impl Overlay {
    /// The command list, nothing typed yet.
    pub(crate) fn commands() -> Overlay {
        Overlay::Commands
    }

    /// A path to open, nothing typed yet.
    pub(crate) fn path() -> Overlay {
        Overlay::Path(String::new())
    }
}

/// Shows what is up, if anything is.
pub(crate) fn show(app: &mut App, ui: &mut Ui) {
    match app.overlay {
        Some(Overlay::Export(_)) => export::show(app, ui),
        _ => {}
    }
}
