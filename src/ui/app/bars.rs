//! The bars around the screens: the document's head, the line over outdated results, the
//! status line.

use std::borrow::Cow;
use std::time::Duration;

use egui::{Align, Frame, Layout, Margin, Panel, Popup, Rangef, Rect, Ui, UiBuilder, Vec2};

use crate::ui::action::{Action, Actions, Model};
use crate::ui::batch_strip::pause_button;
use crate::ui::menus;
use crate::ui::widgets;
use crate::ui::widgets::icons::Icon;
use crate::ui::widgets::theme::{self, Palette};
use crate::workbench::{Command, Document, Screen, SolvedPart};

/// Room between a message and the texts beside it.
const BESIDE_MESSAGE: f32 = 12.0;
/// Time between two looks at how far work on a file is.
const WORK_REPAINT: Duration = Duration::from_millis(100);

/// Room below which the button beside the title is an icon alone.
const SHORT_TITLE: f32 = 120.0;
/// Room below which the head has no title.
const MIN_TITLE: f32 = 32.0;
/// Room for the buttons at the right of the head.
const BUTTON_ROOM: f32 = 164.0;

/// The most characters of an ending that is kept in sight.
const MAX_ENDING: usize = 9;
/// Width below which the name of the file is left out of the head.
const FILE_NAME: f32 = 60.0;

/// The head of the open document: its name, the switch of the screens, the button that solves.
pub(crate) fn document_head(model: Model, out: &mut Actions, ui: &mut Ui) {
    let whole = ui.max_rect();
    let document = model.bench.document.as_ref();
    let has_variants = document
        .is_some_and(|document| document.has_variants().is_ok() || document.sets().is_shown());
    let is_made = document.is_some_and(|document| document.puzzle.cover.is_none());
    let shown = Screen::OF_DOCUMENT.into_iter().filter(|screen| match screen {
        Screen::Variants => has_variants,
        Screen::Make => is_made,
        _ => true,
    });
    if widgets::is_compact(ui.ctx()) {
        return compact_head(model, &shown.collect::<Vec<_>>(), out, ui);
    }
    let choices = shown.map(|s| {
        let command = Command::Show(s);
        (s, command.label(), command.available(model.bench).err())
    });
    let switch = choices.fold(widgets::Segmented::new(), |switch, (s, label, why)| {
        switch.choice_if(why.is_none(), s, label, why.unwrap_or_default())
    });
    let size = Vec2::new(switch.width(ui), 28.0);
    let middle = egui::Rect::from_center_size(whole.center(), size);
    // Where there is little room the switch makes way for the buttons at its right.
    let over = (middle.right() + BUTTON_ROOM - whole.right()).max(0.0);
    let middle = middle.translate(Vec2::new(-over, 0.0));
    let gallery = widgets::Button::new("Gallery").icon(Icon::Back).quiet();
    // Where there is little room the title has it, which says more than the word.
    let left = middle.left() - ui.cursor().left() - gallery.width(ui);
    let back = match document.is_some() && left < SHORT_TITLE {
        true => widgets::icon_button(ui, Icon::Back, "Gallery"),
        false => gallery.show(ui),
    };
    if back.clicked() {
        out.send(Command::Show(Screen::Gallery));
    }
    if let Some(document) = &model.bench.document {
        document_title(document, middle.left(), out, ui);
    }
    stepper_title(model, middle.left(), ui);
    let mut screen = model.bench.screen;
    let mut place = ui.new_child(UiBuilder::new().max_rect(middle));
    if switch.show(&mut place, &mut screen).changed() {
        out.send(Command::Show(screen));
    }
    let right = egui::Rect::from_min_max(
        egui::pos2(middle.right() + 8.0, whole.top()),
        whole.right_bottom(),
    );
    let builder = UiBuilder::new().max_rect(right).layout(Layout::right_to_left(Align::Center));
    ui.scope_builder(builder, |ui| solve_button(model, out, ui));
}

/// The head in a compact window: the screens are a list behind a button.
fn compact_head(model: Model, screens: &[Screen], out: &mut Actions, ui: &mut Ui) {
    ui.spacing_mut().item_spacing.x = 8.0;
    if widgets::icon_button(ui, Icon::Back, "Gallery").clicked() {
        out.send(Command::Show(Screen::Gallery));
    }
    let shown = Command::Show(model.bench.screen).label();
    let button = widgets::Button::new(shown).icon(Icon::ChevronDown);
    let button = button.tooltip("Show another screen.").show(ui);
    Popup::menu(&button).show(|ui| {
        menus::menu_column(ui, |ui| {
            for &screen in screens {
                if menus::menu_entry(model, out, ui, Command::Show(screen)) {
                    ui.close();
                }
            }
        });
    });
    let right = ui.max_rect().with_min_x(ui.cursor().left());
    let builder = UiBuilder::new().max_rect(right).layout(Layout::right_to_left(Align::Center));
    let mut inside = ui.new_child(builder);
    solve_button(model, out, &mut inside);
    let end = inside.cursor().right();
    if let Some(document) = &model.bench.document {
        document_title(document, end, out, ui);
    }
    stepper_title(model, end, ui);
}

/// The title of a bare problem that is stepped through.
fn stepper_title(model: Model, end: f32, ui: &mut Ui) {
    if let (None, Some(stepper)) = (&model.bench.document, &model.bench.stepper) {
        let room = (end - ui.cursor().left() - 24.0).max(40.0);
        let title = stepper.subject().title();
        widgets::elided(ui, title, theme::semibold(15.0), Palette::current(ui).text, room);
    }
}

/// The title of the document, which opens its notes and rules, and its file, as far as there is room
/// up to `end`.
fn document_title(document: &Document, end: f32, out: &mut Actions, ui: &mut Ui) {
    let palette = Palette::current(ui);
    ui.add_space(4.0);
    let room = end - ui.cursor().left() - 12.0;
    if room < MIN_TITLE {
        return;
    }
    let edited = if document.is_edited() { " · edited" } else { "" };
    let file = document.origin.file_name();
    let name = format!("{file}{edited}");
    // The name of the file has what a title of some length leaves, if that is enough.
    let font = theme::semibold(15.0);
    let whole = widgets::Line::whole(ui, &document.puzzle.title, font.clone(), palette.text);
    let is_alone = whole.width() <= room || room * 0.32 < FILE_NAME;
    let title_room = if is_alone { room } else { room * 0.68 };
    let title = widgets::elided(ui, &document.puzzle.title, font, palette.text, title_room);
    let id = ui.scope_id().with("title");
    let title = ui.interact(title.rect.expand(4.0), id, egui::Sense::click());
    title.widget_info(|| {
        egui::WidgetInfo::labeled(egui::Role::Button, true, "Title of the puzzle, notes and rules")
    });
    widgets::focus_ring(ui, &title, title.rect, theme::RADIUS);
    if title.on_hover_text(Command::About.hint()).clicked() {
        out.send(Command::About);
    }
    let left = (end - ui.cursor().left() - 16.0).max(0.0);
    if left > FILE_NAME {
        let font = theme::regular(12.0);
        let Some(at) = name.rfind('.') else {
            let whole = widgets::Line::whole(ui, &name, font.clone(), palette.text2);
            let shown = if whole.width() <= left { &name } else { &file };
            widgets::elided(ui, shown, font, palette.text2, left);
            return;
        };
        // The ending tells one kind of file from another.
        let tail = name[at..].chars().count().min(edited.chars().count() + MAX_ENDING);
        widgets::elided_within(ui, &name, tail, font, palette.text2, left);
    }
}

fn solve_button(model: Model, out: &mut Actions, ui: &mut Ui) {
    let Some(document) = &model.bench.document else { return };
    if document.is_running() || document.is_searching_first() {
        return run_buttons(model, document, out, ui);
    }
    let is_compact = widgets::is_compact(ui.ctx());
    if model.bench.screen == Screen::Play && is_compact {
        return;
    }
    if model.bench.screen == Screen::Play {
        let room = ui.available_width();
        let ink = Palette::current(ui).text2;
        widgets::elided(ui, "Locked while you play", theme::regular(12.0), ink, room);
        return;
    }
    if model.bench.solves_variants() {
        return solve_variants_button(document, model, out, ui);
    }
    let available = Command::Solve.available(model.bench);
    let saved = document.saved().map(crate::ui::run::saved_words);
    let again = document.solved.is_some() && saved.is_none() && !document.only_counts();
    let tip = available.err().or(saved.as_deref()).unwrap_or(Command::Solve.hint());
    let label = match &saved {
        Some(_) => "Resume",
        None if again => "Solve again",
        None => "Solve",
    };
    let button = widgets::Button::new(label).enabled(available.is_ok()).tooltip(tip);
    let button = if is_compact { button } else { button.icon(Icon::Play).hint("F5") };
    let button = if again { button.plain() } else { button.primary() };
    let go = button.show(ui).clicked();
    let over = saved.is_some() && {
        let over = widgets::Button::new("Start over").enabled(available.is_ok());
        over.tooltip(Command::StartOver.hint()).show(ui).clicked()
    };
    if go {
        out.send(Command::Solve);
    } else if over {
        out.send(Command::StartOver);
    }
}

/// The button that solves all variants, or resumes that.
fn solve_variants_button(document: &Document, model: Model, out: &mut Actions, ui: &mut Ui) {
    let (variants, sets) = (document.variants(), document.sets());
    if variants.is_running() || sets.is_running() {
        return;
    }
    let available = Command::Solve.available(model.bench);
    let (can_resume, is_complete, label, hint) = match model.bench.shows_sets() {
        true => {
            (sets.can_resume(), sets.is_complete(), "Test all sets", "Test every set of pieces.")
        }
        false => (
            variants.can_resume(),
            variants.is_complete(),
            "Solve variants",
            "Solve every variant of the puzzle.",
        ),
    };
    let label = if can_resume { "Resume" } else { label };
    let tip = available.err().unwrap_or(hint);
    let button = widgets::Button::new(label).enabled(available.is_ok()).tooltip(tip);
    let is_compact = widgets::is_compact(ui.ctx());
    let button = if is_compact { button } else { button.icon(Icon::Play).hint("F5") };
    let button = if is_complete { button.plain() } else { button.primary() };
    if button.show(ui).clicked() {
        out.send(Command::Solve);
    }
}

/// The buttons of a run that goes on while another screen is shown; those of Run and Variants have
/// their own, and on Steps Space plays.
fn run_buttons(model: Model, document: &Document, out: &mut Actions, ui: &mut Ui) {
    let has_own = matches!(model.bench.screen, Screen::Run | Screen::Variants);
    if has_own || document.is_starting() {
        return;
    }
    let stop = widgets::Button::new("Stop").icon(Icon::Stop);
    if stop.tooltip(Command::Stop.hint()).show(ui).clicked() {
        out.send(Command::Stop);
    }
    if Command::PauseOrResume.available(model.bench).is_err() || model.bench.screen == Screen::Steps
    {
        return;
    }
    if pause_button(document.is_paused()).min_width(96.0).show(ui).clicked() {
        out.send(Command::PauseOrResume);
    }
}

/// The line at the foot of the window, with what the screen says at its two ends. A message that lies
/// over a part of it takes that room.
pub(crate) fn status_line(
    model: Model,
    (left, right): (String, String),
    message: Option<Rangef>,
    out: &mut Actions,
    ui: &mut Ui,
) {
    let palette = Palette::current(ui);
    let (to_left, to_right) =
        (Layout::right_to_left(Align::Center), Layout::left_to_right(Align::Center));
    widgets::bar(ui, "status", 26.0, palette.bars, |ui| {
        ui.spacing_mut().item_spacing.x = 16.0;
        let left_end = |ui: &mut Ui| {
            let room = ui.available_width();
            widgets::elided(ui, &left, theme::regular(12.0), palette.text2, room);
        };
        let Some(taken) = message else {
            ui.with_layout(to_left, |ui| {
                right_end(model, (&left, &right), out, ui);
                ui.with_layout(to_right, left_end);
            });
            return;
        };
        let whole = ui.max_rect();
        let rest = |min: f32, max: f32| Rect::from_x_y_ranges(min..=max.max(min), whole.y_range());
        let before = rest(whole.left(), taken.min - BESIDE_MESSAGE);
        let after = rest(taken.max + BESIDE_MESSAGE, whole.right());
        ui.scope_builder(UiBuilder::new().max_rect(before).layout(to_right), left_end);
        ui.scope_builder(UiBuilder::new().max_rect(after).layout(to_left), |ui| {
            right_end(model, ("", &right), out, ui);
        });
    });
}

/// The right end of the status line, from the right: work on files, the zoom, what the screen says.
fn right_end(model: Model, (left, right): (&str, &str), out: &mut Actions, ui: &mut Ui) {
    let palette = Palette::current(ui);
    let small = theme::regular(12.0);
    let width = ui.available_width();
    let show = |ui: &mut Ui, text: &str, ink, most: f32| {
        let room = most.min(ui.available_width());
        widgets::elided(ui, text, small.clone(), ink, room);
    };
    if let Some(work) = model.work {
        if widgets::Button::new("Cancel").small().show(ui).clicked() {
            out.push(Action::CancelFileWork);
        }
        let text = format!("{} · {:.0}\u{a0}%", work.name, work.fraction * 100.0);
        show(ui, &text, palette.text, width * 0.4);
        ui.ctx().request_repaint_after(WORK_REPAINT);
    } else if let Some(words) = model.busy {
        show(ui, &format!("{words}…"), palette.text2, width * 0.4);
    }
    let is_compact = widgets::is_compact(ui.ctx());
    let zoom = ui.ctx().zoom_factor();
    if !is_compact && (zoom - 1.0).abs() > 0.001 {
        show(ui, &format!("Interface {:.0}\u{a0}%", zoom * 100.0), palette.text2, 120.0);
    }
    // What is at the left comes first, unless it is long.
    let ink = palette.text2;
    let left_width = widgets::Line::whole(ui, left, small.clone(), ink).width();
    if is_compact {
        // All of it, or nothing.
        let right_width = widgets::Line::whole(ui, right, small.clone(), ink).width();
        if left_width + right_width + 32.0 > ui.available_width() {
            return;
        }
    }
    let room = (width - left_width.min(width * 0.6) - 32.0).max(width * 0.4);
    let room = if left_width > width * 0.6 { width * 0.55 } else { room };
    show(ui, right, ink, room);
}

/// The line over a run or solutions that are not those of the puzzle as it is now.
pub(crate) fn outdated_line(model: Model, ui: &mut Ui) {
    let Some(document) = &model.bench.document else { return };
    let shown = matches!(model.bench.screen, Screen::Run | Screen::Solutions);
    let part = document.solved.as_ref().map(|solved| &solved.part);
    let outdated = document.is_outdated();
    let text: Cow<str> = match (outdated, part) {
        _ if !shown => return,
        (true, _) => "These results are for an earlier version of the puzzle.".into(),
        (false, Some(SolvedPart::Pinned)) => "Solved with the placed pieces fixed.".into(),
        (false, Some(SolvedPart::Variant { name, open, .. })) if open.is_empty() => {
            format!("The variant {name}.").into()
        }
        (false, Some(SolvedPart::Variant { name, open, .. })) => {
            let sites = document.puzzle.lattice.count_sites(open.len() as u64);
            format!("The variant {name}: {sites} left open.").into()
        }
        (false, _) => return,
    };
    let palette = Palette::current(ui);
    let frame = Frame::new().fill(palette.accent_soft).inner_margin(Margin::symmetric(12, 0));
    Panel::top("outdated").exact_size(32.0).frame(frame).show(ui, |ui| {
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            let (rect, _) = ui.allocate_exact_size(Vec2::splat(16.0), egui::Sense::hover());
            Icon::Info.paint(ui.painter(), rect, palette.accent);
            let room = ui.available_width();
            widgets::elided(ui, &text, theme::regular(13.0), palette.text, room);
        });
    });
}
