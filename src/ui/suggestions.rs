//! Suggestions where a puzzle has no solution: what comes closest, and changes that were tried and
//! give it solutions, one click each. Shown beside the checks, the run and the empty list of
//! solutions.

use std::sync::Arc;

use egui::{Align, Layout, Ui};

use super::action::{Action, Actions};
use super::widgets;
use super::widgets::theme::{Palette, regular};
use crate::text;
use crate::workbench::suggestions::{Suggestion, Suggestions};
use crate::workbench::{Command, Document, Screen};

/// The suggestions that are shown.
const SHOWN: usize = 14;

/// Shows what helps, if the puzzle is known to have no solution.
pub(crate) fn show(document: &Document, out: &mut Actions, ui: &mut Ui) {
    let Some(suggestions) = document.suggestions() else { return };
    closest(document, &suggestions, out, ui);
    ui.add_space(12.0);
    widgets::section_title(ui, "Changes that help", "distinct solutions");
    for suggestion in suggestions.suggestions.iter().take(SHOWN) {
        row(document, suggestion, out, ui);
    }
    let palette = Palette::current(ui);
    let progress = progress(document, &suggestions);
    widgets::paragraph(ui, &progress, regular(12.0), palette.text2);
}

/// Shows the closest partial solution, and the button that places it.
fn closest(document: &Document, suggestions: &Suggestions, out: &mut Actions, ui: &mut Ui) {
    let palette = Palette::current(ui);
    let Some(closest) = &suggestions.closest else {
        let text = match suggestions.is_looking {
            true => "Looking for the partial solution that comes closest…",
            false => "No partial solution was found in a short search.",
        };
        widgets::paragraph(ui, text, regular(12.0), palette.text2);
        return;
    };
    widgets::paragraph(ui, &document.closest_words(closest), regular(12.0), palette.text);
    ui.add_space(6.0);
    ui.with_layout(Layout::top_down(Align::Min), |ui| {
        let tip = "Place these pieces on the board of the Design screen.";
        let button = widgets::Button::new("Place the closest").small().tooltip(tip);
        if button.show(ui).clicked()
            && let Some(edits) = document.closest_edits()
        {
            out.push(Action::Edits(edits, Some(Arc::clone(&document.puzzle))));
            out.send(Command::Show(Screen::Design));
        }
    });
}

/// A change and the number of solutions that it gives.
fn row(document: &Document, suggestion: &Suggestion, out: &mut Actions, ui: &mut Ui) {
    let row = widgets::action_row(ui, &suggestion.words, &suggestion.count_words());
    if row.on_hover_text("Make this change; one step of Undo reverses it.").clicked() {
        let puzzle = Arc::clone(&document.puzzle);
        out.push(Action::Edits(suggestion.edits.clone(), Some(puzzle)));
        out.send(Command::Show(Screen::Design));
        out.say(format!("{}: done. F5 solves the puzzle again.", suggestion.words));
    }
}

/// Describes the progress of the trials.
fn progress(document: &Document, suggestions: &Suggestions) -> String {
    let (tried, all) = suggestions.tried;
    let (tried, all) = (text::grouped(tried as u64), text::count(all as u64, "change"));
    let more = match suggestions.suggestions.len().checked_sub(SHOWN) {
        None | Some(0) => String::new(),
        Some(more) => format!("{} more help. ", text::grouped(more as u64)),
    };
    let none = suggestions.suggestions.is_empty();
    match (document.is_searching_suggestions(), suggestions.is_cut) {
        (true, _) if suggestions.is_looking => String::new(),
        (true, _) => format!("{more}{tried} of {all} tried so far."),
        (false, true) => format!("{more}{tried} of {all} tried; then the time ran out."),
        (false, false) if none => {
            format!("All {all} of one piece, site or rule were tried; none helps.")
        }
        (false, false) => format!("{more}All {all} of one piece, site or rule were tried."),
    }
}
