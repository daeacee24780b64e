//! The metadata about a puzzle, and its rules.

use egui::{Frame, Id, TextEdit, Ui, vec2};

use crate::lattice::SiteForm;
use crate::puzzle::{JunctionRule, LabelRule, Rules};
use crate::ui::action::{Action, Actions};
use crate::ui::theme::{Palette, regular, semibold};
use crate::ui::widgets;
use crate::workbench::Document;
use crate::workbench::edit::{Edit, Metadata};

/// Width of the card, in points.
const WIDTH: f32 = 460.0;

/// Title, notes and rules that are being changed.
pub(crate) struct About {
    metadata: Metadata,
    rules: Rules,
    /// Whether pieces are sticks, which may cross.
    sticks: bool,
    /// Whether there are labels that may have to agree.
    labels: bool,
    /// Whether there are rules at all: a cover puzzle has none.
    ruled: bool,
}

impl About {
    /// Of the open puzzle.
    pub(crate) fn new(document: &Document) -> About {
        let description = document.description();
        About {
            metadata: Metadata::new(description),
            rules: description.rules.clone(),
            sticks: description.lattice.form == SiteForm::Edge,
            labels: !document.puzzle.labels().is_empty(),
            ruled: description.cover.is_none(),
        }
    }
}

/// Shows the card; whether it is to be closed.
pub(super) fn show(about: &mut About, out: &mut Actions, ui: &Ui) -> bool {
    let ((done, cancelled), is_over) =
        super::sheet(ui, "Title, notes and rules", WIDTH + 32.0, |ui| {
            let frame = Frame::new().inner_margin(16);
            frame.show(ui, |ui| widgets::column(ui, |ui| card(about, ui)).inner).inner
        });
    if done {
        // What is set together is taken back together.
        let mut edits = vec![Edit::Metadata(about.metadata.clone())];
        if about.ruled {
            edits.push(Edit::Rules(about.rules.clone()));
        }
        out.push(Action::Edits(edits, None));
    }
    done || cancelled || is_over
}

fn card(about: &mut About, ui: &mut Ui) -> (bool, bool) {
    let palette = Palette::current(ui);
    widgets::elided(ui, "Title, notes and rules", semibold(15.0), palette.text, WIDTH);
    ui.add_space(12.0);
    let metadata = &mut about.metadata;
    for (name, text) in [
        ("Title", &mut metadata.title),
        ("Author", &mut metadata.author),
        ("Source", &mut metadata.source),
    ] {
        widgets::elided(ui, name, regular(12.0), palette.text2, WIDTH);
        ui.add_space(4.0);
        widgets::text_field(ui, text, name, Id::unique(("about", name)));
        ui.add_space(8.0);
    }
    widgets::elided(ui, "Note", regular(12.0), palette.text2, WIDTH);
    ui.add_space(4.0);
    let note = TextEdit::multiline(&mut metadata.note).desired_rows(4).desired_width(WIDTH);
    ui.add_sized(vec2(WIDTH, 84.0), note);
    ui.add_space(12.0);
    if about.ruled {
        widgets::elided(ui, "Rules", regular(12.0), palette.text2, WIDTH);
        ui.add_space(4.0);
        let rules = &mut about.rules;
        widgets::check_row(ui, &mut rules.leftover, "Pieces may be left over", "");
        widgets::check_row(ui, &mut rules.loose_parts, "Pieces may consist of several parts", "");
        if about.sticks {
            let mut free = rules.junctions == JunctionRule::Free;
            widgets::check_row(ui, &mut free, "Pieces may cross at a junction", "");
            rules.junctions = if free { JunctionRule::Free } else { JunctionRule::NoCrossing };
        }
        if about.labels {
            let mut agree = rules.labels == LabelRule::Agree;
            widgets::check_row(ui, &mut agree, "Colour labels must agree", "");
            rules.labels = if agree { LabelRule::Agree } else { LabelRule::Free };
        }
        ui.add_space(12.0);
    }
    super::buttons(ui, "Apply", true, None)
}
