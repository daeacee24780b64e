//! The menus: the bar above the window, and what every menu is put together from. In a compact window
//! one button lists the menus.
//!
//! By the keyboard, Alt with the underlined letter opens a menu, Left and Right go to the next one,
//! Up and Down go through its entries (egui's own doing), Home and End to the first and the last,
//! Escape closes it and gives the focus back. The entry with the focus is scrolled into sight.

use std::borrow::Cow;

use egui::accesskit::Role;
use egui::text::LayoutJob;
use egui::{
    Align, Context, Event, FocusDirection, Id, Key, LayerId, Layout, Modifiers, Popup, Rect,
    Response, RichText, Stroke, TextFormat, Ui, Vec2,
};

use crate::ui::action::{Actions, Model};
use crate::ui::widgets::icons::Icon;
use crate::ui::widgets::theme::{self, Palette};
use crate::ui::widgets::{self, focus};
use crate::workbench::Command;
use crate::workbench::command::{Menu, Shortcut};

/// The height of an entry, in points.
const ENTRY: f32 = 26.0;

/// The state of the bar that is kept from frame to frame.
#[derive(Clone, Default)]
struct BarState {
    /// Of each menu its button and its popup, once they were drawn.
    menus: Vec<(Id, Id)>,
    /// The list of the menus, where one button stands for all of them.
    list: Option<Id>,
    /// The menu whose first entry is to have the focus.
    entering: Option<Id>,
    /// The entry with the focus, which has been brought into sight.
    in_sight: Option<Id>,
    /// The widget that had the focus when a menu was opened by the keyboard.
    before: Option<Option<Id>>,
}

impl BarState {
    fn of<R>(ctx: &Context, change: impl FnOnce(&mut BarState) -> R) -> R {
        ctx.data_mut(|data| change(data.get_temp_mut_or_default(Id::unique("menu bar"))))
    }

    /// Returns the index of the open menu.
    fn open(&self, ctx: &Context) -> Option<usize> {
        self.menus.iter().position(|(_, popup)| Popup::is_id_open(ctx, *popup))
    }

    /// Returns whether a menu, or the list of them, is open.
    fn is_any_open(&self, ctx: &Context) -> bool {
        self.open(ctx).is_some() || self.list.is_some_and(|list| Popup::is_id_open(ctx, list))
    }
}

/// The letter that opens a menu with Alt.
fn mnemonic(menu: Menu) -> char {
    menu.title().chars().next().expect("menus have titles")
}

/// Takes the keys that open menus, and those that change from one to the next while one is open,
/// before anything is drawn. `is_free` says that no dialog is up.
pub(crate) fn follow_keys(ctx: &Context, is_free: bool) {
    let state = BarState::of(ctx, |state| state.clone());
    if !is_free || state.menus.len() != Menu::ALL.len() {
        return;
    }
    let open = state.open(ctx);
    let focused = ctx.memory(|memory| memory.focused());
    let on_bar = state.menus.iter().position(|(button, _)| Some(*button) == focused);
    let to = Menu::ALL.iter().position(|&menu| take_mnemonic(ctx, mnemonic(menu)));
    let mut to = to.map(|at| state.menus[at].1);
    let pressed =
        |key: Key| ctx.input_mut(|input| input.count_and_consume_key(Modifiers::NONE, key));
    if let Some(at) = open {
        let n = Menu::ALL.len();
        let (left, right) = (pressed(Key::ArrowLeft) % n, pressed(Key::ArrowRight) % n);
        if left != right {
            to = to.or(Some(state.menus[(at + n + right - left) % n].1));
        }
    } else if let Some(at) = on_bar
        && pressed(Key::ArrowDown) > 0
    {
        to = to.or(state.list).or(Some(state.menus[at].1));
    }
    let Some(popup) = to else { return };
    ctx.memory_mut(|memory| memory.move_focus(FocusDirection::None));
    Popup::open_id(ctx, popup);
    BarState::of(ctx, |state| {
        state.entering = Some(popup);
        state.before.get_or_insert(focused);
    });
}

/// Takes a press of Alt with a letter out of the input, with the letter itself.
fn take_mnemonic(ctx: &Context, letter: char) -> bool {
    let Some(key) = Key::from_name(&letter.to_string()) else { return false };
    ctx.input_mut(|input| {
        let is_pressed = input.count_and_consume_key(Modifiers::ALT, key) > 0;
        let is_letter = |text: &str| text.eq_ignore_ascii_case(&letter.to_string());
        if is_pressed {
            input.events.retain(|event| !matches!(event, Event::Text(text) if is_letter(text)));
        }
        is_pressed
    })
}

/// The bar of menus.
pub(crate) fn bar(model: Model, out: &mut Actions, ui: &mut Ui) {
    let palette = Palette::current(ui);
    let was_open = BarState::of(ui.ctx(), |state| state.clone()).is_any_open(ui.ctx());
    widgets::bar(ui, "menu", 28.0, palette.bars, |ui| {
        egui::MenuBar::new().ui(ui, |ui| {
            ui.spacing_mut().button_padding = Vec2::new(8.0, 2.0);
            let menus = Menu::ALL.map(|menu| title(model, out, ui, menu));
            BarState::of(ui.ctx(), |state| (state.menus, state.list) = (menus.to_vec(), None));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let hint = Command::Commands.shortcut().map(Shortcut::words);
                let button = widgets::Button::new("Commands")
                    .hint(hint.as_deref().unwrap_or_default())
                    .quiet()
                    .small();
                if button.show(ui).clicked() {
                    out.send(Command::Commands);
                }
            });
        });
    });
    give_back(ui, was_open);
}

/// The button that stands for the menus in a compact window. It lists them; the one that is chosen
/// opens in place of the list.
pub(crate) fn collapsed(model: Model, out: &mut Actions, ui: &mut Ui) {
    let was_open = BarState::of(ui.ctx(), |state| state.clone()).is_any_open(ui.ctx());
    let focused = ui.memory(|memory| memory.focused());
    let button = widgets::Button::new("Menu").icon(Icon::ChevronDown).quiet().show(ui);
    let list = Popup::default_response_id(&button);
    let menus = Menu::ALL.map(|menu| (menu, button.id.with(menu.title())));
    let ids = menus.map(|(_, popup)| (button.id, popup));
    BarState::of(ui.ctx(), |state| (state.menus, state.list) = (ids.to_vec(), Some(list)));
    let by_key = was_clicked_by_key(&button, ui);
    let mut chosen = None;
    Popup::menu(&button).show(|ui| {
        let layer = ui.layer_id();
        menu_column(ui, |ui| {
            for (menu, popup) in menus {
                let entry = egui::Button::new(menu.title())
                    .shortcut_text(RichText::new(format!("Alt+{}", mnemonic(menu))).size(11.0))
                    .min_size(Vec2::new(204.0, ENTRY));
                let response = ui.add(entry);
                ui.ctx().accesskit_node_builder(response.id, |node| {
                    node.set_role(Role::MenuItem);
                    node.set_label(menu.title());
                });
                if response.clicked() {
                    chosen = Some((popup, was_clicked_by_key(&response, ui)));
                }
            }
        });
        enter_menu(layer, ui);
    });
    for (menu, popup) in menus {
        let place = Popup::menu(&button).id(popup).open_memory(None);
        place.show(|ui| menu_contents(model, out, ui, menu));
    }
    if by_key && Popup::is_id_open(ui.ctx(), list) {
        enter_by_key(ui.ctx(), list, focused);
    }
    if let Some((popup, by_key)) = chosen {
        Popup::open_id(ui.ctx(), popup);
        if by_key {
            enter_by_key(ui.ctx(), popup, focused);
        }
        ui.ctx().request_repaint();
    }
    give_back(ui, was_open);
}

/// Returns whether a click was a press of a key.
fn was_clicked_by_key(response: &Response, ui: &Ui) -> bool {
    let is_pressed = |key: &Key| ui.input(|input| input.key_pressed(*key));
    response.clicked() && [Key::Enter, Key::Space].iter().any(is_pressed)
}

/// Gives the focus to the first entry of a menu as soon as that is known; `focused` is what had it.
fn enter_by_key(ctx: &Context, popup: Id, focused: Option<Id>) {
    BarState::of(ctx, |state| {
        state.entering = Some(popup);
        state.before.get_or_insert(focused);
    });
}

/// Gives the focus to the first entry of the menu that is drawn, if it was opened by the keyboard.
fn enter_menu(layer: LayerId, ui: &Ui) {
    // What a menu contains is known in its second frame.
    let entering = BarState::of(ui.ctx(), |state| state.entering);
    if entering == Some(layer.id) && focus::enter(ui.ctx(), layer, Rect::EVERYTHING) {
        BarState::of(ui.ctx(), |state| state.entering = None);
    }
    if entering.is_some() {
        ui.ctx().request_repaint();
    }
}

/// Gives the focus back to where it was before a menu was opened by the keyboard, if a key has
/// closed it.
fn give_back(ui: &Ui, was_open: bool) {
    let state = BarState::of(ui.ctx(), |state| state.clone());
    if state.is_any_open(ui.ctx()) {
        return;
    }
    let closed_by_key = was_open
        && [Key::Escape, Key::Enter, Key::Space].iter().any(|&k| ui.input(|i| i.key_pressed(k)));
    if let Some(before) = state.before.filter(|_| closed_by_key) {
        ui.memory_mut(|memory| match before {
            Some(id) => memory.request_focus(id),
            None => memory.stop_text_input(),
        });
    }
    if was_open || state.before.is_some() {
        BarState::of(ui.ctx(), |state| {
            (state.before, state.entering, state.in_sight) = (None, None, None);
        });
    }
}

/// The title of a menu, and the menu if it is open; the ids of both.
fn title(model: Model, out: &mut Actions, ui: &mut Ui, menu: Menu) -> (Id, Id) {
    let focused = ui.memory(|memory| memory.focused());
    let mut text = LayoutJob::default();
    let ink = Palette::current(ui).text;
    let format = TextFormat::simple(theme::regular(13.0), ink);
    // The letter is underlined where it is of use.
    let on_bar = BarState::of(ui.ctx(), |state| {
        let on_button = state.menus.iter().any(|(button, _)| Some(*button) == focused);
        on_button || state.before.is_some()
    });
    let shown = on_bar || ui.input(|input| input.modifiers.alt);
    let underline = if shown { Stroke::new(1.0, ink) } else { Stroke::NONE };
    let line = TextFormat { underline, ..format.clone() };
    let (first, rest) = menu.title().split_at(mnemonic(menu).len_utf8());
    text.append(first, 0.0, line);
    text.append(rest, 0.0, format);
    let button = ui.menu_button(text, |ui| menu_contents(model, out, ui, menu)).response;
    let popup = Popup::default_response_id(&button);
    if was_clicked_by_key(&button, ui) && Popup::is_id_open(ui.ctx(), popup) {
        enter_by_key(ui.ctx(), popup, focused);
    }
    widgets::focus_ring(ui, &button, button.rect.shrink(2.0), theme::RADIUS);
    (button.id, popup)
}

/// Shows the contents of an open menu.
fn menu_contents(model: Model, out: &mut Actions, ui: &mut Ui, menu: Menu) {
    ui.set_min_width(220.0);
    let layer = ui.layer_id();
    menu_column(ui, |ui| {
        if BarState::of(ui.ctx(), |state| state.list.is_some()) {
            menu_heading(ui, menu.title());
        }
        menu_entries(model, out, ui, menu);
    });
    enter_menu(layer, ui);
}

/// The entries of a menu, one below the other; in a low window they scroll.
pub(crate) fn menu_column<R>(ui: &mut Ui, add: impl FnOnce(&mut Ui) -> R) -> R {
    ui.spacing_mut().button_padding = Vec2::new(8.0, 2.0);
    let room = ui.ctx().content_rect().height() - 60.0;
    // A popup offers less than the window has.
    ui.set_max_height(room);
    let scroll = egui::ScrollArea::vertical().max_height(room);
    scroll.show(ui, |ui| widgets::column(ui, add).inner).inner
}

/// Returns whether a command has a place in its menu: those about variants, solids and moves only where
/// there are some, or the menu would be higher than many windows.
fn belongs_here(command: Command, model: Model) -> bool {
    let document = model.bench.document.as_ref();
    let has_variants =
        || document.is_some_and(|own| own.has_variants().is_ok() || own.sets().is_shown());
    match command {
        Command::Variant(_) => has_variants(),
        Command::Look(_) | Command::Turn(_) | Command::Explode | Command::ShowAll => {
            document.is_some_and(|own| own.puzzle.lattice.is_solid())
        }
        Command::NextMove | Command::PreviousMove | Command::Assemble => {
            model.bench.disassembly.is_some()
        }
        _ => true,
    }
}

/// All commands of a menu. A letter that is typed leads to the next one that begins with it.
fn menu_entries(model: Model, out: &mut Actions, ui: &mut Ui, menu: Menu) {
    let mut initials = Vec::new();
    let listed = |c: &Command| c.menu() == Some(menu) && belongs_here(*c, model);
    for command in Command::ALL.into_iter().filter(listed) {
        if command.begins_group() {
            menu_line(ui);
        }
        let response = entry(model, out, ui, command);
        if response.clicked() {
            ui.close();
        }
        if response.enabled() {
            initials.push((response.id, command.label().chars().next()));
        }
    }
    if initials.is_empty() {
        // Nothing in it can have the focus.
        widgets::input::scroll_by_keys(ui, widgets::input::UP_AND_DOWN, ENTRY);
    }
    let take = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    let end = match (take(Key::Home), take(Key::End)) {
        (true, _) => initials.first(),
        (_, true) => initials.last(),
        _ => None,
    };
    if let Some((id, _)) = end {
        ui.memory_mut(|memory| memory.request_focus(*id));
    }
    let focused = ui.memory(|memory| memory.focused());
    for letter in typed_letters(ui) {
        let at = initials.iter().position(|(id, _)| Some(*id) == focused).map_or(0, |at| at + 1);
        let around = initials[at..].iter().chain(&initials[..at]);
        let next = around.copied().find(|(_, initial)| *initial == Some(letter));
        if let Some((id, _)) = next {
            ui.memory_mut(|memory| memory.request_focus(id));
        }
    }
}

/// The letters that were typed, as capitals.
fn typed_letters(ui: &Ui) -> Vec<char> {
    let letter = |event: &Event| match event {
        Event::Key { key, pressed: true, modifiers, .. } if modifiers.is_none() => {
            let mut name = key.name().chars();
            name.next().filter(|c| c.is_ascii_uppercase() && name.next().is_none())
        }
        _ => None,
    };
    ui.input(|input| input.events.iter().filter_map(letter).collect())
}

/// A command in a menu; whether it was asked for.
pub(crate) fn menu_entry(model: Model, out: &mut Actions, ui: &mut Ui, command: Command) -> bool {
    entry(model, out, ui, command).clicked()
}

/// An entry of a menu that is no command; whether it was clicked.
pub(crate) fn plain_entry(ui: &mut Ui, label: &str, is_available: bool) -> bool {
    let button = egui::Button::new(label).min_size(Vec2::new(204.0, ENTRY));
    let response = ui.add_enabled(is_available, button);
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_role(Role::MenuItem));
    if response.clicked() {
        ui.close();
    }
    response.clicked()
}

/// Shows a heading for the entries below it.
pub(crate) fn menu_heading(ui: &mut Ui, text: &str) {
    let ink = Palette::current(ui).text2;
    ui.horizontal(|ui| {
        ui.add_space(8.0);
        widgets::elided(ui, text, theme::regular(12.0), ink, 190.0);
    });
    ui.add_space(2.0);
}

/// The line between two groups of entries.
pub(crate) fn menu_line(ui: &mut Ui) {
    ui.add_space(4.0);
    ui.separator();
    ui.add_space(4.0);
}

/// The menu of the right button on something: its entries, one below the other.
pub(crate) fn context_menu(response: &Response, add: impl FnOnce(&mut Ui)) {
    Popup::context_menu(response).show(|ui| {
        ui.set_min_width(220.0);
        menu_column(ui, add);
    });
}

/// A command in the menu of the right button.
pub(crate) fn context_entry(model: Model, out: &mut Actions, ui: &mut Ui, command: Command) {
    if entry(model, out, ui, command).clicked() {
        ui.close();
    }
}

fn entry(model: Model, out: &mut Actions, ui: &mut Ui, command: Command) -> Response {
    let available = command.available(model.bench);
    let keys = command.shortcut().map(Shortcut::words).unwrap_or_default();
    // Not by its fill alone.
    let chosen = match command {
        Command::Theme(theme) => theme == model.bench.settings.theme,
        Command::HighContrast => theme::has_high_contrast(ui.ctx()),
        _ => false,
    };
    let keys = if chosen { "in use".to_owned() } else { keys };
    let label = label(model, command);
    let button =
        egui::Button::new(label.as_ref()).selected(chosen).min_size(Vec2::new(204.0, ENTRY));
    // Without keys, readers of the screen would hear of an empty shortcut.
    let button = match keys.is_empty() {
        true => button,
        false => button.shortcut_text(RichText::new(keys).size(11.0)),
    };
    let response = ui.add_enabled(available.is_ok(), button);
    let tip = available.err().unwrap_or(command.hint());
    let response = response.on_hover_text(tip).on_disabled_hover_text(tip);
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_role(Role::MenuItem));
    let focused = response.has_focus().then_some(response.id);
    let in_sight = |state: &mut BarState| std::mem::replace(&mut state.in_sight, focused);
    if focused.is_some() && BarState::of(ui.ctx(), in_sight) != focused {
        response.scroll_to_me(None);
    }
    if response.clicked() {
        out.send(command);
    }
    response
}

/// Returns the current label of a command: undo and redo name what they would do.
fn label(model: Model, command: Command) -> Cow<'static, str> {
    let history = model.bench.document.as_ref().map(|d| d.history());
    let name = match command {
        Command::Undo if model.bench.pushes_to_undo() => Some("push"),
        Command::Redo if model.bench.pushes_to_redo() => Some("push"),
        Command::Undo => history.and_then(|history| history.undo_name()),
        Command::Redo => history.and_then(|history| history.redo_name()),
        _ => None,
    };
    match name {
        Some(name) => format!("{}: {name}", command.label()).into(),
        None => command.label().into(),
    }
}
