//! One solution of each variant, as a small picture. Only those in view are looked for and painted.

use egui::{Align2, Rect, Role, Sense, StrokeKind, Ui, WidgetInfo, pos2, vec2};

use super::list::{ListState, SCROLL, nothing};
use super::{Scene, select};
use crate::text;
use crate::ui::action::{Action, Actions};
use crate::ui::drawing::figure_cache::SolutionView;
use crate::ui::widgets::long_list::{BAR, View};
use crate::ui::widgets::theme::{Palette, RADIUS_NOTICE, SIDE, regular, semibold};
use crate::workbench::variants::VariantAction;

/// Room between pictures.
const GAP: f32 = 16.0;
/// Height of the line with name and number.
const LINE: f32 = 20.0;

/// Shows the pictures.
pub(super) fn show(state: &mut ListState, scene: Scene, out: &mut Actions, ui: &mut Ui) {
    let whole = ui.available_rect_before_wrap();
    if scene.table.order.is_empty() {
        return nothing(whole, scene, out, ui);
    }
    let room = whole.width() - 2.0 * SIDE - BAR * 0.5;
    let columns = ((room + GAP) / (state.size + GAP)).floor().max(1.0);
    let width = ((room + GAP) / columns - GAP).floor().max(16.0);
    // Boards of their own have no size in common.
    let own = scene.has_boards().then_some([1.0, 1.0]);
    let [across, down] = own.unwrap_or_else(|| scene.figures.thumbnail_size());
    let height = (width * (down / across.max(1e-3)) as f32).clamp(24.0, width * 1.25).round();
    let view = View { whole, pitch: height + LINE + GAP, inset: 0.0, name: SCROLL };
    state.follow(columns as u64, &view, scene, out, ui);
    let list = &state.list;
    let mut missing = Vec::new();
    for row in list.rows_in_view(&view) {
        let y = list.y_of(row as f64, &view) + GAP;
        for (column, n) in list.rows.items_of(row).enumerate() {
            let index = scene.table.order[n as usize];
            let x = whole.left() + SIDE + column as f32 * (width + GAP);
            let picture = Rect::from_min_size(pos2(x, y), vec2(width, height));
            if scene.variants.picture(index).is_none() {
                missing.push(index);
            }
            show_picture(index, picture, whole, scene, out, ui);
        }
    }
    if !missing.is_empty() && !scene.variants.wants(&missing) {
        out.push(Action::Variants(VariantAction::Pictures(missing)));
    }
}

fn show_picture(index: u32, picture: Rect, view: Rect, scene: Scene, out: &mut Actions, ui: &Ui) {
    let sense = picture.with_max_y(picture.bottom() + LINE).intersect(view);
    if !sense.is_positive() {
        return;
    }
    let (palette, painter) = (Palette::current(ui), ui.painter_at(view));
    let selected = index == scene.variants.selected();
    let name = scene.name(index);
    let response = ui.interact(sense, ui.scope_id().with(("picture", index)), Sense::CLICK);
    response.widget_info(|| {
        let label = format!("Picture of {name}: {}", scene.words(index));
        WidgetInfo::selected(Role::Button, true, selected, label)
    });
    let ring = picture.expand(5.0);
    if selected {
        let stroke = egui::Stroke::new(2.0, palette.accent);
        painter.rect(ring, RADIUS_NOTICE, palette.accent_soft, stroke, StrokeKind::Inside);
        painter.rect_filled(picture, 2.0, palette.canvas);
    } else if response.hovered() {
        painter.rect_filled(ring, RADIUS_NOTICE, palette.hover);
    }
    let options = scene.variants.picture(index).flatten().unwrap_or_default();
    let (puzzle, encoding) = (&*scene.listed.list.puzzle, &*scene.listed.encoding);
    let lying = SolutionView { puzzle, encoding, options };
    let own = scene.own_figures(index);
    let figures = own.as_deref().unwrap_or(scene.figures);
    figures.thumbnail(&painter, lying, picture.shrink(1.0));
    let (font, ink) =
        if selected { (semibold(11.0), palette.text) } else { (regular(11.0), palette.text2) };
    let base = picture.bottom() + 12.0;
    let number = scene.number(index).map_or_else(|| "·".to_owned(), text::grouped);
    let number = painter.text(
        pos2(picture.right(), base),
        Align2::RIGHT_CENTER,
        number,
        regular(11.0),
        palette.text3,
    );
    let room = number.left() - 6.0 - picture.left();
    let galley = crate::ui::drawing::label_layout::cut(&painter, &name, font, ink, room);
    painter.galley(pos2(picture.left(), base - galley.size().y / 2.0), galley, ink);
    if response.clicked() {
        select(index, out);
    }
}
