//! The panel at the left: the goal, the choice of pieces, how sets are tested.

use egui::{Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};

use super::Scene;
use crate::disassembly::Level;
use crate::job::sets::{Goal, Isolated};
use crate::puzzle::PieceId;
use crate::text;
use crate::ui::action::{Action, Actions};
use crate::ui::widgets::theme::{Palette, regular, semibold};
use crate::ui::widgets::{self, Line, baseline};
use crate::workbench::sets::{GIVE_UP, SetSort, SetView, SetsAction, SetsRequest};

/// Shows the panel.
pub(super) fn show(scene: Scene, out: &mut Actions, ui: &mut Ui) {
    let (mut wish, mut view) = (scene.sets.wish().clone(), scene.sets.view().clone());
    widgets::scroll_column(ui, "sets of pieces", |ui| {
        if scene.document.has_variants().is_ok() {
            widgets::section(ui, |ui| {
                if crate::ui::variant_panels::switch(true, ui) == Some(false) {
                    out.push(Action::Sets(SetsAction::Show(false)));
                }
            });
            widgets::separator(ui);
        }
        widgets::section(ui, |ui| goal(scene, &mut wish, &mut view, ui));
        widgets::separator(ui);
        ui.add_enabled_ui(!scene.sets.is_running(), |ui| {
            widgets::section(ui, |ui| choice(scene, &mut wish, ui));
            widgets::separator(ui);
            widgets::section(ui, |ui| method(scene, &mut wish, ui));
        });
    });
    if wish != *scene.sets.wish() {
        out.push(Action::Sets(SetsAction::Wish(wish)));
    }
    if view != *scene.sets.view() {
        out.push(Action::Sets(SetsAction::View(view)));
    }
}

/// Shows the goal for a set, and how many meet it so far.
fn goal(scene: Scene, wish: &mut SetsRequest, view: &mut SetView, ui: &mut Ui) {
    widgets::section_title(ui, "Goal", "sets so far");
    let variants = scene.variants() as u32;
    let table = scene.sets.table();
    let (mut least, level) = view.goal.numbers(variants);
    for (n, (goal, label)) in Goal::choices(least, level).into_iter().enumerate() {
        let is_chosen = std::mem::discriminant(&goal) == std::mem::discriminant(&view.goal);
        let SetsRequest { only_exists, takes_apart, .. } = *scene.sets.wish();
        let is_known = match goal {
            // It has solutions taken apart.
            Goal::Apart(_) => takes_apart || !scene.sets.is_running(),
            _ => !goal.needs_counts() || !only_exists || takes_apart,
        };
        let number = match (table, is_known && (takes_apart || !goal.needs_moves())) {
            (Some(table), true) => text::grouped(table.by_goal[n] as u64),
            _ => String::new(),
        };
        let label = match (variants, goal) {
            (1, Goal::Solvable) => "It has a solution",
            (1, Goal::Unique) => "It has exactly one solution",
            (_, Goal::Apart(_)) => label,
            (1, _) => continue,
            _ => label,
        };
        let row =
            ui.add_enabled_ui(is_known, |ui| widgets::radio_row(ui, is_chosen, label, &number));
        let row = row.inner.on_disabled_hover_text(match goal {
            Goal::Apart(_) => "This search does not take solutions apart. Stop it first.",
            _ => "Choose Count all solutions of a set below first.",
        });
        if row.clicked() {
            wish.takes_apart |= goal.needs_moves();
            view.goal = goal;
            if goal.needs_moves() {
                (view.sort, view.reversed) = (SetSort::Level, false);
            }
        }
    }
    if !matches!(view.goal, Goal::AtLeast(_) | Goal::Apart(_)) {
        // What is below keeps its place when a goal with a number is chosen.
        ui.allocate_space(egui::vec2(1.0, ui.spacing().interact_size.y));
    }
    if let Goal::AtLeast(_) = view.goal {
        ui.horizontal(|ui| {
            ui.add_space(26.0);
            widgets::number_field(
                ui,
                "Least number of solvable variants",
                &mut least,
                1..=variants,
            );
            let words = format!("of {}", text::count(u64::from(variants), "variant"));
            let palette = Palette::current(ui);
            widgets::elided(ui, &words, regular(12.0), palette.text2, ui.available_width());
        });
        view.goal = Goal::AtLeast(least);
    }
    if let Goal::Apart(level) = view.goal {
        let mut first = level.numbers().0.first().copied().unwrap_or(1);
        ui.horizontal(|ui| {
            ui.add_space(26.0);
            let name = "Least number of moves until a piece is free";
            widgets::number_field(ui, name, &mut first, 1..=999)
                .on_hover_text("The moves until the first piece or group is free.");
            let words = "moves or more";
            let palette = Palette::current(ui);
            widgets::elided(ui, words, regular(12.0), palette.text2, ui.available_width());
        });
        view.goal = Goal::Apart(Level::new([first]));
    }
}

/// Shows the number of pieces in a set, and those always or never used.
fn choice(scene: Scene, wish: &mut SetsRequest, ui: &mut Ui) {
    let palette = Palette::current(ui);
    let all = scene.puzzle.pieces.len() as u32;
    let title = format!("Choose {} of {all} pieces", wish.count);
    widgets::section_title(ui, &title, if scene.sets.table().is_some() { "in sets" } else { "" });
    ui.horizontal(|ui| {
        widgets::number_field(ui, "Number of pieces of a set", &mut wish.count, 1..=all);
        let words = "pieces in each set";
        widgets::elided(ui, words, regular(12.0), palette.text2, ui.available_width());
    });
    ui.add_space(6.0);
    match (scene.sets.failure(), scene.sets.plan()) {
        (Some(why), _) => {
            let words = text::capitalised(why) + ".";
            widgets::paragraph(ui, &words, regular(12.0), palette.alert);
        }
        (None, Some(plan)) => {
            let sets = plan.sets();
            let mut words = sets.words() + ".";
            if sets.sampled_from().is_some() {
                words += " Set pieces to always or never to test all that are left.";
            }
            let always: Vec<&str> =
                sets.in_all().into_iter().map(|id| &*scene.puzzle.piece(id).name).collect();
            if !always.is_empty() && always.len() < wish.count as usize {
                words += &format!(" In each of them: {}.", text::shortened(&always.join(", "), 60));
            }
            widgets::paragraph(ui, &words, regular(12.0), palette.text2);
            if let Some(Isolated { variant, site }) = plan.isolated() {
                let lattice = scene.puzzle.lattice;
                let (name, one) = (plan.list().name(variant), lattice.site_words.0);
                let label = lattice.site_label(site);
                let words = format!("No set solves {name}: {one} {label} cannot be covered there.");
                widgets::paragraph(ui, &words, regular(12.0), palette.alert);
            }
        }
        (None, None) => {
            widgets::paragraph(ui, "Listing the sets…", regular(12.0), palette.text2);
        }
    }
    ui.add_space(4.0);
    for n in 0..wish.uses.len() {
        piece_row(scene, n, wish, ui);
    }
}

/// A piece: icon, name, whether sets have it, in how many of those found it is.
fn piece_row(scene: Scene, n: usize, wish: &mut SetsRequest, ui: &mut Ui) {
    let palette = Palette::current(ui);
    let piece = &scene.puzzle.pieces[n];
    let used = wish.uses[n];
    let table = scene.sets.table();
    let number = table.map(|table| table.with_piece.get(n).copied().unwrap_or(0));
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 28.0), Sense::click());
    response.widget_info(|| {
        let label = format!("{}: {}", piece.name, used.word());
        WidgetInfo::labeled(Role::Button, ui.is_enabled(), label)
    });
    let painter = ui.painter();
    if response.hovered() {
        painter.rect_filled(rect.expand2(vec2(4.0, 0.0)), 4.0, palette.hover);
    }
    let icon = Rect::from_min_size(rect.min + vec2(0.0, 5.0), vec2(26.0, 18.0));
    scene.figures.icon(painter, scene.puzzle, PieceId(n as u32), icon);
    let base = baseline(rect.center().y, 13.0);
    let right = rect.right();
    let bar = (right - 72.0, right - 36.0);
    let name = Line::new(ui, &piece.name, semibold(13.0), palette.text, bar.0 - rect.left() - 88.0);
    name.left(painter, rect.left() + 36.0, base);
    let ink = if used == crate::workbench::sets::Use::May { palette.text3 } else { palette.text };
    Line::whole(ui, used.word(), regular(12.0), ink).right(painter, bar.0 - 10.0, base);
    if let (Some(number), Some(table)) = (number, table) {
        let middle = rect.center().y;
        let whole = Rect::from_min_max(pos2(bar.0, middle - 3.0), pos2(bar.1, middle + 3.0));
        painter.rect_filled(whole, 3.0, palette.pressed);
        let share = number as f32 / table.met.max(1) as f32;
        painter.rect_filled(whole.with_max_x(bar.0 + whole.width() * share), 3.0, palette.text3);
        let words = text::grouped(number as u64);
        Line::whole(ui, &words, regular(12.0), palette.text).right(painter, right, base);
    }
    widgets::focus_ring(ui, &response, rect.expand2(vec2(2.0, -2.0)), 4.0);
    let tip = "Click to switch between may, always and never.";
    if response.on_hover_text(tip).clicked() {
        wish.uses[n] = used.next();
    }
}

/// Shows how sets are tested.
fn method(scene: Scene, wish: &mut SetsRequest, ui: &mut Ui) {
    widgets::section_title(ui, "While it runs", "");
    let mut counts = !wish.only_exists || wish.takes_apart;
    ui.add_enabled_ui(!wish.takes_apart, |ui| {
        if widgets::check_row(ui, &mut counts, "Count all solutions of a set", "").changed() {
            wish.only_exists = !counts;
        }
    });
    widgets::check_row(ui, &mut wish.takes_apart, "Take solutions apart", "")
        .on_hover_text("Finds out whether exactly one comes apart, and at which level.");
    if scene.variants() > 1 {
        let label = format!("Give up at {GIVE_UP} unsolvable ones");
        widgets::check_row(ui, &mut wish.gives_up, &label, "");
    }
}
