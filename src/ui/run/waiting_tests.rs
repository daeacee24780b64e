//! The words of the screens while there is nothing to show yet.

use std::sync::Arc;

use egui_kittest::kittest::Queryable as _;

use crate::job::Phase;
use crate::ui::testing::{Window, document, opened, phase, send, shows, wait};
use crate::workbench::{Command, Screen};

#[test]
fn planning_says_what_it_is_at_and_how_long_it_takes() {
    let mut window = opened("scotts-board");
    let wake = Arc::clone(&window.state().wake);
    let bench = &mut window.state_mut().bench;
    bench.document.as_mut().expect("a document").plan_without_end(&wake);
    bench.screen = Screen::Run;
    window.run_steps(3);
    shows(&window, "Planning the search…");
    shows(&window, "Preparing the placements");
    assert!(window.query_by_label_contains(" elapsed").is_some());
    send(&mut window, Command::Stop);
    assert!(!document(&window).is_starting());
    assert!(window.query_by_label("Planning the search…").is_none());
}

#[test]
fn a_sweep_that_lists_its_solutions_says_when_they_come() {
    let mut window = opened("pentominoes-6x10");
    let wake = Arc::clone(&window.state().wake);
    window.state_mut().bench.set_engine(Some(&crate::exact_cover::frontier::ENGINE), &wake);
    window.run_steps(2);
    send(&mut window, Command::Solve);
    wait(&mut window, "the sweep", |w| {
        let run = document(w).run().filter(|_| !document(w).is_starting());
        run.map(|run| run.snapshot()).is_some_and(|snapshot| {
            let is_begun = snapshot.sweep.as_ref().is_some_and(|sweep| sweep.stage.level > 3);
            snapshot.phase.is_over() || is_begun
        })
    });
    send(&mut window, Command::PauseOrResume);
    wait(&mut window, "the pause", |w| phase(w) != Some(Phase::Running));
    let is_paused_sweep = phase(&window) == Some(Phase::Paused)
        && document(&window).run().is_some_and(|run| run.snapshot().is_sweep());
    // On a fast machine the sweep may be over.
    if is_paused_sweep {
        let says = |w: &Window| {
            w.query_by_label_contains("A sweep lists its solutions at its end").is_some()
        };
        assert!(says(&window), "on the Run screen");
        send(&mut window, Command::Show(Screen::Solutions));
        assert!(says(&window), "on the Solutions screen");
        send(&mut window, Command::Stop);
        wait(&mut window, "the end", |w| phase(w).is_some_and(|phase| phase.is_over()));
        assert!(!says(&window), "a sweep that was stopped lists nothing");
    }
}
