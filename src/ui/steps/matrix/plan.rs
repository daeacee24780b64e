//! Where things are in the matrix: how wide its columns are, and what there is room for.

use egui::{Ui, Vec2};

use crate::encode::Encoded;
use crate::exact_cover::{ItemId, OptionId};
use crate::job::Subject;
use crate::ui::steps::piece_name;
use crate::ui::widgets::Line;
use crate::ui::widgets::theme::{Palette, regular};
use crate::workbench::stepper::Stepper;

/// Distance between two rows, and between two columns where there is room.
const ROW: f32 = 17.0;
const COLUMN: f32 = 16.0;
/// Width of the narrowest column, of the narrowest whose name is shown, of the narrowest whose name
/// stands beside its neighbours' (in narrower ones every other name is higher).
const NARROWEST: f32 = 1.5;
const NAMED: f32 = 6.5;
const ALIGNED: f32 = 12.5;
/// Room below the rows of the chosen item.
pub(super) const GAP: f32 = 10.0;
/// Height of the line of the kinds of items.
pub(super) const GROUPS: f32 = 20.0;
/// Height of the room below which names and counts of all items, and the legend, are left out.
pub(super) const LOW: f32 = 180.0;
/// Columns at the most whose names are measured: all are as narrow as these.
const MEASURED: usize = 2000;
/// A small matrix is enlarged up to so many times.
const MAX_ENLARGEMENT: f32 = 2.0;

/// Where things are in the matrix, from its upper left corner.
pub(super) struct Plan {
    /// Width of a column.
    pub(super) pitch: f32,
    pub(super) items: usize,
    /// True if names and counts have room at all, if every other one is higher, and if names are
    /// turned.
    pub(super) has_names: bool,
    pub(super) staggered: bool,
    pub(super) turned: bool,
    /// Width of the labels of the rows, height of the head and, in it, of counts and names.
    pub(super) labels: f32,
    pub(super) head: f32,
    pub(super) counts: f32,
    pub(super) names: f32,
    /// True if the rows show the names of their pieces.
    pub(super) named: bool,
    /// True if the counts, too, are turned.
    pub(super) tall: bool,
    /// The factor by which everything except the columns is enlarged.
    pub(super) zoom: f32,
}

impl Plan {
    pub(super) fn new(stepper: &Stepper, most: usize, user_zoom: f32, room: Vec2, ui: &Ui) -> Plan {
        let palette = Palette::current(ui);
        let problem = stepper.subject().problem();
        let items = problem.items().len();
        let width = |text: &str| Line::whole(ui, text, regular(11.0), palette.text2).width();
        let letters = (0..items.min(MEASURED)).map(|i| stepper.item_letters(ItemId(i as u32)));
        let widest = letters.map(|name| width(&name)).fold(0.0, f32::max);
        // Names that are but the numbers of the options need not be shown twice.
        let firsts = (0..problem.option_count().min(MEASURED) as u32).map(OptionId);
        let says_more = |o: OptionId| piece_name(stepper, o) != (o.0 + 1).to_string();
        let named = firsts.into_iter().any(says_more);
        let names = match stepper.subject() {
            Subject::Puzzle(Encoded { puzzle, .. }) if named => {
                let pieces = puzzle.pieces.iter().take(MEASURED);
                pieces.map(|piece| width(&piece.name)).fold(0.0, f32::max).min(72.0) + 10.0
            }
            _ => 0.0,
        };
        let number = width(&problem.option_count().to_string());
        let labels = (names + number + 14.0).max(58.0);
        // By the whole matrix, so that it keeps its size while it is walked through.
        let fit = (room.x - labels) / items.max(1) as f32;
        let down = room.y / (60.0 + problem.option_count() as f32 * ROW + GAP);
        let zoom = (fit / COLUMN).min(down).clamp(1.0, MAX_ENLARGEMENT);
        let fit = (room.x - labels * zoom) / items.max(1) as f32;
        let pitch = fit.min(COLUMN * zoom).max(NARROWEST) * user_zoom;
        let zoom = (zoom * user_zoom).min(MAX_ENLARGEMENT);
        let scale = (11.0 * zoom).min(16.0) / 11.0;
        // In a low window rows come before names, which are shown where the pointer is.
        let has_names = pitch >= NAMED * scale && room.y >= LOW;
        let staggered = has_names && pitch < ALIGNED * scale;
        let (apart, lines) = if staggered { (2.0 * pitch, 2.0) } else { (pitch, 1.0) };
        let turned = has_names && widest * scale > apart - 1.0;
        let digits = width(&most.to_string()) * scale;
        let tall = has_names && digits > apart - 1.0;
        let counts = if tall { digits + 6.0 } else { 15.0 * zoom };
        let names_height = if turned { (widest * scale).min(80.0) + 6.0 } else { 16.0 * zoom };
        let (counts, names_height) = match has_names {
            true => (lines * counts, lines * names_height + 6.0),
            false => (16.0 * scale, 18.0 * scale),
        };
        let head = GROUPS + counts + names_height;
        Plan {
            pitch,
            items,
            has_names,
            staggered,
            turned,
            labels: labels * zoom,
            head,
            counts,
            names: names_height,
            named,
            tall,
            zoom,
        }
    }

    pub(super) fn width(&self) -> f32 {
        self.items as f32 * self.pitch
    }

    pub(super) fn row(&self) -> f32 {
        ROW * self.zoom
    }

    /// The size of all letters.
    pub(super) fn letters(&self) -> f32 {
        (11.0 * self.zoom).min(16.0)
    }

    /// The lower end and the middle of the line that has the count of a column, in a head that ends
    /// at `bottom`.
    pub(super) fn count_line(&self, upper: bool, bottom: f32) -> (f32, f32) {
        let height = if self.staggered { self.counts / 2.0 } else { self.counts };
        let end = if upper && self.staggered { bottom - height } else { bottom };
        (end, end - height / 2.0)
    }

    /// The same of the line that has its name.
    pub(super) fn name_line(&self, upper: bool, bottom: f32) -> (f32, f32) {
        let height = if self.staggered { self.names / 2.0 } else { self.names };
        let end = bottom - self.counts - if upper && self.staggered { height } else { 0.0 };
        (end, end - height / 2.0)
    }

    pub(super) fn middle(&self, item: ItemId) -> f32 {
        (item.0 as f32 + 0.5) * self.pitch
    }
}
