//! The filter and the order of the list: properties, ranges of measures, pieces in place, a typed
//! expression, and what to sort by.

use egui::{Id, Key, Rect, Sense, Ui, pos2, vec2};

use super::saved_filters::Saving;
use super::{marks, positions, saved_filters as saved};
use crate::encode::Encoding;
use crate::exact_cover::OptionId;
use crate::puzzle::Puzzle;
use crate::solution::filter::Expression;
use crate::solution::measures::{MeasureId, MeasureKind};
use crate::text;
use crate::ui::action::{Action, Actions};
use crate::ui::figure_cache::FigureCache;
use crate::ui::icons::Icon;
use crate::ui::theme::{GAP, Palette, regular};
use crate::ui::widgets;
use crate::workbench::Document;
use crate::workbench::browser::{Browser, Spread};
use crate::workbench::listing::{ListSettings, PlacementCondition, Sort};

/// Height of the bars over a range, in points.
const BARS_HEIGHT: f32 = 24.0;
/// Ranges with more values than this show sums of neighbouring values.
const MOST_BARS: usize = 48;

/// Ranges and orders that are shown unless all are asked for.
const FEW_RANGES: usize = 2;
const FEW_ORDERS: usize = 3;
/// The measures that come first among ranges and orders, by their ids.
const FIRST: [&str; 3] = ["border", "longest-line", "crossroads"];

/// What the sections keep from frame to frame.
#[derive(Default)]
pub(super) struct Typed {
    /// A condition as it is typed.
    text: String,
    error: Option<String>,
    /// Whether all measures are shown, not the first alone.
    all_measures: bool,
    /// The name under which the filter is being saved.
    saving: Option<Saving>,
    /// Whether all positions of a piece are shown.
    all_positions: bool,
}

/// Shows the sections, once it is known which measures apply.
pub(super) fn show(
    typed: &mut Typed,
    document: &Document,
    figures: &FigureCache,
    out: &mut Actions,
    ui: &mut Ui,
) {
    let Some(browser) = document.browser() else { return };
    let Some(encoding) = document.solved_encoding() else { return };
    let puzzle = document.solved_puzzle();
    let of_kind = |kind: MeasureKind| -> Vec<MeasureId> {
        browser.measures().filter(|measure| measure.row().kind == kind).collect()
    };
    let (mut properties, numbers) = (of_kind(MeasureKind::Property), of_kind(MeasureKind::Number));
    // Mostly there are none, or few.
    properties.sort_by_key(|measure| measure.row().id == "symmetric");
    if properties.is_empty() && numbers.is_empty() {
        return;
    }
    let mut settings = browser.settings().clone();
    widgets::section(ui, |ui| {
        head(browser, document, ui);
        for &measure in &properties {
            property(browser, measure, &mut settings, ui);
        }
        marks::filter_rows(document, &mut settings, ui);
        marks::numbers_row(&mut settings, ui);
        expression(typed, &mut settings, ui);
        if let Some(error) = browser.error().filter(|_| typed.error.is_none()) {
            widgets::paragraph(ui, error, regular(12.0), Palette::current(ui).alert);
        }
        ui.add_space(GAP);
        // Always there, so that nothing moves when the first filter is chosen.
        let clear = widgets::Button::new("Clear filter").small();
        let is_filtered = settings.filters() || typed.error.is_some();
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = GAP;
            if clear.enabled(is_filtered).show(ui).clicked() {
                settings = settings.without_filter();
                (typed.text, typed.error) = (String::new(), None);
            }
            saved::button(&mut typed.saving, document, &settings, ui);
        });
        saved::rows(&mut typed.saving, document, &mut settings, out, ui);
    });
    let ranges = numbers.iter().filter(|&&measure| {
        browser.spread(measure).and_then(Spread::range).is_some_and(|(low, high)| low < high)
    });
    let mut ranges: Vec<MeasureId> = ranges.copied().collect();
    let rank = |id: &str| FIRST.iter().position(|first| *first == id).unwrap_or(FIRST.len());
    ranges.sort_by_key(|measure| rank(measure.row().id));
    let few = |most: usize, all: bool| if all { ranges.len() } else { most.min(ranges.len()) };
    if !ranges.is_empty() {
        widgets::separator(ui);
        widgets::section(ui, |ui| {
            widgets::section_title(ui, "Ranges", "");
            for &measure in &ranges[..few(FEW_RANGES, typed.all_measures)] {
                range(browser, measure, &mut settings, ui);
            }
        });
    }
    // On a solid no piece can be clicked.
    if puzzle.cover.is_none() && (figures.solid.is_none() || !settings.placements.is_empty()) {
        widgets::separator(ui);
        widgets::section(ui, |ui| placements(puzzle, encoding, figures, &mut settings, ui));
    }
    if puzzle.cover.is_none() && figures.solid.is_none() {
        widgets::separator(ui);
        let all = &mut typed.all_positions;
        widgets::section(ui, |ui| {
            positions::show(all, document, figures, &mut settings, out, ui);
        });
    }
    widgets::separator(ui);
    widgets::section(ui, |ui| {
        sort(&ranges[..few(FEW_ORDERS, typed.all_measures)], &mut settings, ui);
        if ranges.len() > FEW_RANGES {
            let label = if typed.all_measures { "Fewer measures" } else { "More measures" };
            ui.add_space(GAP);
            if widgets::Button::new(label).small().show(ui).clicked() {
                typed.all_measures = !typed.all_measures;
            }
        }
    });
    if settings != *browser.settings() {
        out.push(Action::SetList(Box::new(settings)));
    }
}

/// The title, with the number of solutions that pass.
fn head(browser: &Browser, document: &Document, ui: &mut Ui) {
    let of = document.with_store(|store| store.len() as u64).unwrap_or(0);
    let caption = match (browser.fraction(), document.listing()) {
        (Some(fraction), _) => format!("measuring, {:.0} %", 100.0 * fraction),
        (None, Some(listing)) => {
            let passing = listing.distinct().len() as u64;
            let kind = if document.shows_all() { " distinct" } else { "" };
            format!("{} of {}{kind}", text::grouped(passing), text::grouped(of))
        }
        (None, None) => text::grouped(of),
    };
    widgets::section_title(ui, "Filter", &caption);
}

fn property(browser: &Browser, measure: MeasureId, settings: &mut ListSettings, ui: &mut Ui) {
    let ticked = settings.properties.contains(&measure);
    // How many a tick would leave; of those that are ticked, how many there are in all.
    let left = browser.spread_left(measure).filter(|_| !ticked);
    let holding = left
        .or_else(|| browser.spread(measure))
        .map_or_else(|| "…".to_owned(), |spread| text::grouped(spread.holding()));
    let mut on = settings.properties.contains(&measure);
    let row = measure.row();
    let response = widgets::check_row(ui, &mut on, row.name, &holding);
    let tip = format!("{}. In filters: {}", text::capitalised(row.summary), row.id);
    if response.on_hover_text(tip).changed() {
        settings.toggle(measure);
    }
}

/// The field for a typed condition, which is taken with Enter.
fn expression(typed: &mut Typed, settings: &mut ListSettings, ui: &mut Ui) {
    ui.add_space(GAP);
    let id = Id::unique("filter expression");
    let response = widgets::text_field(ui, &mut typed.text, "Condition, such as touch(P, X)", id);
    let response = response.on_hover_text(
        "A condition on the solutions, taken with Enter. Measures with comparisons, such as \
         border >= 10 (hover over a measure to see its name), touch(A, B), meet(A, B), apart(A, B), \
         covers(A, 3, 4), uses(A) = 1, joined by and, or, not.",
    );
    let has_focus = response.has_focus();
    // What stands in the field is the condition in force, or said to be wrong.
    if response.lost_focus() {
        (settings.expression, typed.error) = match typed.text.trim() {
            "" => (None, None),
            text => match text.parse::<Expression>() {
                Ok(expression) => (Some(expression), None),
                Err(error) => (None, Some(error.to_string())),
            },
        };
        if ui.input(|i| i.key_pressed(Key::Enter)) {
            response.request_focus();
        }
    }
    if let Some(error) = &typed.error {
        widgets::paragraph(ui, error, regular(12.0), Palette::current(ui).alert);
    } else if let Some(expression) = &settings.expression {
        if !has_focus {
            // A saved filter brings its own.
            typed.text = expression.to_string();
        }
        let text = format!("Filtered by {expression}");
        widgets::paragraph(ui, &text, regular(12.0), Palette::current(ui).text2);
    }
}

/// A range with bars of how often each value comes, and a slider for its ends.
fn range(browser: &Browser, measure: MeasureId, settings: &mut ListSettings, ui: &mut Ui) {
    let Some(spread) = browser.spread(measure) else { return };
    let Some((low, high)) = spread.range() else { return };
    let chosen = settings.ranges.get(&measure).copied().unwrap_or((low, high));
    let name = measure.row().name;
    let ends = match chosen {
        (least, most) if least == most => text::grouped(least.into()),
        (least, most) => {
            format!("{} to {}", text::grouped(least.into()), text::grouped(most.into()))
        }
    };
    let row = widgets::fact_row(ui, name, &ends);
    row.on_hover_text(text::capitalised(measure.row().summary));
    bars(spread, browser.spread_left(measure), chosen, ui);
    let as_signed = |n: u32| i32::try_from(n).unwrap_or(i32::MAX);
    let mut knobs = (as_signed(chosen.0), as_signed(chosen.1));
    let whole = as_signed(low)..=as_signed(high);
    if widgets::range_slider(ui, &mut knobs, whole, name).changed() {
        let range = (knobs.0.unsigned_abs(), knobs.1.unsigned_abs());
        if range == (low, high) {
            settings.ranges.remove(&measure);
        } else {
            settings.ranges.insert(measure, range);
        }
    }
    ui.add_space(6.0);
}

/// Bars over a range slider: in the accent colour what the filter leaves, or else the values chosen.
fn bars(spread: &Spread, left: Option<&Spread>, chosen: (u32, u32), ui: &mut Ui) {
    let Some((low, high)) = spread.range() else { return };
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), BARS_HEIGHT), Sense::hover());
    let step = (high - low) as usize / MOST_BARS + 1;
    let summed = |spread: &Spread| {
        let mut counts = vec![0u64; (high - low) as usize / step + 1];
        for &(value, count) in &spread.values {
            // The list may be of a later moment of the run.
            if let Some(sum) = counts.get_mut((value.max(low) - low) as usize / step) {
                *sum += count;
            }
        }
        counts
    };
    let counts = summed(spread);
    let left = left.map(summed);
    let Some(most) = counts.iter().copied().max().filter(|&most| most > 0) else { return };
    let palette = Palette::current(ui);
    // The knobs of the slider stand over the middles of the first and the last bar.
    let pitch = (rect.width() - 14.0) / (counts.len().max(2) - 1) as f32;
    let wide = (pitch * 0.7).clamp(1.0, 12.0);
    for (n, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
        let x = rect.left() + 7.0 + n as f32 * pitch;
        let value = low + (n * step) as u32;
        let is_chosen = chosen.0 < value + step as u32 && value <= chosen.1;
        let passing = match &left {
            Some(left) => left[n],
            None if is_chosen => count,
            None => 0,
        };
        for (count, colour) in [(count, palette.border), (passing, palette.accent)] {
            if count == 0 {
                continue;
            }
            // A single solution among millions is still seen.
            let height = (rect.height() * (count as f64 / most as f64) as f32).max(1.0);
            let bar = Rect::from_min_max(
                pos2(x - wide / 2.0, rect.bottom() - height),
                pos2(x + wide / 2.0, rect.bottom()),
            );
            ui.painter().rect_filled(bar, 0.0, colour);
        }
    }
}

/// The placements that the listed solutions have or have not.
fn placements(
    puzzle: &Puzzle,
    encoding: &Encoding,
    figures: &FigureCache,
    settings: &mut ListSettings,
    ui: &mut Ui,
) {
    widgets::section_title(ui, "With this piece in place", "");
    if settings.placements.is_empty() {
        let text =
            "Click a piece of the solution at the right to keep the solutions that have it there.";
        widgets::paragraph(ui, text, regular(12.0), Palette::current(ui).text2);
        return;
    }
    let mut removed = None;
    for (n, condition) in settings.placements.iter_mut().enumerate() {
        let piece = encoding.placement(condition.option).piece;
        let name = &puzzle.piece(piece).name;
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = GAP;
            let (icon, _) = ui.allocate_exact_size(vec2(24.0, 24.0), Sense::hover());
            figures.icon(ui.painter(), Palette::current(ui), puzzle, piece, icon);
            let words = if condition.present { "there" } else { "not there" };
            let label = format!("{name} at {}", place(puzzle, encoding, condition.option));
            // The button that removes it is 32 points wide.
            let room = vec2((ui.available_width() - 32.0 - GAP).max(40.0), 28.0);
            let row = |ui: &mut Ui| widgets::check_row(ui, &mut condition.present, &label, words);
            let tip = "Ticked: solutions that have the piece there. Else those that have it in no \
                       turned or flipped copy either.";
            ui.allocate_ui(room, row).inner.on_hover_text(tip);
            if widgets::icon_button(ui, Icon::Close, &format!("Remove {name}")).clicked() {
                removed = Some(n);
            }
        });
        ui.add_space(4.0);
    }
    if let Some(n) = removed {
        settings.placements.remove(n);
    }
}

/// The first site of a placement, by its address.
pub(super) fn place(puzzle: &Puzzle, encoding: &Encoding, option: OptionId) -> String {
    let first = encoding.sites(option).next();
    first.map_or_else(String::new, |site| puzzle.lattice.site_label(site))
}

/// Asks for a placement of the solution shown, or no longer.
pub(super) fn toggle_placement(document: &Document, option: OptionId, out: &mut Actions) {
    let Some(browser) = document.browser() else { return };
    let mut settings = browser.settings().clone();
    match settings.placements.iter().position(|condition| condition.option == option) {
        Some(at) => drop(settings.placements.remove(at)),
        None => settings.placements.push(PlacementCondition { option, present: true }),
    }
    out.push(Action::SetList(Box::new(settings)));
}

/// What to sort by; a click on the chosen one reverses the order.
fn sort(measures: &[MeasureId], settings: &mut ListSettings, ui: &mut Ui) {
    widgets::section_title(ui, "Sort by", "");
    let is_alike = settings.like.is_some();
    if widgets::radio_row(ui, settings.sort.is_none() && !is_alike, "Number", "").clicked() {
        (settings.sort, settings.like) = (None, None);
    }
    if is_alike {
        widgets::radio_row(ui, true, "Likeness", "most first");
    }
    for &measure in measures {
        let chosen = settings.sort.filter(|sort| sort.measure == measure && !is_alike);
        let caption = match chosen {
            Some(Sort { descending: true, .. }) => "most first",
            Some(_) => "fewest first",
            None => "",
        };
        let row = widgets::radio_row(ui, chosen.is_some(), measure.row().name, caption);
        if row.on_hover_text("Click again to reverse the order.").clicked() {
            let descending = chosen.is_none_or(|sort| !sort.descending);
            (settings.sort, settings.like) = (Some(Sort { measure, descending }), None);
        }
    }
}
