//! The head of the matrix: the kinds of the items, their names, and in how many options each is.

use egui::{
    Align2, Color32, FontId, Painter, Rangef, Rect, Role, Sense, Stroke, Ui, WidgetInfo,
    epaint::TextShape, pos2, vec2,
};

use super::Rows;
use super::plan::{GROUPS, Plan};
use crate::exact_cover::ItemId;
use crate::text;
use crate::ui::drawing::paint::blend;
use crate::ui::steps::Scene;
use crate::ui::widgets::theme::{Palette, regular, semibold};
use crate::ui::widgets::{Line, baseline};
use crate::workbench::stepper::{CountChange, Picture, Stepper};

impl Rows<'_> {
    /// The kinds of the items above their columns, and a line where another kind begins.
    pub(super) fn groups(&self, stepper: &Stepper, bottom: f32, ui: &mut Ui) {
        let palette = Palette::current(ui);
        let groups = stepper.item_groups();
        if groups.len() < 2 {
            return;
        }
        for (n, group) in groups.iter().enumerate() {
            let [from, to] = [group.items.start, group.items.end]
                .map(|item| self.left() + item as f32 * self.plan.pitch);
            let place = Rect::from_min_max(pos2(from, self.origin.y), pos2(to, bottom));
            let head = Rect::from_min_size(place.min, vec2(place.width(), GROUPS));
            let label = ui.interact(head, ui.scope_id().with(("group", n)), Sense::hover());
            let words = format!("{}: {}", group.name, group.items.len());
            label.widget_info(|| WidgetInfo::labeled(Role::Label, true, &words));
            label.on_hover_text(words);
            let painter = ui.painter();
            if n > 0 {
                // Beside the names of the kinds and the rows, not through the names of the items,
                // which are wider than their columns.
                let (line, x) = (Stroke::new(1.0, palette.border), from.round() - 0.5);
                painter.vline(x, head.y_range(), line);
                painter.vline(x, Rangef::new(self.origin.y + self.plan.head, bottom), line);
            }
            let room = place.width() - 6.0;
            let name = Line::new(ui, &group.name, semibold(11.0), palette.text2, room);
            // Half a word says nothing.
            if !name.elided() {
                name.left(painter, from + 4.0, baseline(head.center().y - 2.0, 11.0));
            }
        }
    }

    /// The names of the items and in how many options each is.
    pub(super) fn head(&self, scene: &mut Scene, ui: &mut Ui) {
        let palette = Palette::current(ui);
        let (stepper, picture, plan) = (scene.stepper, scene.picture, self.plan);
        let painter = ui.painter().clone();
        let bottom = self.origin.y + plan.head - 4.0 * plan.zoom;
        let caption = |text: &str, y: f32| {
            let at = pos2(self.origin.x, y);
            painter.text(at, Align2::LEFT_CENTER, text, regular(plan.letters()), palette.text3);
        };
        caption("item", plan.name_line(false, bottom).1);
        caption("options", plan.count_line(false, bottom).1);
        for item in (0..plan.items).map(|i| ItemId(i as u32)) {
            let x = self.left() + plan.middle(item);
            let half = plan.pitch / 2.0;
            let place = Rect::from_min_max(
                pos2(x - half, self.origin.y + GROUPS),
                pos2(x + half, self.origin.y + plan.head),
            );
            if !ui.is_rect_visible(place) {
                continue;
            }
            let response = ui.interact(place, ui.scope_id().with(("item", item.0)), Sense::hover());
            let words = item_standing(stepper, picture, item);
            response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &words));
            if response.hovered() {
                scene.lit.point_at_item(item);
            }
            response.on_hover_text(words);
            let chosen = picture.item == Some(item);
            let is_lit = scene.lit.item() == Some(item) && !has_chosen_beside(picture, item, plan);
            if plan.has_names || chosen || is_lit {
                self.column_head(scene, item, [x, bottom], &painter);
            }
        }
    }

    fn column_head(&self, scene: &Scene, item: ItemId, [x, bottom]: [f32; 2], painter: &Painter) {
        let palette = Palette::current(painter.ctx());
        let (picture, plan) = (scene.picture, self.plan);
        let (count, chosen) = (picture.counts[item.index()], picture.item == Some(item));
        let change = picture.change(item).filter(|change| change.after.is_some() && !chosen);
        let colour = match (count, chosen, picture.dead_end) {
            (_, true, true) => palette.alert,
            (_, true, false) => palette.accent,
            (Some(_), ..) => palette.text,
            (None, ..) => blend(palette.canvas, palette.text3, 0.55),
        };
        let font = if chosen { semibold(plan.letters()) } else { regular(plan.letters()) };
        let column = ColumnHead { plan, x, bottom, upper: item.0 % 2 == 1, font, colour };
        column.paint_name(&scene.stepper.item_letters(item), painter);
        let Some(count) = count else { return };
        match change.and_then(|change| change.before) {
            Some(before) => column.paint_change(before, count, painter),
            None => column.paint_count(count, painter),
        }
    }
}

/// Returns whether the chosen item's name is shown where that of another would be.
fn has_chosen_beside(picture: &Picture, item: ItemId, plan: &Plan) -> bool {
    let near = |chosen: ItemId| chosen.0.abs_diff(item.0) as f32 * plan.pitch < 60.0;
    !plan.has_names && picture.item.is_some_and(|chosen| chosen != item && near(chosen))
}

/// Describes the state of an item at this step.
fn item_standing(stepper: &Stepper, picture: &Picture, item: ItemId) -> String {
    let what = stepper.item_words(item);
    let chosen = picture.item == Some(item);
    if let Some(CountChange { before: Some(before), after: Some(after), .. }) = picture.change(item)
        && !chosen
    {
        return format!("{what}: from {before} to {}", text::count(u64::from(after), "option"));
    }
    match picture.counts[item.index()] {
        _ if chosen && picture.dead_end => format!("{what}: no option left"),
        Some(n) if chosen => format!("{what}: chosen, {}", text::count(u64::from(n), "option")),
        Some(n) => format!("{what}: {}", text::count(u64::from(n), "option")),
        None => format!("{what}: covered"),
    }
}

/// The head of the column of an item.
struct ColumnHead<'a> {
    plan: &'a Plan,
    /// The middle of the column.
    x: f32,
    /// Where the counts end, above the rows.
    bottom: f32,
    /// True if its name and count stand higher, as those of every other column do.
    upper: bool,
    font: FontId,
    colour: Color32,
}

impl ColumnHead<'_> {
    fn paint_name(&self, name: &str, painter: &Painter) {
        let (end, middle) = self.plan.name_line(self.upper, self.bottom);
        if self.plan.turned {
            self.paint_turned(text::shortened(name, 12), end - 2.0, painter);
        } else {
            self.paint_upright(name, middle, painter);
        }
    }

    fn paint_count(&self, count: u32, painter: &Painter) {
        let (end, middle) = self.plan.count_line(self.upper, self.bottom);
        if self.plan.tall {
            self.paint_turned(count.to_string(), end, painter);
        } else {
            self.paint_upright(&count.to_string(), middle, painter);
        }
    }

    /// Paints a count that a step has changed: the one before, an arrow, and the new one, as far as
    /// there is room.
    fn paint_change(&self, before: u32, after: u32, painter: &Painter) {
        let palette = Palette::current(painter.ctx());
        let font = semibold(self.font.size);
        let lit = ColumnHead { font: font.clone(), colour: palette.accent, ..*self };
        let line = |text: String, colour| painter.layout_no_wrap(text, font.clone(), colour);
        let (old, new) = (before.to_string(), after.to_string());
        let (old, new) = (line(old, palette.text3), line(new, palette.accent));
        let arrow = 0.6 * self.font.size;
        let width = old.size().x + new.size().x + arrow;
        if width + 2.0 > self.plan.pitch {
            return lit.paint_count(after, painter);
        }
        let (_, y) = self.plan.count_line(self.upper, self.bottom);
        let top = y - old.size().y / 2.0;
        let from = self.x - width / 2.0;
        let to = from + old.size().x + arrow;
        painter.galley(pos2(from, top), old, palette.text3);
        painter.galley(pos2(to, top), new, palette.accent);
        let stroke = Stroke::new(1.2, palette.accent);
        let (start, end) = (pos2(to - arrow + 1.0, y), pos2(to - 1.0, y));
        painter.line_segment([start, end], stroke);
        for dy in [-2.5, 2.5] {
            painter.line_segment([end, end + vec2(-2.5, dy)], stroke);
        }
    }

    fn paint_upright(&self, text: &str, y: f32, painter: &Painter) {
        let at = pos2(self.x, y);
        painter.text(at, Align2::CENTER_CENTER, text, self.font.clone(), self.colour);
    }

    /// Paints a text turned to the left: what was its left end is its lower end.
    fn paint_turned(&self, text: String, lower_end: f32, painter: &Painter) {
        let line = painter.layout_no_wrap(text, self.font.clone(), self.colour);
        let at = pos2(self.x - line.size().y / 2.0, lower_end);
        let text = TextShape::new(at, line, self.colour);
        painter.add(text.with_angle(-std::f32::consts::FRAC_PI_2));
    }
}
