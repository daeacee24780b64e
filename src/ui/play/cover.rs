//! Puzzles of items and options: digits are typed into the cells of a sudoku, queens and options are
//! placed by a click.

use std::sync::Arc;

use egui::{Event, Key, Rect, Response, Role, Sense, Shape, Stroke, Ui, WidgetInfo, vec2};

use super::hand::{copies_left, fixed_words, is_fixed};
use super::{MARGIN, MAX_SCALE, PlayState, Scene};
use crate::lattice::Point;
use crate::picture;
use crate::puzzle::{Cover, Puzzle};
use crate::text;
use crate::ui::action::Actions;
use crate::ui::by_hand;
use crate::ui::canvas::cursor::CursorStep;
use crate::ui::canvas::marks::{self, mark_site, uncoverable};
use crate::ui::canvas::nodes::{AccessibleBoard, Sites};
use crate::ui::canvas::placing::{self, laid_at};
use crate::ui::canvas::sites;
use crate::ui::drawing::figure_cache;
use crate::ui::drawing::paint::{self, Look, Pen, Projection};
use crate::ui::widgets;
use crate::ui::widgets::focus;
use crate::ui::widgets::input;
use crate::ui::widgets::theme::{Palette, regular};
use crate::workbench::Document;
use crate::workbench::edit::Edit;

/// Side of the button of a digit, in points.
const SIGN: f32 = 44.0;

/// The keys that the grid keeps where letters are typed: those of the cursor, and the letters.
const LETTERS: [Key; 26] = [
    Key::ArrowLeft,
    Key::ArrowRight,
    Key::ArrowUp,
    Key::ArrowDown,
    Key::Home,
    Key::End,
    Key::PageUp,
    Key::PageDown,
    Key::Space,
    Key::Enter,
    Key::A,
    Key::B,
    Key::C,
    Key::D,
    Key::E,
    Key::F,
    Key::G,
    Key::H,
    Key::I,
    Key::J,
    Key::K,
    Key::L,
    Key::M,
    Key::N,
    Key::O,
    Key::P,
];

/// The placed signs that cannot stand beside the others.
#[derive(Default)]
pub(super) struct Clashes {
    of: Option<Arc<Puzzle>>,
    clashes: Vec<bool>,
}

impl Clashes {
    fn follow(&mut self, puzzle: &Arc<Puzzle>) {
        if !self.of.as_ref().is_some_and(|of| Arc::ptr_eq(of, puzzle)) {
            let clashes = |cover: &Cover| cover.clashes(&puzzle.pieces, &puzzle.placed);
            self.clashes = puzzle.cover.as_deref().map(clashes).unwrap_or_default();
            self.of = Some(Arc::clone(puzzle));
        }
    }

    fn count(&self) -> usize {
        self.clashes.iter().filter(|clashes| **clashes).count()
    }
}

/// Returns whether signs are typed into cells, as digits are; otherwise a click places them.
fn is_typed(puzzle: &Puzzle) -> bool {
    puzzle.cover.as_deref().is_some_and(Cover::counts_cells)
}

/// Writes a sign into a cell in place of what stands there; erases it without one, or where it stands
/// there already.
///
/// # Errors
/// Why it cannot be written.
fn write(puzzle: &Puzzle, cell: Point, sign: Option<&str>) -> Result<Option<Edit>, String> {
    let old = laid_at(puzzle, cell);
    if let Some(old) = old.filter(|&old| is_fixed(puzzle, old)) {
        return Err(fixed_words(puzzle, old));
    }
    let is_there = |old: usize| Some(puzzle.piece(puzzle.placed[old].piece).name.as_str()) == sign;
    Ok(match (old, sign) {
        (Some(old), None) => Some(Edit::TakeUp(vec![old])),
        (Some(old), _) if is_there(old) => Some(Edit::TakeUp(vec![old])),
        (None, None) => None,
        (from, Some(sign)) => Some(Edit::Lay { piece: sign.to_owned(), sites: vec![cell], from }),
    })
}

/// Places the only option through a cell, or picks up what stands there.
fn toggle(puzzle: &Puzzle, cell: Point) -> Option<Edit> {
    if let Some(old) = laid_at(puzzle, cell) {
        return Some(Edit::TakeUp(vec![old]));
    }
    let cover = puzzle.cover.as_deref()?;
    let placements = cover.options.iter().map(|option| {
        let own = puzzle.piece(option.piece).shape.sites();
        (option.piece, own.iter().map(|&site| site + option.shift).collect::<Vec<Point>>())
    });
    let mut through = placements.filter(|(_, sites)| sites.contains(&cell));
    let (piece, sites) = through.next().filter(|_| through.next().is_none())?;
    Some(Edit::Lay { piece: puzzle.piece(piece).name.clone(), sites, from: None })
}

/// Asks for an edit, or says why there is none.
fn ask(edit: Result<Option<Edit>, String>, out: &mut Actions) {
    match edit {
        Ok(Some(edit)) => out.edit(edit, None),
        Ok(None) => {}
        Err(why) => out.say(why),
    }
}

/// Draws the panel at the left: the digits, or what a click does.
pub(super) fn side(state: &mut PlayState, document: &Document, out: &mut Actions, ui: &mut Ui) {
    let puzzle = &document.puzzle;
    state.clashes.follow(puzzle);
    let (one, many) = puzzle.piece_words();
    let title = text::capitalised(many);
    widgets::column(ui, |ui| {
        widgets::panel_head(ui, &title, "", |_| {});
    });
    widgets::scroll_column(ui, "signs", |ui| {
        widgets::section(ui, |ui| {
            let ink = Palette::current(ui).text2;
            let words = match is_typed(puzzle) {
                true => {
                    format!("Click a cell and type a {one}, or choose one here. Del erases it.")
                }
                false => format!("Click a cell to place a {one} there, or to pick it up."),
            };
            widgets::paragraph(ui, &words, regular(13.0), ink);
            if is_typed(puzzle) {
                ui.add_space(12.0);
                signs(state, puzzle, out, ui);
            }
            let clashes = state.clashes.count() as u64;
            if clashes > 0 {
                ui.add_space(12.0);
                let words = format!(
                    "{} marked in the grid cannot stand together with the others.",
                    text::count_of(clashes, (one, many))
                );
                widgets::notice(ui, widgets::Kind::Alert, "Conflict", &words, &[]);
            }
        });
    });
}

/// A button for each digit, which writes it into the chosen cell.
fn signs(state: &PlayState, puzzle: &Puzzle, out: &mut Actions, ui: &mut Ui) {
    let signs = puzzle.piece_words();
    let cell = state.cell.filter(|cell| puzzle.board.position(*cell).is_some());
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(8.0, 8.0);
        for (id, piece) in puzzle.pieces() {
            let left = u64::from(copies_left(puzzle, id));
            let tip = match cell {
                Some(_) => format!("Write {} into the chosen cell; {} left.", piece.name, left),
                None => format!("Choose a cell first; {} left.", text::count_of(left, signs)),
            };
            let button = widgets::Button::new(&piece.name).min_width(SIGN).tooltip(&tip);
            let clicked = button.enabled(cell.is_some() && left > 0).show(ui).clicked();
            if let Some(cell) = cell.filter(|_| clicked) {
                ask(write(puzzle, cell, Some(&piece.name)), out);
            }
        }
        let erase = widgets::Button::new("Erase").hint("Del");
        let is_written = cell.and_then(|cell| laid_at(puzzle, cell));
        let can_erase = is_written.is_some_and(|laid| !is_fixed(puzzle, laid));
        let clicked = erase.enabled(can_erase).show(ui).clicked();
        if let Some(cell) = cell.filter(|_| clicked) {
            ask(write(puzzle, cell, None), out);
        }
    });
}

/// Draws the grid and takes what is clicked and typed.
pub(super) fn show(state: &mut PlayState, scene: Scene, out: &mut Actions, ui: &mut Ui) {
    let Scene { model, document, figures } = scene;
    let rect = ui.available_rect_before_wrap();
    let response = ui.allocate_rect(rect, Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, "Board"));
    focus::main_part(ui, "board", rect);
    state.board = Some(response.id);
    let puzzle = &document.puzzle;
    state.clashes.follow(puzzle);
    let room = rect.shrink(MARGIN);
    let room = room.with_min_y((rect.top() + by_hand::BADGE_BOTTOM + MARGIN).min(room.bottom()));
    let projection = Projection::fit(&figures.board.bounds, room, MAX_SCALE);
    let is_typed = is_typed(puzzle);
    state.cursor.stay(is_typed);
    let told = AccessibleBoard {
        puzzle,
        sites: Sites::Board(puzzle, &figures.board),
        coverage: None,
        projection,
        visible: rect,
        writable: true,
    };
    let step = told.follow_keys(&mut state.cursor, &response, false, ui);
    // Letters that are signs mean no commands.
    let is_letter = |name: &str| name.starts_with(|c: char| c.is_ascii_alphabetic());
    let has_letters = puzzle.pieces.iter().any(|piece| is_letter(&piece.name));
    if is_typed && has_letters && response.has_focus() {
        focus::keep_keys(ui, response.id, &LETTERS, false);
    }
    let clicked = follow_pointer(state, scene, projection, &response, ui);
    let used = match step.by_keys {
        Some(CursorStep::Use(cell)) => Some(cell),
        _ => step.touched.or(clicked),
    };
    state.cell = state.cursor.shown().or(used).or(state.cell);
    match (used, state.cell.filter(|_| response.has_focus())) {
        (Some(cell), _) if !is_typed => ask(Ok(toggle(puzzle, cell)), out),
        (_, Some(cell)) if is_typed && !model.modal => {
            if let Some(sign) = typed(puzzle, ui) {
                ask(write(puzzle, cell, Some(&sign)), out);
            } else if !input::take_presses(ui, &[Key::Backspace]).is_empty() {
                ask(write(puzzle, cell, None), out);
            }
        }
        _ => {}
    }
    paint_board(state, scene, projection, rect, ui);
    if state.cursor.is_by_keys() {
        widgets::focus_ring(ui, &response, rect.shrink(3.0), 0.0);
    }
}

/// The sign that was typed, as the puzzle names it.
fn typed(puzzle: &Puzzle, ui: &Ui) -> Option<String> {
    let named = |typed: &str| {
        let mut pieces = puzzle.pieces.iter();
        pieces.find(|piece| piece.name.eq_ignore_ascii_case(typed)).map(|piece| piece.name.clone())
    };
    ui.input(|input| {
        input.events.iter().find_map(|event| match event {
            Event::Text(text) => named(text),
            _ => None,
        })
    })
}

/// Follows the pointer; the cell that is clicked.
fn follow_pointer(
    state: &mut PlayState,
    Scene { model, document, figures }: Scene,
    projection: Projection,
    board: &Response,
    ui: &Ui,
) -> Option<Point> {
    let puzzle = &document.puzzle;
    let is_inside = ui.rect_contains_pointer(board.rect) && !model.modal;
    let pointer = ui.input(|input| input.pointer.hover_pos()).filter(|_| is_inside);
    let cell_at = |at| {
        let i = sites::site_at(puzzle.lattice, &figures.board.sites, projection.inverse(at))?;
        Some(puzzle.board.sites()[i].site)
    };
    state.hovered = pointer.and_then(cell_at);
    if !board.clicked_by(egui::PointerButton::Primary) {
        return None;
    }
    board.request_focus();
    let clicked = board.interact_pointer_pos().and_then(cell_at)?;
    state.cursor.put(clicked);
    Some(clicked)
}

fn paint_board(state: &PlayState, scene: Scene, projection: Projection, rect: Rect, ui: &Ui) {
    let Scene { model, document, figures } = scene;
    let painter = ui.painter_at(rect);
    let pen = Pen::new(&painter, projection);
    let palette = pen.palette;
    let (puzzle, board) = (&*document.puzzle, &figures.board);
    let cover = puzzle.cover.as_deref();
    figure_cache::board(pen, board, |_| palette.empty_site);
    let mark = |i, mark| mark_site(pen, board, i, mark);
    let helps = model.bench.settings.play;
    if helps.mark {
        document.dead_sites().iter().for_each(|&i| mark(i, uncoverable));
    }
    for laid in &puzzle.placed {
        let piece = puzzle.piece(laid.piece);
        let figure = picture::placed(cover, &board.page, &piece.name, &laid.sites);
        let look = Look { name: false, ..Look::on_board(palette, projection.scale) };
        paint::piece(pen, &figure, piece.colour, &piece.name, look);
    }
    if let Some((id, sites)) = document.hinted_placement(helps) {
        let figure = picture::placed(None, &board.page, "", &sites);
        placing::dashed(pen, &figure, puzzle.piece(id), palette.accent);
    }
    let position = |site: Point| puzzle.board.position(site);
    if let Some(i) = state.hovered.and_then(position) {
        mark(i, marks::under_pointer);
    }
    let chosen = state.cell.filter(|_| is_typed(puzzle)).or(state.cursor.shown());
    if let Some(i) = chosen.and_then(position) {
        mark(i, marks::cursor);
    }
    // Within the frame of the cursor; the sign stays to be seen.
    let clashing =
        puzzle.placed.iter().zip(&state.clashes.clashes).filter(|(_, clashes)| **clashes);
    for &site in clashing.flat_map(|(laid, _)| &laid.sites) {
        let corners = projection.all(&board.page.outline(site));
        let stroke = Stroke::new(3.0, palette.alert);
        painter.add(Shape::closed_line(marks::inset(&corners, 6.0), stroke));
    }
}

/// Describes the chosen cell, for the status line.
pub(super) fn words(state: &PlayState, puzzle: &Puzzle) -> String {
    let (one, _) = puzzle.piece_words();
    let hint = match is_typed(puzzle) {
        true => format!("type a {one} · Del erases it"),
        false => format!("click places a {one} or picks it up"),
    };
    match state.cursor.shown().or(state.hovered).or(state.cell) {
        Some(site) if puzzle.board.position(site).is_some() => {
            let name = text::capitalised(puzzle.lattice.site_words.0);
            format!("{name} {} · {hint}", puzzle.lattice.site_label(site))
        }
        _ => text::capitalised(&hint),
    }
}
