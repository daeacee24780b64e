//! Filters that are saved with the puzzle under a name.

use egui::{Id, Key, Ui, vec2};

use crate::solution::filter::Expression;
use crate::ui::action::{Action, Actions};
use crate::ui::widgets;
use crate::ui::widgets::icons::Icon;
use crate::ui::widgets::theme::{GAP, Palette, regular};
use crate::workbench::Document;
use crate::workbench::edit::Edit;
use crate::workbench::solutions::listing::ListSettings;

/// The name under which a filter is being saved.
#[derive(Default)]
pub(super) struct Saving {
    name: String,
    /// Frames since the field appeared, up to 2. The click that opened it would take the focus from
    /// it in the first.
    frames: u8,
}

/// The button that begins to save the filter.
pub(super) fn button(
    saving: &mut Option<Saving>,
    document: &Document,
    settings: &ListSettings,
    ui: &mut Ui,
) {
    let condition = document
        .solved_encoding()
        .and_then(|encoding| settings.condition(document.solved_puzzle(), encoding));
    let tip = match (&condition, settings.filters()) {
        (Some(_), _) => "Save the filter with the puzzle under a name.",
        (None, true) => "Marks and ranges of numbers cannot be saved with a filter.",
        (None, false) => "Choose a filter first.",
    };
    let button = widgets::Button::new("Save filter…").small().tooltip(tip);
    if button.enabled(condition.is_some()).show(ui).clicked() {
        saving.get_or_insert_default();
    }
}

/// The field for the name of the filter that is being saved.
fn name_field(
    saving: &mut Option<Saving>,
    document: &Document,
    settings: &ListSettings,
    out: &mut Actions,
    ui: &mut Ui,
) {
    let (Some(Saving { name, frames }), Some(encoding)) =
        (&mut *saving, document.solved_encoding())
    else {
        return;
    };
    ui.add_space(GAP);
    let id = Id::unique("name of the filter");
    if *frames == 1 {
        ui.memory_mut(|memory| memory.request_focus(id));
    }
    *frames = (*frames + 1).min(2);
    let response = widgets::text_field(ui, name, "Name of the filter, then Enter", id);
    let is_pressed = |key| ui.input(|i| i.key_pressed(key));
    if response.lost_focus() && is_pressed(Key::Enter) {
        let condition = settings.condition(document.solved_puzzle(), encoding);
        let name = name.trim().to_owned();
        if let (false, Some(condition)) = (name.is_empty(), condition) {
            out.edit(Edit::Filter(name, Some(condition.to_string())), None);
        }
        *saving = None;
    } else if response.lost_focus() && is_pressed(Key::Escape) {
        *saving = None;
    }
}

/// The field for the name, and the saved filters; whether one of them was chosen.
pub(super) fn rows(
    saving: &mut Option<Saving>,
    document: &Document,
    settings: &mut ListSettings,
    out: &mut Actions,
    ui: &mut Ui,
) -> bool {
    let Some(encoding) = document.solved_encoding() else { return false };
    let puzzle = document.solved_puzzle();
    name_field(saving, document, settings, out, ui);
    let filters = &document.description().filters;
    if filters.is_empty() {
        return false;
    }
    ui.add_space(GAP);
    let mut is_chosen = false;
    let current = settings.condition(puzzle, encoding).map(|condition| condition.to_string());
    for (name, condition) in filters {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = GAP;
            // The button that removes it is 32 points wide.
            let room = vec2((ui.available_width() - 32.0 - GAP).max(40.0), 28.0);
            let is_on = current.as_ref() == Some(condition);
            let row = |ui: &mut Ui| widgets::radio_row(ui, is_on, name, "");
            let tip = format!("List the solutions with: {condition}");
            if ui.allocate_ui(room, row).inner.on_hover_text(tip).clicked() {
                match condition.parse::<Expression>() {
                    Ok(parsed) => {
                        *settings = settings.with_condition(&parsed, puzzle, encoding);
                        is_chosen = true;
                    }
                    Err(error) => out.complain(format!("The filter \"{name}\": {error}.")),
                }
            }
            let remove = format!("Remove filter {name}");
            if widgets::icon_button(ui, Icon::Close, &remove).clicked() {
                out.push(Action::Edit(Edit::Filter(name.clone(), None), None));
            }
        });
    }
    let note = "Part of the puzzle: kept in its file when you save it.";
    widgets::paragraph(ui, note, regular(12.0), Palette::current(ui).text2);
    is_chosen
}
