//! The problems of a file of another program, of which one is open.

use egui::{Frame, Margin, ScrollArea, Ui};

use crate::text;
use crate::ui::action::{Action, Actions, Model};
use crate::ui::widgets;

/// Width of the sheet, in points.
const WIDTH: f32 = 420.0;

/// Shows the list; whether it is to be closed. What is chosen is read and takes the place of what
/// is open.
pub(super) fn show(model: Model, out: &mut Actions, ui: &Ui) -> bool {
    const TITLE: &str = "Problems in the file";
    let Some(document) = &model.bench.document else { return true };
    let Some((path, problems)) = document.problems() else { return true };
    let (path, problems) = (path.to_owned(), problems.clone());
    let (chosen, is_over) = super::sheet(ui, TITLE, WIDTH, |ui| {
        widgets::panel_head(ui, TITLE, &document.origin.file_name(), |_| {});
        let list = ScrollArea::vertical().show(ui, |ui| {
            let frame = Frame::new().inner_margin(Margin::symmetric(16, 12));
            let rows = |ui: &mut Ui| {
                let rows = problems.names.iter().enumerate().filter_map(|(i, name)| {
                    let label = match name.as_str() {
                        "" => format!("Problem {}", i + 1),
                        name => text::shortened(name, 40),
                    };
                    let open = i + 1 == problems.number;
                    let right = if open { "open" } else { "" };
                    widgets::radio_row(ui, open, &label, right).clicked().then_some(i + 1)
                });
                rows.last()
            };
            frame.show(ui, |ui| widgets::column(ui, rows).inner).inner
        });
        list.inner
    });
    let Some(number) = chosen else { return is_over };
    if number != problems.number {
        out.push(Action::OpenProblem(path, number));
    }
    true
}
