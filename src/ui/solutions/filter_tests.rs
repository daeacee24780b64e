//! Filters, ranges, pieces in place and sorting, driven by what they are called.

use egui::Key;
use egui::accesskit::Role;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::format::puzzle_file;
use crate::puzzle::PieceId;
use crate::ui::testing::{
    Window, choose, click, document, knows_all_measures, open, send, shows, solve, wait, window,
    window_of,
};
use crate::workbench::Wake;
use crate::workbench::edit::Edit;
use crate::workbench::solutions::grouping::Grouping;
use crate::workbench::solutions::listing::ListSettings;
use crate::workbench::{Command, Screen};

/// A window with the solutions of a bundled puzzle in view, whose measures are known.
pub(super) fn solved(name: &str) -> Window {
    // High enough for all sections.
    let mut window = window_of([1440.0, 2000.0]);
    open(&mut window, name);
    solve_and_measure(window)
}

fn solve_and_measure(mut window: Window) -> Window {
    solve(&mut window);
    send(&mut window, Command::Show(Screen::Solutions));
    wait(&mut window, "the measures", |window| {
        document(window).browser().is_some_and(knows_all_measures)
    });
    window.step();
    window
}

/// Waits until the list is the one that was asked for.
pub(super) fn listed(window: &mut Window) {
    // What was clicked or typed is taken in with the next frame, and asks for a list only then.
    window.run_steps(2);
    wait(window, "the list", |window| {
        let document = document(window);
        document.browser().is_some_and(|browser| !browser.is_waiting(document.shows_all()))
    });
    window.step();
    window.step();
}

#[test]
fn pentominoes_are_filtered_sorted_and_found_by_number() {
    let mut window = solved("pentominoes-6x10.ron");
    click(&mut window, "No crossroads");
    listed(&mut window);
    shows(&window, "563 solutions");
    click(&mut window, "Fault-free");
    listed(&mut window);
    assert_eq!(document(&window).shown(), 563);
    choose(&mut window, "Sort by", "Pieces at the border");
    listed(&mut window);
    let document_now = document(&window);
    let listing = document_now.listing().expect("it is filtered");
    let border = document_now.browser().unwrap().measures().find(|m| m.row().id == "border");
    let value = |n: u64| {
        let distinct = listing.distinct()[n as usize];
        document_now.browser().unwrap().value(border.unwrap(), distinct).unwrap()
    };
    assert!((1..563).all(|n| value(n - 1) >= value(n)), "most first");
    // The picture's example: the fifteenth by number is not the fifteenth by border.
    let number = document_now.number(0).unwrap();
    let at = document_now.position_of(number);
    assert_eq!(at, Some(0));
    click(&mut window, "Clear filter");
    listed(&mut window);
    assert_eq!(document(&window).shown(), 2339);
    choose(&mut window, "Sort by", "Number");
    listed(&mut window);
    assert!(document(&window).listing().is_none());

    let field = window.get_by_label("Go to number");
    field.focus();
    window.step();
    window.get_by_label("Go to number").type_text("816");
    window.step();
    window.key_press(Key::Enter);
    window.step();
    window.step();
    shows(&window, "Board of solution 816");
    window.step();
    shows(&window, "Solution 816");
}

#[test]
fn every_list_of_the_literature_has_its_length() {
    let mut window = solved("pentominoes-6x10.ron");
    for (name, count) in [
        ("No crossroads", 563),
        ("Fault-free", 2323),
        ("Every piece at the border", 2),
        ("Three colours, corners too", 94),
        ("Symmetric", 0),
    ] {
        click(&mut window, name);
        listed(&mut window);
        assert_eq!(document(&window).shown(), count, "{name}");
        // A list of all has the four copies of each.
        let all = format!("All {}", crate::text::grouped(9356));
        click(&mut window, &all);
        listed(&mut window);
        assert_eq!(document(&window).shown(), 4 * count, "{name}, all");
        click(&mut window, "Distinct 2339");
        listed(&mut window);
        click(&mut window, name);
        listed(&mut window);
    }
}

#[test]
fn a_piece_that_is_clicked_is_kept_in_place() {
    let mut window = solved("pentominoes-6x10.ron");
    let board = window.get_by_label("Board of solution 1").rect();
    window.hover_at(board.center());
    window.step();
    window.drag_at(board.center());
    window.step();
    window.drop_at(board.center());
    window.step();
    window.step();
    listed(&mut window);
    let kept = document(&window).browser().unwrap().settings().placements.clone();
    assert_eq!(kept.len(), 1);
    let group = std::sync::Arc::clone(document(&window).solved_group().unwrap());
    let shown = document(&window).shown();
    assert!(shown > 0 && shown < 2339, "{shown}");
    // Those with the placement in some turned or flipped copy, counted without the filter.
    let expected = document(&window).with_store(|store| {
        let images = |solution: &[crate::exact_cover::OptionId]| {
            group.elements.iter().any(|element| {
                let mut image = Vec::new();
                crate::solution::orbit::image_of(element, solution, &mut image);
                image.contains(&kept[0].option)
            })
        };
        (0..store.len()).filter(|&n| images(&store.get(n))).count() as u64
    });
    assert_eq!(Some(shown), expected);
    // Unticked, the others are listed, and the panel is as wide as before.
    let width = window.get_by_label("Random").rect().left();
    let piece = document(&window).solved_encoding().unwrap().placement(kept[0].option).piece;
    let name = document(&window).solved_puzzle().piece(piece).name.clone();
    let row = |window: &Window| {
        let words = format!("{name} at ");
        let rows = window.query_all_by_label_contains(&words);
        rows.map(|row| row.rect()).next().expect("the row of the placement")
    };
    assert!(row(&window).width() < 264.0);
    let at = row(&window).center();
    crate::ui::testing::drag(&mut window, &[at], egui::Modifiers::NONE);
    window.run_steps(2);
    listed(&mut window);
    assert_eq!(document(&window).shown(), 2339 - shown);
    window.run_steps(20);
    assert_eq!(window.get_by_label("Random").rect().left(), width, "nothing grows");
}

#[test]
fn a_typed_condition_filters_and_a_wrong_one_says_what_is_wrong() {
    let mut window = solved("pentominoes-6x10.ron");
    let condition = |window: &mut Window, text: &str| {
        let label = "Condition, such as touch(P, X)";
        window.get_by_label(label).focus();
        window.step();
        window.get_by_label(label).type_text(text);
        window.step();
        window.key_press(Key::Enter);
        window.step();
        window.step();
    };
    condition(&mut window, "touch(I, X) and no-crossroads");
    listed(&mut window);
    let shown = document(&window).shown();
    assert!(shown > 0 && shown < 563, "{shown}");
    shows(&window, "Filtered by touch(I, X) and no-crossroads");
    click(&mut window, "Clear filter");
    let complaints = |window: &Window| window.query_all_by_label_contains("expected").count();
    let before = complaints(&window);
    condition(&mut window, "touch(I");
    assert!(document(&window).listing().is_none(), "nothing is filtered by half a condition");
    assert_eq!(complaints(&window), before + 1);
}

#[test]
fn a_saved_filter_takes_the_place_of_what_was_typed() {
    let mut window = solved("pentominoes-6x10.ron");
    let edit = Edit::Filter("Plain".to_owned(), Some("no-crossroads".to_owned()));
    let wake: Wake = std::sync::Arc::new(|| {});
    window.state_mut().bench.edit(&edit, None, &wake).expect("a filter can be saved");
    window.run_steps(2);
    let label = "Condition, such as touch(P, X)";
    for typed in ["touch(I, X)", "touch(I"] {
        window.get_by_label(label).focus();
        window.step();
        window.get_by_label(label).type_text(typed);
        window.step();
        window.key_press(Key::Enter);
        window.run_steps(2);
        listed(&mut window);
        click(&mut window, "Plain");
        listed(&mut window);
        assert_eq!(document(&window).shown(), 563, "{typed}");
        window.run_steps(2);
        assert_eq!(window.get_by_label(label).value().as_deref(), Some(""), "{typed}");
        click(&mut window, "Clear filter");
        listed(&mut window);
    }
}

#[test]
fn a_list_follows_a_run() {
    let mut window = window();
    open(&mut window, "pentominoes-6x10.ron");
    solve(&mut window);
    send(&mut window, Command::Show(Screen::Solutions));
    wait(&mut window, "the measures", |window| {
        document(window).browser().is_some_and(|browser| browser.measures().next().is_some())
    });
    window.step();
    click(&mut window, "No crossroads");
    listed(&mut window);
    assert_eq!(document(&window).shown(), 563);
    // Solved again, the solutions are listed in full until a filter is chosen.
    send(&mut window, Command::Solve);
    solve(&mut window);
    assert_eq!(document(&window).shown(), 2339);
}

#[test]
fn the_solutions_of_a_list_are_exported_and_no_others() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("two.ron");
    let mut window = solved("pentominoes-6x10.ron");
    click(&mut window, "Every piece at the border");
    listed(&mut window);
    click(&mut window, "Export all 2 listed…");
    window.step();
    window.get_by_label("Path of the file").focus();
    window.step();
    window.key_press_modifiers(egui::Modifiers::COMMAND, Key::A);
    window.step();
    window.get_by_label("Path of the file").type_text(&path.display().to_string());
    window.step();
    window.step();
    window.get_by_role_and_label(egui::accesskit::Role::Button, "Export").click();
    window.step();
    wait(&mut window, "the file", |window| !window.state().files.is_busy());
    let text = std::fs::read_to_string(&path).expect("it was written");
    let read = crate::format::solutions_file::read(&text).expect("it is sound");
    assert_eq!((read.store.len(), read.counts.total.capped(), read.complete), (2, 8, false));
}

/// Chooses a piece for a pair.
fn choose_piece(window: &mut Window, which: &str, name: &str) {
    click(window, which);
    window.run_steps(2);
    click(window, &format!("Choose {name}"));
    window.run_steps(2);
}

#[test]
fn two_pieces_are_asked_to_touch_or_not_and_each_way_says_what_it_leaves() {
    let mut window = solved("pentominoes-6x10.ron");
    choose_piece(&mut window, "First piece…", "I");
    choose_piece(&mut window, "Second piece…", "X");
    wait(&mut window, "the numbers", |window| {
        document(window).browser().and_then(|own| own.contacts()).is_some()
    });
    let left = document(&window).browser().unwrap().contacts().unwrap().left.clone();
    // The same by typed conditions.
    let conditions = ["touch(I, X)", "not touch(I, X)", "apart(I, X)"];
    for (condition, &left) in conditions.iter().zip(&left) {
        let expression = condition.parse().unwrap();
        let settings = ListSettings { expression: Some(expression), ..ListSettings::default() };
        window.state_mut().bench.document.as_mut().unwrap().set_list(settings);
        listed(&mut window);
        assert_eq!(document(&window).shown(), left, "{condition}");
    }
    assert_eq!(left[0] + left[1], 2339, "either they touch or not");
    assert!(left[2] < left[1], "some meet at a corner alone");
    click(&mut window, "Clear filter");
    window.run_steps(2);
    click(&mut window, "Not even at corners");
    window.run_steps(2);
    click(&mut window, "Add");
    listed(&mut window);
    assert_eq!(document(&window).shown(), left[2]);
    wait(&mut window, "its number", |window| {
        document(window).browser().and_then(|own| own.contacts()).is_some()
    });
    shows(&window, &format!("I is apart from X: {}", crate::text::grouped(left[2])));
    // It is saved like a typed condition, and comes back as a row.
    let settings = document(&window).browser().unwrap().settings().clone();
    let encoding = document(&window).solved_encoding().unwrap();
    let puzzle = document(&window).solved_puzzle();
    let condition = settings.condition(puzzle, encoding).unwrap();
    assert_eq!(condition.to_string(), "apart(I, X)");
    assert_eq!(settings.with_condition(&condition, puzzle, encoding), settings);
    click(&mut window, "Remove: I is apart from X");
    listed(&mut window);
    assert_eq!(document(&window).shown(), 2339);
}

#[test]
fn an_empty_list_leads_back_to_all_solutions() {
    let mut window = solved("pentominoes-6x10.ron");
    click(&mut window, "Symmetric");
    listed(&mut window);
    shows(&window, "No solution passes the filter.");
    let buttons: Vec<_> = window.query_all_by_label("Clear filter").collect();
    let middle = buttons.iter().find(|button| button.rect().left() > 300.0);
    middle.expect("a button in the middle").click();
    listed(&mut window);
    assert_eq!(document(&window).shown(), 2339);
}

#[test]
fn solutions_stand_in_groups_under_headings_that_keys_go_past() {
    let mut window = solved("scotts-board.ron");
    click(&mut window, "Positions of X");
    listed(&mut window);
    choose(&mut window, "Group by", "Position of X");
    listed(&mut window);
    let list = std::sync::Arc::clone(document(&window).listing().expect("it is in groups"));
    let groups = list.groups();
    assert_eq!(list.grouping(), Some(Grouping::Position(piece_named(&window, "X"))));
    assert_eq!(groups.iter().map(|own| own.len).sum::<u64>(), 65);
    let analysis = std::sync::Arc::clone(document(&window).basis().unwrap());
    let heading = |n: usize| {
        let words = groups[n].words(list.grouping().unwrap(), &analysis);
        format!("{words}: {}", crate::text::count(groups[n].len, "solution"))
    };
    shows(&window, &heading(0));
    shows(&window, &heading(1));
    // Down from the last row of the first group leads into the second.
    window.key_press(Key::Home);
    window.run_steps(2);
    assert_eq!(document(&window).selected(), 0);
    let mut last = 0;
    while document(&window).selected() < groups[1].first {
        window.key_press(Key::ArrowDown);
        window.run_steps(2);
        assert!(document(&window).selected() > last);
        last = document(&window).selected();
    }
    window.key_press(Key::ArrowUp);
    window.run_steps(2);
    assert!(document(&window).selected() < groups[1].first);
    window.key_press(Key::End);
    window.run_steps(2);
    assert_eq!(document(&window).selected(), 64);
    shows(&window, &heading(groups.len() - 1));
    // All solutions are in groups of their own.
    let all = format!("All {}", crate::text::grouped(520));
    click(&mut window, &all);
    listed(&mut window);
    let sum: u64 = document(&window).listing().unwrap().groups().iter().map(|own| own.len).sum();
    assert_eq!(sum, 520);
    choose(&mut window, "Group by", "Nothing");
    listed(&mut window);
    assert!(document(&window).listing().is_none());
}

#[test]
fn solutions_are_grouped_by_what_they_are_sorted_by_and_the_selected_one_stays_selected() {
    let mut window = solved("scotts-board.ron");
    shows(&window, "Group by");
    window.state_mut().bench.document.as_mut().expect("it is open").select(17);
    let number = |window: &Window| document(window).number(document(window).selected());
    let chosen = number(&window);
    choose(&mut window, "Sort by", "Pieces at the border");
    listed(&mut window);
    assert_eq!(number(&window), chosen, "sorted");
    choose(&mut window, "Group by", "Pieces at the border");
    listed(&mut window);
    assert_eq!(number(&window), chosen, "in groups");
    let now = document(&window);
    let list = std::sync::Arc::clone(now.listing().expect("it is in groups"));
    let browser = now.browser().expect("it is solved");
    let border = browser.measures().find(|m| m.row().id == "border").expect("it applies");
    assert_eq!(list.grouping(), Some(Grouping::Measure(border)));
    let mut values = Vec::new();
    for group in list.groups() {
        let own = &list.distinct()[group.first as usize..][..group.len as usize];
        let own = own.iter().map(|&n| browser.value(border, n).expect("it is measured"));
        let own: Vec<u64> = own.collect();
        assert!(own.iter().all(|value| *value == own[0]), "{own:?}");
        values.push(own[0]);
    }
    assert!(values.len() > 1 && values.is_sorted_by(|a, b| a > b), "most first: {values:?}");
    assert_eq!(list.groups().iter().map(|own| own.len).sum::<u64>(), 65);
    // One that a filter hides is selected again when the filter goes.
    let is_crossed = |window: &Window| document(window).shown() < 65;
    click(&mut window, "No crossroads");
    listed(&mut window);
    assert!(is_crossed(&window));
    click(&mut window, "Clear filter");
    listed(&mut window);
    assert_eq!(number(&window), chosen, "without a filter");
}

#[test]
fn the_order_is_reversed_and_further_ranges_open_below_their_button() {
    let mut window = solved("pentominoes-6x10.ron");
    let reverse =
        |window: &Window| window.get_by_label("Reverse order").accesskit_node().is_disabled();
    assert!(reverse(&window), "by number");
    choose(&mut window, "Sort by", "Pieces at the border");
    listed(&mut window);
    assert!(!reverse(&window));
    let first = document(&window).number(0);
    click(&mut window, "Reverse order");
    listed(&mut window);
    assert_ne!(document(&window).number(0), first);
    let before = window.get_by_label("More measures").rect();
    click(&mut window, "More measures");
    let after = window.get_by_label("Fewer measures").rect();
    assert_eq!(before.min, after.min, "the button stays under the pointer");
}

/// A piece by its name.
fn piece_named(window: &Window, name: &str) -> PieceId {
    let mut pieces = document(window).solved_puzzle().pieces();
    pieces.find(|(_, piece)| piece.name == name).expect("it is there").0
}

#[test]
fn only_groups_that_say_something_are_offered() {
    let mut window = solved("scotts-board.ron");
    window.get_by_label("Group by").click();
    window.run_steps(3);
    shows(&window, "Nothing");
    for name in ["Orbit size", "Pieces used", "Open squares", "Position of X"] {
        assert_eq!(window.query_all_by_label(name).count(), 0, "{name}");
    }
    let mut window = solved("l-trominoes-8x8.ron");
    window.get_by_label("Group by").click();
    window.run_steps(3);
    shows(&window, "Orbit size");
    // Some of these pentominoes fill four rows of five, in as many ways as is said of each four.
    let text = "(format: 1, title: \"Four of seven\", lattice: Square, board: Rectangle(5, 4), pieces: \
                [Family(free: 5, only: [\"L\", \"P\", \"T\", \"U\", \"V\", \"W\", \"Y\"], copies: (0, 1))])";
    let mut window = window_of([1440.0, 2000.0]);
    window.state_mut().new_document(puzzle_file::read_description(text).unwrap());
    wait(&mut window, "the analysis", |w| document(w).can_solve().is_ok());
    let mut window = solve_and_measure(window);
    choose(&mut window, "Group by", "Pieces used");
    listed(&mut window);
    let lengths: Vec<u64> =
        document(&window).listing().unwrap().groups().iter().map(|own| own.len).collect();
    assert_eq!(lengths, [5, 4, 3, 2, 2, 1, 1]);
}

#[test]
fn a_typed_condition_on_a_piece_that_is_not_there_leaves_the_rest_of_the_filter() {
    let mut window = solved("pentominoes-6x10.ron");
    click(&mut window, "No crossroads");
    listed(&mut window);
    let field = window.get_by_label("Condition, such as touch(P, X)");
    field.focus();
    window.step();
    window.get_by_label("Condition, such as touch(P, X)").type_text("touch(P, Q)");
    window.step();
    window.key_press(Key::Enter);
    listed(&mut window);
    assert_eq!(document(&window).shown(), 563);
    assert!(window.query_by_label_contains("no piece Q").is_some());
}

#[test]
fn the_listed_solutions_are_counted_in_a_table_and_copied() {
    let mut window = solved("pentominoes-6x10.ron");
    shows(&window, "Table…");
    send(&mut window, Command::SolutionTable);
    let counted = |window: &mut Window, row: &str| {
        window.run_steps(2);
        wait(window, row, |window| window.query_all_by_label(row).next().is_some());
    };
    // By the first measure that is a number.
    shows(&window, "Measure of the rows");
    counted(&mut window, "Total: Solutions 2339, Share 100.0\u{a0}%");
    shows(&window, "Pentominoes 6×10: crossroads");
    choose(&mut window, "Measure of the rows", "No crossroads");
    counted(&mut window, "yes: Solutions 563, Share 24.1\u{a0}%");
    choose(&mut window, "Measure of the columns", "Fault-free");
    counted(&mut window, "no: no 16, yes 1760, Total 1776");
    shows(&window, "yes: yes 563, Total 563");
    shows(&window, "Total: no 16, yes 2323, Total 2339");
    window.get_by_label("HTML").click();
    window.run_steps(2);
    window.get_by_role_and_label(Role::Button, "Copy").click();
    let copied = (0..4).find_map(|_| {
        window.step();
        window.output().platform_output.commands.iter().find_map(|command| match command {
            egui::OutputCommand::CopyText(text) => Some(text.clone()),
            _ => None,
        })
    });
    let copied = copied.expect("it is on the clipboard");
    let row = "<tr><th scope=\"row\">no</th><td>16</td><td>1760</td><td>1776</td></tr>";
    assert!(copied.starts_with("<table>\n<caption>Pentominoes 6×10: "), "{copied}");
    assert!(copied.contains(row), "{copied}");
    window.run_steps(3);
    shows(&window, "The table is on the clipboard (HTML).");
    window.get_by_role_and_label(Role::Button, "Close").click();
    window.run_steps(3);
    assert!(window.state().dialog.is_none());
}

#[test]
fn a_table_counts_what_the_filter_leaves_and_copies_where_they_are_listed() {
    let mut window = solved("pentominoes-6x10.ron");
    click(&mut window, "No crossroads");
    listed(&mut window);
    click(&mut window, &format!("All {}", crate::text::grouped(9356)));
    listed(&mut window);
    send(&mut window, Command::SolutionTable);
    let total = "Total: Solutions 2252, Share 100.0\u{a0}%";
    wait(&mut window, "the table", |window| window.query_all_by_label(total).next().is_some());
    shows(&window, "2252 of 9356 solutions: no crossroads");
    // In a small window the buttons stay in sight, and the row of sums is scrolled to by a key.
    window.set_size(egui::vec2(900.0, 600.0));
    window.run_steps(4);
    let button = window.get_by_role_and_label(Role::Button, "Copy").rect();
    assert!(window.ctx.content_rect().shrink(8.0).contains_rect(button), "{button}");
    window.get_by_label("Table").focus();
    window.run_steps(2);
    window.key_press(Key::End);
    window.run_steps(3);
    shows(&window, total);
    window.key_press(Key::Escape);
    window.run_steps(3);
    // Elsewhere no list is in view.
    send(&mut window, Command::Show(Screen::Design));
    let bench = &window.state().bench;
    let why = Command::SolutionTable.available(bench).unwrap_err();
    assert_eq!(why, "Go to the Solutions screen for that.");
}
