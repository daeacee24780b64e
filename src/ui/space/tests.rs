//! Solids in the window, driven by what they are called.

use std::path::Path;

use egui::{Key, Modifiers, Pos2, Vec2, vec2};
use egui_kittest::SnapshotResults;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use super::SpaceState;
use crate::files::SVG;
use crate::job::Phase;
use crate::job::disassembly::TakenApart;
use crate::picture::Page;
use crate::picture::space::View;
use crate::solution::measures::MeasureId;
use crate::ui::dialogs::{self, Dialog};
use crate::ui::testing::{
    self, Window, click, document, open, send, settle, solve, wait, window_of,
};
use crate::workbench::command::{Angle, Tool, TurnDirection};
use crate::workbench::disassembly::ShownDisassembly;
use crate::workbench::{Command, Screen, Theme};

fn steps(window: &mut Window) {
    for _ in 0..3 {
        window.step();
    }
}

fn press(window: &mut Window, key: Key) {
    window.key_press(key);
    steps(window);
}

fn shows(window: &Window, label: &str) -> bool {
    window.query_all_by_label(label).next().is_some()
}

/// The Soma cube, solved, on the solutions screen.
fn soma() -> Window {
    let mut window = window_of([1440.0, 900.0]);
    open(&mut window, "soma-cube.ron");
    solve(&mut window);
    send(&mut window, Command::Show(Screen::Solutions));
    window
}

fn space(window: &Window) -> &SpaceState {
    &window.state().solutions.space
}

fn drag(window: &mut Window, from: Pos2, by: Vec2) {
    window.drag_at(from);
    window.step();
    window.hover_at(from + by);
    window.step();
    window.drop_at(from + by);
    steps(window);
}

#[test]
fn a_solved_solid_is_turned_by_mouse_keys_and_buttons() {
    let mut window = soma();
    assert!(shows(&window, "Board of solution 1"));
    assert_eq!(space(&window).view, View::CORNER);
    let middle = window.get_by_label("Board of solution 1").rect().center();
    drag(&mut window, middle, vec2(40.0, 20.0));
    assert_eq!(space(&window).view, View::CORNER.turned(-20.0, 10.0), "it follows the pointer");

    click(&mut window, "Front");
    assert_eq!(space(&window).view, View::FRONT);
    click(&mut window, "Top");
    assert_eq!(space(&window).view, View::TOP);
    press(&mut window, Key::Home);
    assert_eq!(space(&window).view, View::CORNER);
    assert_eq!(document(&window).selected(), 0, "Home is for the view");

    window.key_press_modifiers(Modifiers::SHIFT, Key::ArrowRight);
    steps(&mut window);
    assert_eq!(space(&window).view, View::CORNER.turned(-15.0, 0.0));
    assert_eq!(document(&window).selected(), 0);
    press(&mut window, Key::ArrowRight);
    assert_eq!(document(&window).selected(), 1, "arrows alone step through the solutions");

    // Until the canvas has the focus.
    let before = space(&window).view;
    click(&mut window, "Board of solution 2");
    press(&mut window, Key::ArrowLeft);
    press(&mut window, Key::ArrowDown);
    assert_eq!(space(&window).view, before.turned(15.0, 15.0));
    assert_eq!(document(&window).selected(), 1);
    press(&mut window, Key::Escape);
    press(&mut window, Key::ArrowLeft);
    assert_eq!(document(&window).selected(), 0);
    assert_eq!(space(&window).view, before.turned(15.0, 15.0), "the view is kept");
}

#[test]
fn pieces_and_layers_of_a_solid_are_hidden_and_shown() {
    let mut window = soma();
    for layer in ["Layer 1", "Layer 2", "Layer 3"] {
        assert!(shows(&window, layer), "{layer}");
    }
    assert!(shows(&window, "Piece T in space, 4 cubes"));
    click(&mut window, "Show piece T");
    assert!(!shows(&window, "Piece T in space, 4 cubes"));
    let ticked = window.get_by_label("Show piece T").accesskit_node().toggled();
    assert_eq!(ticked, Some(egui::accesskit::Toggled::False));
    assert!(shows(&window, "1 piece hidden"));
    press(&mut window, Key::ArrowRight);
    assert!(!shows(&window, "Piece T in space, 4 cubes"), "hidden in the next solution too");
    click(&mut window, "Show all");
    assert!(shows(&window, "Piece T in space, 4 cubes"));

    assert!(shows(&window, "3 of 3"));
    window.get_by_label("Layers shown").focus();
    steps(&mut window);
    press(&mut window, Key::ArrowLeft);
    assert!(shows(&window, "2 of 3"));
    press(&mut window, Key::ArrowLeft);
    assert_eq!(space(&window).layers, Some(1));
    assert!(shows(&window, "1 of 3"));
    // What lies above the lowest layer is gone.
    let puzzle = &document(&window).puzzle;
    let parts = document(&window).solution(document(&window).selected()).unwrap();
    for option in parts {
        let encoding = document(&window).encoding().unwrap();
        let sites: Vec<_> = encoding.sites(option).collect();
        let name = &puzzle.piece(encoding.placement(option).piece).name;
        let size = puzzle.lattice.count_sites(sites.len() as u64);
        let low = sites.iter().any(|&site| puzzle.lattice.layer(site) == 0);
        assert_eq!(shows(&window, &format!("Piece {name} in space, {size}")), low, "{name}");
    }
    send(&mut window, Command::ShowAll);
    assert!(shows(&window, "3 of 3"));
}

#[test]
fn a_solid_is_taken_apart_and_the_pointer_names_its_pieces() {
    let mut window = soma();
    assert!(shows(&window, "0\u{a0}%"));
    send(&mut window, Command::Explode);
    assert!(shows(&window, "80\u{a0}%"));
    for name in ["V", "L", "T", "Z", "A", "B", "P"] {
        let size = if name == "V" { 3 } else { 4 };
        assert!(shows(&window, &format!("Piece {name} in space, {size} cubes")), "{name}");
    }
    window.get_by_label("Explode").focus();
    steps(&mut window);
    press(&mut window, Key::ArrowRight);
    assert!(shows(&window, "85\u{a0}%"));
    send(&mut window, Command::Explode);
    assert!(shows(&window, "0\u{a0}%"));

    let middle = window.get_by_label("Board of solution 1").rect().center();
    window.hover_at(middle);
    steps(&mut window);
    let hovered = space(&window).hovered.expect("a piece is under the pointer");
    let name = document(&window).puzzle.pieces[hovered.0].name.clone();
    let told = format!("Piece {name} · ");
    wait(&mut window, "the tip", |w| w.query_by_label_contains(&told).is_some());
    window.hover_at(window.get_by_label("Show piece V").rect().center());
    steps(&mut window);
    let v = document(&window).puzzle.pieces.iter().position(|p| p.name == "V").unwrap();
    assert_eq!(space(&window).hovered, Some((v, 0)), "the list lights pieces up too");
}

#[test]
fn a_solution_is_exported_as_it_is_seen() {
    let mut window = soma();
    send(&mut window, Command::Look(Angle::Front));
    send(&mut window, Command::Explode);
    let style = window.state().solutions.style;
    assert_eq!((style.view, style.apart as f32), (View::FRONT, 0.8));

    let folder = tempfile::tempdir().unwrap();
    let written = |window: &mut Window, name: &str| {
        let path = folder.path().join(name);
        let app = window.state_mut();
        let document = app.bench.document.as_ref();
        app.dialog =
            document.map(|d| dialogs::export_solution(d, app.solutions.style, app.sight(), &SVG));
        if let Some(Dialog::Export(export)) = &mut window.state_mut().dialog {
            export.path = path.display().to_string();
        }
        steps(window);
        press(window, Key::Enter);
        wait(window, "the file", |w| w.state().dialog.is_none() && !w.state().files.is_busy());
        std::fs::read_to_string(path).expect("it was written")
    };
    let names = |drawing: &str, name: &str| drawing.matches(&format!(">{name}<")).count();
    let whole = written(&mut window, "whole.svg");
    assert!(names(&whole, "T") > 0 && names(&whole, "P") > 0);
    click(&mut window, "Show piece T");
    let hidden = written(&mut window, "hidden.svg");
    assert_eq!((names(&hidden, "T"), names(&hidden, "P")), (0, names(&whole, "P")));
    window.state_mut().solutions.space.layers = Some(1);
    steps(&mut window);
    // Nothing of what lies above the lowest layer alone.
    let low = written(&mut window, "low.svg");
    assert_eq!(names(&low, "L"), 0);
    assert!(names(&low, "V") > 0);
}

#[test]
fn a_board_in_space_is_designed_with_its_layers() {
    let mut window = window_of([1440.0, 900.0]);
    open(&mut window, "bedlam-cube.ron");
    assert!(shows(&window, "Board in space"));
    window.get_by_label_contains("Piece C,").click();
    steps(&mut window);
    assert!(shows(&window, "Piece C in space, 5 cubes"));
    send(&mut window, Command::Turn(TurnDirection::Up));
    assert_eq!(window.state().design.space.view, View::CORNER.turned(0.0, -15.0));
    press(&mut window, Key::Home);
    assert_eq!(window.state().design.space.view, View::CORNER);
    send(&mut window, Command::Explode);
    assert_eq!(window.state().design.space.apart, 0.0, "there is nothing to take apart");
}

#[test]
fn spheres_are_seen_and_edited_in_square_or_triangular_layers() {
    let mut window = window_of([1440.0, 900.0]);
    open(&mut window, "tetrahedron-of-four-pieces.ron");
    let bounds = |window: &Window| window.state().figures.as_ref().expect("figures").board.bounds;
    let square = bounds(&window);
    click(&mut window, "Triangular");
    let triangular = bounds(&window);
    assert_ne!(triangular, square);
    // In one triangular layer these four lie in a row, and in four square ones.
    send(&mut window, Command::Tool(Tool::Erase));
    let row = [4, 3, 2, 1].map(|row| format!("sphere 1, {row}, {}, required", 5 - row));
    let row = row.map(|label| testing::centre(&window, &label));
    testing::drag(&mut window, &[row[0], row[3]], Modifiers::NONE);
    assert_eq!(document(&window).puzzle.board.sites().len(), 16);
    assert_eq!(document(&window).history().undo_name(), Some("erase 4 spheres"));
    send(&mut window, Command::Undo);
    click(&mut window, "Square");
    assert_eq!(bounds(&window), square);

    solve(&mut window);
    send(&mut window, Command::Show(Screen::Solutions));
    click(&mut window, "Triangular");
    assert!(space(&window).second_layers && window.state().solutions.style.second_layers);
    assert!(shows(&window, "Layer 4") && shows(&window, "4 of 4"));
    window.get_by_label("Layers shown").focus();
    steps(&mut window);
    for _ in 0..3 {
        press(&mut window, Key::ArrowLeft);
    }
    // Only the first layer, which has ten balls: as many of its pieces are seen.
    assert!(shows(&window, "1 of 4"));
    let document = document(&window);
    let (encoding, lattice) = (document.encoding().unwrap(), document.puzzle.lattice);
    let page = Page::in_layers(lattice, true, []);
    let first = document.puzzle.board.sites().iter().map(|s| page.layer(s.site)).min();
    let options = document.solution(document.selected()).unwrap();
    let of_first = |option| {
        let sites = encoding.sites(option);
        sites.filter(|&site| Some(page.layer(site)) == first).count()
    };
    let balls: Vec<usize> = options.into_iter().map(of_first).collect();
    assert_eq!(balls.iter().sum::<usize>(), 10);
    let seen = window.query_all_by_label_contains(" in space, ").count();
    assert_eq!(seen, balls.iter().filter(|n| **n > 0).count());
    click(&mut window, "Square");
    assert_eq!(space(&window).layers, None);
}

#[test]
fn commands_for_solids_wait_for_a_solid() {
    let mut window = window_of([1440.0, 900.0]);
    open(&mut window, "pentominoes-3x20.ron");
    let bench = &window.state().bench;
    for command in [Command::Turn(TurnDirection::Left), Command::Look(Angle::Top), Command::Explode]
    {
        assert!(command.available(bench).is_err(), "{command:?}");
    }
    assert!(!shows(&window, "Board in space"));
}

/// The solutions of a puzzle as a file, so that the screen shows no times.
fn solved_file(name: &str, folder: &Path) -> std::path::PathBuf {
    let mut window = window_of([800.0, 600.0]);
    open(&mut window, name);
    solve(&mut window);
    let path = folder.join("solutions.ron");
    std::fs::write(&path, document(&window).solutions_text().expect("solved")).unwrap();
    path
}

#[test]
fn the_strip_beneath_a_solid_has_room_in_the_smallest_window() {
    let mut window = soma();
    for (width, height) in [(1100.0, 700.0), (1280.0, 800.0), (1440.0, 900.0)] {
        window.set_size(vec2(width, height));
        window.run_steps(4);
        let rect = |label: &str| window.get_by_label(label).rect();
        let (layers, front, fit) = (rect("3 of 3"), rect("Front"), rect("Fit"));
        let board = rect("Board of solution 1");
        assert!(!layers.expand(6.0).intersects(front), "{width}: {layers} {front}");
        assert!(board.left() <= front.left() && fit.right() <= board.right(), "{width}: {fit}");
        assert!(board.height() > 300.0 && fit.top() > board.bottom());
    }
}

#[test]
fn solids_look_as_recorded() {
    let mut results = SnapshotResults::new();
    let folder = tempfile::tempdir().unwrap();
    let path = solved_file("soma-cube.ron", folder.path());
    let usual = View::CORNER;
    let below = View { yaw: 50.0, pitch: -20.0 };
    for (theme, view, apart, name) in
        [(Theme::Light, usual, 0.8, "space-light"), (Theme::Dark, below, 0.4, "space-dark")]
    {
        let mut window = window_of([1280.0, 800.0]);
        window.state_mut().open_file(path.clone());
        wait(&mut window, "the file", |w| w.state().bench.screen == Screen::Solutions);
        wait(&mut window, "the analysis", |w| document(w).encoding().is_some());
        send(&mut window, Command::Theme(theme));
        let space = &mut window.state_mut().solutions.space;
        (space.view, space.apart) = (view, apart);
        window.run_steps(4);
        results.add(crate::ui::testing::pictured(&mut window, name));
    }
    let mut window = window_of([1280.0, 800.0]);
    open(&mut window, "soma-sofa.ron");
    send(&mut window, Command::Theme(Theme::Light));
    window.get_by_label_contains("Piece P,").click();
    window.run_steps(6);
    results.add(crate::ui::testing::pictured(&mut window, "space-design-light"));
}

/// Presses what has a label, which may have to be scrolled to.
fn press_label(window: &mut Window, label: &str) {
    window.get_by_label(label).click_accesskit();
    settle(window);
}

#[test]
fn a_solution_is_taken_apart_move_by_move_and_assembled_again() {
    let mut window = soma();
    let seen = |window: &Window| {
        let pieces = [("V", 3), ("L", 4), ("T", 4), ("Z", 4), ("A", 4), ("B", 4), ("P", 4)];
        let is_seen = |(name, size): &(&str, i32)| {
            shows(window, &format!("Piece {name} in space, {size} cubes"))
        };
        pieces.iter().filter(|piece| is_seen(piece)).count()
    };
    // Some may be hidden by others.
    let whole = seen(&window);
    press(&mut window, Key::M);
    let moves = |window: &Window| {
        window.state().bench.disassembly.as_ref().map_or(0, ShownDisassembly::moves)
    };
    wait(&mut window, "the moves", |window| moves(window) > 0);
    steps(&mut window);
    let all = moves(&window);
    assert!(all >= 6, "six pieces leave");
    assert!(shows(&window, &format!("Move 0 of {all}")));
    assert_eq!(seen(&window), whole);
    for n in 1..=all {
        click(&mut window, "Step");
        assert!(shows(&window, &format!("Move {n} of {all}")));
    }
    assert_eq!(seen(&window), 1, "the last piece stays");
    press(&mut window, Key::Comma);
    assert!(shows(&window, &format!("Move {} of {all}", all - 1)));
    click(&mut window, "Assemble");
    wait(&mut window, "the whole", |window| {
        window.state().bench.disassembly.as_ref().is_some_and(|taking| taking.time() == 0.0)
    });
    steps(&mut window);
    assert_eq!(seen(&window), whole);
    // Another solution has moves of its own, from its beginning.
    press(&mut window, Key::Period);
    assert!(shows(&window, &format!("Move 1 of {all}")));
    send(&mut window, Command::Next);
    steps(&mut window);
    wait(&mut window, "the moves of the next", |window| moves(window) > 0);
    steps(&mut window);
    let all = moves(&window);
    assert!(shows(&window, &format!("Move 0 of {all}")));
    // All of them, and the way to the next with the same answer.
    press_label(&mut window, "Take apart all 240");
    let all = |window: &Window| {
        let taken = window.state().bench.disassembly.as_ref().and_then(ShownDisassembly::all);
        let run = taken.filter(|run| run.phase() == Phase::Complete)?;
        Some(run.with_taken(TakenApart::clone))
    };
    wait(&mut window, "what comes of all", |window| all(window).is_some());
    steps(&mut window);
    let taken = all(&window).unwrap();
    let (disassembled, others) = (taken.disassembled(), taken.locked.len() + taken.unknown.len());
    assert_eq!(disassembled + others, 240);
    let (level, numbers) = taken.levels.last_key_value().unwrap();
    let selected = |window: &Window| document(window).selected() + 1;
    let next = TakenApart::next_after(numbers, selected(&window)).unwrap();
    press_label(&mut window, &format!("Level {level}: {}", numbers.len()));
    assert_eq!(selected(&window), next);
    // What is known of all can be filtered and sorted by.
    let is_level = |measure: MeasureId| measure.row().id == "level";
    wait(&mut window, "the measure", |window| {
        let browser = document(window).browser().unwrap();
        browser.measures().any(|own| is_level(own) && browser.spread(own).is_some())
    });
    window.get_by_label("Comes apart").scroll_to_me();
    window.run_steps(4);
    testing::choose(&mut window, "Comes apart", "Yes");
    wait(&mut window, "the filter", |w| document(w).shown() == disassembled as u64);
    testing::choose(&mut window, "Comes apart", "Any answer");
    wait(&mut window, "all of them", |w| document(w).shown() == 240);
    press(&mut window, Key::M);
    assert!(shows(&window, "Explode"));
}
