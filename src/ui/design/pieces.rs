//! The list of pieces: picture, name, copies, orientations, placements, motions.

use egui::{
    Align, Align2, Color32, CornerRadius, Frame, Layout, Margin, Modifiers, Panel, Pos2, Rect,
    Response, RichText, Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2,
};

use super::DesignState;
use crate::polyform::Motions;
use crate::puzzle::{Piece, PieceId, Puzzle};
use crate::text;
use crate::ui::action::{Actions, Model};
use crate::ui::drawing::figure_cache::{self, FigureCache};
use crate::ui::menus;
use crate::ui::widgets;
use crate::ui::widgets::icons::Icon;
use crate::ui::widgets::input;
use crate::ui::widgets::theme::{Palette, regular, semibold};
use crate::workbench::edit::Edit;
use crate::workbench::{Command, Document, Task};

/// Height of a row.
const ROW: f32 = 40.0;
/// Height of the titles of the columns.
const TITLES: f32 = 26.0;
/// The least room of a name beside the size of its piece.
const MIN_NAME: f32 = 48.0;

/// Where the columns stand in a list of some width; the right edges of the numbers.
struct Columns {
    name: f32,
    /// Where pieces differ in size and there is room for it.
    size: Option<f32>,
    copies: f32,
    orientations: f32,
    placements: f32,
    motions: f32,
    /// True if there is room for the motions.
    wide: bool,
}

/// The properties of a list that decide how wide its columns are.
#[derive(Clone, Copy)]
struct Extent {
    /// The width of the longest number of placements.
    widest: f32,
    /// True if pieces differ in size.
    has_sizes: bool,
}

impl Extent {
    fn new(document: &Document, ui: &Ui) -> Extent {
        let puzzle = &document.puzzle;
        let mut sizes = puzzle.pieces.iter().chain(&puzzle.off).map(|piece| piece.shape.size());
        let first = sizes.next();
        Extent {
            widest: text_width(ui, &text::grouped(most_placements(document) as u64)),
            has_sizes: puzzle.cover.is_none() && sizes.any(|size| Some(size) != first),
        }
    }
}

/// The size of a piece, in units.
fn size_of(puzzle: &Puzzle, piece: &Piece) -> u64 {
    (piece.shape.size() / puzzle.lattice.unit_size()) as u64
}

impl Columns {
    fn new(rect: Rect, list: Extent) -> Columns {
        let wide = rect.width() >= 330.0;
        let end = if wide { rect.right() - 92.0 } else { rect.right() - 12.0 };
        let orientations = end - (list.widest + 14.0).max(44.0);
        let (name, copies) = (rect.left() + 62.0, orientations - 42.0);
        let size = copies - 44.0;
        Columns {
            name,
            size: (list.has_sizes && size - name >= MIN_NAME).then_some(size),
            copies,
            orientations,
            placements: end,
            motions: end + 12.0,
            wide,
        }
    }
}

/// Draws the list.
pub(super) fn show(state: &mut DesignState, model: Model, out: &mut Actions, ui: &mut Ui) {
    let Some(document) = &model.bench.document else { return };
    let puzzle = &*document.puzzle;
    head(puzzle, ui);
    let extent = Extent::new(document, ui);
    let titles = ui.available_rect_before_wrap();
    let titles = titles.with_max_y(titles.top() + TITLES);
    ui.advance_cursor_after_rect(titles);

    let before = state.chosen.clone();
    let panel = ui.max_rect();
    if ui.input(|i| i.pointer.interact_pos()).is_some_and(|at| !panel.contains(at)) {
        state.drop_at = None;
    }
    let editable = puzzle.cover.is_none();
    if editable {
        let palette = Palette::current(ui);
        let strip = Frame::new().fill(palette.panel).inner_margin(Margin::symmetric(16, 0));
        Panel::bottom("piece buttons").exact_size(52.0).frame(strip).show(ui, |ui| {
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| foot(puzzle, out, ui));
        });
    }
    let mut listed: Vec<(&Piece, Option<PieceId>)> =
        puzzle.pieces().map(|(id, piece)| (piece, Some(id))).collect();
    listed.extend(puzzle.off.iter().map(|piece| (piece, None)));
    listed.sort_by_key(|(piece, _)| piece.order);
    // The titles stand above the rows, which make room for a scroll bar.
    let scrolls = listed.len() as f32 * ROW > ui.available_height();
    let bar = if scrolls { ui.spacing().scroll.allocated_width() } else { 0.0 };
    column_titles(puzzle, titles.with_max_x(titles.right() - bar), extent, ui);
    if listed.is_empty() {
        ui.add_space(8.0);
        let text = "No pieces yet. Add one, or a whole family.";
        Frame::new().inner_margin(Margin::symmetric(16, 0)).show(ui, |ui| {
            ui.label(RichText::new(text).color(Palette::current(ui).text2));
        });
        return;
    }
    ui.spacing_mut().item_spacing.y = 0.0;
    let names: Vec<String> = listed.iter().map(|(piece, _)| piece.name.clone()).collect();
    let list = List { model, before: &before, names: &names, extent };
    egui::ScrollArea::vertical().auto_shrink(false).show_rows(
        ui,
        ROW,
        listed.len(),
        |ui, range| {
            for &(piece, id) in &listed[range] {
                list.row(state, document, out, ui, piece, id);
            }
        },
    );
}

/// The head of the panel: how many pieces there are, and how much of the board they cover.
fn head(puzzle: &Puzzle, ui: &mut Ui) {
    let (min, max) = puzzle.piece_area();
    let area = if min == max {
        puzzle.lattice.count_sites(max)
    } else {
        format!("{}–{}", text::grouped(min), puzzle.lattice.count_sites(max))
    };
    let copies: u64 = puzzle.pieces.iter().map(|p| u64::from(p.copies.max)).sum();
    let caption = match &puzzle.cover {
        Some(cover) => cover.words.clone(),
        None => {
            let cover = if copies == 1 { "covers" } else { "cover" };
            format!("{} {cover} {area}", text::count(copies, "piece"))
        }
    };
    let title = text::capitalised(puzzle.piece_words().1);
    widgets::column(ui, |ui| {
        widgets::panel_head(ui, &title, "", |ui| {
            widgets::elided(ui, &caption, regular(12.0), Palette::current(ui).text2, 220.0);
        });
    });
}

/// The number of placements of the piece that has most, as far as that is known.
fn most_placements(document: &Document) -> usize {
    document.recent().map_or(0, |known| {
        let encoding = &known.encoding;
        known.puzzle.pieces().map(|(id, _)| encoding.placements_of(id).len()).max().unwrap_or(0)
    })
}

/// The titles of the columns.
fn column_titles(puzzle: &Puzzle, header: Rect, extent: Extent, ui: &Ui) {
    let columns = Columns::new(header, extent);
    let title = |x: f32, align: Align2, text: &str| {
        let at = pos2(x, header.center().y);
        ui.painter().text(at, align, text, regular(11.0), Palette::current(ui).text2);
    };
    title(columns.name, Align2::LEFT_CENTER, "name");
    if let Some(size) = columns.size {
        title(size, Align2::RIGHT_CENTER, "size");
    }
    title(columns.copies, Align2::RIGHT_CENTER, "copies");
    let turns = puzzle.cover.is_none();
    if turns {
        title(columns.orientations, Align2::RIGHT_CENTER, "orient.");
    }
    // What is pinned takes its places from the others.
    let bound = !puzzle.placed.is_empty() || !puzzle.barred.is_empty();
    let places = if bound { "left" } else { "places" };
    title(columns.placements, Align2::RIGHT_CENTER, places);
    if columns.wide && turns {
        title(columns.motions, Align2::LEFT_CENTER, "motions");
    }
}

/// The buttons below the list.
fn foot(puzzle: &Puzzle, out: &mut Actions, ui: &mut Ui) {
    ui.spacing_mut().item_spacing.x = 8.0;
    let pinned = puzzle.pinned().count() as u64;
    for (command, label, icon) in
        [(Command::AddPiece, "Piece", Icon::Plus), (Command::AddFamily, "Family…", Icon::Family)]
    {
        let keys = command.shortcut().map(|s| s.words()).unwrap_or_default();
        let tip = format!("{} ({keys})", command.hint());
        let button = widgets::Button::new(label).icon(icon).tooltip(&tip);
        // The number beside them needs its room.
        let button = if pinned == 0 { button.hint(&keys) } else { button };
        if button.show(ui).clicked() {
            out.send(command);
        }
    }
    if pinned > 0 {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let text = format!("{} pinned", text::grouped(pinned));
            widgets::elided(ui, &text, regular(12.0), Palette::current(ui).text2, 90.0);
        });
    }
}

/// The data common to the rows of the list.
struct List<'a> {
    model: Model<'a>,
    /// The pieces that were chosen when the frame began.
    before: &'a [String],
    /// All names, in the order of the list.
    names: &'a [String],
    extent: Extent,
}

impl List<'_> {
    /// Chooses a piece: alone, with Ctrl beside others, with Shift with all between.
    fn choose(&self, design: &mut DesignState, modifiers: Modifiers, name: &str) {
        if modifiers.command {
            if design.chosen.iter().any(|chosen| chosen == name) {
                design.chosen.retain(|chosen| chosen != name);
            } else {
                design.chosen.push(name.to_owned());
            }
            design.placement = 0;
        } else if let (true, Some(from)) = (modifiers.shift, self.before.last()) {
            let place = |name: &str| self.names.iter().position(|n| n == name);
            if let (Some(a), Some(b)) = (place(from), place(name)) {
                design.chosen = self.names[a.min(b)..=a.max(b)].to_vec();
                if b < a {
                    design.chosen.reverse();
                }
                design.placement = 0;
            }
        } else {
            // A piece that is in hand alone stays there.
            design.select(Some(name));
        }
    }

    fn row(
        &self,
        state: &mut DesignState,
        document: &Document,
        out: &mut Actions,
        ui: &mut Ui,
        piece: &Piece,
        id: Option<PieceId>,
    ) {
        let palette = Palette::current(ui);
        let puzzle = &document.puzzle;
        let is_placed = id.is_some_and(|id| document.is_used_up(id));
        let numbers = id.and_then(|_| {
            let known = document.recent()?;
            let (id, _) = known.puzzle.pieces().find(|(_, p)| p.name == piece.name)?;
            let encoding = &known.encoding;
            // With pieces on the board, those that still fit beside them.
            let left = document.fits(id).filter(|_| !puzzle.placed.is_empty() && !is_placed);
            let places = left.map_or(encoding.placements_of(id).len(), |left| left as usize);
            Some((encoding.orientations[id.index()].len(), places))
        });
        let size = vec2(ui.available_width(), ROW);
        let (rect, response) = ui.allocate_exact_size(size, Sense::click_and_drag());
        let selected = state.chosen.contains(&piece.name);
        response.widget_info(|| {
            let label = row_words(puzzle, piece, numbers, id.is_some());
            let size = text::count_of(size_of(puzzle, piece), puzzle.lattice.unit_words());
            let label = if self.extent.has_sizes { format!("{label}, {size}") } else { label };
            let label = if is_placed { format!("{label}, placed") } else { label };
            WidgetInfo::selected(Role::Button, ui.is_enabled(), selected, label)
        });
        if response.double_clicked() && puzzle.cover.is_none() {
            state.select(Some(&piece.name));
            out.send(Command::EditPiece);
        } else if response.clicked() {
            self.choose(state, input::click_modifiers(ui), &piece.name);
        }
        if puzzle.cover.is_none() {
            self.menu(state, &response, &piece.name, out);
        }
        if puzzle.cover.is_none()
            && let Some((names, before)) = self.dragged(state, ui, &response, &piece.name)
        {
            out.edit(Edit::Reorder(names, before), None);
        }
        if ui.is_rect_visible(rect) {
            row_ground(ui, &response, rect, selected);
            let failed = matches!(document.analysis(), Task::Failed(_));
            let cells = Cells { piece, id, numbers, is_placed, failed };
            self.paint(self.model.figures, ui, puzzle, rect, &cells);
            if let Some(above) = state.drop_at.as_ref().filter(|(name, _)| *name == piece.name) {
                let y = if above.1 { rect.top() } else { rect.bottom() - 1.0 };
                let stroke = Stroke::new(2.0, palette.accent);
                ui.painter().hline(rect.x_range().shrink(4.0), y, stroke);
            }
        }
        if selected && *self.before != state.chosen[..] && state.chosen.last() == Some(&piece.name)
        {
            response.scroll_to_me(None);
        }
    }

    /// The menu of the right button on a row, about all chosen pieces where it is one of them.
    fn menu(&self, state: &mut DesignState, response: &Response, name: &str, out: &mut Actions) {
        if response.secondary_clicked() && !state.chosen.iter().any(|chosen| chosen == name) {
            state.select(Some(name));
        }
        menus::context_menu(response, |ui| {
            let title = match &state.chosen[..] {
                [one] => format!("Piece {one}"),
                all => text::count(all.len() as u64, "piece"),
            };
            menus::menu_heading(ui, &title);
            for command in [Command::EditPiece, Command::DuplicatePieces, Command::SwitchPieces] {
                menus::context_entry(self.model, out, ui, command);
            }
            if state.chosen.len() > 1 {
                menus::context_entry(self.model, out, ui, Command::MergePieces);
            }
            menus::menu_line(ui);
            menus::context_entry(self.model, out, ui, Command::RemovePieces);
        });
    }

    /// Follows a row that is dragged over others; what is to be moved before what, once it is let
    /// go.
    fn dragged(
        &self,
        state: &mut DesignState,
        ui: &Ui,
        response: &egui::Response,
        name: &str,
    ) -> Option<(Vec<String>, Option<String>)> {
        let pointer = ui.input(|i| i.pointer.interact_pos());
        if response.drag_started() && !state.chosen.iter().any(|chosen| chosen == name) {
            state.select(Some(name));
        }
        if let (Some(held), Some(at)) = (ui.ctx().dragged_id(), pointer)
            && state.dragged_row == Some(held)
            && response.rect.contains(at)
        {
            state.drop_at = Some((name.to_owned(), at.y < response.rect.center().y));
        }
        if response.dragged() {
            state.dragged_row = Some(response.id);
            ui.set_cursor_icon(egui::CursorIcon::Grabbing);
        }
        if response.drag_stopped() {
            state.dragged_row = None;
            let Some((target, above)) = state.drop_at.take() else {
                // The board takes it, if the pointer is there.
                state.let_go = true;
                return None;
            };
            let at = self.names.iter().position(|n| *n == target)?;
            let at = if above { at } else { at + 1 };
            // The first row from there on that stays where it is.
            let chosen = &state.chosen;
            let before = self.names[at..].iter().find(|n| !chosen.contains(n)).cloned();
            return Some((chosen.clone(), before));
        }
        None
    }

    fn paint(
        &self,
        figures: Option<&FigureCache>,
        ui: &mut Ui,
        puzzle: &Puzzle,
        rect: Rect,
        cells: &Cells,
    ) {
        let palette = Palette::current(ui);
        let Cells { piece, id, numbers, is_placed, failed } = cells;
        let columns = Columns::new(rect, self.extent);
        if let Some(figures) = figures {
            cells.paint_icon(figures, puzzle, rect, ui);
        }
        let y = rect.center().y;
        let copies = piece.copies.words();
        let size = text::grouped(size_of(puzzle, piece));
        let (next, beside) = columns.size.map_or((columns.copies, &copies), |at| (at, &size));
        let room = next - text_width(ui, beside).max(16.0) - 10.0 - columns.name;
        let ink = if id.is_some() { palette.text } else { palette.text3 };
        if puzzle.pinned().any(|pin| Some(pin.piece) == *id) {
            let name = text_width(ui, &piece.name) + 12.0;
            let left = columns.name + name.min(room.max(12.0));
            let rect = Rect::from_center_size(pos2(left, y), vec2(13.0, 13.0));
            Icon::Pin.paint(ui.painter(), rect, palette.text2);
        }
        let name = semibold(13.0);
        text(ui, pos2(columns.name, y), Align2::LEFT_CENTER, &piece.name, name, ink, room);
        let right = Align2::RIGHT_CENTER;
        if let Some(at) = columns.size {
            text(ui, pos2(at, y), right, &size, regular(13.0), ink, 40.0);
        }
        text(ui, pos2(columns.copies, y), right, &copies, regular(13.0), ink, 96.0);
        let turns = puzzle.cover.is_none();
        let Some(id) = id else {
            let at = pos2(columns.placements, y);
            text(ui, at, right, "not used", regular(13.0), ink, 60.0);
            return;
        };
        let (orientations, placements) = match numbers {
            Some((o, p)) => (text::grouped(*o as u64), text::grouped(*p as u64)),
            None if *failed => ("–".into(), "–".into()),
            None => ("…".into(), "…".into()),
        };
        if turns {
            let at = pos2(columns.orientations, y);
            text(ui, at, right, &orientations, regular(13.0), ink, 60.0);
        }
        let colour = match numbers {
            _ if *is_placed => palette.text2,
            Some((_, 0)) => palette.alert,
            _ => palette.text,
        };
        let placements = if *is_placed { "placed".to_owned() } else { placements };
        ui.painter().text(pos2(columns.placements, y), right, &placements, regular(13.0), colour);
        if columns.wide && turns {
            motion_chips(ui, puzzle.piece(*id).motions, pos2(columns.motions, y));
        }
    }
}

/// The contents of a row.
struct Cells<'a> {
    piece: &'a Piece,
    /// Unless it is switched off.
    id: Option<PieceId>,
    /// The numbers of its orientations and placements.
    numbers: Option<(usize, usize)>,
    /// True if all its copies lie on the board.
    is_placed: bool,
    /// True if the numbers are not available.
    failed: bool,
}

impl Cells<'_> {
    /// Paints the piece at the left of a row, faint if it is switched off.
    fn paint_icon(&self, figures: &FigureCache, puzzle: &Puzzle, row: Rect, ui: &Ui) {
        let middle = pos2(row.left() + 34.0, row.center().y);
        let icon = Rect::from_center_size(middle, vec2(36.0, 30.0));
        if let Some(id) = self.id {
            figures.icon(ui.painter(), puzzle, id, icon);
        } else {
            let mut faint = ui.painter().clone();
            faint.multiply_opacity(0.45);
            let Piece { shape, .. } = self.piece;
            figure_cache::labelled_icon(&faint, puzzle, self.piece, shape, icon, 9.0);
        }
    }
}

/// A row in words.
fn row_words(puzzle: &Puzzle, piece: &Piece, numbers: Option<(usize, usize)>, on: bool) -> String {
    let kind = text::capitalised(puzzle.piece_words().0);
    let head = format!("{kind} {}, copies {}", piece.name, piece.copies.words());
    if !on {
        return format!("{head}, not used");
    }
    match (&puzzle.cover, numbers) {
        (Some(_), Some((_, n))) => format!("{head}, {}", text::count(n as u64, "placement")),
        (Some(_), None) => head,
        (None, Some((orientations, placements))) => format!(
            "{head}, {}, {}, {}",
            text::count(orientations as u64, "orientation"),
            text::count(placements as u64, "placement"),
            piece.motions.words()
        ),
        (None, None) => format!("{head}, {}", piece.motions.words()),
    }
}

/// The ground of a row, which tells whether it is selected, pointed at or has the focus.
fn row_ground(ui: &Ui, response: &Response, rect: Rect, selected: bool) {
    let palette = Palette::current(ui);
    let painter = ui.painter();
    if selected {
        painter.rect_filled(rect, CornerRadius::ZERO, palette.accent_soft);
        let bar = Rect::from_min_size(rect.min, vec2(3.0, rect.height()));
        painter.rect_filled(bar, CornerRadius::ZERO, palette.accent);
    } else if response.hovered() {
        painter.rect_filled(rect, CornerRadius::ZERO, palette.hover);
    }
    widgets::focus_ring(ui, response, rect.shrink(3.0), 3.0);
}

/// Shows the motions that a piece may make, as words on small backgrounds.
fn motion_chips(ui: &Ui, motions: Motions, at: Pos2) {
    let palette = Palette::current(ui);
    let chips: &[&str] = match motions {
        Motions::TurnAndFlip => &["turn", "flip"],
        Motions::Turn => &["turn"],
        Motions::AsDrawn => &["as drawn"],
    };
    let mut x = at.x;
    for word in chips {
        let galley = ui.painter().layout_no_wrap((*word).to_owned(), regular(12.0), palette.text);
        let chip = Rect::from_min_size(pos2(x, at.y - 9.0), vec2(galley.size().x + 10.0, 18.0));
        ui.painter().rect_filled(chip, CornerRadius::same(3), palette.pressed);
        let at = chip.center() - galley.size() / 2.0;
        ui.painter().galley(at, galley, palette.text);
        x = chip.right() + 4.0;
    }
}

/// Returns the width of a text in a row.
fn text_width(ui: &Ui, text: &str) -> f32 {
    let font = regular(13.0);
    ui.painter().layout_no_wrap(text.to_owned(), font, Palette::current(ui).text).size().x
}

/// One line of text, shortened with … where it has no room.
fn text(ui: &Ui, at: Pos2, align: Align2, text: &str, font: egui::FontId, ink: Color32, room: f32) {
    let mut job = egui::text::LayoutJob::simple_singleline(text.to_owned(), font, ink);
    job.wrap = egui::text::TextWrapping::truncate_at_width(room.max(12.0));
    let galley = ui.fonts_mut(|fonts| fonts.layout_job(job));
    let rect = align.anchor_size(at, galley.size());
    ui.painter().galley(rect.min, galley, ink);
}
