//! What an edit of a large puzzle costs: a board of 60 × 60 sites with 20 pieces; and what a frame of
//! the steps screen costs: a matrix of 2056 options.
//!
//! `cargo bench --bench design` prints, in milliseconds, the least, the middle and the largest of:
//! building a frame of the window while sites are erased by dragging and while nothing happens, of
//! the steps screen while it steps, the pointer moves and the matrix is zoomed, an edit by itself, and the time until the analysis of what was edited has come. On Linux a second
//! line of a frame tells the processor's time of the window's own thread: what the frame takes
//! where nothing else is done meanwhile.

mod frame_times;

use std::sync::Arc;
use std::time::{Duration, Instant};

use egui_kittest::Harness;
use polywright::format::bundled;
use polywright::lattice::square;
use polywright::ui::App;
use polywright::workbench::edit::{Edit, State};
use polywright::workbench::session::Wake;
use polywright::workbench::{Task, Workbench};

use frame_times::{print, print_frames};

const PUZZLE: &str = r#"(
    format: 1,
    title: "Sixty by sixty",
    lattice: Square,
    pieces: [
        Family(free: 5, copies: (0, 300)),
        Family(free: 4, copies: (0, 300)),
        Family(free: 3, copies: (0, 300)),
        Family(free: 2, copies: (0, 300)),
    ],
    board: Rectangle(60, 60),
)
"#;

fn main() {
    let folder = tempfile::tempdir().expect("a folder for the puzzle");
    let path = folder.path().join("sixty.ron");
    std::fs::write(&path, PUZZLE).expect("the puzzle is written");
    frame_times::print_heads();
    edits(&path);
    frames(path);
    steps(folder.path().join("six by ten.ron"));
}

/// Frames of the steps screen with the twelve pentominoes in 6×10.
fn steps(path: std::path::PathBuf) {
    let file = bundled::ALL.iter().find(|b| b.path == "square/pentominoes-6x10.ron");
    let opened = file.expect("bundled").open();
    let text = polywright::format::puzzle_file::write(&opened.description);
    std::fs::write(&path, text).expect("the puzzle is written");
    let mut window: Harness<'_, App> = Harness::builder()
        .with_size([1440.0, 900.0])
        .with_max_steps(8)
        .build_eframe(move |context| App::new(context, Some(path)));
    for _ in 0..100 {
        window.step();
        std::thread::sleep(Duration::from_millis(5));
    }
    window.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::Num4);
    // The whole search is counted in the background at first.
    for _ in 0..200 {
        window.step();
        std::thread::sleep(Duration::from_millis(20));
    }
    let time = |window: &mut Harness<'_, App>| frame_times::frame(|| window.step());
    print_frames("a frame of the steps", (0..60).map(|_| time(&mut window)).collect());
    let stepped = (0..120).map(|_| {
        window.key_press(egui::Key::ArrowRight);
        time(&mut window)
    });
    print_frames("a frame with a step", stepped.collect());
    let hovered = (0..120).map(|n| {
        let at = egui::pos2(380.0 + 5.0 * n as f32, 250.0 + 3.0 * n as f32);
        window.event(egui::Event::PointerMoved(at));
        time(&mut window)
    });
    print_frames("a frame while the pointer moves", hovered.collect());
    window.event(egui::Event::Zoom(6.0));
    window.step();
    print_frames("a frame of the zoomed matrix", (0..60).map(|_| time(&mut window)).collect());
    window.key_press(egui::Key::End);
    print_frames("a frame on the way to a solution", (0..60).map(|_| time(&mut window)).collect());
}

/// Edits without a window.
fn edits(path: &std::path::Path) {
    let wake: Wake = Arc::new(|| {});
    let mut bench = Workbench::default();
    bench.open_bundled(&bundled::ALL[0], &wake);
    let mut reading = Workbench::read_file(path.to_owned(), None, &wake);
    reading.wait();
    let Task::Ready((path, contents)) = reading else { panic!("the puzzle is read") };
    bench.show_contents(&path, contents, &wake);
    let (mut edited, mut known) = (Vec::new(), Vec::new());
    for n in 0..20 {
        let site = square::LATTICE.site_at(&[3 * n + 1, 2 * n + 1]).expect("a site");
        let began = Instant::now();
        bench.edit(&Edit::Paint(vec![site], State::Hole), None, &wake).expect("a site is erased");
        edited.push(began.elapsed());
        let document = bench.document.as_mut().expect("it is open");
        assert!(document.wait_for_analysis().is_some(), "the puzzle is analysed");
        known.push(began.elapsed());
    }
    print("an edit", edited);
    print("from an edit to its analysis", known);
}

/// Frames of the window, without painting them on a screen.
fn frames(path: std::path::PathBuf) {
    let mut window: Harness<'_, App> = Harness::builder()
        .with_size([1440.0, 900.0])
        .with_max_steps(8)
        .build_eframe(move |context| App::new(context, Some(path)));
    for _ in 0..200 {
        window.step();
        std::thread::sleep(Duration::from_millis(5));
    }
    let time = |window: &mut Harness<'_, App>| frame_times::frame(|| window.step());
    print_frames("a frame while nothing happens", (0..60).map(|_| time(&mut window)).collect());
    window.key_press(egui::Key::E);
    window.step();
    let at = |n: usize| egui::pos2(480.0 + 8.0 * n as f32, 300.0 + 4.0 * n as f32);
    let button = |pos, pressed| egui::Event::PointerButton {
        pos,
        button: egui::PointerButton::Primary,
        pressed,
        modifiers: egui::Modifiers::NONE,
    };
    window.event(egui::Event::PointerMoved(at(0)));
    print_frames("a frame with a tool in hand", (0..60).map(|_| time(&mut window)).collect());
    window.event(button(at(0), true));
    let mut times = Vec::new();
    for n in 0..60 {
        window.event(egui::Event::PointerMoved(at(n)));
        times.push(time(&mut window));
    }
    window.event(button(at(59), false));
    print_frames("a frame while sites are erased", times);
}
