//! A piece by itself, as it is drawn in the tray and on the way from there to the board.

use egui::{Id, Painter, Pos2, Rect, Ui, Vec2, vec2};

use crate::lattice::Point;
use crate::picture::{Badge, Bounds, Figure, Page, Xy};
use crate::polyform::Shape;
use crate::puzzle::{Piece, PieceId, Puzzle};
use crate::ui::drawing::badge;
use crate::ui::drawing::figure_cache;
use crate::ui::drawing::paint::{self, Look, Pen, Projection};
use crate::ui::space::solid::Icon;
use crate::ui::widgets::theme::Palette;

/// A piece by itself, as it is turned: in the plane, or seen in space.
pub(super) enum Drawing {
    Flat(Box<Flat>),
    Solid(Icon),
}

/// A piece in the plane with its colour labels.
pub(super) struct Flat {
    pub(super) page: Page<'static>,
    pub(super) figure: Figure,
    bounds: Bounds,
    labels: Vec<Badge>,
}

impl Drawing {
    /// `None` only for a piece without sites, which there is not.
    pub(super) fn new(puzzle: &Puzzle, id: PieceId, shape: &Shape) -> Option<Drawing> {
        let lattice = puzzle.lattice;
        if lattice.is_solid() {
            return Some(Drawing::Solid(Icon::new(lattice, shape)));
        }
        let (page, figure, bounds) = figure_cache::drawn_alone(lattice, shape)?;
        let labels = puzzle.piece(id).labels_lying(lattice, shape);
        let labels = Badge::of_sites(puzzle, &page, shape.sites(), &labels);
        Some(Drawing::Flat(Box::new(Flat { page, figure, bounds, labels })))
    }

    /// Width and height, in units.
    pub(super) fn size(&self) -> Xy {
        match self {
            Drawing::Flat(flat) => flat.bounds.size(),
            Drawing::Solid(icon) => icon.size(),
        }
    }

    /// Where its middle is from a site, in units; from its middle itself where there is no site.
    fn offset(&self, site: Option<Point>) -> Vec2 {
        match (self, site) {
            (Drawing::Flat(flat), Some(site)) => {
                let Flat { page, bounds, .. } = &**flat;
                let at = paint::middle(&page.outline(site));
                let by = |k: usize| (bounds.min[k] + bounds.max[k]) / 2.0 - at[k];
                vec2(by(0) as f32, by(1) as f32)
            }
            _ => Vec2::ZERO,
        }
    }

    /// Where it is seen with its middle at a place; `None` in space.
    pub(super) fn projection(&self, middle: Pos2, scale: f32) -> Option<Projection> {
        let Drawing::Flat(flat) = self else { return None };
        let Bounds { min, max } = flat.bounds;
        let [x, y] = [0, 1].map(|k| (min[k] + max[k]) / 2.0);
        Some(Projection { scale, origin: middle - vec2(x as f32, y as f32) * scale })
    }

    /// Paints it with its middle at a place, with its colour labels.
    pub(super) fn paint(
        &self,
        painter: &Painter,
        middle: Pos2,
        scale: f32,
        piece: &Piece,
        look: Look,
    ) {
        match (self, self.projection(middle, scale)) {
            (Drawing::Flat(flat), Some(projection)) => {
                let pen = Pen::new(painter, projection);
                let Piece { colour, name, .. } = piece;
                paint::piece(pen, &flat.figure, *colour, name, look);
                if f64::from(scale) >= Badge::MIN_SCALE {
                    for label in &flat.labels {
                        badge::paint(pen, label);
                    }
                }
            }
            (Drawing::Solid(icon), _) => {
                let [width, height] = icon.size().map(|n| n as f32 * scale);
                let rect = Rect::from_center_size(middle, vec2(width, height));
                icon.paint(painter, piece.colour, rect, scale);
            }
            _ => {}
        }
    }
}

/// Paints a piece that is held at a place by a site, or by its middle, above everything.
pub(super) fn paint_held(
    (id, shape, site): (PieceId, Shape, Option<Point>),
    scale: f32,
    puzzle: &Puzzle,
    at: Pos2,
    ui: &Ui,
) {
    let Some(drawing) = Drawing::new(puzzle, id, &shape) else { return };
    let palette = Palette::current(ui);
    // Above all panels.
    let layer = egui::LayerId::new(egui::Order::Tooltip, Id::unique("piece that is dragged"));
    let painter = ui.ctx().layer_painter(layer);
    let look = Look { ink: Some(palette.accent), ..Look::on_board(palette, scale) };
    let middle = at + drawing.offset(site) * scale;
    drawing.paint(&painter, middle, scale, puzzle.piece(id), look);
}
