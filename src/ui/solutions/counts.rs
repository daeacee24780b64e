//! The number of solutions: the switch between distinct and all, and the counts.

use std::collections::BTreeMap;

use egui::Ui;
use jiff::{Timestamp, tz::TimeZone};

use super::{Scene, SolutionsState, filter};
use crate::job::{Phase, Snapshot};
use crate::natural::Natural;
use crate::solution::database::Certificate;
use crate::solution::{Counts, Store};
use crate::text;
use crate::ui::action::{Action, Actions};
use crate::ui::outcome::outcome;
use crate::ui::widgets;
use crate::ui::widgets::theme::{Palette, regular};
use crate::workbench::{Document, RecountProgress, export};

/// The numbers of orbits of each size, for the solutions that are kept.
pub(super) struct OrbitSizes {
    /// Of how many orbits this was worked out.
    orbits: u64,
    by_size: BTreeMap<u64, u64>,
}

impl OrbitSizes {
    fn new(store: &Store, order: u64) -> OrbitSizes {
        let mut by_size = BTreeMap::new();
        for (stabiliser, number) in store.stabiliser_counts().filter(|(_, number)| *number > 0) {
            let fixed = u64::from(stabiliser.len().max(1));
            *by_size.entry(order / fixed).or_default() += number as u64;
        }
        OrbitSizes { orbits: store.len() as u64, by_size }
    }

    fn total(&self) -> u64 {
        self.by_size.iter().map(|(size, n)| size * n).sum()
    }

    /// "2339 orbits of 4 make 9356."
    fn words(&self) -> String {
        let orbits = text::count(self.orbits, "orbit");
        let total = text::grouped(self.total());
        let make = if self.orbits == 1 { "makes" } else { "make" };
        let most = self.by_size.iter().max_by_key(|(_, n)| **n);
        match most {
            None => String::new(),
            Some((size, _)) if self.by_size.len() == 1 => {
                format!("{orbits} of {size} {make} {total}.")
            }
            Some((size, n)) if 2 * n > self.orbits => {
                format!("{orbits}, most of {size}, make {total}.")
            }
            Some(_) => {
                let sizes: Vec<String> = self.by_size.keys().map(u64::to_string).collect();
                format!("{orbits} of {} make {total}.", text::listed(&sizes))
            }
        }
    }
}

/// Shows the switch, the filter and the counts.
pub(super) fn show(state: &mut SolutionsState, scene: Scene, out: &mut Actions, ui: &mut Ui) {
    let Scene { model, document, figures, running } = scene;
    let (Some((_, complete)), Some(group)) = (document.counts(), document.solved_group()) else {
        return;
    };
    let order = group.order() as u64;
    prepare(state, scene);
    widgets::scroll_column(ui, "solution counts", |ui| {
        widgets::section(ui, |ui| {
            switch(state, scene, out, ui);
            ui.add_space(8.0);
            let part = export::part_caption(document);
            let mut text = sentence(
                state.orbits.as_ref(),
                order,
                document.shows_all(),
                complete || !part.is_empty(),
                (running, document.is_paused()),
            );
            if !part.is_empty() {
                text.push_str(&format!(" The file has {}.", text::uncapitalised(&part)));
            }
            widgets::paragraph(ui, &text, regular(12.0), Palette::current(ui).text2);
        });
        widgets::separator(ui);
        if document.with_store(|store| !store.is_empty()) == Some(true) {
            filter::show(&mut state.typed, model, figures, out, ui);
            widgets::separator(ui);
        }
        below(state, scene, ui);
    });
}

/// Counts the orbits by their sizes, unless that was done before.
pub(super) fn prepare(state: &mut SolutionsState, Scene { document, running, .. }: Scene) {
    let orbits = &mut state.orbits;
    let Some(group) = document.solved_group() else { return };
    if running || document.only_counts() {
        *orbits = None;
        return;
    }
    let order = group.order() as u64;
    let kept = document.with_store(|store| store.len() as u64).unwrap_or(0);
    if orbits.as_ref().is_none_or(|o| o.orbits != kept) {
        *orbits = document.with_store(|store| OrbitSizes::new(store, order));
    }
}

/// Shows the counts, and what the run took.
pub(super) fn below(state: &SolutionsState, scene: Scene, ui: &mut Ui) {
    let Scene { document, running, .. } = scene;
    let Some((_, complete)) = document.counts() else { return };
    widgets::section(ui, |ui| numbers(document, state.seen.counts, complete, running, ui));
    if let Some(job) = document.run() {
        widgets::separator(ui);
        widgets::section(ui, |ui| run(&job.snapshot(), state.orbits.as_ref(), ui));
    }
}

/// The switch between distinct solutions and all.
pub(super) fn switch(state: &SolutionsState, scene: Scene, out: &mut Actions, ui: &mut Ui) {
    let Scene { document, running, .. } = scene;
    let counts = state.seen.counts;
    let counted = document.only_counts();
    let kept = document.with_store(|store| store.len() as u64).unwrap_or(0);
    let distinct = if counted { counts.distinct } else { kept.into() };
    let of_orbits = |o: &OrbitSizes| (o.orbits.into(), o.total().into());
    let (distinct, total) = state.orbits.as_ref().map_or((distinct, counts.total), of_orbits);
    let labels =
        [format!("Distinct {}", text::grouped(distinct)), format!("All {}", text::grouped(total))];
    let why_not = if running {
        "All can be shown once the run is over."
    } else if counted {
        "They were only counted."
    } else if distinct == 0 {
        "There is no solution to turn."
    } else {
        ""
    };
    let mut all = document.shows_all();
    let switch = widgets::Segmented::new()
        .choice(false, &labels[0])
        .choice_if(why_not.is_empty(), true, &labels[1], why_not)
        .wide();
    if switch.show(ui, &mut all).changed() {
        out.push(Action::ListAll(all));
    }
}

/// Describes what is counted as one, and how that makes the total.
fn sentence(
    orbits: Option<&OrbitSizes>,
    order: u64,
    all: bool,
    complete: bool,
    (running, paused): (bool, bool),
) -> String {
    let mut text = if all {
        "Turned and flipped copies are listed, too.".to_owned()
    } else if order == 1 {
        "The puzzle has no symmetry, so each solution is distinct.".to_owned()
    } else {
        "Turned and flipped copies are counted once.".to_owned()
    };
    if let Some(orbits) = orbits.filter(|o| o.orbits > 0 && order > 1) {
        text.push(' ');
        text.push_str(&orbits.words());
    }
    if paused {
        text.push_str(" The search is paused: there may be more.");
    } else if running {
        text.push_str(" The search is still running: there may be more.");
    } else if !complete {
        text.push_str(" The search did not finish: there may be more.");
    }
    text
}

fn numbers(
    document: &Document,
    counts: Counts<Natural>,
    complete: bool,
    running: bool,
    ui: &mut Ui,
) {
    let caption = match (complete, running) {
        (true, _) => "complete",
        (_, true) => "so far",
        _ if !export::part_caption(document).is_empty() => "of this file",
        _ => "there may be more",
    };
    widgets::section_title(ui, "Counts", caption);
    let expect = document.solved_puzzle().expect;
    for (label, found, expected) in [
        ("Total", counts.total, expect.total),
        ("Turned", counts.turned, expect.turned),
        ("Distinct", counts.distinct, expect.distinct),
        ("Symmetric", counts.symmetric, expect.symmetric),
    ] {
        widgets::fact_row_fixed(ui, label, &text::grouped(found), 120.0);
        let Some(expected) = expected else { continue };
        let agrees = expected == found;
        // Before the search is complete a smaller number disagrees with nothing.
        let wrong = !agrees && (complete || found > expected);
        let text = if agrees {
            "as expected".to_owned()
        } else {
            format!("expected: {}", text::grouped(expected))
        };
        widgets::remark_row(ui, &text, wrong);
    }
    if let Some(words) = recount_words(document).or_else(|| certificate_words(document)) {
        ui.add_space(6.0);
        widgets::paragraph(ui, &words, regular(12.0), Palette::current(ui).text2);
    }
}

/// Describes the progress of a recount, if one is under way.
pub(super) fn recount_words(document: &Document) -> Option<String> {
    let RecountProgress { engine, position } = document.recount_progress()?;
    let percent = (position * 100.0).floor();
    Some(match engine.is_empty() {
        true => "An engine is being chosen for the recount".to_owned(),
        false => format!("Being recounted by {engine}: {percent}\u{a0}%"),
    })
}

/// Describes the recount that found the same.
fn certificate_words(document: &Document) -> Option<String> {
    let Certificate { engine, at, .. } = document.certificate()?;
    let at = Timestamp::try_from(*at).unwrap_or(Timestamp::UNIX_EPOCH);
    let day = at.to_zoned(TimeZone::system()).strftime("%-d %b %Y").to_string();
    Some(format!("Certified: recounted by {engine}, {}", day.replace(' ', "\u{a0}")))
}

/// Shows what finding them took.
fn run(snapshot: &Snapshot, orbits: Option<&OrbitSizes>, ui: &mut Ui) {
    widgets::section_title(ui, "Run", "");
    let time = if snapshot.phase.is_over() {
        text::elapsed(snapshot.elapsed)
    } else {
        text::clock(snapshot.elapsed)
    };
    widgets::fact_row_fixed(ui, "Time", &time, 120.0);
    if snapshot.is_sweep() {
        let states = text::rounded(snapshot.states as f64);
        widgets::fact_row_fixed(ui, "States swept", &states, 120.0);
    } else {
        let nodes = text::rounded(snapshot.effort.nodes as f64);
        widgets::fact_row_fixed(ui, "Nodes", &nodes, 120.0);
    }
    if snapshot.truncated {
        let kept = orbits.map_or_else(|| "a part".to_owned(), |o| text::grouped(o.orbits));
        widgets::fact_row_fixed(ui, "Kept in memory", &kept, 120.0)
            .on_hover_text("Memory was full: later solutions were counted, not kept.");
    }
    // That none exists is said in the middle.
    let text = outcome(snapshot);
    if matches!(snapshot.phase, Phase::Stopped | Phase::Failed(_)) {
        ui.add_space(6.0);
        widgets::paragraph(ui, &text, regular(12.0), Palette::current(ui).text2);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sizes(by_size: &[(u64, u64)]) -> String {
        let by_size: BTreeMap<u64, u64> = by_size.iter().copied().collect();
        OrbitSizes { orbits: by_size.values().sum(), by_size }.words()
    }

    #[test]
    fn orbits_are_told_by_their_sizes() {
        assert_eq!(sizes(&[(4, 2339)]), "2339 orbits of 4 make 9356.");
        assert_eq!(sizes(&[(8, 1)]), "1 orbit of 8 makes 8.");
        assert_eq!(sizes(&[(4, 1), (8, 64)]), "65 orbits, most of 8, make 516.");
        assert_eq!(sizes(&[(4, 2), (8, 2)]), "4 orbits of 4 and 8 make 24.");
    }
}
