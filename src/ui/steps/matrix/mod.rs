//! The matrix: a column for each item with its count, a row for each option. It is as wide as its
//! room unless it is zoomed; where columns are too narrow for names, those of the item chosen and of
//! the one under the pointer are shown, and the kinds of the items stand above all.
//!
//! [`plan`] says where things are, [`head`] is what stands above the columns, [`rows`] the options.

mod header;
mod plan;
mod rows;

use egui::{
    Align2, Pos2, Rangef, Rect, Role, ScrollArea, Sense, Stroke, Ui, WidgetInfo, pos2, vec2,
};

use self::plan::{GAP, GROUPS, LOW, Plan};
use self::rows::{legend, option_row};
use super::Scene;
use crate::exact_cover::{ItemId, OptionId};
use crate::text;
use crate::ui::drawing::paint::blend;
use crate::ui::widgets;
use crate::ui::widgets::theme::{Palette, SIDE, regular};
use crate::workbench::stepper::{Picture, Standing, Stepper};

/// Width of the narrowest column with a hairline.
const LINED: f32 = 5.0;
/// Height of the legend.
const LEGEND: f32 = 30.0;
/// A matrix of at most so many rows is shown whole, unless it is asked for otherwise.
const FEW: usize = 40;
/// The user enlarges a matrix up to so many times.
const MAX_ZOOM: f32 = 24.0;

/// The state of the matrix from frame to frame.
pub(super) struct MatrixState {
    /// True if options that have left the matrix are shown too; until it is chosen, as suits the
    /// problem.
    all: Option<bool>,
    rows: Vec<OptionId>,
    /// The number of rows, from the first, that belong to the chosen item.
    first: usize,
    /// For which rows, by the step and whether all are shown, `rows` was made.
    rows_of: Option<(u64, bool)>,
    /// In how many options the item is that is in most.
    most: Option<usize>,
    /// The width of the matrix as a multiple of the room for it.
    zoom: f32,
}

impl Default for MatrixState {
    fn default() -> MatrixState {
        let (all, rows_of, most) = (None, None, None);
        MatrixState { all, rows: Vec::new(), first: 0, rows_of, most, zoom: 1.0 }
    }
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
        choose_rows(stepper, picture, all, state);
    }
    let most = *state.most.get_or_insert_with(|| most_options(stepper));
    let whole = ui.available_rect_before_wrap();
    let legend_height = if whole.height() < LOW + LEGEND { 0.0 } else { LEGEND };
    let (upper, lower) = whole.split_top_bottom_at_y(whole.bottom() - legend_height);
    if ui.rect_contains_pointer(upper) {
        state.zoom = (state.zoom * ui.input(|input| input.zoom_delta())).clamp(1.0, MAX_ZOOM);
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

/// Describes how much is left to cover, and to cover it with; in a head narrower than usual,
/// without the initial numbers.
pub(super) fn caption(stepper: &Stepper, picture: &Picture, width: f32) -> String {
    let problem = stepper.subject().problem();
    if width < 420.0 {
        // The switches need the room; the rows and columns show it.
        return String::new();
    }
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
fn choose_rows(stepper: &Stepper, picture: &Picture, all: bool, state: &mut MatrixState) {
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
        // Fainter than the dots, however strong lines are elsewhere.
        let share = if palette.strong_edges { 0.35 } else { 0.6 };
        let hair = Stroke::new(1.0, blend(palette.canvas, palette.line, share));
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
}
