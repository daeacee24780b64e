//! The chosen solution taken apart: the strip with the moment that is shown, and the list of moves.

use egui::{Align, Frame, Layout, Margin, Panel, Role, Sense, Ui, WidgetInfo, vec2};

use super::separations;
use crate::disassembly::{MoveWords, Separability, TimedMove, Timeline, level_words};
use crate::files::of_moves;
use crate::job::disassembly::{DisassemblySnapshot, TakenApart};
use crate::job::{Moment, Phase};
use crate::lattice::Lattice;
use crate::picture::space::Room;
use crate::text;
use crate::ui::action::{Action, Actions};
use crate::ui::platform::desktop;
use crate::ui::space::view::Rests;
use crate::ui::space::{Part, SpaceState, view};
use crate::ui::widgets::icons::Icon;
use crate::ui::widgets::theme::{Palette, RADIUS, SIDE, regular, semibold};
use crate::ui::widgets::{self, Line, baseline};
use crate::workbench::disassembly::{self, Playing, SPEEDS, ShownDisassembly};
use crate::workbench::{Command, Document};

/// The share by which the room around a solid is larger while it is taken apart.
pub(super) const SPREAD: f64 = 0.4;
/// Height of the strip beneath the canvas.
const STRIP: f32 = 88.0;
/// The most levels that are listed.
const MAX_LEVELS: usize = 16;
/// Height of a row in the list of moves, the width of its last column, and the least of its pieces.
const ROW: f32 = 28.0;
const FREE: f32 = 30.0;
const MIN_PIECES: f32 = 44.0;

/// Moves the pieces to where they are at the moment shown.
pub(super) fn place(shown: &ShownDisassembly, lattice: &Lattice, parts: &mut [Part], ui: &Ui) {
    let Some(timeline) = shown.timeline() else { return };
    // Where the system asks for less motion, moves are shown done.
    let time = match (desktop::is_motion_reduced(ui.ctx()), shown.playing()) {
        (true, Playing::Apart) => shown.time().floor(),
        (true, Playing::Together) => shown.time().ceil(),
        _ => shown.time(),
    };
    for (n, part) in parts.iter_mut().enumerate() {
        part.shift = lattice.axes.place(timeline.way(n, time));
        part.presence = timeline.presence(n, time);
    }
}

/// Where the pieces rest before and after the moment shown.
pub(super) fn rests(shown: &ShownDisassembly, lattice: &Lattice, parts: &[Part]) -> Option<Rests> {
    let timeline = shown.timeline()?;
    let time = shown.time();
    let ends = [time.floor(), time.ceil()].map(|end| {
        let is_there = |(n, _): &(usize, &Part)| timeline.presence(*n, end) > 0.0;
        let place = |(n, part): (usize, &Part)| {
            let room = Room::around(lattice, part.sites.iter().copied());
            (room, lattice.axes.place(timeline.way(n, end)))
        };
        parts.iter().enumerate().filter(is_there).map(place).collect()
    });
    let done = time.fract();
    Some(Rests { done: done * done * (3.0 - 2.0 * done), ends })
}

/// The strip beneath the canvas: buttons that play and step, and the moment that is shown.
pub(super) fn strip(
    shown: &ShownDisassembly,
    is_solid: bool,
    space: &SpaceState,
    names: &MoveWords,
    out: &mut Actions,
    ui: &mut Ui,
) {
    let margin = Margin::symmetric(SIDE as i8, 12);
    let frame = Frame::new().fill(Palette::current(ui).panel).inner_margin(margin);
    Panel::bottom("take apart").exact_size(STRIP).frame(frame).show(ui, |ui| {
        let row = vec2(ui.available_width(), 28.0);
        ui.allocate_ui_with_layout(row, Layout::left_to_right(Align::Center), |ui| {
            buttons(shown, out, ui);
            if is_solid {
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    out.extend(view::buttons(ui, space));
                });
            }
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
fn moment(shown: &ShownDisassembly, names: &MoveWords, out: &mut Actions, ui: &mut Ui) {
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

/// The words for what is known before there are moves.
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
pub(super) fn section(shown: &ShownDisassembly, names: &MoveWords, out: &mut Actions, ui: &mut Ui) {
    let palette = Palette::current(ui);
    let has_moves = |timeline: &&Timeline| !timeline.moves().is_empty();
    let found =
        shown.found().filter(|found| found.timeline.as_ref().is_some_and(|t| has_moves(&t)));
    widgets::section(ui, |ui| match found {
        Some(disassembly::TakenApart {
            result: Separability::Apart(whole),
            timeline: Some(timeline),
            states,
            ..
        }) => {
            let width = ui.available_width();
            let caption = text::count(timeline.moves().len() as u64, "move");
            let caption = format!("{caption} · {} searched", text::count(*states, "position"));
            let (level, short) = (whole.level(), whole.burrtools_level());
            let words = format!("Level {}", level_words(&level));
            widgets::headline(ui, &caption, &words, width, false);
            if level != short {
                let words = format!("BurrTools calls it level {}.", level_words(&short));
                widgets::paragraph(ui, &words, regular(12.0), palette.text2);
            }
        }
        _ => {
            widgets::section_title(ui, "Take apart", "");
            widgets::paragraph(ui, &state_words(shown), regular(13.0), palette.text2);
            let is_limited = shown
                .found()
                .is_some_and(|found| found.result == Separability::Unknown && found.states > 0);
            if is_limited && widgets::Button::new("Try more positions").show(ui).clicked() {
                out.push(Action::TryMorePositions);
            }
        }
    });
    let Some(timeline) = shown.timeline().filter(has_moves) else { return };
    widgets::separator(ui);
    widgets::section(ui, |ui| {
        let made = shown.time().ceil() as usize;
        let caption = format!("{made} of {} made", timeline.moves().len());
        let title = if shown.is_by_hand() { "Moves by hand" } else { "Moves" };
        widgets::section_title(ui, title, &caption);
        // All ways stand in one column, which leaves the longest as much room as it needs.
        let width = |way: String| Line::whole(ui, &way, regular(13.0), palette.text).width();
        let ways = timeline.moves().iter().map(|own| width(names.direction(own.own.step)));
        let room = ways.fold(0.0, f32::max);
        for (n, own) in timeline.moves().iter().enumerate() {
            let is_first = n == 0 || timeline.moves()[n - 1].separation != own.separation;
            if row(n, own, made, is_first, (names, room), ui) {
                out.push(Action::ShowMoment((n + 1) as f64));
            }
        }
    });
    if let Some(Separability::Apart(whole)) = found.map(|found| &found.result)
        && !shown.is_by_hand()
    {
        widgets::separator(ui);
        widgets::section(ui, |ui| separations::show(shown, whole, names, out, ui));
    }
}

/// Buttons that write the moves of the solution.
pub(super) fn export(shown: &ShownDisassembly, out: &mut Actions, ui: &mut Ui) {
    widgets::section_title(ui, "Export moves", "this solution");
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(8.0, 8.0);
        for (format, writer) in of_moves() {
            let button = widgets::Button::new(writer.label).small().enabled(shown.can_export());
            if button.tooltip(writer.hint).show(ui).clicked() {
                out.push(Action::ChooseMovesPath(format.id));
            }
        }
    });
}

/// Shows the results for all solutions: how many come apart at each level, and the way to these.
pub(super) fn all(
    shown: &ShownDisassembly,
    document: &Document,
    distinct: u64,
    out: &mut Actions,
    ui: &mut Ui,
) {
    let palette = Palette::current(ui);
    let Some(run) = shown.all() else {
        widgets::section_title(ui, "All solutions", "");
        let count = document.with_store(|store| store.len() as u64).unwrap_or(0);
        let label = format!("Take apart all {}", text::grouped(count));
        let is_measured = document.browser().is_some_and(|browser| browser.measurer().is_some());
        let (can, tip) = match (document.is_running(), is_measured) {
            (true, _) => (false, "The search has not ended yet."),
            (_, false) => (false, "The solutions are being measured. Try again in a moment."),
            _ => (true, "Finds out which solutions come apart, and at which level."),
        };
        if widgets::Button::new(&label).enabled(can).tooltip(tip).show(ui).clicked() {
            out.push(Action::TakeApartAll);
        }
        return;
    };
    let DisassemblySnapshot { moment, levels, locked, unknown } = run.snapshot();
    let apart: usize = levels.iter().map(|(_, count)| count).sum();
    let [apart, done, all] = [apart, moment.done, moment.all].map(|n| text::grouped(n as u64));
    widgets::section_title(ui, "All solutions", &format!("{apart} of {done} come apart"));
    match &moment.phase {
        Phase::Complete => {}
        Phase::Failed(why) => {
            widgets::paragraph(ui, why, regular(13.0), palette.alert);
        }
        phase => {
            progress(&moment, phase, &all, out, ui);
        }
    }
    let mut go = |label: &str, count: usize, of: &dyn Fn(&TakenApart) -> Option<u64>| {
        if count == 0 {
            return;
        }
        let row = widgets::action_row(ui, label, &text::grouped(count as u64));
        if row.on_hover_text("Go to the next of these solutions").clicked()
            && let Some(next) = run.with_taken(of)
            && let Some(n) = document.position_of_distinct(next)
        {
            out.push(Action::Select(n));
        }
    };
    let next = |numbers: &[u64]| TakenApart::next_after(numbers, distinct);
    for (level, count) in levels.iter().take(MAX_LEVELS) {
        let of = |taken: &TakenApart| taken.levels.get(level).and_then(|own| next(own));
        go(&format!("Level {level}"), *count, &of);
    }
    go("Do not come apart", locked, &|taken| next(&taken.locked));
    go("Not known", unknown, &|taken| next(&taken.unknown));
    if let Some(more) = levels.len().checked_sub(MAX_LEVELS).filter(|more| *more > 0) {
        let words = format!("and {} more", text::count(more as u64, "lower level"));
        widgets::paragraph(ui, &words, regular(12.0), palette.text2);
    }
}

/// Shows how far the run over all solutions is, and the buttons that pause, resume and stop it.
fn progress(moment: &Moment, phase: &Phase, all: &str, out: &mut Actions, ui: &mut Ui) {
    let left = match moment.forecast.filter(|forecast| forecast.firm) {
        Some(forecast) => {
            let [least, most] = [forecast.least, forecast.most].map(text::clock);
            format!(", {least} to {most} left")
        }
        None => String::new(),
    };
    let state = match phase {
        Phase::Stopped => "Stopped at",
        Phase::Paused => "Paused at",
        _ => "At",
    };
    let words = format!("{state} {} of {all}{left}", text::grouped(moment.done as u64));
    widgets::paragraph(ui, &words, regular(13.0), Palette::current(ui).text2);
    widgets::run_bar(ui, moment.done as f32 / moment.all.max(1) as f32, None);
    ui.add_space(6.0);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 8.0;
        let (label, action) = match phase {
            Phase::Stopped => ("Take apart the rest", Action::TakeApartAll),
            Phase::Paused => ("Resume taking apart", Action::PauseTakingApart),
            _ => ("Pause taking apart", Action::PauseTakingApart),
        };
        if widgets::Button::new(label).small().show(ui).clicked() {
            out.push(action);
        }
        let can_stop = *phase != Phase::Stopped;
        if widgets::Button::new("Stop").small().enabled(can_stop).show(ui).clicked() {
            out.push(Action::StopTakingApart);
        }
    });
    ui.add_space(6.0);
}

/// A move: its number, its pieces, its direction, its steps; whether it was clicked.
fn row(
    n: usize,
    own: &TimedMove,
    made: usize,
    is_first: bool,
    (names, room_for_way): (&MoveWords, f32),
    ui: &mut Ui,
) -> bool {
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
    let left = rect.left() + 28.0;
    let end = rect.right() - FREE - 8.0;
    let half = rect.left() + rect.width() * 0.52;
    let middle = (end - room_for_way).min(half).max(left + MIN_PIECES);
    let way = names.direction(own.own.step);
    Line::new(ui, &way, regular(13.0), ink, end - middle).left(ui.painter(), middle, base);
    let pieces = names.pieces(&own.own.pieces);
    let pieces = Line::new(ui, &pieces, semibold(13.0), ink, middle - left - 8.0);
    pieces.left(ui.painter(), left, base);
    widgets::focus_ring(ui, &response, rect.expand2(vec2(2.0, -2.0)), RADIUS);
    response.on_hover_text(words).clicked()
}
