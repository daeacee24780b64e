//! The selected variant: a solution of it, what its solutions have in common, and what can be done
//! with it.

use egui::{Align, Frame, Layout, Margin, Panel, Role, Sense, Ui, WidgetInfo, vec2};

use super::{Scene, VariantsState};
use crate::exact_cover::OptionId;
use crate::lattice::SiteForm;
use crate::puzzle::PieceId;
use crate::text;
use crate::ui::action::Actions;
use crate::ui::canvas::marks::{mark_site, under_pointer};
use crate::ui::drawing::figure_cache::SolutionView;
use crate::ui::drawing::paint::{Look, Pen, Projection};
use crate::ui::widgets;
use crate::ui::widgets::icons::Icon;
use crate::ui::widgets::theme::{GAP, Palette, SIDE, regular, semibold};
use crate::workbench::Command;
use crate::workbench::variants::{MAX_SOLUTIONS, MapForm, VariantCommand, VariantDetail};

/// Names of variants that are equal to the selected one, at most.
const MAX_EQUAL: usize = 16;

/// Shows the panel.
pub(super) fn show(state: &mut VariantsState, scene: Scene, out: &mut Actions, ui: &mut Ui) {
    let index = scene.variants.selected();
    let name = scene.name(index);
    widgets::column(ui, |ui| {
        widgets::panel_head_large(ui, &name, &scene.words(index), |ui| {
            if widgets::icon_button(ui, Icon::Previous, "Previous variant").clicked() {
                out.send(Command::Previous);
            }
            if widgets::icon_button(ui, Icon::Next, "Next variant").clicked() {
                out.send(Command::Next);
            }
        });
    });
    foot(scene, out, ui);
    let detail = scene.variants.detail();
    let compared = scene.variants.compared().filter(|other| *other != index);
    let most = ui.available_height() * if compared.is_some() { 0.36 } else { 0.5 };
    widgets::scroll_column(ui, "selected variant", |ui| {
        let solutions = detail.map_or(&[][..], |detail| &detail.found.solutions);
        state.solution = state.solution.min(solutions.len().saturating_sub(1));
        let options = solutions.get(state.solution).map_or(&[][..], Vec::as_slice);
        board(scene, index, options, &format!("Board of {name}"), most, ui);
        widgets::section(ui, |ui| {
            browse(state, scene, detail, out, ui);
            ui.add_space(GAP);
            actions(scene, out, ui);
        });
        if let Some(other) = compared {
            beside(scene, other, most, out, ui);
        }
        if let Some(detail) = detail.filter(|detail| !detail.found.solutions.is_empty()) {
            widgets::separator(ui);
            widgets::section(ui, |ui| placements(scene, detail, ui));
        }
        widgets::separator(ui);
        widgets::section(ui, |ui| facts(scene, index, ui));
    });
}

/// The board with some pieces; the sites that are left open have their texts.
fn board(scene: Scene, index: u32, options: &[OptionId], name: &str, most: f32, ui: &mut Ui) {
    let palette = Palette::current(ui);
    let own = scene.own_figures(index);
    let figures = own.as_deref().unwrap_or(scene.figures);
    let width = ui.available_width();
    let inner = width - 2.0 * SIDE;
    let [across, down] = figures.thumbnail_size();
    let height = (inner * (down / across.max(1e-3)) as f32).clamp(60.0, most.max(120.0)).round();
    let size = vec2(width, height + 2.0 * SIDE);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, name));
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, 0.0, palette.canvas);
    let puzzle = &scene.listed.list.puzzle;
    let sticks = puzzle.lattice.form == SiteForm::Edge;
    let rect = rect.shrink(if sticks { SIDE + 6.0 } else { SIDE });
    let lying = SolutionView { puzzle, encoding: &scene.listed.encoding, options };
    if figures.solid.is_some() {
        return figures.thumbnail(&painter, lying, rect);
    }
    let projection = Projection::fit(&figures.board.bounds, rect, 80.0);
    let look = Look::on_board(palette, projection.scale);
    let pen = Pen::new(&painter, projection);
    figures.solution(pen, lying, look);
    if !options.is_empty() || own.is_some() {
        return;
    }
    // Where no piece lies, the sites that are left open are marked.
    let mark = |i| mark_site(pen, &figures.board, i, under_pointer);
    let open = scene.listed.list.open_sites(index as usize);
    open.iter().filter_map(|&site| puzzle.board.position(site)).for_each(mark);
}

/// Shows which solution is in view, and buttons for the others and for all of them.
fn browse(
    state: &mut VariantsState,
    scene: Scene,
    detail: Option<&VariantDetail>,
    out: &mut Actions,
    ui: &mut Ui,
) {
    let palette = Palette::current(ui);
    let Some(detail) = detail else {
        widgets::elided(ui, "Looking for solutions…", regular(13.0), palette.text2, 240.0);
        return;
    };
    let known = detail.found.solutions.len();
    if known == 0 {
        let words = match detail.found.complete {
            true => "No solution exists.",
            false => "None found yet.",
        };
        widgets::elided(ui, words, semibold(13.0), palette.text, 240.0);
        if let Some(reason) = &detail.reason {
            widgets::paragraph(ui, reason, regular(12.0), palette.text2);
        }
        return;
    }
    let number = scene.number(detail.index).unwrap_or(known as u64).max(known as u64);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        if widgets::icon_button(ui, Icon::Previous, "Previous solution").clicked() {
            state.solution = state.solution.checked_sub(1).unwrap_or(known - 1);
        }
        if widgets::icon_button(ui, Icon::Next, "Next solution").clicked() {
            state.solution = (state.solution + 1) % known;
        }
        let all = match detail.found.complete || scene.number(detail.index).is_some() {
            true => text::grouped(number),
            false => format!("more than {}", text::grouped(number)),
        };
        let words = format!("Solution {} of {all}", state.solution + 1);
        widgets::elided(ui, &words, semibold(13.0), palette.text, ui.available_width());
    });
    ui.add_space(GAP);
    let command = Command::Variant(VariantCommand::ShowSolutions);
    let available = command.available(scene.model.bench);
    let label = match detail.found.complete {
        true => format!("Open solutions ({})", text::grouped(known as u64)),
        false => "Open solutions".to_owned(),
    };
    let button = widgets::Button::new(&label).primary().hint("Enter");
    let button = button.enabled(available.is_ok()).min_width(ui.available_width());
    if button.tooltip(available.err().unwrap_or(command.hint())).show(ui).clicked() {
        out.send(command);
    }
}

/// The variant that others are compared with.
fn beside(scene: Scene, other: u32, most: f32, out: &mut Actions, ui: &mut Ui) {
    let name = scene.name(other);
    widgets::panel_head(ui, &name, &scene.words(other), |ui| {
        if widgets::icon_button(ui, Icon::Close, "Stop comparing").clicked() {
            out.send(Command::Variant(VariantCommand::Compare));
        }
    });
    let options = scene.variants.picture(other).flatten().unwrap_or_default();
    board(scene, other, options, &format!("Board of the compared variant {name}"), most, ui);
    widgets::section(ui, |ui| {
        if let Some(place) = scene.table.place(other) {
            let all = text::grouped(scene.table.order.len() as u64);
            let words = format!("{} of {all}", text::grouped(place as u64 + 1));
            widgets::fact_row(ui, "Place in the list", &words);
        }
        let (here, there) = (scene.number(scene.variants.selected()), scene.number(other));
        if let (Some(here), Some(there)) = (here, there) {
            let words = match here.cmp(&there) {
                std::cmp::Ordering::Equal => "as many".to_owned(),
                std::cmp::Ordering::Less => format!("{} more", text::grouped(there - here)),
                std::cmp::Ordering::Greater => format!("{} fewer", text::grouped(here - there)),
            };
            widgets::fact_row(ui, "Solutions, compared", &words);
        }
    });
    if scene.variants.picture(other).is_none() && !scene.variants.wants(&[other]) {
        let wanted = crate::workbench::variants::VariantAction::Pictures(vec![other]);
        out.push(crate::ui::action::Action::Variants(wanted));
    }
}

/// The number of different placements of each piece in the solutions.
fn placements(scene: Scene, detail: &VariantDetail, ui: &mut Ui) {
    let palette = Palette::current(ui);
    let puzzle = &scene.document.puzzle;
    let all = match detail.found.complete {
        true => detail.found.solutions.len(),
        false => MAX_SOLUTIONS.min(detail.found.solutions.len()),
    };
    let title = match detail.found.complete {
        true if all == 1 => "In its only solution".to_owned(),
        true => format!("Across all {}", text::grouped(all as u64)),
        false => format!("Across the first {}", text::grouped(all as u64)),
    };
    widgets::section_title(ui, &title, "different placements");
    let columns = if ui.available_width() >= 300.0 { 2 } else { 1 };
    let wide = ui.available_width() / columns as f32;
    let rows = puzzle.pieces.len().div_ceil(columns);
    let size = vec2(ui.available_width(), rows as f32 * 26.0);
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    for (n, piece) in puzzle.pieces.iter().enumerate() {
        let at = rect.min + vec2((n % columns) as f32 * wide, (n / columns) as f32 * 26.0);
        let place = egui::Rect::from_min_size(at, vec2(wide - GAP, 26.0));
        let icon = egui::Rect::from_min_size(at + vec2(0.0, 4.0), vec2(24.0, 18.0));
        scene.figures.icon(ui.painter(), puzzle, PieceId(n as u32), icon);
        let number = detail.placements.get(n).copied().unwrap_or(0) as u64;
        let words = text::grouped(number);
        let base = widgets::baseline(place.center().y, 13.0);
        let number = widgets::Line::whole(ui, &words, regular(13.0), palette.text);
        let room = place.width() - 34.0 - number.width() - GAP;
        let name = widgets::Line::new(ui, &piece.name, semibold(13.0), palette.text, room);
        name.left(ui.painter(), place.left() + 34.0, base);
        number.right(ui.painter(), place.right(), base);
    }
}

/// Shows the facts known about the selected variant.
fn facts(scene: Scene, index: u32, ui: &mut Ui) {
    widgets::section_title(ui, "This variant", "");
    let result = &scene.table.results[index as usize];
    if let Some(place) = scene.table.place(index) {
        let all = text::grouped(scene.table.order.len() as u64);
        let words = format!("{} of {all}", text::grouped(place as u64 + 1));
        widgets::fact_row(ui, "Place in the list", &words);
    }
    let variant = scene.listed.list.variants()[index as usize];
    if variant.number > 1 {
        let others = format!("{} with it", text::grouped(variant.number));
        widgets::fact_row(ui, "Equal by symmetry", &others);
        let names = scene.listed.equal.names(&scene.listed.list, index as usize);
        let names: Vec<String> = names.take(MAX_EQUAL).collect();
        if !names.is_empty() {
            let (font, ink) = (regular(12.0), Palette::current(ui).text2);
            widgets::paragraph(ui, &names.join(" · "), font, ink);
        }
    }
    if scene.number(index).is_some() && !scene.variants.only_exists() {
        widgets::fact_row(ui, "Total", &text::grouped(result.counts.total));
    }
    if let Some(proof) = result.proof {
        widgets::fact_row(ui, "Ruled out by", proof.word());
    }
    if scene.has_nodes() && scene.number(index).is_some() {
        widgets::fact_row(ui, "Nodes", &text::grouped(result.nodes));
        widgets::fact_row(ui, "Time", &text::elapsed(result.time));
    }
    for (label, number, other) in neighbours(scene, index) {
        let value = format!("{}, {}", text::grouped(number), scene.name(other));
        widgets::fact_row(ui, &label, &value);
    }
}

/// The fewest solutions in the row and in the column of a variant in the table.
fn neighbours(scene: Scene, index: u32) -> Vec<(String, u64, u32)> {
    let Some(map) = &scene.listed.map else { return Vec::new() };
    let MapForm::Table { rows, columns, .. } = &map.form else { return Vec::new() };
    let Some(rank) = map.cells.iter().position(|cell| *cell == Some(index)) else {
        return Vec::new();
    };
    let (wide, high) = (columns.len(), rows.len());
    let (table, row, column) = (rank / (wide * high), rank / wide % high, rank % wide);
    let fewest = |ranks: &mut dyn Iterator<Item = usize>| {
        let known = ranks.filter_map(|rank| map.cells[rank]);
        known.filter_map(|n| Some((scene.number(n)?, n))).min()
    };
    let first = table * wide * high;
    let in_row = fewest(&mut (0..wide).map(|n| first + row * wide + n));
    let in_column = fewest(&mut (0..high).map(|n| first + n * wide + column));
    let named = |name: &String, of: Option<(u64, u32)>| {
        of.map(|(number, n)| (format!("Fewest with {name}"), number, n))
    };
    named(&rows[row], in_row).into_iter().chain(named(&columns[column], in_column)).collect()
}

/// Shows the actions for the selected variant.
fn actions(scene: Scene, out: &mut Actions, ui: &mut Ui) {
    let mut button = |ui: &mut Ui, label: &str, command: VariantCommand| {
        let command = Command::Variant(command);
        let available = command.available(scene.model.bench);
        let button = widgets::Button::new(label).enabled(available.is_ok());
        if button.tooltip(available.err().unwrap_or(command.hint())).show(ui).clicked() {
            out.send(command);
        }
    };
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        button(ui, "Open as puzzle", VariantCommand::OpenAsPuzzle);
        let label = match scene.variants.compared() {
            Some(_) => "Stop comparing",
            None => "Compare",
        };
        button(ui, label, VariantCommand::Compare);
    });
    // Nothing is beside it yet.
    if scene.variants.compared() == Some(scene.variants.selected()) {
        ui.add_space(GAP);
        let name = scene.name(scene.variants.selected());
        let words = format!("Click another variant to see {name} below it.");
        widgets::paragraph(ui, &words, regular(12.0), Palette::current(ui).text2);
    }
}

/// The foot: export of what the filter leaves.
fn foot(scene: Scene, out: &mut Actions, ui: &mut Ui) {
    let frame = Frame::new().inner_margin(Margin::symmetric(SIDE as i8, 12));
    Panel::bottom("export variants").exact_size(52.0).frame(frame).show(ui, |ui| {
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = GAP;
            for (label, command) in
                [("CSV…", VariantCommand::ExportCsv), ("RON…", VariantCommand::ExportRon)]
            {
                let command = Command::Variant(command);
                let button = widgets::Button::new(label).icon(Icon::Download);
                let enabled = button.enabled(command.available(scene.model.bench).is_ok());
                if enabled.tooltip(command.hint()).show(ui).clicked() {
                    out.send(command);
                }
            }
            let all = text::grouped(scene.table.order.len() as u64);
            let words = match scene.variants.view().filters() {
                true => format!("{all} listed"),
                false => format!("all {all}"),
            };
            let (font, ink) = (regular(12.0), Palette::current(ui).text2);
            widgets::elided(ui, &words, font, ink, ui.available_width());
        });
    });
}
