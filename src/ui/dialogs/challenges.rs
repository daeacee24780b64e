//! Challenges made of the solutions: how many, how hard, and the list of those that were made.

use std::sync::Arc;

use egui::{Align, Frame, Layout, Margin, ScrollArea, Ui, vec2};

use crate::job::challenges::ChallengeWish;
use crate::text;
use crate::ui::action::{Action, Actions, Model};
use crate::ui::icons::Icon;
use crate::ui::intent::Intent;
use crate::ui::theme::{Palette, regular};
use crate::ui::widgets;
use crate::workbench::Task;
use crate::workbench::challenges::{MadeChallenges, grade_words};
use crate::workbench::edit::Refusal;
use crate::workbench::session::Wake;

/// Width of the sheet, in points.
const WIDTH: f32 = 620.0;
/// The largest number that a field takes.
const MOST: u32 = 999_999;

/// What is wished for, and what was made.
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
            forced: (0, MOST),
            wrong: (0, MOST),
            nodes: (0, MOST),
            seed: 1,
            made: None,
            wake: Arc::clone(wake),
        }
    }

    fn wish(&self) -> ChallengeWish {
        let open = |(least, most): (u32, u32)| least..=if most == MOST { u32::MAX } else { most };
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

/// Shows the sheet; whether it is to be closed.
pub(super) fn show(state: &mut Challenges, model: Model, out: &mut Actions, ui: &Ui) -> bool {
    const TITLE: &str = "Challenges";
    let Some(document) = &model.bench.document else { return true };
    if let Some(made) = &mut state.made {
        made.poll();
    }
    let (is_closed, is_over) = super::sheet(ui, TITLE, WIDTH, |ui| {
        let close =
            |ui: &mut Ui| widgets::icon_button(ui, Icon::Close, "Close challenges").clicked();
        let caption = "placements given that leave one solution";
        let is_closed = widgets::panel_head(ui, TITLE, caption, close).inner;
        let margin = Frame::new().inner_margin(Margin::symmetric(16, 12));
        if margin.show(ui, |ui| fields(state, model, ui)).inner {
            state.made = document.make_challenges(state.wish(), &state.wake);
        }
        super::rule(ui);
        let opened = list(state, out, ui);
        is_closed || opened
    });
    is_over || is_closed
}

/// The number and the grades; whether challenges are to be made.
fn fields(state: &mut Challenges, model: Model, ui: &mut Ui) -> bool {
    number_row(ui, "Challenges", |ui| {
        widgets::number_field(ui, "Number of challenges", &mut state.number, 1..=1000);
        note(ui, "each of another solution");
    });
    let ranges = [
        ("Given", &mut state.given, 8, "placements on the board"),
        ("Forced", &mut state.forced, MOST, "placements that follow one by one"),
        ("Wrong", &mut state.wrong, MOST, "first placements that fit, and lead nowhere"),
        ("Nodes", &mut state.nodes, MOST, "of a search of what is left"),
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
        widgets::number_field(ui, "Seed", &mut state.seed, 1..=MOST);
        note(ui, "another one makes other challenges");
    });
    ui.add_space(4.0);
    let is_busy = matches!(state.made, Some(Task::Waiting(_)));
    let possible = model.bench.can_make_challenges();
    let label = if is_busy { "Making challenges…" } else { "Make challenges" };
    let button = widgets::Button::new(label).primary().enabled(possible.is_ok() && !is_busy);
    button.tooltip(possible.err().unwrap_or("Make challenges of the solutions.")).show(ui).clicked()
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

/// What was made; whether a puzzle was opened.
fn list(state: &Challenges, out: &mut Actions, ui: &mut Ui) -> bool {
    let frame = Frame::new().inner_margin(Margin::symmetric(16, 12));
    let remark = |ui: &mut Ui, words: &str| {
        let colour = Palette::current(ui).text2;
        frame.show(ui, |ui| widgets::paragraph(ui, words, regular(13.0), colour));
        false
    };
    let made = match &state.made {
        None => {
            return remark(
                ui,
                "Given placements tell one solution from all others, turned and \
                                   flipped ones too.",
            );
        }
        Some(Task::Waiting(_)) => return remark(ui, "Comparing the solutions…"),
        Some(Task::Failed(why)) => return remark(ui, &format!("No challenges: {why}.")),
        Some(Task::Ready(made)) => made,
    };
    if made.found.is_empty() {
        return remark(ui, "No solution has challenges of such grades. Widen the ranges.");
    }
    let room = (ui.available_height() - 70.0).max(120.0);
    let mut opened = None;
    ScrollArea::vertical().max_height(room).show(ui, |ui| {
        frame.show(ui, |ui| {
            for (n, challenge) in made.found.iter().enumerate() {
                ui.push_id(("challenge", n), |ui| {
                    let words = format!("{}: {}", n + 1, grade_words(challenge));
                    if row(ui, n + 1, &words) {
                        opened = Some(made.description(n));
                    }
                });
            }
        });
    });
    super::rule(ui);
    frame.show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 12.0;
            let tip = "Open a puzzle that has these challenges as its variants, to look at, save \
                       or export.";
            if widgets::Button::new("Open as variants").tooltip(tip).show(ui).clicked() {
                opened = Some(made.variants());
            }
            let found = text::grouped(made.found.len() as u64);
            let words = match made.found.len() < made.wanted {
                true => {
                    let wanted = text::grouped(made.wanted as u64);
                    format!("{found} of {wanted}: no other solution has such grades")
                }
                false => text::count(made.found.len() as u64, "challenge"),
            };
            note(ui, &words);
        });
    });
    open(opened, out)
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
fn open(opened: Option<Result<crate::puzzle::Description, Refusal>>, out: &mut Actions) -> bool {
    match opened {
        Some(Ok(description)) => {
            out.push(Action::Intend(Intent::New(Box::new(description))));
            true
        }
        Some(Err(refusal)) => {
            out.push(Action::Complain(refusal.to_string()));
            false
        }
        None => false,
    }
}
