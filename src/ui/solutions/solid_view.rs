//! The screen for solutions in space, and for those in a plane while they are taken apart: thumbnails at
//! the left, the chosen one in the middle, to be turned and taken apart, and at the right its layers, its
//! pieces and what is known of it.

use egui::{
    Align, CentralPanel, Frame, InputState, Key, Layout, Margin, Panel, Response, ScrollArea,
    Sense, Ui, UiBuilder, pos2, vec2,
};

use super::grid::Listed;
use super::plane_view::Plane;
use super::{
    Scene, SolutionsState, comparison, counts, detail, disassembly, filter, grid, marks, pushing,
};
use crate::disassembly::MoveWords;
use crate::encode::Encoding;
use crate::picture::Xy;
use crate::picture::space::{View, Xyz};
use crate::puzzle::{PieceId, Puzzle};
use crate::text;
use crate::ui::action::Actions;
use crate::ui::drawing::figure_cache::FigureCache;
use crate::ui::space::view::{self, Setting};
use crate::ui::space::{Part, SpaceState, layers, parts};
use crate::ui::widgets::side_panels::{Edge, SideLayout, SidePanel, Sides};
use crate::ui::widgets::theme::{Palette, SIDE, regular, semibold};
use crate::ui::widgets::{self, Line, baseline, focus};
use crate::workbench::Command;
use crate::workbench::disassembly::ShownDisassembly;
use crate::workbench::pushing::Pushing;

/// The panels beside the solid.
const SIDES: SideLayout = SideLayout {
    left: SidePanel { id: "solutions in space", name: "solutions", usual: 272.0, least: 240.0 },
    right: SidePanel {
        id: "solution in space",
        name: "layers, filters and facts",
        usual: 308.0,
        least: 308.0,
    },
    middle: 440.0,
    folds_first: Edge::Right,
};
/// Height of a row in the list of pieces.
const ROW: f32 = 34.0;
/// Height of the layers, at most about.
const LAYERS: f32 = 200.0;
/// Room for the buttons beside the sliders.
const BUTTONS: f32 = 274.0;
/// A list of more pieces than this is folded into a part that scrolls by itself.
const LONG: usize = 13;

/// Shows the screen.
pub(super) fn show(state: &mut SolutionsState, scene: Scene, out: &mut Actions, ui: &mut Ui) {
    let Scene { model, document, figures, running } = scene;
    let sides = Sides::new(ui, SIDES, model.modal);
    if state.typed.is_wanted {
        sides.open(ui, Edge::Right);
    }
    counts::prepare(state, scene);
    sides.panel(ui, Edge::Left, |ui| list(state, scene, out, ui));
    let shown = state.seen.look(document, running);
    detail::choose(state, document, running);
    let mut parts = match (&state.chosen, document.solved_encoding()) {
        (Some(chosen), Some(encoding)) => {
            parts(document.solved_puzzle(), encoding, &chosen.options)
        }
        _ => Vec::new(),
    };
    let puzzle = document.solved_puzzle();
    let names = parts.iter().map(|part| name_of(puzzle, part)).collect();
    let names = MoveWords::new(puzzle.lattice, names);
    if let Some(taking) = &model.bench.disassembly {
        disassembly::place(taking, puzzle.lattice, &mut parts, ui);
        let seen = (puzzle.lattice, page_of(puzzle, state.space.view));
        pushing::place(taking, state.space.held, seen, &mut parts);
    }
    // Before the middle, which tells after it what the pointer is over.
    sides.panel(ui, Edge::Right, |ui| {
        if state.chosen.is_none() {
            // What is known without one.
            widgets::column(ui, |ui| {
                counts::below(state, scene, ui);
                widgets::separator(ui);
                filter::show(&mut state.typed, model, figures, out, ui);
            });
            return;
        }
        detail::export_all(document, shown, running, out, ui);
        // The moves are at the top, wherever the solution was read.
        let id = ("solution in space", model.bench.disassembly.is_some());
        widgets::scroll_column(ui, id, |ui| {
            if let Some(taking) = &model.bench.disassembly {
                disassembly::section(taking, &names, out, ui);
                pushing::section(taking, &names, out, ui);
                widgets::separator(ui);
                widgets::section(ui, |ui| disassembly::export(taking, out, ui));
                widgets::separator(ui);
                let distinct = state.chosen.as_ref().map_or(0, |chosen| chosen.distinct());
                widgets::section(ui, |ui| {
                    disassembly::all(taking, document, distinct, out, ui);
                });
                widgets::separator(ui);
            }
            about(state, scene, &parts, out, ui);
        });
    });
    let canvas = Frame::new().fill(Palette::current(ui).canvas);
    sides.middle(ui, |ui| {
        CentralPanel::default().frame(canvas).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            middle(state, scene, (&parts, &names), shown, out, ui);
        });
    });
    state.style.view = state.space.view;
    state.style.apart = f64::from(state.space.apart);
    state.style.layers = state.space.layers;
    state.style.second_layers = state.space.second_layers;
}

/// Where a direction leads on the page.
fn page_of(puzzle: &Puzzle, view: View) -> impl Fn(Xyz) -> Xy {
    let is_solid = puzzle.lattice.is_solid();
    move |way| if is_solid { view.at(way) } else { [way[0], way[1]] }
}

/// The panel at the left: how many there are of each kind, and the thumbnails.
fn list(state: &mut SolutionsState, scene: Scene, out: &mut Actions, ui: &mut Ui) {
    let Scene { model, document, figures, running } = scene;
    let keys = !model.modal && !ui.ctx().egui_wants_keyboard_input();
    widgets::section(ui, |ui| counts::switch(state, scene, out, ui));
    widgets::separator(ui);
    let shown = state.seen.look(document, running);
    let listed = Listed { model, document, figures, shown, running, keys };
    grid::show(&mut state.grid, &mut state.go_to, &listed, out, ui);
}

/// The middle: the head, and the chosen solution above the controls of its view.
fn middle(
    state: &mut SolutionsState,
    scene: Scene,
    (parts, names): (&[Part], &MoveWords),
    shown: u64,
    out: &mut Actions,
    ui: &mut Ui,
) {
    let Scene { model, document, figures, .. } = scene;
    let head = ui.available_rect_before_wrap().split_top_bottom_at_y(ui.cursor().top() + 44.0).0;
    ui.painter().rect_filled(head, 0.0, Palette::current(ui).panel);
    let taking = model.bench.disassembly.as_ref();
    detail::head(state, document, shown, Some(taking.is_some()), out, ui);
    if state.chosen.is_none() {
        return;
    }
    let puzzle = document.solved_puzzle();
    let layers = view::layers_of_board(puzzle, &state.space);
    match taking {
        Some(taking) => {
            disassembly::strip(taking, figures.solid.is_some(), &state.space, names, out, ui)
        }
        None => view_controls(&mut state.space, layers.len(), out, ui),
    }
    let canvas = canvas(state, scene, &layers, parts, out, ui);
    if let Some(taking) = taking {
        let seen = (puzzle.lattice, page_of(puzzle, state.space.view));
        pushing::follow(taking, &mut state.space.held, seen, out);
    }
    // Of the keys that a focused widget keeps the canvas has no use for this one.
    let plays = |input: &InputState| input.key_pressed(Key::Space) && input.modifiers.is_none();
    if taking.is_some() && canvas.has_focus() && ui.input(plays) {
        out.send(Command::PauseOrResume);
    }
}

/// The canvas: the chosen solution, whole, beside another one, or as it is taken apart.
fn canvas(
    state: &mut SolutionsState,
    scene: Scene,
    layers: &[i32],
    parts: &[Part],
    out: &mut Actions,
    ui: &mut Ui,
) -> Response {
    let Scene { model, document, figures, .. } = scene;
    let (puzzle, taking) = (document.solved_puzzle(), model.bench.disassembly.as_ref());
    focus::main_part(ui, "solution", ui.available_rect_before_wrap());
    let number = document.number(document.selected()).unwrap_or(0);
    let label = format!("Board of solution {}", text::grouped(number));
    let holds = taking.is_some_and(|taking| taking.found().is_some());
    let chosen = taking.and_then(ShownDisassembly::pushing).map(Pushing::chosen);
    let chosen = chosen.and_then(|n| parts.get(n)).map(|part| part.key);
    let spread = if taking.is_some() { disassembly::SPREAD } else { 0.0 };
    let Some(solid) = &figures.solid else {
        let (label, style) = (label.as_str(), state.style);
        let plane = Plane { figures, style, spread, label, chosen, holds };
        return plane.show(ui, &mut state.space, parts);
    };
    let covered: usize = parts.iter().map(|part| part.sites.len()).sum();
    let is_open = covered < puzzle.board.sites().len();
    let rests = taking.and_then(|taking| disassembly::rests(taking, puzzle.lattice, parts));
    let setting = Setting {
        rests: rests.as_ref(),
        // Sites that may stay empty are seen as the room that they leave.
        board: (is_open && state.space.apart == 0.0 && taking.is_none()).then_some(&solid.board),
        named: state.style.names,
        grid: state.style.grid,
        holds,
        chosen,
        spread,
        ..Setting::new(puzzle.lattice, &solid.room, layers, &label)
    };
    let beside = match taking {
        None => comparison::show(state, scene, &setting, out, ui),
        Some(_) => None,
    };
    beside.unwrap_or_else(|| view::show(ui, &mut state.space, &setting, parts))
}

/// The strip beneath the canvas: sliders and buttons for the view of a board of `layers` layers.
fn view_controls(space: &mut SpaceState, layers: usize, out: &mut Actions, ui: &mut Ui) {
    let margin = Margin::symmetric(SIDE as i8, 12);
    let strip = Frame::new().fill(Palette::current(ui).panel).inner_margin(margin);
    // In a narrow window the buttons stand below the sliders.
    let folded = ui.available_width() < 2.0 * SIDE + 264.0 + BUTTONS + 128.0;
    let height = if folded { 88.0 } else { 52.0 };
    Panel::bottom("look at solid").exact_size(height).frame(strip).show(ui, |ui| {
        let beside = if folded { 0.0 } else { BUTTONS };
        let row = vec2(ui.available_width(), 28.0);
        ui.allocate_ui_with_layout(row, Layout::left_to_right(Align::Center), |ui| {
            view::sliders(ui, space, layers, beside);
            if !folded {
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    out.extend(view::buttons(ui, space));
                });
            }
        });
        if folded {
            ui.add_space(8.0);
            ui.allocate_ui_with_layout(row, Layout::right_to_left(Align::Center), |ui| {
                out.extend(view::buttons(ui, space));
            });
        }
    });
}

/// Layers, pieces, and what is known.
fn about(state: &mut SolutionsState, scene: Scene, parts: &[Part], out: &mut Actions, ui: &mut Ui) {
    let Scene { model, document, figures, .. } = scene;
    let Some(encoding) = document.solved_encoding() else { return };
    let puzzle = document.solved_puzzle();
    if figures.solid.is_some() {
        widgets::section(ui, |ui| {
            widgets::section_title(ui, "Layers", "arrows: continues above or below");
            layers::show(ui, puzzle, parts, &mut state.space, LAYERS, &|_, _, _| ());
        });
        // The rows below, or the canvas, tell again what the pointer is over.
        state.space.hovered = None;
        widgets::separator(ui);
        widgets::section(ui, |ui| {
            pieces(&mut state.space, puzzle, encoding, figures, parts, out, ui);
        });
        widgets::separator(ui);
    }
    filter::show(&mut state.typed, model, figures, out, ui);
    let Some(chosen) = &state.chosen else { return };
    widgets::separator(ui);
    detail::facts(chosen, document, ui);
    widgets::separator(ui);
    detail::used_pieces(chosen, scene, out, ui);
    counts::below(state, scene, ui);
    widgets::separator(ui);
    widgets::section(ui, |ui| detail::canonical(chosen, ui));
    widgets::separator(ui);
    widgets::section(ui, |ui| marks::section(&mut state.marks, chosen, document, out, ui));
    widgets::separator(ui);
    widgets::section(ui, |ui| detail::compare_buttons(document, figures.solid.is_some(), out, ui));
    widgets::separator(ui);
    widgets::section(ui, |ui| detail::export(&mut state.style, out, ui));
}

/// The pieces, each of which can be hidden, and the way back for those that are.
fn pieces(
    space: &mut SpaceState,
    puzzle: &Puzzle,
    encoding: &Encoding,
    figures: &FigureCache,
    parts: &[Part],
    out: &mut Actions,
    ui: &mut Ui,
) {
    let hidden = view::hidden_words(space);
    let caption = if hidden.is_empty() { "untick to hide" } else { "" };
    let title = widgets::section_title(ui, "Pieces", caption).rect;
    if !hidden.is_empty() {
        let layout = Layout::right_to_left(Align::Center);
        let place = title.with_max_y(title.top() + 20.0);
        let mut corner = ui.new_child(UiBuilder::new().max_rect(place).layout(layout));
        let tip = Command::ShowAll.hint();
        let button = widgets::Button::new("Show all").small().tooltip(tip);
        if button.show(&mut corner).clicked() {
            out.send(Command::ShowAll);
        }
        widgets::elided(&mut corner, &hidden, regular(12.0), Palette::current(ui).text2, 140.0);
    }
    let mut rows = |ui: &mut Ui| {
        for part in parts {
            row(space, puzzle, encoding, figures, part, ui);
        }
    };
    if parts.len() > LONG {
        let height = ROW * (LONG as f32 - 2.5);
        ScrollArea::vertical().id_salt("pieces").max_height(height).show(ui, rows);
    } else {
        rows(ui);
    }
}

/// A piece: whether it is shown, its icon, its name, its size, its placements.
fn row(
    state: &mut SpaceState,
    puzzle: &Puzzle,
    encoding: &Encoding,
    figures: &FigureCache,
    part: &Part,
    ui: &mut Ui,
) {
    let palette = Palette::current(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
    let over = response.contains_pointer();
    if over {
        state.hovered = Some(part.key);
        ui.painter().rect_filled(rect.expand2(vec2(6.0, 0.0)), 4.0, palette.hover);
    }
    let id = PieceId(part.key.0 as u32);
    let name = name_of(puzzle, part);
    let mut painter = ui.painter().clone();
    if !tick(state, part, &name, rect, ui) {
        painter.set_opacity(0.35);
    }
    if !ui.is_rect_visible(rect) {
        return;
    }
    let picture = egui::Rect::from_center_size(
        pos2(rect.left() + 46.0, rect.center().y),
        vec2(40.0, ROW - 4.0),
    );
    figures.solid_icon(&painter, id, part.colour, picture);
    let base = baseline(rect.center().y, 13.0);
    let places = text::count(encoding.placements_of(id).len() as u64, "place");
    let right = Line::whole(ui, &places, regular(12.0), palette.text2);
    right.right(ui.painter(), rect.right(), base);
    let left = rect.left() + 74.0;
    let end = rect.right() - right.width() - 8.0;
    let title = Line::new(ui, &name, semibold(13.0), palette.text, (end - left).max(12.0));
    title.left(ui.painter(), left, base);
    let note = left + title.width().max(18.0) + 10.0;
    if end - note > 40.0 {
        let size = puzzle.lattice.count_sites(part.sites.len() as u64);
        let text =
            if part.sites.len() > 2 && is_flat(part) { format!("{size}, flat") } else { size };
        Line::new(ui, &text, regular(12.0), palette.text2, end - note).left(
            ui.painter(),
            note,
            base,
        );
    }
}

/// The name of a piece, with the number of the copy where there are several.
pub(super) fn name_of(puzzle: &Puzzle, part: &Part) -> String {
    let piece = puzzle.piece(PieceId(part.key.0 as u32));
    if piece.copies.max == 1 {
        piece.name.clone()
    } else {
        format!("{}.{}", piece.name, part.key.1 + 1)
    }
}

/// The box that shows or hides a part, at the left of its row; whether the part is shown.
fn tick(state: &mut SpaceState, part: &Part, name: &str, rect: egui::Rect, ui: &mut Ui) -> bool {
    let mut shown = !state.hidden.contains(&part.key);
    let builder = UiBuilder::new().max_rect(rect).layout(Layout::left_to_right(Align::Center));
    let mut inside = ui.new_child(builder);
    if widgets::check_mark(&mut inside, &mut shown, &format!("Show piece {name}")).changed() {
        if shown {
            state.hidden.remove(&part.key);
        } else {
            state.hidden.insert(part.key);
        }
    }
    shown
}

/// Returns whether all sites of a part lie in one plane.
fn is_flat(part: &Part) -> bool {
    (0..3).any(|k| {
        let first = part.sites.first().map(|site| site.coordinates()[k]);
        part.sites.iter().all(|site| Some(site.coordinates()[k]) == first)
    })
}
