//! Setting up an export: what, in which form, where to.

use super::Overlay;
use crate::picture::Style;
use crate::ui::app::App;
use crate::workbench::export::Form;

/// What is to be written, and how.
pub(crate) struct Export {
    pub(crate) form: Form,
    pub(crate) style: Style,
    /// Where to, as typed.
    pub(crate) path: String,
}

/// The overlay that writes the puzzle alone.
pub(crate) fn export_puzzle(_app: &App) -> Option<Overlay> {
    None
}

/// The overlay that writes what is shown: the solutions if there are any.
pub(crate) fn export(_app: &App) -> Option<Overlay> {
    None
}
