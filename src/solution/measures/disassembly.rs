//! The results of taking solutions apart, worked out once and kept.

use std::ops::ControlFlow;
use std::sync::{Mutex, Once, OnceLock};
use std::time::{Duration, Instant};

use rustc_hash::FxHashMap;

use crate::disassembly::{Disassembler, DisassemblyOptions, Summary};
use crate::encode::Placed;
use crate::exact_cover::OptionId;
use crate::puzzle::Puzzle;
use crate::threads::lock;

/// The most solutions whose results are kept in memory.
const MAX_KNOWN: usize = 1 << 20;
/// Time between two times that results are stored.
const STORE_INTERVAL: Duration = Duration::from_secs(5);

/// A solution by its options, and what came of taking it apart.
type Known = (Box<[OptionId]>, Summary);

/// Where results are stored from one session to the next.
pub trait DisassemblyStore: Send + Sync {
    /// The results that were stored earlier. May take a while.
    fn load(&self) -> Vec<Known>;
    /// Stores further results. Must not block.
    fn keep(&self, results: Vec<Known>);
}

/// The number of solutions that come apart, and of those that do not, among those of which that is
/// known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DisassemblyTally {
    /// Those that come apart.
    pub apart: u64,
    /// Those that do not.
    pub locked: u64,
}

/// The results of taking solutions of a puzzle apart, by their options. Shared by threads.
pub struct Disassemblies {
    disassembler: Disassembler,
    known: Mutex<FxHashMap<Box<[OptionId]>, Summary>>,
    store: OnceLock<Box<dyn DisassemblyStore>>,
    loaded: Once,
    unstored: Mutex<Unstored>,
}

/// Results that are still to be stored.
struct Unstored {
    results: Vec<Known>,
    since: Instant,
}

impl std::fmt::Debug for Disassemblies {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Disassemblies").field("known", &lock(&self.known).len()).finish()
    }
}

impl Disassemblies {
    /// Of the solutions of a puzzle, on these terms; nothing is known of them yet.
    pub fn new(puzzle: &Puzzle, options: DisassemblyOptions) -> Disassemblies {
        Disassemblies {
            disassembler: Disassembler::new(puzzle, options),
            known: Mutex::default(),
            store: OnceLock::new(),
            loaded: Once::new(),
            unstored: Mutex::new(Unstored { results: Vec::new(), since: Instant::now() }),
        }
    }

    /// Stores results from now on, and finds those that were stored earlier. The first store counts.
    pub fn store_in(&self, store: Box<dyn DisassemblyStore>) {
        let _ = self.store.set(store);
    }

    /// The disassembler that takes them apart.
    pub(crate) fn disassembler(&self) -> &Disassembler {
        &self.disassembler
    }

    /// The limit of positions.
    pub fn max_states(&self) -> u64 {
        self.disassembler.options().max_states
    }

    /// Takes a solution apart, unless that was done. `None` when `check` broke it off. Moves that do
    /// not pass their replay count as not known. Not for the window's thread.
    pub fn of(
        &self,
        options: &[OptionId],
        placed: impl FnOnce() -> Placed,
        check: &dyn Fn() -> ControlFlow<()>,
    ) -> Option<Summary> {
        if let Some(store) = self.store.get() {
            self.loaded.call_once(|| lock(&self.known).extend(store.load()));
        }
        if let Some(known) = lock(&self.known).get(options) {
            return Some(*known);
        }
        let found = self.disassembler.take_apart(&placed(), check)?;
        let summary = found.map_or_else(|_| Summary::default(), |found| found.summary());
        self.note(options, summary);
        if self.store.get().is_some() {
            let mut unstored = lock(&self.unstored);
            unstored.results.push((options.into(), summary));
            if unstored.since.elapsed() >= STORE_INTERVAL {
                drop(unstored);
                self.keep();
            }
        }
        Some(summary)
    }

    /// Takes note of what came of a solution elsewhere.
    pub fn note(&self, options: &[OptionId], summary: Summary) {
        let mut known = lock(&self.known);
        if known.len() < MAX_KNOWN {
            known.insert(options.into(), summary);
        }
    }

    /// The tally of what is known so far.
    ///
    /// Cost: linear in the number of solutions that are known.
    pub fn tally(&self) -> DisassemblyTally {
        let mut tally = DisassemblyTally::default();
        for summary in lock(&self.known).values() {
            match summary.disassembles {
                Some(true) => tally.apart += 1,
                Some(false) => tally.locked += 1,
                None => {}
            }
        }
        tally
    }

    /// Stores what is not stored yet.
    pub fn keep(&self) {
        let mut unstored = lock(&self.unstored);
        unstored.since = Instant::now();
        let results = std::mem::take(&mut unstored.results);
        if let Some(store) = self.store.get().filter(|_| !results.is_empty()) {
            store.keep(results);
        }
    }
}

impl Drop for Disassemblies {
    fn drop(&mut self) {
        self.keep();
    }
}
