//! The variants screen, driven by accessible label.

use std::time::Duration;

use egui::accesskit::Role;
use egui::{Key, Modifiers, pos2, vec2};
use egui_kittest::kittest::Queryable;

use crate::format::puzzle_file;
use crate::job::Phase;
use crate::ui::testing::{self, Window, document, send, shows, wait};
use crate::workbench::command::Tool;
use crate::workbench::edit::Edit;
use crate::workbench::variants::VariantCommand;
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

/// Where the pieces lie in the n-th known solution of the selected variant.
fn placements_of_variant(window: &Window, n: usize) -> Vec<Vec<crate::lattice::Point>> {
    let variants = document(window).variants();
    let encoding = &variants.listed().unwrap().encoding;
    let solution = &variants.detail().unwrap().found.solutions[n];
    let mut sites: Vec<Vec<_>> = solution.iter().map(|&o| encoding.sites(o).collect()).collect();
    sites.sort();
    sites
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
    window.get_by_label("Next solution").click();
    window.run_steps(2);
    window.get_by_label("Next solution").click();
    window.run_steps(2);
    shows(&window, "Solution 3 of 7");
    let shown = placements_of_variant(&window, 2);
    window.get_by_label("Open solutions (7)").click();
    window.run_steps(3);
    wait(&mut window, "the run", |w| {
        w.state().bench.screen == Screen::Solutions && !document(w).is_running()
    });
    window.run_steps(3);
    // The solution that was looked at is the one that is shown, on a board with the texts of its open sites.
    let solved = document(&window);
    let at = solved.number(solved.selected()).unwrap() as usize - 1;
    assert_eq!(at, 2, "under the number that it had beside the map");
    let encoding = solved.solved_encoding().unwrap();
    let own = solved.with_store(|store| store.get(at)).unwrap();
    let mut own: Vec<Vec<_>> = own.into_iter().map(|o| encoding.sites(o).collect()).collect();
    own.sort();
    assert_eq!(own, shown);
    let texts: Vec<&String> = solved.solved_puzzle().site_texts.values().collect();
    assert!(texts.contains(&&"Oct".to_owned()) && texts.contains(&&"6".to_owned()), "{texts:?}");
    shows(&window, "The variant 6 Oct: 2 sites left open.");
    assert_eq!(document(&window).counts().map(|(counts, _)| counts.distinct.capped()), Some(7));
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
    assert!(!document(&window).is_starting(), "Enter goes to the first, and does not open it");
    let selected = document(&window).variants().selected() as usize;
    assert_eq!(document(&window).variants().listed().unwrap().list.name(selected), "1 Oct");
    let rows = exported(&mut window, &path);
    assert_eq!(rows.len(), 32);
    assert_eq!(rows[6][..7], ["6 Oct", "4.2+6.3", "1", "yes", "7", "7", "7"]);
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
fn a_run_is_stopped_and_resumed_and_all_pairs_are_solved_too() {
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
fn a_long_run_is_paused_stopped_and_resumed_from_what_it_has_solved() {
    let mut window = testing::opened("square/katamino-5xn.ron");
    send(&mut window, Command::Show(Screen::Variants));
    wait(&mut window, "the list", |w| document(w).variants().table().is_some());
    let number = |w: &Window| document(w).variants().snapshot().map_or(0, |s| s.solved);
    let phase = |w: &Window| document(w).variants().snapshot().map(|s| s.phase.clone());
    window.get_by_label("Solve variants").click();
    wait(&mut window, "some", |w| number(w) > 0);
    window.get_by_label("Pause").click();
    wait(&mut window, "the pause", |w| phase(w) == Some(Phase::Paused));
    let paused = number(&window);
    assert!(paused < 4017, "it is long enough to be paused");
    for _ in 0..50 {
        std::thread::sleep(Duration::from_millis(10));
        window.step();
    }
    // Each thread may still finish or put back the variant that it had begun.
    let threads = crate::job::default_threads();
    assert!(number(&window) <= paused + threads, "{} after {paused}", number(&window));
    assert_eq!(phase(&window), Some(Phase::Paused));
    window.get_by_label("Resume").click();
    wait(&mut window, "more", |w| number(w) > paused);
    window.get_by_label("Stop").click();
    wait(&mut window, "the end", |w| document(w).variants().can_resume());
    let stopped = number(&window);
    send(&mut window, Command::Solve);
    wait(&mut window, "the next run", |w| phase(w).is_some() && number(w) > 0);
    assert!(number(&window) >= stopped, "it begins with what is solved");
    wait(&mut window, "the table", |w| {
        document(w).variants().table().is_some_and(|table| table.summary.solved >= stopped)
    });
    send(&mut window, Command::Stop);
    wait(&mut window, "the end", |w| !document(w).variants().is_running());
}

#[test]
fn two_variants_are_shown_beside_each_other_with_the_difference() {
    let mut window = calendar();
    solved(&mut window);
    window.get_by_label("22 Nov, 40 solutions").click();
    window.run_steps(3);
    wait(&mut window, "its solutions", |w| document(w).variants().detail().is_some());
    // The button is in sight, and says what comes next.
    window.get_by_label("Compare").click();
    window.run_steps(3);
    shows(&window, "Click another variant to see 22 Nov below it.");
    window.get_by_label("6 Oct, 7 solutions").click();
    window.run_steps(3);
    wait(&mut window, "its solutions", |w| document(w).variants().detail().is_some());
    wait(&mut window, "the other", |w| {
        w.query_by_label("Board of the compared variant 22 Nov").is_some()
    });
    shows(&window, "Board of 6 Oct");
    shows(&window, "Solutions, compared: 33 more");
    send(&mut window, Command::Variant(VariantCommand::Compare));
    assert!(window.query_by_label_contains("Board of the compared variant").is_none());
    assert!(document(&window).variants().compared().is_none());
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
    shows(&window, "2 of 12: no other solution is within the ranges");
    window.get_by_label("Open as variants").click();
    window.run_steps(3);
    testing::settle(&mut window);
    assert_eq!(document(&window).puzzle.title, "Pentominoes 3×20, 2 challenges");
    assert_eq!(window.state().bench.screen, Screen::Variants);
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

/// Types into a field with a label, in place of what it has.
fn typed(window: &mut Window, role: Role, label: &str, text: &str) {
    window.get_by_role_and_label(role, label).focus();
    window.step();
    window.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.get_by_role_and_label(role, label).type_text(text);
    window.run_steps(3);
}

/// Chooses the sites of a rectangle by its first site, one at its right end and one at its lower end, gives them a series of texts, makes them a group, and has one of them left
/// open in turn.
fn group(window: &mut Window, corners: [&str; 3], first: &str, name: &str) {
    let [from, right, below] =
        corners.map(|site| testing::centre(window, &format!("site {site}, required")));
    let margin = vec2(4.0, 4.0);
    let to = pos2(right.x, below.y) + margin;
    testing::drag(window, &[from - margin, to], Modifiers::NONE);
    typed(window, Role::TextInput, "Text of sites", first);
    testing::click(window, "Fill series");
    typed(window, Role::TextInput, "Name of a group", name);
    testing::click(window, "New group");
    let open = format!("Sites of {name} left open in turn");
    typed(window, Role::SpinButton, &open, "1");
    window.key_press(Key::Tab);
    window.run_steps(3);
    testing::settle(window);
}

/// Exports what is listed, and reads it back: the head and the rows.
fn exported(window: &mut Window, path: &std::path::Path) -> Vec<Vec<String>> {
    window.get_by_label("CSV…").click();
    window.run_steps(4);
    wait(window, "the field", |w| w.query_by_label_contains("variants.csv").is_some());
    let field = "Path, such as ~/puzzles/variants.csv";
    // A folder that does not exist is said before the dialog is gone.
    let missing = path.with_file_name("missing").join("dates.csv");
    testing::type_into(window, field, &missing.display().to_string());
    window.key_press(Key::Enter);
    window.run_steps(3);
    assert!(window.query_by_label_contains("There is no folder ").is_some());
    testing::type_into(window, field, &path.display().to_string());
    window.key_press(Key::Enter);
    window.run_steps(3);
    wait(window, "the file", |w| w.query_by_label_contains("Wrote ").is_some());
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().map(|line| line.split(',').map(str::to_owned).collect()).collect()
}

#[test]
fn a_bare_board_becomes_a_calendar_whose_hardest_date_is_found_opened_and_exported() {
    let folder = tempfile::tempdir().unwrap();
    let bare = "(format: 1, title: \"Bare\", lattice: Square, pieces: [Piece(name: \"block\", art: \
                [\"XXX\", \"XXX\"]), Family(free: 5, only: [\"L\", \"N\", \"P\", \"U\", \"V\", \"Y\", \
                \"Z\"])], board: Art([\"######\", \"######\", \"#######\", \"#######\", \"#######\", \
                \"#######\", \"###\"]))";
    let mut window = testing::window();
    window.state_mut().new_document(puzzle_file::read(bare.into()).unwrap().description);
    testing::settle(&mut window);
    shows(&window, "1 to fix");
    assert!(document(&window).has_variants().is_err());
    send(&mut window, Command::Tool(Tool::Text));
    group(&mut window, ["1, 1", "6, 2", "6, 2"], "Jan", "month");
    group(&mut window, ["1, 3", "7, 6", "3, 7"], "1", "day");
    assert!(document(&window).needs_variants());
    testing::click(&mut window, "Show the 372 variants");
    wait(&mut window, "the list", |w| document(w).variants().table().is_some());
    solved(&mut window);
    shows(&window, "Solvable: 372");
    shows(&window, "Solutions: 25\u{a0}061");
    window.get_by_label("Sort by distinct").click();
    window.run_steps(3);
    wait(&mut window, "the order", |w| w.query_by_label("Oct 6: 7 solutions").is_some());
    window.get_by_label("Oct 6: 7 solutions").click();
    window.run_steps(3);
    wait(&mut window, "its solutions", |w| document(w).variants().detail().is_some());
    shows(&window, "Place in the list: 1 of 372");
    window.get_by_label("Open solutions (7)").click();
    window.run_steps(3);
    wait(&mut window, "the run", |w| {
        w.state().bench.screen == Screen::Solutions && !document(w).is_running()
    });
    shows(&window, "The variant Oct 6: 2 sites left open.");
    assert_eq!(document(&window).counts().map(|(counts, _)| counts.distinct.capped()), Some(7));
    send(&mut window, Command::Show(Screen::Variants));
    let rows = exported(&mut window, &folder.path().join("dates.csv"));
    let column = |name: &str| rows[0].iter().position(|head| head == name).unwrap();
    let (name, distinct) = (column("name"), column("distinct"));
    let numbers: Vec<u64> = rows[1..].iter().map(|row| row[distinct].parse().unwrap()).collect();
    assert_eq!((numbers.len(), numbers.iter().sum::<u64>()), (372, 25_061));
    assert_eq!((&*rows[1][name], numbers[0], numbers[371]), ("Oct 6", 7, 216));
    assert!(numbers.is_sorted());
}

#[test]
fn boards_with_exactly_one_solution_are_found_by_the_filter_and_opened() {
    let text = "(format: 1, title: \"Boards\", lattice: Square, pieces: [Family(free: 5, only: \
                [\"L\", \"P\", \"V\"])], board: Rectangle(5, 3), variants: (of: [Symmetric(15, Mirror)]))";
    let mut window = testing::window();
    window.state_mut().new_document(puzzle_file::read(text.into()).unwrap().description);
    testing::settle(&mut window);
    send(&mut window, Command::Show(Screen::Variants));
    wait(&mut window, "the list", |w| document(w).variants().table().is_some());
    send(&mut window, Command::Solve);
    wait(&mut window, "the solutions", |w| {
        let table = document(w).variants().table().unwrap();
        table.summary.solved == table.results.len()
    });
    window.run_steps(4);
    let unique = document(&window).variants().table().unwrap().summary.unique;
    assert!(unique > 0);
    window.get_by_role_and_label(Role::CheckBox, "One solution").click();
    window.run_steps(3);
    wait(&mut window, "the filter", |w| {
        document(w).variants().table().unwrap().order.len() == unique
    });
    let first = document(&window).variants().table().unwrap().order[0] as usize;
    let name = document(&window).variants().listed().unwrap().list.name(first);
    window.get_by_label(&format!("{name}: 1 solution")).click();
    window.run_steps(3);
    wait(&mut window, "its solution", |w| document(w).variants().detail().is_some());
    shows(&window, "Open solutions (1)");
    window.get_by_label("Open as puzzle").scroll_to_me();
    window.run_steps(3);
    testing::click(&mut window, "Open as puzzle");
    testing::solve(&mut window);
    assert_eq!(document(&window).counts().map(|(counts, _)| counts.distinct.capped()), Some(1));
}

/// A window with a puzzle, on its screen of variants.
fn variants_of(text: &str) -> Window {
    let mut window = testing::window();
    let description = puzzle_file::read(text.into()).unwrap().description;
    window.state_mut().new_document(description);
    testing::settle(&mut window);
    send(&mut window, Command::Show(Screen::Variants));
    wait(&mut window, "the list", |w| document(w).variants().table().is_some());
    window
}

#[test]
fn the_filter_finds_variants_by_the_names_of_those_that_symmetry_makes_equal() {
    let mut window = variants_of(
        "(format: 1, title: \"Corner\", lattice: Square, pieces: [Family(free: 3, copies: 2), \
         Piece(name: \"bar\", art: [\"XXX\"])], board: Rectangle(4, 4), site_texts: \
         [\"A1 A2 A3 A4\", \"B1 B2 B3 B4\", \"C1 C2 C3 C4\", \"D1 D2 D3 D4\"], \
         site_groups: {\"any\": All}, variants: (of: [OpenOne(\"any\")]))",
    );
    shows(&window, "3 variants, of 16: the others are equal to these by symmetry.");
    send(&mut window, Command::Search);
    window.run_steps(2);
    window.get_by_label("Find variants").type_text("D4");
    window.run_steps(2);
    wait(&mut window, "the filter", |w| document(w).variants().table().unwrap().order.len() == 1);
    let order = &document(&window).variants().table().unwrap().order;
    let list = &document(&window).variants().listed().unwrap().list;
    assert_eq!(list.name(order[0] as usize), "A1");
    shows(&window, "A4 · D1 · D4");
}

#[test]
fn another_order_is_shown_from_its_beginning() {
    let mut window = calendar();
    solved(&mut window);
    window.get_by_label("Select the variant with Most").click();
    window.run_steps(4);
    let top = |window: &Window| window.state().variants.list.list.top;
    window.get_by_label("Sort by distinct").click();
    wait(&mut window, "the order", |w| {
        let variants = document(w).variants();
        variants.listed().unwrap().list.name(variants.table().unwrap().order[0] as usize) == "6 Oct"
    });
    assert_eq!(top(&window), 0.0);
    window.key_press(Key::End);
    window.run_steps(3);
    assert!(top(&window) > 100.0);
    window.get_by_label("Sort by distinct").click();
    window.run_steps(3);
    assert_eq!(top(&window), 0.0);
}

#[test]
fn a_variant_that_is_looked_at_before_the_run_is_not_said_to_be_both_open_and_without_solution() {
    let mut window = testing::opened("square/katamino-5x5.ron");
    send(&mut window, Command::Show(Screen::Variants));
    wait(&mut window, "the list", |w| document(w).variants().table().is_some());
    wait(&mut window, "the first set", |w| document(w).variants().detail().is_some());
    window.run_steps(3);
    shows(&window, "No solution exists.");
    let variants = document(&window).variants();
    let name = variants.listed().unwrap().list.name(variants.selected() as usize);
    shows(&window, &format!("{name}: no solution"));
    assert!(window.query_by_label("not solved yet").is_none());
}

#[test]
fn areas_are_told_without_what_variants_leave_open() {
    let mut window = testing::window();
    let text = "(format: 1, title: \"Twenty\", lattice: Square, pieces: [Family(free: 5, only: \
                [\"L\", \"P\", \"V\"])], board: Rectangle(5, 4), site_groups: {\"any\": All}, \
                variants: (of: [OpenOne(\"any\")]))";
    window.state_mut().new_document(puzzle_file::read(text.into()).unwrap().description);
    testing::settle(&mut window);
    shows(&window, "Area 20 with 1 left open, pieces 15");
    let words = "Variants leave 1 site open. The rest of the board has 4 sites more than the pieces can \
                 cover. Erase 4 sites, make them optional, or add pieces.";
    shows(&window, words);
    send(&mut window, Command::AddFamily);
    window.run_steps(3);
    assert!(window.query_by_label_contains("· board: 19, 1 left open").is_some());
}

#[test]
fn what_was_solved_is_there_again_after_undo_and_redo_and_no_filter_stays() {
    let mut window = calendar();
    solved(&mut window);
    window.get_by_role_and_label(Role::CheckBox, "One solution").click();
    window.run_steps(3);
    assert!(document(&window).variants().view().filters());
    let of_months = crate::puzzle::variants::VariantsForm {
        of: document(&window).description().variants.as_ref().unwrap().of[..1].to_vec(),
        ..Default::default()
    };
    window.state_mut().edit(&Edit::Variants(Box::new(of_months)), None);
    testing::settle(&mut window);
    wait(&mut window, "the months", |w| {
        document(w).variants().table().is_some_and(|table| table.results.len() == 12)
    });
    assert!(!document(&window).variants().view().filters());
    send(&mut window, Command::Undo);
    testing::settle(&mut window);
    wait(&mut window, "the dates", |w| {
        document(w).variants().table().is_some_and(|table| table.summary.solved == 366)
    });
    send(&mut window, Command::Redo);
    testing::settle(&mut window);
    wait(&mut window, "the months", |w| {
        document(w).variants().table().is_some_and(|table| table.summary.solved == 0)
    });
}

#[test]
fn a_puzzle_that_lost_its_variants_says_where_they_are_stated() {
    let mut window = calendar();
    window.state_mut().edit(&Edit::Variants(Box::default()), None);
    testing::settle(&mut window);
    window.run_steps(2);
    shows(&window, "The puzzle has no variants. Choose what varies: Puzzle, Variants…");
    window.get_by_label("Change variants…").click();
    window.run_steps(3);
    shows(&window, "No choice yet.");
}
