//! The canvas on which a piece is drawn: a plane, or the layers of space beside each other.

use egui::{
    Align2, Color32, Id, Pos2, Rect, Response, Role, ScrollArea, Sense, Shape as Line, Stroke, Ui,
    Vec2, WidgetInfo, pos2, vec2,
};

use super::properties;
use super::sketch::{Layer, Reach, Sketch};
use crate::lattice::{Lattice, Point, SiteForm};
use crate::picture::{Badge, Bounds, Figure, Page};
use crate::ui::canvas::cursor::{CursorKeys, CursorStep, SeenSite};
use crate::ui::canvas::sites::CanvasSites;
use crate::ui::canvas::sites::around;
use crate::ui::canvas::{marks, nodes};
use crate::ui::drawing::badge;
use crate::ui::drawing::paint::{self, Look, Pen, Projection};
use crate::ui::widgets;
use crate::ui::widgets::input::PointerStep;
use crate::ui::widgets::theme::{Palette, regular};
use crate::workbench::command::Tool;

/// The least size of a cell, so that it is hit without effort, also where a period has several layers
/// to be seen together, and the scale beyond which nothing grows, in points.
const MIN_CELL: f32 = 28.0;
const MIN_CELL_OF_SEVERAL: f32 = 14.0;
const MAX_CELL: f32 = 56.0;
/// Room around each layer, between two of them, and above each for its name, in points.
const PADDING: f32 = 6.0;
const GAP: f32 = 12.0;
const CAPTION: f32 = 22.0;

/// Where the layers stand: in rows of some number, each in a field of this size, at one scale.
struct Fields {
    columns: usize,
    rows: usize,
    size: Vec2,
    scale: f32,
    caption: f32,
}

impl Fields {
    /// For `n` layers of `size` units, in some room; at least at scale `least`.
    fn new(n: usize, size: [f64; 2], room: Vec2, least: f32, caption: f32) -> Fields {
        let [wide, high] = size.map(|n| n.max(1e-3) as f32);
        let of = |columns: usize| {
            let rows = n.div_ceil(columns);
            let field = vec2(
                (room.x + GAP) / columns as f32 - GAP,
                (room.y + GAP) / rows as f32 - GAP - caption,
            ) - Vec2::splat(2.0 * PADDING);
            (columns, rows, (field.x / wide).min(field.y / high))
        };
        let best = (1..=n.max(1)).map(of).max_by(|a, b| a.2.total_cmp(&b.2));
        let (mut columns, mut rows, scale) = best.unwrap_or((1, 1, least));
        // Where not all are in sight, it is those further down that are scrolled to.
        if scale < least {
            let field = wide * least.floor() + 2.0 * PADDING;
            columns = (((room.x + GAP) / (field + GAP)) as usize).clamp(1, n.max(1));
            rows = n.div_ceil(columns);
        }
        let scale = scale.clamp(least, MAX_CELL.max(least)).floor();
        let size = vec2(wide, high) * scale + Vec2::splat(2.0 * PADDING);
        Fields { columns, rows, size, scale, caption }
    }

    /// The size of all.
    fn whole(&self) -> Vec2 {
        let (columns, rows) = (self.columns as f32, self.rows as f32);
        vec2(columns * (self.size.x + GAP) - GAP, rows * (self.size.y + self.caption + GAP) - GAP)
    }

    /// The place of the n-th, below its name.
    fn rect(&self, n: usize, corner: Pos2) -> Rect {
        let (column, row) = ((n % self.columns) as f32, (n / self.columns) as f32);
        let at = vec2(
            column * (self.size.x + GAP),
            row * (self.size.y + self.caption + GAP) + self.caption,
        );
        Rect::from_min_size(corner + at, self.size)
    }
}

/// The size of the smallest cell of a lattice, or the length of an edge, in units.
fn cell_size(lattice: &Lattice, layers: &[Layer]) -> f32 {
    let size = |layer: &Layer| {
        let bounds = Bounds::of_points(layer.ground.corners.first()?.iter().copied())?;
        let [wide, high] = bounds.size().map(|n| n as f32);
        Some(match lattice.form {
            SiteForm::Cell => wide.min(high),
            SiteForm::Edge => wide.max(high),
        })
    };
    let sizes = layers.iter().filter_map(size);
    // Edges that are upright are seen shorter than they are.
    match lattice.form {
        SiteForm::Cell => sizes.fold(f32::INFINITY, f32::min),
        SiteForm::Edge => sizes.fold(0.0, f32::max),
    }
    .clamp(0.1, 1.0)
}

/// The part of the page that a layer takes, or all of them where they differ.
fn room_of_layers(sketch: &Sketch) -> Bounds {
    let layers = match sketch.lattice.layers() {
        1 => &sketch.layers[..1],
        _ => &sketch.layers[..],
    };
    let of_layers = layers.iter().map(|layer| layer.ground.bounds());
    let whole = Bounds::of_points(of_layers.flat_map(|bounds| [bounds.min, bounds.max]));
    whole.unwrap_or(Bounds { min: [0.0; 2], max: [1.0; 2] })
}

/// Shows the canvas in some room; it scrolls where the piece is larger.
pub(super) fn show(sketch: &mut Sketch, room: Vec2, ui: &mut Ui) {
    let palette = Palette::current(ui);
    let (frame, _) = ui.allocate_exact_size(room, Sense::hover());
    ui.painter().rect_filled(frame, 4.0, palette.canvas);
    let least = if sketch.lattice.layers() > 1 { MIN_CELL_OF_SEVERAL } else { MIN_CELL };
    let least = least / cell_size(sketch.lattice, &sketch.layers);
    let caption = if sketch.lattice.is_solid() { CAPTION } else { 0.0 };
    let bounds = room_of_layers(sketch);
    let fields = Fields::new(sketch.layers.len(), bounds.size(), room, least, caption);
    let mut inside = ui.new_child(egui::UiBuilder::new().max_rect(frame));
    ScrollArea::both().id_salt("canvas for the piece").auto_shrink(false).show(&mut inside, |ui| {
        let size = fields.whole().max(room - Vec2::splat(1.0));
        let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
        let response = ui.interact(rect, canvas_id(), Sense::click_and_drag());
        response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, "Canvas for the piece"));
        let corner = rect.min + ((size - fields.whole()) / 2.0).max(Vec2::ZERO).round();
        let places: Vec<Place> = (0..sketch.layers.len())
            .map(|n| match sketch.lattice.layers() {
                1 => Place::new(&fields, &sketch.layers[n].ground.bounds(), fields.rect(n, corner)),
                _ => Place::new(&fields, &bounds, fields.rect(n, corner)),
            })
            .collect();
        follow(sketch, &places, &response, ui);
        if !response.contains_pointer() && sketch.stroke_layer().is_none() {
            sketch.make_room();
        }
        follow_keys(sketch, &places, &response, ui);
        // The stroke may have made room, which is shown from the next frame on.
        if places.len() != sketch.layers.len() {
            ui.ctx().request_repaint();
            return;
        }
        let hovered = hovered(sketch, &places, ui);
        for (n, place) in places.iter().enumerate() {
            layer(sketch, n, place, hovered, ui);
            name_sites(sketch, n, place, &response, ui);
        }
        cursor(sketch, &places, &response, ui);
    });
    if sketch.cursor.is_by_keys() {
        let focused = ui.ctx().read_response(canvas_id());
        if let Some(response) = focused {
            widgets::focus_ring(ui, &response, frame.shrink(3.0), 2.0);
        }
    }
}

/// The canvas for the keyboard's focus.
fn canvas_id() -> Id {
    Id::unique("canvas for the piece")
}

/// Follows the keys while the canvas has the focus, which it has from the beginning unless the piece
/// is drawn already: then its name has it.
fn follow_keys(sketch: &mut Sketch, places: &[Place], response: &Response, ui: &Ui) {
    // While the card is only measured, nothing of it can have the focus.
    if !sketch.is_entered && !ui.is_sizing_pass() {
        sketch.is_entered = true;
        match sketch.of {
            Some(_) => widgets::focus_whole(ui, properties::name_id(), &sketch.draft.name),
            None => response.request_focus(),
        }
    }
    let mut cursor = std::mem::take(&mut sketch.cursor);
    if let Some(&first) = sketch.sites().first() {
        cursor.begin_at(first);
    }
    let seen = || -> Vec<SeenSite> {
        let layers = sketch.layers.iter().zip(places);
        let of_layer = |(layer, place): (&Layer, &Place)| {
            let projection = place.projection;
            let middle = |corners: &Vec<_>| projection.at(paint::middle(corners));
            let sites = layer.ground.sites.iter().copied();
            sites.zip(layer.ground.corners.iter().map(middle)).collect::<Vec<_>>()
        };
        layers.flat_map(of_layer).collect()
    };
    let keys = CursorKeys { draws: true, enter: false };
    let page = Page::around(sketch.lattice, []);
    let step = cursor.follow(ui, response, &page, keys, seen, |_| true);
    if cursor.has_moved() && !matches!(step, Some(CursorStep::Drag(..))) {
        sketch.end_key_stroke();
    }
    sketch.cursor = cursor;
    match step {
        Some(CursorStep::Use(site)) => sketch.touch(site),
        Some(CursorStep::Drag(from, to)) => sketch.draw_on(from, to),
        None => {}
    }
}

/// Paints the cursor, brings it into view, and tells where it is.
fn cursor(sketch: &Sketch, places: &[Place], response: &Response, ui: &Ui) {
    let Some(site) = sketch.cursor.shown() else { return };
    let layers = sketch.layers.iter().zip(places).enumerate();
    let found = layers
        .filter_map(|(n, (layer, place))| {
            Some((n, place, layer.ground.sites.binary_search(&site).ok()?))
        })
        .next();
    let Some((n, place, i)) = found else { return };
    let corners = &sketch.layers[n].ground.corners[i];
    let projection = place.projection;
    let pen = Pen::new(ui.painter(), projection);
    marks::mark_corners(pen, sketch.lattice, corners, 0.3, marks::cursor);
    if sketch.cursor.has_moved() {
        ui.scroll_to_rect(around(projection, corners).expand(PADDING), None);
    }
    let name = site_name(sketch, site);
    nodes::tell_cursor(ui, response.id, node_id(ui, n).with(site), name);
}

/// Describes a site in words.
fn site_name(sketch: &Sketch, site: Point) -> String {
    let lattice = sketch.lattice;
    let (one, place) = (lattice.site_words.0, lattice.site_label(site));
    let label = sketch.draft.sites.get(&site);
    let given = label.copied().flatten().map_or(String::new(), |l| format!(", label {l}"));
    format!("Piece {one} {place}{given}")
}

/// The ids of the sites of a layer are made of this.
fn node_id(ui: &Ui, layer: usize) -> Id {
    ui.scope_id().with(("sketch", layer))
}

/// Where a layer is shown.
struct Place {
    rect: Rect,
    projection: Projection,
}

impl Place {
    fn new(fields: &Fields, bounds: &Bounds, rect: Rect) -> Place {
        let inner = rect.shrink(PADDING);
        let mut projection = Projection::fit(bounds, inner, fields.scale);
        // Lines on whole points are sharp.
        projection.origin = projection.origin.round();
        Place { rect, projection }
    }
}

/// Follows the pointer over the layers.
fn follow(sketch: &mut Sketch, places: &[Place], response: &Response, ui: &Ui) {
    sketch.steps.gather(ui, response);
    while let Some(step) = sketch.steps.next() {
        let at = |n: usize| places[n].projection.inverse(step.at());
        match step {
            PointerStep::Press(pos, modifiers) => {
                let reach = match (modifiers.shift, modifiers.command) {
                    (true, _) => Reach::Rectangle,
                    (false, true) => Reach::Region,
                    (false, false) => Reach::Way,
                };
                let near = GAP / 2.0;
                let hit = places.iter().position(|p| p.rect.expand(near).contains(pos));
                if let Some(n) = hit {
                    if let Some(site) = sketch.layers[n].ground.site_at(sketch.lattice, at(n)) {
                        sketch.cursor.put(site);
                    }
                    sketch.press(n, at(n), reach);
                }
            }
            PointerStep::Move(_) | PointerStep::Release(_) => {
                if let Some(n) = sketch.stroke_layer().filter(|&n| n < places.len()) {
                    sketch.pass(at(n));
                }
                if matches!(step, PointerStep::Release(_)) {
                    sketch.release();
                }
            }
        }
    }
    if sketch.steps.are_over(ui) {
        sketch.release();
    }
}

/// Paints a layer with what is drawn in it.
fn layer(sketch: &Sketch, n: usize, place: &Place, hovered: Option<Point>, ui: &Ui) {
    let pen = Pen::new(ui.painter(), place.projection);
    let Pen { painter, palette, projection } = pen;
    let Layer { page, ground } = &sketch.layers[n];
    let lattice = sketch.lattice;
    if lattice.is_solid() {
        let at = pos2(place.rect.center().x, place.rect.top() - 8.0);
        painter.text(at, Align2::CENTER_CENTER, layer_name(n), regular(12.0), palette.text2);
    }
    let below = painter.with_clip_rect(place.rect.intersect(painter.clip_rect()));
    shadow(sketch, n, Pen { painter: &below, ..pen });
    grid(pen, lattice, ground);
    let own = ground.sites.iter().filter_map(|site| Some((*site, *sketch.draft.sites.get(site)?)));
    let (sites, labels): (Vec<Point>, Vec<_>) = own.unzip();
    if !sites.is_empty() {
        let figure = Figure::new(page, &sites);
        let look = Look { name: false, ..Look::on_board(palette, projection.scale) };
        paint::piece(pen, &figure, sketch.draft.colour, "", look);
    }
    for badge in Badge::among(&sketch.labels(), page, &sites, &labels) {
        badge::paint(pen, &badge);
    }
    mark_sites(sketch, n, place, hovered, ui);
}

/// Paints the lines between the sites, each once.
fn grid(pen: Pen, lattice: &Lattice, ground: &CanvasSites) {
    let Pen { painter, palette, projection } = pen;
    let stroke = Stroke::new(1.0, palette.grid);
    for side in &ground.sides {
        painter.line_segment(side.map(|p| projection.at(p)), stroke);
    }
    if lattice.form == SiteForm::Edge {
        for ends in &ground.corners {
            let points: Vec<Pos2> = ends.iter().map(|&p| projection.at(p)).collect();
            painter.extend(Line::dashed_line(&points, stroke, 3.0, 4.0));
        }
    }
}

/// Paints what the layer below has of the piece, faintly: where the next one lies on it.
fn shadow(sketch: &Sketch, n: usize, pen: Pen) {
    let Some(Layer { page, ground }) = n.checked_sub(1).map(|below| &sketch.layers[below]) else {
        return;
    };
    let drawn = |site: &&Point| sketch.draft.sites.contains_key(site);
    let sites: Vec<Point> = ground.sites.iter().filter(drawn).copied().collect();
    if !sites.is_empty() {
        let [r, g, b] = sketch.draft.colour.shade(pen.palette.dark).fill;
        let faint = Color32::from_rgb(r, g, b).gamma_multiply(0.25);
        paint::fill_cells(pen, &Figure::new(page, &sites), faint);
    }
}

/// The site under the pointer on which the tool can be used, unless a rectangle is spanned.
fn hovered(sketch: &Sketch, places: &[Place], ui: &Ui) -> Option<Point> {
    let at = ui.input(|i| i.pointer.hover_pos()).filter(|_| sketch.spanned().is_empty())?;
    let n = places.iter().position(|p| p.rect.contains(at) && ui.rect_contains_pointer(p.rect))?;
    let site = sketch.layers[n].ground.site_at(sketch.lattice, places[n].projection.inverse(at))?;
    (sketch.tool != Tool::Label || sketch.draft.sites.contains_key(&site)).then_some(site)
}

/// Marks the site under the pointer and, thinner, those of other layers that touch it, or the rectangle
/// that is spanned.
fn mark_sites(sketch: &Sketch, n: usize, place: &Place, hovered: Option<Point>, ui: &Ui) {
    let palette = Palette::current(ui);
    let ground = &sketch.layers[n].ground;
    let mark = |site: Point, stroke: Stroke| {
        let Ok(i) = ground.sites.binary_search(&site) else { return };
        let points: Vec<Pos2> = ground.corners[i].iter().map(|&p| place.projection.at(p)).collect();
        ui.painter().add(Line::closed_line(points, stroke));
    };
    let strong = Stroke::new(2.0, palette.text);
    sketch.spanned().into_iter().for_each(|site| mark(site, strong));
    let Some(site) = hovered else { return };
    mark(site, strong);
    if ground.sites.binary_search(&site).is_err() {
        let touching = sketch.lattice.neighbours(site);
        touching.for_each(|next| mark(next, Stroke::new(1.5, palette.accent)));
    }
}

/// The name of the n-th layer.
fn layer_name(n: usize) -> String {
    format!("Layer z = {}", n + 1)
}

/// Gives every site of a layer a name, by which it can be pressed.
fn name_sites(sketch: &mut Sketch, n: usize, place: &Place, canvas: &Response, ui: &mut Ui) {
    let id = node_id(ui, n);
    let visible = ui.clip_rect().intersect(place.rect);
    let (mut touched, mut focused) = (None, None);
    for (i, corners) in sketch.layers[n].ground.corners.iter().enumerate() {
        let site = sketch.layers[n].ground.sites[i];
        let rect = around(place.projection, corners);
        if !visible.intersects(rect) {
            continue;
        }
        let node = ui.interact(rect.expand(0.5).intersect(visible), id.with(site), Sense::hover());
        let is_drawn = sketch.draft.sites.contains_key(&site);
        node.widget_info(|| {
            WidgetInfo::selected(Role::CheckBox, true, is_drawn, site_name(sketch, site))
        });
        let asked = nodes::asked_of(ui, node.id);
        if asked.pressed {
            touched = Some(site);
        }
        if asked.focused {
            focused = Some(site);
        }
    }
    if let Some(site) = touched {
        sketch.touch(site);
    }
    if let Some(site) = focused {
        sketch.cursor.show_at(site);
        canvas.request_focus();
    }
}
