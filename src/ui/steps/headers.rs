//! The headers of the items as a table of their links, beside the picture of these.

use std::collections::BTreeSet;

use egui::{Rect, Role, ScrollArea, Sense, Ui, WidgetInfo, vec2};

use super::Scene;
use crate::exact_cover::ItemId;
use crate::exact_cover::dancing_links::arrays::{LinkArray, LinkArrays};
use crate::ui::widgets::theme::{Palette, regular, semibold};
use crate::ui::widgets::{self, Line, baseline};

/// The fields of a header, as the columns of their table: those of every problem, and those that are
/// left out where no item needs them.
const FIELDS: [LinkArray; 8] = [
    LinkArray::Llink,
    LinkArray::Rlink,
    LinkArray::Ulink,
    LinkArray::Dlink,
    LinkArray::Len,
    LinkArray::Bound,
    LinkArray::Slack,
    LinkArray::Colour,
];
const ALWAYS: usize = 5;
/// The height of a row, and the width of each column beyond the usual ones.
const FIELD_ROW: f32 = 20.0;
const FIELD: f32 = 44.0;

fn fields_of(arrays: &LinkArrays) -> Vec<LinkArray> {
    FIELDS.into_iter().filter(|&field| arrays.has(field)).collect()
}

/// The headers as a table, the entries that were set in the step in bold.
pub(super) fn table(
    scene: &mut Scene,
    arrays: &LinkArrays,
    set: &BTreeSet<(LinkArray, u32)>,
    ui: &mut Ui,
) {
    widgets::section(ui, |ui| {
        widgets::section_title(ui, "Header nodes", "bold: set in this step");
        let fields = fields_of(arrays);
        let mut rows = |ui: &mut Ui| {
            let size = vec2(ui.available_width(), FIELD_ROW);
            let (head, _) = ui.allocate_exact_size(size, Sense::hover());
            field_cells(&fields, head, ui, |field| (field.name().to_owned(), false));
            ScrollArea::vertical().auto_shrink([false, true]).show(ui, |ui| {
                ui.spacing_mut().item_spacing.y = 0.0;
                for header in 0..=arrays.items() as u32 {
                    header_row(scene, (arrays, &fields), set, header, ui);
                }
            });
        };
        if fields.len() == ALWAYS {
            return rows(ui);
        }
        let width = ui.available_width() + (fields.len() - ALWAYS) as f32 * FIELD;
        ScrollArea::horizontal().id_salt("fields").show(ui, |ui| {
            ui.set_width(width);
            rows(ui);
        });
    });
}

/// The width of the numbers and names of headers in a table of some width.
fn names_width(table: f32) -> f32 {
    (table * 0.32).min(96.0)
}

/// Paints a text for each field, and in bold where that is asked for.
fn field_cells(
    fields: &[LinkArray],
    rect: Rect,
    ui: &Ui,
    text: impl Fn(LinkArray) -> (String, bool),
) {
    let palette = Palette::current(ui);
    let first = names_width(rect.width());
    let each = (rect.width() - first) / fields.len() as f32;
    for (i, &field) in fields.iter().enumerate() {
        let (text, bold) = text(field);
        let (font, ink) = match bold {
            true => (semibold(11.0), palette.accent),
            false => (regular(11.0), palette.text2),
        };
        let right = rect.left() + first + (i + 1) as f32 * each;
        let line = Line::new(ui, &text, font, ink, each);
        line.right(ui.painter(), right, baseline(rect.center().y, 11.0));
    }
}

fn header_row(
    scene: &mut Scene,
    (arrays, fields): (&LinkArrays, &[LinkArray]),
    set: &BTreeSet<(LinkArray, u32)>,
    header: u32,
    ui: &mut Ui,
) {
    let stepper = scene.stepper;
    let palette = Palette::current(ui);
    let size = vec2(ui.available_width(), FIELD_ROW);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let item = header.checked_sub(1).map(ItemId);
    if let Some(item) = item.filter(|_| response.hovered()) {
        scene.lit.point_at_item(item);
    }
    if item.is_some() && scene.lit.item() == item {
        ui.painter().rect_filled(rect, 2.0, palette.hover);
    }
    let name = match header {
        0 => "root".to_owned(),
        _ => stepper.item_letters(ItemId(header - 1)),
    };
    let value = |field: LinkArray| {
        // The root has neither a list nor its length.
        let has = header > 0 || matches!(field, LinkArray::Llink | LinkArray::Rlink);
        let value = arrays.get(field, header).filter(|_| has);
        value.map_or("–".to_owned(), |value| stepper.link_value(field, value))
    };
    response.widget_info(|| {
        let told = |&field: &LinkArray| format!("{} {}", field.name(), value(field));
        let fields: Vec<String> = fields.iter().map(told).collect();
        let told = format!("Row of header {header}, {name}: {}", fields.join(", "));
        WidgetInfo::labeled(Role::Label, true, told)
    });
    let base = baseline(rect.center().y, 11.0);
    let number = Line::whole(ui, &header.to_string(), regular(11.0), palette.text3);
    number.left(ui.painter(), rect.left(), base);
    let listed = header == 0 || arrays.is_active(header);
    let ink = if listed { palette.text } else { palette.text3 };
    let name = Line::new(ui, &name, regular(12.0), ink, names_width(rect.width()) - 26.0);
    name.left(ui.painter(), rect.left() + 24.0, base);
    field_cells(fields, rect, ui, |field| (value(field), set.contains(&(field, header))));
}
