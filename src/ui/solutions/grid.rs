//! The thumbnails, in groups under headings where the list has them. Only those in view are painted.

use std::sync::Arc;

use egui::{
    Align2, Key, Painter, Rect, Role, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, pos2, vec2,
};

use super::marks;
use crate::exact_cover::OptionId;
use crate::files::FORMATS;
use crate::lattice::SiteForm;
use crate::natural::Natural;
use crate::random;
use crate::text;
use crate::ui::action::{Action, Actions, Model};
use crate::ui::drawing::figure_cache::{FigureCache, SolutionView, board};
use crate::ui::drawing::paint::{self, Look, Pen, Projection};
use crate::ui::menus;
use crate::ui::outcome::{listed_when, outcome};
use crate::ui::widgets::long_list::{BAR, LongList, Rows, View};
use crate::ui::widgets::theme::{Palette, RADIUS_NOTICE, SIDE, regular, semibold};
use crate::ui::widgets::{focus, input};
use crate::ui::{suggestions, widgets};
use crate::workbench::command::SolutionAction;
use crate::workbench::solutions::browser::Browser;
use crate::workbench::solutions::grouping::{Grouping, ListGroup};
use crate::workbench::solutions::listing::Listing;
use crate::workbench::{Command, Document};

/// Width of the thumbnails: least, usual, greatest.
const WIDTHS: [f32; 3] = [64.0, 106.0, 280.0];
/// Room between thumbnails, and above the first.
const GAP: f32 = 16.0;
/// Height of the line with the number.
const LINE: f32 = 20.0;
/// Height of the heading of a group.
const HEADING: f32 = 34.0;
/// Height of the picture in it.
const PICTURE: f32 = 24.0;
/// Width of the head below which the field for a number stands in a row of its own.
const NARROW: f32 = 500.0;
/// Width of the head from which the slider has a word beside it.
const WIDE: f32 = 720.0;
/// Height of that row.
const GO_TO_ROW: f32 = 40.0;

/// Where the view is.
pub(super) struct Grid {
    /// Width of a thumbnail.
    size: f32,
    rows: LongList,
    /// Rows in view in the last frame, with a fraction.
    fit: f64,
    /// True if the view goes to the first solution once the list changes.
    wants_top: bool,
    /// The list of the last frame; in another one the selected one comes into view.
    list: Option<Arc<Listing>>,
    /// The solution that was selected in the last frame; another one comes into view.
    selected: Option<u64>,
}

impl Default for Grid {
    fn default() -> Grid {
        Grid {
            size: WIDTHS[1],
            rows: LongList::default(),
            fit: 1.0,
            wants_top: false,
            list: None,
            selected: None,
        }
    }
}

impl Grid {
    /// Brings the selected solution into view with the next frame.
    pub(super) fn reveal(&mut self) {
        self.rows.reveal();
    }

    /// Goes to the first solution when the list is another.
    pub(super) fn go_to_top(&mut self) {
        self.wants_top = true;
    }

    /// Adapts to a list or cells that lie otherwise than in the last frame: what was in view stays
    /// there.
    fn follow(&mut self, cells: &Cells, fit: f64, listed: &Listed, out: &mut Actions) {
        let list = listed.document.listing();
        let selected = listed.document.selected();
        let is_same = list.map(Arc::as_ptr) == self.list.as_ref().map(Arc::as_ptr);
        let groups = list.map_or(&[][..], |list| list.groups());
        let len = match groups.last() {
            Some(last) => last.first + last.len,
            None => listed.shown,
        };
        let is_in_view = self.is_in_view(selected);
        let rows = &mut self.rows;
        if !is_same || !rows.rows.is_of(cells.columns, len) {
            let before = rows.rows.items_of(rows.rows.first_below(rows.top)).start;
            let was_long = rows.rows.rows() > 0;
            let is_wide = rows.rows.columns() == cells.columns;
            rows.rows = match groups {
                [] => Rows::new(cells.columns, len),
                _ => Rows::grouped(cells.columns, groups.iter().map(|group| group.len)),
            };
            rows.rows.set_heading(cells.heading());
            // The first solution in view stays there, and the selected one in view.
            if is_same && was_long && !is_wide {
                let row = rows.rows.place_of(before.min(len.saturating_sub(1))).row;
                rows.top = rows.rows.top_of(row) - rows.rows.heading();
                if is_in_view {
                    rows.reveal();
                }
            }
        }
        if !is_same {
            rows.reveal();
            self.list = list.cloned();
            if std::mem::take(&mut self.wants_top) && len > 0 {
                rows.top = 0.0;
                out.push(Action::Select(0));
            }
        }
        if fit != self.fit {
            if self.is_in_view(selected) {
                self.rows.reveal();
            }
            self.fit = fit;
            self.rows.rows.set_heading(cells.heading());
        }
        // Selected from elsewhere, such as the variant that was looked at, it is not in view yet.
        if self.selected.replace(selected).is_some_and(|before| before != selected)
            && !self.is_in_view(selected)
        {
            self.rows.reveal();
        }
    }

    /// Returns whether any part of a solution is in view.
    fn is_in_view(&self, n: u64) -> bool {
        let LongList { rows, top, .. } = &self.rows;
        if n >= rows.len() {
            return false;
        }
        let own = rows.top_of(rows.place_of(n).row);
        own + 1.0 > *top && own < *top + self.fit
    }
}

/// The layout of the cells, for one width of the panel.
struct Cells {
    columns: u64,
    /// From one cell to the next.
    pitch: Vec2,
    picture: Vec2,
}

impl Cells {
    fn new(size: f32, aspect: f32, room: f32) -> Cells {
        let columns = ((room + GAP) / (size + GAP)).floor().max(1.0);
        let width = ((room + GAP) / columns - GAP).floor().max(16.0);
        let picture = vec2(width, (width * aspect).clamp(24.0, width * 1.25).round());
        let pitch = vec2(width + GAP, picture.y + LINE + GAP);
        Cells { columns: columns as u64, pitch, picture }
    }

    /// The height of a heading, in rows.
    fn heading(&self) -> f64 {
        f64::from(HEADING / self.pitch.y)
    }

    /// Where the list is shown.
    fn view(&self, whole: Rect) -> View<'static> {
        View { whole, pitch: self.pitch.y, inset: GAP, name: "Scroll solutions" }
    }
}

/// The solutions that the grid lists.
pub(super) struct Listed<'a> {
    pub(super) model: Model<'a>,
    pub(super) document: &'a Document,
    pub(super) figures: &'a FigureCache,
    /// The number of solutions.
    pub(super) shown: u64,
    /// True if more may come.
    pub(super) running: bool,
    /// True if the grid receives the keys.
    pub(super) keys: bool,
}

impl Listed<'_> {
    /// Returns the number of distinct solutions where they are only counted.
    fn counted(&self) -> Option<Natural> {
        let counts = self.document.only_counts().then(|| self.document.counts()).flatten();
        counts.map(|(counts, _)| counts.distinct)
    }

    /// Why no solution is listed.
    fn words_of_none(&self) -> String {
        if self.document.listing().is_some() {
            return "No solution passes the filter.".to_owned();
        }
        match (self.document.run().map(|run| run.snapshot()), self.counted()) {
            (_, Some(_)) if self.running => "They are only counted, not listed.".to_owned(),
            (_, Some(n)) if n > 0 => "They were only counted. Solve (F5) lists them.".to_owned(),
            (Some(snapshot), _) if self.running => {
                listed_when(&snapshot).unwrap_or_else(|| "No solution yet.".to_owned())
            }
            _ if self.running => "No solution yet.".to_owned(),
            (Some(snapshot), _) => outcome(&snapshot),
            (None, _) if self.document.has_no_solution() => "No solution exists.".to_owned(),
            (None, _) => "No solution in the file.".to_owned(),
        }
    }
}

/// Shows head and thumbnails.
pub(super) fn show(
    grid: &mut Grid,
    go_to: &mut String,
    listed: &Listed,
    out: &mut Actions,
    ui: &mut Ui,
) {
    let Listed { model, document, figures, shown, keys, .. } = *listed;
    head(grid, go_to, listed, out, ui);
    let whole = ui.available_rect_before_wrap();
    if shown == 0 {
        nothing(listed, whole, out, ui);
        return;
    }
    let [width, height] = figures.thumbnail_size();
    let aspect = (height / width.max(1e-3)) as f32;
    let cells = Cells::new(grid.size, aspect, whole.width() - 2.0 * SIDE - BAR * 0.5);
    let view = cells.view(whole);
    grid.follow(&cells, view.fit(), listed, out);
    let list = ui.interact(whole, ui.scope_id().with("list"), Sense::focusable_noninteractive());
    focus::main_part(ui, "list of solutions", whole);
    list.widget_info(|| WidgetInfo::labeled(Role::ListBox, true, "List of solutions"));
    let mut selected = document.selected();
    if list.has_focus() {
        focus::keep_keys(ui, list.id, &focus::SCROLL_KEYS, false);
        for key in input::take_presses(ui, &[Key::ArrowLeft, Key::ArrowRight]) {
            let to = if key == Key::ArrowLeft { selected.saturating_sub(1) } else { selected + 1 };
            selected = to.min(grid.rows.rows.len().saturating_sub(1));
            grid.rows.reveal();
        }
        // The list has no use for this one.
        let plays = Command::PauseOrResume;
        if !input::take_presses(ui, &[Key::Space]).is_empty()
            && plays.available(model.bench).is_ok()
        {
            out.send(plays);
        }
    }
    if keys || list.has_focus() {
        selected = grid.rows.follow_keys(selected, &view, ui);
        if selected != document.selected() {
            out.push(Action::Select(selected));
        }
    }
    grid.rows.scroll(Some(selected), &view, ui);
    let is_clicked = thumbnails(&grid.rows, listed, &cells, &view, out, ui);
    let is_pressed = ui.input(|i| i.pointer.any_pressed());
    if is_clicked {
        list.request_focus();
    } else if list.has_focus() && is_pressed && !ui.rect_contains_pointer(whole) {
        list.surrender_focus();
    }
    widgets::focus_ring(ui, &list, whole.shrink(3.0), 0.0);
}

/// The head: how many solutions of which kind, and the size of the thumbnails.
fn head(grid: &mut Grid, go_to: &mut String, listed: &Listed, out: &mut Actions, ui: &mut Ui) {
    let palette = Palette::current(ui);
    let counted = listed.counted();
    let title = text::count(counted.unwrap_or(listed.shown.into()), "solution");
    let kind = match (listed.document.shows_all(), listed.running) {
        _ if counted.is_some() => "distinct, only counted".to_owned(),
        _ if listed.document.listing().is_some() => list_words(listed.document),
        (true, _) => "all, turned and flipped ones too".to_owned(),
        (_, true) => "distinct, so far".to_owned(),
        _ => "distinct".to_owned(),
    };
    let is_narrow = ui.available_width() < NARROW;
    // What the list is comes before the word beside the slider.
    let is_wide = ui.available_width() >= WIDE;
    let goes = listed.shown > 0;
    let height = if is_narrow && goes { 44.0 + GO_TO_ROW } else { 44.0 };
    let (head, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    ui.painter().rect_filled(head, 0.0, palette.panel);
    let mut bar = ui.new_child(egui::UiBuilder::new().max_rect(head));
    widgets::column(&mut bar, |ui| {
        widgets::panel_head(ui, &title, &kind, |ui| {
            if goes && !is_narrow {
                go_to_field(go_to, listed, out, ui);
            }
            if is_wide {
                widgets::elided(ui, "Size", regular(12.0), palette.text2, 60.0);
            }
            ui.allocate_ui(vec2(if is_wide { 104.0 } else { 72.0 }, 20.0), |ui| {
                widgets::slider(ui, &mut grid.size, WIDTHS[0]..=WIDTHS[2], "Size");
            });
        });
    });
    if goes && is_narrow {
        let row = head.with_min_y(head.top() + 44.0);
        let line = Stroke::new(1.0, palette.line);
        ui.painter().hline(row.x_range(), row.bottom() - 0.5, line);
        let layout = egui::Layout::left_to_right(egui::Align::Center);
        let builder = egui::UiBuilder::new().max_rect(row.shrink2(vec2(SIDE, 0.0))).layout(layout);
        go_to_field(go_to, listed, out, &mut ui.new_child(builder));
    }
}

/// Describes the list, such as `"no crossroads, fault-free"`.
fn list_words(document: &Document) -> String {
    let Some(browser) = document.browser() else { return String::new() };
    let settings = browser.settings();
    let lower = text::uncapitalised;
    let mut words: Vec<String> =
        settings.properties.iter().map(|measure| lower(measure.row().name)).collect();
    if settings.marks.starred {
        words.push("starred".to_owned());
    }
    words.extend(settings.marks.tags.iter().cloned());
    if let Some((from, to)) = settings.numbers {
        words.push(format!("{} to {}", text::grouped(from), text::grouped(to)));
    }
    let others = usize::from(settings.expression.is_some())
        + settings.ranges.len()
        + settings.classes.len()
        + settings.placements.len()
        + settings.contacts.len();
    match (words.is_empty(), others) {
        (_, 0) => {}
        (true, _) => words.push(text::count(others as u64, "condition")),
        (false, _) => words.push(text::count(others as u64, "more condition")),
    }
    if settings.like.is_some() {
        words.push("most similar first".to_owned());
    } else if let (true, Some(sort)) = (words.is_empty(), settings.sort) {
        words.push(format!("by {}", lower(sort.measure.row().name)));
    }
    if let Some(grouping) = settings.group {
        let name = grouping.name(document.solved_puzzle());
        words.push(format!("in groups by {}", lower(&name)));
    }
    words.join(", ")
}

/// The field for the number of a solution to go to, and the button for a random one.
fn go_to_field(go_to: &mut String, listed: &Listed, out: &mut Actions, ui: &mut Ui) {
    let id = egui::Id::unique("go to solution");
    let response = ui
        .allocate_ui(vec2(124.0, 28.0), |ui| widgets::text_field(ui, go_to, "Go to number", id))
        .inner;
    let random = widgets::Button::new("Random").small().tooltip("Select a random solution.");
    if random.show(ui).clicked() {
        out.send(Command::Solution(SolutionAction::Random));
    }
    if !response.lost_focus() || !ui.input(|i| i.key_pressed(Key::Enter)) {
        return;
    }
    let digits: String = go_to.chars().filter(char::is_ascii_digit).collect();
    go_to.clear();
    match digits.parse().ok().map(|number| (number, listed.document.position_of(number))) {
        Some((_, Some(n))) => out.push(Action::Select(n)),
        Some((number, None)) if listed.document.listing().is_some() => {
            out.complain(format!("Solution {} is hidden by the filter.", text::grouped(number)));
        }
        Some((number, None)) => {
            out.complain(format!("There is no solution {}.", text::grouped(number)));
        }
        None => out.complain("Type the number of a solution."),
    }
}

/// A number below `n`, from a seed.
pub(crate) fn random_below(seed: u64, n: u64) -> u64 {
    random::mixed(seed) % n.max(1)
}

/// Shows a message in the middle of the panel where there is nothing to list, with suggestions.
fn nothing(listed: &Listed, whole: Rect, out: &mut Actions, ui: &mut Ui) {
    let width = 480.0_f32.min(whole.width() - 2.0 * SIDE);
    if listed.document.listing().is_none() && listed.document.suggestions().is_some() {
        let column = Rect::from_center_size(whole.center(), vec2(width, whole.height() - 48.0));
        let mut column = ui.new_child(egui::UiBuilder::new().max_rect(column));
        egui::ScrollArea::vertical().id_salt("what helps").show(&mut column, |ui| {
            let text = listed.words_of_none();
            widgets::paragraph(ui, &text, semibold(15.0), Palette::current(ui).text);
            ui.add_space(8.0);
            suggestions::show(listed.document, out, ui);
        });
        return;
    }
    let rect = Rect::from_center_size(whole.center(), vec2(width, 84.0));
    let builder =
        egui::UiBuilder::new().max_rect(rect).layout(egui::Layout::top_down(egui::Align::Center));
    ui.scope_builder(builder, |ui| {
        ui.spacing_mut().item_spacing.y = 12.0;
        let text = listed.words_of_none();
        widgets::paragraph(ui, &text, regular(13.0), Palette::current(ui).text2);
        let settings = listed.document.browser().map(Browser::settings);
        let Some(settings) = settings.filter(|settings| settings.filters()) else { return };
        let tip = "List all solutions again.";
        if widgets::Button::new("Clear filter").tooltip(tip).show(ui).clicked() {
            out.push(Action::SetList(Box::new(settings.without_filter())));
        }
    });
}

/// Shows the thumbnails in view; whether one was clicked.
fn thumbnails(
    list: &LongList,
    listed: &Listed,
    cells: &Cells,
    view: &View<'_>,
    out: &mut Actions,
    ui: &Ui,
) -> bool {
    let mut is_clicked = false;
    let (rows, whole) = (&list.rows, view.whole);
    let y_of = |height: f64| list.y_of(height, view);
    let headings = Headings { listed, whole };
    let lying = headings.lying(rows, list.top, y_of);
    // What the heading of the first group lies over is not in view.
    let seen = lying.map_or(whole, |(_, y)| whole.with_min_y((y + HEADING - 6.0).max(whole.top())));
    for row in list.rows_in_view(view) {
        let y = y_of(rows.top_of(row));
        if let Some(group) =
            rows.begins(row).filter(|&group| lying.is_none_or(|own| own.0 != group))
        {
            headings.show(group, y - HEADING, seen, ui);
        }
        for (column, n) in rows.items_of(row).enumerate() {
            if n >= listed.shown {
                break;
            }
            let x = whole.left() + SIDE + column as f32 * cells.pitch.x;
            let picture = Rect::from_min_size(pos2(x, y), cells.picture);
            let Some(options) = listed.document.solution(n) else { break };
            let thumbnail = Thumbnail { n, options: &options, picture };
            if thumbnail.show(listed, seen, out, ui) {
                out.push(Action::Select(n));
                is_clicked = true;
            }
        }
    }
    if let Some((group, y)) = lying {
        headings.show(group, y, whole, ui);
    }
    is_clicked
}

/// The headings of groups.
#[derive(Clone, Copy)]
struct Headings<'a> {
    listed: &'a Listed<'a>,
    whole: Rect,
}

impl Headings<'_> {
    /// The group in view at the top, whose heading stays there, and where it lies.
    fn lying(&self, rows: &Rows, top: f64, y_of: impl Fn(f64) -> f32) -> Option<(usize, f32)> {
        if rows.groups() == 0 {
            return None;
        }
        let group = rows.group_at(top);
        let own = y_of(rows.top_of_heading(group)).max(self.whole.top());
        let next = (group + 1 < rows.groups()).then(|| y_of(rows.top_of_heading(group + 1)));
        // The next one pushes it out.
        Some((group, next.map_or(own, |next| own.min(next - HEADING))))
    }

    /// Shows what of a heading is inside `view`.
    fn show(&self, group: usize, y: f32, view: Rect, ui: &Ui) {
        let document = self.listed.document;
        let (Some(list), Some(analysis)) = (document.listing(), document.basis()) else { return };
        let (Some(own), Some(grouping)) = (list.groups().get(group), list.grouping()) else {
            return;
        };
        let (left, right) = (self.whole.left() + SIDE, self.whole.right() - BAR - 4.0);
        let rect = Rect::from_min_max(pos2(left, y), pos2(right, y + HEADING));
        if !rect.intersects(view) {
            return;
        }
        let palette = Palette::current(ui);
        let words = own.words(grouping, analysis);
        let number = text::count(own.len, "solution");
        let response =
            ui.interact(rect.intersect(view), ui.scope_id().with(("group", group)), Sense::hover());
        response
            .widget_info(|| WidgetInfo::labeled(Role::Heading, true, format!("{words}: {number}")));
        let painter = ui.painter_at(view);
        let ground = Rect::from_min_max(
            pos2(self.whole.left(), y),
            pos2(self.whole.right() - BAR, rect.bottom() - 6.0),
        );
        painter.rect_filled(ground, 0.0, palette.canvas);
        painter.hline(left..=right, rect.bottom() - 6.5, Stroke::new(1.0, palette.line));
        let base = widgets::baseline(rect.center().y - 3.0, 13.0);
        let caption = widgets::Line::whole(ui, &number, regular(12.0), palette.text2);
        let indent = self.picture(own, grouping, rect, &painter);
        let room = rect.width() - caption.width() - 16.0 - indent;
        let title = widgets::Line::new(ui, &words, semibold(13.0), palette.text, room);
        title.left(&painter, left + indent, base);
        caption.right(&painter, right, base);
        if title.elided() {
            response.on_hover_text(words);
        }
    }

    /// Paints the place of the piece, or the open sites, at the left of a heading; the room that it
    /// takes.
    fn picture(
        &self,
        group: &ListGroup,
        grouping: Grouping,
        heading: Rect,
        painter: &Painter,
    ) -> f32 {
        let Listed { document, figures, .. } = *self.listed;
        let is_seen = matches!(grouping, Grouping::Position(_) | Grouping::OpenSites);
        let (Some(encoding), None) = (document.solved_encoding(), &figures.solid) else {
            return 0.0;
        };
        if !is_seen {
            return 0.0;
        }
        let [across, down] = figures.board.bounds.size();
        let width = (PICTURE * (across / down.max(1e-3)) as f32).clamp(8.0, 3.0 * PICTURE);
        let place = pos2(heading.left(), heading.top() + 1.0);
        let rect = Rect::from_min_size(place, vec2(width.round(), PICTURE));
        let projection = Projection::fit(&figures.board.bounds, rect.shrink(1.0), 24.0);
        let puzzle = document.solved_puzzle();
        let pen = Pen::new(painter, projection);
        let palette = pen.palette;
        let fill = |site| match group.is_open(grouping, site) {
            true => palette.text3,
            false => palette.empty_site,
        };
        board(pen, &figures.board, fill);
        let thumbnail = Look::thumbnail(palette, projection.scale);
        let look = Look { grid: false, name: false, ..thumbnail };
        for option in group.placements(grouping) {
            let colour = puzzle.piece(encoding.placement(option).piece).colour;
            let figure = figures.placement(encoding, option);
            paint::piece(pen, &figure, colour, "", look);
        }
        width.round() + 10.0
    }
}

/// A solution in the grid.
struct Thumbnail<'a> {
    /// Its index in the list.
    n: u64,
    options: &'a [OptionId],
    /// Where its picture stands; the line with the number is beneath.
    picture: Rect,
}

impl Thumbnail<'_> {
    /// Shows what of it is inside `whole`; whether it was clicked.
    fn show(&self, listed: &Listed, whole: Rect, out: &mut Actions, ui: &Ui) -> bool {
        let Listed { document, figures, .. } = *listed;
        let (n, picture) = (self.n, self.picture);
        let sense = picture.with_max_y(picture.bottom() + LINE).intersect(whole);
        if !sense.is_positive() {
            return false;
        }
        let (palette, painter) = (Palette::current(ui), ui.painter_at(whole));
        let selected = n == document.selected();
        // Not a stop for Tab, of which there would be too many: arrows move the selection.
        let response = ui.interact(sense, ui.scope_id().with(("solution", n)), Sense::CLICK);
        response.widget_info(|| {
            let number = document.number(n).unwrap_or(n + 1);
            let mark = document.mark(n).map(|mark| format!(", {}", marks::words(mark)));
            let mark = mark.unwrap_or_default();
            let label = format!("Solution {}{mark}", text::grouped(number));
            WidgetInfo::selected(Role::Button, true, selected, label)
        });
        let ring = picture.expand(5.0);
        if selected {
            let stroke = Stroke::new(2.0, palette.accent);
            let fill = palette.accent_soft;
            painter.rect(ring, RADIUS_NOTICE, fill, stroke, StrokeKind::Inside);
            // Holes of the board are as on the other thumbnails.
            painter.rect_filled(picture, 2.0, palette.canvas);
        } else if response.hovered() {
            painter.rect_filled(ring, RADIUS_NOTICE, palette.hover);
        }
        if let Some(encoding) = document.solved_encoding() {
            // Sticks at the edge reach half their width past it.
            let sticks = document.solved_puzzle().lattice.form == SiteForm::Edge;
            let inner = picture.shrink(if sticks { 4.0 } else { 1.0 });
            let puzzle = document.solved_puzzle();
            let lying = SolutionView { puzzle, encoding, options: self.options };
            figures.thumbnail(&painter, lying, inner);
        }
        self.paint_caption(document, selected, &painter);
        // The menu is about the selected one.
        if response.secondary_clicked() {
            out.push(Action::Select(n));
        }
        let number = text::grouped(document.number(n).unwrap_or(n + 1));
        menus::context_menu(&response, |ui| {
            solution_menu(listed.model, &number, out, ui);
        });
        response.clicked()
    }

    /// Paints the number and, where there is room for it, what is to be said of the symmetry.
    fn paint_caption(&self, document: &Document, selected: bool, painter: &Painter) {
        let palette = Palette::current(painter.ctx());
        let base = pos2(self.picture.left(), self.picture.bottom() + 12.0);
        let (font, ink) =
            if selected { (semibold(11.0), palette.text) } else { (regular(11.0), palette.text2) };
        let mut base = base;
        if let Some(mark) = document.mark(self.n) {
            let sign = Rect::from_center_size(base + vec2(6.0, 0.0), Vec2::splat(12.0));
            marks::paint_sign(mark, painter, sign);
            base.x += 16.0;
        }
        let number = text::grouped(document.number(self.n).unwrap_or(self.n + 1));
        let number = painter.text(base, Align2::LEFT_CENTER, number, font, ink);
        if let Some(remark) = remark(document, self.n) {
            let galley = painter.layout_no_wrap(remark, regular(11.0), palette.text3);
            let left = self.picture.right() - galley.size().x;
            if left > number.right() + 8.0 {
                let top = base.y - galley.size().y / 2.0;
                painter.galley(pos2(left, top), galley, palette.text3);
            }
        }
    }
}

/// Shows the context menu for the selected solution.
fn solution_menu(model: Model, number: &str, out: &mut Actions, ui: &mut Ui) {
    menus::menu_heading(ui, &format!("Solution {number}"));
    let own = [SolutionAction::Star, SolutionAction::CopyPicture, SolutionAction::UsePieces];
    for action in own {
        menus::context_entry(model, out, ui, Command::Solution(action));
    }
    menus::menu_line(ui);
    for action in [SolutionAction::Compare, SolutionAction::SortByLikeness] {
        menus::context_entry(model, out, ui, Command::Solution(action));
    }
    menus::menu_line(ui);
    for format in FORMATS.iter().filter(|format| format.solution.is_some()) {
        if menus::plain_entry(ui, &format!("Export as {}…", format.name), true) {
            out.push(Action::SetUpExport(format));
        }
    }
}

/// Describes which distinct solution one of all is a copy of, or that a distinct one is symmetric.
fn remark(document: &Document, n: u64) -> Option<String> {
    let (distinct, kept) = document.distinct_number(n)?;
    if let Some(likeness) = document.listing().and_then(|listing| listing.likeness()) {
        let (_, shared) = likeness.best(&document.distinct_solution(n)?);
        return Some(format!("{shared} in common"));
    }
    if let Some(sort) = document.browser().and_then(|browser| browser.settings().sort) {
        let index = u32::try_from(document.distinct_index(n)?.0).ok()?;
        let value = document.browser()?.value(sort.measure, index)?;
        return Some(sort.measure.words(value));
    }
    if document.shows_all() {
        return Some(format!("copy of {}", text::grouped(distinct)));
    }
    let order = document.solved_group().map_or(1, |group| group.order());
    (order > 1 && kept.len() > 1).then(|| "symmetric".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_row_of_many_millions_lies_where_it_should_to_the_point() {
        let n = 12_988_816;
        let whole = Rect::from_min_size(pos2(0.0, 0.0), vec2(700.0, 700.0));
        let cells = Cells::new(64.0, 1.0, whole.width());
        let mut list = LongList::default();
        list.rows = Rows::new(cells.columns, n);
        let (rows, top) = (&list.rows, list.last_top(&cells.view(whole)));
        let bottom = |row: u64, top: f64| {
            f64::from(GAP) + (row as f64 + 1.0 - top) * f64::from(cells.pitch.y)
        };
        assert!((bottom(rows.rows() - 1, top) - 700.0).abs() < 1e-3);
        // Scrolled by one point, everything moves by one point.
        let moved = bottom(rows.rows() - 1, top - 1.0 / f64::from(cells.pitch.y));
        assert!((moved - 701.0).abs() < 1e-3);
    }
}
