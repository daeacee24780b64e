//! Contacts between pairs of pieces: they touch, do not touch, or do not even meet at a corner.

use egui::{Popup, Role, ScrollArea, Sense, Ui, Vec2, WidgetInfo, vec2};

use crate::encode::Encoding;
use crate::puzzle::{PieceId, Puzzle};
use crate::text;
use crate::ui::action::{Action, Actions};
use crate::ui::drawing::figure_cache::FigureCache;
use crate::ui::widgets;
use crate::ui::widgets::icons::Icon;
use crate::ui::widgets::theme::GAP;
use crate::workbench::solutions::browser::Browser;
use crate::workbench::solutions::listing::{Contact, ContactCondition, ListSettings};

/// Height of a row of the list of pieces, in points, and the rows in view.
const ROW: f32 = 28.0;
const ROWS: f32 = 10.0;
/// Letters of a name that fit into a button.
const LETTERS: usize = 5;

/// The condition that is being put together.
#[derive(Default)]
pub(super) struct Draft {
    pieces: [Option<PieceId>; 2],
    contact: Contact,
}

impl Draft {
    /// The pair of pieces, where both are chosen and may lie beside each other.
    fn pair(&self, puzzle: &Puzzle) -> Option<[PieceId; 2]> {
        let [a, b] = [self.pieces[0]?, self.pieces[1]?];
        // They may have been chosen among the pieces of another puzzle.
        let are_known = [a, b].iter().all(|piece| piece.index() < puzzle.pieces.len());
        (are_known && (a != b || has_copies(puzzle, a))).then_some([a, b])
    }
}

/// Returns whether two copies of a piece may lie on the board.
fn has_copies(puzzle: &Puzzle, piece: PieceId) -> bool {
    puzzle.piece(piece).copies.max > 1
}

/// The data shown in the section.
#[derive(Clone, Copy)]
pub(super) struct Pairs<'a> {
    pub(super) browser: &'a Browser,
    pub(super) puzzle: &'a Puzzle,
    pub(super) encoding: &'a Encoding,
    pub(super) figures: &'a FigureCache,
}

impl Pairs<'_> {
    /// Shows the conditions of the filter, and how to add one.
    pub(super) fn show(
        &self,
        draft: &mut Draft,
        settings: &mut ListSettings,
        out: &mut Actions,
        ui: &mut Ui,
    ) {
        widgets::section_title(ui, "How two pieces lie", "");
        self.rows(settings, ui);
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = GAP;
            let width = (ui.available_width() - GAP) / 2.0;
            for n in 0..2 {
                self.chooser(n, draft, width, ui);
            }
        });
        let pair = draft.pair(self.puzzle);
        if pair != self.browser.pair() {
            out.push(Action::CountContacts(pair));
        }
        let Some(pieces) = pair else { return };
        let counts = self.browser.contacts().map(|counts| &counts.left[..]).unwrap_or_default();
        for (n, contact) in Contact::ALL.into_iter().enumerate() {
            let left = counts.get(n).map_or_else(|| "…".to_owned(), |&left| text::grouped(left));
            let row = widgets::radio_row(ui, draft.contact == contact, label(contact), &left);
            if row.on_hover_text(tip(contact)).clicked() {
                draft.contact = contact;
            }
        }
        ui.add_space(4.0);
        let condition = ContactCondition { pieces, contact: draft.contact };
        let is_new = !settings.contacts.contains(&condition);
        let tip = if is_new {
            "List the solutions with this condition."
        } else {
            "This condition is already set."
        };
        if widgets::Button::new("Add").small().enabled(is_new).tooltip(tip).show(ui).clicked() {
            settings.contacts.push(condition);
            *draft = Draft::default();
        }
    }

    /// The conditions of the filter, each with the number of solutions that it alone leaves.
    fn rows(&self, settings: &mut ListSettings, ui: &mut Ui) {
        let counts = self.browser.contacts().map(|counts| &counts.alone[..]).unwrap_or_default();
        let mut removed = None;
        for (n, condition) in settings.contacts.iter().enumerate() {
            let [a, b] = condition.pieces.map(|piece| &self.puzzle.piece(piece).name);
            let words = format!("{a} {} {b}", condition.contact.words());
            let alone = counts.get(n).map_or_else(|| "…".to_owned(), |&alone| text::grouped(alone));
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = GAP;
                // The button that removes it is 32 points wide.
                let room = vec2((ui.available_width() - 32.0 - GAP).max(40.0), ROW);
                ui.allocate_ui(room, |ui| widgets::fact_row(ui, &words, &alone));
                if widgets::icon_button(ui, Icon::Close, &format!("Remove: {words}")).clicked() {
                    removed = Some(n);
                }
            });
        }
        if let Some(n) = removed {
            settings.contacts.remove(n);
        }
        if !settings.contacts.is_empty() {
            ui.add_space(GAP);
        }
    }

    /// A button that opens the list of pieces.
    fn chooser(&self, n: usize, draft: &mut Draft, width: f32, ui: &mut Ui) {
        let which = ["First piece", "Second piece"][n];
        let chosen = draft.pieces[n].and_then(|id| self.puzzle.pieces.get(id.index()));
        let words = chosen.map_or_else(
            || format!("{which}…"),
            |own| format!("{which}: {}", shortened(&own.name)),
        );
        let button = widgets::Button::new(&words).small().min_width(width).show(ui);
        let other = draft.pieces[1 - n];
        Popup::menu(&button).show(|ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            let offered: Vec<PieceId> = self.offered(other).collect();
            let area = ScrollArea::vertical().max_height(ROW * ROWS).min_scrolled_height(ROW);
            area.show_rows(ui, ROW, offered.len(), |ui, range| {
                for &id in &offered[range] {
                    if self.entry(id, draft.pieces[n] == Some(id), ui) {
                        draft.pieces[n] = Some(id);
                        ui.close();
                    }
                }
            });
        });
    }

    /// The pieces that may lie beside another one.
    fn offered(&self, other: Option<PieceId>) -> impl Iterator<Item = PieceId> {
        let Pairs { puzzle, encoding, .. } = *self;
        let ids = puzzle.pieces().map(|(id, _)| id);
        ids.filter(move |&id| {
            let is_pair = other != Some(id) || has_copies(puzzle, id);
            is_pair && !encoding.placements_of(id).is_empty()
        })
    }

    /// A piece in the list; whether it was clicked.
    fn entry(&self, id: PieceId, is_chosen: bool, ui: &mut Ui) -> bool {
        let piece = self.puzzle.piece(id);
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = GAP;
            let (icon, _) = ui.allocate_exact_size(vec2(24.0, 24.0), Sense::hover());
            self.figures.icon(ui.painter(), self.puzzle, id, icon);
            let entry = egui::Button::new(&piece.name).selected(is_chosen).right_text("");
            let response = ui.add(entry.min_size(Vec2::new(120.0, ROW - 2.0)));
            response.widget_info(|| {
                let label = format!("Choose {}", piece.name);
                WidgetInfo::selected(Role::MenuItem, true, is_chosen, label)
            });
            response.clicked()
        })
        .inner
    }
}

/// A name that fits into a button.
fn shortened(name: &str) -> String {
    match name.char_indices().nth(LETTERS) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.to_owned(),
    }
}

/// A way to lie in words, where the pieces are named above.
fn label(contact: Contact) -> &'static str {
    match contact {
        Contact::Touching => "Touch",
        Contact::NotTouching => "Do not touch",
        Contact::Apart => "Not even at corners",
    }
}

fn tip(contact: Contact) -> &'static str {
    match contact {
        Contact::Touching => "They have a side in common; sticks, a junction.",
        Contact::NotTouching => "They have no side in common, but may meet at a corner.",
        Contact::Apart => "They have neither a side nor a corner in common.",
    }
}
