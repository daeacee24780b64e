//! The panel at the left: filters, and recent puzzles and files.

use std::cmp::Reverse;
use std::path::Path;

use egui::{Rect, RichText, Ui};

use super::filter::Tick;
use super::mine::Mine;
use super::{GalleryState, card, filter, mine};
use crate::format::bundled;
use crate::ui::action::{Action, Actions, Model};
use crate::ui::platform::recent::{self, RecentWords};
use crate::ui::replacement::Intent;
use crate::ui::widgets;
use crate::ui::widgets::theme::{Palette, regular};
use crate::workbench::Origin;
use crate::workbench::settings::RecentFile;

/// Shows the panel's contents.
pub(super) fn show(gallery: &mut GalleryState, model: Model, out: &mut Actions, ui: &mut Ui) {
    widgets::scroll_column(ui, "gallery side", |ui| {
        filters(gallery, ui);
        recent_files(gallery, model, out, ui);
    });
}

fn filters(gallery: &mut GalleryState, ui: &mut Ui) {
    let GalleryState { filter, entries, .. } = gallery;
    let counts = filter.mine_counts(entries);
    // Who has nothing yet is not asked.
    let occurs = |own: &Tick<Mine>| own.ticked || entries.iter().any(|e| own.value.is_of(e));
    if filter.mine.iter().any(occurs) {
        widgets::section(ui, |ui| {
            widgets::section_title(ui, "Mine", "");
            let rows = filter.mine.iter_mut().zip(counts);
            for (tick, count) in rows.filter(|(tick, _)| occurs(tick)) {
                let label = tick.value.label();
                widgets::check_row(ui, &mut tick.ticked, label, &count.to_string());
            }
        });
        widgets::separator(ui);
    }
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

/// The puzzles and files that were opened last, the latest first.
fn recent_files(gallery: &mut GalleryState, model: Model, out: &mut Actions, ui: &mut Ui) {
    let palette = Palette::current(ui);
    let settings = &model.bench.settings;
    let place =
        |file: &RecentFile| bundled::ALL.iter().position(|b| Path::new(b.path) == file.path);
    let bundled = settings.recent_bundled.iter().filter_map(|own| Some((Some(place(own)?), own)));
    let files = settings.recent.iter().map(|file| (None, file));
    let mut all: Vec<(Option<usize>, &RecentFile)> = bundled.chain(files).collect();
    all.sort_by_key(|(_, file)| Reverse(file.used));
    let origin = model.bench.document.as_ref().map(|document| &document.origin);
    widgets::section(ui, |ui| {
        widgets::section_title(ui, "Recent", "");
        if all.is_empty() {
            let text = "Recent puzzles and files appear here.";
            ui.label(RichText::new(text).font(regular(12.0)).color(palette.text2));
        }
        let now = recent::now();
        for (index, file) in all {
            let GalleryState { entries, own, overviews, wake, .. } = &mut *gallery;
            let is_open = origin.is_some_and(|origin| match (origin, index) {
                (Origin::Bundled(path), Some(index)) => bundled::ALL[index].path == *path,
                (Origin::File(path) | Origin::TakenFrom(path), None) => *path == file.path,
                _ => false,
            });
            let entry = match index {
                Some(index) => entries.get_mut(index),
                None => own.of(file, wake),
            };
            let digest = entry.as_ref().and_then(|own| own.encoded.as_ref()).map(|own| own.digest);
            let known = digest.map(|digest| overviews.of(&digest)).unwrap_or_default();
            let words = match (index, &entry) {
                (Some(_), Some(entry)) => RecentWords::of_bundled(&entry.puzzle.title, file),
                _ => RecentWords::of_file(file),
            };
            let words = words.noted(mine::words(&known, is_open).join(" · "));
            let picture = |ui: &Ui, rect: Rect| {
                if let Some(entry) = entry {
                    card::picture(ui, rect, entry);
                }
            };
            if recent::row_with_picture(ui, &words, &now, picture).clicked() {
                out.push(match index {
                    Some(index) => Action::Intend(Intent::Bundled(index)),
                    None => Action::OpenRecent(file.path.clone()),
                });
            }
        }
    });
}
