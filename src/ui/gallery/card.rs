//! A card: the picture of a puzzle, its title, source, lattice and number of solutions.

use egui::{Color32, CornerRadius, Rect, Response, Stroke, StrokeKind, Ui, pos2, vec2};

use super::entry::{Entry, Known};
use super::mine;
use crate::lattice::{Lattice, SiteForm};
use crate::ui::drawing::figure_cache::{self, SolutionView};
use crate::ui::drawing::paint::{self, Look, Pen, Projection};
use crate::ui::space;
use crate::ui::widgets::theme::{Palette, RADIUS, RADIUS_CARD, regular, semibold};
use crate::ui::widgets::{self, Line, baseline};

/// Height of a card, in points.
pub(super) const HEIGHT: f32 = 236.0;
/// Height of the picture's part of it.
const PICTURE: f32 = 156.0;
/// The most points for a unit of the lattice, so that small boards do not look like large ones.
const MAX_SCALE: f32 = 30.0;
/// The share of the picture that a small solid has even so.
const SMALL_SHARE: f32 = 0.6;
/// Distance of the words from the sides.
const SIDE: f32 = 13.0;
/// Distance of the button from the corner of the card.
const CORNER: f32 = 8.0;
/// Height of a chip on the picture, distance between chips, and that of its words from its sides.
const CHIP: f32 = 18.0;
const CHIP_GAP: f32 = 4.0;
const CHIP_SIDE: f32 = 6.0;
/// The least size of a cell of a matrix that is drawn, in points.
const MIN_CELL: f32 = 1.0;

/// Paints a card, which may be selected or open; whether its title had room.
pub(super) fn paint(
    ui: &Ui,
    rect: Rect,
    entry: &mut Entry,
    (selected, is_open): (bool, bool),
    response: &Response,
) -> bool {
    let palette = Palette::current(ui);
    let painter = ui.painter();
    let ground = if response.is_pointer_button_down_on() {
        palette.pressed
    } else if response.hovered() {
        palette.hover
    } else {
        palette.card
    };
    let radius = RADIUS_CARD as u8;
    let split = rect.top() + PICTURE;
    let upper = Rect::from_min_max(rect.min, pos2(rect.right(), split));
    let lower = Rect::from_min_max(pos2(rect.left(), split), rect.max);
    let corners = CornerRadius { nw: radius, ne: radius, sw: 0, se: 0 };
    painter.rect_filled(upper, corners, palette.canvas);
    let corners = CornerRadius { nw: 0, ne: 0, sw: radius, se: radius };
    painter.rect_filled(lower, corners, ground);
    painter.hline(rect.x_range(), split - 0.5, Stroke::new(1.0, palette.line));

    let mut inner = upper.shrink2(vec2(14.0, 10.0));
    let known = mine::words(&entry.overview, is_open);
    inner.max.y -= chips(ui, inner, &entry.puzzle.title, &known, response);
    picture(ui, inner, entry);
    let whole = words(ui, lower.shrink2(vec2(SIDE, 0.0)), entry);

    let border = if selected {
        Stroke::new(2.0, palette.accent)
    } else if response.hovered() {
        Stroke::new(1.0, palette.border)
    } else {
        Stroke::new(1.0, palette.line)
    };
    painter.rect_stroke(rect, RADIUS_CARD, border, StrokeKind::Inside);
    widgets::focus_ring(ui, response, rect, RADIUS_CARD);
    whole
}

/// Shows chips above the lower edge of a picture, in as many lines as they take; their height.
fn chips(ui: &Ui, rect: Rect, title: &str, words: &[String], card: &Response) -> f32 {
    let palette = Palette::current(ui);
    let (mut lines, mut x) = (0, rect.right());
    let mut places = Vec::new();
    for words in words {
        let most = rect.width() - 2.0 * CHIP_SIDE;
        let line = Line::new(ui, words, regular(11.0), palette.text, most);
        let width = line.width() + 2.0 * CHIP_SIDE;
        if x + width > rect.right() {
            (lines, x) = (lines + 1, rect.left());
        }
        places.push((line, lines, x, width));
        x += width + CHIP_GAP;
    }
    let height = lines as f32 * (CHIP + CHIP_GAP);
    for (n, ((line, row, x, width), words)) in places.into_iter().zip(words).enumerate() {
        let y = rect.bottom() - height + CHIP_GAP + (row - 1) as f32 * (CHIP + CHIP_GAP);
        let chip = Rect::from_min_size(pos2(x, y), vec2(width, CHIP));
        let stroke = Stroke::new(1.0, palette.border);
        ui.painter().rect(chip, RADIUS, palette.card, stroke, StrokeKind::Inside);
        line.left(ui.painter(), x + CHIP_SIDE, baseline(chip.center().y, 11.0));
        let response = ui.interact(chip, card.id.with(("chip", n)), egui::Sense::hover());
        let label = format!("{title}: {words}");
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &label));
    }
    height
}

/// The button by which a puzzle is played, in the corner of its picture, which it leaves free while the
/// card is not selected; whether it is clicked.
pub(super) fn play_button(
    ui: &mut Ui,
    card: Rect,
    index: usize,
    title: &str,
    selected: bool,
) -> bool {
    let button = widgets::Button::new("Play").small();
    let corner = pos2(card.right() - CORNER - button.width(ui), card.top() + CORNER);
    let place = Rect::from_min_max(corner, pos2(card.right() - CORNER, card.top() + PICTURE));
    let builder = egui::UiBuilder::new().max_rect(place).id_salt(("play", index));
    let tip = "Place the pieces by hand; the puzzle is locked meanwhile.";
    let add = |ui: &mut Ui| {
        if !selected {
            ui.set_opacity(0.0);
        }
        button.tooltip(tip).show(ui)
    };
    let response = ui.scope_builder(builder, add).inner;
    response.widget_info(|| {
        egui::WidgetInfo::labeled(egui::Role::Button, true, format!("Play {title}"))
    });
    response.clicked()
}

/// Paints the board with the pieces found, or empty while none are.
pub(super) fn picture(ui: &Ui, rect: Rect, entry: &mut Entry) {
    let palette = Palette::current(ui);
    let painter = ui.painter();
    let puzzle = &entry.puzzle;
    if let Some(solid) = &mut entry.figures.solid {
        // The cells of some lattices are much smaller than a unit.
        let most = MAX_SCALE.max(SMALL_SHARE * solid.scale_in(rect));
        let look = space::solid::look(palette, most);
        match &entry.encoded {
            Some(encoded) => {
                let look = Look { name: false, ..look };
                let (encoding, placed) = (&encoded.encoding, &entry.placed);
                let lying = SolutionView { puzzle, encoding, options: placed };
                solid.solution(painter, lying, rect, most, look);
            }
            None => solid.empty(painter, rect, most),
        }
        return;
    }
    // Sticks reach past the corners of their board by half their width.
    let rect = if puzzle.lattice.form == SiteForm::Edge { rect.shrink(4.0) } else { rect };
    let projection = Projection::fit(&entry.figures.board.bounds, rect, MAX_SCALE);
    if puzzle.cover.is_some() && projection.scale < MIN_CELL {
        return;
    }
    let fill = |i: usize| {
        let site = puzzle.board.sites()[i].site;
        if entry.known == Known::NoneExists {
            chequer(palette, puzzle.lattice, site)
        } else {
            palette.empty_site
        }
    };
    let pen = Pen::new(painter, projection);
    figure_cache::board(pen, &entry.figures.board, fill);
    let Some(encoded) = &entry.encoded else { return };
    let look = Look { name: false, ..Look::on_board(palette, projection.scale) };
    let colours = figure_cache::colours_of(puzzle, &encoded.encoding, &entry.placed);
    for (&option, colour) in entry.placed.iter().zip(colours) {
        let figure = entry.figures.placement(&encoded.encoding, option);
        paint::piece(pen, &figure, colour, "", look);
    }
}

/// The ground of a site of a board that cannot be filled: two greys in turn, by the parity of its
/// address, where sites are cells.
fn chequer(palette: &Palette, lattice: &Lattice, site: crate::lattice::Point) -> Color32 {
    let sum: i32 = (lattice.address.of_site)(site).iter().sum();
    if lattice.form == SiteForm::Cell && sum % 2 == 0 { palette.canvas } else { palette.empty_site }
}

/// Paints title, source, lattice and number of solutions; whether the title had room.
fn words(ui: &Ui, rect: Rect, entry: &Entry) -> bool {
    let palette = Palette::current(ui);
    let painter = ui.painter();
    let line = |text: &str, font, colour, room| Line::new(ui, text, font, colour, room);
    let title = line(&entry.puzzle.title, semibold(13.0), palette.text, rect.width());
    title.left(painter, rect.left(), baseline(rect.top() + 18.0, 13.0));
    let source = line(&entry.source, regular(12.0), palette.text2, rect.width());
    source.left(painter, rect.left(), baseline(rect.top() + 36.0, 12.0));

    let base = baseline(rect.top() + 59.0, 12.0);
    let (number, kind) = entry.known.words();
    let kind = Line::whole(ui, kind, regular(12.0), palette.text);
    kind.right(painter, rect.right(), base);
    let number = Line::whole(ui, &number, semibold(12.0), palette.text);
    let right = rect.right() - kind.width() - 3.0;
    number.right(painter, right, base);
    let room = right - number.width() - 8.0 - rect.left();
    let lattice = line(entry.puzzle.kind(), regular(12.0), palette.text2, room);
    lattice.left(painter, rect.left(), base);
    !title.elided()
}
