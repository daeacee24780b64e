//! The variants of the open puzzle: the choices that are combined, exceptions, and how each is
//! called.

mod choice;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use egui::{Align, Id, Layout, Ui, vec2};

use self::choice::NewChoice;
use crate::puzzle::variants::{ChoiceForm, SiteName, VariantsForm};
use crate::puzzle::{Description, Puzzle};
use crate::text;
use crate::ui::action::Actions;
use crate::ui::icons::Icon;
use crate::ui::theme::{Palette, regular, semibold};
use crate::ui::widgets;
use crate::workbench::edit::Edit;
use crate::workbench::session::Wake;
use crate::workbench::{Document, Task};

/// The name of the card.
const TITLE: &str = "Variants";
/// Width of the card, in points.
const WIDTH: f32 = 600.0;
/// Exceptions beyond so many are not listed one by one.
const MOST_LISTED: usize = 40;

/// The variants as they are being changed.
pub(crate) struct VariantsEditor {
    form: VariantsForm,
    new: NewChoice,
    /// The texts of sites that are not left open together, as they are being typed.
    together: String,
    error: Option<String>,
    /// What the number of combinations was asked for, and the number.
    counted: Option<(VariantsForm, Task<u64>)>,
    puzzle: Arc<Puzzle>,
    description: Arc<Description>,
    wake: Wake,
}

impl VariantsEditor {
    /// Those of a document.
    pub(crate) fn new(document: &Document, wake: &Wake) -> VariantsEditor {
        let description = document.description();
        VariantsEditor {
            form: description.variants.clone().unwrap_or_default(),
            new: NewChoice::new(&document.puzzle),
            together: String::new(),
            error: None,
            counted: None,
            puzzle: Arc::clone(&document.puzzle),
            description: Arc::clone(description),
            wake: Arc::clone(wake),
        }
    }

    /// The number of combinations, counted in the background when the choices have changed.
    fn count(&mut self) -> &Task<u64> {
        let known = self.counted.take().filter(|(form, _)| *form == self.form);
        let (form, mut task) = known.unwrap_or_else(|| {
            let (form, puzzle) = (self.form.clone(), Arc::clone(&self.puzzle));
            let wake = Arc::clone(&self.wake);
            let task = Task::start(move || form.combinations(&puzzle), move || wake());
            (self.form.clone(), task)
        });
        task.poll();
        &self.counted.insert((form, task)).1
    }

    fn is_changed(&self) -> bool {
        match &self.description.variants {
            Some(own) => *own != self.form,
            None => !self.form.of.is_empty(),
        }
    }
}

/// Shows the card; whether it is to be closed.
pub(super) fn show(state: &mut VariantsEditor, out: &mut Actions, ui: &Ui) -> bool {
    let ((done, cancelled), is_over) =
        super::sheet_with_foot(ui, TITLE, WIDTH, state, fields, |state, ui, ()| foot(state, ui));
    if done {
        out.edit(Edit::Variants(Box::new(state.form.clone())), None);
    }
    done || cancelled || is_over
}

fn fields(state: &mut VariantsEditor, ui: &mut Ui) {
    let palette = Palette::current(ui);
    widgets::elided(ui, TITLE, semibold(15.0), palette.text, WIDTH);
    let caption = "Every combination of these choices is a puzzle of its own.";
    widgets::elided(ui, caption, regular(12.0), palette.text2, WIDTH);
    ui.add_space(10.0);
    choices(state, ui);
    ui.add_space(14.0);
    widgets::section_title(ui, "Add a choice", "");
    let chosen = state.new.show(&state.puzzle, &state.description, ui);
    match chosen {
        Some(Ok(choice)) => {
            state.form.add(choice);
            state.error = None;
        }
        Some(Err(why)) => state.error = Some(why),
        None => {}
    }
    ui.add_space(14.0);
    if state.form.of.iter().any(leaves_open) {
        exceptions(state, ui);
        ui.add_space(14.0);
    }
    if !state.form.of.is_empty() {
        name(state, ui);
    }
    if let Some(why) = &state.error {
        widgets::paragraph(ui, why, regular(12.0), palette.alert);
    }
    ui.add_space(12.0);
}

/// Whether a choice leaves sites open.
fn leaves_open(choice: &ChoiceForm) -> bool {
    matches!(choice, ChoiceForm::OpenOne(_) | ChoiceForm::OpenSome(..) | ChoiceForm::OpenSets(_))
}

/// The choices, each with a button that removes it.
fn choices(state: &mut VariantsEditor, ui: &mut Ui) {
    let palette = Palette::current(ui);
    if state.form.of.is_empty() {
        widgets::paragraph(ui, "No choice yet.", regular(13.0), palette.text2);
        return;
    }
    let mut removed = None;
    for (n, choice) in state.form.of.iter().enumerate() {
        let words = choice.words(state.puzzle.lattice);
        if entry(ui, ("choice", n), &words, &format!("Remove choice {}", n + 1)) {
            removed = Some(n);
        }
    }
    if let Some(n) = removed {
        state.form.remove(n);
        state.error = None;
        if !state.form.of.iter().any(leaves_open) {
            state.form.except.clear();
        }
    }
}

/// Words with a button of some name that removes what they stand for; whether it is pressed.
fn entry(ui: &mut Ui, id: (&str, usize), words: &str, name: &str) -> bool {
    let size = vec2(ui.available_width(), 32.0);
    ui.push_id(id, |ui| {
        let row = ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = 8.0;
            let pressed = widgets::icon_button(ui, Icon::Close, name).clicked();
            let room = ui.available_width();
            let left = Layout::left_to_right(Align::Center);
            ui.allocate_ui_with_layout(vec2(room, 20.0), left, |ui| {
                let colour = Palette::current(ui).text;
                widgets::elided(ui, words, regular(13.0), colour, room);
            });
            pressed
        });
        row.inner
    })
    .inner
}

/// What is not left open together.
fn exceptions(state: &mut VariantsEditor, ui: &mut Ui) {
    let palette = Palette::current(ui);
    let number = state.form.except.len();
    let caption = if number == 0 { String::new() } else { text::grouped(number as u64) };
    widgets::section_title(ui, "Not left open together", &caption);
    let mut removed = None;
    for (n, names) in state.form.except.iter().enumerate().take(MOST_LISTED) {
        let names: Vec<String> = names.iter().map(|name| site_words(&state.puzzle, name)).collect();
        let words = names.join(", ");
        if entry(ui, ("exception", n), &words, &format!("Remove the exception {words}")) {
            removed = Some(n);
        }
    }
    if number > MOST_LISTED {
        let more = format!("and {} more", text::grouped((number - MOST_LISTED) as u64));
        widgets::elided(ui, &more, regular(12.0), palette.text2, WIDTH);
    }
    if let Some(n) = removed {
        state.form.except.remove(n);
        state.form.expect = Default::default();
    }
    let id = Id::unique("sites not left open together");
    let hint = "Texts of sites, such as Feb, 30";
    let (text, added) = field_and_button(ui, id, &mut state.together, hint, "Add exception");
    if added {
        match choice::site_names(&state.puzzle, &text) {
            Ok(names) => {
                if !state.form.except.contains(&names) {
                    state.form.except.push(names);
                    state.form.expect = Default::default();
                }
                state.together.clear();
                state.error = None;
            }
            Err(why) => state.error = Some(why),
        }
    }
}

/// A site by its text or its place.
fn site_words(puzzle: &Puzzle, name: &SiteName) -> String {
    match name {
        SiteName::Text(text) => text.clone(),
        SiteName::Address(address) => match puzzle.lattice.site_at(address) {
            Some(site) => format!("({})", puzzle.lattice.site_label(site)),
            None => format!("{address:?}"),
        },
    }
}

/// What a variant is called.
fn name(state: &mut VariantsEditor, ui: &mut Ui) {
    let parts: Vec<String> =
        state.form.of.iter().filter_map(|c| c.name_part()).map(|p| format!("{{{p}}}")).collect();
    if parts.is_empty() {
        return;
    }
    widgets::section_title(ui, "Name of a variant", "");
    let hint = format!("Such as {}; empty for the usual one", parts.join(" "));
    let id = Id::unique("name of a variant");
    widgets::text_field(ui, &mut state.form.name, &hint, id);
    ui.add_space(6.0);
}

/// A field and the button beside it; what is typed, and whether it is entered.
fn field_and_button(
    ui: &mut Ui,
    id: Id,
    text: &mut String,
    hint: &str,
    label: &str,
) -> (String, bool) {
    let size = vec2(ui.available_width(), 32.0);
    let row = ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = 8.0;
        let is_ready = !text.trim().is_empty();
        let pressed = widgets::Button::new(label).small().enabled(is_ready).show(ui).clicked();
        let field = widgets::text_field(ui, text, hint, id);
        let entered = field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
        if entered {
            // One exception is often followed by another.
            field.request_focus();
        }
        pressed || entered && is_ready
    });
    (text.clone(), row.inner)
}

/// How many combinations there are, or what is wrong, and the buttons.
fn foot(state: &mut VariantsEditor, ui: &mut Ui) -> (bool, bool) {
    let palette = Palette::current(ui);
    let is_empty = state.form.of.is_empty();
    let has_exceptions = !state.form.except.is_empty();
    let (words, colour, is_right) = match (is_empty, state.count()) {
        (true, _) => ("The puzzle has no variants then.".to_owned(), palette.text2, true),
        (false, Task::Waiting(_)) => ("Counting…".to_owned(), palette.text2, false),
        (false, Task::Failed(why)) => (text::capitalised(why) + ".", palette.alert, false),
        (false, Task::Ready(number)) => {
            let less = if has_exceptions { ", less the exceptions" } else { "" };
            (text::count(*number, "combination") + less + ".", palette.text2, true)
        }
    };
    widgets::paragraph(ui, &words, regular(12.0), colour);
    ui.add_space(8.0);
    let had = state.description.variants.is_some();
    let label = if is_empty && had { "Remove variants" } else { "Set variants" };
    let why_not = match (is_right, state.is_changed()) {
        (false, _) => Some(words.as_str()),
        (true, false) => Some("Nothing is changed."),
        (true, true) => None,
    };
    super::buttons(ui, label, why_not.is_none(), why_not)
}
