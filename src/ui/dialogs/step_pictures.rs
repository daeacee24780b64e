//! Setting up a series of pictures of the steps of a search.

use egui::{Align, Id, Layout, Ui, vec2};

use super::path::{expanded, missing_folder};
use crate::text;
use crate::ui::action::{Action, Actions};
use crate::ui::widgets;
use crate::ui::widgets::theme::{Palette, regular, semibold};
use crate::workbench::stepper::{
    MAX_PICTURES, PictureForm, PictureSeries, SeriesEnd, check_folder,
};

/// The name of the card, and its width in points.
const TITLE: &str = "Export pictures of steps";
const WIDTH: f32 = 480.0;
/// The number of pictures proposed.
const USUAL_COUNT: u32 = 50;

/// The series, and where to.
pub(crate) struct StepPictures {
    series: PictureSeries,
    goes_to_end: bool,
    count: u32,
    /// The path as typed.
    pub(crate) folder: String,
    /// What was found for a path that was typed.
    looked: Option<(String, Option<String>)>,
}

impl StepPictures {
    /// Proposes a folder.
    pub(crate) fn new(series: PictureSeries, folder: String) -> StepPictures {
        StepPictures { series, goes_to_end: false, count: USUAL_COUNT, folder, looked: None }
    }

    /// Why the pictures cannot be written to the folder that is typed, looked up when that changes.
    fn trouble(&mut self) -> Option<String> {
        if self.looked.as_ref().is_none_or(|(folder, _)| *folder != self.folder) {
            self.looked = Some((self.folder.clone(), trouble(self.folder.trim())));
        }
        self.looked.as_ref().and_then(|(_, trouble)| trouble.clone())
    }
}

/// Why pictures cannot be written to a folder.
fn trouble(folder: &str) -> Option<String> {
    if folder.is_empty() {
        return Some("Type the path of a folder.".to_owned());
    }
    let folder = expanded(folder);
    missing_folder(&folder).or_else(|| check_folder(&folder).err().map(|error| format!("{error}.")))
}

/// Shows the card; whether it is to be closed.
pub(super) fn show(state: &mut StepPictures, out: &mut Actions, ui: &Ui) -> bool {
    let foot = |state: &mut StepPictures, ui: &mut Ui, ()| {
        let trouble = state.trouble();
        super::buttons(ui, "Export", trouble.is_none(), trouble.as_deref())
    };
    let ((done, cancelled), is_over) =
        super::sheet_with_foot(ui, TITLE, WIDTH, state, fields, foot);
    if done {
        let end = match state.goes_to_end {
            true => SeriesEnd::Branch,
            false => SeriesEnd::Count(state.count),
        };
        let series = PictureSeries { end, ..state.series.clone() };
        let folder = expanded(state.folder.trim());
        out.push(Action::WriteStepPictures(folder, Box::new(series)));
    }
    done || cancelled || is_over
}

fn fields(state: &mut StepPictures, ui: &mut Ui) {
    let palette = Palette::current(ui);
    widgets::elided(ui, TITLE, semibold(15.0), palette.text, WIDTH);
    ui.add_space(8.0);
    let first = text::grouped(state.series.first);
    let words = format!(
        "One picture for each step, from step {first}: the board and the step in words, at most {} \
         pictures.",
        text::grouped(u64::from(MAX_PICTURES))
    );
    widgets::paragraph(ui, &words, regular(13.0), palette.text2);
    ui.add_space(8.0);
    if widgets::radio_row(ui, !state.goes_to_end, "A number of pictures", "").clicked() {
        state.goes_to_end = false;
    }
    let until = "until its option is undone";
    if widgets::radio_row(ui, state.goes_to_end, "To the end of the branch", until).clicked() {
        state.goes_to_end = true;
    }
    ui.add_space(8.0);
    if !state.goes_to_end {
        row(ui, "Pictures", |ui| {
            widgets::number_field(ui, "Number of pictures", &mut state.count, 1..=MAX_PICTURES);
        });
    }
    row(ui, "Format", |ui| {
        let forms = [(PictureForm::Svg, "SVG"), (PictureForm::Png, "PNG")];
        widgets::segmented(ui, &mut state.series.form, &forms);
    });
    ui.add_space(8.0);
    widgets::elided(ui, "Folder, new or empty", regular(13.0), palette.text, WIDTH);
    ui.add_space(4.0);
    let hint = "Path, such as ~/puzzles/steps";
    widgets::text_field(ui, &mut state.folder, hint, Id::unique("folder of pictures"));
    if let Some(trouble) = state.trouble() {
        ui.add_space(4.0);
        widgets::paragraph(ui, &trouble, regular(12.0), palette.alert);
    }
    ui.add_space(12.0);
}

/// A row with a name at the left and a control at the right.
fn row(ui: &mut Ui, name: &str, control: impl FnOnce(&mut Ui)) {
    let size = vec2(ui.available_width(), 32.0);
    ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
        widgets::elided(ui, name, regular(13.0), Palette::current(ui).text, 140.0);
        ui.with_layout(Layout::right_to_left(Align::Center), control);
    });
}
