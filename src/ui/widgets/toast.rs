//! Messages about what was done or went wrong, on a card over the screen, so that nothing moves
//! when it comes and goes.

use std::time::{Duration, Instant};

use egui::{Frame, Margin, Rangef, RichText, Ui, Vec2};

use super::icons::Icon;
use super::theme::{self, Palette};
use crate::ui::widgets;

/// The time that a message of one line stays, and the greatest width of messages.
const BRIEF: Duration = Duration::from_secs(10);
const WIDTH: f32 = 640.0;
/// The room at both sides of the text, and that of the button beside it.
const BESIDE: f32 = 140.0;
const UNDO: f32 = 64.0;
/// The height up to which the lines of a message are seen at once.
const HEIGHT: f32 = 120.0;

/// A sentence for the user.
pub(in crate::ui) struct Message {
    text: String,
    is_error: bool,
    /// True if a button beside it takes back what it tells of.
    can_undo: bool,
    /// The gesture that it tells of, through which it stays.
    gesture: Option<u64>,
    since: Instant,
    /// The part of the status line that it lay over in the last frame.
    over: Option<Rangef>,
}

impl Message {
    pub(in crate::ui) fn new(text: String, is_error: bool) -> Message {
        let since = Instant::now();
        Message { text, is_error, can_undo: false, gesture: None, since, over: None }
    }

    /// About a change that a button beside it takes back.
    pub(in crate::ui) fn undoable(text: String) -> Message {
        Message { can_undo: true, ..Message::new(text, false) }
    }

    /// About a change of a gesture, which may go on.
    pub(in crate::ui) fn within(self, gesture: Option<u64>) -> Message {
        Message { gesture, ..self }
    }

    /// Returns whether it tells of a change of this gesture.
    pub(in crate::ui) fn is_within(&self, gesture: Option<u64>) -> bool {
        gesture.is_some() && self.gesture == gesture
    }

    /// Returns whether it tells of something done, and not of an error.
    pub(in crate::ui) fn is_news(&self) -> bool {
        !self.is_error
    }

    /// Returns the part of the status line that it lies over.
    pub(in crate::ui) fn over_status(&self) -> Option<Rangef> {
        self.over
    }

    /// Returns the time it stays unless it is closed before; errors, and messages of more than one
    /// line, wait to be closed.
    fn stays(&self) -> Option<Duration> {
        let brief = !self.is_error && self.text.lines().count() == 1;
        brief.then_some(BRIEF)
    }
}

/// The button of a message that was pressed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pressed {
    Close,
    Undo,
}

/// Shows a message so far above the foot of the window. Returns whether what it tells of is to be
/// taken back.
pub(in crate::ui) fn show(shown: &mut Option<Message>, foot: f32, ui: &Ui) -> bool {
    let Some(message) = shown.as_mut() else { return false };
    let passed = message.since.elapsed();
    let Some(left) = message.stays().map_or(Some(Duration::MAX), |n| n.checked_sub(passed)) else {
        *shown = None;
        return false;
    };
    if left < Duration::MAX {
        ui.ctx().request_repaint_after(left);
    }
    let palette = Palette::current(ui);
    let (fill, ink) = if message.is_error {
        (palette.alert_soft, palette.alert)
    } else {
        (palette.accent_soft, palette.accent)
    };
    let whole = ui.ctx().content_rect();
    // What passes by itself lies between the ends of the status line, so that it hides nothing.
    let is_brief = message.stays().is_some();
    let foot = if is_brief { 0.0 } else { foot };
    let at = egui::pos2(whole.center().x, whole.bottom() - foot);
    let area = egui::Area::new(egui::Id::unique("message"))
        .order(egui::Order::Middle)
        .pivot(egui::Align2::CENTER_BOTTOM)
        .movable(false)
        .fixed_pos(at);
    let frame = Frame::new()
        .fill(fill)
        .stroke(egui::Stroke::new(1.0, ink))
        .corner_radius(theme::RADIUS_NOTICE)
        .inner_margin(Margin::symmetric(12, if is_brief { 0 } else { 8 }));
    let shown_area = area.show(ui.ctx(), |ui| {
        let beside = if message.can_undo { BESIDE + UNDO } else { BESIDE };
        let most = WIDTH.min(whole.width() - beside);
        frame.show(ui, |ui| content(message, most, ink, ui)).inner
    });
    let over = is_brief.then(|| shown_area.response.rect.x_range());
    if over != message.over {
        message.over = over;
        ui.ctx().request_discard("the status line makes room for a message");
    }
    let pressed = shown_area.inner;
    if pressed.is_some() {
        *shown = None;
    }
    pressed == Some(Pressed::Undo)
}

/// The icon, the text, at most so wide, and the buttons; the one that was pressed.
fn content(message: &Message, most: f32, ink: egui::Color32, ui: &mut Ui) -> Option<Pressed> {
    // As wide as the longest of its lines, which are broken only where they must.
    let font = theme::regular(13.0);
    let widths = message
        .text
        .lines()
        .map(|line| ui.painter().layout_no_wrap(line.to_owned(), font.clone(), ink).size().x);
    let room = (widths.fold(0.0, f32::max).ceil() + 1.0).min(most);
    // One line stands in the middle of the button beside it.
    let down = if message.text.lines().count() == 1 { 5.0 } else { 0.0 };
    let row = ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 12.0;
        let (rect, _) = ui.allocate_exact_size(Vec2::splat(16.0), egui::Sense::hover());
        let icon = if message.is_error { Icon::Warning } else { Icon::Info };
        icon.paint(ui.painter(), rect.translate(egui::vec2(0.0, down)), ink);
        // As high as the lines are, whatever the message before it had.
        let lines = egui::ScrollArea::vertical().max_height(HEIGHT).min_scrolled_height(HEIGHT);
        let lines = lines.max_width(room);
        lines.show(ui, |ui| {
            // The area goes on in the row's direction, where the space would narrow the text.
            ui.vertical(|ui| {
                ui.set_width(room);
                ui.add_space(down);
                let colour = Palette::current(ui).text;
                let text = RichText::new(&message.text).font(font).color(colour);
                let lines = ui.add(egui::Label::new(text).wrap());
                if lines.rect.height() > 24.0 {
                    ui.add_space(down);
                }
            });
        });
        let undo = message.can_undo && widgets::Button::new("Undo").small().show(ui).clicked();
        let close = widgets::icon_button(ui, Icon::Close, "Close message").clicked();
        if undo { Some(Pressed::Undo) } else { close.then_some(Pressed::Close) }
    });
    row.inner
}
