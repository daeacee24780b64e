//! The metadata about a puzzle, and its rules.

use egui::{Id, ScrollArea, TextEdit, Ui, vec2};

use crate::lattice::SiteForm;
use crate::puzzle::{
    ApartForm, BorderRule, Contact, Description, JunctionRule, LabelRule, Puzzle, Rules,
};
use crate::text;
use crate::ui::action::{Action, Actions};
use crate::ui::widgets;
use crate::ui::widgets::theme::{Palette, regular, semibold};
use crate::workbench::Document;
use crate::workbench::edit::{Edit, Metadata};

/// Width of the card, in points.
const WIDTH: f32 = 460.0;
/// Height that the list of pieces grows to before it scrolls, in points.
const PIECES: f32 = 92.0;

/// Title, notes and rules that are being changed.
pub(crate) struct About {
    metadata: Metadata,
    rules: Rules,
    /// True if pieces are sticks, which may cross.
    sticks: bool,
    /// True if there are labels that may have to agree.
    labels: bool,
    /// True if there are rules at all: a cover puzzle has none.
    ruled: bool,
    /// True if straight lines run between the sites, so that there can be faults.
    lines: bool,
    apart: ApartRules,
}

/// The rules that keep pieces apart, those of the puzzle and one that is being made.
struct ApartRules {
    /// Each with its words and whether it stays.
    rules: Vec<(ApartForm, String, bool)>,
    /// All pieces, each with whether it is chosen for the next rule.
    pieces: Vec<(String, bool)>,
    contacts: &'static [Contact],
    /// The contact that the pieces of the next rule must not have.
    by: Contact,
}

impl ApartRules {
    fn new(description: &Description, puzzle: &Puzzle) -> ApartRules {
        let contacts = Contact::all(description.lattice);
        let listed = |rule: &ApartForm| (rule.clone(), rule.words(), true);
        let mut all: Vec<_> = puzzle.pieces.iter().chain(&puzzle.off).collect();
        all.sort_by_key(|piece| piece.order);
        ApartRules {
            rules: description.rules.apart.iter().map(listed).collect(),
            pieces: all.into_iter().map(|piece| (piece.name.clone(), false)).collect(),
            contacts,
            by: contacts[0],
        }
    }

    /// Makes a rule of the pieces that are chosen.
    fn add(&mut self) {
        let chosen = self.pieces.iter().filter(|(_, chosen)| *chosen);
        let pieces = chosen.map(|(name, _)| name.clone()).collect();
        self.pieces.iter_mut().for_each(|(_, chosen)| *chosen = false);
        let rule = ApartForm { pieces, by: self.by };
        let words = rule.words();
        self.rules.push((rule, words, true));
    }

    /// The rules that stay.
    fn kept(&self) -> Vec<ApartForm> {
        let kept = self.rules.iter().filter(|(.., stays)| *stays);
        kept.map(|(rule, ..)| rule.clone()).collect()
    }
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
            lines: !description.lattice.straight_lines().is_empty(),
            apart: ApartRules::new(description, &document.puzzle),
        }
    }
}

/// Shows the card; whether it is to be closed.
pub(super) fn show(about: &mut About, out: &mut Actions, ui: &Ui) -> bool {
    let ((done, cancelled), is_over) = super::sheet_with_foot(
        ui,
        "Title, notes and rules",
        WIDTH + 32.0,
        about,
        fields,
        |_, ui, ()| super::buttons(ui, "Apply", true, None),
    );
    if done {
        // What is set together is taken back together.
        let mut edits = vec![Edit::Metadata(about.metadata.clone())];
        if about.ruled {
            let apart = about.apart.kept();
            edits.push(Edit::Rules(Rules { apart, ..about.rules.clone() }));
        }
        out.push(Action::Edits(edits, None));
    }
    done || cancelled || is_over
}

fn fields(about: &mut About, ui: &mut Ui) {
    let palette = Palette::current(ui);
    widgets::elided(ui, "Title, notes and rules", semibold(15.0), palette.text, WIDTH);
    ui.add_space(12.0);
    metadata_fields(&mut about.metadata, ui);
    if about.ruled {
        rule_rows(about, ui);
        apart_rows(&mut about.apart, ui);
    }
    ui.add_space(12.0);
}

fn metadata_fields(metadata: &mut Metadata, ui: &mut Ui) {
    let palette = Palette::current(ui);
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
    ui.add_sized(vec2(WIDTH, 84.0), note).accessible_name("Note");
    ui.add_space(12.0);
}

fn rule_rows(about: &mut About, ui: &mut Ui) {
    let palette = Palette::current(ui);
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
    widgets::check_row(ui, &mut rules.no_crossroads, "No crossroads", "");
    if about.lines || rules.fault_free {
        widgets::check_row(ui, &mut rules.fault_free, "Fault-free", "");
    }
    let mut every = rules.at_border == BorderRule::Every;
    if widgets::check_row(ui, &mut every, "Every piece at the border", "").changed() {
        rules.at_border = if every { BorderRule::Every } else { BorderRule::Free };
    }
    // A rule that only a file can say can be dropped here.
    if let (false, Some(words)) = (every, rules.at_border.words()) {
        let mut stays = true;
        widgets::check_row(ui, &mut stays, &text::capitalised(&words), "");
        if !stays {
            rules.at_border = BorderRule::Free;
        }
    }
}

/// The rules that keep pieces apart, and the making of one more.
fn apart_rows(apart: &mut ApartRules, ui: &mut Ui) {
    let palette = Palette::current(ui);
    for (_, words, stays) in &mut apart.rules {
        widgets::check_row(ui, stays, words, "");
    }
    ui.add_space(8.0);
    widgets::elided(ui, "Pieces to keep apart", regular(12.0), palette.text2, WIDTH);
    ui.add_space(4.0);
    ScrollArea::vertical().id_salt("pieces apart").max_height(PIECES).show(ui, |ui| {
        ui.set_width(WIDTH);
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 16.0;
            for (name, chosen) in &mut apart.pieces {
                widgets::check_box(ui, chosen, name);
            }
        });
    });
    ui.add_space(8.0);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 8.0;
        let choices: Vec<(Contact, &str)> =
            apart.contacts.iter().map(|&by| (by, contact_label(by))).collect();
        widgets::segmented_small(ui, &mut apart.by, &choices);
        let possible = apart.pieces.iter().any(|(_, chosen)| *chosen);
        let tip = "The chosen pieces, and copies of one piece, do not touch";
        let button = widgets::Button::new("Add rule").small().enabled(possible).tooltip(tip);
        if button.show(ui).clicked() {
            apart.add();
        }
    });
}

fn contact_label(by: Contact) -> &'static str {
    match by {
        Contact::Face => "No common face",
        Contact::Edge => "No common edge",
        Contact::Corner => "No common corner",
    }
}
