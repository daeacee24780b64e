//! Solutions: which are the same, how many of each kind there are, where they are kept.
//!
//! A solution is a set of options, written as an ascending list. [`orbit`] tells whether it is
//! the one to keep of all that the puzzle's symmetries make of it; [`store`] keeps it packed, with
//! what a [`View`] needs to show every turned copy too. [`burnside`] counts them without listing
//! one. [`measures`] describe one, [`columns`] all of a store, and [`filter`] finds some among them.
//! [`verify`] checks one without the engine. Leans on [`crate::encode`]. [`database`] keeps the
//! results of all puzzles in a file. Read next: [`crate::job`].

pub mod burnside;
pub mod chunk;
pub mod columns;
mod counts;
pub mod database;
pub mod filter;
pub mod measures;
pub mod orbit;
pub mod store;
pub mod verify;
mod verify_cover;

mod verify_rules;
mod view;

pub use counts::{Counts, Difference};
pub use orbit::{Orbits, Verdict};
pub use store::Store;
pub use view::{Entry, View};
