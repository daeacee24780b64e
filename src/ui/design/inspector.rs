//! The inspector: checks, facts, and the selected piece.

use std::sync::Arc;

use egui::{
    Align, CornerRadius, CursorIcon, Layout, Margin, Rect, Response, Role, Sense, Stroke,
    StrokeKind, Ui, UiBuilder, Vec2, WidgetInfo,
};

use super::{DesignState, InspectorTab, by_hand, piece_editor, site_editor, texts};
use crate::natural::Natural;
use crate::polyform::{Motions, Shape};
use crate::puzzle::{Piece, PieceId, Puzzle};
use crate::text;
use crate::ui::action::{Action, Actions, Model};
use crate::ui::drawing::figure_cache;
use crate::ui::outcome::no_solution_words;
use crate::ui::suggestions;
use crate::ui::widgets::icons::Icon;
use crate::ui::widgets::theme::{Palette, regular};
use crate::ui::widgets::{self, Kind};
use crate::workbench::check::analysis::Analysis;
use crate::workbench::check::remedies::RemedyAction;
use crate::workbench::check::{Check, CheckKind, Scope, Severity};
use crate::workbench::command::Tool;
use crate::workbench::reason::Position;
use crate::workbench::{Command, Document, Task};

/// Side of the picture of an orientation.
const TILE: f32 = 56.0;
/// The heading of the part about the selected piece, also when none is.
const NONE_SELECTED: &str = "Choose a piece to see its orientations and where it can go.";

/// The same where nothing turns.
const NONE_CHOSEN: &str = "Choose one to see where it can go.";

/// Draws the inspector.
pub(super) fn show(state: &mut DesignState, model: Model, out: &mut Actions, ui: &mut Ui) {
    let Some(document) = &model.bench.document else { return };
    let failed = match document.analysis() {
        Task::Failed(message) => Some(message.clone()),
        _ => None,
    };
    let analysis = document.analysis().get().cloned();
    ui.spacing_mut().item_spacing.y = 0.0;
    if document.puzzle.cover.is_none() {
        tabs(state, document, analysis.as_deref(), ui);
    }
    let shows_hints = document.is_playable() && state.tab == InspectorTab::Hints;
    widgets::scroll_column(ui, ("inspector", shows_hints), |ui| {
        let Some(analysis) = analysis else {
            widgets::section(ui, |ui| not_analysed(failed.as_deref(), ui));
            // What is scrolled to is there again once the change is analysed.
            ui.set_min_height(state.inspector_height);
            return;
        };
        if shows_hints {
            by_hand::hints(state, model, out, ui);
            widgets::separator(ui);
            widgets::section(ui, |ui| selection(state, document, &analysis, out, ui));
            return;
        }
        if state.brush.tool == Tool::Text && document.puzzle.cover.is_none() {
            texts::section(state, model, out, ui);
        }
        // What is selected comes first, so that no complaint moves the fields that are edited.
        let is_selected = !state.chosen.is_empty() || state.site.is_some();
        if is_selected {
            widgets::section(ui, |ui| selection(state, document, &analysis, out, ui));
            widgets::separator(ui);
        }
        checks(state, model, document, out, ui, &analysis);
        widgets::separator(ui);
        widgets::section(ui, |ui| facts(document, &analysis, ui));
        words_of_the_file(document, ui);
        if !is_selected {
            widgets::separator(ui);
            widgets::section(ui, |ui| selection(state, document, &analysis, out, ui));
        }
        state.inspector_height = ui.min_rect().height();
    });
}

/// The switch between what is known of the puzzle and help for who solves it by hand, and the
/// verdict of the checks, wherever these are scrolled to.
fn tabs(state: &mut DesignState, document: &Document, known: Option<&Analysis>, ui: &mut Ui) {
    let palette = Palette::current(ui);
    let size = Vec2::new(ui.available_width(), 44.0);
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    ui.painter().hline(rect.x_range(), rect.bottom() - 0.5, Stroke::new(1.0, palette.line));
    let inner = rect.shrink2(Vec2::new(16.0, 0.0)).translate(Vec2::new(0.0, -0.5));
    let layout = Layout::left_to_right(Align::Center);
    let mut strip = ui.new_child(UiBuilder::new().max_rect(inner).layout(layout));
    let choices = [(InspectorTab::Overview, "Overview"), (InspectorTab::Hints, "Hints")];
    widgets::segmented_small(&mut strip, &mut state.tab, &choices);
    let Some(known) = known else { return };
    let left = left_to_cut(state, document);
    let (verdict, is_bad) = verdict(document, known, left.as_deref());
    let ink = if is_bad { palette.alert } else { palette.text2 };
    strip.with_layout(Layout::right_to_left(Align::Center), |ui| {
        let room = ui.available_width();
        let shown = widgets::elided(ui, &verdict, regular(12.0), ink, room);
        // The checks come first where no piece is selected.
        if is_bad
            && shown.interact(Sense::CLICK).on_hover_cursor(CursorIcon::PointingHand).clicked()
        {
            state.tab = InspectorTab::Overview;
            state.select(None);
        }
    });
}

/// Returns the verdict of the checks, in two words, and whether it is bad.
fn verdict(document: &Document, analysis: &Analysis, left: Option<&str>) -> (String, bool) {
    if let Some(left) = left {
        return (left.to_owned(), false);
    }
    let wrong = analysis.checks.iter().filter(|c| c.severity == Severity::Wrong).count();
    match wrong {
        0 if document.has_no_solution() => ("no solution".to_owned(), true),
        0 => ("no errors".to_owned(), false),
        _ => (format!("{wrong} to fix"), true),
    }
}

/// The words for how much of the board is left while it is being cut into pieces: with that tool in
/// hand, as long as all pieces lie on the board.
fn left_to_cut(state: &DesignState, document: &Document) -> Option<String> {
    let puzzle = &document.puzzle;
    if state.brush.tool != Tool::Cut || puzzle.cover.is_some() {
        return None;
    }
    let covered: usize = puzzle.placed.iter().map(|laid| laid.sites.len()).sum();
    let left = puzzle.board.sites().len().saturating_sub(covered) as u64;
    let all_lie = puzzle.pieces().all(|(id, _)| document.is_used_up(id));
    (all_lie && left > 0).then(|| format!("{} left to cut", puzzle.lattice.count_sites(left)))
}

/// Shows a placeholder for the checks while nothing is known, or why nothing will be.
fn not_analysed(failed: Option<&str>, ui: &mut Ui) {
    widgets::section_title(ui, "Checks", "");
    match failed {
        Some(message) => {
            widgets::notice(ui, Kind::Alert, "The puzzle is too large", message, &[]);
        }
        None => {
            let colour = Palette::current(ui).text2;
            widgets::elided(ui, "Counting placements…", regular(13.0), colour, 260.0);
        }
    }
}

/// Shows the facts about the puzzle as a whole.
fn facts(document: &Document, analysis: &Analysis, ui: &mut Ui) {
    widgets::section_title(ui, "Puzzle", "");
    for fact in analysis.facts() {
        widgets::fact_row(ui, fact.label, &fact.value);
    }
    if let Some(search) = document.search_size() {
        let tip = "Estimated from random samples before the search.";
        widgets::fact_row(ui, "Search", &search.to_string()).on_hover_text(tip);
    }
}

/// The selected piece, the selected pieces, or the selected site.
fn selection(
    state: &mut DesignState,
    document: &Document,
    analysis: &Analysis,
    out: &mut Actions,
    ui: &mut Ui,
) {
    let several = state.chosen.len() > 1;
    let now = &document.puzzle;
    match state.selected(&analysis.puzzle) {
        Some(piece) if !several => selected(state, now, out, ui, analysis, piece),
        _ if state.site.is_some() && analysis.puzzle.cover.is_none() => {
            if let Some(site) = state.site
                && !site_editor::show(document, &[site], out, ui)
            {
                state.site = None;
            }
        }
        _ if !state.chosen.is_empty() && analysis.puzzle.cover.is_none() => {
            let (title, caption) = match &state.chosen[..] {
                [one] => (format!("Piece {one}"), "not used".to_owned()),
                all => (text::count(all.len() as u64, "piece"), "changes apply to all".to_owned()),
            };
            widgets::section_title(ui, &title, &caption);
            piece_editor::show(state, now, out, ui);
        }
        _ => {
            let (one, _) = analysis.puzzle.piece_words();
            widgets::section_title(ui, &text::capitalised(one), "");
            let none_selected = match &analysis.puzzle.cover {
                Some(_) => NONE_CHOSEN,
                None => NONE_SELECTED,
            };
            let colour = Palette::current(ui).text2;
            let text = egui::RichText::new(none_selected).size(12.0).color(colour);
            ui.add(egui::Label::new(text).wrap());
        }
    }
}

fn checks(
    state: &mut DesignState,
    model: Model,
    document: &Document,
    out: &mut Actions,
    ui: &mut Ui,
    analysis: &Analysis,
) {
    let left = left_to_cut(state, document);
    let is_unsolvable = document.has_no_solution() && left.is_none();
    // Beside the tabs the verdict stands already.
    let has_tabs = analysis.puzzle.cover.is_none();
    let caption = if has_tabs { String::new() } else { verdict(document, analysis, None).0 };
    egui::Frame::new().inner_margin(Margin { left: 16, right: 16, top: 12, bottom: 4 }).show(
        ui,
        |ui| {
            widgets::section_title(ui, "Checks", &caption);
        },
    );
    egui::Frame::new().inner_margin(Margin { left: 12, right: 12, top: 0, bottom: 12 }).show(
        ui,
        |ui| {
            if let Some(words) = is_unsolvable.then(|| no_solution_words(document)).flatten() {
                widgets::notice(ui, Kind::Alert, "No solution exists", &words, &[]);
                ui.add_space(8.0);
            }
            // A board that is being cut is unfinished, which is no error.
            if let Some(left) = &left {
                let region = "Drag over them to give them to a piece. Ctrl+click makes all that \
                              hang together one piece.";
                widgets::notice(ui, Kind::Warn, &text::capitalised(left), region, &[]);
                ui.add_space(8.0);
            }
            // Why there is no solution, what helps, and then the rest.
            let is_reason = |check: &&Check| check.kind == CheckKind::Obstruction;
            let (reasons, rest): (Vec<&Check>, Vec<&Check>) =
                analysis.checks.iter().partition(is_reason);
            let assembly = model.bench.assembly();
            let mut helps = is_unsolvable;
            for check in reasons.into_iter().chain(rest).chain(&assembly) {
                if helps && !is_reason(&check) {
                    helpful_changes(document, out, ui);
                    helps = false;
                }
                let kind = match check.severity {
                    Severity::Wrong if left.is_some() => continue,
                    _ if left.is_some() && check.kind == CheckKind::Obstruction => continue,
                    Severity::Wrong => Kind::Alert,
                    // What is in order is beside the point.
                    Severity::Fine if is_unsolvable => continue,
                    _ if check.kind == CheckKind::Obstruction => Kind::Alert,
                    Severity::Notable => Kind::Warn,
                    Severity::Fine => {
                        widgets::passed(ui, &check.title);
                        continue;
                    }
                };
                let show = match &check.scope {
                    Scope::Puzzle => None,
                    Scope::Colours => Some("Show the colours".to_owned()),
                    Scope::Piece(piece) => {
                        Some(format!("Show {}", analysis.puzzle.piece(*piece).name))
                    }
                    Scope::Placement(option, _) => {
                        let piece = analysis.encoding.placement(*option).piece;
                        Some(format!("Show {}", analysis.puzzle.piece(piece).name))
                    }
                    Scope::Sites(sites) if sites.len() == 1 => {
                        Some(format!("Show {}", analysis.puzzle.lattice.site_words.0))
                    }
                    Scope::Sites(_) => {
                        Some(format!("Show {}", analysis.puzzle.lattice.site_words.1))
                    }
                };
                let mut buttons: Vec<(&str, bool)> =
                    check.remedies.iter().map(|remedy| (remedy.label.as_str(), true)).collect();
                buttons.extend(show.iter().map(|label| (label.as_str(), true)));
                match widgets::notice(ui, kind, &check.title, &check.text, &buttons) {
                    Some(n) if n < check.remedies.len() => {
                        fix(&analysis.puzzle, &check.remedies[n].action, out);
                    }
                    Some(_) => match &check.scope {
                        Scope::Piece(piece) => {
                            state.select(Some(&analysis.puzzle.piece(*piece).name));
                        }
                        Scope::Placement(option, sites) => {
                            state.show_placement(analysis, *option);
                            state.marked.clone_from(sites);
                        }
                        Scope::Sites(sites) => state.marked.clone_from(sites),
                        Scope::Colours => out.push(Action::ShowReason(Position::Start)),
                        Scope::Puzzle => {}
                    },
                    None => {}
                }
                ui.add_space(8.0);
            }
            if left.is_none() && (helps || !is_unsolvable && document.suggestions().is_some()) {
                helpful_changes(document, out, ui);
            }
        },
    );
}

fn helpful_changes(document: &Document, out: &mut Actions, ui: &mut Ui) {
    egui::Frame::new().inner_margin(Margin { left: 4, right: 4, top: 4, bottom: 12 }).show(
        ui,
        |ui| {
            suggestions::show(document, out, ui);
        },
    );
}

/// Asks for what fixes a complaint about some version of the puzzle.
fn fix(known: &Arc<Puzzle>, action: &RemedyAction, out: &mut Actions) {
    if let RemedyAction::Edits(edits) = action {
        out.push(Action::Edits(edits.clone(), Some(Arc::clone(known))));
    } else if let Some(command) = Command::for_remedy(action) {
        out.send(command);
        let (_, many) = known.lattice.site_words;
        match action {
            RemedyAction::PaintSites => out.say(format!("Drag to make {many} required.")),
            RemedyAction::EraseSites => out.say(format!("Drag to erase {many}.")),
            RemedyAction::MakeSitesOptional => out.say(format!("Drag to make {many} optional.")),
            _ => {}
        }
    }
}

/// Source, author and note, as the file has them.
fn words_of_the_file(document: &Document, ui: &mut Ui) {
    let file = document.description();
    let mut lines = vec![("Author", file.author.clone()), ("Source", file.source.clone())];
    let expected = expected_numbers(document);
    lines.extend(expected.iter().filter_map(|&(kind, n)| n.map(|n| (kind, text::grouped(n)))));
    lines.retain(|(_, value)| !value.is_empty());
    if lines.is_empty() && file.note.is_empty() {
        return;
    }
    widgets::separator(ui);
    widgets::section(ui, |ui| {
        widgets::section_title(ui, "About", "");
        for (label, value) in &lines {
            widgets::fact_row(ui, label, value).on_hover_text(value);
        }
        if !file.note.is_empty() {
            ui.add_space(4.0);
            let colour = Palette::current(ui).text2;
            ui.add(
                egui::Label::new(egui::RichText::new(&file.note).size(12.0).color(colour)).wrap(),
            );
        }
    });
}

/// The numbers of solutions that the file expects: of the variants, where only these have any.
fn expected_numbers(document: &Document) -> Vec<(&'static str, Option<Natural>)> {
    let puzzle = &document.puzzle;
    let number = |n: Option<u64>| n.map(Natural::from);
    match &puzzle.variants {
        Some(family) if document.needs_variants() => vec![
            ("Expected, variants", number(family.expect.variants)),
            ("Expected, solvable", number(family.expect.solvable)),
            ("Expected, distinct of all", number(family.expect.distinct)),
        ],
        _ => vec![
            ("Expected, total", puzzle.expect.total),
            ("Expected, turned", puzzle.expect.turned),
            ("Expected, distinct", puzzle.expect.distinct),
            ("Expected, symmetric", puzzle.expect.symmetric),
        ],
    }
}

fn selected(
    state: &mut DesignState,
    now: &Puzzle,
    out: &mut Actions,
    ui: &mut Ui,
    analysis: &Analysis,
    id: PieceId,
) {
    let puzzle = &analysis.puzzle;
    let piece = puzzle.piece(id);
    let encoding = &analysis.encoding;
    let range = encoding.placements_of(id);
    let laid = now.placed.iter().filter(|laid| laid.piece == id).count();
    let is_laid = laid >= piece.copies.max as usize;
    let orientations = &encoding.orientations[id.index()];
    let turned = state.ghost(analysis).map(|o| encoding.placement(o).orientation as usize);
    let caption = match turned {
        _ if puzzle.cover.is_some() => String::new(),
        Some(n) => format!("orientation {} of {}", n + 1, orientations.len()),
        None => text::count(orientations.len() as u64, "orientation"),
    };
    let kind = text::capitalised(puzzle.piece_words().0);
    widgets::section_title(ui, &format!("{kind} {}", piece.name), &caption);
    if puzzle.cover.is_some() {
        widgets::fact_row(ui, "Copies", &piece.copies.words());
        stepper(state, range.len(), is_laid, out, ui);
        return;
    }
    orientations_of(state, out, ui, analysis, id);
    ui.add_space(8.0);
    widgets::fact_row(ui, "Size", &puzzle.lattice.count_sites(piece.shape.size() as u64));
    let twin = piece.shape.mirror_twin(puzzle.lattice);
    widgets::fact_row(ui, "Mirror image", &twin_words(puzzle, piece, twin.as_ref()));
    stepper(state, range.len(), is_laid, out, ui);
    ui.add_space(8.0);
    piece_editor::show(state, now, out, ui);
}

/// Pictures of the orientations of a piece; a click goes to the first placement of one.
fn orientations_of(
    state: &mut DesignState,
    out: &mut Actions,
    ui: &mut Ui,
    analysis: &Analysis,
    id: PieceId,
) {
    let Analysis { puzzle, encoding, .. } = analysis;
    let piece = puzzle.piece(id);
    let now = state.ghost(analysis).map(|o| encoding.placement(o).orientation as usize);
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing = Vec2::splat(8.0);
        ui.horizontal_wrapped(|ui| {
            // The orientations of a piece in a plane are at most 12, in space 48.
            for (n, shape) in encoding.orientations[id.index()].iter().enumerate() {
                let label = format!("Orientation {} of {}", n + 1, piece.name);
                let (rect, response) = tile(ui, now == Some(n), &label);
                if response.clicked() && !state.show_orientation(encoding, id, n) {
                    out.say(format!("{label} does not fit on the board."));
                }
                let inner = rect.shrink(8.0);
                figure_cache::orientation_icon(ui.painter(), puzzle, id, shape, inner, 14.0);
            }
        });
    });
}

/// A square that can be chosen, for a picture.
fn tile(ui: &mut Ui, chosen: bool, label: &str) -> (Rect, Response) {
    let palette = Palette::current(ui);
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(TILE), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::Button, ui.is_enabled(), chosen, label));
    let (fill, line) = match (chosen, response.hovered()) {
        (true, _) => (palette.accent_soft, palette.accent),
        (false, true) => (palette.hover, palette.border),
        (false, false) => (palette.card, palette.border),
    };
    let stroke = Stroke::new(1.0, line);
    ui.painter().rect(rect, CornerRadius::same(4), fill, stroke, StrokeKind::Inside);
    widgets::focus_ring(ui, &response, rect, 4.0);
    (rect, response)
}

/// Describes the mirror image of a piece: itself, another piece of the puzzle, or a shape of no
/// other.
fn twin_words(puzzle: &Puzzle, piece: &Piece, twin: Option<&Shape>) -> String {
    let Some(twin) = twin else { return "same".to_owned() };
    let turns = Motions::Turn.group(puzzle.lattice, twin.sites());
    let least = twin.least_image(puzzle.lattice, &turns);
    let here = puzzle.pieces.iter().find(|other| {
        other.name != piece.name && other.shape.least_image(puzzle.lattice, &turns) == least
    });
    here.map_or_else(|| "different".to_owned(), |other| format!("of {}", other.name))
}

/// Shows which of its placements lies on the board, and the buttons to step through them; all copies
/// may be laid.
fn stepper(state: &DesignState, placements: usize, is_laid: bool, out: &mut Actions, ui: &mut Ui) {
    let palette = Palette::current(ui);
    ui.add_space(8.0);
    if placements == 0 {
        return;
    }
    ui.scope(|ui| {
        ui.set_height(28.0);
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            let (number, count) = state.placement_number(placements);
            let text = match count {
                0 if is_laid => "It lies on the board.".to_owned(),
                0 => "No placement fits.".to_owned(),
                _ => format!(
                    "Placement {} of {}",
                    text::grouped(number as u64),
                    text::grouped(count as u64)
                ),
            };
            widgets::elided(ui, &text, regular(13.0), palette.text, 190.0);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if widgets::icon_button(ui, Icon::Next, "Next placement").clicked() {
                    out.send(Command::Next);
                }
                if widgets::icon_button(ui, Icon::Previous, "Previous placement").clicked() {
                    out.send(Command::Previous);
                }
            });
        });
    });
}
