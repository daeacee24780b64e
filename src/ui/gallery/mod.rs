//! The gallery: puzzles to pick up.
//!
//! `entry` is a puzzle of the collection, `filter` says which are shown, `thumbnails` finds a
//! solution of each in the background, `card` paints one, `side` is the panel at the left,
//! `unsaved` offers work that was not saved.

mod card;
mod entry;
mod filter;
mod own;
mod side;
#[cfg(test)]
mod tests;
mod thumbnails;
mod unsaved;

use egui::{
    Align, CentralPanel, EventFilter, Frame, Id, Key, Layout, Modifiers, Panel, Rect, Response,
    Role, ScrollArea, Sense, Ui, UiBuilder, Vec2, WidgetInfo, pos2, vec2,
};

use self::entry::{Entry, Known};
use self::filter::{Filter, Sort};
use self::own::OwnPictures;
use self::thumbnails::{News, Pictures, Wanted};
use super::action::{Action, Actions, Model};
use super::replacement::Intent;
use super::widgets;
use super::widgets::focus;
use super::widgets::icons::Icon;
use super::widgets::input;
use super::widgets::theme::{Palette, regular, semibold};
use crate::format::bundled;
use crate::text;
use crate::workbench::Wake;
use crate::workbench::command::Shortcut;
use crate::workbench::{Command, Screen};

/// Distance of the cards from the sides of their area, in points.
const MARGIN: f32 = 20.0;
/// Distance between cards.
const GAP: f32 = 14.0;
/// The least width of a card.
const NARROWEST: f32 = 205.0;
/// Width of the panel at the left, unless it was changed.
const SIDE_WIDTH: f32 = 248.0;
/// Width of the search field where there is room.
const SEARCH_WIDTH: f32 = 380.0;

/// The state of the gallery.
pub(crate) struct GalleryState {
    entries: Vec<Entry>,
    filter: Filter,
    pictures: Pictures,
    own: OwnPictures,
    wake: Wake,
    /// The search text of the previous frame.
    searched: String,
    /// The selected puzzle, by its place in the collection.
    selected: usize,
    wants_search: bool,
    wants_selected_in_sight: bool,
}

impl GalleryState {
    /// The gallery of all bundled puzzles; their pictures are found meanwhile.
    pub(crate) fn new(wake: &Wake) -> GalleryState {
        let entries: Vec<Entry> = bundled::ALL.iter().map(Entry::new).collect();
        let wanted = entries
            .iter()
            .zip(bundled::ALL)
            .map(|(entry, bundled)| Wanted {
                puzzle: std::sync::Arc::clone(&entry.puzzle),
                hopeless: entry.known == Known::NoneExists,
                is_large: bundled.is_large(),
            })
            .collect();
        GalleryState {
            filter: Filter::new(&entries),
            pictures: Pictures::start(wanted, wake),
            own: OwnPictures::default(),
            wake: std::sync::Arc::clone(wake),
            searched: String::new(),
            entries,
            selected: 0,
            wants_search: false,
            wants_selected_in_sight: false,
        }
    }

    /// Takes in what the thread has found.
    pub(crate) fn poll(&mut self) {
        self.own.poll();
        for news in self.pictures.poll() {
            match news {
                News::Encoded(index, encoded) => self.entries[index].encoded = Some(encoded),
                News::Placed(index, placed) => self.entries[index].placed = placed,
            }
        }
    }

    /// Puts the cursor into the search field.
    pub(crate) fn focus_search(&mut self) {
        self.wants_search = true;
    }

    fn select(&mut self, index: usize) {
        self.selected = index;
        self.wants_selected_in_sight = true;
    }
}

fn search_id() -> Id {
    Id::unique("gallery search")
}

fn card_id(index: usize) -> Id {
    Id::unique(("gallery card", index))
}

/// The bar under the menu: search, and other ways to a puzzle.
pub(crate) fn bar(state: &mut GalleryState, model: Model, out: &mut Actions, ui: &mut Ui) {
    let palette = Palette::current(ui);
    let whole = ui.max_rect();
    match &model.bench.document {
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
    let wide: f32 = buttons.iter().map(|button| button.width(ui) + 8.0).sum();
    let end = whole.right() - wide + 8.0 - MARGIN;

    // In line with the cards, as wide as there is room for.
    let left = whole.left() + SIDE_WIDTH - 4.0;
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
        for (button, (command, _)) in buttons.into_iter().zip(commands) {
            if button.show(ui).clicked() {
                out.send(command);
            }
        }
    });
}

/// The panels beneath the bar.
pub(crate) fn show(state: &mut GalleryState, model: Model, out: &mut Actions, ui: &mut Ui) {
    let palette = Palette::current(ui);
    Panel::left("gallery side")
        .frame(Frame::new().fill(palette.panel))
        .default_size(SIDE_WIDTH)
        .min_size(240.0)
        .max_size(400.0)
        .show(ui, |ui| {
            focus::part(ui, "gallery side", ui.max_rect());
            side::show(state, model, out, ui);
        });
    let frame = Frame::new().fill(palette.panel);
    CentralPanel::default().frame(frame).show(ui, |ui| {
        focus::main_part(ui, "cards", ui.max_rect());
        widgets::column(ui, |ui| cards(state, model, out, ui));
    });
}

/// The status line: what is selected, and what Enter does.
pub(crate) fn status(gallery: &GalleryState) -> (String, String) {
    let shown = gallery.filter.shown(&gallery.entries);
    if shown.contains(&gallery.selected) {
        (gallery.entries[gallery.selected].facts(), "Enter opens".to_owned())
    } else {
        Default::default()
    }
}

fn cards(gallery: &mut GalleryState, model: Model, out: &mut Actions, ui: &mut Ui) {
    unsaved::show(model, out, ui);
    let shown = gallery.filter.shown(&gallery.entries);
    let is_new = gallery.searched != gallery.filter.search;
    gallery.searched.clone_from(&gallery.filter.search);
    if let Some(&first) = shown.first()
        && (is_new || !shown.contains(&gallery.selected))
    {
        gallery.select(first);
    }
    head(gallery, ui, shown.len());
    if shown.is_empty() {
        nothing(gallery, ui);
        return;
    }
    // Of the whole width, so that a scroll bar that comes or goes moves nothing.
    let room = ui.available_width() - 2.0 * MARGIN;
    let columns = (((room + GAP) / (NARROWEST + GAP)) as usize).max(1);
    let mut open = None;
    // What is up over the gallery, or a menu, has the keys.
    if !model.modal && !egui::Popup::is_any_open(ui.ctx()) {
        open = keys(gallery, ui, &shown, columns);
    }
    open = grid(gallery, ui, &shown, columns, room).or(open);
    if let Some(index) = open {
        out.push(Action::Intend(Intent::Bundled(index)));
    }
}

/// The least width of a heading that has room for what the switch in it is for.
const ROOMY_HEAD: f32 = 520.0;

/// The heading, and the order of the cards.
fn head(gallery: &mut GalleryState, ui: &mut Ui, shown: usize) {
    let palette = Palette::current(ui);
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 48.0), Sense::hover());
    let inner = rect.shrink2(vec2(MARGIN, 0.0));
    let right = UiBuilder::new().max_rect(inner).layout(Layout::right_to_left(Align::Center));
    let end = ui
        .scope_builder(right, |ui| {
            let choices = [
                (Sort::Collection, "Collection"),
                (Sort::Title, "Title"),
                (Sort::Solutions, "Solutions"),
            ];
            let switch = widgets::segmented(ui, &mut gallery.filter.sort, &choices).rect;
            if inner.width() < ROOMY_HEAD {
                return switch.left();
            }
            widgets::elided(ui, "Sort", regular(12.0), palette.text2, 60.0).rect.left()
        })
        .inner;
    let left = UiBuilder::new().max_rect(inner).layout(Layout::left_to_right(Align::Center));
    ui.scope_builder(left, |ui| {
        let font = semibold(15.0);
        widgets::elided(ui, "Bundled puzzles", font, palette.text, end - GAP - inner.left());
        let count = format!("{shown} of {}", gallery.entries.len());
        let room = end - GAP - ui.cursor().left();
        if room > 60.0 {
            widgets::elided(ui, &count, regular(13.0), palette.text2, room);
        }
    });
}

/// Shows a message when no puzzle passes the filters.
fn nothing(gallery: &mut GalleryState, ui: &mut Ui) {
    let palette = Palette::current(ui);
    ui.add_space((ui.available_height() * 0.3).max(24.0));
    ui.vertical_centered(|ui| {
        let text = format!("0 of {} match.", gallery.entries.len());
        widgets::elided(ui, &text, regular(13.0), palette.text2, 300.0);
        ui.add_space(12.0);
        if widgets::Button::new("Clear filters").show(ui).clicked() {
            gallery.filter.clear();
        }
    });
}

/// Arrow keys select, Enter opens: what is to be opened.
fn keys(gallery: &mut GalleryState, ui: &Ui, shown: &[usize], columns: usize) -> Option<usize> {
    let focused = ui.memory(|memory| memory.focused());
    let on_card = focused.is_some_and(|id| shown.iter().any(|&index| card_id(index) == id));
    if focused.is_some() && !on_card {
        return None;
    }
    let at = shown.iter().position(|&index| index == gallery.selected)?;
    let last = shown.len() - 1;
    let arrows = [Key::ArrowLeft, Key::ArrowRight, Key::ArrowUp, Key::ArrowDown];
    let to = input::take_presses(ui, &arrows).into_iter().fold(at, |at, key| match key {
        Key::ArrowLeft => at.saturating_sub(1),
        Key::ArrowRight => (at + 1).min(last),
        Key::ArrowUp => at.checked_sub(columns).unwrap_or(at),
        // From above a gap in the last row one comes to the last card.
        _ if at / columns < last / columns => (at + columns).min(last),
        _ => at,
    });
    if to != at {
        gallery.select(shown[to]);
        if on_card {
            ui.memory_mut(|memory| memory.request_focus(card_id(shown[to])));
        }
    }
    // A card that has the focus is clicked by Enter without our help.
    (!on_card && !input::take_presses(ui, &[Key::Enter]).is_empty()).then_some(gallery.selected)
}

/// The cards; what is to be opened.
fn grid(
    gallery: &mut GalleryState,
    ui: &mut Ui,
    shown: &[usize],
    columns: usize,
    room: f32,
) -> Option<usize> {
    let width = ((room - GAP * (columns - 1) as f32) / columns as f32).floor();
    let rows = shown.len().div_ceil(columns);
    let height = rows as f32 * (card::HEIGHT + GAP) - GAP + MARGIN;
    let mut open = None;
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        let (area, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
        for (place, &index) in shown.iter().enumerate() {
            let (row, column) = (place / columns, place % columns);
            let corner = vec2(
                MARGIN + column as f32 * (width + GAP),
                1.0 + row as f32 * (card::HEIGHT + GAP),
            );
            let rect = Rect::from_min_size(area.min + corner, Vec2::new(width, card::HEIGHT));
            let id = card_id(index);
            let response = ui.interact(rect, id, Sense::click());
            if follow_card(gallery, index, &response, ui) {
                open = Some(index);
            }
            let selected = gallery.selected == index;
            let entry = &mut gallery.entries[index];
            response.widget_info(|| {
                WidgetInfo::selected(Role::Button, ui.is_enabled(), selected, &entry.puzzle.title)
            });
            if selected && std::mem::take(&mut gallery.wants_selected_in_sight) {
                ui.scroll_to_rect(rect.expand(GAP), None);
            }
            if ui.is_rect_visible(rect) {
                let whole = card::paint(ui, rect, entry, selected, &response);
                if !whole {
                    response.on_hover_text(&entry.puzzle.title);
                }
            }
        }
    });
    open
}

/// Selects a card that the pointer or the focus comes to; whether it is to be opened: by Enter, by
/// a click when it is selected already, or by a double click.
fn follow_card(gallery: &mut GalleryState, index: usize, response: &Response, ui: &Ui) -> bool {
    let was_selected = gallery.selected == index;
    if response.has_focus() {
        let arrows = EventFilter {
            horizontal_arrows: true,
            vertical_arrows: true,
            ..EventFilter::default()
        };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, arrows));
    }
    if response.gained_focus() {
        gallery.select(index);
    }
    let by_pointer = response.clicked_by(egui::PointerButton::Primary);
    if response.clicked() && (!by_pointer || was_selected) || response.double_clicked() {
        return true;
    }
    if by_pointer {
        gallery.select(index);
        // The ring of the keyboard shall not stay behind on another card.
        if let Some(focused) = ui.memory(|memory| memory.focused()) {
            ui.memory_mut(|memory| memory.surrender_focus(focused));
        }
    }
    false
}
