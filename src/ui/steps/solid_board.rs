//! The board of a step in space: the solid as it stands, to be turned, and its layers below.

use egui::{Align, Layout, Sense, UiBuilder, vec2};
use egui::{Color32, Painter, Rect, Ui};

use super::Scene;
use super::board::{Count, count_at};
use crate::encode::Encoded;
use crate::exact_cover::OptionId;
use crate::job::Subject;
use crate::lattice::Point;
use crate::text;
use crate::ui::drawing::figure_cache::FigureCache;
use crate::ui::space::view::{self, Setting};
use crate::ui::space::{SpaceState, layers, parts};
use crate::ui::widgets;
use crate::ui::widgets::theme::{Palette, SIDE};
use crate::workbench::Command;
use crate::workbench::stepper::Standing;

/// Height of the strip of buttons, and the width that they ask for.
const STRIP: f32 = 44.0;
const BUTTONS: f32 = 286.0;
/// Height of the layers, at most about.
const LAYERS: f32 = 116.0;

/// Shows the solid and its layers; what was asked for.
pub(super) fn show(
    scene: &Scene,
    figures: &FigureCache,
    state: &mut SpaceState,
    ui: &mut Ui,
) -> Option<Command> {
    let (stepper, picture) = (scene.stepper, scene.picture);
    let (Subject::Puzzle(Encoded { puzzle, encoding, .. }), Some(solid)) =
        (stepper.subject(), &figures.solid)
    else {
        return None;
    };
    let palette = Palette::current(ui);
    // What the pointer is over elsewhere takes the place of the option that is tried, if it fits.
    let fits = |option: &OptionId| picture.standing[option.index()] != Standing::Chosen;
    let free = |option: &OptionId| {
        let placed = || picture.placed.iter().flat_map(|&placed| encoding.sites(placed));
        encoding.sites(*option).all(|site| placed().all(|taken| taken != site))
    };
    let lit = scene.lit.option().filter(fits).filter(free);
    let shown = lit.or(picture.trying);
    let options: Vec<OptionId> = picture.placed.iter().copied().chain(shown).collect();
    let mut parts = parts(puzzle, encoding, &options);
    for part in &mut parts {
        // As in the matrix and in the tree.
        part.colour = puzzle.pieces[part.key.0].colour;
    }
    let tried = shown.and_then(|option| encoding.sites(option).next());
    let tried = parts.iter().find(|part| tried.is_some_and(|site| part.sites.contains(&site)));
    let all = view::layers_of_board(puzzle, state);
    let placed = text::count(picture.placed.len() as u64, "piece");
    let covered: usize = parts.iter().map(|part| part.sites.len()).sum();
    let label = format!("Board of the step: {placed} placed");
    let setting = Setting {
        board: (covered < puzzle.board.sites().len()).then_some(&solid.board),
        tried: tried.map(|part| part.key),
        ..Setting::new(puzzle.lattice, &solid.room, &all, &label)
    };
    let height = (ui.available_height() * 0.3).clamp(120.0, 230.0).round();
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    ui.painter().rect_filled(rect, 0.0, palette.canvas);
    state.hovered = None;
    view::show(&mut ui.new_child(UiBuilder::new().max_rect(rect)), state, &setting, &parts);
    widgets::separator(ui);

    // The keys and the menu do the same where there is no room.
    let wide = ui.available_width() >= BUTTONS + 2.0 * SIDE;
    let asked = if wide { view_buttons(state, ui) } else { None };

    let is_open = |site: Point| !parts.iter().any(|part| part.sites.contains(&site));
    let mark = |painter: &Painter, site: Point, cell: Rect| {
        let Some(position) = puzzle.board.position(site) else { return };
        let item = encoding.site_items[position];
        let count = Count {
            left: picture.counts[item.index()].filter(|_| is_open(site)),
            chosen: picture.item == Some(item),
            dead_end: picture.dead_end,
            room: cell.width(),
            corners: Vec::new(),
            ground: Color32::TRANSPARENT,
        };
        count_at(painter, palette, cell.center(), cell.width(), &count);
    };
    widgets::section(ui, |ui| layers::show(ui, puzzle, &parts, state, LAYERS, &mark));
    asked
}

/// The strip of buttons for well-known views; the command of one pressed.
fn view_buttons(state: &SpaceState, ui: &mut Ui) -> Option<Command> {
    let strip = vec2(ui.available_width(), STRIP);
    let (strip, _) = ui.allocate_exact_size(strip, Sense::hover());
    let strip = strip.shrink2(vec2(SIDE, 0.0));
    let layout = Layout::right_to_left(Align::Center);
    let mut row = ui.new_child(UiBuilder::new().max_rect(strip).layout(layout));
    row.spacing_mut().item_spacing.x = 8.0;
    let asked = view::buttons(&mut row, state);
    widgets::separator(ui);
    asked
}
