//! The panel at the left: which variants there are, their numbers, the filter and the order.

use egui::{Key, Modifiers, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};

use super::{Scene, VariantsState, select};
use crate::job::variants::Proof;
use crate::text;
use crate::ui::action::{Action, Actions};
use crate::ui::widgets;
use crate::ui::widgets::theme::{Palette, regular};
use crate::workbench::sets::SetsAction;
use crate::workbench::variants::{Histogram, VariantAction, VariantSort, VariantView};

/// Height of the bars of the histogram, in points.
const BARS: f32 = 64.0;

/// Shows the panel.
pub(super) fn show(state: &mut VariantsState, scene: Scene, out: &mut Actions, ui: &mut Ui) {
    let before = scene.variants.view();
    let mut view = before.clone();
    widgets::scroll_column(ui, "variant facts", |ui| {
        if scene.document.can_search_sets().is_ok() {
            widgets::section(ui, |ui| {
                if super::switch(false, ui) == Some(true) {
                    out.push(Action::Sets(SetsAction::Show(true)));
                }
            });
            widgets::separator(ui);
        }
        widgets::section(ui, |ui| kind(scene, out, ui));
        widgets::separator(ui);
        widgets::section(ui, |ui| summary(scene, out, ui));
        if !scene.variants.only_exists() && scene.table.summary.solved > 0 {
            widgets::separator(ui);
            widgets::section(ui, |ui| histogram(scene, &mut view, ui));
        }
        widgets::separator(ui);
        widgets::section(ui, |ui| filter(state, scene, &mut view, out, ui));
        widgets::separator(ui);
        widgets::section(ui, |ui| order(scene, &mut view, ui));
    });
    if view != *before {
        out.push(Action::Variants(VariantAction::View(view)));
    }
}

/// Shows which variants count, and the question asked of them.
fn kind(scene: Scene, out: &mut Actions, ui: &mut Ui) {
    let palette = Palette::current(ui);
    let (variants, list) = (scene.variants, &scene.listed.list);
    ui.add_enabled_ui(!variants.is_running(), |ui| {
        if list.family.has_exceptions() {
            let mut all = variants.has_exceptions();
            let choices = [(false, "Listed"), (true, "With exceptions")];
            if widgets::segmented_wide(ui, &mut all, &choices).changed() {
                out.push(Action::Variants(VariantAction::WithExceptions(all)));
            }
            ui.add_space(8.0);
        }
        let words = match list.number() {
            all if all == list.len() as u64 => text::count(all, "variant"),
            all => format!(
                "{}, of {}: the others are equal to these by symmetry",
                text::count(list.len() as u64, "variant"),
                text::grouped(all)
            ),
        };
        widgets::paragraph(ui, &(words + "."), regular(12.0), palette.text2);
        ui.add_space(6.0);
        super::change_button(out, ui);
        ui.add_space(6.0);
        let mut only = variants.only_exists();
        let label = "Only test whether solvable";
        let row = widgets::check_row(ui, &mut only, label, "");
        if row.changed() {
            out.push(Action::Variants(VariantAction::OnlyExists(only)));
        }
        row.on_hover_text(
            "Stop at the first solution of each variant: faster where there are many.",
        );
    });
}

/// The numbers of all of them.
fn summary(scene: Scene, out: &mut Actions, ui: &mut Ui) {
    let summary = &scene.table.summary;
    let number = |n: usize| text::grouped(n as u64);
    let solved = format!("solved {} of {}", number(summary.solved), number(summary.variants));
    widgets::section_title(ui, "Summary", &solved);
    const WIDTH: f32 = 88.0;
    widgets::fact_row_fixed(ui, "Solvable", &number(summary.solvable), WIDTH);
    widgets::fact_row_fixed(ui, "Unsolvable", &number(summary.unsolvable), WIDTH);
    let proofs = Proof::ALL.into_iter().zip(summary.proved);
    for (proof, count) in proofs.filter(|(_, count)| *count > 0) {
        widgets::fact_row_fixed(ui, &format!("  by {}", proof.word()), &number(count), WIDTH);
    }
    if scene.variants.only_exists() {
        return;
    }
    // Variants that are solved all together are counted at the end.
    let is_open = summary.solved == 0;
    let known = |words: String| if is_open { "–".to_owned() } else { words };
    widgets::fact_row_fixed(ui, "One solution", &known(number(summary.unique)), WIDTH);
    widgets::fact_row_fixed(ui, "Solutions", &known(text::grouped(summary.distinct)), WIDTH);
    if summary.solved == 0 {
        return;
    }
    extreme(scene, "Fewest", summary.fewest, out, ui);
    widgets::fact_row_fixed(ui, "Median", &summary.median.to_string(), WIDTH);
    widgets::fact_row_fixed(ui, "Mean", &format!("{:.1}", summary.mean), WIDTH);
    extreme(scene, "Most", summary.most, out, ui);
}

/// The fewest or the most solutions, and the variant that has them, which a click selects.
fn extreme(scene: Scene, label: &str, of: Option<(u64, usize)>, out: &mut Actions, ui: &mut Ui) {
    let Some((number, index)) = of else { return };
    let value = format!("{} ({})", text::grouped(number), scene.name(index as u32));
    let row = widgets::fact_row_fixed(ui, label, &value, 148.0);
    let id = row.id.with("select");
    let button = ui.interact(row.rect, id, Sense::click());
    button.widget_info(|| {
        WidgetInfo::labeled(Role::Button, true, format!("Select the variant with {label}"))
    });
    widgets::focus_ring(ui, &button, row.rect, 4.0);
    if button.on_hover_text("Select this variant.").clicked() {
        select(index as u32, out);
    }
}

/// Shows the numbers of variants by number of solutions, and the range of those that pass.
fn histogram(scene: Scene, view: &mut VariantView, ui: &mut Ui) {
    let summary = &scene.table.summary;
    let (Some((fewest, _)), Some((most, _))) = (summary.fewest, summary.most) else { return };
    let caption = format!("{} to {}", text::grouped(fewest), text::grouped(most));
    widgets::section_title(ui, "Solutions per variant", &caption);
    bars(&scene.table.histogram, view.range, ui);
    let clamped = |n: u64| i32::try_from(n).unwrap_or(i32::MAX);
    let whole = (clamped(fewest), clamped(most));
    let mut knobs = view.range.map_or(whole, |(least, most)| (clamped(least), clamped(most)));
    let name = "Number of solutions";
    if widgets::range_slider(ui, &mut knobs, whole.0..=whole.1, name).changed() {
        let range = (knobs.0.unsigned_abs().into(), knobs.1.unsigned_abs().into());
        view.range = (knobs != whole).then_some(range);
    }
    if let Some((least, most)) = view.range {
        let words = format!("{} to {}", text::grouped(least), text::grouped(most));
        widgets::fact_row(ui, "Listed", &words);
    }
}

fn bars(histogram: &Histogram, range: Option<(u64, u64)>, ui: &mut Ui) {
    let palette = Palette::current(ui);
    let size = vec2(ui.available_width(), BARS + 20.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let most = histogram.bars.iter().copied().max().unwrap_or(0);
    response.widget_info(|| {
        let label = format!("Histogram of {} bars, at most {most}", histogram.bars.len());
        WidgetInfo::labeled(Role::Image, true, label)
    });
    let plot = Rect::from_min_max(rect.min, pos2(rect.right(), rect.top() + BARS));
    let pitch = plot.width() / histogram.bars.len().max(1) as f32;
    let mut pointed = None;
    for (n, &count) in histogram.bars.iter().enumerate() {
        let left = plot.left() + pitch * n as f32;
        let from = n as u64 * histogram.width;
        let to = from + histogram.width - 1;
        if response.hover_pos().is_some_and(|at| (left..left + pitch).contains(&at.x)) {
            let range = if from == to { from.to_string() } else { format!("{from} to {to}") };
            pointed = Some(format!("{range}: {}", text::count(u64::from(count), "variant")));
        }
        if count == 0 {
            continue;
        }
        let height = (plot.height() * count as f32 / most.max(1) as f32).max(1.5);
        let bar = Rect::from_min_max(
            pos2(left + 0.5, plot.bottom() - height),
            pos2(left + pitch - 0.5, plot.bottom()),
        );
        let passes = range.is_none_or(|(least, most)| from <= most && least <= to);
        ui.painter().rect_filled(bar, 0.0, if passes { palette.text3 } else { palette.border });
    }
    ui.painter().hline(plot.x_range(), plot.bottom(), egui::Stroke::new(1.0, palette.line));
    let end = histogram.bars.len() as u64 * histogram.width - u64::from(histogram.width == 1);
    let base = widgets::baseline(plot.bottom() + 10.0, 11.0);
    let line = |words: &str| widgets::Line::whole(ui, words, regular(11.0), palette.text3);
    line("0").left(ui.painter(), plot.left(), base);
    line(&text::grouped(end)).right(ui.painter(), plot.right(), base);
    if let Some(words) = pointed {
        response.on_hover_text_at_pointer(words);
    }
}

/// The filter: words of the name, and kinds.
fn filter(
    state: &mut VariantsState,
    scene: Scene,
    view: &mut VariantView,
    out: &mut Actions,
    ui: &mut Ui,
) {
    let summary = &scene.table.summary;
    let all = text::grouped(summary.variants as u64);
    let passing = format!("{} of {all}", text::grouped(scene.table.order.len() as u64));
    widgets::section_title(ui, "Filter", &passing);
    let id = egui::Id::unique("find variants");
    if std::mem::take(&mut state.wants_focus) {
        widgets::focus_whole(ui, id, &view.words);
    }
    let field = widgets::search_field(ui, &mut view.words, "Find variants", "Ctrl+F", id);
    // What is looked for is gone to; the list, which has the keys from now on, would open it.
    if field.lost_focus()
        && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter))
        && let Some(&first) = scene.table.order.first()
    {
        select(first, out);
    }
    if scene.listed.equal.is_left_out() && !view.words.trim().is_empty() {
        let words = "Variants that are equal to listed ones by symmetry are not found by name: \
                     there are too many.";
        widgets::paragraph(ui, words, regular(12.0), Palette::current(ui).text2);
    }
    ui.add_space(6.0);
    let number = |n: usize| text::grouped(n as u64);
    widgets::check_row(ui, &mut view.unsolvable, "Unsolvable", &number(summary.unsolvable));
    if !scene.variants.only_exists() {
        widgets::check_row(ui, &mut view.unique, "One solution", &number(summary.unique));
    }
    if view.filters() {
        ui.add_space(6.0);
        if widgets::Button::new("Clear filter").small().show(ui).clicked() {
            let VariantView { sort, descending, .. } = *view;
            *view = VariantView { sort, descending, ..VariantView::default() };
        }
    }
}

/// The order; a click on the one chosen reverses it.
fn order(scene: Scene, view: &mut VariantView, ui: &mut Ui) {
    widgets::section_title(ui, "Sort by", "");
    let mut rows = vec![(VariantSort::Name, "Choices"), (VariantSort::Solutions, "Solutions")];
    if scene.has_nodes() {
        rows.extend([(VariantSort::Nodes, "Nodes"), (VariantSort::Time, "Time")]);
    }
    for (sort, label) in rows {
        let is_chosen = view.sort == sort;
        let words = if is_chosen { order_words(view) } else { "" };
        if widgets::radio_row(ui, is_chosen, label, words).clicked() {
            view.descending = is_chosen && !view.descending;
            view.sort = sort;
        }
    }
}

/// An order, in words.
pub(super) fn order_words(view: &VariantView) -> &'static str {
    match (view.sort, view.descending) {
        (VariantSort::Name, false) => "in the order of choices",
        (VariantSort::Name, true) => "in reverse order",
        (VariantSort::Solutions, false) => "fewest first",
        (VariantSort::Solutions, true) => "most first",
        (VariantSort::Nodes, false) => "fewest nodes first",
        (VariantSort::Nodes, true) => "most nodes first",
        (VariantSort::Time, false) => "fastest first",
        (VariantSort::Time, true) => "slowest first",
    }
}
