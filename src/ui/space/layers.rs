//! The layers of a solid, each a small board of its own, the lowest first.

use egui::{
    Align2, Painter, Pos2, Rect, Role, Sense, Shape, Stroke, Ui, Vec2, WidgetInfo, pos2, vec2,
};

use super::view::{layer_switch, layers_of};
use super::{Part, SpaceState};
use crate::lattice::{Lattice, Point, SiteForm};
use crate::picture::{Bounds, Figure, Page};
use crate::puzzle::{Colour, Puzzle};
use crate::ui::drawing::paint::{self, Look, Pen, Projection, rgb};
use crate::ui::widgets::theme::{Palette, regular};

/// Room between two boards, and the height of the caption beneath each.
const GAP: f32 = 8.0;
const CAPTION: f32 = 22.0;
/// The largest scale, in points a unit.
const MAX_SCALE: f32 = 32.0;
/// From this size of their cells on, layers are read without effort, and bear names.
const READABLE: f32 = 14.0;
/// The size that names of more than two letters ask for.
const WORDS: f32 = 30.0;
/// From this scale on, there is room beside the names for marks that tell where a piece goes on
/// above or below.
const MARKED: f32 = 20.0;

/// The layout of the boards: a number side by side, each in a field of this size, at one scale.
struct Fields {
    columns: usize,
    size: egui::Vec2,
    scale: f32,
}

impl Fields {
    /// The fields for `n` boards of `size` units, of which cells take up a share, in some width, in rows
    /// that are not higher than `height` together where that can be had.
    fn new(n: usize, size: [f64; 2], cell: f32, width: f32, height: f32) -> Fields {
        let readable = READABLE / cell;
        let [wide, high] = size.map(|n| n.max(1e-3) as f32);
        let of = |columns: usize| {
            let rows = n.div_ceil(columns) as f32;
            let across = (width - GAP * (columns as f32 - 1.0)) / columns as f32 / wide;
            let down = (height / rows - CAPTION) / high;
            (columns, across.min(down.max(4.0)).min(MAX_SCALE))
        };
        // In one row if that is readable, else in as few as are, else as large as can be.
        let mut all: Vec<(usize, f32)> = (1..=n.max(1)).rev().map(of).collect();
        all.sort_by(|a, b| b.1.min(readable).total_cmp(&a.1.min(readable)));
        let (columns, scale) = all[0];
        Fields { columns, size: vec2(wide * scale, high * scale), scale }
    }
}

/// Shows the layers of a solution as wide as there is room, at most about `height` points high.
/// `mark` draws into each site of the board, whose cell it is told.
pub(crate) fn show(
    ui: &mut Ui,
    puzzle: &Puzzle,
    parts: &[Part],
    state: &mut SpaceState,
    height: f32,
    mark: &dyn Fn(&Painter, Point, Rect),
) {
    let lattice = puzzle.lattice;
    let sites: Vec<Point> = puzzle.board.sites().iter().map(|s| s.site).collect();
    if layer_switch(ui, state, lattice) {
        ui.add_space(8.0);
    }
    let state = &*state;
    let page = Page::in_layers(lattice, state.second_layers, sites.iter().copied());
    let layers = layers_of(&page, sites.iter().copied());
    // All layers in one frame, that of the whole board, so that they can be laid upon each other.
    let Some(whole) = frame(&page, &sites, layers[0]) else { return };
    let cell = cell_size(lattice, &page, &sites);
    let fields = Fields::new(layers.len(), whole.size(), cell, ui.available_width(), height);
    let rows = layers.len().div_ceil(fields.columns);
    let pitch = fields.size + vec2(GAP, CAPTION);
    let (all, _) =
        ui.allocate_exact_size(vec2(ui.available_width(), pitch.y * rows as f32), Sense::hover());
    for (n, &layer) in layers.iter().enumerate() {
        let (column, row) = (n % fields.columns, n / fields.columns);
        let corner = all.min + vec2(column as f32 * pitch.x, row as f32 * pitch.y);
        let rect = Rect::from_min_size(corner, fields.size);
        let shown = state.layers.is_none_or(|most| n < most);
        let name = format!("Layer {}", n + 1);
        let response = ui.interact(rect, ui.scope_id().with(("layer", n)), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, format!("{name}, plan")));
        let Some(bounds) = frame(&page, &sites, layer) else { continue };
        let projection = Projection::fit(&bounds, rect, fields.scale);
        let mut painter = ui.painter().clone();
        if !shown {
            painter.set_opacity(0.45);
        }
        let cell = cell * projection.scale;
        one(Pen::new(&painter, projection), puzzle, &page, cell, layer, parts, state);
        for &site in sites.iter().filter(|&&site| page.layer(site) == layer) {
            mark(&painter, site, cell_of(&page, projection, site));
        }
        let caption = pos2(rect.center().x, rect.bottom() + CAPTION / 2.0);
        let palette = Palette::current(ui);
        painter.text(caption, Align2::CENTER_CENTER, &name, regular(11.0), palette.text2);
        let label = Rect::from_center_size(caption, vec2(fields.size.x, 14.0));
        let response = ui.interact(label, ui.scope_id().with(("caption", n)), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &name));
    }
}

/// The size of the smallest cell, in units; 1 for edges.
fn cell_size(lattice: &Lattice, page: &Page, sites: &[Point]) -> f32 {
    let size = |&site: &Point| {
        let size = Bounds::of_points(page.outline(site)).map_or([1.0; 2], |bounds| bounds.size());
        size[0].max(size[1]) as f32
    };
    match lattice.form {
        SiteForm::Cell => sites.iter().map(size).fold(1.0, f32::min),
        SiteForm::Edge => 1.0,
    }
}

/// The rectangle of the page where a layer of the board lies, as large as the board from above.
fn frame(page: &Page, sites: &[Point], layer: i32) -> Option<Bounds> {
    Bounds::of_points(sites.iter().flat_map(|&site| page.outline_in_layer(site, layer)))
}

/// Paints a layer of the board with the parts in it.
fn one(
    pen: Pen,
    puzzle: &Puzzle,
    page: &Page,
    cell: f32,
    layer: i32,
    parts: &[Part],
    state: &SpaceState,
) {
    let Pen { painter, palette, projection } = pen;
    let lattice = puzzle.lattice;
    let within = |sites: &mut dyn Iterator<Item = Point>| -> Vec<Point> {
        sites.filter(|&site| page.layer(site) == layer).collect()
    };
    let board = within(&mut puzzle.board.sites().iter().map(|s| s.site));
    let figure = Figure::of_board(page, &board);
    paint::fill_cells(pen, &figure, palette.empty_site);
    for side in &figure.inner {
        painter.line_segment(side.map(|p| projection.at(p)), Stroke::new(1.0, palette.grid));
    }
    paint::outline_cells(pen, &figure, Stroke::new(1.5, palette.text3));
    for part in parts.iter().filter(|part| !state.hidden.contains(&part.key)) {
        let sites = within(&mut part.sites.iter().copied());
        if sites.is_empty() {
            continue;
        }
        let figure = Figure::new(page, &sites);
        let marked = state.hovered == Some(part.key);
        let look = Look {
            name: cell >= WORDS || cell >= READABLE && part.name.chars().count() <= 2,
            line: if projection.scale < 10.0 { 1.25 } else { 1.75 },
            lighten: if marked { 0.18 } else { 0.0 },
            ..Look::on_board(palette, projection.scale)
        };
        paint::piece(pen, &figure, part.colour, &part.name, look);
        if projection.scale < MARKED {
            continue;
        }
        for &site in &sites {
            let corners: Vec<Pos2> =
                page.outline(site).into_iter().map(|p| projection.at(p)).collect();
            for (up, way) in [(true, 1), (false, -1)] {
                let goes_on = |next: Point| (page.layer(next) - layer) * way > 0;
                if lattice.neighbours(site).any(|n| goes_on(n) && part.sites.contains(&n)) {
                    chevron(painter, part.colour, &corners, up);
                }
            }
        }
    }
}

/// The distance of a point from the nearest side of a convex polygon, whose middle is known; negative
/// outside.
fn depth(corners: &[Pos2], middle: Pos2, p: Pos2) -> f32 {
    let sides = corners.iter().zip(corners.iter().cycle().skip(1));
    let depth = |(&a, &b): (&Pos2, &Pos2)| {
        let across = (b - a).normalized().rot90();
        across.dot(a - p) * across.dot(a - middle).signum()
    };
    sides.map(depth).fold(f32::INFINITY, f32::min)
}

/// Where a site is on the screen.
fn cell_of(page: &Page, projection: Projection, site: Point) -> Rect {
    let corners = page.outline(site).into_iter().map(|p| projection.at(p));
    Rect::from_points(&corners.collect::<Vec<_>>())
}

/// The mark of a piece that goes on above (in the upper corner) or below (in the lower one) of a cell; as
/// far from that corner as it takes to be inside the cell.
fn chevron(painter: &Painter, colour: Colour, corners: &[Pos2], up: bool) {
    let cell = Rect::from_points(corners);
    let size = (cell.width() * 0.09).clamp(1.75, 2.75);
    let inset = size + 2.5;
    let (y, tip) =
        if up { (cell.top() + inset, -size * 0.5) } else { (cell.bottom() - inset, size * 0.5) };
    let corner = pos2(cell.right() - inset - 0.5, y);
    let middle = corners.iter().fold(Vec2::ZERO, |sum, p| sum + p.to_vec2());
    let middle = (middle / corners.len().max(1) as f32).to_pos2();
    let mut places = (0..=8).map(|n| corner.lerp(middle, n as f32 / 8.0));
    let is_inside = |p: &Pos2| corners.len() < 3 || depth(corners, middle, *p) >= size + 1.0;
    let at = places.find(is_inside).unwrap_or(middle);
    let (x, y) = (at.x, at.y);
    let points = vec![pos2(x - size, y - tip), pos2(x, y + tip), pos2(x + size, y - tip)];
    let ink = rgb(colour.shade(Palette::current(painter.ctx()).dark).label);
    painter.add(Shape::line(points, Stroke::new(1.25, ink)));
}
