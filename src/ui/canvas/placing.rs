//! Pieces in hand over a board: where one is laid, how it is turned there, and how both are drawn.
//!
//! It knows a puzzle and the pieces on its board, and changes neither, so that every board on which
//! pieces are laid has the same.

use egui::{Align2, Color32, CornerRadius, Painter, Pos2, Rect, Stroke, vec2};

use crate::lattice::{Lattice, Point};
use crate::picture::{self, Badge, Figure};
use crate::polyform::Shape;
use crate::puzzle::{Label, LayError, Piece, PieceId, Puzzle};
use crate::ui::drawing::badge;
use crate::ui::drawing::figure_cache::FigureCache;
use crate::ui::drawing::paint::{self, Look, Pen};
use crate::ui::widgets::icons::Icon;
use crate::ui::widgets::theme::{Palette, regular, semibold};
use crate::workbench::edit::Edit;

/// The distance that the pointer moves before a press becomes a drag, in points.
pub(crate) const DRAG: f32 = 5.0;

/// A press on a laid piece that may become a drag.
pub(crate) struct Grip {
    /// The index of the laid piece.
    pub(crate) laid: usize,
    /// Where the pointer was, and on which site.
    at: Pos2,
    site: Point,
    /// True if it is dragged.
    pub(crate) moves: bool,
    /// Its shape, once it was turned on the way.
    turned: Option<Shape>,
}

/// A piece where it would be laid.
pub(crate) struct Ghost {
    pub(crate) piece: PieceId,
    pub(crate) sites: Vec<Point>,
    /// The result of checking that it may lie there.
    pub(crate) fits: Result<(), LayError>,
}

impl Grip {
    /// A laid piece is pressed on one of its sites.
    pub(crate) fn new(laid: usize, at: Pos2, site: Point) -> Grip {
        Grip { laid, at, site, moves: false, turned: None }
    }

    /// Follows the pointer: from some distance on the piece is dragged.
    pub(crate) fn follow(&mut self, at: Pos2) {
        self.moves |= at.distance(self.at) > DRAG;
    }

    /// The piece while it is dragged, where it would be laid.
    pub(crate) fn ghost(&self, puzzle: &Puzzle, site: Option<Point>) -> Option<Ghost> {
        let laid = puzzle.placed.get(self.laid).filter(|_| self.moves)?;
        let site = site?;
        let lattice = puzzle.lattice;
        // As it is held, or else as near to its middle as it fits.
        let shift = site - self.site;
        let moves = shift.coordinates().iter().all(|n| n % lattice.period == 0);
        let as_held = (moves && self.turned.is_none())
            .then(|| laid.sites.iter().map(|&p| p + shift).collect());
        let shape = self.shape(puzzle)?;
        let places = as_held.into_iter().chain(held_at(lattice, &shape, site));
        let (sites, fits) = puzzle.first_fit(laid.piece, places, Some(self.laid))?;
        Some(Ghost { piece: laid.piece, sites, fits })
    }

    /// The shape of the piece, as it is turned.
    pub(crate) fn shape(&self, puzzle: &Puzzle) -> Option<Shape> {
        self.turned.clone().or_else(|| shape_of_laid(puzzle, self.laid))
    }

    /// Turns the piece while it is dragged.
    ///
    /// # Errors
    /// Why it cannot be turned.
    pub(crate) fn turn(&mut self, puzzle: &Puzzle, image: Image<'_>) -> Result<(), String> {
        let (Some(laid), Some(shape)) = (puzzle.placed.get(self.laid), self.shape(puzzle)) else {
            return Ok(());
        };
        let (_, turned) = image_of(puzzle, laid.piece, &shape, image)
            .ok_or_else(|| cannot_turn(puzzle, laid.piece))?;
        self.turned = Some(turned);
        Ok(())
    }
}

/// The image of a shape by a motion; `None` where the lattice has none such.
pub(crate) type Image<'a> = &'a dyn Fn(&Shape) -> Option<Shape>;

/// The image of a piece that lies in some way, and the index of that orientation, if it may lie so.
pub(crate) fn image_of(
    puzzle: &Puzzle,
    piece: PieceId,
    shape: &Shape,
    image: Image<'_>,
) -> Option<(usize, Shape)> {
    let piece = puzzle.piece(piece);
    let image = image(shape)?;
    let orientations = piece.shape.orientations(puzzle.lattice, piece.motions);
    Some((orientations.iter().position(|o| *o == image)?, image))
}

/// Says that a piece may not make a motion.
pub(crate) fn cannot_turn(puzzle: &Puzzle, piece: PieceId) -> String {
    format!("Piece {} may not be turned that way.", puzzle.piece(piece).name)
}

/// The shape of a laid piece, as it lies.
pub(crate) fn shape_of_laid(puzzle: &Puzzle, laid: usize) -> Option<Shape> {
    Shape::normalise(puzzle.lattice, &puzzle.placed.get(laid)?.sites).map(|(shape, _)| shape)
}

/// The edit that turns a laid piece where it lies.
///
/// # Errors
/// Why it cannot be turned.
pub(crate) fn turn_laid(puzzle: &Puzzle, n: usize, image: Image<'_>) -> Result<Edit, String> {
    let laid = &puzzle.placed[n];
    let piece = puzzle.piece(laid.piece).name.clone();
    let (_, turned) = shape_of_laid(puzzle, n)
        .and_then(|shape| image_of(puzzle, laid.piece, &shape, image))
        .ok_or_else(|| cannot_turn(puzzle, laid.piece))?;
    // About the site in its middle, or whichever other leaves it on the board.
    let middle = laid.sites.len() / 2;
    let about = laid.sites[middle..].iter().chain(&laid.sites[..middle]);
    let lying = about.flat_map(|&site| held_at(puzzle.lattice, &turned, site).take(1));
    match puzzle.first_fit(laid.piece, lying, Some(n)) {
        Some((sites, Ok(()))) => Ok(Edit::Lay { piece, sites, from: Some(n) }),
        _ => Err(format!("{piece} does not fit there when turned.")),
    }
}

/// Where a shape can lie so that it covers a site: at first with its middle there, at last with
/// that of its sites which is farthest from the middle.
pub(crate) fn held_at(
    lattice: &Lattice,
    shape: &Shape,
    site: Point,
) -> impl Iterator<Item = Vec<Point>> {
    let n = shape.size() as i32;
    let sum = shape.sites().iter().fold(Point::ORIGIN, |sum, &p| sum + p);
    let far = |p: &Point| {
        let d = [n * p.x - sum.x, n * p.y - sum.y, n * p.z - sum.z];
        d.iter().map(|&d| i64::from(d) * i64::from(d)).sum::<i64>()
    };
    let class = lattice.class_of(site);
    let is_alike = |p: &Point| class.is_some() && lattice.class_of(*p) == class;
    let mut own: Vec<Point> = shape.sites().iter().copied().filter(is_alike).collect();
    own.sort_by_key(far);
    own.into_iter().map(move |p| shape.sites().iter().map(|&q| q + (site - p)).collect())
}

/// Returns the index of the laid piece that covers a site.
pub(crate) fn laid_at(puzzle: &Puzzle, site: Point) -> Option<usize> {
    puzzle.placed.iter().position(|laid| laid.sites.binary_search(&site).is_ok())
}

/// Draws the pieces that lie on the board, but for the one that is dragged; another one may be
/// chosen.
pub(crate) fn laid(
    pen: Pen,
    puzzle: &Puzzle,
    figures: &FigureCache,
    (grip, chosen): (Option<&Grip>, Option<usize>),
) {
    let Pen { painter, palette, projection } = pen;
    for (n, laid) in puzzle.placed.iter().enumerate() {
        if grip.is_some_and(|grip| grip.moves && grip.laid == n) {
            continue;
        }
        let piece = puzzle.piece(laid.piece);
        let figure = picture::placed(None, &figures.board.page, &piece.name, &laid.sites);
        let mut look = Look::on_board(palette, projection.scale);
        if chosen == Some(n) {
            halo(pen, &figure);
            (look.ink, look.line) = (Some(palette.accent), 3.0);
        }
        paint::piece(pen, &figure, piece.colour, &piece.name, look);
        if laid.pinned
            && let Some(label) = figure.labels.first()
        {
            let size = (0.3 * projection.scale).clamp(9.0, 16.0);
            let off = vec2(0.32, -0.32) * projection.scale;
            let rect = Rect::from_center_size(projection.at(label.at) + off, vec2(size, size));
            let ink = paint::rgb(piece.colour.shade(palette.dark).label);
            Icon::Pin.paint(painter, rect, ink);
        }
    }
}

/// Draws the colour labels of the pieces that lie on the board, but for the one that is dragged, and
/// those of the board where nothing lies, or all of them.
pub(crate) fn laid_labels(
    pen: Pen,
    puzzle: &Puzzle,
    figures: &FigureCache,
    grip: Option<&Grip>,
    shows_board: bool,
) {
    let is_dragged = |n: usize| grip.is_some_and(|grip| grip.moves && grip.laid == n);
    let lying = || puzzle.placed.iter().enumerate().filter(|(n, _)| !is_dragged(*n));
    let covered = lying().filter(|_| !shows_board).flat_map(|(_, laid)| &laid.sites);
    figures.labels(pen, covered.copied());
    for (_, laid) in lying() {
        labels(pen, puzzle, figures, laid.piece, &laid.sites);
    }
}

/// Draws the colour labels of a piece that lies on some sites, or would, where there is room.
pub(crate) fn labels(
    pen: Pen,
    puzzle: &Puzzle,
    figures: &FigureCache,
    piece: PieceId,
    sites: &[Point],
) {
    if f64::from(pen.projection.scale) < Badge::MIN_SCALE {
        return;
    }
    let mut sites = sites.to_vec();
    sites.sort_unstable();
    let labels = lying_labels(puzzle, puzzle.piece(piece), &sites);
    for label in Badge::of_sites(puzzle, &figures.board.page, &sites, &labels) {
        badge::paint(pen, &label);
    }
}

/// The labels of a piece on some sites, in their order: of several ways to lie there the one that
/// agrees with the labels of the board. Empty for a piece without labels.
fn lying_labels(puzzle: &Puzzle, piece: &Piece, sites: &[Point]) -> Vec<Option<Label>> {
    if piece.labels.iter().all(Option::is_none) {
        return Vec::new();
    }
    let Some((shape, _)) = Shape::normalise(puzzle.lattice, sites) else { return Vec::new() };
    let board = |site: &Point| puzzle.board.position(*site).and_then(|i| puzzle.board.label(i));
    let clashes = |labels: &Vec<Option<Label>>| {
        let pairs = sites.iter().map(board).zip(labels);
        pairs.filter(|(there, own)| there.is_some() && own.is_some() && there != *own).count()
    };
    let turns = piece.motions.group(puzzle.lattice, piece.shape.sites()).into_iter();
    let ways = turns.map(|turn| piece.turned(puzzle.lattice, &turn));
    let ways = ways.filter(|(image, _)| *image == shape).map(|(_, labels)| labels);
    ways.min_by_key(clashes).unwrap_or_default()
}

/// Draws a wide line around a piece of cells, on which its outline stands out.
pub(crate) fn halo(pen: Pen, figure: &Figure) {
    let halo = if pen.palette.dark { pen.palette.canvas } else { Color32::WHITE };
    if !figure.outline.is_empty() {
        paint::outline_cells(pen, figure, Stroke::new(6.0, halo));
    }
}

/// Draws a piece faintly, with a dashed line around it.
pub(crate) fn dashed(pen: Pen, figure: &Figure, piece: &Piece, line: Color32) {
    let Pen { palette, projection, .. } = pen;
    let look = Look {
        ink: Some(Color32::TRANSPARENT),
        line: 0.0,
        cover: 0.40,
        name: projection.scale >= 18.0,
        ..Look::on_board(palette, projection.scale)
    };
    halo(pen, figure);
    paint::piece(pen, figure, piece.colour, &piece.name, look);
    paint::dashes(pen, figure, Stroke::new(3.0, line));
}

/// Draws the piece in hand where it would be laid, and whether it may; `is_dead` if no solution is
/// left when it is placed.
pub(crate) fn ghost(
    pen: Pen,
    puzzle: &Puzzle,
    figures: &FigureCache,
    ghost: &Ghost,
    is_dead: bool,
) {
    let Pen { painter, palette, projection } = pen;
    let piece = puzzle.piece(ghost.piece);
    let figure = picture::placed(None, &figures.board.page, &piece.name, &ghost.sites);
    let fits = ghost.fits.is_ok();
    let look = Look {
        ink: Some(if fits { palette.accent } else { palette.alert }),
        line: 3.0,
        cover: if fits { 0.72 } else { 0.40 },
        name: projection.scale >= 18.0,
        ..Look::on_board(palette, projection.scale)
    };
    if fits && is_dead {
        dashed(pen, &figure, piece, palette.alert);
    } else {
        halo(pen, &figure);
        paint::piece(pen, &figure, piece.colour, &piece.name, look);
    }
    let clashes = ghost.sites.iter().filter(|site| {
        puzzle.board.position(**site).is_none()
            || puzzle.placed.iter().any(|laid| laid.sites.binary_search(site).is_ok())
    });
    for &site in clashes.filter(|_| !fits) {
        let middle = projection.at(paint::middle(&figures.board.page.outline(site)));
        let radius = (0.2 * projection.scale).clamp(5.0, 10.0);
        painter.circle(middle, radius, palette.alert_soft, Stroke::new(2.0, palette.alert));
        let cross = Rect::from_center_size(middle, vec2(radius, radius));
        Icon::Cross.paint(painter, cross, palette.alert);
    }
}

/// Says beside a place whether the piece in hand fits, and what places it: `"click"` or `"Space"`.
pub(crate) fn ghost_tip(
    painter: &Painter,
    puzzle: &Puzzle,
    ghost: &Ghost,
    is_dead: bool,
    (at, by): (Pos2, &'static str),
) {
    let piece = puzzle.piece(ghost.piece);
    let (head, rest) = match &ghost.fits {
        Ok(()) if is_dead => {
            (format!("{} fits, but no solution is left", piece.name), String::new())
        }
        Ok(()) => (format!("{} fits here", piece.name), format!("R turns · F flips · {by} places")),
        Err(why) => (crate::text::capitalised(&why.in_sight()), String::new()),
    };
    tip(painter, at, &head, &rest);
}

/// A sentence beside the pointer, with what keys do after it.
fn tip(painter: &Painter, pointer: Pos2, head: &str, rest: &str) {
    let palette = Palette::current(painter.ctx());
    let head = painter.layout_no_wrap(head.to_owned(), semibold(12.0), palette.text);
    let rest = painter.layout_no_wrap(rest.to_owned(), regular(12.0), palette.text2);
    let gap = if rest.size().x > 0.0 { 8.0 } else { 0.0 };
    let size = vec2(head.size().x + gap + rest.size().x + 20.0, 26.0);
    let room = painter.clip_rect().shrink(4.0);
    let mut at = pointer + vec2(16.0, 22.0);
    at.x = at.x.min(room.right() - size.x).max(room.left());
    if at.y + size.y > room.bottom() {
        at.y = pointer.y - 12.0 - size.y;
    }
    let rect = Rect::from_min_size(at, size);
    let stroke = Stroke::new(1.0, palette.border);
    let radius = CornerRadius::same(6);
    painter.rect(rect, radius, palette.card, stroke, egui::StrokeKind::Inside);
    let place = |left: f32, size: egui::Vec2| {
        Align2::LEFT_CENTER.anchor_size(egui::pos2(left, rect.center().y), size).min
    };
    let (left, wide) = (rect.left() + 10.0, head.size().x);
    painter.galley(place(left, head.size()), head, palette.text);
    painter.galley(place(left + wide + gap, rest.size()), rest, palette.text2);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encode::Encoding;
    use crate::exact_cover::OptionId;
    use crate::format::bundled;

    #[test]
    fn labels_of_a_piece_are_shown_as_they_fit_the_board() {
        let bundled = bundled::ALL.iter().find(|b| b.path.contains("chessboard-tetrominoes"));
        let puzzle = bundled.expect("a bundled puzzle").open().puzzle;
        let encoding = Encoding::new(&puzzle).expect("a small puzzle");
        let mut placements = 0;
        for (id, piece) in puzzle.pieces() {
            for option in encoding.placements_of(id) {
                let mut sites: Vec<Point> = encoding.sites(OptionId(option as u32)).collect();
                sites.sort_unstable();
                let labels = lying_labels(&puzzle, piece, &sites);
                let board = sites
                    .iter()
                    .map(|&site| puzzle.board.position(site).and_then(|i| puzzle.board.label(i)));
                assert_eq!(labels, board.collect::<Vec<_>>(), "{} {option}", piece.name);
                placements += 1;
            }
        }
        assert!(placements > 100, "{placements}");
    }
}
