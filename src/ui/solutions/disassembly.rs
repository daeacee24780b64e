//! How the chosen solution is taken apart: the strip with the moment that is shown, and the list of
//! moves.

use egui::{Align, Frame, Layout, Margin, Panel, Role, Sense, Ui, WidgetInfo, vec2};

use super::solid_view::name_of;
use crate::disassembly::{Separability, TimedMove};
use crate::lattice::{Lattice, Point};
use crate::puzzle::Puzzle;
use crate::text;
use crate::ui::action::{Action, Actions};
use crate::ui::platform::reduced_motion;
use crate::ui::space::{Part, SpaceState, view};
use crate::ui::widgets::icons::Icon;
use crate::ui::widgets::theme::{Palette, RADIUS, SIDE, regular, semibold};
use crate::ui::widgets::{self, Line, baseline};
use crate::workbench::disassembly::{Playing, SPEEDS, ShownDisassembly};
use crate::workbench::{Command, Document, Task};

/// The share by which the room around a solid is larger while it is taken apart.
pub(super) const SPREAD: f64 = 0.75;
/// Height of the strip beneath the canvas.
const STRIP: f32 = 88.0;
/// The most levels that are listed.
const MAX_LEVELS: usize = 16;
/// Height of a row in the list of moves.
const ROW: f32 = 28.0;

/// Moves the pieces to where they are at the moment shown.
pub(super) fn place(shown: &ShownDisassembly, lattice: &Lattice, parts: &mut [Part], ui: &Ui) {
    let Some(timeline) = shown.timeline() else { return };
    // Where the system asks for less motion, moves are shown done.
    let time = match (reduced_motion::is_reduced(ui.ctx()), shown.playing()) {
        (true, Playing::Apart) => shown.time().floor(),
        (true, Playing::Together) => shown.time().ceil(),
        _ => shown.time(),
    };
    for (n, part) in parts.iter_mut().enumerate() {
        part.shift = lattice.axes.place(timeline.way(n, time));
        part.presence = timeline.presence(n, time);
    }
}

/// The strip beneath the canvas: buttons that play and step, and the moment that is shown.
pub(super) fn strip(
    shown: &ShownDisassembly,
    space: &SpaceState,
    names: &Names,
    out: &mut Actions,
    ui: &mut Ui,
) {
    let margin = Margin::symmetric(SIDE as i8, 12);
    let frame = Frame::new().fill(Palette::current(ui).panel).inner_margin(margin);
    Panel::bottom("take apart").exact_size(STRIP).frame(frame).show(ui, |ui| {
        let row = vec2(ui.available_width(), 28.0);
        ui.allocate_ui_with_layout(row, Layout::left_to_right(Align::Center), |ui| {
            buttons(shown, out, ui);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                out.extend(view::buttons(ui, space));
            });
        });
        ui.add_space(8.0);
        ui.allocate_ui_with_layout(row, Layout::left_to_right(Align::Center), |ui| {
            moment(shown, names, out, ui);
        });
    });
}

fn buttons(shown: &ShownDisassembly, out: &mut Actions, ui: &mut Ui) {
    let has_moves = shown.moves() > 0;
    let roomy = ui.available_width() > 760.0;
    let mut button = |label: &str, icon: Icon, command: Command, primary: bool, ui: &mut Ui| {
        let keys = command.shortcut().map(|s| s.words()).unwrap_or_default();
        let mut button = widgets::Button::new(label).icon(icon).enabled(has_moves);
        if primary {
            button = button.primary().min_width(96.0);
        }
        if roomy {
            button = button.hint(&keys);
        }
        if button.tooltip(command.hint()).show(ui).clicked() {
            out.send(command);
        }
    };
    let playing = shown.playing() != Playing::Paused;
    let (label, icon) = if playing { ("Pause", Icon::Pause) } else { ("Play", Icon::Play) };
    button("Back", Icon::Previous, Command::PreviousMove, false, ui);
    button(label, icon, Command::PauseOrResume, true, ui);
    button("Step", Icon::Next, Command::NextMove, false, ui);
    button("Assemble", Icon::Fit, Command::Assemble, false, ui);
    let names = SPEEDS.map(|speed| format!("{speed}×"));
    let choices: Vec<(f64, &str)> =
        SPEEDS.iter().copied().zip(names.iter().map(String::as_str)).collect();
    let mut speed = shown.speed;
    if ui.available_width() > 420.0 && widgets::segmented_small(ui, &mut speed, &choices).changed()
    {
        out.push(Action::MoveSpeed(speed));
    }
}

/// The moment that is shown, as a slider over all moves, and the words of the move.
fn moment(shown: &ShownDisassembly, names: &Names, out: &mut Actions, ui: &mut Ui) {
    let palette = Palette::current(ui);
    let Some(timeline) = shown.timeline() else {
        widgets::elided(ui, &state_words(shown), regular(13.0), palette.text2, 600.0);
        return;
    };
    let all = timeline.moves().len();
    let made = shown.time().ceil() as usize;
    let words = format!("Move {made} of {all}");
    let longest = Line::whole(ui, &format!("Move {all} of {all}"), semibold(13.0), palette.text);
    let (rect, response) = ui.allocate_exact_size(vec2(longest.width(), 20.0), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &words));
    let base = baseline(rect.center().y, 13.0);
    Line::whole(ui, &words, semibold(13.0), palette.text).left(ui.painter(), rect.left(), base);
    ui.add_space(12.0);
    let width = (ui.available_width() - 200.0).clamp(80.0, 520.0);
    let mut time = shown.time() as f32;
    ui.allocate_ui(vec2(width, 20.0), |ui| {
        if widgets::slider(ui, &mut time, 0.0..=all as f32, "Moment").changed() {
            out.push(Action::ShowMoment(f64::from(time)));
        }
    });
    ui.add_space(12.0);
    let words = match made.checked_sub(1).and_then(|n| timeline.moves().get(n)) {
        Some(own) => names.words(own),
        None => "together".to_owned(),
    };
    let room = ui.available_width();
    widgets::elided(ui, &words, regular(13.0), palette.text2, room);
}

/// What is known before there are moves.
fn state_words(shown: &ShownDisassembly) -> String {
    match (shown.failure(), shown.found()) {
        (Some(why), _) => why.to_owned(),
        (None, None) => "Looking for the moves…".to_owned(),
        (None, Some(found)) => match found.result {
            Separability::Locked => {
                let reached = text::count(found.states, "position");
                format!("Does not come apart: {reached} can be reached, and all were tried.")
            }
            Separability::Unknown if found.states == 0 => {
                "Not known: too many pieces to be taken apart.".to_owned()
            }
            Separability::Unknown => {
                let most = text::count(shown.max_states(), "position");
                format!("Not known: stopped after {most}.")
            }
            Separability::Apart(_) => "A single piece: there is nothing to take apart.".to_owned(),
        },
    }
}

/// The level and the moves, at the right.
pub(super) fn section(shown: &ShownDisassembly, names: &Names, out: &mut Actions, ui: &mut Ui) {
    let palette = Palette::current(ui);
    let timeline = shown.timeline().filter(|timeline| !timeline.moves().is_empty());
    let (Some(found), Some(timeline)) = (shown.found(), timeline) else {
        widgets::section(ui, |ui| {
            widgets::section_title(ui, "Take apart", "");
            widgets::paragraph(ui, &state_words(shown), regular(13.0), palette.text2);
            let is_limited = shown
                .found()
                .is_some_and(|found| found.result == Separability::Unknown && found.states > 0);
            if is_limited && widgets::Button::new("Try more positions").show(ui).clicked() {
                out.push(Action::TryMorePositions);
            }
        });
        return;
    };
    let level = match &found.result {
        Separability::Apart(whole) => whole.level(),
        _ => Vec::new(),
    };
    widgets::section(ui, |ui| {
        let width = ui.available_width();
        let caption = text::count(timeline.moves().len() as u64, "move");
        let reached = text::count(found.states, "position");
        let caption = format!("{caption} · {reached} searched");
        widgets::headline(ui, &caption, &format!("Level {}", level_words(&level)), width, false);
    });
    widgets::separator(ui);
    widgets::section(ui, |ui| {
        let made = shown.time().ceil() as usize;
        let caption = format!("{made} of {} made", timeline.moves().len());
        widgets::section_title(ui, "Moves", &caption);
        for (n, own) in timeline.moves().iter().enumerate() {
            let is_first = n == 0 || timeline.moves()[n - 1].separation != own.separation;
            if row(n, own, made, is_first, names, ui) {
                out.push(Action::ShowMoment((n + 1) as f64));
            }
        }
    });
}

/// What comes of all solutions: how many come apart at each level, and the way to these.
pub(super) fn all(
    shown: &ShownDisassembly,
    document: &Document,
    distinct: u64,
    out: &mut Actions,
    ui: &mut Ui,
) {
    let palette = Palette::current(ui);
    let Some(task) = shown.all() else {
        widgets::section_title(ui, "All solutions", "");
        let count = document.with_store(|store| store.len() as u64).unwrap_or(0);
        let label = format!("Take apart all {}", text::grouped(count));
        let can = !document.is_running();
        let tip = match can {
            true => "Finds out which solutions come apart, and at which level.",
            false => "The search has not ended yet.",
        };
        if widgets::Button::new(&label).enabled(can).tooltip(tip).show(ui).clicked() {
            out.push(Action::TakeApartAll);
        }
        return;
    };
    let taken = match task {
        Task::Ready(taken) => taken,
        Task::Failed(why) => {
            widgets::section_title(ui, "All solutions", "");
            widgets::paragraph(ui, why, regular(13.0), palette.alert);
            return;
        }
        Task::Waiting(_) => {
            let percent = 100.0 * task.fraction().unwrap_or(0.0);
            widgets::section_title(ui, "All solutions", &format!("{percent:.0}\u{a0}% tried"));
            return;
        }
    };
    let [apart, all] = [taken.disassembled(), taken.len()].map(|n| text::grouped(n as u64));
    widgets::section_title(ui, "All solutions", &format!("{apart} of {all} come apart"));
    let mut go = |label: &str, numbers: &[u64], ui: &mut Ui| {
        if numbers.is_empty() {
            return;
        }
        let count = text::grouped(numbers.len() as u64);
        let row = widgets::action_row(ui, label, &count);
        if row.on_hover_text("Go to the next of these solutions").clicked() {
            let next = numbers.iter().find(|number| **number > distinct).unwrap_or(&numbers[0]);
            if let Some(n) = document.position_of_distinct(*next) {
                out.push(Action::Select(n));
            }
        }
    };
    for (level, numbers) in taken.levels.iter().take(MAX_LEVELS) {
        go(&format!("Level {}", level_words(level)), numbers, ui);
    }
    if let Some(more) = taken.levels.len().checked_sub(MAX_LEVELS).filter(|more| *more > 0) {
        let words = format!("and {} more", text::count(more as u64, "lower level"));
        widgets::paragraph(ui, &words, regular(12.0), palette.text2);
    }
    go("Do not come apart", &taken.locked, ui);
    go("Not known", &taken.unknown, ui);
}

/// A level as it is written: 5.2.1.
fn level_words(level: &[usize]) -> String {
    level.iter().map(usize::to_string).collect::<Vec<_>>().join(".")
}

/// A move: its number, its pieces, its direction, its steps; whether it was clicked.
fn row(n: usize, own: &TimedMove, made: usize, is_first: bool, names: &Names, ui: &mut Ui) -> bool {
    let palette = Palette::current(ui);
    // Each separation is set off from the one before.
    if is_first && n > 0 {
        ui.add_space(6.0);
    }
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
    let words = format!("Move {}: {}", n + 1, names.words(own));
    let is_current = n + 1 == made;
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_current, &words));
    let across = rect.expand2(vec2(6.0, 0.0));
    if is_current {
        ui.painter().rect_filled(across, RADIUS, palette.accent_soft);
    } else if response.hovered() {
        ui.painter().rect_filled(across, RADIUS, palette.hover);
    }
    let base = baseline(rect.center().y, 13.0);
    let ink = if n < made { palette.text } else { palette.text2 };
    let number = Line::whole(ui, &(n + 1).to_string(), regular(12.0), palette.text2);
    number.left(ui.painter(), rect.left(), base);
    let steps = match own.own.steps {
        Some(steps) => steps.to_string(),
        None => "free".to_owned(),
    };
    let right = Line::whole(ui, &steps, semibold(13.0), ink);
    right.right(ui.painter(), rect.right(), base);
    let middle = rect.left() + rect.width() * 0.52;
    let room = rect.right() - right.width() - 8.0 - middle;
    let way = direction(names.lattice, own.own.step);
    Line::new(ui, &way, regular(13.0), ink, room).left(ui.painter(), middle, base);
    let left = rect.left() + 28.0;
    let pieces = names.of(&own.own.pieces);
    let pieces = Line::new(ui, &pieces, semibold(13.0), ink, middle - left - 8.0);
    pieces.left(ui.painter(), left, base);
    widgets::focus_ring(ui, &response, rect.expand2(vec2(2.0, -2.0)), RADIUS);
    response.on_hover_text(words).clicked()
}

/// The names of the pieces of a solution, for the words of moves.
pub(super) struct Names {
    lattice: &'static Lattice,
    names: Vec<String>,
}

impl Names {
    /// Of the pieces on the canvas, which are those of the moves in their order.
    pub(super) fn new(puzzle: &Puzzle, parts: &[Part]) -> Names {
        let names = parts.iter().map(|part| name_of(puzzle, part)).collect();
        Names { lattice: puzzle.lattice, names }
    }

    /// "A, B and C".
    fn of(&self, pieces: &[usize]) -> String {
        let names: Vec<&str> = pieces.iter().map(|&n| self.names[n].as_str()).collect();
        text::listed(&names)
    }

    /// "A and B up 2", "C right, free".
    fn words(&self, own: &TimedMove) -> String {
        let pieces = self.of(&own.own.pieces);
        let way = direction(self.lattice, own.own.step);
        match own.own.steps {
            Some(steps) => format!("{pieces} {way} {steps}"),
            None => format!("{pieces} {way}, free"),
        }
    }
}

/// A direction as it is seen from the front: "up", "right and up".
fn direction(lattice: &Lattice, step: Point) -> String {
    let [x, y, z] = lattice.place(step);
    let (front, back) = if lattice.is_solid() { ("front", "back") } else { ("down", "up") };
    let ways = [(x, "right", "left"), (y, front, back), (z, "up", "down")];
    let longest = ways.iter().map(|(n, ..)| n.abs()).fold(0.0, f64::max);
    let words: Vec<&str> = ways
        .into_iter()
        .filter(|(n, ..)| n.abs() > 0.1 * longest)
        .map(|(n, ahead, behind)| if n > 0.0 { ahead } else { behind })
        .collect();
    text::listed(&words)
}
