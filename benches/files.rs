//! How long it takes to write and read files of solutions, and how large they are.
//!
//! `cargo bench --bench files` (with or without `--no-default-features`) prints the table for 10,000,
//! 100,000 and 1,000,000 solutions: dominoes on 8×8, the first ones. Times are milliseconds on one
//! thread.

use std::io::{Cursor, Write as _};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use polywright::format::solutions_file::Source;
use polywright::format::{puzzle_file, solution_lines, solutions_file};
use polywright::job::{Plan, Run, Settings};
use polywright::solution::{Counts, Store};

const COUNTS: [usize; 3] = [10_000, 100_000, 1_000_000];

const DOMINOES: &str = "(format: 1, title: \"Dominoes\", lattice: Square, \
     pieces: [Family(free: 2, copies: 32)], board: Rectangle(8, 8))";

fn main() {
    let opened = puzzle_file::read(Arc::from(DOMINOES)).expect("a puzzle");
    let plan = Arc::new(Plan::new(opened.puzzle).expect("it can be solved"));
    let (puzzle, encoding) = plan.geometry.clone().expect("a puzzle has geometry");
    let settings = Settings { limit: Some(COUNTS[2] as u64), ..Settings::default() };
    let mut run = Run::start(Arc::clone(&plan), settings);
    run.wait();
    let all = run.with_store(Store::clone);
    println!("{:<6} {:>10} {:>12} {:>8} {:>8}", "form", "solutions", "bytes", "write", "read");
    for count in COUNTS {
        let mut store = all.empty();
        store.extend_from(&all, 0..count);
        let source = Source {
            description: &opened.description,
            puzzle: &puzzle,
            encoding: &encoding,
            group: &plan.group,
            store: &store,
            counts: Counts::of_store(&store, &plan.group),
            complete: false,
        };
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
