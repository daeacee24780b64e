//! The filter of the list: properties, pieces in place and a typed expression. [`ranges`] has the
//! ranges of measures; above all of them [`order`] has what to sort and group by.

use egui::{Align, Id, Key, Response, Sense, Ui, vec2};

use super::saved_filters::Saving;
use super::{contacts, marks, order, positions, ranges, saved_filters as saved};
use crate::encode::Encoding;
use crate::exact_cover::OptionId;
use crate::puzzle::Puzzle;
use crate::solution::filter::{Context, Expression, Filter, ParseError};
use crate::solution::measures::{MeasureId, MeasureKind};
use crate::text;
use crate::ui::action::{Action, Actions, Model};
use crate::ui::drawing::figure_cache::FigureCache;
use crate::ui::widgets;
use crate::ui::widgets::icons::Icon;
use crate::ui::widgets::theme::{GAP, Palette, regular};
use crate::workbench::Document;
use crate::workbench::check::analysis::Analysis;
use crate::workbench::solutions::browser::{Browser, Spread};
use crate::workbench::solutions::listing::{ListSettings, PlacementCondition};

/// Ranges that are shown unless all are asked for.
const FEW_RANGES: usize = 2;
/// The measures that come first, by their ids.
const FIRST: [&str; 3] = ["border", "longest-line", "crossroads"];

/// The state of the sections from frame to frame.
#[derive(Default)]
pub(super) struct Typed {
    /// A condition as it is typed.
    text: String,
    error: Option<String>,
    /// True if all measures are shown, not only the first ones.
    all_measures: bool,
    /// The name under which the filter is being saved.
    saving: Option<Saving>,
    /// True if all positions of a piece are shown.
    all_positions: bool,
    /// True if the filter is to have the focus.
    pub(super) is_wanted: bool,
    /// The condition on two pieces that is being put together.
    draft: contacts::Draft,
}

/// Shows the sections, once it is known which measures apply.
pub(super) fn show(
    typed: &mut Typed,
    model: Model,
    figures: &FigureCache,
    out: &mut Actions,
    ui: &mut Ui,
) {
    let Some(document) = &model.bench.document else { return };
    let (Some(browser), Some(encoding)) = (document.browser(), document.solved_encoding()) else {
        return;
    };
    let puzzle = document.solved_puzzle();
    let offered = Offered::new(browser);
    if offered.properties.is_empty() && offered.numbers.is_empty() {
        return;
    }
    let mut settings = browser.settings().clone();
    let ranges = offered.ranges(browser);
    widgets::section(ui, |ui| {
        order::sort(&ranges, &mut settings, ui);
        order::group(&ranges, browser, puzzle, &mut settings, ui);
        order::buttons(model, &mut settings, out, ui);
    });
    widgets::separator(ui);
    widgets::section(ui, |ui| {
        conditions(typed, document, browser, &offered.properties, &mut settings, ui);
        separability(browser, model.bench.disassembly.is_some(), &mut settings, ui);
        clear_or_save(typed, document, &mut settings, ui);
        if saved::rows(&mut typed.saving, document, &mut settings, out, ui) {
            // What was typed gives way to the saved filter, wrong or not, even where the field loses
            // the focus only now.
            (typed.text, typed.error) = (typed_text(&settings), None);
        }
    });
    ranges::show(browser, &ranges, FEW_RANGES, &mut typed.all_measures, &mut settings, ui);
    // On a solid no piece can be clicked.
    if puzzle.cover.is_none() && (figures.solid.is_none() || !settings.placements.is_empty()) {
        widgets::separator(ui);
        widgets::section(ui, |ui| placements(puzzle, encoding, figures, &mut settings, ui));
    }
    if puzzle.cover.is_none() {
        widgets::separator(ui);
        let pairs = contacts::Pairs { browser, puzzle, encoding, figures };
        widgets::section(ui, |ui| pairs.show(&mut typed.draft, &mut settings, out, ui));
    }
    if puzzle.cover.is_none() && figures.solid.is_none() {
        widgets::separator(ui);
        let all = &mut typed.all_positions;
        widgets::section(ui, |ui| {
            positions::show(all, document, figures, &mut settings, out, ui);
        });
    }
    if settings != *browser.settings() {
        out.push(Action::SetList(Box::new(settings)));
    }
}

/// The measures that say something of the solutions.
struct Offered {
    properties: Vec<MeasureId>,
    numbers: Vec<MeasureId>,
}

impl Offered {
    fn new(browser: &Browser) -> Offered {
        let of_kind = |kind: MeasureKind| -> Vec<MeasureId> {
            browser.measures().filter(|measure| measure.row().kind == kind).collect()
        };
        let mut properties = of_kind(MeasureKind::Property);
        // Mostly there are none, or few.
        properties.sort_by_key(|measure| measure.row().id == "symmetric");
        let numbers = [of_kind(MeasureKind::Number), of_kind(MeasureKind::List)].concat();
        Offered { properties, numbers }
    }

    /// The numbers that are not the same for all solutions, the usual ones first.
    fn ranges(&self, browser: &Browser) -> Vec<MeasureId> {
        let ranges = self.numbers.iter().filter(|&&measure| {
            browser.spread(measure).and_then(Spread::range).is_some_and(|(low, high)| low < high)
        });
        let mut ranges: Vec<MeasureId> = ranges.copied().collect();
        let rank = |id: &str| FIRST.iter().position(|first| *first == id).unwrap_or(FIRST.len());
        ranges.sort_by_key(|measure| rank(measure.row().id));
        ranges
    }
}

/// Shows the conditions on the listed solutions, except ranges and pieces in place.
fn conditions(
    typed: &mut Typed,
    document: &Document,
    browser: &Browser,
    properties: &[MeasureId],
    settings: &mut ListSettings,
    ui: &mut Ui,
) {
    head(browser, document, ui);
    let rows: Vec<Response> =
        properties.iter().map(|&measure| property(browser, measure, settings, ui)).collect();
    marks::filter_rows(document, settings, ui);
    marks::numbers_row(settings, ui);
    let field = expression(typed, document, settings, ui);
    if typed.is_wanted && !ui.is_sizing_pass() {
        typed.is_wanted = false;
        let first = rows.first().unwrap_or(&field);
        first.request_focus();
        first.scroll_to_me(Some(Align::Center));
    }
    if let Some(error) = browser.error().filter(|_| typed.error.is_none()) {
        widgets::paragraph(ui, error, regular(12.0), Palette::current(ui).alert);
    }
}

/// The buttons under the filter. Always there, so that nothing moves when the first filter is
/// chosen.
fn clear_or_save(typed: &mut Typed, document: &Document, settings: &mut ListSettings, ui: &mut Ui) {
    ui.add_space(GAP);
    let clear = widgets::Button::new("Clear filter").small();
    let is_filtered = settings.filters() || typed.error.is_some();
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        if clear.enabled(is_filtered).show(ui).clicked() {
            *settings = settings.without_filter();
            (typed.text, typed.error) = (String::new(), None);
        }
        saved::button(&mut typed.saving, document, settings, ui);
    });
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

fn property(
    browser: &Browser,
    measure: MeasureId,
    settings: &mut ListSettings,
    ui: &mut Ui,
) -> Response {
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
    let response = response.on_hover_text(tip);
    if response.changed() {
        settings.toggle(measure);
    }
    response
}

/// Offers the choice whether listed solutions come apart, where that is known or looked at.
fn separability(browser: &Browser, is_looked_at: bool, settings: &mut ListSettings, ui: &mut Ui) {
    let mut offered = browser.measures().filter(|measure| measure.row().id == "disassembles");
    let Some(measure) = offered.next() else { return };
    let chosen = settings.classes.get(&measure);
    if !is_looked_at && chosen.is_none() && browser.spread(measure).is_none() {
        return;
    }
    let classes = [None, Some("yes"), Some("no"), Some("not-known")];
    let before = classes.into_iter().find(|own| *own == chosen.map(String::as_str)).flatten();
    let choices = classes.into_iter().zip(["Any answer", "Yes", "No", "Not known"]);
    let choices: Vec<(Option<&str>, &str)> = choices.collect();
    let mut class = before;
    let row = measure.row();
    let tip = format!("{}. In filters: {}", text::capitalised(row.summary), row.id);
    order::row(ui, row.name, &mut class, &choices).on_hover_text(tip);
    if class != before {
        settings.classes.remove(&measure);
        settings.classes.extend(class.map(|class| (measure, class.to_owned())));
    }
}

/// The typed condition of a filter as text.
fn typed_text(settings: &ListSettings) -> String {
    settings.expression.as_ref().map(ToString::to_string).unwrap_or_default()
}

/// A typed condition, if it says something of the puzzle's solutions.
fn read(text: &str, document: &Document) -> Result<Expression, String> {
    let expression: Expression = text.parse().map_err(|error: ParseError| error.to_string())?;
    let measurer = document.browser().and_then(Browser::measurer);
    if let (Some(analysis), Some(measurer)) = (document.basis(), measurer) {
        let Analysis { puzzle, encoding, group, .. } = &**analysis;
        let context = Context { puzzle, encoding, group, measurer };
        Filter::new(&expression, context).map_err(|error| error.to_string())?;
    }
    Ok(expression)
}

/// The field for a typed condition, which is taken with Enter.
fn expression(
    typed: &mut Typed,
    document: &Document,
    settings: &mut ListSettings,
    ui: &mut Ui,
) -> Response {
    ui.add_space(GAP);
    let id = Id::unique("filter expression");
    let response = widgets::text_field(ui, &mut typed.text, "Condition, such as touch(P, X)", id);
    let response = response.on_hover_text(
        "A condition on the solutions, applied with Enter: comparisons of measures, such as border \
         >= 10 (hover over a measure to see its name), touch(A, B), meet(A, B), apart(A, B), \
         covers(A, 3, 4), uses(A) = 1, joined by and, or, not.",
    );
    let has_focus = response.has_focus();
    // What stands in the field is the condition in force, or said to be wrong.
    if response.lost_focus() {
        (settings.expression, typed.error) = match typed.text.trim() {
            "" => (None, None),
            text => match read(text, document) {
                Ok(expression) => (Some(expression), None),
                // What is chosen besides stays in force.
                Err(error) => (None, Some(error)),
            },
        };
        if ui.input(|i| i.key_pressed(Key::Enter)) {
            response.request_focus();
        }
    }
    if let Some(error) = &typed.error {
        widgets::paragraph(ui, error, regular(12.0), Palette::current(ui).alert);
    } else if !has_focus {
        // A saved filter brings its own, or none.
        typed.text = typed_text(settings);
    }
    // A line stands here in any case, so that what is below does not move under the pointer.
    let text = match (&settings.expression, &typed.error) {
        (_, Some(_)) => return response,
        (Some(expression), None) => format!("Filtered by {expression}"),
        (None, None) => "Enter applies a condition.".to_owned(),
    };
    widgets::paragraph(ui, &text, regular(12.0), Palette::current(ui).text2);
    response
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
            "Click a piece of the solution on the right to keep the solutions that have it there.";
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
            figures.icon(ui.painter(), puzzle, piece, icon);
            let words = if condition.present { "there" } else { "not there" };
            let label = format!("{name} at {}", place(puzzle, encoding, condition.option));
            // The button that removes it is 32 points wide.
            let room = vec2((ui.available_width() - 32.0 - GAP).max(40.0), 28.0);
            let row = |ui: &mut Ui| widgets::check_row(ui, &mut condition.present, &label, words);
            let tip = "Ticked: solutions with the piece there. Unticked: solutions without it \
                       there, even when turned or flipped.";
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
