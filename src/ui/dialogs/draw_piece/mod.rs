//! The editor of a piece, new or there already: its shape and colour labels on a canvas, and beside
//! that its name, colour, copies and motions. It becomes one edit of the puzzle.
//!
//! [`sketch`] is what is drawn, [`canvas`] where, layer by layer, [`solid`] where it is one in space, and
//! [`properties`] what else is set.

mod canvas;
mod properties;
mod sketch;
mod solid;
#[cfg(test)]
mod tests;

use egui::{Align, Event, Key, Layout, Modifiers, Rect, Ui, UiBuilder, vec2};

pub(crate) use self::sketch::Sketch;
use crate::symmetry::tip;
use crate::ui::action::{Action, Actions};
use crate::ui::widgets;
use crate::ui::widgets::icons::Icon;
use crate::ui::widgets::theme::{Palette, regular, semibold};
use crate::workbench::Command;
use crate::workbench::command::Tool;
use crate::workbench::edit::{Edit, clockwise, counter_clockwise, left_to_right};

/// The largest side of the canvas, its width where a period has several layers, its least height and
/// width, and the width of what is beside it, in points.
const CANVAS: f32 = 456.0;
const WIDE_CANVAS: f32 = 2.0 * CANVAS;
const MIN_HEIGHT: f32 = 160.0;
const MIN_CANVAS: f32 = 400.0;
const BESIDE: f32 = 304.0;
/// Room between the two.
const GAP: f32 = 24.0;
/// The space that a strip of buttons takes up.
const STRIP: f32 = 36.0;
/// The space taken up above and below the canvas.
const AROUND: f32 = 20.0 + 2.0 * STRIP + 8.0 + 24.0 + 12.0 + 28.0;

/// The tools of the canvas; they are those of the board.
const TOOLS: [(Tool, Icon); 3] =
    [(Tool::Paint, Icon::Paint), (Tool::Erase, Icon::Erase), (Tool::Label, Icon::Label)];

/// A turn of the piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turn {
    Clockwise,
    Back,
    Flip,
    Tilt,
}

/// Shows the card; whether it is to be closed.
pub(super) fn show(sketch: &mut Sketch, out: &mut Actions, ui: &Ui) -> bool {
    let title = match &sketch.of {
        Some(name) => format!("Piece {name}"),
        None => "New piece".to_owned(),
    };
    // As wide in space as layer by layer, so that the switch between them stays where it is.
    let canvas = if sketch.lattice.layers() > 1 { WIDE_CANVAS } else { CANVAS };
    let width = (ui.ctx().content_rect().width() - 64.0).min(canvas + GAP + BESIDE);
    keys(sketch, ui);
    let fields = |sketch: &mut Sketch, ui: &mut Ui| fields(sketch, &title, width, ui);
    let ((done, cancelled), is_over) =
        super::sheet_with_foot(ui, &title, width + 32.0, sketch, fields, foot);
    let typing = ui.ctx().text_edit_focused();
    // A stroke by keys is one step as long as Shift is held.
    let drawing = sketch.draws_by_keys() && ui.input(|i| i.modifiers.shift);
    if sketch.settle(typing || drawing || ui.input(|i| i.pointer.any_down())) {
        // For what tells that it can be undone.
        ui.ctx().request_repaint();
    }
    if done {
        let draft = sketch.draft.clone();
        out.push(Action::Submit(match &sketch.of {
            Some(name) => Edit::RedrawPiece(name.clone(), draft),
            None => Edit::DrawPiece(draft),
        }));
        return false;
    }
    // A key that closes much else does not take a drawing with it unasked.
    if is_over && !cancelled && sketch.history().0 && !sketch.is_warned {
        sketch.is_warned = true;
        return false;
    }
    cancelled || is_over
}

/// The drawing and what is set beside it; why there is no such piece, if there is none.
fn fields(sketch: &mut Sketch, title: &str, width: f32, ui: &mut Ui) -> Option<String> {
    let palette = Palette::current(ui);
    let room = super::extent(ui.ctx()).1 - 34.0;
    let height = (room - AROUND).clamp(MIN_HEIGHT, CANVAS);
    widgets::elided(ui, title, semibold(15.0), palette.text, width);
    let trouble = sketch.trouble();
    // One below the other where there is no room for both.
    let is_stacked = width < MIN_CANVAS + GAP + BESIDE;
    let own_strip = is_stacked || sketch.lattice.is_solid();
    let strips = if own_strip { 3.0 * STRIP } else { 2.0 * STRIP };
    let height = (height + 2.0 * STRIP - strips).max(MIN_HEIGHT);
    let (layout, drawn) = match is_stacked {
        true => (Layout::top_down(Align::Min), width),
        false => (Layout::left_to_right(Align::Min), width - GAP - BESIDE),
    };
    ui.allocate_ui_with_layout(vec2(width, 0.0), layout, |ui| {
        ui.spacing_mut().item_spacing = vec2(GAP, 8.0);
        ui.allocate_ui_with_layout(
            vec2(drawn, height + strips + 32.0),
            Layout::top_down(Align::Min),
            |ui| {
                ui.set_width(drawn);
                ui.spacing_mut().item_spacing.y = 0.0;
                strip(ui, |ui| tools(sketch, ui));
                strip(ui, |ui| labels(sketch, !own_strip, ui));
                if own_strip {
                    strip(ui, |ui| {
                        surfaces(sketch, ui);
                        history(sketch, ui);
                    });
                }
                ui.add_space(4.0);
                match sketch.in_space {
                    true => solid::show(sketch, vec2(drawn, height), ui),
                    false => canvas::show(sketch, vec2(drawn, height), ui),
                }
                ui.add_space(8.0);
                let hint = hint(sketch);
                let ink = if sketch.is_warned { palette.alert } else { palette.text2 };
                widgets::elided(ui, &hint, regular(12.0), ink, drawn);
            },
        );
        ui.allocate_ui_with_layout(
            vec2(BESIDE, height + strips + 32.0),
            Layout::top_down(Align::Min),
            |ui| {
                ui.set_width(BESIDE);
                ui.spacing_mut().item_spacing.y = 0.0;
                // One below the other, all of the card scrolls.
                let most = if is_stacked { f32::INFINITY } else { height + strips };
                properties::show(sketch, most, ui);
            },
        );
    });
    ui.add_space(12.0);
    trouble
}

/// The buttons; whether the piece is taken, and whether not.
fn foot(sketch: &mut Sketch, ui: &mut Ui, trouble: Option<String>) -> (bool, bool) {
    let possible = trouble.is_none();
    if sketch.of.is_some() {
        return super::buttons(ui, "Apply", possible, trouble.as_deref());
    }
    let row = Rect::from_min_size(ui.cursor().min, vec2(ui.available_width(), 28.0));
    let layout = Layout::left_to_right(Align::Center);
    let mut left = ui.new_child(UiBuilder::new().max_rect(row).layout(layout));
    let tip = trouble.as_deref().unwrap_or("Add the piece, and draw the next one.");
    let button = widgets::Button::new("Add and draw another").enabled(possible);
    let is_compact = widgets::is_compact(ui.ctx());
    let button = if is_compact { button } else { button.hint("Shift+Enter") };
    let by_key = || ui.input_mut(|input| input.consume_key(Modifiers::SHIFT, Key::Enter));
    sketch.goes_on = button.tooltip(tip).show(&mut left).clicked() || possible && by_key();
    let (done, cancelled) = super::buttons(ui, "Add piece", possible, trouble.as_deref());
    (done || sketch.goes_on, cancelled)
}

/// A row of buttons.
fn strip(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    let size = vec2(ui.available_width(), STRIP);
    ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
        ui.set_height(STRIP);
        ui.spacing_mut().item_spacing.x = 4.0;
        add(ui);
    });
}

/// The tools, and what turns the piece.
fn tools(sketch: &mut Sketch, ui: &mut Ui) {
    let hints = ui.available_width() >= 440.0;
    for (tool, icon) in TOOLS {
        let command = Command::Tool(tool);
        let keys = command.shortcut().map(|s| s.words()).unwrap_or_default();
        let tip = match tool {
            Tool::Label => {
                "Give sites of the piece a colour label; click again to remove it.".to_owned()
            }
            Tool::Erase => "Erase. Shift: a rectangle, Ctrl: a region.".to_owned(),
            _ => "Draw, or erase if you start on the piece. Shift: a rectangle, Ctrl: a region."
                .to_owned(),
        };
        let tip = format!("{tip} Key: {keys}.");
        let button = widgets::Button::new(command.label()).quiet().icon(icon);
        let button = if hints { button.hint(&keys) } else { button };
        let button = button.selected(sketch.tool == tool).tooltip(&tip);
        if button.show(ui).clicked() {
            sketch.tool = tool;
        }
    }
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        let solid = sketch.lattice.is_solid();
        let turns = [
            (Turn::Tilt, "Tilt", "Tilt the piece towards you."),
            (Turn::Flip, "Flip", "Flip the piece. Key: F."),
            (Turn::Clockwise, "Turn", "Turn the piece clockwise. Key: R; Shift+R turns it back."),
        ];
        for (turn, label, tip) in turns.into_iter().filter(|(t, ..)| solid || *t != Turn::Tilt) {
            let enabled = !sketch.draft.sites.is_empty();
            let button = widgets::Button::new(label).small().tooltip(tip).enabled(enabled);
            if button.show(ui).clicked() {
                turn_piece(sketch, turn);
            }
        }
    });
}

/// The choice between layers and the picture in space to draw on.
fn surfaces(sketch: &mut Sketch, ui: &mut Ui) {
    if sketch.lattice.is_solid() {
        let choices = [(false, "Layers"), (true, "In space")];
        widgets::segmented_small(ui, &mut sketch.in_space, &choices)
            .on_hover_text("Draw layer by layer, or on the faces of the piece.");
    }
}

/// The labels that can be given, and undo if it `has_history`.
fn labels(sketch: &mut Sketch, has_history: bool, ui: &mut Ui) {
    let palette = Palette::current(ui);
    widgets::elided(ui, "Labels", regular(12.0), palette.text2, 60.0);
    for label in sketch::offered(&sketch.labels(), sketch.label) {
        let text = label.to_string();
        let tip = format!("Give sites the label {label}.");
        let chosen = sketch.tool == Tool::Label && sketch.label == label;
        let button = widgets::Button::new(&text).small().selected(chosen).tooltip(&tip);
        if button.show(ui).clicked() {
            (sketch.label, sketch.tool) = (label, Tool::Label);
        }
    }
    let has_sites = !sketch.draft.sites.is_empty();
    if sketch.can_be_checkered() {
        let tip = "Label the sites like a chessboard; click again to swap the labels.";
        let button = widgets::Button::new("Checkerboard").small().enabled(has_sites).tooltip(tip);
        if button.show(ui).clicked() {
            sketch.checker();
        }
    }
    let has_labels = sketch.draft.sites.values().any(Option::is_some);
    let tip = "Remove the labels of the piece.";
    let button = widgets::Button::new("No labels").small().enabled(has_labels).tooltip(tip);
    if button.show(ui).clicked() {
        sketch.clear_labels();
    }
    if has_history {
        history(sketch, ui);
    }
}

/// The buttons that undo and redo what was drawn.
fn history(sketch: &mut Sketch, ui: &mut Ui) {
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        let (can_undo, can_redo) = sketch.history();
        let redo = widgets::Button::new("Redo").small().enabled(can_redo);
        if redo.tooltip("Redo the last step. Keys: Ctrl+Shift+Z, Ctrl+Y.").show(ui).clicked() {
            sketch.redo();
        }
        let undo = widgets::Button::new("Undo").small().enabled(can_undo);
        if undo.tooltip("Undo the last step. Keys: Ctrl+Z.").show(ui).clicked() {
            sketch.undo();
        }
    });
}

/// Describes the drawing, or how to draw.
fn hint(sketch: &Sketch) -> String {
    if sketch.is_warned {
        return "Press Escape again to discard what you have changed here.".to_owned();
    }
    let a_site = sketch.lattice.a_site();
    let size = match (sketch.draft.sites.len() as u64, sketch.trouble()) {
        (0, _) if sketch.in_space => return format!("Click to put {a_site} there."),
        (0, _) => return format!("Drag to draw. Drag over {a_site} again to remove it."),
        (n, Some(trouble)) => format!("{} · {trouble}", sketch.lattice.count_sites(n)),
        (n, None) => sketch.lattice.count_sites(n),
    };
    match sketch.tool {
        _ if sketch.waits_for_room() => format!("{size} · move off the canvas for more room"),
        Tool::Label if sketch.in_space => {
            format!("{size} · a click labels {a_site}; labels are seen in Layers")
        }
        Tool::Paint if sketch.in_space => {
            format!(
                "{size} · a click adds {a_site}, a right click removes one; by keys, draw in Layers"
            )
        }
        _ => size,
    }
}

fn turn_piece(sketch: &mut Sketch, turn: Turn) {
    let lattice = sketch.lattice;
    let matrix = match turn {
        Turn::Clockwise => clockwise(lattice),
        Turn::Back => counter_clockwise(lattice),
        Turn::Flip => left_to_right(lattice),
        Turn::Tilt => tip(lattice),
    };
    if let Some(matrix) = matrix {
        sketch.turn(&matrix);
    }
}

/// Takes letters typed before anything is drawn for the beginning of the name of a new piece: there
/// is nothing yet that they could turn or erase. Returns whether there were some.
fn name_is_typed(sketch: &mut Sketch, ui: &Ui) -> bool {
    if sketch.of.is_some() || !sketch.draft.sites.is_empty() {
        return false;
    }
    let mut typed = String::new();
    ui.input_mut(|input| {
        input.events.retain(|event| match event {
            Event::Text(text) if text.chars().any(char::is_alphanumeric) => {
                typed.push_str(text);
                false
            }
            _ => true,
        });
        if !typed.is_empty() {
            // The same presses are no keys of tools.
            input.events.retain(
                |event| !matches!(event, Event::Key { key, .. } if key.name().chars().count() == 1),
            );
        }
    });
    if typed.is_empty() {
        return false;
    }
    sketch.draft.name.push_str(&typed);
    widgets::focus_end(ui, properties::name_id(), &sketch.draft.name);
    true
}

/// The keys of the tools and turns are those of the board.
fn keys(sketch: &mut Sketch, ui: &Ui) {
    if ui.ctx().text_edit_focused() {
        return;
    }
    if name_is_typed(sketch, ui) {
        return;
    }
    let hit = |modifiers: Modifiers, key: Key| {
        ui.input_mut(|input| input.count_and_consume_key(modifiers, key))
    };
    for (tool, _) in TOOLS {
        let key = Command::Tool(tool).shortcut().and_then(|s| Key::from_name(s.key));
        if key.is_some_and(|key| hit(Modifiers::NONE, key) > 0) {
            sketch.tool = tool;
        }
    }
    // The most specific first: egui overlooks a Shift too many.
    for (modifiers, key, turn) in [
        (Modifiers::SHIFT, Key::R, Turn::Back),
        (Modifiers::NONE, Key::R, Turn::Clockwise),
        (Modifiers::NONE, Key::F, Turn::Flip),
    ] {
        for _ in 0..hit(modifiers, key) {
            turn_piece(sketch, turn);
        }
    }
    for _ in 0..hit(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z) + hit(Modifiers::COMMAND, Key::Y)
    {
        sketch.redo();
    }
    for _ in 0..hit(Modifiers::COMMAND, Key::Z) {
        sketch.undo();
    }
}
