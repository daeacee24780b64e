//! Laying pieces on the board by hand: the piece in hand follows the pointer, laid ones are moved,
//! pinned and taken up.

use egui::{Align2, Color32, CornerRadius, Painter, Pos2, Rect, Response, Stroke, Ui, vec2};

use super::DesignState;
use crate::lattice::{Lattice, Point};
use crate::picture::{self, Badge, Figure};
use crate::polyform::Shape;
use crate::puzzle::{Label, LayError, Piece, PieceId, Puzzle};
use crate::ui::drawing::badge;
use crate::ui::drawing::figure_cache::FigureCache;
use crate::ui::drawing::paint::{self, Look, Projection};
use crate::ui::widgets::icons::Icon;
use crate::ui::widgets::input::PointerStep;
use crate::ui::widgets::theme::{Palette, regular, semibold};
use crate::workbench::command::Tool;
use crate::workbench::edit::Edit;

/// The distance that the pointer moves before a press becomes a drag, in points.
const DRAG: f32 = 5.0;

/// A press on a laid piece that may become a drag.
pub(super) struct Grip {
    /// The index of the laid piece.
    laid: usize,
    /// Where the pointer was, and on which site.
    at: Pos2,
    site: Point,
    /// True if it is dragged.
    moves: bool,
    /// Its shape, once it was turned on the way.
    turned: Option<Shape>,
}

/// A piece where it would be laid.
pub(super) struct Ghost {
    pub(super) piece: PieceId,
    pub(super) sites: Vec<Point>,
    /// The result of checking that it may lie there.
    pub(super) fits: Result<(), LayError>,
}

/// The requests made by the pointer.
#[derive(Default)]
pub(super) struct PointerResponse {
    pub(super) ghost: Option<Ghost>,
    pub(super) edit: Option<Edit>,
    /// The message to show.
    pub(super) said: Option<String>,
}

/// The sites of a shape, shifted so that its middle lies on a site; `None` where the lattice has
/// no such shift.
fn held_at(lattice: &Lattice, shape: &Shape, site: Point) -> Option<Vec<Point>> {
    let class = lattice.class_of(site)?;
    let n = shape.size() as i32;
    let sum = shape.sites().iter().fold(Point::ORIGIN, |sum, &p| sum + p);
    let far = |p: &Point| {
        let d = [n * p.x - sum.x, n * p.y - sum.y, n * p.z - sum.z];
        d.iter().map(|&d| i64::from(d) * i64::from(d)).sum::<i64>()
    };
    let own = shape.sites().iter().filter(|&&p| lattice.class_of(p) == Some(class));
    let shift = site - *own.min_by_key(|p| far(p))?;
    Some(shape.sites().iter().map(|&p| p + shift).collect())
}

/// Returns the index of the laid piece that covers a site.
fn laid_at(puzzle: &Puzzle, site: Point) -> Option<usize> {
    puzzle.placed.iter().position(|laid| laid.sites.binary_search(&site).is_ok())
}

impl DesignState {
    /// The shape of the piece in hand, as it is turned.
    fn held(&self, puzzle: &Puzzle) -> Option<(PieceId, Shape)> {
        let id = self.selected(puzzle)?;
        let piece = puzzle.piece(id);
        let orientations = piece.shape.orientations(puzzle.lattice, piece.motions);
        let shape = orientations.get(self.orientation.min(orientations.len().saturating_sub(1)))?;
        Some((id, shape.clone()))
    }

    /// The piece in hand at a site.
    pub(super) fn ghost_at(&self, puzzle: &Puzzle, site: Point) -> Option<Ghost> {
        let (piece, shape) = self.held(puzzle)?;
        let sites = held_at(puzzle.lattice, &shape, site)?;
        let fits = puzzle.can_lay(piece, &sites, None);
        Some(Ghost { piece, sites, fits })
    }

    /// Follows the pointer; `site_at` tells which site of the board lies where.
    pub(super) fn place(
        &mut self,
        ui: &Ui,
        response: &Response,
        puzzle: &Puzzle,
        pointer: Option<Pos2>,
        site_at: &dyn Fn(Pos2) -> Option<Point>,
    ) -> PointerResponse {
        self.steps.gather(ui, response);
        let mut asked = PointerResponse::default();
        while let Some(step) = self.steps.next() {
            self.take_step(puzzle, step, site_at, &mut asked);
            // What comes next belongs to the board as it is after the edit.
            if asked.edit.is_some() {
                break;
            }
        }
        if self.steps.are_over(ui) {
            (self.grip, self.pressed) = (None, None);
        }
        self.steps.request_rest(ui);
        let site = pointer.and_then(site_at);
        if std::mem::take(&mut self.let_go) && site.is_some() && asked.edit.is_none() {
            self.click(puzzle, site, &mut asked);
        }
        if asked.edit.is_none() {
            asked.ghost = match &self.grip {
                Some(grip) => self.dragged_ghost(puzzle, grip, site),
                None if self.brush.tool == Tool::Pin => None,
                None => site
                    .filter(|&site| laid_at(puzzle, site).is_none())
                    .and_then(|site| self.ghost_at(puzzle, site)),
            };
        }
        asked
    }

    fn take_step(
        &mut self,
        puzzle: &Puzzle,
        step: PointerStep,
        site_at: &dyn Fn(Pos2) -> Option<Point>,
        asked: &mut PointerResponse,
    ) {
        let (at, site) = (step.at(), site_at(step.at()));
        match step {
            PointerStep::Press(..) => {
                self.pressed = Some(at);
                self.grip = site.and_then(|site| {
                    let laid = laid_at(puzzle, site)?;
                    Some(Grip { laid, at, site, moves: false, turned: None })
                });
            }
            PointerStep::Move(_) => {
                let pin = self.brush.tool == Tool::Pin;
                if let Some(grip) = &mut self.grip {
                    grip.moves |= !pin && at.distance(grip.at) > DRAG;
                }
            }
            PointerStep::Release(_) => {
                let pressed = self.pressed.take();
                if let Some(grip) = self.grip.take() {
                    self.let_go_of(puzzle, &grip, site, asked);
                } else if self.brush.tool != Tool::Pin
                    && pressed.is_some_and(|from| from.distance(at) <= DRAG)
                {
                    self.click(puzzle, site, asked);
                }
            }
        }
    }

    /// A laid piece that is dragged, where it would be laid.
    fn dragged_ghost(&self, puzzle: &Puzzle, grip: &Grip, site: Option<Point>) -> Option<Ghost> {
        let laid = puzzle.placed.get(grip.laid).filter(|_| grip.moves)?;
        let site = site?;
        let sites = match &grip.turned {
            Some(shape) => held_at(puzzle.lattice, shape, site)?,
            None => {
                let shift = site - grip.site;
                let whole = |n: &i32| n % puzzle.lattice.period == 0;
                let moves = shift.coordinates().iter().all(whole);
                moves.then(|| laid.sites.iter().map(|&p| p + shift).collect())?
            }
        };
        let fits = puzzle.can_lay(laid.piece, &sites, Some(grip.laid));
        Some(Ghost { piece: laid.piece, sites, fits })
    }

    /// Does what a click on a site does, requested by keyboard or by name: chooses or pins a laid
    /// piece, or picks it up if it is already chosen; lays the piece in hand.
    pub(super) fn use_site(&mut self, puzzle: &Puzzle, site: Point, asked: &mut PointerResponse) {
        let pins = self.brush.tool == Tool::Pin;
        match laid_at(puzzle, site) {
            Some(laid) if self.laid == Some(laid) && !pins => {
                asked.edit = Some(Edit::TakeUp(vec![laid]));
                self.take_in_hand(puzzle, laid);
            }
            Some(laid) => {
                let grip = Grip { laid, at: Pos2::ZERO, site, moves: false, turned: None };
                self.let_go_of(puzzle, &grip, Some(site), asked);
            }
            None if pins => asked.said = Some("choose a placed piece to pin it".to_owned()),
            None => self.click(puzzle, Some(site), asked),
        }
    }

    /// Makes a laid piece the one in hand, turned as it lies.
    fn take_in_hand(&mut self, puzzle: &Puzzle, laid: usize) {
        let laid = &puzzle.placed[laid];
        let piece = puzzle.piece(laid.piece);
        self.select(Some(&piece.name));
        let lies = Shape::normalise(puzzle.lattice, &laid.sites).map(|(shape, _)| shape);
        let orientations = piece.shape.orientations(puzzle.lattice, piece.motions);
        let orientation = orientations.iter().position(|shape| Some(shape) == lies.as_ref());
        self.orientation = orientation.unwrap_or(0);
    }

    /// Returns the piece that would be laid at the keyboard cursor.
    pub(super) fn ghost_at_cursor(&self, puzzle: &Puzzle, site: Point) -> Option<Ghost> {
        let places = self.brush.tool != Tool::Pin && laid_at(puzzle, site).is_none();
        places.then(|| self.ghost_at(puzzle, site)).flatten()
    }

    /// A laid piece is let go of: moved, taken up, pinned or chosen.
    fn let_go_of(
        &mut self,
        puzzle: &Puzzle,
        grip: &Grip,
        site: Option<Point>,
        asked: &mut PointerResponse,
    ) {
        let Some(laid) = puzzle.placed.get(grip.laid) else { return };
        let name = puzzle.piece(laid.piece).name.clone();
        match (self.dragged_ghost(puzzle, grip, site), grip.moves) {
            (Some(Ghost { sites, fits: Ok(()), .. }), true) if sites != laid.sites => {
                asked.edit = Some(Edit::Lay { piece: name, sites, from: Some(grip.laid) });
            }
            (Some(Ghost { fits: Err(why), .. }), true) => asked.said = Some(why.to_string()),
            (None, true) if site.is_none() => asked.edit = Some(Edit::TakeUp(vec![grip.laid])),
            (_, true) => {}
            (_, false) if self.brush.tool == Tool::Pin => {
                asked.edit = Some(Edit::Pin(vec![grip.laid], !laid.pinned));
            }
            (_, false) => {
                self.select(Some(&name));
                self.laid = Some(grip.laid);
            }
        }
    }

    /// A click where no piece lies, or a piece of the list that is let go of over the board.
    fn click(&mut self, puzzle: &Puzzle, site: Option<Point>, asked: &mut PointerResponse) {
        (self.laid, self.site) = (None, None);
        let Some(at) = site.filter(|&site| laid_at(puzzle, site).is_none()) else { return };
        match self.ghost_at(puzzle, at) {
            Some(Ghost { piece, sites, fits: Ok(()) }) => {
                let piece = puzzle.piece(piece).name.clone();
                asked.edit = Some(Edit::Lay { piece, sites, from: None });
            }
            Some(Ghost { fits: Err(why), .. }) => asked.said = Some(why.to_string()),
            None => self.site = site,
        }
    }

    /// Returns whether the pointer is dragging a piece, from the board or from the list.
    pub(super) fn drags_piece(&self) -> bool {
        self.grip.as_ref().is_some_and(|grip| grip.moves) || self.dragged_row.is_some()
    }

    /// Turns what is dragged, or the laid piece that is chosen, or the piece in hand, so that it
    /// becomes the image that is asked for. What is to be changed by that, if anything.
    ///
    /// # Errors
    /// Why it cannot be turned.
    pub(crate) fn turn_held(
        &mut self,
        puzzle: &Puzzle,
        image: impl Fn(&Shape) -> Option<Shape>,
    ) -> Result<Option<Edit>, String> {
        const NONE: &str = "Choose a piece that may be turned that way in the list first.";
        let image = |piece: PieceId, shape: &Shape| -> Option<(usize, Shape)> {
            let piece = puzzle.piece(piece);
            let image = image(shape)?;
            let orientations = piece.shape.orientations(puzzle.lattice, piece.motions);
            Some((orientations.iter().position(|o| *o == image)?, image))
        };
        if let Some(grip) = self.grip.as_mut().filter(|grip| grip.moves) {
            let laid = puzzle.placed.get(grip.laid).ok_or(NONE)?;
            let now = grip
                .turned
                .take()
                .or_else(|| Shape::normalise(puzzle.lattice, &laid.sites).map(|(shape, _)| shape));
            let turned = now.as_ref().and_then(|shape| image(laid.piece, shape));
            let cannot = turned.is_none();
            grip.turned = turned.map(|(_, shape)| shape).or(now);
            let name = &puzzle.piece(laid.piece).name;
            return match cannot {
                true => Err(format!("Piece {name} may not be turned that way.")),
                false => Ok(None),
            };
        }
        if let Some((n, laid)) = self.laid.and_then(|n| Some((n, puzzle.placed.get(n)?))) {
            let name = puzzle.piece(laid.piece).name.clone();
            let turned = Shape::normalise(puzzle.lattice, &laid.sites)
                .and_then(|(shape, _)| image(laid.piece, &shape))
                .ok_or_else(|| format!("Piece {name} may not be turned that way."))?;
            // About the site in its middle, or whichever other leaves it on the board.
            let middle = laid.sites.len() / 2;
            let about = laid.sites[middle..].iter().chain(&laid.sites[..middle]);
            let mut lying = about.filter_map(|&site| held_at(puzzle.lattice, &turned.1, site));
            let sites = lying
                .find(|sites| puzzle.can_lay(laid.piece, sites, Some(n)).is_ok())
                .ok_or_else(|| format!("{name} does not fit there when turned."))?;
            return Ok(Some(Edit::Lay { piece: name, sites, from: Some(n) }));
        }
        let (id, shape) = self.held(puzzle).ok_or(NONE)?;
        self.orientation = image(id, &shape).ok_or(NONE)?.0;
        Ok(None)
    }
}

/// Draws the pieces that lie on the board.
pub(super) fn laid(
    painter: &Painter,
    palette: &Palette,
    projection: Projection,
    puzzle: &Puzzle,
    figures: &FigureCache,
    state: &DesignState,
) {
    for (n, laid) in puzzle.placed.iter().enumerate() {
        if state.grip.as_ref().is_some_and(|grip| grip.moves && grip.laid == n) {
            continue;
        }
        let piece = puzzle.piece(laid.piece);
        let figure = picture::placed(None, &figures.board.page, &piece.name, &laid.sites);
        let mut look = Look::on_board(palette, projection.scale);
        if state.laid == Some(n) {
            halo(painter, palette, projection, &figure);
            (look.ink, look.line) = (Some(palette.accent), 3.0);
        }
        paint::piece(painter, palette, projection, &figure, piece.colour, &piece.name, look);
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

/// Draws the colour labels of the pieces that lie on the board.
pub(super) fn laid_labels(
    painter: &Painter,
    projection: Projection,
    puzzle: &Puzzle,
    figures: &FigureCache,
    state: &DesignState,
) {
    for (n, laid) in puzzle.placed.iter().enumerate() {
        if !state.grip.as_ref().is_some_and(|grip| grip.moves && grip.laid == n) {
            labels(painter, projection, puzzle, figures, laid.piece, &laid.sites);
        }
    }
}

/// Draws the colour labels of a piece that lies on some sites, or would, where there is room.
pub(super) fn labels(
    painter: &Painter,
    projection: Projection,
    puzzle: &Puzzle,
    figures: &FigureCache,
    piece: PieceId,
    sites: &[Point],
) {
    if f64::from(projection.scale) < Badge::MIN_SCALE {
        return;
    }
    let mut sites = sites.to_vec();
    sites.sort_unstable();
    let labels = lying_labels(puzzle, puzzle.piece(piece), &sites);
    for label in Badge::of_sites(puzzle, &figures.board.page, &sites, &labels) {
        badge::paint(painter, projection, &label);
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

fn halo(painter: &Painter, palette: &Palette, projection: Projection, figure: &Figure) {
    let halo = if palette.dark { palette.canvas } else { Color32::WHITE };
    if !figure.outline.is_empty() {
        paint::outline_cells(painter, projection, figure, Stroke::new(6.0, halo));
    }
}

/// Draws a piece faintly, with a dashed line around it.
pub(super) fn dashed(
    painter: &Painter,
    palette: &Palette,
    projection: Projection,
    figure: &Figure,
    piece: &Piece,
    line: Color32,
) {
    let look = Look {
        ink: Some(Color32::TRANSPARENT),
        line: 0.0,
        cover: 0.40,
        name: projection.scale >= 18.0,
        ..Look::on_board(palette, projection.scale)
    };
    halo(painter, palette, projection, figure);
    paint::piece(painter, palette, projection, figure, piece.colour, &piece.name, look);
    paint::dashes(painter, projection, figure, Stroke::new(3.0, line));
}

/// Draws the piece in hand where it would be laid, and whether it may; `is_dead` if no solution is
/// left when it is placed.
pub(super) fn ghost(
    painter: &Painter,
    palette: &Palette,
    projection: Projection,
    puzzle: &Puzzle,
    figures: &FigureCache,
    ghost: &Ghost,
    is_dead: bool,
) {
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
        dashed(painter, palette, projection, &figure, piece, palette.alert);
    } else {
        halo(painter, palette, projection, &figure);
        paint::piece(painter, palette, projection, &figure, piece.colour, &piece.name, look);
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
pub(super) fn ghost_tip(
    painter: &Painter,
    palette: &Palette,
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
        Err(why) => (crate::text::capitalised(&why.to_string()), String::new()),
    };
    tip(painter, palette, at, &head, &rest);
}

/// A sentence beside the pointer, with what keys do after it.
fn tip(painter: &Painter, palette: &Palette, pointer: Pos2, head: &str, rest: &str) {
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
