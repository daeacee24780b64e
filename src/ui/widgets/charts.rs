//! Small pictures of numbers: run bar, sparkline, bars by depth, heat legend.

use egui::{
    Color32, CornerRadius, Rangef, Rect, Response, Role, Sense, Stroke, StrokeKind, Ui, Vec2,
    WidgetInfo, pos2, vec2,
};

use super::labels::{Line, baseline};
use super::theme::{Palette, RADIUS, regular, semibold};

/// Height of the run bar, in points.
const RUN_BAR: f32 = 12.0;

/// The bar of a run: how far it is, and the range in which it is forecast to end.
///
/// `fraction` and `forecast` are shares of the whole bar from 0 to 1. The range from the earliest
/// to the latest end is hatched, and a mark stands at its beginning; without a forecast the rest
/// of the bar is empty. As wide as there is room, 12 points high.
pub(crate) fn run_bar(ui: &mut Ui, fraction: f32, forecast: Option<(f32, f32)>) -> Response {
    let palette = Palette::current(ui);
    let size = vec2(ui.available_width(), RUN_BAR);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let fraction = fraction.clamp(0.0, 1.0);
    response.widget_info(|| WidgetInfo {
        value: Some(f64::from(fraction)),
        ..WidgetInfo::labeled(Role::ProgressIndicator, ui.is_enabled(), "Progress of the run")
    });
    if !ui.is_rect_visible(rect) {
        return response;
    }
    let painter = ui.painter();
    painter.rect_filled(rect, RADIUS, palette.pressed);
    let x_of = |share: f32| (rect.left() + rect.width() * share.clamp(0.0, 1.0)).round();
    if let Some((early, late)) = forecast {
        let (from, to) = (x_of(early), x_of(late.max(early)));
        let ends = Rect::from_min_max(pos2(from, rect.top()), pos2(to, rect.bottom()));
        // The hatch keeps inside the rounded end of the track.
        let corner = rect.right() - 3.0;
        hatch(ui, ends, ends.with_max_x(to.min(corner)), palette.border);
        let rest = Rect::from_min_max(
            pos2(corner, rect.top() + 1.0),
            pos2(to.min(rect.right() - 1.0), rect.bottom() - 1.0),
        );
        hatch(ui, ends, rest, palette.border);
        painter.rect_filled(
            Rect::from_min_size(pos2(from, rect.top()), vec2(2.0, rect.height())),
            0.0,
            palette.text,
        );
    }
    if fraction > 0.0 {
        let done = Rect::from_min_max(
            rect.min,
            pos2(x_of(fraction).max(rect.left() + 1.0), rect.bottom()),
        );
        let end = if done.right() >= rect.right() - RADIUS { RADIUS as u8 } else { 0 };
        let radius = CornerRadius { nw: RADIUS as u8, sw: RADIUS as u8, ne: end, se: end };
        painter.rect_filled(done, radius, palette.accent);
    }
    response
}

/// Diagonal strokes across `rect`, 3.5 wide every 7.5 points and leaning to the right, of which only
/// those within `clip` are seen.
fn hatch(ui: &Ui, rect: Rect, clip: Rect, colour: Color32) {
    if !clip.is_positive() {
        return;
    }
    let painter = ui.painter_at(clip.intersect(ui.clip_rect()));
    let lean = rect.height() * 0.6;
    let mut x = rect.left() - lean;
    while x < rect.right() {
        let corners = vec![
            pos2(x, rect.bottom()),
            pos2(x + 3.5, rect.bottom()),
            pos2(x + 3.5 + lean, rect.top()),
            pos2(x + lean, rect.top()),
        ];
        painter.add(egui::Shape::convex_polygon(corners, colour, Stroke::NONE));
        x += 7.5;
    }
}

/// A line through `values`, from 0 at the base line to the greatest; the newest is at the right.
/// There is room for `places` values: where fewer are known, the line begins later.
pub(crate) fn sparkline(ui: &mut Ui, values: &[f32], places: usize, size: Vec2) -> Response {
    let palette = Palette::current(ui);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let last = values.last().copied().unwrap_or(0.0);
    response.widget_info(|| {
        let label = format!("Line of {} values, the last {last}", values.len());
        WidgetInfo::labeled(Role::Image, ui.is_enabled(), label)
    });
    if !ui.is_rect_visible(rect) {
        return response;
    }
    let painter = ui.painter();
    painter.hline(rect.x_range(), rect.bottom() - 0.5, Stroke::new(1.0, palette.line));
    let most = values.iter().copied().fold(0.0_f32, f32::max);
    if values.len() < 2 || most <= 0.0 {
        return response;
    }
    let plot = rect.shrink2(vec2(1.0, 3.0));
    let step = plot.width() / (places.max(values.len()) - 1) as f32;
    let first = plot.right() - step * (values.len() - 1) as f32;
    let points = values
        .iter()
        .enumerate()
        .map(|(i, value)| {
            let height = plot.height() * (value / most).clamp(0.0, 1.0);
            pos2(first + step * i as f32, plot.bottom() - height)
        })
        .collect();
    painter.line(points, Stroke::new(1.25, palette.text2));
    response
}

/// A power of ten on the axis, in words from a million up.
pub(super) fn power_label(exponent: u32) -> String {
    let (unit, name) = match exponent {
        0..6 => (0, ""),
        6..9 => (6, "\u{a0}million"),
        9..12 => (9, "\u{a0}billion"),
        12..15 => (12, "\u{a0}trillion"),
        _ => (15, "\u{a0}quadrillion"),
    };
    match exponent - unit {
        4 => "10\u{a0}000".to_owned(),
        rest => format!("{}{name}", 10_u64.pow(rest)),
    }
}

/// Width of the labels at the left of a bar chart, in points.
const AXIS: f32 = 76.0;
/// Height of the labels beneath a bar chart, in points.
const FOOT: f32 = 22.0;

/// Bars of counts by depth on a logarithmic axis from 1 to at least 100 million.
///
/// A bar stands for a `unit`, such as "depth". The bar of the depth `current` is drawn in the accent colour and its label in semibold. The
/// axis grows by factors of 100 only, so that it rests while the counts grow.
pub(crate) fn bar_chart(
    ui: &mut Ui,
    unit: &str,
    counts: &[u64],
    current: Option<usize>,
    size: Vec2,
) -> Response {
    let palette = Palette::current(ui);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let most = counts.iter().copied().max().unwrap_or(0);
    response.widget_info(|| {
        let label = format!("Counts of {} {unit}s, at most {most}", counts.len());
        WidgetInfo::labeled(Role::Image, ui.is_enabled(), label)
    });
    if !ui.is_rect_visible(rect) {
        return response;
    }
    let plot = Plot::new(rect, most);
    plot.paint_axis(ui);
    if counts.is_empty() {
        return response;
    }
    let pitch = plot.rect.width() / counts.len() as f32;
    let labels = DepthLabels::new(ui, counts.len(), pitch, current);
    let pointer = response.hover_pos();
    let mut pointed = None;
    for (depth, &count) in counts.iter().enumerate() {
        let left = plot.rect.left() + pitch * depth as f32;
        let column = Rangef::new(left, left + pitch);
        let now = current == Some(depth);
        if pointer.is_some_and(|at| (column.min..column.max).contains(&at.x)) {
            pointed = Some((depth, count));
        }
        if count > 0 {
            let colour = if now { palette.accent } else { palette.border };
            plot.paint_bar(ui, column, count, colour);
        }
        if labels.has(depth) {
            let (font, colour) =
                if now { (semibold(11.0), palette.text) } else { (regular(11.0), palette.text3) };
            Line::whole(ui, &depth.to_string(), font, colour).centre(
                ui.painter(),
                left + pitch * 0.5,
                baseline(plot.rect.bottom() + 12.0, 11.0),
            );
        }
    }
    match pointed {
        Some((depth, count)) => {
            response.on_hover_text_at_pointer(format!("{unit} {depth}: {}", grouped(count)))
        }
        None => response,
    }
}

/// The depths with a label beneath their bars, chosen so that no two labels touch.
#[derive(Clone, Copy)]
struct DepthLabels {
    /// Depths from one label to the next.
    every: usize,
    current: Option<usize>,
}

impl DepthLabels {
    /// Room between two labels, in points.
    const GAP: f32 = 8.0;

    /// Of a chart whose bars stand `pitch` points apart.
    fn new(ui: &Ui, depths: usize, pitch: f32, current: Option<usize>) -> DepthLabels {
        let deepest = depths.saturating_sub(1).to_string();
        // Figures have one width; that of the semibold ones is the greater.
        let widest = Line::whole(ui, &deepest, semibold(11.0), Color32::PLACEHOLDER).width();
        let least = ((widest + Self::GAP) / pitch).ceil().max(1.0) as usize;
        DepthLabels { every: round_step(least), current }
    }

    fn has(self, depth: usize) -> bool {
        match self.current {
            // The one of the current depth takes the room of those beside it.
            Some(now) if now.abs_diff(depth) < self.every => now == depth,
            _ => depth.is_multiple_of(self.every),
        }
    }
}

/// The least of 1, 2, 5, 10, 20, 50 and so on that is not below `least`.
fn round_step(least: usize) -> usize {
    let mut unit = 1;
    loop {
        if let Some(step) = [1, 2, 5].into_iter().map(|n| n * unit).find(|&step| step >= least) {
            return step;
        }
        unit *= 10;
    }
}

/// The part of a bar chart in which the bars stand.
struct Plot {
    rect: Rect,
    /// The power of ten at the upper edge; 1 is at the lower.
    top: u32,
}

impl Plot {
    /// The plot of a chart in `rect` whose greatest count is `most`.
    fn new(rect: Rect, most: u64) -> Plot {
        let decades = most.max(1).ilog10() + u32::from(!is_power_of_ten(most));
        Plot {
            rect: Rect::from_min_max(
                pos2(rect.left() + AXIS, rect.top() + 8.0),
                pos2(rect.right(), rect.bottom() - FOOT),
            ),
            // A tree of a hundred nodes has its bars over half of the height; one that grows moves
            // the axis only every other decade.
            top: decades.next_multiple_of(2).max(4),
        }
    }

    /// Where a power of ten lies on the axis.
    fn y_of(&self, exponent: f32) -> f32 {
        self.rect.bottom() - self.rect.height() * exponent / self.top as f32
    }

    /// Paints a line and a label for every other power of ten.
    fn paint_axis(&self, ui: &Ui) {
        let palette = Palette::current(ui);
        let painter = ui.painter();
        let stroke = Stroke::new(1.0, palette.line.gamma_multiply(0.75));
        for exponent in (0..=self.top).step_by(2) {
            let y = self.y_of(exponent as f32).round();
            painter.hline(self.rect.x_range(), y - 0.5, stroke);
            Line::whole(ui, &power_label(exponent), regular(11.0), palette.text3).right(
                painter,
                self.rect.left() - 8.0,
                baseline(y, 11.0),
            );
        }
    }

    /// Paints the bar of a count greater than 0, with a gap at both sides of its column.
    fn paint_bar(&self, ui: &Ui, column: Rangef, count: u64, colour: Color32) {
        let gap = (column.span() * 0.14).min(5.0);
        let height = (self.y_of(0.0) - self.y_of((count as f32).log10())).max(2.0);
        let bar = Rect::from_min_max(
            pos2(column.min + gap * 0.5, self.rect.bottom() - height),
            pos2(column.max - gap * 0.5, self.rect.bottom()),
        );
        ui.painter().rect_filled(bar, 2.0_f32.min(height * 0.5), colour);
    }
}

/// Returns whether `count` is 1, 10, 100 and so on; 0 counts as 1.
fn is_power_of_ten(count: u64) -> bool {
    let count = count.max(1);
    10_u64.pow(count.ilog10()) == count
}

/// Groups of three digits, from 10 000 up.
fn grouped(count: u64) -> String {
    let digits = count.to_string();
    if digits.len() < 5 {
        return digits;
    }
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push('\u{a0}');
        }
        text.push(digit);
    }
    text
}

/// The strip of the seven heat colours between two labels, such as "1, hard" and "177, easy".
pub(crate) fn heat_legend(ui: &mut Ui, few_label: &str, many_label: &str) -> Response {
    let palette = Palette::current(ui);
    const STRIP: Vec2 = vec2(184.0, 16.0);
    let few = Line::whole(ui, few_label, regular(12.0), palette.text);
    let many = Line::whole(ui, many_label, regular(12.0), palette.text);
    let size = vec2(few.width() + many.width() + STRIP.x + 20.0, 24.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    response.widget_info(|| {
        let label = format!("From {few_label} to {many_label}");
        WidgetInfo::labeled(Role::Image, ui.is_enabled(), label)
    });
    if !ui.is_rect_visible(rect) {
        return response;
    }
    let painter = ui.painter();
    let base = baseline(rect.center().y, 12.0);
    few.left(painter, rect.left(), base);
    many.right(painter, rect.right(), base);
    let strip = Rect::from_min_size(
        pos2(rect.left() + few.width() + 10.0, rect.center().y - STRIP.y * 0.5),
        STRIP,
    );
    let count = palette.heat.len();
    for (i, &colour) in palette.heat.iter().enumerate() {
        let x_of = |i: usize| (strip.left() + strip.width() * i as f32 / count as f32).round();
        let step =
            Rect::from_min_max(pos2(x_of(i), strip.top()), pos2(x_of(i + 1), strip.bottom()));
        let mut radius = CornerRadius::ZERO;
        if i == 0 {
            radius = CornerRadius { nw: 4, sw: 4, ..radius };
        }
        if i + 1 == count {
            radius = CornerRadius { ne: 4, se: 4, ..radius };
        }
        painter.rect_filled(step, radius, colour);
    }
    painter.rect_stroke(strip, RADIUS, Stroke::new(1.0, palette.border), StrokeKind::Inside);
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_labels_of_depths_keep_apart_at_any_number_of_them() {
        for depths in [1_usize, 10, 60, 1_000, 1_000_000] {
            let every = round_step(depths.div_ceil(12));
            for current in [None, Some(0), Some(depths / 3), Some(depths - 1)] {
                let labels = DepthLabels { every, current };
                let shown: Vec<usize> = (0..depths).filter(|&depth| labels.has(depth)).collect();
                assert!(shown.windows(2).all(|pair| pair[1] - pair[0] >= every), "{depths}");
                assert!(current.is_none_or(|now| shown.contains(&now)), "{depths}");
                assert!(shown.len() <= 13, "{depths}");
            }
        }
        assert_eq!([1, 2, 3, 7, 11, 37, 51].map(round_step), [1, 2, 5, 10, 20, 50, 100]);
    }
}
