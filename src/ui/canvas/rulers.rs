//! The numbers beside a board.

use egui::{Align2, pos2};

use crate::lattice::{Point, Rulers, SiteForm};
use crate::picture::Bounds;
use crate::ui::drawing::figure_cache::BoardFigures;
use crate::ui::drawing::label_layout;
use crate::ui::drawing::paint::Pen;
use crate::ui::widgets::theme::regular;

/// Numbers along the upper and left side of the board. Only where the axes are square and lie in
/// one plane, and a period has one column.
pub(crate) fn rulers(pen: Pen, board: &BoardFigures, bounds: Bounds) {
    let Pen { painter, palette, projection } = pen;
    let lattice = board.page.lattice();
    let column = |p: Point| (lattice.address.of_site)(p)[0];
    let site = Point::from(lattice.classes[0].residue);
    let columns = column(site + Point::new(lattice.period, 0, 0)) - column(site);
    if !lattice.axes.are_square() || lattice.dimension != 2 || columns != 1 {
        return;
    }
    let (shift, extra) = match lattice.address.rulers {
        Rulers::Sites => (0.5, 0),
        Rulers::Corners => (0.0, 1),
    };
    // Numbers need some room each: every one, every 5th, or every 20th.
    let step =
        [1, 5, 20, 100].into_iter().find(|&s| projection.scale * s as f32 >= 20.0).unwrap_or(100);
    let gap = 14.0 + if lattice.form == SiteForm::Edge { 0.1 * projection.scale } else { 0.0 };
    let origin = projection.at(bounds.min);
    let clip = painter.clip_rect();
    // The rulers stay in sight when the board is moved beyond the edge of the canvas.
    let top = (origin.y - gap).max(clip.top() + 12.0);
    let left = (origin.x - gap).max(clip.left() + 14.0);
    let range = |k: usize| {
        let (from, to) = (bounds.min[k].round() as i64, bounds.max[k].round() as i64);
        (from..to + extra).filter(move |n| {
            let shown = if extra == 0 { n + 1 } else { *n };
            shown % step == 0 || step > 1 && shown == 1 - extra
        })
    };
    let named = board.scenery.as_ref().map(|scenery| &scenery.captions);
    let caption = |k: usize, n: i64| match named.filter(|names| !names[k].is_empty()) {
        Some(names) => names[k].get(n as usize).cloned().unwrap_or_default(),
        None => (n + 1 - extra).to_string(),
    };
    for n in range(0) {
        let x = projection.at([n as f64 + shift, 0.0]).x;
        let room = projection.scale * step as f32 - 4.0;
        let galley = label_layout::cut(painter, &caption(0, n), regular(12.0), palette.text3, room);
        let rect = Align2::CENTER_CENTER.anchor_size(pos2(x, top), galley.size());
        if origin.y - gap < top {
            painter.rect_filled(rect.expand2(egui::vec2(3.0, 1.0)), 3.0, palette.canvas);
        }
        painter.galley(rect.min, galley, palette.text3);
    }
    for n in range(1) {
        let y = projection.at([0.0, n as f64 + shift]).y;
        let galley = painter.layout_no_wrap(caption(1, n), regular(12.0), palette.text3);
        let rect = Align2::RIGHT_CENTER.anchor_size(pos2(left, y), galley.size());
        if origin.x - gap < left {
            painter.rect_filled(rect.expand2(egui::vec2(3.0, 1.0)), 3.0, palette.canvas);
        }
        painter.galley(rect.min, galley, palette.text3);
    }
}
