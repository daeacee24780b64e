//! Keys and help: every command that has a key, the mouse, and where to read more.

use egui::{Frame, Margin, RichText, ScrollArea, Sense, Ui, vec2};

use crate::ui::widgets::icons::Icon;
use crate::ui::widgets::input::UP_AND_DOWN;
use crate::ui::widgets::theme::{Palette, regular};
use crate::ui::widgets::{self, Line, baseline};
use crate::workbench::Command;
use crate::workbench::command::Menu;

/// Width of the sheet, in points.
const WIDTH: f32 = 720.0;
/// Distance between its columns.
const GAP: f32 = 32.0;
/// The least width of two columns.
const TWO_COLUMNS: f32 = 480.0;
/// Height of a line.
const ROW: f32 = 24.0;

/// Keys of the whole window.
const WINDOW: &[(&str, &str)] = &[
    ("Next control", "Tab"),
    ("Previous control", "Shift+Tab"),
    ("Next part of the window", "F6"),
    ("Previous part", "Shift+F6"),
    ("Open a menu", "Alt+its letter"),
    ("Another menu", "Left, Right"),
    ("Default button of a dialog", "Ctrl+Enter"),
    ("Close or leave", "Esc"),
];
/// Keys on a board that has the focus.
const BOARD: &[(&str, &str)] = &[
    ("Move the cursor", "arrows"),
    ("Start and end of the row", "Home, End"),
    ("Top and bottom of the column", "PageUp, PageDown"),
    ("Layer above and below, of a solid", "PageUp, PageDown"),
    ("First and last site", "Ctrl+Home, Ctrl+End"),
    ("Use the tool there", "Space"),
    ("Use the tool, on the board", "Enter"),
    ("Draw on", "Shift+arrows"),
    ("Select, then pick up a placed piece", "Space"),
];

/// Keys on the Play screen.
const PLAY: &[(&str, &str)] = &[
    ("Choose a piece of the tray", "arrows"),
    ("Go to the board with it", "Enter"),
    ("Place it, or pick up a placed piece", "Space"),
    ("Turn it", "R, Shift+R"),
    ("Flip it", "F"),
    ("Tilt it, of a solid", "Shift+F"),
    ("Show or hide the clock", "T"),
    ("Previous variant, or day", "Ctrl+Left"),
    ("Next variant, or day", "Ctrl+Right"),
];

/// A heading with what is done and by which keys.
struct Group {
    title: &'static str,
    lines: Vec<(&'static str, String)>,
}

/// All groups: the menus, and what is not a command.
fn groups() -> Vec<Group> {
    let of_menu = |menu: Menu| {
        let lines = Command::ALL
            .into_iter()
            .filter(|command| command.menu() == Some(menu))
            .filter_map(|command| Some((command.label(), command.shortcut()?.words())))
            .collect();
        Group { title: menu.title(), lines }
    };
    let plain = |title, lines: &[(&'static str, &str)]| Group {
        title,
        lines: lines.iter().map(|&(what, keys)| (what, keys.to_owned())).collect(),
    };
    let mut groups: Vec<Group> = Menu::ALL.into_iter().map(of_menu).collect();
    groups.push(plain("Gallery", &[("Choose a puzzle", "arrows"), ("Open it", "Enter")]));
    groups.push(plain("Play", PLAY));
    groups.push(plain("Window", WINDOW));
    groups.push(plain("Board and piece editor", BOARD));
    groups.retain(|group| !group.lines.is_empty());
    groups
}

/// Shows the sheet; whether it is to be closed.
pub(super) fn show(ui: &Ui) -> bool {
    let (closed, is_over) = super::sheet(ui, "Keyboard shortcuts and help", WIDTH, |ui| {
        let closed = widgets::panel_head(ui, "Keyboard shortcuts and help", "", |ui| {
            widgets::icon_button(ui, Icon::Close, "Close keys and help").clicked()
        });
        ScrollArea::vertical().show(ui, |ui| {
            widgets::input::scroll_by_keys(ui, UP_AND_DOWN, ROW);
            contents(ui);
        });
        closed.inner
    });
    closed || is_over
}

fn contents(ui: &mut Ui) {
    Frame::new().inner_margin(Margin::symmetric(16, 16)).show(ui, |ui| {
        let groups = groups();
        let size = |group: &Group| group.lines.len() + 2;
        let all: usize = groups.iter().map(size).sum();
        // One below the other where two do not fit.
        let columns = if ui.available_width() < TWO_COLUMNS { 1 } else { 2 };
        let width = ((ui.available_width() + GAP) / columns as f32 - GAP).floor();
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = GAP;
            let mut rest = groups.as_slice();
            for column in 0..columns {
                // The first column ends where half of all lines are told.
                let mut told = 0;
                let end = rest
                    .iter()
                    .position(|group| {
                        told += size(group);
                        column + 1 < columns && told > all.div_ceil(2)
                    })
                    .unwrap_or(rest.len());
                let (now, later) = rest.split_at(end);
                rest = later;
                ui.vertical(|ui| {
                    ui.set_width(width);
                    for group in now {
                        widgets::section_title(ui, group.title, "");
                        for (what, keys) in &group.lines {
                            line(ui, what, keys);
                        }
                        ui.add_space(12.0);
                    }
                });
            }
        });
        widgets::separator(ui);
        ui.add_space(12.0);
        let palette = Palette::current(ui);
        for text in [
            "Tab or a click moves the keyboard focus to a board. Elsewhere, Up and Down choose a \
             piece, Left and Right choose one of its placements, Enter places it, and Esc lets go. \
             The wheel zooms, the right button pans.",
            "In space, drag to turn and double-click for the default view. After a click on the \
             solid, the arrow keys turn it; Esc ends this.",
            "The guide (Shift+F1) describes the screens, and the puzzle files that you can write yourself.",
        ] {
            ui.label(RichText::new(text).font(regular(13.0)).color(palette.text2));
            ui.add_space(4.0);
        }
    });
}

/// Shows an action, and its keys at the right.
fn line(ui: &mut Ui, what: &str, keys: &str) {
    let palette = Palette::current(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
    response.widget_info(|| {
        egui::WidgetInfo::labeled(egui::Role::Label, true, format!("{what}: {keys}"))
    });
    let left = widgets::paint_keys(ui, keys, rect.right(), rect.center().y);
    let text = Line::new(ui, what, regular(13.0), palette.text, left - 8.0 - rect.left());
    text.left(ui.painter(), rect.left(), baseline(rect.center().y, 13.0));
}
