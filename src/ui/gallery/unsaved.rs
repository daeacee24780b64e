//! Unsaved work of windows that are gone, to be recovered or discarded.

use std::path::Path;

use egui::{Frame, Margin, Ui};
use jiff::{Timestamp, Zoned};

use crate::ui::action::{Action, Actions, Model};
use crate::ui::platform::recent;
use crate::ui::replacement::{Intent, Question};
use crate::ui::widgets;
use crate::workbench::Origin;
use crate::workbench::document::drafts::Unsaved;

/// The number shown at a time; the others follow as these are dealt with.
const SHOWN: usize = 3;

/// Shows the latest of them above the cards.
pub(super) fn show(model: Model, out: &mut Actions, ui: &mut Ui) {
    let mut pressed = None;
    let now = recent::now();
    for (place, unsaved) in model.bench.drafts.unsaved().iter().enumerate().take(SHOWN) {
        let margin = Margin { left: 20, right: 20, top: 12, bottom: 0 };
        Frame::new().inner_margin(margin).show(ui, |ui| {
            ui.push_id(("unsaved", place), |ui| {
                let title = format!("Unsaved work: {}, {}", unsaved.title, when(unsaved, &now));
                let buttons = [("Recover", true), ("Discard", true)];
                let body = whence(&unsaved.origin);
                let button = widgets::notice(ui, widgets::Kind::Warn, &title, &body, &buttons);
                pressed = button.map(|button| (place, button)).or(pressed);
            });
        });
    }
    match pressed {
        Some((place, 0)) => out.push(Action::Intend(Intent::Recover(place))),
        Some((place, _)) => out.push(Action::Ask(Question::DiscardDraft(place))),
        None => {}
    }
}

fn when(unsaved: &Unsaved, now: &Zoned) -> String {
    let changed = Timestamp::try_from(unsaved.changed).unwrap_or(Timestamp::UNIX_EPOCH);
    recent::when(&Zoned::new(changed, now.time_zone().clone()), now)
}

/// Where it comes from, in a sentence.
fn whence(origin: &Origin) -> String {
    let file = |path: &Path| format!("Changes to {} that were not saved.", path.display());
    match origin {
        Origin::New => "It was never saved to a file.".to_owned(),
        Origin::Bundled(_) => {
            format!("Changes to the bundled {} that were not saved.", origin.file_name())
        }
        Origin::File(path) | Origin::TakenFrom(path) => file(path),
    }
}
