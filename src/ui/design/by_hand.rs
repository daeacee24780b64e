//! Help with solving by hand that is about the selected piece, and the panel of hints.

use egui::{Color32, Sense, Stroke, StrokeKind, Ui, Vec2, vec2};

use super::DesignState;
use crate::picture;
use crate::text;
use crate::ui::action::{Actions, Model};
use crate::ui::by_hand::{helps, ladder};
use crate::ui::drawing::figure_cache::FigureCache;
use crate::ui::drawing::paint::{self, Look, Pen};
use crate::ui::widgets;
use crate::ui::widgets::theme::{Palette, regular};
use crate::workbench::by_hand::{ByHandSettings, ByHandStatus, SolutionsLeft, left_words};
use crate::workbench::{Command, Document};

/// Width below which an entry of the legend is left out, in points.
const LEGEND_ENTRY: f32 = 120.0;
/// The most placements that are lit up: more of them cover each other.
const MAX_LIT: usize = 200;

/// Draws the hints, the settings of help while placing, and what is known of the solutions.
pub(super) fn hints(state: &mut DesignState, model: Model, out: &mut Actions, ui: &mut Ui) {
    let Some(document) = &model.bench.document else { return };
    let settings = model.bench.settings.play;
    widgets::section(ui, |ui| {
        ladder(document, settings, out, ui);
        // A player who wants no help sees none.
        if settings.count || settings.warn || document.hint_count() > 0 {
            leading_button(state, document, ui);
        }
    });
    widgets::separator(ui);
    widgets::section(ui, |ui| {
        widgets::section_title(ui, "While placing", "");
        helps(settings, false, out, ui);
    });
    widgets::separator(ui);
    widgets::section(ui, |ui| {
        widgets::section_title(ui, "Solutions", "");
        numbers(document, settings, ui);
        ui.add_space(8.0);
        buttons(document, settings, out, ui);
    });
}

/// The button that shows the placements of the selected piece that lead to a solution.
fn leading_button(state: &mut DesignState, document: &Document, ui: &mut Ui) {
    let Some(piece) = state.selected(&document.puzzle) else { return };
    let name = &document.puzzle.piece(piece).name;
    let Some((count, _)) = document.leading(piece, 0) else { return };
    ui.add_space(8.0);
    let label = match count {
        0 => format!("No placement of {name} works"),
        1 => format!("Show the one placement of {name} that works"),
        n => format!("Show the {} placements of {name} that work", text::grouped(n)),
    };
    let button = widgets::Button::new(&label).small().selected(state.shows_leading && count > 0);
    let tip = "Highlight the placements of the selected piece that lead to a solution.";
    if button.enabled(count > 0).tooltip(tip).show(ui).clicked() {
        state.shows_leading = !state.shows_leading;
    }
}

/// Lights up the placements of the selected piece that lead to a solution, while that is asked for.
pub(super) fn paint_leading(
    state: &DesignState,
    document: &Document,
    figures: &FigureCache,
    pen: Pen,
) {
    let Pen { palette, projection, .. } = pen;
    let piece = state.selected(&document.puzzle).filter(|_| state.shows_leading);
    let Some(piece) = piece else { return };
    let Some((_, placements)) = document.leading(piece, MAX_LIT) else { return };
    let own = document.puzzle.piece(piece);
    let look = Look {
        ink: Some(Color32::TRANSPARENT),
        line: 0.0,
        cover: 0.16,
        name: false,
        grid: false,
        ..Look::on_board(palette, projection.scale)
    };
    for sites in &placements {
        let figure = picture::placed(None, &figures.board.page, "", sites);
        paint::piece(pen, &figure, own.colour, "", look);
        paint::dashes(pen, &figure, Stroke::new(1.5, palette.accent));
    }
}

/// Explains the lines around the piece in hand, while a piece is selected and dead ends are shown.
pub(super) fn legend(state: &DesignState, model: Model, document: &Document, ui: &mut Ui) {
    let is_shown = document.is_playable()
        && model.bench.settings.play.warn
        && state.selected(&document.puzzle).is_some();
    if !is_shown {
        return;
    }
    let palette = Palette::current(ui);
    for (words, line, is_dashed) in [
        ("fits, a solution is left", palette.accent, false),
        ("fits, but no solution from here", palette.alert, true),
    ] {
        if ui.available_width() < LEGEND_ENTRY {
            break;
        }
        let (rect, _) = ui.allocate_exact_size(Vec2::splat(14.0), Sense::hover());
        let stroke = Stroke::new(2.0, line);
        if is_dashed {
            widgets::dashed_frame(ui.painter(), rect.shrink(1.0), stroke, (3.0, 2.0));
        } else {
            ui.painter().rect_stroke(rect, 1.0, stroke, StrokeKind::Inside);
        }
        ui.add_space(8.0);
        widgets::elided(ui, words, regular(12.0), palette.text2, ui.available_width().max(0.0));
        ui.add_space(20.0);
    }
}

/// The number of all solutions, and of those that are left.
fn numbers(document: &Document, settings: ByHandSettings, ui: &mut Ui) {
    let status = document.by_hand_status(settings);
    let all = match document.counts().filter(|_| !document.is_outdated()) {
        None if document.puzzle.placed.is_empty() => match status {
            // Counted for a hint.
            Some(ByHandStatus::Left(SolutionsLeft::Exactly(n))) => {
                format!("{} total", text::grouped(n))
            }
            _ => "not counted yet".to_owned(),
        },
        Some((counts, true)) => {
            let (total, distinct) = (text::grouped(counts.total), text::grouped(counts.distinct));
            format!("{total} total, {distinct} distinct")
        }
        _ => "not counted yet".to_owned(),
    };
    widgets::fact_row(ui, "In all", &all);
    // The row stays while nothing is known, or the buttons below would move.
    let left = match status {
        Some(ByHandStatus::Left(left)) => left_words(left),
        Some(ByHandStatus::Counting(_)) => "counting…".to_owned(),
        Some(ByHandStatus::Solved(_)) => "solved".to_owned(),
        Some(ByHandStatus::NotCounted | ByHandStatus::Distinct(_)) | None => "–".to_owned(),
    };
    widgets::fact_row(ui, "With these pieces", &left);
}

/// A random solution, and the way to the one on the board.
fn buttons(document: &Document, settings: ByHandSettings, out: &mut Actions, ui: &mut Ui) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(8.0, 8.0);
        let solved = document.by_hand_status(settings);
        if let Some(ByHandStatus::Solved(Some(_))) = solved {
            let button = widgets::Button::new("Show it in Solutions");
            if button.tooltip(Command::ShowSolved.hint()).show(ui).clicked() {
                out.send(Command::ShowSolved);
            }
        }
        let button = widgets::Button::new("Random solution").enabled(document.can_hint().is_ok());
        if button.tooltip(Command::RandomSolution.hint()).show(ui).clicked() {
            out.send(Command::RandomSolution);
        }
        if !document.puzzle.placed.is_empty() {
            let button = widgets::Button::new("Finish from here");
            let button = button.enabled(document.busy().is_none());
            if button.tooltip(Command::FinishFromHere.hint()).show(ui).clicked() {
                out.send(Command::FinishFromHere);
            }
        }
    });
}
