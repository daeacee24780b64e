//! Where a piece lies in the listed solutions: a heat map, and its placements by their number.

use egui::{Rect, Role, ScrollArea, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};

use super::filter::place;
use crate::encode::Encoding;
use crate::puzzle::{PieceId, Puzzle};
use crate::text;
use crate::ui::action::{Action, Actions};
use crate::ui::drawing::figure_cache::{FigureCache, board};
use crate::ui::drawing::paint::{self, Look, Pen, Projection, rgb};
use crate::ui::widgets;
use crate::ui::widgets::theme::{GAP, Palette, RADIUS, regular};
use crate::workbench::Document;
use crate::workbench::solutions::browser::Browser;
use crate::workbench::solutions::listing::{ListSettings, PlacementCondition};
use crate::workbench::solutions::piece_positions::{PositionGroup, Positions};

/// Side of the button of a piece, in points.
const BUTTON: f32 = 28.0;
/// The greatest height of the heat map, in points.
const HEAT_HEIGHT: f32 = 140.0;
/// Columns of small boards, and how many are shown unless all are asked for.
const COLUMNS: usize = 3;
const FEW: usize = 9;
/// Height of the line with a number.
const LINE: f32 = 16.0;
/// Rows of buttons that are in view; further ones are scrolled to.
const PIECE_ROWS: usize = 5;

/// Shows the section, for a puzzle on a plane board.
pub(super) fn show(
    all: &mut bool,
    document: &Document,
    figures: &FigureCache,
    settings: &mut ListSettings,
    out: &mut Actions,
    ui: &mut Ui,
) {
    let (Some(browser), Some(encoding)) = (document.browser(), document.solved_encoding()) else {
        return;
    };
    let puzzle = document.solved_puzzle();
    widgets::section_title(ui, "Where a piece lies", "");
    pieces(browser, puzzle, encoding, figures, out, ui);
    let Some(positions) = browser.positions() else { return };
    ui.add_space(GAP);
    heat(positions, puzzle, figures, ui);
    ui.add_space(GAP);
    let groups = &positions.groups;
    let shown = if *all { groups.len() } else { groups.len().min(FEW) };
    let width = ((ui.available_width() + GAP) / COLUMNS as f32 - GAP).floor();
    for row in groups[..shown].chunks(COLUMNS) {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = GAP;
            for group in row {
                position(group, puzzle, encoding, figures, width, settings, ui);
            }
        });
        ui.add_space(GAP);
    }
    if groups.len() > FEW {
        let label = match *all {
            true => "Fewer positions".to_owned(),
            false => format!("All {} positions", text::grouped(groups.len() as u64)),
        };
        if widgets::Button::new(&label).small().show(ui).clicked() {
            *all = !*all;
        }
    }
}

/// A button for each piece; a second click on it ends the question. Only the rows in view cost
/// anything.
fn pieces(
    browser: &Browser,
    puzzle: &Puzzle,
    encoding: &Encoding,
    figures: &FigureCache,
    out: &mut Actions,
    ui: &mut Ui,
) {
    let lying: Vec<PieceId> = puzzle
        .pieces()
        .map(|(id, _)| id)
        .filter(|id| !encoding.placements_of(*id).is_empty())
        .collect();
    ui.spacing_mut().item_spacing.y = 4.0;
    let columns = ((ui.available_width() + 4.0) / (BUTTON + 4.0)).floor().max(1.0) as usize;
    // The bar takes room where there is one.
    let is_long = lying.len() > columns * PIECE_ROWS;
    let columns = if is_long { (columns - 1).max(1) } else { columns };
    let rows: Vec<&[PieceId]> = lying.chunks(columns).collect();
    let most = PIECE_ROWS as f32 * (BUTTON + 4.0) - 4.0;
    let area = ScrollArea::vertical().id_salt("pieces with positions").max_height(most);
    area.auto_shrink([false, true]).show_rows(ui, BUTTON, rows.len(), |ui, range| {
        for row in &rows[range] {
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 4.0;
                for &id in *row {
                    piece_button(browser, puzzle, figures, id, out, ui);
                }
            });
        }
    });
}

fn piece_button(
    browser: &Browser,
    puzzle: &Puzzle,
    figures: &FigureCache,
    id: PieceId,
    out: &mut Actions,
    ui: &mut Ui,
) {
    let piece = puzzle.piece(id);
    let chosen = browser.piece() == Some(id);
    let (rect, response) = ui.allocate_exact_size(vec2(BUTTON, BUTTON), Sense::CLICK);
    let palette = Palette::current(ui);
    response.widget_info(|| {
        let label = format!("Positions of {}", piece.name);
        WidgetInfo::selected(Role::Button, true, chosen, label)
    });
    if chosen {
        let stroke = Stroke::new(1.5, palette.accent);
        ui.painter().rect(rect, RADIUS, palette.accent_soft, stroke, StrokeKind::Inside);
    } else if response.hovered() {
        ui.painter().rect_filled(rect, RADIUS, palette.hover);
    }
    widgets::focus_ring(ui, &response, rect, RADIUS);
    figures.icon(ui.painter(), puzzle, id, rect.shrink(4.0));
    if response.on_hover_text(piece.name.as_str()).clicked() {
        out.push(Action::ShowPositions((!chosen).then_some(id)));
    }
}

/// The board, each site the stronger the more often the piece covers it.
fn heat(positions: &Positions, puzzle: &Puzzle, figures: &FigureCache, ui: &mut Ui) {
    let [across, down] = figures.board.bounds.size();
    let width = ui.available_width();
    let height = (width * (down / across.max(1e-3)) as f32).clamp(24.0, HEAT_HEIGHT);
    let (rect, response) = ui.allocate_exact_size(vec2(width, height), Sense::hover());
    let name = &puzzle.piece(positions.piece).name;
    response.widget_info(|| {
        WidgetInfo::labeled(Role::Image, true, format!("Heat map of piece {name}"))
    });
    let palette = Palette::current(ui);
    let painter = ui.painter_at(rect);
    let projection = Projection::fit(&figures.board.bounds, rect.shrink(1.0), 40.0);
    let most = positions.heat.iter().copied().fold(0.0, f32::max).max(f32::MIN_POSITIVE);
    let colour = rgb(puzzle.piece(positions.piece).colour.shade(palette.dark).fill);
    let fill = |n: usize| {
        let share = positions.heat.get(n).copied().unwrap_or(0.0);
        if share == 0.0 {
            return palette.empty_site;
        }
        paint::blend(palette.empty_site, colour, 0.1 + 0.9 * share / most)
    };
    board(Pen::new(&painter, projection), &figures.board, fill);
    legend(most, |share| paint::blend(palette.empty_site, colour, 0.1 + 0.9 * share), ui);
    if let Some(at) = response.hover_pos() {
        let at = projection.inverse(at);
        let sites = &figures.board.sites;
        if let Some(n) = crate::ui::canvas::sites::site_at(puzzle.lattice, sites, at) {
            let share = 100.0 * positions.heat.get(n).copied().unwrap_or(0.0);
            let site = puzzle.lattice.site_label(puzzle.board.sites()[n].site);
            response.on_hover_text(format!("{name} covers {site} in {share:.1} % of them."));
        }
    }
}

/// The colours of the heat map, from no solution to the greatest share of them.
fn legend(most: f32, colour: impl Fn(f32) -> egui::Color32, ui: &mut Ui) {
    const STEPS: usize = 7;
    let palette = Palette::current(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 24.0), Sense::hover());
    let words = format!("{:.0}\u{a0}% of the solutions", 100.0 * most);
    response.widget_info(|| {
        WidgetInfo::labeled(Role::Label, true, format!("Heat map from 0\u{a0}% to {words}"))
    });
    let none = widgets::Line::whole(ui, "0\u{a0}%", regular(11.0), palette.text2);
    let all = widgets::Line::whole(ui, &words, regular(11.0), palette.text2);
    let base = widgets::baseline(rect.center().y, 11.0);
    none.left(ui.painter(), rect.left(), base);
    let mut x = rect.left() + none.width() + 8.0;
    for step in 0..STEPS {
        let fill = match step {
            0 => palette.empty_site,
            n => colour(n as f32 / (STEPS - 1) as f32),
        };
        let place = Rect::from_min_size(pos2(x, rect.center().y - 6.0), vec2(12.0, 12.0));
        ui.painter().rect_filled(place, 0.0, fill);
        x += 12.0;
    }
    all.left(ui.painter(), x + 8.0, base);
}

/// A small board with the piece in one place; a click lists the solutions that have it there.
fn position(
    group: &PositionGroup,
    puzzle: &Puzzle,
    encoding: &Encoding,
    figures: &FigureCache,
    width: f32,
    settings: &mut ListSettings,
    ui: &mut Ui,
) {
    let [across, down] = figures.board.bounds.size();
    let height = (width * (down / across.max(1e-3)) as f32).clamp(16.0, width * 1.25).round();
    let size = vec2(width, height + LINE);
    let (rect, response) = ui.allocate_exact_size(size, Sense::CLICK);
    let palette = Palette::current(ui);
    let condition = PlacementCondition { option: group.option, present: true };
    let at = settings.placements.iter().position(|own| *own == condition);
    let piece = puzzle.piece(encoding.placement(group.option).piece);
    response.widget_info(|| {
        let place = place(puzzle, encoding, group.option);
        let number = text::count(group.solutions, "solution");
        let label = format!("{} at {place}: {number}", piece.name);
        WidgetInfo::selected(Role::Button, true, at.is_some(), label)
    });
    let picture = Rect::from_min_size(rect.min, vec2(width, height));
    if at.is_some() {
        let stroke = Stroke::new(1.5, palette.accent);
        ui.painter().rect_stroke(picture.expand(2.0), 3.0, stroke, StrokeKind::Outside);
    } else if response.hovered() {
        ui.painter().rect_filled(picture.expand(3.0), 3.0, palette.hover);
    }
    widgets::focus_ring(ui, &response, picture.expand(2.0), 3.0);
    let painter = ui.painter_at(rect.expand(2.0));
    let projection = Projection::fit(&figures.board.bounds, picture.shrink(1.0), 24.0);
    let pen = Pen::new(&painter, projection);
    board(pen, &figures.board, |_| palette.empty_site);
    let figure = figures.placement(encoding, group.option);
    let look = Look { grid: false, name: false, ..Look::thumbnail(palette, projection.scale) };
    paint::piece(pen, &figure, piece.colour, "", look);
    let number = text::grouped(group.solutions);
    let base = pos2(picture.left(), rect.bottom() - LINE / 2.0);
    let anchor = egui::Align2::LEFT_CENTER;
    painter.text(base, anchor, number, regular(11.0), palette.text2);
    let tip = "List the solutions that have the piece there.";
    if response.on_hover_text(tip).clicked() {
        match at {
            Some(at) => drop(settings.placements.remove(at)),
            None => settings.placements.push(condition),
        }
    }
}
