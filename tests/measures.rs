//! Measures, filters and columns: published numbers, and brute force on small puzzles of every
//! lattice.
//!
//! The brute force here works on the points of placed pieces alone, by definition.

use std::sync::Arc;

use polywright::encode::{Encoding, SymmetryGroup};
use polywright::format::bundled;
use polywright::job::{Phase, Plan, Run, Settings};
use polywright::puzzle::Puzzle;
use polywright::solution::Store;
use polywright::solution::columns::{Columns, FilteredCounts, Progress};
use polywright::solution::filter::{Context, Expression, Filter};
use polywright::solution::measures::Measurer;

/// A puzzle with its solutions.
struct Solved {
    puzzle: Arc<Puzzle>,
    encoding: Arc<Encoding>,
    group: Arc<SymmetryGroup>,
    measurer: Arc<Measurer>,
    store: Store,
}

fn solve(puzzle: Arc<Puzzle>) -> Solved {
    let plan = Arc::new(Plan::new(puzzle).unwrap());
    let (puzzle, encoding) = plan.geometry.clone().expect("a puzzle has geometry");
    let group = Arc::clone(&plan.group);
    let mut run = Run::start(plan, Settings::default());
    run.wait();
    assert_eq!(run.snapshot().phase, Phase::Complete);
    let store = run.with_store(Store::clone);
    let measurer = Arc::new(Measurer::new(&puzzle, &encoding, &group));
    Solved { puzzle, encoding, group, measurer, store }
}

fn bundled(path: &str) -> Solved {
    let file = bundled::ALL.iter().find(|b| b.path == path).expect("bundled");
    solve(file.open().puzzle)
}

impl Solved {
    fn context(&self) -> Context<'_> {
        Context {
            puzzle: &self.puzzle,
            encoding: &self.encoding,
            group: &self.group,
            measurer: &self.measurer,
        }
    }

    fn filter(&self, text: &str) -> Filter {
        let expression: Expression = text.parse().unwrap_or_else(|e| panic!("{text}: {e}"));
        Filter::new(&expression, self.context()).unwrap_or_else(|e| panic!("{text}: {e}"))
    }

    /// Columns for a filter.
    fn columns(&self, filters: &[&Filter]) -> Columns {
        let mut columns = Columns::new(Arc::clone(&self.measurer), 2);
        for filter in filters {
            let progress = Progress::default();
            assert!(columns.extend(&self.store, usize::MAX, filter.sources(), &progress));
        }
        columns
    }

    fn counts(&self, text: &str) -> FilteredCounts {
        let filter = self.filter(text);
        self.columns(&[&filter]).count(&filter)
    }
}

// ---- Published numbers ----

#[test]
fn six_by_ten_gives_the_published_numbers_by_filter() {
    let solved = bundled("square/pentominoes-6x10.ron");
    for (text, distinct) in [
        ("no-crossroads", 563),
        ("crossroads = 0", 563),
        ("fault-free", 2323),
        ("straight-cuts > 0", 16),
        ("strongly-three-colourable", 94),
        ("all-at-border", 2),
        ("border = 12", 2),
        ("symmetric", 0),
        ("not symmetric", 2339),
        ("orbit-size = 4", 2339),
        ("symmetry = none", 2339),
    ] {
        let counts = solved.counts(text);
        assert_eq!((counts.distinct, counts.total), (distinct, 4 * distinct), "{text}");
    }
}
