//! The command list: every command by its name.

use egui::{
    Color32, Frame, Id, Key, Margin, Modifiers, Rect, Response, Role, ScrollArea, Sense, Ui,
    WidgetInfo, vec2,
};

use crate::ui::action::{Actions, Model};
use crate::ui::widgets::input;
use crate::ui::widgets::theme::{Palette, RADIUS, regular};
use crate::ui::widgets::{self, Line, baseline};
use crate::workbench::command::{Shortcut, Tool};
use crate::workbench::variants::VariantCommand;
use crate::workbench::{Command, Screen, Theme};

/// Width of the list, in points.
const WIDTH: f32 = 560.0;
/// Height of a command.
const ROW: f32 = 44.0;
/// The number of commands visible at once.
const ROWS: f32 = 9.0;

/// The state of the command list while it is open.
#[derive(Default)]
pub(crate) struct Commands {
    /// As typed so far.
    query: String,
    /// The command that Enter runs, as an index of those found.
    chosen: usize,
}

impl Commands {
    /// Shows the list; whether it is to be closed.
    pub(super) fn show(&mut self, model: Model, out: &mut Actions, ui: &Ui) -> bool {
        let (run, is_over) = super::sheet(ui, "Commands", WIDTH, |ui| self.contents(model, ui));
        if let Some(command) = run {
            out.send(command);
        }
        is_over || run.is_some()
    }

    fn contents(&mut self, model: Model, ui: &mut Ui) -> Option<Command> {
        let mut by_key = Vec::new();
        let before = self.query.clone();
        Frame::new().inner_margin(Margin::same(12)).show(ui, |ui| {
            let id = Id::unique("command to find");
            super::focus_field(ui, id);
            by_key = input::take_presses(ui, &[Key::ArrowDown, Key::ArrowUp]);
            widgets::search_field(ui, &mut self.query, "Find a command", "", id);
        });
        if self.query != before {
            self.chosen = 0;
        }
        let found = found(&self.query, |command| command.available(model.bench).is_ok());
        let last = found.len().saturating_sub(1);
        for &key in &by_key {
            let by = if key == Key::ArrowDown { 1 } else { -1 };
            self.chosen = self.chosen.saturating_add_signed(by).min(last);
        }
        super::rule(ui);
        let mut run = None;
        let is_moved = !by_key.is_empty() || self.query != before;
        ScrollArea::vertical().auto_shrink(false).max_height(ROWS * ROW + 12.0).show(ui, |ui| {
            Frame::new().inner_margin(Margin::same(6)).show(ui, |ui| {
                ui.set_width(ui.available_width());
                if found.is_empty() {
                    let text = "No matching command.";
                    let colour = Palette::current(ui).text2;
                    ui.add_space(12.0);
                    ui.horizontal(|ui| {
                        ui.add_space(10.0);
                        widgets::elided(ui, text, regular(13.0), colour, WIDTH - 40.0);
                    });
                }
                for (i, &command) in found.iter().enumerate() {
                    let why_not = command.available(model.bench).err();
                    let response = row(ui, command, why_not, i == self.chosen);
                    if i == self.chosen && is_moved {
                        response.scroll_to_me(None);
                    }
                    if response.clicked() && why_not.is_none() {
                        run = Some(command);
                    }
                }
            });
        });
        if ui.input_mut(|i| i.consume_key(Modifiers::NONE, Key::Enter)) {
            let chosen = found.get(self.chosen).copied();
            run = chosen.filter(|command| command.available(model.bench).is_ok());
        }
        run
    }
}

/// A command: its name, what it does or why it cannot be done, and its keys.
fn row(ui: &mut Ui, command: Command, why_not: Option<&str>, is_chosen: bool) -> Response {
    let palette = Palette::current(ui);
    let sense = if why_not.is_none() { Sense::click() } else { Sense::hover() };
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), sense);
    let info = || WidgetInfo::selected(Role::Button, why_not.is_none(), is_chosen, command.label());
    response.widget_info(info);
    if !ui.is_rect_visible(rect) {
        return response;
    }
    let ground = if is_chosen {
        palette.accent_soft
    } else if response.hovered() && why_not.is_none() {
        palette.hover
    } else {
        Color32::TRANSPARENT
    };
    ui.painter().rect_filled(rect, RADIUS, ground);
    if is_chosen {
        let bar = Rect::from_min_size(rect.min, vec2(3.0, ROW));
        ui.painter().rect_filled(bar, 1.5, palette.accent);
    }
    let inner = rect.shrink2(vec2(12.0, 0.0));
    let mut right = inner.right();
    if let Some(keys) = command.shortcut().map(Shortcut::words) {
        right = widgets::paint_keys(ui, &keys, right, rect.center().y);
    }
    let room = right - 12.0 - inner.left();
    let label_colour = if why_not.is_none() { palette.text } else { palette.text3 };
    let text_colour = if why_not.is_none() { palette.text2 } else { palette.text3 };
    let label = Line::new(ui, command.label(), regular(13.0), label_colour, room);
    label.left(ui.painter(), inner.left(), baseline(rect.top() + 14.5, 13.0));
    let text = why_not.unwrap_or(command.hint());
    let text = Line::new(ui, text, regular(12.0), text_colour, room);
    text.left(ui.painter(), inner.left(), baseline(rect.top() + 31.0, 12.0));
    widgets::focus_ring(ui, &response, rect.shrink(3.0), RADIUS);
    response
}

/// The commands that a query finds, the nearest first, of those that are as near the ones that can be
/// done now.
fn found(query: &str, is_available: impl Fn(Command) -> bool) -> Vec<Command> {
    let query = query.trim().to_lowercase().replace("...", "…");
    let mut found: Vec<(u8, bool, Command)> = Command::ALL
        .into_iter()
        .filter(|&command| command != Command::Commands)
        .filter_map(|command| {
            let label = command.label().to_lowercase();
            let hint = format!("{} {}", command.hint().to_lowercase(), other_words(command));
            let mut words = query.split_whitespace();
            let is_described = !query.is_empty() && words.all(|word| hint.contains(word));
            // What bears the words in its name comes first, what is only spelt alike last.
            let distance = match distance(&label, &query) {
                None | Some(3) if is_described => 3,
                Some(3) => 4,
                other => other?,
            };
            let is_last = !query.is_empty() && !is_available(command);
            Some((distance, is_last, command))
        })
        .collect();
    found.sort_by_key(|&(distance, is_last, _)| (distance, is_last));
    found.into_iter().map(|(_, _, command)| command).collect()
}

/// Words by which people look for a command, besides those of its name and description.
fn other_words(command: Command) -> &'static str {
    match command {
        Command::SolutionTable => "statistics group histogram numbers",
        Command::ShowFilter => {
            "show only select hide conditions properties search group sort order crossroads fault-free \
             symmetric"
        }
        Command::Variant(VariantCommand::Sets) => "burr sticks invent unique exactly one assembly",
        Command::TakeApart => "disassemble disassembly assembly burr all comes level moves sheet",
        Command::Show(Screen::Play) => "game by hand try myself",
        Command::Show(Screen::Make) => {
            "laser cut 3d print stl 3mf svg dxf pdf booklet sheets poster contact sheet"
        }
        Command::Export => {
            "save as picture image png svg csv html web share pdf sheet of moves contact sheet"
        }
        Command::Tool(Tool::Cut) => "dissect divide split",
        Command::Tool(Tool::Label) => "colour color checkered",
        Command::LargerInterface | Command::SmallerInterface | Command::UsualInterface => {
            "zoom font text size settings preferences"
        }
        Command::Theme(Theme::Dark) => "night black mode appearance settings preferences",
        Command::Theme(_) | Command::HighContrast => "appearance settings preferences",
        Command::BoardShape => "size width height rectangle resize burr cage inside optional holes",
        Command::AddFamily => {
            "pentominoes tetrominoes set polyominoes polycubes burr sticks notchable"
        }
        Command::New => "create own design start burr",
        Command::EditVariants => "calendar dates",
        Command::Guide => "help manual documentation",
        Command::Keys => "shortcuts keyboard hotkeys help",
        Command::StoredResults => "cache history database",
        Command::Recount => "verify check certificate",
        _ => "",
    }
}

/// Returns the distance of a label from the typed text: 0 if it begins with it, then if a word
/// does, then if it contains it, then if its letters come in that order.
fn distance(label: &str, query: &str) -> Option<u8> {
    if label.starts_with(query) {
        return Some(0);
    }
    if label.split(' ').any(|word| word.starts_with(query)) {
        return Some(1);
    }
    if label.contains(query) {
        return Some(2);
    }
    let mut letters = label.chars();
    query.chars().filter(|c| *c != ' ').all(|c| letters.any(|l| l == c)).then_some(3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_command_comes_first() {
        let found = |query: &str| super::found(query, |_| true);
        assert_eq!(found("gall")[0], Command::Show(crate::workbench::Screen::Gallery));
        assert_eq!(found("theme")[0].label(), "Use system theme");
        assert_eq!(found("zin")[0], Command::ZoomIn);
        assert_eq!(found("").len(), Command::ALL.len() - 1);
        assert!(found("xyzzy").is_empty());
        assert_eq!(found("statist")[0], Command::SolutionTable);
        for command in [Command::TakeApart, Command::New, Command::BoardShape, Command::AddFamily] {
            assert!(found("burr").contains(&command));
        }
        assert_eq!(found("filter")[0], Command::ShowFilter);
        assert!(found("show only").contains(&Command::ShowFilter));
        // Words of what commands do find them after those that bear the words in their names.
        assert!(found("choose a board").contains(&Command::BoardShape));
        // Of two that are as near, what can be done.
        let screen = Command::Show(crate::workbench::Screen::Variants);
        let edits = super::found("variants", |command| command != screen);
        let shows = super::found("variants", |command| command != Command::EditVariants);
        assert_eq!((edits[0], shows[0]), (Command::EditVariants, screen));
        assert_eq!(found("variants...")[0], Command::EditVariants);
    }
}
