//! The gallery: puzzles to pick up.

use egui::Ui;

use super::app::App;
use crate::workbench::session::Wake;

/// What the gallery remembers.
#[derive(Default)]
pub(crate) struct GalleryState {}

impl GalleryState {
    pub(crate) fn new(_wake: &Wake) -> GalleryState {
        GalleryState::default()
    }

    pub(crate) fn poll(&mut self) {}

    pub(crate) fn focus_search(&mut self) {}
}

pub(crate) fn bar(_app: &mut App, _ui: &mut Ui) {}

pub(crate) fn show(_app: &mut App, _ui: &mut Ui) {}

pub(crate) fn status(_app: &App) -> (String, String) {
    Default::default()
}
