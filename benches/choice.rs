//! How near the engine that is chosen comes to the best one.
//!
//! `cargo bench --bench choice` (with or without `--no-default-features`) prints a table of the bundled
//! puzzles: the milliseconds of the whole process on one thread, with the engine that is chosen and
//! with each engine that is asked for; and the ratio of the first to the least of the others.
//! `-- soma queens` keeps to the puzzles whose names contain one of the words, `-- --list` lists
//! the solutions instead of counting them, `-- --budget 20` leaves out puzzles that take more
//! than 20 seconds instead of 5.
//!
//! Runs take turns, and the least time of each counts. An engine that takes longer than the chosen one
//! is ended, since it is not the best: it has no time in the table. At the end stand the number of
//! puzzles, the worst ratio, and those beyond the bound.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use polywright::exact_cover::Engine;
use polywright::format::bundled;

/// The seconds of a run beyond which a puzzle is left out.
const BUDGET: f64 = 5.0;
/// The most rounds, and the seconds that all of a puzzle may take before the last one.
const ROUNDS: usize = 9;
const ENOUGH: f64 = 6.0;
/// The greatest ratio that is wanted.
const BOUND: f64 = 1.5;

/// The command line, and how a run is timed.
struct Runs {
    option: Option<&'static str>,
}

impl Runs {
    /// Seconds of a run on one thread with some engine, or the one that is chosen; `None` if it takes
    /// longer than a limit.
    fn time(&self, name: &str, engine: Option<&str>, limit: f64) -> Option<f64> {
        let mut command = Command::new(env!("CARGO_BIN_EXE_polywright"));
        command.args(["solve", name, "--threads", "1"]).args(self.option);
        if let Some(engine) = engine {
            command.args(["--engine", engine]);
        }
        let start = Instant::now();
        let quiet = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = quiet.spawn().expect("the program starts");
        let end = start + Duration::from_secs_f64(limit);
        loop {
            if let Some(status) = child.try_wait().expect("a child of ours") {
                return status.success().then(|| start.elapsed().as_secs_f64());
            }
            if Instant::now() >= end {
                child.kill().and_then(|()| child.wait()).expect("a child of ours");
                return None;
            }
            std::thread::sleep(Duration::from_micros(100));
        }
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1).filter(|argument| argument != "--bench");
    let (mut words, mut budget, mut option) = (Vec::new(), BUDGET, Some("--count"));
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--list" => option = None,
            "--budget" => {
                let seconds = arguments.next().and_then(|seconds| seconds.parse().ok());
                budget = seconds.expect("--budget has a number of seconds");
            }
            _ => words.push(argument),
        }
    }
    let runs = Runs { option };
    let engines: Vec<&str> = Engine::exhaustive().map(|engine| engine.id).collect();
    print!("{:<44} {:>9}", "puzzle", "chosen");
    engines.iter().for_each(|engine| print!(" {engine:>11}"));
    println!(" {:>6}", "ratio");
    let mut ratios: Vec<(f64, String)> = Vec::new();
    for entry in bundled::ALL {
        let name = entry.path.trim_end_matches(".ron").rsplit('/').next().expect("a file name");
        if !words.is_empty() && !words.iter().any(|word| name.contains(word.as_str())) {
            continue;
        }
        let Some(mut chosen) = runs.time(name, None, budget) else { continue };
        let mut best: Vec<Option<f64>> = vec![None; engines.len()];
        let start = Instant::now();
        for round in 0..ROUNDS {
            for (engine, best) in engines.iter().zip(&mut best) {
                // What was ended before would be ended again.
                if round == 0 || best.is_some() {
                    let time = runs.time(name, Some(engine), chosen.max(best.unwrap_or(0.0)) * 1.2);
                    *best = [*best, time].into_iter().flatten().reduce(f64::min);
                }
            }
            if let Some(time) = runs.time(name, None, 2.0 * budget) {
                chosen = chosen.min(time);
            }
            if start.elapsed().as_secs_f64() > ENOUGH {
                break;
            }
        }
        let least = best.iter().flatten().copied().fold(chosen, f64::min);
        print!("{name:<44} {:>9.1}", 1e3 * chosen);
        for time in best {
            print!(" {:>11}", time.map_or_else(String::new, |time| format!("{:.1}", 1e3 * time)));
        }
        println!(" {:>6.2}", chosen / least);
        ratios.push((chosen / least, name.to_owned()));
    }
    ratios.sort_by(|a, b| b.0.total_cmp(&a.0));
    if let Some((worst, _)) = ratios.first() {
        println!("{} puzzles, worst ratio {worst:.2}", ratios.len());
    }
    for (ratio, name) in ratios.iter().take_while(|(ratio, _)| *ratio > BOUND) {
        println!("beyond {BOUND}: {name} {ratio:.2}");
    }
}
