//! The SAT solver in place of the finder: one solution, or the certainty that there is none.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::time::Instant;

use super::FinderRun;
use crate::exact_cover::{RunEnd, sat};
use crate::job::gate::{Phase, REPORT_INTERVAL};

/// Asks the solver; a proof that there is no solution goes to a file.
pub(super) fn search(shared: &FinderRun, proof: Option<&File>) {
    let reported = std::cell::Cell::new(Instant::now());
    let check = |conflicts: u64| -> ControlFlow<()> {
        shared.nodes.store(conflicts, Ordering::Relaxed);
        if reported.get().elapsed() >= REPORT_INTERVAL {
            reported.set(Instant::now());
            shared.gate.wake(false);
        }
        shared.check()
    };
    let mut proof = proof.map(BufWriter::new);
    let proof = proof.as_mut().map(|out| out as &mut dyn Write);
    match sat::solve(shared.subject.problem(), &check, proof) {
        Ok(RunEnd::Found(options)) => {
            let _ = shared.offer(&options, true);
        }
        Ok(RunEnd::Exhausted) => shared.end(Phase::Complete),
        Ok(RunEnd::Failed | RunEnd::Stopped) => shared.end(Phase::Stopped),
        Err(error) => shared.end(Phase::Failed(error.to_string())),
    }
}
