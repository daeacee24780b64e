//! A bar across the window.

use egui::{Align, Color32, Context, Frame, Layout, Margin, Panel, Ui, Vec2};

use super::focus;

/// The least size of a window in points that has room for menus, tabs and the middle of a screen.
const ROOMY: Vec2 = Vec2::new(720.0, 450.0);

/// Returns whether the window is smaller than that, as with large type: there one bar, with menus and
/// tabs behind buttons, stands for two.
pub(crate) fn is_compact(ctx: &Context) -> bool {
    let size = ctx.content_rect().size();
    size.x < ROOMY.x || size.y < ROOMY.y
}

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
