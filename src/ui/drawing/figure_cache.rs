//! The figures of a document, computed once and painted often: its board, its pieces, what lies on
//! the board. The lines and areas are those of [`crate::picture`].

use std::cell::RefCell;
use std::sync::Arc;

use egui::epaint::Mesh;
use egui::{Color32, Painter, Rect, Shape, Stroke, Vec2};
use rustc_hash::{FxHashMap, FxHashSet};

use super::paint::{Look, Pen, Projection, add_polygon, middle, outline_cells, piece};
use super::{badge, grid_art};
use crate::encode::Encoding;
use crate::exact_cover::OptionId;
use crate::lattice::{Lattice, Point, SiteForm};
use crate::picture::{self, Badge, Bounds, Figure, Page, Scenery, SiteLabel, Xy, copy_colours};
use crate::polyform;
use crate::puzzle::{Colour, Cover, Label, Piece, PieceId, Puzzle};
use crate::ui::space::Solid;
use crate::ui::space::solid::Icon;
use crate::ui::widgets::theme::Palette;

/// Texts of sites in smaller letters than this, in points, are left out.
const MIN_TEXT: f32 = 10.0;

/// The lines and areas of a board, computed once for each document.
#[derive(Clone, Debug)]
pub(crate) struct BoardFigures {
    /// Where its points lie.
    pub(crate) page: Page<'static>,
    /// The corners of each site, by its position on the board.
    pub(crate) sites: Vec<Vec<Xy>>,
    /// Flags, one a site: true if it is drawn as one that must be covered, as all are in a cover
    /// puzzle.
    pub(crate) required: Vec<bool>,
    /// The corners of all edges, each once; none where sites are cells.
    corners: Vec<Xy>,
    needed: Figure,
    optional: Figure,
    /// The lines between cells that are both needed or both optional.
    grid: Vec<[Xy; 2]>,
    /// The other things in the grid of a cover puzzle.
    pub(crate) scenery: Option<Scenery>,
    /// The texts of the sites.
    texts: Vec<SiteLabel>,
    /// The rectangle around all of it.
    pub(crate) bounds: Bounds,
}

impl BoardFigures {
    /// Returns the thickness of the bar that stands for an edge, in units: a little less than the
    /// sticks.
    pub(crate) fn bar(&self) -> f32 {
        0.95 * self.needed.thickness.max(self.optional.thickness) as f32
    }

    /// Draws a board, in space in one kind of its layers. Linear in its sites.
    pub(crate) fn new(puzzle: &Puzzle, second_layers: bool) -> BoardFigures {
        let (lattice, board) = (puzzle.lattice, &puzzle.board);
        let is_needed = |required: bool| required || puzzle.cover.is_some();
        let page = Page::in_layers(lattice, second_layers, board.sites().iter().map(|s| s.site));
        let part = |required: bool| -> Vec<Point> {
            let sites = board.sites().iter().filter(|s| is_needed(s.required) == required);
            sites.map(|s| s.site).collect()
        };
        // Vertices are drawn where sites are edges alone.
        let mut corners: Vec<Point> = match lattice.form {
            SiteForm::Cell => Vec::new(),
            SiteForm::Edge => board.sites().iter().flat_map(|s| lattice.corners(s.site)).collect(),
        };
        corners.sort_unstable();
        corners.dedup();
        let [needed, optional] = [true, false].map(|needed| Figure::area(&page, &part(needed)));
        let sites: Vec<Vec<Xy>> = board.sites().iter().map(|s| page.outline(s.site)).collect();
        // A variant has texts on sites that it leaves open, which are no longer on its board.
        let texts = puzzle.site_texts.keys().map(|site| page.outline(*site));
        let bounds = Bounds::of_points(sites.iter().cloned().chain(texts).flatten());
        BoardFigures {
            grid: [&needed, &optional].iter().flat_map(|f| joined(&f.inner)).collect(),
            sites,
            required: board.sites().iter().map(|s| is_needed(s.required)).collect(),
            corners: corners.into_iter().map(|c| page.at(c)).collect(),
            scenery: Scenery::new(puzzle, &page),
            texts: SiteLabel::of_board(puzzle, &page),
            page,
            needed,
            optional,
            bounds: bounds.unwrap_or(Bounds { min: [0.0; 2], max: [1.0; 2] }),
        }
    }
}

impl BoardFigures {
    /// The texts of sites whose letters are large enough.
    fn readable_texts(&self, projection: Projection) -> impl Iterator<Item = &SiteLabel> {
        let is_large =
            move |label: &&SiteLabel| label.letters as f32 * projection.scale >= MIN_TEXT;
        self.texts.iter().filter(is_large)
    }

    /// Paints the texts of sites that pieces cover above these, each on a ground of its own.
    pub(crate) fn texts_above(&self, pen: Pen, covered: impl Fn(Point) -> bool) {
        let Pen { painter, palette, projection } = pen;
        for SiteLabel { site, at, letters, text } in self.readable_texts(projection) {
            if covered(*site) {
                let size = *letters as f32 * projection.scale;
                let width = size * (0.65 * text.chars().count() as f32 + 0.5);
                let ground =
                    Rect::from_center_size(projection.at(*at), Vec2::new(width, 1.3 * size));
                painter.rect_filled(ground, 0.3 * size, palette.canvas);
                grid_art::word(pen, *at, text, *letters, false, palette.text);
            }
        }
    }
}

/// The page on which a shape is drawn by itself.
fn page_of(lattice: &'static Lattice, shape: &polyform::Shape) -> Page<'static> {
    Page::around(lattice, shape.sites().iter().copied())
}

/// The bounds of a shape drawn by itself.
fn shape_bounds(lattice: &'static Lattice, shape: &polyform::Shape) -> Option<Bounds> {
    Bounds::of_sites(&page_of(lattice, shape), shape.sites().iter().copied())
}

/// A shape of a plane lattice drawn by itself: its page, its figure and the bounds of that.
pub(crate) fn drawn_alone(
    lattice: &'static Lattice,
    shape: &polyform::Shape,
) -> Option<(Page<'static>, Figure, Bounds)> {
    let page = page_of(lattice, shape);
    let bounds = Bounds::of_sites(&page, shape.sites().iter().copied())?;
    let figure = Figure::new(&page, shape.sites());
    Some((page, figure, bounds))
}

/// Paints a shape by itself as an icon inside a rectangle, at most `most` points a unit.
pub(crate) fn shape_icon(
    painter: &Painter,
    lattice: &'static Lattice,
    shape: &polyform::Shape,
    colour: Colour,
    rect: Rect,
    most: f32,
) {
    if lattice.is_solid() {
        Icon::new(lattice, shape).paint(painter, colour, rect, most);
    } else if let Some((_, figure, bounds)) = drawn_alone(lattice, shape) {
        let pen = Pen::new(painter, Projection::fit(&bounds, rect, most));
        piece(pen, &figure, colour, "", Look::icon());
    }
}

/// Paints an orientation of a piece as an icon inside a rectangle, at most `most` points a unit.
pub(crate) fn orientation_icon(
    painter: &Painter,
    puzzle: &Puzzle,
    id: PieceId,
    shape: &polyform::Shape,
    rect: Rect,
    most: f32,
) {
    let lying = puzzle.piece(id);
    labelled_icon(painter, puzzle, lying, shape, rect, most);
}

/// Paints a piece, in some orientation, with its colour labels as an icon inside a rectangle.
pub(crate) fn labelled_icon(
    painter: &Painter,
    puzzle: &Puzzle,
    lying: &Piece,
    shape: &polyform::Shape,
    rect: Rect,
    most: f32,
) {
    let lattice = puzzle.lattice;
    shape_icon(painter, lattice, shape, lying.colour, rect, most);
    if let Some(bounds) = shape_bounds(lattice, shape).filter(|_| !lattice.is_solid()) {
        let pen = Pen::new(painter, Projection::fit(&bounds, rect, most));
        let page = page_of(lattice, shape);
        let labels = lying.labels_lying(lattice, shape);
        for label in &Badge::of_sites(puzzle, &page, shape.sites(), &labels) {
            badge::paint(pen, label);
        }
    }
}

/// The colours of placed pieces, in their order.
pub(crate) fn colours_of(
    puzzle: &Puzzle,
    encoding: &Encoding,
    options: &[OptionId],
) -> Vec<Colour> {
    let own = |&option: &OptionId| puzzle.piece(encoding.placement(option).piece).colour;
    // Only a puzzle of one piece needs to look at what lies where.
    let copies = (puzzle.pieces.len() == 1)
        .then(|| {
            let sites: Vec<Vec<Point>> =
                options.iter().map(|&option| encoding.sites(option).collect()).collect();
            copy_colours(puzzle, &sites)
        })
        .flatten();
    copies.unwrap_or_else(|| options.iter().map(own).collect())
}

/// A whole solution, or a part of one.
#[derive(Clone, Copy)]
pub(crate) struct SolutionView<'a> {
    pub(crate) puzzle: &'a Puzzle,
    pub(crate) encoding: &'a Encoding,
    pub(crate) options: &'a [OptionId],
}

impl<'a> SolutionView<'a> {
    /// The pieces in their order, each with its colour there.
    pub(crate) fn pieces(self) -> impl Iterator<Item = (OptionId, &'a Piece, Colour)> {
        let SolutionView { puzzle, encoding, options } = self;
        let colours = colours_of(puzzle, encoding, options);
        let piece = move |option| puzzle.piece(encoding.placement(option).piece);
        options.iter().zip(colours).map(move |(&option, colour)| (option, piece(option), colour))
    }
}

/// The figures of a document, each computed when it is first shown.
#[derive(Debug)]
pub(crate) struct FigureCache {
    /// The board.
    pub(crate) board: BoardFigures,
    /// The pieces.
    pub(crate) pieces: PieceFigures,
    placements: RefCell<FxHashMap<OptionId, Arc<Figure>>>,
    /// The figures of a puzzle in space.
    pub(crate) solid: Option<Solid>,
    /// The cover that writes into the grid, and the names of the pieces, of a cover puzzle.
    cover: Option<(Arc<Cover>, Vec<String>)>,
    /// The colour labels of the board.
    board_labels: Vec<Badge>,
}

/// The figures of each piece by itself.
#[derive(Debug)]
pub(crate) struct PieceFigures {
    /// The pieces, and all labels that pieces and board have: what the rest follows from.
    of: (Vec<Piece>, Vec<Label>),
    /// Each piece as drawn.
    pub(crate) figures: Vec<Figure>,
    /// Each piece in space; empty in a plane.
    icons: Vec<Icon>,
    /// Their colour labels.
    labels: Vec<Vec<Badge>>,
    /// The width of the widest piece and the height of the highest, in units.
    largest: Xy,
}

impl PieceFigures {
    fn new(puzzle: &Puzzle) -> PieceFigures {
        let lattice = puzzle.lattice;
        let solid = puzzle.pieces.iter().filter(|_| lattice.is_solid());
        let icons: Vec<Icon> = solid.map(|p| Icon::new(lattice, &p.shape)).collect();
        let sizes: Vec<Xy> = if lattice.is_solid() {
            icons.iter().map(Icon::size).collect()
        } else {
            let bounds = puzzle.pieces.iter().filter_map(|p| shape_bounds(lattice, &p.shape));
            bounds.map(|bounds| bounds.size()).collect()
        };
        let largest = sizes
            .into_iter()
            .fold([1.0f64, 1.0], |[w, h], [wide, high]| [wide.max(w), high.max(h)]);
        let figure_of = |piece: &Piece| {
            let page = page_of(lattice, &piece.shape);
            picture::alone(puzzle, &page, &piece.name, piece.shape.sites())
        };
        let labels_of = |piece: &Piece| {
            let page = page_of(lattice, &piece.shape);
            Badge::of_sites(puzzle, &page, piece.shape.sites(), &piece.labels)
        };
        PieceFigures {
            of: (puzzle.pieces.clone(), puzzle.labels()),
            figures: puzzle.pieces.iter().map(figure_of).collect(),
            labels: puzzle.pieces.iter().map(labels_of).collect(),
            icons,
            largest,
        }
    }

    /// Returns whether those of a puzzle are the same.
    fn are_of(&self, puzzle: &Puzzle) -> bool {
        let (pieces, labels) = &self.of;
        puzzle.cover.is_none() && *pieces == puzzle.pieces && *labels == puzzle.labels()
    }
}

impl FigureCache {
    /// The figures of a puzzle.
    pub(crate) fn new(puzzle: &Puzzle) -> FigureCache {
        FigureCache::after(None, puzzle, false)
    }

    /// The figures of a puzzle whose pieces have, as like as not, been drawn already: edits of the
    /// board follow each other quickly.
    pub(crate) fn after(
        before: Option<FigureCache>,
        puzzle: &Puzzle,
        second_layers: bool,
    ) -> FigureCache {
        let names = || puzzle.pieces.iter().map(|piece| piece.name.clone()).collect();
        let board = BoardFigures::new(puzzle, second_layers);
        // Shapes of two lattices may have the same sites.
        let same = |before: &FigureCache| std::ptr::eq(before.board.page.lattice(), puzzle.lattice);
        let known = before.filter(same).map(|before| before.pieces);
        let known = known.filter(|pieces| pieces.are_of(puzzle));
        FigureCache {
            board_labels: Badge::of_board(puzzle, &board.page),
            board,
            pieces: known.unwrap_or_else(|| PieceFigures::new(puzzle)),
            cover: puzzle.cover.clone().map(|cover| (cover, names())),
            placements: RefCell::default(),
            solid: Solid::new(puzzle),
        }
    }

    /// The figure of a placement.
    pub(crate) fn placement(&self, encoding: &Encoding, option: OptionId) -> Arc<Figure> {
        let mut placements = self.placements.borrow_mut();
        let figure = placements.entry(option).or_insert_with(|| {
            let sites: Vec<Point> = encoding.sites(option).collect();
            let (cover, name) = match &self.cover {
                Some((cover, names)) => {
                    let piece = encoding.placement(option).piece;
                    (Some(&**cover), names[piece.index()].as_str())
                }
                None => (None, ""),
            };
            Arc::new(picture::placed(cover, &self.board.page, name, &sites))
        });
        Arc::clone(figure)
    }

    /// Paints what lies on a board, and the board.
    pub(crate) fn solution(&self, pen: Pen, lying: SolutionView, look: Look) {
        self.solution_with(pen, lying, |_| look);
    }

    /// The same, where pieces may look different.
    pub(crate) fn solution_with(
        &self,
        pen: Pen,
        lying: SolutionView,
        look: impl Fn(OptionId) -> Look,
    ) {
        board(pen, &self.board, |_| pen.palette.empty_site);
        let mut has_grid = false;
        for (option, placed, colour) in lying.pieces() {
            let (figure, look) = (self.placement(lying.encoding, option), look(option));
            piece(pen, &figure, colour, &placed.name, look);
            has_grid |= look.grid;
        }
        if has_grid {
            self.labels_of(pen, lying);
        }
    }

    /// Paints the colour labels of pieces that lie on the board, and its own where nothing lies, where
    /// there is room for them.
    pub(crate) fn labels_of(&self, pen: Pen, lying: SolutionView) {
        let SolutionView { puzzle, encoding, options } = lying;
        self.labels(pen, options.iter().flat_map(|&own| encoding.sites(own)));
        if f64::from(pen.projection.scale) < Badge::MIN_SCALE {
            return;
        }
        let has_labels = |piece: &Piece| piece.labels.iter().any(Option::is_some);
        for (option, piece, _) in lying.pieces().filter(|(_, piece, _)| has_labels(piece)) {
            let mut sites: Vec<Point> = encoding.sites(option).collect();
            sites.sort_unstable();
            let labels = puzzle.labels_on(piece, &sites).unwrap_or_default();
            for label in &Badge::of_sites(puzzle, &self.board.page, &sites, &labels) {
                badge::paint(pen, label);
            }
        }
    }

    /// Paints the colour labels of the board, where there is room for them, but for those on sites
    /// that pieces cover.
    pub(crate) fn labels(&self, pen: Pen, covered: impl IntoIterator<Item = Point>) {
        if self.board_labels.is_empty() || f64::from(pen.projection.scale) < Badge::MIN_SCALE {
            return;
        }
        let covered: FxHashSet<Point> = covered.into_iter().collect();
        for label in self.board_labels.iter().filter(|label| !covered.contains(&label.site)) {
            badge::paint(pen, label);
        }
    }

    /// Width and height of thumbnails, in units.
    pub(crate) fn thumbnail_size(&self) -> Xy {
        self.solid.as_ref().map_or(self.board.bounds, |solid| solid.bounds).size()
    }

    /// Paints a whole solution as a thumbnail inside a rectangle.
    pub(crate) fn thumbnail(&self, painter: &Painter, lying: SolutionView, rect: Rect) {
        let palette = Palette::current(painter.ctx());
        if let Some(solid) = &self.solid {
            let look = Look::thumbnail(palette, 0.0);
            solid.solution(painter, lying, rect, 40.0, look);
            return;
        }
        let pen = Pen::new(painter, Projection::fit(&self.board.bounds, rect, 40.0));
        let look = Look::thumbnail(palette, pen.projection.scale);
        self.solution(pen, lying, look);
    }

    /// Paints a piece of a puzzle in space as an icon, in a colour of its copy.
    pub(crate) fn solid_icon(&self, painter: &Painter, id: PieceId, colour: Colour, rect: Rect) {
        let [wide, high] = self.pieces.largest.map(|n| n as f32);
        let scale = (rect.width() / wide).min(rect.height() / high).max(5.0);
        if let Some(icon) = self.pieces.icons.get(id.index()) {
            icon.paint(painter, colour, rect, scale);
        }
    }

    /// Paints a piece as an icon inside a rectangle, all pieces of a puzzle in one scale.
    pub(crate) fn icon(&self, painter: &Painter, puzzle: &Puzzle, id: PieceId, rect: Rect) {
        let placed = puzzle.piece(id);
        if self.solid.is_some() {
            self.solid_icon(painter, id, placed.colour, rect);
            return;
        }
        let [wide, high] = self.pieces.largest.map(|n| n as f32);
        let scale = (rect.width() / wide).min(rect.height() / high).max(5.0);
        if let Some(bounds) = shape_bounds(puzzle.lattice, &placed.shape) {
            let pen = Pen::new(painter, Projection::fit(&bounds, rect, scale));
            let figure = &self.pieces.figures[id.index()];
            piece(pen, figure, placed.colour, "", Look::icon());
            for label in &self.pieces.labels[id.index()] {
                badge::paint(pen, label);
            }
        }
    }
}

/// The empty board: sites, grid, edge, optional sites dashed with a dot. `fill` gives each site
/// its colour, by its position on the board.
pub(crate) fn board(pen: Pen, figures: &BoardFigures, fill: impl Fn(usize) -> Color32) {
    let Pen { palette, projection, .. } = pen;
    let is_heated = match figures.page.lattice().form {
        SiteForm::Edge => board_of_edges(pen, figures, fill),
        SiteForm::Cell => board_of_cells(pen, figures, fill),
    };
    // A heat map has numbers there.
    for label in figures.readable_texts(projection).filter(|_| !is_heated) {
        let SiteLabel { at, letters, text, .. } = label;
        grid_art::word(pen, *at, text, *letters, false, palette.text2);
    }
}

/// An empty board whose sites are edges: lines between vertices. Whether any has a colour of its own.
fn board_of_edges(pen: Pen, figures: &BoardFigures, fill: impl Fn(usize) -> Color32) -> bool {
    let Pen { painter, palette, projection } = pen;
    let mut is_heated = false;
    for (i, ends) in figures.sites.iter().enumerate() {
        let ends = [projection.at(ends[0]), projection.at(ends[1])];
        let ground = fill(i);
        let stroke = Stroke::new(1.0, palette.grid);
        if figures.required[i] {
            painter.line_segment(ends, stroke);
        } else {
            painter.extend(Shape::dashed_line(&ends, stroke, 4.0, 3.0));
        }
        if ground != palette.empty_site {
            is_heated = true;
            // A coloured site is a bar that stops short of its vertices, so far that two at a
            // right angle stay apart.
            let stroke = Stroke::new(figures.bar() * projection.scale, ground);
            let inset = (ends[1] - ends[0]).normalized() * (0.75 * stroke.width);
            let (a, b) = (ends[0] + inset, ends[1] - inset);
            painter.line_segment([a, b], stroke);
            painter.circle_filled(a, stroke.width / 2.0, ground);
            painter.circle_filled(b, stroke.width / 2.0, ground);
        }
    }
    let radius = (0.05 * projection.scale).clamp(1.25, 3.0);
    for &corner in &figures.corners {
        painter.circle_filled(projection.at(corner), radius, palette.grid);
    }
    is_heated
}

/// An empty board whose sites are cells. Whether any has a colour of its own.
fn board_of_cells(pen: Pen, figures: &BoardFigures, fill: impl Fn(usize) -> Color32) -> bool {
    let Pen { painter, palette, projection } = pen;
    let mut mesh = Mesh::default();
    let mut is_heated = false;
    for (i, cell) in figures.sites.iter().enumerate() {
        let mut colour = if figures.required[i] { fill(i) } else { palette.canvas };
        is_heated |= figures.required[i] && colour != palette.empty_site;
        if let Some(scenery) = &figures.scenery
            && colour == palette.empty_site
        {
            colour = grid_art::ground(palette, scenery.grounds[i]);
        }
        add_polygon(&mut mesh, projection, cell, colour);
    }
    painter.add(Shape::mesh(mesh));
    if projection.scale >= 4.0 {
        // Of the heat colours one is that of the grid; a line darker than each parts them all.
        let line = if is_heated { palette.text3.gamma_multiply(0.6) } else { palette.grid };
        let stroke = Stroke::new(1.0, line);
        for line in &figures.grid {
            painter.line_segment(line.map(|p| projection.at(p)), stroke);
        }
    }
    if let Some(scenery) = &figures.scenery {
        grid_art::over_board(pen, scenery);
    }
    let edge = Stroke::new(1.5, palette.text3);
    outline_cells(pen, &figures.needed, edge);
    for line in &figures.optional.outline {
        let mut points = projection.all(line);
        points.push(points[0]);
        painter.extend(Shape::dashed_line(&points, Stroke::new(1.0, palette.text3), 4.0, 3.0));
    }
    if projection.scale >= 12.0 {
        // Low enough that a number has room above it.
        let low = Vec2::new(0.0, (0.3 * projection.scale).min(projection.scale / 2.0 - 6.0));
        for (cell, _) in figures.sites.iter().zip(&figures.required).filter(|(_, must)| !**must) {
            painter.circle_filled(projection.at(middle(cell)) + low, 2.5, palette.text3);
        }
    }
    is_heated
}

/// Sides joined into lines as long as they go straight on.
fn joined(sides: &[[Xy; 2]]) -> Vec<[Xy; 2]> {
    // Corners of lattices are some units apart: a thousandth tells them apart.
    let round = |n: f64| (n * 1e3).round() as i32;
    let key = |[x, y]: Xy| [round(x), round(y)];
    // The way from a side's lesser end to the greater and how far across it the side lies (the
    // cross product), so that sides of one line follow each other; the lesser end; the side.
    let keyed = |&[a, b]: &[Xy; 2]| {
        let (a, b) = if key(a) <= key(b) { (a, b) } else { (b, a) };
        let [dx, dy] = [b[0] - a[0], b[1] - a[1]];
        ([round(dx), round(dy), round(dx * a[1] - dy * a[0])], key(a), [a, b])
    };
    let mut sides: Vec<([i32; 3], [i32; 2], [Xy; 2])> = sides.iter().map(keyed).collect();
    sides.sort_unstable_by_key(|(line, from, _)| (*line, *from));
    let mut lines: Vec<[Xy; 2]> = Vec::new();
    let mut end = None;
    for (line, from, [a, b]) in sides {
        match lines.last_mut() {
            Some(last) if end == Some((line, from)) => last[1] = b,
            _ => lines.push([a, b]),
        }
        end = Some((line, key(b)));
    }
    lines
}
