//! Changing the givens of a sudoku: a digit is typed into the cell that has the focus, or a whole
//! line is pasted.

use egui::{Event, Key, Ui};

use crate::puzzle::{CoverForm, cover::SudokuForm};
use crate::ui::action::{Actions, Model};
use crate::workbench::edit::Edit;

/// The text of the status line while nothing is pointed at.
pub(super) const HINT: &str = "Click a cell, type a digit or Del · Ctrl+V pastes a whole line of givens · Up and Down choose a \
     digit";

/// The sudoku that is open, in the words of its file.
pub(super) fn sudoku(model: Model<'_>) -> Option<&SudokuForm> {
    match &model.bench.document.as_ref()?.description().cover {
        Some(CoverForm::Sudoku(form)) => Some(form),
        _ => None,
    }
}

/// Takes what is typed and pasted; `cell` is the one that has the focus.
pub(super) fn show(model: Model, out: &mut Actions, ui: &Ui, cell: Option<usize>) {
    if model.modal || ui.ctx().text_edit_focused() {
        return;
    }
    let Some(form) = sudoku(model) else { return };
    let changed = ui.input(|i| {
        i.events.iter().find_map(|event| match (event, cell) {
            (Event::Paste(text), _) => {
                Some(Ok(SudokuForm { givens: text.clone(), ..form.clone() }))
            }
            (Event::Text(text), Some(cell)) => {
                let sign = text.chars().next().filter(|c| c.is_alphanumeric() || *c == '.')?;
                Some(form.with_given(cell, sign))
            }
            (Event::Key { key: Key::Delete | Key::Backspace, pressed: true, .. }, Some(cell)) => {
                Some(form.with_given(cell, '.'))
            }
            _ => None,
        })
    });
    let Some(changed) = changed else { return };
    match changed {
        Ok(form) => out.edit(Edit::Cover(CoverForm::Sudoku(form)), None),
        Err(error) => out.complain(error.to_string()),
    }
}
