//! The marks of solutions: a star, a note and tags of the one shown, and the rows of the filter.

use egui::{Id, TextEdit, Ui, vec2};

use super::detail::ChosenSolution;
use crate::solution::database::Mark;
use crate::text;
use crate::ui::action::{Action, Actions};
use crate::ui::widgets;
use crate::ui::widgets::icons::Icon;
use crate::ui::widgets::theme::{GAP, Palette, regular};
use crate::workbench::command::SolutionAction;
use crate::workbench::solutions::listing::ListSettings;
use crate::workbench::{Command, Document};

/// Height of the field for a note, in points.
const NOTE_HEIGHT: f32 = 60.0;

/// The note and the tags of a solution as they are typed, kept when a field loses the focus.
#[derive(Default)]
pub(super) struct TypedMarks {
    /// The number of the distinct solution.
    distinct: u64,
    note: String,
    tags: String,
}

/// The button that gives a star, or takes it away.
pub(super) fn star_button(document: &Document, out: &mut Actions, ui: &mut Ui) {
    let starred = document.mark(document.selected()).is_some_and(|mark| mark.starred);
    let (icon, name) = match starred {
        true => (Icon::StarFilled, "Remove the star"),
        false => (Icon::Star, "Give a star"),
    };
    let button = widgets::icon_button(ui, icon, name);
    if button.on_hover_text("Stars are stored with the results of the puzzle (S).").clicked() {
        out.send(Command::Solution(SolutionAction::Star));
    }
}

/// The section for note and tags of the solution shown.
pub(super) fn section(
    typed: &mut TypedMarks,
    chosen: &ChosenSolution,
    document: &Document,
    out: &mut Actions,
    ui: &mut Ui,
) {
    let n = document.selected();
    let mark = document.mark(n).cloned().unwrap_or_default();
    let (note, tags) = (Id::unique("solution note"), Id::unique("solution tags"));
    let is_typing = ui.memory(|memory| memory.has_focus(note) || memory.has_focus(tags));
    if typed.distinct != chosen.distinct() || !is_typing {
        typed.distinct = chosen.distinct();
        typed.note.clone_from(&mark.note);
        typed.tags = mark.tags.join(", ");
    }
    widgets::section_title(ui, "Marks", "kept with the results");
    let field = TextEdit::multiline(&mut typed.note)
        .id(note)
        .font(regular(13.0))
        .hint_text("Note")
        .desired_rows(2)
        .desired_width(f32::INFINITY);
    let response = ui.add_sized(vec2(ui.available_width(), NOTE_HEIGHT), field);
    response.widget_info(|| {
        let info = egui::WidgetInfo::text_edit(true, "", &typed.note, "Note");
        egui::WidgetInfo { label: Some("Note".to_owned()), ..info }
    });
    let mut is_over = response.lost_focus();
    ui.add_space(GAP);
    let response = widgets::text_field(ui, &mut typed.tags, "Tags, such as booklet, hard", tags);
    is_over |= response.lost_focus();
    if is_over {
        let new = Mark {
            note: typed.note.trim().to_owned(),
            tags: tags_of(&typed.tags),
            starred: mark.starred,
        };
        if new != mark {
            out.push(Action::Mark(n, new));
        }
    }
}

/// The tags in a list of them, each once.
fn tags_of(text: &str) -> Vec<String> {
    let mut tags: Vec<String> = Vec::new();
    for tag in text.split([',', '\n']).map(str::trim).filter(|tag| !tag.is_empty()) {
        if tags.iter().all(|own| own != tag) {
            tags.push(tag.to_owned());
        }
    }
    tags
}

/// The rows of the filter for marks, where there are any.
pub(super) fn filter_rows(document: &Document, settings: &mut ListSettings, ui: &mut Ui) {
    let Some(all) = document.mark_counts() else { return };
    let counts = &document.mark_counts_listed().unwrap_or_else(|| all.clone());
    let marks = &mut settings.marks;
    if all.is_empty() && !marks.filters() {
        return;
    }
    if all.starred > 0 || marks.starred {
        widgets::check_row(ui, &mut marks.starred, "Starred", &text::grouped(counts.starred));
    }
    if all.noted > 0 || marks.noted {
        widgets::check_row(ui, &mut marks.noted, "With a note", &text::grouped(counts.noted));
    }
    let mut tags: Vec<&String> = all.tags.keys().chain(&marks.tags).collect();
    tags.sort();
    tags.dedup();
    let mut toggled = None;
    for tag in tags {
        let mut on = marks.tags.contains(tag);
        let count = counts.tags.get(tag).copied().unwrap_or(0);
        let label = format!("Tag: {tag}");
        if widgets::check_row(ui, &mut on, &label, &text::grouped(count)).changed() {
            toggled = Some((tag.clone(), on));
        }
    }
    match toggled {
        Some((tag, true)) => drop(marks.tags.insert(tag)),
        Some((tag, false)) => drop(marks.tags.remove(&tag)),
        None => {}
    }
}

/// The range of numbers that is listed, with the way back.
pub(super) fn numbers_row(settings: &mut ListSettings, ui: &mut Ui) {
    let Some((from, to)) = settings.numbers else { return };
    let label = format!("Numbers {} to {}", text::grouped(from), text::grouped(to));
    let mut on = true;
    widgets::check_row(ui, &mut on, &label, "");
    if !on {
        settings.numbers = None;
    }
}

/// The text on the mark of a thumbnail for readers who do not see it.
pub(super) fn words(mark: &Mark) -> String {
    let mut words = Vec::new();
    if mark.starred {
        words.push("starred".to_owned());
    }
    if !mark.note.is_empty() {
        words.push(format!("note: {}", mark.note));
    }
    if !mark.tags.is_empty() {
        words.push(format!("tags: {}", mark.tags.join(", ")));
    }
    words.join(", ")
}

/// The sign before the number of a marked solution.
pub(super) fn paint_sign(mark: &Mark, painter: &egui::Painter, at: egui::Rect) {
    let icon = if mark.starred { Icon::StarFilled } else { Icon::Label };
    icon.paint(painter, at, Palette::current(painter.ctx()).accent);
}
