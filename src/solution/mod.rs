//! Solutions: which are the same, how many of each kind there are, where they are kept.
//!
//! A solution is a set of options, written as an ascending list. [`orbit`] tells whether it is
//! the one to keep of all that the puzzle's symmetries make of it; [`store`] keeps it, with
//! what is needed to show every turned copy too. [`burnside`] counts them without listing one. [`measure`] describes one, [`verify`] checks
//! one without the engine. Leans on [`crate::encode`]. Read next: [`crate::job`].

pub mod burnside;
pub mod measure;
pub mod orbit;
pub mod store;
pub mod verify;
mod verify_cover;

pub use orbit::{Orbits, Verdict};
pub use store::{Counts, Difference, Store, View};
