//! The matrix: a column for each item with its count, a row for each option. It is as wide as its
//! room unless it is zoomed; where columns are too narrow for names, those of the item chosen and of
//! the one under the pointer are shown, and the kinds of the items stand above all.

use egui::{
    Align2, Color32, FontId, Painter, Pos2, Rangef, Rect, Role, ScrollArea, Sense, Stroke,
    StrokeKind, Ui, Vec2, WidgetInfo, epaint::TextShape, pos2, vec2,
};

use super::{Hue, Scene, piece_name};
use crate::exact_cover::{ItemId, OptionId};
use crate::text;
use crate::ui::paint::blend;
use crate::ui::theme::{Palette, SIDE, regular, semibold};
use crate::ui::widgets::{self, Line, baseline};
use crate::workbench::stepper::{CountChange, Picture, Standing, Stepper, Subject};

/// Distance between two rows, and between two columns where there is room.
const ROW: f32 = 17.0;
const COLUMN: f32 = 16.0;
/// Width of the narrowest column, of the narrowest whose name is shown, of the narrowest whose name
/// stands beside its neighbours' (in narrower ones every other name is higher), and of the narrowest
/// with a hairline.
const NARROWEST: f32 = 1.5;
const NAMED: f32 = 6.5;
const ALIGNED: f32 = 12.5;
const LINED: f32 = 5.0;
/// Side of a mark in the matrix, and of the mark of an option that is not alive.
const MARK: f32 = 12.0;
const FAINT_MARK: f32 = 7.0;
/// Room below the rows of the chosen item.
const GAP: f32 = 10.0;
/// Height of the line of the kinds of items, and of the legend.
const GROUPS: f32 = 20.0;
const LEGEND: f32 = 30.0;
/// Height of the room below which names and counts of all items, and the legend, are left out.
const LOW: f32 = 180.0;
/// Columns at the most whose names are measured: all are as narrow as these.
const MEASURED: usize = 2000;
/// A matrix of at most so many rows is shown whole, unless it is asked for otherwise.
const FEW: usize = 40;
/// A small matrix is enlarged up to so many times, any by the user up to so many times.
const LARGEST: f32 = 2.0;
const LARGEST_ZOOM: f32 = 24.0;

/// What the matrix keeps from frame to frame.
pub(super) struct MatrixState {
    /// Whether options that have left the matrix are shown too; as suits the problem until it is
    /// chosen.
    all: Option<bool>,
    rows: Vec<OptionId>,
    /// How many of the rows, the first ones, are those of the chosen item.
    first: usize,
    /// For which rows, by the step and whether all are shown, `rows` was made.
    rows_of: Option<(u64, bool)>,
    /// In how many options the item is that is in most.
    most: Option<usize>,
    /// How many times as wide as its room the matrix is.
    zoom: f32,
}

impl Default for MatrixState {
    fn default() -> MatrixState {
        let (all, rows_of, most) = (None, None, None);
        MatrixState { all, rows: Vec::new(), first: 0, rows_of, most, zoom: 1.0 }
    }
}

/// Where things are in the matrix, from its upper left corner.
struct Plan {
    /// Width of a column.
    pitch: f32,
    items: usize,
    /// Whether names and counts have room at all, whether every other one is higher, and whether
    /// names are turned.
    has_names: bool,
    staggered: bool,
    turned: bool,
    /// Width of the labels of the rows, height of the head and, in it, of counts and names.
    labels: f32,
    head: f32,
    counts: f32,
    names: f32,
    /// Whether the rows bear the names of their pieces.
    named: bool,
    /// Whether the counts, too, are turned.
    tall: bool,
    /// How many times its usual size everything but the columns has.
    zoom: f32,
}

/// Shows the middle of the screen.
pub(super) fn show(
    scene: &mut Scene,
    state: &mut MatrixState,
    shows_links: &mut bool,
    ui: &mut Ui,
) {
    let (stepper, picture) = (scene.stepper, scene.picture);
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
    let changed = state.rows_of != Some((stepper.taken(), all)) || scene.moved;
    if changed {
        state.rows_of = Some((stepper.taken(), all));
        rows(stepper, picture, all, state);
    }
    let most = *state.most.get_or_insert_with(|| most_options(stepper));
    let whole = ui.available_rect_before_wrap();
    let legend_height = if whole.height() < LOW + LEGEND { 0.0 } else { LEGEND };
    let (upper, lower) = whole.split_top_bottom_at_y(whole.bottom() - legend_height);
    if ui.rect_contains_pointer(upper) {
        state.zoom = (state.zoom * ui.input(|input| input.zoom_delta())).clamp(1.0, LARGEST_ZOOM);
    }
    let room = upper.size() - vec2(2.0 * SIDE + 12.0, 2.0 * SIDE);
    let plan = Plan::new(stepper, most, state.zoom, room, ui);
    let gap = if state.first > 0 { GAP } else { 0.0 };
    let size = vec2(
        plan.labels + plan.width() + 4.0,
        plan.head + state.rows.len() as f32 * plan.row() + gap + 16.0,
    ) + vec2(2.0 * SIDE, SIDE);
    let mut inside = ui.new_child(egui::UiBuilder::new().max_rect(upper));
    ScrollArea::both().auto_shrink(false).show_viewport(&mut inside, |ui, viewport| {
        let room = upper.size() - vec2(12.0, 12.0);
        let (rect, response) = ui.allocate_exact_size(size.max(room), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, "Matrix of the step"));
        let left = rect.left() + SIDE + ((rect.width() - size.x) / 2.0).max(0.0).round();
        let origin = pos2(left, rect.top() + SIDE);
        let seen = viewport.translate(rect.min.to_vec2());
        let rows = Rows { state, plan: &plan, origin, seen };
        if changed && all {
            rows.scroll_to_chosen(picture, ui);
        }
        rows.paint(scene, ui);
    });
    if legend_height > 0.0 {
        legend(lower, ui);
    }
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
    // A solution is shown by its options.
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

impl Plan {
    fn new(stepper: &Stepper, most: usize, user_zoom: f32, room: Vec2, ui: &Ui) -> Plan {
        let palette = Palette::current(ui);
        let problem = stepper.subject().problem();
        let items = problem.items().len();
        let width = |text: &str| Line::whole(ui, text, regular(11.0), palette.text2).width();
        let letters = (0..items.min(MEASURED)).map(|i| stepper.item_letters(ItemId(i as u32)));
        let widest = letters.map(|name| width(&name)).fold(0.0, f32::max);
        // Names that are but the numbers of the options need not be shown twice.
        let firsts = (0..problem.option_count().min(MEASURED) as u32).map(OptionId);
        let says_more = |o: OptionId| piece_name(stepper, o) != (o.0 + 1).to_string();
        let named = firsts.into_iter().any(says_more);
        let names = match stepper.subject() {
            Subject::Puzzle(puzzle, _) if named => {
                let pieces = puzzle.pieces.iter().take(MEASURED);
                pieces.map(|piece| width(&piece.name)).fold(0.0, f32::max).min(72.0) + 10.0
            }
            _ => 0.0,
        };
        let number = width(&problem.option_count().to_string());
        let labels = (names + number + 14.0).max(58.0);
        // By the whole matrix, so that it keeps its size while it is walked through.
        let fit = (room.x - labels) / items.max(1) as f32;
        let down = room.y / (60.0 + problem.option_count() as f32 * ROW + GAP);
        let zoom = (fit / COLUMN).min(down).clamp(1.0, LARGEST);
        let fit = (room.x - labels * zoom) / items.max(1) as f32;
        let pitch = fit.min(COLUMN * zoom).max(NARROWEST) * user_zoom;
        let zoom = (zoom * user_zoom).min(LARGEST);
        let scale = (11.0 * zoom).min(16.0) / 11.0;
        // In a low window rows come before names, which are shown where the pointer is.
        let has_names = pitch >= NAMED * scale && room.y >= LOW;
        let staggered = has_names && pitch < ALIGNED * scale;
        let (apart, lines) = if staggered { (2.0 * pitch, 2.0) } else { (pitch, 1.0) };
        let turned = has_names && widest * scale > apart - 1.0;
        let digits = width(&most.to_string()) * scale;
        let tall = has_names && digits > apart - 1.0;
        let counts = if tall { digits + 6.0 } else { 15.0 * zoom };
        let names_height = if turned { (widest * scale).min(80.0) + 6.0 } else { 16.0 * zoom };
        let (counts, names_height) = match has_names {
            true => (lines * counts, lines * names_height + 6.0),
            false => (16.0 * scale, 18.0 * scale),
        };
        let head = GROUPS + counts + names_height;
        Plan {
            pitch,
            items,
            has_names,
            staggered,
            turned,
            labels: labels * zoom,
            head,
            counts,
            names: names_height,
            named,
            tall,
            zoom,
        }
    }

    fn width(&self) -> f32 {
        self.items as f32 * self.pitch
    }

    fn row(&self) -> f32 {
        ROW * self.zoom
    }

    /// The size of all letters.
    fn letters(&self) -> f32 {
        (11.0 * self.zoom).min(16.0)
    }

    /// The lower end and the middle of the line that has the count of a column, in a head that ends
    /// at `bottom`.
    fn count_line(&self, upper: bool, bottom: f32) -> (f32, f32) {
        let height = if self.staggered { self.counts / 2.0 } else { self.counts };
        let end = if upper && self.staggered { bottom - height } else { bottom };
        (end, end - height / 2.0)
    }

    /// The same of the line that has its name.
    fn name_line(&self, upper: bool, bottom: f32) -> (f32, f32) {
        let height = if self.staggered { self.names / 2.0 } else { self.names };
        let end = bottom - self.counts - if upper && self.staggered { height } else { 0.0 };
        (end, end - height / 2.0)
    }

    fn middle(&self, item: ItemId) -> f32 {
        (item.0 as f32 + 0.5) * self.pitch
    }
}

/// The rows that are shown, where they are.
struct Rows<'a> {
    state: &'a MatrixState,
    plan: &'a Plan,
    origin: Pos2,
    /// The part that is in sight.
    seen: Rect,
}

impl Rows<'_> {
    fn left(&self) -> f32 {
        self.origin.x + self.plan.labels
    }

    fn right(&self) -> f32 {
        self.left() + self.plan.width()
    }

    fn top(&self, row: usize) -> f32 {
        let gap = if self.state.first > 0 && row >= self.state.first { GAP } else { 0.0 };
        self.origin.y + self.plan.head + row as f32 * self.plan.row() + gap
    }

    fn rect(&self, row: usize) -> Rect {
        let size = vec2(self.right() - self.origin.x, self.plan.row());
        Rect::from_min_size(pos2(self.origin.x, self.top(row)), size)
    }

    /// The rows in sight.
    fn in_sight(&self) -> std::ops::Range<usize> {
        let (all, row) = (self.state.rows.len(), self.plan.row());
        let at = |y: f32| ((y - self.origin.y - self.plan.head) / row).floor();
        let from = (at(self.seen.top() - GAP).max(0.0) as usize).min(all);
        from..((at(self.seen.bottom()) + 1.0).max(0.0) as usize).clamp(from, all)
    }

    /// Scrolls to the row of the option that is tried, or is tried next.
    fn scroll_to_chosen(&self, picture: &Picture, ui: &Ui) {
        let standing = |option: &OptionId| picture.standing[option.index()];
        let of = |wanted| self.state.rows.iter().position(|option| standing(option) == wanted);
        if let Some(row) = of(Standing::Trying).or_else(|| of(Standing::Left)) {
            let rect = self.rect(row).expand2(vec2(0.0, self.plan.row()));
            let across = Rangef::new(self.seen.left(), self.seen.left());
            ui.scroll_to_rect(Rect::from_x_y_ranges(across, rect.y_range()), None);
        }
    }

    fn paint(&self, scene: &mut Scene, ui: &mut Ui) {
        let palette = Palette::current(ui);
        let painter = ui.painter().clone();
        let (left, right) = (self.left(), self.right());
        let top = self.origin.y + self.plan.head;
        let bottom = self.top(self.state.rows.len());
        let picture = scene.picture;
        let column = |item: ItemId| {
            let x = left + self.plan.middle(item);
            let half = (self.plan.pitch / 2.0).max(2.0);
            Rect::from_min_max(pos2(x - half, self.origin.y + GROUPS), pos2(x + half, bottom))
        };
        if let Some(item) = scene.lit.item() {
            painter.rect_filled(column(item), 2.0, palette.hover);
        }
        if let Some(item) = picture.item {
            let fill = if picture.dead_end { palette.alert_soft } else { palette.accent_soft };
            painter.rect_filled(column(item), 2.0, fill);
        }
        for row in self.in_sight() {
            let option = Some(self.state.rows[row]);
            let fill = match (option == picture.trying, option == scene.lit.option()) {
                (true, _) => palette.accent_soft,
                (false, true) => palette.hover,
                (false, false) => continue,
            };
            painter.rect_filled(self.rect(row), 2.0, fill);
        }
        // A quiet grid.
        let hair = Stroke::new(1.0, blend(palette.canvas, palette.line, 0.6));
        if self.plan.pitch >= LINED {
            for item in (0..self.plan.items).map(|i| ItemId(i as u32)) {
                let x = (left + self.plan.middle(item)).round() - 0.5;
                if self.seen.x_range().contains(x) {
                    painter.vline(x, Rangef::new(top, bottom), hair);
                }
            }
        }
        for row in self.in_sight() {
            let y = self.rect(row).center().y.round() - 0.5;
            painter.hline(Rangef::new(left, right), y, hair);
        }
        self.groups(scene.stepper, bottom, ui);
        self.head(scene, ui);
        for row in self.in_sight() {
            option_row(scene, self.plan, self.state.rows[row], self.rect(row), ui);
        }
        if self.state.rows.is_empty() {
            let text =
                if picture.open == 0 { "No column and no row is left." } else { "No row is left." };
            let at = pos2((left + right) / 2.0, top + 20.0);
            painter.text(at, Align2::CENTER_TOP, text, regular(12.0), palette.text2);
        }
    }

    /// The kinds of the items above their columns, and a line where another kind begins.
    fn groups(&self, stepper: &Stepper, bottom: f32, ui: &mut Ui) {
        let palette = Palette::current(ui);
        let groups = stepper.item_groups();
        if groups.len() < 2 {
            return;
        }
        for (n, group) in groups.iter().enumerate() {
            let [from, to] = [group.items.start, group.items.end]
                .map(|item| self.left() + item as f32 * self.plan.pitch);
            let place = Rect::from_min_max(pos2(from, self.origin.y), pos2(to, bottom));
            let head = Rect::from_min_size(place.min, vec2(place.width(), GROUPS));
            let label = ui.interact(head, ui.scope_id().with(("group", n)), Sense::hover());
            let words = format!("{}: {}", group.name, group.items.len());
            label.widget_info(|| WidgetInfo::labeled(Role::Label, true, &words));
            label.on_hover_text(words);
            let painter = ui.painter();
            if n > 0 {
                // Beside the names of the kinds and the rows, not through the names of the items,
                // which are wider than their columns.
                let (line, x) = (Stroke::new(1.0, palette.border), from.round() - 0.5);
                painter.vline(x, head.y_range(), line);
                painter.vline(x, Rangef::new(self.origin.y + self.plan.head, bottom), line);
            }
            let room = place.width() - 6.0;
            let name = Line::new(ui, &group.name, semibold(11.0), palette.text2, room);
            // Half a word says nothing.
            if !name.elided() {
                name.left(painter, from + 4.0, baseline(head.center().y - 2.0, 11.0));
            }
        }
    }

    /// The names of the items and in how many options each is.
    fn head(&self, scene: &mut Scene, ui: &mut Ui) {
        let palette = Palette::current(ui);
        let (stepper, picture, plan) = (scene.stepper, scene.picture, self.plan);
        let painter = ui.painter().clone();
        let bottom = self.origin.y + plan.head - 4.0 * plan.zoom;
        let caption = |text: &str, y: f32| {
            let at = pos2(self.origin.x, y);
            painter.text(at, Align2::LEFT_CENTER, text, regular(plan.letters()), palette.text3);
        };
        caption("item", plan.name_line(false, bottom).1);
        caption("options", plan.count_line(false, bottom).1);
        for item in (0..plan.items).map(|i| ItemId(i as u32)) {
            let x = self.left() + plan.middle(item);
            let half = plan.pitch / 2.0;
            let place = Rect::from_min_max(
                pos2(x - half, self.origin.y + GROUPS),
                pos2(x + half, self.origin.y + plan.head),
            );
            if !ui.is_rect_visible(place) {
                continue;
            }
            let response = ui.interact(place, ui.scope_id().with(("item", item.0)), Sense::hover());
            let words = item_standing(stepper, picture, item);
            response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &words));
            if response.hovered() {
                scene.lit.point_at_item(item);
            }
            response.on_hover_text(words);
            let chosen = picture.item == Some(item);
            let is_lit = scene.lit.item() == Some(item) && !has_chosen_beside(picture, item, plan);
            if plan.has_names || chosen || is_lit {
                self.column_head(scene, item, x, bottom, &painter, palette);
            }
        }
    }

    fn column_head(
        &self,
        scene: &Scene,
        item: ItemId,
        x: f32,
        bottom: f32,
        painter: &Painter,
        palette: &Palette,
    ) {
        let (picture, plan) = (scene.picture, self.plan);
        let (count, chosen) = (picture.counts[item.index()], picture.item == Some(item));
        let change = picture.change(item).filter(|change| change.after.is_some() && !chosen);
        let colour = match (count, chosen, picture.dead_end) {
            (_, true, true) => palette.alert,
            (_, true, false) => palette.accent,
            (Some(_), ..) => palette.text,
            (None, ..) => blend(palette.canvas, palette.text3, 0.55),
        };
        let font = if chosen { semibold(plan.letters()) } else { regular(plan.letters()) };
        let column = ColumnHead { plan, x, bottom, upper: item.0 % 2 == 1, font, colour };
        column.paint_name(&scene.stepper.item_letters(item), painter);
        let Some(count) = count else { return };
        match change.and_then(|change| change.before) {
            Some(before) => column.paint_change(before, count, painter, palette),
            None => column.paint_count(count, painter),
        }
    }
}

/// Whether the name of the item chosen is shown where that of another would be.
fn has_chosen_beside(picture: &Picture, item: ItemId, plan: &Plan) -> bool {
    let near = |chosen: ItemId| chosen.0.abs_diff(item.0) as f32 * plan.pitch < 60.0;
    !plan.has_names && picture.item.is_some_and(|chosen| chosen != item && near(chosen))
}

/// How an item stands at this step, in words.
fn item_standing(stepper: &Stepper, picture: &Picture, item: ItemId) -> String {
    let what = stepper.item_words(item);
    let chosen = picture.item == Some(item);
    if let Some(CountChange { before: Some(before), after: Some(after), .. }) = picture.change(item)
        && !chosen
    {
        return format!("{what}: from {before} to {}", text::count(u64::from(after), "option"));
    }
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
    /// Whether it is one of those whose name and count stand higher, where every other does.
    upper: bool,
    font: FontId,
    colour: Color32,
}

impl ColumnHead<'_> {
    fn paint_name(&self, name: &str, painter: &Painter) {
        let (end, middle) = self.plan.name_line(self.upper, self.bottom);
        if self.plan.turned {
            self.paint_turned(text::shortened(name, 12), end - 2.0, painter);
        } else {
            self.paint_upright(name, middle, painter);
        }
    }

    fn paint_count(&self, count: u32, painter: &Painter) {
        let (end, middle) = self.plan.count_line(self.upper, self.bottom);
        if self.plan.tall {
            self.paint_turned(count.to_string(), end, painter);
        } else {
            self.paint_upright(&count.to_string(), middle, painter);
        }
    }

    /// Paints a count that a step has changed: the one before, an arrow, and the new one, as far as
    /// there is room.
    fn paint_change(&self, before: u32, after: u32, painter: &Painter, palette: &Palette) {
        let font = semibold(self.font.size);
        let lit = ColumnHead { font: font.clone(), colour: palette.accent, ..*self };
        let line = |text: String, colour| painter.layout_no_wrap(text, font.clone(), colour);
        let (old, new) = (before.to_string(), after.to_string());
        let (old, new) = (line(old, palette.text3), line(new, palette.accent));
        let arrow = 0.6 * self.font.size;
        let width = old.size().x + new.size().x + arrow;
        if width + 2.0 > self.plan.pitch {
            return lit.paint_count(after, painter);
        }
        let (_, y) = self.plan.count_line(self.upper, self.bottom);
        let top = y - old.size().y / 2.0;
        let from = self.x - width / 2.0;
        let to = from + old.size().x + arrow;
        painter.galley(pos2(from, top), old, palette.text3);
        painter.galley(pos2(to, top), new, palette.accent);
        let stroke = Stroke::new(1.2, palette.accent);
        let (start, end) = (pos2(to - arrow + 1.0, y), pos2(to - 1.0, y));
        painter.line_segment([start, end], stroke);
        for dy in [-2.5, 2.5] {
            painter.line_segment([end, end + vec2(-2.5, dy)], stroke);
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

/// The state of an option so far, in words.
fn standing_words(standing: Standing) -> &'static str {
    match standing {
        Standing::Chosen => "chosen",
        Standing::Tried => "tried",
        Standing::Trying => "trying",
        Standing::Left => "not tried",
        Standing::Alive => "alive",
        Standing::Leaving => "being removed",
        Standing::Gone => "removed",
    }
}

fn option_row(scene: &mut Scene, plan: &Plan, option: OptionId, rect: Rect, ui: &mut Ui) {
    let (stepper, picture) = (scene.stepper, scene.picture);
    let palette = Palette::current(ui);
    let painter = ui.painter().clone();
    let standing = picture.standing[option.index()];
    let name = piece_name(stepper, option);
    let response = ui.interact(rect, ui.scope_id().with(("option", option.0)), Sense::hover());
    response.widget_info(|| {
        let (words, state) = (stepper.option_words(option), standing_words(standing));
        WidgetInfo::labeled(Role::Label, true, format!("Row {}, {words}: {state}", option.0 + 1))
    });
    if let Some(pointer) = response.hover_pos().filter(|_| response.hovered()) {
        scene.lit.point_at_option(option);
        let column = (pointer.x - rect.left() - plan.labels) / plan.pitch;
        let item = ItemId(column.max(0.0) as u32);
        let items = stepper.subject().problem().option(option).items();
        if column >= 0.0 && items.contains(&item) {
            scene.lit.point_at_item(item);
        }
    }
    // While something is tried what is not part of it steps back.
    let bold = matches!(standing, Standing::Trying | Standing::Chosen | Standing::Alive);
    let bold = bold || standing == Standing::Left && picture.trying.is_none();
    let strong = if bold { palette.text } else { palette.text3 };
    let base = baseline(rect.center().y, plan.letters());
    let font = if matches!(standing, Standing::Trying | Standing::Chosen) {
        semibold(plan.letters())
    } else {
        regular(plan.letters())
    };
    let shown = if plan.named { name } else { "" };
    Line::new(ui, shown, font.clone(), strong, 72.0).left(&painter, rect.left() + 4.0, base);
    let number = Line::whole(ui, &(option.0 + 1).to_string(), font, strong);
    number.right(&painter, rect.left() + plan.labels - 10.0, base);
    paint_marks(stepper, plan, option, rect, (bold, standing == Standing::Gone), ui);
}

/// Paints a mark in the column of each item of an option, which is bold or gone or neither; `rect`
/// is its row.
fn paint_marks(
    stepper: &Stepper,
    plan: &Plan,
    option: OptionId,
    rect: Rect,
    (bold, gone): (bool, bool),
    ui: &Ui,
) {
    let (palette, painter) = (Palette::current(ui), ui.painter());
    let hue = Hue::new(palette, stepper, option);
    let problem = stepper.subject().problem();
    let left = rect.left() + plan.labels;
    let widest = (plan.pitch - 1.0).max(2.0);
    for cell in problem.option(option) {
        let at = pos2(left + plan.middle(cell.item), rect.center().y);
        let size = if bold || gone { MARK } else { FAINT_MARK } * plan.zoom;
        let mark = Rect::from_center_size(at, vec2(size.min(widest), size));
        mark_at(mark, &hue, (bold, gone), palette, painter);
        if cell.colour != 0 && plan.has_names {
            let letter: String = problem.colour_name(cell.colour).chars().take(1).collect();
            let ink = if bold { hue.label } else { palette.text2 };
            painter.text(at, Align2::CENTER_CENTER, letter, semibold(plan.letters()), ink);
        }
    }
}

/// Paints a mark: full and framed where it is bold, small and pale where it is not, an outline
/// where it is gone.
fn mark_at(
    mark: Rect,
    hue: &Hue,
    (bold, gone): (bool, bool),
    palette: &Palette,
    painter: &Painter,
) {
    let radius = if mark.width() < 5.0 { 0.0 } else { 2.5 };
    match (bold, gone) {
        (_, true) => {
            let stroke = Stroke::new(1.0, palette.grid);
            painter.rect_stroke(mark, radius, stroke, StrokeKind::Inside);
        }
        (true, false) if mark.width() >= 5.0 => {
            // In the dark the pieces' own outlines are dark, too.
            let line = if palette.dark { palette.text } else { hue.outline };
            let stroke = Stroke::new(1.0, line);
            painter.rect(mark, radius, hue.fill, stroke, StrokeKind::Inside);
        }
        (true, false) => {
            // Too narrow for a frame: the colour of the frame where that is the stronger one.
            let fill = if palette.dark { hue.fill } else { hue.outline };
            painter.rect_filled(mark, radius, fill);
        }
        (false, false) => {
            painter.rect_filled(mark, radius, blend(palette.canvas, hue.fill, 0.5));
        }
    }
}

/// What the looks of the marks mean.
fn legend(rect: Rect, ui: &Ui) {
    let palette = Palette::current(ui);
    let painter = ui.painter();
    let hue = Hue { fill: palette.text2, outline: palette.text, label: palette.canvas };
    let y = rect.center().y;
    let mut x = rect.left() + SIDE;
    let looks = [
        ((true, false), MARK, "alive or chosen"),
        ((false, false), FAINT_MARK, "removed by this option, or not tried"),
        ((false, true), MARK, "removed before"),
    ];
    for (look, size, words) in looks {
        let line = Line::whole(ui, words, regular(11.0), palette.text2);
        if x + 20.0 + line.width() > rect.right() - 8.0 {
            break;
        }
        let mark = Rect::from_center_size(pos2(x + 6.0, y), vec2(size, size));
        mark_at(mark, &hue, look, palette, painter);
        line.left(painter, x + 20.0, baseline(y, 11.0));
        x += 20.0 + line.width() + 18.0;
    }
    let keys = Line::whole(ui, "Ctrl+wheel zooms", regular(11.0), palette.text3);
    if x + keys.width() < rect.right() - SIDE {
        keys.right(painter, rect.right() - SIDE, baseline(y, 11.0));
    }
}
