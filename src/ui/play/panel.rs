//! The panel at the right: the clock, what is placed, hints, and the settings of both.

use egui::{Ui, vec2};

use super::hand::{copies_left, is_fixed};
use super::{PlayState, Scene};
use crate::puzzle::Puzzle;
use crate::text;
use crate::ui::action::{Action, Actions, Model};
use crate::ui::by_hand;
use crate::ui::dialogs;
use crate::ui::platform::recent;
use crate::ui::widgets;
use crate::ui::widgets::theme::{Palette, regular};
use crate::workbench::Command;
use crate::workbench::by_hand::ByHandSettings;
use crate::workbench::edit::Edit;

/// Draws the panel.
pub(super) fn show(state: &mut PlayState, scene: Scene, out: &mut Actions, ui: &mut Ui) {
    let Scene { model, document, .. } = scene;
    let settings = model.bench.settings.play;
    widgets::column(ui, |ui| {
        widgets::panel_head(ui, "Clock and hints", "", |_| {});
    });
    widgets::scroll_column(ui, "clock and hints", |ui| {
        widgets::section(ui, |ui| {
            if settings.clock {
                let time = state.clock.time().unwrap_or_default();
                let width = ui.available_width();
                widgets::headline(ui, "Time", &text::clock(time), width, false);
                ui.add_space(8.0);
            }
            widgets::fact_row(ui, "Placed", &placed_words(&document.puzzle));
            ui.add_space(8.0);
            buttons(state, scene, out, ui);
        });
        let note = &document.description().note;
        if !note.is_empty() {
            widgets::separator(ui);
            widgets::section(ui, |ui| {
                widgets::section_title(ui, "About", "");
                widgets::paragraph(ui, note, regular(12.0), Palette::current(ui).text2);
            });
        }
        widgets::separator(ui);
        widgets::section(ui, |ui| record(model, out, ui));
        widgets::separator(ui);
        let known = ByHandSettings { warn: settings.warn_in_play, ..settings };
        widgets::section(ui, |ui| by_hand::ladder(document, known, out, ui));
        widgets::separator(ui);
        widgets::section(ui, |ui| {
            widgets::section_title(ui, "While playing", "");
            let mut next = settings;
            widgets::check_row(ui, &mut next.clock, "Show the clock", "T");
            if next != settings {
                out.push(Action::SetPlay(next));
            }
            by_hand::helps(settings, true, out, ui);
        });
    });
}

/// When the same was solved last, and the way to the whole record.
fn record(model: Model, out: &mut Actions, ui: &mut Ui) {
    let play = &model.bench.play;
    let solved = play.record().entries().len() as u64;
    let caption = match solved {
        0 => String::new(),
        solved => format!("{} solved", text::grouped(solved)),
    };
    widgets::section_title(ui, "Record", &caption);
    let name = play.played().map_or("", |played| &played.name);
    let shows_time = model.bench.settings.play.clock;
    let words = match play.record().last(name) {
        Some(entry) => {
            format!("Solved {}", dialogs::record_words(entry, shows_time, &recent::now()))
        }
        None => "Not solved yet.".to_owned(),
    };
    widgets::paragraph(ui, &words, regular(13.0), Palette::current(ui).text2);
    ui.add_space(8.0);
    let button = widgets::Button::new("Whole record…").tooltip(Command::PlayRecord.hint());
    if button.enabled(solved > 0).show(ui).clicked() {
        out.send(Command::PlayRecord);
    }
}

/// The buttons that undo moves and begin again.
fn buttons(state: &mut PlayState, scene: Scene, out: &mut Actions, ui: &mut Ui) {
    let Scene { model, document, .. } = scene;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(8.0, 8.0);
        for command in [Command::Undo, Command::Redo] {
            let keys = command.shortcut().map(|shortcut| shortcut.words()).unwrap_or_default();
            let available = command.available(model.bench);
            let tip = format!("{} ({keys})", available.err().unwrap_or(command.hint()));
            let button = widgets::Button::new(command.label()).enabled(available.is_ok());
            if button.tooltip(&tip).show(ui).clicked() {
                out.send(command);
            }
        }
        let puzzle = &document.puzzle;
        let loose: Vec<usize> =
            (0..puzzle.placed.len()).filter(|&n| !is_fixed(puzzle, n)).collect();
        let tip = match puzzle.cover {
            Some(_) => "Clear all but the givens and set the clock to zero.",
            None => "Put all pieces back into the tray and set the clock to zero.",
        };
        let can_start = !loose.is_empty() || state.clock.time().is_some();
        let button = widgets::Button::new("Start over").enabled(can_start);
        if button.tooltip(tip).show(ui).clicked() {
            state.start_over(!loose.is_empty());
            if !loose.is_empty() {
                out.edit(Edit::TakeUp(loose), None);
            }
        }
    });
}

/// The number of pieces on the board, and of how many where that is certain.
pub(super) fn placed_words(puzzle: &Puzzle) -> String {
    let (placed, words) = (puzzle.placed.len() as u64, puzzle.piece_words());
    let is_certain = puzzle.pieces.iter().all(|piece| piece.copies.min == piece.copies.max);
    let left: u64 = puzzle.pieces().map(|(id, _)| u64::from(copies_left(puzzle, id))).sum();
    match is_certain {
        true => format!("{} of {}", text::grouped(placed), text::count_of(placed + left, words)),
        false => text::count_of(placed, words),
    }
}
