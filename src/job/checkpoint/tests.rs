//! The data that a checkpoint must not lose, and numbers that it cannot have.

use std::sync::Arc;

use super::Checkpoint;
use crate::exact_cover::Engine;
use crate::format::bundled;
use crate::job::{Plan, PlanOptions, Run, Settings, TreeRun};

/// A checkpoint of a run that was stopped among its jobs, with a subtree that is left of one, and its
/// plan.
fn in_the_midst() -> (Checkpoint, Arc<Plan>) {
    let puzzle = bundled::ALL.iter().find(|own| own.path.contains("pentominoes-6x10"));
    let links = PlanOptions::by(Engine::by_id("links"));
    let plan = Arc::new(Plan::new(puzzle.unwrap().open().puzzle, links).unwrap());
    let settings = Settings { threads: 1, last_checkpoint: true, ..Settings::default() };
    let mut run = Run::start(Arc::clone(&plan), settings);
    while run.snapshot().jobs.1 == 0 {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    run.stop();
    run.wait();
    let mut saved = run.checkpoint().expect("it has jobs");
    // Which of them is under way when it stops is left to chance.
    saved.subtrees.push((0, vec![0]));
    (saved, plan)
}

#[test]
fn a_resumed_run_that_is_stopped_while_it_cuts_its_trees_loses_no_subtrees() {
    let (saved, plan) = in_the_midst();
    let resume = Some(Box::new(saved.clone()));
    let settings = Settings { resume, threads: 1, last_checkpoint: true, ..Settings::default() };
    let resumed = TreeRun::new(plan, settings);
    let subtrees = |own: &Checkpoint| own.subtrees().collect::<Vec<_>>();
    let is_kept =
        |own: Option<Checkpoint>| own.is_none_or(|own| subtrees(&own) == subtrees(&saved));
    assert!(is_kept(resumed.checkpoint()), "before it begins");
    resumed.stop();
    resumed.run();
    assert!(is_kept(resumed.checkpoint()), "when it is over");
}

#[test]
fn numbers_that_no_run_has_are_refused_before_they_are_used() {
    let (saved, plan) = in_the_midst();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("c");
    // Written with its checksum.
    let resumes = |change: &dyn Fn(&mut Checkpoint)| {
        let mut other = saved.clone();
        change(&mut other);
        other.save(&path).unwrap();
        let loaded = Checkpoint::load(&path);
        loaded.is_ok_and(|loaded| loaded.plan(plan.subject.clone()).is_ok())
    };
    assert!(resumes(&|_| {}));
    assert!(!resumes(&|own| own.jobs = 1_000_000_000_000_000));
    assert!(!resumes(&|own| own.cut_into = 1_000_000_000_000_000));
    assert!(!resumes(&|own| own.seconds = f64::INFINITY));
    assert!(!resumes(&|own| own.seconds = -1.0));
    let jobs = saved.jobs;
    assert!(!resumes(&|own| own.done = vec![(0, jobs + 1)]));
    assert!(!resumes(&|own| own.done = vec![(1, 0)]));
}
