//! How long it takes to write and read files of solutions, and how large they are.
//!
//! `cargo bench --bench files` (with or without `--no-default-features`) prints the table for 10,000,
//! 100,000 and 1,000,000 solutions: dominoes on 8×8, the first ones. Times are milliseconds on one
//! thread, but for the database, which looks over what it reads on others.
//!
//! The last rows are the database with 10,000,000 solutions of twelve pieces, with one stabiliser
//! and with two: its size, and how long it takes to store them and to open and load them, as when
//! their puzzle is opened. `-- stored` prints these rows alone.
//!
//! `-- pages` prints, alone, how long a poster of the 2339 solutions of 6×10 as PDF and an SVG sheet
//! of 10,000 solutions take, and the most memory that the process had meanwhile, in MB (on Linux).

use std::io::{Cursor, Write as _};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use polywright::encode::{ElementSet, Encoded};
use polywright::files::{Loss, SVG};
use polywright::format::solutions_file::Source;
use polywright::format::{Opened, bundled, puzzle_file, solution_lines, solutions_file};
use polywright::job::{Plan, PlanOptions, Run, Settings};
use polywright::make::paper::{Poster, write_pdf};
use polywright::picture::Style;
use polywright::puzzle::Description;
use polywright::puzzle::making::PaperSettings;
use polywright::solution::database::{Database, NewResult, ProblemDigest};
use polywright::solution::{Counts, Store};

const COUNTS: [usize; 3] = [10_000, 100_000, 1_000_000];

/// The number of solutions in the database.
const STORED: usize = 10_000_000;

const DOMINOES: &str = "(format: 1, title: \"Dominoes\", lattice: Square, \
     pieces: [Family(free: 2, copies: 32)], board: Rectangle(8, 8))";

fn main() {
    if std::env::args().any(|argument| argument == "pages") {
        return pages();
    }
    println!("{:<6} {:>10} {:>12} {:>8} {:>8}", "form", "solutions", "bytes", "write", "read");
    if std::env::args().all(|argument| argument != "stored") {
        forms();
    }
    stored();
}

/// A poster and a sheet, each in the time and the memory that it takes.
fn pages() {
    println!("{:<6} {:>10} {:>12} {:>8} {:>8}", "form", "solutions", "bytes", "ms", "peak MB");
    let six_by_ten = bundled::ALL.iter().find(|b| b.path == "square/pentominoes-6x10.ron");
    let six_by_ten = six_by_ten.expect("bundled").open();
    let dominoes = puzzle_file::read(Arc::from(DOMINOES)).expect("a puzzle");
    for (form, opened, limit) in [("pdf", six_by_ten, 2339), ("svg", dominoes, 10_000)] {
        let solved = Solved::new(opened, limit);
        let source = solved.source(&solved.store);
        // From here on the most memory is counted anew, where the system does so.
        let _ = std::fs::write("/proc/self/clear_refs", "5");
        let began = Instant::now();
        let bytes = match form {
            "pdf" => {
                let poster = Poster::new(source, &PaperSettings::default()).expect("it fits");
                let mut bytes = Vec::new();
                let progress = &mut |_, _| ControlFlow::Continue(());
                write_pdf(&poster, &mut bytes, progress).expect("there is memory");
                bytes.len()
            }
            _ => {
                SVG.write_solutions(source, Style::default(), Loss::Refused).expect("it fits").len()
            }
        };
        let ms = began.elapsed().as_secs_f64() * 1e3;
        let count = solved.store.len();
        println!("{form:<6} {count:>10} {bytes:>12} {ms:>8.0} {:>8.0}", peak_megabytes());
    }
}

/// A puzzle and its first solutions.
struct Solved {
    description: Description,
    plan: Arc<Plan>,
    store: Store,
}

impl Solved {
    fn new(opened: Opened, limit: u64) -> Solved {
        let plan =
            Arc::new(Plan::new(opened.puzzle, PlanOptions::default()).expect("it can be solved"));
        let settings = Settings { limit: Some(limit), ..Settings::default() };
        let mut run = Run::start(Arc::clone(&plan), settings);
        run.wait();
        Solved { description: opened.description, plan, store: run.into_store() }
    }

    /// Some of the solutions as they are written.
    fn source<'s>(&'s self, store: &'s Store) -> Source<'s> {
        let Encoded { puzzle, encoding, .. } = self.plan.encoded().expect("a puzzle has geometry");
        Source {
            description: &self.description,
            puzzle,
            encoding,
            group: self.plan.group(),
            store,
            counts: Counts::of_store(store, self.plan.group()).into(),
            complete: false,
        }
    }
}

/// The most memory that this process had, in MB; nothing where the system does not say.
fn peak_megabytes() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok());
    kilobytes.map_or(f64::NAN, |kb| kb / 1024.0)
}

/// Files of solutions.
fn forms() {
    let opened = puzzle_file::read(Arc::from(DOMINOES)).expect("a puzzle");
    let solved = Solved::new(opened, COUNTS[2] as u64);
    for count in COUNTS {
        let mut store = solved.store.empty();
        store.extend_from(&solved.store, 0..count);
        let source = solved.source(&store);
        for form in ["ron", "lines"] {
            let (bytes, write, read) = times(form, source);
            println!("{form:<6} {count:>10} {bytes:>12} {write:>8.0} {read:>8.0}");
        }
    }
}

/// Bytes of a file, and milliseconds for writing and reading it.
fn times(form: &str, source: Source<'_>) -> (usize, f64, f64) {
    let progress = &mut |_, _| ControlFlow::Continue(());
    let mut file = Vec::new();
    let began = Instant::now();
    match form {
        "ron" => solutions_file::write_to(source, &mut file, progress),
        _ => solution_lines::write_to(source, &mut file, progress),
    }
    .expect("there is memory");
    file.flush().expect("there is nothing to flush");
    let written = began.elapsed();
    let mut input = Cursor::new(&file);
    let began = Instant::now();
    let read = match form {
        "ron" => solutions_file::read_from(&mut input, progress),
        _ => solution_lines::read_from(&mut input, progress),
    };
    let read_in = began.elapsed();
    assert_eq!(read.expect("it is sound").store.len(), source.store.len());
    (file.len(), written.as_secs_f64() * 1e3, read_in.as_secs_f64() * 1e3)
}

/// The database with as many solutions as a collector may have: those of 6×10, repeated.
fn stored() {
    let file = bundled::ALL.iter().find(|b| b.path == "square/pentominoes-6x10.ron");
    let plan = Arc::new(
        Plan::new(file.expect("bundled").open().puzzle, PlanOptions::default()).expect("a plan"),
    );
    let group = Arc::clone(plan.group());
    let digest = ProblemDigest::new(plan.whole(), &group);
    let mut run = Run::start(plan, Settings::default());
    run.wait();
    let distinct = run.with_store(Store::clone);
    for kinds in [1, 2] {
        let mut store = distinct.empty();
        for n in 0..STORED {
            let symmetric = kinds > 1 && n % 1000 == 0;
            let stabiliser = ElementSet::first(if symmetric { 2 } else { 1 });
            // In ascending order, as they are stored.
            let index = n * distinct.len() / STORED;
            store.push(&distinct.get(index), stabiliser);
        }
        let result = NewResult {
            title: "Ten million".to_owned(),
            counts: Counts { distinct: STORED as u64, ..Counts::default() }.into(),
            complete: true,
            store,
            engine: "none".to_owned(),
            nodes: 0,
            elapsed: Duration::ZERO,
        };
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("results.sqlite");
        let mut database = Database::open(&path).expect("it is new");
        let progress = &mut |_, _| ControlFlow::Continue(());
        let began = Instant::now();
        database.store(&digest, &group, &result, u64::MAX, progress).expect("there is room");
        let written = began.elapsed();
        drop((database, result));
        let bytes = std::fs::metadata(&path).expect("it was written").len();
        let began = Instant::now();
        let mut database = Database::open(&path).expect("it was written");
        let found = database.load(&digest, &group).expect("it is sound").expect("it was stored");
        let read = began.elapsed();
        assert_eq!(found.store.len(), STORED);
        let ms = |time: Duration| time.as_secs_f64() * 1e3;
        println!("{:<6} {STORED:>10} {bytes:>12} {:>8.0} {:>8.0}", "sqlite", ms(written), ms(read));
    }
}
