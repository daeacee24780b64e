//! The search in figures: nodes and updates of each level, and how many nodes each rule of choosing
//! items takes.

use egui::{Rect, Role, ScrollArea, Sense, Ui, WidgetInfo, vec2};

use crate::exact_cover::ItemRule;
use crate::text;
use crate::ui::action::{Action, Actions};
use crate::ui::widgets::theme::{Palette, SIDE, regular, semibold};
use crate::ui::widgets::{self, Line, baseline};
use crate::workbench::stepper::Stepper;

/// Height of a row of the table.
const ROW: f32 = 20.0;

/// The rules as the switch names them.
const RULES: [(ItemRule, &str); 4] = [
    (ItemRule::Fewest, "Fewest"),
    (ItemRule::First, "First"),
    (ItemRule::Largest, "Most"),
    (ItemRule::Random, "Random"),
];

/// Shows the switch between the rules of choosing items, and below each how many nodes the whole
/// search has by it.
pub(super) fn rules(stepper: &Stepper, out: &mut Actions, ui: &mut Ui) {
    widgets::section(ui, |ui| {
        widgets::section_title(ui, "Choose item by", "nodes in all");
        let mut rule = stepper.rule();
        let switch =
            RULES.iter().fold(widgets::Segmented::new().wide(), |switch, &(rule, name)| {
                switch.choice(rule, name)
            });
        let switch = if ui.available_width() < 300.0 { switch.small() } else { switch };
        let switch = switch.show(ui, &mut rule);
        let tip = "The rule of step 3. Another rule restarts the search.";
        if switch.on_hover_text(tip).changed() {
            out.push(Action::ChooseItemsBy(rule));
        }
        let size = vec2(ui.available_width(), 20.0);
        let (row, _) = ui.allocate_exact_size(size, Sense::hover());
        let palette = Palette::current(ui);
        let each = row.width() / RULES.len() as f32;
        for (n, (rule, name)) in RULES.into_iter().enumerate() {
            let left = row.left() + n as f32 * each;
            let place = Rect::from_min_size(egui::pos2(left, row.top()), vec2(each, row.height()));
            let words = match stepper.profile(rule) {
                None => "…".to_owned(),
                Some(profile) if profile.complete => text::grouped(profile.nodes),
                // Where exactly the count was given up says nothing.
                Some(profile) if profile.nodes >= 10_000 => {
                    format!("> {}", text::grouped(profile.nodes / 1000 * 1000))
                }
                Some(profile) => format!("> {}", text::grouped(profile.nodes)),
            };
            let label = ui.interact(place, ui.scope_id().with(("rule", n)), Sense::hover());
            label.widget_info(|| {
                let nodes = words.replace("> ", "more than ").replace('…', "not counted yet:");
                WidgetInfo::labeled(Role::Label, true, format!("{name}: {nodes} nodes"))
            });
            let (font, ink) = match rule == stepper.rule() {
                true => (semibold(11.0), palette.text),
                false => (regular(11.0), palette.text2),
            };
            let line = Line::new(ui, &words, font, ink, each - 2.0);
            line.centre(ui.painter(), place.center().x, baseline(place.center().y, 11.0));
        }
    });
}

/// The extent of the table: the search so far, or all of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Extent {
    #[default]
    SoFar,
    Whole,
}

/// Shows the table of nodes and updates by level.
pub(super) fn table(stepper: &Stepper, extent: &mut Extent, ui: &mut Ui) {
    let profile = stepper.profile(stepper.rule()).filter(|profile| profile.complete);
    let why = match stepper.profile(stepper.rule()) {
        Some(_) => "The whole search has too many steps.",
        None => "The whole search is being counted.",
    };
    if profile.is_none() {
        *extent = Extent::SoFar;
    }
    widgets::section(ui, |ui| {
        widgets::Segmented::new()
            .choice(Extent::SoFar, "Up to here")
            .choice_if(profile.is_some(), Extent::Whole, "Whole search", why)
            .small()
            .show(ui, extent);
    });
    let (nodes, updates) = match profile.filter(|_| *extent == Extent::Whole) {
        Some(profile) => (profile.nodes_by_level, profile.updates_by_level),
        None => (stepper.effort().by_level, stepper.updates_by_level().to_vec()),
    };
    row(["Level", "Nodes", "Updates", "Updates a node"].map(str::to_owned), false, None, ui);
    let levels = nodes.len();
    let here = stepper.depth();
    ScrollArea::vertical().auto_shrink(false).show_rows(ui, ROW, levels + 1, |ui, range| {
        for level in range {
            if level == levels {
                let cells = cells("All".to_owned(), nodes.iter().sum(), updates.iter().sum());
                row(cells, true, None, ui);
                continue;
            }
            let made = updates.get(level).copied().unwrap_or(0);
            let cells = cells(level.to_string(), nodes[level], made);
            row(cells, level == here, Some(level), ui);
        }
    });
}

fn cells(name: String, nodes: u64, updates: u64) -> [String; 4] {
    let each = match nodes {
        0 => "–".to_owned(),
        _ => format!("{:.1}", updates as f64 / nodes as f64),
    };
    [name, text::grouped(nodes), text::grouped(updates), each]
}

fn row(cells: [String; 4], bold: bool, level: Option<usize>, ui: &mut Ui) {
    let palette = Palette::current(ui);
    let size = vec2(ui.available_width(), ROW);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let [name, nodes, updates, _] = &cells;
    response.widget_info(|| {
        let level = if level.is_some() { "Level " } else { "" };
        let words = format!("{level}{name}: {nodes} nodes, {updates} updates");
        WidgetInfo::labeled(Role::Label, true, words)
    });
    let inner = rect.shrink2(vec2(SIDE, 0.0));
    let base = baseline(rect.center().y, 12.0);
    let (font, ink) = match bold {
        true => (semibold(12.0), palette.text),
        false => (regular(12.0), palette.text2),
    };
    // The right edges of the columns, as shares of the width.
    let edges = [0.14, 0.40, 0.70, 1.0];
    for (cell, edge) in cells.iter().zip(edges) {
        let line = Line::new(ui, cell, font.clone(), ink, inner.width() * 0.3);
        line.right(ui.painter(), inner.left() + inner.width() * edge, base);
    }
}
