//! One-line texts: layout, baselines, elision, key caps.

use std::sync::Arc;

use egui::{
    Color32, FontId, Galley, Painter, Rect, Response, Role, Sense, Stroke, StrokeKind, Ui,
    WidgetInfo, pos2, text::LayoutJob, text::TextWrapping, vec2,
};

use super::theme::{Palette, RADIUS, regular, semibold};
use crate::text;

/// Half the height of a capital letter of Plex, in ems.
const HALF_CAPITAL: f32 = 0.349;

/// The baseline of text of `size` points whose capitals are centred on `centre_y`, on a whole point.
pub(crate) fn baseline(centre_y: f32, size: f32) -> f32 {
    (centre_y + HALF_CAPITAL * size).round()
}

/// A laid-out text of one line, placed by its baseline.
pub(crate) struct Line {
    galley: Arc<Galley>,
    colour: Color32,
}

impl Line {
    /// Lays out `text`; where it is wider than `max_width` it ends in an ellipsis.
    pub(crate) fn new(ui: &Ui, text: &str, font: FontId, colour: Color32, max_width: f32) -> Self {
        let mut job = LayoutJob::simple_singleline(text.to_owned(), font, colour);
        if max_width.is_finite() {
            job.wrap = TextWrapping::truncate_at_width(max_width.max(0.0));
        }
        let galley = ui.fonts_mut(|fonts| fonts.layout_job(job));
        Self { galley, colour }
    }

    /// Lays out `text` at its full width.
    pub(crate) fn whole(ui: &Ui, text: &str, font: FontId, colour: Color32) -> Self {
        Self::new(ui, text, font, colour, f32::INFINITY)
    }

    /// Width in whole points, rounded up.
    pub(crate) fn width(&self) -> f32 {
        self.galley.size().x.ceil()
    }

    /// Returns whether part of the text was left out.
    pub(crate) fn elided(&self) -> bool {
        self.galley.elided
    }

    /// Distance of the baseline from the top of the line.
    fn ascent(&self) -> f32 {
        self.galley
            .rows
            .first()
            .map_or(0.0, |row| row.pos.y + row.row.glyphs.first().map_or(0.0, |glyph| glyph.pos.y))
    }

    /// Paints the text from `x` to the right.
    pub(crate) fn left(&self, painter: &Painter, x: f32, baseline: f32) {
        painter.galley(pos2(x, baseline - self.ascent()), self.galley.clone(), self.colour);
    }

    /// Paints the text so that it ends at `x`.
    pub(crate) fn right(&self, painter: &Painter, x: f32, baseline: f32) {
        self.left(painter, x - self.galley.size().x, baseline);
    }

    /// Paints the text with its middle at `x`.
    pub(crate) fn centre(&self, painter: &Painter, x: f32, baseline: f32) {
        self.left(painter, (x - self.galley.size().x * 0.5).round(), baseline);
    }
}

/// A one-line label that ends in an ellipsis when it is wider than `max_width`; the whole text is
/// then its tooltip.
pub(crate) fn elided(
    ui: &mut Ui,
    text: &str,
    font: FontId,
    colour: Color32,
    max_width: f32,
) -> Response {
    let size = font.size;
    let line = Line::new(ui, text, font, colour, max_width);
    let elided = line.elided();
    one_line(ui, text, (&line, elided), size)
}

/// As [`elided`], for a name whose ending matters: it loses its middle, and keeps at least the last
/// `tail` characters as long as there is room for them.
pub(crate) fn elided_within(
    ui: &mut Ui,
    text: &str,
    tail: usize,
    font: FontId,
    colour: Color32,
    max_width: f32,
) -> Response {
    let cut = |most: usize| {
        Line::whole(ui, &text::shortened_before(text, most, tail), font.clone(), colour)
    };
    let fits = |line: &Line| line.width() <= max_width;
    // The most characters that fit, between a number that does and one that does not.
    let (mut least, mut most) = (tail + 2, text.chars().count());
    if fits(&cut(most)) || !fits(&cut(least)) {
        return elided(ui, text, font, colour, max_width);
    }
    while least + 1 < most {
        let middle = (least + most) / 2;
        match fits(&cut(middle)) {
            true => least = middle,
            false => most = middle,
        }
    }
    let line = cut(least);
    one_line(ui, text, (&line, true), font.size)
}

/// A label of one line, which may show less than its whole text.
fn one_line(ui: &mut Ui, text: &str, (line, elided): (&Line, bool), size: f32) -> Response {
    let height = (size * 1.3).ceil();
    let (rect, response) = ui.allocate_exact_size(vec2(line.width(), height), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, ui.is_enabled(), text));
    if ui.is_rect_visible(rect) {
        line.left(ui.painter(), rect.left(), baseline(rect.center().y, size));
    }
    if elided { response.on_hover_text(text) } else { response }
}

/// A number of 28 points under its caption, in a box of `width` by 52 points that it does not
/// outgrow; at the right edge of the box when `to_right`.
pub(crate) fn headline(
    ui: &mut Ui,
    caption: &str,
    number: &str,
    width: f32,
    to_right: bool,
) -> Response {
    let palette = Palette::current(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(width, 52.0), Sense::hover());
    response.widget_info(|| {
        WidgetInfo::labeled(Role::Label, ui.is_enabled(), format!("{caption}: {number}"))
    });
    if ui.is_rect_visible(rect) {
        // Numbers of ten digits and more give way, rather than to end in an ellipsis.
        let mut size = 28.0;
        let mut digits = Line::whole(ui, number, semibold(size), palette.text);
        while digits.width() > width && size > 13.0 {
            size -= 1.0;
            digits = Line::whole(ui, number, semibold(size), palette.text);
        }
        let name = Line::new(ui, caption, regular(12.0), palette.text2, width);
        let lines = [(name, baseline(rect.top() + 8.0, 12.0)), (digits, rect.top() + 45.0)];
        for (line, base) in &lines {
            if to_right {
                line.right(ui.painter(), rect.right(), *base);
            } else {
                line.left(ui.painter(), rect.left(), *base);
            }
        }
    }
    response
}

/// One line of several parts, each with its font and colour, centred in the height of `rect`; at
/// its right edge when `to_right`. The parts are of one size.
pub(crate) fn phrase(
    ui: &mut Ui,
    rect: Rect,
    parts: &[(&str, FontId, Color32)],
    to_right: bool,
) -> Response {
    let lines: Vec<Line> = parts
        .iter()
        .map(|(text, font, colour)| Line::whole(ui, text, font.clone(), *colour))
        .collect();
    let width: f32 = lines.iter().map(|line| line.galley.size().x).sum();
    let mut x = if to_right { rect.right() - width } else { rect.left() };
    let place = Rect::from_min_size(pos2(x, rect.top()), vec2(width, rect.height()));
    let whole: String = parts.iter().map(|(text, ..)| *text).collect();
    let response = ui.allocate_rect(place, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, ui.is_enabled(), &whole));
    for (line, (_, font, _)) in lines.iter().zip(parts) {
        line.left(ui.painter(), x, baseline(rect.center().y, font.size));
        x += line.galley.size().x;
    }
    response
}

/// A text that wraps to the width there is.
pub(crate) fn paragraph(ui: &mut Ui, text: &str, font: FontId, colour: Color32) -> Response {
    let text = egui::RichText::new(text).font(font).color(colour);
    ui.add(egui::Label::new(text).wrap())
}

/// Paints a key cap that ends at `right`, for rows that are one widget; returns where it begins.
pub(crate) fn paint_keys(ui: &Ui, keys: &str, right: f32, middle: f32) -> f32 {
    let palette = Palette::current(ui);
    let line = Line::whole(ui, keys, regular(11.0), palette.text2);
    let width = (line.width() + 12.0).max(22.0);
    let rect = Rect::from_min_size(pos2(right - width, middle - 10.0), vec2(width, 20.0));
    let border = Stroke::new(1.0, palette.border);
    ui.painter().rect(rect, RADIUS, palette.card, border, StrokeKind::Inside);
    line.centre(ui.painter(), rect.center().x, baseline(rect.center().y, 11.0));
    rect.left()
}
