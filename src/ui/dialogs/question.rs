//! Questions before something is lost: unsaved changes, a file that would be replaced, work that
//! was found.

use egui::{Align, Frame, Key, Layout, Ui, vec2};

use super::{Dialog, Fate};
use crate::text;
use crate::ui::action::{Action, Actions, Model};
use crate::ui::replacement::Question;
use crate::ui::widgets;
use crate::ui::widgets::theme::{Palette, regular, semibold};

/// Width of the card, in points.
const WIDTH: f32 = 440.0;

/// A question, and what was up before it and comes back if it is not gone on with.
pub(crate) struct Ask {
    question: Option<Question>,
    behind: Option<Box<Dialog>>,
    /// True if it has been seen: the key that opened it must not answer it.
    seen: bool,
}

impl Ask {
    /// A question that comes up now.
    pub(crate) fn new(question: Question, behind: Option<Box<Dialog>>) -> Ask {
        Ask { question: Some(question), behind, seen: false }
    }
}

/// The answer given.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Answer {
    /// The action of Enter.
    First,
    /// To go on without saving.
    Discard,
    Cancel,
}

/// Shows the card; what becomes of it.
pub(super) fn show(ask: &mut Ask, model: Model, out: &mut Actions, ui: &Ui) -> Fate {
    let Some(words) = ask.question.as_ref().and_then(|question| Words::new(model, question)) else {
        return Fate::Closes;
    };
    let seen = std::mem::replace(&mut ask.seen, true);
    let (answer, is_over) = super::sheet(ui, &words.name, WIDTH + 32.0, |ui| {
        let frame = Frame::new().inner_margin(16);
        frame.show(ui, |ui| widgets::column(ui, |ui| card(&words, seen, ui)).inner).inner
    });
    let answer = answer.or(is_over.then_some(Answer::Cancel));
    let Some(answer) = answer else { return Fate::Stays };
    if answer == Answer::Cancel {
        return ask.behind.take().map_or(Fate::Closes, Fate::GivesWay);
    }
    match ask.question.take() {
        Some(Question::Unsaved(intent)) if answer == Answer::First => {
            out.push(Action::SaveThen(intent));
        }
        Some(Question::Unsaved(intent)) => out.push(Action::CarryOut(intent)),
        Some(Question::Replace(path) | Question::ReplaceChanged(path)) => {
            out.push(Action::SaveTo(path));
        }
        Some(Question::DiscardDraft(place)) => out.push(Action::DiscardDraft(place)),
        Some(Question::DeleteResults { digests, .. }) => out.push(Action::DeleteResults(digests)),
        None => {}
    }
    Fate::Closes
}

/// The words of a question.
struct Words {
    /// Of the card, for who cannot see it.
    name: String,
    title: String,
    body: String,
    /// The label for the action of Enter.
    first: &'static str,
    /// True if the user may continue without it.
    discard: bool,
    /// True if it loses data that cannot be found again, so that Enter does not do it.
    is_grave: bool,
}

impl Words {
    fn new(model: Model, question: &Question) -> Option<Words> {
        Some(match question {
            Question::Unsaved(_) => {
                let document = model.bench.document.as_ref()?;
                let title = &document.puzzle.title;
                let (body, first) = match document.own_file() {
                    Some(path) => (format!("They will be saved to {}.", path.display()), "Save"),
                    None => {
                        ("This puzzle has not been saved to a file yet.".to_owned(), "Save as…")
                    }
                };
                Words {
                    name: "Unsaved changes".to_owned(),
                    title: format!("Save changes to {title}?"),
                    body,
                    first,
                    discard: true,
                    is_grave: false,
                }
            }
            Question::Replace(path) => Words {
                name: "Replace file".to_owned(),
                title: format!("Replace {}?", path.file_name()?.to_string_lossy()),
                body: format!("{} already exists; its contents will be lost.", path.display()),
                first: "Replace",
                discard: false,
                is_grave: false,
            },
            Question::ReplaceChanged(path) => Words {
                name: "File changed outside".to_owned(),
                title: format!("Replace {}?", path.file_name()?.to_string_lossy()),
                body: format!(
                    "Another program has changed {} since it was opened here. To keep both, cancel \
                     and use Save as.",
                    path.display()
                ),
                first: "Replace",
                discard: false,
                is_grave: true,
            },
            Question::DiscardDraft(place) => {
                let unsaved = model.bench.drafts.unsaved().get(*place)?;
                Words {
                    name: "Discard unsaved work".to_owned(),
                    title: format!("Discard the unsaved work on {}?", unsaved.title),
                    body: "It cannot be recovered afterwards.".to_owned(),
                    first: "Discard work",
                    discard: false,
                    is_grave: false,
                }
            }
            Question::DeleteResults { digests, title, marked } => {
                let title = match title {
                    Some(title) => format!("Delete the stored result of {title}?"),
                    None => {
                        let results = text::count(digests.len() as u64, "stored result");
                        format!("Delete {results}?")
                    }
                };
                let marks = match marked {
                    0 => String::new(),
                    _ => format!(" {} with marks will be lost.", text::count(*marked, "solution")),
                };
                Words {
                    name: "Delete stored results".to_owned(),
                    title,
                    body: format!("The solutions can be found again by solving.{marks}"),
                    first: "Delete results",
                    discard: false,
                    is_grave: *marked > 0,
                }
            }
        })
    }
}

fn card(words: &Words, seen: bool, ui: &mut Ui) -> Option<Answer> {
    let palette = Palette::current(ui);
    widgets::paragraph(ui, &words.title, semibold(15.0), palette.text);
    ui.add_space(8.0);
    widgets::paragraph(ui, &words.body, regular(13.0), palette.text2);
    ui.add_space(16.0);
    let row = vec2(ui.available_width(), 28.0);
    let layout = Layout::right_to_left(Align::Center);
    ui.allocate_ui_with_layout(row, layout, |ui| {
        ui.spacing_mut().item_spacing.x = 8.0;
        let mut answer = None;
        let first = widgets::Button::new(words.first);
        let first = if words.is_grave { first } else { first.primary().hint("Enter") };
        let first = first.show(ui);
        if first.clicked() {
            answer = Some(Answer::First);
        }
        let cancel = widgets::Button::new("Cancel").hint("Esc");
        let cancel = if words.is_grave { cancel.primary() } else { cancel };
        let cancel = cancel.show(ui);
        if cancel.clicked() {
            answer = Some(Answer::Cancel);
        }
        if !seen {
            // What Enter does has the focus at first.
            (if words.is_grave { &cancel } else { &first }).request_focus();
        }
        if words.discard {
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let discard = widgets::Button::new("Discard")
                    .tooltip("Continue without saving; the changes are lost.");
                if discard.show(ui).clicked() {
                    answer = Some(Answer::Discard);
                }
            });
        }
        let free = seen && ui.memory(|memory| memory.focused().is_none());
        if free && ui.input(|i| i.key_pressed(Key::Enter)) {
            answer = Some(if words.is_grave { Answer::Cancel } else { Answer::First });
        }
        answer
    })
    .inner
}
