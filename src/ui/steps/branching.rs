//! The item branched on with its options: tried, being tried, left. Below, the step in words.

use egui::{Rect, Role, ScrollArea, Sense, Ui, WidgetInfo, pos2, vec2};

use super::{Scene, option_pictures};
use crate::exact_cover::Step;
use crate::text;
use crate::ui::action::Action;
use crate::ui::widgets::theme::{Palette, SIDE, regular, semibold};
use crate::ui::widgets::{self, Line, baseline};
use crate::workbench::stepper::{End, Frame, Picture, Stepper};

/// Height of a row.
const ROW: f32 = 42.0;
/// Height of the words about the step: five lines in a panel of the usual width.
const WORDS: f32 = 84.0;

/// Shows the lower part of the left panel.
pub(super) fn show(scene: &mut Scene, ui: &mut Ui) {
    let (stepper, picture) = (scene.stepper, scene.picture);
    let palette = Palette::current(ui);
    widgets::section(ui, |ui| {
        let (title, caption) = heading(stepper, picture);
        widgets::section_title(ui, &title, &caption);
        // Of one height, however much there is to say, so that the rows below stay in place.
        let (place, _) = ui.allocate_exact_size(vec2(ui.available_width(), WORDS), Sense::hover());
        let mut inside = ui.new_child(egui::UiBuilder::new().max_rect(place));
        let words = stepper.sentence(picture);
        widgets::paragraph(&mut inside, &words, regular(12.0), palette.text2);
    });
    let frame = stepper.frames().last();
    let Some(frame) = frame.filter(|frame| picture.item == Some(frame.item)) else { return };
    let rows = frame.degree as usize;
    let mut area = ScrollArea::vertical().auto_shrink(false);
    if scene.moved {
        // The option that is tried, or is tried next, with some before it.
        area = area.vertical_scroll_offset(frame.tried.len().saturating_sub(1) as f32 * ROW);
    }
    area.show_rows(ui, ROW, rows, |ui, range| {
        for rank in range {
            row(scene, frame, rank, ui);
        }
    });
}

/// Describes the subject of the section: the chosen item, a dead end, a solution, or nothing yet.
fn heading(stepper: &Stepper, picture: &Picture) -> (String, String) {
    match picture.item {
        Some(item) if picture.dead_end => {
            (format!("Dead end: {}", stepper.item_words(item)), "no option left".to_owned())
        }
        Some(item) => {
            let frame = stepper.frames().last();
            let n = frame.map_or(0, |frame| frame.degree);
            let caption = format!("{}, {n}", stepper.rule_words());
            (format!("Chosen: {}", stepper.item_words(item)), caption)
        }
        None if stepper.can_step().is_err() => ("Everything searched".to_owned(), String::new()),
        None if stepper.taken() == 0 => ("Nothing chosen yet".to_owned(), String::new()),
        None if stepper.last() == Some(Step::Enter) => {
            (format!("Level {}", stepper.depth()), "no item chosen yet".to_owned())
        }
        None => {
            (format!("Solution {}", text::grouped(stepper.solutions())), "no item left".to_owned())
        }
    }
}

/// Describes what has become of a branch.
pub(super) fn fate(stepper: &Stepper, frame: &Frame, rank: usize) -> String {
    match frame.tried.get(rank) {
        Some(tried) if tried.end == End::Solution => "tried, a solution".to_owned(),
        Some(tried) if tried.solutions == 0 => "tried, no solution".to_owned(),
        Some(tried) => format!("tried, {}", text::count(tried.solutions, "solution")),
        None if rank == frame.tried.len() && frame.trying => match stepper.end() {
            Some(_) => "searched".to_owned(),
            None => "trying".to_owned(),
        },
        None => "not tried".to_owned(),
    }
}

/// A branch of the chosen item: its picture, its name and what became of it. A click goes to where
/// it is tried.
fn row(scene: &mut Scene, frame: &Frame, rank: usize, ui: &mut Ui) {
    let stepper = scene.stepper;
    let palette = Palette::current(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
    let trying = rank == frame.tried.len() && frame.trying;
    let tried = rank < frame.tried.len();
    let fate = fate(stepper, frame, rank);
    let option = frame.option(rank);
    let number = option.map_or("no further option".to_owned(), |o| format!("option {}", o.0 + 1));
    let words = option.map_or(String::new(), |option| stepper.option_words(option));
    response.widget_info(|| {
        let piece = if words.is_empty() { String::new() } else { format!(", {words}") };
        WidgetInfo::labeled(Role::ListItem, true, format!("{number}{piece}, {fate}"))
    });
    if let Some(option) = option.filter(|_| response.hovered()) {
        scene.lit.point_at_option(option);
    }
    let painter = ui.painter().clone();
    if trying {
        painter.rect_filled(rect, 0.0, palette.accent_soft);
        let bar = Rect::from_min_size(rect.min, vec2(3.0, rect.height()));
        painter.rect_filled(bar, 0.0, palette.accent);
    } else if response.hovered() || option.is_some() && scene.lit.option() == option {
        painter.rect_filled(rect, 0.0, palette.hover);
    }
    widgets::focus_ring(ui, &response, rect.shrink(2.0), 3.0);
    let (strong, weak) =
        if tried { (palette.text3, palette.text3) } else { (palette.text, palette.text2) };
    let mut x = rect.left() + SIDE;
    if let Some(option) = option {
        let place = Rect::from_center_size(pos2(x + 15.0, rect.center().y), vec2(30.0, 30.0));
        let mut pale = painter.clone();
        if tried {
            pale.set_opacity(0.45);
        }
        if option_pictures::paint(stepper, scene.figures, option, place, &pale, palette) {
            x += 42.0;
        }
    }
    let (upper, lower) = (rect.center().y - 8.0, rect.center().y + 9.0);
    let room = rect.right() - SIDE - x;
    let (name, below) =
        if words.is_empty() { (number.as_str(), "") } else { (words.as_str(), number.as_str()) };
    let name = Line::new(ui, name, semibold(13.0), strong, room);
    name.left(&painter, x, baseline(upper, 13.0));
    let below = Line::new(ui, below, regular(12.0), weak, room);
    below.left(&painter, x, baseline(lower, 12.0));
    let ink = if trying { palette.text } else { weak };
    let end = Line::new(ui, &fate, regular(12.0), ink, room - below.width() - 8.0);
    end.right(&painter, rect.right() - SIDE, baseline(lower, 12.0));
    if response.on_hover_text("Go to the step that tries this option").clicked() {
        let level = stepper.frames().len() - 1;
        scene.out.push(match frame.tried.get(rank) {
            Some(tried) => Action::GoToStep(tried.step),
            None => Action::GoToBranch(level, rank),
        });
    }
}
