//! A site in the inspector: what it is, and which pieces may cover it.

use egui::{ScrollArea, Ui};

use super::nodes::site_kind;
use crate::lattice::Point;
use crate::puzzle::Takes;
use crate::text;
use crate::ui::action::Actions;
use crate::ui::widgets;
use crate::workbench::Document;
use crate::workbench::edit::{Edit, State};

/// How high the list of pieces grows before it scrolls, in points.
const LIST: f32 = 320.0;

/// Shows the site that was clicked; `false` if it is gone.
pub(super) fn show(document: &Document, site: Point, out: &mut Actions, ui: &mut Ui) -> bool {
    let puzzle = &document.puzzle;
    let Some(i) = puzzle.board.position(site) else { return false };
    let lattice = puzzle.lattice;
    let (one, _) = lattice.site_words;
    let title = format!("{} {}", text::capitalised(one), lattice.site_label(site));
    let own = puzzle.board.sites()[i];
    widgets::section_title(ui, &title, &site_kind(puzzle, &own));
    if let Some(analysis) = document.analysis().get() {
        let n = u64::from(analysis.coverage.get(i).copied().unwrap_or(0));
        widgets::fact_row(ui, "Placements through it", &text::grouped(n));
    }
    let mut optional = !own.required;
    if widgets::check_row(ui, &mut optional, "Optional", "").changed() {
        let state = if optional { State::Optional } else { State::Required };
        out.edit(Edit::Paint(vec![site], state), None);
    }
    ui.add_space(8.0);
    let barred = puzzle.barred.get(&site).map_or(0, Vec::len);
    let caption = match barred {
        0 => "all may".to_owned(),
        n => format!("{} may not", text::grouped(n as u64)),
    };
    widgets::section_title(ui, "Pieces that may cover it", &caption);
    let may: Vec<bool> = puzzle.pieces().map(|(id, _)| puzzle.may_cover(id, site)).collect();
    let mut wish = may.clone();
    ScrollArea::vertical().id_salt("pieces of a site").max_height(LIST).show(ui, |ui| {
        for (may, piece) in wish.iter_mut().zip(&puzzle.pieces) {
            widgets::check_row(ui, may, &piece.name, "");
        }
    });
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 8.0;
        if widgets::Button::new("All").small().show(ui).clicked() {
            wish.fill(true);
        }
        if widgets::Button::new("None").small().show(ui).clicked() {
            wish.fill(false);
        }
    });
    if wish != may {
        let named = |which: bool| -> Vec<String> {
            let pieces = puzzle.pieces.iter().zip(&wish).filter(|(_, may)| **may == which);
            pieces.map(|(piece, _)| piece.name.clone()).collect()
        };
        let (only, never) = (named(true), named(false));
        // The shorter list is said; a site that takes nothing has no pieces to name.
        let takes = match (only.len(), never.len()) {
            (_, 0) => None,
            (0, _) => Some(Takes::Never(never)),
            (a, b) if a < b => Some(Takes::Only(only)),
            _ => Some(Takes::Never(never)),
        };
        out.edit(Edit::SiteRule(vec![site], takes), None);
    }
    true
}
