//! What a run says of the time left, beside the truth.
//!
//! `cargo bench --bench forecasts` prints, for a few puzzles, the forecasts at 1, 5, 10, 20 and
//! 50 % of the run, and the time that was left in fact; in brackets what the program does not tell
//! yet since too little is done. Short runs are made by dancing links, which take long enough to be
//! asked; `-- --threads N` takes more threads than one, and `-- 3x30` only the puzzles with that in
//! their name.

use std::sync::Arc;
use std::time::Duration;

use polywright::exact_cover::{Engine, dancing_links, fixed_order};
use polywright::format::bundled;
use polywright::job::{Forecast, Phase, Plan, PlanOptions, Run, Settings};

/// The puzzles, and who solves them.
const PUZZLES: [(&str, &Engine); 5] = [
    ("square/pentominoes-6x10.ron", &dancing_links::ENGINE),
    ("square/pentominoes-5x12.ron", &dancing_links::ENGINE),
    ("square/scotts-board.ron", &dancing_links::ENGINE),
    ("square/one-sided-pentominoes-3x30.ron", &dancing_links::ENGINE),
    ("square/one-sided-pentominoes-5x18.ron", &fixed_order::ENGINE),
];
/// The positions at which runs are asked.
const SHARES: [f64; 5] = [0.01, 0.05, 0.1, 0.2, 0.5];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    let (threads, wanted) = match &arguments[..] {
        [flag, threads, wanted @ ..] if flag == "--threads" => {
            (threads.parse().expect("a number of threads"), wanted)
        }
        wanted => (1, wanted),
    };
    println!("{:<40} {:>6} {:>9}  {:<24} {:>9}", "puzzle", "at", "after", "forecast", "in fact");
    let is_wanted = |path: &str| wanted.is_empty() || wanted.iter().any(|w| path.contains(w));
    for (path, engine) in PUZZLES.into_iter().filter(|(path, _)| is_wanted(path)) {
        let file = bundled::ALL.iter().find(|file| file.path == path).expect("a bundled puzzle");
        let plan = Plan::new(file.open().puzzle, PlanOptions::by(engine)).expect("it fits");
        let settings = Settings { threads, keep: false, ..Settings::default() };
        let run = Run::start(Arc::new(plan), settings);
        let mut asked: Vec<(f64, Duration, Option<Forecast>)> = Vec::new();
        let whole = loop {
            let snapshot = run.snapshot();
            if snapshot.phase.is_over() {
                assert_eq!(snapshot.phase, Phase::Complete, "{path}");
                break snapshot.elapsed;
            }
            if SHARES.get(asked.len()).is_some_and(|share| snapshot.position >= *share) {
                asked.push((snapshot.position, snapshot.elapsed, snapshot.forecast));
            }
            std::thread::sleep(Duration::from_millis(1));
        };
        for (position, elapsed, forecast) in asked {
            let seconds = |time: Duration| format!("{:.2} s", time.as_secs_f64());
            let said = forecast.map_or("none yet".to_owned(), |forecast| {
                let range = format!("{} to {}", seconds(forecast.least), seconds(forecast.most));
                if forecast.firm { range } else { format!("({range})") }
            });
            let percent = format!("{:.1} %", 100.0 * position);
            let left = whole.saturating_sub(elapsed);
            println!(
                "{path:<40} {percent:>6} {:>9}  {said:<24} {:>9}",
                seconds(elapsed),
                seconds(left)
            );
        }
    }
}
