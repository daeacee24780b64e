//! The list of a million variants: times of the table, and frames of the window that shows it.

use std::time::{Duration, Instant};

use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use polywright::encode::{Encoding, SymmetryGroup};
use polywright::format::{bundled, puzzle_file};
use polywright::job::variants::EqualVariants;
use polywright::job::variants::{ResultState, VariantList, VariantResult};
use polywright::solution::Counts;
use polywright::ui::App;
use polywright::workbench::variants::{VariantSort, VariantTable, VariantView};

use super::frame_times::{self, Frame, ms, print_frames};
use super::{Window, frame, frames_until};

/// How long frames are watched after each thing that is done.
const WATCHED: Duration = Duration::from_secs(4);

pub(super) fn measure() {
    tables();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("seven of 36.ron");
    std::fs::write(&path, puzzle_file::write(&opened().description)).expect("there is room");
    let mut window: Window = Harness::builder()
        .with_size([1440.0, 900.0])
        .with_max_steps(8)
        .build_eframe(move |context| App::new(context, Some(path)));
    frame_times::print_heads();
    let began = Instant::now();
    let listing = frames_until(&mut window, |window| {
        window.key_press_modifiers(Modifiers::COMMAND, Key::Num5);
        window.query_by_label("Solvable: 0").is_some()
    });
    println!("{:<44} {:>26.0}", "from start to the list", ms(began.elapsed()));
    print_frames("a frame until then", listing);
    let watch = |window: &mut Window, what: &str| {
        let frames = watched(window);
        print_frames(what, frames);
    };
    watch(&mut window, "a frame while it is scrolled");
    window.key_press(Key::F5);
    watch(&mut window, "while they are solved");
    window.key_press_modifiers(Modifiers::SHIFT, Key::F5);
    watch(&mut window, "when that is stopped");
    for label in ["Sort by distinct", "Sort by nodes", "Sort by nodes"] {
        window.get_by_label(label).click();
        watch(&mut window, &format!("after a click on {label}"));
    }
    for key in [Key::End, Key::Home] {
        window.key_press(key);
        watch(&mut window, &format!("after {}", key.name()));
    }
    window.get_by_label("Find variants").type_text("b2 e5");
    watch(&mut window, "while names are looked for");
    window.key_press(Key::Escape);
    window.key_press(Key::F5);
    watch(&mut window, "when the run is resumed");
}

fn opened() -> puzzle_file::Opened {
    let file = bundled::ALL.iter().find(|b| b.path == "square/genius-square.ron");
    file.expect("bundled").open()
}

/// The times of listing, sorting and filtering, with results as if they were solved.
fn tables() {
    let puzzle = opened().puzzle;
    let encoding = Encoding::new(&puzzle).expect("it can be encoded");
    let group = SymmetryGroup::new(&puzzle, &encoding);
    let began = Instant::now();
    let list = VariantList::new(&puzzle, &encoding, &group, false).expect("a list");
    println!("{:<44} {:>26.0}", format!("list {} variants", list.len()), ms(began.elapsed()));
    let result = |n: usize| {
        let number = (n as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 48;
        let counts = Counts { total: number, turned: number, distinct: number, symmetric: 0 };
        let time = Duration::from_micros(number);
        VariantResult { state: ResultState::Done, counts, nodes: 3 * number, time, proof: None }
    };
    let results: Vec<VariantResult> = (0..list.len()).map(result).collect();
    let views = [
        ("in the order of the list", VariantView::default()),
        ("sort by solutions", VariantView { sort: VariantSort::Solutions, ..Default::default() }),
        ("sort by time", VariantView { sort: VariantSort::Time, ..Default::default() }),
        ("filter by a range", VariantView { range: Some((10, 99)), ..Default::default() }),
        ("filter by name", VariantView { words: "b2 e5".to_owned(), ..Default::default() }),
    ];
    for (what, view) in views {
        let copied = results.clone();
        let began = Instant::now();
        let table = VariantTable::new(&list, &EqualVariants::default(), copied, &view);
        let what = format!("{what}: {} rows", table.order.len());
        println!("{what:<44} {:>26.0}", ms(began.elapsed()));
    }
}

/// Frames for some seconds, while the list is scrolled as somebody does who waits.
fn watched(window: &mut Window) -> Vec<Frame> {
    let began = Instant::now();
    let mut frames = Vec::new();
    window.event(egui::Event::PointerMoved(egui::pos2(640.0, 600.0)));
    while began.elapsed() < WATCHED {
        window.event(egui::Event::MouseWheel {
            unit: egui::MouseWheelUnit::Point,
            delta: egui::vec2(0.0, if frames.len() % 40 < 20 { -60.0 } else { 60.0 }),
            modifiers: Modifiers::NONE,
            phase: egui::TouchPhase::Move,
            source: egui::MouseWheelSource::Wheel,
        });
        frames.push(frame(window));
        std::thread::sleep(Duration::from_millis(5));
    }
    frames
}
