//! A report of a problem: what the program runs on and how large the open puzzle is. It is shown
//! before it is saved or copied, and holds nothing of the user: no names, paths, titles or shapes.

use egui::{Context, Frame, Margin, Ui};

use crate::job::{Phase, default_threads};
use crate::text;
use crate::ui::action::{Action, Actions};
use crate::ui::widgets;
use crate::ui::widgets::theme::{Palette, regular, semibold};
use crate::workbench::{Command, Document, Theme, Workbench};

const TITLE: &str = "Report a problem";
/// Width of the card, in points.
const WIDTH: f32 = 592.0;
/// The number of characters of a variable of the desktop, at most.
const MAX_VARIABLE: usize = 40;

/// A line of the report: a label, and its value.
type Line = (&'static str, String);

/// A report that is shown.
pub(crate) struct Report {
    pub(super) text: String,
}

impl Report {
    /// On the program as it is now.
    pub(crate) fn new(bench: &Workbench, ctx: &Context) -> Report {
        let document = bench.document.as_ref();
        let puzzle = match document {
            Some(document) => puzzle_lines(document),
            None => vec![("Puzzle", "none is open".to_owned())],
        };
        let mut text = format!("{}\n\n", text::PROGRAM);
        for (label, value) in
            system_lines().into_iter().chain(window_lines(bench, ctx)).chain(puzzle)
        {
            text += &format!("{label}: {value}\n");
        }
        text += "\nWhat I did:\n\nWhat happened:\n";
        Report { text }
    }
}

/// The lines about the system that the program runs on.
fn system_lines() -> Vec<Line> {
    vec![
        ("System", format!("{}, {}", std::env::consts::OS, std::env::consts::ARCH)),
        ("Desktop", variable("XDG_CURRENT_DESKTOP")),
        ("Session", variable("XDG_SESSION_TYPE")),
        ("Processors", default_threads().to_string()),
    ]
}

/// The value of a variable that a desktop sets, without what could be a path.
fn variable(name: &str) -> String {
    let is_plain = |c: &char| c.is_ascii_alphanumeric() || "-_:;. ".contains(*c);
    let value: String = std::env::var(name).unwrap_or_default().chars().filter(is_plain).collect();
    match value.trim() {
        "" => "not known".to_owned(),
        value => text::shortened(value, MAX_VARIABLE),
    }
}

/// The window, and what it shows.
fn window_lines(bench: &Workbench, ctx: &Context) -> Vec<Line> {
    let size = ctx.content_rect().size();
    let scale = f64::from(ctx.native_pixels_per_point().unwrap_or(1.0));
    let shown = if ctx.theme() == egui::Theme::Dark { "dark" } else { "light" };
    let theme = match bench.settings.theme {
        Theme::System => format!("{shown}, as the system"),
        Theme::Light | Theme::Dark => shown.to_owned(),
    };
    vec![
        ("Window", format!("{:.0} × {:.0} points", size.x, size.y)),
        ("Scale", format!("{scale:.2}")),
        ("Zoom", format!("{:.0} %", ctx.zoom_factor() * 100.0)),
        ("Theme", theme),
        ("Screen", Command::Show(bench.screen).label().to_owned()),
    ]
}

/// The open puzzle in numbers, and its last run.
fn puzzle_lines(document: &Document) -> Vec<Line> {
    let puzzle = &document.puzzle;
    let lattice = match &puzzle.cover {
        Some(_) => "none, items and options",
        None => puzzle.lattice.name,
    };
    let sites = (puzzle.board.sites().len(), puzzle.board.required());
    let options = document.encoding().map(|encoding| encoding.problem.option_count());
    let run = document.run().map(|run| (run.plan().engine_names(), run.threads(), run.phase()));
    let first = || {
        let first = document.first()?;
        Some((first.engine().name.to_owned(), first.threads(), first.phase()))
    };
    let run = run.or_else(first).map(|(engine, threads, phase)| {
        format!("{engine}, {}, {}", text::count(threads as u64, "thread"), phase_words(&phase))
    });
    vec![
        ("Lattice", lattice.to_owned()),
        ("Sites", format!("{}, {} required", sites.0, sites.1)),
        ("Pieces", puzzle.pieces.len().to_string()),
        ("Options", options.map_or_else(|| "not known".to_owned(), |n| n.to_string())),
        ("Last run", run.unwrap_or_else(|| "none".to_owned())),
    ]
}

/// The phase of a run; not the message of a failure, which could name pieces.
fn phase_words(phase: &Phase) -> &'static str {
    match phase {
        Phase::Running => "running",
        Phase::Paused => "paused",
        Phase::Complete => "complete",
        Phase::Stopped => "stopped",
        Phase::Failed(_) => "failed",
    }
}

/// Shows the card; whether it is to be closed.
pub(super) fn show(report: &mut Report, out: &mut Actions, ui: &Ui) -> bool {
    let ((saved, cancelled), is_over) =
        super::sheet_with_foot(ui, TITLE, WIDTH, report, fields, |report, ui, ()| {
            foot(report, out, ui)
        });
    if saved {
        out.push(Action::SaveReport(report.text.clone()));
    }
    saved || cancelled || is_over
}

/// Shows what is in the report, and the report.
fn fields(report: &mut Report, ui: &mut Ui) {
    let palette = Palette::current(ui);
    widgets::paragraph(ui, TITLE, semibold(15.0), palette.text);
    ui.add_space(8.0);
    let words = "The report says what Polywright runs on, what the window shows, and how large the \
                 open puzzle is. It has no names, no paths, no titles and no shapes. Nothing is sent: \
                 save or copy it, add what you did and what happened, and pass it on yourself.";
    widgets::paragraph(ui, words, regular(13.0), palette.text2);
    ui.add_space(12.0);
    let frame = Frame::new().fill(palette.canvas).inner_margin(Margin::same(8));
    frame.show(ui, |ui| super::file_text(ui, &report.text));
}

/// The buttons; whether the report is to be saved, and whether not.
fn foot(report: &Report, out: &mut Actions, ui: &mut Ui) -> (bool, bool) {
    let row = ui.horizontal(|ui| {
        if widgets::Button::new("Copy").show(ui).clicked() {
            ui.ctx().copy_text(report.text.clone());
            out.say("The report is on the clipboard.");
        }
        super::buttons(ui, "Save…", true, None)
    });
    row.inner
}
