//! The steps screen, driven by accessible label.

use std::sync::Arc;
use std::time::Duration;

use egui_kittest::SnapshotResults;
use egui_kittest::kittest::Queryable;

use crate::exact_cover::Step;
use crate::format::dlx;
use crate::picture::space::View;
use crate::ui::testing::{Window, open, send, window};
use crate::workbench::command::TurnDirection;
use crate::workbench::stepper::{Goal, Stepper, Subject};
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
    let subject = Subject::Problem("dancing-links".into(), Arc::new(dlx::read(PAPER).unwrap()));
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
    assert_eq!((counts.total, counts.distinct), (1, 1));
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

#[test]
fn the_paper_s_example_is_walked_through_by_keys_and_buttons() {
    let mut window = paper();
    assert_eq!(window.state().bench.screen, Screen::Steps);
    window.get_by_label("item d: 3 options");
    window.get_by_label("Row 2: alive");
    window.key_press(egui::Key::ArrowRight);
    window.run_steps(3);
    window.get_by_label("item a: chosen, 2 options");
    window.get_by_label("Chosen item: item a");
    window.get_by_label("option 2, left");
    window.get_by_label("Step").click();
    window.run_steps(3);
    window.get_by_label("option 2, trying");
    window.get_by_label("Row 4: left");
    window.get_by_label("Row 6: leaves now");
    window.get_by_label("Row 1: alive");
    window.get_by_label("option 2: trying now");
    window.get_by_label("Step over").click();
    arrive(&mut window);
    window.get_by_label("option 2, tried, no solution");
    window.get_by_label("Nodes: 3");
    window.get_by_label("option 3: no option for item e");
    window.get_by_label("To next solution").click();
    arrive(&mut window);
    window.get_by_label("Solutions: 1");
    window.get_by_label("Row 5: chosen");
    window.get_by_label("Row 6: has left");
    window.get_by_label("Alive").click();
    window.run_steps(3);
    assert!(window.query_by_label("Row 6: has left").is_none());
    window.get_by_label("Option 4 chosen: a d");
    assert_eq!(stepper(&window).last(), Some(Step::Solution));
    let taken = stepper(&window).taken();
    window.key_press(egui::Key::ArrowLeft);
    window.run_steps(3);
    assert_eq!(stepper(&window).taken(), taken - 1);
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
    send(&mut window, Command::Next);
    for _ in 0..8 {
        send(&mut window, Command::StepOver);
        arrive(&mut window);
    }
    send(&mut window, Command::Next);
    send(&mut window, Command::Next);
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
        searched && stepper(w).frames().last().is_some_and(|frame| frame.trying)
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
    send(&mut window, Command::Next);
    send(&mut window, Command::Next);
    window.get_by_label("Piece V in space, 3 cubes");
    assert!(window.query_by_label_contains(", trying").is_some());
    for layer in ["Layer 1", "Layer 2", "Layer 3"] {
        window.get_by_label(layer);
    }
    window.get_by_label("Front").click();
    window.run_steps(3);
    assert_eq!(window.state().steps.space.view, View::FRONT);
    send(&mut window, Command::Turn(TurnDirection::Left));
    assert_eq!(window.state().steps.space.view, View::FRONT.turned(15.0, 0.0));
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
    send(&mut window, Command::Next);
    send(&mut window, Command::Next);
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
    window.state_mut().bench.stepper = Some(Stepper::new(Subject::Problem("M".into(), problem)));
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
        for _ in 0..2 {
            send(&mut window, Command::Next);
        }
        if theme == Theme::Dark {
            // Where the first branch has failed and the second goes on.
            send(&mut window, Command::StepOver);
            arrive(&mut window);
            for _ in 0..5 {
                send(&mut window, Command::Next);
            }
        }
        window.run_steps(8);
        results.add(window.try_snapshot(format!("steps-paper-{name}")));

        let mut window = bundled("pentominoes-6x10.ron");
        window.state_mut().bench.settings.theme = theme;
        send(&mut window, Command::Theme(theme));
        // At once: how far the tree is scrolled depends on what was shown on the way.
        let stepper = window.state_mut().bench.stepper.as_mut().unwrap();
        stepper.to_solution();
        while stepper.goal() != Goal::Still {
            stepper.advance(Duration::ZERO, Duration::from_secs(1));
        }
        for _ in 0..if theme == Theme::Light { 20 } else { 23 } {
            send(&mut window, Command::Next);
        }
        window.run_steps(8);
        results.add(window.try_snapshot(format!("steps-pentominoes-{name}")));
    }
    for (theme, name) in [(Theme::Light, "light"), (Theme::Dark, "dark")] {
        let mut window = paper();
        send(&mut window, Command::Theme(theme));
        send(&mut window, Command::ToggleLinks);
        for _ in 0..10 {
            send(&mut window, Command::Next);
        }
        window.run_steps(8);
        results.add(window.try_snapshot(format!("steps-links-{name}")));
    }
    let mut window = bundled("soma-cube.ron");
    send(&mut window, Command::Theme(Theme::Light));
    for _ in 0..27 {
        send(&mut window, Command::Next);
    }
    window.run_steps(8);
    results.add(window.try_snapshot("steps-soma-light"));
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
    let at_e = Step::Choose { item: crate::exact_cover::ItemId(4), degree: 1 };
    while stepper(&window).last() != Some(at_e) {
        send(&mut window, Command::Next);
        window.run_steps(2);
    }
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
