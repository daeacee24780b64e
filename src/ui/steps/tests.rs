//! The steps screen, driven by accessible label.

use std::sync::Arc;
use std::time::Duration;

use egui_kittest::SnapshotResults;
use egui_kittest::kittest::{NodeT, Queryable};

use crate::encode::Encoded;
use crate::exact_cover::dancing_links::arrays::LinkArray;
use crate::exact_cover::{ItemId, ItemRule, OptionId, Step};
use crate::format::dlx;
use crate::job::Subject;
use crate::picture::space::View;
use crate::ui::dialogs::{Dialog, StepPictures};
use crate::ui::testing::{Window, compared, open, send, wait, window};
use crate::workbench::command::TurnDirection;
use crate::workbench::stepper::{End, Goal, StepSize, Stepper};
use crate::workbench::{Command, Screen, Theme};

/// Knuth, Dancing Links (2000), matrix (3).
const PAPER: &str = "a b c d e f g\nc e f\na d g\nb c f\na d\nb g\nd e g\n";

/// The window with a file of items and options open.
fn read(text: &str) -> Window {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("dancing-links.dlx");
    std::fs::write(&path, text).unwrap();
    let mut window = window();
    window.state_mut().open_file(path);
    for _ in 0..600 {
        window.step();
        let bench = &window.state().bench;
        let known = bench.document.as_ref().is_some_and(|d| !d.analysis().is_waiting());
        if known || bench.stepper.is_some() {
            break;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    window.run_steps(4);
    window
}

/// The window at the beginning of the search of the paper's example, as one without a picture.
fn paper() -> Window {
    let mut window = read(PAPER);
    let subject = Subject::of_problem("dancing-links", Arc::new(dlx::read(PAPER).unwrap()));
    let bench = &mut window.state_mut().bench;
    (bench.document, bench.screen) = (None, Screen::Steps);
    bench.stepper = Some(Stepper::new(subject));
    window.run_steps(4);
    window
}

#[test]
fn a_file_of_items_and_options_is_a_puzzle_to_be_solved_and_browsed() {
    let mut window = read(PAPER);
    assert_eq!(window.state().bench.screen, Screen::Design);
    window.get_by_label("Grid: 7 items × 6 options");
    send(&mut window, Command::Solve);
    for _ in 0..600 {
        window.step();
        let document = window.state().bench.document.as_ref().unwrap();
        if document.counts().is_some_and(|(_, complete)| complete) {
            break;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let document = window.state().bench.document.as_ref().unwrap();
    let (counts, _) = document.counts().unwrap();
    assert_eq!((counts.total.capped(), counts.distinct.capped()), (1, 1));
    assert_eq!(document.origin.file_name(), "dancing-links.dlx");
    send(&mut window, Command::Show(Screen::Solutions));
    assert_eq!(window.state().bench.screen, Screen::Solutions);
    send(&mut window, Command::Show(Screen::Steps));
    send(&mut window, Command::Next);
    assert_eq!(stepper(&window).taken(), 1);
    // What is proposed to be written is a file of another name.
    send(&mut window, Command::Export);
    let path = window.get_by_label("Path of the file").value().unwrap_or_default();
    assert!(path.ends_with("dancing-links-solutions.ron"), "{path}");
}

#[test]
fn items_and_options_that_are_too_many_to_draw_are_watched_all_the_same() {
    let window = read(&format!("a b c\n{}", "a b\nc\n".repeat(11_000)));
    assert_eq!(window.state().bench.screen, Screen::Steps);
    assert!(window.state().bench.document.is_none());
    assert!(stepper(&window).can_step().is_ok());
}

/// The window at the beginning of the search of a bundled puzzle.
fn bundled(name: &str) -> Window {
    let mut window = window();
    open(&mut window, name);
    send(&mut window, Command::Show(Screen::Steps));
    window
}

fn stepper(window: &Window) -> &Stepper {
    window.state().bench.stepper.as_ref().expect("there is a stepper")
}

/// Lets a stepper that moves by itself arrive.
fn arrive(window: &mut Window) {
    for _ in 0..4000 {
        if stepper(window).goal() == Goal::Still {
            break;
        }
        window.step();
    }
    assert_eq!(stepper(window).goal(), Goal::Still);
    window.run_steps(3);
}

/// Takes some steps.
fn take(window: &mut Window, steps: usize) {
    for _ in 0..steps {
        send(window, Command::Next);
    }
}

/// Waits until the whole search by every rule is counted.
fn counted(window: &mut Window) {
    wait(window, "the figures of the search", |w| stepper(w).profile(ItemRule::Random).is_some());
}

#[test]
fn the_paper_s_example_is_walked_through_by_keys_and_buttons() {
    let mut window = paper();
    assert_eq!(window.state().bench.screen, Screen::Steps);
    window.get_by_label("item d: 3 options");
    window.get_by_label("Row 2, a d g: alive");
    for _ in 0..2 {
        window.key_press(egui::Key::ArrowRight);
    }
    window.run_steps(3);
    window.get_by_label("item a: chosen, 2 options");
    window.get_by_label("item d: 3 options");
    window.get_by_label("Chosen: item a");
    window.get_by_label("option 2, a d g, not tried");
    window.key_press(egui::Key::ArrowRight);
    window.run_steps(3);
    window.get_by_label("item d: from 3 to 1 option");
    window.get_by_label("item g: from 3 to 2 options");
    window.get_by_label("Step").click();
    window.run_steps(3);
    window.get_by_label("option 2, a d g, trying");
    window.get_by_label("Row 4, a d: not tried");
    window.get_by_label("Row 6, d e g: being removed");
    window.get_by_label("Row 1, c e f: alive");
    window.get_by_label("option 2: trying now");
    window.get_by_label("Step over").click();
    arrive(&mut window);
    window.get_by_label("option 2, a d g, tried, no solution");
    window.get_by_label("Nodes: 3");
    window.get_by_label("option 3: no option for item e");
    window.get_by_label("To next solution").click();
    arrive(&mut window);
    window.get_by_label("Solutions: 1");
    window.get_by_label("Row 5, b g: chosen");
    window.get_by_label("Row 6, d e g: removed");
    window.get_by_label("Alive").click();
    window.run_steps(3);
    assert!(window.query_by_label("Row 6, d e g: removed").is_none());
    window.get_by_label("Option 4 chosen: a d");
    assert_eq!(stepper(&window).last(), Some(Step::Solution));
    let taken = stepper(&window).taken();
    window.key_press(egui::Key::ArrowLeft);
    window.run_steps(3);
    assert_eq!(stepper(&window).taken(), taken - 1);
    let level = stepper(&window).depth();
    window.key_press_modifiers(egui::Modifiers::SHIFT, egui::Key::ArrowLeft);
    arrive(&mut window);
    assert_eq!(stepper(&window).depth(), level - 1);
    window.key_press_modifiers(egui::Modifiers::SHIFT, egui::Key::ArrowRight);
    arrive(&mut window);
    assert_eq!(stepper(&window).depth(), level);
    send(&mut window, Command::ToSolution);
    arrive(&mut window);
    send(&mut window, Command::ToSolution);
    arrive(&mut window);
    assert!(stepper(&window).can_step().is_err());
    window.get_by_label("Everything searched");
    window.get_by_label("Restart").click();
    window.run_steps(3);
    assert_eq!(stepper(&window).taken(), 0);
    window.get_by_label("Nothing chosen yet");
}

#[test]
fn a_walk_plays_at_the_speed_of_the_slider_until_it_is_paused() {
    let mut window = bundled("pentominoes-6x10.ron");
    window.get_by_label("2 steps a second");
    window.state_mut().bench.stepper.as_mut().unwrap().speed = 512.0;
    window.key_press(egui::Key::Space);
    window.run_steps(30);
    let taken = stepper(&window).taken();
    assert!(taken > 30, "{taken}");
    window.get_by_label("Pause").click();
    window.run_steps(3);
    let taken = stepper(&window).taken();
    window.run_steps(10);
    assert_eq!(stepper(&window).taken(), taken);
    window.get_by_label("512 steps a second");
}

#[test]
fn a_branch_that_is_over_is_one_line_that_opens() {
    let mut window = bundled("pentominoes-3x20.ron");
    // The first one covers the item of the root.
    for _ in 0..9 {
        send(&mut window, Command::StepOver);
        arrive(&mut window);
    }
    take(&mut window, 3);
    let told = window.get_by_label_contains("8 tried: ");
    told.click();
    window.run_steps(3);
    assert!(window.query_all_by_label_contains(", 0 solutions").count() >= 2);
}

#[test]
fn a_branch_that_was_searched_is_not_said_to_be_tried_still() {
    let mut window = paper();
    let restored = |w: &Window| {
        let searched = matches!(stepper(w).last(), Some(Step::Restore { .. }));
        // At a dead end there is nothing to search.
        searched && matches!(stepper(w).end(), Some(End::Node(_)))
    };
    while !restored(&window) {
        assert!(stepper(&window).can_step().is_ok(), "no level was left");
        send(&mut window, Command::Next);
    }
    assert!(window.query_by_label_contains(", searched").is_some());
    assert!(window.query_by_label_contains(", trying").is_none());
}

#[test]
fn a_solid_is_watched_in_space_with_its_layers() {
    let mut window = bundled("soma-cube.ron");
    window.get_by_label("Board of the step: 0 pieces placed");
    assert!(window.query_by_label_contains(" in space, ").is_none());
    take(&mut window, 4);
    window.get_by_label("Piece V in space, 3 cubes");
    assert!(window.query_by_label_contains(", trying").is_some());
    for layer in ["Layer 1", "Layer 2", "Layer 3"] {
        window.get_by_label(layer);
    }
    window.get_by_label("Front").click();
    window.run_steps(3);
    assert_eq!(window.state().steps.space.view, View::FRONT);
    send(&mut window, Command::Turn(TurnDirection::Up));
    let turned = window.state().steps.space.view;
    assert!(turned != View::FRONT && turned.yaw == View::FRONT.yaw);
    // Sideways Shift+arrows go from level to level.
    let level = stepper(&window).depth();
    window.key_press_modifiers(egui::Modifiers::SHIFT, egui::Key::ArrowRight);
    arrive(&mut window);
    assert_eq!(stepper(&window).depth(), level + 1);
    assert_eq!(window.state().steps.space.view, turned);
    // The arrows step on until the canvas has the focus.
    let taken = stepper(&window).taken();
    window.key_press(egui::Key::ArrowRight);
    window.run_steps(3);
    assert_eq!(stepper(&window).taken(), taken + 1);
    window.key_press(egui::Key::Home);
    window.run_steps(3);
    assert_eq!(window.state().steps.space.view, View::CORNER);
    window.get_by_label_contains("Board of the step: ").click();
    window.run_steps(3);
    window.key_press(egui::Key::ArrowLeft);
    window.run_steps(3);
    assert_eq!(stepper(&window).taken(), taken + 1);
    assert_eq!(window.state().steps.space.view, View::CORNER.turned(15.0, 0.0));
    send(&mut window, Command::ToSolution);
    arrive(&mut window);
    window.get_by_label("Board of the step: 7 pieces placed");
}

#[test]
fn a_puzzle_of_very_many_options_opens_at_once() {
    let mut window = bundled("solid-pentominoes-3x4x5.ron");
    window.get_by_label_contains("Board of the step: 0 pieces placed");
    let began = std::time::Instant::now();
    send(&mut window, Command::RestartSteps);
    take(&mut window, 4);
    // Far more than it takes, so that a busy machine does not matter.
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
    assert!(stepper(&window).subject().problem().option_count() > 1000);
    window.get_by_label_contains("trying now");
}

#[test]
fn every_lattice_and_colours_and_multiplicities_can_be_watched() {
    for lattice in crate::lattice::ALL {
        let of_lattice = |b: &crate::format::bundled::Bundled| b.open().puzzle.lattice == *lattice;
        let first = crate::format::bundled::ALL.iter().find(|b| of_lattice(b));
        let mut window = bundled(first.expect("every lattice has a bundled puzzle").path);
        for _ in 0..6 {
            send(&mut window, Command::Next);
        }
        assert_eq!(stepper(&window).taken(), 6, "{}", lattice.name);
    }
    let text = "2:3|a b | x y\na x:A\na b x:B\na y\nb x:A y\na\n";
    let problem = Arc::new(dlx::read(text).unwrap());
    let mut window = paper();
    window.state_mut().steps = super::StepsState::default();
    window.state_mut().bench.stepper = Some(Stepper::new(Subject::of_problem("M", problem)));
    while stepper(&window).can_step().is_ok() {
        send(&mut window, Command::Next);
    }
    assert!(stepper(&window).solutions() > 0);
}

#[test]
fn the_steps_screen_looks_as_recorded() {
    let mut results = SnapshotResults::new();
    for (theme, name) in [(Theme::Light, "light"), (Theme::Dark, "dark")] {
        let mut window = paper();
        window.state_mut().bench.settings.theme = theme;
        send(&mut window, Command::Theme(theme));
        take(&mut window, 3);
        if theme == Theme::Dark {
            send(&mut window, Command::Next);
            // Where the first branch has failed and the second goes on.
            send(&mut window, Command::StepOver);
            arrive(&mut window);
            take(&mut window, 8);
        }
        counted(&mut window);
        window.run_steps(8);
        results.add(compared(&mut window, format!("steps-paper-{name}")));

        let mut window = bundled("pentominoes-6x10.ron");
        window.state_mut().bench.settings.theme = theme;
        send(&mut window, Command::Theme(theme));
        // At once: how far the tree is scrolled depends on what was shown on the way.
        let stepper = window.state_mut().bench.stepper.as_mut().unwrap();
        stepper.to_solution();
        while stepper.goal() != Goal::Still {
            stepper.advance(Duration::ZERO, Duration::from_secs(1));
        }
        take(&mut window, if theme == Theme::Light { 20 } else { 33 });
        counted(&mut window);
        window.run_steps(8);
        results.add(compared(&mut window, format!("steps-pentominoes-{name}")));
    }
    for (theme, name) in [(Theme::Light, "light"), (Theme::Dark, "dark")] {
        let mut window = paper();
        send(&mut window, Command::Theme(theme));
        send(&mut window, Command::ToggleLinks);
        take(&mut window, 23);
        counted(&mut window);
        window.run_steps(8);
        results.add(compared(&mut window, format!("steps-links-{name}")));
    }
    let mut window = bundled("soma-cube.ron");
    send(&mut window, Command::Theme(Theme::Light));
    take(&mut window, 39);
    counted(&mut window);
    window.run_steps(8);
    results.add(compared(&mut window, "steps-soma-light"));
    let mut window = bundled("sudoku-hard.ron");
    send(&mut window, Command::Theme(Theme::Light));
    take(&mut window, 40);
    counted(&mut window);
    window.run_steps(8);
    results.add(compared(&mut window, "steps-sudoku-light"));
}

/// The links of the paper's example are shown, with what each step assigned.
#[test]
fn links_are_shown_with_the_assignments_of_the_step() {
    let mut window = paper();
    send(&mut window, Command::ToggleLinks);
    window.run_steps(2);
    window.get_by_label("X1 Initialize: no item covered, level 0, current");
    window.get_by_label("Header 1 of a, LLINK 0, RLINK 2, ULINK 21, DLINK 13, LEN 2");
    window.get_by_label("Root of the item list, LLINK 7, RLINK 1");
    take(&mut window, 23);
    assert_eq!(stepper(&window).last(), Some(Step::Cover { item: ItemId(4) }));
    window.get_by_label("X4 Cover it: hide its options, unlink it, current");
    window.get_by_label("RLINK(3) := 6, was 5");
    window.get_by_label("LLINK(6) := 3, was 5");
    window.get_by_label("Header 5 of e, covered, LLINK 3, RLINK 6, ULINK 10, DLINK 10, LEN 1");
    window.get_by_label("Node 9 of option 1, item c, out of its list, ULINK 3, DLINK 18");
    // A click on an assignment shows the links as they are after it.
    window.get_by_label("DLINK(6) := 19, was 11").click();
    window.run_steps(2);
    window.get_by_label("Header 5 of e, LLINK 3, RLINK 6, ULINK 10, DLINK 10, LEN 1");
    window.get_by_label("Row of header 3, c: LLINK 2, RLINK 5, ULINK 18, DLINK 9, LEN 2");
    // The next step shows all of its own again, and the matrix comes back.
    send(&mut window, Command::Next);
    window.run_steps(2);
    window.get_by_label("X5 Try an option: cover its other items, current");
    send(&mut window, Command::ToggleLinks);
    window.run_steps(2);
    window.get_by_label("Matrix of the step");
}

#[test]
fn the_picture_of_the_links_agrees_with_the_arrays_of_the_engine_in_every_state() {
    let mut window = paper();
    send(&mut window, Command::ToggleLinks);
    let mut states = 0;
    loop {
        window.run_steps(2);
        let bench = &mut window.state_mut().bench;
        let stepper = bench.stepper.as_mut().expect("there is a stepper");
        let arrays = stepper.link_step().after(usize::MAX);
        let goes_on = stepper.can_step().is_ok();
        let told = |fields: &[LinkArray], index: u32| -> String {
            let field = |&array: &LinkArray| {
                format!(", {} {}", array.name(), arrays.get(array, index).expect("an entry"))
            };
            fields.iter().map(field).collect()
        };
        let (rows, columns) =
            ([LinkArray::Llink, LinkArray::Rlink], [LinkArray::Ulink, LinkArray::Dlink]);
        window.get_by_label(&format!("Root of the item list{}", told(&rows, 0)));
        for (header, name) in (1..).zip("abcdefg".chars()) {
            let covered = if arrays.is_active(header) { "" } else { ", covered" };
            let links = format!("{}{}", told(&rows, header), told(&columns, header));
            let length = told(&[LinkArray::Len], header);
            window.get_by_label(&format!("Header {header} of {name}{covered}{links}{length}"));
        }
        let mut nodes = 0;
        for option in (0..6).map(OptionId) {
            for node in arrays.option_nodes(option) {
                let name = char::from(b'a' + (arrays.header(node) - 1) as u8);
                let out = if arrays.is_listed(node) { "" } else { ", out of its list" };
                let place = format!("option {}, item {name}", option.0 + 1);
                let links = told(&columns, node);
                window.get_by_label(&format!("Node {node} of {place}{out}{links}"));
                nodes += 1;
            }
        }
        assert_eq!(nodes, 16);
        states += 1;
        if !goes_on {
            break;
        }
        send(&mut window, Command::Next);
    }
    assert_eq!(states, 43, "42 steps, and the state before them");
}

/// Shows the links of a problem in the window of another.
fn show_links_of(window: &mut Window, text: &str) {
    let problem = Arc::new(dlx::read(text).unwrap());
    window.state_mut().steps = super::StepsState::default();
    window.state_mut().bench.stepper = Some(Stepper::new(Subject::of_problem("Own", problem)));
    window.run_steps(2);
    send(window, Command::ToggleLinks);
    window.run_steps(2);
}

#[test]
fn links_have_the_colours_of_nodes_and_the_bounds_of_items() {
    let mut window = paper();
    // Knuth, TAOCP 7.2.2.1, (49).
    show_links_of(&mut window, "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n");
    window.get_by_label("C1 Initialize: no item covered, level 0, current");
    window.get_by_label("Header 4 of x, ULINK 21, DLINK 9, LEN 4, COLOR 0");
    window.get_by_label("Node 14 of option 2, item x, ULINK 9, DLINK 18, COLOR A");
    // Option 4, q x:A, is tried: x is committed to A, which option 2 gives it too.
    let tries = |window: &Window, option: u32| {
        let last = stepper(window).last();
        matches!(last, Some(Step::Try { option: Some(own), .. }) if own.0 + 1 == option)
    };
    while !tries(&window, 4) {
        send(&mut window, Command::Next);
    }
    window.run_steps(2);
    window.get_by_label("C5 Try an option: cover or commit its items, current");
    window.get_by_label("Header 4 of x, ULINK 18, DLINK 14, LEN 2, COLOR A");
    window.get_by_label("Node 14 of option 2, item x, ULINK 4, DLINK 18, COLOR −1");
    window.get_by_label("COLOR(14) := −1, was A");
    // Two options for a: the first one tried is tweaked out of its list.
    show_links_of(&mut window, "2|a b\na\na b\nb\na\n");
    window.get_by_label("M5 Possibly tweak: option leaves the list");
    window.get_by_label(
        "Header 1 of a, LLINK 0, RLINK 2, ULINK 11, DLINK 4, LEN 3, BOUND 2, SLACK 0",
    );
    take(&mut window, 4);
    window.run_steps(2);
    window.get_by_label("M6 Try an option: cover or commit its items, current");
    window.get_by_label(
        "Header 1 of a, LLINK 0, RLINK 2, ULINK 11, DLINK 6, LEN 2, BOUND 1, SLACK 0",
    );
    window.get_by_label("DLINK(1) := 6, was 4");
}

#[test]
fn the_steps_from_here_on_are_exported_as_pictures() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("steps");
    let mut window = paper();
    take(&mut window, 2);
    send(&mut window, Command::ExportSteps);
    window.run_steps(2);
    window.get_by_label("Number of pictures");
    window.get_by_label("To the end of the branch").click();
    window.run_steps(3);
    assert!(window.query_by_label("Number of pictures").is_none());
    window.get_by_label("A number of pictures").click();
    window.run_steps(3);
    let type_folder = |window: &mut Window, path: &std::path::Path| {
        let Some(Dialog::StepPictures(pictures)) = &mut window.state_mut().dialog else {
            panic!("the dialog is open");
        };
        pictures.path = path.display().to_string();
        window.run_steps(3);
    };
    type_folder(&mut window, &folder.path().join("no").join("steps"));
    window.get_by_label_contains("There is no folder");
    type_folder(&mut window, &path);
    window.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::Enter);
    window.run_steps(3);
    // From step 2 to the end of the search, which comes before the fiftieth picture.
    wait(&mut window, "the last picture", |_| path.join("step-000042.svg").exists());
    assert!(window.state().dialog.is_none());
    assert_eq!(std::fs::read_dir(&path).unwrap().count(), 41);
    assert_eq!(stepper(&window).taken(), 2, "the search that is shown stays where it is");
}

#[test]
fn the_steps_from_here_on_are_exported_as_an_animation() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = paper();
    take(&mut window, 2);
    send(&mut window, Command::ExportSteps);
    window.run_steps(2);
    assert!(window.query_by_label("Milliseconds of each picture").is_none());
    let pictures = |window: &mut Window, change: &dyn Fn(&mut StepPictures)| -> String {
        let Some(Dialog::StepPictures(pictures)) = &mut window.state_mut().dialog else {
            panic!("the dialog is open");
        };
        change(pictures);
        pictures.path.clone()
    };
    let stem = folder.path().join("steps").display().to_string();
    pictures(&mut window, &|pictures| pictures.path.clone_from(&stem));
    window.run_steps(3);
    window.get_by_label("Animated PNG").click();
    window.run_steps(3);
    window.get_by_label("Milliseconds of each picture");
    window.get_by_label("File, new");
    window.get_by_label_contains("One animated PNG file, which browsers play");
    let path = folder.path().join("steps.apng");
    assert_eq!(pictures(&mut window, &|_| ()), path.display().to_string());
    // And back: a folder has no ending.
    window.get_by_label("SVG").click();
    window.run_steps(3);
    assert_eq!(pictures(&mut window, &|_| ()), stem);
    window.get_by_label("Animated PNG").click();
    window.run_steps(3);
    std::fs::write(&path, "taken").unwrap();
    // What was looked up for a path stays until another one is typed.
    let other = folder.path().join("other.apng");
    pictures(&mut window, &|pictures| pictures.path = other.display().to_string());
    window.run_steps(3);
    pictures(&mut window, &|pictures| pictures.path = path.display().to_string());
    window.run_steps(3);
    window.get_by_label_contains("exists already; type another name");
    pictures(&mut window, &|pictures| pictures.path = other.display().to_string());
    window.run_steps(3);
    window.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::Enter);
    window.run_steps(3);
    wait(&mut window, "the animation", |_| other.exists());
    assert!(window.state().dialog.is_none());
    // From step 2 to the end of the search, at step 42.
    let file = std::fs::read(&other).unwrap();
    let at = file.windows(4).position(|own| own == b"acTL").unwrap() + 4;
    assert_eq!(file[at..][..4], 41u32.to_be_bytes());
}

#[test]
fn links_that_are_set_move_for_a_moment_unless_the_system_asks_for_stillness() {
    let moves = |reduced: bool| {
        let mut window = paper();
        crate::ui::platform::desktop::set_reduced_motion(&window.ctx, reduced);
        send(&mut window, Command::ToggleLinks);
        window.run_steps(2);
        let pictures: Vec<bool> = (0..8)
            .map(|_| {
                window.state_mut().send(Command::Next);
                // The frame of the step, and the next one, in which what it set has begun to move.
                window.step();
                window.state().steps.links_move()
            })
            .collect();
        window.run_steps(3);
        assert!(!window.state().steps.links_move(), "all have arrived");
        pictures.contains(&true)
    };
    assert!(moves(false));
    assert!(!moves(true));
}

#[test]
fn links_that_are_too_many_say_why_they_are_not_drawn() {
    let mut window = bundled("pentominoes-6x10.ron");
    for _ in 0..200 {
        if window.state().bench.stepper.is_some() {
            break;
        }
        window.step();
        std::thread::sleep(Duration::from_millis(5));
    }
    window.run_steps(2);
    send(&mut window, Command::ToggleLinks);
    window.run_steps(2);
    window.get_by_label("Matrix of the step");
    assert!(stepper(&window).can_show_links().unwrap_err().contains("too many"));
}

#[test]
fn links_are_set_one_by_one_by_a_step_of_that_size() {
    let mut window = paper();
    counted(&mut window);
    send(&mut window, Command::StepSize(StepSize::Link));
    window.get_by_label("Links of the step");
    // Enter, choose, and the first two assignments of covering a.
    take(&mut window, 4);
    window.get_by_label("X4 Cover it: hide its options, unlink it, current");
    window.get_by_label("Step 4 of 43");
    let done = window.get_by_label("DLINK(4) := 22, was 14");
    assert!(done.rect().height() > 0.0);
    assert_eq!(stepper(&window).shown(), Some(2));
    window.key_press(egui::Key::ArrowLeft);
    window.run_steps(3);
    assert_eq!((stepper(&window).taken(), stepper(&window).shown()), (3, Some(1)));
    window.key_press(egui::Key::Num3);
    window.run_steps(3);
    assert_eq!(stepper(&window).size(), StepSize::Option);
    window.key_press(egui::Key::ArrowRight);
    window.run_steps(3);
    assert!(matches!(stepper(&window).last(), Some(Step::Try { .. })));
    window.get_by_label("Item").click();
    window.run_steps(3);
    assert_eq!(stepper(&window).size(), StepSize::Item);
}

/// Returns what a screen reader says about a node.
fn said(node: &egui_kittest::Node) -> String {
    let node = node.accesskit_node();
    node.label().or_else(|| node.value()).unwrap_or_default()
}

/// Moves the pointer over something and returns what is lit then.
fn lit_by(window: &mut Window, label: &str) -> (Option<OptionId>, Option<ItemId>) {
    let at = window.get_by_label(label).rect().center();
    window.event(egui::Event::PointerMoved(at));
    window.run_steps(3);
    let lit = &window.state().steps.lit;
    (lit.option(), lit.item())
}

#[test]
fn what_the_pointer_is_over_is_lit_everywhere() {
    let mut window = paper();
    take(&mut window, 4);
    let (a, g) = (ItemId(0), ItemId(6));
    let second = OptionId(1);
    assert_eq!(lit_by(&mut window, "option 2, a d g, trying").0, Some(second));
    assert_eq!(lit_by(&mut window, "option 2: trying now").0, Some(second));
    assert_eq!(lit_by(&mut window, "Row 5, b g: being removed").0, Some(OptionId(4)));
    assert_eq!(lit_by(&mut window, "item g: covered").1, Some(g));
    assert_eq!(lit_by(&mut window, "item a: 2 options"), (None, Some(a)));
    send(&mut window, Command::ToggleLinks);
    let node = "Node 25 of option 5, item g, ULINK 7, DLINK 7";
    let (option, item) = lit_by(&mut window, node);
    assert_eq!((option, item), (Some(OptionId(4)), Some(g)));

    // A site of a board, too.
    let mut window = bundled("scotts-board.ron");
    let board = window.get_by_label("Board of the step: 0 pieces placed").rect();
    window.event(egui::Event::PointerMoved(board.min + egui::vec2(40.0, 40.0)));
    window.run_steps(3);
    let lit = window.state().steps.lit.item().expect("a site is lit");
    assert_eq!(stepper(&window).item_letters(lit), "11");
}

#[test]
fn a_click_on_a_node_or_an_option_goes_there() {
    let mut window = paper();
    send(&mut window, Command::ToSolution);
    arrive(&mut window);
    // The branch of option 2 was taken in step 5, where X1 is step 1.
    window.get_by_label("option 2: item b: 1 option").click();
    arrive(&mut window);
    assert_eq!(stepper(&window).taken(), 4);
    window.get_by_label("option 4, a d, not tried").click();
    arrive(&mut window);
    assert_eq!(stepper(&window).taken(), 20);
    window.get_by_label("option 4, a d, trying");
    window.get_by_label("item a: 2 options").click();
    arrive(&mut window);
    assert_eq!(stepper(&window).taken(), 2, "to where the item was chosen");
}

#[test]
fn the_timeline_says_where_the_search_is_and_goes_anywhere() {
    let mut window = paper();
    counted(&mut window);
    send(&mut window, Command::ToggleLinks);
    take(&mut window, 23);
    window.get_by_label("Step 24 of 43");
    let track = window.get_by_label("Timeline").rect();
    let click = |window: &mut Window, at: egui::Pos2| {
        for pressed in [true, false] {
            window.event(egui::Event::PointerMoved(at));
            window.event(egui::Event::PointerButton {
                pos: at,
                button: egui::PointerButton::Primary,
                pressed,
                modifiers: egui::Modifiers::NONE,
            });
            window.step();
        }
        arrive(window);
    };
    click(&mut window, egui::pos2(track.right() - 2.0, track.center().y));
    window.get_by_label("Step 43 of 43");
    window.get_by_label("X8 Leave level: at level 0: the end, current");
    click(&mut window, egui::pos2(track.left() + 2.0, track.center().y));
    window.get_by_label("Step 1 of 43");
}

#[test]
fn the_table_of_levels_and_the_nodes_of_each_rule_are_shown() {
    let mut window = paper();
    counted(&mut window);
    window.get_by_label("Fewest: 6 nodes");
    window.get_by_label("Levels").click();
    window.run_steps(3);
    window.get_by_label("Whole search").click();
    window.run_steps(3);
    let profile = stepper(&window).profile(ItemRule::Fewest).unwrap();
    assert_eq!(profile.nodes_by_level, [1, 2, 2, 1]);
    for (level, nodes) in profile.nodes_by_level.iter().enumerate() {
        let updates = profile.updates_by_level.get(level).copied().unwrap_or(0);
        window.get_by_label(&format!("Level {level}: {nodes} nodes, {updates} updates"));
    }
    window.get_by_label(&format!("All: 6 nodes, {} updates", profile.updates));
    window.get_by_label("Up to here").click();
    take(&mut window, 3);
    window.get_by_label_contains("Level 0: 1 nodes, ");
    window.get_by_label("Most").click();
    window.run_steps(3);
    assert_eq!((stepper(&window).rule(), stepper(&window).taken()), (ItemRule::Largest, 0));
    window.get_by_label("Chosen: the item with most options; ties: the leftmost");
}

#[test]
fn the_status_line_and_the_panel_name_the_same_step() {
    let mut window = paper();
    send(&mut window, Command::ToggleLinks);
    while stepper(&window).can_step().is_ok() {
        window.key_press(egui::Key::ArrowRight);
        // Whatever the frame shows, both are of it.
        window.step();
        let label = stepper(&window).label();
        let panel = window.query_all_by_label_contains(", current");
        let panel: Vec<String> = panel.map(|node| said(&node)).collect();
        let status = window.query_all_by_label_contains(" · step ");
        let status: Vec<String> = status.map(|node| said(&node)).collect();
        let shown = panel[0].split(' ').next().unwrap().to_owned();
        assert!(status[0].contains(&format!("step {shown},")), "{status:?} {panel:?} {label}");
        window.run_steps(2);
    }
}

#[test]
fn the_tree_of_a_sudoku_keeps_the_current_node_in_view_with_its_words() {
    let mut window = bundled("sudoku-17-givens.ron");
    send(&mut window, Command::ToSolution);
    arrive(&mut window);
    assert_eq!(stepper(&window).depth(), 81 - 17);
    let place = window.get_by_label_contains(": solution").rect();
    assert!(place.left() > 1440.0 - 352.0 && place.right() <= 1440.0, "{place:?}");
    assert!(place.top() > 150.0 && place.bottom() < 800.0, "{place:?}");
    let chains: Vec<String> =
        window.query_all_by_label_contains("forced choice").map(|node| said(&node)).collect();
    assert!(!chains.is_empty(), "no chain is folded");
    window.get_by_label(&chains[0]).click();
    window.run_steps(3);
    assert!(window.query_all_by_label_contains("1 option").count() > 3);
}

#[test]
fn a_sudoku_s_options_are_digits_in_cells() {
    let mut window = bundled("sudoku-hard.ron");
    window.get_by_label_contains("The 23 givens are chosen already.");
    take(&mut window, 3);
    window.get_by_label("cells: 81");
    window.get_by_label("boxes: 81");
    let named = window.query_all_by_label_contains(" in row ");
    assert!(named.count() > 5);
    assert!(window.query_all_by_label_contains(", row ").count() > 3);
    // Every column has its place in the width of the window.
    let matrix = window.get_by_label("Matrix of the step").rect();
    let last = {
        let mut all = window.query_all_by_label_contains("9 in box 9: ");
        all.next().expect("the last column").rect()
    };
    assert!(last.right() <= matrix.right() && matrix.width() < 780.0, "{matrix:?}");
}

#[test]
fn a_matrix_is_zoomed_by_the_wheel_and_all_rows_scroll_to_the_chosen_one() {
    let mut window = bundled("pentominoes-6x10.ron");
    take(&mut window, 4);
    window.get_by_label("All").click();
    window.run_steps(4);
    let trying = {
        let rows = window.query_all_by_label_contains("Row ");
        let mut tried = rows.filter(|row| said(row).ends_with(": trying"));
        tried.next().expect("the row that is tried").rect()
    };
    assert!(trying.top() > 100.0 && trying.bottom() < 760.0, "{trying:?}");
    let before = window.get_by_label("Matrix of the step").rect().width();
    window.event(egui::Event::PointerMoved(trying.center()));
    window.event(egui::Event::Zoom(3.0));
    window.run_steps(3);
    let after = window.get_by_label("Matrix of the step").rect().width();
    assert!(after > 1.5 * before, "{before} {after}");
}

#[test]
fn pieces_have_one_colour_in_tree_matrix_and_on_the_board() {
    let mut window = bundled("n-pentominoes-5x5x5.ron");
    take(&mut window, 12);
    let Subject::Puzzle(Encoded { puzzle, encoding, .. }) = stepper(&window).subject() else {
        unreachable!()
    };
    let palette = &crate::ui::widgets::theme::LIGHT;
    for option in [0, 1, 200].map(OptionId) {
        let hue = super::Hue::new(palette, stepper(&window), option);
        let own = puzzle.piece(encoding.placement(option).piece).colour.shade(false).fill;
        assert_eq!(hue.fill, crate::ui::drawing::paint::rgb(own));
    }
}
