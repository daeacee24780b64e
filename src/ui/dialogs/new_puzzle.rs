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
    if super::extent(ui.ctx()).1 < ALL_LATTICES {
        lattice_list(&mut new.shape, ui);
        ui.add_space(12.0);
    } else {
        for (dimension, heading) in [(2, "Lattice in the plane"), (3, "Lattice in space")] {
            widgets::elided(ui, heading, regular(12.0), palette.text2, WIDTH);
            ui.add_space(4.0);
            lattices(&mut new.shape, dimension, ui);
            ui.add_space(12.0);
        }
    }
    widgets::elided(ui, "Board", regular(12.0), palette.text2, WIDTH);
    ui.add_space(4.0);
    // In a low window the picture is smaller, rather than out of sight.
    let used = ui.cursor().top() - ui.min_rect().top();
    let room = super::extent(ui.ctx()).1 - used - FOOT;
    let side = room.clamp(MIN_PICTURE, board_shape::PICTURE);
    (entered, board_shape::columns(ui, &mut new.shape, side))
}

/// Height of the buttons with what is around them, and of the margin above the fields.
const FOOT: f32 = 28.0 + 3.0 * super::PADDING as f32;
/// The least side of the picture of the board.
const MIN_PICTURE: f32 = 150.0;

/// The least width of the name of a lattice.
const MIN_COLUMN: f32 = 164.0;

/// The room below which lattices are chosen from a list, so that the numbers of the board are in
/// sight.
const ALL_LATTICES: f32 = 648.0;

/// All lattices in a list that opens.
fn lattice_list(shape: &mut ShapeChoice, ui: &mut Ui) {
    widgets::elided(
        ui,
        "Lattice",
        regular(12.0),
        Palette::current(ui).text2,
        super::within(ui, WIDTH),
    );
    ui.add_space(4.0);
    let names: Vec<String> = lattice::ALL.iter().map(|own| text::capitalised(own.name)).collect();
    let choices: Vec<(usize, &str)> = names.iter().map(String::as_str).enumerate().collect();
    let is_own = |own: &&'static lattice::Lattice| std::ptr::eq(*own, shape.lattice());
    let before = lattice::ALL.iter().position(is_own).unwrap_or(0);
    let mut chosen = before;
    widgets::drop_down(ui, "Lattice", 240.0, &mut chosen, &choices);
    if chosen != before {
        *shape = ShapeChoice::new(lattice::ALL[chosen]);
    }
}

/// The lattices of a dimension, in rows of three, or of what there is room for.
fn lattices(shape: &mut ShapeChoice, dimension: usize, ui: &mut Ui) {
    let room = super::within(ui, WIDTH);
    let columns = (((room + 24.0) / (MIN_COLUMN + 24.0)) as usize).clamp(1, 3);
    let column = (room + 24.0) / columns as f32 - 24.0;
    let own: Vec<_> = lattice::ALL.iter().filter(|l| l.dimension == dimension).collect();
    for row in own.chunks(columns) {
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
