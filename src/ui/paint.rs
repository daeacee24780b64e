//! Painting figures with egui: the same lines and areas as in [`crate::picture`], on a painter.

use std::sync::Arc;

use egui::epaint::{Mesh, PathShape, PathStroke, StrokeKind};
use egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, Vec2};
use rustc_hash::FxHashMap;

use super::badge;
use super::lettering::{self, LEAST_LETTERS};
use super::scenery;
use super::space::Solid;
use super::space::solid::Icon;
use super::theme::Palette;
use crate::encode::Encoding;
use crate::exact_cover::OptionId;
use crate::lattice::{Lattice, Point, SiteForm};
use crate::picture::{self, Badge, Bounds, Figure, Page, Scenery, Xy, copy_colours};
use crate::polyform;
use crate::puzzle::{Colour, Cover, Label, Piece, PieceId, Puzzle};

/// From the plane of a lattice to the screen: points a unit, and where the origin lies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Projection {
    /// Screen points for a unit of the plane.
    pub(crate) scale: f32,
    /// Where the plane's origin lies on the screen.
    pub(crate) origin: Pos2,
}

impl Projection {
    /// The largest projection that shows some bounds inside a rectangle, centred, at most
    /// `most` points a unit.
    pub(crate) fn fit(bounds: &Bounds, rect: Rect, most: f32) -> Projection {
        let [width, height] = bounds.size().map(|n| n.max(1e-3) as f32);
        let scale = (rect.width() / width).min(rect.height() / height).clamp(0.01, most);
        let middle = Vec2::new(
            (bounds.min[0] + bounds.max[0]) as f32 / 2.0,
            (bounds.min[1] + bounds.max[1]) as f32 / 2.0,
        );
        Projection { scale, origin: rect.center() - middle * scale }
    }

    /// Where a point of the plane lies on the screen.
    pub(crate) fn at(&self, [x, y]: Xy) -> Pos2 {
        self.origin + Vec2::new(x as f32, y as f32) * self.scale
    }

    /// The point of the plane at a place of the screen.
    pub(crate) fn inverse(&self, p: Pos2) -> Xy {
        let v = (p - self.origin) / self.scale;
        [f64::from(v.x), f64::from(v.y)]
    }

    fn all(&self, line: &[Xy]) -> Vec<Pos2> {
        line.iter().map(|&p| self.at(p)).collect()
    }
}

/// The colour of a theme's shade.
pub(crate) fn rgb([r, g, b]: [u8; 3]) -> Color32 {
    Color32::from_rgb(r, g, b)
}

/// How a piece is painted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Look {
    /// Whether the name stands on the piece.
    pub(crate) name: bool,
    /// Whether the grid inside is drawn.
    pub(crate) grid: bool,
    /// Width of the outline, in points.
    pub(crate) line: f32,
    /// Colour of the outline; the piece's own when `None`.
    pub(crate) ink: Option<Color32>,
    /// How strongly the fill covers the ground, 0 to 1.
    pub(crate) cover: f32,
    /// How far the fill is lightened towards white, 0 to 1.
    pub(crate) lighten: f32,
}

impl Look {
    /// As on a board of this scale: named and gridded where there is room.
    pub(crate) fn on_board(palette: &Palette, scale: f32) -> Look {
        let small = scale < 24.0;
        Look {
            name: scale >= 18.0,
            grid: scale >= 10.0,
            line: if scale < 10.0 {
                1.25
            } else if small {
                1.75
            } else if scale >= 80.0 {
                3.0
            } else {
                2.5
            },
            ink: Some(palette.ink),
            cover: 1.0,
            lighten: 0.0,
        }
    }

    /// As in a thumbnail of solutions.
    pub(crate) fn thumbnail(palette: &Palette, scale: f32) -> Look {
        Look { name: false, grid: false, line: 1.25, ..Look::on_board(palette, scale) }
    }

    /// As an icon in a list.
    pub(crate) fn icon() -> Look {
        Look { name: false, grid: true, line: 1.25, ink: None, cover: 1.0, lighten: 0.0 }
    }
}

/// `over` upon `under`, covering a part of it.
pub(crate) fn blend(under: Color32, over: Color32, cover: f32) -> Color32 {
    let mix = |a: u8, b: u8| (f32::from(a) + (f32::from(b) - f32::from(a)) * cover).round() as u8;
    Color32::from_rgb(mix(under.r(), over.r()), mix(under.g(), over.g()), mix(under.b(), over.b()))
}

/// Paints a piece.
pub(crate) fn piece(
    painter: &Painter,
    palette: &Palette,
    projection: Projection,
    figure: &Figure,
    colour: Colour,
    name: &str,
    look: Look,
) {
    if let Some(ink) = figure.mark {
        scenery::mark(painter, palette, projection, figure, ink, look);
        return;
    }
    let shade = colour.shade(palette.dark);
    let fill = blend(rgb(shade.fill), Color32::WHITE, look.lighten);
    let fill = blend(palette.empty_site, fill, look.cover);
    let label = rgb(shade.label);
    let outline = look.ink.unwrap_or(rgb(shade.outline));
    if figure.strokes.is_empty() {
        fill_cells(painter, projection, figure, fill);
        if look.grid {
            let white = shade.label[0] > 128;
            let stroke = Stroke::new(1.0, label.gamma_multiply(if white { 0.22 } else { 0.16 }));
            for side in &figure.inner {
                painter.line_segment(side.map(|p| projection.at(p)), stroke);
            }
        }
        outline_cells(painter, projection, figure, Stroke::new(look.line, outline));
    } else {
        // Sticks are cased in their own outline, so that crossings of two stay readable.
        let width = figure.thickness as f32 * projection.scale;
        let casing = casing(projection.scale).min(look.line.max(1.25));
        let edge = if look.cover < 1.0 { outline } else { rgb(shade.outline) };
        sticks(painter, projection, figure, Stroke::new(width + 2.0 * casing, edge));
        sticks(painter, projection, figure, Stroke::new(width, fill));
    }
    let size = (figure.letters as f32 * projection.scale).max(LEAST_LETTERS);
    let ink = if look.cover < 1.0 { readable(fill) } else { label };
    for label in &figure.labels {
        if let Some(text) = &label.text {
            scenery::word(painter, projection, label.at, text, figure.letters, true, ink);
            continue;
        }
        if !look.name {
            break;
        }
        lettering::name(painter, projection, label, name, size, ink);
    }
}

/// Width of the casing on either side of a stick.
fn casing(scale: f32) -> f32 {
    (0.045 * scale).clamp(0.6, 2.5)
}

/// Black or white, whichever reads better on a ground.
pub(crate) fn readable(ground: Color32) -> Color32 {
    let light = |c: u8| (f32::from(c) / 255.0).powf(2.2);
    let luminance =
        0.2126 * light(ground.r()) + 0.7152 * light(ground.g()) + 0.0722 * light(ground.b());
    if luminance > 0.2 { Color32::from_rgb(0x11, 0x13, 0x17) } else { Color32::WHITE }
}

/// Fills the cells of a figure, all in one mesh.
pub(crate) fn fill_cells(
    painter: &Painter,
    projection: Projection,
    figure: &Figure,
    colour: Color32,
) {
    let mut mesh = Mesh::default();
    for cell in &figure.cells {
        add_polygon(&mut mesh, projection, cell, colour);
    }
    painter.add(Shape::mesh(mesh));
}

/// Adds a convex polygon to a mesh.
pub(crate) fn add_polygon(
    mesh: &mut Mesh,
    projection: Projection,
    corners: &[Xy],
    colour: Color32,
) {
    let first = mesh.vertices.len() as u32;
    for &corner in corners {
        mesh.colored_vertex(projection.at(corner), colour);
    }
    for i in 2..corners.len() as u32 {
        mesh.add_triangle(first, first + i - 1, first + i);
    }
}

/// Draws the closed lines around a figure of cells.
pub(crate) fn outline_cells(
    painter: &Painter,
    projection: Projection,
    figure: &Figure,
    stroke: Stroke,
) {
    for line in &figure.outline {
        painter.add(Shape::Path(PathShape {
            points: projection.all(line),
            closed: true,
            fill: Color32::TRANSPARENT,
            stroke: PathStroke { kind: StrokeKind::Middle, ..stroke.into() },
        }));
    }
}

/// Draws the lines of a figure of sticks with round ends.
pub(crate) fn sticks(painter: &Painter, projection: Projection, figure: &Figure, stroke: Stroke) {
    for line in &figure.strokes {
        let mut points = projection.all(line);
        if line.first() == line.last() {
            points.pop();
            painter.add(Shape::closed_line(points, stroke));
            continue;
        }
        // Thin lines need no round ends, and feathering would make the circles bulge.
        if stroke.width >= 2.5 {
            for end in [points[0], points[points.len() - 1]] {
                painter.circle_filled(end, stroke.width / 2.0, stroke.color);
            }
        }
        painter.add(Shape::line(points, stroke));
    }
}

/// The empty board: sites, grid, edge, optional sites dashed with a dot. `fill` gives each site
/// its colour, by its position on the board.
pub(crate) fn board(
    painter: &Painter,
    palette: &Palette,
    projection: Projection,
    lattice: &Lattice,
    figures: &BoardFigures,
    fill: impl Fn(usize) -> Color32,
) {
    if lattice.form == SiteForm::Edge {
        for (i, ends) in figures.sites.iter().enumerate() {
            let ends = [projection.at(ends[0]), projection.at(ends[1])];
            let ground = fill(i);
            if figures.required[i] {
                painter.line_segment(ends, Stroke::new(1.0, palette.grid));
            } else {
                let stroke = Stroke::new(1.0, palette.grid);
                painter.extend(Shape::dashed_line(&ends, stroke, 4.0, 3.0));
            }
            if ground != palette.empty_site {
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
        return;
    }
    let mut mesh = Mesh::default();
    for (i, cell) in figures.sites.iter().enumerate() {
        let mut colour = if figures.required[i] { fill(i) } else { palette.canvas };
        if let Some(scenery) = &figures.scenery
            && colour == palette.empty_site
        {
            colour = scenery::ground(palette, scenery.grounds[i]);
        }
        add_polygon(&mut mesh, projection, cell, colour);
    }
    painter.add(Shape::mesh(mesh));
    if projection.scale >= 4.0 {
        let stroke = Stroke::new(1.0, palette.grid);
        for line in &figures.grid {
            painter.line_segment(line.map(|p| projection.at(p)), stroke);
        }
    }
    if let Some(scenery) = &figures.scenery {
        scenery::over_board(painter, palette, projection, scenery);
    }
    let edge = Stroke::new(1.5, palette.text3);
    outline_cells(painter, projection, &figures.needed, edge);
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

/// The mean of some points.
pub(crate) fn middle(points: &[Xy]) -> Xy {
    let n = points.len().max(1) as f64;
    [0, 1].map(|k| points.iter().map(|p| p[k]).sum::<f64>() / n)
}

/// The lines and areas of a board, computed once for each document.
#[derive(Clone, Debug)]
pub(crate) struct BoardFigures {
    /// Where its points lie.
    pub(crate) page: Page<'static>,
    /// The corners of each site, by its position on the board.
    pub(crate) sites: Vec<Vec<Xy>>,
    /// Whether each site is drawn as one that must be covered, as all are in a cover puzzle.
    pub(crate) required: Vec<bool>,
    /// The corners of all edges, each once; none where sites are cells.
    corners: Vec<Xy>,
    needed: Figure,
    optional: Figure,
    /// The lines between cells that are both needed or both optional.
    grid: Vec<[Xy; 2]>,
    /// What else is there in the grid of a cover puzzle.
    pub(crate) scenery: Option<Scenery>,
    /// The rectangle around all of it.
    pub(crate) bounds: Bounds,
}

impl BoardFigures {
    /// How thick the bar is that stands for an edge, in units: a little less than the sticks.
    pub(crate) fn bar(&self) -> f32 {
        0.95 * self.needed.thickness.max(self.optional.thickness) as f32
    }

    /// Draws a board. Linear in its sites.
    pub(crate) fn of(puzzle: &Puzzle) -> BoardFigures {
        let (lattice, board) = (puzzle.lattice, &puzzle.board);
        let is_needed = |required: bool| required || puzzle.cover.is_some();
        let page = Page::of(lattice, board.sites().iter().map(|s| s.site));
        let part = |required: bool| -> Vec<Point> {
            let sites = board.sites().iter().filter(|s| is_needed(s.required) == required);
            sites.map(|s| s.site).collect()
        };
        // Vertices are drawn where sites are edges alone.
        let mut corners: Vec<Point> = match lattice.form {
            SiteForm::Cell => Vec::new(),
            SiteForm::Edge => board.sites().iter().flat_map(|s| lattice.outline(s.site)).collect(),
        };
        corners.sort_unstable();
        corners.dedup();
        let [needed, optional] = [true, false].map(|needed| Figure::area(&page, &part(needed)));
        let sites: Vec<Vec<Xy>> = board.sites().iter().map(|s| page.outline(s.site)).collect();
        let bounds = Bounds::of_points(sites.iter().flatten().copied());
        BoardFigures {
            grid: [&needed, &optional].iter().flat_map(|f| joined(&f.inner)).collect(),
            sites,
            required: board.sites().iter().map(|s| is_needed(s.required)).collect(),
            corners: corners.into_iter().map(|c| page.at(c)).collect(),
            scenery: Scenery::of(puzzle, &page),
            page,
            needed,
            optional,
            bounds: bounds.unwrap_or(Bounds { min: [0.0; 2], max: [1.0; 2] }),
        }
    }
}

/// The page on which a shape is drawn by itself.
fn page_of(lattice: &'static Lattice, shape: &polyform::Shape) -> Page<'static> {
    Page::of(lattice, shape.sites().iter().copied())
}

/// The bounds of a shape drawn by itself.
fn shape_bounds(lattice: &'static Lattice, shape: &polyform::Shape) -> Option<Bounds> {
    Bounds::of_sites(&page_of(lattice, shape), shape.sites().iter().copied())
}

/// Paints a shape by itself as an icon inside a rectangle, at most `most` points a unit.
pub(crate) fn shape_icon(
    painter: &Painter,
    palette: &Palette,
    lattice: &'static Lattice,
    shape: &polyform::Shape,
    colour: Colour,
    rect: Rect,
    most: f32,
) {
    if lattice.is_solid() {
        Icon::of(lattice, shape).paint(painter, palette, colour, rect, most);
    } else if let Some(bounds) = shape_bounds(lattice, shape) {
        let projection = Projection::fit(&bounds, rect, most);
        let figure = Figure::of(&page_of(lattice, shape), shape.sites());
        piece(painter, palette, projection, &figure, colour, "", Look::icon());
    }
}

/// Paints an orientation of a piece as an icon inside a rectangle, at most `most` points a unit.
pub(crate) fn orientation_icon(
    painter: &Painter,
    palette: &Palette,
    puzzle: &Puzzle,
    id: PieceId,
    shape: &polyform::Shape,
    rect: Rect,
    most: f32,
) {
    let (lattice, lying) = (puzzle.lattice, puzzle.piece(id));
    shape_icon(painter, palette, lattice, shape, lying.colour, rect, most);
    if let Some(bounds) = shape_bounds(lattice, shape).filter(|_| !lattice.is_solid()) {
        let projection = Projection::fit(&bounds, rect, most);
        let page = page_of(lattice, shape);
        let labels = lying.labels_lying(lattice, shape);
        for label in &Badge::of_sites(puzzle, &page, shape.sites(), &labels) {
            badge::paint(painter, projection, label);
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
pub(crate) struct Lying<'a> {
    pub(crate) puzzle: &'a Puzzle,
    pub(crate) encoding: &'a Encoding,
    pub(crate) options: &'a [OptionId],
}

impl<'a> Lying<'a> {
    /// The pieces in their order, each with its colour there.
    pub(crate) fn pieces(self) -> impl Iterator<Item = (OptionId, &'a Piece, Colour)> {
        let Lying { puzzle, encoding, options } = self;
        let colours = colours_of(puzzle, encoding, options);
        let piece = move |option| puzzle.piece(encoding.placement(option).piece);
        options.iter().zip(colours).map(move |(&option, colour)| (option, piece(option), colour))
    }
}

/// Figures of a document, each computed when it is first shown.
#[derive(Debug)]
pub(crate) struct Figures {
    /// The board.
    pub(crate) board: BoardFigures,
    /// The pieces.
    pub(crate) pieces: PieceFigures,
    placements: FxHashMap<OptionId, Arc<Figure>>,
    /// What is drawn of a puzzle in space.
    pub(crate) solid: Option<Solid>,
    /// What writes into the grid, and the names of the pieces, of a cover puzzle.
    cover: Option<(Arc<Cover>, Vec<String>)>,
    /// The colour labels of the board.
    board_labels: Vec<Badge>,
}

/// What is drawn of each piece by itself.
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
    fn of(puzzle: &Puzzle) -> PieceFigures {
        let lattice = puzzle.lattice;
        let solid = puzzle.pieces.iter().filter(|_| lattice.is_solid());
        let icons: Vec<Icon> = solid.map(|p| Icon::of(lattice, &p.shape)).collect();
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

    /// Whether those of a puzzle are the same.
    fn are_of(&self, puzzle: &Puzzle) -> bool {
        let (pieces, labels) = &self.of;
        puzzle.cover.is_none() && *pieces == puzzle.pieces && *labels == puzzle.labels()
    }
}

impl Figures {
    /// The figures of a puzzle.
    pub(crate) fn of(puzzle: &Puzzle) -> Figures {
        Figures::after(None, puzzle)
    }

    /// The figures of a puzzle whose pieces have, as like as not, been drawn already: edits of the
    /// board follow each other quickly.
    pub(crate) fn after(before: Option<Figures>, puzzle: &Puzzle) -> Figures {
        let names = || puzzle.pieces.iter().map(|piece| piece.name.clone()).collect();
        let board = BoardFigures::of(puzzle);
        // Shapes of two lattices may have the same sites.
        let same = |before: &Figures| std::ptr::eq(before.board.page.lattice(), puzzle.lattice);
        let known = before.filter(same).map(|before| before.pieces);
        let known = known.filter(|pieces| pieces.are_of(puzzle));
        Figures {
            board_labels: Badge::of_board(puzzle, &board.page),
            board,
            pieces: known.unwrap_or_else(|| PieceFigures::of(puzzle)),
            cover: puzzle.cover.clone().map(|cover| (cover, names())),
            placements: FxHashMap::default(),
            solid: Solid::of(puzzle),
        }
    }

    /// The figure of a placement.
    pub(crate) fn placement(&mut self, encoding: &Encoding, option: OptionId) -> Arc<Figure> {
        let figure = self.placements.entry(option).or_insert_with(|| {
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
    pub(crate) fn solution(
        &mut self,
        painter: &Painter,
        palette: &Palette,
        lying: Lying,
        projection: Projection,
        look: Look,
    ) {
        let lattice = lying.puzzle.lattice;
        board(painter, palette, projection, lattice, &self.board, |_| palette.empty_site);
        for (option, placed, colour) in lying.pieces() {
            let figure = self.placement(lying.encoding, option);
            piece(painter, palette, projection, &figure, colour, &placed.name, look);
        }
        if look.grid {
            self.labels(painter, projection);
        }
    }

    /// Paints the colour labels of the board, where there is room for them. Pieces that lie there
    /// have the same, or none.
    pub(crate) fn labels(&self, painter: &Painter, projection: Projection) {
        if f64::from(projection.scale) >= Badge::LEAST_SCALE {
            for label in &self.board_labels {
                badge::paint(painter, projection, label);
            }
        }
    }

    /// Width and height of thumbnails, in units.
    pub(crate) fn thumbnail_size(&self) -> Xy {
        self.solid.as_ref().map_or(self.board.bounds, |solid| solid.bounds).size()
    }

    /// Paints a whole solution as a thumbnail inside a rectangle.
    pub(crate) fn thumbnail(
        &mut self,
        painter: &Painter,
        palette: &Palette,
        lying: Lying,
        rect: Rect,
    ) {
        if let Some(solid) = &mut self.solid {
            let look = Look::thumbnail(palette, 0.0);
            solid.solution(painter, palette, lying, rect, 40.0, look);
            return;
        }
        let projection = Projection::fit(&self.board.bounds, rect, 40.0);
        let look = Look::thumbnail(palette, projection.scale);
        self.solution(painter, palette, lying, projection, look);
    }

    /// Paints a piece of a puzzle in space as an icon, in a colour of its copy.
    pub(crate) fn solid_icon(
        &self,
        painter: &Painter,
        palette: &Palette,
        id: PieceId,
        colour: Colour,
        rect: Rect,
    ) {
        let [wide, high] = self.pieces.largest.map(|n| n as f32);
        let scale = (rect.width() / wide).min(rect.height() / high).max(5.0);
        if let Some(icon) = self.pieces.icons.get(id.index()) {
            icon.paint(painter, palette, colour, rect, scale);
        }
    }

    /// Paints a piece as an icon inside a rectangle, all pieces of a puzzle in one scale.
    pub(crate) fn icon(
        &self,
        painter: &Painter,
        palette: &Palette,
        puzzle: &Puzzle,
        id: PieceId,
        rect: Rect,
    ) {
        let placed = puzzle.piece(id);
        if self.solid.is_some() {
            self.solid_icon(painter, palette, id, placed.colour, rect);
            return;
        }
        let [wide, high] = self.pieces.largest.map(|n| n as f32);
        let scale = (rect.width() / wide).min(rect.height() / high).max(5.0);
        if let Some(bounds) = shape_bounds(puzzle.lattice, &placed.shape) {
            let projection = Projection::fit(&bounds, rect, scale);
            let figure = &self.pieces.figures[id.index()];
            piece(painter, palette, projection, figure, placed.colour, "", Look::icon());
            for label in &self.pieces.labels[id.index()] {
                badge::paint(painter, projection, label);
            }
        }
    }
}
