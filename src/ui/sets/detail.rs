//! The selected set: its variants in small, a solution of the hardest, what can be done with it.

use egui::{
    Align, Frame, Layout, Margin, Panel, Rect, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo,
    vec2,
};

use super::Scene;
use crate::job::sets::SetResult;
use crate::text;
use crate::ui::action::{Action, Actions};
use crate::ui::drawing::figure_cache::SolutionView;
use crate::ui::drawing::paint::{Look, Pen, Projection};
use crate::ui::widgets;
use crate::ui::widgets::icons::Icon;
use crate::ui::widgets::theme::{GAP, Palette, SIDE, regular};
use crate::workbench::Command;
use crate::workbench::sets::{SetDetail, SetsAction};
use crate::workbench::variants::{MapForm, VariantCommand, VariantTable};

/// Shows the panel.
pub(super) fn show(scene: Scene, out: &mut Actions, ui: &mut Ui) {
    let Some((table, set)) = scene.sets.table().zip(scene.sets.selected()) else {
        let palette = Palette::current(ui);
        widgets::column(ui, |ui| widgets::panel_head(ui, "Selected set", "", |_| ()));
        widgets::section(ui, |ui| {
            widgets::paragraph(
                ui,
                "Sets that meet the goal can be selected.",
                regular(13.0),
                palette.text2,
            )
        });
        return;
    };
    let Some(result) = table.result(set) else { return };
    let place = table.place(set);
    let title = place.map_or_else(
        || "Set".to_owned(),
        |place| format!("Set {}", text::grouped(place as u64 + 1)),
    );
    let solvable = format!("{} of {}", result.solvable, result.variants);
    widgets::column(ui, |ui| {
        widgets::panel_head_large(ui, &title, &scene.name(set), |ui| {
            let palette = Palette::current(ui);
            widgets::elided(ui, &solvable, regular(12.0), palette.text2, 80.0);
        });
    });
    foot(scene, out, ui);
    widgets::scroll_column(ui, "selected set", |ui| {
        // Nothing is beside it yet.
        if scene.sets.compared() == Some(set) {
            widgets::section(ui, |ui| {
                let palette = Palette::current(ui);
                let words = "Click another set to see the numbers of this one below its own.";
                widgets::paragraph(ui, words, regular(12.0), palette.text2);
            });
            widgets::separator(ui);
        }
        if let Some(detail) = scene.sets.detail() {
            if let Some(map) = table_map(detail) {
                widgets::section(ui, |ui| small_map(detail, map, ui));
                widgets::separator(ui);
            }
            widgets::section(ui, |ui| hardest(scene, detail, ui));
        } else {
            widgets::section(ui, |ui| {
                let palette = Palette::current(ui);
                widgets::paragraph(ui, "Solving its variants…", regular(13.0), palette.text2)
            });
        }
        widgets::separator(ui);
        widgets::section(ui, |ui| facts(scene, result, "This set", ui));
        if let Some(other) = scene.sets.compared().filter(|other| *other != set)
            && let Some(other) = table.result(other)
        {
            widgets::separator(ui);
            let title = format!("Compared: {}", scene.name(other.set));
            widgets::section(ui, |ui| facts(scene, other, &title, ui));
        }
    });
}

/// The rows and columns of the variants, if they make one table.
fn table_map(detail: &SetDetail) -> Option<(usize, usize)> {
    match &detail.map.as_ref()?.form {
        MapForm::Table { above, rows, columns } if above.is_empty() => {
            Some((rows.len(), columns.len()))
        }
        _ => None,
    }
}

/// The variants as a small table: grey is strongest where there are fewest solutions.
fn small_map(detail: &SetDetail, (rows, columns): (usize, usize), ui: &mut Ui) {
    let palette = Palette::current(ui);
    let Some(map) = &detail.map else { return };
    widgets::section_title(ui, "Solutions of each variant", "");
    let cell = (ui.available_width() / columns as f32).min(14.0);
    let size = vec2(cell * columns as f32, cell * rows as f32);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let most = detail.summary.most.map_or(0, |(most, _)| most);
    response.widget_info(|| {
        WidgetInfo::labeled(Role::Image, true, "Solutions of each variant of the selected set")
    });
    let mut pointed = None;
    for (rank, variant) in map.cells.iter().enumerate() {
        let Some(variant) = *variant else { continue };
        let at = rect.min + vec2((rank % columns) as f32, (rank / columns) as f32) * cell;
        let place = Rect::from_min_size(at, vec2(cell - 1.0, cell - 1.0));
        let number = detail.results[variant as usize].counts.distinct;
        let fill = match number {
            0 => palette.alert,
            number => palette.heat[VariantTable::heat(number, most)],
        };
        ui.painter().rect_filled(place, 0.0, fill);
        if detail.hardest.as_ref().is_some_and(|(hardest, _)| *hardest == variant as usize) {
            let ring = Stroke::new(2.0, palette.accent);
            ui.painter().rect_stroke(place, 1.0, ring, StrokeKind::Outside);
        }
        if response.hover_pos().is_some_and(|pointer| place.contains(pointer)) {
            let name = detail.list.name(variant as usize);
            pointed = Some(format!("{name}: {}", text::count(number, "solution")));
        }
    }
    if let Some(words) = pointed {
        response.on_hover_text_at_pointer(words);
    }
}

/// A solution of the hardest variant that has one.
fn hardest(scene: Scene, detail: &SetDetail, ui: &mut Ui) {
    let palette = Palette::current(ui);
    let Some((variant, options)) = &detail.hardest else {
        widgets::paragraph(ui, "No variant has a solution.", regular(13.0), palette.text2);
        return;
    };
    let number = detail.results[*variant].counts.distinct;
    let caption = match scene.sets.run().is_some_and(|run| run.plan().only_exists()) {
        true => "a solution".to_owned(),
        false => format!("1 of {}", text::count(number, "solution")),
    };
    let title = match detail.list.len() {
        1 => "A solution".to_owned(),
        _ => format!("Hardest variant: {}", detail.list.name(*variant)),
    };
    widgets::section_title(ui, &title, &caption);
    let [across, down] = scene.figures.thumbnail_size();
    let width = ui.available_width();
    let height = (width * (down / across.max(1e-3)) as f32).clamp(60.0, 260.0).round();
    let (rect, response) = ui.allocate_exact_size(vec2(width, height), Sense::hover());
    response.widget_info(|| {
        WidgetInfo::labeled(Role::Canvas, true, "A solution of the hardest variant")
    });
    let painter = ui.painter_at(rect.expand(2.0));
    let puzzle = &detail.list.puzzle;
    let lying = SolutionView { puzzle, encoding: &detail.encoding, options };
    if scene.figures.solid.is_some() {
        return scene.figures.thumbnail(&painter, lying, rect);
    }
    let projection = Projection::fit(&scene.figures.board.bounds, rect, 60.0);
    let look = Look::on_board(palette, projection.scale);
    scene.figures.solution(Pen::new(&painter, projection), lying, look);
}

/// The numbers of a set.
fn facts(scene: Scene, result: &SetResult, title: &str, ui: &mut Ui) {
    widgets::section_title(ui, title, "");
    let named = |(number, variant): (u64, u32)| {
        let list = scene.sets.run().map(|run| run.plan().list().name(variant as usize));
        format!("{}, {}", text::grouped(number), list.unwrap_or_default())
    };
    let solvable = format!("{} of {}", result.solvable, result.variants);
    widgets::fact_row(ui, "Solvable", &solvable);
    if let (Some(fewest), Some(most)) = (result.fewest, result.most) {
        widgets::fact_row(ui, "Solutions", &text::grouped(result.distinct));
        if result.variants > 1 {
            widgets::fact_row(ui, "Fewest", &named(fewest));
            widgets::fact_row(ui, "Median", &result.median().to_string());
            widgets::fact_row(ui, "Most", &named(most));
            widgets::fact_row(ui, "With exactly one", &text::grouped(u64::from(result.unique)));
        }
    }
    if let Some(own) = result.assemblies {
        let words = match (own.unique, result.variants) {
            (0, _) if own.several > 0 => "several solutions".to_owned(),
            (0, _) if own.unknown > 0 => "not known".to_owned(),
            (0, _) => "no solution".to_owned(),
            (_, 1) => format!("one solution, level {}", own.level),
            (unique, all) => format!("one in {unique} of {all}, level {} or more", own.level),
        };
        widgets::fact_row(ui, "Comes apart", &words);
    }
    if result.missing() > 0 && result.variants > 1 {
        let list = scene.sets.run().map(|run| run.plan().list());
        let names = result.without.iter().filter_map(|&n| list.map(|list| list.name(n as usize)));
        let names = names.collect::<Vec<_>>().join(", ");
        widgets::fact_row(ui, "Without a solution", &names);
    }
    let seconds = format!("{:.2} s", result.micros as f64 / 1e6);
    widgets::fact_row(ui, "Time of the test", &seconds);
}

/// The foot: what can be done with the set, and the export.
fn foot(scene: Scene, out: &mut Actions, ui: &mut Ui) {
    let frame = Frame::new().inner_margin(Margin::symmetric(SIDE as i8, 12));
    Panel::bottom("use set").exact_size(52.0).frame(frame).show(ui, |ui| {
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = GAP;
            let command = Command::Variant(VariantCommand::UseSet);
            let available = command.available(scene.model.bench);
            let button = widgets::Button::new("Use this set").primary().enabled(available.is_ok());
            if button.tooltip(available.err().unwrap_or(command.hint())).show(ui).clicked() {
                out.send(command);
            }
            let label = if scene.sets.compared().is_some() { "Stop comparing" } else { "Compare" };
            let tip = "Show this set beside the sets that you select next; click again to stop.";
            if widgets::Button::new(label).tooltip(tip).show(ui).clicked() {
                out.push(Action::Sets(SetsAction::Compare));
            }
            let command = Command::Variant(VariantCommand::ExportCsv);
            let available = command.available(scene.model.bench);
            let button = widgets::Button::new("CSV…").icon(Icon::Download);
            let button = button.enabled(available.is_ok());
            if button.tooltip("Write the listed sets, one per line.").show(ui).clicked() {
                out.send(command);
            }
        });
    });
}
