//! The Run screen before, during and after a run, driven by accessible label.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use egui_kittest::kittest::{NodeT as _, Queryable};

use crate::exact_cover::{Engine, dancing_links};
use crate::job::Phase;
use crate::ui::dialogs::Dialog;
use crate::ui::platform::purpose::Purpose;
use crate::ui::testing::{self, Window, document, phase, send, wait};
use crate::workbench::{Command, Screen};

/// The window with a puzzle open; runs are kept in a folder of the test.
fn window(puzzle: &Path, runs: &Path) -> Window {
    let mut window = testing::window();
    let saved_runs = &mut window.state_mut().bench.saved_runs;
    saved_runs.folder = Some(runs.to_owned());
    saved_runs.every = Duration::from_millis(100);
    window.state_mut().open_file(puzzle.to_owned());
    wait(&mut window, "the analysis", |w| {
        let document = w.state().bench.document.as_ref();
        document.is_some_and(|d| d.can_solve().is_ok())
    });
    window
}

fn files(folder: &Path) -> usize {
    std::fs::read_dir(folder).map_or(0, Iterator::count)
}

/// A puzzle file for a test.
fn puzzle(folder: &Path, title: &str, board: &str, pieces: &str) -> std::path::PathBuf {
    let path = folder.join("puzzle.ron");
    let text = format!(
        "(format: 1, title: \"{title}\", lattice: Square, pieces: [{pieces}], board: {board})"
    );
    std::fs::write(&path, text).unwrap();
    path
}

/// Takes some seconds: 6×10 by the slowest engine.
fn slow(folder: &Path) -> std::path::PathBuf {
    puzzle(folder, "6×10", "Rectangle(10, 6)", "Family(free: 5)")
}

/// Asks for dancing links, which take their time.
fn links(window: &mut Window) {
    let wake = Arc::clone(&window.state().wake);
    window.state_mut().bench.set_engine(Some(&dancing_links::ENGINE), &wake);
}

/// Waits until a run can be started: when one has ended, it is looked whether it was saved.
fn wait_its_turn(window: &mut Window) {
    wait(window, "its turn", |w| document(w).saver().is_none() && document(w).can_solve().is_ok());
}

/// Solves for a while, and stops.
fn put_aside(window: &mut Window) {
    links(window);
    send(window, Command::Solve);
    wait(window, "some jobs", |w| {
        let snapshot = document(w).run().map(|run| run.snapshot());
        snapshot.is_some_and(|s| s.jobs.0 > 2 && s.elapsed > Duration::from_millis(100))
    });
    send(window, Command::Stop);
    wait(window, "the saved run", |w| document(w).saved().is_some());
}

#[test]
fn the_engine_of_the_next_run_is_chosen_by_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let path = puzzle(folder.path(), "3×20", "Rectangle(20, 3)", "Family(free: 5)");
    let mut window = window(&path, &folder.path().join("runs"));
    send(&mut window, Command::Show(Screen::Run));
    window.get_by_label("Nothing solved yet.");
    for engine in Engine::exhaustive() {
        let label = crate::text::capitalised(engine.name);
        wait_its_turn(&mut window);
        // Beside the facts of a run the settings lie further down than the window shows.
        window.get_by_label(&label).scroll_to_me();
        window.run_steps(12);
        window.get_by_label(&label).click();
        window.run_steps(2);
        assert_eq!(window.state().bench.settings.engine(), Some(engine));
        send(&mut window, Command::Solve);
        wait(&mut window, "the end", |w| phase(w) == Some(Phase::Complete));
        // The run may have ended since the last frame was drawn.
        let told = format!("Search: {}", engine.name);
        wait(&mut window, &told, |w| w.query_by_label(&told).is_some());
        window.get_by_label("Chosen by: you");
        assert_eq!(document(&window).counts().unwrap().0.distinct, 2);
    }
    wait_its_turn(&mut window);
    window.get_by_label("Automatic").click();
    window.step();
    window.step();
    assert_eq!(window.state().bench.settings.engine(), None);
    send(&mut window, Command::Solve);
    wait(&mut window, "the end", |w| phase(w) == Some(Phase::Complete));
    assert!(window.query_by_label("Chosen by: you").is_none());
}

#[test]
fn the_keys_that_stop_a_run_start_none_when_it_is_over() {
    let folder = tempfile::tempdir().unwrap();
    let path = puzzle(folder.path(), "3×20", "Rectangle(20, 3)", "Family(free: 5)");
    let mut window = window(&path, &folder.path().join("runs"));
    window.key_press(egui::Key::F5);
    window.run_steps(3);
    assert_eq!(window.state().bench.screen, Screen::Run);
    wait(&mut window, "the end", |w| phase(w) == Some(Phase::Complete));
    // A solution leaves nothing waiting to be placed.
    window.get_by_label("Left over: nothing");
    send(&mut window, Command::Show(Screen::Design));
    window.key_press_modifiers(egui::Modifiers::SHIFT, egui::Key::F5);
    window.run_steps(3);
    assert_eq!(window.state().bench.screen, Screen::Design, "nothing was started");
    wait_its_turn(&mut window);
    window.key_press(egui::Key::F5);
    window.run_steps(3);
    assert_eq!(window.state().bench.screen, Screen::Run);
}

#[test]
fn a_run_is_saved_in_the_background_and_gone_on_with_by_another_window() {
    let folder = tempfile::tempdir().unwrap();
    let (path, runs) = (slow(folder.path()), folder.path().join("runs"));
    let done = {
        let mut window = window(&path, &runs);
        links(&mut window);
        send(&mut window, Command::Solve);
        wait(&mut window, "a checkpoint", |w| {
            let saver = document(w).saver();
            saver.is_some_and(|saver| saver.last().at.is_some())
        });
        assert_eq!(phase(&window), Some(Phase::Running));
        assert!(window.query_by_label("Checkpoint: none yet").is_none());
        assert!(window.query_by_label_contains("Checkpoint: ").is_some());
        document(&window).run().unwrap().snapshot().jobs.0
        // The window is closed while the run goes on.
    };
    assert_eq!(files(&runs), 1);
    let mut window = window(&path, &runs);
    wait(&mut window, "the saved run", |w| document(w).saved().is_some());
    send(&mut window, Command::Show(Screen::Run));
    window.get_by_label("A run of this puzzle was saved.");
    let offer = window.query_all_by_label_contains("Resume from ").count();
    assert_eq!(offer, 1);
    window.get_by_label_contains("Resume from ").click();
    window.step();
    window.step();
    wait(&mut window, "the jobs", |w| document(w).run().is_some_and(|r| r.snapshot().jobs.0 > 0));
    assert!(document(&window).run().unwrap().snapshot().jobs.0 >= done);
    window.get_by_label("Search: dancing links");
    wait(&mut window, "the end", |w| phase(w) == Some(Phase::Complete));
    let (counts, complete) = document(&window).counts().unwrap();
    let counts = counts.small().unwrap();
    assert_eq!((counts.total, counts.distinct, complete), (9356, 2339, true));
    assert_eq!(document(&window).shown(), 2339);
    wait(&mut window, "the file to go", |_| files(&runs) == 0);
}

#[test]
fn a_stopped_run_can_be_gone_on_with_or_started_over() {
    let folder = tempfile::tempdir().unwrap();
    let (path, runs) = (slow(folder.path()), folder.path().join("runs"));
    let mut window = window(&path, &runs);
    put_aside(&mut window);
    assert_eq!(phase(&window), Some(Phase::Stopped));
    let before = document(&window).saved().unwrap().checkpoint.jobs().0;
    assert!(before > 0);
    window.get_by_label("Resume").click();
    window.step();
    window.step();
    wait(&mut window, "the jobs", |w| document(w).run().is_some_and(|r| r.snapshot().jobs.0 > 0));
    assert!(document(&window).run().unwrap().snapshot().jobs.0 >= before);
    send(&mut window, Command::Stop);
    wait(&mut window, "the saved run", |w| document(w).saved().is_some());
    window.get_by_label("Start over").click();
    window.step();
    window.step();
    assert!(document(&window).saved().is_none());
    let snapshot = document(&window).run().unwrap().snapshot();
    assert!(snapshot.jobs.0 < before || snapshot.elapsed < Duration::from_millis(500));
}

#[test]
fn solutions_are_counted_without_being_listed_and_listed_afterwards() {
    let folder = tempfile::tempdir().unwrap();
    let trominoes = r#"Piece(name: "L", art: ["X.", "XX"], copies: 18)"#;
    let path = puzzle(folder.path(), "L-trominoes", "Rectangle(9, 6)", trominoes);
    let mut window = window(&path, &folder.path().join("runs"));
    send(&mut window, Command::Show(Screen::Run));
    window.get_by_label("Count only").click();
    window.run_steps(3);
    wait(&mut window, "the end", |w| phase(w) == Some(Phase::Complete));
    let (counts, complete) = document(&window).counts().unwrap();
    assert!(complete && document(&window).only_counts() && document(&window).shown() == 0);
    window.run_steps(8);
    window.get_by_label("Only counted, not listed.");
    window.get_by_label("Only counted");
    window.get_by_label_contains("States: ");
    window.get_by_label("Search: frontier sweep");
    window.get_by_label("Show the counts").click();
    window.run_steps(4);
    assert_eq!(window.state().bench.screen, Screen::Solutions);
    let [distinct, total] = [counts.distinct, counts.total].map(crate::text::grouped);
    for label in [
        format!("Distinct: {distinct}"),
        format!("Total: {total}"),
        format!("Distinct {distinct}"),
        format!("{distinct} solutions"),
    ] {
        assert!(window.query_by_label(&label).is_some(), "{label}");
    }
    let all = format!("All {total}");
    assert!(window.get_by_label(&all).accesskit_node().is_disabled());
    window.get_by_label("They were only counted. Solve (F5) lists them.");
    window.get_by_label_contains("Counted in ");
    wait_its_turn(&mut window);
    window.get_by_label("Solve").click();
    window.run_steps(3);
    wait(&mut window, "the end", |w| phase(w) == Some(Phase::Complete));
    let listed = document(&window).counts().unwrap().0;
    assert_eq!((listed.total, listed.symmetric), (counts.total, counts.symmetric));
    assert_eq!(document(&window).shown(), counts.distinct);
}

#[test]
fn a_run_that_was_put_aside_stays_when_solutions_are_only_counted() {
    let folder = tempfile::tempdir().unwrap();
    let (path, runs) = (slow(folder.path()), folder.path().join("runs"));
    let mut window = window(&path, &runs);
    put_aside(&mut window);
    let before = document(&window).saved().unwrap().checkpoint.jobs().0;
    send(&mut window, Command::Count);
    wait(&mut window, "the end", |w| phase(w) == Some(Phase::Complete));
    assert_eq!(document(&window).counts().unwrap().0.distinct, 2339);
    // It is looked for again once the saver of the count is done; what is known until then is old.
    wait_its_turn(&mut window);
    wait(&mut window, "the saved run", |w| document(w).saved().is_some());
    let saved = document(&window).saved().unwrap();
    assert!(saved.checkpoint.jobs().0 == before && saved.checkpoint.keeps_solutions());
    assert_eq!(files(&runs), 1);
    wait_its_turn(&mut window);
    window.get_by_label("Resume").click();
    window.run_steps(3);
    wait(&mut window, "the end", |w| phase(w) == Some(Phase::Complete));
    assert_eq!(document(&window).shown(), 2339);
}

/// Types a path into the sheet that is open, and enters it.
fn type_path(window: &mut Window, path: &Path) {
    let hint = "Path, such as ~/puzzles/own.checkpoint";
    window.run_steps(4);
    window.get_by_label(hint).type_text(&path.display().to_string());
    window.run_steps(2);
    window.key_press(egui::Key::Enter);
    window.run_steps(3);
}

#[test]
fn a_run_is_saved_to_a_file_and_continued_from_it_but_not_by_another_puzzle() {
    let folder = tempfile::tempdir().unwrap();
    let (path, runs) = (slow(folder.path()), folder.path().join("runs"));
    let file = folder.path().join("own.checkpoint");
    let mut first = window(&path, &runs);
    links(&mut first);
    send(&mut first, Command::Solve);
    wait(&mut first, "some jobs", |w| {
        document(w).run().is_some_and(|run| run.snapshot().jobs.0 > 2)
    });
    first.state_mut().dialog = Some(Dialog::path(Purpose::SaveRun));
    type_path(&mut first, &file);
    wait(&mut first, "the file", |w| w.query_by_label_contains("Saved the run to").is_some());
    first.state_mut().dialog = Some(Dialog::path(Purpose::SaveRun));
    type_path(&mut first, &file);
    assert!(first.query_by_label_contains("exists already").is_some());
    drop(first);
    let saved = crate::job::Checkpoint::load(&file).unwrap().jobs().0;
    assert!(saved > 0);

    // Elsewhere: no folder has the run.
    let elsewhere = folder.path().join("elsewhere");
    let mut second = window(&path, &elsewhere);
    second.state_mut().dialog = Some(Dialog::path(Purpose::ContinueRun));
    type_path(&mut second, &file);
    wait(&mut second, "the jobs", |w| {
        document(w).run().is_some_and(|run| run.snapshot().jobs.0 > 0)
    });
    assert!(document(&second).run().unwrap().snapshot().jobs.0 >= saved);
    wait(&mut second, "the end", |w| phase(w) == Some(Phase::Complete));
    assert_eq!(document(&second).counts().unwrap().0.total, 9356);
    assert!(file.exists(), "the file is the user's");

    let other = puzzle(folder.path(), "3×20", "Rectangle(20, 3)", "Family(free: 5)");
    let mut third = window(&other, &elsewhere);
    third.state_mut().dialog = Some(Dialog::path(Purpose::ContinueRun));
    type_path(&mut third, &file);
    wait(&mut third, "the refusal", |w| {
        w.query_by_label_contains("it belongs to another puzzle, \"6×10\"").is_some()
    });
    assert!(document(&third).run().is_none());
}

#[test]
fn a_saved_run_that_cannot_be_continued_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let (path, runs) = (slow(folder.path()), folder.path().join("runs"));
    let mut first = window(&path, &runs);
    let analysis = document(&first).analysis().get().cloned().unwrap();
    let file = first.state().bench.saved_runs.path(&analysis).unwrap();
    std::fs::create_dir_all(&runs).unwrap();
    std::fs::write(&file, "(format: 1)").unwrap();
    first.step();
    drop(first);
    let mut window = window(&path, &runs);
    wait(&mut window, "the message", |w| w.query_by_label_contains("cannot be resumed").is_some());
    assert!(window.query_by_label_contains("is not a checkpoint, or is damaged").is_some());
    window.get_by_label("Solve");
}

/// Clicks the first button whose label begins with some words; its label.
fn click_beginning(window: &mut Window, words: &str) -> String {
    let found = window.query_all_by_label_contains(words).find_map(|node| {
        let label = node.accesskit_node().label()?;
        (label.starts_with(words) && label.contains(": ")).then_some((label, node))
    });
    let (label, node) = found.unwrap_or_else(|| panic!("nothing begins with {words}"));
    node.scroll_to_me();
    node.click();
    window.run_steps(4);
    label
}

/// Waits until all changes have been tried.
fn wait_for_suggestions(window: &mut Window) {
    wait(window, "the suggestions", |w| {
        document(w).suggestions().is_some() && !document(w).is_searching_suggestions()
    });
    window.run_steps(4);
}

#[test]
fn sticks_without_a_solution_come_to_few_by_one_click_which_one_undo_reverts() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sticks.ron");
    let text = r#"(format: 1, title: "Eight sticks", lattice: SquareEdges,
        pieces: [Family(free: 4, only: ["F", "H", "I", "J", "L", "N", "O"]),
            Family(free: 3, only: ["1"])],
        board: Rectangle(4, 3))"#;
    std::fs::write(&path, text).unwrap();
    let mut window = window(&path, &folder.path().join("runs"));
    send(&mut window, Command::Solve);
    wait(&mut window, "the end", |w| phase(w) == Some(Phase::Complete));
    assert_eq!(document(&window).counts().unwrap().0.total, 0);
    wait_for_suggestions(&mut window);
    // The run shows what comes closest, and offers nothing to browse.
    let closest = document(&window).suggestions().unwrap().closest.unwrap();
    assert!(closest.is_best && closest.options.len() >= 6 && !closest.open.is_empty());
    testing::shows(&window, "Closest to a solution");
    testing::shows(&window, "Changes that help");
    assert!(window.query_by_label("Browse solutions").is_none());
    // The same on the other screens.
    send(&mut window, Command::Show(Screen::Solutions));
    testing::shows(&window, "Changes that help");
    send(&mut window, Command::Show(Screen::Design));
    testing::shows(&window, "No solution exists");
    testing::shows(&window, "Changes that help");
    assert!(window.query_by_label("Every piece has a placement").is_none(), "no ticks");
    let puzzle = Arc::clone(&document(&window).puzzle);
    let label = click_beginning(&mut window, "Use ");
    testing::settle(&mut window);
    assert_ne!(document(&window).puzzle, puzzle);
    assert!(document(&window).suggestions().is_none());
    wait_its_turn(&mut window);
    send(&mut window, Command::Solve);
    wait(&mut window, "the end", |w| phase(w) == Some(Phase::Complete));
    let distinct = document(&window).counts().unwrap().0.distinct;
    assert!(label.ends_with(&format!(": {distinct}")), "{label}: {distinct}");
    send(&mut window, Command::Undo);
    assert!(document(&window).puzzle.is_same_but_for_words(&puzzle), "one step");
}

#[test]
fn what_comes_closest_is_placed_on_the_board_by_one_click() {
    let folder = tempfile::tempdir().unwrap();
    let path = puzzle(folder.path(), "L", "Rectangle(3, 3)", LS);
    let mut window = window(&path, &folder.path().join("runs"));
    send(&mut window, Command::Solve);
    wait(&mut window, "the end", |w| phase(w) == Some(Phase::Complete));
    wait_for_suggestions(&mut window);
    let words = "No partial solution covers more: 2 of 3 pieces fit, 3 sites stay open; \
                 left over: L.";
    testing::shows(&window, words);
    window.get_by_label("Place the closest").click();
    testing::settle(&mut window);
    assert_eq!(window.state().bench.screen, Screen::Design);
    assert_eq!(document(&window).puzzle.placed.len(), 2);
    send(&mut window, Command::Undo);
    assert!(document(&window).puzzle.placed.is_empty());
}

/// Three L-trominoes, which cannot cover a square; no colouring tells that.
const LS: &str = r#"Piece(name: "L", art: ["XX", "X."], copies: 3)"#;

#[test]
fn a_packing_puzzle_with_optional_sites_alone_is_solved() {
    let folder = tempfile::tempdir().unwrap();
    let board = r#"Art(["oooo", "oooo", "oooo"])"#;
    let path = puzzle(folder.path(), "Packing", board, LS);
    let mut window = window(&path, &folder.path().join("runs"));
    testing::shows(&window, "Area 9, so that 3 of 12 sites stay open");
    send(&mut window, Command::Solve);
    wait(&mut window, "the end", |w| phase(w) == Some(Phase::Complete));
    let counts = document(&window).counts().unwrap().0;
    // By hand: the ways to place three L-trominoes in 4×3.
    assert!(counts.total > 0 && counts.distinct < counts.total);
    assert_eq!(counts.total, packings(4, 3, 3));
}

/// The number of sets of so many L-trominoes in a rectangle, by trying all of them.
fn packings(columns: u32, rows: u32, pieces: usize) -> u64 {
    let mut shapes = Vec::new();
    for (x, y) in (0..columns - 1).flat_map(|x| (0..rows - 1).map(move |y| (x, y))) {
        let cell = |dx: u32, dy: u32| 1u64 << ((y + dy) * columns + x + dx);
        let square = cell(0, 0) | cell(1, 0) | cell(0, 1) | cell(1, 1);
        shapes.extend([(0, 0), (1, 0), (0, 1), (1, 1)].map(|(dx, dy)| square ^ cell(dx, dy)));
    }
    fn count(shapes: &[u64], used: u64, left: usize) -> u64 {
        if left == 0 {
            return 1;
        }
        let next = |(n, shape): (usize, &u64)| match shape & used {
            0 => count(&shapes[n + 1..], used | shape, left - 1),
            _ => 0,
        };
        shapes.iter().enumerate().map(next).sum()
    }
    count(&shapes, 0, pieces)
}

#[test]
fn a_sweep_shows_its_frontier_its_steps_and_no_zeros() {
    let folder = tempfile::tempdir().unwrap();
    let path = puzzle(folder.path(), "6×10", "Rectangle(10, 6)", "Family(free: 5)");
    let mut window = window(&path, &folder.path().join("runs"));
    let wake = Arc::clone(&window.state().wake);
    window.state_mut().bench.set_engine(Some(&crate::exact_cover::frontier::ENGINE), &wake);
    window.run_steps(2);
    wait_its_turn(&mut window);
    send(&mut window, Command::Count);
    wait(&mut window, "some steps", |w| {
        let snapshot = document(w).run().map(|run| run.snapshot());
        snapshot.is_some_and(|s| s.sweep.is_some_and(|sweep| sweep.stage.level > 20))
    });
    send(&mut window, Command::PauseOrResume);
    // A sweep pauses at the end of a round, so that the picture may be of the step before, and the
    // step may still end while the window is drawn: the two are compared here, and not again.
    let level = |w: &Window| {
        let snapshot = document(w).run().map(|run| run.snapshot());
        snapshot.and_then(|s| s.sweep).map(|sweep| sweep.stage.level)
    };
    wait(&mut window, "the steps", |w| {
        let steps = level(w).map(|level| format!("Steps of the sweep: {level} of 60"));
        let shown = steps.is_some_and(|steps| w.query_by_label(&steps).is_some());
        shown || phase(w).is_some_and(|phase| phase.is_over())
    });
    if phase(&window) == Some(Phase::Paused) {
        let sweep = document(&window).run().unwrap().snapshot().sweep.unwrap();
        assert!(sweep.only_counts && sweep.order.len() == 60 && sweep.span > 4);
        testing::shows(&window, "Sweeping the board");
        testing::shows(&window, "Solutions so far: –");
        testing::shows(&window, "Distinct solutions: at the end");
        assert!(window.query_by_label_contains("States a second: ").is_some());
        assert!(window.query_by_label_contains("Frontier ").is_some());
        for absent in ["Position in the tree", "Nodes a second", "Updates a second", "Jobs done"] {
            assert!(window.query_by_label_contains(absent).is_none(), "{absent}");
        }
        send(&mut window, Command::Stop);
    }
    wait(&mut window, "the end", |w| phase(w).is_some_and(|phase| phase.is_over()));
    if phase(&window) == Some(Phase::Stopped) {
        testing::shows(&window, "The sweep");
        let why = "steps of a sweep, which finds its solutions only at the end.";
        assert!(window.query_by_label_contains(why).is_some());
    }
    wait_its_turn(&mut window);
    send(&mut window, Command::Count);
    wait(&mut window, "the end", |w| phase(w) == Some(Phase::Complete));
    window.run_steps(4);
    testing::shows(&window, "Only counted");
    testing::shows(&window, "Steps of the sweep: 60 of 60");
    testing::shows(&window, "Distinct solutions: 2339");
    let sweep = document(&window).run().unwrap().snapshot().sweep.unwrap();
    let states = sweep.steps.iter().sum::<u64>();
    assert!(states > 10_000 && states <= sweep.stage.states, "{states} of {:?}", sweep.stage);
}

#[test]
fn a_run_is_paused_and_stopped_on_the_solutions_screen_too() {
    let folder = tempfile::tempdir().unwrap();
    let (path, runs) = (slow(folder.path()), folder.path().join("runs"));
    let mut window = window(&path, &runs);
    links(&mut window);
    send(&mut window, Command::Solve);
    wait(&mut window, "a solution", |w| document(w).shown() > 0);
    send(&mut window, Command::Show(Screen::Solutions));
    window.get_by_label_contains("The search is still running");
    window.get_by_label("Pause").click();
    wait(&mut window, "the pause", |w| document(w).is_paused());
    window.run_steps(2);
    window.get_by_label_contains("The search is paused: there may be more.");
    assert!(window.query_by_label_contains("still running").is_none());
    window.get_by_label("Resume").click();
    wait(&mut window, "the run", |w| !document(w).is_paused());
    window.get_by_label("Stop").click();
    wait(&mut window, "the end", |w| phase(w) == Some(Phase::Stopped));
    window.run_steps(2);
    assert!(window.query_by_label("Stop").is_none());
}

#[test]
fn a_reason_is_shown_in_its_colours_and_saved_as_a_certificate() {
    let folder = tempfile::tempdir().unwrap();
    let path = puzzle(
        folder.path(),
        "Three L",
        "Rectangle(3, 3)",
        "Piece(name: \"L\", art: [\"XX\", \"X\"], copies: 3)",
    );
    let mut window = window(&path, &folder.path().join("runs"));
    testing::click(&mut window, "Show the colours");
    let picture = "The board in the colours of the reason";
    wait(&mut window, "the picture", |w| w.query_by_label(picture).is_some());
    for fact in ["Weight 0: 5 sites", "Weight 1: 4 sites", "L: 2 to 3 and 0 to 1"] {
        testing::shows(&window, fact);
    }
    testing::click(&mut window, "Save certificate…");
    // There is no file dialog in a test.
    let is_asked = |w: &Window| matches!(w.state().dialog, Some(Dialog::Path(Purpose::Proof, _)));
    wait(&mut window, "the field", is_asked);
    let file = folder.path().join("proof.ron");
    let Some(Dialog::Path(Purpose::Proof, typed)) = &mut window.state_mut().dialog else {
        panic!("no path is asked for");
    };
    *typed = file.display().to_string();
    window.run_steps(2);
    window.key_press(egui::Key::Enter);
    wait(&mut window, "the file", |_| file.exists());
    let proof = crate::format::certificate::open(&file).unwrap().expect("a certificate");
    assert_eq!(proof.verify(), Ok(()));

    // What lies on the board has a reason of its own.
    send(&mut window, Command::Solve);
    wait(&mut window, "the end", |w| phase(w) == Some(Phase::Complete));
    assert!(document(&window).run().unwrap().plan().impossible.is_some());
    send(&mut window, Command::WhyNone);
    wait(&mut window, "the reason", |w| {
        w.query_all_by_label("Why there is no solution").next().is_some()
    });
}
