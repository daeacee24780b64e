//! Questions before something is lost: unsaved changes, a file that would be replaced, work that
//! was found.

use std::path::PathBuf;

use egui::{Align, Frame, Key, Layout, Ui, vec2};

use super::Overlay;
use crate::ui::app::App;
use crate::ui::documents::Intent;
use crate::ui::kit;
use crate::ui::theme::{Palette, regular, semibold};

/// Width of the card, in points.
const WIDTH: f32 = 440.0;

/// What is asked.
pub(crate) enum Question {
    /// Whether to save changes before something is done that would lose them.
    Unsaved(Intent),
    /// Whether to replace a file by the document.
    Replace(PathBuf),
    /// Whether to throw unsaved work away, by its place in the list of it.
    DiscardDraft(usize),
}

/// A question, and what was up before it and comes back if it is not gone on with.
pub(crate) struct Ask {
    question: Option<Question>,
    behind: Option<Box<Overlay>>,
    /// Whether it has been seen: the key that brought it up must not answer it.
    seen: bool,
}

impl Ask {
    /// A question that comes up now.
    pub(crate) fn new(question: Question, behind: Option<Box<Overlay>>) -> Ask {
        Ask { question: Some(question), behind, seen: false }
    }
}

/// What was answered.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Answer {
    /// What Enter does.
    First,
    /// To go on without saving.
    Discard,
    Cancel,
}

/// Shows the card; whether it is to be closed.
pub(super) fn show(app: &mut App, ui: &Ui, ask: &mut Ask) -> bool {
    let Some(words) = ask.question.as_ref().and_then(|question| Words::of(app, question)) else {
        return true;
    };
    let seen = std::mem::replace(&mut ask.seen, true);
    let (answer, is_over) = super::sheet(ui, &words.name, WIDTH + 32.0, |ui| {
        let frame = Frame::new().inner_margin(16);
        frame.show(ui, |ui| kit::column(ui, |ui| card(&words, seen, ui)).inner).inner
    });
    let answer = answer.or(is_over.then_some(Answer::Cancel));
    let Some(answer) = answer else { return false };
    if answer == Answer::Cancel {
        app.overlay = ask.behind.take().map(|behind| *behind);
        return true;
    }
    match ask.question.take() {
        Some(Question::Unsaved(intent)) if answer == Answer::First => app.save_then(intent),
        Some(Question::Unsaved(intent)) => app.carry_out(intent),
        Some(Question::Replace(path)) => app.save_to(path),
        Some(Question::DiscardDraft(place)) => app.bench.drafts.discard(place),
        None => {}
    }
    true
}

/// The words of a question.
struct Words {
    /// Of the card, for who cannot see it.
    name: String,
    title: String,
    body: String,
    /// What Enter does.
    first: &'static str,
    /// Whether one may go on without it.
    discard: bool,
}

impl Words {
    fn of(app: &App, question: &Question) -> Option<Words> {
        Some(match question {
            Question::Unsaved(_) => {
                let document = app.bench.document.as_ref()?;
                let title = &document.puzzle.title;
                let (body, first) = match document.own_file() {
                    Some(path) => (format!("They go to {}.", path.display()), "Save"),
                    None => ("They have no file yet; saving asks for one.".to_owned(), "Save as…"),
                };
                Words {
                    name: "Unsaved changes".to_owned(),
                    title: format!("Save changes to {title}?"),
                    body,
                    first,
                    discard: true,
                }
            }
            Question::Replace(path) => Words {
                name: "Replace file".to_owned(),
                title: format!("Replace {}?", path.file_name()?.to_string_lossy()),
                body: format!("{} exists; what it holds will be lost.", path.display()),
                first: "Replace",
                discard: false,
            },
            Question::DiscardDraft(place) => {
                let unsaved = app.bench.drafts.unsaved().get(*place)?;
                Words {
                    name: "Discard unsaved work".to_owned(),
                    title: format!("Discard the unsaved work on {}?", unsaved.title),
                    body: "It cannot be recovered afterwards.".to_owned(),
                    first: "Discard work",
                    discard: false,
                }
            }
        })
    }
}

fn card(words: &Words, seen: bool, ui: &mut Ui) -> Option<Answer> {
    let palette = Palette::of(ui);
    kit::paragraph(ui, &words.title, semibold(15.0), palette.text);
    ui.add_space(8.0);
    kit::paragraph(ui, &words.body, regular(13.0), palette.text2);
    ui.add_space(16.0);
    let row = vec2(ui.available_width(), 28.0);
    let layout = Layout::right_to_left(Align::Center);
    ui.allocate_ui_with_layout(row, layout, |ui| {
        ui.spacing_mut().item_spacing.x = 8.0;
        let mut answer = None;
        if kit::Button::new(words.first).primary().hint("Enter").show(ui).clicked() {
            answer = Some(Answer::First);
        }
        if kit::Button::new("Cancel").hint("Esc").show(ui).clicked() {
            answer = Some(Answer::Cancel);
        }
        if words.discard {
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let discard = kit::Button::new("Discard").tooltip("Go on; the changes are lost.");
                if discard.show(ui).clicked() {
                    answer = Some(Answer::Discard);
                }
            });
        }
        let free = seen && ui.memory(|memory| memory.focused().is_none());
        if free && ui.input(|i| i.key_pressed(Key::Enter)) {
            answer = Some(Answer::First);
        }
        answer
    })
    .inner
}
