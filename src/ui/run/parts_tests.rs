//! A divided run in the window, driven by accessible label, while its parts are solved elsewhere.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use egui_kittest::kittest::Queryable;

use crate::exact_cover::dancing_links;
use crate::format::bundled;
use crate::job::parts::{PartResult, Parts, result_file, results_folder};
use crate::job::{Checkpoint, Plan, PlanOptions, Run, Settings};
use crate::ui::testing::{self, Window, document, send, wait};
use crate::workbench::Screen;

/// A bundled puzzle divided into parts, in a folder of the test.
fn parts(folder: &Path, name: &str, count: bool) -> (Parts, PathBuf) {
    let bundled = bundled::ALL.iter().find(|bundled| bundled.path.ends_with(name)).unwrap().open();
    let engine = if count { None } else { Some(&dancing_links::ENGINE) };
    let plan = Plan::new(bundled.puzzle, PlanOptions::by(engine)).unwrap();
    let parts = Parts::split(plan, Some(&bundled.description), count, 12, &mut |_| {
        ControlFlow::Continue(())
    })
    .unwrap();
    let path = folder.join("run.parts");
    parts.save(&path).unwrap();
    (parts, path)
}

/// Solves a part, from its result so far, until it has so many distinct solutions.
fn solve_part(parts: &Parts, file: &Path, number: u64, limit: Option<u64>) {
    let folder = results_folder(file);
    std::fs::create_dir_all(&folder).unwrap();
    let path = result_file(&folder, number);
    let resume = path.exists().then(|| Box::new(Checkpoint::load(&path).unwrap()));
    let part = parts.part(number).unwrap();
    let before = resume.clone().map(PartResult::Run);
    let opened = parts.open_part(part, before.as_ref()).unwrap();
    let plan = opened.plan.search().unwrap().clone();
    let keep = !parts.only_counts();
    let settings =
        Settings { threads: 1, limit, keep, resume, last_checkpoint: true, ..Settings::default() };
    let mut run = Run::start(plan, settings);
    run.wait();
    run.checkpoint().unwrap().save(&path).unwrap();
}

/// Opens a file of parts, and waits until its results have been read.
fn open(path: &Path) -> Window {
    let mut window = testing::window();
    window.state_mut().open_file(path.to_owned());
    wait(&mut window, "the parts", |w| {
        let document = w.state().bench.document.as_ref();
        document.and_then(|d| d.parts()).is_some_and(|parts| parts.progress().is_some())
    });
    window.run_steps(3);
    window
}

#[test]
fn parts_are_seen_to_be_solved_elsewhere_and_their_solutions_are_shown() {
    let folder = tempfile::tempdir().unwrap();
    let (parts, path) = parts(folder.path(), "solid-pentominoes-2x3x10.ron", false);
    let count = parts.parts.len() as u64;
    let mut window = open(&path);
    assert_eq!(window.state().bench.screen, Screen::Run);
    testing::shows(&window, &format!("Parts done: 0 of {count}"));
    assert!(document(&window).can_show_parts().is_err());
    // Some are solved, and one begins, while the window is open.
    for number in 1..count {
        solve_part(&parts, &path, number, None);
    }
    wait(&mut window, "results", |w| {
        let progress = document(w).parts().and_then(|parts| parts.progress());
        progress.is_some_and(|progress| progress.tally.done as u64 == count - 1)
    });
    window.run_steps(3);
    testing::shows(&window, &format!("Parts done: {} of {count}", count - 1));
    let so_far = document(&window).parts().unwrap().progress().unwrap().counts.distinct;
    assert!(so_far > 0);
    window.get_by_label("Show solutions so far").click();
    window.run_steps(4);
    assert_eq!(window.state().bench.screen, Screen::Solutions);
    let (_, complete) = document(&window).counts().unwrap();
    assert!(!complete);
    assert_eq!(document(&window).shown(), so_far);
    send(&mut window, crate::workbench::Command::Show(Screen::Run));
    solve_part(&parts, &path, count, None);
    wait(&mut window, "the last part", |w| !document(w).parts().unwrap().is_going_on());
    window.run_steps(3);
    testing::shows(&window, &format!("Parts done: {count} of {count}"));
    testing::shows(&window, "Distinct solutions: 12");
    window.get_by_label("Show solutions").click();
    window.run_steps(4);
    assert_eq!(document(&window).shown(), 12);
    let (counts, complete) = document(&window).counts().unwrap();
    assert!(complete);
    assert_eq!((counts.distinct.capped(), counts.total.capped()), (12, 96));
}

#[test]
fn parts_that_count_by_sweeps_say_their_sum_at_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let (parts, path) = parts(folder.path(), "pentominoes-6x10.ron", true);
    let count = parts.parts.len() as u64;
    solve_part(&parts, &path, 1, None);
    let mut window = open(&path);
    testing::shows(&window, &format!("Parts done: 1 of {count}"));
    if parts.is_sweep() {
        testing::shows(&window, "Distinct solutions: at the end");
    }
    let why = document(&window).can_show_parts().unwrap_err();
    assert!(why.contains("only count"), "{why}");
    for number in 2..=count {
        solve_part(&parts, &path, number, None);
    }
    wait(&mut window, "the end", |w| !document(w).parts().unwrap().is_going_on());
    window.run_steps(3);
    testing::shows(&window, "Distinct solutions: 2339");
    testing::shows(&window, "Total solutions: 9356");
}

#[test]
fn results_that_do_not_belong_to_the_run_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let (parts, path) = parts(folder.path(), "solid-pentominoes-2x3x10.ron", false);
    solve_part(&parts, &path, 1, None);
    let result = result_file(&results_folder(&path), 1);
    std::fs::copy(&result, result.with_file_name("000002.part")).unwrap();
    let mut window = testing::window();
    window.state_mut().open_file(path);
    wait(&mut window, "the reason", |w| {
        let document = w.state().bench.document.as_ref();
        document.and_then(|d| d.parts()).is_some_and(|parts| parts.failure().is_some())
    });
    window.run_steps(3);
    window.get_by_label_contains("did work that another part has done too");
}
