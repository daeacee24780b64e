//! The gallery: puzzles to pick up.
//!
//! `entry` is a puzzle of the collection, `filter` says which are shown, `thumbnails` finds a
//! solution of each in the background, `card` paints one, `mine` says what the user knows of it,
//! `side` is the panel at the left, `bar` the one above, `unsaved` offers work that was not saved.

mod bar;
mod card;
mod entry;
mod filter;
mod mine;
#[cfg(test)]
mod mine_tests;
mod own;
mod side;
#[cfg(test)]
mod tests;
mod thumbnails;
mod unsaved;

use std::path::Path;

use egui::{
    Align, Id, Key, Layout, Rect, Response, Role, ScrollArea, Sense, Ui, UiBuilder, Vec2,
    WidgetInfo, vec2,
};

pub(crate) use self::bar::bar;

use self::entry::{Entry, Known};
use self::filter::{Filter, Sort};
use self::mine::Overviews;
use self::own::OwnPictures;
use self::thumbnails::{News, Pictures, Wanted};
use super::action::{Action, Actions, Model};
use super::replacement::Intent;
use super::widgets;
use super::widgets::focus;
use super::widgets::input;
use super::widgets::side_panels::{Edge, SideLayout, SidePanel, Sides};
use super::widgets::theme::{Palette, regular, semibold};
use crate::format::bundled;
use crate::workbench::{Origin, Wake, Workbench};

/// Distance of the cards from the sides of their area, in points.
const MARGIN: f32 = 20.0;
/// Distance between cards.
const GAP: f32 = 14.0;
/// The least width of a card.
const NARROWEST: f32 = 205.0;
/// Width of the panel at the left, unless it was changed.
const SIDE_WIDTH: f32 = 248.0;
/// The panel at the left, and the width of the cards below which it folds.
const SIDES: SideLayout = SideLayout::with_left(
    SidePanel { id: "gallery side", name: "filters", usual: SIDE_WIDTH, least: 240.0 },
    440.0,
);

/// The state of the gallery.
pub(crate) struct GalleryState {
    entries: Vec<Entry>,
    filter: Filter,
    pictures: Pictures,
    own: OwnPictures,
    overviews: Overviews,
    wake: Wake,
    /// The search text of the previous frame.
    searched: String,
    /// The selected puzzle, by its place in the collection.
    selected: usize,
    wants_search: bool,
    wants_selected_in_sight: bool,
}

impl GalleryState {
    /// The gallery of all bundled puzzles; their pictures are found while it is seen.
    pub(crate) fn new(wake: &Wake) -> GalleryState {
        let entries: Vec<Entry> = bundled::ALL.iter().map(Entry::new).collect();
        let wanted = entries
            .iter()
            .zip(bundled::ALL)
            .map(|(entry, bundled)| {
                let hopeless = entry.known == Known::NoneExists;
                Wanted::new(std::sync::Arc::clone(&entry.puzzle), hopeless, bundled.is_large())
            })
            .collect();
        GalleryState {
            filter: Filter::new(&entries),
            pictures: Pictures::new(wanted),
            own: OwnPictures::default(),
            overviews: Overviews::default(),
            wake: std::sync::Arc::clone(wake),
            searched: String::new(),
            entries,
            selected: 0,
            wants_search: false,
            wants_selected_in_sight: false,
        }
    }

    /// Brings the selected puzzle into sight when the gallery is shown again.
    pub(crate) fn keep_selected_in_sight(&mut self) {
        self.wants_selected_in_sight = true;
    }

    /// Takes in what threads have found.
    pub(crate) fn poll(&mut self, bench: &Workbench) {
        self.own.poll();
        let mut is_new = self.overviews.follow(bench, &self.wake);
        for news in self.pictures.poll() {
            match news {
                News::Encoded(index, encoded) => {
                    self.entries[index].encoded = Some(encoded);
                    is_new = true;
                }
                News::Placed(index, placed) | News::Sampled(index, Some(placed)) => {
                    self.entries[index].placed = placed;
                }
                News::Sampled(_, None) => {}
            }
        }
        if is_new {
            let recent = &bench.settings.recent_bundled;
            for (entry, bundled) in self.entries.iter_mut().zip(bundled::ALL) {
                entry.is_recent = recent.iter().any(|own| own.path == Path::new(bundled.path));
                if let Some(encoded) = &entry.encoded {
                    entry.overview = self.overviews.of(&encoded.digest);
                }
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

fn card_id(index: usize) -> Id {
    Id::unique(("gallery card", index))
}

/// The panels beneath the bar.
pub(crate) fn show(state: &mut GalleryState, model: Model, out: &mut Actions, ui: &mut Ui) {
    state.pictures.find(&state.wake);
    let palette = Palette::current(ui);
    let sides = Sides::new(ui, SIDES, model.modal);
    sides.panel(ui, Edge::Left, |ui| side::show(state, model, out, ui));
    sides.middle(ui, |ui| {
        ui.painter().rect_filled(ui.max_rect(), 0.0, palette.panel);
        widgets::column(ui, |ui| cards(state, model, out, ui));
    });
}

/// The status line: what is selected, and what Enter does.
pub(crate) fn status(gallery: &GalleryState) -> (String, String) {
    let shown = gallery.filter.shown(&gallery.entries);
    if shown.contains(&gallery.selected) {
        let entry = &gallery.entries[gallery.selected];
        let mut facts = vec![entry.facts()];
        facts.extend(mine::words(&entry.overview, false));
        (facts.join(" · "), "Enter opens".to_owned())
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
        open = keys(gallery, ui, &shown, columns).map(Intent::Bundled);
    }
    let opened = model.bench.document.as_ref().and_then(|document| match document.origin {
        Origin::Bundled(path) => bundled::ALL.iter().position(|bundled| bundled.path == path),
        _ => None,
    });
    if let Some(intent) = grid(gallery, ui, &shown, (columns, room), opened).or(open) {
        out.push(Action::Intend(intent));
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

/// The cards, in so many columns of so much room; what is to be opened. `opened` is open already.
fn grid(
    gallery: &mut GalleryState,
    ui: &mut Ui,
    shown: &[usize],
    (columns, room): (usize, f32),
    opened: Option<usize>,
) -> Option<Intent> {
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
                open = Some(Intent::Bundled(index));
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
                let is_open = opened == Some(index);
                let whole = card::paint(ui, rect, entry, (selected, is_open), &response);
                let title = &entry.puzzle.title;
                if card::play_button(ui, rect, index, title, selected) {
                    open = Some(Intent::Play(index));
                }
                if !whole {
                    response.on_hover_text(title);
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
        focus::keep_arrows(ui, response.id);
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
