//! The options chosen so far, beside the links: the partial solution.

use egui::{Panel, Rect, Role, ScrollArea, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};

use super::Scene;
use crate::exact_cover::OptionId;
use crate::exact_cover::dancing_links::arrays::LinkArrays;
use crate::ui::widgets::theme::{Palette, regular, semibold};
use crate::ui::widgets::{self, Line, baseline};

/// Height of the row of an option, and how many are in view.
const ROW: f32 = 26.0;
const ROWS: usize = 3;
/// Height of the title with the room around the rows.
const AROUND: f32 = 60.0;

/// Shows the options at the foot of the panel.
pub(super) fn show(scene: &mut Scene, arrays: &LinkArrays, ui: &mut Ui) {
    let stepper = scene.stepper;
    let placed = &scene.picture.placed;
    let height = ROWS as f32 * ROW;
    // The room is always there, so that nothing jumps when an option comes or goes.
    let panel = Panel::bottom("chosen so far").exact_size(height + AROUND);
    panel.frame(egui::Frame::new()).show(ui, |ui| {
        widgets::separator(ui);
        widgets::section(ui, |ui| {
            let last = placed.len().checked_sub(1).and_then(|level| {
                let frame = stepper.frames().get(level)?;
                Some(format!("x{level} = {}", arrays.node(placed[level], frame.item)?))
            });
            widgets::section_title(ui, "Chosen so far", &last.unwrap_or_default());
            if placed.is_empty() {
                let palette = Palette::current(ui);
                widgets::elided(ui, "no option yet", regular(12.0), palette.text2, 200.0);
                return;
            }
            let area = ScrollArea::vertical().id_salt("chosen so far").max_height(height);
            area.stick_to_bottom(true).show(ui, |ui| {
                ui.spacing_mut().item_spacing.y = 0.0;
                for &option in placed {
                    row(scene, option, ui);
                }
            });
        });
    });
}

/// An option: its number, its items, and how many of all it covers.
fn row(scene: &mut Scene, option: OptionId, ui: &mut Ui) {
    let stepper = scene.stepper;
    let palette = Palette::current(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
    let problem = stepper.subject().problem();
    let items = stepper.option_items(option);
    let (covers, all) = (problem.option(option).len(), problem.items().len());
    let covers = format!("covers {covers} of {all} items");
    let number = (option.0 + 1).to_string();
    response.widget_info(|| {
        WidgetInfo::labeled(Role::Label, true, format!("Chosen option {number}, {items}, {covers}"))
    });
    if response.hovered() {
        scene.lit.point_at_option(option);
    }
    let painter = ui.painter();
    if scene.lit.option() == Some(option) {
        painter.rect_filled(rect, 2.0, palette.hover);
    }
    let number = Line::whole(ui, &number, semibold(11.0), palette.text);
    let width = (number.width() + 10.0).max(20.0);
    let middle = pos2(rect.left() + width / 2.0, rect.center().y);
    let chip = Rect::from_center_size(middle, vec2(width, 18.0));
    let stroke = Stroke::new(1.0, palette.accent);
    painter.rect(chip, 3.0, palette.accent_soft, stroke, StrokeKind::Inside);
    number.centre(painter, middle.x, baseline(middle.y, 11.0));
    let right = Line::whole(ui, &covers, regular(11.0), palette.text2);
    right.right(painter, rect.right(), baseline(rect.center().y, 11.0));
    let room = rect.width() - width - 20.0 - right.width();
    let items = Line::new(ui, &items, regular(13.0), palette.text, room.max(0.0));
    items.left(painter, chip.right() + 8.0, baseline(rect.center().y, 13.0));
}
