//! A saved run: the jobs done and the solutions found, from which it can be resumed later, on
//! another machine, with any number of threads.
//!
//! The tree is cut into the same jobs in the same order every time, so a checkpoint names the
//! jobs that are done and holds their solutions; what unfinished jobs have found so far is left
//! out, since they will be done again. So nothing is lost and nothing comes twice. The file is
//! RON on few lines, meant for the program alone.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::case::{Case, Selection};
use super::plan::{Plan, SplitBy};
use super::strategy::Strategy;
use crate::encode::symmetry::{FixedPart, Restriction};
use crate::encode::{ElementSet, SymmetryGroup};
use crate::exact_cover::{Effort, Engine, ItemId, ItemKind, OptionId, Problem};
use crate::format::{self, FileError, FileErrorKind};
use crate::solution::{Counts, Store};

/// The version of the file format.
const FORMAT: u32 = 3;

/// A saved run.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Checkpoint {
    format: u32,
    /// The version of the program, whose next one may cut the tree otherwise.
    program: String,
    title: String,
    /// Of the problem and its symmetries; see [`digest`].
    digest: String,
    basis: SplitBy,
    cases: Vec<StoredCase>,
    pub(super) jobs: usize,
    /// Which jobs are done, as ranges from..to of their numbers.
    done: Vec<(usize, usize)>,
    pub(super) seconds: f64,
    nodes: u64,
    updates: u64,
    by_level: Vec<u64>,
    total: u64,
    turned: u64,
    distinct: u64,
    symmetric: u64,
    /// Solutions that the search must meet for these orbits, and those that it has met. Images of
    /// one solution may lie in several jobs, so that these agree at the end only.
    predicted: u64,
    met: u64,
    /// Whether solutions were kept, or only counted.
    kept: bool,
    /// Whether some were counted that could not be kept.
    pub(super) truncated: bool,
    /// The kept solutions.
    #[serde(with = "solution_list")]
    solutions: Store,
}

/// How a case is searched.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredCase {
    /// Which choice of pieces it belongs to.
    ground: usize,
    /// The id of its engine.
    engine: String,
    order: Vec<u32>,
    /// The item of the piece or site held for symmetry.
    held: Option<u32>,
    /// Which class of placements, where the search is divided into classes.
    class: Option<u32>,
    probes: u64,
}

/// What a run knows of its progress, for a checkpoint and from one.
#[derive(Clone, Debug, Default)]
pub(super) struct Progress {
    pub(super) done: Vec<bool>,
    pub(super) elapsed: std::time::Duration,
    pub(super) effort: Effort,
    pub(super) counts: Counts,
    pub(super) met: Met,
    pub(super) kept: bool,
    pub(super) truncated: bool,
    pub(super) store: Store,
}

/// The solutions that a search met, and those that it must meet for the orbits that it found.
/// They agree at the end, or the counts are wrong.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Met {
    pub(super) count: u64,
    pub(super) predicted: u64,
}

impl Met {
    pub(super) fn add(&mut self, other: Met) {
        self.count += other.count;
        self.predicted += other.predicted;
    }

    pub(super) fn subtract(&mut self, other: Met) {
        self.count -= other.count;
        self.predicted -= other.predicted;
    }
}

impl Checkpoint {
    /// Puts a run aside.
    pub(super) fn new<'a>(
        plan: &Plan,
        cases: impl Iterator<Item = &'a Case>,
        progress: Progress,
    ) -> Checkpoint {
        let stored = |case: &Case| {
            let Strategy { engine, order, restriction, probes } = &case.strategy;
            let class = restriction.as_ref().and_then(|restriction| match restriction.held {
                FixedPart::Class(_, class) => Some(class),
                FixedPart::Piece(_) | FixedPart::Site(_) => None,
            });
            StoredCase {
                ground: case.ground,
                engine: engine.id.to_owned(),
                order: order.iter().map(|item| item.0).collect(),
                held: restriction.as_ref().map(|r| r.item.0),
                class,
                probes: *probes,
            }
        };
        let Progress { done, elapsed, effort, counts, met, kept, truncated, store } = progress;
        let mut ranges: Vec<(usize, usize)> = Vec::new();
        for (n, _) in done.iter().enumerate().filter(|(_, done)| **done) {
            match ranges.last_mut() {
                Some((_, to)) if *to == n => *to = n + 1,
                _ => ranges.push((n, n + 1)),
            }
        }
        Checkpoint {
            format: FORMAT,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            title: plan.title.clone(),
            digest: digest(plan.whole(), &plan.group),
            basis: plan.basis,
            cases: cases.map(stored).collect(),
            jobs: done.len(),
            done: ranges,
            seconds: elapsed.as_secs_f64(),
            nodes: effort.nodes,
            updates: effort.updates,
            by_level: effort.by_level,
            total: counts.total,
            turned: counts.turned,
            distinct: counts.distinct,
            symmetric: counts.symmetric,
            predicted: met.predicted,
            met: met.count,
            kept,
            truncated,
            solutions: store,
        }
    }

    /// The progress, if the file holds together.
    pub(super) fn progress(&self) -> Option<Progress> {
        let mut done = vec![false; self.jobs];
        for &(from, to) in &self.done {
            done.get_mut(from..to)?.fill(true);
        }
        let Checkpoint { total, turned, distinct, symmetric, predicted, met, .. } = *self;
        Some(Progress {
            done,
            elapsed: std::time::Duration::try_from_secs_f64(self.seconds).ok()?,
            effort: Effort {
                nodes: self.nodes,
                updates: self.updates,
                by_level: self.by_level.clone(),
            },
            counts: Counts { total, turned, distinct, symmetric },
            met: Met { count: met, predicted },
            kept: self.kept,
            truncated: self.truncated,
            store: self.solutions.clone(),
        })
    }

    /// Whether the run kept its solutions.
    pub fn keeps_solutions(&self) -> bool {
        self.kept
    }

    /// How many jobs are done, and how many there are.
    pub fn jobs(&self) -> (usize, usize) {
        (self.done.iter().map(|(from, to)| to.saturating_sub(*from)).sum(), self.jobs)
    }

    /// What its cases are parts of.
    pub(super) fn basis(&self) -> SplitBy {
        self.basis
    }

    /// How many cases there are.
    pub(super) fn case_count(&self) -> usize {
        self.cases.len()
    }

    /// The message for an inconsistent checkpoint.
    pub(super) fn damaged() -> String {
        "the file is damaged; start the run again".to_owned()
    }

    /// Whether the checkpoint belongs to this problem.
    ///
    /// # Errors
    /// What it belongs to instead.
    pub(super) fn check(&self, problem: &Problem, group: &SymmetryGroup) -> Result<(), String> {
        if self.digest != digest(problem, group) {
            return Err(format!(
                "it belongs to another puzzle, \"{}\", or to an earlier version of this one; \
                 start the run again",
                self.title
            ));
        }
        let mut solution = Vec::new();
        let sound = self.progress().is_some_and(|progress| {
            (0..progress.store.len()).all(|i| {
                progress.store.read(i, &mut solution);
                solution.iter().all(|o| o.index() < problem.option_count())
            })
        });
        if sound { Ok(()) } else { Err(Checkpoint::damaged()) }
    }

    /// The strategies to resume with for the cases of a choice of pieces, of which this is the
    /// problem.
    ///
    /// # Errors
    /// When the file is damaged.
    pub(super) fn strategies(
        &self,
        ground: Option<&Selection>,
        problem: &Problem,
        index: usize,
    ) -> Result<Vec<Strategy>, String> {
        let cases = self.cases.iter().filter(|case| case.ground == index);
        let strategy = |case: &StoredCase| {
            let restriction = match (case.held, ground) {
                (None, _) => None,
                (Some(item), ground) => Some(restriction_of(ground?, item, case.class)?),
            };
            let items = problem.items().len();
            Some(Strategy {
                engine: Engine::by_id(&case.engine)?,
                order: case
                    .order
                    .iter()
                    .map(|&item| ((item as usize) < items).then_some(ItemId(item)))
                    .collect::<Option<Vec<ItemId>>>()?,
                restriction,
                probes: case.probes,
            })
        };
        cases.map(strategy).collect::<Option<Vec<Strategy>>>().ok_or_else(Checkpoint::damaged)
    }

    /// Writes the checkpoint, replacing the file at once or not at all.
    ///
    /// # Errors
    /// When writing fails; the old file is then as it was.
    pub fn save(&self, path: &Path) -> Result<(), FileError> {
        format::write_file(path, self.text().as_bytes())
    }

    /// The text of its file.
    pub fn text(&self) -> String {
        format::ron_options()
            .to_string(self)
            .expect("a checkpoint holds nothing that RON cannot express")
    }

    /// Reads a checkpoint.
    ///
    /// # Errors
    /// When the file cannot be read, is no checkpoint, or is of another version.
    pub fn load(path: &Path) -> Result<Checkpoint, FileError> {
        let text = format::read_text(path)?;
        let wrong = |message: String| FileError::new(path, FileErrorKind::Contents, message);
        let checkpoint: Checkpoint = format::ron_options()
            .from_str(&text)
            .map_err(|_| wrong("is no checkpoint, or a damaged one".to_owned()))?;
        if checkpoint.format != FORMAT || checkpoint.program != env!("CARGO_PKG_VERSION") {
            return Err(wrong(format!(
                "was written by version {} of the program and cannot be continued by version {}",
                checkpoint.program,
                env!("CARGO_PKG_VERSION")
            )));
        }
        Ok(checkpoint)
    }
}

/// The restriction that holds an item, or holds it in some class.
fn restriction_of(ground: &Selection, item: u32, class: Option<u32>) -> Option<Restriction> {
    let Selection { puzzle, encoding, group, .. } = ground;
    let Some(class) = class else {
        let restrictions = group.restrictions(puzzle, encoding);
        return restrictions.into_iter().find(|r| r.item.0 == item);
    };
    let mut orbits = group.class_restrictions(puzzle, encoding);
    let cases = orbits.find(|cases| cases.iter().all(|r| r.item.0 == item))?;
    cases.into_iter().nth(class as usize)
}

/// The form of the solutions in the file: one list of numbers, for each solution how many options it
/// has, its stabiliser, and the options.
mod solution_list {
    use std::fmt;

    use serde::de::{Error, SeqAccess, Visitor};
    use serde::ser::SerializeSeq as _;
    use serde::{Deserializer, Serializer};

    use super::{ElementSet, OptionId, Store};

    pub(super) fn serialize<S: Serializer>(store: &Store, to: S) -> Result<S::Ok, S::Error> {
        let mut list = to.serialize_seq(None)?;
        let mut solution = Vec::new();
        for index in 0..store.len() {
            store.read(index, &mut solution);
            list.serialize_element(&solution.len())?;
            list.serialize_element(&store.stabiliser(index).bits())?;
            for option in &solution {
                list.serialize_element(&option.0)?;
            }
        }
        list.end()
    }

    pub(super) fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<Store, D::Error> {
        from.deserialize_seq(List)
    }

    struct List;

    impl<'d> Visitor<'d> for List {
        type Value = Store;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a list of solutions")
        }

        fn visit_seq<A: SeqAccess<'d>>(self, mut list: A) -> Result<Store, A::Error> {
            let cut_off = || A::Error::custom("the last solution is cut off");
            let mut store = Store::default();
            let mut solution = Vec::new();
            while let Some(length) = list.next_element::<u64>()? {
                let stabiliser = list.next_element::<u64>()?.ok_or_else(cut_off)?;
                solution.clear();
                for _ in 0..length {
                    solution.push(OptionId(list.next_element::<u32>()?.ok_or_else(cut_off)?));
                }
                store.push(&solution, ElementSet::from_bits(stabiliser));
            }
            Ok(store)
        }
    }
}

/// A digest of a problem and its symmetries: two puzzles with the same digest have the same
/// options in the same order. FNV-1a, 64 bits, which is the same on every machine.
pub fn digest(problem: &Problem, group: &SymmetryGroup) -> String {
    let mut state = 0xCBF2_9CE4_8422_2325_u64;
    let mut add = |bytes: &[u8]| {
        for &byte in bytes {
            state = (state ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3);
        }
    };
    for item in problem.items() {
        add(item.name.as_bytes());
        let (min, max) = match item.kind {
            ItemKind::Primary { min, max } => (min, max),
            ItemKind::Secondary => (0, 0),
        };
        add(&[0xFF]);
        add(&min.to_le_bytes());
        add(&max.to_le_bytes());
    }
    for (_, option) in problem.options() {
        add(&(option.len() as u32).to_le_bytes());
        for cell in option {
            add(&cell.item.0.to_le_bytes());
            add(&cell.colour.to_le_bytes());
        }
    }
    for element in &group.elements {
        add(&[u8::from(element.keeps_orientation)]);
        for images in element.images() {
            images.iter().for_each(|o| add(&o.to_le_bytes()));
        }
    }
    format!("{state:016x}")
}
