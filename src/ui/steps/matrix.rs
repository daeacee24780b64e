//! The matrix: a column for each item with its count, a row for each option. Covered columns are
//! grey; where there are many they fold to a line, so that the open ones have room.

use egui::{
    Align2, Color32, FontId, Painter, Pos2, Rect, Role, ScrollArea, Sense, Stroke, StrokeKind, Ui,
    Vec2, WidgetInfo, epaint::TextShape, pos2, vec2,
};

use super::{Hue, piece_name};
use crate::exact_cover::{ItemId, OptionId};
use crate::text;
use crate::ui::paint::blend;
use crate::ui::theme::{Palette, SIDE, regular, semibold};
use crate::ui::widgets::{self, Line, baseline};
use crate::workbench::stepper::{Picture, Standing, Stepper, Subject};

/// Distance between two rows, and between the columns of two open items.
const ROW: f32 = 17.0;
const COLUMN: f32 = 16.0;
/// Width of the column of a covered item where there are many.
const FOLDED: f32 = 5.0;
/// Side of a mark in the matrix.
const MARK: f32 = 12.0;
/// Room below the rows of the chosen item.
const GAP: f32 = 10.0;
/// Columns at the most whose names are measured: all are as narrow as these.
const MEASURED: usize = 2000;
/// A matrix of at most so many rows is shown whole, unless it is asked for otherwise.
const FEW: usize = 40;
/// A small matrix is enlarged up to so many times.
const LARGEST: f32 = 2.0;

/// What the matrix keeps from frame to frame.
#[derive(Default)]
pub(super) struct MatrixState {
    /// Whether options that have left the matrix are shown too; as suits the problem until it is
    /// chosen.
    all: Option<bool>,
    rows: Vec<OptionId>,
    /// How many of the rows, the first ones, are those of the chosen item.
    first: usize,
    rows_of: Option<(u64, bool)>,
    /// In how many options the item is that is in most.
    most: Option<usize>,
}

/// Where things are in the matrix, from its upper left corner.
struct Plan {
    /// Left edge of each item's column; one more for the right edge of the last.
    columns: Vec<f32>,
    /// Whether names stand upright beside each other or turned.
    turned: bool,
    /// Width of the labels of the rows, height of the head and, in it, of the counts.
    labels: f32,
    head: f32,
    counts: f32,
    /// Whether the rows bear the names of their pieces.
    named: bool,
    /// Whether the counts, too, are turned: of three digits and more there is no room otherwise.
    tall: bool,
    /// How many times its usual size everything has.
    zoom: f32,
}

/// Shows the middle of the screen.
pub(super) fn show(
    stepper: &Stepper,
    picture: &Picture,
    state: &mut MatrixState,
    shows_links: &mut bool,
    moved: bool,
    ui: &mut Ui,
) {
    let problem = stepper.subject().problem();
    let caption = caption(stepper, picture, ui.available_width());
    let all = state.all.unwrap_or(problem.option_count() <= FEW);
    widgets::column(ui, |ui| {
        widgets::panel_head(ui, "Matrix", &caption, |ui| {
            let mut chosen = all;
            widgets::segmented_small(ui, &mut chosen, &[(false, "Alive"), (true, "All")])
                .on_hover_text("Rows: options that could be chosen still, or all.");
            state.all = (chosen != all).then_some(chosen).or(state.all);
            super::view_switch(stepper, shows_links, ui);
        });
    });
    let all = state.all.unwrap_or(all);
    if state.rows_of != Some((stepper.taken(), all)) || moved {
        state.rows_of = Some((stepper.taken(), all));
        rows(stepper, picture, all, state);
    }
    let most = *state.most.get_or_insert_with(|| most_options(stepper));
    let room = ui.available_size() - vec2(2.0 * SIDE + 12.0, 2.0 * SIDE);
    let plan = plan(stepper, picture, most, ui, room);
    let gap = if state.first > 0 { GAP } else { 0.0 };
    let size = vec2(
        plan.labels + plan.columns.last().copied().unwrap_or(0.0) + 4.0,
        plan.head + state.rows.len() as f32 * plan.row() + gap + 16.0,
    );
    let room = ui.available_size();
    ScrollArea::both().auto_shrink(false).show_viewport(ui, |ui, viewport| {
        let size = size + vec2(2.0 * SIDE, SIDE);
        let (rect, response) =
            ui.allocate_exact_size(size.max(room - vec2(12.0, 12.0)), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, "Matrix of the step"));
        let left = rect.left() + SIDE + ((rect.width() - size.x) / 2.0).max(0.0).round();
        let origin = pos2(left, rect.top() + SIDE);
        let seen = viewport.translate(rect.min.to_vec2());
        paint(stepper, picture, state, &plan, origin, seen, ui);
    });
}

/// How much is left to cover, and to cover it with; in a head of less than usual width without what
/// there was at first.
pub(super) fn caption(stepper: &Stepper, picture: &Picture, width: f32) -> String {
    let problem = stepper.subject().problem();
    if width < 660.0 {
        let items = text::count(picture.open as u64, "item");
        return format!("{items}, {} left", text::count(picture.alive as u64, "option"));
    }
    format!(
        "{} of {} to cover, {} of {} alive",
        text::grouped(picture.open as u64),
        text::count(problem.primary_count() as u64, "item"),
        text::grouped(picture.alive as u64),
        text::count(problem.option_count() as u64, "option"),
    )
}

/// The rows in their order: all as they are numbered, or the options of the chosen item and then
/// those that are alive.
fn rows(stepper: &Stepper, picture: &Picture, all: bool, state: &mut MatrixState) {
    if all {
        state.first = 0;
        state.rows = (0..picture.standing.len() as u32).map(OptionId).collect();
        return;
    }
    let frame = stepper.frames().last().filter(|frame| picture.item == Some(frame.item));
    let branches = frame
        .map_or(&[][..], |frame| &frame.options[..frame.options.len().min(frame.degree as usize)]);
    state.rows.clear();
    state.rows.extend(branches);
    state.first = branches.len();
    // A solution is told by its options.
    let solution = picture.open == 0;
    for (option, &standing) in picture.standing.iter().enumerate() {
        let shown = match standing {
            Standing::Tried | Standing::Trying | Standing::Left => false,
            Standing::Alive | Standing::Leaving => true,
            Standing::Chosen => solution,
            Standing::Gone => false,
        };
        if shown {
            state.rows.push(OptionId(option as u32));
        }
    }
}

/// In how many options the item is that is in most.
fn most_options(stepper: &Stepper) -> usize {
    let problem = stepper.subject().problem();
    let mut counts = vec![0; problem.items().len()];
    let options = (0..problem.option_count() as u32).map(OptionId);
    for cell in options.flat_map(|option| problem.option(option)) {
        counts[cell.item.index()] += 1;
    }
    counts.into_iter().max().unwrap_or(0)
}

fn plan(stepper: &Stepper, picture: &Picture, most: usize, ui: &Ui, room: Vec2) -> Plan {
    let palette = Palette::current(ui);
    let problem = stepper.subject().problem();
    let items = problem.items().len();
    let width = |text: &str| Line::whole(ui, text, regular(11.0), palette.text2).width();
    let letters = (0..items.min(MEASURED)).map(|i| stepper.item_letters(ItemId(i as u32)));
    let widest = letters.map(|name| width(&name)).fold(0.0, f32::max);
    let turned = widest > COLUMN + 1.0;
    // Names that are but the numbers of the options need not be told twice.
    let firsts = (0..problem.option_count().min(MEASURED) as u32).map(OptionId);
    let says_more = |option: OptionId| piece_name(stepper, option) != (option.0 + 1).to_string();
    let named = firsts.into_iter().any(says_more);
    let names = match stepper.subject() {
        Subject::Puzzle(puzzle, _) if named => {
            let pieces = puzzle.pieces.iter().take(MEASURED);
            pieces.map(|piece| width(&piece.name)).fold(0.0, f32::max).min(72.0) + 10.0
        }
        _ => 0.0,
    };
    let number = width(&problem.option_count().to_string());
    let tall = most > 99;
    let counts = if tall { width(&most.to_string()) + 8.0 } else { 16.0 };
    let labels = (names + number + 14.0).max(58.0);
    let head = counts + if turned { widest.min(72.0) + 8.0 } else { 22.0 };
    // By the whole matrix, so that it keeps its size while it is walked through.
    let across = room.x / (labels + items as f32 * COLUMN);
    let down = room.y / (head + problem.option_count() as f32 * ROW + GAP);
    let zoom = across.min(down).clamp(1.0, LARGEST);
    let (labels, head) = (labels * zoom, head * zoom);
    let fits = across >= 1.0;
    let mut columns = Vec::with_capacity(items + 1);
    let mut x = 0.0;
    for count in &picture.counts {
        columns.push(x);
        x += if fits || count.is_some() { COLUMN * zoom } else { FOLDED };
    }
    columns.push(x);
    Plan { columns, turned, labels, head, counts: counts * zoom, named, tall, zoom }
}

impl Plan {
    fn row(&self) -> f32 {
        ROW * self.zoom
    }

    /// The size of all letters.
    fn letters(&self) -> f32 {
        (11.0 * self.zoom).min(16.0)
    }

    /// The middle of the line of counts in a head that ends at `bottom`.
    fn count_y(&self, bottom: f32) -> f32 {
        if self.tall { bottom - 8.0 * self.zoom } else { bottom - self.counts / 2.0 }
    }

    /// The middle of the line of names in a head that ends at `bottom`.
    fn name_y(&self, bottom: f32) -> f32 {
        bottom - self.counts - 9.0 * self.zoom
    }

    fn middle(&self, item: ItemId) -> f32 {
        (self.columns[item.index()] + self.columns[item.index() + 1]) / 2.0
    }

    fn is_folded(&self, item: ItemId) -> bool {
        self.columns[item.index() + 1] - self.columns[item.index()] < COLUMN - 1.0
    }
}

fn paint(
    stepper: &Stepper,
    picture: &Picture,
    state: &MatrixState,
    plan: &Plan,
    origin: Pos2,
    seen: Rect,
    ui: &mut Ui,
) {
    let palette = Palette::current(ui);
    let painter = ui.painter().clone();
    let items = stepper.subject().problem().items().len();
    let left = origin.x + plan.labels;
    let right = left + plan.columns.last().copied().unwrap_or(0.0);
    let top = origin.y + plan.head;
    let gap = |row: usize| if state.first > 0 && row >= state.first { GAP } else { 0.0 };
    let row_top = |row: usize| top + row as f32 * plan.row() + gap(row);
    let bottom = row_top(state.rows.len());
    // Rows within sight.
    let at = |y: f32| ((y - top) / plan.row()).floor();
    let from = (at(seen.top() - GAP).max(0.0) as usize).min(state.rows.len());
    let to = ((at(seen.bottom()) + 1.0).max(0.0) as usize).min(state.rows.len());

    if let Some(item) = picture.item {
        let fill = if picture.dead_end { palette.alert_soft } else { palette.accent_soft };
        let x = left + plan.middle(item);
        let half = COLUMN * plan.zoom / 2.0;
        let band = Rect::from_min_max(pos2(x - half, origin.y), pos2(x + half, bottom));
        painter.rect_filled(band, 2.0, fill);
    }
    let trying = state.rows[from..to].iter().position(|&option| picture.trying == Some(option));
    if let Some(row) = trying {
        let y = row_top(from + row);
        let band = Rect::from_min_max(pos2(origin.x, y), pos2(right, y + plan.row()));
        painter.rect_filled(band, 2.0, palette.accent_soft);
    }
    // A quiet grid.
    let hair = Stroke::new(1.0, blend(palette.canvas, palette.line, 0.6));
    for item in (0..items).map(|i| ItemId(i as u32)).filter(|&item| !plan.is_folded(item)) {
        let x = (left + plan.middle(item)).round() - 0.5;
        painter.vline(x, egui::Rangef::new(top, bottom), hair);
    }
    for row in from..to {
        let y = (row_top(row) + plan.row() / 2.0).round() - 0.5;
        painter.hline(egui::Rangef::new(left, right), y, hair);
    }
    head(stepper, picture, plan, origin, ui);
    for row in from..to {
        let option = state.rows[row];
        let rect =
            Rect::from_min_size(pos2(origin.x, row_top(row)), vec2(right - origin.x, plan.row()));
        option_row(stepper, picture, plan, option, rect, ui);
    }
    if state.rows.is_empty() {
        let text =
            if picture.open == 0 { "No column and no row is left." } else { "No row is left." };
        let at = pos2((left + right) / 2.0, top + 20.0);
        painter.text(at, Align2::CENTER_TOP, text, regular(12.0), palette.text2);
    }
}

/// The names of the items and in how many options each is.
fn head(stepper: &Stepper, picture: &Picture, plan: &Plan, origin: Pos2, ui: &mut Ui) {
    let palette = Palette::current(ui);
    let painter = ui.painter().clone();
    let problem = stepper.subject().problem();
    let left = origin.x + plan.labels;
    let bottom = origin.y + plan.head - 4.0 * plan.zoom;
    let caption = |text: &str, y: f32| {
        let at = pos2(origin.x, y);
        painter.text(at, Align2::LEFT_CENTER, text, regular(plan.letters()), palette.text3);
    };
    caption("item", plan.name_y(bottom));
    caption("options", plan.count_y(bottom));
    for i in 0..problem.items().len() {
        let item = ItemId(i as u32);
        let place = Rect::from_min_max(
            pos2(left + plan.columns[i], origin.y),
            pos2(left + plan.columns[i + 1], origin.y + plan.head),
        );
        if !ui.is_rect_visible(place) {
            continue;
        }
        let told = item_standing(stepper, picture, item);
        let response = ui.interact(place, ui.scope_id().with(("item", i)), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &told));
        response.on_hover_text(told);
        let x = left + plan.middle(item);
        if plan.is_folded(item) {
            let line = Stroke::new(1.0, palette.grid);
            let range = egui::Rangef::new(bottom - plan.counts - 14.0, bottom - 2.0);
            painter.vline(x.round() - 0.5, range, line);
            continue;
        }
        let (count, chosen) = (picture.counts[i], picture.item == Some(item));
        let colour = match (count, chosen, picture.dead_end) {
            (_, true, true) => palette.alert,
            (_, true, false) => palette.accent,
            (Some(_), ..) => palette.text,
            (None, ..) => blend(palette.canvas, palette.text3, 0.55),
        };
        let font = if chosen { semibold(plan.letters()) } else { regular(plan.letters()) };
        let column = ColumnHead { plan, x, bottom, font, colour };
        column.paint_name(&stepper.item_letters(item), &painter);
        if let Some(count) = count {
            column.paint_count(count, &painter);
        }
    }
}

/// How an item stands at this step, in words.
fn item_standing(stepper: &Stepper, picture: &Picture, item: ItemId) -> String {
    let what = stepper.item_words(item);
    let chosen = picture.item == Some(item);
    match picture.counts[item.index()] {
        _ if chosen && picture.dead_end => format!("{what}: no option left"),
        Some(n) if chosen => format!("{what}: chosen, {}", text::count(n.into(), "option")),
        Some(n) => format!("{what}: {}", text::count(u64::from(n), "option")),
        None => format!("{what}: covered"),
    }
}

/// The head of the column of an item.
struct ColumnHead<'a> {
    plan: &'a Plan,
    /// The middle of the column.
    x: f32,
    /// Where the counts end, above the rows.
    bottom: f32,
    font: FontId,
    colour: Color32,
}

impl ColumnHead<'_> {
    fn paint_name(&self, name: &str, painter: &Painter) {
        if self.plan.turned {
            let lower_end = self.bottom - self.plan.counts - 2.0 * self.plan.zoom;
            self.paint_turned(text::shortened(name, 12), lower_end, painter);
        } else {
            self.paint_upright(name, self.plan.name_y(self.bottom), painter);
        }
    }

    fn paint_count(&self, count: u32, painter: &Painter) {
        if self.plan.tall {
            self.paint_turned(count.to_string(), self.bottom, painter);
        } else {
            self.paint_upright(&count.to_string(), self.plan.count_y(self.bottom), painter);
        }
    }

    fn paint_upright(&self, text: &str, y: f32, painter: &Painter) {
        let at = pos2(self.x, y);
        painter.text(at, Align2::CENTER_CENTER, text, self.font.clone(), self.colour);
    }

    /// Paints a text turned to the left: what was its left end is its lower end.
    fn paint_turned(&self, text: String, lower_end: f32, painter: &Painter) {
        let line = painter.layout_no_wrap(text, self.font.clone(), self.colour);
        let at = pos2(self.x - line.size().y / 2.0, lower_end);
        let text = TextShape::new(at, line, self.colour);
        painter.add(text.with_angle(-std::f32::consts::FRAC_PI_2));
    }
}

/// What has become of an option so far, in words.
fn standing_words(standing: Standing) -> &'static str {
    match standing {
        Standing::Chosen => "chosen",
        Standing::Tried => "tried",
        Standing::Trying => "trying",
        Standing::Left => "left",
        Standing::Alive => "alive",
        Standing::Leaving => "leaves now",
        Standing::Gone => "has left",
    }
}

fn option_row(
    stepper: &Stepper,
    picture: &Picture,
    plan: &Plan,
    option: OptionId,
    rect: Rect,
    ui: &mut Ui,
) {
    let palette = Palette::current(ui);
    let painter = ui.painter().clone();
    let standing = picture.standing[option.index()];
    let state = standing_words(standing);
    let name = piece_name(stepper, option);
    let response = ui.interact(rect, ui.scope_id().with(("option", option.0)), Sense::hover());
    response.widget_info(|| {
        let piece = if name.is_empty() { String::new() } else { format!(", piece {name}") };
        let label = format!("Row {}{piece}: {state}", option.0 + 1);
        WidgetInfo::labeled(Role::Label, true, label)
    });
    // While something is tried what is not part of it steps back.
    let bold = matches!(standing, Standing::Trying | Standing::Chosen | Standing::Alive);
    let bold = bold || standing == Standing::Left && picture.trying.is_none();
    let gone = standing == Standing::Gone;
    let strong = if bold { palette.text } else { palette.text3 };
    let base = baseline(rect.center().y, plan.letters());
    let font = if matches!(standing, Standing::Trying | Standing::Chosen) {
        semibold(plan.letters())
    } else {
        regular(plan.letters())
    };
    let told = if plan.named { name } else { "" };
    Line::new(ui, told, font.clone(), strong, 72.0).left(&painter, rect.left() + 4.0, base);
    let number = (option.0 + 1).to_string();
    let number = Line::whole(ui, &number, font, if gone { palette.text3 } else { strong });
    number.right(&painter, rect.left() + plan.labels - 10.0, base);
    paint_marks(stepper, plan, option, rect, bold, gone, ui);
}

/// Paints a mark in the column of each item of an option; `rect` is its row.
fn paint_marks(
    stepper: &Stepper,
    plan: &Plan,
    option: OptionId,
    rect: Rect,
    bold: bool,
    gone: bool,
    ui: &Ui,
) {
    let (palette, painter) = (Palette::current(ui), ui.painter());
    let full = Hue::new(palette, stepper, option);
    let hue = if bold { full } else { full.faint(palette.canvas) };
    let problem = stepper.subject().problem();
    let left = rect.left() + plan.labels;
    for cell in problem.option(option) {
        let at = pos2(left + plan.middle(cell.item), rect.center().y);
        let folded = plan.is_folded(cell.item);
        let size = if folded { vec2(3.0, 8.0) } else { vec2(MARK, MARK) * plan.zoom };
        let mark = Rect::from_center_size(at, size);
        if gone {
            // An outline alone: it is not there any more.
            let stroke = Stroke::new(1.0, palette.grid);
            painter.rect_stroke(mark, 2.5, stroke, StrokeKind::Inside);
            continue;
        }
        let line = if bold { hue.outline } else { Color32::TRANSPARENT };
        let stroke = Stroke::new(1.0, line);
        painter.rect(mark, 2.5, hue.fill, stroke, StrokeKind::Inside);
        if cell.colour != 0 && !folded {
            let letter: String = problem.colour_name(cell.colour).chars().take(1).collect();
            painter.text(at, Align2::CENTER_CENTER, letter, semibold(plan.letters()), hue.label);
        }
    }
}
