//! The shape of a board by name and numbers: for the open puzzle, and within a new one.

use egui::{Align, Layout, Painter, Rect, Sense, Ui, vec2};

use crate::lattice::Lattice;
use crate::puzzle::{BoardForm, Description, NamedShape, Puzzle};
use crate::text;
use crate::ui::action::Actions;
use crate::ui::drawing::figure_cache::{self, BoardFigures};
use crate::ui::drawing::paint::{Pen, Projection};
use crate::ui::widgets;
use crate::ui::widgets::theme::{Palette, regular, semibold};
use crate::workbench::edit::Edit;

/// Width of what is chosen from, in points.
const WIDTH: f32 = 264.0;
/// Side of the picture beside it.
pub(super) const PICTURE: f32 = 264.0;
/// The largest number that a shape takes here.
const MAX_NUMBER: u32 = 400;

/// A shape that is being chosen.
pub(crate) struct ShapeChoice {
    lattice: &'static Lattice,
    /// The index of the board of the lattice; one past the last for none.
    which: usize,
    /// The numbers of each.
    numbers: Vec<Vec<u32>>,
    /// True if what lies inside is optional.
    shell: bool,
    /// The drawing of the shape, and the choice for which it was made.
    drawn: Option<(BoardForm, Result<BoardFigures, String>)>,
}

impl ShapeChoice {
    /// The first shape of a lattice, in a size to begin with.
    pub(crate) fn new(lattice: &'static Lattice) -> ShapeChoice {
        let usual = |key: &str| match key {
            // Its sticks are 8 cubes long.
            "EighteenPieceBurr" => 4,
            _ if lattice.is_solid() => 3,
            _ => 6,
        };
        let numbers = lattice.boards.iter();
        let numbers = numbers.map(|board| vec![usual(board.key); board.parameters.len()]).collect();
        ShapeChoice { lattice, which: 0, numbers, shell: false, drawn: None }
    }

    /// The shape that the board of a puzzle has, if it has one with a name.
    pub(crate) fn from_puzzle(puzzle: &Puzzle, description: &Description) -> ShapeChoice {
        let mut choice = ShapeChoice::new(puzzle.lattice);
        choice.shell = description.board.is_shell();
        if let Some(shape) = description.board.named()
            && let Some(at) = puzzle.lattice.boards.iter().position(|b| b.key == shape.key)
        {
            choice.which = at;
            choice.numbers[at].clone_from(&shape.numbers);
        }
        choice
    }

    /// The lattice of it.
    pub(crate) fn lattice(&self) -> &'static Lattice {
        self.lattice
    }

    /// The board in the words of a file.
    pub(crate) fn form(&self) -> BoardForm {
        let Some(board) = self.lattice.boards.get(self.which) else {
            return BoardForm::Art(Vec::new());
        };
        let numbers = self.numbers[self.which].clone();
        let named = BoardForm::Named(NamedShape { key: board.key, numbers });
        if self.shell { BoardForm::Shell(Box::new(named)) } else { named }
    }

    /// Shows the shapes and their numbers.
    pub(crate) fn choose(&mut self, ui: &mut Ui) {
        for (i, board) in self.lattice.boards.iter().enumerate() {
            if widgets::radio_row(ui, self.which == i, &text::spaced(board.key), "").clicked() {
                self.which = i;
            }
        }
        let empty = self.lattice.boards.len();
        if widgets::radio_row(ui, self.which == empty, "Empty, to be painted", "").clicked() {
            self.which = empty;
        }
        ui.add_space(8.0);
        let Some(board) = self.lattice.boards.get(self.which) else { return };
        let palette = Palette::current(ui);
        for (parameter, number) in board.parameters.iter().zip(&mut self.numbers[self.which]) {
            ui.allocate_ui_with_layout(
                vec2(ui.available_width(), 32.0),
                Layout::left_to_right(Align::Center),
                |ui| {
                    let name = text::capitalised(parameter);
                    widgets::elided(ui, &name, regular(13.0), palette.text, 140.0);
                    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                        widgets::number_field(ui, &name, number, 1..=MAX_NUMBER);
                    });
                },
            );
        }
        if self.lattice.is_solid() {
            ui.add_space(4.0);
            widgets::check_box(ui, &mut self.shell, "The inside is optional").on_hover_text(
                "Only sites at the surface must be covered: a box or a burr may hold hollows.",
            );
        }
    }

    /// Returns the drawing of the chosen shape.
    fn figures(&mut self) -> &Result<BoardFigures, String> {
        let form = self.form();
        let known = self.drawn.take().filter(|(of, _)| *of == form);
        let drawn = known.unwrap_or_else(|| {
            let puzzle = Description::empty(self.lattice, form.clone()).draft();
            let figures = match puzzle {
                Ok(puzzle) => Ok(BoardFigures::new(&puzzle, false)),
                Err(problems) => Err(problems.first().map_or_else(String::new, |problem| {
                    format!("{}.", text::capitalised(&problem.message))
                })),
            };
            (form, figures)
        });
        &self.drawn.insert(drawn).1
    }

    /// Shows the picture, with this side; why there can be none, otherwise.
    pub(crate) fn picture(&mut self, side: f32, ui: &mut Ui) -> Result<(), String> {
        let palette = Palette::current(ui);
        let lattice = self.lattice;
        let (rect, _) = ui.allocate_exact_size(vec2(side, side), Sense::hover());
        let painter: Painter = ui.painter_at(rect);
        match self.figures() {
            Ok(figures) if figures.sites.is_empty() => {
                let text = "Nothing yet";
                let at = egui::Align2::CENTER_CENTER;
                painter.text(rect.center(), at, text, regular(13.0), palette.text2);
                Ok(())
            }
            Ok(figures) => {
                let mut inner: Rect = rect.shrink(8.0);
                inner.max.y -= 16.0;
                let projection = Projection::fit(&figures.bounds, inner, 40.0);
                let pen = Pen::new(&painter, projection);
                figure_cache::board(pen, figures, |_| palette.empty_site);
                let text = lattice.count_sites(figures.sites.len() as u64);
                let at = egui::Align2::CENTER_BOTTOM;
                painter.text(rect.center_bottom(), at, text, regular(11.0), palette.text2);
                Ok(())
            }
            Err(message) => Err(message.clone()),
        }
    }
}

/// The card for the board of the open puzzle; whether it is to be closed.
pub(super) fn show(choice: &mut ShapeChoice, out: &mut Actions, ui: &Ui) -> bool {
    let fields = |choice: &mut ShapeChoice, ui: &mut Ui| {
        let palette = Palette::current(ui);
        widgets::elided(ui, "Board shape", semibold(15.0), palette.text, WIDTH);
        ui.add_space(12.0);
        columns(ui, choice, PICTURE)
    };
    let foot = |_: &mut ShapeChoice, ui: &mut Ui, trouble: Option<String>| {
        super::buttons(ui, "Apply", trouble.is_none(), trouble.as_deref())
    };
    let width = WIDTH + PICTURE + 56.0;
    let ((done, cancelled), is_over) =
        super::sheet_with_foot(ui, "Board shape", width, choice, fields, foot);
    if done {
        out.edit(Edit::BoardForm(choice.form()), None);
    }
    done || cancelled || is_over
}

/// The shapes beside their picture with this side; why the one that is chosen cannot be.
pub(super) fn columns(ui: &mut Ui, choice: &mut ShapeChoice, side: f32) -> Option<String> {
    let mut trouble = None;
    // One below the other where there is no room for both.
    let layout = match ui.available_width() < WIDTH + 24.0 + side {
        true => Layout::top_down(Align::Min),
        false => Layout::left_to_right(Align::Min),
    };
    ui.allocate_ui_with_layout(vec2(ui.available_width(), 0.0), layout, |ui| {
        ui.spacing_mut().item_spacing = vec2(24.0, 12.0);
        ui.allocate_ui_with_layout(vec2(WIDTH, side), Layout::top_down(Align::Min), |ui| {
            ui.set_width(WIDTH);
            widgets::column(ui, |ui| choice.choose(ui));
        });
        trouble = choice.picture(side, ui).err();
    });
    if let Some(message) = &trouble {
        widgets::elided(ui, message, regular(12.0), Palette::current(ui).alert, WIDTH + PICTURE);
    }
    ui.add_space(12.0);
    trouble
}
