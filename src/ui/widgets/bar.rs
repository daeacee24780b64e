//! A bar across the window.

use egui::{Align, Color32, Frame, Layout, Margin, Panel, Ui, Vec2};

use super::focus;

/// A bar across the window.
pub(crate) fn bar(
    ui: &mut Ui,
    name: &'static str,
    height: f32,
    fill: Color32,
    add: impl FnOnce(&mut Ui),
) {
    let frame = Frame::new().fill(fill).inner_margin(Margin::symmetric(12, 0));
    let panel = if name == "status" { Panel::bottom(name) } else { Panel::top(name) };
    panel.exact_size(height).frame(frame).resizable(false).show(ui, |ui| {
        focus::part(ui, name, ui.max_rect().expand2(Vec2::new(12.0, 0.0)));
        ui.with_layout(Layout::left_to_right(Align::Center), add);
    });
}
