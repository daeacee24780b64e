//! The panel at the left: filters, and recent files.

use egui::{Rect, RichText, Ui};

use super::{GalleryState, card};
use crate::ui::action::{Action, Actions, Model};
use crate::ui::platform::recent;
use crate::ui::widgets;
use crate::ui::widgets::theme::{Palette, regular};

/// Shows the panel's contents.
pub(super) fn show(gallery: &mut GalleryState, model: Model, out: &mut Actions, ui: &mut Ui) {
    widgets::scroll_column(ui, "gallery side", |ui| {
        filters(gallery, ui);
        recent_files(gallery, model, out, ui);
    });
}

fn filters(gallery: &mut GalleryState, ui: &mut Ui) {
    let GalleryState { filter, entries, .. } = gallery;
    let counts = filter.kind_counts(entries);
    widgets::section(ui, |ui| {
        widgets::section_title(ui, "Lattice or kind", "");
        for (tick, count) in filter.kinds.iter_mut().zip(counts) {
            widgets::check_row(ui, &mut tick.ticked, tick.value, &count.to_string());
        }
    });
    widgets::separator(ui);
    let counts = filter.band_counts(entries);
    widgets::section(ui, |ui| {
        widgets::section_title(ui, "Known solutions", "");
        for (tick, count) in filter.bands.iter_mut().zip(counts) {
            widgets::check_row(ui, &mut tick.ticked, tick.value.label(), &count.to_string());
        }
    });
    widgets::separator(ui);
}

fn recent_files(gallery: &mut GalleryState, model: Model, out: &mut Actions, ui: &mut Ui) {
    let palette = Palette::current(ui);
    widgets::section(ui, |ui| {
        widgets::section_title(ui, "Recent files", "");
        if model.bench.settings.recent.is_empty() {
            let text = "Recent files appear here.";
            ui.label(RichText::new(text).font(regular(12.0)).color(palette.text2));
        }
        let now = recent::now();
        for file in &model.bench.settings.recent {
            let GalleryState { own, wake, .. } = &mut *gallery;
            let entry = own.of(&file.path, wake);
            let picture = |ui: &Ui, rect: Rect| {
                if let Some(entry) = entry {
                    card::picture(ui, rect, entry);
                }
            };
            if recent::row_with_picture(ui, file, &now, picture).clicked() {
                out.push(Action::OpenRecent(file.path.clone()));
            }
        }
    });
}
