//! The strip across the top of a screen while one thing after another is solved there: progress, what
//! is left, and the buttons.

use egui::{Align, Frame, Layout, Margin, Sense, Ui, vec2};

use super::action::Actions;
use super::widgets;
use super::widgets::icons::Icon;
use super::widgets::theme::{Palette, regular};
use crate::workbench::Command;

/// The state of a batch as the strip tells it.
pub(crate) struct BatchStrip<'a> {
    /// The text that says what happens to the results when it is stopped.
    pub(crate) stop_tip: &'a str,
    pub(crate) is_paused: bool,
    /// True if it can be paused or resumed.
    pub(crate) can_pause: bool,
    /// The words for what is done, and for what is left.
    pub(crate) words: (String, String),
    /// The share that is done.
    pub(crate) share: f32,
}

impl BatchStrip<'_> {
    /// Shows the strip.
    pub(crate) fn show(&self, out: &mut Actions, ui: &mut Ui) {
        let palette = Palette::current(ui);
        Frame::new().inner_margin(Margin::symmetric(24, 14)).show(ui, |ui| {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                ui.spacing_mut().item_spacing.x = 8.0;
                let stop = widgets::Button::new("Stop").icon(Icon::Stop);
                if stop.tooltip(self.stop_tip).show(ui).clicked() {
                    out.send(Command::Stop);
                }
                let pause = pause_button(self.is_paused).min_width(96.0).enabled(self.can_pause);
                if pause.show(ui).clicked() {
                    out.send(Command::PauseOrResume);
                }
                ui.add_space(16.0);
                ui.with_layout(Layout::top_down(Align::Min), |ui| {
                    let size = vec2(ui.available_width(), 18.0);
                    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
                    let [left, right] = [&*self.words.0, &*self.words.1];
                    let font = regular(13.0);
                    widgets::phrase(ui, rect, &[(left, font.clone(), palette.text)], false);
                    if !widgets::is_compact(ui.ctx()) {
                        widgets::phrase(ui, rect, &[(right, font, palette.text2)], true);
                    }
                    ui.add_space(4.0);
                    widgets::run_bar(ui, self.share, None);
                });
            });
        });
    }
}

/// The button that pauses a run, or resumes it.
pub(crate) fn pause_button(is_paused: bool) -> widgets::Button<'static> {
    let (label, icon) = match is_paused {
        true => ("Resume", Icon::Play),
        false => ("Pause", Icon::Pause),
    };
    widgets::Button::new(label).icon(icon).tooltip(Command::PauseOrResume.hint())
}
