//! Sparse bitset search: exact cover with many thousands of options.
//!
//! Walks the tree of [bitset search](super::bitset), but the state is one set of living options
//! that is changed in place and undone, and of the row of an item only the parts that hold options
//! are kept (`rows`). So a node takes time in proportion to the changes near the placed pieces,
//! not to the whole board. The options of an item are counted only as far as needed to see
//! that it is not the one to branch on: a lower bound is enough, and holds until as many options
//! can have been lost (`layer`). When few enough of the options are alive, and the subtree is
//! likely large enough to pay for it, they are copied into a smaller problem of the same kind, and
//! finally handed over to bitset search (`search`).
//!
//! Nothing recurses here, and bitset search takes over only subtrees too shallow to fill a stack.
//! Colours and multiplicities are those of TAOCP 7.2.2.1, Algorithms C and M.

mod layer;
mod rows;
mod search;

use std::ops::ControlFlow;

use layer::Layer;
use rows::Overlaps;
use search::{LIMITS, Learning, Limits, Setting, Sparse};

use super::bitset::{self, Counter, Matrix, ONCE};
use super::engine::{Engine, Explorer, Loader, Tree, Unsupported};
use super::instructions::Instructions;
use super::{Effort, Observer, Part, Probe, Problem};

/// The largest number of items in all options together, which bounds the memory.
const MAX_CELLS: usize = 60_000_000;
/// The memory for each of them, in bytes.
const CELL_BYTES: usize = 20;

/// The row of this engine.
pub static ENGINE: Engine = Engine {
    id: "sparse",
    name: "sparse bitset search",
    supports: SparseSearch::supports,
    tree: Tree::FewestOptions,
    node_cost,
    loader: Loader::Tree(|problem, _| Ok(Box::new(SparseSearch::new(problem)))),
};

/// The time that a node takes, in nanoseconds.
fn node_cost(problem: &Problem) -> f64 {
    120.0 + 0.04 * problem.option_count() as f64
}

/// The engine.
pub struct SparseSearch {
    matrix: Matrix,
    counters: Vec<Counter>,
    /// The whole problem.
    root: Layer,
    /// Layers kept for their memory.
    spare: Vec<Layer>,
    overlaps: Option<Overlaps>,
    least_cover: usize,
    instructions: Instructions,
    limits: Limits,
    /// The sizes of subtrees learned here.
    learning: Learning,
    /// The sizes of subtrees learned in bitset search.
    learned: bitset::Learning,
}

impl SparseSearch {
    /// Checks whether this engine can hold a problem.
    ///
    /// # Errors
    /// When its rows would take more than about a gigabyte.
    pub fn supports(problem: &Problem) -> Result<(), Unsupported> {
        if problem.cell_count() > MAX_CELLS {
            return Err(Unsupported::Tables((MAX_CELLS * CELL_BYTES) >> 20));
        }
        Ok(())
    }

    /// Prepares a problem. Memory is about 20 bytes for each item of each option, and for
    /// each colour of a secondary item.
    pub fn new(problem: &Problem) -> SparseSearch {
        let (matrix, counters, open) = Matrix::new(problem);
        let root = Layer::new(rows::order(&matrix), open, &matrix, &counters);
        let once = |&option: &u32| {
            let covers = matrix.covers.get(option as usize).iter();
            covers.filter(|&&item| matrix.counters[item as usize] == ONCE).count()
        };
        SparseSearch {
            least_cover: root.options.iter().map(once).min().unwrap_or(0),
            overlaps: Overlaps::new(&matrix),
            matrix,
            counters,
            root,
            spare: Vec::new(),
            instructions: Instructions::found(),
            limits: LIMITS,
            learning: Learning::default(),
            learned: bitset::Learning::default(),
        }
    }
}

impl Explorer for SparseSearch {
    fn explore(
        &mut self,
        part: Part<'_>,
        observer: &mut dyn Observer,
        probe: Option<Probe>,
    ) -> (Effort, ControlFlow<()>, Option<Probe>) {
        let (root, spare) = (std::mem::take(&mut self.root), std::mem::take(&mut self.spare));
        let mut search = bitset::Search::new(
            part,
            observer,
            probe,
            &self.matrix,
            &mut self.learned,
            self.instructions,
        );
        search.counters.clone_from(&self.counters);
        search.counter_count = self.counters.len();
        let setting = Setting {
            least_cover: self.least_cover,
            overlaps: self.overlaps.as_ref(),
            limits: self.limits,
        };
        let mut sparse = Sparse::new(&mut search, setting, root, spare, &mut self.learning);
        let flow = start(self.instructions, &mut sparse);
        (self.root, self.spare) = sparse.into_layers();
        (search.meter.into_effort(), flow, search.probe)
    }
}

/// For processors with AVX2, BMI and POPCNT (x86-64-v3).
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
fn fast(search: &mut Sparse<'_, '_>) -> ControlFlow<()> {
    search.run()
}

/// For processors that also count the bits of eight words at once.
#[cfg(target_arch = "x86_64")]
#[target_feature(
    enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq,avx2,bmi1,bmi2,popcnt,lzcnt"
)]
fn wide(search: &mut Sparse<'_, '_>) -> ControlFlow<()> {
    search.run()
}

/// Runs a search with an instruction set, which must be at most [`Instructions::found`].
#[cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "calling code for instructions looked for at run time")
)]
fn start(instructions: Instructions, search: &mut Sparse<'_, '_>) -> ControlFlow<()> {
    match instructions {
        // SAFETY: every feature that `fast` and `wide` are compiled for has been found.
        #[cfg(target_arch = "x86_64")]
        Instructions::Fast => unsafe { fast(search) },
        #[cfg(target_arch = "x86_64")]
        Instructions::Wide => unsafe { wide(search) },
        _ => search.run(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact_cover::{
        BitsetSearch, Cell, Choice, ItemId, ItemKind, OptionId, ProblemBuilder, TreeSearch,
        Unobserved,
    };

    /// Everything that an engine reports of a search.
    #[derive(Debug, Default, PartialEq)]
    struct Log {
        solutions: Vec<Vec<OptionId>>,
        cuts: Vec<Vec<Choice>>,
    }

    impl Observer for Log {
        fn solution(&mut self, options: &[OptionId]) -> ControlFlow<()> {
            self.solutions.push(options.to_vec());
            ControlFlow::Continue(())
        }

        fn pulse(&mut self, _: &Effort, _: &[Choice]) -> ControlFlow<()> {
            ControlFlow::Continue(())
        }

        fn cut(&mut self, path: &[Choice]) {
            self.cuts.push(path.to_vec());
        }
    }

    /// Numbers below a bound, the same every time (Knuth's MMIX).
    struct Random(u64);

    impl Random {
        fn below(&mut self, bound: u64) -> u64 {
            self.0 = self
                .0
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            ((self.0 >> 33) * bound) >> 31
        }
    }

    /// A problem of some primary and secondary items with colours and multiplicities.
    fn random_problem(random: &mut Random) -> Problem {
        let mut builder = ProblemBuilder::default();
        let (primary, secondary) = (2 + random.below(8), random.below(4));
        let mut items = Vec::new();
        for i in 0..primary {
            let kind = match random.below(5) {
                0 => {
                    let min = random.below(3) as u32;
                    ItemKind::Primary { min, max: (min + random.below(3) as u32).max(1) }
                }
                _ => ItemKind::ONCE,
            };
            items.push(builder.item(format!("p{i}"), kind));
        }
        for i in 0..secondary {
            items.push(builder.item(format!("s{i}"), ItemKind::Secondary));
        }
        for _ in 0..5 + random.below(60) {
            let mut cells: Vec<Cell> = Vec::new();
            for _ in 0..1 + random.below(4) {
                let item = items[random.below(items.len() as u64) as usize];
                let is_coloured = u64::from(item.0) >= primary && random.below(2) == 0;
                let colour = if is_coloured { 1 + random.below(3) as u32 } else { 0 };
                if cells.iter().all(|cell| cell.item != item) {
                    cells.push(Cell { item, colour });
                }
            }
            builder.coloured_option(cells);
        }
        builder.build().unwrap()
    }

    fn log_of(engine: &mut dyn TreeSearch, part: Part<'_>) -> (Effort, Log) {
        let mut log = Log::default();
        let (effort, flow) = engine.search(part, &mut log);
        assert!(flow.is_continue());
        (effort, log)
    }

    /// Never handing over, always, and going on in smaller layers at every opportunity.
    const ALL_LIMITS: [Limits; 3] =
        [Limits { handed_over: 0, making: 1e9 }, LIMITS, Limits { handed_over: 6, making: -1.0 }];

    #[test]
    fn the_tree_is_that_of_bitset_search_however_the_problem_is_held() {
        let mut random = Random(20_240_607);
        let mut nodes = 0;
        for _ in 0..50 {
            let problem = random_problem(&mut random);
            let mut bitset = BitsetSearch::new(&problem);
            let whole = log_of(&mut bitset, Part::default());
            nodes += whole.0.nodes;
            for limits in ALL_LIMITS {
                let mut sparse = SparseSearch { limits, ..SparseSearch::new(&problem) };
                assert_eq!(log_of(&mut sparse, Part::default()), whole, "{limits:?}");
                // What was learned changes nothing.
                assert_eq!(log_of(&mut sparse, Part::default()), whole, "{limits:?}");
                for level in 1..whole.0.by_level.len().min(3) {
                    let part = Part { cut_off: Some(level), ..Part::default() };
                    let cut = log_of(&mut bitset, part);
                    assert_eq!(log_of(&mut sparse, part), cut, "{limits:?}");
                    for path in cut.1.cuts {
                        let prefix: Vec<u32> = path.iter().map(|choice| choice.rank).collect();
                        let part = Part { prefix: &prefix, ..Part::default() };
                        let below = log_of(&mut bitset, part);
                        assert_eq!(log_of(&mut sparse, part), below, "{limits:?}");
                    }
                }
            }
        }
        assert!(nodes > 10_000, "{nodes} nodes are too few to tell");
    }

    /// Dominoes on a rectangle, without an item for their number.
    fn dominoes(width: u32, height: u32) -> Problem {
        let mut builder = ProblemBuilder::default();
        let at = |x: u32, y: u32| ItemId(y * width + x);
        for cell in 0..width * height {
            builder.item(cell.to_string(), ItemKind::ONCE);
        }
        for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
            if x + 1 < width {
                builder.option([at(x, y), at(x + 1, y)]);
            }
            if y + 1 < height {
                builder.option([at(x, y), at(x, y + 1)]);
            }
        }
        builder.build().unwrap()
    }

    /// Ends the search at the first solution.
    struct First(usize);

    impl Observer for First {
        fn solution(&mut self, options: &[OptionId]) -> ControlFlow<()> {
            self.0 = options.len();
            ControlFlow::Break(())
        }

        fn pulse(&mut self, _: &Effort, _: &[Choice]) -> ControlFlow<()> {
            ControlFlow::Continue(())
        }
    }

    #[test]
    fn thousands_of_levels_take_no_more_of_the_stack_than_a_few() {
        for side in [80, 150] {
            let search = move || {
                let problem = dominoes(side, side);
                let mut first = First(0);
                let _ = SparseSearch::new(&problem).search(Part::default(), &mut first);
                first.0
            };
            // As much as any thread has.
            let thread = std::thread::Builder::new().stack_size(2 << 20).spawn(search);
            assert_eq!(thread.unwrap().join().unwrap(), (side * side / 2) as usize);
        }
    }

    #[test]
    fn a_search_that_was_broken_off_begins_at_the_root_again() {
        for side in [12, 40] {
            let problem = dominoes(side, side);
            let mut sparse = SparseSearch::new(&problem);
            for most in [1, 10, 100, 256, 1000, 5000] {
                let part = Part { most_nodes: Some(most), ..Part::default() };
                let expected = SparseSearch::new(&problem).search(part, &mut Unobserved);
                assert_eq!(expected.0.nodes, most);
                assert!(expected.1.is_break());
                assert_eq!(sparse.search(part, &mut Unobserved), expected);
            }
        }
    }

    #[test]
    fn the_tree_is_the_same_whatever_the_processor_can_do() {
        let problem = dominoes(6, 6);
        let logs = [Instructions::Plain, Instructions::Fast, Instructions::Wide]
            .into_iter()
            .filter(|&b| b <= Instructions::found());
        let logs: Vec<(Effort, Log)> = logs
            .map(|instructions| {
                let limits = ALL_LIMITS[0];
                let mut sparse =
                    SparseSearch { instructions, limits, ..SparseSearch::new(&problem) };
                log_of(&mut sparse, Part::default())
            })
            .collect();
        // OEIS A004003.
        assert_eq!(logs[0].1.solutions.len(), 6728);
        assert!(logs.iter().all(|log| *log == logs[0]));
    }
}
