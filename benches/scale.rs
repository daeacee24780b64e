//! How the tree searches scale: nodes a second and memory on problems of up to 440,000 options.
//!
//! `cargo bench --bench scale` (with or without `--no-default-features`) prints the table;
//! `-- heptominoes queens` keeps to the instances whose names contain one of the words. Nothing is
//! restricted by symmetry, so every engine searches the same problem; those that branch on the
//! item with the fewest options search the same tree, and their nodes can be compared.
//!
//! For each engine three figures tell more than one rate would. *Deep* are nodes as they come in
//! a search, which soon are far from the root where few options are left. *Top* are the nodes of
//! the first twelve levels, where nearly all options are alive: that is where a run is split into
//! parts. The mean level of the deep nodes shows whether a search gets anywhere. Times are CPU
//! seconds. Each engine runs in a process of its own, so that memory is its own; it
//! counts the puzzle and the problem too.

mod clock;

use std::ops::ControlFlow;
use std::process::Command;
use std::time::Instant;

use polywright::encode::Encoding;
use polywright::exact_cover::{Choice, Effort, Engine, Observer, OptionId, Part, TreeSearch};
use polywright::format::puzzle_file;
use polywright::job::{Plan, PlanOptions};

/// CPU seconds that a search takes at least, unless it is over before.
const SPAN: f64 = 1.0;
/// Nodes of the first trial; each further one searches for twice as many.
const FIRST_NODES: u64 = 256;
/// Levels of the top of a tree.
const TOP_LEVELS: usize = 12;
/// The stack of a thread that searches; some engines recurse.
const STACK: usize = 1 << 30;

/// An instance: its name, and its puzzle as text.
type Instance = (&'static str, fn() -> String);

const INSTANCES: &[Instance] = &[
    ("pentominoes 6×10", || puzzle("Square", "Family(free: 5)", "Rectangle(10, 6)")),
    ("hexominoes 15×15", || puzzle("Square", "Family(free: 6)", &board(15, 15, (5, 6, 5, 3)))),
    ("octiamonds 22×12", || puzzle("Triangle", "Family(free: 8)", "Parallelogram(22, 12)")),
    ("heptominoes 20×38", heptominoes),
    ("heptominoes 35×22", || puzzle("Square", "Family(free: 7)", &board(35, 22, (14, 10, 7, 2)))),
    ("dominoes 40×40", || {
        puzzle("Square", "Piece(name: \"domino\", art: [\"XX\"], copies: 800)", "Rectangle(40, 40)")
    }),
    ("queens 12", || queens(12)),
    ("queens 100", || queens(100)),
];

fn puzzle(lattice: &str, pieces: &str, board: &str) -> String {
    format!("(format: 1, title: \"scale\", lattice: {lattice}, pieces: [{pieces}], board: {board})")
}

/// A rectangle less a block, given by its column, row, width and height.
fn board(width: usize, height: usize, block: (usize, usize, usize, usize)) -> String {
    let (left, top, wide, high) = block;
    let covered =
        |x: usize, y: usize| !(left..left + wide).contains(&x) || !(top..top + high).contains(&y);
    art(width, height, covered)
}

fn art(width: usize, height: usize, covered: impl Fn(usize, usize) -> bool) -> String {
    let row = |y| (0..width).map(|x| if covered(x, y) { '#' } else { '.' }).collect::<String>();
    let rows: Vec<String> = (0..height).map(|y| format!("\"{}\"", row(y))).collect();
    format!("Art([{}])", rows.join(", "))
}

/// A rectangle less four lone cells, one of which the heptomino with a hole can surround.
fn heptominoes() -> String {
    let lone = |x: usize, y: usize| [9, 28].contains(&x) && [5, 14].contains(&y);
    puzzle("Square", "Family(free: 7)", &art(38, 20, |x, y| !lone(x, y)))
}

fn queens(n: usize) -> String {
    format!("(format: 1, title: \"scale\", cover: Queens(size: {n}, organ_pipe: true))")
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    if let [flag, instance, engine] = &arguments[..]
        && flag == "--one"
    {
        one_run(instance, engine);
        return;
    }
    println!(
        "{:<18} {:<20} {:>8} {:>7} {:>11} {:>7} {:>6} {:>11} {:>7} {:>7}",
        "", "", "options", "load s", "deep 1/s", "× links", "level", "top 1/s", "× links", "MB"
    );
    for (name, _) in INSTANCES {
        if arguments.is_empty() || arguments.iter().any(|word| name.contains(word.as_str())) {
            measure(name);
        }
    }
}

/// Measures an instance and prints its lines.
fn measure(name: &str) {
    let mut reference: Option<Vec<f64>> = None;
    let engines = Engine::exhaustive().filter(|engine| engine.whole().is_none());
    for engine in engines {
        let Some(figures) = in_a_child(name, engine.id) else {
            println!("{name:<18} {:<20}        -", engine.name);
            continue;
        };
        let [options, load, deep, level, top, memory] = figures[..] else {
            panic!("six figures are printed");
        };
        let reference = reference.get_or_insert_with(|| figures.clone());
        println!(
            "{name:<18} {:<20} {options:>8} {load:>7.3} {deep:>11.0} {:>7.1} {level:>6.1} {top:>11.0} \
             {:>7.1} {memory:>7.0}",
            engine.name,
            deep / reference[2],
            top / reference[4],
        );
    }
    if let Some(figures) = in_a_child(name, "plan") {
        println!("{name:<18} planned in {:.3} s, {:.0} MB", figures[0], figures[1]);
    }
}

/// The figures that a process of this program's prints.
fn in_a_child(instance: &str, engine: &str) -> Option<Vec<f64>> {
    let program = std::env::current_exe().expect("this program has a path");
    let output = Command::new(program).args(["--one", instance, engine]).output();
    let output = output.expect("this program can be started");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8_lossy(&output.stdout);
    let figures: Vec<f64> = text.split_whitespace().filter_map(|n| n.parse().ok()).collect();
    (!figures.is_empty()).then_some(figures)
}

/// Measures one engine, or planning, and prints the figures; nothing if the engine cannot work on
/// the instance.
fn one_run(instance: &str, engine: &str) {
    let (_, text) = INSTANCES.iter().find(|(name, _)| *name == instance).expect("an instance");
    let opened = puzzle_file::read(text().into()).unwrap_or_else(|errors| panic!("{errors:?}"));
    let puzzle = opened.puzzle;
    let engine = engine.to_owned();
    let run = move || match Engine::by_id(&engine) {
        Some(engine) => {
            let problem = Encoding::new(&puzzle).expect("it fits").problem;
            let start = clock::cpu_seconds();
            let Ok(mut search) = engine.load(&problem, &[]) else { return };
            let load = clock::cpu_seconds() - start;
            let (deep, level) = rate(&mut *search, None);
            let (top, _) = rate(&mut *search, Some(TOP_LEVELS));
            let options = problem.option_count();
            println!("{options} {load} {deep} {level} {top} {}", peak_megabytes());
        }
        None => {
            let start = Instant::now();
            let plan = Plan::new(puzzle, PlanOptions::default()).expect("it can be planned");
            assert!(!plan.cases.is_empty());
            println!("{} {}", start.elapsed().as_secs_f64(), peak_megabytes());
        }
    };
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(run);
    thread.expect("a thread can be started").join().expect("it does not panic");
}

/// Nodes a second, and their mean level.
fn rate(search: &mut dyn TreeSearch, cut_off: Option<usize>) -> (f64, f64) {
    let mut most = FIRST_NODES;
    loop {
        let part = Part { cut_off, most_nodes: Some(most), ..Part::default() };
        let start = clock::cpu_seconds();
        let (effort, flow) = search.search(part, &mut Unconcerned);
        let time = clock::cpu_seconds() - start;
        if time > SPAN || flow.is_continue() {
            let levels = effort.by_level.iter().enumerate();
            let sum: f64 = levels.map(|(level, &nodes)| level as f64 * nodes as f64).sum();
            return (effort.nodes as f64 / time, sum / effort.nodes as f64);
        }
        most *= 2;
    }
}

/// An observer that lets the search go on.
struct Unconcerned;

impl Observer for Unconcerned {
    fn solution(&mut self, options: &[OptionId]) -> ControlFlow<()> {
        std::hint::black_box(options);
        ControlFlow::Continue(())
    }

    fn pulse(&mut self, _: &Effort, _: &[Choice]) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// The most memory that this process has had, where the system tells.
fn peak_megabytes() -> f64 {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let number = line.and_then(|line| line.split_whitespace().next());
    number.and_then(|n| n.parse::<f64>().ok()).map_or(f64::NAN, |kilobytes| kilobytes / 1024.0)
}
