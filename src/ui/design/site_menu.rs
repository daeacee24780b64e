//! The menu of the right button on the board: what can be done with the site under the pointer, and
//! with the piece on it.

use egui::{Response, Ui};

use super::DesignState;
use crate::lattice::Point;
use crate::text;
use crate::ui::action::{Actions, Model};
use crate::ui::menus::{context_entry, context_menu, menu_heading, menu_line, plain_entry};
use crate::workbench::command::Tool;
use crate::workbench::edit::{Edit, State};
use crate::workbench::{Command, Document};

/// Shows the menu while it is open; `under` is the site that the pointer is on now.
pub(super) fn show(
    state: &mut DesignState,
    model: Model,
    under: Option<Point>,
    response: &Response,
    out: &mut Actions,
) {
    let Some(document) = model.bench.document.as_ref().filter(|d| d.puzzle.cover.is_none()) else {
        return;
    };
    if response.secondary_clicked() {
        state.menu_site = under;
    }
    context_menu(response, |ui| {
        if let Some(site) = state.menu_site {
            site_entries(state, document, site, out, ui);
            menu_line(ui);
        }
        for command in [Command::Fit, Command::TakeUpAll, Command::BoardShape] {
            context_entry(model, out, ui, command);
        }
    });
}

/// Shows the entries for a site, and for the piece on it.
fn site_entries(
    state: &mut DesignState,
    document: &Document,
    site: Point,
    out: &mut Actions,
    ui: &mut Ui,
) {
    let puzzle = &document.puzzle;
    let (one, _) = puzzle.lattice.site_words;
    let name = format!("{} {}", text::capitalised(one), puzzle.lattice.site_label(site));
    menu_heading(ui, &name);
    if let Some(n) = puzzle.placed.iter().position(|own| own.sites.binary_search(&site).is_ok()) {
        let laid = &puzzle.placed[n];
        let piece = &puzzle.piece(laid.piece).name;
        let pin = if laid.pinned { "Unpin" } else { "Pin" };
        if plain_entry(ui, &format!("{pin} {piece}"), true) {
            out.edit(Edit::Pin(vec![n], !laid.pinned), None);
        }
        if plain_entry(ui, &format!("Remove {piece} from the board"), true) {
            out.edit(Edit::TakeUp(vec![n]), None);
        }
        menu_line(ui);
    }
    let place = puzzle.board.position(site);
    let now = match place.map(|i| puzzle.board.sites()[i].required) {
        Some(true) => State::Required,
        Some(false) => State::Optional,
        None => State::Hole,
    };
    for (kind, label) in [
        (State::Required, "Make required"),
        (State::Optional, "Make optional"),
        (State::Hole, "Erase"),
    ] {
        if plain_entry(ui, label, kind != now) {
            out.edit(Edit::Paint(vec![site], kind), None);
        }
    }
    if place.is_none() {
        return;
    }
    menu_line(ui);
    if plain_entry(ui, "Rules, label and groups", true) {
        state.take_up(Tool::Place);
        state.select(None);
        state.site = Some(site);
    }
    if plain_entry(ui, &format!("Text of this {one}"), true) {
        state.take_up(Tool::Text);
        state.texts.take(puzzle, site);
    }
}
