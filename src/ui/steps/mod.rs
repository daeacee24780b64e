//! The steps screen: understand the search.
//!
//! From the left: [`board`], the board as it is ([`solid_board`], if it is a solid) or the options
//! chosen, and [`branching`], the item
//! branched on with its options; [`matrix`], items and options; [`tree`], the tree walked so far,
//! [`icicle`], the same as a picture, or [`levels`], its nodes and updates by level.
//! Small problems can be watched link by link instead: [`algorithm`], its steps and what the last
//! one assigned, [`links`], the nodes and their links, which [`motion`] moves, [`headers`], the
//! same of the headers as a table, and [`partial_solution`], the options chosen so far.
//! Below the matrix are the [`timeline`] and the controls. All show one [`Stepper`] and the
//! [`Picture`] of where it is, which is made again when the stepper has moved. What the pointer is
//! over ([`highlight`]) is lit in all of them; options are drawn as small boards ([`option_pictures`]).

mod algorithm;
mod board;
mod branching;
mod headers;
mod highlight;
mod icicle;
mod levels;
mod links;
mod matrix;
mod motion;
mod option_pictures;
mod partial_solution;
mod solid_board;
#[cfg(test)]
mod tests;
mod timeline;
mod tree;

use std::time::Duration;

use egui::{Align, Color32, Frame, Layout, Margin, Panel, Rect, Ui, vec2};

use super::action::{Action, Actions, Model};
use super::drawing::figure_cache::FigureCache;
use super::drawing::paint::{blend, rgb};
use super::platform::desktop;
use super::space::SpaceState;
use super::widgets;
use super::widgets::icons::Icon;
use super::widgets::side_panels::{Edge, SideLayout, SidePanel, Sides};
use super::widgets::theme::{Palette, SIDE, regular};
use crate::encode::Encoded;
use crate::exact_cover::{ItemRule, OptionId};
use crate::job::Subject;
use crate::text;
use crate::workbench::Command;
use crate::workbench::stepper::{Goal, Picture, SPEEDS, StepSize, Stepper};

/// Time that a fast stepper may take of each frame.
const BUDGET: Duration = Duration::from_millis(12);
/// Height of the controls below the matrix.
const CONTROLS: f32 = 92.0 + timeline::HEIGHT;
/// The same in a compact window, which has the timeline elsewhere.
const COMPACT_CONTROLS: f32 = 72.0;
/// The height of a panel that scrolls in a compact window.
const COMPACT_PANEL: f32 = 560.0;
/// The fastest stepper, in steps a second, whose links are seen to move.
const FASTEST_MOTION: f32 = 4.0;
/// Time until a window that waits for figures of the whole search looks for them again.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// The least height of the table of headers below the steps of the algorithm.
const MIN_HEADERS: f32 = 112.0;
/// The panels beside the matrix.
const SIDES: SideLayout = SideLayout {
    left: SidePanel { id: "steps board", name: "board and options", usual: 328.0, least: 280.0 },
    right: SidePanel { id: "steps tree", name: "search tree", usual: 352.0, least: 300.0 },
    middle: 480.0,
    folds_first: Edge::Right,
};

/// The screen's state from frame to frame.
#[derive(Default)]
pub(crate) struct StepsState {
    /// Where the stepper was when its picture was taken, and the picture.
    picture: Option<((u64, ItemRule), Picture)>,
    /// True if the stepper has moved since the previous frame.
    moved: bool,
    matrix: matrix::MatrixState,
    /// True if links are shown where they can be; the links of the last step.
    shows_links: bool,
    links: Option<algorithm::LinkView>,
    motion: motion::Motion,
    /// The view of a solid.
    pub(crate) space: SpaceState,
    tree: tree::TreeState,
    lit: highlight::Lit,
}

/// The colours of an option: its piece's, or grey where there are none.
struct Hue {
    fill: Color32,
    outline: Color32,
    label: Color32,
}

impl Hue {
    fn new(palette: &Palette, stepper: &Stepper, option: OptionId) -> Hue {
        match stepper.subject() {
            Subject::Puzzle(Encoded { puzzle, encoding, .. }) => {
                let piece = puzzle.piece(encoding.placement(option).piece);
                let shade = piece.colour.shade(palette.dark);
                let [fill, outline, label] = [shade.fill, shade.outline, shade.label].map(rgb);
                Hue { fill, outline, label }
            }
            Subject::Problem { .. } => {
                Hue { fill: palette.text2, outline: palette.text, label: palette.canvas }
            }
        }
    }

    /// The same, as of something that is not there yet or any more.
    fn faint(&self, ground: Color32) -> Hue {
        let pale = |colour| blend(ground, colour, 0.28);
        Hue { fill: pale(self.fill), outline: pale(self.outline), label: self.label }
    }
}

/// Returns the name of an option: the piece's name, or nothing.
fn piece_name(stepper: &Stepper, option: OptionId) -> &str {
    match stepper.subject() {
        Subject::Puzzle(Encoded { puzzle, encoding, .. }) => {
            &puzzle.piece(encoding.placement(option).piece).name
        }
        Subject::Problem { .. } => "",
    }
}

impl StepsState {
    /// Shows the links where they can be shown.
    pub(crate) fn show_links(&mut self) {
        self.shows_links = true;
    }

    /// Returns whether a link is moving.
    #[cfg(test)]
    pub(crate) fn links_move(&self) -> bool {
        self.motion.is_moving()
    }

    /// Shows the links instead of the matrix, or the matrix instead of the links.
    pub(crate) fn toggle_links(&mut self) {
        self.shows_links = !self.shows_links;
    }

    /// Lets a stepper that goes by itself go on, and takes its picture anew when it has moved.
    pub(crate) fn advance(&mut self, stepper: &mut Stepper, ui: &Ui) {
        if stepper.goal() != Goal::Still {
            let passed = Duration::from_secs_f32(ui.input(|i| i.stable_dt.min(0.1)));
            stepper.advance(passed, BUDGET);
            ui.ctx().request_repaint_after(match stepper.goal() {
                Goal::Play => Duration::from_secs_f32((0.5 / stepper.speed).clamp(0.0, 0.05)),
                _ => Duration::ZERO,
            });
        }
        let ctx = ui.ctx().clone();
        stepper.start_profiles(move || ctx.request_repaint());
        if stepper.profile(ItemRule::Random).is_none() {
            ui.ctx().request_repaint_after(POLL_INTERVAL);
        }
        let mark = (stepper.taken(), stepper.rule());
        self.moved = self.picture.as_ref().is_none_or(|(known, _)| *known != mark);
        if self.moved {
            self.picture = Some((mark, stepper.picture()));
        }
        if !self.shows_links || stepper.can_show_links().is_err() {
            self.links = None;
        } else {
            if self.moved || self.links.is_none() {
                self.links = Some(algorithm::LinkView::new(stepper.link_step()));
            }
            if let Some(links) = &mut self.links {
                links.shown = stepper.shown();
            }
        }
    }
}

/// Shows the screen.
pub(crate) fn show(state: &mut StepsState, model: Model, out: &mut Actions, ui: &mut Ui) {
    let palette = Palette::current(ui);
    let side = Frame::new().fill(palette.panel);
    let StepsState { picture, moved, matrix, space, tree, shows_links, links, motion, lit } = state;
    let (Some(stepper), Some((_, picture))) = (&model.bench.stepper, picture) else {
        waiting(ui);
        return;
    };
    let moved = *moved;
    lit.begin();
    let mut scene = Scene { stepper, picture, figures: model.figures, moved, lit, out };
    ui.spacing_mut().item_spacing.y = 0.0;
    let sides = Sides::new(ui, SIDES, model.modal);
    sides.panel(ui, Edge::Left, |ui| {
        scrolled_if_compact(ui, |ui| match links {
            Some(links) => {
                // Below the steps there is more room than beside the tree.
                let (arrays, set) = (links.arrays(), links.set());
                let whole = 20.0 * (arrays.items() + 2) as f32 + 52.0;
                let room = ui.available_height() - algorithm::height(stepper);
                let height = whole.min(room.max(MIN_HEADERS));
                Panel::bottom("header nodes").exact_size(height).frame(side).show(ui, |ui| {
                    headers::table(&mut scene, &arrays, &set, ui);
                });
                algorithm::show(&mut scene, links, ui);
            }
            None => {
                board::show(&mut scene, space, ui);
                branching::show(&mut scene, ui);
            }
        });
    });
    let shown = links.as_ref().map(|links| (links.arrays(), links.set()));
    let is_compact = widgets::is_compact(ui.ctx());
    sides.panel(ui, Edge::Right, |ui| {
        scrolled_if_compact(ui, |ui| {
            // What stands lowest first.
            if is_compact {
                pace(stepper, scene.out, ui);
            }
            tree::totals(stepper, ui);
            if let Some((arrays, _)) = &shown {
                partial_solution::show(&mut scene, arrays, ui);
            }
            tree::show(&mut scene, tree, ui);
        });
    });
    sides.middle(ui, |ui| {
        ui.painter().rect_filled(ui.max_rect(), 0.0, palette.canvas);
        let (height, margin) = if is_compact { (COMPACT_CONTROLS, 6) } else { (CONTROLS, 12) };
        let margin = Margin::symmetric(SIDE as i8, margin);
        let bar = Frame::new().fill(palette.panel).inner_margin(margin);
        Panel::bottom("steps controls").exact_size(height).frame(bar).show(ui, |ui| {
            controls(stepper, is_compact, scene.out, ui);
        });
        match shown {
            Some((arrays, set)) => {
                let caption = matrix::caption(stepper, scene.picture, ui.available_width());
                widgets::column(ui, |ui| {
                    widgets::panel_head(ui, "Links", &caption, |ui| {
                        view_switch(stepper, shows_links, ui);
                    });
                });
                let callout = links.as_ref().map_or_else(Vec::new, |links| links.relinked());
                links::show(&mut scene, &arrays, (set, callout), motion, ui);
            }
            None => matrix::show(&mut scene, matrix, shows_links, ui),
        }
    });
    if scene.lit.has_moved() {
        ui.ctx().request_repaint();
    }
}

/// Returns whether changing links are animated: not where the system asks for reduced motion, nor
/// where the next step comes before they have arrived.
fn moves_links(stepper: &Stepper, ui: &Ui) -> bool {
    let is_slow = match stepper.goal() {
        Goal::Still => true,
        Goal::Play => stepper.speed <= FASTEST_MOTION,
        _ => false,
    };
    is_slow && !desktop::is_motion_reduced(ui.ctx())
}

/// The data that all parts of the screen show and share.
struct Scene<'a> {
    stepper: &'a Stepper,
    picture: &'a Picture,
    figures: Option<&'a FigureCache>,
    /// True if the stepper has moved since the previous frame.
    moved: bool,
    lit: &'a mut highlight::Lit,
    out: &'a mut Actions,
}

/// The switch between the matrix and the links, which are disabled where they cannot be drawn.
fn view_switch(stepper: &Stepper, shows_links: &mut bool, ui: &mut Ui) {
    let can = stepper.can_show_links();
    let mut links = *shows_links && can.is_ok();
    let before = links;
    let switch = widgets::Segmented::new().choice(false, "Matrix");
    let switch = match &can {
        Ok(()) => switch.choice(true, "Links"),
        Err(why) => switch.choice_if(false, true, "Links", why),
    };
    switch
        .small()
        .show(ui, &mut links)
        .on_hover_text("Items and options, or their links (Shift+L)");
    if links != before {
        *shows_links = links;
    }
}

/// Shows a message until the placements are known.
fn waiting(ui: &mut Ui) {
    let palette = Palette::current(ui);
    let text = "The placements are being counted.";
    ui.centered_and_justified(|ui| {
        widgets::elided(ui, text, regular(13.0), palette.text2, 400.0);
    });
}

/// Shows a panel, which scrolls as a whole in a compact window, where its parts would have no room.
fn scrolled_if_compact(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    if !widgets::is_compact(ui.ctx()) {
        return add(ui);
    }
    let width = ui.available_width() - ui.spacing().scroll.allocated_width();
    egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        let size = vec2(width, COMPACT_PANEL);
        let (rect, _) = ui.allocate_exact_size(size, egui::Sense::hover());
        add(&mut ui.new_child(egui::UiBuilder::new().max_rect(rect)));
    });
}

/// The timeline and the speed, which a compact window has below the tree.
fn pace(stepper: &Stepper, out: &mut Actions, ui: &mut Ui) {
    let frame = Frame::new().inner_margin(Margin::symmetric(SIDE as i8, 6));
    let panel = Panel::bottom("timeline and speed").exact_size(timeline::HEIGHT + 46.0);
    panel.frame(frame).show(ui, |ui| {
        let whole = ui.available_rect_before_wrap();
        let line = whole.with_max_y(whole.top() + timeline::HEIGHT);
        timeline::show(stepper, out, &mut ui.new_child(egui::UiBuilder::new().max_rect(line)));
        let row = whole.with_min_y(line.bottom());
        let layout = Layout::left_to_right(Align::Center);
        ui.scope_builder(egui::UiBuilder::new().max_rect(row).layout(layout), |ui| {
            ui.spacing_mut().item_spacing.x = 8.0;
            speed_slider(stepper, out, ui);
        });
    });
}

/// The buttons that move the stepper, in two rows, so that nothing moves when a window is narrow.
fn controls(stepper: &Stepper, is_compact: bool, out: &mut Actions, ui: &mut Ui) {
    let whole = ui.available_rect_before_wrap();
    let row = |top: f32| {
        let rect = Rect::from_min_size(whole.min + vec2(0.0, top), vec2(whole.width(), 28.0));
        egui::UiBuilder::new().max_rect(rect).layout(Layout::left_to_right(Align::Center))
    };
    let (top, pitch) = if is_compact { (0.0, 32.0) } else { (timeline::HEIGHT, 36.0) };
    if !is_compact {
        let line = Rect::from_min_size(whole.min, vec2(whole.width(), timeline::HEIGHT));
        timeline::show(stepper, out, &mut ui.new_child(egui::UiBuilder::new().max_rect(line)));
    }
    // Keys are told where there is room for them.
    let roomy = whole.width() >= 560.0;
    ui.scope_builder(row(top), |ui| {
        ui.spacing_mut().item_spacing.x = 8.0;
        step_buttons(stepper, roomy, out, ui);
    });
    ui.scope_builder(row(top + pitch), |ui| {
        ui.spacing_mut().item_spacing.x = 8.0;
        play_buttons(stepper, roomy, out, ui);
        size_switch(stepper, out, ui);
        if !is_compact {
            speed_slider(stepper, out, ui);
        }
    });
}

/// The switch between the sizes of a step.
fn size_switch(stepper: &Stepper, out: &mut Actions, ui: &mut Ui) {
    let can = stepper.can_show_links();
    let why = can.as_ref().err().map_or("", String::as_str);
    let mut size = stepper.size();
    let switch = widgets::Segmented::new()
        .choice_if(can.is_ok(), StepSize::Link, "Link", why)
        .choice(StepSize::Item, "Item")
        .choice(StepSize::Option, "Option")
        .small();
    let tip = "The size of a step: one assignment to a link (1), one numbered step for an item \
               (2), or everything until an option is tried or undone (3)";
    if switch.show(ui, &mut size).on_hover_text(tip).changed() {
        out.send(Command::StepSize(size));
    }
}

/// The buttons for single steps and for several at once, with their keys where it is `roomy`.
fn step_buttons(stepper: &Stepper, roomy: bool, out: &mut Actions, ui: &mut Ui) {
    let (back, forward) = (stepper.can_go_back(), stepper.can_step());
    let is_compact = widgets::is_compact(ui.ctx());
    let iconed = |label, icon| {
        let button = widgets::Button::new(label);
        if is_compact { button } else { button.icon(icon) }
    };
    let previous = iconed("Back", Icon::Previous);
    let next = iconed("Step", Icon::Next).primary();
    let over = widgets::Button::new("Step over");
    let solution = widgets::Button::new("To next solution");
    for (button, key, command, can) in [
        (previous, "Left", Command::Previous, back),
        (next, "Right", Command::Next, forward),
        (over, "F10", Command::StepOver, forward),
        (solution, "End", Command::ToSolution, forward),
    ] {
        let keys = command.shortcut().map(|keys| keys.words()).unwrap_or_default();
        let tip = match can {
            Ok(()) => format!("{} ({keys})", tip(command)),
            Err(why) => why.to_owned(),
        };
        let button = if roomy { button.hint(key) } else { button };
        if button.enabled(can.is_ok()).tooltip(&tip).show(ui).clicked() {
            out.send(command);
        }
    }
}

/// The buttons that let the stepper go on by itself, and begin it again.
fn play_buttons(stepper: &Stepper, roomy: bool, out: &mut Actions, ui: &mut Ui) {
    let forward = stepper.can_step();
    let going = stepper.goal() != Goal::Still;
    let (label, icon) = if going { ("Pause", Icon::Pause) } else { ("Play", Icon::Play) };
    let tip = if going { "Stay here (Space)" } else { "Step automatically (Space)" };
    let play = widgets::Button::new(label).icon(icon).min_width(96.0).enabled(forward.is_ok());
    let play = if roomy { play.hint("Space") } else { play };
    if play.tooltip(forward.err().unwrap_or(tip)).show(ui).clicked() {
        out.send(Command::PauseOrResume);
    }
    let can = stepper.can_go_back().is_ok() || stepper.taken() > 0;
    let tip = if can { "Start again (Shift+Home)" } else { "This is the start of the search." };
    if widgets::Button::new("Restart").enabled(can).tooltip(tip).show(ui).clicked() {
        out.send(Command::RestartSteps);
    }
}

/// The slider for the speed, logarithmic, and the speed in words.
fn speed_slider(stepper: &Stepper, out: &mut Actions, ui: &mut Ui) {
    let colour = Palette::current(ui).text2;
    let roomy = ui.available_width() >= 220.0;
    if ui.available_width() < 120.0 {
        return;
    }
    widgets::elided(ui, "Speed", regular(13.0), colour, 60.0);
    let mut doubling = stepper.speed.log2();
    let (slow, fast) = (SPEEDS.0.log2(), SPEEDS.1.log2());
    let longest = widgets::Line::whole(ui, &speed_words(SPEEDS.1), regular(13.0), colour);
    let words = if roomy { longest.width() + 12.0 } else { 0.0 };
    let room = (ui.available_width() - words).clamp(40.0, 160.0);
    ui.allocate_ui(vec2(room, 28.0), |ui| {
        if widgets::slider(ui, &mut doubling, slow..=fast, "Speed").changed() {
            out.push(Action::WalkSpeed(doubling.exp2()));
        }
    });
    if roomy {
        let room = ui.available_width().min(140.0);
        widgets::elided(ui, &speed_words(stepper.speed), regular(13.0), colour, room);
    }
}

/// Describes what a control button does.
fn tip(command: Command) -> &'static str {
    match command {
        Command::Previous => "Undo the last step",
        Command::Next => "Take one step",
        Command::StepOver => "Step through the whole branch",
        _ => "Step on until no item is left",
    }
}

/// A speed: "2 steps a second".
fn speed_words(speed: f32) -> String {
    if speed < 0.95 {
        return format!("{speed:.1} steps a second");
    }
    format!("{} a second", text::count(speed.round() as u64, "step"))
}

/// The two ends of the status line.
pub(crate) fn status(model: Model) -> (String, String) {
    let Some(stepper) = &model.bench.stepper else { return (String::new(), String::new()) };
    let left = format!(
        "{} · step {}, {}",
        stepper.algorithm_words(),
        stepper.label(),
        stepper.short_words()
    );
    let right = match stepper.rule() {
        ItemRule::Fewest => "Chosen: the item with fewest options; ties: the leftmost",
        ItemRule::First => "Chosen: the leftmost item",
        ItemRule::Largest => "Chosen: the item with most options; ties: the leftmost",
        ItemRule::Random => "Chosen: a random item",
    };
    (left, right.to_owned())
}
