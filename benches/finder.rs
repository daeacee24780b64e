//! How soon the finder has a first solution of large sets of pieces.
//!
//! `cargo bench --bench finder` prints the table; `-- hexominoes cube` keeps to the boards whose names
//! contain one of the words, `-- --seeds 5` makes fewer runs. For each board the median and the worst
//! of some seeds: CPU seconds of one thread from the prepared problem to the first solution, verified,
//! beside what is wanted of both. What it takes to list the placements and to prepare the
//! problem, which is done once, stands in a column of its own. The parameters were not tuned on the
//! boards whose names end in a star.
//!
//! Where solutions are rare an exhaustive engine may be sooner, and so one works beside the finder. For
//! such boards the table has seconds by the clock: median and worst of both together on two
//! threads, beside what the exhaustive engine takes alone, of which they may take a fifth more.

mod clock;

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use clock::cpu_seconds;
use polywright::encode::{Encoded, Encoding, SymmetryGroup};
use polywright::exact_cover::OptionId;
use polywright::exact_cover::first::{FirstSearch, Learned, RunEnd, Search, Unwatched};
use polywright::format::{bundled, puzzle_file};
use polywright::job::first::{FirstRun, FirstSettings};
use polywright::job::{Plan, PlanOptions, Run, Settings};
use polywright::puzzle::Puzzle;
use polywright::solution::verify::verify;

/// The seeds of each board.
const SEEDS: u64 = 20;
/// CPU seconds after which a search is given up, between two runs.
const BUDGET: f64 = 60.0;

/// The seeds of a board where solutions are rare.
const RARE_SEEDS: u64 = 5;
/// How many times as long as the exhaustive engine alone a search for one solution may take.
const RARE_RATIO: f64 = 1.2;

/// A board with a set of pieces.
struct Entry {
    name: &'static str,
    /// The puzzle file, but for format and title.
    text: fn() -> String,
    /// Wanted CPU seconds, where some are.
    want: Option<f64>,
}

const fn entry(name: &'static str, text: fn() -> String, want: f64) -> Entry {
    Entry { name, text, want: Some(want) }
}

/// A board that the parameters were not tuned on.
const fn untuned(name: &'static str, text: fn() -> String) -> Entry {
    Entry { name, text, want: None }
}

const ALL: &[Entry] = &[
    entry("12 pentominoes 6×10", || family("Square", "free: 5", "Rectangle(10, 6)"), 0.02),
    entry("12 pentominoes 3×20", || family("Square", "free: 5", "Rectangle(20, 3)"), 0.02),
    entry("35 hexominoes 15×15 less 3×5", || bundled("hexominoes-15x15-less-3x5"), 0.05),
    entry("35 hexominoes, triangle of 20", triangle, 0.05),
    entry("35 hexominoes, steps 15×14", || steps(15, 14), 0.05),
    entry("35 hexominoes, steps 21×10", || steps(21, 10), 0.05),
    entry(
        "60 one-sided hexominoes 15×24",
        || family("Square", "one_sided: 6", "Rectangle(24, 15)"),
        0.1,
    ),
    entry(
        "60 one-sided hexominoes 18×20",
        || family("Square", "one_sided: 6", "Rectangle(20, 18)"),
        0.1,
    ),
    entry("24 heptiamonds 12×7", || family("Triangle", "free: 7", "Parallelogram(12, 7)"), 0.05),
    entry("22 pentahexes 11×10", || family("Hexagon", "free: 5", "Parallelogram(11, 10)"), 0.05),
    entry("29 pentacubes 6×5×5 less 5", pentacubes, 0.05),
    entry("66 octiamonds 22×12", || bundled("octiamonds-22x12"), 0.3),
    entry("82 hexahexes 29×17 less 1", || bundled("hexahexes-29x17-less-centre"), 2.0),
    entry("108 heptominoes 20×38 less 4", || bundled("heptominoes-20x38-less-4"), 1.0),
    entry("166 hexacubes 10×10×10 less 4", || bundled("hexacubes-10x10x10-less-4"), 3.0),
    untuned("33 one-sided pentahexes 15×11 *", || {
        family("Hexagon", "one_sided: 5", "Parallelogram(15, 11)")
    }),
    untuned("94 pentakings 10×47 *", || family("King", "free: 5", "Rectangle(47, 10)")),
    untuned("35 hexominoes 13×17 less 1×11 *", hexominoes_with_a_slit),
    untuned("196 one-sided heptominoes *", one_sided_heptominoes),
];

/// Bundled puzzles whose solutions are rare.
const RARE: &[&str] = &["one-sided-tetrasticks-aztec-diamond", "y-pentominoes-15x15"];

fn family(lattice: &str, family: &str, board: &str) -> String {
    format!("lattice: {lattice}, pieces: [Family({family})], board: {board}")
}

fn drawn(lattice: &str, pieces: &str, rows: &[String]) -> String {
    let rows: Vec<String> = rows.iter().map(|row| format!("{row:?}")).collect();
    family(lattice, pieces, &format!("Art([{}])", rows.join(", ")))
}

/// A rectangle of squares, less those that `is_hole` names.
fn squares(width: usize, height: usize, is_hole: impl Fn(usize, usize) -> bool) -> Vec<String> {
    let mark = |x, y| if is_hole(x, y) { '.' } else { '#' };
    (0..height).map(|y| (0..width).map(|x| mark(x, y)).collect()).collect()
}

fn hexominoes_with_a_slit() -> String {
    drawn("Square", "free: 6", &squares(13, 17, |x, y| x == 6 && (3..14).contains(&y)))
}

/// Rows of 1, 2, …, 20 squares.
fn triangle() -> String {
    let rows: Vec<String> = (1..=20).map(|n| "#".repeat(n)).collect();
    drawn("Square", "free: 6", &rows)
}

/// Rows of so many squares, each one further to the right.
fn steps(width: usize, rows: usize) -> String {
    let row = |n| format!("{}{}", ".".repeat(n), "#".repeat(width));
    drawn("Square", "free: 6", &(0..rows).map(row).collect::<Vec<_>>())
}

fn one_sided_heptominoes() -> String {
    // A hole for the piece with one, and three corners.
    let is_hole = |x, y| matches!((x, y), (15, 20) | (0, 0) | (31, 0) | (0, 42));
    drawn("Square", "one_sided: 7", &squares(32, 43, is_hole))
}

fn pentacubes() -> String {
    // A tunnel along the middle of a side.
    let mut rows: Vec<String> = Vec::new();
    for z in 0..5 {
        rows.extend((z > 0).then(String::new));
        rows.extend(squares(6, 5, |x, y| y == 2 && z == 2 && x < 5));
    }
    drawn("Cube", "one_sided: 5", &rows)
}

/// The text of a puzzle that comes with the program.
fn bundled(name: &str) -> String {
    let index = bundled::named(Path::new(name)).expect("it comes with the program");
    bundled::ALL[index].text.to_owned()
}

fn open(text: &str) -> Arc<Puzzle> {
    let whole = match text.starts_with('(') {
        true => text.to_owned(),
        false => format!("(format: 1, title: \"Board\", {text})"),
    };
    let opened = puzzle_file::read(whole.into());
    opened.unwrap_or_else(|errors| panic!("{}\n{text}", errors[0])).puzzle
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    let mut words = Vec::new();
    let mut seeds = SEEDS;
    let mut rest = arguments.iter();
    while let Some(word) = rest.next() {
        match word.as_str() {
            "--seeds" => {
                let number = rest.next().and_then(|number| number.parse().ok());
                seeds = number.expect("--seeds is followed by a number");
            }
            word => words.push(word),
        }
    }
    let heading = ["placements", "set-up", "median", "worst", "want"];
    println!(
        "{:<34} {:>10} {:>7} {:>7} {:>7} {:>5}",
        "CPU seconds", heading[0], heading[1], heading[2], heading[3], heading[4]
    );
    let mut all_reached = true;
    for entry in ALL {
        if words.is_empty() || words.iter().any(|word| entry.name.contains(word)) {
            all_reached &= measure(entry, seeds);
        }
    }
    let chosen = |name: &&&str| words.is_empty() || words.iter().any(|word| name.contains(*word));
    for (n, name) in RARE.iter().filter(chosen).enumerate() {
        if n == 0 {
            let heading = ["alone", "median", "worst", "want"];
            println!(
                "\n{:<37} {:>7} {:>7} {:>7} {:>7}",
                "seconds", heading[0], heading[1], heading[2], heading[3]
            );
        }
        all_reached &= measure_rare(name);
    }
    if all_reached { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Finds a first solution by each seed and prints a line; whether even the worst time is as wanted.
fn measure(entry: &Entry, seeds: u64) -> bool {
    let puzzle = open(&(entry.text)());
    let start = cpu_seconds();
    let encoding = Encoding::new(&puzzle).expect("it fits into memory");
    let (problem, options) = encoding.restricted(|_| true);
    let finder = FirstSearch::new(&problem, encoding.layout(&puzzle).as_ref());
    let prepared = cpu_seconds() - start;
    let mut times: Vec<f64> = (1..=seeds)
        .map(|seed| first_solution(&puzzle, &encoding, (&finder, &options), seed))
        .collect();
    times.sort_by(f64::total_cmp);
    let (median, worst) = (times[times.len() / 2], times[times.len() - 1]);
    let want = entry.want.map_or_else(String::new, |want| format!("{want}"));
    println!(
        "{:<34} {:>10} {prepared:>7.3} {median:>7.3} {worst:>7.3} {want:>5}",
        entry.name,
        encoding.problem.option_count(),
    );
    entry.want.is_none_or(|want| worst <= want)
}

/// The time until a solution is found and verified; infinite where none is.
fn first_solution(
    puzzle: &Puzzle,
    encoding: &Encoding,
    (finder, options): (&FirstSearch<'_>, &[OptionId]),
    seed: u64,
) -> f64 {
    let start = cpu_seconds();
    let (mut search, learned) = (Search::new(finder, seed), Learned::default());
    while cpu_seconds() - start < BUDGET {
        if let RunEnd::Found(solution) = search.run(&learned, &mut Unwatched) {
            let own: Vec<OptionId> = solution.iter().map(|o| options[o.index()]).collect();
            verify(puzzle, &encoding.decode(&own)).expect("a solution");
            return cpu_seconds() - start;
        }
    }
    f64::INFINITY
}

/// Prints a line about a board where solutions are rare; whether what is wanted was reached.
fn measure_rare(name: &str) -> bool {
    let puzzle = open(&bundled(name));
    let encoding = Arc::new(Encoding::new(&puzzle).expect("it fits into memory"));
    let group = Arc::new(SymmetryGroup::new(&puzzle, &encoding));
    let start = Instant::now();
    let encoded = Encoded { puzzle, encoding, group };
    let plan = Plan::new(encoded.clone(), PlanOptions::quick()).expect("it fits into memory");
    let settings = Settings { threads: 1, limit: Some(1), ..Settings::default() };
    let mut run = Run::start(Arc::new(plan), settings);
    run.wait();
    assert_eq!(run.snapshot().counts.distinct, 1, "{name}");
    let alone = start.elapsed().as_secs_f64();
    let together = |seed| {
        let start = Instant::now();
        let settings = FirstSettings { threads: 2, seed, ..FirstSettings::default() };
        let mut run = FirstRun::start(encoded.clone().into(), settings);
        run.wait();
        assert_eq!(run.snapshot().counts.distinct, 1, "{name}, seed {seed}");
        start.elapsed().as_secs_f64()
    };
    let mut times: Vec<f64> = (1..=RARE_SEEDS).map(together).collect();
    times.sort_by(f64::total_cmp);
    let (median, worst) = (times[times.len() / 2], times[times.len() - 1]);
    let want = RARE_RATIO * alone;
    println!("{name:<37} {alone:>7.3} {median:>7.3} {worst:>7.3} {want:>7.3}");
    worst <= want
}
