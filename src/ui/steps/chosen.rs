//! The item branched on with its options: tried, being tried, left. Below, the step in words.

use egui::{Rect, Role, ScrollArea, Sense, Ui, WidgetInfo, pos2, vec2};

use super::piece_name;
use crate::lattice::Point;
use crate::picture::Bounds;
use crate::text;
use crate::ui::figure_cache::FigureCache;
use crate::ui::paint::{self, Look, Projection};
use crate::ui::space::solid::Icon;
use crate::ui::theme::{Palette, SIDE, regular, semibold};
use crate::ui::widgets::{self, Line, baseline};
use crate::workbench::stepper::{End, Frame, Picture, Stepper, Subject};

/// Height of a row.
const ROW: f32 = 38.0;
/// Height of the words about the step: four lines in a panel of the usual width.
const WORDS: f32 = 68.0;

/// Shows the lower part of the left panel.
pub(super) fn show(
    stepper: &Stepper,
    picture: &Picture,
    figures: Option<&FigureCache>,
    ui: &mut Ui,
) {
    let palette = Palette::current(ui);
    widgets::section(ui, |ui| {
        let (title, caption) = heading(stepper, picture);
        widgets::section_title(ui, &title, &caption);
        // Of one height, however much there is to say, so that the rows below stay in place.
        let (place, _) = ui.allocate_exact_size(vec2(ui.available_width(), WORDS), Sense::hover());
        let mut inside = ui.new_child(egui::UiBuilder::new().max_rect(place));
        widgets::paragraph(&mut inside, &stepper.sentence(), regular(12.0), palette.text2);
    });
    let Some(frame) = stepper.frames().last().filter(|frame| picture.item == Some(frame.item))
    else {
        return;
    };
    let rows = frame.degree as usize;
    ScrollArea::vertical().auto_shrink(false).show_rows(ui, ROW, rows, |ui, range| {
        for rank in range {
            row(stepper, frame, rank, figures, ui);
        }
    });
}

/// What the section is about: the chosen item, a dead end, a solution, or nothing yet.
fn heading(stepper: &Stepper, picture: &Picture) -> (String, String) {
    match picture.item {
        Some(item) if picture.dead_end => {
            (format!("Dead end: {}", stepper.item_words(item)), "no option left".to_owned())
        }
        Some(item) => {
            let frame = stepper.frames().last();
            let n = frame.map_or(0, |frame| frame.degree);
            (format!("Chosen item: {}", stepper.item_words(item)), format!("fewest options, {n}"))
        }
        None if stepper.can_step().is_err() => ("Everything searched".to_owned(), String::new()),
        None if stepper.taken() == 0 => ("Nothing chosen yet".to_owned(), String::new()),
        None => {
            (format!("Solution {}", text::grouped(stepper.solutions())), "no item left".to_owned())
        }
    }
}

/// What has become of a branch, in words.
pub(super) fn fate(stepper: &Stepper, frame: &Frame, rank: usize) -> String {
    match frame.tried.get(rank) {
        Some(tried) if tried.end == End::Solution => "tried, a solution".to_owned(),
        Some(tried) if tried.solutions == 0 => "tried, no solution".to_owned(),
        Some(tried) => format!("tried, {}", text::count(tried.solutions, "solution")),
        None if rank == frame.tried.len() && frame.trying => match stepper.end() {
            Some(_) => "searched".to_owned(),
            None => "trying".to_owned(),
        },
        None => "left".to_owned(),
    }
}

fn row(stepper: &Stepper, frame: &Frame, rank: usize, figures: Option<&FigureCache>, ui: &mut Ui) {
    let palette = Palette::current(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
    let trying = rank == frame.tried.len() && frame.trying;
    let tried = rank < frame.tried.len();
    let fate = fate(stepper, frame, rank);
    let option = frame.option(rank);
    let number = option.map_or("no further option".to_owned(), |o| format!("option {}", o.0 + 1));
    let name = option.map_or("", |option| piece_name(stepper, option));
    response.widget_info(|| {
        let piece = if name.is_empty() { String::new() } else { format!("{name}, ") };
        WidgetInfo::labeled(Role::ListItem, true, format!("{piece}{number}, {fate}"))
    });
    let painter = ui.painter().clone();
    if trying {
        painter.rect_filled(rect, 0.0, palette.accent_soft);
        let bar = Rect::from_min_size(rect.min, vec2(3.0, rect.height()));
        painter.rect_filled(bar, 0.0, palette.accent);
    }
    let base = baseline(rect.center().y, 13.0);
    let mut x = rect.left() + SIDE;
    let (strong, weak) =
        if tried { (palette.text3, palette.text3) } else { (palette.text, palette.text2) };
    let end = Line::whole(ui, &fate, regular(12.0), if trying { strong } else { weak });
    let right = rect.right() - SIDE;
    end.right(&painter, right, base);
    let right = right - end.width() - 10.0;
    match (stepper.subject(), figures, option) {
        (Subject::Puzzle(puzzle, encoding), Some(figures), Some(option)) => {
            let place = Rect::from_center_size(pos2(x + 17.0, rect.center().y), vec2(34.0, 28.0));
            let mut faint = painter.clone();
            if tried {
                faint.set_opacity(0.4);
            }
            let colour = puzzle.piece(encoding.placement(option).piece).colour;
            let sites: Vec<Point> = encoding.sites(option).collect();
            if figures.solid.is_some() {
                let icon = Icon::of_sites(puzzle.lattice, sites);
                icon.paint(&faint, palette, colour, place, 9.0);
            } else if let Some(bounds) = Bounds::of_sites(&figures.board.page, sites) {
                let figure = figures.placement(encoding, option);
                let projection = Projection::fit(&bounds, place, 9.0);
                paint::piece(&faint, palette, projection, &figure, colour, "", Look::icon());
            }
            x += 46.0;
            let name = Line::new(ui, name, semibold(13.0), strong, 80.0);
            name.left(&painter, x, base);
            x += name.width().max(16.0) + 12.0;
            Line::new(ui, &number, regular(12.0), weak, right - x).left(&painter, x, base);
        }
        _ => {
            let number = Line::whole(ui, &number, regular(12.0), weak);
            number.left(&painter, x, base);
            x += number.width() + 14.0;
            let items = option.map_or(String::new(), |option| stepper.option_items(option));
            Line::new(ui, &items, semibold(13.0), strong, right - x).left(&painter, x, base);
        }
    }
}
