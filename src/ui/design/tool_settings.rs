//! The strip below the board while a tool paints: labels, mirrors, and changes at the sides.

use egui::{Align, Layout, Popup, PopupCloseBehavior, Ui, Vec2};

use super::DesignState;
use super::brush::Brush;
use super::tools::MORE;
use crate::lattice::SiteForm;
use crate::puzzle::{Label, Puzzle};
use crate::ui::action::{Actions, Model};
use crate::ui::menus;
use crate::ui::widgets;
use crate::ui::widgets::icons::Icon;
use crate::ui::widgets::theme::{Palette, regular};
use crate::workbench::Command;
use crate::workbench::command::Tool;
use crate::workbench::edit::{BoardAction, Mirror, Side};

/// From this width on all mirrors stand side by side, with room for what follows them.
const MIRRORS: f32 = 660.0;
/// The room of mirror and sides beside the labels, and that of the two buttons for all labels.
const BESIDE_LABELS: f32 = 250.0;
const LABEL_ACTIONS: f32 = 190.0;

/// The hints of the strip for cutting, where strokes are not mirrored: as much as there is room
/// for.
const CUT_HINTS: [&str; 2] = [
    "Each stroke is a piece. One that starts on a piece makes it larger.",
    "Each stroke is a piece.",
];

/// Shows the strip.
pub(super) fn show(state: &mut DesignState, model: Model, out: &mut Actions, ui: &mut Ui) {
    let Some(document) = &model.bench.document else { return };
    let labels = document.puzzle.labels();
    let palette = Palette::current(ui);
    let font = regular(12.0);
    let brush = &mut state.brush;
    if brush.tool == Tool::Label {
        widgets::elided(ui, "Label", font.clone(), palette.text2, 60.0);
        let next = ('a'..='z').find(|letter| !labels.contains(letter));
        let mut offered = labels;
        offered.extend(next);
        // As in the editor of pieces: the first label of the puzzle, so that they match.
        if brush.label.is_none_or(|label| !offered.contains(&label)) {
            brush.label = offered.first().copied();
        }
        let rest = ui.available_width() - BESIDE_LABELS;
        choose_label(brush, &offered, rest, ui);
        let checkers = [BoardAction::Checker, BoardAction::ClearLabels].map(|action| {
            let available = match action {
                BoardAction::Checker => can_be_checkered(&document.puzzle),
                _ => document.puzzle.board.has_labels(),
            };
            (Command::Board(action), available)
        });
        if ui.available_width() >= BESIDE_LABELS + LABEL_ACTIONS {
            for (command, available) in checkers {
                let short = match command {
                    Command::Board(BoardAction::Checker) => "Checkerboard",
                    _ => "No labels",
                };
                let button = widgets::Button::new(short).small().enabled(available);
                if button.tooltip(command.hint()).show(ui).clicked() {
                    out.send(command);
                }
            }
        } else {
            let button = widgets::Button::new(MORE).small().tooltip("More about labels.").show(ui);
            Popup::menu(&button).show(|ui| {
                menus::menu_column(ui, |ui| {
                    for (command, _) in checkers {
                        menus::menu_entry(model, out, ui, command);
                    }
                });
            });
        }
        ui.add_space(8.0);
    }
    if brush.tool == Tool::Cut {
        let rest = ui.available_width() - BESIDE_LABELS / 2.0;
        let width = |words: &str| {
            let galley = ui.painter().layout_no_wrap(words.to_owned(), font.clone(), palette.text2);
            galley.size().x
        };
        let words = CUT_HINTS.into_iter().find(|words| width(words) <= rest).unwrap_or_default();
        widgets::elided(ui, words, font, palette.text2, rest);
    } else if ui.available_width() >= MIRRORS {
        widgets::elided(ui, "Mirror", font, palette.text2, 60.0);
        let mirrors = Mirror::ALL.map(|mirror| (mirror, mirror.label()));
        widgets::segmented_small(ui, &mut brush.mirror, &mirrors);
    } else {
        choose_mirror(&mut brush.mirror, ui);
    }
    sides(model, out, ui);
}

/// The labels side by side, or as a menu where they are wider than `room`.
fn choose_label(brush: &mut Brush, offered: &[Label], room: f32, ui: &mut Ui) {
    let names: Vec<String> = offered.iter().map(ToString::to_string).collect();
    let width: f32 =
        names.iter().map(|name| widgets::Button::new(name).small().width(ui) + 8.0).sum();
    if width > room {
        let now = brush.label().to_string();
        let tip = "The label that sites are given.";
        let button = widgets::Button::new(&now).small().icon(Icon::ChevronDown);
        let button = button.tooltip(tip).show(ui);
        Popup::menu(&button).show(|ui| {
            menus::menu_column(ui, |ui| {
                for (&label, name) in offered.iter().zip(&names) {
                    let entry = egui::Button::new(name).selected(brush.label() == label);
                    if ui.add(entry.min_size(Vec2::new(60.0, 26.0))).clicked() {
                        brush.label = Some(label);
                    }
                }
            });
        });
        return;
    }
    for (&label, name) in offered.iter().zip(&names) {
        let tip = format!("Give sites the label {label}.");
        let chosen = brush.label() == label;
        let button = widgets::Button::new(name).small().selected(chosen).tooltip(&tip);
        if button.show(ui).clicked() {
            brush.label = Some(label);
        }
    }
}

/// Returns whether the board has sites that can be labelled alternately.
fn can_be_checkered(puzzle: &Puzzle) -> bool {
    puzzle.lattice.form == SiteForm::Cell && !puzzle.board.sites().is_empty()
}

/// The mirrors as a menu, where there is no room for all of them side by side.
fn choose_mirror(mirror: &mut Mirror, ui: &mut Ui) {
    let text = match *mirror {
        Mirror::Off => mirror.label().to_owned(),
        some => format!("Mirror: {}", some.label()),
    };
    let tip = "Repeat strokes elsewhere on the board.";
    let button = widgets::Button::new(&text).small().tooltip(tip).show(ui);
    Popup::menu(&button).show(|ui| {
        menus::menu_column(ui, |ui| {
            for choice in Mirror::ALL {
                let entry = egui::Button::new(choice.label()).selected(choice == *mirror);
                if ui.add(entry.min_size(Vec2::new(140.0, 26.0))).clicked() {
                    *mirror = choice;
                }
            }
        });
    });
}

/// Adds and removes columns, rows and layers at the sides of the board, and moves it.
fn sides(model: Model, out: &mut Actions, ui: &mut Ui) {
    let Some(document) = &model.bench.document else { return };
    let sides = Side::all(document.puzzle.lattice);
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        let tip = "Add and remove columns and rows at the sides of the board, or move it.";
        let button = widgets::Button::new("Sides").small().tooltip(tip).show(ui);
        // One after the other can be added.
        Popup::menu(&button).close_behavior(PopupCloseBehavior::CloseOnClickOutside).show(|ui| {
            menus::menu_column(ui, |ui| {
                for whole in [BoardAction::Grow, BoardAction::Shrink, BoardAction::Shift] {
                    for &side in sides {
                        menus::menu_entry(model, out, ui, Command::Board(whole(side)));
                    }
                    if whole(Side::Left) != BoardAction::Shift(Side::Left) {
                        ui.add_space(4.0);
                        ui.separator();
                        ui.add_space(4.0);
                    }
                }
            });
        });
    });
}
