//! How fast the engines are, next to the crates of crates.io that solve exact cover.
//!
//! `cargo bench --bench engines` (with or without `--no-default-features`) prints the table;
//! `-- --quick` keeps to the quick instances, `-- pentominoes sudoku` to those whose names contain
//! one of the words; `-- --whole` instead counts two of the larger puzzles without restriction,
//! which shows that their matrices are right.
//!
//! Everyone gets the same matrix, lists all solutions on one thread, and must find as many as
//! everyone else. Times are CPU milliseconds of that thread, the least of a few runs that take
//! turns, each in a process of its own, so that a run beyond the budget can be ended: it counts as
//! "more than". Our times include loading the problem into the engine; those of the crates do not,
//! since loading is slow in some of them.

mod clock;
mod instances;

use std::ops::ControlFlow;
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use instances::{Entry, Instance};
use polywright::exact_cover::{
    Effort, Engine, ItemId, Observer, OptionId, Part, Problem, Tree, bitset,
};

/// CPU milliseconds after which a run is ended.
const BUDGET: f64 = 60_000.0;
/// Rounds, and how long the earlier ones may have taken in sum to run another, in milliseconds.
const ROUNDS: usize = 5;
const ENOUGH: f64 = 3_000.0;

/// The crates that are measured against.
const CRATES: [&str; 4] = ["dlx", "dancing-links", "dlx-rs", "exact-covers"];

/// Who takes part: our engines, then the crates.
fn contenders() -> Vec<&'static str> {
    Engine::exhaustive().map(|engine| engine.id).chain(CRATES).collect()
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    if let [flag, instance, contender, order] = &arguments[..]
        && flag == "--one"
    {
        one_run(instance, contender, order.parse().expect("the number of an order"));
        return ExitCode::SUCCESS;
    }
    if arguments.iter().any(|a| a == "--whole") {
        for entry in instances::WHOLE {
            let count = ours(&bitset::ENGINE, &(entry.make)().problem, &[]);
            assert_eq!(count.map(|c| c.0), entry.solutions, "{}", entry.name);
            println!("{}: {} solutions", entry.name, count.map_or(0, |c| c.0));
        }
        return ExitCode::SUCCESS;
    }
    let quick = arguments.iter().any(|a| a == "--quick");
    let words: Vec<&String> = arguments.iter().filter(|a| !a.starts_with("--")).collect();
    let mut all_agree = true;
    let mut heading = format!("{:<24} {:>9}", "CPU ms", "solutions");
    for name in contenders() {
        heading += &format!(" {name:>13}");
    }
    println!("{heading}  {:<22} {:>7} {:>5}", "best : fastest crate", "ratio", "want");
    for entry in instances::ALL {
        let chosen = words.is_empty() || words.iter().any(|word| entry.name.contains(*word));
        if chosen && !(quick && entry.slow) {
            all_agree &= measure(entry);
        }
    }
    if all_agree { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The result of a run.
#[derive(Clone, Copy)]
enum Outcome {
    Done {
        solutions: u64,
        time: f64,
    },
    /// Ended after so long.
    MoreThan(f64),
    /// The engine cannot work on the matrix.
    Unable,
}

impl Outcome {
    /// The time it took at least.
    fn time(self) -> f64 {
        match self {
            Outcome::Done { time, .. } | Outcome::MoreThan(time) => time,
            Outcome::Unable => f64::INFINITY,
        }
    }

    fn is_done(self) -> bool {
        matches!(self, Outcome::Done { .. })
    }

    fn text(self) -> String {
        match self {
            Outcome::Done { time, .. } => digits(time),
            Outcome::MoreThan(time) => format!("> {}", digits(time)),
            Outcome::Unable => "-".to_owned(),
        }
    }
}

/// Three digits or so.
fn digits(n: f64) -> String {
    let decimals = if n < 1.0 {
        3
    } else if n < 10.0 {
        2
    } else if n < 100.0 {
        1
    } else {
        0
    };
    format!("{n:.decimals$}")
}

/// Runs all contenders on an instance and prints a line; whether all counts agree.
fn measure(entry: &Entry) -> bool {
    let Instance { orders, fronts, .. } = (entry.make)();
    let contenders = contenders();
    let mut best = vec![Outcome::Unable; contenders.len()];
    let mut spent = vec![0.0; contenders.len()];
    let mut best_order = vec![0; contenders.len()];
    let mut agree = true;
    let mut expected = entry.solutions;
    for round in 0..ROUNDS {
        for (c, &name) in contenders.iter().enumerate() {
            if round > 0 && (spent[c] > ENOUGH || !best[c].is_done()) {
                continue;
            }
            let tree = Engine::by_id(name).map(|engine| engine.tree);
            let outcome = if tree.is_none_or(|tree| tree == Tree::FewestOptions) {
                run(entry.name, name, 0, BUDGET)
            } else if round > 0 {
                run(entry.name, name, best_order[c], BUDGET)
            } else {
                // An order that is no good is not waited for.
                let mut least = Outcome::Unable;
                let orders = if tree == Some(Tree::FixedOrder) { &orders } else { &fronts };
                for order in 0..orders.len() {
                    let patience = least.time().min(3.0 * best[1].time() + 500.0).min(BUDGET);
                    let outcome = run(entry.name, name, order, patience);
                    if outcome.is_done() && !(least.is_done() && least.time() < outcome.time()) {
                        (least, best_order[c]) = (outcome, order);
                    } else if !least.is_done() {
                        least = outcome;
                    }
                }
                least
            };
            spent[c] += outcome.time();
            if let Outcome::Done { solutions, .. } = outcome
                && solutions != *expected.get_or_insert(solutions)
            {
                let instead = expected.unwrap_or(0);
                eprintln!("{}: {name} finds {solutions} solutions, not {instead}", entry.name);
                agree = false;
            }
            if round == 0 || outcome.is_done() && outcome.time() < best[c].time() {
                best[c] = outcome;
            }
        }
    }
    let fastest = |range: std::ops::Range<usize>| {
        let finished = range.clone().filter(|&c| best[c].is_done());
        let least = finished.min_by(|&a, &b| best[a].time().total_cmp(&best[b].time()));
        // When none has finished, the budget is what all of them take at least.
        least.unwrap_or(range.start)
    };
    let own = contenders.len() - CRATES.len();
    let (ours, theirs) = (fastest(0..own), fastest(own..contenders.len()));
    let mut line = format!("{:<24} {:>9}", entry.name, expected.unwrap_or(0));
    for outcome in &best {
        line += &format!(" {:>13}", outcome.text());
    }
    let names = format!("{} : {}", contenders[ours], contenders[theirs]);
    let ratio = digits(best[theirs].time() / best[ours].time());
    let ratio = if best[theirs].is_done() { ratio } else { format!("> {ratio}") };
    println!("{line}  {names:<22} {ratio:>7} {:>5}", entry.want);
    agree
}

/// One run in a process of its own.
fn run(instance: &str, contender: &str, order: usize, budget: f64) -> Outcome {
    let program = std::env::current_exe().expect("this program has a path");
    let mut child = Command::new(program)
        .args(["--one", instance, contender, &order.to_string()])
        .stdout(Stdio::piped())
        .spawn()
        .expect("this program can be started");
    let start = Instant::now();
    while child.try_wait().expect("a child can be waited for").is_none() {
        std::thread::sleep(Duration::from_millis(5));
        let waited = start.elapsed().as_secs_f64() * 1e3;
        if waited > budget {
            let used = cpu_of(&format!("/proc/{}/schedstat", child.id())).unwrap_or(waited);
            if used > budget || waited > 5.0 * budget {
                let _ = child.kill();
                let _ = child.wait();
                return Outcome::MoreThan(used.min(waited));
            }
        }
    }
    let output = child.wait_with_output().expect("its output can be read");
    let text = String::from_utf8_lossy(&output.stdout);
    let mut numbers = text.split_whitespace();
    match (numbers.next().map(str::parse), numbers.next().map(str::parse)) {
        (Some(Ok(solutions)), Some(Ok(time))) => Outcome::Done { solutions, time },
        _ => Outcome::Unable,
    }
}

/// CPU milliseconds from a file of Linux that tells them.
fn cpu_of(path: &str) -> Option<f64> {
    let text = std::fs::read_to_string(path).ok()?;
    Some(text.split_whitespace().next()?.parse::<f64>().ok()? / 1e6)
}

/// CPU milliseconds of this process, or of short runs those of the clock.
struct Stopwatch {
    cpu: f64,
    clock: Instant,
}

impl Stopwatch {
    fn start() -> Stopwatch {
        Stopwatch { cpu: clock::cpu_seconds(), clock: Instant::now() }
    }

    fn milliseconds(&self) -> f64 {
        let clock = self.clock.elapsed().as_secs_f64() * 1e3;
        // The account may be kept by ticks. Of short runs many are made, and in the least of
        // them nobody else had the processor.
        if clock < 20.0 {
            return clock;
        }
        (clock::cpu_seconds() - self.cpu) * 1e3
    }
}

/// Runs one contender a few times, and prints how many solutions it found and its least time.
fn one_run(instance: &str, contender: &str, order: usize) {
    let entry = instances::ALL.iter().find(|e| e.name == instance).expect("a known instance");
    let Instance { problem, orders, fronts } = (entry.make)();
    let sweeps = Engine::by_id(contender).is_some_and(|engine| engine.tree == Tree::States);
    let orders = if sweeps { fronts } else { orders };
    let order = orders.get(order).map_or(&[][..], |order| order);
    let mut least = f64::INFINITY;
    let mut spent = 0.0;
    let mut found = 0;
    while spent < 100.0 {
        let Some((solutions, time)) = contend(contender, &problem, order) else { return };
        found = solutions;
        least = least.min(time);
        spent += time.max(0.05);
    }
    println!("{found} {least}");
}

/// The number of solutions and the CPU milliseconds of one run.
fn contend(name: &str, problem: &Problem, order: &[ItemId]) -> Option<(u64, f64)> {
    if let Some(engine) = Engine::by_id(name) {
        return ours(engine, problem, order);
    }
    let options = || problem.options().map(|(_, cells)| cells.iter().map(|cell| cell.item.0));
    let primary = problem.primary_count();
    let secondary = problem.items().len() - primary;
    match name {
        "dlx" => {
            use dlx::choose::{mrv_chooser, no_tiebreak, prefer_any};
            let options: Vec<Vec<dlx::Uint>> =
                options().map(|items| items.map(dlx::Uint).collect()).collect();
            let mut links = dlx::x::make_problem(
                dlx::Uint(primary),
                dlx::Uint(secondary),
                &options,
                dlx::OptOrder::Seq,
            );
            let mut solver = dlx::Solver::new(&mut links);
            let mut chooser = mrv_chooser(prefer_any(), no_tiebreak());
            timed(|| {
                let mut count = 0;
                while solver.next_solution(&mut chooser) {
                    count += 1;
                }
                count
            })
        }
        "dancing-links" => {
            let cover = Matrix::new(problem);
            let mut solver = dancing_links::Solver::new(&cover);
            timed(|| {
                let mut count = 0;
                while solver.next_solution().is_some() {
                    count += 1;
                }
                count
            })
        }
        "dlx-rs" => {
            let mut solver = dlx_rs::Solver::<()>::new_optional(primary, secondary);
            for items in options() {
                let items: Vec<usize> = items.map(|item| item as usize + 1).collect();
                solver.add_option((), &items);
            }
            timed(|| solver.count() as u64)
        }
        "exact-covers" => {
            use exact_covers::{DlSolver, Solver};
            let ids: Vec<u32> = (0..problem.items().len() as u32).collect();
            let (first, second) = ids.split_at(primary);
            let mut solver: DlSolver<u32, ()> = DlSolver::new(first, second);
            for items in options() {
                let (first, second): (Vec<u32>, Vec<u32>) =
                    items.partition(|&item| (item as usize) < primary);
                let second: Vec<(u32, Option<()>)> =
                    second.into_iter().map(|item| (item, None)).collect();
                solver.add_option(first, second);
            }
            timed(|| {
                let mut count = 0;
                solver.solve(|_| {
                    count += 1;
                    ControlFlow::Continue(())
                });
                count
            })
        }
        _ => None,
    }
}

fn timed(search: impl FnOnce() -> u64) -> Option<(u64, f64)> {
    let watch = Stopwatch::start();
    let count = search();
    Some((count, watch.milliseconds()))
}

fn ours(engine: &Engine, problem: &Problem, order: &[ItemId]) -> Option<(u64, f64)> {
    let watch = Stopwatch::start();
    let mut engine = engine.load(problem, order).ok()?;
    let mut count = Count(0);
    let (effort, _) = engine.search(Part::default(), &mut count);
    let time = watch.milliseconds();
    if std::env::var_os("NODES").is_some() {
        eprintln!("{} nodes, {:.0} ns each", effort.nodes, time * 1e6 / effort.nodes as f64);
    }
    Some((count.0, time))
}

/// Counts solutions.
struct Count(u64);

impl Observer for Count {
    fn solution(&mut self, options: &[OptionId]) -> ControlFlow<()> {
        std::hint::black_box(options);
        self.0 += 1;
        ControlFlow::Continue(())
    }

    fn pulse(&mut self, _: &Effort, _: &[polywright::exact_cover::Choice]) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// A problem as `dancing-links` wants it: a test for each option and item, made once.
struct Matrix {
    options: Vec<usize>,
    items: Vec<usize>,
    primary: usize,
    has: Vec<bool>,
}

impl Matrix {
    fn new(problem: &Problem) -> Matrix {
        let width = problem.items().len();
        let mut has = vec![false; width * problem.option_count()];
        for (id, cells) in problem.options() {
            for cell in cells {
                has[id.index() * width + cell.item.index()] = true;
            }
        }
        let options = (0..problem.option_count()).collect();
        Matrix { options, items: (0..width).collect(), primary: problem.primary_count(), has }
    }
}

impl dancing_links::ExactCover for Matrix {
    type Possibility = usize;
    type Constraint = usize;

    fn satisfies(&self, option: &usize, item: &usize) -> bool {
        self.has[option * self.items.len() + item]
    }

    fn is_optional(&self, item: &usize) -> bool {
        *item >= self.primary
    }

    fn possibilities(&self) -> &[usize] {
        &self.options
    }

    fn constraints(&self) -> &[usize] {
        &self.items
    }
}
