//! The bar under the menu: the search, and other ways to a puzzle.

use egui::{Align, Id, Key, Layout, Modifiers, Rect, Ui, UiBuilder, pos2, vec2};

use super::{GalleryState, MARGIN, SIDE_WIDTH};
use crate::text;
use crate::ui::action::{Actions, Model};
use crate::ui::widgets;
use crate::ui::widgets::icons::Icon;
use crate::ui::widgets::theme::{Palette, semibold};
use crate::workbench::command::Shortcut;
use crate::workbench::{Command, Screen};

/// Width of the search field where there is room.
const SEARCH_WIDTH: f32 = 380.0;

fn search_id() -> Id {
    Id::unique("gallery search")
}

/// Shows the bar.
pub(crate) fn bar(state: &mut GalleryState, model: Model, out: &mut Actions, ui: &mut Ui) {
    let palette = Palette::current(ui);
    let whole = ui.max_rect();
    let is_compact = widgets::is_compact(ui.ctx());
    ui.spacing_mut().item_spacing.x = 8.0;
    match &model.bench.document {
        Some(document) if is_compact => {
            let tip = format!("Back to {}", document.puzzle.title);
            if widgets::icon_button(ui, Icon::Back, &tip).clicked() {
                out.send(Command::Show(Screen::Design));
            }
        }
        None if is_compact => {}
        Some(document) => {
            let label = format!("Back to {}", text::shortened(&document.puzzle.title, 20));
            let tip = "Return to the open puzzle.";
            let button = widgets::Button::new(&label).icon(Icon::Back).quiet().tooltip(tip);
            if button.show(ui).clicked() {
                out.send(Command::Show(Screen::Design));
            }
        }
        None => {
            widgets::elided(ui, "Polywright", semibold(15.0), palette.text, 200.0);
        }
    }

    let roomy = whole.width() >= 1000.0;
    // What most come for is at the right end.
    let commands = [(Command::Open, Icon::Open), (Command::New, Icon::Plus)];
    let keys = commands.map(|(command, _)| command.shortcut().map(Shortcut::words));
    let keys = keys.map(Option::unwrap_or_default);
    let buttons = [0, 1].map(|n| {
        let (command, icon) = commands[n];
        let button = widgets::Button::new(command.label()).icon(icon).tooltip(command.hint());
        let button = if command == Command::New { button.primary() } else { button };
        if roomy { button.hint(&keys[n]) } else { button }
    });
    // In a compact window the menu has the other one.
    let first = usize::from(is_compact);
    let wide: f32 = buttons[first..].iter().map(|button| button.width(ui) + 8.0).sum();
    let end = whole.right() - wide + 8.0 - MARGIN;

    // In line with the cards, as wide as there is room for.
    let left = match is_compact {
        true => ui.cursor().left(),
        false => whole.left() + SIDE_WIDTH - 4.0,
    };
    let width = SEARCH_WIDTH.min(end - left).max(80.0);
    let field = Rect::from_min_size(pos2(left, whole.center().y - 14.0), vec2(width, 28.0));
    let mut inside = ui.new_child(UiBuilder::new().max_rect(field));
    let hint = match width >= SEARCH_WIDTH {
        true => "Search title, piece, source or number of solutions",
        false => "Search",
    };
    let search_keys = Command::Search.shortcut().map(Shortcut::words).unwrap_or_default();
    let search = &mut state.filter.search;
    if std::mem::take(&mut state.wants_search) {
        widgets::focus_whole(&inside, search_id(), search);
    }
    let response = widgets::search_field(&mut inside, search, hint, &search_keys, search_id());
    // From the field one comes down to the cards.
    if response.has_focus() && ui.input_mut(|i| i.consume_key(Modifiers::NONE, Key::ArrowDown)) {
        response.surrender_focus();
    }
    let right = whole.with_min_x(end + MARGIN);
    let builder = UiBuilder::new().max_rect(right).layout(Layout::left_to_right(Align::Center));
    ui.scope_builder(builder, |ui| {
        ui.spacing_mut().item_spacing.x = 8.0;
        for (button, (command, _)) in buttons.into_iter().zip(commands).skip(first) {
            if button.show(ui).clicked() {
                out.send(command);
            }
        }
    });
}
