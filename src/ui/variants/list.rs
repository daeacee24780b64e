//! The variants as rows, of which only those in view are painted.

use std::ops::RangeInclusive;

use egui::{Key, Rect, Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};

use super::{Scene, select};
use crate::job::variants::{Proof, ResultState};
use crate::text;
use crate::ui::action::{Action, Actions};
use crate::ui::widgets::input;
use crate::ui::widgets::long_list::{BAR, LongList, Rows, View};
use crate::ui::widgets::theme::{Palette, SIDE, regular, semibold};
use crate::ui::widgets::{self, Line, baseline};
use crate::workbench::Command;
use crate::workbench::variants::{VariantAction, VariantCommand, VariantSort};

/// Height of a row, in points.
const ROW: f32 = 28.0;
/// Width of a column of numbers.
const NUMBER: f32 = 84.0;
/// The accessible name of the scroll bar.
pub(super) const SCROLL: &str = "Scroll variants";
/// Widths of pictures.
pub(super) const WIDTHS: RangeInclusive<f32> = 64.0..=200.0;

/// The list, and how wide its pictures are.
pub(super) struct ListState {
    pub(super) list: LongList,
    /// Width of a picture.
    pub(super) size: f32,
}

impl Default for ListState {
    fn default() -> ListState {
        ListState { list: LongList::default(), size: 92.0 }
    }
}

impl ListState {
    /// Lays the variants out in some columns, moves the selection by keys, opens the solutions, and
    /// scrolls.
    pub(super) fn follow(
        &mut self,
        columns: u64,
        view: &View<'_>,
        scene: Scene,
        out: &mut Actions,
        ui: &mut Ui,
    ) {
        let order = &scene.table.order;
        let list = &mut self.list;
        list.rows = Rows::new(columns, order.len() as u64);
        let before = scene.table.place(scene.variants.selected()).map(|place| place as u64);
        let mut place = before;
        if !scene.model.modal && !ui.ctx().egui_wants_keyboard_input() {
            let to = list.follow_keys(before.unwrap_or(0), view, ui);
            if before.unwrap_or(0) != to {
                select(order[to as usize], out);
                place = Some(to);
            }
            if !input::take_presses(ui, &[Key::Enter]).is_empty() {
                out.send(Command::Variant(VariantCommand::ShowSolutions));
            }
        }
        list.scroll(place, view, ui);
    }
}

/// The columns of numbers: what each is sorted by, its title, and whether there is room for it.
fn columns(scene: Scene, width: f32) -> Vec<(VariantSort, &'static str)> {
    let mut columns = vec![(VariantSort::Solutions, "distinct")];
    if scene.has_nodes() && width > 460.0 {
        columns.extend([(VariantSort::Nodes, "nodes"), (VariantSort::Time, "seconds")]);
    }
    columns
}

/// Shows the rows.
pub(super) fn show(state: &mut ListState, scene: Scene, out: &mut Actions, ui: &mut Ui) {
    let columns = columns(scene, ui.available_width());
    heads(&columns, scene, out, ui);
    let whole = ui.available_rect_before_wrap();
    if scene.table.order.is_empty() {
        return nothing(whole, scene, out, ui);
    }
    let view = View { whole, pitch: ROW, inset: 0.0, name: SCROLL };
    state.follow(1, &view, scene, out, ui);
    let row = Row { columns: &columns, view: whole, scene };
    for n in state.list.rows_in_view(&view) {
        let at = pos2(whole.left(), state.list.y_of(n as f64, &view));
        let rect = Rect::from_min_size(at, vec2(whole.width() - BAR, ROW));
        row.show(n as usize, rect, out, ui);
    }
}

/// Shows a message where no variant passes the filter.
pub(super) fn nothing(whole: Rect, scene: Scene, out: &mut Actions, ui: &mut Ui) {
    let rect = Rect::from_center_size(whole.center(), vec2(320.0, 72.0));
    let layout = egui::Layout::top_down(egui::Align::Center);
    ui.scope_builder(egui::UiBuilder::new().max_rect(rect).layout(layout), |ui| {
        ui.spacing_mut().item_spacing.y = 12.0;
        let all = text::grouped(scene.table.results.len() as u64);
        let words = format!("0 of {all} pass the filter.");
        widgets::elided(ui, &words, regular(13.0), Palette::current(ui).text2, 300.0);
        if widgets::Button::new("Clear filter").show(ui).clicked() {
            let view = scene.variants.view();
            let (sort, descending) = (view.sort, view.descending);
            let view =
                crate::workbench::variants::VariantView { sort, descending, ..Default::default() };
            out.push(Action::Variants(VariantAction::View(view)));
        }
    });
}

/// The heads of the columns; a click sorts by one.
fn heads(columns: &[(VariantSort, &'static str)], scene: Scene, out: &mut Actions, ui: &mut Ui) {
    let palette = Palette::current(ui);
    let width = ui.available_width();
    let (rect, _) = ui.allocate_exact_size(vec2(width, ROW), Sense::hover());
    ui.painter().hline(rect.x_range(), rect.bottom() - 0.5, Stroke::new(1.0, palette.line));
    let right = rect.right() - BAR - SIDE;
    let base = baseline(rect.center().y, 11.0);
    let name = Line::whole(ui, "variant", regular(11.0), palette.text2);
    name.left(ui.painter(), rect.left() + SIDE + 48.0, base);
    for (n, &(sort, title)) in columns.iter().rev().enumerate() {
        let end = right - NUMBER * n as f32;
        let place = Rect::from_min_max(
            pos2(end - NUMBER + 8.0, rect.top() + 2.0),
            pos2(end, rect.bottom() - 2.0),
        );
        let is_chosen = scene.variants.view().sort == sort;
        let head = ui.interact(place, ui.scope_id().with(("sort by", title)), Sense::click());
        head.widget_info(|| {
            WidgetInfo::selected(Role::Button, true, is_chosen, format!("Sort by {title}"))
        });
        widgets::focus_ring(ui, &head, place, 4.0);
        let ink = if is_chosen || head.hovered() { palette.text } else { palette.text2 };
        let font = if is_chosen { semibold(11.0) } else { regular(11.0) };
        Line::whole(ui, title, font, ink).right(ui.painter(), end, base);
        if head.clicked() {
            let mut view = scene.variants.view().clone();
            view.descending = is_chosen && !view.descending;
            view.sort = sort;
            out.push(Action::Variants(VariantAction::View(view)));
        }
    }
}

/// The data from which the rows are shown.
struct Row<'a> {
    columns: &'a [(VariantSort, &'static str)],
    view: Rect,
    scene: Scene<'a>,
}

impl Row<'_> {
    /// Shows a row: its place, the name, the numbers.
    fn show(&self, row: usize, rect: Rect, out: &mut Actions, ui: &Ui) {
        let Row { columns, view, scene } = *self;
        let index = scene.table.order[row];
        let sense = rect.intersect(view);
        if !sense.is_positive() {
            return;
        }
        let (palette, painter) = (Palette::current(ui), ui.painter_at(view));
        let selected = index == scene.variants.selected();
        let response = ui.interact(sense, ui.scope_id().with(("variant", index)), Sense::CLICK);
        response.widget_info(|| {
            let label = format!("{}: {}", scene.name(index), scene.words(index));
            WidgetInfo::selected(Role::Button, true, selected, label)
        });
        if selected {
            painter.rect_filled(rect, 0.0, palette.accent_soft);
            painter.rect_filled(rect.with_max_x(rect.left() + 3.0), 0.0, palette.accent);
        } else if response.hovered() {
            painter.rect_filled(rect, 0.0, palette.hover);
        }
        let base = baseline(rect.center().y, 13.0);
        let result = &scene.table.results[index as usize];
        let right = rect.right() - SIDE;
        let line = |words: &str, ink| Line::whole(ui, words, regular(13.0), ink);
        let place = text::grouped(row as u64 + 1);
        line(&place, palette.text3).right(&painter, rect.left() + SIDE + 36.0, base);
        let room = right - NUMBER * columns.len() as f32 - rect.left() - SIDE - 56.0;
        let name = scene.name(index);
        let name = Line::new(ui, &name, semibold(13.0), palette.text, room.max(24.0));
        name.left(&painter, rect.left() + SIDE + 48.0, base);
        for (n, (sort, _)) in columns.iter().rev().enumerate() {
            let is_open = result.state != ResultState::Done;
            let (words, ink) = match sort {
                _ if is_open && result.counts.total == 0 => ("·".to_owned(), palette.text3),
                VariantSort::Solutions if result.is_solvable() == Some(false) => {
                    (format!("0{}", proof_words(result.proof)), palette.alert)
                }
                VariantSort::Solutions if scene.variants.only_exists() => {
                    ("some".to_owned(), palette.text)
                }
                VariantSort::Solutions if is_open => {
                    (format!("{} so far", text::grouped(result.counts.total)), palette.text3)
                }
                VariantSort::Solutions => (text::grouped(result.counts.distinct), palette.text),
                VariantSort::Nodes => (text::grouped(result.nodes), palette.text),
                _ => (format!("{:.3}", result.time.as_secs_f64()), palette.text),
            };
            line(&words, ink).right(&painter, right - NUMBER * n as f32, base);
        }
        if response.clicked() {
            select(index, out);
        }
        if response.double_clicked() {
            out.send(Command::Variant(VariantCommand::ShowSolutions));
        }
    }
}

/// Why there is no solution, after the 0.
fn proof_words(proof: Option<Proof>) -> String {
    proof.map_or_else(String::new, |proof| format!(", {}", proof.word()))
}
