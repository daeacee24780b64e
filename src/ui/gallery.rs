//! The gallery screen.
use super::app::App;
use egui::Ui;
#[derive(Default)]
pub(crate) struct GalleryState {}
pub(crate) fn show(app: &mut App, ui: &mut Ui) {
    let _ = (app, ui);
}
pub(crate) fn status(app: &App) -> (String, String) {
    let _ = app;
    (String::new(), String::new())
}
impl GalleryState {
    pub(crate) fn new(_: &crate::workbench::session::Wake) -> Self {
        Self::default()
    }
    pub(crate) fn poll(&mut self) {}
    pub(crate) fn focus_search(&mut self) {}
}
pub(crate) fn bar(app: &mut App, ui: &mut Ui) {
    let _ = (app, ui);
}
