//! The form of the settings of all targets: sections of rows, each of which names the edit that a
//! change of it is.

use std::ops::RangeInclusive;

use egui::{Align, Layout, Rect, Response, Sense, Ui, UiBuilder, Vec2, pos2, vec2};

use crate::puzzle::Making;
use crate::puzzle::making::{Length, PlateSize};
use crate::ui::action::Actions;
use crate::ui::widgets;
use crate::ui::widgets::length_field::{FIELD, length_field, typed_field};
use crate::ui::widgets::theme::{Palette, regular};
use crate::workbench::Document;
use crate::workbench::edit::Edit;

/// The height of a row with a field, in points.
const ROW: f32 = 32.0;

/// The size of a field for a name, and of a list that opens, in points.
const NAME: Vec2 = vec2(148.0, 28.0);

/// The radius of notches once there are some.
const NOTCH: Length = Length::mm(8);

/// Settings that are being shown: where, what was changed last, and what is wrong with what is typed.
pub(super) struct Form<'f> {
    pub(super) ui: &'f mut Ui,
    pub(super) what: &'f mut &'static str,
    problem: &'f mut Option<String>,
    is_first: bool,
}

/// Shows the settings of a document in a column that scrolls. All changes of a frame are one edit,
/// named after the row that was changed; why what is being typed is impossible goes to `problem`.
pub(super) fn settings(
    id: &str,
    document: &Document,
    problem: &mut Option<String>,
    out: &mut Actions,
    ui: &mut Ui,
    rows: impl FnOnce(&mut Form<'_>, &mut Making),
) {
    let before = &document.description().make;
    let mut after = before.clone();
    let mut what = "change the settings";
    *problem = None;
    widgets::scroll_column(ui, id, |ui| {
        rows(&mut Form { ui, what: &mut what, problem, is_first: true }, &mut after);
    });
    if after != *before {
        out.edit(Edit::Making(Box::new(after), what), None);
    }
}

impl Form<'_> {
    /// Rows with a title, below a line that separates them from those above.
    pub(super) fn section(&mut self, title: &str, caption: &str, rows: impl FnOnce(&mut Form<'_>)) {
        if !std::mem::take(&mut self.is_first) {
            widgets::separator(self.ui);
        }
        widgets::section(self.ui, |ui| {
            if !title.is_empty() {
                widgets::section_title(ui, title, caption);
            }
            rows(&mut Form { ui, what: self.what, problem: self.problem, is_first: true });
        });
    }

    /// Rows that can be changed or, where they do not apply, cannot.
    pub(super) fn enabled(&mut self, is_enabled: bool, rows: impl FnOnce(&mut Form<'_>)) {
        self.ui.add_enabled_ui(is_enabled, |ui| {
            rows(&mut Form { ui, what: self.what, problem: self.problem, is_first: self.is_first });
        });
    }

    /// A row with a name and, at its right, room for a field.
    fn row(&mut self, name: &str, field: Vec2) -> Rect {
        let size = vec2(self.ui.available_width(), ROW);
        let (rect, _) = self.ui.allocate_exact_size(size, Sense::hover());
        let ink = Palette::current(self.ui).text2;
        let room = rect.width() - field.x - 8.0;
        let line = widgets::Line::new(self.ui, name, regular(13.0), ink, room);
        line.left(self.ui.painter(), rect.left(), widgets::baseline(rect.center().y, 13.0));
        Rect::from_min_size(pos2(rect.right() - field.x, rect.center().y - field.y / 2.0), field)
    }

    /// A row for a length.
    pub(super) fn length(&mut self, name: &str, value: &mut Length, what: &'static str) {
        let place = self.row(name, FIELD);
        if let Some(new) = length_field(self.ui, place, name, *value, self.problem) {
            (*value, *self.what) = (new, what);
        }
    }

    /// A row for a name of one line.
    pub(super) fn text(&mut self, name: &str, value: &mut String, what: &'static str) {
        let place = self.row(name, NAME);
        let read = |text: &str| Ok(text.trim().chars().filter(|c| !c.is_control()).collect());
        let typed: Option<String> =
            typed_field(self.ui, place, name, value.clone(), read, self.problem);
        if let Some(new) = typed.filter(|new| new != value) {
            (*value, *self.what) = (new, what);
        }
    }

    /// A row with a list that opens.
    pub(super) fn select<T: Copy + PartialEq>(
        &mut self,
        name: &str,
        value: &mut T,
        choices: &[(T, &str)],
        what: &'static str,
    ) {
        let place = self.row(name, NAME);
        let mut inside = self.ui.new_child(UiBuilder::new().max_rect(place));
        let before = *value;
        widgets::drop_down(&mut inside, name, NAME.x, value, choices);
        if *value != before {
            *self.what = what;
        }
    }

    /// A row with a box to tick.
    pub(super) fn check(&mut self, name: &str, on: &mut bool, right: &str, what: &'static str) {
        self.check_with_tip(name, "", on, right, what);
    }

    /// A row with a box to tick, and what there is to know of it before it is ticked.
    pub(super) fn check_with_tip(
        &mut self,
        name: &str,
        tip: &str,
        on: &mut bool,
        right: &str,
        what: &'static str,
    ) {
        let mut row = widgets::check_row(self.ui, on, name, right);
        if !tip.is_empty() {
            row = row.on_hover_text(tip);
        }
        if row.changed() {
            *self.what = what;
        }
    }

    /// A row with a box to tick, and one for the radius of notches where there are some.
    pub(super) fn notches(&mut self, name: &str, tip: &str, radius: &mut Length) {
        self.optional_length([name, tip, "Radius of notches"], radius, NOTCH, "change the notches");
    }

    /// A row with a box to tick, which has a name and a tip, and where it is ticked one for a length,
    /// which has a name and is at first as usual, else 0; whether it is ticked.
    pub(super) fn optional_length(
        &mut self,
        [name, tip, length_name]: [&str; 3],
        length: &mut Length,
        usual: Length,
        what: &'static str,
    ) -> bool {
        let before = *length != Length::ZERO;
        let mut on = before;
        self.check_with_tip(name, tip, &mut on, "", what);
        if on != before {
            *length = if on { usual } else { Length::ZERO };
        }
        if on {
            self.length(length_name, length, what);
        }
        on
    }

    /// A row with a name and a switch below it.
    pub(super) fn choice<T: Copy + PartialEq>(
        &mut self,
        name: &str,
        value: &mut T,
        choices: &[(T, &str)],
        what: &'static str,
    ) {
        let ink = Palette::current(self.ui).text2;
        self.ui.add_space(4.0);
        widgets::elided(self.ui, name, regular(13.0), ink, self.ui.available_width());
        self.ui.add_space(4.0);
        let before = *value;
        widgets::segmented_wide(self.ui, value, choices);
        if *value != before {
            *self.what = what;
        }
        self.ui.add_space(4.0);
    }

    /// A row with a name and, below it, a list to choose from.
    pub(super) fn drop_down<T: Copy + PartialEq>(
        &mut self,
        name: &str,
        value: &mut T,
        choices: &[(T, &str)],
        what: &'static str,
    ) {
        let ink = Palette::current(self.ui).text2;
        let room = self.ui.available_width();
        self.ui.add_space(4.0);
        widgets::elided(self.ui, name, regular(13.0), ink, room);
        self.ui.add_space(4.0);
        let before = *value;
        widgets::drop_down(self.ui, name, room, value, choices);
        if *value != before {
            *self.what = what;
        }
        self.ui.add_space(4.0);
    }

    /// A row with a name and a whole number.
    pub(super) fn number(
        &mut self,
        name: &str,
        value: &mut u32,
        range: RangeInclusive<u32>,
        what: &'static str,
    ) -> Response {
        let place = self.row(name, FIELD);
        // At the right, as lengths have it.
        let layout = Layout::top_down(Align::Max);
        let mut inside = self.ui.new_child(UiBuilder::new().max_rect(place).layout(layout));
        let before = *value;
        let field = widgets::number_field_of(&mut inside, FIELD, name, value, range);
        if *value != before {
            *self.what = what;
        }
        field
    }

    /// A row with buttons for usual plates, of which each has a name and its sides in millimetres.
    pub(super) fn plates(&mut self, plate: &mut PlateSize, usual: &[(&str, [u32; 2])]) {
        self.ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
            for &(name, [width, height]) in usual {
                let size = PlateSize { width: Length::mm(width), height: Length::mm(height) };
                let button = widgets::Button::new(name).small().selected(*plate == size);
                if button.show(ui).clicked() {
                    (*plate, *self.what) = (size, "change the plate");
                }
            }
        });
        self.ui.add_space(4.0);
    }

    /// Words below rows.
    pub(super) fn note(&mut self, words: &str) {
        let ink = Palette::current(self.ui).text2;
        widgets::paragraph(self.ui, words, regular(12.0), ink);
    }
}
