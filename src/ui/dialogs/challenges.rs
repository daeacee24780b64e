//! Challenges made of the solutions: how many, how hard, and the list of those that were made.

use std::sync::Arc;

use egui::{Align, Layout, ScrollArea, Ui, vec2};

use crate::job::challenges::ChallengeWish;
use crate::text;
use crate::ui::action::{Action, Actions, Model};
use crate::ui::replacement::Intent;
use crate::ui::widgets;
use crate::ui::widgets::theme::{Palette, regular, semibold};
use crate::workbench::Task;
use crate::workbench::Wake;
use crate::workbench::challenges::{MadeChallenges, grade_words};
use crate::workbench::edit::Refusal;

/// The name of the card.
const TITLE: &str = "Challenges";
/// Width of the card, in points.
const WIDTH: f32 = 620.0;
/// The least height of a list that scrolls by itself, and what stands around it and the wishes.
const MIN_LIST: f32 = 150.0;
const HEAD_AND_FOOT: f32 = 150.0;
/// The largest number that a field takes.
const MAX_NUMBER: u32 = 999_999;

/// A puzzle that is to be opened, or why it is none.
type Opened = Result<Intent, Refusal>;

/// The requested challenges, and those that were made.
pub(crate) struct Challenges {
    number: u32,
    given: (u32, u32),
    forced: (u32, u32),
    wrong: (u32, u32),
    nodes: (u32, u32),
    seed: u32,
    made: Option<Task<MadeChallenges>>,
    wake: Wake,
}

impl Challenges {
    /// Nothing made yet.
    pub(crate) fn new(wake: &Wake) -> Challenges {
        Challenges {
            number: 12,
            given: (0, 8),
            forced: (0, MAX_NUMBER),
            wrong: (0, MAX_NUMBER),
            nodes: (0, MAX_NUMBER),
            seed: 1,
            made: None,
            wake: Arc::clone(wake),
        }
    }

    fn wish(&self) -> ChallengeWish {
        let open =
            |(least, most): (u32, u32)| least..=if most == MAX_NUMBER { u32::MAX } else { most };
        let nodes = open(self.nodes);
        ChallengeWish {
            number: self.number as usize,
            given: self.given.0..=self.given.1,
            forced: open(self.forced),
            wrong: open(self.wrong),
            nodes: u64::from(*nodes.start())..=match *nodes.end() {
                u32::MAX => u64::MAX,
                most => most.into(),
            },
            seed: self.seed.into(),
        }
    }
}

/// Shows the card; whether it is to be closed.
pub(super) fn show(state: &mut Challenges, model: Model, out: &mut Actions, ui: &Ui) -> bool {
    let Some(document) = &model.bench.document else { return true };
    if let Some(made) = &mut state.made {
        made.poll();
    }
    let bench = model.bench;
    let (pressed, is_over) =
        super::sheet_with_foot(ui, TITLE, WIDTH, state, fields, |state, ui, opened| {
            foot(state, bench.can_make_challenges(), opened, ui)
        });
    if pressed.make {
        state.made = MadeChallenges::start(document, state.wish(), &state.wake);
    }
    is_over || pressed.close || open(pressed.opened, out)
}

/// The buttons that were pressed.
struct Pressed {
    close: bool,
    make: bool,
    /// The puzzle that is to be opened, or why it is none.
    opened: Option<Opened>,
}

/// The number, the grades, and what was made; the challenge that is to be opened.
fn fields(state: &mut Challenges, ui: &mut Ui) -> Option<Opened> {
    let palette = Palette::current(ui);
    widgets::elided(ui, TITLE, semibold(15.0), palette.text, WIDTH);
    let caption = "Given placements that leave exactly one solution.";
    widgets::elided(ui, caption, regular(12.0), palette.text2, WIDTH);
    ui.add_space(8.0);
    let top = ui.cursor().top();
    wishes(state, ui);
    ui.add_space(12.0);
    let used = ui.cursor().top() - top + HEAD_AND_FOOT;
    let room = super::extent(ui.ctx()).1 - used;
    let opened = list(state, room, ui);
    ui.add_space(12.0);
    opened
}

/// The number and the grades.
fn wishes(state: &mut Challenges, ui: &mut Ui) {
    number_row(ui, "Challenges", |ui| {
        widgets::number_field(ui, "Number of challenges", &mut state.number, 1..=1000);
        note(ui, "each from another solution");
    });
    let ranges = [
        ("Given", &mut state.given, 8, "placements on the board"),
        ("Forced", &mut state.forced, MAX_NUMBER, "placements that follow one by one"),
        ("Wrong", &mut state.wrong, MAX_NUMBER, "first placements that fit but lead nowhere"),
        ("Nodes", &mut state.nodes, MAX_NUMBER, "of a search for the rest"),
    ];
    for (label, range, most, words) in ranges {
        number_row(ui, label, |ui| {
            widgets::number_field(ui, &format!("{label}, at least"), &mut range.0, 0..=most);
            note(ui, "to");
            widgets::number_field(ui, &format!("{label}, at most"), &mut range.1, 0..=most);
            range.1 = range.1.max(range.0);
            note(ui, words);
        });
    }
    number_row(ui, "Seed", |ui| {
        widgets::number_field(ui, "Seed", &mut state.seed, 1..=MAX_NUMBER);
        note(ui, "another seed gives other challenges");
    });
}

/// The buttons, and how many were made; what was pressed, or `opened` above.
fn foot(
    state: &mut Challenges,
    possible: Result<(), &'static str>,
    opened: Option<Opened>,
    ui: &mut Ui,
) -> Pressed {
    let mut pressed = Pressed { close: false, make: false, opened };
    let is_busy = matches!(state.made, Some(Task::Waiting(_)));
    let row = vec2(ui.available_width(), 28.0);
    let layout = Layout::right_to_left(Align::Center);
    ui.allocate_ui_with_layout(row, layout, |ui| {
        ui.spacing_mut().item_spacing.x = 8.0;
        let label = if is_busy { "Making challenges…" } else { "Make challenges" };
        let button = widgets::Button::new(label).primary().enabled(possible.is_ok() && !is_busy);
        let tip = possible.err().unwrap_or("Make challenges from the solutions.");
        let is_possible = possible.is_ok() && !is_busy;
        pressed.make = button.hint("Ctrl+Enter").tooltip(tip).show(ui).clicked()
            || is_possible && super::is_default_pressed(ui);
        pressed.close = widgets::Button::new("Close").hint("Esc").show(ui).clicked();
        let made = match &state.made {
            Some(Task::Ready(made)) if !made.found.is_empty() => made,
            _ => return,
        };
        let room = ui.available_size();
        ui.allocate_ui_with_layout(room, Layout::left_to_right(Align::Center), |ui| {
            let tip = "Open a puzzle with these challenges as variants, to view, save or export.";
            if widgets::Button::new("Open as variants").tooltip(tip).show(ui).clicked() {
                pressed.opened = Some(made.variants().map(Box::new).map(Intent::Variants));
            }
            note(ui, &number_words(made));
        });
    });
    pressed
}

/// Describes how many were made, and why no more.
fn number_words(made: &MadeChallenges) -> String {
    let number = made.found.len() as u64;
    if made.found.len() >= made.wanted {
        return text::count(number, "challenge");
    }
    let (found, wanted) = (text::grouped(number), text::grouped(made.wanted as u64));
    format!("{found} of {wanted}: no other solution is within the ranges")
}

fn number_row(ui: &mut Ui, label: &str, add: impl FnOnce(&mut Ui)) {
    let size = vec2(ui.available_width(), 32.0);
    ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = 8.0;
        let palette = Palette::current(ui);
        ui.allocate_ui(vec2(92.0, 20.0), |ui| {
            ui.set_min_width(92.0);
            widgets::elided(ui, label, regular(13.0), palette.text, 92.0);
        });
        add(ui);
    });
}

fn note(ui: &mut Ui, words: &str) {
    let colour = Palette::current(ui).text2;
    let room = ui.available_width();
    widgets::elided(ui, words, regular(12.0), colour, room);
}

/// Shows the challenges made, in a list of their own that scrolls if there is `room` for it;
/// returns the challenge to open.
fn list(state: &Challenges, room: f32, ui: &mut Ui) -> Option<Opened> {
    let remark = |ui: &mut Ui, words: &str| {
        let colour = Palette::current(ui).text2;
        widgets::paragraph(ui, words, regular(13.0), colour);
        None
    };
    let made = match &state.made {
        None => {
            let words = "The given placements occur in no other solution, not even in a turned or \
                         flipped copy.";
            return remark(ui, words);
        }
        Some(Task::Waiting(_)) => return remark(ui, "Comparing the solutions…"),
        Some(Task::Failed(why)) => return remark(ui, &format!("No challenges: {why}.")),
        Some(Task::Ready(made)) => made,
    };
    if made.found.is_empty() {
        return remark(ui, "No solution has challenges within these ranges. Widen the ranges.");
    }
    // In a low window the card scrolls as a whole.
    if room < MIN_LIST {
        return rows(made, ui);
    }
    ScrollArea::vertical().max_height(room).show(ui, |ui| rows(made, ui)).inner
}

/// A row for each challenge; the one that is to be opened.
fn rows(made: &MadeChallenges, ui: &mut Ui) -> Option<Opened> {
    let mut opened = None;
    for (n, challenge) in made.found.iter().enumerate() {
        ui.push_id(("challenge", n), |ui| {
            let words = format!("{}: {}", n + 1, grade_words(challenge));
            if row(ui, n + 1, &words) {
                opened = Some(made.description(n).map(Box::new).map(Intent::New));
            }
        });
    }
    opened
}

/// A challenge and the button that opens it; whether that is pressed.
fn row(ui: &mut Ui, number: usize, words: &str) -> bool {
    let size = vec2(ui.available_width(), 34.0);
    let row = ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
        let tip = format!("Open challenge {number} as a puzzle, with its placements pinned");
        let pressed = widgets::Button::new("Open").tooltip(&tip).show(ui).clicked();
        let room = (ui.available_width() - 8.0).max(0.0);
        ui.allocate_ui_with_layout(vec2(room, 20.0), Layout::left_to_right(Align::Center), |ui| {
            let colour = Palette::current(ui).text;
            widgets::elided(ui, words, regular(13.0), colour, room);
        });
        pressed
    });
    row.inner
}

/// Opens a puzzle, or says why it is none; whether it is opened.
fn open(opened: Option<Opened>, out: &mut Actions) -> bool {
    match opened {
        Some(Ok(intent)) => {
            out.push(Action::Intend(intent));
            true
        }
        Some(Err(refusal)) => {
            out.push(Action::Complain(refusal.to_string()));
            false
        }
        None => false,
    }
}
