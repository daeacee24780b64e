//! The strip above the board: the tools, and what the sites show. Where it is narrow, icons, keys and
//! at last whole buttons give way to a menu.

use egui::{Popup, Ui, Vec2};

use super::{DesignState, SiteDisplay, counts_placements};
use crate::ui::action::{Actions, Model};
use crate::ui::menus;
use crate::ui::widgets;
use crate::ui::widgets::icons::Icon;
use crate::ui::widgets::theme::{Palette, regular};
use crate::workbench::Command;
use crate::workbench::command::Tool;

/// The tools, with their icons.
const TOOLS: [(Tool, Icon); 8] = [
    (Tool::Place, Icon::Place),
    (Tool::Paint, Icon::Paint),
    (Tool::Erase, Icon::Erase),
    (Tool::Optional, Icon::Fit),
    (Tool::Label, Icon::Label),
    (Tool::Pin, Icon::Pin),
    (Tool::Text, Icon::Text),
    (Tool::Cut, Icon::Cut),
];

/// The number of tools that have buttons as long as what follows them has.
const COMMON_TOOLS: usize = 5;

/// The parts of the strip above the board for which there is room.
#[derive(Clone, Copy)]
struct StripRoom {
    /// True if the buttons of the tools show their keys and icons.
    keys: bool,
    icons: bool,
    /// The number of tools with buttons; the others are in a menu.
    tools: usize,
    /// The part after the tools.
    rest: Rest,
}

/// The part after the tools.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rest {
    /// Its buttons, with icon and caption.
    Roomy,
    /// Its buttons alone.
    Bare,
    /// The switch for what the sites show, without the button that fits the board: that is a key,
    /// and in a menu.
    Switch,
    /// It is in the menu.
    InMenu,
}

impl StripRoom {
    /// The room in a strip of some width, where `rest` says how wide what follows the tools is.
    fn new(ui: &Ui, width: f32, rest: impl Fn(Rest) -> f32) -> StripRoom {
        let more = widgets::Button::new(MORE).quiet().icon(Icon::ChevronDown).width(ui) + 8.0;
        let tools = |keys, icons, count: usize| -> f32 {
            let width = |&(tool, icon): &(Tool, Icon)| {
                let words = Command::Tool(tool).shortcut().map(|s| s.words()).unwrap_or_default();
                tool_button(Command::Tool(tool), icon, &words, keys, icons).width(ui) + 4.0
            };
            TOOLS[..count].iter().map(width).sum()
        };
        for (keys, icons, form) in [
            (true, true, Rest::Roomy),
            (false, true, Rest::Roomy),
            (false, true, Rest::Bare),
            (false, false, Rest::Roomy),
            (false, false, Rest::Bare),
            (false, false, Rest::Switch),
        ] {
            if tools(keys, icons, TOOLS.len()) + rest(form) <= width {
                return StripRoom { keys, icons, tools: TOOLS.len(), rest: form };
            }
        }
        // The last tools give way before what follows them does.
        let fits = |&count: &usize| tools(false, false, count) + more + rest(Rest::Switch) <= width;
        if let Some(count) = (COMMON_TOOLS..TOOLS.len()).rev().find(fits) {
            return StripRoom { keys: false, icons: false, tools: count, rest: Rest::Switch };
        }
        if tools(false, true, TOOLS.len()) + more <= width {
            let (keys, icons, tools) = (false, true, TOOLS.len());
            return StripRoom { keys, icons, tools, rest: Rest::InMenu };
        }
        let fits = |&count: &usize| tools(false, false, count) + more <= width;
        let count = (0..=TOOLS.len()).rev().find(fits).unwrap_or(0);
        StripRoom { keys: false, icons: false, tools: count, rest: Rest::InMenu }
    }
}

/// The menu of what has no room in a strip.
pub(super) const MORE: &str = "More";

fn tool_button<'a>(
    command: Command,
    icon: Icon,
    words: &'a str,
    keys: bool,
    icons: bool,
) -> widgets::Button<'a> {
    let button = widgets::Button::new(command.label()).quiet();
    let button = if icons { button.icon(icon) } else { button };
    if keys { button.hint(words) } else { button }
}

/// The strip above the board: tools at the left, what the sites show at the right.
pub(super) fn show(state: &mut DesignState, model: Model, out: &mut Actions, ui: &mut Ui) {
    let edits = model.bench.document.as_ref().is_some_and(|d| d.puzzle.cover.is_none());
    let shows = counts_placements(model);
    let fit = |rest: Rest| {
        let button = widgets::Button::new(Command::Fit.label()).quiet();
        if rest == Rest::Roomy { button.icon(Icon::Fit) } else { button }
    };
    let switch = if shows { display_choices().width(ui) + 8.0 } else { 0.0 };
    let rest = |rest: Rest| {
        let caption = if shows && rest == Rest::Roomy { 40.0 } else { 0.0 };
        // Beside the switch alone there are gaps enough.
        let fit = if rest == Rest::Switch { -12.0 } else { fit(rest).width(ui) };
        (fit + caption + switch).max(0.0) + 12.0
    };
    let width = ui.max_rect().width();
    let room = match edits {
        true => StripRoom::new(ui, width, rest),
        false => StripRoom { keys: true, icons: true, tools: 0, rest: Rest::Roomy },
    };
    ui.spacing_mut().item_spacing.x = 4.0;
    for (tool, icon) in TOOLS.into_iter().take(if edits { room.tools } else { 0 }) {
        let command = Command::Tool(tool);
        let keys = command.shortcut().map(|s| s.words()).unwrap_or_default();
        let tip = format!("{} Key: {keys}.", command.hint());
        let button = tool_button(command, icon, &keys, room.keys, room.icons).tooltip(&tip);
        if button.selected(state.brush.tool == tool).show(ui).clicked() {
            out.send(command);
        }
    }
    if room.rest == Rest::InMenu || edits && room.tools < TOOLS.len() {
        more_tools(state, model, out, ui, room);
    }
    if room.rest == Rest::InMenu {
        return;
    }
    let (id, rect) = (ui.scope_id().with("what sites show"), ui.max_rect());
    widgets::at_right(ui, id, rect, |ui| {
        ui.spacing_mut().item_spacing.x = 8.0;
        let keys = Command::Fit.shortcut().map(|s| s.words());
        let tip = format!("{} Key: {}.", Command::Fit.hint(), keys.unwrap_or_default());
        if room.rest != Rest::Switch && fit(room.rest).tooltip(&tip).show(ui).clicked() {
            out.send(Command::Fit);
        }
        if shows {
            if room.rest == Rest::Roomy {
                let ink = Palette::current(ui).text2;
                widgets::elided(ui, "Show", regular(12.0), ink, 60.0);
            }
            display_choices().show(ui, &mut state.shown);
        }
    });
}

/// The menu of what has no room in the strip above the board: the last tools, and perhaps what
/// follows them.
fn more_tools(
    state: &mut DesignState,
    model: Model,
    out: &mut Actions,
    ui: &mut Ui,
    room: StripRoom,
) {
    let hidden = &TOOLS[room.tools..];
    let (is_in_hand, has_rest) =
        (hidden.iter().any(|(tool, _)| *tool == state.brush.tool), room.rest == Rest::InMenu);
    let tip = if has_rest { "More tools, and what the sites show." } else { "More tools." };
    let button = widgets::Button::new(MORE).quiet().icon(Icon::ChevronDown).selected(is_in_hand);
    let button = button.tooltip(tip).show(ui);
    Popup::menu(&button).show(|ui| {
        menus::menu_column(ui, |ui| {
            for (tool, _) in hidden {
                menus::menu_entry(model, out, ui, Command::Tool(*tool));
            }
            if !has_rest {
                return;
            }
            menus::menu_entry(model, out, ui, Command::Fit);
            if !counts_placements(model) {
                return;
            }
            ui.separator();
            for (choice, label) in DISPLAYS {
                let entry = egui::Button::new(format!("Show {}", label.to_lowercase()));
                let entry = entry.selected(state.shown == choice);
                if ui.add(entry.min_size(Vec2::new(204.0, 26.0))).clicked() {
                    state.shown = choice;
                }
            }
        });
    });
}

/// The displays that the sites can have.
const DISPLAYS: [(SiteDisplay, &str); 2] =
    [(SiteDisplay::Plain, "Plain"), (SiteDisplay::Placements, "Placements")];

/// The switch of what the sites show.
fn display_choices() -> widgets::Segmented<'static, SiteDisplay> {
    let add =
        |switch: widgets::Segmented<'static, _>, (choice, label)| switch.choice(choice, label);
    DISPLAYS.into_iter().fold(widgets::Segmented::new(), add).small()
}
