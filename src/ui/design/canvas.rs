//! The board on the canvas: heat, marks, rulers, the placement in hand; zoom and pan.

use std::sync::Arc;

use egui::{
    Align2, Color32, Painter, PointerButton, Pos2, Rect, Response, Role, Sense, Shape, Stroke, Ui,
    WidgetInfo, pos2,
};

use super::brush::{self, Easel};
use super::marks::{
    forced, mark_corners, mark_site, ring, ruled, uncoverable, under_pointer, written,
};
use super::placing::{self, Ghost};
use super::play;
use super::sites::{self, CanvasSites};
use super::{DesignState, SiteDisplay};
use crate::exact_cover::OptionId;
use crate::lattice::{Axes, Lattice, Point, Rulers, SiteForm};
use crate::picture::{self, Bounds};
use crate::puzzle::{BoardSite, PieceId, Puzzle};
use crate::text;
use crate::ui::action::{Actions, Model};
use crate::ui::figure_cache::{self, BoardFigures, FigureCache};
use crate::ui::label_layout::{self, LEAST_LETTERS};
use crate::ui::paint::{self, Look, Projection};
use crate::ui::theme::{Palette, regular, semibold};
use crate::workbench::analysis::Analysis;
use crate::workbench::play::PlaySettings;
use crate::workbench::{Command, Document};

/// Room around the board for rulers, in points.
const MARGIN: f32 = 56.0;
/// The largest scale at which a whole board is shown.
const LARGEST: f32 = 96.0;
/// From this scale on, sites bear their numbers.
const NUMBERED: f32 = 36.0;
/// Every site up to this number is told to screen readers by itself.
const MOST_NODES: usize = 2000;

/// Draws the canvas and takes the pointer's gestures. Returns the cell that has the focus, if
/// something can be written there.
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
    let (Some(document), Some(figures)) = (&model.bench.document, model.figures) else {
        return None;
    };
    let puzzle = &*document.puzzle;
    let paints = state.brush.paints() && puzzle.cover.is_none();
    let (ground, frame) = ground_and_frame(state, puzzle, &figures.board, paints);
    // Sites lie above the canvas and would take the pointer from it.
    let inside = ui.rect_contains_pointer(rect);
    let pointer = ui.input(|i| i.pointer.hover_pos()).filter(|_| inside);
    let turns = if state.drags_piece() { wheel_notches(ui) } else { 0 };
    let projection = look(state, ui, &response, pointer, &frame);
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
    let told = AccessibleNames { puzzle, board: &figures.board, coverage: coverage.as_deref() };
    let helps = model.bench.settings.play;
    let coverage = coverage.as_deref();
    let scene = Scene { document, figures, projection, coverage, helps, rect };
    let painting = ground.as_deref().filter(|_| paints);
    let Some(ground) = painting else {
        let asked = follow_placing(state, &scene, ui, &response, pointer);
        scene.paint(state, ground.as_deref(), state.hovered.as_slice(), ui);
        scene.hand(state, asked.ghost.as_ref(), pointer, ui);
        scene.labels(state, asked.ghost.as_ref(), ui);
        if let Some(why) = asked.said {
            out.say(format!("{}.", text::capitalised(&why)));
        }
        if let Some(edit) = asked.edit {
            out.edit(edit, None);
        }
        return told.sites(ui, projection, rect, writable.then(|| Palette::current(ui)));
    };
    let at = pointer.map(|p| projection.inverse(p));
    state.hovered = at.and_then(|at| ground.site_at(puzzle.lattice, at));
    let easel = Easel { puzzle, ground, projection };
    let asked = state.brush.follow(ui, &response, pointer, &easel);
    scene.paint(state, Some(ground), &asked.preview, ui);
    scene.labels(state, None, ui);
    let touched = told.holes_and_sites(ui, projection, ground, rect);
    let touch = touched.map(|site| state.brush.touch(puzzle, site));
    if let Some((edit, gesture)) = asked.edit.or(touch) {
        out.edit(edit, Some(gesture));
    }
    None
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
) -> Projection {
    let rect = response.rect;
    if response.dragged_by(PointerButton::Middle) || response.dragged_by(PointerButton::Secondary) {
        state.pan += response.drag_delta();
    }
    if let Some(pointer) = pointer.filter(|_| !state.drags_piece()) {
        // The wheel zooms about the pointer; with Ctrl held egui reports the same as a zoom.
        let wheel = ui.input(|i| i.smooth_scroll_delta().y);
        let factor = ui.input(|i| i.zoom_delta()) * (wheel / 360.0).exp();
        if (factor - 1.0).abs() > 1e-4 {
            let zoom = (state.zoom * factor).clamp(0.2, 40.0);
            let from_middle = pointer - rect.center() - state.pan;
            state.pan -= from_middle * (zoom / state.zoom - 1.0);
            state.zoom = zoom;
        }
    }
    let fitted = Projection::fit(frame, rect.shrink(MARGIN), LARGEST);
    Projection {
        scale: fitted.scale * state.zoom,
        origin: rect.center() + (fitted.origin - rect.center()) * state.zoom + state.pan,
    }
}

/// Follows the pointer where it lays pieces; which site it is on is kept in the state.
fn follow_placing(
    state: &mut DesignState,
    scene: &Scene,
    ui: &Ui,
    response: &Response,
    pointer: Option<Pos2>,
) -> placing::PointerResponse {
    let puzzle = &*scene.document.puzzle;
    let site_at = |at: Pos2| {
        let at = scene.projection.inverse(at);
        let i = sites::site_at(puzzle.lattice, &scene.figures.board.sites, at)?;
        Some(puzzle.board.sites()[i].site)
    };
    state.hovered = pointer.and_then(site_at);
    match puzzle.cover {
        Some(_) => placing::PointerResponse::default(),
        None => state.place(ui, response, puzzle, pointer, &site_at),
    }
}

/// What is drawn on the canvas, and where.
struct Scene<'a> {
    document: &'a Document,
    figures: &'a FigureCache,
    projection: Projection,
    /// How many placements cover each site, as far as that is known.
    coverage: Option<&'a [Option<u32>]>,
    /// What helps while pieces are placed.
    helps: PlaySettings,
    rect: Rect,
}

impl Scene<'_> {
    /// Paints the board with its marks and the pieces on it; `under` are the sites under the
    /// pointer.
    fn paint(&self, state: &DesignState, ground: Option<&CanvasSites>, under: &[Point], ui: &Ui) {
        let Scene { figures, projection, .. } = *self;
        let (palette, painter) = (Palette::current(ui), ui.painter_at(self.rect));
        let puzzle = &*self.document.puzzle;
        let (lattice, board) = (puzzle.lattice, &figures.board);
        if let Some(ground) = ground {
            holes(&painter, palette, projection, puzzle, ground);
        }
        let heat = self
            .coverage
            // Without pieces nothing covers anything, which is no news.
            .filter(|_| !puzzle.pieces.is_empty())
            .filter(|_| state.shown == SiteDisplay::Placements && puzzle.counts_placements());
        let most = heat.map_or(0, |heat| heat.iter().copied().flatten().max().unwrap_or(0));
        let ground_of = |i: usize| match heat {
            Some(_) if puzzle.text(puzzle.board.sites()[i].site).is_some() => palette.empty_site,
            Some(heat) => heat[i].map_or(palette.empty_site, |n| heat_colour(palette, n, most)),
            None => palette.empty_site,
        };
        figure_cache::board(&painter, palette, projection, lattice, board, ground_of);
        let bare = ground.filter(|_| puzzle.board.sites().is_empty());
        let bounds = bare.map_or(board.bounds, CanvasSites::bounds);
        rulers(&painter, palette, projection, lattice, board, bounds);
        if let Some(heat) = heat {
            numbers(&painter, palette, projection, puzzle, board, heat, ground_of);
        }
        let mark = |i, mark| mark_site(&painter, palette, projection, lattice, board, i, mark);
        for &i in &state.marked {
            mark(i, forced);
        }
        if let Some(i) = state.site.and_then(|site| puzzle.board.position(site)) {
            mark(i, ring);
        }
        for i in puzzle.barred.keys().filter_map(|site| puzzle.board.position(*site)) {
            mark(i, ruled);
        }
        placing::laid(&painter, palette, projection, puzzle, figures, state);
        if self.helps.mark && !puzzle.placed.is_empty() {
            self.document.dead_sites().iter().for_each(|&i| mark(i, uncoverable));
        }
        if let Some((piece, sites)) = self.document.hinted_placement(self.helps) {
            let figure = picture::placed(None, &board.page, "", &sites);
            let piece = puzzle.piece(piece);
            placing::dashed(&painter, palette, projection, &figure, piece, palette.accent);
        }
        play::paint_leading(state, self.document, figures, projection, &painter);
        for &site in under {
            let corners = board.page.outline(site);
            let bar = board.bar();
            mark_corners(&painter, palette, projection, lattice, &corners, bar, under_pointer);
        }
    }

    /// Paints the colour labels: of the board, of the pieces on it, and of the one in hand.
    fn labels(&self, state: &DesignState, ghost: Option<&Ghost>, ui: &Ui) {
        let Scene { figures, projection, .. } = *self;
        let painter = ui.painter_at(self.rect);
        let puzzle = &*self.document.puzzle;
        figures.labels(&painter, projection);
        placing::laid_labels(&painter, projection, puzzle, figures, state);
        if let Some(Ghost { piece, sites, .. }) = ghost {
            placing::labels(&painter, projection, puzzle, figures, *piece, sites);
        }
    }

    /// Paints the piece in hand: at the pointer, or where the placement that is stepped to lies.
    fn hand(&self, state: &DesignState, ghost: Option<&Ghost>, pointer: Option<Pos2>, ui: &Ui) {
        let Scene { figures, projection, .. } = *self;
        let (palette, painter) = (Palette::current(ui), ui.painter_at(self.rect));
        let puzzle = &*self.document.puzzle;
        let places = puzzle.cover.is_none();
        if let Some(ghost) = ghost {
            let is_dead = self.is_dead(ghost.piece, &ghost.sites);
            let ends = placing::GhostEnds { pointer, is_dead };
            placing::ghost(&painter, palette, projection, puzzle, figures, ghost, ends);
        } else if (pointer.is_none() || !places || state.hovered.is_none())
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
                placing::dashed(&painter, palette, projection, &figure, piece, palette.alert);
            } else {
                in_hand(&painter, palette, projection, figures, analysis, option);
            }
        }
    }

    /// Whether a placement is known to leave no solution, and that is to be seen.
    fn is_dead(&self, piece: PieceId, sites: &[Point]) -> bool {
        self.helps.warn && self.document.leads_on(piece, sites) == Some(false)
    }
}

/// How many notches the wheel was turned in this frame, up counted as positive; on a touch pad,
/// how many moves of the fingers.
fn wheel_notches(ui: &Ui) -> i32 {
    let notch = |event: &egui::Event| match event {
        egui::Event::MouseWheel { unit: egui::MouseWheelUnit::Point, delta, .. } => {
            // A touch pad sends many small steps; only those of a brisk move count.
            if delta.y.abs() < 20.0 { 0 } else { delta.y.signum() as i32 }
        }
        egui::Event::MouseWheel { delta, .. } if delta.y != 0.0 => delta.y.signum() as i32,
        _ => 0,
    };
    ui.input(|i| i.events.iter().map(notch).sum())
}

/// Draws the placement of the chosen piece that is stepped to.
fn in_hand(
    painter: &Painter,
    palette: &Palette,
    projection: Projection,
    figures: &FigureCache,
    analysis: &Analysis,
    option: OptionId,
) {
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
                let board = &figures.board;
                mark_site(painter, palette, projection, puzzle.lattice, board, i, mark);
            }
        }
    }
    if !figure.outline.is_empty() {
        let halo = if palette.dark { palette.canvas } else { Color32::WHITE };
        paint::outline_cells(painter, projection, &figure, Stroke::new(6.0, halo));
    }
    paint::piece(painter, palette, projection, &figure, placed.colour, &placed.name, look);
}

/// How many placements cover each site of a board, as far as that was known last: of a version
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
fn holes(
    painter: &Painter,
    palette: &Palette,
    projection: Projection,
    puzzle: &Puzzle,
    ground: &CanvasSites,
) {
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

/// What a site is: whether it must be covered, or what stands there from the beginning.
pub(super) fn site_kind(puzzle: &Puzzle, site: &BoardSite) -> String {
    match (puzzle.text(site.site), &puzzle.cover) {
        (Some(text), _) => format!("holds {text}"),
        (None, Some(_)) => "empty".to_owned(),
        (None, None) if site.required => "required".to_owned(),
        (None, None) => "optional".to_owned(),
    }
}

/// What screen readers are told of the board.
struct AccessibleNames<'a> {
    puzzle: &'a Puzzle,
    board: &'a BoardFigures,
    coverage: Option<&'a [Option<u32>]>,
}

impl AccessibleNames<'_> {
    /// What a site is, in words.
    fn name(&self, site: Point) -> String {
        let puzzle = self.puzzle;
        let (one, _) = puzzle.lattice.site_words;
        let label = puzzle.lattice.site_label(site);
        let Some(i) = puzzle.board.position(site) else {
            return format!("{one} {label}, hole");
        };
        let kind = site_kind(puzzle, &puzzle.board.sites()[i]);
        let counts = puzzle.counts_placements() && puzzle.text(site).is_none();
        let placements = self.coverage.filter(|_| counts).and_then(|coverage| coverage[i]);
        let placements = placements
            .map_or_else(String::new, |n| format!(", {}", text::count(u64::from(n), "placement")));
        let colour = puzzle.board.label(i).map_or(String::new(), |l| format!(", label {l}"));
        format!("{one} {label}, {kind}{placements}{colour}")
    }

    /// Gives every site a name, as long as there are not too many. Where something can be
    /// written, cells take the focus; the one that has it is returned.
    fn sites(
        &self,
        ui: &mut Ui,
        projection: Projection,
        visible: Rect,
        writes: Option<&Palette>,
    ) -> Option<usize> {
        if self.board.sites.len() > MOST_NODES {
            return None;
        }
        let mut focused = None;
        let sense = if writes.is_some() { Sense::click() } else { Sense::hover() };
        let id = ui.scope_id().with("site");
        for (i, site) in self.puzzle.board.sites().iter().enumerate() {
            let rect = brush::around(projection, &self.board.sites[i]);
            if !visible.intersects(rect) {
                continue;
            }
            let response = ui.interact(rect.expand(0.5).intersect(visible), id.with(i), sense);
            response.widget_info(|| {
                let role = if writes.is_some() { Role::Button } else { Role::Label };
                WidgetInfo::labeled(role, true, self.name(site.site))
            });
            let Some(palette) = writes else { continue };
            if response.clicked() {
                response.request_focus();
            }
            if response.has_focus() {
                focused = Some(i);
                let corners: Vec<Pos2> =
                    self.board.sites[i].iter().map(|&p| projection.at(p)).collect();
                ring(&ui.painter_at(visible), palette, &corners, false);
            }
        }
        focused
    }

    /// Gives every site and hole that can be painted a name and the focus; the one that was
    /// pressed by key or by name is returned. The pointer is the brush's.
    fn holes_and_sites(
        &self,
        ui: &mut Ui,
        projection: Projection,
        ground: &CanvasSites,
        visible: Rect,
    ) -> Option<Point> {
        if ground.sites.len() > MOST_NODES {
            return None;
        }
        let palette = Palette::current(ui);
        let mut touched = None;
        let id = ui.scope_id().with("ground");
        for (&site, corners) in ground.sites.iter().zip(&ground.corners) {
            let rect = brush::around(projection, corners);
            if !visible.intersects(rect) {
                continue;
            }
            let place = rect.expand(0.5).intersect(visible);
            let response = ui.interact(place, id.with(site), Sense::click());
            response.widget_info(|| WidgetInfo::labeled(Role::Button, true, self.name(site)));
            if response.has_focus() {
                let corners: Vec<Pos2> = corners.iter().map(|&p| projection.at(p)).collect();
                ring(&ui.painter_at(visible), palette, &corners, false);
            }
            if response.clicked() && !response.clicked_by(PointerButton::Primary) {
                touched = Some(site);
            }
        }
        touched
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
    painter: &Painter,
    palette: &Palette,
    projection: Projection,
    puzzle: &Puzzle,
    board: &BoardFigures,
    coverage: &[Option<u32>],
    ground: impl Fn(usize) -> Color32,
) {
    let lattice = puzzle.lattice;
    for (i, site) in board.sites.iter().enumerate() {
        let Some(n) = coverage[i] else { continue };
        if puzzle.text(puzzle.board.sites()[i].site).is_some() {
            continue;
        }
        match n {
            0 if board.required[i] => {
                mark_site(painter, palette, projection, lattice, board, i, uncoverable);
                continue;
            }
            1 if board.required[i] => {
                mark_site(painter, palette, projection, lattice, board, i, forced);
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
                SiteForm::Edge => LEAST_LETTERS,
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

/// Numbers along the upper and left side of the board. Only where the axes are square and lie in
/// one plane.
pub(crate) fn rulers(
    painter: &Painter,
    palette: &Palette,
    projection: Projection,
    lattice: &Lattice,
    board: &BoardFigures,
    bounds: Bounds,
) {
    if lattice.axes != Axes::Right || lattice.dimension != 2 {
        return;
    }
    let (shift, extra) = match lattice.address.rulers {
        Rulers::Sites => (0.5, 0),
        Rulers::Corners => (0.0, 1),
    };
    // Numbers need some room each: every one, every 5th, or every 20th.
    let step =
        [1, 5, 20, 100].into_iter().find(|&s| projection.scale * s as f32 >= 20.0).unwrap_or(100);
    let gap = 14.0 + if lattice.form == SiteForm::Edge { 0.1 * projection.scale } else { 0.0 };
    let origin = projection.at(bounds.min);
    let clip = painter.clip_rect();
    // The rulers stay in sight when the board is moved beyond the edge of the canvas.
    let top = (origin.y - gap).max(clip.top() + 12.0);
    let left = (origin.x - gap).max(clip.left() + 14.0);
    let range = |k: usize| {
        let (from, to) = (bounds.min[k].round() as i64, bounds.max[k].round() as i64);
        (from..to + extra).filter(move |n| {
            let shown = if extra == 0 { n + 1 } else { *n };
            shown % step == 0 || step > 1 && shown == 1 - extra
        })
    };
    let named = board.scenery.as_ref().map(|scenery| &scenery.captions);
    let caption = |k: usize, n: i64| match named.filter(|names| !names[k].is_empty()) {
        Some(names) => names[k].get(n as usize).cloned().unwrap_or_default(),
        None => (n + 1 - extra).to_string(),
    };
    for n in range(0) {
        let x = projection.at([n as f64 + shift, 0.0]).x;
        let room = projection.scale * step as f32 - 4.0;
        let galley = label_layout::cut(painter, &caption(0, n), regular(12.0), palette.text3, room);
        let rect = Align2::CENTER_CENTER.anchor_size(pos2(x, top), galley.size());
        if origin.y - gap < top {
            painter.rect_filled(rect.expand2(egui::vec2(3.0, 1.0)), 3.0, palette.canvas);
        }
        painter.galley(rect.min, galley, palette.text3);
    }
    for n in range(1) {
        let y = projection.at([0.0, n as f64 + shift]).y;
        let galley = painter.layout_no_wrap(caption(1, n), regular(12.0), palette.text3);
        let rect = Align2::RIGHT_CENTER.anchor_size(pos2(left, y), galley.size());
        if origin.x - gap < left {
            painter.rect_filled(rect.expand2(egui::vec2(3.0, 1.0)), 3.0, palette.canvas);
        }
        painter.galley(rect.min, galley, palette.text3);
    }
}
