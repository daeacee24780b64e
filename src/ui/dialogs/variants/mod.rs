//! The variants of the open puzzle: the choices that are combined, exceptions, and how each is
//! called.

mod choice;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use egui::{Align, Id, Layout, Ui, vec2};

use self::choice::NewChoice;
use crate::job::variants::VariantCount;
use crate::puzzle::variants::{ChoiceForm, VariantsForm};
use crate::puzzle::{Description, Puzzle};
use crate::text;
use crate::ui::action::Actions;
use crate::ui::widgets;
use crate::ui::widgets::icons::Icon;
use crate::ui::widgets::theme::{Palette, regular, semibold};
use crate::workbench::derived::Derived;
use crate::workbench::edit::Edit;
use crate::workbench::{Document, Wake};

/// The name of the card.
const TITLE: &str = "Variants";
/// Width of the card, in points.
const WIDTH: f32 = 600.0;
/// Exceptions beyond so many are not listed one by one.
const MAX_LISTED: usize = 40;

/// A part of the card that has a line for what is wrong.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Section {
    Choice,
    Exceptions,
}

/// The variants as they are being changed.
pub(crate) struct VariantsEditor {
    form: VariantsForm,
    new: NewChoice,
    /// The texts of sites that are not left open together, as they are being typed.
    together: String,
    /// The error in the choice or the exception entered last.
    error: Option<(Section, String)>,
    /// True if Enter adds the exception that is being typed.
    keeps_enter: bool,
    counted: Derived<VariantsForm, VariantCount>,
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
            keeps_enter: false,
            counted: Derived::default(),
            puzzle: Arc::clone(&document.puzzle),
            description: Arc::clone(description),
            wake: Arc::clone(wake),
        }
    }

    /// The number of variants, counted in the background when the choices have changed.
    fn count(&mut self) -> &Derived<VariantsForm, VariantCount> {
        self.counted.follow(self.form.clone(), &self.wake, |form| {
            let (form, puzzle) = (form.clone(), Arc::clone(&self.puzzle));
            move |_| VariantCount::new(&puzzle, &form)
        });
        &self.counted
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
    // Above the choices, so that its controls stay in place while the list grows.
    widgets::section_title(ui, "Add a choice", "");
    let chosen = state.new.show(&state.puzzle, &state.description, &state.form, ui);
    match chosen {
        Some(Ok(choice)) => {
            state.form.add(choice);
            state.error = None;
        }
        Some(Err(why)) => state.error = Some((Section::Choice, why)),
        None => {}
    }
    error(state, Section::Choice, ui);
    ui.add_space(14.0);
    widgets::section_title(ui, "Choices", "");
    choices(state, ui);
    ui.add_space(14.0);
    state.keeps_enter = false;
    if state.form.of.iter().any(leaves_open) {
        exceptions(state, ui);
        ui.add_space(14.0);
    }
    if !state.form.of.is_empty() {
        name(state, ui);
    }
    ui.add_space(12.0);
}

/// Shows the error in the last entry in a part of the card.
fn error(state: &VariantsEditor, own: Section, ui: &mut Ui) {
    if let Some((section, why)) = &state.error
        && *section == own
    {
        ui.add_space(4.0);
        widgets::paragraph(ui, why, regular(12.0), Palette::current(ui).alert);
    }
}

/// Returns whether a choice leaves sites open.
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
        let words = choice.words(&state.puzzle);
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

/// Shows the sites that are not left open together.
fn exceptions(state: &mut VariantsEditor, ui: &mut Ui) {
    let palette = Palette::current(ui);
    let number = state.form.except.len();
    let caption = if number == 0 { String::new() } else { text::grouped(number as u64) };
    widgets::section_title(ui, "Never left open together", &caption);
    let mut removed = None;
    for (n, names) in state.form.except.iter().enumerate().take(MAX_LISTED) {
        let names: Vec<String> =
            names.iter().map(|name| name.words(state.puzzle.lattice)).collect();
        let words = names.join(", ");
        if entry(ui, ("exception", n), &words, &format!("Remove the exception {words}")) {
            removed = Some(n);
        }
    }
    if number > MAX_LISTED {
        let more = format!("and {} more", text::grouped((number - MAX_LISTED) as u64));
        widgets::elided(ui, &more, regular(12.0), palette.text2, WIDTH);
    }
    if let Some(n) = removed {
        state.form.except.remove(n);
        state.form.expect = Default::default();
    }
    let id = Id::unique("sites not left open together");
    let hint = "Texts of sites, such as Feb, 30";
    if exception_field(state, hint, id, ui) {
        match choice::site_names(&state.puzzle, &state.together) {
            Ok(names) => {
                if !state.form.except.contains(&names) {
                    state.form.except.push(names);
                    state.form.expect = Default::default();
                }
                state.together.clear();
                state.error = None;
            }
            Err(why) => state.error = Some((Section::Exceptions, why)),
        }
    }
    error(state, Section::Exceptions, ui);
}

/// Shows the name of a variant.
fn name(state: &mut VariantsEditor, ui: &mut Ui) {
    let parts: Vec<String> =
        state.form.of.iter().filter_map(|c| c.name_part()).map(|p| format!("{{{p}}}")).collect();
    if parts.is_empty() {
        return;
    }
    widgets::section_title(ui, "Name of a variant", "");
    let hint = format!("Such as {}; leave empty for the default name", parts.join(" "));
    let id = Id::unique("name of a variant");
    widgets::text_field(ui, &mut state.form.name, &hint, id);
    ui.add_space(6.0);
}

/// The field for an exception and the button beside it; whether what is typed is entered.
fn exception_field(state: &mut VariantsEditor, hint: &str, id: Id, ui: &mut Ui) -> bool {
    let size = vec2(ui.available_width(), 32.0);
    let row = ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = 8.0;
        let is_ready = !state.together.trim().is_empty();
        let button = widgets::Button::new("Add exception").small().enabled(is_ready);
        let pressed = button.show(ui).clicked();
        choice::typed(ui, &mut state.together, hint, id, &mut state.keeps_enter) || pressed
    });
    row.inner
}

/// Shows the number of variants, or what is wrong, and the buttons.
fn foot(state: &mut VariantsEditor, ui: &mut Ui) -> (bool, bool) {
    let palette = Palette::current(ui);
    let is_empty = state.form.of.is_empty();
    let count = state.count();
    let counted = count.get().filter(|_| !count.is_waiting());
    let (words, colour, is_right) = match (is_empty, count.failure(), counted) {
        (true, ..) => {
            ("Without a choice the puzzle has no variants.".to_owned(), palette.text2, true)
        }
        (false, Some(why), _) => (text::capitalised(why) + ".", palette.alert, false),
        (false, None, Some(count)) => (count.words(), palette.text2, true),
        (false, None, None) => ("Counting…".to_owned(), palette.text2, false),
    };
    widgets::paragraph(ui, &words, regular(12.0), colour);
    ui.add_space(8.0);
    let had = state.description.variants.is_some();
    let label = if is_empty && had { "Remove variants" } else { "Set variants" };
    let why_not = match (is_right, state.is_changed()) {
        (false, _) => Some(words.as_str()),
        (true, false) => Some("Nothing has changed."),
        (true, true) => None,
    };
    let keeps_enter = state.keeps_enter || state.new.keeps_enter;
    super::buttons_beside(ui, keeps_enter, label, why_not.is_none(), why_not)
}
