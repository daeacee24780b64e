//! A new puzzle: its title, lattice and board.

use egui::{Id, Ui, vec2};

use super::board_shape::{self, ShapeChoice};
use crate::lattice;
use crate::puzzle::Description;
use crate::text;
use crate::ui::action::{Action, Actions};
use crate::ui::replacement::Intent;
use crate::ui::widgets;
use crate::ui::widgets::theme::{Palette, regular, semibold};
use crate::workbench::Document;

/// Width of the card, in points.
const WIDTH: f32 = 584.0;

/// A puzzle that is being set up.
pub(crate) struct NewPuzzle {
    title: String,
    shape: ShapeChoice,
    opened: bool,
}

impl NewPuzzle {
    /// On the lattice of the puzzle that is open, or on the first.
    pub(crate) fn new(open: Option<&Document>) -> NewPuzzle {
        let open = open.filter(|d| d.puzzle.cover.is_none()).map(|d| d.puzzle.lattice);
        let lattice = open.unwrap_or(lattice::ALL[0]);
        NewPuzzle { title: String::new(), shape: ShapeChoice::new(lattice), opened: false }
    }
}

/// Shows the card; whether it is to be closed.
pub(super) fn show(new: &mut NewPuzzle, out: &mut Actions, ui: &Ui) -> bool {
    let ((done, cancelled), is_over) =
        super::sheet_with_foot(ui, "New puzzle", WIDTH + 32.0, new, fields, foot);
    if done {
        let title = match new.title.trim() {
            "" => "New puzzle".to_owned(),
            title => title.to_owned(),
        };
        let empty = Description::empty(new.shape.lattice(), new.shape.form());
        let description = Box::new(Description { title, ..empty });
        out.push(Action::Intend(Intent::New(description)));
    }
    done || cancelled || is_over
}

/// Shows the settings; returns whether the title was finished with Enter, and why the board cannot
/// be made.
fn fields(new: &mut NewPuzzle, ui: &mut Ui) -> (bool, Option<String>) {
    let palette = Palette::current(ui);
    widgets::elided(ui, "New puzzle", semibold(15.0), palette.text, WIDTH);
    ui.add_space(12.0);
    let field = Id::unique("title of the new puzzle");
    let response = widgets::text_field(ui, &mut new.title, "Title of the puzzle", field);
    if !std::mem::replace(&mut new.opened, true) {
        response.request_focus();
    }
    let entered = response.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
    ui.add_space(12.0);
    for (dimension, heading) in [(2, "Lattice in the plane"), (3, "Lattice in space")] {
        widgets::elided(ui, heading, regular(12.0), palette.text2, WIDTH);
        ui.add_space(4.0);
        lattices(&mut new.shape, dimension, ui);
        ui.add_space(12.0);
    }
    widgets::elided(ui, "Board", regular(12.0), palette.text2, WIDTH);
    ui.add_space(4.0);
    (entered, board_shape::columns(ui, &mut new.shape))
}

/// The lattices of a dimension, in rows of three.
fn lattices(shape: &mut ShapeChoice, dimension: usize, ui: &mut Ui) {
    let column = (WIDTH - 48.0) / 3.0;
    let own: Vec<_> = lattice::ALL.iter().filter(|l| l.dimension == dimension).collect();
    for row in own.chunks(3) {
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = 24.0;
            for &&lattice in row {
                ui.allocate_ui(vec2(column, 28.0), |ui| {
                    ui.set_width(column);
                    let chosen = shape.lattice() == lattice;
                    let name = text::capitalised(lattice.name);
                    if widgets::radio_row(ui, chosen, &name, "").clicked() && !chosen {
                        *shape = ShapeChoice::new(lattice);
                    }
                });
            }
        });
    }
}

/// The buttons; whether the puzzle is to be made, and whether not.
fn foot(
    _: &mut NewPuzzle,
    ui: &mut Ui,
    (entered, trouble): (bool, Option<String>),
) -> (bool, bool) {
    let possible = trouble.is_none();
    let (done, cancelled) = super::buttons(ui, "Create", possible, trouble.as_deref());
    (done || entered && possible, cancelled)
}
