//! How long it takes to measure, filter, sort and count ten million solutions.
//!
//! `cargo bench --bench solutions` (with or without `--no-default-features`) prints the table;
//! `-- 1000000` takes another number of solutions. They are the 2339 of the twelve pentominoes in
//! 6×10, turned and repeated. *First* is the first use of a filter, which measures every solution;
//! *second* is any later one, which reads columns. Times are milliseconds on two threads.

use std::sync::Arc;
use std::time::Instant;

use polywright::encode::{Encoded, Encoding, SymmetryGroup};
use polywright::exact_cover::OptionId;
use polywright::format::bundled;
use polywright::job::{Plan, PlanOptions, Run, Settings};
use polywright::puzzle::Puzzle;
use polywright::solution::Store;
use polywright::solution::columns::{Columns, Progress};
use polywright::solution::filter::{ColumnSource, Context, Expression, Filter};
use polywright::solution::measures::{MeasureId, MeasureKind, Measurer};

const DEFAULT_COUNT: usize = 10_000_000;
const THREADS: usize = 2;

/// Expressions beside one for each measure.
const EXPRESSIONS: [&str; 6] = [
    "touch(P, V)",
    "apart(I, X)",
    "covers(X, 3, 4)",
    "placed(I, [[1, 1], [2, 1], [3, 1], [4, 1], [5, 1]])",
    "no-crossroads and fault-free and border = 10..12",
    "not covers(X, 3, 4) and (touch(P, V) or longest-line >= 7) and cut-length < 90",
];

fn main() {
    let number = std::env::args().skip(1).find_map(|argument| argument.parse().ok());
    let count = number.unwrap_or(DEFAULT_COUNT);
    let (puzzle, encoding, group, store) = solutions(count);
    let measurer = Arc::new(Measurer::new(&puzzle, &encoding, &group));
    let context =
        Context { puzzle: &puzzle, encoding: &encoding, group: &group, measurer: &measurer };
    println!("{count} solutions, {} MB packed", store.bytes() >> 20);
    println!("{:<80} {:>8} {:>8} {:>10}", "filter", "first", "second", "kept");
    let mut columns = Columns::new(Arc::clone(&measurer), THREADS);
    let of_measure = |measure: MeasureId| match measure.row().kind {
        MeasureKind::Property => measure.row().id.to_owned(),
        MeasureKind::Number => format!("{} >= 1", measure.row().id),
        MeasureKind::Class => format!("{} = none", measure.row().id),
        MeasureKind::List => format!("{} >= 1", measure.row().id),
    };
    let all: Vec<String> = measurer.measures().map(of_measure).collect();
    let mut filters = Vec::new();
    for text in all.iter().map(String::as_str).chain(EXPRESSIONS) {
        let expression: Expression = text.parse().expect("an expression");
        let filter = Filter::new(&expression, context).expect("it is of the puzzle");
        let (first, kept) = timed(|| {
            assert!(columns.extend(&store, count, filter.sources(), &Progress::default()));
            columns.apply(&filter).len()
        });
        let (second, again) = timed(|| columns.apply(&filter).len());
        assert_eq!(kept, again);
        println!("{text:<80} {first:>8.0} {second:>8.0} {kept:>10}");
        filters.push(filter);
    }
    passes(&store, &columns, &filters);
    together(&store, &measurer);
}

/// Passes over columns that are known.
fn passes(store: &Store, columns: &Columns, filters: &[Filter]) {
    let border = MeasureId::by_id("border").expect("a measure");
    let length = MeasureId::by_id("cut-length").expect("a measure");
    let print = |what: &str, time: f64| println!("{what:<80} {:>8} {time:>8.0}", "");
    for measure in [border, length] {
        let mut all: Vec<u32> = (0..store.len() as u32).collect();
        let (time, ()) = timed(|| columns.sort(&mut all, measure, true));
        print(&format!("sort all by {}", measure.row().id), time);
        let (time, _) = timed(|| columns.histogram(measure, None));
        print(&format!("histogram of {}", measure.row().id), time);
    }
    let (time, _) = timed(|| columns.count(&filters[0]));
    print("count by one filter", time);
    let (time, _) = timed(|| columns.count_each(&filters[0], &filters[1..7]));
    print("count by one filter together with each of six others", time);
    println!("columns take {} MB", columns.bytes() >> 20);
}

/// All measures in one go.
fn together(store: &Store, measurer: &Arc<Measurer>) {
    let sources: Vec<ColumnSource> = measurer.measures().map(ColumnSource::measure).collect();
    let mut columns = Columns::new(Arc::clone(measurer), THREADS);
    let (time, _) = timed(|| columns.extend(store, store.len(), &sources, &Progress::default()));
    println!("{:<80} {time:>8.0}", format!("all {} measures in one go", sources.len()));
}

/// Milliseconds and the result.
fn timed<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let start = Instant::now();
    let result = work();
    (start.elapsed().as_secs_f64() * 1e3, result)
}

/// The solutions of 6×10, turned and repeated.
fn solutions(count: usize) -> (Arc<Puzzle>, Arc<Encoding>, Arc<SymmetryGroup>, Store) {
    let path = "square/pentominoes-6x10.ron";
    let file = bundled::ALL.iter().find(|b| b.path == path).expect("bundled");
    let plan =
        Arc::new(Plan::new(file.open().puzzle, PlanOptions::default()).expect("it can be solved"));
    let Encoded { puzzle, encoding, .. } = plan.encoded().cloned().expect("a puzzle has geometry");
    let group = Arc::clone(plan.group());
    let mut run = Run::start(plan, Settings::default());
    run.wait();
    let distinct = run.with_store(Store::clone);
    let mut images: Vec<(Vec<OptionId>, usize)> = Vec::new();
    for element in &group.elements {
        for n in 0..distinct.len() {
            let mut image = Vec::new();
            element.append_images(&distinct.get(n), &mut image);
            image.sort_unstable();
            images.push((image, n));
        }
    }
    let mut store = distinct.empty();
    for (image, n) in images.iter().cycle().take(count) {
        store.push(image, distinct.stabiliser(*n));
    }
    (puzzle, encoding, group, store)
}
