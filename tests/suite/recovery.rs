//! Unsaved work when the program is killed.
#![cfg(unix)]

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use polywright::format::{Contents, bundled, puzzle_file};
use polywright::lattice::Point;
use polywright::workbench::Wake;
use polywright::workbench::document::drafts::{self, Unsaved};
use polywright::workbench::edit::{Edit, Metadata, State};
use polywright::workbench::{Origin, Workbench};

use crate::program::{fast_folder, killed};

/// Tells the test that is started as a child where to keep its drafts.
const FOLDER: &str = "POLYWRIGHT_TEST_DRAFTS";

fn wake() -> Wake {
    Arc::new(|| {})
}

fn editing(folder: PathBuf) -> Workbench {
    let mut bench = Workbench::default();
    bench.drafts.start(folder, &wake());
    // What a window looks at it holds, so a window that is still looking could be offered its own
    // draft when it ends.
    while bench.drafts.is_looking() {
        bench.poll(&wake()).unwrap();
    }
    let puzzle = bundled::ALL.iter().find(|b| b.path == "square/scotts-board.ron").unwrap();
    bench.open_bundled(puzzle, &wake());
    bench
}

/// A gesture of several edits, of which the last writes its number into the title.
fn gesture(bench: &mut Workbench, n: u64) {
    let site = Point { x: 1, y: 1, ..Point::ORIGIN };
    let state = if n.is_multiple_of(2) { State::Required } else { State::Optional };
    let title = Metadata { title: n.to_string(), ..Metadata::default() };
    for edit in [Edit::Paint(vec![site], state), Edit::Metadata(title)] {
        bench.edit(&edit, Some(n), &wake()).unwrap();
    }
}

fn only(folder: &Path) -> Unsaved {
    let mut found = drafts::find(folder);
    assert_eq!(found.len(), 1);
    found.remove(0)
}

/// Not a test of its own: what the next one starts and kills.
#[test]
fn edits_until_it_is_killed() {
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    let mut bench = editing(folder.into());
    let mut out = std::io::stdout();
    for n in 1.. {
        let begun = Instant::now();
        gesture(&mut bench, n);
        // On a machine so slow that the window did not wait for the gesture before, see to it here.
        if begun.elapsed() > Duration::from_millis(200) {
            assert!(bench.drafts.flush());
        }
        writeln!(out, "gesture {n}").unwrap();
    }
}

#[test]
fn killed_at_any_moment_the_last_gesture_or_the_last_but_one_is_recovered() {
    for round in 0..10_u64 {
        let folder = fast_folder();
        let awaited = format!("gesture {}\n", 3 + 2 * round);
        // The moments are irregular, so that they fall into all that it does.
        let pause = Duration::from_micros(round * 7919 % 40_000);
        let child = "recovery::edits_until_it_is_killed";
        let said = killed(child, (FOLDER, folder.path()), &awaited, pause);
        let last: u64 = said.trim_end().rsplit(' ').next().unwrap().parse().unwrap();

        let unsaved = only(folder.path());
        let draft = unsaved.read().unwrap();
        draft.description.draft().expect("it is a puzzle");
        let found: u64 = draft.description.title.parse().unwrap();
        // One more may have been finished and not yet printed.
        assert!((last - 1..=last + 1).contains(&found), "{found} recovered, {last} printed");
        assert_eq!(draft.origin, Origin::Bundled("square/scotts-board.ron"));
    }
}

#[test]
fn a_draft_belongs_to_its_window_as_long_as_that_lives() {
    let folder = fast_folder();
    let mut bench = editing(folder.path().to_owned());
    gesture(&mut bench, 1);
    assert!(bench.drafts.flush());
    assert!(drafts::find(folder.path()).is_empty(), "it is being worked on");
    let words = puzzle_file::write(bench.document.as_ref().unwrap().description());
    drop(bench);

    let unsaved = only(folder.path());
    assert!(drafts::find(folder.path()).is_empty(), "somebody is offered it already");
    drop(unsaved);
    let mut next = Workbench::default();
    next.drafts.start(folder.path().to_owned(), &wake());
    while next.drafts.unsaved().is_empty() {
        next.poll(&wake()).unwrap();
    }
    next.recover(0, &wake()).unwrap();
    let document = next.document.as_ref().unwrap();
    assert!(document.is_edited());
    assert_eq!(puzzle_file::write(document.description()), words);
    assert!(document.file_words().is_some(), "it knows what it was made of");
    // Saved elsewhere, it is safe, and its draft goes.
    let saved = document.description().clone();
    next.document.as_mut().unwrap().saved_to(folder.path().join("saved.ron"), saved);
    next.poll(&wake()).unwrap();
    drop(next);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_window_that_ends_while_a_program_is_started_leaves_its_draft_at_once() {
    // Between fork and exec a child holds copies of all that is open here.
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !over.load(Ordering::Relaxed) {
                std::process::Command::new("true").status().unwrap();
            }
        });
        let found: Vec<usize> = (0..100)
            .map(|n| {
                let folder = fast_folder();
                let mut bench = editing(folder.path().to_owned());
                gesture(&mut bench, n);
                drop(bench);
                drafts::find(folder.path()).len()
            })
            .collect();
        over.store(true, Ordering::Relaxed);
        assert_eq!(found, [1; 100]);
    });
}

#[test]
fn a_draft_knows_its_file_wherever_the_next_window_is_started() {
    let mut bench = Workbench::default();
    let puzzle = Contents::Puzzle(bundled::ALL[0].open());
    bench.show_contents(Path::new("here.ron"), puzzle, &wake());
    let own = std::env::current_dir().unwrap().join("here.ron");
    assert_eq!(bench.document.unwrap().origin, Origin::File(own));
}

#[test]
fn undoing_all_changes_leaves_nothing_to_recover_and_a_broken_draft_is_passed_over() {
    let folder = fast_folder();
    std::fs::write(folder.path().join("broken.ron"), "(format: 1, title: ").unwrap();
    std::fs::write(folder.path().join("newer.ron"), "(format: 99, planets: [])").unwrap();
    let mut bench = editing(folder.path().to_owned());
    gesture(&mut bench, 1);
    assert!(bench.drafts.flush());
    bench.document.as_mut().unwrap().undo(&wake());
    bench.poll(&wake()).unwrap();
    drop(bench);
    assert!(drafts::find(folder.path()).is_empty());
    assert!(folder.path().join("newer.ron").exists(), "it is left to who can read it");
}

#[test]
fn where_drafts_cannot_be_written_it_is_said_once_and_work_goes_on() {
    let folder = fast_folder();
    let taken = folder.path().join("taken");
    std::fs::write(&taken, "a file").unwrap();
    let mut bench = editing(taken);
    gesture(&mut bench, 1);
    bench.drafts.flush();
    let said = bench.poll(&wake()).unwrap_err();
    assert!(said.starts_with("Unsaved changes cannot be backed up: "), "{said}");
    gesture(&mut bench, 2);
    bench.drafts.flush();
    assert!(bench.poll(&wake()).is_ok());
    assert_eq!(bench.document.as_ref().unwrap().puzzle.title, "2");
}
