//! The middle: the board where the search is now, the pieces still to place, nodes by depth.

use egui::{Frame, Margin, Panel, Role, Sense, Ui, WidgetInfo, vec2};

use super::header::sweep_of;
use super::{Picture, RunState, sweep};
use crate::encode::Encoding;
use crate::exact_cover::OptionId;
use crate::job::{Phase, Snapshot};
use crate::lattice::Point;
use crate::puzzle::{Piece, Puzzle};
use crate::text;
use crate::ui::canvas::marks;
use crate::ui::drawing::figure_cache::{FigureCache, SolutionView};
use crate::ui::widgets;
use crate::ui::widgets::theme::{Palette, SIDE, regular};
use crate::workbench::Document;

/// Height that the board and the strip below it have before there is a chart.
const MIN_BOARD: f32 = 144.0;
/// Side of an icon in the strip of pieces still to place.
const ICON: f32 = 24.0;

/// The content shown on the board.
struct Scene {
    title: &'static str,
    caption: String,
    picture: Picture,
    /// The bar to mark in the chart.
    level: Option<usize>,
    /// The sites that nothing covers, by their positions on the board.
    open: Vec<usize>,
}

impl Scene {
    fn new(title: &'static str, caption: String, picture: Picture) -> Scene {
        Scene { title, caption, picture, level: None, open: Vec::new() }
    }
}

/// Shows the middle of the screen.
pub(super) fn show(
    state: &mut RunState,
    document: &Document,
    figures: &FigureCache,
    snapshot: &Snapshot,
    ui: &mut Ui,
) {
    let palette = Palette::current(ui);
    let puzzle = document.solved_puzzle();
    if let Some(sweep) = sweep_of(snapshot).filter(|_| state.arrivals.is_empty())
        && document.suggestions().is_none()
    {
        return sweep::show(sweep, document, figures, snapshot, ui);
    }
    let scene = scene(state, document, snapshot);
    widgets::column(ui, |ui| {
        widgets::panel_head(ui, scene.title, &scene.caption, |ui| {
            if !snapshot.phase.is_over() {
                let check = widgets::check_box(ui, &mut state.follow, "Follow");
                check.on_hover_text("Off freezes the picture; the search continues.");
            }
        });
    });
    chart_panel(ui, "nodes by depth", |ui| {
        let caption = match scene.level {
            Some(level) => format!("levels of the tree, logarithmic; now at {level}"),
            None => "levels of the tree, logarithmic".to_owned(),
        };
        widgets::section_title(ui, "Nodes by depth", &caption);
        let levels = most_copies(puzzle) as usize + 1;
        let mut nodes = snapshot.effort.by_level.clone();
        nodes.resize(nodes.len().max(levels), 0);
        widgets::bar_chart(ui, "depth", &nodes, scene.level, ui.available_size());
    });
    let frame = Frame::new().inner_margin(Margin::symmetric(SIDE as i8, 0));
    if !widgets::is_compact(ui.ctx()) {
        Panel::bottom("still to place").exact_size(44.0).frame(frame).show(ui, |ui| {
            still_to_place(document, figures, &scene, ui);
        });
    }
    egui::CentralPanel::default().frame(Frame::new().fill(palette.canvas)).show(ui, |ui| {
        let (rect, response) = ui.allocate_exact_size(ui.available_size(), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, "Board of the search"));
        let Some(encoding) = document.solved_encoding() else { return };
        let rect = rect.shrink(16.0);
        let lying = SolutionView { puzzle, encoding, options: &scene.picture.options };
        let painter = ui.painter_at(rect.expand(16.0));
        let pen = super::paint_pieces(figures, lying, rect, &painter);
        for &site in &scene.open {
            marks::mark_site(pen, &figures.board, site, marks::uncoverable);
        }
    });
}

/// A panel for a chart below the board, which it gives way to where there is no room for both.
pub(super) fn chart_panel(ui: &mut Ui, id: &'static str, add: impl FnOnce(&mut Ui)) {
    let height = (ui.available_height() * 0.32).clamp(140.0, 190.0);
    if ui.available_height() < height + MIN_BOARD {
        return;
    }
    let frame = Frame::new().inner_margin(Margin::symmetric(SIDE as i8, 8));
    Panel::bottom(id).exact_size(height).frame(frame).show(ui, |ui| widgets::column(ui, add));
}

/// The search as it goes, or what is left of it: the newest solution, or the place of the stop.
fn scene(state: &RunState, document: &Document, snapshot: &Snapshot) -> Scene {
    if snapshot.phase.is_over() {
        if let Some(newest) = state.arrivals.first() {
            return Scene {
                title: "The newest solution",
                caption: format!("the {} found", ordinal(newest.number)),
                picture: Picture { options: newest.options.to_vec(), level: 0 },
                level: None,
                open: Vec::new(),
            };
        }
        let picture = Picture::default();
        if document.run_only_counts() && snapshot.counts.total > 0 {
            let caption = "no solution was listed".to_owned();
            return Scene::new("Only counted", caption, picture);
        }
        if let Some(closest) = document.suggestions().and_then(|suggestions| suggestions.closest) {
            let picture = Picture { options: closest.options.clone(), level: 0 };
            let caption = document.closest_words(&closest);
            let open = closest.open.clone();
            return Scene { title: "Closest to a solution", caption, picture, level: None, open };
        }
        let caption = if snapshot.phase == Phase::Complete { "nothing found" } else { "" };
        let title = "Where the search ended";
        return Scene::new(title, caption.to_owned(), picture);
    }
    let picture = state.held.clone().unwrap_or_else(|| Picture::new(snapshot));
    let level = Some(picture.level);
    let puzzle = document.solved_puzzle();
    let open = document.solved_encoding().map_or(0, |encoding| {
        let board = &puzzle.board;
        let required = |&site: &Point| {
            board.position(site).is_some_and(|position| board.sites()[position].required)
        };
        let covered = picture.options.iter().flat_map(|&o| encoding.sites(o)).filter(required);
        board.required().saturating_sub(covered.count())
    });
    let placed = text::grouped(picture.options.len() as u64);
    let placed = if puzzle.pieces.iter().all(|p| p.copies.min == p.copies.max) {
        format!("{placed} of {}", text::count(most_copies(puzzle), puzzle.piece_words().0))
    } else {
        text::count(picture.options.len() as u64, puzzle.piece_words().0)
    };
    let caption = if puzzle.board.required() > 0 {
        format!("{placed} placed, {} open", puzzle.lattice.count_sites(open as u64))
    } else {
        format!("{placed} placed")
    };
    Scene { level, ..Scene::new("Where the search is now", caption, picture) }
}

/// "1st", "2nd", "3rd", "4th" …
fn ordinal(n: u64) -> String {
    let ending = match (n % 10, n % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{}{ending}", text::grouped(n))
}

/// Returns the largest number of copies that can be placed: all of them, or as many as the board
/// has room for.
fn most_copies(puzzle: &Puzzle) -> u64 {
    let copies: u64 = puzzle.pieces.iter().map(|p| u64::from(p.copies.max)).sum();
    let least = puzzle.pieces.iter().map(|p| p.shape.size() as u64).min().unwrap_or(1).max(1);
    copies.min(puzzle.board_area().1 / least)
}

/// Icons of the pieces. Each has a place of its own, where it is pale while the piece is on the
/// board, so that nothing moves.
fn still_to_place(document: &Document, figures: &FigureCache, scene: &Scene, ui: &mut Ui) {
    let palette = Palette::current(ui);
    let puzzle = document.solved_puzzle();
    let Some(encoding) = document.solved_encoding() else { return };
    let left = copies_left(puzzle, encoding, &scene.picture.options);
    let named: Vec<String> = puzzle
        .pieces()
        .filter(|(id, _)| left[id.index()] > 0)
        .map(|(id, piece)| words_of(piece, left[id.index()]))
        .collect();
    // In a solution nothing waits any more.
    let solved = scene.level.is_none() && !scene.picture.options.is_empty();
    let caption = if solved { "Left over" } else { "Still to place" };
    let (whole, response) = ui.allocate_exact_size(ui.available_size(), Sense::hover());
    response.widget_info(|| {
        let list = if named.is_empty() { "nothing".to_owned() } else { text::listed(&named) };
        WidgetInfo::labeled(Role::Label, true, format!("{caption}: {list}"))
    });
    let text = |text: &str, x: f32, colour| {
        let at = egui::pos2(x, whole.center().y);
        ui.painter().text(at, egui::Align2::LEFT_CENTER, text, regular(12.0), colour);
    };
    text(caption, whole.left(), palette.text2);
    let longest = widgets::Line::whole(ui, "Still to place", regular(12.0), palette.text2);
    let x = whole.left() + longest.width() + 20.0;
    if solved && named.is_empty() {
        return text("nothing", x, palette.text);
    }
    let Some(strip) = Strip::new(puzzle, whole.right() - x, ui) else {
        let copies = text::count(left.iter().map(|&n| u64::from(n)).sum::<u64>(), "piece");
        let told = format!("{copies} of {}", text::count(named.len() as u64, "kind"));
        text(&told, x, palette.text);
        return;
    };
    for (id, piece) in puzzle.pieces() {
        let here = x + strip.pitch * id.index() as f32;
        let middle = egui::pos2(here + strip.size / 2.0, whole.center().y);
        let rect = egui::Rect::from_center_size(middle, vec2(strip.size, strip.size));
        let mut painter = ui.painter().clone();
        let n = left[id.index()];
        if n == 0 {
            painter.set_opacity(0.15);
        }
        figures.icon(&painter, puzzle, id, rect);
        if strip.words_fit && n > 0 {
            text(&words_of(piece, n), rect.right() + 6.0, palette.text2);
        }
    }
}

/// Counts the copies of each piece that are not on the board.
fn copies_left(puzzle: &Puzzle, encoding: &Encoding, placed: &[OptionId]) -> Vec<u32> {
    let mut left: Vec<u32> = puzzle.pieces.iter().map(|p| p.copies.max).collect();
    for &option in placed {
        let piece = encoding.placement(option).piece;
        left[piece.index()] = left[piece.index()].saturating_sub(1);
    }
    left
}

/// The layout of the icons of all pieces in a strip.
struct Strip {
    /// From one icon to the next.
    pitch: f32,
    /// Side of an icon.
    size: f32,
    /// True if there is room for the names of the pieces.
    words_fit: bool,
}

impl Strip {
    /// In a strip of width `room`; `None` if the icons would be too small to be told apart.
    fn new(puzzle: &Puzzle, room: f32, ui: &Ui) -> Option<Strip> {
        let ink = Palette::current(ui).text2;
        let widest = puzzle.pieces.iter().map(|piece| {
            let most = words_of(piece, piece.copies.max);
            ui.painter().layout_no_wrap(most, regular(12.0), ink).size().x
        });
        let widest = widest.fold(0.0, f32::max);
        let n = puzzle.pieces.len() as f32;
        let roomy = (ICON + 6.0 + widest + 14.0).ceil();
        // Without words where they do not fit, and then closer and smaller.
        let words_fit = roomy * n <= room;
        let pitch = if words_fit { roomy } else { (room / n).min(ICON + 8.0) };
        let size = ICON.min(pitch - 2.0);
        (size >= 9.0).then_some(Strip { pitch, size, words_fit })
    }
}

/// A piece and how many copies of it: "L × 21", or the name alone where there is one copy.
fn words_of(piece: &Piece, copies: u32) -> String {
    if piece.copies.max == 1 {
        piece.name.clone()
    } else {
        format!("{} × {}", piece.name, text::grouped(u64::from(copies)))
    }
}
