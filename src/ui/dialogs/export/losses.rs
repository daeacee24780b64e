//! The list of what a format has no place for, and the variant that may be written instead.

use std::sync::Arc;

use egui::{Id, Ui};

use super::{Export, WIDTH, What, caption};
use crate::files::{Constraint, Format};
use crate::format::puzzle_file::Opened;
use crate::puzzle::{Description, Puzzle};
use crate::text;
use crate::ui::platform::wake::immediate_wake;
use crate::ui::widgets;
use crate::ui::widgets::theme::{Palette, regular};
use crate::workbench::derived::{Derived, Same};
use crate::workbench::variants::variant_named;
use crate::workbench::{Document, Wake};

/// The variant that is written in the place of a puzzle whose variants a format has no place for.
#[derive(Default)]
pub(super) struct ChosenVariant {
    /// Its name, as typed; empty if none is wanted.
    name: String,
    found: Derived<(String, Same<Puzzle>), Arc<Opened>>,
}

impl ChosenVariant {
    /// The variant, once it was found.
    pub(super) fn get(&self) -> Option<&Arc<Opened>> {
        let is_wanted = !self.name.trim().is_empty() && !self.found.is_waiting();
        self.found
            .entry()
            .filter(|((name, _), _)| is_wanted && *name == self.name.trim())
            .map(|(_, found)| found)
    }

    /// Looks for the variant with the name that is typed.
    fn follow(&mut self, words: &Arc<Description>, puzzle: &Arc<Puzzle>, wake: &Wake) {
        let name = self.name.trim().to_owned();
        if name.is_empty() {
            return;
        }
        let (words, puzzle) = (Arc::clone(words), Arc::clone(puzzle));
        self.found.follow((name, Same(Arc::clone(&puzzle))), wake, |(name, _)| {
            let name = name.clone();
            move |_| variant_named(&words, &puzzle, &name).map(Arc::new)
        });
    }

    /// Why there is no such variant, as a sentence; empty while that is not known.
    fn remark(&self) -> (String, bool) {
        match (self.name.trim().is_empty(), self.get(), self.found.failure()) {
            (true, ..) => ("Name one variant, to export it alone.".to_owned(), false),
            (_, Some(found), _) => (format!("{} will be written.", found.puzzle.title), false),
            (_, None, Some(why)) => (format!("{}.", text::capitalised(why)), true),
            _ => ("Looking for the variant…".to_owned(), false),
        }
    }
}

impl Export {
    /// The variant to write in the place of the puzzle.
    pub(super) fn variant(&self) -> Option<Arc<Opened>> {
        let is_asked = self.lost_of_puzzle().contains(&Constraint::Variants);
        self.variant.get().filter(|_| is_asked).cloned()
    }

    /// The part of the puzzle or of its chosen variant that the file will not have.
    pub(super) fn lost(&self) -> Vec<Constraint> {
        match self.variant() {
            Some(variant) => self.format.losses(&variant.puzzle),
            None => self.lost_of_puzzle().to_vec(),
        }
    }

    /// The part of the puzzle as a whole that the format has no place for.
    fn lost_of_puzzle(&self) -> &[Constraint] {
        let is_of = |(format, _): &&(&'static Format, Vec<Constraint>)| *format == self.format;
        let found = self.losses.iter().find(is_of).filter(|_| self.what == What::Puzzle);
        found.map_or(&[], |(_, lost)| lost)
    }
}

/// Shows what will be lost, and asks for a variant if the puzzle has some.
pub(super) fn show(export: &mut Export, document: &Document, ui: &mut Ui) {
    let lost = export.lost();
    let palette = Palette::current(ui);
    if export.lost_of_puzzle().contains(&Constraint::Variants) {
        caption(ui, "Variant");
        let size = egui::vec2(WIDTH, 28.0);
        let field = Id::unique("variant to export");
        ui.allocate_ui(size, |ui| {
            widgets::text_field(ui, &mut export.variant.name, "Name of the variant", field)
        });
        let wake = immediate_wake(ui.ctx());
        export.variant.follow(document.description(), &document.puzzle, &wake);
        let (remark, is_wrong) = export.variant.remark();
        let colour = if is_wrong { palette.alert } else { palette.text2 };
        ui.add_space(4.0);
        widgets::elided(ui, &remark, regular(12.0), colour, WIDTH);
        ui.add_space(8.0);
    }
    if lost.is_empty() {
        return;
    }
    let binds = lost.iter().any(|own| own.binds());
    let words: Vec<&str> = lost.iter().map(|own| own.words()).collect();
    let head = format!("{} has no place for {}.", export.format.name, text::listed(&words));
    match binds {
        true => {
            let body = "Without them, the file would be another puzzle, with other solutions.";
            widgets::notice(ui, widgets::Kind::Alert, &head, body, &[]);
        }
        false => {
            widgets::paragraph(ui, &head, regular(12.0), palette.text2);
        }
    }
    ui.add_space(8.0);
}
