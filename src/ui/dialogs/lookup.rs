//! Finding a solution by its number or its drawing.

use egui::{Frame, Id, Key, Margin, Modifiers, ScrollArea, TextEdit, Ui, vec2};

use crate::text;
use crate::ui::action::{Action, Actions, Model};
use crate::ui::widgets;
use crate::ui::widgets::theme::{Palette, mono, regular};
use crate::workbench::Document;
use crate::workbench::solutions::listing::PlacementCondition;
use crate::workbench::solutions::lookup::{self, LookupError, Wanted};

/// Width of the sheet, in points.
const WIDTH: f32 = 560.0;
/// Height of the field, in rows and points.
const ROWS: usize = 9;
const FIELD_HEIGHT: f32 = 172.0;

/// The input being typed.
#[derive(Default)]
pub(crate) struct Lookup {
    text: String,
    error: Option<String>,
    /// True once what was typed before has been brought back.
    is_begun: bool,
}

/// Shows the field; whether it is to be closed.
pub(super) fn show(find: &mut Lookup, model: Model, out: &mut Actions, ui: &Ui) -> bool {
    let Some(document) = &model.bench.document else { return true };
    // What was not looked for, as with Escape, is there again.
    let memory = Id::unique("typed solution to find");
    if !std::mem::replace(&mut find.is_begun, true) {
        find.text = ui.data(|data| data.get_temp(memory)).unwrap_or_default();
        widgets::focus_whole(ui, field_id(), &find.text);
    }
    let (pressed, is_over) = super::typed_sheet(ui, "Find solution", WIDTH, |ui| {
        widgets::panel_head(ui, "Find solution", "by number or drawing", |_| {});
        let most = lookup::most_characters(document.solved_puzzle());
        let margin = Margin::symmetric(16, 12);
        Frame::new().inner_margin(margin).show(ui, |ui| fields(find, most, ui)).inner
    });
    let is_done = pressed && look(find, document, out);
    if is_done {
        ui.data_mut(|data| data.remove::<String>(memory));
    } else if is_over {
        ui.data_mut(|data| data.insert_temp(memory, find.text.clone()));
    }
    is_over || is_done
}

/// The field, for the keyboard's focus.
fn field_id() -> Id {
    Id::unique("solution to find")
}

/// The field for at most so many characters, and the buttons; whether to look for what is typed.
fn fields(find: &mut Lookup, most: usize, ui: &mut Ui) -> bool {
    let palette = Palette::current(ui);
    let id = field_id();
    super::focus_field(ui, id);
    // Enter goes on to the next row of a drawing; a number is finished by it.
    let is_drawing = find.text.trim().contains('\n')
        || find.text.chars().any(|c| c.is_alphabetic() || c == '#' && find.text.len() > 1);
    let focused = ui.memory(|memory| memory.has_focus(id));
    let enter = || ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter));
    let mut pressed = super::is_ctrl_enter(ui) || focused && !is_drawing && enter();
    let hint = "816, or 100-200, or a drawing:\n\nI I I I I Z Z W W Y\nV V V F F Z Z W Y Y\nV N F F . . . . . .";
    let field = TextEdit::multiline(&mut find.text)
        .id(id)
        .font(mono(13.0))
        // One more than may be, so that what is longer is seen.
        .char_limit(most + 1)
        .hint_text(egui::RichText::new(hint).font(mono(13.0)))
        .desired_rows(ROWS)
        .desired_width(f32::INFINITY);
    // A long text is scrolled: the buttons stay where they are.
    let area = ScrollArea::vertical().id_salt("drawing").max_height(FIELD_HEIGHT);
    let add = |ui: &mut Ui| ui.add_sized(vec2(ui.available_width(), FIELD_HEIGHT), field);
    let response = area.show(ui, add).inner;
    response.widget_info(|| {
        let info = egui::WidgetInfo::text_edit(true, "", &find.text, hint);
        egui::WidgetInfo { label: Some("Number, range or drawing".to_owned()), ..info }
    });
    if response.changed() {
        find.error = None;
        if find.text.chars().nth(most).is_some() {
            // Drawing it in each frame would take long.
            find.text.clear();
            find.error = Some(LookupError::TooLong { most }.to_string());
        }
    }
    ui.add_space(8.0);
    let words = "The drawing may be turned or flipped and may use any letters. A dot leaves a cell \
                 open; then all solutions with the drawn pieces are listed.";
    let (words, colour) = match &find.error {
        Some(error) => (error.as_str(), palette.alert),
        None => (words, palette.text2),
    };
    widgets::paragraph(ui, words, regular(12.0), colour);
    ui.add_space(12.0);
    let hint = if is_drawing { "Ctrl+Enter" } else { "Enter" };
    ui.horizontal(|ui| {
        let button = widgets::Button::new("Find").primary().hint(hint);
        let is_ready = !find.text.trim().is_empty();
        let tip = "Go to the solution, or list all solutions with these pieces in place.";
        pressed |= button.enabled(is_ready).tooltip(tip).show(ui).clicked();
    });
    pressed
}

/// Looks for what is typed; whether it was found.
fn look(find: &mut Lookup, document: &Document, out: &mut Actions) -> bool {
    let Some(analysis) = document.basis() else { return true };
    let wanted = match lookup::read(&find.text, analysis) {
        Ok(wanted) => wanted,
        Err(error) => {
            find.error = Some(error.to_string());
            return false;
        }
    };
    let mut settings = document.browser().map(|browser| browser.settings().clone());
    let found = match (wanted, &mut settings) {
        (Wanted::Numbers(from, to), Some(settings)) => {
            settings.numbers = Some((from, to));
            None
        }
        (Wanted::Drawing { options, complete: false }, Some(settings)) => {
            settings.placements = options
                .iter()
                .map(|&option| PlacementCondition { option, present: true })
                .collect();
            None
        }
        (Wanted::Number(number), _) => Some(match document.position_of(number) {
            Some(n) => Ok(n),
            None => {
                let list = if document.listing().is_some() { " in the filtered list" } else { "" };
                Err(format!("There is no solution {}{list}", text::grouped(number)))
            }
        }),
        (Wanted::Drawing { options, .. }, _) => Some(match document.number_of(&options) {
            Some(number) => document.position_of_distinct(number).ok_or_else(|| {
                format!("The filter hides the drawn solution, number {}", text::grouped(number))
            }),
            None => Err("The drawing is not one of the solutions".to_owned()),
        }),
        (Wanted::Numbers(..), None) => None,
    };
    match found {
        Some(Ok(n)) => out.push(Action::Select(n)),
        Some(Err(error)) => {
            find.error = Some(format!("{error}."));
            return false;
        }
        None => {
            if let Some(settings) = settings {
                out.push(Action::SetList(Box::new(settings)));
            }
        }
    }
    true
}
