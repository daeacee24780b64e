//! The board as it is at this step, or the options chosen where there is no board.

use egui::{
    Align2, Color32, Painter, Pos2, Rect, Role, ScrollArea, Sense, Shape, Stroke, StrokeKind, Ui,
    WidgetInfo, vec2,
};

use super::highlight::Lit;
use super::{Hue, Scene, piece_name};
use crate::encode::{Encoded, Encoding};
use crate::exact_cover::{ItemId, OptionId, Step};
use crate::job::Subject;
use crate::lattice::SiteForm;
use crate::picture::Xy;
use crate::puzzle::Puzzle;
use crate::text;
use crate::ui::canvas::rulers::rulers;
use crate::ui::drawing::figure_cache::{self, FigureCache, SolutionView};
use crate::ui::drawing::label_layout::MIN_LETTERS;
use crate::ui::drawing::paint::{self, Look, Pen, Projection, middle};
use crate::ui::space::SpaceState;
use crate::ui::widgets::theme::{Palette, SIDE, regular, semibold};
use crate::ui::widgets::{self, Line, baseline};
use crate::workbench::stepper::{Picture, Standing};

/// Height of a line in the list of options chosen.
const ROW: f32 = 28.0;
/// The least distance of two dots that stand for digits.
const MIN_DOTS: f32 = 4.0;
/// Room for the numbers of columns and rows.
const RULER: f32 = 26.0;

/// Shows the upper part of the left panel.
pub(super) fn show(scene: &mut Scene, space: &mut SpaceState, ui: &mut Ui) {
    let stepper = scene.stepper;
    let solved = match stepper.last() {
        Some(Step::Solution) => Some(format!("solution {}", text::grouped(stepper.solutions()))),
        _ => None,
    };
    match (stepper.subject(), scene.figures) {
        // The picture of a matrix is the matrix.
        (Subject::Puzzle(Encoded { puzzle, .. }), Some(figures)) if !is_matrix(puzzle) => {
            let usual = match puzzle.cover.as_ref().is_some_and(|cover| cover.counts_cells()) {
                true => "digits that are left for each cell".to_owned(),
                false => format!("options left through {}", puzzle.lattice.a_site()),
            };
            widgets::panel_head(ui, "Board", &solved.unwrap_or(usual), |_| ());
            if figures.solid.is_some() {
                let asked = super::solid_board::show(scene, figures, space, ui);
                scene.out.extend(asked);
            } else {
                board(scene, figures, ui);
            }
        }
        _ => {
            let usual = "first to last".to_owned();
            widgets::panel_head(ui, "Options chosen", &solved.unwrap_or(usual), |_| ());
            list(scene, ui);
        }
    }
    widgets::separator(ui);
}

fn is_matrix(puzzle: &Puzzle) -> bool {
    puzzle.cover.as_ref().is_some_and(|cover| cover.kind == "matrix")
}

/// The label in an open site.
pub(super) struct Count {
    /// The number of options left through it.
    pub(super) left: Option<u32>,
    /// True if it is the site that the search branches on.
    pub(super) chosen: bool,
    /// True if nothing is left for that site.
    pub(super) dead_end: bool,
    /// The greatest width of the number, in points.
    pub(super) room: f32,
    /// The corners of the site, if a ring of four sides does not suit it.
    pub(super) corners: Vec<Pos2>,
    /// The colour behind the number.
    pub(super) ground: Color32,
}

/// Writes how many options are left, if there is room for the number, and rings the site chosen.
pub(super) fn count_at(painter: &Painter, palette: &Palette, at: Pos2, scale: f32, count: &Count) {
    let colour = match (count.chosen, count.dead_end) {
        (true, true) => palette.alert,
        (true, false) => palette.accent,
        _ => palette.text3,
    };
    let size = (scale * 0.27).clamp(MIN_LETTERS, 13.0);
    let mut written = false;
    if let Some(left) = count.left {
        let font = if count.chosen { semibold(size) } else { regular(size) };
        let number = painter.layout_no_wrap(text::grouped(u64::from(left)), font, colour);
        written = number.size().x + 2.0 <= count.room && size + 2.0 <= scale;
        if written {
            if count.ground != Color32::TRANSPARENT {
                painter.circle_filled(at, size * 0.8, count.ground);
            }
            let rect = Align2::CENTER_CENTER.anchor_size(at, number.size());
            painter.galley(rect.min, number, colour);
        }
    }
    if count.chosen {
        let radius = (scale * 0.36).clamp(4.0, 24.0);
        let ring = Rect::from_center_size(at, vec2(2.0 * radius, 2.0 * radius));
        let stroke = Stroke::new(2.0, colour);
        if count.corners.is_empty() {
            painter.rect_stroke(ring, 3.0, stroke, StrokeKind::Middle);
        } else {
            let inside = count.corners.iter().map(|&corner| at + (corner - at) * 0.8).collect();
            painter.add(Shape::closed_line(inside, stroke));
        }
        if count.dead_end && !written {
            painter.line_segment([ring.left_top(), ring.right_bottom()], stroke);
        }
    }
}

/// Returns the greatest width of a number in a cell: the width of the circle inside it, in units.
fn inside(corners: &[Xy]) -> f32 {
    let [x, y] = middle(corners);
    let distances = (0..corners.len()).map(|i| {
        let ([ax, ay], [bx, by]) = (corners[i], corners[(i + 1) % corners.len()]);
        let (dx, dy) = (bx - ax, by - ay);
        (dx * (y - ay) - dy * (x - ax)).abs() / dx.hypot(dy).max(1e-9)
    });
    2.0 * distances.fold(f64::INFINITY, f64::min) as f32
}

fn board(scene: &mut Scene, figures: &FigureCache, ui: &mut Ui) {
    let (stepper, picture) = (scene.stepper, scene.picture);
    let Subject::Puzzle(Encoded { puzzle, encoding, .. }) = stepper.subject() else { return };
    let palette = Palette::current(ui);
    let width = ui.available_width();
    let inner = width - SIDE - RULER;
    let [across, down] = figures.board.bounds.size();
    let most = (ui.available_height() * 0.45).max(120.0);
    let height = (inner * (down / across.max(1e-3)) as f32).clamp(60.0, most).round();
    let size = vec2(width, height + SIDE + RULER);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    response.widget_info(|| {
        let placed = text::count(picture.placed.len() as u64, "piece");
        WidgetInfo::labeled(Role::Canvas, true, format!("Board of the step: {placed} placed"))
    });
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, 0.0, palette.canvas);
    let sticks = puzzle.lattice.form == SiteForm::Edge;
    let room = Rect::from_min_max(rect.min + vec2(RULER, RULER), rect.max - vec2(SIDE, SIDE));
    let room = if sticks { room.shrink(6.0) } else { room };
    let projection = Projection::fit(&figures.board.bounds, room, 80.0);
    let pen = Pen::new(&painter, projection);
    let canvas = Canvas { pen, puzzle, encoding, figures };
    rulers(pen, &figures.board, figures.board.bounds);
    canvas.pieces(&picture.placed);
    if let Some(option) = picture.trying {
        canvas.ghost(option, palette.accent);
    }
    if let Some(option) = scene.lit.option().filter(|&option| picture.trying != Some(option)) {
        canvas.ghost(option, palette.text2);
    }
    canvas.counts(picture, scene.lit.option());
    if let Some(item) = scene.lit.item() {
        canvas.ring(item);
    }
    if let Some(pointer) = response.hover_pos() {
        canvas.point_at(pointer, picture, scene.lit);
    }
}

/// A board to paint on.
struct Canvas<'a> {
    pen: Pen<'a>,
    puzzle: &'a Puzzle,
    encoding: &'a Encoding,
    figures: &'a FigureCache,
}

impl Canvas<'_> {
    /// Paints the board with the pieces placed, each in the colour that it has in the matrix.
    fn pieces(&self, placed: &[OptionId]) {
        let Canvas { pen, figures, .. } = *self;
        figure_cache::board(pen, &figures.board, |_| pen.palette.empty_site);
        let look = Look::on_board(pen.palette, pen.projection.scale);
        for &option in placed {
            self.piece(option, look);
        }
        if look.grid {
            let (puzzle, encoding) = (self.puzzle, self.encoding);
            let lying = SolutionView { puzzle, encoding, options: placed };
            figures.labels_of(pen, lying);
        }
    }

    fn piece(&self, option: OptionId, look: Look) {
        let figure = self.figures.placement(self.encoding, option);
        let piece = self.puzzle.piece(self.encoding.placement(option).piece);
        paint::piece(self.pen, &figure, piece.colour, &piece.name, look);
    }

    /// Paints an option as a ghost over the pieces that lie there.
    fn ghost(&self, option: OptionId, line: Color32) {
        let pen = self.pen;
        let Pen { painter, palette, projection } = pen;
        let look = Look::on_board(palette, projection.scale);
        self.piece(option, Look { cover: 0.72, ink: Some(line), ..look });
        if self.puzzle.lattice.form == SiteForm::Edge {
            return;
        }
        let corners = |site| {
            let at = self.puzzle.board.position(site)?;
            Some(&self.figures.board.sites[at])
        };
        let figure = self.figures.placement(self.encoding, option);
        if figure.mark.is_some() {
            // What is written into cells has no outline of its own.
            for site in self.encoding.sites(option).filter_map(corners) {
                let points = site.iter().map(|&corner| projection.at(corner)).collect();
                painter.add(Shape::closed_line(points, Stroke::new(2.0, line)));
            }
            return;
        }
        paint::outline_cells(pen, &figure, Stroke::new(6.0, palette.canvas));
        paint::outline_cells(pen, &figure, Stroke::new(3.0, line));
    }

    /// Writes into each open site how many options are left through it, or which digits are left; not
    /// into those of an option that is pointed at, which show its piece.
    fn counts(&self, picture: &Picture, lit: Option<OptionId>) {
        let Canvas { pen: Pen { painter, palette, projection }, puzzle, encoding, figures } = *self;
        let sticks = puzzle.lattice.form == SiteForm::Edge;
        let mut taken = vec![false; puzzle.board.sites().len()];
        let covering = picture.placed.iter().chain(&picture.trying).chain(&lit);
        for site in covering.flat_map(|&option| encoding.sites(option)) {
            if let Some(position) = puzzle.board.position(site) {
                taken[position] = true;
            }
        }
        // What stands there already says enough.
        let is_given = |i: usize| puzzle.text(puzzle.board.sites()[i].site).is_some();
        let digits = puzzle.cover.as_ref().is_some_and(|cover| cover.counts_cells());
        let digits = digits && self.candidates(picture, &taken);
        for (i, &item) in encoding.site_items.iter().enumerate() {
            let corners = &figures.board.sites[i];
            let count = Count {
                left: picture.counts[item.index()].filter(|_| !digits && !taken[i] && !is_given(i)),
                chosen: picture.item == Some(item),
                dead_end: picture.dead_end,
                room: projection.scale * if sticks { 0.7 } else { inside(corners) },
                corners: match corners.len() {
                    3 | 6 => corners.iter().map(|&corner| projection.at(corner)).collect(),
                    _ => Vec::new(),
                },
                // A number on a line needs ground to stand on.
                ground: if sticks { palette.canvas } else { Color32::TRANSPARENT },
            };
            count_at(painter, palette, projection.at(middle(corners)), projection.scale, &count);
        }
    }

    /// Writes the digits that are left for each open cell, or marks the place of each by a dot where
    /// letters have no room; whether there is room for either.
    fn candidates(&self, picture: &Picture, taken: &[bool]) -> bool {
        let Canvas { pen: Pen { painter, palette, projection }, puzzle, encoding, figures } = *self;
        // As many columns as the square root of the digits, rounded up.
        let kinds = puzzle.pieces.len();
        let across = (1..=kinds).find(|n| n * n >= kinds).unwrap_or(1);
        let pitch = projection.scale / across as f32;
        let writes = pitch >= MIN_LETTERS - 0.6;
        if pitch < MIN_DOTS {
            return false;
        }
        let font = regular(MIN_LETTERS.max(pitch * 0.6));
        let bold = semibold(font.size);
        for (option, standing) in picture.standing.iter().enumerate() {
            let is_left = matches!(
                standing,
                Standing::Alive | Standing::Left | Standing::Leaving | Standing::Trying
            );
            let option = OptionId(option as u32);
            let Some(site) = encoding.sites(option).next().filter(|_| is_left) else { continue };
            let Some(cell) = puzzle.board.position(site).filter(|&cell| !taken[cell]) else {
                continue;
            };
            let digit = encoding.placement(option).piece;
            let offset = |n: usize| (n as f32 - (across as f32 - 1.0) / 2.0) * pitch;
            let place = vec2(offset(digit.index() % across), offset(digit.index() / across));
            let at = projection.at(middle(&figures.board.sites[cell])) + place;
            let (font, ink) = match standing {
                Standing::Leaving => (&font, palette.alert),
                Standing::Left => (&bold, palette.accent),
                _ => (&font, palette.text2),
            };
            if writes {
                let name = &puzzle.piece(digit).name;
                painter.text(at, Align2::CENTER_CENTER, name, font.clone(), ink);
            } else {
                painter.circle_filled(at, pitch * 0.22, ink);
            }
        }
        true
    }

    /// Rings the site of an item, or outlines its piece where that lies.
    fn ring(&self, item: ItemId) {
        let Some(at) = self.encoding.site_items.iter().position(|&site| site == item) else {
            return;
        };
        let corners = &self.figures.board.sites[at];
        let points = corners.iter().map(|&corner| self.pen.projection.at(corner)).collect();
        let stroke = Stroke::new(2.0, self.pen.palette.text);
        self.pen.painter.add(Shape::closed_line(points, stroke));
    }

    /// Notes the item of the site under the pointer, and the option that lies there.
    fn point_at(&self, pointer: Pos2, picture: &Picture, lit: &mut Lit) {
        let [x, y] = self.pen.projection.inverse(pointer);
        let sites = &self.figures.board.sites;
        let near = |corners: &Vec<Xy>| {
            let [a, b] = middle(corners);
            (a - x).hypot(b - y)
        };
        let nearest = (0..sites.len()).min_by(|&a, &b| near(&sites[a]).total_cmp(&near(&sites[b])));
        let Some(at) = nearest.filter(|&at| near(&sites[at]) < 0.6) else { return };
        if let Some(&item) = self.encoding.site_items.get(at) {
            lit.point_at_item(item);
        }
        let site = self.puzzle.board.sites()[at].site;
        let mut lying = picture.placed.iter().chain(&picture.trying);
        let covers = |option: &&OptionId| self.encoding.sites(**option).any(|own| own == site);
        if let Some(&option) = lying.find(covers) {
            lit.point_at_option(option);
        }
    }
}

/// The options chosen so far, where there is no board to see them on.
fn list(scene: &mut Scene, ui: &mut Ui) {
    let picture = scene.picture;
    let palette = Palette::current(ui);
    let height = (ui.available_height() * 0.4).clamp(120.0, 300.0);
    let (whole, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    ui.painter().rect_filled(whole, 0.0, palette.canvas);
    let inner = whole.shrink2(vec2(SIDE, 8.0));
    // A child, not a scope: the cursor stands behind the whole list already.
    let ui = &mut ui.new_child(egui::UiBuilder::new().max_rect(inner));
    let options: Vec<OptionId> = picture.placed.iter().copied().chain(picture.trying).collect();
    if options.is_empty() {
        widgets::paragraph(ui, "None yet.", regular(13.0), palette.text2);
        return;
    }
    ScrollArea::vertical().auto_shrink(false).stick_to_bottom(true).show(ui, |ui| {
        for &option in &options {
            let trying = picture.trying == Some(option);
            chosen_option(scene, option, trying, ui);
        }
    });
}

fn chosen_option(scene: &mut Scene, option: OptionId, trying: bool, ui: &mut Ui) {
    let stepper = scene.stepper;
    let palette = Palette::current(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
    let items = stepper.option_items(option);
    let name = format!("Option {} chosen: {items}", option.0 + 1);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &name));
    if response.hovered() {
        scene.lit.point_at_option(option);
    }
    if scene.lit.option() == Some(option) {
        ui.painter().rect_filled(rect, 2.0, palette.hover);
    }
    let colour = if trying { palette.accent } else { palette.text };
    let base = baseline(rect.center().y, 13.0);
    // The pieces of a matrix have the numbers of its options.
    let number = (option.0 + 1).to_string();
    let name = Some(piece_name(stepper, option)).filter(|&name| name != number).unwrap_or("");
    let number = format!("{name} {number}");
    let number = Line::new(ui, number.trim(), regular(12.0), palette.text2, 60.0);
    number.right(ui.painter(), rect.left() + 28.0, base);
    let state = if trying { "trying" } else { "" };
    let state = Line::whole(ui, state, regular(12.0), palette.text2);
    state.right(ui.painter(), rect.right(), base);
    let room = rect.width() - 44.0 - state.width() - 8.0;
    let text = Line::new(ui, &items, semibold(13.0), colour, room);
    let ground: Color32 = Hue::new(palette, stepper, option).fill;
    let mark = Rect::from_center_size(
        egui::pos2(rect.left() + 2.0 + 34.0, rect.center().y),
        vec2(4.0, 14.0),
    );
    ui.painter().rect_filled(mark, 1.0, if trying { palette.accent } else { ground });
    text.left(ui.painter(), rect.left() + 46.0, base);
}
