//! Marks, search, comparison and positions of solutions, driven by what they are called.

use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;

use super::filter_tests::{listed, solved};
use crate::solution::measures::MeasureId;
use crate::ui::testing::{
    Window, click, document, drag, open, send, shows, solve, wait, window_of,
};
use crate::workbench::command::{Shortcut, SolutionAction};
use crate::workbench::solutions::grouping::Grouping;
use crate::workbench::solutions::listing::{ListSettings, Sort};
use crate::workbench::{Command, Screen};

/// Searches for what is typed, by Ctrl+F and its button.
fn find(window: &mut Window, text: &str) {
    send(window, Command::Search);
    window.run_steps(2);
    window.get_by_label("Number, range or drawing").type_text(text);
    window.run_steps(2);
    click(window, "Find");
    window.run_steps(2);
}

#[test]
fn stars_notes_and_tags_are_kept_and_filtered_by() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("results.sqlite");
    let window_with_file = || {
        let mut window = window_of([1440.0, 1400.0]);
        window.state_mut().bench.results.keep_in(file.clone());
        window
    };
    let mut window = window_with_file();
    open(&mut window, "scotts-board.ron");
    solve(&mut window);
    send(&mut window, Command::Show(Screen::Solutions));
    window.run_steps(3);
    window.key_press(Key::S);
    window.run_steps(2);
    shows(&window, "Solution 1, starred");
    send(&mut window, Command::Next);
    window.run_steps(2);
    window.get_by_label("Note").focus();
    window.step();
    window.get_by_label("Note").type_text("for the booklet");
    window.step();
    window.get_by_label("Tags, such as booklet, hard").focus();
    window.step();
    window.get_by_label("Tags, such as booklet, hard").type_text("hard, red , hard");
    window.step();
    window.key_press(Key::Enter);
    window.run_steps(3);
    shows(&window, "Solution 2, note: for the booklet, tags: hard, red");
    shows(&window, "Tag: red");
    click(&mut window, "Starred");
    listed(&mut window);
    assert_eq!((document(&window).shown(), document(&window).number(0)), (1, Some(1)));
    click(&mut window, "Starred");
    click(&mut window, "Tag: hard");
    listed(&mut window);
    assert_eq!((document(&window).shown(), document(&window).number(0)), (1, Some(2)));
    // A mark that is taken away leaves the list at once.
    let field = "Tags, such as booklet, hard";
    window.get_by_label(field).focus();
    window.step();
    window.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.get_by_label(field).type_text("red");
    window.step();
    window.key_press(Key::Enter);
    wait(&mut window, "the list without it", |window| document(window).shown() == 0);
    drop(window);

    // Another window finds them with the stored result.
    let mut window = window_with_file();
    open(&mut window, "scotts-board.ron");
    wait(&mut window, "the stored result", |window| document(window).shown() == 65);
    send(&mut window, Command::Show(Screen::Solutions));
    wait(&mut window, "the marks", |window| {
        document(window).mark_counts().is_some_and(|counts| counts.starred == 1)
    });
    window.run_steps(2);
    shows(&window, "Solution 1, starred");
    shows(&window, "Solution 2, note: for the booklet, tags: red");
}

#[test]
fn a_list_is_found_as_it_was_left() {
    let folder = tempfile::tempdir().unwrap();
    let window_with_file = || {
        let mut window = window_of([1440.0, 1400.0]);
        window.state_mut().bench.results.keep_in(folder.path().join("results.sqlite"));
        open(&mut window, "scotts-board.ron");
        window
    };
    let mut window = window_with_file();
    solve(&mut window);
    send(&mut window, Command::Show(Screen::Solutions));
    wait(&mut window, "the marks", |window| document(window).mark_counts().is_some());
    let sort = MeasureId::by_id("crossroads").map(|measure| Sort { measure, descending: true });
    let settings = ListSettings {
        properties: vec![MeasureId::by_id("fault-free").unwrap()],
        sort,
        group: Some(Grouping::OrbitSize),
        ..ListSettings::default()
    };
    window.state_mut().bench.document.as_mut().unwrap().set_list(settings.clone());
    listed(&mut window);
    let count = document(&window).shown();
    assert!((4..65).contains(&count), "{count}");
    window.state_mut().bench.document.as_mut().unwrap().select(3);
    window.run_steps(3);
    let number = document(&window).number(3);
    drop(window);
    let mut window = window_with_file();
    wait(&mut window, "the stored result", |window| document(window).shown() == 65);
    send(&mut window, Command::Show(Screen::Solutions));
    wait(&mut window, "the list as it was", |window| document(window).shown() == count);
    assert_eq!(document(&window).browser().unwrap().settings(), &settings);
    assert_eq!(document(&window).number(document(&window).selected()), number);
    // All of them are there as soon as they are asked for, also the next time.
    window.state_mut().bench.document.as_mut().unwrap().set_list(ListSettings::default());
    listed(&mut window);
    drop(window);
    let mut window = window_with_file();
    wait(&mut window, "the stored result", |window| document(window).shown() == 65);
    send(&mut window, Command::Show(Screen::Solutions));
    wait(&mut window, "the selection", |window| {
        document(window).number(document(window).selected()) == number
    });
    assert!(document(&window).browser().unwrap().settings().is_plain());
}

#[test]
fn a_solution_is_found_by_number_range_and_drawing() {
    let mut window = solved("pentominoes-6x10.ron");
    find(&mut window, "816");
    shows(&window, "Board of solution 816");
    let letters = "IIIIIZZWWY\nVVVFFZZWYY\nVNFFZZWLLY\nVNTFXUULPY\nNNTXXXULPP\nNTTTXUULPP";
    find(&mut window, letters);
    shows(&window, "Find solution");
    assert!(window.query_by_label_contains("are not a placement of a piece").is_some());
    window.key_press(Key::Escape);
    window.run_steps(2);
    // What was typed is there again, to be changed or typed over.
    send(&mut window, Command::Search);
    window.run_steps(2);
    let field = window.get_by_label("Number, range or drawing").value();
    assert_eq!(field.as_deref(), Some(letters));
    window.key_press(Key::Escape);
    window.run_steps(2);
    let solution = document(&window).placed(99).unwrap();
    let puzzle = document(&window).solved_puzzle().clone();
    let drawing = crate::picture::text_art::solution(&puzzle, &solution);
    find(&mut window, &drawing);
    shows(&window, "Board of solution 100");
    find(&mut window, "101-110");
    listed(&mut window);
    assert_eq!((document(&window).shown(), document(&window).number(0)), (10, Some(101)));
    find(&mut window, "99");
    assert!(window.query_by_label_contains("in the filtered list").is_some());
    window.key_press(Key::Escape);
    window.run_steps(2);
    click(&mut window, "Numbers 101 to 110");
    listed(&mut window);
    let is_kept = |c: char| c.is_whitespace() || matches!(c, 'I' | 'X');
    let part: String = drawing.chars().map(|c| if is_kept(c) { c } else { '.' }).collect();
    find(&mut window, &part);
    listed(&mut window);
    assert!((1..200).contains(&document(&window).shown()));
    assert!(document(&window).position_of(100).is_some());
}

#[test]
fn solutions_in_space_are_compared_side_by_side_and_turn_together() {
    let mut window = solved("soma-cube.ron");
    window.key_press(Key::C);
    window.run_steps(2);
    send(&mut window, Command::Next);
    window.run_steps(2);
    let likeness = document(&window).compared().unwrap();
    let (_, shared) = likeness.best(&document(&window).solution(1).unwrap());
    let other = format!("Board of the compared solution 1, {shared} of 7 pieces in the same place");
    shows(&window, "Board of solution 2");
    let [here, there] =
        ["Board of solution 2", &other].map(|label| window.get_by_label(label).rect());
    assert!(here.right() <= there.left() + 1.0 && (here.size() - there.size()).length() < 2.0);
    // Either is turned, and the other one with it.
    let before = window.state().solutions.space.view;
    drag(&mut window, &[there.center(), there.center() + egui::vec2(60.0, 0.0)], Modifiers::NONE);
    assert_ne!(window.state().solutions.space.view, before);
    click(&mut window, "Stop comparing");
    assert!(document(&window).compared().is_none());
    assert!(window.get_by_label("Board of solution 2").rect().width() > 1.5 * here.width());
}

#[test]
fn solutions_are_compared_and_sorted_by_likeness() {
    let mut window = solved("scotts-board.ron");
    window.key_press(Key::C);
    window.run_steps(2);
    send(&mut window, Command::Next);
    window.run_steps(2);
    shows(&window, "Board of solution 2");
    let likeness = document(&window).compared().unwrap();
    let (_, shared) = likeness.best(&document(&window).solution(1).unwrap());
    shows(
        &window,
        &format!("Board of the compared solution 1, {shared} of 12 pieces in the same place"),
    );
    click(&mut window, "Stop comparing");
    assert!(document(&window).compared().is_none());
    send(&mut window, Command::Solution(SolutionAction::SortByLikeness));
    listed(&mut window);
    assert_eq!(document(&window).number(0), Some(2));
    window.get_by_label("Sort by").click();
    window.run_steps(3);
    shows(&window, "Similarity");
    window.get_by_role_and_label(Role::Button, "Number").click();
    listed(&mut window);
    assert!(document(&window).listing().is_none());
}

#[test]
fn the_one_symmetric_solution_is_found_with_two_clicks() {
    let mut window = solved("l-trominoes-8x8.ron");
    click(&mut window, "Symmetric");
    listed(&mut window);
    assert_eq!(document(&window).shown(), 1);
}

#[test]
fn a_heat_map_shows_where_a_piece_lies_and_leads_to_its_solutions() {
    let mut window = solved("scotts-board.ron");
    click(&mut window, "Positions of X");
    wait(&mut window, "the positions", |window| {
        document(window).browser().is_some_and(|browser| browser.positions().is_some())
    });
    window.run_steps(2);
    shows(&window, "Heat map of piece X");
    let positions = document(&window).browser().unwrap().positions().unwrap().clone();
    let all: u64 = positions.groups.iter().map(|group| group.solutions).sum();
    assert_eq!(all, 65);
    let first = positions.groups[0].solutions;
    let label = format!(": {}", crate::text::count(first, "solution"));
    window.query_all_by_label_contains(&label).next().expect("the first position").click();
    window.run_steps(2);
    listed(&mut window);
    assert_eq!(document(&window).shown(), first);
    // What is left is counted again.
    wait(&mut window, "the positions of the list", |window| {
        let positions = document(window).browser().unwrap().positions().unwrap();
        positions.groups.iter().map(|group| group.solutions).sum::<u64>() == first
    });
}

#[test]
fn a_filter_is_saved_with_the_puzzle_and_chosen_again() {
    let mut window = solved("pentominoes-6x10.ron");
    click(&mut window, "No crossroads");
    click(&mut window, "Fault-free");
    listed(&mut window);
    let field = window.get_by_label("Condition, such as touch(P, X)");
    field.focus();
    window.step();
    window.get_by_label("Condition, such as touch(P, X)").type_text("touch(P, X)");
    window.step();
    window.key_press(Key::Enter);
    listed(&mut window);
    let passing = document(&window).shown();
    let settings = document(&window).browser().unwrap().settings().clone();
    click(&mut window, "Save filter…");
    window.run_steps(2);
    window.get_by_label("Name of the filter, then Enter").type_text("Booklet");
    window.step();
    window.key_press(Key::Enter);
    window.run_steps(3);
    let condition = "no-crossroads and fault-free and touch(P, X)";
    let filters = document(&window).description().filters.clone();
    assert_eq!(filters.get("Booklet").map(String::as_str), Some(condition));
    click(&mut window, "Clear filter");
    listed(&mut window);
    assert_eq!(document(&window).shown(), 2339);
    click(&mut window, "Booklet");
    listed(&mut window);
    assert_eq!(document(&window).shown(), passing);
    // What was typed comes back as a row where the panel has one for it.
    let alone = |window: &Window| window.query_all_by_label_contains("P touches X: ").count();
    wait(&mut window, "its row", |window| alone(window) == 1);
    let chosen = document(&window).browser().unwrap().settings().clone();
    assert_eq!((chosen.contacts.len(), &chosen.expression), (1, &None));
    let puzzle = document(&window).solved_puzzle();
    let encoding = document(&window).solved_encoding().unwrap();
    assert_eq!(chosen.condition(puzzle, encoding), settings.condition(puzzle, encoding));
    click(&mut window, "Remove filter Booklet");
    window.run_steps(2);
    assert!(document(&window).description().filters.is_empty());
    send(&mut window, Command::Undo);
    window.run_steps(2);
    shows(&window, "Booklet");
}

#[test]
fn a_text_that_is_no_drawing_is_refused_however_long_it_is() {
    let mut window = solved("scotts-board.ron");
    let paste = |window: &mut Window, text: String| {
        send(window, Command::Search);
        window.run_steps(2);
        window.get_by_label("Number, range or drawing").focus();
        window.run_steps(2);
        window.event(egui::Event::Paste(text));
        window.run_steps(2);
    };
    paste(&mut window, "a b\n".repeat(250_000));
    let message = "The text has more than 12\u{a0}400 characters, too many for a drawing of this \
                   board. Paste one solution.";
    shows(&window, message);
    let field = window.get_by_label("Number, range or drawing");
    assert_eq!(field.value().as_deref(), Some(""), "what is shown stays small");
    window.event(egui::Event::Paste("a b\n".repeat(3_000)));
    window.run_steps(2);
    let field = window.get_by_label("Number, range or drawing");
    assert_eq!(field.value().map(|text| text.len()), Some(12_000));
    click(&mut window, "Find");
    window.run_steps(2);
    assert_eq!(window.query_all_by_label_contains("The drawing has").count(), 1, "{window:?}");
}

#[test]
fn a_solution_is_copied_as_a_picture() {
    let mut window = solved("pentominoes-6x10.ron");
    let command = Command::Solution(SolutionAction::CopyPicture);
    assert!(command.available(&window.state().bench).is_ok());
    assert_eq!(command.shortcut().map(Shortcut::words).as_deref(), Some("Shift+C"));
    window.state_mut().send(command);
    let mut copied = None;
    for _ in 0..4 {
        window.step();
        let commands = &window.output().platform_output.commands;
        let mut images = commands.iter().filter_map(|command| match command {
            egui::OutputCommand::CopyImage(image) => Some(image.clone()),
            _ => None,
        });
        copied = copied.or(images.next_back());
    }
    let image = copied.expect("it is on the clipboard");
    let [width, height] = image.size;
    assert!(width > height && height > 100, "{width}×{height}");
    // The fills of the twelve pieces are among its colours.
    let colours: std::collections::BTreeSet<[u8; 4]> =
        image.pixels.iter().map(|pixel| pixel.to_array()).collect();
    let puzzle = document(&window).solved_puzzle();
    for piece in &puzzle.pieces {
        let [r, g, b] = piece.colour.shade(false).fill;
        assert!(colours.contains(&[r, g, b, 255]), "{}", piece.name);
    }
    window.step();
    shows(&window, "Copied solution 1 as a picture.");
    // Where no solution is listed there is none to copy.
    click(&mut window, "Symmetric");
    listed(&mut window);
    assert_eq!(command.available(&window.state().bench), Err("No solution is listed."));
}
