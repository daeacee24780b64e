//! The design screen.
use super::app::App;
use egui::Ui;
#[derive(Default)]
pub(crate) struct DesignState {}
pub(crate) fn show(app: &mut App, ui: &mut Ui) {
    let _ = (app, ui);
}
pub(crate) fn status(app: &App) -> (String, String) {
    let _ = app;
    (String::new(), String::new())
}
impl DesignState {
    pub(crate) fn step_placement(&mut self, _: &crate::workbench::Workbench, _: i64) {}
    pub(crate) fn fit(&mut self) {}
    pub(crate) fn zoom(&mut self, _: f32) {}
}
