//! The run screen while a first solution is looked for, and after that: the best attempt with its
//! hole, or the solution, beside what has been tried.
//!
//! There is no percentage and no forecast: each run begins again, and knows nothing of the end.

use egui::{
    Align, CentralPanel, Frame, Layout, Margin, Panel, Role, ScrollArea, Sense, Ui, WidgetInfo,
};

use crate::exact_cover::OptionId;
use crate::job::Phase;
use crate::job::first::FirstSnapshot;
use crate::text;
use crate::ui::action::{Actions, Model};
use crate::ui::batch_strip::pause_button;
use crate::ui::drawing::figure_cache::{FigureCache, SolutionView};
use crate::ui::widgets;
use crate::ui::widgets::icons::Icon;
use crate::ui::widgets::side_panels::{Edge, SideLayout, SidePanel, Sides};
use crate::ui::widgets::theme::{Palette, regular, semibold};
use crate::workbench::solve::first::First;
use crate::workbench::{Command, Document, Screen};

/// The panel beside the board.
const SIDES: SideLayout = SideLayout {
    left: SidePanel { id: "find facts", name: "facts", usual: 288.0, least: 264.0 },
    right: SidePanel { id: "find next", name: "what next", usual: 300.0, least: 256.0 },
    middle: 360.0,
    folds_first: Edge::Right,
};

/// Width of the box of a number that changes, in points.
const NUMBER: f32 = 112.0;

/// Shows the screen.
pub(super) fn show(first: &First, model: Model, out: &mut Actions, ui: &mut Ui) {
    let (Some(document), Some(figures)) = (&model.bench.document, model.figures) else { return };
    let snapshot = first.snapshot();
    if !snapshot.phase.is_over() {
        ui.ctx().request_repaint_after(crate::ui::platform::wake::FRAME);
    }
    let palette = Palette::current(ui);
    ui.spacing_mut().item_spacing.y = 0.0;
    let bars = Frame::new().fill(palette.bars);
    Panel::top("find head").exact_size(84.0).frame(bars).show(ui, |ui| {
        out.extend(strip(first, &snapshot, ui));
    });
    let sides = Sides::new(ui, SIDES, model.modal);
    sides.panel(ui, Edge::Left, |ui| facts(first, document, &snapshot, ui));
    sides.middle(ui, |ui| {
        CentralPanel::default().frame(Frame::new().fill(palette.panel)).show(ui, |ui| {
            board(first, document, figures, &snapshot, ui);
        });
    });
    sides.panel(ui, Edge::Right, |ui| next(first, model, &snapshot, out, ui));
}

/// The two ends of the status line.
pub(super) fn status(first: &First) -> (String, String) {
    let snapshot = first.snapshot();
    let threads = text::count(first.threads() as u64, "thread");
    let is_by_sat = first.is_by_sat();
    let left = match &snapshot.phase {
        Phase::Running => format!("Looking for a solution on {threads}"),
        Phase::Paused => format!("Paused, {threads} waiting"),
        _ if is_by_sat => format!("{} of the SAT solver", text::count(snapshot.nodes, "conflict")),
        _ => format!("{} of the finder", text::count(snapshot.run, "run")),
    };
    if is_by_sat {
        return (left, "Its solutions are verified; if there is none, it proves that".to_owned());
    }
    (left, "The finder cannot prove that there is no solution; a complete search can".to_owned())
}

/// Describes the outcome of a finished search.
fn outcome(first: &First, snapshot: &FirstSnapshot) -> String {
    let tried = match first.is_by_sat() {
        true => text::count(snapshot.nodes, "conflict"),
        false => text::count(snapshot.run, "run"),
    };
    let found = snapshot.counts.distinct;
    match &snapshot.phase {
        Phase::Running | Phase::Paused => String::new(),
        Phase::Failed(message) => format!("Failed: {message}"),
        Phase::Complete if found == 0 => match &snapshot.impossible {
            Some(reason) => format!("No solution exists: {reason}."),
            None if first.is_by_sat() => {
                format!("No solution exists: the SAT solver proved it with {tried}.")
            }
            None => "No solution exists: everything was searched.".to_owned(),
        },
        Phase::Complete => "Everything was searched: these are all solutions.".to_owned(),
        Phase::Stopped if found > 0 => format!("Found after {tried}."),
        Phase::Stopped => {
            format!("None found in {tried}; this does not show that there is none.")
        }
    }
}

/// "83 of 108", or "83" where solutions differ in the number of their pieces.
fn of_all(placed: usize, pieces: Option<usize>) -> String {
    let placed = text::grouped(placed as u64);
    match pieces {
        Some(all) => format!("{placed} of {}", text::grouped(all as u64)),
        None => placed,
    }
}

/// The strip across the top: the run, the time, the solutions found, and the buttons or how it
/// ended. The command of a button that was pressed.
fn strip(first: &First, snapshot: &FirstSnapshot, ui: &mut Ui) -> Option<Command> {
    let palette = Palette::current(ui);
    let mut asked = None;
    let is_compact = widgets::is_compact(ui.ctx());
    let side = if is_compact { 12 } else { 24 };
    let margin = Frame::new().inner_margin(Margin::symmetric(side, 15));
    margin.show(ui, |ui| {
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = f32::from(side);
            let time = match snapshot.phase.is_over() {
                true => text::elapsed(snapshot.elapsed),
                false => text::clock(snapshot.elapsed),
            };
            let tried = match first.is_by_sat() {
                true => ("Conflicts", text::rounded(snapshot.nodes as f64), 112.0),
                false => ("Run", text::grouped(snapshot.run), 88.0),
            };
            let numbers = [
                tried,
                ("Solutions found", text::grouped(snapshot.counts.distinct), 112.0),
                ("Time", time, if is_compact { 72.0 } else { 112.0 }),
            ];
            // The facts have the others.
            for (caption, number, width) in numbers.into_iter().skip(usize::from(is_compact)) {
                widgets::headline(ui, caption, &number, width, false);
            }
            if snapshot.phase.is_over() {
                let outcome = outcome(first, snapshot);
                let label = egui::RichText::new(outcome).font(semibold(13.0)).color(palette.text);
                ui.add(egui::Label::new(label).wrap());
                return;
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                ui.spacing_mut().item_spacing.x = 8.0;
                let stop = widgets::Button::new("Stop").icon(Icon::Stop);
                let stop = if is_compact { stop } else { stop.hint("Shift+F5") };
                if stop.tooltip(Command::Stop.hint()).show(ui).clicked() {
                    asked = Some(Command::Stop);
                }
                let pause = pause_button(snapshot.phase == Phase::Paused);
                let pause = if is_compact { pause } else { pause.hint("Space") };
                if pause.show(ui).clicked() {
                    asked = Some(Command::PauseOrResume);
                }
            });
        });
    });
    asked
}

/// The panel at the left: what has been tried.
fn facts(first: &First, document: &Document, snapshot: &FirstSnapshot, ui: &mut Ui) {
    let words = document.puzzle.lattice.site_words;
    // Once a solution is found, the facts are about it and no longer about attempts.
    let solution = first.newest().filter(|_| snapshot.counts.distinct > 0);
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        widgets::column(ui, |ui| {
            if first.is_by_sat() {
                return formula_facts(snapshot, ui);
            }
            widgets::section(ui, |ui| {
                widgets::section_title(ui, "This run", "");
                let placed = solution.map_or(snapshot.placed, |options| options.len());
                let pieces = of_all(placed, snapshot.pieces);
                widgets::fact_row_fixed(ui, "Pieces placed", &pieces, NUMBER);
                let width = text::grouped(snapshot.width as u64);
                widgets::fact_row_fixed(ui, "Width", &width, NUMBER).on_hover_text(
                    "Partial solutions kept side by side; each run keeps more than the one before.",
                );
            });
            widgets::separator(ui);
            widgets::section(ui, |ui| {
                widgets::section_title(ui, "So far", "");
                let runs = text::grouped(snapshot.tries);
                widgets::fact_row_fixed(ui, "Runs without a solution", &runs, NUMBER);
                if snapshot.run > 0 {
                    let a_run = snapshot.elapsed.div_f64(snapshot.run as f64);
                    let a_run = a_run.mul_f64(first.threads().saturating_sub(1).max(1) as f64);
                    widgets::fact_row_fixed(ui, "Time a run", &text::elapsed(a_run), NUMBER);
                }
                let best = solution.unwrap_or(&snapshot.best.options);
                let best = of_all(best.len(), snapshot.pieces);
                widgets::fact_row_fixed(ui, "Most pieces placed", &best, NUMBER);
                let covered = solution.map_or(snapshot.best.covered, |_| snapshot.items);
                let covered = of_all(covered, Some(snapshot.items));
                let label = text::capitalised(words.1) + " covered";
                widgets::fact_row_fixed(ui, &label, &covered, NUMBER);
                let nodes = text::rounded(snapshot.nodes as f64);
                widgets::fact_row_fixed(ui, "Nodes", &nodes, NUMBER);
            });
            widgets::separator(ui);
            widgets::section(ui, |ui| {
                widgets::section_title(ui, "Search", "");
                widgets::fact_row(ui, "Engine", first.engine().name);
                widgets::fact_row(ui, "Threads", &first.threads().to_string());
            });
        });
    });
}

/// Shows the facts about a SAT solver.
fn formula_facts(snapshot: &FirstSnapshot, ui: &mut Ui) {
    widgets::section(ui, |ui| {
        widgets::section_title(ui, "So far", "");
        let conflicts = text::grouped(snapshot.nodes);
        widgets::fact_row_fixed(ui, "Conflicts", &conflicts, NUMBER)
            .on_hover_text("Dead ends; the solver learns from each one what is impossible.");
    });
    widgets::separator(ui);
    widgets::section(ui, |ui| {
        widgets::section_title(ui, "Search", "");
        widgets::fact_row(ui, "Engine", "SAT solver");
        widgets::fact_row(ui, "Threads", "1");
    });
}

/// The middle: the solution, or the best attempt with its hole.
fn board(
    first: &First,
    document: &Document,
    figures: &FigureCache,
    snapshot: &FirstSnapshot,
    ui: &mut Ui,
) {
    let palette = Palette::current(ui);
    let (title, caption, options): (_, _, &[OptionId]) = match first.newest() {
        Some(newest) if snapshot.phase.is_over() => ("The solution found", String::new(), newest),
        _ if first.is_by_sat() => ("The board", String::new(), &[]),
        _ => {
            let best = &snapshot.best;
            let open = snapshot.items.saturating_sub(best.covered) as u64;
            let caption = format!(
                "{} placed, {} open",
                of_all(best.options.len(), snapshot.pieces),
                document.puzzle.lattice.count_sites(open)
            );
            ("Best attempt so far", caption, &best.options)
        }
    };
    widgets::column(ui, |ui| widgets::panel_head(ui, title, &caption, |_| {}));
    CentralPanel::default().frame(Frame::new().fill(palette.canvas)).show(ui, |ui| {
        let (rect, response) = ui.allocate_exact_size(ui.available_size(), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, title));
        let encoding = &first.analysis().encoding;
        let lying = SolutionView { puzzle: &document.puzzle, encoding, options };
        let rect = rect.shrink(16.0);
        super::paint_pieces(figures, lying, rect, &ui.painter_at(rect.expand(16.0)));
    });
}

/// The panel at the right: what this means, and what can be done.
fn next(first: &First, model: Model, snapshot: &FirstSnapshot, out: &mut Actions, ui: &mut Ui) {
    let palette = Palette::current(ui);
    let found = snapshot.counts.distinct > 0;
    let mut command = |ui: &mut Ui, label: &str, icon: Icon, command: Command, primary: bool| {
        let available = command.available(model.bench);
        let button = widgets::Button::new(label).icon(icon).enabled(available.is_ok());
        let button = if primary { button.primary() } else { button };
        let button = button.min_width(ui.available_width());
        if button.tooltip(available.err().unwrap_or(command.hint())).show(ui).clicked() {
            out.send(command);
        }
        ui.add_space(8.0);
    };
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        // Nothing follows a proof, and a solver at work has no attempt to show.
        let is_proved = !found && snapshot.phase == Phase::Complete;
        if !first.is_by_sat() || snapshot.phase.is_over() && !is_proved {
            widgets::section(ui, |ui| {
                widgets::section_title(ui, "Next", "");
                if snapshot.phase.is_over() {
                    if found {
                        let show = Command::Show(Screen::Solutions);
                        command(ui, "Show solutions", Icon::Search, show, true);
                    }
                    match (found, first.is_by_sat()) {
                        (true, _) => {
                            command(ui, "Find another", Icon::Play, Command::FindOne, false);
                        }
                        (false, true) => {
                            command(ui, "Ask again", Icon::Play, Command::AskSat, true);
                        }
                        (false, false) => {
                            command(ui, "Keep looking", Icon::Play, Command::FindOne, true);
                        }
                    }
                }
                let is_done = found && snapshot.phase.is_over();
                if !first.is_by_sat() && !is_done {
                    command(ui, "Place best attempt", Icon::Pin, Command::PlaceBest, false);
                }
            });
            widgets::separator(ui);
        }
        widgets::section(ui, |ui| {
            widgets::section_title(ui, "What this shows", "");
            let text = match first.looks_for_another() {
                _ if first.is_by_sat() => {
                    "A SAT solver gets the puzzle as a formula and learns from every dead end what \
                     is impossible. It shares no code with the engines. Its solution is verified; \
                     if there is none, it proves that. It finds one solution and gives no \
                     forecast."
                }
                true => {
                    "The finder looks for a solution in which most pieces lie elsewhere than in \
                     the known solutions. Each run starts over with different random choices, so \
                     there is no forecast."
                }
                false => {
                    "Each run starts over with different random choices, so there is no forecast. \
                     Most runs end one piece short; this does not mean that the next one will \
                     succeed. A complete search, in parallel, may show that there is no solution."
                }
            };
            widgets::paragraph(ui, text, regular(12.0), palette.text2);
        });
    });
}
