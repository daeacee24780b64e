//! Changing the chosen pieces in the inspector: name, copies, motions, colour, group and weight, whether
//! they are used. With several chosen, all of them get what is set.

use std::ops::RangeInclusive;

use egui::emath::Numeric;
use egui::{Align, Id, Layout, Sense, Ui, Vec2, vec2};

use super::DesignState;
use crate::polyform::Motions;
use crate::puzzle::{Colour, Copies, Handling, Piece, Puzzle};
use crate::ui::action::Actions;
use crate::ui::drawing::piece_choices::{colour_choice, motion_choices, swatch};
use crate::ui::widgets;
use crate::ui::widgets::theme::{Palette, regular};
use crate::workbench::Command;
use crate::workbench::edit::{Edit, PieceChange, changed_copies};

/// The input being typed or dragged, until it is done.
#[derive(Default)]
pub(super) struct Entry {
    /// The name, and of which piece.
    name: Option<(String, String)>,
    /// The number that is being changed, by its name, and the gesture, while it goes on.
    gesture: Option<(&'static str, u64)>,
    /// True if the colours are shown.
    colours: bool,
}

/// Shows what can be changed of the chosen pieces.
pub(super) fn show(state: &mut DesignState, puzzle: &Puzzle, out: &mut Actions, ui: &mut Ui) {
    let chosen = state.chosen.clone();
    let all = || puzzle.pieces.iter().chain(&puzzle.off);
    let pieces: Vec<&Piece> = all().filter(|piece| chosen.contains(&piece.name)).collect();
    let Some(last) = chosen.last().and_then(|name| all().find(|piece| piece.name == *name)) else {
        return;
    };
    let mut edit = None;
    if let [piece] = pieces[..] {
        name(state, ui, piece, &mut edit);
    }
    let alike = |same: fn(&Piece, &Piece) -> bool| pieces.iter().all(|piece| same(piece, last));
    let copies_alike = alike(|a, b| a.copies == b.copies);
    copies(state, ui, last.copies, copies_alike, &mut edit);
    let motions_alike = alike(|a, b| a.motions == b.motions);
    motions(ui, puzzle, motions_alike.then_some(last.motions), &mut edit);
    let colours_alike = alike(|a, b| a.colour == b.colour);
    colours(state, ui, colours_alike.then_some(last.colour), &mut edit);
    let groups_alike = alike(|a, b| a.handling.group == b.handling.group);
    let weights_alike = alike(|a, b| a.handling.weight == b.handling.weight);
    // Flat pieces are rarely taken apart.
    let is_set = |piece: &Piece| piece.handling != Handling::default();
    if puzzle.lattice.is_solid() || all().any(is_set) {
        handling(state, ui, last.handling, [groups_alike, weights_alike], &mut edit);
    }
    let mut on = pieces.iter().any(|piece| puzzle.pieces.iter().any(|p| p.name == piece.name));
    if widgets::check_row(ui, &mut on, "Use this piece", "").changed() {
        edit = Some((PieceChange::On(on), None));
    }
    ui.add_space(4.0);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(8.0, 8.0);
        for (command, label) in [
            (Command::EditPiece, "Edit…"),
            (Command::DuplicatePieces, "Duplicate"),
            (Command::MergePieces, "Merge"),
            (Command::RemovePieces, "Remove"),
        ] {
            let fits = match command {
                Command::EditPiece => pieces.len() == 1,
                Command::MergePieces => pieces.len() > 1,
                _ => true,
            };
            let button = widgets::Button::new(label).small().tooltip(command.hint());
            if fits && button.show(ui).clicked() {
                out.send(command);
            }
        }
    });
    if let Some((change, gesture)) = edit {
        out.edit(Edit::Pieces(chosen, change), gesture);
    }
}

/// A row with a caption and something at its right.
fn row(ui: &mut Ui, caption: &str, add: impl FnOnce(&mut Ui)) {
    let palette = Palette::current(ui);
    let size = vec2(ui.available_width(), 34.0);
    ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
        widgets::elided(ui, caption, regular(13.0), palette.text2, 100.0);
        ui.with_layout(Layout::right_to_left(Align::Center), add);
    });
}

type Change = Option<(PieceChange, Option<u64>)>;

fn name(state: &mut DesignState, ui: &mut Ui, piece: &Piece, edit: &mut Change) {
    let entry = &mut state.entry;
    let typed = match &mut entry.name {
        Some((of, typed)) if *of == piece.name => typed,
        other => &mut other.insert((piece.name.clone(), piece.name.clone())).1,
    };
    let mut done = false;
    row(ui, "Name", |ui| {
        ui.allocate_ui(vec2(150.0, 28.0), |ui| {
            let response =
                widgets::text_field(ui, typed, "Name of the piece", Id::unique("piece name"));
            done = response.lost_focus();
        });
    });
    if done {
        let new = typed.trim().to_owned();
        entry.name = None;
        if new != piece.name {
            *edit = Some((PieceChange::Name(new), None));
        }
    }
}

fn copies(state: &mut DesignState, ui: &mut Ui, now: Copies, alike: bool, edit: &mut Change) {
    let (mut min, mut max) = (now.min, now.max);
    let mut ended = false;
    // Of pieces with different copies those of the last one are shown.
    row(ui, if alike { "Copies" } else { "Copies, mixed" }, |ui| {
        // From the left to the right, which is the way of the Tab key too.
        let size = vec2(158.0, 28.0);
        ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = 8.0;
            let least = widgets::number_field(ui, "Least copies", &mut min, 0..=Copies::MAX);
            widgets::elided(ui, "to", regular(13.0), Palette::current(ui).text2, 20.0);
            let most = widgets::number_field(ui, "Most copies", &mut max, 1..=Copies::MAX);
            ended = [most, least].iter().any(|r| r.drag_stopped() || r.lost_focus());
        });
    });
    let change = changed_copies(now, min, max).map(PieceChange::Copies);
    number_changed(state, "copies", (change, ended), edit);
}

/// Makes a change by a number one step of undo for as long as the number is dragged or typed.
fn number_changed(
    state: &mut DesignState,
    name: &'static str,
    (change, ended): (Option<PieceChange>, bool),
    edit: &mut Change,
) {
    if let Some(change) = change {
        let begun = state.entry.gesture.filter(|(of, _)| *of == name);
        let gesture = begun.map_or_else(|| state.next_gesture(), |(_, gesture)| gesture);
        state.entry.gesture = Some((name, gesture));
        *edit = Some((change, Some(gesture)));
    }
    if ended {
        state.entry.gesture = None;
    }
}

/// Shows the settings that matter where solutions are taken apart: the group and the weight.
fn handling(
    state: &mut DesignState,
    ui: &mut Ui,
    now: Handling,
    [groups_alike, weights_alike]: [bool; 2],
    edit: &mut Change,
) {
    const GROUP: &str = "Pieces of the same group need not be separated when a solution is taken \
                         apart, such as the parts of a cage. 0 is no group.";
    const WEIGHT: &str = "Kept for BurrTools: of the pieces that move against each other, it lets the \
                          heavier ones stand. Here it changes nothing.";
    let Handling { mut group, mut weight } = now;
    let caption = if groups_alike { "Group" } else { "Group, mixed" };
    let ended = number_row(ui, caption, ("Group", GROUP), &mut group, 0..=u32::MAX);
    let change = (group != now.group).then_some(PieceChange::Group(group));
    number_changed(state, "group", (change, ended), edit);
    let caption = if weights_alike { "Weight" } else { "Weight, mixed" };
    let ended = number_row(ui, caption, ("Weight", WEIGHT), &mut weight, i32::MIN..=i32::MAX);
    let change = (weight != now.weight).then_some(PieceChange::Weight(weight));
    number_changed(state, "weight", (change, ended), edit);
}

/// A row with a number that has a name and a tooltip; returns whether it is done with.
fn number_row<N: Numeric>(
    ui: &mut Ui,
    caption: &str,
    (name, tip): (&str, &str),
    number: &mut N,
    range: RangeInclusive<N>,
) -> bool {
    let mut ended = false;
    row(ui, caption, |ui| {
        let field = widgets::number_field(ui, name, number, range).on_hover_text(tip);
        ended = field.drag_stopped() || field.lost_focus();
    });
    ended
}

/// The motions that all chosen pieces may make; `None` where they differ.
fn motions(ui: &mut Ui, puzzle: &Puzzle, now: Option<Motions>, edit: &mut Change) {
    let mut motions = now;
    let choices = motion_choices(puzzle.lattice).map(|(motions, name)| (Some(motions), name));
    row(ui, "Motions", |ui| {
        widgets::segmented_small(ui, &mut motions, &choices);
    });
    if let Some(motions) = motions.filter(|_| motions != now) {
        *edit = Some((PieceChange::Motions(motions), None));
    }
}

/// The colour that all chosen pieces have; `None` where they differ.
fn colours(state: &mut DesignState, ui: &mut Ui, now: Option<Colour>, edit: &mut Change) {
    let shown = state.entry.colours;
    row(ui, "Colour", |ui| {
        let name = now.map_or("mixed", Colour::name);
        let button = widgets::Button::new(name).small().selected(shown);
        if button.tooltip("Choose another colour.").show(ui).clicked() {
            state.entry.colours = !shown;
        }
        if let Some(colour) = now {
            let (rect, _) = ui.allocate_exact_size(Vec2::splat(16.0), Sense::hover());
            swatch(ui, rect, colour, false);
        }
    });
    if !shown {
        return;
    }
    if let Some(colour) = colour_choice(ui, now) {
        *edit = Some((PieceChange::Colour(colour), None));
    }
    ui.add_space(8.0);
}
