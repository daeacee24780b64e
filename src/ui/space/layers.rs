//! The layers of a solid, each a small board of its own, the lowest first.

use egui::{
    Align2, Painter, Pos2, Rect, Role, Sense, Shape, Stroke, Ui, Vec2, WidgetInfo, pos2, vec2,
};

use rustc_hash::FxHashSet;

use super::view::{layer_switch, layers_of};
use super::{Part, SpaceState};
use crate::lattice::{Lattice, Point, SiteForm};
use crate::picture::{Bounds, Figure, Page, Xy};
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

/// The drawings of all layers, kept while the same parts lie on the same board.
pub(super) struct Drawn {
    /// The lattice, the kind of layers, the board and the parts, if they are shown, that they were made
    /// of.
    lattice: &'static Lattice,
    second_layers: bool,
    board: Vec<Point>,
    parts: Vec<Option<Vec<Point>>>,
    /// The rectangle that holds the whole board, seen along the layers.
    size: [f64; 2],
    /// The size of the smallest cell, in units; 1 for edges.
    cell: f32,
    layers: Vec<Layer>,
}

/// A layer of the board, and what of the parts lies in it.
struct Layer {
    bounds: Bounds,
    /// Its sites on which no ball lies; nothing where there are none.
    board: Option<Figure>,
    /// Its sites with their corners.
    sites: Vec<(Point, Vec<Xy>)>,
    parts: Vec<LaidPart>,
}

/// The slice of a part that lies in a layer.
struct LaidPart {
    /// Its place in the list of parts.
    part: usize,
    figure: Figure,
    /// The corners of the cells from which it goes on above, and below.
    goes_on: [Vec<Vec<Xy>>; 2],
}

impl Drawn {
    fn new(puzzle: &Puzzle, state: &SpaceState, parts: &[Part]) -> Drawn {
        let (lattice, second_layers) = (puzzle.lattice, state.second_layers);
        let board: Vec<Point> = puzzle.board.sites().iter().map(|s| s.site).collect();
        let shown: Vec<Option<&Part>> = parts
            .iter()
            .map(|part| Some(part).filter(|part| !state.hidden.contains(&part.key)))
            .collect();
        let covered: FxHashSet<Point> =
            shown.iter().flatten().flat_map(|part| part.sites.iter().copied()).collect();
        let page = Page::in_layers(lattice, second_layers, board.iter().copied());
        let numbers = layers_of(&page, board.iter().copied());
        // All layers in one frame, that of the whole board, so that they can be laid upon each other.
        let frame = |layer| {
            Bounds::of_points(board.iter().flat_map(|&site| page.outline_in_layer(site, layer)))
        };
        let layer = |&n: &i32| {
            let is_within = |site: &Point| page.layer(*site) == n;
            let own: Vec<Point> = board.iter().copied().filter(is_within).collect();
            // A ball of a part lies on that of the board.
            let is_seen = |site: &Point| !(lattice.balls && covered.contains(site));
            let seen: Vec<Point> = own.iter().copied().filter(is_seen).collect();
            let laid = |(part, laid): (usize, &Option<&Part>)| {
                let all = &(*laid)?.sites;
                let sites: Vec<Point> = all.iter().copied().filter(is_within).collect();
                (!sites.is_empty()).then(|| LaidPart::new(&page, part, &sites, all))
            };
            Some(Layer {
                bounds: frame(n)?,
                board: (!seen.is_empty()).then(|| Figure::of_board(&page, &seen)),
                sites: own.iter().map(|&site| (site, page.outline(site))).collect(),
                parts: shown.iter().enumerate().filter_map(laid).collect(),
            })
        };
        Drawn {
            lattice,
            second_layers,
            size: numbers.first().and_then(|&n| frame(n)).map_or([1.0; 2], |all| all.size()),
            cell: cell_size(lattice, &page, &board),
            layers: numbers.iter().filter_map(layer).collect(),
            parts: shown.iter().map(|part| part.map(|part| part.sites.clone())).collect(),
            board,
        }
    }

    fn is_of(&self, puzzle: &Puzzle, state: &SpaceState, parts: &[Part]) -> bool {
        let is_shown = |part: &Part| !state.hidden.contains(&part.key);
        let shown = parts.iter().map(|part| Some(&part.sites).filter(|_| is_shown(part)));
        std::ptr::eq(self.lattice, puzzle.lattice)
            && self.second_layers == state.second_layers
            && self.board.iter().eq(puzzle.board.sites().iter().map(|s| &s.site))
            && self.parts.iter().map(Option::as_ref).eq(shown)
    }
}

impl LaidPart {
    /// That of a part on some sites of a layer, and on others elsewhere.
    fn new(page: &Page, part: usize, sites: &[Point], all: &[Point]) -> LaidPart {
        let lattice = page.lattice();
        let goes_on = [1, -1].map(|way| {
            let is_there = |site: Point, next: Point| {
                (page.layer(next) - page.layer(site)) * way > 0 && all.contains(&next)
            };
            let from =
                |site: &&Point| lattice.neighbours(**site).any(|next| is_there(**site, next));
            sites.iter().filter(from).map(|&site| page.outline(site)).collect()
        });
        LaidPart { part, figure: Figure::new(page, sites), goes_on }
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
    if layer_switch(ui, state, puzzle.lattice) {
        ui.add_space(8.0);
    }
    let kept = state.drawn_layers.take();
    let drawn = kept.filter(|kept| kept.is_of(puzzle, state, parts));
    let drawn = drawn.unwrap_or_else(|| Drawn::new(puzzle, state, parts));
    let layers = &drawn.layers;
    let fields = Fields::new(layers.len(), drawn.size, drawn.cell, ui.available_width(), height);
    let rows = layers.len().div_ceil(fields.columns);
    let pitch = fields.size + vec2(GAP, CAPTION);
    let (all, _) =
        ui.allocate_exact_size(vec2(ui.available_width(), pitch.y * rows as f32), Sense::hover());
    for (n, layer) in layers.iter().enumerate() {
        let (column, row) = (n % fields.columns, n / fields.columns);
        let corner = all.min + vec2(column as f32 * pitch.x, row as f32 * pitch.y);
        let rect = Rect::from_min_size(corner, fields.size);
        let name = format!("Layer {}", n + 1);
        let response = ui.interact(rect, ui.scope_id().with(("layer", n)), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, format!("{name}, plan")));
        let caption = pos2(rect.center().x, rect.bottom() + CAPTION / 2.0);
        let label = Rect::from_center_size(caption, vec2(fields.size.x, 14.0));
        let response = ui.interact(label, ui.scope_id().with(("caption", n)), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &name));
        if !ui.is_rect_visible(rect.union(label)) {
            continue;
        }
        let projection = Projection::fit(&layer.bounds, rect, fields.scale);
        let mut painter = ui.painter().clone();
        if state.layers.is_some_and(|most| n >= most) {
            painter.set_opacity(0.45);
        }
        let pen = Pen::new(&painter, projection);
        layer.paint(pen, drawn.cell * projection.scale, parts, state);
        for (site, corners) in &layer.sites {
            mark(&painter, *site, Rect::from_points(&projection.all(corners)));
        }
        let palette = Palette::current(ui);
        painter.text(caption, Align2::CENTER_CENTER, &name, regular(11.0), palette.text2);
    }
    state.drawn_layers = Some(drawn);
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

impl Layer {
    /// Paints it with the parts in it; its smallest cell is `cell` points large.
    fn paint(&self, pen: Pen, cell: f32, parts: &[Part], state: &SpaceState) {
        let Pen { painter, palette, projection } = pen;
        if let Some(board) = &self.board {
            paint::fill_cells(pen, board, palette.empty_site);
            let thin = Stroke::new(1.0, palette.grid);
            for side in &board.inner {
                painter.line_segment(side.map(|p| projection.at(p)), thin);
            }
            paint::outline_cells(pen, board, Stroke::new(1.5, palette.text3));
        }
        for laid in &self.parts {
            let part = &parts[laid.part];
            let marked = state.hovered == Some(part.key);
            let look = Look {
                name: cell >= WORDS || cell >= READABLE && part.name.chars().count() <= 2,
                line: if projection.scale < 10.0 { 1.25 } else { 1.75 },
                lighten: if marked { 0.18 } else { 0.0 },
                ..Look::on_board(palette, projection.scale)
            };
            paint::piece(pen, &laid.figure, part.colour, &part.name, look);
            if projection.scale < MARKED {
                continue;
            }
            for (cells, up) in laid.goes_on.iter().zip([true, false]) {
                for corners in cells {
                    chevron(painter, part.colour, &projection.all(corners), up);
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
