//! Taking apart the solutions of a list: with their moves, or as a run that only keeps what came of
//! each.

mod list;
mod run;

pub use list::Dismantling;
pub use run::{Assemblies, DisassemblyRun, DisassemblySnapshot, TakenApart};
