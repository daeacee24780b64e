//! The run screen.
use super::app::App;
use egui::Ui;
#[derive(Default)]
pub(crate) struct RunState {}
pub(crate) fn show(app: &mut App, ui: &mut Ui) {
    let _ = (app, ui);
}
pub(crate) fn status(app: &App) -> (String, String) {
    let _ = app;
    (String::new(), String::new())
}
