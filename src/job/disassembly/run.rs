//! A run that takes the solutions of a store apart: items of a batch.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use crate::disassembly::{Level, Summary};
use crate::encode::Encoding;
use crate::format::FileError;
use crate::job::PlanError;
use crate::job::batch::{Batch, BatchItems, Begun, Moment};
use crate::job::handle::Handle;
use crate::random::Random;
use crate::solution::Store;
use crate::solution::measures::Disassemblies;

/// A run that takes solutions apart, in progress or done. What was found earlier is not searched again,
/// so a run that was stopped goes on where it was.
pub type DisassemblyRun = Handle<Batch<Assemblies>>;

/// The solutions of a store.
pub struct Assemblies {
    encoding: Arc<Encoding>,
    store: Store,
    known: Arc<Disassemblies>,
}

/// The solutions that were taken apart so far, each by its number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TakenApart {
    /// Those that come apart, by their levels.
    pub levels: BTreeMap<Level, Vec<u64>>,
    /// Those that do not.
    pub locked: Vec<u64>,
    /// Those of which that is not known.
    pub unknown: Vec<u64>,
    /// The positions that were reached.
    pub states: u64,
}

impl TakenApart {
    /// The number of those that come apart.
    pub fn disassembled(&self) -> usize {
        self.levels.values().map(Vec::len).sum()
    }

    /// The number after a given one that is next in a list; the least if there is none.
    pub fn next_after(numbers: &[u64], number: u64) -> Option<u64> {
        let next = numbers.iter().filter(|own| **own > number).min();
        next.or_else(|| numbers.iter().min()).copied()
    }
}

/// A run at one moment.
#[derive(Clone, Debug)]
pub struct DisassemblySnapshot {
    /// The progress of the run.
    pub moment: Moment,
    /// The number of solutions of each level, the greatest level first.
    pub levels: Vec<(Level, usize)>,
    /// The numbers of those that do not come apart, and of those of which that is not known.
    pub locked: usize,
    /// See `locked`.
    pub unknown: usize,
}

impl BatchItems for Assemblies {
    type Results = TakenApart;
    type Result = (u64, Summary);
    type Snapshot = DisassemblySnapshot;

    fn prepare(&self) -> Result<(), PlanError> {
        self.known.disassembler().set_idle(0);
        Ok(())
    }

    fn idle(&self) {
        self.known.disassembler().add_idle();
    }

    fn work_on(
        &self,
        item: usize,
        check: &(dyn Fn() -> ControlFlow<()> + Sync),
    ) -> Result<Option<(u64, Summary)>, PlanError> {
        let options = self.store.get(item);
        let found = self.known.of(&options, || self.encoding.decode(&options), &|| check());
        Ok(found.map(|summary| (self.store.number(item), summary)))
    }

    fn record(
        taken: &mut TakenApart,
        _: usize,
        (number, summary): (u64, Summary),
        _: Duration,
    ) -> u64 {
        taken.states += summary.states;
        match summary.disassembles {
            Some(true) => taken.levels.entry(summary.level).or_default().push(number),
            Some(false) => taken.locked.push(number),
            None => taken.unknown.push(number),
        }
        summary.states
    }

    fn snapshot(&self, moment: Moment, taken: &TakenApart) -> DisassemblySnapshot {
        if moment.phase.is_over() {
            self.known.keep();
        }
        DisassemblySnapshot {
            moment,
            levels: taken.levels.iter().rev().map(|(level, own)| (*level, own.len())).collect(),
            locked: taken.locked.len(),
            unknown: taken.unknown.len(),
        }
    }

    fn save(&self, _: &Path, _: Duration, _: &TakenApart) -> Result<(), FileError> {
        // Each result is stored by itself.
        self.known.keep();
        Ok(())
    }
}

impl DisassemblyRun {
    /// Starts to take the solutions of a store apart, with what is known of them already.
    pub fn start(
        encoding: Arc<Encoding>,
        store: Store,
        known: Arc<Disassemblies>,
        threads: usize,
        wake: Option<Arc<dyn Fn() + Send + Sync>>,
    ) -> DisassemblyRun {
        let all = store.len();
        let mut waiting: Vec<usize> = (0..all).collect();
        // Those done so far are then a sample of all, which the forecast needs.
        Random::default().shuffle(&mut waiting);
        let begun = Begun {
            results: TakenApart::default(),
            elapsed: Duration::ZERO,
            nodes: 0,
            waiting: waiting.into(),
            all,
        };
        let items = Assemblies { encoding, store, known };
        Handle::launch(Batch::new(items, begun, threads, wake), true)
    }
}

impl Batch<Assemblies> {
    /// Looks at what came of the solutions so far. Keep it short, since threads wait to add theirs.
    pub fn with_taken<R>(&self, look: impl FnOnce(&TakenApart) -> R) -> R {
        self.with_found(|taken| look(taken))
    }
}
