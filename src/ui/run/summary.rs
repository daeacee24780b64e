//! The facts at the left: speed, totals, the problem, the engine.

use egui::{Ui, vec2};

use jiff::{Timestamp, tz::TimeZone};

use super::{MIN_TIME, RunState, SAMPLES, start};
use crate::job::{Phase, Run, Snapshot, SweepProgress};
use crate::natural::Natural;
use crate::solution::Store;
use crate::text;
use crate::ui::action::{Actions, Model};
use crate::ui::widgets;
use crate::workbench::Document;
use crate::workbench::saved_runs::Saver;

/// Width of the box of a changing number.
const NUMBER: f32 = 112.0;

/// Shows the facts of the run of the open document; once it is over, the settings of the next.
pub(super) fn show(
    state: &RunState,
    model: Model,
    snapshot: &Snapshot,
    out: &mut Actions,
    ui: &mut Ui,
) {
    // In the smallest window all of it fits only if the line is low.
    let line = if ui.available_height() < 540.0 { 22.0 } else { 32.0 };
    widgets::scroll_column(ui, "run facts", |ui| {
        let Some(document) = &model.bench.document else { return };
        let Some(run) = document.run() else { return };
        widgets::section(ui, |ui| speed(state, snapshot, line, ui));
        widgets::separator(ui);
        widgets::section(ui, |ui| totals(run, snapshot, ui));
        widgets::separator(ui);
        widgets::section(ui, |ui| problem(run, ui));
        widgets::separator(ui);
        widgets::section(ui, |ui| engine(document, run, ui));
        if snapshot.phase.is_over() {
            widgets::separator(ui);
            widgets::section(ui, |ui| start::settings(model, out, ui));
        }
    });
}

fn engine(document: &Document, run: &Run, ui: &mut Ui) {
    widgets::section_title(ui, "Engine", "");
    widgets::fact_row(ui, "Search", &run.engine_names());
    if document.solved.as_ref().is_some_and(|solved| solved.own_engine) {
        widgets::fact_row(ui, "Chosen by", "you");
    } else if run.plan().probes() > 0 {
        let walks = text::count(run.plan().probes(), "random sample");
        widgets::fact_row(ui, "Chosen by", &walks).on_hover_text(
            "Random samples of the search tree show which engine and which order of the sites will \
             be fastest.",
        );
    }
    widgets::fact_row(ui, "Threads", &run.threads().to_string());
    let saver = document.saver().map(Saver::last);
    // Of a run that ended before it was worth saving there is nothing to tell.
    let over = run.snapshot().phase.is_over();
    if let Some(last) = saver.filter(|last| !over || last.at.is_some() || last.failure.is_some()) {
        let at = last.at.and_then(|at| Timestamp::try_from(at).ok());
        let at = at.map(|at| at.to_zoned(TimeZone::system()).strftime("%H:%M:%S").to_string());
        let value = match (&last.failure, at) {
            (Some(_), _) => "failed".to_owned(),
            (None, Some(at)) => at,
            (None, None) => "none yet".to_owned(),
        };
        let tip = last.failure.unwrap_or_else(|| {
            "Saved in the background, so the run is not lost if the window closes or the program \
             crashes."
                .to_owned()
        });
        widgets::fact_row_fixed(ui, "Checkpoint", &value, NUMBER).on_hover_text(tip);
    }
}

fn speed(state: &RunState, snapshot: &Snapshot, line: f32, ui: &mut Ui) {
    let over = snapshot.phase.is_over();
    widgets::section_title(ui, "Speed", if over { "over the whole run" } else { "last minute" });
    let sweep = snapshot.is_sweep();
    let size = vec2(ui.available_width(), line);
    // Of a run that is over the line is as wide as there is room.
    let line = state.line(sweep);
    // A short run has no line.
    if !over || line.len() > 1 {
        widgets::sparkline(ui, &line, if over { line.len() } else { SAMPLES - 1 }, size);
        ui.add_space(4.0);
    }
    let rates = state.rates(snapshot);
    // Of a moment no speed is told.
    let told = |rate: f64| match snapshot.elapsed.as_secs_f64() < MIN_TIME {
        true => "–".to_owned(),
        false => text::rounded(rate),
    };
    if sweep {
        widgets::fact_row_fixed(ui, "States a second", &told(rates.states), NUMBER);
        return;
    }
    // An engine that changes nothing in place has no updates.
    let updates = match snapshot.effort.updates {
        0 => "–".to_owned(),
        _ => told(rates.updates),
    };
    for (label, rate) in [
        ("Nodes a second", told(rates.nodes)),
        ("Updates a second", updates),
        ("Solutions a second", told(rates.distinct)),
    ] {
        widgets::fact_row_fixed(ui, label, &rate, NUMBER);
    }
}

fn totals(run: &Run, snapshot: &Snapshot, ui: &mut Ui) {
    let over = snapshot.phase.is_over();
    widgets::section_title(ui, if over { "Totals" } else { "Totals so far" }, "");
    let counts = snapshot.counts;
    if let Some(sweep) = super::header::sweep_of(snapshot) {
        return sweep_totals(snapshot, sweep, ui);
    }
    let (done, jobs) = snapshot.jobs;
    let jobs = match jobs {
        // The tree is still being cut, or was searched whole meanwhile.
        0 => "–".to_owned(),
        jobs => format!("{} of {}", text::grouped(done as u64), text::grouped(jobs as u64)),
    };
    for (label, value) in [
        ("Nodes", text::rounded(snapshot.effort.nodes as f64)),
        ("Distinct solutions", text::grouped(counts.distinct)),
        ("Total solutions", text::grouped(counts.total)),
        ("Jobs done", jobs),
    ] {
        widgets::fact_row_fixed(ui, label, &value, NUMBER);
    }
    if snapshot.states > 0 {
        widgets::fact_row_fixed(ui, "States swept", &text::rounded(snapshot.states as f64), NUMBER)
            .on_hover_text(
                "A frontier sweep goes through states that many partial solutions share. Its \
                 solutions are listed at the end. If there are too many states, a search takes \
                 over.",
            );
    }
    if snapshot.truncated {
        let kept = text::grouped(run.with_store(Store::len) as u64);
        widgets::fact_row_fixed(ui, "Kept in memory", &kept, NUMBER)
            .on_hover_text("Memory is full: later solutions are counted, not kept.");
    }
}

/// The totals of a run that is, or was, a frontier sweep.
fn sweep_totals(snapshot: &Snapshot, sweep: &SweepProgress, ui: &mut Ui) {
    let complete = snapshot.phase == Phase::Complete;
    let count = |n: Natural| if complete { text::grouped(n) } else { "at the end".to_owned() };
    let mut rows = vec![
        ("States", text::rounded(snapshot.states as f64)),
        ("Memory of states", text::bytes(sweep.stage.bytes as u64)),
        ("Frontier", format!("{} sites", text::grouped(sweep.span as u64))),
    ];
    if sweep.number.1 > 1 {
        let [n, all] = [sweep.number.0, sweep.number.1].map(|n| text::grouped(n as u64));
        rows.push(("Sweep", format!("{n} of {all}")));
    }
    rows.push(("Distinct solutions", count(snapshot.counts.distinct)));
    rows.push(("Total solutions", count(snapshot.counts.total)));
    for (label, value) in rows {
        widgets::fact_row_fixed(ui, label, &value, NUMBER);
    }
}

fn problem(run: &Run, ui: &mut Ui) {
    widgets::section_title(ui, "Problem", "");
    let plan = run.plan();
    let whole = plan.whole();
    widgets::fact_row(ui, "Items", &text::grouped(whole.items().len() as u64));
    widgets::fact_row(ui, "Options", &text::grouped(whole.option_count() as u64));
    widgets::fact_row(ui, "Symmetries", &plan.group().order().to_string());
    let held = plan.held();
    widgets::fact_row(ui, "Fixed for symmetry", held.as_deref().unwrap_or("nothing"));
    if let Some(names) = plan.case_names() {
        widgets::fact_row(ui, "Cases", &text::grouped(plan.cases.len() as u64))
            .on_hover_text(names);
    }
}
