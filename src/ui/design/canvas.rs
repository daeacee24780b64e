//! The board on the canvas: heat, marks, rulers, the placement in hand; zoom and pan.

use std::sync::Arc;

use egui::{
    Align2, Color32, Painter, PointerButton, Pos2, Rect, Role, Sense, Shape, Stroke, Ui, Vec2,
    WidgetInfo, pos2, vec2,
};

use super::Shown;
use crate::lattice::{Axes, Lattice, Rulers, SiteForm};
use crate::picture::Xy;
use crate::puzzle::BoardSite;
use crate::ui::app::App;
use crate::ui::paint::{self, BoardFigures, Look, Projection};
use crate::ui::theme::{Palette, regular, semibold};
use crate::words;
use crate::workbench::facts::Analysis;

/// Room around the board for rulers, in points.
const MARGIN: f32 = 56.0;
/// The largest scale at which a whole board is shown.
const LARGEST: f32 = 96.0;
/// From this scale on, sites bear their numbers.
const NUMBERED: f32 = 36.0;
/// Every site up to this number is told to screen readers by itself.
const MOST_NODES: usize = 2000;

/// Draws the canvas and takes the pointer's gestures. Returns the cell that has the focus, if
/// something can be written there.
pub(super) fn show(app: &mut App, ui: &mut Ui) -> Option<usize> {
    let palette = Palette::of(ui);
    let writable = super::givens::sudoku(app).is_some();
    let rect = ui.available_rect_before_wrap();
    let response = ui.allocate_rect(rect, Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, "Board"));
    let (Some(document), Some(figures)) = (&app.bench.document, &mut app.figures) else {
        return None;
    };
    let state = &mut app.design;

    if response.dragged_by(PointerButton::Middle) || response.dragged_by(PointerButton::Secondary) {
        state.pan += response.drag_delta();
    }
    let fitted = Projection::fit(&figures.board.bounds, rect.shrink(MARGIN), LARGEST);
    let pointer = response.hover_pos();
    if let Some(pointer) = pointer {
        // The wheel zooms about the pointer; with Ctrl held egui reports the same as a zoom.
        let wheel = ui.input(|i| i.smooth_scroll_delta().y);
        let factor = ui.input(|i| i.zoom_delta()) * (wheel / 360.0).exp();
        if (factor - 1.0).abs() > 1e-4 {
            let zoom = (state.zoom * factor).clamp(0.2, 40.0);
            let from_middle = pointer - rect.center() - state.pan;
            state.pan -= from_middle * (zoom / state.zoom - 1.0);
            state.zoom = zoom;
        }
    }
    let projection = Projection {
        scale: fitted.scale * state.zoom,
        origin: rect.center() + (fitted.origin - rect.center()) * state.zoom + state.pan,
    };

    let puzzle = Arc::clone(&document.puzzle);
    let analysis = document.analysis.get().cloned();
    let hovered =
        pointer.and_then(|p| site_at(puzzle.lattice, &figures.board, projection.inverse(p)));
    state.hovered = hovered;
    let painter = ui.painter_at(rect);

    let heat = analysis
        .as_deref()
        .filter(|_| state.shown == Shown::Placements && puzzle.counts_placements());
    let most = heat.map_or(0, |a| a.coverage.iter().copied().max().unwrap_or(0));
    let ground = |i: usize| match heat {
        Some(_) if puzzle.text(puzzle.board.sites()[i].site).is_some() => palette.empty_site,
        Some(analysis) => heat_colour(palette, analysis.coverage[i], most),
        None => palette.empty_site,
    };
    paint::board(&painter, palette, projection, puzzle.lattice, &figures.board, ground);
    rulers(&painter, palette, projection, puzzle.lattice, &figures.board);
    if let Some(analysis) = heat {
        numbers(&painter, palette, projection, &puzzle, &figures.board, analysis, ground);
    }
    for &i in &state.marked {
        mark_site(&painter, palette, projection, puzzle.lattice, &figures.board, i, forced);
    }
    if let Some(i) = hovered {
        mark_site(&painter, palette, projection, puzzle.lattice, &figures.board, i, under_pointer);
    }
    if let Some(analysis) = &analysis
        && let Some(option) = state.ghost(analysis)
    {
        let placed = puzzle.piece(analysis.encoding.placement(option).piece);
        let figure = figures.placement(&analysis.encoding, option);
        let look = Look {
            ink: Some(palette.accent),
            line: 3.0,
            cover: 0.72,
            name: projection.scale >= 18.0,
            ..Look::on_board(palette, projection.scale)
        };
        if figure.mark.is_some() {
            for site in analysis.encoding.sites(option) {
                let here = puzzle.board.position(site);
                let mark = if puzzle.text(site).is_some() { ring } else { written };
                if let Some(i) = here {
                    let board = &figures.board;
                    mark_site(&painter, palette, projection, puzzle.lattice, board, i, mark);
                }
            }
        }
        if !figure.outline.is_empty() {
            let halo = if palette.dark { palette.canvas } else { Color32::WHITE };
            paint::outline_cells(&painter, projection, &figure, Stroke::new(6.0, halo));
        }
        paint::piece(&painter, palette, projection, &figure, placed.colour, &placed.name, look);
    }
    figures.labels(&painter, projection);
    let writes = writable.then_some(palette);
    nodes(ui, projection, &puzzle, &figures.board, analysis.as_deref(), rect, writes)
}

/// What a site is: whether it must be covered, or what stands there from the beginning.
pub(super) fn site_kind(puzzle: &crate::puzzle::Puzzle, site: &BoardSite) -> String {
    match (puzzle.text(site.site), &puzzle.cover) {
        (Some(text), _) => format!("holds {text}"),
        (None, Some(_)) => "empty".to_owned(),
        (None, None) if site.required => "required".to_owned(),
        (None, None) => "optional".to_owned(),
    }
}

/// Gives every site a name for screen readers, as long as there are not too many. Where something
/// can be written, cells take the focus; the one that has it is returned.
fn nodes(
    ui: &mut Ui,
    projection: Projection,
    puzzle: &crate::puzzle::Puzzle,
    board: &BoardFigures,
    analysis: Option<&Analysis>,
    visible: Rect,
    writes: Option<&Palette>,
) -> Option<usize> {
    if board.sites.len() > MOST_NODES {
        return None;
    }
    let mut focused = None;
    let sense = if writes.is_some() { Sense::click() } else { Sense::hover() };
    let id = ui.scope_id().with("site");
    for (i, site) in puzzle.board.sites().iter().enumerate() {
        let rect = Rect::from_points(
            &board.sites[i].iter().map(|&p| projection.at(p)).collect::<Vec<_>>(),
        );
        if !visible.intersects(rect) {
            continue;
        }
        let response = ui.interact(rect.expand(0.5), id.with(i), sense);
        response.widget_info(|| {
            let (one, _) = puzzle.lattice.site_words;
            let label = puzzle.lattice.site_label(site.site);
            let kind = site_kind(puzzle, site);
            let counts = puzzle.counts_placements() && puzzle.text(site.site).is_none();
            let placements = analysis.filter(|_| counts);
            let placements = placements.map_or_else(String::new, |a| {
                format!(", {}", words::count(u64::from(a.coverage[i]), "placement"))
            });
            let colour = puzzle.board.label(i).map_or(String::new(), |l| format!(", label {l}"));
            let name = format!("{one} {label}, {kind}{placements}{colour}");
            let role = if writes.is_some() { Role::Button } else { Role::Label };
            WidgetInfo::labeled(role, true, name)
        });
        let Some(palette) = writes else { continue };
        if response.clicked() {
            response.request_focus();
        }
        if response.has_focus() {
            focused = Some(i);
            let corners: Vec<Pos2> = board.sites[i].iter().map(|&p| projection.at(p)).collect();
            ring(&ui.painter_at(visible), palette, &corners, false);
        }
    }
    focused
}

/// The grey of a site that n placements cover, strongest where they are fewest.
fn heat_colour(palette: &Palette, n: u32, most: u32) -> Color32 {
    if most == 0 {
        return palette.empty_site;
    }
    let share = (f64::from(n) / f64::from(most)).powf(0.6);
    palette.heat[((share * 7.0) as usize).min(6)]
}

fn numbers(
    painter: &Painter,
    palette: &Palette,
    projection: Projection,
    puzzle: &crate::puzzle::Puzzle,
    board: &BoardFigures,
    analysis: &Analysis,
    ground: impl Fn(usize) -> Color32,
) {
    let lattice = puzzle.lattice;
    for (i, site) in board.sites.iter().enumerate() {
        let n = analysis.coverage[i];
        if puzzle.text(puzzle.board.sites()[i].site).is_some() {
            continue;
        }
        match n {
            0 if board.required[i] => {
                mark_site(painter, palette, projection, lattice, board, i, uncoverable);
                continue;
            }
            1 if board.required[i] => {
                mark_site(painter, palette, projection, lattice, board, i, forced);
            }
            _ => {}
        }
        if projection.scale >= NUMBERED {
            let middle = projection.at(paint::middle(site));
            let text = words::grouped(u64::from(n));
            // Bars are narrow, and grow with the scale.
            let size = match lattice.form {
                SiteForm::Cell => 13.0,
                SiteForm::Edge => (0.14 * projection.scale).clamp(11.0, 13.0),
            };
            let font = if n == 1 && board.required[i] { semibold(size) } else { regular(size) };
            painter.text(middle, Align2::CENTER_CENTER, text, font, number_ink(palette, ground(i)));
        }
    }
}

/// The second text colour, but for grounds where it would be hard to read.
fn number_ink(palette: &Palette, ground: Color32) -> Color32 {
    let far = |a: u8, b: u8| (i32::from(a) - i32::from(b)).abs();
    if far(ground.g(), palette.text2.g()) > 105 { palette.text2 } else { palette.text }
}

/// How a mark is painted into a site: painter, colours, the site's corners (of the bar that
/// stands for it, if it is an edge), and whether it is an edge.
type Mark = fn(&Painter, &Palette, &[Pos2], bool);

fn mark_site(
    painter: &Painter,
    palette: &Palette,
    projection: Projection,
    lattice: &Lattice,
    board: &BoardFigures,
    i: usize,
    mark: Mark,
) {
    let corners = match lattice.form {
        SiteForm::Cell => board.sites[i].iter().map(|&p| projection.at(p)).collect(),
        SiteForm::Edge => bar(
            projection.at(board.sites[i][0]),
            projection.at(board.sites[i][1]),
            board.bar() * projection.scale,
        ),
    };
    mark(painter, palette, &corners, lattice.form == SiteForm::Edge);
}

/// The corners of the bar of some thickness that stands for an edge.
fn bar(a: Pos2, b: Pos2, thickness: f32) -> Vec<Pos2> {
    let along = (b - a).normalized();
    let across = along.rot90() * (thickness / 2.0 + 1.0);
    let inset = (b - a) * 0.12 - along * thickness / 2.0;
    let (a, b) = (a + inset, b - inset);
    vec![a - across, b - across, b + across, a + across]
}

/// Corners moved towards their middle by some points.
fn inset(corners: &[Pos2], by: f32) -> Vec<Pos2> {
    let n = corners.len() as f32;
    let middle = corners.iter().fold(Vec2::ZERO, |sum, p| sum + p.to_vec2()) / n;
    corners
        .iter()
        .map(|&p| {
            let out = p.to_vec2() - middle;
            // A corner of a square moves by √2 for its sides to move by 1.
            p - out.normalized() * (by * 1.414).min(out.length() * 0.6)
        })
        .collect()
}

/// The site under the pointer.
fn under_pointer(painter: &Painter, palette: &Palette, corners: &[Pos2], _edge: bool) {
    painter.add(Shape::convex_polygon(
        corners.to_vec(),
        palette.text.gamma_multiply(0.10),
        Stroke::new(1.5, palette.text),
    ));
}

/// The cell of a mark in hand, which hides the number below it.
fn written(painter: &Painter, palette: &Palette, corners: &[Pos2], edge: bool) {
    painter.add(Shape::convex_polygon(corners.to_vec(), palette.accent_soft, Stroke::NONE));
    ring(painter, palette, corners, edge);
}

/// A line around a cell.
fn ring(painter: &Painter, palette: &Palette, corners: &[Pos2], _edge: bool) {
    painter.add(Shape::closed_line(corners.to_vec(), Stroke::new(3.0, palette.accent)));
}

/// A site with one placement, or one that a check points at.
pub(super) fn forced(painter: &Painter, palette: &Palette, corners: &[Pos2], edge: bool) {
    let ring = inset(corners, if edge { 0.0 } else { 5.0 });
    painter.add(Shape::closed_line(ring, Stroke::new(2.0, palette.accent)));
}

/// A site that nothing covers.
pub(super) fn uncoverable(painter: &Painter, palette: &Palette, corners: &[Pos2], edge: bool) {
    let frame = inset(corners, if edge { 0.0 } else { 3.0 });
    painter.add(Shape::convex_polygon(
        frame.clone(),
        palette.alert_soft,
        Stroke::new(1.5, palette.alert),
    ));
    // Hatching: diagonal lines, each cut off at the sides of the convex frame.
    let bounds = Rect::from_points(&frame);
    let stroke = Stroke::new(1.25, palette.alert);
    let mut offset = -bounds.height();
    while offset < bounds.width() {
        let line = [
            pos2(bounds.left() + offset, bounds.bottom()),
            pos2(bounds.left() + offset + bounds.height(), bounds.top()),
        ];
        if let Some(part) = clip(line, &frame) {
            painter.line_segment(part, stroke);
        }
        offset += 6.0;
    }
}

/// The part of a line inside a convex polygon.
fn clip([a, b]: [Pos2; 2], frame: &[Pos2]) -> Option<[Pos2; 2]> {
    let (mut from, mut to) = (0.0f32, 1.0f32);
    let turn = |p: Pos2, q: Pos2, r: Pos2| (q - p).x * (r - p).y - (q - p).y * (r - p).x;
    let n = frame.len();
    let sign = turn(frame[0], frame[1], frame[2]).signum();
    for i in 0..n {
        let (p, q) = (frame[i], frame[(i + 1) % n]);
        let (at_a, at_b) = (sign * turn(p, q, a), sign * turn(p, q, b));
        if at_a < 0.0 && at_b < 0.0 {
            return None;
        }
        if (at_a < 0.0) != (at_b < 0.0) {
            let t = at_a / (at_a - at_b);
            if at_a < 0.0 { from = from.max(t) } else { to = to.min(t) }
        }
    }
    (from < to).then(|| [a + (b - a) * from, a + (b - a) * to])
}

/// A sample of a mark for the legend, with its word.
pub(super) fn sample(ui: &mut Ui, word: &str, edge: bool, mark: Mark) {
    let palette = Palette::of(ui);
    crate::ui::kit::elided(ui, word, regular(12.0), palette.text, 100.0);
    let size = if edge { vec2(24.0, 14.0) } else { vec2(24.0, 24.0) };
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    let corners = if edge {
        bar(rect.left_center(), rect.right_center(), 10.2)
    } else {
        vec![rect.left_top(), rect.right_top(), rect.right_bottom(), rect.left_bottom()]
    };
    mark(ui.painter(), palette, &corners, edge);
}

/// The site at a point of the plane: the cell that contains it, or the edge nearest to it
/// within a quarter of a unit.
fn site_at(lattice: &Lattice, board: &BoardFigures, p: Xy) -> Option<usize> {
    match lattice.form {
        SiteForm::Cell => board.sites.iter().position(|cell| contains(cell, p)),
        SiteForm::Edge => {
            let distances = board.sites.iter().map(|ends| distance(ends[0], ends[1], p));
            let nearest = distances.enumerate().min_by(|a, b| a.1.total_cmp(&b.1));
            nearest.filter(|(_, d)| *d < 0.25).map(|(i, _)| i)
        }
    }
}

fn contains(cell: &[Xy], p: Xy) -> bool {
    (0..cell.len()).all(|i| {
        let (a, b) = (cell[i], cell[(i + 1) % cell.len()]);
        (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) >= 0.0
    })
}

fn distance(a: Xy, b: Xy, p: Xy) -> f64 {
    let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
    let t = ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy);
    let t = t.clamp(0.0, 1.0);
    (a[0] + t * dx - p[0]).hypot(a[1] + t * dy - p[1])
}

/// Numbers along the upper and left side of the board. Only where the axes are square and lie in
/// one plane.
fn rulers(
    painter: &Painter,
    palette: &Palette,
    projection: Projection,
    lattice: &Lattice,
    board: &BoardFigures,
) {
    if lattice.axes != Axes::Right || lattice.dimension != 2 {
        return;
    }
    let bounds = board.bounds;
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
        let galley = paint::cut(painter, &caption(0, n), regular(12.0), palette.text3, room);
        let rect = Align2::CENTER_CENTER.anchor_size(pos2(x, top), galley.size());
        painter.galley(rect.min, galley, palette.text3);
    }
    for n in range(1) {
        let y = projection.at([0.0, n as f64 + shift]).y;
        let at = pos2(left, y);
        painter.text(at, Align2::RIGHT_CENTER, caption(1, n), regular(12.0), palette.text3);
    }
}
