//! The facts about the program: its version, its licences, and where it keeps settings and results.

use std::path::PathBuf;

use egui::{Frame, Margin, ScrollArea, Ui};

use crate::text;
use crate::ui::action::Actions;
use crate::ui::widgets;
use crate::ui::widgets::icons::Icon;
use crate::ui::widgets::theme::{Palette, regular, semibold};
use crate::workbench::results;

/// Width of the card, in points.
const WIDTH: f32 = 640.0;
/// Height of the text of a licence before it scrolls, in points.
const LICENCE: f32 = 240.0;

/// A text that can be read in the card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Licence {
    #[default]
    Mit,
    Apache,
    Fonts,
    Crates,
}

impl Licence {
    const ALL: [(Licence, &str); 4] = [
        (Licence::Mit, "MIT"),
        (Licence::Apache, "Apache 2.0"),
        (Licence::Fonts, "Fonts"),
        (Licence::Crates, "Crates"),
    ];

    fn text(self) -> &'static str {
        match self {
            Licence::Mit => include_str!("../../../LICENSE-MIT"),
            Licence::Apache => include_str!("../../../LICENSE-APACHE"),
            Licence::Fonts => include_str!("../../../assets/fonts/OFL.txt"),
            Licence::Crates => include_str!("../../../assets/licences/crates.txt"),
        }
    }
}

/// The card, and which licence it shows.
#[derive(Default)]
pub(crate) struct Program {
    licence: Licence,
}

/// Where settings and results are kept; nowhere for a user without a home folder.
fn places() -> Vec<(&'static str, PathBuf)> {
    let settings = eframe::storage_dir("polywright").map(|folder| ("Settings", folder));
    let results = results::default_file().map(|file| ("Results", file));
    settings.into_iter().chain(results).collect()
}

/// Shows the card; whether it is to be closed.
pub(super) fn show(program: &mut Program, out: &mut Actions, ui: &Ui) -> bool {
    let (closed, is_over) = super::sheet(ui, "About Polywright", WIDTH, |ui| {
        let closed = widgets::panel_head(ui, "About Polywright", "", |ui| {
            widgets::icon_button(ui, Icon::Close, "Close").clicked()
        });
        Frame::new().inner_margin(Margin::same(16)).show(ui, |ui| {
            widgets::column(ui, |ui| card(program, out, ui));
        });
        closed.inner
    });
    closed || is_over
}

fn card(program: &mut Program, out: &mut Actions, ui: &mut Ui) {
    let palette = Palette::current(ui);
    let room = ui.available_width();
    widgets::elided(ui, text::PROGRAM, semibold(15.0), palette.text, room);
    ui.add_space(4.0);
    let purpose = concat!(env!("CARGO_PKG_DESCRIPTION"), ".");
    widgets::paragraph(ui, purpose, regular(13.0), palette.text2);
    ui.add_space(12.0);
    for (label, place) in places() {
        let place = place.display().to_string();
        widgets::fact_row(ui, label, &place).on_hover_text(place);
    }
    ui.add_space(12.0);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 8.0;
        if widgets::Button::new("Copy version").show(ui).clicked() {
            ui.ctx().copy_text(text::PROGRAM.to_owned());
            out.say("The version is on the clipboard.");
        }
    });
    ui.add_space(16.0);
    let caption = "the program: either of the first two";
    widgets::section_title(ui, "Licences", caption);
    widgets::segmented_small(ui, &mut program.licence, &Licence::ALL);
    ui.add_space(8.0);
    let frame = Frame::new().fill(palette.canvas).inner_margin(8);
    frame.show(ui, |ui| {
        let salt = ("licence", program.licence.text().len());
        ScrollArea::vertical().id_salt(salt).max_height(LICENCE).show(ui, |ui| {
            super::file_text(ui, program.licence.text());
        });
    });
}
