//! The steps of the algorithm, the current one lit, and what it assigned to the links.

use std::collections::BTreeSet;

use egui::{Rect, Role, ScrollArea, Sense, Ui, WidgetInfo, vec2};

use super::Scene;
use crate::exact_cover::Algorithm;
use crate::exact_cover::dancing_links::arrays::{Assignment, LinkArray, LinkArrays};
use crate::text;
use crate::ui::action::{Action, Actions};
use crate::ui::widgets::theme::{Palette, SIDE, mono, regular, semibold};
use crate::ui::widgets::{self, Line, baseline};
use crate::workbench::stepper::{LinkStep, Stepper};

/// Height of the row of a step, and of an assignment.
const STEP_ROW: f32 = 30.0;
const ASSIGNMENT_ROW: f32 = 20.0;

/// The height of the panel above the assignments, without the rows of the steps.
const AROUND: f32 = 140.0;

/// A step of an algorithm in TAOCP 7.2.2.1: its name, and what it does in a few words.
type StepWords = (&'static str, &'static str);

/// The steps of Algorithm X, which those of the other two resemble.
const STEPS: [StepWords; 8] = [
    ("Initialize", "no item covered, level 0"),
    ("Enter level", "no item left: a solution"),
    ("Choose an item", "fewest options, leftmost"),
    ("Cover it", "hide its options, unlink it"),
    ("Try an option", "cover its other items"),
    ("Try again", "uncover them, next option"),
    ("Backtrack", "uncover the item"),
    ("Leave level", "at level 0: the end"),
];

/// The steps of an algorithm, from the first. The rule of choosing items is said elsewhere.
fn steps_of(algorithm: Algorithm) -> Vec<StepWords> {
    let mut steps = STEPS.to_vec();
    match algorithm {
        Algorithm::X => {}
        Algorithm::C => {
            steps[4].1 = "cover or commit its items";
            steps[5].1 = "uncommit, next option";
        }
        Algorithm::M => {
            steps[3] = ("Prepare to branch", "lower BOUND, cover at 0");
            steps[4].1 = "cover or commit its items";
            steps[5].1 = "undo it, next option";
            steps[6] = ("Restore the item", "untweak or uncover");
            steps.insert(4, ("Possibly tweak", "option leaves the list"));
        }
    }
    steps
}

/// The height that the steps need, with the sentence on the last one.
pub(super) fn height(stepper: &Stepper) -> f32 {
    STEP_ROW * steps_of(stepper.algorithm()).len() as f32 + AROUND
}

/// The links of the last step, and how much of them is shown.
pub(super) struct LinkView {
    step: LinkStep,
    /// The number of assignments that are shown as done; all unless one was chosen.
    pub(super) shown: Option<usize>,
}

impl LinkView {
    pub(super) fn new(step: LinkStep) -> LinkView {
        LinkView { step, shown: None }
    }

    /// The arrays after the assignments that are shown.
    pub(super) fn arrays(&self) -> LinkArrays {
        self.step.after(self.shown.unwrap_or(usize::MAX))
    }

    /// The last assignments shown that take an item out of the list of items or put it back: the two
    /// links of its neighbours, or one of them where the other is still to come. None where a later
    /// one is of another kind.
    pub(super) fn relinked(&self) -> Vec<Assignment> {
        let all = self.step.assignments.len();
        let shown = &self.step.assignments[..self.shown.unwrap_or(all).min(all)];
        let is_item = |own: &&Assignment| matches!(own.array, LinkArray::Llink | LinkArray::Rlink);
        let last = shown.iter().rev().take_while(is_item).take(2);
        let mut last: Vec<Assignment> = last.copied().collect();
        last.reverse();
        last
    }

    /// The entries that these assignments set.
    pub(super) fn set(&self) -> BTreeSet<(LinkArray, u32)> {
        let all = self.step.assignments.len();
        let shown = &self.step.assignments[..self.shown.unwrap_or(all).min(all)];
        shown.iter().map(|assignment| (assignment.array, assignment.index)).collect()
    }
}

/// The row of the step that is lit.
fn current(stepper: &Stepper) -> usize {
    stepper.last().map_or(0, |last| stepper.algorithm().number(&last) as usize - 1)
}

/// Shows the left panel.
pub(super) fn show(scene: &mut Scene, links: &LinkView, ui: &mut Ui) {
    let stepper = scene.stepper;
    let lit = current(stepper);
    widgets::column(ui, |ui| {
        let letter = stepper.algorithm().letter();
        let title = format!("Algorithm {letter}");
        widgets::panel_head(ui, &title, "Knuth, TAOCP 7.2.2.1", |_| ());
        ui.add_space(4.0);
        for (i, (name, what)) in steps_of(stepper.algorithm()).into_iter().enumerate() {
            // The rule of choosing items can be another.
            let what = if i == 2 { stepper.rule_words() } else { what };
            step_row((&format!("{letter}{}", i + 1), name, what), i == lit, ui);
        }
        ui.add_space(6.0);
    });
    widgets::separator(ui);
    widgets::section(ui, |ui| {
        let level = text::grouped(stepper.depth() as u64);
        let title = format!("Step {} at level {level}", stepper.label());
        let count = text::count(links.step.assignments.len() as u64, "assignment");
        widgets::section_title(ui, &title, &count);
        let palette = Palette::current(ui);
        let words = stepper.sentence(scene.picture);
        widgets::paragraph(ui, &words, regular(12.0), palette.text2);
    });
    if links.step.assignments.is_empty() {
        return;
    }
    let rows = links.step.assignments.len();
    ScrollArea::vertical().auto_shrink(false).show_rows(ui, ASSIGNMENT_ROW, rows, |ui, range| {
        for index in range {
            assignment_row(stepper, links, index, scene.out, ui);
        }
    });
}

fn step_row((label, name, what): (&str, &str, &str), lit: bool, ui: &mut Ui) {
    let palette = Palette::current(ui);
    let size = vec2(ui.available_width(), STEP_ROW);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let now = if lit { ", current" } else { "" };
    response.widget_info(|| {
        WidgetInfo::labeled(Role::ListItem, true, format!("{label} {name}: {what}{now}"))
    });
    let painter = ui.painter().clone();
    if lit {
        painter.rect_filled(rect, 0.0, palette.accent_soft);
        let bar = Rect::from_min_size(rect.min, vec2(3.0, rect.height()));
        painter.rect_filled(bar, 0.0, palette.accent);
    }
    let base = baseline(rect.center().y, 13.0);
    let left = rect.left() + SIDE;
    let number = Line::whole(ui, label, regular(12.0), palette.text2);
    number.left(&painter, left, base);
    let font = if lit { semibold(13.0) } else { regular(13.0) };
    let name = Line::whole(ui, name, font, palette.text);
    name.left(&painter, left + 34.0, base);
    let room = rect.right() - SIDE - (left + 34.0 + name.width() + 12.0);
    let what = Line::new(ui, what, regular(11.0), palette.text2, room.max(0.0));
    what.right(&painter, rect.right() - SIDE, base);
}

/// An assignment with the value that it replaced. A click shows the links as they are after it.
fn assignment_row(
    stepper: &Stepper,
    links: &LinkView,
    index: usize,
    out: &mut Actions,
    ui: &mut Ui,
) {
    let palette = Palette::current(ui);
    let assignment @ Assignment { array, before, .. } = links.step.assignments[index];
    let all = links.step.assignments.len();
    let done = index < links.shown.unwrap_or(all);
    let size = vec2(ui.available_width(), ASSIGNMENT_ROW);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let words = stepper.assignment_words(&assignment);
    let before = stepper.link_value(array, before);
    let told = format!("{words}, was {before}");
    response.widget_info(|| WidgetInfo::selected(Role::ListItem, true, done, &told));
    let painter = ui.painter().clone();
    if response.hovered() {
        painter.rect_filled(rect, 0.0, palette.hover);
    }
    widgets::focus_ring(ui, &response, rect.shrink(2.0), 3.0);
    let unlinks = matches!(array, LinkArray::Llink | LinkArray::Rlink);
    let ink = match (done, unlinks) {
        (false, _) => palette.text3,
        (true, true) => palette.accent,
        (true, false) => palette.text,
    };
    let base = baseline(rect.center().y, 12.0);
    let text = Line::whole(ui, &words, mono(12.0), ink);
    text.left(&painter, rect.left() + SIDE, base);
    let before = Line::whole(ui, &format!("was {before}"), regular(11.0), palette.text3);
    before.left(&painter, rect.left() + SIDE + 150.0, base);
    if response.on_hover_text("Show the links as they are after this assignment").clicked() {
        out.push(Action::ShowAssignments(index + 1));
    }
}
