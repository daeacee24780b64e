//! The order of the list: what it is sorted and grouped by, at the top of the panel.

use egui::{Align, Layout, Response, Ui, vec2};

use crate::puzzle::Puzzle;
use crate::solution::measures::MeasureId;
use crate::ui::action::{Actions, Model};
use crate::ui::widgets::theme::{GAP, Palette, regular};
use crate::ui::widgets::{self, Line, baseline};
use crate::workbench::Command;
use crate::workbench::solutions::browser::Browser;
use crate::workbench::solutions::grouping::Grouping;
use crate::workbench::solutions::listing::{ListSettings, Sort};

/// The height of a row.
const ROW: f32 = 32.0;
/// The room for the name of a row.
const NAME: f32 = 64.0;

/// A row with a name and a list to choose from, which bears that name.
pub(super) fn row<T: Copy + PartialEq>(
    ui: &mut Ui,
    name: &str,
    value: &mut T,
    choices: &[(T, &str)],
) -> Response {
    let size = vec2(ui.available_width(), ROW);
    ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
        ui.set_height(ROW);
        ui.spacing_mut().item_spacing.x = 0.0;
        let line = Line::whole(ui, name, regular(13.0), Palette::current(ui).text2);
        let size = vec2(NAME.max(line.width() + 10.0), 18.0);
        let (rect, _) = ui.allocate_exact_size(size, egui::Sense::hover());
        line.left(ui.painter(), rect.left(), baseline(rect.center().y, 13.0));
        let width = ui.available_width();
        widgets::drop_down(ui, name, width, value, choices)
    })
    .inner
}

/// The key by which a list may be sorted.
#[derive(Clone, Copy, PartialEq)]
enum Order {
    Number,
    Similarity,
    Measure(MeasureId),
}

/// Shows what to sort by.
pub(super) fn sort(measures: &[MeasureId], settings: &mut ListSettings, ui: &mut Ui) {
    let is_alike = settings.like.is_some();
    let before = match settings.sort {
        _ if is_alike => Order::Similarity,
        Some(sort) => Order::Measure(sort.measure),
        None => Order::Number,
    };
    let mut choices = vec![(Order::Number, "Number")];
    choices.extend(is_alike.then_some((Order::Similarity, "Similarity")));
    choices.extend(measures.iter().map(|&own| (Order::Measure(own), own.row().name)));
    // What is in force stays, also when another filter leaves it one value.
    if choices.iter().all(|(own, _)| *own != before)
        && let Order::Measure(own) = before
    {
        choices.push((before, own.row().name));
    }
    let mut order = before;
    row(ui, "Sort by", &mut order, &choices);
    if order != before {
        settings.like = None;
        settings.sort = match order {
            Order::Measure(measure) => Some(Sort { measure, descending: true }),
            _ => None,
        };
    }
}

/// Shows the properties and measures to group solutions by; only informative ones are offered.
pub(super) fn group(
    measures: &[MeasureId],
    browser: &Browser,
    puzzle: &Puzzle,
    settings: &mut ListSettings,
    ui: &mut Ui,
) {
    let mut offered: Vec<Grouping> = [
        differs_in_orbits(browser).then_some(Grouping::OrbitSize),
        Some(Grouping::PiecesUsed),
        Some(Grouping::OpenSites),
        browser.piece().map(Grouping::Position),
    ]
    .into_iter()
    .flatten()
    .chain(measures.iter().map(|&measure| Grouping::Measure(measure)))
    .filter(|grouping| grouping.may_differ(puzzle))
    .collect();
    // What is in force stays, also when another piece is looked at.
    offered.extend(settings.group.filter(|own| !offered.contains(own)));
    if offered.is_empty() && puzzle.cover.is_some() {
        return;
    }
    let names: Vec<String> = offered.iter().map(|grouping| grouping.name(puzzle)).collect();
    let mut choices = vec![(None, "Nothing")];
    choices.extend(offered.iter().copied().map(Some).zip(names.iter().map(String::as_str)));
    let tip = "The position of a piece is offered when it is chosen under Where a piece lies.";
    row(ui, "Group by", &mut settings.group, &choices).on_hover_text(tip);
}

/// The buttons that reverse the order, and that count the listed solutions in a table.
pub(super) fn buttons(model: Model, settings: &mut ListSettings, out: &mut Actions, ui: &mut Ui) {
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        let sort = settings.sort.as_mut().filter(|_| settings.like.is_none());
        let tip = match sort.as_deref() {
            None => "Sort by a measure first.",
            Some(Sort { descending: true, .. }) => "Now most first; show the fewest first.",
            Some(_) => "Now fewest first; show the most first.",
        };
        let reverse = widgets::Button::new("Reverse order").small().enabled(sort.is_some());
        let is_reversed = reverse.tooltip(tip).show(ui).clicked();
        if let Some(sort) = sort.filter(|_| is_reversed) {
            sort.descending = !sort.descending;
        }
        let command = Command::SolutionTable;
        let available = command.available(model.bench);
        let button = widgets::Button::new("Table…").small().enabled(available.is_ok());
        if button.tooltip(available.err().unwrap_or(command.hint())).show(ui).clicked() {
            out.send(command);
        }
    });
}

/// Returns whether the solutions belong to several symmetry classes.
fn differs_in_orbits(browser: &Browser) -> bool {
    let symmetry = MeasureId::by_id("symmetry");
    let spread = symmetry.and_then(|measure| browser.spread(measure));
    spread.is_some_and(|spread| spread.values.len() > 1)
}
