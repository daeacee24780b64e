//! The rows of the matrix: each option with a mark in the column of each of its items, and the legend.

use egui::{Align2, Painter, Rect, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};

use super::plan::Plan;
use crate::exact_cover::{ItemId, OptionId};
use crate::ui::drawing::paint::blend;
use crate::ui::steps::{Hue, Scene, piece_name};
use crate::ui::widgets::theme::{Palette, SIDE, regular, semibold};
use crate::ui::widgets::{Line, baseline};
use crate::workbench::stepper::{Standing, Stepper};

/// Side of a mark in the matrix, and of the mark of an option that is not alive.
const MARK: f32 = 12.0;
const FAINT_MARK: f32 = 7.0;

/// The state of an option so far, in words.
fn standing_words(standing: Standing) -> &'static str {
    match standing {
        Standing::Chosen => "chosen",
        Standing::Tried => "tried",
        Standing::Trying => "trying",
        Standing::Left => "not tried",
        Standing::Alive => "alive",
        Standing::Leaving => "being removed",
        Standing::Gone => "removed",
    }
}

/// Shows the row of an option.
pub(super) fn option_row(
    scene: &mut Scene,
    plan: &Plan,
    option: OptionId,
    rect: Rect,
    ui: &mut Ui,
) {
    let (stepper, picture) = (scene.stepper, scene.picture);
    let palette = Palette::current(ui);
    let painter = ui.painter().clone();
    let standing = picture.standing[option.index()];
    let name = piece_name(stepper, option);
    let response = ui.interact(rect, ui.scope_id().with(("option", option.0)), Sense::hover());
    response.widget_info(|| {
        let (words, state) = (stepper.option_words(option), standing_words(standing));
        WidgetInfo::labeled(Role::Label, true, format!("Row {}, {words}: {state}", option.0 + 1))
    });
    if let Some(pointer) = response.hover_pos().filter(|_| response.hovered()) {
        scene.lit.point_at_option(option);
        let column = (pointer.x - rect.left() - plan.labels) / plan.pitch;
        let item = ItemId(column.max(0.0) as u32);
        let items = stepper.subject().problem().option(option).items();
        if column >= 0.0 && items.contains(&item) {
            scene.lit.point_at_item(item);
        }
    }
    // While something is tried what is not part of it steps back.
    let bold = matches!(standing, Standing::Trying | Standing::Chosen | Standing::Alive);
    let bold = bold || standing == Standing::Left && picture.trying.is_none();
    let strong = if bold { palette.text } else { palette.text3 };
    let base = baseline(rect.center().y, plan.letters());
    let font = if matches!(standing, Standing::Trying | Standing::Chosen) {
        semibold(plan.letters())
    } else {
        regular(plan.letters())
    };
    let shown = if plan.named { name } else { "" };
    Line::new(ui, shown, font.clone(), strong, 72.0).left(&painter, rect.left() + 4.0, base);
    let number = Line::whole(ui, &(option.0 + 1).to_string(), font, strong);
    number.right(&painter, rect.left() + plan.labels - 10.0, base);
    paint_marks(stepper, plan, option, rect, (bold, standing == Standing::Gone), ui);
}

/// Paints a mark in the column of each item of an option, which is bold or gone or neither; `rect`
/// is its row.
fn paint_marks(
    stepper: &Stepper,
    plan: &Plan,
    option: OptionId,
    rect: Rect,
    (bold, gone): (bool, bool),
    ui: &Ui,
) {
    let (palette, painter) = (Palette::current(ui), ui.painter());
    let hue = Hue::new(palette, stepper, option);
    let problem = stepper.subject().problem();
    let left = rect.left() + plan.labels;
    let widest = (plan.pitch - 1.0).max(2.0);
    for cell in problem.option(option) {
        let at = pos2(left + plan.middle(cell.item), rect.center().y);
        let size = if bold || gone { MARK } else { FAINT_MARK } * plan.zoom;
        let mark = Rect::from_center_size(at, vec2(size.min(widest), size));
        mark_at(mark, &hue, (bold, gone), palette, painter);
        if cell.colour != 0 && plan.has_names {
            let letter: String = problem.colour_name(cell.colour).chars().take(1).collect();
            let ink = if bold { hue.label } else { palette.text2 };
            painter.text(at, Align2::CENTER_CENTER, letter, semibold(plan.letters()), ink);
        }
    }
}

/// Paints a mark: full and framed where it is bold, small and pale where it is not, an outline
/// where it is gone.
fn mark_at(
    mark: Rect,
    hue: &Hue,
    (bold, gone): (bool, bool),
    palette: &Palette,
    painter: &Painter,
) {
    let radius = if mark.width() < 5.0 { 0.0 } else { 2.5 };
    match (bold, gone) {
        (_, true) => {
            let stroke = Stroke::new(1.0, palette.grid);
            painter.rect_stroke(mark, radius, stroke, StrokeKind::Inside);
        }
        (true, false) if mark.width() >= 5.0 => {
            // In the dark the pieces' own outlines are dark, too.
            let line = if palette.dark { palette.text } else { hue.outline };
            let stroke = Stroke::new(1.0, line);
            painter.rect(mark, radius, hue.fill, stroke, StrokeKind::Inside);
        }
        (true, false) => {
            // Too narrow for a frame: the colour of the frame where that is the stronger one.
            let fill = if palette.dark { hue.fill } else { hue.outline };
            painter.rect_filled(mark, radius, fill);
        }
        (false, false) => {
            painter.rect_filled(mark, radius, blend(palette.canvas, hue.fill, 0.5));
        }
    }
}

/// Draws the legend of the marks.
pub(super) fn legend(rect: Rect, ui: &Ui) {
    let palette = Palette::current(ui);
    let painter = ui.painter();
    let hue = Hue { fill: palette.text2, outline: palette.text, label: palette.canvas };
    let y = rect.center().y;
    let mut x = rect.left() + SIDE;
    let looks = [
        ((true, false), MARK, "alive or chosen"),
        ((false, false), FAINT_MARK, "removed by this option, or not tried"),
        ((false, true), MARK, "removed before"),
    ];
    for (look, size, words) in looks {
        let line = Line::whole(ui, words, regular(11.0), palette.text2);
        if x + 20.0 + line.width() > rect.right() - 8.0 {
            break;
        }
        let mark = Rect::from_center_size(pos2(x + 6.0, y), vec2(size, size));
        mark_at(mark, &hue, look, palette, painter);
        line.left(painter, x + 20.0, baseline(y, 11.0));
        x += 20.0 + line.width() + 18.0;
    }
    let keys = Line::whole(ui, "Ctrl+wheel zooms", regular(11.0), palette.text3);
    if x + keys.width() < rect.right() - SIDE {
        keys.right(painter, rect.right() - SIDE, baseline(y, 11.0));
    }
}
