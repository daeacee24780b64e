//! What the window costs while it shows ten million stored solutions.
//!
//! `cargo bench --bench window` prints the time from opening the puzzle to the frame that shows a
//! solution, and, in milliseconds, the least, the middle and the largest frame while nothing
//! happens, while filters are used for the first time, while the list is scrolled during that, and
//! while filters are used again; `-- 1000000` takes another number of solutions. They are the 2339
//! of the twelve pentominoes in 6×10, repeated. On Linux a second line of a frame has the
//! processor's time of the window's own thread: what the frame takes where nothing else is done
//! meanwhile.
//!
//! `-- variants` prints instead what the list of variants costs with the 1,044,690 ways to block
//! seven squares of a 6×6 square: the time to list, to sort and to filter them, and the frames while
//! that is done in the window, while they are solved, and when that is stopped and resumed.

mod frame_times;
#[path = "window_variants/mod.rs"]
mod variants;

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use polywright::encode::ElementSet;
use polywright::format::{bundled, puzzle_file};
use polywright::job::{Plan, PlanOptions, Run, Settings};
use polywright::solution::database::{Database, NewResult, ProblemDigest};
use polywright::solution::{Counts, Store};
use polywright::ui::App;

use frame_times::{Frame, ms, print_frames};

const DEFAULT_COUNT: usize = 10_000_000;
/// The longest time to wait for what is worked out in the background.
const PATIENCE: Duration = Duration::from_secs(120);

type Window = Harness<'static, App>;

fn main() {
    if std::env::args().any(|argument| argument == "variants") {
        variants::measure();
        return;
    }
    let number = std::env::args().skip(1).find_map(|argument| argument.parse().ok());
    let count = number.unwrap_or(DEFAULT_COUNT);
    let folder = tempfile::tempdir().expect("a folder");
    let (puzzle, results) = prepared(folder.path(), count);
    let began = Instant::now();
    let mut window: Window = Harness::builder()
        .with_size([1440.0, 900.0])
        .with_max_steps(8)
        .build_eframe(move |context| {
            let mut app = App::new(context, Some(puzzle));
            app.keep_results_in(results);
            app
        });
    frame_times::print_heads();
    let opening = frames_until(&mut window, |window| {
        window.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::Num3);
        window.query_by_label("Board of solution 1").is_some()
    });
    println!("{:<44} {:>26.0}", "from start to the first solution", ms(began.elapsed()));
    print_frames("a frame until then", opening);
    // The first ranges are worked out.
    let ready = |window: &mut Window| window.query_by_label_contains("Working").is_none();
    frames_until(&mut window, ready);
    print_frames("a frame while nothing happens", (0..60).map(|_| frame(&mut window)).collect());
    for label in ["No crossroads", "Fault-free"] {
        window.get_by_label(label).click();
        print_frames(&format!("a frame while {label} is used first"), filtering(&mut window));
    }
    for label in ["No crossroads", "Fault-free"] {
        window.get_by_label(label).click();
        print_frames(&format!("a frame while {label} is dropped"), filtering(&mut window));
    }
}

/// A puzzle file and a database with solutions of the puzzle.
fn prepared(folder: &Path, count: usize) -> (PathBuf, PathBuf) {
    let file = bundled::ALL.iter().find(|b| b.path == "square/pentominoes-6x10.ron");
    let opened = file.expect("bundled").open();
    let path = folder.join("six by ten.ron");
    std::fs::write(&path, puzzle_file::write(&opened.description)).expect("there is room");
    let plan = Arc::new(Plan::new(opened.puzzle, PlanOptions::default()).expect("a plan"));
    let group = Arc::clone(plan.group());
    let digest = ProblemDigest::new(plan.whole(), &group);
    let mut run = Run::start(plan, Settings::default());
    run.wait();
    let distinct = run.with_store(Store::clone);
    let mut store = distinct.empty();
    for n in 0..count {
        // In ascending order, as they are stored.
        store.push(&distinct.get(n * distinct.len() / count), ElementSet::IDENTITY);
    }
    let result = NewResult {
        title: "Many solutions".to_owned(),
        counts: Counts { distinct: count as u64, total: 4 * count as u64, ..Counts::default() }
            .into(),
        complete: true,
        store,
        engine: "none".to_owned(),
        nodes: 0,
        elapsed: Duration::ZERO,
    };
    let results = folder.join("results.sqlite");
    let mut database = Database::open(&results).expect("it is new");
    let progress = &mut |_, _| ControlFlow::Continue(());
    database.store(&digest, &group, &result, u64::MAX, progress).expect("there is room");
    (path, results)
}

/// Frames while a filter is at work: as long as the list changes, and some more.
fn filtering(window: &mut Window) -> Vec<Frame> {
    let began = Instant::now();
    let mut frames = Vec::new();
    window.event(egui::Event::PointerMoved(egui::pos2(720.0, 700.0)));
    // The list is scrolled meanwhile, as somebody does who waits.
    while began.elapsed() < Duration::from_secs(4) {
        window.event(egui::Event::MouseWheel {
            unit: egui::MouseWheelUnit::Point,
            delta: egui::vec2(0.0, if frames.len() % 40 < 20 { -60.0 } else { 60.0 }),
            modifiers: egui::Modifiers::NONE,
            phase: egui::TouchPhase::Move,
            source: egui::MouseWheelSource::Wheel,
        });
        frames.push(frame(window));
        std::thread::sleep(Duration::from_millis(5));
    }
    frames
}

fn frame(window: &mut Window) -> Frame {
    frame_times::frame(|| window.step())
}

/// Frames until something is seen.
fn frames_until(window: &mut Window, mut seen: impl FnMut(&mut Window) -> bool) -> Vec<Frame> {
    let began = Instant::now();
    let mut frames = Vec::new();
    while !seen(window) {
        frames.push(frame(window));
        std::thread::sleep(Duration::from_millis(2));
        assert!(began.elapsed() < PATIENCE, "it does not come");
    }
    frames
}
