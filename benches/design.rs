//! What an edit of a large puzzle costs: a board of 60 × 60 sites with 20 pieces; and what frames of
//! the design and steps screens cost, with that board and with a matrix of 2056 options.
//!
//! `cargo bench --bench design` prints, in milliseconds, the least, the middle and the largest of:
//! an edit by itself, the time until the analysis of what was edited has come, and building a frame
//! of the window: while nothing happens, while the keyboard's cursor moves, while sites are erased by
//! dragging, with all sites chosen, with a drawer open in a small window and in large type; of the
//! steps screen while it steps, the pointer moves, the matrix is zoomed, the tree is an icicle, and
//! of the links of a small matrix; of solutions of 1000 cubes and of 1000 spheres while they are turned,
//! whole and taken apart, there with the triangles that are painted. `-- solids` prints these alone. On
//! Linux a second line of a frame tells the processor's time of
//! the window's own thread: what the frame takes where nothing else is done meanwhile.

mod frame_times;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use polywright::format::bundled;
use polywright::lattice::square;
use polywright::ui::App;
use polywright::workbench::Wake;
use polywright::workbench::edit::{Edit, State};
use polywright::workbench::{Task, Workbench};

use frame_times::{Frame, print, print_frames};

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
    if std::env::args().any(|argument| argument == "solids") {
        frame_times::print_heads();
        solids();
        return;
    }
    let folder = tempfile::tempdir().expect("a folder for the puzzle");
    let path = folder.path().join("sixty.ron");
    std::fs::write(&path, PUZZLE).expect("the puzzle is written");
    frame_times::print_heads();
    edits(&path);
    frames(path.clone());
    drawers(path);
    steps(folder.path().join("six by ten.ron"));
    links();
    solids();
}

type Window = Harness<'static, App>;

/// A window of some size with a puzzle, once that is open and analysed.
fn window(size: [f32; 2], path: PathBuf) -> Window {
    let mut window: Window = Harness::builder()
        .with_size(size)
        .with_max_steps(8)
        .build_eframe(move |context| App::new(context, Some(path)));
    for _ in 0..200 {
        window.step();
        std::thread::sleep(Duration::from_millis(5));
    }
    window
}

fn time(window: &mut Window) -> Frame {
    frame_times::frame(|| window.step())
}

/// Frames of small windows, whose panels are folded, and of large type.
fn drawers(path: PathBuf) {
    for (name, larger) in [("in 900×600", 0), ("at 200 %", 10)] {
        let size = if larger == 0 { [900.0, 600.0] } else { [1440.0, 900.0] };
        let mut window = window(size, path.clone());
        for _ in 0..larger {
            window.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::Plus);
            window.step();
        }
        for panel in ["Show checks and facts", "Show pieces"] {
            for _ in 0..4 {
                window.step();
            }
            if let Some(strip) = window.query_by_label(panel) {
                strip.click();
            }
            window.step();
            let frames = (0..60).map(|_| time(&mut window)).collect();
            print_frames(&format!("a frame {name}, {}", panel.to_lowercase()), frames);
            window.key_press(egui::Key::Escape);
        }
    }
}

/// Frames of the links of Knuth's seven items.
fn links() {
    let mut window = window([1440.0, 900.0], PathBuf::from("knuth-7-items"));
    window.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::Num4);
    for _ in 0..60 {
        window.step();
        std::thread::sleep(Duration::from_millis(5));
    }
    window.key_press_modifiers(egui::Modifiers::SHIFT, egui::Key::L);
    window.step();
    let name = "Links of the step";
    assert!(window.query_by_label(name).is_some(), "the links are shown");
    print_frames("a frame of the links", (0..60).map(|_| time(&mut window)).collect());
    let stepped = (0..120).map(|_| {
        window.key_press(egui::Key::ArrowRight);
        time(&mut window)
    });
    print_frames("a frame of the links with a step", stepped.collect());
}

/// Frames of the steps screen with the twelve pentominoes in 6×10.
fn steps(path: PathBuf) {
    let file = bundled::ALL.iter().find(|b| b.path == "square/pentominoes-6x10.ron");
    let opened = file.expect("bundled").open();
    let text = polywright::format::puzzle_file::write(&opened.description);
    std::fs::write(&path, text).expect("the puzzle is written");
    let mut window = window([1440.0, 900.0], path);
    window.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::Num4);
    // The whole search is counted in the background at first.
    for _ in 0..200 {
        window.step();
        std::thread::sleep(Duration::from_millis(20));
    }
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
    window.get_by_label("Icicle").click();
    window.step();
    print_frames("a frame with an icicle", (0..60).map(|_| time(&mut window)).collect());
    window.key_press(egui::Key::Escape);
    window.key_press(egui::Key::End);
    print_frames("a frame on the way to a solution", (0..60).map(|_| time(&mut window)).collect());
}

/// Frames of the solutions screen while a thousand cells are turned.
fn solids() {
    let folder = tempfile::tempdir().expect("a folder for the puzzles");
    for (name, lattice, board) in
        [("cubes", "Cube", "Box(10, 10, 10)"), ("spheres", "Sphere", "Block(10, 10, 10)")]
    {
        let path = folder.path().join(format!("{name}.ron"));
        let row: Vec<String> = (1..=10).map(|n| format!("[{n}, 1, 1]")).collect();
        let text = format!(
            "(format: 1, title: \"A thousand {name}\", lattice: {lattice}, board: {board}, \
             pieces: [Piece(name: \"I\", sites: [{}], copies: 100)])",
            row.join(", ")
        );
        std::fs::write(&path, text).expect("the puzzle is written");
        let mut window = window([1440.0, 900.0], path);
        window.key_press(egui::Key::F7);
        let began = Instant::now();
        let is_there = |window: &Window| window.query_by_label("Board of solution 1").is_some();
        while !is_there(&window) {
            assert!(began.elapsed() < Duration::from_secs(120), "no solution is found");
            window.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::Num3);
            window.step();
            std::thread::sleep(Duration::from_millis(20));
        }
        for is_apart in [false, true] {
            if is_apart {
                window.get_by_role_and_label(egui::accesskit::Role::Slider, "Explode").focus();
                for _ in 0..20 {
                    window.key_press(egui::Key::ArrowRight);
                    window.step();
                }
            }
            window.get_by_label("Board of solution 1").focus();
            window.step();
            let how = if is_apart { " taken apart" } else { "" };
            let (mut frames, mut triangles) = (Vec::new(), 0);
            for _ in 0..48 {
                window.key_press(egui::Key::ArrowLeft);
                frames.push(frame_times::frame(|| {
                    window.step();
                    let shapes = window.output().shapes.clone();
                    let painted = window.ctx.tessellate(shapes, 1.0);
                    triangles = painted.iter().map(count_of_triangles).sum();
                }));
            }
            print_frames(&format!("a frame of 1000 {name}{how}"), frames);
            println!("  {triangles} triangles");
        }
    }
}

fn count_of_triangles(painted: &egui::ClippedPrimitive) -> usize {
    match &painted.primitive {
        egui::epaint::Primitive::Mesh(mesh) => mesh.indices.len() / 3,
        egui::epaint::Primitive::Callback(_) => 0,
    }
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
fn frames(path: PathBuf) {
    let mut window = window([1440.0, 900.0], path);
    print_frames("a frame while nothing happens", (0..60).map(|_| time(&mut window)).collect());
    window.get_by_label("Board").focus();
    window.step();
    let moved = (0..60).map(|n| {
        window.key_press(if n % 2 == 0 { egui::Key::ArrowRight } else { egui::Key::ArrowDown });
        time(&mut window)
    });
    print_frames("a frame while the cursor moves", moved.collect());
    window.key_press(egui::Key::Escape);
    window.step();
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
    window.key_press(egui::Key::T);
    window.step();
    let corners = [egui::pos2(380.0, 130.0), egui::pos2(1100.0, 820.0)];
    window.event(egui::Event::PointerMoved(corners[0]));
    window.event(button(corners[0], true));
    window.step();
    window.event(egui::Event::PointerMoved(corners[1]));
    window.event(button(corners[1], false));
    for _ in 0..4 {
        window.step();
    }
    print_frames("a frame with all sites chosen", (0..60).map(|_| time(&mut window)).collect());
}
