//! The map of the variants: a table of two choices, or the sites of the board. Grey is strongest where
//! there are fewest solutions.

use egui::{
    Align2, Color32, Rect, Role, Sense, Stroke, StrokeKind, Ui, UiBuilder, WidgetInfo, pos2, vec2,
};

use super::{Measure, Scene, VariantsState, select};
use crate::job::variants::ResultState;
use crate::text;
use crate::ui::action::Actions;
use crate::ui::drawing::figure_cache;
use crate::ui::drawing::label_layout;
use crate::ui::drawing::paint::{Pen, Projection};
use crate::ui::widgets;
use crate::ui::widgets::theme::{Palette, SIDE, regular, semibold};
use crate::workbench::variants::{MapForm, VariantMap, VariantTable};

/// The largest size of a cell, in points.
const MAX_CELL: [f32; 2] = [44.0, 26.0];
/// The least height of a cell, in points.
const MIN_HEIGHT: f32 = 10.0;
/// The largest width of the names of rows.
const MAX_NAME: f32 = 84.0;
/// Height of the names of columns.
const HEADS: f32 = 22.0;
/// Height of the legend.
const LEGEND: f32 = 36.0;
/// The sizes of the numbers in cells; smaller ones cannot be read.
const NUMBER_SIZES: [f32; 4] = [11.0, 10.0, 9.0, 8.0];
/// The width of a digit, in its size.
const DIGIT_WIDTH: f32 = 0.6;
/// The greatest height of a board.
const MAX_BOARD: f32 = 360.0;

/// Shows the map, no higher than `most`, with its head.
pub(super) fn show(
    state: &mut VariantsState,
    scene: Scene,
    most: f32,
    is_alone: bool,
    out: &mut Actions,
    ui: &mut Ui,
) {
    let Some(map) = &scene.listed.map else { return };
    if !scene.has_nodes() {
        state.measure = Measure::Solutions;
    }
    let caption = match (state.measure, scene.variants.only_exists()) {
        (Measure::Nodes, _) => "nodes of the search of each",
        (_, true) => "whether each has a solution",
        _ => "distinct solutions of each",
    };
    let count = text::count(scene.listed.list.len() as u64, "variant");
    // Alone in a low window it has the number above it already.
    let (title, caption) = match is_alone {
        true => (text::capitalised(caption), ""),
        false => (count, caption),
    };
    widgets::column(ui, |ui| {
        widgets::panel_head(ui, &title, caption, |ui| {
            if scene.has_nodes() && !scene.variants.only_exists() {
                let choices = [(Measure::Solutions, "Solutions"), (Measure::Nodes, "Nodes")];
                widgets::segmented_small(ui, &mut state.measure, &choices);
            }
        });
    });
    let heat = Heat::new(state.measure, scene);
    let most = most - 44.0 - LEGEND;
    match &map.form {
        MapForm::Board(sites) => {
            let size = vec2(ui.available_width(), most.min(MAX_BOARD));
            let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
            board(map, sites, rect.shrink(SIDE), &heat, scene, out, ui);
        }
        MapForm::Table { above, rows, columns } => {
            let most = most - choice_above(state, above, ui);
            let from = state.above * rows.len() * columns.len();
            let names = Names { rows, columns };
            table(&map.cells[from..], names, most, &heat, scene, out, ui);
        }
    }
    legend(&heat, ui);
}

/// The choice above the table, where there are three; its height.
fn choice_above(state: &mut VariantsState, above: &[String], ui: &mut Ui) -> f32 {
    if above.is_empty() {
        state.above = 0;
        return 0.0;
    }
    state.above = state.above.min(above.len() - 1);
    let (row, _) = ui.allocate_exact_size(vec2(ui.available_width(), 36.0), Sense::hover());
    let layout = egui::Layout::left_to_right(egui::Align::Center);
    let builder = UiBuilder::new().max_rect(row.shrink2(vec2(SIDE, 0.0))).layout(layout);
    ui.scope_builder(builder, |ui| {
        let choices: Vec<(usize, &str)> = above.iter().map(String::as_str).enumerate().collect();
        let name = "Choice above the table";
        widgets::drop_down(ui, name, 140.0, &mut state.above, &choices);
    });
    36.0
}

/// The colours of a map.
struct Heat<'a> {
    measure: Measure,
    table: &'a VariantTable,
    only_exists: bool,
    least: u64,
    most: u64,
}

impl<'a> Heat<'a> {
    fn new(measure: Measure, scene: Scene<'a>) -> Heat<'a> {
        let table = scene.table;
        let nodes =
            || table.results.iter().filter(|r| r.state == ResultState::Done).map(|r| r.nodes);
        let (least, most) = match measure {
            Measure::Solutions => {
                let of = |extreme: Option<(u64, usize)>| extreme.map_or(0, |(number, _)| number);
                (of(table.summary.fewest), of(table.summary.most))
            }
            Measure::Nodes => (nodes().min().unwrap_or(0), nodes().max().unwrap_or(0)),
        };
        Heat { measure, table, only_exists: scene.variants.only_exists(), least, most }
    }

    /// The number of a variant, once it is solved.
    fn number(&self, index: u32) -> Option<u64> {
        let result = &self.table.results[index as usize];
        let is_done = result.state == ResultState::Done;
        is_done.then_some(match self.measure {
            Measure::Solutions => result.counts.distinct,
            Measure::Nodes => result.nodes,
        })
    }

    /// Returns whether a variant is known to have no solution.
    fn is_unsolvable(&self, index: u32) -> bool {
        self.table.results[index as usize].is_solvable() == Some(false)
    }

    /// The colour of a variant.
    fn colour(&self, index: u32, palette: &Palette) -> Color32 {
        match self.number(index) {
            _ if self.is_unsolvable(index) => palette.alert_soft,
            None => palette.canvas,
            Some(_) if self.only_exists => palette.heat[4],
            Some(number) => palette.heat[VariantTable::heat(number, self.most)],
        }
    }

    /// Returns the text in a variant's cell.
    fn words(&self, index: u32) -> String {
        match self.number(index) {
            None => match self.table.results[index as usize].counts.total {
                0 => "·".to_owned(),
                total => total.to_string(),
            },
            Some(_) if self.only_exists && !self.is_unsolvable(index) => String::new(),
            Some(number) if number < 10_000 => number.to_string(),
            Some(number) => text::rounded(number as f64).replace("\u{a0}million", "M"),
        }
    }
}

/// The names of rows and columns.
#[derive(Clone, Copy)]
struct Names<'a> {
    rows: &'a [String],
    columns: &'a [String],
}

fn table(
    cells: &[Option<u32>],
    Names { rows, columns }: Names,
    most: f32,
    heat: &Heat,
    scene: Scene,
    out: &mut Actions,
    ui: &mut Ui,
) {
    let palette = Palette::current(ui);
    let widths = rows
        .iter()
        .map(|name| widgets::Line::whole(ui, name, regular(12.0), palette.text2).width());
    let names = widths.fold(0.0, f32::max).min(MAX_NAME) + 10.0;
    let room = ui.available_width() - 2.0 * SIDE - names;
    let wide = (room / columns.len() as f32).min(MAX_CELL[0]).floor().max(3.0);
    let high = ((most - HEADS - 8.0) / rows.len() as f32).clamp(MIN_HEIGHT, MAX_CELL[1]).floor();
    let height = HEADS + high * rows.len() as f32 + 8.0;
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    let left = rect.left() + SIDE + names;
    let top = rect.top() + HEADS;
    let chosen = scene.variants.selected();
    let is_chosen = |row: usize, column: usize| cells[row * columns.len() + column] == Some(chosen);
    let widest = (0..cells.len().min(rows.len() * columns.len())).filter_map(|n| cells[n]);
    let digits = widest.map(|index| heat.words(index).chars().count()).max().unwrap_or(1);
    let numbers = number_size(wide, high, digits);
    // Where columns are narrow, only some have names: that of the selected variant, and others that
    // leave it its room.
    let longest = columns.iter().map(|name| name.chars().count()).max().unwrap_or(1);
    let every = ((longest as f32 * 7.0 + 5.0) / wide).ceil().max(1.0) as usize;
    let here = (0..columns.len()).find(|&n| (0..rows.len()).any(|row| is_chosen(row, n)));
    for (n, name) in columns.iter().enumerate() {
        let is_here = here == Some(n);
        let is_beside = here.is_some_and(|here| here.abs_diff(n) < every);
        if !is_here && (n % every != 0 || is_beside) {
            continue;
        }
        let (font, ink) = head_look(is_here, palette);
        let at = pos2(left + wide * (n as f32 + 0.5), rect.top() + HEADS / 2.0);
        let galley = label_layout::cut(ui.painter(), name, font, ink, wide * every as f32);
        let place = Align2::CENTER_CENTER.anchor_size(at, galley.size());
        ui.painter().galley(place.min, galley, ink);
    }
    for (row, name) in rows.iter().enumerate() {
        let y = top + high * row as f32;
        if high >= 12.0 || row % 2 == 0 {
            let is_here = (0..columns.len()).any(|column| is_chosen(row, column));
            let (font, ink) = head_look(is_here, palette);
            let galley = label_layout::cut(ui.painter(), name, font, ink, names - 8.0);
            let at = pos2(left - 8.0, y + high / 2.0);
            let place = Align2::RIGHT_CENTER.anchor_size(at, galley.size());
            ui.painter().galley(place.min, galley, ink);
        }
        for column in 0..columns.len() {
            let place = Rect::from_min_size(pos2(left + wide * column as f32, y), vec2(wide, high));
            let cell = cells[row * columns.len() + column];
            show_cell(cell, place, numbers, heat, scene, out, ui);
        }
    }
}

/// The size of the numbers in cells of some size, the largest that has room; none where none has.
fn number_size(wide: f32, high: f32, digits: usize) -> Option<f32> {
    let mut sizes = NUMBER_SIZES.into_iter();
    sizes.find(|size| wide >= digits as f32 * size * DIGIT_WIDTH + 1.5 && high >= size + 3.0)
}

/// Font and colour of the name of a row or column; `here` where the selected variant is.
fn head_look(here: bool, palette: &Palette) -> (egui::FontId, Color32) {
    if here { (semibold(12.0), palette.accent) } else { (regular(12.0), palette.text2) }
}

/// A cell of the table; a dash where there is no variant.
fn show_cell(
    cell: Option<u32>,
    place: Rect,
    number: Option<f32>,
    heat: &Heat,
    scene: Scene,
    out: &mut Actions,
    ui: &Ui,
) {
    let palette = Palette::current(ui);
    let ink = |words: &str, colour: Color32| {
        let font = regular(number.unwrap_or(NUMBER_SIZES[0]));
        ui.painter().text(place.center(), Align2::CENTER_CENTER, words, font, colour);
    };
    let Some(index) = cell else {
        ui.painter().rect_filled(place.shrink(0.5), 0.0, palette.canvas);
        return ink("–", palette.text3);
    };
    let passes = scene.table.place(index).is_some();
    let cover = if passes { 1.0 } else { 0.3 };
    let fill = crate::ui::drawing::paint::blend(palette.canvas, heat.colour(index, palette), cover);
    ui.painter().rect_filled(place.shrink(0.5), 0.0, fill);
    if number.is_some() {
        let own = match heat.number(index) {
            _ if heat.is_unsolvable(index) => palette.alert,
            // Those found so far are pale.
            None => palette.text3,
            Some(_) => palette.text,
        };
        ink(&heat.words(index), crate::ui::drawing::paint::blend(fill, own, cover));
    }
    let id = ui.scope_id().with(("cell of the map", place.min.x as i32, place.min.y as i32));
    let response = ui.interact(place, id, Sense::CLICK);
    let selected = index == scene.variants.selected();
    let label = || format!("{}, {}", scene.name(index), scene.words(index));
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, selected, label()));
    if selected || response.hovered() {
        let colour = if selected { palette.accent } else { palette.text };
        let stroke = Stroke::new(if selected { 2.0 } else { 1.0 }, colour);
        ui.painter().rect_stroke(place.shrink(0.5), 2.0, stroke, StrokeKind::Inside);
    }
    if response.clicked() {
        select(index, out);
    }
    if response.hovered() {
        response.on_hover_text(label());
    }
}

/// The board, with the number of each variant on the site that it leaves open.
fn board(
    map: &VariantMap,
    sites: &[crate::lattice::Point],
    rect: Rect,
    heat: &Heat,
    scene: Scene,
    out: &mut Actions,
    ui: &mut Ui,
) {
    let palette = Palette::current(ui);
    let puzzle = &scene.document.puzzle;
    let figures = &scene.figures.board;
    let projection = Projection::fit(&figures.bounds, rect, 56.0);
    let index_at = |position: usize| -> Option<u32> {
        let site = puzzle.board.sites()[position].site;
        let rank = sites.iter().position(|own| *own == site)?;
        map.cells.get(rank).copied().flatten()
    };
    let known: Vec<Option<u32>> = (0..puzzle.board.sites().len()).map(index_at).collect();
    let painter = ui.painter_at(rect.expand(4.0));
    let fill = |position: usize| match known[position] {
        Some(index) => heat.colour(index, palette),
        None => palette.empty_site,
    };
    figure_cache::board(Pen::new(&painter, projection), figures, fill);
    for (position, index) in known.iter().enumerate() {
        let Some(index) = *index else { continue };
        let middle = projection.at(crate::ui::drawing::paint::middle(&figures.sites[position]));
        let place = Rect::from_center_size(middle, egui::Vec2::splat(projection.scale * 0.8));
        if projection.scale >= 20.0 {
            let font = regular(12.0);
            painter.text(middle, Align2::CENTER_CENTER, heat.words(index), font, palette.text);
        }
        let id = ui.scope_id().with(("site of the map", position));
        let response = ui.interact(place, id, Sense::CLICK);
        let selected = index == scene.variants.selected();
        let name = puzzle.lattice.site_label(puzzle.board.sites()[position].site);
        let label = format!("Open at {name}, {}", scene.words(index));
        response.widget_info(|| WidgetInfo::selected(Role::Button, true, selected, &label));
        if selected {
            let stroke = Stroke::new(2.0, palette.accent);
            painter.rect_stroke(place, 2.0, stroke, StrokeKind::Inside);
        }
        if response.on_hover_text(&label).clicked() {
            select(index, out);
        }
    }
}

/// Draws the legend of the colours.
fn legend(heat: &Heat, ui: &mut Ui) {
    let palette = Palette::current(ui);
    let (row, _) = ui.allocate_exact_size(vec2(ui.available_width(), LEGEND), Sense::hover());
    let line = Stroke::new(1.0, palette.line);
    ui.painter().hline(row.x_range(), row.bottom() - 0.5, line);
    if heat.most == 0 || heat.only_exists || row.width() < 380.0 {
        return;
    }
    let layout = egui::Layout::left_to_right(egui::Align::Center);
    let builder = UiBuilder::new().max_rect(row.shrink2(vec2(SIDE, 0.0))).layout(layout);
    ui.scope_builder(builder, |ui| {
        let few = format!("{}, fewest", text::grouped(heat.least));
        let many = format!("{}, most", text::grouped(heat.most));
        widgets::heat_legend(ui, &few, &many);
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_dates_of_a_year_keep_their_numbers_on_a_small_window() {
        // The cells of 31 days on 720 × 450 points, which is a usual window at twice the size.
        assert_eq!(number_size(18.0, 16.0, 3), Some(9.0));
        assert_eq!(number_size(44.0, 26.0, 3), Some(11.0));
        assert_eq!(number_size(18.0, 10.0, 3), None);
        assert_eq!(number_size(9.0, 16.0, 3), None);
    }
}
