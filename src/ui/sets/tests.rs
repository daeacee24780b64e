//! The search for sets of pieces, driven by accessible label.

use egui_kittest::kittest::{NodeT as _, Queryable};

use crate::ui::testing::{self, Window, document, send, shows, wait};
use crate::workbench::variants::VariantCommand;
use crate::workbench::{Command, Screen};

/// A window with the search for sets of pentominoes in a square of five.
fn square() -> Window {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("five.ron");
    let text = "(format: 1, title: \"Five of twelve\", lattice: Square, pieces: [Family(free: 5)], \
                board: Rectangle(5, 5))";
    std::fs::write(&path, text).expect("a file");
    let mut window = testing::window();
    window.state_mut().open_file(path);
    wait(&mut window, "the puzzle", |w| w.state().bench.document.is_some());
    testing::settle(&mut window);
    send(&mut window, Command::Variant(VariantCommand::Sets));
    window.run_steps(3);
    wait(&mut window, "the sets", |w| document(w).sets().plan().is_some());
    window.run_steps(3);
    window
}

#[test]
fn sets_are_tested_listed_and_the_selected_one_is_used_in_one_step() {
    let mut window = square();
    assert_eq!(window.state().bench.screen, Screen::Variants);
    shows(&window, "Choose 5 of 12 pieces");
    shows(&window, "792 sets.");
    window.get_by_label("Test sets").click();
    window.run_steps(3);
    wait(&mut window, "the end", |w| {
        let sets = document(w).sets();
        sets.is_complete() && sets.table().is_some_and(|table| table.results.len() == 792)
    });
    window.run_steps(3);
    shows(&window, "45 piece sets");
    // A set that does not meet the next goal is selected, and is then selected no longer.
    let has_several = |row: &egui_kittest::Node<'_>| {
        row.accesskit_node().label().is_some_and(|label| !label.contains(" 1 solution,"))
    };
    window
        .query_all_by_label_contains(": 1 of 1 solvable, ")
        .find(has_several)
        .expect("a set with several solutions")
        .click();
    window.run_steps(3);
    let selected = document(&window).sets().selected().expect("the row that was clicked");
    window.get_by_label("It has exactly one solution").click();
    window.run_steps(3);
    wait(&mut window, "the goal", |w| document(w).sets().table().unwrap().order.len() == 19);
    window.run_steps(3);
    shows(&window, "19 piece sets");
    let next = document(&window).sets().selected().expect("the first of the list");
    let table = document(&window).sets().table().unwrap().clone();
    assert!(table.place(selected).is_none() && table.place(next) == Some(0));
    let name = {
        let sets = document(&window).sets();
        let table = sets.table().unwrap();
        sets.run().unwrap().plan().name(table.results[table.order[0] as usize].set as usize)
    };
    let row = format!("{name}: 1 of 1 solvable, 1 solution, fewest 1");
    window.get_by_label(&row).click();
    window.run_steps(3);
    wait(&mut window, "its solution", |w| document(w).sets().detail().is_some());
    window.get_by_label("Use this set").click();
    window.run_steps(3);
    testing::settle(&mut window);
    // It leads to the puzzle with that set, and says so.
    assert_eq!(window.state().bench.screen, Screen::Design);
    let said =
        format!("The puzzle now has the pieces {name}. Undo (Ctrl+Z) brings the others back.");
    shows(&window, &said);
    let used = |window: &Window| document(window).puzzle.pieces.len();
    assert_eq!((used(&window), document(&window).puzzle.off.len()), (5, 7));
    send(&mut window, Command::Undo);
    window.run_steps(3);
    assert_eq!((used(&window), document(&window).puzzle.off.len()), (12, 0));
    // What was found is still there, since the pieces to choose from are the same.
    assert!(document(&window).sets().is_complete());
}

#[test]
fn what_was_found_is_kept_when_a_set_of_a_puzzle_that_chooses_pieces_is_used() {
    let mut window = testing::opened("square/katamino-5x5.ron");
    send(&mut window, Command::Variant(VariantCommand::Sets));
    wait(&mut window, "the sets", |w| document(w).sets().plan().is_some());
    send(&mut window, Command::Solve);
    let is_found = |w: &Window| {
        let sets = document(w).sets();
        sets.is_complete() && sets.table().is_some_and(|table| table.results.len() == 792)
    };
    wait(&mut window, "the end", is_found);
    window.run_steps(3);
    window.get_by_label("Use this set").click();
    window.run_steps(3);
    testing::settle(&mut window);
    assert_eq!(document(&window).puzzle.pieces.len(), 5);
    assert!(document(&window).has_variants().is_err() && document(&window).can_solve().is_ok());
    send(&mut window, Command::Undo);
    testing::settle(&mut window);
    assert!(document(&window).has_variants().is_ok());
    send(&mut window, Command::Show(Screen::Variants));
    window.run_steps(3);
    assert!(is_found(&window));
    shows(&window, "45 piece sets");
}

#[test]
fn a_choice_that_does_not_fit_is_said_and_may_becomes_always() {
    let mut window = square();
    window.get_by_label("F: may").click();
    window.run_steps(2);
    shows(&window, "F: always");
    wait(&mut window, "the sets", |w| {
        document(w).sets().plan().is_some_and(|plan| plan.sets().len() == 330)
    });
    window.get_by_label("F: always").click();
    window.run_steps(2);
    wait(&mut window, "the sets", |w| {
        document(w).sets().plan().is_some_and(|plan| plan.sets().len() == 462)
    });
    let wish = document(&window).sets().wish().clone();
    let wish = crate::workbench::sets::SetsRequest { count: 4, ..wish };
    let action = crate::workbench::sets::SetsAction::Wish(wish);
    window.state_mut().bench.change_sets(action);
    wait(&mut window, "the refusal", |w| document(w).sets().failure().is_some());
    window.run_steps(3);
    assert!(
        window.query_by_label_contains("cover 20 sites, but 25 are needed").is_some(),
        "{:?}",
        document(&window).sets().failure()
    );
    assert!(Command::Solve.available(&window.state().bench).is_err());
}

#[test]
fn sets_of_which_exactly_one_solution_comes_apart_are_listed_by_their_levels() {
    let mut window = square();
    // The goal has solutions taken apart.
    window.get_by_label("Exactly one comes apart").click();
    window.run_steps(3);
    assert!(document(&window).sets().wish().takes_apart);
    wait(&mut window, "the sets", |w| document(w).sets().plan().is_some());
    send(&mut window, Command::Solve);
    wait(&mut window, "the end", |w| {
        let sets = document(w).sets();
        sets.is_complete() && sets.table().is_some_and(|table| table.results.len() == 792)
    });
    wait(&mut window, "the goal", |w| {
        document(w).sets().table().is_some_and(|table| {
            let is_met = |&n: &u32| table.results[n as usize].assemblies.unwrap().unique == 1;
            table.order.len() == table.by_goal[3] && table.order.iter().all(is_met)
        })
    });
    window.get_by_label("Sort sets by level").click();
    window.run_steps(3);
    wait(&mut window, "the order", |w| {
        let table = document(w).sets().table().unwrap();
        let levels = table.order.iter();
        let levels = levels.map(|&n| table.results[n as usize].assemblies.unwrap().level);
        levels.is_sorted_by(|a, b| a >= b)
    });
    window.run_steps(3);
    assert!(window.query_all_by_label_contains("one solution, level ").next().is_some());
}

#[test]
fn a_search_is_paused_stopped_and_resumed() {
    let mut window = square();
    send(&mut window, Command::Solve);
    wait(&mut window, "the run", |w| document(w).sets().snapshot().is_some());
    if document(&window).sets().is_running() {
        send(&mut window, Command::Stop);
        wait(&mut window, "its end", |w| !document(w).sets().is_running());
    }
    if document(&window).sets().can_resume() {
        send(&mut window, Command::Solve);
    }
    wait(&mut window, "all", |w| {
        document(w).sets().table().is_some_and(|table| table.results.len() == 792)
    });
    window.run_steps(3);
    shows(&window, "45 piece sets");
}
