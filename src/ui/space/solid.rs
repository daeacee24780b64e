//! Data kept to draw a puzzle in space small and often: thumbnails, icons, its board.

use std::cell::RefCell;
use std::sync::Arc;

use egui::{Painter, Rect};
use rustc_hash::FxHashMap;

use super::paint;
use crate::encode::Encoding;
use crate::exact_cover::OptionId;
use crate::lattice::{Lattice, Point};
use crate::picture::space::{self, Body, Patch, Room, Scene, View};
use crate::picture::{Bounds, Xy};
use crate::polyform::Shape;
use crate::puzzle::{Colour, Puzzle};
use crate::ui::drawing::figure_cache::SolutionView;
use crate::ui::drawing::paint::{Look, Pen, Projection};
use crate::ui::widgets::theme::Palette;

/// So many pictures of solutions are kept; a screen full of thumbnails has fewer.
const MAX_KEPT: usize = 600;

/// The drawings of a puzzle in space.
#[derive(Debug)]
pub(crate) struct Solid {
    /// Where the middle of the board is, and how large it is.
    pub(crate) room: Room,
    /// The board.
    pub(crate) board: Scene,
    /// The board in the usual view.
    pub(crate) bounds: Bounds,
    walls: Vec<Patch>,
    /// The number of sites on the board.
    sites: usize,
    /// Solutions in the usual view.
    seen: RefCell<FxHashMap<Vec<OptionId>, Arc<Vec<Patch>>>>,
}

impl Solid {
    /// The drawings of a puzzle, if it is one in space.
    pub(crate) fn new(puzzle: &Puzzle) -> Option<Solid> {
        if !puzzle.lattice.is_solid() {
            return None;
        }
        let sites = || puzzle.board.sites().iter().map(|s| s.site);
        let room = Room::around(puzzle.lattice, sites());
        let board = Scene::of_board(puzzle.lattice, sites());
        Some(Solid {
            bounds: space::bounds(&board.draw(View::CORNER))
                .unwrap_or_else(|| room.bounds(View::CORNER, 0.0)),
            walls: board.draw_inside(View::CORNER),
            sites: puzzle.board.sites().len(),
            room,
            board,
            seen: RefCell::default(),
        })
    }

    /// The points of a unit at which it fills a rectangle.
    pub(crate) fn scale_in(&self, rect: Rect) -> f32 {
        Projection::fit(&self.bounds, rect, f32::INFINITY).scale
    }

    /// Paints a solution, or a part of one, in the usual view inside a rectangle, at most `most`
    /// points a unit. In a part of one the walls of the board are seen.
    pub(crate) fn solution(
        &self,
        painter: &Painter,
        lying: SolutionView,
        rect: Rect,
        most: f32,
        look: Look,
    ) {
        let SolutionView { puzzle, encoding, options } = lying;
        let pen = Pen::new(painter, Projection::fit(&self.bounds, rect, most));
        let patches = self.patches(puzzle.lattice, encoding, options);
        let covered: usize = options.iter().map(|&o| encoding.sites(o).count()).sum();
        if covered < self.sites {
            paint::board(pen, &self.walls);
        }
        let all: Vec<(&str, Colour)> =
            lying.pieces().map(|(_, piece, colour)| (piece.name.as_str(), colour)).collect();
        let colour = |n: usize| all[n].1;
        paint::bodies(pen, &patches, colour, look, |_| None);
        if look.name {
            let named = all.iter().enumerate().map(|(n, &(name, c))| (n, name.to_owned(), c));
            paint::names(pen, &patches, named);
        }
    }

    /// Paints the empty board inside a rectangle.
    pub(crate) fn empty(&self, painter: &Painter, rect: Rect, most: f32) {
        let pen = Pen::new(painter, Projection::fit(&self.bounds, rect, most));
        paint::board(pen, &self.walls);
    }

    fn patches(
        &self,
        lattice: &Lattice,
        encoding: &Encoding,
        options: &[OptionId],
    ) -> Arc<Vec<Patch>> {
        let mut seen = self.seen.borrow_mut();
        if let Some(patches) = seen.get(options) {
            return Arc::clone(patches);
        }
        if seen.len() >= MAX_KEPT {
            seen.clear();
        }
        let body = |&o: &OptionId| Body { sites: encoding.sites(o).collect(), shift: [0.0; 3] };
        let bodies: Vec<Body> = options.iter().map(body).collect();
        let patches = Arc::new(Scene::new(lattice, &bodies).draw(View::CORNER));
        seen.insert(options.to_vec(), Arc::clone(&patches));
        patches
    }
}

/// Returns the look of solids at some scale.
pub(crate) fn look(palette: &Palette, scale: f32) -> Look {
    Look { line: paint::line_width(scale), ..Look::on_board(palette, scale) }
}

/// A shape by itself in the usual view.
#[derive(Clone, Debug)]
pub(crate) struct Icon {
    patches: Vec<Patch>,
    bounds: Bounds,
}

impl Icon {
    /// The icon of a shape.
    pub(crate) fn new(lattice: &Lattice, shape: &Shape) -> Icon {
        Icon::of_sites(lattice, shape.sites().to_vec())
    }

    /// The icon of some sites.
    pub(crate) fn of_sites(lattice: &Lattice, sites: Vec<Point>) -> Icon {
        let body = Body { sites, shift: [0.0; 3] };
        let patches = Scene::new(lattice, &[body]).draw(View::CORNER);
        let bounds = space::bounds(&patches).unwrap_or(Bounds { min: [0.0; 2], max: [1.0; 2] });
        Icon { patches, bounds }
    }

    /// Its width and height, in units.
    pub(crate) fn size(&self) -> Xy {
        self.bounds.size()
    }

    /// Paints it inside a rectangle, at most `most` points a unit.
    pub(crate) fn paint(&self, painter: &Painter, colour: Colour, rect: Rect, most: f32) {
        let pen = Pen::new(painter, Projection::fit(&self.bounds, rect, most));
        let look = Look { grid: false, ..Look::icon() };
        paint::bodies(pen, &self.patches, |_| colour, look, |_| None);
    }
}
