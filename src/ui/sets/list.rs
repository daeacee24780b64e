//! The sets in the middle: a row each, of which only those in view are painted.

use egui::{Key, Rect, Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};

use super::Scene;
use crate::job::Phase;
use crate::job::sets::SetResult;
use crate::text;
use crate::ui::action::{Action, Actions};
use crate::ui::widgets::input;
use crate::ui::widgets::long_list::{BAR, LongList, Rows, View};
use crate::ui::widgets::theme::{Palette, SIDE, regular, semibold};
use crate::ui::widgets::{self, Line, baseline};
use crate::workbench::Command;
use crate::workbench::sets::{SetSort, SetTable, SetView, SetsAction};
use crate::workbench::variants::VariantCommand;

/// Height of a row, in points.
const ROW: f32 = 38.0;
/// Width of a column of numbers.
const NUMBER: f32 = 74.0;
/// Width of the line from fewest to most.
const RANGE: f32 = 64.0;
/// Distance from one icon of a piece to the next.
const ICON: f32 = 36.0;

/// Shows the head, the table, or why there is none.
pub(super) fn show(list: &mut LongList, scene: Scene, out: &mut Actions, ui: &mut Ui) {
    let mut view = scene.sets.view().clone();
    let table = scene.sets.table();
    let listed = table.map_or(0, |table| table.order.len()) as u64;
    let several = scene.variants() > 1;
    widgets::column(ui, |ui| {
        let title = text::count(listed, "piece set");
        widgets::panel_head(ui, &title, order_words(&view, several), |ui| {
            let Some(table) = table.filter(|_| several) else { return };
            let met = format!("Goal met {}", text::grouped(table.met as u64));
            let near = format!("1 to 3 missing {}", text::grouped(table.near as u64));
            widgets::segmented_small(
                ui,
                &mut view.near,
                &[(false, met.as_str()), (true, near.as_str())],
            );
        });
    });
    match table.filter(|table| !table.order.is_empty()) {
        Some(table) => {
            let columns = columns(scene, ui.available_width());
            heads(&columns, &mut view, ui);
            rows(list, table, &columns, scene, out, ui);
        }
        None => empty(scene, &mut view, out, ui),
    }
    if view != *scene.sets.view() {
        out.push(Action::Sets(SetsAction::View(view)));
    }
}

/// The order in words.
fn order_words(view: &SetView, several: bool) -> &'static str {
    match (view.sort, view.reversed) {
        (SetSort::Level, false) if !several => "highest level first",
        _ if !several => "most solutions first",
        (SetSort::Level, false) => "highest level first",
        (SetSort::Solvable, false) => "most solvable variants first",
        (SetSort::Solutions, false) => "most solutions first",
        (SetSort::Fewest, false) => "most solutions of the hardest variant first",
        (SetSort::Median, false) => "largest median first",
        (SetSort::Most, false) => "most solutions of the easiest variant first",
        (_, true) => "in reverse order",
    }
}

/// The columns that there is room for.
fn columns(scene: Scene, width: f32) -> Vec<(SetSort, &'static str)> {
    let mut columns = SetSort::ALL.to_vec();
    if scene.variants() == 1 {
        columns.retain(|(sort, _)| matches!(sort, SetSort::Level | SetSort::Solutions));
    }
    if scene.sets.run().is_none_or(|run| !run.plan().question().takes_apart) {
        columns.retain(|(sort, _)| *sort != SetSort::Level);
    }
    if scene.sets.run().is_some_and(|run| run.plan().only_exists()) {
        columns.retain(|(sort, _)| *sort == SetSort::Solvable);
    }
    while columns.len() > 2 && width < 200.0 + NUMBER * columns.len() as f32 {
        columns.pop();
    }
    columns
}

/// The heads of the columns, by which the table is sorted.
fn heads(columns: &[(SetSort, &'static str)], view: &mut SetView, ui: &mut Ui) {
    let palette = Palette::current(ui);
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 28.0), Sense::hover());
    let base = baseline(rect.center().y, 12.0);
    let left = Line::whole(ui, "pieces", regular(12.0), palette.text2);
    left.left(ui.painter(), rect.left() + SIDE + 48.0, base);
    for (n, (sort, label)) in columns.iter().rev().enumerate() {
        let right = number_right(rect, columns, n);
        let place =
            Rect::from_min_max(pos2(right - NUMBER + 8.0, rect.top()), pos2(right, rect.bottom()));
        let response = ui.interact(place, ui.scope_id().with(label), Sense::click());
        response.widget_info(|| {
            WidgetInfo::labeled(Role::Button, true, format!("Sort sets by {label}"))
        });
        let is_chosen = view.sort == *sort;
        let ink = if is_chosen || response.hovered() { palette.text } else { palette.text2 };
        let font = if is_chosen { semibold(12.0) } else { regular(12.0) };
        Line::whole(ui, label, font, ink).right(ui.painter(), right, base);
        widgets::focus_ring(ui, &response, place, 4.0);
        if response.clicked() {
            view.reversed = is_chosen && !view.reversed;
            view.sort = *sort;
        }
    }
    let line = Stroke::new(1.0, palette.line);
    ui.painter().hline(rect.x_range(), rect.bottom(), line);
}

/// Returns whether there is room for the line from fewest to most.
fn has_range(columns: &[(SetSort, &str)]) -> bool {
    columns.iter().any(|(sort, _)| *sort == SetSort::Most)
}

/// The right end of a column, counted from the right.
fn number_right(rect: Rect, columns: &[(SetSort, &str)], n: usize) -> f32 {
    let range = if has_range(columns) { RANGE + 12.0 } else { 0.0 };
    rect.right() - SIDE - range - NUMBER * n as f32
}

/// Follows the keys, of which Enter uses the set, and shows the rows in view.
fn rows(
    list: &mut LongList,
    table: &SetTable,
    columns: &[(SetSort, &'static str)],
    scene: Scene,
    out: &mut Actions,
    ui: &mut Ui,
) {
    let whole = ui.available_rect_before_wrap();
    let view = View { whole, pitch: ROW, inset: 0.0, name: "Scroll sets" };
    list.rows = Rows::new(1, table.order.len() as u64);
    let before = scene.sets.selected().and_then(|set| table.place(set)).map(|place| place as u64);
    let mut place = before;
    if !scene.model.modal && !ui.ctx().egui_wants_keyboard_input() {
        let to = list.follow_keys(before.unwrap_or(0), &view, ui);
        if to != before.unwrap_or(0) {
            let next = table.results[table.order[to as usize] as usize].set;
            out.push(Action::Sets(SetsAction::Select(next)));
            place = Some(to);
        }
        // Enter presses the button that has the focus.
        if ui.memory(|memory| memory.focused().is_none())
            && !input::take_presses(ui, &[Key::Enter]).is_empty()
        {
            out.send(Command::Variant(VariantCommand::UseSet));
        }
    }
    list.scroll(place, &view, ui);
    let mut inside = ui.new_child(egui::UiBuilder::new().max_rect(whole));
    inside.set_clip_rect(whole.intersect(ui.clip_rect()));
    for n in list.rows_in_view(&view) {
        let at = pos2(whole.left(), list.y_of(n as f64, &view));
        let rect = Rect::from_min_size(at, vec2(whole.width() - BAR, ROW));
        let result = &table.results[table.order[n as usize] as usize];
        let row = Row { number: n + 1, rect, result, table, columns, scene };
        row.show(out, &mut inside);
    }
}

/// A row of the table.
struct Row<'a> {
    /// Its number, from 1.
    number: u64,
    rect: Rect,
    result: &'a SetResult,
    table: &'a SetTable,
    columns: &'a [(SetSort, &'static str)],
    scene: Scene<'a>,
}

impl Row<'_> {
    /// Shows its place, the pieces, the numbers, the line from fewest to most.
    fn show(&self, out: &mut Actions, ui: &mut Ui) {
        let Row { number, rect, result, table, columns, scene } = *self;
        let palette = Palette::current(ui);
        let id = ui.scope_id().with(("set", result.set));
        let response = ui.interact(rect, id, Sense::click());
        let selected = scene.sets.selected() == Some(result.set);
        response.widget_info(|| {
            let label = format!("{}: {}", scene.name(result.set), words(result));
            WidgetInfo::selected(Role::Button, true, selected, label)
        });
        let painter = ui.painter();
        if selected {
            painter.rect_filled(rect, 0.0, palette.accent_soft);
            painter.rect_filled(rect.with_max_x(rect.left() + 3.0), 0.0, palette.accent);
        } else if response.hovered() {
            painter.rect_filled(rect, 0.0, palette.hover);
        }
        painter.hline(rect.x_range(), rect.bottom(), Stroke::new(1.0, palette.line));
        let base = baseline(rect.center().y, 13.0);
        let line = |words: &str, ink| Line::whole(ui, words, regular(13.0), ink);
        line(&text::grouped(number), palette.text3).right(painter, rect.left() + SIDE + 32.0, base);
        let end = number_right(rect, columns, columns.len()) - 4.0;
        pieces(
            result,
            Rect::from_min_max(
                pos2(rect.left() + SIDE + 48.0, rect.top()),
                pos2(end, rect.bottom()),
            ),
            scene,
            ui,
        );
        for (n, (sort, _)) in columns.iter().rev().enumerate() {
            let shown =
                |of: Option<(u64, u32)>| of.map_or("–".to_owned(), |(n, _)| text::grouped(n));
            let words = match sort {
                SetSort::Level => match result.assemblies.filter(|own| own.unique > 0) {
                    Some(own) => text::shortened(&own.level.to_string(), 10),
                    None => "–".to_owned(),
                },
                SetSort::Solvable => text::grouped(u64::from(result.solvable)),
                SetSort::Solutions => text::grouped(result.distinct),
                SetSort::Fewest => shown(result.fewest),
                SetSort::Median => result.median().to_string(),
                SetSort::Most => shown(result.most),
            };
            let font = if *sort == SetSort::Fewest { semibold(13.0) } else { regular(13.0) };
            let ink = if *sort == SetSort::Solvable && result.missing() > 0 {
                palette.alert
            } else {
                palette.text
            };
            Line::whole(ui, &words, font, ink).right(painter, number_right(rect, columns, n), base);
        }
        if has_range(columns) {
            range_line(result, table.most, rect, ui);
        }
        widgets::focus_ring(ui, &response, rect.shrink(1.0), 0.0);
        if response.clicked() {
            out.push(Action::Sets(SetsAction::Select(result.set)));
        }
        if response.double_clicked() {
            out.send(Command::Variant(VariantCommand::UseSet));
        }
    }
}

/// A set in words: "372 of 372 solvable, 37 264 solutions, fewest 19".
fn words(result: &SetResult) -> String {
    let mut words = format!("{} of {} solvable", result.solvable, result.variants);
    if let Some((fewest, _)) = result.fewest {
        words += &format!(
            ", {}, fewest {}",
            text::count(result.distinct, "solution"),
            text::grouped(fewest)
        );
    }
    words
}

/// The icons of the pieces, and their names where there is room; these alone where the icons have none.
fn pieces(result: &SetResult, rect: Rect, scene: Scene, ui: &Ui) {
    let palette = Palette::current(ui);
    let Some(run) = scene.sets.run() else { return };
    let used = run.plan().sets().used(result.set as usize);
    let pitch = (rect.width() / used.len().max(1) as f32).min(ICON);
    let name = scene.name(result.set);
    if pitch < 20.0 {
        let line = Line::new(ui, &name, semibold(13.0), palette.text, rect.width());
        return line.left(ui.painter(), rect.left(), baseline(rect.center().y, 13.0));
    }
    let names = Line::whole(ui, &name, regular(12.0), palette.text2);
    let beside = rect.left() + pitch * used.len() as f32 + 4.0;
    if beside + names.width() <= rect.right() - 8.0 {
        names.left(ui.painter(), beside, baseline(rect.center().y, 12.0));
    }
    for (n, id) in used.into_iter().enumerate() {
        let left = rect.left() + pitch * n as f32;
        let size = vec2((pitch - 8.0).min(26.0), 20.0);
        let icon = Rect::from_min_size(pos2(left, rect.center().y - size.y / 2.0), size);
        scene.figures.icon(ui.painter(), scene.puzzle, id, icon);
    }
}

/// The line from fewest to most, with a mark at the median.
fn range_line(result: &SetResult, most: u64, rect: Rect, ui: &Ui) {
    let (Some((fewest, _)), Some((own, _))) = (result.fewest, result.most) else { return };
    let palette = Palette::current(ui);
    let (left, middle) = (rect.right() - SIDE - RANGE, rect.center().y);
    let at = |number: f64| left + RANGE * (number / most.max(1) as f64) as f32;
    let painter = ui.painter();
    painter.hline(left..=left + RANGE, middle, Stroke::new(1.0, palette.line));
    painter.hline(at(fewest as f64)..=at(own as f64), middle, Stroke::new(3.0, palette.border));
    let mark = Stroke::new(2.0, palette.text);
    painter.vline(at(result.median()), middle - 6.0..=middle + 6.0, mark);
}

/// Shows the reason why no set is listed, and what can be done.
fn empty(scene: Scene, view: &mut SetView, out: &mut Actions, ui: &mut Ui) {
    let palette = Palette::current(ui);
    let rect = Rect::from_center_size(ui.max_rect().center(), vec2(420.0, 96.0));
    let layout = egui::Layout::top_down(egui::Align::Center);
    ui.scope_builder(egui::UiBuilder::new().max_rect(rect).layout(layout), |ui| {
        let (words, shows_near) = empty_words(scene, view);
        widgets::paragraph(ui, &words, regular(13.0), palette.text2);
        ui.add_space(12.0);
        if shows_near {
            if widgets::Button::new("Show near misses").show(ui).clicked() {
                view.near = true;
            }
        } else if scene.sets.snapshot().is_none() {
            let available = Command::Solve.available(scene.model.bench);
            let button = widgets::Button::new("Test sets").primary().hint("F5");
            let button = button.enabled(available.is_ok());
            if button
                .tooltip(available.err().unwrap_or("Test every set of pieces."))
                .show(ui)
                .clicked()
            {
                out.send(Command::Solve);
            }
        }
    });
}

fn empty_words(scene: Scene, view: &SetView) -> (String, bool) {
    let Some(snapshot) = scene.sets.snapshot() else {
        return ("No set is tested yet. Choose the pieces on the left.".to_owned(), false);
    };
    let (tested, sets) =
        (text::grouped(snapshot.tested as u64), text::grouped(snapshot.sets as u64));
    match (&snapshot.phase, &snapshot.best) {
        (Phase::Failed(why), _) => (format!("The search failed: {why}."), false),
        _ if view.near => {
            ("No set leaves just 1 to 3 variants without a solution.".to_owned(), false)
        }
        (Phase::Complete, Some(best)) if best.variants > 1 => {
            let near = scene.sets.table().is_some_and(|table| table.near > 0);
            let words = format!(
                "No set meets the goal. The best leaves {} of {} variants without a solution.",
                best.variants - best.solvable,
                best.variants
            );
            (words, near)
        }
        (Phase::Complete, _) => ("No set meets the goal.".to_owned(), false),
        _ => (format!("No set meets the goal yet; {tested} of {sets} tested."), false),
    }
}
