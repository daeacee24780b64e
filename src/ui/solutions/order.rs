//! The order of the list.

use egui::Ui;

use crate::solution::measures::MeasureId;
use crate::ui::widgets;
use crate::workbench::listing::{ListSettings, Sort};

/// What to sort by; a click on the chosen one reverses the order.
pub(super) fn sort(measures: &[MeasureId], settings: &mut ListSettings, ui: &mut Ui) {
    widgets::section_title(ui, "Sort by", "");
    let is_alike = settings.like.is_some();
    if widgets::radio_row(ui, settings.sort.is_none() && !is_alike, "Number", "").clicked() {
        (settings.sort, settings.like) = (None, None);
    }
    if is_alike {
        widgets::radio_row(ui, true, "Likeness", "most first");
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
