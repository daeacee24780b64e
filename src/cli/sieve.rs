//! The solutions that `polywright solve --disassembles` keeps.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

use super::{CliError, SolveArgs};
use crate::cli::output::{say, tell};
use crate::disassembly::{Disassembler, DisassemblyOptions};
use crate::exact_cover::OptionId;
use crate::job::{KeepIf, Plan, Run, Snapshot, Subject};
use crate::solution::{Counts, Store};
use crate::text;
use crate::threads::lock;

/// The condition that the pieces of a solution can be taken apart.
pub(super) struct Sieve {
    pub(super) keep_if: KeepIf,
    /// The solutions of which that is not known. They are not kept; those above the cut of a search
    /// are met several times.
    unknown: Arc<Mutex<BTreeSet<Vec<OptionId>>>>,
}

impl Sieve {
    /// For the solutions of a puzzle.
    ///
    /// # Errors
    /// When there is nothing that can be moved.
    pub(super) fn new(subject: &Subject, args: &SolveArgs) -> Result<Sieve, CliError> {
        let encoded = subject.encoded().filter(|encoded| encoded.puzzle.cover.is_none());
        let Some(encoded) = encoded else {
            return Err(CliError::Message(format!(
                "{}: --disassembles needs pieces on a board; items and options have no place",
                args.file().display()
            )));
        };
        let disassembler = Disassembler::new(&encoded.puzzle, DisassemblyOptions::default());
        let encoding = Arc::clone(&encoded.encoding);
        let unknown = Arc::new(Mutex::new(BTreeSet::new()));
        let not_known = Arc::clone(&unknown);
        let keep_if = move |options: &[OptionId]| {
            let placed = encoding.decode(options);
            let found = disassembler.take_apart(&placed, &|| ControlFlow::Continue(()));
            // Moves that do not pass their replay show nothing.
            let answer = found.and_then(Result::ok).and_then(|own| own.summary().disassembles);
            if answer.is_none() {
                let mut unknown = lock(&not_known);
                unknown.insert(options.to_vec());
            }
            answer == Some(true)
        };
        Ok(Sieve { keep_if: Arc::new(keep_if), unknown })
    }

    /// The number of solutions of which it is not known whether they come apart.
    pub(super) fn unknown(&self) -> u64 {
        lock(&self.unknown).len() as u64
    }

    /// Prints how many solutions come apart.
    pub(super) fn say(&self, run: &Run, plan: &Plan, last: &Snapshot) {
        let apart = run.with_store(|store: &Store| Counts::of_store(store, plan.group()));
        say!(
            "{} of {} distinct come apart · {} of {} turned",
            text::grouped(apart.distinct),
            text::grouped(last.counts.distinct),
            text::grouped(apart.turned),
            text::grouped(last.counts.turned),
        );
        if self.unknown() > 0 {
            tell!(
                "Of {} it is not known; disassemble --limit-states searches them further.",
                text::count(self.unknown(), "distinct solution")
            );
        }
    }
}
