//! The panel at the left: filters, and recent files.

use egui::{Rect, RichText, Ui};

use super::{GalleryState, card, filter};
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
        let mut rare = 0;
        for (tick, count) in filter.kinds.iter_mut().zip(counts) {
            let is_rare = filter::is_rare(tick.value, entries);
            rare += usize::from(is_rare);
            if !is_rare || filter.lists_rare_kinds {
                widgets::check_row(ui, &mut tick.ticked, tick.value, &count.to_string());
            }
        }
        ui.add_space(4.0);
        ui.horizontal(|ui| {
            let buttons = [
                ("All", "Show puzzles of every kind.", true),
                ("None", "Show no kind but those ticked afterwards.", false),
            ];
            for (words, tip, ticked) in buttons {
                if widgets::Button::new(words).small().tooltip(tip).show(ui).clicked() {
                    filter.tick_kinds(ticked);
                }
            }
            let words = match filter.lists_rare_kinds {
                true => "Fewer kinds".to_owned(),
                false => format!("{rare} more kinds"),
            };
            if widgets::Button::new(&words).small().show(ui).clicked() {
                filter.lists_rare_kinds ^= true;
            }
        });
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
