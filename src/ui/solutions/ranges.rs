//! Ranges of measures: how often each value comes, and sliders for the ends.

use egui::{Rect, Sense, Ui, pos2, vec2};

use crate::solution::measures::{MeasureId, MeasureKind};
use crate::text;
use crate::ui::widgets;
use crate::ui::widgets::theme::{GAP, Palette};
use crate::workbench::solutions::browser::{Browser, Spread};
use crate::workbench::solutions::listing::ListSettings;

/// Height of the bars over a range, in points.
const BARS_HEIGHT: f32 = 24.0;
/// Ranges with more values than this show sums of neighbouring values.
const MAX_BARS: u64 = 48;

/// Shows the section, if there is any measure for it: the first `few` measures, and all if asked
/// for. The others come below the button, so that it stays under the pointer.
pub(super) fn show(
    browser: &Browser,
    measures: &[MeasureId],
    few: usize,
    all: &mut bool,
    settings: &mut ListSettings,
    ui: &mut Ui,
) {
    if measures.is_empty() {
        return;
    }
    widgets::separator(ui);
    widgets::section(ui, |ui| {
        widgets::section_title(ui, "Ranges", "");
        let (first, others) = measures.split_at(few.min(measures.len()));
        for &measure in first {
            range(browser, measure, settings, ui);
        }
        if others.is_empty() {
            return;
        }
        let label = if *all { "Fewer measures" } else { "More measures" };
        if widgets::Button::new(label).small().show(ui).clicked() {
            *all = !*all;
        }
        if *all {
            ui.add_space(GAP);
            for &measure in others {
                range(browser, measure, settings, ui);
            }
        }
    });
}

/// A range with bars of how often each value comes, and a slider for its ends. Of lists the slider goes
/// over those that occur.
fn range(browser: &Browser, measure: MeasureId, settings: &mut ListSettings, ui: &mut Ui) {
    let Some(spread) = browser.spread(measure) else { return };
    let Some((low, high)) = spread.range() else { return };
    let chosen = settings.ranges.get(&measure).copied().unwrap_or((low, high));
    let row = measure.row();
    let words = |value| match row.kind {
        MeasureKind::List => measure.written(value),
        _ => text::grouped(value),
    };
    let ends = match chosen {
        (least, most) if least == most => words(least),
        (least, most) => format!("{} to {}", words(least), words(most)),
    };
    widgets::fact_row(ui, row.name, &ends).on_hover_text(text::capitalised(row.summary));
    let is_list = row.kind == MeasureKind::List;
    let values = &spread.values;
    // Where a value stands on the slider, and back.
    let place = |value: u64| match is_list {
        true => values.partition_point(|(own, _)| *own < value).min(values.len() - 1) as u64,
        false => value,
    };
    let value_at = |place: u64| match is_list {
        true => values.get(place as usize).map_or(high, |(own, _)| *own),
        false => place,
    };
    let placed = |spread: &Spread| Spread {
        values: spread.values.iter().map(|&(value, count)| (place(value), count)).collect(),
    };
    let on_slider = (place(chosen.0), place(chosen.1));
    bars(&placed(spread), browser.spread_left(measure).map(placed).as_ref(), on_slider, ui);
    let as_signed = |n: u64| i32::try_from(n).unwrap_or(i32::MAX);
    let mut knobs = (as_signed(on_slider.0), as_signed(on_slider.1));
    let whole = as_signed(place(low))..=as_signed(place(high));
    if widgets::range_slider(ui, &mut knobs, whole, row.name).changed() {
        let at = |knob: i32| value_at(u64::from(knob.unsigned_abs()));
        let range = (at(knobs.0), at(knobs.1));
        if range == (low, high) {
            settings.ranges.remove(&measure);
        } else {
            settings.ranges.insert(measure, range);
        }
    }
    ui.add_space(6.0);
}

/// Bars over a range slider: in the accent colour what the filter leaves, or else the values chosen.
fn bars(spread: &Spread, left: Option<&Spread>, chosen: (u64, u64), ui: &mut Ui) {
    let Some((low, high)) = spread.range() else { return };
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), BARS_HEIGHT), Sense::hover());
    let step = ((high - low) / MAX_BARS + 1) as usize;
    let summed = |spread: &Spread| {
        let mut counts = vec![0u64; (high - low) as usize / step + 1];
        for &(value, count) in &spread.values {
            // The list may be of a later moment of the run.
            if let Some(sum) = counts.get_mut((value.max(low) - low) as usize / step) {
                *sum += count;
            }
        }
        counts
    };
    let counts = summed(spread);
    let left = left.map(summed);
    let Some(most) = counts.iter().copied().max().filter(|&most| most > 0) else { return };
    let palette = Palette::current(ui);
    // The knobs of the slider stand over the middles of the first and the last bar.
    let pitch = (rect.width() - 14.0) / (counts.len().max(2) - 1) as f32;
    let wide = (pitch * 0.7).clamp(1.0, 12.0);
    for (n, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
        let x = rect.left() + 7.0 + n as f32 * pitch;
        let value = low + (n * step) as u64;
        let is_chosen = chosen.0 < value + step as u64 && value <= chosen.1;
        let passing = match &left {
            Some(left) => left[n],
            None if is_chosen => count,
            None => 0,
        };
        for (count, colour) in [(count, palette.border), (passing, palette.accent)] {
            if count == 0 {
                continue;
            }
            // A single solution among millions is still seen.
            let height = (rect.height() * (count as f64 / most as f64) as f32).max(1.0);
            let bar = Rect::from_min_max(
                pos2(x - wide / 2.0, rect.bottom() - height),
                pos2(x + wide / 2.0, rect.bottom()),
            );
            ui.painter().rect_filled(bar, 0.0, colour);
        }
    }
}
