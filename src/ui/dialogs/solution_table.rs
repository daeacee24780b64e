//! A table of the listed solutions by one or two measures, to be copied.

use std::ops::Range;
use std::sync::Arc;

use egui::{Pos2, Rect, Response, Role, ScrollArea, Sense, Stroke, Ui, WidgetInfo, vec2};

use crate::solution::measures::{MeasureId, MeasureKind};
use crate::solution::table::{Lines, TableFormat};
use crate::text;
use crate::ui::action::{Actions, Model};
use crate::ui::widgets;
use crate::ui::widgets::focus;
use crate::ui::widgets::theme::{Palette, RADIUS, regular, semibold};
use crate::workbench::solution_table::{CountedTable, ListTable, TableMeasures};
use crate::workbench::{Document, Wake};

/// The name of the card.
const TITLE: &str = "Table of solutions";
/// Width of the card, in points.
const WIDTH: f32 = 760.0;
/// Height of what stands around the table, in points.
const HEAD_AND_FOOT: f32 = 220.0;
/// The least height of the table; in a lower window the card scrolls as a whole.
const MIN_HEIGHT: f32 = 120.0;
/// Height of a row, in points.
const ROW: f32 = 22.0;
/// Room at each side of a cell, in points.
const PADDING: f32 = 8.0;
/// Width of the lists of measures, in points.
const CHOICE_WIDTH: f32 = 210.0;

/// The measures that are chosen, and the table.
pub(crate) struct SolutionTable {
    by: TableMeasures,
    table: ListTable,
    format: TableFormat,
    /// False until it is known whether a table of these measures was looked at before.
    is_begun: bool,
    wake: Wake,
}

impl SolutionTable {
    /// By the measure that the list is sorted by, or the first number; `None` where no measure
    /// applies.
    pub(crate) fn new(document: &Document, wake: &Wake) -> Option<SolutionTable> {
        let browser = document.browser()?;
        let sorted = browser.settings().sort.map(|sort| sort.measure);
        let number = || browser.measures().find(|own| own.row().kind == MeasureKind::Number);
        let rows = sorted.or_else(number).or_else(|| browser.measures().next())?;
        Some(SolutionTable {
            by: TableMeasures { rows, columns: None },
            table: ListTable::default(),
            format: TableFormat::Markdown,
            is_begun: false,
            wake: Arc::clone(wake),
        })
    }

    /// Takes up the measures of the last table, where the puzzle has them, and keeps those that are
    /// chosen now for the next one.
    fn remember(&mut self, measures: &[MeasureId], ui: &Ui) {
        let memory = egui::Id::unique("measures of the last table");
        let last = ui.data(|data| data.get_temp::<TableMeasures>(memory));
        let is_known = |by: &TableMeasures| {
            [Some(by.rows), by.columns].iter().flatten().all(|m| measures.contains(m))
        };
        if let Some(last) = last.filter(|last| !self.is_begun && is_known(last)) {
            self.by = last;
        }
        self.is_begun = true;
        ui.data_mut(|data| data.insert_temp(memory, self.by));
    }

    /// The table of the measures that are chosen, once it is counted.
    fn current(&self) -> Option<&CountedTable> {
        self.table.get().filter(|_| !self.table.is_waiting())
    }
}

/// Shows the card; whether it is to be closed.
pub(super) fn show(state: &mut SolutionTable, model: Model, out: &mut Actions, ui: &Ui) -> bool {
    let Some(document) = &model.bench.document else { return true };
    let measures: Vec<MeasureId> = document.browser().iter().flat_map(|b| b.measures()).collect();
    let fields = |state: &mut SolutionTable, ui: &mut Ui| fields(state, &measures, document, ui);
    let (closed, is_over) =
        super::sheet_with_foot(ui, TITLE, WIDTH, state, fields, |state, ui, ()| {
            foot(state, out, ui)
        });
    closed || is_over
}

/// The measures, and the table under its caption.
fn fields(state: &mut SolutionTable, measures: &[MeasureId], document: &Document, ui: &mut Ui) {
    let palette = Palette::current(ui);
    widgets::elided(ui, TITLE, semibold(15.0), palette.text, WIDTH);
    ui.add_space(8.0);
    state.remember(measures, ui);
    choices(&mut state.by, measures, ui);
    ui.add_space(8.0);
    state.table.follow(document, state.by, &state.wake);
    if let Some(why) = state.table.failure() {
        let why = format!("{}.", text::capitalised(why));
        widgets::paragraph(ui, &why, regular(13.0), palette.alert);
        ui.add_space(12.0);
        return;
    }
    let Some(table) = state.table.get() else {
        widgets::paragraph(ui, "Counting the solutions…", regular(13.0), palette.text2);
        ui.add_space(12.0);
        return;
    };
    let [title, counted] = table.caption();
    let room = ui.available_width();
    widgets::elided(ui, &title, semibold(13.0), palette.text, room);
    ui.add_space(2.0);
    widgets::elided(ui, &counted, regular(12.0), palette.text2, room);
    ui.add_space(8.0);
    let height = (super::extent(ui.ctx()).1 - HEAD_AND_FOOT).max(MIN_HEIGHT);
    grid(table, height, ui);
    ui.add_space(12.0);
}

/// The lists of measures for rows and columns.
fn choices(by: &mut TableMeasures, measures: &[MeasureId], ui: &mut Ui) {
    let rows: Vec<(MeasureId, &str)> =
        measures.iter().map(|&measure| (measure, measure.row().name)).collect();
    let none = std::iter::once((None, "None"));
    let columns: Vec<(Option<MeasureId>, &str)> =
        none.chain(rows.iter().map(|&(measure, name)| (Some(measure), name))).collect();
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(8.0, 4.0);
        let ink = Palette::current(ui).text;
        widgets::elided(ui, "Rows", regular(13.0), ink, CHOICE_WIDTH);
        widgets::drop_down(ui, "Measure of the rows", CHOICE_WIDTH, &mut by.rows, &rows);
        ui.add_space(8.0);
        widgets::elided(ui, "Columns", regular(13.0), ink, CHOICE_WIDTH);
        let name = "Measure of the columns";
        widgets::drop_down(ui, name, CHOICE_WIDTH, &mut by.columns, &columns);
    });
}

/// The form, and the buttons; whether the card is to be closed.
fn foot(state: &mut SolutionTable, out: &mut Actions, ui: &mut Ui) -> bool {
    let row = vec2(ui.available_width(), 28.0);
    let (rect, _) = ui.allocate_exact_size(row, Sense::hover());
    let builder = egui::UiBuilder::new()
        .max_rect(rect)
        .layout(egui::Layout::left_to_right(egui::Align::Center));
    ui.scope_builder(builder, |ui| {
        let forms = TableFormat::ALL.map(|format| (format, format.name()));
        widgets::segmented(ui, &mut state.format, &forms);
    });
    let id = ui.scope_id().with("buttons of the table");
    let buttons = widgets::at_right(ui, id, rect, |ui| {
        ui.spacing_mut().item_spacing.x = 8.0;
        let closed = widgets::Button::new("Close").hint("Esc").show(ui).clicked();
        let is_ready = state.current().is_some();
        let tip = "Put the table on the clipboard in this form.";
        let button = widgets::Button::new("Copy").primary().hint("Ctrl+Enter").tooltip(tip);
        let copied = button.enabled(is_ready).show(ui).clicked()
            || is_ready && super::is_default_pressed(ui);
        (closed, copied)
    });
    let (closed, copied) = buttons.inner;
    if let (true, Some(table)) = (copied, state.current()) {
        ui.ctx().copy_text(table.write(state.format));
        out.say(format!("The table is on the clipboard ({}).", state.format.name()));
    }
    closed
}

/// The columns of a table on the screen.
struct Columns {
    /// Where each ends, from the left edge of the first.
    ends: Vec<f32>,
}

impl Columns {
    fn new(table: &CountedTable, ui: &Ui) -> Columns {
        let ink = Palette::current(ui).text;
        let mut end = 0.0;
        let ends = table.lines.head.iter().zip(&table.longest).map(|(heading, longest)| {
            let width = |cell| widgets::Line::whole(ui, cell, semibold(13.0), ink).width();
            end += width(heading).max(width(longest)) + 2.0 * PADDING;
            end
        });
        Columns { ends: ends.collect() }
    }

    fn start(&self, n: usize) -> f32 {
        n.checked_sub(1).map_or(0.0, |before| self.ends[before])
    }

    fn width(&self) -> f32 {
        self.ends.last().copied().unwrap_or_default()
    }

    /// The columns, except the first, of which any part is between two places.
    fn between(&self, from: f32, to: f32) -> Range<usize> {
        let first = self.ends.partition_point(|&end| end <= from).max(1);
        let last = (first..self.ends.len()).take_while(|&n| self.start(n) < to).count();
        first..first + last
    }
}

/// Shows a table that scrolls; its headings stay in sight. Only the cells in view are painted.
fn grid(table: &CountedTable, height: f32, ui: &mut Ui) {
    let (lines, columns) = (&table.lines, Columns::new(table, ui));
    let whole = vec2(columns.width(), ROW * (lines.body.len() + 2) as f32);
    let area = ScrollArea::both().id_salt("cells of the table").max_height(height);
    area.show_viewport(ui, |ui, seen| {
        let origin = ui.max_rect().min;
        ui.set_width(whole.x);
        ui.set_height(whole.y);
        let view = Rect::from_min_size(origin + seen.min.to_vec2(), seen.size());
        let id = ui.scope_id().with("table");
        let response = ui.interact(view, id, Sense::click());
        response.widget_info(|| WidgetInfo::labeled(Role::ScrollView, true, "Table"));
        if response.clicked() {
            response.request_focus();
        }
        scroll_by_keys(&response, ui);
        Cells { lines, columns: &columns, origin, view }.show(ui);
        widgets::focus_ring(ui, &response, view.intersect(ui.clip_rect()).shrink(2.0), RADIUS);
    });
}

/// Scrolls by the keys while the table has the focus.
fn scroll_by_keys(response: &Response, ui: &Ui) {
    if !response.has_focus() {
        return;
    }
    focus::keep_arrows(ui, response.id);
    widgets::input::scroll_by_keys(ui, &focus::SCROLL_KEYS, ROW);
}

/// The cells in view.
struct Cells<'a> {
    lines: &'a Lines,
    columns: &'a Columns,
    /// Where the first cell lies, in view or not.
    origin: Pos2,
    view: Rect,
}

impl Cells<'_> {
    fn show(&self, ui: &Ui) {
        let palette = Palette::current(ui);
        let bottom_of_head = self.view.top() + ROW;
        let below = self.view.with_min_y(bottom_of_head);
        // The last row are the sums.
        let last = self.lines.body.len();
        let first = ((self.view.top() - self.origin.y) / ROW).floor().max(0.0) as usize;
        for n in first..=last {
            let top = self.origin.y + ROW * (n + 1) as f32;
            if top >= self.view.bottom() {
                break;
            }
            let line = self.lines.body.get(n).unwrap_or(&self.lines.foot);
            self.line(line, top, below, n == last, ui);
            let rect = self.view.with_min_y(top).with_max_y(top + ROW).intersect(below);
            if n == last {
                let stroke = Stroke::new(1.0, palette.border);
                ui.painter_at(below).hline(self.view.x_range(), top + 0.5, stroke);
            }
            let response = ui.interact(rect, ui.scope_id().with(("row", n)), Sense::hover());
            response.widget_info(|| {
                WidgetInfo::labeled(Role::Label, true, words(&self.lines.head, line))
            });
        }
        let head = self.view.with_max_y(bottom_of_head);
        self.line(&self.lines.head, self.view.top(), head, true, ui);
        let stroke = Stroke::new(1.0, palette.border);
        ui.painter_at(self.view).hline(self.view.x_range(), bottom_of_head - 0.5, stroke);
    }

    /// Paints what of a line is inside `clip`; the heading of the row stays at the left.
    fn line(&self, line: &[String], top: f32, clip: Rect, bold: bool, ui: &Ui) {
        let palette = Palette::current(ui);
        let base = widgets::baseline(top + ROW * 0.5, 13.0);
        let font = |bold| if bold { semibold(13.0) } else { regular(13.0) };
        let left = self.view.left() + self.columns.start(1);
        let painter = ui.painter_at(clip.with_min_x(left));
        let seen = self.columns.between(left - self.origin.x, self.view.right() - self.origin.x);
        for n in seen {
            let Some(cell) = line.get(n) else { break };
            let cell = widgets::Line::whole(ui, cell, font(bold), palette.text);
            cell.right(&painter, self.origin.x + self.columns.ends[n] - PADDING, base);
        }
        let Some(heading) = line.first() else { return };
        let painter = ui.painter_at(clip.with_max_x(left));
        let heading = widgets::Line::whole(ui, heading, semibold(13.0), palette.text);
        match self.lines.is_numbered {
            true => heading.right(&painter, left - PADDING, base),
            false => heading.left(&painter, self.view.left() + PADDING, base),
        }
    }
}

/// A row for a screen reader: its heading, and the cells that are not 0 under the headings of their
/// columns.
fn words(head: &[String], line: &[String]) -> String {
    let last = line.len().saturating_sub(1);
    let cells = head.iter().zip(line).enumerate().skip(1);
    let cells = cells.filter(|(n, (_, cell))| *n == last || *cell != "0");
    let cells: Vec<String> =
        cells.map(|(_, (heading, cell))| format!("{heading} {cell}").trim().to_owned()).collect();
    format!("{}: {}", line.first().map_or("", String::as_str), cells.join(", "))
}
