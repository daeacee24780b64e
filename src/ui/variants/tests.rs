//! The variants screen, driven by accessible label.

use egui_kittest::kittest::Queryable;

use crate::ui::testing::{self, Window, document, send, shows, wait};
use crate::workbench::{Command, Screen};

/// A window with the calendar and its variants.
fn calendar() -> Window {
    let mut window = testing::opened("square/a-puzzle-a-day.ron");
    window.get_by_label("Variants").click();
    window.run_steps(3);
    wait(&mut window, "the list", |w| document(w).variants().table().is_some());
    window
}

fn solved(window: &mut Window) {
    window.get_by_label("Solve variants").click();
    window.run_steps(3);
    wait(window, "the solutions", |w| {
        let table = document(w).variants().table();
        table.is_some_and(|table| table.summary.solved == table.results.len())
    });
    window.run_steps(4);
}

#[test]
fn every_date_is_solved_and_the_hardest_is_one_click_away_from_its_seven_solutions() {
    let mut window = calendar();
    assert_eq!(window.state().bench.screen, Screen::Variants);
    shows(&window, "Solvable: 0");
    solved(&mut window);
    shows(&window, "Solvable: 366");
    shows(&window, "Solutions: 24\u{a0}405");
    shows(&window, "Median: 59");
    window.get_by_label("Sort by distinct").click();
    window.run_steps(3);
    wait(&mut window, "the order", |w| {
        let variants = document(w).variants();
        let first = variants.table().unwrap().order[0] as usize;
        variants.listed().unwrap().list.name(first) == "6 Oct"
    });
    window.get_by_label("6 Oct: 7 solutions").click();
    window.run_steps(3);
    wait(&mut window, "its solutions", |w| document(w).variants().detail().is_some());
    shows(&window, "Place in the list: 1 of 366");
    window.get_by_label("Open solutions (7)").click();
    window.run_steps(3);
    wait(&mut window, "the run", |w| {
        w.state().bench.screen == Screen::Solutions && !document(w).is_running()
    });
    shows(&window, "The variant 6 Oct: 2 sites left open.");
    assert_eq!(document(&window).counts().map(|(counts, _)| counts.distinct), Some(7));
    assert!(!document(&window).is_outdated());
    assert!(!document(&window).is_edited());
}

#[test]
fn a_board_that_variants_leave_open_is_in_order_and_solve_means_its_variants() {
    let mut window = testing::opened("square/a-puzzle-a-day.ron");
    for label in [
        "no errors",
        "Area 43 with 2 left open, pieces 41",
        "Variants leave open: 1 of month, 1 of day",
        "Expected, variants: 366",
    ] {
        shows(&window, label);
    }
    assert!(window.query_by_label_contains("Cannot solve").is_none());
    assert!(document(&window).can_solve().is_err(), "the board as a whole has no solution");
    send(&mut window, Command::Solve);
    wait(&mut window, "the solutions", |w| {
        let table = document(w).variants().table();
        table.is_some_and(|table| table.summary.solved == table.results.len())
    });
    assert_eq!(window.state().bench.screen, Screen::Variants);
    shows(&window, "Solvable: 366");
    // With a piece more the variants do not fit either.
    send(&mut window, Command::Show(Screen::Design));
    window.state_mut().design.select(Some("L"));
    send(&mut window, Command::DuplicatePieces);
    shows(&window, "1 to fix");
    assert!(window.query_by_label_contains("Variants leave 2 sites open").is_some());
}

#[test]
fn the_filter_finds_a_variant_by_name_and_leaves_what_passes_for_the_export() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("october.csv");
    let mut window = calendar();
    solved(&mut window);
    send(&mut window, Command::Search);
    window.run_steps(2);
    window.get_by_label("Find variants").type_text("oct");
    window.run_steps(2);
    wait(&mut window, "the filter", |w| document(w).variants().table().unwrap().order.len() == 31);
    window.key_press(egui::Key::Enter);
    window.run_steps(4);
    shows(&window, "31 of 366");
    let selected = document(&window).variants().selected() as usize;
    assert_eq!(document(&window).variants().listed().unwrap().list.name(selected), "1 Oct");
    window.get_by_label("CSV…").click();
    window.run_steps(4);
    wait(&mut window, "the field", |w| w.query_by_label_contains("variants.csv").is_some());
    window
        .get_by_label("Path, such as ~/puzzles/variants.csv")
        .type_text(&path.display().to_string());
    window.run_steps(2);
    window.key_press(egui::Key::Enter);
    window.run_steps(3);
    wait(&mut window, "the file", |w| w.query_by_label_contains("Wrote 31 variants").is_some());
    let text = std::fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 32);
    assert!(lines[6].starts_with("6 Oct,4.2+6.3,1,yes,7,7,7,"), "{}", lines[6]);
}

#[test]
fn the_map_selects_a_date_which_opens_as_a_puzzle_of_its_own() {
    let mut window = calendar();
    solved(&mut window);
    window.get_by_label("22 Nov, 40 solutions").click();
    window.run_steps(3);
    wait(&mut window, "its solutions", |w| document(w).variants().detail().is_some());
    shows(&window, "Open solutions (40)");
    shows(&window, "Fewest with Nov: 33, 6 Nov");
    shows(&window, "Fewest with 22: 16, 22 May");
    window.get_by_label("Open as puzzle").scroll_to_me();
    window.run_steps(3);
    window.get_by_label("Open as puzzle").click();
    window.run_steps(3);
    testing::settle(&mut window);
    let document = document(&window);
    assert_eq!(document.puzzle.title, "A Puzzle A Day, 22 Nov");
    assert_eq!(document.puzzle.board.sites().len(), 41);
    assert!(document.can_solve().is_ok() && document.has_variants().is_err());
}

#[test]
fn a_run_is_paused_stopped_and_resumed_and_all_pairs_are_solved_too() {
    let mut window = calendar();
    window.get_by_label("With exceptions").click();
    window.run_steps(3);
    wait(&mut window, "the pairs", |w| {
        document(w).variants().table().is_some_and(|table| table.results.len() == 372)
    });
    send(&mut window, Command::Solve);
    wait(&mut window, "the run", |w| document(w).variants().snapshot().is_some());
    if document(&window).variants().is_running() {
        send(&mut window, Command::Stop);
        wait(&mut window, "its end", |w| !document(w).variants().is_running());
    }
    if document(&window).variants().can_resume() {
        send(&mut window, Command::Solve);
    }
    wait(&mut window, "all", |w| {
        document(w).variants().table().is_some_and(|table| table.summary.solved == 372)
    });
    window.run_steps(3);
    shows(&window, "Solutions: 25\u{a0}061");
}

#[test]
fn challenges_are_made_of_all_solutions_listed_and_opened_as_puzzles() {
    let mut window = testing::opened("square/pentominoes-3x20.ron");
    assert!(window.state().bench.can_make_challenges().is_err(), "nothing is solved yet");
    let challenges = |window: &mut Window| {
        send(window, Command::MakeChallenges);
        window.run_steps(3);
        window.get_by_label("Make challenges").click();
        window.run_steps(3);
        wait(window, "the challenges", |w| {
            w.query_by_label_contains("1: 1 given, 11 left").is_some()
        });
    };
    send(&mut window, Command::Solve);
    wait(&mut window, "the solutions", |w| {
        !document(w).is_running() && w.state().bench.can_make_challenges().is_ok()
    });
    challenges(&mut window);
    shows(&window, "2 of 12: no other solution has such grades");
    window.get_by_label("Open as variants").click();
    window.run_steps(3);
    testing::settle(&mut window);
    assert_eq!(document(&window).puzzle.title, "Pentominoes 3×20, 2 challenges");
    send(&mut window, Command::Show(Screen::Variants));
    send(&mut window, Command::Solve);
    wait(&mut window, "each challenge", |w| {
        let table = document(w).variants().table();
        table.is_some_and(|table| table.summary.solved == 2 && table.summary.unique == 2)
    });
}

#[test]
fn cards_with_boards_of_their_own_are_solved_shown_and_opened_as_puzzles() {
    let mut window = testing::opened("square/small-boards.ron");
    send(&mut window, Command::Show(Screen::Variants));
    wait(&mut window, "the list", |w| document(w).variants().table().is_some());
    send(&mut window, Command::Solve);
    wait(&mut window, "the solutions", |w| {
        document(w).variants().table().is_some_and(|table| table.summary.solved == 36)
    });
    window.run_steps(4);
    shows(&window, "One solution: 36");
    window.get_by_label("Pictures").click();
    window.run_steps(4);
    wait(&mut window, "a picture", |w| document(w).variants().picture(1).flatten().is_some());
    window.get_by_label("Picture of Card 1b: 1 solution").click();
    window.run_steps(3);
    wait(&mut window, "its solution", |w| document(w).variants().detail().is_some());
    shows(&window, "Open solutions (1)");
    window.get_by_label("Open as puzzle").scroll_to_me();
    window.run_steps(3);
    window.get_by_label("Open as puzzle").click();
    window.run_steps(3);
    testing::settle(&mut window);
    let puzzle = &document(&window).puzzle;
    assert_eq!(puzzle.title, "Small boards to pack, Card 1b");
    assert_eq!((puzzle.pieces.len(), puzzle.board.sites().len()), (3, 13));
}
