//! The variants screen: the same puzzle with other sites left open, all solved at once.
//!
//! [`side_panel`] at the left sums up, filters and sorts, [`map`] in the middle shows all of them by their
//! choices, [`list`] beneath it in their order, as rows or pictures, and [`detail`] at the right the
//! selected one.

mod detail;
mod list;
mod map;
mod pictures;
mod side_panel;
#[cfg(test)]
mod tests;

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use egui::{Align, CentralPanel, Frame, Layout, Panel, Ui, UiBuilder, vec2};

use rustc_hash::FxHashMap;

use self::list::ListState;
use super::action::{Action, Actions, Model};
use super::batch_strip::BatchStrip;
use super::drawing::figure_cache::FigureCache;
use super::platform::wake::FRAME;
use super::variant_panels::{SIDES, switch};
use super::widgets;
use super::widgets::focus;
use super::widgets::side_panels::{Edge, Sides};
use super::widgets::theme::{Palette, regular};
use crate::job::Phase;
use crate::job::variants::{Method, ResultState, VariantSnapshot};
use crate::text;
use crate::workbench::variants::{ListedVariants, VariantAction, VariantTable, Variants};
use crate::workbench::{Command, Document};

/// Height of the middle below which map and list do not stand one above the other.
const MIN_BOTH_WIDTH: f32 = 430.0;

/// More variants with boards of their own are not kept drawn.
const MAX_FIGURES: usize = 500;

/// The view in the middle, or in its lower part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Shown {
    /// The map, where there is no room for it above the list.
    Map,
    /// The list.
    #[default]
    List,
    /// Pictures.
    Pictures,
}

/// The quantity that the map shows for each variant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Measure {
    /// The number of its distinct solutions.
    #[default]
    Solutions,
    /// The nodes of its search.
    Nodes,
}

/// The screen's state from frame to frame.
#[derive(Default)]
pub(crate) struct VariantsState {
    shown: Shown,
    measure: Measure,
    list: ListState,
    /// The set of the choice above the map.
    above: usize,
    /// The solution shown of the selected variant.
    solution: usize,
    /// True if the search field is to get the focus.
    wants_focus: bool,
    /// The figures of variants with boards of their own.
    own: Rc<OwnFigures>,
}

/// The figures of variants with boards of their own: of those that were shown last.
#[derive(Default)]
struct OwnFigures {
    /// The variants they belong to.
    list: RefCell<Option<Arc<ListedVariants>>>,
    known: RefCell<FxHashMap<u32, Rc<FigureCache>>>,
}

impl OwnFigures {
    /// The figures of a variant.
    fn get(&self, listed: &Arc<ListedVariants>, index: u32) -> Rc<FigureCache> {
        let mut list = self.list.borrow_mut();
        let mut known = self.known.borrow_mut();
        let is_same = list.as_ref().is_some_and(|own| Arc::ptr_eq(own, listed));
        if !is_same || known.len() > MAX_FIGURES {
            *list = Some(Arc::clone(listed));
            known.clear();
        }
        let figures = known.entry(index).or_insert_with(|| {
            let puzzle = listed.list.puzzle(index as usize);
            Rc::new(FigureCache::new(puzzle.as_ref().unwrap_or(&listed.list.puzzle)))
        });
        Rc::clone(figures)
    }
}

impl VariantsState {
    /// Brings the selected variant into view with the next frame, and shows its first solution.
    pub(crate) fn follow(&mut self) {
        self.list.list.reveal();
        self.solution = 0;
    }

    /// Goes to the first of the list, which has another filter or order.
    pub(crate) fn go_to_top(&mut self) {
        self.list.list.go_to_top();
    }

    /// Returns the index of the selected variant's solution in view, among those known.
    pub(crate) fn shown_solution(&self) -> usize {
        self.solution
    }

    /// Gives the field of the search the focus.
    pub(crate) fn focus_search(&mut self) {
        self.wants_focus = true;
    }
}

/// The data that all parts of the screen read.
#[derive(Clone, Copy)]
struct Scene<'a> {
    model: Model<'a>,
    document: &'a Document,
    figures: &'a FigureCache,
    variants: &'a Variants,
    listed: &'a Arc<ListedVariants>,
    table: &'a VariantTable,
    own: &'a OwnFigures,
}

impl Scene<'_> {
    /// Describes the result of a variant: "7 solutions".
    fn words(&self, index: u32) -> String {
        let result = &self.table.results[index as usize];
        let is_open = result.state != ResultState::Done;
        match (result.is_solvable(), self.variants.only_exists()) {
            (None, _) => {
                self.words_before_run(index).unwrap_or_else(|| "not solved yet".to_owned())
            }
            (Some(true), false) if is_open => {
                format!("{} so far", text::count(result.counts.total, "solution"))
            }
            (Some(true), true) => "solvable".to_owned(),
            (Some(false), _) => "no solution".to_owned(),
            _ => text::count(self.number(index).unwrap_or(0), "solution"),
        }
    }

    /// Describes a variant that the run has not reached: the selected one's solutions are searched
    /// for at once.
    fn words_before_run(&self, index: u32) -> Option<String> {
        let detail = self.variants.detail().filter(|detail| detail.index == index)?;
        detail.found.complete.then(|| match detail.found.solutions.len() {
            0 => "no solution".to_owned(),
            n => text::count(n as u64, "solution"),
        })
    }

    /// The number of distinct solutions of a variant, once it is known.
    fn number(&self, index: u32) -> Option<u64> {
        let result = &self.table.results[index as usize];
        let is_done = result.state == ResultState::Done;
        is_done.then_some(result.counts.distinct)
    }

    /// Returns whether variants have boards of their own.
    fn has_boards(&self) -> bool {
        self.listed.list.family.has_boards()
    }

    /// The figures of a variant, where it has a board of its own.
    fn own_figures(&self, index: u32) -> Option<Rc<FigureCache>> {
        self.has_boards().then(|| self.own.get(self.listed, index))
    }

    fn name(&self, index: u32) -> String {
        self.listed.list.name(index as usize)
    }

    /// Returns whether the nodes of each variant are known.
    fn has_nodes(&self) -> bool {
        let run = self.variants.run();
        run.is_some_and(|run| run.plan().method() == Method::OneByOne)
    }
}

/// Shows the screen.
pub(crate) fn show(state: &mut VariantsState, model: Model, out: &mut Actions, ui: &mut Ui) {
    let (Some(document), Some(figures)) = (&model.bench.document, model.figures) else { return };
    let variants = document.variants();
    let (Some(listed), Some(table)) = (variants.listed(), variants.table()) else {
        return not_listed(document, out, ui);
    };
    if variants.is_running() {
        ui.ctx().request_repaint_after(FRAME);
    }
    let own = Rc::clone(&state.own);
    let scene = Scene { model, document, figures, variants, listed, table, own: &own };
    let palette = Palette::current(ui);
    ui.spacing_mut().item_spacing.y = 0.0;
    if variants.is_running() {
        let bars = Frame::new().fill(palette.bars);
        Panel::top("variants head").exact_size(64.0).frame(bars).show(ui, |ui| {
            focus::part(ui, "progress of variants", ui.max_rect());
            progress(variants, out, ui);
        });
    }
    let sides = Sides::new(ui, SIDES, model.modal);
    sides.panel(ui, Edge::Left, |ui| side_panel::show(state, scene, out, ui));
    sides.middle(ui, |ui| {
        CentralPanel::default().frame(Frame::new().fill(palette.canvas)).show(ui, |ui| {
            middle(state, scene, out, ui);
        });
    });
    sides.panel(ui, Edge::Right, |ui| detail::show(state, scene, out, ui));
}

/// The map above the list, or one of them.
fn middle(state: &mut VariantsState, scene: Scene, out: &mut Actions, ui: &mut Ui) {
    let has_map = scene.listed.map.is_some();
    let both = has_map && ui.available_height() >= MIN_BOTH_WIDTH;
    if (both || !has_map) && state.shown == Shown::Map {
        state.shown = Shown::List;
    }
    if both {
        let most = ui.available_height() - 180.0;
        let top = ui.cursor().top();
        map::show(state, scene, most, false, out, ui);
        let map = ui.max_rect().with_min_y(top).with_max_y(ui.cursor().top());
        focus::part(ui, "map of variants", map);
    }
    focus::part(ui, "list of variants", ui.available_rect_before_wrap());
    let mut choices = vec![(Shown::List, "List"), (Shown::Pictures, "Pictures")];
    if has_map && !both {
        choices.insert(0, (Shown::Map, "Map"));
    }
    let mut title = head_words(scene);
    if widgets::is_compact(ui.ctx()) {
        // The panel of the filter says the order too.
        title.1.clear();
    }
    widgets::column(ui, |ui| {
        widgets::panel_head(ui, &title.0, &title.1, |ui| {
            if state.shown == Shown::Pictures && ui.available_width() > 520.0 {
                ui.allocate_ui(vec2(96.0, 20.0), |ui| {
                    widgets::slider(ui, &mut state.list.size, list::WIDTHS, "Size of pictures");
                });
            }
            widgets::segmented_small(ui, &mut state.shown, &choices);
        });
    });
    match state.shown {
        Shown::Map => map::show(state, scene, ui.available_height(), true, out, ui),
        Shown::List => list::show(&mut state.list, scene, out, ui),
        Shown::Pictures => pictures::show(&mut state.list, scene, out, ui),
    }
}

/// The head of the list: how many, in which order.
fn head_words(scene: Scene) -> (String, String) {
    let Scene { variants, table, .. } = scene;
    let number = table.order.len() as u64;
    let title = match variants.view().filters() {
        true => {
            format!("{} of {}", text::grouped(number), text::grouped(table.results.len() as u64))
        }
        false => text::count(number, "variant"),
    };
    (title, side_panel::order_words(variants.view()).to_owned())
}

/// Shows a message while the variants are listed, or why there are none and where they are stated.
fn not_listed(document: &Document, out: &mut Actions, ui: &mut Ui) {
    let palette = Palette::current(ui);
    let rect = egui::Rect::from_center_size(ui.max_rect().center(), vec2(420.0, 72.0));
    let builder = UiBuilder::new().max_rect(rect).layout(Layout::top_down(Align::Center));
    ui.scope_builder(builder, |ui| {
        let words = match (document.has_variants(), document.variants().failure()) {
            (Err(why), _) => why.to_owned(),
            (_, Some(why)) => text::capitalised(why) + ".",
            _ => "Listing the variants…".to_owned(),
        };
        widgets::paragraph(ui, &words, regular(13.0), palette.text2);
        if document.has_variants().is_err() || document.variants().failure().is_some() {
            ui.add_space(12.0);
            change_button(out, ui);
        }
    });
}

/// The button that leads to the choices of the variants.
fn change_button(out: &mut Actions, ui: &mut Ui) {
    let change = widgets::Button::new("Change variants…").small();
    if change.tooltip(Command::EditVariants.hint()).show(ui).clicked() {
        out.send(Command::EditVariants);
    }
}

/// The strip across the top while they are solved.
fn progress(variants: &Variants, out: &mut Actions, ui: &mut Ui) {
    let snapshot = variants.snapshot();
    let strip = BatchStrip {
        stop_tip: "Stop; the variants that are solved are kept.",
        is_paused: snapshot.is_some_and(|snapshot| snapshot.phase == Phase::Paused),
        can_pause: snapshot.is_some(),
        words: progress_words(snapshot),
        share: snapshot.map_or(0.0, |snapshot| snapshot.position as f32),
    };
    strip.show(out, ui);
}

/// "214 of 366 solved", and what is left.
fn progress_words(snapshot: Option<&VariantSnapshot>) -> (String, String) {
    let Some(snapshot) = snapshot else {
        return ("Planning the search".to_owned(), String::new());
    };
    let VariantSnapshot { phase, forecast, solved, variants, .. } = snapshot;
    let (solved, all) = (text::grouped(*solved as u64), text::grouped(*variants as u64));
    let left = match phase {
        Phase::Paused => format!("{solved} of {all} solved, paused"),
        _ => format!("{solved} of {all} solved"),
    };
    let right = match forecast.filter(|forecast| forecast.firm) {
        Some(forecast) => {
            format!("{} to {} left", text::clock(forecast.least), text::clock(forecast.most))
        }
        None => "measuring".to_owned(),
    };
    (left, right)
}

/// The two ends of the status line.
pub(crate) fn status(model: Model) -> (String, String) {
    let Some(document) = &model.bench.document else { return (String::new(), String::new()) };
    let variants = document.variants();
    let Some(table) = variants.table() else { return (String::new(), String::new()) };
    let summary = &table.summary;
    let state = match variants.snapshot().map(|snapshot| &snapshot.phase) {
        None => "Not solved yet".to_owned(),
        Some(Phase::Running) => "Solving".to_owned(),
        Some(Phase::Paused) => "Paused".to_owned(),
        Some(Phase::Complete) => "Complete".to_owned(),
        Some(Phase::Stopped) => "Stopped: the run can be resumed".to_owned(),
        Some(Phase::Failed(why)) => format!("Failed: {why}"),
    };
    let number = text::count(summary.variants as u64, "variant");
    let mut left = format!("{state} · {number}");
    if summary.solved > 0 && !variants.only_exists() {
        left += &format!(
            " · distinct {} · total {}",
            text::grouped(summary.distinct),
            text::grouped(summary.total)
        );
    }
    let right = match (variants.run().map(|run| run.plan().method()), variants.is_running()) {
        (Some(Method::Together), true) => "All together as one exact cover: counted at the end",
        (Some(Method::Together), false) => "Solved together as one exact cover",
        (Some(Method::OneByOne), true) => "One by one",
        (Some(Method::OneByOne), false) => "Solved one by one",
        (None, _) => "",
    };
    (left, right.to_owned())
}

/// Selects a variant.
fn select(index: u32, out: &mut Actions) {
    out.push(Action::Variants(VariantAction::Select(index)));
}
