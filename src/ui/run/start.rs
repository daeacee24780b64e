//! The run screen before a run: go on with one that was saved, or solve; and how.

use egui::{Align, Layout, Rect, ScrollArea, Ui, UiBuilder, vec2};
use jiff::{Timestamp, Zoned};

use crate::exact_cover::Engine;
use crate::job::default_threads;
use crate::text;
use crate::ui::action::{Action, Actions, Model};
use crate::ui::outcome::percent;
use crate::ui::platform::recent;
use crate::ui::platform::wake::FRAME;
use crate::ui::widgets;
use crate::ui::widgets::icons::Icon;
use crate::ui::widgets::theme::{Palette, regular, semibold};
use crate::workbench::saved_runs::SavedRun;
use crate::workbench::solve::Planning;
use crate::workbench::{Command, Document};

/// Width of what stands in the middle, in points.
const WIDTH: f32 = 320.0;
/// Its height, of which the lower part is for the settings; where there is less, it scrolls.
const HEIGHT: f32 = 436.0;
/// Room above and below it, in points.
const MIN_ROOM: f32 = 16.0;

/// The words for what is known of the solutions from an earlier run, if there was one.
pub(super) fn known_words(document: &Document) -> Option<String> {
    let (counts, complete) = document.counts()?;
    let found = text::grouped(counts.distinct);
    Some(match complete {
        true => format!("Solved before: {found} distinct"),
        false => format!("Stopped before: {found} distinct so far"),
    })
}

/// Describes the offer to resume a saved run of the puzzle: "Resume from 43 %, saved 10:32".
pub(crate) fn saved_words(saved: &SavedRun) -> String {
    let now = recent::now();
    let time = Timestamp::try_from(saved.saved).unwrap_or(Timestamp::UNIX_EPOCH);
    let when = recent::when(&Zoned::new(time, now.time_zone().clone()), &now);
    // Of today the hour is enough.
    let when = when.strip_prefix("today ").unwrap_or(&when);
    format!("Resume from {}, saved {when}", percent(saved.position()))
}

/// Shows the screen while there is no run.
pub(super) fn show(model: Model, out: &mut Actions, ui: &mut Ui) {
    let palette = Palette::current(ui);
    let whole = ui.max_rect();
    let bar = ui.spacing().scroll.allocated_width();
    let size = vec2(WIDTH + 2.0 * bar, HEIGHT.min(whole.height() - 2.0 * MIN_ROOM));
    let rect = Rect::from_center_size(whole.center(), size).translate(vec2(bar, 0.0));
    let builder = UiBuilder::new().max_rect(rect).layout(Layout::top_down(Align::Min));
    let saved = model.bench.document.as_ref().and_then(|d| d.saved()).map(saved_words);
    let starting = model.bench.document.as_ref().is_some_and(|d| d.is_starting());
    let available = Command::Solve.available(model.bench);
    let tip = |command: Command| available.err().unwrap_or(command.hint());
    let mut place = ui.new_child(builder);
    ScrollArea::vertical().auto_shrink(false).show(&mut place, |ui| {
        ui.set_max_width(WIDTH);
        ui.spacing_mut().item_spacing.y = 8.0;
        if starting {
            widgets::elided(ui, "Planning the search…", semibold(15.0), palette.text, WIDTH);
            if let Some(planning) = model.bench.document.as_ref().and_then(Document::planning) {
                progress(planning, ui);
            }
            let button =
                widgets::Button::new("Stop").icon(Icon::Stop).hint("Shift+F5").min_width(WIDTH);
            if button.tooltip(Command::Stop.hint()).show(ui).clicked() {
                out.send(Command::Stop);
            }
            return;
        }
        let known = model.bench.document.as_ref().and_then(known_words);
        let title = match (&saved, &known) {
            (Some(_), _) => "A run of this puzzle was saved.",
            (None, Some(known)) => known,
            (None, None) => "Nothing solved yet.",
        };
        widgets::elided(ui, title, semibold(15.0), palette.text, WIDTH);
        let again = if known.is_some() { "Solve again" } else { "Solve" };
        let label = saved.as_deref().unwrap_or(again);
        let button = widgets::Button::new(label).icon(Icon::Play).hint("F5").primary();
        let button = button.min_width(WIDTH).enabled(available.is_ok());
        if button.tooltip(tip(Command::Solve)).show(ui).clicked() {
            out.send(Command::Solve);
        }
        if saved.is_some() {
            let button = widgets::Button::new("Start over").min_width(WIDTH);
            let button = button.enabled(available.is_ok());
            if button.tooltip(tip(Command::StartOver)).show(ui).clicked() {
                out.send(Command::StartOver);
            }
        }
        let can_find = Command::FindOne.available(model.bench);
        let button = widgets::Button::new("Find one solution").hint("F7").min_width(WIDTH);
        let button = button.enabled(can_find.is_ok());
        if button.tooltip(can_find.err().unwrap_or(Command::FindOne.hint())).show(ui).clicked() {
            out.send(Command::FindOne);
        }
        let button = widgets::Button::new("Count only").hint("Ctrl+Shift+F5").min_width(WIDTH);
        let button = button.enabled(available.is_ok());
        if button.tooltip(tip(Command::Count)).show(ui).clicked() {
            out.send(Command::Count);
        }
        if let Err(why) = available {
            widgets::elided(ui, why, regular(12.0), palette.text2, WIDTH);
        }
        ui.add_space(16.0);
        widgets::column(ui, |ui| settings(model, out, ui));
    });
}

/// Shows what the planning of a search is at, and the time that it has taken.
fn progress(planning: &Planning, ui: &mut Ui) {
    let colour = Palette::current(ui).text2;
    widgets::elided(ui, &planning.stage().to_string(), regular(13.0), colour, WIDTH);
    let elapsed = format!("{} elapsed", text::clock(planning.elapsed()));
    widgets::elided(ui, &elapsed, regular(13.0), colour, WIDTH);
    ui.ctx().request_repaint_after(FRAME);
}

/// Shows the settings for the next run.
pub(super) fn settings(model: Model, out: &mut Actions, ui: &mut Ui) {
    let settings = &model.bench.settings;
    widgets::section_title(ui, "Next run", "engine and threads");
    let chosen = settings.engine();
    let mut wish = chosen;
    let tip = "Random samples of the search tree show which engine will be fastest.";
    if widgets::radio_row(ui, chosen.is_none(), "Automatic", "by random samples")
        .on_hover_text(tip)
        .clicked()
    {
        wish = None;
    }
    for engine in Engine::exhaustive() {
        let label = text::capitalised(engine.name);
        let tip = "If it cannot work on the puzzle, Solve says why.";
        if widgets::radio_row(ui, chosen == Some(engine), &label, "").on_hover_text(tip).clicked() {
            wish = Some(engine);
        }
    }
    if wish != chosen {
        out.push(Action::Engine(wish));
    }
    let most = default_threads();
    if most > 1 {
        ui.add_space(12.0);
        let threads = settings.threads();
        let text = format!("{threads} of {most}");
        widgets::fact_row_fixed(ui, "Threads", &text, 72.0);
        let mut value = threads as f32;
        if widgets::slider(ui, &mut value, 1.0..=most as f32, "Threads").changed() {
            // An arrow key moves by less than one thread where there are few.
            let step = if value > threads as f32 { value.ceil() } else { value.floor() };
            let near = (value - threads as f32).abs() < 1.0;
            let threads = if near { step } else { value.round() } as usize;
            out.push(Action::Threads(threads));
        }
    }
}
