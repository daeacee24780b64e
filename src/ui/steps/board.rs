//! The board as it is at this step, or the options chosen where there is no board.

use egui::{
    Align2, Color32, Rect, Role, ScrollArea, Sense, Stroke, StrokeKind, Ui, WidgetInfo, vec2,
};

use super::{Hue, piece_name};
use crate::exact_cover::{OptionId, Step};
use crate::lattice::SiteForm;
use crate::ui::kit::{self, Line, baseline};
use crate::ui::paint::{self, Figures, Look, Projection, colours_of, middle};
use crate::ui::theme::{Palette, SIDE, regular, semibold};
use crate::words;
use crate::workbench::walk::{Picture, Subject, Walk};

/// Height of a line in the list of options chosen.
const ROW: f32 = 28.0;

/// Shows the upper part of the left panel.
pub(super) fn show(walk: &Walk, picture: &Picture, figures: Option<&mut Figures>, ui: &mut Ui) {
    match (walk.subject(), figures) {
        (Subject::Puzzle(..), Some(figures)) => {
            let caption = match walk.last() {
                Some(Step::Solution) => format!("solution {}", words::grouped(walk.solutions())),
                _ => "options left through a site".to_owned(),
            };
            kit::panel_head(ui, "Board", &caption, |_| ());
            board(walk, picture, figures, ui);
        }
        _ => {
            let caption = match walk.last() {
                Some(Step::Solution) => format!("solution {}", words::grouped(walk.solutions())),
                _ => "first to last".to_owned(),
            };
            kit::panel_head(ui, "Options chosen", &caption, |_| ());
            list(walk, picture, ui);
        }
    }
    kit::separator(ui);
}

fn board(walk: &Walk, picture: &Picture, figures: &mut Figures, ui: &mut Ui) {
    let Subject::Puzzle(puzzle, encoding) = walk.subject() else { return };
    let palette = Palette::of(ui);
    let width = ui.available_width();
    let inner = width - 2.0 * SIDE;
    let [across, down] = figures.board.bounds.size();
    let most = (ui.available_height() * 0.45).max(120.0);
    let height = (inner * (down / across.max(1e-3)) as f32).clamp(60.0, most).round();
    let (rect, response) = ui.allocate_exact_size(vec2(width, height + 2.0 * SIDE), Sense::hover());
    response.widget_info(|| {
        let placed = words::count(picture.placed.len() as u64, "piece");
        WidgetInfo::labeled(Role::Canvas, true, format!("Board of the step: {placed} placed"))
    });
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, 0.0, palette.canvas);
    let sticks = puzzle.lattice.form == SiteForm::Edge;
    let rect = rect.shrink(if sticks { SIDE + 6.0 } else { SIDE });
    let projection = Projection::fit(&figures.board.bounds, rect, 80.0);
    let look = Look::on_board(palette, projection.scale);
    figures.solution(&painter, palette, puzzle, encoding, &picture.placed, projection, look);

    let mut covered: Vec<OptionId> = picture.placed.clone();
    if let Some(option) = picture.trying {
        let figure = figures.placement(encoding, option);
        let placed = puzzle.piece(encoding.placement(option).piece);
        let mut options = picture.placed.clone();
        options.push(option);
        let colour = colours_of(puzzle, encoding, &options).pop().unwrap_or(placed.colour);
        let ghost = Look { cover: 0.72, ink: Some(palette.accent), ..look };
        paint::piece(&painter, palette, projection, &figure, colour, &placed.name, ghost);
        if !sticks {
            let halo = Stroke::new(6.0, palette.canvas);
            paint::outline_cells(&painter, projection, &figure, halo);
            let line = Stroke::new(3.0, palette.accent);
            paint::outline_cells(&painter, projection, &figure, line);
        }
        covered.push(option);
    }
    let mut taken = vec![false; puzzle.board.sites().len()];
    for site in covered.iter().flat_map(|&option| encoding.sites(option)) {
        if let Some(position) = puzzle.board.position(site) {
            taken[position] = true;
        }
    }
    // How many options are left through each open site, where there is room for a number.
    let size = (projection.scale * 0.27).clamp(0.0, 13.0);
    for (i, &item) in encoding.site_items.iter().enumerate() {
        let at = projection.at(middle(&figures.board.sites[i]));
        let chosen = picture.item == Some(item);
        if let (Some(count), true, false) = (picture.counts[item.index()], size >= 6.5, taken[i]) {
            let colour = match (chosen, picture.dead_end) {
                (true, true) => palette.alert,
                (true, false) => palette.accent,
                _ => palette.text3,
            };
            let font = if chosen { semibold(size) } else { regular(size) };
            if sticks {
                // A number on a line needs ground to stand on.
                painter.circle_filled(at, size * 0.8, palette.canvas);
            }
            painter.text(at, Align2::CENTER_CENTER, count.to_string(), font, colour);
        }
        if chosen {
            let colour = if picture.dead_end { palette.alert } else { palette.accent };
            let radius = (projection.scale * 0.36).clamp(4.0, 24.0);
            let ring = Rect::from_center_size(at, vec2(2.0 * radius, 2.0 * radius));
            let stroke = Stroke::new(2.0, colour);
            painter.rect_stroke(ring, 3.0, stroke, StrokeKind::Middle);
            if picture.dead_end && size < 6.5 {
                let corners = [ring.left_top(), ring.right_bottom()];
                painter.line_segment(corners, stroke);
            }
        }
    }
}

/// The options chosen so far, where there is no board to see them on.
fn list(walk: &Walk, picture: &Picture, ui: &mut Ui) {
    let palette = Palette::of(ui);
    let height = (ui.available_height() * 0.4).clamp(120.0, 300.0);
    let (whole, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    ui.painter().rect_filled(whole, 0.0, palette.canvas);
    let inner = whole.shrink2(vec2(SIDE, 8.0));
    // A child, not a scope: the cursor stands behind the whole list already.
    let ui = &mut ui.new_child(egui::UiBuilder::new().max_rect(inner));
    let options: Vec<OptionId> = picture.placed.iter().copied().chain(picture.trying).collect();
    if options.is_empty() {
        kit::paragraph(ui, "None yet.", regular(13.0), palette.text2);
        return;
    }
    ScrollArea::vertical().auto_shrink(false).stick_to_bottom(true).show(ui, |ui| {
        for &option in &options {
            let trying = picture.trying == Some(option);
            chosen_option(walk, option, trying, ui);
        }
    });
}

fn chosen_option(walk: &Walk, option: OptionId, trying: bool, ui: &mut Ui) {
    let palette = Palette::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
    let items = walk.option_items(option);
    let name = format!("Option {} chosen: {items}", option.0 + 1);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &name));
    let colour = if trying { palette.accent } else { palette.text };
    let base = baseline(rect.center().y, 13.0);
    let number = format!("{} {}", piece_name(walk, option), option.0 + 1);
    let number = Line::new(ui, number.trim(), regular(12.0), palette.text2, 60.0);
    number.right(ui.painter(), rect.left() + 28.0, base);
    let state = if trying { "trying" } else { "" };
    let state = Line::whole(ui, state, regular(12.0), palette.text2);
    state.right(ui.painter(), rect.right(), base);
    let room = rect.width() - 44.0 - state.width() - 8.0;
    let text = Line::new(ui, &items, semibold(13.0), colour, room);
    let ground: Color32 = Hue::of(palette, walk, option).fill;
    let mark = Rect::from_center_size(
        egui::pos2(rect.left() + 2.0 + 34.0, rect.center().y),
        vec2(4.0, 14.0),
    );
    ui.painter().rect_filled(mark, 1.0, if trying { palette.accent } else { ground });
    text.left(ui.painter(), rect.left() + 46.0, base);
}
