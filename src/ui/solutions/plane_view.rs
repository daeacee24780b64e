//! The canvas on which a solution in a plane is taken apart.

use egui::{PointerButton, Pos2, Rect, Response, Role, Sense, Ui, WidgetInfo};

use crate::picture::{Bounds, Figure, Style, Xy};
use crate::ui::canvas::sites::site_at;
use crate::ui::drawing::figure_cache::{self, FigureCache};
use crate::ui::drawing::paint::{self, Look, Pen, Projection};
use crate::ui::space::{Held, Part, PartKey, SpaceState};
use crate::ui::widgets;

/// The largest scale, in points a unit.
const MAX_SCALE: f32 = 72.0;
/// Room around what is seen, in points.
const MARGIN: f32 = 16.0;
/// The width by which the outline of a piece that stands out is thicker, in points.
const BOLD: f32 = 1.5;

/// The view of a solution in a plane.
pub(super) struct Plane<'a> {
    pub(super) figures: &'a FigureCache,
    pub(super) style: Style,
    /// The share by which the room around the board is larger than it.
    pub(super) spread: f64,
    /// The name of the canvas for screen readers.
    pub(super) label: &'a str,
    /// The part that stands out as one under the pointer does.
    pub(super) chosen: Option<PartKey>,
    /// True if parts can be dragged.
    pub(super) holds: bool,
}

impl Plane<'_> {
    /// Shows some parts on a canvas that fills what room there is, and takes the pointer's gestures.
    pub(super) fn show(&self, ui: &mut Ui, state: &mut SpaceState, parts: &[Part]) -> Response {
        let rect = ui.available_rect_before_wrap();
        let response = ui.allocate_rect(rect, Sense::click_and_drag());
        response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, self.label));
        let projection = self.projection(state, rect);
        let under = |p: Pos2| self.part_at(parts, projection.inverse(p));
        if self.holds {
            state.held = Held::follow(state.held, &response, projection.scale, under);
        } else {
            state.held = None;
        }
        if response.clicked() {
            response.request_focus();
        }
        if response.dragged_by(PointerButton::Secondary)
            || response.dragged() && state.held.is_none()
        {
            state.viewport.pan += response.drag_delta();
        }
        state.viewport.follow_wheel_at(response.hover_pos(), rect, ui);
        state.viewport.follow_home(ui);
        let hovered = response.hover_pos().filter(|_| !response.dragged()).and_then(under);
        if response.contains_pointer() {
            state.hovered = hovered.map(|n| parts[n].key);
        }
        self.paint(ui, self.projection(state, rect), state.hovered, rect, parts);
        widgets::focus_ring(ui, &response, rect.shrink(4.0), 3.0);
        self.nodes(ui, projection, rect, parts);
        response
    }

    fn projection(&self, state: &SpaceState, rect: Rect) -> Projection {
        let bounds = self.figures.board.bounds;
        let more = bounds.size().map(|n| n * self.spread / 2.0);
        let wide = Bounds {
            min: [0, 1].map(|k| bounds.min[k] - more[k]),
            max: [0, 1].map(|k| bounds.max[k] + more[k]),
        };
        let fitted = Projection::fit(&wide, rect.shrink(MARGIN), MAX_SCALE);
        state.viewport.projection(fitted, rect)
    }

    /// The corners of the sites of a part, where it is now.
    fn outlines(&self, part: &Part) -> Vec<Vec<Xy>> {
        let moved = |p: Xy| [p[0] + part.shift[0], p[1] + part.shift[1]];
        let outline = |&site| self.figures.board.page.outline(site).into_iter().map(moved);
        part.sites.iter().map(|site| outline(site).collect()).collect()
    }

    fn part_at(&self, parts: &[Part], p: Xy) -> Option<usize> {
        let lattice = self.figures.board.page.lattice();
        let is_over = |part: &Part| {
            part.presence > 0.0 && site_at(lattice, &self.outlines(part), p).is_some()
        };
        // What is painted later lies above.
        parts.iter().rposition(is_over)
    }

    fn paint(
        &self,
        ui: &Ui,
        projection: Projection,
        hovered: Option<PartKey>,
        rect: Rect,
        parts: &[Part],
    ) {
        let (painter, board) = (ui.painter_at(rect), &self.figures.board);
        let pen = Pen::new(&painter, projection);
        let palette = pen.palette;
        figure_cache::board(pen, board, |_| palette.empty_site);
        let look = Look::on_board(palette, projection.scale);
        let (name, grid) = (look.name && self.style.names, look.grid && self.style.grid);
        let look = Look { name, grid, ..look };
        for part in parts.iter().filter(|part| part.presence > 0.0) {
            let figure = Figure::new(&board.page, &part.sites);
            let shift = [part.shift[0], part.shift[1]].map(|n| n as f32 * projection.scale);
            let moved = Projection { origin: projection.origin + shift.into(), ..projection };
            let stands_out = [hovered, self.chosen].contains(&Some(part.key));
            let look = match stands_out {
                true => Look { line: look.line + BOLD, ink: Some(palette.text), ..look },
                false => look,
            };
            let mut painter = painter.clone();
            painter.set_opacity(part.presence as f32);
            paint::piece(Pen::new(&painter, moved), &figure, part.colour, &part.name, look);
        }
    }

    /// Gives every part that is seen a name for screen readers.
    fn nodes(&self, ui: &mut Ui, projection: Projection, visible: Rect, parts: &[Part]) {
        let id = ui.scope_id().with("part");
        let lattice = self.figures.board.page.lattice();
        for (n, part) in parts.iter().enumerate().filter(|(_, part)| part.presence > 0.0) {
            let corners: Vec<Pos2> =
                self.outlines(part).into_iter().flatten().map(|p| projection.at(p)).collect();
            let rect = Rect::from_points(&corners).intersect(visible);
            if rect.is_positive() {
                let size = lattice.count_sites(part.sites.len() as u64);
                let name = format!("Piece {}, {size}", part.name);
                let response = ui.interact(rect, id.with(n), Sense::hover());
                response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &name));
            }
        }
    }
}
