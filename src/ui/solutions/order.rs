//! The order of the list.

use egui::Ui;

use crate::puzzle::Puzzle;
use crate::solution::measures::MeasureId;
use crate::ui::widgets;
use crate::workbench::solutions::browser::Browser;
use crate::workbench::solutions::grouping::Grouping;
use crate::workbench::solutions::listing::{ListSettings, Sort};

/// Shows what to sort by; a click on the chosen one reverses the order.
pub(super) fn sort(measures: &[MeasureId], settings: &mut ListSettings, ui: &mut Ui) {
    widgets::section_title(ui, "Sort by", "");
    let is_alike = settings.like.is_some();
    if widgets::radio_row(ui, settings.sort.is_none() && !is_alike, "Number", "").clicked() {
        (settings.sort, settings.like) = (None, None);
    }
    if is_alike {
        widgets::radio_row(ui, true, "Similarity", "most first");
    }
    for &measure in measures {
        let chosen = settings.sort.filter(|sort| sort.measure == measure && !is_alike);
        let caption = match chosen {
            Some(Sort { descending: true, .. }) => "most first",
            Some(_) => "fewest first",
            None => "",
        };
        let row = widgets::radio_row(ui, chosen.is_some(), measure.row().name, caption);
        if row.on_hover_text("Click again to reverse the order.").clicked() {
            let descending = chosen.is_none_or(|sort| !sort.descending);
            (settings.sort, settings.like) = (Some(Sort { measure, descending }), None);
        }
    }
}

/// Shows the properties to group solutions by; only informative ones are offered.
pub(super) fn group(browser: &Browser, puzzle: &Puzzle, settings: &mut ListSettings, ui: &mut Ui) {
    let mut offered: Vec<Grouping> = [
        differs_in_orbits(browser).then_some(Grouping::OrbitSize),
        Some(Grouping::PiecesUsed),
        Some(Grouping::OpenSites),
        browser.piece().map(Grouping::Position),
    ]
    .into_iter()
    .flatten()
    .filter(|grouping| grouping.may_differ(puzzle))
    .collect();
    // What is in force stays, also when another piece is looked at.
    offered.extend(settings.group.filter(|own| !offered.contains(own)));
    if offered.is_empty() {
        return;
    }
    widgets::separator(ui);
    widgets::section(ui, |ui| {
        widgets::section_title(ui, "Group by", "");
        if widgets::radio_row(ui, settings.group.is_none(), "Nothing", "").clicked() {
            settings.group = None;
        }
        for grouping in offered {
            let is_chosen = settings.group == Some(grouping);
            if widgets::radio_row(ui, is_chosen, &grouping.name(puzzle), "").clicked() {
                settings.group = Some(grouping);
            }
        }
    });
}

/// Returns whether the solutions belong to several symmetry classes.
fn differs_in_orbits(browser: &Browser) -> bool {
    let symmetry = MeasureId::by_id("symmetry");
    let spread = symmetry.and_then(|measure| browser.spread(measure));
    spread.is_some_and(|spread| spread.values.len() > 1)
}
