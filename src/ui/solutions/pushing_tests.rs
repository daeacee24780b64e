//! Pieces that are pushed by hand, in space and in a plane.

use egui::Key;
use egui_kittest::kittest::Queryable as _;

use crate::disassembly::{Separability, TimedMove};
use crate::format::Contents;
use crate::ui::testing::{Window, click, document, open, send, solve, type_into, wait, window_of};
use crate::workbench::disassembly::{Playing, ShownDisassembly};
use crate::workbench::pushing::Pushing;
use crate::workbench::{Command, Screen};

fn taking(window: &Window) -> &ShownDisassembly {
    window.state().bench.disassembly.as_ref().expect("a solution is taken apart")
}

fn pushing(window: &Window) -> &Pushing {
    taking(window).pushing().expect("a piece is chosen")
}

fn shows(window: &Window, label: &str) -> bool {
    window.query_all_by_label(label).next().is_some()
}

/// Takes the first solution apart.
fn take_apart(window: &mut Window) {
    solve(window);
    send(window, Command::Show(Screen::Solutions));
    window.key_press(Key::M);
    wait(window, "the moves", |w| {
        w.state().bench.disassembly.as_ref().is_some_and(|own| own.found().is_some())
    });
}

/// Pushes the chosen piece by the button of its first way.
fn push_first(window: &mut Window, name: &str) {
    let start = format!("Push {name} ");
    let button = window.get_all_by_label_contains(&start).next().expect("it can be pushed");
    button.click();
    window.run_steps(3);
    wait(window, "the push", |w| taking(w).playing() == Playing::Paused);
}

/// Drags what is in the middle of the picture until something is pushed.
fn drag_until_pushed(window: &mut Window, length: f32) {
    let middle = window.get_by_label("Board of solution 1").rect().center();
    for n in 0..8 {
        let by = egui::Vec2::angled(n as f32 * std::f32::consts::FRAC_PI_4) * length;
        window.drag_at(middle);
        window.step();
        for share in [0.3, 0.6, 1.0] {
            window.hover_at(middle + by * share);
            window.run_steps(2);
        }
        window.drop_at(middle + by);
        window.run_steps(3);
        if taking(window).is_by_hand() {
            return;
        }
    }
    panic!("nothing was pushed");
}

#[test]
fn pieces_of_a_solid_are_pushed_by_buttons_and_by_dragging_them() {
    let mut window = window_of([1440.0, 900.0]);
    open(&mut window, "soma-cube.ron");
    take_apart(&mut window);
    assert!(taking(&window).pushing().is_none());
    let found = taking(&window).moves();
    // The piece that leaves first can be pushed as the first move says.
    let first = taking(&window).timeline().unwrap().moves()[0].clone();
    let piece = first.own.pieces[0];
    let names: Vec<String> =
        document(&window).puzzle.pieces.iter().map(|piece| piece.name.clone()).collect();
    click(&mut window, &format!("Choose piece {}", names[piece]));
    window.run_steps(3);
    assert_eq!(pushing(&window).chosen(), piece);
    let can_go = |own: &TimedMove| own.own.step == first.own.step;
    assert!(pushing(&window).ways().iter().any(can_go), "{first:?}");
    wait(&mut window, "the count", |w| pushing(w).reach().is_some());
    let Separability::Apart(whole) = taking(&window).found().unwrap().result.clone() else {
        panic!("it comes apart");
    };
    assert_eq!(pushing(&window).reach().unwrap().moves, Some(whole.level()[0]));
    assert!(shows(&window, "Moves"), "nothing has been pushed");

    push_first(&mut window, &names[piece]);
    assert!(taking(&window).is_by_hand() && shows(&window, "Moves by hand"));
    assert!(shows(&window, "Move 1 of 1"));
    click(&mut window, "Undo push");
    window.run_steps(3);
    assert_eq!(taking(&window).time(), 0.0);
    // So do the keys of any undo and redo.
    send(&mut window, Command::Redo);
    window.run_steps(3);
    assert_eq!(taking(&window).time(), 1.0);
    send(&mut window, Command::Undo);
    window.run_steps(3);
    assert!(taking(&window).time() == 0.0 && document(&window).history().is_empty());
    click(&mut window, "Discard pushes");
    window.run_steps(3);
    assert!(!taking(&window).is_by_hand());
    assert_eq!(taking(&window).moves(), found);

    let view = window.state().solutions.space.view;
    drag_until_pushed(&mut window, 150.0);
    assert_eq!(window.state().solutions.space.view, view, "the view is not turned");
    wait(&mut window, "the push", |w| taking(w).playing() == Playing::Paused);
    assert!(shows(&window, "Move 1 of 1"));
    // Another push follows, and takes the place of what was undone.
    send(&mut window, Command::PreviousMove);
    window.run_steps(3);
    let chosen = pushing(&window).chosen();
    push_first(&mut window, &names[chosen]);
    assert!(shows(&window, "Move 1 of 1"));
    // Another solution begins with the moves that were found.
    send(&mut window, Command::Next);
    wait(&mut window, "the next", |w| document(w).selected() == 1 && taking(w).found().is_some());
    assert!(!taking(&window).is_by_hand() && taking(&window).pushing().is_none());
}

/// A bar that leaves a hook, and a dot that follows it by two moves, in a plane.
const HOOK: &str = r#"(format: 1, title: "Hook", lattice: Square, board: Rectangle(4, 3), pieces: [
    Piece(name: "hook", art: ["XXXX", "X..X", "X.XX"], motions: AsDrawn),
    Piece(name: "bar", art: ["X", "X"], motions: AsDrawn),
    Piece(name: "dot", art: ["X"], motions: AsDrawn),
])"#;

#[test]
fn a_solution_in_a_plane_is_taken_apart_and_its_pieces_are_pushed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("hook.ron");
    std::fs::write(&path, HOOK).unwrap();
    let mut window = window_of([1440.0, 900.0]);
    window.state_mut().open_file(path);
    wait(&mut window, "the analysis", |w| {
        w.state().bench.document.as_ref().is_some_and(|d| d.can_solve().is_ok())
    });
    solve(&mut window);
    send(&mut window, Command::Show(Screen::Solutions));
    assert!(shows(&window, "Take apart"));
    take_apart(&mut window);
    let all = taking(&window).moves();
    assert_eq!(all, 3);
    for n in 1..=all {
        click(&mut window, "Step");
        window.run_steps(2);
        assert!(shows(&window, &format!("Move {n} of {all}")));
    }
    assert_eq!(["hook", "bar", "dot"].iter().filter(|name| is_seen(&window, name)).count(), 1);
    click(&mut window, "Assemble");
    wait(&mut window, "the whole", |w| taking(w).time() == 0.0);
    assert!(["hook", "bar", "dot"].iter().all(|name| is_seen(&window, name)));

    click(&mut window, "Choose piece bar");
    window.run_steps(3);
    assert!(shows(&window, "Push bar down, free"), "{:?}", pushing(&window).ways());
    push_first(&mut window, "bar");
    assert!(taking(&window).is_by_hand() && !is_seen(&window, "bar"));
    window.key_press(Key::M);
    window.run_steps(3);
    assert!(window.state().bench.disassembly.is_none());
}

fn is_seen(window: &Window, name: &str) -> bool {
    window.query_all_by_label_contains(&format!("Piece {name}, ")).next().is_some()
}

#[test]
fn moves_are_written_as_a_page_that_holds_the_puzzle() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window_of([1440.0, 900.0]);
    open(&mut window, "soma-cube.ron");
    take_apart(&mut window);
    window.get_by_label("Web page").click_accesskit();
    window.run_steps(3);
    let path = folder.path().join("moves.html");
    let field = "Path, such as ~/puzzles/moves.pdf";
    wait(&mut window, "the field", |w| w.query_by_label(field).is_some());
    type_into(&mut window, field, &path.display().to_string());
    window.key_press(Key::Enter);
    window.run_steps(2);
    wait(&mut window, "the page", |w| path.exists() && !w.state().files.is_busy());
    let Contents::Puzzle(opened) = crate::files::open(&path).unwrap() else { panic!("no puzzle") };
    assert_eq!(opened.puzzle.title, document(&window).puzzle.title);
    let page = std::fs::read_to_string(&path).unwrap();
    assert!(page.contains("Solution 1: level ") && page.contains(", free\""));
}
