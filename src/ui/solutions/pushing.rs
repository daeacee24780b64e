//! Pieces of the chosen solution that are pushed by hand: dragged in the picture, or chosen and pushed
//! by buttons.

use egui::{Response, Role, Ui, WidgetInfo, vec2};

use crate::disassembly::{MoveWords, Reach, TimedMove};
use crate::lattice::Lattice;
use crate::picture::Xy;
use crate::picture::space::Xyz;
use crate::text;
use crate::ui::action::{Action, Actions};
use crate::ui::space::{Held, Part};
use crate::ui::widgets;
use crate::ui::widgets::theme::{Palette, regular};
use crate::workbench::Command;
use crate::workbench::disassembly::{Playing, ShownDisassembly};

/// The least cosine between the way of the pointer and one in which the piece can go.
const MIN_COSINE: f64 = 0.5;
/// The most pieces that are named beside the one that is pushed.
const MAX_NAMED: usize = 2;

/// The status line while pieces can be dragged.
pub(super) const STATUS: &str =
    "Drag a piece to push it · drag beside them to turn the view · the wheel zooms";
/// The same in a plane.
pub(super) const PLANE_STATUS: &str = "Drag a piece to push it";

/// One step of a move, in units.
fn step_of(lattice: &Lattice, own: &TimedMove) -> Xyz {
    let step = own.own.step.coordinates();
    lattice.axes.place(step.map(|n| f64::from(n) / f64::from(lattice.period)))
}

/// The way in which a held piece goes, and how many steps, as the pointer asks for; `at` tells where on
/// the page a direction leads.
fn dragged(
    shown: &ShownDisassembly,
    held: Held,
    lattice: &Lattice,
    at: impl Fn(Xyz) -> Xy,
) -> Option<(usize, f64)> {
    let pushing = shown.pushing().filter(|pushing| pushing.chosen() == held.part)?;
    let [x, y] = held.by;
    let along = |own: &TimedMove| {
        let step = at(step_of(lattice, own));
        let length = step[0].hypot(step[1]);
        let along = (x * step[0] + y * step[1]) / length.max(1e-6);
        (along >= MIN_COSINE * x.hypot(y) && along > 0.0)
            .then(|| (along, (along / length).min(f64::from(own.steps))))
    };
    let ways = pushing.ways().iter().enumerate();
    let ways = ways.filter_map(|(n, own)| along(own).map(|(along, steps)| (along, n, steps)));
    // Of ways that look alike the first.
    let best = ways.reduce(|best, own| if own.0 > best.0 + 1e-9 { own } else { best });
    best.map(|(_, way, steps)| (way, steps))
}

/// Moves what is dragged to where the pointer has taken it.
pub(super) fn place(
    shown: &ShownDisassembly,
    held: Option<Held>,
    (lattice, at): (&Lattice, impl Fn(Xyz) -> Xy),
    parts: &mut [Part],
) {
    let Some((way, steps)) = held.and_then(|held| dragged(shown, held, lattice, at)) else {
        return;
    };
    let Some(own) = shown.pushing().and_then(|pushing| pushing.ways().get(way)) else { return };
    let step = step_of(lattice, own);
    for &piece in &own.own.pieces {
        if let Some(part) = parts.get_mut(piece) {
            part.shift = [0, 1, 2].map(|k| part.shift[k] + steps * step[k]);
        }
    }
}

/// Asks for what a gesture on the picture means, and lets go of the piece where it is over.
pub(super) fn follow(
    shown: &ShownDisassembly,
    held: &mut Option<Held>,
    (lattice, at): (&Lattice, impl Fn(Xyz) -> Xy),
    out: &mut Actions,
) {
    let Some(own) = *held else { return };
    if shown.pushing().is_none_or(|pushing| pushing.chosen() != own.part) {
        out.push(Action::ChoosePushed(own.part));
    }
    if own.is_over {
        *held = None;
        if let Some((way, steps)) = dragged(shown, own, lattice, at) {
            out.push(Action::Push { way, dragged: Some(steps) });
        }
    }
}

/// The pieces to be chosen, the ways in which the chosen one can go, and what can be reached.
pub(super) fn section(shown: &ShownDisassembly, names: &MoveWords, out: &mut Actions, ui: &mut Ui) {
    if shown.found().is_none() || names.names().len() < 2 {
        return;
    }
    let palette = Palette::current(ui);
    widgets::separator(ui);
    widgets::section(ui, |ui| {
        widgets::section_title(ui, "Push by hand", "drag a piece, or choose one");
        let pushing = shown.pushing();
        let chosen = pushing.map(|pushing| pushing.chosen());
        wrapped(ui, |ui| {
            for (n, name) in names.names().iter().enumerate() {
                let button = widgets::Button::new(name).small().selected(chosen == Some(n));
                let button = button.tooltip("Choose this piece, to push it.").show(ui);
                named(&button, true, &format!("Choose piece {name}"));
                if button.clicked() {
                    out.push(Action::ChoosePushed(n));
                }
            }
        });
        let Some(pushing) = pushing else { return };
        let name = names.pieces(&[pushing.chosen()]);
        ui.add_space(8.0);
        let words = match (pushing.is_free(), pushing.ways().is_empty()) {
            (true, _) => format!("{name} is free."),
            (_, true) => format!("{name} cannot move: everything would move with it."),
            _ => format!("{name} can go as far as"),
        };
        widgets::paragraph(ui, &words, regular(13.0), palette.text2);
        wrapped(ui, |ui| {
            for (n, own) in pushing.ways().iter().enumerate() {
                let label = way_words(own, pushing.chosen(), names);
                let still = shown.playing() == Playing::Paused;
                let button = widgets::Button::new(&label).small().enabled(still).show(ui);
                named(&button, still, &format!("Push {name} {label}"));
                if button.clicked() {
                    out.push(Action::Push { way: n, dragged: None });
                }
            }
        });
        if !pushing.is_free() {
            ui.add_space(8.0);
            reach(pushing.reach(), ui);
        }
        if shown.is_by_hand() {
            ui.add_space(8.0);
            wrapped(ui, |ui| {
                let undo = widgets::Button::new("Undo push").small().enabled(shown.time() > 0.0);
                if undo.tooltip(Command::PreviousMove.hint()).show(ui).clicked() {
                    out.send(Command::PreviousMove);
                }
                let discard = widgets::Button::new("Discard pushes").small();
                let tip = "Put the pieces back, and show the moves that were found.";
                if discard.tooltip(tip).show(ui).clicked() {
                    out.push(Action::DiscardPushes);
                }
            });
        }
    });
}

/// Gives a button a name that says what it does where its words are too few for that.
fn named(button: &Response, enabled: bool, name: &str) {
    button.widget_info(|| WidgetInfo::labeled(Role::Button, enabled, name));
}

fn wrapped(ui: &mut Ui, show: impl FnOnce(&mut Ui)) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(6.0, 6.0);
        show(ui);
    });
}

/// "right 3", "up, free, with U".
fn way_words(own: &TimedMove, chosen: usize, names: &MoveWords) -> String {
    let mut words = names.direction(own.own.step);
    match own.own.steps {
        Some(steps) => words += &format!(" {steps}"),
        None => words += ", free",
    }
    let others: Vec<usize> = own.own.pieces.iter().copied().filter(|&n| n != chosen).collect();
    match others.len() {
        0 => {}
        1..=MAX_NAMED => words += &format!(", with {}", names.pieces(&others)),
        more => words += &format!(", with {}", text::count(more as u64, "other piece")),
    }
    words
}

/// The positions that can be reached, and how far it is until something is free.
fn reach(found: Option<Reach>, ui: &mut Ui) {
    let (positions, moves) = match found {
        None => ("counting…".to_owned(), "…".to_owned()),
        Some(Reach { positions, is_all, moves }) => {
            let more = if is_all { "" } else { "more than " };
            let moves = match moves {
                Some(moves) => text::count(moves as u64, "move"),
                None if is_all => "never".to_owned(),
                None => "not known".to_owned(),
            };
            (format!("{more}{}", text::grouped(positions)), moves)
        }
    };
    let tip = "The positions of all pieces that moves lead to before something is free.";
    widgets::fact_row(ui, "Positions from here", &positions).on_hover_text(tip);
    widgets::fact_row(ui, "Until something is free", &moves);
}
