//! Help for who places pieces by hand, on whatever screen: the number of solutions left on the
//! canvas, and the ladder of hints.

use egui::{
    Align2, Color32, CornerRadius, Frame, Margin, Rect, Role, Sense, Stroke, StrokeKind, Ui, Vec2,
    WidgetInfo, pos2, vec2,
};

use crate::natural::Natural;
use crate::text;
use crate::ui::action::{Action, Actions, Model};
use crate::ui::drawing::label_layout;
use crate::ui::widgets::icons::Icon;
use crate::ui::widgets::theme::{Palette, RADIUS_NOTICE, regular, semibold};
use crate::ui::widgets::{self, Kind};
use crate::workbench::by_hand::{
    ByHandSettings, ByHandStatus, COUNTING_DELAY, HintText, SolutionsLeft, left_words,
};
use crate::workbench::edit::Edit;
use crate::workbench::{Command, Document};

/// The size of the badge, where the canvas has room for it.
const BADGE: Vec2 = vec2(264.0, 30.0);
/// The room between the badge and the edges of the canvas.
const INSET: f32 = 12.0;
/// The extra distance from the upper edge at which a board with the badge above it begins.
pub(crate) const BADGE_ROOM: f32 = 20.0;
/// The least distance from the upper edge at which it begins, so that the numbers of its ruler are
/// below the badge.
pub(crate) const BELOW_BADGE: f32 = BADGE_BOTTOM + 26.0;
/// The distance from the upper edge of the canvas to the lower edge of the badge.
pub(crate) const BADGE_BOTTOM: f32 = INSET + BADGE.y;
/// The width of a badge below which it has no words.
const WORDS: f32 = 150.0;
/// The most reasons that are told why no solution is left.
const MAX_REASONS: usize = 3;

/// The weight of what the badge says.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tone {
    Plain,
    Faded,
    Good,
    Bad,
}

/// The text of the badge, in full and where there is no room for words.
struct BadgeText {
    words: String,
    short: String,
    tone: Tone,
}

impl BadgeText {
    /// `None` while there is nothing to say.
    fn new(status: ByHandStatus, is_slow: bool) -> Option<BadgeText> {
        let text = |words: String, short: String, tone| BadgeText { words, short, tone };
        Some(match status {
            ByHandStatus::NotCounted => return None,
            ByHandStatus::Distinct(Natural::ZERO) => {
                text("No solution exists".into(), "0".into(), Tone::Bad)
            }
            ByHandStatus::Distinct(n) => {
                text(text::count(n, "distinct solution"), text::grouped(n), Tone::Plain)
            }
            ByHandStatus::Left(left) => left_text(left),
            ByHandStatus::Counting(last) => {
                let mut last = last.map_or_else(
                    || text(String::new(), "…".into(), Tone::Faded),
                    |left| BadgeText { tone: Tone::Faded, ..left_text(left) },
                );
                if is_slow {
                    let gap = if last.words.is_empty() { "" } else { " · " };
                    last.words = format!("{}{gap}counting…", last.words);
                }
                last
            }
            ByHandStatus::Solved(None) => text("Solved".into(), "Solved".into(), Tone::Good),
            ByHandStatus::Solved(Some((number, distinct))) => {
                let (number, distinct) = (text::grouped(number), text::grouped(distinct));
                let words = format!("Solved: solution {number} of {distinct}");
                text(words, "Solved".into(), Tone::Good)
            }
        })
    }
}

fn left_text(left: SolutionsLeft) -> BadgeText {
    let (short, tone) = match left {
        SolutionsLeft::Exactly(0) => ("0".to_owned(), Tone::Bad),
        SolutionsLeft::Exactly(n) => (text::grouped(n), Tone::Good),
        SolutionsLeft::MoreThan(n) | SolutionsLeft::AtLeast(n) => {
            (format!("{}+", text::grouped(n)), Tone::Good)
        }
        SolutionsLeft::Unknown => ("?".to_owned(), Tone::Plain),
    };
    BadgeText { words: left_words(left), short, tone }
}

/// Draws the number of solutions left at its place on the canvas, or that the puzzle is solved, in
/// other words than its own if there are some.
pub(crate) fn badge(
    model: Model,
    canvas: Rect,
    solved: Option<&str>,
    out: &mut Actions,
    ui: &mut Ui,
) {
    let Some(document) = model.bench.shown_document() else { return };
    let Some(status) = document.by_hand_status(model.bench.settings.play) else { return };
    let elapsed = document.counting_time().unwrap_or_default();
    let is_counting = matches!(status, ByHandStatus::Counting(_));
    if is_counting && elapsed < COUNTING_DELAY {
        ui.request_repaint_after(COUNTING_DELAY - elapsed);
    }
    let Some(mut said) = BadgeText::new(status, elapsed >= COUNTING_DELAY) else { return };
    if let (ByHandStatus::Solved(_), Some(words)) = (status, solved) {
        said.words = words.to_owned();
    }
    let palette = Palette::current(ui);
    let width = BADGE.x.min(canvas.width() - 2.0 * INSET).max(32.0);
    let place = canvas.right_top() + vec2(-INSET - width, INSET);
    let rect = Rect::from_min_size(place, vec2(width, BADGE.y));
    let is_listed = matches!(status, ByHandStatus::Solved(Some(_)));
    let sense = if is_listed { Sense::click() } else { Sense::hover() };
    let response = ui.interact(rect, ui.scope_id().with("solutions left"), sense);
    let role = if is_listed { Role::Button } else { Role::Label };
    response.widget_info(|| WidgetInfo::labeled(role, true, &said.words));
    let (fill, line, ink) = match said.tone {
        Tone::Good => (palette.accent_soft, palette.accent, palette.text),
        Tone::Bad => (palette.alert_soft, palette.alert, palette.text),
        Tone::Plain => (palette.card, palette.border, palette.text2),
        Tone::Faded => (palette.card, palette.border, palette.text3),
    };
    let painter = ui.painter_at(canvas);
    let stroke = Stroke::new(1.0, line);
    painter.rect(rect, CornerRadius::same(4), fill, stroke, StrokeKind::Inside);
    let words = if width < WORDS { &said.short } else { &said.words };
    let icon = match said.tone {
        Tone::Good => Some(Icon::Check),
        Tone::Bad => Some(Icon::Cross),
        Tone::Plain | Tone::Faded => None,
    };
    let indent = if icon.is_some() { 32.0 } else { 12.0 };
    if let Some(icon) = icon {
        let at = pos2(rect.left() + 18.0, rect.center().y);
        icon.paint(&painter, Rect::from_center_size(at, Vec2::splat(14.0)), line);
    }
    let strong = matches!(said.tone, Tone::Good | Tone::Bad);
    let font = if strong { semibold(13.0) } else { regular(13.0) };
    let room = rect.width() - indent - 8.0;
    let galley = label_layout::cut(&painter, words, font, ink, room);
    let at = pos2(rect.left() + indent, rect.center().y);
    let place = Align2::LEFT_CENTER.anchor_size(at, galley.size());
    painter.galley(place.min, galley, ink);
    widgets::focus_ring(ui, &response, rect, 4.0);
    let tip = match is_listed {
        true => "Show it in Solutions.".to_owned(),
        false => format!("{}.", said.words),
    };
    if response.on_hover_text(tip).clicked() {
        out.send(Command::ShowSolved);
    }
}

/// The ladder of hints and its buttons.
pub(crate) fn ladder(
    document: &Document,
    settings: ByHandSettings,
    out: &mut Actions,
    ui: &mut Ui,
) {
    let ladder = document.hints(settings);
    let shown = ladder.iter().filter(|step| step.text.is_some()).count();
    let caption = format!("{shown} of {} shown", ladder.len());
    widgets::section_title(ui, "Hints", &caption);
    if let Err(why) = document.can_hint() {
        let colour = Palette::current(ui).text2;
        widgets::paragraph(ui, &format!("No hints now. {why}"), regular(12.0), colour);
        return;
    }
    if document.is_solved_by_hand() {
        let colour = Palette::current(ui).text2;
        widgets::paragraph(ui, "Solved: there is nothing left to hint at.", regular(12.0), colour);
        return;
    }
    dead_ends(document, settings, shown > 0, out, ui);
    for (n, step) in ladder.iter().enumerate() {
        let rect = card(n + 1, step, n + 1 == shown, document, ui);
        // By keys it is asked for by the button below.
        if n == shown && ui.interact(rect, ui.scope_id().with("next hint"), Sense::CLICK).clicked()
        {
            out.send(Command::NextHint);
        }
        ui.add_space(8.0);
    }
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 8.0;
        match ladder.get(shown).map(|step| step.hint) {
            Some(next) => {
                let label =
                    format!("Next hint: {}", own_words(document, next.title()).to_lowercase());
                let button = widgets::Button::new(&label).primary().hint("H");
                if button.tooltip(Command::NextHint.hint()).show(ui).clicked() {
                    out.send(Command::NextHint);
                }
            }
            None => place_button(document, settings, out, ui),
        }
        let button = widgets::Button::new("Hide all").enabled(shown > 0);
        if button.tooltip(Command::HideHints.hint()).show(ui).clicked() {
            out.send(Command::HideHints);
        }
    });
}

/// The button that places the piece where the last hint shows it.
fn place_button(document: &Document, settings: ByHandSettings, out: &mut Actions, ui: &mut Ui) {
    let hinted = document.hinted_placement(settings);
    let name = hinted.as_ref().map(|(piece, _)| document.puzzle.piece(*piece).name.clone());
    let label = name.as_ref().map_or_else(|| "Place".to_owned(), |name| format!("Place {name}"));
    let button = widgets::Button::new(&label).primary().hint("Enter").enabled(hinted.is_some());
    if button.show(ui).clicked()
        && let (Some((_, sites)), Some(piece)) = (hinted, name)
    {
        out.edit(Edit::Lay { piece, sites, from: None }, None);
    }
}

/// Says that no solution is left, and why, as far as that can be seen.
fn dead_ends(
    document: &Document,
    settings: ByHandSettings,
    is_asked: bool,
    out: &mut Actions,
    ui: &mut Ui,
) {
    let (mut reasons, further) = document.dead_ends(MAX_REASONS);
    let is_known = settings.warn || is_asked;
    let none = ByHandStatus::Left(SolutionsLeft::Exactly(0));
    let is_dead = document.by_hand_status(settings) == Some(none) || !reasons.is_empty();
    if !is_known || !is_dead || document.puzzle.placed.is_empty() {
        return;
    }
    if further > 0 {
        reasons.push(format!("And {further} more."));
    }
    if reasons.is_empty() {
        reasons.push("No solution contains all placed pieces.".to_owned());
    }
    let buttons = [("Undo", true), ("Why none?", true)];
    let pressed = widgets::notice(
        ui,
        Kind::Alert,
        "No solution from here",
        &own_words(document, &reasons.join(" ")),
        &buttons,
    );
    match pressed {
        Some(0) => out.send(Command::Undo),
        Some(_) => out.send(Command::WhyNone),
        None => {}
    }
    ui.add_space(8.0);
}

/// Words about pieces, in those of the puzzle: a sudoku has digits.
fn own_words(document: &Document, words: &str) -> String {
    let (one, many) = document.puzzle.piece_words();
    words.replace("pieces", many).replace("piece", one)
}

/// A step of the ladder: done, shown last, or still hidden; where it is.
fn card(number: usize, step: &HintText, is_last: bool, document: &Document, ui: &mut Ui) -> Rect {
    let palette = Palette::current(ui);
    let is_shown = step.text.is_some();
    let (fill, line) = match (is_shown, is_last) {
        (_, true) => (palette.accent_soft, palette.accent),
        (true, false) => (palette.card, palette.line),
        (false, false) => (Color32::TRANSPARENT, Color32::TRANSPARENT),
    };
    let margin = Margin { left: 39, right: 12, top: 9, bottom: 10 };
    let frame = Frame::new()
        .fill(fill)
        .stroke(Stroke::new(1.0, line))
        .corner_radius(RADIUS_NOTICE)
        .inner_margin(margin);
    let rect = frame
        .show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.spacing_mut().item_spacing.y = 3.0;
            let ink = if is_shown { palette.text } else { palette.text2 };
            let title = own_words(document, step.hint.title());
            widgets::paragraph(ui, &title, semibold(13.0), ink);
            let text = own_words(document, step.text.as_deref().unwrap_or(step.hint.promise()));
            widgets::paragraph(ui, &text, regular(12.0), ink);
        })
        .response
        .rect;
    let painter = ui.painter();
    if !is_shown {
        widgets::dashed_frame(painter, rect, Stroke::new(1.0, palette.border), (4.0, 3.0));
    }
    let middle = rect.left_top() + vec2(20.5, 18.5);
    if is_shown && !is_last {
        let place = Rect::from_center_size(middle, Vec2::splat(14.0));
        Icon::Check.paint(painter, place, palette.text2);
        return rect;
    }
    let ink = if is_last {
        painter.circle_filled(middle, 9.0, palette.accent);
        palette.on_accent
    } else {
        painter.circle_stroke(middle, 8.5, Stroke::new(1.0, palette.text3));
        palette.text2
    };
    painter.text(middle, Align2::CENTER_CENTER, number, semibold(11.0), ink);
    rect
}

/// Shows the aids for placing pieces, on the Play screen or on Design.
pub(crate) fn helps(settings: ByHandSettings, in_play: bool, out: &mut Actions, ui: &mut Ui) {
    let mut next = settings;
    widgets::check_row(ui, &mut next.count, "Count the solutions left", "");
    let warn = if in_play { &mut next.warn_in_play } else { &mut next.warn };
    widgets::check_row(ui, warn, "Warn when none is left", "");
    widgets::check_row(ui, &mut next.mark, "Mark sites that no piece can cover", "");
    if next != settings {
        out.push(Action::SetPlay(next));
    }
}
