//! Input by events: presses and clicks in their order, each with its own modifiers.
//!
//! Between two frames a key may be pressed several times, and a button be pressed and let go of:
//! flags of the frame would lose all but one of these.

use std::collections::VecDeque;

use egui::style::ScrollAnimation;
use egui::{Event, Key, Modifiers, MouseWheelUnit, PointerButton, Pos2, Response, Ui, vec2};

use super::focus;

/// Takes the presses of some keys, without modifiers, out of the input, in their order.
pub(crate) fn take_presses(ui: &Ui, keys: &[Key]) -> Vec<Key> {
    let mut presses = Vec::new();
    ui.input_mut(|input| {
        input.events.retain(|event| match event {
            Event::Key { key, pressed: true, modifiers, .. }
                if modifiers.is_none() && keys.contains(key) =>
            {
                presses.push(*key);
                false
            }
            _ => true,
        });
    });
    presses
}

/// The keys that lead up and down what is read from top to bottom.
pub(crate) const UP_AND_DOWN: &[Key] = focus::SCROLL_KEYS.split_at(2).1;

/// Takes the presses of some keys, and scrolls the area around by them: by a page, which is what is in
/// sight but one line, by two lines, or to an end.
pub(crate) fn scroll_by_keys(ui: &Ui, keys: &[Key], line: f32) {
    let page = (ui.clip_rect().height() - 2.0 * line).max(line);
    let end = 1e6;
    for key in take_presses(ui, keys) {
        let by = match key {
            Key::ArrowLeft => vec2(2.0 * line, 0.0),
            Key::ArrowRight => vec2(-2.0 * line, 0.0),
            Key::ArrowUp => vec2(0.0, line),
            Key::ArrowDown => vec2(0.0, -line),
            Key::PageUp => vec2(0.0, page),
            Key::PageDown => vec2(0.0, -page),
            Key::Home => vec2(end, end),
            _ => vec2(0.0, -end),
        };
        ui.scroll_with_delta_animation(by, ScrollAnimation::none());
    }
}

/// The modifiers that were held at a click that has just come: those of the button's own event,
/// since they may be let go of within the same frame.
pub(crate) fn click_modifiers(ui: &Ui) -> Modifiers {
    ui.input(|input| {
        let of_button = |event: &Event| match event {
            Event::PointerButton { button: PointerButton::Primary, modifiers, .. } => {
                Some(*modifiers)
            }
            _ => None,
        };
        input.events.iter().rev().find_map(of_button).unwrap_or(input.modifiers)
    })
}

/// Returns the notches the wheel was turned in this frame, up counted as positive; on a touch pad,
/// the number of moves of the fingers.
pub(crate) fn wheel_notches(ui: &Ui) -> i32 {
    let notch = |event: &Event| match event {
        Event::MouseWheel { unit: MouseWheelUnit::Point, delta, .. } => {
            // A touch pad sends many small steps; only those of a brisk move count.
            if delta.y.abs() < 20.0 { 0 } else { delta.y.signum() as i32 }
        }
        Event::MouseWheel { delta, .. } if delta.y != 0.0 => delta.y.signum() as i32,
        _ => 0,
    };
    ui.input(|i| i.events.iter().map(notch).sum())
}

/// Something that the pointer did over a canvas.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum PointerStep {
    /// The primary button was pressed on the canvas, with these modifiers.
    Press(Pos2, Modifiers),
    /// The pointer moved.
    Move(Pos2),
    /// The primary button was let go of.
    Release(Pos2),
}

impl PointerStep {
    /// Where the pointer was.
    pub(crate) fn at(self) -> Pos2 {
        match self {
            PointerStep::Press(at, _) | PointerStep::Move(at) | PointerStep::Release(at) => at,
        }
    }
}

/// The steps of the pointer over a canvas that have not been dealt with yet.
///
/// A canvas deals with one gesture a frame, since its edit may move the board; the steps of the
/// next one wait for the next frame.
#[derive(Default)]
pub(crate) struct PointerSteps(VecDeque<PointerStep>);

impl PointerSteps {
    /// Takes in the events of a frame. A press counts where it hits the canvas and nothing lies
    /// above it there; it gives the canvas the focus of the keyboard.
    pub(crate) fn gather(&mut self, ui: &Ui, canvas: &Response) {
        let layer = canvas.layer_id;
        // While the button is down egui knows which widget it holds.
        let held_elsewhere =
            ui.input(|input| input.pointer.primary_down()) && !canvas.is_pointer_button_down_on();
        let hits = |at: Pos2| {
            canvas.interact_rect.contains(at)
                && ui.ctx().layer_id_at(at).is_none_or(|top| top == layer)
                && ui.memory(|memory| memory.allows_interaction(layer))
        };
        let events: Vec<Event> = ui.input(|input| input.events.clone());
        for event in events {
            match event {
                Event::PointerButton {
                    pos,
                    button: PointerButton::Primary,
                    pressed,
                    modifiers,
                } => {
                    if !pressed {
                        self.0.push_back(PointerStep::Release(pos));
                    } else if !held_elsewhere && hits(pos) {
                        self.0.push_back(PointerStep::Press(pos, modifiers));
                        canvas.request_focus();
                    }
                }
                Event::PointerMoved(pos) => self.0.push_back(PointerStep::Move(pos)),
                _ => {}
            }
        }
    }

    /// Takes out the next step.
    pub(crate) fn next(&mut self) -> Option<PointerStep> {
        self.0.pop_front()
    }

    /// Returns whether a gesture in progress must end: the button is up, and no further step
    /// reports it.
    pub(crate) fn are_over(&self, ui: &Ui) -> bool {
        self.0.is_empty() && !ui.input(|input| input.pointer.primary_down())
    }

    /// Asks for another frame if steps wait for it.
    pub(crate) fn request_rest(&self, ui: &Ui) {
        if !self.0.is_empty() {
            ui.ctx().request_repaint();
        }
    }
}
