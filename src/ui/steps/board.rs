//! The board as it is at this step, or the options chosen where there is no board.

use egui::{
    Align2, Color32, Painter, Pos2, Rect, Role, ScrollArea, Sense, Shape, Stroke, StrokeKind, Ui,
    WidgetInfo, vec2,
};

use super::{Hue, piece_name};
use crate::exact_cover::{OptionId, Step};
use crate::lattice::SiteForm;
use crate::picture::Xy;
use crate::text;
use crate::ui::figure_cache::{FigureCache, SolutionView, colours_of};
use crate::ui::label_layout::LEAST_LETTERS;
use crate::ui::paint::{self, Look, Projection, middle};
use crate::ui::space::SpaceState;
use crate::ui::theme::{Palette, SIDE, regular, semibold};
use crate::ui::widgets::{self, Line, baseline};
use crate::workbench::Command;
use crate::workbench::stepper::{Picture, Stepper, Subject};

/// Height of a line in the list of options chosen.
const ROW: f32 = 28.0;

/// Shows the upper part of the left panel; what was asked for there.
pub(super) fn show(
    stepper: &Stepper,
    picture: &Picture,
    figures: Option<&FigureCache>,
    space: &mut SpaceState,
    ui: &mut Ui,
) -> Option<Command> {
    let solved = match stepper.last() {
        Some(Step::Solution) => Some(format!("solution {}", text::grouped(stepper.solutions()))),
        _ => None,
    };
    let mut asked = None;
    match (stepper.subject(), figures) {
        (Subject::Puzzle(puzzle, _), Some(figures)) => {
            let usual = format!("options left through {}", puzzle.lattice.a_site());
            widgets::panel_head(ui, "Board", &solved.unwrap_or(usual), |_| ());
            if figures.solid.is_some() {
                asked = super::space::show(stepper, picture, figures, space, ui);
            } else {
                board(stepper, picture, figures, ui);
            }
        }
        _ => {
            let usual = "first to last".to_owned();
            widgets::panel_head(ui, "Options chosen", &solved.unwrap_or(usual), |_| ());
            list(stepper, picture, ui);
        }
    }
    widgets::separator(ui);
    asked
}

/// What is written into an open site.
pub(super) struct Count {
    /// How many options are left through it.
    pub(super) left: Option<u32>,
    /// Whether it is the one that the search branches on.
    pub(super) chosen: bool,
    /// Whether nothing is left for that one.
    pub(super) dead_end: bool,
    /// How wide the number may be, in points.
    pub(super) room: f32,
    /// The corners of the site, if a ring of four sides does not suit it.
    pub(super) corners: Vec<Pos2>,
    /// What the number stands on.
    pub(super) ground: Color32,
}

/// Writes how many options are left, if there is room for the number, and rings the site chosen.
pub(super) fn count_at(painter: &Painter, palette: &Palette, at: Pos2, scale: f32, count: &Count) {
    let colour = match (count.chosen, count.dead_end) {
        (true, true) => palette.alert,
        (true, false) => palette.accent,
        _ => palette.text3,
    };
    let size = (scale * 0.27).clamp(LEAST_LETTERS, 13.0);
    let mut written = false;
    if let Some(left) = count.left {
        let font = if count.chosen { semibold(size) } else { regular(size) };
        let number = painter.layout_no_wrap(text::grouped(left.into()), font, colour);
        written = number.size().x + 2.0 <= count.room && size + 2.0 <= scale;
        if written {
            if count.ground != Color32::TRANSPARENT {
                painter.circle_filled(at, size * 0.8, count.ground);
            }
            let rect = Align2::CENTER_CENTER.anchor_size(at, number.size());
            painter.galley(rect.min, number, colour);
        }
    }
    if count.chosen {
        let radius = (scale * 0.36).clamp(4.0, 24.0);
        let ring = Rect::from_center_size(at, vec2(2.0 * radius, 2.0 * radius));
        let stroke = Stroke::new(2.0, colour);
        if count.corners.is_empty() {
            painter.rect_stroke(ring, 3.0, stroke, StrokeKind::Middle);
        } else {
            let inside = count.corners.iter().map(|&corner| at + (corner - at) * 0.8).collect();
            painter.add(Shape::closed_line(inside, stroke));
        }
        if count.dead_end && !written {
            painter.line_segment([ring.left_top(), ring.right_bottom()], stroke);
        }
    }
}

/// How wide a number in a cell may be: as wide as the circle inside it, in units.
fn inside(corners: &[Xy]) -> f32 {
    let [x, y] = middle(corners);
    let distances = (0..corners.len()).map(|i| {
        let ([ax, ay], [bx, by]) = (corners[i], corners[(i + 1) % corners.len()]);
        let (dx, dy) = (bx - ax, by - ay);
        (dx * (y - ay) - dy * (x - ax)).abs() / dx.hypot(dy).max(1e-9)
    });
    2.0 * distances.fold(f64::INFINITY, f64::min) as f32
}

fn board(stepper: &Stepper, picture: &Picture, figures: &FigureCache, ui: &mut Ui) {
    let Subject::Puzzle(puzzle, encoding) = stepper.subject() else { return };
    let palette = Palette::current(ui);
    let width = ui.available_width();
    let inner = width - 2.0 * SIDE;
    let [across, down] = figures.board.bounds.size();
    let most = (ui.available_height() * 0.45).max(120.0);
    let height = (inner * (down / across.max(1e-3)) as f32).clamp(60.0, most).round();
    let (rect, response) = ui.allocate_exact_size(vec2(width, height + 2.0 * SIDE), Sense::hover());
    response.widget_info(|| {
        let placed = text::count(picture.placed.len() as u64, "piece");
        WidgetInfo::labeled(Role::Canvas, true, format!("Board of the step: {placed} placed"))
    });
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, 0.0, palette.canvas);
    let sticks = puzzle.lattice.form == SiteForm::Edge;
    let rect = rect.shrink(if sticks { SIDE + 6.0 } else { SIDE });
    let projection = Projection::fit(&figures.board.bounds, rect, 80.0);
    let look = Look::on_board(palette, projection.scale);
    let lying = SolutionView { puzzle, encoding, options: &picture.placed };
    figures.solution(&painter, palette, lying, projection, look);

    if let Some(option) = picture.trying {
        paint_trying(&painter, palette, projection, lying, figures, option);
    }
    let mut taken = vec![false; puzzle.board.sites().len()];
    let covering = picture.placed.iter().chain(&picture.trying);
    for site in covering.flat_map(|&option| encoding.sites(option)) {
        if let Some(position) = puzzle.board.position(site) {
            taken[position] = true;
        }
    }
    // What stands there already says enough.
    let is_given = |i: usize| puzzle.text(puzzle.board.sites()[i].site).is_some();
    for (i, &item) in encoding.site_items.iter().enumerate() {
        let corners = &figures.board.sites[i];
        let count = Count {
            left: picture.counts[item.index()].filter(|_| !taken[i] && !is_given(i)),
            chosen: picture.item == Some(item),
            dead_end: picture.dead_end,
            room: projection.scale * if sticks { 0.7 } else { inside(corners) },
            corners: match corners.len() {
                3 | 6 => corners.iter().map(|&corner| projection.at(corner)).collect(),
                _ => Vec::new(),
            },
            // A number on a line needs ground to stand on.
            ground: if sticks { palette.canvas } else { Color32::TRANSPARENT },
        };
        count_at(&painter, palette, projection.at(middle(corners)), projection.scale, &count);
    }
}

/// Paints the placement that is tried, as a ghost over the pieces that lie there.
fn paint_trying(
    painter: &Painter,
    palette: &Palette,
    projection: Projection,
    lying: SolutionView,
    figures: &FigureCache,
    option: OptionId,
) {
    let SolutionView { puzzle, encoding, options } = lying;
    let figure = figures.placement(encoding, option);
    let placed = puzzle.piece(encoding.placement(option).piece);
    let mut options = options.to_vec();
    options.push(option);
    let colour = colours_of(puzzle, encoding, &options).pop().unwrap_or(placed.colour);
    let look = Look::on_board(palette, projection.scale);
    let ghost = Look { cover: 0.72, ink: Some(palette.accent), ..look };
    paint::piece(painter, palette, projection, &figure, colour, &placed.name, ghost);
    if puzzle.lattice.form != SiteForm::Edge {
        let halo = Stroke::new(6.0, palette.canvas);
        paint::outline_cells(painter, projection, &figure, halo);
        let line = Stroke::new(3.0, palette.accent);
        paint::outline_cells(painter, projection, &figure, line);
    }
}

/// The options chosen so far, where there is no board to see them on.
fn list(stepper: &Stepper, picture: &Picture, ui: &mut Ui) {
    let palette = Palette::current(ui);
    let height = (ui.available_height() * 0.4).clamp(120.0, 300.0);
    let (whole, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    ui.painter().rect_filled(whole, 0.0, palette.canvas);
    let inner = whole.shrink2(vec2(SIDE, 8.0));
    // A child, not a scope: the cursor stands behind the whole list already.
    let ui = &mut ui.new_child(egui::UiBuilder::new().max_rect(inner));
    let options: Vec<OptionId> = picture.placed.iter().copied().chain(picture.trying).collect();
    if options.is_empty() {
        widgets::paragraph(ui, "None yet.", regular(13.0), palette.text2);
        return;
    }
    ScrollArea::vertical().auto_shrink(false).stick_to_bottom(true).show(ui, |ui| {
        for &option in &options {
            let trying = picture.trying == Some(option);
            chosen_option(stepper, option, trying, ui);
        }
    });
}

fn chosen_option(stepper: &Stepper, option: OptionId, trying: bool, ui: &mut Ui) {
    let palette = Palette::current(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
    let items = stepper.option_items(option);
    let name = format!("Option {} chosen: {items}", option.0 + 1);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &name));
    let colour = if trying { palette.accent } else { palette.text };
    let base = baseline(rect.center().y, 13.0);
    let number = format!("{} {}", piece_name(stepper, option), option.0 + 1);
    let number = Line::new(ui, number.trim(), regular(12.0), palette.text2, 60.0);
    number.right(ui.painter(), rect.left() + 28.0, base);
    let state = if trying { "trying" } else { "" };
    let state = Line::whole(ui, state, regular(12.0), palette.text2);
    state.right(ui.painter(), rect.right(), base);
    let room = rect.width() - 44.0 - state.width() - 8.0;
    let text = Line::new(ui, &items, semibold(13.0), colour, room);
    let ground: Color32 = Hue::new(palette, stepper, option).fill;
    let mark = Rect::from_center_size(
        egui::pos2(rect.left() + 2.0 + 34.0, rect.center().y),
        vec2(4.0, 14.0),
    );
    ui.painter().rect_filled(mark, 1.0, if trying { palette.accent } else { ground });
    text.left(ui.painter(), rect.left() + 46.0, base);
}
