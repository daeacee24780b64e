//! The board on the canvas: heat, marks, rulers, the placement in hand; zoom and pan.

use std::sync::Arc;

use egui::{
    Align2, Color32, PointerButton, Pos2, Rect, Response, Role, Sense, Shape, Stroke, Ui,
    WidgetInfo,
};

use super::brush::Easel;
use super::by_hand;
use super::placing::PointerResponse;
use super::site_menu;
use super::{DesignState, SiteDisplay};
use crate::exact_cover::OptionId;
use crate::lattice::{Point, SiteForm};
use crate::picture::{self, Bounds};
use crate::puzzle::{BoardSite, PieceId, Puzzle};
use crate::text;
use crate::ui::action::{Actions, Model};
use crate::ui::by_hand::{BADGE_ROOM, BELOW_BADGE};
use crate::ui::canvas::cursor::CursorStep;
use crate::ui::canvas::marks::{
    self, forced, hole_under_pointer, mark_corners, mark_site, ring, ruled, uncoverable,
    under_pointer, written,
};
use crate::ui::canvas::nodes::{AccessibleBoard, BoardStep, Sites};
use crate::ui::canvas::placing::{self, Ghost, laid_at};
use crate::ui::canvas::rulers::rulers;
use crate::ui::canvas::sites::{self, CanvasSites};
use crate::ui::drawing::figure_cache::{self, BoardFigures, FigureCache};
use crate::ui::drawing::label_layout::MIN_LETTERS;
use crate::ui::drawing::paint::{self, Look, Pen, Projection};
use crate::ui::widgets;
use crate::ui::widgets::focus;
use crate::ui::widgets::input;
use crate::ui::widgets::theme::{Palette, regular, semibold};
use crate::workbench::by_hand::ByHandSettings;
use crate::workbench::check::analysis::Analysis;
use crate::workbench::command::Tool;
use crate::workbench::edit::Edit;
use crate::workbench::{Command, Document};

/// Room around the board for rulers, in points.
const MARGIN: f32 = 56.0;
/// The same on a canvas that is lower or narrower than [`SMALL_CANVAS`].
const MIN_MARGIN: f32 = 36.0;
/// Height or width of a canvas below which the board comes before the room around it.
const SMALL_CANVAS: f32 = 420.0;
/// The largest scale at which a whole board is shown.
const MAX_SCALE: f32 = 96.0;
/// From this scale on, sites bear their numbers.
const NUMBERED: f32 = 36.0;
/// The margin of the canvas that the keyboard cursor keeps clear of.
const CURSOR_MARGIN: f32 = 24.0;

/// Draws the canvas and takes the gestures of pointer and keys. Returns the cell where the keyboard
/// is, if something can be written there.
pub(super) fn show(
    state: &mut DesignState,
    model: Model,
    out: &mut Actions,
    ui: &mut Ui,
) -> Option<usize> {
    let writable = super::givens::sudoku(model).is_some();
    let rect = ui.available_rect_before_wrap();
    let response = ui.allocate_rect(rect, Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, "Board"));
    focus::main_part(ui, "board", rect);
    let (Some(document), Some(figures)) = (&model.bench.document, model.figures) else {
        return None;
    };
    let puzzle = &*document.puzzle;
    let paints = state.brush.paints() && puzzle.cover.is_none();
    let (ground, frame) = ground_and_frame(state, puzzle, &figures.board, paints);
    // Sites lie above the canvas and would take the pointer from it.
    let inside = ui.rect_contains_pointer(rect);
    let pointer = ui.input(|i| i.pointer.hover_pos()).filter(|_| inside);
    let turns = if state.drags_piece() { input::wheel_notches(ui) } else { 0 };
    // The number of solutions left has a place of its own above the board, also before there is a
    // piece: the first one would move the board.
    let has_badge = puzzle.cover.is_none();
    let projection = look(state, ui, &response, pointer, &frame, has_badge);
    // The wheel turns a piece that is dragged.
    for _ in 0..turns.abs() {
        out.send(if turns < 0 { Command::TurnPiece } else { Command::TurnPieceBack });
    }

    // Beside placed pieces, what still fits.
    let left = document.coverage_left().filter(|_| !puzzle.placed.is_empty());
    let coverage = match left {
        Some(left) => Some(left.iter().copied().map(Some).collect()),
        None => document.recent().map(|recent| coverage(puzzle, recent)),
    };
    let coverage: Option<&[Option<u32>]> = coverage.as_deref();
    let helps = model.bench.settings.play;
    let scene = Scene { document, figures, projection, coverage, helps, rect };
    let painting = ground.as_deref().filter(|_| paints);
    let sites = match painting {
        Some(ground) => Sites::Ground(ground),
        None => Sites::Board(puzzle, &figures.board),
    };
    let told = AccessibleBoard { puzzle, sites, coverage, projection, visible: rect, writable };
    state.cursor.stay(writable);
    let step = told.follow_keys(&mut state.cursor, &response, paints, ui);
    let edit = match painting {
        Some(ground) => scene.paint_sites(state, ground, step, &response, pointer, ui),
        None if state.edits_texts() && puzzle.cover.is_none() => {
            scene.choose_sites(state, step, &response, pointer, ui);
            None
        }
        None => scene.place_pieces(state, ground.as_deref(), step, &response, pointer, out, ui),
    };
    if let Some((edit, gesture)) = edit {
        out.edit(edit, gesture);
    }
    site_menu::show(state, model, state.hovered, &response, out);
    if let Some(at) = state.cursor.shown().and_then(|site| sites.corners(site)) {
        let (painter, bar) = (ui.painter_at(rect), figures.board.bar());
        let pen = Pen::new(&painter, projection);
        mark_corners(pen, puzzle.lattice, at, bar, marks::cursor);
        if state.cursor.has_moved() {
            bring_into_view(state, sites::around(projection, at), rect, ui);
        }
    }
    if state.cursor.is_by_keys() {
        widgets::focus_ring(ui, &response, rect.shrink(3.0), 0.0);
    }
    let cell = state.cursor.shown().filter(|_| writable);
    cell.and_then(|site| puzzle.board.position(site))
}

/// A press of the pointer gives the board the focus, and its site the cursor, from where keys go on.
fn put_cursor(state: &mut DesignState, under: Option<Point>, response: &Response, ui: &Ui) {
    let hit = response.has_focus() || response.is_pointer_button_down_on() || response.clicked();
    if let Some(site) = under.filter(|_| hit && ui.input(|i| i.pointer.primary_pressed())) {
        response.request_focus();
        state.cursor.put(site);
    }
}

/// Moves the board so that a site, seen at a place, lies within the canvas.
fn bring_into_view(state: &mut DesignState, place: Rect, canvas: Rect, ui: &Ui) {
    let room = canvas.shrink(CURSOR_MARGIN);
    let by = |low: f32, high: f32, from: f32, to: f32| match (low < from, high > to) {
        (true, _) => from - low,
        (false, true) => (to - high).max(from - low),
        _ => 0.0,
    };
    let shift = egui::vec2(
        by(place.left(), place.right(), room.left(), room.right()),
        by(place.top(), place.bottom(), room.top(), room.bottom()),
    );
    if shift != egui::Vec2::ZERO {
        state.viewport.pan += shift;
        ui.ctx().request_repaint();
    }
}

/// The ground with the sites that can be painted, where there is need of one, and the part of the
/// plane that is looked at, which stays the same while the board grows and shrinks.
fn ground_and_frame(
    state: &mut DesignState,
    puzzle: &Puzzle,
    board: &BoardFigures,
    paints: bool,
) -> (Option<Arc<CanvasSites>>, Bounds) {
    let bare = puzzle.board.sites().is_empty();
    let before = state.ground.take();
    let ground = (paints || bare).then(|| CanvasSites::new(before, puzzle, &board.page));
    state.ground.clone_from(&ground);
    let frame = *state.frame.get_or_insert_with(|| match &ground {
        Some(ground) if bare => ground.bounds(),
        // In space all of every layer can be painted, and is to be seen.
        _ if puzzle.lattice.is_solid() => {
            let whole = CanvasSites::new(ground.clone(), puzzle, &board.page).bounds();
            let ends = [whole, board.bounds].map(|bounds| [bounds.min, bounds.max]);
            Bounds::of_points(ends.into_iter().flatten()).unwrap_or(whole)
        }
        _ => board.bounds,
    });
    (ground, frame)
}

/// Zooms and pans as the pointer asks for; where the board is seen after that.
fn look(
    state: &mut DesignState,
    ui: &Ui,
    response: &Response,
    pointer: Option<Pos2>,
    frame: &Bounds,
    has_badge: bool,
) -> Projection {
    let rect = response.rect;
    if response.dragged_by(PointerButton::Middle) || response.dragged_by(PointerButton::Secondary) {
        state.viewport.pan += response.drag_delta();
    }
    state.viewport.follow_wheel_at(pointer.filter(|_| !state.drags_piece()), rect, ui);
    // The rulers are above and at the left of the board.
    let margin = |length: f32| if length < SMALL_CANVAS { MIN_MARGIN } else { MARGIN };
    let (x, y) = (margin(rect.width()), margin(rect.height()));
    let far = |margin: f32| if margin < MARGIN { margin / 2.0 } else { margin };
    let mut room = rect.shrink2(egui::vec2(x, y));
    room.max += egui::vec2(x - far(x), y - far(y));
    let mut fitted = Projection::fit(frame, room, MAX_SCALE);
    let top = (room.top() + BADGE_ROOM).max(rect.top() + BELOW_BADGE);
    if has_badge && fitted.at(frame.min).y < top {
        fitted = Projection::fit(frame, room.with_min_y(top), MAX_SCALE);
    }
    state.viewport.projection(fitted, rect)
}

/// Follows the pointer where it lays pieces; which site it is on is kept in the state.
fn follow_placing(
    state: &mut DesignState,
    scene: &Scene,
    ui: &Ui,
    response: &Response,
    pointer: Option<Pos2>,
) -> PointerResponse {
    let puzzle = &*scene.document.puzzle;
    let site_at = |at: Pos2| {
        let at = scene.projection.inverse(at);
        let i = sites::site_at(puzzle.lattice, &scene.figures.board.sites, at)?;
        Some(puzzle.board.sites()[i].site)
    };
    state.hovered = pointer.and_then(site_at);
    match puzzle.cover {
        Some(_) => PointerResponse::default(),
        None => state.place(ui, response, puzzle, pointer, &site_at),
    }
}

/// The contents of the canvas, and where they are drawn.
struct Scene<'a> {
    document: &'a Document,
    figures: &'a FigureCache,
    projection: Projection,
    /// The number of placements that cover each site, as far as known.
    coverage: Option<&'a [Option<u32>]>,
    /// The aids for placing pieces.
    helps: ByHandSettings,
    rect: Rect,
}

impl Scene<'_> {
    /// Follows brush and cursor over the sites that can be painted, and paints them. What is to be
    /// changed, with the number of its gesture.
    fn paint_sites(
        &self,
        state: &mut DesignState,
        ground: &CanvasSites,
        step: BoardStep,
        response: &Response,
        pointer: Option<Pos2>,
        ui: &Ui,
    ) -> Option<(Edit, Option<u64>)> {
        let (puzzle, projection) = (&*self.document.puzzle, self.projection);
        let easel = Easel { puzzle, ground, projection };
        let asked = state.brush.follow(ui, response, pointer, &easel);
        let at = pointer.map(|p| projection.inverse(p));
        let under = at.and_then(|at| ground.site_at(puzzle.lattice, at));
        state.hovered = state.cursor.shown().or(under);
        put_cursor(state, under, response, ui);
        let preview = if state.cursor.shown().is_some() { &[][..] } else { &asked.preview };
        self.paint(state, Some(ground), preview, ui);
        self.labels(state, None, ui);
        if state.cursor.has_moved() && !matches!(step.by_keys, Some(CursorStep::Drag(..))) {
            state.brush.end_key_stroke();
        }
        let by_keys = match (step.touched, step.by_keys) {
            (Some(site), _) | (None, Some(CursorStep::Use(site))) => {
                Some(state.brush.touch(puzzle, site))
            }
            (None, Some(CursorStep::Drag(from, to))) => Some(state.brush.draw_on(puzzle, from, to)),
            (None, None) => None,
        };
        asked.edit.or(by_keys).map(|(edit, gesture)| (edit, Some(gesture)))
    }

    /// Follows pointer and cursor where they choose sites for texts and groups, and paints the board.
    fn choose_sites(
        &self,
        state: &mut DesignState,
        step: BoardStep,
        response: &Response,
        pointer: Option<Pos2>,
        ui: &Ui,
    ) {
        let Scene { figures, projection, .. } = *self;
        let (puzzle, board) = (&*self.document.puzzle, &figures.board);
        let at = pointer.map(|at| projection.inverse(at));
        let hit = at.and_then(|at| sites::site_at(puzzle.lattice, &board.sites, at));
        let under = hit.map(|i| puzzle.board.sites()[i].site);
        state.hovered = state.cursor.shown().or(under);
        state.texts.point(ui, response, puzzle, board, projection);
        let used = match step.by_keys {
            Some(CursorStep::Use(site)) => Some(site),
            _ => step.touched,
        };
        if let Some(site) = used.filter(|site| puzzle.board.position(*site).is_some()) {
            state.texts.choose(puzzle, vec![site]);
        }
        let hovered = state.hovered.filter(|_| state.cursor.shown().is_none());
        self.paint(state, None, hovered.as_slice(), ui);
        self.labels(state, None, ui);
        let is_covered = |site| laid_at(puzzle, site).is_some();
        board.texts_above(Pen::new(&ui.painter_at(self.rect), projection), is_covered);
        state.texts.paint(ui, puzzle, board, projection, self.rect);
    }

    /// Follows pointer and cursor where they lay pieces, and paints the board with the piece in
    /// hand. What is to be changed.
    #[expect(clippy::too_many_arguments, reason = "what is shown, and all that may be asked for")]
    fn place_pieces(
        &self,
        state: &mut DesignState,
        ground: Option<&CanvasSites>,
        step: BoardStep,
        response: &Response,
        pointer: Option<Pos2>,
        out: &mut Actions,
        ui: &Ui,
    ) -> Option<(Edit, Option<u64>)> {
        let puzzle = &*self.document.puzzle;
        let mut asked = follow_placing(state, self, ui, response, pointer);
        let mut tip = pointer.map(|at| (at, "click"));
        let under = state.hovered;
        if let Some(site) = state.cursor.shown() {
            state.hovered = Some(site);
            asked.ghost = (puzzle.cover.is_none() && asked.edit.is_none())
                .then(|| state.ghost_at_cursor(puzzle, site))
                .flatten();
            // Below the cursor, so that neither hides the other.
            let place = sites::around(self.projection, &self.figures.board.page.outline(site));
            tip = Some((place.center_bottom() - egui::vec2(0.0, 12.0), "Space"));
        }
        put_cursor(state, under, response, ui);
        let used = match step.by_keys {
            Some(CursorStep::Use(site)) => Some(site),
            _ => step.touched,
        };
        if let Some(site) = used.filter(|_| puzzle.cover.is_none() && asked.edit.is_none()) {
            state.use_site(puzzle, site, &mut asked);
        }
        let hovered = state.hovered.filter(|_| state.cursor.shown().is_none());
        self.paint(state, ground, hovered.as_slice(), ui);
        self.hand(state, asked.ghost.as_ref(), tip.is_none(), ui);
        self.labels(state, asked.ghost.as_ref(), ui);
        if let (Some(ghost), Some(tip)) = (&asked.ghost, tip) {
            let is_dead = self.is_dead(ghost.piece, &ghost.sites);
            placing::ghost_tip(&ui.painter_at(self.rect), puzzle, ghost, is_dead, tip);
        }
        if let Some(why) = asked.said {
            out.say(format!("{}.", text::capitalised(&why)));
        }
        asked.edit.map(|edit| (edit, None))
    }

    /// Paints the board with its marks and the pieces on it; `under` are the sites under the
    /// pointer.
    fn paint(&self, state: &DesignState, ground: Option<&CanvasSites>, under: &[Point], ui: &Ui) {
        let Scene { figures, projection, .. } = *self;
        let painter = ui.painter_at(self.rect);
        let pen = Pen::new(&painter, projection);
        let palette = pen.palette;
        let puzzle = &*self.document.puzzle;
        let board = &figures.board;
        if let Some(ground) = ground {
            holes(pen, puzzle, ground);
        }
        let heat = self
            .coverage
            // Without pieces nothing covers anything, which is no news.
            .filter(|_| !puzzle.pieces.is_empty())
            // Texts stand where the numbers would.
            .filter(|_| !state.edits_texts())
            .filter(|_| state.shown == SiteDisplay::Placements && puzzle.counts_placements());
        let most = heat.map_or(0, |heat| heat.iter().copied().flatten().max().unwrap_or(0));
        let ground_of = |i: usize| match heat {
            Some(_) if puzzle.text(puzzle.board.sites()[i].site).is_some() => palette.empty_site,
            Some(heat) => heat[i].map_or(palette.empty_site, |n| heat_colour(palette, n, most)),
            None => palette.empty_site,
        };
        figure_cache::board(pen, board, ground_of);
        let bare = ground.filter(|_| puzzle.board.sites().is_empty());
        let bounds = bare.map_or(board.bounds, CanvasSites::bounds);
        rulers(pen, board, bounds);
        if let Some(heat) = heat {
            numbers(pen, puzzle, board, heat, ground_of);
        }
        let mark = |i, mark| mark_site(pen, board, i, mark);
        for &i in &state.marked {
            mark(i, forced);
        }
        if let Some(i) = state.site.and_then(|site| puzzle.board.position(site)) {
            mark(i, ring);
        }
        for i in puzzle.barred.keys().filter_map(|site| puzzle.board.position(*site)) {
            mark(i, ruled);
        }
        let shown = (state.grip.as_ref(), state.laid);
        placing::laid(pen, puzzle, figures, shown);
        if self.helps.mark && !puzzle.placed.is_empty() {
            self.document.dead_sites().iter().for_each(|&i| mark(i, uncoverable));
        }
        if let Some((piece, sites)) = self.document.hinted_placement(self.helps) {
            let figure = picture::placed(None, &board.page, "", &sites);
            let piece = puzzle.piece(piece);
            placing::dashed(pen, &figure, piece, palette.accent);
        }
        by_hand::paint_leading(state, self.document, figures, pen);
        for &site in under {
            let corners = board.page.outline(site);
            let bar = board.bar();
            let is_hole = puzzle.board.position(site).is_none();
            let mark = if is_hole { hole_under_pointer } else { under_pointer };
            mark_corners(pen, puzzle.lattice, &corners, bar, mark);
        }
    }

    /// Paints the colour labels: of the board, all of them while they are changed, of the pieces on it,
    /// and of the one in hand.
    fn labels(&self, state: &DesignState, ghost: Option<&Ghost>, ui: &Ui) {
        let Scene { figures, projection, .. } = *self;
        let painter = ui.painter_at(self.rect);
        let pen = Pen::new(&painter, projection);
        let puzzle = &*self.document.puzzle;
        let shows_board = state.brush.tool == Tool::Label;
        let grip = state.grip.as_ref();
        placing::laid_labels(pen, puzzle, figures, grip, shows_board);
        if let Some(Ghost { piece, sites, .. }) = ghost {
            placing::labels(pen, puzzle, figures, *piece, sites);
        }
    }

    /// Paints the piece in hand: at the pointer, or where the placement that is stepped to lies;
    /// `is_alone` if neither pointer nor cursor is on the board.
    fn hand(&self, state: &DesignState, ghost: Option<&Ghost>, is_alone: bool, ui: &Ui) {
        let Scene { figures, projection, .. } = *self;
        let painter = ui.painter_at(self.rect);
        let pen = Pen::new(&painter, projection);
        let puzzle = &*self.document.puzzle;
        let places = puzzle.cover.is_none();
        if let Some(ghost) = ghost {
            let is_dead = self.is_dead(ghost.piece, &ghost.sites);
            placing::ghost(pen, puzzle, figures, ghost, is_dead);
        } else if (is_alone || !places || state.hovered.is_none())
            && state.laid.is_none()
            && state.grip.is_none()
            && let Some(analysis) = self.document.analysis().get()
            && let Some(option) = state.ghost(analysis)
            && !self.document.is_used_up(analysis.encoding.placement(option).piece)
        {
            let Analysis { encoding, .. } = &**analysis;
            let piece = encoding.placement(option).piece;
            let sites: Vec<Point> = encoding.sites(option).collect();
            let fits = places && puzzle.can_lay(piece, &sites, None).is_ok();
            if fits && self.is_dead(piece, &sites) {
                let figure = figures.placement(encoding, option);
                let piece = puzzle.piece(piece);
                placing::dashed(pen, &figure, piece, pen.palette.alert);
            } else {
                in_hand(pen, figures, analysis, option);
            }
        }
    }

    /// Returns whether a placement is known to leave no solution, and this is to be shown.
    fn is_dead(&self, piece: PieceId, sites: &[Point]) -> bool {
        self.helps.warn && self.document.leads_on(piece, sites) == Some(false)
    }
}

/// Draws the placement of the chosen piece that is stepped to.
fn in_hand(pen: Pen, figures: &FigureCache, analysis: &Analysis, option: OptionId) {
    let Pen { palette, projection, .. } = pen;
    let puzzle = &analysis.puzzle;
    let placed = puzzle.piece(analysis.encoding.placement(option).piece);
    let figure = figures.placement(&analysis.encoding, option);
    let look = Look {
        ink: Some(palette.accent),
        line: 3.0,
        cover: 0.72,
        name: projection.scale >= 18.0,
        ..Look::on_board(palette, projection.scale)
    };
    if figure.mark.is_some() {
        for site in analysis.encoding.sites(option) {
            let mark = if puzzle.text(site).is_some() { ring } else { written };
            if let Some(i) = puzzle.board.position(site) {
                mark_site(pen, &figures.board, i, mark);
            }
        }
    }
    placing::halo(pen, &figure);
    paint::piece(pen, &figure, placed.colour, &placed.name, look);
}

/// Returns the number of placements that cover each site of a board, as last known: of a version
/// with other sites, only those that are still there.
fn coverage(puzzle: &Puzzle, known: &Analysis) -> Vec<Option<u32>> {
    if puzzle.board == known.puzzle.board {
        return known.coverage.iter().copied().map(Some).collect();
    }
    // Both boards are in reading order, and so are gone through side by side.
    let mut before = known.puzzle.board.sites().iter().zip(&known.coverage).peekable();
    let of_site = |site: &BoardSite| {
        while before.next_if(|(old, _)| old.site < site.site).is_some() {}
        before.peek().filter(|(old, _)| old.site == site.site).map(|(_, n)| **n)
    };
    puzzle.board.sites().iter().map(of_site).collect()
}

/// The sites that can be painted, drawn faintly beneath the board.
fn holes(pen: Pen, puzzle: &Puzzle, ground: &CanvasSites) {
    let Pen { painter, palette, projection } = pen;
    if projection.scale < 6.0 {
        return;
    }
    let stroke = Stroke::new(1.0, palette.line);
    // The board is drawn over its part of the lines.
    for side in &ground.sides {
        painter.line_segment(side.map(|p| projection.at(p)), stroke);
    }
    if puzzle.lattice.form == SiteForm::Cell {
        return;
    }
    // Both are in reading order, and so are gone through side by side.
    let mut board = puzzle.board.sites().iter().map(|s| s.site).peekable();
    for (&site, corners) in ground.sites.iter().zip(&ground.corners) {
        while board.next_if(|&next| next < site).is_some() {}
        if board.peek() != Some(&site) {
            let points: Vec<Pos2> = corners.iter().map(|&p| projection.at(p)).collect();
            painter.add(Shape::dashed_line(&points, stroke, 2.0, 4.0));
        }
    }
}

/// The grey of a site that n placements cover, strongest where they are fewest.
fn heat_colour(palette: &Palette, n: u32, most: u32) -> Color32 {
    if most == 0 {
        return palette.empty_site;
    }
    let share = (f64::from(n) / f64::from(most)).powf(0.6);
    palette.heat[((share * 7.0) as usize).min(6)]
}

fn numbers(
    pen: Pen,
    puzzle: &Puzzle,
    board: &BoardFigures,
    coverage: &[Option<u32>],
    ground: impl Fn(usize) -> Color32,
) {
    let Pen { painter, palette, projection } = pen;
    let lattice = puzzle.lattice;
    for (i, site) in board.sites.iter().enumerate() {
        let Some(n) = coverage[i] else { continue };
        if puzzle.text(puzzle.board.sites()[i].site).is_some() {
            continue;
        }
        match n {
            0 if board.required[i] => {
                mark_site(pen, board, i, uncoverable);
                continue;
            }
            1 if board.required[i] => {
                mark_site(pen, board, i, forced);
            }
            _ => {}
        }
        // Edges may be shorter than a unit.
        let room = match (lattice.form, site.as_slice()) {
            (SiteForm::Edge, [a, b]) => (b[0] - a[0]).hypot(b[1] - a[1]) as f32,
            _ => 1.0,
        };
        if projection.scale * room >= NUMBERED {
            let middle = projection.at(paint::middle(site));
            let text = text::grouped(u64::from(n));
            // Bars are narrow.
            let size = match lattice.form {
                SiteForm::Cell => 13.0,
                SiteForm::Edge => MIN_LETTERS,
            };
            let font = if n == 1 && board.required[i] { semibold(size) } else { regular(size) };
            painter.text(middle, Align2::CENTER_CENTER, text, font, number_ink(palette, ground(i)));
        }
    }
}

/// The second text colour, but for grounds where it would be hard to read.
fn number_ink(palette: &Palette, ground: Color32) -> Color32 {
    let far = |a: u8, b: u8| (i32::from(a) - i32::from(b)).abs();
    if far(ground.g(), palette.text2.g()) > 105 { palette.text2 } else { palette.text }
}
