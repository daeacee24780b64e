//! Setting up a series of pictures of the steps of a search.

use egui::{Align, Id, Layout, Ui, vec2};

use super::path::{expanded, missing_folder, trouble_with_new};
use crate::text;
use crate::ui::action::{Action, Actions};
use crate::ui::widgets;
use crate::ui::widgets::theme::{Palette, regular, semibold};
use crate::workbench::stepper::{FRAME_TIMES, PictureForm, PictureSeries, SeriesEnd, check_folder};

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
    /// The path as typed: of a folder, or of the file of an animation.
    pub(crate) path: String,
    /// The path that was looked up as it was typed, and the trouble with it.
    looked: Option<(String, Option<String>)>,
}

impl StepPictures {
    /// Proposes a folder.
    pub(crate) fn new(series: PictureSeries, folder: String) -> StepPictures {
        StepPictures { series, goes_to_end: false, count: USUAL_COUNT, path: folder, looked: None }
    }

    fn is_animated(&self) -> bool {
        self.series.form == PictureForm::Animation
    }

    /// Follows a change of the format: the file of an animation has an ending, a folder has none.
    fn follow_form(&mut self) {
        let ending = format!(".{}", PictureForm::Animation.ending());
        let stem = self.path.trim().trim_end_matches(&ending);
        self.path = match self.is_animated() && !stem.is_empty() {
            true => format!("{stem}{ending}"),
            false => stem.to_owned(),
        };
        self.count = self.count.min(self.series.form.most());
        self.looked = None;
    }

    /// Why the pictures cannot be written to the path that is typed, looked up when that changes.
    fn trouble(&mut self) -> Option<String> {
        if self.looked.as_ref().is_none_or(|(path, _)| *path != self.path) {
            self.looked = Some((self.path.clone(), trouble(self.path.trim(), self.is_animated())));
        }
        self.looked.as_ref().and_then(|(_, trouble)| trouble.clone())
    }
}

/// Why pictures cannot be written to a folder, or an animation to a file.
fn trouble(path: &str, is_animated: bool) -> Option<String> {
    if path.is_empty() {
        let wanted = if is_animated { "file" } else { "folder" };
        return Some(format!("Type the path of a {wanted}."));
    }
    let path = expanded(path);
    match is_animated {
        true => trouble_with_new(&path),
        false => missing_folder(&path)
            .or_else(|| check_folder(&path).err().map(|error| format!("{error}."))),
    }
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
        let path = expanded(state.path.trim());
        out.push(Action::WriteStepPictures(path, Box::new(series)));
    }
    done || cancelled || is_over
}

fn fields(state: &mut StepPictures, ui: &mut Ui) {
    let palette = Palette::current(ui);
    widgets::elided(ui, TITLE, semibold(15.0), palette.text, WIDTH);
    ui.add_space(8.0);
    let first = text::grouped(state.series.first);
    let most = text::grouped(u64::from(state.series.form.most()));
    let words = match state.is_animated() {
        true => format!(
            "One animated PNG file, which browsers play again and again: a picture for each step, from \
             step {first}, with the board and the step in words, at most {most} pictures. The last one \
             stays for two seconds or longer."
        ),
        false => format!(
            "One picture for each step, from step {first}: the board and the step in words, at most \
             {most} pictures."
        ),
    };
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
            let range = 1..=state.series.form.most();
            widgets::number_field(ui, "Number of pictures", &mut state.count, range);
        });
    }
    format(state, ui);
    ui.add_space(8.0);
    let (name, hint) = match state.is_animated() {
        true => ("File, new", "Path, such as ~/puzzles/steps.apng"),
        false => ("Folder, new or empty", "Path, such as ~/puzzles/steps"),
    };
    widgets::elided(ui, name, regular(13.0), palette.text, WIDTH);
    ui.add_space(4.0);
    widgets::text_field(ui, &mut state.path, hint, Id::unique("folder of pictures"));
    if let Some(trouble) = state.trouble() {
        ui.add_space(4.0);
        widgets::paragraph(ui, &trouble, regular(12.0), palette.alert);
    }
    ui.add_space(12.0);
}

/// The format, and the time of each picture of an animation.
fn format(state: &mut StepPictures, ui: &mut Ui) {
    let before = state.series.form;
    row(ui, "Format", |ui| {
        let forms = [
            (PictureForm::Svg, "SVG"),
            (PictureForm::Png, "PNG"),
            (PictureForm::Animation, "Animated PNG"),
        ];
        widgets::segmented(ui, &mut state.series.form, &forms);
    });
    if state.series.form != before {
        state.follow_form();
    }
    if state.is_animated() {
        row(ui, "Milliseconds each", |ui| {
            let (name, time) = ("Milliseconds of each picture", &mut state.series.frame_time);
            widgets::number_field(ui, name, time, FRAME_TIMES);
        });
    }
}

/// A row with a name at the left and a control at the right.
fn row(ui: &mut Ui, name: &str, control: impl FnOnce(&mut Ui)) {
    let size = vec2(ui.available_width(), 32.0);
    ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
        widgets::elided(ui, name, regular(13.0), Palette::current(ui).text, 140.0);
        ui.with_layout(Layout::right_to_left(Align::Center), control);
    });
}
