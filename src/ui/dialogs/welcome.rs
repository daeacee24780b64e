//! The welcome at the first start: four ways to begin.

use egui::{Frame, Key, Margin, Ui};

use crate::format::bundled;
use crate::ui::action::{Action, Actions};
use crate::ui::replacement::Intent;
use crate::ui::widgets;
use crate::ui::widgets::icons::Icon;
use crate::ui::widgets::theme::{Palette, regular};
use crate::workbench::Command;

const TITLE: &str = "Welcome to Polywright";
/// Width of the card, in points.
const WIDTH: f32 = 560.0;
/// Width of its buttons.
const BUTTON: f32 = 140.0;
/// The bundled puzzle to begin with.
const CLASSIC: &str = "square/pentominoes-6x10.ron";
/// The calendar that is played.
const CALENDAR: &str = "square/a-puzzle-a-day.ron";

/// A way to begin.
#[derive(Clone, Copy)]
enum Beginning {
    Classic,
    Play,
    Draw,
    Import,
}

/// The ways, each with the label of its button and what it leads to.
const BEGINNINGS: [(Beginning, &str, &str); 4] = [
    (
        Beginning::Classic,
        "Open a classic",
        "The twelve pentominoes in a 6×10 rectangle. Press F5 to solve it, Ctrl+3 to browse the \
         solutions.",
    ),
    (
        Beginning::Play,
        "Play a calendar",
        "Place eight pieces by hand so that they leave today's month and day open. There are hints.",
    ),
    (
        Beginning::Draw,
        "Draw your own…",
        "A new puzzle: choose a lattice and a board, then draw pieces or add a whole family.",
    ),
    (
        Beginning::Import,
        "Import…",
        "A file: puzzles and solutions of Polywright (.ron), puzzles of BurrTools (.xmpuzzle), exact \
         cover problems (.dlx), or pieces and boards drawn as text (.txt).",
    ),
];

/// The card.
#[derive(Default)]
pub(crate) struct Welcome {
    /// True if it has been seen: the key that opened it must not answer it.
    seen: bool,
}

/// Shows the card; whether it is to be closed.
pub(super) fn show(welcome: &mut Welcome, out: &mut Actions, ui: &Ui) -> bool {
    let seen = std::mem::replace(&mut welcome.seen, true);
    let ((closed, chosen), is_over) = super::sheet(ui, TITLE, WIDTH, |ui| {
        let closed = widgets::panel_head(ui, TITLE, "", |ui| {
            widgets::icon_button(ui, Icon::Close, "Close").clicked()
        });
        let frame = Frame::new().inner_margin(Margin::same(super::PADDING));
        let card = |ui: &mut Ui| widgets::column(ui, |ui| card(seen, ui)).inner;
        (closed.inner, frame.show(ui, card).inner)
    });
    // Help is often asked for before anything else.
    let help = ui.input(|input| input.key_pressed(Key::F1).then_some(input.modifiers.shift));
    if let Some(is_guide) = help {
        out.send(if is_guide { Command::Guide } else { Command::Keys });
        return true;
    }
    match chosen {
        Some(Beginning::Classic) => {
            place(CLASSIC).into_iter().for_each(|n| out.push(Action::Intend(Intent::Bundled(n))));
        }
        Some(Beginning::Play) => {
            place(CALENDAR).into_iter().for_each(|n| out.push(Action::Intend(Intent::Play(n))));
        }
        Some(Beginning::Draw) => out.send(Command::New),
        Some(Beginning::Import) => out.send(Command::Open),
        None => {}
    }
    closed || is_over || chosen.is_some()
}

/// The place of a bundled puzzle in the collection, by its path.
fn place(path: &str) -> Option<usize> {
    bundled::ALL.iter().position(|puzzle| puzzle.path == path)
}

/// Shows a row for each way; the one that was chosen.
fn card(seen: bool, ui: &mut Ui) -> Option<Beginning> {
    let palette = Palette::current(ui);
    let purpose = "Polywright designs, solves and publishes polyform puzzles. Four ways to begin:";
    widgets::paragraph(ui, purpose, regular(13.0), palette.text);
    ui.add_space(16.0);
    let mut chosen = None;
    for (i, (beginning, label, words)) in BEGINNINGS.into_iter().enumerate() {
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = 16.0;
            let button = widgets::Button::new(label).min_width(BUTTON);
            let button = if i == 0 { button.primary() } else { button };
            let response = button.show(ui);
            if response.clicked() {
                chosen = Some(beginning);
            }
            if i == 0 && !seen {
                // What Enter does has the focus at first.
                response.request_focus();
            }
            ui.vertical(|ui| {
                ui.set_width(ui.available_width());
                ui.add_space(5.0);
                widgets::paragraph(ui, words, regular(13.0), palette.text2);
            });
        });
        ui.add_space(12.0);
    }
    let more = "The gallery behind this card has more puzzles. The menu Help has the guide (Shift+F1), \
                and this welcome again.";
    widgets::paragraph(ui, more, regular(12.0), palette.text2);
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::FORMATS;

    #[test]
    fn every_kind_of_file_that_the_welcome_names_is_read() {
        let (_, _, words) = BEGINNINGS[3];
        let endings: Vec<&str> = words
            .match_indices("(.")
            .map(|(at, _)| words[at + 2..].split(')').next().unwrap())
            .collect();
        assert_eq!(endings.len(), 4);
        for ending in endings {
            let format = FORMATS.iter().find(|format| format.id == ending);
            assert!(format.is_some_and(|format| format.reader.is_some()), "{ending}");
        }
        assert!(place(CLASSIC).is_some() && place(CALENDAR).is_some());
    }
}
